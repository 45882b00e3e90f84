"""Chance that can be checked later: HMAC-SHA256 of a seed and a decision, by rejection, never a modulus."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator

from venice_pnp.contract.play import Below

DOMAIN = b"venice-pnp chance 1"


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
