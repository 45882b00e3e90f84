"""Chance that can be checked later: HMAC-SHA256 of a seed and a decision, by rejection, never a modulus."""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Iterator, Mapping
from typing import Any

from venice_pnp.contract.play import TABLE, Below, Held, Move, Rules

SECRET_BYTES = 16
DOMAIN = b"venice-pnp chance 1"


def secret_seed() -> str:
    """A seed that nobody knows and nobody can try out."""
    return str(int.from_bytes(os.urandom(SECRET_BYTES), "big"))


def below_for(seed: str, decision: int) -> Below:
    """`below(n)` for one decision: the same seed and decision give the same numbers."""
    stream = _bits(hashlib.sha256(DOMAIN + b"\0" + seed.encode()).digest(), decision)

    def below(n: int) -> int:
        if n < 1:
            raise ValueError("nothing to choose from")
        width = (n - 1).bit_length()
        while True:
            number = 0
            for _ in range(width):
                number = number << 1 | next(stream)
            if number < n:
                return number

    return below


def _bits(key: bytes, decision: int) -> Iterator[int]:
    block = 0
    while True:
        for byte in hmac.digest(key, f"{decision}:{block}".encode(), "sha256"):
            for shift in range(8):
                yield byte >> shift & 1
        block += 1


def seed_hash(seed: str, salt: str) -> str:
    """What the first entry shows of the seed; the salt keeps a small number from being guessed."""
    return hashlib.sha256(b"\0".join((DOMAIN, salt.encode(), seed.encode()))).hexdigest()


# --- what a seed decides: the same at a table and for a game in memory ---------------------------------------
def beginning(rules: Rules[Held], start: Mapping[str, Any] | None, seed: str | None) -> Mapping[str, Any] | None:
    """The start of a new table, dealt where there is a seed."""
    begin = start if start is not None else rules.fresh
    if seed is not None and rules.shuffles is not None:
        begin = rules.shuffles.dealt(begin, seed)
    return begin


def completed(rules: Rules[Held], seed: str | None, state: Held, move: Move) -> Move:
    """The move with what the seed decides of it; raises Refused if it tells that itself."""
    if seed is not None and rules.deals is not None:
        rules.deals.left_to_chance(move)
    return move if rules.shuffles is None else rules.shuffles.completed(state, move)


def due(rules: Rules[Held], seed: str | None, state: Held, position: int) -> dict[str, Any] | None:
    """With a seed: the move that chance makes now, dealt face down or in the open."""
    if seed is None:
        return None
    if rules.deals is not None:
        dealt = rules.deals.deal(state, below_for(seed, position))
        if dealt is not None:
            return dealt
    if not any(item["by"] == TABLE for item in rules.pending(state)):
        return None
    return rules.draw(state, below_for(seed, position))
