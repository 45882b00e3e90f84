"""What the hands had still to do when a table was left, kept in the user's folder: no order is lost or told twice."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from venice_pnp.referee.home import data_folder


class LeftToDo(NamedTuple):
    """Lines that are left; `start`: of an undo or a redo, after how many steps the table had been left."""

    entries: int
    lines: list[str]
    start: int


def remember(table: str, entries: int, lines: Sequence[str], start: int = 0) -> None:
    """When so many entries had been written. Without a place to keep it, the last orders are told again."""
    with suppress(OSError):
        file = _file(table)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(msgspec.json.encode((entries, lines, start)))


def kept(table: str, entries: int) -> LeftToDo | None:
    """None: nothing was kept, or something has happened since."""
    try:
        found = msgspec.json.decode(_file(table).read_bytes(), type=LeftToDo)
    except (OSError, msgspec.DecodeError):
        return None
    return found if found.entries == entries else None


def _file(table: str) -> Path:
    return data_folder() / "keys" / f"{table}.hands"
