"""What was read and checked once is kept in the user's cache, found again by the hash of its files.

A referee command starts several times faster when it need not read YAML. Only whole, valid results
are kept; a cache that cannot be read or written is as good as none.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from venice_pnp import __version__
from venice_pnp.kit.folders import small_file, user_folder
from venice_pnp.kit.limits import LETTERS

T = TypeVar("T")
MODELS = tuple(Path(__file__).with_name(name) for name in ("models.py", "supplies.py"))
DAY = 24 * 3600  # seconds
FORGOTTEN = 30 * DAY
CHECK = 16  # bytes
TIDIED = "tidied"  # a file as old as the last tidying


def cache_folder() -> Path:
    return user_folder("cache")


def kept(what: str, files: Iterable[Path], kind: Any, make: Callable[[], T]) -> T:
    """What `make` returns, or what it returned when the files were the same. `kind` is its type for msgspec."""
    try:
        path = cache_folder() / f"{what}-{_key(files, kind)}.msgpack"
        found: T = msgspec.msgpack.decode(taken(path), type=kind, dec_hook=as_words)
        return found
    except (OSError, msgspec.DecodeError):
        pass
    made = make()
    with suppress(UnboundLocalError):  # the files cannot be read; whoever made something of them has his reasons
        put_by(path, msgspec.msgpack.encode(made))
    return made


def taken(path: Path) -> bytes:
    """What was put by; raises OSError if it is not there, or not as it was: then it is made anew."""
    kept = path.read_bytes()
    content = kept[CHECK:]
    if kept[:CHECK] != _check(content):
        raise OSError(f"{path} is damaged")
    return content


def _check(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=CHECK).digest()


def put_by(path: Path, content: bytes) -> None:
    """Keeps a file in the cache with a checksum before it; one that cannot be written is as good as none."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(_check(content) + content)
        fresh.replace(path)
        _tidy_up(path.parent)


def _tidy_up(folder: Path) -> None:
    """Once a day: what has lain there for long goes. It is made again when it is asked for."""
    done, now = folder / TIDIED, time.time()
    if done.exists() and now - done.stat().st_mtime < DAY:
        return
    done.touch()
    for other in folder.iterdir():
        if other.is_file() and now - other.stat().st_mtime > FORGOTTEN:
            other.unlink()


def _key(files: Iterable[Path], kind: Any) -> str:
    """The hash of the files' contents and of the shape they are read into."""
    digest = hashlib.sha256(f"{__version__} {kind}".encode())
    for file in files:
        digest.update(f"\0{file}\0".encode() + small_file(file, LETTERS))
    digest.update(str([file.stat().st_mtime_ns for file in MODELS]).encode())
    return digest.hexdigest()[:32]


def as_words(kind: Any, value: Any) -> Any:
    """Texts by language and other special mappings, for msgspec."""
    if issubclass(kind, dict):
        return kind(value)
    raise NotImplementedError(kind)
