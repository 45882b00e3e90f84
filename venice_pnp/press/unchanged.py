"""A build with nothing changed: noticed before anything heavy is loaded.

After a build the user's cache keeps what it was asked, a hash of all it read, and what it wrote. The same words
with the same hash and the files still there need no second build.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec

from venice_pnp import __version__
from venice_pnp.kit.cache import cache_folder, put_by, taken
from venice_pnp.kit.folders import real, small_file
from venice_pnp.kit.limits import LETTERS

PACKAGE = Path(__file__).resolve().parent.parent
TAKEN_IN = (".yaml", ".svg", ".md", ".html")  # of data and templates
NEVER = ("--watch", "--changes", "-h", "--help")
Seen = tuple[int, int]  # size and time of a file
AT_REST = 2_000_000_000  # nanoseconds
_begun = time.time_ns()
_known: dict[str, tuple[int, int, bytes]] = {}  # size, time and hash of the files of this run and of the last one
_asked: set[str] = set()  # the files of this run
_just_found: dict[tuple[str, ...], str] = {}  # the hash that told that there is something to do, for the build to come


class Stamp(msgspec.Struct, frozen=True):
    """A finished build: the folders it read, their hash, the files it wrote with size and time, and the hashes of
    those it read, to be trusted while they have the same size and time."""

    folders: list[str]
    digest: str
    files: list[tuple[str, int, int]]
    inputs: dict[str, tuple[int, int, bytes]]


def nothing_to_do(words: list[str]) -> int | None:
    """How many files a build of these words would make again, all the same; None if it must be made."""
    _just_found.clear()
    if words[:1] != ["build"] or any(word in NEVER for word in words):
        return None
    try:
        stamp = msgspec.json.decode(taken(_stamp_file(words)), type=Stamp)
    except (OSError, msgspec.DecodeError):
        return None
    _known.update(stamp.inputs)
    now = digest(stamp.folders)
    if stamp.digest != now or any(_seen(name) != (size, at) for name, size, at in stamp.files):
        _just_found[tuple(stamp.folders)] = now
        return None
    return len(stamp.files)


def digest_at_first(folders: Iterable[str]) -> str:
    """A hash of what a build is about to take in, which may have been made a moment ago."""
    names = tuple(folders)
    return _just_found.pop(names, None) or digest(names)


def remember(words: list[str], folders: Iterable[Path], before: str, files: Iterable[Path]) -> None:
    """Keeps what was built from files that had the hash `before` when the build began."""
    if words[:1] != ["build"] or any(word in NEVER for word in words):
        return
    names = [str(real(folder)) for folder in folders]
    made = [(str(real(file)), *(_seen(file) or (0, 0))) for file in files]
    put_by(_stamp_file(words), msgspec.json.encode(Stamp(names, before, made, _settled())))


def digest(folders: Iterable[str]) -> str:
    """A hash of everything a build takes in: data, templates, the printer's profile, and the program itself."""
    found = hashlib.sha256(_program().encode())
    for folder in folders:
        for file, seen in sorted(_files(folder)):
            found.update(f"\0{file}\0".encode() + _content(file, seen))
    return found.hexdigest()


def _content(file: str, seen: Seen) -> bytes:
    """A hash of a file, read once while it does not change; whoever needs a file that cannot be read will say so."""
    _asked.add(file)
    known = _known.get(file)
    if known is None or known[:2] != seen:
        try:
            known = (*seen, hashlib.sha256(small_file(Path(file), LETTERS)).digest())
        except OSError:
            return b""
        _known[file] = known
    return known[2]


def _settled() -> dict[str, tuple[int, int, bytes]]:
    """The hashes of the files that had long been at rest when they were read: one just saved may be saved again with
    the same time."""
    read = {file: _known[file] for file in _asked if file in _known}
    return {file: known for file, known in read.items() if known[1] < _begun - AT_REST}


@cache
def _program() -> str:
    """A hash of the program and of the libraries it uses."""
    found = hashlib.sha256(f"{__version__} {sys.version}".encode())
    for part in (str(PACKAGE), *sys.path):
        seen = _seen(part)
        found.update(f"\0{part} {seen[1] if seen else 0}".encode())
    for file, when in sorted(_files(str(PACKAGE), (".py",))):
        found.update(f"\0{file} {when}".encode())
    return found.hexdigest()


def code_of(drawing: Iterable[Callable[..., object]]) -> list[str]:
    """The files of code from elsewhere that draws faces; the program's own is looked at anyway."""
    files = [Path(sys.modules[draw.__module__].__file__ or "") for draw in drawing]
    folders = dict.fromkeys(file.parent for file in files if PACKAGE not in file.parents)
    return [str(file) for folder in folders for file in sorted(folder.glob("*.py"))]


def glance(folders: Iterable[str]) -> int:
    """As `digest`, but only by the times and sizes of the files: cheap enough to ask several times a second."""
    return hash(tuple(found for folder in folders for found in _files(folder)))


def _files(folder: str, endings: tuple[str, ...] = TAKEN_IN) -> Iterator[tuple[str, Seen]]:
    """The files below a folder, or the file itself, with their sizes and times."""
    if Path(folder).is_file():
        yield folder, _seen(folder) or (0, 0)
        return
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        with suppress(OSError):  # a link that leads nowhere
            if entry.is_dir():
                if not entry.name.startswith((".", "__")):
                    yield from _files(entry.path, endings)
            elif entry.name.endswith(endings):
                found = entry.stat()
                yield entry.path, (found.st_size, found.st_mtime_ns)


def _seen(file: str | Path) -> Seen | None:
    try:
        found = Path(file).stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def _stamp_file(words: list[str]) -> Path:
    asked = msgspec.json.encode([str(Path.cwd()), words])
    return cache_folder() / f"build-{hashlib.sha256(asked).hexdigest()[:24]}.stamp"
