"""The board of Canaletto: sixteen palaces in a ring round a framed view, a money track round them all.

Places come from `data/canaletto/board.yaml` (CAN-3.3 to CAN-3.5); this module gives them their looks.
"""

from __future__ import annotations

from collections.abc import Iterator

from venice_pnp.draw.frames import inset
from venice_pnp.draw.ornament import double_rule, gilded_frame, water
from venice_pnp.draw.scene import Box, Group, Item, Path, Scene, ellipse, rect
from venice_pnp.draw.studio import SHOP_BLEED, Studio
from venice_pnp.games.canaletto.tables import MoneyTrack, Palace, Tables
from venice_pnp.kit.models import Shape

ARROWS = {(1, 0): 0.0, (0, 1): 90.0, (-1, 0): 180.0, (0, -1): 270.0}


def draw_board(studio: Studio, shape: Shape) -> Scene:
    """The whole board as one scene."""
    return _Board(studio, shape).scene()


class _Board:
    def __init__(self, studio: Studio, shape: Shape) -> None:
        self.studio, self.inks = studio, studio.inks
        self.tables: Tables = studio.kit.tables
        self.places = self.tables.board
        self.width, self.height = shape.size
        self.ink = self.inks.line("ink")

    def scene(self) -> Scene:
        items = [
            *self._ground(),
            *self._track(),
            *self._rail(),
            *(item for number, palace in enumerate(self.tables.palaces, 1) for item in self._palace(number, palace)),
            *self._picture(),
        ]
        outline = rect(0, 0, self.width, self.height)
        return Scene(self.width, self.height, tuple(items), outline, SHOP_BLEED, self.inks.area("lagoon"))

    def text(self, key: str) -> str:
        return self.studio.kit.texts[key].in_language(self.studio.lang)

    # --- ground -----------------------------------------------------------------------------------------
    def _ground(self) -> Iterator[Item]:
        """The lagoon to the edge, lighter water round the palaces."""
        w, h = self.width, self.height
        whole = (-SHOP_BLEED, -SHOP_BLEED, w + 2 * SHOP_BLEED, h + 2 * SHOP_BLEED)
        yield Path(rect(*whole), self.inks.area("lagoon"))
        light = self.inks.line("shallow") if not self.inks.low else self.inks.mixed("ink", "white", 0.0)
        rim = self._inner()
        top, side = rim[1] - self.places.track.field, rim[0] - self.places.track.field
        for number, box in enumerate(
            (
                (4, 3, w - 8, top - 4),
                (4, h - top + 1, w - 8, top - 4),
                (1, top, side - 2, h - 2 * top),
                (w - side + 1, top, side - 2, h - 2 * top),
            )
        ):
            wave = self.inks.line("ink") if self.inks.low else light
            yield water(box, wave, step=6.5, width=0.35 if not self.inks.low else 0.2, seed=number + 3)
        yield Path(rect(*rim), self.inks.area("shallow"))
        land = [inset(box, -1) for box in (self._panel(), self.places.canal, *map(self._field, self.tables.palaces))]
        width = 0.3 if not self.inks.low else 0.2
        yield water(rim, self.inks.line("lagoon"), step=7, width=width, seed=11, land=land)
        yield from self._credit(top)

    def _credit(self, top: float) -> Iterator[Item]:
        title = self.studio.kit.game.title.in_language(self.studio.lang)
        credit = f"{title} · {self.studio.kit.game.credit.in_language(self.studio.lang)}"
        box = (self.width / 2 - 70, self.height - top / 2 - 4, 140, 8)
        yield Path(rect(*box, 4), self.inks.area("lagoon"))
        yield from self.studio.write(credit, box, "italic", 11, "paper")

    def _inner(self) -> Box:
        """The room inside the money track."""
        t = self.places.track
        x, y = t.corner[0] + t.field, t.corner[1] + t.field
        return x, y, (t.columns - 2) * t.field, (t.rows - 2) * t.field

    # --- money track --------------------------------------------------------------------------------------
    def _track(self) -> Iterator[Item]:
        """CAN-3.4: fields from 0 upward, clockwise from the bottom left corner; one place is left for an ornament."""
        track, numbers = self.places.track, self.tables.numbers
        for number, (x, y) in enumerate(track_fields(track)):
            box = (x, y, track.field, track.field)
            if number > numbers.track_max:
                yield from self._ornament_field(box)
                continue
            stressed = number % track.stressed_every == 0
            start = number == numbers.start_money
            yield from self._money_field(box, number, stressed, start)
        x, y, w, h = self._inner()
        outer = (x - track.field, y - track.field, w + 2 * track.field, h + 2 * track.field)
        yield Path(rect(*outer), stroke=self.ink, width=0.8)
        yield Path(rect(x, y, w, h), stroke=self.ink, width=0.8)

    def _money_field(self, box: Box, number: int, stressed: bool, start: bool) -> Iterator[Item]:
        x, y, w, h = box
        tone = (
            self.inks.mixed("gold", "paper", 0.5)
            if stressed
            else self.inks.mixed("paper", "terrazzo", 0.08 * (number % 2))
        )
        yield Path(rect(*box), tone, self.ink, 0.3)
        if stressed:
            yield from double_rule(inset(box, 1.6), self.ink, 0.9, 0.4, 1.5)
        if start:
            yield Path(
                ellipse(x + w / 2, y + h / 2 - 2.2, 6.6),
                self.inks.area("paper"),
                self.inks.line("brick"),
                0.7,
            )
            yield from self.studio.write(str(number), (x + 3, y + h / 2 - 6.2, w - 6, 8), "number", 20, "brick")
            yield from self.studio.write(self.text("start"), (x + 3, y + h - 7, w - 6, 3.4), "label-bold", 10, "brick")
            return
        yield from self.studio.write(str(number), (x + 3, y + 3, w - 6, h - 6), "number", 24 if stressed else 17)

    def _ornament_field(self, box: Box) -> Iterator[Item]:
        yield Path(rect(*box), self.inks.mixed("brick", "paper", 0.75), self.ink, 0.3)
        yield self.studio.symbols.drawn("crown", inset(box, 5), self.inks, "brick")

    # --- value rail -----------------------------------------------------------------------------------------
    def _rail(self) -> Iterator[Item]:
        """CAN-3.5: spaces in two columns, numbered in the order of sale."""
        rail, panel = self.places.rail, self._panel()
        half = rail.space / 2
        yield Path(rect(*panel, 3), self.inks.area("paper"), self.ink, 0.5)
        yield Path(rect(*inset(panel, 1.3), 2.2), stroke=self.ink, width=0.2)
        yield from self.studio.write(
            self.text("value-rail"),
            (panel[0] + 3, panel[1] + 4, panel[2] - 6, 12),
            "title",
            22,
            "deep",
            spacing=0.1,
        )
        places = [(cx, cy) for cx in rail.columns for cy in rail.rows]
        for number, (cx, cy) in enumerate(places[: self.tables.numbers.values_laid], 1):
            box = (cx - half, cy - half, rail.space, rail.space)
            yield Path(rect(*box, 1.6), self.inks.mixed("gold", "paper", 0.82), self.ink, 0.35)
            yield Path(rect(*inset(box, 2), 1.2), stroke=self.inks.line("gold"), width=0.25)
            yield from self.studio.write(str(number), inset(box, 6), "number", 26, "terrazzo")
        x, y, _, h = self._inner()
        room = panel[0] + panel[2] - x
        yield self.studio.symbols.drawn(
            "ornament/lion-marco", (x + 6, y + 4, room - 8, panel[1] - y - 8), self.inks, "gold"
        )
        below = panel[1] + panel[3]
        yield self.studio.symbols.drawn(
            "ornament/compass", (x + 6, below + 3, room - 8, y + h - below - 6), self.inks, "brick"
        )

    def _panel(self) -> Box:
        """The panel of the rail, with its heading."""
        rail = self.places.rail
        half = rail.space / 2
        left, right = rail.columns[0] - half, rail.columns[-1] + half
        top, low = rail.rows[0] - half, rail.rows[-1] + half
        return left - 4, top - 22, right - left + 8, low - top + 26

    # --- palaces ----------------------------------------------------------------------------------------------
    def _palace(self, number: int, palace: Palace) -> Iterator[Item]:
        """CAN-3.3: facade and room for gondola and column, name bar, three spaces for artworks."""
        b = self.places
        x, y, w, h = self._field(palace)
        strip = strip_height(self.tables)
        tint = b.tints[palace.sestiere]
        yield Path(rect(x, y, w, h), self.inks.area("paper"), self.ink, 0.5)
        yield from self._quay((x, y, w, strip), palace)
        yield from self._name_bar((x, y + strip, w, b.name_bar - 0.5), number, palace, tint)
        yield from self._tile_spaces(palace, tint)
        yield Path(rect(x, y, w, h), stroke=self.ink, width=0.7)

    def _field(self, palace: Palace) -> Box:
        w, h = self.places.palace_field
        return palace.x - w / 2, palace.y - h / 2, w, h

    def _quay(self, strip: Box, palace: Palace) -> Iterator[Item]:
        """The facade on its water line, and beside it the places of the two standees."""
        x, y, w, h = strip
        level = 4.2
        yield Path(rect(*strip), self.inks.mixed("shallow", "paper", 0.7))
        sea = (x, y + h - level, w, level)
        yield Path(rect(*sea), self.inks.mixed("lagoon", "shallow", 0.45))
        yield water(
            sea,
            self.inks.line("paper") if not self.inks.low else self.ink,
            3.2,
            0.25,
            int(palace.x + palace.y),
            0.7,
        )
        spots = standee_boxes(self.tables, palace)
        front = (x + 2, y + 1.2, spots["gondola"][0] - x - 3, h - 2.2 - level * 0.35)
        yield self.studio.symbols.drawn(f"canaletto/palaces/{palace.id}", front, self.inks, palace.wall)
        for symbol, spot in spots.items():
            ground = self.inks.mixed("paper", "shallow", 0.2)
            yield Path(rect(*spot, 3), ground, self.inks.line("terrazzo"), 0.3, dash=(1.4, 1.2))
            yield self.studio.symbols.drawn(symbol, inset(spot, 5.5), self.inks, "terrazzo")

    def _name_bar(self, bar: Box, number: int, palace: Palace, tint: str) -> Iterator[Item]:
        x, y, w, h = bar
        yield Path(rect(*bar), self.inks.area(tint), self.ink, 0.3)
        yield Path(ellipse(x + 7.5, y + h / 2, 5.4), self.inks.area("paper"), self.ink, 0.4)
        yield from self.studio.write(str(number), (x + 2.5, y + 0.5, 10, h - 1), "number", 16)
        yield from self.studio.write(
            palace.name, (x + 14, y + 0.3, w - 24, h * 0.58), "text-bold", 12, floor=10.0, wrap=False
        )
        lang = self.studio.lang
        about = f"{palace.sestiere} · {palace.style.in_language(lang)} · {palace.century.in_language(lang)}"
        yield from self.studio.write(
            about, (x + 14, y + h * 0.58, w - 24, h * 0.3), "label", 7.5, floor=6.5, wrap=False
        )
        yield self._arrow(number, palace, (x + w - 9.5, y + h / 2 - 4, 8, 8))

    def _arrow(self, number: int, palace: Palace, box: Box) -> Group:
        """Points to the next palace of the ring."""
        after = self.tables.palaces[number % len(self.tables.palaces)]
        step = (_sign(after.x - palace.x), _sign(after.y - palace.y))
        return self.studio.symbols.drawn("arrow", box, self.inks, "brick", ARROWS[step])

    def _tile_spaces(self, palace: Palace, tint: str) -> Iterator[Item]:
        for box in tile_boxes(self.tables, palace):
            yield Path(rect(*box, 1.6), self.inks.mixed(tint, "paper", 0.72), self.ink, 0.3)
            yield Path(rect(*inset(box, 1.4), 1), stroke=self.inks.line("terrazzo"), width=0.2)

    # --- the view in the middle -------------------------------------------------------------------------------
    def _picture(self) -> Iterator[Item]:
        """A framed veduta, as the painter would have it."""
        canal = self.places.canal
        frame = inset(canal, 3)
        depth = 11.0
        yield Path(rect(*frame), self.inks.mixed("shallow", "paper", 0.62))
        x, y, w, h = inset(frame, depth)
        sea = (x, y + h * 0.72, w, h * 0.28)
        yield Path(rect(*sea), self.inks.mixed("lagoon", "shallow", 0.6))
        yield water(sea, self.inks.line("lagoon"), 5.5, 0.3 if not self.inks.low else 0.2, 23, 0.7)
        view = (x, y + h - w * 110 / 264 - 2, w, w * 110 / 264)
        drawn = self.studio.symbols.drawn("ornament/bacino", view, self.inks, "#D9B98A")
        yield Group((drawn,), clip=rect(x, y, w, h))
        title = self.studio.kit.game.title.in_language(self.studio.lang).upper()
        yield from self.studio.write(title, (x + 8, y + 7, w - 16, 26), "title", 68, "deep", spacing=0.14, floor=40.0)
        yield from self.studio.write(self.text("subtitle"), (x + 20, y + 36, w - 40, 8), "italic", 15, "ink")
        yield from gilded_frame(frame, self.inks, depth)
        yield Path(rect(*canal), stroke=self.ink, width=0.7)


def strip_height(tables: Tables) -> float:
    """The height of the strip with the facade, above the name bar and the tile spaces."""
    b = tables.board
    return b.palace_field[1] - b.name_bar - b.tile_space - 1


def tile_boxes(tables: Tables, palace: Palace) -> list[Box]:
    """The spaces for artworks at the foot of a palace's field."""
    (w, h), side, count = tables.board.palace_field, tables.board.tile_space, tables.numbers.palace_max
    x, y = palace.x - w / 2, palace.y + h / 2 - side - 0.5
    gap = (w - count * side) / (count + 1)
    return [(x + gap + i * (side + gap), y, side, side) for i in range(count)]


def standee_boxes(tables: Tables, palace: Palace) -> dict[str, Box]:
    """Where gondola and column stand, to the right of the facade."""
    (w, h), strip = tables.board.palace_field, strip_height(tables)
    x, y = palace.x - w / 2, palace.y - h / 2
    wide = 21.0
    return {
        "gondola": (x + w - 2 * wide - 3, y + 2.6, wide, strip - 5.2),
        "column": (x + w - wide - 1.5, y + 2.6, wide, strip - 5.2),
    }


def track_fields(track: MoneyTrack) -> Iterator[tuple[float, float]]:
    """Top left corners of the places: up the left side, along the top, down the right, back along the bottom."""
    (x, y), f = track.corner, track.field
    right, low = x + (track.columns - 1) * f, y + (track.rows - 1) * f
    yield from ((x, low - i * f) for i in range(track.rows))
    yield from ((x + i * f, y) for i in range(1, track.columns))
    yield from ((right, y + i * f) for i in range(1, track.rows))
    yield from ((right - i * f, low) for i in range(1, track.columns - 1))


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
