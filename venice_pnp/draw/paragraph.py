"""Paragraphs of a book: broken as a whole into even lines, justified, hyphenated only where it helps.

Cards and boards set text into a box (`text.py`); a booklet sets columns of paragraphs, where one line that is
filled badly spoils the page. So all breaks of a paragraph are weighed together, after Knuth and Plass.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from copy import copy
from itertools import accumulate
from typing import NamedTuple

from venice_pnp.draw.fonts import Font, Fonts
from venice_pnp.draw.scene import PT, Item, Text
from venice_pnp.draw.text import (
    BOUND,
    SOFT_HYPHEN,
    DoesNotFit,
    MissingGlyph,
    Setting,
    Symbol,
    Word,
    breaks_of,
    chunks_of,
    words_of,
)

REFERENCE = re.compile(r"[A-Z]{2,8}-\d+\.\d+")
REFERENCE_FONT, REFERENCE_SIZE = "label", 0.86  # a rule's ID in the text is set smaller than the words
NUMBERED = re.compile(r"(\(*)[A-Z]{2,8}-(\d+\.\d+[),.;:]*)")  # such an ID; one in quotes is to be typed as it stands
_STOPS = ".,;:!?()“”„‘’\"'–"
STRETCH, SHRINK = 0.5, 0.2  # of a space, in a line that is still even
LOOSE = 1.2  # stretch above which words are hyphenated
SHORT = 0.75  # of the column: a line that is not worth weighing
HYPHENATED = 3000.0  # what a hyphen costs, against lines that are loose
Line = tuple[Item, ...]  # its base line begins at 0, 0


class Box(NamedTuple):
    """What is not broken: words, the space before them, and the hyphen if the line ends after them."""

    words: tuple[Word, ...]
    width: float
    space: float
    hyphen: float = 0.0
    splits: bool = False  # its second half follows: a break here needs a hyphen


class _Uncut(NamedTuple):
    """A box before its size is known."""

    words: tuple[Word, ...]
    spaced: bool  # a space comes before it
    dashed: bool = False  # a break after it shows a hyphen that is not yet there
    splits: bool = False


class Lead(NamedTuple):
    """Words that run into a paragraph in a face and colour of their own: its heading."""

    text: str
    font: str
    colour: str


class Paragraph:
    """One text in one manner of setting, or several that run on."""

    def __init__(
        self, text: str | Sequence[str], how: Setting, fonts: Fonts, justified: bool = True, lead: Lead | None = None
    ) -> None:
        self.how, self.fonts, self.justified, self.lead = how, fonts, justified, lead
        self._cut: dict[bool, list[_Uncut]] = {}  # without hyphens, and with them
        self.words = list(words_of(lead.text, how._replace(font=lead.font), fonts)) if lead else []
        self.begins: list[int] = []  # how many letters come before each of the texts
        texts = [text] if isinstance(text, str) else text
        for part in texts:
            self.begins.append(sum(len(word.text) for word in self.words))
            words = [self._styled(word) for word in words_of(part, how, fonts)]
            self.words += [words[0]._replace(glued=False), *words[1:]] if self.words and words else words
        for font in {w.font for w in self.words if w.font}:
            missing = font.missing("".join(w.text for w in self.words if w.font is font))
            if missing:
                shown = ", ".join(f"'{c}'" for c in missing)
                raise MissingGlyph(f"the typeface {font.face.family} has no {shown} (in '{' '.join(texts)[:40]}…')")

    def _styled(self, word: Word) -> Word:
        """A rule is named by its number alone, as in the margin."""
        if word.font is None or not REFERENCE.search(word.text):
            return word
        number = NUMBERED.fullmatch(word.text)
        text = "".join(number.groups()) if number else word.text
        return word._replace(font=self.fonts[REFERENCE_FONT], text=text)

    def sized(self, size: float) -> Paragraph:
        """The same in another size: what it says is not read again."""
        other = copy(self)
        other.how = self.how._replace(size=size, floor=size)
        return other

    def lines(self, width: float, symbol: Symbol | None = None) -> list[Line]:
        """The lines; raises DoesNotFit if a word is wider than the column."""
        return self.written(self.broken(width), width, symbol)

    def written(self, broken: list[list[Box]], width: float, symbol: Symbol | None = None) -> list[Line]:
        ends = _letters(broken)
        return [
            self._line(boxes, width, boxes is broken[-1], symbol, before)
            for boxes, before in zip(broken, [0, *ends], strict=False)
        ]

    def begun(self, broken: list[list[Box]]) -> list[int]:
        """In which of the lines each of the texts begins."""
        ends = _letters(broken)
        return [bisect_right(ends, begin) for begin in self.begins]

    def broken(self, width: float) -> list[list[Box]]:
        """What stands in each line."""
        best = None
        for hyphens in (False, True):
            boxes = self._boxes(hyphens)
            found = _best_breaks(boxes, width, self.justified)
            if found and (best is None or found[1] < best[1]):
                best = (*found, boxes)
            if found and found[2] <= LOOSE:
                break
        if best is None:
            raise DoesNotFit(f"a word of '{self.words[0].text} …' is wider than {width:g} mm")
        breaks, _, _, boxes = best
        return [boxes[a:b] for a, b in zip([0, *breaks], breaks, strict=False)]

    # --- measuring --------------------------------------------------------------------------------------
    def _size(self, font: Font | None) -> float:
        reference = font is not None and font.name == REFERENCE_FONT != self.how.font
        return self.how.size * (REFERENCE_SIZE if reference else 1.0)

    def _wide(self, word: Word) -> float:
        return self._across(word.text.replace(SOFT_HYPHEN, ""), word.font)

    def _across(self, text: str, font: Font | None) -> float:
        return self.how.size * PT * 1.15 if font is None else font.width(text, self._size(font))

    def _boxes(self, hyphens: bool) -> list[Box]:
        size, wide = self.how.size, self._wide
        space = self.fonts[self.how.font].width(" ", size)
        out = []
        for words, spaced, dashed, splits in self._uncut(hyphens):
            font = words[0].font
            width = wide(words[0]) if len(words) == 1 else sum(map(wide, words))
            dash = font.width("-", size) if dashed and font else 0.0
            out.append(Box(words, width, space if spaced else 0.0, dash, splits))
        return out

    def _uncut(self, hyphens: bool) -> list[_Uncut]:
        """What is not broken, in any size."""
        if hyphens not in self._cut:
            self._cut[hyphens] = list(self._cut_up(hyphens))
        return self._cut[hyphens]

    def _cut_up(self, hyphens: bool) -> Iterator[_Uncut]:
        for number, chunk in enumerate(chunks_of(self.words)):
            spaced = number > 0
            word = chunk[0]
            cuts = self._cuts(word) if hyphens else []
            if not cuts:
                yield _Uncut(tuple(chunk), spaced)
                continue
            start = 0
            for cut in cuts:
                head = Word(word.text[start:cut], word.font, word.glued or start > 0)
                yield _Uncut((head,), spaced, not head.text.endswith("-"), splits=True)
                start, spaced = cut, False
            yield _Uncut((Word(word.text[start:], word.font, True), *chunk[1:]), spaced)

    def _cuts(self, word: Word) -> list[int]:
        """Where a word may be hyphenated; brackets and stops at its ends do not count as letters."""
        bare = word.text.strip(_STOPS)
        if not self.how.hyphens or word.font is None or word.font.face.title or len(bare) < 6 or REFERENCE.search(bare):
            return []
        start = word.text.index(bare)
        return [start + cut for cut in breaks_of(bare, self.how.lang) if bare[cut] != "-"]

    # --- writing ----------------------------------------------------------------------------------------
    def _line(self, boxes: list[Box], width: float, last: bool, symbol: Symbol | None, letters: int) -> Line:
        """One line, before which so many letters have come."""
        natural = _measured(boxes)
        gaps = sum(box.space > 0 for box in boxes[1:]) + sum(word.text.count(BOUND) for b in boxes for word in b.words)
        stretch = (width - natural) / gaps if gaps and self.justified and (not last or natural > width) else 0.0
        x = {"left": 0.0, "centre": (width - natural) / 2, "right": width - natural}[self.how.align]
        out: list[Item] = []
        start, text, font, led = 0.0, "", None, False
        lead = self.begins[0] if self.lead else 0  # letters
        for number, box in enumerate(boxes):
            gap = box.space + stretch if number and box.space else 0.0
            for at, word in enumerate(box.words):
                shown = word.text.replace(SOFT_HYPHEN, "")
                if number == len(boxes) - 1 and box.splits and at == len(box.words) - 1 and not shown.endswith("-"):
                    shown += "-"
                before = gap if at == 0 else 0.0
                if text and (word.font is not font or word.font is None or letters == lead):
                    out.append(self._run(start, text, font, stretch, led))
                    text = ""
                x += before
                if word.font is None:
                    side = self.how.size * PT * 1.05
                    if symbol:
                        out.append(symbol(word.text[1:-1], (x, -side * 0.83, side, side)))
                elif text:
                    text += (" " if before else "") + shown
                else:
                    start, font, text, led = x, word.font, shown, letters < lead
                letters += len(word.text)
                x += self._wide(word if shown == word.text else word._replace(text=shown)) + stretch * shown.count(
                    BOUND
                )
        if text:
            out.append(self._run(start, text, font, stretch, led))
        return tuple(out)

    def _run(self, x: float, text: str, font: Font | None, stretch: float, led: bool) -> Text:
        assert font is not None
        size, text = self._size(font), text.replace(BOUND, " ")
        if font.name != self.how.font:  # spaces are those of the text around it
            stretch += self.fonts[self.how.font].width(" ", self.how.size) - font.width(" ", size)
        width = font.width(text, size) + stretch * text.count(" ")
        colour = self.lead.colour if self.lead and led else self.how.colour
        return Text(x, 0.0, text, font.name, size, colour, width, 0.0, stretch if " " in text else 0.0)


def _letters(broken: list[list[Box]]) -> list[int]:
    """How many letters there are up to the end of each line."""
    return list(accumulate(sum(len(word.text) for box in line for word in box.words) for line in broken))


def _measured(boxes: list[Box]) -> float:
    """The natural width of a line."""
    hyphen = boxes[-1].hyphen if boxes[-1].splits else 0.0
    return sum(box.width for box in boxes) + sum(box.space for box in boxes[1:]) + hyphen


Breaks = tuple[list[int], float, float]  # where lines end, their cost, the loosest of them


def _best_breaks(boxes: list[Box], width: float, justified: bool) -> Breaks | None:
    """The cheapest way to break the whole paragraph; None if a word is too wide. Lines that are far too short are
    only looked at when there is no other way."""
    return _breaks_from(boxes, width, justified, width * SHORT) or _breaks_from(boxes, width, justified, 0.0)


def _breaks_from(boxes: list[Box], width: float, justified: bool, least: float) -> Breaks | None:
    count = len(boxes)
    limit = width + 0.01
    shrink = SHRINK if justified else 0.0
    ends = list(accumulate((box.space + box.width for box in boxes), initial=0.0))
    begins = [end + box.space for end, box in zip(ends, boxes, strict=False)]  # the space at the head of a line is lost
    spaced = list(accumulate((box.space for box in boxes), initial=0.0))
    best: list[tuple[float, int, float] | None] = [None] * (count + 1)
    best[0] = (0.0, 0, 0.0)
    for end in range(1, count + 1):
        last = boxes[end - 1]
        reach = ends[end] + (last.hyphen if last.splits else 0.0)
        nearest = end if end == count else bisect_right(begins, reach - least, 0, end)
        for start in range(nearest - 1, -1, -1):
            natural, spaces = reach - begins[start], spaced[end] - spaced[start + 1]
            if natural - spaces * shrink > limit:
                break
            before = best[start]
            if before is None:
                continue
            loose = _looseness(natural, spaces, width, justified)
            cost = (1 + 100 * abs(loose) ** 3) ** 2 + HYPHENATED * last.splits
            if end == count:
                loose = max(0.0, -loose)
                cost = 0.0 if natural > width * 0.12 else 2 * HYPHENATED  # a syllable alone in the last line
            total = before[0] + cost
            known = best[end]
            if known is None or total < known[0]:
                best[end] = (total, start, max(before[2], loose))
    final = best[count]
    if final is None:
        return None
    breaks: list[int] = []
    at = count
    while at:
        breaks.append(at)
        step = best[at]
        assert step is not None
        at = step[1]
    return breaks[::-1], final[0], final[2]


def _looseness(natural: float, spaces: float, width: float, justified: bool) -> float:
    """How far the spaces of a line must give: 1 is as far as they should, below 0 they are narrower."""
    if not justified:
        return (width - natural) / (width * 0.25)
    give = spaces * (STRETCH if natural <= width else SHRINK)
    return (width - natural) / give if give else 5.0


# --- how texts break, for all editions ------------------------------------------------------------------------
Manner = tuple[Setting, bool, Lead | None]  # the last two: justified, what runs into it


class Broken(NamedTuple):
    """The paragraphs of a text, what stands in each of their lines, and in which of them its parts begin."""

    paragraphs: list[tuple[Paragraph, list[list[Box]]]]
    begins: list[int]

    def shape(self) -> tuple[list[int], list[bool]]:
        """All that matters to the breaks of pages: where the parts begin, and which lines end within a word."""
        return self.begins, [line[-1].splits for _, lines in self.paragraphs for line in lines]


class LineBreaks:
    """How texts were broken: once, whoever else sets them so. A text is read once for all its sizes."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self._read: dict[tuple[tuple[str, ...], Manner], list[Paragraph]] = {}
        self._broken: dict[tuple[tuple[str, ...], float, Manner], Broken] = {}

    def of(self, texts: tuple[str, ...], width: float, manner: Manner) -> Broken:
        key = texts, width, manner
        if key not in self._broken:
            read = [one.sized(manner[0].size) for one in self._paragraphs(texts, manner)]
            paragraphs = [(one, one.broken(width)) for one in read]
            one, lines = paragraphs[0]
            begins = one.begun(lines) if len(paragraphs) == 1 else [0] * len(texts)
            self._broken[key] = Broken(paragraphs, begins)
        return self._broken[key]

    def _paragraphs(self, texts: tuple[str, ...], manner: Manner) -> list[Paragraph]:
        """A list in a text is a paragraph for each of its lines."""
        how, justified, lead = manner
        key = texts, (how._replace(size=0.0, floor=0.0), justified, lead)
        if key not in self._read:
            parts: list[str | list[str]] = [[text.strip() for text in texts]]
            if "\n" in "".join(texts):
                parts = [part.strip() for part in "\n".join(texts).split("\n")]
            self._read[key] = [
                Paragraph(part, how, self.fonts, justified, None if n else lead) for n, part in enumerate(parts)
            ]
        return self._read[key]
