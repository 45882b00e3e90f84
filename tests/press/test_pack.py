"""Packing: whatever the mixture of pieces, all are placed, none overlaps, all lie inside."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from tests.press.kits import kit, library, printed_games
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.scene import Text
from venice_pnp.draw.studio import BLEED, Studio
from venice_pnp.draw.text import extent
from venice_pnp.press.marks import crop_marks
from venice_pnp.press.mounts import area_of
from venice_pnp.press.pack import DISTANCE, TooLarge, _packed, pack
from venice_pnp.press.parts import Piece, draw_parts

AREA = (10.0, 10.0, 190.0, 271.0)
sizes = st.tuples(st.integers(8, 95), st.integers(8, 95))
kinds = st.tuples(sizes, st.sampled_from(["card", "square", "round", "standee"]), st.integers(1, 40))


def pieces(kind: tuple[tuple[int, int], str, int], number: int) -> list[Piece]:
    (w, h), form, count = kind
    size = (float(w), float(w if form == "round" else h))
    return [Piece(f"c{number}", "x", i, "f", None, size, form, "tiles", "card", ("#FFFFFF", "")) for i in range(count)]


@given(st.lists(kinds, min_size=1, max_size=6))
def test_all_pieces_lie_apart_inside_the_area(chosen: list[tuple[tuple[int, int], str, int]]) -> None:
    wanted = [p for number, kind in enumerate(chosen) for p in pieces(kind, number)]
    sheets = pack(wanted, AREA)
    placed = [p for sheet in sheets for p in sheet.placements]
    assert sorted((p.piece.component, p.piece.copy) for p in placed) == sorted((p.component, p.copy) for p in wanted)
    for sheet in sheets:
        for p in sheet.placements:
            assert p.x >= AREA[0] - 1e-6 and p.x + p.width <= AREA[0] + AREA[2] + 1e-6
            assert p.y >= AREA[1] - 1e-6 and p.y + p.height <= AREA[1] + AREA[3] + 1e-6
        for a, b in combinations(sheet.placements, 2):
            assert (
                a.x + a.width <= b.x + 1e-6
                or b.x + b.width <= a.x + 1e-6
                or a.y + a.height <= b.y + 1e-6
                or b.y + b.height <= a.y + 1e-6
            )


def test_what_lies_alike_in_another_edition_is_laid_once() -> None:
    chosen = [((40, 30), "square", 9), ((20, 20), "round", 30), ((63, 88), "card", 12)]
    wanted = [p for number, kind in enumerate(chosen) for p in pieces(kind, number)]
    pale = [structs.replace(p, edges=("#EEEEEE", ""), front="pale") for p in wanted]
    first, laid = pack(wanted, AREA), _packed.cache_info().misses
    second = pack(pale, AREA)
    assert _packed.cache_info().misses == laid
    for one, other in zip(first, second, strict=True):
        for a, b in zip(one.placements, other.placements, strict=True):
            assert b == structs.replace(a, piece=pale[wanted.index(a.piece)]), "with its own pieces"
    pale[0] = structs.replace(pale[0], edges=("#000000", ""))
    pack(pale, AREA)
    assert _packed.cache_info().misses == laid + 1, "its neighbour does not share its cut"


def test_nothing_needs_no_sheet() -> None:
    assert pack([], AREA) == []


@pytest.mark.parametrize("area", [AREA, (10.0, 10.0, 195.9, 253.4)], ids=["a4", "letter"])
def test_many_kinds_of_counters_fill_few_sheets_evenly(area: tuple[float, float, float, float]) -> None:
    kinds = [((8, 8), "square", 160), ((40, 40), "square", 10), ((20, 20), "round", 30), ((15, 15), "round", 18)]
    kinds += [((18, 21), "square", 42), ((10, 10), "round", 60), ((12, 12), "square", 24), ((25, 25), "square", 7)]
    wanted = [
        structs.replace(p, straight=(kind[1] != "round",) * 2, bleeds=kind[0] == (20, 20))
        for number, kind in enumerate(kinds)
        for p in pieces(kind, number)
    ]
    sheets = pack(wanted, area)
    filled = [sum(p.width * p.height for p in sheet.placements) for sheet in sheets]
    assert len(sheets) == math.ceil(sum(filled) / (area[2] * area[3]))
    assert max(filled) < 1.5 * min(filled)


def test_two_sheets_are_filled_alike_without_parting_pieces_of_a_size() -> None:
    """Once five palazzi of Venedig lay on one sheet, and the sixth alone on another."""
    studio = Studio(kit("venedig"), library(), "en", "colour")
    parts = draw_parts(studio, boards_of(kit("venedig")))
    wanted = [p for p in parts.pieces if p.file == "tiles" and p.back is None]
    sheets = pack(wanted, area_of(kit("venedig").shared.papers["a4"]))
    lying = [{p.piece.component for p in sheet.placements} for sheet in sheets]
    assert len(sheets) == 2 and not lying[0] & lying[1]


def test_the_number_of_a_cut_keeps_off_the_bleed() -> None:
    wanted = pieces(((30, 20), "card", 60), 0)
    for sheet in pack(wanted, AREA):
        for grid in sheet.grids:
            xs, ys = grid.cuts()
            marks, _ = crop_marks(grid, library().fonts, 1)
            runs = [extent(item) for item in marks if isinstance(item, Text)]
            beside = [(x, x + w) for x, y, w, _ in runs if ys[0] - DISTANCE < y < ys[-1]]  # level cuts
            assert beside
            assert all(right < xs[0] - BLEED - 0.25 or left > xs[-1] + BLEED + 0.25 for left, right in beside)


def test_a_piece_larger_than_the_paper_is_named() -> None:
    with pytest.raises(TooLarge, match="c0"):
        pack(pieces(((300, 300), "card", 1), 0), AREA)


@pytest.mark.parametrize("game", printed_games())
def test_neighbours_at_a_shared_cut_have_the_same_colour_there(game: str) -> None:
    studio = Studio(kit(game), library(), "en", "colour")
    parts = draw_parts(studio, boards_of(kit(game)))
    standees = [p for p in parts.pieces if p.form == "standee"]
    grids = [grid for sheet in pack(standees, AREA) for grid in sheet.grids]
    assert grids and all(grid.gap == 0 for grid in grids)
    for grid in grids:
        assert len({p.piece.edges for p in grid.placements}) == 1
    houses = [grid for grid in grids if grid.placements[0].piece.file == "buildings"]
    assert bool(houses) == (game == "doge")
    for grid in houses:  # their walls and roofs have the colours of the players
        assert len({p.piece.front for p in grid.placements}) == 1
