"""The first page of the kit, the finished game on its table, and the box for the whole game."""

from __future__ import annotations

import io
import itertools
import json
import math
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from tests.conftest import venice
from tests.press.kits import SETS, WITH_BOOKLET, built, drawn, kit, library, manifest, printed_games
from venice_pnp.door.manuscript import manuscript_of
from venice_pnp.draw.inks import Inks
from venice_pnp.draw.pdf import Plates
from venice_pnp.draw.scene import Group, Scene, bounds, rect, times, transform
from venice_pnp.draw.scene import Path as Line
from venice_pnp.draw.studio import Studio
from venice_pnp.kit.mounting import stock_name
from venice_pnp.press.board_sheets import board_sheets
from venice_pnp.press.box_size import goes_in, inside_of, packed, panels_of, room_on
from venice_pnp.press.boxes import wanted
from venice_pnp.press.camera import oblique, oblique_height, photo
from venice_pnp.press.figures import Figures, Seen
from venice_pnp.press.game_box import LID
from venice_pnp.press.tableau import Pane, Props, Shadow, Thing, tableau


def words_on(file: Path, page: int = 0) -> str:
    said = pypdfium2.PdfDocument(file)[page].get_textpage().get_text_range()
    return " ".join(said.replace("\x02", "-").split())


@pytest.mark.parametrize("game", printed_games())
def test_the_first_page_says_for_whom_how_long_and_what_to_print(game: str) -> None:
    folder, facts = built(game, *SETS[0]), kit(game).game
    said = words_on(folder / "kit.pdf")
    assert facts.tagline and facts.minutes and facts.age
    for fact in (facts.title.in_language("en").upper(), facts.tagline.in_language("en"), f"ages {facts.age} and up"):
        assert fact in said
    low, most = facts.minutes
    assert (f"about {most} minutes" if low == most else f"{low} to {most} minutes") in said
    files = manifest(folder)["files"]
    whole = next(f for f in files if f["path"] == "kit.pdf")
    assert f"{whole['sheets']} sheets to print" in said
    for stock in {f["stock"] for f in files if "kit_pages" in f and f["stock"] != "plain"}:
        count = sum(f["sheets"] for f in files if "kit_pages" in f and f["stock"] == stock)
        assert f"{count} × {stock_name(kit(game).shared, stock, 'en')}" in said
    assert (
        "For the printer" in words_on(folder / "kit.pdf", 1)
        or "FOR THE PRINTER" in words_on(folder / "kit.pdf", 1).upper()
    )


# --- the table --------------------------------------------------------------------------------------------
def things_of(game: str, edition: str = "colour", booklet: bool = True) -> tuple[list[Thing], Inks, Plates]:
    studio, parts = drawn(game, "en", edition)
    manuscript = manuscript_of(kit(game))
    assert manuscript is not None
    boxes = wanted(kit(game), None, False)
    things = tableau(Props(studio, parts, *manuscript.show(), boxes, Group(()), (148.5, 210.0) if booklet else None))
    return things, studio.inks, Plates(studio.fonts, dict(parts.faces))


@pytest.mark.parametrize("game", printed_games())
def test_everything_that_lies_or_stands_is_on_the_table(game: str) -> None:
    things, inks, _ = things_of(game)
    manuscript = manuscript_of(kit(game))
    assert manuscript is not None
    laid, before = manuscript.show()
    assert laid and before
    keys = {thing.key for thing in things if isinstance(thing, Pane)}
    for one in laid:
        assert any(key.startswith((f"{one.component} {one.item}", f"{one.item} ")) for key in keys), one
    upright = [t for t in things if isinstance(t, Pane) and t.corners[0][2] - t.corners[2][2] > 8]
    standees = [o for o in laid if kit(game).shared.shapes[kit(game).components[o.component].shape].form == "standee"]
    assert len(upright) >= len(standees) > 0
    lowest = min(p[2] for t in things for p in (t.corners if isinstance(t, Pane) else t.points))
    assert lowest == 0  # nothing lies below the table
    wide = 174.0
    x, y, w, h = bounds(oblique(things, inks, (0, 0, wide, oblique_height(things, wide))).items[0].d)  # type: ignore[union-attr]
    assert (x, y, w) == pytest.approx((0, 0, wide), abs=0.1) and 60 < h < 140


@pytest.mark.parametrize("game", printed_games())
def test_shadows_are_drawn_below_all_that_lies_and_the_board_is_large(game: str) -> None:
    """Hatched, those of slim things were stray lines; a shadow over the board would hide it."""
    things, inks, _ = things_of(game, booklet=False)
    wide = 174.0
    _, held, _ = oblique(things, inks, (0, 0, wide, oblique_height(things, wide))).items
    assert isinstance(held, Group) and isinstance(held.items[0], Group)
    placed = held.items[0]
    on_table = [t for t in things if isinstance(t, Shadow) and all(z == 0 for _, _, z in t.points)]
    _, *drawn = placed.items
    tone = drawn[0].fill if isinstance(drawn[0], Line) else None
    shaded = [n for n, item in enumerate(drawn) if isinstance(item, Line) and item.fill == tone and not item.stroke]
    assert tone and shaded == list(range(len(on_table)))
    board = next(item for item in drawn if isinstance(item, Group))
    assert bounds(transform(board.clip or (), times(placed.matrix, board.matrix)))[2] > 0.72 * wide


def test_the_picture_is_in_perspective_and_the_same_every_time() -> None:
    things, inks, plates = things_of("canaletto")
    first, again = (photo(things, inks, plates, 360) for _ in range(2))
    assert first == again
    with Image.open(io.BytesIO(first)) as picture:
        assert picture.width == 360 and 150 < picture.height < 300
        shadowless = photo([t for t in things if not isinstance(t, Shadow)], inks, plates, 360)
        with Image.open(io.BytesIO(shadowless)) as bare:
            dark, light = (sum(one.convert("L").histogram()[:110]) for one in (picture, bare))
        assert dark > light


def test_the_command_makes_the_picture_and_takes_no_part_with_it(tmp_path: Path) -> None:
    target = tmp_path / "table.png"
    ran = venice("preview", "venedig", "--table", "--dpi", "20", "--out", target)
    assert ran.code == 0, ran.said
    with Image.open(target) as picture:
        assert picture.width == 280
    assert venice("preview", "venedig", "figure", "--table", "--out", target).code == 2


# --- the box ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("sleeves", [False, True])
@pytest.mark.parametrize("game", printed_games())
def test_the_box_for_the_game_holds_its_boxes_beside_and_on_each_other(game: str, sleeves: bool) -> None:
    boxes = wanted(kit(game), None, sleeves)
    wide, high, deep = inside = inside_of(kit(game), boxes, kit(game).shared.papers["a4"])
    assert wide > 148.5 and high > 210 and deep < 70
    lying = packed(boxes, (wide, high))
    assert len(lying) == len(boxes)
    for at, size in lying:
        assert all(a >= 0 and a + s <= room for a, s, room in zip(at, size, inside, strict=True))
    for (one, its), (other, others) in itertools.combinations(lying, 2):
        apart = (a + s <= b or b + t <= a for a, s, b, t in zip(one, its, other, others, strict=True))
        assert any(apart), (one, other)


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("game", printed_games())
def test_the_whole_game_goes_into_its_box(game: str, paper: str) -> None:
    """The board in panels, which lie on the booklet; and a floor of that size fits on a sheet."""
    opened, sheet = kit(game), kit(game).shared.papers[paper]
    inside = inside_of(opened, wanted(opened, None, sleeves=False), sheet)
    assert not [name for name, part in opened.components.items() if not goes_in(opened, part, inside, sheet)]
    panels = panels_of(opened, sheet)
    assert panels is not None and sum(panels.columns) == 564 and sum(panels.rows) == 420
    sheets = board_sheets(
        (564.0, 420.0), sheet, opened.components["board"].seam
    )  # no joint lies on a strip beside a seam
    assert {s.across.shown for s in sheets} == {*panels.columns} and {s.down.shown for s in sheets} == {*panels.rows}
    assert all(side + 1.5 <= room for side, room in zip(inside, room_on(sheet), strict=False))
    under = opened.shared.making.under_board
    assert inside[2] > panels.number * under, "the panels lie on each other"


@pytest.mark.parametrize("game", printed_games())
def test_box_and_panels_are_shown_in_drawn_steps(game: str) -> None:
    folder = built(game, *WITH_BOOKLET[0])
    said = " ".join(words_on(folder / "kit.pdf", page) for page in range(12))
    inside = inside_of(kit(game), wanted(kit(game), None, sleeves=False), kit(game).shared.papers["a4"])
    w, h, deep = (round(side) for side in inside)
    panels = panels_of(kit(game), kit(game).shared.papers["a4"])
    assert panels is not None
    tall = " and ".join(f"{row:g}" for row in panels.rows) if len({*panels.rows}) > 1 else f"each {panels.rows[0]:g}"
    assert f"inside {w} × {h} × {deep} mm" in said
    assert f"from left to right 186, 186 and 192 mm wide, from top to bottom {tall} mm high" in said
    sizes = [kit(game).shared.shapes[c.shape] for c in kit(game).components.values()]
    large = [shape for shape in sizes if shape.form == "sheet" and max(shape.size) > max(inside[:2])]
    assert ("folded once" in said) == bool(large), "nothing is folded that goes in as it is"
    figures = Figures(Studio(kit(game), library(), "en", "colour"))
    board = Seen(Scene(564.0, 420.0, (), rect(0, 0, 564, 420), 0.0, "#FFFFFF"), "board")
    assert len(figures.game_box(inside)) == len(figures.panels(board, 3, 2)) == 3


@pytest.mark.parametrize(("lang", "paper", "edition", "sides"), WITH_BOOKLET)
def test_the_sheets_of_the_box_are_apart_and_keep_off_the_edge(lang: str, paper: str, edition: str, sides: str) -> None:
    folder = built("venetia", lang, paper, edition, sides)
    listed = {f["path"]: f for f in json.loads((folder / "manifest.json").read_text())["files"]}
    box = listed["game-box.pdf"]
    assert box["stock"] == "card" and "kit_pages" not in box
    pages = pypdfium2.PdfDocument(folder / "game-box.pdf")
    assert len(pages) == box["sheets"] >= 3
    assert math.isclose(pages[0].get_size()[0] / 72 * 25.4, kit("venetia").shared.papers[paper].size[0], abs_tol=0.1)


@pytest.mark.parametrize("game", printed_games())
def test_the_box_has_few_sheets_and_its_back_shows_the_table(game: str) -> None:
    """On A4: two floors, and the walls beside each other on as few sheets as they are wide."""
    folder = built(game, *WITH_BOOKLET[0])
    pages = pypdfium2.PdfDocument(folder / "game-box.pdf")
    shared, (_, _, deep) = (
        kit(game).shared,
        inside_of(kit(game), wanted(kit(game), None, False), kit(game).shared.papers["a4"]),
    )
    walls = 4 * deep * (1 + LID) + 8 * shared.making.tab
    assert len(pages) == 2 + math.ceil(walls / room_on(kit(game).shared.papers["a4"])[0])
    wood = Studio(kit(game), library(), "en", "colour").inks.mixed("gold", "paper", 0.62)
    table = tuple(int(wood[n : n + 2], 16) for n in (1, 3, 5))
    back = pages[1].render(scale=0.5).to_pil().convert("RGB")
    seen = sum(count for count, colour in back.getcolors(back.width * back.height) if colour == table)
    assert seen > 0.05 * back.width * back.height
