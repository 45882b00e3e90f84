"""Players that see one seat's view and choose a move; a bot never gets the state of a table."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from venice_pnp.bots.by_chance import RandomBot
from venice_pnp.bots.chosen import Bot, Chosen
from venice_pnp.bots.levels import EasyBot, MediumBot
from venice_pnp.bots.mind import Mind
from venice_pnp.bots.search import HardBot
from venice_pnp.contract.abilities import Weights
from venice_pnp.referee.table import Opened
from venice_pnp.speech.tongues import is_answer

LEVELS = RANDOM, EASY, MEDIUM, HARD = "random", "easy", "medium", "hard"  # the first only for measuring

__all__ = ["EASY", "HARD", "LEVELS", "MEDIUM", "RANDOM", "Bot", "Chosen", "bot_of", "level_of"]


def level_of(word: str, data: Path | None = None) -> str | None:
    """The level that a word means, in any language."""
    return next((level for level in LEVELS if is_answer(word, level, data=data)), None)


def bot_of(
    opened: Opened,
    level: str,
    chance: random.Random,
    enough: Callable[[], bool] | None = None,
    changed: Weights | None = None,
) -> Bot:
    """A player of this level for the seats of one game; all that it leaves to chance comes from `chance`. Thinking that
    takes long is over when `enough` says so. What is `changed`, of weights and of how much it thinks, goes before the
    kit's."""
    if level not in LEVELS:
        raise ValueError(f"there is no level {level}")
    mind = Mind(opened, chance, changed)
    if level == HARD:
        return HardBot(mind, enough)
    return RandomBot(mind) if level == RANDOM else EasyBot(mind) if level == EASY else MediumBot(mind)
