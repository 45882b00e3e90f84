"""A correction changes what it names: everything else stays as the table has it, and what changed is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import venice_pnp
from tests.conftest import ROOT, venice
from tests.trust.play import GAMES, game
from venice_pnp.contract.position import completed
from venice_pnp.door.match import match_of
from venice_pnp.referee import home
from venice_pnp.referee.table import Table, new_table, verify
from venice_pnp.speech.plain import read_file

CHANGED = {  # one piece, and the sentence that tells of it
    "canaletto": ({"money": {"Anke": 22}}, "Account marker of Anke: field 28 → field 22"),
    "doge": ({"fields": {"castello": {"houses": {"Anke": 2}}}}, "1 house of Anke: Castello → supply"),
    "venedig": ({"gondolas": {"Bernd": 12}}, "Gondola of Bernd: space 9 → space 12"),
    "venetia": ({"colonies": {"acri": {"Anke": 1}}}, "1 influence of Anke: Acri → before Anke"),
}


def in_the_middle(name: str) -> Table:
    start = read_file(ROOT / "tests" / "snapshots" / f"{name}-midgame.yaml")[0]
    options = start.get("options") or {}
    table = new_table(name, start["players"], path=home.table_path(name), start=start, options=options)
    home.remember(table.path)
    return table


def laid_over(base: Any, own: Any) -> Any:
    if not isinstance(base, dict) or not isinstance(own, dict):
        return own
    return base | {key: laid_over(base.get(key), part) for key, part in own.items()}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "board.yaml"


@pytest.mark.parametrize("name", GAMES)
def test_what_is_not_named_stays(name: str) -> None:
    match = match_of(in_the_middle(name), "en")
    known, before = match.snapshot(), match.moment()
    typed, line = CHANGED[name]
    match.correct(typed, "the cat")
    assert match.changes_since(before) == [line]
    follows = {"doge": {"supply"}}.get(name, set())
    assert {key: part for key, part in match.snapshot().items() if key not in follows} == {
        key: part for key, part in laid_over(known, typed).items() if key not in follows
    }
    assert verify(match.keeper.path).ok
    corrected = match.moment()
    match.undo(agreed=True)
    what, _, way = line.rpartition(": ")
    assert match.orders_since(corrected) == [f"{what}: {' → '.join(way.split(' → ')[::-1])}"]


@pytest.mark.parametrize("name", GAMES)
def test_what_does_not_differ_changes_nothing(name: str) -> None:
    match = match_of(in_the_middle(name), "en")
    size = len(match.keeper.journal.entries)
    for typed in ({}, match.view(), match.snapshot()):
        assert match.corrections(typed) == []
        match.correct(typed, "the cat")
    assert len(match.keeper.journal.entries) == size


def test_the_command_says_what_changed_and_that_nothing_did(file: Path) -> None:
    in_the_middle("canaletto")
    typed, line = CHANGED["canaletto"]
    file.write_text(json.dumps(typed), "utf-8")
    assert f"  ▸ {line}" in venice("referee", "correct", file, "--why", "the cat").out
    file.write_text("{}", "utf-8")
    assert "nothing was changed" in venice("referee", "correct", file, "--why", "the cat").out
    told = json.loads(venice("referee", "correct", file, "--why", "the cat", "--json").out)
    assert (told["ok"], told["changes"]) == (True, [])


@pytest.mark.parametrize("name", GAMES)
def test_what_others_see_of_a_secret_does_not_take_it_away(name: str) -> None:
    """A file made of what everybody sees has `?` and numbers where the table knows more."""
    table = in_the_middle(name)
    model = table.declared.position()
    assert model is not None
    known = table.rules.snapshot(table.state)
    whole = completed(model, table.view(None), known)
    assert all(whole[key] == known[key] for key in whole)


def test_null_takes_away_what_stands_there(file: Path) -> None:
    table = in_the_middle("venetia")
    file.write_text("colonies: {acri: null, napoli: {Anke: 0}}\n", "utf-8")
    assert venice("referee", "correct", file, "--why", "the cat").code == 0
    table.refresh()
    colonies = table.view(None)["colonies"]
    assert "acri" not in colonies and colonies["napoli"] == {"Bernd": 2}


def test_a_file_that_names_every_part_is_the_whole_table(file: Path) -> None:
    table = in_the_middle("venetia")
    typed = table.rules.snapshot(table.state)
    del typed["colonies"]["acri"], typed["deck"]
    file.write_text(json.dumps(typed), "utf-8")
    assert venice("referee", "correct", file, "--why", "the cat").code == 0
    table.refresh()
    assert "acri" not in table.view(None)["colonies"]


def test_what_is_no_piece_is_told_by_its_name(file: Path) -> None:
    in_the_middle("canaletto")
    file.write_text("unsold-rounds: 1\nround: 5\n", "utf-8")
    told = venice("referee", "correct", file, "--why", "the cat", "--lang", "de")
    assert "  ▸ Runde: " in told.out


def test_a_start_is_still_completed_from_a_new_game(file: Path) -> None:
    """Only a correction has a table to be completed from."""
    file.write_text("money: {Anke: 22}\n", "utf-8")
    new = ("referee", "new", "canaletto", "--players", "Anke,Bernd,Claudia", "--table", "n", "--from", file)
    assert venice(*new).code == 0
    purse = game("canaletto").kit.tables.numbers.start_money
    status = json.loads(venice("referee", "status", "--json").out)
    assert status["snapshot"]["money"] == {
        "Anke": 22,
        "Bernd": purse,
        "Claudia": purse,
    }


def test_a_program_corrects_in_the_same_way() -> None:
    match = venice_pnp.play("canaletto", ["Anke", "Bernd", "Claudia"], seed=7)
    before = match.moment()
    assert match.corrections({}) == []
    match.correct({}, "nothing")
    assert match.moment() == before
    match.correct({"money": {"Anke": 22}}, "a coin")
    assert match.changes_since(before) == ["Account marker of Anke: field 30 → field 22"]
