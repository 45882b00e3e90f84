"""What a table's key is good for: forged entries, copies, PINs, who did what. Each of these once went unnoticed."""

from __future__ import annotations

import hmac
import itertools
import json
import os
import random
import re
import shutil
import sqlite3
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.cli.person import Person
from tests.conftest import ROOT, venice
from tests.trust.play import some_move
from venice_pnp import open_table
from venice_pnp.kit import drafts
from venice_pnp.referee import home, journal, keyring, pins, seals
from venice_pnp.referee import table as table_module
from venice_pnp.referee.table import Table, new_table, verify
from venice_pnp.speech.trouble import BrokenTable, NoTable, NotAgreed, Trouble, WrongPin

PLAYERS = ["Anke", "Bernd", "Claudia"]
SECRET = {"by": "Anke", "do": "place", "field": "castello", "tokens": [3]}
EARLIER = Path(__file__).parent / "earlier"


@pytest.fixture(autouse=True)
def quick_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a try costs is not what is tested here."""
    monkeypatch.setattr(pins, "MEMORY", 64)


def doge(name: str = "t") -> Table:
    home.remember(home.table_path(name))
    return new_table("doge", PLAYERS, path=home.table_path(name), seed="7")


def kept(table: Table, ending: str) -> Path:
    """A file that the user's folder keeps of a table."""
    return home.data_folder() / "keys" / f"{table.id}.{ending}"


def rows_of(table: Table) -> list[tuple[str, dict[str, Any]]]:
    return [(entry.kind, dict(entry.body)) for entry in table.journal.entries]


# --- entries that nobody wrote --------------------------------------------------------------------------------
def test_a_tag_is_the_hmac_of_the_entry_under_a_key_of_its_own() -> None:
    key, digest = bytes(range(32)), "0f" * 32
    assert seals.entry_tag(key, digest) == hmac.digest(seals.own_key(key, "entry"), digest.encode(), "sha256").hex()


FORGERIES = ["the last entry cut off", "a PIN removed", "other times", "an undo slipped in"]


@pytest.mark.parametrize("tags", ["none", "old ones"])
@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_chain_computed_anew_is_told_though_the_last_entry_is_not_known(
    forgery: str, tags: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has the account but edits no program can compute a chain, delete what is kept, and copy tags about."""
    table = doge()
    table.set_pin("Anke", "4711")
    table.do(SECRET, "4711")
    table.do({**SECRET, "by": "Bernd"})
    rows, old = rows_of(table), [entry.tag for entry in table.journal.entries]
    table.journal.close()
    if forgery == "the last entry cut off":
        rows.append(rows.pop(-2))  # so that it is not merely an older copy
    elif forgery == "a PIN removed":
        rows = [row for row in rows if row[0] != "pin"]
    elif forgery == "an undo slipped in":
        rows.append(("undo", {"groups": [1], "agreed": True}))
    else:
        later = datetime(2026, 1, 1, tzinfo=UTC)
        monkeypatch.setattr(journal, "datetime", type("Clock", (), {"now": staticmethod(lambda _zone: later)}))
    kept(table, "head").unlink()
    table.path.unlink()
    journal.create(table.path, rows, None if tags == "none" else b"another key" + bytes(21))
    if tags == "old ones":
        with closing(sqlite3.connect(table.path)) as db:
            db.executemany("UPDATE entry SET tag = ? WHERE n = ?", [(tag, n) for n, tag in enumerate(old)])
            db.commit()
    verdict = verify(table.path)
    assert verdict.trouble is not None and verdict.trouble.key == "table.tag"
    with pytest.raises(BrokenTable):
        Table(table.path)


def test_a_forged_table_shows_nothing() -> None:
    """The PIN is gone and the chain holds; once the seat's secret was shown, and `verify` said that all was well."""
    table = doge()
    table.set_pin("Anke", "4711")
    table.do(SECRET, "4711")
    table.journal.close()
    table.path.unlink()
    journal.create(table.path, [row for row in rows_of(table) if row[0] != "pin"], None)
    for words in (["status", "--as", "Anke"], ["verify"]):
        told = venice("referee", *words)
        assert told.code == 1
        assert "without its key" in told.err
        assert told.out == ""


def test_whether_the_end_is_missing_cannot_be_told_without_the_last_entry_and_that_is_told() -> None:
    table = doge()
    before = table.path.read_bytes()
    table.do(SECRET)
    table.journal.close()
    table.path.write_bytes(before)
    kept(table, "head").unlink()
    assert "cannot tell" in venice("referee", "verify").out
    again = Table(table.path)
    assert again.forgotten
    again.do(SECRET)
    assert [e["kind"] for e in again.log()][-2:] == ["forgotten", "seal"]
    assert "no longer knew" in venice("referee", "log").out
    verdict = verify(table.path)
    assert verdict.ok
    assert [note.key for note in verdict.notes] == ["verify.forgotten"]
    assert not Table(table.path).forgotten


def test_without_its_key_a_table_is_looked_at_and_not_changed() -> None:
    table = new_table("canaletto", PLAYERS, path=home.table_path("t"))
    kept(table, "key").unlink()
    assert verify(table.path).ok
    assert venice("referee", "status", "--table", "t").code == 0
    again = Table(table.path)
    with pytest.raises(BrokenTable) as told:
        again.correct(again.rules.snapshot(again.state), "the cat")
    assert told.value.key == "table.keyless"


def test_swapped_pages_are_told() -> None:
    """Two pages of the file change places: it is refused, or nothing of it is lost."""
    table = doge()
    rng = random.Random(3)
    for _ in range(20):
        table.do(some_move(table.rules, table.state, rng))
    table.journal.close()
    raw, size = table.path.read_bytes(), 4096
    whole = [entry.hash for entry in table.journal.entries]
    pages = [raw[at : at + size] for at in range(0, len(raw), size)]
    assert len(pages) > 4
    for one, two in itertools.combinations(range(len(pages)), 2):
        swapped = list(pages)
        swapped[one], swapped[two] = swapped[two], swapped[one]
        table.path.write_bytes(b"".join(swapped))
        try:
            found = [entry.hash for entry in Table(table.path).journal.entries]
        except Trouble:
            continue
        assert found == whole, (one, two)


# --- copies ---------------------------------------------------------------------------------------------------
def test_in_a_copy_nothing_hidden_is_shown_and_nothing_is_done(tmp_path: Path) -> None:
    """Copy the table, choose in the copy, and see what the others have sealed: no more."""
    table = doge()
    for seat in ("Anke", "Bernd"):
        table.do({**SECRET, "by": seat})
    table.journal.close()
    copy = tmp_path / "copy.table"
    shutil.copy(table.path, copy)
    before = copy.read_bytes()
    for words in (
        ["do", "Claudia", "place", "castello", "3"],
        ["undo", "--agreed"],
        ["status", "--as", "Anke", "--json"],
    ):
        told = venice("referee", *words, "--table", copy)
        assert told.code == 1, words
        assert "is a copy" in told.err and str(table.path) in told.err
        assert "castello" not in told.out and "Castello" not in told.out
    assert copy.read_bytes() == before
    looked = venice("referee", "status", "--table", copy)
    assert looked.code == 0 and "is a copy" in looked.err
    assert "is a copy" in venice("referee", "verify", "--table", copy).out
    one = Table(copy)
    for act in (
        lambda: one.do({**SECRET, "by": "Claudia"}),
        lambda: one.view("Anke"),
        lambda: open_table(copy).view("Anke"),
        lambda: one.set_pin("Anke", "1"),
        lambda: one.correct(one.rules.snapshot(one.state), "the cat"),
        one.redo,
    ):
        with pytest.raises(NotAgreed):
            act()
    assert venice("referee", "status").err == ""  # whoever has looked at a copy is still at the table


def test_a_copy_is_not_played_at_the_console(tmp_path: Path) -> None:
    table = doge()
    copy = tmp_path / "copy.table"
    shutil.copy(table.path, copy)
    person = Person("play", "--table", str(copy))
    person.process.wait()
    while person.read():
        pass
    assert "is a copy" in person.raw.replace("\r\n", "")


def test_moving_a_table_is_a_command_that_stays_in_the_log(tmp_path: Path) -> None:
    table = doge()
    table.do(SECRET)
    table.journal.close()
    new = tmp_path / "stick.table"
    shutil.copy(table.path, new)
    assert venice("referee", "moved", "--table", table.path).code == 1  # it is there already
    assert venice("referee", "moved", "--table", new, "--as", "bernd").code == 0
    assert venice("referee", "do", "Bernd", "place", "castello", "3", "--table", new).code == 0
    assert "Bernd: the table was moved" in venice("referee", "log", "--table", new).out
    assert verify(new).ok
    old = venice("referee", "status", "--as", "Anke", "--table", table.path)
    assert old.code == 1 and "is a copy" in old.err  # the old place no longer opens it
    assert "an older or another copy" in venice("referee", "status", "--table", table.path).err
    assert venice("referee", "moved", "--table", table.path).code == 0  # and back again is told too
    assert [e["kind"] for e in Table(table.path).log()][-2:] == ["restored", "moved"]


def test_whoever_has_a_pin_must_agree_to_a_move(tmp_path: Path) -> None:
    table = doge()
    table.set_pin("Anke", "4711")
    table.set_pin("Bernd", "1234")
    copy = tmp_path / "copy.table"
    shutil.copy(table.path, copy)
    again = Table(copy)
    for typed in ({}, {"Anke": "4711"}, {"Anke": "4711", "Bernd": "4711"}):
        with pytest.raises(WrongPin):
            again.moved(typed)
        assert Table(copy).astray == "table.copy"
    again.moved({"Anke": "4711", "Bernd": "1234"})
    assert Table(copy).astray == ""


@pytest.mark.parametrize("change", ["deleted", "written by hand", "the whole folder copied"])
def test_a_place_is_known_only_where_it_was_kept(change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table("doge", PLAYERS, path=tmp_path / "evening.table", seed="7")
    place, copy = kept(table, "place"), tmp_path / "copy.table"
    shutil.copy(table.path, copy)
    if change == "deleted":
        place.unlink()
    elif change == "written by hand":
        place.write_bytes(place.read_bytes().partition(b" ")[0] + b" " + os.fsencode(copy))
    else:
        shutil.copytree(home.data_folder(), tmp_path / "another home")
        monkeypatch.setenv("VENICE_PNP_HOME", str(tmp_path / "another home"))
    for path in (table.path, copy):
        assert Table(path).astray == "table.placeless"


def test_other_names_of_the_file_and_a_backup_put_back_are_the_same_place(tmp_path: Path) -> None:
    """On shared and synced folders a file may become another one at any time: the path decides."""
    table = doge()
    table.do(SECRET)
    table.journal.close()
    whole, disk = table.path.read_bytes(), table.path.stat().st_ino
    spare = tmp_path / "spare"
    spare.write_bytes(whole)
    spare.replace(table.path)
    assert table.path.stat().st_ino != disk
    link = tmp_path / "link.table"
    link.symlink_to(table.path)
    twin = tmp_path / "twin.table"
    twin.hardlink_to(table.path)
    for path in (table.path, link, twin, Path(os.path.relpath(table.path))):
        assert Table(path).astray == "", path
    Table(table.path).do({**SECRET, "by": "Bernd"})
    assert verify(table.path).ok


# --- tables of earlier versions -------------------------------------------------------------------------------
@pytest.fixture
def earlier() -> Path:
    """A table of the version before entries had tags: a PIN, a sealed choice, an undo."""
    path = home.table_path("earlier")
    shutil.copytree(EARLIER, home.data_folder() / "keys")
    path.parent.mkdir(parents=True)
    shutil.move(home.data_folder() / "keys" / "earlier.bin", path)
    return path


def test_a_table_of_an_earlier_version_opens_plays_on_and_verifies(earlier: Path, tmp_path: Path) -> None:
    assert verify(earlier).ok
    table = Table(earlier)
    assert not table.journal.tagged and table.log()[-1]["by"] == "table"
    table.check_pin("Anke", "4711")
    for seat in ("Bernd", "Claudia"):
        table.do({**SECRET, "by": seat})
    rng = random.Random(1)
    while table.awaited() and len(table.journal.entries) < 60:
        move = some_move(table.rules, table.state, rng)
        table.do(move, "4711")
    verdict = verify(earlier)
    assert verdict.ok, verdict
    table.journal.close()
    copy = tmp_path / "copy.table"
    shutil.copy(earlier, copy)
    assert Table(copy).astray == "table.copy"  # it was played on here


def test_a_table_of_an_earlier_version_is_still_read_strictly(earlier: Path) -> None:
    with closing(sqlite3.connect(earlier)) as db:
        db.execute("UPDATE entry SET at = '2026-01-01T00:00:00+00:00' WHERE n = 3")
        db.commit()
    with pytest.raises(BrokenTable) as told:
        Table(earlier)
    assert told.value.key == "table.chain"


# --- who did it -----------------------------------------------------------------------------------------------
def test_undo_redo_and_correction_say_who_did_them(tmp_path: Path) -> None:
    assert venice("referee", "new", "canaletto", "--players", "A,B,C", "--setup", "reference", "--table", "t").code == 0
    assert venice("referee", "do", "A", "bid", "3").code == 0
    assert venice("referee", "undo", "--as", "b").code == 0
    assert venice("referee", "redo", "--as", "C").code == 0
    assert venice("referee", "undo").code == 0
    board = tmp_path / "board.yaml"
    board.write_text("debt: {A: 5}\n")
    assert venice("referee", "correct", board, "--why", "the cat", "--as", "A").code == 0
    entries = json.loads(venice("referee", "log", "--json").out)["entries"]
    told = [(entry["kind"], entry["by"]) for entry in entries]
    assert told[:2] == [("open", "table"), ("move", "A")]
    assert told[2:] == [("undo", "B"), ("redo", "C"), ("undo", "table"), ("correct", "A")]
    log = venice("referee", "log").out
    assert "B: 1 move taken back" in log and "A: corrected: the cat" in log
    assert "A: the cat" in venice("referee", "export").out
    assert venice("referee", "undo", "--as", "nobody").code == 2


def test_a_seat_with_a_pin_is_not_named_without_it() -> None:
    table = doge()
    table.set_pin("Anke", "4711")
    table.do(SECRET, "4711")
    told = venice("referee", "undo", "--agreed", "--as", "Anke")
    assert told.code == 2 and "terminal" in told.err  # where the PIN would be asked for
    assert table.refresh() is False


# --- draws and digests ----------------------------------------------------------------------------------------
def test_a_seed_that_somebody_knows_is_said_to_be_one() -> None:
    words = ["referee", "new", "canaletto", "--players", "A,B,C"]
    assert "knows every draw beforehand" in venice(*words, "--seed", "4242").err
    assert venice(*words, "--seed", "auto").err == ""
    assert venice(*words).err == ""


def test_no_example_of_ours_takes_a_seed_that_can_be_guessed() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "venice_pnp" / "cli").glob("*.py")]
    found = [seed for page in pages for seed in re.findall(r"referee new [^`\n]*--seed (\w+)", page.read_text("utf-8"))]
    assert found and set(found) == {"auto"}


def test_a_seed_that_nobody_knows_has_128_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    from venice_pnp.referee.chance import secret_seed

    monkeypatch.setattr(os, "urandom", lambda n: b"\xff" * n)
    assert int(secret_seed()).bit_length() == 128


def test_the_same_choice_sealed_again_looks_like_another() -> None:
    table = doge()
    seen = []
    for _ in range(3):
        table.do(SECRET)
        seen.append(next(e for e in reversed(table.journal.entries) if e.kind == "seal"))
        table.undo(agreed=True)
    for one, two in itertools.combinations(seen, 2):
        same = {key for key in one.body if one.body[key] == two.body[key]}
        assert same == {"by", "do"}
        assert one.tag != two.tag


# --- PINs -----------------------------------------------------------------------------------------------------
class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(keyring, "clock", made)
    return made


def tried(table: Table, pin: str, seat: str = "Anke") -> str:
    try:
        Table(table.path).check_pin(seat, pin)  # each in a fresh process, as far as the referee knows
    except WrongPin as wrong:
        return wrong.key
    return "opens"


def test_after_wrong_pins_one_has_to_wait(clock: Clock) -> None:
    table = doge()
    table.set_pin("Anke", "4711")
    table.set_pin("Bernd", "4711")
    assert [tried(table, "0") for _ in range(pins.FREE)] == ["pin.wrong"] * pins.FREE
    assert tried(table, "4711") == "pin.wait"
    assert tried(table, "4711", "Bernd") == "opens"  # another seat
    clock.now += pins.FIRST_WAIT - 0.1
    assert tried(table, "4711") == "pin.wait"
    clock.now -= 86_400  # a clock set back neither helps nor locks up for a day
    assert tried(table, "4711") == "pin.wait"
    clock.now += pins.FIRST_WAIT
    assert tried(table, "4711") == "opens"
    assert [tried(table, "0") for _ in range(pins.FREE)] == ["pin.wrong"] * pins.FREE  # counted anew


@pytest.mark.usefixtures("clock")
def test_killing_the_program_in_the_middle_of_a_try_does_not_help(monkeypatch: pytest.MonkeyPatch) -> None:
    table = doge()
    table.set_pin("Anke", "4711")

    def killed(*_: object) -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(pins, "fits", killed)
        for _ in range(pins.FREE):
            with pytest.raises(KeyboardInterrupt):
                tried(table, "0")
    assert tried(table, "4711") == "pin.wait"


def test_a_try_that_cannot_be_counted_is_none() -> None:
    table = doge()
    table.set_pin("Anke", "4711")
    kept(table, "tries").unlink(missing_ok=True)
    kept(table, "tries").mkdir()
    with pytest.raises(NoTable):
        table.check_pin("Anke", "4711")


@pytest.mark.usefixtures("clock")
def test_wrong_pins_counted_by_earlier_versions_still_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VENICE_PNP_HOME", str(tmp_path))
    (tmp_path / "keys").mkdir()
    file = tmp_path / "keys" / "0123456789abcdef.tries"
    file.write_text('{"Anke":[3,12.5]}', encoding="utf-8")
    with keyring.counting("0123456789abcdef") as tries:
        assert tries == {"Anke": keyring.Tries(3, 12.5)}
    assert file.read_text(encoding="utf-8") == '{"Anke":[3,12.5]}'


def test_tries_at_the_same_time_all_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever starts many programs at once has no more tries than one who types."""
    table, many = doge(), 4 * pins.FREE
    table.set_pin("Anke", "4711")
    opened = [Table(table.path) for _ in range(many)]
    begin = threading.Barrier(many)

    def guessed(one: Table) -> str:
        begin.wait()
        with pytest.raises(WrongPin) as wrong:
            one.check_pin("Anke", "0")
        return wrong.value.key

    monkeypatch.setattr(pins, "fits", lambda *_: False)
    with ThreadPoolExecutor(many) as guesses:
        found = Counter(guesses.map(guessed, opened))
    assert found == {"pin.wrong": pins.FREE, "pin.wait": many - pins.FREE}


def test_waits_double_up_to_the_longest() -> None:
    waits = [pins.wait_after(wrong) for wrong in range(200)]
    assert waits[: pins.FREE] == [0] * pins.FREE
    assert waits == sorted(waits) and waits[-1] == pins.LONGEST_WAIT


def test_a_pin_is_hashed_slowly_and_with_the_key() -> None:
    key, other = bytes(32), bytes([1] * 32)
    body = pins.kept("4711", key)
    assert body["hash"] == "argon2id"
    assert pins.fits("4711", body, key)
    assert not pins.fits("4712", body, key)
    assert not pins.fits("4711", body, other)
    assert not pins.fits("4711", body, None)
    assert pins.kept("4711", key)["check"] != body["check"]


# --- leftovers ------------------------------------------------------------------------------------------------
def test_drafts_of_killed_writers_are_tidied(tmp_path: Path) -> None:
    table = doge()
    folders = (table.path.parent, home.data_folder() / "keys")
    old = [folder / name for folder, name in zip(folders, (".x.table.77.new", ".x.head.77.new"), strict=True)]
    young, mine = folders[0] / ".x.table.78.new", tmp_path / ".diary.new"
    out = tmp_path / "game.yaml"
    old += [old[0].with_name(".x.table.77.new-journal"), tmp_path / ".game.yaml.77.new"]
    for file in (*old, young, mine):
        file.write_text("half")
        if file is not young:
            os.utime(file, (0, 0))
    doge("another")
    assert venice("referee", "export", out).code == 0
    assert [file for file in old if file.exists()] == []
    assert young.exists() and mine.exists()
    assert drafts.draft_of(out).name.startswith(".game.yaml.")


STAGES = [
    (keyring, "keep_place"),
    (table_module, "create"),
    (keyring, "keep_head"),
    (Table, "begin"),
    (journal, "_publish"),
    (journal, "sync_folder"),
]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes of this kind")
@pytest.mark.parametrize(("where", "name"), STAGES, ids=[name for _, name in STAGES])
def test_a_table_whose_opening_was_killed_is_whole_or_not_there(
    where: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once it lay there without its first draws, and nobody could go on."""
    path = home.table_path("t")
    pid = os.fork()
    if pid == 0:
        monkeypatch.setattr(where, name, lambda *_: os._exit(9))
        doge()
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 9
    table = Table(path) if path.exists() else doge()
    table.do(SECRET)
    assert [entry.kind for entry in table.journal.entries] == ["open", "move", "seal"]
    verdict = verify(path)
    assert verdict.ok and verdict.notes == ()


def test_of_a_table_that_cannot_be_made_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(NoTable):
        new_table("doge", PLAYERS, path=tmp_path / "file" / "t.table", seed="7")
    assert list((home.data_folder() / "keys").iterdir()) == []


def test_what_only_a_seat_may_see_does_not_stay_in_the_scrollback() -> None:
    table = doge()
    table.do(SECRET)
    table.journal.close()
    person = Person("referee", "status", "--as", "Anke", size=(80, 12))
    person.until("A key wipes this away")
    assert "\x1b[?1049h" in person.raw  # the second screen
    secret = person.raw
    for _ in range(20):
        if not person.process.isalive():
            break
        person.process.send(" ")
        person.read(0.3)
    while person.read():
        pass
    assert person.process.wait() == 0
    assert "Castello" in secret or "Castello" in person.raw
    first, _, after = person.raw.partition("\x1b[?1049l")
    assert "\n" not in first and "\x1b[2J\x1b[3J" in first  # nothing scrolls, all is wiped
    assert after.strip() == ""
