"""Where the sheets of a board meet: beside names and places, as far as the paper leaves room."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from tests.press.kits import kit, library, printed_games
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.scene import (
    IDENTITY,
    PT,
    Box,
    Group,
    Item,
    Matrix,
    Path,
    Scene,
    Text,
    bounds,
    carried,
    rect,
    times,
)
from venice_pnp.draw.studio import Studio
from venice_pnp.press.board_sheets import board_sheets, shares
from venice_pnp.press.parts import draw_parts

MIDDLE = 210.0


def seams(board: Scene, paper: str) -> tuple[set[float], set[float]]:
    """Where sheets begin, but the first ones: from the left, and from the top."""
    sheets = board_sheets(board, kit("doge").shared.papers[paper])
    return {s.across.first for s in sheets} - {0.0}, {s.down.first for s in sheets} - {0.0}


def drawn(*items: Item) -> Scene:
    return Scene(564, 420, items, rect(0, 0, 564, 420))


@cache
def board(game: str, lang: str, edition: str) -> Scene:
    studio = Studio(kit(game), library(), lang, edition)
    [face] = draw_parts(studio, boards_of(kit(game)), frozenset(["board"])).faces.values()
    return face


def lines(items: tuple[Item, ...], matrix: Matrix = IDENTITY) -> Iterator[tuple[str, float, float]]:
    """Each upright text with the top of its letters and its base line."""
    for item in items:
        if isinstance(item, Group):
            yield from lines(item.items, times(matrix, item.matrix))
        elif isinstance(item, Text) and matrix[1] == 0:
            base = matrix[3] * item.y + matrix[5]
            yield item.text, base - 0.6 * item.size * PT * matrix[3], base


def boxes(items: tuple[Item, ...], matrix: Matrix = IDENTITY) -> Iterator[Box]:
    for item in items:
        if isinstance(item, Group):
            yield from boxes(item.items, times(matrix, item.matrix))
        elif isinstance(item, Path) and len(item.d) > 2:
            yield carried(bounds(item.d), matrix)


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_a_seam_lies_in_the_gap_beside_the_middle(paper: str) -> None:
    def places(*tops: float) -> list[Item]:
        return [Path(rect(x, top, 20, 19), "#FFFFFF") for top in tops for x in (50, 150, 250, 350, 450)]

    _, [even] = seams(drawn(), paper)
    assert abs(even - MIDDLE) < 10
    _, [beside] = seams(drawn(*places(even - 15, even + 8)), paper)
    assert even + 4 <= beside <= even + 8
    name = Group((Text(0, 0, "Santa Croce", "text", 12, "#000000", 40),), (1.0, 0.0, 0.0, 1.0, 100.0, even + 1))
    _, [below] = seams(drawn(name), paper)
    assert 0 < abs(below - even) < 8, "no farther than it must"


def test_what_is_clipped_away_is_in_nobodys_way() -> None:
    _, [even] = seams(drawn(), "a4")
    hidden = Group((Path(rect(0, even - 5, 564, 20), "#FFFFFF"),), clip=rect(0, 0, 564, 50))
    assert seams(drawn(hidden), "a4")[1] == {even}
    assert seams(drawn(*hidden.items), "a4")[1] != {even}


def test_sheets_hold_their_shares_wherever_the_seams_would_like_to_lie() -> None:
    for liked in range(0, 600, 7):
        for length, room in ((564.0, 200.0), (420.0, 267.8), (564.0, 410.0), (900.0, 267.8)):
            made = shares(length, room, lambda place, liked=liked: abs(place - liked) * 9)
            assert all(one.rim + one.kept + one.end <= room + 1e-6 and one.shown >= 0 for one in made)
            assert all(a.first + a.shown == pytest.approx(b.first) for a, b in pairwise(made))
            assert made[-1].first + made[-1].shown == pytest.approx(length)


@pytest.mark.parametrize("game", printed_games())
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("edition", ["colour", "low-ink"])
def test_no_seam_between_rows_runs_through_a_name(game: str, lang: str, edition: str) -> None:
    face = board(game, lang, edition)
    for paper in ("a4", "letter"):
        for seam in seams(face, paper)[1]:
            cut = [text for text, top, base in lines(face.items) if top < seam < base and len(text) > 2]
            assert not cut, (paper, seam)


@pytest.mark.parametrize("game", ["doge", "canaletto"])
@pytest.mark.parametrize("edition", ["colour", "low-ink"])
def test_no_place_for_a_tile_or_a_counter_lies_on_two_rows_of_sheets(game: str, edition: str) -> None:
    face = board(game, "en", edition)
    [seam] = seams(face, "a4")[1]
    places = [box for box in boxes(face.items) if 18 < box[2] < 40 and abs(box[2] - box[3]) < 1]
    assert len(places) > 20
    inside = [box for box in places if 30 < box[0] + box[2] / 2 < face.width - 30]  # the track of money is crossed
    assert not [box for box in inside if box[1] + 0.2 < seam < box[1] + box[3] - 0.2]
