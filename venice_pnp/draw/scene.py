"""A drawing in millimetres: paths, text and groups. The origin is the top left corner, y points down.

Everything that a renderer must decide alike is decided before: colours are plain hex, text is laid
out into lines, patterns are paths. A renderer only writes down.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

Segment = tuple[Any, ...]  # ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y), ("Z",)
Outline = tuple[Segment, ...]
Matrix = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]  # x, y, width, height

PT = 25.4 / 72  # one point in mm
KAPPA = 0.5522847498  # a quarter of a circle as one cubic
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Path(Struct, frozen=True):
    d: Outline
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    evenodd: bool = False
    dash: tuple[float, ...] = ()


class Text(Struct, frozen=True):
    """One run of one font; `x`, `y` is the left end of its base line, `size` in points, `spacing` in mm a letter,
    `stretch` in mm more a space between words."""

    x: float
    y: float
    text: str
    font: str
    size: float
    fill: str
    width: float
    spacing: float = 0.0
    stretch: float = 0.0


class Form(Struct, frozen=True):
    """A drawing that was finished before, by its name; only the press has it."""

    name: str


class Group(Struct, frozen=True):
    """Items moved, turned or clipped together. A `key` says: always the same drawing, make it once."""

    items: tuple[Item, ...]
    matrix: Matrix = IDENTITY
    clip: Outline | None = None
    key: str = ""


Item = Path | Text | Group | Form
FACE = "face "  # the key of a face in a picture begins so, and its name follows
STAMP = "stamp "  # the key of what is stamped on finished sheets begins so


class Scene(Struct, frozen=True):
    """A face: its trimmed size, its items (which may reach `bleed` mm over the edge) and its cut line."""

    width: float
    height: float
    items: tuple[Item, ...]
    outline: Outline
    bleed: float = 2.0
    edge: str = "#FFFFFF"  # the colour at the cut


class Spot(Struct, frozen=True):
    """A face on a page, with the matrix from its mm to the page's mm and the part of it that shows."""

    face: str
    matrix: Matrix
    clip: Outline


Drawn = TypeVar("Drawn")
Told = TypeVar("Told")


class Once(Generic[Drawn, Told]):
    """What is worked out of something drawn, once, and found again by the very thing: to compare the outlines of a
    board takes as long as to go through them. Where it knows so many things, it begins anew."""

    def __init__(self, tell: Callable[[Drawn], Told], most: int) -> None:
        self._tell, self._most = tell, most
        self._known: dict[int, tuple[Drawn, Told]] = {}  # with the thing itself, so that its number stays its own

    def __call__(self, drawn: Drawn) -> Told:
        known = self._known.get(id(drawn))
        if known is None:
            if len(self._known) >= self._most:
                self._known.clear()
            known = self._known[id(drawn)] = drawn, self._tell(drawn)
        return known[1]


# --- outlines ---------------------------------------------------------------------------------------
def rect(x: float, y: float, w: float, h: float, r: float = 0.0) -> Outline:
    if r <= 0:
        return ("M", x, y), ("L", x + w, y), ("L", x + w, y + h), ("L", x, y + h), ("Z",)
    r = min(r, w / 2, h / 2)
    k = r * (1 - KAPPA)
    right, low = x + w, y + h
    return (
        ("M", x + r, y),
        ("L", right - r, y),
        ("C", right - k, y, right, y + k, right, y + r),
        ("L", right, low - r),
        ("C", right, low - k, right - k, low, right - r, low),
        ("L", x + r, low),
        ("C", x + k, low, x, low - k, x, low - r),
        ("L", x, y + r),
        ("C", x, y + k, x + k, y, x + r, y),
        ("Z",),
    )


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None) -> Outline:
    ry = rx if ry is None else ry
    kx, ky = rx * KAPPA, ry * KAPPA
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("Z",),
    )


def polyline(points: Iterable[tuple[float, float]], close: bool = False) -> Outline:
    segments: list[Segment] = [("L", x, y) for x, y in points]
    segments[0] = ("M", *segments[0][1:])
    return (*segments, ("Z",)) if close else tuple(segments)


def smooth(points: Sequence[tuple[float, float]], close: bool = False, tension: float = 1.0) -> Outline:
    """A Catmull-Rom curve through the points, as cubics."""
    count = len(points)
    steps = count if close else count - 1

    def at(i: int) -> tuple[float, float]:
        return points[i % count] if close else points[max(0, min(count - 1, i))]

    out: list[Segment] = [("M", *points[0])]
    for i in range(steps):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = at(i - 1), at(i), at(i + 1), at(i + 2)
        k = tension / 6
        out.append(("C", x1 + (x2 - x0) * k, y1 + (y2 - y0) * k, x2 - (x3 - x1) * k, y2 - (y3 - y1) * k, x2, y2))
    return (*out, ("Z",)) if close else tuple(out)


def star(cx: float, cy: float, outer: float, inner: float, rays: int, turn: float = -90.0) -> Outline:
    points = []
    for i in range(rays * 2):
        radius, angle = (inner if i % 2 else outer), math.radians(turn + i * 180 / rays)
        points.append((cx + radius * math.cos(angle), cy + radius * math.sin(angle)))
    return polyline(points, close=True)


# --- matrices ---------------------------------------------------------------------------------------
def times(m: Matrix, n: Matrix) -> Matrix:
    """First `n`, then `m`."""
    a, b, c, d, e, f = m
    g, h, i, j, k, q = n
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * q + e, b * k + d * q + f


def inverse(m: Matrix) -> Matrix:
    a, b, c, d, e, f = m
    det = a * d - b * c
    return d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det


def moved(x: float, y: float) -> Matrix:
    return 1.0, 0.0, 0.0, 1.0, x, y


def scaled(sx: float, sy: float | None = None) -> Matrix:
    return sx, 0.0, 0.0, sx if sy is None else sy, 0.0, 0.0


def turned(degrees: float, cx: float = 0.0, cy: float = 0.0) -> Matrix:
    """Clockwise on the page, about a point. Quarter turns are exact."""
    quarter: dict[float, tuple[float, float]] = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
    radians = math.radians(degrees)
    cos, sin = quarter.get(degrees % 360, (math.cos(radians), math.sin(radians)))
    return cos, sin, -sin, cos, cx - cx * cos + cy * sin, cy - cx * sin - cy * cos


def transform(d: Outline, m: Matrix) -> Outline:
    if m == IDENTITY:
        return tuple((op, *[n + 0.0 for n in xy]) for op, *xy in d)
    a, b, c, dd, e, f = map(float, m)
    out: list[Segment] = []
    for op, *xy in d:
        segment: list[Any] = [op]
        for x, y in zip(xy[::2], xy[1::2], strict=True):
            segment += (a * x + c * y + e, b * x + dd * y + f)
        out.append(tuple(segment))
    return tuple(out)


def fit(inner: tuple[float, float], box: Box, origin: tuple[float, float] = (0.0, 0.0)) -> Matrix:
    """The matrix that sets a drawing of size `inner` as large as possible into the middle of `box`."""
    w, h = inner
    x, y, bw, bh = box
    s = min(bw / w, bh / h)
    return s, 0.0, 0.0, s, x + (bw - w * s) / 2 - origin[0] * s, y + (bh - h * s) / 2 - origin[1] * s


def bounds(d: Outline) -> Box:
    """The box of all points of an outline (control points too)."""
    numbers = [n for segment in d for n in segment[1:]]
    xs, ys = numbers[::2], numbers[1::2]
    left, top = float(min(xs)), float(min(ys))
    return left, top, max(xs) - left, max(ys) - top


def carried(box: Box, matrix: Matrix) -> Box:
    """The upright box round a box that a matrix has moved or turned."""
    (x, y, w, h), (a, b, c, d, e, f) = box, matrix
    xs, ys = (a * w, c * h), (b * w, d * h)
    left, top = a * x + c * y + e, b * x + d * y + f
    return (
        left + min(0.0, xs[0]) + min(0.0, xs[1]),
        top + min(0.0, ys[0]) + min(0.0, ys[1]),
        abs(xs[0]) + abs(xs[1]),
        abs(ys[0]) + abs(ys[1]),
    )
