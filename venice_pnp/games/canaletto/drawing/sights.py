"""What a camera may see of a table of Canaletto, and what that says of its position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from venice_pnp.contract.abilities import Colours
from venice_pnp.contract.handling import Where
from venice_pnp.contract.play import Snapshot
from venice_pnp.contract.sight import Aspect, Contents, Sight, looks_of, round_about
from venice_pnp.games.canaletto.drawing.board import standee_boxes, tile_boxes, track_fields
from venice_pnp.games.canaletto.drawing.pieces import rail_places
from venice_pnp.games.canaletto.lying import standees
from venice_pnp.games.canaletto.tables import Tables
from venice_pnp.kit import Kit

ARTWORK, VALUE, GONDOLA, COLUMN = "artwork", "value", "gondola", "column"
MONEY, TENS, DEBT = "money-marker", "tens-marker", "debt-marker"


def sights(kit: Kit) -> Iterator[Sight]:
    """Artworks and standees of every palace, the value rail, and every field of the money track."""
    tables: Tables = kit.tables
    standing = (*looks_of(kit, GONDOLA), *looks_of(kit, COLUMN))
    for number, palace in enumerate(tables.palaces, start=1):
        where, tiles = Where("palace", palace.id, number), tile_boxes(tables, palace)
        x, y, _, high = tiles[0]
        row = (x, y, tiles[-1][0] + tiles[-1][2] - x, high)
        yield Sight(f"artworks {palace.id}", where, row, looks_of(kit, ARTWORK), len(tiles))
        first, *_, last = standee_boxes(tables, palace).values()
        yield Sight(f"standees {palace.id}", where, (*first[:2], last[0] + last[2] - first[0], first[3]), standing, 2)
    values = (_down(kit), *looks_of(kit, VALUE))
    for number, (x, y) in enumerate(rail_places(tables), start=1):
        yield Sight(f"rail {number}", Where("rail", n=number), round_about(x, y), values)
    markers = tuple(look for component in (MONEY, TENS, DEBT) for look in looks_of(kit, component))
    field = tables.board.track.field
    for number, (x, y) in enumerate(track_fields(tables.board.track)):
        where = Where("ornament" if number > tables.numbers.track_max else "track", n=number)
        yield Sight(f"track {number}", where, (x, y, field, field), markers, len(kit.seats))


def _down(kit: Kit) -> Aspect:
    """CAN-5.19: a used value tile is turned over; all backs are alike."""
    return looks_of(kit, VALUE, "back")[0]


def as_seen(kit: Kit, view: Snapshot, colours: Colours, contents: Contents) -> dict[str, Any]:
    """Of a value that was turned over the number is known from before, and so is the place of a gondola that rests."""
    tables: Tables = kit.tables
    expected = standees(tables, view)
    seen: dict[str, Any] = {
        "palaces": {palace.id: [one.item for one in contents[f"artworks {palace.id}"]] for palace in tables.palaces}
    }
    for standee in (GONDOLA, COLUMN):
        at = [palace.id for palace in tables.palaces if standee in _items(contents[f"standees {palace.id}"])]
        seen[standee] = view[standee] if at and at[0] == expected.get(standee) else at[0] if at else None
    values = list(view["values"])
    for number, old in enumerate(values):
        shown = [one.item for one in contents[f"rail {number + 1}"] if one.side == "front"]
        values[number] = int(shown[0]) if shown else old
    return {**seen, "values": values, **_accounts(kit, view, colours, contents)}


def _items(looks: Any) -> set[str]:
    return {look.component for look in looks}


def _accounts(kit: Kit, view: Snapshot, colours: Colours, contents: Contents) -> dict[str, Any]:
    """CAN-7.28: the money marker alone, or with the tens; whoever has none on the track keeps what is known."""
    fields = enumerate(track_fields(kit.tables.board.track))
    at = {look: number for number, _ in fields for look in contents[f"track {number}"]}
    money, debt = dict(view["money"]), dict(view["debt"])
    for player, colour in colours.items():
        units, tens, owed = (at.get(Aspect(component, colour)) for component in (MONEY, TENS, DEBT))
        if units is not None:
            money[player] = units + 10 * (tens or 0)
        debt[player] = owed or 0
    return {"money": money, "debt": debt}
