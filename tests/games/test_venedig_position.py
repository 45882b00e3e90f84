"""Venedig: the model of a position holds everything that a table can show, and tells nobody what is another's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from venice_pnp.contract.play import Refused
from venice_pnp.contract.position import written
from venice_pnp.games import open_kit
from venice_pnp.games.venedig.position.convert import read_position, state_of
from venice_pnp.games.venedig.rules.bound import Rules

VENEDIG = Rules(open_kit("venedig"))
NAMES = ["Anke", "Bernd", "Claudia", "Daniel", "Emil"]
SEEDED = {"secret": {"seed": "acqua alta"}}


def states(count: int, start: Any) -> Iterator[Any]:
    """Every table of a game of random moves."""
    rng = random.Random(count)
    state = VENEDIG.setup(NAMES[:count], {}, start)
    yield state
    while awaited := VENEDIG.pending(state):
        offers: dict[str, list[dict[str, Any]]] = {}
        for move in VENEDIG.legal(state, rng.choice(awaited)["by"]):
            offers.setdefault(move["do"], []).append(move)
        state, _ = VENEDIG.apply(state, rng.choice(offers[rng.choice(list(offers))]))
        yield state


@pytest.mark.parametrize("start", [None, SEEDED], ids=["typed", "dealt"])
@pytest.mark.parametrize("count", [2, 3, 5])
def test_every_snapshot_reads_back_to_the_same_table(count: int, start: Any) -> None:
    world = VENEDIG.world
    for state in states(count, start):
        position, faults = read_position(world, NAMES[:count], VENEDIG.snapshot(state))
        assert faults == []
        assert position is not None
        assert state_of(world, position) == state
        assert written(position) == VENEDIG.snapshot(state)


@pytest.mark.parametrize("count", [2, 4])
def test_a_view_holds_of_the_secret_only_what_is_the_seats_own(count: int) -> None:
    for state in states(count, SEEDED):
        whole = VENEDIG.snapshot(state)
        secret = whole.pop("secret")
        assert VENEDIG.view(state, None) == whole
        for name in NAMES[:count]:
            own = {part: {name: secret[part][name]} for part in ("hands", "tiles")}
            assert VENEDIG.view(state, name) == {**whole, "secret": own}


def test_what_a_seat_may_see_is_not_enough_to_go_on_from() -> None:
    state = VENEDIG.setup(NAMES[:3], {}, SEEDED)
    assert VENEDIG.setup(NAMES[:3], {}, VENEDIG.view(state, "Anke")).secret is None
    with pytest.raises(Refused) as refused:
        VENEDIG.setup(NAMES[:3], {}, {"secret": {"seed": "acqua alta", "hands": {"Anke": {"casa": 3}}}})
    assert refused.value.key == "VEN-9.1.secret"


def test_what_is_left_out_is_as_after_set_up_and_sums_are_worked_out() -> None:
    """VEN-9.1"""
    start = {
        "hands": {"Anke": {"casa": 2}},
        "tiles": {"Bernd": {"swamp": ["hidden", 2]}},
        "drained": ["a1", "a2", "a4"],
    }
    made = VENEDIG.snapshot(VENEDIG.setup(NAMES[:3], {}, start))
    assert made["turn"] == "Anke"
    assert made["hands"] == {"Anke": {"casa": 2}, "Bernd": {"hidden": 3}, "Claudia": {"hidden": 3}}
    assert made["tiles"]["Bernd"] == {"swamp": [2, "hidden"], "treasure": []}
    assert (made["draw-pile"], made["spent"], made["treasure-supply"]) == (34, ["hidden"], 18)
