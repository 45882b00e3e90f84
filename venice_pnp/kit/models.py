"""What the data files hold. Field names are written with hyphens in YAML (`low-ink`)."""

# Annotations are left to be evaluated here: as texts msgspec would have to compile each of them at every start.
import re
from collections.abc import Callable
from functools import cached_property
from itertools import product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from venice_pnp.kit import limits
from venice_pnp.kit.faults import Place
from venice_pnp.kit.wording import Words

if TYPE_CHECKING:
    from venice_pnp.kit.supplies import Print, Shared

Hex = Annotated[str, Meta(pattern=r"^#[0-9A-Fa-f]{6}$", description="a colour such as '#A5402D'")]
Id = Annotated[
    str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$", description="an id of small letters, digits and hyphens")
]
Address = Annotated[
    str,
    Meta(
        pattern=r"^(https?://[^\s<>\"]+)?$",
        max_length=200,
        description="an address such as 'https://example.org/venice'",
    ),
]
Count = Annotated[int, Meta(ge=0, le=999)]
Mm = Annotated[float, Meta(gt=0, le=1200)]
Point = tuple[limits.Place, limits.Place]
Box = tuple[limits.Place, limits.Place, limits.Place, limits.Place]
Provenance = Literal["rulebook", "researched", "designed"]  # of a part
Mount = Literal["card", "wrap", "two-sheets", "one-side"]  # how a part becomes cardboard
BoardMm = Annotated[float, Meta(ge=0, le=3, description="a thickness from 0 to 3 mm")]
RULING, OURS = "ruling", "ours"
SOURCES = ("rulebook", "short-rules", OURS)  # of a rule, if it does not rest on a ruling
_SLOT = r"\{([a-z][a-z0-9]*(?:[.-][a-z0-9]+)+)\}"


class Model(Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The manner of all models: frozen, by keyword, unknown keys refused."""


STANDING = 20.0  # mm, how large a standing figure is shown


class Shape(Model, frozen=True):
    """The trimmed piece. A standee's size is one face; it is printed twice, head to head, round a fold.

    With a `top` there is a strip between the two faces, and the piece stands like a small house: the
    flaps are glued over each other as its floor. A `ridge` folds the strip in the middle, as a roof.
    A polygon's `corners` are given in mm from the top left corner of its size. A sheet has a page of its own
    and is not cut.
    """

    form: Literal["card", "square", "round", "standee", "board", "polygon", "sheet"]
    size: tuple[Mm, Mm]
    radius: Annotated[float, Meta(ge=0, le=50)] = 0.0
    base: Annotated[float, Meta(ge=0, le=50)] = 0.0  # a standee's glue flap
    top: Annotated[float, Meta(ge=0, le=50)] = 0.0
    ridge: bool = False
    mirror: bool = False  # a standee's other face is the mirror image: its bow points the same way
    corners: list[Point] = []
    net: bool = False  # a polygon that is folded into a die

    @property
    def seen(self) -> tuple[float, float]:
        """Its size on a picture of the board, from above: a standee shows its top, one without is shown small."""
        if self.form != "standee":
            return self.size
        if self.top:
            return self.size[0], self.top
        scale = STANDING / max(self.size)
        return self.size[0] * scale, self.size[1] * scale


# --- one game ---------------------------------------------------------------------------------------
class GameFacts(Model, frozen=True):
    title: Words
    prefix: Annotated[str, Meta(pattern=r"^[A-Z]{2,8}$", description="a rule prefix such as 'CAN'")]
    credit: Words
    players: tuple[int, int]
    languages: list[Id]
    picture: str | None = None  # a symbol for the foot of the guide
    tagline: Words | None = None  # what one says of it in a sentence
    minutes: tuple[Count, Count] | None = None  # how long it takes
    age: Count | None = None  # from how many years on
    needs: list[Words] = []  # what the table needs that is not printed
    site: Address = ""  # where its pages are (`venice-pnp site`): the booklet then prints codes that lead there


class Seat(Model, frozen=True):
    """A player's colour: tint, emblem and pattern, so that no piece relies on colour alone."""

    id: Id
    name: Words
    hex: Hex
    emblem: str
    pattern: str


class Alternative(Model, frozen=True):
    """Another form of the same part, printed in a file of its own: one makes this or that."""

    shape: Id
    front: str
    file: Id
    stock: Id
    top: str | None = None


class Component(Model, frozen=True):
    """One row of the parts list: what is printed, how often, on what.

    `each: [seats, fields]` makes a face for every row of the one table with every row of the other.
    Its item is `red/castello`; a template finds `{fields.name}` in the row of that table, and a plain
    `{hex}` in the first table that has such a column. A list of plain values may repeat one: as often
    as it stands there, so often is its face printed.
    """

    rule: str
    name: Words
    count: Count
    shape: Id
    front: str
    file: Id
    stock: Id
    provenance: Provenance
    back: str | None = None
    mount: Mount | None = None  # how it is made; none: as its back and its stock suggest
    top: str | None = None  # on the strip between the faces of a standee
    seam: Mm | None = None  # of a board: how far from its top two rows of sheets best meet; none: in the middle
    each: str | list[str] | None = None  # one face for every row of this table, or of these together
    copies: int | str = 1  # how often each face is printed, or the column, number or option (`numbers.x`) that says so
    alternative: Alternative | None = None
    optional: bool = False  # only an option of the game asks for it
    extra: bool = False  # our own addition: printed with the others, but not a part that the rules count
    designed: Words | None = None  # which of its properties are ours
    instead: Words | None = None  # what may replace it


class Choice(Model, frozen=True):
    """An option of a game: the values it may take, and the one it has if nobody asks."""

    values: list[str]
    default: str


class Item(Struct, frozen=True):
    """A face of a component: its name, its row, how often it is printed, and where the row stands in the data."""

    name: str
    row: Any
    copies: int
    path: str


class Laid(Struct, frozen=True):
    """A piece on the board: its middle in mm from the board's top left corner, which side is up, and by how many
    degrees it is turned clockwise. Where several share a place they may be shown smaller."""

    component: str
    item: str
    x: float
    y: float
    side: Literal["front", "back"] = "front"
    turn: float = 0.0
    scale: float = 1.0
    on: bool = False  # by the rules it lies on another piece
    shows: tuple[float, float, float, float] | None = None  # of a folded net only this: x, y, width, height in mm


class Before(Struct, frozen=True):
    """What lies before a player: so many pieces that look the same."""

    player: str
    component: str
    item: str
    count: int = 1
    side: Literal["front", "back"] = "front"


class Kit(Struct, frozen=True, kw_only=True, dict=True):
    """A whole game, checked. `tables` is the game's own model, or plain rows where it has none.

    `id` is the game whose rules and drawings it uses; `name` that of its folder, which may extend the game's.
    """

    id: str
    name: str
    kit_id: str
    folders: tuple[Path, ...]  # its own first, then those it extends
    game: GameFacts
    seats: list[Seat]
    texts: dict[str, Words]
    tables: Any
    look_up_print: Callable[[], "Print"]  # a referee need not know it
    places: dict[str, Place]
    chosen: dict[str, str] = {}  # options of this print, by name

    @cached_property
    def printed(self) -> "Print":
        return self.look_up_print()

    @cached_property
    def _taken(self) -> dict[str, dict[str, Any]]:
        return {}

    def taken_texts(self) -> dict[str, dict[str, Any]]:
        """Files of texts by name, once they were read: whoever plays goes on with the words with which he began."""
        return self._taken  # no field: no text of a kit comes by the others

    @property
    def components(self) -> dict[str, Component]:
        return self.printed.components

    @property
    def shared(self) -> "Shared":
        return self.printed.shared

    @property
    def folder(self) -> Path:
        """Where its own data lies."""
        return self.folders[0]

    def page_of(self, rule: str, lang: str) -> str:
        """Where the site of its game tells a rule, or all rules; nothing if it names no site."""
        site = self.game.site
        return f"{site}/{lang}/{self.name}/rules.html{f'#{rule}' if rule else ''}" if site else ""

    def rows(self, table: str) -> list[Any]:
        """The rows of a table, as the templates see them; `numbers.x` is a list of plain values."""
        if table == "seats":
            return list(self.seats)
        try:
            found = self.looked_up(table)
        except KeyError:
            return []
        return list(found) if isinstance(found, (list, tuple)) else []

    def looked_up(self, path: str) -> Any:
        """What the tables hold at `fields` or `numbers.x`, a seat at `seats.red`, a count at
        `components.house.count`; raises KeyError."""
        found = self if path.startswith(("seats.", "components.")) else self.tables
        for name in path.split("."):
            found = field(found, name)
        return found

    def filled(self, text: str, lang: str) -> str:
        """A text with its numbers and names put in: `{numbers.houses}`; raises KeyError for what is not there."""
        if "{" not in text:
            return text
        return re.sub(_SLOT, lambda slot: _said(self.looked_up(slot[1]), lang), text)

    def tables_of(self, component: Component) -> list[str]:
        """The tables whose rows make the faces of a component."""
        each = component.each
        return [each] if isinstance(each, str) else list(each or ())

    def items(self, component: Component) -> list[Item]:
        """The faces of a component."""
        tables = self.tables_of(component)
        if not tables:
            return [Item("", None, self.copies_of(component, None), "")]
        counted = [_counted(table, self.rows(table)) for table in tables]
        found = counted[0] if len(tables) == 1 else [_combined(tables, parts) for parts in product(*counted)]
        return [replace(item, copies=item.copies * self.copies_of(component, item.row)) for item in found]

    def copies_of(self, component: Component, row: Any) -> int:
        """How often a face is printed; raises KeyError if nothing says so."""
        copies = component.copies
        if isinstance(copies, int):
            return copies
        found = self.looked_up(copies) if "." in copies else field(row, copies)
        if isinstance(found, Choice):  # its value names the column
            found = field(row, self.chosen.get(copies.rpartition(".")[2], found.default))
        return int(found)


def _said(value: Any, lang: str) -> str:
    if isinstance(value, Words):
        return value.in_language(lang)
    if isinstance(value, (list, tuple)):
        return ", ".join(_said(one, lang) for one in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


class Combined(Struct, frozen=True):
    """One row of each of several tables."""

    id: str
    rows: dict[str, Any]

    def __getitem__(self, column: str) -> Any:
        """A column of the first row that has it; raises KeyError."""
        for row in self.rows.values():
            try:
                return field(row, column)
            except KeyError:
                continue
        raise KeyError(column)


def _counted(table: str, rows: list[Any]) -> list[Item]:
    """The rows of a table; a plain value as often as it stands in the list."""
    found: dict[str, Item] = {}
    for number, row in enumerate(rows):
        name = item_id(row)
        key = name if isinstance(row, (int, str)) else f"{number} {name}"
        known = found.get(key) or Item(name, row, 0, f"{table}.{number}")
        found[key] = replace(known, copies=known.copies + 1)
    return list(found.values())


def _combined(tables: list[str], parts: tuple[Item, ...]) -> Item:
    name = "/".join(part.name for part in parts)
    rows = {table: part.row for table, part in zip(tables, parts, strict=True)}
    return Item(name, Combined(name, rows), prod(part.copies for part in parts), parts[-1].path)


def field(row: Any, name: str) -> Any:
    """A column of a row, or the row of a table by its id (or, where rows have none, by its place from 0); raises
    KeyError if there is none of that name."""
    if isinstance(row, list):
        return _row_of(row, name)
    if isinstance(row, (int, str)):
        if name in ("id", "value"):
            return row
        raise KeyError(name)
    if isinstance(row, dict):
        return row[int(name)] if name not in row and _is_place(name) else row[name]
    if isinstance(row, Combined) and name != "id":
        return row.rows[name] if name in row.rows else row[name]
    declared = name.replace("-", "_")
    if declared.startswith("_") or declared not in _DECLARED[type(row)]:
        raise KeyError(name)  # a text of a stranger's kit reaches nothing else
    return getattr(row, declared)


class _Declared(dict[Any, frozenset[str]]):
    """By model: its fields and what it computes from them; nothing of what Python adds to every value."""

    def __missing__(self, kind: Any) -> frozenset[str]:
        parts = [part for cls in kind.__mro__ for part in vars(cls).items()]
        computed = [name for name, part in parts if isinstance(part, (property, cached_property))]
        self[kind] = frozenset((*getattr(kind, "__struct_fields__", ()), *computed))
        return self[kind]


_DECLARED = _Declared()


def _row_of(rows: list[Any], name: str) -> Any:
    named = [one for one in rows if not isinstance(one, (int, str)) and _has_id(one)]
    for one in named:
        if field(one, "id") == name:
            return one
    if not named and _is_place(name) and int(name) < len(rows):
        return rows[int(name)]
    raise KeyError(name)


def _is_place(name: str) -> bool:
    """A number that is not too long to be read as one."""
    return name.isdecimal() and len(name) < 19


def _has_id(row: Any) -> bool:
    return "id" in row if isinstance(row, dict) else hasattr(row, "id")


def item_id(row: Any) -> str:
    return str(field(row, "id"))
