"""What a camera may see of a table of Doge, and what that says of its position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from venice_pnp.contract.game import Colours
from venice_pnp.contract.handling import Where
from venice_pnp.contract.sight import Look, Sight, round_about
from venice_pnp.games.doge.drawing.full import HOUSES
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
        yield Sight(f"waiting {advisor.id}", Where("waiting"), at, (Look(ADVISOR, advisor.id),))
    for one in tables.sets:
        row = tables.board.order_places[one.id]
        middle = (row.first[0] + row.size[0] / 2, row.first[1] + row.size[1] / 2)
        cards = tuple(Look(CARD, f"{one.id}/{field.id}") for field in tables.fields)
        down = Look(CARD, f"{one.id}/{tables.fields[0].id}", "back")
        for number in range(len(tables.fields)):
            box = round_about(middle[0] + number * row.step, middle[1])
            yield Sight(f"row {one.id} {number}", Where("row", one.id), box, (down, *cards))


def _district(kit: Kit, field: VoteField) -> Iterator[Sight]:
    board = kit.tables.board
    x, y, _, _ = board.rects[field.id]
    colours = [seat.id for seat in kit.seats]
    for number, (sx, sy, sw, sh) in enumerate(board.in_district.sites, start=1):
        box = round_about(x + sx + sw / 2, y + sy + sh / 2)
        yield Sight(f"site {field.id} {number}", Where("site", field.id, number), box, _of_all(PALAZZO, colours))
    for colour, (hx, hy, hw, hh) in zip(colours, board.in_district.houses, strict=True):
        box, where = (x + hx, y + hy, hw, hh), Where("field", field.id)
        yield Sight(f"houses {field.id} {colour}", where, box, _of_all(HOUSE, colours), HOUSES * HOUSES)


def _field(kit: Kit, field: VoteField) -> Iterator[Sight]:
    """DOGE-3d: a stack for every colour, and the room for advisors, each on a ring."""
    tables: Tables = kit.tables
    x, y, _, _ = tables.board.rects[field.id]
    district = field.kind == "district"
    inside = tables.board.in_district if district else tables.board.in_quarantia
    colours = [seat.id for seat in kit.seats]
    backs = tuple(Look(TOKEN, f"{colour}/{tables.numbers.tokens[0]}", "back") for colour in colours)
    values = tuple(Look(TOKEN, f"{colour}/{value}") for colour in colours for value in tables.numbers.tokens)
    for colour, (tx, ty) in zip(colours, inside.tokens, strict=True):
        where = Where("field", field.id)
        yield Sight(f"stack {field.id} {colour}", where, round_about(x + tx, y + ty), (*backs, *values))
    ax, ay, aw, ah = inside.advisors
    rings = _of_all(RING, colours)
    advisors = tuple(Look(ADVISOR, advisor.id) for advisor in tables.advisors)
    most = 3 if district else len(tables.advisors)
    yield Sight(f"rings {field.id}", Where("field", field.id), (x + ax, y + ay, aw, ah), (*rings, *advisors), most)


def _of_all(component: str, items: Sequence[str]) -> tuple[Look, ...]:
    return tuple(Look(component, item) for item in items)
