"""How near text comes to the frames about it, and titles to other lines: text that touches looks like a mistake.

A frame is what templates and boards draw round text: a closed outline of few segments, upright or round (rectangle,
circle, arch, shield), with a line or a ground of its own. Symbols, patterns, coasts and the hexes of a chart are none;
nor is the cut, which has its own check (`studio.SAFE`). On a board only what has a line is a frame: a ground without
one clears the chart for a name.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.scene import (
    IDENTITY,
    Box,
    Group,
    Item,
    Matrix,
    Outline,
    Path,
    Scene,
    Text,
    bounds,
    inverse,
    times,
    transform,
)
from venice_pnp.draw.text import extent
from venice_pnp.kit.models import Point

CLEAR = 1.5  # mm between a line of text and the frame it stands in, and between a title and lines of another size
EMPTY = 0.35  # mm less where the frame is round: the corners of a text's box are empty
SIMPLE = 12  # segments of an outline that may be a frame
SLACK = 0.05  # mm that nobody sees
CHORDS = 8  # of a curve
STEP = 0.25  # mm between the points of an edge that are measured


class _Line(NamedTuple):
    """A run of text, with the box of its ink and the matrix that leads from there to the face."""

    run: Text
    box: Box
    matrix: Matrix

    @property
    def middle(self) -> Point:
        """Where it stands on the face."""
        x, y, w, h = self.box
        return _moved([(x + w / 2, y + h / 2)], self.matrix)[0]


class _Frame(NamedTuple):
    """A closed outline as a polygon, with the number of its drawing."""

    corners: tuple[Point, ...]
    box: Box  # about it, on the face
    filled: bool
    order: int
    clear: float  # how far text keeps away from it


class Near(NamedTuple):
    """A line of text and how far it stands from a frame or another line."""

    text: str
    of: str
    distance: float
    clear: float

    def __str__(self) -> str:
        return f"'{self.text}' stands {self.distance:.1f} mm from {self.of}; {self.clear:g} mm must be free"


def too_near(scene: Scene, fonts: Fonts, board: bool = False) -> list[Near]:
    """The lines of a face that come too near to a frame they stand in, and the titles too near to other lines."""
    items = list(_flat(scene.items, IDENTITY))
    lines = [_Line(item, extent(item), matrix) for item, matrix in items if isinstance(item, Text)]
    frames = _frames(scene, items, [line.middle for line in lines], board)
    titles = [line for line in lines if fonts[line.run.font].face.title]
    return [
        *(near for line in lines for near in _framed(line, frames)),
        *(near for title in titles for near in _beside(title, lines)),
    ]


def _frames(scene: Scene, items: list[tuple[Path | Text, Matrix]], middles: list[Point], board: bool) -> list[_Frame]:
    """All frames in which some line stands, in the order of drawing."""
    whole = (0.0, 0.0, scene.width, scene.height)
    frames: list[_Frame] = []
    for order, (item, matrix) in enumerate(items):
        if isinstance(item, Text) or not _may_frame(item) or (board and not item.stroke):
            continue
        d = item.d if matrix == IDENTITY else transform(item.d, matrix)
        box = bounds(d)
        if not _holds(box, whole) and any(_in_box(middle, box) for middle in middles):
            frames.append(_Frame(tuple(_polygon(d)), box, item.fill is not None, order, _clear(d)))
    return frames


def _clear(d: Outline) -> float:
    return CLEAR if any(segment[0] == "L" for segment in d) else CLEAR - EMPTY


def _flat(items: Iterable[Item], matrix: Matrix) -> Iterator[tuple[Path | Text, Matrix]]:
    """Paths and texts with their matrices; what is drawn to another scale is a symbol."""
    for item in items:
        if isinstance(item, Group):
            a, b, c, d, _, _ = item.matrix
            if math.isclose(abs(a * d - b * c), 1.0, rel_tol=1e-6):
                yield from _flat(item.items, times(matrix, item.matrix))
        elif isinstance(item, (Path, Text)):
            yield item, matrix


def _may_frame(path: Path) -> bool:
    ops = [segment[0] for segment in path.d]
    return 2 < len(ops) <= SIMPLE and ops[-1] == "Z" and ops.count("M") == 1 and _upright(path.d)


def _upright(d: Outline) -> bool:
    """Whether all straight sides of an outline lie across or along."""
    ends = [segment[-2:] for segment in d[:-1]]
    sides = zip(ends, ends[1:], d[1:], strict=False)
    return all(segment[0] != "L" or a[0] == b[0] or a[1] == b[1] for a, b, segment in sides)


def _polygon(d: Outline) -> Iterator[Point]:
    x = y = 0.0
    for op, *at in d:
        if op == "C":
            x1, y1, x2, y2, x3, y3 = at
            for i in range(1, CHORDS + 1):
                t = i / CHORDS
                u = 1 - t
                a, b, c, e = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
                yield a * x + b * x1 + c * x2 + e * x3, a * y + b * y1 + c * y2 + e * y3
            x, y = x3, y3
        elif op != "Z":
            x, y = at
            yield x, y


def _framed(line: _Line, frames: list[_Frame]) -> Iterator[Near]:
    """The frames about the line that come too near to it, as far as no other ground covers them."""
    middle = line.middle
    about = [frame for frame in frames if _in_box(middle, frame.box) and _inside(middle, frame.corners)]
    if line.matrix != IDENTITY:
        back = inverse(line.matrix)
        about = [frame._replace(corners=_moved(frame.corners, back)) for frame in about]
    for frame in about:
        over = [other for other in about if other.filled and other.order > frame.order]
        edge = ((_apart(spot, line.box), spot) for spot in _edge(frame, line.box))
        near = [(distance, spot) for distance, spot in edge if distance < frame.clear - SLACK]
        seen = [distance for distance, spot in near if not any(_inside(spot, other.corners) for other in over)]
        if seen:
            yield Near(line.run.text, "its frame", min(seen), frame.clear)


def _beside(title: _Line, lines: list[_Line]) -> Iterator[Near]:
    """Lines of another size above or below a title that come too near to it."""
    x, y, w, h = title.box
    for other in lines:
        ox, oy, ow, oh = other.box
        apart = other.run.y != title.run.y and other.run.size != title.run.size and other.matrix == title.matrix
        if apart and x < ox + ow and ox < x + w:
            distance = max(oy - y - h, y - oy - oh, 0.0)
            if distance < CLEAR - SLACK:
                yield Near(title.run.text, f"'{other.run.text}'", distance, CLEAR)


def _moved(corners: Iterable[Point], matrix: Matrix) -> tuple[Point, ...]:
    a, b, c, d, e, f = matrix
    return tuple((a * x + c * y + e, b * x + d * y + f) for x, y in corners)


def _edge(frame: _Frame, box: Box) -> Iterator[Point]:
    """Points of the outline near a box, close enough to each other to be measured by."""
    x, y, w, h = box
    far, corners = frame.clear, frame.corners
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if max(ax, bx) < x - far or min(ax, bx) > x + w + far:
            continue
        if max(ay, by) < y - far or min(ay, by) > y + h + far:
            continue
        count = math.ceil(math.hypot(bx - ax, by - ay) / STEP) or 1
        for i in range(count + 1):
            yield ax + (bx - ax) * i / count, ay + (by - ay) * i / count


def _apart(spot: Point, box: Box) -> float:
    x, y, w, h = box
    return math.hypot(max(x - spot[0], 0.0, spot[0] - x - w), max(y - spot[1], 0.0, spot[1] - y - h))


def _inside(spot: Point, corners: tuple[Point, ...]) -> bool:
    x, y = spot
    inside = False
    ax, ay = corners[-1]
    for bx, by in corners:
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            inside = not inside
        ax, ay = bx, by
    return inside


def _in_box(spot: Point, box: Box) -> bool:
    return box[0] <= spot[0] <= box[0] + box[2] and box[1] <= spot[1] <= box[1] + box[3]


def _holds(outer: Box, inner: Box) -> bool:
    ox, oy, ow, oh = outer
    ix, iy, iw, ih = inner
    return ox <= ix and oy <= iy and ox + ow >= ix + iw and oy + oh >= iy + ih
