"""The first pages of `kit.pdf`: parts list, shopping list, how to print, mounting, cut plans, folding, board, time.

Everything is a block; `guide_pages.py` lays them on pages.
All numbers are those of the manifest and of the sheets themselves.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import takewhile

from msgspec import Struct, structs

from venice_pnp.draw.fonts import DESCENT
from venice_pnp.draw.frames import inset
from venice_pnp.draw.scene import (
    FACE,
    PT,
    Box,
    Group,
    Item,
    Matrix,
    Outline,
    Path,
    Spot,
    Text,
    bounds,
    ellipse,
    fit,
    moved,
    polyline,
    rect,
    times,
    transform,
)
from venice_pnp.draw.text import BOUND
from venice_pnp.kit.models import Component, Mount
from venice_pnp.kit.mounting import MOUNTS, board_said, mm_said, stock_name
from venice_pnp.press.board_sheets import OVERLAP
from venice_pnp.press.box_size import SLIDE, Panels, inside_of, panels_of
from venice_pnp.press.boxes import BOX_FILE, Wanted
from venice_pnp.press.cutplan import Plan, boards_for, halved_boards, plans
from venice_pnp.press.figures import Figures, FoldStep, arrow, placed
from venice_pnp.press.guide_pages import GAP, GUTTER, Band, GuideBlock, GuideFrame, Pillar, moved_spot
from venice_pnp.press.marks import Cut
from venice_pnp.press.pack import Grid
from venice_pnp.press.pages import BOARD_POSTER, BOARD_TILES, Layout, Page, Printed
from venice_pnp.press.parts import Piece
from venice_pnp.press.work import Lasting, Saving, punches_for, savings, time_of

BODY, NOTE = 9.5, 8.0  # points
BOOKLET, GAME_BOX = "booklet", "game-box"
LEAD = 2  # pages that come before the guide
FULL = 0.6  # of a page, if there is a way
ABREAST = 3  # pictures in a row
REMARK = re.compile(r" \([^()]*\)$")  # behind the name of a part
FIRST = "\n**1** "  # how a text that counts its pictures begins to
PICTURED = 0.62  # of the width is for pictures that have their text beside them
MOUNT_PICTURED = 0.44  # the same where more is told than shown
GROWN = (2.0, 1.6, 1.3, 1.0)  # how much larger the pictures of mounting are where their page has room
MOST_PICTURED = 0.6  # of the width, however large they are
PLAN_GAP = 5.0  # between cut plans
MAP, SMALL_MAP = 0.94, 0.55  # of the width for the map of a board (not more, for low ink); with the text beside it
TALL = (42.0, 34.0, 27.0)  # mm, how high a row of pictures may be
LOW = 22.0  # mm, and how low where they do not fit on a page otherwise
BELOW = 2.0  # mm from a text to the pictures below it
BESIDE_NUMBER = 3.0  # mm, how far aside a picture stands that has a number
LOW_ROW = 14.0  # mm, how round counters are cut
SHORT_ROW = 21.0  # mm, one of two rows of pictures
SHORT = 90.0  # minutes; longer work is told in hours
FIVE, HALF = 5, 30  # minutes, the steps in which time is told
LEAST = 300.0  # seconds that are worth telling
TIMES = 27.0  # the column of times
DOTTED = 2.6  # mm, how far words stand behind the dot of what is ours
DIAL, HALF_DAY = 26.0, 12 * 3600  # mm of the clock that shows all of it, and the seconds it shows
HAND = 0.55  # mm, how wide its hands are
SPOKES = 12  # lines in the hours of a practised hand, in low ink


class Way(Struct, frozen=True):
    """How a sheet becomes cardboard: its mount, whether there is a board in it, and whether that is folded round at a
    level line."""

    mount: Mount
    on_board: bool
    level: bool


def guide(
    layout: Layout,
    files: Sequence[Printed],
    counts: dict[str, int],
    without: frozenset[str],
    boxes: Sequence[Wanted],
    sleeves: bool = False,
) -> list[Page]:
    """All pages of the guide: on as few sheets as there can be, and there with pictures as large as they may be."""
    frame = GuideFrame(layout, "guide")
    writer = _Writer(layout, frame.wide, files, counts, without, boxes, sleeves)
    before, time = tuple(writer.flowing()), tuple(writer.time())
    plain, closer = (_band(writer.cutting(frame.room, more), wide=True) for more in (0, 1))
    knife = tuple(writer.knife())
    narrow_first = [Band((), (*before, *time, *writer.mounting(frame.wide), *knife))]
    flowing, apart = [Band((), (*before, *time))], [Band((), before), _band(writer.time(frame.room), wide=False)]
    mounting = [_band(writer.mounting(frame.room, grown), wide=True) for grown in GROWN]
    wide_firsts = [[*began, mounted, Band((), knife)] for began in (flowing, apart) for mounted in mounting]
    wide_firsts += [[Band((), before), mounted, Band((), (*knife, *time))] for mounted in mounting]
    large, little = (_band(writer.board(frame.room, share), wide=True, whole=True) for share in (MAP, SMALL_MAP))
    folding = [_band(writer.folding(frame.room, frame.room, tall), wide=True) for tall in (*TALL, LOW)]
    narrow = _band(writer.folding(frame.wide, frame.room), wide=False)
    ways = [(0, one, large) for one in folding] + [(1, narrow, large), (2, folding[-1], little), (3, narrow, little)]
    firsts = [*((n % len(GROWN), first) for n, first in enumerate(wide_firsts)), (len(GROWN), narrow_first)]
    tried = [
        (liking, small, frame.laid([*first, cutting, *bands]))
        for cutting in (plain, closer)
        for small, first in firsts
        for liking, *bands in ways
    ]

    def weighed(one: tuple[int, int, list[list[Pillar]]]) -> tuple[int, ...]:
        liking, small, pages = one
        sheets, few = _sheets_for(layout, len(pages)), len(pages)
        empty = sum(max(pillar.low for pillar in page) < frame.low * FULL for page in pages[:-1])
        torn = any(0 < len(_both(pillar.blocks, time)) < len(time) for page in pages for pillar in page)
        low = layout.studio.inks.low  # large pictures use ink
        return (sheets, empty, few, torn, liking, small) if low else (sheets, empty, torn, liking, few, small)

    *_, laid = min(tried, key=weighed)
    *full, last = laid
    told = [frame.page(i, frame.evened(pillars), last=False) for i, pillars in enumerate(full, 1)]
    return [*told, frame.page(len(laid), last, last=True)]


def _both(some: Iterable[GuideBlock], others: Iterable[GuideBlock]) -> set[int]:
    """Which blocks are among some and among others."""
    return set(map(id, some)).intersection(map(id, others))


def _sheets_for(layout: Layout, pages: int) -> int:
    """Sheets of paper that the guide takes, printed behind the two pages before it."""
    return math.ceil((LEAD + pages) / 2) if layout.sides in ("long-edge", "short-edge") else pages


def _band(blocks: Iterable[GuideBlock], wide: bool, whole: bool = False) -> Band:
    """Blocks under those of them that are headings."""
    every = list(blocks)
    heads = list(takewhile(lambda block: block.heading, every))
    return Band(tuple(heads), tuple(every[len(heads) :]), wide, whole)


def how_to_build(
    layout: Layout, files: Sequence[Printed], counts: dict[str, int], boxes: Sequence[Wanted]
) -> list[GuideBlock]:
    """Everything that the guide tells, in its order, for pages that are laid out otherwise."""
    frame = GuideFrame(layout, "guide")
    writer = _Writer(layout, frame.wide, files, counts, frozenset(), boxes, sleeves=False)
    return [
        *writer.flowing(),
        *writer.time(),
        *writer.mounting(frame.wide),
        *writer.knife(),
        *writer.folding(frame.wide, frame.wide),
        *writer.board(frame.room, MAP),
    ]


# --- blocks ----------------------------------------------------------------------------------------------
class GuideText:
    """Sets texts as blocks of one width."""

    def __init__(self, layout: Layout, wide: float) -> None:
        self.layout, self.wide, self.word = layout, wide, layout.word
        self.studio, self.kit, self.lang = layout.studio, layout.studio.kit, layout.studio.lang
        self.ink, self.gold = self.studio.inks.line("ink"), self.studio.inks.line("gold")
        self._set: dict[tuple[str, float, str, float, str, str], tuple[tuple[Item, ...], float]] = {}

    def text(
        self, text: str, wide: float, font: str = "text", size: float = BODY, colour: str = "ink", align: str = "left"
    ) -> tuple[tuple[Item, ...], float]:
        """A text as long as it is, and its height; set once, however often pages are tried."""
        key = text, wide, font, size, colour, align
        if key not in self._set:
            self._set[key] = self._text(*key)
        return self._set[key]

    def _text(
        self, text: str, wide: float, font: str, size: float, colour: str, align: str
    ) -> tuple[tuple[Item, ...], float]:
        box = (0.0, 0.0, wide, 400.0)
        items = self.studio.write(text, box, font, size, colour, align=align, valign="top", floor=size, leading=1.2)
        low = max((i.y for i in items if isinstance(i, Text)), default=0.0)
        return items, low + DESCENT * size * PT

    def heading(self, key: str, wide: float = 0.0) -> GuideBlock:
        wide = wide or self.wide
        items, _ = self.text(self.word(key), wide, "title", 13, "brick")
        rule = Path(polyline([(0, 6.2), (wide, 6.2)]), stroke=self.gold, width=0.35)
        return GuideBlock(6.6, (*items, rule), heading=True, said=(self.word(key),), topic=key)

    def paragraph(
        self, text: str, size: float = BODY, font: str = "reading", stays: bool = False, wide: float = 0.0
    ) -> GuideBlock:
        items, high = self.text(text, wide or self.wide, font, size)
        return GuideBlock(high, items, heading=stays, said=(text,))

    def tick(self, x: float, y: float) -> Path:
        return Path(rect(x, y, 3.4, 3.4, 0.4), None, self.ink, 0.3)

    def moved(self, items: Sequence[Item], x: float, y: float) -> list[Item]:
        return [Group(tuple(items), moved(x, y))]


class _Writer(GuideText):
    """Writes the blocks of one guide."""

    def __init__(
        self,
        layout: Layout,
        wide: float,
        files: Sequence[Printed],
        counts: dict[str, int],
        without: frozenset[str],
        boxes: Sequence[Wanted],
        sleeves: bool,
    ) -> None:
        super().__init__(layout, wide)
        self.counts, self.without, self.boxes, self.sleeves = counts, without, boxes, sleeves
        self.faces, self.pieces = layout.parts.faces, layout.parts.pieces
        self.alternatives = [f for f in files if f.alternative and any(page.grids for page in f.pages)]
        self.posters = [f for f in files if f.name == BOARD_POSTER]
        self.game_box = next((f for f in files if f.name == GAME_BOX), None)
        self.singles = [f for f in files if f.single]
        self.files = [f for f in files if not (f.alternative or f.single or f.name == BOARD_POSTER)]
        self.figures = Figures(self.studio)
        self._drawn: dict[Way, list[FoldStep]] = {}  # of each mount, for all sizes
        self.under_board = mm_said(self.kit.shared, self.kit.shared.making.under_board, self.lang)

    def flowing(self) -> Iterator[GuideBlock]:
        """What comes before the glue, all of the width of a column."""
        yield from self._parts()
        yield from self._shopping()
        yield from self._printing()

    # --- parts list --------------------------------------------------------------------------------------
    def _parts(self) -> Iterator[GuideBlock]:
        yield self.heading("guide-parts")
        yield self._ticked()
        for name, component in self.kit.components.items():
            if (name in self.counts or name in self.without) and not component.extra:
                yield self._part(name, component)
        extras = [n for n, c in self.kit.components.items() if c.extra and n in self.counts]
        if extras or self.boxes:
            yield self.heading("guide-extras")
        for name in extras:
            yield self._part(name, self.kit.components[name])
        for kind in dict.fromkeys(box.kind for box in self.boxes):
            yield self._box_row(kind)

    def _ticked(self) -> GuideBlock:
        """What the boxes to tick are for, and what the dot says."""
        items, high = self.text(self.word("guide-tick"), self.wide, "label", NOTE)
        own, more = self._own(self.word("guide-own"), self.wide)
        drawn = (*items, *self.moved(own, 0, high + 0.7))
        return GuideBlock(
            high + 0.7 + more, drawn, heading=True, said=(self.word("guide-tick"), self.word("guide-own"))
        )

    def _own(self, text: str, wide: float) -> tuple[list[Item], float]:
        """A note on what is ours, with its dot."""
        words, high = self.text(text, wide - DOTTED, "label", NOTE)
        dot = Path(ellipse(0.9, 1.3, 0.8), self.studio.inks.mark("gold"))
        return [dot, *self.moved(words, DOTTED, 0)], high

    def _part(self, name: str, component: Component) -> GuideBlock:
        left_out = name in self.without
        count = "–" if left_out else str(self.counts[name])
        piece = next((p for p in self.pieces if p.component == name and not p.alternative), None)
        said = component.name.in_language(self.lang)
        return self._row(said, count, self._notes(component, left_out), piece)

    def _notes(self, component: Component, left_out: bool) -> list[tuple[bool, str]]:
        """What of a part is ours (marked), and what may replace it."""
        own = component.instead.in_language(self.lang) if component.instead else ""
        if left_out:
            what = own or f"{component.count} × {self.word('your-own')}"
            return [(False, self.word("left-out").format(what=what))]
        notes = []
        if component.provenance == "designed":
            notes.append((True, self.word("own-design")))
        elif component.designed:
            what = component.designed.in_language(self.lang)
            if component.provenance == "researched":
                what = f"{what}; {self.word('guide-rest-researched')}"
            notes.append((True, self.word("guide-ours").format(what=what)))
        elif component.provenance == "researched":
            notes.append((False, self.word("guide-researched")))
        if own:
            notes.append((False, self.word("or").format(what=own)))
        return notes

    def _box_row(self, kind: str) -> GuideBlock:
        own = [box for box in self.boxes if box.kind == kind]
        piece = next(p for p in self.pieces if p.component == kind)
        known, seats = self.kit.components, {seat.id: seat.name for seat in self.kit.seats}
        names = [
            (known[b.item].name if b.item in known else seats[b.item]).in_language(self.lang)
            if b.item in known or b.item in seats
            else self.word("box-shared")
            for b in own
        ]
        said = self.word(f"part-{kind}" if len(own) > 1 else f"part-{kind}-one")
        return self._row(said, str(len(own)), [(True, ", ".join(names))], piece)

    def _row(self, said: str, count: str, notes: Sequence[tuple[bool, str]], piece: Piece | None) -> GuideBlock:
        """A line of the parts list: box to tick, picture, count, name, notes."""
        picture, at = 13.0, 33.0
        items: list[Item] = []
        number, _ = self.text(f"{count} ×" if count != "–" else count, 13, "number", 11, align="right")
        items += self.moved(number, 18, 1)
        name, y = self.text(said, self.wide - at, "text-bold", 10)
        items += self.moved(name, at, 1.2)
        y += 2.2
        for ours, note in notes:
            wide = self.wide - at
            text, high = self._own(note, wide) if ours else self.text(note, wide, "label", NOTE)
            items += self.moved(text, at, y)
            y += high + 0.7
        high = max(y, 12.0)
        items.append(self.tick(0, high / 2 - 1.7))
        spots, frame = self._picture(piece, (5.5, high / 2 - 6, picture, 12.0))
        return GuideBlock(high, (*items, *frame), spots)

    def _picture(self, piece: Piece | None, box: Box) -> tuple[tuple[Spot, ...], list[Item]]:
        """A face as small as the box, with its edge."""
        if piece is None:
            return (), []
        face = self.faces[piece.front]
        cut = self._face_of(piece) or face.outline
        x, y, w, h = bounds(cut)
        matrix = fit((w, h), box, (x, y))
        line = transform(cut, matrix)
        return (Spot(piece.front, matrix, line),), [Path(line, None, self.ink, 0.15)]

    def _face_of(self, piece: Piece) -> Outline | None:
        """Of a standee that is printed unfolded, only the face that one sees."""
        if piece.form != "standee":
            return None
        shape = self.kit.shared.shapes[self.kit.components[piece.component].shape]
        return rect(0, piece.size[1] - shape.base - shape.size[1], *shape.size)

    # --- shopping ----------------------------------------------------------------------------------------
    def _shopping(self) -> Iterator[GuideBlock]:
        yield self.heading("guide-shopping")
        by_stock: dict[str, list[Printed]] = {}
        for printed in self.files:
            by_stock.setdefault(printed.stock, []).append(printed)
        shared, paper = self.kit.shared, self.layout.paper.name.in_language(self.lang)
        for stock, own in by_stock.items():
            key = "guide-for-more" if any(f.name == BOOKLET for f in own) else "guide-for"
            yield self._buy(self._sheets(stock, own, paper), self.word(key).format(files=_listed(own)))
            if shared.stocks[stock].board:
                thick = board_said(shared, stock, self.lang)
                whole = boards_for(own)
                text = self.word("guide-grey-board").format(n=whole, board=thick, paper=paper)
                halves = (
                    self._half_board("guide-all-halves" if n == whole else "guide-halves", level, n)
                    for level, n in halved_boards(own).items()
                )
                yield self._buy(text, "; ".join(halves))
        for printed in (*self.alternatives, *([self.game_box] if self.game_box else [])):
            text = self._sheets(printed.stock, [printed], paper)
            yield self._buy(text, self.word("guide-instead").format(files=printed.title))
        for printed in self.singles:
            name = stock_name(self.kit.shared, printed.stock, self.lang)
            text = self.word("guide-single").format(n=printed.sheets, stock=name)
            yield self._buy(text, self.word("guide-for").format(files=printed.title))
        boards = [f for f in self.files if f.name == BOARD_TILES]
        for board in boards:
            face = self.faces[board.pages[0].spots[0].face]
            size = {"w": round(face.width), "h": round(face.height)}
            panels = panels_of(self.kit, self.layout.paper) if self.game_box else None
            note = self.word("guide-under-panels").format(**self._panels_said(panels)) if panels else ""
            yield self._buy(self.word("guide-under-board").format(board=self.under_board, **size), note)
        for poster in self.posters:
            w, h = (round(v) for v in poster.pages[0].trim[2:])
            if not boards:
                yield self._buy(self.word("guide-under-board").format(board=self.under_board, w=w, h=h))
            key = "guide-poster" if boards else "guide-poster-only"
            page = dict(zip(("across", "along"), map(round, poster.pages[0].size), strict=True))
            yield self._buy(self.word(key).format(n=sum(b.sheets for b in boards), w=w, h=h, **page))
        yield from (self._buy(text) for text in self._sleeves())
        yield self._buy(self.word("guide-glue"))
        yield self._buy(self.word("guide-tools"))
        if any(way.mount == "two-sheets" for way in self._mounted):
            yield self._buy(self.word("guide-pins"))
        yield from (self._buy(need.in_language(self.lang)) for need in self.kit.game.needs)

    def _sheets(self, stock: str, files: Sequence[Printed], paper: str) -> str:
        sheets = sum(f.sheets for f in files)
        name = stock_name(self.kit.shared, stock, self.lang)
        return self.word("guide-sheet" if sheets == 1 else "guide-sheets").format(n=sheets, paper=paper, stock=name)

    def _buy(self, text: str, note: str = "") -> GuideBlock:
        items, high = self.text(text, self.wide - 6)
        shown = [self.tick(0, 0.1), *self.moved(items, 6, 0.4)]
        if note:
            small, more = self.text(note, self.wide - 6, "label", NOTE)
            shown += self.moved(small, 6, high + 1.3)
            high += more + 1.0
        return GuideBlock(max(high, 3.6), tuple(shown), said=(text, *([note] if note else ())))

    def _sleeves(self) -> Iterator[str]:
        """How many sleeves of which size the cards want."""
        decks = [box.holds[0] for box in self.boxes if box.kind == "tuck-box"]
        sizes: dict[tuple[float, float], list[tuple[str, int]]] = {}
        for name, count in decks:
            sizes.setdefault(self.kit.shared.shapes[self.kit.components[name].shape].size, []).append((name, count))
        key = "guide-sleeved" if self.sleeves else "guide-sleeves"
        for (w, h), own in sizes.items():
            parts = ", ".join(self.kit.components[name].name.in_language(self.lang) for name, _ in own)
            yield self.word(key).format(n=sum(count for _, count in own), w=f"{w:g}", h=f"{h:g}", parts=parts)

    # --- printing ----------------------------------------------------------------------------------------
    def _printing(self) -> Iterator[GuideBlock]:
        yield self.heading("guide-printing")
        hints = ["how-scale", "how-ruler", f"how-{self.layout.sides}"]
        yield from self._counted((self.word(hint), [], 0.0) for hint in hints)

    def _counted(self, told: Iterable[tuple[str, Sequence[FoldStep], float]]) -> Iterator[GuideBlock]:
        """Texts with a number each, and below some of them what they tell in pictures of a height."""
        for n, (text, steps, tall) in enumerate(told, 1):
            block = self._steps_below(text, steps, self.wide - 6, tall)
            head, _ = self.text(str(n), 5, "number", 10.5, "brick")
            yield structs.replace(block, items=(*head, *self.moved(block.items, 6, 0.1)))

    # --- the knife ---------------------------------------------------------------------------------------
    def knife(self) -> Iterator[GuideBlock]:
        """How to cut: once sheets are mounted."""
        yield self.heading("guide-knife")
        told = [(self.word("how-cut"), self._cut_steps(), TALL[-1]), (self.word("how-trimmer"), [], 0.0)]
        if self._has_slanted():
            told.append((self.word("how-slanted"), [], 0.0))
        if rounds := self._rounds():
            told.append((" ".join([self.word("how-round"), *self._punches(rounds)]), self._round_steps(), LOW_ROW))
        yield from self._counted(told)

    def _cut_steps(self) -> list[FoldStep]:
        """How one cuts by numbers, shown with a card of the kit, if it has cards."""
        card = next((piece for piece in self.pieces if piece.form == "card" and not piece.alternative), None)
        return self.figures.numbered(self.figures.face(card.front, self.faces[card.front])) if card else []

    def _round_steps(self) -> list[FoldStep]:
        """How round counters are parted and cut, if there are any."""
        counter = next((piece for piece in self.pieces if piece.form == "round"), None)
        return self.figures.rounded(self.figures.face(counter.front, self.faces[counter.front])) if counter else []

    def _steps_below(self, text: str, steps: Sequence[FoldStep], wide: float, tall: float) -> GuideBlock:
        """A text, and below it what it tells in pictures, if there are any."""
        items, high = self.text(text, wide)
        if not steps:
            return GuideBlock(high, items, said=(text,))
        pictures = self._steps("", steps, wide, tall)
        below = self.moved(pictures.items, 0, high + BELOW)
        return GuideBlock(high + BELOW + pictures.height, (*items, *below), said=(text,), steps=tuple(steps))

    def _rounds(self) -> list[float]:
        """How wide the round counters are."""
        shapes = [self.kit.shared.shapes[c.shape] for n, c in self.kit.components.items() if n in self.counts]
        return sorted({shape.size[0] for shape in shapes if shape.form == "round"})

    def _punches(self, rounds: list[float]) -> Iterator[str]:
        """Which punch fits which counters, if any does."""
        making, said = self.kit.shared.making, []
        for wide in rounds:
            if fitting := punches_for(making, wide):
                said.append(self.word("how-punched").format(punch=" / ".join(fitting), n=f"{wide:g}"))
        if said:
            yield self.word("how-punch").format(punches=", ".join(said))

    def _has_slanted(self) -> bool:
        shapes = self.kit.shared.shapes
        return any(
            shapes[c.shape].form == "polygon" and not shapes[c.shape].net
            for n, c in self.kit.components.items()
            if n in self.counts
        )

    # --- mounting ----------------------------------------------------------------------------------------
    def mounting(self, wide: float, grown: float = 1.0) -> Iterator[GuideBlock]:
        """One row of pictures for each way in which sheets of this kit become cardboard."""
        share = min(MOST_PICTURED, MOUNT_PICTURED * grown)
        rows = self._mounted
        if rows:
            yield self.heading("guide-mounting", wide)
        if any(way.on_board for way in rows):
            knife = self.word("guide-mount-knife").format(passes=self._passes())
            yield self.paragraph(knife, NOTE, "label", stays=True, wide=wide)
        for way, sheets in sorted(rows.items(), key=lambda row: MOUNTS.index(row[0].mount)):
            pieces = [piece for pages in sheets.values() for page in pages for piece in _pieces(page)]
            shown = next((piece for piece in pieces if piece.back), pieces[0])
            said = self._said_mount(way, sheets, pieces)
            if way not in self._drawn:
                self._drawn[way] = self._mount_steps(way, shown)
            steps = self._drawn[way]
            yield self._beside(said, steps, wide, TALL[-1] * grown, share, SHORT_ROW * grown)

    def _passes(self) -> str:
        """How often a knife goes through board of each thickness, and through card."""
        said = []
        for one in sorted(self.kit.shared.making.passes, key=lambda one: -one.through):
            key = "guide-passes" if one.through else "guide-passes-card"
            thick = mm_said(self.kit.shared, one.through, self.lang)
            said.append(self.word(key).format(board=thick, n=_between(f"{one.low:g}", f"{one.high:g}")))
        return ", ".join(said)

    @cached_property
    def _mounted(self) -> dict[Way, dict[str, list[Page]]]:
        """The sheets of each way, file by file; those that are only cut need no telling."""
        rows: dict[Way, dict[str, list[Page]]] = {}
        for printed in self.files:
            on_board = self.kit.shared.stocks[printed.stock].board > 0
            for page in printed.pages:
                if page.side == "front" and page.grids and (page.mount != "one-side" or on_board):
                    way = Way(page.mount, on_board, on_board and page.fold is not None and page.fold.level)
                    rows.setdefault(way, {}).setdefault(printed.title, []).append(page)
        return rows

    def _said_mount(self, way: Way, sheets: dict[str, list[Page]], pieces: Sequence[Piece]) -> str:
        """Which sheets they are and what to do with them; on sheets with backs, also what has none."""
        key = f"guide-mount-{way.mount}" if way.on_board or way.mount == "card" else f"guide-mount-{way.mount}-bare"
        files = "; ".join(f"{title}, {self._sheets_said(pages)}" for title, pages in sheets.items())
        said = [self.word(key).format(sheets=files, half=self._half_board("guide-half", way.level))]
        blank = self._names(piece for piece in pieces if not piece.back)
        if blank and way.mount != "one-side":
            said.append(self.word("guide-mount-blank").format(parts=blank))
        return ("\n" if FIRST in said[0] else " ").join(said)

    def _sheets_said(self, pages: Sequence[Page]) -> str:
        """The numbers of sheets, and what lies on them. Of two sheets that are glued together, both count."""
        numbers = [n for page in pages for n in range(page.sheet, page.sheet + 1 + (page.mount == "two-sheets"))]
        names = self._names(piece for page in pages for piece in _pieces(page))
        return f"{self._numbered(numbers)} ({names})"

    def _numbered(self, sheets: Sequence[int]) -> str:
        return self.word("guide-plan-sheet" if len(sheets) == 1 else "guide-plan-sheets").format(n=_run(sheets))

    def _names(self, pieces: Iterable[Piece]) -> str:
        """What lies on sheets, each kind once; boxes may lie beside what they are printed with."""
        parts, known = dict.fromkeys(piece.component for piece in pieces), self.kit.components
        return ", ".join(self._brief(p) if p in known else self.word(f"part-{p}") for p in parts)

    def _brief(self, part: str) -> str:
        """A part's name within a sentence, without what the list of parts says in brackets behind it."""
        return REMARK.sub("", self.kit.components[part].name.in_language(self.lang))

    def _half_board(self, key: str, level: bool, n: int = 1) -> str:
        """How a board of the paper's size is cut in half for a fold, and how large the halves are."""
        w, h = self.layout.paper.size
        size = (w, h / 2) if level else (w / 2, h)
        way = "long" if level == (w > h) else "across"
        return self.word(f"{key}-{way}").format(n=n, w=round(size[0]), h=round(size[1]))

    def _mount_steps(self, way: Way, piece: Piece) -> list[FoldStep]:
        front, back = (self.figures.face(key, self.faces[key]) for key in (piece.front, piece.back or piece.front))
        if way.mount == "wrap":
            return self.figures.wrapped(front, back, way.on_board)
        if way.mount == "two-sheets":
            return self.figures.two_sheets(front, back, way.on_board)
        if way.mount == "card":
            return self.figures.card(front, back, self.layout.sides == "long-edge")
        return self.figures.one_side(front)

    # --- cut plans ---------------------------------------------------------------------------------------
    def cutting(self, wide: float, more: int) -> Iterator[GuideBlock]:
        """Small pictures of all sheets, two in a column or so many more, side by side over the width."""
        found = plans([*self.files, *self.alternatives])
        if not found:
            return
        yield self.heading("guide-cutting", wide)
        yield self.paragraph(self.word("guide-plan"), BODY, "label", stays=True, wide=wide)
        abreast = 2 * round(wide / self.wide) + more
        each = (wide - PLAN_GAP * (abreast - 1)) / abreast
        for at in range(0, len(found), abreast):
            row = found[at : at + abreast]
            titled = max(self.text(plan.title, each, "label-bold", NOTE)[1] for plan in row)
            items, spots, high = [], [], 0.0
            for n, plan in enumerate(row):
                block = self._plan(plan, each, titled)
                items += self.moved(block.items, n * (each + PLAN_GAP), 0)
                spots += [moved_spot(spot, n * (each + PLAN_GAP), 0) for spot in block.spots]
                high = max(high, block.height)
            yield GuideBlock(high, tuple(items), tuple(spots))

    def _plan(self, plan: Plan, wide: float, titled: float) -> GuideBlock:
        """A small picture of a sheet with its cuts; below, the numbers of the cuts of each block."""
        w, h = plan.page.size
        scale = wide / w
        title, high = self.text(plan.title, wide, "label-bold", NOTE)
        which, more = self.text(self._numbered(plan.sheets), wide, "label", NOTE)
        items: list[Item] = [*self.moved(title, 0, titled - high), *self.moved(which, 0, titled + 0.8)]
        y = titled + more + 2.2
        small: Matrix = (scale, 0.0, 0.0, scale, 0.0, y)
        items.append(Path(rect(0, y, wide, h * scale), None, self.ink, 0.2))
        spots = [Spot(s.face, times(small, s.matrix), transform(s.clip, small)) for s in plan.page.spots]
        legend = y + h * scale + 1.6
        for letter, (grid, cuts) in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", plan.cuts, strict=False):
            xs, ys = grid.cuts()
            for cut in cuts:
                across, down = (xs[0] - 3, xs[-1] + 3), (ys[0] - 3, ys[-1] + 3)
                ends = [(x, cut.at) for x in across] if cut.level else [(cut.at, v) for v in down]
                line = transform(polyline(ends), small)
                items.append(Path(line, None, "#FFFFFF", 0.35))
                items.append(Path(line, None, self.studio.inks.line("brick"), 0.2))
            cx, cy = (xs[0] + xs[-1]) / 2 * scale, y + (ys[0] + ys[-1]) / 2 * scale
            items += self._badge(letter, cx, cy)
            text, high = self.text(f"**{letter}** {self._said_cuts(grid, cuts)}", wide, "label", NOTE)
            items += self.moved(text, 0, legend)
            legend += high + 0.6
        return GuideBlock(legend, tuple(items), tuple(spots))

    def _badge(self, letter: str, cx: float, cy: float) -> list[Item]:
        disc = Path(ellipse(cx, cy, 2.2), "#FFFFFF", self.ink, 0.25)
        return [disc, *self.studio.write(letter, (cx - 2.2, cy - 2, 4.4, 4), "label-bold", NOTE)]

    def _said_cuts(self, grid: Grid, cuts: Sequence[Cut]) -> str:
        across = [c.number for c in cuts if c.level]
        down = [c.number for c in cuts if not c.level]
        said = [f"{sign} {_run(numbers)}" for sign, numbers in (("↔", across), ("↕", down)) if numbers]
        form = grid.placements[0].piece.form
        if form == "round":
            said.append(self.word("guide-cut-round"))
        elif form == "polygon":
            said.append(self.word("guide-cut-line"))
        return ", ".join(said)

    # --- folding -----------------------------------------------------------------------------------------
    def folding(self, wide: float, across: float, tall: float = TALL[-1]) -> Iterator[GuideBlock]:
        """What is folded and glued, under a heading across the page; on all of its width with what to do beside the
        pictures."""
        rows = self._folded
        if rows:
            yield self.heading("guide-folding", across)
        for key, steps in rows:
            yield self._beside(self.word(key), steps, wide, tall)
        for printed in self.files:
            if printed.name == BOOKLET:
                if printed.duplex:
                    across, high = printed.pages[0].size
                    yield self._beside(self.word("guide-booklet"), self.figures.booklet((across / 2, high)), wide, tall)
                else:
                    yield self.paragraph(self.word("guide-booklet-one-sided"), wide=wide)
        if self.game_box:
            inside = inside_of(self.kit, self.boxes, self.layout.paper)
            w, h, deep = (round(side) for side in inside)
            slide = mm_said(self.kit.shared, SLIDE, self.lang)
            facts = {"sheets": self.game_box.sheets, "slide": slide, "w": w, "h": h, "deep": deep}
            text = self.word("guide-game-box").format(**facts, large=self._too_large(inside))
            yield self._beside(text, self.figures.game_box(inside), wide, tall)

    def _too_large(self, inside: tuple[float, float, float]) -> str:
        """Which sheets go into the box folded."""
        names = []
        for name, component in self.kit.components.items():
            shape = self.kit.shared.shapes[component.shape]
            sides = zip(sorted(shape.size), sorted(inside[:2]), strict=True)
            if name in self.counts and shape.form == "sheet" and any(side > room for side, room in sides):
                names.append(component.name.in_language(self.lang))
        return self.word("guide-large-folded").format(sheet=", ".join(names)) if names else ""

    @cached_property
    def _folded(self) -> list[tuple[str, list[FoldStep]]]:
        return list(self._fold_rows())

    def _fold_rows(self) -> Iterator[tuple[str, list[FoldStep]]]:
        """One row of pictures for each way of folding that this kit needs."""
        shapes, seen = self.kit.shared.shapes, set()
        for piece in self.pieces:
            if piece.file == BOX_FILE:
                continue
            component = self.kit.components[piece.component]
            other = component.alternative if piece.alternative else None
            shape = shapes[other.shape if other else component.shape]
            key = "guide-ridge" if shape.ridge else "guide-roof" if shape.top else "guide-standee"
            key = "guide-die" if shape.net else key
            if key in seen or (shape.form != "standee" and key != "guide-die"):
                continue
            seen.add(key)
            face = self.figures.face(piece.front, self.faces[piece.front])
            yield key, self.figures.die(face) if key == "guide-die" else self.figures.standee(face, shape)
        for kind in dict.fromkeys(box.kind for box in self.boxes):
            box = next(b for b in self.boxes if b.kind == kind)
            key = f"{kind} {box.item}"
            face = self.figures.face(key, self.faces[key])
            draw = {"tuck-box": self.figures.tuck_box, "envelope": self.figures.envelope, "tray": self.figures.tray}
            yield f"guide-{kind}", draw[kind](face, box.net)

    def _beside(
        self,
        text: str,
        steps: Sequence[FoldStep],
        wide: float,
        tall: float,
        share: float = PICTURED,
        short: float = SHORT_ROW,
    ) -> GuideBlock:
        """Pictures with the text beside them where there is room for both, else below."""
        below = self._steps(text, steps, wide, tall, short=short)
        if wide <= self.wide:
            return below
        words, high = self.text(text, wide * (1 - share) - GUTTER)
        if high > below.height:
            return below
        pictures = self._steps("", steps, wide * share, tall, counted=FIRST in text, short=short)
        beside = self.moved(words, wide * share + GUTTER, max(0.0, (pictures.height - high) / 2))
        return GuideBlock(max(high, pictures.height), (*pictures.items, *beside), said=(text,), steps=tuple(steps))

    def _steps(
        self,
        text: str,
        steps: Sequence[FoldStep],
        wide: float = 0.0,
        tall: float = TALL[-1],
        counted: bool = False,
        short: float = SHORT_ROW,
    ) -> GuideBlock:
        """Pictures from left to right with arrows between them, four of them in two rows, and the text below."""
        wide = wide or self.wide
        rows = 2 if len(steps) > ABREAST else 1
        columns = math.ceil(len(steps) / rows)
        gap = 6.0
        cell = (wide - gap * (columns - 1)) / columns
        if rows > 1:
            cell -= gap / 2  # an arrow stands before the second row, too
        needed = max(cell * step.box[3] / step.box[2] for step in steps) + 1.0
        high = min(tall if rows == 1 else short, needed)
        items: list[Item] = []
        for i, step in enumerate(steps):
            row, column = divmod(i, columns)
            x, y = column * (cell + gap) + (gap if row else 0.0), row * high
            aside = BESIDE_NUMBER if counted or FIRST in text else 0.0
            items.append(placed(step, inset((x + aside, y, cell - aside, high), 0.5)))
            if aside:
                items += self.studio.write(str(i + 1), (x, y, 4.0, 4.0), "number", BODY, "brick", align="left")
            if i:
                at = (x - gap + 1, y + high / 2 - 1.6, gap - 2, 3.2)
                items.append(arrow(at, self.studio.inks.mark("brick")))
        words, more = self.text(text, wide)
        low = rows * high + 1.6
        return GuideBlock(low + more, (*items, *self.moved(words, 0, low)), said=(text,), steps=tuple(steps))

    # --- board -------------------------------------------------------------------------------------------
    def board(self, wide: float, share: float) -> Iterator[GuideBlock]:
        """How to join the sheets of the board: its map, with the text below it, or beside a small one."""
        for printed in self.files:
            if printed.name == BOARD_TILES and len(printed.pages) > 1:
                yield self.heading("guide-board", wide)
                text = self.word("guide-board-how").format(overlap=f"{OVERLAP:g}", board=self.under_board)
                if share == MAP:
                    items, high = self.text(text, wide)
                    yield from (self._map(printed, wide, share), GuideBlock(high, items, said=(text,)))
                else:
                    chart = self._map(printed, wide * share, 1.0)
                    items, high = self.text(text, wide * (1 - share) - GUTTER)
                    drawn = (*chart.items, *self.moved(items, wide * share + GUTTER, 0))
                    yield GuideBlock(max(high, chart.height), drawn, chart.spots, said=(text,), steps=chart.steps)
                yield from self._panels(printed, wide)
        if self.posters and all(printed.name != BOARD_TILES for printed in self.files):
            yield self.heading("guide-board-poster", wide)
            text = self.word("guide-poster-how").format(board=self.under_board)
            items, high = self.text(text, wide)
            yield GuideBlock(high, items, said=(text,))

    def _panels(self, printed: Printed, wide: float) -> Iterator[GuideBlock]:
        """How the board folds into the box for the whole game."""
        panels = panels_of(self.kit, self.layout.paper) if self.game_box else None
        if panels:
            columns, rows = len(panels.columns), len(panels.rows)
            key = printed.pages[0].spots[0].face
            text = self.word("guide-board-panels-two" if columns == 2 else "guide-board-panels").format(
                **self._panels_said(panels),
                strips=self.word("guide-strips-seams" if panels.on_seams else "guide-strips").format(rows=rows),
                columns=columns,
                board=self.under_board,
            )
            steps = self.figures.panels(self.figures.face(key, self.faces[key]), columns, rows)
            yield self._steps(text, steps, wide)

    def _panels_said(self, panels: Panels) -> dict[str, str | int]:
        """How many panels there are, and how large, in their order."""
        sizes = {"w": panels.columns, "h": panels.rows}
        told = {key: self._in_turn(each) for key, each in sizes.items()}
        return {"n": panels.number, **told}

    def _in_turn(self, lengths: Sequence[float]) -> str:
        """All of them, or one and that each is so."""
        *first, last = (mm_said(self.kit.shared, mm, self.lang) for mm in lengths)
        if first and len({*lengths}) == 1:
            return self.word("guide-each").format(mm=last)
        return f"{', '.join(first)} {self.word('and')} {last}" if first else last

    def _map(self, printed: Printed, wide: float, share: float) -> GuideBlock:
        """The board small, with the edges of its sheets and the strips where they overlap."""
        spots = [page.spots[0] for page in printed.pages]
        face = self.faces[spots[0].face]
        across = wide * share
        scale, aside = across / face.width, (wide - across) / 2
        items: list[Item] = []
        for page, spot in zip(printed.pages, spots, strict=True):
            left, top, *extent = page.trim
            x, y, w, h = (v * scale for v in (left - spot.matrix[4], top - spot.matrix[5], *extent))
            x += aside
            items.append(Path(rect(x, y, w, h), None, "#FFFFFF", 0.7))
            items.append(Path(rect(x, y, w, h), None, self.studio.inks.line("brick"), 0.3, dash=(1.2, 0.8)))
            label = page.placed[0].item.rpartition("/r")[2].replace("c", "–")
            cx, cy = x + w / 2, y + h / 2
            items.append(Path(rect(cx - 5.5, cy - 3, 11, 6, 1.2), "#FFFFFF", self.ink, 0.3))
            items += self.studio.write(label, (cx - 5.5, cy - 3, 11, 6), "number", 11)
        high = face.height * scale
        ground = Spot(spots[0].face, (scale, 0.0, 0.0, scale, aside, 0.0), rect(aside, 0, across, high))
        edge = Path(rect(aside, 0, across, high), None, self.ink, 0.3)
        drawn = Group(face.items, ground.matrix, face.outline, f"{FACE}{ground.face}")
        whole = FoldStep((drawn, *items, edge), (0.0, 0.0, wide, high))
        return GuideBlock(high, (*items, edge), (ground,), steps=(whole,))

    # --- time --------------------------------------------------------------------------------------------
    def time(self, wide: float = 0.0) -> Iterator[GuideBlock]:
        """How long each file takes and all of them, and what saves some of it, under a heading of some width."""
        took = [(f.title, time_of(self.kit, [f], self.boxes)) for f in self.files]
        yield self.heading("guide-time", wide)
        yield self._dial(sum((spent for _, spent in took), Lasting()))
        yield _stacked([self._spent(title, spent) for title, spent in took])
        rows = [self._saved(one) for one in savings(self.layout, self.files, self.boxes) if one.saved.high >= LEAST]
        if rows:
            yield _stacked([self.paragraph(self.word("guide-time-save"), NOTE, "label"), *rows])

    def _dial(self, time: Lasting) -> GuideBlock:
        """All of it on a clock that began at twelve: what a practised hand takes, and on to what a first time takes."""
        inks, said = self.studio.inks, (self.word("guide-time-total"), self._range(time))
        middle, rim, face = DIAL / 2, DIAL / 2 - 0.3, DIAL / 2 - 4.2
        low, high = (min(seconds / HALF_DAY, 1.0) for seconds in (time.low, time.high))
        light, full = inks.mixed("lagoon", "paper", 0.7), inks.area("lagoon")
        items: list[Item] = [
            Path(ellipse(middle, middle, rim), inks.area("paper"), self.ink, 0.4),
            Path(_sector(middle, face, 0.0, high), light, inks.line("lagoon"), 0.25),
            Path(_sector(middle, face, 0.0, low), full, inks.line("lagoon"), 0.25),
            Path(ellipse(middle, middle, face), None, self.gold, 0.35),
        ]
        if inks.low:  # where no surface has a colour
            spokes = (polyline([(middle, middle), _at(middle, face, low * n / SPOKES)]) for n in range(1, SPOKES))
            items += [Path(spoke, stroke=self.ink, width=0.2) for spoke in spokes]
        for hour in range(12):
            if hour % 3:
                tick = [_at(middle, face + length, hour / 12) for length in (1.2, 3.0)]
                items.append(Path(polyline(tick), stroke=self.ink, width=0.35))
            else:
                x, y = _at(middle, face + 2.2, hour / 12)
                items += self.studio.write(str(hour or 12), (x - 3, y - 2, 6, 4), "number", 8.5)
        for share in (low, high):
            hand = polyline([(middle, middle), _at(middle, face - 0.6, share)])
            items.append(Path(hand, stroke=self.ink, width=HAND))
        items.append(Path(ellipse(middle, middle, 0.9), inks.line("brick"), self.ink, 0.25))
        beside = self.wide - DIAL - 4.0
        lines = [
            self.text(f"{said[0]}: {said[1].replace(' ', BOUND)}", beside, "text-bold", 11, "brick"),
            self.text(self.word("guide-time-how"), beside, "label", NOTE),
        ]
        y = max(0.0, (DIAL - sum(tall for _, tall in lines) - 1.5) / 2)
        for words, tall in lines:
            items += self.moved(words, DIAL + 4.0, y)
            y += tall + 1.5
        return GuideBlock(max(DIAL, y), tuple(items), said=(": ".join(said), self.word("guide-time-how")))

    def _saved(self, one: Saving) -> GuideBlock:
        known = self.kit.components
        names = [self._brief(part) for part in one.parts if part in known]
        return self._spent(self.word(one.word).format(parts=", ".join(names)), one.saved)

    def _spent(self, text: str, time: Lasting) -> GuideBlock:
        items, high = self.text(text, self.wide - TIMES - 2)
        side, _ = self.text(self._range(time), TIMES, "number", BODY, align="right")
        said = (f"{text}: {self._range(time)}",)
        return GuideBlock(high, (*items, *self.moved(side, self.wide - TIMES, 0)), said=said)

    def _range(self, time: Lasting) -> str:
        """Minutes by fives, or hours by halves, to the nearest, so that what is told of each file adds up to what is
        told of all; nothing takes no time."""
        low, high = time.low / 60, time.high / 60
        if high <= SHORT:
            fives = max(1, FIVE * round(low / FIVE)), max(FIVE, FIVE * round(high / FIVE))
            return self.word("guide-minutes").format(n=_between(*fives))
        halves = round(low / HALF), round(high / HALF)
        return self.word("guide-hours").format(n=_between(*map(_halved, halves)))


def _between(low: int | str, high: int | str) -> str:
    return f"{low}–{high}" if low != high else str(low)


def _halved(halves: int) -> str:
    """Half hours as hours: 5 as `2½`."""
    return f"{halves // 2 or ''}{'½' if halves % 2 else ''}" or "0"


def _at(middle: float, far: float, share: float) -> tuple[float, float]:
    """Where a hand of a clock points after a share of its round."""
    angle = 2 * math.pi * share
    return middle + far * math.sin(angle), middle - far * math.cos(angle)


def _sector(middle: float, far: float, start: float, end: float) -> Outline:
    """Of a round clock, drawn in steps of two minutes."""
    steps = max(1, math.ceil((end - start) * 360))
    rim = [_at(middle, far, start + (end - start) * n / steps) for n in range(steps + 1)]
    return polyline([(middle, middle), *rim], close=True)


def _stacked(blocks: Sequence[GuideBlock]) -> GuideBlock:
    """Blocks that stay together, as one."""
    items, y = [], 0.0
    for block in blocks:
        items.append(Group(block.items, moved(0, y)))
        y += block.height + GAP
    return GuideBlock(y - GAP, tuple(items), said=tuple(line for block in blocks for line in block.said))


def _pieces(page: Page) -> Iterator[Piece]:
    for grid in page.grids:
        yield from (placement.piece for placement in grid.placements)


def _listed(files: Sequence[Printed]) -> str:
    return "; ".join(f.title for f in files)  # a title may have commas


def _run(numbers: Sequence[int]) -> str:
    """1, 2, 3, 5 as `1–3, 5`."""
    runs: list[list[int]] = []
    for n in numbers:
        if runs and runs[-1][-1] == n - 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    return ", ".join(f"{r[0]}–{r[-1]}" if len(r) > 1 else str(r[0]) for r in runs)
