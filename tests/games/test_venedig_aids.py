"""Venedig: what the summary, the cards and the board claim, each with the rule that says so; and the named set-up.

A claim is a text of parts.yaml in both languages with its numbers filled in. If a claim is worded anew or a number of
the rules changes, the row here must be looked at again.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from venice_pnp.games import open_kit
from venice_pnp.games.venedig.rules.bound import Rules
from venice_pnp.kit.book import BOOKLET, BookletFile, SetupFile, load_book
from venice_pnp.kit.reader import Reader
from venice_pnp.referee.script import Script
from venice_pnp.speech.texts import kit_texts
from venice_pnp.speech.words import Speech

KIT = open_kit("venedig")
VENEDIG = Rules(KIT)
TEXTS: dict[str, dict[str, str]] = yaml.safe_load((KIT.folder / "parts.yaml").read_text("utf-8"))["texts"]
RULES: dict[str, dict[str, str]] = kit_texts(KIT, "rules")["rules"]

# text, piece of it in English and German, rule, and what the rule says of it in both languages
Claim = tuple[str, str, str, str, str, str]
CLAIMS: list[Claim] = [
    (
        "summary-one",
        "Lay out cards, build what is complete",
        "Karten auslegen, Fertiges bauen",
        "VEN-5.5",
        "for which all cards lie out",
        "für die alle Karten ausliegen",
    ),
    (
        "summary-one",
        "Most cards: you are its builder and take the figure",
        "Wer die meisten Karten hat, ist Baumeister und nimmt die Figur",
        "VEN-7.6",
        "only if he now has more shared cards",
        "wenn er jetzt mehr gemeinsame Karten",
    ),
    (
        "summary-one",
        "Builder: all points, helpers half",
        "volle Punkte, Helfer die halben",
        "VEN-7.23",
        "full points, every helper half",
        "vollen Punkte, jeder Helfer die Hälfte",
    ),
    (
        "summary-one",
        "A gondola at the quarter: a treasure",
        "Gondel am Viertel: ein Schatz",
        "VEN-7.17",
        "touches the quarter built in draws one treasure",
        "das bebaute Viertel berührt, zieht blind einen Schatz",
    ),
    (
        "summary-one",
        "At most 2 kinds stay out",
        "Höchstens 2 Arten bleiben liegen",
        "VEN-5.7",
        "at most 2 kinds may stay out",
        "höchstens 2 Arten liegen bleiben",
    ),
    (
        "summary-two",
        "Drain: take up to 2 swamp tiles",
        "Trockenlegen: bis zu 2 Sumpfplättchen nehmen",
        "VEN-5.8",
        "may take up to 2 swamp tiles",
        "bis zu 2 Sumpfplättchen",
    ),
    (
        "summary-two",
        "only you look at their gold",
        "nur du siehst ihr Gold",
        "VEN-7.33",
        "only he looks at the gold",
        "nur er sieht sich das Gold an",
    ),
    (
        "summary-three",
        "Draw 1 card from pile or pool",
        "Ziehen: 1 Karte vom Stapel oder aus der Auslage",
        "VEN-7.39",
        "exactly 1 card, from the pool or from the pile",
        "genau 1 Karte nehmen, aus der Auslage oder vom Stapel",
    ),
    (
        "summary-three",
        "give one into the pool and take 3 from pool and pile",
        "eine dorthin geben und 3 nehmen",
        "VEN-7.39",
        "take exactly 3 cards from pool and/or pile",
        "genau 3 Karten aus Auslage und/oder Stapel",
    ),
    (
        "summary-three",
        "At most 5 in hand",
        "Höchstens 5 auf der Hand",
        "VEN-7.42",
        "Never more than 5 cards in hand",
        "Nie mehr als 5 Karten auf der Hand",
    ),
    (
        "summary-three",
        "4 cards in the pool are cleared",
        "4 in der Auslage: alle weg",
        "VEN-5.10",
        "exactly 4 cards lie in the pool",
        "genau 4 Karten in der Auslage",
    ),
    (
        "summary-any",
        "Any time in your turn",
        "Jederzeit im Zug",
        "VEN-5.11",
        "at any time in his turn",
        "in seinem Zug jederzeit",
    ),
    (
        "summary-any",
        "5 gold = 1 space",
        "5 Gold = 1 Feld",
        "VEN-7.37",
        "one space per full 5 gold",
        "ein Gondelfeld je volle 5 Gold",
    ),
    (
        "summary-any",
        "a gondola reaches 60",
        "Eine Gondel erreicht die 60",
        "VEN-8.1",
        "a gondola stands on 60 or beyond",
        "eine Gondel auf der 60 oder dahinter",
    ),
    (
        "summary-any",
        "or a kind is used up",
        "oder eine Art ist aufgebraucht",
        "VEN-8.1",
        "the supply of one kind is empty",
        "der Vorrat einer Art leer ist",
    ),
    (
        "summary-any",
        "Then each exchanges once more",
        "Dann tauscht jeder noch einmal",
        "VEN-8.4",
        "every player may exchange gold once",
        "darf jeder einmal Gold tauschen",
    ),
    ("summary-casa", "1 point", "1 Punkt", "VEN-7.19", "A casa gives 1 point", "Eine Casa bringt 1 Punkt"),
    (
        "summary-palazzo",
        "1 for each unbuilt field beside it",
        "1 je unbebautem Feld daneben",
        "VEN-7.20",
        "1 point per unbuilt field next to",
        "1 Punkt je unbebautem Feld neben",
    ),
    (
        "summary-campo",
        "1 for each built field beside it",
        "1 je bebautem Feld daneben",
        "VEN-7.21",
        "1 point per field next to it that carries a building",
        "1 Punkt je Nachbarfeld, auf dem ein Gebäude",
    ),
    (
        "summary-ponte",
        "1 for each casa in one quarter",
        "1 je Casa in einem Viertel",
        "VEN-7.22",
        "1 point per casa standing there",
        "1 Punkt je Casa, die dort steht",
    ),
    ("summary-basilica", "7 points", "7 Punkte", "VEN-7.19", "a basilica 7 points", "eine Basilica 7 Punkte"),
    ("card-casa", "1 point", "1 Punkt", "VEN-7.19", "A casa gives 1 point", "Eine Casa bringt 1 Punkt"),
    (
        "card-palazzo",
        "1 point for each unbuilt field beside it",
        "1 Punkt je unbebautem Feld daneben",
        "VEN-7.20",
        "1 point per unbuilt field next to",
        "1 Punkt je unbebautem Feld neben",
    ),
    (
        "card-campo",
        "1 point for each built field beside it",
        "1 Punkt je bebautem Feld daneben",
        "VEN-7.21",
        "1 point per field next to it that carries a building",
        "1 Punkt je Nachbarfeld, auf dem ein Gebäude",
    ),
    (
        "card-ponte",
        "1 point for each casa in one of its two quarters",
        "1 Punkt je Casa in einem der beiden Viertel",
        "VEN-7.22",
        "one of the two quarters joined; 1 point per casa",
        "eines der beiden verbundenen Viertel; 1 Punkt je Casa",
    ),
    ("card-basilica", "7 points", "7 Punkte", "VEN-7.19", "a basilica 7 points", "eine Basilica 7 Punkte"),
    (
        "board-stones",
        "free from the start",
        "von Anfang an frei",
        "VEN-7.11",
        "fields with stones are free",
        "Felder mit Steinen sind frei",
    ),
    (
        "board-site",
        "bridge site",
        "Brückenplatz",
        "VEN-3.7",
        "A bridge site is a pair of fields joined by a dashed line",
        "Ein Brückenplatz sind zwei Felder, die eine gestrichelte Linie",
    ),
    (
        "board-first",
        "a building stands here",
        "hier steht ein Gebäude",
        "VEN-4.2",
        "one building of each kind on its printed fields",
        "Je ein Gebäude jeder Art kommt auf seine aufgedruckten Felder",
    ),
    ("board-space", "gondola space", "Gondelfeld", "VEN-3.4", "The spaces for gondolas", "Gondelfelder sind"),
]
LABELS = {"summary-title", "summary-kinds", "summary-head", "board-start", "board-builders", "board-goal"}


def plain(text: str, lang: str) -> str:
    return KIT.filled(text, lang).replace("**", "").replace("\u00a0", " ")


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim[0]}: {claim[1]}")
def test_a_claim_says_what_its_rule_says(claim: Claim) -> None:
    text, en, de, rule, en_rule, de_rule = claim
    for lang, said, ruled in (("en", en, en_rule), ("de", de, de_rule)):
        assert said in plain(TEXTS[text][lang], lang)
        assert ruled in plain(RULES[rule][lang], lang)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_nothing_is_claimed_without_a_rule(text: str, lang: str) -> None:
    """Taken away what stands above, only small words are left."""
    if text in LABELS:
        return
    left = plain(TEXTS[text][lang], lang)
    for claim in sorted((c for c in CLAIMS if c[0] == text), key=lambda c: -len(c[1])):
        left = left.replace(claim[1 if lang == "en" else 2], "", 1)
    words = set(re.findall(r"\w+", left))
    assert words <= {"or", "oder", "The", "end", "Ende"}


# --- the named set-up -------------------------------------------------------------------------------------------
FOUND = Reader().read(KIT.folder / "setups.yaml", SetupFile)
assert FOUND is not None
[REFERENCE] = FOUND.setups


def start_of() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((KIT.folder / "setups.yaml").read_text("utf-8"))["setups"][0]["start"]
    return found


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_the_reference_set_up_is_ready_for_the_first_turn(count: int) -> None:
    names = ["Anke", "Bernd", "Claudia", "Daniel", "Emil"][:count]
    assert REFERENCE.id == "reference"
    state = VENEDIG.setup(names, {}, start_of())
    assert VENEDIG.pending(state) == [{"by": "Anke", "for": "play"}]
    assert VENEDIG.snapshot(state) == VENEDIG.snapshot(VENEDIG.setup(names, {}, None))
    seeded = VENEDIG.setup(names, {}, VENEDIG.dealt(start_of(), "7"))
    assert sum(VENEDIG.snapshot(seeded)["secret"]["hands"]["Anke"].values()) == 3


def test_the_booklet_shows_the_reference_set_up() -> None:
    book = Reader().read(KIT.folder / BOOKLET, BookletFile)
    assert book is not None
    chapter = next(one for one in book.booklet if one.title["en"] == "Setting up")
    assert [block.situation.setup for block in chapter.blocks if block.situation] == [REFERENCE.id]


# --- for people without a computer ------------------------------------------------------------------------------
STRANGE = re.compile(
    r"\b(options?|balanced|listed|seed|referee|command|snapshot|imaginary”|typed|Option|Startwert|Schiedsrichter\w*|Eingabe)\b|“deck”|„deck“"
)


def test_the_booklet_needs_no_computer() -> None:
    """Neither what it says itself nor the rules that it prints; `option 1` and `option 2` are ways to draw."""
    book = Reader().read(KIT.folder / BOOKLET, BookletFile)
    assert book is not None
    printed = [rule for chapter in book.booklet for block in chapter.blocks for rule in block.rules or ()]
    said = [RULES[rule][lang] for rule in printed for lang in ("en", "de")]
    for chapter in book.booklet:
        for block in chapter.blocks:
            said += [text for words in (block.heading, block.text, block.example) if words for text in words.values()]
    found = [
        (text, match[0]) for text in said for match in STRANGE.finditer(re.sub(r"[Oo]ption [12]|\{[^{}]*\}", "", text))
    ]
    assert found == []


def test_the_booklet_says_that_the_other_deck_is_other_cards() -> None:
    book = Reader().read(KIT.folder / BOOKLET, BookletFile)
    assert book is not None
    whole = " ".join(str(block.text) for chapter in book.booklet for block in chapter.blocks if block.text)
    assert "yours is the other split: see “Where the rulebook is silent”" in whole
    assert "habt ihr die andere Verteilung: siehe „Wo das Regelheft schweigt“" in whole
    loaded = load_book(KIT)
    assert loaded is not None
    [other] = [ruling.other for ruling in loaded.rulings if ruling.option == "deck" and ruling.other]
    assert "other cards, printed apart" in other.in_language("en")
    assert "eigens gedruckten Karten" in other.in_language("de")


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", ("every kind", "other cards to print")), ("de", ("Jede Art", "andere Karten zu drucken"))],
)
def test_ven_2_2_who_is_asked_for_the_deck_is_told_what_follows(lang: str, words: tuple[str, str]) -> None:
    [option] = Script(Speech(lang, KIT, [])).options
    assert [value for value, _ in option.values] == list(KIT.tables.options.deck.values)
    for (value, said), word in zip(option.values, words, strict=True):
        assert word in said
        assert f"{getattr(KIT.tables.kinds[0], value)} " in said  # how many case
        assert "{" not in said
