"""The board of Doge: Venice in its lagoon, the Doge's palace above it, the order of votes below.

Places come from `data/doge/board.yaml` (DOGE-3d); this module and `lagoon.py` give them their looks.
"""

from __future__ import annotations

from collections.abc import Iterator

from venice_pnp.draw.coast import outline, shore
from venice_pnp.draw.frames import inset, ogee
from venice_pnp.draw.inks import mix
from venice_pnp.draw.ornament import chart_border, water
from venice_pnp.draw.scene import Box, Group, Item, Outline, Path, Scene, Segment, ellipse, moved, polyline, rect
from venice_pnp.draw.studio import SHOP_BLEED, Studio
from venice_pnp.games.doge.drawing.lagoon import FRAME, Lagoon
from venice_pnp.games.doge.tables import Tables, VoteField
from venice_pnp.kit.models import Seat, Shape

AROUND = 0.9  # free ground round a place
FRIEZE = 13.4  # mm between the rosettes beside the palace's name
ARCHES = 8  # of the loggia in which advisors stand in the Quarantia


def draw_board(studio: Studio, shape: Shape) -> Scene:
    """The whole board as one scene."""
    return _Board(studio, shape).scene()


class _Board:
    def __init__(self, studio: Studio, shape: Shape) -> None:
        self.studio, self.inks = studio, studio.inks
        self.tables: Tables = studio.kit.tables
        self.places = self.tables.board
        self.seats = studio.kit.seats
        self.width, self.height = shape.size
        self.ink = self.inks.line("ink")
        self.fields = {f.id: f for f in self.tables.fields}

    def scene(self) -> Scene:
        w, h = self.width, self.height
        districts = [f for f in self.tables.fields if f.kind == "district"]
        taken = [box for f in districts for box in self._taken(f)]
        map_ = Lagoon(self.tables, (w, h), self.inks, taken)
        palace, island, giudecca = self._quay(), self._island(), self._giudecca()
        sea = [
            *map_.water([palace, island, giudecca]),
            *self._waves(),
            *map_.land(),
            *self._order(giudecca),
            *self._palace(palace),
            *self._waiting(island),
            *self._ornaments(),
        ]
        inner = (FRAME, FRAME, w - 2 * FRAME, h - 2 * FRAME)
        items: list[Item] = [
            Path(rect(-SHOP_BLEED, -SHOP_BLEED, w + 2 * SHOP_BLEED, h + 2 * SHOP_BLEED), self.inks.area("paper")),
            Group(tuple(sea), clip=rect(*inner)),
            *chart_border(inner, self.inks),
            *(item for field in districts for item in self._district(field)),
        ]
        return Scene(w, h, tuple(items), rect(0, 0, w, h), SHOP_BLEED, self.inks.area("paper"))

    def text(self, key: str) -> str:
        return self.studio.kit.texts[key].in_language(self.studio.lang)

    # --- the sea ----------------------------------------------------------------------
    def _waves(self) -> Iterator[Item]:
        """Swells all over the sea; in low ink the lines along the shores are enough."""
        if not self.inks.low:
            box = (FRAME, FRAME, self.width - 2 * FRAME, self.height - 2 * FRAME)
            yield water(box, self.inks.mixed("shallow", "paper", 0.3), 5.5, 0.25, 5, 0.4)

    def _ornaments(self) -> Iterator[Item]:
        """Compass, ship and title in the water beside the waiting place."""
        x, y, w, h = self.places.rects["waiting"]
        draw = self.studio.symbols.drawn
        yield draw("ornament/compass", (x + 2, y + h - 41, 41, 41), self.inks, "brick")
        yield draw("ornament/ship", (x + w - 33.5, y + h - 43, 24, 24), self.inks, "gold")
        box = (x + w - 43.5, y + h - 18.6, 44, 18)
        yield draw("ornament/cartouche", box, self.inks, "gold")
        title = self.studio.kit.game.title.in_language(self.studio.lang)
        yield from self.studio.write(
            title.upper(), (box[0] + 9, box[1] + 4, box[2] - 18, 10), "title", 22, "deep", spacing=0.12
        )

    # --- a district ---------------------------------------------------------------------------------------
    def _taken(self, field: VoteField) -> Iterator[Box]:
        """Where no roof may stand: all places of a district, with some ground round them."""
        x, y, _, _ = self.places.rects[field.id]
        places = self.places.in_district
        r = self.places.token_circle / 2
        bx, by, bw, bh = self._banner(field)
        boxes = [(bx - 7, by, bw + 14, bh + 1), *places.sites, *places.houses, places.advisors, self._landmark(field)]
        boxes += [(sx - 7, sy + sh / 2 - 2, 4, 4) for sx, sy, _, sh in places.sites[1:]]
        boxes += [(cx - r, cy - r, 2 * r, 2 * r) for cx, cy in places.tokens]
        for bx, by, bw, bh in boxes:
            yield inset((x + bx, y + by, bw, bh), -AROUND)

    def _banner(self, field: VoteField) -> Box:
        """The ribbon with the name, in the middle of the title's room but for what the landmark needs."""
        x, y, w, h = self.places.in_district.title
        wide = self._name_width(field) + 46
        return x + (w - wide) / 2 - 3, y + 0.6, wide, h - 2

    def _landmark(self, field: VoteField) -> Box:
        """A building that everyone knows, between the ribbon and the shore."""
        bx, _, bw, _ = self._banner(field)
        x, y, w, h = self.places.in_district.title
        left = bx + bw + 7.8
        return left, y + 0.8, min(21.0, x + w - left + 1), h

    def _name_width(self, field: VoteField) -> float:
        return self.studio.fonts["title"].width(field.name.in_language(self.studio.lang), 22, 22 * 0.353 * 0.06)

    def _district(self, field: VoteField) -> Iterator[Item]:
        x, y, _, _ = self.places.rects[field.id]
        bx, by, bw, bh = self._banner(field)
        yield from self._ribbon(field, (x + bx, y + by, bw, bh))
        lx, ly, lw, lh = self._landmark(field)
        yield self.studio.symbols.drawn(f"doge/landmarks/{field.id}", (x + lx, y + ly, lw, lh), self.inks, "brick")
        for cost, (sx, sy, sw, sh) in zip(self.tables.numbers.sites, self.places.in_district.sites, strict=True):
            yield from self._site(cost, (x + sx, y + sy, sw, sh), field)
        yield Group(tuple(self._grounds()), moved(x, y), key=f"doge/grounds {self.inks.edition}")

    def _grounds(self) -> Iterator[Item]:
        """What is the same in all districts: ground for houses, circles for tokens, a square for advisors."""
        places = self.places.in_district
        _, _, w, h = self.places.rects["cannaregio"]
        yield Path(rect(0, 0, w, h))  # an unpainted path that says how far the drawing reaches
        for sx, sy, _, sh in places.sites[1:]:
            yield self._chevron(sx - 5, sy + sh / 2)
        for seat, box in zip(self.seats, places.houses, strict=True):
            yield from self._houses(seat, box)
        for seat, (tx, ty) in zip(self.seats, places.tokens, strict=True):
            yield from self._token(seat, tx, ty)
        yield from self._campo(places.advisors)

    def _ribbon(self, field: VoteField, box: Box) -> Iterator[Item]:
        """Symbol, name and code on a ribbon."""
        x, y, w, h = box
        paper, shade = self.inks.area("paper"), self.inks.mixed("paper", "terrazzo", 0.35)
        for side in (-1, 1):
            end = x if side < 0 else x + w
            tail = [
                (end - side * 4, y + 2.4),
                (end + side * 7, y + 2.4),
                (end + side * 3.6, y + h / 2 + 1.4),
                (end + side * 7, y + h + 1.2),
                (end - side * 4, y + h + 1.2),
            ]
            yield Path(polyline(tail, close=True), shade, self.ink, 0.35)
        yield Path(rect(x, y, w, h, 1.2), paper, self.ink, 0.45)
        yield Path(rect(*inset(box, 0.9), 0.7), stroke=self.inks.line("brick"), width=0.25)
        medal = x + 9.5
        yield Path(ellipse(medal, y + h / 2, 6.9), self.inks.area(field.tint), self.ink, 0.45)
        yield self.studio.symbols.drawn(
            f"doge/{field.symbol}", (medal - 4.8, y + h / 2 - 4.8, 9.6, 9.6), self.inks, "ink"
        )
        name = field.name.in_language(self.studio.lang)
        yield from self.studio.write(
            name, (x + 17.5, y + 2.4, w - 35, h - 4.8), "title", 22, "ink", spacing=0.06, wrap=False
        )
        yield from self.studio.write(field.code, (x + w - 16.5, y + 2, 13, h - 4), "number", 15, "brick", wrap=False)

    def _site(self, cost: int, box: Box, field: VoteField) -> Iterator[Item]:
        """DOGE-3.5: a building site with its cost."""
        x, y, w, h = box
        yield Path(rect(*box, 1.4), self.inks.area("paper"), self.ink, 0.55)
        yield Path(rect(*inset(box, 1.1), 0.8), stroke=self.ink, width=0.2)
        ghost = self.inks.mixed(field.tint, "paper", 0.55)
        line = self.ink if self.inks.low else self.inks.mixed("terrazzo", "paper", 0.2)
        yield Path(ogee((x + w / 2 - 8.4, y + 3, 16.8, h - 4.1), 7.5), ghost, line, 0.2)
        yield from self.studio.write(str(cost), (x + 3, y + 6.4, w - 6, h - 9.4), "number", 36, "ink")

    def _chevron(self, x: float, y: float) -> Path:
        return Path(
            polyline([(x - 1.1, y - 2), (x + 1.1, y), (x - 1.1, y + 2)]), stroke=self.inks.line("brick"), width=0.9
        )

    def _houses(self, seat: Seat, box: Box) -> Iterator[Item]:
        """Ground for the houses of one colour."""
        x, y, w, h = box
        yield Path(rect(*box, 1.8), self.inks.mixed(seat.hex, "paper", 0.74))
        tone = self.ink if self.inks.low else mix(seat.hex, self.inks.area("paper"), 0.55)
        yield self.studio.patterned(seat.pattern, box, tone, rect(*box, 1.8))
        yield Path(rect(*inset(box, 2.6), 0.8), self.inks.mixed(seat.hex, "paper", 0.82))
        yield Path(rect(*box, 1.8), stroke=self.ink, width=0.45)
        yield self.studio.symbols.drawn(seat.emblem, (x + w / 2 - 5, y + h / 2 - 5, 10, 10), self.inks, seat.hex)

    def _token(self, seat: Seat, x: float, y: float) -> Iterator[Item]:
        """A circle for the vote tokens of one colour."""
        r = self.places.token_circle / 2
        yield Path(ellipse(x, y, r), self.inks.area("paper"), self.ink, 0.5)
        yield Path(ellipse(x, y, r - 1.2), None, self.inks.line(seat.hex), 1.3 if not self.inks.low else 0.2)
        yield self.studio.symbols.drawn(seat.emblem, (x - 3.6, y - 3.6, 7.2, 7.2), self.inks, seat.hex)

    def _campo(self, box: Box) -> Iterator[Item]:
        """A paved square on which advisors stand."""
        x, y, w, h = box
        yield Path(rect(*box, 3), self.inks.mixed("paper", "terrazzo", 0.16))
        if not self.inks.low:
            yield self.studio.patterned("terrazzo", box, self.inks.mixed("paper", "terrazzo", 0.28), rect(*box, 3), 0.8)
        yield Path(rect(*box, 3), stroke=self.ink, width=0.45)
        for i in range(3):
            yield Path(
                ellipse(x + (i + 0.5) * w / 3, y + h / 2, 12.3),
                self.inks.area("paper"),
                self.ink,
                0.25,
                dash=(1.2, 1.0),
            )

    # --- the Quarantia in the Doge's palace -----------------------------------------------------------------
    def _quay(self) -> Outline:
        x, y, w, h = self.places.rects["quarantia"]
        return outline(
            shore(
                [(x - 2, y - 8, 2), (x + w + 3, y - 8, 2), (x + w + 3, y + h + 2.4, 5), (x - 2, y + h + 2.4, 5)], 0.5, 3
            )
        )

    def _palace(self, quay: Outline) -> Iterator[Item]:
        """The palace's front: a wall of lozenges, oculi for the tokens, a loggia for the advisors."""
        field = self.fields["quarantia"]
        x, y, w, h = self.places.rects["quarantia"]
        places = self.places.in_quarantia
        yield Path(quay, self.inks.mixed("paper", "terrazzo", 0.3), self.ink, 0.5)
        wall = (x + 1, y + 1.5, w - 2, h - 1.5)
        yield Path(rect(wall[0], y - 8, wall[2], 9.5), self.inks.mixed("shallow", "paper", 0.35))
        yield Path(self._merlons(wall), self.inks.area("paper"), self.ink, 0.3)
        yield Path(rect(*wall), self.inks.area(field.tint))
        tone = self.inks.mixed("brick", field.tint, 0.72) if not self.inks.low else self.ink
        yield self._lozenges(wall, tone)
        yield Path(rect(*wall), stroke=self.ink, width=0.55)
        yield from self._title_band(field, places.title)
        yield from self._loggia(places.advisors)
        yield from self._arcade((x + 4, y + h - 24, places.advisors[0] - 8, 24))
        middle = sum(tx for tx, _ in places.tokens) / len(places.tokens)
        lion = (x + middle - 10, y + places.title[1] + places.title[3] + 0.6, 20, 16.2)
        yield self.studio.symbols.drawn("ornament/lion-marco", lion, self.inks, "gold")
        for seat, (tx, ty) in zip(self.seats, places.tokens, strict=True):
            yield Path(
                ellipse(x + tx, y + ty, self.places.token_circle / 2 + 1.6), self.inks.area("paper"), self.ink, 0.4
            )
            yield from self._token(seat, x + tx, y + ty)

    def _merlons(self, wall: Box) -> Outline:
        x, y, w, _ = wall
        count = round(w / 5.4)
        step = w / count
        out: list[Segment] = []
        for i in range(count):
            left = x + i * step
            m = left + step / 2
            out += (
                ("M", left + 0.5, y),
                ("L", left + 0.9, y - 1.6),
                ("L", m - 0.5, y - 2.1),
                ("L", m, y - 3.9),
                ("L", m + 0.5, y - 2.1),
                ("L", left + step - 0.9, y - 1.6),
                ("L", left + step - 0.5, y),
                ("Z",),
            )
        return tuple(out)

    def _lozenges(self, wall: Box, tone: str) -> Group:
        """The pink and white diaper of the upper wall."""
        x, y, w, h = wall
        wide, high = 7.0, 4.6
        marks: list[Segment] = []
        for row in range(int(h / high) + 2):
            for column in range(int(w / wide) + 2):
                cx, cy = x + column * wide + (wide / 2 if row % 2 else 0), y + row * high
                marks += polyline([(cx, cy - 1.6), (cx + 2.4, cy), (cx, cy + 1.6), (cx - 2.4, cy)], close=True)
        path = Path(tuple(marks), stroke=tone, width=0.2) if self.inks.low else Path(tuple(marks), tone)
        return Group((path,), clip=rect(*wall))

    def _title_band(self, field: VoteField, title: Box) -> Iterator[Item]:
        """The name above the loggia, where no joint of two sheets runs through it, in a frieze of rosettes."""
        x, y, w, _ = self.places.rects["quarantia"]
        _, ty, _, th = title
        band = (x + 1, y + ty - 0.5, w - 2, th - 0.5)
        yield Path(rect(*band), self.inks.area("paper"), self.ink, 0.45)
        yield Path(rect(*inset(band, 1)), stroke=self.inks.line("gold"), width=0.3)
        wide = self._name_width(field) + 46
        loggia, _, room, _ = self.places.in_quarantia.advisors
        left = x + loggia + (room - wide) / 2
        yield from self._ribbon_text(field, (left, y + ty, wide, th - 1.5))
        beside = [left - 6 - number * FRIEZE for number in range(int((left - x - 10) / FRIEZE) + 1)]
        right = left + wide
        beside += [right + 6 + number * FRIEZE for number in range(int((x + w - right - 10) / FRIEZE) + 1)]
        for at in beside:
            yield from self._quatrefoil(at, band[1] + band[3] / 2, 3.4)

    def _ribbon_text(self, field: VoteField, box: Box) -> Iterator[Item]:
        x, y, w, h = box
        medal = x + 9.5
        yield Path(ellipse(medal, y + h / 2, 5.6), self.inks.area(field.tint), self.ink, 0.4)
        yield self.studio.symbols.drawn(
            f"doge/{field.symbol}", (medal - 4.2, y + h / 2 - 4.2, 8.4, 8.4), self.inks, "ink"
        )
        name = field.name.in_language(self.studio.lang)
        yield from self.studio.write(
            name, (x + 17.5, y + 2.4, w - 35, h - 4.8), "title", 22, "ink", spacing=0.06, wrap=False
        )
        yield from self.studio.write(field.code, (x + w - 16.5, y + 2, 13, h - 4), "number", 15, "brick", wrap=False)

    def _loggia(self, area: Box) -> Iterator[Item]:
        """Great pointed arches; an advisor stands in each."""
        qx, qy, _, _ = self.places.rects["quarantia"]
        x, y, w, h = qx + area[0], qy + area[1], area[2], area[3]
        yield Path(rect(x - 2, y - 3.5, w + 4, h + 5.5), self.inks.mixed("paper", "terrazzo", 0.18), self.ink, 0.45)
        step = w / ARCHES
        inner = [(x + i * step + 2.3, y + 0.2, step - 4.6, h - 0.2) for i in range(ARCHES)]
        for i in range(ARCHES):
            yield Path(
                ogee((x + i * step + 1.3, y - 1.5, step - 2.6, h + 1.5), 25), self.inks.area("paper"), self.ink, 0.45
            )
        yield Group(tuple(self._view((x, y, w, h))), clip=tuple(s for box in inner for s in ogee(box, 23.4)))
        for i, box in enumerate(inner):
            yield Path(ogee(box, 23.4), None, self.ink, 0.3)
            yield Path(
                ellipse(x + (i + 0.5) * step, y + h - 14.2, 12.8),
                self.inks.area("paper"),
                self.ink,
                0.3,
                dash=(1.2, 1.0),
            )
            if i:
                yield from self._quatrefoil(x + i * step, y + 4.6, 3.0)
        yield Path(rect(x - 2, y + h, w + 4, 2), self.inks.area("paper"), self.ink, 0.35)

    def _view(self, box: Box) -> Iterator[Item]:
        """What is seen through the arches: sky, far islands, the lagoon and a floor of marble."""
        x, y, w, h = box
        horizon, floor = y + h * 0.5, y + h * 0.72
        yield Path(rect(*box), self.inks.mixed("shallow", "paper", 0.55))
        yield Path(rect(x, horizon, w, h), self.inks.mixed("lagoon", "shallow", 0.75))
        tone, line = (
            self.inks.mixed("lagoon", "shallow", 0.5),
            self.ink if self.inks.low else self.inks.mixed("lagoon", "ink", 0.2),
        )
        for at, kind in (
            (0.05, "tower"),
            (0.16, "dome"),
            (0.21, "tower"),
            (0.33, "wall"),
            (0.44, "dome"),
            (0.55, "tower"),
            (0.58, "wall"),
            (0.69, "dome"),
            (0.8, "wall"),
            (0.83, "tower"),
            (0.94, "dome"),
        ):
            yield Path(_far(x + at * w, horizon, kind), tone, line, 0.2)
        yield Path(polyline([(x, horizon), (x + w, horizon)]), stroke=line, width=0.25)
        wave = self.ink if self.inks.low else self.inks.mixed("shallow", "paper", 0.4)
        yield water((x, horizon + 1, w, floor - horizon - 2), wave, 4, 0.25, 8)
        yield Path(rect(x, floor, w, y + h - floor), self.inks.mixed("terrazzo", "paper", 0.6), self.ink, 0.25)
        yield Path(rect(x, floor - 1.6, w, 1.6), self.inks.area("paper"), self.ink, 0.25)

    def _quatrefoil(self, x: float, y: float, r: float) -> Iterator[Item]:
        yield Path(ellipse(x, y, r), self.inks.area("paper"), self.ink, 0.35)
        k = r * 0.36
        lobes = [s for dx, dy in ((0, -k), (k, 0), (0, k), (-k, 0)) for s in ellipse(x + dx, y + dy, k * 0.95)]
        yield Path(tuple(lobes), self.inks.mixed("brick", "paper", 0.3), self.ink, 0.2)

    def _arcade(self, box: Box) -> Iterator[Item]:
        """The open hall on the ground, with a row of quatrefoils above it."""
        x, y, w, h = box
        yield Path(rect(*box), self.inks.mixed("paper", "terrazzo", 0.18), self.ink, 0.45)
        count = round(w / 11)
        step = w / count
        for i in range(count):
            left = x + i * step
            yield Path(
                ogee((left + 1, y + 7.2, step - 2, h - 7.2), 7.5),
                self.inks.mixed("deep", "paper", 0.55),
                self.ink,
                0.35,
            )
            yield from self._quatrefoil(left + step / 2, y + 3.6, 2.5)

    # --- where advisors wait ----------------------------------------------------------------------------------
    def _island(self) -> Outline:
        """An island round the waiting places (DOGE-3.4)."""
        x, y, w, _ = self.places.rects["waiting"]
        upper = [p for a, p in self.places.waiting_places.items() if not a.startswith("quarantia")]
        lower = [p for a, p in self.places.waiting_places.items() if a.startswith("quarantia")]
        r = self.places.waiting_circle / 2 + 3
        low, left, right = upper[0][1] + r, lower[0][0] - r - 2, lower[-1][0] + r + 2
        foot = lower[0][1] + r + 1
        corners = [
            (x - 1.5, y - 1.5, 12),
            (x + w + 1.5, y - 1.5, 12),
            (x + w + 1.5, low + 1, 15),
            (right, low + 1, 9),
            (right, foot, 15),
            (left, foot, 15),
            (left, low + 1, 9),
            (x - 1.5, low + 1, 15),
        ]
        return outline(shore(corners, 0.9, 5))

    def _waiting(self, island: Outline) -> Iterator[Item]:
        x, y, w, h = self.places.rects["waiting"]
        paving = self.inks.mixed("paper", "terrazzo", 0.2)
        inner: list[Item] = [Path(island, paving)]
        if not self.inks.low:
            inner.append(
                self.studio.patterned(
                    "terrazzo",
                    (x, y, w, h),
                    self.inks.mixed("paper", "terrazzo", 0.34),
                    rect(x - 6, y - 6, w + 12, h + 12),
                    1.5,
                )
            )
        inner.append(Path(island, stroke=self.inks.area("paper"), width=2.6))
        yield Group(tuple(inner), clip=island)
        yield Path(island, stroke=self.ink, width=0.55)
        label = (x + w / 2 - 48, y + 0.6, 96, 7.4)
        yield Path(rect(*label, 3.7), self.inks.area("paper"), self.ink, 0.3)
        yield from self.studio.write(
            self.text("board-waiting"), inset(label, 1.5), "title", 13, "ink", spacing=0.05, floor=10, wrap=False
        )
        homes = {a.id: a for a in self.tables.advisors}
        r = self.places.waiting_circle / 2
        for name, (cx, cy) in self.places.waiting_places.items():
            advisor = homes[name]
            field = self.fields[advisor.home]
            yield Path(ellipse(cx, cy, r), self.inks.area(field.tint), self.ink, 0.5)
            yield Path(ellipse(cx, cy, r - 1.2), self.inks.area("paper"), self.ink, 0.25)
            lift = 2.2 if advisor.number else 0.0
            yield self.studio.symbols.drawn(f"doge/{field.symbol}", (cx - 7, cy - 7 - lift, 14, 14), self.inks, "deep")
            if advisor.number:
                yield from self.studio.write(
                    advisor.number, (cx - 5, cy + 5.6, 10, 4.4), "number", 12, "ink", wrap=False
                )

    # --- order of votes ---------------------------------------------------------------------------------------
    def _giudecca(self) -> Outline:
        """A long island in the south with the two rows of order places."""
        brown, blue = (self.places.order_places[s.id] for s in self.tables.sets)
        count = len(self.tables.fields)
        left, top = brown.first[0] - 2.6, brown.first[1] - 3
        right = blue.first[0] + (count - 1) * blue.step + blue.size[0] + 2.6
        low = self.height
        return outline(shore([(left, top, 5), (right, top, 5), (right, low + 8, 2), (left, low + 8, 2)], 0.8, 9))

    def _order(self, island: Outline) -> Iterator[Item]:
        count = len(self.tables.fields)
        brown, blue = self.tables.sets
        ends = self.places.order_places[brown.id]
        begins = self.places.order_places[blue.id]
        gap = ends.first[0] + (count - 1) * ends.step + ends.size[0]
        middle = (gap + begins.first[0]) / 2
        halves = (
            Path(rect(0, ends.first[1] - 10, middle, 90), self.inks.mixed(brown.hex, "paper", 0.6)),
            Path(rect(middle, ends.first[1] - 10, self.width, 90), self.inks.mixed(blue.hex, "paper", 0.6)),
            Path(island, stroke=self.inks.area("paper"), width=2.6),
        )
        yield Group(halves, clip=island)
        yield Path(island, stroke=self.ink, width=0.55)
        for one in self.tables.sets:
            row = self.places.order_places[one.id]
            for number in range(count):
                box = (row.first[0] + number * row.step, row.first[1], *row.size)
                yield from self._order_place(one.hex, one.pattern, number + 1, box)
        yield from self._plaque((gap + 1.6, ends.first[1] + 1, begins.first[0] - gap - 3.2, ends.size[1] - 2))

    def _order_place(self, colour: str, pattern: str, number: int, box: Box) -> Iterator[Item]:
        x, y, w, h = box
        tone = self.ink if self.inks.low else mix(colour, self.inks.area("paper"), 0.35)
        yield Path(rect(*box, 2.6), self.inks.mixed(colour, "paper", 0.25))
        yield self.studio.patterned(pattern, box, tone, rect(*box, 2.6), 0.8)
        yield Path(rect(*inset(box, 3.4), 1.6), self.inks.area("paper"), self.ink, 0.3)
        yield Path(rect(*box, 2.6), stroke=self.ink, width=0.5)
        yield from self.studio.write(
            str(number), (x + 6, y + 12, w - 12, h - 24), "number", 44, colour if not self.inks.low else "ink"
        )

    def _plaque(self, box: Box) -> Iterator[Item]:
        """Which row counts in which round (DOGE-3.6)."""
        x, y, w, h = box
        yield Path(rect(*box, 2), self.inks.area("paper"), self.ink, 0.5)
        yield Path(rect(*inset(box, 0.8), 1.4), stroke=self.inks.line("gold"), width=0.35)
        yield self.studio.symbols.drawn("doge/corno", (x + w / 2 - 5.5, y + h / 2 - 5.5, 11, 11), self.inks, "brick")
        brown, blue = self.tables.sets
        for one, key, top, turn in ((brown, "board-brown", y + 2.6, 180.0), (blue, "board-blue", y + h - 18.6, 0.0)):
            arrow = top - 1 if turn else top + 9.6
            yield self.studio.symbols.drawn("arrow", (x + w / 2 - 4, arrow, 8, 8), self.inks, one.hex, turn)
            words = top + 6.2 if turn else top - 0.6
            room = (x + 2.3, words, w - 4.6, 10.4)
            yield from self.studio.write(
                self.text(key), room, "label-bold", 11, one.hex, floor=10, leading=1.05, hyphens=False
            )


def _far(x: float, y: float, kind: str) -> Outline:
    """A far building on the horizon: a church with its dome, a bell tower or a row of houses."""
    if kind == "tower":
        return polyline([(x - 0.9, y), (x - 0.9, y - 9), (x, y - 12.5), (x + 0.9, y - 9), (x + 0.9, y)], close=True)
    if kind == "wall":
        steps = [
            (-7, 0),
            (-7, -2.4),
            (-4.6, -2.4),
            (-4.6, -3.6),
            (-1.4, -3.6),
            (-1.4, -2),
            (2, -2),
            (2, -3),
            (5.4, -3),
            (5.4, 0),
        ]
        return polyline([(x + dx, y + dy) for dx, dy in steps], close=True)
    return (
        ("M", x - 6, y),
        ("L", x - 6, y - 3.4),
        ("L", x - 3.2, y - 3.4),
        ("C", x - 3.2, y - 7.4, x - 1, y - 8.2, x, y - 9.6),
        ("C", x + 1, y - 8.2, x + 3.2, y - 7.4, x + 3.2, y - 3.4),
        ("L", x + 6, y - 3.4),
        ("L", x + 6, y),
        ("Z",),
    )
