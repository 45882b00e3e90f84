"""Where the pieces of a table lie on the board of Doge, for a picture of it. Tokens lie face down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from venice_pnp.games.doge.drawing.full import HOUSES, advisor_spots
from venice_pnp.games.doge.tables import Tables, VoteField
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Laid, Seat

WAITING = "waiting"


def laid_table(kit: Kit, snapshot: Mapping[str, Any]) -> Iterator[Laid]:
    """Houses, palazzi, stacks of tokens, advisors with their rings, and the open order cards."""
    tables: Tables = kit.tables
    colours = snapshot.get("options", {}).get("colours") or {}
    by_colour = {seat.id: seat for seat in kit.seats}
    seats = {
        name: by_colour.get(colours.get(name, ""), seat)
        for name, seat in zip(snapshot["players"], kit.seats, strict=False)
    }
    for field in tables.fields:
        yield from _field(kit, field, snapshot, seats)
    for advisor in tables.advisors:
        if snapshot["advisors"][advisor.id]["at"] == WAITING:
            yield Laid("advisor", advisor.id, *tables.board.waiting_places[advisor.id])
    yield from _order(tables, snapshot["order"])


def _field(kit: Kit, field: VoteField, snapshot: Mapping[str, Any], seats: Mapping[str, Seat]) -> Iterator[Laid]:
    tables: Tables = kit.tables
    x, y, _, _ = tables.board.rects[field.id]
    held = snapshot["fields"][field.id]
    district = field.kind == "district"
    if district:
        places = tables.board.in_district
        for owner, (sx, sy, sw, sh) in zip(held["palazzi"], places.sites, strict=False):
            yield Laid("palazzo", seats[owner].id, x + sx + sw / 2, y + sy + sh / 2)
        areas = dict(zip((seat.id for seat in kit.seats), places.houses, strict=True))
        for name, count in held["houses"].items():
            hx, hy, hw, hh = areas[seats[name].id]
            for i in range(min(count, HOUSES * HOUSES)):
                row, column = divmod(i, HOUSES)
                middle = (x + hx + (column + 0.5) * hw / HOUSES, y + hy + (row + 0.5) * hh / HOUSES)
                yield Laid("house", seats[name].id, *middle)
    stacks = tables.board.in_district.tokens if district else tables.board.in_quarantia.tokens
    spots = dict(zip((seat.id for seat in kit.seats), stacks, strict=True))
    for name in held["tokens"]:
        tx, ty = spots[seats[name].id]
        yield Laid("vote-token", f"{seats[name].id}/{tables.numbers.tokens[0]}", x + tx, y + ty, "back")
    yield from _advisors(tables, field, snapshot["advisors"], seats, district)


def _advisors(
    tables: Tables, field: VoteField, advisors: Mapping[str, Any], seats: Mapping[str, Seat], district: bool
) -> Iterator[Laid]:
    """Each stands on the ring of whoever controls him."""
    x, y, _, _ = tables.board.rects[field.id]
    here = [name for name, held in advisors.items() if held["at"] == field.id]
    places = tables.board.in_district if district else tables.board.in_quarantia
    room = max(3 if district else 8, len(here))
    for name, (ax, ay) in zip(here, advisor_spots(places.advisors, room, 0.5 if district else 0.763), strict=False):
        yield Laid("control-ring", seats[advisors[name]["by"]].id, x + ax, y + ay)
        yield Laid("advisor", name, x + ax, y + ay)


def _order(tables: Tables, order: Mapping[str, Any]) -> Iterator[Laid]:
    """The row of this round (what has voted is set aside) and what is uncovered of the next."""
    sets = [one.id for one in tables.sets]
    for name in sets:
        row = tables.board.order_places[name]
        cards = order["now"] if name == order["set"] else order["next"]
        begin = order["voted"] if name == order["set"] else 0
        for number, field in enumerate(cards):
            if number >= begin:
                x, y = row.first[0] + row.size[0] / 2, row.first[1] + row.size[1] / 2
                yield Laid("order-card", f"{name}/{field}", x + number * row.step, y)
        if name != order["set"]:  # the rest of the other set still lies face down
            x, y = row.first[0] + row.size[0] / 2, row.first[1] + row.size[1] / 2
            for number in range(len(cards), len(tables.fields)):
                yield Laid("order-card", f"{name}/{tables.fields[0].id}", x + number * row.step, y, "back")
