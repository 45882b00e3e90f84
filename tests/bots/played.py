"""Games of easy bots that several tests look at."""

from __future__ import annotations

from functools import cache

from venice_pnp.bots import EASY
from venice_pnp.bots.playing import BotGame, play_out
from venice_pnp.referee.table import open_game


@cache
def easy_game(game: str, players: int) -> BotGame:
    return play_out(open_game(game), [EASY] * players, f"easy {players}")
