"""Forty watch and five play as fast as they can."""

from __future__ import annotations

import os

import pytest

from tests.host.load import crowd

pytestmark = [pytest.mark.long, pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")]


def test_a_minute_of_forty_watchers_and_five_players_has_no_error_and_loses_no_move() -> None:
    """How fast it is, the bench measures (bench/bench_host.py)."""
    load = crowd(60)
    assert load.wrong == []
    assert len(load.answers) == len(load.library) > 0
