"""What the data files hold. Field names are written with hyphens in YAML (`low-ink`)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from venice_pnp.kit.faults import Place
from venice_pnp.kit.words import Words

Hex = Annotated[str, Meta(pattern=r"^#[0-9A-Fa-f]{6}$", description="a colour such as '#A5402D'")]
Id = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$", description="an id of small letters, digits and hyphens")]
Count = Annotated[int, Meta(ge=0, le=999)]
Mm = Annotated[float, Meta(gt=0, le=1200)]
Point = tuple[float, float]
Box = tuple[float, float, float, float]
Provenance = Literal["rulebook", "researched", "designed"]


class Model(Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The manner of all models: frozen, by keyword, unknown keys refused."""


# --- shared by all games ---------------------------------------------------------------------------
class Tint(Model):
    """A named colour and what becomes of it in the low-ink edition."""

    hex: Hex
    low_ink: Hex = "#FFFFFF"


class Pattern(Model):
    """How a pattern is laid: its motif, the distance between motifs and the width of its lines, in mm."""

    motif: Literal["dots", "lines", "checks", "triangles", "waves", "scales", "terrazzo", "brick", "diamonds"]
    step: Mm
    width: Mm
    angle: float = 0.0


class Paper(Model):
    size: tuple[Mm, Mm]
    name: Words
    margin: Mm = 5.0  # no ink nearer to the edge
    poster: bool = False


class Shape(Model):
    """The trimmed piece. A standee's size is one face; it is printed twice, head to head, round a fold."""

    form: Literal["card", "square", "round", "standee", "board"]
    size: tuple[Mm, Mm]
    radius: Annotated[float, Meta(ge=0, le=50)] = 0.0
    base: Annotated[float, Meta(ge=0, le=50)] = 0.0  # a standee's glue flap


class Stock(Model):
    name: Words
    hint: Words


class Shared(Model):
    """What the games share: `data/*.yaml`."""

    colours: dict[str, Tint]
    patterns: dict[str, Pattern]
    papers: dict[str, Paper]
    shapes: dict[str, Shape]
    stocks: dict[str, Stock]
    languages: dict[str, str]
    words: dict[str, Words]


# --- one game ---------------------------------------------------------------------------------------
class Game(Model):
    title: Words
    prefix: Annotated[str, Meta(pattern=r"^[A-Z]{2,8}$", description="a rule prefix such as 'CAN'")]
    credit: Words
    players: tuple[int, int]
    languages: list[Id]


class Seat(Model):
    """A player's colour: tint, emblem and pattern, so that no piece relies on colour alone."""

    id: Id
    name: Words
    hex: Hex
    emblem: str
    pattern: str


class Component(Model):
    """One row of the parts list: what is printed, how often, on what."""

    rule: str
    name: Words
    count: Count
    shape: Id
    front: str
    file: Id
    stock: Id
    provenance: Provenance
    back: str | None = None
    each: str | None = None  # one face for every row of this table
    copies: int | str = 1  # how often each face is printed, or the column that says so
    designed: Words | None = None  # which of its properties are ours
    instead: Words | None = None  # what may replace it


class Rule(Model):
    en: str
    de: str


class Kit(Struct, frozen=True, kw_only=True):
    """A whole game, checked. `tables` is the game's own model, or plain rows where it has none."""

    id: str
    kit_id: str
    folder: Path
    game: Game
    seats: list[Seat]
    components: dict[str, Component]
    texts: dict[str, Words]
    tables: Any
    shared: Shared
    places: dict[str, Place]

    def rows(self, table: str) -> list[Any]:
        """The rows of a table, as the templates see them."""
        if table == "seats":
            return list(self.seats)
        found = self.tables.get(table) if isinstance(self.tables, dict) else getattr(self.tables, table.replace("-", "_"), None)
        return list(found) if found is not None else []

    def items(self, component: Component) -> list[tuple[str, Any, int]]:
        """The faces of a component: name, row, copies."""
        if component.each is None:
            return [("", None, component.copies if isinstance(component.copies, int) else 1)]
        return [(item_id(row), row, copies_of(component, row)) for row in self.rows(component.each)]


def field(row: Any, name: str) -> Any:
    """A column of a row; raises KeyError if the row has none of that name."""
    if isinstance(row, dict):
        return row[name]
    try:
        return getattr(row, name.replace("-", "_"))
    except AttributeError:
        raise KeyError(name) from None


def item_id(row: Any) -> str:
    if isinstance(row, (int, str)):
        return str(row)
    return str(field(row, "id"))


def copies_of(component: Component, row: Any) -> int:
    copies = component.copies
    return copies if isinstance(copies, int) else int(field(row, copies))
