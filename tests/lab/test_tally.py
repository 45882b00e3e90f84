"""What is counted, against counts made by hand; nothing depends on the order in which trials come."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as some

from venice_pnp.lab.pace import Pace
from venice_pnp.lab.results import heading_of
from venice_pnp.lab.tally import PARTS, Findings, findings_of, lead_changes, measured, measures_of, scatter
from venice_pnp.lab.trials import Experiment, Result, Trial

PACE = Pace(10, 2)


def found(experiment: Experiment, trials: Sequence[Trial]) -> Findings:
    return findings_of(heading_of(experiment), trials, len(trials), PACE, 0, "", [])


@pytest.mark.parametrize(
    ("rounds", "changes"),
    [
        ([], 0),
        ([(5, 5), (6, 5), (7, 9)], 1),
        ([(1, 0), (2, 2), (3, 2)], 0),  # a tie in between changes nothing
        ([(1, 0), (2, 2), (2, 3), (4, 3)], 2),
    ],
)
def test_changes_of_the_lead(rounds: list[tuple[int, ...]], changes: int) -> None:
    assert lead_changes(rounds) == changes


def test_the_numbers_of_a_game() -> None:
    result = Result(moves=40, choices=100, winners=(0, 2), rounds=((0, 0, 0), (5, 9, 5), (9, 8, 9)))
    names = [(one.name, one.seat) for one in measures_of(3)]
    half = PARTS // 2
    expected = [half, 0, half, 9, 40, 2500, 0, 1]
    assert dict(zip(names, measured(result, 3), strict=True)) == dict(zip(names, expected, strict=True))
    assert PACE.minutes(40, 160) == round(40 * (10 + 2 * 2) / 60)


@given(some.lists(some.integers(-50, 50), min_size=1, max_size=80))
def test_eight_of_ten_lie_in_the_range(values: list[int]) -> None:
    one = scatter(Counter(values))
    assert sum(value < one.low for value in values) <= 0.1 * len(values)
    assert sum(value > one.high for value in values) <= 0.1 * len(values)
    assert one.low <= one.median <= one.high
    assert one.mean == pytest.approx(sum(values) / len(values))


def test_findings_are_the_same_in_any_order(experiment: Experiment, played: list[Trial]) -> None:
    mixed = list(played)
    random.Random(3).shuffle(mixed)
    assert found(experiment, mixed) == found(experiment, played)


def test_the_findings_are_those_of_the_games(experiment: Experiment, played: list[Trial]) -> None:
    findings = found(experiment, played)
    for at, summary in enumerate(findings.summaries):
        games = [trial.games[at] for trial in played]
        assert summary.games == len(games) and summary.endless == 0
        assert sum(share.value for share in summary.seats) == pytest.approx(1)
        alone = [sum(1 / len(one.winners) for one in games if seat in one.winners) for seat in range(3)]
        assert [share.value * len(games) for share in summary.seats] == pytest.approx(alone)
        assert summary.moves.mean == pytest.approx(sum(one.moves for one in games) / len(games))
        assert summary.rounds[0].seats.median == 30 == summary.rounds[0].winner
        assert sum(one.games for one in summary.decided) == sum(len(one.decided) for one in games)
    (comparison,) = findings.comparisons
    assert (comparison.label, comparison.reference, comparison.pairs) == ("debt-limit=none", "shipped", len(played))
    moves = next(one for one in comparison.measures if one.name == "moves")
    mean = sum(trial.games[1].moves - trial.games[0].moves for trial in played) / len(played)
    assert moves.difference.interval.value == pytest.approx(mean)


def test_an_edition_against_itself_differs_in_nothing(experiment: Experiment, played: list[Trial]) -> None:
    same = [Trial(trial.number, (trial.games[0], trial.games[0])) for trial in played]
    for measure in found(experiment, same).comparisons[0].measures:
        assert not measure.difference.certain and measure.difference.interval.value == 0


def test_games_without_end_are_counted_as_such(experiment: Experiment, played: list[Trial]) -> None:
    stuck = Result(moves=9, choices=20, ended=False)
    findings = found(experiment, [*played, Trial(len(played), (stuck, played[0].games[1]))])
    assert [one.endless for one in findings.summaries] == [1, 0]
    assert sum(share.value for share in findings.summaries[0].seats) < 1
