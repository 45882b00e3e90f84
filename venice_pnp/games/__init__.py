"""The games: one folder each, found by its name. Nothing else has to change for a fifth one.

A game's folder may hold `tables.py` (the model `Tables` of its data), `board.py` (its board's
drawing) and `rules.py` (its rules). A game that is data only needs no folder here.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from venice_pnp.kit import Kit, load_kit


def part_of(game: str, part: str) -> ModuleType | None:
    """The module `part` of a game's folder, or None if it has none."""
    name = f"{__name__}.{game}"
    if not game.isidentifier() or find_spec(name) is None or find_spec(f"{name}.{part}") is None:
        return None
    return import_module(f"{name}.{part}")


def open_kit(game: str, data: Path | None = None) -> Kit:
    """The checked kit of a game, with the game's own tables."""
    tables = part_of(game, "tables")
    return load_kit(game, tables.Tables if tables else None, data)
