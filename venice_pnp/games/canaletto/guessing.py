"""What a seat of Canaletto cannot see: nothing (CAN-1.4)."""

from __future__ import annotations

import random
from collections.abc import Iterator

from venice_pnp.contract.abilities import Sealing
from venice_pnp.contract.play import Snapshot
from venice_pnp.games.canaletto.rules.bound import Rules
from venice_pnp.games.canaletto.rules.state import State


def sees(rules: Rules, view: Snapshot, seat: str) -> bool:  # noqa: ARG001
    return True


def guesses(
    rules: Rules,
    view: Snapshot,
    seat: str,  # noqa: ARG001
    chance: random.Random,  # noqa: ARG001
    sealing: Sealing | None = None,  # noqa: ARG001
) -> Iterator[State]:
    """The state as it is, again and again."""
    state = rules.restore(view)
    while True:
        yield state
