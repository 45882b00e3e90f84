"""A build with nothing changed: noticed before anything heavy is loaded.

After a build the user's cache keeps what it was asked, a hash of all it read, and what it wrote. The same words
with the same hash and the files still there need no second build.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from venice_pnp import __version__
from venice_pnp.kit.cache import cache_folder

PACKAGE = Path(__file__).resolve().parent.parent
TAKEN_IN = (".yaml", ".svg", ".md", ".html")  # of data and templates
NEVER = ("--watch", "--changes", "-h", "--help")


class Stamp(msgspec.Struct, frozen=True):
    """A finished build: the folders it read, their hash, and the files it wrote with size and time."""

    folders: list[str]
    digest: str
    files: list[tuple[str, int, int]]


def nothing_to_do(words: list[str]) -> int | None:
    """How many files a build of these words would make again, all the same; None if it must be made."""
    if words[:1] != ["build"] or any(word in NEVER for word in words):
        return None
    try:
        stamp = msgspec.json.decode(_stamp_file(words).read_bytes(), type=Stamp)
    except (OSError, msgspec.DecodeError):
        return None
    if stamp.digest != digest(stamp.folders) or any(_seen(Path(name)) != (size, at) for name, size, at in stamp.files):
        return None
    return len(stamp.files)


def remember(words: list[str], folders: Iterable[Path], files: Iterable[Path]) -> None:
    """Keeps what was built; a cache that cannot be written is as good as none."""
    if words[:1] != ["build"] or any(word in NEVER for word in words):
        return
    names = [str(folder.resolve()) for folder in folders]
    made = [(str(file.resolve()), *(_seen(file) or (0, 0))) for file in files]
    try:
        stamp = _stamp_file(words)
        stamp.parent.mkdir(parents=True, exist_ok=True)
        fresh = stamp.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(msgspec.json.encode(Stamp(names, digest(names), made)))
        fresh.replace(stamp)
    except OSError:
        pass


def digest(folders: Iterable[str]) -> str:
    """A hash of everything a build takes in: data, templates, the printer's profile, and the program itself."""
    found = hashlib.sha256(f"{__version__} {sys.version}".encode())
    for folder in folders:
        for file in sorted(_files(folder)):
            found.update(f"\0{file}\0".encode())
            found.update(Path(file).read_bytes())
    for part in (str(PACKAGE), *sys.path):  # a new version of the program or of a library it uses
        seen = _seen(Path(part))
        found.update(f"\0{part} {seen[1] if seen else 0}".encode())
    for file in sorted(_files(str(PACKAGE), (".py",))):
        found.update(f"\0{file} {_seen(Path(file))}".encode())
    return found.hexdigest()


def glance(folders: Iterable[str]) -> int:
    """As `digest`, but only by the times and sizes of the files: cheap enough to ask several times a second."""
    return hash(tuple((file, _seen(Path(file))) for folder in folders for file in _files(folder)))


def _files(folder: str, endings: tuple[str, ...] = TAKEN_IN) -> Iterator[str]:
    """The files below a folder, or the file itself."""
    if Path(folder).is_file():
        yield folder
        return
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.is_dir():
            if not entry.name.startswith((".", "__")):
                yield from _files(entry.path, endings)
        elif entry.name.endswith(endings):
            yield entry.path


def _seen(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def _stamp_file(words: list[str]) -> Path:
    asked = msgspec.json.encode([str(Path.cwd()), words])
    return cache_folder() / f"build-{hashlib.sha256(asked).hexdigest()[:24]}.json"
