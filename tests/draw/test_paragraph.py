"""Paragraphs of the booklet: nothing is lost, nothing sticks out, justified lines end level."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.press.kits import library
from venice_pnp.draw.paragraph import Lead, Paragraph
from venice_pnp.draw.scene import Text
from venice_pnp.draw.text import DoesNotFit, MissingGlyph, Setting

FONTS = library().fonts
WORDS = st.lists(st.text("abcdefghijklmnopqrstuvwxyzäöü", min_size=1, max_size=14), min_size=1, max_size=80)


def setting(lang: str = "en") -> Setting:
    return Setting("text", 9.25, 9.25, "#22313F", align="left", lang=lang)


def said(lines: list[tuple[object, ...]]) -> list[str]:
    return ["".join(run.text for run in line if isinstance(run, Text)) for line in lines]


@settings(max_examples=150)
@given(words=WORDS, width=st.floats(35, 120), lang=st.sampled_from(["en", "de"]))
def test_all_words_stand_in_order_and_inside_the_column(words: list[str], width: float, lang: str) -> None:
    lines = Paragraph(" ".join(words), setting(lang), FONTS).lines(width)
    joined = ""
    for text in said(lines):
        joined += text.removesuffix("-") if text.endswith("-") else text + " "
    assert joined.replace(" ", "") == "".join(words)
    for line in lines:
        runs = [run for run in line if isinstance(run, Text)]
        assert runs[0].x >= -0.01
        assert runs[-1].x + runs[-1].width <= width + 0.1


@settings(max_examples=60)
@given(words=st.lists(st.text("abcdefghij", min_size=2, max_size=7), min_size=40, max_size=90))
def test_justified_lines_end_level_but_for_the_last(words: list[str]) -> None:
    lines = Paragraph(" ".join(words), setting(), FONTS).lines(100)
    for line in lines[:-1]:
        last = line[-1]
        assert isinstance(last, Text)
        assert last.x + last.width == pytest.approx(100, abs=0.05)


def test_a_rule_in_the_text_is_set_smaller_than_the_words() -> None:
    (line,) = Paragraph("as in (DOGE-5.8) before", setting(), FONTS).lines(100)
    runs = [run for run in line if isinstance(run, Text)]
    assert [run.text for run in runs] == ["as in", "(5.8)", "before"]
    assert runs[1].size < runs[0].size


def test_a_rule_that_is_to_be_typed_keeps_its_letters() -> None:
    (line,) = Paragraph("see “rules DOGE-5.8”, as in DOGE-5.7,", setting(), FONTS).lines(100)
    assert [run.text for run in line if isinstance(run, Text)] == ["see “rules", "DOGE-5.8”,", "as in", "5.7,"]


@pytest.mark.parametrize("width", [100, 34])
def test_only_the_heading_of_a_paragraph_has_its_colour(width: float) -> None:
    """What is bold behind it is as dark as the text, on its line and on the next."""
    lead = Lead("The auction.", "label-bold", "#AA3322")
    how = setting()._replace(font="label")
    text = "How low may a bid be? **The lowest is 1.** That is all."
    lines = Paragraph(text, how, FONTS, lead=lead, justified=False).lines(width)
    runs = [run for line in lines for run in line if isinstance(run, Text)]
    assert "".join(run.text for run in runs if run.fill == "#AA3322").replace(" ", "") == "Theauction."
    assert {run.fill for run in runs} == {"#AA3322", how.colour}
    assert any(run.font == "label-bold" and run.fill == how.colour for run in runs)


def test_a_word_wider_than_the_column_is_refused() -> None:
    with pytest.raises(DoesNotFit):
        Paragraph("x" * 200, setting(), FONTS).lines(50)


def test_a_letter_that_the_typeface_lacks_is_named() -> None:
    with pytest.raises(MissingGlyph, match="漢"):
        Paragraph("a 漢 b", setting(), FONTS)


def test_a_sum_gives_like_the_spaces_around_it() -> None:
    """What no line ends in is stretched with its line, and written with spaces that can be searched for."""
    text = "The end brings Anna 13 + 2 + 1 = 16 VP and Ben 5 + 3 = 8 VP, on top of what both of them scored before."
    lines = [[run for run in line if isinstance(run, Text)] for line in Paragraph(text, setting(), FONTS).lines(50.0)]
    assert [round(line[-1].x + line[-1].width, 2) for line in lines[:-1]] == [50.0] * (len(lines) - 1)
    assert any("13 + 2 + 1" in run.text for line in lines for run in line)


@settings(max_examples=40)
@given(words=WORDS, width=st.floats(35, 120), size=st.floats(7, 12))
def test_a_paragraph_in_another_size_is_as_if_it_were_read_anew(words: list[str], width: float, size: float) -> None:
    text, other = " ".join(words), setting("de")._replace(size=size, floor=size)
    read = Paragraph(text, setting("de"), FONTS)
    read.lines(120)
    assert read.sized(size).lines(width) == Paragraph(text, other, FONTS).lines(width)
    assert len(read.sized(size).broken(width)) == len(Paragraph(text, other, FONTS).lines(width))
