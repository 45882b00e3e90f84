"""Doge with thumbs: districts are touched on the board, tokens taken one by one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from venice_pnp.games.doge.rules.bound import Rules
from venice_pnp.games.doge.rules.state import State
from venice_pnp.games.doge.tables import Tables
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Box

LOOSE: Mapping[str, frozenset[str]] = {verb: frozenset({"tokens"}) for verb in ("place", "show")}
BUILT: Mapping[str, frozenset[str]] = {
    "order": frozenset({"fields"})
}  # there are more rows of cards than anybody scrolls through
ONCE = BUILT
TOUCHED = ("field", "fields", "from", "to")


def places(kit: Kit) -> Mapping[str, Box]:
    tables: Tables = kit.tables
    return {field.id: tables.board.rects[field.id] for field in tables.fields}


def place_of(_rules: Rules, _state: State, _verb: str, field: str, item: Any) -> str:
    return str(item) if field in TOUCHED else ""
