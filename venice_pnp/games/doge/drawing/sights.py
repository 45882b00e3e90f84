"""What a camera may see of a table of Doge, and what that says of its position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from venice_pnp.contract.abilities import Colours
from venice_pnp.contract.handling import Where
from venice_pnp.contract.play import Snapshot
from venice_pnp.contract.sight import Aspect, Contents, Sight, looks_of, round_about
from venice_pnp.games.doge.drawing.full import HOUSES
from venice_pnp.games.doge.drawing.pieces import WAITING
from venice_pnp.games.doge.tables import Tables, VoteField
from venice_pnp.kit import Kit

HOUSE, PALAZZO, TOKEN, RING, ADVISOR, CARD = "house", "palazzo", "vote-token", "control-ring", "advisor", "order-card"


def sights(kit: Kit) -> Iterator[Sight]:
    """Sites, houses and stacks of every district, rings and advisors, and the two rows of order cards."""
    tables: Tables = kit.tables
    for field in tables.fields:
        yield from _district(kit, field) if field.kind == "district" else ()
        yield from _field(kit, field)
    for advisor in tables.advisors:
        at = round_about(*tables.board.waiting_places[advisor.id])
        yield Sight(f"waiting {advisor.id}", Where("waiting"), at, (Aspect(ADVISOR, advisor.id),))
    for one in tables.sets:
        row = tables.board.order_places[one.id]
        middle = (row.first[0] + row.size[0] / 2, row.first[1] + row.size[1] / 2)
        cards = tuple(Aspect(CARD, f"{one.id}/{field.id}") for field in tables.fields)
        down = Aspect(CARD, f"{one.id}/{tables.fields[0].id}", "back")
        for number in range(len(tables.fields)):
            box = round_about(middle[0] + number * row.step, middle[1])
            yield Sight(f"row {one.id} {number}", Where("row", one.id), box, (down, *cards))


def _district(kit: Kit, field: VoteField) -> Iterator[Sight]:
    """Each site is called by the number printed on it."""
    board, costs = kit.tables.board, kit.tables.numbers.sites
    x, y, _, _ = board.rects[field.id]
    colours = [seat.id for seat in kit.seats]
    for number, (cost, (sx, sy, sw, sh)) in enumerate(zip(costs, board.in_district.sites, strict=True), start=1):
        box = round_about(x + sx + sw / 2, y + sy + sh / 2)
        yield Sight(f"site {field.id} {number}", Where("site", field.id, cost), box, looks_of(kit, PALAZZO))
    for colour, (hx, hy, hw, hh) in zip(colours, board.in_district.houses, strict=True):
        box, where = (x + hx, y + hy, hw, hh), Where("field", field.id)
        yield Sight(f"houses {field.id} {colour}", where, box, looks_of(kit, HOUSE), HOUSES * HOUSES)


def _field(kit: Kit, field: VoteField) -> Iterator[Sight]:
    """DOGE-3d: a stack for every colour, and the room for advisors, each on a ring."""
    tables: Tables = kit.tables
    x, y, _, _ = tables.board.rects[field.id]
    district = field.kind == "district"
    inside = tables.board.in_district if district else tables.board.in_quarantia
    colours = [seat.id for seat in kit.seats]
    backs = tuple(Aspect(TOKEN, f"{colour}/{tables.numbers.tokens[0]}", "back") for colour in colours)
    values = tuple(Aspect(TOKEN, f"{colour}/{value}") for colour in colours for value in tables.numbers.tokens)
    for colour, (tx, ty) in zip(colours, inside.tokens, strict=True):
        where = Where("field", field.id)
        yield Sight(f"stack {field.id} {colour}", where, round_about(x + tx, y + ty), (*backs, *values))
    ax, ay, aw, ah = inside.advisors
    rings = looks_of(kit, RING)
    most = 3 if district else len(tables.advisors)
    box = (x + ax, y + ay, aw, ah)
    yield Sight(f"rings {field.id}", Where("field", field.id), box, (*rings, *looks_of(kit, ADVISOR)), most, based=True)


# --- what it says of the position -----------------------------------------------------------------------------
def as_seen(kit: Kit, view: Snapshot, colours: Colours, contents: Contents) -> dict[str, Any]:
    """Of a stack only the topmost token is seen: its number stays."""
    owners = {colour: name for name, colour in colours.items()}
    fields = {field.id: _seen_field(kit, field, view, owners, contents) for field in kit.tables.fields}
    return {
        "fields": fields,
        "advisors": _seen_advisors(kit, view["advisors"], owners, contents),
        "order": _seen_order(kit.tables, view["order"], contents),
    }


def _seen_field(
    kit: Kit, field: VoteField, view: Snapshot, owners: Mapping[str, str], contents: Contents
) -> dict[str, Any]:
    held = view["fields"][field.id]
    seats = [seat.id for seat in kit.seats]
    tops = [look.item.partition("/")[0] for seat in seats for look in contents[f"stack {field.id} {seat}"]]
    seen: dict[str, Any] = {"tokens": {owners[c]: held["tokens"].get(owners[c], 1) for c in tops if c in owners}}
    if field.kind == "district":
        houses = Counter(look.item for seat in seats for look in contents[f"houses {field.id} {seat}"])
        seen["houses"] = {name: houses[colour] for colour, name in owners.items() if houses[colour]}
        sites = [contents[f"site {field.id} {n}"] for n in range(1, len(kit.tables.board.in_district.sites) + 1)]
        seen["palazzi"] = [owners[look.item] for site in sites for look in site if look.item in owners]
    return seen


def _seen_advisors(
    kit: Kit, before: Mapping[str, Any], owners: Mapping[str, str], contents: Contents
) -> dict[str, dict[str, Any]]:
    """DOGE-7.24: each has the ring he stands on. Who was there keeps his ring if it is still there."""
    seen = {advisor: dict(service) for advisor, service in before.items()}
    for advisor in kit.tables.advisors:
        if contents[f"waiting {advisor.id}"]:
            seen[advisor.id] = {"by": None, "at": WAITING}
    for field in kit.tables.fields:
        looks = contents[f"rings {field.id}"]
        rings = [owners[look.item] for look in looks if look.component == RING and look.item in owners]
        here = [look.item for look in looks if look.component == ADVISOR]
        for name in sorted(here, key=lambda one: before[one]["at"] != field.id):
            own = before[name]["by"] if before[name]["at"] == field.id else None
            ring = own if own in rings else next(iter(rings), None)
            if ring is not None:
                rings.remove(ring)
            seen[name] = {"by": ring, "at": field.id}
    return seen


def _seen_order(tables: Tables, order: Mapping[str, Any], contents: Contents) -> dict[str, Any]:
    """Open cards from left to right; what has voted was set aside and stays as it is known."""
    rows = {}
    for one in tables.sets:
        row = [look for n in range(len(tables.fields)) for look in contents[f"row {one.id} {n}"]]
        rows[one.id] = [look.item.partition("/")[2] for look in row if look.side == "front"]
    other = next(one.id for one in tables.sets if one.id != order["set"])
    return {**order, "now": [*order["now"][: order["voted"]], *rows[order["set"]]], "next": rows[other]}
