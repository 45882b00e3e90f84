"""The board of Venetia: a portolan chart of the Mediterranean, with the city, the dice and the power track on it.

Places come from `data/venetia/map.yaml` (VTA-3.1 to VTA-3.4); `chart.py` draws the map under them and
`labels.py` finds room for the names.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property

from venice_pnp.draw.clearance import CLEAR
from venice_pnp.draw.fonts import CAP_HEIGHT, DESCENDING, DESCENT
from venice_pnp.draw.frames import inset, shield
from venice_pnp.draw.inks import mix
from venice_pnp.draw.ornament import chart_border
from venice_pnp.draw.scene import PT, Box, Group, Item, Path, Scene, ellipse, polyline, rect
from venice_pnp.draw.studio import SHOP_BLEED, Studio
from venice_pnp.games.venetia.drawing.chart import BORDER, SeaChart, course
from venice_pnp.games.venetia.drawing.labels import Label, Round, placed
from venice_pnp.games.venetia.tables import Colony, District, Region, Sea, Tables
from venice_pnp.kit.models import Point, Shape

FRAME = 5.0  # the chart's border
SHIELD = (19.0, 22.0)  # 1 mm larger than the counter
SEA = 11.0  # radius of a sea's medallion, 1 mm larger than its marker
VENICE = 14.0
COLONY = 10.5  # points, the name of a colony
GATE = 2.0  # half the height of the mark where a sea border meets a colony
TRACK_PANEL: Box = (7.6, 6.6, 548.8, 28.4)
CITY_PANEL: Box = (7.6, 38.2, 146.8, 94.4)
TITLE: Box = (181, 40, 126, 50)
DISTRICT_HEAD = 8.4  # mm: the name of a district of the city
DIE = 16.0
DIE_ROOM = DIE + 2.0  # for each die of a tray
DICE_BOX = 40.0  # how high; as wide as its dice need it
EPOCH_BOX = (40.0, 40.0)
EPOCH = 26.0  # the marker's place in it
LEGEND: Box = (10, 349, 160, 61)
COMPASS: Box = (281, 350, 44, 44)
SHIPS: tuple[tuple[str, Box], ...] = (
    ("ornament/ship", (214, 334, 22, 22)),
    ("ornament/sea-monster", (239, 351, 29, 20)),
    ("ornament/ship", (483, 338, 20, 20)),
    ("ornament/sea-monster", (76, 285, 25, 18)),
)


def draw_board(studio: Studio, shape: Shape) -> Scene:
    """The whole board as one scene."""
    return BoardDrawing(studio, shape).scene()


def dice_box(at: Point, dice: int) -> Box:
    """The box of a type, by its middle: so many dice have room side by side."""
    wide = dice * DIE_ROOM + 8.0
    return at[0] - wide / 2, at[1] - DICE_BOX / 2, wide, DICE_BOX


def dice_tray(at: Point, dice: int) -> Box:
    """Where the dice of a type lie, below its name."""
    x, y, w, h = dice_box(at, dice)
    return x + 3, y + 13.4, w - 6, h - 21


def district_room(box: Box) -> Box:
    """Where ducats and monuments lie in a district, below its name."""
    x, y, w, h = box
    return x, y + DISTRICT_HEAD, w, h - DISTRICT_HEAD


class BoardDrawing:
    def __init__(self, studio: Studio, shape: Shape) -> None:
        self.studio, self.inks = studio, studio.inks
        self.tables: Tables = studio.kit.tables
        self.width, self.height = shape.size
        self.ink = self.inks.line("ink")
        self.area: Box = (FRAME, FRAME, self.width - 2 * FRAME, self.height - 2 * FRAME)
        self.regions = {region.id: region for region in self.tables.regions}
        self.radius = {one.id: one.diameter / 2 for one in self.tables.classes}
        self.limits = {one.id: one.threshold for one in self.tables.classes}
        self.names = self._names()

    def scene(self) -> Scene:
        w, h = self.width, self.height
        chart = SeaChart(self.tables, self.inks, (-SHOP_BLEED, -SHOP_BLEED, w + 2 * SHOP_BLEED, h + 2 * SHOP_BLEED))
        under = [*chart.sea(self._roses()), *chart.countries(), *chart.borders(), *self._ornaments()]
        items: list[Item] = [
            Path(rect(-SHOP_BLEED, -SHOP_BLEED, w + 2 * SHOP_BLEED, h + 2 * SHOP_BLEED), self.inks.area("paper")),
            Group(tuple(under), clip=rect(*self.area)),
            *self._frame(),
            *self._track(),
            *self._city(),
            *self._dice(),
            *self._epoch(),
            *self._title(),
            *self._venice(),
            *self._legend(),
        ]
        for region in self.tables.regions:
            items += self._region(region)
        for sea in self.tables.seas:
            items += self._sea(sea)
        for colony in self.tables.colonies:
            items += self._colony(colony)
        return Scene(w, h, tuple(items), rect(0, 0, w, h), SHOP_BLEED, self.inks.area("paper"))

    def text(self, key: str) -> str:
        return self.studio.said(key)

    # --- room for names -----------------------------------------------------------------------------------
    def circles(self) -> dict[str, Round]:
        """Every colony's circle."""
        return {colony.id: (*colony.at, self.radius[colony.size]) for colony in self.tables.colonies}

    def shields(self) -> dict[str, Box]:
        w, h = SHIELD
        return {r.id: (r.shield[0] - w / 2, r.shield[1] - h / 2, w, h) for r in self.tables.regions}

    def boxes(self) -> list[Box]:
        """Where panels, shields and ornament lie."""
        return [*self.panels(), *self.shields().values(), COMPASS]

    def panels(self) -> list[Box]:
        dice = [dice_box(self.tables.board.dice_boxes[one.id], one.dice) for one in self.tables.types]
        x, y = self.tables.board.epoch_box
        return [TRACK_PANEL, CITY_PANEL, TITLE, LEGEND, *dice, (x - EPOCH_BOX[0] / 2, y - EPOCH_BOX[1] / 2, *EPOCH_BOX)]

    def _names(self) -> dict[str, Box]:
        circles = self.circles()
        labels = [Label(c.id, self._tag_size(c), circles[c.id]) for c in self.tables.colonies]
        seas = {sea.id: (*sea.at, SEA) for sea in self.tables.seas}
        labels += [Label(r.id, self._region_size(r), (*r.shield, SHIELD[1] / 2 + 0.2)) for r in self.tables.regions]
        venice: Round = (*self.tables.venice.at, VENICE)
        rounds = (*circles.values(), *seas.values(), venice, *self._along_borders())
        return placed(tuple(labels), rounds, (*self.boxes(), *self.sea_names().values()), inset(self.area, 2.5))

    def _along_borders(self) -> Iterator[Round]:
        """The sea borders as small circles, for names to keep clear of."""
        for border in self.tables.coast.borders:
            for line in border.lines:
                yield from ((x, y, BORDER / 2) for x, y in course(line))

    @cached_property
    def gates(self) -> dict[str, list[Point]]:
        """Where sea borders meet the circles of the colonies that they divide."""
        circles = self.circles()
        found: dict[str, list[Point]] = {colony.id: [] for colony in self.tables.colonies if len(colony.seas) > 1}
        ways = [course(line) for border in self.tables.coast.borders for line in border.lines]
        for name, points in found.items():
            x, y, r = circles[name]
            for way in ways:
                far = [math.dist(p, (x, y)) for p in way]
                points += [p for p, a, b in zip(way, far, far[1:], strict=False) if (a < r) != (b < r)]
        return found

    def sea_names(self) -> dict[str, Box]:
        """The names on the water stand where the data puts them."""
        boxes = {}
        for sea in self.tables.seas:
            (x, y), (w, h) = self.tables.coast.sea_names[sea.id], self._sea_size(sea)
            boxes[sea.id] = (x - w / 2, y - h / 2, w, h)
        return boxes

    def _said(self, row: Colony | Sea | Region | District) -> str:
        return row.name.in_language(self.studio.lang)

    def _size(self, text: str, size: float, font: str, room: float, spacing: float = 0.0) -> tuple[float, float]:
        return self.studio.fonts[font].width(text, size, spacing * size * PT) + room, size * PT * 1.12 + 1.2

    def _tag_size(self, colony: Colony) -> tuple[float, float]:
        """A tag made to the measure of its name, with what must be free round it."""
        name, high = self._said(colony), CAP_HEIGHT * COLONY * PT
        wide = self.studio.fonts["label-bold"].width(name, COLONY)
        return wide + 2 * CLEAR, high + self._below(name) + 2 * CLEAR

    def _below(self, name: str) -> float:
        """How far the letters of a colony's name reach below their line."""
        return DESCENT * COLONY * PT if DESCENDING & set(name) else 0.0

    def _sea_size(self, sea: Sea) -> tuple[float, float]:
        wide = max(self._size(line, 13, "italic", 2.0)[0] for line in _halves(self._said(sea)))
        return wide, 11.0

    def _region_size(self, region: Region) -> tuple[float, float]:
        wide, _ = self._size(self._said(region).upper(), 11, "title", 3.0, 0.06)
        return wide + region.dots * 3.4, 6.0

    # --- the border ---------------------------------------------------------------------------------------
    def _frame(self) -> Iterator[Item]:
        """A graduated border like that of an old chart."""
        yield from chart_border(self.area, self.inks)

    def _panel(self, box: Box, radius: float = 2.0) -> Iterator[Item]:
        yield Path(rect(*box, radius), self.inks.area("paper"), self.ink, 0.55)
        yield Path(rect(*inset(box, 1.0), max(0.2, radius - 1)), stroke=self.inks.line("gold"), width=0.3)

    # --- the power track (VTA-3.4) ------------------------------------------------------------------------
    def _track(self) -> Iterator[Item]:
        track, numbers = self.tables.board.track, self.tables.numbers
        yield from self._panel(TRACK_PANEL)
        r = track.diameter / 2
        for space in range(1, numbers.spaces + 1):
            x, y = track.place(space - 1)
            white, black = space in (numbers.venice_start, numbers.eighth), space == numbers.enemy_start
            share = (space - 1) / (numbers.spaces - 1)
            tone = self.inks.mixed("lagoon", "brick", share) if not self.inks.low else self.inks.area("paper")
            fill = "#FFFFFF" if white else self.inks.area("ink") if black and not self.inks.low else None
            yield Path(ellipse(x, y, r), fill or self._light(tone), self.ink, 0.9 if white or black else 0.5)
            if black and self.inks.low:  # it is called black, and only the white ones are double
                yield Path(ellipse(x, y, r - 1.2), None, self.ink, 2.4)
            else:
                yield Path(
                    ellipse(x, y, r - 1.3),
                    None,
                    self.inks.line("gold") if black else self.ink,
                    0.7 if white or black else 0.2,
                )
            colour = "paper" if black and not self.inks.low else "ink"
            yield from self.studio.write(str(space), (x - 8, y - 5, 16, 10), "number", 19, colour, wrap=False)
            if space in (numbers.venice_start, numbers.enemy_start):
                symbol, tone = ("crown", "brick") if white else ("venetia/enemy", "gold")
                yield self.studio.symbols.drawn(symbol, (x - 2.4, y + 3.3, 4.8, 4.8), self.inks, tone)

    def _light(self, tone: str) -> str:
        return mix(tone, self.inks.area("paper"), 0.72)

    # --- the city (VTA-7.91) ------------------------------------------------------------------------------
    def _city(self) -> Iterator[Item]:
        yield from self._panel(CITY_PANEL, 3)
        w, h = self.tables.board.district
        for district in self.tables.districts:
            if district.at and district.type:
                cx, cy = district.at
                yield from self._district(district, (cx - w / 2, cy - h / 2, w, h))

    def _district(self, district: District, box: Box) -> Iterator[Item]:
        x, y, w, h = box
        tone = self._type_colour(str(district.type))
        yield Path(rect(*box, 1.6), self.inks.mixed(tone, "paper", 0.68), self.ink, 0.45)
        yield self.studio.symbols.drawn(
            f"doge/landmarks/{district.id}", (x + 9, y + 9.2, w - 18, h - 11), self.inks, tone
        )
        yield Path(rect(x, y, w, DISTRICT_HEAD, 1.6), self.inks.area("paper"), self.ink, 0.45)
        yield self.studio.symbols.drawn(f"venetia/{district.type}", (x + 1.2, y + 0.9, 6.6, 6.6), self.inks, tone)
        name = self._said(district)
        yield from self.studio.write(
            name, (x + 8.2, y + 0.8, w - 9.4, 6.8), "title", 13, "ink", spacing=0.03, wrap=False
        )

    def _type_colour(self, type_: str) -> str:
        return {str(row.id): row.colour for row in self.tables.types}[type_]

    # --- dice and epoch -----------------------------------------------------------------------------------
    def _dice(self) -> Iterator[Item]:
        """A box for the dice of each type that are still in the pool (VTA-5.6)."""
        for one in self.tables.types:
            at = self.tables.board.dice_boxes[one.id]
            x, y, w, h = dice_box(at, one.dice)
            yield from self._panel((x, y, w, h))
            yield Path(rect(x + 2, y + 2, w - 4, 9, 1), self.inks.area(one.colour), self.ink, 0.35)
            name = one.name.in_language(self.studio.lang)
            colour = "ink" if self.inks.low or one.colour == "silver" else "paper"
            yield from self.studio.write(
                name, (x + 10, y + 2.6, w - 13, 7.8), "title", 13, colour, spacing=0.04, wrap=False
            )
            yield Path(ellipse(x + 7, y + 6.5, 4.9), self.inks.area("paper"), self.ink, 0.35)
            yield self.studio.symbols.drawn(f"venetia/{one.id}", (x + 3.6, y + 3.1, 6.8, 6.8), self.inks, one.colour)
            tray = dice_tray(at, one.dice)
            yield Path(rect(*tray, 2), self.inks.mixed(one.colour, "paper", 0.72), self.ink, 0.3, dash=(1.4, 1.1))
            yield self.studio.symbols.drawn(f"venetia/{one.id}", inset(tray, 4), self.inks, "paper")
            yield from self.studio.write(f"× {one.dice}", (x + w / 2 - 9, y + h - 7, 18, 5), "label-bold", 11, "ink")

    def _epoch(self) -> Iterator[Item]:
        cx, cy = self.tables.board.epoch_box
        w, h = EPOCH_BOX
        x, y = cx - w / 2, cy - h / 2
        yield from self._panel((x, y, w, h))
        yield from self.studio.write(self.text("epoch"), (x + 3, y + 2.4, w - 6, 7), "title", 13, "brick", spacing=0.05)
        yield Path(
            rect(cx - EPOCH / 2, y + 10.8, EPOCH, EPOCH, 1.6),
            self.inks.mixed("gold", "paper", 0.75),
            self.ink,
            0.35,
            dash=(1.4, 1.1),
        )
        yield from self.studio.write("I – II – III", (cx - 12, y + 19, 24, 9), "title", 12, "ink")

    # --- ornament -----------------------------------------------------------------------------------------
    def _title(self) -> Iterator[Item]:
        x, y, w, _ = TITLE
        yield self.studio.symbols.drawn("ornament/cartouche", TITLE, self.inks, "gold")
        title = self.studio.kit.game.title.in_language(self.studio.lang)
        yield from self.studio.write(title.upper(), (x + 24, y + 14, w - 48, 13), "title", 32, "deep", spacing=0.12)
        yield from self.studio.write(self.text("subtitle"), (x + 26, y + 28, w - 52, 7), "italic", 11, "ink", floor=9)

    def _ornaments(self) -> Iterator[Item]:
        draw = self.studio.symbols.drawn
        yield draw("ornament/compass", COMPASS, self.inks, "brick")
        for name, box in SHIPS:
            yield draw(name, box, self.inks, "gold")

    def _roses(self) -> list[Point]:
        """Where the winds meet: the compass, and the medallions of the seas in the west and in the east."""
        x, y, w, h = COMPASS
        seas = [sea.at for sea in self.tables.seas if len(sea.next) == 1 and sea.at[1] > y / 2]
        return [(x + w / 2, y + h / 2), *seas[:1], *seas[-1:]]

    def _venice(self) -> Iterator[Item]:
        """VTA-3.2: Venice, where every route begins."""
        x, y = self.tables.venice.at
        yield Path(ellipse(x, y, VENICE), self.inks.area("gold"), self.ink, 0.6)
        yield Path(ellipse(x, y, VENICE - 1.6), self.inks.area("paper"), self.ink, 0.35)
        yield self.studio.symbols.drawn("ornament/lion-marco", (x - 9.5, y - 10.4, 19, 15.2), self.inks, "gold")
        name = self.tables.venice.name.in_language(self.studio.lang)
        band = (x - 8, y + 3.8, 16, 5)
        yield from self.studio.write(name.upper(), band, "title", 9.5, "brick", spacing=0.02, floor=8, wrap=False)

    def _legend(self) -> Iterator[Item]:
        """What the signs of the chart mean, with the numbers of the rules."""
        x, y, w, _ = LEGEND
        yield from self._panel(LEGEND, 3)
        yield from self.studio.write(self.text("legend"), (x + 4, y + 3, w - 8, 6), "title", 13, "brick", spacing=0.06)
        small, large = self.tables.classes
        rows = (
            ("legend-small", str(small.threshold), small.podesta_vp),
            ("legend-large", str(large.threshold), large.podesta_vp),
            ("legend-sea", "n", 0),
            ("legend-region", "a", 0),
        )
        for i, (key, sign, vp) in enumerate(rows):
            left, top = x + 4 + (i % 2) * (w - 8) / 2, y + 11 + (i // 2) * 24
            cx, cy = left + 9, top + 10.5
            if key == "legend-sea":
                yield Path(ellipse(cx, cy, 7), self.inks.mixed("lagoon", "shallow", 0.55), self.ink, 0.5)
                yield Path(
                    ellipse(cx, cy, 5.8), self.inks.mixed("shallow", "paper", 0.35), self.ink, 0.3, dash=(1.4, 1.0)
                )
            elif key == "legend-region":
                box = (cx - 6.5, cy - 7.5, 13, 15)
                yield Path(shield(box), self.inks.area("paper"), self.ink, 0.5)
                yield Path(shield(inset(box, 1)), self.inks.mixed("gold", "paper", 0.6), self.ink, 0.3)
            else:
                yield Path(
                    ellipse(cx, cy, 7.6 if vp == large.podesta_vp else 6.6), self.inks.area("gold"), self.ink, 0.5
                )
                yield Path(
                    ellipse(cx, cy, 5.8 if vp == large.podesta_vp else 5), self.inks.area("paper"), self.ink, 0.3
                )
            font = "italic" if key in ("legend-sea", "legend-region") else "number"
            yield from self.studio.write(sign, (cx - 5, cy - 4.4, 10, 8), font, 15, "ink", wrap=False)
            yield from self.studio.write(
                self.text(key), (left + 19, top, w / 2 - 25, 21), "text", 11.5, "ink", align="left", floor=9.5
            )

    # --- places -------------------------------------------------------------------------------------------
    def _plaque(self, box: Box, fill: str | None = None) -> Path:
        return Path(rect(*box, min(1.2, box[3] / 3)), fill or self.inks.area("paper"), self.ink, 0.22)

    def _colony(self, colony: Colony) -> Iterator[Item]:
        """A circle with the least influence for a podestà; its rim has the colour of the region (VTA-3.1)."""
        x, y, r = self.circles()[colony.id]
        region = self.regions[colony.region]
        large = colony.size == "large"
        yield Path(ellipse(x, y, r), self.inks.area(region.tint), self.ink, 0.6)
        if large:
            yield Path(ellipse(x, y, r - 1.1), None, self.inks.area("paper"), 0.7)
        yield Path(ellipse(x, y, r - 2.4), self.inks.area("paper"), self.ink, 0.35)
        for gx, gy in self.gates.get(colony.id, ()):
            yield from self._gate(gx, gy)
        limit = str(self.limits[colony.size])
        yield from self.studio.write(limit, (x - 8, y - 7, 16, 12), "number", 27 if large else 23, "ink", wrap=False)
        yield from self.studio.write(region.key, (x - 3, y + r - 8.4, 6, 4.6), "italic", 10, "brick", wrap=False)
        tag, name = self.names[colony.id], self._said(colony)
        yield self._plaque(tag)
        above = (*tag[:3], tag[3] - self._below(name))  # capitals stand in the middle of their box
        yield from self.studio.write(name, above, "label-bold", COLONY, "ink", floor=COLONY, wrap=False)

    def _gate(self, x: float, y: float) -> Iterator[Item]:
        """A lozenge on the rim: here two seas meet, and the colony lies on both (VTA-3.2)."""
        for size, fill in ((GATE + 0.7, self.inks.area("paper")), (GATE, self.inks.line("deep"))):
            yield Path(polyline([(x, y - size), (x + size, y), (x, y + size), (x - size, y)], close=True), fill)

    def _sea(self, sea: Sea) -> Iterator[Item]:
        """A place for influence and for the marker, with the influence that makes the sea Venetian (VTA-7.7)."""
        x, y = sea.at
        yield Path(ellipse(x, y, SEA), self.inks.mixed("lagoon", "shallow", 0.55), self.ink, 0.6)
        yield Path(ellipse(x, y, SEA - 1.5), self.inks.mixed("shallow", "paper", 0.35), self.ink, 0.3, dash=(1.4, 1.0))
        yield from self.studio.write(str(sea.threshold), (x - 6, y - 6, 12, 12), "number", 25, "deep", wrap=False)
        bx, by, bw, bh = self.sea_names()[sea.id]
        yield Path(rect(bx, by, bw, bh, 3), self.inks.mixed("shallow", "paper", 0.42))
        lines = _halves(self._said(sea))
        for i, line in enumerate(lines):
            yield from self.studio.write(line, (bx, by + i * bh / 2, bw, bh / 2), "italic", 13, "deep", wrap=False)

    def _region(self, region: Region) -> Iterator[Item]:
        """The shield space of a kingdom, the name and the dots of the region (VTA-8.2)."""
        box = self.shields()[region.id]
        x, y, w, h = box
        yield Path(shield(box), self.inks.area("paper"), self.ink, 0.6)
        yield Path(shield(inset(box, 1.3)), self.inks.mixed(region.tint, "paper", 0.35), self.ink, 0.3)
        yield from self.studio.write(region.key, (x + 3, y + 3.6, w - 6, h - 10), "italic", 22, "ink", wrap=False)
        bx, by, bw, bh = self.names[region.id]
        yield self._plaque((bx, by, bw, bh), self.inks.mixed(region.tint, "paper", 0.25))
        dots = region.dots * 3.4
        name = self._said(region).upper()
        yield from self.studio.write(
            name, (bx + 1.2, by, bw - 2.2 - dots, bh), "title", 11, "ink", spacing=0.06, wrap=False
        )
        for i in range(region.dots):
            yield Path(ellipse(bx + bw - 2.2 - i * 3.4, by + bh / 2, 1.35), self.inks.area("ink"))


def _halves(name: str) -> list[str]:
    """A name of several words on two lines: the last word stands alone."""
    first, _, last = name.rpartition(" ")
    return [first, last] if first else [last]
