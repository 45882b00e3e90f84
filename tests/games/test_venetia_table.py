"""Venetia at a table with a seed: what lies face down is dealt, sealed, told to its owner, and provable afterwards."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from venice_pnp.contract.play import Refused
from venice_pnp.referee import home
from venice_pnp.referee.frame import screen
from venice_pnp.referee.records import Record, replay
from venice_pnp.referee.table import Table, new_table, verify
from venice_pnp.speech.paint import Paint
from venice_pnp.speech.words import Speech

PLAYERS = ["Anke", "Bernd", "Claudia"]
EVERY = {"city": True, "veto": True, "early-kingdoms": True, "tiles-back": True, "all-grey": True}


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VENICE_PNP_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("VENICE_PNP_LANG", "en")
    return tmp_path


def seeded(seed: str = "5", options: dict[str, bool] | None = None) -> Table:
    return new_table("venetia", PLAYERS, path=home.table_path("v"), seed=seed, options=options or {})


def shown(table: Table, seat: str | None) -> str:
    """Every byte a seat is shown of hidden things: screens and view without the open piles, log and export."""
    paint = Paint(table.kit, table.players, {}, plain=True)
    texts = [screen(table, seat, Speech(lang, table.kit, table.players), paint) for lang in ("en", "de")]
    view = {key: value for key, value in table.view(seat).items() if key not in ("discard", "turn")}
    return "\n".join([*texts, json.dumps(view), json.dumps(table.awaited())])


def hidden_cards(table: Table, seat: str | None) -> set[str]:
    houses = table.rules.snapshot(table.state)["houses"]
    return {card for name, house in houses.items() if name != seat for card in house["hand"] + house["box"]}


def step(table: Table, rng: random.Random) -> Any:
    by = rng.choice(table.awaited())["by"]
    return table.do(rng.choice(list(table.rules.legal(table.state, by))))


@pytest.mark.parametrize("options", [{}, EVERY], ids=["standard", "every-option"])
def test_a_whole_seeded_game(options: dict[str, bool]) -> None:
    table, rng = seeded(options=options), random.Random(1)
    while table.awaited():
        assert all(item["by"] != "table" for item in table.awaited())
        houses = table.rules.snapshot(table.state)["houses"].values()
        assert all("?" not in house["hand"] + house["box"] + house["vp"] for house in houses)
        step(table, rng)
    assert verify(table.path).ok
    record, left_out = table.export()
    assert left_out == 0
    moves = record["moves"]
    again = replay(table.rules, Record(table.path, "venetia", PLAYERS, options, None, moves, list(range(len(moves)))))
    assert again.problem is None
    assert again.state == table.state


def test_what_is_dealt_is_told_to_its_owner_only(house: Path) -> None:
    table = seeded()
    hand = table.rules.snapshot(table.state)["houses"]["Anke"]["hand"]
    assert table.view("Anke")["houses"]["Anke"]["hand"] == hand
    dealt = table.log()[-1]
    assert (dealt["kind"], dealt["by"], dealt["do"]) == ("seal", "table", "deal")
    for file in house.rglob("*.table"):
        for card in hidden_cards(table, None):
            assert f'"{card}"'.encode() not in file.read_bytes()
    _, left_out = table.export()
    assert left_out == 1


def test_no_screen_or_view_shows_a_hidden_card() -> None:
    table, rng = seeded("8"), random.Random(8)
    for _ in range(60):
        if not table.awaited():
            break
        step(table, rng)
        if table.state.phase in ("choose-doge",):
            continue
        for seat in (None, *PLAYERS):
            text = shown(table, seat)
            for card in hidden_cards(table, seat):
                assert f" {card}" not in text and f'"{card}"' not in text


def test_a_dealt_card_is_what_it_is() -> None:
    table, rng = seeded("3"), random.Random(3)
    while table.state.phase != "draw":
        step(table, rng)
    who = table.awaited()[0]["by"]
    card = table.view(who)["pending"]["card"]
    assert card != "?"
    assert all(table.view(seat)["pending"]["card"] == "?" for seat in (None, *PLAYERS) if seat != who)
    other = "m01" if card != "m01" else "m02"
    with pytest.raises(Refused) as caught:
        table.do({"by": who, "do": "draw", "to": "hand", "card": other})
    assert caught.value.rule == "VTA-7.73"
    table.do({"by": who, "do": "draw", "to": "hand"})
    assert table.view(who)["houses"][who]["hand"][-1] == card


def test_nobody_deals_to_himself() -> None:
    table = new_table("venetia", PLAYERS, path=home.table_path("open"))
    for move in (
        {"by": "table", "do": "deal", "hands": {"Anke": ["m01", "m02", "m03"]}},
        {"by": "Anke", "do": "deal", "hands": {"Anke": ["m01", "m02", "m03"]}, "drawn": True},
        {"by": "table", "do": "deal", "hands": {"Anke": ["m01"]}, "drawn": True},
        {"by": "table", "do": "deal", "hands": {"Anke": ["m01", "m01", "m03"]}, "drawn": True},
    ):
        with pytest.raises(Refused):
            table.do(move)


def test_a_draw_is_undone_only_if_the_table_agrees() -> None:
    from venice_pnp.speech.trouble import NotAgreed

    table, rng = seeded("4"), random.Random(4)
    while table.state.phase != "action":
        step(table, rng)
    before = table.rules.snapshot(table.state)
    with pytest.raises(NotAgreed):
        table.undo(3)
    table.undo(3, agreed=True)
    table.redo(3)
    assert table.rules.snapshot(table.state) == before


def test_with_a_seed_nobody_names_the_tile_he_draws() -> None:
    table, rng = seeded("2"), random.Random(2)
    while True:
        by = rng.choice(table.awaited())["by"]
        moves = list(table.rules.legal(table.state, by))
        attacks = [move for move in moves if move["do"] == "attack"]
        if attacks:
            break
        table.do(rng.choice(moves))
    with pytest.raises(Refused) as caught:
        table.do({**attacks[0], "tile": "3cb"})
    assert caught.value.rule == "VTA-5.17"
    table.do(attacks[0])
    assert table.state.phase != "tile"
