"""`referee sheet`: the score sheet of a table, filled in as far as the game has come."""

from __future__ import annotations

import random
from pathlib import Path

import pypdfium2
import pytest

from tests.conftest import ROOT, venice
from tests.trust.play import some_move
from venice_pnp.referee import home, seals
from venice_pnp.referee.table import FINAL_WORDS, new_table

MIDGAME = ROOT / "tests/snapshots/venetia-midgame.yaml"


def test_the_sheet_shows_names_and_what_was_scored(tmp_path: Path) -> None:
    venice("referee", "new", "venetia", "--players", "Anke,Bernd,Claudia", "--from", MIDGAME)
    ran = venice("referee", "sheet", "--out", tmp_path / "sheet.pdf")
    assert ran.code == 0, ran.said
    text = pypdfium2.PdfDocument(tmp_path / "sheet.pdf")[0].get_textpage().get_text_range()
    for word in ("Anke", "Bernd", "Claudia", "9", "11", "8"):
        assert word in text


@pytest.mark.parametrize("game", ["canaletto", "doge", "venedig"])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_game_without_a_pad_tells_how_it_ended(game: str, lang: str, tmp_path: Path) -> None:
    """Played to the end by a bot; the sheet names the players and the words of the final digest."""
    table, rng = new_table(game, ["Anke", "Bernd", "Claudia"], path=home.table_path(game), seed="7"), random.Random(3)
    home.remember(table.path)
    assert venice("referee", "sheet", "--out", tmp_path / "now.pdf", "--lang", lang).code == 0
    while table.awaited():
        table.do(some_move(table.rules, table.state, rng))
    ran = venice("referee", "sheet", "--out", tmp_path / "sheet.pdf", "--lang", lang)
    assert ran.code == 0, ran.said
    text = pypdfium2.PdfDocument(tmp_path / "sheet.pdf")[0].get_textpage().get_text_range()
    assert table.closed is not None
    for word in (*table.players, *seals.words_of(table.closed["digest"], FINAL_WORDS).split()):
        assert word in text
