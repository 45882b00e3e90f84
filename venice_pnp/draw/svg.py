"""Scenes into SVG. Letters are drawn as outlines, so that a picture looks the same everywhere."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path as File
from typing import Any

from venice_pnp.draw.fonts import Fonts, old_figures
from venice_pnp.draw.scene import IDENTITY, PT, Group, Item, Matrix, Outline, Path, Scene, Text

# a letter and its numbers, each with the same three digits; then the zeros that say nothing are taken away
_SEGMENTS = {1 + n: "%s " + "%.3f " * n for n in (0, 2, 6)}
_TRAILING_ZEROS = re.compile(r"(?<=\.[1-9])00(?= )|(?<=\.\d[1-9])0(?= )")
OUTLINES = 8192  # that are written down once, however many pictures show them
_NEGATIVE_ZERO = re.compile(r"(?<= )-0(?= )")


def to_svg(scene: Scene, fonts: Fonts, trimmed: bool = True) -> str:
    """A face as an SVG document in mm, cut at its outline or with its bleed."""
    import svgwrite  # slow to load

    bleed = 0.0 if trimmed else scene.bleed
    box = (-bleed, -bleed, scene.width + 2 * bleed, scene.height + 2 * bleed)
    size = (f"{_n(box[2])}mm", f"{_n(box[3])}mm")
    drawing = svgwrite.Drawing(size=size, viewBox=" ".join(_n(v) for v in box), debug=False)
    writer = _Writer(drawing, fonts)
    root = writer.group(Group(scene.items, clip=scene.outline if trimmed else None))
    drawing.add(root)
    return str(drawing.tostring())


class _Writer:
    def __init__(self, drawing: Any, fonts: Fonts) -> None:
        self.drawing, self.fonts = drawing, fonts
        self._defined: dict[str, str] = {}

    def group(self, group: Group) -> Any:
        if group.key:
            return self._used(group)
        g = self.drawing.g()
        if group.matrix != IDENTITY:
            g["transform"] = _matrix(group.matrix)
        if group.clip:
            g["clip-path"] = f"url(#{self._clip(group.clip)})"
        for item in group.items:
            g.add(self.item(item))
        return g

    def item(self, item: Item) -> Any:
        if isinstance(item, Path):
            return self._path(item)
        if isinstance(item, Text):
            return self._text(item)
        assert isinstance(item, Group), "only the press has the forms of an earlier build"
        return self.group(item)

    def _path(self, path: Path) -> Any:
        element = self.drawing.path(d=_d(path.d), fill=path.fill or "none")
        if path.stroke:
            element["stroke"] = path.stroke
            element["stroke-width"] = _n(path.width)
            element["stroke-linejoin"] = element["stroke-linecap"] = "round"
            if path.dash:
                element["stroke-dasharray"] = " ".join(_n(v) for v in path.dash)
        if path.evenodd:
            element["fill-rule"] = "evenodd"
        return element

    def _text(self, text: Text) -> Any:
        """Each letter is defined once and used where it stands; the words stay readable as a label."""
        font = self.fonts[text.font]
        scale = text.size * PT / _units(font.file)
        g = self.drawing.g(fill=text.fill)
        g["aria-label"] = text.text
        g["transform"] = _matrix((scale, 0, 0, -scale, text.x, text.y))
        at = 0.0
        for char in font.shown(text.text):
            key = f"{text.font}-{ord(char):x}"
            if key not in self._defined:
                self._defined[key] = key
                self.drawing.defs.add(self.drawing.path(d=_glyph(font.file, char), id=key))
            if not char.isspace():
                g.add(self.drawing.use(f"#{key}", x=_n(at)))
            more = text.stretch if char == " " else 0.0
            at += (font.width(char, text.size) + text.spacing + more) / scale
        return g

    def _used(self, group: Group) -> Any:
        if group.key not in self._defined:
            name = f"s{len(self._defined)}"
            self._defined[group.key] = name
            symbol = self.drawing.g(id=name)
            for item in group.items:
                symbol.add(self.item(item))
            self.drawing.defs.add(symbol)
        use = self.drawing.use(f"#{self._defined[group.key]}")
        use["transform"] = _matrix(group.matrix)
        if group.clip:
            use["clip-path"] = f"url(#{self._clip(group.clip)})"
        return use

    def _clip(self, outline: Outline) -> str:
        key = "clip " + _d(outline)
        if key not in self._defined:
            name = f"c{len(self._defined)}"
            self._defined[key] = name
            clip = self.drawing.clipPath(id=name)
            clip.add(self.drawing.path(d=_d(outline)))
            self.drawing.defs.add(clip)
        return self._defined[key]


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
