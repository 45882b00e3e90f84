"""Venedig: one word for one thing, in every text of the game and in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from tests.conftest import TEMPLATES
from venice_pnp.games import open_kit
from venice_pnp.kit.book import GlossaryFile
from venice_pnp.kit.reader import Reader

KIT = open_kit("venedig")
FOUND = Reader().read(KIT.folder / "glossary.yaml", GlossaryFile)
assert FOUND is not None
TERMS = FOUND.glossary
FILES = ["rules", "messages", "booklet", "console", "game", "parts", "setups", "buildings"]
SLOT = re.compile(r"\{[^{}]*\}")


def said(value: Any, lang: str) -> Iterator[str]:
    """Every text in a language, wherever it stands; what stands in no language counts for both."""
    if isinstance(value, dict):
        if lang in value and isinstance(value[lang], str):
            yield value[lang]
        for key, one in value.items():
            if not (key in ("en", "de") and isinstance(one, str)) and key != "also":
                yield from said(one, lang)
    elif isinstance(value, list):
        for one in value:
            yield from said(one, lang)


def texts(lang: str) -> Iterator[tuple[str, str]]:
    for name in FILES:
        for text in said(yaml.safe_load((KIT.folder / f"{name}.yaml").read_text("utf-8")), lang):
            yield name, SLOT.sub(" ", text)
    for file in (TEMPLATES / "venedig").glob("*.yaml"):
        for text in said(yaml.safe_load(file.read_text("utf-8")), lang):
            yield file.stem, SLOT.sub(" ", text)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_no_text_uses_a_stranger(lang: str) -> None:
    strangers = {word: term for term, row in TERMS.items() for word in row.strangers[lang]}
    known = "|".join(re.escape(word) for word in sorted(strangers, key=len, reverse=True))
    pattern = re.compile(rf"(?<!\w)({known})(?!\w)", re.IGNORECASE)
    found = [(place, match[0], text) for place, text in texts(lang) for match in pattern.finditer(text)]
    assert found == []


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_term_is_used(lang: str) -> None:
    """Its first word, as players bend it."""
    whole = " ".join(text for _, text in texts(lang)).casefold()
    unused = [term for term, row in TERMS.items() if row.name[lang].split(",")[0].casefold()[:6] not in whole]
    assert unused == []


def test_every_part_has_its_term() -> None:
    named = [part for row in TERMS.values() for part in row.parts]
    ours = {part for part, component in KIT.components.items() if component.extra}
    assert sorted(named) == sorted(set(KIT.components) - ours)
    assert 20 <= len(TERMS) <= 60


def test_a_word_is_a_stranger_of_one_term_and_the_name_of_none() -> None:
    for lang in ("en", "de"):
        every = [word.casefold() for row in TERMS.values() for word in row.strangers[lang]]
        assert len(set(every)) == len(every)
        assert not {row.name[lang].casefold() for row in TERMS.values()} & set(every)
