"""How parts become cardboard: both faces are printed in every mode, where hands can bring them together."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

import venice_pnp
from tests.conftest import venice
from tests.press.kits import kit, library, manifest, printed_games
from venice_pnp.door.kits import boards_of
from venice_pnp.door.wishes import WrongWish
from venice_pnp.draw.scene import Path as Line
from venice_pnp.draw.scene import bounds
from venice_pnp.draw.studio import Studio
from venice_pnp.kit.models import Kit, Mount
from venice_pnp.kit.mounting import FOR_TILES, board_said, gutter_of, mount_of, stock_name, thickness_of, with_tiles
from venice_pnp.kit.supplies import Paper
from venice_pnp.press.marks import PIN
from venice_pnp.press.mounts import MountedSheet, mounted_sheets, printed_as
from venice_pnp.press.order import Order, chosen_boxes
from venice_pnp.press.pack import LEAST_SHARE
from venice_pnp.press.pages import Layout, Printed
from venice_pnp.press.parts import Piece, draw_parts
from venice_pnp.press.profile import SIDES, Profile

SIDED = {  # two-sided parts on board, which are lost if one does not think of them
    "canaletto": {"artwork", "value"},
    "doge": {"vote-token", "control-ring"},
    "venedig": {"swamp", "treasure"},
    "venetia": {"combat-tiles", "vp-markers", "control-fleet", "monuments", "district-tiles"},
}


def tiles_of(made: Kit, sides: Any = "long-edge", paper: str = "a4", file: str = "tiles") -> Printed:
    studio = Studio(made, library(), "en", "colour")
    only = frozenset(name for name, c in made.components.items() if c.file == file)
    parts = draw_parts(studio, boards_of(made), only)
    return Layout(studio, parts, paper, sides, Profile()).files()[0]


@pytest.mark.parametrize("game", printed_games())
def test_two_sided_parts_on_board_are_wrapped_and_cards_are_not(game: str) -> None:
    stocks = kit(game).shared.stocks
    mounts = {name: mount_of(c, stocks) for name, c in kit(game).components.items()}
    assert {name for name, mount in mounts.items() if mount == "wrap"} == SIDED[game]
    for name, component in kit(game).components.items():
        assert (mounts[name] == "one-side") == (component.back is None)
        assert mounts[name] == "card" or component.back is None or stocks[component.stock].board


@pytest.mark.parametrize("tiles", FOR_TILES)
@pytest.mark.parametrize("board", [None, 2.0, 1.5, 1.0, 0.0])
@pytest.mark.parametrize("game", printed_games())
def test_a_choice_for_all_tiles_changes_no_other_part(game: str, tiles: Mount, board: float | None) -> None:
    plain, made = kit(game), with_tiles(kit(game), tiles, board)
    for name, component in made.components.items():
        before, stock = plain.components[name], made.shared.stocks[component.stock]
        if name in SIDED[game]:
            assert mount_of(component, made.shared.stocks) == tiles
        else:
            assert mount_of(component, made.shared.stocks) == mount_of(before, plain.shared.stocks)
        on_board = plain.shared.stocks[before.stock].board
        bare = not on_board or tiles == "card" or board == 0
        assert stock.board == (0 if bare else on_board if board is None else board)
        assert component.stock == ("card" if on_board and bare else before.stock)


def test_the_gutter_is_the_board_with_paper_on_both_sides() -> None:
    for board, gutter in ((2.0, 2.4), (1.5, 1.9), (1.0, 1.4), (0.0, 0.0)):
        made = with_tiles(kit("canaletto"), None, board)
        component = made.components["value"]
        assert gutter_of(made.shared.stocks[component.stock]) == pytest.approx(gutter)
        folds = {page.fold for page in tiles_of(made).pages}
        assert {round(fold.gutter, 4) for fold in folds if fold} == {gutter}
        assert thickness_of(component, made.shared.stocks) == pytest.approx(gutter or 0.6)


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("game", printed_games())
def test_wrapped_faces_mirror_about_the_fold_with_the_gutter_between(game: str, paper: str) -> None:
    files = sorted({kit(game).components[name].file for name in SIDED[game]})
    runs = [tiles_of(kit(game), paper=paper, file=file).pages for file in files]
    gutter = gutter_of(kit(game).shared.stocks["board"])
    folded = [(a, b) for pages in runs for a, b in pairwise(pages) if a.number == b.number]
    assert folded
    for front, back in folded:
        assert front.fold and front.fold == back.fold and front.fold.gutter == gutter
        way, middle = (1, front.size[1] - front.fold.at) if front.fold.level else (0, front.fold.at)
        behind = {(p.component, p.item, p.copy): p.trim for p in back.placed}
        assert behind, "a half is wasted"
        for piece in front.placed:
            near = abs(piece.trim[way] + piece.trim[way + 2] / 2 - middle) - piece.trim[way + 2] / 2
            assert near >= gutter / 2
            other = behind.get((piece.component, piece.item, piece.copy))
            if other:
                expected = list(piece.trim)
                expected[way] = 2 * middle - piece.trim[way] - piece.trim[way + 2]
                assert other == pytest.approx(expected)
    names = {p.component for _, back in folded for p in back.placed}
    assert names == SIDED[game]


def test_a_sheet_is_folded_across_where_that_saves_one() -> None:
    """34 artworks: 30 beside an upright fold, 35 above a level one. Their backs stand on their heads there, and are
    the right way up when the sheet is folded."""
    studio = Studio(kit("canaletto"), library(), "en", "colour")
    parts = draw_parts(studio, boards_of(kit("canaletto")), frozenset(["artwork"]))
    front, back = Layout(studio, parts, "a4", "long-edge", Profile()).files()[0].pages
    assert front.fold and front.fold.level and front.fold == back.fold
    middle = front.size[1] - front.fold.at
    for one, other in zip(front.placed, back.placed, strict=True):
        x, y, w, h = one.trim
        assert (one.item, one.copy) == (other.item, other.copy)
        assert other.trim == pytest.approx((x, 2 * middle - y - h, w, h))
        assert y >= middle + front.fold.gutter / 2 and (one.rotation + other.rotation) % 360 == 180


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("game", printed_games())
def test_every_face_is_printed_in_every_mode(game: str, sides: Any) -> None:
    studio = Studio(kit(game), library(), "en", "colour")
    small = frozenset(n for n, c in kit(game).components.items() if c.stock in ("card", "board"))
    layout = Layout(studio, draw_parts(studio, boards_of(kit(game)), small), "a4", sides, Profile())
    files = layout.files()
    for printed in files:
        here = {p.component for page in printed.pages for p in page.placed}
        guests = here if printed.name in ("aids", "box") else set()  # standees may lie with these
        own = {file.name for file in files}
        pieces = [
            p for p in layout.parts.pieces if p.file == printed.name or (p.file not in own and p.component in guests)
        ]
        for side, faces in (("front", [p.front for p in pieces]), ("back", [p.back for p in pieces if p.back])):
            shown = [spot.face for page in printed.pages if page.side == side for spot in page.spots]
            assert sorted(shown) == sorted(faces)
        assert printed.duplex is None or sides in ("long-edge", "short-edge")


def test_two_sheets_have_pin_holes_that_meet_and_lie_on_no_picture() -> None:
    for sides, tiles in (("long-edge", "two-sheets"), ("single", "two-sheets")):
        printed = tiles_of(with_tiles(kit("doge"), tiles, None), sides)  # type: ignore[arg-type]
        assert printed.duplex is None
        assert printed.sheets == len(printed.pages) == printed.pages[-1].sheet
        for front, back in pairwise(printed.pages):
            if back.side != "back":
                continue
            assert back.alone and (front.number, front.sheet) == (back.number - 1, back.sheet - 1)
            holes, others = rings(front.marks), rings(back.marks)
            assert len(holes) == 4 and {(round(front.size[0] - x, 3), y) for x, y in holes} == set(others)
            for page, points in ((front, holes), (back, others)):
                for piece in page.placed:
                    x, y, w, h = piece.trim
                    for px, py in points:
                        beside = max(x - px, px - x - w, y - (page.size[1] - py), page.size[1] - py - y - h)
                        assert beside >= PIN + 2, "on the bleed"


def rings(marks: tuple[Any, ...]) -> list[tuple[float, float]]:
    found = []
    for item in marks:
        if isinstance(item, Line) and item.stroke:
            x, y, w, h = bounds(item.d)
            if w == pytest.approx(h) and w == pytest.approx(2 * PIN, abs=0.4):
                found.append((round(x + w / 2, 3), round(y + h / 2, 3)))
    return found


def test_cards_fold_or_come_on_two_sheets_where_the_printer_has_one_side() -> None:
    assert [printed_as("card", sides) for sides in SIDES] == ["card", "card", "wrap", "two-sheets"]
    for mount in ("wrap", "two-sheets", "one-side"):
        assert {printed_as(mount, sides) for sides in SIDES} == {mount}  # type: ignore[arg-type]


def test_the_command_and_the_library_choose_alike(tmp_path: Path) -> None:
    asked = ("--tiles", "two-sheets", "--board-mm", "1.5")
    ran = venice("build", "canaletto", "--lang", "de", "--only", "value", "--out", tmp_path / "a", *asked)
    assert ran.code == 0 and "120–160 g paper, to glue on 1.5 mm board" in ran.out
    more = {"lang": "de", "only": "value", "tiles": "two-sheets", "board_mm": 1.5}
    venice_pnp.build("canaletto", tmp_path / "b", **more)  # type: ignore[arg-type]
    one, two = (manifest(tmp_path / where / "canaletto/de/a4") for where in "ab")
    assert one == two
    assert {row["mount"] for row in one["components"]} == {"two-sheets"}
    shared = with_tiles(kit("canaletto"), None, 1.5).shared
    assert stock_name(shared, "board", "de") == "Papier 120–160 g, auf 1,5-mm-Pappe zu kleben"
    assert board_said(kit("canaletto").shared, "board", "de") == "2"


def test_one_sheet_that_is_folded_stands_twice_in_the_manifest(tmp_path: Path) -> None:
    venice_pnp.build("canaletto", tmp_path, lang="en", only="value", board_mm=0)
    made = manifest(tmp_path / "canaletto/en/a4")
    front, back = next(f for f in made["files"] if f["path"] == "tiles.pdf")["pages"]
    assert (front["page"], front["side"], back["page"], back["side"]) == (1, "front", 1, "back")
    assert front["fold_mm"] == back["fold_mm"] and len(front["fold_mm"]) == 1
    assert front["gutter_mm"] == 0 and len(front["placed"]) == len(back["placed"]) == 14


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"tiles": "wraps"}, "unknown way to make tiles 'wraps'; did you mean 'wrap'?"),
        ({"board_mm": 5.0}, "a board of 5 mm: it may be 0 to 3 mm thick"),
        ({"board_mm": -1.0}, "it may be 0 to 3 mm thick"),
        ({"board_mm": float("nan")}, "it may be 0 to 3 mm thick"),
        ({"tiles": "card", "board_mm": 1.0}, "leave out --board-mm"),
        ({"tiles": "card", "profile": "images"}, "leave out how tiles are made"),
    ],
)
def test_what_cannot_be_glued_is_refused(asked: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(WrongWish) as refused:
        venice_pnp.build("canaletto", tmp_path, **asked)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("mount: one-side", "one-side is for a part without a back"),
        ("mount: card", "card is not glued on a board"),
        ("mount: wrapped", "wrapped"),
    ],
)
def test_a_mount_that_loses_a_face_is_a_fault_of_the_data(data: Path, line: str, message: str) -> None:
    file = data / "canaletto/game.yaml"
    text = file.read_text("utf-8")
    back = "    back: canaletto/artwork-back\n"
    assert back in text
    file.write_text(text.replace(back, f"{back}    {line}\n"), "utf-8")
    ran = venice("check", "canaletto", "--data", data)
    assert ran.code == 1 and message in ran.err and "game.yaml:" in ran.err


def test_a_part_may_say_how_it_is_made() -> None:
    made = kit("canaletto")
    artwork = structs.replace(made.components["artwork"], mount="two-sheets")
    printed = structs.replace(made.printed, components=made.components | {"artwork": artwork})
    tiles = tiles_of(structs.replace(made, look_up_print=lambda: printed))
    assert {page.alone for page in tiles.pages} == {True, False}
    assert any(page.fold for page in tiles.pages), "the values are wrapped as before"


def test_a_file_that_is_partly_printed_on_both_sides_becomes_two() -> None:
    """Each of one stock and one kind of sides, without empty backs."""
    made = kit("canaletto")
    changed = {
        "artwork": structs.replace(made.components["artwork"], mount="card", stock="card"),
        "value": structs.replace(made.components["value"], mount="two-sheets"),
    }
    printed = structs.replace(made.printed, components=made.components | changed)
    studio = Studio(structs.replace(made, look_up_print=lambda: printed), library(), "en", "colour")
    parts = draw_parts(studio, {}, frozenset(["artwork", "value", "bribe"]))
    both, one = Layout(studio, parts, "a4", "long-edge", Profile()).files()
    assert (both.name, both.stock, both.duplex) == ("tiles", "card", "long-edge")
    assert (one.name, one.stock, one.duplex) == ("tiles-board", "board", None)
    assert len(both.pages) == 2 * both.sheets and all(page.spots for page in both.pages)
    assert sum(len(page.placed) for page in one.pages if page.alone) == 14


def test_a_deck_of_folded_cards_fits_its_box() -> None:
    deep = {}
    for sides in SIDES:
        order = Order(papers=("a4",), langs=("en",), editions=("colour",), sides=sides)
        deep[sides] = max(box.net.inside[2] for box in chosen_boxes(kit("venedig"), order) if box.kind == "tuck-box")
    cards, stock = kit("venedig").components["card"].count, kit("venedig").shared.stocks["card"]
    assert deep["long-edge"] == deep["short-edge"] >= cards * stock.thickness
    assert deep["gutterfold"] == deep["single"] >= cards * 2 * stock.thickness


# --- cards -----------------------------------------------------------------------------------------------
def cards_on(paper: Paper, count: int, size: tuple[float, float] = (63.0, 88.0)) -> list[MountedSheet]:
    deck = [
        Piece("card", str(i), 1, "f", "b", size, "card", "cards", "card", ("#FFFFFF", "#FFFFFF"), mount="card")
        for i in range(count)
    ]
    return mounted_sheets(deck, paper, kit("canaletto").shared.stocks)


def test_nine_cards_go_on_a4_and_on_a_letter_if_its_margins_allow() -> None:
    papers = kit("canaletto").shared.papers
    assert [(len(cards_on(papers[p], 9)), cards_on(papers[p], 9)[0].tight) for p in ("a4", "letter")] == [
        (1, False),
        (1, True),
    ]
    assert not cards_on(papers["letter"], 8)[0].tight, "long marks where there is room for them"
    wide = structs.replace(papers["letter"], margin=6.35)
    assert [len(cards_on(wide, count)) for count in (8, 9)] == [1, 2]


@given(st.integers(1, 120), st.sampled_from(["a4", "letter", "a3"]), st.sampled_from([5.0, 6.35]))
@settings(max_examples=25, deadline=None)
def test_no_sheet_of_a_deck_is_nearly_empty(count: int, paper: str, margin: float) -> None:
    sheets = cards_on(structs.replace(kit("canaletto").shared.papers[paper], margin=margin), count)
    on_each = [len(one.sheet.placements) for one in sheets]
    row = max(len({round(p.x, 3) for p in one.sheet.placements}) for one in sheets)
    assert sum(on_each) == count
    average = count / len(sheets)
    assert min(on_each) >= min(LEAST_SHARE * average, average - row)


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("game", printed_games())
def test_no_sheet_of_cards_is_nearly_empty(game: str, paper: str) -> None:
    for sides in SIDES[1:]:
        studio = Studio(kit(game), library(), "en", "colour")
        cards = frozenset(n for n, c in kit(game).components.items() if c.file == "cards")
        if not cards:
            continue
        printed = Layout(studio, draw_parts(studio, {}, cards), paper, sides, Profile()).files()[0]
        covered = [sum(p.trim[2] * p.trim[3] for p in page.placed) for page in printed.pages if page.side == "front"]
        assert min(covered) >= 0.5 * sum(covered) / len(covered), (sides, covered)
