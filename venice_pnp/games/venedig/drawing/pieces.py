"""Where the pieces of a table lie on the board of Venedig, for a picture of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from venice_pnp.contract.abilities import Colours
from venice_pnp.draw.side_by_side import side_by_side
from venice_pnp.games.venedig.drawing.board import builder_places, mooring_places
from venice_pnp.games.venedig.drawing.chart import HexChart, laid_building
from venice_pnp.games.venedig.tables import Tables
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Before, Box, Laid, Point

FIGURE, GONDOLA = "figure", "gondola"


def laid_table(kit: Kit, snapshot: Mapping[str, Any], colours: Colours) -> Iterator[Laid]:
    """Swamp that is not drained, buildings, builders at home, and the gondolas."""
    tables: Tables = kit.tables
    chart = HexChart(tables, kit.shared.shapes[kit.components["board"].shape].size)
    covered = {field for one in snapshot["built"] for field in one["fields"]}
    dry = covered | set(snapshot["drained"])
    for field in tables.fields:
        if field.start == "swamp" and field.id not in dry:
            yield Laid("swamp", tables.swamp[0].id, *chart.centre(field.hex))
    for first in tables.prebuilt:
        yield laid_building(kit, chart, first.building, first.fields)
    for one in snapshot["built"]:
        yield laid_building(kit, chart, one["building"], one["fields"])
    homes = builder_places(tables)
    for kind, holder in snapshot["builders"].items():
        if holder not in snapshot["players"] and kind in homes:
            yield Laid(FIGURE, kind, *_middle(homes[kind]), scale=_fitting(kit, FIGURE, homes[kind]))
    yield from _gondolas(kit, chart, snapshot, colours)


def laid_before(kit: Kit, snapshot: Mapping[str, Any], colours: Colours) -> Iterator[Before]:  # noqa: ARG001
    """Cards laid out, builders, cards in hand (face down), and the tiles by their number alone."""
    tables: Tables = kit.tables
    card, swamp, treasure = tables.kinds[0].id, tables.swamp[0].id, tables.treasures[0].id
    for player in snapshot["players"]:
        for kind, count in snapshot["out"].get(player, {}).items():
            yield Before(player, "card", kind, count)
        for kind, holder in snapshot["builders"].items():
            if holder == player:
                yield Before(player, FIGURE, kind)
        yield Before(player, "card", card, sum(snapshot["hands"].get(player, {}).values()), "back")
        tiles = snapshot["tiles"].get(player, {})
        yield Before(player, "swamp", swamp, len(tiles.get("swamp", ())))  # the gold is on the other side
        yield Before(player, "treasure", treasure, len(tiles.get("treasure", ())))


def _gondolas(kit: Kit, chart: HexChart, snapshot: Mapping[str, Any], colours: Colours) -> Iterator[Laid]:
    """Each on its space or pole; several on one lie side by side. Before the start they are at their moorings."""
    tables: Tables = kit.tables
    size = kit.shared.shapes[kit.components[GONDOLA].shape].seen
    hexes = {space.n: space.hexes[0] for space in tables.track} | {pole.n: pole.hex for pole in tables.poles}
    moorings = dict(zip((seat.id for seat in kit.seats), mooring_places(tables), strict=False))
    there: dict[int, list[str]] = {}
    for player, space in snapshot["gondolas"].items():
        colour = colours[player]
        if space == 0:
            yield Laid(GONDOLA, colour, *_middle(moorings[colour]))
        else:
            there.setdefault(space, []).append(colour)
    for space, here in there.items():
        x, y = chart.centre(hexes[space])
        half = tables.grid.hex_width / 2
        scale, places = side_by_side((x - half, y - half, 2 * half, 2 * half), len(here), size)
        for colour, place in zip(here, places, strict=True):
            yield Laid(GONDOLA, colour, *place, scale=scale)


def _middle(box: Box) -> Point:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _fitting(kit: Kit, component: str, box: Box) -> float:
    wide, high = kit.shared.shapes[kit.components[component].shape].seen
    return min(1.0, box[2] / wide, box[3] / high)
