"""`play`: the door to the console."""

from __future__ import annotations

from typing import NamedTuple

from venice_pnp.cli.desk import Call, language
from venice_pnp.console.evening import Wishes
from venice_pnp.console.session import Asked, demo, lesson
from venice_pnp.console.session import play as evening
from venice_pnp.referee.table import open_game


class PlayWish(NamedTuple):
    """What was asked for besides table, data and language."""

    game: str
    lang: str | None
    new: bool
    plain: bool
    large: bool
    timer: int
    demo: str | None  # the seed of a demo
    pace: float
    teach: bool = False


def play(call: Call, wanted: PlayWish) -> int:
    """Plays until everybody has left; says how to go on."""
    if wanted.game:
        open_game(wanted.game, call.data)  # is there such a game?
    asked = Asked(
        call.table,
        call.data,
        language(wanted.lang, call.data) if wanted.lang else None,
        call.lang,
        wanted.plain,
        Wishes(wanted.large, wanted.timer),
        wanted.new or bool(wanted.game),
        wanted.game,
    )
    if wanted.teach:
        said = lesson(asked)
    else:
        said = evening(asked) if wanted.demo is None else demo(asked, wanted.demo, wanted.pace)
    if said:
        print(said)
    return 0
