"""Where things lie on a table that has an edge: rectangles that are filled row by row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

GAP = 0.3  # units between things beside each other


class Patch(NamedTuple):
    """A rectangle of the table, in units from its middle: x to the right, z away from the first seat."""

    left: float
    right: float
    near: float
    far: float


class Room:
    """One rectangle, filled from the side that is nearer to the board."""

    def __init__(self, patch: Patch, downwards: bool = True) -> None:
        self.patch, self._down = patch, downwards
        self._x, self._begun, self._deep = patch.left, 0.0, 0.0  # the row: how far it is filled, where it begins

    def place(self, width: float, depth: float) -> tuple[float, float] | None:
        """The middle of the next thing, if there is room for it."""
        patch = self.patch
        if width > patch.right - patch.left:
            return None
        x, begun, deep = self._x, self._begun, self._deep
        if x + width > patch.right:
            x, begun, deep = patch.left, begun + deep + GAP, 0.0
        if begun + depth > patch.far - patch.near:
            return None
        self._x, self._begun, self._deep = x + width + GAP, begun, max(deep, depth)
        along = begun + depth / 2
        return x + width / 2, patch.far - along if self._down else patch.near + along


def first_place(rooms: Sequence[Room], width: float, depth: float) -> tuple[float, float]:
    """In the first room that has some left; what fits nowhere lies on what the last room holds."""
    last = rooms[-1].patch
    beyond = (last.left + last.right) / 2, (last.near + last.far) / 2
    return next((found for room in rooms if (found := room.place(width, depth))), beyond)
