"""Kits to print, and what their drawing needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import ValidationError, convert, structs

from venice_pnp.door.files import Where, path_of
from venice_pnp.door.wishes import Several, WrongWish, listed
from venice_pnp.draw.studio import DrawBoard, Library
from venice_pnp.games import find_game, folder_of, open_kit
from venice_pnp.games import game_names as names_of_games
from venice_pnp.kit import Fault, FaultyData, Kit
from venice_pnp.kit.faults import nearest
from venice_pnp.kit.load import home
from venice_pnp.kit.models import Address, Choice


def game_names(data: Where | None = None) -> list[str]:
    """The games there are: those that came with the program and with installed packages, or those of one's own data."""
    return names_of_games(path_of(data))


def load_kit(game: str, data: Where | None = None) -> Kit:
    """The parts, numbers and texts of a game, read and checked; raises FaultyData."""
    return open_kit(game, path_of(data))


def with_site(kit: Kit, address: str) -> Kit:
    """The kit whose booklet and refusals lead to pages at this address."""
    try:
        site = convert(address.rstrip("/"), Address)
    except ValidationError:
        raise WrongWish(f"--site {address}: an address begins with https:// (or http://)", 2) from None
    return structs.replace(kit, game=structs.replace(kit.game, site=site))


def open_kits(games: Sequence[str], data: Path | None) -> list[Kit]:
    """The kits asked for, or all; the faults of all of them at once."""
    kits: list[Kit] = []
    faults: list[Fault] = []
    for name in games or game_names(data):
        try:
            kits.append(open_kit(name, data))
        except FaultyData as error:
            faults += error.faults
    if faults:
        raise FaultyData(faults)
    if not kits:
        raise WrongWish("there is no game in this data folder")
    return kits


def choosing(kit: Kit, options: Several) -> Kit:
    """The kit with the options of this print, such as `deck=listed`."""
    pairs = listed(options)
    chosen: dict[str, str] = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        known = _values_of(kit, name)
        if value not in known:
            raise WrongWish(f"unknown value '{value}' of {name}{nearest(value, known)}", 2)
        chosen[name] = value
    made = structs.replace(kit, chosen=chosen)
    for name, component in kit.components.items():
        count = sum(item.copies for item in made.items(component))
        if count != component.count:
            wanted, given = f"{component.count} × {name}", ",".join(pairs)
            raise WrongWish(f"{component.rule} asks for {wanted}, but with {given} the data makes {count}")
    return made


def _values_of(kit: Kit, name: str) -> Sequence[str]:
    try:
        option = kit.looked_up(f"options.{name}")
    except KeyError:
        option = None
    if not isinstance(option, Choice):
        raise WrongWish(f"{kit.id} has no option '{name}' for its parts", 2)
    return option.values


def boards_of(kit: Kit) -> Mapping[str, DrawBoard]:
    """What the game's own code can draw."""
    return find_game(kit.id).boards()


def is_refereed(kit: Kit) -> bool:
    """Does anybody know the rules of this game? One of data only can be printed."""
    return find_game(kit.id).rules(kit) is not None


def library_of(templates: Path | None, data: Path | None) -> Library:
    """The shipped templates, with one's own over them: given, or beside one's own data."""
    if templates and not templates.is_dir():
        raise WrongWish(f"{templates}: no such folder of templates")
    beside = data / "templates" if data and (data / "templates").is_dir() else None
    own = templates or beside
    return Library(own, home("templates")) if own else Library(home("templates"))


def libraries_of(templates: Path | None, data: Path | None) -> Callable[[Kit], Library]:
    """The library of each kit: the same for all but games from elsewhere, which bring templates of their own."""
    made: dict[Path | None, Library] = {data: library_of(templates, data)}

    def library(kit: Kit) -> Library:
        folder = folder_of(kit.name, data)
        if folder not in made:
            made[folder] = library_of(templates, folder)
        return made[folder]

    return library
