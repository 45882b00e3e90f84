"""Where the pieces of a table lie on the board of Canaletto, for a picture of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from venice_pnp.contract.abilities import Colours
from venice_pnp.draw.side_by_side import side_by_side
from venice_pnp.games.canaletto.drawing.board import standee_boxes, tile_boxes, track_fields
from venice_pnp.games.canaletto.lying import markers, standees
from venice_pnp.games.canaletto.tables import Tables
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Before, Box, Laid, Point


def laid_table(kit: Kit, snapshot: Mapping[str, Any], colours: Colours) -> Iterator[Laid]:
    """Artworks, value tiles, the standees and everybody's markers."""
    tables: Tables = kit.tables
    standing = standees(tables, snapshot)
    for palace in tables.palaces:
        for kind, box in zip(snapshot["palaces"][palace.id], tile_boxes(tables, palace), strict=False):
            yield Laid("artwork", kind, *middle(box))
        for standee, box in standee_boxes(tables, palace).items():
            if standing.get(standee) == palace.id:
                yield Laid(standee, standee, *middle(box))
    for number, (value, place) in enumerate(zip(snapshot["values"], rail_places(tables), strict=False)):
        yield Laid("value", str(value), *place, side="back" if number < len(snapshot["sold"]) else "front")
    yield from _markers(kit, snapshot, colours)


def laid_before(kit: Kit, snapshot: Mapping[str, Any], colours: Colours) -> Iterator[Before]:
    """Artworks that were bought, and the bribe while it is unused."""
    order = [kind.id for kind in kit.tables.kinds]
    for player in snapshot["players"]:
        for kind, count in sorted(Counter(snapshot["artworks"][player]).items(), key=lambda one: order.index(one[0])):
            yield Before(player, "artwork", kind, count)
        if snapshot["bribe"][player]:
            yield Before(player, "bribe", colours[player])


def _markers(kit: Kit, snapshot: Mapping[str, Any], colours: Colours) -> Iterator[Laid]:
    """Those that stand on one field stand side by side."""
    tables: Tables = kit.tables
    track = tables.board.track
    corners = list(track_fields(track))
    fields: dict[int, list[tuple[str, str]]] = {}
    for player in snapshot["players"]:
        for component, amount in markers(tables, snapshot["money"][player], snapshot["debt"][player]).items():
            fields.setdefault(min(amount, len(corners) - 1), []).append((component, colours[player]))
    size = kit.shared.shapes[kit.components["money-marker"].shape].seen
    for field, here in fields.items():
        scale, places = side_by_side((*corners[field], track.field, track.field), len(here), size)
        for (component, colour), place in zip(here, places, strict=True):
            yield Laid(component, colour, *place, scale=scale)


def rail_places(tables: Tables) -> list[Point]:
    """Of the value tiles, in their order."""
    rail = tables.board.rail
    return [(x, y) for x in rail.columns for y in rail.rows][: tables.numbers.values_laid]


def middle(box: Box) -> Point:
    return box[0] + box[2] / 2, box[1] + box[3] / 2
