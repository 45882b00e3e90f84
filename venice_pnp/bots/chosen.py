"""What a bot is: it sees what its seat sees, and answers with a move and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

from venice_pnp.contract.play import Facts, Move, Snapshot

Reason = tuple[str, Facts]  # a message's key and its facts: one true sentence


class Chosen(Struct, frozen=True):
    """A move of a seat, and why it was chosen."""

    move: dict[str, Any]
    why: Reason | None = None


class Bot(Protocol):
    """It is given what its seat may see and what everybody has seen happen, never the state of the table."""

    def choose(self, seat: str, view: Snapshot, public: Sequence[Move]) -> Chosen: ...
