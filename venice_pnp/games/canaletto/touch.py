"""Canaletto with thumbs: whoever touches a palace bids what takes the gondola there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from venice_pnp.games.canaletto.rules.bound import Rules
from venice_pnp.games.canaletto.rules.state import State
from venice_pnp.games.canaletto.tables import Tables
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Box

LOOSE: Mapping[str, frozenset[str]] = {}  # CAN-7.22: groups are sold in the order that is named
BUILT: Mapping[str, frozenset[str]] = {"lay-values": frozenset({"values"})}
ONCE: Mapping[str, frozenset[str]] = {}


def places(kit: Kit) -> Mapping[str, Box]:
    tables: Tables = kit.tables
    wide, high = tables.board.palace_field
    return {palace.id: (palace.x - wide / 2, palace.y - high / 2, wide, high) for palace in tables.palaces}


def place_of(rules: Rules, state: State, verb: str, field: str, item: Any) -> str:
    if (verb, field) == ("bid", "amount") and isinstance(item, int):
        return str(rules.preview(state, item)["lands"])  # CAN-5.17: where it leads, if it buys the lot
    return str(item) if field == "palace" else ""
