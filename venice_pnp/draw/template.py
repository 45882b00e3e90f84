"""Layouts in YAML: named elements in mm, inherited with `extends`, bound to the fields of a row.

A template's elements are drawn in order; a child's element of the same name changes the parent's,
`hide: true` drops it. `{name}` in a text, a colour or a symbol is a column of the row,
`{texts.x}` a text and `{numbers.x}` a number of the kit; `{fields.{home}.symbol}` looks into the row of
the table `fields` whose id is the column `home`.
"""

from __future__ import annotations

import re
from contextlib import suppress
from copy import copy
from pathlib import Path as File
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType, structs

from venice_pnp.kit import limits
from venice_pnp.kit.faults import Fault, FaultyData, Place, nearest
from venice_pnp.kit.folders import file_below, small_file
from venice_pnp.kit.models import Box, Combined, Kit, Model, Point, field
from venice_pnp.kit.reader import Reader
from venice_pnp.kit.watched import BESIDE
from venice_pnp.kit.wording import Words

TEMPLATE = f"{BESIDE}templates/"  # before the name of one, among the notes of what was read
_BOUND = re.compile(r"\{([a-z][a-z0-9.-]*)\}")
Frame = Literal["trim", "bleed", "safe"]
Points = Annotated[float, Meta(ge=6, le=200)]  # 6 pt is the floor for any print
Share = Annotated[float, Meta(ge=0, le=1)]


class Element(Model, frozen=True, tag_field="draw"):
    """What all elements share. `art: true`: may reach into the safe zone."""

    fill: str | UnsetType = UNSET
    stroke: str | UnsetType = UNSET
    width: limits.Width | UnsetType = UNSET
    art: bool | UnsetType = UNSET
    hide: bool | UnsetType = UNSET
    edition: Literal["colour", "low-ink"] | UnsetType = UNSET
    tint: Share | UnsetType = UNSET  # mixes the fill with paper


class Rect(Element, frozen=True, tag="rect"):
    box: Box | Frame | UnsetType = UNSET
    radius: limits.Length | UnsetType = UNSET


class Circle(Element, frozen=True, tag="circle"):
    centre: Point | UnsetType = UNSET
    radius: limits.Length | UnsetType = UNSET


class PathElement(Element, frozen=True, tag="path"):
    d: str | UnsetType = UNSET
    dash: Point | UnsetType = UNSET  # mm drawn, and mm left out


class Arch(Element, frozen=True, tag="arch"):
    """The pointed ogee arch of the Ca' d'Oro, as a frame."""

    box: Box | UnsetType = UNSET
    rise: limits.Length | UnsetType = UNSET
    double: limits.Length | UnsetType = UNSET  # distance of a second, inner line


class Symbol(Element, frozen=True, tag="symbol"):
    name: str | UnsetType = UNSET
    box: Box | Frame | UnsetType = UNSET
    colour: str | UnsetType = UNSET
    turn: float | UnsetType = UNSET


class RowElement(Element, frozen=True, tag="row"):
    """The same symbol `count` times side by side, in the middle of the box or at one of its sides."""

    count: str | int | UnsetType = UNSET
    name: str | UnsetType = UNSET
    box: Box | UnsetType = UNSET
    colour: str | UnsetType = UNSET
    gap: limits.Length | UnsetType = UNSET
    align: Literal["left", "centre", "right"] | UnsetType = UNSET


class Ring(Element, frozen=True, tag="ring"):
    """The same symbol `count` times round a centre."""

    count: str | int | UnsetType = UNSET
    name: str | UnsetType = UNSET
    centre: Point | UnsetType = UNSET
    radius: limits.Length | UnsetType = UNSET
    size: limits.Length | UnsetType = UNSET
    colour: str | UnsetType = UNSET


class PatternElement(Element, frozen=True, tag="pattern"):
    pattern: str | UnsetType = UNSET
    box: Box | Frame | UnsetType = UNSET
    colour: str | UnsetType = UNSET
    round: bool | UnsetType = UNSET  # clip to the ellipse in the box
    scale: limits.Scale | UnsetType = UNSET


class TextElement(Element, frozen=True, tag="text"):
    text: str | UnsetType = UNSET
    box: Box | Frame | UnsetType = UNSET
    font: str | UnsetType = UNSET
    size: Points | UnsetType = UNSET
    floor: Points | UnsetType = UNSET
    colour: str | UnsetType = UNSET
    align: Literal["left", "centre", "right"] | UnsetType = UNSET
    valign: Literal["top", "middle", "bottom"] | UnsetType = UNSET
    leading: limits.Leading | UnsetType = UNSET
    spacing: limits.Spacing | UnsetType = UNSET
    wrap: bool | UnsetType = UNSET
    hyphens: bool | UnsetType = UNSET  # false for names and labels: no word is broken; titles need not say so
    turn: float | UnsetType = UNSET


class Each(Element, frozen=True, tag="each"):
    """Draws another template once for every row of a table, down columns of a grid."""

    table: str | UnsetType = UNSET
    template: str | UnsetType = UNSET
    box: Box | UnsetType = UNSET
    columns: limits.Columns | UnsetType = UNSET


AnyElement = Rect | Circle | PathElement | Arch | Symbol | RowElement | Ring | PatternElement | TextElement | Each


class Template(Model, frozen=True):
    extends: str | None = None
    edge: str | None = None
    turns: bool = False  # a back that looks the same turned by 180°
    elements: dict[str, AnyElement] = {}  # noqa: RUF012 - msgspec copies an empty default


class Templates:
    """The template folder. Each file is read once; parents are merged in."""

    def __init__(self, folder: File, fallback: File | None = None) -> None:
        self.folder, self.fallback = folder, fallback
        self._read: dict[str, tuple[Template, dict[str, Place]]] = {}
        self._lines: dict[str, tuple[str, ...]] = {}  # a template and all that it inherits from
        self._noted: set[str] | None = None

    def noting(self, read: set[str]) -> Templates:
        """The same templates, for somebody who wants to know which of them were used."""
        other = copy(self)
        other._noted = read
        return other

    def content(self, name: str) -> bytes:
        """What stands in the file of a template, without its parents; nothing where there is none."""
        with suppress(FaultyData, OSError):
            return small_file(self._file(name, Place(self.folder)), limits.LETTERS)
        return b""

    def names(self) -> list[str]:
        folders = [f for f in (self.folder, self.fallback) if f]
        return sorted({str(f.relative_to(d).with_suffix("")) for d in folders for f in d.rglob("*.yaml")} - {"fonts"})

    def get(self, name: str, at: Place, seen: tuple[str, ...] = ()) -> tuple[Template, dict[str, Place]]:
        """A template with all it inherits, and the place of each of its elements."""
        if name in seen:
            raise FaultyData([Fault(at, f"the template '{name}' extends itself: {' → '.join((*seen, name))}")])
        if len(seen) > limits.PARENTS:
            raise FaultyData([Fault(at, f"more than {limits.PARENTS} templates inherit one from the other")])
        if name not in self._read:
            self._read[name] = self._merge(name, at, seen)
        if self._noted is not None:
            self._noted.update(f"{TEMPLATE}{one}" for one in self._lines[name])
        return self._read[name]

    def _file(self, name: str, at: Place) -> File:
        for folder in (self.folder, self.fallback):
            if folder and (file := file_below(folder, f"{name}.yaml")):
                return file
        raise FaultyData([Fault(at, f"unknown template '{name}'{nearest(name, self.names())}")])

    def _merge(self, name: str, at: Place, seen: tuple[str, ...]) -> tuple[Template, dict[str, Place]]:
        file = self._file(name, at)
        reader = Reader()
        own = reader.read(file, Template)
        reader.raise_if_faulty()
        assert own is not None
        places = {key: reader.places[f"elements.{key}"] for key in own.elements}
        self._lines[name] = (name,)
        if own.extends is None:
            return own, places
        parent, parent_places = self.get(own.extends, reader.places["extends"], (*seen, name))
        self._lines[name] += self._lines[own.extends]
        elements = dict(parent.elements)
        for key, element in own.elements.items():
            before = elements.get(key)
            if before is not None and type(before) is not type(element):
                raise FaultyData([Fault(places[key], f"'{key}' has another kind than in '{own.extends}'")])
            elements[key] = element if before is None else _overlaid(before, element)
        merged = Template(elements=elements, edge=own.edge or parent.edge, turns=own.turns or parent.turns)
        return merged, {**parent_places, **places}


def _overlaid(parent: AnyElement, child: AnyElement) -> AnyElement:
    changes = {k: v for k, v in structs.asdict(child).items() if v is not UNSET}
    merged: AnyElement = structs.replace(parent, **changes)
    return merged


# --- binding ----------------------------------------------------------------------------------------
class Binding:
    """Fills `{…}` from a row, the kit's texts and its numbers."""

    def __init__(self, kit: Kit, row: Any, lang: str) -> None:
        self.kit, self.row, self.lang = kit, row, lang

    def fill(self, text: str, depth: int = 3) -> str:
        """The text with every `{…}` replaced; raises KeyError with the name that is not there."""
        filled = _BOUND.sub(lambda m: self.value(m.group(1)), text)
        if len(filled) > limits.TEXT:
            raise limits.TooMuch(f"a text of more than {limits.TEXT} characters")
        return filled if depth == 0 or filled == text or not _BOUND.search(filled) else self.fill(filled, depth - 1)

    def value(self, name: str) -> str:
        head, _, rest = name.partition(".")
        if not rest:
            return self._said(self._column(name))
        if head == "texts":
            return self.kit.texts[rest].in_language(self.lang)
        if head == "game":
            return self._said(field(self.kit.game, rest))
        if isinstance(self.row, Combined) and head in self.row.rows:
            return self._said(field(self.row.rows[head], rest))
        return self._said(self.kit.looked_up(name))

    def _column(self, name: str) -> Any:
        if self.row is None:
            raise KeyError(name)
        return field(self.row, name)

    def _said(self, value: Any) -> str:
        if value is None:
            return ""
        if isinstance(value, Words):
            return value.in_language(self.lang)
        return f"{value:g}" if isinstance(value, float) else str(value)
