"""The palace sheet: card spaces that the board has no room for."""

from __future__ import annotations

from collections.abc import Iterator

from venice_pnp.draw.frames import inset, ogee
from venice_pnp.draw.scene import Box, Item, Path, Scene, Text, ellipse, rect
from venice_pnp.draw.studio import Studio
from venice_pnp.games.venetia.tables import Tables
from venice_pnp.kit.models import Point, Shape

CARD = (64.0, 89.0)  # 1 mm larger than a card
RIM = 3.0
BELOW = 3.0  # mm from a last line to the next paragraph


def draw_palace(studio: Studio, shape: Shape) -> Scene:
    return _Palace(studio, shape).scene()


class _Palace:
    def __init__(self, studio: Studio, shape: Shape) -> None:
        self.studio, self.inks = studio, studio.inks
        self.tables: Tables = studio.kit.tables
        self.size = shape.size
        self.ink = self.inks.line("ink")
        self.places = self.tables.board.palace_sheet
        every = [self.places.doge, *self.places.family_boxes.values()]
        self.left, self.right = min(p[0] for p in every), max(p[0] for p in every)
        self.top, self.low = min(p[1] for p in every), max(p[1] for p in every)

    def scene(self) -> Scene:
        w, h = self.size
        whole: Box = (0.2, 0.2, w - 0.4, h - 0.4)
        items: list[Item] = [
            Path(rect(0, 0, w, h), self.inks.area("paper")),
            Path(rect(*whole, 2), stroke=self.ink, width=0.4),
            *self._space(self.places.doge, "palace-doge", "doge/corno", "brick"),
            *self._space(self.places.threat_deck, "palace-threats", "venetia/deck/threat", "brick"),
            *self._space(self.places.threats_used, "palace-used", "venetia/enemy", "terrazzo"),
            *self._reminder((self.right, self.top)),
        ]
        for seat in self.studio.kit.seats:
            items += self._family(seat.id)
        return Scene(w, h, tuple(items), rect(0, 0, w, h), 0.0, self.inks.area("paper"))

    def _box(self, at: Point) -> Box:
        """The card space at a place of the data, moved together so that it fits every paper."""
        (w, h), (cw, ch) = self.size, CARD
        x = RIM + (at[0] - self.left) / (self.right - self.left) * (w - 2 * RIM - cw)
        y = RIM + (at[1] - self.top) / (self.low - self.top) * (h - 2 * RIM - ch)
        return x, y, cw, ch

    def text(self, key: str) -> str:
        return self.studio.said(key)

    def _space(self, at: Point, key: str, symbol: str, colour: str) -> Iterator[Item]:
        box = self._box(at)
        x, y, w, _ = box
        yield Path(rect(*box, 3), self.inks.mixed(colour, "paper", 0.82), self.ink, 0.5)
        yield Path(ogee(inset(box, 3.4), 13), self.inks.area("paper"), self.ink, 0.3)
        yield self.studio.symbols.drawn(symbol, (x + 18, y + 22.4, w - 36, w - 36), self.inks, colour)
        yield from self.studio.write(
            self.text(key), (x + 7, y + 53.6, w - 14, 9.4), "title", 15, "ink", spacing=0.04, floor=11
        )
        note = self.text(f"{key}-note")
        yield from self.studio.write(note, (x + 7, y + 67.4, w - 14, 14), "text", 10, "ink", floor=9, valign="top")

    def _family(self, colour: str) -> Iterator[Item]:
        """A family box: where a player lays cards face down for the next election (VTA-5.9)."""
        seat = {seat.id: seat for seat in self.studio.kit.seats}[colour]
        family = {family.colour: family for family in self.tables.families}[colour]
        box = self._box(self.places.family_boxes[colour])
        x, y, w, _ = box
        yield Path(rect(*box, 3), self.inks.area(seat.hex), self.ink, 0.5)
        if self.inks.low:
            yield self.studio.patterned(seat.pattern, box, self.ink, rect(*box, 3))
        yield Path(rect(*inset(box, 4), 1.5), self.inks.area("paper"), self.ink, 0.3)
        yield self.studio.symbols.drawn(
            f"venetia/family/{colour}",
            (x + 18, y + 13, w - 36, 32),
            self.inks,
            seat.hex if colour != "yellow" else "#1F4E9C",
        )
        name = family.name.in_language(self.studio.lang)
        yield from self.studio.write(name, (x + 7, y + 49, w - 14, 9), "title", 18, "ink", spacing=0.05, wrap=False)
        yield Path(ellipse(x + w / 2, y + 62.8, 4.4), self.inks.area("paper"), self.ink, 0.3)
        yield self.studio.symbols.drawn(seat.emblem, (x + w / 2 - 2.6, y + 60.2, 5.2, 5.2), self.inks, "ink")
        yield from self.studio.write(
            self.text("palace-family"), (x + 8, y + 70.6, w - 16, 11.4), "text", 10, "ink", floor=9, valign="top"
        )

    def _reminder(self, at: Point) -> Iterator[Item]:
        """What to do with all this, in few words."""
        x, y, w, h = self._box(at)
        title = self.studio.kit.game.title.in_language(self.studio.lang)
        yield self.studio.symbols.drawn("ornament/lion-marco", (x + 12, y + 1, w - 24, 27), self.inks, "gold")
        yield from self.studio.write(title.upper(), (x + 2, y + 29, w - 4, 9), "title", 20, "deep", spacing=0.1)
        yield Path(rect(x + 14, y + 40, w - 28, 0.3), self.inks.line("gold"))
        top, low = y + 43, y + h - 1
        for paragraph in self.text("palace-how").split("\n"):
            lines = self.studio.write(
                paragraph, (x + 2, top, w - 4, low - top), "text", 10, "ink", floor=9, align="left", valign="top"
            )
            yield from lines
            top = max(line.y for line in lines if isinstance(line, Text)) + BELOW
