"""Everything there is to translate: each text with the file and the path in it where it stands.

The path names keys, the ids of rows, or the places (from 0) of rows that have none; a file of one's own that holds the
same path is laid over ours (`kit/inherit.py`), so that a translation is nothing but such files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from pathlib import Path
from typing import Literal, NamedTuple

from yaml import MappingNode, Node, ScalarNode, SequenceNode

from venice_pnp.export.site.site_data import SITE_FILE
from venice_pnp.kit.inherit import id_of, laid_over
from venice_pnp.kit.load import EXTENDS, GAME_FILE, TEXT_FILES, home, lineage_of
from venice_pnp.kit.reader import Reader
from venice_pnp.speech.tongues import REFEREE, WORDS, tongues

LANGUAGES = "languages"  # a section of words.yaml: each language by its own name
BESIDE = (REFEREE.as_posix(), SITE_FILE)  # what the referee says of itself, what the site says
SHARED = ("commands", "answers", "small-nouns")  # sections of words that all languages share
QUESTIONS, ASKED_BY = "questions", "words"  # … and the words by which a question is asked
UNSAID = ("strangers",)  # words that no text of ours may use
COMMA = ", "
Keys = tuple[str | int, ...]
Kind = Literal["text", "words", "shared"]  # a text, words of one language, words that all languages share


class Phrase(NamedTuple):
    """One text: where it stands, what it is in the first language, in others, and in the one it is translated into."""

    file: str  # below the folder of data
    keys: Keys
    source: str
    hints: dict[str, str]
    done: str
    kind: Kind = "text"

    @property
    def context(self) -> str:
        """The path, as translators see it."""
        return f"{self.file}:{'.'.join(map(str, self.keys))}"


def catalogue(games: Iterable[str], lang: str, data: Path | None = None) -> list[Phrase]:
    """The texts of these games and of all that they share, and what an own folder of data says for them in `lang`."""
    shipped = home("data")
    folders = [*([data] if data else []), shipped]
    found = [*_in_folders("", folders)]
    for file in BESIDE:
        found += _in_file(file, [folder / file for folder in folders])
    for game in games:
        own = lineage_of(data / game) if data and (data / game / GAME_FILE).is_file() else []
        found += _in_folders(f"{game}/", own or [shipped / game])
    entries = (entry for file, keys, nodes in found for entry in _Section(file, lang).entries(keys, nodes))
    return [entry for entry in entries if entry.source]


# --- sections ----------------------------------------------------------------------------------------------
Found = tuple[str, Keys, list[Node]]  # a section: where it was first written, its name, and what is laid over it since


def _in_folders(prefix: str, folders: Sequence[Path]) -> Iterator[Found]:
    """The sections of a folder that is laid over others; one of data may stand in any of its files."""
    files = {file.name: file for folder in folders for file in folder.glob("*.yaml")}
    for name in sorted(files):
        if name in TEXT_FILES:
            yield from _in_file(f"{prefix}{name}", [folder / name for folder in folders])
    named = [(file.name, file) for folder in folders for file in sorted(folder.glob("*.yaml"))]
    yield from _sections(prefix, [(name, file) for name, file in named if name not in TEXT_FILES])


def _in_file(name: str, files: Sequence[Path]) -> Iterator[Found]:
    yield from _sections("", [(name, file) for file in files if file.is_file()])


def _sections(prefix: str, files: Sequence[tuple[str, Path]]) -> Iterator[Found]:
    reader = Reader()
    found: dict[str, tuple[str, list[Node]]] = {}
    for name, file in reversed(files):
        for section, (_, node) in reader.sections(file).items():
            found.setdefault(section, (name, []))[1].append(node)
    reader.raise_if_faulty()
    for section, (name, nodes) in found.items():
        if section != EXTENDS:
            yield f"{prefix}{name}", (section,), nodes


# --- texts -------------------------------------------------------------------------------------------------
class _Section(NamedTuple):
    """Finds the texts of a section."""

    file: str
    lang: str

    def entries(self, keys: Keys, nodes: list[Node]) -> Iterator[Phrase]:
        whole = reduce(laid_over, nodes)
        if (self.file, *keys) == (WORDS, LANGUAGES) and isinstance(whole, MappingNode):
            yield self._text(keys, whole)
            return
        if keys[0] in SHARED or keys[0] == QUESTIONS:
            before, own = (dict(_shared(keys, node)) for node in (nodes[0], nodes[-1]))
            for found, words in _shared(keys, whole):
                ours = before.get(found, [])
                theirs = [word for word in words if word not in ours]
                if len(nodes) > 1 and not theirs:
                    theirs = own.get(found, [])  # theirs is a word that is there already: "no" in Italian
                yield Phrase(self.file, found, COMMA.join(ours), {}, COMMA.join(theirs), "shared")
        yield from self._texts(keys, whole)

    def _texts(self, keys: Keys, node: Node) -> Iterator[Phrase]:
        """Texts by language, and lists of words by language, wherever they stand."""
        if isinstance(node, SequenceNode):
            named = all(id_of(row) for row in node.value)
            for place, row in enumerate(node.value):
                yield from self._texts((*keys, id_of(row) if named else place), row)
        elif isinstance(node, MappingNode):
            known = (*tongues().names, self.lang)
            spoken = [value for key, value in node.value if key.value in known]
            if any(isinstance(value, SequenceNode) for value in spoken):
                yield self._words(keys, node)
                return
            if any(isinstance(value, ScalarNode) for value in spoken):
                yield self._text(keys, node)
            for key, value in node.value:
                if key.value not in (*known, *UNSAID):
                    yield from self._texts((*keys, key.value), value)

    def _text(self, keys: Keys, node: MappingNode) -> Phrase:
        said = {str(key.value): str(value.value) for key, value in node.value if isinstance(value, ScalarNode)}
        return self._entry(keys, said, "text")

    def _words(self, keys: Keys, node: MappingNode) -> Phrase:
        """Other words for a thing; the first of all is its own name."""
        lists = {str(key.value): [str(word.value) for word in value.value] for key, value in node.value}
        first, names = (
            tongues().first,
            [str(key) for key in keys[-2:-1]],
        )  # a section has none
        lists[first] = list(dict.fromkeys((*names, *lists.get(first, ()))))
        return self._entry(keys, {lang: COMMA.join(words) for lang, words in lists.items()}, "words")

    def _entry(self, keys: Keys, said: dict[str, str], kind: Kind) -> Phrase:
        first = tongues().first
        hints = {lang: said[lang] for lang in tongues().names if lang in said and lang not in (first, self.lang)}
        return Phrase(self.file, keys, said.get(first, ""), hints, said.get(self.lang, ""), kind)


def _shared(keys: Keys, node: Node) -> Iterator[tuple[Keys, list[str]]]:
    """Lists of words that all languages share."""
    if isinstance(node, SequenceNode):
        yield keys, [str(word.value) for word in node.value]
    elif isinstance(node, MappingNode):
        for key, value in node.value:
            if keys[0] != QUESTIONS or len(keys) == 1 or key.value == ASKED_BY:
                yield from _shared((*keys, key.value), value)
