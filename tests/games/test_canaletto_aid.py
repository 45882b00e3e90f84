"""Canaletto: what the printed aids say is what the rules say; neither changes without the other."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest

from venice_pnp.games import open_kit
from venice_pnp.speech.texts import kit_texts

KIT = open_kit("canaletto")
RULES: dict[str, Any] = kit_texts(KIT, "rules")["rules"]
NUMBER = re.compile(r"\{numbers\.[a-z-]+\}")


class Claim(NamedTuple):
    """A part of a printed text, and the part of a rule that it shortens, in both languages."""

    text: str
    en: str
    de: str
    rule: str
    rule_en: str
    rule_de: str
    numbers: frozenset[str] = frozenset()


def claim(text: str, said: tuple[str, str], rule: str, ruled: tuple[str, str], *numbers: str) -> Claim:
    return Claim(text, *said, rule, *ruled, frozenset(f"{{numbers.{n}}}" for n in numbers))


CLAIMS = [
    claim("aid-bid", ("more than before", "mehr als zuvor"), "CAN-7.2",
          ("Every further bid is higher than the high bid", "Jedes weitere Gebot ist höher als das Höchstgebot")),
    claim("aid-bid", ("from {numbers.min-bid} up", "ab {numbers.min-bid}"), "CAN-7.1",
          ("a whole number of ducats, at least {numbers.min-bid}", "mindestens {numbers.min-bid}"), "min-bid"),
    claim("aid-bid", ("Gondola: one palace per ducat", "Gondel: ein Palast je Dukat"), "CAN-7.3",
          ("as many steps from the column as the high bid says", "wie das Höchstgebot beträgt")),
    claim("aid-pass", ("out for this round", "in dieser Runde draußen"), "CAN-7.4",
          ("is out for this round", "ist für diese Runde draußen")),
    claim("aid-pass", ("If all pass, gondola and column go on", "Passen alle: Gondel und Säule weiter"),
          "CAN-7.8", ("gondola and column go together to the next palace clockwise that holds artworks",
                      "ziehen Gondel und Säule gemeinsam zum nächsten Palast im Uhrzeigersinn, in dem Kunstwerke liegen")),
    claim("aid-bribe", ("once a game", "einmal im Spiel"), "CAN-7.15",
          ("one bribe in the whole game", "eine Bestechung im ganzen Spiel")),
    claim("aid-bribe", ("after a bid", "nach Gebot"), "CAN-7.16", ("A bribe needs a bid", "schon geboten worden")),
    claim("aid-bribe", ("of {numbers.bribe-max-bid} or less", "bis {numbers.bribe-max-bid}"), "CAN-7.17",
          ("at most {numbers.bribe-max-bid}", "nicht über {numbers.bribe-max-bid}"), "bribe-max-bid"),
    claim("aid-bribe", ("the lot is yours at once", "das Los sofort"), "CAN-7.18",
          ("ends the auction at once", "beendet die Versteigerung sofort")),
    claim("aid-bribe", ("free", "umsonst"), "CAN-7.14", ("get the lot free of charge", "bekommt das Los umsonst")),
    claim("bribe-1", ("play after a bid", "wenn ein Gebot"), "CAN-7.16", ("A bribe needs a bid", "schon geboten worden")),
    claim("bribe-2", ("of {numbers.bribe-max-bid} or less", "bis {numbers.bribe-max-bid} steht"), "CAN-7.17",
          ("at most {numbers.bribe-max-bid}", "nicht über {numbers.bribe-max-bid}"), "bribe-max-bid"),
    claim("aid-steps", ("**1**\u00a0Lot to the buyer.", "**1**\u00a0Los an den Käufer."), "CAN-7.23",
          ("1. The lot goes to the buyer", "1. Das Los geht an den Käufer")),
    claim("aid-steps", ("**2**\u00a0Pay;", "**2**\u00a0Zahlen;"), "CAN-7.23", ("2. The price is paid", "2. Der Preis wird bezahlt")),
    claim("aid-steps", ("what is missing becomes debt", "was fehlt, wird Schuld"), "CAN-7.11",
          ("Only what the account cannot cover is added to the debt", "Nur was dort fehlt, kommt zu den Schulden")),
    claim("aid-steps", ("**3**\u00a0Sell", "verkaufen"), "CAN-7.23",
          ("3. Complete groups are sold", "3. Vollständige Gruppen werden verkauft")),
    claim("aid-steps", ("every kind that has left the board", "Jede Sorte, die vom Plan ist"), "CAN-7.19",
          ("complete when none of its pieces is left on the board", "wenn keins davon mehr auf dem Plan liegt")),
    claim("aid-steps", ("at the next value", "zum nächsten Wert"), "CAN-7.20",
          ("The price is the first value tile still face up", "das erste noch offene Werteplättchen")),
    claim("aid-steps", ("the buyer picks the order", "Käufer wählt die Folge"), "CAN-7.22",
          ("the buyer names the order", "bestimmt der Käufer, in welcher Reihenfolge")),
    claim("aid-steps", ("**4**\u00a0End", "**4**\u00a0Ende"), "CAN-7.23", ("4. The game may end", "4. Das Spiel endet vielleicht")),
    claim("aid-steps", ("at {numbers.end-kinds} kinds or fewer", "bei höchstens {numbers.end-kinds} Sorten"), "CAN-8.1",
          ("at most {numbers.end-kinds} different kinds", "höchstens {numbers.end-kinds} verschiedene Sorten"), "end-kinds"),
    claim("aid-steps", ("**5**\u00a0The gondola goes on if its palace is empty.",
                        "**5**\u00a0Die Gondel fährt weiter, ist ihr Palast leer."), "CAN-7.24",
          ("If that palace is empty", "Ist dieser Palast leer")),
    claim("aid-steps", ("**6**\u00a0The column follows the gondola.", "**6**\u00a0Die Säule folgt der Gondel."), "CAN-7.25",
          ("The column is put on the gondola's palace", "Die Säule kommt zum Palast der Gondel")),
    claim("aid-steps", ("**7**\u00a0The next start player begins.", "**7**\u00a0Der nächste Startspieler beginnt."), "CAN-7.23",
          ("7. The next start player", "7. Der nächste Startspieler")),
    claim("aid-end", ("account minus {numbers.debt-factor} × debt", "Konto minus {numbers.debt-factor} × Schulden"), "CAN-8.5",
          ("account − {numbers.debt-factor} × debt", "Konto − {numbers.debt-factor} × Schulden"), "debt-factor"),
]  # fmt: skip
TEXTS = {key: words for key, words in KIT.texts.items() if key.startswith(("aid-", "bribe-"))}
HEADINGS = {"aid-title", "aid-after", "aid-kinds"}


@pytest.mark.parametrize("row", CLAIMS, ids=lambda row: f"{row.text}-{row.rule}")
def test_a_claim_of_an_aid_is_a_rule(row: Claim) -> None:
    for lang, said, ruled in (("en", row.en, row.rule_en), ("de", row.de, row.rule_de)):
        assert said in TEXTS[row.text][lang]
        assert ruled in RULES[row.rule][lang]
        assert set(NUMBER.findall(said)) == set(NUMBER.findall(ruled)) == row.numbers


@pytest.mark.parametrize("key", sorted({*TEXTS} - HEADINGS))
@pytest.mark.parametrize("lang", ["en", "de"])
def test_nothing_else_stands_on_an_aid(key: str, lang: str) -> None:
    """What is left without the claims is a move's name, and marks between them."""
    rest = TEXTS[key][lang]
    for said in sorted((getattr(row, lang) for row in CLAIMS if row.text == key), key=len, reverse=True):
        rest = rest.replace(said, "")
    moves = {"Bid", "Pass", "Bribe", "Bieten", "Passen", "Bestechen", "End", "Ende"}
    assert set(re.findall(r"[^\W\d]+", rest)) <= moves, rest


def test_the_aid_has_every_step_after_an_auction() -> None:
    for lang in ("en", "de"):
        steps = re.findall(r"\*\*(\d)\*\*", TEXTS["aid-steps"][lang])
        assert steps == re.findall(r"(?:^|\n)(\d)\. ", RULES["CAN-7.23"][lang])


def test_the_other_side_lists_every_kind_with_its_number() -> None:
    """CAN-2.10: the aid's back draws the table of the kinds, from which the rules take their numbers too."""
    from tests.conftest import TEMPLATES

    assert "table: kinds" in (TEMPLATES / "canaletto" / "aid-back.yaml").read_text("utf-8")
    row = (TEMPLATES / "canaletto" / "aid-kind.yaml").read_text("utf-8")
    assert 'count: "{size}"' in row and 'text: "{name}"' in row
    for kind in KIT.tables.kinds:
        assert f"{{kinds.{kind.id}.size}}" in RULES["CAN-3.2"]["en"]
