"""Results are never lost, never counted twice, and never mixed with those of another experiment."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from venice_pnp.lab.editions import NoExperiment, edition_of
from venice_pnp.lab.results import Heading, Results, heading_of
from venice_pnp.lab.trials import Experiment, Trial


@pytest.fixture
def file(tmp_path: Path, experiment: Experiment, played: list[Trial]) -> Path:
    path = tmp_path / "lab/results.jsonl"
    Results(path, experiment).add(played)
    return path


def test_what_was_added_is_found_again(file: Path, experiment: Experiment, played: list[Trial]) -> None:
    assert list(Results(file, experiment).trials(len(played))) == played
    assert list(Results(file, experiment).trials(5)) == played[:5]


def test_a_file_that_was_cut_anywhere_goes_on(file: Path, experiment: Experiment, played: list[Trial]) -> None:
    whole = file.read_bytes()
    for cut in range(0, len(whole), 211):
        file.write_bytes(whole[:cut])
        results = Results(file, experiment)
        done = results.done(len(played))
        kept = list(results.trials(len(played)))
        assert kept == played[: len(kept)] and sum(done) == len(kept)
        assert whole.startswith(file.read_bytes()) or not kept
        results.add(trial for trial in played if not done[trial.number])
        assert file.read_bytes() == whole


def test_a_trial_that_two_have_played_counts_once(file: Path, experiment: Experiment, played: list[Trial]) -> None:
    results = Results(file, experiment)
    results.add(reversed(played))
    assert list(results.trials(len(played))) == played


@pytest.mark.parametrize("change", [{"level": "easy"}, {"seats": 4}, {"seed": "8"}, {"editions": ()}])
def test_another_experiment_is_kept_apart(file: Path, experiment: Experiment, change: dict[str, object]) -> None:
    if change == {"editions": ()}:
        change = {"editions": experiment.editions[:1]}
    before = file.read_bytes()
    with pytest.raises(NoExperiment, match="another experiment"):
        Results(file, msgspec.structs.replace(experiment, **change))
    assert file.read_bytes() == before


def test_what_bots_weigh_belongs_to_the_experiment(tmp_path: Path, experiment: Experiment) -> None:
    """The id of a kit says nothing of it: no part and no rule is made from it."""
    own = tmp_path / "kit/canaletto"
    own.mkdir(parents=True)
    (own / "game.yaml").write_text("extends: canaletto\n")

    def heading() -> Heading:
        editions = (edition_of("canaletto", own.parent, {}, "own"),)
        return heading_of(msgspec.structs.replace(experiment, editions=editions))

    without = heading()
    assert "bots" not in msgspec.to_builtins(without)["editions"][0]
    found = []
    for lot in (1.0, 1.1):
        (own / "bots.yaml").write_text(f"weights: {{lot: {lot}}}\n")
        found.append(heading())
    assert found[0].editions[0].kit == found[1].editions[0].kit == without.editions[0].kit
    assert len({one.editions[0].bots for one in (without, *found)}) == 3


@pytest.mark.parametrize("text", ["dear diary\n", "dear diary", '{"lab":1}\n'])
def test_a_foreign_file_is_left_alone(text: str, tmp_path: Path, experiment: Experiment) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text(text)
    with pytest.raises(NoExperiment, match="no results of the lab"):
        Results(file, experiment)
    assert file.read_text() == text


def test_a_broken_line_is_told_with_its_number(file: Path, experiment: Experiment) -> None:
    lines = file.read_bytes().split(b"\n")
    lines[3] = b"{}"
    file.write_bytes(b"\n".join(lines))
    with pytest.raises(NoExperiment, match="line 4"):
        list(Results(file, experiment).trials(9))
