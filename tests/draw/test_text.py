"""Text fits its box, or the build says that it does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import TEMPLATES
from tests.press.kits import kit, library
from venice_pnp.draw.fonts import load_fonts
from venice_pnp.draw.inks import Inks
from venice_pnp.draw.scene import Group, Scene, Text, rect
from venice_pnp.draw.svg import to_svg
from venice_pnp.draw.text import DoesNotFit, MissingGlyph, Setting, as_set, breaks_of, extent, set_text

FONTS = library().fonts


def runs(text: str, box: tuple[float, float, float, float], **how: object) -> list[Text]:
    setting = Setting("text", 10, 8, "#000000", **how)  # type: ignore[arg-type]
    return [i for i in set_text(text, box, setting, FONTS) if isinstance(i, Text)]


def test_a_long_text_wraps_and_stays_inside() -> None:
    placed = runs("In each round one palace is auctioned by open outcry, clockwise round the table.", (0, 0, 40, 30))
    assert len(placed) > 2
    for run in placed:
        x, y, w, h = extent(run)
        assert x >= -0.01 and x + w <= 40.02 and y >= -0.01 and y + h <= 30.02


def test_it_shrinks_before_it_gives_up() -> None:
    assert runs("Palazzo Corner Spinelli", (0, 0, 34, 4), wrap=False)[0].size < 10
    with pytest.raises(DoesNotFit, match="8 pt"):
        runs("Palazzo Corner della Ca' Granda, seen from the water", (0, 0, 34, 4), wrap=False)


def test_german_words_are_hyphenated_where_one_may() -> None:
    placed = runs("Zwei Bestechungsplättchen kommen weg", (0, 0, 24, 16), lang="de")
    assert [r.text for r in placed] == ["Zwei Beste-", "chungsplättchen", "kommen weg"]


def test_a_soft_hyphen_shows_only_at_a_break() -> None:
    assert runs("Zähl\u00adleiste", (0, 0, 60, 5))[0].text == "Zählleiste"


def test_bold_words_are_set_in_the_bold_face() -> None:
    assert [(r.text, r.font) for r in runs("**Bid** more", (0, 0, 60, 5))] == [("Bid", "text-bold"), ("more", "text")]


def test_a_symbol_stands_in_the_line() -> None:
    inks = Inks(kit("canaletto").shared, "colour")
    setting = Setting("text", 10, 8, "#000000", align="left")
    items = set_text(
        "pay :coin: 3", (0, 0, 60, 5), setting, FONTS, lambda name, box: library().symbols.drawn(name, box, inks)
    )
    before, symbol, after = items
    assert isinstance(symbol, Group) and symbol.key.startswith("coin ")
    assert isinstance(before, Text) and isinstance(after, Text)
    assert before.x + before.width < symbol.matrix[4] < after.x


def test_a_missing_glyph_is_an_error() -> None:
    with pytest.raises(MissingGlyph, match="♦"):
        runs("♦", (0, 0, 60, 5))


@given(st.text(alphabet="abcdefghij klmnop-ÄÖÜäöüß,.", min_size=1, max_size=120), st.floats(8, 80), st.floats(4, 40))
def test_whatever_is_set_stays_in_its_box(text: str, width: float, height: float) -> None:
    try:
        placed = runs(text, (0, 0, width, height))
    except DoesNotFit:
        return
    for run in placed:
        x, y, w, h = extent(run)
        assert x >= -0.05 and x + w <= width + 0.05 and y >= -0.05 and y + h <= height + 0.05


def test_running_text_has_old_style_figures_of_the_same_face(tmp_path: Path) -> None:
    """As the typeface has them; text stays what it is, and an own face for the parts is that of running text too."""
    fonts = load_fonts(TEMPLATES)
    parts, running = fonts["text"], fonts["reading"]
    assert (parts.shown("1250"), parts.face.family) == ("1250", running.face.family)
    assert running.shown("a 12") != "a 12" and running.shown("a") == "a"
    assert running.width("11", 10) < parts.width("11", 10) and running.width("a", 10) == parts.width("a", 10)
    assert not running.missing("0123456789") and fonts.number("text") == fonts.number("reading")
    line = Text(1, 5, "17", "reading", 10, "#000000", 5.0)
    svg = to_svg(Scene(20, 10, (line,), rect(0, 0, 20, 10), 0.0, "#FFFFFF"), fonts)
    assert 'aria-label="17"' in svg and "reading-e031" in svg
    (tmp_path / "fonts.yaml").write_text("fonts:\n  text: {family: Cinzel, weight: 400}\n", "utf-8")
    assert load_fonts(TEMPLATES, tmp_path)["reading"].face.family == "Cinzel"


def test_a_nought_alone_is_no_letter_o() -> None:
    """Old style it looks like one: `the o counts`; within a number it is clear what it is."""
    running = load_fonts(TEMPLATES)["reading"]
    for text in ("0", "a 0 together", "(0 to", "is 0;", "from 0.", "0, 1"):
        assert running.shown(text).count("0") == 1, text
    for text in ("10", "0.5", "1,05", "2000", "70–80", "8.0"):
        assert "0" not in running.shown(text), text
    assert running.width("0", 10) == load_fonts(TEMPLATES)["text"].width("0", 10) != running.width("10", 10) / 2


@pytest.mark.parametrize("together", ["20 mm", "250 g", "100 %", "20 × 45", "Ca' Foscari"])
def test_what_belongs_together_stays_on_one_line(together: str) -> None:
    wide = FONTS["text"].width(f"a line of some length {together[:-2]}", 10)
    lines = {run.y: run.text for run in runs(f"a line of some length {together}", (0, 0, wide, 20), align="left")}
    assert list(lines.values()) == ["a line of some length", together.replace("'", "’")]


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("Ca' d'Oro", "Ca’\u00a0d’Oro"),
        ("the players' 2 cards, 1\"", 'the players’ 2 cards, 1"'),
        ("account + 70 − debt", "account\u00a0+\u00a070\u00a0−\u00a0debt"),
        ("3 + 2 + 1 = 6 VP", "3\u00a0+\u00a02\u00a0+\u00a01 =\u00a06\u00a0VP"),
    ],
)
def test_apostrophes_are_proper_and_no_line_ends_in_a_sum(typed: str, set_: str) -> None:
    assert as_set(typed) == set_
    assert runs(typed, (0, 0, 80, 5))[0].text == set_.replace("\u00a0", " ")


def test_lines_in_the_middle_are_about_as_long_as_each_other() -> None:
    text, box = "Place up to 3 influence in one large colony, without a route.", (0.0, 0.0, 43.0, 20.0)
    assert [r.text for r in runs(text, box)] == ["Place up to 3 influence", "in one large colony,", "without a route."]
    assert runs(text, box, align="left")[-1].text == "a route."


def test_no_word_stands_alone_in_the_last_line_if_it_can_have_company() -> None:
    said = "Stop at the outermost pieces before the mark at the last cut.\nThe rim stays."
    lines = [run.text for run in runs(said, (0, 0, 42, 40), align="left")]
    assert lines == ["Stop at the outermost", "pieces before the mark at", "the last cut.", "The rim stays."]
    wide = next(width for width in range(20, 90) if len(runs("Stop at the last cut", (0, 0, width, 40))) == 2)
    assert runs("Stop at the last cut", (0, 0, wide, 40), align="left")[-1].text == "last cut"


def test_a_figure_stays_with_what_it_counts_unless_that_takes_a_line_more() -> None:
    said = "Remove up to 2 kingdoms and then go on"
    for width in (*range(24, 40), *range(41, 70)):
        lines = [run.text for run in runs(said, (0, 0, width, 40), align="left", hyphens=False)]
        assert not any(line.endswith(" 2") for line in lines), width
    tight = runs(said, (0, 0, 40, 40), align="left")
    assert [run.text for run in tight] == ["Remove up to 2", "kingdoms and then go on"]


def test_names_are_not_broken_where_a_capital_letter_tells_them() -> None:
    assert not breaks_of("Quarantia", "en") and not breaks_of("Cannaregio", "it")
    assert breaks_of("Bestechung", "de") and breaks_of("quarantine", "en")
    assert breaks_of("Zähl\u00adleiste", "en") == [5], "unless they say where"
