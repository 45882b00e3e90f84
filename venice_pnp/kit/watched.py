"""A kit that notes what is read from it. What was drawn from a part of the data need not be drawn again while that
part stays the same."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, msgpack, to_builtins

from venice_pnp.kit.models import Kit
from venice_pnp.kit.supplies import Print
from venice_pnp.kit.wording import ANY, Words

ALL = "*"  # all tables
SEATS = "seats"
BESIDE = "/"  # before what was read besides the data: templates, symbols
Content = Callable[[str], bytes]


class Watched(Kit, frozen=True, kw_only=True):
    """A kit with notes of the places in its game's own data that were looked at."""

    plain: Kit
    lang: str  # in which texts are read
    read: set[str]
    beside: Content  # what stands in what is not data
    known: dict[str, str]  # hashes of places, each made once

    def looked_up(self, path: str) -> Any:
        self.read.add(path)
        return self.plain.looked_up(path)

    def notes(self) -> dict[str, str]:
        """What was read since the last time, each place with the hash of what stands there."""
        found = {path: self.hash_at(path) for path in sorted(self.read)}
        self.read.clear()
        return found

    def hash_at(self, path: str) -> str:
        if path not in self.known:
            beside = path.startswith(BESIDE)
            self.known[path] = hashed(self.beside(path)) if beside else self.hashed(_at(self.plain, path))
        return self.known[path]

    def hashed(self, value: Any) -> str:
        """A hash of a value as this language tells it: what another says is drawn for others."""
        return hashed(_told(to_builtins(value), self.lang, {*self.plain.game.languages, ANY}))

    def unchanged(self, notes: dict[str, str]) -> bool:
        """Whether the same stands everywhere."""
        return all(self.hash_at(path) == before for path, before in notes.items())


def watched(kit: Kit, lang: str, beside: Content = lambda _path: b"") -> Watched:
    """`beside` tells what stands now in a file that others have noted in `read`."""
    read: set[str] = set()
    own = {name: getattr(kit, name) for name in kit.__struct_fields__}
    own["texts"] = _Noting("texts", kit.texts, read)
    own[SEATS] = _Seats(kit.seats, read)
    components: Any = _Noting("components", kit.components, read)
    own["look_up_print"] = lambda: Print(components, kit.shared)
    if isinstance(kit.tables, Struct):  # a game's own model
        own["tables"] = _Section("", kit.tables, read)
    return Watched(**own, plain=kit, lang=lang, read=read, beside=beside, known={})


def of_the_data(notes: Mapping[str, str]) -> dict[str, str]:
    """Those of them that are not of templates and symbols."""
    return {path: found for path, found in notes.items() if not path.startswith(BESIDE)}


def hashed(value: Any) -> str:
    return hashlib.blake2b(msgpack.encode(value), digest_size=16).hexdigest()


def _told(value: Any, lang: str, languages: set[str]) -> Any:
    """Texts in several languages as one of them says them."""
    if isinstance(value, (list, tuple)):
        return [_told(one, lang, languages) for one in value]
    if not isinstance(value, dict):
        return value
    if value and languages.issuperset(value) and all(isinstance(text, str) for text in value.values()):
        return Words(value).in_language(lang)
    return {name: _told(one, lang, languages) for name, one in value.items()}


def _at(kit: Kit, path: str) -> Any:
    section, _, name = path.partition(".")
    if path == ALL:
        return kit.tables
    if section in ("texts", "components") and not name:
        return list(getattr(kit, section).items())
    if section == "texts":
        return kit.texts.get(name)
    if path == SEATS:
        return kit.seats
    try:
        return kit.looked_up(path)
    except KeyError:
        return None


class _Noting(Mapping[str, Any]):
    """A section of the data by name."""

    def __init__(self, section: str, content: dict[str, Any], read: set[str]) -> None:
        self._section, self._content, self._read = section, content, read

    def __getitem__(self, name: str) -> Any:
        self._read.add(f"{self._section}.{name}")
        return self._content[name]

    def __iter__(self) -> Iterator[str]:
        self._read.add(self._section)
        return iter(self._content)

    def __len__(self) -> int:
        self._read.add(self._section)
        return len(self._content)


class _Seats(Sequence[Any]):
    """The seats, all of them at once: who looks at one goes through the others."""

    def __init__(self, seats: Sequence[Any], read: set[str]) -> None:
        self._seats, self._read = seats, read

    def __getitem__(self, place: Any) -> Any:
        self._read.add(SEATS)
        return self._seats[place]

    def __len__(self) -> int:
        self._read.add(SEATS)
        return len(self._seats)


class _Section:
    """The tables of a game, section by section, and a section of single values, one by one; who asks for more than is
    declared there has seen all of it."""

    __slots__ = ("_name", "_read", "_values")

    def __init__(self, name: str, values: Struct, read: set[str]) -> None:
        self._name, self._values, self._read = name, values, read

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._values, name)
        if name not in self._values.__struct_fields__:
            self._read.add(self._name or ALL)
        elif not self._name and isinstance(found, Struct):
            return _Section(name.replace("_", "-"), found, self._read)  # noted when a value of it is asked for
        else:
            path = f"{self._name}.{name}" if self._name else name
            self._read.add(path.replace("_", "-"))
        return found
