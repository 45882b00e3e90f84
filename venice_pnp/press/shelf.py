"""What an earlier build left: its faces, plates and pages. One edited card then draws one card.

Everything on the shelf says what it was made from. What depends on all of it (the program, the typefaces, what the
games share, the order) is one hash for the whole shelf; a shelf with another hash is empty.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, structs

from venice_pnp.draw.pdf import Letters, Plate, kept_name
from venice_pnp.kit.cache import cache_folder, put_by, taken
from venice_pnp.kit.folders import real
from venice_pnp.press.pages import Page, Printed
from venice_pnp.press.parts import Hung
from venice_pnp.press.profile import Sides
from venice_pnp.press.proof import Proof
from venice_pnp.press.writer import Pressed

SHELVES, NEXT = "shelves", ".next"


class Ready(Struct, frozen=True):
    """A file before it is written, its pages ready to print."""

    name: str
    title: str
    stock: str
    sheets: int
    duplex: Sides | None
    alternative: bool
    pages: tuple[Pressed, ...]
    lines: list[dict[str, Any]]  # its pages in the manifest
    pieces: int
    filled: float  # sheets that its pieces would fill without gaps

    def bare(self) -> Printed:
        """The file as the build guide counts it."""
        pages = [Page(p.number, p.side, p.size, (), (), (), p.trim, p.title, bleed=p.bleed) for p in self.pages]
        return Printed(self.name, self.title, self.stock, self.sheets, tuple(pages), self.duplex, self.alternative)


class Stage(Struct, frozen=True):
    """Files that were made together, and what from."""

    given: str  # a hash of what was handed over
    read: dict[str, str]  # what was looked up besides: places in the data with their hashes
    files: list[Ready]
    more: tuple[Pressed, ...] = ()  # the page for the printer and the guide
    proof: Proof | None = None  # how the pages of a booklet were found


class Shelf(Struct, frozen=True):
    """One kit in one language and edition."""

    key: str = ""
    kit_id: str = ""
    faces: dict[str, Hung] = {}
    plates: list[Plate] = []
    letters: dict[str, Letters] = {}
    files: dict[str, str] = {}  # all that was written, from the output folder on, with their hashes
    papers: dict[str, tuple[Stage, Stage | None]] = {}  # sheets and booklet

    def hung(self) -> dict[str, Hung]:
        """The faces whose drawings are here."""
        known = {plate.name for plate in self.plates}
        return {asked: face for asked, face in self.faces.items() if kept_name(face.key) in known}

    def stamped(self, kit_id: str) -> dict[str, Plate]:
        """The plates by name, those of the stamp with another kit id."""
        old, new = f"({self.kit_id}) Tj".encode(), f"({kit_id}) Tj".encode()
        return {
            plate.name: structs.replace(plate, code=plate.code.replace(old, new)) if plate.plain else plate
            for plate in self.plates
        }


def shelf_file(out: Path, *asked: str) -> Path:
    """Where the shelf of an output folder is."""
    name = hashlib.sha256("\0".join([str(real(out)), *asked]).encode()).hexdigest()[:24]
    return cache_folder() / SHELVES / f"{name}.msgpack"


def opened(file: Path, key: str) -> Shelf:
    """What is on a shelf; only the list of files if it was made by another program or with other typefaces."""
    try:
        found = msgspec.msgpack.decode(taken(file), type=Shelf)
    except (OSError, msgspec.MsgspecError):
        return Shelf(key)
    return found if found.key == key else Shelf(key, files=found.files)


def prepare(file: Path, shelf: Shelf) -> None:
    """Lays a shelf ready, which may be put away once the files that it tells of are in their place."""
    put_by(file.with_suffix(NEXT), msgspec.msgpack.encode(shelf))


def put_away(file: Path) -> None:
    """Takes the shelf that lies ready; a cache that cannot be written is as good as none."""
    with suppress(OSError):
        file.with_suffix(NEXT).replace(file)
