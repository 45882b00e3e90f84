"""The page for the printer, the order of printing, and how few sheets there are."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import Any

import pikepdf
import pytest
from msgspec import structs

from tests.press.kits import SETS, built, manifest, printed_games
from tests.press.test_guide import laid_out, runs
from venice_pnp.press.guide_pages import GuideFrame
from venice_pnp.press.pages import filled
from venice_pnp.press.print_me import PrintRun, print_me
from venice_pnp.press.print_order import apart_of, in_print_order


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("game", printed_games())
def test_sheets_are_at_most_one_more_than_their_area_asks_for(game: str, paper: str) -> None:
    layout, files, _ = laid_out(game, "en", paper)
    own = [f for f in files if f.name not in apart_of(files)]
    for stock in {f.stock for f in own}:
        sheets = sum(f.sheets for f in own if f.stock == stock)
        least = math.ceil(sum(filled(f, layout.paper) for f in own if f.stock == stock))
        assert least <= sheets <= least + 1, stock


@pytest.mark.parametrize(("lang", "paper", "edition", "sides"), SETS)
@pytest.mark.parametrize("game", printed_games())
def test_every_file_is_where_the_manifest_says_and_no_page_is_blank(
    game: str, lang: str, paper: str, edition: str, sides: str
) -> None:
    folder = built(game, lang, paper, edition, sides)
    listed = [f for f in manifest(folder)["files"] if "kit_pages" in f]
    with pikepdf.open(folder / "kit.pdf") as kit:
        first = min(f["kit_pages"][0] for f in listed) - 1
        lie = sorted((f["kit_pages"] for f in listed), key=lambda pages: pages[0])
        assert lie[0][0] == first + 1 and lie[-1][1] == len(kit.pages)
        assert all(before[1] + 1 == after[0] for before, after in pairwise(lie))
        for file in listed:
            with pikepdf.open(folder / file["path"]) as alone:
                begin, end = file["kit_pages"]
                assert end - begin + 1 == len(alone.pages)
                for mine, its in zip(list(kit.pages)[begin - 1 : end], alone.pages, strict=True):
                    assert drawn(mine) == drawn(its) and drawn(its)
                two_sided = file["duplex"] is not None
                assert len(alone.pages) == file["sheets"] * (2 if two_sided else 1)


def drawn(page: pikepdf.Page) -> tuple[str, ...]:
    """What a page shows: the boxes and its content."""
    contents: Any = page.obj["/Contents"]
    streams = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
    return tuple(s.read_bytes().decode("latin-1") for s in streams)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", printed_games())
def test_the_page_names_every_file_once_inside_its_frame(game: str, lang: str, paper: str) -> None:
    layout, files, _ = laid_out(game, lang, paper)
    page = print_me(layout, files, PrintRun("kit", "guide", "plain", "long-edge", 5, 3, (1, 5)))
    texts = runs(page.marks)
    said = [t.text for _, _, t in texts]
    for f in files:
        assert said.count(f"{f.name}.pdf") == 1
    stocks = layout.studio.kit.shared.stocks
    order = [f"{f.name}.pdf" for f in in_print_order(files, stocks)]
    assert [text for text in said if text in order] == order
    assert not [text for text in said if text.startswith("·")], "a line begins with what parts it from the last"
    frame = GuideFrame(layout, "print-me")
    ends = [f for f in said if re.fullmatch(r"\d+–\d+", f)]
    assert ends and ends[0] == "1–5"
    one, many = {"en": ("page ", "pages "), "de": ("Seite ", "Seiten ")}[lang]
    heads = [text.removeprefix("kit.pdf: ") for text in said if text.startswith("kit.pdf: ")]
    assert heads and all(head.startswith(many if "–" in head else one) for head in heads), heads
    posters = [f for f in files if f.name == "board-poster"]
    for poster in posters:  # or the shop prints it on a sheet that is too small
        w, h = map(round, poster.pages[0].size)
        assert any(f"{w} × {h} mm" in text.replace("\u00a0", " ") for text in said)
    within = layout.word("print-me-within").format(file="kit.pdf", n="1–5")
    below = [y for _, y, text in texts if text.text == layout.word("print-me-turning")]
    turned = [text.text for _, y, text in texts if below and y > below[0] and "kit.pdf" in text.text]
    assert not turned or all(within in text for text in turned), "of the kit only these pages are flipped so"
    for x, y, text in texts:
        if y < frame.size[1] - 18:
            assert x >= 13 and x + text.width <= frame.size[0] - 13 and y <= frame.low, text.text


@pytest.mark.parametrize("lang", ["en", "de"])
def test_how_sheets_are_turned_is_drawn_where_the_page_has_room(lang: str) -> None:
    """The sheet with the numbers of its pages, half way over, for each edge that a file is flipped on; below the list,
    which fills the page then. Where the list is long, as Venetia's, it is drawn lower; after a longer one it is not."""

    def page_of(game: str, times: int = 1) -> tuple[dict[str, float], GuideFrame, str]:
        layout, files, _ = laid_out(game, lang, "a4")
        more = [structs.replace(f, name=f"{f.name}-{n}") for n in range(1, times) for f in files]
        page = print_me(layout, [*files, *more], PrintRun("kit", "guide", "plain", "long-edge", 5, 3, (1, 5)))
        texts = {text.text: y for _, y, text in runs(page.marks)}
        return texts, GuideFrame(layout, "print-me"), layout.word("print-me-turning")

    below = dict[str, float]()
    for game in ("canaletto", "venetia"):
        said, frame, turning = page_of(game)
        low = max(y for y in said.values() if y < frame.size[1] - 18)
        assert frame.low - low < 30, "no empty third"
        assert said[turning] > max(y for name, y in said.items() if name.endswith(".pdf"))
        told = frame.layout.word("turning-long-edge").split("*")[2].strip()
        [under] = [y for text, y in said.items() if told in text]
        below[game] = under - said[turning]
    assert below["canaletto"] > below["venetia"] > 0, "lower where there is less room"
    said, _, turning = page_of("venetia", 2)
    assert turning not in said


def test_no_line_of_the_page_begins_with_what_parts_it() -> None:
    """Titles of some lengths, so that the line ends at many places."""
    layout, files, _ = laid_out("venedig", "en", "a4")
    lead = PrintRun("kit", "guide", "plain", "long-edge", 5, 3, (1, 5))
    for words in range(4, 14):
        named = [structs.replace(f, title="Box " * words) if f.name == "board-poster" else f for f in files]
        said = [t.text for _, _, t in runs(print_me(layout, named, lead).marks)]
        assert any(text.startswith("Box Box") for text in said)
        assert not [text for text in said if text.startswith("·")]


def test_the_page_for_the_printer_comes_alone_and_right_after_the_first() -> None:
    folder = built("canaletto", *SETS[0])
    with pikepdf.open(folder / "print-me.pdf") as alone, pikepdf.open(folder / "kit.pdf") as kit:
        assert len(alone.pages) == 1
        assert drawn(alone.pages[0]) == drawn(kit.pages[1])
