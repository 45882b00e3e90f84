"""The print commands as a person uses them."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from tests.conftest import venice


@pytest.mark.parametrize("command", ["build", "list", "check", "calibrate", "preview"])
def test_the_help_of_each_command_shows_an_example(command: str) -> None:
    ran = venice(command, "--help")
    assert ran.code == 0
    assert f"Example: venice-pnp {command}" in ran.out


def test_list_shows_counts_and_provenance() -> None:
    ran = venice("list", "canaletto", "--lang", "de")
    assert ran.code == 0
    assert "Kunstwerke" in ran.out and "CAN-2.1" in ran.out and "researched" in ran.out


def test_build_says_what_it_made_and_how_to_print(tmp_path: Path) -> None:
    ran = venice("build", "canaletto", "--only", "value,aid", "--lang", "en", "--out", tmp_path)
    assert ran.code == 0, ran.said
    assert "tiles.pdf" in ran.out and "250 g card" in ran.out and "100 %" in ran.out
    assert ran.err == ""


def test_own_templates_change_the_looks(tmp_path: Path) -> None:
    own = tmp_path / "mine/canaletto"
    own.mkdir(parents=True)
    big = '{draw: text, text: "{value}", box: [3, 3, 19, 19], font: number, size: 40}'
    (own / "value.yaml").write_text(f"extends: shared/tile\nelements:\n  big: {big}\n")
    one = venice("build", "canaletto", "--only", "value", "--lang", "en", "--out", tmp_path / "a")
    two = venice(
        "build",
        "canaletto",
        "--only",
        "value",
        "--lang",
        "en",
        "--out",
        tmp_path / "b",
        "--templates",
        tmp_path / "mine",
    )
    assert one.code == two.code == 0, two.said
    name = "canaletto/en/a4/tiles.pdf"
    assert (tmp_path / "a" / name).read_bytes() != (tmp_path / "b" / name).read_bytes()


def test_calibration_is_printed_stored_and_used(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.pdf"
    assert venice("calibrate", "--out", sheet).code == 0
    with pikepdf.open(sheet) as pdf:
        assert len(pdf.pages) == 2
    assert venice("calibrate", "--set", "back-x=1.25,scale-y=1.004,paper=letter").code == 0
    ran = venice("build", "canaletto", "--only", "value", "--lang", "en", "--out", tmp_path)
    assert ran.code == 0, ran.said
    assert (tmp_path / "canaletto/en/letter/manifest.json").exists()


@pytest.mark.parametrize("bad", ["back-x=9", "scale-x=2", "backx=1", "back-x", "sides=upside-down", "back-x=abc"])
def test_a_wrong_reading_is_refused(bad: str) -> None:
    ran = venice("calibrate", "--set", bad)
    assert ran.code in (1, 2)
    assert "Traceback" not in ran.said and ran.err


def test_preview_makes_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "faces.png"
    ran = venice("preview", "canaletto", "artwork", "--out", picture, "--dpi", "40")
    assert ran.code == 0, ran.said
    with Image.open(picture) as image:
        assert image.width > 200


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("board-tiles", {"board-tiles", "board-poster", "kit", "print-me"}),
        ("tiles.pdf,buildings", {"tiles", "buildings", "kit", "print-me"}),
    ],
)
def test_files_are_known_by_the_names_people_see(name: str, files: set[str], tmp_path: Path) -> None:
    ran = venice("build", "doge", "--only", name, "--lang", "en", "--out", tmp_path)
    assert ran.code == 0, ran.said
    assert {file.stem for file in tmp_path.rglob("*.pdf")} == files


def test_what_is_made_from_all_parts_says_so_and_what_can_be_named(tmp_path: Path) -> None:
    for name in ("booklet", "guide", "game-box.pdf", "box"):
        ran = venice("build", "doge", "--only", name, "--out", tmp_path)
        assert ran.code == 1 and f"'{name}' is made from all parts" in ran.said
    ran = venice("build", "doge", "--only", "unicorn", "--out", tmp_path)
    assert "unknown part 'unicorn'; parts: house, palazzo," in ran.said and "board-tiles" in ran.said
    assert "did you mean 'board-tiles'?" in venice("build", "doge", "--only", "board-tile", "--out", tmp_path).said


@pytest.mark.parametrize(
    "nonsense",
    [
        ["build", "canaletto", "--paper", "a5"],
        ["build", "canaletto", "--lang", "xx"],
        ["build", "canaletto", "--edition", "purple"],
        ["build", "canaletto", "--sides", "inside-out"],
        ["build", "canaletto", "--only", "unicorn"],
        ["build", "../canaletto"],
        ["build", "canaletto", "--data", "/nowhere"],
        ["build", "canaletto", "--templates", "/nowhere"],
        ["build", "canaletto", "--out", "/dev/null/x"],
        ["preview", "canaletto", "unicorn"],
        ["preview", "nothing"],
        ["list", "nothing"],
        ["check", "nothing"],
        ["calibrate", "--paper", "a9"],
        ["fly"],
        [],
    ],
    ids=lambda n: " ".join(n) or "nothing",
)
def test_nonsense_gets_a_message_and_no_traceback(nonsense: list[str]) -> None:
    ran = venice(*nonsense)
    assert ran.code in (1, 2)
    assert ran.said.strip() and "Traceback" not in ran.said
