"""Doge: whose each rule is, what our rulings rest on, and what the printed texts claim."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from venice_pnp.games import open_kit
from venice_pnp.games.doge.rules.bound import Rules
from venice_pnp.kit.book import GlossaryFile, Rulebook, SetupFile, Term
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


# --- the overview sheet -----------------------------------------------------------------------------------
# Every claim of the sheet, in its order, with the rule that says it: what the sheet says (English, German), the rule,
# and what of the rule must stay as it is. Together the claims are the whole sheet.
CLAIMS: dict[str, list[tuple[str, str, str, str, str]]] = {
    "placing": [
        ("**Placing** (3 players: 4 turns, 4 players: 3).", "**Setzen** (zu dritt 4 Züge, zu viert 3).",
         "DOGE-5.2", "4 turns with 3 players, 3 turns with 4", "zu dritt in 4 Zügen, zu viert in 3"),
        ("One card and 1–4 tokens, secretly.", "Geheim eine Karte und 1–4 Marken.",
         "DOGE-5.5", "At least 1 and at most 4", "mindestens 1, höchstens 4"),
        ("Show the cards together; tokens stay face down.", "Karten zugleich zeigen, Marken bleiben verdeckt.",
         "DOGE-5.8", "all cards are turned over together. The tokens stay", "alle Karten zugleich aufgedeckt. Die Marken bleiben"),
        ("Each field once a round.", "Jedes Feld einmal je Runde.",
         "DOGE-5.7", "nobody can choose the same field twice in a round", "niemand kann also in einer Runde dasselbe Feld zweimal"),
    ],
    "voting": [
        ("**Voting** in card order.", "**Abstimmen** in Kartenfolge.",
         "DOGE-5.13", "in the order of the open row", "in der Folge der offenen Reihe"),
        ("Your votes: your tokens plus 1 for each advisor of yours in the field.",
         "Deine Stimmen: deine Marken plus 1 je eigenem Berater im Feld.",
         "DOGE-7.1", "the sum of his tokens there, plus 1 for each advisor", "die Summe der eigenen Marken dort, plus 1 für jeden"),
        ("Nothing but a 0 is no vote.", "Bloß eine 0 ist keine Stimme.",
         "DOGE-7.2", "A lone 0 counts like no token", "Eine 0 allein zählt wie gar keine Marke"),
    ],
    "district": [
        ("**District.** First: advisor, then up to 2 houses. Second: up to 1 house.",
         "**Stadtteil.** Erster: Berater, dann bis zu 2 Häuser. Zweiter: bis zu 1 Haus.",
         "DOGE-7.17", "the advisor, then places up to 2 houses; after him the second places up to 1",
         "über den Berater, dann setzt er bis zu 2 Häuser; nach ihm setzt der Zweite bis zu 1"),
        ("Several seconds: up to 1 house each.", "Mehrere Zweite: je bis zu 1 Haus.",
         "DOGE-7.21", "each second places up to 1 house", "setzt jeder Zweite bis zu 1 Haus"),
        ("Several firsts: up to 2 houses each, advisor neutral, no second.",
         "Mehrere Erste: je bis zu 2 Häuser, Berater neutral, kein Zweiter.",
         "DOGE-7.20", "each places up to 2 houses, in table order. The advisor stays neutral, nobody moves a house, and there is no second",
         "setzt jeder bis zu 2 Häuser, in Tischfolge. Der Berater bleibt neutral, niemand setzt ein Haus um, und einen Zweiten gibt es nicht"),
    ],
    "quarantia": [
        ("**Quarantia.** Advisor I: first. II: second. III: first.", "**Quarantia.** Berater I: Erster. II: Zweiter. III: Erster.",
         "DOGE-7.24", "he decides about advisor I, then the second's part follows (DOGE-7.25 to DOGE-7.27), then the first decides about advisor III",
         "entscheidet er über Berater I, dann folgt der Teil des Zweiten (DOGE-7.25 bis DOGE-7.27), dann entscheidet der Erste über Berater III"),
        ("No second: II neutral, unless agreed otherwise.", "Kein Zweiter: II neutral, wenn nicht anders ausgemacht.",
         "DOGE-7.27", "If nobody is second in the Quarantia, advisor II stays neutral. You may agree", "niemand Zweiter, bleibt Berater II neutral. Ihr könnt vor der Partie ausmachen"),
        ("Several seconds: up to 1 house move each, II neutral.", "Mehrere Zweite: je bis zu 1 Haus umsetzen, II neutral.",
         "DOGE-7.26", "advisor II stays neutral; each second may make up to 1 house move", "bleibt Berater II neutral; jeder Zweite darf bis zu 1 Haus umsetzen"),
        ("Several firsts: up to 2 house moves each, all three neutral, no second.",
         "Mehrere Erste: je bis zu 2 Häuser umsetzen, alle drei neutral, kein Zweiter.",
         "DOGE-7.28", "all three advisors stay neutral; each first may make up to 2 house moves", "bleiben alle drei Berater neutral; jeder Erste darf bis zu 2 Häuser umsetzen"),
    ],
    "advisor": [
        ("**Advisor.** Take him (onto your ring,", "**Berater.** Nimm ihn (auf deinen Ring,",
         "DOGE-7.8", "puts one of his own rings under him", "stellt ihn auf einen eigenen Ring"),
        ("into any field but his home)", "in jedes Feld außer seiner Heimat)",
         "DOGE-7.10", "in any of the seven fields", "in jedes der sieben Felder"),
        ("or waive: he turns neutral, and you may move one house", "oder verzichte: Er wird neutral, du darfst ein Haus umsetzen",
         "DOGE-7.12", "stays neutral, and the player may move one of his own houses", "bleibt neutral, und man darf ein eigenes Haus umsetzen"),
        ("(district: out of it or into it;", "(Stadtteil: hinaus oder herein;",
         "DOGE-7.15", "out of that district or into it", "aus diesem Stadtteil hinaus oder in ihn herein"),
        ("Quarantia: from any district to any other).", "Quarantia: aus einem beliebigen in einen anderen).",
         "DOGE-7.16", "from any district to any other", "aus einem beliebigen Stadtteil in einen beliebigen anderen"),
        ("No ring left: waive.", "Kein Ring mehr: verzichten.",
         "DOGE-7.13", "Without a ring in the supply a player must waive", "Ohne Ring im Vorrat muss man verzichten"),
    ],
    "palazzo": [
        ("**Palazzo.** Right after your houses arrive in a district you may build one there:",
         "**Palazzo.** Gleich wenn deine Häuser in einem Stadtteil ankommen, darfst du dort einen bauen:",
         "DOGE-7.30", "He may build there at once, and at no other time", "Er darf dort bauen, sofort und sonst nie"),
        ("take back as many houses as the next free site says.", "Nimm so viele Häuser zurück, wie der nächste freie Bauplatz sagt.",
         "DOGE-7.33", "as the palazzo costs back into his supply", "in den Vorrat zurück, wie der Palazzo kostet"),
        ("Tied players build as if at once.", "Bei Gleichstand baut ihr wie zugleich.",
         "DOGE-7.37", "build as if at the same time", "bauen wie gleichzeitig"),
    ],
    "after": [
        ("**After a vote.** Tokens back to their owners, order card aside,",
         "**Nach einer Abstimmung.** Marken zurück an die Besitzer, Karte zur Seite,",
         "DOGE-5.15", "return to their owners' supplies, and the order card of the field is set aside", "Vorräte ihrer Besitzer zurück, und die Reihenfolge-Karte des Feldes kommt zur Seite"),
        ("uncover the next card of the other set.", "nächste Karte des anderen Satzes aufdecken.",
         "DOGE-5.16", "face-down card of the other set is uncovered", "vom anderen Satz die verdeckte Karte aufgedeckt"),
        ("After the seventh: shuffle the cards set aside, lay them face down.", "Nach der siebten: abgelegte Karten mischen und verdeckt auslegen.",
         "DOGE-5.19", "the seven cards set aside are shuffled and laid face down", "die sieben zur Seite gelegten Karten gemischt und verdeckt"),
    ],
    "end": [
        ("**End.** After a round in which someone has at least 6 palazzi in 6 districts, 7 in 5, or 8 in 4.",
         "**Ende.** Nach der Runde, in der jemand mindestens 6 Palazzi in 6 Stadtteilen hat, 7 in 5 oder 8 in 4.",
         "DOGE-8.1", "at least 1 palazzo in each of the six districts; (b) at least 7 palazzi in at least 5 districts; (c) 8 palazzi in at least 4",
         "mindestens 1 Palazzo in jedem der sechs Stadtteile; (b) mindestens 7 Palazzi in mindestens 5 Stadtteilen; (c) 8 Palazzi in mindestens 4"),
        ("Several: the most palazzi,", "Mehrere: meiste Palazzi,",
         "DOGE-8.4", "whoever of them has the most palazzi", "wer die meisten Palazzi"),
        ("then the most houses on the board,", "dann meiste Häuser auf dem Plan,",
         "DOGE-8.5", "most houses on the board decide", "entscheiden die meisten Häuser auf dem Plan"),
        ("then the win is shared.", "dann geteilter Sieg.",
         "DOGE-8.6", "they share the win", "teilen sie sich den Sieg"),
    ],
}  # fmt: skip


def test_the_overview_has_no_other_paragraphs() -> None:
    found = [key.removeprefix("overview-") for key in KIT.texts if key.startswith("overview-")]
    assert found == ["title", *CLAIMS]


@pytest.mark.parametrize("part", CLAIMS)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_each_claim_of_the_overview_is_what_its_rule_says(part: str, lang: str, rulebook: Rulebook) -> None:
    at = ("en", "de").index(lang)
    sheet = KIT.filled(KIT.texts[f"overview-{part}"][lang], lang)
    assert sheet == " ".join(claim[at] for claim in CLAIMS[part])
    for claim in CLAIMS[part]:
        rule = " ".join(KIT.filled(rulebook.rules[claim[2]][lang], lang).split())
        assert claim[3 + at] in rule, claim[2]


def test_numbers_of_the_overview_are_those_of_the_rules(rulebook: Rulebook) -> None:
    """None is typed by hand: what a claim shows is filled in from the same place as in its rule."""
    for part, claims in CLAIMS.items():
        for lang in ("en", "de"):
            slots = set(re.findall(r"\{[^}]+\}", KIT.texts[f"overview-{part}"][lang])) - WRITTEN_OUT
            said = " ".join(rulebook.rules[claim[2]][lang] for claim in claims)
            assert {slot for slot in slots if slot not in said} == set(), (part, lang)


WRITTEN_OUT = {"{win.0.palazzi}", "{win.0.districts}"}  # the rule says: one in each of the six districts


# --- the words of the game --------------------------------------------------------------------------------
def glossary() -> dict[str, Term]:
    reader = Reader()
    found = reader.read(KIT.folder / "glossary.yaml", GlossaryFile)
    reader.raise_if_faulty()
    assert found is not None
    return found.glossary


def spoken(value: Any, lang: str) -> Iterator[str]:
    """Every text of a language in a file of data."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key == lang and isinstance(part, str):
                yield part
            else:
                yield from spoken(part, lang)
    elif isinstance(value, list):
        for part in value:
            yield from spoken(part, lang)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", ["rules", "messages", "booklet", "console", "game", "fields", "setups"])
def test_no_text_calls_a_thing_by_another_name(name: str, lang: str) -> None:
    texts = [" ".join(text.split()) for text in spoken(read(name), lang)]
    assert texts
    strange = [word for term in glossary().values() for word in term.strangers.get(lang, [])]
    ban = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, strange))})(?!\w)", re.IGNORECASE)
    assert [text for text in texts if ban.search(text)] == []


def test_every_part_has_a_word_and_every_word_a_part_that_there_is() -> None:
    named = [part for term in glossary().values() for part in term.parts]
    assert sorted(named) == sorted(KIT.components)
    for term in glossary().values():
        for lang in ("en", "de"):
            assert term.name[lang].lower() not in [word.lower() for word in term.strangers.get(lang, [])]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_advisors_of_the_quarantia_are_told_by_their_numbers(lang: str) -> None:
    """The same words on the figures, in the booklet and from the referee."""
    word = glossary()["advisor"].name[lang]
    for advisor in KIT.tables.advisors:
        if advisor.number:
            assert advisor.name[lang].lower() == f"{word} {advisor.number}".lower()
    said = " ".join(spoken(read("booklet"), lang)) + " ".join(spoken(read("rules"), lang))
    for number in ("I", "II", "III"):
        assert re.search(rf"{word} {number}\b", said, re.IGNORECASE)


# --- the set-up for a first game --------------------------------------------------------------------------
@pytest.mark.parametrize("players", [3, 4])
def test_the_reference_set_up_begins_with_placing(players: int) -> None:
    reader = Reader()
    found = reader.read(KIT.folder / "setups.yaml", SetupFile)
    reader.raise_if_faulty()
    assert found is not None
    names = ["Anna", "Ben", "Carla", "David"][:players]
    for setup in found.setups:
        rules = Rules(KIT)
        state = rules.setup(names, {}, setup.start)
        assert rules.pending(state) == [{"by": name, "for": "place"} for name in names]
        assert rules.audit(rules.snapshot(state)) == []


# --- the booklet is read without a computer -------------------------------------------------------------------
def test_the_booklet_speaks_of_no_computer_but_where_it_says_so() -> None:
    chapters = read("booklet")["booklet"]
    used = [rule for chapter in chapters for block in chapter["blocks"] for rule in block.get("rules", ())]
    rules = read("rules")["rules"]
    ban = re.compile(
        r"\b(referee|Schiedsrichter|Startwert|seeds?|option|Option|snapshot|Spielstand|computer|program|Programm)\b"
    )
    texts = [text for chapter in chapters[:-1] for lang in ("en", "de") for text in spoken(chapter, lang)]
    texts += [text for rule in used for text in rules[rule].values()]
    assert [text for text in texts if ban.search(text)] == []
