"""What each kind of entry holds, typed: a table's file may come from anybody.

A chain that holds says only that nothing was changed since somebody computed it. So every entry is read into one of
these forms before anything is made of it; what does not fit is no entry.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from venice_pnp.contract.play import TABLE

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Short = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
State = Annotated[str, Meta(pattern=r"^([0-9a-f]{16}){1,2}\Z")]  # those of earlier tables have no salt
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
Name = Annotated[str, Meta(max_length=60)]
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00")
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Move = dict[str, Any]


class Hidden(Struct, frozen=True):
    hash: Digest
    box: str


class SeedOpened(Struct, frozen=True):
    seed: str
    salt: str


class Open(Struct, frozen=True):
    table: Short
    game: str
    kit: str
    players: list[str]
    options: dict[str, Any]
    start: dict[str, Any] | None
    colours: dict[str, str] = {}
    setup: str = ""
    bots: dict[str, Name] = {}  # seats that the referee plays, with their levels
    box: str = ""
    seed: Hidden | None = None
    state: State | None = None


class Played(Struct, frozen=True):
    move: Move
    state: State | None = None


class Sealed(Struct, frozen=True):
    by: Name
    do: Name
    commitment: Digest
    box: str
    state: State | None = None


class SealOpened(Struct, frozen=True):
    entry: Number
    move: Move
    nonce: Nonce


class Reveal(Struct, frozen=True):
    seals: list[SealOpened]


class Undo(Struct, frozen=True):
    groups: list[Number]
    agreed: bool = False
    by: Name = TABLE


class Redo(Struct, frozen=True):
    groups: Number
    by: Name = TABLE


class Correct(Struct, frozen=True):
    why: str
    state: State | None = None
    start: dict[str, Any] | None = None
    box: str = ""
    by: Name = TABLE


class Pin(Struct, frozen=True):
    seat: Name
    salt: Nonce
    check: Annotated[str, Meta(pattern=r"^([0-9a-f]{64}){1,2}\Z")]
    keyed: bool = False  # tables of earlier days hashed the PIN alone
    hash: Literal["argon2id", "scrypt"] = "scrypt"
    by: Name = TABLE


class Moved(Struct, frozen=True):
    """The table is played at another place from here on."""

    by: Name = TABLE


class Forgotten(Struct, frozen=True):
    """This machine no longer knew which entry it had seen last: whether some are missing cannot be told."""


class Restored(Struct, frozen=True):
    """An older copy of the table was put in its place: what this machine had seen before."""

    known: Number
    hash: Digest


class Close(Struct, frozen=True):
    digest: Digest
    winners: list[str]
    seed: SeedOpened | None = None
    key: Digest | None = None  # of the table's seals: the game is over, and anybody may look


FORMS: dict[str, type[Struct]] = {
    "open": Open,
    "move": Played,
    "seal": Sealed,
    "reveal": Reveal,
    "undo": Undo,
    "redo": Redo,
    "correct": Correct,
    "pin": Pin,
    "close": Close,
    "moved": Moved,
    "restored": Restored,
    "forgotten": Forgotten,
}


def fits(n: int, at: str, kind: str, body: Any) -> bool:
    """Is this an entry as the referee writes them? The first opens the table, and no other does."""
    if kind not in FORMS or (kind == "open") != (n == 0) or not TIME.fullmatch(at):
        return False
    try:
        msgspec.convert(body, FORMS[kind])
    except (msgspec.ValidationError, RecursionError):
        return False
    return True
