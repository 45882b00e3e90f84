"""Pieces onto sheets: grids of equal pieces, laid out so that straight cuts serve a whole row.

Neighbours with the same colour at the cut share it; others lie 4 mm apart, with 2 mm of bleed each.
Grids are set into the free rectangles of a sheet (guillotine packing), 10 mm apart for their marks.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from venice_pnp.draw.scene import Box
from venice_pnp.press.pieces import Piece

MARK_ROOM = 5.0  # a crop mark's 3 mm and its 2 mm of distance
DOUBLE_CUT = 4.0
APART = 1.0  # between counters and standees with a plain rim, which need no bleed
BETWEEN_GRIDS = 2 * MARK_ROOM
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


class _Way(NamedTuple):
    """A way to fill sheets."""

    full: bool = True  # grids of full rows only; what is left makes a grid of its own
    upright: bool = True  # what is left of a free rectangle is split from top to bottom


WAYS = (_Way(False, False), _Way(True, False), _Way(False, True), _Way(True, True))
FEW = 3  # groups, for which another order changes little
TRIES = 160  # changed orders of the groups, where the simple ways leave a sheet too many


def pack(pieces: Sequence[Piece], area: Box) -> list[Sheet]:
    """The pieces of one file and stock on few sheets: the first of the best of several simple ways."""
    groups = sorted(_groups(pieces), key=lambda g: (-_one(g), g[0].size))
    least = math.ceil(sum(map(_all, groups)) / (area[2] * area[3]))
    best = _filled(groups, area, WAYS[0])
    for way in WAYS[1:]:
        if len(best) > least:
            best = min(best, _filled(groups, area, way), key=len)
    if len(best) > least and len(groups) > FEW:
        best = min(best, _climbed(groups, area, least), key=len)
    return [s.centred() for s in best]


def _one(group: list[Piece]) -> float:
    return group[0].size[0] * group[0].size[1]


def _all(group: list[Piece]) -> float:
    return _one(group) * len(group)


def _climbed(groups: list[list[Piece]], area: Box, least: int) -> list[_Filling]:
    """Groups in changed orders; an order that leaves less on the last sheet is changed further."""
    chance = random.Random(1)
    order = sorted(groups, key=lambda g: -_all(g))
    best = _filled(order, area, _Way())
    for _ in range(TRIES):
        if len(best) <= least:
            break
        tried, (i, j) = list(order), chance.sample(range(len(order)), 2)
        if chance.random() < 0.5:
            tried[i], tried[j] = tried[j], tried[i]
        else:
            tried.insert(j, tried.pop(i))
        filled = _filled(tried, area, _Way())
        if (len(filled), filled[-1].used()) <= (len(best), best[-1].used()):
            best, order = filled, tried
    return best


def _filled(groups: Sequence[list[Piece]], area: Box, way: _Way) -> list[_Filling]:
    sheets: list[_Filling] = []
    for group in groups:
        rest = list(group)
        while rest:
            best = _best(sheets, rest)
            if best is None:
                sheets.append(_Filling(area, way))
                best = _best(sheets, rest)
            if best is None:
                raise TooLarge(f"{rest[0].component} ({rest[0].size[0]:g} × {rest[0].size[1]:g} mm)")
            sheet, fit = best
            rest = sheet.take(fit, rest)
    return sheets


def _groups(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """Pieces that may stand in one grid."""
    groups: dict[tuple[object, ...], list[Piece]] = {}
    for piece in pieces:
        back = piece.back.split(" ")[0] if piece.back else ""
        edges = (*piece.edges, back) if shared_gap(piece) == 0 else (back == "", piece.bleeds)
        groups.setdefault((piece.size, piece.form, edges), []).append(piece)
    return list(groups.values())


class _Fit(Struct, frozen=True):
    """How a group would lie in a free rectangle."""

    free: int
    columns: int
    rows: int
    cell: tuple[float, float]
    gap: float
    turn: int


class _Filling:
    """A sheet while it is being filled: its grids and the free rectangles that are left."""

    def __init__(self, area: Box, way: _Way) -> None:
        self.area, self.way = area, way
        self.free: list[Box] = [area]
        self.grids: list[Grid] = []

    def fits(self, group: list[Piece]) -> Iterator[_Fit]:
        piece = group[0]
        gap = shared_gap(piece)
        w, h = piece.size
        for turn, cell in ((0, (w, h)), (90, (h, w)))[: 1 if w == h else 2]:
            for number, (_, _, fw, fh) in enumerate(self.free):
                columns = math.floor((fw + gap) / (cell[0] + gap) + EPSILON)
                rows = math.floor((fh + gap) / (cell[1] + gap) + EPSILON)
                if columns > 0 and rows > 0:
                    rows = min(rows, math.ceil(len(group) / columns))
                    columns = min(columns, math.ceil(len(group) / rows))
                    if self.way.full and columns * rows > len(group):
                        rows = max(1, len(group) // columns)
                        columns = min(columns, len(group))
                    yield _Fit(number, columns, rows, cell, gap, turn)

    def take(self, fit: _Fit, group: list[Piece]) -> list[Piece]:
        """Sets as many of the group as fit; returns the rest."""
        x, y, fw, fh = self.free.pop(fit.free)
        cw, ch = fit.cell
        used = group[: fit.columns * fit.rows]
        placed = []
        for i, piece in enumerate(used):
            row, column = divmod(i, fit.columns)
            placed.append(Placement(piece, x + column * (cw + fit.gap), y + row * (ch + fit.gap), cw, ch, fit.turn))
        self.grids.append(Grid(tuple(placed), fit.gap))
        wide = fit.columns * (cw + fit.gap) - fit.gap + BETWEEN_GRIDS
        high = fit.rows * (ch + fit.gap) - fit.gap + BETWEEN_GRIDS
        beside, below = (x + wide, y, fw - wide, high - BETWEEN_GRIDS), (x, y + high, fw, fh - high)
        if self.way.upright:
            beside, below = (x + wide, y, fw - wide, fh), (x, y + high, wide - BETWEEN_GRIDS, fh - high)
        self.free += [box for box in (beside, below) if box[2] > EPSILON and box[3] > EPSILON]
        return group[len(used) :]

    def used(self) -> float:
        """The area of all pieces on the sheet."""
        return sum(p.width * p.height for grid in self.grids for p in grid.placements)

    def centred(self) -> Sheet:
        """The sheet with its grids moved to the middle of the area."""
        placed = [p for grid in self.grids for p in grid.placements]
        x, y, w, h = self.area
        dx = (x + w - max(p.x + p.width for p in placed) - (min(p.x for p in placed) - x)) / 2
        dy = (y + h - max(p.y + p.height for p in placed) - (min(p.y for p in placed) - y)) / 2
        grids = [Grid(tuple(_shifted(p, dx, dy) for p in g.placements), g.gap) for g in self.grids]
        return Sheet(tuple(grids))


def _best(sheets: list[_Filling], group: list[Piece]) -> tuple[_Filling, _Fit] | None:
    """The place that takes the most of a group; among equals the earliest."""
    choices = [(sheet, fit) for sheet in sheets for fit in sheet.fits(group)]
    if not choices:
        return None
    return max(choices, key=lambda c: min(len(group), c[1].columns * c[1].rows))


def shared_gap(piece: Piece) -> float:
    """No gap where straight cuts may be shared, else room for two cuts."""
    if piece.form in ("card", "square", "polygon"):
        return 0.0
    return DOUBLE_CUT if piece.bleeds else APART


def _shifted(p: Placement, dx: float, dy: float) -> Placement:
    return Placement(p.piece, p.x + dx, p.y + dy, p.width, p.height, p.turn)
