"""Venedig: whose every rule is: the rulebook's, ours, or a ruling where the rulebook is silent or says two things."""

from __future__ import annotations

import re

from venice_pnp.games import open_kit
from venice_pnp.kit.book import RULES, Rulebook
from venice_pnp.kit.reader import Reader
from venice_pnp.speech.texts import kit_texts

KIT = open_kit("venedig")
FOUND = Reader().read(KIT.folder / RULES, Rulebook)
assert FOUND is not None
BOOK: Rulebook = FOUND
DECISIONS = (  # of the rules page, in its order: the rule that states what was decided
    *("2.1", "7.36", "3.2", "3.5", "3.6", "3.3", "3.4", "4.9", "5.4", "5.3", "7.3", "7.3", "7.14", "7.15", "7.10"),
    *("7.17", "7.21", "7.22", "7.24", "7.26", "7.27", "7.29", "7.30", "7.31", "7.42", "7.44", "5.10", "7.37", "5.11"),
    *("8.1", "8.3", "8.4", "8.7", "7.46", "7.48", "7.49", "7.50", "7.12", "7.1", "1.4"),
)


def test_every_rule_is_somebodys_and_only_once() -> None:
    sources = BOOK.provenance
    assert sources.short_rules == []
    listed = [*sources.rulebook, *sources.ours]
    ruled = {rule for ruling in BOOK.rulings for rule in ruling.rules}
    assert len(set(listed)) == len(listed)
    assert not ruled & set(listed)
    assert ruled | set(listed) == set(BOOK.rules)


def test_each_decision_is_a_ruling() -> None:
    assert [ruling.rules[0] for ruling in BOOK.rulings] == [f"VEN-{rule}" for rule in DECISIONS]
    assert len(DECISIONS) == 40


def test_only_the_split_of_cards_can_be_played_the_other_way() -> None:
    options = {ruling.rules[0]: ruling.option for ruling in BOOK.rulings if ruling.option}
    assert options == {"VEN-2.1": "deck"}
    assert hasattr(KIT.tables.options, "deck")


def test_refusals_of_rulings_are_those_of_their_rules() -> None:
    messages = kit_texts(KIT, "messages")["messages"]
    for ruling in BOOK.rulings:
        for key in ruling.refusals:
            assert key in messages
            assert key.split(".", 2)[0] + "." + key.split(".")[1] in ruling.rules, key


def test_rulings_are_brief_and_for_players() -> None:
    """They are printed: no options, commands or seeds; the referee only in the ruling about it."""
    strange = re.compile(r"\b(option|command|seed|snapshot|balanced|listed|Option|Befehl|Startwert)\b|[`_{}]|VEN-")
    for ruling in BOOK.rulings:
        for lang in ("en", "de"):
            parts = [words.in_language(lang) for words in (ruling.book, ruling.chosen, ruling.why)]
            said = " ".join(parts)
            assert 25 <= len(said.split()) <= 64, (ruling.rules, lang, len(said.split()))
            assert not strange.search(said), said
            assert ("referee" in said or "Schiedsrichter" in said) == (ruling.rules[0] == "VEN-7.1")
