"""Where the pieces of a table lie on the board of Venedig, for a picture of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from venice_pnp.games.venedig.drawing.chart import HexChart, laid_building
from venice_pnp.games.venedig.tables import Tables
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Laid

STEP = 4.0  # mm between gondolas that share a space


def laid_table(kit: Kit, snapshot: Mapping[str, Any]) -> Iterator[Laid]:
    """Swamp that is not drained, buildings, and the gondolas."""
    tables: Tables = kit.tables
    chart = HexChart(tables, kit.shared.shapes[kit.components["board"].shape].size)
    covered = {field for one in snapshot["built"] for field in one["fields"]}
    dry = covered | set(snapshot["drained"])
    for field in tables.fields:
        if field.start == "swamp" and field.id not in dry:
            yield Laid("swamp", tables.swamp[0].id, *chart.centre(field.hex))
    for one in snapshot["built"]:
        yield laid_building(kit, chart, one["building"], one["fields"])
    yield from _gondolas(kit, chart, snapshot)


def _gondolas(kit: Kit, chart: HexChart, snapshot: Mapping[str, Any]) -> Iterator[Laid]:
    """Each on its space or pole; several on one lie side by side. Before the start they are in the harbour."""
    tables: Tables = kit.tables
    hexes = {space.n: space.hexes[0] for space in tables.track} | {pole.n: pole.hex for pole in tables.poles}
    there: Counter[int] = Counter()
    for (_, space), seat in zip(snapshot["gondolas"].items(), kit.seats, strict=False):
        if space in hexes:
            x, y = chart.centre(hexes[space])
            yield Laid("gondola", seat.id, x + there[space] * STEP, y + there[space] * STEP)
            there[space] += 1
