"""The map and the kinds of building as numbers: neighbours and sites are derived from the hexes alone.

A set of fields is a whole number with one bit a field, so that asking whether a site is free is one step.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, reduce
from itertools import accumulate
from operator import and_

from msgspec import Struct

from venice_pnp.games.venedig.rules.state import IMAGINARY
from venice_pnp.games.venedig.tables import STONES, SWAMP, BuildingKind, HexField, Spot, Tables
from venice_pnp.kit.models import Kit

STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # round a hex, VEN-3.3
ROW = 0.8660254  # height of a row of hexes, widths
TRUTHS = bytes.maketrans(b"01", b"\0\1")
EACH_BYTE = 256
BITS = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(EACH_BYTE))
COUNTS = bytes(map(len, BITS))
CASA = "casa"  # the kind that a ponte counts (VEN-7.22)


class Site(Struct, frozen=True):
    """Fields that a building can stand on: their numbers, sorted, as a set, and the quarters they lie in."""

    fields: tuple[int, ...]
    mask: int
    around: int  # neighbouring fields
    quarters: tuple[int, ...]


def around(spot: Spot) -> Iterator[Spot]:
    """The six hexes next to one."""
    q, r = spot
    return ((q + dq, r + dr) for dq, dr in STEPS)


def middle(spot: Spot, width: float) -> tuple[float, float]:
    """The centre of a hex of this width; x grows eastwards, y southwards."""
    q, r = spot
    return width * (q + r / 2), width * ROW * r


def set_of(fields: Iterable[int]) -> int:
    mask = 0
    for field in fields:
        mask |= 1 << field
    return mask


def members(mask: int) -> list[int]:
    """The fields of a set, in order."""
    return [8 * at + bit for at, byte in enumerate(_bytes_of(mask)) for bit in BITS[byte]]


def nth(mask: int, n: int) -> int:
    """The field of a set before which there are n others."""
    row = _bytes_of(mask)
    until = [0, *accumulate(row.translate(COUNTS))]  # how many of them lie in the bytes before each
    at = bisect_right(until, n) - 1
    return 8 * at + BITS[row[at]][n - until[at]]


def _bytes_of(mask: int) -> bytes:
    return mask.to_bytes((mask.bit_length() + 7) // 8, "little")


def neighbour_lists(fields: list[HexField]) -> list[tuple[int, ...]]:
    """VEN-3.3"""
    at = {field.hex: number for number, field in enumerate(fields)}
    return [tuple(sorted(at[spot] for spot in around(field.hex) if spot in at)) for field in fields]


def site_lists(tables: Tables, neighbours: list[tuple[int, ...]]) -> dict[str, list[tuple[int, ...]]]:
    """Every site by its shape (VEN-7.12, VEN-7.13), as sorted numbers of fields."""
    number = {field.id: n for n, field in enumerate(tables.fields)}
    pairs = [(a, b) for a, near in enumerate(neighbours) for b in near if a < b]
    corners = [(a, b, c) for a, b in pairs for c in neighbours[b] if c > b and c in neighbours[a]]
    bridges = sorted(tuple(sorted(number[name] for name in bridge.fields)) for bridge in tables.bridges)
    return {
        "field": [(n,) for n in range(len(tables.fields))],
        "neighbours": list(pairs),
        "corner": sorted(corners),
        "bridge": bridges,
    }


class World:
    """Everything about Venedig that never changes in a game."""

    def __init__(self, kit: Kit) -> None:
        tables: Tables = kit.tables
        self.tables, self.numbers = tables, tables.numbers
        self.game = kit.id
        self.players = range(kit.game.players[0], kit.game.players[1] + 1)
        self._lay_kinds(tables)
        self._lay_map(tables)
        self._lay_gold(tables)
        self.decks = {name: tuple(getattr(kind, name) for kind in tables.kinds) for name in tables.options.deck.values}

    def _lay_kinds(self, tables: Tables) -> None:
        self.kinds = tuple(kind.id for kind in tables.kinds)
        self.kind_number = {name: n for n, name in enumerate(self.kinds)}
        self.needed = tuple(kind.cards for kind in tables.kinds)
        self.shared = tuple(kind.figure for kind in tables.kinds)  # VEN-7.8
        self.figures = tuple(n for n, kind in enumerate(tables.kinds) if kind.figure)
        self.pieces = tuple(kind.pieces for kind in tables.kinds)
        self.casa = self.kind_number[CASA]

    def _lay_map(self, tables: Tables) -> None:
        self.fields = tuple(field.id for field in tables.fields)
        self.field_number = {name: n for n, name in enumerate(self.fields)}
        self.quarters = tuple(quarter.id for quarter in tables.quarters)
        self.quarter_number = {name: n for n, name in enumerate(self.quarters)}
        self.quarter_of = tuple(self.quarter_number[field.quarter] for field in tables.fields)
        near = neighbour_lists(tables.fields)
        self.near = tuple(set_of(row) for row in near)
        shapes = {shape: tuple(map(self._site, rows)) for shape, rows in site_lists(tables, near).items()}
        found = {shape: {site.fields: site for site in sites} for shape, sites in shapes.items()}
        self.sites = tuple(shapes[kind.site] for kind in tables.kinds)
        self.site_at = tuple(found[kind.site] for kind in tables.kinds)
        self.all_fields = (1 << len(self.fields)) - 1
        self.swamp = set_of(n for n, field in enumerate(tables.fields) if field.start == SWAMP)
        self.stones = set_of(n for n, field in enumerate(tables.fields) if field.start == STONES)
        self.prebuilt = tuple(
            (self.kind_number[row.building], tuple(sorted(self.field_number[name] for name in row.fields)))
            for row in tables.prebuilt
        )
        self.preset = set_of(field for _, fields in self.prebuilt for field in fields)
        standing = [kind for kind, _ in self.prebuilt]
        self.supply = tuple(pieces - standing.count(kind) for kind, pieces in enumerate(self.pieces))  # VEN-4.3
        self.touches = tuple(frozenset(self.quarter_number[name] for name in space.quarters) for space in tables.track)
        self.same_place = _same_places(tables)

    def _lay_gold(self, tables: Tables) -> None:
        self.swamp_gold = {gold.value: gold.count for gold in tables.swamp}
        self.treasure_gold = {gold.value: gold.count for gold in tables.treasures}
        self.best_swamp, self.best_treasure = max(self.swamp_gold), max(self.treasure_gold)
        self.swamp_tiles, self.treasures = sum(self.swamp_gold.values()), sum(self.treasure_gold.values())

    def _site(self, fields: tuple[int, ...]) -> Site:
        mask = beside = 0
        quarters = set()
        for field in fields:
            mask |= 1 << field
            beside |= self.near[field]
            quarters.add(self.quarter_of[field])
        return Site(fields, mask, beside & ~mask, tuple(sorted(quarters)))

    @cached_property
    def site_fields(self) -> list[list[bytes]]:
        """By kind: the first fields of all its sites, then the second ones, and so on."""
        return [[bytes(row) for row in zip(*(site.fields for site in sites), strict=True)] for sites in self.sites]

    def open_sites(self, kind: int, taken: int) -> bytes:
        """Of every site of a kind 1 if none of its fields is taken, else 0: all sites are asked at once."""
        free = f"{~taken & self.all_fields:0{EACH_BYTE}b}"[::-1].encode().translate(TRUTHS)  # by field
        first, *others = [int.from_bytes(fields.translate(free), "little") for fields in self.site_fields[kind]] or [0]
        return reduce(and_, others, first).to_bytes(len(self.sites[kind]), "little")

    def sides(self, names: Sequence[str]) -> tuple[str, ...]:
        """Everyone with cards out: with two players the imaginary one too, last (VEN-4.10)."""
        return (*names, IMAGINARY) if len(names) == self.numbers.imaginary_with else tuple(names)

    def kind(self, kind: int) -> BuildingKind:
        return self.tables.kinds[kind]

    def touched(self, space: int) -> frozenset[int]:
        """The quarters that a gondola touches; beyond the spaces there are none (VEN-3.6)."""
        return self.touches[space] if space < len(self.touches) else frozenset()

    def names_of(self, fields: Iterable[int]) -> list[str]:
        return [self.fields[field] for field in fields]


def _same_places(tables: Tables) -> dict[int, int]:
    """Numbers of spaces that are one place on the board, each with the other (VEN-3.5)."""
    found: dict[int, int] = {}
    first: dict[tuple[Spot, ...], int] = {}
    for space in tables.track:
        place = tuple(sorted(space.hexes))
        if place in first:
            found[space.n], found[first[place]] = first[place], space.n
        first[place] = space.n
    return found
