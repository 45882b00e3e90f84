"""Venetia with thumbs: colonies, seas, regions and the boxes of the dice are touched on the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from venice_pnp.games.venetia.drawing.board import DICE_BOX
from venice_pnp.games.venetia.rules.bound import Rules
from venice_pnp.games.venetia.rules.forms import CARD_FIELDS
from venice_pnp.games.venetia.rules.state import State
from venice_pnp.games.venetia.tables import Tables
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Box, Point

BUILT: Mapping[str, frozenset[str]] = {
    "roll": frozenset({"military", "politics", "trade"}),
    "candidate": frozenset({"cards"}),
    "show": frozenset({"cards"}),
    "reveal": frozenset({"vp"}),
    "card": frozenset(CARD_FIELDS),
}
ONCE: Mapping[str, frozenset[str]] = {verb: BUILT[verb] for verb in ("candidate", "show")}
LOOSE: Mapping[str, frozenset[str]] = {
    **{verb: fields for verb, fields in BUILT.items() if verb != "card"},  # targets are taken one after the other
    "draw": frozenset({"city", "monuments"}),
    "districts": frozenset({"tiles"}),
}
TOUCHED = ("at", "sea", "seas", "fleets", "region", "regions", "type")
PAIRS = ("remove", "swap", "move")  # a colony, and whose influence or where to


def places(kit: Kit) -> Mapping[str, Box]:
    tables: Tables = kit.tables
    sizes = {size.id: size.diameter for size in tables.classes}
    return {
        **{colony.id: _round(colony.at, sizes[colony.size]) for colony in tables.colonies},
        **{sea.id: _round(sea.at, _width(kit, "control-fleet")) for sea in tables.seas},
        **{region.id: _round(region.shield, _width(kit, "kingdoms")) for region in tables.regions},
        **{kind: _round(at, DICE_BOX) for kind, at in tables.board.dice_boxes.items()},
    }


def place_of(_rules: Rules, _state: State, _verb: str, field: str, item: Any) -> str:
    return str(item[0]) if field in PAIRS else str(item) if field in TOUCHED else ""


def _width(kit: Kit, component: str) -> float:
    return kit.shared.shapes[kit.components[component].shape].seen[0]


def _round(middle: Point, width: float) -> Box:
    return middle[0] - width / 2, middle[1] - width / 2, width, width
