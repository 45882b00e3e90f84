"""Players that see one seat's view and choose a move; a bot never gets the state of a table."""

from __future__ import annotations

import random

from venice_pnp.bots.by_chance import RandomBot
from venice_pnp.bots.choice import Bot, Choice
from venice_pnp.referee.table import Opened

RANDOM = "random"  # only for measuring
LEVELS = (RANDOM, "easy", "medium", "hard")

__all__ = ["LEVELS", "RANDOM", "Bot", "Choice", "bot_of"]


def bot_of(opened: Opened, level: str, chance: random.Random) -> Bot:
    """A player of this level for the seats of one game; all that it leaves to chance comes from `chance`."""
    guessing = opened.game.guessing()
    if guessing is None or level not in LEVELS:
        raise ValueError(f"no bot plays {opened.kit.id} at the level {level}")
    return RandomBot(opened.rules, guessing, chance)
