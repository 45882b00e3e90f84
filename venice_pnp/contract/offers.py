"""Legal moves that are counted at once and made when they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any, overload

from msgspec import Struct

Move = dict[str, Any]
Offered = tuple[int, Callable[[int], Move]]  # so many moves, each made by its number
COUNT: Callable[[Offered], int] = itemgetter(0)


class Offers(Struct, frozen=True):
    """So many moves, each made by its number."""

    count: int
    make: Callable[[int], Move]
    rows: Sequence[Offered] = ()  # what it is made of, if it is several

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Move]:
        rows = self.rows or ((self.count, self.make),)
        return chain.from_iterable([map(make, range(count)) for count, make in rows])

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> list[Move]: ...
    def __getitem__(self, at: int | slice) -> Move | list[Move]:
        if type(at) is int and 0 <= at < self.count:
            return self.make(at)
        some = range(self.count)[at]
        return self.make(some) if isinstance(some, int) else [self.make(n) for n in some]


Sequence.register(Offers)


def of(moves: Sequence[Move]) -> Offered:
    """Moves that are made already, as a row."""
    return len(moves), moves.__getitem__


def chained(rows: Sequence[Offered]) -> Offers:
    """Several rows of moves, one after the other."""

    def make(number: int) -> Move:
        for count, make_one in rows:
            if number < count:
                return make_one(number)
            number -= count
        raise IndexError(number)

    return Offers(sum(map(COUNT, rows)), make, rows)
