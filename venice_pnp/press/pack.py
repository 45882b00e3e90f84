"""Pieces onto sheets: grids of equal pieces, laid out so that straight cuts serve a whole row.

Neighbours with the same colour at the cut share it; counters lie apart, with bleed if they need it.
Grids are set into the free rectangles of a sheet (guillotine packing), as far apart as their marks need; round
counters are cut along their own line, need no marks, and so lie closer.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct, structs

from venice_pnp.draw.scene import Box
from venice_pnp.draw.studio import BLEED
from venice_pnp.press.parts import Piece

DISTANCE, LENGTH = 2.0, 3.0  # of a crop mark: from the trim, and its own
MARK_ROOM = DISTANCE + LENGTH
BETWEEN = 1.0  # the marks of two blocks: else they run into one line
DOUBLE_CUT = 4.0
APART = 1.0  # between counters with a plain rim, which need no bleed
EPSILON = 1e-6


class Placement(Struct, frozen=True):
    """A piece on a sheet: its trim box from the top left corner of the page, in mm, and its turn."""

    piece: Piece
    x: float
    y: float
    width: float
    height: float
    turn: int = 0


class Grid(Struct, frozen=True):
    """Equal pieces in rows and columns, with the lines at which they are cut."""

    placements: tuple[Placement, ...]
    gap: float

    def cuts(self) -> tuple[list[float], list[float]]:
        """The x of the vertical and the y of the horizontal cuts."""
        xs = {round(v, 4) for p in self.placements for v in (p.x, p.x + p.width)}
        ys = {round(v, 4) for p in self.placements for v in (p.y, p.y + p.height)}
        return sorted(xs), sorted(ys)

    def straight(self) -> tuple[bool, bool]:
        """Whether the vertical and the horizontal cuts are sides of the pieces; slanted sides have their own line."""
        first = self.placements[0]
        upright, level = first.piece.straight
        return (level, upright) if first.turn % 180 else (upright, level)


class Sheet(Struct, frozen=True):
    grids: tuple[Grid, ...]

    @property
    def placements(self) -> list[Placement]:
        return [p for grid in self.grids for p in grid.placements]


class TooLarge(Exception):
    """A piece that fits on no sheet of this paper."""


KEPT = 256  # ways in which pieces were laid, while a program runs
TRIES = 40  # other orders and shapes of the grids, while a sheet too many is needed
NEAT_TRIES = 12  # for fewer grids and sheets that are filled alike, which saves cuts and spreads the ink
UNEVEN = 1.15  # times its share that a sheet may take before a group is parted
LEAST_SHARE = 0.75  # of the average that no sheet should fall short of
WHOLE = 0.2  # of its share that a sheet may take more or less, so that no size of pieces is parted
EVEN = 16  # grids more, rather than one sheet full and another empty
ORDER, SHAPE = 0.7, 0.3  # how far a try goes from the largest grids first, and from what leaves the largest rest


def pack(pieces: Sequence[Piece], area: Box) -> list[Sheet]:
    """The pieces of one file and stock on few sheets and in few grids; what lies alike in another edition, or in
    another language, is laid once."""
    edges: dict[tuple[str, str], str] = {}
    plain = tuple(_plain(p, n, edges.setdefault(p.edges, str(len(edges)))) for n, p in enumerate(pieces))
    return [Sheet(tuple(_with(grid, pieces) for grid in sheet.grids)) for sheet in _packed(plain, area)]


def _plain(piece: Piece, number: int, edges: str) -> Piece:
    """All that matters to where a piece lies; its number takes the place of its copy."""
    return Piece(
        component=piece.component,
        item="",
        copy=number,
        front="",
        back=_template(piece.back) if piece.back else None,
        size=piece.size,
        form=piece.form,
        file="",
        stock="",
        edges=(edges, ""),
        bleeds=piece.bleeds,
        straight=piece.straight,
    )


def _with(grid: Grid, pieces: Sequence[Piece]) -> Grid:
    return Grid(tuple(structs.replace(p, piece=pieces[p.piece.copy]) for p in grid.placements), grid.gap)


@lru_cache(KEPT)
def _packed(pieces: tuple[Piece, ...], area: Box) -> list[Sheet]:
    """The best of a simple way and of some tries."""
    groups = sorted(_groups(pieces), key=lambda g: (-_one(g), g[0].size))
    least = least_sheets(pieces, area)
    chance = random.Random(1)  # the same tries every time
    best = _filled(groups, [], area, chance, full=False, shape=0.0)
    for number in range(TRIES if len(groups) > 1 else len(groups)):
        if len(best) <= least and (number >= NEAT_TRIES or len(best) == 1 == _grids(best) / len(groups)):
            break
        order = sorted(groups, key=lambda g: -_all(g) * chance.uniform(1 - ORDER, 1 + ORDER))
        even = [_Filling(area) for _ in best] if len(best) <= least and number % 2 else []
        fair = sum(map(_all, groups)) / len(even) * UNEVEN if even else math.inf
        tried = _filled(order, even, area, chance, full=number % 4 < 2, shape=SHAPE, fair=fair)
        best = min(best, tried, key=_weighed)
    best = _balanced(best, groups, area)
    whole = _whole(groups, len(best), area)
    if whole and _balanced(whole, groups, area) is whole and _cuts(whole) <= _cuts(best):
        best = min(best, whole, key=_weighed)
    return [s.centred() for s in best]


def _weighed(sheets: list[_Filling]) -> tuple[float, float]:
    return len(sheets), _grids(sheets) + EVEN * _fullest(sheets)


def _whole(groups: Sequence[list[Piece]], count: int, area: Box) -> list[_Filling] | None:
    """Every group in one grid of few cuts, on the sheet that has least so far; None where that does not go."""
    sheets = [_Filling(area) for _ in range(count)]
    for group in groups:
        for sheet in sorted(sheets, key=lambda one: one.used):
            if fits := [fit for fit in sheet.fits(group, full=False) if fit.count == len(group)]:
                sheet.take(min(fits, key=lambda fit: fit.columns + fit.rows), group)
                break
        else:
            return None
    return [sheet for sheet in sheets if sheet.grids]


def _balanced(sheets: list[_Filling], groups: Sequence[list[Piece]], area: Box) -> list[_Filling]:
    """As many sheets, but none nearly empty beside full ones, where they can be filled alike."""
    average = sum(sheet.used for sheet in sheets) / len(sheets) if sheets else 0.0
    if not sheets or _emptiest(sheets) >= LEAST_SHARE * average:
        return sheets
    alike: list[_Filling] = []
    for share in _shares([piece for group in groups for piece in group], len(sheets)):
        alike += _filled(_groups(share), [], area, random.Random(1), full=False, shape=0.0)
    return alike if len(alike) == len(sheets) and _emptiest(alike) > _emptiest(sheets) else sheets


def _shares(pieces: Sequence[Piece], count: int) -> Iterator[list[Piece]]:
    """The pieces in so many parts of about the same extent, one after the other; where it can be, of whole sizes."""
    extents = [_one([piece]) for piece in pieces]
    starts = [at for at in range(1, len(pieces)) if pieces[at].size != pieces[at - 1].size]
    begin = 0
    for left in range(count, 0, -1):
        fair, end = sum(extents[begin:]) / left, begin + 1
        while end <= len(pieces) - left and sum(extents[begin:end]) < fair - EPSILON:
            end += 1
        off = {at: abs(sum(extents[begin:at]) - fair) for at in starts if begin < at <= len(pieces) - left + 1}
        whole = min(off, key=lambda at: off[at], default=end)
        if left > 1 and off.get(whole, 0.0) <= WHOLE * fair:
            end = whole
        yield list(pieces[begin:end])
        begin = end


def _emptiest(sheets: list[_Filling]) -> float:
    return min(sheet.used for sheet in sheets)


def _grids(sheets: list[_Filling]) -> int:
    return sum(len(sheet.grids) for sheet in sheets)


def _cuts(sheets: list[_Filling]) -> int:
    """How often a knife is laid at a ruler; slanted sides come on top, however the pieces lie."""
    grids = [grid for sheet in sheets for grid in sheet.grids]
    return sum(len(at) for one in grids for at, straight in zip(one.cuts(), one.straight(), strict=True) if straight)


def _fullest(sheets: list[_Filling]) -> float:
    """The share of the fullest sheet that is covered."""
    return max(sheet.used / _extent(sheet.area) for sheet in sheets)


def least_sheets(pieces: Sequence[Piece], area: Box) -> int:
    """The fewest sheets that the pieces with the gaps between them could fill."""
    most = max(map(shared_gap, pieces), default=0.0)
    needed = sum((p.size[0] + shared_gap(p)) * (p.size[1] + shared_gap(p)) for p in pieces)
    return math.ceil(needed / ((area[2] + most) * (area[3] + most)) - EPSILON)


def _one(group: list[Piece]) -> float:
    return group[0].size[0] * group[0].size[1]


def _all(group: list[Piece]) -> float:
    return _one(group) * len(group)


def _filled(
    groups: Sequence[list[Piece]],
    even: Sequence[_Filling],
    area: Box,
    chance: random.Random,
    full: bool,
    shape: float,
    fair: float = math.inf,
) -> list[_Filling]:
    """Every group where most of it fits, in the shape that leaves the largest rest (or nearly so, by chance).
    Sheets that lie ready are filled evenly, each up to its fair share; others are taken when they are needed."""
    sheets = list(even)
    for group in groups:
        rest = list(group)
        while rest:
            choices = [(sheet, fit) for sheet in sheets for fit in sheet.fits(sheet.share(rest, fair), full)]
            if not choices:
                sheets.append(_Filling(area))
                choices = [(sheets[-1], fit) for fit in sheets[-1].fits(rest, full)]
            if not choices:
                raise TooLarge(f"{rest[0].component} ({rest[0].size[0]:g} × {rest[0].size[1]:g} mm)")
            sheet, fit = max(
                choices,
                key=lambda c: (
                    c[1].count,
                    -c[0].used if even else 0.0,
                    -c[0].lost(c[1], rest[0]) * chance.uniform(1 - shape, 1 + shape),
                ),
            )
            rest = sheet.take(fit, rest)
    return [sheet for sheet in sheets if sheet.grids]


def _groups(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """Pieces that may stand in one grid."""
    groups: dict[tuple[object, ...], list[Piece]] = {}
    for piece in pieces:
        back = _template(piece.back) if piece.back else ""
        edges = (*piece.edges, back) if shared_gap(piece) == 0 else (back == "", piece.bleeds)
        groups.setdefault((piece.size, piece.form, edges), []).append(piece)
    return list(groups.values())


def _template(face: str) -> str:
    """Of the key of a face."""
    return face.split(" ")[0]


class _Fit(Struct, frozen=True):
    """How a group would lie in a free rectangle."""

    free: int
    count: int  # how many of the group it takes
    columns: int
    rows: int
    cell: tuple[float, float]
    gap: float
    turn: int


class _Filling:
    """A sheet while it is being filled: its grids and the free rectangles that are left."""

    def __init__(self, area: Box) -> None:
        self.area = area
        x, y, w, h = area
        self.outer: Box = (x - MARK_ROOM, y - MARK_ROOM, w + 2 * MARK_ROOM, h + 2 * MARK_ROOM)
        self.free: list[Box] = [self.outer]  # grids with the room round them; together they fill the outer box
        self.grids: list[Grid] = []
        self.used = 0.0  # mm² of all pieces

    def fits(self, group: list[Piece], full: bool) -> Iterator[_Fit]:
        """The shapes of grids that take most of the group; `full`: of full rows only."""
        if not group:
            return
        piece, count = group[0], len(group)
        gap, room = shared_gap(piece), room_of(piece)
        w, h = piece.size
        inside = [self._inside(free, room) for free in self.free]
        for turn, cell in ((0, (w, h)), (90, (h, w)))[: 1 if w == h else 2]:
            for number, (_, _, fw, fh) in enumerate(inside):
                columns = math.floor((fw + gap) / (cell[0] + gap) + EPSILON)
                rows = math.floor((fh + gap) / (cell[1] + gap) + EPSILON)
                if columns > 0 and rows > 0:
                    for shape in _shapes(columns, rows, count, full):
                        yield _Fit(number, min(count, shape[0] * shape[1]), *shape, cell, gap, turn)

    def share(self, group: list[Piece], fair: float) -> list[Piece]:
        """As much of a group as this sheet may take, so that others get as much."""
        if self.used + _all(group) <= fair:
            return group
        return group[: max(0, math.floor((fair - self.used) / _one(group) + EPSILON))]

    def lost(self, fit: _Fit, piece: Piece) -> float:
        """By how much a grid makes a free rectangle smaller than the largest one that is left of it."""
        free = self.free[fit.free]
        right, low = self._end(fit, free, piece)
        beside, below = _left_over(free, right, low)
        return _extent(free) - max(_extent(beside), _extent(below))

    def take(self, fit: _Fit, group: list[Piece]) -> list[Piece]:
        """Sets as many of the group as fit; returns the rest."""
        free = self.free.pop(fit.free)
        x, y, _, _ = self._inside(free, room_of(group[0]))
        cw, ch = fit.cell
        used = group[: fit.count]
        placed = []
        for i, piece in enumerate(used):
            row, column = divmod(i, fit.columns)
            placed.append(Placement(piece, x + column * (cw + fit.gap), y + row * (ch + fit.gap), cw, ch, fit.turn))
        self.grids.append(Grid(tuple(placed), fit.gap))
        self.used += cw * ch * len(used)
        right, low = self._end(fit, free, group[0])
        rests = (*_left_over(free, right, low), _hole(placed, fit))
        self.free += [box for box in rests if box[2] > EPSILON and box[3] > EPSILON]
        return group[len(used) :]

    def _inside(self, free: Box, room: float) -> Box:
        """Where trims may lie in a free rectangle: at the edge of the area they keep room for any marks."""
        x, y, w, h = free
        ox, oy, ow, oh = self.outer
        left = MARK_ROOM if abs(x - ox) < EPSILON else room
        top = MARK_ROOM if abs(y - oy) < EPSILON else room
        right = MARK_ROOM if abs(x + w - (ox + ow)) < EPSILON else room
        low = MARK_ROOM if abs(y + h - (oy + oh)) < EPSILON else room
        return x + left, y + top, w - left - right, h - top - low

    def _end(self, fit: _Fit, free: Box, piece: Piece) -> tuple[float, float]:
        """The right and the low end of a grid with the room round it."""
        room = room_of(piece)
        x, y, _, _ = self._inside(free, room)
        (cw, ch), gap = fit.cell, fit.gap
        return x + fit.columns * (cw + gap) - gap + room, y + fit.rows * (ch + gap) - gap + room

    def centred(self) -> Sheet:
        """The sheet with its grids moved to the middle of the area."""
        placed = [p for grid in self.grids for p in grid.placements]
        x, y, w, h = self.area
        dx = (x + w - max(p.x + p.width for p in placed) - (min(p.x for p in placed) - x)) / 2
        dy = (y + h - max(p.y + p.height for p in placed) - (min(p.y for p in placed) - y)) / 2
        grids = [Grid(tuple(_shifted(p, dx, dy) for p in g.placements), g.gap) for g in self.grids]
        return Sheet(tuple(grids))


def _shapes(columns: int, rows: int, count: int, full: bool) -> Iterator[tuple[int, int]]:
    """Columns and rows of the grids for `count` pieces in this room; several, where it has room to spare."""
    if columns * rows <= count:
        yield columns, rows
        return
    known = set()
    for wide in range(1, columns + 1):
        high = min(rows, count // wide if full else math.ceil(count / wide))
        if high:
            known.add((min(wide, math.ceil(count / high)), high))
    yield from sorted(known)


def _left_over(free: Box, right: float, low: float) -> tuple[Box, Box]:
    """What is left of a free rectangle beside and below a grid, split so that the larger rest is as large as can be."""
    x, y, w, h = free
    across = (right, y, x + w - right, low - y), (x, low, w, y + h - low)
    along = (right, y, x + w - right, h), (x, low, right - x, y + h - low)
    larger = max(_extent(along[0]), _extent(along[1])) > max(_extent(across[0]), _extent(across[1]))
    return along if larger else across


def _hole(placed: Sequence[Placement], fit: _Fit) -> Box:
    """What the last row of a grid leaves free within it, if it is shorter than the others, beside their bleed."""
    last, missing = placed[-1], fit.columns * fit.rows - len(placed)
    wide = last.width + fit.gap
    return last.x + wide + BLEED, last.y + BLEED, missing * wide - fit.gap - BLEED, last.height - BLEED


def _extent(box: Box) -> float:
    _, _, wide, high = box
    return wide * high if wide > 0.0 and high > 0.0 else 0.0


def room_of(piece: Piece) -> float:
    """What a grid keeps free round it: its marks, or the bleed of pieces that are cut along their own line."""
    marks = MARK_ROOM + BETWEEN / 2
    return marks if True in piece.straight else shared_gap(piece) / 2 or marks


def shared_gap(piece: Piece) -> float:
    """No gap where cuts are shared, else room for two."""
    if piece.form != "round":
        return 0.0
    return DOUBLE_CUT if piece.bleeds else APART


def _shifted(p: Placement, dx: float, dy: float) -> Placement:
    return Placement(p.piece, p.x + dx, p.y + dy, p.width, p.height, p.turn)
