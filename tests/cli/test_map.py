"""`referee map`: the table of a snapshot on the real board."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from PIL import Image

from tests.conftest import DATA, ROOT, venice
from tests.press.kits import kit
from venice_pnp.contract.abilities import colours_of
from venice_pnp.door.match import match_of
from venice_pnp.door.picture import Easel
from venice_pnp.draw.inks import Edition
from venice_pnp.games import find_game
from venice_pnp.games.venedig.drawing.board import mooring_places
from venice_pnp.kit import find_games
from venice_pnp.referee import home
from venice_pnp.referee.script import Script
from venice_pnp.referee.table import Table, new_table
from venice_pnp.speech.words import Speech

PATIENCE = 120  # seconds, on a busy machine
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
    laid = list(lay_table(opened, snapshot, colours_of(opened, snapshot["players"], {})))
    assert laid
    for piece in laid:
        items = {item.name or piece.component for item in opened.items(opened.components[piece.component])}
        assert piece.item in items, piece
        assert 0 < piece.x < wide and 0 < piece.y < high, piece


def test_dice_lie_in_their_trays_with_what_they_show() -> None:
    snapshot = yaml.safe_load((SNAPSHOTS / "venetia-midgame.yaml").read_text("utf-8"))
    lay_table = find_game("venetia").lay_table()
    assert lay_table is not None
    dice = [one for one in lay_table(kit("venetia"), snapshot, {}) if one.component == "dice"]
    shown = [(one.item, one.shows[1]) for one in dice if one.shows]
    values = [(kind, 16.0 * (value - 2)) for kind, values in snapshot["pool"].items() for value in values]
    assert shown == values and len({(one.x, one.y) for one in dice}) == len(dice)


def test_only_what_lies_there_is_drawn() -> None:
    start = yaml.safe_load((SNAPSHOTS / "venetia-midgame.yaml").read_text("utf-8"))
    path = home.table_path("few")
    easel = Easel(match_of(new_table("venetia", start["players"], path=path, start=start), "en"))
    laid, before = easel.pieces()
    easel.svg()
    drawn = {(piece.component, piece.item) for piece in easel._drawn.pieces}
    assert drawn == {("board", "board"), *((one.component, one.item) for one in (*laid, *before))}  # type: ignore[attr-defined]


def test_the_pieces_are_those_of_the_table() -> None:
    snapshot = yaml.safe_load((SNAPSHOTS / "canaletto-midgame.yaml").read_text("utf-8"))
    lay_table = find_game("canaletto").lay_table()
    assert lay_table is not None
    laid = list(lay_table(kit("canaletto"), snapshot, colours_of(kit("canaletto"), snapshot["players"], {})))
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


# --- whose pieces are which -----------------------------------------------------------------------------------
NAMES = ["Anke", "Bernd", "Claudia"]


def table_with_colours(game: str) -> tuple[Table, dict[str, str]]:
    """A table at which nobody has the colour of the seat."""
    last = [seat.id for seat in kit(game).seats[-3:]]
    chosen = dict(zip(NAMES, last, strict=True))
    asked = Script(Speech("en", kit(game))).colours_are_an_option
    options = {"colours": chosen} if asked else {}
    path = home.table_path("chosen")
    return new_table(game, NAMES, path=path, options=options, seed="7", colours=None if asked else chosen), chosen


@pytest.mark.parametrize("edition", ["colour", "low-ink"])
@pytest.mark.parametrize("game", GAMES)
def test_chosen_colours_are_the_drawn_ones(game: str, edition: Edition) -> None:
    table, chosen = table_with_colours(game)
    easel = Easel(match_of(table, "en"), edition=edition)
    assert easel.colours == chosen
    seats = {seat.id for seat in kit(game).seats}
    laid, before = easel.pieces()
    shown = {one.item.partition("/")[0] for one in (*laid, *before)} & seats
    assert shown <= set(chosen.values())
    picture = easel.svg()
    assert all(f'aria-label="{name}"' in picture for name in NAMES)


def test_gondolas_wait_at_their_moorings_and_builders_stand_where_they_are() -> None:
    table, chosen = table_with_colours("venedig")
    easel = Easel(match_of(table, "en"))
    laid, _ = easel.pieces()
    places = dict(zip((seat.id for seat in kit("venedig").seats), mooring_places(kit("venedig").tables), strict=False))
    gondolas = {one.item: (one.x, one.y) for one in laid if one.component == "gondola"}
    assert set(gondolas) == set(chosen.values())
    for colour, (x, y) in gondolas.items():
        left, top, wide, high = places[colour]
        assert left < x < left + wide and top < y < top + high
    figures = [one.item for one in laid if one.component == "figure"]
    assert figures == list(table.view(None)["builders"]), "all of them are at home"
    view = table.view(None)
    held = {**view, "builders": {**view["builders"], figures[0]: "Bernd"}}
    lay_table, lay_before = find_game("venedig").lay_table(), find_game("venedig").lay_before()
    assert lay_table is not None and lay_before is not None
    assert figures[0] not in [p.item for p in lay_table(kit("venedig"), held, chosen) if p.component == "figure"]
    assert [(p.player, p.item) for p in lay_before(kit("venedig"), held, chosen) if p.component == "figure"] == [
        ("Bernd", figures[0])
    ]


def test_nothing_hidden_is_before_a_player() -> None:
    """VEN-5.13: of tiles and cards in the hand only the number is seen; the value is on the side that lies below."""
    table, _ = table_with_colours("venedig")
    _, before = Easel(match_of(table, "en")).pieces()
    for one in before:
        if one.component == "card":
            assert one.side == "back" or one.item in table.view(None)["out"][one.player]
        if one.component in ("swamp", "treasure"):
            assert one.side == "front"


# --- a picture that follows -----------------------------------------------------------------------------------
def test_the_picture_follows_every_move_until_the_table_is_gone(tmp_path: Path) -> None:
    venice("referee", "new", "canaletto", "--players", "Anke,Bernd,Claudia", "--seed", "7")
    out, path = tmp_path / "table.svg", home.table_path("canaletto-1")
    following = watching(out)
    try:
        wait_for(out.is_file)
        before = out.read_bytes()
        assert venice("referee", "do", "Anke", "bid", "5").code == 0
        wait_for(lambda: out.read_bytes() != before)
        assert out.read_text("utf-8").endswith("</svg>")
        path.unlink()
        said, wrong = following.communicate(timeout=PATIENCE)
    finally:
        following.kill()
    assert following.returncode == 2
    assert said.count(str(out)) == 2 and "canaletto-1" in wrong and "Traceback" not in wrong


def test_ctrl_c_ends_the_watching(tmp_path: Path) -> None:
    venice("referee", "new", "canaletto", "--players", "Anke,Bernd,Claudia", "--seed", "7")
    following = watching(tmp_path / "table.svg")
    try:
        assert following.stdout
        following.stdout.readline()
        following.stdout.readline()
        following.send_signal(signal.SIGINT)
        _, wrong = following.communicate(timeout=PATIENCE)
    finally:
        following.kill()
    assert (following.returncode, wrong) == (0, "")
    assert not list(tmp_path.glob(".*")), "no half-written picture is left"


def watching(out: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-uc", "from venice_pnp.cli import main; main()", "referee", "map", "--watch", "--out"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    return subprocess.Popen([*command, str(out)], env=env, stdout=pipe, stderr=pipe, text=True)


def wait_for(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_an_unknown_edition_is_told() -> None:
    venice("referee", "new", "canaletto", "--players", "Anke,Bernd,Claudia", "--seed", "7")
    ran = venice("referee", "map", "--edition", "sepia")
    assert ran.code == 2 or ran.code == 1
    assert "low-ink" in ran.err and "Traceback" not in ran.err
