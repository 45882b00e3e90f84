"""Every sheet is cut as the guide tells, on paper that knows what still hangs together: before each cut both its marks
are on the piece in hand."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from msgspec import structs

from tests.press.kits import drawn, kit, printed_games
from venice_pnp.draw.scene import Box, Group, Path, Text, bounds
from venice_pnp.kit.mounting import with_tiles
from venice_pnp.press.cutplan import numbered
from venice_pnp.press.marks import FOOTER, INK, LINE, Cut
from venice_pnp.press.pack import BETWEEN, MARK_ROOM
from venice_pnp.press.pages import Layout, Page
from venice_pnp.press.profile import Profile

PAPERS = ("a4", "letter", "a3")
MODES: dict[str, tuple[Any, Any]] = {  # sides and tiles
    "wrap": ("long-edge", "wrap"),
    "card": ("short-edge", "card"),
    "two-sheets": ("long-edge", "two-sheets"),
    "gutterfold": ("gutterfold", "wrap"),
    "single": ("single", "two-sheets"),
}
Cell = tuple[int, int]
Sides = tuple[Cell, Cell]  # of a cut
NARROWEST = 3.0  # mm between two cuts
HAIR = 0.02  # mm that nobody sees
OF_TILES = ("card", "two-sheets")  # modes in which only the tiles are another


class Mark(NamedTuple):
    """A line at the end of a cut: where it stands, from where to where it reaches along the cut."""

    level: bool
    at: float
    start: float
    end: float

    @property
    def middle(self) -> tuple[float, float]:
        along = (self.start + self.end) / 2
        return (along, self.at) if self.level else (self.at, along)


class ReadCut(NamedTuple):
    """A cut as somebody reads it off the sheet: two marks with the same number, and the way between them."""

    number: int
    first: Mark
    last: Mark
    start: float
    end: float


class Trim(NamedTuple):
    left: float
    top: float
    right: float
    low: float


# --- reading ---------------------------------------------------------------------------------------------
def foot_of(page: Page) -> float:
    """Where the footer begins; of some sheets it stands at the side, turned."""
    turned = any(isinstance(item, Group) and item.matrix[:2] == (0, -1) for item in page.marks)
    return page.size[1] - (0 if turned else 5 + FOOTER)


def marks_of(page: Page) -> list[Mark]:
    found, low = [], foot_of(page)
    for item in page.marks:
        if isinstance(item, Path) and item.stroke == INK and item.width == LINE and len(item.d) == 2 and not item.dash:
            (_, x1, y1), (_, x2, y2) = item.d
            if max(y1, y2) < low:
                level = y1 == y2
                start, end = sorted((x1, x2) if level else (y1, y2))
                found.append(Mark(level, y1 if level else x1, start, end))
    return found


def numbers_of(page: Page) -> list[Text]:
    low = foot_of(page)
    return [t for t in page.marks if isinstance(t, Text) and t.text.isdecimal() and t.y < low]


def cuts_read(page: Page) -> list[ReadCut]:
    """Every mark has one number beside it, and every number stands at both ends of one cut."""
    marks, ends = marks_of(page), defaultdict(list)
    for number in numbers_of(page):
        near = [mark for mark in marks if _beside(mark, number)]
        assert len(near) == 1, f"{number.text} stands beside {len(near)} marks"
        ends[int(number.text)].append(near[0])
    assert sorted(m for both in ends.values() for m in both) == sorted(marks), "a mark without its number"
    cuts = []
    for number, both in sorted(ends.items()):
        assert len(both) == 2, f"{number} stands {len(both)} times"
        first, last = sorted(both, key=lambda m: m.start)
        assert (first.level, first.at) == (last.level, last.at), f"{number} is no straight cut"
        cuts.append(ReadCut(number, first, last, *_way(page, first, last)))
    assert [cut.number for cut in cuts] == list(range(1, len(cuts) + 1))
    return cuts


def _way(page: Page, first: Mark, last: Mark) -> tuple[float, float]:
    """From the outermost to the outermost of the pieces that have a side at this cut, between its marks."""
    high, ends = page.size[1], []
    for x, y, w, h in ((x, high - y - h, w, h) for x, y, w, h in (p.trim for p in page.placed)):
        sides, along = ((y, y + h), (x, x + w)) if first.level else ((x, x + w), (y, y + h))
        if (
            min(abs(side - first.at) for side in sides) < 1e-3
            and first.end - HAIR <= along[0]
            and along[1] - HAIR <= last.end
        ):
            ends += along  # a board's mark may stand at the outer end of a strip, on the cut itself
    return min(ends), max(ends)


def _beside(mark: Mark, number: Text) -> bool:
    """Whether a number stands close above or below a level mark, or close at the side of an upright one."""
    left, right, middle = number.x, number.x + number.width, number.y - 0.7
    if mark.level:
        return mark.start - 0.01 <= left and right <= mark.end + 0.01 and 0 < abs(mark.at - middle) < 1.8
    return min(abs(mark.at - right), abs(left - mark.at)) < 0.8 and mark.start <= middle <= mark.end


# --- cutting ---------------------------------------------------------------------------------------------
class Cardboard:
    """A sheet as cells between all lines that are ever cut. It is put together again from its last cut to its first:
    cells that no later cut has parted are one piece."""

    def __init__(self, size: tuple[float, float], cuts: Sequence[ReadCut]) -> None:
        upright = {c.first.at for c in cuts if not c.first.level} | {
            v for c in cuts if c.first.level for v in (c.start, c.end)
        }
        level = {c.first.at for c in cuts if c.first.level} | {
            v for c in cuts if not c.first.level for v in (c.start, c.end)
        }
        self.xs, self.ys = _lines(upright, size[0]), _lines(level, size[1])
        self.whole = {(x, y): (x, y) for x in range(len(self.xs) - 1) for y in range(len(self.ys) - 1)}
        self.walls: dict[Sides, int] = defaultdict(int)  # how many cuts have parted two neighbours
        for cut in cuts:
            for sides in self.sides(cut):
                self.walls[sides] += 1
        for x, y in list(self.whole):
            for other in ((x + 1, y), (x, y + 1)):
                if other in self.whole and not self.walls[(x, y), other]:
                    self._join((x, y), other)

    def sides(self, cut: ReadCut) -> Iterator[Sides]:
        """The cells on both sides of a cut."""
        lines = self.xs if cut.first.level else self.ys
        at = _found(self.ys if cut.first.level else self.xs, cut.first.at)
        for i, (start, end) in enumerate(pairwise(lines)):
            if cut.start - 1e-3 < (start + end) / 2 < cut.end + 1e-3:
                yield ((i, at - 1), (i, at)) if cut.first.level else ((at - 1, i), (at, i))

    def uncut(self, cut: ReadCut) -> None:
        for one, other in self.sides(cut):
            self.walls[one, other] -= 1
            if not self.walls[one, other]:
                self._join(one, other)

    def beside(self, mark: Mark) -> list[Cell]:
        """The pieces on both sides of a mark: one, unless it was cut through."""
        x, y = mark.middle
        step = (0.0, 0.01) if mark.level else (0.01, 0.0)
        return [self.piece(self._cell(x + s * step[0], y + s * step[1])) for s in (-1, 1)]

    def piece(self, cell: Cell) -> Cell:
        while self.whole[cell] != cell:
            self.whole[cell] = self.whole[self.whole[cell]]
            cell = self.whole[cell]
        return cell

    def _cell(self, x: float, y: float) -> Cell:
        return sum(line <= x for line in self.xs) - 1, sum(line <= y for line in self.ys) - 1

    def _join(self, one: Cell, other: Cell) -> None:
        self.whole[self.piece(one)] = self.piece(other)


def _lines(places: set[float], end: float) -> list[float]:
    lines = [0.0]
    for at in sorted(places):
        if at - lines[-1] > 1e-3:
            lines.append(at)
    return [*lines, end]


def _found(lines: list[float], at: float) -> int:
    return min(range(len(lines)), key=lambda i: abs(lines[i] - at))


def lost(size: tuple[float, float], cuts: Sequence[ReadCut]) -> list[int]:
    """The cuts, in this order, for which a mark is gone or what is to be cut hangs no more with its marks."""
    sheet, failed = Cardboard(size, cuts), []
    for cut in reversed(cuts):
        sheet.uncut(cut)
        held = {*sheet.beside(cut.first), *sheet.beside(cut.last)}
        loose = [sides for sides in sheet.sides(cut) if not {sheet.piece(cell) for cell in sides} & held]
        if len(held) > 1 or loose:
            failed.append(cut.number)
    return failed[::-1]


# --- sheets ----------------------------------------------------------------------------------------------
@cache
def fronts(game: str, paper: str, mode: str) -> list[Page]:
    """All sheets that are cut, those of the board, too; of the modes that are only about tiles, the tiles."""
    sides, tiles = MODES[mode]
    studio, parts = drawn(game)
    made = with_tiles(kit(game), tiles, None)
    pieces = []
    for piece in parts.pieces:
        part = made.components.get(piece.component)
        if part and part.back and not piece.alternative:
            pieces.append(structs.replace(piece, mount=part.mount or piece.mount, stock=part.stock))
        elif mode not in OF_TILES:
            pieces.append(piece)
    files = Layout(studio, structs.replace(parts, pieces=pieces), paper, sides, Profile()).files()
    return [page for printed in files for page in printed.pages if page.side == "front" and (page.grids or page.board)]


SHEETS = [(game, paper, mode) for game in printed_games() for paper in PAPERS for mode in MODES]


@pytest.mark.parametrize(("game", "paper", "mode"), SHEETS)
def test_every_sheet_can_be_cut(game: str, paper: str, mode: str) -> None:
    """By a knife in the order of the numbers, and by a trimmer: each sheet is laid out once for all that is asked."""
    pages = fronts(game, paper, mode)
    for page in pages:
        cuts = cuts_read(page)
        assert lost(page.size, cuts) == [], f"{page.title}: a mark is gone before its cut"
        assert narrowest(cuts) >= NARROWEST, f"{page.title}: a sliver between two cuts"
    for page in (page for page in pages if page.grids):
        assert on_pieces(page) == [], f"{page.title}: a mark lies on a piece"
        assert nearest_in_line(page) >= BETWEEN - 1e-3, f"{page.title}: marks run into one line"
        assert parted(blocks(page)), f"{page.title}: no cuts from edge to edge part the blocks"
        assert without_gauge(page) == [], f"{page.title}: the strip above the first cut lacks marks of others"
    assert any(page.board for page in pages) == (mode not in OF_TILES) and any(cuts_read(page) for page in pages)


def narrowest(cuts: Sequence[ReadCut]) -> float:
    """The least distance of two cuts side by side."""
    ways = defaultdict(list)
    for cut in cuts:
        ways[cut.first.level, cut.start, cut.end].append(cut.first.at)
    return min((b - a for places in ways.values() for a, b in pairwise(sorted(places))), default=math.inf)


def on_pieces(page: Page) -> list[Mark]:
    """Marks that lie on a piece or on its bleed."""
    inked = [bounds(spot.clip) for spot in page.spots]
    return [mark for mark in marks_of(page) if any(_touches(mark, box) for box in inked)]


def _touches(mark: Mark, box: Box) -> bool:
    (x, y), half = mark.middle, (mark.end - mark.start) / 2
    dx, dy = (half, 0.0) if mark.level else (0.0, half)
    left, top, w, h = box
    across = x + dx > left + 1e-3 and x - dx < left + w - 1e-3
    return across and y + dy > top + 1e-3 and y - dy < top + h - 1e-3


def nearest_in_line(page: Page) -> float:
    """The least distance of two marks that stand in one line."""
    pairs = pairwise(sorted(marks_of(page)))
    in_line = [(a, b) for a, b in pairs if a.level == b.level and abs(a.at - b.at) < LINE]
    return min((b.start - a.end for a, b in in_line), default=math.inf)


# --- with a trimmer ----------------------------------------------------------------------------------------
def blocks(page: Page) -> list[Box]:
    """Where the blocks of a sheet lie, with their marks. A short last row comes free by the cut above it, and whatever
    lies beside it."""
    found: list[Box] = []
    for grid in page.grids:
        xs, ys = grid.cuts()
        room = MARK_ROOM if any(grid.straight()) else 0.0
        left, top, right, low = xs[0] - room, ys[0] - room, xs[-1] + room, ys[-1] + room
        last = [p for p in grid.placements if p.y + p.height > ys[-1] - 1e-3]
        end = max(p.x + p.width for p in last)
        if end < xs[-1] - 1e-3:
            found.append((left, last[0].y, end - left, low - last[0].y))
            low = last[0].y
        found.append((left, top, right - left, low - top))
    return found


def parted(boxes: list[Box]) -> bool:
    """Whether cuts from edge to edge part the boxes, one after the other."""
    if len(boxes) < 2:
        return True
    for along in (0, 1):
        for line in (box[along] + box[along + 2] for box in boxes):
            before = [box for box in boxes if box[along] + box[along + 2] <= line + 1e-3]
            after = [box for box in boxes if box[along] >= line - 1e-3]
            if after and len(before) + len(after) == len(boxes):
                return parted(before) and parted(after)
    return False


def without_gauge(page: Page) -> list[Cut]:
    """Upright cuts whose marks are not on the strip above the first level cut of their block."""
    marks, missing = marks_of(page), []
    for grid, cuts in numbered(page):
        first = min((cut.at for cut in cuts if cut.level), default=None)
        above = [
            m for m in marks if not m.level and first and grid.cuts()[1][0] - MARK_ROOM - 1e-3 < m.start < m.end < first
        ]
        missing += [c for c in cuts if not c.level and first and not any(abs(m.at - c.at) < 1e-3 for m in above)]
    return missing


@pytest.mark.parametrize("game", printed_games())
def test_every_straight_side_lies_at_a_cut(game: str) -> None:
    """Read off the sheet, without knowing how it was packed."""
    for page in fronts(game, "a4", "wrap"):
        cuts = cuts_read(page)
        for grid in page.grids:
            upright, level = grid.straight()
            for p in grid.placements:
                for is_level, wanted_, places in (
                    (False, upright, (p.x, p.x + p.width)),
                    (True, level, (p.y, p.y + p.height)),
                ):
                    across = (p.x, p.x + p.width) if is_level else (p.y, p.y + p.height)
                    for at in places if wanted_ else ():
                        assert any(
                            c.first.level == is_level
                            and abs(c.first.at - at) < 1e-3
                            and c.start - 1e-3 <= across[0]
                            and across[1] <= c.end + 1e-3
                            for c in cuts
                        ), (page.title, p.piece.component)


# --- the test can fail -----------------------------------------------------------------------------------
def cards() -> tuple[tuple[float, float], list[ReadCut]]:
    page = next(p for p in fronts("venedig", "a4", "wrap") if p.grids[0].placements[0].piece.component == "card")
    return page.size, cuts_read(page)


def test_cuts_from_edge_to_edge_lose_the_marks_of_the_others() -> None:
    size, cuts = cards()
    through = [c._replace(start=0.0, end=size[0] if c.first.level else size[1]) for c in cuts]
    upright = [c.number for c in cuts if not c.first.level]
    assert lost(size, through) == upright


def test_cuts_from_the_outside_in_leave_nothing_that_hangs() -> None:
    size, cuts = cards()
    level, upright = ([c for c in cuts if c.first.level is way] for way in (True, False))
    assert lost(size, [*level, upright[0], upright[-1], *upright[1:-1]])


def test_blocks_in_a_whirl_are_not_parted() -> None:
    assert not parted([(0, 0, 20, 10), (20, 0, 10, 20), (10, 20, 20, 10), (0, 10, 10, 20)])


def test_a_mark_that_is_missing_or_without_a_number_is_found() -> None:
    page = next(p for p in fronts("canaletto", "a4", "wrap") if cuts_read(p))
    mark = next(i for i in page.marks if isinstance(i, Path) and i.stroke == INK and len(i.d) == 2)
    number = next(i for i in page.marks if isinstance(i, Text) and i.text == "1")
    for gone in (mark, number):
        with pytest.raises(AssertionError):
            cuts_read(structs.replace(page, marks=tuple(i for i in page.marks if i is not gone)))


def covered(page: Page) -> list[str]:
    """Pieces that a neighbour, with what it shows beyond its cuts, is drawn over."""
    trims = [Trim(p.x, p.y, p.x + p.width, p.y + p.height) for grid in page.grids for p in grid.placements]
    shown = [Trim(x, y, x + w, y + h) for x, y, w, h in (bounds(spot.clip) for spot in page.spots)]
    return [
        f"{own} under {other}"
        for own, trim in enumerate(trims)
        for other, over in enumerate(shown)
        if other != own
        and min(trim.right, over.right) - max(trim.left, over.left) > HAIR
        and min(trim.low, over.low) - max(trim.top, over.top) > HAIR
    ]


@pytest.mark.parametrize("game", printed_games())
def test_no_piece_lies_under_the_rim_of_another(game: str) -> None:
    """Else some tiles of a pile look different from behind, and all know them."""
    assert {page.title: found for page in fronts(game, "a4", "wrap") if page.grids and (found := covered(page))} == {}
