"""What this machine keeps of a table outside its file: its key, the last entry seen, where it is played, wrong PINs."""

from __future__ import annotations

import hmac
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from venice_pnp.kit.drafts import clear_drafts, replace_whole
from venice_pnp.referee import seals
from venice_pnp.referee.home import data_folder
from venice_pnp.speech.trouble import NoTable

PATIENCE = 5.0  # seconds that one waits while another counts a wrong PIN
clock = time.time  # seconds; tests turn it


def _file(table: str, ending: str) -> Path:
    return data_folder() / "keys" / f"{table}.{ending}"


# --- the key ------------------------------------------------------------------------------------------------
def new_key() -> tuple[str, bytes]:
    """The id of a new table and its key, on the disk before anything is locked with it."""
    key = os.urandom(seals.KEY_BYTES)
    table = seals.table_id(key)
    file = _file(table, "key")
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    clear_drafts(file.parent)
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(handle, key)
        os.fsync(handle)
    finally:
        os.close(handle)
    return table, key


def forget(table: str) -> None:
    """Of a table that never came to be nothing is kept."""
    for file in _file(table, "key").parent.glob(f"{table}.*"):
        file.unlink(missing_ok=True)


def key_of(table: str) -> bytes | None:
    try:
        key = _file(table, "key").read_bytes()
    except OSError:
        return None
    return key if len(key) == seals.KEY_BYTES else None


# --- the last entry -----------------------------------------------------------------------------------------
class Head(Struct, frozen=True):
    """The last entry of a table that this machine has seen acknowledged."""

    n: int
    hash: str


def keep_head(table: str, head: Head) -> None:
    """Remembers it outside the table's file, so that an older copy is known as one; without a place for it, nothing."""
    with suppress(OSError):
        replace_whole(_file(table, "head"), f"{head.n} {head.hash}\n".encode("ascii"), sync=False)


def head_of(table: str) -> Head | None:
    try:
        n, _, digest = _file(table, "head").read_bytes().decode("ascii").strip().partition(" ")
        return Head(int(n), digest)
    except (OSError, ValueError):
        return None


# --- the place ----------------------------------------------------------------------------------------------
def keep_place(table: str, key: bytes, path: Path) -> None:
    """From now on the table is played here."""
    where = os.fsencode(os.path.realpath(path))
    replace_whole(_file(table, "place"), _place_tag(key, where) + b" " + where)


def place_of(table: str, key: bytes) -> Path | None:
    """Where the table is played, as far as this folder knows: a copy of the folder, or a place that somebody wrote in
    by hand, says nothing."""
    try:
        tag, _, where = _file(table, "place").read_bytes().partition(b" ")
    except OSError:
        return None
    return Path(os.fsdecode(where)) if hmac.compare_digest(tag, _place_tag(key, where)) else None


def _place_tag(key: bytes, where: bytes) -> bytes:
    here = os.fsencode(os.path.realpath(data_folder()))
    return hmac.digest(seals.own_key(key, "place"), here + b"\0" + where, "sha256").hex().encode("ascii")


def is_at(place: Path, path: Path) -> bool:
    """Is a file the one at that place? The path decides, whatever the disk says: on shared and synced folders a file
    may become another one at any time. Other names of the same file (links, drives, capitals) are the same place."""
    if place == Path(os.path.realpath(path)):
        return True
    try:
        return place.samefile(path)
    except OSError:
        return False


# --- wrong PINs ---------------------------------------------------------------------------------------------
class Tries(Struct, frozen=True, array_like=True):
    """Wrong PINs of a seat in a row, and when the last one was typed."""

    wrong: int = 0
    last: float = 0.0


@contextmanager
def counting(table: str) -> Iterator[dict[str, Tries]]:
    """The wrong PINs of each seat, which no other process counts meanwhile. What is changed is on the disk at the end,
    before the PIN is looked at, so that it does not help to kill the program; raises NoTable."""
    file = _file(table, "tries")
    try:
        with _alone(_file(table, "lock")):
            tries = _tries(file)
            yield tries
            replace_whole(file, msgspec.json.encode(tries))
    except OSError as error:
        raise NoTable("file.write", file=str(file), reason=error.strerror or "") from None


def _tries(file: Path) -> dict[str, Tries]:
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Tries])
    except (OSError, msgspec.MsgspecError):
        return {}


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Nobody else is here: SQLite's lock, which every system has and which ends with the process that holds it."""
    try:
        with closing(sqlite3.connect(file, isolation_level=None, timeout=PATIENCE)) as lock:
            lock.execute("BEGIN EXCLUSIVE")
            yield
    except sqlite3.Error as error:
        raise NoTable("file.write", file=str(file), reason=str(error)) from None
