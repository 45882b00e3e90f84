"""The board of Venedig: five islands of hexes in the lagoon, and the course of the gondolas round them.

The map comes from `data/venedig/map.yaml`; this module gives it its looks.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence

from venice_pnp.draw.coast import outline, shallows, shore
from venice_pnp.draw.frames import inset
from venice_pnp.draw.ornament import chart_border, double_rule, water
from venice_pnp.draw.scene import (
    Box,
    Group,
    Item,
    Outline,
    Path,
    Scene,
    Segment,
    ellipse,
    moved,
    polyline,
    rect,
    times,
    transform,
    turned,
)
from venice_pnp.draw.studio import SHOP_BLEED, Studio
from venice_pnp.games.venedig import outlines
from venice_pnp.games.venedig.drawing.chart import HexChart, laid_building, piece_of
from venice_pnp.games.venedig.tables import STONES, SWAMP, BuildingKind, HexField, Quarter, Space, Spot, Tables
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Laid, Point, Shape

FRAME = 6.0  # the map's frame lies within this rim
QUAY = 1.2  # land round the fields
PLATE = 5.6  # how much narrower than its hex a gondola's space is drawn
GONDOLA = (25.0, 15.0)  # a gondola's place in the harbour
FIGURE = (26.0, 19.0)  # a figure's place


def draw_board(studio: Studio, shape: Shape) -> Scene:
    """The whole board as one scene."""
    return _Board(studio, shape).scene()


def laid_pieces(kit: Kit) -> Iterator[Laid]:
    """The board at the start: the five buildings and all swamp tiles (VEN-4.2, VEN-4.6)."""
    tables: Tables = kit.tables
    chart = HexChart(tables, kit.shared.shapes[kit.components["board"].shape].size)
    for one in tables.prebuilt:
        yield laid_building(kit, chart, one.building, one.fields)
    swamp = [field for field in tables.fields if field.start == SWAMP]
    values = [gold.id for gold in tables.swamp for _ in range(gold.count)]
    for field, value in zip(swamp, values, strict=True):
        yield Laid("swamp", value, *chart.centre(field.hex))


class _Board:
    def __init__(self, studio: Studio, shape: Shape) -> None:
        self.studio, self.inks = studio, studio.inks
        self.tables: Tables = studio.kit.tables
        self.around = self.tables.surroundings
        self.width, self.height = shape.size
        self.chart = HexChart(self.tables, shape.size)
        self.hex = self.chart.width
        self.ink = self.inks.line("ink")
        self.kinds = {kind.id: kind for kind in self.tables.kinds}

    def scene(self) -> Scene:
        w, h = self.width, self.height
        inner = (FRAME, FRAME, w - 2 * FRAME, h - 2 * FRAME)
        islands = {quarter.id: self._island(number, quarter) for number, quarter in enumerate(self.tables.quarters)}
        sea: list[Item] = [
            Path(rect(0, 0, w, h), self.inks.mixed("lagoon", "shallow", 0.2)),
            *shallows([line for lines in islands.values() for line in lines], self.inks),
            *self._waves(inner),
        ]
        items: list[Item] = [
            Path(rect(-SHOP_BLEED, -SHOP_BLEED, w + 2 * SHOP_BLEED, h + 2 * SHOP_BLEED), self.inks.area("paper")),
            Group(tuple(sea), clip=rect(*inner)),
            *self._ornaments(),
            *self._course(),
            *(item for quarter in self.tables.quarters for item in self._quarter(quarter, islands[quarter.id])),
            *(item for one in self.tables.prebuilt for item in self._prebuilt(one.building, one.fields)),
            *(item for field in self.tables.fields for item in self._field_id(field)),
            *self._bridges(),
            *(item for quarter in self.tables.quarters for item in self._ribbon(quarter)),
            *self._title(),
            *self._harbour(),
            *self._builders(),
            *self._legend(),
            *chart_border(inner, self.inks),
        ]
        return Scene(w, h, tuple(items), rect(0, 0, w, h), SHOP_BLEED, self.inks.area("paper"))

    def text(self, key: str) -> str:
        return self.studio.kit.texts[key].in_language(self.studio.lang)

    # --- sea and ornament ---------------------------------------------------------------------------------
    def _waves(self, inner: Box) -> Iterator[Item]:
        """Swells all over the sea; in low ink the lines along the shores are enough."""
        if not self.inks.low:
            yield water(inner, self.inks.mixed("shallow", "paper", 0.2), 5.5, 0.25, 5, 0.42)

    def _ornaments(self) -> Iterator[Item]:
        colours = {"compass": "brick", "ship": "gold", "sea-monster": "lagoon", "gondola-large": "deep"}
        for name, box in self.around.ornaments.items():
            yield self.studio.symbols.drawn(f"ornament/{name}", box, self.inks, colours.get(name, "gold"))
        yield from self._miles(self.around.miles)

    def _miles(self, box: Box) -> Iterator[Item]:
        """A scale of Venetian miles, for ornament."""
        x, y, w, h = box
        parts = 10
        step = w / parts
        bars = [s for i in range(0, parts, 2) for s in rect(x + i * step, y + h - 5, step, 2)]
        yield Path(rect(x - 3, y, w + 6, h, 2), self.inks.area("paper"), self.ink, 0.35)
        yield Path(rect(x, y + h - 5, w, 2), self.inks.area("paper"), self.ink, 0.25)
        yield Path(tuple(bars), self.inks.area("brick"), self.ink, 0.2)
        yield from self.studio.write("MIGLIA VENETE", (x, y + 1.4, w, 6), "title", 9.5, "ink", spacing=0.16, wrap=False)

    def _title(self) -> Iterator[Item]:
        box = self.around.title
        x, y, w, h = box
        yield self.studio.symbols.drawn("ornament/cartouche", box, self.inks, "gold")
        title = self.studio.kit.game.title.in_language(self.studio.lang).upper()
        yield from self.studio.write(
            title, (x + w * 0.17, y + h * 0.25, w * 0.66, h * 0.36), "title", 64, "deep", spacing=0.12, wrap=False
        )
        credit = self.studio.kit.game.credit.in_language(self.studio.lang)
        yield from self.studio.write(credit, (x + w * 0.18, y + h * 0.6, w * 0.64, h * 0.12), "italic", 14, wrap=False)

    # --- islands ------------------------------------------------------------------------------------------
    def _island(self, number: int, quarter: Quarter) -> list[Outline]:
        """The coasts of a quarter: its fields and a narrow quay."""
        spots = [field.hex for field in self.tables.fields if field.quarter == quarter.id]
        coasts = [outlines.inset(ring, -QUAY) for ring in self.chart.rings(spots)]
        return [outline(shore([(x, y, 4.5) for x, y in coast], 0.35, 3 + number, 30.0)) for coast in coasts]

    def _quarter(self, quarter: Quarter, coasts: Sequence[Outline]) -> Iterator[Item]:
        for coast in coasts:
            yield Path(coast, self.inks.mixed("paper", "terrazzo", 0.1), self.ink, 0.8 if self.inks.low else 0.6)
        for field in self.tables.fields:
            if field.quarter == quarter.id:
                yield from self._field(field, quarter)

    def _field(self, field: HexField, quarter: Quarter) -> Iterator[Item]:
        """A building field: its hex, and in it what lies there at the start (VEN-3.2, VEN-3.8)."""
        ground = self.inks.mixed(quarter.colour, "paper", 0.42)
        yield Path(polyline(self.chart.hexagon(field.hex), close=True), ground, self.ink, 0.35)
        x, y = self.chart.centre(field.hex)
        if field.start == STONES:
            yield from self._stones(x, y)
        elif field.start == SWAMP:
            line = self.ink if self.inks.low else self.inks.mixed(quarter.colour, "ink", 0.18)
            play = piece_of(self.studio.kit, "swamp").play
            inner = polyline(self.chart.hexagon(field.hex, play), close=True)
            dash = (0.5, 1.1) if self.inks.low else ()
            yield Path(inner, self.inks.mixed(quarter.colour, "paper", 0.6), line, 0.2, dash=dash)
            yield Path(_tuft(x, y + self.hex * 0.07, self.hex), stroke=line, width=0.35)

    def _field_id(self, field: HexField) -> Iterator[Item]:
        """In the hex's upper corner, where no swamp tile covers it."""
        x, y = self.chart.centre(field.hex)
        top = y - self.hex * outlines.TIP
        if field.start not in (SWAMP, STONES):
            yield Path(rect(x - 2.3, top + 0.5, 4.6, 2.2, 1), self.inks.area("paper"))
        yield from self.studio.write(field.id, (x - 3, top + 0.55, 6, 2), "label-bold", 6, "ink", floor=6.0, wrap=False)

    def _stones(self, x: float, y: float) -> Iterator[Item]:
        """Paving that is dry from the start."""
        chance = random.Random(f"{x:.0f} {y:.0f}")
        size = self.hex * 0.07
        stones: list[Segment] = []
        for ring, count in ((0.0, 1), (2.35, 6), (4.7, 12)):
            for i in range(count):
                angle = math.tau * i / count + chance.uniform(-0.06, 0.06) + ring
                radius = ring * size * chance.uniform(0.96, 1.04)
                cx, cy = x + radius * math.cos(angle), y + radius * math.sin(angle)
                stones += _pebble(cx, cy, size * chance.uniform(0.92, 1.12), chance)
        yield Path(tuple(stones), self.inks.mixed("terrazzo", "paper", 0.55), self.ink, 0.3)

    def _prebuilt(self, kind: str, fields: Sequence[str]) -> Iterator[Item]:
        """A pale picture of the building that stands here at the start (VEN-4.2)."""
        piece = piece_of(self.studio.kit, kind)
        spots = [self.chart.fields[field] for field in fields]
        cut, place = self.chart.outline(piece, spots), self.chart.laid(piece, spots)
        if cut is None or place is None:
            return
        (x, y), turn = place
        _, _, w, h = outlines.box(piece, self.hex)
        colour = self.kinds[kind].colour
        yield Path(polyline(cut, close=True), self.inks.mixed(colour, "paper", 0.45), self.ink, 0.35)
        box = (x - w / 2, y - h / 2, w, h)
        yield self.studio.symbols.drawn(f"venedig/tile/{kind}", box, self.inks, self._pale(colour), turn)

    def _pale(self, colour: str) -> str:
        return colour if self.inks.low else self.inks.mixed(colour, "paper", 0.35)

    def _bridges(self) -> Iterator[Item]:
        """Dashed lines over the canals, with a landing at either end (VEN-3.7)."""
        taken = {frozenset(one.fields) for one in self.tables.prebuilt}
        for bridge in self.tables.bridges:
            if frozenset(bridge.fields) in taken:
                continue
            a, b = (self.chart.centre(self.chart.fields[field]) for field in bridge.fields)
            yield self._dashed(a, b)

    def _dashed(self, a: Point, b: Point) -> Group:
        """A dashed line between the corners of two hexes that face each other."""
        length = math.dist(a, b)
        tip = self.hex * outlines.TIP
        blue = self.kinds["ponte"].colour
        line = polyline([(tip + 1.2, 0), (length - tip - 1.2, 0)])
        landings = [s for at in (tip + 1.2, length - tip - 1.2) for s in ellipse(at, 0, 1.2)]
        items = (
            Path(line, stroke=self.inks.area("paper"), width=2.6),
            Path(line, stroke=self.inks.line(blue), width=1.3, dash=(2.4, 2.2)),
            Path(tuple(landings), self.inks.area(blue), self.ink, 0.3),
        )
        angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
        return Group(items, times(moved(*a), turned(angle)))

    def _ribbon(self, quarter: Quarter) -> Iterator[Item]:
        """The letter and the name of a quarter, beside its island."""
        cx, cy = self.around.ribbons[quarter.id]
        name = quarter.name.in_language(self.studio.lang)
        wide = self.studio.fonts["title"].width(name, 17, 17 * 0.353 * 0.06) + 20
        x, y, h = cx - wide / 2, cy - 5.4, 10.8
        shade = self.inks.mixed("paper", "terrazzo", 0.35)
        for side in (-1, 1):
            end = x if side < 0 else x + wide
            tail = [(end - side * 3, y + 2), (end + side * 5.4, y + 2), (end + side * 2.8, y + h / 2 + 1.2)]
            tail += [(end + side * 5.4, y + h + 1), (end - side * 3, y + h + 1)]
            yield Path(polyline(tail, close=True), shade, self.ink, 0.3)
        yield Path(rect(x, y, wide, h, 1), self.inks.area("paper"), self.ink, 0.4)
        yield Path(ellipse(x + 6.4, cy, 4.3), self.inks.area(quarter.colour), self.ink, 0.35)
        yield from self.studio.write(quarter.id, (x + 2.4, cy - 4, 8, 7.2), "number", 15, "ink", wrap=False)
        yield from self.studio.write(
            name, (x + 12, y + 1, wide - 14, h - 2), "title", 17, "ink", spacing=0.06, wrap=False
        )

    # --- the course of the gondolas -----------------------------------------------------------------------
    def _course(self) -> Iterator[Item]:
        spaces = {space.n: space for space in self.tables.track}
        last = max(spaces)
        places: dict[tuple[Spot, ...], list[Space]] = {}
        for space in self.tables.track:
            places.setdefault(tuple(space.hexes), []).append(space)
        for hexes, here in places.items():
            if here[0].n == 0:
                continue  # the harbour
            yield from self._plate(hexes, gold=here[0].n == last)
            if len(here) > 1:
                yield from self._basin(hexes, here, spaces)
            else:
                yield from self._number(here[0], spaces)
        for number, pole in enumerate(self.tables.poles):
            yield from self._pole(pole.n, pole.hex, number)

    def _plate(self, hexes: Sequence[Spot], gold: bool = False) -> Iterator[Item]:
        """The place of a gondola (VEN-3.4)."""
        ring = outlines.inset(self.chart.rings(hexes)[0], PLATE / 2)
        fill = self.inks.mixed("gold", "paper", 0.35) if gold else self.inks.mixed("shallow", "paper", 0.5)
        yield Path(polyline(ring, close=True), fill, self.ink, 0.35)
        if not self.inks.low:
            line = self.inks.mixed("lagoon", "shallow", 0.45)
            yield Path(polyline(outlines.inset(ring, 0.9), close=True), stroke=line, width=0.2)

    def _number(self, space: Space, spaces: dict[int, Space]) -> Iterator[Item]:
        x, y = self._middle(space.hexes)
        goal = space.n == max(spaces)
        lift = 1.6 if goal else 0.0
        yield from self.studio.write(
            str(space.n), (x - 8, y - 4.4 - lift, 16, 8), "number", 17, "deep", floor=15.0, wrap=False
        )
        if goal:
            yield from self.studio.write(
                self.text("board-goal"), (x - 8, y + 2.4, 16, 4), "label-bold", 9, "brick", floor=8.0, wrap=False
            )
        following = spaces.get(space.n + 1)
        target = self._middle(following.hexes if following else [self.tables.poles[0].hex])
        if following and len(following.hexes) > 1:
            target = self._middle([min(following.hexes, key=lambda s: math.dist(self._middle([s]), (x, y)))])
            if abs(target[1] - y) > self.hex / 2:
                target = self._middle(following.hexes)  # into the middle of the basin, from the north
        yield self._chevron((x, y), target)

    def _middle(self, hexes: Sequence[Spot]) -> Point:
        points = [self.chart.centre(spot) for spot in hexes]
        return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)

    def _chevron(self, at: Point, target: Point) -> Path:
        """The way on, at the edge of a space."""
        angle = math.degrees(math.atan2(target[1] - at[1], target[0] - at[0]))
        reach = self.hex / 2 - PLATE / 2 - 1.5
        mark = polyline([(reach - 2.6, -2.1), (reach, 0), (reach - 2.6, 2.1), (reach - 1.8, 0)], close=True)
        return Path(transform(mark, times(moved(*at), turned(angle))), self.inks.mark("brick"))

    def _basin(self, hexes: Sequence[Spot], here: Sequence[Space], spaces: dict[int, Space]) -> Iterator[Item]:
        """VEN-3.5: one place with two numbers; an arrow for either visit shows how the bow points."""
        cx, cy = self._middle(hexes)
        left, right = (x for x, _ in sorted(self.chart.centre(spot) for spot in hexes))
        for space, colour in zip(here, ("brick", "lagoon"), strict=False):
            a, b = (self._middle(spaces[n].hexes) for n in (space.n - 1, space.n + 1))
            angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
            across = abs(b[0] - a[0]) > abs(b[1] - a[1])
            half = (self.hex * 0.82) if across else self.hex * 0.27
            arrow = transform(_arrow(half), times(moved(cx, cy), turned(angle if across else 90.0)))
            yield Path(arrow, self.inks.area(colour), self.ink, 0.3)
            x, y = (left, cy - 5.6) if across else (right, cy - 5.6)
            yield from self.studio.write(
                str(space.n), (x - 8, y - 4.4, 16, 8), "number", 17, colour, floor=15.0, wrap=False
            )
            sign = polyline([(-1.4, -1.5), (1.4, 0), (-1.4, 1.5)], close=True)
            place = times(moved(x + (5.6 if across else -5.6), y + 0.4), turned(0 if across else 90))
            yield Path(transform(sign, place), self.inks.mark(colour))

    def _pole(self, n: int, spot: Spot, number: int) -> Iterator[Item]:
        """A mooring pole beyond the last space."""
        x, y = self.chart.centre(spot)
        ring = outlines.inset(self.chart.hexagon(spot), PLATE / 2 + 0.6)
        line = self.inks.line("ink")
        yield Path(polyline(ring, close=True), self.inks.mixed("lagoon", "shallow", 0.62), line, 0.25, dash=(1.4, 1.1))
        high = self.hex * 0.56
        box = (x - self.hex * 0.3, y - high / 2, high * 0.3, high)
        yield self.studio.symbols.drawn("venedig/pole", box, self.inks, "brick" if number % 2 else "lagoon")
        yield from self.studio.write(str(n), (x - 3.4, y - 4.4, 12, 8), "number", 16, "ink", floor=14.0, wrap=False)

    # --- harbour, builders, legend ------------------------------------------------------------------------
    def _harbour(self) -> Iterator[Item]:
        """VEN-4.8: the start, with a mooring for every gondola."""
        y = self.around.harbour[1]
        yield from self._panel(self.around.harbour)
        title, *moorings = _harbour_boxes(self.around.harbour)
        yield from self.studio.write(self.text("board-start"), title, "title", 17, "brick", spacing=0.08)
        for seat, box in zip(self.studio.kit.seats, moorings, strict=False):
            yield Path(rect(*box, 2), self.inks.mixed("lagoon", "shallow", 0.75), self.ink, 0.3, dash=(1.6, 1.2))
            cx, cy = box[0] + box[2] / 2, box[1] + box[3] / 2
            yield self.studio.symbols.drawn(seat.emblem, (cx - 3, cy - 3, 6, 6), self.inks, seat.hex)
        start, first = self.tables.track[:2]  # they are counted from 0 (VEN-3.4)
        (ax, ay), b = self._middle(start.hexes), self._middle(first.hexes)
        angle = math.degrees(math.atan2(b[1] - ay, b[0] - ax))
        foot = (y - ay) / (b[1] - ay)
        at = (ax + (b[0] - ax) * foot, y - 1.4)
        yield Path(transform(_arrow(3.6), times(moved(*at), turned(angle))), self.inks.area("brick"), self.ink, 0.3)

    def _panel(self, box: Box) -> Iterator[Item]:
        yield Path(rect(*box, 3), self.inks.area("paper"), self.ink, 0.5)
        yield from double_rule(inset(box, 0.9), self.inks.line("gold"), 0.8, 0.35, 2.2)

    def _builders(self) -> Iterator[Item]:
        """VEN-4.4: a field for each figure."""
        x, y, w, _ = self.around.builders
        yield from self._panel(self.around.builders)
        yield from self.studio.write(
            self.text("board-builders"), (x + 6, y + 3, w - 12, 8), "title", 17, "brick", spacing=0.1, wrap=False
        )
        for kind, box in zip(_with_figure(self.tables), _builder_boxes(self.around.builders), strict=False):
            yield from self._builder(kind, box)

    def _builder(self, kind: BuildingKind, box: Box) -> Iterator[Item]:
        x, y, w, _ = box
        place = _figure_place(box)
        yield Path(rect(*box, 2), self.inks.mixed(kind.colour, "paper", 0.55), self.ink, 0.4)
        yield self.studio.symbols.drawn(f"venedig/{kind.id}", (x + 2.6, y + 2.6, 13.4, 13.4), self.inks, "ink")
        name = kind.name.in_language(self.studio.lang)
        yield from self.studio.write(
            name, (x + 17.4, y + 4.6, w - 19, 9.4), "title", 18, "ink", spacing=0.04, align="left", wrap=False
        )
        yield Path(rect(*place, 1.6), self.inks.area("paper"), self.ink, 0.45)
        yield Path(rect(*inset(place, 1.2), 0.9), stroke=self.inks.line(kind.colour), width=0.6)
        for part, colour in [("body", kind.colour), ("head", kind.hair), ("hat", kind.cloth)]:
            if worn := getattr(kind, part):
                yield self.studio.symbols.drawn(f"figure/{part}/{worn}", inset(place, 2.2), self.inks, colour)

    def _legend(self) -> Iterator[Item]:
        x, y, w, h = self.around.legend
        yield from self._panel(self.around.legend)
        rows = [
            (self._legend_stones, "board-stones"),
            (self._legend_first, "board-first"),
            (self._legend_site, "board-site"),
            (self._legend_space, "board-space"),
        ]
        wide, high = (w - 6) / 2, (h - 6) / 2
        for number, (draw, key) in enumerate(rows):
            row, column = divmod(number, 2)
            left, top = x + 3 + column * wide, y + 3 + row * high
            yield Group(tuple(draw()), times(moved(left + 10.5, top + high / 2), (0.62, 0, 0, 0.62, 0, 0)))
            yield from self.studio.write(
                self.text(key), (left + 21, top + 1, wide - 22, high - 2), "text", 11, "ink", align="left", floor=10.0
            )

    def _legend_hex(self, quarter: Quarter) -> Path:
        ring = polyline(outlines.hexagon(0, 0, self.hex), close=True)
        return Path(ring, self.inks.mixed(quarter.colour, "paper", 0.42), self.ink, 0.5)

    def _legend_stones(self) -> Iterator[Item]:
        yield self._legend_hex(self.tables.quarters[0])
        yield from self._stones(0, 0)

    def _legend_first(self) -> Iterator[Item]:
        yield self._legend_hex(self.tables.quarters[0])
        kind = self.tables.kinds[0]
        w = self.hex - piece_of(self.studio.kit, kind.id).play
        box = (-w / 2, -w, w, 2 * w)
        yield self.studio.symbols.drawn(f"venedig/tile/{kind.id}", box, self.inks, self._pale(kind.colour))

    def _legend_site(self) -> Iterator[Item]:
        gap = self.hex * outlines.TIP
        far = 1.5 * gap
        yield self._dashed((-far, 0.0), (far, 0.0))

    def _legend_space(self) -> Iterator[Item]:
        ring = outlines.hexagon(0, 0, self.hex - PLATE)
        yield Path(polyline(ring, close=True), self.inks.mixed("shallow", "paper", 0.5), self.ink, 0.5)
        yield self._chevron((0, 0), (1, 0))
        yield from self.studio.write("7", (-8, -4.4, 16, 8), "number", 17, "deep", wrap=False)


def _tuft(x: float, y: float, width: float) -> Outline:
    """Three blades of reed, to say that a swamp tile lies here."""
    k = width / 26
    blades = ((-2.2, -2.6), (0.0, -4.4), (2.2, -2.9))
    out: list[Segment] = []
    for dx, dy in blades:
        out += [("M", x + dx * 0.25 * k, y), ("C", x + dx * 0.3 * k, y + dy * 0.5 * k, *_pair(x, y, dx, dy, k))]
    return (*out, ("M", x - 3 * k, y + 0.9 * k), ("L", x + 3 * k, y + 0.9 * k))


def _pair(x: float, y: float, dx: float, dy: float, k: float) -> tuple[float, float, float, float]:
    return x + dx * 0.6 * k, y + dy * 0.8 * k, x + dx * k, y + dy * k


def _pebble(x: float, y: float, size: float, chance: random.Random) -> Outline:
    points = []
    for i in range(6):
        angle = math.tau * i / 6 + chance.uniform(-0.2, 0.2)
        points.append((x + size * math.cos(angle), y + size * 0.86 * math.sin(angle)))
    return polyline(points, close=True)


def _arrow(half: float) -> Outline:
    """An arrow along x about the origin."""
    head, thick = 3.2, 0.75
    points: Iterable[Point] = (
        (-half, -thick),
        (half - head, -thick),
        (half - head, -2.2),
        (half, 0),
        (half - head, 2.2),
        (half - head, thick),
        (-half, thick),
        (-half + 1.2, 0),
    )
    return polyline(points, close=True)


# --- places that pieces share with the drawing --------------------------------------------------------------
def mooring_places(tables: Tables) -> list[Box]:
    """VEN-4.8: where the gondolas lie before the start, by seat."""
    return _harbour_boxes(tables.surroundings.harbour)[1:]


def builder_places(tables: Tables) -> dict[str, Box]:
    """VEN-4.4: where the figures stand while nobody has them."""
    boxes = _builder_boxes(tables.surroundings.builders)
    return {kind.id: _figure_place(box) for kind, box in zip(_with_figure(tables), boxes, strict=False)}


def _harbour_boxes(harbour: Box) -> list[Box]:
    """The title's and five moorings, two in a row, as far from the panel's rule at each side."""
    x, y, w, h = harbour
    gw, gh = GONDOLA
    margin = (h - 3 * gh) / 4
    between = w - 2 * (gw + margin)
    return [
        (x + margin + column * (gw + between), y + margin + row * (gh + margin), gw, gh)
        for row in range(3)
        for column in range(2)
    ]


def _builder_boxes(builders: Box) -> list[Box]:
    x, y, w, h = builders
    wide, high = (w - 12) / 2, (h - 16) / 2
    return [
        (x + 5 + column * (wide + 2), y + 11.5 + row * (high + 1.5), wide, high) for row in (0, 1) for column in (0, 1)
    ]


def _figure_place(box: Box) -> Box:
    x, y, w, h = box
    fw, fh = FIGURE
    return x + (w - fw) / 2, y + h - fh - 3, fw, fh


def _with_figure(tables: Tables) -> list[BuildingKind]:
    return [kind for kind in tables.kinds if kind.figure]
