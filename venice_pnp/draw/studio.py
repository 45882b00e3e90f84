"""Where faces are drawn: a template and a row become a scene, in one language and one edition."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from pathlib import Path as File
from typing import Any

from msgspec import UNSET, UnsetType, structs

from venice_pnp.draw import template as t
from venice_pnp.draw.clearance import EMPTY
from venice_pnp.draw.fonts import FONTS, Fonts, load_fonts
from venice_pnp.draw.frames import inset, ogee
from venice_pnp.draw.inks import Edition, Inks, UnknownColour, mix
from venice_pnp.draw.paragraph import LineBreaks
from venice_pnp.draw.patterns import laid
from venice_pnp.draw.scene import (
    Box,
    Group,
    Item,
    Outline,
    Path,
    Scene,
    Text,
    ellipse,
    moved,
    polyline,
    rect,
    turned,
)
from venice_pnp.draw.symbols import SYMBOL_NOTE, BadSymbol, Symbols, parse_path
from venice_pnp.draw.text import DoesNotFit, MissingGlyph, Setting, extent, set_text
from venice_pnp.kit import Fault, FaultyData, Kit
from venice_pnp.kit.faults import Place, nearest
from venice_pnp.kit.limits import DRAWN, NESTED, PATH, TooMuch
from venice_pnp.kit.models import Shape

BLEED = 2.0
SHOP_BLEED = 3.0  # as copy shops and services ask for; boards are drawn with it
SIDE_BY_SIDE = ("card", "square", "board")  # forms whose neighbours on a sheet may share a cut (board: a roof)
SAFE = 3.0  # text and icons keep this far from the cut
PLAY_TEXT = 8.0  # points; smaller only where a template says so


class Library:
    """Templates, symbols and fonts: read once, used for every language and edition."""

    def __init__(self, templates: File, fallback: File | None = None) -> None:
        base = fallback or templates
        self.typefaces = tuple(folder / FONTS for folder in dict.fromkeys((base, templates)))
        self.folders = tuple(dict.fromkeys((templates, base)))
        self.templates = t.Templates(templates, fallback)
        self.symbols = Symbols(*(folder / "symbols" for folder in self.folders))
        self.fonts: Fonts = load_fonts(*dict.fromkeys((base, templates)))
        self.breaks = LineBreaks(self.fonts)

    def noting(self, read: set[str]) -> Library:
        """The same library; which templates and symbols are used is added to `read`."""
        other = copy(self)
        other.templates, other.symbols = self.templates.noting(read), self.symbols.noting(read)
        return other

    def content(self, note: str) -> bytes:
        """What stands now in a file that was noted."""
        if note.startswith(t.TEMPLATE):
            return self.templates.content(note.removeprefix(t.TEMPLATE))
        return self.symbols.content(note.removeprefix(SYMBOL_NOTE))


class Studio:
    """Draws in one language and one edition."""

    def __init__(self, kit: Kit, library: Library, lang: str, edition: Edition) -> None:
        self.kit, self.library, self.lang = kit, library, lang
        self.inks = Inks(kit.shared, edition)
        self.fonts, self.symbols = library.fonts, library.symbols
        self._grounds: dict[str, tuple[Item, ...]] = {}
        self._nested = self._drawn = 0  # templates within the one that is drawn now

    # --- faces from templates -------------------------------------------------------------------------
    def face(self, name: str, shape: Shape, row: Any, item: str, at: Place, row_at: Place | None = None) -> Scene:
        """One face; raises FaultyData with the place in the data (or, for what is fixed, in the template)."""
        made, places = self.library.templates.get(name, at)
        width, height = shape.size
        items: list[Item] = []
        faults: list[Fault] = []
        ground, elements = self._ground(name, made, shape)
        items += ground
        for key, element in elements.items():
            if not self._shown(element):
                continue
            try:
                drawn = list(self._draw(element, shape, row))
                self._keep_clear(element, drawn, shape)
                items += drawn
            except UNDRAWABLE as error:
                message = f"{item or name} ({self.lang}), element '{key}': {self._said(error)}"
                if row_at and _is_bound(element):
                    faults.append(Fault(row_at, f"{message} (drawn by {places[key]})"))
                else:
                    faults.append(Fault(places[key], message))
            except KeyError as error:
                faults.append(Fault(places[key], f"element '{key}': there is no '{error.args[0]}' to fill in"))
            except FaultyData as error:
                faults += error.faults
        if faults:
            raise FaultyData(faults)
        edge = self._edge(made.edge, row, at)
        return Scene(width, height, tuple(items), cut_line(shape), BLEED, edge)

    def _ground(self, name: str, made: t.Template, shape: Shape) -> tuple[tuple[Item, ...], dict[str, t.AnyElement]]:
        """The first elements, as far as no row fills them: drawn once for all faces; and the other elements."""
        key = f"{name} ground {shape.size} {self.inks.edition}"
        fixed: list[str] = []
        for element_name, element in made.elements.items():
            if _is_filled(element) or not isinstance(
                element, (t.Rect, t.Circle, t.PathElement, t.Arch, t.PatternElement)
            ):
                break
            fixed.append(element_name)
        if key not in self._grounds:
            try:
                chosen = [made.elements[n] for n in fixed if self._shown(made.elements[n])]
                drawn = tuple(item for element in chosen for item in self._draw(element, shape, None))
            except (BadSymbol, UnknownColour, BadElement, TooMuch, KeyError):
                return (), made.elements  # the element's own drawing tells what is wrong
            self._grounds[key] = (Group(drawn, key=key),) if drawn else ()
        return self._grounds[key], {n: e for n, e in made.elements.items() if n not in fixed}

    def _shown(self, element: t.AnyElement) -> bool:
        return element.hide is not True and element.edition in (UNSET, self.inks.edition)

    def _said(self, error: Exception) -> str:
        if isinstance(error, UnknownColour):
            return f"{error}{nearest(error.args[0], self.kit.shared.colours)}"
        return str(error)

    def _edge(self, edge: str | None, row: Any, at: Place) -> str:
        try:
            return self.inks.area(t.Binding(self.kit, row, self.lang).fill(edge or "paper"))
        except (UnknownColour, TooMuch) as error:
            raise FaultyData([Fault(at, f"edge: {self._said(error)}")]) from None
        except KeyError as error:
            raise FaultyData([Fault(at, f"edge: there is no '{error.args[0]}' to fill in")]) from None

    def _draw(self, element: t.AnyElement, shape: Shape, row: Any) -> Iterator[Item]:
        draw: Callable[[Any, Shape, t.Binding], Iterator[Item]] = _DRAWING[type(element)].__get__(self)
        yield from draw(element, shape, t.Binding(self.kit, row, self.lang))

    def _paint(self, element: t.AnyElement, bound: t.Binding) -> tuple[str | None, str | None, float]:
        """Fill, stroke and line width of an element."""
        fill = stroke = None
        if element.fill is not UNSET:
            name = bound.fill(element.fill)
            fill = self.inks.area(name)
            if element.tint is not UNSET:
                fill = mix(fill, self.inks.area("paper"), element.tint)
        if element.stroke is not UNSET:
            stroke = self.inks.line(bound.fill(element.stroke))
        return fill, stroke, 0.25 if element.width is UNSET else element.width

    def _rect(self, element: t.Rect, shape: Shape, bound: t.Binding) -> Iterator[Item]:
        box = _frame(_need(element.box, "box"), shape)
        radius = 0.0 if element.radius is UNSET else element.radius
        fill, stroke, width = self._paint(element, bound)
        yield Path(rect(*box, radius), fill, stroke, width)

    def _circle(self, element: t.Circle, _shape: Shape, bound: t.Binding) -> Iterator[Item]:
        fill, stroke, width = self._paint(element, bound)
        cx, cy = _need(element.centre, "centre")
        yield Path(ellipse(cx, cy, _need(element.radius, "radius")), fill, stroke, width)

    def _path(self, element: t.PathElement, _shape: Shape, bound: t.Binding) -> Iterator[Item]:
        fill, stroke, width = self._paint(element, bound)
        dash = () if element.dash is UNSET else element.dash
        yield Path(self._outline(bound.fill(_need(element.d, "d"))), fill, stroke, width, dash=dash)

    def _outline(self, d: str) -> Outline:
        if len(d) > PATH:
            raise TooMuch(f"an outline of more than {PATH} characters")
        try:
            return parse_path(d)
        except Exception as error:  # the parser of fontTools raises whatever comes
            raise BadElement(f"cannot be read as an SVG path: {error}") from None

    def _arch(self, element: t.Arch, _shape: Shape, bound: t.Binding) -> Iterator[Item]:
        box = _need(element.box, "box")
        rise = _need(element.rise, "rise")
        fill, stroke, width = self._paint(element, bound)
        yield Path(ogee(box, rise), fill, stroke, width)
        if element.double is not UNSET:
            yield Path(ogee(inset(box, element.double), rise - element.double * 0.4), None, stroke, width * 0.5)

    def _symbol(self, element: t.Symbol, shape: Shape, bound: t.Binding) -> Iterator[Item]:
        name, colour = bound.fill(_need(element.name, "name")), self._colour(element.colour, bound)
        turn = 0.0 if element.turn is UNSET else element.turn
        if name.endswith("/"):  # the column that names it is empty: a man without a hat
            return
        yield self.symbols.drawn(name, _frame(_need(element.box, "box"), shape), self.inks, colour, turn)

    def _row(self, element: t.RowElement, _shape: Shape, bound: t.Binding) -> Iterator[Item]:
        count, (x, y, w, h) = _count(element.count, bound), _need(element.box, "box")
        gap = 0.0 if element.gap is UNSET else element.gap
        side = min(h, (w - gap * (count - 1)) / count) if count else h
        free = w - count * side - (count - 1) * gap
        left = x + free * {"left": 0.0, "right": 1.0}.get(element.align or "centre", 0.5)
        name, colour = bound.fill(_need(element.name, "name")), self._colour(element.colour, bound)
        for i in range(count):
            yield self.symbols.drawn(name, (left + i * (side + gap), y + (h - side) / 2, side, side), self.inks, colour)

    def _ring(self, element: t.Ring, _shape: Shape, bound: t.Binding) -> Iterator[Item]:
        count, (cx, cy) = _count(element.count, bound), _need(element.centre, "centre")
        radius, size = _need(element.radius, "radius"), _need(element.size, "size")
        name, colour = bound.fill(_need(element.name, "name")), self._colour(element.colour, bound)
        if name.endswith("/"):
            return
        for i in range(count):
            angle = math.tau * i / count - math.pi / 2
            x, y = cx + radius * math.cos(angle), cy + radius * math.sin(angle)
            box = (x - size / 2, y - size / 2, size, size)
            yield self.symbols.drawn(name, box, self.inks, colour, math.degrees(angle) + 90)

    def _pattern(self, element: t.PatternElement, shape: Shape, bound: t.Binding) -> Iterator[Item]:
        box = _frame(_need(element.box, "box"), shape)
        name = bound.fill(_need(element.pattern, "pattern"))
        scale = 1.0 if element.scale is UNSET else element.scale
        colour = self.inks.mark(self._colour(element.colour, bound))
        if element.tint is not UNSET and not self.inks.low:
            colour = mix(colour, self.inks.area("paper"), element.tint)
        x, y, w, h = box
        clip = ellipse(x + w / 2, y + h / 2, w / 2, h / 2) if element.round is True else rect(*box)
        repeat = shape.size if element.box == "bleed" and shape.form in SIDE_BY_SIDE else None
        yield self.patterned(name, box, colour, clip, scale, repeat)

    def _text(self, element: t.TextElement, shape: Shape, bound: t.Binding) -> Iterator[Item]:
        size = PLAY_TEXT if element.size is UNSET else element.size
        how = Setting(
            font="text" if element.font is UNSET else element.font,
            size=size,
            floor=min(size, PLAY_TEXT) if element.floor is UNSET else element.floor,
            colour=self.inks.mark(self._colour(element.colour, bound)),
            align="centre" if element.align is UNSET else element.align,
            valign="middle" if element.valign is UNSET else element.valign,
            leading=1.22 if element.leading is UNSET else element.leading,
            spacing=0.0 if element.spacing is UNSET else element.spacing,
            lang=self.lang,
            wrap=element.wrap is not False,
            hyphens=element.hyphens is not False,
        )
        if how.font not in self.fonts:
            raise BadElement(f"unknown font '{how.font}'{nearest(how.font, self.fonts.faces)}")
        box = _frame(_need(element.box, "box"), shape)
        runs = set_text(bound.fill(_need(element.text, "text")), box, how, self.fonts, self.inline(how.colour))
        if element.turn is UNSET or not element.turn:
            yield from runs
        else:
            yield Group(runs, turned(element.turn, box[0] + box[2] / 2, box[1] + box[3] / 2))

    def _each(self, element: t.Each, _shape: Shape, _bound: t.Binding) -> Iterator[Item]:
        table, name = _need(element.table, "table"), _need(element.template, "template")
        rows = self.kit.rows(table)
        columns = 1 if element.columns is UNSET else element.columns
        x, y, w, h = _need(element.box, "box")
        high = h / max(1, math.ceil(len(rows) / columns))
        cell = Shape(form="board", size=(w / columns, high))
        for i, row in enumerate(rows):
            column, line = divmod(i, math.ceil(len(rows) / columns))
            row_at = self.kit.places.get(f"{table}.{i}")
            with self._within():
                part = self.face(name, cell, row, "", Place(self.kit.folder), row_at)
            yield Group(part.items, moved(x + column * w / columns, y + line * high))

    @contextmanager
    def _within(self) -> Iterator[None]:
        """A template within a template: not too deep, and not too many."""
        self._drawn = self._drawn + 1 if self._nested else 1
        if self._nested >= NESTED:
            raise TooMuch(f"more than {NESTED} templates within each other")
        if self._drawn > DRAWN:
            raise TooMuch(f"more than {DRAWN} templates within one face")
        self._nested += 1
        try:
            yield
        finally:
            self._nested -= 1

    def _colour(self, colour: str | UnsetType, bound: t.Binding) -> str:
        return "ink" if colour is UNSET else bound.fill(colour)

    def inline(self, colour: str) -> Callable[[str, Box], Group]:
        return lambda name, box: self.symbols.drawn(name, box, self.inks, colour)

    # --- for drawings by code -------------------------------------------------------------------------
    def write(self, text: str, box: Box, font: str, size: float, colour: str = "ink", **how: Any) -> tuple[Item, ...]:
        """Text into a box; `how` as in Setting. Shrinks by a quarter at most."""
        floor = how.pop("floor", max(6.0, size * 0.75))
        setting = Setting(font, size, floor, self.inks.mark(colour), lang=self.lang, **how)
        return set_text(text, box, setting, self.fonts, self.inline(setting.colour))

    def said(self, key: str) -> str:
        """A text of the kit in this language, with its numbers filled in."""
        return t.Binding(self.kit, None, self.lang).fill(self.kit.texts[key].in_language(self.lang))

    def patterned(
        self,
        name: str,
        box: Box,
        colour: str,
        clip: Outline,
        scale: float = 1.0,
        repeat: tuple[float, float] | None = None,
    ) -> Group:
        """A pattern of the palette over a box, clipped; it may repeat after so many mm across and down."""
        known = self.kit.shared.patterns
        if name not in known:
            raise BadElement(f"unknown pattern '{name}'{nearest(name, known)}")
        pattern = known[name]
        thin = 0.5 if self.inks.low else 1.0
        pattern = structs.replace(pattern, step=pattern.step * scale, width=pattern.width * thin)
        return Group(laid(pattern, box, colour, repeat), clip=clip)

    # --- checks ---------------------------------------------------------------------------------------
    def _keep_clear(self, element: t.AnyElement, items: list[Item], shape: Shape) -> None:
        """Text and icons stay 3 mm inside the cut (art may run out)."""
        if element.art is True or shape.form == "board":
            return
        boxes: list[Box] = []
        if isinstance(element, (t.Symbol, t.RowElement)):
            boxes = [_frame(_need(element.box, "box"), shape)]
        elif isinstance(element, t.TextElement):
            boxes = [extent(i) for i in items if isinstance(i, Text)]
        for box in boxes:
            if not _inside(box, shape, round_ink=isinstance(element, t.Symbol)):
                raise BadElement(f"comes nearer than {SAFE:g} mm to the cut")


class BadElement(Exception):
    """An element that cannot be drawn as written."""


UNDRAWABLE = (
    DoesNotFit,
    MissingGlyph,
    BadSymbol,
    UnknownColour,
    BadElement,
    TooMuch,
)  # what the data can ask for in vain


_DRAWING: dict[type, Any] = {
    t.Rect: Studio._rect,
    t.Circle: Studio._circle,
    t.PathElement: Studio._path,
    t.Arch: Studio._arch,
    t.Symbol: Studio._symbol,
    t.RowElement: Studio._row,
    t.Ring: Studio._ring,
    t.PatternElement: Studio._pattern,
    t.TextElement: Studio._text,
    t.Each: Studio._each,
}


def cut_line(shape: Shape) -> Outline:
    w, h = shape.size
    if shape.form == "polygon":
        return polyline(shape.corners, close=True)
    return ellipse(w / 2, h / 2, w / 2, h / 2) if shape.form == "round" else rect(0, 0, w, h, shape.radius)


def _is_filled(element: t.AnyElement) -> bool:
    return any(isinstance(v, str) and "{" in v for v in structs.asdict(element).values())


def _is_bound(element: t.AnyElement) -> bool:
    """Whether the element is filled from a row, so that the fault is the row's."""
    return any(isinstance(v, str) and "{" in v and "{texts." not in v for v in structs.asdict(element).values())


def _need(value: Any, name: str) -> Any:
    if value is UNSET:
        raise BadElement(f"missing: {name}")
    return value


def _count(count: str | int | UnsetType, bound: t.Binding) -> int:
    count = _need(count, "count")
    text = bound.fill(count) if isinstance(count, str) else str(count)
    if not text.isdecimal() or int(text) > 60:
        raise BadElement(f"expected a number up to 60 as count, found '{text}'")
    return int(text)


def _frame(box: Box | str, shape: Shape) -> Box:
    w, h = shape.size
    if isinstance(box, str):
        by = {"trim": 0.0, "bleed": -BLEED, "safe": SAFE}[box]
        return inset((0.0, 0.0, w, h), by)
    return box


def _inside(box: Box, shape: Shape, round_ink: bool) -> bool:
    x, y, w, h = box
    if shape.form == "round":
        radius = shape.size[0] / 2
        if round_ink:
            return math.hypot(x + w / 2 - radius, y + h / 2 - radius) + max(w, h) / 2 <= radius - SAFE + 0.01
        reach = max(math.hypot(px - radius, py - radius) for px in (x, x + w) for py in (y, y + h))
        return reach <= radius - SAFE + EMPTY
    sw, sh = shape.size
    if shape.form == "polygon":
        return all(_clear(px, py, shape) for px in (x, x + w) for py in (y, y + h))
    slack = 0.01
    return x >= SAFE - slack and y >= SAFE - slack and x + w <= sw - SAFE + slack and y + h <= sh - SAFE + slack


def _clear(x: float, y: float, shape: Shape) -> bool:
    """Whether a point keeps its distance from the straight sides of a convex polygon."""
    for i, (bx, by) in enumerate(shape.corners):
        ax, ay = shape.corners[i - 1]
        long = math.hypot(bx - ax, by - ay)
        inwards = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / long if long else math.inf  # a corner given twice
        if inwards < SAFE - EMPTY:
            return False
    return True


DrawBoard = Callable[[Studio, Shape], Scene]  # a face that a game's own code draws
