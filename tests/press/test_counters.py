"""Counters come round, with a line for scissors and a word about punches, or square, with straight cuts only."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path as File

import pytest

from tests.conftest import venice
from tests.press.kits import kit, library, printed_games
from tests.press.test_guide import drawn, laid_out, said_in
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.scene import Path, bounds
from venice_pnp.draw.studio import Studio
from venice_pnp.press.boxes import wanted, with_boxes
from venice_pnp.press.pages import Layout
from venice_pnp.press.parts import draw_parts, with_square_counters
from venice_pnp.press.profile import Profile
from venice_pnp.press.work import work_of


@pytest.mark.parametrize("game", printed_games())
def test_square_counters_have_the_size_of_the_round_ones_and_straight_cuts(game: str) -> None:
    squared = with_square_counters(kit(game))
    _, rounds = drawn(game, "en", "colour", "long-edge")
    studio = Studio(squared, library(), "en", "colour")
    squares = with_boxes(studio, draw_parts(studio, boards_of(squared)), wanted(squared, None, False))
    same = [(p.component, p.item, p.copy, p.size, p.file) for p in rounds.pieces]
    assert [(p.component, p.item, p.copy, p.size, p.file) for p in squares.pieces] == same
    assert any(p.form == "round" for p in rounds.pieces)
    assert not any(p.form == "round" for p in squares.pieces)
    files = Layout(studio, squares, "a4", "long-edge", Profile()).files()
    assert not any(work_of(squared, file, wanted(squared, None, False)).rounds for file in files)


@pytest.mark.parametrize("game", printed_games())
def test_a_round_counter_has_a_bold_dashed_circle_round_it(game: str) -> None:
    pages = [page for file in laid_out(game, "en", "a4")[1] for page in file.pages if page.side == "front"]
    asked, found = [], []
    for page in pages:
        circles = [item for item in page.marks if isinstance(item, Path) and item.dash and item.width >= 0.3]
        found += [(page.number, *(round(v, 2) for v in bounds(circle.d))) for circle in circles]
        laid = [p for grid in page.grids for p in grid.placements if p.piece.form == "round"]
        asked += [(page.number, *(round(v, 2) for v in (p.x, p.y, p.width, p.height))) for p in laid]
    assert asked and sorted(found) == sorted(asked)


@pytest.mark.parametrize(
    ("game", "fits"),
    [("canaletto", '½" for counters of 12 mm.'), ("doge", '25 mm / 1" for counters of 25 mm.')],
)
def test_the_guide_tells_which_punch_fits(game: str, fits: str) -> None:
    """None is named for counters of 20 mm, which no shop has a punch for."""
    said = said_in(laid_out(game, "en", "a4")[2])
    assert "bold dashed circle" in said
    assert said.split("a round punch fits: ")[1].startswith(fits)


def test_the_command_builds_squares(tmp_path: File) -> None:
    ran = venice("build", "doge", "--lang", "en", "--only", "vote-token", "--counters", "square", "--out", tmp_path)
    assert ran.code == 0, ran.said
    made = json.loads((tmp_path / "doge/en/a4/manifest.json").read_text("utf-8"))
    assert [(c["required"], c["placed"]) for c in made["components"]] == [(28, 28)]
    wrong = venice("build", "doge", "--counters", "sqare", "--out", tmp_path)
    assert wrong.code == 2 and "did you mean 'square'?" in wrong.err


# --- what only an option needs, and stickers ----------------------------------------------------------------
CITY = {"ducats", "monuments", "district-tiles"}


def test_what_the_option_city_needs_is_a_file_of_its_own() -> None:
    held = {
        file.name: {placed.component for page in file.pages for placed in page.placed}
        for file in laid_out("venetia", "en", "a4")[1]
    }
    assert held["city"] == CITY
    assert not CITY & held["tiles"]


def test_a_file_may_be_left_out_by_its_name(tmp_path: File) -> None:
    ran = venice("build", "venetia", "--lang", "en", "--only", "city", "--without", "ducats", "--out", tmp_path)
    assert ran.code == 0, ran.said
    folder = tmp_path / "venetia/en/a4"
    assert {file.name for file in folder.iterdir()} == {"city.pdf", "kit.pdf", "print-me.pdf", "manifest.json"}
    made = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert {c["id"] for c in made["components"] if c["placed"]} == CITY - {"ducats"}


def test_stickers_fit_a_die_with_rounded_edges() -> None:
    """13 mm on a face of 16 mm."""
    parts = draw_parts(Studio(kit("venetia"), library(), "en", "colour"), {}, frozenset(["dice"]))
    strips = [parts.faces[p.front] for p in parts.pieces if p.alternative]
    assert strips
    for strip in strips:
        lines = [item for item in strip.items if isinstance(item, Path) and len(item.d) == 14]
        ends = [segment[1] for line in lines for segment in line.d if segment[0] == "M"]
        assert {b - a for a, b in pairwise(ends)} == {13.0} and len(ends) == 7
