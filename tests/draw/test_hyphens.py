"""Breaks of words: our quick reader finds what pyphen finds."""

from __future__ import annotations

import re

import pyphen
import pytest

from tests.conftest import DATA
from venice_pnp.draw.hyphens import LEFT, RIGHT, hyphens


@pytest.mark.parametrize("language", ["de_DE", "en_GB"])
def test_the_words_of_the_kits_break_where_pyphen_breaks_them(language: str) -> None:
    found = {w for file in DATA.rglob("*.yaml") for w in re.findall(r"[^\W\d_]{6,}", file.read_text("utf-8"))}
    words = sorted(found)[::7]
    slow, quick = pyphen.Pyphen(lang=language, left=LEFT, right=RIGHT), hyphens(language)
    assert len(words) > 200
    assert {w: quick.positions(w) for w in words} == {w: [int(p) for p in slow.positions(w)] for w in words}
