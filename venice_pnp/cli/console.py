"""`play`: the door to the console."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from venice_pnp.cli.desk import Desk, language
from venice_pnp.console.evening import Wishes
from venice_pnp.console.play import Asked, demo
from venice_pnp.console.play import play as evening
from venice_pnp.referee.table import Table, open_game


class Wanted(NamedTuple):
    """What was asked for besides table, data and language."""

    game: str
    lang: str | None
    new: bool
    plain: bool
    large: bool
    timer: int
    demo: str | None  # the seed of a demo
    pace: float


def play(desk: Desk, wanted: Wanted) -> int:
    """Plays until everybody has left; says how to go on."""
    if wanted.game:
        open_game(wanted.game, desk.data)  # is there such a game?
    asked = Asked(
        desk.table,
        desk.data,
        language(wanted.lang) if wanted.lang else None,
        desk.lang,
        wanted.plain,
        Wishes(wanted.large, wanted.timer),
        _print_sheet,
        wanted.new or bool(wanted.game),
        wanted.game,
    )
    said = evening(asked) if wanted.demo is None else demo(asked, wanted.demo, wanted.pace)
    if said:
        print(said)
    return 0


def _print_sheet(table: Table, lang: str, file: Path) -> None:
    from venice_pnp.cli.sheet import write_sheet

    write_sheet(table, lang, file)
