"""What happened, said with ids and names instead of numbers."""

from __future__ import annotations

from functools import cache
from typing import Any

from venice_pnp.games.contract import Event

Told = list[Event]


def tell(told: Told, key: str, **facts: Any) -> None:
    """Add an event. Its rule is the beginning of the key: `VTA-7.30.placed` belongs to VTA-7.30."""
    told.append(Event(_rule_of(key), key, facts))


@cache
def _rule_of(key: str) -> str:
    return key.rpartition(".")[0]
