"""One SQLite file a table: entries in a hash chain, each on the disk before it is acknowledged.

A chain alone can be computed anew by anybody, so each entry also carries a tag that only the table's key makes. Tables
of earlier versions (format 1) have none, and go on without.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from msgspec import Struct

from venice_pnp.kit.drafts import clear_drafts, draft_of, sync_folder
from venice_pnp.kit.limits import STEPS
from venice_pnp.referee import keyring, seals
from venice_pnp.referee.entries import fits
from venice_pnp.referee.leftover import set_aside_if_foreign
from venice_pnp.speech.plain import canonical
from venice_pnp.speech.trouble import BrokenTable, Locked, NoTable

APPLICATION = 0x56454E50  # "VENP" in the file's header
CHAINED, FORMAT = 1, 2  # of earlier versions, and of today
PATIENCE = 10.0  # seconds a writer waits for another
START_OF_CHAIN = "0" * 64
SQLITE = b"SQLite format 3\0"

COLUMNS = "n INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, hash TEXT NOT NULL"
SCHEMAS = {CHAINED: f"CREATE TABLE entry ({COLUMNS})", FORMAT: f"CREATE TABLE entry ({COLUMNS}, tag TEXT NOT NULL)"}
ALL = "SELECT * FROM entry WHERE n >= ? ORDER BY n"
CHAIN = "SELECT n, at, kind, body, hash, {tag} FROM entry ORDER BY n"  # of a file that may have any columns

EntryToBe = tuple[str, dict[str, Any]]  # kind and body of an entry to be
Line = tuple[int | str, ...]  # an entry as the file has it: number, time, kind, body, hash and, from format 2 on, tag


class Entry(Struct, frozen=True):
    n: int
    at: str
    kind: str
    body: dict[str, Any]
    hash: str
    tag: str = ""


class Journal:
    """An existing table's file. `entries` is what this process has read so far; `key` is needed for writing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.entries: list[Entry] = []
        self.key: bytes | None = None
        self._format = _check_header(path)
        set_aside_if_foreign(path, partial(_is_whole, tagged=self.tagged))
        self._db = _connect(path, self._format)

    @property
    def tagged(self) -> bool:
        """Do the entries say who could write them? Those of earlier versions do not."""
        return self._format != CHAINED

    def close(self) -> None:
        self._db.close()

    def read(self) -> list[Entry]:
        """Entries that this process has not seen yet, checked against the chain."""
        with _clear(self.path):
            rows = self._db.execute(ALL, (len(self.entries),)).fetchall()
        fresh = []
        for row in rows:
            entry = self._checked(row)
            self.entries.append(entry)
            fresh.append(entry)
        if not self.entries:
            raise BrokenTable("table.empty", file=str(self.path))
        return fresh

    def _checked(self, row: tuple[Any, ...]) -> Entry:
        n, at, kind, body, found, *tag = row
        due = len(self.entries)
        before = self.entries[-1].hash if self.entries else START_OF_CHAIN
        # a flipped bit can make bytes of a text
        texts = isinstance(at, str) and isinstance(kind, str) and isinstance(body, str)
        sound = n == due and texts and found == _hash(before, n, at, kind, body)
        try:
            value = msgspec.json.decode(body) if sound else None
        except (msgspec.DecodeError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise BrokenTable("table.chain", file=str(self.path), entry=due)
        if not fits(n, at, kind, value):
            raise BrokenTable("table.entry", file=str(self.path), entry=due)
        return Entry(n, at, kind, value, found, str(tag[0]) if tag else "")

    def check_tags(self, entries: Sequence[Entry]) -> None:
        """Were these written by somebody who had the key? Without it nobody can tell."""
        if self.key is None:
            return
        if self.tagged != (seals.table_id(self.key) == self.entries[0].body["table"]):  # somebody took all tags away
            raise BrokenTable("table.tag", file=str(self.path), entry=0)
        for entry in entries if self.tagged else ():
            if not hmac.compare_digest(entry.tag.encode(), seals.entry_tag(self.key, entry.hash).encode()):
                raise BrokenTable("table.tag", file=str(self.path), entry=entry.n)

    def write(self, make: Callable[[list[Entry]], Sequence[EntryToBe]]) -> list[Entry]:
        """Ask `make` (told what others wrote meanwhile) for entries, and put them on the disk as one."""
        if self.tagged and self.key is None:
            raise BrokenTable("table.keyless", file=str(self.path))
        with _clear(self.path):
            self._db.execute("BEGIN IMMEDIATE")
        try:
            rows = make(self.read())
            written, lines = _chain(rows, self.entries, self.key if self.tagged else None)
            with _clear(self.path):
                _insert(self._db, lines)
                self._db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise
        self.entries += written
        return written


def create(path: Path, rows: Sequence[EntryToBe], key: bytes | None) -> list[Entry]:
    """A table's file with these entries; without a key it has format 1. Raises NoTable."""
    made, lines = _chain(rows, [], key)
    version = CHAINED if key is None else FORMAT
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NoTable("table.folder", file=str(path.parent), reason=error.strerror or "") from None
    try:
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {version}")
            db.execute("PRAGMA synchronous = EXTRA")
            db.execute("BEGIN IMMEDIATE")
            db.execute(SCHEMAS[version])
            _insert(db, lines)
            db.execute("COMMIT")
    except (OSError, sqlite3.Error) as error:
        raise NoTable("table.folder", file=str(path), reason=str(error)) from None
    return made


@contextlib.contextmanager
def unpublished(path: Path) -> Iterator[Path]:
    """Where a new table is made ready: it gets its name with everything in it, or not at all, and an existing file is
    never touched."""
    clear_drafts(path.parent, "*.table")
    draft = draft_of(path)
    try:
        with contextlib.suppress(OSError):
            draft.unlink()  # of somebody who was killed and had our number
        yield draft
        _publish(draft, path)
    except FileExistsError:
        raise NoTable("table.exists", file=str(path)) from None
    except OSError as error:
        raise NoTable("table.folder", file=str(path), reason=error.strerror or "") from None
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
    sync_folder(path.parent)


def _publish(draft: Path, path: Path) -> None:
    """The draft under its name, which nobody else may have taken meanwhile."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:  # a disk without hard links
        if path.exists():
            raise FileExistsError(path) from None
        draft.rename(path)


def _hash(before: str, n: int, at: str, kind: str, body: str) -> str:
    return hashlib.sha256("\n".join((before, str(n), at, kind, body)).encode()).hexdigest()


def _insert(db: sqlite3.Connection, lines: Sequence[Line]) -> None:
    for line in lines:
        db.execute(f"INSERT INTO entry VALUES ({', '.join('?' * len(line))})", line)


def _chain(rows: Sequence[EntryToBe], entries: Sequence[Entry], key: bytes | None) -> tuple[list[Entry], list[Line]]:
    """Rows as they follow the entries, and the lines of the file that hold them; with a key they are tagged."""
    before = entries[-1].hash if entries else START_OF_CHAIN
    made: list[Entry] = []
    lines: list[Line] = []
    for kind, body in rows:
        n = len(entries) + len(made)
        at = datetime.now(UTC).isoformat(timespec="seconds")
        text = canonical(body)
        before = _hash(before, n, at, kind, text)
        tag = () if key is None else (seals.entry_tag(key, before),)
        made.append(Entry(n, at, kind, body, before, *tag))
        lines.append((n, at, kind, text, before, *tag))
    return made, lines


def _check_header(path: Path) -> int:
    """Refuses what is no table before SQLite touches it; returns its format."""
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for without end
            raise NoTable("table.foreign", file=str(path))
        with path.open("rb") as file:
            head = file.read(100)
            size = os.fstat(file.fileno()).st_size
    except FileNotFoundError:
        raise NoTable("table.unknown", file=str(path)) from None
    except OSError as error:
        raise NoTable("file.unreadable", file=str(path), reason=error.strerror or "") from None
    if len(head) < 100 or not head.startswith(SQLITE) or int.from_bytes(head[68:72], "big") != APPLICATION:
        raise BrokenTable("table.foreign", file=str(path))
    version = int.from_bytes(head[60:64], "big")
    if version not in SCHEMAS:
        raise BrokenTable("table.format", file=str(path), format=version, known=FORMAT)
    page = int.from_bytes(head[16:18], "big")
    pages = int.from_bytes(head[28:32], "big")
    crashed = path.with_name(path.name + "-journal").exists()
    if size < pages * (65536 if page == 1 else page) and not crashed:
        raise BrokenTable("table.short", file=str(path))
    return version


def _is_whole(db: sqlite3.Connection, tagged: bool) -> bool:
    """Is a file a table as it lies: sound pages, a chain from its first entry to its last, and tags that hold (where
    this machine has the key)? A power cut can leave an entry of which all but the tag is on the disk."""
    if db.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]:
        return False
    before, key = START_OF_CHAIN, None
    for due, (n, at, kind, body, found, tag) in enumerate(db.execute(CHAIN.format(tag="tag" if tagged else "''"))):
        if n != due or found != _hash(before, n, str(at), str(kind), str(body)):
            return False
        if due == 0 and tagged:
            key = _key_of_first(str(at), str(kind), str(body))
        if key is not None and tag != seals.entry_tag(key, found):
            return False
        before = found
    return before != START_OF_CHAIN


def _key_of_first(at: str, kind: str, body: str) -> bytes | None:
    """The key of the table that begins with this entry, if it is one of ours."""
    try:
        value = msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError):
        return None
    known = kind == "open" and isinstance(value, dict) and fits(0, at, kind, value)
    return keyring.key_of(str(value["table"])) if known else None


def _connect(path: Path, version: int) -> sqlite3.Connection:
    with _clear(path):
        address = f"file:{quote(os.fsencode(path))}?mode={'rw' if os.access(path, os.W_OK) else 'ro'}"
        db = sqlite3.connect(address, uri=True, isolation_level=None, timeout=PATIENCE)
        db.execute("PRAGMA synchronous = EXTRA")  # FULL, and the folder too
        try:
            _distrust(db, path, SCHEMAS[version])
        except BaseException:
            db.close()
            raise
        return db


def _distrust(db: sqlite3.Connection, path: Path, schema: str) -> None:
    """SQLite's own advice for a file that may come from anybody: no code of its schema runs, cells are checked, reading
    comes to an end, the pages hang together; and it has our one table and nothing else."""
    left = STEPS

    def count() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    db.set_progress_handler(count, 1000)
    if sys.version_info >= (3, 12):
        db.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        db.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
        db.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)
    for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0"):
        db.execute(f"PRAGMA {pragma}")
    if db.execute("SELECT type, name, sql FROM sqlite_master").fetchall() != [("table", "entry", schema)]:
        raise BrokenTable("table.schema", file=str(path))
    if db.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
        raise BrokenTable("table.pages", file=str(path))
    db.set_progress_handler(None, 0)  # what can be read now is rows of one known table


@contextlib.contextmanager
def _clear(path: Path) -> Iterator[None]:
    """SQLite's errors as one clear message."""
    try:
        yield
    except sqlite3.OperationalError as error:
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise Locked("table.locked", file=str(path)) from None
        if name.startswith("SQLITE_READONLY"):
            raise NoTable("table.readonly", file=str(path)) from None
        if name.startswith(("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC")):
            raise NoTable("table.full", file=str(path)) from None
        raise BrokenTable("table.damaged", file=str(path), reason=_reason(error)) from None
    except sqlite3.ProgrammingError as error:  # the file is sound: another thread opened it, or it was closed
        raise Locked("table.thread", file=str(path), reason=_reason(error)) from None
    except (sqlite3.Error, UnicodeDecodeError, OverflowError) as error:
        raise BrokenTable("table.damaged", file=str(path), reason=_reason(error)) from None


def _reason(error: Exception) -> str:
    """SQLite's words, without what it quotes of the file."""
    return str(error).partition(" with text ")[0]
