"""`referee map`: the table of a snapshot on the real board."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from PIL import Image

from tests.conftest import DATA, ROOT, venice
from tests.press.kits import kit
from venice_pnp.games import find_game
from venice_pnp.kit import find_games

SNAPSHOTS = ROOT / "tests/snapshots"
GAMES = [game for game in find_games(DATA) if find_game(game).lay_table()]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("moment", ["setup", "midgame"])
def test_every_piece_of_a_snapshot_lies_on_the_board(game: str, moment: str) -> None:
    snapshot = yaml.safe_load((SNAPSHOTS / f"{game}-{moment}.yaml").read_text("utf-8"))
    lay_table = find_game(game).lay_table()
    assert lay_table is not None
    opened = kit(game)
    wide, high = opened.shared.shapes[opened.components["board"].shape].size
    laid = list(lay_table(opened, snapshot))
    assert laid
    for piece in laid:
        items = {item.name or piece.component for item in opened.items(opened.components[piece.component])}
        assert piece.item in items, piece
        assert 0 < piece.x < wide and 0 < piece.y < high, piece


def test_the_pieces_are_those_of_the_table() -> None:
    snapshot = yaml.safe_load((SNAPSHOTS / "canaletto-midgame.yaml").read_text("utf-8"))
    lay_table = find_game("canaletto").lay_table()
    assert lay_table is not None
    laid = list(lay_table(kit("canaletto"), snapshot))
    artworks = sorted(kind for lot in snapshot["palaces"].values() for kind in lot)
    assert sorted(piece.item for piece in laid if piece.component == "artwork") == artworks
    assert [piece.side for piece in laid if piece.component == "value"].count("back") == len(snapshot["sold"])


@pytest.mark.parametrize("name", ["table.svg", "table.png"])
def test_the_command_draws_the_table(name: str, tmp_path: Path) -> None:
    venice("referee", "new", "canaletto", "--players", "Anke,Bernd,Claudia", "--seed", "7")
    ran = venice("referee", "map", "--out", tmp_path / name, "--dpi", "40")
    assert ran.code == 0, ran.said
    if name.endswith("png"):
        with Image.open(tmp_path / name) as picture:
            assert picture.width > 500
    else:
        assert (tmp_path / name).read_text("utf-8").startswith("<svg")


def test_a_picture_needs_a_known_ending(tmp_path: Path) -> None:
    venice("referee", "new", "canaletto", "--players", "Anke,Bernd,Claudia", "--seed", "7")
    ran = venice("referee", "map", "--out", tmp_path / "table.gif")
    assert ran.code in (1, 2)
    assert ".svg" in ran.err
