"""Canaletto: what is refused and how it is said, what is offered and told, at the edges of the rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from venice_pnp.contract.play import Refused
from venice_pnp.games import open_kit
from venice_pnp.games.canaletto.rules.bound import Rules
from venice_pnp.referee.moves import from_words
from venice_pnp.referee.records import read_record, replay
from venice_pnp.speech.words import Speech, known_ids

RECORDS = Path(__file__).parents[1] / "records" / "canaletto"
PLAYERS = ["Anke", "Bernd", "Claudia", "Daniel"]
KIT = open_kit("canaletto")
RULES = Rules(KIT)
REFERENCE = KIT.tables.reference.palaces


def begun(**start: Any) -> Any:
    return RULES.setup(PLAYERS, {}, start or None)


def refusal(state: Any, move: dict[str, Any]) -> Refused:
    with pytest.raises(Refused) as refused:
        RULES.apply(state, move)
    return refused.value


@pytest.mark.parametrize(
    ("phase", "move", "key"),
    [
        ("auction", {"by": "Anke"}, "CAN-6.1.missing"),
        ("auction", {"by": "Anke", "do": "dance"}, "CAN-6.1.verb"),
        ("auction", {"by": "Anke", "do": ["bid"]}, "CAN-6.1.missing"),
        ("auction", {"by": "table", "do": "pass"}, "CAN-6.3.table"),
        ("auction", {"by": "Bernd", "do": "pass"}, "CAN-6.3"),
        ("choose-starter", {"by": "Anke", "do": "choose-starter", "player": "Anke"}, "CAN-6.3.alone"),
        ("auction", {"do": "pass"}, "CAN-6.1.missing"),
        ("auction", {"by": "Eva", "do": "pass"}, "CAN-6.1.by"),
        ("auction", {"by": "Anke", "do": "place-gondola", "palace": 5}, "CAN-6.2.phase"),
        ("auction", {"by": "Anke", "do": "bid"}, "CAN-6.4.missing"),
        ("auction", {"by": "Anke", "do": "bid", "price": 3}, "CAN-6.4.unknown"),
        ("auction", {"by": "Anke", "do": "bid", "amount": 3, "price": 3}, "CAN-6.4.unknown"),
        ("auction", {"by": "Anke", "do": "bid", "amount": 3, "drawn": True}, "CAN-6.4.unknown"),
        ("auction", {"by": "Anke", "do": "pass", "amount": 3}, "CAN-6.4.nothing"),
        ("auction", {"by": "Anke", "do": "bid", "amount": True}, "CAN-6.4.number"),
        ("auction", {"by": "Anke", "do": "bid", "amount": 2.5}, "CAN-6.4.number"),
        ("auction", {"by": "Anke", "do": "bid", "amount": "5"}, "CAN-6.4.quoted"),
        ("lay-values", {"by": "table", "do": "lay-values"}, "CAN-4.14"),
        ("lay-values", {"by": "table", "do": "lay-values", "values": 9}, "CAN-6.4.type"),
        ("lay-values", {"by": "table", "do": "lay-values", "values": [9.5]}, "CAN-6.4.number"),
        ("distribute", {"by": "table", "do": "distribute", "palaces": ["lamp"]}, "CAN-6.4.type"),
        ("distribute", {"by": "table", "do": "distribute", "palaces": {"grimani": "lamp"}}, "CAN-6.4.lot"),
        ("distribute", {"by": "table", "do": "distribute", "palaces": {"grimani": ["lanp"]}}, "CAN-6.4.kind"),
        ("distribute", {"by": "table", "do": "distribute", "palaces": {"grimani": ["vase"]}}, "CAN-6.4.no-kind"),
        ("distribute", {"by": "table", "do": "distribute", "palaces": {"grimani": [3]}}, "CAN-6.4.no-kind"),
        ("distribute", {"by": "table", "do": "distribute", "palaces": {"grimani": [], 5: []}}, "CAN-6.4.twice"),
        ("distribute", {"by": "table", "do": "distribute", "palaces": {"rezonico": []}}, "CAN-6.4.palace"),
        ("place-gondola", {"by": "table", "do": "place-gondola"}, "CAN-4.14"),
        ("place-gondola", {"by": "table", "do": "place-gondola", "drawn": True}, "CAN-4.14"),
        ("place-gondola", {"by": "table", "do": "place-gondola", "palace": 5, "drawn": "yes"}, "CAN-6.4.type"),
        ("place-gondola", {"by": "table", "do": "place-gondola", "palace": 0}, "CAN-6.4.no-palace"),
        ("place-gondola", {"by": "table", "do": "place-gondola", "palace": 17}, "CAN-6.4.no-palace"),
        ("place-gondola", {"by": "table", "do": "place-gondola", "palace": True}, "CAN-6.4.no-palace"),
        ("place-gondola", {"by": "table", "do": "place-gondola", "palace": "5"}, "CAN-6.4.quoted"),
        ("place-gondola", {"by": "table", "do": "place-gondola", "palace": "ca-foscolo"}, "CAN-6.4.no-palace"),
        ("distribute", {"by": "table", "do": "distribute", "palaces": {**REFERENCE, "grimani": []}}, "CAN-4.3.empty"),
        (
            "distribute",
            {"by": "table", "do": "distribute", "palaces": {**REFERENCE, "grimani": ["lamp", "fan", "ring", "lion"]}},
            "CAN-4.3.many",
        ),
        ("choose-starter", {"by": "table", "do": "choose-starter", "player": "Eva"}, "CAN-6.4.player"),
    ],
)
def test_what_is_wrong_with_a_move_is_said(phase: str, move: dict[str, Any], key: str) -> None:
    said = refusal(begun(phase=phase), move)
    assert said.key == key
    for lang in ("en", "de"):
        told_plainly(said, lang)


def told_plainly(refused: Refused, lang: str) -> None:
    """Every fact is filled in, and no word is a field of a record: what is typed is quoted or stands in brackets."""
    text = Speech(lang, KIT, PLAYERS).refusal(refused)
    assert text.endswith(".") and "{" not in text and refused.key not in text
    bare = re.sub(r"“[^”]*”|„[^“]*“|\([^)]*\)", "", text)
    fields = {"by", "do", "amount", "palaces", "palace", "values", "player", "groups", "drawn"}
    assert lang == "en" or not fields & set(re.findall(r"\w+", bare)), text
    assert not re.search(r"[a-z]\.[a-z]|[\[\]{}']\w+'", bare), text


SELLING = {
    "palaces": {
        **{palace: [] for palace in KIT.tables.reference.palaces},
        "regina": ["candlestick", "fan"],
        "balbi": ["candlestick", "mirror"],
    },
    "artworks": {
        "Anke": ["candlestick", "fan", "bust", "mirror"],
        "Bernd": ["candlestick", "goblet", "goblet", "bust", "bust"],
        "Claudia": ["goblet", "mirror"],
        "Daniel": ["fan", "mirror"],
    },
    "sold": ["lamp", "ring", "clock", "lion", "horn", "painting", "pearls"],
    "column": "foscari",
    "buyer": "Bernd",
    "phase": "sell-order",
}


@pytest.mark.parametrize("do", [{"do": "pass"}, {"do": "bid", "amount": 3}])
def test_can_6_2_while_an_order_is_asked_for_the_refusal_says_who_names_what(do: dict[str, Any]) -> None:
    said = refusal(begun(**SELLING), {"by": "Bernd", **do})
    assert (
        said.rule == "CAN-6.2" and said.facts["player"] == "Bernd" and set(said.facts["groups"]) == {"goblet", "bust"}
    )
    for lang in ("en", "de"):
        told_plainly(said, lang)


@pytest.mark.parametrize(
    ("groups", "key"),
    [
        (["goblet"], "CAN-7.22"),
        ([], "CAN-7.22"),
        (["goblet", "goblet"], "CAN-7.22.twice"),
        (["goblet", "bust", "fan"], "CAN-7.22.other"),
        ("goblet", "CAN-6.4.type"),
        (["vase", "bust"], "CAN-6.4.no-kind"),
    ],
)
def test_can_7_22_what_is_wrong_with_an_order_is_said(groups: Any, key: str) -> None:
    said = refusal(begun(**SELLING), {"by": "Bernd", "do": "sell-order", "groups": groups})
    assert said.key == key
    for lang in ("en", "de"):
        told_plainly(said, lang)


@pytest.mark.parametrize(
    ("other", "field"),
    [
        ({"players": PLAYERS[:3]}, "the-players"),
        ({"game": "doge"}, "the-game"),
        ({"options": {"next-starter": "winner"}}, "option-next-starter"),
        ({"options": {"debt-limit": "none"}}, "option-debt-limit"),
        ({"options": {"colours": {"Anke": "green"}}}, "option-colours"),
    ],
)
def test_can_9_4_what_differs_between_start_and_record_is_said(other: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refused:
        RULES.setup(PLAYERS, {}, {**RULES.snapshot(begun()), **other})
    assert refused.value.facts["field"] == field
    for lang in ("en", "de"):
        text = Speech(lang, KIT, PLAYERS).refusal(refused.value)
        assert field not in text or lang == "en"
        assert not set("[]{}'") & set(text), text


def test_what_may_be_done_instead_is_said() -> None:
    said = refusal(begun(), {"by": "Anke", "do": "sell-order", "groups": []})
    assert said.facts["legal"] == ("bid", "pass", "bribe")
    assert refusal(begun(), {"by": "Anke"}).facts == {"field": "what-is-done"}
    assert refusal(begun(), {"do": "pass"}).facts == {"field": "who-makes-it"}
    assert refusal(begun(), {"by": "Anke", "do": "dance"}).facts["known"] == ("bid", "pass", "bribe")


def test_after_the_end_nothing_is_legal() -> None:
    over = replay(RULES, read_record(RECORDS / "11.04-end-two-kinds-left.yaml")).state
    assert refusal(over, {"by": "Bernd", "do": "pass"}).key == "CAN-6.2.end"


@pytest.mark.parametrize(("money", "bid", "key"), [(0, 1, "CAN-7.13.none"), (1, 2, "CAN-7.13"), (2, 3, "CAN-7.13")])
def test_can_7_13_who_can_bid_nothing_is_told_so(money: int, bid: int, key: str) -> None:
    state = begun(money={"Anke": money}, debt={"Anke": KIT.tables.numbers.debt_max})
    assert refusal(state, {"by": "Anke", "do": "bid", "amount": bid}).key == key


def test_can_6_8_keys_of_json_are_numbers_too() -> None:
    lots = {str(n): lot for n, lot in enumerate(REFERENCE.values(), 1)}
    spread = {"by": "table", "do": "distribute", "palaces": lots}
    assert RULES.canonical(spread)["palaces"] == REFERENCE
    after, _ = RULES.apply(begun(phase="distribute"), spread)
    assert RULES.snapshot(after)["palaces"] == REFERENCE


@pytest.mark.parametrize("palace", [1, 16, "pesaro"])
def test_can_4_10_every_palace_can_be_the_first(palace: Any) -> None:
    after, events = RULES.apply(
        begun(phase="place-gondola"), {"by": "table", "do": "place-gondola", "palace": palace, "drawn": True}
    )
    wanted = palace if isinstance(palace, str) else list(REFERENCE)[palace - 1]
    assert RULES.snapshot(after)["gondola"] == wanted
    assert [event.key for event in events] == ["CAN-4.10.placed"]


@pytest.mark.parametrize(
    ("phase", "verb", "n"),
    [
        ("distribute", "distribute", 1),
        ("lay-values", "lay-values", 1),
        ("place-gondola", "place-gondola", 16),
        ("choose-starter", "choose-starter", 4),
    ],
)
def test_what_the_table_may_do_in_the_set_up(phase: str, verb: str, n: int) -> None:
    state = begun(phase=phase)
    offered = list(RULES.legal(state, "table"))
    assert [move["do"] for move in offered] == [verb] * n
    for move in offered:
        RULES.apply(state, move)


# --- the end of the game --------------------------------------------------------------------------------------
EMPTY: dict[str, list[str]] = {palace: [] for palace in REFERENCE}
MANY = ["lamp", "mirror", "ring", "clock", "lion", "horn", "painting", "pearls"]


def late(lots: dict[str, list[str]], owned: dict[str, list[str]], sold: list[str]) -> Any:
    return begun(palaces={**EMPTY, **lots}, artworks=owned, sold=sold, column="foscari", starter="Anke")


@pytest.mark.parametrize(
    ("lots", "owned", "sold", "free"),
    [  # two kinds elsewhere; three in one palace; three in two palaces
        (
            {"foscari": ["goblet", "bust"], "regina": ["candlestick"], "balbi": ["fan"]},
            {
                "Anke": ["candlestick", "fan", "bust", "goblet"],
                "Bernd": ["candlestick", "fan"],
                "Claudia": ["candlestick", "bust", "goblet"],
            },
            MANY,
            True,
        ),
        (
            {"foscari": ["candlestick"], "regina": ["candlestick", "fan", "bust"]},
            {"Anke": ["candlestick", "fan", "bust"], "Bernd": ["candlestick", "fan", "bust"]},
            [*MANY, "goblet"],
            True,
        ),
        (
            {"foscari": ["candlestick"], "regina": ["candlestick", "fan"], "balbi": ["bust"]},
            {"Anke": ["candlestick", "fan", "bust"], "Bernd": ["candlestick", "fan", "bust"]},
            [*MANY, "goblet"],
            False,
        ),
    ],
    ids=["two kinds", "one palace", "two palaces"],
)
def test_can_7_27_when_the_gondola_need_not_go(lots: Any, owned: Any, sold: Any, free: bool) -> None:
    _, events = RULES.apply(late(lots, owned, sold), {"by": "Anke", "do": "bid", "amount": 2})
    assert [event.key for event in events] == ["CAN-5.18.still" if free else "CAN-5.18.gondola"]


def test_can_5_17_a_preview_of_the_last_sale() -> None:
    record = read_record(RECORDS / "11.04-end-two-kinds-left.yaml")
    state = RULES.setup(record.players, {}, record.start)
    seen = RULES.preview(state, 40)
    assert seen["ends"] is True  # two kinds are left
    assert (seen["next"], seen["artworks"]) == (None, [])
    assert sorted(seen["completes"]) == ["bust", "goblet"]
    assert (seen["account"], seen["debt"], seen["debt-cost"]) == (0, 9, 18)
    seen = RULES.preview(state, 30)
    assert (seen["account"], seen["debt"]) == (1, 0)


def test_can_5_17_a_preview_tells_the_lot_that_comes_next() -> None:
    seen = RULES.preview(begun(), 5)
    assert seen["ends"] is False
    assert seen["artworks"] == sorted(REFERENCE[seen["next"]], key=RULES.kinds.index) != []


@pytest.mark.parametrize(("money", "key"), [(41, "CAN-8.6.wins"), (40, "CAN-8.7.shared")])
def test_can_8_7_two_may_share_the_win(money: int, key: str) -> None:
    """Nobody buys the two lots that are left; Daniel has 40."""
    start = read_record(RECORDS / "11.10-all-refused-ends.yaml").start or {}
    state = begun(**{**start, "money": {"Anke": 0, "Bernd": money, "Claudia": 0, "Daniel": 40}, "debt": {}})
    for _ in range(8):
        state, events = RULES.apply(state, {"by": RULES.pending(state)[0]["by"], "do": "pass"})
    assert events[-1].key == key
    assert RULES.snapshot(state)["winners"] == ["Bernd", "Daniel"][: 1 if money > 40 else 2]


# --- typed in ---------------------------------------------------------------------------------------------------
def test_a_wrong_start_is_refused_by_its_first_fault() -> None:
    with pytest.raises(Refused) as refused:
        begun(money={"Anke": -1})
    assert refused.value.rule == "CAN-10.9"


def test_a_score_needs_accounts_only() -> None:
    table = {"players": PLAYERS, "money": dict.fromkeys(PLAYERS, 10), "debt": {"Anke": 3}}
    assert RULES.score(table) == {
        "final": {"Anke": 4, "Bernd": 10, "Claudia": 10, "Daniel": 10},
        "winners": ["Bernd", "Claudia", "Daniel"],
    }
    assert RULES.score({**table, "values": [1]})["winners"] == ["Bernd", "Claudia", "Daniel"]  # nobody reads it
    for wrong, rule in (({"money": {"Anke": -1}}, "CAN-10.9"), ({"money": {"Eva": 3}}, "CAN-10.17")):
        with pytest.raises(Refused) as refused:
            RULES.score({**table, **wrong})
        assert refused.value.rule == rule


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("lay-values 9 12 5", {"do": "lay-values", "values": [9, 12, 5]}),
        ("sell-order fan ring", {"do": "sell-order", "groups": ["fan", "ring"]}),
        ("bid 11", {"do": "bid", "amount": 11}),
    ],
)
def test_short_forms(text: str, move: dict[str, Any]) -> None:
    assert from_words("Anke", text.split(), RULES.verbs, [], known_ids(KIT), PLAYERS) == {"by": "Anke", **move}
