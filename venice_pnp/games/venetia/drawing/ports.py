"""The table of colonies: every colony with its seas (VTA-3.2), in the order that VTA-7.34 uses."""

from __future__ import annotations

from collections.abc import Iterator

from venice_pnp.draw.frames import inset
from venice_pnp.draw.scene import Box, Item, Path, Scene, ellipse, polyline, rect
from venice_pnp.draw.studio import BLEED, Studio
from venice_pnp.games.venetia.tables import Colony, Region, Tables
from venice_pnp.kit.models import Shape

LEFT, TOP, FOOT = 7.0, 21.5, 7.5  # of the table
REGION = 27.0  # width of its first column
SEAS = 9.0  # points
GATE = 1.15  # half the height of the lozenge, as on the board


def draw_ports(studio: Studio, shape: Shape) -> Scene:
    w, h = shape.size
    paper, cut = studio.inks.area("paper"), rect(0, 0, w, h, shape.radius)
    items: list[Item] = [
        Path(rect(-BLEED, -BLEED, w + 2 * BLEED, h + 2 * BLEED), paper),
        Path(rect(*inset((0, 0, w, h), 4), 2), stroke=studio.inks.line("ink"), width=0.45),
        Path(rect(*inset((0, 0, w, h), 5), 1.4), stroke=studio.inks.line("gold"), width=0.3),
        *_Table(studio, w, h).items(),
    ]
    return Scene(w, h, tuple(items), cut, BLEED, paper)


class _Table:
    def __init__(self, studio: Studio, width: float, height: float) -> None:
        self.studio, self.inks = studio, studio.inks
        self.tables: Tables = studio.kit.tables
        self.wide = width - 2 * LEFT
        self.line = (height - TOP - FOOT) / len(self.tables.regions)
        self.seas = {sea.id: sea.name.in_language(studio.lang) for sea in self.tables.seas}
        self.widths = self._measured()

    def items(self) -> Iterator[Item]:
        title, note = self.studio.said("ports"), self.studio.said("ports-note")
        yield from self.studio.write(
            title, (LEFT, 7.4, self.wide * 0.42, 7), "title", 14, "brick", align="left", spacing=0.06, wrap=False
        )
        box = (LEFT + self.wide * 0.42, 6.6, self.wide * 0.58, 9.4)
        yield from self.studio.write(note, box, "text", 9.5, "ink", align="right", floor=8.5)
        ink = self.inks.line("ink")
        yield Path(polyline([(LEFT, TOP), (LEFT + self.wide, TOP)]), stroke=ink, width=0.5)
        for row, region in enumerate(self.tables.regions):
            y = TOP + row * self.line
            yield from self._region(region, (LEFT, y, REGION, self.line))
            for column, colony in enumerate(self._of(region)):
                yield from self._colony(colony, self._cell(column, y))
            yield Path(polyline([(LEFT, y + self.line), (LEFT + self.wide, y + self.line)]), stroke=ink, width=0.2)
        yield from self._heads()

    def _of(self, region: Region) -> list[Colony]:
        """The large colony first, as VTA-7.34 has it."""
        found = [colony for colony in self.tables.colonies if colony.region == region.id]
        return sorted(found, key=lambda colony: colony.size != "large")

    def _measured(self) -> list[float]:
        """How wide each column is: its longest seas, and an equal share of what is left over."""
        font, rows = self.studio.fonts["italic"], [self._of(region) for region in self.tables.regions]
        longest = [
            max(font.width(self._seas(row[n]), SEAS) for row in rows if n < len(row))
            for n in range(max(map(len, rows)))
        ]
        more = (self.wide - REGION - sum(longest)) / len(longest)
        return [one + more for one in longest]

    def _seas(self, colony: Colony) -> str:
        return " · ".join(self.seas[sea] for sea in colony.seas)

    def _cell(self, column: int, y: float) -> Box:
        return LEFT + REGION + sum(self.widths[:column]), y, self.widths[column], self.line

    def _heads(self) -> Iterator[Item]:
        for column in range(len(self.widths)):
            x, _, w, _ = self._cell(column, 0)
            word = self.studio.said("ports-small" if column else "ports-large")
            yield from self.studio.write(word, (x + 1, TOP - 5, w - 2, 4.4), "label", 8.5, "deep", align="left")

    def _region(self, region: Region, box: Box) -> Iterator[Item]:
        x, y, w, h = box
        yield Path(rect(x, y, w - 1.5, h), self.inks.mixed(region.tint, "paper", 0.35))
        yield from self.studio.write(region.key, (x + 1, y, 5, h), "italic", 13, "brick", wrap=False)
        name = region.name.in_language(self.studio.lang).upper()
        yield from self.studio.write(
            name, (x + 6, y + 0.7, w - 7, h / 2), "label-bold", 8.5, "ink", align="left", floor=7.5, wrap=False
        )
        for i in range(region.dots):
            yield Path(ellipse(x + 7 + i * 2.4, y + h * 0.74, 0.9), self.inks.area("ink"))

    def _colony(self, colony: Colony, box: Box) -> Iterator[Item]:
        x, y, w, h = box
        seas = self._seas(colony)
        name = colony.name.in_language(self.studio.lang)
        yield from self.studio.write(
            name, (x + 1, y + 0.7, w - 2, h / 2 - 0.4), "label-bold", 9.5, "ink", align="left", floor=8, wrap=False
        )
        yield from self.studio.write(
            seas,
            (x + 1, y + h / 2 - 0.1, w - 1, h / 2 - 0.5),
            "italic",
            SEAS,
            "deep",
            align="left",
            floor=8,
            wrap=False,
        )
        if len(colony.seas) > 1:
            end = x + 1 + self.studio.fonts["label-bold"].width(name, 9.5) + 3
            yield self._lozenge(end, y + 0.7 + (h / 2 - 0.4) / 2)

    def _lozenge(self, x: float, y: float) -> Path:
        corners = [(x, y - GATE), (x + GATE, y), (x, y + GATE), (x - GATE, y)]
        return Path(polyline(corners, close=True), self.inks.line("deep"))
