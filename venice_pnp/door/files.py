"""Files as users give and get them."""

from __future__ import annotations

import os
from glob import escape
from pathlib import Path

from venice_pnp.kit.drafts import clear_drafts, replace_whole, sync_folder

Where = str | os.PathLike[str]  # a file or a folder


def path_of(where: Where | None) -> Path | None:
    return None if where is None else Path(where)


def write_whole(path: Path, content: bytes) -> None:
    """The whole file or nothing, and on the disk before this returns. A device takes what it is given."""
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    clear_drafts(path.parent, escape(path.name))
    replace_whole(path, content)
    sync_folder(path.parent)
