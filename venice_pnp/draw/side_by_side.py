"""Places for pieces that share a box, none over another."""

from __future__ import annotations

from math import ceil

from venice_pnp.draw.scene import Box

Point = tuple[float, float]


def side_by_side(box: Box, count: int, size: tuple[float, float]) -> tuple[float, list[Point]]:
    """The middles of so many pieces in rows round the middle of a box, and how large they are shown there: as they are,
    or as small as they must be."""
    wide, high = size

    def shown(columns: int) -> float:
        return min(1.0, box[2] / (columns * wide), box[3] / (ceil(count / columns) * high))

    columns = max(range(1, count + 1), key=shown, default=1)
    scale, rows = shown(columns) if count else 1.0, ceil(count / columns)
    middle, top = box[0] + box[2] / 2, box[1] + box[3] / 2 - rows * high * scale / 2
    places = []
    for n in range(count):
        row, column = divmod(n, columns)
        here = min(columns, count - row * columns)
        places.append((middle + (column + 0.5 - here / 2) * wide * scale, top + (row + 0.5) * high * scale))
    return scale, places
