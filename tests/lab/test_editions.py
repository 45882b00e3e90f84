"""Editions bring their files along; a sweep changes one value and nothing else."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from venice_pnp.lab.editions import Edition, NoExperiment, edition_of, opened
from venice_pnp.lab.results import heading_of
from venice_pnp.lab.sweep import MOST_VALUES, sweep_of, swept
from venice_pnp.lab.trials import Experiment, trials

START_MONEY = "data/canaletto/numbers.yaml:start-money=20..40:5"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    kit = tmp_path / "my-kit/canaletto"
    kit.mkdir(parents=True)
    (kit / "game.yaml").write_text("extends: canaletto\n")
    (kit / "numbers.yaml").write_text("numbers: {start-money: 44, min-bid: 2}\n")
    return kit.parent


def test_an_own_kit_is_played_where_its_folder_is_not(own: Path) -> None:
    edition = msgspec.msgpack.decode(msgspec.msgpack.encode(edition_of("canaletto", own, {}, "own")), type=Edition)
    for file in own.rglob("*.yaml"):
        file.unlink()
    assert opened(edition).kit.kit_id == edition.kit
    result = trials(Experiment((edition,), "random", 3, "1"), [0])[0].games[0]
    assert result.rounds[0] == (44, 44, 44)


def test_a_machine_with_other_data_is_told() -> None:
    other = Edition("shipped", "canaletto", "00000000")
    with pytest.raises(NoExperiment, match="install the same version"):
        opened(other)


def test_a_sweep_changes_one_value(shipped: Edition) -> None:
    sweep = sweep_of(shipped, START_MONEY)
    assert (sweep.key, sweep.values, sweep.now) == ("numbers.start-money", [20, 25, 30, 35, 40], 30)
    editions = swept(shipped, sweep)
    assert heading_of(Experiment(tuple(editions), "random", 3, "1")).game == "canaletto"
    assert [one.label for one in editions] == [f"start-money={value}" for value in sweep.values]
    base = opened(shipped).kit.looked_up("numbers")
    for edition, value in zip(editions, sweep.values, strict=True):
        changed = opened(edition).kit.looked_up("numbers")
        assert changed == msgspec.structs.replace(base, start_money=value)


def test_a_sweep_goes_over_what_the_own_kit_says(own: Path) -> None:
    edition = edition_of("canaletto", own, {}, "own")
    sweep = sweep_of(edition, "numbers.yaml:numbers.start-money=10..20:10")
    assert sweep.now == 44
    numbers = [opened(one).kit.looked_up("numbers") for one in swept(edition, sweep)]
    assert [(one.start_money, one.min_bid) for one in numbers] == [(10, 2), (20, 2)]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("start-money=20..40:5", "write a file, a key and a range"),
        ("numbers.yaml:start-money=20", "write a file, a key and a range"),
        ("numbers.yaml:start-mony=20..40:5", "did you mean 'start-money'"),
        ("number.yaml:start-money=20..40:5", "did you mean 'numbers.yaml'"),
        ("data/doge/numbers.yaml:start-money=20..40:5", "no file data/doge/numbers.yaml"),
        ("numbers.yaml:start-money=40..20:5", "no range"),
        ("numbers.yaml:start-money=a..b:c", "no range"),
        ("numbers.yaml:start-money=20..40:0", "no range"),
        ("numbers.yaml:start-money=20..nan:1", "no range"),
        ("numbers.yaml:start-money=20..40:0.5", "whole number"),
        ("numbers.yaml:start-money=1..1e999999:1", f"more than {MOST_VALUES} values"),
    ],
)
def test_what_cannot_be_swept_is_told(shipped: Edition, asked: str, said: str) -> None:
    with pytest.raises(NoExperiment, match=said):
        sweep_of(shipped, asked)


def test_a_value_that_the_kit_refuses_is_told_with_the_value(shipped: Edition) -> None:
    with pytest.raises(NoExperiment, match="min-bid=-1"):
        swept(shipped, sweep_of(shipped, "numbers.yaml:min-bid=-1..2:1"))


def test_rows_are_swept_by_their_ids() -> None:
    edition = edition_of("venedig", None, {}, "shipped")
    sweep = sweep_of(edition, "data/venedig/buildings.yaml:casa.points=1..3:2")
    assert (sweep.key, sweep.now) == ("kinds.casa.points", 1)
    kinds = [opened(one).kit.looked_up("kinds") for one in (edition, *swept(edition, sweep))]
    assert [one[0].points for one in kinds] == [1, 1, 3]
    assert kinds[0][1:] == kinds[1][1:] == kinds[2][1:]
