"""Doge: records, audits and snapshots of the rules page, and single rules at the table."""

from __future__ import annotations

from copy import deepcopy
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import pytest
import yaml

from venice_pnp.contract.play import Refused
from venice_pnp.games import open_kit
from venice_pnp.games.doge.rules.bound import Rules
from venice_pnp.referee.records import read_record, replay

TESTS = Path(__file__).parent.parent
RECORDS = sorted((TESTS / "records" / "doge").glob("*.yaml"))
AUDITS = yaml.safe_load((TESTS / "audits" / "doge.yaml").read_text(encoding="utf-8"))
FOUR = ["Anke", "Bernd", "Claudia", "Daniel"]
ROW = ["cannaregio", "castello", "quarantia", "san-marco", "san-polo", "dorsoduro", "santa-croce"]
KIT = open_kit("doge")
DOGE = Rules(KIT)


def snapshot_of(name: str) -> dict[str, Any]:
    text = (TESTS / "snapshots" / f"doge-{name}.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def table(**start: Any) -> Any:
    return DOGE.setup(FOUR, {}, {"order": {"now": ROW}, **start})


def refusal(state: Any, **move: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        DOGE.apply(state, move)
    return caught.value


def refused_start(start: Any, players: list[str] = FOUR, options: dict[str, Any] | None = None) -> str:
    with pytest.raises(Refused) as caught:
        DOGE.setup(players, options or {}, start)
    return caught.value.rule


def choose(state: Any, by: str, field: str, *tokens: int) -> Any:
    return DOGE.apply(state, {"by": by, "do": "place", "field": field, "tokens": list(tokens)})[0]


# --- the rules page -----------------------------------------------------------------------------------
@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_record(file: Path) -> None:
    assert replay(DOGE, read_record(file)).problem is None


@pytest.mark.parametrize("case", AUDITS, ids=lambda case: case["case"])
def test_audit(case: dict[str, Any]) -> None:
    found = DOGE.audit({"players": case["players"], **case["start"]})
    assert [violation.rule for violation in found] == case["reported"]


@pytest.mark.parametrize("name", ["setup", "midgame"])
def test_snapshot_is_sound_and_comes_back(name: str) -> None:
    snapshot = snapshot_of(name)
    assert DOGE.audit(snapshot) == []
    again = DOGE.snapshot(DOGE.setup(snapshot["players"], {}, snapshot))
    assert again == snapshot
    assert list(again) == list(snapshot)  # the order of the rules page


def test_cost_of_the_tied_player_in_the_midgame_snapshot() -> None:
    state = DOGE.setup(FOUR, {}, snapshot_of("midgame"))
    state, _ = DOGE.apply(state, {"by": "Bernd", "do": "houses"})
    assert DOGE.pending(state) == [{"by": "Bernd", "for": "palazzo", "field": "san-marco", "cost": 4, "tie": "first"}]
    assert DOGE.snapshot(DOGE.setup(FOUR, {}, DOGE.snapshot(state))) == DOGE.snapshot(state)


# --- players and options ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    "players", [[], FOUR[:2], [*FOUR, "Eva"], ["Anke", "Anke", "Bernd"], ["Anke", "table", "Bernd"], ["A", "", "C"]]
)
def test_players_are_refused(players: list[str]) -> None:
    assert refused_start(None, players) == "DOGE-4.1"


def test_colours_by_seat_or_by_option() -> None:
    assert DOGE.setup(FOUR[:3], {}, None).seats.colours == ("yellow", "green", "red")
    chosen = {"Bernd": "red", "Anke": "blue", "Claudia": "green"}
    assert DOGE.setup(FOUR[:3], {"colours": chosen}, None).seats.colours == ("blue", "red", "green")


@pytest.mark.parametrize(
    "options",
    [
        {"speed": 1},
        {"colours": "red"},
        {"colours": {"Anke": "red"}},
        {"colours": dict.fromkeys(FOUR, "red")},
        {"colours": {**dict(zip(FOUR, ("yellow", "green", "red"), strict=False)), "Daniel": "pink"}},
    ],
)
def test_options_are_refused(options: dict[str, Any]) -> None:
    assert refused_start(None, options=options) == "DOGE-2.12"


# --- the advisor of a second that there is not (DOGE-7.27) ---------------------------------------------
STAYS = {"second-advisor": "stays"}


def quarantia(options: dict[str, Any], **start: Any) -> Any:
    """Anke alone votes in the Quarantia; advisor II serves Daniel."""
    row = ["quarantia", *(name for name in ROW if name != "quarantia")]
    advisors = {"quarantia-2": {"by": "Daniel", "at": "castello"}}
    fields = {"quarantia": {"tokens": {"Anke": [1]}}}
    return DOGE.setup(
        FOUR, options, {"phase": "voting", "order": {"now": row}, "fields": fields, "advisors": advisors} | start
    )


def test_snapshots_and_views_tell_the_option_only_if_it_is_not_the_usual_one() -> None:
    for options in ({}, {"second-advisor": "neutral"}, {"second-advisor": None}):
        assert "options" not in DOGE.snapshot(quarantia(options))
    state = quarantia(STAYS)
    for seen in (DOGE.snapshot(state), DOGE.view(state, None), DOGE.view(state, "Anke")):
        assert seen["options"] == STAYS
        assert seen["advisors"]["quarantia-2"] == {"by": "Daniel", "at": "castello"}
        assert DOGE.audit(seen) == []
    assert DOGE.audit({**DOGE.snapshot(state), "options": {"second-advisor": "goes"}})[0].rule == "DOGE-7.27"


def test_a_snapshot_brings_its_option_along() -> None:
    laid = DOGE.snapshot(quarantia(STAYS))
    assert DOGE.snapshot(DOGE.setup(FOUR, {}, laid)) == laid
    assert DOGE.snapshot(DOGE.setup(FOUR, STAYS, laid)) == laid
    with pytest.raises(Refused) as caught:
        DOGE.setup(FOUR, {"second-advisor": "neutral"}, laid)
    assert caught.value.key == "DOGE-7.27.other"
    earlier = DOGE.snapshot(quarantia({}))  # without the option: the table's own counts
    assert DOGE.setup(FOUR, STAYS, earlier).seats.second_advisor == "stays"


@pytest.mark.parametrize("value", ["goes", True, ["stays"], 1])
def test_an_unknown_value_of_the_option_is_refused(value: Any) -> None:
    assert refused_start(None, options={"second-advisor": value}) == "DOGE-7.27"


def test_the_advisor_of_a_district_never_stays() -> None:
    start = {"order": {"now": ROW}, "phase": "voting", "advisors": {"cannaregio": {"by": "Daniel", "at": "castello"}}}
    state = DOGE.setup(FOUR, STAYS, {**start, "fields": {"cannaregio": {"tokens": {"Anke": [1]}}}})
    assert DOGE.snapshot(state)["advisors"]["cannaregio"] == {"by": None, "at": "waiting"}


# --- the form of a move (DOGE-6.1) ------------------------------------------------------------------
@pytest.mark.parametrize(
    "move",
    [
        {},
        {"by": "Anke"},
        {"do": "pass"},
        {"by": "Anke", "do": "fly"},
        {"by": "Anke", "do": ["pass"]},
        {"by": ["Anke"], "do": "pass"},
        {"by": "Zoe", "do": "pass"},
        {"by": "Anke", "do": "pass", "count": 1},
        {"by": "Anke", "do": "pass", "drawn": True},
        {"by": "table", "do": "reveal", "field": "castello", "drawn": "yes"},
        {"by": "table", "do": "reveal"},
        {"by": "table", "do": "order", "fields": "castello"},
        {"by": "table", "do": "order", "fields": [1]},
        {"by": "Anke", "do": "place", "field": "castello"},
        {"by": "Anke", "do": "place", "field": "castello", "tokens": 3},
        {"by": "Anke", "do": "place", "field": "castello", "tokens": [4]},
        {"by": "Anke", "do": "place", "field": "castello", "tokens": [True]},
        {"by": "Anke", "do": "place", "field": "castello", "tokens": [[1]]},
        {"by": "Anke", "do": "place", "field": None, "tokens": [1]},
        {"by": "Anke", "do": "take", "to": "waiting"},
        {"by": "Anke", "do": "waive", "to": "castello"},
        {"by": "Anke", "do": "move-house", "from": "castello"},
        {"by": "Anke", "do": "houses", "count": -1},
        {"by": "Anke", "do": "houses", "count": True},
        {"by": "Anke", "do": "houses", "count": 1.0},
        {"by": "Anke", "do": "houses", "count": None},
    ],
)
def test_no_move_at_all(move: dict[str, Any]) -> None:
    assert refusal(table(), **move).rule == "DOGE-6.1"


def test_a_drawn_move_of_the_table_may_say_so() -> None:
    state = DOGE.setup(FOUR, {}, None)
    state, _ = DOGE.apply(state, {"by": "table", "do": "order", "fields": ROW, "drawn": True})
    assert state.phase == "placing"


# --- chance (DOGE-3.9) --------------------------------------------------------------------------------
def test_draw_takes_what_chance_says() -> None:
    state = DOGE.setup(FOUR, {}, None)
    move = DOGE.draw(state, lambda n: n - 1)
    assert move["drawn"] is True
    assert move["fields"] == list(reversed([field.id for field in KIT.tables.fields]))
    state = table(phase="voting", order={"now": ROW, "voted": 2, "next": ["san-polo"]})
    asked: list[int] = []
    move = DOGE.draw(state, lambda n: asked.append(n) or 0)
    assert move == {"by": "table", "do": "reveal", "field": "cannaregio", "drawn": True}
    assert asked == [6]  # evenly from those not yet uncovered
    with pytest.raises(Refused):
        DOGE.draw(table(), lambda _: 0)


# --- secrets (DOGE-6.13 to DOGE-6.15, DOGE-9.12) -----------------------------------------------------
def test_a_choice_is_seen_by_its_owner_only() -> None:
    state = choose(table(), "Anke", "castello", 3, 1)
    assert DOGE.view(state, "Anke")["pending"] == {"Anke": {"field": "castello", "tokens": [1, 3]}}
    assert DOGE.view(state, "Anke")["supply"]["Anke"]["tokens"] == [0, 1, 2, 2, 3]
    for seat in ("Bernd", None):
        view = DOGE.view(state, seat)
        assert view["pending"] == {"Anke": "chosen"}
        assert view["supply"]["Anke"]["tokens"] == 7  # else its size would show
    assert DOGE.view(state, "Bernd")["supply"]["Bernd"]["tokens"] == [0, 1, 1, 2, 2, 3, 3]


def test_values_show_when_the_field_votes() -> None:
    state = table()
    for name in FOUR:
        state = choose(state, name, "castello", 3)
    seen = DOGE.view(state, "Anke")["fields"]["castello"]["tokens"]
    assert seen == {"Anke": [3], "Bernd": 1, "Claudia": 1, "Daniel": 1}
    for tokens in ((2, 2, 3), (1, 1)):
        for name in FOUR:
            state = choose(state, name, "san-polo" if 3 in tokens else "dorsoduro", *tokens)
    assert state.phase == "voting"
    state, _ = DOGE.apply(state, {"by": "table", "do": "reveal", "field": "castello"})
    fields = DOGE.view(state, None)["fields"]
    assert fields["castello"]["tokens"] == {name: [3] for name in FOUR}
    assert fields["dorsoduro"]["tokens"] == dict.fromkeys(FOUR, 2)


def test_a_seal_opens_with_the_vote_of_its_field() -> None:
    move = {"by": "Anke", "do": "place", "field": "castello", "tokens": [3]}
    state, _ = DOGE.apply(table(), move)
    assert DOGE.secret(state, move)
    for name in FOUR[1:]:
        state = choose(state, name, "castello", 3)
    assert DOGE.secret(state, move)
    hidden = table(phase="voting", fields={"castello": {"tokens": {"Anke": [3]}}})
    assert DOGE.secret(hidden, move)
    voting, _ = DOGE.apply(hidden, {"by": "table", "do": "reveal", "field": "castello"})
    assert voting.vote is not None
    assert not DOGE.secret(voting, move)


def test_refusals_of_a_choice_name_no_tokens() -> None:
    state = choose(table(), "Bernd", "castello", 3)
    for tokens in ([3, 3, 3], [0, 1, 1, 2, 2]):
        facts = refusal(state, by="Anke", do="place", field="dorsoduro", tokens=tokens).facts
        assert not any(isinstance(value, (list, tuple)) for value in facts.values())
        assert "dorsoduro" not in facts.values()


def test_the_text_of_a_state_tells_no_tokens() -> None:
    state = choose(table(), "Anke", "castello", 3, 1)
    assert repr(state) == "<doge: round 1, placing>"


# --- starts (DOGE-9.13 to DOGE-9.15) -----------------------------------------------------------------
def test_nothing_given_is_the_setup() -> None:
    assert DOGE.pending(DOGE.setup(FOUR, {}, None)) == [{"by": "table", "for": "order"}]
    assert DOGE.pending(DOGE.setup(FOUR, {}, {"round": None, "vote": None})) == [{"by": "table", "for": "order"}]


def test_omitted_cards_are_those_with_own_stacks() -> None:
    stacks = {"santa-croce": {"tokens": {n: [1] for n in FOUR}}, "castello": {"tokens": {n: [2] for n in FOUR}}}
    snapshot = DOGE.snapshot(table(turn=3, fields=stacks))
    assert snapshot["cards-played"]["Daniel"] == ["castello", "santa-croce"]
    assert snapshot["supply"]["Daniel"]["tokens"] == [0, 1, 2, 3, 3]


def test_reveal_is_awaited_when_a_card_is_missing() -> None:
    state = table(phase="voting", order={"now": ROW, "voted": 3, "next": ["castello", "quarantia"]})
    assert DOGE.pending(state) == [{"by": "table", "for": "reveal"}]
    assert DOGE.snapshot(state)["vote"] is None


def test_the_seventh_card_needs_nobody_even_at_the_start() -> None:
    state = table(phase="voting", order={"now": ROW, "voted": 7, "next": ROW[:6]})
    assert (state.round, state.phase) == (2, "placing")


MIDGAME = snapshot_of("midgame")


def changed(base: dict[str, Any], **parts: Any) -> dict[str, Any]:
    return {**deepcopy(base), **parts}


@pytest.mark.parametrize(
    ("start", "rule"),
    [
        ([], "DOGE-9.1"),
        ({"colour": 1}, "DOGE-9.1"),
        ({"game": "canaletto"}, "DOGE-9.1"),
        ({"players": FOUR[::-1]}, "DOGE-9.2"),
        ({"players": [*FOUR[:3], "Eva"]}, "DOGE-10.1"),
        ({"round": 0}, "DOGE-9.3"),
        ({"phase": "auction"}, "DOGE-9.3"),
        ({"order": {"now": ["giudecca"]}}, "DOGE-9.4"),
        ({"order": {"now": ROW, "voted": -1}}, "DOGE-9.4"),
        ({"supply": {"Anke": {"houses": "many"}}}, "DOGE-9.5"),
        ({"cards-played": {"Anke": "castello"}}, "DOGE-9.6"),
        ({"pending": {"Anke": {"field": "castello"}}}, "DOGE-9.7"),
        ({"fields": {"castello": {"palazzi": [1]}}}, "DOGE-9.8"),
        ({"advisors": {"doge": {"by": "Anke"}}}, "DOGE-9.9"),
        ({"vote": {"totals": {}}}, "DOGE-9.10"),
        ({"winners": "Anke"}, "DOGE-9.11"),
        ({"supply": {"Anke": {"tokens": 7}}}, "DOGE-9.13"),
        ({"order": {"now": ROW}, "pending": {"Anke": "chosen"}}, "DOGE-9.13"),
        ({"fields": {"castello": {"houses": {"Eva": 1}}}}, "DOGE-10.1"),
        ({"order": {"now": ROW}, "fields": {"castello": {"houses": {"Anke": 16}}}}, "DOGE-10.2"),
        ({"order": {"now": ROW}, "fields": {"castello": {"houses": {"Anke": -1}}}}, "DOGE-10.2"),
        ({"advisors": {"castello": {"by": "Anke", "at": "waiting"}}, "order": {"now": ROW}}, "DOGE-10.8"),
        ({"phase": "voting"}, "DOGE-10.15"),
        ({"order": {"now": ROW}, "phase": "setup"}, "DOGE-10.15"),
        ({"order": {"now": ROW}, "phase": "over"}, "DOGE-10.16"),
        ({"vote": {"field": "castello"}}, "DOGE-10.19"),
        ({"round": 3}, "DOGE-10.22"),
    ],
)
def test_start_is_refused(start: Any, rule: str) -> None:
    assert refused_start(start) == rule


@pytest.mark.parametrize(
    "agenda",
    [
        [{"by": "Anke", "for": "advisor", "advisor": "castello"}],  # another field's
        [{"by": "Anke", "for": "advisor"}],
        [{"by": "Bernd", "for": "houses", "field": "castello", "max": 2, "tie": "first"}],
        [{"by": "Bernd", "for": "houses", "field": "san-marco", "max": 3, "tie": "first"}],
        [{"by": "Bernd", "for": "move-house", "left": 1}],
        [{"by": "Bernd", "for": "palazzo", "field": "san-marco", "cost": 1, "tie": "first"}],
        [{"by": "Bernd", "for": "palazzo", "field": "quarantia", "cost": 3}],
    ],
)
def test_an_agenda_must_fit_the_table(agenda: list[dict[str, Any]]) -> None:
    start = changed(MIDGAME, vote={**MIDGAME["vote"], "agenda": agenda})
    assert refused_start(start) == "DOGE-9.10"


def test_a_tie_cannot_have_begun_with_more_palazzi() -> None:
    base = {**MIDGAME["vote"]["tie-base"], "san-marco": 3}
    assert refused_start(changed(MIDGAME, vote={**MIDGAME["vote"], "tie-base": base})) == "DOGE-9.10"


def test_a_view_can_be_audited_by_numbers() -> None:
    state = choose(table(), "Anke", "castello", 3, 1)
    for seat in (None, "Anke", "Bernd"):
        view = DOGE.view(state, seat)
        assert DOGE.audit(view) == []
        view["supply"]["Claudia"]["tokens"] = 6
        assert [v.rule for v in DOGE.audit(view)] == ["DOGE-10.5"]


def test_a_missing_advisor_is_reported() -> None:
    snapshot = snapshot_of("setup")
    del snapshot["advisors"]["castello"]
    assert [(v.key, v.facts) for v in DOGE.audit(snapshot)] == [("DOGE-10.8.missing", {"advisor": "castello"})]


# --- voting and building ----------------------------------------------------------------------------
def test_the_third_is_not_second() -> None:
    tokens = {"Anke": [3], "Bernd": [2], "Claudia": [1], "Daniel": [0]}
    vote = table(phase="voting", fields={"cannaregio": {"tokens": tokens}}).vote
    assert (vote.first, vote.second) == ((0,), (1,))


def test_a_table_in_which_all_vote_alike_has_no_second() -> None:
    tokens = {name: [2] for name in FOUR}
    vote = table(round=3, phase="voting", fields={"cannaregio": {"tokens": tokens}}).vote
    assert vote.first == (2, 3, 0, 1)  # DOGE-5.20: round 3 starts with the third player
    assert vote.second == ()


def test_a_full_district_offers_no_palazzo() -> None:
    here = {"tokens": {"Anke": [3]}, "houses": {"Anke": 9}, "palazzi": ["Bernd"] * 5}
    state = table(phase="voting", fields={"cannaregio": here})
    state, _ = DOGE.apply(state, {"by": "Anke", "do": "waive"})
    state, _ = DOGE.apply(state, {"by": "Anke", "do": "houses", "count": 2})
    assert DOGE.pending(state) == [{"by": "table", "for": "reveal"}]


def test_a_finished_game_comes_back_and_takes_no_moves() -> None:
    spread = {name: {"palazzi": ["Anke"]} for name in ROW if name != "quarantia"}
    state = table(phase="voting", order={"now": ROW, "voted": 7, "next": ROW}, fields=spread)
    snapshot = DOGE.snapshot(state)
    assert (snapshot["phase"], snapshot["winners"], snapshot["await"]) == ("over", ["Anke"], [])
    assert DOGE.audit(snapshot) == []
    assert DOGE.snapshot(DOGE.setup(FOUR, {}, snapshot)) == snapshot
    assert refusal(state, by="Anke", do="pass").rule == "DOGE-6.2"
    assert [v.key for v in DOGE.audit({**snapshot, "winners": ["Bernd"]})] == ["DOGE-10.21.winner"]


def test_score_of_a_typed_in_table() -> None:
    found = DOGE.score(MIDGAME)
    assert found["players"]["Anke"] == {"palazzi": 3, "districts": 3, "houses": 5, "meets": False}
    assert (found["dead-end"], found["winners"]) == (False, [])
    spread = {name: {"palazzi": ["Anke", "Bernd"]} for name in ROW if name != "quarantia"}
    spread["castello"]["houses"] = {"Bernd": 2}
    found = DOGE.score({"players": FOUR, "order": {"now": ROW}, "fields": spread})
    assert [name for name, row in found["players"].items() if row["meets"]] == ["Anke", "Bernd"]
    assert found["winners"] == ["Bernd"]
    with pytest.raises(Refused):
        DOGE.score({"fields": []})


# --- what is legal ----------------------------------------------------------------------------------
def every_answer(by: str) -> list[dict[str, Any]]:
    """Every well-formed answer to a decision, none with the effect of another."""
    fields = [field.id for field in KIT.tables.fields]
    found: list[dict[str, Any]] = [{"do": "waive"}, {"do": "build"}, {"do": "pass"}]
    found += [{"do": "take", "to": field} for field in fields]
    found += [{"do": "houses", "count": n} for n in (1, 2, 3)]
    found += [{"do": v, "from": a, "to": b} for v in ("waive", "move-house") for a, b in product(fields, fields)]
    stacks = [stack for n in range(1, 6) for stack in combinations_with_replacement(range(4), n)]
    found += [{"do": "show", "tokens": list(stack)} for stack in stacks]
    return [{"by": by, **move} for move in found]


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_legal_is_what_apply_accepts(file: Path) -> None:
    record = read_record(file)
    state = DOGE.setup(record.players, record.options, record.start)
    for move in record.moves:
        for seat in record.players if state.phase == "voting" else ():
            accepted = [answer for answer in every_answer(seat) if is_accepted(state, answer)]
            offered = list(DOGE.legal(state, seat))
            assert sorted(map(str, offered)) == sorted(map(str, accepted))
        if "expect" not in move and "refused" not in move:
            state, _ = DOGE.apply(state, move)


def is_accepted(state: Any, move: dict[str, Any]) -> bool:
    try:
        DOGE.apply(state, move)
    except Refused:
        return False
    return True


def test_legal_placements_are_lazy_and_complete() -> None:
    state = table()
    offers = DOGE.legal(state, "Anke")
    parts = {tuple(move["tokens"]) for move in offers if move["field"] == "castello"}
    assert len(offers) == 7 * len(parts) == len(list(offers))
    assert offers[-1] == list(offers)[-1] == offers[len(offers) - 1 :][0]
    assert all(1 <= len(part) <= 4 for part in parts)
    assert all(is_accepted(state, move) for move in offers)
    with pytest.raises(IndexError):
        offers[len(offers)]
    assert list(DOGE.legal(choose(state, "Anke", "castello", 1), "Anke")) == []
    assert sum(1 for _ in DOGE.legal(DOGE.setup(FOUR, {}, None), "table")) == 5040
    assert list(DOGE.legal(state, "Zoe")) == []


# --- an audit sees everything (section 10) ------------------------------------------------------------
QUARANTIA_FIRST = ["quarantia", *(name for name in ROW if name != "quarantia")]
STACKS = {"castello": {"tokens": {name: [1] for name in FOUR}}}


def setup_with(**parts: Any) -> dict[str, Any]:
    """A small snapshot in placing; what follows from the rest is left to the referee."""
    return {"players": FOUR, "order": {"now": ROW}, **parts}


def vote_with(first: dict[str, Any], vote: dict[str, Any], **parts: Any) -> dict[str, Any]:
    """The first field of the row votes; Anke has 3 votes there and Bernd 1."""
    fields = {"cannaregio": {"tokens": {"Anke": [3], "Bernd": [1]}, **first}}
    typed = {"field": "cannaregio", "totals": {"Anke": 3, "Bernd": 1}, "first": ["Anke"], "second": ["Bernd"], **vote}
    return setup_with(phase="voting", **{"fields": fields, "vote": typed, **parts})


SECOND_ONE = {"by": "Bernd", "for": "houses", "field": "cannaregio", "max": 1}
FIRST_TWO = {"by": "Anke", "for": "houses", "field": "cannaregio", "max": 2}
ADVISOR_ONE = {"by": "Anke", "for": "advisor", "advisor": "cannaregio"}
SPREAD = {name: {"palazzi": ["Anke"]} for name in ROW if name != "quarantia"}


@pytest.mark.parametrize(
    ("snapshot", "rules"),
    [
        ({"players": FOUR[:2]}, ["10.1"]),
        ({"players": ["Anke", "Anke", "Bernd"]}, ["10.1"]),
        ({"players": ["Anke", "table", "Bernd"]}, ["4.1"]),
        ({"players": ["Anke", " ", "Bernd"]}, ["4.1"]),
        (setup_with(supply={"Eva": {"houses": 15}}), ["10.1"]),
        (setup_with(options={"colours": {"Eva": "red"}}), ["10.1"]),
        (
            setup_with(
                advisors={**{key: {} for key in MIDGAME["advisors"]}, "castello": {"by": "Eva", "at": "dorsoduro"}}
            ),
            ["10.1"],
        ),
        (vote_with({}, {"totals": {"Anke": 3, "Bernd": 1, "Eva": 1}, "agenda": [SECOND_ONE]}), ["10.1"]),
        (vote_with({}, {"agenda": [{**SECOND_ONE, "by": "Eva"}]}), ["10.1"]),
        (setup_with(supply={"Anke": {"houses": 14}}), ["10.2"]),
        (setup_with(supply={"Anke": {"houses": -1}}, fields={"castello": {"houses": {"Anke": 16}}}), ["10.2"]),
        (setup_with(fields={"castello": {"houses": {"Anke": -1}}}), ["10.2"]),
        (setup_with(supply={"Bernd": {"palazzi": 9}}), ["10.3"]),
        (setup_with(supply={"Bernd": {"palazzi": -1}}, fields={"castello": {"palazzi": ["Bernd"]}}), ["10.3"]),
        (setup_with(supply={"Claudia": {"rings": 5}}), ["10.4"]),
        (setup_with(supply={"Claudia": {"tokens": [0, 1, 1, 2, 2, 3]}}), ["10.5"]),
        (setup_with(supply={"Claudia": {"tokens": [0, 1, 1, 2, 2, 3, 9]}}), ["10.5"]),
        (setup_with(supply={"Claudia": {"tokens": 8}}), ["10.5"]),
        (setup_with(fields={"castello": {"palazzi": ["Anke"] * 3 + ["Bernd"] * 3}}), ["10.6"]),
        (setup_with(fields={"quarantia": {"houses": {"Anke": 1}}}), ["10.7"]),
        (setup_with(fields={"quarantia": {"palazzi": ["Anke"]}}), ["10.7"]),
        (setup_with(advisors={}), ["10.8"]),
        (setup_with(advisors={"castello": {}}), ["10.8"]),
        (setup_with(advisors={**MIDGAME["advisors"], "castello": {"by": None, "at": "dorsoduro"}}), ["10.8"]),
        (setup_with(advisors={**MIDGAME["advisors"], "castello": {"by": "Anke", "at": "waiting"}}), ["10.8"]),
        (setup_with(advisors={**MIDGAME["advisors"], "castello": {"by": "Anke", "at": "castello"}}), ["10.9"]),
        (
            setup_with(
                turn=2, fields={"castello": {"tokens": {**STACKS["castello"]["tokens"], "Anke": [0, 1, 1, 2, 2]}}}
            ),
            ["10.10"],
        ),
        (setup_with(turn=2, fields={"castello": {"tokens": {**STACKS["castello"]["tokens"], "Anke": []}}}), ["10.10"]),
        (setup_with(pending={"Anke": {"field": "castello", "tokens": []}}), ["10.10"]),
        (setup_with(turn=2), ["10.11"]),
        (setup_with(fields=STACKS), ["10.11"]),
        (
            setup_with(
                phase="voting", fields={name: {"tokens": {"Anke": [n // 2]}} for n, name in enumerate(ROW[2:6], 1)}
            ),
            ["10.11"],
        ),
        (setup_with(turn=2, fields=STACKS, **{"cards-played": {"Anke": ["dorsoduro"]}}), ["10.12"]),
        (setup_with(turn=2, fields=STACKS, **{"cards-played": {"Anke": ["castello", "castello"]}}), ["10.12"]),
        (setup_with(phase="voting", **{"cards-played": {"Anke": ["castello"]}}), ["10.12"]),
        (setup_with(turn=0), ["10.11", "10.13"]),
        (setup_with(phase="voting", turn=1), ["10.13"]),
        (setup_with(phase="voting", pending={"Anke": {"field": "castello", "tokens": [1]}}), ["10.13"]),
        (setup_with(phase="voting", pending={"Anke": "chosen"}), ["10.13"]),
        (setup_with(turn=2, fields=STACKS, pending={"Anke": {"field": "castello", "tokens": [2]}}), ["10.14"]),
        ({"players": FOUR, "phase": "setup", "order": {"now": ROW}}, ["10.15"]),
        ({"players": FOUR, "order": {"now": ROW[:6]}}, ["10.15"]),
        ({"players": FOUR, "order": {"now": [*ROW[:6], ROW[0]]}}, ["10.15"]),
        ({"players": FOUR, "phase": "voting", "order": {"now": ROW, "voted": 2, "next": ["castello"] * 2}}, ["10.15"]),
        ({"players": FOUR, "order": {"now": ROW, "voted": 1}}, ["10.16"]),
        ({"players": FOUR, "order": {"now": ROW, "next": ["castello"]}}, ["10.16"]),
        ({"players": FOUR, "phase": "voting", "order": {"now": ROW, "voted": 2}}, ["10.16"]),
        ({"players": FOUR, "phase": "voting", "order": {"now": ROW, "voted": 8, "next": ROW}}, ["10.16"]),
        (vote_with({}, {"agenda": [SECOND_ONE]}, order={"now": ROW, "next": ["castello"]}), ["10.16"]),
        ({"players": FOUR, "order": {"set": "blue", "now": ROW}}, ["10.17"]),
        ({"players": FOUR, "round": 2, "order": {"set": "brown", "now": ROW}}, ["10.17"]),
        (
            {
                "players": FOUR,
                "phase": "voting",
                "order": {"now": ROW, "voted": 1},
                "fields": {"cannaregio": {"tokens": {"Anke": [1]}}},
            },
            ["10.18"],
        ),
        (setup_with(vote={"field": "castello"}), ["10.19"]),
        (setup_with(phase="voting", vote={"field": "castello"}), ["10.19"]),
        (setup_with(fields=SPREAD), ["10.20"]),
        (setup_with(winners=["Anke"]), ["10.21"]),
        ({"players": FOUR, "phase": "over", "order": {"now": ROW, "voted": 7, "next": ROW}}, ["10.21"]),
        (
            {"players": FOUR, "phase": "over", "order": {"now": ROW, "voted": 7, "next": ROW}, "fields": SPREAD},
            ["10.21"],
        ),
        ({"players": FOUR, "round": 2}, ["10.22"]),
        ({"players": FOUR, "fields": {"castello": {"houses": {"Anke": 1}}}}, ["10.22"]),
        # the running vote (DOGE-9.10), counted by DOGE-7.1 to 7.4, with its decisions by DOGE-7.17 to 7.28
        (vote_with({}, {"totals": {"Anke": 4, "Bernd": 1}, "agenda": [SECOND_ONE]}), ["9.10"]),
        (vote_with({}, {"totals": {"Anke": 3, "Bernd": 1, "Daniel": 0}, "agenda": [SECOND_ONE]}), ["9.10"]),
        (vote_with({}, {"first": ["Bernd"], "agenda": [SECOND_ONE]}), ["9.10"]),
        (vote_with({}, {"second": [], "agenda": [FIRST_TWO]}), ["9.10"]),
        (vote_with({}, {"agenda": [SECOND_ONE, FIRST_TWO]}), ["9.10"]),
        (vote_with({}, {"agenda": [{**SECOND_ONE, "max": 2}]}), ["9.10"]),
        (vote_with({}, {"agenda": [{**SECOND_ONE, "tie": "second"}]}), ["9.10"]),
        (vote_with({}, {"agenda": [{**ADVISOR_ONE, "by": "Bernd"}, FIRST_TWO, SECOND_ONE]}), ["9.10"]),
        (vote_with({}, {"agenda": [FIRST_TWO, FIRST_TWO, FIRST_TWO, SECOND_ONE]}), ["9.10"]),
        (
            vote_with(
                {"houses": {"Anke": 5}},
                {"agenda": [{"by": "Anke", "for": "palazzo", "field": "cannaregio", "cost": 4}, SECOND_ONE]},
            ),
            ["9.10"],
        ),
        (
            vote_with(
                {"houses": {"Anke": 2}},
                {"agenda": [{"by": "Anke", "for": "palazzo", "field": "cannaregio"}, SECOND_ONE]},
            ),
            ["9.10"],
        ),
        (
            vote_with(
                {"houses": {"Bernd": 3}},
                {"agenda": [{"by": "Bernd", "for": "palazzo", "field": "cannaregio"}, SECOND_ONE]},
            ),
            ["9.10"],
        ),
        (
            vote_with(
                {},
                {"agenda": [ADVISOR_ONE, FIRST_TWO, SECOND_ONE]},
                advisors={**{key: {} for key in MIDGAME["advisors"]}, "cannaregio": {"by": "Anke", "at": "castello"}},
            ),
            ["7.7"],
        ),
        (
            vote_with(
                {},
                {"agenda": [SECOND_ONE]},
                advisors={**{key: {} for key in MIDGAME["advisors"]}, "cannaregio": {"by": "Bernd", "at": "castello"}},
            ),
            ["7.7"],
        ),
    ],
)
def test_an_audit_tells_what_is_broken(snapshot: dict[str, Any], rules: list[str]) -> None:
    assert [found.rule.removeprefix("DOGE-") for found in DOGE.audit(snapshot)] == rules


@pytest.mark.parametrize("agenda", [[ADVISOR_ONE, FIRST_TWO, SECOND_ONE], [FIRST_TWO, SECOND_ONE], [SECOND_ONE], []])
def test_what_the_broken_votes_were_made_of_is_sound(agenda: list[dict[str, Any]]) -> None:
    assert DOGE.audit(vote_with({"houses": {"Anke": 1}}, {"agenda": agenda})) == []
    offer = {"by": "Anke", "for": "palazzo", "field": "cannaregio", "cost": 3}
    if agenda and agenda[0] != ADVISOR_ONE:
        assert DOGE.audit(vote_with({"houses": {"Anke": 3}}, {"agenda": [offer, *agenda]})) == []


@pytest.mark.parametrize(
    ("second", "by", "rules"),
    [("neutral", None, []), ("neutral", "Daniel", ["DOGE-7.7"]), ("stays", None, []), ("stays", "Daniel", [])],
)
def test_an_audit_knows_whether_advisor_two_may_stay(second: str, by: str | None, rules: list[str]) -> None:
    advisors = {key: {} for key in MIDGAME["advisors"]} | {
        "quarantia-2": {"by": by, "at": "castello" if by else "waiting"}
    }
    vote = {"field": "quarantia", "totals": {"Anke": 1}, "first": ["Anke"], "second": []}
    agenda = [{"by": "Anke", "for": "advisor", "advisor": name} for name in ("quarantia-1", "quarantia-3")]
    snapshot = {
        "players": FOUR,
        "options": {"second-advisor": second},
        "phase": "voting",
        "order": {"now": QUARANTIA_FIRST},
        "fields": {"quarantia": {"tokens": {"Anke": [1]}}},
        "advisors": advisors,
        "vote": {**vote, "agenda": agenda},
    }
    assert [found.rule for found in DOGE.audit(snapshot)] == rules
    snapshot["vote"]["agenda"] = agenda[::-1]
    assert "DOGE-9.10" in [found.rule for found in DOGE.audit(snapshot)]


def test_no_start_goes_past_the_last_field_of_the_row() -> None:
    assert refused_start({"phase": "voting", "order": {"now": ROW, "voted": 8, "next": ROW}}) == "DOGE-10.16"
