"""Tables from strangers, and finished games for everybody."""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import venice
from tests.trust.play import GAMES, some_move
from venice_pnp.referee import home, journal, keyring, leftover, pins, seals
from venice_pnp.referee.table import Table, new_table, verify
from venice_pnp.speech.trouble import BrokenTable, NotAgreed, WrongPin

PLAYERS = ["Anke", "Bernd", "Claudia"]


def fresh(name: str = "canaletto", seed: str | None = "7") -> Table:
    return new_table(name, PLAYERS, path=home.table_path("t"), seed=seed)


def finished(table: Table) -> Table:
    """Played to its end by chance, with bids that a table would make."""
    rng = random.Random(1)
    while table.awaited():
        move = some_move(table.rules, table.state, rng)
        if move.get("do") == "bid" and move["amount"] > 12:
            move = {"by": move["by"], "do": "pass"}
        table.do(move)
    return table


# --- a finished game is public --------------------------------------------------------------------------------
@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_is_everybody_s_and_no_play_goes_on(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has the file alone can show and verify it: seed and seals are open, so nothing is taken back any more."""
    table = finished(fresh(name))
    again = table.rules.snapshot(table.state)
    changes: list[Callable[[], object]] = [lambda: table.undo(agreed=True), table.redo]
    for change in (*changes, lambda: table.correct(again, "again")):
        with pytest.raises(NotAgreed):
            change()
    elsewhere = tmp_path / "elsewhere.table"
    shutil.copy(table.path, elsewhere)
    monkeypatch.setenv("VENICE_PNP_HOME", str(tmp_path / "another home"))
    assert not (tmp_path / "another home" / "keys").exists()
    assert verify(elsewhere).ok
    assert Table(elsewhere).view(None) == table.view(None)
    assert venice("referee", "verify", "--table", elsewhere).code == 0
    assert venice("referee", "status", "--table", elsewhere).code == 0


def test_an_unfinished_game_needs_its_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = fresh("doge")
    monkeypatch.setenv("VENICE_PNP_HOME", str(tmp_path / "another home"))
    with pytest.raises(BrokenTable):
        Table(table.path)


# --- forged files ---------------------------------------------------------------------------------------------
TRIGGER = "CREATE TRIGGER gone AFTER INSERT ON entry BEGIN DELETE FROM entry WHERE n = new.n; END"
ENDLESS = (
    "CREATE VIEW entries AS WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) SELECT * FROM more"
)


@pytest.mark.parametrize(
    "statement",
    [
        TRIGGER,
        ENDLESS,
        "CREATE TABLE other (x)",
        "CREATE INDEX quick ON entry (kind)",
        "ALTER TABLE entry ADD COLUMN more TEXT",
    ],
    ids=["trigger", "endless view", "another table", "index", "column"],
)
def test_a_file_has_our_one_table_and_nothing_else(statement: str) -> None:
    table = fresh()
    table.journal.close()
    with closing(sqlite3.connect(table.path)) as db:
        db.execute(statement)
        db.commit()
    before = table.path.read_bytes()
    for command in ("status", "verify", "log"):
        told = venice("referee", command, "--table", table.path)
        assert told.code != 0
        assert "other than a table of this referee" in told.said
    assert table.path.read_bytes() == before


def forged(table: Table, n: int, **changes: Any) -> Path:
    """The same table with another entry n, chained and tagged by somebody who has its key."""
    rows = [(entry.kind, dict(entry.body)) for entry in table.journal.entries]
    kind, body = rows[n]
    rows[n] = (changes.pop("kind", kind), {**body, **changes})
    path = table.path.with_name("forged.table")
    path.unlink(missing_ok=True)
    journal.create(path, rows, table.journal.key)
    return path


FORGERIES: list[tuple[str, int, dict[str, Any]]] = [
    ("doge", 0, {"colours": {"Anke": ["red"]}}),
    ("doge", 0, {"colours": 5}),
    ("doge", 0, {"setup": {"a": 1}}),
    ("doge", 0, {"players": "Anke"}),
    ("doge", 0, {"seed": {"hash": "1_0", "box": "x"}}),
    ("doge", 0, {"kind": "move"}),
    ("doge", 1, {"commitment": "abc"}),
    ("doge", 1, {"commitment": "\x1b[31m" + "0" * 59}),
    ("doge", 1, {"by": ["Anke"]}),
    ("doge", 1, {"kind": "open"}),
    ("doge", 1, {"kind": "__init__"}),
]


@pytest.mark.parametrize(("game", "n", "changes"), FORGERIES)
def test_what_is_no_entry_of_ours_is_told_as_such(game: str, n: int, changes: dict[str, Any]) -> None:
    table = fresh(game)
    table.do({"by": "Anke", "do": "place", "field": "castello", "tokens": [3]})
    sealed = next(e.n for e in table.journal.entries if e.kind == "seal")
    path = forged(table, n and sealed, **changes)
    for command in ("status", "log", "verify"):
        told = venice("referee", command, "--table", path)
        assert told.code != 0
        assert "makes no sense" in told.said
        assert "Traceback" not in told.said


def test_a_time_cannot_command_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    table = fresh("canaletto")

    class Clock:
        @staticmethod
        def now(_zone: object) -> Any:
            class Moment:
                def isoformat(self, timespec: str) -> str:
                    return f"\x1b[31m{timespec}"

            return Moment()

    monkeypatch.setattr(journal, "datetime", Clock)
    path = forged(table, 0)
    told = venice("referee", "log", "--table", path)
    assert told.code != 0
    assert "\x1b" not in told.said


@pytest.mark.parametrize("key", ["by", "do", "field", "tokens", "more"])
def test_a_reveal_cannot_command_the_terminal(key: str) -> None:
    table, rng = fresh("doge"), random.Random(4)
    while not any(entry.kind == "reveal" for entry in table.journal.entries):
        table.do(some_move(table.rules, table.state, rng))
    reveal = next(entry for entry in table.journal.entries if entry.kind == "reveal")
    opened = [dict(seal) for seal in reveal.body["seals"]]
    opened[0]["move"] = {**opened[0]["move"], key: "\x1b[31mred"}
    told = venice("referee", "log", "--table", forged(table, reveal.n, seals=opened))
    assert told.code != 0
    assert "\x1b" not in told.said and "Traceback" not in told.said


# --- a journal left over --------------------------------------------------------------------------------------
KILLED = """
import os, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA cache_size = 1")  # so that pages are written before the commit
db.execute("BEGIN IMMEDIATE")
for n in range(5000, 5400):
    db.execute("INSERT INTO entry VALUES (?, 'x', 'x', ?, 'x', 'x')", (n, "x" * 900))
os.kill(os.getpid(), 9)
"""


def killed_while_writing(path: Path) -> Path:
    """Somebody writes a long entry, page after page, and is killed before it is acknowledged."""
    subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    left = path.with_name(path.name + "-journal")
    assert left.stat().st_size > 0
    return left


def test_a_newer_copy_put_back_beside_an_old_journal_loses_nothing(tmp_path: Path) -> None:
    table = fresh()
    table.journal.close()
    older = table.path.read_bytes()
    again = Table(table.path)
    for _ in range(6):
        again.do(some_move(again.rules, again.state, random.Random(2)))
    entries = len(again.journal.entries)
    again.journal.close()
    copy = tmp_path / "copy"
    shutil.copy(table.path, copy)
    table.path.write_bytes(older)
    left = killed_while_writing(table.path)
    shutil.copy(copy, table.path)
    assert len(Table(table.path).journal.entries) == entries
    assert verify(table.path).ok
    assert not left.exists()
    assert table.path.with_name(left.name + ".1").exists()  # set aside, not deleted


def test_the_table_s_own_journal_brings_it_back() -> None:
    table = fresh()
    entries = len(table.journal.entries)
    table.journal.close()
    left = killed_while_writing(table.path)
    assert len(Table(table.path).journal.entries) == entries
    assert verify(table.path).ok
    assert not left.exists()
    assert not table.path.with_name(left.name + ".1").exists()


def rollback_journal(before: bytes, after: bytes) -> bytes:
    """What SQLite writes beside a file before it changes it: the pages as they were."""
    page, nonce = int.from_bytes(before[16:18], "big"), 7
    kept = [at for at in range(0, len(before), page) if before[at : at + page] != after[at : at + page]]
    numbers = (len(kept), nonce, len(before) // page, 512, page)
    made = leftover.MAGIC + b"".join(number.to_bytes(4, "big") for number in numbers)
    made += bytes(512 - len(made))
    for at in kept:
        old = before[at : at + page]
        check = nonce + sum(old[place] for place in range(page - 200, 0, -200))
        made += (at // page + 1).to_bytes(4, "big") + old + check.to_bytes(4, "big")
    return made


def test_an_entry_of_which_only_the_tag_is_not_on_the_disk_is_taken_back() -> None:
    """A power cut in the middle of a page: the chain held, so the journal that would have brought the table back was
    set aside, and the table was said to be somebody else's."""
    table = fresh()
    before, head = table.path.read_bytes(), keyring.head_of(table.id)
    entries = len(table.journal.entries)
    table.do(some_move(table.rules, table.state, random.Random(2)))
    table.journal.close()
    after, tag = table.path.read_bytes(), table.journal.entries[-1].tag.encode()
    assert head and after.count(tag) == 1
    table.path.write_bytes(after.replace(tag, bytes(len(tag))))
    table.path.with_name(table.path.name + "-journal").write_bytes(rollback_journal(before, after))
    keyring.keep_head(table.id, head)
    assert len(Table(table.path).journal.entries) == entries
    assert verify(table.path).ok


@pytest.mark.parametrize(
    "statement",
    ["ALTER TABLE entry DROP COLUMN tag", "ALTER TABLE entry RENAME TO other", "UPDATE entry SET kind = 'move'"],
)
def test_what_lies_beside_a_journal_may_be_anything(statement: str) -> None:
    table = fresh()
    table.journal.close()
    before = table.path.read_bytes()
    with closing(sqlite3.connect(table.path, isolation_level=None)) as db:
        db.execute(statement)
    left = rollback_journal(before, table.path.read_bytes())
    table.path.with_name(table.path.name + "-journal").write_bytes(left)
    assert len(Table(table.path).journal.entries) == len(table.journal.entries)  # brought back


# --- an older copy --------------------------------------------------------------------------------------------
def played(table: Table, moves: int) -> Table:
    rng = random.Random(2)
    for _ in range(moves):
        table.do(some_move(table.rules, table.state, rng))
    return table


def test_an_older_copy_put_back_is_told_and_stays_in_the_log() -> None:
    table = played(fresh(), 2)
    older, entries = table.path.read_bytes(), len(table.journal.entries)
    played(table, 3)
    seen = len(table.journal.entries) - 1
    table.journal.close()
    table.path.write_bytes(older)
    assert not verify(table.path).ok
    for command in ("verify", "status"):
        told = venice("referee", command, "--table", table.path)
        assert "an older or another copy" in told.err
        assert f"entry {seen} " in told.err
    again = Table(table.path)
    again.do(some_move(again.rules, again.state, random.Random(5)))
    verdict = verify(table.path)
    assert verdict.ok and verdict.restored == ((entries, seen),)
    assert "an older or another copy" in venice("referee", "log", "--table", table.path).out
    assert "an older" in venice("referee", "verify", "--table", table.path).out
    assert "an older" not in venice("referee", "status", "--table", table.path).err  # it was told, and is in the log


@pytest.mark.parametrize("change", ["cut", "recomputed", "times"])
def test_a_chain_that_holds_is_not_enough(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last entry deleted, a PIN slipped in, or other times: each with a chain computed anew."""
    table = played(fresh("doge"), 4)
    rows = [(entry.kind, dict(entry.body)) for entry in table.journal.entries]
    table.journal.close()
    table.path.unlink()
    if change == "cut":
        rows = rows[:-1]
    if change == "times":
        later = datetime(2026, 1, 1, tzinfo=UTC)
        monkeypatch.setattr(journal, "datetime", type("Clock", (), {"now": staticmethod(lambda _zone: later)}))
    if change == "recomputed":
        rows.insert(-1, ("pin", {"seat": "Anke", "salt": "0" * 32, "check": "0" * 128}))
    journal.create(table.path, rows, None)
    verdict = verify(table.path)
    assert not verdict.ok
    assert verdict.trouble is not None


def test_two_writers_are_no_older_copy() -> None:
    one = fresh()
    two = Table(one.path)
    played(one, 2)
    assert Table(one.path).missing is None
    two.refresh()
    played(two, 2)
    one.refresh()
    assert one.missing is None and two.missing is None
    assert verify(one.path).ok


def test_the_file_alone_does_not_let_a_pin_be_guessed() -> None:
    table = fresh("doge")
    table.set_pin("Anke", "4711")
    table.check_pin("Anke", "4711")
    kept = next(entry.body for entry in table.journal.entries if entry.kind == "pin")
    assert pins._scrypt("4711", kept["salt"], None) != kept["check"]
    with pytest.raises(WrongPin):
        Table(table.path).check_pin("Anke", "1174")


def test_a_pin_of_earlier_days_still_opens() -> None:
    table = fresh("doge")
    salt = seals.new_nonce()
    old = {"seat": "Anke", "salt": salt, "check": pins._scrypt("4711", salt, None)}
    table.journal.write(lambda _fresh: [("pin", old)])
    again = Table(table.path)
    again.check_pin("Anke", "4711")
    with pytest.raises(WrongPin):
        again.check_pin("Anke", "1174")
