"""What goes wrong at a table besides a refusal by a rule. The wording is in `messages.yaml`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES_MOVES = ("move.empty", "move.more", "move.unknown.verb", "move.unknown.verb.near", "move.ambiguous.verb")


class Trouble(Exception):
    """Something the people at the table must hear; `key` finds its wording. Nothing has changed."""

    exit_code = 2
    lang = "en"  # of its text, for whoever only prints it
    data: Path | None = None  # whose words are laid over ours

    def __init__(self, key: str, /, **facts: Any) -> None:
        self.key, self.facts = key, facts
        super().__init__(key, facts)

    def __reduce__(self) -> tuple[Any, ...]:
        """So that it gets from one process to another."""
        return _told_again, (type(self), self.key, self.facts)

    def __str__(self) -> str:
        from venice_pnp.speech.words import Speech  # which knows this module; words are looked up when they are read

        return Speech(self.lang, data=self.data).trouble(self)


def _told_again(kind: type[Trouble], key: str, facts: dict[str, Any]) -> Trouble:
    return kind(key, **facts)


def spoken(trouble: Trouble, verb: Callable[[str], str]) -> dict[str, Any]:
    """The facts of a trouble; moves that it names are called as they are called where it is told."""
    if trouble.key not in NAMES_MOVES:
        return trouble.facts
    named = {slot: value for slot, value in trouble.facts.items() if slot in ("verb", "nearest", "choices")}
    said = {slot: verb(one) if isinstance(one, str) else tuple(map(verb, one)) for slot, one in named.items()}
    return {**trouble.facts, **said}


@contextmanager
def told_in(lang: str, data: Path | None = None, verb: Callable[[str], str] | None = None) -> Iterator[None]:
    """Whatever goes wrong meanwhile is told in this language, with the words of this folder of data, and of this table
    for moves."""
    try:
        yield
    except Trouble as trouble:
        trouble.lang, trouble.data = lang, data or trouble.data
        if verb is not None:
            trouble.facts = spoken(trouble, verb)
        raise


class NotAMove(Trouble):
    """What was typed is no move: it is quoted, with the nearest thing meant."""


class Ambiguous(Trouble):
    """A word cut too short: several things begin like that."""


class BrokenText(Trouble):
    """A record, snapshot or move that cannot be read: file and line."""


class NoTable(Trouble):
    """There is no such table, or its name is taken, or its file is something else."""


class BrokenTable(Trouble):
    """The journal does not hold: truncated, changed or foreign. It is left as it is."""

    exit_code = 1


class Locked(Trouble):
    """Another process is writing to this table and does not let go."""

    exit_code = 1


class NotAgreed(Trouble):
    """An undo that the whole table must agree to, or one that cannot be done."""

    exit_code = 1


class WrongPin(Trouble):
    exit_code = 1
