"""The cover of Canaletto: a veduta of the Grand Canal in its gilt frame, on the painter's easel."""

from __future__ import annotations

import random
from collections.abc import Iterator

from venice_pnp.draw.engraving import Engraver, Point, framed
from venice_pnp.draw.frames import inset
from venice_pnp.draw.ornament import gilded_frame, meet
from venice_pnp.draw.scene import Box, Group, Item, Outline, Path, Scene, ellipse, moved, polyline, rect, smooth
from venice_pnp.draw.studio import Studio
from venice_pnp.kit.models import Shape

TITLE: Box = (11.0, 9.5, 98.0, 17.0)
FRAME: Box = (9.0, 30.0, 102.0, 92.0)
DEPTH = 9.5
GONE: Point = (52.0, 91.0)  # where all lines of the canal meet
LENS, EYE = 44.0, 5.0  # of the painter's camera; his eye above the water
LEFT = (  # palaces along the canal: how far the front begins and ends, its height, its wall
    ("dario", 38.0, 52.0, 15.0, "#D98E6B"),
    ("corner-spinelli", 27.0, 38.0, 15.5, "#EAD9B5"),
    ("foscari", 18.0, 27.0, 18.5, "#C9774F"),
    ("ca-doro", 10.5, 18.0, 17.0, "#E9CF9A"),
)
RIGHT = (
    ("loredan", 44.0, 60.0, 14.0, "#CFA56B"),
    ("pisani-moretta", 31.0, 44.0, 18.0, "#A8583E"),
    ("grimani", 21.0, 31.0, 16.5, "#CDBE9F"),
    ("regina", 13.5, 21.0, 20.0, "#C08C55"),
    ("da-mosto", 8.6, 13.5, 17.0, "#94452F"),
)


def draw_cover(studio: Studio, shape: Shape) -> Scene:
    return framed(studio, shape, _Veduta(studio).items(), "#E3C077", TITLE)


class _Veduta(Engraver):
    def items(self) -> Iterator[Item]:
        yield from self._wall()
        yield from self._easel()
        yield from self._picture()
        yield from gilded_frame(FRAME, self.inks, DEPTH)
        yield from self._carving()
        yield from self._ledge()
        yield from self._table()

    # --- the room -------------------------------------------------------------------------------------
    def _wall(self) -> Iterator[Item]:
        """Damask behind the easel. In low ink the title stands on white: what it would cut is left out, for the rest of
        a leaf looks like an accent over a letter."""
        wall = rect(0, 0, 120, 156)
        yield Path(wall, self.tint("brick", "ink", 0.52))
        stroke, width = (self.ink, 0.1) if self.low else (self.blend("brick", "ink", 0.36), 0.3)
        leaf = Path((*self._leaf(1.0), *self._leaf(0.5)), stroke=stroke, width=width)
        for row in range(13):
            for column in range(9):
                x, y = column * 15 + (7.5 if row % 2 else 0), row * 11.5 + 4
                if not self.low or not meet((x - 2.6, y - 4.6, 5.2, 9.2), TITLE):
                    yield Group((leaf,), moved(x, y), key=f"damask {self.inks.edition}")

    @staticmethod
    def _leaf(k: float) -> Outline:
        half = [(0.0, -4.6 * k), (2.6 * k, -1.4 * k), (1.6 * k, 1.8 * k), (0.0, 4.6 * k)]
        return smooth([*half, (-1.6 * k, 1.8 * k), (-2.6 * k, -1.4 * k)], close=True)

    def _easel(self) -> Iterator[Item]:
        """Two legs before, the mast behind."""
        for top, low in (((60, 27), (60, 150)), ((33, 60), (22, 160)), ((87, 60), (98, 160))):
            (x0, y0), (x1, y1) = top, low
            beam = polyline([(x0 - 2, y0), (x0 + 2, y0), (x1 + 2.6, y1), (x1 - 2.6, y1)], close=True)
            yield self.drawn(beam, "bronze", "ink", 0.25, 0.45)
            yield self.line([(x0 + 0.7, y0 + 1), (x1 + 0.9, y1)], 0.16)
            yield self.line([(x0 - 0.9, y0 + 1), (x1 - 1.1, y1)], 0.12)

    def _ledge(self) -> Iterator[Item]:
        yield self.drawn(rect(16, 121.4, 88, 4.6, 0.8), "bronze", "paper", 0.1, 0.5)
        yield self.drawn(rect(13, 125.6, 94, 2.4, 0.8), "bronze", "ink", 0.35, 0.4)
        yield self.line([(18, 123), (70, 123)], 0.14)
        yield self.line([(60, 124.3), (101, 124.3)], 0.14)
        for x in (33.5, 86.5):
            yield self.drawn(ellipse(x, 124, 1.5), "gold", "paper", 0.2, 0.35)
            yield self.line([(x - 0.8, 124.6), (x + 0.8, 123.4)], 0.25)

    def _carving(self) -> Iterator[Item]:
        """Leaves at the corners and the middles of the gilt frame."""
        x, y, w, h = FRAME
        for cx, cy, sx, sy in ((x, y, 1, 1), (x + w, y, -1, 1), (x, y + h, 1, -1), (x + w, y + h, -1, -1)):
            for reach, turn in ((13.5, 0.0), (13.5, 1.0), (10.5, 0.5)):
                ex, ey = (reach, 3.4) if turn == 0.0 else (3.4, reach) if turn == 1.0 else (reach * 0.82, reach * 0.82)
                px, py = cx + sx * ex, cy + sy * ey
                ox, oy = cx + sx * 1.2, cy + sy * 1.2
                mx, my = (ox + px) / 2, (oy + py) / 2
                nx, ny = (oy - py) * 0.24, (px - ox) * 0.24
                yield self.drawn(
                    smooth([(ox, oy), (mx + nx, my + ny), (px, py), (mx - nx, my - ny)], close=True),
                    "gold",
                    "paper",
                    0.42,
                    0.35,
                )
                yield self.line(
                    [(ox + (px - ox) * 0.15, oy + (py - oy) * 0.15), (ox + (px - ox) * 0.85, oy + (py - oy) * 0.85)],
                    0.16,
                )
            yield self.drawn(ellipse(cx + sx * 2.2, cy + sy * 2.2, 2.5), "gold", "brick", 0.25, 0.4)
            yield self.drawn(ellipse(cx + sx * 2.2, cy + sy * 2.2, 1.2), "gold", "paper", 0.6, 0.3)
        for cx, cy in ((x + w / 2, y + 3.5), (x + w / 2, y + h - 3.5)):
            shell = smooth(
                [
                    (cx - 8, cy + 1),
                    (cx - 5, cy - 2.6),
                    (cx, cy - 4.2),
                    (cx + 5, cy - 2.6),
                    (cx + 8, cy + 1),
                    (cx, cy + 3.2),
                ],
                close=True,
            )
            yield self.drawn(shell, "gold", "paper", 0.45, 0.4)
            for k in range(-3, 4):
                yield self.line([(cx + k * 0.5, cy + 2.2), (cx + k * 1.9, cy - 3.0 + abs(k) * 0.55)], 0.18)

    # --- the picture ----------------------------------------------------------------------------------
    def _picture(self) -> Iterator[Item]:
        x, y, w, h = inset(FRAME, DEPTH - 0.2)
        seen: list[Item] = [
            *self.sky((x, y, w, GONE[1] - y), ("lagoon", "shallow", 0.55), ("gold", "paper", 0.78), 10),
            *self.cloud(24, 56, 26, self.tint("paper", "white", 0.5)),
            *self.cloud(60, 50, 30, self.tint("paper", "white", 0.5)),
            *self.cloud(41, 66, 17, self.tint("paper", "white", 0.4)),
            *self._birds(),
            *self._far(),
            *self.sea(
                (x, GONE[1] - 0.2, w, y + h - GONE[1] + 0.2), ("shallow", "lagoon", 0.3), ("lagoon", "deep", 0.35), 5
            ),
            *self._palaces(),
            *self._boats(),
        ]
        yield Group(tuple(seen), clip=rect(x, y, w, h))

    def _birds(self) -> Iterator[Item]:
        for x, y, k in ((44, 60, 1.0), (50, 57, 0.7), (38, 62.5, 0.6), (57, 62, 0.8)):
            yield self.curve(
                [
                    (x - 1.6 * k, y - 0.6 * k),
                    (x - 0.7 * k, y - 0.9 * k),
                    (x, y),
                    (x + 0.7 * k, y - 0.9 * k),
                    (x + 1.6 * k, y - 0.6 * k),
                ],
                0.22,
            )

    def _far(self) -> Iterator[Item]:
        """At the end of the canal: the Salute, and a low line of houses."""
        chance = random.Random(3)
        x = 40.0
        while x < 66:
            wide, high = 1.4 + chance.random() * 1.6, 1.6 + chance.random() * 2.2
            yield self.drawn(rect(x, GONE[1] - high, wide, high), "bronze", "paper", 0.5 + chance.random() * 0.3, 0.16)
            x += wide
        yield self.symbol("doge/landmarks/dorsoduro", (44.5, 72, 20, GONE[1] - 72 + 0.3), "#EADFC6", grows=0.75)

    def _seen(self, across: float, high: float, far: float) -> Point:
        return GONE[0] + across * LENS / far, GONE[1] - (high - EYE) * LENS / far

    def _palaces(self) -> Iterator[Item]:
        for across, row in ((-10.0, LEFT), (12.0, RIGHT)):
            for name, near, end, high, wall in row:
                behind = end * 1.05  # no gap between neighbours
                a, b = (near, behind) if across < 0 else (behind, near)
                quad = (
                    self._seen(across, high, a),
                    self._seen(across, high, b),
                    self._seen(across, 0.1, b),
                    self._seen(across, 0.1, a),
                )
                yield from self._reflection(quad, wall, len(name))
                yield self.projected(f"canaletto/palaces/{name}", quad, wall, grows=0.85)

    def _reflection(self, quad: tuple[Point, ...], wall: str, seed: int) -> Iterator[Item]:
        (xa, ya), (xb, yb), (xc, yc), (xd, yd) = quad
        left, right, low = min(xa, xb), max(xa, xb), max(yc, yd)
        mirror = polyline([(xd, yd), (xc, yc), (xc, yc + (yc - yb) * 0.5), (xd, yd + (yd - ya) * 0.5)], close=True)
        tone = self.blend("lagoon", wall, 0.45)
        yield Group((self.glints(left, min(yc, yd), right - left, (low - min(ya, yb)) * 0.5, tone, seed),), clip=mirror)

    def _boats(self) -> Iterator[Item]:
        for x, y, wide, mirrored in ((55.5, 94.6, 8, False), (46, 96.4, 10, True), (62.0, 99.0, 14, True)):
            yield self.small("ornament/gondola-large", (x, y - wide * 0.4, wide, wide * 0.4), "deep", mirrored)
        for x, y, high in ((27, 112, 15), (24, 115, 17)):
            yield from self.pole(x, y, high)
        yield self.symbol("ornament/gondola-large", (31, 93.5, 46, 19.0), "deep", False, 0.85)

    def pole(self, x: float, y: float, high: float) -> Iterator[Item]:
        """A mooring pole with its twisted stripe."""
        yield self.drawn(rect(x, y - high, 1.5, high), "paper", "white", 0.3, 0.28)
        for k in range(int(high / 2.4)):
            at = y - high + 1.5 + k * 2.4
            yield Path(
                polyline([(x, at + 1.2), (x + 1.5, at), (x + 1.5, at + 1.1), (x, at + 2.3)], close=True),
                self.dark("brick", "brick"),
            )
        yield self.drawn(ellipse(x + 0.75, y - high - 0.6, 0.95), "gold", "paper", 0.2, 0.28)

    # --- before the easel -----------------------------------------------------------------------------
    def _table(self) -> Iterator[Item]:
        """What the painter has laid down: palette, brushes in a jar, a drawing of the frame's own view."""
        top = polyline([(0, 141), (120, 141), (120, 156), (0, 156)], close=True)
        yield self.drawn(top, "bronze", "ink", 0.45, 0.5)
        for k, y in enumerate((143.4, 146.8, 149.6)):
            yield self.line([(0, y), (50 + 24 * k, y)], 0.14)
            yield self.line([(62 + 20 * k, y + 0.6), (120, y + 0.6)], 0.14)
        yield from self._jar(96, 147)
        yield from self._sheet()
        yield from self._palette()

    def _jar(self, x: float, y: float) -> Iterator[Item]:
        for k, (lean, high, tone) in enumerate(
            ((-0.5, 27, "brick"), (-0.22, 31, "lagoon"), (0.05, 28, "gold"), (0.3, 30, "deep"), (0.52, 25, "terrazzo"))
        ):
            foot, tip = (x + (k - 2) * 1.2, y - 8), (x + (k - 2) * 1.2 + lean * high * 0.6, y - high)
            dx, dy = (tip[0] - foot[0]) / high, (tip[1] - foot[1]) / high
            at = (tip[0] - dx * 5, tip[1] - dy * 5)
            yield self.drawn(
                polyline(
                    [(foot[0] - 0.5, foot[1]), (foot[0] + 0.5, foot[1]), (at[0] + 0.55, at[1]), (at[0] - 0.55, at[1])],
                    close=True,
                ),
                "gold",
                "bronze",
                0.4,
                0.22,
            )
            yield self.drawn(
                polyline(
                    [
                        (at[0] - 0.7, at[1]),
                        (at[0] + 0.7, at[1]),
                        (at[0] + dx * 1.6 + 0.8, at[1] + dy * 1.6),
                        (at[0] + dx * 1.6 - 0.8, at[1] + dy * 1.6),
                    ],
                    close=True,
                ),
                "silver",
                "paper",
                0.2,
                0.22,
            )
            bx, by = at[0] + dx * 1.6, at[1] + dy * 1.6
            yield self.drawn(
                smooth(
                    [
                        (bx - 0.8, by),
                        (bx - 1.0, by + dy * 2.2),
                        (tip[0], tip[1]),
                        (bx + 1.0, by + dy * 2.2),
                        (bx + 0.8, by),
                    ],
                    close=True,
                ),
                tone,
                "paper",
                0.0,
                0.22,
            )
        body = smooth(
            [
                (x - 5, y - 9),
                (x - 6.2, y - 4),
                (x - 5, y + 1),
                (x, y + 1.8),
                (x + 5, y + 1),
                (x + 6.2, y - 4),
                (x + 5, y - 9),
            ]
        )
        yield self.drawn((*body, ("Z",)), "lagoon", "paper", 0.5, 0.45)
        yield self.hatched(
            (
                *smooth(
                    [
                        (x + 1.5, y - 9),
                        (x + 2.6, y - 4),
                        (x + 1.5, y + 1.6),
                        (x + 5, y + 1),
                        (x + 6.2, y - 4),
                        (x + 5, y - 9),
                    ]
                ),
                ("Z",),
            ),
            0.7,
            70,
            0.16,
        )
        yield self.drawn(ellipse(x, y - 9, 5, 1.3), "deep", "lagoon", 0.2, 0.4)
        yield self.curve([(x - 6, y - 4.6), (x - 2, y - 3.6), (x + 2, y - 3.6), (x + 6, y - 4.6)], 0.25)

    def _sheet(self) -> Iterator[Item]:
        page = [(62.0, 152.5), (66.5, 143.5), (86.0, 143.0), (84.5, 151.8)]
        yield self.drawn(polyline(page, close=True), "paper", "white", 0.3, 0.35)
        yield self.line([(67, 148.2), (82, 147.6)], 0.16)
        for k in range(6):
            x = 67.5 + k * 2.5
            yield Path(rect(x, 145.6 + (k % 3) * 0.4, 1.8, 2.4 - (k % 3) * 0.4), stroke=self.ink, width=0.14)
        yield self.curve([(66, 150), (72, 149.4), (78, 150.2), (83, 149.4)], 0.14)

    def _palette(self) -> Iterator[Item]:
        board = smooth(
            [
                (12, 149),
                (16, 141.5),
                (30, 137.5),
                (46, 139),
                (52, 144),
                (47, 149),
                (40, 148.5),
                (36, 151),
                (28, 154),
                (17, 153.5),
            ],
            close=True,
        )
        yield self.drawn(board, "bronze", "paper", 0.25, 0.5)
        yield self.hatched(board, 2.3, 8, 0.12)
        yield self.drawn(ellipse(40, 146.2, 2.6, 1.6), "bronze", "ink", 0.5, 0.35)
        dabs = (
            (17.5, 146.5, "brick"),
            (22.5, 142.6, "gold"),
            (29, 140.7, "lagoon"),
            (35.6, 140.6, "deep"),
            (42, 141.6, "white"),
            (21, 150.2, "terrazzo"),
        )
        for x, y, tone in dabs:
            blob = smooth(
                [
                    (x - 2.2, y),
                    (x - 1, y - 1.3),
                    (x + 1.2, y - 1.1),
                    (x + 2.2, y + 0.2),
                    (x + 0.6, y + 1.2),
                    (x - 1.2, y + 1.1),
                ],
                close=True,
            )
            yield self.drawn(blob, tone, "paper", 0.08, 0.3)
            yield self.curve([(x - 1, y - 0.3), (x, y - 0.7), (x + 1, y - 0.3)], 0.16)
        for dx, tone in ((0.0, "brick"), (3.2, "lagoon")):
            yield self.drawn(
                polyline([(24 + dx, 151.5), (24.6 + dx, 152.3), (58 + dx, 134.4), (57.6 + dx, 133.8)], close=True),
                "gold",
                "bronze",
                0.3,
                0.25,
            )
            yield self.drawn(
                smooth(
                    [(57.6 + dx, 133.8), (60.4 + dx, 131.6), (63 + dx, 130.8), (61.4 + dx, 133), (58.2 + dx, 134.5)],
                    close=True,
                ),
                tone,
                "paper",
                0.0,
                0.25,
            )
