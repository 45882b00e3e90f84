"""Venedig: the map, and every record, audit case and snapshot of the rules page."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from venice_pnp.contract.play import Refused
from venice_pnp.games import open_kit
from venice_pnp.games.venedig.rules.bound import Rules
from venice_pnp.games.venedig.rules.world import World, around, members
from venice_pnp.kit import FaultyData
from venice_pnp.referee.records import read_record, replay

TESTS = Path(__file__).resolve().parents[1]
KIT = open_kit("venedig")
TABLES = KIT.tables
VENEDIG = Rules(KIT)
LAGOON = World(KIT)
THREE = ["Anna", "Bernd", "Carla"]
RECORDS = sorted(TESTS.glob("records/venedig/*.yaml"))
AUDITS = yaml.safe_load((TESTS / "audits" / "venedig.yaml").read_text(encoding="utf-8"))


def read(file: str) -> Any:
    return yaml.safe_load((TESTS / file).read_text(encoding="utf-8"))


# --- the rules page -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("file", RECORDS, ids=lambda f: f.stem)
def test_a_record_holds(file: Path) -> None:
    assert replay(VENEDIG, read_record(file)).problem is None


def test_all_examples_are_there() -> None:
    examples = [file.stem.split("-")[0] for file in RECORDS if file.stem.startswith("11.")]
    assert examples == [f"11.{n:02}" for n in range(1, 35)]


@pytest.mark.parametrize("case", AUDITS, ids=lambda c: c["case"])
def test_an_audit_reports_exactly_these_rules(case: dict[str, Any]) -> None:
    found = VENEDIG.audit({"players": case["players"], **case["start"]})
    assert sorted(v.rule for v in found) == sorted(case["reported"])


def test_every_invariant_has_an_audit_case() -> None:
    reported = {rule for case in AUDITS for rule in case["reported"]}
    assert reported >= {f"VEN-10.{n}" for n in range(1, 22)}


@pytest.mark.parametrize("name", ["setup", "midgame"])
def test_a_snapshot_reads_and_writes_back(name: str) -> None:
    snapshot = read(f"snapshots/venedig-{name}.yaml")
    state = VENEDIG.setup(snapshot["players"], {}, snapshot)
    assert VENEDIG.snapshot(state) == snapshot
    assert list(VENEDIG.snapshot(state)) == list(snapshot)


def test_the_setup_of_the_rules_page_needs_no_start() -> None:
    snapshot = read("snapshots/venedig-setup.yaml")
    assert VENEDIG.snapshot(VENEDIG.setup(snapshot["players"], {}, None)) == snapshot


def test_score_ranks_by_space() -> None:
    score = VENEDIG.score(read("snapshots/venedig-midgame.yaml"))
    assert score["winners"] == ["Claudia"]
    assert {name: row["rank"] for name, row in score["players"].items()} == {"Claudia": 1, "Anke": 2, "Bernd": 3}


# --- the map, from its data alone (VEN-3.2 to VEN-3.8) --------------------------------------------------------
def test_fields_and_what_lies_on_them() -> None:
    starts = [field.start for field in TABLES.fields]
    assert len(starts) == 110
    assert starts.count("swamp") == 86
    assert starts.count("stones") == 15
    assert len(starts) - 86 - 15 == 9 == sum(len(row.fields) for row in TABLES.prebuilt)
    assert {row.building for row in TABLES.prebuilt} == set(LAGOON.kinds)
    stones = {q.id: sum(1 for f in TABLES.fields if f.quarter == q.id and f.start == "stones") for q in TABLES.quarters}
    assert set(stones.values()) == {3}


def test_neighbours_are_symmetric_and_stay_in_their_quarter() -> None:
    for field, near in enumerate(LAGOON.near):
        assert not near >> field & 1
        for other in members(near):
            assert LAGOON.near[other] >> field & 1
            assert LAGOON.quarter_of[other] == LAGOON.quarter_of[field]


def test_every_space_touches_the_quarters_the_rules_page_says() -> None:
    at = {field.hex: field.quarter for field in TABLES.fields}
    touched = [{at[s] for h in space.hexes for s in around(h) if s in at} for space in TABLES.track]
    assert [set(space.quarters) for space in TABLES.track] == touched
    spans = {
        "c": [*range(1, 11), *range(45, 51)],
        "a": [*range(3, 11), *range(40, 46)],
        "b": [*range(10, 15), *range(33, 46)],
        "d": [*range(10, 18), *range(45, 57)],
        "e": [*range(15, 33)],
    }
    for quarter, spaces in spans.items():
        assert [n for n, quarters in enumerate(touched) if quarter in quarters] == spaces
    assert len(touched[10]) == len(touched[45]) == 4
    assert all(not touched[n] for n in (0, 57, 58, 59, 60))
    assert all(1 <= len(touched[n]) <= 2 for n in range(1, 57) if n not in (10, 45))
    assert LAGOON.same_place == {10: 45, 45: 10}


def test_sites() -> None:
    counts = dict(zip(LAGOON.kinds, map(len, LAGOON.sites), strict=True))
    assert counts == {"casa": 110, "palazzo": 231, "campo": 110, "ponte": 14, "basilica": 126}
    for kind, sites in zip(TABLES.kinds, LAGOON.sites, strict=True):
        for site in sites:
            assert len(site.fields) == kind.fields == site.mask.bit_count()
            assert len(site.quarters) == (2 if kind.site == "bridge" else 1)


def test_open_sites_are_those_of_which_nothing_is_taken() -> None:
    rng = random.Random(5)
    for _ in range(50):
        taken = rng.getrandbits(len(LAGOON.fields)) & rng.getrandbits(len(LAGOON.fields))
        for kind, sites in enumerate(LAGOON.sites):
            assert list(LAGOON.open_sites(kind, taken)) == [not site.mask & taken for site in sites]


def test_a_kind_without_any_site_has_no_open_one() -> None:
    none = World(replace(KIT, tables=replace(TABLES, bridges=[], prebuilt=[])))
    assert none.open_sites(none.kind_number["ponte"], 0) == b""


def test_bridges_only_over_canals() -> None:
    water = {spot for space in TABLES.track for spot in space.hexes} | set(TABLES.side_canals)
    at = {field.id: field for field in TABLES.fields}
    ends = [name for bridge in TABLES.bridges for name in bridge.fields]
    assert len(set(ends)) == len(ends) == 28
    for bridge in TABLES.bridges:
        one, other = (at[name] for name in bridge.fields)
        between = set(around(one.hex)) & set(around(other.hex))
        assert one.quarter != other.quarter
        assert len(between) == 2
        assert between <= water


EDITS = {  # what is typed instead, and what is said about it
    "a field is moved": ("{id: a1,  q: 4,", "{id: a1,  q: 9,", "lies on the hex"),
    "a field is taken away": ("  - {id: a21, q: 2,  r: 8,  start: ponte}\n", "", "there is no field 'a21'"),
    "a stone field gets a swamp": ("q: 6,  r: 3,  start: stones", "q: 6,  r: 3,  start: swamp", "86 swamp tiles"),
    "a start that does not exist": ("start: stones", "start: stone", "unknown start 'stone'"),
    "a space says a quarter too many": ("[[-3, 8]], quarters: [c]", "[[-3, 8]], quarters: [a, c]", "touches c"),
    "a bridge within one quarter": ("fields: [a12, c2]", "fields: [a12, a13]", "in one quarter"),
    "a bridge over no canal": ('c2], over: ["3", "4"]', 'c2], over: ["3", "5"]', "not joined"),
    "a quarter with other fields": ("name: San Polo, fields: 21", "name: San Polo, fields: 22", "has 21 fields"),
    "an unknown key": ("{id: a2,  q: 5,", "{id: a2,  qq: 5,", "unknown key 'qq'"),
    "a pole far away": ("{n: 72, hex: [18, 2]}", "{n: 72, hex: [14, 9]}", "does not touch"),
    "a building on no site": ("palazzo, fields: [b6, b7]", "palazzo, fields: [b6, b8]", "no site for a palazzo"),
}


@pytest.mark.parametrize("what", EDITS)
def test_a_wrong_map_is_refused_with_file_and_line(what: str, data: Path) -> None:
    old, new, said = EDITS[what]
    file = data / "venedig" / "map.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(FaultyData) as caught:
        open_kit("venedig", data)
    faults = [str(fault) for fault in caught.value.faults]
    assert any(said in fault for fault in faults), faults
    assert all(re.match(r".*\.yaml:\d+:\d+: ", fault) for fault in faults), faults


def test_a_moved_bridge_changes_print_and_play(data: Path) -> None:
    """The rules read the map that is printed."""
    file = data / "venedig" / "map.yaml"
    text = file.read_text(encoding="utf-8")
    line = next(line for line in text.split("\n") if "d10-e22" in line)
    file.write_text(text.replace(line + "\n", ""), encoding="utf-8")
    rules = Rules(open_kit("venedig", data))
    state = rules.setup(THREE, {}, {"hands": {"Anna": {"ponte": 3}}})
    state, _ = rules.apply(state, {"by": "Anna", "do": "play", "cards": {"ponte": 3}})
    with pytest.raises(Refused, match=r"VEN-7\.13"):
        rules.apply(state, {"by": "Anna", "do": "build", "building": "ponte", "fields": ["d10", "e22"]})


# --- what is refused ----------------------------------------------------------------------------------------
def refused(state: Any, **move: Any) -> str:
    before = VENEDIG.snapshot(state)
    with pytest.raises(Refused) as caught:
        VENEDIG.apply(state, move)
    assert VENEDIG.snapshot(state) == before
    return caught.value.rule


PHASES: dict[str, dict[str, Any]] = {
    "play": {},
    "build": {"phase": "build", "out": {"Anna": {"casa": 1}}, "due": [{"building": "casa", "builder": "Anna"}]},
    "halt": {
        "phase": "halt",
        "out": {"Anna": {"casa": 1}},
        "due": [{"building": "casa", "builder": "Anna"}],
        "built": [{"building": "casa", "fields": ["a3"]}],
        "moving": [{"player": "Anna", "points": 1}],
    },
    "drop": {
        "phase": "drop",
        "out": {"Anna": {"campo": 1, "ponte": 1, "basilica": 1}},
        "builders": {"campo": "Anna", "ponte": "Anna", "basilica": "Anna"},
    },
    "drain": {"phase": "drain"},
    "draw": {"phase": "draw"},
    "last-exchange": {
        "phase": "last-exchange",
        "turn": "Anna",
        "ended-by": "Carla",
        "gondolas": {"Carla": 60},
        "tiles": {"Anna": {"treasure": ["hidden"]}},
    },
}
MOVES: dict[str, dict[str, Any]] = {
    "play": {"cards": {"casa": 1}},
    "build": {"building": "campo", "fields": ["a3"]},
    "exchange": {"treasure": [5]},
    "halt": {"before": "Anna"},
    "pass": {},
    "drop": {"buildings": ["campo"]},
    "drain": {"fields": ["a1"]},
    "draw": {"pile": 1},
    "reveal": {"card": "casa"},
}
TABLE = {  # VEN-6.4 with three players; "": accepted, or refused by a rule of the move itself
    "play": ("", "5.5", "5.5", "7.30", "5.3", "5.3", "8.3"),
    "build": ("7.9", "7.9", "7.9", "7.9", "7.9", "7.9", "8.3"),
    "exchange": ("", "", "", "", "", "", ""),
    "halt": ("6.2", "", "5.5", "7.30", "6.2", "6.2", "8.3"),
    "pass": ("6.2", "5.5", "", "7.30", "6.2", "6.2", ""),
    "drop": ("6.2", "5.5", "5.5", "", "6.2", "6.2", "8.3"),
    "drain": ("", "5.5", "5.5", "7.30", "", "5.3", "8.3"),
    "draw": ("", "5.5", "5.5", "7.30", "", "", "8.3"),
    "reveal": ("7.46", "5.5", "5.5", "7.30", "7.46", "7.46", "8.3"),
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("verb", TABLE)
def test_moves_and_phases(verb: str, phase: str) -> None:
    state = VENEDIG.setup(THREE, {}, PHASES[phase])
    rule = TABLE[verb][list(PHASES).index(phase)]
    move = {"by": "Anna", "do": verb, **MOVES[verb]}
    if rule:
        assert refused(state, **move) == f"VEN-{rule}"
        return
    if verb == "exchange" and phase != "last-exchange":
        assert refused(state, **move) == "VEN-7.35"
    else:
        VENEDIG.apply(state, move)


@pytest.mark.parametrize("verb", [verb for verb in MOVES if verb != "build"])
def test_others_are_not_asked(verb: str) -> None:
    assert refused(VENEDIG.setup(THREE, {}, None), by="Carla", do=verb, **MOVES[verb]) == "VEN-6.1"


@pytest.mark.parametrize(
    "move",
    [
        {"by": "Zoe", "do": "draw", "pile": 1},
        {"by": "imaginary", "do": "draw", "pile": 1},
        {"by": "Anna", "do": "sleep"},
        {"by": "Anna", "do": "play"},
        {"by": "Anna", "do": "play", "cards": {}},
        {"by": "Anna", "do": "play", "cards": {"casa": 0}},
        {"by": "Anna", "do": "play", "cards": {"casa": True}},
        {"by": "Anna", "do": "play", "cards": {"tower": 1}},
        {"by": "Anna", "do": "play", "cards": ["casa"]},
        {"by": "Anna", "do": "drain", "fields": "a1"},
        {"by": "Anna", "do": "drain", "fields": ["z1"]},
        {"by": "Anna", "do": "draw", "pile": -1},
        {"by": "Anna", "do": "draw", "pile": 1, "colour": "red"},
        {"by": "Anna", "do": "pass", "pile": 1},
        {"by": "Anna", "do": "build", "building": "casa", "fields": ["a3"], "alone": True},
        {"by": "Anna", "do": "build", "building": "casa", "fields": ["a3"], "quarter": "a"},
        {"by": "Anna", "do": "build", "building": "ponte", "fields": ["a3", "b9"], "quarter": "z"},
        {"by": "Anna", "do": "build", "building": "ponte", "fields": ["a3", "b9"], "alone": "yes"},
        {"by": "Anna", "do": "build", "building": "ponte", "fields": ["a3", "b9"], "halt": "imaginary"},
        {"by": "Anna", "do": "exchange", "swamp": [3]},
        {"by": "Anna", "do": "exchange", "treasure": 5},
        {"by": "Anna", "do": "reveal"},
        {"by": "Anna", "do": "reveal", "card": "casa", "drawn": False},
        {},
    ],
    ids=str,
)
def test_what_is_no_move(move: dict[str, Any]) -> None:
    assert refused(VENEDIG.setup(THREE, {}, None), **move) == "VEN-6.3"


@pytest.mark.parametrize(
    ("players", "options", "start", "rule"),
    [
        (["Anna"], {}, None, "VEN-10.1"),
        (["Anna", "Bernd", "Carla", "Dora", "Emil", "Fritz"], {}, None, "VEN-10.1"),
        (["Anna", "Anna"], {}, None, "VEN-10.1"),
        (["Anna", "imaginary"], {}, None, "VEN-10.1"),
        (THREE, {"deck": "other"}, None, "VEN-2.2"),
        (THREE, {"colour": "red"}, None, "VEN-2.2"),
        (THREE, {"deck": "listed"}, {"options": {"deck": "balanced"}}, "VEN-2.2"),
        (THREE, {}, {"players": ["Anna", "Bernd"]}, "VEN-9.1"),
        (THREE, {}, {"gondolas": {"Zoe": 1}}, "VEN-9.1"),
        (THREE, {}, {"gondolas": [1]}, "VEN-9.1"),
        (THREE, {}, {"gondolas": {"Anna": -1}}, "VEN-9.1"),
        (THREE, {}, {"drained": ["z1"]}, "VEN-9.1"),
        (THREE, {}, {"builders": {"ponte": "imaginary"}}, "VEN-9.1"),
        (THREE, {}, {"phase": "build"}, "VEN-10.20"),
        (THREE, {}, {"phase": "after"}, "VEN-10.20"),
        (THREE, {}, {"gondolas": {"Anna": 60}}, "VEN-10.17"),
        (THREE, {}, {"tiles": {"Anna": {"swamp": [2]}}}, "VEN-10.13"),
    ],
)
def test_a_start_is_refused(players: list[str], options: dict[str, Any], start: Any, rule: str) -> None:
    with pytest.raises(Refused) as caught:
        VENEDIG.setup(players, options, start)
    assert caught.value.rule == rule


# --- a few things the examples leave open ---------------------------------------------------------------------
def test_a_halt_before_the_builder_himself() -> None:
    start = {
        "gondolas": {"Anna": 8},
        "hands": {"Anna": {"casa": 1}},
        "drained": ["a1", "a2", "a4"],
        "tiles": {"Anna": {"swamp": [2, 2, 2]}},
    }
    state = VENEDIG.setup(THREE, {}, start)
    state, _ = VENEDIG.apply(state, {"by": "Anna", "do": "play", "cards": {"casa": 1}})
    assert refused(state, by="Anna", do="build", building="casa", fields=["a3"], halt="Bernd") == "VEN-7.29"
    state, _ = VENEDIG.apply(state, {"by": "Anna", "do": "build", "building": "casa", "fields": ["a3"], "halt": "Anna"})
    assert VENEDIG.snapshot(state)["moving"] == [{"player": "Anna", "points": 1}]
    state, _ = VENEDIG.apply(state, {"by": "Anna", "do": "exchange", "swamp": [2, 2, 2]})
    snapshot = VENEDIG.snapshot(state)
    assert (snapshot["phase"], snapshot["gondolas"]["Anna"]) == ("drain", 10)


def test_sixty_reached_by_gold_in_a_halt_lets_the_building_finish() -> None:
    start = {
        "gondolas": {"Anna": 59, "Bernd": 50},
        "hands": {"Anna": {"basilica": 2}},
        "out": {"Anna": {"basilica": 1}, "Bernd": {"basilica": 1}},
        "builders": {"basilica": "Anna"},
        "tiles": {"Anna": {"treasure": [5]}},
    }
    state = VENEDIG.setup(THREE, {}, start)
    state, _ = VENEDIG.apply(state, {"by": "Anna", "do": "play", "cards": {"basilica": 2}})
    build = {"by": "Anna", "do": "build", "building": "basilica", "fields": ["c13", "c16", "c17"], "halt": "Anna"}
    state, _ = VENEDIG.apply(state, build)
    assert VENEDIG.snapshot(state)["phase"] == "halt"
    state, _ = VENEDIG.apply(state, {"by": "Anna", "do": "exchange", "treasure": [5]})
    snapshot = VENEDIG.snapshot(state)
    assert snapshot["phase"] == "last-exchange"
    assert snapshot["gondolas"] == {"Anna": 67, "Bernd": 53, "Carla": 0}
    assert snapshot["to-exchange"] == ["Bernd"]  # he took a treasure at 50; Anna has spent hers


def test_the_imaginary_player_inherits_a_figure_last() -> None:
    start = {
        "out": {
            "Anna": {"campo": 1, "ponte": 1, "basilica": 1},
            "imaginary": {"basilica": 1},
            "Bernd": {"basilica": 1},
        },
        "builders": {"campo": "Anna", "ponte": "Anna", "basilica": "Anna"},
        "phase": "drop",
    }
    state = VENEDIG.setup(["Anna", "Bernd"], {}, start)
    state, _ = VENEDIG.apply(state, {"by": "Anna", "do": "drop", "buildings": ["basilica"]})
    assert VENEDIG.snapshot(state)["builders"]["basilica"] == "Bernd"
