"""Venedig: what an audit sees. Each row breaks one thing of a sound table; exactly that is told.

The invariants of section 10 one by one, with every way to break them, and what else holds after every move.
"""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from venice_pnp.games import open_kit
from venice_pnp.games.venedig.rules.bound import Rules
from venice_pnp.speech.texts import kit_texts
from venice_pnp.speech.words import Speech

TESTS = Path(__file__).resolve().parents[1]
VENEDIG = Rules(open_kit("venedig"))
MIDGAME: dict[str, Any] = yaml.safe_load((TESTS / "snapshots" / "venedig-midgame.yaml").read_text("utf-8"))
HIDDEN = "hidden"


def table(players: str, **start: Any) -> dict[str, Any]:
    """A whole snapshot of a sound table."""
    names = players.split()
    found = VENEDIG.snapshot(VENEDIG.setup(names, {}, start))
    assert VENEDIG.audit(found) == []
    return found


THREE, TWO = "Anna Bernd Carla", "Anna Bernd"
HALT = {  # E33 of the rules page: the palazzo stands, Anna has moved, Bernd's gondola is still to move
    "phase": "halt",
    "turn": "Bernd",
    "gondolas": {"Anna": 6, "Bernd": 2},
    "hands": {"Bernd": {HIDDEN: 2}},
    "out": {"Anna": {"palazzo": 2}, "Bernd": {"palazzo": 1}},
    "builders": {"palazzo": "Anna"},
    "built": [{"building": "palazzo", "fields": ["e7", "e11"]}],
    "due": [{"building": "palazzo", "builder": "Anna", "alone": False}],
    "moving": [{"player": "Bernd", "points": 3}],
}
LAST = {
    "phase": "last-exchange",
    "turn": "Bernd",
    "gondolas": {"Anna": 61, "Bernd": 40, "Carla": 30},
    "ended-by": "Anna",
    "tiles": {name: {"treasure": [HIDDEN]} for name in ("Anna", "Bernd", "Carla")},
}
CASA_DUE = {"phase": "build", "out": {"Anna": {"casa": 1}}, "due": [{"building": "casa", "builder": "Anna"}]}
REVEALED = {
    "phase": "build",
    "step": "before",
    "revealed": True,
    "out": {"Bernd": {"palazzo": 2}, "imaginary": {"palazzo": 1}},
    "builders": {"palazzo": "Bernd"},
    "due": [{"building": "palazzo", "builder": "Bernd", "alone": False}],
}
DROP = {
    "phase": "drop",
    "out": {"Anna": {"palazzo": 1, "campo": 1, "ponte": 1}},
    "builders": {"palazzo": "Anna", "campo": "Anna", "ponte": "Anna"},
}
SOUND: dict[str, dict[str, Any]] = {
    "first": table(THREE),
    "two": table(TWO),
    "mid": MIDGAME,
    "halt": table(THREE, **HALT),
    "drop": table(THREE, **DROP),
    "casa": table(THREE, **CASA_DUE),
    "last": table(THREE, **LAST),
    "over": table(THREE, **{"phase": "over", "gondolas": {"Anna": 61}, "ended-by": "Anna", "turn": None}),
    "revealed": table(TWO, **REVEALED),
    "after": table(TWO, phase="after"),
    "seeded": table(THREE, secret={"seed": "acqua alta"}),
    "treasures": table(THREE, tiles={"Anna": {"treasure": [HIDDEN] * 5}}),
    "swamp": table(THREE, drained=["a1", "a2"], tiles={"Anna": {"swamp": [HIDDEN] * 2}}),
    "spent": table(THREE, drained=["a1", "a2"], spent=[2, 2]),
    "shared": table(THREE, out={"Bernd": {"ponte": 1}}, builders={"ponte": "Bernd"}),
}

Change = dict[str, Any]  # by path: what stands there instead; None takes it away
ROWS: list[tuple[str, str, Change, list[str]]] = [
    # section 10
    ("one name twice", "first", {"players": ["Anna", "Bernd", "Anna"]}, ["VEN-10.1.twice"]),
    ("one player", "first", {"players": ["Anna"]}, ["VEN-10.1.count"]),
    ("six players", "first", {"players": list("ABCDEF")}, ["VEN-10.1.count"]),
    ("a seat without a name", "first", {"players": ["Anna", "Bernd", " "]}, ["VEN-10.1.name"]),
    ("a seat called board", "first", {"players": ["Anna", "Bernd", "board"]}, ["VEN-10.1.reserved"]),
    ("imaginary among three", "first", {"out.imaginary": {}}, ["VEN-10.1.imaginary"]),
    ("no imaginary among two", "two", {"out.imaginary": None}, ["VEN-10.1.no-imaginary"]),
    ("a card too many", "first", {"draw-pile": 34}, ["VEN-10.2"]),
    ("a card too few", "first", {"draw-pile": 32}, ["VEN-10.2"]),
    ("nine ponti on the discard pile", "first", {"discard": {"ponte": 9}, "draw-pile": 24}, ["VEN-10.3"]),
    (
        "known hands count",
        "first",
        {"hands.Anna": {"ponte": 3}, "discard": {"ponte": 6}, "draw-pile": 27},
        ["VEN-10.3"],
    ),
    ("six cards in hand", "first", {"hands.Anna": {HIDDEN: 6}, "draw-pile": 30}, ["VEN-10.4"]),
    ("four in the pool", "first", {"pool": ["casa", "palazzo", "campo", "ponte"], "draw-pile": 29}, ["VEN-10.5.full"]),
    ("twice the same in the pool", "first", {"pool": ["casa", "casa"], "draw-pile": 31}, ["VEN-10.5.twice"]),
    (
        "three kinds at rest",
        "first",
        {
            "out.Anna": {"palazzo": 1, "campo": 1, "ponte": 1},
            "builders": {"palazzo": "Anna", "campo": "Anna", "ponte": "Anna", "basilica": "board"},
            "draw-pile": 30,
        },
        ["VEN-10.6"],
    ),
    (
        "three kinds before another one who drops",
        "drop",
        {"turn": "Bernd", "out.Bernd": {"palazzo": 1, "campo": 1, "ponte": 1}, "draw-pile": 27},
        ["VEN-10.6"],
    ),
    ("a casa lies out at rest", "first", {"out.Anna": {"casa": 1}, "draw-pile": 32}, ["VEN-10.6.casa"]),
    ("a casa lies out while one drops", "drop", {"out.Bernd": {"casa": 1}, "draw-pile": 29}, ["VEN-10.6.casa"]),
    ("a casa lies out after the end", "over", {"out.Bernd": {"casa": 1}, "draw-pile": 32}, ["VEN-10.6.casa"]),
    ("a whole ponte lies out", "shared", {"out.Bernd": {"ponte": 3}, "draw-pile": 30}, ["VEN-10.7"]),
    ("the figure is at home", "shared", {"builders.ponte": "board"}, ["VEN-10.8"]),
    ("the figure is with another", "shared", {"builders.ponte": "Anna"}, ["VEN-10.8"]),
    ("a figure without cards", "first", {"builders.ponte": "Anna"}, ["VEN-10.8.home"]),
    ("a palazzo too few", "first", {"supply.palazzo": 4}, ["VEN-10.9"]),
    ("a casa too many", "first", {"supply.casa": 19}, ["VEN-10.9"]),
    (
        "a ponte on no bridge site",
        "mid",
        {"built.1": {"building": "ponte", "fields": ["e7", "e11"]}, "supply.ponte": 4, "supply.palazzo": 5},
        ["VEN-10.10.bridge"],
    ),
    ("a basilica in a row", "mid", {"built.3.fields": ["b18", "b22", "b9"], "drained.+": "b21"}, ["VEN-10.10.corner"]),
    ("a casa on two fields", "mid", {"built.0.fields": ["c13", "c16"]}, ["VEN-10.10.field"]),
    ("a palazzo on two islands", "mid", {"built.1.fields": ["e7", "a3"]}, ["VEN-10.10.neighbours"]),
    ("two buildings on one field", "mid", {"built.0.fields": ["e7"]}, ["VEN-10.11"]),
    ("on a building of the start", "mid", {"built.0.fields": ["e17"]}, ["VEN-10.11"]),
    ("drained and built on", "mid", {"drained.+": "d5"}, ["VEN-10.12.built"]),
    ("drained, but stones", "mid", {"drained.+": "a3"}, ["VEN-10.12.swamp"]),
    ("drained twice", "mid", {"drained.+": "a14"}, ["VEN-10.12.twice"]),
    ("a swamp tile is missing", "swamp", {"tiles.Anna.swamp": [HIDDEN]}, ["VEN-10.13.missing"]),
    ("a swamp tile too many", "swamp", {"tiles.Anna.swamp": [HIDDEN] * 3}, ["VEN-10.13.more"]),
    ("27 swamp tiles of 2", "swamp", {"tiles.Anna.swamp": [2] * 27}, ["VEN-10.13.more", "VEN-10.14"]),
    ("spent ones count", "spent", {"spent": [2] * 27}, ["VEN-10.13.more", "VEN-10.14"]),
    ("a treasure is missing", "treasures", {"treasure-supply": 12}, ["VEN-10.15.missing"]),
    ("a treasure too many", "treasures", {"treasure-supply": 14}, ["VEN-10.15.more"]),
    ("five treasures of 6", "treasures", {"tiles.Anna.treasure": [6] * 5}, ["VEN-10.15.value"]),
    ("two gondolas on one space", "first", {"gondolas": {"Anna": 23, "Bernd": 23, "Carla": 0}}, ["VEN-10.16"]),
    (
        "two gondolas on one pole",
        "over",
        {"gondolas": {"Anna": 61, "Bernd": 61, "Carla": 0}, "winners": ["Anna", "Bernd"]},
        ["VEN-10.16"],
    ),
    ("10 and 45", "first", {"gondolas": {"Anna": 10, "Bernd": 45, "Carla": 0}}, ["VEN-10.16.basin"]),
    ("60, and the game goes on", "first", {"gondolas.Anna": 60}, ["VEN-10.17.goal"]),
    (
        "the last basilica, and the game goes on",
        "first",
        {
            "supply.basilica": 0,
            "built": [
                {"building": "basilica", "fields": fields}
                for fields in (["e2", "e3", "e6"], ["e12", "e13", "e16"], ["b10", "b14", "b15"], ["c13", "c16", "c17"])
            ],
            "spent": [HIDDEN] * 9,
        },
        ["VEN-10.17.supply"],
    ),
    ("no pile", "first", {"draw-pile": 0, "discard": {"casa": 9, "palazzo": 8, "campo": 8, "ponte": 8}}, ["VEN-10.18"]),
    (
        "three kinds for the imaginary player",
        "two",
        {
            "out.imaginary": {"palazzo": 1, "campo": 1, "ponte": 1},
            "builders": {"palazzo": "imaginary", "campo": "imaginary", "ponte": "imaginary", "basilica": "board"},
            "draw-pile": 33,
        },
        ["VEN-10.19"],
    ),
    (
        "a casa of the imaginary player at rest",
        "two",
        {"out.imaginary": {"casa": 1}, "draw-pile": 35},
        ["VEN-10.19.casa"],
    ),
    ("nobody's turn", "first", {"turn": None}, ["VEN-10.20"]),
    ("the turn of somebody else", "first", {"turn": "Zoe"}, ["VEN-10.20"]),
    ("a turn after the end", "over", {"turn": "Anna"}, ["VEN-10.20.over"]),
    ("due at rest", "shared", {"due": [{"building": "ponte", "builder": "Bernd", "alone": False}]}, ["VEN-10.20.due"]),
    ("nothing due while one builds", "first", {"phase": "build"}, ["VEN-10.20.no-due"]),
    ("over, and nobody has got there", "over", {"gondolas.Anna": 40}, ["VEN-10.21"]),
    ("a last exchange, and nobody has got there", "last", {"gondolas.Anna": 50}, ["VEN-10.21"]),
    # what else holds
    ("after the draw among three", "first", {"phase": "after"}, ["VEN-10.20.after"]),
    ("after the draw, and revealed", "after", {"revealed": True}, ["VEN-10.20.revealed"]),
    (
        "drop with two kinds",
        "drop",
        {"out.Anna": {"campo": 1, "ponte": 1}, "builders.palazzo": "board", "draw-pile": 31},
        ["VEN-10.20.drop"],
    ),
    ("a casa lies out that is not due", "casa", {"out.Bernd": {"casa": 1}, "draw-pile": 31}, ["VEN-10.20.cards"]),
    (
        "a whole ponte that is not due",
        "casa",
        {"out.Bernd": {"ponte": 3}, "builders.ponte": "Bernd", "draw-pile": 29},
        ["VEN-10.20.cards"],
    ),
    (
        "another casa is due, and no card",
        "mid",
        {"due.+": {"building": "casa", "builder": "Bernd"}},
        ["VEN-10.20.cards"],
    ),
    ("a casa of another player is due", "casa", {"turn": "Bernd"}, ["VEN-10.20.builder"]),
    ("the shared one is due for another", "mid", {"due.0.builder": "Bernd"}, ["VEN-10.20.cards"]),
    ("due by a reveal that was not made", "revealed", {"revealed": False}, ["VEN-10.20.step"]),
    ("a halt without gondolas", "halt", {"moving": []}, ["VEN-10.20.moving"]),
    (
        "a halt before somebody without cards",
        "halt",
        {"moving": [{"player": "Carla", "points": 3}]},
        ["VEN-10.20.moving"],
    ),
    (
        "a halt in the wrong order",
        "halt",
        {"moving": [{"player": "Bernd", "points": 3}, {"player": "Anna", "points": 6}]},
        ["VEN-10.20.moving"],
    ),
    ("a halt with other points", "halt", {"moving.0.points": 4}, ["VEN-10.20.moving"]),
    (
        "a halt, and nothing was placed",
        "halt",
        {"built": [], "supply.palazzo": 5},
        ["VEN-10.20.moving"],
    ),
    ("gondolas to move at rest", "first", {"moving": [{"player": "Anna", "points": 1}]}, ["VEN-10.20.no-halt"]),
    ("a step at rest", "two", {"step": "before"}, ["VEN-10.20.no-step"]),
    ("a step among three", "casa", {"step": "before"}, ["VEN-10.20.no-step"]),
    ("revealed among three", "first", {"revealed": True}, ["VEN-10.20.no-reveal"]),
    ("ended while it goes on", "first", {"ended-by": "Anna"}, ["VEN-10.20.not-ended"]),
    ("won while it goes on", "first", {"winners": ["Anna"]}, ["VEN-10.20.not-ended"]),
    ("won before the last exchange", "last", {"winners": ["Anna"]}, ["VEN-10.20.asked-later"]),
    ("asked after the end", "over", {"to-exchange": ["Bernd"]}, ["VEN-10.20.asked-later"]),
    ("asked out of turn", "last", {"to-exchange": ["Carla", "Anna"]}, ["VEN-10.20.asked"]),
    ("asked in the wrong order", "last", {"to-exchange": ["Bernd", "Anna", "Carla"]}, ["VEN-8.4.row"]),
    ("one left out", "last", {"to-exchange": ["Bernd", "Anna"]}, ["VEN-8.4.row"]),
    ("one asked who has no gold", "last", {"tiles.Carla.treasure": [], "treasure-supply": 16}, ["VEN-8.4.row"]),
    ("the wrong one has won", "over", {"winners": ["Bernd"]}, ["VEN-8.6.others"]),
    ("a wish to stop before nobody", "casa", {"halts": ["Bernd"]}, ["VEN-10.20.halt"]),
    ("a card less was dealt", "seeded", {"secret.draw-order.-": None}, ["VEN-9.1.secret"]),
]


def changed(snapshot: dict[str, Any], change: Change) -> dict[str, Any]:
    found = deepcopy(snapshot)
    for path, value in change.items():
        *way, last = path.split(".")
        at: Any = found
        for step in way:
            at = at[int(step)] if isinstance(at, list) else at[step]
        if last == "-":
            at.pop()
        elif last == "+":
            at.append(value)
        elif isinstance(at, list):
            at[int(last)] = value
        elif value is None and last not in ("turn",):
            del at[last]
        else:
            at[last] = value
    return found


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_table_is_told_nothing_of(name: str) -> None:
    assert VENEDIG.audit(SOUND[name]) == []


@pytest.mark.parametrize(("name", "change", "told"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_what_is_broken_is_told(name: str, change: Change, told: list[str]) -> None:
    found = VENEDIG.audit(changed(SOUND[name], change))
    assert sorted(violation.key for violation in found) == told
    for violation in found:
        for lang in ("en", "de"):
            said = Speech(lang, VENEDIG.kit, SOUND[name]["players"]).event(violation)
            assert "{" not in said
            assert violation.rule not in said


def test_every_invariant_is_broken_here() -> None:
    told = {key for *_, keys in ROWS for key in keys}
    worded = {key for key in kit_texts(VENEDIG.kit, "messages")["messages"] if key.startswith("VEN-10.")}
    assert worded <= told
