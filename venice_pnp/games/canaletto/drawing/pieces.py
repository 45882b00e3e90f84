"""Where the pieces of a table lie on the board of Canaletto, for a picture of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from venice_pnp.games.canaletto.drawing.board import standee_boxes, tile_boxes, track_fields
from venice_pnp.games.canaletto.lying import markers
from venice_pnp.games.canaletto.tables import Tables
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Box, Laid


def laid_table(kit: Kit, snapshot: Mapping[str, Any]) -> Iterator[Laid]:
    """Artworks, value tiles, the standees and everybody's markers."""
    tables: Tables = kit.tables
    for palace in tables.palaces:
        for kind, box in zip(snapshot["palaces"][palace.id], tile_boxes(tables, palace), strict=False):
            yield Laid("artwork", kind, *_middle(box))
        for standee, box in standee_boxes(tables, palace).items():
            if snapshot[standee] == palace.id:
                yield Laid(standee, standee, *_middle(box))
    rail = tables.board.rail
    places = [(x, y) for x in rail.columns for y in rail.rows]
    for number, (value, place) in enumerate(zip(snapshot["values"], places, strict=False)):
        yield Laid("value", str(value), *place, side="back" if number < len(snapshot["sold"]) else "front")
    yield from _markers(kit, snapshot)


def _markers(kit: Kit, snapshot: Mapping[str, Any]) -> Iterator[Laid]:
    """CAN-7.28: up to the end of the track one marker, above it tens and units; debts beside them, and one that goes
    beyond the track on the ornament behind its last field."""
    tables: Tables = kit.tables
    fields = list(track_fields(tables.board.track))
    chosen = snapshot["options"].get("colours") or {}
    side = tables.board.track.field / 2
    for number, (player, seat) in enumerate(zip(snapshot["players"], kit.seats, strict=False)):
        for component, field in markers(tables, snapshot["money"][player], snapshot["debt"][player]).items():
            x, y = fields[min(field, len(fields) - 1)]
            yield Laid(
                component,
                chosen.get(player, seat.id),
                x + side * (0.55 + 0.9 * (number % 2)),
                y + side * (0.55 + 0.9 * (number // 2)),
            )


def _middle(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2
