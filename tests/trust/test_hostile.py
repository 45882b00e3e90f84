"""Hostile input: a sample of `make fuzz`, and what each reader must refuse by name."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from tests.conftest import DATA, ROOT, TEMPLATES, venice
from tests.trust.play import GAMES
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.studio import Library, Studio
from venice_pnp.draw.symbols import BadSymbol, read_art
from venice_pnp.games import open_kit
from venice_pnp.kit import FaultyData
from venice_pnp.kit.faults import Place
from venice_pnp.press.parts import draw_parts
from venice_pnp.referee import home, journal
from venice_pnp.referee.frame import log_line, screen
from venice_pnp.referee.table import Table, new_table, open_game
from venice_pnp.speech.paint import Paint
from venice_pnp.speech.plain import read_text
from venice_pnp.speech.trouble import BrokenTable, BrokenText, NoTable
from venice_pnp.speech.words import Speech

sys.path.insert(0, str(ROOT / "bench"))
import fuzz

ESCAPE = "\x1b[2J\x1b]0;x\x07"
OUTSIDE = ["../secret", "../../../../etc/passwd", "/etc/passwd", "..", ".", "", "a/../../secret", "x" * 5000]


@pytest.mark.parametrize(("name", "attack", "times"), fuzz.ATTACKS, ids=[a.__name__ for _, a, _ in fuzz.ATTACKS])
def test_a_sample_of_the_fuzz(name: str, attack: Any, times: int) -> None:
    broken = fuzz.in_a_process(attack, min(60, times // 60), seed=77)
    assert not broken, f"{name}: {broken[0].text}\n{broken[0].what}"


def test_the_page_shows_the_table_of_the_command() -> None:
    page = fuzz.PAGE.read_text("utf-8")
    rows = page[page.index(fuzz.BEGIN) : page.index(fuzz.END)].strip().split("\n")[3:]
    assert [int(row.split("|")[2]) for row in rows[:-1]] == [times for _, _, times in fuzz.ATTACKS], "run `make fuzz`"
    assert rows[-1] == f"| **all** | **{sum(times for _, _, times in fuzz.ATTACKS)}** | **0** |"


# --- size, depth, time ---------------------------------------------------------------------------------
DEEP = ["[" * 200_000, "{a: " * 50_000, "- " * 200_000, "? " * 100_000, "\n".join(" " * n + "a:" for n in range(900))]


@pytest.mark.parametrize("text", DEEP, ids=["brackets", "braces", "dashes", "questions", "indents"])
def test_what_is_nested_too_deeply_is_refused_and_crashes_nothing(text: str, data: Path) -> None:
    with pytest.raises(BrokenText):
        read_text(text, "record")
    (data / "canaletto" / "numbers.yaml").write_text(text, "utf-8")
    with pytest.raises(FaultyData):
        open_kit("canaletto", data)
    messages = data / "canaletto" / "messages.yaml"
    messages.write_text(text, "utf-8")
    shutil.copy(DATA / "canaletto" / "numbers.yaml", data / "canaletto" / "numbers.yaml")
    with pytest.raises(BrokenText):
        Speech("en", open_game("canaletto", data).kit).say("CAN-1.1")


def test_brackets_in_quotes_do_not_hide_how_deep_it_goes(data: Path) -> None:
    """To a counter of brackets this is flat; to the composer, which recurses in C, it is 30,000 levels deep."""
    (data / "canaletto" / "numbers.yaml").write_text('a: ["]",' * 30_000, "utf-8")
    told = venice("check", "canaletto", "--data", data)
    assert told.code == 1
    assert "numbers.yaml" in told.said


@pytest.mark.parametrize("number", ["1" * 40_000 + "x", "1." + "1" * 40_000 + "x", "0" * 40_000 + "e"])
def test_a_number_that_is_none_takes_no_time(data: Path, number: str) -> None:
    file = data / "canaletto" / "numbers.yaml"
    file.write_text(file.read_text("utf-8").replace("start-money: 30", f"start-money: {number}"), "utf-8")
    with pytest.raises(FaultyData):
        open_kit("canaletto", data)


def test_only_regular_files_are_read(data: Path) -> None:
    """A pipe would be waited for without end, a device read without end."""
    file = data / "canaletto" / "numbers.yaml"
    file.unlink()
    os.mkfifo(file)
    assert venice("check", "canaletto", "--data", data).code == 1
    file.unlink()
    file.symlink_to("/dev/zero")
    assert venice("check", "canaletto", "--data", data).code == 1


@pytest.mark.parametrize("bomb", fuzz.BOMBS, ids=range(len(fuzz.BOMBS)))
def test_bombs_are_refused(bomb: str, data: Path) -> None:
    (data / "canaletto" / "numbers.yaml").write_text(bomb, "utf-8")
    with pytest.raises(FaultyData):
        open_kit("canaletto", data)
    (data / "canaletto" / "messages.yaml").write_text(bomb, "utf-8")
    shutil.copy(DATA / "canaletto" / "numbers.yaml", data / "canaletto" / "numbers.yaml")
    with suppress(BrokenText):  # some are only texts without a message
        assert Speech("en", open_game("canaletto", data).kit).say("CAN-1.1")


def test_what_is_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BrokenText):
        read_text("a: " + "x" * 1_000_001, "record")
    symbol = tmp_path / "large.svg"
    symbol.write_text("<svg>" + " " * 400_001, "utf-8")
    with pytest.raises(BadSymbol):
        read_art(symbol)


# --- paths ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", OUTSIDE)
def test_no_name_in_the_data_leads_out_of_its_folder(name: str, data: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    for file in ("secret.yaml", "secret.svg", "secret/game.yaml", "game.yaml"):
        (tmp_path / file).write_text("elements: {}\n", "utf-8")
    templates = tmp_path / "templates"
    (templates / "symbols").mkdir(parents=True)
    library = Library(templates, TEMPLATES)
    with pytest.raises(BadSymbol, match="unknown symbol"):
        library.symbols.art(name)
    with pytest.raises(FaultyData, match="unknown template"):
        library.templates.get(name, Place(templates))
    with pytest.raises(NoTable):
        open_game(name, data)
    game = data / "canaletto" / "game.yaml"
    game.write_text(f"extends: {name!r}\n{game.read_text('utf-8')}", "utf-8")
    with pytest.raises(FaultyData, match=r"to extend|extends"):
        open_kit("canaletto", data)


@pytest.mark.parametrize("name", ["../../evil", "/tmp/evil", "a b", "A", "..", "\\e[2J"])
def test_a_component_is_named_by_an_id(name: str, data: Path) -> None:
    """File names are made from it."""
    game = data / "canaletto" / "game.yaml"
    text = game.read_text("utf-8")
    assert "\n  bribe:" in text
    game.write_text(text.replace("\n  bribe:", f'\n  "{name}":'), "utf-8")
    with pytest.raises(FaultyData, match=r"id of small letters|control character"):
        open_kit("canaletto", data)


@pytest.mark.parametrize("table", ["../../../../etc/passwd", "x", "", "0" * 15, "0" * 16 + "/", ESCAPE])
def test_a_foreign_table_does_not_choose_my_files(table: str) -> None:
    mine = new_table("canaletto", ["Anke", "Bernd", "Claudia"], path=home.table_path("mine"))
    body = {**mine.journal.entries[0].body, "table": table}
    foreign = home.table_path("foreign")
    journal.create(foreign, [("open", body)], mine.journal.key)
    with pytest.raises(BrokenTable):
        Table(foreign)


def test_output_goes_nowhere_else(tmp_path: Path) -> None:
    """A build and a table write below the folders they were given, and nowhere else."""
    made = venice("build", "canaletto", "--only", "bribe", "--lang", "en", "--out", tmp_path / "out", cwd=tmp_path)
    assert made.code == 0, made.said
    for name in ("../evil", "..\\evil", "/tmp/evil", "a/b", " ", "x" * 300, "\x1b[2J"):
        done = venice("referee", "new", "canaletto", "--players", "A,B,C", "--table", name, cwd=tmp_path)
        assert done.code == 2, (name, done.said)
        assert "\x1b" not in done.said
        assert "Traceback" not in done.said
    assert {file.name for file in tmp_path.iterdir()} <= {"out", "home"}


# --- the terminal -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", [f"Anke{ESCAPE}", "An\nke", "Anke\u202e", "\x9b31m", "Anke\x00", "<b>", "A" * 41])
def test_a_name_cannot_command_the_terminal(name: str) -> None:
    with pytest.raises(NoTable) as strange:
        new_table("canaletto", [name, "Bernd", "Claudia"], path=home.table_path("t"))
    assert Speech("en").trouble(strange.value).replace("�", "").isprintable()
    mine = new_table("canaletto", ["Anke", "Bernd", "Claudia"], path=home.table_path("mine"))
    foreign = home.table_path("foreign")
    forged = {**mine.journal.entries[0].body, "players": [name, "Bernd", "Claudia"]}
    journal.create(foreign, [("open", forged)], mine.journal.key)
    with pytest.raises(BrokenTable):
        Table(foreign)


def test_a_reason_cannot_command_the_terminal_or_forge_a_line() -> None:
    table = new_table("canaletto", ["Anke", "Bernd", "Claudia"], path=home.table_path("t"), seed="7")
    table.correct(
        {"money": {"Anke": 25}} | snapshot_of(table), f"cat{ESCAPE}\n   9  2026-01-01 00:00:00  Anke: bid 5\x9b1m"
    )
    for lang in ("en", "de"):
        line = log_line(table, table.log()[-1], Speech(lang, table.kit, table.players))
        assert "\n" not in line
        assert line.replace("�", "").isprintable()


def snapshot_of(table: Table) -> dict[str, Any]:
    return {k: v for k, v in table.rules.snapshot(table.state).items() if k not in ("await", "money")}


@pytest.mark.parametrize("lang", ["en", "de"])
def test_texts_of_the_data_cannot_command_the_terminal(lang: str, data: Path) -> None:
    """In the parts' data they are refused; in wordings and rules they are made visible."""
    palaces = data / "canaletto" / "palaces.yaml"
    old = palaces.read_text("utf-8")
    palaces.write_text(old.replace("name: ", 'name: "\\e[31m', 1).replace("\n", '"\n', 1), "utf-8")
    with pytest.raises(FaultyData) as faulty:
        open_kit("canaletto", data)
    assert "\x1b" not in str(faulty.value)
    palaces.write_text(old, "utf-8")
    messages = data / "canaletto" / "messages.yaml"
    text = messages.read_text("utf-8").replace('en: "', 'en: "\\e[31m').replace('de: "', 'de: "\\e[31m')
    messages.write_text(text, "utf-8")
    table = new_table("canaletto", ["Anke", "Bernd", "Claudia"], path=home.table_path("t"), data=data, seed="7")
    speech = Speech(lang, table.kit, table.players)
    shown = screen(table, None, speech, Paint(table.kit, table.players, {}, plain=True))
    shown += "".join(speech.say(key) for key in speech._game_texts["messages"])
    assert "\x1b" not in shown


# --- the PDF ------------------------------------------------------------------------------------------------
INJECTION = r") Tj ET Q endstream endobj 1 0 obj << /Type /Catalog /OpenAction << /S /JavaScript /JS (x) >> >> endobj ("


def test_a_text_cannot_begin_an_object_of_the_pdf(data: Path, tmp_path: Path) -> None:
    """Titles and texts that look like PDF are set as texts."""
    game = data / "canaletto" / "game.yaml"
    text = game.read_text("utf-8")
    assert "title: Canaletto" in text
    game.write_text(text.replace("title: Canaletto", f"title: '{INJECTION}'"), "utf-8")
    made = venice("build", "canaletto", "--data", data, "--only", "bribe", "--lang", "en", "--out", tmp_path / "out")
    if made.code:
        assert "Traceback" not in made.said
        game.write_text(text.replace("title: Canaletto", "title: 'C) Tj (x'"), "utf-8")
        made = venice(
            "build", "canaletto", "--data", data, "--only", "bribe", "--lang", "en", "--out", tmp_path / "out"
        )
    assert made.code == 0, made.said
    files = list((tmp_path / "out").rglob("*.pdf"))
    assert files
    for file in files:
        with pikepdf.open(file) as pdf:
            assert "/OpenAction" not in pdf.Root
            assert "/JavaScript" not in pdf.Root.get("/Names", {})
            kinds = [str(o.get("/S", "")) for o in pdf.objects if isinstance(o, pikepdf.Dictionary)]
            assert not {"/JavaScript", "/Launch", "/URI", "/SubmitForm"} & set(kinds)
            assert ") Tj" in str(pdf.docinfo.get("/Title", "")), "the title is the whole text"
            for page in pdf.pages:
                pikepdf.parse_content_stream(page)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_drawn_from_outside(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a game's parts are drawn, only the templates, the fonts and the user's cache are read."""
    read: list[str] = []
    kit = open_kit(name, DATA)
    library = Library(TEMPLATES)
    opened = Path.open
    monkeypatch.setattr(Path, "open", lambda self, *a, **k: read.append(str(self)) or opened(self, *a, **k))
    draw_parts(Studio(kit, library, "en", "colour"), boards_of(kit))
    allowed = (str(ROOT), str(Path(sys.prefix)), str(home.data_folder()))
    assert [file for file in read if not file.startswith(allowed) and "fontpkg" not in file] == []
