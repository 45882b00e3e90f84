"""From a kit to files: every language, paper and edition; written as a whole or not at all."""

from __future__ import annotations

import gc
import hashlib
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct, json, structs

from venice_pnp.draw.inks import Edition
from venice_pnp.draw.pdf import Plates
from venice_pnp.draw.studio import UNDRAWABLE, Library, Studio
from venice_pnp.kit import Fault, FaultyData, Kit
from venice_pnp.kit.book import BOOKLET
from venice_pnp.kit.faults import Place, nearest
from venice_pnp.press.abreast import abreast
from venice_pnp.press.booklet import Leaf, Manuscript, OnTheCover, booklet
from venice_pnp.press.boxes import BOX_FILE, Wanted, check_boxes, wanted, with_boxes
from venice_pnp.press.changes import Known, looks
from venice_pnp.press.folding import FOLDED, READING, flipped, folded, leaf_size, reading
from venice_pnp.press.guide import guide
from venice_pnp.press.pack import TooLarge
from venice_pnp.press.pages import Layout, Page, Placed, Printed
from venice_pnp.press.pieces import DrawBoard, Parts, draw_parts
from venice_pnp.press.profile import Profile, Sides
from venice_pnp.press.services import IMAGE_LIST, IMAGES, OWN_PRINTER, Service, for_shop, with_bleed, write_images
from venice_pnp.press.writer import Chapter, Pressed, pdf_bytes

KIT_FILE, GUIDE_FILE = "kit", "guide"
BOOKLET_STOCK = "plain"
MANIFEST = "manifest.json"
WORKSHOP, FORGOTTEN = ".building-", 3600  # folders of builds at work; after so many seconds nobody works there any more


class Order(Struct, frozen=True):
    """What is to be built."""

    papers: tuple[str, ...]
    langs: tuple[str, ...]
    editions: tuple[Edition, ...]
    sides: Sides
    only: frozenset[str] | None = None
    without: frozenset[str] = frozenset()  # parts that the players bring themselves
    sleeves: bool = False  # boxes for sleeved cards
    service: Service = "home"  # who prints


class MadeFile(Struct, frozen=True):
    """A file that was written, for the closing table."""

    path: Path
    sheets: int
    stock: str
    pieces: int


Step = Callable[[str], None]  # told before each file


def folder_of(kit: str, lang: str, paper: str, edition: Edition, service: Service = "home") -> Path:
    """`canaletto/en/a4`, `canaletto/en/a4/low-ink` for the other edition, `canaletto/en/a4/copy-shop` for a service."""
    base = Path(kit) / lang / paper
    if service != "home":
        base = base / service
    return base if edition == "colour" or service == "black" else base / edition


def chosen_parts(kit: Kit, order: Order) -> frozenset[str] | None:
    """Which parts are printed; None means all."""
    if not order.without:
        return order.only
    return (order.only or frozenset(kit.components)) - order.without


def chosen_boxes(kit: Kit, order: Order) -> list[Wanted]:
    """The boxes for the chosen parts; none if only some parts are printed, or `--without box`."""
    if BOX_FILE in order.without or order.only is not None:
        return []
    return wanted(kit, chosen_parts(kit, order), order.sleeves)


def steps_of(order: Order) -> int:
    return len(order.langs)


def build(
    kit: Kit,
    library: Library,
    boards: dict[str, DrawBoard],
    order: Order,
    profile: Profile,
    out: Path,
    step: Step,
    manuscript: Manuscript | None = None,
) -> list[MadeFile]:
    """Builds one kit; nothing in `out` changes before all of it has succeeded."""
    _check_order(kit, order)
    boxes = chosen_boxes(kit, order)
    check_boxes(kit, boxes, order.papers, order.sleeves)
    if order.service not in OWN_PRINTER:
        profile = Profile()  # another printer has other errors
    out.mkdir(parents=True, exist_ok=True)
    _clear_away(out)
    work = Path(tempfile.mkdtemp(prefix=WORKSHOP, dir=out))
    made: list[MadeFile] = []
    plates = Plates(library.fonts, order.service == "black")  # editions and papers share what looks alike

    def one_language(lang: str) -> list[MadeFile] | list[Fault]:
        files: list[MadeFile] = []
        try:
            for edition in order.editions:
                studio = Studio(kit, library, lang, edition)
                told = manuscript if manuscript and lang in manuscript.book.languages and not order.only else None
                drawn = draw_parts(studio, boards, None if told else chosen_parts(kit, order))
                parts = with_boxes(studio, _only(drawn, chosen_parts(kit, order)), boxes)
                if order.service == IMAGES:
                    folder = folder_of(kit.name, lang, IMAGES, edition)
                    files.append(_images(studio, parts, plates, work / folder, out / folder))
                    continue
                if order.service == "copy-shop":
                    parts = with_bleed(studio, parts)
                for paper in order.papers:
                    folder = folder_of(kit.name, lang, paper, edition, order.service)
                    leaves = _leaves(studio, drawn, told, paper) if told else []
                    files += _one_set(
                        studio, parts, plates, boxes, leaves, paper, order, profile, work / folder, out / folder
                    )
        except FaultyData as error:
            return error.faults
        return files

    try:
        with _keeping_all(), closing(abreast([partial(one_language, lang) for lang in order.langs])) as results:
            for lang in order.langs:
                step(f"{kit.name}/{lang}")
                made += _sound(next(results))
        _publish(work, out)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return made


def _sound(result: list[MadeFile] | list[Fault]) -> list[MadeFile]:
    """The files of a language, unless its data were faulty."""
    faults = [one for one in result if isinstance(one, Fault)]
    if faults:
        raise FaultyData(faults)
    return [one for one in result if isinstance(one, MadeFile)]


def _images(studio: Studio, parts: Parts, plates: Plates, work: Path, final: Path) -> MadeFile:
    """The faces as images; boxes are for scissors at home."""
    pieces = [p for p in parts.pieces if p.file != BOX_FILE]
    count = write_images(studio, structs.replace(parts, pieces=pieces), plates, work)
    return MadeFile(final / IMAGE_LIST, count, "", sum(not p.alternative for p in pieces))


def _only(parts: Parts, chosen: frozenset[str] | None) -> Parts:
    """The pieces that are printed; the booklet also shows what the players bring themselves."""
    if chosen is None:
        return parts
    return structs.replace(parts, pieces=[p for p in parts.pieces if p.component in chosen])


def _leaves(studio: Studio, parts: Parts, manuscript: Manuscript, paper: str) -> list[Leaf]:
    """The pages of the rule booklet; what does not fit there is a fault of its text."""
    kit = studio.kit
    place = Place(kit.folder / BOOKLET)
    try:
        return booklet(studio, parts, manuscript, leaf_size(kit.shared.papers[paper]))
    except OnTheCover as error:
        place, message = kit.places.get("game", place), f"on the cover of the booklet ({studio.lang}, {paper}): {error}"
    except UNDRAWABLE as error:
        message = f"in the booklet ({studio.lang}, {paper}): {error}"
    except KeyError as error:
        message = f"in the booklet ({studio.lang}): there is no {error} in the data"
    raise FaultyData([Fault(place, message)])


@contextmanager
def _keeping_all() -> Iterator[None]:
    """Drawings live until the build ends; to look through them for garbage again and again only takes time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _check_order(kit: Kit, order: Order) -> None:
    faults = []
    for what, chosen, known in (
        ("paper", order.papers, kit.shared.papers),
        ("language", order.langs, kit.game.languages),
        ("part", sorted(order.only or ()), kit.components),
        ("part", sorted(order.without), (*kit.components, BOX_FILE)),
    ):
        for name in chosen:
            if name not in known:
                faults.append(Fault(Place(kit.folder), f"unknown {what} '{name}'{nearest(name, known)}"))
    if faults:
        raise FaultyData(faults)


def _one_set(
    studio: Studio,
    parts: Parts,
    plates: Plates,
    boxes: Sequence[Wanted],
    leaves: Sequence[Leaf],
    paper: str,
    order: Order,
    profile: Profile,
    work: Path,
    final: Path,
) -> list[MadeFile]:
    """All files of one language, paper and edition."""
    layout = Layout(studio, parts, paper, order.sides, profile)
    counts = _counts(studio.kit, parts)
    files, pages = _laid_out(layout, counts, order, boxes, leaves, paper)
    work.mkdir(parents=True)
    pressed = Pressed(plates)
    entries = []
    made = []
    for printed in files:
        data = _pdf(
            layout, [Chapter(printed.title, printed.pages)], parts, pressed, profile, printed.title, printed.duplex
        )
        entries.append(_written(work, printed, data))
        placed = sum(len(p.placed) for p in printed.pages if p.side == "front")
        made.append(MadeFile(final / f"{printed.name}.pdf", printed.sheets, printed.stock, placed))
    name, rest = (GUIDE_FILE, []) if order.service == "copy-shop" else (KIT_FILE, files)  # a shop prints file by file
    whole = _whole(pages, rest, order.sides)
    duplex = order.sides if any(f.duplex for f in rest) else None
    data = _pdf(layout, whole, parts, pressed, profile, layout.word(f"file-{name}"), duplex)
    sheets = sum(f.sheets for f in rest if not _apart(f)) + sum(p.side == "front" or not duplex for p in pages)
    entry = Printed(name, "", "", sheets, (), duplex)
    entries.append(_written(work, entry, data))
    made.append(MadeFile(final / f"{name}.pdf", sheets, "" if rest else BOOKLET_STOCK, 0))
    manifest = _manifest(
        studio, paper, order.sides, entries, counts, order, boxes, looks(_only(parts, frozenset(studio.kit.components)))
    )
    (work / MANIFEST).write_bytes(json.format(json.encode(manifest), indent=1) + b"\n")
    return made


def _laid_out(
    layout: Layout,
    counts: dict[str, int],
    order: Order,
    boxes: Sequence[Wanted],
    leaves: Sequence[Leaf],
    paper: str,
) -> tuple[list[Printed], list[Page]]:
    """The sheets of all files and the guide; what does not fit there is a fault of the data."""
    kit = layout.studio.kit
    place = kit.places.get("game", Place(kit.folder))
    try:
        files = [*layout.files(), *(_bound(layout, leaves) if leaves else ())]
        if order.service == "copy-shop":
            files = for_shop(layout, files)
        return files, guide(layout, files, counts, order.without, boxes, order.sleeves)
    except TooLarge as error:
        message = f"{error} does not fit on {paper}; choose a larger paper"
    except UNDRAWABLE as error:
        message = f"in the build guide or in the footer of a sheet ({layout.studio.lang}, {paper}): {error}"
    raise FaultyData([Fault(place, message)])


def _bound(layout: Layout, leaves: Sequence[Leaf]) -> tuple[Printed, Printed]:
    """The booklet to fold and to read."""
    word = layout.word
    return (
        folded(leaves, layout.paper, word(f"file-{FOLDED}"), BOOKLET_STOCK, layout.sides),
        reading(leaves, layout.paper, word(f"file-{READING}"), BOOKLET_STOCK),
    )


def _pdf(
    layout: Layout,
    chapters: list[Chapter],
    parts: Parts,
    pressed: Pressed,
    profile: Profile,
    title: str,
    duplex: str | None,
) -> bytes:
    kit, lang = layout.studio.kit, layout.studio.lang
    name = kit.game.title.in_language(lang)
    return pdf_bytes(
        chapters,
        parts.faces,
        layout.fonts,
        profile,
        title=f"{name}: {title}",
        author=kit.game.credit.in_language(lang),
        lang=lang,
        duplex=duplex,
        pressed=pressed,
    )


def _whole(first: Sequence[Page], files: list[Printed], sides: Sides) -> list[Chapter]:
    """Cover, then all sheets in print order. In a duplex file every sheet has a back, if only an empty one."""
    two_sided = any(f.duplex for f in files)
    chapters = [Chapter(first[0].title, _with_backs(first, two_sided))]
    for printed in files:
        if printed.name == FOLDED and sides == "long-edge":
            printed = flipped(printed)
        if not _apart(printed):
            chapters.append(Chapter(printed.title, _with_backs(printed.pages, two_sided)))
    return chapters


def _apart(printed: Printed) -> bool:
    """Files that are printed instead of others: the copy shop's poster, other forms of some pieces."""
    return printed.alternative or printed.name == "board-poster"


def _with_backs(pages: Sequence[Page], two_sided: bool) -> list[Page]:
    out: list[Page] = []
    for i, page in enumerate(pages):
        out.append(page)
        follows_back = i + 1 < len(pages) and pages[i + 1].side == "back"
        if two_sided and page.side == "front" and not follows_back:
            out.append(Page(-page.number, "back", page.size, (), (), (), page.trim, page.title))
    return out


def _written(work: Path, printed: Printed, data: bytes) -> dict[str, Any]:
    """Writes a file; returns its lines of the manifest. Other forms of a piece are no second piece: they are
    listed as `alternatives`, not as `placed`; nor are our own additions, the `extras`, parts of the rules."""
    (work / f"{printed.name}.pdf").write_bytes(data)
    pages = []
    for page in printed.pages:
        placed = [_line(p) for p in page.placed if not p.extra]
        extras = [_line(p) for p in page.placed if p.extra]
        entry: dict[str, Any] = {"page": page.number, "side": page.side, "paper_mm": [round(v, 2) for v in page.size]}
        entry |= {"placed": [], "alternatives": placed} if printed.alternative else {"placed": placed}
        pages.append(entry | ({"extras": extras} if extras else {}))
    return {
        "path": f"{printed.name}.pdf",
        "sha256": hashlib.sha256(data).hexdigest(),
        "sheets": printed.sheets,
        "pages": pages,
    }


def _line(placed: Placed) -> dict[str, Any]:
    return {
        "component": placed.component,
        "item": placed.item,
        "copy": placed.copy,
        "trim_mm": [round(v, 4) for v in placed.trim],
        "rotation": placed.rotation,
    }


def _counts(kit: Kit, parts: Parts) -> dict[str, int]:
    counts = dict.fromkeys((name for name in kit.components if any(p.component == name for p in parts.pieces)), 0)
    for piece in parts.pieces:
        if piece.component in counts:
            counts[piece.component] += not piece.alternative
    return counts


def _manifest(
    studio: Studio,
    paper: str,
    sides: Sides,
    files: Iterable[dict[str, Any]],
    counts: dict[str, int],
    order: Order,
    boxes: Sequence[Wanted],
    known_items: dict[str, Known],
) -> dict[str, Any]:
    kit = studio.kit
    chosen = {name: c for name, c in kit.components.items() if order.only is None or name in order.only}
    left_out = {name: {"left_out": True} for name in order.without}
    return {
        "kit": kit.id,
        "kit_id": kit.kit_id,
        "lang": studio.lang,
        "paper": paper,
        "edition": studio.inks.edition,
        "duplex": sides,
        "files": list(files),
        "items": {name: [known.look, known.copies] for name, known in known_items.items()},
        "components": [
            {"id": name, "required": c.count, "placed": counts.get(name, 0), "provenance": c.provenance}
            | left_out.get(name, {})
            for name, c in chosen.items()
            if not c.extra
        ],
        "extras": [
            {"id": name, "placed": counts[name], "provenance": c.provenance}
            for name, c in chosen.items()
            if c.extra and name in counts
        ]
        + [{"id": kind, "placed": n, "provenance": "designed"} for kind, n in Counter(b.kind for b in boxes).items()],
    }


def _clear_away(out: Path) -> None:
    """What builds left behind that were killed."""
    for folder in out.glob(f"{WORKSHOP}*"):
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > FORGOTTEN:
                shutil.rmtree(folder, ignore_errors=True)


def _publish(work: Path, out: Path) -> None:
    """Moves every finished file into its place; each appears as a whole."""
    for new in sorted(work.rglob("*")):
        if new.is_file():
            target = out / new.relative_to(work)
            target.parent.mkdir(parents=True, exist_ok=True)
            new.replace(target)
