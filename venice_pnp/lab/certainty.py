"""How sure one may be: intervals, paired differences, many comparisons at once, and how many games it would take."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

from msgspec import Struct

SURE = 0.95
_NORMAL = NormalDist()


class Interval(Struct, frozen=True):
    """What was measured, and between what it lies as surely as was asked for."""

    value: float
    low: float
    high: float


class Sums(Struct):
    """Many whole numbers, of which only their sums are kept: the same in whatever order they come."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def deviation(self) -> float:
        """Of one number from the mean, as estimated from these."""
        if self.count < 2:
            return 0.0
        return math.sqrt((self.count * self.squares - self.total**2) / (self.count * (self.count - 1)))

    @property
    def error(self) -> float:
        """Of the mean."""
        return self.deviation / math.sqrt(self.count) if self.count else 0.0

    def interval(self, sure: float = SURE) -> Interval:
        """Of the mean, by the normal distribution: for dozens of games and more."""
        reach = reach_of(sure) * self.error
        return Interval(self.mean, self.mean - reach, self.mean + reach)


def reach_of(sure: float) -> float:
    """How many errors lie between the middle and the end of an interval."""
    return _NORMAL.inv_cdf((1 + sure) / 2)


def wilson(wins: float, games: int, sure: float = SURE) -> Interval:
    """The share of wins. A shared win may count as a part: that makes the interval wider than it need be, never
    narrower, because parts of wins scatter less than wins."""
    if not games:
        return Interval(0.0, 0.0, 1.0)
    z, share = reach_of(sure), wins / games
    spread = 1 + z * z / games
    middle = (share + z * z / (2 * games)) / spread
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / spread
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def games_for(half: float, share: float, sure: float = SURE) -> int:
    """How many games it takes until a share is known to `half` on either side."""
    return math.ceil(share * (1 - share) * (reach_of(sure) / half) ** 2)


class PairedDifference(Struct, frozen=True):
    """The mean of paired differences: between what it lies, whether it is certain that it is not nothing, and how
    many pairs it would take to be certain if it is as large as it looks (None: it looks like nothing)."""

    interval: Interval
    certain: bool
    pairs_needed: int | None


def compared(differences: Sequence[Sums], sure: float = SURE) -> list[PairedDifference]:
    """Several paired differences at once, by Holm: the clearest must stand against all, the next against the rest,
    and so on. Each interval is as wide as the step at which it was tried asks for, so that it leaves out nothing
    exactly where the difference is certain."""
    order = sorted(range(len(differences)), key=lambda i: -_clearness(differences[i]))
    found: dict[int, PairedDifference] = {}
    rivals, still = len(differences), True
    for i in order:
        one, level = differences[i], 1 - (1 - sure) / rivals
        interval = one.interval(level)
        still = still and one.count > 1 and not interval.low <= 0 <= interval.high
        found[i] = PairedDifference(interval, still, _needed(one, level))
        rivals -= still
    return [found[i] for i in range(len(differences))]


def _clearness(one: Sums) -> float:
    if not one.total or one.count < 2:
        return 0.0
    return abs(one.mean) / one.error if one.error else math.inf


def _needed(one: Sums, sure: float) -> int | None:
    if not one.total or one.count < 2:
        return None
    return max(2, math.ceil((reach_of(sure) * one.deviation / one.mean) ** 2))
