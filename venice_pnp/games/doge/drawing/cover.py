"""The cover of Doge: the doge's cap in glory over the fish-shaped city, and before it the urn with the ballot balls."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator

from venice_pnp.draw.coast import crossings
from venice_pnp.draw.engraving import Engraver, Lens, Point, framed
from venice_pnp.draw.scene import (
    Box,
    Group,
    Item,
    Path,
    Scene,
    Segment,
    ellipse,
    moved,
    polyline,
    rect,
    scaled,
    smooth,
    times,
)
from venice_pnp.draw.studio import Studio
from venice_pnp.kit.models import Shape

GLORY: Point = (60.0, 50.0)
CAP = 0.86  # how large the cap is drawn, upwards from its linen: its knob keeps clear of the title
LINEN = 19.5  # from the middle of the cap down to the foot of its linen
HORIZON = 67.0
BANNER: Box = (27.0, 7.6, 66.0, 15.6)  # what the title is written on: thin red letters are lost between the rays
TITLE: Box = (29.0, 7.9, 62.0, 15.0)
VIEW = ((19.0, 70.0), (101.0, 70.0), (121.0, 131.0), (-1.0, 131.0))  # the lagoon, seen from a tower
FISH = (  # the city from above: its mouth in the west, its tail in the east
    (6, 40), (11, 33), (10, 27), (17, 20), (28, 14), (40, 10.5), (52, 11), (63, 15), (73, 21), (81, 26), (88, 24),
    (96, 18), (98, 24), (94, 33), (97, 43), (99, 52), (92, 53), (84, 46), (76, 43), (66, 46), (58, 49), (52, 52),
    (44, 58), (34, 61), (24, 60), (16, 56), (12, 50), (16, 45), (12, 43),
)  # fmt: skip
CANAL = (
    (9.6, 23.2),
    (14, 24.6),
    (20, 25),
    (30, 26),
    (40, 24),
    (48, 26),
    (50, 32),
    (44, 37),
    (36, 39),
    (30, 44),
    (33, 51),
    (42, 53),
    (51, 50.6),
    (56.5, 52),
)
ISLANDS = (
    ((20, 69), (34, 66.5), (48, 66), (58, 65), (60, 68), (48, 71), (34, 72), (22, 73)),  # the Giudecca
    ((68, 60), (74, 58.5), (78, 61), (75, 64), (69, 64)),  # San Giorgio
    ((62, 4), (72, 2), (80, 5), (76, 9), (66, 8)),  # Murano
)
WALLS = (("paper", "white", 0.2), ("gold", "paper", 0.55), ("brick", "paper", 0.55), ("terrazzo", "paper", 0.6))
SIGHTS = (  # landmarks: where their foot stands on the plan, and how wide they are seen
    ("cannaregio", 34, 18.0, 9.0),
    ("castello", 83, 37.0, 11.0),
    ("santa-croce", 17, 37.0, 8.0),
    ("san-polo", 26, 36.0, 11.0),
    ("dorsoduro", 47, 57.0, 14.0),
    ("san-marco", 63, 44.5, 18.0),
)


def draw_cover(studio: Studio, shape: Shape) -> Scene:
    return framed(studio, shape, _Election(studio).items(), "brick", TITLE)


class _Election(Engraver):
    def items(self) -> Iterator[Item]:
        yield from self._sky()
        yield from self.sea((0, HORIZON, 120, 75), ("shallow", "paper", 0.25), ("lagoon", "deep", 0.15), 17, 9)
        yield from self._city()
        yield Group(tuple(self._cap()), times(moved(GLORY[0], HORIZON - 0.5 - CAP * LINEN), scaled(CAP)))
        yield from self._balustrade()
        yield from self._urn()
        yield from self._balls()
        yield from self._banner()

    def _banner(self) -> Iterator[Item]:
        """A ribbon, as the names of the districts on the board have one."""
        x, y, w, h = BANNER
        for end, side in ((x, -1), (x + w, 1)):
            tail = [(end - side * 4, y + 2.6), (end + side * 9, y + 2.6), (end + side * 5.4, y + 2.6 + h / 2)]
            tail += [(end + side * 9, y + 2.6 + h), (end - side * 4, y + 2.6 + h)]
            yield self.drawn(polyline(tail, close=True), "paper", "terrazzo", 0.4, 0.4)
            fold = [(end - side * 4, y + 2.6 + h), (end - side * 4, y + h), (end, y + h)]
            yield self.drawn(polyline(fold, close=True), "terrazzo", "ink", 0.35, 0.3)
        yield self.drawn(rect(x, y, w, h, 0.8), "paper", "white", 0.3, 0.5)
        if not self.low:  # there the letters stand on white, which would cut it
            yield Path(rect(x + 1.3, y + 1.3, w - 2.6, h - 2.6, 0.4), stroke=self.inks.line("gold"), width=0.35)

    # --- above ----------------------------------------------------------------------------------------
    def _sky(self) -> Iterator[Item]:
        yield from self.sky((0, 0, 120, HORIZON), ("gold", "paper", 0.62), ("paper", "white", 0.2), 10)
        yield from self.rays(GLORY, 17, 110, 56, self.tint("gold", "paper", 0.4), 2)
        for x, y, wide in ((5, 52, 25), (88, 50, 27), (-6, 64, 22), (100, 63, 24), (28, 63.5, 18), (74, 64, 17)):
            yield from self.cloud(x, y, wide, self.tint("paper", "white", 0.55))

    def _cap(self) -> Iterator[Item]:
        """The corno: brocade with gold braid, a band of stones, and the white linen below it."""
        x = y = 0.0
        linen = smooth(
            [
                (x - 14, y + 9),
                (x - 15.5, y + 14),
                (x - 13, y + 17.5),
                (x, y + 19.5),
                (x + 13, y + 17.5),
                (x + 15.5, y + 14),
                (x + 14, y + 9),
            ],
            close=True,
        )
        yield self.drawn(linen, "paper", "white", 0.7, 0.4)
        for k in range(-4, 5):
            yield self.curve([(x + k * 3.0, y + 13), (x + k * 3.1, y + 15.5), (x + k * 2.9, y + 17.6)], 0.16)
        crown = smooth(
            [
                (x - 15, y + 9.5),
                (x - 17, y + 1),
                (x - 14, y - 5),
                (x - 7, y - 8),
                (x + 1, y - 11),
                (x + 6, y - 17),
                (x + 10, y - 20),
                (x + 13.6, y - 17.6),
                (x + 14.6, y - 9),
                (x + 16.4, y),
                (x + 15, y + 9.5),
                (x, y + 12.5),
            ],
            close=True,
        )
        yield self.drawn(crown, "brick", "paper", 0.0, 0.65)
        yield Group(tuple(self._brocade(x, y)), clip=crown)
        shade = smooth(
            [
                (x + 10, y - 20),
                (x + 13.6, y - 17.6),
                (x + 14.6, y - 9),
                (x + 16.4, y),
                (x + 15, y + 9.5),
                (x + 8, y + 11),
                (x + 11, y),
                (x + 10, y - 10),
            ],
            close=True,
        )
        yield Group((self.hatched(shade, 0.8, 72, 0.18),), clip=crown)
        braid = smooth(
            [
                (x - 2.4, y + 12),
                (x - 1.4, y + 2),
                (x + 2.6, y - 8),
                (x + 8.4, y - 17),
                (x + 10.4, y - 17.6),
                (x + 5, y - 7),
                (x + 2.2, y + 2),
                (x + 2.4, y + 12),
            ],
            close=True,
        )
        yield Group((self.drawn(braid, "gold", "paper", 0.3, 0.35),), clip=crown)
        for k in range(8):
            t = k / 7
            yield self.drawn(ellipse(x + 0.2 + 9.0 * t**1.7, y + 6 - 22 * t, 0.75), "paper", "white", 0.4, 0.22)
        band = (
            smooth([(x - 15.6, y + 6.4), (x - 8, y + 8.8), (x, y + 9.6), (x + 8, y + 8.8), (x + 15.6, y + 6.4)])
            + smooth(
                [
                    (x + 15.6, y + 6.4),
                    (x + 15.0, y + 11.6),
                    (x + 8, y + 14),
                    (x, y + 14.9),
                    (x - 8, y + 14),
                    (x - 15.0, y + 11.6),
                ]
            )[1:]
        )
        yield self.drawn((*band, ("Z",)), "gold", "paper", 0.12, 0.5)
        for k in range(-3, 4):
            cx, cy = x + k * 4.2, y + 12.2 - 0.24 * k * k
            gem = ("lagoon", "brick")[k % 2]
            yield self.drawn(ellipse(cx, cy, 1.5, 1.7), gem, "paper", 0.1, 0.35)
            yield Path(ellipse(cx - 0.4, cy - 0.5, 0.4), self.tint("paper"))
            if k < 3:
                for dy in (-1.0, 1.0):
                    yield self.drawn(ellipse(cx + 2.1, cy + dy - 0.1 * k, 0.5), "paper", "white", 0.5, 0.2)
        yield self.drawn(ellipse(x + 11.4, y - 20.6, 2.3), "gold", "paper", 0.25, 0.5)
        yield self.curve([(x + 10.4, y - 21.4), (x + 11.2, y - 22), (x + 12, y - 21.8)], 0.2)

    def _brocade(self, x: float, y: float) -> Iterator[Item]:
        leaves: list[Segment] = []
        for row in range(6):
            for column in range(-5, 6):
                cx, cy = x + column * 5 + (2.5 if row % 2 else 0), y - 18 + row * 5
                leaves += smooth([(cx, cy - 2), (cx + 1.3, cy), (cx, cy + 2), (cx - 1.3, cy)], close=True)
                leaves += polyline([(cx, cy - 1.1), (cx, cy + 1.1)])
        yield Path(tuple(leaves), stroke=self.pen("gold"), width=0.22 if not self.low else 0.13)

    # --- the city -------------------------------------------------------------------------------------
    def _plan(self, points: tuple[Point, ...] | list[Point]) -> list[Point]:
        lens = Lens(VIEW)
        return [lens.at(x / 104, y / 76) for x, y in points]

    def _city(self) -> Iterator[Item]:
        lands = [self._plan(FISH), *(self._plan(island) for island in ISLANDS)]
        outlines = [smooth(land, close=True) for land in lands]
        for wide, light in ((7.0, 0.3), (4.6, 0.5), (2.4, 0.75)):
            for land in outlines:
                yield Path(
                    land,
                    stroke=self.ink if self.low else self.blend("lagoon", "shallow", light - 0.15),
                    width=wide + 0.25,
                )
            for land in outlines:
                yield Path(land, stroke=self.blend("lagoon", "shallow", light + 0.2), width=wide)
        for land in outlines:
            quay = tuple((op, *(n + (0.9 if i % 2 else 0.0) for i, n in enumerate(xy))) for op, *xy in land)
            yield Path(quay, self.tint("bronze", "ink", 0.3), self.ink, 0.35)
            yield self.drawn(land, "gold", "paper", 0.66, 0.45)
        canal = smooth(self._plan(CANAL))
        banks = Path(canal, stroke=self.ink, width=3.3)
        yield Group((banks,), clip=outlines[0])
        yield Path(canal, stroke=self.blend("lagoon", "shallow", 0.95), width=2.7)
        for bridge in self._plan([(24, 25.4), (49.6, 30.6), (37, 52.2)]):
            yield from self._bridge(*bridge)
        yield from self._houses(lands)
        for k, (x, y, wide, mirrored) in enumerate(
            ((9, 88, 8, False), (103, 84, 7, True), (86, 118, 13, True), (22, 121, 11, False), (69, 73.5, 5, False))
        ):
            name = "ornament/ship" if k in (0, 1) else "ornament/gondola-large"
            yield self.small(name, (x, y - wide, wide, wide), "#D9B98A" if k in (0, 1) else "deep", mirrored)

    def _bridge(self, x: float, y: float) -> Iterator[Item]:
        arch = (
            *smooth([(x - 3.2, y + 1), (x - 1.6, y - 0.9), (x, y - 1.5), (x + 1.6, y - 0.9), (x + 3.2, y + 1)]),
            *smooth([(x + 3.2, y + 1), (x + 1.7, y + 1), (x, y - 0.1), (x - 1.7, y + 1), (x - 3.2, y + 1)])[1:],
            ("Z",),
        )
        yield self.drawn(arch, "paper", "white", 0.4, 0.28)

    def _houses(self, lands: list[list[Point]]) -> Iterator[Item]:
        """Rows of small houses from far to near, with the landmarks where they stand."""
        chance = random.Random(21)
        canal = [
            p
            for a, b in itertools.pairwise(CANAL)
            for p in self._plan([(a[0] + (b[0] - a[0]) * k / 6, a[1] + (b[1] - a[1]) * k / 6) for k in range(6)])
        ]
        sights = sorted(((self._plan([(x, y)])[0], name, wide) for name, x, y, wide in SIGHTS), key=lambda s: s[0][1])
        y = 72.5
        while y < 131:
            size = 1.5 + 1.5 * (y - 72) / 45
            areas: dict[int, list[Segment]] = {}
            roofs: list[Segment] = []
            for land in lands:
                ends = sorted(crossings(y, land))
                for left, right in zip(ends[::2], ends[1::2], strict=False):
                    x = left + size * 0.7
                    while x + size < right - size * 0.3:
                        wide, high = size * (0.75 + chance.random() * 0.5), size * (0.55 + chance.random() * 0.35)
                        middle = (x + wide / 2, y - high / 2)
                        near_canal = any(math.dist(middle, p) < 1.7 + size * 0.42 for p in canal)
                        near_sight = any(
                            abs(middle[0] - sx) < sw * 0.45 and sy - sw * 0.12 < y < sy + 1.4
                            for (sx, sy), _, sw in sights
                        )
                        if not near_canal and not near_sight and chance.random() < 0.94:
                            areas.setdefault(chance.randrange(4), []).extend(rect(x, y - high, wide, high))
                            roofs += polyline(
                                [
                                    (x - 0.15, y - high),
                                    (x + wide * 0.25, y - high - size * 0.42),
                                    (x + wide * 0.8, y - high - size * 0.42),
                                    (x + wide + 0.15, y - high),
                                ],
                                close=True,
                            )
                        x += wide + 0.05 + (chance.random() < 0.18) * size * 0.5
            for tone, d in areas.items():
                yield self.drawn(tuple(d), *WALLS[tone], 0.15)
            if roofs:
                yield self.drawn(tuple(roofs), "brick", "paper", 0.12, 0.15)
            while sights and sights[0][0][1] < y + size * 0.8:
                (sx, sy), name, wide = sights.pop(0)
                yield self.symbol(
                    f"doge/landmarks/{name}", (sx - wide / 2, sy - wide * 0.8, wide, wide * 0.8), "#EADFC6", grows=0.7
                )
            y += size * 0.98

    # --- before it ------------------------------------------------------------------------------------
    def _balustrade(self) -> Iterator[Item]:
        """A marble sill along the foot of the picture."""
        yield self.drawn(rect(-2, 138.5, 124, 4.2, 1.0), "paper", "white", 0.5, 0.55)
        yield self.line([(0, 141.4), (120, 141.4)], 0.18)
        face = rect(-2, 142.7, 124, 14)
        yield self.drawn(face, "paper", "terrazzo", 0.25, 0.45)
        for k in range(9):
            x = 8 + k * 13
            yield self.drawn(rect(x - 5, 144.6, 10, 9, 0.6), "paper", "white", 0.2, 0.25)
            yield Path(
                smooth(
                    [
                        (x, 145.6),
                        (x + 1.7, 147.4),
                        (x + 3.4, 149.1),
                        (x + 1.7, 150.8),
                        (x, 152.6),
                        (x - 1.7, 150.8),
                        (x - 3.4, 149.1),
                        (x - 1.7, 147.4),
                    ],
                    close=True,
                ),
                self.tint("brick", "paper", 0.35),
                self.ink,
                0.22,
            )
        yield self.hatched(rect(-2, 142.7, 124, 1.6), 0.5, 0, 0.16)

    def _urn(self) -> Iterator[Item]:
        """The bussolo: a turned and gilt urn, open for the ballot."""
        x, y = 33.0, 139.5
        foot = smooth(
            [
                (x - 9, y),
                (x - 8.6, y - 2),
                (x - 3, y - 4),
                (x - 2.4, y - 7),
                (x + 2.4, y - 7),
                (x + 3, y - 4),
                (x + 8.6, y - 2),
                (x + 9, y),
            ]
        )
        yield self.drawn((*foot, ("Z",)), "gold", "bronze", 0.25, 0.5)
        bowl = smooth(
            [
                (x - 13, y - 23),
                (x - 13.4, y - 17),
                (x - 9, y - 10),
                (x - 3, y - 7),
                (x + 3, y - 7),
                (x + 9, y - 10),
                (x + 13.4, y - 17),
                (x + 13, y - 23),
            ]
        )
        bowl = (*bowl, ("Z",))
        yield self.drawn(bowl, "gold", "paper", 0.12, 0.6)
        for k in range(-3, 4):
            yield Group(
                (self.curve([(x + k * 4.1, y - 18), (x + k * 3.2, y - 11), (x + k * 0.9, y - 7)], 0.22),), clip=bowl
            )
        shade = smooth(
            [(x + 5, y - 23), (x + 6, y - 15), (x + 2, y - 7), (x + 9, y - 9), (x + 14, y - 17), (x + 13.5, y - 23)],
            close=True,
        )
        yield Group((self.hatched(shade, 0.8, 62, 0.18),), clip=bowl)
        belt = (
            *smooth([(x - 13.2, y - 20.6), (x, y - 18.4), (x + 13.2, y - 20.6)]),
            *smooth([(x + 13.3, y - 17.6), (x, y - 15.2), (x - 13.3, y - 17.6)])[1:],
        )
        belt = (("M", x - 13.2, y - 20.6), *belt[1:2], ("L", x + 13.3, y - 17.6), *belt[2:], ("Z",))
        yield Group((self.drawn(belt, "deep", "lagoon", 0.3, 0.35),), clip=bowl)
        for k in range(-3, 4):
            yield self.drawn(ellipse(x + k * 3.7, y - 17.0 - 0.19 * k * k, 0.8), "paper", "gold", 0.2, 0.22)
        yield self.drawn(ellipse(x, y - 23, 13.4, 3.2), "deep", "ink", 0.35, 0.55)
        for dx, dy, tone in (
            (-7, -23.4, "brick"),
            (-1.6, -24.4, "paper"),
            (4.4, -24.0, "gold"),
            (8.6, -22.8, "lagoon"),
            (-3.8, -21.6, "gold"),
            (2, -21.4, "brick"),
        ):
            yield from self._ball(x + dx, y + dy, 2.7, tone)
        rim = (
            *smooth([(x - 13.6, y - 23.2), (x - 9, y - 20.8), (x, y - 19.7), (x + 9, y - 20.8), (x + 13.6, y - 23.2)]),
            ("L", x + 13.4, y - 21.4),
            *smooth([(x + 13.4, y - 21.4), (x + 9, y - 19.2), (x, y - 18), (x - 9, y - 19.2), (x - 13.4, y - 21.4)])[
                1:
            ],
            ("Z",),
        )
        yield self.drawn(rim, "gold", "paper", 0.35, 0.45)

    def _ball(self, x: float, y: float, r: float, tone: str) -> Iterator[Item]:
        """A ballot ball, with its shade and a light on it."""
        ball = ellipse(x, y, r)
        yield self.drawn(ball, tone, "paper", 0.05, 0.42)
        crescent = (
            *smooth([(x + r * 0.35, y - r), (x + r * 0.55, y), (x - r * 0.5, y + r * 0.86)]),
            ("L", x + r, y + r),
            ("L", x + r, y - r),
            ("Z",),
        )
        yield Group((self.hatched(crescent, 0.55, 45, 0.15),), clip=ball)
        yield Path(
            ellipse(x - r * 0.36, y - r * 0.4, r * 0.2), self.tint("white"), self.ink if self.low else None, 0.12
        )

    def _balls(self) -> Iterator[Item]:
        for x, y, r, tone in (
            (58, 135.6, 3.2, "brick"),
            (66.5, 136.2, 2.9, "paper"),
            (49.5, 136.0, 2.7, "lagoon"),
            (76, 135.2, 3.5, "gold"),
            (90, 136.0, 2.9, "deep"),
            (84, 136.6, 2.3, "brick"),
            (104, 135.4, 3.3, "paper"),
            (111, 136.2, 2.6, "gold"),
        ):
            shadow = ellipse(x + 1.4, y + r + 0.4, r * 1.1, 0.9)
            yield self.hatched(shadow, 0.35, 0, 0.14)
            yield from self._ball(x, y + 0.4, r, tone)
