"""What is wrong with a file, said to the person who edits it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from msgspec import Struct

from venice_pnp.kit.wording import seen

COMPARED = 1000  # words that one is compared with


class Place(Struct, frozen=True, order=True):
    """A spot in a file; line and column count from 1, 0 means the file as a whole."""

    file: Path
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else str(self.file)


class Fault(Struct, frozen=True, order=True):
    place: Place
    message: str

    def __str__(self) -> str:
        return seen(f"{self.place}: {self.message}")


class FaultyData(Exception):
    """All faults of a run, in the order of files and lines."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = sorted(set(faults))
        super().__init__("\n".join(map(str, self.faults)))


class WrongShape(ValueError):
    """A shape that cannot be made from a game's own data: where it stands, as a path, and what is wrong."""

    def __init__(self, path: str, message: str) -> None:
        self.path, self.message = path, message
        super().__init__(message)


def nearest(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?` for the nearest known word, or what is known if there are few, or nothing."""
    import difflib  # only for a fault

    choices = [str(k) for k in islice(known, COMPARED)]
    close = difflib.get_close_matches(word, choices, n=1, cutoff=0.6)
    if close:
        return f"; did you mean '{close[0]}'?"
    if 0 < len(choices) <= 12:
        return f"; known: {', '.join(choices)}"
    return ""
