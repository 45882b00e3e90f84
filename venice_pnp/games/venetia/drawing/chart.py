"""The chart itself: sea, rhumb lines, coasts with their hatching, and the land in the tints of its regions.

Coasts and sea borders come from `data/venetia/coast.yaml`; the land belongs to the region of its nearest colony.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from venice_pnp.draw.inks import Inks, mix
from venice_pnp.draw.scene import Box, Group, Item, Outline, Path, Segment, polyline, rect, smooth
from venice_pnp.games.venetia.tables import Tables

Point = tuple[float, float]
Ring = list[Point]
HATCH_STEP = 1.5  # mm between the strokes of the shore
HATCH = (2.7, 1.5, 2.1, 1.5)  # their lengths, in turn
BAND = 9.0  # width of the strong tint along a coast, half of it under the sea
WINDS = 32
EDGE = 40.0  # a longer side of the land is the edge of the map
COURSE = 24  # points on each bend of a sea border
BORDER = 0.95  # width of the dashed line between two seas


def points(text: str) -> Ring:
    """`x,y x,y` as points."""
    return [(float(x), float(y)) for x, _, y in (pair.partition(",") for pair in text.split())]


def course(line: str) -> Ring:
    """Points close together along a sea border as it is drawn."""
    way: Ring = []
    for segment in smooth(points(line)):
        *bends, x1, y1 = segment[1:]
        if not bends:
            way.append((x1, y1))
            continue
        (x0, y0), (ax, ay, bx, by) = way[-1], bends
        for step in range(1, COURSE + 1):
            t, u = step / COURSE, 1 - step / COURSE
            p, q, r, s = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            way.append((p * x0 + q * ax + r * bx + s * x1, p * y0 + q * ay + r * by + s * y1))
    return way


Home = tuple[float, float, str]  # a place and its region


class Lands(NamedTuple):
    """The geometry of the chart; the same in every language and edition."""

    outline: Outline
    hatching: Outline
    cells: tuple[tuple[Outline, str], ...]  # the ground nearest to one home
    coasts: tuple[tuple[Outline, str], ...]  # the shores of each region
    marches: Outline  # where two regions meet
    hills: Outline


def lands(tables: Tables, area: Box) -> Lands:
    homes = [(*colony.at, colony.region) for colony in tables.colonies]
    homes += [(x, y, region) for region, line in tables.coast.hinterland.items() for x, y in points(line)]
    return _lands(tuple(tables.coast.land), tuple(homes), tuple(tables.coast.mountains), area)


@cache
def _lands(coast: tuple[str, ...], homes: tuple[Home, ...], mountains: tuple[str, ...], area: Box) -> Lands:
    rings = [points(line) for line in coast]
    cells = [(_cell(homes, i, area), home[2]) for i, home in enumerate(homes)]
    return Lands(
        outline=tuple(segment for ring in rings for segment in smooth(ring, close=True)),
        hatching=_hatching(rings),
        cells=tuple((polyline(_wavering(cell), close=True), region) for cell, region in cells),
        coasts=_coasts(rings, homes),
        marches=_marches(cells),
        hills=tuple(segment for line in mountains for segment in _hills(points(line))),
    )


class SeaChart:
    def __init__(self, tables: Tables, inks: Inks, area: Box) -> None:
        self.tables, self.inks, self.area = tables, inks, area
        self.ink = inks.line("ink")
        self.lands = lands(tables, area)
        self.tints = {region.id: region.tint for region in tables.regions}

    # --- water --------------------------------------------------------------------------------------------
    def sea(self, roses: Sequence[Point]) -> Iterator[Item]:
        yield Path(rect(*self.area), self.inks.mixed("shallow", "paper", 0.25))
        for number, rose in enumerate(roses):
            yield from self._rhumbs(rose, number)
        if not self.inks.low:
            yield Path(self.lands.outline, stroke=self.inks.mixed("shallow", "paper", 0.62), width=11)
            yield Path(self.lands.outline, stroke=self.inks.mixed("shallow", "paper", 0.9), width=5)
        tone = self.ink if self.inks.low else self.inks.mixed("deep", "shallow", 0.3)
        yield Path(self.lands.hatching, stroke=tone, width=0.2)

    def _rhumbs(self, rose: Point, number: int) -> Iterator[Item]:
        """The winds of a rose, drawn over the whole sea; eight of them stronger."""
        x, y = rose
        far = self.area[2] + self.area[3]
        tones = ("brick", "lagoon", "gold")
        for kind in range(3):
            lines: list[Segment] = []
            for wind in range(WINDS):
                if (0 if wind % 4 == 0 else 1 if wind % 2 == 0 else 2) != kind or (self.inks.low and kind == 2):
                    continue
                angle = math.tau * wind / WINDS
                lines += (("M", x, y), ("L", x + far * math.cos(angle), y + far * math.sin(angle)))
            tone = self.ink if self.inks.low else mix(self.inks.line(tones[kind]), self.inks.area("shallow"), 0.45)
            if lines:
                dash = (0.4, 1.8) if self.inks.low else ()
                yield Path(tuple(lines), stroke=tone, width=0.2 if kind or number else 0.28, dash=dash)

    def borders(self) -> Iterator[Item]:
        """The dashed lines between neighbouring seas."""
        halo = self.inks.mixed("shallow", "paper", 0.7)
        for border in self.tables.coast.borders:
            for line in border.lines:
                way = smooth(points(line))
                yield Path(way, stroke=halo, width=2.2)
                yield Path(way, stroke=self.inks.line("deep"), width=BORDER, dash=(3.2, 2.0))

    # --- land ---------------------------------------------------------------------------------------------
    def countries(self) -> Iterator[Item]:
        """The land, tinted by regions: pale inland, strong along the coast."""
        inside: list[Item] = [Path(rect(*self.area), self.inks.area("paper"))]
        if not self.inks.low:
            for cell, region in self.lands.cells:
                tone = self.inks.mixed(self.tints[region], "paper", 0.55)
                inside.append(Path(cell, tone, tone, 0.3))
            for shores, region in self.lands.coasts:
                inside.append(Path(shores, stroke=self.inks.mixed(self.tints[region], "paper", 0.08), width=BAND))
        inside.append(Path(self.lands.marches, stroke=self.inks.line("brick"), width=0.4, dash=(0.4, 1.4)))
        hills = self.ink if self.inks.low else self.inks.mixed("terrazzo", "ink", 0.35)
        inside.append(Path(self.lands.hills, self.inks.mixed("paper", "terrazzo", 0.15), hills, 0.3))
        yield Group(tuple(inside), clip=self.lands.outline)
        yield Path(self.lands.outline, stroke=self.ink, width=0.5)


# --- geometry -----------------------------------------------------------------------------------------------
def _hatching(rings: Sequence[Ring]) -> Outline:
    """Short strokes from the shore into the water, square to it."""
    strokes: list[Segment] = []
    for ring in rings:
        outwards = 1.0 if _turns(ring) > 0 else -1.0
        count, walked = 0, 0.0
        for (x0, y0), (x1, y1) in _sides(ring):
            length = math.dist((x0, y0), (x1, y1))
            if length > EDGE:
                continue
            while walked < length:
                share, reach = walked / length, HATCH[count % len(HATCH)] * outwards / length
                x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
                strokes += (("M", x, y), ("L", x + (y1 - y0) * reach, y - (x1 - x0) * reach))
                walked += HATCH_STEP
                count += 1
            walked -= length
    return tuple(strokes)


def _coasts(rings: Sequence[Ring], homes: Sequence[Home]) -> tuple[tuple[Outline, str], ...]:
    """The shores, by the region of the nearest home."""
    runs: dict[str, list[Segment]] = {}
    for ring in rings:
        tagged = [(p, _nearest(homes, *p)) for p in (*ring, ring[0])]
        for region, run in groupby(tagged, key=lambda pair: pair[1]):
            line = [p for p, _ in run]
            if len(line) > 1:
                runs.setdefault(region, []).extend(smooth(line))
    return tuple((tuple(segments), region) for region, segments in runs.items())


def _nearest(homes: Sequence[Home], x: float, y: float) -> str:
    best, region = math.inf, ""
    for hx, hy, of in homes:
        far = (hx - x) ** 2 + (hy - y) ** 2
        if far < best:
            best, region = far, of
    return region


def _marches(cells: Sequence[tuple[Ring, str]]) -> Outline:
    """The dotted lines between regions: sides that cells of two regions share."""
    sides: dict[tuple[Point, ...], set[str]] = {}
    for cell, region in cells:
        for a, b in _sides(cell):
            key = tuple(sorted(((round(a[0], 1), round(a[1], 1)), (round(b[0], 1), round(b[1], 1)))))
            sides.setdefault(key, set()).add(region)
    shared = [side for side, regions in sides.items() if len(regions) > 1]
    return tuple(segment for a, b in shared for segment in polyline(_wavering([a, b], close=False)))


def _wavering(line: Ring, close: bool = True) -> Ring:
    """A line that wavers like a hand-drawn border. A point moves by where it is, so neighbours keep together."""
    out: Ring = []
    sides = _sides(line) if close else [(line[0], line[1])]
    for (x0, y0), (x1, y1) in sides:
        steps = max(1, round(math.dist((x0, y0), (x1, y1)) / 3))
        out += [_moved(x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps) for i in range(steps)]
    return out if close else [*out, _moved(*line[-1])]


def _moved(x: float, y: float) -> Point:
    return (
        x + 3.4 * math.sin(y / 8.5 + x / 31) + 1.3 * math.sin(y / 2.9 + 1),
        y + 3.4 * math.sin(x / 9.5 + y / 27) + 1.3 * math.sin(x / 3.1 + 2),
    )


def _hills(line: Ring) -> Iterator[Segment]:
    """Mountains as map-makers drew them: a row of small peaks."""
    for i, (x, y) in enumerate(line):
        for dx, dy, size in ((0.0, 0.0, 5.6), (7.2, 1.6, 4.4), (-5.4, 2.2, 3.6)):
            cx, cy, s = x + dx, y + dy, size * (1.0 if i % 2 else 0.88)
            yield ("M", cx - s, cy + s * 0.62)
            yield ("C", cx - s * 0.5, cy + s * 0.4, cx - s * 0.3, cy - s * 0.7, cx, cy - s * 0.8)
            yield ("C", cx + s * 0.3, cy - s * 0.6, cx + s * 0.5, cy + s * 0.4, cx + s, cy + s * 0.62)
            yield ("M", cx + s * 0.1, cy - s * 0.5)
            yield ("C", cx + s * 0.2, cy - s * 0.1, cx + s * 0.1, cy + s * 0.2, cx + s * 0.35, cy + s * 0.5)


def _sides(ring: Ring) -> Iterator[tuple[Point, Point]]:
    return zip(ring, [*ring[1:], ring[0]], strict=True)


def _turns(ring: Ring) -> float:
    """Positive if the ring runs clockwise on the page."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in _sides(ring))


def _cell(homes: Sequence[Home], index: int, area: Box) -> Ring:
    """All points that are nearer to one home than to any other, inside the area."""
    x, y, w, h = area
    cell: Ring = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    ax, ay, _ = homes[index]
    for i, (bx, by, _) in enumerate(homes):
        if i != index:
            cell = _cut(cell, (bx - ax, by - ay), ((ax + bx) / 2, (ay + by) / 2))
    return cell


def _cut(cell: Ring, away: Point, through: Point) -> Ring:
    """The part of a convex cell on the near side of a line."""
    kept: Ring = []
    for a, b in _sides(cell):
        da = (a[0] - through[0]) * away[0] + (a[1] - through[1]) * away[1]
        db = (b[0] - through[0]) * away[0] + (b[1] - through[1]) * away[1]
        if da <= 0:
            kept.append(a)
        if da * db < 0:
            share = da / (da - db)
            kept.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
    return kept
