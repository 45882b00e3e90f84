"""How large the box for the whole game is: the booklet, the board in panels, and all small boxes go in."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from venice_pnp.kit.models import Component, Kit
from venice_pnp.kit.supplies import Paper
from venice_pnp.press.board_sheets import board_sheets
from venice_pnp.press.boxes import Wanted, volume

AIR = 2.5  # mm round what goes in
FOOT = 14.0  # mm below the pieces of a sheet
SLIDE = 1.5  # mm by which the lid is wider than its tray
LEAST = 24.0  # mm, no tray is lower
BOOKLET = 3.0  # mm, how thick a booklet is
PAPER = 0.3  # mm that picture and tape add to a panel of the board
CARD = 1.0  # mm that the walls of a small box add
Lying = tuple[float, float, float]  # across, along, up


class Panels(NamedTuple):
    """What the board is cut into, to go into the box: how wide its columns are, and how high its rows."""

    columns: tuple[float, ...]
    rows: tuple[float, ...]
    on_seams: bool  # does each panel carry what one sheet shows?

    @property
    def size(self) -> tuple[float, float]:
        """Of the largest."""
        return max(self.columns), max(self.rows)

    @property
    def number(self) -> int:
        return len(self.columns) * len(self.rows)


def panels_of(kit: Kit, paper: Paper) -> Panels | None:
    """Into how few panels the board is cut, so that a floor as large as one fits on the paper: along the seams of its
    sheets where these are as few, else evenly."""
    board = next((c for c in kit.components.values() if _is_board(kit, c)), None)
    if board is None:
        return None
    size = kit.shared.shapes[board.shape].size
    (w, h), (wide, high), more = size, room_on(paper), AIR + SLIDE
    columns, rows = math.ceil(w / (wide - more)), math.ceil(h / (high - more))
    sheets = board_sheets(size, paper, board.seam)
    across = tuple(sheet.across.shown for sheet in sheets if sheet.row == 0)
    down = tuple(sheet.down.shown for sheet in sheets if sheet.column == 0)
    fits = max(across) + more <= wide and max(down) + more <= high
    if fits and (len(across), len(down)) == (columns, rows):
        return Panels(across, down, on_seams=True)
    return Panels((w / columns,) * columns, (h / rows,) * rows, on_seams=False)


def room_on(paper: Paper) -> tuple[float, float]:
    """What a sheet of the box has room for: no marks stand round its pieces, only the foot below."""
    w, h = paper.size
    return w - 2 * paper.margin, h - 2 * paper.margin - FOOT


def inside_of(kit: Kit, boxes: Sequence[Wanted], paper: Paper) -> Lying:
    """What the tray holds: width, height, depth. Over the small boxes lie what has none, the board and the booklet."""
    leaf, panels = (paper.size[1] / 2, paper.size[0]), panels_of(kit, paper)
    size = panels.size if panels else leaf
    floor = max(leaf[0], size[0]), max(leaf[1], size[1])
    w, h = (round(side + AIR, 1) for side in floor)
    boxed = {name for box in boxes for name, _ in box.holds}
    loose = [(name, c.count) for name, c in kit.components.items() if name not in boxed and not _is_board(kit, c)]
    deep = max((z + high for (_, _, z), (_, _, high) in packed(boxes, (w, h))), default=0.0)
    deep += volume(kit, loose) / kit.shared.making.filled / (w * h) + BOOKLET
    if panels:
        deep += panels.number * (kit.shared.making.under_board + PAPER)
    return w, h, max(LEAST, math.ceil(deep))


def packed(boxes: Sequence[Wanted], floor: tuple[float, float]) -> list[tuple[Lying, Lying]]:
    """Where the small boxes lie, and how large they are: flat, in rows, layer on layer, the thickest below.

    A box that is smaller than one of its layer, and not higher than the layer with it, lies on that one.
    """
    made: list[tuple[Lying, Lying]] = []
    tops: list[tuple[Lying, Lying]] = []  # of the layer: what nothing lies on yet
    x = y = z = row = layer = 0.0
    for box in sorted(boxes, key=lambda one: (-min(one.net.inside), -max(one.net.inside))):
        high, deep, wide = sorted(side + CARD for side in box.net.inside)
        larger = ((at, size) for at, size in tops if deep <= size[0] and wide <= size[1])
        under = next(((at, size) for at, size in larger if at[2] + size[2] + high <= z + layer), None)
        if under:
            (across, along, up), (_, _, its) = under
            tops.remove(under)
            made.append(((across, along, up + its), (deep, wide, high)))
        else:
            if x + wide > floor[1]:
                x, y, row = 0.0, y + row, 0.0
            if y + deep > floor[0]:
                z, x, y, row, layer, tops = z + layer, 0.0, 0.0, 0.0, 0.0, []
            made.append(((y, x, z), (deep, wide, high)))
            x, row, layer = x + wide, max(row, deep), max(layer, high)
        tops.append(made[-1])
    return made


def goes_in(kit: Kit, component: Component, inside: Lying, paper: Paper) -> bool:
    """Flat; a sheet folded once, the board in its panels."""
    shape = kit.shared.shapes[component.shape]
    w, h = shape.size
    if shape.form == "board":
        panels = panels_of(kit, paper)
        w, h = panels.size if panels else (w, h)
    elif shape.form == "sheet":
        w, h = max(w, h) / 2, min(w, h)
    return max(w, h) <= max(inside[:2]) and min(w, h) <= min(inside[:2])


def _is_board(kit: Kit, component: Component) -> bool:
    return kit.shared.shapes[component.shape].form == "board"
