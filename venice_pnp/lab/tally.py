"""Trials counted up into findings.

Only sums and counts are kept, whole numbers all: the findings are the same in whatever order the trials come, and a
million of them take no more memory than a thousand.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from venice_pnp.lab.certainty import SURE, Interval, PairedDifference, Sums, compared, games_for, wilson
from venice_pnp.lab.pace import Pace
from venice_pnp.lab.results import Heading
from venice_pnp.lab.trials import Result, Trial

PARTS = 60  # of a win, so that up to six who share it have whole numbers of them
THOUSANDS = 1000
ONE_POINT = 0.01
EDGE = 0.1  # of all games lie below, and as many above, what is shown as the usual range


class Measure(Struct, frozen=True):
    """Something that every game has a number for: `seat` is given for wins; a whole is so many of the numbers kept."""

    name: str
    whole: int
    seat: int | None = None


def measures_of(seats: int) -> list[Measure]:
    wins = [Measure("wins", PARTS, seat) for seat in range(seats)]
    rest = ("points", 1), ("moves", 1), ("choices", THOUSANDS), ("leads", 1), ("ties", 1)
    return [*wins, *(Measure(*one) for one in rest)]


def measured(result: Result, seats: int) -> list[int]:
    """The numbers of a game, in the order of `measures_of`."""
    won = PARTS // len(result.winners) if result.winners else 0
    return [
        *(won if seat in result.winners else 0 for seat in range(seats)),
        max(result.rounds[-1], default=0) if result.rounds else 0,
        result.moves,
        result.choices * THOUSANDS // max(1, result.moves),
        lead_changes(result.rounds),
        int(len(result.winners) > 1),
    ]


def lead_changes(rounds: Sequence[Sequence[int]]) -> int:
    """How often, after a round, somebody else leads alone than when somebody last did."""
    changes, leader = 0, None
    for stands in rounds:
        best = max(stands)
        first = [seat for seat, has in enumerate(stands) if has == best]
        if len(first) == 1 and first[0] != leader:
            changes += leader is not None
            leader = first[0]
    return changes


class Scatter(Struct, frozen=True):
    """How a number scatters over the games: most of them lie between `low` and `high`."""

    mean: float
    low: int
    median: int
    high: int


class Stand(Struct, frozen=True):
    """What seats have after a round, and the winner of the game on average; of so many games that had that round."""

    games: int
    seats: Scatter
    winner: float


class Decider(Struct, frozen=True):
    """What decided a game, as a message and what it is about."""

    key: str
    about: str
    games: int
    share: Interval


class Summary(Struct, frozen=True):
    """What was seen of one edition."""

    label: str
    kit: str
    games: int
    endless: int  # games that did not end
    ties: Interval
    seats: list[Interval]  # share of wins
    points: Scatter  # of the winner
    moves: Scatter
    minutes: Scatter
    choices: Interval  # a move
    leads: Scatter
    rounds: list[Stand]
    decided: list[Decider]


class Compared(Struct, frozen=True):
    """By how much a measure of an edition differs from the reference, seed by seed, in wholes."""

    name: str
    seat: int | None
    difference: PairedDifference


class Comparison(Struct, frozen=True):
    label: str
    reference: str
    pairs: int
    measures: list[Compared]


class Findings(Struct, frozen=True):
    """All that the report says, as numbers."""

    heading: Heading
    games: int  # that were asked for
    played: int
    sure: float
    games_for_one_point: int
    summaries: list[Summary]
    comparisons: list[Comparison]
    swept: str  # the key of a sweep, if it was one
    values: list[float]


class Tally:
    """One edition, counted."""

    def __init__(self, seats: int, pace: Pace) -> None:
        self.games = self.endless = 0
        self.sums = [Sums() for _ in measures_of(seats)]
        self._seats, self._pace = seats, pace
        self._points, self._moves, self._minutes, self._leads = (
            Counter[int](),
            Counter[int](),
            Counter[int](),
            Counter[int](),
        )
        self._rounds: list[tuple[Counter[int], Sums]] = []
        self._decided = Counter[tuple[str, str]]()

    def add(self, result: Result) -> None:
        self.games += 1
        self.endless += not result.ended
        for sums, value in zip(self.sums, measured(result, self._seats), strict=True):
            sums.add(value)
        self._moves[result.moves] += 1
        self._minutes[self._pace.minutes(result.moves, result.choices)] += 1
        self._decided.update(result.decided)
        if result.rounds:
            self._points[max(result.rounds[-1])] += 1
            self._leads[lead_changes(result.rounds)] += 1
            self._add_rounds(result)

    def _add_rounds(self, result: Result) -> None:
        for at, stands in enumerate(result.rounds):
            if at == len(self._rounds):
                self._rounds.append((Counter(), Sums()))
            everybody, winner = self._rounds[at]
            everybody.update(stands)
            for seat in result.winners:
                winner.add(stands[seat])

    def summary(self, label: str, kit: str) -> Summary:
        by_name = {one.name: sums for one, sums in zip(measures_of(self._seats), self.sums, strict=True)}
        mean = by_name["choices"].interval()
        return Summary(
            label,
            kit,
            self.games,
            self.endless,
            ties=wilson(by_name["ties"].total, self.games),
            seats=[wilson(one.total / PARTS, self.games) for one in self.sums[: self._seats]],
            points=scatter(self._points),
            moves=scatter(self._moves),
            minutes=scatter(self._minutes),
            choices=Interval(*(part / THOUSANDS for part in (mean.value, mean.low, mean.high))),
            leads=scatter(self._leads),
            rounds=list(self._stands()),
            decided=[
                Decider(key, about, games, wilson(games, self.games))
                for (key, about), games in sorted(self._decided.items(), key=lambda one: (-one[1], one[0]))
            ],
        )

    def _stands(self) -> Iterator[Stand]:
        """As long as half of the games go on: what comes later is said by fewer and fewer."""
        for everybody, winner in self._rounds:
            games = everybody.total() // self._seats
            if games * 2 >= self.games - self.endless:
                yield Stand(games, scatter(everybody), winner.mean)


def scatter(counts: Counter[int]) -> Scatter:
    total = counts.total()
    if not total:
        return Scatter(0.0, 0, 0, 0)
    ordered = sorted(counts.items())

    def at(share: float) -> int:
        """The number that so large a share of all does not exceed."""
        left = max(1, math.ceil(share * total))
        for value, count in ordered:
            left -= count
            if left <= 0:
                return value
        return ordered[-1][0]

    return Scatter(sum(value * count for value, count in ordered) / total, at(EDGE), at(0.5), at(1 - EDGE))


def findings_of(
    heading: Heading,
    trials: Iterable[Trial],
    games: int,
    pace: Pace,
    reference: int,
    swept: str,
    values: Sequence[float],
) -> Findings:
    """All editions counted, and each compared with the one at `reference`, seed by seed."""
    seats, measures = heading.seats, measures_of(heading.seats)
    tallies = [Tally(seats, pace) for _ in heading.editions]
    pairs = [[Sums() for _ in measures] for _ in heading.editions]
    for trial in trials:
        numbers = [measured(result, seats) for result in trial.games]
        for tally, result in zip(tallies, trial.games, strict=True):
            tally.add(result)
        for row, mine in zip(pairs, numbers, strict=True):
            for sums, value, base in zip(row, mine, numbers[reference], strict=True):
                sums.add(value - base)
    others = [at for at in range(len(pairs)) if at != reference]
    found = iter(compared([sums for at in others for sums in pairs[at]]))
    labels = [edition.label for edition in heading.editions]
    return Findings(
        heading,
        games,
        tallies[0].games,
        SURE,
        games_for(ONE_POINT, 1 / seats),
        [tally.summary(one.label, one.kit) for tally, one in zip(tallies, heading.editions, strict=True)],
        [
            Comparison(
                labels[at],
                labels[reference],
                pairs[at][0].count,
                [Compared(m.name, m.seat, _in_wholes(next(found), m.whole)) for m in measures],
            )
            for at in others
        ],
        swept,
        list(values),
    )


def _in_wholes(one: PairedDifference, whole: int) -> PairedDifference:
    value, low, high = (part / whole for part in (one.interval.value, one.interval.low, one.interval.high))
    return PairedDifference(Interval(value, low, high), one.certain, one.pairs_needed)
