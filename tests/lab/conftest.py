"""A small experiment that all tests of the lab know: three seats of Canaletto, by chance."""

from __future__ import annotations

import pytest

from venice_pnp.lab.editions import Edition, edition_of
from venice_pnp.lab.trials import Experiment, Trial, trials

GAMES = 12


@pytest.fixture(scope="session")
def shipped() -> Edition:
    return edition_of("canaletto", None, {}, "shipped")


@pytest.fixture(scope="session")
def experiment(shipped: Edition) -> Experiment:
    """Two editions: as it is shipped, and with debts without a limit."""
    free = edition_of("canaletto", None, {"debt-limit": "none"}, "debt-limit=none")
    return Experiment((shipped, free), "random", 3, "7")


@pytest.fixture(scope="session")
def played(experiment: Experiment) -> list[Trial]:
    return trials(experiment, range(GAMES))
