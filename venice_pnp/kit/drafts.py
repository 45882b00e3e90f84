"""Files written whole or not at all: first as a draft beside them, which nobody takes for the file."""

from __future__ import annotations

import os
import re
import time
from contextlib import suppress
from pathlib import Path

FORGOTTEN = 3600  # after so many seconds nobody works at a draft any more
_DRAFT = re.compile(r"\..+\.\d+\.new(-journal)?")  # a table's draft may have a journal of its own


def draft_of(path: Path) -> Path:
    """Beside the file, so that it can take its place; no two processes have the same one."""
    return path.with_name(f".{path.name}.{os.getpid()}.new")


def replace_whole(path: Path, content: bytes, sync: bool = True) -> None:
    """The whole file anew, or it stays as it was; with `sync` its content is on the disk before it has the name."""
    draft = draft_of(path)
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            if sync:
                os.fsync(file.fileno())
        draft.replace(path)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def clear_drafts(folder: Path, name: str = "*") -> None:
    """What was left behind by whoever was killed while he wrote a file of that name."""
    with suppress(OSError):
        for draft in folder.glob(f".{name}.*.new*"):
            if _DRAFT.fullmatch(draft.name) and time.time() - draft.stat().st_mtime > FORGOTTEN:
                draft.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """The names in a folder, on the disk too; where a system has no such thing it does it by itself."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
