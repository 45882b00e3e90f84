"""Pages broken as a whole: paragraphs keep two lines, headings their text, pictures their chapter; columns end level."""

from __future__ import annotations

from itertools import pairwise, repeat

import pytest

from venice_pnp.draw.text import DoesNotFit
from venice_pnp.press.paging import Paging, in_columns, in_pairs
from venice_pnp.press.strips import Laidout, Strip, used


def paragraph(lines: int) -> list[Strip]:
    keep = {0, lines - 2}
    return [Strip(4.0, (), 2.0 if n == 0 else 0.0, n in keep and n < lines - 1, line=(n, lines)) for n in range(lines)]


def best(strips: list[Strip], height: float) -> list[Laidout]:
    paging = Paging(strips, height, 20)
    costs = paging.costs()
    return paging.pages(min(costs, key=lambda count: costs[count]))


def test_gaps_give_so_that_pages_are_full_and_no_line_is_alone() -> None:
    pages = best([strip for lines in (5, 3, 7, 4, 6, 5, 8, 3) for strip in paragraph(lines)], 61.0)
    assert sum(map(len, pages)) == 41
    for page in pages[:-1]:
        first, last = page[0][0], page[-1][0]
        assert 0.9 * 61.0 <= used(page) <= 61.01
        assert first.line[0] != first.line[1] - 1 and last.line[0] != 0
        assert page[0][1] == 0.0


def test_a_heading_goes_with_its_text() -> None:
    heading = Strip(9.0, (), 6.0, True, chapter="Next", heading=True)
    pages = best([*paragraph(12), heading, *paragraph(6)], 60.0)
    assert [page[-1][0].heading for page in pages] == [False, False]
    assert pages[1][0][0] is heading


def test_a_picture_waits_while_the_text_runs_on_but_not_for_the_next_chapter() -> None:
    picture = Strip(40.0, (), 3.0, floats=True)
    heading = Strip(9.0, (), 6.0, True, chapter="Next", heading=True)
    pages = best([*paragraph(8), picture, *paragraph(12), heading, *paragraph(12)], 60.0)
    on = {id(strip): n for n, page in enumerate(pages) for strip, _ in page}
    order = [strip for page in pages for strip, _ in page]
    assert on[id(picture)] == 1 and used(pages[0]) >= 0.9 * 60.0  # not a hole where it was named
    assert order.index(picture) < order.index(heading)


def test_a_waiting_picture_does_not_come_between_the_halves_of_a_paragraph() -> None:
    picture = Strip(40.0, (), 3.0, floats=True)
    before, after = ([line for _ in range(count) for line in paragraph(4)] for count in (2, 4))
    pages = best([*before, picture, *after], 62.0)
    assert pages[1][0][0] is picture, "there was no room for it on the first page"
    assert [strip.line for strip, _ in pages[0]] == [(n, 4) for n in range(4)] * 3, "though two lines more would go in"


def test_pairs_of_columns_end_level_and_keep_their_order() -> None:
    high = [20.0, 9.5, 10.0, 8.0, 8.1, 12.0, 11.5, 7.0]
    strips = [Strip(h, (), 1.0) for h in high]
    pairs = in_pairs(strips, 60.0)
    shown = [[strips.index(one) for column in pair for one, _ in column] for pair in pairs]
    assert shown[0] == [0, 1, 2], "one beside two"
    assert sorted(n for pair in shown for n in pair) == list(range(8))
    assert all(max(one) < min(other) for one, other in pairwise(shown))
    for pair in pairs[:-1]:
        assert abs(used(pair[0]) - used(pair[1])) <= 2.0


def test_what_is_higher_than_a_page_is_told() -> None:
    with pytest.raises(DoesNotFit, match="higher than a page"):
        Paging([Strip(70.0, ())], 60.0, 9)


def test_columns_fill_pages_and_end_level() -> None:
    pages = in_columns([strip for _ in range(9) for strip in paragraph(5)], 2, repeat(60.0))
    assert len(pages) == 2
    left, right = pages[-1]
    assert abs(used(left) - used(right)) <= 4.0 * 3
    assert sum(len(column) for page in pages for column in page) == 45
