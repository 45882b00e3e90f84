"""The user's own folders: VENICE_PNP_HOME, or where the system keeps such things."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Literal

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


def small_file(file: Path, most: int) -> bytes:
    """What is in a regular file that is not too large; raises OSError. A pipe would be waited for without end."""
    seen = file.stat()
    if not stat.S_ISREG(seen.st_mode) or seen.st_size > most:
        raise OSError(f"{file} is not a regular file of at most {most} bytes")
    return file.read_bytes()


def leads_away(file: Path) -> bool:
    """Is it a link to something in another folder? A kit from somebody else shows only what is in it."""
    return file.is_symlink() and file.resolve().parent != file.parent.resolve()
