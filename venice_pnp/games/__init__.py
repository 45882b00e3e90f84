"""The games, each one declared value. Nothing else in the house knows a game by its name.

A game of this package is found by the name of its folder, one from elsewhere by an entry point of the group
`venice_pnp.games`; a game that is data only needs neither.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import cast

from venice_pnp.contract.game import AnyGame, Game
from venice_pnp.kit import Kit, find_games, load_kit, quick_kit
from venice_pnp.kit.load import game_of, home

GROUP = "venice_pnp.games"


@cache
def find_game(name: str) -> AnyGame:
    """The game of this name. Its clients see its rules and states only through the contract, so that the types of
    its own are given up here, and here alone."""
    found = _of_this_house(name) or _from_elsewhere(name) or Game(name)
    return cast("AnyGame", found)


def all_games() -> list[AnyGame]:
    """The games of this house and those of installed packages."""
    from importlib.metadata import entry_points  # slow to load

    names = [*find_games(home("data")), *(point.name for point in entry_points(group=GROUP))]
    return [find_game(name) for name in dict.fromkeys(names)]


def _of_this_house(name: str) -> object | None:
    folder = f"{__name__}.{name}"
    if not name.isidentifier():
        return None
    try:
        game: object = import_module(folder).GAME
    except ModuleNotFoundError as missing:
        if missing.name != folder:
            raise
        return None
    return game


def _from_elsewhere(name: str) -> object | None:
    from importlib.metadata import entry_points  # slow to load, and no game of this house needs it

    for point in entry_points(group=GROUP, name=name):
        game: object = point.load()
        return game
    return None


def open_kit(game: str, data: Path | None = None) -> Kit:
    """The checked kit of a game, with the game's own tables."""
    return load_kit(game, find_game(game_of(game, data)).tables(), data)


def quick_open(game: str, data: Path | None = None) -> Kit:
    """As `open_kit`, from the cache where nothing has changed; it does not know where values stand."""
    tables = find_game(game_of(game, data)).tables()
    return quick_kit(game, tables, data) if tables else load_kit(game, None, data)
