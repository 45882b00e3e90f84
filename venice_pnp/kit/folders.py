"""The user's own folders: VENICE_PNP_HOME, or where the system keeps such things."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Literal

from venice_pnp.kit.limits import FILE_NAME

NAME = "venice-pnp"
Kind = Literal["cache", "config", "data"]
IN_HOME: dict[Kind, str] = {"cache": ".cache", "config": ".config", "data": ".local/share"}  # on Linux


def user_folder(kind: Kind) -> Path:
    given = os.environ.get("VENICE_PNP_HOME")
    if given:
        return Path(given) / "cache" if kind == "cache" else Path(given)
    if sys.platform == "linux":  # as platformdirs says, but without loading it: that would take a sixth of a command
        base = os.environ.get(f"XDG_{kind.upper()}_HOME", "")
        return (Path(base) if base.startswith("/") else _home() / IN_HOME[kind]) / NAME
    import platformdirs  # not needed on Linux

    return Path(getattr(platformdirs, f"user_{kind}_dir")(NAME))


def _home() -> Path:
    """The user's home, though HOME may be empty or lead somewhere below wherever we are."""
    home = os.environ.get("HOME", "")
    if home.startswith("/"):
        return Path(home)
    import pwd  # seldom needed

    return Path(pwd.getpwuid(os.getuid()).pw_dir)


class NotTaken(OSError):
    """A file that is not read: it is no regular one, too large, or (in a kit) a link that leads out of its folder."""

    def __init__(self, file: Path, why: Literal["kind", "large", "away"], most: int) -> None:
        super().__init__(f"{file} is not a regular file of at most {most} bytes in its own folder")
        self.why, self.most = why, most


def small_file(file: Path, most: int, inside: bool = False) -> bytes:
    """What is in a file: the one way in for whatever somebody else may have put there. Its kind and its size are seen
    before it is opened, for a pipe would be waited for and a device read without end; raises OSError."""
    if inside and leads_away(file):
        raise NotTaken(file, "away", most)
    seen = file.stat()
    if not stat.S_ISREG(seen.st_mode):
        raise NotTaken(file, "kind", most)
    if seen.st_size > most:
        raise NotTaken(file, "large", most)
    return file.read_bytes()


def leads_away(file: Path) -> bool:
    """Is it a link to something in another folder? A kit from somebody else shows only what is in it."""
    return file.is_symlink() and real(file).parent != real(file.parent)


def real(path: Path) -> Path:
    """Where a path leads; a link to itself, which `Path.resolve` breaks at, leads to itself."""
    return Path(os.path.realpath(path))


def file_below(folder: Path, name: str) -> Path | None:
    """A file by its name; what lies outside the folder, or is a link that leads nowhere, is none."""
    file = real(folder / name) if len(name) <= FILE_NAME else folder
    return file if file.is_relative_to(real(folder)) and file.is_file() else None
