"""What was not finished when a table was left, kept in the user's folder: orders for the hands, so that none is lost or
told twice, and what had been told of a set-up, so that nobody tells it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    _keep(_file(table, "hands"), (entries, lines, start))


def kept(table: str, entries: int) -> LeftToDo | None:
    """None: nothing was kept, or something has happened since."""
    try:
        found = msgspec.json.decode(_file(table, "hands").read_bytes(), type=LeftToDo)
    except (OSError, msgspec.DecodeError):
        return None
    return found if found.entries == entries else None


def remember_told(table: str, entries: int, told: Mapping[str, Sequence[str]]) -> None:
    """What lies in which place, as far as it was told. Without a place to keep it, it is asked again."""
    _keep(_file(table, "told"), (entries, told))


def kept_told(table: str, entries: int) -> dict[str, list[str]]:
    try:
        then, told = msgspec.json.decode(_file(table, "told").read_bytes(), type=tuple[int, dict[str, list[str]]])
    except (OSError, msgspec.DecodeError):
        return {}
    return told if then == entries else {}


def _keep(file: Path, what: object) -> None:
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(msgspec.json.encode(what))


def _file(table: str, kind: str) -> Path:
    return data_folder() / "keys" / f"{table}.{kind}"
