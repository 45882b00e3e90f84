"""What somebody wants printed, and what of it cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from venice_pnp.kit.faults import nearest

Several = str | Sequence[str]  # names in a list, or in one text with commas
Known = TypeVar("Known", bound=str)

CUTTER = "cutter"
EXPORTED = (CUTTER, "game-crafter", "make-playing-cards", "drive-thru")  # profiles that the room `export` makes


class WrongWish(ValueError):
    """Something was asked for that cannot be printed; nothing was written. Its text says what, and what is known."""

    def __init__(self, message: str, exit_code: int = 1) -> None:
        self.exit_code = exit_code
        super().__init__(message)


class Wish(NamedTuple):
    """What is to be built; where nothing is said, what is usual."""

    games: Sequence[str] = ()
    paper: Several = ""
    lang: Several = ""
    edition: Several = ""
    sides: str = ""
    only: Several = ""
    without: Several = ""
    options: Several = ""  # deck=listed
    data: Path | None = None
    templates: Path | None = None
    out: Path = Path("output")
    service: str = "home"
    sleeves: bool = False
    counters: str = "round"
    tiles: str = ""  # how all two-sided tiles are made
    board_mm: float | None = None  # what they are glued on
    site: str = ""  # the address of the games' pages, for codes in the booklet


def listed(several: Several) -> list[str]:
    """The names, each once."""
    words = several.split(",") if isinstance(several, str) else several
    return list(dict.fromkeys(word.strip() for word in words if word.strip()))


def one_of(word: str, known: Iterable[Known], what: str, exit_code: int = 1) -> Known:
    """The known word; raises WrongWish with the nearest one."""
    choices = list(known)
    for choice in choices:
        if choice == word:
            return choice
    raise WrongWish(f"unknown {what} '{word}'{nearest(word, choices)}", exit_code)
