"""`new`, `schema`, `diff` and `printed`: own kits, and what was printed of them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import typer

from venice_pnp.cli.build import clear_messages, stop
from venice_pnp.cli.outlet import show_file
from venice_pnp.door.files import write_whole
from venice_pnp.door.own import README, all_schemas, compared, new_game, new_kit, pairs_of, write_schemas
from venice_pnp.door.prints import remember_printed
from venice_pnp.kit.compare import changes


def run_new(folder: Path, games: list[str], small: bool) -> None:
    """A folder of one's own: copies to edit, or the few lines that extend a game."""
    with clear_messages():
        files, chosen = new_kit(folder, games, small)
        typer.echo(f"{folder}: {files} files of {', '.join(chosen)}. Read {folder / README} first.")


def run_new_game(folder: Path, games: list[str], small: bool) -> None:
    """A game of one's own from nothing."""
    with clear_messages():
        if games or small:
            stop("--empty begins a game from nothing: leave out --game and --small", code=2)
        files, game = new_game(folder)
        typer.echo(f"{folder}: {files} files of a new game, {game}. Try: venice-pnp build {game} --data {folder}")


def run_schema(folder: Path | None) -> None:
    """The schemas as files, or as one text."""
    if folder is None:
        show_file(msgspec.json.format(msgspec.json.encode(all_schemas()), indent=2).decode() + "\n")
        return
    with clear_messages():
        typer.echo(f"{folder}: {', '.join(write_schemas(folder))}")


def run_diff(old: str, new: str, lang: str, html: Path | None) -> None:
    """What differs between two editions, in words; with pictures as a page."""
    with clear_messages():
        pairs = pairs_of(old, new)
        for before, after in pairs:
            found = changes(before, after)
            title = f"{after.name}: kit {before.kit_id} → {after.kit_id}"
            typer.echo(
                f"{title}, {len(found)} difference{'' if len(found) == 1 else 's'}"
                if found
                else f"{after.name}: the same"
            )
            for change in found:
                typer.echo(f"  {change.said()}")
        if html:
            write_whole(html, compared(pairs, old, new, lang).encode())
            typer.echo(f"Wrote {html}.")


def run_printed(game: str | None, out: Path) -> None:
    """Remembers what was built as printed."""
    with clear_messages():
        prints = remember_printed(game, out)
        typer.echo("Remembered as printed:")
        for made in prints:
            typer.echo(f"  {made.kit} ({made.lang}, {made.edition}): kit {made.kit_id}, {len(made.items)} items")
