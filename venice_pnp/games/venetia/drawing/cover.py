"""The cover of Venetia: galleys under sail at sunset, before the winged lion on its column."""

from __future__ import annotations

import math
from collections.abc import Iterator

from venice_pnp.draw.engraving import Engraver, Point, framed
from venice_pnp.draw.scene import (
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

HORIZON = 92.0
SUN: Point = (40.0, 80.0)


def draw_cover(studio: Studio, shape: Shape) -> Scene:
    return framed(studio, shape, _Lagoon(studio).items(), "deep", (9, 9, 102, 17))


class _Lagoon(Engraver):
    def items(self) -> Iterator[Item]:
        yield from self._sky()
        yield from self._coast()
        yield from self.sea((0, HORIZON, 120, 64), ("lagoon", "paper", 0.35), ("deep", "ink", 0.15), 9, 8)
        yield self.glints(SUN[0] - 11, HORIZON + 0.6, 22, 40, self.tint("gold", "paper", 0.45), 4)
        yield from self._fleet()
        yield from self._quay()

    def _sky(self) -> Iterator[Item]:
        yield from self.sky((0, 0, 120, HORIZON), ("shallow", "paper", 0.45), ("gold", "paper", 0.35), 12)
        yield from self.rays(SUN, 17, 190, 44, self.tint("gold", "paper", 0.62), 3)
        yield self.drawn(ellipse(*SUN, 14.5), "gold", "paper", 0.55, 0.4)
        yield self.drawn(ellipse(*SUN, 12.0), "brick", "gold", 0.45, 0.3)
        yield self.hatched(ellipse(*SUN, 12.0), 1.3, 0, 0.18, "gold")
        for x, y, wide in ((4, 50, 30), (58, 44, 24), (10, 70, 17), (62, 66, 26)):
            yield from self.cloud(x, y, wide, self.tint("paper", "white", 0.35))
        for x, y, k in ((28, 55, 1.3), (34, 52, 0.9), (66, 54, 1.0), (24, 59, 0.8)):
            wing = [
                (x - 1.8 * k, y - 0.7 * k),
                (x - 0.8 * k, y - 1.0 * k),
                (x, y),
                (x + 0.8 * k, y - 1.0 * k),
                (x + 1.8 * k, y - 0.7 * k),
            ]
            yield self.curve(wing, 0.28)

    def _coast(self) -> Iterator[Item]:
        """The city far away, as a low silhouette with its towers."""
        yield self.symbol("doge/landmarks/san-marco", (3, HORIZON - 10.5, 17, 11), "#E3CFA5", grows=0.7)
        yield self.symbol("doge/landmarks/dorsoduro", (58, HORIZON - 8.6, 13, 9), "#E3CFA5", grows=0.7)
        houses: list[Segment] = []
        x = 0.0
        for k in range(80):
            wide, high = 0.9 + (k * 7 % 5) * 0.22, 1.2 + (k * 5 % 7) * 0.32
            if not 20 < x < 57:
                houses += rect(x, HORIZON - high, wide, high + 0.4)
            x += wide
        yield Path(tuple(houses), self.tint("bronze", "paper", 0.42), self.ink, 0.14)

    # --- ships ----------------------------------------------------------------------------------------
    def _fleet(self) -> Iterator[Item]:
        for x, y, k in ((58.0, 95.2, 0.15), (14.0, 97.0, 0.2), (64.0, 104.0, 0.27)):
            yield Group(tuple(self._galley(simple=True)), times(moved(x, y), scaled(k)))
        yield Group(tuple(self._galley()), times(moved(44.5, 133.0), scaled(0.8)))

    def _galley(self, simple: bool = False) -> Iterator[Item]:
        """A galley seen from its side, bow to the left; (0, 0) is amidships on the water."""
        yield from self._wake()
        yield from self._sail((-12, -7), -46, (-34, -18), (8, -60), "brick")
        yield from self._sail((13, -7), -39, (-4, -16), (31, -50), "gold")
        yield from self._rigging()
        hull = smooth(
            [
                (-42, -4.6),
                (-30, -3.2),
                (0, -2.6),
                (26, -4.4),
                (36, -9.5),
                (37.5, -8.6),
                (36, -3),
                (31, 1.2),
                (0, 2.6),
                (-26, 1.6),
                (-36, -1.6),
            ],
            close=True,
        )
        ram = polyline([(-36, -3.8), (-50, -5.2), (-50, -4.6), (-36, -2.4)], close=True)
        yield self.drawn(ram, "gold", "paper", 0.1, 0.4)
        yield self.drawn(hull, "brick", "ink", 0.15, 0.6)
        below = smooth([(-35, -0.9), (0, 0.6), (30, -0.8), (34, -1.4), (31, 1.2), (0, 2.6), (-26, 1.6)], close=True)
        yield Path(below, self.tint("ink", "brick", 0.25))
        yield self.hatched(hull, 1.1, 3, 0.16)
        rail = smooth(
            [(-40, -5.4), (-30, -4.4), (0, -4.0), (26, -6.0), (27, -3.9), (0, -1.7), (-30, -2.2), (-39, -3.8)],
            close=True,
        )
        yield self.drawn(rail, "gold", "paper", 0.35, 0.45)
        for k in range(20):
            x = -33 + k * 2.85
            yield self.drawn(
                ellipse(x, -3.15 - 0.0006 * x * x * (1 if x > 0 else 0.5), 0.75),
                "brick" if k % 2 else "paper",
                "paper",
                0.1,
                0.25,
            )
        yield from self._stern()
        yield from self._oars(simple)

    def _oars(self, simple: bool) -> Iterator[Item]:
        for k in range(19):
            x = -31.5 + k * 2.85
            foot = (x + 5.4, 5.6 + (k % 2) * 0.25)
            yield self.line([(x, -1.2), foot], 0.5 if not simple else 0.7)
            if not simple:
                dx, dy = foot[0] - x, foot[1] + 1.2
                long = math.hypot(dx, dy)
                ux, uy = dx / long, dy / long
                tip = (foot[0] + ux * 1.6, foot[1] + uy * 1.6)
                blade = [
                    (foot[0] - ux - uy * 0.5, foot[1] - uy + ux * 0.5),
                    (tip[0] - uy * 0.55, tip[1] + ux * 0.55),
                    (tip[0] + uy * 0.55, tip[1] - ux * 0.55),
                    (foot[0] - ux + uy * 0.5, foot[1] - uy - ux * 0.5),
                ]
                yield self.drawn(polyline(blade, close=True), "paper", "gold", 0.2, 0.22)

    def _stern(self) -> Iterator[Item]:
        """The poop with its awning, lantern and banner."""
        house = polyline([(24, -5.6), (25, -11.5), (36.5, -13), (36.5, -8.8)], close=True)
        yield self.drawn(house, "gold", "paper", 0.5, 0.45)
        for x in (27, 30, 33):
            yield self.drawn(
                (*smooth([(x - 1, -7.0), (x - 1, -9.2), (x, -10.2), (x + 1, -9.4), (x + 1, -7.2)]), ("Z",)),
                "deep",
                "ink",
                0.3,
                0.3,
            )
        awning = smooth([(23, -11.2), (26, -15.8), (32, -17.2), (38.4, -15.6), (38, -12.6), (30, -12.6)], close=True)
        yield self.drawn(awning, "brick", "paper", 0.05, 0.45)
        for at in (26.4, 29.4, 32.6, 35.6):
            yield self.curve([(at, -12.5), (at + 0.2, -14.6), (at + 0.9, -16.4)], 0.25, "gold")
        yield self.line([(38, -9), (40.5, -19)], 0.5)
        yield self.drawn(
            polyline([(39.4, -19), (41.8, -19), (42.3, -22), (40.6, -23.6), (38.9, -22)], close=True),
            "gold",
            "paper",
            0.4,
            0.4,
        )
        yield self.line([(36.6, -13), (36.6, -33)], 0.45)
        banner = smooth(
            [
                (36.6, -32.6),
                (42, -34),
                (47, -31.6),
                (53, -33.4),
                (50.4, -30.4),
                (53, -27.4),
                (47, -25.8),
                (42, -28),
                (36.6, -26.4),
            ],
            close=True,
        )
        yield self.drawn(banner, "brick", "paper", 0.0, 0.4)
        yield self.symbol("ornament/lion-marco", (38.6, -32.2, 7.6, 5.6), "gold", grows=0.8)

    def _sail(self, foot: Point, top: float, tack: Point, peak: Point, colour: str) -> Iterator[Item]:
        """A lateen sail: its yard from tack to peak, the belly blown to the right."""
        (fx, fy), (tx, ty), (px, py) = foot, tack, peak
        yield self.drawn(
            polyline([(fx - 0.6, fy), (fx + 0.6, fy), (fx + 0.35, top - 4), (fx - 0.35, top - 4)], close=True),
            "bronze",
            "ink",
            0.3,
            0.35,
        )
        sheet = (px + (3 if colour == "brick" else 1), fy - 3.4)
        leech = smooth([(px, py), (px + 5.6, (py + sheet[1]) / 2 - 3), sheet])
        hem = smooth([sheet, ((tx + sheet[0]) / 2 + 2, (ty + sheet[1]) / 2 + 4.2), (tx, ty)])
        cloth = (*leech, *hem[1:], ("L", px, py), ("Z",))
        yield Path(cloth, self.tint("paper", "white", 0.3), self.ink, 0.5)
        stripes: list[Segment] = []
        count = 6
        for k in range(count):
            a, b = (k + 0.15) / count, (k + 0.58) / count
            one, two = ((tx + (px - tx) * s, ty + (py - ty) * s) for s in (a, b))
            three, four = ((tx + (sheet[0] + 3 - tx) * s, ty + 5 + (sheet[1] - ty + 2) * s) for s in (b, a))
            stripes += polyline([one, two, (three[0] + 1.2, three[1]), (four[0] + 1.2, four[1])], close=True)
        yield Group((Path(tuple(stripes), self.tint(colour, "paper", 0.05), self.ink, 0.16),), clip=cloth)
        shade = smooth(
            [(px, py), (px + 5.6, (py + sheet[1]) / 2 - 3), sheet, (px + 0.2, (py + sheet[1]) / 2 + 4)], close=True
        )
        yield Group((self.hatched(shade, 1.1, 75, 0.16),), clip=cloth)
        yield Path(cloth, None, self.ink, 0.5)
        yield self.line(
            [(tx - (px - tx) * 0.06, ty - (py - ty) * 0.06), (px + (px - tx) * 0.05, py + (py - ty) * 0.05)], 0.9
        )
        yield from self._pennant(fx, top - 4, colour)

    def _pennant(self, x: float, y: float, colour: str) -> Iterator[Item]:
        tail = (
            smooth([(x, y), (x + 4, y - 1.4), (x + 8, y + 0.4), (x + 14, y - 0.6)])
            + smooth([(x + 14, y - 0.6), (x + 8, y + 1.8), (x + 4, y + 0.6), (x, y + 2)])[1:]
        )
        yield self.drawn((*tail, ("Z",)), "gold" if colour == "brick" else "brick", "paper", 0.0, 0.35)

    def _rigging(self) -> Iterator[Item]:
        for top, feet in (
            ((-12, -48), ((-24, -4), (-19, -4), (-5, -4), (0, -4))),
            ((13, -41), ((4, -4), (8, -4), (19, -5), (23, -5))),
        ):
            for x, y in feet:
                yield self.line([top, (x, y)], 0.16)

    def _wake(self) -> Iterator[Item]:
        foam = self.tint("shallow", "white", 0.4)
        for x, wide in ((-50, 14), (-34, 10), (30, 22)):
            for k in range(3):
                swell = [(x + k * 2, 2.6 + k * 1.4), (x + wide * 0.5, 1.8 + k * 1.4), (x + wide, 2.9 + k * 1.4)]
                yield Path(smooth(swell), stroke=self.ink if self.low else foam, width=0.2 if self.low else 0.5)

    # --- the quay -------------------------------------------------------------------------------------
    def _quay(self) -> Iterator[Item]:
        """Istrian stone before the water, and on it the column."""
        top = polyline([(62, 156), (78, 143.5), (124, 141), (124, 160)], close=True)
        yield self.drawn(top, "paper", "terrazzo", 0.22, 0.6)
        for k in range(5):
            yield self.line([(80 + k * 10, 143.4 - k * 0.5), (70 + k * 14, 157)], 0.2)
        yield self.line([(72, 148), (124, 146)], 0.2)
        yield self.line([(67, 152), (124, 150.5)], 0.2)
        yield self.symbol("ornament/column-lion", (68.8, 31, 47, 117), "#D8B98C", False, 0.5)
        for x, y in ((70, 150.5), (79, 153.5)):
            yield self.drawn(rect(x, y - 6, 3.2, 7, 1.2), "bronze", "ink", 0.35, 0.4)
            yield self.drawn(ellipse(x + 1.6, y - 5.8, 1.6, 0.6), "bronze", "paper", 0.3, 0.3)
