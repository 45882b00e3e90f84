"""The cover of Venedig: a gondola under the scaffolding of a palace that is being built on piles."""

from __future__ import annotations

import itertools
import math
import random
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

QUAY = 111.0  # the foot of the walls
PALACE = (42.0, 33.0, 74.0, 78.0)  # as it will be; what of it stands is below `BUILT`
BUILT = (
    (42, 74),
    (47, 74),
    (47, 70.5),
    (52, 70.5),
    (52, 67),
    (60, 67),
    (60, 62),
    (70, 62),
    (70, 58),
    (80, 58),
    (80, 53),
    (92, 53),
    (92, 48),
    (100, 48),
    (100, 44),
    (118, 44),
)
POLES = (38.5, 54.0, 69.5, 85.0, 100.5, 115.0)
DECKS = (91.0, 74.5, 58.0, 43.0)
TITLE = (9.0, 8.5, 102.0, 17.0)
RIBBON = (10.0, 8.2, 100.0, 17.6)  # what the title is written on: red letters are lost in the sky


def draw_cover(studio: Studio, shape: Shape) -> Scene:
    return framed(studio, shape, _Works(studio).items(), "brick", TITLE)


class _Works(Engraver):
    def items(self) -> Iterator[Item]:
        yield from self._sky()
        yield from self._far()
        yield from self._palace()
        yield from self._scaffold()
        yield from self._crane()
        yield from self._workers()
        yield from self.sea((0, QUAY + 4, 120, 45), ("lagoon", "shallow", 0.35), ("lagoon", "deep", 0.75), 5, 6)
        yield self.glints(42, QUAY + 9, 76, 22, self.tint("lagoon", "#D9A066", 0.5), 8)
        yield from self._piles()
        yield from self._gondola()
        yield from self._near_piles()
        yield from self._ribbon()

    def _ribbon(self) -> Iterator[Item]:
        """As the names of the quarters on the board have one."""
        x, y, w, h = RIBBON
        for end, side in ((x, -1), (x + w, 1)):
            tail = [(end - side * 5, y + 3), (end + side * 5.6, y + 3), (end + side * 2.4, y + h / 2 + 1.6)]
            tail += [(end + side * 5.6, y + h + 1.8), (end - side * 5, y + h + 1.8)]
            yield self.drawn(polyline(tail, close=True), "paper", "terrazzo", 0.4, 0.35)
            yield self.line([(end - side * 5, y + h), (end - side * 5, y + h + 1.8), (end, y + h)], 0.3)
        yield self.drawn(rect(x, y, w, h, 1.2), "paper", "white", 0.3, 0.45)
        yield Path(rect(x + 1.4, y + 1.4, w - 2.8, h - 2.8, 0.6), stroke=self.inks.line("gold"), width=0.3)

    def _sky(self) -> Iterator[Item]:
        yield from self.sky((0, 0, 120, 112), ("lagoon", "shallow", 0.62), ("paper", "gold", 0.22), 12)
        for x, y, wide in ((6, 44, 26), (70, 34, 32), (-8, 66, 24), (22, 58, 15)):
            yield from self.cloud(x, y, wide, self.tint("paper", "white", 0.6))
        for x, y, k in ((20, 50, 1.2), (27, 47, 0.9), (33, 52, 0.8)):
            yield self.curve(
                [
                    (x - 1.8 * k, y - 0.7 * k),
                    (x - 0.8 * k, y - 1.0 * k),
                    (x, y),
                    (x + 0.8 * k, y - 1.0 * k),
                    (x + 1.8 * k, y - 0.7 * k),
                ],
                0.25,
            )

    def _far(self) -> Iterator[Item]:
        """Down the canal: what is built already."""
        yield self.symbol("doge/landmarks/dorsoduro", (-3, 78, 26, 26), "#E6D3AE", grows=0.7)
        yield self.symbol("doge/landmarks/san-polo", (20, 74, 24, 34), "#E6D3AE", grows=0.7)
        yield self.symbol("canaletto/palaces/da-mosto", (3, 90, 15, 24), "#D98E6B", grows=0.9)
        yield self.symbol("canaletto/palaces/grimani", (17.5, 88, 16, 26), "#E9D2A4", grows=0.9)
        yield self.symbol("canaletto/palaces/dario", (31, 94, 14, 20), "#C98163", grows=0.9)

    # --- the palace -----------------------------------------------------------------------------------
    def _palace(self) -> Iterator[Item]:
        """Its finished floors; above them bare brick steps up to the corner that is furthest."""
        x, y, w, h = PALACE
        core = (*polyline([(px + 0.0, py - 4.6) for px, py in BUILT[1:]]), ("L", 118, QUAY), ("L", 47, QUAY), ("Z",))
        yield self.drawn(core, "brick", "paper", 0.28, 0.45)
        yield Group(tuple(self._courses()), clip=core)
        stands = (*polyline(BUILT), ("L", 118, QUAY + 3), ("L", 40, QUAY + 3), ("Z",))
        front = self.symbol("canaletto/palaces/pisani-moretta", (x, y, w, h), "#E4BE86", grows=0.62)
        yield Group((front,), clip=stands)
        yield Path(polyline(BUILT), stroke=self.ink, width=0.5)
        yield self.drawn(rect(38, QUAY - 0.8, 84, 3.6), "paper", "terrazzo", 0.2, 0.5)
        yield self.drawn(rect(36.5, QUAY + 2.6, 86, 2.4), "paper", "terrazzo", 0.4, 0.4)
        for k in range(10):
            yield self.line([(43 + k * 8.4, QUAY - 0.8), (43 + k * 8.4, QUAY + 2.6)], 0.2)

    def _courses(self) -> Iterator[Item]:
        lines: list[Segment] = []
        for row in range(0, 46, 2 if self.low else 1):
            y = 36.0 + row * 1.7
            lines += [("M", 40.0, y), ("L", 120.0, y)]
            for k in range(0 if self.low else 25):
                x = 41 + k * 3.4 + (1.7 if row % 2 else 0)
                lines += [("M", x, y), ("L", x, y + 1.7)]
        yield Path(tuple(lines), stroke=self.ink if self.low else self.blend("brick", "ink", 0.3), width=0.14)

    # --- the works ------------------------------------------------------------------------------------
    def _scaffold(self) -> Iterator[Item]:
        for k, (one, two) in enumerate(itertools.pairwise(POLES)):
            for low, high in zip((QUAY, *DECKS), DECKS, strict=False):
                if (k + DECKS.index(high)) % 3 == 0 and self._stands(k, high):
                    yield self._pole((one, low), (two, high), 0.7)
        for k, x in enumerate(POLES):
            yield self._pole((x, QUAY + 8), (x + (k % 2) * 0.6, self._top(k) - 7), 1.25)
        for deck in DECKS:
            left = next((k for k in range(len(POLES)) if self._stands(k, deck)), None)
            if left is None:
                continue
            x0, x1 = POLES[left] - 3.5, 121.0
            yield self.drawn(rect(x0, deck, x1 - x0, 1.7), "bronze", "paper", 0.3, 0.4)
            yield self.line([(x0 + 2, deck + 0.9), (x1, deck + 0.9)], 0.14)
            for k in range(left, len(POLES)):
                yield from self._lashing(POLES[k] + 0.2, deck + 0.8)
        for n, x in ((0, 62.0), (1, 77.0), (2, 104.5)):
            yield from self._ladder((x, DECKS[n]), (x + 3.6, DECKS[n + 1] - 2.5))
        yield from self._ladder((43.0, QUAY - 0.8), (46.6, DECKS[0] - 2.5))

    def _top(self, k: int) -> float:
        return (74.5, 74.5, 58.0, 58.0, 43.0, 43.0)[k]

    def _stands(self, k: int, deck: float) -> bool:
        return k < len(POLES) and self._top(k) <= deck

    def _pole(self, low: Point, high: Point, wide: float) -> Path:
        (x0, y0), (x1, y1) = low, high
        long = math.hypot(x1 - x0, y1 - y0)
        nx, ny = (y1 - y0) / long * wide / 2, -(x1 - x0) / long * wide / 2
        return self.drawn(
            polyline(
                [
                    (x0 - nx, y0 - ny),
                    (x0 + nx, y0 + ny),
                    (x1 + nx * 0.8, y1 + ny * 0.8),
                    (x1 - nx * 0.8, y1 - ny * 0.8),
                ],
                close=True,
            ),
            "bronze",
            "gold",
            0.25,
            0.32,
        )

    def _lashing(self, x: float, y: float) -> Iterator[Item]:
        for dy in (-0.9, -0.3, 0.3, 0.9):
            yield self.line([(x - 0.9, y + dy - 0.3), (x + 0.9, y + dy + 0.3)], 0.2)

    def _ladder(self, low: Point, high: Point) -> Iterator[Item]:
        (x0, y0), (x1, y1) = low, high
        for dx in (0.0, 2.6):
            yield self.line([(x0 + dx, y0), (x1 + dx * 0.9, y1)], 0.5)
        for k in range(1, 9):
            t = k / 9
            x, y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
            yield self.line([(x, y), (x + 2.5, y)], 0.35)

    def _workers(self) -> Iterator[Item]:
        for x, deck, tone, lean in (
            (59, 74.5, "lagoon", -1),
            (73.5, 58.0, "brick", -1),
            (106, 43.0, "lagoon", -1),
            (94, 58.0, "gold", 1),
            (57, 91.0, "brick", -1),
            (105, 74.5, "terrazzo", -1),
            (90, 91.0, "gold", 1),
        ):
            yield Group(tuple(self._mason(tone)), times(moved(x, deck), scaled(0.95 * lean, 0.95)))

    def _mason(self, tone: str) -> Iterator[Item]:
        """A man at work: cap, shirt, hose, one arm lifted with his trowel."""
        for dx, foot in ((-0.7, -1.3), (0.7, 1.1)):
            yield self.drawn(
                polyline([(dx - 0.55, -4), (dx + 0.55, -4), (foot + 0.6, 0), (foot - 0.5, 0)], close=True),
                "paper",
                "terrazzo",
                0.4,
                0.22,
            )
        yield self.drawn(
            polyline([(-1.5, -3.6), (-1.3, -7.4), (1.3, -7.4), (1.6, -3.6)], close=True), tone, "paper", 0.1, 0.28
        )
        yield self.drawn(
            polyline([(0.8, -7.2), (3.4, -8.6), (3.7, -7.9), (1.2, -6)], close=True), tone, "paper", 0.25, 0.25
        )
        yield self.drawn(
            polyline([(-1.2, -7.2), (-2.8, -4.9), (-2.1, -4.5), (-0.9, -6)], close=True), tone, "paper", 0.25, 0.25
        )
        yield self.drawn(ellipse(0.1, -8.6, 1.15), "bronze", "paper", 0.6, 0.25)
        yield self.drawn(
            smooth([(-1.3, -8.8), (-0.8, -10), (0.6, -10.1), (1.4, -9), (0, -9.2)], close=True),
            "brick",
            "ink",
            0.2,
            0.25,
        )
        for x in (0.2, 0.8):
            yield Path(ellipse(x, -8.7, 0.13), self.ink)
        yield self.line([(0.5, -8.6), (0.7, -8.2), (0.45, -8.15)], 0.16)
        yield self.line([(3.5, -8.3), (4.7, -9.6)], 0.35)

    def _crane(self) -> Iterator[Item]:
        """The jib over the highest deck, with a column's capital on its rope."""
        yield self._pole((112, 43), (112, 27.5), 1.5)
        yield self._pole((115.5, 33.5), (64, 29.0), 1.3)
        yield self._pole((112, 37.5), (92, 31.6), 0.9)
        yield self.line([(112, 27.5), (66, 29.0)], 0.25)
        yield self.drawn(ellipse(66.5, 30.2, 1.7), "bronze", "paper", 0.2, 0.35)
        yield self.drawn(ellipse(66.5, 30.2, 0.5), "ink", "ink", 0, 0.2)
        yield self.line([(65, 30.2), (65, 43)], 0.35)
        yield self.line([(65, 43), (61, 46.6)], 0.3)
        yield self.line([(65, 43), (69, 46.6)], 0.3)
        stone = polyline(
            [(59.5, 46.6), (70.5, 46.6), (69.4, 48.4), (68, 51.6), (68, 53.6), (62, 53.6), (62, 51.6), (60.6, 48.4)],
            close=True,
        )
        yield self.drawn(stone, "paper", "white", 0.3, 0.45)
        for d in (
            [(61.5, 48.6), (63, 50.2), (63, 51.6)],
            [(68.5, 48.6), (67, 50.2), (67, 51.6)],
            [(65, 48.4), (65, 51.6)],
        ):
            yield self.curve(d, 0.22)
        yield self.line([(60.4, 48.4), (69.6, 48.4)], 0.22)

    # --- the water ------------------------------------------------------------------------------------
    def _piles(self) -> Iterator[Item]:
        """Under the quay: oak driven into the mud, close together."""
        chance = random.Random(5)
        for k in range(27):
            x = 38.2 + k * 3.05
            yield from self._pile(x, QUAY + 5, 7.5 + chance.random() * 2.4, 2.1)
        yield self.hatched(rect(36.5, QUAY + 5, 86, 3), 1.1 if self.low else 0.55, 0, 0.16)

    def _pile(self, x: float, top: float, high: float, wide: float) -> Iterator[Item]:
        yield self.drawn(rect(x, top, wide, high), "bronze", "ink", 0.35, 0.3)
        yield self.line([(x + wide * 0.35, top + 0.6), (x + wide * 0.35, top + high - 0.6)], 0.14)
        yield self.line([(x + wide * 0.7, top + 1.4), (x + wide * 0.7, top + high - 0.3)], 0.14)
        foam = [(x - 0.7, top + high), (x + wide / 2, top + high + 0.5), (x + wide + 0.7, top + high)]
        yield Path(smooth(foam), stroke=self.ink if self.low else self.tint("shallow", "white", 0.4), width=0.3)

    def _gondola(self) -> Iterator[Item]:
        yield self.symbol(
            "ornament/gondola-large", (11, 107.5, 88, 35.2), "shallow" if self.low else "deep", False, 0.62
        )

    def _near_piles(self) -> Iterator[Item]:
        """Before us the next house begins: heads of piles out of the water, a plank over some of them."""
        rows = (
            (4, 148, 4.4),
            (11.5, 145.5, 4.4),
            (18.6, 148.8, 4.4),
            (26, 147, 4.4),
            (94, 146, 4.4),
            (101, 148.6, 4.4),
            (108, 145, 4.4),
            (114, 148, 4.4),
        )
        for x, top, wide in rows:
            yield self.drawn(rect(x, top, wide, 14), "bronze", "ink", 0.2, 0.45)
            yield self.hatched(rect(x + wide * 0.55, top, wide * 0.45, 14), 0.5, 90, 0.15)
            yield self.drawn(ellipse(x + wide / 2, top, wide / 2, 1.2), "bronze", "paper", 0.45, 0.4)
            yield Path(ellipse(x + wide / 2, top, wide / 4, 0.6), None, self.ink, 0.18)
