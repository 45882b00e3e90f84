"""Pages of the guide: bands from top to bottom, each of them blocks in columns or as wide as the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from venice_pnp.draw.ornament import double_rule
from venice_pnp.draw.scene import Group, Item, Path, Spot, moved, polyline, times, transform
from venice_pnp.press.figures import FoldStep
from venice_pnp.press.marks import KIT_ID, footer
from venice_pnp.press.pages import Layout, Page

FRAME, FOOT = 12.0, 18.0  # the rule round a page from its edge, and from its low edge
INNER = 6.0  # from the rule to the text
COLUMN = 78.0  # no column is narrower
GUTTER = 8.0
GAP, MORE = 3.0, 3.0  # between blocks, and how much more before a heading
BETWEEN = 2 * GAP + MORE  # bands
TITLE, HEAD = 36.0, 8.0  # above the blocks, on the first page and on the others
VIEW = 110 / 264  # the height of the view of the Bacino to its width
LEAST_VIEW = 26.0
TRIES = 60  # heights that are tried for level columns
LONELY = 20.0  # mm: no less than that pillars under a heading at the foot of a column
WIDENED = 11.0  # mm by which gaps grow at most where a page has room


class GuideBlock(Struct, frozen=True):
    """Something of the width of a column, drawn from its upper left corner. A heading stays with what follows.

    What it says and the steps it shows are kept beside the drawing, for whoever tells the same on another page.
    """

    height: float
    items: tuple[Item, ...]
    spots: tuple[Spot, ...] = ()
    heading: bool = False
    said: tuple[str, ...] = ()
    steps: tuple[FoldStep, ...] = ()
    topic: str = ""  # of a heading: which one it is


class Band(Struct, frozen=True):
    """Blocks under a head that is as wide as the page; they flow down the columns, or are as wide as the page too."""

    head: tuple[GuideBlock, ...]
    blocks: tuple[GuideBlock, ...]
    wide: bool = False
    whole: bool = False  # it begins a page where it does not fit below


class Pillar(Struct, frozen=True):
    """Where some blocks stand on a page, one below the other."""

    x: float
    y: float
    blocks: Sequence[GuideBlock]
    wider: float = 0.0  # by which the gaps between its blocks are wider

    @property
    def low(self) -> float:
        return self.y + height_of(self.blocks, self.wider)

    @property
    def gaps(self) -> int:
        """How many of its gaps may give: what follows a heading stays where it is."""
        return sum(not above.heading for above in self.blocks[:-1])


# --- pages ---------------------------------------------------------------------------------------------
class GuideFrame:
    """Where columns lie on the pages of one paper, under the title of the game and a word for what they are."""

    def __init__(self, layout: Layout, called: str) -> None:
        self.layout, self.studio, self.called = layout, layout.studio, called
        self.size = layout.paper.size
        self.room = self.size[0] - 2 * (FRAME + INNER)
        self.columns = max(1, int((self.room + GUTTER) // (COLUMN + GUTTER)))
        self.wide = (self.room - GUTTER * (self.columns - 1)) / self.columns
        self.left, self.top, self.low = FRAME + INNER, FRAME + INNER, self.size[1] - FOOT - INNER

    def begin(self, number: int) -> float:
        """Where the blocks of a page begin."""
        return self.top + (TITLE if number == 1 else HEAD)

    def laid(self, bands: Sequence[Band]) -> list[list[Pillar]]:
        """The bands on as many pages as they need."""
        pages: list[list[Pillar]] = [[]]
        for band in bands:
            head, rest = list(band.head), list(band.blocks)
            while rest:
                page, begin = pages[-1], self.begin(len(pages))
                top = max((pillar.low for pillar in page), default=begin - BETWEEN) + BETWEEN
                under = top + height_of([*head, rest[0]]) - rest[0].height
                columns = self._columns(rest, self.low - under, 1 if band.wide else self.columns)
                fits = sum(map(len, columns)) == len(rest)
                if page and not fits and (band.whole or not all(columns)):
                    pages.append([])
                    continue
                if _one_is_left(columns, rest, (self.low - under) / 2):
                    columns[-1].pop()  # two that go on together stand side by side
                if not any(columns):
                    columns = [[rest[0]]]  # taller than a page: it cannot be helped here, the test finds it
                page += [Pillar(self.left, top, head)] if head else []
                page += [
                    Pillar(self.left + i * (self.wide + GUTTER), under, column) for i, column in enumerate(columns)
                ]
                head, rest = [], rest[sum(map(len, columns)) :]
                if rest:
                    pages.append([])
        return pages

    def _columns(self, blocks: Sequence[GuideBlock], high: float, columns: int) -> list[list[GuideBlock]]:
        """As many blocks as go in; if these are all of them, in columns about as long as each other."""
        taken = _filled(blocks, high, columns)
        if sum(map(len, taken)) < len(blocks):
            return taken
        least = height_of(blocks) / columns
        tries = (_filled(blocks, least + (high - least) * step / TRIES, columns) for step in range(TRIES))
        return next((tried for tried in tries if sum(map(len, tried)) == len(blocks)), taken)

    def evened(self, pillars: Sequence[Pillar]) -> list[Pillar]:
        """The same page; what is left at its foot goes into its gaps, as far as they give."""
        rows = [[one for one in pillars if one.y == y] for y in sorted({one.y for one in pillars})]
        tallest = [max(row, key=lambda one: one.low) for row in rows]
        below = [not one.blocks[-1].heading for one in tallest[:-1]]
        rest = self.low - max((one.low for one in pillars), default=self.low)
        count = sum(one.gaps for one in tallest) + sum(below)
        if rest <= 0 or not count:
            return list(pillars)
        wider = min(rest / count, WIDENED)
        out: list[Pillar] = []
        down = 0.0
        for row, tall, gives in zip(rows, tallest, [*below, False], strict=True):
            low = tall.low + tall.gaps * wider
            for one in row:
                own = min(wider, (low - one.low) / one.gaps) if one.gaps else 0.0
                out.append(structs.replace(one, y=one.y + down, wider=own))
            down += (tall.gaps + gives) * wider
        return out

    def page(self, number: int, pillars: Sequence[Pillar], last: bool) -> Page:
        """One page; on the last one a view fills what is left."""
        w, h = self.size
        studio, word = self.studio, self.layout.word
        title = studio.kit.game.title.in_language(studio.lang)
        items: list[Item] = list(
            double_rule((FRAME, FRAME, w - 2 * FRAME, h - FRAME - FOOT), studio.inks.line("ink"), 1.2, 0.4, 2.0)
        )
        items += self._title() if number == 1 else self._head(f"{title} · {word(self.called)}", number)
        spots: list[Spot] = []
        for pillar in pillars:
            y = pillar.y
            for above, block in _spaced(pillar.blocks, pillar.wider):
                y += above
                items.append(Group(block.items, moved(pillar.x, y)))
                spots += [moved_spot(spot, pillar.x, y) for spot in block.spots]
                y += block.height
        if last:
            items += self._view(max(pillar.low for pillar in pillars))
        lines = (
            f"{title} · {word(self.called)} · {number}",
            f"{studio.kit.shared.languages[studio.lang]} · {word('kit')} {KIT_ID}",
        )
        items += footer(self.size, self.layout.paper.margin, lines, studio.fonts, studio.kit.kit_id)
        trim = (FRAME, FRAME, w - 2 * FRAME, h - FRAME - FOOT)
        side = "back" if number % 2 == 0 and self.layout.sides in ("long-edge", "short-edge") else "front"
        return Page(number, side, self.size, tuple(spots), tuple(items), (), trim, f"{word(self.called)} {number}")

    def _title(self) -> list[Item]:
        studio, game = self.studio, self.studio.kit.game
        x, wide = self.left, self.room
        gold = studio.inks.line("gold")
        y = self.top
        items = [*studio.write(game.title.in_language(studio.lang), (x, y, wide, 15), "title", 36, "deep", spacing=0.1)]
        items += studio.write(game.credit.in_language(studio.lang), (x, y + 17, wide, 6), "italic", 11)
        items += studio.write(
            self.layout.word(self.called), (x + wide / 2 - 35, y + 26, 70, 5), "title", 11, "brick", spacing=0.1
        )
        for left, right in ((x, x + wide / 2 - 37), (x + wide / 2 + 37, x + wide)):
            items.append(Path(polyline([(left, y + 28.5), (right, y + 28.5)]), stroke=gold, width=0.4))
        return items

    def _head(self, text: str, number: int) -> list[Item]:
        x, wide = self.left, self.room
        y = self.top - 1.5
        studio = self.studio
        items = [*studio.write(text, (x, y, wide - 20, 4), "title", 9, "deep", align="left", spacing=0.08)]
        items += studio.write(str(number), (x + wide - 20, y, 20, 4), "number", 10, "brick", align="right")
        items.append(Path(polyline([(x, y + 5.6), (x + wide, y + 5.6)]), stroke=studio.inks.line("gold"), width=0.4))
        return items

    def _view(self, y: float) -> list[Item]:
        """The Bacino of San Marco at the foot of the last page, where there is room for it."""
        picture, x, wide = self.studio.kit.game.picture, self.left, self.room
        room = self.low + 2 - y - 2 * GAP
        if picture is None or room < LEAST_VIEW or self.studio.inks.low:  # the sheets' pictures use ink enough
            return []
        high = min(room, wide * VIEW)
        box = (x, self.low + 2 - high, wide, high)
        return [self.studio.symbols.drawn(picture, box, self.studio.inks, "#D9B98A")]


def _spaced(column: Sequence[GuideBlock], wider: float = 0.0) -> Iterator[tuple[float, GuideBlock]]:
    """Each block with the space above it."""
    before = None
    for block in column:
        yield (_above(before, block, wider) if before else 0.0), block
        before = block


def _above(before: GuideBlock, block: GuideBlock, wider: float = 0.0) -> float:
    follows = before.heading
    return GAP + MORE * (block.heading and not follows) + (0.0 if follows else wider)


def height_of(column: Sequence[GuideBlock], wider: float = 0.0) -> float:
    return sum(above + block.height for above, block in _spaced(column, wider))


def moved_spot(spot: Spot, x: float, y: float) -> Spot:
    by = moved(x, y)
    return Spot(spot.face, times(by, spot.matrix), transform(spot.clip, by))


def _filled(blocks: Sequence[GuideBlock], high: float, columns: int) -> list[list[GuideBlock]]:
    """As many blocks as fit into columns of a height. A heading stays with what follows, and with enough of it."""
    taken: list[list[GuideBlock]] = []
    rest = list(blocks)
    for _ in range(columns):
        column: list[GuideBlock] = []
        low = 0.0
        while rest:
            low += rest[0].height + (_above(column[-1], rest[0]) if column else 0.0)
            if low > high:
                break
            column.append(rest.pop(0))
        while rest and len(column) > 1 and (column[-1].heading or _lonely(column, rest[0])):
            rest.insert(0, column.pop())
        taken.append(column)
    return taken


def _one_is_left(columns: Sequence[Sequence[GuideBlock]], blocks: Sequence[GuideBlock], low: float) -> bool:
    """Whether only one block, not higher than `low`, goes on to the next page, and another may go with it."""
    left = blocks[sum(map(len, columns)) :]
    *_, last = columns
    if len(columns) < 2 or len(left) != 1 or left[0].height > low:
        return False
    return len(last) > 2 and not any(one.heading for one in (*last[-2:], *left))


def _lonely(column: Sequence[GuideBlock], following: GuideBlock) -> bool:
    """Whether a column ends with a heading and one small block of more."""
    return column[-2].heading and column[-1].height < LONELY and not following.heading
