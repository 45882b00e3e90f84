"""What was printed last, and the sheets of what differs from it."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from venice_pnp.door.kits import boards_of
from venice_pnp.door.printing import Job
from venice_pnp.door.wishes import WrongWish
from venice_pnp.kit.folders import small_file
from venice_pnp.kit.limits import LETTERS
from venice_pnp.press.change_sheets import change_sheets
from venice_pnp.press.changes import Known, LastPrint, remember
from venice_pnp.press.pages import BOARD_TILES
from venice_pnp.press.seen import seen, sheet_name
from venice_pnp.press.workshop import MANIFEST
from venice_pnp.referee.home import printed_folder


def make_changes(job: Job) -> Iterator[str]:
    """Makes only what differs from the last print; says what was made, line by line."""
    for kit, order in zip(job.kits, job.orders, strict=True):
        yield from change_sheets(kit, job.library(kit), boards_of(kit), order, job.profile, job.out, printed_folder())


def remember_printed(game: str | None, out: Path) -> list[LastPrint]:
    """Remembers what the manifests in `out` say was made: from now on change sheets are made against it."""
    stored: dict[tuple[str, str, str], LastPrint] = {}
    for file in sorted(out.glob(f"{game or '*'}/**/{MANIFEST}")):
        made = _print_of(file)
        key = (made.kit, made.lang, made.edition)
        other = stored.get(key)
        if other and other.kit_id == made.kit_id:  # on another paper
            made = structs.replace(made, sheets=other.sheets | made.sheets)
        stored[key] = made
    if not stored:
        raise WrongWish(f"{out}: nothing was built here{f' for {game}' if game else ''}; run `venice-pnp build` first")
    for made in stored.values():
        remember(printed_folder(), made)
    return list(stored.values())


def _print_of(file: Path) -> LastPrint:
    try:
        manifest = msgspec.json.decode(small_file(file, LETTERS))
        items = {name: Known(look, copies) for name, (look, copies) in manifest["items"].items()}
        sheets = _boards_seen(file.parent, manifest)
        return LastPrint(manifest["kit"], manifest["kit_id"], manifest["lang"], manifest["edition"], items, sheets)
    except (OSError, msgspec.DecodeError, KeyError, TypeError, ValueError, RuntimeError):  # the last from the renderer
        raise WrongWish(f"{file}: not a manifest that `venice-pnp build` has written; build again") from None


def _boards_seen(folder: Path, manifest: dict[str, Any]) -> dict[str, str]:
    """What the sheets of a board show; nothing if the file is not that of the manifest any more."""
    paper, file = manifest["paper"], folder / f"{BOARD_TILES}.pdf"
    for entry in manifest["files"]:
        if entry["path"] == file.name and file.is_file():
            names = [sheet_name(paper, p["component"], p["item"]) for page in entry["pages"] for p in page["placed"]]
            content = file.read_bytes()
            if sha256(content).hexdigest() == entry["sha256"]:
                return dict(zip(names, seen(content), strict=True))
    return {}
