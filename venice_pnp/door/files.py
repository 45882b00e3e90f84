"""Files as users give and get them."""

from __future__ import annotations

import os
from pathlib import Path

Where = str | os.PathLike[str]  # a file or a folder


def path_of(where: Where | None) -> Path | None:
    return None if where is None else Path(where)


def write_whole(path: Path, content: bytes) -> None:
    """The whole file or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.new")
    new.write_bytes(content)
    new.replace(path)
