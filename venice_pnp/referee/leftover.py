"""A rollback journal that lies beside a table without a writer: is it the table's own, or of another state of the file?

A writer that is killed in the middle of a commit leaves its journal, and SQLite brings the file back with it at the
next opening. But if somebody has put a newer copy of the table in its place, that would roll old pages into it and lose
acknowledged moves. So a file that is whole as it lies stays as it lies, and the journal is set aside, not deleted.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

MAGIC = bytes.fromhex("d9d505f920a163d7")
RESERVED = 0x40000001  # the byte of the file that a writer of SQLite holds locked
COUNTER = slice(24, 28)  # of page 1: how often the file was changed

Whole = Callable[[sqlite3.Connection], bool]


def set_aside_if_foreign(path: Path, whole: Whole) -> None:
    """Takes a journal away that would undo what the file holds; `whole` says whether a file is a table as it lies."""
    journal = path.with_name(path.name + "-journal")
    if not journal.is_file():
        return
    with _nobody_writes(path) as alone:
        if not alone or not _would_undo(path, journal) or not _is_whole(path, whole):
            return
        with contextlib.suppress(OSError):  # where nothing can be written SQLite says so itself
            journal.rename(_free(journal))


def _would_undo(path: Path, journal: Path) -> bool:
    """Does the journal keep an older page 1 than the file has? Then rolling it in takes something back."""
    try:
        with journal.open("rb") as file:
            head = file.read(28)
            sector, size = int.from_bytes(head[20:24], "big"), int.from_bytes(head[24:28], "big")
            if not head.startswith(MAGIC) or not 512 <= sector <= 65536 or not 512 <= size <= 65536:
                return False  # SQLite takes no notice of it either
            file.seek(sector)
            while len(record := file.read(size + 8)) == size + 8:
                if record[:4] == b"\0\0\0\1":
                    with path.open("rb") as table:
                        return table.read(100)[COUNTER] != record[4:][COUNTER]
    except OSError:
        pass
    return False


def _is_whole(path: Path, whole: Whole) -> bool:
    address = f"file:{quote(os.fsencode(path))}?mode=ro&immutable=1"
    try:
        with contextlib.closing(sqlite3.connect(address, uri=True, isolation_level=None)) as db:
            return whole(db)
    except (sqlite3.Error, UnicodeDecodeError, OverflowError):
        return False


@contextlib.contextmanager
def _nobody_writes(path: Path) -> Iterator[bool]:
    """True while no writer is at work: a living one holds its lock, and its journal is no leftover."""
    try:
        import fcntl  # not on Windows, where a living writer's journal cannot be renamed
    except ImportError:
        yield True
        return
    try:
        handle = os.open(path, os.O_RDWR)
    except OSError:
        yield False
        return
    try:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, RESERVED)
        yield True
    except OSError:
        yield False
    finally:
        os.close(handle)


def _free(journal: Path) -> Path:
    names = (journal.with_name(f"{journal.name}.{n}") for n in range(1, 10_000))
    return next(name for name in names if not name.exists())
