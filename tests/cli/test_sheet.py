"""`referee sheet`: the score sheet of a table, filled in as far as the game has come."""

from __future__ import annotations

from pathlib import Path

import pypdfium2

from tests.conftest import ROOT, venice

MIDGAME = ROOT / "tests/snapshots/venetia-midgame.yaml"


def test_the_sheet_shows_names_and_what_was_scored(tmp_path: Path) -> None:
    venice("referee", "new", "venetia", "--players", "Anke,Bernd,Claudia", "--from", MIDGAME)
    ran = venice("referee", "sheet", "--out", tmp_path / "sheet.pdf")
    assert ran.code == 0, ran.said
    text = pypdfium2.PdfDocument(tmp_path / "sheet.pdf")[0].get_textpage().get_text_range()
    for word in ("Anke", "Bernd", "Claudia", "9", "11", "8"):
        assert word in text


def test_a_game_without_a_sheet_says_so(tmp_path: Path) -> None:
    venice("referee", "new", "canaletto", "--players", "Anke,Bernd,Claudia", "--seed", "7")
    ran = venice("referee", "sheet", "--out", tmp_path / "sheet.pdf")
    assert ran.code in (1, 2)
    assert "no score sheet" in ran.err
