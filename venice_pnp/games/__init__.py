"""The games: one folder each, found by its name. Nothing else has to change for a fifth one.

A game's folder may hold `tables.py` (the model `Tables` of its data; its `faults`, if it has them, tell what
is wrong with the data as a whole), `board.py` (its board's drawing) and `rules.py` (its rules). A game that
is data only needs no folder here.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

from venice_pnp.kit import Kit, load_kit, quick_kit
from venice_pnp.kit.load import game_of


def part_of(game: str, part: str) -> ModuleType | None:
    """The module `part` of a game's folder, or None if it has none."""
    folder = f"{__name__}.{game}"
    if not game.isidentifier():
        return None
    try:
        return import_module(f"{folder}.{part}")
    except ModuleNotFoundError as missing:
        if missing.name in (folder, f"{folder}.{part}"):
            return None
        raise


def open_kit(game: str, data: Path | None = None) -> Kit:
    """The checked kit of a game, with the game's own tables."""
    tables = part_of(game_of(game, data), "tables")
    return load_kit(game, tables.Tables if tables else None, data)


def quick_open(game: str, data: Path | None = None) -> Kit:
    """As `open_kit`, from the cache where nothing has changed; it does not know where values stand."""
    tables = part_of(game_of(game, data), "tables")
    return quick_kit(game, tables.Tables, data) if tables else load_kit(game, None, data)
