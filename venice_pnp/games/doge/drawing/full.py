"""A full table: as many pieces on the board as its places have room for (DOGE-3d)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

from venice_pnp.games.doge.tables import Tables, VoteField
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Box, Laid, Point

HOUSES = 3  # side by side and one below the other; more are stacked


def laid_pieces(kit: Kit) -> Iterator[Laid]:
    """Palazzi on all sites, nine houses of each colour, tokens, advisors on rings, and both rows of cards."""
    tables: Tables = kit.tables
    for field in tables.fields:
        yield from _district(kit, field) if field.kind == "district" else _quarantia(kit, field)
    for advisor in tables.advisors:
        yield Laid("advisor", advisor.id, *tables.board.waiting_places[advisor.id])
    for one in tables.sets:
        row = tables.board.order_places[one.id]
        x, y = row.first[0] + row.size[0] / 2, row.first[1] + row.size[1] / 2
        for number, field in enumerate(tables.fields):
            open_row = one is tables.sets[0]
            card = f"{one.id}/{field.id}"
            yield Laid("order-card", card, x + number * row.step, y, "front" if open_row else "back")


def advisor_spots(area: Box, count: int, low: float = 0.5) -> list[Point]:
    """Middles of advisors side by side in an area, `low` of the way down."""
    x, y, w, h = area
    return [(x + (i + 0.5) * w / count, y + h * low) for i in range(count)]


def _district(kit: Kit, field: VoteField) -> Iterator[Laid]:
    tables: Tables = kit.tables
    x, y, _, _ = tables.board.rects[field.id]
    places = tables.board.in_district
    for seat, (sx, sy, sw, sh) in zip(cycle(kit.seats), places.sites, strict=False):
        yield Laid("palazzo", seat.id, x + sx + sw / 2, y + sy + sh / 2)
    for seat, (hx, hy, hw, hh) in zip(kit.seats, places.houses, strict=True):
        for i in range(HOUSES * HOUSES):
            row, column = divmod(i, HOUSES)
            yield Laid("house", seat.id, x + hx + (column + 0.5) * hw / HOUSES, y + hy + (row + 0.5) * hh / HOUSES)
    yield from _tokens(kit, x, y, places.tokens)
    others = [a.id for a in tables.advisors if a.home != field.id]
    yield from _ringed(kit, others, x, y, advisor_spots(places.advisors, 3))


def _quarantia(kit: Kit, field: VoteField) -> Iterator[Laid]:
    tables: Tables = kit.tables
    x, y, _, _ = tables.board.rects[field.id]
    places = tables.board.in_quarantia
    yield from _tokens(kit, x, y, places.tokens)
    others = [a.id for a in tables.advisors if a.home != field.id]
    yield from _ringed(kit, others, x, y, advisor_spots(places.advisors, 8, 0.763)[: len(others)])


def _tokens(kit: Kit, x: float, y: float, spots: list[Point]) -> Iterator[Laid]:
    value = kit.tables.numbers.tokens[0]
    for seat, (tx, ty) in zip(kit.seats, spots, strict=True):
        yield Laid("vote-token", f"{seat.id}/{value}", x + tx, y + ty, "back")


def _ringed(kit: Kit, advisors: list[str], x: float, y: float, spots: list[Point]) -> Iterator[Laid]:
    for advisor, seat, (ax, ay) in zip(advisors, cycle(kit.seats), spots, strict=False):
        yield Laid("control-ring", seat.id, x + ax, y + ay)
        yield Laid("advisor", advisor, x + ax, y + ay)
