"""Venetia: whose each rule is, what we decided, and whether all printed texts agree with the rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import yaml

from venice_pnp.games import open_kit
from venice_pnp.kit.book import RULES, Rulebook
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
