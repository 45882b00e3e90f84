"""Canaletto: whose its rules are, what its words are, and that its booklet needs no computer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from tests.conftest import DATA
from venice_pnp.kit.book import GlossaryFile, Rulebook, SetupFile
from venice_pnp.kit.reader import Reader
from venice_pnp.referee.table import open_game

FOLDER = DATA / "canaletto"


def told(name: str) -> Any:
    return yaml.safe_load((FOLDER / name).read_text("utf-8"))


def modelled(name: str, model: Any) -> Any:
    reader = Reader()
    found = reader.read(FOLDER / name, model)
    reader.raise_if_faulty()
    return found


BOOK: Rulebook = modelled("rules.yaml", Rulebook)
GLOSSARY = modelled("glossary.yaml", GlossaryFile).glossary
PARTS = told("game.yaml")["components"]


def texts(value: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Every text in a file: where it stands, its language, and what it says."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key in ("en", "de") and isinstance(part, str):
                yield path, key, part
            else:
                yield from texts(part, f"{path}.{key}")
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from texts(part, f"{path}.{number}")


# --- whose a rule is ---------------------------------------------------------------------------------------------
def test_every_rule_has_one_source() -> None:
    sources = BOOK.provenance
    listed = Counter([*sources.rulebook, *sources.short_rules, *sources.ours])
    ruled = {rule for ruling in BOOK.rulings for rule in ruling.rules}
    assert {rule: n for rule, n in listed.items() if n > 1} == {}
    assert {*listed} & ruled == set()
    assert {*listed} | ruled == {*BOOK.rules}


def test_the_rulings_are_those_of_the_rules_page_in_its_order() -> None:
    """By the rule that each is about; the page's section 12."""
    wanted = "7.18 7.18 7.26 7.8 8.4 7.7 7.1 7.3 7.13 7.11 7.28 8.2 8.1 8.7 4.2 7.6 7.27 6.5 7.22 5.12"
    assert [ruling.rules[0] for ruling in BOOK.rulings] == [f"CAN-{number}" for number in wanted.split()]


def test_rulings_name_options_and_refusals_that_exist() -> None:
    options, messages = told("numbers.yaml")["options"], told("messages.yaml")["messages"]
    for ruling in BOOK.rulings:
        assert not ruling.option or ruling.option in options
        assert {*ruling.refusals} <= {*messages}
    assert {ruling.option for ruling in BOOK.rulings} == {"", "next-starter", "debt-limit"}


# --- words -------------------------------------------------------------------------------------------------------
def test_every_part_has_a_word() -> None:
    assert {part for term in GLOSSARY.values() for part in term.parts} == {*PARTS}


@pytest.mark.parametrize("file", sorted(f.name for f in FOLDER.glob("*.yaml") if f.name != "glossary.yaml"))
def test_no_text_uses_a_stranger(file: str) -> None:
    strangers = {
        lang: re.compile(r"(?<!\w)(" + "|".join(re.escape(s) for s in words) + r")(?!\w)", re.IGNORECASE)
        for lang in ("en", "de")
        if (words := [s for term in GLOSSARY.values() for s in term.strangers[lang]])
    }
    found = [(path, m[0]) for path, lang, text in texts(told(file)) if (m := strangers[lang].search(text))]
    assert found == []


def test_the_name_of_a_term_is_used() -> None:
    """In the rules, the booklet or the words at the table; else it would be no word of the players."""
    said = " ".join(
        text for file in FOLDER.glob("*.yaml") if file.name != "glossary.yaml" for _, _, text in texts(told(file.name))
    )
    unused = [
        name for term in GLOSSARY.values() for name in term.name.values() if name.casefold() not in said.casefold()
    ]
    assert unused == []


# --- the booklet -------------------------------------------------------------------------------------------------
MACHINES = {
    "en": r"referee|typed|type in|seed|option|command|computer|session|refused|snapshot|record|prompt|screen",
    "de": r"schiedsrichter|eingegeben|eingabe|startwert|optionen?|befehl|computer|abgelehnt|spielstand|protokoll",
}


def test_the_booklet_is_for_people_without_a_computer() -> None:
    booklet = told("booklet.yaml")
    printed = [rule for chapter in booklet["booklet"] for block in chapter["blocks"] for rule in block.get("rules", ())]
    said = [*texts(booklet), *texts({rule: told("rules.yaml")["rules"][rule] for rule in printed})]
    found = [(p, m[0]) for p, lang, text in said if (m := re.search(rf"\b({MACHINES[lang]})\b", text, re.IGNORECASE))]
    assert found == []


# --- set-ups -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [["Anke", "Bernd", "Claudia"], ["Anke", "Bernd", "Claudia", "Daniel"]])
def test_the_reference_set_up_begins_with_the_first_bid(players: list[str]) -> None:
    """CAN-3.7: on a table without a seed, nothing is left to set up, and what lies there is what the booklet says."""
    [setup] = modelled("setups.yaml", SetupFile).setups
    assert setup.id == "reference"
    rules = open_game("canaletto").rules
    table = rules.snapshot(rules.setup(players, {}, setup.start))
    assert table["await"] == [{"by": "Anke", "for": "auction"}]
    reference = told("numbers.yaml")["reference"]
    assert {part: table[part] for part in reference} == reference
    assert (table["gondola"], table["round"], set(table["money"].values())) == (reference["column"], 1, {30})
    names = {row["id"]: row["name"] for row in told("artworks.yaml")["kinds"]}
    for lang in ("en", "de"):
        lots = [
            f"{n} " + ", ".join(_said(names[kind][lang], lang) for kind in lot)
            for n, lot in enumerate(reference["palaces"].values(), 1)
        ]
        assert "\n".join(lots) in BOOK.rules["CAN-3.7"][lang]


def _said(name: str, lang: str) -> str:
    return name if lang == "de" else name.lower()
