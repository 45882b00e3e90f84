"""`build --watch`: builds again when a file is saved, and says what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping

import typer

from venice_pnp.draw.studio import DrawBoard, Library, Studio
from venice_pnp.kit import FaultyData, Kit
from venice_pnp.press.page import Shown, serve
from venice_pnp.press.pieces import Parts, draw_parts
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
    except (FaultyData, OSError, typer.Exit) as error:
        message = str(error) if isinstance(error, (FaultyData, OSError)) else "not built; see above"
        shown.fail(message)
        typer.echo(f"{time.strftime('%H:%M:%S')}  {message}\n          the last good files stay", err=True)


def drawn_faces(
    kits: Iterable[Kit],
    library: Callable[[Kit], Library],
    boards: Callable[[Kit], Mapping[str, DrawBoard]],
    langs: list[str],
) -> list[tuple[Studio, Parts]]:
    """All faces of the kits, in the first language asked for."""
    out = []
    for kit in kits:
        lang = next((lang for lang in langs if lang in kit.game.languages), kit.game.languages[0])
        studio = Studio(kit, library(kit), lang, "colour")
        out.append((studio, draw_parts(studio, boards(kit))))
    return out
