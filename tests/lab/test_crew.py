"""Whoever plays, and whoever dies meanwhile: the results are the same."""

from __future__ import annotations

import os
import signal
from multiprocessing import active_children

import pytest

from tests.lab.conftest import GAMES
from venice_pnp.lab import crew
from venice_pnp.lab.editions import NoExperiment
from venice_pnp.lab.trials import Experiment, Trial


def in_order(found: list[list[Trial]]) -> list[Trial]:
    return sorted((trial for batch in found for trial in batch), key=lambda trial: trial.number)


def test_one_process_and_several_find_the_same_and_a_killed_worker_changes_nothing(
    experiment: Experiment, played: list[Trial]
) -> None:
    assert in_order(list(crew.here(experiment, range(GAMES), 1))) == played
    work = crew.here(experiment, range(GAMES), 2)
    found = [next(work)]
    victim = active_children()[0]
    victim.kill()
    found += work
    assert in_order(found) == played
    assert victim.exitcode == -signal.SIGKILL
    assert not active_children()


def test_a_task_that_kills_its_workers_again_and_again_is_told(
    experiment: Experiment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "TRIES", 1)
    work = crew.here(experiment, range(1000), 2)
    next(work)
    for worker in active_children():
        worker.kill()
    with pytest.raises(NoExperiment, match="A worker died"):
        list(work)
    assert not active_children()


def test_who_stops_listening_leaves_no_worker_behind(experiment: Experiment) -> None:
    work = crew.here(experiment, range(10**6), 2)
    next(work)
    work.close()
    assert not active_children()


def test_a_cluster_finds_the_same_though_a_worker_is_killed(experiment: Experiment, played: list[Trial]) -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster:
        work = crew.on_cluster(experiment, range(GAMES), cluster.scheduler_address)
        found = [next(work)]
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        found += work
    assert in_order(found) == played


def test_no_cluster_is_told(experiment: Experiment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "PATIENCE", 1)
    with pytest.raises(NoExperiment, match="There is no cluster at"):
        list(crew.on_cluster(experiment, range(4), "tcp://127.0.0.1:9"))
    with pytest.raises(NoExperiment, match="There is no cluster at"):
        list(crew.on_cluster(experiment, range(4), "nonsense://x"))
