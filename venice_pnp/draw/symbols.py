"""Symbols: SVG files of `templates/symbols/` in a small, safe subset of SVG.

Fill and stroke are `none` or `var(--role, #preview)`. A *picture* (it has ink outlines) turns white
in low ink and keeps its lines; an *icon* (a silhouette without outlines) turns to ink. A `shade` is what a
thing throws on others, or a line on its ground: white it would cut their outlines, so low ink leaves it out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from venice_pnp.draw.inks import Inks, mix
from venice_pnp.draw.scene import (
    IDENTITY,
    Box,
    Group,
    Matrix,
    Outline,
    Path,
    Segment,
    ellipse,
    fit,
    moved,
    polyline,
    rect,
    scaled,
    times,
    transform,
    turned,
)
from venice_pnp.kit.cache import kept
from venice_pnp.kit.faults import nearest
from venice_pnp.kit.folders import file_below, small_file
from venice_pnp.kit.limits import FAR, GROUPS, SYMBOL
from venice_pnp.kit.watched import BESIDE

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

READER = File(__file__)  # what it makes of a file is kept until either changes
SYMBOL_NOTE = f"{BESIDE}symbols/"  # before the name of one, among the notes of what was read
SVG = "{http://www.w3.org/2000/svg}"
SHADE, SHADOW = "shade", "ash"  # a role, and the colour it has
DEFAULT_VALUES = {"fill": "none", "stroke": "none", "stroke-width": "1", "fill-rule": "nonzero"}
_PAINT = re.compile(r"var\(--([a-z]+),\s*#[0-9A-Fa-f]{3,6}\)")
_CALL = re.compile(r"(translate|scale|rotate|matrix)\(([^)]*)\)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_IGNORED = {"stroke-linecap", "stroke-linejoin", "stroke-miterlimit"}


class BadSymbol(Exception):
    """A symbol that is missing or goes beyond the subset."""


class SymbolShape(Struct, frozen=True):
    d: Outline
    fill: str
    stroke: str
    width: float
    evenodd: bool


class Art(Struct, frozen=True):
    size: tuple[float, float]
    origin: tuple[float, float]
    shapes: tuple[SymbolShape, ...]
    picture: bool


class Symbols:
    """The symbol folders, one's own before the shipped one; each file is read once."""

    def __init__(self, *folders: File) -> None:
        self.folders = folders
        self._read: dict[str, Art] = {}
        self._noted: set[str] | None = None

    def noting(self, read: set[str]) -> Symbols:
        """The same symbols, for somebody who wants to know which of them were used."""
        other = copy(self)
        other._noted = read
        return other

    def content(self, name: str) -> bytes:
        """What stands in the file of a symbol; nothing where there is none."""
        with suppress(BadSymbol, OSError):
            return small_file(self._file(name), SYMBOL)
        return b""

    def names(self) -> list[str]:
        return sorted({str(f.relative_to(d).with_suffix("")) for d in self.folders for f in d.rglob("*.svg")})

    def art(self, name: str) -> Art:
        if self._noted is not None:
            self._noted.add(f"{SYMBOL_NOTE}{name}")
        if name not in self._read:
            file = self._file(name)
            self._read[name] = kept("symbol", [READER, file], Art, lambda: read_art(file))
        return self._read[name]

    def _file(self, name: str) -> File:
        for folder in self.folders:
            if file := file_below(folder, f"{name}.svg"):
                return file
        raise BadSymbol(f"unknown symbol '{name}'{nearest(name, self.names())}")

    def drawn(self, name: str, box: Box, inks: Inks, colour: str = "ink", turn: float = 0.0) -> Group:
        """The symbol as large as fits into the middle of the box, in the given main colour."""
        art = self.art(name)
        paints = paints_of(inks, colour, art.picture)
        items = tuple(Path(s.d, paints(s.fill), paints(s.stroke), s.width, s.evenodd) for s in art.shapes)
        place = fit(art.size, box, art.origin)
        if turn:
            place = times(turned(turn, box[0] + box[2] / 2, box[1] + box[3] / 2), place)
        return Group(items, place, key=f"{name} {colour} {inks.edition}")


def paints_of(inks: Inks, colour: str, picture: bool) -> Any:
    """What each role of a symbol becomes."""

    def paint(role: str) -> str | None:
        if role == "none" or (role == SHADE and inks.low):
            return None
        if role == SHADE:
            return inks.area(SHADOW)
        if role in ("main", "light", "dark"):
            if not picture:
                return inks.mark(colour)
            if inks.low and role != "main":
                return inks.area("ink") if role == "dark" else inks.area("paper")
            base = inks.area(colour)
            toward, share = {"main": ("paper", 0.0), "light": ("paper", 0.6), "dark": ("ink", 0.45)}[role]
            return mix(base, inks.area(toward), share)
        return inks.area(role)

    return paint


# --- reading ------------------------------------------------------------------------------------------
def read_art(file: File) -> Art:
    try:
        text = small_file(file, SYMBOL).decode("utf-8", "replace")
    except OSError as error:
        reason = error.strerror or f"not a regular file of at most {SYMBOL // 1000} KB"
        raise BadSymbol(f"{file}: {reason}") from None
    try:
        root, lines = _elements(text)
        box = _numbers(root.get("viewBox", ""))
        known = len(box) == 4 and min(box[2:]) > 0 and all(abs(number) <= FAR for number in box)
        if root.tag != f"{SVG}svg" or not known:
            raise _Flaw(lines[root], "expected an <svg> with a viewBox of four numbers")
        shapes = tuple(_shapes(root, IDENTITY, DEFAULT_VALUES, lines))
    except _Flaw as flaw:
        raise BadSymbol(f"{file}:{flaw.line}: {flaw}") from None
    picture = any(s.stroke == "ink" or s.fill == "ink" for s in shapes)
    return Art((box[2], box[3]), (box[0], box[1]), shapes, picture)


class _Flaw(Exception):
    """What is wrong in a line of a symbol."""

    def __init__(self, line: int, what: object) -> None:
        super().__init__(str(what))
        self.line = line


def _elements(text: str) -> tuple[Element, dict[Element, int]]:
    """The document, and the line of each element. Neither document types nor entities are read at all."""
    from xml.etree.ElementTree import TreeBuilder  # only for symbols that are not kept yet
    from xml.parsers import expat  # only for symbols that are not kept yet

    parser, made = expat.ParserCreate(namespace_separator="}"), TreeBuilder()
    lines: dict[Element, int] = {}

    def whole(name: str) -> str:
        return f"{{{name}" if "}" in name else name

    def start(tag: str, attributes: dict[str, str]) -> None:
        element = made.start(whole(tag), {whole(name): value for name, value in attributes.items()})
        lines[element] = parser.CurrentLineNumber

    def refuse(*_: object) -> None:
        raise _Flaw(parser.CurrentLineNumber, "a document type or entity is not allowed in a symbol")

    parser.StartElementHandler, parser.EndElementHandler = start, lambda tag: made.end(whole(tag))
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise _Flaw(error.lineno, f"not well-formed SVG ({expat.ErrorString(error.code)})") from None
    return made.close(), lines


def _shapes(
    parent: Element, matrix: Matrix, style: dict[str, str], lines: dict[Element, int], depth: int = 0
) -> Iterator[SymbolShape]:
    if depth > GROUPS:
        raise _Flaw(lines[parent], f"more than {GROUPS} groups within each other")
    for element in parent:
        tag = str(element.tag).removeprefix(SVG)
        own = {k: element.get(k, v) for k, v in style.items()}
        unknown = set(element.keys()) - set(style) - _GEOMETRY.get(tag, set()) - _IGNORED - {"transform", "id"}
        try:
            place = times(matrix, _transform(element.get("transform", "")))
            if unknown:
                raise ValueError(f"<{tag}> has '{sorted(unknown)[0]}', which a symbol must not have")
            shape = None if tag == "g" else _shape(tag, element, place, own)
        except (ValueError, KeyError, IndexError, TypeError, OverflowError) as error:
            raise _Flaw(lines[element], error) from None
        if shape is None:
            yield from _shapes(element, place, own, lines, depth + 1)
        else:
            yield shape


def _shape(tag: str, element: Element, place: Matrix, style: dict[str, str]) -> SymbolShape:
    if tag not in _GEOMETRY:
        raise ValueError(f"<{tag}> is not allowed in a symbol")
    scale = abs(place[0] * place[3] - place[1] * place[2]) ** 0.5
    outline, width = transform(_outline(tag, element), place), float(style["stroke-width"]) * scale
    numbers = [width, *(n for segment in outline for n in segment[1:])]
    if not all(map(float(FAR).__ge__, map(abs, numbers))):  # as quick as it can be: there are thousands
        raise ValueError(f"<{tag}> has a number that is none, or beyond {FAR:.0f}")
    return SymbolShape(outline, _role(style["fill"]), _role(style["stroke"]), width, style["fill-rule"] == "evenodd")


_GEOMETRY: dict[str, set[str]] = {
    "g": set(),
    "path": {"d"},
    "rect": {"x", "y", "width", "height", "rx", "ry"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "line": {"x1", "y1", "x2", "y2"},
    "polyline": {"points"},
    "polygon": {"points"},
}


def _outline(tag: str, element: Element) -> Outline:
    def number(name: str, default: str = "0") -> float:
        return float(element.get(name, default))

    match tag:
        case "path":
            return parse_path(element.get("d", ""))
        case "rect":
            radius = number("rx", element.get("ry", "0"))
            return rect(number("x"), number("y"), number("width"), number("height"), radius)
        case "circle":
            return ellipse(number("cx"), number("cy"), number("r"))
        case "ellipse":
            return ellipse(number("cx"), number("cy"), number("rx"), number("ry"))
        case "line":
            return polyline([(number("x1"), number("y1")), (number("x2"), number("y2"))])
        case _:
            n = _numbers(element.get("points", ""))
            return polyline(list(zip(n[::2], n[1::2], strict=True)), close=tag == "polygon")


def parse_path(d: str) -> Outline:
    """SVG path data as moves, lines and cubics."""
    from fontTools.pens.basePen import decomposeQuadraticSegment  # slow to load
    from fontTools.pens.recordingPen import RecordingPen  # slow to load
    from fontTools.svgLib.path import parse_path as parse  # slow to load

    pen = RecordingPen()
    parse(d, pen)
    out: list[Segment] = []
    at = (0.0, 0.0)
    for operator, points in pen.value:
        if operator == "moveTo":
            out.append(("M", *points[0]))
        elif operator == "lineTo":
            out.append(("L", *points[0]))
        elif operator == "curveTo":
            out.append(("C", *(v for point in points for v in point)))
        elif operator == "qCurveTo":
            for control, end in decomposeQuadraticSegment(points):
                (x0, y0), (x1, y1), (x2, y2) = at, control, end
                out.append(
                    (
                        "C",
                        x0 + (x1 - x0) * 2 / 3,
                        y0 + (y1 - y0) * 2 / 3,
                        x2 + (x1 - x2) * 2 / 3,
                        y2 + (y1 - y2) * 2 / 3,
                        x2,
                        y2,
                    )
                )
                at = end
        elif operator == "closePath":
            out.append(("Z",))
        if points:
            at = points[-1]
    return tuple(out)


def _transform(text: str) -> Matrix:
    matrix = IDENTITY
    for name, arguments in _CALL.findall(text):
        n = _numbers(arguments)
        if name == "translate":
            step = moved(n[0], n[1] if len(n) > 1 else 0.0)
        elif name == "scale":
            step = scaled(n[0], n[1] if len(n) > 1 else n[0])
        elif name == "rotate":
            step = turned(n[0], *n[1:3])
        else:
            step = (n[0], n[1], n[2], n[3], n[4], n[5])
        matrix = times(matrix, step)
    return matrix


def _role(paint: str) -> str:
    if paint == "none":
        return paint
    match = _PAINT.fullmatch(paint.strip())
    if not match:
        raise ValueError(f"the paint '{paint}' is neither none nor var(--role, #preview)")
    return match.group(1)


def _numbers(text: str) -> list[float]:
    return [float(n) for n in _NUMBER.findall(text)]
