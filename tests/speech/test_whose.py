"""Whose a rule is, told by the data, the command and a refusal; set-ups by name; the words of a game."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
import yaml

from tests.conftest import DATA, TEMPLATES, venice
from venice_pnp.games import open_kit
from venice_pnp.kit.book import Book, load_book
from venice_pnp.kit.models import SOURCES
from venice_pnp.speech.texts import kit_texts

GAMES = ("canaletto", "doge", "venedig", "venetia")
DECISIONS = {"canaletto": 20, "doge": 33, "venedig": 40, "venetia": 40}  # of each rules page


def book_of(game: str) -> Book:
    book = load_book(open_kit(game))
    assert book is not None
    return book


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_somebodys_and_only_one_s(game: str) -> None:
    texts = kit_texts(open_kit(game), "rules")
    ruled = {rule for ruling in texts["rulings"] for rule in ruling["rules"]}
    placed = Counter([*ruled, *(rule for source in SOURCES for rule in texts["provenance"].get(source, []))])
    assert placed == Counter(dict.fromkeys(texts["rules"], 1))


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_is_a_ruling_that_says_what_the_book_says(game: str) -> None:
    book = book_of(game)
    assert len(book.rulings) == DECISIONS[game]
    for ruling in book.rulings:
        for text in (ruling.book, ruling.chosen, ruling.why, *([ruling.other] if ruling.other else [])):
            assert set(text) == {"en", "de"}
            assert all(said.strip() for said in text.values())
        assert bool(ruling.option) == bool(ruling.other), ruling.rules


@pytest.mark.parametrize("game", GAMES)
def test_options_and_refusals_that_rulings_name_exist(game: str) -> None:
    kit = open_kit(game)
    asked = {option["id"] for option in kit_texts(kit, "console").get("options") or ()}
    messages = kit_texts(kit, "messages")["messages"]
    for ruling in book_of(game).rulings:
        assert not ruling.option or ruling.option in asked, ruling.option
        assert not set(ruling.refusals) - set(messages) - set(ruling.rules), ruling.refusals


def test_a_rule_tells_whose_it_is() -> None:
    assert venice("rules", "CAN-1.2").out.startswith("CAN-1.2 [rulebook]: ")
    ruled = venice("rules", "CAN-7.13").out
    assert ruled.startswith("CAN-7.13 [our ruling]: ")
    assert "The rulebook: " in ruled
    assert "The other way (debt-limit): " in ruled
    assert venice("rules", "CAN-10.1", "--lang", "de").out.startswith("CAN-10.1 [unser Zusatz]: ")


def test_a_refusal_says_whether_it_rests_on_a_ruling() -> None:
    """101 is more than the track holds: that is ours. A bid below the high bid is against the rulebook."""
    venice("referee", "new", "canaletto", "--players", "Anke,Bernd,Claudia", "--setup", "reference")
    ours, book = venice("referee", "do", "Anke", "bid", "101"), venice("referee", "do", "Anke", "bribe")
    assert "(Our ruling" in ours.said
    assert "rules CAN-7.13" in ours.said
    assert "ruling" not in book.said


@pytest.mark.parametrize("game", GAMES)
def test_a_set_up_by_name_is_ready_to_play(game: str) -> None:
    """With every number of players, and it is what the booklet shows."""
    kit = open_kit(game)
    low, high = kit.game.players
    for n in range(low, high + 1):
        names = ",".join(["Anke", "Bernd", "Claudia", "Daniel", "Emil"][:n])
        done = venice("referee", "new", game, "--players", names, "--setup", "reference", "--table", f"{game}-{n}")
        assert done.code == 0, done.err
        awaited = json.loads(venice("referee", "status", "--json").out)["snapshot"]
        assert awaited
    pictures = [b.situation for c in book_of(game).chapters for b in c.blocks if b.situation and b.situation.setup]
    assert {picture.setup for picture in pictures} == {"reference"}
    assert len([picture for picture in pictures if not picture.part]) == 1  # the whole board; others show a part of it


def test_set_ups_that_do_not_exist_are_told() -> None:
    players = ("--players", "Anke,Bernd,Claudia")
    assert "known: reference" in venice("referee", "new", "canaletto", *players, "--setup", "refrence").err
    assert (
        "neither with a seed"
        in venice("referee", "new", "canaletto", *players, "--setup", "reference", "--seed", "3").err
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_part_has_a_word_and_no_text_uses_another(game: str) -> None:
    kit = open_kit(game)
    terms = kit_texts(kit, "glossary")["glossary"]
    named = {part for term in terms.values() for part in term.get("parts") or ()}
    assert named == set(kit.components)
    texts = list(_texts_of(game))
    assert len(texts) > 300
    for term, row in terms.items():
        for lang, strangers in (row.get("strangers") or {}).items():
            for stranger in strangers:
                word = re.compile(rf"(?<!\w){re.escape(stranger)}(?!\w)", re.IGNORECASE)
                used = [text for spoken, text in texts if spoken == lang and word.search(text)]
                assert not used, f"{term}: '{stranger}' in {used[0]}"


COMMON = ("record", "snapshot", "score-sheet", "player-aid")  # what the referee speaks of in every game


def test_the_referee_speaks_of_these_as_the_games_do() -> None:
    texts = _walked(DATA / "referee/messages.yaml")
    for game in GAMES:
        terms = kit_texts(open_kit(game), "glossary")["glossary"]
        for term in COMMON:
            for lang, strangers in (terms.get(term, {}).get("strangers") or {}).items():
                words = re.compile("|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in strangers), re.IGNORECASE)
                assert not [text for spoken, text in texts if spoken == lang and words.search(text)], term


def _texts_of(game: str) -> list[tuple[str, str]]:
    """Every text of a game, printed or said, with its language; words that may be typed are lists, and no texts."""
    folder, templates = DATA / game, TEMPLATES / game
    return [text for file in [*folder.glob("*.yaml"), *templates.rglob("*.yaml")] for text in _walked(file)]


def _walked(file: Path) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []

    def walk(value: object) -> None:
        if isinstance(value, dict):
            for key, part in value.items():
                if key in ("en", "de") and isinstance(part, str):
                    found.append((key, re.sub(r"\{[^{}]*\}", "", part)))
                elif key != "strangers":
                    walk(part)
        elif isinstance(value, list):
            for part in value:
                walk(part)

    walk(yaml.safe_load(file.read_text("utf-8")))
    return found


def test_the_words_of_a_game_in_both_languages() -> None:
    told = venice("rules", "canaletto", "--words").out.splitlines()
    assert any(line.split("  ")[0] == "account marker" and line.endswith("Kontomarke") for line in told)
    german = json.loads(venice("rules", "canaletto", "--words", "--json", "--lang", "de").out)["words"]
    assert german["account-marker"] == {"de": "Kontomarke", "en": "account marker"}


def test_what_is_typed_wrong_is_told_with_what_there_is() -> None:
    assert "did you mean canaletto?" in venice("rules", "canalleto").err
    assert "canaletto, doge, venedig, venetia" in venice("rules", "monopoly").err
    assert venice("rules", "canaletto", "CAN-7.13").out.count("CAN-7.13 [") == 1
    assert venice("rules", "canaletto", "CAN-7.13").out.startswith("CAN-7.13 [our ruling]")
    assert venice("rules", "CAN-2.3").out.startswith("CAN-2.3 [rulebook; ours: ")


@pytest.mark.parametrize(("option", "told"), [("foo=1", "tiles-back"), ("tiles-back=perhaps", "yes or no")])
def test_an_option_that_is_none_is_told_as_it_is_typed(option: str, told: str) -> None:
    assert told in venice("referee", "new", "venetia", "--players", "Anke,Bernd", "--option", option).err


@pytest.mark.parametrize("option", ["tiles-back=yes", "tiles-back=ja", "tiles-back=no", "colours=blue,red"])
def test_options_in_the_words_of_people(option: str) -> None:
    done = venice("referee", "new", "venetia", "--players", "Anke,Bernd", "--option", option)
    assert done.code == 0, done.err


def test_the_table_has_a_name_in_every_language() -> None:
    venice("referee", "new", "canaletto", "--players", "Anke,Bernd,Claudia")
    told = venice("referee", "do", "Tisch", "choose-starter", "Anke", "--lang", "de")
    assert "heißt" not in told.err


def test_the_ruling_that_a_refusal_names_is_one() -> None:
    """A choice is final (DOGE-6.13): the refusal is by DOGE-6.3, and the why stands with the ruling."""
    venice("referee", "new", "doge", "--players", "Anke,Bernd,Claudia", "--setup", "reference")
    assert venice("referee", "do", "Anke", "place", "castello", "3").code == 0
    refused = venice("referee", "do", "Anke", "place", "castello", "2").err
    assert "rules DOGE-6.13" in refused
    assert "The rulebook: " in venice("rules", "DOGE-6.13").out


@pytest.mark.parametrize("game", GAMES)
def test_the_chapter_on_silence_needs_no_computer(game: str) -> None:
    for ruling in book_of(game).rulings:
        said = " ".join(text for words in (ruling.book, ruling.chosen, ruling.why) for text in words.values())
        speaks = re.search(r"\b(referee|Schiedsrichter|program|Programm|option|Option)\b", said)
        assert ruling.program or not speaks, ruling.rules


@pytest.mark.parametrize("game", GAMES)
def test_the_command_counts_rulings_as_the_booklet_does(game: str) -> None:
    """First those that the booklet prints, under their number; then those about the referee, which it only counts."""
    rulings = book_of(game).rulings
    apart = sum(ruling.program for ruling in rulings)
    lines = venice("rules", game, "--ours").out.splitlines()
    numbered = [n for n, line in enumerate(lines) if re.match(r"\d+\. [A-Z]+-", line)]
    assert lines[0].startswith(f"{len(rulings) - apart} rulings") and len(numbered) == len(rulings)
    [more] = [n for n, line in enumerate(lines) if line.startswith(f"{apart} ruling") and "referee alone" in line]
    assert sum(n < more for n in numbered) == len(rulings) - apart


def test_facts_of_refusals_are_ids_and_no_phrases() -> None:
    """What the rules of Canaletto name is worded in data, in every language: no English sentence stands in the code."""
    from venice_pnp.games.canaletto.rules import bound

    words = kit_texts(open_kit("canaletto"), "messages")["names"]
    named = [*bound.NEEDED.values(), "the-distribution", "the-value-rail", "list-of-artworks", "one-bid"]
    assert all(" " not in name and set(words[name]) >= {"en", "de"} for name in named)
