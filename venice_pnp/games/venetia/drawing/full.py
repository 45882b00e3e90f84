"""A full board of Venetia: something at every place, whether or not the rules would let it come to that."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any

from venice_pnp.games.venetia.drawing.pieces import MARKER, laid_table
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Laid


def laid_pieces(kit: Kit) -> Iterator[Laid]:
    """Influence of everybody in all seas and round a podestà in every colony, fleets, shields, all dice, the city with
    ducats and monuments, and a marker on every space of the track."""
    tables = kit.tables
    seats = [seat.id for seat in kit.seats]
    each = dict.fromkeys(seats, 1)
    position: dict[str, Any] = {
        "houses": {},
        "seas": {sea.id: each | {"control": True} for sea in tables.seas},
        "colonies": {
            colony.id: each | {"podesta": seat} for colony, seat in zip(tables.colonies, cycle(seats), strict=False)
        },
        "kingdoms": {region.id: one.id for region, one in zip(tables.regions, cycle(tables.kingdoms), strict=False)},
        "epoch": 1,
        "power": {"venice": 0, "enemy": 0},
        "pool": {kind.id: [min(tables.numbers.dice_faces)] * kind.dice for kind in tables.types},
        "city": {
            district.id: {seat: {"ducats": 1, "new": 1, "grey": 0} for seat in seats} for district in tables.districts
        },
    }
    yield from laid_table(kit, position, {seat: seat for seat in seats})
    for marker, space in zip(cycle(("venice", "enemy")), range(tables.numbers.spaces), strict=False):
        yield Laid(MARKER, marker, *tables.board.track.place(space))
