"""The hand that draws the covers: skies, seas, hatching, and symbols set into a picture, also in perspective.

A cover is drawn on a field of `COVER` mm and fitted into whatever shape it is wanted in. In low ink its grounds are
white; lines and hatching carry it alone.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import structs

from venice_pnp.draw.frames import inset
from venice_pnp.draw.ornament import water
from venice_pnp.draw.scene import (
    Box,
    Group,
    Item,
    Matrix,
    Outline,
    Path,
    Scene,
    Segment,
    Text,
    bounds,
    fit,
    polyline,
    rect,
    smooth,
    times,
    transform,
)
from venice_pnp.draw.studio import SHOP_BLEED, UNDRAWABLE, DrawBoard, Studio
from venice_pnp.draw.symbols import paints_of
from venice_pnp.draw.text import extent
from venice_pnp.kit.faults import Fault, FaultyData, Place
from venice_pnp.kit.models import Shape

COVER = (120.0, 156.0)
CODED = "cover"  # what a game calls it among what its own code draws
FRAME = 3.2  # from the cut to the rule round the picture
RULED: Box = (FRAME - 1.3, FRAME - 1.3, COVER[0] - 2 * FRAME + 2.6, COVER[1] - 2 * FRAME + 2.6)  # with the gold rule
SPARING = 2.8  # how much wider apart the lines of a sky are in low ink
DOT = 0.75  # mm; nothing smaller is drawn in perspective
Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]  # top left, top right, low right, low left


class Engraver:
    """Draws with ink lines of several weights over flat tints."""

    def __init__(self, studio: Studio) -> None:
        self.studio, self.inks, self.low = studio, studio.inks, studio.inks.low
        self.ink = studio.inks.line("ink")

    # --- tints and lines ------------------------------------------------------------------------------
    def tint(self, colour: str, other: str = "paper", share: float = 0.0) -> str:
        return self.inks.mixed(colour, other, share)

    def dark(self, colour: str, other: str = "ink", share: float = 0.0) -> str:
        """A small area that stays dark in low ink."""
        return self.inks.line("ink") if self.low else self.inks.mixed(colour, other, share)

    def drawn(self, d: Outline, colour: str, other: str = "paper", share: float = 0.0, width: float = 0.35) -> Path:
        """An area with its outline."""
        return Path(d, self.tint(colour, other, share), self.ink, width)

    def line(self, points: Sequence[Point], width: float = 0.3, colour: str = "ink") -> Path:
        return Path(polyline(points), stroke=self.inks.line(colour), width=width)

    def curve(self, points: Sequence[Point], width: float = 0.3, colour: str = "ink") -> Path:
        return Path(smooth(points), stroke=self.inks.line(colour), width=width)

    def pen(self, colour: str) -> str:
        """The colour of a fine line within a ground of its kind: ink where the ground is white."""
        return self.ink if self.low else self.inks.line(colour)

    def hatched(
        self, d: Outline, step: float = 1.0, angle: float = 45.0, width: float = 0.16, colour: str = "ink"
    ) -> Group:
        """Shade: parallel lines within an outline."""
        x, y, w, h = bounds(d)
        cx, cy, reach = x + w / 2, y + h / 2, math.hypot(w, h) / 2
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        lines: list[Segment] = []
        for k in range(-int(reach / step), int(reach / step) + 1):
            ox, oy = cx - sin * k * step, cy + cos * k * step
            lines += [("M", ox - cos * reach, oy - sin * reach), ("L", ox + cos * reach, oy + sin * reach)]
        return Group((Path(tuple(lines), stroke=self.pen(colour), width=width),), clip=d)

    # --- sky and sea ----------------------------------------------------------------------------------
    def sky(
        self, box: Box, high: tuple[str, str, float], low: tuple[str, str, float], bands: int = 9
    ) -> Iterator[Item]:
        """Flat bands from one tint to the other, with the engraver's lines, denser towards the top."""
        x, y, w, h = box
        first, last = (self.tint(*tone) for tone in (high, low))
        for k in range(bands):
            share = k / (bands - 1)
            yield Path(rect(x, y + h * k / bands, w, h / bands + 0.3), self.blend(first, last, share))
        lines: list[Segment] = []
        chance, at = random.Random(7), y + 0.8
        while at < y + h:
            share = (at - y) / h
            left = x - chance.random() * 20
            while left < x + w:
                length = 12 + chance.random() * 34 * (1 - share)
                lines += [("M", max(x, left), at), ("L", min(x + w, left + length), at)]
                left += length + 3 + chance.random() * 60 * (share + 0.05)
            at += (1.1 + share * 3.0) * (SPARING if self.low else 1.0)
        yield Path(tuple(lines), stroke=self.ink if self.low else self.blend(first, self.ink, 0.35), width=0.13)

    def blend(self, one: str, other: str, share: float) -> str:
        return self.inks.mixed(one, other, share)

    def rays(self, at: Point, inner: float, outer: float, count: int, colour: str, turn: float = 0.0) -> Iterator[Item]:
        """A glory: long and short rays, each a slim wedge."""
        wedges: list[Segment] = []
        for k in range(count):
            angle = math.radians(turn) + math.tau * k / count
            far, half = (outer if k % 2 == 0 else outer * 0.62), math.tau / count * (0.2 if k % 2 == 0 else 0.1)
            wedges += polyline(
                [
                    (at[0] + inner * math.cos(angle - half), at[1] + inner * math.sin(angle - half)),
                    (at[0] + far * math.cos(angle - half * 0.9), at[1] + far * math.sin(angle - half * 0.9)),
                    (at[0] + far * math.cos(angle + half * 0.9), at[1] + far * math.sin(angle + half * 0.9)),
                    (at[0] + inner * math.cos(angle + half), at[1] + inner * math.sin(angle + half)),
                ],
                close=True,
            )
        if self.low:
            yield Path(tuple(wedges), None, self.ink, 0.13)
        else:
            yield Path(tuple(wedges), colour)

    def cloud(self, x: float, y: float, wide: float, tone: str) -> Iterator[Item]:
        """A heap of round swellings on a level foot, with a few lines of shade."""
        k = wide / 10
        heap = smooth(
            [
                (x, y), (x + 0.4 * k, y - 1.1 * k), (x + 1.8 * k, y - 1.3 * k), (x + 2.3 * k, y - 2.5 * k),
                (x + 4.1 * k, y - 2.9 * k), (x + 5.2 * k, y - 2.0 * k), (x + 6.4 * k, y - 2.3 * k),
                (x + 7.4 * k, y - 1.3 * k), (x + 9.2 * k, y - 1.1 * k), (x + 10 * k, y),
            ]
        )  # fmt: skip
        yield Path((*heap, ("Z",)), tone, None, 0)
        yield Path(heap, stroke=self.ink, width=0.22)
        for i, (left, right) in enumerate(((0.2, 9.0), (1.6, 10.6), (3.4, 8.2))):
            yield self.line([(x + left * k, y + 0.35 * k * i), (x + right * k, y + 0.35 * k * i)], 0.16)
        yield self.curve([(x + 2.9 * k, y - 1.0 * k), (x + 3.6 * k, y - 1.8 * k), (x + 4.6 * k, y - 1.6 * k)], 0.16)
        yield self.curve([(x + 5.8 * k, y - 0.7 * k), (x + 6.6 * k, y - 1.3 * k), (x + 7.4 * k, y - 0.7 * k)], 0.16)

    def sea(
        self, box: Box, far: tuple[str, str, float], near: tuple[str, str, float], seed: int = 3, bands: int = 7
    ) -> Iterator[Item]:
        """Water from the horizon to the viewer: tints and waves grow with nearness."""
        x, y, w, h = box
        first, last = self.tint(*far), self.tint(*near)
        tops = [y + h * (k / bands) ** 1.55 for k in range(bands + 1)]
        for k, (top, low) in enumerate(pairwise(tops)):
            share = k / (bands - 1)
            yield Path(rect(x, top, w, low - top + 0.3), self.blend(first, last, share))
        for k, (top, low) in enumerate(pairwise(tops)):
            share, step = k / (bands - 1), 1.6 + 4.4 * k / (bands - 1)
            strokes = self.ink if self.low else self.blend(self.blend(first, last, share), "#FFFFFF", 0.42)
            shade = self.ink if self.low else self.blend(self.blend(first, last, share), self.ink, 0.4)
            wide = 0.12 + 0.2 * share
            band = (x - 4, top - step * 0.4, w + 8, low - top + step * 0.5)
            yield Group(
                (water(band, shade, step, wide * (0.7 if self.low else 1.0), seed + k, 0.32 if self.low else 0.5),),
                clip=rect(*box),
            )
            if not self.low:
                yield Group((water(band, strokes, step, wide, seed + 31 + k, 0.42),), clip=rect(*box))

    def glints(self, x: float, y: float, wide: float, high: float, tone: str, seed: int) -> Path:
        """A reflection: level dashes under what stands in the water, ever shorter."""
        chance = random.Random(seed)
        dashes: list[Segment] = []
        at = y
        while at < y + high:
            share = (at - y) / high
            left = x + wide * (chance.random() * 0.3 + share * 0.15)
            right = x + wide * (1 - chance.random() * 0.3 - share * 0.15)
            if right > left:
                dashes += [("M", left, at), ("L", right, at)]
            at += 0.7 + 0.5 * share
        return Path(tuple(dashes), stroke=self.ink if self.low else tone, width=0.16 if self.low else 0.4)

    # --- symbols --------------------------------------------------------------------------------------
    def symbol(self, name: str, box: Box, colour: str, mirrored: bool = False, grows: float = 1.0) -> Group:
        """A symbol in a box, standing on its foot; its lines grow or shrink against the drawing."""
        art = self.studio.symbols.art(name)
        x, y, w, h = box
        scale = min(w / art.size[0], h / art.size[1])
        place = fit(art.size, (x, y + h - art.size[1] * scale, w, art.size[1] * scale), art.origin)
        if mirrored:
            place = times((-1.0, 0.0, 0.0, 1.0, 2 * x + w, 0.0), place)
        return Group(tuple(self._shapes(name, colour, place, grows)))

    def small(self, name: str, box: Box, colour: str, mirrored: bool = False) -> Group:
        """A symbol that a picture shows several times: drawn once, its lines as thin as it is small."""
        x, _, w, _ = box
        drawn = self.studio.symbols.drawn(name, box, self.inks, colour)
        return Group((drawn,), (-1.0, 0.0, 0.0, 1.0, 2 * x + w, 0.0)) if mirrored else drawn

    def _shapes(self, name: str, colour: str, place: Matrix, grows: float) -> Iterator[Path]:
        art = self.studio.symbols.art(name)
        paint, scale = paints_of(self.inks, colour, art.picture), abs(place[0] * place[3] - place[1] * place[2]) ** 0.5
        for s in art.shapes:
            yield Path(transform(s.d, place), paint(s.fill), paint(s.stroke), s.width * scale * grows, s.evenodd)

    def projected(self, name: str, quad: Quad, colour: str, grows: float = 1.0) -> Group:
        """A symbol on a wall or a floor that is seen in perspective."""
        art = self.studio.symbols.art(name)
        (w, h), (left, top) = art.size, art.origin
        to_unit = (1 / w, 0.0, 0.0, 1 / h, -left / w, -top / h)
        paint, lens = paints_of(self.inks, colour, art.picture), Lens(quad)
        items = []
        for s in art.shapes:
            unit = transform(s.d, to_unit)
            ux, uy, uw, uh = bounds(unit)
            scale = lens.scale((ux + uw / 2, uy + uh / 2)) / math.sqrt(w * h)
            if seen := _large_enough(lens.seen(unit)):
                items.append(Path(seen, paint(s.fill), paint(s.stroke), s.width * scale * grows, s.evenodd))
        return Group(tuple(items))


def _large_enough(d: Outline) -> Outline:
    """The runs of an outline that can be seen at all: far away, a window's bar is less than a dot."""
    runs: list[list[Segment]] = []
    for segment in d:
        if segment[0] == "M":
            runs.append([])
        runs[-1].append(segment)
    return tuple(
        segment
        for run in runs
        if max(bounds(tuple(run[: -1 if run[-1] == ("Z",) else None]))[2:]) >= DOT
        for segment in run
    )


def cover_of(studio: Studio, boards: Mapping[str, DrawBoard]) -> Scene:
    """The cover that the game's own code draws; of a game without one its picture, or its title alone."""
    kit = studio.kit
    try:
        return _cover_of(studio, boards)
    except UNDRAWABLE as error:
        place = kit.places.get("game", Place(kit.folder))
        raise FaultyData([Fault(place, f"on the cover ({studio.lang}): {error}")]) from None


def _cover_of(studio: Studio, boards: Mapping[str, DrawBoard]) -> Scene:
    shape = Shape("card", COVER)
    if CODED in boards:
        return boards[CODED](studio, shape)
    picture, (w, h) = studio.kit.game.picture, COVER
    items = [studio.symbols.drawn(picture, (8, 40, w - 16, h - 60), studio.inks, "#D9B98A")] if picture else []
    return framed(studio, shape, items, "deep", (9, 14, w - 18, 20))


def _rounded(item: Item) -> Item:
    """To a hundredth of a millimetre: what is finer nobody sees, and every file carries it."""
    if isinstance(item, Path):
        return structs.replace(item, d=_cut_short(item.d), width=round(item.width, 2))
    if isinstance(item, Group) and not item.key:
        clip = _cut_short(item.clip) if item.clip else None
        return structs.replace(item, items=tuple(map(_rounded, item.items)), clip=clip)
    return item


def _cut_short(d: Outline) -> Outline:
    return tuple((op, *(round(n, 2) for n in numbers)) for op, *numbers in d)


class Lens:
    """The view that shows the unit square as a quadrilateral."""

    def __init__(self, quad: Quad) -> None:
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
        sx, sy = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
        dx1, dy1, dx2, dy2 = x1 - x2, y1 - y2, x3 - x2, y3 - y2
        det = dx1 * dy2 - dx2 * dy1
        self.g, self.h = (sx * dy2 - dx2 * sy) / det, (dx1 * sy - sx * dy1) / det
        self.a, self.b, self.c = x1 - x0 + self.g * x1, x3 - x0 + self.h * x3, x0
        self.d, self.e, self.f = y1 - y0 + self.g * y1, y3 - y0 + self.h * y3, y0

    def at(self, u: float, v: float) -> Point:
        depth = self.g * u + self.h * v + 1
        return (self.a * u + self.b * v + self.c) / depth, (self.d * u + self.e * v + self.f) / depth

    def seen(self, d: Outline) -> Outline:
        """An outline of the unit square as it is seen: its corners and the handles of its curves."""
        out: list[Segment] = []
        for op, *numbers in d:
            points = [self.at(u, v) for u, v in zip(numbers[::2], numbers[1::2], strict=True)]
            out.append((op, *(n for point in points for n in point)))
        return tuple(out)

    def inverse(self) -> tuple[float, ...]:
        """Nine numbers that lead back from what is seen to the unit square."""
        a, b, c, d, e, f, g, h = self.a, self.b, self.c, self.d, self.e, self.f, self.g, self.h
        return (
            e - f * h, c * h - b, b * f - c * e,
            f * g - d, a - c * g, c * d - a * f,
            d * h - e * g, b * g - a * h, a * e - b * d,
        )  # fmt: skip

    def scale(self, at: Point) -> float:
        """How much larger things are seen there, by the root of their area."""
        u, v = at
        (x, y), (xu, yu), (xv, yv) = self.at(u, v), self.at(u + 0.01, v), self.at(u, v + 0.01)
        return math.sqrt(abs((xu - x) * (yv - y) - (xv - x) * (yu - y))) * 100


def framed(studio: Studio, shape: Shape, items: Iterable[Item], colour: str, title: Box) -> Scene:
    """A cover: the picture, the title in its box, and a rule round them all; fitted into the shape."""
    inks, (w, h) = studio.inks, COVER
    inside = (FRAME, FRAME, w - 2 * FRAME, h - 2 * FRAME)
    said = studio.kit.game.title.in_language(studio.lang).upper()
    b = SHOP_BLEED
    text = studio.write(said, title, "title", 42, colour, spacing=0.14, floor=16.0, wrap=False)
    drawn: list[Item] = [
        Path(rect(-b, -b, w + 2 * b, h + 2 * b), inks.area("paper")),
        Group(tuple(map(_rounded, items)), clip=rect(*inside)),
        *(
            Path(rect(*inset(extent(t), -1.6), 2.0), inks.area("white"))
            for t in text
            if inks.low and isinstance(t, Text)
        ),
        *text,
        Path(rect(*inside), stroke=inks.line("ink"), width=0.45),
        Path(rect(*inset(inside, -1.1)), stroke=inks.line("gold"), width=0.4),
    ]
    width, height = shape.size
    group = Group(tuple(drawn), fit(COVER, (0, 0, width, height)))
    return Scene(width, height, (group,), rect(0, 0, width, height), SHOP_BLEED, inks.area("paper"))
