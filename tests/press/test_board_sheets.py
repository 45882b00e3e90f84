"""A board on sheets: they cover it exactly, strips stay on under the next sheet, and only picture stays in sight."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests.press.kits import kit, library, printed_games
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.scene import PT, Box, Group, Item, Path, Text, bounds
from venice_pnp.draw.studio import Studio
from venice_pnp.press.board_sheets import (
    BLEED,
    CLEAR,
    OVERLAP,
    TICK,
    BoardSheet,
    board_cuts,
    board_sheets,
    shares,
    sheet_marks,
)
from venice_pnp.press.marks import INK, LINE
from venice_pnp.press.pages import BOARD_POSTER, BOARD_TILES, Layout, Page, Printed
from venice_pnp.press.parts import draw_parts
from venice_pnp.press.profile import Profile
from venice_pnp.press.writer import pdf_of

SHEETS = {"a4": 6, "letter": 6, "a3": 4}
SHOP = 3.0  # mm of bleed that a copy shop asks for
DPI = 127  # 5 dots a mm
GAMES = pytest.mark.parametrize("game", printed_games())


@cache
def laid_out(game: str, paper: str, edition: Any = "colour") -> tuple[Layout, dict[str, Printed]]:
    studio = Studio(kit(game), library(), "en", edition)
    parts = draw_parts(studio, boards_of(kit(game)), frozenset(["board"]))
    layout = Layout(studio, parts, paper, "long-edge", Profile())
    return layout, {file.name: file for file in layout.files()}


@cache
def printed(game: str, paper: str, name: str) -> pypdfium2.PdfDocument:
    layout, files = laid_out(game, paper)
    return pypdfium2.PdfDocument(pdf_of(files[name].pages, layout.fonts, layout.parts.faces, ""))


@cache
def pictures(game: str, paper: str, name: str) -> tuple[Image.Image, ...]:
    return tuple(page.render(scale=DPI / 72).to_pil().convert("RGB") for page in printed(game, paper, name))


def sheets_of(game: str, paper: str) -> list[tuple[BoardSheet, Page]]:
    layout, files = laid_out(game, paper)
    board = next(iter(layout.parts.faces.values()))
    seam = kit(game).components["board"].seam
    return list(
        zip(board_sheets((board.width, board.height), layout.paper, seam), files[BOARD_TILES].pages, strict=True)
    )


def dot(picture: Image.Image, x: float, y: float) -> tuple[int, ...]:
    found = picture.getpixel((round(x * DPI / 25.4), round(y * DPI / 25.4)))
    assert isinstance(found, tuple)
    return found


# --- how a length is shared -------------------------------------------------------------------------------
@given(st.floats(60, 1500), st.floats(120, 420))
def test_shares_follow_each_other_and_fit_their_sheets(length: float, room: float) -> None:
    made = shares(length, room)
    assert made[0].first == 0 and made[-1].first + made[-1].shown == pytest.approx(length)
    for one, after in pairwise(made):
        assert one.first + one.shown == pytest.approx(after.first)
        assert one.strip == OVERLAP and one.end == 0 <= after.rim + 1e-9
    assert made[-1].strip == 0 and min(made[0].rim, made[-1].end) >= BLEED - 1e-9
    assert all(s.rim + s.kept + s.end <= room + 1e-6 for s in made)
    fewer = len(made) - 1
    assert fewer * room - (fewer - 1) * OVERLAP - 2 * BLEED < length or not fewer


def test_three_sheets_of_a4_abreast_hold_575_millimetres_and_no_more_than_they_can() -> None:
    assert [len(shares(length, 200.0)) for length in (381.0, 575.0, 576.0, 577.0)] == [2, 3, 3, 4]


def test_two_rows_meet_at_the_seam_if_their_sheets_have_room() -> None:
    papers = kit("doge").shared.papers

    def rows(paper: str, seam: float | None) -> set[float]:
        return {sheet.down.first for sheet in board_sheets((564.0, 420.0), papers[paper], seam)}

    for paper in ("a4", "letter", "a3"):
        assert rows(paper, 221.0) == {0.0, 221.0} and len(board_sheets((564.0, 420.0), papers[paper], 221.0)) in (4, 6)
        assert rows(paper, 400.0) == rows(paper, 5.0) == rows(paper, None), "there is no room for that"
    assert {sheet.down.first for sheet in board_sheets((180.0, 200.0), papers["a4"], 90.0)} == {0.0}, "one row"


@pytest.mark.parametrize("width", [560.0, 564.0, 575.0, 576.0])
def test_marks_stay_on_the_printable_paper_however_narrow_the_rim(width: float) -> None:
    paper = kit("doge").shared.papers["a4"]
    sheets = board_sheets((width, 420.0), paper)
    assert len(sheets) == 6
    for sheet in sheets:
        for x, y, w, h in boxes(sheet_marks(sheet, paper.margin, library().fonts, [])):
            assert x >= paper.margin - 1e-6 and x + w <= sheet.size[0] - paper.margin + 1e-6
            assert y >= paper.margin - 1e-6 and y + h <= sheet.size[1] - paper.margin + 1e-6


# --- the sheets of a game -----------------------------------------------------------------------------------
@GAMES
@pytest.mark.parametrize("paper", SHEETS)
def test_a_board_needs_few_sheets(game: str, paper: str) -> None:
    assert len(sheets_of(game, paper)) == SHEETS[paper]


@GAMES
@pytest.mark.parametrize("paper", SHEETS)
def test_the_trims_cover_the_board_and_overlap_by_the_strips(game: str, paper: str) -> None:
    """By the manifest's places and by where the picture lies under them."""
    board = next(iter(laid_out(game, paper)[0].parts.faces.values()))
    parts: dict[tuple[int, int], Box] = {}
    for sheet, page in sheets_of(game, paper):
        [placed], [spot] = page.placed, page.spots
        x, low, w, h = placed.trim
        y = page.size[1] - low - h
        assert placed.item.endswith(f"/r{sheet.row + 1}c{sheet.column + 1}")
        assert page.trim == pytest.approx((x, y, w, h))
        parts[sheet.row, sheet.column] = (x - spot.matrix[4], y - spot.matrix[5], w, h)
    rows, columns = max(parts)[0] + 1, max(parts)[1] + 1
    for (row, column), (x, y, w, h) in parts.items():
        if column + 1 < columns:
            assert x + w - parts[row, column + 1][0] == pytest.approx(OVERLAP)
        if row + 1 < rows:
            assert y + h - parts[row + 1, column][1] == pytest.approx(OVERLAP)
    x, y, w, h = parts[rows - 1, columns - 1]
    assert parts[0, 0][:2] == pytest.approx((0, 0), abs=1e-9)
    assert (x + w, y + h) == pytest.approx((board.width, board.height))


def boxes(items: Iterator[Item] | tuple[Item, ...]) -> Iterator[Box]:
    """Where marks and texts lie on the page, with the width of their lines."""
    for item in items:
        if isinstance(item, Group):
            dx, dy = item.matrix[4:]
            yield from ((x + dx, y + dy, w, h) for x, y, w, h in boxes(item.items))
        elif isinstance(item, Text):
            high = item.size * PT
            yield item.x, item.y - high * 0.75, item.width, high
        elif isinstance(item, Path):
            x, y, w, h = bounds(item.d)
            yield x, y, w, h


@GAMES
@pytest.mark.parametrize("paper", SHEETS)
def test_nothing_but_picture_stays_in_sight(game: str, paper: str) -> None:
    """Marks, labels, map and footer lie beside it or on a strip, clear of the edge of the sheet that covers it; but for
    the ticks that show this edge."""
    for sheet, page in sheets_of(game, paper):
        x, y, _, _ = sheet.trim
        right = x + sheet.across.shown + (CLEAR if sheet.across.strip else 0)
        low = y + sheet.down.shown + (CLEAR if sheet.down.strip else 0)
        for bx, by, bw, bh in boxes(page.marks):
            if min(bw, bh) <= TICK and (bx >= right - CLEAR - 1e-6 or by >= low - CLEAR - 1e-6):
                continue
            beside = bx + bw <= x + 1e-6 or bx >= right - 1e-6 or by + bh <= y + 1e-6 or by >= low - 1e-6
            assert beside, (sheet.label, bx, by, bw, bh)


@GAMES
@pytest.mark.parametrize("paper", SHEETS)
def test_every_strip_says_which_sheet_it_belongs_to(game: str, paper: str) -> None:
    for sheet, page in sheets_of(game, paper):
        x, y, w, h = sheet.trim
        said = [t for t in page.marks if isinstance(t, Text) and t.text == sheet.label]
        right = [t for t in said if x + w - OVERLAP < t.x < x + w and y < t.y < y + h - OVERLAP]
        below = [t for t in said if x < t.x < x + w - OVERLAP and y + h - OVERLAP < t.y < y + h]
        assert bool(right) == bool(sheet.across.strip) and bool(below) == bool(sheet.down.strip)
        assert len(said) == len(right) + len(below) + 1  # and once on the map


# --- as printed -----------------------------------------------------------------------------------------
@GAMES
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_picture_goes_on_beyond_every_cut(game: str, paper: str) -> None:
    """Measured on the printed page: colour on both sides of the bleed's end is picture, then paper."""
    for (sheet, _), picture in zip(sheets_of(game, paper), pictures(game, paper, BOARD_TILES), strict=True):
        x, y, w, h = sheet.trim
        middle = x + w * 0.37, y + h * 0.43  # away from marks and labels
        within, beyond = BLEED - 0.3, BLEED + 0.5
        cuts = [((x - within, middle[1]), (x - beyond, middle[1])), ((middle[0], y - within), (middle[0], y - beyond))]
        if not sheet.across.strip:
            cuts.append(((x + w + within, middle[1]), (x + w + beyond, middle[1])))
        if not sheet.down.strip:
            cuts.append(((middle[0], y + h + within), (middle[0], y + h + beyond)))
        for inked, bare in cuts:
            assert dot(picture, *inked) != (255, 255, 255), (sheet.label, inked)
            assert dot(picture, *bare) == (255, 255, 255), (sheet.label, bare)


@GAMES
def test_the_sheets_show_the_board_of_the_poster(game: str) -> None:
    """Put together by the manifest, strips covered: the same picture, across all seams."""
    layout, files = laid_out(game, "a4")
    board = next(iter(layout.parts.faces.values()))
    dots = DPI / 25.4
    joined = Image.new("RGB", (round(board.width * dots), round(board.height * dots)), "#FF00FF")
    for (sheet, _), picture in zip(sheets_of(game, "a4"), pictures(game, "a4", BOARD_TILES), strict=True):
        x, y, w, h = sheet.trim
        cut = picture.crop((round(x * dots), round(y * dots), round((x + w) * dots), round((y + h) * dots)))
        joined.paste(cut, (round(sheet.part[0] * dots), round(sheet.part[1] * dots)))
    [poster], [page] = pictures(game, "a4", BOARD_POSTER), files[BOARD_POSTER].pages
    px, py, pw, ph = page.trim
    whole = poster.crop((round(px * dots), round(py * dots), round((px + pw) * dots), round((py + ph) * dots)))
    few = (joined.width // 20, joined.height // 20)  # lines fall on other dots: compare patches of 4 mm
    one, other = (p.resize(few, Image.Resampling.BOX).tobytes() for p in (joined, whole))
    assert max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 24


@GAMES
def test_a_poster_has_the_bleed_of_a_copy_shop(game: str) -> None:
    [page] = laid_out(game, "a4")[1][BOARD_POSTER].pages
    [picture] = pictures(game, "a4", BOARD_POSTER)
    [leaf] = printed(game, "a4", BOARD_POSTER)
    trim, bleed = ([v * PT for v in box] for box in (leaf.get_trimbox(), leaf.get_bleedbox()))
    assert [b - t for b, t in zip(bleed, trim, strict=True)] == pytest.approx([-SHOP, -SHOP, SHOP, SHOP], abs=0.01)
    x, y, w, h = page.trim
    assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx((w, h), abs=0.01)
    for cx, sx in ((x, -1), (x + w, 1)):
        assert dot(picture, cx + sx * (SHOP - 0.3), y + h * 0.4) != (255, 255, 255)
        assert dot(picture, cx + sx * (SHOP + 0.5), y + h * 0.4) == (255, 255, 255)
    for cy, sy in ((y, -1), (y + h, 1)):
        assert dot(picture, x + w * 0.4, cy + sy * (SHOP - 0.3)) != (255, 255, 255)
        assert dot(picture, x + w * 0.4, cy + sy * (SHOP + 0.5)) == (255, 255, 255)
    near = [b for b in boxes(page.marks) if x - SHOP < b[0] + b[2] and b[0] < x + w + SHOP]
    assert not any(y - SHOP < by + bh and by < y + h + SHOP for _, by, _, bh in near), "a mark lies on the bleed"


@GAMES
@pytest.mark.parametrize("paper", SHEETS)
def test_ticks_show_where_a_strip_begins_and_are_covered(game: str, paper: str) -> None:
    """At both ends of every strip, from the very line at which the next sheet lies, and on its side of it."""
    for sheet, page in sheets_of(game, paper):
        (x, y, w, h), thin = sheet.trim, LINE + 1e-6
        inked = [bounds(i.d) for i in page.marks if isinstance(i, Path) and i.fill == INK and not i.stroke]
        upright = [(bx, by, by + bh) for bx, by, bw, bh in inked if bw < thin < bh]
        level = [(by, bx, bx + bw) for bx, by, bw, bh in inked if bh < thin < bw]
        for ticks, strip, begins, ends in (
            (upright, sheet.across.strip, x + sheet.across.shown, (y, y + h)),
            (level, sheet.down.strip, y + sheet.down.shown, (x, x + w)),
        ):
            assert len(ticks) == (2 if strip else 0)
            assert all(at == pytest.approx(begins) for at, _, _ in ticks)
            assert not ticks or (min(t[1] for t in ticks), max(t[2] for t in ticks)) == pytest.approx(ends)


def test_every_cut_of_a_board_sheet_is_counted_and_numbered() -> None:
    """Where the board ends and where a sheet comes over another; a strip is not cut off."""
    for sheet, page in sheets_of("doge", "a4"):
        cuts = board_cuts(sheet)
        assert len(cuts) == 4 - len(sheet.over)
        numbers = [
            t.text for t in page.marks if isinstance(t, Text) and t.text.isdecimal() and t.y < sheet.size[1] - 31
        ]
        assert sorted(numbers) == sorted(2 * [str(cut.number) for cut in cuts])
