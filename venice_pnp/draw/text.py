"""Text into a box: wrap, hyphenate, shrink to a floor, and then say that it does not fit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Literal, NamedTuple

from venice_pnp.draw.fonts import CAP_HEIGHT, DESCENDING, DESCENT, Font, Fonts
from venice_pnp.draw.hyphens import LEFT, RIGHT
from venice_pnp.draw.hyphens import hyphens as hyphens_of
from venice_pnp.draw.scene import PT, Box, Group, Item, Text

Align = Literal["left", "centre", "right"]
Valign = Literal["top", "middle", "bottom"]
SHRINK = 0.25  # points a step
EVEN = 1.0  # mm a step by which lines in the middle are made narrower
RUNNING = 3  # lines from which a text is read, and may break its words; titles and labels do not
ALONE = 0.15  # of the width: a last line that is no wider is no line
SOFT_HYPHEN = "\u00ad"
BOUND = "\u00a0"  # a space at which no line ends; it is written as any other
_MARKUP = re.compile(r"(\*\*|:[a-z][a-z0-9/-]*:|\n| )")
_AS_SET = (  # what is typed, and how it is set: apostrophes, and what no line ends between
    (re.compile(r"(?<=[^\W\d_])'"), "’"),
    (re.compile(r"(?<=\d) ([+−]) (?=\w)"), rf"{BOUND}\1{BOUND}"),
    (re.compile(r"(?<=\w) ([+−]) (?=\d)"), rf"{BOUND}\1{BOUND}"),
    (re.compile(r"(?<==) (?=\d)"), BOUND),
    (re.compile(r"(?<=\d) (?=(?:mm|g|%|[A-Z]{2,3})(?!\w))"), BOUND),  # a number and its unit
    (re.compile(r"(?<=\d) × (?=\d[\d.,]*(?![\d.,]| ×))"), f"{BOUND}×{BOUND}"),  # two measures, the last two of three
    (re.compile(r"(?<=\b\w\w’) (?=\w)"), BOUND),  # after a short form: Ca’ Foscari
)
_COUNTED = re.compile(r"(?<![\w.,:–-])(\d{1,2}) (?=[^\W\d_]|:[a-z])")  # a figure and what it counts
_ENOUGH_BEFORE = re.compile(rf"(?:[^\W\d_]{SOFT_HYPHEN}?){{{LEFT}}}-?$")  # letters on either side of a break
_ENOUGH_AFTER = re.compile(rf"(?:[^\W\d_]{SOFT_HYPHEN}?){{{RIGHT}}}")
_CAPITAL_NOUNS = frozenset({"de"})  # languages in which a capital letter tells no name
_HYPHENATION = {"de": "de_DE", "en": "en_GB", "it": "it_IT"}


class DoesNotFit(Exception):
    """The text is too long for its box even at the smallest allowed size."""


class MissingGlyph(Exception):
    """The typeface has no drawing for a character."""


class Setting(NamedTuple):
    """How a text is to be set. Sizes in points."""

    font: str
    size: float
    floor: float
    colour: str
    align: Align = "centre"
    valign: Valign = "middle"
    leading: float = 1.22
    spacing: float = 0.0  # letterspacing as a share of the size
    lang: str = "en"
    wrap: bool = True
    hyphens: bool = True  # whether words may be broken where the text runs over several lines


class Word(NamedTuple):
    """A piece that is not broken: letters in one font, or an inline symbol."""

    text: str
    font: Font | None  # None: an inline symbol
    glued: bool  # no space before it


Symbol = Callable[[str, Box], Group]  # draws an inline symbol into a box


def set_text(text: str, box: Box, how: Setting, fonts: Fonts, symbol: Symbol | None = None) -> tuple[Item, ...]:
    """The text as runs and symbols inside the box."""
    words = list(words_of(text, how, fonts))
    counted = _COUNTED.sub(rf"\1{BOUND}", text)
    bound = words if counted == text else list(words_of(counted, how, fonts))
    for font in {w.font for w in words if w.font}:
        missing = font.missing("".join(w.text for w in words if w.font is font))
        if missing:
            shown = ", ".join(f"'{c}'" for c in missing)
            raise MissingGlyph(
                f"the typeface {font.face.family} has no {shown}; write it otherwise or draw it as a symbol"
            )
    size = how.size
    title = fonts[how.font].face.title
    breaks = how.wrap and how.hyphens and not title
    while True:
        for hyphens in (False, True) if breaks else (False,):
            chosen, lines = _bound_lines(bound, words, box[2], size, how, hyphens)
            if lines is None or (hyphens and (len(lines) < RUNNING or _leftover(lines))):
                continue
            if title or (how.align == "centre" and not hyphens):
                lines = _even(chosen, lines, box[2], size, how)
            if _height(lines, size, how) <= box[3] + 0.01:
                return tuple(_placed(lines, box, size, how, symbol))
        if size - SHRINK < how.floor - 1e-9:
            raise DoesNotFit(f"'{_short(text)}' does not fit into {box[2]:g} × {box[3]:g} mm even at {how.floor:g} pt")
        size -= SHRINK


def as_set(text: str) -> str:
    """A text as a compositor sets it: a real apostrophe, and what belongs together on one line."""
    for typed, proper in _AS_SET:
        text = typed.sub(proper, text)
    return text


def words_of(text: str, how: Setting, fonts: Fonts) -> Iterator[Word]:
    plain = fonts[how.font]
    bold = fonts[plain.face.bold] if plain.face.bold else plain
    font, glued = plain, True
    for piece in _MARKUP.split(as_set(text)):
        if piece == "**":
            font = plain if font is bold and bold is not plain else bold
        elif piece == " ":
            glued = False
        elif piece == "\n":
            yield Word("\n", None, True)
            glued = True
        elif piece.startswith(":") and piece.endswith(":") and len(piece) > 2:
            yield Word(piece, None, glued)
            glued = True
        elif piece:
            yield Word(piece, font, glued)
            glued = True


def _width(word: Word, size: float, spacing: float) -> float:
    if word.font is None:
        return size * PT * 1.15
    return word.font.width(word.text.replace(SOFT_HYPHEN, ""), size, spacing * size * PT)


def _space(word: Word, how: Setting, size: float) -> float:
    return size * PT * 0.25 if word.font is None else word.font.width(" ", size, how.spacing * size * PT)


def _bound_lines(
    bound: list[Word], words: list[Word], width: float, size: float, how: Setting, hyphens: bool
) -> tuple[list[Word], list[list[Word]] | None]:
    """The lines in which figures stay with what they count, and their words; where that takes a line more, without."""
    lines = _running(words, width, size, how, hyphens)
    tied = lines if bound is words else _running(bound, width, size, how, hyphens)
    return (bound, tied) if tied and lines and len(tied) <= len(lines) else (words, lines)


def _running(words: list[Word], width: float, size: float, how: Setting, hyphens: bool) -> list[list[Word]] | None:
    """The lines of all paragraphs, none of which ends with one word alone if it can have company."""
    lines: list[list[Word]] = []
    for paragraph in _paragraphs(words):
        own = _lines(paragraph, width, size, how, hyphens)
        if own is None:
            return None
        lines += _accompanied(own, width, size, how)
    return lines


def _paragraphs(words: list[Word]) -> Iterator[list[Word]]:
    own: list[Word] = []
    for word in words:
        if word.text == "\n" and word.font is None:
            yield own
            own = []
        else:
            own.append(word)
    yield own


def _accompanied(lines: list[list[Word]], width: float, size: float, how: Setting) -> list[list[Word]]:
    """A word or two alone in the last line get the one before them, if that leaves others above."""
    *before, above, last = lines if len(lines) > 1 else [[], []]
    single = len(list(chunks_of(last))) == 1 and not any(BOUND in word.text for word in last)
    if not above or not (single or _wide(last, size, how) < width * ALONE) or _leftover(lines):
        return lines
    *staying, company = chunks_of(above)
    down = [company[0]._replace(glued=True), *company[1:], last[0]._replace(glued=False), *last[1:]]
    if len(staying) < 2 or _wide(down, size, how) > width:
        return lines
    return [*before, [word for chunk in staying for word in chunk], down]


def _wide(line: list[Word], size: float, how: Setting) -> float:
    """How wide a line is with its spaces."""
    spaces = sum(_space(word, how, size) for word in line[1:] if not word.glued)
    return sum(_width(word, size, how.spacing) for word in line) + spaces


def _lines(words: list[Word], width: float, size: float, how: Setting, hyphens: bool) -> list[list[Word]] | None:
    """Greedy lines, or None if a word is wider than the box."""
    lines: list[list[Word]] = [[]]
    used = 0.0
    limit = width + 0.01
    for chunk in chunks_of(words):
        if chunk[0].text == "\n" and chunk[0].font is None:
            lines.append([])
            used = 0.0
            continue
        wide = sum(_width(w, size, how.spacing) for w in chunk)
        gap = _space(chunk[0], how, size) if lines[-1] else 0.0
        if used + gap + wide <= limit:
            lines[-1] += chunk
            used += gap + wide
            continue
        if not how.wrap:
            return None
        parts = _broken(chunk, limit - used - gap, size, how) if hyphens else None
        if parts:
            head, tail = parts
            lines[-1].append(head)
            lines.append([tail._replace(glued=True)])
            used = _width(tail, size, how.spacing)
        elif lines[-1]:
            lines.append([chunk[0]._replace(glued=True), *chunk[1:]])
            used = wide
        else:
            return None
        if used > limit:
            return None
    return lines


def _leftover(lines: list[list[Word]]) -> bool:
    """Whether the last line is nothing but the end of a broken word."""
    *_, before, last = lines
    return len(last) == 1 and bool(before) and before[-1].text.endswith("-")


def _even(words: list[Word], lines: list[list[Word]], width: float, size: float, how: Setting) -> list[list[Word]]:
    """As many lines, but of about the same length: no word is left alone below a full line."""
    narrower: list[list[Word]] | None = lines
    while narrower is not None and len(narrower) == len(lines) > 1:
        lines, width = narrower, width - EVEN
        narrower = _lines(words, width, size, how, hyphens=False)
    return lines


def chunks_of(words: list[Word]) -> Iterator[list[Word]]:
    """Words with what is glued to them."""
    chunk: list[Word] = []
    for word in words:
        if chunk and (not word.glued or word.text == "\n" or chunk[-1].text == "\n"):
            yield chunk
            chunk = []
        chunk.append(word)
    if chunk:
        yield chunk


def _broken(chunk: list[Word], room: float, size: float, how: Setting) -> tuple[Word, Word] | None:
    """The word cut at the last place where its head still fits."""
    word = chunk[0]
    if len(chunk) > 1 or word.font is None or len(word.text) < 6:
        return None
    for at in reversed(breaks_of(word.text, how.lang)):
        head = Word(word.text[:at].rstrip("-") + "-", word.font, word.glued)
        if _width(head, size, how.spacing) <= room:
            return head, Word(word.text[at:], word.font, True)
    return None


@cache
def breaks_of(word: str, lang: str) -> list[int]:
    """Where a word may be broken: where it says so itself, else by the language and at its own hyphens. Where only
    names and first words have a capital letter, they are not broken."""
    if SOFT_HYPHEN in word:
        places = [i + 1 for i, c in enumerate(word) if c == SOFT_HYPHEN]
    else:
        name = None if word[:1].isupper() and lang not in _CAPITAL_NOUNS else _HYPHENATION.get(lang)
        own = [i + 1 for i, c in enumerate(word) if c == "-"]
        places = sorted({*own, *(hyphens_of(name).positions(word) if name else ())})
    return [at for at in places if _ENOUGH_BEFORE.search(word[:at]) and _ENOUGH_AFTER.match(word[at:])]


def _height(lines: list[list[Word]], size: float, how: Setting) -> float:
    return ((len(lines) - 1) * how.leading + CAP_HEIGHT + _below(lines[-1])) * size * PT


def _below(line: list[Word]) -> float:
    return DESCENT if any(DESCENDING & set(w.text) for w in line if w.font) else 0.0


def _placed(lines: list[list[Word]], box: Box, size: float, how: Setting, symbol: Symbol | None) -> Iterator[Item]:
    x, y, w, h = box
    cap, step = CAP_HEIGHT * size * PT, how.leading * size * PT
    block = (len(lines) - 1) * step + cap
    below = _below(lines[-1]) * size * PT
    top = {"top": y, "middle": y + min((h - block) / 2, h - block - below), "bottom": y + h - block - below}[how.valign]
    for number, line in enumerate(lines):
        base = top + cap + number * step
        pieces = [(word, 0.0 if i == 0 or word.glued else _space(word, how, size)) for i, word in enumerate(line)]
        wide = sum(_width(word, size, how.spacing) + gap for word, gap in pieces)
        trail = how.spacing * size * PT if line and line[-1].font else 0.0
        at = x + {"left": 0.0, "centre": (w - wide + trail) / 2, "right": w - wide + trail}[how.align]
        yield from _run(pieces, at, base, size, how, symbol)


def _run(
    pieces: list[tuple[Word, float]], at: float, base: float, size: float, how: Setting, symbol: Symbol | None
) -> Iterator[Item]:
    """One line; neighbouring words of one font become one run."""
    spacing = how.spacing * size * PT
    start, text, font = at, "", None
    for word, gap in pieces:
        wide = _width(word, size, how.spacing)
        if text and (word.font is not font or word.font is None):
            yield _text(start, base, text, font, size, how.colour, spacing)
            text = ""
        at += gap
        if word.font is None:
            side = size * PT * 1.05
            if symbol:
                yield symbol(word.text[1:-1], (at, base - side * 0.83, side, side))
        else:
            if not text:
                start, font = at, word.font
            text += (" " if text and gap else "") + word.text.replace(SOFT_HYPHEN, "")
        at += wide
    if text:
        yield _text(start, base, text, font, size, how.colour, spacing)


def _text(x: float, y: float, text: str, font: Font | None, size: float, colour: str, spacing: float) -> Text:
    assert font is not None
    text = text.replace(BOUND, " ")
    return Text(x, y, text, font.name, size, colour, font.width(text, size, spacing), spacing)


def extent(run: Text) -> Box:
    """The box of a run's ink, measured by cap height and descent."""
    below = DESCENT if DESCENDING & set(run.text) else 0.0
    return (
        run.x,
        run.y - CAP_HEIGHT * run.size * PT,
        run.width - run.spacing,
        (CAP_HEIGHT + below) * run.size * PT,
    )


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"
