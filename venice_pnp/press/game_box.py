"""A box for the whole game: a lid with the cover, a tray with the back of the box, each a floor and four walls of card.

No sheet holds a whole half of it, so the floor and every wall are pieces of their own: walls are glued round the tabs
of the floor. It is as large as the booklet, and as high as all that goes in: everything but the board and what is
larger than the booklet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct, structs

from venice_pnp.draw.engraving import RULED
from venice_pnp.draw.frames import inset
from venice_pnp.draw.ornament import double_rule
from venice_pnp.draw.scene import Box, Group, Item, Matrix, Outline, Path, fit, moved, polyline, rect, times
from venice_pnp.kit.models import Component, Kit
from venice_pnp.press.boxes import STOCK, Wanted, volume
from venice_pnp.press.guide import GAME_BOX, LEAST_VIEW, SLIDE, VIEW, GuideText
from venice_pnp.press.pages import Layout, Page, Printed
from venice_pnp.press.parts import to_fold

DASH = (2.0, 1.4)
AIR = 3.0  # mm round the booklet
LEAST = 24.0  # mm, no tray is lower
LID = 0.6  # of the tray's height
BOOKLET = 3.0  # mm, how thick a booklet is
SLANT = 4.0  # mm by which a tab is narrower at its edge
CARD = 1.0  # mm that the walls of a small box add
GAP = 5.0  # mm between walls on a sheet


Lying = tuple[float, float, float]  # across, along, up


class BoxPart(Struct, frozen=True):
    """A piece of the box, flat: its size, its cut line, its folds, and what is on it."""

    size: tuple[float, float]
    cut: Outline
    folds: tuple[Outline, ...]
    items: tuple[Item, ...]


def inside_of(kit: Kit, boxes: Sequence[Wanted], leaf: tuple[float, float]) -> tuple[float, float, float]:
    """What the tray holds: width, height, depth. Over the small boxes lies what has none, and the booklet."""
    w, h = (round(side + AIR, 1) for side in leaf)
    boxed = {name for box in boxes for name, _ in box.holds}
    loose = [(name, c.count) for name, c in kit.components.items() if goes_in(kit, c, leaf) and name not in boxed]
    deep = max((z + high for (_, _, z), (_, _, high) in packed(boxes, (w, h))), default=0.0)
    deep += volume(kit, loose) / kit.shared.making.filled / (w * h) + BOOKLET
    return w, h, max(LEAST, math.ceil(deep))


def packed(boxes: Sequence[Wanted], floor: tuple[float, float]) -> list[tuple[Lying, Lying]]:
    """Where the small boxes lie, and how large they are: flat, in rows, layer on layer, the thickest below."""
    made: list[tuple[Lying, Lying]] = []
    x = y = z = row = layer = 0.0
    for box in sorted(boxes, key=lambda one: (-min(one.net.inside), -max(one.net.inside))):
        high, deep, wide = sorted(side + CARD for side in box.net.inside)
        if x + wide > floor[1]:
            x, y, row = 0.0, y + row, 0.0
        if y + deep > floor[0]:
            z, x, y, row, layer = z + layer, 0.0, 0.0, 0.0, 0.0
        made.append(((y, x, z), (deep, wide, high)))
        x, row, layer = x + wide, max(row, deep), max(layer, high)
    return made


def goes_in(kit: Kit, component: Component, leaf: tuple[float, float]) -> bool:
    shape = kit.shared.shapes[component.shape]
    return shape.form not in ("board", "sheet") and max(shape.size) <= max(leaf) and min(shape.size) <= min(leaf)


def game_box(layout: Layout, boxes: Sequence[Wanted], cover: Group) -> Printed:
    """Its sheets: lid, back, and the walls of both."""
    return _GameBox(layout, boxes, cover).printed()


class _GameBox(GuideText):
    def __init__(self, layout: Layout, boxes: Sequence[Wanted], cover: Group) -> None:
        super().__init__(layout, layout.paper.size[0])
        self.cover, self.tab = cover, self.kit.shared.making.tab
        w, h = layout.paper.size
        self.leaf = (h / 2, w)
        self.title = self.kit.game.title.in_language(self.lang)
        self.tray = inside_of(self.kit, boxes, self.leaf)
        self.lid = (self.tray[0] + SLIDE, self.tray[1] + SLIDE, round(self.tray[2] * LID, 1))

    def printed(self) -> Printed:
        walls = [
            self._wall(half, lid, long)
            for half, lid in ((self.lid, True), (self.tray, False))
            for long in (True, True, False, False)
        ]
        runs = [[self._floor(self.lid, self._front)], [self._floor(self.tray, self._back)], *self._beside(walls)]
        title = self.word(f"file-{GAME_BOX}")
        pages = [self._page(title, n, len(runs), run) for n, run in enumerate(runs, 1)]
        return Printed(GAME_BOX, title, STOCK, len(pages), tuple(pages), None, alternative=True)

    def _page(self, title: str, number: int, count: int, parts: Sequence[BoxPart]) -> Page:
        """Pieces side by side in the middle of a sheet."""
        (w, h), foot = self.layout.paper.size, 14.0
        wide = sum(part.size[0] for part in parts) + GAP * (len(parts) - 1)
        x = (w - wide) / 2
        items: list[Item] = []
        for part in parts:
            y = (h - foot - part.size[1]) / 2
            art = Group(part.items, clip=part.cut)
            folds = [line for fold in part.folds for line in to_fold(fold, DASH)]
            edge = Path(part.cut, stroke=self.ink, width=0.2)
            items.append(Group((art, *folds, edge), moved(x, y)))
            x += part.size[0] + GAP
        items += self.layout.foot((title, STOCK, number, count), "front")
        high = max(part.size[1] for part in parts)
        trim = ((w - wide) / 2, (h - foot - high) / 2, wide, high)
        return Page(number, "front", (w, h), (), tuple(items), (), trim, f"{title} {number}")

    def _beside(self, walls: Sequence[BoxPart]) -> Iterator[list[BoxPart]]:
        """As many walls on a sheet as there is room for."""
        room = self.layout.paper.size[0] - 2 * (self.layout.paper.margin + 2)
        run: list[BoxPart] = []
        for wall in walls:
            if run and sum(part.size[0] + GAP for part in run) + wall.size[0] > room:
                yield run
                run = []
            run.append(wall)
        yield run

    # --- floors ---------------------------------------------------------------------------------------
    def _floor(self, half: tuple[float, float, float], draw: Callable[[Box], Iterable[Item]]) -> BoxPart:
        """A panel with a tab at each side."""
        (w, h, _), t, s = half, self.tab, SLANT
        r, b = t + w, t + h
        above, right = [(t, t), (t + s, 0), (r - s, 0)], [(r, t), (r + t, t + s), (r + t, b - s)]
        corners = [*above, *right, (r, b), (r - s, b + t), (t + s, b + t), (t, b), (0, b - s), (0, t + s)]
        cut = polyline(corners, close=True)
        panel = (t, t, w, h)
        folds = tuple(
            polyline(line) for line in (((t, t), (r, t)), ((r, t), (r, b)), ((t, b), (r, b)), ((t, t), (t, b)))
        )
        tabs = [(t, 0.0, w, t), (t, b, w, t), (0.0, t, t, h), (r, t, t, h)]
        items: list[Item] = [Path(rect(*panel), self.studio.inks.area("paper"))]
        items += [item for tab in tabs for item in self._glue(tab)]
        return BoxPart((w + 2 * t, h + 2 * t), cut, folds, (*items, Group(tuple(draw(panel)), clip=rect(*panel))))

    def _front(self, panel: Box) -> Iterator[Item]:
        """The lid: the cover, and below it what one asks first."""
        inks, game = self.studio.inks, self.kit.game
        x, y, w, h = panel
        yield from double_rule(inset(panel, 3.0), inks.line("gold"), 1.0, 0.4, 1.5)
        low = 24.0 * w / 153
        yield structs.replace(self.cover, matrix=fit(RULED[2:], (x + 7, y + 7, w - 14, h - 12 - low), RULED[:2]))
        facts = self._facts()
        yield from self._centred(" · ".join(facts), (x + 8, y + h - low, w - 16), "text-bold", 11, "brick")
        yield from self._centred(
            game.credit.in_language(self.lang), (x + 8, y + h - low + 7, w - 16), "italic", 11, "ink"
        )

    def _back(self, panel: Box) -> Iterator[Item]:
        """The back of the box: the sentence, what is in it, and a view."""
        inks, game = self.studio.inks, self.kit.game
        x, y, w, h = panel
        yield from double_rule(inset(panel, 3.0), inks.line("gold"), 1.0, 0.4, 1.5)
        top = y + 14.0
        yield from self._centred(self.title, (x + 8, top, w - 16), "title", 28, "deep")
        top += 18.0
        if game.tagline:
            text, high = self.text(game.tagline.in_language(self.lang), w - 30, "italic", 15, "ink", "centre")
            yield from self.moved(text, x + 15, top)
            top += high + 8
        inside = [c for c in self.kit.components.values() if goes_in(self.kit, c, self.leaf) and not c.extra]
        said = [f"**{c.count}** × {c.name.in_language(self.lang)}" for c in inside]
        yield self._rule(x + 14, top, w - 28)
        rows = math.ceil(len(said) / 2)
        for n, line in enumerate(said):
            column, row = divmod(n, rows)
            text, _ = self.text(line, w / 2 - 16, "text", 10.5)
            yield from self.moved(text, x + 14 + column * (w / 2 - 8), top + 4 + row * 6.0)
        top += 4 + rows * 6.0 + 2
        yield self._rule(x + 14, top, w - 28)
        room = y + h - 8 - top - 6
        if game.picture and room > LEAST_VIEW and not inks.low:
            high = min(room, (w - 16) * VIEW)
            yield self.studio.symbols.drawn(game.picture, (x + 8, y + h - 8 - high, w - 16, high), inks, "#D9B98A")

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

    def _glue(self, tab: Box) -> Iterator[Item]:
        yield Path(rect(*tab), self.studio.inks.area("white"))
        x, y, w, h = tab
        upright = h > w
        long, deep = max(w, h), min(w, h)
        text, high = self.text(self.word("glue"), long, "label", 8, "ink", "centre")
        turn: Matrix = (0.0, 1.0, -1.0, 0.0, x + w, y) if upright else (1.0, 0.0, 0.0, 1.0, x, y)
        yield Group(text, times(turn, moved(0, (deep - high) / 2)))

    # --- walls ----------------------------------------------------------------------------------------
    def _wall(self, half: tuple[float, float, float], lid: bool, long: bool) -> BoxPart:
        """An upright strip: the wall, and at its end the tab that goes behind the next wall."""
        length, deep = (half[1] if long else half[0]), half[2]
        t, s = self.tab, SLANT
        cut = polyline(
            [(0, 0), (deep, 0), (deep, length), (deep - s, length + t), (s, length + t), (0, length)], close=True
        )
        panel = (0.0, 0.0, deep, length)
        inks = self.studio.inks
        ground = "lagoon" if lid else "deep"
        line = inks.line("ink") if inks.low else inks.mixed(ground, "paper", 0.3)
        items: list[Item] = [Path(rect(*panel), inks.mixed(ground, "paper", 0.0)), *self._glue((0.0, length, deep, t))]
        items.append(self.studio.patterned("waves", panel, line, rect(*panel), 2.2))
        if long:
            items += self._label(panel)
        return BoxPart((deep, length + t), cut, (polyline([(0, length), (deep, length)]),), tuple(items))

    def _label(self, panel: Box) -> Iterator[Item]:
        """The title on a paper label along the wall."""
        _, _, deep, length = panel
        wide, high = min(length - 30, 96.0), min(deep - 5, 13.0)
        inks = self.studio.inks
        box = ((length - wide) / 2, (deep - high) / 2, wide, high)
        turn: Matrix = (0.0, 1.0, -1.0, 0.0, deep, 0.0)
        label: list[Item] = [Path(rect(*box, 1.2), inks.area("paper"), self.ink, 0.3)]
        label.append(Path(rect(*inset(box, 0.8), 0.8), stroke=self.gold, width=0.25))
        size = min(18.0, (high - 4) / 0.36)
        label += self.studio.write(self.title, inset(box, 1.5), "title", size, "deep", spacing=0.1, wrap=False)
        yield Group(tuple(label), turn)
