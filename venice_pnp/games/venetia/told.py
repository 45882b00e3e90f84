"""What happened, said with ids and names instead of numbers."""

from __future__ import annotations

from typing import Any

from venice_pnp.games.contract import Event

Told = list[Event]


def tell(told: Told, key: str, **facts: Any) -> None:
    """Add an event. Its rule is the beginning of the key: `VTA-7.30.placed` belongs to VTA-7.30."""
    told.append(Event(key.rpartition(".")[0], key, facts))
