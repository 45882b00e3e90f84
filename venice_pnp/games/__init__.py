"""The games, each one declared value. Nothing else in the house knows a game by its name.

A game of this package is found by the name of its folder, one from elsewhere by an entry point of the group
`venice_pnp.games`; a game that is data only needs neither. Code comes from installed packages alone: a folder of data
never brings any.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import cast

from venice_pnp.contract.game import AnyGame, Game
from venice_pnp.kit import Fault, FaultyData, Kit, find_games, load_kit, quick_kit
from venice_pnp.kit.faults import Place, nearest
from venice_pnp.kit.load import game_of, has_game, home

GROUP = "venice_pnp.games"


@cache
def find_game(name: str) -> AnyGame:
    """The game of this name. Its clients see its rules and states only through the contract, so that the types of
    its own are given up here, and here alone."""
    found = _of_this_house(name) or _from_elsewhere(name) or Game(name)
    return cast("AnyGame", found)


def game_names(data: Path | None = None) -> list[str]:
    """The games of a folder of data; none given: those of this house, then those of installed packages."""
    if data is not None:
        return find_games(data)
    ours = find_games(home("data"))
    return [*ours, *(name for name in _installed() if name not in ours)]


def all_games() -> list[AnyGame]:
    """The games of this house and those of installed packages."""
    return [find_game(name) for name in game_names()]


def folder_of(name: str, data: Path | None = None) -> Path | None:
    """The folder of data that holds a game: the one given; with a game from elsewhere its own; None: that of this
    house. Installed packages are only asked about names that this house does not know."""
    return data if data is not None or has_game(home("data"), name) else find_game(name).folder()


def knows(name: str, data: Path | None = None) -> bool:
    """Are there data for a game of this name?"""
    return has_game(folder_of(name, data) or home("data"), name)


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
        try:
            game: object = point.load()
        except Exception as error:  # somebody else's code; whatever it does, the person gets one clear message
            said = f"the installed game '{name}' cannot be loaded: {type(error).__name__}: {error}"
            raise FaultyData([Fault(Place(Path(point.value)), said)]) from error
        return game
    return None


def _installed() -> list[str]:
    """The names of games from elsewhere, each once; they are not loaded for that."""
    from importlib.metadata import entry_points  # slow to load, and no game of this house needs it

    return list(dict.fromkeys(point.name for point in entry_points(group=GROUP)))


def open_kit(game: str, data: Path | None = None) -> Kit:
    """The checked kit of a game, with the game's own tables."""
    folder = _known_folder(game, data)
    return load_kit(game, find_game(game_of(game, folder)).tables(), folder)


def quick_open(game: str, data: Path | None = None) -> Kit:
    """As `open_kit`, from the cache where nothing has changed; it does not know where values stand."""
    folder = _known_folder(game, data)
    tables = find_game(game_of(game, folder)).tables()
    return quick_kit(game, tables, folder) if tables else load_kit(game, None, folder)


def _known_folder(game: str, data: Path | None) -> Path | None:
    """As `folder_of`; raises FaultyData for a name that is in no folder, with the names of installed games in mind."""
    folder = folder_of(game, data)
    if data is None and folder is None and not has_game(home("data"), game):
        said = f"there is no game '{game}'{nearest(game, game_names())}"
        raise FaultyData([Fault(Place(home("data")), said)])
    return folder
