"""A board on sheets for a home printer: which part of it each sheet shows, where, and the marks round it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec import Struct

from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.scene import Box, Item, Path, Scene, polyline, rect
from venice_pnp.kit.models import Paper
from venice_pnp.press.marks import FOOTER, GREY, corner_marks, small
from venice_pnp.press.pack import MARK_ROOM

OVERLAP = 10.0  # of board sheets


class BoardSheet(Struct, frozen=True):
    """One of the sheets; all boxes in mm from a top left corner."""

    row: int
    column: int
    rows: int
    columns: int
    size: tuple[float, float]  # of the paper as it is held
    part: Box  # of the board
    at: tuple[float, float]  # where that part begins on the page

    @property
    def label(self) -> str:
        return f"{self.row + 1}–{self.column + 1}"

    @property
    def trim(self) -> Box:
        return *self.at, self.part[2], self.part[3]


def board_sheets(board: Scene, paper: Paper) -> list[BoardSheet]:
    """The sheets row by row, upright or across, whichever needs fewer."""
    w, h = paper.size
    plans = [_tiling(board, size, paper.margin) for size in ((w, h), (h, w))]
    columns, rows, size = min(plans, key=lambda p: (p[0] * p[1], p[2][0]))
    wide = (board.width + (columns - 1) * OVERLAP) / columns
    high = (board.height + (rows - 1) * OVERLAP) / rows
    room = MARK_ROOM + paper.margin
    at = (size[0] - wide) / 2, room + (size[1] - 2 * room - FOOTER - high) / 2
    return [
        BoardSheet(row, column, rows, columns, size, (column * (wide - OVERLAP), row * (high - OVERLAP), wide, high), at)
        for row in range(rows)
        for column in range(columns)
    ]


def sheet_marks(sheet: BoardSheet, margin: float, fonts: Fonts) -> Iterator[Item]:
    """All that stands round the picture, but for the footer."""
    yield from corner_marks(*sheet.trim)
    yield from _glue_strips(sheet, fonts)
    yield from _sheet_map(sheet, margin)


def _tiling(board: Scene, size: tuple[float, float], margin: float) -> tuple[int, int, tuple[float, float]]:
    """Columns and rows of sheets of this size."""
    wide = size[0] - 2 * (margin + MARK_ROOM)
    high = size[1] - 2 * (margin + MARK_ROOM) - FOOTER
    columns = math.ceil((board.width - OVERLAP) / (wide - OVERLAP) - 1e-9)
    rows = math.ceil((board.height - OVERLAP) / (high - OVERLAP) - 1e-9)
    return columns, rows, size


def _glue_strips(sheet: BoardSheet, fonts: Fonts) -> Iterator[Item]:
    """The strips that the next sheets cover: a thin line where they begin, and a label."""
    x, y, w, h = sheet.trim
    if sheet.column < sheet.columns - 1:
        line = x + w - OVERLAP
        yield Path(polyline([(line, y - 4), (line, y - 1)]), stroke=GREY, width=0.25)
        yield Path(polyline([(line, y + h + 1), (line, y + h + 4)]), stroke=GREY, width=0.25)
        yield from _tag(sheet.label, line + OVERLAP / 2, y + h * 0.3, fonts)
    if sheet.row < sheet.rows - 1:
        line = y + h - OVERLAP
        yield Path(polyline([(x - 4, line), (x - 1, line)]), stroke=GREY, width=0.25)
        yield Path(polyline([(x + w + 1, line), (x + w + 4, line)]), stroke=GREY, width=0.25)
        yield from _tag(sheet.label, x + w * 0.3, line + OVERLAP / 2, fonts)


def _tag(text: str, cx: float, cy: float, fonts: Fonts) -> Iterator[Item]:
    yield Path(rect(cx - 4, cy - 2, 8, 4, 1), "#FFFFFF", GREY, 0.15)
    yield from small(text, (cx - 4, cy - 2, 8, 4), fonts, "centre", 7.0)


def _sheet_map(sheet: BoardSheet, margin: float) -> Iterator[Item]:
    """A small map of all sheets with this one filled, above the footer's text."""
    unit = 2.0
    x, y = margin + 0.5, sheet.size[1] - margin - FOOTER - sheet.rows * unit - 0.8
    for r in range(sheet.rows):
        for c in range(sheet.columns):
            here = (r, c) == (sheet.row, sheet.column)
            box = rect(x + c * unit * 1.4, y + r * unit, unit * 1.4, unit)
            yield Path(box, GREY if here else None, GREY, 0.15)
