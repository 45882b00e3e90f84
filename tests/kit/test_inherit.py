"""Kits that extend another: only what differs stands in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import ROOT, venice
from venice_pnp.games import open_kit, quick_open
from venice_pnp.kit import FaultyData
from venice_pnp.kit.book import load_book
from venice_pnp.speech.texts import kit_texts
from venice_pnp.speech.trouble import BrokenText

EXAMPLES = ROOT / "docs/examples"


def own(folder: Path, text: str, name: str = "mine", **files: str) -> Path:
    (folder / "own" / name).mkdir(parents=True)
    (folder / "own" / name / "game.yaml").write_text(text, "utf-8")
    for file, content in files.items():
        (folder / "own" / f"{file}.yaml").write_text(content, "utf-8")
    return folder / "own"


def test_what_is_not_named_is_inherited(tmp_path: Path) -> None:
    data = own(tmp_path, "extends: canaletto\nnumbers: {start-money: 44}\n")
    mine, original = open_kit("mine", data), open_kit("canaletto")
    assert mine.tables.numbers.start_money == 44
    assert mine.tables.kinds == original.tables.kinds
    assert (mine.id, mine.name) == ("canaletto", "mine")
    assert mine.kit_id != original.kit_id
    assert quick_open("mine", data).tables == mine.tables


def test_rows_are_changed_by_id_added_and_taken_away(tmp_path: Path) -> None:
    rows = "kinds: {lamp: ~, horn: {name: {en: Tankard}}, crown: {size: 2, name: {en: Crown, de: Krone}, plural: {en: crowns, de: Kronen}, colour: '#B8892B'}}"
    data = own(tmp_path, f"extends: doge\n{rows}\n")
    with pytest.raises(FaultyData, match="unknown section 'kinds'"):
        open_kit("mine", data)
    other = own(tmp_path / "b", "extends: canaletto\nseats: {red: {name: {en: Crimson}}}\n")
    kit = open_kit("mine", other)
    assert [seat.id for seat in kit.seats] == ["red", "blue", "green", "yellow"]
    assert kit.seats[0].name.in_language("en") == "Crimson"
    assert kit.seats[0].name.in_language("de") == "Rot"


def test_a_row_can_be_added_and_taken_away(tmp_path: Path) -> None:
    data = own(
        tmp_path,
        "extends: canaletto\ntexts: {aid-kinds: {en: Works}}\nvalues: [3, 4]\ncomponents: {value: {count: 2}}\n",
    )
    kit = open_kit("mine", data)
    assert kit.texts["aid-kinds"] == {"en": "Works", "de": "Die Kunstwerke"}
    assert kit.tables.values == [3, 4]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("extends: canalletto\n", "mine/game.yaml:1:10: there is no game 'canalletto' to extend; did you mean 'canaletto'?"),
        ("extends: mine\n", "there is no game 'mine' to extend"),
        ("extends: ../canaletto\n", "there is no game '../canaletto' to extend"),
        ("extends: canaletto\nnumbers: {start-monny: 3}\n", "mine/game.yaml:2:11: unknown key 'start-monny'"),
        ("extends: canaletto\nnumbers: {start-money: much}\n", "mine/game.yaml:2:24: expected a whole number"),
        ("extends: canaletto\ncomponents: {artwork: {count: 40}}\n", "mine/game.yaml:2:31: CAN-2.1 asks for 40 × artwork, but the data makes 34"),
        ("extends: [canaletto]\n", "mine/game.yaml:1:10: expected text"),
        ("extends: canaletto\ngame: ~\n", "game.yaml:2:7"),
    ],
)  # fmt: skip
def test_a_fault_is_named_at_its_own_line(text: str, said: str, tmp_path: Path) -> None:
    ran = venice("check", "--data", own(tmp_path, text))
    assert ran.code == 1
    assert said in ran.said
    assert "Traceback" not in ran.said


def test_two_kits_that_extend_each_other_are_refused(tmp_path: Path) -> None:
    data = own(tmp_path, "extends: other\n")
    (data / "other").mkdir()
    (data / "other/game.yaml").write_text("extends: mine\n", "utf-8")
    with pytest.raises(FaultyData, match="extends itself"):
        open_kit("mine", data)


def test_own_words_and_colours_are_laid_over_the_shared_ones(tmp_path: Path) -> None:
    shared = "colours: {brick: {hex: '#990000'}}\n"
    data = own(tmp_path, "extends: canaletto\n", palette=shared)
    kit = open_kit("mine", data)
    assert kit.shared.colours["brick"].hex == "#990000"
    assert kit.shared.colours["gold"] == open_kit("canaletto").shared.colours["gold"]


# --- the worked examples of the docs ----------------------------------------------------------------------
def test_italian_by_data_alone(tmp_path: Path) -> None:
    kit = open_kit("canaletto", EXAMPLES / "italiano")
    assert kit.tables.kinds[0].name.in_language("it") == "Specchio"
    assert kit.components["gondola"].instead is not None
    assert kit.components["gondola"].instead.in_language("it") == "una pedina"
    ran = venice("build", "canaletto", "--data", EXAMPLES / "italiano", "--lang", "it", "--out", tmp_path)
    assert ran.code == 0, ran.said
    import pypdfium2

    text = "".join(
        page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(tmp_path / "canaletto/it/a4/tiles.pdf")
    )
    assert "Specchio" in text and "foglio 1 di" in text
    assert "Mirror" not in text


def test_house_rules_are_printed_and_refereed(tmp_path: Path) -> None:
    data = EXAMPLES / "house-rules"
    ran = venice("build", "canaletto", "--data", data, "--lang", "en", "--only", "artwork", "--out", tmp_path)
    assert ran.code == 0, ran.said
    assert " 35 " in ran.out
    opened = venice("referee", "new", "canaletto", "--data", data, "--players", "Anna,Ben,Carla", "--seed", "1")
    assert opened.code == 0, opened.said
    status = venice("referee", "status")
    assert "40 ducats" in status.out
    assert "Canaletto at Home" in status.out
    rule = venice("rules", "CAN-7.17", "--data", data)
    assert rule.code == 0, rule.said


def test_rows_without_an_id_are_laid_over_by_their_place(tmp_path: Path) -> None:
    data = own(tmp_path, "extends: canaletto\n")
    (data / "mine/booklet.yaml").write_text("booklet: {0: {title: {en: First of all}}}\n", "utf-8")
    (data / "mine/rules.yaml").write_text(
        "rules: {CAN-8.6: {en: Most wins.}}\nrulings: {1: {why: {en: Ours.}}}\n", "utf-8"
    )
    book = load_book(open_kit("mine", data))
    shipped = load_book(open_kit("canaletto"))
    assert book and shipped
    assert book.chapters[0].title == {"en": "First of all", "de": shipped.chapters[0].title["de"]}
    assert book.chapters[0].blocks == shipped.chapters[0].blocks and book.chapters[1:] == shipped.chapters[1:]
    assert (book.rules["CAN-8.6"]["en"], book.rulings[1].why["en"]) == ("Most wins.", "Ours.")
    assert book.rulings[0] == shipped.rulings[0] and book.sources == shipped.sources


def test_a_row_that_is_not_there_is_told(tmp_path: Path) -> None:
    data = own(tmp_path, "extends: canaletto\n")
    (data / "mine/booklet.yaml").write_text("booklet: {99: {title: {en: Too late}}}\n", "utf-8")
    with pytest.raises(FaultyData, match="there is no row '99': the rows have places from 0 to 12"):
        load_book(open_kit("mine", data))
    (data / "mine/console.yaml").write_text("setup: {99: {en: Too late}}\n", "utf-8")
    with pytest.raises(BrokenText, match="there is no row 99"):
        kit_texts(open_kit("mine", data), "console")
