"""What was not finished when a table was left, kept in the user's folder: orders for the hands, so that none is lost or
told twice, and what had been told of a set-up, so that nobody tells it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from venice_pnp.referee.home import data_folder

LISTS = 60  # of orders that were replaced one after the other
Lines = dict[str, list[str]]  # by language


class TaskLeft(NamedTuple):
    """One order as the console has it; `start`: of an undo or a redo, after how many steps the table had been left;
    `replaced`: the number of the list that it took the place of."""

    lines: Lines
    aside: bool
    news: bool
    at: int
    doubt: str
    since: int
    start: int
    replaced: int


class TasksLeft(NamedTuple):
    """Orders that stood there together, and how many of their lines were ticked off."""

    tasks: list[TaskLeft]
    ticked: int


def remember(table: str, entries: int, lists: Sequence[TasksLeft]) -> None:
    """When so many entries had been written. Without a place to keep it, the last orders are told again."""
    _keep(_file(table, "hands"), (entries, lists))


def kept(table: str) -> tuple[int, list[TasksLeft]]:
    """How many entries there were, and what was to be done then; nothing, if nothing was kept."""
    try:
        return msgspec.json.decode(_file(table, "hands").read_bytes(), type=tuple[int, list[TasksLeft]])
    except (OSError, msgspec.DecodeError):
        return 0, []


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
