"""The console does what was typed, and tells nobody what is not his."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.cli.test_evening import evening_at, opened, said, typed
from tests.trust.test_secrecy import CHANCES, receipts
from venice_pnp.console.commands import COMMANDS
from venice_pnp.console.evening import Evening
from venice_pnp.contract.play import TABLE
from venice_pnp.referee import home
from venice_pnp.referee.table import Table, new_table
from venice_pnp.speech.texts import verb_texts
from venice_pnp.speech.tongues import referee_texts
from venice_pnp.speech.trouble import NotAgreed

PLAYERS = ["Anke", "Bernd", "Claudia"]
CLOCK = re.compile(r"\d\d:\d\d(:\d\d)?")


# --- literal input ----------------------------------------------------------------------------------------
def test_b_is_a_bid_and_a_bribe_is_asked_back() -> None:
    table = opened("canaletto")
    evening = evening_at(table)
    typed(evening, "b 3")
    assert table.view(None)["high-bid"] == 3
    for answer, bribed in (("n", False), ("", True)):
        made = len(table.steps)
        scene = typed(evening, "b")
        assert any("Did you mean “bribe”" in line for line in scene.asked)
        assert len(table.steps) == made
        typed(evening, answer)
        assert (len(table.steps) > made) is bribed


def test_what_is_typed_in_full_is_not_asked_back() -> None:
    table = opened("canaletto")
    evening = evening_at(table)
    typed(evening, "b 3", "bribe")
    assert table.view(None)["round"] == 2


@pytest.mark.parametrize(("lang", "line"), [("de", "z"), ("en", "dr"), ("de", "zieh")])
def test_a_turn_is_not_ended_by_a_guess(lang: str, line: str) -> None:
    """`z` means back elsewhere; in Venedig it drew a card."""
    table = opened("venedig")
    made = len(table.steps)
    scene = typed(evening_at(table, lang), line)
    assert len(table.steps) == made
    assert any({"de": "Gemeint", "en": "Did you mean"}[lang] in line for line in scene.asked)


def attacking() -> Table:
    """An attack was made; the table draws a combat tile."""
    start = {"phase": "roll", "active": "Anke", "doge": {"player": "Anke", "family": 2, "markers": 3}}
    table = new_table("venetia", ["Anke", "Bernd"], path=home.table_path("v"), start=start)
    table.do({"by": TABLE, "do": "roll", "military": [2, 3], "politics": [2, 3, 3], "trade": [3, 4]})
    table.do({"by": "Anke", "do": "die", "type": "military", "value": 2})
    while table.awaited()[0]["for"] != "tile":
        by = str(table.awaited()[0]["by"])
        legal = list(table.rules.legal(table.state, by))
        table.do(next((move for move in legal if move["do"] in ("attack", "sea")), legal[0]))
    return table


@pytest.mark.parametrize("shown", ["2", "1", "2cb"])
def test_what_a_tile_shows_is_what_is_typed(shown: str) -> None:
    """A `2` was the second of the menu."""
    table = attacking()
    evening = evening_at(table)
    evening.asked(evening.paint())
    assert not any(label.isdecimal() for label in evening.menu.labels)
    typed(evening, shown)
    tile = next(step.move["tile"] for step in reversed(table.steps) if step.move.get("do") == "tile")
    assert str(tile) == shown


def test_a_letter_of_the_menu_is_chosen() -> None:
    table = attacking()
    evening = evening_at(table)
    evening.asked(evening.paint())
    label, wanted = evening.menu.labels[1], evening.menu.moves[1]
    typed(evening, label)
    assert next(s.move for s in reversed(table.steps) if s.move.get("do") == "tile") == wanted


def test_without_a_limit_no_end_is_invented_and_a_huge_bid_is_asked_back() -> None:
    path = home.table_path("c")
    table = new_table("canaletto", PLAYERS, path=path, seed="7", options={"debt-limit": "none"})
    evening = evening_at(table)
    scene = typed(evening, "? bid 0")
    assert "1.." in said(scene) and "1..100" not in said(scene)
    scene = typed(evening, "5000")
    assert any("Did you mean “bid 5000”" in line for line in scene.asked)
    assert table.view(None)["high-bid"] == 0
    typed(evening, "y")
    assert table.view(None)["high-bid"] == 5000


# --- no leaks ---------------------------------------------------------------------------------------------
def masked(evening: Evening, text: str) -> str:
    for word in (*receipts(evening.table), evening.table.name):
        text = text.replace(word, "@")
    return CLOCK.sub("00:00", CHANCES.sub("#", text))


def lines_to_try(table: Table) -> list[str]:
    """Every command there is, with and without words, and `?` with everything that may be typed."""
    words = [str(row[0]) for name, row in referee_texts()["commands"].items() if name in COMMANDS]
    asked = [f"? {text.form}" for text in verb_texts(table.kit).values() if text.form]
    ids = [row.id for row in getattr(table.kit.tables, "kinds", None) or table.kit.tables.fields]
    asked += [f"? {n} {kind}" for kind in ids for n in (1, 2, 3)]
    asked += [f"? {kind} 3 1" for kind in ids]
    return [word for word in words if word not in ("q", "check", "setup", "v", "u")] + asked


def everything_shown(table: Table, lang: str) -> list[str]:
    """What is on the screen after each line, typed one after the other."""
    evening = evening_at(table, lang)
    found = []
    for line in lines_to_try(table):
        made = len(table.steps)
        scene = typed(evening, line)
        found.append(masked(evening, f"{line}\n{scene.hint}\n{said(scene)}"))
        evening.page = None
        assert len(table.steps) == made, line
    return found


@pytest.mark.parametrize("lang", ["en", "de"])
def test_no_command_tells_what_a_hand_holds(lang: str) -> None:
    """Venedig: `? 1 pa` told it. Two tables that differ only in what was dealt say the same to every line."""
    tables = [new_table("venedig", PLAYERS, path=home.table_path(f"xq{n}xq"), seed=f"{n}") for n in (11, 42)]
    assert tables[0].view("Anke")["secret"] != tables[1].view("Anke")["secret"]
    left, right = (everything_shown(table, lang) for table in tables)
    assert left == right


@pytest.mark.parametrize("lang", ["en", "de"])
def test_no_command_tells_what_is_sealed_or_left(lang: str) -> None:
    tables = [new_table("doge", PLAYERS, path=home.table_path(f"xq{n}xq"), seed="7") for n in (11, 42)]
    for table, tokens in zip(tables, ([3, 1], [2, 2]), strict=True):
        table.do({"by": "Anke", "do": "place", "field": "castello", "tokens": tokens})
    left, right = (everything_shown(table, lang) for table in tables)
    assert left == right


def test_a_refusal_in_the_open_does_not_tell_the_hand() -> None:
    table = opened("venedig")
    hand = table.view("Anke")["secret"]["hands"]["Anke"]
    missing = next(kind for kind in table.rules.world.kinds if kind not in hand)
    evening = evening_at(table)
    scene = typed(evening, f"1 {missing}")
    assert any("only Anke may hear" in line for line in scene.notes), scene.notes
    scene = typed(evening, "v", "", f"? 1 {missing}")
    assert any("VEN-7" in line for line in scene.asked)


def test_nothing_typed_at_the_hand_over_is_echoed() -> None:
    table = opened("doge")
    evening = evening_at(table)
    face: Any = evening.face
    typed(evening, "cs 3 1")
    assert face.kept == []
    assert len(table.awaited()) == 3


@pytest.mark.parametrize("seed", ["7", None])
def test_a_card_that_was_seen_is_not_taken_back_alone(seed: str | None) -> None:
    table = opened("venedig", seed=seed)
    table.do({"by": "Anke", "do": "draw", "pile": 1})
    with pytest.raises(NotAgreed, match="goes past a draw"):
        table.undo()
    scene = typed(evening_at(table), "u")
    assert any("does the whole table agree" in line for line in scene.asked)


def test_a_sealed_choice_is_not_taken_back_alone() -> None:
    table = opened("doge")
    table.do({"by": "Anke", "do": "place", "field": "castello", "tokens": [1]})
    with pytest.raises(NotAgreed, match="a sealed choice"):
        table.undo()
