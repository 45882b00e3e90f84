"""Canaletto: the options. Debts with and without a limit, and colours that are chosen."""

from __future__ import annotations

from typing import Any

import pytest

from venice_pnp.contract.abilities import colours_of
from venice_pnp.contract.play import Refused
from venice_pnp.games import open_kit
from venice_pnp.games.canaletto import screens
from venice_pnp.games.canaletto.drawing.board import track_fields
from venice_pnp.games.canaletto.drawing.pieces import laid_table
from venice_pnp.games.canaletto.rules.bound import Rules
from venice_pnp.kit.models import Laid
from venice_pnp.speech.paint import Paint
from venice_pnp.speech.words import Speech

PLAYERS = ["Anke", "Bernd", "Claudia", "Daniel"]
KIT = open_kit("canaletto")
RULES = Rules(KIT)
NUMBERS = KIT.tables.numbers
RUIN = {"debt-limit": "none"}
CHOSEN = {"Anke": "green", "Bernd": "red", "Claudia": "yellow", "Daniel": "blue"}


def begun(options: dict[str, Any] | None = None, **start: Any) -> Any:
    return RULES.setup(PLAYERS, options or {}, start or None)


def laid(snapshot: dict[str, Any]) -> list[Laid]:
    return list(laid_table(KIT, snapshot, colours_of(KIT, PLAYERS, snapshot["options"].get("colours") or {})))


def reported(**table: Any) -> list[str]:
    return [found.key for found in RULES.audit({"players": PLAYERS, **table})]


# --- debts -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("options", "last"), [({}, 100), ({"debt-limit": "track"}, 100), (RUIN, 9999)])
def test_can_7_13_how_much_can_be_bid(options: dict[str, Any], last: int) -> None:
    state = begun(options)
    after, _ = RULES.apply(state, {"by": "Anke", "do": "bid", "amount": last})
    assert after.high_bid == last
    with pytest.raises(Refused):
        RULES.apply(state, {"by": "Anke", "do": "bid", "amount": last + 1})


def test_can_7_13_without_a_limit_one_can_always_bid_more() -> None:
    poor = {"money": {"Anke": 0}, "debt": {"Anke": 500}, "high-bid": 40, "high-bidder": "Daniel"}
    state = begun(RUIN, **poor)
    offered = list(RULES.legal(state, "Anke"))
    assert [move.get("amount") for move in offered if move["do"] == "bid"] == list(range(41, 57))  # once round the ring
    for move in offered:
        RULES.apply(state, move)
    with pytest.raises(Refused):  # with a limit this table does not even begin
        begun({}, **poor)


def test_offers_end_where_nothing_can_be_written_down_any_more() -> None:
    state = begun(RUIN, **{"high-bid": NUMBERS.bid_cap - 1, "high-bidder": "Daniel", "bribe": {}})
    assert [m.get("amount") for m in RULES.legal(state, "Anke")] == [None, NUMBERS.bid_cap]
    state, _ = RULES.apply(state, {"by": "Anke", "do": "bid", "amount": NUMBERS.bid_cap})
    assert [move["do"] for move in RULES.legal(state, "Bernd")] == ["pass"]


@pytest.mark.parametrize(("debt", "key"), [(70, "CAN-7.11.debt"), (71, "CAN-7.11.beyond")])
def test_can_7_28_a_debt_beyond_the_track_is_written_down(debt: int, key: str) -> None:
    state = begun(RUIN)
    state, _ = RULES.apply(state, {"by": "Anke", "do": "bid", "amount": NUMBERS.start_money + debt})
    for name in PLAYERS[1:]:
        state, events = RULES.apply(state, {"by": name, "do": "pass"})
    assert key in [event.key for event in events]
    fields = list(track_fields(KIT.tables.board.track))
    markers = [one for one in laid(RULES.snapshot(state)) if one.component == "debt-marker"]
    assert len(markers) == 1
    x, y = fields[debt if debt <= NUMBERS.track_max else -1]
    assert 0 < markers[0].x - x < KIT.tables.board.track.field
    assert 0 < markers[0].y - y < KIT.tables.board.track.field


def test_the_audit_knows_the_limit() -> None:
    assert reported(debt={"Bernd": 71}) == ["CAN-10.9.debt"]
    assert reported(debt={"Bernd": 71}, options=RUIN) == []
    assert reported(debt={"Bernd": -1}, money={"Bernd": 29}, options=RUIN) == ["CAN-10.9.no-debt"]
    bid = {"high-bidder": "Anke"}
    assert reported(**bid, **{"high-bid": 101}) == ["CAN-10.18"]
    assert reported(**bid, **{"high-bid": 9999, "options": RUIN}) == []
    assert reported(**bid, **{"high-bid": 10000, "options": RUIN}) == ["CAN-10.18"]
    assert reported(options={"debt-limit": "sky"}) == ["form.one-of"]


def test_a_score_knows_the_limit() -> None:
    table = {"players": PLAYERS, "debt": {"Bernd": 100}}
    assert RULES.score({**table, "options": RUIN})["final"]["Bernd"] == 30 - 200
    with pytest.raises(Refused):
        RULES.score(table)


def test_the_screen_names_no_highest_bid_where_there_is_none() -> None:
    cases: list[tuple[dict[str, Any], str]] = [({}, "bid 1 to 100"), (RUIN, "bid 1 or more")]
    for options, told in cases:
        speech, paint = Speech("en", KIT, PLAYERS), Paint(KIT, PLAYERS, {}, True, 100, "none")
        lines = screens.lines(RULES, RULES.snapshot(begun(options)), speech, paint)
        assert told in "\n".join(lines)


# --- colours -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("colours", "key"),
    [
        ({"Anke": "red"}, "CAN-1.1.colours"),
        ({**CHOSEN, "Eva": "red"}, "CAN-1.1.colours"),
        ({**CHOSEN, "Anke": "red"}, "CAN-1.1.colours"),
        ({**CHOSEN, "Anke": "pink"}, "CAN-1.1.colour"),
        ({**CHOSEN, "Anke": ["red"]}, "CAN-1.1.colour"),
        ("red", "CAN-1.1.colours"),
    ],
)
def test_can_4_1_a_colour_of_their_own_for_everybody(colours: Any, key: str) -> None:
    with pytest.raises(Refused) as refused:
        begun({"colours": colours})
    assert refused.value.key == key
    if isinstance(colours, dict):
        assert [v.rule for v in RULES.audit({"players": PLAYERS, "options": {"colours": colours}})] == ["CAN-10.17"]


def test_can_4_1_colours_are_in_the_snapshot_only_if_they_were_chosen() -> None:
    by_seat = dict(zip(PLAYERS, ["red", "blue", "green", "yellow"], strict=True))
    for options in ({}, {"colours": None}, {"colours": by_seat}):
        assert RULES.snapshot(begun(options))["options"] == {"next-starter": "clockwise"}
    snapshot = RULES.snapshot(begun({"colours": CHOSEN}))
    assert snapshot["options"] == {"next-starter": "clockwise", "colours": CHOSEN}
    assert RULES.audit(snapshot) == []
    again = RULES.setup(PLAYERS, {"colours": CHOSEN}, snapshot)
    assert RULES.snapshot(again) == snapshot == RULES.snapshot(RULES.restore(snapshot))
    with pytest.raises(Refused) as refused:
        RULES.setup(PLAYERS, {}, snapshot)
    assert refused.value.rule == "CAN-9.4"


def test_can_4_1_the_markers_on_the_picture_have_the_chosen_colours() -> None:
    seats = {"debt": dict.fromkeys(PLAYERS, 1), "money": {"Anke": 11, "Bernd": 12, "Claudia": 13, "Daniel": 14}}
    snapshot = RULES.snapshot(begun({"colours": CHOSEN}, **seats))
    markers = [one for one in laid(snapshot) if one.component.endswith("marker")]
    assert {(one.component, one.item) for one in markers} == {
        (component, CHOSEN[name]) for name in PLAYERS for component in ("money-marker", "debt-marker")
    }
    usual = [one for one in laid(RULES.snapshot(begun({}, **seats))) if one.component == "money-marker"]
    assert [one.item for one in usual] == ["red", "blue", "green", "yellow"]


@pytest.mark.parametrize(
    "options", [{}, RUIN, {"colours": CHOSEN}, {**RUIN, "colours": CHOSEN, "next-starter": "winner"}]
)
def test_a_snapshot_gives_the_same_state_again(options: dict[str, Any]) -> None:
    """What it leaves out because it is usual counts as ever."""
    state = begun(options)
    assert RULES.restore(RULES.snapshot(state)) == state
