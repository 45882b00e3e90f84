"""Venedig: every refusal of a move, provoked, and what it says in both languages.

Each is about what was typed, in the words of the players: no names of fields in a move, no true and false, no code.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from venice_pnp.contract.play import Refused
from venice_pnp.games import open_kit, venedig
from venice_pnp.games.venedig.rules.bound import Rules
from venice_pnp.speech.texts import kit_texts
from venice_pnp.speech.words import Speech

VENEDIG = Rules(open_kit("venedig"))
THREE, TWO = ["Anna", "Bernd", "Carla"], ["Anna", "Bernd"]
Table = tuple[list[str], dict[str, Any]]

# --- tables on which it is typed ------------------------------------------------------------------------------
CASA = {"phase": "build", "out": {"Anna": {"casa": 1}}, "due": [{"building": "casa", "builder": "Anna"}]}
TABLES: dict[str, Table] = {
    "first": (THREE, {}),
    "known hand": (THREE, {"hands": {"Anna": {"casa": 2, "hidden": 1}}}),
    "seeded": (THREE, {"secret": {"seed": "acqua alta"}}),
    "ponti gone": (THREE, {"discard": {"ponte": 8}}),
    "shared": (THREE, {"out": {"Bernd": {"basilica": 2}}, "builders": {"basilica": "Bernd"}}),
    "casa": (THREE, CASA),
    "palazzo": (
        THREE,
        {**CASA, "out": {"Anna": {"palazzo": 3}}, "due": [{"building": "palazzo", "builder": "Anna", "alone": True}]},
    ),
    "basilica": (
        THREE,
        {**CASA, "out": {"Anna": {"basilica": 4}}, "due": [{"building": "basilica", "builder": "Anna", "alone": True}]},
    ),
    "ponte": (
        THREE,
        {**CASA, "out": {"Anna": {"ponte": 3}}, "due": [{"building": "ponte", "builder": "Anna", "alone": True}]},
    ),
    "bernds": (
        THREE,
        {
            "phase": "build",
            "out": {"Anna": {"palazzo": 1}, "Bernd": {"palazzo": 2}},
            "builders": {"palazzo": "Bernd"},
            "due": [{"building": "palazzo", "builder": "Bernd", "alone": False}],
        },
    ),
    "two ponti": (
        THREE,
        {
            "phase": "build",
            "out": {"Anna": {"ponte": 4}, "Bernd": {"ponte": 2}},
            "builders": {"ponte": "Bernd"},
            "due": [
                {"building": "ponte", "builder": "Anna", "alone": True},
                {"building": "ponte", "builder": "Bernd", "alone": False},
            ],
        },
    ),
    "halt": (
        THREE,
        {
            **CASA,
            "phase": "halt",
            "built": [{"building": "casa", "fields": ["a3"]}],
            "moving": [{"player": "Anna", "points": 1}],
        },
    ),
    "wished": (
        THREE,
        {
            "phase": "build",
            "out": {"Anna": {"palazzo": 1}, "Bernd": {"palazzo": 2}},
            "builders": {"palazzo": "Bernd"},
            "due": [{"building": "palazzo", "builder": "Bernd", "alone": False}],
            "halts": ["Bernd"],
        },
    ),
    "drop": (
        THREE,
        {
            "phase": "drop",
            "out": {"Anna": {"palazzo": 1, "campo": 1, "ponte": 1}},
            "builders": {"palazzo": "Anna", "campo": "Anna", "ponte": "Anna"},
        },
    ),
    "drained": (THREE, {"phase": "draw"}),
    "gold": (
        THREE,
        {"tiles": {"Anna": {"swamp": ["hidden"] * 3, "treasure": ["hidden"]}}, "drained": ["a1", "a2", "a4"]},
    ),
    "known gold": (THREE, {"tiles": {"Anna": {"treasure": ["hidden"] * 2}, "Bernd": {"treasure": [6, 6, 6, 6]}}}),
    "twos gone": (
        THREE,
        {
            "tiles": {"Anna": {"swamp": ["hidden"] * 3}},
            "spent": [2] * 26,
            "drained": [field.id for field in VENEDIG.kit.tables.fields if field.start == "swamp"][:29],
        },
    ),
    "pool": (THREE, {"pool": ["casa", "campo"], "hands": {"Anna": {"casa": 1, "palazzo": 1, "hidden": 1}}}),
    "four": (THREE, {"hands": {"Anna": {"hidden": 4}}}),
    "five": (THREE, {"hands": {"Anna": {"hidden": 5}}}),
    "two": (TWO, {}),
    "two seeded": (TWO, {"secret": {"seed": "acqua alta"}}),
    "revealed": (TWO, {"revealed": True}),
    "two drained": (TWO, {"phase": "draw"}),
    "last exchange": (
        THREE,
        {
            "phase": "last-exchange",
            "gondolas": {"Anna": 61},
            "ended-by": "Anna",
            "tiles": {"Bernd": {"treasure": ["hidden"]}},
            "turn": "Bernd",
        },
    ),
    "over": (THREE, {"phase": "over", "gondolas": {"Anna": 61}, "ended-by": "Anna", "turn": None}),
}

PA, PO = {"do": "build", "building": "palazzo"}, {"do": "build", "building": "ponte"}
REFUSALS: list[tuple[str, dict[str, Any], str]] = [
    ("drained", {"do": "play", "cards": {"casa": 1}}, "VEN-5.3.phase"),
    ("casa", {"do": "drain", "fields": ["a1"]}, "VEN-5.5.phase"),
    ("first", {"by": "Bernd", "do": "draw", "pile": 1}, "VEN-6.1"),
    ("first", {"do": "pass"}, "VEN-6.2.phase"),
    ("two ponti", {**PO, "fields": ["a3", "b9"]}, "VEN-6.3.alone"),
    ("two ponti", {**PO, "fields": ["a3", "b9"], "alone": "perhaps"}, "VEN-6.3.bool"),
    ("first", {"by": "Dario", "do": "pass"}, "VEN-6.3.by"),
    ("first", {"do": "play", "cards": "casa"}, "VEN-6.3.cards"),
    ("first", {"do": "play", "cards": {"casa": 0}}, "VEN-6.3.count"),
    ("first", {"do": "drain", "fields": ["z9"]}, "VEN-6.3.field"),
    ("gold", {"do": "exchange", "swamp": [3]}, "VEN-6.3.gold-swamp"),
    ("gold", {"do": "exchange", "treasure": [7]}, "VEN-6.3.gold-treasure"),
    ("first", {"do": "play", "cards": {"torre": 1}}, "VEN-6.3.kind"),
    ("drop", {"do": "drop", "buildings": "ponte"}, "VEN-6.3.list-buildings"),
    ("first", {"do": "drain", "fields": "a1"}, "VEN-6.3.list-fields"),
    ("pool", {"do": "draw", "pool": "casa"}, "VEN-6.3.list-pool"),
    ("gold", {"do": "exchange", "swamp": 5}, "VEN-6.3.list-swamp"),
    ("gold", {"do": "exchange", "treasure": 5}, "VEN-6.3.list-treasure"),
    ("casa", {"do": "build", "building": "casa", "fields": ["a3"], "alone": True}, "VEN-6.3.never-shared"),
    ("casa", {"do": "halt"}, "VEN-6.3.no-before"),
    ("casa", {"do": "build", "fields": ["a3"]}, "VEN-6.3.no-building"),
    ("drop", {"do": "drop"}, "VEN-6.3.no-buildings"),
    ("two", {"do": "reveal"}, "VEN-6.3.no-card"),
    ("first", {"do": "play"}, "VEN-6.3.no-cards"),
    ("first", {"do": "play", "cards": {}}, "VEN-6.3.no-cards"),
    ("casa", {"do": "build", "building": "casa", "fields": ["a3"], "quarter": "a"}, "VEN-6.3.no-choice"),
    ("casa", {"do": "build", "building": "casa"}, "VEN-6.3.no-fields"),
    ("first", {"do": "draw", "pile": "one"}, "VEN-6.3.number"),
    ("ponte", {**PO, "fields": ["a3", "b9"], "quarter": "f"}, "VEN-6.3.quarter"),
    ("first", {"do": "pass", "gold": 5}, "VEN-6.3.unknown"),
    ("first", {"do": "dance"}, "VEN-6.3.verb"),
    ("first", {"do": "play", "cards": {"casa": 4}}, "VEN-7.1"),
    ("known hand", {"do": "play", "cards": {"ponte": 2}}, "VEN-7.1.known"),
    ("seeded", {"do": "play", "cards": {"basilica": 3}}, "VEN-7.1.kind"),
    ("ponti gone", {"do": "play", "cards": {"ponte": 1}}, "VEN-7.2"),
    ("shared", {"do": "play", "cards": {"basilica": 3}}, "VEN-7.4"),
    ("casa", {**PA, "fields": ["a13", "a17"]}, "VEN-7.9"),
    ("halt", {"do": "build", "building": "casa", "fields": ["a13"]}, "VEN-7.9.halt"),
    ("bernds", {"by": "Bernd", **PA, "fields": ["a13", "a17"], "alone": True}, "VEN-7.9.lone"),
    ("first", {**PA, "fields": ["a13", "a17"]}, "VEN-7.9.nothing"),
    ("palazzo", {**PA, "fields": ["a13", "a17"], "alone": False}, "VEN-7.9.shared"),
    ("bernds", {**PA, "fields": ["a13", "a17"]}, "VEN-7.10"),
    ("casa", {"do": "build", "building": "casa", "fields": ["e17"]}, "VEN-7.11.built"),
    ("casa", {"do": "build", "building": "casa", "fields": ["a1"]}, "VEN-7.11.swamp"),
    ("casa", {"do": "build", "building": "casa", "fields": ["a3", "a13"]}, "VEN-7.12.one"),
    ("palazzo", {**PA, "fields": ["a3", "a13"]}, "VEN-7.12.two"),
    ("basilica", {"do": "build", "building": "basilica", "fields": ["c13", "c16"]}, "VEN-7.12.three"),
    ("ponte", {**PO, "fields": ["a3"]}, "VEN-7.13"),
    ("ponte", {**PO, "fields": ["a3", "b9"], "quarter": "c"}, "VEN-7.22"),
    ("casa", {"do": "build", "building": "casa", "fields": ["a3"], "halt": "Bernd"}, "VEN-7.29"),
    ("casa", {"do": "halt", "before": "Bernd"}, "VEN-7.29.nobody"),
    ("wished", {"do": "halt", "before": "Bernd"}, "VEN-7.29.twice"),
    ("drop", {"do": "drop", "buildings": ["basilica"]}, "VEN-7.30.kind"),
    ("drop", {"do": "drop", "buildings": []}, "VEN-7.30.number"),
    ("drop", {"do": "drop", "buildings": ["ponte", "ponte"]}, "VEN-7.30.twice"),
    ("drop", {"do": "draw", "pile": 1}, "VEN-7.30.phase"),
    ("first", {"do": "drain", "fields": ["a1", "a2", "a4"]}, "VEN-7.32.number"),
    ("first", {"do": "drain", "fields": ["a3"]}, "VEN-7.32.swamp"),
    ("first", {"do": "drain", "fields": ["a1", "a1"]}, "VEN-7.32.twice"),
    ("gold", {"do": "exchange", "swamp": [2, 2]}, "VEN-7.34"),
    ("gold", {"do": "exchange"}, "VEN-7.34.nothing"),
    ("first", {"do": "exchange"}, "VEN-7.34.poor"),
    ("gold", {"do": "exchange", "swamp": [2, 2, 2, 2]}, "VEN-7.35"),
    ("known gold", {"do": "exchange", "treasure": [6, 5]}, "VEN-7.36.treasure"),
    ("twos gone", {"do": "exchange", "swamp": [2, 2, 2]}, "VEN-7.36.swamp"),
    ("pool", {"do": "draw", "give": "palazzo", "pile": 1}, "VEN-7.39.give"),
    ("pool", {"do": "draw", "pool": ["casa", "campo"]}, "VEN-7.39.one"),
    ("pool", {"do": "draw", "give": "casa", "pile": 3}, "VEN-7.40"),
    ("pool", {"do": "draw", "give": "palazzo", "pool": ["palazzo"], "pile": 2}, "VEN-7.41"),
    ("four", {"do": "draw", "give": "casa", "pile": 3}, "VEN-7.42"),
    ("five", {"do": "draw", "pile": 1}, "VEN-7.42.full"),
    ("pool", {"do": "draw", "pool": ["ponte"]}, "VEN-7.43"),
    ("first", {"do": "draw", "pool": ["ponte"]}, "VEN-7.43.empty"),
    ("pool", {"do": "draw", "give": "palazzo", "pool": ["casa", "casa", "campo"]}, "VEN-7.43.twice"),
    ("two seeded", {"do": "reveal", "card": "-"}, "VEN-7.46.other"),
    ("two drained", {"do": "reveal", "card": "casa"}, "VEN-7.46.phase"),
    ("first", {"do": "reveal", "card": "casa"}, "VEN-7.46.players"),
    ("revealed", {"do": "reveal", "card": "casa"}, "VEN-7.46.used"),
    ("last exchange", {"by": "Bernd", "do": "draw", "pile": 1}, "VEN-8.3.last-exchange"),
    ("over", {"do": "pass"}, "VEN-8.3.over"),
]
INTERNAL = re.compile(
    r"\b(true|false|None|null)\b|\b(cards|fields|buildings|before|swamp|treasure|key)[=”“]|[{}<>]|VEN-"
)


def refusal(table: str, move: dict[str, Any]) -> Refused:
    players, start = TABLES[table]
    state = VENEDIG.setup(players, {}, start)
    if move.get("card") == "-":  # any card but the one on top
        top = VENEDIG.snapshot(state)["secret"]["draw-order"][0]
        move = {**move, "card": next(kind for kind in VENEDIG.world.kinds if kind != top)}
    with pytest.raises(Refused) as caught:
        VENEDIG.apply(state, {"by": "Anna", **move})
    return caught.value


@pytest.mark.parametrize(("table", "move", "key"), REFUSALS, ids=[key for _, _, key in REFUSALS])
def test_what_is_refused_says_what_is_wrong_with_it(table: str, move: dict[str, Any], key: str) -> None:
    found = refusal(table, move)
    assert found.key == key
    for lang in ("en", "de"):
        said = Speech(lang, VENEDIG.kit, TABLES[table][0]).say(found.key, found.facts)
        assert not INTERNAL.search(said), said
        assert said != key
        assert said[-1] in ".?"


TOLD = {"VEN-7.25.jumped", "VEN-7.25.moved", "VEN-7.28.alone", "VEN-7.28.shared", "VEN-8.6.winner", "VEN-8.7.shared"}
ELSEWHERE = {"VEN-6.2.table", "VEN-7.35.values", "VEN-7.46.named"}  # not by a move of these tables; below
AUDITED = {"VEN-8.4.row", "VEN-8.6.others"}
NEVER = {"VEN-7.44"}  # pile and discard pile never run out together (VEN-10.18)


def test_every_refusal_that_has_a_wording_is_provoked() -> None:
    """What is worded about the rules of a move is told as an event, or stands above."""
    code = "".join(file.read_text("utf-8") for file in (Path(venedig.__file__).parent / "rules").glob("*.py"))
    told = {*TOLD, *re.findall(r'Event\("(VEN-[0-9a-z.-]+)"', code)}
    worded = {key for key in kit_texts(VENEDIG.kit, "messages")["messages"] if re.match(r"VEN-[5-8]\.", key)}
    refused = {key for key in worded if not key.endswith((".seeded", ".before"))} - told
    assert refused - ELSEWHERE - AUDITED - NEVER == {key for _, _, key in REFUSALS}


def test_gold_that_a_seat_does_not_have_is_refused_where_it_was_dealt() -> None:
    state = VENEDIG.setup(
        THREE,
        {},
        {"tiles": {"Anna": {"swamp": ["hidden"] * 3}}, "drained": ["a1", "a2", "a4"], "secret": {"seed": "1"}},
    )
    own = VENEDIG.view(state, "Anna")["secret"]["tiles"]["Anna"]["swamp"]
    assert sorted(own) != [2, 2, 2]
    with pytest.raises(Refused) as caught:
        VENEDIG.apply(state, {"by": "Anna", "do": "exchange", "swamp": [2, 2, 2]})
    assert caught.value.key == "VEN-7.35.values"


@pytest.mark.parametrize(
    ("table", "move", "en", "de"),
    [
        (
            "first",
            {"do": "play", "cards": {"casa": 4}},
            "Anna holds 3 cards, not 4.",
            "Anna hat 3 Karten auf der Hand, nicht 4.",
        ),
        (
            "gold",
            {"do": "exchange", "treasure": [7]},
            "There is no treasure of value 7; they are worth 3, 4, 5, 6.",
            "Einen Schatz vom Wert 7 gibt es nicht; sie sind 3, 4, 5, 6 wert.",
        ),
        (
            "halt",
            {"do": "build", "building": "casa", "fields": ["a13"]},
            "The gondolas of the building just placed are still moving: first Anna exchanges gold or passes.",
            "Die Gondeln des eben gesetzten Gebäudes ziehen noch: Zuerst tauscht Anna Gold oder passt.",
        ),
        (
            "basilica",
            {"do": "build", "building": "basilica", "fields": ["c13", "c16"]},
            "c13, c16: a basilica stands on three fields round one corner, each a neighbour of the two others.",
            "c13, c16: Diese Art (Basilica) steht auf drei Feldern um eine Ecke, jedes Nachbar der beiden anderen.",
        ),
        (
            "casa",
            {"do": "halt"},
            "Before whose gondola? Name a player.",
            "Vor wessen Gondel? Ein Spieler muss genannt werden.",
        ),
    ],
)
def test_refusals_as_they_are_read(table: str, move: dict[str, Any], en: str, de: str) -> None:
    found = refusal(table, move)
    assert [Speech(lang, VENEDIG.kit, TABLES[table][0]).say(found.key, found.facts) for lang in ("en", "de")] == [
        en,
        de,
    ]


def test_swamp_tiles_out_of_the_game_are_told_only_if_there_are_some() -> None:
    state = VENEDIG.setup(THREE, {}, TABLES["gold"][1])
    for gold, told in (({"treasure": [5]}, []), ({"swamp": [2], "treasure": [4]}, [1]), ({"swamp": [2, 2, 1]}, [3])):
        _, events = VENEDIG.apply(state, {"by": "Anna", "do": "exchange", **gold})
        assert [event.facts["n"] for event in events if event.key == "VEN-7.38.gone"] == told
        for lang, word in (("en", "wamp"), ("de", "umpf")):
            speech = Speech(lang, VENEDIG.kit, THREE)
            assert any(word in speech.event(event) for event in events) == bool(told)
