"""Two builds side by side: only pages that differ are shown."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from PIL import Image

from tests.conftest import ROOT

RED, BLUE, PALE = (160, 30, 30), (30, 30, 160), (240, 240, 240)


def pdf(file: Path, *colours: tuple[int, int, int]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    first, *rest = (Image.new("RGB", (40, 90), colour) for colour in colours)
    first.save(file, save_all=True, append_images=rest, resolution=72)


def test_only_pages_that_differ_stand_beside_each_other(tmp_path: Path) -> None:
    for root, pages in (("old", (PALE, RED)), ("new", (PALE, BLUE, RED))):
        pdf(tmp_path / root / "doge" / "en" / "cards.pdf", *pages)
        pdf(tmp_path / root / "doge" / "en" / "kit.pdf", *pages)
        pdf(tmp_path / root / "doge" / "en" / "booklet.pdf", *pages)
        stamped = Image.new("RGB", (40, 90), PALE)
        stamped.paste(pages[1], (0, 80, 40, 85))  # the id of the kit in the foot
        stamped.save(tmp_path / root / "doge" / "en" / "aids.pdf", resolution=72)
    compare = runpy.run_path(str(ROOT / "docs" / "beside.py"))["compare"]
    made = compare(tmp_path / "old", tmp_path / "new", tmp_path / "out", 72)
    assert [file.name for file in made] == ["doge-en-cards-02.png", "doge-en-cards-03.png"]
    with Image.open(made[0]) as shown:
        left, right = shown.getpixel((10, 10)), shown.getpixel((shown.width - 10, 10))
    assert left == pytest.approx(RED, abs=12) and right == pytest.approx(BLUE, abs=12)
