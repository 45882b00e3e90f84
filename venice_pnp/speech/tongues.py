"""Which languages there are, what each leans on, and by which words people answer. All of it is data: the list of
languages stands in `data/words.yaml`, an own folder of data may add to it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from venice_pnp.kit.load import home
from venice_pnp.speech.folded import folded
from venice_pnp.speech.texts import file_over, texts_of

WORDS, REFEREE = "words.yaml", Path("referee") / "messages.yaml"
OWN = home("data") / REFEREE  # what the referee says of itself
ADDED = ("commands", "answers")
MYSELF = "myself"  # the words by which people name themselves: no answers


class Tongues(Struct, frozen=True):
    """The languages by their codes, with their own names, and the one that each leans on."""

    names: dict[str, str]
    leans_on: dict[str, str]

    @property
    def first(self) -> str:
        return next(iter(self.names))

    def chain(self, lang: str) -> list[str]:
        """The languages in which a text is looked for: its own, what it leans on, the first."""
        return list(dict.fromkeys((lang, self.leans_on.get(lang, lang), self.first)))

    def meant(self, word: str) -> str | None:
        """The language that a code or a name stands for: `de`, `de_AT.UTF-8`, `deutsch`."""
        code = word[:2].lower()
        is_name = len(word) > 2 and not {"_", "."} & set(word)
        by_name = [lang for lang, name in self.names.items() if is_name and folded(name).startswith(folded(word))]
        return by_name[0] if by_name else code if code in self.names else None


@cache
def tongues(data: Path | None = None) -> Tongues:
    """Of the house, and of an own folder of data."""
    texts = _laid(data, Path(WORDS))
    return Tongues(dict(texts.get("languages") or {}), dict(texts.get("fallback") or {}))


@cache
def referee_texts(data: Path | None = None) -> Mapping[str, Any]:
    """What the referee says of itself, with what an own folder of data lays over it; words for commands and answers
    are added to ours."""
    texts, ours = _laid(data, REFEREE), _ours(REFEREE)
    for section in ADDED if texts is not ours else ():
        rows = {name: [*words, *texts[section].get(name, ())] for name, words in ours[section].items()}
        texts[section] = {name: list(dict.fromkeys(words)) for name, words in rows.items()}
    return texts


def _laid(data: Path | None, name: Path) -> dict[str, Any]:
    """Our texts, with those of an own folder over them."""
    if data is None or data == home("data") or not (data / name).is_file():
        return _ours(name)
    return file_over(_ours(name), data / name)


@cache
def _ours(name: Path) -> dict[str, Any]:
    return texts_of(home("data") / name)


@cache
def answers(data: Path | None = None) -> Mapping[str, frozenset[str]]:
    """The words of all languages by which people answer: `yes`, `no`, `back`, `stop`, `all`, `skip`, `nothing`."""
    rows = referee_texts(data).get("answers") or {}
    return {str(name): frozenset(folded(str(word)) for word in words) for name, words in rows.items()}


def is_answer(text: str, *kinds: str, data: Path | None = None) -> bool:
    """Is this one of the words for one of these?"""
    return any(folded(text) in answers(data)[kind] for kind in kinds)


@cache
def single_letters(data: Path | None = None) -> frozenset[str]:
    """Letters that are commands or answers by themselves."""
    texts = referee_texts(data)
    rows = ((name, row) for section in ADDED for name, row in (texts.get(section) or {}).items() if name != MYSELF)
    words = (str(word) for _, row in rows for word in row)
    return frozenset(folded(word) for word in words if len(word) == 1)
