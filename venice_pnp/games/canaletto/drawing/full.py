"""A full board of Canaletto: every place with a piece that may lie there (CAN-3.3 to CAN-3.5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

from venice_pnp.games.canaletto.drawing.board import standee_boxes, tile_boxes, track_fields
from venice_pnp.games.canaletto.drawing.pieces import middle, rail_places
from venice_pnp.games.canaletto.tables import Tables
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Laid


def laid_pieces(kit: Kit) -> Iterator[Laid]:
    """Artworks and both standees at every palace, the value tiles, a money marker on every field of the track."""
    tables: Tables = kit.tables
    kinds = cycle(kind.id for kind in tables.kinds)
    for palace in tables.palaces:
        for kind, box in zip(kinds, tile_boxes(tables, palace), strict=False):
            yield Laid("artwork", kind, *middle(box))
        for standee, box in standee_boxes(tables, palace).items():
            yield Laid(standee, standee, *middle(box))
    for value, place in zip(tables.values, rail_places(tables), strict=False):
        yield Laid("value", str(value), *place)
    field = tables.board.track.field
    for seat, (x, y) in zip(cycle(kit.seats), track_fields(tables.board.track), strict=False):
        yield Laid("money-marker", seat.id, *middle((x, y, field, field)))
