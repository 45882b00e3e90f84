"""Doge: whose each rule is, what our rulings rest on, and what the printed texts claim."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import yaml

from venice_pnp.games import open_kit
from venice_pnp.kit.book import Rulebook
from venice_pnp.kit.reader import Reader

KIT = open_kit("doge")


def read(name: str) -> Any:
    return yaml.safe_load((KIT.folder / f"{name}.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    reader = Reader()
    found = reader.read(KIT.folder / "rules.yaml", Rulebook)
    reader.raise_if_faulty()
    assert found is not None
    return found


# --- whose a rule is --------------------------------------------------------------------------------------
def test_every_rule_has_one_source(rulebook: Rulebook) -> None:
    listed = rulebook.provenance
    plain = Counter([*listed.rulebook, *listed.short_rules, *listed.ours])
    resting = {rule for ruling in rulebook.rulings for rule in ruling.rules}
    assert [rule for rule, n in plain.items() if n > 1 or rule in resting] == []
    assert {*plain, *resting} == set(rulebook.rules)


def test_the_rulings_are_the_decisions_of_the_rules_page(rulebook: Rulebook) -> None:
    """In their order, each by the rule that states it."""
    page = (
        "7.5 7.27 7.9 7.24 7.17 7.18 7.35 7.30 7.30 7.28 7.37 7.38 5.20 7.28 7.28 7.21 5.12 5.15 5.4 7.2 7.12 7.25 7.26 "
        "7.15 8.1 8.6 3.1 8.7 1.7 5.11 6.13 7.7 3.4"
    )
    assert " ".join(ruling.rules[0].removeprefix("DOGE-") for ruling in rulebook.rulings) == page


def test_rulings_name_refusals_and_options_that_there_are(rulebook: Rulebook) -> None:
    said, options = read("messages")["messages"], read("numbers")["options"]
    for ruling in rulebook.rulings:
        assert set(ruling.refusals) <= set(said)
        assert not ruling.option or ruling.option in options
    assert [ruling.option for ruling in rulebook.rulings if ruling.option] == ["second-advisor"]


def test_a_ruling_is_short_enough_for_a_page(rulebook: Rulebook) -> None:
    for ruling in rulebook.rulings:
        for lang in ("en", "de"):
            words = " ".join(text[lang] for text in (ruling.book, ruling.chosen, ruling.why)).split()
            assert 15 <= len(words) <= 65, ruling.rules
