"""One language of a kit in one edition: from its parts to the files of every paper.

What an earlier build left on the shelf is used again where nothing it was made from has changed: faces, the pages of
the sheets with the guide, and the pages of the booklet. Files are written anew from them: the kit id
stands on every page.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct, json, structs

from venice_pnp.draw.engraving import RULED, cover_of
from venice_pnp.draw.pdf import Plates
from venice_pnp.draw.scene import FACE, Group, rect
from venice_pnp.draw.studio import UNDRAWABLE, DrawBoard, Studio
from venice_pnp.kit import Fault, FaultyData, Kit
from venice_pnp.kit.book import BOOKLET
from venice_pnp.kit.faults import Place
from venice_pnp.kit.mounting import mount_of
from venice_pnp.kit.watched import Watched, of_the_data
from venice_pnp.press.boxes import BOX_FILE, Wanted, with_boxes
from venice_pnp.press.changes import Known, looks
from venice_pnp.press.folding import FOLDED, READING, folded, leaf_size, reading
from venice_pnp.press.mounts import Fold, printed_as
from venice_pnp.press.order import Manuscript, OnTheCover, Order, chosen_parts, folder_of
from venice_pnp.press.pack import TooLarge
from venice_pnp.press.pages import Layout, Page, Placed, Printed, filled, word_of
from venice_pnp.press.parts import Gallery, Parts, draw_parts
from venice_pnp.press.print_order import apart_of, guide_sheets, guide_sides, in_print_order, kit_pages
from venice_pnp.press.profile import Profile
from venice_pnp.press.services import IMAGE_LIST, IMAGES, for_shop, with_bleed, write_images
from venice_pnp.press.shelf import Ready, Shelf, Stage
from venice_pnp.press.tableau import BOARD, Props, tableau
from venice_pnp.press.writer import Chapter, Pressed, pdf_bytes, press

KIT_FILE, GUIDE_FILE, SLIP_FILE = "kit", "guide", "print-me"
WHOLE = (KIT_FILE, GUIDE_FILE, SLIP_FILE, FOLDED, READING, BOX_FILE)  # files that are made from all parts
BOOKLET_STOCK = "plain"
MANIFEST = "manifest.json"


class MadeFile(Struct, frozen=True):
    """A file that was written, for the closing table."""

    path: Path
    sheets: int
    stock: str
    pieces: int
    filled: float = 0.0  # sheets that its pieces would fill without gaps
    apart: bool = False  # printed instead of another one


class Workshop:
    """Where the files of one language and edition are made."""

    def __init__(
        self,
        studio: Studio,
        boards: Mapping[str, DrawBoard],
        boxes: Sequence[Wanted],
        manuscript: Manuscript | None,
        order: Order,
        profile: Profile,
        shelf: Shelf,
    ) -> None:
        assert isinstance(studio.kit, Watched)
        self.studio, self.kit, self.boxes, self.order, self.profile = studio, studio.kit, boxes, order, profile
        self.lang, self.edition, self.shelf = studio.lang, studio.inks.edition, shelf
        spoken = manuscript and self.lang in manuscript.book.languages and not order.only
        self.manuscript = manuscript if spoken else None
        self.boards, self.chosen = boards, chosen_parts(self.kit, order)
        self.gallery = Gallery(shelf.hung())
        self.drawn = draw_parts(studio, boards, None if self.manuscript else self.chosen, self.gallery)
        kept = shelf.stamped(self.kit.kit_id)
        self.plates = Plates(studio.fonts, dict(self.drawn.faces), order.service == "black", kept, shelf.letters)
        self.papers: dict[str, tuple[Stage, Stage | None]] = {}  # sheets and booklet
        self.files: dict[str, str] = {}  # all that is written, with their hashes
        self.for_boxes: dict[str, str] = {}  # what the boxes were drawn from
        self.for_cover: dict[str, str] = {}

    @cached_property
    def cover(self) -> Group:
        """The game's cover, as a drawing that a file holds once."""
        self.kit.read.clear()
        scene = cover_of(self.studio, self.boards)
        self.for_cover = self.kit.notes()
        return Group(scene.items, clip=rect(*RULED), key=f"{FACE}cover {self.edition} {self.lang}")

    @cached_property
    def parts(self) -> Parts:
        """What is printed; the booklet also shows what the players bring themselves."""
        self.kit.read.clear()
        parts = with_boxes(self.studio, _only(self.drawn, self.chosen), self.boxes)
        self.for_boxes = self.kit.notes()
        return with_bleed(parts) if self.order.service == "copy-shop" else parts

    def _shown(self) -> Parts:
        """What lies on a table: all that was drawn, and the boxes."""
        boxes = [piece for piece in self.parts.pieces if piece.file == BOX_FILE and piece.extra]
        return Parts([*self.drawn.pieces, *boxes], self.parts.faces)

    def kept(self) -> Shelf:
        """What the next build may use again."""
        stages = [stage for pair in self.papers.values() for stage in pair if stage]
        pages = [
            page.plate for stage in stages for run in (stage.more, *(f.pages for f in stage.files)) for page in run
        ]
        plates = list(self.plates.all_of(pages).values())
        return Shelf(
            self.shelf.key, self.kit.kit_id, self.gallery.now, plates, self.plates.letters, self.files, self.papers
        )

    def left_over(self, out: Path) -> list[Path]:
        """Files of the last build that this one does not make, unless somebody changed them."""
        old = [(out / name, digest) for name, digest in self.shelf.files.items() if name not in self.files]
        return [file for file, digest in old if file.is_file() and _sha256(file.read_bytes()) == digest]

    def images(self, work: Path, out: Path) -> MadeFile:
        """The faces as images; boxes are for scissors at home."""
        folder = folder_of(self.kit.name, self.lang, IMAGES, self.edition)
        pieces = [p for p in _only(self.drawn, self.chosen).pieces if p.file != BOX_FILE]
        count = write_images(self.studio, structs.replace(self.drawn, pieces=pieces), work / folder)
        return MadeFile(out / folder / IMAGE_LIST, count, "", sum(not p.alternative for p in pieces))

    def one_paper(self, paper: str, work: Path, out: Path) -> list[MadeFile]:
        """All files of one paper."""
        folder = folder_of(self.kit.name, self.lang, paper, self.edition, self.order.service)
        sheets_before, book_before = self.shelf.papers.get(paper, (None, None))
        if self.order.service == "copy-shop":
            self.plates.faces.update(self.parts.faces)  # they have more bleed, in the booklet too
        book = self._book(paper, book_before) if self.manuscript else None
        sheets = self._sheets(paper, book, sheets_before)
        files = [*sheets.files, *(book.files if book else ())]
        counts = _counts(self.kit.plain, _only(self.drawn, self.chosen))
        (work / folder).mkdir(parents=True, exist_ok=True)  # one edition lies within another
        entries, made = [], []
        in_kit = [] if self.order.service == "copy-shop" else in_print_order(files, self.kit.shared.stocks)
        lie = kit_pages(len(sheets.more), (len(f.pages) for f in in_kit))
        places = {f.name: place for f, place in zip(in_kit, lie, strict=True)}
        apart = apart_of(files)
        for ready, chapters in [
            *((f, [(f.title, f.pages)]) for f in [*files, self._slip(sheets.more)]),
            self._whole(sheets.more, in_kit),
        ]:
            path = folder / f"{ready.name}.pdf"
            data = self._pdf(ready, chapters)
            (work / path).write_bytes(data)
            digest = self.files[str(path)] = _sha256(data)
            entries.append(_entry(path.name, digest, ready, places.get(ready.name)))
            kept_out = ready.name in apart
            made.append(MadeFile(out / path, ready.sheets, ready.stock, ready.pieces, ready.filled, kept_out))
        known_items = looks(_only(self.drawn, self.chosen))
        manifest = _manifest(self.studio, paper, entries, counts, self.order, self.boxes, known_items)
        (work / folder / MANIFEST).write_bytes(json.format(json.encode(manifest), indent=1) + b"\n")
        self.papers[paper] = sheets, book
        return made

    # --- stages -----------------------------------------------------------------------------------------
    def _book(self, paper: str, before: Stage | None) -> Stage:
        """The booklet to fold and to read."""
        assert self.manuscript is not None
        book, size = self.manuscript.book, leaf_size(self.kit.shared.papers[paper])
        with _in_the_booklet(self.studio, paper):
            laid = [self.manuscript.situate(one) for one in book.situations()]
        seen = [structs.replace(piece, edges=("", "")) for piece in self.drawn.pieces]  # a page shows no cut
        shown = [one is not None for one in laid]  # a picture is as large, whatever lies on the board
        frame = self.kit.hashed((book, shown, self.manuscript.places(), seen, _outlines(self.drawn), size))
        given = self.kit.hashed((frame, laid))
        known, read = None, dict[str, str]()
        if before and before.proof and before.proof.given == frame and self.kit.unchanged(of_the_data(before.read)):
            known = before.proof.anew(self.studio)
            if known == before.proof and before.given == given and self.kit.unchanged(before.read):
                return before
            read = {path: self.kit.hash_at(path) for path in before.read}  # a symbol is as large, however it looks
        from venice_pnp.press.booklet import proved  # not if its pages are kept

        shared, cover = self.kit.shared, self.cover
        self.kit.read.clear()
        with _in_the_booklet(self.studio, paper):
            leaves, proof = proved(self.studio, self.drawn, self.manuscript, size, cover, known)
        to_fold, to_read = (word_of(self.studio, f"file-{name}") for name in (FOLDED, READING))
        bound = folded(leaves, shared.papers[paper], to_fold, BOOKLET_STOCK, self.order.sides)
        loose = reading(leaves, shared.papers[paper], to_read, BOOKLET_STOCK)
        files = [self._ready(bound, paper), self._ready(loose, paper)]
        proof = structs.replace(proof, given=frame)
        return Stage(given, read | self.for_cover | self.kit.notes(), files, proof=proof)

    def _sheets(self, paper: str, book: Stage | None, before: Stage | None) -> Stage:
        """The sheets of all pieces, and the guide."""
        bound = [file.bare() for file in book.files] if book else []
        own = _only(self.drawn, self.chosen)
        booklets = [(f.name, f.title, f.stock, f.sheets, f.duplex, len(f.pages)) for f in bound]
        shown = self.manuscript.show() if self.manuscript else ((), ())
        edges = [scene.edge for scene in own.faces.values()]
        given = self.kit.hashed((own.pieces, _outlines(own), edges, self.boxes, booklets, shown))
        if before and before.given == given and self.kit.unchanged(before.read):
            return before
        self.plates.faces.update(self.parts.faces)  # with the boxes
        shares = self.order.service != "copy-shop"  # a shop prints cards one a page
        shown_parts, cover = self._shown(), self.cover
        self.kit.read.clear()
        layout = Layout(self.studio, self.parts, paper, self.order.sides, self.profile, shares=shares)
        counts = _counts(self.kit.plain, self.parts)
        props = Props(self.studio, shown_parts, *shown, self.boxes, cover)
        files, pages = _laid_out(layout, counts, self.order, props, bound, paper)
        names = {f.name for f in bound}
        made = [self._ready(f, paper) for f in files if f.name not in names]
        runs = (pages[:1], pages[1:2], pages[2:])
        more = [page for run in runs for page in press(run, self.plates, self.profile)]
        return Stage(given, self.for_boxes | self.for_cover | self.kit.notes(), made, tuple(more))

    def _ready(self, printed: Printed, paper: str) -> Ready:
        """A file with its lines of the manifest. Other forms of a piece are no second piece: they are listed as
        `alternatives`, not as `placed`; nor are our own additions, the `extras`, parts of the rules."""
        lines = []
        for page in printed.pages:
            placed = [_line(p) for p in page.placed if not p.extra]
            extras = [_line(p) for p in page.placed if p.extra]
            entry: dict[str, Any] = {
                "page": page.number,
                "side": page.side,
                "paper_mm": [round(v, 2) for v in page.size],
            }
            if page.fold:
                entry |= _fold(page.fold, page.size[1])
            entry |= {"placed": [], "alternatives": placed} if printed.alternative else {"placed": placed}
            lines.append(entry | ({"extras": extras} if extras else {}))
        return Ready(
            printed.name,
            printed.title,
            printed.stock,
            printed.sheets,
            printed.duplex,
            printed.alternative,
            press(printed.pages, self.plates, self.profile),
            lines,
            sum(len(p.placed) for p in printed.pages if p.side == "front"),
            filled(printed, self.kit.shared.papers[paper]),
        )

    # --- files ------------------------------------------------------------------------------------------
    def _slip(self, first: Sequence[Pressed]) -> Ready:
        """The page for the printer, alone; it is the second of the kit."""
        title = word_of(self.studio, f"file-{SLIP_FILE}")
        return Ready(SLIP_FILE, title, BOOKLET_STOCK, 1, None, False, tuple(first[1:2]), [], 0, 1.0)

    def _whole(self, first: Sequence[Pressed], in_kit: Sequence[Ready]) -> tuple[Ready, list[Chapter]]:
        """The first page, the page for the printer and the guide, then all sheets in print order; a shop prints file
        by file."""
        name, stock = (KIT_FILE, "") if in_kit else (GUIDE_FILE, BOOKLET_STOCK)
        front, slip, told = first[:1], first[1:2], first[2:]
        lead: list[Chapter] = [(word_of(self.studio, "opening"), front)]
        lead += [(word_of(self.studio, SLIP_FILE), slip)] if in_kit else []
        lead.append((word_of(self.studio, GUIDE_FILE), told))
        chapters = [*lead, *((f.title, f.pages) for f in in_kit)]
        duplex = None if in_kit else guide_sides(self.order.sides)
        count = sum(f.sheets for f in in_kit) + guide_sheets(sum(len(run) for _, run in lead), self.order.sides)
        title = word_of(self.studio, f"file-{name}")
        return Ready(name, title, stock, count, duplex, False, (), [], 0, 0.0), chapters

    def _pdf(self, ready: Ready, chapters: Sequence[Chapter]) -> bytes:
        game = self.kit.game
        return pdf_bytes(
            chapters,
            self.plates,
            title=f"{game.title.in_language(self.lang)}: {ready.title}",
            author=game.credit.in_language(self.lang),
            lang=self.lang,
            duplex=ready.duplex,
        )


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _outlines(parts: Parts) -> list[tuple[Any, ...]]:
    """All that a page must know of the faces to show them."""
    return [(name, f.width, f.height, f.outline, f.bleed) for name, f in parts.faces.items()]


def _entry(path: str, digest: str, ready: Ready, in_kit: tuple[int, int] | None) -> dict[str, Any]:
    """A file in the manifest. The file of the whole kit has no stock of its own."""
    said: dict[str, Any] = {"path": path, "sha256": digest, "sheets": ready.sheets, "duplex": ready.duplex}
    said |= {"stock": ready.stock} if ready.stock else {}
    said |= {"kit_pages": list(in_kit)} if in_kit else {}
    return said | {"pages": ready.lines}


def _only(parts: Parts, chosen: frozenset[str] | None) -> Parts:
    """The pieces that are printed; the booklet also shows what the players bring themselves."""
    if chosen is None:
        return parts
    return structs.replace(parts, pieces=[p for p in parts.pieces if p.component in chosen])


@contextmanager
def _in_the_booklet(studio: Studio, paper: str) -> Iterator[None]:
    """What cannot be set, or cannot be laid on the board, is a fault of the booklet's text."""
    kit = studio.kit
    place = Place(kit.folder / BOOKLET)
    try:
        yield
        return
    except OnTheCover as error:
        place, message = kit.places.get("game", place), f"on the cover of the booklet ({studio.lang}, {paper}): {error}"
    except UNDRAWABLE as error:
        message = f"in the booklet ({studio.lang}, {paper}): {error}"
    except KeyError as error:
        message = f"in the booklet ({studio.lang}): there is no {error} in the data"
    raise FaultyData([Fault(place, message)])


def _laid_out(
    layout: Layout,
    counts: dict[str, int],
    order: Order,
    props: Props,
    bound: Sequence[Printed],
    paper: str,
) -> tuple[list[Printed], list[Page]]:
    """The sheets of all files, the first page, the page for the printer and the guide; what does not fit there is a
    fault of the data."""
    from venice_pnp.press.game_box import game_box  # not if their pages are kept
    from venice_pnp.press.guide import guide  # nor these
    from venice_pnp.press.opening import opening  # nor these
    from venice_pnp.press.print_me import PrintRun, print_me

    kit = layout.studio.kit
    place = kit.places.get("game", Place(kit.folder))
    try:
        files = [*layout.files(), *bound]
        table = tableau(props) if props.laid and BOARD in kit.components else []
        if props.boxes and bound and order.service == "home":
            files.append(game_box(layout, props.boxes, props.cover, table))
        if order.service == "copy-shop":
            files = for_shop(layout, files)
        shop = order.service == "copy-shop"
        told = guide(layout, files, counts, order.without, props.boxes, order.sleeves)
        name, pages = (GUIDE_FILE, len(told) + 1) if shop else (KIT_FILE, len(told) + 2)
        lead = PrintRun(
            name,
            layout.word(f"print-me-{name}"),
            BOOKLET_STOCK,
            guide_sides(order.sides),
            pages,
            guide_sheets(pages, order.sides),
            None if shop else (1, pages),
        )
        ordered = in_print_order(files, kit.shared.stocks)
        sheets = Counter({BOOKLET_STOCK: lead.sheets})
        for file in ordered:
            sheets[file.stock] += file.sheets
        front = opening(layout, sheets, props.cover, table)
        return files, [front, print_me(layout, files, lead), *told]
    except TooLarge as error:
        message = f"{error} does not fit on {paper}; choose a larger paper"
    except UNDRAWABLE as error:
        message = f"in the build guide or in the footer of a sheet ({layout.studio.lang}, {paper}): {error}"
    raise FaultyData([Fault(place, message)])


def _fold(fold: Fold, height: float) -> dict[str, Any]:
    """Where a page is folded, measured as its trims are, and how far its two faces are kept apart."""
    place = {"y": round(height - fold.at, 4)} if fold.level else {"x": round(fold.at, 4)}
    return {"fold_mm": place, "gutter_mm": round(fold.gutter, 4)}


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
        "duplex": order.sides,
        "files": list(files),
        "items": {name: [known.look, known.copies] for name, known in known_items.items()},
        "components": [
            {"id": name, "required": c.count, "placed": counts.get(name, 0), "provenance": c.provenance}
            | {"mount": printed_as(mount_of(c, kit.shared.stocks), order.sides)}
            | left_out.get(name, {})
            for name, c in chosen.items()
            if not c.extra
        ],
        "extras": [
            {"id": name, "placed": counts[name], "provenance": c.provenance}
            | {"mount": printed_as(mount_of(c, kit.shared.stocks), order.sides)}
            for name, c in chosen.items()
            if c.extra and name in counts
        ]
        + [{"id": kind, "placed": n, "provenance": "designed"} for kind, n in Counter(b.kind for b in boxes).items()],
    }
