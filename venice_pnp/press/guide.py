"""The first pages of `kit.pdf`: parts list, shopping list, how to print, mounting, cut plans, folding, board, time.

Everything is a block of the width of a column. Blocks flow down the columns, and the last page is balanced.
All numbers are those of the manifest and of the sheets themselves.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from venice_pnp.draw.fonts import DESCENT
from venice_pnp.draw.frames import inset
from venice_pnp.draw.ornament import double_rule
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
from venice_pnp.kit.models import Component, Mount
from venice_pnp.kit.mounting import MOUNTS, board_said, mm_said, stock_name
from venice_pnp.press.board_sheets import OVERLAP
from venice_pnp.press.box_size import SLIDE, inside_of, panels_of
from venice_pnp.press.boxes import BOX_FILE, Wanted, is_net
from venice_pnp.press.cutplan import Plan, boards_for, halved_boards, plans
from venice_pnp.press.figures import Figures, FoldStep, arrow, placed
from venice_pnp.press.marks import KIT_ID, Cut, footer
from venice_pnp.press.pack import Grid
from venice_pnp.press.pages import BOARD_POSTER, BOARD_TILES, Layout, Page, Printed
from venice_pnp.press.parts import Piece
from venice_pnp.press.work import Lasting, Saving, punches_for, savings, time_of

FRAME, FOOT = 12.0, 18.0  # the rule round a page from its edge, and from its low edge
INNER = 6.0  # from the rule to the text
COLUMN = 78.0  # no column is narrower
GUTTER = 8.0
BODY, NOTE = 9.5, 8.0  # points
GAP, MORE = 3.0, 3.0  # between blocks, and how much more before a heading
TITLE = 36.0
BOOKLET, GAME_BOX = "booklet", "game-box"
VIEW = 110 / 264  # the height of the view of the Bacino to its width
LEAST_VIEW = 34.0
ABREAST = 3  # pictures in a row
MAP = 0.94  # of the width: the map of a board takes no more, for the ink of the low-ink edition
SHORT = 90.0  # minutes; longer work is told in hours
FIVE, HALF = 5, 30  # minutes, the steps in which time is told
LEAST = 300.0  # seconds that are worth telling
TIMES = 27.0  # the column of times


class GuideBlock(Struct, frozen=True):
    """Something of the width of a column, drawn from its upper left corner. A heading stays with what follows.

    What it says and the steps it shows are kept beside the drawing, for whoever tells the same on another page.
    """

    height: float
    items: tuple[Item, ...]
    spots: tuple[Spot, ...] = ()
    heading: bool = False
    said: tuple[str, ...] = ()
    steps: tuple[FoldStep, ...] = ()
    topic: str = ""  # of a heading: which one it is


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
    """All pages of the guide."""
    frame = GuideFrame(layout, "guide")
    writer = _Writer(layout, frame.wide, files, counts, without, boxes, sleeves)
    first, board = list(writer.blocks()), list(writer.board(frame.wide))
    spreads, wide = frame.spreads(first), list(writer.board(frame.room))
    if frame.room_below(spreads) < _height(wide) or layout.studio.inks.low:  # small, or large on a page of its own
        flowing = frame.spreads([*first, *board])
        spreads, wide = (flowing, []) if len(flowing) == len(spreads) else ([*spreads, []], wide)
    last = len(spreads)
    return [frame.page(i, columns, wide if i == last else [], i == last) for i, columns in enumerate(spreads, 1)]


def how_to_build(
    layout: Layout, files: Sequence[Printed], counts: dict[str, int], boxes: Sequence[Wanted]
) -> list[GuideBlock]:
    """Everything that the guide tells, in its order, for pages that are laid out otherwise."""
    frame = GuideFrame(layout, "guide")
    writer = _Writer(layout, frame.wide, files, counts, frozenset(), boxes, sleeves=False)
    return [*writer.blocks(), *writer.board(frame.room)]


# --- pages ---------------------------------------------------------------------------------------------
class GuideFrame:
    """Where columns lie on the pages of one paper, under the title of the game and a word for what they are."""

    def __init__(self, layout: Layout, called: str) -> None:
        self.layout, self.studio, self.called = layout, layout.studio, called
        self.size = layout.paper.size
        self.room = self.size[0] - 2 * (FRAME + INNER)
        self.columns = max(1, int((self.room + GUTTER) // (COLUMN + GUTTER)))
        self.wide = (self.room - GUTTER * (self.columns - 1)) / self.columns
        self.top, self.low = FRAME + INNER, self.size[1] - FOOT - INNER

    def spreads(self, blocks: Sequence[GuideBlock]) -> list[list[list[GuideBlock]]]:
        """The blocks in columns, page by page; the columns of the last page are about as long as each other."""
        made: list[list[list[GuideBlock]]] = []
        rest = list(blocks)
        while rest:
            high = self.low - self._begin(len(made) + 1)
            taken = self._filled(rest, high)
            if sum(map(len, taken)) == len(rest):
                taken = self._balanced(rest, high)
            rest = rest[sum(map(len, taken)) :]
            made.append(taken)
        return made

    def room_below(self, spreads: Sequence[Sequence[Sequence[GuideBlock]]]) -> float:
        """What is left under the columns of the last page."""
        return self.low - self._begin(len(spreads)) - max(map(_height, spreads[-1])) - 2 * GAP - MORE

    def _begin(self, number: int) -> float:
        return self.top + (TITLE if number == 1 else 8.0)

    def _filled(self, blocks: Sequence[GuideBlock], high: float) -> list[list[GuideBlock]]:
        """As many blocks as fit into the columns of a page."""
        taken: list[list[GuideBlock]] = []
        rest = list(blocks)
        for _ in range(self.columns):
            column: list[GuideBlock] = []
            while rest and _height([*column, rest[0]]) <= high:
                column.append(rest.pop(0))
            while rest and column and column[-1].heading and len(column) > 1:
                rest.insert(0, column.pop())
            if not column and rest:
                column.append(rest.pop(0))  # taller than a page: it cannot be helped here, the test finds it
            taken.append(column)
        return taken

    def _balanced(self, blocks: Sequence[GuideBlock], high: float) -> list[list[GuideBlock]]:
        """The same blocks in columns as short as possible."""
        low, best = high / self.columns, self._filled(blocks, high)
        for step in range(40):
            tried = self._filled(blocks, low + (high - low) * step / 40)
            fits = sum(map(len, tried)) == len(blocks) and max(map(_height, tried)) <= high
            if fits:
                return tried
        return best

    def page(
        self, number: int, columns: Sequence[Sequence[GuideBlock]], below: Sequence[GuideBlock], last: bool
    ) -> Page:
        """A page of columns, and below them what is as wide as the page."""
        (w, h), top = self.size, self._begin(number)
        studio, word = self.studio, self.layout.word
        title = studio.kit.game.title.in_language(studio.lang)
        items: list[Item] = list(
            double_rule((FRAME, FRAME, w - 2 * FRAME, h - FRAME - FOOT), studio.inks.line("ink"), 1.2, 0.4, 2.0)
        )
        items += self._title() if number == 1 else self._head(f"{title} · {word(self.called)}", number)
        spots: list[Spot] = []
        deepest = max([top, *(top + _height(column) for column in columns)])
        under = deepest + 2 * GAP + MORE if columns else top
        runs = [(FRAME + INNER + i * (self.wide + GUTTER), top, column) for i, column in enumerate(columns)]
        for x, begin, column in [*runs, (FRAME + INNER, under, below)]:
            y = begin
            for above, block in _spaced(column):
                y += above
                items.append(Group(block.items, moved(x, y)))
                spots += [_moved(spot, x, y) for spot in block.spots]
                y += block.height
        if last:
            items += self._view(under + _height(below) if below else deepest)
        lines = (
            f"{title} · {word(self.called)} · {number}",
            f"{studio.kit.shared.languages[studio.lang]} · {word('kit')} {KIT_ID}",
        )
        items += footer(self.size, self.layout.paper.margin, lines, studio.fonts, studio.kit.kit_id)
        trim = (FRAME, FRAME, w - 2 * FRAME, h - FRAME - FOOT)
        side = "back" if number % 2 == 0 and self.layout.sides in ("long-edge", "short-edge") else "front"
        return Page(number, side, self.size, tuple(spots), tuple(items), (), trim, f"{word(self.called)} {number}")

    def _title(self) -> list[Item]:
        studio, game = self.studio, self.studio.kit.game
        x, wide = FRAME + INNER, self.size[0] - 2 * (FRAME + INNER)
        gold = studio.inks.line("gold")
        y = self.top
        items = [*studio.write(game.title.in_language(studio.lang), (x, y, wide, 15), "title", 36, "deep", spacing=0.1)]
        items += studio.write(game.credit.in_language(studio.lang), (x, y + 17, wide, 6), "italic", 11)
        items += studio.write(
            self.layout.word(self.called), (x + wide / 2 - 35, y + 26, 70, 5), "title", 11, "brick", spacing=0.1
        )
        for left, right in ((x, x + wide / 2 - 37), (x + wide / 2 + 37, x + wide)):
            items.append(Path(polyline([(left, y + 28.5), (right, y + 28.5)]), stroke=gold, width=0.4))
        return items

    def _head(self, text: str, number: int) -> list[Item]:
        x, wide = FRAME + INNER, self.size[0] - 2 * (FRAME + INNER)
        y = self.top - 1.5
        studio = self.studio
        items = [*studio.write(text, (x, y, wide - 20, 4), "title", 9, "deep", align="left", spacing=0.08)]
        items += studio.write(str(number), (x + wide - 20, y, 20, 4), "number", 10, "brick", align="right")
        items.append(Path(polyline([(x, y + 5.6), (x + wide, y + 5.6)]), stroke=studio.inks.line("gold"), width=0.4))
        return items

    def _view(self, y: float) -> list[Item]:
        """The Bacino of San Marco at the foot of the last page, where there is room for it."""
        picture, x, wide = self.studio.kit.game.picture, FRAME + INNER, self.size[0] - 2 * (FRAME + INNER)
        room = self.low + 2 - y - 2 * GAP
        if picture is None or room < LEAST_VIEW or self.studio.inks.low:  # the sheets' pictures use ink enough
            return []
        high = min(room, wide * VIEW)
        box = (x, self.low + 2 - high, wide, high)
        return [self.studio.symbols.drawn(picture, box, self.studio.inks, "#D9B98A")]


def _spaced(column: Sequence[GuideBlock]) -> Iterator[tuple[float, GuideBlock]]:
    """Each block with the space above it."""
    for i, block in enumerate(column):
        starts = block.heading and not column[i - 1].heading
        yield (0.0 if i == 0 else GAP + MORE * starts), block


def _height(column: Sequence[GuideBlock]) -> float:
    return sum(above + block.height for above, block in _spaced(column))


def _moved(spot: Spot, x: float, y: float) -> Spot:
    by = moved(x, y)
    return Spot(spot.face, times(by, spot.matrix), transform(spot.clip, by))


# --- blocks ----------------------------------------------------------------------------------------------
class GuideText:
    """Sets texts as blocks of one width."""

    def __init__(self, layout: Layout, wide: float) -> None:
        self.layout, self.wide, self.word = layout, wide, layout.word
        self.studio, self.kit, self.lang = layout.studio, layout.studio.kit, layout.studio.lang
        self.ink, self.gold = self.studio.inks.line("ink"), self.studio.inks.line("gold")

    def text(
        self, text: str, wide: float, font: str = "text", size: float = BODY, colour: str = "ink", align: str = "left"
    ) -> tuple[tuple[Item, ...], float]:
        """A text as long as it is, and its height."""
        items = self.studio.write(
            text, (0, 0, wide, 400), font, size, colour, align=align, valign="top", floor=size, leading=1.2
        )
        low = max((i.y for i in items if isinstance(i, Text)), default=0.0)
        return items, low + DESCENT * size * PT

    def heading(self, key: str, wide: float = 0.0) -> GuideBlock:
        wide = wide or self.wide
        items, _ = self.text(self.word(key), wide, "title", 13, "brick")
        rule = Path(polyline([(0, 6.2), (wide, 6.2)]), stroke=self.gold, width=0.35)
        return GuideBlock(6.6, (*items, rule), heading=True, said=(self.word(key),), topic=key)

    def paragraph(self, text: str, size: float = BODY, font: str = "reading", stays: bool = False) -> GuideBlock:
        items, high = self.text(text, self.wide, font, size)
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
        self.under_board = mm_said(self.kit.shared, self.kit.shared.making.under_board, self.lang)

    def blocks(self) -> Iterator[GuideBlock]:
        yield from self._parts()
        yield from self._shopping()
        yield from self._printing()
        yield from self._time()
        yield from self._mounting()
        yield from self._cutting()
        yield from self._folding()

    # --- parts list --------------------------------------------------------------------------------------
    def _parts(self) -> Iterator[GuideBlock]:
        yield self.heading("guide-parts")
        yield self.paragraph(self.word("guide-tick"), NOTE, "label", stays=True)
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
                what = f"{what}; {self.word('guide-researched')}"
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
            indent = 2.6 if ours else 0.0
            if ours:
                items.append(Path(ellipse(at + 0.9, y + 1.3, 0.8), self.studio.inks.mark("gold")))
            text, high = self.text(note, self.wide - at - indent, "label", NOTE)
            items += self.moved(text, at + indent, y)
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
            yield self._buy(self._sheets(stock, own, paper), self.word("guide-for").format(files=_listed(own)))
            if shared.stocks[stock].board:
                thick = board_said(shared, stock, self.lang)
                text = self.word("guide-grey-board").format(n=boards_for(own), board=thick, paper=paper)
                halves = (self._half_board("guide-halves", level, n) for level, n in halved_boards(own).items())
                yield self._buy(text, "; ".join(halves))
        for printed in self.alternatives:
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
            yield self._buy(self.word("guide-under-board").format(board=self.under_board, **size))
        for poster in self.posters:
            w, h = (round(v) for v in poster.pages[0].trim[2:])
            key = "guide-poster" if boards else "guide-poster-only"
            yield self._buy(self.word(key).format(n=sum(b.sheets for b in boards), w=w, h=h))
        yield from (self._buy(text) for text in self._sleeves())
        yield self._buy(self.word("guide-glue"))
        yield self._buy(self.word("guide-tools"))

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
        hints = ["how-scale", "how-ruler", f"how-{self.layout.sides}", "how-cut", "how-trimmer"]
        if self._has_slanted():
            hints.append("how-slanted")
        said = [self.word(hint) for hint in hints]
        if rounds := self._rounds():
            said.append(" ".join([self.word("how-round"), *self._punches(rounds)]))
        for number, hint in enumerate(said, 1):
            items, high = self.text(hint, self.wide - 6)
            head, _ = self.text(str(number), 5, "number", 10.5, "brick")
            yield GuideBlock(high, (*head, *self.moved(items, 6, 0.1)), said=(hint,))

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
            shapes[c.shape].form == "polygon" and not is_net(shapes[c.shape], c.stock)
            for n, c in self.kit.components.items()
            if n in self.counts
        )

    # --- mounting ----------------------------------------------------------------------------------------
    def _mounting(self) -> Iterator[GuideBlock]:
        """One row of pictures for each way in which sheets of this kit become cardboard."""
        rows = self._mounted()
        if rows:
            yield self.heading("guide-mounting")
        for way, sheets in sorted(rows.items(), key=lambda row: MOUNTS.index(row[0].mount)):
            pieces = [piece for pages in sheets.values() for page in pages for piece in _pieces(page)]
            shown = next((piece for piece in pieces if piece.back), pieces[0])
            yield self._steps(self._said_mount(way, sheets, pieces), self._mount_steps(way, shown))
        if any(way.on_board for way in rows):
            yield self.paragraph(self.word("guide-mount-knife").format(passes=self._passes()), NOTE, "label")

    def _passes(self) -> str:
        """How often a knife goes through board of each thickness, and through card."""
        said = []
        for one in sorted(self.kit.shared.making.passes, key=lambda one: -one.through):
            key = "guide-passes" if one.through else "guide-passes-card"
            thick = mm_said(self.kit.shared, one.through, self.lang)
            said.append(self.word(key).format(board=thick, n=_between(f"{one.low:g}", f"{one.high:g}")))
        return ", ".join(said)

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
        return " ".join(said)

    def _sheets_said(self, pages: Sequence[Page]) -> str:
        """The numbers of sheets, and what lies on them. Of two sheets that are glued together, both count."""
        numbers = [n for page in pages for n in range(page.sheet, page.sheet + 1 + (page.mount == "two-sheets"))]
        names = self._names(piece for page in pages for piece in _pieces(page))
        return f"{self._numbered(numbers)} – {names}"

    def _numbered(self, sheets: Sequence[int]) -> str:
        return self.word("guide-plan-sheet" if len(sheets) == 1 else "guide-plan-sheets").format(n=_run(sheets))

    def _names(self, pieces: Iterable[Piece]) -> str:
        """What lies on sheets, each kind once; boxes may lie beside what they are printed with."""
        parts, known = dict.fromkeys(piece.component for piece in pieces), self.kit.components
        return ", ".join(known[p].name.in_language(self.lang) if p in known else self.word(f"part-{p}") for p in parts)

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
    def _cutting(self) -> Iterator[GuideBlock]:
        found = plans([*self.files, *self.alternatives])
        if not found:
            return
        yield self.heading("guide-cutting")
        yield self.paragraph(self.word("guide-plan"), BODY, "label", stays=True)
        wide = (self.wide - GUTTER / 2) / 2
        for left, right in zip(found[::2], [*found[1::2], None], strict=False):
            pair = [self._plan(left, wide)]
            if right:
                other = self._plan(right, wide)
                by = wide + GUTTER / 2
                spots = tuple(_moved(s, by, 0) for s in other.spots)
                pair.append(GuideBlock(other.height, (Group(other.items, moved(by, 0)),), spots))
            yield GuideBlock(
                max(b.height for b in pair),
                tuple(i for b in pair for i in b.items),
                tuple(s for b in pair for s in b.spots),
            )

    def _plan(self, plan: Plan, wide: float) -> GuideBlock:
        """A small picture of a sheet with its cuts; below, the numbers of the cuts of each block."""
        w, h = plan.page.size
        scale = wide / w
        title, y = self.text(plan.title, wide, "label-bold", NOTE)
        which, more = self.text(self._numbered(plan.sheets), wide, "label", NOTE)
        items: list[Item] = [*title, *self.moved(which, 0, y + 0.8)]
        y += more + 2.2
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
    def _folding(self) -> Iterator[GuideBlock]:
        rows = list(self._fold_rows())
        if rows:
            yield self.heading("guide-folding")
        for key, steps in rows:
            yield self._steps(self.word(key), steps)
        for printed in self.files:
            if printed.name == BOOKLET:
                yield self.paragraph(self.word("guide-booklet" if printed.duplex else "guide-booklet-one-sided"))
        if self.game_box:
            inside = inside_of(self.kit, self.boxes, self.layout.paper)
            w, h, deep = (round(side) for side in inside)
            slide = mm_said(self.kit.shared, SLIDE, self.lang)
            text = self.word("guide-game-box").format(sheets=self.game_box.sheets, slide=slide, w=w, h=h, deep=deep)
            yield self._steps(text, self.figures.game_box(inside))

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
            key = "guide-die" if is_net(shape, piece.stock) else key
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

    def _steps(self, text: str, steps: Sequence[FoldStep], wide: float = 0.0) -> GuideBlock:
        """Pictures from left to right with arrows between them, four of them in two rows, and the text below."""
        wide = wide or self.wide
        rows = 2 if len(steps) > ABREAST else 1
        columns = math.ceil(len(steps) / rows)
        high, gap = 27.0 if rows == 1 else 21.0, 6.0
        cell = (wide - gap * (columns - 1)) / columns
        if rows > 1:
            cell -= gap / 2  # an arrow stands before the second row, too
        items: list[Item] = []
        for i, step in enumerate(steps):
            row, column = divmod(i, columns)
            x, y = column * (cell + gap) + (gap if row else 0.0), row * high
            items.append(placed(step, inset((x, y, cell, high), 0.5)))
            if i:
                at = (x - gap + 1, y + high / 2 - 1.6, gap - 2, 3.2)
                items.append(arrow(at, self.studio.inks.mark("brick")))
        words, more = self.text(text, wide)
        low = rows * high + 1.6
        return GuideBlock(low + more, (*items, *self.moved(words, 0, low)), said=(text,), steps=tuple(steps))

    # --- board -------------------------------------------------------------------------------------------
    def board(self, wide: float) -> Iterator[GuideBlock]:
        """How to join the sheets of the board, as wide as there is room."""
        for printed in self.files:
            if printed.name == BOARD_TILES and len(printed.pages) > 1:
                yield self.heading("guide-board", wide)
                yield self._map(printed, wide)
                text = self.word("guide-board-how").format(overlap=f"{OVERLAP:g}", board=self.under_board)
                items, high = self.text(text, wide)
                yield GuideBlock(high, items, said=(text,))
                yield from self._panels(printed, wide)

    def _panels(self, printed: Printed, wide: float) -> Iterator[GuideBlock]:
        """How the board folds into the box for the whole game."""
        panels = panels_of(self.kit, self.layout.paper) if self.game_box else None
        if panels:
            columns, rows, w, h = panels
            key = printed.pages[0].spots[0].face
            text = self.word("guide-board-panels").format(
                n=columns * rows,
                w=mm_said(self.kit.shared, w, self.lang),
                h=mm_said(self.kit.shared, h, self.lang),
                rows=rows,
                columns=columns,
                board=self.under_board,
            )
            steps = self.figures.panels(self.figures.face(key, self.faces[key]), columns, rows)
            yield self._steps(text, steps, wide)

    def _map(self, printed: Printed, wide: float) -> GuideBlock:
        """The board small, with the edges of its sheets and the strips where they overlap."""
        spots = [page.spots[0] for page in printed.pages]
        face = self.faces[spots[0].face]
        across = wide * MAP
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
    def _time(self) -> Iterator[GuideBlock]:
        """How long each file takes and all of them, and what saves some of it."""
        took = [(f.title, time_of(self.kit, [f], self.boxes)) for f in self.files]
        lines = [self.paragraph(self.word("guide-time-how"), NOTE, "label")]
        lines += [self._spent(title, spent) for title, spent in took]
        whole = sum((spent for _, spent in took), Lasting())
        lines.append(self._spent(self.word("guide-time-total"), whole, strong=True))
        yield self.heading("guide-time")
        yield _stacked(lines)
        rows = [self._saved(one) for one in savings(self.layout, self.files, self.boxes) if one.saved.high >= LEAST]
        if rows:
            yield _stacked([self.paragraph(self.word("guide-time-save"), NOTE, "label"), *rows])

    def _saved(self, one: Saving) -> GuideBlock:
        known = self.kit.components
        names = [known[part].name.in_language(self.lang) for part in one.parts if part in known]
        return self._spent(self.word(one.word).format(parts=", ".join(names)), one.saved)

    def _spent(self, text: str, time: Lasting, strong: bool = False) -> GuideBlock:
        items, high = self.text(text, self.wide - TIMES - 2, "text-bold" if strong else "text")
        side, _ = self.text(self._range(time), TIMES, "number", BODY, align="right")
        said = (f"{text}: {self._range(time)}",)
        return GuideBlock(high, (*items, *self.moved(side, self.wide - TIMES, 0)), said=said)

    def _range(self, time: Lasting) -> str:
        """Minutes by fives, or hours by halves: the shorter rounded down, the longer up; nothing takes no time."""
        low, high = time.low / 60, time.high / 60
        if high <= SHORT:
            return self.word("guide-minutes").format(
                n=_between(max(1, FIVE * int(low // FIVE)), FIVE * math.ceil(high / FIVE))
            )
        halves = int(low // HALF), math.ceil(high / HALF)
        return self.word("guide-hours").format(n=_between(*map(_halved, halves)))


def _between(low: int | str, high: int | str) -> str:
    return f"{low}–{high}" if low != high else str(low)


def _halved(halves: int) -> str:
    """Half hours as hours: 5 as `2½`."""
    return f"{halves // 2 or ''}{'½' if halves % 2 else ''}" or "0"


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
    return ", ".join(f.title for f in files)


def _run(numbers: Sequence[int]) -> str:
    """1, 2, 3, 5 as `1–3, 5`."""
    runs: list[list[int]] = []
    for n in numbers:
        if runs and runs[-1][-1] == n - 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    return ", ".join(f"{r[0]}–{r[-1]}" if len(r) > 1 else str(r[0]) for r in runs)
