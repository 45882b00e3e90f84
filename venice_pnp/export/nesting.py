"""Pieces onto sheets for a machine that follows any line: rows of pieces of about the same height, no marks between."""

from __future__ import annotations

from collections.abc import Sequence

from venice_pnp.draw.scene import Box
from venice_pnp.press.pack import Placement, TooLarge
from venice_pnp.press.parts import Piece

EPSILON = 1e-6


class _Column:
    """Pieces one below the other."""

    def __init__(self, left: float, wide: float) -> None:
        self.left, self.wide, self.low = left, wide, 0.0


class _Row:
    """Columns side by side."""

    def __init__(self, top: float, high: float) -> None:
        self.top, self.high, self.right = top, high, 0.0
        self.columns: list[_Column] = []

    def room(self, w: float, h: float, wide: float, gap: float) -> _Column | None:
        """Below others, or beside them."""
        for column in self.columns:
            if w <= column.wide + EPSILON and column.low + h <= self.high + EPSILON:
                return column
        if h > self.high + EPSILON or self.right + w > wide + EPSILON:
            return None
        self.columns.append(_Column(self.right, w))
        self.right += w + gap
        return self.columns[-1]


class _Sheet:
    def __init__(self) -> None:
        self.rows: list[_Row] = []
        self.placed: list[Placement] = []
        self.low = 0.0


def nested(pieces: Sequence[Piece], area: Box, gap: float) -> list[list[Placement]]:
    """Every piece within the area, `gap` from its neighbours: the highest first, each in the first row with room,
    below or beside what lies there."""
    _, _, wide, high = area
    turns = {size: _turn(size, (wide, high), gap) for size in dict.fromkeys(piece.size for piece in pieces)}
    sheets: list[_Sheet] = []
    for piece in sorted(pieces, key=lambda p: (-_laid(p, turns)[1], -_laid(p, turns)[0])):
        w, h = _laid(piece, turns)
        if w > wide + EPSILON or h > high + EPSILON:
            raise TooLarge(f"{piece.component} ({piece.size[0]:g} × {piece.size[1]:g} mm)")
        sheet, row, column = _room(sheets, w, h, (wide, high), gap)
        x, y = area[0] + column.left, area[1] + row.top + column.low
        sheet.placed.append(Placement(piece, x, y, w, h, turns[piece.size]))
        column.low += h + gap
    return [sheet.placed for sheet in sheets]


def _laid(piece: Piece, turns: dict[tuple[float, float], int]) -> tuple[float, float]:
    w, h = piece.size
    return (h, w) if turns[piece.size] else (w, h)


def _turn(size: tuple[float, float], area: tuple[float, float], gap: float) -> int:
    """Upright or turned, whichever way more of them fit on a sheet."""

    def fit(w: float, h: float) -> int:
        return int((area[0] + gap + EPSILON) // (w + gap)) * int((area[1] + gap + EPSILON) // (h + gap))

    w, h = size
    return 90 if fit(h, w) > fit(w, h) else 0


def _room(
    sheets: list[_Sheet], w: float, h: float, area: tuple[float, float], gap: float
) -> tuple[_Sheet, _Row, _Column]:
    """The first place for it in any row, or in a new row, on a new sheet if need be."""
    for sheet in sheets:
        for row in sheet.rows:
            if column := row.room(w, h, area[0], gap):
                return sheet, row, column
        if sheet.low + h <= area[1] + EPSILON:
            break
    else:
        sheet = _Sheet()
        sheets.append(sheet)
    row = _Row(sheet.low, h)
    sheet.rows.append(row)
    sheet.low += h + gap
    made = row.room(w, h, area[0], gap)
    assert made is not None  # a new row has room for a piece that fits on a sheet
    return sheet, row, made
