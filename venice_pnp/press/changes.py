"""What was printed before, and what must be printed again: only the items that are new or differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from venice_pnp.draw.inks import Edition
from venice_pnp.press.parts import Parts, Piece, face_hash


class Known(Struct, frozen=True):
    """An item as it was printed: the hash of its faces, and how many copies."""

    look: str
    copies: int


class LastPrint(Struct, frozen=True):
    """What lies in the box of one game in one language and edition."""

    kit: str
    kit_id: str
    lang: str
    edition: Edition
    items: dict[str, Known]
    sheets: dict[str, str] = {}  # of boards: what each shows


class Replaced(Struct, frozen=True):
    """What a change sheet does to one item."""

    item: str
    printed: int  # copies on the change sheet
    discarded: int  # old copies to throw away
    sheets: tuple[str, ...] = ()  # of a board, if only some of them differ


def looks(parts: Parts) -> dict[str, Known]:
    """Every item by `component/item`, with the hash of how it looks."""
    hashes = dict(parts.looks)
    found: dict[str, Known] = {}
    copies = Counter(item_name(p) for p in parts.pieces if not p.alternative)
    for piece in parts.pieces:
        name = item_name(piece)
        if not piece.alternative and name not in found:
            faces = [piece.front, *([piece.back] if piece.back else [])]
            for face in faces:
                if face not in hashes:
                    hashes[face] = face_hash(parts.faces[face])
            found[name] = Known("-".join(hashes[face] for face in faces), copies[name])
    return found


def item_name(piece: Piece) -> str:
    return piece.component if piece.item == piece.component else f"{piece.component}/{piece.item}"


def changed(parts: Parts, before: dict[str, Known]) -> tuple[Parts, list[Replaced]]:
    """The pieces that must be printed, and what to do with the old ones."""
    now = looks(parts)
    wanted: Counter[str] = Counter()
    told: list[Replaced] = []
    for name, known in now.items():
        old = before.get(name)
        if old is None or old.look != known.look:
            wanted[name] = known.copies
            told.append(Replaced(name, known.copies, old.copies if old else 0))
        elif old.copies != known.copies:
            wanted[name] = max(0, known.copies - old.copies)
            told.append(Replaced(name, wanted[name], max(0, old.copies - known.copies)))
    told += [Replaced(name, 0, old.copies) for name, old in before.items() if name not in now]
    return structs.replace(parts, pieces=list(_chosen(parts.pieces, wanted))), told


def _chosen(pieces: Iterable[Piece], wanted: Counter[str]) -> Iterable[Piece]:
    """The last copies of each item that is wanted."""
    left = Counter(item_name(p) for p in pieces if not p.alternative)
    for piece in pieces:
        name = item_name(piece)
        if not piece.alternative:
            if left[name] <= wanted[name]:
                yield piece
            left[name] -= 1


# --- remembering ------------------------------------------------------------------------------------------
def print_file(folder: Path, kit: str, lang: str, edition: str) -> Path:
    return folder / f"{kit}-{lang}-{edition}.json"


def remember(folder: Path, printed: LastPrint) -> Path:
    """Keeps what was printed; the last print of a game in a language and edition counts."""
    file = print_file(folder, printed.kit, printed.lang, printed.edition)
    folder.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".new")
    fresh.write_bytes(msgspec.json.format(msgspec.json.encode(printed), indent=1) + b"\n")
    fresh.replace(file)
    return file


def remembered(folder: Path, kit: str, lang: str, edition: str) -> LastPrint | None:
    """What was printed last, or None; a file that cannot be read is as good as none."""
    try:
        return msgspec.json.decode(print_file(folder, kit, lang, edition).read_bytes(), type=LastPrint)
    except (OSError, msgspec.DecodeError):
        return None


def prints_of(folder: Path, kit: str) -> list[LastPrint]:
    """Every print of a game that is remembered."""
    names = (file.stem.removeprefix(f"{kit}-").partition("-") for file in sorted(folder.glob(f"{kit}-*.json")))
    found = (remembered(folder, kit, lang, edition) for lang, _, edition in names)
    return [one for one in found if one is not None and one.kit == kit]
