"""The rule booklets: every rule is in, every page is filled and well broken, the index is right, the text the referee's."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any

import msgspec
import pikepdf
import pypdfium2
import pytest
import yaml

from tests.conftest import venice
from tests.press.kits import built, kit, library, manifest, printed_games
from venice_pnp.door.kits import boards_of
from venice_pnp.door.manuscript import manuscript_of
from venice_pnp.draw.engraving import cover_of
from venice_pnp.draw.scene import Group, Item, Text, bounds, rect, transform
from venice_pnp.draw.scene import Path as Line
from venice_pnp.draw.studio import Studio
from venice_pnp.draw.text import DoesNotFit, as_set
from venice_pnp.games import open_kit
from venice_pnp.kit import FaultyData
from venice_pnp.kit.book import RULING, FaceGroup, Faces, load_book
from venice_pnp.kit.wording import Words
from venice_pnp.press.booklet import FOOT, HEAD, OUTER, booklet
from venice_pnp.press.composing import numbers_marked
from venice_pnp.press.folding import folded, leaf_size
from venice_pnp.press.illustrating import BADGE, Illustrator
from venice_pnp.press.parts import draw_parts
from venice_pnp.press.strips import Leaf, Strip, strips_on

GAMES = printed_games()
TECHNICAL: dict[str, dict[str, str]] = yaml.safe_load(Path(__file__).with_name("technical.yaml").read_text("utf-8"))
BOTH = [("en", "a4"), ("de", "a4"), ("en", "letter"), ("de", "letter")]
SETS = {("en", "a4"): ("colour", "long-edge"), ("de", "letter"): ("colour", "long-edge")}  # built for other tests too


def section(rule: str) -> int:
    return int(rule.partition("-")[2].partition(".")[0])


@cache
def leaves(game: str, lang: str, paper: str) -> list[Leaf]:
    opened = kit(game)
    studio = Studio(opened, library(), lang, "colour")
    manuscript = manuscript_of(opened)
    assert manuscript is not None
    boards, size = boards_of(opened), leaf_size(opened.shared.papers[paper])
    return booklet(studio, draw_parts(studio, boards), manuscript, size, Group(cover_of(studio, boards).items))


@cache
def pages(game: str, lang: str, paper: str) -> list[Any]:
    edition, sides = SETS[lang, paper]
    return list(pypdfium2.PdfDocument(built(game, lang, paper, edition, sides) / "booklet-pages.pdf"))


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_for_players_is_in_the_booklet(game: str) -> None:
    book = load_book(kit(game))
    assert book is not None
    used, technical = set(book.used()), TECHNICAL[game]
    wanted = {rule for rule in book.rules if 4 <= section(rule) <= 8}
    assert wanted - used == set(technical), "a rule is missing, or listed as technical though it is there"
    assert all(len(reason.split()) > 2 for reason in technical.values())
    assert book.languages == ["en", "de"]


PAGES = {"canaletto": 16, "doge": 20, "venedig": 20, "venetia": 24}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("lang", "paper"), BOTH)
def test_the_pages_fold_and_are_filled(game: str, lang: str, paper: str) -> None:
    """Two thirds at least, also where a chapter or the booklet ends."""
    made = leaves(game, lang, paper)
    assert len(made) == PAGES[game]
    filled = {n: round(leaf.filled, 2) for n, leaf in enumerate(made[1:-1], 2)}
    assert {n: share for n, share in filled.items() if not 2 / 3 <= share <= 1.0} == {}


def columns_of(leaf: Leaf) -> Iterator[tuple[list[Strip], bool]]:
    """What stands on a page from its head to its foot, and whether nothing follows below; narrow columns by themselves."""
    strips = [strip for strip, _ in leaf.laid]
    for n, strip in enumerate(strips):
        for column in filter(None, strip.columns):
            yield [one for one, _ in column], True
        if not strip.columns and (n == 0 or strips[n - 1].columns):
            run = list(takewhile(lambda one: not one.columns, strips[n:]))
            yield run, run[-1] is strips[-1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("lang", "paper"), BOTH)
def test_no_heading_at_a_foot_no_widow_no_orphan_no_broken_word(game: str, lang: str, paper: str) -> None:
    wrong = []
    for number, leaf in enumerate(leaves(game, lang, paper)[1:-1], 2):
        for column, last_on_page in columns_of(leaf):
            first, last = column[0], column[-1]
            if last_on_page and last.heading:
                wrong.append((number, "a heading at the foot"))
            if last_on_page and last.line[0] == 0 and last.line[1] > 1:
                wrong.append((number, "an orphan"))
            ends = [text.text for text in texts_in(last.items)]
            if last_on_page and last.line[0] < last.line[1] - 1 and ends[-1:] and ends[-1].endswith("-"):
                wrong.append((number, f"a word broken over the page: {ends[-1]}"))
            if first.line[0] and first.line[0] == first.line[1] - 1:
                wrong.append((number, "a widow"))
    assert not wrong


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("lang", "paper"), BOTH)
def test_no_picture_parts_a_sentence_and_no_page_a_table(game: str, lang: str, paper: str) -> None:
    made = [[strip for strip, _ in leaf.laid] for leaf in leaves(game, lang, paper)[3:-1]]
    for number, (before, page) in enumerate(pairwise(made), 4):
        last = before[-1]
        if last.line[0] < last.line[1] - 1:
            assert page[0].line == (last.line[0] + 1, last.line[1]), f"page {number} begins with something else"
            assert last.beside, f"page {number} goes on with a table"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_headings_of_columns_stand_at_the_same_height_above_their_rules(game: str, lang: str) -> None:
    """Whether their letters reach below the line or not."""
    heads: dict[float, set[float]] = {}
    for leaf in leaves(game, lang, "a4"):
        for strip in strips_on(leaf.laid):
            if strip.chapter:
                words = [item for item in strip.items if isinstance(item, Group)]
                bases = [group.matrix[5] + item.y for group in words for item in texts_in(group.items)]
                heads.setdefault(strip.height, set()).add(round(max(bases), 3))
    assert len(heads) >= 2 and all(len(bases) == 1 for bases in heads.values()), heads


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("lang", "paper"), list(SETS))
def test_no_example_is_broken_over_pages(game: str, lang: str, paper: str) -> None:
    """The word that begins it and its last words stand on one page."""
    book, opened = load_book(kit(game)), kit(game)
    assert book is not None
    found = [bare(text_of(page)) for page in pages(game, lang, paper)]
    told = [block.example for chapter in book.chapters for block in chapter.blocks if block.example]
    for example in told:
        text = bare(opened.shared.words["example"].in_language(lang) + opened.filled(example.in_language(lang), lang))
        assert any(text[:24] in page and text[-24:] in page for page in found), text[:40]
    assert len(told) >= 8


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_no_rule_begins_with_the_words_of_its_heading(game: str, lang: str) -> None:
    book = load_book(kit(game))
    assert book is not None
    for chapter in book.chapters:
        heading = chapter.title.in_language(lang)
        for block in chapter.blocks:
            if block.rules and heading:
                label, colon, _ = book.rules[block.rules[0]].in_language(lang).partition(":")
                words, said = (re.findall(r"\w+", text.casefold()) for text in (heading, label))
                again = all(any(word.startswith(one) for word in words) for one in said)
                assert not (colon and again), (heading, label)
            heading = block.heading.in_language(lang) if block.heading else ""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("lang", "paper"), list(SETS))
def test_running_text_has_old_style_figures_and_tables_have_not(game: str, lang: str, paper: str) -> None:
    """Seen by their widths: a figure of a table is half an em wide, a 1 of running text is narrower."""
    fonts = Studio(kit(game), library(), lang, "colour").fonts
    assert len({fonts["text"].width(figure, 10) for figure in "0123456789"}) == 1
    assert fonts["reading"].width("1", 10) < fonts["text"].width("1", 10)
    shown = {
        item.font for leaf in leaves(game, lang, paper) for strip in leaf.laid for item in texts_in(strip[0].items)
    }
    assert {"reading", "text"} <= shown
    assert any(char.isdigit() for page in pages(game, lang, paper) for char in text_of(page)), "figures can be searched"


def texts_in(items: Iterable[Item]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group):
            yield from texts_in(item.items)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("lang", "paper"), list(SETS))
def test_text_reaches_down_and_no_title_stands_at_a_foot(game: str, lang: str, paper: str) -> None:
    """The same, read from the file: where its letters stand."""
    found, opened = pages(game, lang, paper), kit(game)
    book = load_book(opened)
    assert book is not None
    titles = {bare(chapter.title.in_language(lang)).casefold() for chapter in book.chapters}
    pt = 72 / 25.4
    for number, page in enumerate(found[1:-1], 2):
        text, foot = page.get_textpage(), FOOT * pt
        third = (page.get_height() - foot - HEAD * pt) / 3
        lined = opened.shared.words["log"].in_language(lang).casefold() in text_of(page).casefold()  # room to write
        assert text.get_text_bounded(bottom=foot, top=foot + third).strip() or lined, number
        last = bare(text.get_text_bounded(bottom=foot, top=foot + 6 * pt)).casefold()
        assert last not in titles, number


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("lang", "paper"), list(SETS))
def test_the_index_names_the_pages_of_its_topics(game: str, lang: str, paper: str) -> None:
    """Words, and the pages where the rules stand: found by the numbers beside the text."""
    found = pages(game, lang, paper)
    book = load_book(kit(game))
    assert book is not None and len(book.topics) >= 25
    prefix = kit(game).game.prefix
    beside: dict[str, int] = {}
    for n, page in enumerate(found[: silent_page(game, lang, found) - 1], 1):  # there numbers refer to pages before
        for rule in in_margin(page):
            beside.setdefault(f"{prefix}-{rule}", n)
    word = kit(game).shared.words["index"].in_language(lang)
    index = " ".join("\n".join(text_of(page) for page in found[-4:-1]).split())
    checked = 0
    for topic in book.topics:
        name = topic.name.in_language(lang)
        listed = re.search(rf"(?:\d|{word}) {re.escape(name)}((?:, \d+)+)", index, re.IGNORECASE)
        assert listed, name
        printed = {int(page) for page in re.findall(r"\d+", listed[1])}
        wanted = {beside[rule] for rule in topic.rules if rule in beside}
        assert wanted <= printed, (name, wanted, printed)
        assert len(printed) <= len(topic.rules)
        checked += len(wanted)
    assert checked > 20


@pytest.mark.parametrize("game", GAMES)
def test_numbers_on_pictures_point_at_what_is_there(game: str) -> None:
    """A call-out that names a piece or a place which is not there is a fault; most of the set-up's name one."""
    opened = kit(game)
    manuscript = manuscript_of(opened)
    assert manuscript is not None
    [setup] = [s for s in manuscript.book.situations() if s.setup and any(note.says for note in s.notes)]
    named = [note.thing for note in setup.notes if note.thing]
    assert len(named) >= 4 and len(setup.notes) - len(named) <= 2
    studio = Studio(opened, library(), "en", "colour")
    for at in (None, (100.0, 100.0)):  # beside what it names, or tied to it from a spot of its own
        note = msgspec.structs.replace(setup.notes[0], thing="no-such-place", at=at)
        wrong = msgspec.structs.replace(setup, notes=[note])
        with pytest.raises(DoesNotFit, match="no-such-place"):
            Illustrator(studio, draw_parts(studio, boards_of(opened)), manuscript).board(wrong, 100.0)


@pytest.mark.parametrize("game", GAMES)
def test_before_and_after_are_two_pictures(game: str) -> None:
    """Within the part of the board that is shown, something has changed."""
    manuscript = manuscript_of(kit(game))
    assert manuscript is not None
    for shown in (situation for situation in manuscript.book.situations() if situation.before):
        kept = shown.moves[: len(shown.moves) - shown.before]
        x, y, w, h = shown.part or (0.0, 0.0, math.inf, math.inf)
        before, after = (
            {one for one in manuscript.situate(each) or () if x <= one.x <= x + w and y <= one.y <= y + h}
            for each in (msgspec.structs.replace(shown, moves=kept), shown)
        )
        assert before != after, shown.caption


def test_parts_in_groups_stand_side_by_side_over_their_labels() -> None:
    """However many there are; one that lies under the next takes less room, and what cannot stand so is named."""
    studio = Studio(kit("venetia"), library(), "en", "colour")
    parts, manuscript = draw_parts(studio, boards_of(kit("venetia"))), manuscript_of(kit("venetia"))
    assert manuscript is not None
    pictures = Illustrator(studio, parts, manuscript)
    cards = [f"family-cards/dandolo-{n}" for n in (1, 2, 3)]

    def shown(groups: int, overlap: float = 0.0, label: str = "Anna") -> Faces:
        words = Words({"en": label, "de": label})
        return Faces(groups=[FaceGroup(cards, words)] * groups, overlap=overlap, height=30.0)

    for groups in (1, 2, 3):
        drawn = pictures.row(shown(groups), 120.0)
        boxes = sorted(_extent(item) for item in drawn.items if isinstance(item, Group))
        assert len(boxes) == 3 * groups
        assert boxes[0][0] >= 0 and all(right <= after for (_, right), (after, _) in pairwise(boxes))
        assert boxes[-1][1] <= 120.0
        assert [item.text for item in drawn.items if isinstance(item, Text)] == ["Anna"] * groups
    assert pictures.row(shown(2, 0.5), 120.0).height > pictures.row(shown(2), 120.0).height
    assert pictures.row(shown(1), 120.0, 20.0).height <= 20.0
    with pytest.raises(DoesNotFit, match="side by side"):
        pictures.row(shown(3, label="a label that is much too long for a third of the column"), 120.0)


def _extent(group: Group) -> tuple[float, float]:
    """From where to where a part reaches: its edge is drawn last."""
    edge = group.items[-1]
    assert isinstance(edge, Line)
    x, _, w, _ = bounds(transform(edge.d, group.matrix))
    return round(x, 3), round(x + w, 3)


def test_a_note_beside_what_it_names_is_tied_to_it() -> None:
    """The number of field 0 would hide the 0: it stands beside it, and a line leads there."""
    opened, manuscript = kit("canaletto"), manuscript_of(kit("canaletto"))
    assert manuscript is not None
    [setup] = [
        s for s in manuscript.book.situations() if s.setup and any(note.points and note.says for note in s.notes)
    ]
    [note] = [note for note in setup.notes if note.points and not note.thing]
    studio = Studio(opened, library(), "en", "colour")
    parts = draw_parts(studio, boards_of(opened))
    drawn = Illustrator(studio, parts, manuscript).board(msgspec.structs.replace(setup, notes=[note]), 100.0)
    scale = drawn.width / opened.shared.shapes[opened.components["board"].shape].size[0]
    spot = tuple(round(v * scale, 6) for v in note.points or ())
    lines = [item for item in drawn.items if isinstance(item, Line) and len(item.d) == 2]
    assert lines and all(tuple(round(float(v), 6) for v in line.d[0][1:]) == spot for line in lines)
    assert math.dist(spot, [v * scale for v in note.at or ()]) > BADGE


@pytest.mark.parametrize("way", [[], [(300.0, 200.0)], [(300.0, 200.0), (300.0, 200.0)]])
def test_an_arrow_that_leads_nowhere_is_a_fault_of_the_booklet(way: list[tuple[float, float]]) -> None:
    studio = Studio(kit("venetia"), library(), "en", "colour")
    manuscript = manuscript_of(kit("venetia"))
    assert manuscript.book is not None
    shown = next(s for s in manuscript.book.situations() if s.ways)
    pictures = Illustrator(studio, draw_parts(studio, boards_of(kit("venetia"))), manuscript)
    assert pictures.board(shown, 100.0).items
    with pytest.raises(DoesNotFit, match="leads nowhere"):
        pictures.board(msgspec.structs.replace(shown, ways=[way]), 100.0)


def test_a_bid_on_a_picture_is_a_coin_and_no_number_of_a_legend() -> None:
    """It has a rim within its edge and another ground."""
    opened, manuscript = kit("canaletto"), manuscript_of(kit("canaletto"))
    assert manuscript is not None
    shown = next(s for s in manuscript.book.situations() if any(note.coin for note in s.notes))
    pictures = Illustrator(
        Studio(opened, library(), "en", "colour"),
        draw_parts(Studio(opened, library(), "en", "colour"), boards_of(opened)),
        manuscript,
    )
    coin = shown.notes[0]
    grounds = []
    for note in (coin, msgspec.structs.replace(coin, coin=False)):
        _, *badge = pictures.board(msgspec.structs.replace(shown, notes=[note]), 100.0).items
        grounds.append([item.fill for item in badge if isinstance(item, Line)])
    assert len(grounds[0]) == 2 and len(grounds[1]) == 1 and grounds[0][0] != grounds[1][0]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_first_set_up_is_listed_in_two_columns(lang: str) -> None:
    """CAN-3.7: each palace has a line, eight in each column, with the words and the number of its rule above."""
    listed = [strip for leaf in leaves("canaletto", lang, "a4") for strip, _ in leaf.laid if len(strip.columns) == 2]
    [found] = [strip for strip in listed if all(len(column) == 8 for column in strip.columns)]
    marks = [next(texts_in(strip.items)).text for column in found.columns for strip, _ in column]
    assert marks == [str(n) for n in range(1, 17)]
    [page] = [leaf for leaf in leaves("canaletto", lang, "a4") if any(strip is found for strip, _ in leaf.laid)]
    assert any("CAN-3.7" in strip.rules for strip, _ in page.laid)


def test_a_note_that_names_a_place_may_stand_further_away() -> None:
    """Beside its place it would lie on a word: it says where it stands, and its line still leads to the place."""
    opened, manuscript = kit("venetia"), manuscript_of(kit("venetia"))
    assert manuscript is not None
    [setup] = [s for s in manuscript.book.situations() if s.setup]
    [note] = [note for note in setup.notes if note.thing == "zara"]
    studio = Studio(opened, library(), "en", "colour")
    pictures = Illustrator(studio, draw_parts(studio, boards_of(opened)), manuscript)
    drawn = pictures.board(msgspec.structs.replace(setup, notes=[note]), 100.0)
    scale = drawn.width / opened.shared.shapes[opened.components["board"].shape].size[0]
    [zara] = [colony.at for colony in opened.tables.colonies if colony.id == "zara"]
    ends = [[round(v * scale, 6) for v in point] for point in (zara, note.at or ())]
    lines = [item for item in drawn.items if isinstance(item, Line) and len(item.d) == 2]
    assert lines and all([[round(float(v), 6) for v in step[1:]] for step in line.d] == ends for line in lines)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("lang", "paper"), list(SETS))
def test_the_first_spread_teaches_and_the_back_explains(game: str, lang: str, paper: str) -> None:
    book = load_book(kit(game))
    assert book is not None and book.turn is not None
    found = pages(game, lang, paper)
    spread = bare(text_of(found[1]) + text_of(found[2])).casefold()
    for step in book.turn.steps:
        assert bare(step.title.in_language(lang)).casefold() in spread
    title = kit(game).shared.words["brief"].in_language(lang)
    assert bare(title).casefold() in bare(text_of(found[-1])).casefold()
    assert 6 <= len(book.brief) <= 9
    shown = [s for s in book.situations() if s.before]
    assert shown, "no example shows the board before and after"


def text_of(page: Any) -> str:
    return str(page.get_textpage().get_text_bounded())


def in_margin(page: Any) -> set[str]:
    """The numbers of rules that stand beside the text."""
    wide = page.get_width()
    edge = (OUTER - 1.0) / 25.4 * 72
    text = page.get_textpage()
    left = text.get_text_bounded(left=0, right=edge)
    right = text.get_text_bounded(left=wide - edge, right=wide)
    return {rule for side in (left, right) for rule in re.findall(r"(?<![\d.])\d+\.\d+(?![\d.])", side)}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("lang", "paper"), list(SETS))
def test_booklet_command_and_referee_say_the_same(game: str, lang: str, paper: str) -> None:
    """Each rule's text as `venice-pnp rules` shows it stands on the page, line breaks and hyphens aside; other rules
    are named there by their numbers alone."""
    shown = venice("rules", game, VENICE_PNP_LANG=lang).out
    texts = dict(re.findall(r"^([A-Z]+-\d+\.\d+) \[[^\]]+\]: (.*)$", shown, re.MULTILINE))
    whole = bare("".join(text_of(page) for page in pages(game, lang, paper)))
    book = load_book(kit(game))
    assert book is not None
    said = {rule: bare(re.sub(r"[A-Z]+-(?=\d+\.\d)", "", texts[rule])) for rule in book.used()}
    assert not [rule for rule, text in said.items() if not stands_in(text, whole)]


def stands_in(text: str, whole: str) -> bool:
    """All of it, in two parts where a page ends."""
    return text in whole or any(text[:n] in whole and text[n:] in whole for n in range(1, len(text)))


def bare(text: str) -> str:
    return re.sub(r"[\s\u00ad\u0002\ufffe-]|:[a-z][a-z0-9/-]*:|\*\*", "", as_set(text))


@pytest.mark.parametrize("game", GAMES)
def test_the_booklet_is_in_the_kit_with_a_bookmark(game: str) -> None:
    folder = built(game, "en", "a4", "colour", "long-edge")
    with pikepdf.open(folder / "kit.pdf") as pdf, pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
    assert any(title.startswith(kit(game).shared.words["file-booklet"].in_language("en")) for title in titles)
    files = {entry["path"]: entry for entry in manifest(folder)["files"]}
    assert len(files["booklet.pdf"]["pages"]) == 2 * files["booklet.pdf"]["sheets"]


# --- folding ----------------------------------------------------------------------------------------------
def marked(count: int) -> list[Leaf]:
    return [Leaf((Line(rect(n, 0, 1, 1), "#000000"),), str(n)) for n in range(1, count + 1)]


def order(printed: Any) -> list[tuple[int, int]]:
    """Which page lies left and right on each side, found by the marks of the leaves."""
    out = []
    for page in printed.pages:
        groups = [item for item in page.marks if isinstance(item, Group)]
        if len(groups) == 1:  # turned upside down: what is left comes to the right
            groups = [item for item in groups[0].items if isinstance(item, Group)][::-1]
        sides = [inner.items[0] for item in groups if isinstance(inner := item.items[0], Group)]
        out.append(tuple(int(side.d[0][1]) for side in sides))
    return out


@pytest.mark.parametrize("count", [4, 12, 16, 24])
def test_folded_sheets_read_in_order(count: int) -> None:
    paper = kit("doge").shared.papers["a4"]
    sides = order(folded(marked(count), paper, "t", "plain", "short-edge"))
    sheets = [sides[i : i + 2] for i in range(0, len(sides), 2)]
    read: dict[int, int] = {}
    for n, (front, back) in enumerate(sheets):  # nested sheets: the outermost first
        left, right = front
        read[right] = 2 * n + 1
        read[back[0]] = 2 * n + 2
        read[back[1]] = count - 2 * n - 1
        read[left] = count - 2 * n
    assert read == {n: n for n in range(1, count + 1)}


def test_without_duplex_the_pages_follow_each_other() -> None:
    paper = kit("doge").shared.papers["a4"]
    assert order(folded(marked(8), paper, "t", "plain", "single")) == [(1, 2), (3, 4), (5, 6), (7, 8)]


# --- faults -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (("rules: [DOGE-", "rules: [DOGE-99.9, DOGE-"), "there is no rule 'DOGE-99.9'"),
        (("- rules: [DOGE-", "- rulez: [DOGE-"), "unknown key 'rulez'"),
        (("{numbers.", "{numbers.no-such-"), "there is no"),
        (
            (
                "faces:\n          show: ",
                "faces:\n          groups: [{show: [vote-token/red/1], label: A}]\n          show: ",
            ),
            "in a row, or in groups",
        ),
        (("booklet:\n", "booklet:\n  - title: {en: Only English}\n    blocks: []\n"), "the text in de is missing"),
    ],
)
def test_a_fault_of_the_booklet_is_named(edit: tuple[str, str], said: str, data: Path, tmp_path: Path) -> None:
    file = next(f for f in (data / "doge/booklet.yaml", data / "doge/rules.yaml") if edit[0] in f.read_text("utf-8"))
    file.write_text(file.read_text("utf-8").replace(*edit, 1), "utf-8")
    ran = venice("build", "doge", "--data", data, "--lang", "en", "--out", tmp_path / "out")
    assert ran.code == 1
    assert said in ran.err and file.name.split(".")[0] in ran.err + "booklet rules"
    assert "Traceback" not in ran.said


def test_an_impossible_situation_is_refused(data: Path, tmp_path: Path) -> None:
    """In a shipped booklet. By an own kit's numbers an example may be impossible: then it is left out."""
    file = data / "doge/booklet.yaml"
    text = file.read_text("utf-8")
    file.write_text(re.sub(r"players: \[[^\]]*\]", "players: [Anna]", text, count=1), "utf-8")
    broken = open_kit("doge", data)
    lenient = manuscript_of(broken)
    assert lenient is not None
    assert any(lenient.situate(s) is None for s in situations(lenient))
    ran = venice("build", "doge", "--data", data, "--lang", "en", "--out", tmp_path / "out")
    assert ran.code == 0, ran.said
    strict = manuscript_of(kit("doge"))
    assert strict is not None
    with pytest.raises(FaultyData, match="cannot come about"):
        strict.situate(msgspec.structs.replace(next(situations(strict)), players=["Anna"]))


def situations(manuscript: Any) -> Iterator[Any]:
    return iter(manuscript.book.situations())


def test_a_refusal_quotes_the_rule_as_the_booklet_prints_it() -> None:
    assert venice("referee", "new", "canaletto", "--players", "Anna,Ben,Carla", "--seed", "1").code == 0
    waiting = re.search(r"Awaited: (\w+)", venice("referee", "status").out)
    assert waiting
    refused = venice("referee", "do", waiting[1], "bid", "400")
    assert refused.code == 1
    [rule] = json.loads(venice("rules", "CAN-7.13", "--json").out)["rules"]
    assert rule["text"] in refused.err


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("lang", "paper"), SETS)
def test_the_chapter_on_silence_tells_what_the_command_lists(game: str, lang: str, paper: str) -> None:
    """Every ruling stands there, on one page, and both count alike."""
    told = json.loads(venice("rules", game, "--ours", "--json", "--lang", lang).out)
    found = pages(game, lang, paper)
    number = silent_page(game, lang, found)
    column = column_of(found[number - 1], number)
    whole = _letters(column)
    counted = re.search(r"(?:our|unsere)(\d+)(?:rulings|festlegungen)", whole)
    added = re.search(r"(?:of ours|von uns)\s*\((\d+)\)", column)
    assert counted is not None
    book = load_book(kit(game))
    assert book is not None
    apart = re.search(r"(?:notlisted|nichtaufgeführt)(\d+)", whole)
    shown = sum(not ruling["program"] for ruling in told["rulings"])
    assert (int(counted[1]), int(apart[1] if apart else 0)) == (shown, len(told["rulings"]) - shown)
    assert int(added[1] if added else 0) == len(told["additions"])
    for ruling, kept in zip(told["rulings"], book.rulings, strict=True):
        if kept.program:
            continue
        assert kept.brief is not None, ruling["rules"]
        assert _letters(kit(game).filled(kept.brief.in_language(lang), lang)) in whole, ruling["rules"]
        assert not kept.other or _letters(kept.other.in_language(lang)) in whole, ruling["rules"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("lang", "paper"), SETS)
def test_rulings_stand_below_their_chapter_in_the_order_of_the_booklet(game: str, lang: str, paper: str) -> None:
    found = pages(game, lang, paper)
    number = silent_page(game, lang, found)
    whole = _letters(column_of(found[number - 1], number))
    book = load_book(kit(game))
    assert book is not None
    chapters = book.by_chapter(kit(game))
    first = {rule: n for n, (_, rules) in reversed(list(enumerate(chapters))) for rule in rules}
    placed = []
    for ruling in book.rulings:
        chapter = next((first[rule] for rule in ruling.rules if rule in first), None)
        if chapter is not None and ruling.brief and not ruling.program:
            brief = _letters(kit(game).filled(ruling.brief.in_language(lang), lang))
            placed.append((whole.index(brief), chapter))
    placed.sort()
    assert placed == sorted(placed, key=lambda one: one[1])
    above = 0
    for at, chapter in placed:
        title = _letters(chapters[chapter][0].title.in_language(lang))
        assert title in whole[above:at]
        above = whole.index(title, above)


def silent_page(game: str, lang: str, found: list[Any]) -> int:
    """The one page that is headed so."""
    title = bare(kit(game).shared.words["silent"].in_language(lang)).casefold()
    [number] = [n for n, page in enumerate(found, 1) if bare(text_of(page)).casefold().startswith(title)]
    return number


def column_of(page: Any, number: int) -> str:
    """The text of a page without what stands in its outer margin."""
    wide, edge = page.get_width(), OUTER / 25.4 * 72 - 1.0
    left, right = (0, wide - edge) if number % 2 else (edge, wide)
    return str(page.get_textpage().get_text_bounded(left=left, right=right))


def _letters(text: str) -> str:
    """Without what the end of a line does to a text."""
    return re.sub(r"[^a-zäöüß0-9]", "", text.casefold())


def test_only_numbers_in_order_are_bold_in_a_caption() -> None:
    bound = "\u00a0"
    assert numbers_marked("1 to 3 Three ways; 2 AP; 4 Bea; 5 AP", 4) == (
        f"**1** to **3**{bound}Three ways; 2 AP; **4**{bound}Bea; 5 AP"
    )
    assert numbers_marked("1 Für 1 AP", 2) == f"**1**{bound}Für 1 AP"


@pytest.mark.parametrize("game", printed_games())
def test_the_count_of_a_part_stands_with_its_name(game: str) -> None:
    """In narrow columns of German names too."""
    for leaf in leaves(game, "de", "a4"):
        said = [text.text for text in texts_in(leaf.items)]
        assert not [text for text in said if re.fullmatch(r"\d+ ×", text)]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_back_has_no_line_for_programmers(lang: str) -> None:
    for game in printed_games():
        assert not [text.text for text in texts_in(leaves(game, lang, "a4")[-1].items) if "venice-pnp" in text.text]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("lang", "paper"), SETS)
def test_every_full_diamond_is_answered_where_the_rulebook_is_silent(game: str, lang: str, paper: str) -> None:
    """Beside a ruling stands one number; the others that rest on it are listed with that one below."""
    found = pages(game, lang, paper)
    number = silent_page(game, lang, found)
    book = load_book(kit(game))
    assert book is not None
    printed = book.printed(kit(game))
    marked = {rule.partition("-")[2] for rule in printed if book.sources.get(rule) == RULING}
    below = text_of(found[number - 1]).replace("\r\n", " ")
    at = kit(game).shared.words["silent-at"].in_language(lang).format(rule=r"(\d+\.\d+)", at=r"(\d+\.\d+)")
    pairs = dict(re.findall(at, below))
    beside = in_margin(found[number - 1])
    assert marked <= beside | pairs.keys() and set(pairs.values()) <= beside
