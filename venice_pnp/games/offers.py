"""Legal moves that are counted at once and made when they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

Move = dict[str, Any]
Row = tuple[int, Callable[[int], Move]]  # so many moves, each made by its number


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


def of(moves: Sequence[Move]) -> Row:
    """Moves that are made already, as a row."""
    return len(moves), moves.__getitem__


def chained(rows: Sequence[Row]) -> Offers:
    """Several rows of moves, one after the other."""

    def make(number: int) -> Move:
        for count, make_one in rows:
            if number < count:
                return make_one(number)
            number -= count
        raise IndexError(number)

    return Offers(sum([count for count, _ in rows]), make)
