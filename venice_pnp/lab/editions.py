"""Data as the lab plays with it: shipped, one's own, or with one value changed. An edition brings its files along, so
that a worker on another machine plays with the same."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from functools import lru_cache
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any

from msgspec import Struct

from venice_pnp.kit import FaultyData, Kit
from venice_pnp.kit.load import KIT_ID_LENGTH
from venice_pnp.kit.thinking import BOTS, check_bots
from venice_pnp.referee.table import Opened, open_game
from venice_pnp.speech.trouble import Trouble
from venice_pnp.speech.words import Said, data_of

Files = tuple[tuple[str, bytes], ...]  # below a folder of data
SHARED = ("", "referee")  # folders of what games share


class NoExperiment(Trouble):
    """What was asked of the lab cannot be tried, or went wrong; results that were written stay."""


class Edition(Struct, frozen=True):
    """A game as it is played in an experiment; without files it is the shipped one."""

    label: str  # as the report calls it
    game: str
    kit: str  # its id
    files: Files = ()
    options: dict[str, Any] = {}


def edition_of(game: str, data: Path | None, options: Mapping[str, Any], label: str) -> Edition:
    """The game of a folder of data (None: the shipped one), checked."""
    kit = open_game(game, data).kit
    check_bots(kit)
    return Edition(label, game, kit.kit_id, () if data is None else own_files(kit), dict(options))


def changed(base: Edition, label: str, files: Mapping[str, str]) -> Edition:
    """The edition with some values laid over it, each in a file of the game; raises NoExperiment if they are faulty."""
    game = f"{base.game}-changed"
    added = {"game.yaml": f"extends: {base.game}\n", **files}
    whole = (*base.files, *((f"{game}/{name}", text.encode()) for name, text in added.items()))
    try:
        kit = _opened(game, whole).kit
    except FaultyData as faulty:
        said = "; ".join(dict.fromkeys(fault.message for fault in faulty.faults))
        raise NoExperiment("lab.faulty", edition=Said(label), problem=Said(said)) from None
    return Edition(label, game, kit.kit_id, whole, base.options)


def own_files(kit: Kit) -> Files:
    """What a kit of one's own is read from, but for what it inherits from the shipped one."""
    data = data_of(kit)
    folders = (*(data / name for name in SHARED), *(folder for folder in kit.folders if folder.parent == data))
    return tuple((name, content) for folder in folders for name, content in _files(folder, data))


def weighed(edition: Edition) -> str:
    """A short name of what bots weigh there, if the edition says anything of it."""
    own = [content for name, content in edition.files if Path(name).name == BOTS]
    return hashlib.sha256(b"\0".join(own)).hexdigest()[:KIT_ID_LENGTH] if own else ""


def _files(folder: Path, data: Path) -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.glob("*.yaml")):
        yield file.relative_to(data).as_posix(), file.read_bytes()


def opened(edition: Edition) -> Opened:
    """The rules of an edition; raises NoExperiment if this machine ships other data than the one that asks."""
    found = _opened(edition.game, edition.files)
    if found.kit.kit_id != edition.kit:
        raise NoExperiment("lab.other-kit", kit=edition.kit, here=found.kit.kit_id, edition=edition.label)
    return found


@lru_cache(maxsize=64)  # more than a sweep has
def _opened(game: str, files: Files) -> Opened:
    return open_game(game, _unpacked(files) if files else None)


def _unpacked(files: Files) -> Path:
    """A folder for as long as this process lives; `Finalize` also runs when a worker ends, where `atexit` does not."""
    folder = Path(tempfile.mkdtemp(prefix="venice-pnp-lab-"))
    Finalize(None, shutil.rmtree, args=(folder,), kwargs={"ignore_errors": True}, exitpriority=1)
    for name, content in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder
