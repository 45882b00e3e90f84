"""What happened, said with ids and names instead of numbers."""

from __future__ import annotations

from typing import Any

from venice_pnp.contract.play import Event

Told = list[Event]


def tell(told: Told, key: str, **facts: Any) -> None:
    told.append(Event(key, facts))
