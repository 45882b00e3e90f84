"""Legal moves that are counted at once and made when they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, overload

Move = dict[str, Any]


class Offers(Sequence[Move]):
    """So many moves, each made by its number."""

    __slots__ = ("_count", "_make")

    def __init__(self, count: int, make: Callable[[int], Move]) -> None:
        self._count, self._make = count, make

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> list[Move]: ...
    def __getitem__(self, at: int | slice) -> Move | list[Move]:
        if type(at) is int and 0 <= at < self._count:
            return self._make(at)
        if isinstance(at, slice):
            return [self._make(n) for n in range(*at.indices(self._count))]
        return self._make(range(self._count)[at])


def chained(rows: Iterable[Sequence[Move]]) -> Offers:
    """Several rows of moves, one after the other. A list of rows is not to be changed afterwards."""
    found = rows if isinstance(rows, list) else list(rows)

    def make(number: int) -> Move:
        for row in found:
            n = len(row)
            if number < n:
                return row[number]
            number -= n
        raise IndexError(number)

    return Offers(sum(map(len, found)), make)
