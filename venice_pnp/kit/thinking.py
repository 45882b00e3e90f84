"""`bots.yaml`: what bots weigh in a game, and how much each level thinks. Whoever edits it is told what is wrong with
it before a bot sits down."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct

from venice_pnp.kit.cache import kept
from venice_pnp.kit.faults import Fault, Place, nearest
from venice_pnp.kit.models import Kit

BOTS = "bots.yaml"
SEATS = range(1, 9)  # that a game may have

Some = Annotated[int, Meta(ge=1)]


class Depth(Struct, frozen=True):
    """How much a level thinks."""

    width: Some = 1  # ideas that are looked at
    guesses: Some = 1
    chapters: Some = 1  # how far the game is played on
    tries: Annotated[int, Meta(ge=0)] = 0
    far: Annotated[float, Meta(ge=0)] = 0.8  # how much a chapter's chances count, beside those of the one before it


class Levels(Struct, frozen=True):
    """What differs with so many seats."""

    medium: Depth | None = None
    hard: Depth | None = None


NEEDED: dict[str, Any] = {
    "weights": dict[str, float],
    "above-zero": list[str],  # weights that something is divided by
    "medium": Depth,
    "hard": Depth,
}
SECTIONS = NEEDED | {f"with-{seats}": Levels for seats in SEATS}


def check_bots(kit: Kit) -> None:
    """Raises FaultyData with every fault found; a kit without the file has none."""
    files = [folder / BOTS for folder in reversed(kit.folders) if (folder / BOTS).is_file()]
    if files:
        kept(f"bots-{kit.name}", [*files, Path(__file__)], bool, partial(_checked, files))


def _checked(files: list[Path]) -> bool:
    """An own kit's file is laid over that of the game it extends, which says what weights there are."""
    from venice_pnp.kit.inherit import laid_over  # and with it YAML: not if the cache knows that all is well
    from venice_pnp.kit.reader import Reader  # as above

    reader, known = Reader(), list[str]()
    nodes, found = dict[str, Any](), dict[str, Any]()
    for file in files:
        for key, (key_node, node) in reader.sections(file).items():
            if key in SECTIONS:
                nodes[key] = laid_over(nodes[key], node) if key in nodes else node
                found[key] = reader.value(nodes[key], SECTIONS[key], key)
            else:
                reader.fault(key_node, f"unknown section '{key}'{nearest(key, SECTIONS)}")
        if file == files[0]:
            if missing := [key for key in NEEDED if key not in found]:
                reader.faults.append(Fault(Place(file), f"missing sections: {', '.join(missing)}"))
            reader.raise_if_faulty()
            known += found["weights"]
    reader.raise_if_faulty()
    for name, weight in found["weights"].items():
        if name not in known:
            reader.fault_at(f"weights.{name}", f"there is no weight '{name}'{nearest(name, known)}")
        elif name in found["above-zero"] and weight <= 0:
            reader.fault_at(f"weights.{name}", f"expected more than 0, found {weight:g}")
    reader.raise_if_faulty()
    return True
