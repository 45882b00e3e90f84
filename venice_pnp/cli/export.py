"""`venice-pnp export …`: the same game for other tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from venice_pnp.cli.roster import Roster


def _export() -> None:
    """Exports for other tables than the one at home."""


roster = Roster(
    _export,
    help="The same game for other tables: digital ones.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


@roster.command(
    epilog="Example: venice-pnp export tabletop-simulator canaletto --base-url https://example.org/canaletto"
)
def tabletop_simulator(
    game: Annotated[str, typer.Argument(help="Which game.")],
    lang: Annotated[str, typer.Option(help="The language.")] = "en",
    base_url: Annotated[
        str, typer.Option("--base-url", metavar="URL", help="Where you put the pictures; none: local files.")
    ] = "",
    setup: Annotated[
        str,
        typer.Option("--setup", metavar="NAME", help="A set-up by its name, or none; usually that for a first game."),
    ] = "",
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="For how many; usually as many as the game takes.")
    ] = None,
    data: Annotated[Path | None, typer.Option("--data", metavar="DIR", help="Your own data folder.")] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="A folder; none: GAME-tabletop.")] = None,
) -> None:
    """Make a saved game for Tabletop Simulator: board, decks, tiles, bags and the rules, set up for a first game.
    A game of data only comes with nothing set up."""
    from venice_pnp.cli.build import clear_messages
    from venice_pnp.export.tabletop import export_game

    with clear_messages():
        made = export_game(game, out or Path(f"{game}-tabletop"), lang, base_url, data, setup, players)
        typer.echo(f"{made.file}: {made.pieces} pieces, {made.pictures} pictures beside it.")
        typer.echo("Put the file into the folder Saves of the program (Documents/My Games/Tabletop Simulator/Saves).")
