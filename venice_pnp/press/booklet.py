"""The rule booklet: chapters into strips, strips onto pages, pages onto folded sheets.

A first spread teaches a turn in pictures; the chapters follow, then small print and the index in columns, and a page of
our rulings; the back cover has the game in 90 seconds. The pages are as wide as half a sheet.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain, repeat

from msgspec import structs

from venice_pnp.draw.engraving import RULED
from venice_pnp.draw.scene import Box, Group, Item, Path, ellipse, fit, moved, polyline, rect
from venice_pnp.draw.studio import UNDRAWABLE, Studio
from venice_pnp.draw.text import DoesNotFit
from venice_pnp.kit.book import TurnPictures, TurnStep
from venice_pnp.kit.models import OURS, RULING
from venice_pnp.press.composing import GUTTER, SMALL, Compositor, Galley, side_by_side
from venice_pnp.press.guide_pages import VIEW
from venice_pnp.press.illustrating import Illustrator
from venice_pnp.press.marks import KIT_ID, stamped
from venice_pnp.press.order import Manuscript, OnTheCover
from venice_pnp.press.paging import Paging, in_columns, levelled
from venice_pnp.press.parts import Parts
from venice_pnp.press.proof import Proof
from venice_pnp.press.qr_code import QUIET, qr_code
from venice_pnp.press.strips import Laidout, Leaf, Strip, stacked, strips_on, used

INNER, OUTER, HEAD, FOOT = 12.0, 15.0, 14.0, 12.5  # mm round the text of a page
TIGHT, LOOSE, TRY = 0.92, 1.14, 0.01  # leadings between which the sheets are filled, and how finely they are tried
SCALES = (1.08, 1.04, 1.0, 0.98)  # of the body's size: the largest that fills no more sheets
FULL, ENOUGH = 0.975, 0.67  # of all pages, by which the leading is chosen; of the last page
MOST = 40  # pages
PAGE = 200.0  # what a page more costs, against white on others
LOG_LINE = 9.0
VIEWED = 28.0  # mm at the foot of the last page that are worth a view
VIGNETTE = 24.0  # mm, the same on the back of the booklet
PAGE_RIM = 9.0  # mm round the title page
CODE, CODE_ABOVE = 13.2, 2.6  # mm: a code beside the head of a chapter, and how far it reaches above that
BESIDE_CODES = 20.0  # mm: the outer margin of a booklet with codes
UNDRAWN = Group(())  # the cover, while nobody asks for it
SIGN = 0.6  # mm from the middle of a diamond in the margin to its corners
NUMBER = 2.3  # mm from one number in the margin to the next
SMALL_COLUMNS, INDEX_COLUMNS = 2, 3
BETWEEN = 6.0  # mm above small print
WORTH = 30.0  # mm at the foot of a page that are worth beginning small print in
# our rulings: points, leading, and mm between them
SILENT = (
    (9.5, 1.0, 1.2),
    (9.5, 1.0, 0.4),
    (9.0, 1.0, 0.4),
    (8.6, 0.96, 0.4),
    (8.2, 0.96, 0.4),
    (8.0, 1.0, 0.4),
    (8.0, 0.94, 0.4),
    (8.0, 0.94, 0.2),
    (8.0, 0.92, 0.1),
)
SHOWN = 0.6  # of a step's width: its picture
ROUND = 3.2  # mm, the radius of a step's number


def booklet(
    studio: Studio, parts: Parts, manuscript: Manuscript, size: tuple[float, float], cover: Group = UNDRAWN
) -> list[Leaf]:
    """The pages in reading order; their number can be folded (a multiple of 4)."""
    return proved(studio, parts, manuscript, size, cover, None)[0]


def proved(
    studio: Studio,
    parts: Parts,
    manuscript: Manuscript,
    size: tuple[float, float],
    cover: Group,
    known: Proof | None,
) -> tuple[list[Leaf], Proof]:
    """The same, and how the pages were found, if it is not known."""
    made = _Booklet(studio, parts, manuscript, size, cover, known)
    leaves = made.leaves()
    return leaves, known or made.galley.slots.proof(*made.found)


class _Booklet:
    def __init__(
        self,
        studio: Studio,
        parts: Parts,
        manuscript: Manuscript,
        size: tuple[float, float],
        cover: Group,
        known: Proof | None,
    ) -> None:
        self.studio, self.book, self.size, self.cover, self.known = studio, manuscript.book, size, cover, known
        self.found = (1.0, 1.0, 0)  # scale, leading and number of pages, when they are filled
        self.outer = BESIDE_CODES if studio.kit.game.site else OUTER
        self.column, self.high = size[0] - INNER - self.outer, size[1] - HEAD - FOOT
        self.lang = studio.lang
        self.galley, self.pictures = Galley(studio), Illustrator(studio, parts, manuscript)
        self.scale = 1.0  # of the body's size
        self.set = self._set(1.0)
        turn = self.book.turn
        shown = turn and all(self.pictures.can_be(step.situation) for step in turn.steps if step.situation)
        self.turn = turn if shown else None
        self.first = 4 if self.turn else 2  # the page on which the chapters begin
        self.silence = self._silence() if self.book.rulings else []

    def word(self, key: str) -> str:
        return self.studio.kit.shared.words[key].in_language(self.lang)

    def _set(self, air: float, columns: int = 1) -> Compositor:
        return Compositor(self.galley, self.pictures, self.book, self._narrow(columns), air, columns > 1, self.scale)

    def leaves(self) -> list[Leaf]:
        try:
            cover, back = self._cover(), self._back()
        except UNDRAWABLE as error:
            raise OnTheCover(str(error)) from None
        pages, spare = self._filled()
        pages += self.silence
        starts = {s.chapter: n for n, page in enumerate(pages, self.first) for s in strips_on(page) if s.chapter}
        if self.turn:
            starts[self.turn.title.in_language(self.lang)] = 2
        starts[self.word("brief")] = self.first + len(pages) + spare  # on the back
        if self.turn is None:
            (_, y), *rest = pages[0]
            pages[0] = [(self._contents(starts), y), *rest]
        inside = [*(self._spread(self.turn, starts) if self.turn else ()), *self._chapters(pages)]
        logs = [self._log(len(inside) + 2 + n) for n in range(spare)]
        said = f"leaf {self.size[0]:g}"
        return [
            structs.replace(leaf, key=f"{said} {number}") for number, leaf in enumerate([cover, *inside, *logs, back])
        ]

    # --- filling sheets ---------------------------------------------------------------------------------
    def _filled(self) -> tuple[list[Laidout], int]:
        """The pages between the covers, set so that they fill whole sheets, and how many are left over."""
        if self.known:
            self.scale = self.known.scale
            return self._ended(self._paged(self.known.air), self.known.pages)
        outside = self.first + len(self.silence)  # the cover, the first spread, our rulings, the back
        count = 4 * math.ceil((self._pages_for(TIGHT, SCALES[-1]) + outside) / 4) - outside
        for most in (count, count + 4):
            found = self._filling(most)
            if found:
                return found
        raise DoesNotFit(f"the booklet has more than {MOST} pages")

    def _filling(self, most: int) -> tuple[list[Laidout], int] | None:
        """With the largest type and the widest leading."""
        for scale in SCALES:
            if scale > 1.0 and self._pages_for(1.0, scale) > FULL * most:
                continue
            loose, tight = (self._pages_for(air, scale) for air in (LOOSE, TIGHT))
            share = (FULL * most - tight) / (loose - tight)
            widest = min(TIGHT + (LOOSE - TIGHT) * max(share, 0.0) + 4 * TRY, LOOSE)
            found = self._widest_of(widest, most)
            if found:
                air, pages = found
                self.found = scale, air, most
                return self._ended(pages, most)
        return None

    def _ended(self, pages: list[Laidout], most: int) -> tuple[list[Laidout], int]:
        """A last page that is short has room for one's own games."""
        low = used(pages[-1])
        pages[-1] += (self._games if low < ENOUGH * self.high else self._view)(low + BETWEEN)
        return pages, most - len(pages)

    def _widest_of(self, widest: float, most: int) -> tuple[float, list[Laidout]] | None:
        """The widest leading whose pages are no more than that, and the pages: the wider it is, the more they are."""
        airs = [widest - TRY * n for n in range(math.floor((widest - TIGHT) / TRY + 1.5))]
        found, first, last = None, 0, len(airs)
        while first < last:
            at = (first + last) // 2
            pages = self._paged(airs[at])
            if len(pages) <= most:
                found, last = (airs[at], pages), at
            else:
                first = at + 1
        return found

    def _pages_for(self, air: float, scale: float) -> float:
        """About how many pages the text takes."""
        self.scale = scale
        with self.galley.only_counted():
            whole = sum(strip.height + strip.gap for strip in self._text(self._set(air)))
            for strips, columns in ((self._small_print(air), SMALL_COLUMNS), (self._topics({}), INDEX_COLUMNS)):
                whole += sum(strip.height + strip.gap for strip in strips) / columns
        return whole / self.high + 0.05

    def _text(self, made: Compositor) -> Iterator[Strip]:
        if self.turn is None:
            yield self._contents({})
        yield from made.chapters()

    def _narrow(self, columns: int) -> float:
        return (self.column - GUTTER * (columns - 1)) / columns

    def _small_print(self, air: float) -> Iterator[Strip]:
        return self._set(air, SMALL_COLUMNS).chapters()

    def _topics(self, where: dict[str, int]) -> Iterator[Strip]:
        return self._set(1.0, INDEX_COLUMNS).topics(where or dict.fromkeys(self.book.rules, 10))

    def _paged(self, air: float) -> list[Laidout]:
        paging = Paging(self._text(self._set(air)), self.high, MOST)
        costs = paging.costs()
        if not costs:
            raise DoesNotFit(f"the booklet has more than {MOST} pages")
        pages = paging.pages(min(costs, key=lambda count: costs[count] + PAGE * count))
        self._in_columns(pages, list(self._small_print(air)), SMALL_COLUMNS)
        where: dict[str, int] = {}
        for n, page in enumerate(pages, self.first):
            where |= {rule: n for strip in strips_on(page) for rule in strip.rules if rule not in where}
        self._in_columns(pages, list(self._topics(where)), INDEX_COLUMNS, self.set.heading(self.word("index")))
        return pages

    def _in_columns(self, pages: list[Laidout], strips: list[Strip], columns: int, head: Strip | None = None) -> None:
        """Columns below what is on the last page, and on as many more as they need."""
        if not strips:
            return
        y = used(pages[-1]) + BETWEEN
        if y + (head.height if head else 0.0) + WORTH > self.high:
            pages.append([])
            y = 0.0
        if head:
            pages[-1].append((head, y))
            y += head.height
        width = self._narrow(columns)
        for number, made in enumerate(in_columns(strips, columns, chain([self.high - y], repeat(self.high, MOST)))):
            if number:
                pages.append([])
            pages[-1].append((side_by_side(made, width), 0.0 if number else y))

    def _silence(self) -> list[Laidout]:
        """Where the rulebook is silent: one page, set as large as that allows; more pages only if there is no way."""
        for size, air, gap in SILENT:
            with self.galley.only_counted():
                fits = used(stacked(self._set(air).silent(size, gap))) <= self.high
            if fits:
                return [levelled(list(self._set(air).silent(size, gap)), self.high)]
        strips = self._set(air).silent(size, gap)
        return [column for [column] in in_columns(strips, 1, repeat(self.high, MOST))]

    # --- pages ------------------------------------------------------------------------------------------
    def _chapters(self, pages: list[Laidout]) -> Iterator[Leaf]:
        chapter = ""
        for number, page in enumerate(pages, self.first):
            begun = [strip.chapter for strip in strips_on(page) if strip.chapter]
            yield self._leaf(page, next(strips_on(page)).chapter or chapter or begun[0], number)
            chapter = begun[-1] if begun else chapter

    def _leaf(self, page: Laidout, chapter: str, number: int) -> Leaf:
        """A page with its running head and its number; the numbers of the rules in the outer margin."""
        right = number % 2 == 1
        left, (w, h) = INNER if right else self.outer, self.size
        studio = self.studio
        items: list[Item] = [Group(strip.items, moved(left, HEAD + y)) for strip, y in page]
        free = 0.0
        for strip, y in page:
            if strip.address:
                x = w - self.outer + QUIET if right else self.outer - QUIET - CODE
                items.append(qr_code(strip.address, (x, HEAD + y - CODE_ABOVE), CODE))
                free = HEAD + y - CODE_ABOVE + CODE + QUIET + NUMBER
            for rule in strip.rules if strip.beside else ():
                base = max(HEAD + y + strip.base, free)
                items += self._beside(rule, base, right)
                free = base + NUMBER
        title = studio.kit.game.title.in_language(self.lang)
        box = (left, 5.6, self.column, 3.4)
        items += studio.write(
            chapter if right else title, box, "label", 7.5, "lagoon", align="right" if right else "left", wrap=False
        )
        line = polyline([(left, 9.8), (left + self.column, 9.8)])
        items.append(Path(line, stroke=studio.inks.line("gold"), width=0.25))
        items += studio.write(str(number), (left, h - 9.8, self.column, 4), "number", 8.5, "deep")
        return Leaf(tuple(items), f"{chapter}, {number}", used(page) / self.high, laid=tuple(page))

    def _beside(self, rule: str, base: float, right: bool) -> list[Item]:
        """The number of a rule in the margin: quiet, with a diamond where it is not the rulebook's own."""
        w = self.size[0]
        x = w - self.outer + 2.8 if right else 5.2
        number = self.set.number(rule, (x, base - 1.9, self.outer - 8.0, 2.2), "left" if right else "right")
        at = w - self.outer + 1.6 if right else self.outer - 1.6
        return [*number, *self._sign(self.book.sources.get(rule, ""), (at, base - 0.95))]

    def _sign(self, source: str, at: tuple[float, float]) -> list[Item]:
        """A diamond beside a rule: full where we have ruled, open where we have added; none for the rulebook's own."""
        if source not in (RULING, OURS):
            return []
        (x, y), r = at, SIGN
        diamond = polyline([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], close=True)
        brick = self.studio.inks.mark("brick")
        return [Path(diamond, brick if source == RULING else None, brick, 0.15)]

    # --- the first spread -------------------------------------------------------------------------------
    def _titles(self) -> list[str]:
        """What the contents list."""
        chapters = [chapter.title.in_language(self.lang) for chapter in self.book.chapters]
        silent = [self.word("silent")] if self.book.rulings else []
        turn = [self.turn.title.in_language(self.lang)] if self.turn else []
        brief = [self.word("brief")] if self.book.brief else []
        return [*turn, *chapters, *([self.word("index")] if self.book.topics else []), *silent, *brief]

    def _contents(self, starts: dict[str, int]) -> Strip:
        """The chapters with their pages, in two columns."""
        titles, width = self._titles(), self._narrow(2)
        rows = math.ceil(len(titles) / 2)
        items: list[Item] = [*self.set.heading(self.word("contents")).items]
        for n, title in enumerate(titles):
            x, y = (n // rows) * (width + GUTTER), 11.0 + (n % rows) * 4.4
            items += self.studio.write(title, (x, y, width - 8, 4), "text", SMALL, align="left", wrap=False)
            page = str(starts.get(title, 0))
            items += self.studio.write(page, (x + width - 8, y, 8, 4), "number", SMALL, "brick", align="right")
        return Strip(11.0 + rows * 4.4, tuple(items), gap=4.0)

    def _spread(self, turn: TurnPictures, starts: dict[str, int]) -> Iterator[Leaf]:
        """Two pages that teach a turn; the contents stand below."""
        title = turn.title.in_language(self.lang)
        head = stacked([self.set.heading(title), *self.set.paragraph([turn.about.in_language(self.lang)], 0.0)])
        contents = self._contents(starts)
        top, foot = used(head) + 3.0, self.high - contents.height
        half = math.ceil(len(turn.steps) / 2)
        room = (self.high - top) / half
        left = [self._step(n, step, room - 4.0) for n, step in enumerate(turn.steps[:half], 1)]
        room = (foot - 4.0) / (len(turn.steps) - half)
        right = [self._step(n, step, room - 4.0) for n, step in enumerate(turn.steps[half:], half + 1)]
        yield self._leaf([*head, *_apart(left, top, self.high)], title, 2)
        yield self._leaf([*_apart([*right, contents], 0.0, self.high)], title, 3)

    def _step(self, number: int, step: TurnStep, high: float) -> Strip:
        """A numbered picture with what is done there."""
        made, studio = self.set, self.studio
        wide = self.column * SHOWN
        room = self.column - wide - 4.0
        inks = studio.inks
        disc = Path(ellipse(ROUND, ROUND, ROUND), inks.area("brick"), inks.line("brick"), 0.25)
        colour = "brick" if inks.low else "white"
        items: list[Item] = [disc, *studio.write(str(number), (0, 0, 2 * ROUND, 2 * ROUND), "number", 11, colour)]
        title = made.paragraph(
            [step.title.in_language(self.lang)],
            0.0,
            made.setting(10.5, "label-bold", "brick")._replace(hyphens=False),
            width=room - 2 * ROUND - 2.0,
            justified=False,
        )
        y = max(0.9, ROUND - len(title) * title[0].height / 2)
        for strip in title:
            items.append(Group(strip.items, moved(2 * ROUND + 2.0, y)))
            y += strip.height
        y = max(y, 2 * ROUND) + 1.6
        for strip in made.paragraph(
            [step.text.in_language(self.lang)], 0.0, made.setting(SMALL), width=room, justified=False
        ):
            items.append(Group(strip.items, moved(0, y)))
            y += strip.height
        if y > high + 3.0:
            raise DoesNotFit(f"step {number} of the first spread has more words than room")
        if step.situation:
            drawn = self.pictures.board(step.situation, wide, high)
        else:
            assert step.faces is not None
            drawn = self.pictures.row(step.faces, wide, high)
        level = max(0.0, (y - drawn.height) / 2)  # a picture begins with its heading, or stands beside the middle
        items.append(Group(drawn.items, moved(self.column - wide + (wide - drawn.width) / 2, level)))
        return Strip(max(y, drawn.height), tuple(items))

    # --- covers -----------------------------------------------------------------------------------------
    def _cover(self) -> Leaf:
        """The game's cover as large as the page allows, and below it what one asks first."""
        studio, (w, h) = self.studio, self.size
        kit, inks = studio.kit, studio.inks
        below = 37.0
        picture = fit(RULED[2:], (PAGE_RIM, PAGE_RIM, w - 2 * PAGE_RIM, h - 2 * PAGE_RIM - below), RULED[:2])
        items: list[Item] = [structs.replace(self.cover, matrix=picture)]
        x, wide, y = PAGE_RIM + 4, w - 2 * PAGE_RIM - 8, h - PAGE_RIM - below + 4
        items += studio.write(self.word("booklet"), (x, y, wide, 7), "title", 15, "brick", spacing=0.12)
        middle, arm = w / 2, wide * 0.18
        gold = inks.line("gold")
        items.append(Path(polyline([(middle - arm, y + 8.6), (middle + arm, y + 8.6)]), stroke=gold, width=0.35))
        low, most = kit.game.players
        players = self.word("booklet-players").format(low=low, most=most)
        credit = kit.game.credit.in_language(self.lang)
        items += studio.write(credit, (x, y + 10.5, wide, 5), "italic", 11)
        items += studio.write(players, (x, y + 16, wide, 5), "text", 10.5)
        items += studio.write(self.word("booklet-ids"), (x + 4, y + 22.5, wide - 8, 10), "text", 8.5, leading=1.3)
        return Leaf(tuple(items), kit.game.title.in_language(self.lang))

    def _log(self, number: int) -> Leaf:
        """A page for one's own games."""
        return self._leaf(self._games(0.0), self.word("log"), number)

    def _games(self, top: float) -> Laidout:
        """Lines for one's own games, as many as there is room for."""
        rows = int((self.high - top - 22) / LOG_LINE)
        shares = (0.0, 0.2, 0.72)
        names = ("log-date", "log-players", "log-result")
        items: list[Item] = []
        for share, name in zip(shares, names, strict=True):
            box = (self.column * share, 0, self.column * 0.28, 4)
            items += self.studio.write(self.word(name), box, "label-bold", SMALL, "brick", align="left")
        stroke = self.studio.inks.line("terrazzo")
        for row in range(rows + 1):
            y = 5.0 + row * LOG_LINE
            items.append(Path(polyline([(0, y), (self.column, y)]), stroke=stroke, width=0.2))
        head = structs.replace(self.set.heading(self.word("log")), gap=0.0)
        table = Strip(5.0 + rows * LOG_LINE, tuple(items))
        return [(head, top), (table, top + head.height + 2.0)]

    def _view(self, top: float) -> Laidout:
        """The game's view of Venice at the foot of the page, where there is room for it; none in low ink."""
        picture, inks, room = self.studio.kit.game.picture, self.studio.inks, self.high - top
        if picture is None or inks.low or room < VIEWED:
            return []
        high = min(room, self.column * VIEW)
        drawn = self.studio.symbols.drawn(picture, (0.0, 0.0, self.column, high), inks, "#D9B98A")
        return [(Strip(high, (drawn,)), self.high - high)]

    def _back(self) -> Leaf:
        """The game in 90 seconds, if the data tell it; a view of Venice, and the kit's id."""
        studio, (w, h) = self.studio, self.size
        kit = studio.kit
        items: list[Item] = [
            Path(rect(9, 9, w - 18, h - 18, 1.5), None, studio.inks.line("deep"), 0.5),
            Path(rect(10.4, 10.4, w - 20.8, h - 20.8, 1.0), None, studio.inks.line("gold"), 0.3),
        ]
        low = 0.0 if studio.inks.low or kit.game.picture is None else VIGNETTE
        items += self._brief((17, 18, w - 34, h - 44 - low)) if self.book.brief else []
        if low and kit.game.picture:
            view = (17, h - 23 - low, w - 34, low - 2)
            items.append(studio.symbols.drawn(kit.game.picture, view, studio.inks, "#D9B98A"))
        kit_id = f"{kit.game.title.in_language(self.lang)} · {self.word('kit')} {KIT_ID}"
        items += stamped(studio.write(kit_id, (17, h - 22, w - 34, 5), "label", 8.5), kit.kit_id, studio.fonts)
        return Leaf(tuple(items), self.word("brief" if self.book.brief else "back"), 0.0)

    def _brief(self, box: Box) -> list[Item]:
        """For whoever explains: as large as the page allows, the points spread over it."""
        x, y, wide, high = box
        items: list[Item] = [*self.studio.write(self.word("brief"), (x, y, wide, 8), "title", 15, "deep", spacing=0.05)]
        items.append(
            Path(polyline([(x, y + 10.5), (x + wide, y + 10.5)]), stroke=self.studio.inks.line("gold"), width=0.4)
        )
        y, high = y + 14.0, high - 14.0
        for tenths in range(115, 79, -5):
            with self.galley.only_counted():
                points = self._points(tenths / 10, wide)
            rest = high - sum(strip.height for point in points for strip in point)
            if rest >= 2.4 * (len(points) - 1):
                break
        else:
            raise DoesNotFit("the game in 90 seconds has more words than room")
        for number, point in enumerate(self._points(tenths / 10, wide), 1):
            items += self.studio.write(str(number), (x, y, 7.0, point[0].height), "title", 14, "brick", align="left")
            for strip in point:
                items.append(Group(strip.items, moved(x + 9.0, y)))
                y += strip.height
            y += min(rest / (len(points) - 1), 8.0)
        return items

    def _points(self, size: float, wide: float) -> list[list[Strip]]:
        made = self.set
        return [
            made.paragraph([point.in_language(self.lang)], 0.0, made.setting(size), width=wide - 9.0, justified=False)
            for point in self.book.brief
        ]


def _apart(strips: list[Strip], top: float, foot: float) -> list[tuple[Strip, float]]:
    """From the top of a room to its foot, with as much between one and the next everywhere."""
    gap = (foot - top - sum(strip.height for strip in strips)) / max(1, len(strips) - 1)
    laid, y = [], top
    for strip in strips:
        laid.append((strip, y))
        y += strip.height + gap
    return laid
