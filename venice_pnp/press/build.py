"""From a kit to files: every language, paper and edition; written as a whole or not at all."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

from msgspec import Struct, structs

from venice_pnp.draw.inks import Edition
from venice_pnp.draw.studio import DrawBoard, Library, Studio
from venice_pnp.kit import Fault, FaultyData, Kit
from venice_pnp.kit.faults import Place, nearest
from venice_pnp.kit.watched import hashed, watched
from venice_pnp.press.abreast import abreast, at_once
from venice_pnp.press.boxes import BOX_FILE, check_boxes
from venice_pnp.press.order import Manuscript, Order, chosen_boxes, parts_in
from venice_pnp.press.profile import Profile
from venice_pnp.press.services import IMAGES, OWN_PRINTER
from venice_pnp.press.shelf import Shelf, opened, prepare, put_away, shelf_file
from venice_pnp.press.unchanged import code_of, digest
from venice_pnp.press.workshop import WHOLE, MadeFile, Workshop

WORKSHOP, FORGOTTEN = ".building-", 3600  # folders of builds at work; after so many seconds nobody works there any more
Step = Callable[[str], None]  # told before each file


class Made(Struct, frozen=True):
    """What came of a part of a build: files, files of an earlier one that are not made any more, the shelves for the
    next, faults."""

    files: list[MadeFile]
    left_over: list[Path] = []
    shelves: list[Path] = []
    faults: list[Fault] = []

    def __add__(self, other: Made) -> Made:
        return Made(*(one + more for one, more in zip(structs.astuple(self), structs.astuple(other), strict=True)))


def steps_of(order: Order) -> int:
    return len(order.langs) * len(order.editions)


def build(
    kit: Kit,
    library: Library,
    boards: Mapping[str, DrawBoard],
    order: Order,
    profile: Profile,
    out: Path,
    step: Step,
    manuscript: Manuscript | None = None,
) -> list[MadeFile]:
    """Builds one kit; nothing in `out` changes before all of it has succeeded."""
    check_order(kit, order)
    boxes = chosen_boxes(kit, order)
    check_boxes(kit, boxes, order.papers, order.sleeves)
    if order.service not in OWN_PRINTER:
        profile = Profile()  # another printer has other errors
    out.mkdir(parents=True, exist_ok=True)
    _clear_away(out)
    work = out / f"{WORKSHOP}{os.getpid()}-{time.time_ns():x}"
    work.mkdir()
    made = Made([])
    key = _everywhere(kit, library, boards, order, profile)

    def one_edition(lang: str, edition: Edition) -> Made:
        file = shelf_file(out, kit.name, lang, edition, *_asked(order))
        keeps = order.service in OWN_PRINTER
        shelf = opened(file, key) if keeps else Shelf()
        seen = watched(kit, lang, library.content)
        studio = Studio(seen, library.noting(seen.read), lang, edition)
        shop = Workshop(studio, boards, boxes, manuscript, order, profile, shelf)
        if order.service == IMAGES:
            return Made([shop.images(work, out)])
        files = [one for paper in order.papers for one in shop.one_paper(paper, work, out)]
        if not keeps:
            return Made(files)
        prepare(file, shop.kept())
        return Made(files, shop.left_over(out), [file])

    def faults_noted(lang: str, edition: Edition) -> Made:
        try:
            return one_edition(lang, edition)
        except FaultyData as error:
            return Made([], faults=error.faults)

    def all_of(share: list[tuple[str, Edition]]) -> Made:
        return sum((faults_noted(*pair) for pair in share), Made([]))

    try:
        shares = _shared_out(order)
        if len(shares) > 1:
            library.fonts.measure()  # once, before the work is shared
        with closing(abreast([partial(all_of, share) for share in shares])) as results:
            for share in shares:
                for lang, _ in share:
                    step(f"{kit.name}/{lang}")
                made += next(results)
        if made.faults:
            raise FaultyData(list(dict.fromkeys(made.faults)))
        _publish(work, out)
        for file in made.left_over:
            file.unlink(missing_ok=True)
        for file in made.shelves:
            put_away(file)
    finally:
        _take_down(work)
    return made.files


def _shared_out(order: Order) -> list[list[tuple[str, Edition]]]:
    """Who makes what side by side. Where there are fewer processors than editions, those of a language are made one
    after the other: what was read for one, and how its lines break, serves the next."""
    editions = [[(lang, edition) for edition in order.editions] for lang in order.langs]
    return editions if steps_of(order) > at_once() else [[pair] for pairs in editions for pair in pairs]


def _everywhere(kit: Kit, library: Library, boards: Mapping[str, DrawBoard], order: Order, profile: Profile) -> str:
    """A hash of what every sheet depends on. The other data of the game, templates and symbols are watched
    where they are read."""
    every = (kit.id, kit.name, kit.game, kit.shared, kit.chosen, profile, _asked(order))
    return hashed((digest([*map(str, library.typefaces), *code_of(boards.values())]), *every))


def _asked(order: Order) -> list[str]:
    """The order without its languages and editions, each of which has a shelf of its own."""
    sets = {"only": sorted(order.only or ()), "without": sorted(order.without)}
    plain = structs.asdict(order) | sets | {"langs": (), "editions": ()}
    return [f"{name}={value}" for name, value in plain.items()]


def check_order(kit: Kit, order: Order) -> None:
    """Raises FaultyData if something is asked for that the kit does not have."""
    faults = []
    for what, chosen, known in (
        ("paper", order.papers, kit.shared.papers),
        ("language", order.langs, kit.game.languages),
    ):
        for name in chosen:
            if name not in known:
                faults.append(Fault(Place(kit.folder), f"unknown {what} '{name}'{nearest(name, known)}"))
    boxes: tuple[str, ...] = (BOX_FILE,)  # may be left out
    for named, more in ((order.only or frozenset(), ()), (order.without, boxes)):
        for name in sorted(named):
            if name not in (*kit.components, *more):
                faults.append(Fault(Place(kit.folder), _unknown_part(kit, name, more)))
    if faults:
        raise FaultyData(faults)


def _unknown_part(kit: Kit, name: str, more: tuple[str, ...]) -> str:
    """What of a kit can be named, where something else was: parts, and files that hold some of them."""
    from venice_pnp.press.guide import GAME_BOX  # only for a fault

    parts, files = list(kit.components), [file for file in (*parts_in(kit), *more) if file not in kit.components]
    known = f"parts: {', '.join(parts)}; files: {', '.join(files)}"
    if name.removesuffix(".pdf") in (*WHOLE, GAME_BOX):
        return f"'{name}' is made from all parts, in a build without --only and --without; {known}"
    near = nearest(name, (*parts, *files))
    return f"unknown part '{name}'{near if 'mean' in near else ''}; {known}".replace("?; ", "? ")


def _clear_away(out: Path) -> None:
    """What builds left behind that were killed."""
    for folder in out.glob(f"{WORKSHOP}*"):
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > FORGOTTEN:
                _take_down(folder)


def _take_down(work: Path) -> None:
    """Most often only empty folders are left."""
    for folder in (*sorted(work.rglob("*"), reverse=True), work):
        with suppress(OSError):
            folder.rmdir()
    if work.exists():
        import shutil  # hardly ever

        shutil.rmtree(work, ignore_errors=True)


def _publish(work: Path, out: Path) -> None:
    """Moves every finished file into its place; each appears as a whole."""
    for new in sorted(work.rglob("*")):
        if new.is_file():
            target = out / new.relative_to(work)
            target.parent.mkdir(parents=True, exist_ok=True)
            new.replace(target)
