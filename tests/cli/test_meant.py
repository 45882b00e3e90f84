"""Slips of the finger: what may have been meant, several moves in one line, and the words of the place one sits at."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import venice_pnp
from tests.conftest import ROOT, venice
from venice_pnp.speech.trouble import Ambiguous, NotAMove


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (("rules", "dgoe"), "did you mean doge?"),
        (("rules", "DGOE-7.3"), "did you mean DOGE-7.3?"),
        (("rules", "doge", "DOGE-7.377"), "did you mean DOGE-7.37?"),
        (("rules", "doge", "advisr"), "did you mean “advisor”?"),
        (("rules", "canaletto", "gondla", "--lang", "de"), "gemeint: „gondola“?"),
        (("referee", "new", "canaleto", "--players", "A,B,C"), "did you mean canaletto?"),
        (("referee", "new", "venitia", "--players", "A,B,C", "--lang", "de"), "gemeint: venetia?"),
    ],
)
def test_a_misspelled_name_is_told_with_the_one_it_is_like(typed: tuple[str, ...], meant: str) -> None:
    ran = venice(*typed)
    assert ran.code in (1, 2) and meant in ran.err and "Traceback" not in ran.said


def test_nothing_is_suggested_for_what_is_like_nothing() -> None:
    assert "did you mean" not in venice("rules", "canaletto", "xyzzy").err
    assert "the games are" in venice("rules", "zzz").err


@pytest.mark.parametrize(
    ("lang", "line", "said"),
    [
        ("en", "bid 3; pass", "One move at a time"),
        ("de", "bieten 3;passen", "Ein Zug nach dem anderen"),
        ("en", "bid 3, 4", "such as “bid 3”"),
        ("de", "bieten 3, 4, 5", "etwa „bieten 3“"),
    ],
)
def test_several_moves_in_one_line_are_none(lang: str, line: str, said: str) -> None:
    match = venice_pnp.play("canaletto", ["Anna", "Bruno", "Carla"], setup="reference", lang=lang)
    before = match.snapshot()
    with pytest.raises(NotAMove) as told:
        match.do("Anna", line)
    assert said in str(told.value) and match.snapshot() == before


def test_what_is_listed_after_a_refusal_is_no_move_but_a_list_of_fields_is() -> None:
    match = venice_pnp.play("doge", ["Anna", "Bruno", "Carla"], seed=3)
    seat = ""
    while len([move for move in match.legal(seat) if move["do"] == "houses"] if seat else ()) < 2:
        if seat:
            match.do(seat, match.legal(seat)[0])
        seat = match.awaited[0]["by"]
    with pytest.raises(NotAMove, match="such as “houses 1”"):
        match.do(seat, "houses 1, 2")
    city = venice_pnp.play("venedig", ["Anna", "Bruno", "Carla"], seed=3)
    assert city.do(city.awaited[0]["by"], "drain a1, a2").moves[0]["fields"] == ["a1", "a2"]


@pytest.mark.parametrize("line", ["houses", "house", "Häuser"])
def test_a_number_that_was_left_out_is_asked_for(line: str) -> None:
    """`referee do Bernd houses` placed two houses, where the console asks how many."""
    match = venice_pnp.play("doge", ["Anna", "Bruno", "Carla"], seed=3)
    seat = ""
    while len([move for move in match.legal(seat) if move["do"] == "houses"] if seat else ()) < 2:
        if seat:
            match.do(seat, match.legal(seat)[0])
        seat = match.awaited[0]["by"]
    before = match.snapshot()
    with pytest.raises(Ambiguous, match="houses 1, houses 2"):
        match.do(seat, line)
    with pytest.raises(Ambiguous, match="houses 1, houses 2"):
        match.typed(seat, [line])
    assert match.snapshot() == before
    assert match.do(seat, "houses 2").moves[0]["count"] == 2
    match.undo(agreed=True)
    assert "count" not in match.do(seat, {"do": "houses"}).moves[0]  # DOGE-6.9: a program says it by leaving it out


def test_a_table_that_is_played_is_audited(tmp_path: Path) -> None:
    table = tmp_path / "a.table"
    assert venice("referee", "new", "doge", "--players", "A,B,C", "--seed", "3", "--table", table).code == 0
    ran = venice("referee", "audit", "--table", table)
    assert (ran.code, ran.out.strip()) == (0, "The table is sound.")
    for wrong in ((), ("x.yaml", "--table", table), ("--table", table, "--against", table)):
        asked = venice("referee", "audit", *wrong)
        assert asked.code == 2 and "name a SNAPSHOT.yaml" in asked.err.replace("\n", " ")


def test_the_console_names_its_own_word_for_rules() -> None:
    """Every refusal at the console says how a ruling is looked up there: „regeln“, not the command of the shell."""
    for file in (ROOT / "venice_pnp/console").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "refusal":
                to_speech = isinstance(node.func.value, ast.Attribute) and node.func.value.attr == "speech"
                assert not to_speech or len(node.args) == 2, f"{file.name}:{node.lineno}"
