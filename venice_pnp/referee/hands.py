"""How far the hands had come when a table was left: kept in the user's folder, so that nothing is ordered twice."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from venice_pnp.referee.home import data_folder


class Hands(NamedTuple):
    """When so many entries had been written: what they had to do since the first of these steps, without so many lines
    of it."""

    entries: int
    first: int
    ticked: int


def remember(table: str, hands: Hands) -> None:
    """Without a place to keep it, the last orders are told again."""
    with suppress(OSError):
        file = _file(table)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(" ".join(map(str, hands)), encoding="utf-8")


def kept(table: str) -> Hands | None:
    try:
        entries, first, ticked = map(int, _file(table).read_text(encoding="utf-8").split())
        return Hands(entries, first, ticked)
    except (OSError, ValueError):
        return None


def _file(table: str) -> Path:
    return data_folder() / "keys" / f"{table}.hands"
