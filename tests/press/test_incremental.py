"""A build after an edit: as good as a clean one, byte by byte, and nothing drawn again that has not changed."""

from __future__ import annotations

import contextlib
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from msgspec import structs

from tests.conftest import DATA, TEMPLATES
from tests.kit.test_every_scalar import Edit, all_edits
from tests.press.kits import printed_games
from venice_pnp.door.kits import boards_of
from venice_pnp.door.manuscript import manuscript_of
from venice_pnp.draw.engraving import CODED
from venice_pnp.draw.studio import DrawBoard, Library, Studio
from venice_pnp.games import open_kit
from venice_pnp.kit import FaultyData
from venice_pnp.kit.cache import cache_folder
from venice_pnp.kit.watched import watched
from venice_pnp.press import booklet as booklet_module
from venice_pnp.press.booklet import proved
from venice_pnp.press.build import build
from venice_pnp.press.order import Order, folder_of
from venice_pnp.press.profile import Profile
from venice_pnp.press.shelf import SHELVES

SAMPLE = 3  # edits a game
SET = Order(papers=("a4",), langs=("en",), editions=("colour",), sides="long-edge")
FOLDER = folder_of("canaletto", "en", "a4", "colour")


class Printer:
    """Someone who edits and prints again and again, and who counts how often a board is drawn."""

    def __init__(self, folder: Path, game: str = "canaletto") -> None:
        self.game, self.data, self.templates = game, folder / "data", folder / "templates"
        shutil.copytree(DATA, self.data)
        shutil.copytree(TEMPLATES, self.templates)
        self.folder, self.clean = folder, 0
        self.boards = 0

    def write(self, file: str, old: str, new: str) -> None:
        path = self.folder / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")

    def prints(self, out: str = "out", order: Order = SET, profile: Profile | None = None) -> dict[str, bytes]:
        """All files, by name."""
        kit = open_kit(self.game, self.data)
        every = boards_of(kit).items()
        boards = {name: draw if name == CODED else self._counted(draw) for name, draw in every}
        where = self.folder / out
        library = Library(self.templates)
        build(kit, library, boards, order, profile or Profile(), where, lambda _: None, manuscript_of(kit))
        return {str(f.relative_to(where)): f.read_bytes() for f in where.rglob("*") if f.is_file()}

    def prints_clean(self, order: Order = SET, profile: Profile | None = None) -> dict[str, bytes]:
        """As `prints`, into a folder in which nothing was printed before."""
        self.clean += 1
        out, known = f"clean-{self.clean}", set(shelves())
        made = self.prints(out, order, profile)
        shutil.rmtree(self.folder / out)
        for shelf in set(shelves()) - known:
            shelf.unlink()
        return made

    def _counted(self, draw: DrawBoard) -> DrawBoard:
        def drawn(studio: Studio, shape: Any) -> Any:
            self.boards += 1
            return draw(studio, shape)

        return drawn


def shelves() -> Iterator[Path]:
    return (cache_folder() / SHELVES).glob("*")


@pytest.fixture
def printer(tmp_path: Path) -> Printer:
    return Printer(tmp_path)


def page_texts(data: bytes) -> Iterator[str]:
    for page in pypdfium2.PdfDocument(data):
        yield page.get_textpage().get_text_bounded()


def all_same(printer: Printer, edits: list[Edit], enough: int) -> None:
    """Edits in turn, each followed by a build on top of the last one and by a clean build."""
    printer.prints()
    tried = 0
    for edit in edits:
        file = printer.data / edit.file
        text = file.read_text("utf-8")
        file.write_text(text[: edit.start] + edit.new + text[edit.end :], "utf-8")
        with contextlib.suppress(FaultyData):  # what cannot be printed is the business of other tests
            again = printer.prints()
            assert again == printer.prints_clean(), f"{edit.file}:{edit.line} became {edit.new}"
            tried += 1
        file.write_text(text, "utf-8")
        if tried == enough:
            return
    assert tried


@pytest.mark.parametrize("game", printed_games())
def test_after_an_edit_all_files_are_those_of_a_clean_build(game: str, tmp_path: Path) -> None:
    edits = all_edits(game)
    all_same(Printer(tmp_path, game), random.Random(f"{game} again").sample(edits, len(edits)), SAMPLE)


@pytest.mark.long
@pytest.mark.parametrize("game", printed_games())
def test_after_every_edit_all_files_are_those_of_a_clean_build(game: str, tmp_path: Path) -> None:
    all_same(Printer(tmp_path, game), all_edits(game), len(all_edits(game)))


def test_a_card_is_edited_and_the_board_is_not_drawn_again(printer: Printer) -> None:
    first = printer.prints()
    drawn = printer.boards
    printer.write("data/canaletto/artworks.yaml", "en: Mirror", "en: Looking glass")
    second = printer.prints()
    assert printer.boards == drawn
    assert second == printer.prints_clean()
    differ = {Path(name).name for name in first if first[name] != second[name]}
    assert {"tiles.pdf", "kit.pdf", "manifest.json"} <= differ


@pytest.mark.parametrize(
    ("file", "old", "new", "faces"),
    [
        ("templates/canaletto/bribe.yaml", "edge: paper", "edge: brick", {"canaletto/bribe"}),
        (
            "templates/symbols/canaletto/mirror.svg",
            "<svg ",
            '<svg id="m" ',
            {"canaletto/artwork", "canaletto/aid-back", "canaletto/aid-kind"},
        ),
    ],
)
def test_a_template_or_a_symbol_is_edited_and_only_what_shows_it_is_drawn_again(
    printer: Printer, monkeypatch: pytest.MonkeyPatch, file: str, old: str, new: str, faces: set[str]
) -> None:
    printer.prints()
    boards, drawn = printer.boards, set[str]()
    printer.write(file, old, new)
    face = Studio.face

    def counted(studio: Studio, name: str, *given: Any) -> Any:
        drawn.add(name)
        return face(studio, name, *given)

    monkeypatch.setattr(Studio, "face", counted)
    again = printer.prints()
    assert printer.boards == boards
    assert drawn == faces
    assert again == printer.prints_clean()


def test_a_symbol_of_running_text_is_edited_and_no_pages_are_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes the same room, however it looks."""
    printer, tried = Printer(tmp_path, "doge"), list[object]()
    printer.prints()
    filling = booklet_module._Booklet._filling

    def counted(*given: Any) -> Any:
        tried.append(given)
        return filling(*given)

    monkeypatch.setattr(booklet_module._Booklet, "_filling", counted)
    for old, new in (("M47 12", "M46 12"), ("M46 12", "M45 12")):
        printer.write("templates/symbols/doge/scales.svg", old, new)
        again = printer.prints()
    assert not tried
    assert again == printer.prints_clean() and tried


def test_a_word_of_one_language_is_edited_and_the_booklet_of_the_other_is_not_set_again(
    printer: Printer, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = structs.replace(SET, langs=("en", "de"))
    monkeypatch.setattr("venice_pnp.press.build.abreast", lambda jobs: (job() for job in jobs))
    printer.prints(order=both)
    printer.write("data/canaletto/booklet.yaml", "en: Overview", "en: In short")
    spoken: list[str] = []

    def counted(studio: Studio, *given: Any) -> Any:
        spoken.append(studio.lang)
        return proved(studio, *given)

    monkeypatch.setattr("venice_pnp.press.booklet.proved", counted)
    again = printer.prints(order=both)
    assert spoken == ["en"]
    assert again == printer.prints_clean(both)


def test_a_board_is_edited_and_drawn_again(printer: Printer) -> None:
    printer.prints()
    drawn = printer.boards
    printer.write("data/canaletto/palaces.yaml", "en: Gothic,", "en: Old Gothic,")
    assert printer.prints() == printer.prints_clean()
    assert printer.boards == drawn + 2, "once after the edit, once for the clean build"


@pytest.mark.parametrize(
    ("old", "new", "boards"), [("houses-second: 1", "houses-second: 2", 0), ("[3, 4, 5, 6, 7]", "[3, 4, 5, 6, 8]", 1)]
)
def test_a_number_is_edited_and_the_board_is_drawn_again_only_if_it_shows_it(
    tmp_path: Path, old: str, new: str, boards: int
) -> None:
    printer = Printer(tmp_path, "doge")
    printer.prints()
    drawn = printer.boards
    printer.write("data/doge/numbers.yaml", old, new)
    again = printer.prints()
    assert printer.boards == drawn + boards
    assert again == printer.prints_clean(), "the booklet tells it anyway"


@pytest.mark.parametrize(
    ("old", "new", "tries"),
    [("start-money: 30 ", "start-money: 40 ", False), ("debt-max: 70 ", "debt-max: 1000 ", True)],
)
def test_pages_are_tried_again_only_if_lines_break_elsewhere(
    printer: Printer, monkeypatch: pytest.MonkeyPatch, old: str, new: str, tries: bool
) -> None:
    first, counted, asked = printer.prints(), booklet_module._Booklet._pages_for, list[float]()
    printer.write("data/canaletto/numbers.yaml", old, new)

    def noted(made: Any, air: float, scale: float) -> float:
        asked.append(scale)
        return counted(made, air, scale)

    monkeypatch.setattr(booklet_module._Booklet, "_pages_for", noted)
    again = printer.prints()
    assert bool(asked) == tries
    assert again == printer.prints_clean()
    name = str(FOLDER / "booklet.pdf")
    assert list(page_texts(again[name])) != list(page_texts(first[name])), "it tells what was edited"


def test_the_colour_of_a_seat_is_edited_and_only_what_shows_it_is_drawn_again(
    printer: Printer, monkeypatch: pytest.MonkeyPatch
) -> None:
    printer.prints()
    drawn, spoken = printer.boards, list[str]()
    printer.write("data/canaletto/game.yaml", '"#A51A1C"', '"#A51A1E"')
    monkeypatch.setattr("venice_pnp.press.booklet.proved", lambda studio, *_: spoken.append(studio.lang))
    again = printer.prints()
    assert printer.boards == drawn and not spoken, "its board shows no seat, and the booklet shows faces by their names"
    monkeypatch.undo()
    assert again == printer.prints_clean()


def test_editions_that_are_made_one_after_the_other_are_as_if_made_alone(
    printer: Printer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """… though they share how lines break."""
    monkeypatch.setattr("venice_pnp.press.build.at_once", lambda: 1)
    both = printer.prints_clean(structs.replace(SET, editions=("colour", "low-ink")))
    assert both == printer.prints_clean() | printer.prints_clean(structs.replace(SET, editions=("low-ink",)))


def test_every_sheet_shows_the_new_kit_id_and_only_that(printer: Printer) -> None:
    printer.prints()
    old = open_kit("canaletto", printer.data).kit_id
    with (printer.data / "canaletto" / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("# nothing that is printed\n")
    files = printer.prints()
    new = open_kit("canaletto", printer.data).kit_id
    assert new != old
    for name in ("tiles.pdf", "board-tiles.pdf", "box.pdf", "booklet.pdf", "kit.pdf"):
        texts = list(page_texts(files[str(FOLDER / name)]))
        assert not any(old in text for text in texts), name
        assert any(new in text for text in texts), name
    assert files == printer.prints_clean()


def test_other_templates_words_papers_and_printers_change_everything(printer: Printer) -> None:
    printer.prints()
    printer.write("templates/canaletto/bribe.yaml", "edge: paper", "edge: brick")
    assert printer.prints() == printer.prints_clean()
    printer.write("data/words.yaml", "en: front", "en: face")
    assert printer.prints() == printer.prints_clean()
    letter = Order(papers=("letter", "a4"), langs=("en",), editions=("low-ink",), sides="gutterfold")
    assert printer.prints("two", letter) == printer.prints_clean(letter)
    drifting = Profile(back_x=1.0, scale_x=1.004)
    assert printer.prints("two", letter, drifting) == printer.prints_clean(letter, drifting)


def test_what_someone_did_to_the_output_or_to_the_cache_is_made_good(printer: Printer) -> None:
    right = printer.prints()
    tiles, board = (printer.folder / "out" / FOLDER / name for name in ("tiles.pdf", "board-poster.pdf"))
    tiles.write_bytes(tiles.read_bytes()[:-100])
    board.unlink()
    assert printer.prints() == right
    for shelf in shelves():
        shelf.write_bytes(shelf.read_bytes()[:5000])
    assert printer.prints() == right
    for shelf in shelves():
        shelf.write_bytes(b"\xc1 no shelf")
    assert printer.prints() == right


def test_a_file_that_is_not_made_any_more_goes_also_after_a_build_that_failed(printer: Printer) -> None:
    both = structs.replace(SET, langs=("en", "de"))
    printer.prints(order=both)
    printer.write("data/canaletto/game.yaml", "file: aids", "file: helps")
    printer.write("data/canaletto/artworks.yaml", "de: Spiegel}", "de: Ein Spiegel mit sehr langem Namen im Rahmen}")
    with pytest.raises(FaultyData):
        printer.prints(order=both)
    printer.write("data/canaletto/artworks.yaml", "de: Ein Spiegel mit sehr langem Namen im Rahmen}", "de: Spiegel}")
    files = printer.prints(order=both)
    assert str(FOLDER / "helps.pdf") in files and str(FOLDER / "aids.pdf") not in files
    assert files == printer.prints_clean(order=both)


def test_a_situation_that_cannot_be_laid_is_a_fault_also_after_an_edit(tmp_path: Path) -> None:
    printer = Printer(tmp_path, "venedig")
    printer.prints()
    printer.write("data/venedig/looks.yaml", "[[0, 0], [-1, 2]]", "[[0, 0], [1, 2]]")
    with pytest.raises(FaultyData, match="on these fields"):
        printer.prints()


def test_a_kit_tells_what_was_read_from_it() -> None:
    kit = watched(open_kit("canaletto", DATA), "en")
    assert kit.tables.palaces
    assert kit.tables.numbers.palace_max == 3
    assert kit.texts["bribe-1"]
    assert next(iter(kit.seats)).id == "red"
    assert kit.filled("{kinds.mirror.size}", "en") == "4"
    notes = kit.notes()
    assert set(notes) == {"palaces", "numbers.palace-max", "texts.bribe-1", "seats", "kinds.mirror.size"}
    assert kit.unchanged(notes)
    assert not kit.unchanged(notes | {"palaces": "other"})
    assert not kit.notes(), "what was told once is forgotten"
