"""Composed inputs: a sample of what `make fuzz` puts through the commands, and what it has found."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.conftest import ROOT, TEMPLATES, venice
from venice_pnp.draw.fonts import load_fonts
from venice_pnp.draw.studio import SAFE, _inside
from venice_pnp.draw.symbols import BadSymbol, read_art
from venice_pnp.games import open_kit
from venice_pnp.kit import FaultyData
from venice_pnp.kit.limits import FAULTS, VALUES
from venice_pnp.kit.models import Shape
from venice_pnp.speech.plain import flow, read_text

sys.path.insert(0, str(ROOT / "bench"))
import composed
import fuzz
from grammar import Chooser, Dice

SAMPLE = 25


@pytest.mark.parametrize("kind", composed.COMPOSED, ids=lambda kind: kind.id)
def test_a_sample_of_what_is_composed(kind: composed.Kind) -> None:
    broken = composed.sampled(kind, SAMPLE if kind.id != "files" else 5, number=77)
    assert not broken, f"{kind.name}: {broken[0].text}\n{broken[0].what}"


def test_the_page_shows_what_was_composed() -> None:
    page = fuzz.PAGE.read_text("utf-8")
    rows = page[page.index(fuzz.COMPOSED_BEGIN) : page.index(fuzz.COMPOSED_END)].strip().split("\n")[3:]
    assert [row.split("|")[1].strip() for row in rows[:-1]] == [kind.name for kind in composed.COMPOSED]
    assert all(row.endswith((" 0 |", " **0** |")) for row in rows)


def test_every_attack_on_the_page_names_tests_that_are_there() -> None:
    page = fuzz.PAGE.read_text("utf-8")
    table = page[page.index("| attack | what happens | test |") :].split("\n\n")[0]
    rows = [row.split(" | ") for row in table.split("\n")[2:] if not row.startswith("| **")]
    assert rows
    for attack, _, tests in rows:
        named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", tests)
        assert named, attack
        for file, test in named:
            assert f"def {test}(" in (ROOT / file).read_text("utf-8"), (attack, file, test)


# --- the run itself -----------------------------------------------------------------------------------------------
def kind_that_breaks(crash: int, fault: int) -> composed.Kind:
    """Its inputs are the first number of their dice."""

    def first(choose: Chooser) -> int:
        return choose.number(0, 10**9)

    def read(one: int, _folder: Path) -> None:
        if one == first(Dice(crash)):
            os.kill(os.getpid(), signal.SIGKILL)
        if one == first(Dice(fault)):
            raise KeyError("hex")

    return composed.Kind("made for this test", "made", first, read, 8)


def test_a_run_goes_on_after_a_crash_and_names_each_input_that_broke() -> None:
    found = list(composed.composed(kind_that_breaks(crash=3, fault=5), first=1, times=8))
    assert [broken.number for broken in found] == [3, 5]
    assert "ended with -9" in found[0].what and "KeyError" in found[1].what


def test_a_stopped_run_goes_on_where_it_was_and_begins_with_what_broke(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, file = kind_that_breaks(crash=0, fault=2), tmp_path / "ledger.json"
    monkeypatch.setattr(composed, "COMPOSED", [kind])
    monkeypatch.setattr(composed, "ROUND", 4)
    run = composed.try_all(1, "", composed.Ledger(file), until=float("inf"))
    assert next(run).number == 2  # and here it is stopped
    ledger = composed.Ledger(file)
    assert [broken.number for broken in composed.try_all(1, "", ledger, until=float("inf"))] == [2]
    assert (ledger.of(kind).tried, ledger.of(kind).broken) == (8, [2])
    mended = kind._replace(read=lambda *_: None)
    monkeypatch.setattr(composed, "COMPOSED", [mended])
    ledger = composed.Ledger(file)
    assert not list(composed.try_all(1, "", ledger, until=float("inf")))
    assert (ledger.of(kind).tried, ledger.of(kind).broken) == (8, [])


def test_what_takes_too_long_is_no_trouble_of_a_reader() -> None:
    """An alarm that is an OSError would be taken for a file that cannot be read, and nobody would hear of it."""

    def read() -> None:
        with composed.budget():
            with suppress(Exception):
                os.kill(os.getpid(), signal.SIGALRM)
            pytest.fail("somebody took it")

    with pytest.raises(composed.OverBudget):
        read()


# --- found ------------------------------------------------------------------------------------------------------
@pytest.fixture
def kit(tmp_path: Path) -> Path:
    place = tmp_path / "kit"
    for name, text in (
        ("own/game.yaml", composed.GAME),
        ("templates/own/card.yaml", composed.CARD),
        ("templates/own/back.yaml", composed.BACK),
    ):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(composed.page(text), "utf-8")
    return place


def told_of(kit: Path, command: str = "check") -> str:
    told = venice(command, "own", "--data", kit, "--templates", kit / "templates", cwd=kit)
    assert told.code == 1
    assert "Traceback" not in told.said
    return told.said


def test_an_edge_in_a_colour_that_no_row_has(kit: Path) -> None:
    (kit / "templates/own/card.yaml").write_text('edge: "{hex}"\n', "utf-8")
    assert "edge: there is no 'hex' to fill in" in told_of(kit)


def test_own_typefaces_are_laid_over_those_that_sheets_need(kit: Path) -> None:
    own = kit / "templates" / "fonts.yaml"
    own.write_text("fonts: {mine: {family: Cinzel, weight: 400}}\n", "utf-8")
    fonts = load_fonts(TEMPLATES, own.parent)
    assert set(load_fonts(TEMPLATES).faces) | {"mine"} == set(fonts.faces)
    assert venice("build", "own", "--data", kit, "--templates", own.parent, "--out", kit / "out").code == 0


@pytest.mark.parametrize(
    ("face", "said"),
    [("family: Nope, weight: 400", "not installed"), ("family: Cinzel, weight: 400, bold: x", "unknown font 'x'")],
)
def test_a_typeface_that_is_not_there(kit: Path, face: str, said: str) -> None:
    own = kit / "templates" / "fonts.yaml"
    own.write_text(f"fonts: {{mine: {{{face}}}}}\n", "utf-8")
    with pytest.raises(FaultyData, match=said):
        load_fonts(TEMPLATES, own.parent)


def test_a_build_waits_for_no_pipe(kit: Path) -> None:
    os.mkfifo(kit / "templates" / "own" / "pipe.yaml")
    assert venice("build", "own", "--data", kit, "--templates", kit / "templates", "--out", kit / "out").code == 0


@pytest.mark.parametrize(
    "name", ["templates/own/card.yaml", "templates/own", "own/game.yaml", "templates/symbols/own.svg"]
)
def test_a_link_to_itself_is_nothing(kit: Path, name: str) -> None:
    if name.endswith(".svg"):
        card = {"elements": {"own": {"draw": "symbol", "name": "own", "box": [6, 6, 20, 20]}}}
        (kit / "templates/own/card.yaml").write_text(composed.page(card), "utf-8")
    link = kit / name
    shutil.rmtree(link) if link.is_dir() else link.unlink(missing_ok=True)
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(link.name)
    for command in ("check", "build"):
        told_of(kit, command)


@pytest.mark.parametrize(
    "shape",
    [
        '<circle cx="-1e308" cy="9.5" r="inf"/>',
        '<path d="M 1e999 0 L 5 5"/>',
        '<g transform="scale(1e300)"><g transform="scale(1e300)"><rect x="1" y="1" width="3" height="3"/></g></g>',
        '<line x1="0" y1="0" x2="5" y2="5" stroke-width="nan"/>',
    ],
)
def test_a_symbol_with_a_number_that_is_none_is_told_with_its_line(tmp_path: Path, shape: str) -> None:
    """`inf` of a circle came into the PDF."""
    file = tmp_path / "own.svg"
    file.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">\n<g/>\n{shape}</svg>', "utf-8")
    with pytest.raises(BadSymbol, match=r"own\.svg:3: .*number that is none"):
        read_art(file)


def test_what_a_record_wants_is_told_without_commanding_the_terminal(tmp_path: Path) -> None:
    """U+009B begins an escape sequence, and JSON does not escape it."""
    record = tmp_path / "record.yaml"
    wanted = '{"expect": {"options": {"\\u009b31m": "\\u202e"}}}'
    record.write_text(f"record: 1\ngame: doge\nplayers: [Anke, Bernd, Claudia]\nmoves: [{wanted}]\n", "utf-8")
    told = venice("referee", "replay", record)
    assert "u009b31m" in told.said and told.said.replace("\n", "").isprintable()
    assert read_text(flow({"\x9b": "\u202e"}), "x")[0] == {"\x9b": "\u202e"}


def test_a_game_of_gigabytes_is_not_taken_in(kit: Path) -> None:
    composed.sparse(kit / "own" / "game.yaml")
    assert "larger than 2 MB" in told_of(kit)
    assert "larger than 2 MB" in told_of(kit, "build")


@pytest.mark.parametrize("where", ["own/game.yaml", "own/messages.yaml"])
def test_more_values_than_a_file_may_hold_are_refused_with_the_line(kit: Path, where: str) -> None:
    (kit / where).write_text("numbers:\n  many: [" + "1," * VALUES + "]\n", "utf-8")
    assert re.search(rf"{where}\S*2.*more than {VALUES} values", told_of(kit).replace(", line ", ":"))


@pytest.mark.parametrize("name", ["own/messages.yaml", "referee/messages.yaml", "words.yaml"])
def test_check_quotes_nothing_of_a_link_out_of_the_kit(kit: Path, name: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text('private: {key: "hunter2\n', "utf-8")
    (kit / name).parent.mkdir(exist_ok=True)
    (kit / name).symlink_to(tmp_path / "secret")
    said = told_of(kit)
    assert "leads out of its folder" in said
    assert "private" not in said and "hunter2" not in said


def test_copies_by_the_id_of_no_row(kit: Path) -> None:
    card = {key: value for key, value in composed.GAME["components"]["card"].items() if key != "each"}
    game = {**composed.GAME, "components": {"card": {**card, "copies": "id"}}}
    (kit / "own" / "game.yaml").write_text(composed.page(game), "utf-8")
    assert "game.yaml:3: there is no number 'id' for its copies" in re.sub(r":3:\d+:", ":3:", told_of(kit))


def test_a_pipe_is_no_manifest(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    os.mkfifo(tmp_path / "own" / "manifest.json")
    told = venice("printed", "--out", tmp_path)
    assert told.code == 1
    assert "not a manifest" in told.err


def test_a_pipe_is_no_table(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.table")
    for command in ("status", "verify", "log"):
        told = venice("referee", command, "--table", tmp_path / "x.table")
        assert told.code in (1, 2)
        assert "Traceback" not in told.said


def test_a_corner_given_twice() -> None:
    square = [(0.0, 0.0), (20.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)]
    shape = Shape(form="polygon", size=(20, 20), corners=square)
    assert _inside((SAFE, SAFE, 5, 5), shape, round_ink=False)


@pytest.mark.parametrize("section", ["game", "numbers", "components"])
def test_thousands_of_faults_are_not_all_told(section: str, kit: Path) -> None:
    """Each would be compared with every word that is known: 40,000 took longer than anybody waits. (So many are no more
    than a file may hold.)"""
    many = {**composed.GAME, section: {f"k{n}": {"x": {"y": 1}} for n in range(15_000)}}
    (kit / "own" / "game.yaml").write_text(composed.page(many), "utf-8")
    with pytest.raises(FaultyData) as faulty, composed.budget():
        open_kit("own", kit)
    assert len(faulty.value.faults) <= FAULTS + 1
    assert "not looked at" in str(faulty.value)


@pytest.mark.parametrize("path", ["seats." + "9" * 5000, "numbers." + "9" * 5000])
def test_a_place_of_thousands_of_digits_is_none(path: str) -> None:
    with pytest.raises(KeyError):
        open_kit("canaletto").looked_up(path)


@pytest.mark.long
@pytest.mark.parametrize("reader", ["yaml", "template", "symbol", "move", "journal"])
def test_inputs_that_grow_towards_unreached_code(reader: str, tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="`pip install -e .[guided]`; there is no wheel for every system and Python")
    command = [sys.executable, ROOT / "bench" / "guided.py", reader, "--corpus", tmp_path / "corpus"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "Done 20000 runs" in done.stderr
