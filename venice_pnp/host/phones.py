"""Whose phone holds which seat: links that work once, phones that the table has confirmed, and nobody else."""

from __future__ import annotations

import hashlib
import secrets
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from venice_pnp.door.files import write_whole

BYTES = 16  # of a token: 128 bits
CODES = range(10, 100)  # what a new phone shows, and the table compares
MOST_WAITING = 20
MOST_SCREENS = 20


def new_token() -> str:
    return secrets.token_urlsafe(BYTES)


def _hashed(token: str) -> str:
    """What is kept of a token: looking for a hash tells nothing by how long it takes."""
    return hashlib.sha256(token.encode()).hexdigest()


class Phone(Struct):
    """A browser that has taken a seat, or asks for it."""

    seat: str
    code: int
    confirmed: bool = False
    pin: str | None = None
    locked: bool = False  # it sat here before, and has to say the seat's PIN again

    @property
    def sits(self) -> bool:
        return self.confirmed and not self.locked


class UndoWish(Struct, frozen=True):
    """A seat wants to take back a move, and the table has to agree."""

    seat: str
    code: int
    moment: int  # how many entries there were


class Kept(Struct, frozen=True):
    """What is kept of all of them in a file: hashes."""

    seated: dict[str, str]
    screens: list[str]
    locked: list[str] = []


class Phones:
    """All phones of a table, and the big screens that may confirm them."""

    def __init__(self, seats: Sequence[str], file: Path | None = None) -> None:
        self.seats, self._file = list(seats), file
        self.screen = new_token()  # in the link that the terminal shows; whoever has it may confirm phones
        self._links = {seat: new_token() for seat in seats}
        self._known: dict[str, Phone] = {}  # by the hash of the token
        self._given: deque[int] = deque(maxlen=2 * MOST_WAITING)  # codes of late
        self._screens = [_hashed(self.screen)]  # the newest last
        self._remember()

    def link(self, seat: str) -> str:
        return self._links[seat]

    def seat_of_link(self, link: str) -> str | None:
        found = (seat for seat, one in self._links.items() if secrets.compare_digest(one.encode(), link.encode()))
        return next(found, None)

    def is_screen(self, token: str) -> bool:
        return _hashed(token) in self._screens

    def join(self, link: str, pin: str | None = None) -> str | None:
        """The token of a new phone that waits to be confirmed; None: the link was used, or never was one."""
        seat = self.seat_of_link(link)
        if seat is None or len(self.waiting) >= MOST_WAITING:
            return None
        self._links[seat] = new_token()
        token = new_token()
        self._known[_hashed(token)] = Phone(seat, self.free_code(), pin=pin)
        return token

    def free_code(self) -> int:
        """A number that no other wish has, nor had of late: so nobody answers another question than he read."""
        taken = {*self._given, *(phone.code for phone in self.waiting)}
        self._given.append(secrets.choice([code for code in CODES if code not in taken]))
        return self._given[-1]

    def find(self, token: str) -> Phone | None:
        return self._known.get(_hashed(token)) if token else None

    @property
    def waiting(self) -> list[Phone]:
        return [phone for phone in self._known.values() if not phone.confirmed]

    @property
    def taken(self) -> list[str]:
        held = {phone.seat for phone in self._known.values() if phone.confirmed}
        return [seat for seat in self.seats if seat in held]

    def decide(self, code: int, agreed: bool) -> bool:
        """The table lets a waiting phone in, in the place of the one that had the seat, or sends it away."""
        phone = next((phone for phone in self.waiting if phone.code == code), None)
        if phone is None:
            return False
        gone = (
            [phone] if not agreed else [one for one in self._known.values() if one.confirmed and one.seat == phone.seat]
        )
        self._known = {token: one for token, one in self._known.items() if one not in gone}
        phone.confirmed = agreed
        self._keep()
        return True

    def leave(self, token: str) -> None:
        """The phone gives its seat back."""
        self._known.pop(_hashed(token), None)
        self._keep()

    # --- while the server is away ---------------------------------------------------------------------------
    def _keep(self) -> None:
        """Who sits where, by hashes only, for a server that is started anew. A PIN is kept nowhere: its phone is asked
        for it again."""
        if self._file is not None:
            confirmed = {token: one for token, one in self._known.items() if one.confirmed}
            seated = {token: one.seat for token, one in confirmed.items()}
            locked = [token for token, one in confirmed.items() if one.pin is not None or one.locked]
            write_whole(self._file, msgspec.json.encode(Kept(seated, self._screens, locked)))

    def _remember(self) -> None:
        if self._file is None:
            return
        with suppress(OSError, msgspec.DecodeError):
            kept = msgspec.json.decode(self._file.read_bytes(), type=Kept)
            here = {token: seat for token, seat in kept.seated.items() if seat in self.seats}
            self._known |= {token: Phone(seat, 0, True, locked=token in kept.locked) for token, seat in here.items()}
            self._screens = [*kept.screens[-MOST_SCREENS:], *self._screens]
        self._keep()
