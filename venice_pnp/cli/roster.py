"""Commands, of which only those are made that are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import typer

Work = TypeVar("Work", bound=Callable[..., None])


class Roster:
    """Commands by their names, some of them rosters of further ones.

    To make all of them takes longer than to run one (bench: `referee log, all commands made`: 1.3).
    """

    def __init__(self, main: Callable[..., None], **settings: Any) -> None:
        self._main = main
        self._settings = {"no_args_is_help": True, "rich_markup_mode": None} | settings
        self._commands: dict[str, tuple[Callable[..., None], dict[str, Any]]] = {}
        self._rosters: dict[str, Roster] = {}

    def command(self, name: str = "", **settings: Any) -> Callable[[Work], Work]:
        """Adds a command, named like its function if nothing else is said."""

        def add(work: Work) -> Work:
            self._commands[name or work.__name__.replace("_", "-")] = work, settings
            return work

        return add

    def lead_to(self, roster: Roster, name: str) -> None:
        self._rosters[name] = roster

    def names(self) -> dict[str, list[str]]:
        """All commands: its own under "", those of other rosters under theirs."""
        return {"": list(self._commands)} | {name: list(other._commands) for name, other in self._rosters.items()}

    def opened(self, words: Sequence[str] = ()) -> typer.Typer:
        """The command that the first word names; all of them if it names none."""
        word = words[0] if words else ""
        asked = {word} if word in self._commands or word in self._rosters else {*self._commands, *self._rosters}
        made = typer.Typer(add_completion=False, pretty_exceptions_enable=False, **self._settings)
        made.callback()(self._main)
        for name, roster in self._rosters.items():
            if name in asked:
                made.add_typer(roster.opened(words[1:]), name=name)
        for name, (work, settings) in self._commands.items():
            if name in asked:
                made.command(name, **settings)(work)
        return made
