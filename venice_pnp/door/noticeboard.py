"""What a served table has to agree to, where a console finds it: small files in the user's own folder.

The server pins up what is asked, and a console writes the answer beside it; neither opens a connection to the other.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from venice_pnp.door.files import write_whole
from venice_pnp.kit.folders import small_file
from venice_pnp.kit.limits import FILE
from venice_pnp.referee.home import data_folder

FRESH = 5.0  # seconds that a notice counts after the server was here last: one that was killed takes nothing down
ANSWERS = {"yes": True, "no": False}


class Notice(Struct, frozen=True):
    """A question to the table: the number by which it is answered, and its words by language."""

    code: int
    words: dict[str, str]

    def said(self, lang: str) -> str:
        return self.words.get(lang) or next(iter(self.words.values()), "")


class Noticeboard:
    """The notices of one table, by its id."""

    def __init__(self, table: str) -> None:
        self._folder = data_folder() / "phones" / table
        self._pinned: list[Notice] = []

    @property
    def _file(self) -> Path:
        return self._folder / "asked.json"

    # --- the server -----------------------------------------------------------------------------------------
    def pin(self, notices: Sequence[Notice]) -> None:
        """These are open now; called again and again while they are."""
        if list(notices) != self._pinned:
            self._pinned = list(notices)
            if notices:
                write_whole(self._file, msgspec.json.encode(self._pinned))
        if notices:
            os.utime(self._file)
        else:
            self._file.unlink(missing_ok=True)

    def answered(self) -> list[tuple[int, bool]]:
        """Which of them a console has answered, and how; each is told once."""
        found = []
        for name, agreed in ANSWERS.items():
            for file in self._folder.glob(f"*.{name}"):
                file.unlink(missing_ok=True)
                found += [(notice.code, agreed) for notice in self._pinned if str(notice.code) == file.stem]
        return found

    # --- a console ------------------------------------------------------------------------------------------
    def read(self) -> list[Notice]:
        """What is asked now; nothing if nobody serves the table."""
        with suppress(OSError, msgspec.DecodeError):
            if abs(time.time() - self._file.stat().st_mtime) < FRESH:
                return msgspec.json.decode(small_file(self._file, FILE), type=list[Notice])
        return []

    def answer(self, code: int, agreed: bool) -> bool:
        """False: nothing is asked by this number."""
        if all(notice.code != code for notice in self.read()):
            return False
        name = next(name for name, meant in ANSWERS.items() if meant is agreed)
        write_whole(self._folder / f"{code}.{name}", b"")
        return True
