"""Canaletto beyond the records: previews, markers, draws, legal moves, and tables typed in badly."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from venice_pnp.contract.play import Refused
from venice_pnp.games import open_kit
from venice_pnp.games.canaletto.rules.bound import Rules
from venice_pnp.referee.chance import below_for
from venice_pnp.speech.plain import read_file

TESTS = Path(__file__).parents[1]
PLAYERS = ["Anke", "Bernd", "Claudia", "Daniel"]


@pytest.fixture(scope="module")
def rules() -> Rules:
    return Rules(open_kit("canaletto"))


@pytest.fixture(scope="module")
def midgame(rules: Rules) -> Any:
    snapshot = read_file(TESTS / "snapshots" / "canaletto-midgame.yaml")[0]
    return rules.setup(snapshot["players"], {}, snapshot)


DESTINATIONS = read_file(TESTS / "tables" / "canaletto-destinations.yaml")[0]
MARKERS = read_file(TESTS / "tables" / "canaletto-markers.yaml")[0]


@pytest.mark.parametrize("row", DESTINATIONS["rows"], ids=lambda r: str(r["bid"]))
def test_can_11_14_where_a_bid_leads(rules: Rules, midgame: Any, row: dict[str, Any]) -> None:
    seen = rules.preview(midgame, row["bid"])
    assert {key: seen[key] for key in row} == row


def test_can_5_14_the_destination_table(rules: Rules, midgame: Any) -> None:
    found = [{key: row[key] for key in ("bid", "lands", "next")} for row in rules.destinations(midgame)]
    assert found == DESTINATIONS["screen"]


@pytest.mark.parametrize("row", DESTINATIONS["payments"])
def test_can_5_17_what_a_bid_costs(rules: Rules, midgame: Any, row: dict[str, Any]) -> None:
    seen = rules.preview(midgame, row["bid"])
    assert {key: seen[key] for key in row} == row


@pytest.mark.parametrize("row", MARKERS["rows"], ids=lambda r: str(r["account"]))
def test_can_11_22_markers(rules: Rules, row: dict[str, Any]) -> None:
    assert rules.markers(row["account"]) == (row["tens"], row["money"])


@pytest.mark.parametrize("phase", ["distribute", "lay-values", "place-gondola", "choose-starter"])
def test_can_4_13_draws_are_legal_and_repeatable(rules: Rules, phase: str) -> None:
    state = rules.setup(PLAYERS, {}, {"phase": phase})
    drawn = set()
    for seed in range(40):
        move = rules.draw(state, below_for(str(seed), 1))
        assert move == rules.draw(state, below_for(str(seed), 1))
        assert move["drawn"] is True
        rules.apply(state, move)
        drawn.add(str(move))
    assert len(drawn) > 2


def test_can_6_8_palace_numbers_become_ids(rules: Rules) -> None:
    move = {"by": "table", "do": "place-gondola", "palace": 5}
    assert rules.canonical(move)["palace"] == "grimani"
    lots = dict(enumerate(rules.tables.reference.palaces.values(), 1))
    spread = rules.canonical({"by": "table", "do": "distribute", "palaces": lots})
    assert spread["palaces"] == rules.tables.reference.palaces


@pytest.mark.parametrize("twice", [{"grimani": ["lamp"], 5: ["lamp"]}, {5: ["lamp"], "5": ["lamp"]}])
def test_can_6_4_one_palace_twice(rules: Rules, twice: dict[Any, Any]) -> None:
    state = rules.setup(PLAYERS, {}, {"phase": "distribute"})
    with pytest.raises(Refused) as refused:
        rules.apply(state, {"by": "table", "do": "distribute", "palaces": twice})
    assert refused.value.rule == "CAN-6.4"


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (["A", "B"], {}),
        (["A", "B", "C", "D", "E"], {}),
        (["A", "A", "B"], {}),
        (["A", "B", "table"], {}),
        (["A", "B", "C"], {"colour": "red"}),
        (["A", "B", "C"], {"next-starter": "loser"}),
    ],
)
def test_can_1_1_sessions_that_are_not_started(rules: Rules, players: list[str], options: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        rules.setup(players, options, None)
    assert refused.value.rule == "CAN-1.1"


def test_can_9_4_a_start_for_another_table(rules: Rules, midgame: Any) -> None:
    snapshot = rules.snapshot(midgame)
    for wrong in ({"players": PLAYERS[:3]}, {"game": "doge"}, {"options": {"next-starter": "winner"}}):
        with pytest.raises(Refused) as refused:
            rules.setup(PLAYERS, {}, {**snapshot, **wrong})
        assert refused.value.rule == "CAN-9.4"


@pytest.mark.parametrize("phase", ["distribute", "lay-values", "place-gondola", "choose-starter"])
def test_can_9_4_starts_in_the_set_up(rules: Rules, phase: str) -> None:
    snapshot = rules.snapshot(rules.setup(PLAYERS, {}, {"phase": phase}))
    assert snapshot["round"] == 0
    assert snapshot["to-act"] == "table"
    assert snapshot["starter"] is None
    assert (snapshot["column"] is None) is (phase != "choose-starter")
    assert rules.audit(snapshot) == []


def test_can_10_17_a_stranger_in_the_accounts(rules: Rules) -> None:
    found = rules.audit({"players": PLAYERS, "money": {"Eva": 3}, "values": [1]})
    assert [v.rule for v in found] == ["CAN-10.17"]


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KEYS = sorted(read_file(TESTS / "snapshots" / "canaletto-setup.yaml")[0])


@settings(max_examples=300, deadline=None)
@given(changes=st.dictionaries(st.sampled_from(KEYS), JUNK, max_size=3))
def test_an_audit_never_breaks(changes: dict[str, Any]) -> None:
    rules = Rules(KIT)
    found = rules.audit({"players": PLAYERS, **changes})
    assert all(v.rule.startswith("CAN-10.") for v in found)
    with contextlib.suppress(Refused):
        rules.setup(PLAYERS, {}, changes)


@settings(max_examples=300, deadline=None)
@given(move=st.dictionaries(st.sampled_from(["by", "do", "amount", "groups", "palaces", "palace", "drawn", "x"]), JUNK))
def test_a_move_of_junk_is_refused(move: dict[str, Any]) -> None:
    rules = Rules(KIT)
    for phase in ("distribute", "place-gondola", "auction"):
        with pytest.raises(Refused):
            rules.apply(rules.setup(PLAYERS, {}, {"phase": phase}), move)


KIT = open_kit("canaletto")


def test_legal_moves_are_exactly_the_accepted_bids(rules: Rules) -> None:
    rng = random.Random(5)
    state = rules.setup(PLAYERS, {}, None)
    for _ in range(60):
        if state.phase != "auction":
            break
        seat = rules.pending(state)[0]["by"]
        offers = list(rules.legal(state, seat))
        for amount in range(-1, 130):
            move = {"by": seat, "do": "bid", "amount": amount}
            try:
                rules.apply(state, move)
                accepted = True
            except Refused:
                accepted = False
            assert accepted is (move in offers)
        state, _ = rules.apply(state, rng.choice([m for m in offers if m.get("amount", 0) < state.high_bid + 6]))
