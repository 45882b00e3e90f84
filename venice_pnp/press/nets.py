"""The flat forms of boxes: where to cut, where to fold, where to glue, and which panel becomes which side.

Printed sides are outside. All measures in mm from the top left corner of the net.
"""

from __future__ import annotations

import math

from msgspec import Struct

from venice_pnp.draw.scene import Box

Point = tuple[float, float]
TUCK = 12.0  # how deep the lid of a box tucks in
SLANT = 0.18  # how much flaps narrow towards their edge, as a share of their depth
NOTCH = 7.0  # radius of the thumb hole
FLAP = 0.42  # an envelope's flap, as a share of its height
# A die is a cross of six squares (column, row), with tabs at some of its sides (from corner to corner).
SQUARES = ((1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (1, 3))
DIE_ACROSS = 3
TABS = (
    *(((column, row), (column, row + 1)) for row in (0, 2, 3) for column in (1, 2)),
    ((1, 4), (2, 4)),
)


class Net(Struct, frozen=True):
    """A flat form: its cut line, its folds, its panels by name, and which of them are glued."""

    corners: tuple[Point, ...]
    folds: tuple[tuple[Point, Point], ...]
    panels: dict[str, Box]
    glue: tuple[Box, ...]
    inside: tuple[float, float, float]  # what fits in: width, height, depth

    @property
    def size(self) -> tuple[float, float]:
        return max(x for x, _ in self.corners), max(y for _, y in self.corners)


def tuck_box(width: float, height: float, depth: float, tab: float) -> Net:
    """A box with a lid that tucks in: tab, back, side, front, side; the lid hangs on the back."""
    w, h, d = width, height, depth
    tuck = min(TUCK, h / 3)
    dust = min(max(d * 0.8, 6.0), w / 2)  # flaps of the sides, under lid and floor
    body = d + tuck
    x = [tab, tab + w, tab + w + d, tab + 2 * w + d, tab + 2 * w + 2 * d]
    low = body + h
    s = SLANT * tab
    corners: list[Point] = [(0, body + 2 * s), (x[0], body)]
    corners += [(x[0], tuck), (x[0] + tuck * 0.35, 0), (x[1] - tuck * 0.35, 0), (x[1], tuck), (x[1], body)]
    corners += _flap(x[1], x[2], body, -dust)
    middle = (x[2] + x[3]) / 2
    radius = min(NOTCH, w / 4, h / 4)
    corners += [
        (middle - radius * math.cos(a), body + radius * math.sin(a)) for a in (math.pi * i / 12 for i in range(13))
    ]
    corners += [(x[3], body)]
    corners += _flap(x[3], x[4], body, -dust)
    corners += _flap(x[4], x[3], low, dust)
    corners += _flap(x[3], x[2], low, d)
    corners += _flap(x[2], x[1], low, dust)
    corners += _flap(x[1], x[0], low, d)
    corners += [(0, low - 2 * s)]
    folds: list[tuple[Point, Point]] = [((at, body), (at, low)) for at in x[:4]]
    folds += [((x[0], tuck), (x[1], tuck)), ((x[0], body), (x[1], body))]
    folds += [((x[1], body), (x[2], body)), ((x[3], body), (x[4], body)), ((x[0], low), (x[4], low))]
    panels: dict[str, Box] = {
        "tuck": (x[0], 0, w, tuck),
        "lid": (x[0], tuck, w, d),
        "back": (x[0], body, w, h),
        "side": (x[1], body, d, h),
        "front": (x[2], body, w, h),
        "other-side": (x[3], body, d, h),
        "floor": (x[2], low, w, d),
        "floor-within": (x[2] + _slant(w, d), low, w - 2 * _slant(w, d), d),  # between its slanted sides
    }
    glue = ((0.0, body, tab, h), (x[0], low, w, d))
    return Net(_once(corners), tuple(folds), panels, glue, (w, h, d))


def _once(corners: list[Point]) -> tuple[Point, ...]:
    """The corners without those where one flap ends and the next begins at the same point."""
    return tuple(p for p, before in zip(corners, [corners[-1], *corners], strict=False) if p != before)


def _slant(wide: float, deep: float) -> float:
    """By how much a flap is narrower at either end of its edge."""
    return min(abs(deep) * SLANT, abs(wide) / 4)


def _flap(left: float, right: float, at: float, deep: float) -> list[Point]:
    """A flap from one corner to the next, a little narrower at its edge."""
    s = math.copysign(_slant(right - left, deep), right - left)
    return [(left, at), (left + s, at + deep), (right - s, at + deep), (right, at)]


def envelope(width: float, height: float, thick: float, tab: float) -> Net:
    """A flat envelope: the flap above the front, the back below it, tabs at the sides of the front."""
    w, h = width, height
    flap = h * FLAP
    x, low = tab, flap + h
    s = tab * 0.5
    corners: list[Point] = [(x, flap), (x + flap * 0.5, 0), (x + w - flap * 0.5, 0), (x + w, flap)]
    corners += [(x + w + tab, flap + s), (x + w + tab, low - s), (x + w, low), (x + w, low + h)]
    corners += [(x, low + h), (x, low), (0, low - s), (0, flap + s)]
    folds = (
        ((x, flap), (x + w, flap)),
        ((x, low), (x + w, low)),
        ((x, flap), (x, low)),
        ((x + w, flap), (x + w, low)),
    )
    panels: dict[str, Box] = {"flap": (x, 0, w, flap), "front": (x, flap, w, h), "back": (x, low, w, h)}
    glue = ((0.0, flap, tab, h), (x + w, flap, tab, h))
    return Net(tuple(corners), folds, panels, glue, (w, h, thick))


def tray(width: float, height: float, wall: float) -> Net:
    """An open tray: four walls round a floor; the tabs of the long walls are glued behind the short ones."""
    w, h, c = width, height, wall
    tab, s = c * 0.9, c * 0.12
    right, low = c + w, c + h
    corners: list[Point] = [(c - tab, s), (c, 0), (right, 0), (right + tab, s), (right + tab, c - s), (right, c)]
    corners += [(right + c, c), (right + c, low), (right, low), (right + tab, low + s), (right + tab, low + c - s)]
    corners += [(right, low + c), (c, low + c), (c - tab, low + c - s), (c - tab, low + s), (c, low)]
    corners += [(0, low), (0, c), (c, c), (c - tab, c - s)]
    folds = (
        ((c, c), (right, c)),
        ((c, low), (right, low)),
        ((c, c), (c, low)),
        ((right, c), (right, low)),
        ((c, 0), (c, c)),
        ((right, 0), (right, c)),
        ((c, low), (c, low + c)),
        ((right, low), (right, low + c)),
    )
    panels: dict[str, Box] = {
        "floor": (c, c, w, h),
        "top": (c, 0, w, c),
        "low": (c, low, w, c),
        "left": (0, c, c, h),
        "right": (right, c, c, h),
    }
    glue = tuple((x, y, tab, c) for x in (c - tab, right) for y in (0.0, low))
    return Net(corners=tuple(corners), folds=folds, panels=panels, glue=glue, inside=(w, h, c))


def die_folds(side: float) -> list[tuple[Point, Point]]:
    """Where the net of a die is folded: between its squares, and at its tabs."""
    upright = [((c, r), (c, r + 1)) for c, r in SQUARES if (c - 1, r) in SQUARES]
    level = [((c, r), (c + 1, r)) for c, r in SQUARES if (c, r - 1) in SQUARES]
    return [((a * side, b * side), (c * side, d * side)) for (a, b), (c, d) in (*upright, *level, *TABS)]
