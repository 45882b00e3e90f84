"""The evenings that were played on this machine: when, what, who, and how it came out."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from msgspec import Struct

from venice_pnp.contract.play import Refused
from venice_pnp.kit import FaultyData
from venice_pnp.referee import home
from venice_pnp.referee.table import Table, is_chance
from venice_pnp.speech.trouble import Trouble, told_in


class PastEvening(Struct, frozen=True):
    """One table. While the game goes on nobody has won, and nothing is told of points that may be hidden."""

    table: str
    game: str
    title: str
    players: list[str]
    begun: datetime
    minutes: int  # from the first entry to the last; the nights between are counted too
    moves: int
    over: bool
    winners: list[str]
    bots: dict[str, str]  # which of them were bots, with their levels
    points: dict[str, int]  # what the game compares the players by, if it says so


class Unread(Struct, frozen=True):
    """A file that cannot be read as a table, and why."""

    file: Path
    reason: str


def past_evenings(data: Path | None, lang: str) -> list[PastEvening | Unread]:
    """The tables of the user's folder, the latest first; then the files that cannot be read."""
    found = [_read(path, data, lang) for path in home.table_files()]
    told = sorted((one for one in found if isinstance(one, PastEvening)), key=lambda one: one.begun, reverse=True)
    return [*told, *(one for one in found if isinstance(one, Unread))]


def _read(path: Path, data: Path | None, lang: str) -> PastEvening | Unread:
    try:
        with told_in(lang):
            return _evening(Table(path, data), lang)
    except (Trouble, FaultyData, Refused, OSError) as problem:
        return Unread(path, str(problem))


def _evening(table: Table, lang: str) -> PastEvening:
    begun, last = (datetime.fromisoformat(table.journal.entries[n].at) for n in (0, -1))
    over, telling = not table.awaited(), table.declared.telling()
    position = table.rules.snapshot(table.state) if over else {}
    return PastEvening(
        table.path.stem,
        table.game,
        table.kit.game.title.in_language(lang),
        table.players,
        begun,
        round((last - begun).total_seconds() / 60),
        sum(1 for step in table.steps if not step.start and not is_chance(step.move)),
        over,
        list(position.get("winners") or ()),
        table.bots,
        dict(telling.stands(table.rules, position)) if over and telling is not None else {},
    )
