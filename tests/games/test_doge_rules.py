"""Doge: short forms, drawn moves, and what is told at the edges of the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from venice_pnp.contract.play import TABLE, Refused
from venice_pnp.games import open_kit
from venice_pnp.games.doge.rules.bound import Rules
from venice_pnp.games.doge.rules.decisions import price
from venice_pnp.games.doge.rules.state import OpenDecision, Vote
from venice_pnp.games.doge.rules.voting import rank
from venice_pnp.kit.faults import FaultyData
from venice_pnp.referee.moves import from_words
from venice_pnp.referee.records import read_record
from venice_pnp.speech.refusal import Refusal
from venice_pnp.speech.words import Speech, find_rule, known_ids

RECORDS = Path(__file__).parents[1] / "records" / "doge"
KIT = open_kit("doge")
DOGE = Rules(KIT)
PLAYERS = ["Anke", "Bernd", "Claudia"]
ROW = ["castello", "san-marco", "quarantia", "san-polo", "dorsoduro", "cannaregio", "santa-croce"]


def table() -> Any:
    return DOGE.setup(PLAYERS, {}, None)


def key(state: Any, move: dict[str, Any]) -> str:
    """How a refusal is said."""
    with pytest.raises(Refused) as refused:
        DOGE.apply(state, move)
    return refused.value.key


@pytest.mark.parametrize(
    ("text", "move"),
    [
        (f"order {' '.join(ROW)}", {"do": "order", "fields": ROW}),
        ("place castello 3 1", {"do": "place", "field": "castello", "tokens": [3, 1]}),
        ("move-house castello san-marco", {"do": "move-house", "from": "castello", "to": "san-marco"}),
        ("houses 2", {"do": "houses", "count": 2}),
        ("show 3 1", {"do": "show", "tokens": [3, 1]}),
    ],
)
def test_short_forms(text: str, move: dict[str, Any]) -> None:
    assert from_words("Anke", text.split(), DOGE.verbs, [], known_ids(KIT), PLAYERS) == {"by": "Anke", **move}


def test_doge_6_13_only_placing_is_secret() -> None:
    assert [name for name, verb in DOGE.verbs.items() if verb.secret] == ["place"]


def test_what_was_drawn_only_the_table_says() -> None:
    order = {"by": "table", "do": "order", "fields": ROW}
    after, _ = DOGE.apply(table(), {**order, "drawn": True})
    assert DOGE.snapshot(after)["order"]["now"] == ROW
    for drawn in (False, 1, "yes"):
        assert key(table(), {**order, "drawn": drawn}) == "DOGE-6.1.unknown"
    place = {"by": "Anke", "do": "place", "field": "castello", "tokens": [1], "drawn": True}
    assert key(after, place) == "DOGE-6.1.unknown"


def test_doge_6_3_why_a_move_is_not_awaited() -> None:
    assert key(table(), {"by": "Anke", "do": "place", "field": "castello", "tokens": [1]}) == "DOGE-6.3.order"
    state, _ = DOGE.apply(table(), {"by": "table", "do": "order", "fields": ROW})
    assert key(state, {"by": "table", "do": "reveal", "field": "castello"}) == "DOGE-6.3.place"
    assert key(state, {"by": "Anke", "do": "build"}) == "DOGE-6.3.place"
    placed = {"by": "Anke", "do": "place", "field": "castello", "tokens": [1]}
    state, _ = DOGE.apply(state, placed)
    assert key(state, placed) == "DOGE-6.3.chosen"


def test_doge_6_15_the_last_vote_of_a_round_opens_nothing_of_the_next() -> None:
    """Santa Croce voted last; what is laid there in the new round stays hidden until it votes again."""
    start = read_record(RECORDS / "12.02-shared-win-after-a-decision.yaml").start or {}
    fields = {"santa-croce": {"tokens": {"Claudia": [1]}}}
    state = DOGE.setup(PLAYERS, {}, {**start, "fields": fields})
    for by, verb in (("Claudia", "waive"), ("Claudia", "pass")):
        state, _ = DOGE.apply(state, {"by": by, "do": verb})
    placed = [{"by": name, "do": "place", "field": "santa-croce", "tokens": [2]} for name in PLAYERS]
    for move in placed:
        state, _ = DOGE.apply(state, move)
    assert DOGE.snapshot(state)["turn"] == 2
    assert [DOGE.sealing.secret(state, move) for move in placed] == [True] * 3


# --- refusals in the players' words ---------------------------------------------------------------------
@pytest.mark.parametrize(
    ("move", "said", "gesagt"),
    [
        (
            {"tokens": [9]},
            "There is no token 9; tokens are 0 to 3.",
            "Eine Marke 9 gibt es nicht; es gibt Marken von 0 bis 3.",
        ),
        (
            {"tokens": [3, "x"]},
            "There is no token x; tokens are 0 to 3.",
            "Eine Marke x gibt es nicht; es gibt Marken von 0 bis 3.",
        ),
        (
            {"tokens": 3},
            "The tokens cannot be read; say each by its value, 0 to 3.",
            "Die Marken sind nicht zu lesen; sag jede mit ihrem Wert, 0 bis 3.",
        ),
    ],
)
def test_a_malformed_choice_says_what_is_wrong_with_it(move: dict[str, Any], said: str, gesagt: str) -> None:
    state, _ = DOGE.apply(table(), {"by": "table", "do": "order", "fields": ROW})
    with pytest.raises(Refused) as refused:
        DOGE.apply(state, {"by": "Anke", "do": "place", "field": "castello", **move})
    assert [Speech(lang, KIT, PLAYERS).refusal(refused.value) for lang in ("en", "de")] == [said, gesagt]
    assert "castello" not in refused.value.facts.values()


def test_doge_5_4_nobody_with_tokens_passes() -> None:
    state, _ = DOGE.apply(table(), {"by": "table", "do": "order", "fields": ROW})
    assert key(state, {"by": "Anke", "do": "pass"}) == "DOGE-6.3.must"
    state, _ = DOGE.apply(state, {"by": "Anke", "do": "place", "field": "castello", "tokens": [1]})
    assert key(state, {"by": "Anke", "do": "pass"}) == "DOGE-6.3.place"  # she has chosen: others are awaited


def test_doge_5_11_out_of_tokens_is_refused_by_its_own_rule() -> None:
    """Not by DOGE-6.3; that is the check that comes upon it, and the name under which record DOGE-11.7 knows it."""
    state = DOGE.setup(PLAYERS, {}, {"order": {"now": ROW}})
    for field, tokens in (("castello", [2, 2, 3, 3]), ("san-polo", [0, 1, 1])):
        state, _ = DOGE.apply(state, {"by": "Anke", "do": "place", "field": field, "tokens": tokens})
        for name in PLAYERS[1:]:
            state, _ = DOGE.apply(state, {"by": name, "do": "place", "field": field, "tokens": [1]})
    with pytest.raises(Refused) as refused:
        DOGE.apply(state, {"by": "Anke", "do": "place", "field": "dorsoduro", "tokens": [1]})
    assert (refused.value.rule, refused.value.under) == ("DOGE-5.11", "DOGE-6.3")
    for lang, said in (("en", "Anke has no tokens left"), ("de", "Anke hat keine Marken mehr")):
        told = str(Refusal(refused.value, Speech(lang, KIT, PLAYERS)))
        assert "(DOGE-5.11): " + said in told and "DOGE-6.3" not in told


@pytest.mark.parametrize("rule", ["DOGE-5.5", "DOGE-5.6", "DOGE-5.7", "DOGE-6.1"])
def test_rules_that_stand_for_a_secret_refusal_read_alone(rule: str) -> None:
    """Of a secret move nothing is repeated but its rule: it is short and speaks of no keys, ids or checks."""
    for lang in ("en", "de"):
        text = find_rule(KIT, rule, lang) or ""
        assert 0 < len(text.split()) <= 40
        assert not any(word in text for word in ("true", "“", "„", "check", "Prüfung", "DOGE-"))


# --- what mutants of the rules had survived -------------------------------------------------------------------
@pytest.mark.parametrize(
    ("totals", "order", "first", "second"),
    [
        ((5, 3, 3, 0), (1, 2, 3, 0), (0,), (1, 2)),
        ((5, 3, 3, 0), (2, 3, 0, 1), (0,), (2, 1)),
        ((5, 5, 3), (0, 1, 2), (0, 1), ()),  # several firsts, so no second
        ((3, 5, 5), (2, 0, 1), (2, 1), ()),
        ((4, 0, 0), (0, 1, 2), (0,), ()),  # nobody else has a vote
        ((0, 1, 4), (0, 1, 2), (2,), (1,)),  # one vote is enough
        ((2, 5, 3), (0, 1, 2), (1,), (2,)),
        ((0, 0, 0), (0, 1, 2), (), ()),
    ],
)
def test_doge_7_4_a_second_only_beside_one_first(totals: Any, order: Any, first: Any, second: Any) -> None:
    assert rank(totals, order) == (first, second)


@pytest.mark.parametrize(
    ("tie", "base", "by", "before"),
    [
        ("", None, 0, 3),  # no tie: everything that stands there counts
        ("second", 1, 0, 2),  # one when the tie began, and one's own since
        ("second", 1, 1, 2),
        ("second", 1, 2, 1),  # what the others have built since does not count
        ("first", 3, 2, 3),
        ("first", 0, 0, 2),
        ("second", None, 2, 3),  # the tie has not begun yet
        ("", 1, 2, 3),  # not tied with anybody
    ],
)
def test_doge_7_37_tied_players_do_not_pay_for_each_others_palazzi(
    tie: str, base: int | None, by: int, before: int
) -> None:
    """Anke, Bernd and Anke again have built there, in this order: sites[n] is the price after n palazzi."""
    world, castello = DOGE.world, DOGE.world.field_number["castello"]
    standing = tuple((0, 1, 0) if field == castello else () for field in range(len(world.fields)))
    desk = replace(table(), palazzi=standing)
    bases = None if base is None else tuple(base if field == castello else 0 for field in range(len(world.fields)))
    vote = Vote(castello, (3, 2, 2), (0,), (1, 2), (), bases)
    assert price(world, desk, vote, OpenDecision("palazzo", by, castello, 0, tie), castello) == world.sites[before]


def refusal(state: Any, move: dict[str, Any]) -> Refused:
    with pytest.raises(Refused) as refused:
        DOGE.apply(state, move)
    return refused.value


def test_doge_6_3_who_may_look_sits_at_the_table() -> None:
    assert DOGE.view(table(), TABLE) == DOGE.view(table(), None)
    with pytest.raises(Refused) as refused:
        DOGE.view(table(), "Eva")
    assert refused.value.facts["players"] == PLAYERS


def test_an_advisor_lives_in_a_field_that_there_is() -> None:
    tables = KIT.tables
    lost = [replace(advisor, home="murano") for advisor in tables.advisors[:1]]
    with pytest.raises(FaultyData, match="there is no field 'murano'"):
        Rules(replace(KIT, tables=replace(tables, advisors=[*lost, *tables.advisors[1:]])))


def test_doge_6_4_the_row_names_every_field_once() -> None:
    said = refusal(table(), {"by": TABLE, "do": "order", "fields": ROW[:5]})
    assert (said.key, said.facts["fields"]) == ("DOGE-6.4.missing", ["cannaregio", "santa-croce"])
    assert key(table(), {"by": TABLE, "do": "order", "fields": [*ROW[:6], ROW[0]]}) == "DOGE-6.4.twice"


def test_doge_5_7_a_refused_card_is_told_with_those_that_are_left() -> None:
    state = DOGE.setup(PLAYERS, {}, {"order": {"now": ROW}})
    for name in PLAYERS:
        state, _ = DOGE.apply(state, {"by": name, "do": "place", "field": "castello", "tokens": [1]})
    said = refusal(state, {"by": "Anke", "do": "place", "field": "castello", "tokens": [2]})
    assert said.rule == "DOGE-5.7"
    assert sorted(said.facts["hand"]) == sorted(field for field in ROW if field != "castello")


def test_the_table_uncovers_a_card_only_when_it_is_asked_to() -> None:
    state, _ = DOGE.apply(table(), {"by": TABLE, "do": "order", "fields": ROW})
    assert list(DOGE.legal(state, TABLE)) == []
    while (awaited := DOGE.pending(state))[0]["by"] != TABLE:
        state, _ = DOGE.apply(state, next(iter(DOGE.legal(state, awaited[0]["by"]))))
    offered = list(DOGE.legal(state, TABLE))
    assert offered and all(move["do"] == "reveal" for move in offered)


def test_doge_6_20_what_was_turned_up_before_is_named_and_nothing_else() -> None:
    """Anke turns up 2 and 3 in one field; of two more and a three in the next she can have the three only."""
    state, _ = DOGE.apply(DOGE.setup(PLAYERS, {"secrets": "laid"}, None), {"by": TABLE, "do": "order", "fields": ROW})
    most = DOGE.world.tokens.count(2)
    for field, number in ((ROW[0], most + 1), (ROW[1], 2)):
        state, _ = DOGE.apply(state, {"by": "Anke", "do": "lay", "field": field, "number": number})
        for name in PLAYERS[1:]:
            state, _ = DOGE.apply(state, {"by": name, "do": "lay", "field": field, "number": 1})
    while (awaited := DOGE.pending(state))[0].get("for") != "show":
        move = next(iter(DOGE.legal(state, awaited[0]["by"])))
        state, _ = DOGE.apply(state, move)
    state, _ = DOGE.apply(state, {"by": "Anke", "do": "show", "tokens": [2] * most + [3]})
    while (awaited := DOGE.pending(state))[0]["by"] != "Anke" or awaited[0].get("for") != "show":
        state, _ = DOGE.apply(state, next(iter(DOGE.legal(state, awaited[0]["by"]))))
    said = refusal(state, {"by": "Anke", "do": "show", "tokens": [2, 3]})
    assert (said.key, said.facts["tokens"]) == ("DOGE-5.6.shown", [2])


def test_doge_7_4_two_seconds_are_told_as_two() -> None:
    state, told = DOGE.setup(PLAYERS, {}, {"order": {"now": ROW}}), list[str]()
    for name, token in zip(PLAYERS, (3, 2, 2), strict=True):
        state, _ = DOGE.apply(state, {"by": name, "do": "place", "field": ROW[0], "tokens": [token]})
    while state.phase == "placing":
        state, events = DOGE.apply(state, next(iter(DOGE.legal(state, DOGE.pending(state)[0]["by"]))))
        told = [event.key for event in events]
    assert told.count("DOGE-7.3.one") == told.count("DOGE-7.4.tied") == 1
    assert "DOGE-7.4.one" not in told


def test_doge_7_1_an_advisor_brings_as_many_votes_as_the_kit_says() -> None:
    """Bernd's advisor stands in Castello, where Anke alone has laid a token."""
    advisor = DOGE.world.advisors[0]
    for each, first in ((1, "Anke"), (3, "Bernd")):
        numbers = replace(KIT.tables.numbers, advisor_votes=each)
        rules = Rules(replace(KIT, tables=replace(KIT.tables, numbers=numbers)))
        start = {
            "phase": "voting",
            "order": {"now": ROW},
            "fields": {"castello": {"tokens": {"Anke": [2]}}},
            "advisors": {advisor: {"by": "Bernd", "at": "castello"}},
        }
        vote = rules.snapshot(rules.setup(PLAYERS, {}, start))["vote"]
        assert vote["totals"] == {"Anke": 2, "Bernd": each}
        assert vote["first"] == [first]


def test_doge_6_20_nobody_turns_up_tokens_before_the_next_card_is_uncovered() -> None:
    for later, by in (([], TABLE), (["castello"], "Anke")):
        order = {"now": ROW, "voted": 1, "next": later}
        start = {"phase": "voting", "order": order, "fields": {ROW[1]: {"tokens": {"Anke": 1}}}}
        state = DOGE.setup(PLAYERS, {"secrets": "laid"}, start)
        assert [waiting["by"] for waiting in DOGE.pending(state)] == [by]
