"""Venetia: whose each rule is, what we decided, and whether all printed texts agree with the rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from venice_pnp.games import open_kit
from venice_pnp.games.venetia.rules.bound import Rules
from venice_pnp.kit.book import RULES, GlossaryFile, Rulebook, SetupFile, load_book
from venice_pnp.kit.reader import Reader

KIT = open_kit("venetia")


def read(name: str, model: Any) -> Any:
    """A file of the game by its model."""
    reader = Reader()
    found = reader.read(KIT.folder / name, model)
    reader.raise_if_faulty()
    return found


def plain(name: str) -> Any:
    return yaml.safe_load((KIT.folder / name).read_text())


BOOK: Rulebook = read(RULES, Rulebook)
MESSAGES = plain("messages.yaml")["messages"]
PAGE = """
    3.4 3.4 2.2 4.9 5.12 7.72 5.16 5.4 5.18 7.3 7.9 7.12 7.22 7.23 7.26 7.28 7.30 7.31 7.32 7.34
    7.36 7.52 7.53 7.59 7.62 7.63 7.67 7.81 7.84 7.87 7.93 7.96 7.98 7.101 7.75 8.12 8.13 8.15 4.7 7.13
"""  # the first rule of each decision, in the order of the rules page


# --- whose a rule is ------------------------------------------------------------------------------------
def test_every_rule_is_somebodys_and_only_his() -> None:
    sources = BOOK.provenance
    listed = Counter([*sources.rulebook, *sources.short_rules, *sources.ours])
    decided = {rule for ruling in BOOK.rulings for rule in ruling.rules}
    assert max(listed.values()) == 1
    assert not decided & set(listed)
    assert decided | set(listed) == set(BOOK.rules)


def test_every_decision_of_the_rules_page_is_one_ruling() -> None:
    assert [ruling.rules[0] for ruling in BOOK.rulings] == [f"VTA-{number}" for number in PAGE.split()]


def test_a_ruling_is_short() -> None:
    for ruling in BOOK.rulings:
        for lang in KIT.game.languages:
            words = sum(len(text.in_language(lang).split()) for text in (ruling.book, ruling.chosen, ruling.why))
            assert 20 <= words <= 60, (ruling.rules, lang, words)


def test_a_refusal_rests_on_one_ruling_that_names_its_rule() -> None:
    keys = [key for ruling in BOOK.rulings for key in ruling.refusals]
    assert len(keys) == len(set(keys))
    assert set(keys) <= set(MESSAGES)
    own = {rule for ruling in BOOK.rulings for rule in ruling.rules}
    for key in keys:
        rule = ".".join(key.split(".")[:2])
        assert rule in own, key


def test_a_ruling_can_be_played_the_other_way_where_it_names_an_option() -> None:
    options = {option.id for option in KIT.tables.options}
    named = {ruling.rules[0]: ruling.option for ruling in BOOK.rulings if ruling.option}
    assert named == {"VTA-7.26": "tiles-back", "VTA-7.98": "all-grey"}
    assert set(named.values()) <= options
    asked = {row["id"]: row["values"] for row in plain("console.yaml")["options"]}
    assert list(asked) == [option.id for option in KIT.tables.options]
    for values in asked.values():
        assert set(values) == {"false", "true"}
        for lang in KIT.game.languages:  # each value says what follows from it
            assert all(len(words[lang].split()) > 3 for words in values.values())


# --- words ----------------------------------------------------------------------------------------------
GLOSSARY: GlossaryFile = read("glossary.yaml", GlossaryFile)


def said(node: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Every text of a file with its place and its language; words to be typed are no texts."""
    if isinstance(node, dict):
        for key, part in node.items():
            if key in ("en", "de") and isinstance(part, str):
                yield path, key, part
            elif key not in ("also", "type", "words", "strangers"):
                yield from said(part, f"{path}.{key}")
    elif isinstance(node, list):
        for at, part in enumerate(node):
            yield from said(part, f"{path}.{at}")


def test_every_part_has_its_word_and_only_one() -> None:
    called = Counter(part for term in GLOSSARY.glossary.values() for part in term.parts)
    assert set(called) == set(KIT.components)
    assert max(called.values()) == 1
    for lang in KIT.game.languages:
        names = [term.name.in_language(lang) for term in GLOSSARY.glossary.values()]
        strangers = [word for term in GLOSSARY.glossary.values() for word in term.strangers.get(lang, ())]
        assert len(names) == len(set(names))
        assert not {word.lower() for word in strangers} & {name.lower() for name in names}


def test_no_text_uses_a_strange_word() -> None:
    strange = {
        lang: re.compile(r"(?<!\w)(" + "|".join(map(re.escape, words)) + r")(?!\w)", re.I)
        for lang in KIT.game.languages
        for words in [[word for term in GLOSSARY.glossary.values() for word in term.strangers.get(lang, ())]]
    }
    files = [file.name for file in KIT.folder.glob("*.yaml") if file.name != "glossary.yaml"]
    texts = [(file, *one) for file in files for one in said(plain(file))]
    assert len(texts) > 1000
    assert [one for one in texts if strange[one[2]].search(one[3])] == []


def test_the_booklet_is_for_people_without_a_computer() -> None:
    """Neither its prose nor the rules that it prints speak of the referee, of seeds, data or options by their id."""
    book = load_book(KIT)
    assert book is not None
    shown = {*book.used(), *(component.rule for component in KIT.components.values())}
    texts = [(rule, lang, text) for rule in shown for lang, text in book.rules[rule].items()]
    texts += list(said(plain("booklet.yaml")["booklet"]))
    rulings = [(ruling.rules[0], ruling) for ruling in BOOK.rulings if ruling.rules[0] != "VTA-5.18"]
    for rule, ruling in rulings:
        texts += [
            (rule, lang, text) for part in (ruling.book, ruling.chosen, ruling.why) for lang, text in part.items()
        ]
    inner = r"\b(referee|Schiedsrichter|seed|Startzahl|typed|eingetippt|snapshot|YAML|command|Kommando|Spieldaten|tiles-back|all-grey)\b"
    assert [one for one in texts if re.search(inner, one[2], re.I)] == []


def test_rules_that_people_need_at_a_table_stand_in_the_booklet() -> None:
    book = load_book(KIT)
    assert book is not None
    left = {rule for rule in BOOK.rules if not rule.startswith(("VTA-6.", "VTA-9.", "VTA-10."))} - set(book.used())
    parts = {component.rule for component in KIT.components.values()}
    assert left - parts == {"VTA-3.3", "VTA-5.17", "VTA-5.18", "VTA-8.5"}  # large colonies stand in the table


# --- the set-up -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_reference_set_up_is_how_every_game_begins(n: int) -> None:
    setups: SetupFile = read("setups.yaml", SetupFile)
    (reference,) = setups.setups
    assert reference.id == "reference"
    rules, players = Rules(KIT), ["Anke", "Bernd", "Claudia", "Daniel"][:n]
    start = plain("setups.yaml")["setups"][0]["start"]
    state = rules.setup(players, {}, start)
    assert rules.snapshot(state) == rules.snapshot(rules.setup(players, {}, None))
    assert rules.audit({"players": players, **start}) == []
    assert [one["for"] for one in rules.pending(state)] == ["candidate"] * n  # nothing is left to set up
    book = load_book(KIT)
    assert book is not None
    shown = [block.situation for chapter in book.chapters for block in chapter.blocks if block.situation]
    assert [situation.setup for situation in shown if situation.setup] == ["reference"]
