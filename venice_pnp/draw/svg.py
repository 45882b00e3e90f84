"""Scenes into SVG. Letters are drawn as outlines, so that a picture looks the same everywhere.

Written as text: a picture of a board has some thousand elements, and many pictures show the same board; what is the
same thing (`Once`) is put into words once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path as File
from typing import Any

from venice_pnp.draw.fonts import Fonts, old_figures
from venice_pnp.draw.scene import IDENTITY, PT, Group, Item, Matrix, Once, Outline, Path, Scene, Text

# a letter and its numbers, each with the same three digits; then the zeros that say nothing are taken away
_SEGMENTS = {1 + n: "%s " + "%.3f " * n for n in (0, 2, 6)}
_TRAILING_ZEROS = re.compile(r"(?<=\.[1-9])00(?= )|(?<=\.\d[1-9])0(?= )")
OUTLINES, PATHS = 8192, 32768  # that are written down once, however many pictures show them
_NEGATIVE_ZERO = re.compile(r"(?<= )-0(?= )")
_SPECIAL = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"}
_ESCAPES = str.maketrans(_SPECIAL)
NAMES = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:ev="http://www.w3.org/2001/xml-events" '
    'xmlns:xlink="http://www.w3.org/1999/xlink"'
)


def to_svg(scene: Scene, fonts: Fonts, trimmed: bool = True) -> str:
    """A face as an SVG document in mm, cut at its outline or with its bleed."""
    bleed = 0.0 if trimmed else scene.bleed
    left, top, wide, high = -bleed, -bleed, scene.width + 2 * bleed, scene.height + 2 * bleed
    view = " ".join(_n(v) for v in (left, top, wide, high))
    writer = _Writer(fonts)
    drawn = writer.group(Group(scene.items, clip=scene.outline if trimmed else None))
    size = f'height="{_n(high)}mm" version="1.1" viewBox="{view}" width="{_n(wide)}mm"'
    return f'<svg baseProfile="full" {size} {NAMES}>{_element("defs", "", writer.defined)}{drawn}</svg>'


def _element(name: str, attributes: str, inside: Iterable[str]) -> str:
    held = "".join(inside)
    return f"<{name}{attributes}>{held}</{name}>" if held else f"<{name}{attributes} />"


class _Writer:
    """Writes one document: `defined` is what it uses by name."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts, self.defined = fonts, list[str]()
        self._names: dict[object, str] = {}

    def group(self, group: Group) -> str:
        if group.key:
            return self._used(group)
        clip = f' clip-path="url(#{self._clip(group.clip)})"' if group.clip else ""
        matrix = f' transform="{_matrix(group.matrix)}"' if group.matrix != IDENTITY else ""
        return _element("g", clip + matrix, map(self.item, group.items))

    def item(self, item: Item) -> str:
        if isinstance(item, Path):
            return _path(item)
        if isinstance(item, Text):
            return self._text(item)
        assert isinstance(item, Group), "only the press has the forms of an earlier build"
        return self.group(item)

    def _text(self, text: Text) -> str:
        """Each letter is defined once and used where it stands; the words stay readable as a label."""
        font = self.fonts[text.font]
        scale = text.size * PT / _units(font.file)
        at, letters = 0.0, []
        for char in font.shown(text.text):
            key = f"{text.font}-{ord(char):x}"
            if key not in self._names:
                self._names[key] = key
                glyph = _glyph(font.file, char)
                self.defined.append(f'<path d="{glyph}" id="{key}" />' if glyph else f'<path id="{key}" />')
            if not char.isspace():
                letters.append(f'<use x="{_n(at)}" xlink:href="#{key}" />')
            more = text.stretch if char == " " else 0.0
            at += (font.width(char, text.size) + text.spacing + more) / scale
        label = f' aria-label="{text.text.translate(_ESCAPES)}"' if text.text else ""
        matrix = _matrix((scale, 0, 0, -scale, text.x, text.y))
        return _element("g", f'{label} fill="{text.fill}" transform="{matrix}"', letters)

    def _used(self, group: Group) -> str:
        name = self._names.get(group.key)
        if name is None:
            name = self._names[group.key] = f"s{len(self._names)}"
            symbol = _element("g", f' id="{name}"', map(self.item, group.items))
            self.defined.append(symbol)
        clip = f' clip-path="url(#{self._clip(group.clip)})"' if group.clip else ""
        return f'<use{clip} transform="{_matrix(group.matrix)}" xlink:href="#{name}" />'

    def _clip(self, outline: Outline) -> str:
        d = _d(outline)
        name = self._names.get(("clip", d))
        if name is None:
            name = self._names["clip", d] = f"c{len(self._names)}"
            self.defined.append(f'<clipPath id="{name}"><path d="{d}" /></clipPath>')
        return name


def _written(path: Path) -> str:
    d = _d(path.d)
    drawn = f'<path d="{d}"' if d else "<path"
    dash = rule = stroke = ""
    if path.evenodd:
        rule = ' fill-rule="evenodd"'
    if path.stroke:
        if path.dash:
            dash = f' stroke-dasharray="{" ".join(_n(v) for v in path.dash)}"'
        ends = ' stroke-linecap="round" stroke-linejoin="round"'
        stroke = f' stroke="{path.stroke}"{dash}{ends} stroke-width="{_n(path.width)}"'
    return f'{drawn} fill="{path.fill or "none"}"{rule}{stroke} />'


_path = Once(_written, PATHS)


@cache
def _open(file: File) -> Any:
    from fontTools.ttLib import TTFont  # slow to load

    return TTFont(file)


def _units(file: File) -> int:
    return int(_open(file)["head"].unitsPerEm)


@cache
def _glyph(file: File, char: str) -> str:
    from fontTools.pens.svgPathPen import SVGPathPen  # slow to load

    font = _open(file)
    glyphs = font.getGlyphSet()
    pen = SVGPathPen(glyphs)
    old = old_figures(file).get(ord(char))
    glyphs[font.getGlyphName(old) if old else font.getBestCmap()[ord(char)]].draw(pen)
    return str(pen.getCommands())


@lru_cache(OUTLINES)
def _d(d: Outline) -> str:
    """The whole outline at once: a board has a quarter of a million numbers, and many pictures show it."""
    text = "".join(_SEGMENTS[len(segment)] % segment for segment in d)
    return _NEGATIVE_ZERO.sub("0", _TRAILING_ZEROS.sub("", text.replace(".000 ", " "))).rstrip()


def _matrix(m: Matrix) -> str:
    return f"matrix({' '.join(_n(v, 6) for v in m)})"


def _n(value: float, digits: int = 3) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
