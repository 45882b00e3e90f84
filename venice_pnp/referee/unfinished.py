"""What the hands had still to do when a table was left, kept in the user's folder: no order is lost or told twice."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from venice_pnp.referee.home import data_folder


def remember(table: str, entries: int, lines: Sequence[str]) -> None:
    """When so many entries had been written. Without a place to keep it, the last orders are told again."""
    with suppress(OSError):
        file = _file(table)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(msgspec.json.encode((entries, lines)))


def kept(table: str, entries: int) -> list[str] | None:
    """None: nothing was kept, or something has happened since."""
    try:
        then, lines = msgspec.json.decode(_file(table).read_bytes(), type=tuple[int, list[str]])
    except (OSError, msgspec.DecodeError):
        return None
    return lines if then == entries else None


def _file(table: str) -> Path:
    return data_folder() / "keys" / f"{table}.hands"
