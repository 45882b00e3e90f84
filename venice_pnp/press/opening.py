"""The first page of the kit: the cover, the game in a sentence, for whom, how long, what to print, and how it looks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import structs

from venice_pnp.draw.engraving import RULED
from venice_pnp.draw.ornament import double_rule
from venice_pnp.draw.scene import Group, Item, Path, fit, moved, polyline
from venice_pnp.kit.mounting import stock_name
from venice_pnp.press.camera import oblique, oblique_height
from venice_pnp.press.guide import GuideText
from venice_pnp.press.guide_pages import FOOT, FRAME, INNER
from venice_pnp.press.marks import KIT_ID, footer
from venice_pnp.press.pages import Layout, Page
from venice_pnp.press.tableau import Thing

USUAL = 174.0  # mm, the room of A4 from side to side
MOST = 0.57  # of it for the cover
CAPTION = 6.0
GAP = 7.0
TAGLINE, FACT, SHEETS = 19.0, 15.0, 10.5  # points
AIR = 3.0  # mm between facts


def opening(layout: Layout, sheets: Mapping[str, int], cover: Group, table: list[Thing]) -> Page:
    """The page; `sheets` are those to print, by their stock."""
    return _Opening(layout).page(sheets, cover, table)


class _Opening(GuideText):
    def __init__(self, layout: Layout) -> None:
        self.size = layout.paper.size
        self.room = self.size[0] - 2 * (FRAME + INNER)
        self.large = self.room / USUAL  # on larger paper everything grows with it
        super().__init__(layout, self.room)

    def page(self, sheets: Mapping[str, int], cover: Group, table: list[Thing]) -> Page:
        (w, h), inks, game = self.size, self.studio.inks, self.kit.game
        x, y, low = FRAME + INNER, FRAME + INNER, h - FOOT - INNER
        shown = oblique_height(table, self.room) + GAP * self.large + CAPTION if table else 0.0
        wide = min(MOST * self.room, (low - y - shown) * RULED[2] / RULED[3])
        high = wide * RULED[3] / RULED[2]
        self.wide = self.room - wide - GAP * self.large
        trim = (FRAME, FRAME, w - 2 * FRAME, h - FRAME - FOOT)
        items: list[Item] = [
            *double_rule(trim, inks.line("ink"), 1.2, 0.4, 2.0),
            structs.replace(cover, matrix=fit(RULED[2:], (x, y, wide, high), RULED[:2])),
            *self.moved(tuple(self._told(sheets, high)), x + wide + GAP * self.large, y),
        ]
        if table:
            top = y + high + GAP * self.large
            items.append(oblique(table, inks, (x, top, self.room, low - top - CAPTION)))
            said, _ = self.text(self.word("opening-shown"), self.room, "italic", 9.5, "ink", "centre")
            items += self.moved(said, x, low - CAPTION + 2.0)
        title = game.title.in_language(self.lang)
        lines = (
            f"{title} · {self.word('opening')}",
            f"{self.kit.shared.languages[self.lang]} · {self.word('kit')} {KIT_ID}",
        )
        items += footer(self.size, self.layout.paper.margin, lines, self.studio.fonts, self.kit.kit_id)
        return Page(1, "front", self.size, (), tuple(items), (), trim, self.word("opening"))

    def _told(self, sheets: Mapping[str, int], high: float) -> Iterator[Item]:
        """What stands beside the cover: the sentence at its head, the sheets at its foot, the facts between."""
        head, top = self._block(self._tagline())
        facts, middle = self._block(self._facts())
        foot, below = self._block(self._sheets(sheets))
        free = max(0.0, high - top - middle - below) / 2
        for items, y in ((head, 0.0), (facts, top + free), (foot, high - below)):
            yield Group(tuple(items), moved(0, y))

    def _block(self, texts: Iterator[tuple[tuple[Item, ...], float]]) -> tuple[list[Item], float]:
        """Texts under one another, and the height of all."""
        items: list[Item] = []
        y = 0.0
        for text, high in texts:
            items += self.moved(text, 0, y)
            y += high + AIR * self.large
        return items, max(0.0, y - AIR * self.large)

    def _tagline(self) -> Iterator[tuple[tuple[Item, ...], float]]:
        game = self.kit.game
        if game.tagline:
            yield self.text(game.tagline.in_language(self.lang), self.wide, "italic", TAGLINE * self.large, "deep")
        yield self.text(game.credit.in_language(self.lang), self.wide, "text", SHEETS * self.large)

    def _facts(self) -> Iterator[tuple[tuple[Item, ...], float]]:
        game = self.kit.game
        low, most = game.players
        said = [self.word("booklet-players").format(low=low, most=most)]
        if game.minutes:
            short, long = game.minutes
            key = "opening-about" if short == long else "opening-minutes"
            said.append(self.word(key).format(low=short, most=long))
        if game.age:
            said.append(self.word("opening-age").format(age=game.age))
        rule = Path(polyline([(0, 0), (self.wide, 0)]), stroke=self.gold, width=0.4)
        yield (rule,), 0.4
        for fact in said:
            yield self.text(fact, self.wide, "text-bold", FACT * self.large, "brick")
        yield (rule,), 0.4

    def _sheets(self, sheets: Mapping[str, int]) -> Iterator[tuple[tuple[Item, ...], float]]:
        count = sum(sheets.values())
        yield self.text(self.word("opening-print").format(n=count), self.wide, "text-bold", FACT * self.large, "deep")
        for stock, number in sheets.items():
            said = self.word("opening-sheets").format(n=number, stock=stock_name(self.kit.shared, stock, self.lang))
            yield self.text(said, self.wide, "text", SHEETS * self.large)
