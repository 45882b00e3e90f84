"""Intervals against published examples, and laws that hold for any numbers."""

from __future__ import annotations

import random
from statistics import NormalDist, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as some

from venice_pnp.lab.certainty import SURE, Sums, compared, games_for, wilson

NUMBERS = some.lists(some.integers(-200, 200), min_size=2, max_size=60)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_as_published(wins: int, games: int, low: float, high: float) -> None:
    """Newcombe 1998, table I, method 3."""
    found = wilson(wins, games)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_wilson_of_nothing_knows_nothing() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


def test_one_point_takes_seven_thousand_games() -> None:
    assert games_for(0.01, 0.25) == 7203
    found = wilson(0.25 * 7203, 7203)
    assert (found.high - found.low) / 2 == pytest.approx(0.01, rel=1e-3)


@given(NUMBERS, some.randoms(use_true_random=False))
def test_sums_are_the_same_in_any_order(numbers: list[int], chance: random.Random) -> None:
    def summed(values: list[int]) -> Sums:
        sums = Sums()
        for value in values:
            sums.add(value)
        return sums

    mixed = list(numbers)
    chance.shuffle(mixed)
    assert summed(numbers) == summed(mixed)
    assert summed(numbers).deviation == pytest.approx(stdev(numbers))


def drawn(chance: random.Random, shift: float, pairs: int) -> Sums:
    sums = Sums()
    for _ in range(pairs):
        sums.add(round(chance.gauss(1000 * shift, 1000)))
    return sums


def holm(differences: list[Sums]) -> set[int]:
    """From the textbook, by p values."""
    values = [2 * (1 - NormalDist().cdf(abs(one.mean) / one.error)) for one in differences]
    found: set[int] = set()
    for step, at in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        if values[at] > (1 - SURE) / (len(values) - step):
            break
        found.add(at)
    return found


@given(some.lists(some.floats(-0.5, 0.5), min_size=1, max_size=9), some.integers(0, 10**6))
def test_certain_is_what_holm_rejects_and_only_such_intervals_leave_out_nothing(shifts: list[float], seed: int) -> None:
    chance = random.Random(seed)
    differences = [drawn(chance, shift, 60) for shift in shifts]
    found = compared(differences)
    assert {at for at, one in enumerate(found) if one.certain} == holm(differences)
    for one in found:
        assert one.interval.low <= one.interval.value <= one.interval.high
        assert not (one.certain and one.interval.low <= 0 <= one.interval.high)


def test_where_nothing_differs_something_is_called_certain_once_in_twenty_times_at_most() -> None:
    chance = random.Random(1)
    wrong = sum(any(one.certain for one in compared([drawn(chance, 0, 50) for _ in range(8)])) for _ in range(300))
    assert wrong / 300 < 0.09


def test_as_many_pairs_as_it_says_make_it_certain() -> None:
    """Half of the time, as the estimate goes: so twice as many nearly always do."""
    chance = random.Random(2)
    needed = compared([drawn(chance, 0.2, 100)])[0].pairs_needed
    assert needed is not None
    sure = sum(compared([drawn(chance, 0.2, 2 * needed)])[0].certain for _ in range(40))
    assert sure >= 34


def test_pairs_that_never_differ_are_not_certain_of_anything() -> None:
    same = Sums()
    for _ in range(40):
        same.add(0)
    (found,) = compared([same])
    assert not found.certain and found.pairs_needed is None and found.interval.low == found.interval.high == 0
