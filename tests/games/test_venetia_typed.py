"""Venetia as it is typed: by what is printed on the board, the shields and the cards, and by the words of the questions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.test_venetia_words import DIE, KIT, MARKER, THREAT, at_action
from venice_pnp.referee import home
from venice_pnp.referee.chronicle import Chronicle
from venice_pnp.referee.meaning import Ear, Meaning
from venice_pnp.referee.table import new_table
from venice_pnp.speech.words import Speech

THREE = ["Anke", "Bernd", "Claudia"]
OPEN = {sea: {"control": True} for sea in ("golfo-di-venetia", "mare-adriatico", "mare-libico")}
KINGDOMS = {"italia": "hre", "levante": "mamluk", "grecia": "genoa"}
FLEETS = {**OPEN, "mar-tirreno": {"fleets": 1}, "mar-di-levante": {"fleets": 2}}
COLONIES = {"ancona": {"Bernd": 3}, "zara": {"Bernd": 1, "Claudia": 1}}
HAND = {"Anke": {"hand": ["?", "?"]}}
BLOCKED = at_action("politics", seas=OPEN, kingdoms=KINGDOMS)
POLITICS, TRADE = at_action("politics", seas=OPEN), at_action("trade", seas=OPEN)
MILITARY = at_action("military", seas=FLEETS, colonies=COLONIES, houses=HAND)
SPENT = {"type": "military", "value": 3, "ap": 0, "replaced": True, "attacks": 2, "spent": True, "card": "m15"}
BANNER = at_action("military", turn=SPENT, houses=HAND)
DRAW = {**POLITICS, "phase": "draw", "pending": {"draw": ["Anke"], "to": "any", "then": "marker"}}
POOL = {**DIE, "pool": {"trade": [3], "politics": [2, 4]}}


def heard(start: dict[str, Any], line: str, by: str = "Anke", table: str = "typed", **options: bool) -> Meaning:
    path = home.table_path(table)
    return Ear(new_table("venetia", THREE, path=path, start=start, options=options)).understand(by, line)


def said(meaning: Meaning) -> str:
    speech = Speech("en", KIT, THREE)
    if meaning.refused is not None:
        return speech.refusal(meaning.refused)
    return speech.trouble(meaning.trouble) if meaning.trouble else ""


@pytest.mark.parametrize(
    ("start", "line", "move"),
    [
        # letters that the board prints at regions, shields, and the words of the question
        (BLOCKED, "k c", {"do": "kingdom", "region": "italia"}),
        (BLOCKED, "k e", {"do": "kingdom", "region": "grecia"}),
        (BLOCKED, "k genoa", {"do": "kingdom", "region": "grecia"}),
        (BLOCKED, "k holy roman", {"do": "kingdom", "region": "italia"}),
        (BLOCKED, "remove italia", {"do": "kingdom", "region": "italia"}),
        (BLOCKED, "treaty grecia", {"do": "kingdom", "region": "grecia"}),
        (BLOCKED, "entferne genua", {"do": "kingdom", "region": "grecia"}),
        # a word that a sea shares with a region
        (POLITICS, "tirreno", {"do": "sea", "sea": "mar-tirreno"}),
        (POLITICS, "sea levante", {"do": "sea", "sea": "mar-di-levante"}),
        (MILITARY, "a tirreno", {"do": "attack", "at": "mar-tirreno"}),
        (MILITARY, "m09 tirreno", {"do": "card", "card": "m09", "fleets": ["mar-tirreno"]}),
        (MILITARY, "m09 tirreno levante", {"do": "card", "card": "m09", "fleets": ["mar-tirreno", "mar-di-levante"]}),
        # cards by their names, players by colours and families
        (MILITARY, "condotta ancona 2", {"do": "card", "card": "m11", "swap": [["ancona", "Bernd"]] * 2}),
        (MILITARY, "sack of the port ancona 3", {"do": "card", "card": "m12", "remove": [["ancona", "Bernd"]] * 3}),
        (MILITARY, "Das Markusbanner", {"do": "card", "card": "m15"}),
        (MILITARY, "m12 zara red blau", {"do": "card", "card": "m12", "remove": [["zara", "Bernd"], ["zara", "Claudia"]]}),
        (MILITARY, "m12 zara Venier", {"do": "card", "card": "m12", "remove": [["zara", "Claudia"]]}),
        # half of a die, where that is enough
        (POOL, "trade", {"do": "die", "type": "trade", "value": 3}),
        (POOL, "3", {"do": "die", "type": "trade", "value": 3}),
    ],
)  # fmt: skip
def test_what_is_printed_is_what_is_typed(start: dict[str, Any], line: str, move: dict[str, Any]) -> None:
    assert heard(start, line).moves == [{"by": "Anke", **move}]


@pytest.mark.parametrize(
    ("line", "laid"),
    [
        ("p09 san marco 2", {"san-marco": 2}),
        ("p09 San Marco dorso", {"san-marco": 1, "dorsoduro": 1}),
        ("p09 san-marco 2", {"san-marco": 2}),
        ("p09 marco 2", {"san-marco": 2}),
    ],
)
def test_a_sestiere_has_its_printed_name(line: str, laid: dict[str, int]) -> None:
    assert heard(DRAW, line, city=True).moves == [{"by": "Anke", "do": "draw", "card": "p09", "city": laid}]


def test_a_monument_is_built_in_a_sestiere_of_two_words() -> None:
    start = {**DRAW, "city": {"san-marco": {"Anke": {"ducats": 2}}}}
    (move,) = heard(start, "p09 san marco 2 monument san marco", city=True).moves
    assert move["monuments"] == ["san-marco"]


def test_a_word_of_several_sestieri_is_asked_back() -> None:
    meaning = heard(DRAW, "p09 san 2", city=True)
    assert [move["city"] for move in meaning.moves] == [{"san-marco": 2}] and meaning.shared


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("san polo", "For ducats the drawn card must be named first"),
        ("p09", "Ducats of a Politics card go to these sestieri: San Marco, Dorsoduro."),
        ("p09 san polo 2", "Ducats of a Politics card go to these sestieri: San Marco, Dorsoduro."),
        ("b", "In the game with the city there are no family boxes"),
    ],
)
def test_a_card_for_ducats_needs_its_code_and_its_sestieri(line: str, reason: str) -> None:
    meaning = heard(DRAW, line, city=True)
    assert not meaning.moves and said(meaning).startswith(reason)


@pytest.mark.parametrize("line", ["vp", "sp", "victory point", "a victory point", "Siegpunkt", "marker sp"])
def test_a_doge_marker_is_put_to_what_the_question_calls_it(line: str) -> None:
    assert heard(MARKER, line, "Bernd").moves == [{"by": "Bernd", "do": "marker", "as": "vp"}]


@pytest.mark.parametrize(
    ("start", "line", "reason"),
    [
        (BLOCKED, "k i", "No route to any colony of Levante."),
        (BLOCKED, "k l", "There is no kingdom in Africa."),
        (BLOCKED, "k g", "There is no kingdom in Arcipelago."),
        (BLOCKED, "k a", "There is no kingdom in Ponente."),
        (BLOCKED, "k h", "There is no kingdom in Tartaria."),
        (BLOCKED, "k mamluk", "No route to any colony of Levante."),
        (POLITICS, "ancona 2 zara 1", "With a politics die all influence of the turn goes to one colony"),
        (BLOCKED, "ancona 2 zara 1", "Italia is under a kingdom: Holy Roman Empire."),
        (TRADE, "bari bari", "With a trade die at most 1 influence per colony and turn"),
        (BANNER, "adriatico", "Your card has replaced the action points of this turn."),
        (MILITARY, "m12 zara 2", "Say whose influence in Zara is meant: the name behind it."),
        (MILITARY, "m09", "Name behind Relief Squadron what it is aimed at: seas with enemy fleets."),
        (POLITICS, "red", "“red” does not fit what is asked now."),
    ],
)
def test_a_refusal_speaks_of_what_was_typed(start: dict[str, Any], line: str, reason: str) -> None:
    meaning = heard(start, line)
    assert not meaning.moves and said(meaning).startswith(reason)


@pytest.mark.parametrize(
    ("start", "line", "near"),
    [
        (TRADE, "durazzo bari", "durazzo; bari"),
        (TRADE, "duraz, bari", "duraz; bari"),
        (MILITARY, "zara", "a zara"),
        (BLOCKED, "c", "k c"),
    ],
)
def test_what_may_have_been_meant_is_offered(start: dict[str, Any], line: str, near: str) -> None:
    meaning = heard(start, line)
    assert not meaning.moves and meaning.near == near


def test_only_what_is_typed_in_full_ends_a_turn_while_there_is_something_to_do() -> None:
    turn = {"type": "politics", "value": 3, "spent": True}
    spent = at_action("politics", seas=OPEN, turn={**turn, "ap": 0}, houses=HAND)
    cases = ((POLITICS, "e", True), (POLITICS, "en", True), (POLITICS, "end", False), (spent, "e", False))
    for n, (start, line, guessed) in enumerate(cases):
        meaning = heard(start, line, table=f"end{n}")
        assert [move["do"] for move in meaning.moves] == ["end"] and meaning.guessed is guessed


def test_a_card_by_a_part_of_its_name_is_asked_back() -> None:
    meaning = heard(MILITARY, "banner")
    assert [move["card"] for move in meaning.moves] == ["m15"] and meaning.guessed


@pytest.mark.parametrize(
    ("line", "regions"), [("k ar", {"grecia", "arcipelago"}), ("k arag", {"grecia"}), ("k arcip", {"arcipelago"})]
)
def test_a_kingdom_and_a_region_that_begin_alike_are_asked_back(line: str, regions: set[str]) -> None:
    seas = {**OPEN, "mare-egeo": {"control": True}}
    start = at_action("politics", seas=seas, kingdoms={"arcipelago": "hre", "grecia": "aragon"})
    assert {move["region"] for move in heard(start, line).moves} == regions


@pytest.mark.parametrize("line", ["k rel", "k zar"])
def test_what_cannot_be_a_region_is_not_read_as_a_card(line: str) -> None:
    meaning = heard(BLOCKED, line)
    assert meaning.tried is None and "does not fit what is asked now" in said(meaning)


@pytest.mark.parametrize(
    ("lang", "gain", "told"),
    [("en", -16, "lost 16 VP, everybody"), ("de", -16, "verlor 16 SP, alle"), ("en", 4, "gained 4 VP")],
)
def test_who_lost_least_has_gained_nothing(lang: str, gain: int, told: str) -> None:
    facts = {"round": 3, "owner": "Anke", "colony": "zara", "player": "Anke", "lead": 5, "gain": gain}
    (sentence,) = Chronicle({}, [("told.podesta", facts)], None).said(Speech(lang, KIT, THREE))
    assert told in sentence and "-" not in sentence


@pytest.mark.parametrize("line", ["zara", "zara 2"])
def test_an_attack_is_offered_without_the_number_that_was_meant_for_influence(line: str) -> None:
    assert heard(MILITARY, line).near == "a zara"


@pytest.mark.parametrize("line", ["n", "no", "y", "j", "nein"])
def test_yes_and_no_are_no_places(line: str) -> None:
    """`n` began Napoli."""
    start = at_action("politics", seas={**OPEN, "mar-tirreno": {"control": True}})
    meaning = heard(start, line)
    assert not meaning.moves and meaning.tried is None


@pytest.mark.parametrize(
    ("line", "card"),
    [
        ("g1", "arcipelago-1"),  # the letter that the board and the card print; Grecia has e
        ("I-2", "levante-2"),
        ("threat l 1", "africa-1"),
        ("bedrohung e2", "grecia-2"),
        ("gre2", "grecia-2"),
        ("rom2", "romania-2"),
    ],
)
def test_a_threat_is_called_by_the_letter_that_is_printed_at_its_region(line: str, card: str) -> None:
    meaning = heard(THREAT, line, by="table")
    assert [move["card"] for move in meaning.moves] == [card] and not meaning.shared


@pytest.mark.parametrize(
    ("start", "line", "by", "doubted"),
    [
        (POOL, "hand", "Anke", True),  # where a drawn card goes; it begins Handel too
        (POOL, "h", "Anke", True),
        (POOL, "handel", "Anke", False),
        (POOL, "p2", "Anke", False),
        (THREAT, "p2", "table", True),  # a die; it begins ponente-2 too
        (THREAT, "r1", "table", True),
        (THREAT, "pon2", "table", False),
        (DRAW, "hand", "Anke", False),
        (DRAW, "h", "Anke", False),
    ],
)
def test_the_answer_to_another_question_is_asked_back(start: dict[str, Any], line: str, by: str, doubted: bool) -> None:
    meaning = heard(start, line, by=by)
    assert len(meaning.moves) == 1 and meaning.shared == doubted
