"""Venedig at the table: the map in the terminal, sites, typed moves, and a table with a seed."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from venice_pnp.contract.play import Refused
from venice_pnp.games.venedig import screens as screen
from venice_pnp.referee import home
from venice_pnp.referee.moves import from_words, short
from venice_pnp.referee.records import record_from, replay
from venice_pnp.referee.table import Table, new_table, open_game, verify
from venice_pnp.speech.paint import Paint, fold
from venice_pnp.speech.words import Speech, known_ids

TESTS = Path(__file__).resolve().parents[1]
OPENED = open_game("venedig")
KIT, VENEDIG = OPENED.kit, OPENED.rules
MIDGAME: dict[str, Any] = yaml.safe_load((TESTS / "snapshots/venedig-midgame.yaml").read_text(encoding="utf-8"))
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def midgame() -> Any:
    return VENEDIG.setup(MIDGAME["players"], {}, MIDGAME)


def drawn(width: int, lang: str = "en", plain: bool = True, view: dict[str, Any] | None = None) -> list[str]:
    players = MIDGAME["players"]
    paint = Paint(KIT, players, {}, plain, width)
    said = screen.lines(VENEDIG, view or VENEDIG.view(midgame(), None), Speech(lang, KIT, players), paint)
    return [line for text in said for line in fold(text, width)]


# --- the map ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("width", [80, 100, 130, 200])
def test_the_screen_keeps_to_the_width_and_says_everything(width: int, lang: str) -> None:
    lines = drawn(width, lang)
    assert max(map(len, lines)) <= width
    text = "\n".join(lines)
    assert "{" not in text
    assert "screen." not in text
    assert all(name in text for name in MIDGAME["players"])


def test_every_field_and_space_is_on_the_wide_map() -> None:
    words = set(" ".join(drawn(100)).split())
    assert words >= {field.id for field in KIT.tables.fields}
    assert words >= {str(n) for n in range(73)}
    assert " ".join(drawn(100)).count("BAS") == 6
    assert " ".join(drawn(130)).count("PALAZ") == 4


def test_swamp_and_free_fields_are_counted_right_on_the_map() -> None:
    chart = " ".join(drawn(80)[1:16])
    free = VENEDIG.world.all_fields & ~(midgame().marsh | midgame().covered)
    assert chart.count("~~") == midgame().marsh.bit_count()
    assert chart.count("··") == free.bit_count()


def test_colours_change_no_letter() -> None:
    assert [COLOUR.sub("", line) for line in drawn(100, plain=False)] == drawn(100)


def test_the_end_and_a_halt_are_said() -> None:
    start = {"phase": "over", "turn": None, "gondolas": {"Bernd": 61}, "ended-by": "Bernd"}
    state = VENEDIG.setup(MIDGAME["players"], {}, start)
    assert any("Bernd" in line for line in drawn(80, view=VENEDIG.view(state, None))[-1:])
    halt = {
        "phase": "halt",
        "out": {"Anke": {"casa": 1}},
        "due": [{"building": "casa", "builder": "Anke"}],
        "built": [{"building": "casa", "fields": ["a3"]}],
        "moving": [{"player": "Anke", "points": 1}],
    }
    state = VENEDIG.setup(MIDGAME["players"], {}, halt)
    assert drawn(80, view=VENEDIG.view(state, None))[-1] == "Still to move: ●\u00a0Anke 1"


# --- sites --------------------------------------------------------------------------------------------------
def test_sites_say_what_building_there_gives() -> None:
    """Every hint comes true: the points and the treasures are those of the move."""
    for kind, need in zip(VENEDIG.world.kinds, VENEDIG.world.needed, strict=True):
        start = {"gondolas": {"Anna": 16}, "hands": {"Anna": {kind: need}}, "drained": ["d5", "d4", "e19", "e20"]}
        start["built"] = [{"building": "casa", "fields": ["e23"]}]
        state = VENEDIG.setup(["Anna", "Bernd", "Carla"], {}, start)
        state, _ = VENEDIG.apply(state, {"by": "Anna", "do": "play", "cards": {kind: need}})
        hints = VENEDIG.sites(state, kind)
        assert hints == sorted(hints, key=lambda row: -row["points"])
        legal = [move["fields"] for move in VENEDIG.legal(state, "Anna") if move["do"] == "build"]
        assert sorted(row["fields"] for row in hints) == sorted(map(list, {tuple(fields) for fields in legal}))
        for row in hints:
            move = {"by": "Anna", "do": "build", "building": kind, "fields": row["fields"]}
            after, _ = VENEDIG.apply(state, move)
            assert after.gondolas[0] - 16 == row["points"]
            assert len(after.treasures[0]) == ("Anna" in row["treasures"])
            if "quarters" in row:
                for quarter, points in row["quarters"].items():
                    after, _ = VENEDIG.apply(state, {**move, "quarter": quarter})
                    assert after.gondolas[0] - 16 == points


def test_sites_of_no_kind_are_refused() -> None:
    with pytest.raises(Refused, match=r"VEN-6\.3"):
        VENEDIG.sites(midgame(), "tower")


# --- typed moves --------------------------------------------------------------------------------------------
def typed(by: str, text: str) -> dict[str, Any]:
    return from_words(by, text.split(), VENEDIG.verbs, [], known_ids(KIT), MIDGAME["players"])


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("play casa=2 ponte=1", {"do": "play", "cards": {"casa": 2, "ponte": 1}}),
        ("play cas=1", {"do": "play", "cards": {"casa": 1}}),
        ("build palazzo e7 e11", {"do": "build", "building": "palazzo", "fields": ["e7", "e11"]}),
        (
            "build ponte d10,e22 quarter=e halt=Ber alone=true",
            {
                "do": "build",
                "building": "ponte",
                "fields": ["d10", "e22"],
                "quarter": "e",
                "halt": "Bernd",
                "alone": True,
            },
        ),
        ("exchange 2 2 1", {"do": "exchange", "swamp": [2, 2, 1]}),
        ("exchange 1 treasure=4", {"do": "exchange", "swamp": [1], "treasure": [4]}),
        ("exchange treasure=5,5", {"do": "exchange", "treasure": [5, 5]}),
        ("drain a14 a18", {"do": "drain", "fields": ["a14", "a18"]}),
        ("draw", {"do": "draw"}),
        ("draw 1", {"do": "draw", "pile": 1}),
        ("draw pool=casa", {"do": "draw", "pool": ["casa"]}),
        ("draw palazzo 3", {"do": "draw", "give": "palazzo", "pile": 3}),
        ("draw palazzo campo 2", {"do": "draw", "give": "palazzo", "pool": ["campo"], "pile": 2}),
        ("drop basilica", {"do": "drop", "buildings": ["basilica"]}),
        ("reveal casa", {"do": "reveal", "card": "casa"}),
        ("pass", {"do": "pass"}),
    ],
)
def test_short_forms(text: str, move: dict[str, Any]) -> None:
    assert typed("Anke", text) == {"by": "Anke", **move}


@pytest.mark.parametrize("players", [2, 3])
def test_every_move_can_be_typed_as_it_is_shown(players: int) -> None:
    rng = random.Random(players)
    names = MIDGAME["players"][:players]
    state = VENEDIG.setup(names, {}, None)
    while VENEDIG.pending(state):
        by = rng.choice(VENEDIG.pending(state))["by"]
        move = rng.choice(VENEDIG.legal(state, by))
        assert typed(by, short(move, VENEDIG.verbs)) == move
        state, _ = VENEDIG.apply(state, move)


# --- a table with a seed ------------------------------------------------------------------------------------
def play_on(table: Table, moves: int) -> None:
    rng = random.Random(3)
    while table.awaited() and moves:
        by = rng.choice(table.awaited())["by"]
        table.do(rng.choice(table.rules.legal(table.state, by)))
        moves -= 1


def test_a_seeded_table_deals_hides_and_can_be_verified() -> None:
    table = new_table("venedig", ["Anke", "Bernd"], path=home.table_path("v"), seed="5")
    hand = table.view("Anke")["secret"]["hands"]["Anke"]
    assert sum(hand.values()) == 3
    assert "secret" not in table.view(None)
    assert "draw-order" not in str(table.view("Anke"))
    play_on(table, 40)
    drawn_cards = [step.move for step in table.steps if step.move.get("do") == "reveal"]
    assert drawn_cards
    assert all(move["drawn"] and move["card"] for move in drawn_cards)
    record, left_out = table.export()
    assert left_out == 0
    assert "start" not in record
    assert b"draw-order" not in table.path.read_bytes()
    assert '"secret"' not in str(table.log())
    outcome = replay(VENEDIG, record_from(record, {}, "export"))
    assert outcome.problem is None
    assert VENEDIG.snapshot(outcome.state) == table.view(None)
    assert verify(table.path).ok
    assert VENEDIG.snapshot(Table(table.path).state) == VENEDIG.snapshot(table.state)


def test_the_same_seed_deals_the_same_cards() -> None:
    one, other = (
        new_table("venedig", ["Anke", "Bernd", "Claudia"], path=home.table_path(name), seed="9") for name in ("a", "b")
    )
    assert VENEDIG.snapshot(one.state) == VENEDIG.snapshot(other.state)


def test_a_corrected_table_stays_seeded_and_nobodys_hand_changes() -> None:
    table = new_table("venedig", ["Anke", "Bernd", "Claudia"], path=home.table_path("cat"), seed="9")
    play_on(table, 30)
    hidden = VENEDIG.snapshot(table.state)["secret"]
    typed = table.view(None)
    typed["gondolas"]["Bernd"] += 20
    table.correct(typed, "the cat")
    assert VENEDIG.snapshot(table.state)["secret"] == hidden
    assert table.view(None)["gondolas"] == typed["gondolas"]
    assert b"draw-order" not in table.path.read_bytes()
    play_on(table, 30)
    assert VENEDIG.snapshot(Table(table.path).state) == VENEDIG.snapshot(table.state)
    assert verify(table.path).ok


def test_what_no_longer_fits_a_corrected_table_is_dealt_anew() -> None:
    table = new_table("venedig", ["Anke", "Bernd", "Claudia"], path=home.table_path("dog"), seed="9")
    before = VENEDIG.snapshot(table.state)["secret"]
    typed = table.view(None)
    card = before["draw-order"][0]
    typed["discard"], typed["draw-pile"] = {card: 1}, typed["draw-pile"] - 1
    table.correct(typed, "the dog ate the top card")
    after = VENEDIG.snapshot(table.state)["secret"]
    assert after["hands"] == before["hands"]
    assert after["draw-order"] != before["draw-order"][1:]
    assert len(after["draw-order"]) == typed["draw-pile"]
    kinds = [*after["draw-order"], card, *(k for h in after["hands"].values() for k, n in h.items() for _ in range(n))]
    assert {kind: kinds.count(kind) for kind in VENEDIG.world.kinds} == dict(
        zip(VENEDIG.world.kinds, table.state.seats.cards, strict=True)
    )
    play_on(table, 10)
    assert verify(table.path).ok


# --- what is offered, and what is accepted -------------------------------------------------------------------
def test_legal_moves_beyond_the_offered_ones_are_accepted() -> None:
    """`legal` names two fields to drain only side by side in the list, and only thrifty exchanges."""
    state = VENEDIG.setup(["Anke", "Bernd", "Claudia"], {}, None)
    offered = list(VENEDIG.legal(state, "Anke"))
    marsh = [field.id for field in KIT.tables.fields if field.start == "swamp"]
    far = {"by": "Anke", "do": "drain", "fields": [marsh[0], marsh[-1]]}
    assert far not in offered
    assert VENEDIG.view(VENEDIG.apply(state, far)[0], None)["tiles"]["Anke"]["swamp"] == ["hidden", "hidden"]
    rich = VENEDIG.setup(
        ["Anke", "Bernd", "Claudia"], {}, {"tiles": {"Anke": {"swamp": ["hidden"] * 7}}, "drained": marsh[:7]}
    )
    wasteful = {"by": "Anke", "do": "exchange", "swamp": [2, 2, 2, 1, 1, 1, 1]}
    assert wasteful not in list(VENEDIG.legal(rich, "Anke"))
    assert VENEDIG.view(VENEDIG.apply(rich, wasteful)[0], None)["gondolas"]["Anke"] > 0
