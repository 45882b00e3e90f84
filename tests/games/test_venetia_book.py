"""Venetia: whose each rule is, what we decided, and whether all printed texts agree with the rules."""

from __future__ import annotations

import hashlib
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
    assert sorted(asked) == sorted(option.id for option in KIT.tables.options)
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


# --- aids -----------------------------------------------------------------------------------------------
CLAIMS = {  # what the aids, the palace sheet and the legend say: the rules it rests on, and a mark of both as they were read together
    "legend-small": ("3.1 7.30 8.3", "bd800d"),
    "legend-large": ("3.1 7.30 8.3", "8ac9f9"),
    "legend-sea": ("7.7 3.2", "bd73cb"),
    "legend-region": ("7.51 8.2", "ee68bb"),
    "palace-doge-note": ("7.88", "7a38ba"),
    "palace-threats-note": ("4.2", "7437dc"),
    "palace-used-note": ("7.59 7.67", "c20ec9"),
    "palace-family": ("5.9", "4b9b7d"),
    "palace-how": ("5.8 5.9 5.12 7.80 7.84 7.85", "b4e98b"),
    "die-own": ("5.8", "bd1c1a"),
    "die-others": ("5.8", "24e252"),
    "score-vp": ("8.4", "b326ae"),
    "ports-note": ("7.10 3.2 7.34", "43b8d2"),
    "aid-roll": ("5.3 5.6", "607d0e"),
    "aid-die": ("5.7 5.8 5.9 5.13", "a5277c"),
    "aid-doge": ("5.12", "5d79a9"),
    "aid-act": ("5.13 5.14 7.70 7.72", "1c121e"),
    "aid-end": ("5.16", "949d6c"),
    "aid-vote": ("7.82 7.83 7.84 7.85 7.86 7.87", "399f72"),
    "aid-price": ("7.2 7.12 7.13 7.20 7.40", "719273"),
    "aid-sea": ("7.2 7.3 7.6 7.7", "cab0d0"),
    "aid-trade": ("7.10 7.12", "80b379"),
    "aid-politics": ("7.13", "cef229"),
    "aid-military": ("7.20 7.22 7.24", "5c3604"),
    "aid-kingdom": ("7.11 7.40 7.41", "06e3c9"),
    "aid-revolt": ("7.35", "d98a69"),
    "aid-podesta": ("7.30 3.1", "89c123"),
    "aid-presence": ("8.2", "f288a2"),
    "aid-officials": ("8.3", "d560ff"),
    "aid-markers": ("8.4 8.6 8.7", "a92a65"),
    "aid-last": ("8.11 8.12 8.14 8.15", "6f8eb0"),
    "aid-epochs": ("7.64 7.65 7.66", "f44d96"),
    "aid-threat": ("7.50 7.51 7.52 7.54 7.55", "79094d"),
}
PLAIN = ("aid-turn", "aid-costs", "aid-scoring")  # headings


def claim(key: str) -> tuple[list[str], str, str]:
    """Its rules, and the texts of both in all languages."""
    rules = [f"VTA-{number}" for number in CLAIMS[key][0].split()]
    text = plain("parts.yaml")["texts"][key]
    return rules, str(text), "".join(str(dict(BOOK.rules[rule])) for rule in rules)


@pytest.mark.parametrize("key", CLAIMS)
def test_a_claim_of_an_aid_and_its_rules_were_read_together(key: str) -> None:
    """If this fails, a claim or one of its rules has changed: read both again, then write the new mark down."""
    rules, text, ruled = claim(key)
    assert hashlib.sha256((text + ruled).encode()).hexdigest()[:6] == CLAIMS[key][1], (key, rules)
    numbers = set(re.findall(r"\{[a-z][\w.-]*\}", text))
    assert numbers <= set(re.findall(r"\{[a-z][\w.-]*\}", ruled)), "a number that its rules do not have"


def test_every_claim_is_listed() -> None:
    texts = plain("parts.yaml")["texts"]
    assert {key for key in texts if key.startswith("aid-")} - set(PLAIN) <= set(CLAIMS)
    assert {key for key in texts if key.startswith(("legend-", "palace-")) and len(str(texts[key])) > 70} <= set(CLAIMS)
    drawn = (KIT.folder.parents[1] / "templates/venetia/aid.yaml").read_text()
    assert all(f"{{texts.{key}}}" in drawn for key in texts if key.startswith("aid-"))
