"""`build --profile cutter`: sheets that a cutting machine finds by their marks, and the lines it follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, product
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import json

from venice_pnp.door.files import write_whole
from venice_pnp.door.kits import boards_of
from venice_pnp.door.printing import job_of
from venice_pnp.door.wishes import Wish, WrongWish, one_of
from venice_pnp.draw.scene import Item, Matrix, Outline, Spot, ellipse, moved, polyline, rect, times, transform, turned
from venice_pnp.draw.scene import Path as Line
from venice_pnp.draw.studio import Studio
from venice_pnp.draw.symbols import parse_path
from venice_pnp.draw.template import PathElement
from venice_pnp.export.cut_lines import CutLine, dxf_bytes, svg_bytes
from venice_pnp.export.machines import Cutters, Layer, Machine, Marks, load_cutters
from venice_pnp.export.nesting import nested
from venice_pnp.export.pictures import png_bytes, points_of
from venice_pnp.kit import Fault, FaultyData
from venice_pnp.kit.faults import Place
from venice_pnp.press.boxes import with_boxes
from venice_pnp.press.build import check_order
from venice_pnp.press.marks import small
from venice_pnp.press.mounts import mirrored_x, mirrored_y
from venice_pnp.press.order import Order, chosen_boxes, chosen_parts
from venice_pnp.press.pack import Placement, TooLarge
from venice_pnp.press.pages import Page
from venice_pnp.press.parts import CODE, Parts, Piece, draw_parts, fold_heights
from venice_pnp.press.writer import pdf_of

CUTTER, MANIFEST = "cutter", "cutter.json"
STICKERS = "label"  # a stock on a carrier that stays whole
FOLDS, CUTS = "folds", "cuts"  # what these elements of a template draw is scored, or cut within the piece
WHOLE = ("board", "sheet")  # too large for such machines, or not cut at all
DPI = 300
BLACK, WHITE = "#000000", "#FFFFFF"
FOOT = 9.0  # mm from the foot of a page: the name of the sheet


class CutFile(NamedTuple):
    """What was made of the sheets of one stock."""

    pdf: Path
    sheets: int
    pieces: int
    stock: str


class ForCutter(NamedTuple):
    """What was made, and the parts that no machine of this kind can cut."""

    files: list[CutFile]
    left_out: list[str]
    told: str  # the word that says what to do with them
    facts: dict[str, str]


def build_for_cutter(wish: Wish, machine: str) -> ForCutter:
    """Everything that a machine can cut of the kits; written when all of it is made."""
    if wish.tiles not in ("", "card") or wish.board_mm:
        raise WrongWish("--profile cutter: machines cut card, not board; leave out how tiles are made", 2)
    cutters = load_cutters()
    one_of(machine, cutters.machines, "machine", exit_code=2)
    job = job_of(wish._replace(service="home", tiles="card"))
    files: list[CutFile] = []
    left_out: list[str] = []
    contents: dict[Path, bytes] = {}
    for kit, order in zip(job.kits, job.orders, strict=True):
        check_order(kit, order)
        for lang, edition, paper in product(order.langs, order.editions, order.papers):
            studio = Studio(kit, job.library(kit), lang, edition)
            shop = _CutShop(studio, order, cutters, machine, paper)
            more = edition if edition != "colour" else ""
            folder = job.out / kit.name / lang / paper / CUTTER / machine / more
            contents |= {folder / name: content for name, content in shop.files()}
            files += [file._replace(pdf=folder / file.pdf) for file in shop.made]
            left_out += shop.left_out
    for path, content in contents.items():
        write_whole(path, content)
    chosen = cutters.machines[machine]
    told = "service-cutter-pictures" if chosen.picture else "service-cutter"
    facts = {name: f"{mm:g}" for name, mm in zip("wh", chosen.area or (), strict=False)}
    return ForCutter(files, list(dict.fromkeys(left_out)), told, facts)


class _CutShop:
    """Lays out one kit in one language and edition for one machine and paper."""

    def __init__(self, studio: Studio, order: Order, cutters: Cutters, machine: str, paper: str) -> None:
        self.studio, self.order, self.cutters, self.name, self.paper = studio, order, cutters, machine, paper
        self.machine: Machine = cutters.machines[machine]
        self.size = self.machine.sheet(studio.kit.shared.papers[paper].size)
        boxes = chosen_boxes(studio.kit, order)
        drawn = draw_parts(studio, boards_of(studio.kit), chosen_parts(studio.kit, order))
        self.parts: Parts = with_boxes(studio, drawn, boxes)
        self.nets = {(box.kind, box.item): box.net for box in boxes}
        self.made: list[CutFile] = []
        self.left_out: list[str] = []

    def files(self) -> Iterator[tuple[str, bytes]]:
        """A PDF for the sheets of each stock, for each sheet its lines, and the list of all that lies on them."""
        sheets: list[dict[str, Any]] = []
        self.left_out = list(dict.fromkeys(p.component for p in self.parts.pieces if p.form in WHOLE))
        for name, pieces in self._runs().items():
            laid = self._nested(pieces)
            pages = list(self._pages(name, laid))
            pdf = self._pdf(name, pages)
            yield f"{name}.pdf", pdf
            pictures = _pictures(pdf, pages) if self.machine.picture else {}
            for number, placed in enumerate(laid, 1):
                stem = f"{name}-{number}"
                lines = [line for p in placed for line in self._lines(p)]
                yield f"{stem}.svg", svg_bytes(lines, self.size, self.cutters.layers)
                yield f"{stem}.dxf", dxf_bytes(lines, self.size, self.cutters.layers)
                for side, end in (("front", ""), ("back", "-back")):
                    if (number, side) in pictures:
                        yield f"{stem}{end}.png", pictures[number, side]
                sheets.append({"sheet": stem, "pdf": f"{name}.pdf", "placed": [self._listed(p) for p in placed]})
            self.made.append(CutFile(Path(f"{name}.pdf"), len(laid), len(pieces), pieces[0].stock))
        kit = self.studio.kit
        manifest = {
            "kit": kit.id,
            "kit_id": kit.kit_id,
            "lang": self.studio.lang,
            "edition": self.studio.inks.edition,
            "machine": self.name,
            "sheet_mm": [round(v, 4) for v in self.size],
            "sheets": sheets,
            "left_out": self.left_out,
        }
        yield MANIFEST, json.format(json.encode(manifest), indent=1) + b"\n"

    def _runs(self) -> dict[str, list[Piece]]:
        """What is printed alike: on one stock, on one side or on both; other forms of a piece apart."""
        runs: dict[str, list[Piece]] = {}
        for piece in self.parts.pieces:
            if piece.form not in WHOLE:
                parts = (piece.stock, "two-sided" if piece.back else "", piece.file if piece.alternative else "")
                runs.setdefault("-".join(filter(None, parts)), []).append(piece)
        return runs

    def _nested(self, pieces: Sequence[Piece]) -> list[list[Placement]]:
        rim = self.machine.rim
        try:
            return nested(pieces, (rim, rim, self.size[0] - 2 * rim, self.size[1] - 2 * rim), self.machine.gap)
        except TooLarge as error:
            message = f"{error} is too large for {self.machine.name} on {self.paper}; leave it out with --without"
            raise FaultyData([Fault(Place(self.studio.kit.folder), message)]) from None

    # --- pages ------------------------------------------------------------------------------------------
    def _pages(self, name: str, laid: Sequence[Sequence[Placement]]) -> Iterator[Page]:
        for number, placed in enumerate(laid, 1):
            title = f"{self.studio.kit.game.title.in_language(self.studio.lang)} · {name} {number}/{len(laid)}"
            two_sided = any(p.piece.back for p in placed)
            at = 2 * number - 1 if two_sided else number
            yield self._page(at, "front", placed, title, self._marks(title))
            if two_sided:
                yield self._page(at + 1, "back", [self._behind(p) for p in placed], title, [])

    def _page(self, number: int, side: str, placed: Sequence[Placement], title: str, marks: list[Item]) -> Page:
        shown = [(p, p.piece.front if side == "front" else p.piece.back) for p in placed]
        spots = tuple(self._spot(p, face) for p, face in shown if face)
        rim = self.machine.rim
        trim = (rim, rim, self.size[0] - 2 * rim, self.size[1] - 2 * rim)
        return Page(number, side, self.size, spots, tuple(marks), (), trim, title, bleed=self.machine.bleed)

    def _behind(self, p: Placement) -> Placement:
        w, h = self.size
        return mirrored_y(p, h) if self.order.sides == "short-edge" else mirrored_x(p, w)

    def _spot(self, p: Placement, face: str) -> Spot:
        b = self.machine.bleed
        x, y, w, h = p.x - b, p.y - b, p.width + 2 * b, p.height + 2 * b
        clip = ellipse(x + w / 2, y + h / 2, w / 2, h / 2) if p.piece.form == "round" else rect(x, y, w, h)
        return Spot(face, _onto(p), clip)

    def _marks(self, title: str) -> list[Item]:
        marks = self.machine.marks
        if marks is None:
            return []
        w, h = self.size
        return [
            *_registration(marks, w, h, self.machine.gap),
            *small(title, (w / 2, h - FOOT, w / 2 - FOOT, 4.0), self.studio.fonts, "right"),
        ]

    def _pdf(self, name: str, pages: Sequence[Page]) -> bytes:
        game, lang = self.studio.kit.game, self.studio.lang
        duplex = self.order.sides if any(page.side == "back" for page in pages) else None
        title, author = f"{game.title.in_language(lang)}: {name}", game.credit.in_language(lang)
        fonts, faces = self.studio.fonts, self.parts.faces
        return pdf_of(pages, fonts, faces, title, under=name, author=author, lang=lang, duplex=duplex)

    # --- lines ------------------------------------------------------------------------------------------
    def _lines(self, p: Placement) -> Iterator[CutLine]:
        """Folds first: a piece that is cut out no longer lies still."""
        through: Layer = "kiss" if p.piece.stock == STICKERS else "cut"
        matrix = _onto(p)
        for fold in self._folds(p.piece):
            yield CutLine(self.machine.folds, transform(fold, matrix))
        for cut in self._drawn(p.piece, CUTS):
            yield CutLine(through, transform(cut, matrix))
        yield CutLine(through, transform(self.parts.faces[p.piece.front].outline, matrix))

    def _folds(self, piece: Piece) -> Iterator[Outline]:
        net = self.nets.get((piece.component, piece.item))
        if net:
            yield from (polyline(fold) for fold in net.folds)
        elif piece.form == "standee":
            width = self.parts.faces[piece.front].width
            shape = self.studio.kit.shared.shapes[self._made_as(piece)[0]]
            yield from (polyline([(0.0, y), (width, y)]) for y in fold_heights(shape))
        else:
            yield from self._drawn(piece, FOLDS)

    def _drawn(self, piece: Piece, element: str) -> Iterator[Outline]:
        """What an element of this name draws in the template of a piece."""
        template = self._made_as(piece)[1]
        if not template or template.startswith(CODE):
            return
        found = self.studio.library.templates.get(template, Place(self.studio.kit.folder))[0].elements.get(element)
        if isinstance(found, PathElement) and isinstance(found.d, str):
            yield parse_path(found.d)

    def _made_as(self, piece: Piece) -> tuple[str, str]:
        """The shape and the template of a piece, or of its other form."""
        component = self.studio.kit.components.get(piece.component)
        if component is None:
            return "", ""
        form = component.alternative if piece.alternative and component.alternative else component
        return form.shape, form.front

    def _listed(self, p: Placement) -> dict[str, Any]:
        """As in the manifest of a build: from the lower left corner."""
        trim = (p.x, self.size[1] - p.y - p.height, p.width, p.height)
        about = {"component": p.piece.component, "item": p.piece.item, "copy": p.piece.copy}
        return about | {"trim_mm": [round(v, 4) for v in trim], "rotation": p.turn}


def _onto(p: Placement) -> Matrix:
    """From the face's mm to the page's: turned counter-clockwise, so that its box begins at the placement."""
    w, h = p.piece.size
    after = {0: (0.0, 0.0), 90: (0.0, w), 180: (w, h), 270: (h, 0.0)}[p.turn]
    return times(moved(p.x + after[0], p.y + after[1]), turned(-p.turn))


def _registration(marks: Marks, w: float, h: float, clear: float) -> list[Item]:
    """A square at the top left; angles at the top right and the bottom left, their corners outward. Round each the
    paper is white, over bleed too: else the machine does not see where a mark ends."""
    i, long, wide = marks.inset, marks.length, marks.width
    room = long + 2 * clear
    white = [(i - clear, i - clear), (w - i - long - clear, i - clear), (i - clear, h - i - long - clear)]
    boxes = [
        (i, i, long, long),
        (w - i - long, i, long, wide),
        (w - i - wide, i, wide, long),
        (i, h - i - wide, long, wide),
        (i, h - i - long, wide, long),
    ]
    cleared = [Line(rect(x, y, room, room), WHITE) for x, y in white]
    return [*cleared, *(Line(rect(*box), BLACK) for box in boxes)]


def _pictures(pdf: bytes, pages: Sequence[Page]) -> dict[tuple[int, str], bytes]:
    """Fronts and backs as PNG, by the number of their sheet and their side."""
    places = [(place, page.size) for place, page in enumerate(pages)]
    numbers = accumulate(page.side == "front" for page in pages)
    keys = [(number, page.side) for number, page in zip(numbers, pages, strict=True)]
    return {key: png_bytes(one, DPI) for key, one in zip(keys, points_of(pdf, places, DPI), strict=True)}
