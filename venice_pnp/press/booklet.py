"""The rule booklet: chapters into strips, strips onto pages, pages onto folded sheets.

A strip is what is never cut: a line of text, a picture, a row of a table. The pages are as wide as half a sheet.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct, structs

from venice_pnp.draw.engraving import RULED
from venice_pnp.draw.paragraph import Paragraph
from venice_pnp.draw.scene import PT, Box, Group, Item, Path, Scene, bounds, ellipse, fit, moved, polyline, rect, times
from venice_pnp.draw.studio import UNDRAWABLE, Studio
from venice_pnp.draw.text import DoesNotFit, Setting
from venice_pnp.kit.book import Block, Chapter, Faces, Situation, describes
from venice_pnp.kit.models import OURS, RULING, Component
from venice_pnp.kit.wording import Words
from venice_pnp.press.marks import KIT_ID, stamped
from venice_pnp.press.order import Manuscript, OnTheCover
from venice_pnp.press.parts import Parts, Piece
from venice_pnp.press.preview import shown_face, with_pieces

BODY, SMALL, RULE_ID = 9.25, 8.5, 6.5  # points
LEADING = 1.32
INNER, OUTER, HEAD, FOOT = 14.0, 20.0, 17.5, 14.0  # mm round the text of a page
AIR = (1.0, 1.03, 0.97, 1.06, 0.94, 1.09, 1.12, 1.15, 1.18, 1.22)  # leadings that are tried, to fill whole sheets
SPREAD = 14.0  # mm that may be shared out between paragraphs, so that pages end level
PICTURE = 15.0  # mm, the room of a part's picture in the list
INDEX_COLUMNS = 4
LOG_LINE = 9.0
SHORT_TABLE = 8  # rows that stay on one page
SPARING = 0.9  # a picture of the board in low ink is smaller: reduced lines stand close
LEAST = 0.25  # of a page that must be filled
PAGE_RIM = 9.0  # mm round the title page
UNDRAWN = Group(())  # the cover, while nobody asks for it
SIGN = 0.6  # mm from the middle of a diamond in the margin to its corners


class Strip(Struct, frozen=True):
    height: float
    items: tuple[Item, ...]
    gap: float = 0.0  # above it, but not at the head of a page
    keep: bool = False  # never parted from the next
    rule: str = ""  # its ID stands in the margin
    note: str = ""  # stands in the margin too, but the rule itself is printed elsewhere
    base: float = 0.0  # where the line stands, below the top
    chapter: str = ""  # begins here
    floats: bool = False  # may go to the head of the next page while the text runs on
    text: bool = False  # its height breathes with the leading


class Leaf(Struct, frozen=True):
    """A page of the booklet."""

    items: tuple[Item, ...]
    title: str
    filled: float = 1.0  # the share of its height that is used
    key: str = ""  # of its drawing, which several files share

    def drawn(self) -> Group:
        return Group(self.items, key=self.key)


Laidout = list[tuple[Strip, float]]  # the strips of a page and where their tops are


def booklet(
    studio: Studio, parts: Parts, manuscript: Manuscript, size: tuple[float, float], cover: Group = UNDRAWN
) -> list[Leaf]:
    """The pages in reading order; their number can be folded (a multiple of 4)."""
    return _Booklet(studio, parts, manuscript, size, cover).leaves()


class _Booklet:
    def __init__(
        self, studio: Studio, parts: Parts, manuscript: Manuscript, size: tuple[float, float], cover: Group
    ) -> None:
        self.cover = cover
        self.studio, self.parts, self.book, self.situate = studio, parts, manuscript.book, manuscript.situate
        self.size, self.column = size, size[0] - INNER - OUTER
        self.high = size[1] - HEAD - FOOT
        self.ink, self.lang = studio.inks.mark("ink"), studio.lang
        self._pieces = {(p.component, p.item): p for p in reversed(parts.pieces) if not p.alternative}

    def word(self, key: str) -> str:
        return self.studio.kit.shared.words[key].in_language(self.lang)

    def leaves(self) -> list[Leaf]:
        try:
            cover, back = self._cover(), self._back()
        except UNDRAWABLE as error:
            raise OnTheCover(str(error)) from None
        body = [strip for chapter in self.book.chapters for strip in self._chapter(chapter)]
        body += self._silent() if self.book.rulings else ()
        contents = self._contents({})
        best: tuple[bool, int, list[Laidout]] | None = None
        for air in AIR:
            pages = _paged([*contents, *body], self.high, air)
            spare = -(len(pages) + 2 + self._index_pages(pages)) % 4
            lean = _used(pages[-1]) < LEAST * self.high
            if best is None or (lean, spare) < best[:2]:
                best = (lean, spare, pages)
            if not lean and not spare:
                break
        assert best is not None
        leaves = [cover, *self._inside(*best[1:]), back]
        said = f"leaf {self.size[0]:g}"
        return [structs.replace(leaf, key=f"{said} {number}") for number, leaf in enumerate(leaves)]

    def _inside(self, spare: int, pages: list[Laidout]) -> list[Leaf]:
        """Text, index, and pages for one's own games as the sheets leave room."""
        starts = {s.chapter: n for n, page in enumerate(pages, 2) for s, _ in page if s.chapter}
        where = {s.rule: n for n, page in enumerate(pages, 2) for s, _ in page if s.rule}
        index = _paged(self._index(where), self.high, 1.0)
        starts[self.word("index")] = len(pages) + 2
        pages[0] = [*zip(self._contents(starts), [y for _, y in pages[0]], strict=False), *pages[0][self._lines :]]
        leaves: list[Leaf] = []
        chapter = ""
        for page in [*pages, *index]:
            begun = [s.chapter for s, _ in page if s.chapter]
            at_head = page[0][0].chapter or chapter or begun[0]
            leaves.append(self._leaf(page, at_head, len(leaves) + 2))
            chapter = begun[-1] if begun else chapter
        return [*leaves, *(self._log(len(leaves) + 2 + n) for n in range(spare))]

    # --- text into strips -------------------------------------------------------------------------------
    def _setting(self, size: float = BODY, font: str = "text", colour: str = "ink") -> Setting:
        return Setting(font, size, size, self.studio.inks.mark(colour), align="left", lang=self.lang, leading=LEADING)

    def _lines_of(self, text: str, width: float, how: Setting, justified: bool = True) -> list[tuple[Item, ...]]:
        filled = self.studio.kit.filled(text, self.lang)
        symbol = self.studio.inline(how.colour)
        paragraphs = [Paragraph(part.strip(), how, self.studio.fonts, justified) for part in filled.split("\n")]
        return [line for paragraph in paragraphs for line in paragraph.lines(width, symbol)]

    def _paragraph(
        self, text: str, gap: float, how: Setting | None = None, rule: str = "", note: str = ""
    ) -> list[Strip]:
        """A strip for each line; the first two and the last two stay together."""
        how = how or self._setting()
        step = how.size * PT * LEADING
        base = step * 0.76
        lines = self._lines_of(text, self.column, how)
        last = len(lines) - 1
        return [
            Strip(
                step,
                (Group(line, moved(0, base)),),
                gap if n == 0 else 0.0,
                keep=n < last and (n == 0 or n == last - 1),
                rule=rule if n == 0 else "",
                note=note if n == 0 else "",
                base=base,
                text=True,
            )
            for n, line in enumerate(lines)
        ]

    def _chapter(self, chapter: Chapter) -> Iterator[Strip]:
        title = chapter.title.in_language(self.lang)
        yield self._heading(title)
        for number, block in enumerate(chapter.blocks):
            yield from self._block(block, first=number == 0)

    def _heading(self, title: str) -> Strip:
        """The head of a chapter: its name over a gilded rule."""
        items = self.studio.write(
            title, (0, 0, self.column, 7), "title", 15, "deep", align="left", valign="bottom", spacing=0.05, wrap=False
        )
        line = Path(polyline([(0, 9.2), (self.column, 9.2)]), stroke=self.studio.inks.line("gold"), width=0.4)
        return Strip(11.0, (*items, line), gap=9.0, keep=True, chapter=title)

    def _block(self, block: Block, first: bool) -> Iterator[Strip]:
        gap = 0.0 if first else 2.0
        if block.situation and self.situate(block.situation) is None:
            return  # an example that does not hold is left out
        if block.heading:
            how = self._setting(10.5, "text-bold", "brick")
            lines = self._paragraph(block.heading.in_language(self.lang), 0.0 if first else 4.5, how)
            yield from (structs.replace(strip, keep=True) for strip in lines)
        elif block.example:
            yield self._example(block, gap + 1.0)
        elif block.text:
            yield from self._paragraph(block.text.in_language(self.lang), gap)
        elif block.table:
            yield from self._table(block.table, gap + 0.8)
        elif block.parts:
            yield from self._parts_list()
        elif block.situation or block.faces:
            picture = self._picture(block, self.column)
            yield structs.replace(picture, height=picture.height + 1.5, gap=gap + 1.5, floats=True)
        for number, rule in enumerate(block.rules or ()):
            text = self.book.rules[rule].in_language(self.lang)
            yield from self._paragraph(text, gap if number == 0 else 1.5, rule=rule)

    def _silent(self) -> Iterator[Strip]:
        """Where the rulebook is silent: every ruling, what it says, what we play and why; then our additions."""
        here, printed = self.book.printed(self.studio.kit), self.book.additions(self.studio.kit)[0]
        told = [ruling for ruling in self.book.rulings if not ruling.program]
        elsewhere = len(self.book.rulings) - len(told)
        yield self._heading(self.word("silent"))
        about = self.word("silent-about").format(rulings=len(told))
        more = self.word("silent-program").format(n=elsewhere) if elsewhere else ""
        yield from self._paragraph(f"{about} {more}".strip(), 0.0)
        how = self._setting(SMALL)
        for ruling in told:
            book, chosen, why = (text.in_language(self.lang) for text in (ruling.book, ruling.chosen, ruling.why))
            said = [book, f"**{chosen}**", why]
            beside = next((rule for rule in ruling.rules if rule in here), ruling.rules[0])
            if ruling.other:
                said.append(self.word("silent-other").format(text=ruling.other.in_language(self.lang)))
            yield from self._paragraph(" ".join(said), 1.6, how, note=beside)
        if printed:
            yield from self._paragraph(
                self.word("silent-ours").format(printed=len(printed), rules=", ".join(printed)), 3.0, how
            )

    def _example(self, block: Block, gap: float) -> Strip:
        """A tinted panel with a bar at its side, and with its picture below."""
        assert block.example is not None
        how, inset = self._setting(SMALL + 0.25), 4.0
        width = self.column - inset - 3.0
        step = how.size * PT * LEADING
        text = f"**{self.word('example')}** {block.example.in_language(self.lang)}"
        y = 2.6
        items: list[Item] = []
        for line in self._lines_of(text, width, how):
            items.append(Group(line, moved(inset, y + step * 0.76)))
            y += step
        if block.situation or block.faces:
            picture = self._picture(block, width)
            items.append(Group(picture.items, moved(inset, y + 2.0)))
            y += picture.height + 2.0
        y += 2.6
        inks = self.studio.inks
        ground = Path(rect(0, 0, self.column, y, 1.0), inks.area("paper"))
        bar = Path(rect(0, 0, 1.0, y), inks.line("brick"))
        return Strip(y, (ground, bar, *items), gap)

    def _table(self, rows: Sequence[Sequence[Words]], gap: float) -> Iterator[Strip]:
        """As wide as its longest cells need, in the proportion of their lengths."""
        fill = self.studio.kit.filled
        cells = [[fill(cell.in_language(self.lang), self.lang) for cell in row] for row in rows]
        longest = [max(min(len(row[c]), 60) for row in cells) + 3.0 for c in range(len(cells[0]))]
        widths = [self.column * n / sum(longest) for n in longest]
        for r, row in enumerate(cells):
            how = self._setting(SMALL, "label-bold" if r == 0 else "text", "brick" if r == 0 else "ink")
            step = how.size * PT * LEADING
            items: list[Item] = []
            deepest, x = 1, 0.0
            for text, width in zip(row, widths, strict=True):
                lines = self._lines_of(text, width - 2.0, how, justified=False) if text else []
                items += [Group(line, moved(x, (n + 0.76) * step + 0.7)) for n, line in enumerate(lines)]
                deepest, x = max(deepest, len(lines)), x + width
            high = deepest * step + 1.6
            stroke = self.studio.inks.line("gold" if r == 0 else "terrazzo")
            items.append(Path(polyline([(0, high), (self.column, high)]), stroke=stroke, width=0.4 if r == 0 else 0.2))
            whole = len(cells) <= SHORT_TABLE
            keep = r < len(cells) - 1 and (whole or r == 0 or r == len(cells) - 2)
            yield Strip(high, tuple(items), gap if r == 0 else 0.0, keep=keep)

    # --- pictures ---------------------------------------------------------------------------------------
    def _parts_list(self) -> Iterator[Strip]:
        """Every part with its picture, its number and the rule that describes it; those without stand in pairs."""
        told: set[str] = set()
        waiting: list[Strip] = []
        half = self.column / 2
        for name, component in self.studio.kit.components.items():
            fresh = component.rule in self.book.rules and component.rule not in told and describes(component.rule)
            told.add(component.rule)
            if fresh:
                yield from waiting
                waiting = []
                yield self._part(name, component, self.column, described=True)
                continue
            waiting.append(self._part(name, component, half, described=False))
            if len(waiting) == 2:
                left, right = waiting
                items = (*left.items, Group(right.items, moved(half, 0)))
                yield structs.replace(left, items=items, height=max(left.height, right.height))
                waiting = []
        yield from waiting

    def _part(self, name: str, component: Component, width: float, described: bool) -> Strip:
        left = PICTURE + 4.0
        how, bold = self._setting(SMALL), self._setting(BODY, "text-bold")
        step = SMALL * PT * LEADING
        head = f"{component.count} × {component.name.in_language(self.lang)}"
        items: list[Item] = []
        y = 0.0 if described else 4.0
        for line in self._lines_of(head, width - left, bold, justified=False):
            items.append(Group(line, moved(left, y + 3.4)))
            y += BODY * PT * LEADING
        if described:
            text = self.book.rules[component.rule].in_language(self.lang)
            for line in self._lines_of(text, width - left, how, justified=False):
                items.append(Group(line, moved(left, y + 0.4 + step * 0.76)))
                y += step
        high = max(y + 1.4, 13.0)
        piece = next((p for p in self.parts.pieces if p.component == name and not p.alternative), None)
        if piece:
            items.append(self._face(piece, (0.0, 0.8, PICTURE, min(high - 1.6, PICTURE))))
        return Strip(high, tuple(items), 1.2, rule=component.rule if described else "", base=3.4)

    def _face(self, piece: Piece, box: Box, side: str = "front") -> Group:
        """A part as large as it fits into a box, with a thin line round it."""
        face = shown_face(self.studio.kit, self.parts, piece, side)
        edge = Path(face.outline, stroke=self.studio.inks.line("ink"), width=0.3)
        x, y, w, h = _around(face)
        return Group((Group(face.items, clip=face.outline), edge), fit((w, h), box, (x, y)))

    def _picture(self, block: Block, width: float) -> Strip:
        if block.situation:
            items, high = self._situation(block.situation, width)
            caption = block.situation.caption
        else:
            assert block.faces is not None
            items, high = self._row(block.faces, width)
            caption = block.faces.caption
        how = self._setting(8.0, "label")
        step = how.size * PT * 1.25
        y = high + 1.2
        for line in self._lines_of(caption.in_language(self.lang), width, how, justified=False):
            items.append(Group(line, moved(0, y + step * 0.76)))
            y += step
        return Strip(y + 1.0, tuple(items))

    def _row(self, faces: Faces, width: float) -> tuple[list[Item], float]:
        """Parts side by side in their true proportion, in as many rows as they need."""
        shown = [self._named(name) for name in faces.show]
        scale = min(1.0, faces.height / max(_around(scene)[3] for scene in shown))
        rows: list[list[Scene]] = [[]]
        used = 0.0
        for scene in shown:
            wide = _around(scene)[2] * scale
            if rows[-1] and used + wide > width:
                rows.append([])
                used = 0.0
            rows[-1].append(scene)
            used += wide + 2.5
        items: list[Item] = []
        y = 0.0
        for row in rows:
            high = max(_around(scene)[3] for scene in row) * scale
            x = (width - sum(_around(scene)[2] * scale + 2.5 for scene in row) + 2.5) / 2
            for scene in row:
                sx, sy, w, h = _around(scene)
                box = (x, y + high - h * scale, w * scale, h * scale)
                edge = Path(scene.outline, stroke=self.studio.inks.line("ink"), width=0.25)
                items.append(Group((Group(scene.items, clip=scene.outline), edge), fit((w, h), box, (sx, sy))))
                x += w * scale + 2.5
            y += high + 2.0
        return items, y - 2.0

    def _named(self, name: str) -> Scene:
        """`vote-token/red/3`, and `vote-token/red/3/back` for its other side."""
        side = "back" if name.endswith("/back") else "front"
        component, _, item = name.removesuffix("/back").partition("/")
        piece = self._pieces.get((component, item or component))
        if piece is None:
            raise DoesNotFit(f"there is no part '{name}' to show")
        return shown_face(self.studio.kit, self.parts, piece, side)

    def _situation(self, situation: Situation, width: float) -> tuple[list[Item], float]:
        """The board with the pieces of a record, or the part of it that matters."""
        scene = with_pieces(self.studio.kit, self.parts, "board", self.situate(situation) or ()).faces["board"]
        x, y, w, h = situation.part or (0.0, 0.0, scene.width, scene.height)
        wide = width * situation.width * (SPARING if self.studio.inks.low else 1.0)
        scale = wide / w
        place = times(moved((width - wide) / 2, 0.0), (scale, 0, 0, scale, -x * scale, -y * scale))
        cut = rect(x, y, w, h, 2.0 / scale)
        edge = Path(cut, stroke=self.studio.inks.line("ink"), width=0.3 / scale)
        items: list[Item] = [Group((Group(scene.items, clip=cut), edge), place)]
        for note in situation.notes:
            at = (place[0] * note.at[0] + place[4], place[3] * note.at[1] + place[5])
            items += self._badge(note.text.in_language(self.lang), at)
        return items, h * scale

    def _badge(self, text: str, at: tuple[float, float]) -> list[Item]:
        """A round number, or a small plate with a few words."""
        inks = self.studio.inks
        wide = max(5.0, self.studio.fonts["label-bold"].width(text, 8.0) + 2.4)
        x, y = at[0] - wide / 2, at[1] - 2.5
        plate = ellipse(at[0], at[1], 2.5) if wide <= 5.0 else rect(x, y, wide, 5.0, 1.2)
        ground = Path(plate, inks.area("brick"), inks.line("ink"), 0.25)
        words = self.studio.write(text, (x, y, wide, 5.0), "label-bold", 8.0, "white", floor=8.0, wrap=False)
        return [ground, *words] if not inks.low else [ground, *self._inked(text, (x, y, wide, 5.0))]

    def _inked(self, text: str, box: Box) -> tuple[Item, ...]:
        return self.studio.write(text, box, "label-bold", 8.0, "ink", floor=8.0, wrap=False)

    # --- pages ------------------------------------------------------------------------------------------
    @property
    def _lines(self) -> int:
        """How many strips the contents take."""
        return len(self._titles) + 1

    @property
    def _titles(self) -> list[str]:
        """What the contents list."""
        chapters = [chapter.title.in_language(self.lang) for chapter in self.book.chapters]
        return [*chapters, *([self.word("silent")] if self.book.rulings else []), self.word("index")]

    def _contents(self, starts: dict[str, int]) -> list[Strip]:
        head = structs.replace(self._heading(self.word("contents")), chapter="", gap=0.0)
        out = [head]
        for title in self._titles:
            items = [
                *self.studio.write(title, (0, 0, self.column - 12, 5), "text", BODY, align="left", wrap=False),
                *self.studio.write(
                    str(starts.get(title, 0)), (self.column - 12, 0, 12, 5), "number", BODY, "brick", align="right"
                ),
            ]
            out.append(Strip(5.0, tuple(items), 0.0, keep=True))
        return out

    def _index_pages(self, pages: list[Laidout]) -> int:
        return len(_paged(self._index({s.rule: 0 for page in pages for s, _ in page if s.rule}), self.high, 1.0))

    def _index(self, where: dict[str, int]) -> list[Strip]:
        """The IDs in their own order, down the columns, with the page."""
        rules = sorted(where, key=_by_number)
        head = self._heading(self.word("index"))
        rows = math.ceil(len(rules) / INDEX_COLUMNS)
        width = self.column / INDEX_COLUMNS
        out = [head]
        for row in range(rows):
            items: list[Item] = []
            for column, rule in enumerate(rules[row::rows]):
                x = column * width
                items += self.studio.write(rule, (x, 0, width - 11, 4), "label", 8.0, align="left", wrap=False)
                items += self.studio.write(
                    str(where[rule]), (x + width - 12, 0, 8, 4), "label-bold", 8.0, "brick", align="right"
                )
            out.append(Strip(4.15, tuple(items)))
        return out

    def _leaf(self, page: Laidout, chapter: str, number: int) -> Leaf:
        """A page with its running head and its number; rule IDs in the outer margin."""
        right = number % 2 == 1
        left = INNER if right else OUTER
        w, h = self.size
        studio = self.studio
        margin = w - OUTER + 2.7 if right else 5.3
        items: list[Item] = []
        for strip, y in page:
            items.append(Group(strip.items, moved(left, HEAD + y)))
            if beside := strip.rule or strip.note:
                box = (margin, HEAD + y + strip.base - 2.0, OUTER - 8.0, 2.4)
                align = "left" if right else "right"
                items += studio.write(beside, box, "label", RULE_ID, "brick", align=align, floor=6.0, wrap=False)
            if sign := self.book.sources.get(strip.rule):
                x = w - OUTER + 1.5 if right else OUTER - 1.5
                items += self._sign(sign, (x, HEAD + y + strip.base - 1.05))
        title = studio.kit.game.title.in_language(self.lang)
        head = chapter if right else title
        box = (left, 8.2, self.column, 3.6)
        items += studio.write(
            head, box, "label", 7.5, "lagoon", align="right" if right else "left", spacing=0.08, wrap=False
        )
        rule = polyline([(left, 12.8), (left + self.column, 12.8)])
        items.append(Path(rule, stroke=studio.inks.line("gold"), width=0.25))
        items += studio.write(str(number), (left, h - 11.0, self.column, 4), "number", 8.5, "deep")
        return Leaf(tuple(items), f"{chapter}, {number}", _used(page) / self.high)

    def _sign(self, source: str, at: tuple[float, float]) -> list[Item]:
        """A diamond beside a rule: full where we have ruled, open where we have added; none for the rulebook's own."""
        if source not in (RULING, OURS):
            return []
        (x, y), r = at, SIGN
        diamond = polyline([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], close=True)
        brick = self.studio.inks.mark("brick")
        return [Path(diamond, brick if source == RULING else None, brick, 0.15)]

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
        rows = int((self.high - 22) / LOG_LINE)
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
        head = structs.replace(self._heading(self.word("log")), gap=0.0)
        table = Strip(5.0 + rows * LOG_LINE, tuple(items))
        return self._leaf([(head, 0.0), (table, head.height + 2.0)], self.word("log"), number)

    def _back(self) -> Leaf:
        studio, (w, h) = self.studio, self.size
        kit = studio.kit
        items: list[Item] = [
            Path(rect(9, 9, w - 18, h - 18, 1.5), None, studio.inks.line("deep"), 0.5),
            Path(rect(10.4, 10.4, w - 20.8, h - 20.8, 1.0), None, studio.inks.line("gold"), 0.3),
        ]
        lookup = self.word("booklet-lookup").format(rule=self.book.used()[0])
        items += studio.write(lookup, (24, h / 2 - 20, w - 48, 24), "text", 9.5, leading=1.4)
        kit_id = f"{kit.game.title.in_language(self.lang)} · {self.word('kit')} {KIT_ID}"
        items += stamped(studio.write(kit_id, (17, h - 28, w - 34, 5), "label", 8.5), kit.kit_id, studio.fonts)
        return Leaf(tuple(items), self.word("back"), 0.0)


def _around(scene: Scene) -> Box:
    return bounds(scene.outline)


def _used(page: Laidout) -> float:
    """How far down a page reaches."""
    return max((y + strip.height for strip, y in page), default=0.0)


def _by_number(rule: str) -> tuple[str, int, int]:
    prefix, _, number = rule.partition("-")
    section, _, item = number.partition(".")
    return prefix, int(section), int(item)


# --- onto pages ------------------------------------------------------------------------------------------
def _chains(strips: Iterable[Strip]) -> Iterator[list[Strip]]:
    """Strips that stay together."""
    chain: list[Strip] = []
    for strip in strips:
        chain.append(strip)
        if not strip.keep:
            yield chain
            chain = []
    if chain:
        yield chain


def _paged(strips: Iterable[Strip], height: float, air: float) -> list[Laidout]:
    """Fills page after page. A picture that has no room waits for the head of the next, and the text runs on."""
    pages: list[Laidout] = [[]]
    waiting: list[list[Strip]] = []
    y = 0.0

    def high(chain: list[Strip], top: bool) -> float:
        gaps = sum(strip.gap for strip in chain) - (chain[0].gap if top else 0.0)
        return gaps * air + sum(strip.height * (air if strip.text else 1.0) for strip in chain)

    def put(chain: list[Strip]) -> None:
        nonlocal y
        for strip in chain:
            y += strip.gap * air if pages[-1] else 0.0
            pages[-1].append((strip, y))
            y += strip.height * (air if strip.text else 1.0)

    def turn() -> None:
        nonlocal y
        pages.append([])
        y = 0.0
        while waiting and y + high(waiting[0], not pages[-1]) <= height:
            put(waiting.pop(0))

    for chain in _chains(strips):
        while waiting and chain[0].chapter:
            turn()
        if y + high(chain, not pages[-1]) > height + 0.01:
            if chain[0].floats:
                waiting.append(chain)
                continue
            turn()
            if y + high(chain, not pages[-1]) > height + 0.01:
                if not pages[-1]:
                    raise DoesNotFit("a piece of the booklet is higher than a page")
                turn()
        put(chain)
    while waiting:
        turn()
    return [_level(page, height, air) for page in pages[:-1]] + [pages[-1]]


def _level(page: Laidout, height: float, air: float) -> Laidout:
    """Shares what is left at the foot of a page between its paragraphs, if it is little."""
    strip, y = page[-1]
    rest = height - y - strip.height * (air if strip.text else 1.0)
    gaps = [n for n, (s, _) in enumerate(page) if n and s.gap]
    if not gaps or not 0 < rest <= SPREAD:
        return page
    return [(s, y + rest * sum(g <= n for g in gaps) / len(gaps)) for n, (s, y) in enumerate(page)]
