"""Where the pieces of a table of Doge lie on its board, for a picture. Tokens lie face down until their field votes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from venice_pnp.contract.abilities import Colours
from venice_pnp.draw.side_by_side import side_by_side
from venice_pnp.games.doge.drawing.full import advisor_spots
from venice_pnp.games.doge.tables import Tables, VoteField
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Before, Laid

WAITING = "waiting"
RIM = 2.0  # mm that houses keep from the upper and lower rim of their place
OPENED: tuple[float, float] = (22.0, 30.0)  # mm for tokens that are turned over, round the middle of their place


def laid_table(kit: Kit, snapshot: Mapping[str, Any], colours: Colours) -> Iterator[Laid]:
    """Houses, palazzi, stacks of tokens, advisors with their rings, and the open order cards."""
    tables: Tables = kit.tables
    for field in tables.fields:
        yield from _field(kit, field, snapshot, colours)
    for advisor in tables.advisors:
        if snapshot["advisors"][advisor.id]["at"] == WAITING:
            yield Laid("advisor", advisor.id, *tables.board.waiting_places[advisor.id])
    yield from _order(tables, snapshot["order"])


def laid_before(kit: Kit, snapshot: Mapping[str, Any], colours: Colours) -> Iterator[Before]:
    """The supply of each player; tokens lie face down, and of a choice not yet shown only the card is there."""
    token = kit.tables.numbers.tokens[0]
    for name in snapshot["players"]:
        supply, seat = snapshot["supply"][name], colours[name]
        held = supply["tokens"]
        yield Before(name, "vote-token", f"{seat}/{token}", held if isinstance(held, int) else len(held), "back")
        yield Before(name, "house", seat, supply["houses"])
        yield Before(name, "palazzo", seat, supply["palazzi"])
        yield Before(name, "control-ring", seat, supply["rings"])


def _field(kit: Kit, field: VoteField, snapshot: Mapping[str, Any], colours: Colours) -> Iterator[Laid]:
    tables: Tables = kit.tables
    x, y, _, _ = tables.board.rects[field.id]
    held = snapshot["fields"][field.id]
    district = field.kind == "district"
    if district:
        places = tables.board.in_district
        for owner, (sx, sy, sw, sh) in zip(held["palazzi"], places.sites, strict=False):
            yield Laid("palazzo", colours[owner], x + sx + sw / 2, y + sy + sh / 2)
        size = kit.shared.shapes[kit.components["house"].shape].seen
        areas = dict(zip((seat.id for seat in kit.seats), places.houses, strict=True))
        for name, count in held["houses"].items():
            hx, hy, hw, hh = areas[colours[name]]
            scale, middles = side_by_side((x + hx, y + hy + RIM, hw, hh - 2 * RIM), count, size)
            for middle in middles:
                yield Laid("house", colours[name], *middle, scale=scale)
    stacks = tables.board.in_district.tokens if district else tables.board.in_quarantia.tokens
    spots = dict(zip((seat.id for seat in kit.seats), stacks, strict=True))
    votes = (snapshot["vote"] or {}).get("field") == field.id
    for name, tokens in held["tokens"].items():
        tx, ty = spots[colours[name]]
        if votes and not isinstance(tokens, int):  # DOGE-5.14: turned over, for everybody to see
            yield from _opened(kit, colours[name], tokens, (x + tx, y + ty))
        else:
            yield Laid("vote-token", f"{colours[name]}/{tables.numbers.tokens[0]}", x + tx, y + ty, "back")
    yield from _advisors(kit, field, snapshot["advisors"], colours, district)


def _opened(kit: Kit, seat: str, tokens: Sequence[int], middle: tuple[float, float]) -> Iterator[Laid]:
    """Every token of a stack, so that all values are seen: side by side on its place, or a little beyond it."""
    size, (wide, high) = kit.shared.shapes[kit.components["vote-token"].shape].seen, OPENED
    scale, spots = side_by_side((middle[0] - wide / 2, middle[1] - high / 2, wide, high), len(tokens), size)
    for value, spot in zip(sorted(tokens), spots, strict=True):
        yield Laid("vote-token", f"{seat}/{value}", *spot, scale=scale)


def _advisors(
    kit: Kit, field: VoteField, advisors: Mapping[str, Any], colours: Colours, district: bool
) -> Iterator[Laid]:
    """Each stands on the ring of whoever controls him."""
    board = kit.tables.board
    x, y, _, _ = board.rects[field.id]
    here = [name for name, held in advisors.items() if held["at"] == field.id]
    area = (board.in_district if district else board.in_quarantia).advisors
    room, low = (3, 0.5) if district else (8, 0.763)
    scale, spots = 1.0, advisor_spots(area, room, low)
    if len(here) > room:
        scale, spots = side_by_side(area, len(here), kit.shared.shapes[kit.components["control-ring"].shape].seen)
    for name, (ax, ay) in zip(here, spots, strict=False):
        yield Laid("control-ring", colours[advisors[name]["by"]], x + ax, y + ay, scale=scale)
        yield Laid("advisor", name, x + ax, y + ay, scale=scale, on=True)


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
