"""The words of a booklet into strips: chapters, paragraphs of rules, examples, tables, parts, small print."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise

from msgspec import structs

from venice_pnp.draw.paragraph import Broken, Lead, Line, Manner
from venice_pnp.draw.scene import PT, Group, Item, Path, Text, moved, polyline, rect
from venice_pnp.draw.studio import Studio
from venice_pnp.draw.text import BOUND, SOFT_HYPHEN, DoesNotFit, Setting, breaks_of
from venice_pnp.kit.book import Block, Book, Chapter, Ruling, Situation, describes
from venice_pnp.kit.models import Component
from venice_pnp.kit.wording import Words
from venice_pnp.press.illustrating import Drawing, Illustrator, centred
from venice_pnp.press.paging import in_columns, in_pairs
from venice_pnp.press.proof import Slots, said_in
from venice_pnp.press.strips import Laidout, Strip, kept_together, stacked, used

BODY, SMALL, FINE, CAPTION = 8.8, 8.15, 8.0, 8.0  # points
LEADING, CLOSE = 1.3, 1.24  # of the size; close in narrow columns and under pictures
BASE = 0.76  # of a line's height, where its letters stand
PARAGRAPH = 420  # letters after which rules that run on begin a new paragraph
PICTURE = 10.5  # mm, the room of a part's picture in the list
LISTED = 62.0  # mm of parts that are set side by side
SHORT_TABLE = 12  # rows that stay on one page
NARROW, SLIM = 0.6, 0.52  # of the column: a picture that leaves room beside it for an example, and for running text
BELOW = 1.8  # mm below a picture
ASIDE = 4.0  # mm between a picture and the text beside it
SHARES, HOLE = (1.0, 0.92, 0.84, 0.76, 0.68), 5.0  # of a picture's width, so that no more mm stay empty below its text
BEGUN = 9.0  # mm of text that stay with the heading of a chapter
GUTTER = 5.0  # mm between columns
CHAPTER_GAP = 3  # times as far as rulings of one chapter are those of another
PAD, INSET = 2.2, 4.0  # mm round the text of an example
NUMBERED = re.compile(r"(^|[.,;:] )(\d)(?:( \w+ )(\d))?([ :])")  # in a caption: 1 Anna, or 1 to 3
LETTERS, LAST_WORD = re.compile(r"[^\W\d_]{10,}"), 6  # a long word, and how many letters its last part has at least
Set = tuple[list[Line], list[int], list[bool]]  # lines, in which of them each text begins, which end within a word


class Galley:
    """Lines that are set once, however often pages are tried."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self._broken: dict[tuple[tuple[str, ...], float, Manner], Broken] = {}
        self._written: dict[tuple[tuple[str, ...], float, Manner], list[Line]] = {}
        self.slots = Slots()
        self._writes = True

    @contextmanager
    def only_counted(self) -> Iterator[None]:
        """Meanwhile nothing stands in the lines: for trials that ask how many they are."""
        before, self._writes = self._writes, False
        try:
            yield
        finally:
            self._writes = before

    def lines(
        self, texts: Sequence[str], width: float, how: Setting, justified: bool = True, lead: Lead | None = None
    ) -> Set:
        key = tuple(texts), width, (how._replace(leading=1.0), justified, lead)
        if key not in self._broken:
            self._broken[key] = self._set(*key)
        broken = self._broken[key]
        begins, within = broken.shape()
        if not self._writes:
            return [() for _ in within], begins, within
        if key not in self._written:
            symbol = self.studio.inline(how.colour)
            self._written[key] = [
                line for one, lines in broken.paragraphs for line in one.written(lines, width, symbol)
            ]
        return self._written[key], begins, within

    def _set(self, texts: tuple[str, ...], width: float, manner: Manner) -> Broken:
        said = said_in(self.studio, texts)
        self.slots.note(texts, said, (width, manner))
        return self.studio.library.breaks.of(said, width, manner)


class Compositor:
    """Sets a booklet in a column of a width; `air` is how far its lines stand apart, `small` is for narrow columns."""

    def __init__(
        self,
        galley: Galley,
        pictures: Illustrator,
        book: Book,
        column: float,
        air: float = 1.0,
        small: bool = False,
        scale: float = 1.0,
    ) -> None:
        self.galley, self.pictures, self.book, self.column, self.air = galley, pictures, book, column, air
        self.studio, self.lang, self.small = galley.studio, galley.studio.lang, small
        self.body, self.less = (FINE, FINE) if small else (BODY * scale, max(SMALL * scale, FINE))

    def word(self, key: str) -> str:
        return self.studio.kit.shared.words[key].in_language(self.lang)

    def setting(self, size: float | None = None, font: str = "reading", colour: str = "ink") -> Setting:
        size = size or self.body
        return Setting(font, size, size, self.studio.inks.mark(colour), align="left", lang=self.lang)

    def step(self, size: float) -> float:
        """The height of a line."""
        return size * PT * (CLOSE if size <= FINE else LEADING) * self.air

    def _gap(self, mm: float) -> float:
        return mm * self.air

    # --- chapters ---------------------------------------------------------------------------------------
    def chapters(self) -> Iterator[Strip]:
        """Those that are set large, or those that are set small."""
        for chapter in self.book.chapters:
            if chapter.small == self.small:
                yield from self._chapter(chapter)

    def _chapter(self, chapter: Chapter) -> Iterator[Strip]:
        """Its heading, and a few lines that stay with it."""
        head, *body = [self.heading(chapter.title.in_language(self.lang)), *self._blocks(chapter)]
        yield structs.replace(head, address=self._address(chapter))
        high = 0.0
        for strip in body:
            high += strip.height + strip.gap
            yield structs.replace(strip, keep=True) if high < BEGUN and not strip.floats else strip

    def _address(self, chapter: Chapter) -> str:
        """Where the site tells the first rule of a chapter; nothing if there is no site, or no margin beside."""
        rules = [rule for block in chapter.blocks for rule in block.rules or ()]
        return "" if self.small else self.studio.kit.page_of(next(iter(rules), ""), self.lang)

    def _blocks(self, chapter: Chapter) -> Iterator[Strip]:
        waiting: str | None = None
        blocks = [b for b in chapter.blocks if not b.situation or self.pictures.can_be(b.situation)]  # what can be
        shown = {id(b): after for b, after in pairwise(blocks) if (b.text or b.rules) and _stands_beside(after)}
        beside = {id(after) for after in shown.values()}
        for block in blocks:
            if id(block) in beside and not self.small:
                continue  # it stands in the text before it
            if block.heading:
                waiting = block.heading.in_language(self.lang)
                continue
            if waiting and not (block.text or block.rules):
                yield from self._own_line(waiting)
                waiting = None
            picture = None if self.small else shown.get(id(block))
            yield from self._with_picture(block, picture, waiting) if picture else self._block(block, waiting)
            waiting = None

    def heading(self, title: str) -> Strip:
        """The head of a chapter: its name over a gilded rule."""
        if self.small:
            return self._small_heading(title)
        items = self.studio.write(
            title,
            (0, 0, self.column, 6.4),
            "title",
            14,
            "deep",
            align="left",
            valign="bottom",
            spacing=0.05,
            wrap=False,
        )
        line = Path(polyline([(0, 8.3), (self.column, 8.3)]), stroke=self.studio.inks.line("gold"), width=0.4)
        return Strip(10.2, (_standing(items, 5.8), line), gap=self._gap(6.0), keep=True, chapter=title, heading=True)

    def _small_heading(self, title: str) -> Strip:
        high = 4.6 if self.studio.fonts["title"].width(title, 11) <= self.column else 9.4
        items = self.studio.write(
            title,
            (0, 0, self.column, high),
            "title",
            11,
            "deep",
            floor=8.0,
            align="left",
            valign="bottom",
            leading=1.15,
        )
        line = Path(
            polyline([(0, high + 1.3), (self.column, high + 1.3)]), stroke=self.studio.inks.line("gold"), width=0.3
        )
        return Strip(
            high + 2.6, (_standing(items, high - 0.5), line), gap=self._gap(3.0), keep=True, chapter=title, heading=True
        )

    def _own_line(self, text: str) -> Iterator[Strip]:
        """A heading that cannot run into the text, for what follows is none."""
        how = self.setting(10.0, "label-bold", "brick")
        for strip in self.paragraph([text], 2.6, how):
            yield structs.replace(strip, keep=True, heading=True)

    def _lead(self, heading: str) -> Lead:
        """A heading that runs into the text."""
        return Lead(f"{heading.rstrip('.?!:')}{_stop(heading)}", "label-bold", self.studio.inks.mark("brick"))

    def _block(self, block: Block, heading: str | None) -> Iterator[Strip]:
        lead = self._lead(heading) if heading else None
        gap = 2.4 if heading else 1.5
        if block.example:
            yield from self._example(block)
        elif block.text:
            yield from self.paragraph([block.text.in_language(self.lang)], gap, lead=lead)
        elif block.table:
            yield from self._table(block.table)
        elif block.parts:
            yield from self._parts_list()
        elif block.situation or block.faces:
            yield self._picture(block)
        for rules in self._running(block.rules or ()):
            if self.small:
                yield from self._numbered(rules, lead, gap)
                lead = None
                continue
            texts = [self.book.rules[rule].in_language(self.lang) for rule in rules]
            yield from self.paragraph(texts, gap, rules=rules, lead=lead)
            lead, gap = None, 1.5

    def _with_picture(self, block: Block, picture: Block, heading: str | None) -> Iterator[Strip]:
        """The last paragraphs of a text are set narrow, with a picture at their side: as many as are nearest to its
        height, and it no larger than leaves no hole below them."""
        assert picture.situation is not None
        wide = list(_paragraphs(self._block(block, heading)))
        tried = []
        for share in SHARES:
            tried.append(self._set_beside(block, picture.situation, heading, share))
            if tried[-1][0] <= HOLE:
                break
        hole, drawn, column, first, slim = tried[-1]
        if hole > HOLE:
            _, drawn, column, first, slim = min(tried, key=lambda one: one[0])
        for paragraph in wide[: len(wide) - len(slim) + first]:
            yield from paragraph
        lines = [line for paragraph in slim[first:] for line in paragraph]
        shown = Strip(0.0, (Group(drawn.items, moved(column + ASIDE, 0.8)),), lines[0].gap)
        lines[0] = structs.replace(lines[0], gap=0.0)
        rest = drawn.height + BELOW - used(stacked(lines))
        yield from kept_together([shown, *lines, *([Strip(rest, ())] if rest > 0 else ())])

    def _set_beside(
        self, block: Block, situation: Situation, heading: str | None, share: float
    ) -> tuple[float, Drawing, float, int, list[list[Strip]]]:
        """A picture of a share of its width, the column left beside it, and which paragraphs are set there: from which
        one on, and all of them; before all, how far the picture reaches below them."""
        drawn = self._board_with_caption(situation, self.column * situation.width * share)
        narrow = Compositor(self.galley, self.pictures, self.book, self.column - drawn.width - ASIDE, self.air)
        narrow.body, narrow.less = self.body, self.less
        slim = list(_paragraphs(narrow._block(block, heading)))
        heights = [used(stacked(line for one in slim[n:] for line in one)) for n in range(len(slim))]
        first = min(range(len(slim)), key=lambda n: abs(heights[n] - drawn.height))
        return drawn.height - heights[first], drawn, narrow.column, first, slim

    def _numbered(self, rules: Sequence[str], lead: Lead | None, gap: float) -> Iterator[Strip]:
        """Rules in a narrow column, which has no margin: the number stands before each."""
        for rule in rules:
            text = f"{rule} {self.book.rules[rule].in_language(self.lang)}"
            first, *others = self.paragraph([text], gap, lead=lead)
            yield structs.replace(first, rules=(rule,), beside=False)
            yield from others
            lead = None

    def _running(self, rules: Iterable[str]) -> Iterator[list[str]]:
        """Rules that run on in one paragraph; one with a list stands alone."""
        together: list[str] = []
        letters = 0
        for rule in rules:
            text = self.book.rules[rule].in_language(self.lang)
            listed = "\n" in text
            if together and (listed or letters + len(text) > PARAGRAPH):
                yield together
                together, letters = [], 0
            together.append(rule)
            letters += len(text)
            if listed:
                yield together
                together, letters = [], 0
        if together:
            yield together

    def paragraph(
        self,
        texts: Sequence[str],
        gap: float,
        how: Setting | None = None,
        rules: Sequence[str] = (),
        lead: Lead | None = None,
        width: float | None = None,
        justified: bool = True,
    ) -> list[Strip]:
        """A strip for each line; the first two and the last two stay together, and no page ends within a word."""
        how = how or self.setting()
        step = self.step(how.size)
        lines, begins, within = self.galley.lines(texts, width or self.column, how, justified, lead)
        count = len(lines)
        return [
            Strip(
                step,
                (Group(line, moved(0, step * BASE)),),
                self._gap(gap) if n == 0 else 0.0,
                keep=n < count - 1 and (n == 0 or n == count - 2 or within[n]),
                rules=tuple(rule for rule, begin in zip(rules, begins, strict=True) if begin == n) if rules else (),
                beside=True,
                base=step * BASE,
                line=(n, count),
            )
            for n, line in enumerate(lines)
        ]

    # --- examples ---------------------------------------------------------------------------------------
    def _example(self, block: Block) -> list[Strip]:
        """A tinted panel with a bar at its side: its picture beside the text, or below if it is wide."""
        assert block.example is not None
        how = self.setting(self.less)
        text = f"**{self.word('example')}** {block.example.in_language(self.lang)}"
        width = self.column - INSET - 2.5
        shown = block.situation
        if shown and shown.width <= NARROW and not shown.before:
            return [self._side_by_side(text, shown, width, how)]
        lines = self.paragraph([text], 0.0, how, width=width)
        if not shown and not block.faces:
            return [self._panel(lines)]
        drawn = self._board_with_caption(shown, width * shown.width) if shown else self._faces(block, width)
        return [self._panel(lines, centred(drawn, width), drawn.height)]

    def _side_by_side(self, text: str, shown: Situation, width: float, how: Setting) -> Strip:
        """The words of the picture stand below the text if they have room there, and it is no larger than both need."""
        for share in SHARES:
            drawn = self.pictures.board(shown, self.column * shown.width * share)
            room = width - drawn.width - ASIDE
            lines = self.paragraph([text], 0.0, how, width=room, justified=False)
            said = self._said_of(shown, room)
            told = sum(strip.height for strip in lines) + said.height + 1.2
            if told >= drawn.height - HOLE:
                break
        if told > drawn.height + HOLE:
            drawn = self._board_with_caption(shown, drawn.width)
            said, told = Drawing((), room, 0.0), sum(strip.height for strip in lines)
        high = max(told, drawn.height) + 2 * PAD
        picture = Group(drawn.items, moved(INSET + room + ASIDE, PAD))
        words = Group(said.items, moved(INSET, high - PAD - said.height))
        return Strip(high, (*self._ground(high), *_below(lines), words, picture), self._gap(2.2))

    def _panel(self, lines: Sequence[Strip], picture: Group | None = None, shown: float = 0.0) -> Strip:
        """An example is one piece, which no page cuts."""
        text = PAD + sum(strip.height for strip in lines)
        high = text + (shown + 1.6 if picture else 0.0) + PAD
        below = (Group((picture,), moved(INSET, text + 1.6)),) if picture else ()
        return Strip(high, (*self._ground(high), *_below(lines), *below), self._gap(2.2))

    def _ground(self, high: float) -> tuple[Item, ...]:
        inks = self.studio.inks
        return Path(rect(0, 0, self.column, high), inks.area("paper")), Path(rect(0, 0, 0.9, high), inks.line("brick"))

    # --- pictures ---------------------------------------------------------------------------------------
    def _picture(self, block: Block) -> Strip:
        """On its own, with its words below."""
        shown = block.situation
        drawn = self._board_with_caption(shown, self.column * shown.width) if shown else self._faces(block, self.column)
        return Strip(drawn.height + BELOW, (centred(drawn, self.column),), self._gap(3.0), floats=True)

    def _board_with_caption(self, situation: Situation, width: float) -> Drawing:
        drawn = self.pictures.board(situation, width)
        return self._with_words(drawn, self._said_of(situation, drawn.width), self._legend(situation, drawn.width))

    def _faces(self, block: Block, width: float) -> Drawing:
        assert block.faces is not None
        drawn = self.pictures.row(block.faces, width)
        said = block.faces.caption
        return self._with_words(drawn, *([self._caption(said.in_language(self.lang), width)] if said else []))

    def _with_words(self, drawn: Drawing, *words: Drawing) -> Drawing:
        items, y = list(drawn.items), drawn.height
        for said in words:
            if said.items:
                items.append(Group(said.items, moved(0, y + 1.2)))
                y += said.height + 1.2
        return Drawing(tuple(items), drawn.width, y)

    def _said_of(self, situation: Situation, width: float) -> Drawing:
        """The words below a picture, with the numbers that stand on it in bold."""
        if situation.caption is None:
            return Drawing((), width, 0.0)
        text = numbers_marked(situation.caption.in_language(self.lang), len(situation.notes))
        return self._caption(text, width)

    def _caption(self, text: str, width: float) -> Drawing:
        step = CAPTION * PT * CLOSE
        lines, _, _ = self.galley.lines([text], width, self.setting(CAPTION, "label"), False)
        items = tuple(Group(line, moved(0, (n + BASE) * step)) for n, line in enumerate(lines))
        return Drawing(items, width, len(lines) * step + 0.4)

    def _legend(self, situation: Situation, width: float) -> Drawing:
        """What the numbers of a picture mean, in two columns."""
        told = [(n, note.says) for n, note in enumerate(situation.notes, 1) if note.says]
        if not told:
            return Drawing((), width, 0.0)
        half, how = (width - GUTTER) / 2, self.setting(SMALL)
        strips: list[Strip] = []
        for number, says in told:
            lines = self.paragraph([says.in_language(self.lang)], 0.9, how, width=half - 5.0, justified=False)
            mark = self.studio.write(
                str(number), (0, 0, 4.0, lines[0].height), "label-bold", 9.0, "brick", align="left"
            )
            within = [structs.replace(one, items=(Group(one.items, moved(5.0, 0)),)) for one in lines]
            within[0] = structs.replace(within[0], items=(*mark, *within[0].items))
            strips += kept_together(within)
        [columns] = in_columns(strips, 2, iter([sum(strip.height + strip.gap for strip in strips)]))
        made = side_by_side(columns, half)
        return Drawing(made.items, width, made.height)

    # --- tables -----------------------------------------------------------------------------------------
    def _table(self, rows: Sequence[Sequence[Words]]) -> Iterator[Strip]:
        """As wide as its longest cells need, in the proportion of their lengths."""
        if self.small:
            for told in rows[1:]:
                asked, *answered = [cell.in_language(self.lang) for cell in told]
                stop = "" if asked[-1] in ".?!:" else ":"
                yield from self.paragraph([f"**{asked}{stop}** {' '.join(answered)}"], 1.2)
            return
        fill = self.studio.kit.filled
        cells = [[fill(cell.in_language(self.lang), self.lang) for cell in row] for row in rows]
        longest = [max(min(len(row[c]), 60) for row in cells) + 3.0 for c in range(len(cells[0]))]
        widths = [self.column * n / sum(longest) for n in longest]
        for r, row in enumerate(cells):
            how = self.setting(SMALL, "label-bold" if r == 0 else "text", "brick" if r == 0 else "ink")
            step = self.step(SMALL)
            items: list[Item] = []
            deepest, x = 1, 0.0
            for text, width in zip(row, widths, strict=True):
                lines = self.galley.lines([text], width - 2.0, how, justified=False)[0] if text else []
                items += [Group(line, moved(x, (n + BASE) * step + 0.5)) for n, line in enumerate(lines)]
                deepest, x = max(deepest, len(lines)), x + width
            high = deepest * step + 1.2
            stroke = self.studio.inks.line("gold" if r == 0 else "terrazzo")
            items.append(Path(polyline([(0, high), (self.column, high)]), stroke=stroke, width=0.4 if r == 0 else 0.2))
            whole = len(cells) <= SHORT_TABLE
            keep = r < len(cells) - 1 and (whole or r == 0 or r == len(cells) - 2)
            gap = self._gap(2.0) if r == 0 else 0.0
            yield Strip(high, tuple(items), gap, keep=keep, heading=r == 0, line=(r, len(cells)))

    # --- parts ------------------------------------------------------------------------------------------
    def _parts_list(self) -> Iterator[Strip]:
        """Every part with its picture and its number. Where most of them have a rule that describes them it stands
        beside them, in two columns; few such rules come after all parts, in three."""
        parts, told = self.studio.kit.components, dict[str, str]()
        for name, component in parts.items():
            if component.rule in self.book.rules and describes(component.rule):
                told.setdefault(component.rule, name)
        described = set(told.values())
        if 2 * len(described) > len(parts):
            half = (self.column - GUTTER) / 2
            listed = [self._part(name, one, half, name in described) for name, one in parts.items()]
            for columns in in_pairs(listed, LISTED):
                yield structs.replace(side_by_side(columns, half), gap=self._gap(2.0))
            return
        third = (self.column - 2 * GUTTER) / 3
        listed = [self._part(name, one, third, False) for name, one in parts.items()]
        for at in range(0, len(listed), 3):
            row = [stacked([part]) for part in listed[at : at + 3]]
            yield structs.replace(side_by_side(row, third), gap=self._gap(2.0))
        for rule in told:
            yield from self.paragraph([self.book.rules[rule].in_language(self.lang)], 2.0, rules=[rule])

    def _part(self, name: str, component: Component, width: float, described: bool) -> Strip:
        left, aside = PICTURE + 2.5, 7.0 if described else 0.0
        head = f"**{component.count}{BOUND}×{BOUND}{component.name.in_language(self.lang)}**"
        lines = self._name(head, width - left - aside)
        if described:
            text = self.book.rules[component.rule].in_language(self.lang)
            lines += self.paragraph([text], 0.0, self.setting(FINE), width=width - left, justified=False)
        high = max(sum(strip.height for strip in lines), PICTURE)
        y = 0.0 if described else (high - sum(strip.height for strip in lines)) / 2
        items: list[Item] = []
        for strip in lines:
            items.append(Group(strip.items, moved(left, y)))
            y += strip.height
        if described:
            items += self.number(component.rule, (width - aside, 0.8, aside, 2.4), "right")
        piece = self.pictures.first_of(name)
        if piece:
            items.append(self.pictures.face(piece, (0.0, 0.3, PICTURE, min(high - 0.4, PICTURE + 3.0))))
        return Strip(high, tuple(items), self._gap(1.5), rules=(component.rule,) if described else ())

    def _name(self, text: str, width: float) -> list[Strip]:
        """Lines without hyphens, a little smaller if the count stood alone, unless a word is too long."""
        large = self.setting(SMALL + 0.25)
        for how in (large, self.setting(FINE)):
            with suppress(DoesNotFit):
                return self.paragraph([text], 0.0, how._replace(hyphens=False), width=width, justified=False)
        halved = LETTERS.sub(lambda found: _halved(found[0], self.lang), text)
        with suppress(DoesNotFit):
            return self.paragraph([halved], 0.0, large, width=width, justified=False)
        return self.paragraph([text.replace(BOUND, " ")], 0.0, large, width=width, justified=False)

    def number(self, rule: str, box: tuple[float, float, float, float], align: str) -> tuple[Item, ...]:
        """The number of a rule, small and grey; its prefix is the game's own and not repeated."""
        side = "left" if align == "left" else "right"
        return self.studio.write(_short(rule), box, "label", 6.5, "terrazzo", align=side, floor=6.0, wrap=False)

    # --- small print ------------------------------------------------------------------------------------
    def silent(self, size: float, gap: float) -> Iterator[Strip]:
        """Where the rulebook is silent: every ruling as a question and what we play, under the chapter it belongs to,
        its number in the margin; then our additions."""
        printed = self.book.additions(self.studio.kit)[0]
        told = [ruling for ruling in self.book.rulings if not ruling.program]
        elsewhere = len(self.book.rulings) - len(told)
        added = self.word("silent-added") if printed else ""  # elsewhere there is no open diamond
        about = self.word("silent-page").format(rulings=len(told), added=added)
        more = self.word("silent-program").format(n=elsewhere) if elsewhere else ""
        how = self.setting(size, "label")
        yield self.heading(self.word("silent"))
        yield from kept_together(self.paragraph([f"{about} {more}".strip()], 0.0, how))
        found_at: dict[str, str] = {}
        for title, group in self._by_chapter(told):
            lead: Lead | None = self._lead(title)
            above = CHAPTER_GAP * gap
            for rule, ruling in group:
                yield from kept_together(
                    self.paragraph([self._ruled(ruling)], above, how, [rule], lead, justified=False)
                )
                found_at = dict.fromkeys(ruling.rules, rule) | found_at | {rule: rule}
                lead, above = None, gap
        closing = [self._elsewhere(found_at)]
        if printed:
            closing.append(self.word("silent-ours").format(printed=len(printed), rules=", ".join(printed)))
        if text := " ".join(filter(None, closing)):
            yield from self.paragraph([text], CHAPTER_GAP * gap, how, justified=False)

    def _elsewhere(self, found_at: Mapping[str, str]) -> str:
        """Where the rulings of those rules stand that have a diamond, and no ruling beside their own number."""
        printed = self.book.printed(self.studio.kit)
        pairs = [(other, at) for other, at in found_at.items() if other != at and other in printed]
        said = ", ".join(
            self.word("silent-at").format(rule=_short(other), at=_short(at))
            for other, at in sorted(pairs, key=lambda pair: [*map(int, _short(pair[0]).split("."))])
        )
        return self.word("silent-elsewhere").format(rules=said) if said else ""

    def _by_chapter(self, rulings: Sequence[Ruling]) -> Iterator[tuple[str, list[tuple[str, Ruling]]]]:
        """Rulings, each with the rule that it is found by, in the order of the booklet. One of rules that the booklet
        does not print stands in the chapter of the printed rule before them."""
        chapters = self.book.by_chapter(self.studio.kit)
        order = {rule: n for n, rule in enumerate(rule for _, rules in chapters for rule in rules)}
        texts = list(self.book.rules)

        def found_by(ruling: Ruling) -> tuple[str, str]:
            if printed := next((rule for rule in ruling.rules if rule in order), None):
                return printed, printed
            before = reversed(texts[: texts.index(ruling.rules[0])])
            return next((rule for rule in before if rule in order), min(order, key=order.__getitem__)), ruling.rules[0]

        found = sorted(((*found_by(ruling), ruling) for ruling in rulings), key=lambda one: order[one[0]])
        for chapter, rules in chapters:
            if group := [(beside, ruling) for rule, beside, ruling in found if rule in rules]:
                yield chapter.title.in_language(self.lang), group
                found = [one for one in found if one[0] not in rules]

    def _ruled(self, ruling: Ruling) -> str:
        if ruling.brief:
            said = [ruling.brief.in_language(self.lang)]
        else:
            said = [ruling.book.in_language(self.lang), f"**{ruling.chosen.in_language(self.lang)}**"]
        if ruling.other:
            said.append(self.word("silent-or").format(text=ruling.other.in_language(self.lang)))
        return " ".join(said)

    def topics(self, where: Mapping[str, int]) -> Iterator[Strip]:
        """The index: words with their pages."""
        named = {topic.name.in_language(self.lang): topic for topic in self.book.topics}
        for name in sorted(named, key=_by_alphabet):
            found = sorted({where[rule] for rule in named[name].rules if rule in where})
            if found:
                text = ", ".join([name, *map(str, found)])
                how = self.setting()._replace(hyphens=False)
                yield from kept_together(self.paragraph([text], 0.0, how, justified=False))


def _short(rule: str) -> str:
    """The number of a rule without its prefix, which is the game's own."""
    return rule.partition("-")[2] or rule


def _halved(word: str, lang: str) -> str:
    """A long word with its one place for a hyphen: before the last of the words it is made of, as well as that can be
    told."""
    places = [at for at in breaks_of(word, lang) if len(word) - at >= LAST_WORD]
    return f"{word[: places[-1]]}{SOFT_HYPHEN}{word[places[-1] :]}" if places else word


def numbers_marked(text: str, count: int) -> str:
    """A caption with bold numbers: those that begin what is told of a spot, in their order (not `2 AP`), and those up
    to which or with which they do so."""
    due = 1

    def marked(found: re.Match[str]) -> str:
        nonlocal due
        before, first, between, last, after = found.groups(default="")
        if int(first) != due or due > count:
            return found[0]
        through = bool(last) and due < int(last) <= count
        due = int(last if through else first) + 1
        more = f"{between}**{last}**" if through else f"{BOUND}{between[1:]}{last}" if last else ""
        return f"{before}**{first}**{more}{after.replace(' ', BOUND) if through or not last else after}"

    return NUMBERED.sub(marked, text)


def _stands_beside(block: Block) -> bool:
    """A picture of the board that leaves room for text."""
    shown = block.situation
    if shown is None or block.example or shown.width > SLIM or shown.before:
        return False
    return not any(note.says for note in shown.notes)


def _paragraphs(strips: Iterable[Strip]) -> Iterator[list[Strip]]:
    """Lines by the paragraph in which they stand."""
    paragraph: list[Strip] = []
    for strip in strips:
        paragraph.append(strip)
        if strip.line[0] == strip.line[1] - 1:
            yield paragraph
            paragraph = []


def _below(lines: Iterable[Strip]) -> list[Item]:
    """The lines of an example, where they stand in its panel."""
    return [Group(strip.items, moved(INSET, PAD + y)) for strip, y in stacked(lines)]


def side_by_side(columns: Sequence[Laidout], width: float) -> Strip:
    """Columns as one strip."""
    items = [
        Group(strip.items, moved(n * (width + GUTTER), y)) for n, column in enumerate(columns) for strip, y in column
    ]
    return Strip(max(map(used, columns)), tuple(items), columns=tuple(tuple(column) for column in columns))


def _standing(items: Iterable[Item], base: float) -> Group:
    """A heading whose last line stands at the same height, whether its letters reach below it or not."""
    words = tuple(items)
    return Group(words, moved(0, base - max(item.y for item in words if isinstance(item, Text))))


def _stop(heading: str) -> str:
    """What ends a heading that runs into its text."""
    return heading[-1] if heading[-1] in ".?!:" else "."


def _by_alphabet(name: str) -> tuple[str, str]:
    plain = "".join(c for c in unicodedata.normalize("NFD", name.casefold()) if not unicodedata.combining(c))
    return plain, name
