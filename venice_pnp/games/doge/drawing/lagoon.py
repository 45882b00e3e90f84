"""Venice from the air: the two banks of the Grand Canal, small canals between the districts, houses and bridges.

The outlines keep clear of the places for pieces (DOGE-3d), which the board draws on top of them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence

from venice_pnp.draw.coast import Point, crossings, outline, shallows, shore
from venice_pnp.draw.inks import Inks
from venice_pnp.draw.scene import (
    Box,
    Group,
    Item,
    Outline,
    Path,
    Segment,
    ellipse,
    moved,
    polyline,
    rect,
    smooth,
    times,
    turned,
)
from venice_pnp.games.doge.tables import Tables

FRAME = 6.0  # the map's frame lies within this rim
QUAY = 2.6  # how far the land reaches beyond the districts' room
HALF_CANAL = 6.6
BEND = 25.0
RIO = 3.0  # width of a small canal
ROW = 5.2  # between the rows of painted houses
WALLS = (("paper", "paper", 0.0), ("gold", "paper", 0.62), ("brick", "paper", 0.66), ("terrazzo", "paper", 0.6))


class Lagoon:
    """The map of one board; `taken` are the boxes that stay free of houses."""

    def __init__(self, tables: Tables, size: tuple[float, float], inks: Inks, taken: Sequence[Box]) -> None:
        self.size, self.inks, self.taken = size, inks, taken
        self.tints = {f.id: f.tint for f in tables.fields}
        self.rects = tables.board.rects
        self.ink = inks.line("ink")
        west, north = self.rects["santa-croce"], self.rects["cannaregio"]
        east, south = self.rects["castello"], self.rects["san-marco"]
        self.first = (west[0] + west[2] + north[0]) / 2  # x of the canal's first reach
        self.last = (north[0] + north[2] + east[0]) / 2  # x of its last reach
        self.middle = (west[1] + west[3] + south[1]) / 2  # y of the reach between them
        self.left, self.top = west[0] - QUAY, west[1] - QUAY
        self.right, self.low = east[0] + east[2] + QUAY, south[1] + south[3] + QUAY
        self.ultra = shore(self._ultra(), 1.5, 7)
        self.citra = shore(self._citra(), 1.5, 11)
        self.rii = {name: _dense(points) for name, points in self._borders().items()}

    # --- outlines ---------------------------------------------------------------------------------------
    def _ultra(self) -> list[tuple[float, float, float]]:
        """The bank beyond: Santa Croce, Dorsoduro, San Polo."""
        c, outer = HALF_CANAL, BEND + 2 * HALF_CANAL
        return [
            (self.left, self.top, 34),
            (self.first - c, self.top, 18),
            (self.first - c, self.middle + c, outer),
            (self.last - c, self.middle + c, BEND),
            (self.last - c, self.low, 8),
            (self.left, self.low, 30),
            (self.left + 0.5, self.middle + 22, 16),  # the fish's mouth
            (self.left + 15, self.middle + 3, 5),
            (self.left + 0.5, self.middle - 6, 10),
        ]

    def _citra(self) -> list[tuple[float, float, float]]:
        """The bank on this side: Cannaregio, Castello, San Marco."""
        c, outer = HALF_CANAL, BEND + 2 * HALF_CANAL
        return [
            (self.first + c, self.top, 15),
            (self.right, self.top, 34),
            (self.right - 0.5, self.middle - 7, 10),  # its tail
            (self.right - 17, self.middle + 4, 6),
            (self.right - 0.5, self.middle + 26, 16),
            (self.right, self.low, 15),
            (self.last + c, self.low, 15),
            (self.last + c, self.middle - c, outer),
            (self.first + c, self.middle - c, BEND),
        ]

    def _borders(self) -> dict[str, list[Point]]:
        """Small canals where two districts of one bank meet, from the Grand Canal to the lagoon."""
        x0, x1, y = self.first, self.last, self.middle
        wide = x0 - self.left
        return {
            "santa-croce": [
                (x0 + 7, y - 8),
                (x0 - 6, y - 2),
                (x0 - wide * 0.3, y + 1.6),
                (x0 - wide * 0.55, y - 1.6),
                (x0 - wide * 0.8, y + 2),
                (self.left + 8, y + 3),
            ],
            "san-polo": [
                (x0 + 8, y - 2),
                (x0 + 2, y + 8),
                (x0 - 1.5, y + 40),
                (x0 + 1.5, y + 75),
                (x0 - 0.5, y + 105),
                (x0 + 1, self.low + 6),
            ],
            "castello": [
                (x1 - 8, y + 2),
                (x1 - 2, y - 8),
                (x1 + 1.5, y - 40),
                (x1 - 1.5, y - 75),
                (x1 + 0.5, y - 105),
                (x1 - 1, self.top - 6),
            ],
            "san-marco": [
                (x1 - 7, y + 8),
                (x1 + 6, y + 2),
                (x1 + wide * 0.3, y - 1.6),
                (x1 + wide * 0.55, y + 1.6),
                (x1 + wide * 0.78, y + 2),
                (self.right - 12, y + 4),
            ],
        }

    # --- drawing ----------------------------------------------------------------------------------------
    def water(self, others: Sequence[Outline]) -> Iterator[Item]:
        """The sea with its waves; lighter round the banks and round all other lands."""
        w, h = self.size
        yield Path(rect(0, 0, w, h), self.inks.mixed("lagoon", "shallow", 0.22))
        yield from shallows([outline(self.ultra), outline(self.citra), *others], self.inks)

    def land(self) -> Iterator[Item]:
        for coast, base, rest in (
            (self.ultra, "dorsoduro", ("santa-croce", "san-polo")),
            (self.citra, "cannaregio", ("castello", "san-marco")),
        ):
            line = outline(coast)
            inner: list[Item] = [Path(line, self.inks.area(self.tints[base]))]
            inner += [Path(self._region(name), self.inks.area(self.tints[name])) for name in rest]
            inner += self._town(coast)
            inner += self._rio_lines(rest)
            inner.append(Path(line, stroke=self.inks.mixed("paper", "terrazzo", 0.12), width=2.6))
            yield Group(tuple(inner), clip=line)
            yield Path(line, stroke=self.ink, width=0.55)
        yield from self._bridges()
        yield from self._boats()

    def _region(self, name: str) -> Outline:
        """A district's ground: from its border canal to beyond the shore."""
        line, (w, h) = self.rii[name], self.size
        far = {
            "santa-croce": [(0.0, line[-1][1]), (0.0, 0.0), (line[0][0], 0.0)],
            "san-polo": [(line[-1][0], h), (w, h), (w, line[0][1] - 30), (line[0][0], line[0][1] - 30)],
            "castello": [(line[-1][0], 0.0), (w, 0.0), (w, h), (line[0][0], h)],
            "san-marco": [(w, line[-1][1]), (w, h), (line[0][0] - 40, h), (line[0][0] - 40, line[0][1])],
        }[name]
        return polyline([*line, *far], close=True)

    def _rio_lines(self, names: Sequence[str]) -> Iterator[Path]:
        """DOGE-3d: borders are red-brown lines; here they are the two quays of a small canal."""
        lines = [polyline(self.rii[name]) for name in names]
        for line in lines:
            yield Path(line, stroke=self.inks.line("brick"), width=RIO + 1.5)
        for line in lines:
            yield Path(line, stroke=self.inks.mixed("lagoon", "shallow", 0.8), width=RIO)

    # --- painted houses -----------------------------------------------------------------------------------
    def _town(self, coast: Sequence[Point]) -> Iterator[Item]:
        """Rows of little houses, as on a bird's-eye view, wherever no piece has its place."""
        chance = random.Random(len(coast))
        walls: list[list[Segment]] = [[] for _ in WALLS]
        roofs: list[Segment] = []
        windows: list[Segment] = []
        trees: list[Segment] = []
        for x, y, wide in self._plots(coast, chance):
            kind = chance.random()
            if kind < 0.06:
                trees += [
                    *ellipse(x + wide / 2, y - 1.5, wide * 0.36, 1.5),
                    *rect(x + wide / 2 - 0.15, y - 0.4, 0.3, 0.4),
                ]
                continue
            tower = kind > 0.965
            wall, eaves = (3.2 if tower else chance.uniform(1.9, 2.9)), (0.0 if tower else 0.22)
            if tower:
                x, wide = x + wide / 2 - 0.75, 1.5
            rise = 1.4 if tower else chance.uniform(1.0, 1.5)
            walls[chance.randrange(len(WALLS))] += rect(x, y - wall, wide, wall)
            flat = 0.0 if tower else chance.choice((0.0, 0.0, wide * 0.22))
            ridge = [(x + wide / 2 - flat, y - wall - rise), (x + wide / 2 + flat, y - wall - rise)]
            roofs += polyline([(x - eaves, y - wall), *ridge, (x + wide + eaves, y - wall)], close=True)
            count = 1 if wide < 2.4 else 2 if wide < 3.5 else 3
            for i in range(count):
                windows += rect(x + (i + 0.5) * wide / count - 0.22, y - wall + 0.6, 0.44, 0.8)
        line = self.ink if self.inks.low else self.inks.mixed("brick", "ink", 0.6)
        for (first, second, share), shape in zip(WALLS, walls, strict=True):
            if shape:
                yield Path(tuple(shape), self.inks.mixed(first, second, share), line, 0.2)
        if roofs:
            yield Path(tuple(roofs), self.inks.mixed("brick", "paper", 0.18), line, 0.2)
            yield Path(tuple(windows), line)
        if trees:
            yield Path(tuple(trees), self.inks.mixed("deep", "#9CC26B", 0.75), line, 0.2)

    def _plots(self, coast: Sequence[Point], chance: random.Random) -> Iterator[tuple[float, float, float]]:
        """Where a house may stand: left end and base line, and how wide it is."""
        xs, ys = [p[0] for p in coast], [p[1] for p in coast]
        blocked = _cells([p for line in (_dense([*coast, coast[0]]), *self.rii.values()) for p in line])
        y = min(ys) + ROW
        while y < max(ys):
            top, high = y - ROW + 0.7, ROW - 0.7
            taken = [place for place in self.taken if place[1] < top + high and top < place[1] + place[3]]
            shores = crossings(top + high / 2, coast)
            x = min(xs)
            while x < max(xs):
                wide = chance.uniform(2.2, 4.0)
                place = _in_the_way(x, wide, taken)
                if place:
                    x = place[0] + place[2] + 0.1
                elif _on_land((x + wide / 2, top + high / 2), shores, blocked):
                    yield x, y, wide
                    x += wide + chance.choice((0.25, 0.25, 0.25, 1.0))
                else:
                    x += 0.7
            y += ROW

    # --- bridges and boats --------------------------------------------------------------------------------
    def _bridges(self) -> Iterator[Item]:
        """Three over the Grand Canal, the middle one with its shops, and small ones over the rii."""
        north = self.rects["cannaregio"]
        yield self._bridge(self.first, north[1] + north[3] * 0.42, 0, 2 * HALF_CANAL + 3, 6.5)
        yield self._bridge(self.last, self.middle + north[3] * 0.62, 0, 2 * HALF_CANAL + 3, 6.5)
        yield self._bridge((self.first + self.last) / 2, self.middle, 90, 2 * HALF_CANAL + 2, 15, shops=True)
        for line in self.rii.values():
            for share in (0.3, 0.62, 0.88):
                i = int(len(line) * share)
                (x0, y0), (x1, y1) = line[i - 1], line[i]
                yield self._bridge(x0, y0, math.degrees(math.atan2(y1 - y0, x1 - x0)) + 90, RIO + 3, 2.8)

    def _bridge(self, x: float, y: float, turn: float, length: float, width: float, shops: bool = False) -> Group:
        """A bridge from above, along x before it is turned: a bowed deck with steps, perhaps with shops."""
        half, w = length / 2, width / 2
        deck: Outline = (
            ("M", -half, -w),
            ("C", -half * 0.4, -w * 0.78, half * 0.4, -w * 0.78, half, -w),
            ("L", half, w),
            ("C", half * 0.4, w * 0.78, -half * 0.4, w * 0.78, -half, w),
            ("Z",),
        )
        steps = int(length / 1.3)
        treads = [
            s
            for i in range(1, steps)
            for s in polyline([(-half + i * length / steps, -w * 0.75), (-half + i * length / steps, w * 0.75)])
        ]
        items: list[Item] = [
            Path(deck, self.inks.mixed("paper", "terrazzo", 0.1), self.ink, 0.35),
            Path(
                tuple(treads),
                stroke=self.ink if self.inks.low else self.inks.mixed("terrazzo", "paper", 0.2),
                width=0.2,
            ),
        ]
        if shops:
            for side in (-1, 1):
                for i in range(6):
                    at = -half + 1.2 + i * (length - 2.4) / 6
                    box = (at, side * w * 0.42 - 1.9, (length - 2.4) / 6, 3.8)
                    tone = self.inks.mixed("brick", "paper", 0.15 if i % 2 else 0.35)
                    items.append(Path(rect(*box), tone, self.ink, 0.25))
                items.append(
                    Path(
                        polyline([(-half + 1.2, side * w * 0.42), (half - 1.2, side * w * 0.42)]),
                        stroke=self.ink,
                        width=0.25,
                    )
                )
        return Group(tuple(items), times(moved(x, y), turned(turn)))

    def _boats(self) -> Iterator[Item]:
        """Gondolas seen from above, drawn up along the Grand Canal."""
        chance = random.Random(4)
        spots = [
            (self.first - 2, self.top + 16, 88),
            (self.first + 2.4, self.top + 30, 95),
            (self.first - 1, self.top + 78, 92),
            (self.first + 1.5, self.top + 96, 84),
            (self.first + 36, self.middle + 1.6, 4),
            (self.first + 62, self.middle - 2, -3),
            (self.last - 66, self.middle + 2.2, 2),
            (self.last - 34, self.middle - 1.4, 8),
            (self.last + 1.5, self.middle + 36, 86),
            (self.last - 2, self.middle + 52, 93),
            (self.last + 2, self.middle + 96, 91),
            (self.last - 2, self.middle + 112, 87),
        ]
        for x, y, turn in spots:
            long = 4.2 + chance.random() * 1.2
            hull: Outline = (
                ("M", -long, 0),
                ("C", -long * 0.5, -1.15, long * 0.5, -1.15, long, 0),
                ("C", long * 0.5, 1.15, -long * 0.5, 1.15, -long, 0),
                ("Z",),
            )
            cabin = rect(-1.3, -0.55, 2.2, 1.1, 0.4)
            boat = (
                Path(hull, self.inks.area("deep") if not self.inks.low else self.inks.area("paper"), self.ink, 0.3),
                Path(cabin, self.inks.area(chance.choice(("brick", "gold", "paper"))), self.ink, 0.2),
            )
            yield Group(boat, times(moved(x, y), turned(turn)))


def _dense(points: Sequence[Point], step: float = 1.5) -> list[Point]:
    """A smooth line through the points as closely set points."""
    out: list[Point] = []
    at = points[0]
    for segment in smooth(points)[1:]:
        x1, y1, x2, y2, x3, y3 = (float(v) for v in segment[1:])
        count = max(2, round(math.dist(at, (x3, y3)) / step))
        for k in range(count):
            t = k / count
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            out.append((a * at[0] + b * x1 + c * x2 + d * x3, a * at[1] + b * y1 + c * y2 + d * y3))
        at = (x3, y3)
    return [*out, at]


def _in_the_way(x: float, wide: float, row: Sequence[Box]) -> Box | None:
    """Of the places for pieces at this height, one that a house there would cover."""
    return next((place for place in row if place[0] < x + wide and x < place[0] + place[2]), None)


def _on_land(at: Point, shores: Sequence[float], blocked: set[tuple[int, int]]) -> bool:
    x, y = at
    return (round(x), round(y)) not in blocked and sum(x < shore for shore in shores) % 2 == 1


def _cells(points: Sequence[Point]) -> set[tuple[int, int]]:
    """All squares of a mm within reach of the points: too near to the water for a house."""
    reach = range(-5, 6)
    disc = [(i, k) for i in reach for k in reach if i * i + k * k <= 21]
    whole = {(round(x), round(y)) for x, y in points}  # many lie in the same square
    return {(x + i, y + k) for x, y in whole for i, k in disc}
