"""Codes in the booklet's margin: a camera reads them, and they lead to the rules of the site."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import cv2
import numpy
import pypdfium2
import pytest
import yaml

import venice_pnp
from tests.conftest import DATA, venice
from venice_pnp.draw.scene import bounds
from venice_pnp.draw.text import DoesNotFit
from venice_pnp.press.qr_code import MODULE, qr_code

SITE = "https://example.org/venice"
PART = "gondola"


def codes_of(file: Path) -> list[str]:
    """All codes of a PDF, as a camera of 250 dpi reads them."""
    found: list[str] = []
    for page in pypdfium2.PdfDocument(file):
        picture = numpy.asarray(page.render(scale=250 / 72).to_pil().convert("L"))
        wide = picture.shape[1]
        for margin in (picture[:, : wide // 6], picture[:, -wide // 6 :]):
            for top in range(0, margin.shape[0], 300):
                read, *_ = cv2.QRCodeDetector().detectAndDecode(margin[top : top + 420])
                found += [read] if read and read not in found else []
    return found


def test_every_chapter_leads_to_its_first_rule(tmp_path: Path) -> None:
    """But for small print, which has no room for a code."""
    made = venice_pnp.build("canaletto", tmp_path, paper="a4", lang="en", site=f"{SITE}/")
    file = next(one.path for one in made if one.path.name == "booklet-pages.pdf")
    chapters = yaml.safe_load((DATA / "canaletto/booklet.yaml").read_text("utf-8"))["booklet"]
    firsts = [next((r for b in c["blocks"] for r in b.get("rules") or ()), "") for c in chapters if not c.get("small")]
    wanted = {f"{SITE}/en/canaletto/rules.html{'#' if rule else ''}{rule}" for rule in firsts}
    assert set(codes_of(file)) == wanted
    rules = yaml.safe_load((DATA / "canaletto/rules.yaml").read_text("utf-8"))["rules"]
    assert all(address.partition("#")[2] in ("", *rules) for address in wanted)


def test_squares_are_large_enough_and_what_is_too_long_is_told(tmp_path: Path) -> None:
    path = qr_code(f"{SITE}/en/canaletto/rules.html#CAN-7.13", (3.0, 4.0), 13.2)
    x, y, w, h = bounds(path.d)
    assert (x, y, round(w, 3), round(h, 3)) == (3.0, 4.0, 13.2, 13.2)
    steps = sorted({round(float(segment[2]), 4) for segment in path.d if segment[0] == "M"})
    assert min(b - a for a, b in pairwise(steps)) >= MODULE - 1e-3
    with pytest.raises(DoesNotFit, match="too long"):
        qr_code(f"https://example.org/{'x' * 90}", (0, 0), 13.2)
    words = ("build", "canaletto", "--lang", "en", "--out", tmp_path)
    long = venice(*words, "--site", f"https://example.org/{'x' * 60}")
    assert long.code == 1 and "too long" in long.err and "Traceback" not in long.err
    wrong = venice(*words, "--site", "example.org")
    assert wrong.code == 2 and re.search("begins with https", wrong.err)
