"""Canaletto: a table that breaks it, for every clause of section 10 and every sentence that something always holds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trust.play import played
from venice_pnp.games import open_kit
from venice_pnp.games.canaletto.rules.bound import Rules
from venice_pnp.speech.texts import kit_texts
from venice_pnp.speech.words import Speech

PLAYERS = ["Anke", "Bernd", "Claudia", "Daniel"]
KIT = open_kit("canaletto")
RULES = Rules(KIT)
EMPTY: dict[str, list[str]] = {palace: [] for palace in KIT.tables.reference.palaces}

# Two palaces are left (CAN-11.4); Bernd has just bought goblet, bust and candlestick, and two groups are complete.
LATE: dict[str, Any] = {
    "palaces": {**EMPTY, "foscari": ["candlestick", "goblet", "bust"], "regina": ["candlestick", "fan"]},
    "artworks": {
        "Anke": ["candlestick", "fan", "bust"],
        "Bernd": ["goblet", "bust"],
        "Claudia": ["candlestick", "goblet"],
        "Daniel": ["fan"],
    },
    "sold": ["lamp", "mirror", "ring", "clock", "lion", "horn", "painting", "pearls"],
    "money": {"Anke": 24, "Bernd": 31, "Claudia": 18, "Daniel": 40},
    "column": "foscari",
    "starter": "Bernd",
}
BOUGHT: dict[str, Any] = {
    **LATE,
    "phase": "sell-order",
    "buyer": "Bernd",
    "palaces": {**LATE["palaces"], "foscari": []},
    "artworks": {**LATE["artworks"], "Bernd": ["candlestick", "goblet", "goblet", "bust", "bust"]},
    "money": {**LATE["money"], "Bernd": 21},
    "high-bid": 10,
    "high-bidder": "Bernd",
    "passed": ["Anke", "Claudia", "Daniel"],
}
OVER: dict[str, Any] = {
    **BOUGHT,
    "phase": "end",
    "buyer": None,
    "sold": [*LATE["sold"], "bust", "goblet"],
    "artworks": {
        "Anke": ["candlestick", "fan"],
        "Bernd": ["candlestick"],
        "Claudia": ["candlestick"],
        "Daniel": ["fan"],
    },
}
REFUSED: dict[str, Any] = {**LATE, "phase": "end", "unsold-rounds": 2}  # nobody wanted the last two
FINAL = {"Anke": 24, "Bernd": 21, "Claudia": 18, "Daniel": 40}
BID = {"high-bid": 3, "high-bidder": "Bernd"}


def test_the_tables_that_are_broken_below_are_sound() -> None:
    for table in ({}, BID, LATE, BOUGHT, OVER, {**OVER, "final": FINAL, "winners": ["Daniel"]}, REFUSED):
        assert RULES.audit({"players": PLAYERS, **table}) == []


CASES: list[tuple[str, dict[str, Any]]] = [
    # --- pieces
    ("CAN-10.1", {**LATE, "artworks": {**LATE["artworks"], "Daniel": []}}),
    ("CAN-10.1", {**LATE, "artworks": {**LATE["artworks"], "Daniel": ["fan", "fan"]}}),
    ("CAN-10.2", {**LATE, "artworks": {**LATE["artworks"], "Daniel": ["fan", "lamp"]}}),
    ("CAN-10.3", {**OVER, "palaces": {**EMPTY, "regina": ["candlestick"]}, "artworks": {"Anke": ["candlestick", "fan"], "Bernd": ["candlestick"], "Claudia": ["candlestick", "fan"], "Daniel": ["fan"]}}),
    ("CAN-10.4", {"palaces": {"grassi": ["candlestick", "lion", "painting", "clock"], "dario": ["mirror"]}}),
    ("CAN-10.5", {"palaces": {"corner-spinelli": ["pearls", "pearls"], "papadopoli": ["candlestick"], "regina": ["mirror"], "ca-doro": ["clock"]}}),
    ("CAN-10.6", {"palaces": {"grimani": ["mirror"]}, "artworks": {"Anke": ["lamp"]}}),
    ("CAN-10.6", {"palaces": {"corner-spinelli": [], "grimani": ["mirror", "lamp", "pearls"], "papadopoli": [], "ca-doro": ["mirror", "clock", "pearls"]}, "money": {"Anke": 28}}),
    ("CAN-10.7", {**LATE, "sold": [*LATE["sold"], "lamp"]}),
    # --- the rail, accounts, bribes
    ("CAN-10.8", {"values": [9, 12, 5]}),
    ("CAN-10.8", {"values": [9, 9, 5, 14, 7, 16, 4, 10, 13, 6, 11, 8]}),
    ("CAN-10.8", {"values": [9, 12, 5, 14, 7, 16, 4, 10, 13, 6, 11, 17]}),
    ("form.number", {"values": [9.5, 12, 5, 14, 7, 16, 4, 10, 13, 6, 11, 8]}),
    ("CAN-10.9.account", {"money": {"Anke": -1}}),
    ("form.number", {"money": {"Anke": 2.5}}),
    ("form.number", {"debt": {"Anke": "2"}}),
    ("CAN-10.9.no-debt", {"debt": {"Anke": -1}, "money": {"Anke": 29}}),
    ("CAN-10.9.debt", {"debt": {"Anke": 71}}),
    ("CAN-10.10.money", {"money": {"Anke": 31}}),
    ("CAN-10.10.money", {**BOUGHT, "money": {"Anke": 200, "Bernd": 100, "Claudia": 100, "Daniel": 100}}),
    ("CAN-10.10.bribes", {"bribe": {"Anke": False}, "money": {"Anke": 29}}),
    # --- an auction
    ("CAN-10.11.empty", {**LATE, "column": "grimani"}),
    ("CAN-10.11.kinds", {**OVER, "phase": "auction", "column": "regina", "high-bid": 0, "high-bidder": None, "passed": []}),
    ("CAN-10.11.refused", {**LATE, "unsold-rounds": 2}),
    ("CAN-10.11.round", {**LATE, "round": 14}),
    ("CAN-10.11.round", {"unsold-rounds": 1, "round": 1}),
    ("CAN-10.12.no-bid", {"gondola": "grassi"}),
    ("CAN-10.12", {**BID, "gondola": "grassi"}),
    ("CAN-10.13.bidder", {"high-bid": 3, "gondola": "ca-granda"}),
    ("CAN-10.13.bidder", {"high-bidder": "Bernd"}),
    ("CAN-10.13.passed", {**BID, "passed": ["Bernd"]}),
    ("CAN-10.13.twice", {**BID, "passed": ["Daniel", "Daniel"]}),
    ("CAN-10.13.turn", {**BID, "to-act": "Daniel"}),
    ("CAN-10.13.turn", {**BID, "to-act": "table"}),
    ("CAN-10.13.turn", {"to-act": "Bernd"}),
    ("CAN-10.13.none", {"passed": ["Claudia"]}),
    ("CAN-10.13.order", {"passed": ["Anke", "Daniel"]}),
    ("CAN-10.13.over", {**BID, "passed": ["Anke", "Claudia", "Daniel"]}),
    ("CAN-10.13.nobody", {"passed": PLAYERS}),
    ("CAN-10.18", {"high-bid": 101, "high-bidder": "Bernd"}),
    # --- after an auction
    ("CAN-9.3.column", {**BOUGHT, "column": "regina"}),
    ("CAN-9.3.round", {**BOUGHT, "round": 14}),
    ("CAN-9.3.round", {**OVER, "round": 3}),
    # --- the order of sale
    ("CAN-10.14.phase", {"buyer": "Anke"}),
    ("CAN-10.14.phase", {"to-sell": ["lamp", "ring"]}),
    ("CAN-10.14.phase", {"phase": "distribute", "buyer": "Anke"}),
    ("CAN-10.14.phase", {**OVER, "buyer": "Bernd"}),
    ("CAN-10.14.twice", {**BOUGHT, "to-sell": ["goblet", "goblet", "bust"]}),
    ("CAN-10.14.count", {**BOUGHT, "to-sell": ["goblet"], "sold": [*LATE["sold"], "bust"], "artworks": {**BOUGHT["artworks"], "Anke": ["candlestick", "fan"], "Bernd": ["candlestick", "goblet", "goblet"]}}),
    ("CAN-10.14.sold", {**BOUGHT, "to-sell": ["goblet", "bust", "lamp"]}),
    ("CAN-10.14.groups", {**BOUGHT, "to-sell": ["goblet", "bust", "candlestick"]}),
    ("CAN-10.14.buyer", {**BOUGHT, "buyer": "Anke", "artworks": {**BOUGHT["artworks"], "Anke": ["candlestick", "fan", "bust"]}}),
    ("CAN-10.14.turn", {**BOUGHT, "to-act": "Anke"}),
    ("CAN-10.14.unsold", {**BOUGHT, "unsold-rounds": 1}),
    # --- the end
    ("CAN-10.15.kinds", {**LATE, "phase": "end"}),
    ("CAN-10.15.kinds", {**REFUSED, "unsold-rounds": 1}),
    ("CAN-10.15.final", {**OVER, "final": {**FINAL, "Anke": 25}}),
    ("CAN-10.15.final", {**OVER, "final": {"Anke": 24}}),
    ("CAN-10.15.winners", {**OVER, "winners": ["Anke"]}),
    ("CAN-10.15.winners", {**OVER, "winners": ["Daniel", "Daniel"]}),
    ("CAN-10.15.turn", {**OVER, "to-act": "Anke"}),
    ("CAN-10.15.early", {**LATE, "final": FINAL}),
    ("CAN-10.15.early", {"winners": ["Anke"]}),
    # --- the set-up: nothing has been bought, and what comes later is open
    ("CAN-10.16", {"phase": "lay-values", "round": 1}),
    ("CAN-10.16", {"phase": "distribute", "money": {"Anke": 29}}),
    ("CAN-10.16", {"phase": "distribute", "debt": {"Anke": 1}}),
    ("CAN-10.16", {"phase": "distribute", "bribe": {"Anke": False}}),
    ("CAN-10.16", {"phase": "distribute", "artworks": {"Anke": ["lamp"]}}),
    ("CAN-10.16", {"phase": "distribute", "sold": ["lamp"]}),
    ("CAN-10.16.early", {"phase": "distribute", "palaces": {"grimani": ["lamp"]}}),
    ("CAN-10.16.early", {"phase": "lay-values", "values": KIT.tables.reference.values}),
    ("CAN-10.16.early", {"phase": "place-gondola", "gondola": "grimani"}),
    ("CAN-10.16.early", {"phase": "place-gondola", "column": "grimani"}),
    ("CAN-10.16.early", {"phase": "choose-starter", "starter": "Anke"}),
    ("CAN-10.16.early", {"phase": "distribute", "high-bid": 5}),
    ("CAN-10.16.early", {"phase": "distribute", "high-bidder": "Anke"}),
    ("CAN-10.16.early", {"phase": "choose-starter", "passed": ["Anke"]}),
    ("CAN-10.16.early", {"phase": "choose-starter", "unsold-rounds": 1}),
    ("CAN-10.16.turn", {"phase": "lay-values", "to-act": "Anke"}),
    ("CAN-10.16.apart", {"phase": "choose-starter", "gondola": "grassi"}),
    # --- who plays, and with what
    ("CAN-10.17.players", {"players": PLAYERS[:2]}),
    ("CAN-10.17.twice", {"players": ["Anke", "Anke", "Bernd"]}),
    ("CAN-10.17.table", {"players": ["Anke", "Bernd", "table"]}),
    ("CAN-10.17.missing", {"phase": "sell-order"}),
    ("CAN-10.17.colours", {"options": {"colours": {"Anke": "red"}}}),
    ("form.key", {"money": {"Eva": 3}}),
    ("form.key", {"palaces": {"ca-foscolo": []}}),
    ("form.one-of", {"palaces": {"grimani": ["vase"]}}),
    ("form.one-of", {"phase": "dinner"}),
    ("form.one-of", {"high-bidder": "Eva"}),
    ("form.one-of", {"options": {"next-starter": "loser"}}),
    ("form.one-of", {"options": {"debt-limit": "sky"}}),
]  # fmt: skip
FORM_RULES = {"money": "CAN-10.9", "debt": "CAN-10.9", "values": "CAN-10.8"}


@pytest.mark.parametrize(("key", "table"), CASES, ids=[f"{n}-{key}" for n, (key, _) in enumerate(CASES)])
def test_what_does_not_hold_is_told(key: str, table: dict[str, Any]) -> None:
    """And nothing else is; a form that cannot be read counts as CAN-10.17, a number that is none by its own rule."""
    found = RULES.audit({"players": PLAYERS, **table})
    assert [violation.key for violation in found] == [key]
    if key == "form.number":
        assert found[0].rule == FORM_RULES[next(iter(table))]
    elif key.startswith("form."):
        assert found[0].rule == "CAN-10.17"
    else:
        assert key.startswith(found[0].rule)
    for lang in ("en", "de"):
        said = Speech(lang, KIT, PLAYERS).event(found[0])
        assert "{" not in said and said.endswith(".")


def test_can_9_3_the_gondola_stays_where_the_last_bid_left_it() -> None:
    """While the order of sale is asked for; and more artworks than there are make no negative sum (CAN-10.6)."""
    turns = (turn for seed in range(9) for turn in played("canaletto", seed))
    sold = (RULES.snapshot(turn.after) for turn in turns)
    bought = next(one for one in sold if one["phase"] == "sell-order" and len(one["sold"]) < 5)
    assert RULES.audit(bought) == []
    other = next(palace for palace in EMPTY if palace != bought["gondola"])
    [found] = RULES.audit({**bought, "gondola": other})
    assert found.key == "CAN-9.3.gondola" and "{" not in Speech("de", KIT, PLAYERS).event(found)
    lots = {"grimani": ["mirror", "lamp", "fan"], "dario": ["mirror", "lion", "clock"]}
    assert [found.key for found in RULES.audit({"players": PLAYERS, "palaces": lots})] == ["CAN-10.1"]


def test_can_9_3_a_lot_bought_without_a_bid_is_odd() -> None:
    table = {"players": PLAYERS, **BOUGHT, "high-bid": 0, "high-bidder": None}
    assert [found.key for found in RULES.warnings(table)] == ["CAN-9.3.no-bid"]
    assert RULES.warnings({"players": PLAYERS, **BOUGHT}) == []


def test_every_finding_that_has_words_has_a_case() -> None:
    worded = {key for key in kit_texts(KIT, "messages")["messages"] if key.startswith(("CAN-10.", "CAN-9.3."))}
    assert worded - {"CAN-9.3.gondola", "CAN-9.3.no-bid"} == {key for key, _ in CASES if key.startswith("CAN-")}


@pytest.mark.parametrize("table", [table for _, table in CASES if "players" not in table])
def test_a_table_does_not_begin_with_what_an_audit_finds(table: dict[str, Any]) -> None:
    from venice_pnp.contract.play import Refused

    options = table.get("options", {})
    with pytest.raises(Refused):
        RULES.setup(PLAYERS, options, {key: part for key, part in table.items() if key != "options"})
