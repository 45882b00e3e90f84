"""Pieces in the shape of hexes: their outlines come from the width of the map's hexes, and how they lie on a site.

Outlines run clockwise in mm, y down, about the centre of the piece's first hex.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from venice_pnp.games.venedig.rules.world import around, middle
from venice_pnp.games.venedig.tables import PieceForm, Spot
from venice_pnp.kit.models import Point, Shape

TIP = 1 / math.sqrt(3)  # from the centre of a hex of width 1 to a corner


def hexagon(x: float, y: float, width: float) -> list[Point]:
    """The corners of a hex, clockwise from its top."""
    r, half = width * TIP, width / 2
    steps = ((0.0, -r), (half, -r / 2), (half, r / 2), (0.0, r), (-half, r / 2), (-half, -r / 2))
    return [(x + dx, y + dy) for dx, dy in steps]


def unsound(piece: PieceForm, width: float) -> str:
    """What is wrong with a piece, or nothing: its hexes must hang together, or be the two apart that a strip joins."""
    cells: list[Spot] = [(q, r) for q, r in piece.cells]
    if len(set(cells)) < len(cells):
        return f"{piece.id} has the same hex twice"
    if piece.play >= width / 2:
        return f"{piece.id} would be smaller than its hexes by {piece.play:g} mm, which leaves nothing of it"
    found, ahead = set[Spot](), [cells[0]]
    while ahead:
        spot = ahead.pop()
        found.add(spot)
        ahead += [other for other in around(spot) if other in cells and other not in found]
    if piece.span is None:
        return "" if len(found) == len(cells) else f"the hexes of {piece.id} do not hang together side by side"
    if len(cells) != 2 or len(found) != 1:
        return f"{piece.id} has a span, so it needs two hexes that do not touch"
    return "" if piece.span < width * TIP else f"the strip of {piece.id} is wider than a side of its hexes"


def rings(spots: Iterable[Spot], width: float) -> list[list[Point]]:
    """The outlines of all hexes together: edges that two of them share fall away."""
    edges: dict[tuple[tuple[int, int], tuple[int, int]], tuple[Point, Point]] = {}
    for spot in spots:
        corners = hexagon(*middle(spot, width), width)
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            if edges.pop((_key(b), _key(a)), None) is None:
                edges[_key(a), _key(b)] = (a, b)
    after = {start: (points[0], end) for (start, end), points in edges.items()}
    found: list[list[Point]] = []
    while after:
        ring: list[Point] = []
        key = next(iter(after))
        while key in after:
            point, key = after.pop(key)
            ring.append(point)
        found.append(ring)
    return found


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 1000), round(point[1] * 1000)


def inset(ring: Sequence[Point], by: float) -> list[Point]:
    """A clockwise outline with all its sides moved inwards."""
    out: list[Point] = []
    for i, (x, y) in enumerate(ring):
        (x0, y0), (x1, y1) = ring[i - 1], ring[(i + 1) % len(ring)]
        before, behind = _inward(x - x0, y - y0), _inward(x1 - x, y1 - y)
        share = by / (1 + before[0] * behind[0] + before[1] * behind[1])
        out.append((x + (before[0] + behind[0]) * share, y + (before[1] + behind[1]) * share))
    return out


def _inward(dx: float, dy: float) -> Point:
    length = math.hypot(dx, dy)
    return -dy / length, dx / length


def outline(piece: PieceForm, width: float) -> list[Point]:
    """The cut of a piece: its hexes, smaller by the play; a bridge is two of them and the strip between."""
    ends = [inset(ring, piece.play / 2) for ring in rings(piece.cells, width)]
    if piece.span is None:
        return ends[0]
    first, second = (middle(spot, width) for spot in piece.cells)
    return [*_opened(ends[0], first, second, piece.span), *_opened(ends[1], second, first, piece.span)]


def _opened(ring: Sequence[Point], own: Point, other: Point, span: float) -> list[Point]:
    """The corners of a hex from the strip that leads to another one right round to it."""
    tip = min(range(len(ring)), key=lambda i: math.dist(ring[i], other))
    length = math.dist(own, other)
    ux, uy = (other[0] - own[0]) / length, (other[1] - own[1]) / length
    back = span / 2 * TIP  # the sides leave the tip at 60° to the strip
    x, y = ring[tip][0] - ux * back, ring[tip][1] - uy * back
    sides = [(x - uy * span / 2, y + ux * span / 2), (x + uy * span / 2, y - ux * span / 2)]
    return [sides[0], *ring[tip + 1 :], *ring[:tip], sides[1]]


def shape(piece: PieceForm, width: float) -> Shape:
    """The piece as the press cuts it."""
    left, top, wide, high = box(piece, width)
    corners = [(round(x - left, 4), round(y - top, 4)) for x, y in outline(piece, width)]
    return Shape(form="polygon", size=(round(wide, 4), round(high, 4)), corners=corners)


def box(piece: PieceForm, width: float) -> tuple[float, float, float, float]:
    """The box round a piece, about the centre of its first hex: x, y, width, height."""
    xs, ys = zip(*outline(piece, width), strict=True)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def lie(piece: PieceForm, hexes: Iterable[Spot]) -> tuple[int, Spot] | None:
    """How a piece covers these hexes: its turn in degrees clockwise, and where its first hex lies."""
    wanted = set(hexes)
    cells: list[Spot] = list(piece.cells)
    for turn in range(0, 360, 60):
        first = cells[0]
        for spot in sorted(wanted):
            dq, dr = spot[0] - first[0], spot[1] - first[1]
            if {(q + dq, r + dr) for q, r in cells} == wanted:
                return turn, spot
        cells = [(-r, q + r) for q, r in cells]
    return None


def turned(point: Point, degrees: float) -> Point:
    """A point turned clockwise about the origin."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos
