"""`build --watch`: builds again when a file is saved, and says what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable

import typer

from venice_pnp.draw.studio import Studio
from venice_pnp.kit import FaultyData
from venice_pnp.press.page import Shown, serve
from venice_pnp.press.pieces import Parts
from venice_pnp.press.unchanged import glance

WAIT = 0.3  # seconds between two looks at the files


def watch(
    folders: list[str], build: Callable[[], object], draw: Callable[[], list[tuple[Studio, Parts]]], port: int
) -> None:
    """Builds now and after every save, until Ctrl-C. Faults are told and the last good files stay."""
    shown = Shown()
    server = serve(shown, port)
    typer.echo(f"Preview: http://127.0.0.1:{server.server_address[1]}/   (Ctrl-C ends)")
    last = None
    try:
        while True:
            now = glance(folders)
            if now != last:
                last = now
                _once(shown, build, draw)
            time.sleep(WAIT)
    finally:
        server.shutdown()


def _once(shown: Shown, build: Callable[[], object], draw: Callable[[], list[tuple[Studio, Parts]]]) -> None:
    started = time.monotonic()
    try:
        build()
        shown.show(draw())
        typer.echo(f"{time.strftime('%H:%M:%S')}  built in {time.monotonic() - started:.1f} s")
    except (FaultyData, OSError) as error:
        shown.fail(str(error))
        typer.echo(f"{time.strftime('%H:%M:%S')}  {error}\n          the last good files stay", err=True)
