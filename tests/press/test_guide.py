"""The build guide: its numbers are those of the manifest and of the sheets."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cache
from itertools import product
from typing import Any

import pikepdf
import pytest
from msgspec import structs

from tests.press.kits import SETS, built, kit, library, manifest, printed_games
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.inks import EDITIONS
from venice_pnp.draw.scene import Group, Item, Path, Text, bounds, times, transform
from venice_pnp.draw.studio import Studio
from venice_pnp.kit.mounting import with_tiles
from venice_pnp.press import guide as guiding
from venice_pnp.press.boxes import BOX_FILE, Wanted, wanted, with_boxes
from venice_pnp.press.cutplan import boards_for, halved_boards, plans
from venice_pnp.press.figures import Figures
from venice_pnp.press.folding import folded
from venice_pnp.press.guide import BOOKLET, FIRST, GAME_BOX, guide, how_to_build
from venice_pnp.press.guide_pages import WIDENED, Band, GuideBlock, GuideFrame
from venice_pnp.press.mounts import as_printed
from venice_pnp.press.pages import Layout, Page, Printed
from venice_pnp.press.parts import Parts, draw_parts
from venice_pnp.press.profile import Profile
from venice_pnp.press.strips import Leaf

PAPERS = ("a4", "letter", "a3")
LOOKS = list(product(printed_games(), ("en", "de"), EDITIONS))


@cache
def drawn(game: str, lang: str, edition: Any, sides: Any) -> tuple[Studio, Parts]:
    studio = Studio(kit(game), library(), lang, edition)
    return studio, with_boxes(studio, draw_parts(studio, boards_of(kit(game))), boxes_of(game, sides))


def boxes_of(game: str, sides: Any) -> list[Wanted]:
    return wanted(as_printed(kit(game), sides), None, False)


@cache
def laid_out(
    game: str,
    lang: str,
    paper: str,
    edition: Any = "colour",
    sides: Any = "long-edge",
    tiles: Any = None,
    board: Any = None,
) -> tuple[Layout, list[Printed], list[Page]]:
    """The sheets of a kit (without its booklet) and its guide."""
    studio, parts = drawn(game, lang, edition, sides)
    if tiles or board is not None:
        studio = Studio(with_tiles(kit(game), tiles, board), library(), lang, edition)
        boxes = [piece for piece in parts.pieces if piece.file == BOX_FILE]
        parts = structs.replace(parts, pieces=draw_parts(studio, boards_of(kit(game))).pieces + boxes)
    layout = Layout(studio, parts, paper, sides, Profile())
    files = layout.files()
    counts = Counter(p.component for p in parts.pieces if not p.alternative and p.component in kit(game).components)
    return layout, files, guide(layout, files, dict(counts), frozenset(), boxes_of(game, sides))


def runs(items: tuple[Item, ...], matrix: tuple[float, ...] = (1, 0, 0, 1, 0, 0)) -> list[tuple[float, float, Text]]:
    """All texts as large as they are printed, with the place of their left end."""
    found = []
    for item in items:
        if isinstance(item, Text):
            a, b, c, d, e, f = matrix
            scale = math.hypot(a, b)
            printed = structs.replace(item, size=item.size * scale, width=item.width * scale)
            found.append((a * item.x + c * item.y + e, b * item.x + d * item.y + f, printed))
        elif isinstance(item, Group) and not item.key:
            found += runs(item.items, times(matrix, item.matrix))  # type: ignore[arg-type]
    return found


def said_in(pages: list[Page]) -> str:
    """All texts of the guide, one line after the other."""
    return " ".join(t.text for page in pages for _, _, t in runs(page.marks))


def counted(pages: list[Page]) -> dict[str, int]:
    """The parts list as one reads it: the bold name right of each number."""
    found = {}
    for page in pages:
        texts = runs(page.marks)
        for x, y, text in texts:
            number = re.fullmatch(r"(\d+) ×", text.text)
            if number and text.font == "number":
                beside = [(bx, t.text) for bx, by, t in texts if bx > x and abs(by - y) < 1 and t.font == "text-bold"]
                found[min(beside)[1]] = int(number[1])
    return found


@pytest.mark.parametrize(("lang", "paper", "edition", "sides"), SETS[:4])
@pytest.mark.parametrize("game", printed_games())
def test_the_counts_of_the_parts_list_are_those_of_the_manifest(
    game: str, lang: str, paper: str, edition: str, sides: str
) -> None:
    made = manifest(built(game, lang, paper, edition, sides))
    said = counted(laid_out(game, lang, paper, edition, sides)[2])
    rows = [*made["components"], *made["extras"]]
    assert len(said) == len(rows)
    for row in rows:
        known = kit(game).components
        box = f"part-{row['id']}" if row["placed"] > 1 else f"part-{row['id']}-one"
        words = known[row["id"]].name if row["id"] in known else kit(game).shared.words[box]
        name = words.in_language(lang)
        assert next(n for text, n in said.items() if name.startswith(text)) == row["placed"], name


@pytest.mark.parametrize(("lang", "paper", "edition", "sides"), SETS[:4])
@pytest.mark.parametrize("game", printed_games())
def test_the_sheets_of_the_shopping_list_are_those_of_the_files(
    game: str, lang: str, paper: str, edition: str, sides: str
) -> None:
    layout, files, pages = laid_out(game, lang, paper, edition, sides)
    name = layout.paper.name.in_language(lang)
    lines = [t.text for page in pages for _, _, t in runs(page.marks)]
    stated = [int(n) for line in lines for n in re.findall(rf"^(\d+) (?:sheets?|Bögen|Bogen) {name}:", line)]
    assert sum(stated) == sum(f.sheets for f in files if f.name != "board-poster")
    made = {f["path"]: f["sheets"] for f in manifest(built(game, lang, paper, edition, sides))["files"]}
    assert all(made[f"{f.name}.pdf"] == f.sheets for f in files)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_of_the_paper_of_the_guide_it_says_that_its_own_sheets_are_not_counted(lang: str) -> None:
    """The page for the printer and the cover count them, the guide cannot: it is not printed before it is laid out."""
    layout, files, _ = laid_out("canaletto", lang, "a4")
    book = structs.replace(files[0], name=BOOKLET, title="Book", stock="plain", sheets=4)
    said = said_in(guide(layout, [*files, book], {}, frozenset(), boxes_of("canaletto", "long-edge")))
    more = layout.word("guide-for-more").partition("; ")[2]
    assert said.count(more) == 1 and more not in said_in(laid_out("canaletto", lang, "a4")[2])


@pytest.mark.parametrize(("paper", "joints"), [("a4", 2), ("a3", 1)])
def test_a_strip_of_two_panels_has_one_joint(paper: str, joints: int) -> None:
    layout, files, _ = laid_out("venedig", "en", paper)
    box = structs.replace(files[0], name=GAME_BOX, title="Box")
    said = said_in(guide(layout, [*files, box], {}, frozenset(), boxes_of("venedig", "long-edge")))
    assert len(re.findall("At the (?:first joint|next one|joint) ", said)) == joints


@pytest.mark.parametrize(("lang", "file"), [("en", "Player aids + Standees"), ("de", "Spielhilfen + Aufsteller")])
def test_files_that_share_a_stock_are_told_apart(lang: str, file: str) -> None:
    """The title of one file may have commas, or two kinds of parts in it."""
    _, files, pages = laid_out("canaletto", lang, "a4")
    boxes = next(f.title for f in files if f.name == "box")
    assert file in {f.title for f in files} and "," in boxes
    assert any(f"{file}; {boxes}" in t.text for page in pages for _, _, t in runs(page.marks))


def test_no_line_of_the_guide_ends_before_a_unit() -> None:
    for game, lang in (("canaletto", "en"), ("venetia", "de")):
        for page in laid_out(game, lang, "a4")[2]:
            said = [t.text for _, _, t in runs(page.marks)]
            assert not [text for text in said if re.match(r"(mm|g)\b", text)]
            assert "\u00a0" not in "".join(said), "words can be searched"


def check_room(layout: Layout, pages: list[Page]) -> None:
    """Every text of the guide lies inside the rule, and none on another."""
    wide, high = layout.paper.size
    for page in pages:
        inner = [t for t in runs(page.marks) if t[1] < high - 18]
        assert inner
        for x, y, text in inner:
            assert x >= 13 and x + text.width <= wide - 13 and 13 <= y <= high - 19, (page.number, text.text)
            assert text.size >= 8.0, text.text
        assert page is pages[-1] or max(y for _, y, _ in inner) > high / 2, f"page {page.number} is nearly empty"
        for (ax, ay, a), (bx, by, b) in product(inner, inner):
            if (ax, ay) < (bx, by):
                apart = ax + a.width <= bx + 0.2 or bx + b.width <= ax + 0.2 or abs(ay - by) > min(a.size, b.size) * 0.2
                assert apart, (page.number, a.text, b.text)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("game", "lang", "edition"), LOOKS)
def test_nothing_of_the_guide_overflows_or_touches(game: str, lang: str, paper: str, edition: str) -> None:
    layout, _, pages = laid_out(game, lang, paper, edition)
    check_room(layout, pages)


@pytest.mark.parametrize("game", printed_games())
def test_pictures_and_plans_stay_inside_the_frame(game: str) -> None:
    _, _, pages = laid_out(game, "de", "a4")
    for page in pages:
        for spot in page.spots:
            x, y, w, h = bounds(transform(spot.clip, (1, 0, 0, 1, 0, 0)))
            assert x >= 13 and y >= 13 and x + w <= page.size[0] - 13 and y + h <= page.size[1] - 19


@pytest.mark.parametrize("game", printed_games())
def test_cut_plans_show_every_kind_of_sheet_once_with_the_numbers_of_the_sheet(game: str) -> None:
    _, files, _ = laid_out(game, "en", "a4")
    for printed in files:
        fronts = [p for p in printed.pages if p.side == "front" and p.grids]
        own = list(plans([printed]))
        assert sorted(n for plan in own for n in plan.sheets) == list(range(1, len(fronts) + 1))
        for plan in own:
            numbers = [cut.number for _, cuts in plan.cuts for cut in cuts]
            assert numbers == list(range(1, len(numbers) + 1))
            stated = {t.text for _, _, t in runs(plan.page.marks) if t.text.isdigit()}
            assert {str(c.number) for _, cuts in plan.cuts for c in cuts} <= stated


@pytest.mark.parametrize("game", printed_games())
def test_the_map_of_the_board_has_every_sheet(game: str) -> None:
    _, files, pages = laid_out(game, "en", "a4")
    board = next(f for f in files if f.name == "board-tiles")
    stated = {t.text for page in pages for _, _, t in runs(page.marks)}
    assert {p.placed[0].item.rpartition("/r")[2].replace("c", "–") for p in board.pages} <= stated


@pytest.mark.parametrize("game", printed_games())
def test_every_part_has_a_bookmark_of_its_own(game: str) -> None:
    lang = SETS[0][0]
    with pikepdf.open(built(game, *SETS[0]) / "kit.pdf") as pdf, pdf.open_outline() as outline:
        titles = [child.title for item in outline.root for child in item.children]
        words = kit(game).shared.words
        assert [item.title for item in outline.root[:3]] == [
            words[key].in_language(lang) for key in ("opening", "print-me", "guide")
        ]
        assert all(child.title.startswith(item.title) for item in outline.root[:3] for child in item.children)
    for name, component in kit(game).components.items():
        said = component.name.in_language(lang)
        board = kit(game).shared.shapes[component.shape].form in ("board", "sheet")
        assert board or any(said in title for title in titles), name


WAYS = {  # how sheets become cardboard: sides, tiles, board; and the headlines of what the guide tells
    ("long-edge", None, None): {"Both sides of card:", "Round the board:"},
    ("long-edge", "two-sheets", None): {"Both sides of card:", "Two sheets:"},
    ("long-edge", "card", None): {"Both sides of card:"},
    ("long-edge", None, 0.0): {"Both sides of card:", "Folded on itself:"},
    ("gutterfold", None, None): {"Folded on itself:", "Round the board:"},
    ("single", None, 1.5): {"Two sheets:", "Round the board:"},
}


@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize("game", ["canaletto", "venedig"])
def test_the_guide_tells_of_every_mount_and_of_no_other(game: str, way: tuple[str, Any, Any]) -> None:
    sides, tiles, board = way
    layout, _, pages = laid_out(game, "en", "a4", "colour", sides, tiles, board)
    check_room(layout, pages)
    said = said_in(pages)
    told = {line for lines in WAYS.values() for line in lines if line in said}
    assert told == WAYS[way]
    for piece in layout.parts.pieces:
        if piece.back:
            name = kit(game).components[piece.component].name.in_language("en").split(" (")[0]
            assert name.split(" ")[0] in said.partition("Mounting")[2].partition("Cut plans")[0], name


@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_is_counted_in_a_text_is_numbered_in_its_pictures(lang: str) -> None:
    """Score, glue, fold, cut: each step of a fold round the board says which picture shows it."""
    layout, files, _ = laid_out("canaletto", lang, "a4")
    counts = Counter(p.component for p in layout.parts.pieces if p.component in kit("canaletto").components)
    blocks = how_to_build(layout, files, dict(counts), boxes_of("canaletto", "long-edge"))
    [block] = [block for block in blocks if any(FIRST in said for said in block.said)]
    told = re.findall(r"\n\*\*(\d)\*\* ", block.said[0])
    drawn = [text for _, _, text in runs(block.items) if text.text.isdigit() and text.font == "number"]
    assert told == [text.text for text in drawn] == [str(n + 1) for n in range(len(block.steps))]


@pytest.mark.parametrize("game", ["venedig", "venetia"])
def test_cutting_by_numbers_is_drawn(game: str) -> None:
    """The sheet with the same number at both ends of a cut, across and then down; the line ends inside the rim."""
    layout, files, _ = laid_out(game, "en", "a4")
    counts = Counter(p.component for p in layout.parts.pieces if p.component in kit(game).components)
    blocks = how_to_build(layout, files, dict(counts), boxes_of(game, "long-edge"))
    [block] = [block for block in blocks if block.said == (layout.word("how-cut"),)]
    across, down, loose = block.steps
    for step, cuts in ((across, 2), (down, 3)):
        shown = Counter(text.text for _, _, text in runs(step.items))
        assert {n: shown[n] for n in "12345"} == dict.fromkeys("12345", 2)
        lines = [
            item for item in step.items if isinstance(item, Path) and item.stroke == layout.studio.inks.line("brick")
        ]
        strong = [line for line in lines if line.width == max(line.width for line in lines)]
        assert len(strong) == cuts
        left, top, wide, high = step.box
        for x, y, w, h in (bounds(line.d) for line in strong):
            assert left < x and x + w < left + wide and top < y and y + h < top + high
    assert not [text for _, _, text in runs(loose.items) if text.font == "number" and text.text in "45"]


def drawn_sheets(pages: list[Page]) -> list[float]:
    """How large sheets with a few pieces are drawn: mm of the page for a mm of theirs."""

    def within(items: tuple[Item, ...], matrix: tuple[float, ...]) -> list[float]:
        found = []
        for item in items:
            if isinstance(item, Group):
                at = times(matrix, item.matrix)  # type: ignore[arg-type]
                scale = math.sqrt(abs(at[0] * at[3] - at[1] * at[2]))
                found += [scale] if item.key.endswith("on a sheet") else within(item.items, at)
        return found

    return [scale for page in pages for scale in within(page.marks, (1, 0, 0, 1, 0, 0))]


@pytest.mark.parametrize("game", ["canaletto", "venetia"])
def test_mounting_is_drawn_larger_where_its_page_has_room(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not at the cost of a sheet of paper."""
    layout, files, pages = laid_out(game, "en", "a4")
    counts = Counter(p.component for p in layout.parts.pieces if p.component in kit(game).components)
    monkeypatch.setattr(guiding, "GROWN", (1.0,))
    small = guide(layout, files, dict(counts), frozenset(), boxes_of(game, "long-edge"))
    before = 2  # pages, the first one and that for the printer
    assert math.ceil((before + len(pages)) / 2) == math.ceil((before + len(small)) / 2)
    assert max(drawn_sheets(pages)) > 1.2 * max(drawn_sheets(small))


def test_what_knives_need_is_told_under_the_heading_of_mounting() -> None:
    """Not behind the last picture, where it may begin the next page alone."""
    for game, lang in (("venedig", "en"), ("venetia", "de")):
        layout, _, pages = laid_out(game, lang, "a4")
        begin = layout.word("guide-mount-knife").partition("{")[0].strip()
        for page in pages:
            texts = runs(page.marks)
            notes = [y for _, y, text in texts if text.text.startswith(begin)]
            heads = [y for _, y, text in texts if text.text == layout.word("guide-mounting")]
            assert len(notes) == len(heads) and all(0 < n - h < 10 for n, h in zip(notes, heads, strict=True))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_dot_of_what_is_ours_is_explained_by_the_dot(lang: str) -> None:
    """The same drawn dot, not a letter that looks otherwise."""
    layout, _, pages = laid_out("canaletto", lang, "a4")
    said = layout.word("guide-own")
    [(x, y)] = [(x, y) for x, y, text in runs(pages[0].marks) if text.text == said]
    gold = layout.studio.inks.mark("gold")

    def dots(items: tuple[Item, ...], matrix: tuple[float, ...]) -> list[tuple[float, float]]:
        found = []
        for item in items:
            if isinstance(item, Group) and not item.key:
                found += dots(item.items, times(matrix, item.matrix))  # type: ignore[arg-type]
            elif isinstance(item, Path) and item.fill == gold:
                left, top, w, h = bounds(transform(item.d, matrix))  # type: ignore[arg-type]
                found.append((left + w / 2, top + h / 2))
        return found

    every = dots(pages[0].marks, (1, 0, 0, 1, 0, 0))
    assert len(every) > 5 and any(0 < x - at < 3 and abs(y - high - 0.9) < 0.5 for at, high in every)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_is_cut_along_a_line_says_so_in_one_line(lang: str) -> None:
    for game in ("venedig", "venetia"):
        layout, _, pages = laid_out(game, lang, "a4")
        last = layout.word("guide-cut-line").split("\u00a0")[-1]
        texts = [text.text for page in pages for _, _, text in runs(page.marks)]
        assert any(text.endswith(f" {last}") for text in texts)
        assert not [text for text in texts if text == last]


@pytest.mark.parametrize("game", printed_games())
def test_steps_are_numbered_however_the_page_is_laid_out(game: str) -> None:
    """Also where the text stands beside the pictures."""
    pages = laid_out(game, "en", "a4")[2]
    texts = [[text for _, _, text in runs(page.marks)] for page in pages]
    [page] = [page for page in texts if any("Score both" in text.text for text in page)]
    bold = {text.text for text in page if text.font != "number"}
    steps = [n for n in "1234567" if n in bold]
    assert steps and {text.text for text in page if text.font == "number"} >= set(steps)


def test_only_a_die_is_folded_like_one() -> None:
    """On card alone Venedig's palazzi, which have inward corners, stay flat."""
    for game, folds in (("venedig", False), ("venetia", True)):
        pages = laid_out(game, "en", "a4", "colour", "long-edge", None, 0.0)[2]
        assert ("Score and fold back at all lines" in said_in(pages)) == folds, game


def test_the_guide_counts_the_boards() -> None:
    """Half a board goes into a fold, a whole one under a sheet or between two."""
    for way, boards in (((None, None), 3), (("two-sheets", None), 3), (("card", None), 0), ((None, 0.0), 0)):
        _, _, pages = laid_out("venetia", "en", "a4", "colour", "long-edge", *way)
        found = re.search(r"(\d+) × [\d.]+ mm grey board", said_in(pages))
        assert int(found[1] if found else 0) == boards, way


@pytest.mark.parametrize(
    ("game", "sheets", "blank"),
    [
        ("canaletto", "Tiles and counters, sheets 1–2 \\([^.;]*Artworks", "Without backs: Bribe tiles"),
        ("venetia", "City parts \\(option\\), sheet 1 \\([^.;]*District tiles", "Without backs: Ducats"),
    ],
)
def test_mounting_is_told_by_sheets(game: str, sheets: str, blank: str) -> None:
    """What has no back but lies on a folded sheet goes round the board with it."""
    _, files, pages = laid_out(game, "en", "a4")
    said = said_in(pages).partition("Mounting")[2].partition("Cut plans")[0]
    round_board = said.partition("Round the board:")[2]
    assert re.search(sheets, round_board) and blank in round_board
    one_side = round_board.partition("On one side:")[2]
    unfolded = [page for f in files for page in f.pages if page.side == "front" and page.mount == "one-side"]
    assert all(page.fold is None for page in unfolded)
    assert blank.partition(": ")[2] not in one_side


@pytest.mark.parametrize(
    ("paper", "half"), [("a4", "105 × 297 mm"), ("letter", "108 × 279 mm"), ("a3", "148 × 420 mm")]
)
def test_half_a_board_is_told_with_its_size(paper: str, half: str) -> None:
    _, _, pages = laid_out("canaletto", "en", paper)
    said = said_in(pages)
    assert f"cut in two lengthwise, {half} each: one half for each sheet" in said
    assert f"each sheet gets one half, {half}." in said


def test_boards_of_which_some_are_halved_say_how_many() -> None:
    """Venedig glues sheets on whole boards, too."""
    _, files, pages = laid_out("venedig", "en", "a4")
    tiles = next(f for f in files if f.name == "tiles")
    halved = halved_boards([tiles])[False]
    assert halved < boards_for([tiles])
    assert f"cut {halved} of them in two lengthwise" in said_in(pages)


def test_boards_are_halved_each_way_for_itself() -> None:
    """Two halves of one board serve two folds only if both are level, or neither is."""
    _, files, _ = laid_out("canaletto", "en", "a4")
    tiles = next(f for f in files if f.name == "tiles")
    fold = tiles.pages[0].fold
    assert fold and halved_boards([tiles]) == {False: 1} and boards_for([tiles]) == 1
    level = structs.replace(tiles.pages[0], fold=structs.replace(fold, level=True))
    mixed = structs.replace(tiles, pages=(level, *tiles.pages[1:]))
    assert halved_boards([mixed]) == {True: 1, False: 1} and boards_for([mixed]) == 2


@pytest.mark.parametrize(
    ("sides", "told"),
    [
        ("long-edge", "Lay the sheets into each other"),
        ("gutterfold", "Fold each sheet in the middle with the print outside"),
        ("single", "Fold each sheet in the middle with the print outside"),
    ],
)
def test_the_booklet_is_bound_as_it_is_printed(sides: Any, told: str) -> None:
    layout, files, _ = laid_out("canaletto", "en", "a4", "colour", sides)
    blank = Leaf((), "")
    booklet = folded([blank] * 8, layout.paper, "Booklet", files[0].stock, sides)
    counts = Counter(p.component for p in layout.parts.pieces if p.component in kit("canaletto").components)
    pages = guide(layout, [*files, booklet], dict(counts), frozenset(), boxes_of("canaletto", sides))
    assert told in said_in(pages)


def test_a_sheet_of_cards_is_drawn_being_turned_over() -> None:
    """Backs are on the other side of the sheet, never beside their fronts; in the picture they are not mirrored."""
    studio, parts = drawn("venetia", "en", "colour", "long-edge")
    figures = Figures(studio)
    card = next(p for p in parts.pieces if p.form == "card" and p.back)
    front, back = (figures.face(key, parts.faces[key]) for key in (card.front, card.back or ""))
    for long_edge in (True, False):
        lying, turned, _ = figures.card(front, back, long_edge)
        shown = [[i.key for i in step.items if isinstance(i, Group)] for step in (lying, turned)]
        assert shown == [[f"{front.key} on a sheet"], [f"{back.key} on a sheet"]]
        a, b, c, d, *_ = next(i.matrix for i in turned.items if isinstance(i, Group))
        assert a * d - b * c > 0


def test_one_is_not_named_as_many() -> None:
    boxes = Counter(box.kind for box in boxes_of("venedig", "long-edge"))
    listed = counted(laid_out("venedig", "en", "a4")[2])
    assert listed["Box for cards"] == boxes["tuck-box"] == 1 and listed["Trays"] == boxes["tray"] > 1
    _, parts = drawn("canaletto", "de", "colour", "long-edge")
    envelope = next(parts.faces[p.front] for p in parts.pieces if p.component == "envelope")
    texts = " ".join(t.text for _, _, t in runs(envelope.items))
    assert "Kontomarken" in texts and "1 × Kontomarken" not in texts


def block(high: float, heading: bool = False) -> GuideBlock:
    return GuideBlock(high, (), heading=heading)


def test_no_heading_ends_a_column_with_next_to_nothing_below_it() -> None:
    frame = GuideFrame(laid_out("canaletto", "en", "a4")[0], "guide")
    high = frame.low - frame.begin(1)
    long, head, line = block(high - 30), block(6, heading=True), block(8)
    (first, second), *_ = frame.laid([Band((), (long, head, line, line, line, long))])
    assert (len(first.blocks), len(second.blocks)) == (1, 4)
    (first, second), *_ = frame.laid([Band((), (long, head, line, head, line, line, long))])
    assert len(first.blocks) == 3, "a section of one line is whole"


def test_one_block_alone_does_not_go_on_to_the_next_page() -> None:
    frame = GuideFrame(laid_out("canaletto", "en", "a4")[0], "guide")
    high = frame.low - frame.begin(1)
    long, line = block(high - 30), block(20)
    first, second = frame.laid([Band((), (long, block(high - 60), line, line, line))])
    assert [len(pillar.blocks) for pillar in first] == [1, 2]
    assert [len(pillar.blocks) for pillar in second] == [1, 1], "two of them, side by side"


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", ["canaletto", "doge"])
def test_what_is_told_of_time_stands_under_its_heading(game: str, lang: str) -> None:
    """The clock, how long each file takes, what saves time: none of it at the head of the next column."""
    for paper in ("a4", "letter"):
        layout, files, pages = laid_out(game, lang, paper)
        [(texts, top)] = [
            (texts, y)
            for texts in (runs(page.marks) for page in pages)
            for _, y, t in texts
            if t.text == layout.word("guide-time")
        ]
        for said in (layout.word("guide-time-total"), layout.word("guide-time-save"), files[0].title):
            assert [y for _, y, t in texts if t.text.startswith(said[:20]) and y > top], (paper, said)


def test_few_blocks_stand_in_columns_too() -> None:
    frame = GuideFrame(laid_out("canaletto", "en", "a4")[0], "guide")
    [[left, right]] = frame.laid([Band((), (block(50), block(40), block(8)))])
    assert (len(left.blocks), len(right.blocks)) == (1, 2)


def test_what_is_left_of_a_page_goes_into_its_gaps() -> None:
    """Headings stay with what follows; columns of a band end no lower than its longest one."""
    frame = GuideFrame(laid_out("canaletto", "en", "a4")[0], "guide")
    high = frame.low - frame.begin(1)
    head, part, small = block(6, heading=True), block(high / 6), block(high / 12)
    narrow, wide = Band((), (part, part, small, small)), Band((head,), (part, part), wide=True)
    [page] = frame.laid([narrow, wide])
    before, after = page, frame.evened(page)
    rest = frame.low - max(pillar.low for pillar in before)
    assert rest > 20
    assert [pillar.blocks for pillar in after] == [pillar.blocks for pillar in before]
    assert after[2].y - before[2].y > 0, "the band begins lower"
    assert after[3].y - after[2].y == pytest.approx(before[3].y - before[2].y), "its head stays with it"
    left = frame.low - max(pillar.low for pillar in after)
    assert 0 <= left == pytest.approx(max(0.0, rest - 3 * WIDENED)) and after[1].low <= after[0].low + 1e-6
    [full] = frame.laid([Band((), (block(high),), wide=True)])
    assert frame.evened(full) == full


def test_bands_follow_each_other_down_the_page_and_on_to_the_next() -> None:
    frame = GuideFrame(laid_out("canaletto", "en", "a4")[0], "guide")
    head, half = block(6, heading=True), block((frame.low - frame.begin(1)) / 2 - 10)
    narrow, wide = Band((), (half, half)), Band((head,), (half, half), wide=True)
    first, second = frame.laid([narrow, wide])
    assert [len(pillar.blocks) for pillar in first] == [1, 1, 1, 1], "two columns, a head, what fits below it"
    left, right, over, below = first
    assert left.y == right.y < left.low < over.y < over.low < below.y and right.x > left.x == over.x == below.x
    whole = frame.laid([narrow, structs.replace(wide, blocks=(half, block(20)), whole=True)])
    assert [len(page) for page in whole] == [2, 2], "what stays together begins a page"
    assert [len(pillar.blocks) for pillar in second] == [1] and second[0].y == frame.begin(2), (
        "the head is not said again"
    )


@pytest.mark.parametrize(("game", "most"), [("canaletto", 3), ("doge", 4), ("venedig", 3), ("venetia", 4)])
def test_the_guide_takes_few_sheets_and_shows_the_whole_board(game: str, most: int) -> None:
    """With the first page and that for the printer before it, on both sides; the map wider than a column."""
    layout, _, pages = laid_out(game, "en", "a4")
    assert math.ceil((2 + len(pages)) / 2) <= most
    frame = GuideFrame(layout, "guide")
    assert max(bounds(spot.clip)[2] for spot in pages[-1].spots) > frame.wide
    said = said_in(pages[-1:])
    assert "Joining the board" in said and "Mount." in said, "its text stands on the same page"


@pytest.mark.parametrize("game", ["doge", "venedig", "venetia"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_cutting_round_counters_is_drawn(game: str, edition: str) -> None:
    """Four of them with the cuts that part them, one with the circle to cut, and what comes of it."""
    layout, files, _ = laid_out(game, "en", "a4", edition)
    counts = Counter(p.component for p in layout.parts.pieces if p.component in kit(game).components)
    blocks = how_to_build(layout, files, dict(counts), boxes_of(game, "long-edge"))
    [block] = [block for block in blocks if any(said.startswith(layout.word("how-round")) for said in block.said)]
    parting, circle, loose = block.steps
    brick = layout.studio.inks.line("brick")
    for step, cuts in ((parting, 2), (circle, 1), (loose, 0)):
        lines = [item for item in step.items if isinstance(item, Path) and item.stroke == brick and not item.fill]
        assert len(lines) == cuts
    assert sum(isinstance(item, Group) for item in parting.items) == 4


@pytest.mark.parametrize("lang", ["en", "de"])
def test_names_in_brackets_have_no_brackets(lang: str) -> None:
    """`(Monuments (option city), …)` tells twice what the file is for."""
    for game in ("venedig", "venetia"):
        layout, files, _ = laid_out(game, lang, "a4")
        counts = Counter(p.component for p in layout.parts.pieces if p.component in kit(game).components)
        told = [said for b in how_to_build(layout, files, dict(counts), boxes_of(game, "long-edge")) for said in b.said]
        assert not [said for said in told if re.search(r"\([^()]*\(", said)]


@pytest.mark.parametrize("game", printed_games())
@pytest.mark.parametrize("lang", ["en", "de"])
def test_sheets_are_mounted_before_they_are_cut(game: str, lang: str) -> None:
    """Who followed the numbers once cut loose paper, and had nothing left to fold round the board."""
    layout, _, pages = laid_out(game, lang, "a4")
    words = [layout.word(key) for key in ("guide-printing", "guide-mounting", "guide-knife", "guide-cutting")]
    where = {
        text.text: (n, x > layout.paper.size[0] / 2, y)
        for n, page in enumerate(pages)
        for x, y, text in runs(page.marks)
        if text.text in words
    }
    columns = [(where[word][0], where[word][2]) for word in words[1:]]  # those below each other over the whole width
    assert columns == sorted(columns) and where[words[0]] < where[words[1]]
