"""Coast lines: polygons with rounded corners that waver like a shore, and the water that lightens near them."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

from venice_pnp.draw.inks import Inks
from venice_pnp.draw.scene import Outline, Path, smooth

Point = tuple[float, float]
Corner = tuple[float, float, float]  # x, y and the radius that rounds it
STEP = 4.0  # mm between the points of a shore
WATER_LINES = ((9.0, 0.42), (6.2, 0.58), (3.9, 0.74), (2.0, 0.9))  # distance from the shore, lightness


def shore(corners: Sequence[Corner], waver: float, seed: int, wave: float = 38.0) -> list[Point]:
    """The points of a closed coast: rounded corners, moved to and fro by up to about `waver` mm."""
    points = _spaced(list(_rounded(corners)))
    chance = random.Random(seed)
    count = len(points)
    cycles = max(2, round(count * STEP / wave))
    swings = [(cycles * k + chance.randint(-1, 1), chance.random() * math.tau, 1 / k) for k in (1, 2, 3)]
    out = []
    for i, (x, y) in enumerate(points):
        (x0, y0), (x1, y1) = points[i - 1], points[(i + 1) % count]
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        by = waver * 0.55 * sum(a * math.sin(math.tau * n * i / count + phase) for n, phase, a in swings)
        out.append((x + (y1 - y0) / length * by, y - (x1 - x0) / length * by))
    return out


def _rounded(corners: Sequence[Corner]) -> Iterator[Point]:
    count = len(corners)
    for i, (x, y, r) in enumerate(corners):
        (ax, ay, _), (bx, by, _) = corners[i - 1], corners[(i + 1) % count]
        la, lb = math.hypot(ax - x, ay - y), math.hypot(bx - x, by - y)
        ua, ub = ((ax - x) / la, (ay - y) / la), ((bx - x) / lb, (by - y) / lb)
        half = math.acos(max(-1.0, min(1.0, ua[0] * ub[0] + ua[1] * ub[1]))) / 2
        reach = min(r / math.tan(half), la / 2, lb / 2)
        start, end = (x + ua[0] * reach, y + ua[1] * reach), (x + ub[0] * reach, y + ub[1] * reach)
        for k in range(9):  # a quadratic is close enough to an arc for a coast
            t = k / 8
            yield (
                (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * (x * 0.82 + (start[0] + end[0]) * 0.09) + t * t * end[0],
                (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * (y * 0.82 + (start[1] + end[1]) * 0.09) + t * t * end[1],
            )


def _spaced(points: list[Point]) -> list[Point]:
    """Points at equal distances along the closed line."""
    ring = [*points, points[0]]
    lengths = [math.dist(a, b) for a, b in pairwise(ring)]
    count = max(8, round(sum(lengths) / STEP))
    step = sum(lengths) / count
    out: list[Point] = []
    at, walked = 0, 0.0
    for k in range(count):
        while at < len(lengths) - 1 and walked + lengths[at] < k * step:
            walked += lengths[at]
            at += 1
        share = (k * step - walked) / lengths[at] if lengths[at] else 0.0
        (x0, y0), (x1, y1) = ring[at], ring[at + 1]
        out.append((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
    return out


def crossings(y: float, coast: Sequence[Point]) -> list[float]:
    """Where a level line meets the coast: a point of it lies on land if an odd number of them is to its right."""
    found = []
    for i, (x1, y1) in enumerate(coast):
        x0, y0 = coast[i - 1]
        if (y0 > y) != (y1 > y):
            found.append(x0 + (y - y0) / (y1 - y0) * (x1 - x0))
    return found


def shallows(lands: Sequence[Outline], inks: Inks) -> Iterator[Path]:
    """Bands of ever lighter water round all lands, each with a fine line at its outer edge."""
    for distance, light in WATER_LINES:
        line = inks.line("ink") if inks.low else inks.mixed("lagoon", "shallow", max(0.0, light - 0.3))
        for land in lands:
            yield Path(land, stroke=line, width=2 * distance + 0.4)
        for land in lands:
            yield Path(land, stroke=inks.mixed("lagoon", "shallow", light), width=2 * distance)


def outline(coast: Sequence[Point]) -> Outline:
    return smooth(coast, close=True)
