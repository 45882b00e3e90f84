"""From a wish to printable files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from msgspec import ValidationError, convert

from venice_pnp.door.files import Where, path_of
from venice_pnp.door.kits import boards_of, choosing, game_names, libraries_of, load_kit, open_kits, with_site
from venice_pnp.door.manuscript import manuscript_of
from venice_pnp.door.wishes import EXPORTED, Several, Wish, WrongWish, listed, one_of
from venice_pnp.draw.inks import EDITIONS, Edition
from venice_pnp.draw.studio import Library
from venice_pnp.games import find_game, folder_of
from venice_pnp.kit import Kit
from venice_pnp.kit.load import home
from venice_pnp.kit.models import BoardMm, Mount
from venice_pnp.kit.mounting import FOR_TILES, with_tiles
from venice_pnp.press.build import Step, steps_of
from venice_pnp.press.build import build as build_kit
from venice_pnp.press.order import COUNTERS, Order, parts_in
from venice_pnp.press.parts import with_square_counters
from venice_pnp.press.profile import SIDES, Profile, load_profile, profile_path
from venice_pnp.press.services import OWN_PRINTER, SERVICES, Service
from venice_pnp.press.unchanged import code_of
from venice_pnp.press.workshop import MadeFile


class Job(NamedTuple):
    """A wish that can be fulfilled: for each kit an order."""

    kits: list[Kit]
    orders: list[Order]
    library: Callable[[Kit], Library]
    profile: Profile
    out: Path

    @property
    def steps(self) -> int:
        return sum(map(steps_of, self.orders))

    def make(self, step: Step) -> list[MadeFile]:
        """The files; `step` is told before each part of the work."""
        made: list[MadeFile] = []
        for kit, order in zip(self.kits, self.orders, strict=True):
            boards, manuscript = boards_of(kit), manuscript_of(kit)
            made += build_kit(kit, self.library(kit), boards, order, self.profile, self.out, step, manuscript)
        return made


def build(
    game: str | Kit,
    out: Where = "output",
    *,
    paper: Several = "",
    lang: Several = "",
    edition: Several = "",
    sides: str = "",
    only: Several = "",
    without: Several = "",
    options: Several = "",
    profile: str = "home",
    sleeves: bool = False,
    counters: str = "round",
    tiles: str = "",
    board_mm: float | None = None,
    site: str = "",
    data: Where | None = None,
    templates: Where | None = None,
) -> list[MadeFile]:
    """The printable files of a game, in `out`; what they say nothing about is as `venice-pnp build` has it.

    Raises FaultyData or WrongWish; then everything in `out` is as it was.
    """
    kit = load_kit(game, data) if isinstance(game, str) else game
    folders = (kit.folder.parent, path_of(templates), Path(out))
    made = (*folders, profile, sleeves, counters, tiles, board_mm, site)
    wish = Wish((kit.name,), paper, lang, edition, sides, only, without, options, *made)
    return _job([kit], wish).make(lambda _name: None)


def job_of(wish: Wish) -> Job:
    """What is to be done for a wish; raises WrongWish or FaultyData."""
    return _job(open_kits(wish.games, wish.data), wish)


def _job(kits: Iterable[Kit], wish: Wish) -> Job:
    profile = load_profile()
    library = libraries_of(wish.templates, wish.data)
    square = one_of(wish.counters, COUNTERS, "form of counters", exit_code=2) == "square"
    tiles, board = _tiles(wish)
    wanted = [with_tiles(choosing(kit, wish.options), tiles, board) for kit in kits if kit.components]
    if square:
        wanted = [with_square_counters(kit) for kit in wanted]
    if wish.site:
        wanted = [with_site(kit, wish.site) for kit in wanted]
    return Job(wanted, [_order(wish, kit, profile) for kit in wanted], library, profile, wish.out)


def _order(wish: Wish, kit: Kit, profile: Profile) -> Order:
    return Order(
        papers=tuple(listed(wish.paper) or [profile.paper]),
        langs=tuple(listed(wish.lang) or kit.game.languages),
        editions=tuple(edition_of(e) for e in listed(wish.edition) or [_usual_edition(wish.service)]),
        sides=one_of(
            wish.sides or (profile if wish.service in OWN_PRINTER else Profile()).sides, SIDES, "sides", exit_code=2
        ),
        only=frozenset(_parts_of(kit, wish.only)) or None,
        without=frozenset(_parts_of(kit, wish.without)),
        sleeves=wish.sleeves,
        service=_service(wish),
    )


def _parts_of(kit: Kit, names: Several) -> Iterator[str]:
    """The parts that are named; the name of a file, such as `city` or `board-tiles.pdf`, stands for all it holds."""
    for name in listed(names):
        held = parts_in(kit).get(name.removesuffix(".pdf"), [])
        yield from [name] if name in kit.components or not held else held


def _tiles(wish: Wish) -> tuple[Mount | None, float | None]:
    """How all tiles are made, and on what board, if not as the data say."""
    tiles = one_of(wish.tiles, FOR_TILES, "way to make tiles", exit_code=2) if wish.tiles else None
    try:
        board = None if wish.board_mm is None else convert(wish.board_mm, BoardMm)
    except ValidationError:
        raise WrongWish(
            f"a board of {wish.board_mm:g} mm: it may be 0 to 3 mm thick (usual: 2, 1.5, 1, 0)", 2
        ) from None
    if tiles == "card" and board:
        raise WrongWish("tiles of card are glued on no board; leave out --board-mm", 2)
    return tiles, board


def _service(wish: Wish) -> Service:
    """Who prints; what makes no sense for him is refused."""
    if wish.service in EXPORTED:
        raise WrongWish(f"--profile {wish.service} is made by `venice-pnp build` alone", 2)
    if wish.service not in SERVICES:
        one_of(wish.service, (*SERVICES, *EXPORTED), "profile", exit_code=2)
    known = one_of(wish.service, SERVICES, "profile", exit_code=2)
    coloured = listed(wish.edition) not in ([], ["low-ink"])
    for service, given, message in (
        ("images", wish.paper, "images have no paper; leave out --paper"),
        ("images", wish.sides, "images are fronts and backs by themselves; leave out --sides"),
        (
            "images",
            wish.tiles or wish.board_mm is not None,
            "images are glued on nothing; leave out how tiles are made",
        ),
        ("images", wish.sleeves, "images hold no boxes; leave out --sleeves"),
        ("copy-shop", wish.sides == "gutterfold", "a copy shop prints both sides; leave out --sides gutterfold"),
        ("black", coloured, "black prints the low-ink edition; leave out --edition"),
    ):
        if wish.service == service and given:
            raise WrongWish(f"--profile {service}: {message}", 2)
    return known


def _usual_edition(service: str) -> Edition:
    return "low-ink" if service == "black" else "colour"


def edition_of(name: str) -> Edition:
    return one_of(name, EDITIONS, "edition", exit_code=2)


def taken_in(wish: Wish) -> list[Path]:
    """Everything a build reads."""
    own = [folder for folder in (wish.data, wish.templates) if folder]
    for game in wish.games or game_names(wish.data):
        if folder := folder_of(game, wish.data):
            own += [folder, *map(Path, code_of(find_game(game).boards().values()))]
    return [*dict.fromkeys(own), home("data"), home("templates"), profile_path()]
