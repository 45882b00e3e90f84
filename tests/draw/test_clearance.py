"""Text keeps clear of its frames, titles of other lines, and no title or label is hyphenated: on every face."""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from pathlib import Path as File
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import venice
from tests.press.kits import kit, library, printed_games
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.clearance import CLEAR, EMPTY, too_near
from venice_pnp.draw.scene import Group, Item, Path, Scene, Text, bounds, ellipse, rect, scaled, turned
from venice_pnp.draw.studio import Studio
from venice_pnp.draw.text import RUNNING, Setting, breaks_of, extent, set_text
from venice_pnp.games.canaletto.drawing.board import draw_board
from venice_pnp.kit import FaultyData
from venice_pnp.press.boxes import wanted, with_boxes
from venice_pnp.press.parts import draw_parts

FONTS = library().fonts
INK, PAPER = "#22313F", "#F6EFE0"
LANGUAGES, EDITIONS = ("en", "de"), ("colour", "low-ink")
CASES = [(game, lang, edition) for game in printed_games() for lang in LANGUAGES for edition in EDITIONS]


def line(text: str = "Lagoon", x: float = 20.0, y: float = 20.0, font: str = "text", size: float = 10.0) -> Text:
    return Text(x, y, text, font, size, INK, FONTS[font].width(text, size))


def framed(text: Text, by: float, **paint: Any) -> Path:
    """A frame so far from the ink of a line on all sides."""
    x, y, w, h = extent(text)
    return Path(rect(x - by, y - by, w + 2 * by, h + 2 * by), **(paint or {"stroke": INK, "width": 0.3}))


def near(*items: Item, board: bool = False) -> list[str]:
    return [one.text for one in too_near(Scene(63, 88, items, rect(0, 0, 63, 88)), FONTS, board)]


# --- every face ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("game", "lang", "edition"), CASES)
def test_text_fits_on_every_face(game: str, lang: str, edition: Any) -> None:
    """The press refuses what comes too near (`draw_parts` raises with all of it); hyphens are looked for here."""
    studio = Studio(kit(game), library(), lang, edition)
    drawn = draw_parts(studio, boards_of(kit(game)))
    for sleeves in (False, True):
        with_boxes(studio, drawn, wanted(kit(game), None, sleeves))
    assert {p.component for p in drawn.pieces} == set(kit(game).components)
    broken = {(name, *found) for name, face in drawn.faces.items() for found in _hyphenated(face)}
    assert not [one for one in broken if FONTS[one[1]].face.title], "a title is hyphenated"
    assert not [one for one in broken if one[2] < RUNNING or " " not in one[3]], "a label is hyphenated"
    assert not [one for one in broken if not re.search(r"[^\W\d_]{3}-$", one[3])], "a word is broken too early"


def test_a_text_too_large_for_a_box_is_told_with_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    studio = Studio(kit("doge"), library(), "en", "colour")
    drawn = draw_parts(studio, boards_of(kit("doge")), frozenset(["order-card"]))
    monkeypatch.setattr("venice_pnp.press.boxes._size_within", lambda _: 13.0)
    with pytest.raises(FaultyData, match=r"tuck-box for order-card \(en\): 'Doge' stands 0\.\d mm from its frame"):
        with_boxes(studio, drawn, wanted(kit("doge"), frozenset(["order-card"]), False))


def _hyphenated(face: Scene) -> list[tuple[str, int, str]]:
    """Font, number of lines and end of the line wherever a word is broken: the next line goes on in small letters."""
    found = []
    for _, runs in groupby(_texts(face.items), key=lambda run: (run.font.removesuffix("-bold"), run.size)):
        lines = [list(same) for _, same in groupby(runs, key=lambda run: run.y)]
        for this, following in pairwise(lines):
            if this[-1].text.endswith("-") and following[0].text[:1].islower() and following[0].y > this[0].y:
                found.append((this[-1].font, len(lines), this[-1].text))
    return found


def _texts(items: tuple[Item, ...]) -> list[Text]:
    """All runs, in the order in which they are set."""
    out: list[Text] = []
    for item in items:
        out += [item] if isinstance(item, Text) else _texts(item.items) if isinstance(item, Group) else []
    return out


def test_a_longer_title_is_told_with_its_card(data: File) -> None:
    file = data / "venetia/actions.yaml"
    text = file.read_text("utf-8")
    long = "Auction of the Galleys of the Most Serene Republic of Venice at the Rialto"
    file.write_text(text.replace("Auction of the Galleys", long), "utf-8")
    ran = venice("check", "venetia", "--data", data)
    assert ran.code == 1
    assert re.search(r"actions\.yaml:\d+:\d+: action-cards/t09 \(en\), element 'title': .*does not fit", ran.err), (
        ran.err
    )


def test_a_frame_that_is_drawn_too_near_is_told_with_its_part(tmp_path: File) -> None:
    folder = tmp_path / "templates"
    (folder / "venetia").mkdir(parents=True)
    narrow = "extends: shared/tile\nelements:\n  band: {draw: rect, box: [3, 16.8, 19, 4.4], stroke: ink}\n"
    narrow += '  name: {draw: text, text: "{name}", box: [3.2, 17, 18.6, 4], font: label-bold, size: 8, wrap: false}\n'
    (folder / "venetia/district-tile.yaml").write_text(narrow, "utf-8")
    ran = venice("check", "venetia", "--templates", folder)
    assert ran.code == 1
    assert re.search(r"district-tiles/[\w-]+ \(en\): 'Castello' stands \d\.\d mm from its frame; 1\.5 mm", ran.err), (
        ran.err
    )
    assert "shorten the text" in ran.err


# --- what is measured ---------------------------------------------------------------------------------------
@given(st.floats(0.0, 4.0))
def test_a_line_too_near_to_its_frame_is_found(by: float) -> None:
    text = line()
    if abs(by - CLEAR) > 0.1:
        assert bool(near(text, framed(text, by))) == (by < CLEAR)


def test_a_line_that_crosses_its_frame_is_found() -> None:
    text = line()
    x, y, w, h = extent(text)
    assert near(text, Path(rect(x - 5, y - 5, w + 3, h + 10), stroke=INK, width=0.3))


def test_a_ground_of_its_own_is_a_frame_and_covers_those_below() -> None:
    text = line()
    close, wide = framed(text, 0.5), framed(text, 2.5, fill=PAPER)
    assert near(text, framed(text, 0.5, fill=PAPER))
    assert near(wide, close, text), "a line drawn over the ground is seen"
    assert not near(close, wide, text), "the ground covers it"


def test_a_round_frame_may_come_nearer_to_the_corners() -> None:
    text = line("12", size=24)
    x, y, w, h = extent(text)
    reach = (w**2 + h**2) ** 0.5 / 2
    ring = [Path(ellipse(x + w / 2, y + h / 2, reach + by), stroke=INK) for by in (CLEAR - EMPTY + 0.1, 0.8)]
    assert [bool(near(text, one)) for one in ring] == [False, True]


def test_a_turned_line_is_measured_where_it_stands() -> None:
    text = line()
    frame, matrix = framed(text, 0.7), turned(90, 30, 30)
    assert near(Group((text,), matrix), Group((frame,), matrix))
    assert not near(Group((text,), matrix), frame)


def test_symbols_and_hexes_are_no_frames() -> None:
    text = line()
    x, y, w, h = extent(text)
    hexagon = [(x - 1, y + h / 2), (x + 2, y - 1), (x + w - 2, y - 1), (x + w + 1, y + h / 2), (x + w / 2, y + h + 1)]
    path = Path((("M", *hexagon[0]), *(("L", *corner) for corner in hexagon[1:]), ("Z",)), stroke=INK)
    assert not near(text, path)
    small = Path(rect((x - 1) * 2, (y - 1) * 2, (w + 2) * 2, (h + 2) * 2), stroke=INK)
    assert not near(text, Group((small,), scaled(0.5)))


def test_on_a_board_a_tag_is_a_frame_and_a_ground_is_none() -> None:
    text = line()
    assert not near(text, framed(text, CLEAR + 0.1), board=True)
    assert near(text, framed(text, CLEAR - 0.1), board=True)
    assert not near(text, framed(text, 0.2, fill=PAPER), board=True), "a ground without a line clears the chart"


def test_a_title_keeps_away_from_other_lines() -> None:
    title, below = line("Doge", font="title", size=15), line("The elected candidate", y=24.0)
    assert near(title, below) == ["Doge"]
    assert not near(title, line("The elected candidate", y=26.0))
    assert not near(title, line("Doge", y=24.0, font="title", size=15)), "its own second line"


# --- how it is set ------------------------------------------------------------------------------------------
def set_lines(text: str, box: tuple[float, float, float, float], font: str = "text", **how: Any) -> list[str]:
    setting = Setting(font, 10, 8, INK, **how)
    return [item.text for item in set_text(text, box, setting, FONTS) if isinstance(item, Text)]


def test_titles_run_over_even_lines() -> None:
    assert set_lines("Captain-General at Sea", (0, 0, 41, 9), "title") == ["Captain-General", "at Sea"]


def test_a_text_may_say_that_no_word_is_broken() -> None:
    name, box = "Das Normannische Königreich Siziliens", (0, 0, 23, 20)
    assert [one for one in set_lines(name, box, lang="de") if one.endswith("-")]
    assert not [one for one in set_lines(name, box, lang="de", hyphens=False) if one.endswith("-")]


def test_half_a_word_never_stands_alone_in_the_last_line() -> None:
    text = "Setze je 1 Einfluss in bis zu 3 Kolonien, auch unter einem Königreich"
    for width in range(24, 60):
        lines = set_lines(text, (0, 0, width, 40), lang="de")
        assert not (lines[-2:-1] and lines[-2].endswith("-") and " " not in lines[-1]), (width, lines)


@given(st.text(alphabet="abcdeglmnorstu-\u00ad()", min_size=1, max_size=24), st.sampled_from(["de", "en", "it"]))
def test_three_letters_stand_before_and_after_a_break(word: str, lang: str) -> None:
    for at in breaks_of(word, lang):
        head, tail = (part.replace("\u00ad", "") for part in (word[:at], word[at:]))
        assert re.search(r"[a-z]{3}-?$", head) and re.match(r"[a-z]{3}", tail)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_word_of_the_start_field_stands_clear_of_its_ring(lang: str) -> None:
    opened = kit("canaletto")
    studio = Studio(opened, library(), lang, "colour")
    scene = draw_board(studio, opened.shared.shapes[opened.components["board"].shape])
    [ring] = [i for i in scene.items if isinstance(i, Path) and i.stroke == studio.inks.line("brick") and i.fill]
    said = opened.texts["start"].in_language(lang)
    [word] = [i for i in scene.items if isinstance(i, Text) and i.text == said]
    _, y, _, h = bounds(ring.d)
    assert extent(word)[1] > y + h + 0.4


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_name_of_an_artwork_keeps_its_distance_from_the_arch_above_it(lang: str) -> None:
    """The arch has a thin line and no frame's weight; too near, name and line run together at arm's length."""
    opened = kit("canaletto")
    faces = draw_parts(Studio(opened, library(), lang, "colour"), boards_of(opened)).faces
    fronts = [face for key, face in faces.items() if key.startswith("canaletto/artwork ")]
    named = [(item, face) for face in fronts for item in face.items if isinstance(item, Text)]
    assert len(named) == len(fronts) > 10
    for word, face in named:
        arches = [i for i in face.items if isinstance(i, Path) and i.fill and i.stroke and i.width == 0.2]
        [low] = {y + h for _, y, _, h in (bounds(arch.d) for arch in arches)}
        assert extent(word)[1] - low >= 0.8, word.text
