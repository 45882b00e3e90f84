"""Venedig with thumbs: fields are touched on the map; cards, buildings and tiles are taken one by one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from venice_pnp.games.venedig.drawing.chart import HexChart
from venice_pnp.games.venedig.rules.bound import Rules
from venice_pnp.games.venedig.rules.state import State
from venice_pnp.games.venedig.tables import Tables
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Box

BUILT: Mapping[str, frozenset[str]] = {
    "drain": frozenset({"fields"}),
    "exchange": frozenset({"swamp", "treasure"}),
}
ONCE: Mapping[str, frozenset[str]] = {"drain": BUILT["drain"]}
LOOSE: Mapping[str, frozenset[str]] = {
    **BUILT,
    "play": frozenset({"cards"}),
    "draw": frozenset({"pool"}),
    "drop": frozenset({"buildings"}),
    "build": frozenset({"fields"}),
}


def places(kit: Kit) -> Mapping[str, Box]:
    tables: Tables = kit.tables
    chart = HexChart(tables, kit.shared.shapes[kit.components["board"].shape].size)
    side = tables.grid.hex_width
    middles = {field.id: chart.centre(field.hex) for field in tables.fields}
    return {field: (x - side / 2, y - side / 2, side, side) for field, (x, y) in middles.items()}


def place_of(_rules: Rules, _state: State, _verb: str, field: str, item: Any) -> str:
    return str(item) if field == "fields" else ""
