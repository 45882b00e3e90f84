"""Views and moves as rows of numbers, for learners: every leaf of a mapping has its place by a hash of its path.

That works for any game and needs no list of its parts. Names of players become their distance from the seat that looks,
so that what is learned at one seat holds at all.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

LIMIT = 64.0  # of a number in a row; what is larger is cut

Row = NDArray[np.float32]


def seats_from(seat: str, players: Sequence[str]) -> dict[str, str]:
    """What a seat calls everybody: itself `+0`, its neighbour `+1`."""
    at = players.index(seat)
    return {name: f"+{(other - at) % len(players)}" for other, name in enumerate(players)}


def encoded(value: Mapping[str, Any], names: Mapping[str, str], size: int) -> Row:
    """A mapping as a row of so many numbers. A number counts by its size (as a logarithm), a word by being there."""
    row = np.zeros(size, np.float32)
    for path, leaf in _leaves(value, "", names):
        if isinstance(leaf, (int, float)) and not isinstance(leaf, bool):
            place, amount = path, math.copysign(math.log1p(abs(leaf)), leaf)
        else:
            place, amount = f"{path}={leaf}", 1.0
        digest = crc32(place.encode())
        row[digest % size] += amount if digest & 1 << 31 else -amount  # signs keep what shares a place from adding up
    return np.clip(row, -LIMIT, LIMIT)


def _leaves(value: Any, path: str, names: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _leaves(part, f"{path}/{names.get(key, key)}", names)
    elif isinstance(value, (list, tuple)):
        yield f"{path}#", len(value)
        for at, part in enumerate(value):
            yield from _leaves(part, f"{path}/{at}", names)
    else:
        yield path, names.get(value, value) if isinstance(value, str) else value
