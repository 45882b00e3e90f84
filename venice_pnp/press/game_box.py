"""A box for the whole game: a lid with the cover, a tray with the back of the box, each a floor and four walls of card.

No sheet holds a whole half of it, so the floor and every wall are pieces of their own: the walls are glued to a ring,
and the floor on the tabs below them. How large it is, and that all goes in: `box_size.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct, structs

from venice_pnp.draw.engraving import RULED
from venice_pnp.draw.frames import inset
from venice_pnp.draw.ornament import double_rule
from venice_pnp.draw.scene import Box, Group, Item, Matrix, Outline, Path, fit, moved, polyline, rect, times, transform
from venice_pnp.press.box_size import FOOT, SLIDE, Lying, inside_of, room_on
from venice_pnp.press.boxes import PAST, STOCK, Wanted
from venice_pnp.press.camera import oblique, oblique_height
from venice_pnp.press.guide import GAME_BOX, GuideText
from venice_pnp.press.guide_pages import LEAST_VIEW, VIEW
from venice_pnp.press.pages import BLEED, Layout, Page, Printed
from venice_pnp.press.parts import to_fold
from venice_pnp.press.tableau import Thing

DASH, LINE = (2.0, 1.4), 0.2
LID = 0.6  # of the tray's height
SLANT = 4.0  # mm by which a tab is narrower at its edge
GAP = 2.5  # mm between walls on a sheet: the bleed of the next one, and a little
FRAMED = 4.0  # mm from a cut to the gold rule
ABOVE, BELOW = "lagoon", "deep"  # the water on the lid, and on the tray
PLATE = (122.0, 17.0)  # mm, the paper label on the lid
COUNT = 7.0  # mm, the column of counts on the back
SAID = 0.68  # of the back: how wide its sentence is set


class BoxPart(Struct, frozen=True):
    """A piece of the box, flat: its size, its cut line, its folds, and what is on it, which runs past the cut where no
    tab is."""

    size: tuple[float, float]
    cut: Outline
    bled: Outline
    folds: tuple[Outline, ...]
    items: tuple[Item, ...]
    dark: tuple[Outline, ...] = ()  # cuts through a dark ground, where only a light line shows


def game_box(layout: Layout, boxes: Sequence[Wanted], cover: Group, table: list[Thing]) -> Printed:
    """Its sheets: lid, back, and the walls of both."""
    return _GameBox(layout, boxes, cover, table).printed()


class _GameBox(GuideText):
    def __init__(self, layout: Layout, boxes: Sequence[Wanted], cover: Group, table: list[Thing]) -> None:
        super().__init__(layout, layout.paper.size[0])
        self.cover, self.table, self.tab = cover, table, self.kit.shared.making.tab
        self.title = self.kit.game.title.in_language(self.lang)
        self.tray = inside_of(self.kit, boxes, layout.paper)
        self.lid = (self.tray[0] + SLIDE, self.tray[1] + SLIDE, round(self.tray[2] * LID, 1))

    def printed(self) -> Printed:
        walls = [
            self._wall(half, lid, long)
            for half, lid in ((self.lid, True), (self.tray, False))
            for long in (True, True, False, False)
        ]
        floors = [self._floor(self.lid, self._front, True), self._floor(self.tray, self._back, False)]
        runs = [*([floor] for floor in floors), *self._beside(walls)]
        title = self.word(f"file-{GAME_BOX}")
        pages = [self._page(title, n, len(runs), run) for n, run in enumerate(runs, 1)]
        return Printed(GAME_BOX, title, STOCK, len(pages), tuple(pages), None, alternative=True)

    def _page(self, title: str, number: int, count: int, parts: Sequence[BoxPart]) -> Page:
        """Pieces side by side in the middle of a sheet."""
        (w, h), foot = self.layout.paper.size, FOOT
        wide = _abreast(parts)
        x = left = (w - wide + (BLEED if parts[0].folds else 0.0)) / 2
        items: list[Item] = []
        for part in parts:
            y = (h - foot - part.size[1]) / 2
            art = Group(part.items, clip=part.bled)
            folds = [line for fold in part.folds for line in to_fold(fold, DASH)]
            edge = Path(part.cut, stroke=self.ink, width=LINE)
            light = [Path(cut, stroke=self.studio.inks.area("paper"), width=LINE) for cut in part.dark]
            items.append(Group((art, *folds, edge, *light), moved(x, y)))
            x += part.size[0] + GAP
        items += self.layout.foot((title, STOCK, number, count), "front")
        high = max(part.size[1] for part in parts)
        trim = (left, (h - foot - high) / 2, wide, high)
        return Page(number, "front", (w, h), (), tuple(items), (), trim, f"{title} {number}")

    def _beside(self, walls: Sequence[BoxPart]) -> Iterator[list[BoxPart]]:
        """On as few sheets as have room for them, the widest first, each where most room is left."""
        room, widest = room_on(self.layout.paper)[0], sorted(walls, key=lambda wall: -wall.size[0])
        for count in range(1, len(walls) + 1):
            runs: list[list[BoxPart]] = [[] for _ in range(count)]
            for wall in widest:
                min(runs, key=_abreast).append(wall)
            if BLEED + max(map(_abreast, runs)) <= room:  # to the right is a tab
                break
        yield from runs

    # --- floors ---------------------------------------------------------------------------------------
    def _floor(self, half: Lying, draw: Callable[[Box, Box], Iterable[Item]], dark: bool) -> BoxPart:
        """A panel: the tabs are at the walls, so that it may be as wide as the sheet."""
        panel = (0.0, 0.0, half[0], half[1])
        bled = inset(panel, -min(BLEED, (room_on(self.layout.paper)[0] - half[0]) / 2))
        ground = Path(rect(*bled), self.studio.inks.area("paper"))
        cuts = (rect(*panel),) if dark and not self.studio.inks.low else ()
        return BoxPart(half[:2], rect(*panel), rect(*bled), (), (ground, *draw(panel, bled)), cuts)

    def _front(self, panel: Box, bled: Box) -> Iterator[Item]:
        """The lid: the cover, and below it what one asks first."""
        inks, (x, y, w, h) = self.studio.inks, panel
        if not inks.low:
            yield from self._waves(bled, ABOVE)
        yield from double_rule(inset(panel, FRAMED), inks.line("gold"), 1.0, 0.4, 1.5)
        low = PLATE[1] + 14.0
        place = fit(RULED[2:], (x + 9, y + 9, w - 18, h - 9 - low), RULED[:2])
        yield Path(transform(rect(*RULED), place), inks.area("paper"))
        yield structs.replace(self.cover, matrix=place)
        plate = (x + (w - PLATE[0]) / 2, y + h - low + 4.5, *PLATE)
        yield Path(rect(*plate, 1.5), inks.area("paper"), self.ink, 0.3)
        yield Path(rect(*inset(plate, 1.0), 1.0), stroke=self.gold, width=0.3)
        said = (" · ".join(self._facts()), self.kit.game.credit.in_language(self.lang))
        for n, (text, font, colour) in enumerate(zip(said, ("text-bold", "italic"), ("brick", "ink"), strict=True)):
            line = (plate[0] + 4, plate[1] + 4.0 + n * 6.2, plate[2] - 8)
            yield from self._centred(text, line, font, 11, colour)

    def _back(self, panel: Box, _: Box) -> Iterator[Item]:
        """The back of the box: the sentence, what is in it, and how it looks on the table."""
        inks, game = self.studio.inks, self.kit.game
        x, y, w, h = panel
        yield from double_rule(inset(panel, FRAMED), inks.line("gold"), 1.0, 0.4, 1.5)
        top = y + 14.0
        yield from self._centred(self.title, (x + 8, top, w - 16), "title", 28, "deep")
        top += 18.0
        if game.tagline:
            text, high = self.text(game.tagline.in_language(self.lang), w * SAID, "italic", 15, "ink", "centre")
            yield from self.moved(text, x + w * (1 - SAID) / 2, top)
            top += high + 8
        inside = [c for c in self.kit.components.values() if not c.extra]
        said = [(f"**{c.count}**", f"× {c.name.in_language(self.lang)}") for c in inside]
        yield self._rule(x + 14, top, w - 28)
        rows = math.ceil(len(said) / 2)
        for n, (count, name) in enumerate(said):
            column, row = divmod(n, rows)
            left, high = x + 14 + column * (w / 2 - 8), top + 4 + row * 6.0
            for part, at, wide, align in ((count, 0.0, COUNT, "right"), (name, COUNT + 1, w / 2 - 16 - COUNT, "left")):
                yield from self.moved(self.text(part, wide, "text", 10.5, align=align)[0], left + at, high)
        top += 4 + rows * 6.0 + 2
        yield self._rule(x + 14, top, w - 28)
        yield from self._shown((x + 14, top + 6, w - 28, y + h - 10 - top - 6))

    def _shown(self, room: Box) -> Iterator[Item]:
        """The finished game on the table; a view of Venice, where a game has no board."""
        x, y, w, h = room
        picture, inks = self.kit.game.picture, self.studio.inks
        if self.table:
            wide = min(w, w * h / oblique_height(self.table, w))
            high = oblique_height(self.table, wide)
            yield oblique(self.table, inks, (x + (w - wide) / 2, y + (h - high) / 2, wide, high))
        elif picture and h > LEAST_VIEW and not inks.low:
            high = min(h, w * VIEW)
            yield self.studio.symbols.drawn(picture, (x, y + h - high, w, high), inks, "#D9B98A")

    def _rule(self, x: float, y: float, wide: float) -> Path:
        return Path(polyline([(x, y), (x + wide, y)]), stroke=self.gold, width=0.35)

    def _facts(self) -> list[str]:
        game = self.kit.game
        low, most = game.players
        said = [self.word("booklet-players").format(low=low, most=most)]
        if game.minutes:
            key = "opening-about" if game.minutes[0] == game.minutes[1] else "opening-minutes"
            said.append(self.word(key).format(low=game.minutes[0], most=game.minutes[1]))
        return [*said, self.word("opening-age").format(age=game.age)] if game.age else said

    def _centred(self, said: str, at: tuple[float, float, float], font: str, size: float, colour: str) -> list[Item]:
        x, y, wide = at
        text, _ = self.text(said, wide, font, size, colour, "centre")
        return self.moved(text, x, y)

    def _glue(self, tab: Box, said: str = "") -> Iterator[Item]:
        """White, with what it is for; on the tab along a wall also of which half it is, long or short."""
        yield Path(rect(*tab), self.studio.inks.area("white"))
        x, y, w, h = tab
        upright = h > w
        long, deep = max(w, h), min(w, h)
        text, high = self.text(f"{self.word('glue')}{said}", long, "label", 8, "ink", "centre")
        turn: Matrix = (0.0, 1.0, -1.0, 0.0, x + w, y) if upright else (1.0, 0.0, 0.0, 1.0, x, y)
        yield Group(text, times(turn, moved(0, (deep - high) / 2)))

    # --- walls ----------------------------------------------------------------------------------------
    def _wall(self, half: Lying, lid: bool, long: bool) -> BoxPart:
        """An upright strip: the wall, the tab along it under the floor, and that at its end behind the next wall."""
        length, deep = (half[1] if long else half[0]), half[2]
        t, s = self.tab, SLANT
        below = [(deep, 0.0), (deep + t, s), (deep + t, length - s), (deep, length)]
        cut = polyline([(0.0, 0.0), *below, (deep - s, length + t), (s, length + t), (0.0, length)], close=True)
        outer = [(-BLEED, length), (-BLEED, -BLEED), (deep, -BLEED)]
        bled = polyline([*outer, *below, (deep - s, length + t), (s, length + t), (0.0, length)], close=True)
        outside = [*self._waves((-BLEED, -PAST, length + BLEED + PAST, deep + PAST + BLEED), ABOVE if lid else BELOW)]
        if long and lid:  # of the tray, the closed lid would leave a strip of it
            outside += self._label((0.0, 0.0, length, deep))
        turn: Matrix = (0.0, 1.0, -1.0, 0.0, deep, 0.0)
        half_said = f" · {self.word('game-box-lid' if lid else 'game-box-tray')}"
        half_said += f" · {self.word('game-box-long' if long else 'game-box-short')}"
        items = [
            Group(tuple(outside), turn),
            *self._glue((0.0, length + PAST, deep, t - PAST)),
            *self._glue((deep + PAST, 0.0, t - PAST, length), half_said),
        ]
        folds = (polyline([(0, length), (deep, length)]), polyline([(deep, 0), (deep, length)]))
        dark = () if self.studio.inks.low else (polyline([(deep, 0.0), (0.0, 0.0), (0.0, length)]),)
        return BoxPart((deep + t, length + t), cut, bled, folds, tuple(items), dark)

    def _waves(self, panel: Box, ground: str) -> Iterator[Item]:
        inks = self.studio.inks
        line = inks.line("ink") if inks.low else inks.mixed(ground, "paper", 0.3)
        yield Path(rect(*panel), inks.mixed(ground, "paper", 0.0))
        yield self.studio.patterned("waves", panel, line, rect(*panel), 2.2)

    def _label(self, wall: Box) -> Iterator[Item]:
        """The title on a paper label along the wall."""
        _, _, length, deep = wall
        wide, high = min(length - 30, 96.0), min(deep - 5, 13.0)
        inks = self.studio.inks
        box = ((length - wide) / 2, (deep - high) / 2, wide, high)
        yield Path(rect(*box, 1.2), inks.area("paper"), self.ink, 0.3)
        yield Path(rect(*inset(box, 0.8), 0.8), stroke=self.gold, width=0.25)
        size = min(18.0, (high - 4) / 0.36)
        yield from self.studio.write(self.title, inset(box, 1.5), "title", size, "deep", spacing=0.1, wrap=False)


def _abreast(parts: Sequence[BoxPart]) -> float:
    """How wide pieces are side by side."""
    return sum(part.size[0] for part in parts) + GAP * max(0, len(parts) - 1)
