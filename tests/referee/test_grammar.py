"""One grammar for moves: the command, the library and the console understand the same words."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import venice_pnp
from tests.conftest import venice
from venice_pnp.contract.play import TABLE
from venice_pnp.referee.moves import seat_of
from venice_pnp.referee.script import Script
from venice_pnp.speech.words import Speech

PLAYERS = ["Anke", "Bernd", "Claudia"]
MOVES = 25


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", ["canaletto", "doge", "venedig", "venetia"])
def test_what_the_console_says_of_a_move_is_understood_by_the_library(game: str, lang: str) -> None:
    match, rng = venice_pnp.play(game, PLAYERS, seed=3), random.Random(game)
    script = Script(Speech(lang, match.kit, PLAYERS))
    verbs = match.keeper.rules.verbs
    heard = 0
    for _ in range(MOVES):
        by = next(str(item["by"]) for item in match.awaited if item["by"] != TABLE)
        move = rng.choice(match.legal(by)[:40])
        plain = not any(isinstance(value, dict) or value is True or value is False for value in move.values())
        if plain and len(move) <= 3:
            typed = match.typed(by, script.move(move, verbs).split())
            assert match.why_not(by, typed) is None
            assert typed == move or match.keeper.rules.canonical(typed) == match.keeper.rules.canonical(move)
            heard += 1
        match.do(by, move)
    assert heard > 3


@pytest.mark.parametrize("words", [("11",), ("bid", "11"), ("biete", "11"), ("gebot", "11"), ("bieten", "11")])
def test_the_command_takes_the_short_forms_of_the_console(tmp_path: Path, words: tuple[str, ...]) -> None:
    table = tmp_path / "a.table"
    assert (
        venice("referee", "new", "canaletto", "--players", "Anke,Bernd,Claudia", "--seed", "7", "--table", table).code
        == 0
    )
    by = venice_pnp.open_table(table).awaited[0]["by"]
    done = venice("referee", "do", by, *words, "--table", table)
    assert done.code == 0, done.said
    assert venice_pnp.open_table(table).view()["high-bid"] == 11


def test_words_that_may_be_several_moves_are_asked_back() -> None:
    match = venice_pnp.play("doge", PLAYERS, seed=3)
    with pytest.raises(venice_pnp.Trouble) as trouble:
        match.typed("Anke", ["san", "1"])  # San Marco or San Polo
    assert "san" in str(trouble.value).casefold()


def test_a_secret_choice_in_one_word_or_in_quotes(tmp_path: Path) -> None:
    table = tmp_path / "d.table"
    assert (
        venice("referee", "new", "doge", "--players", "Anke,Bernd,Claudia", "--seed", "7", "--table", table).code == 0
    )
    for seat, words in (("Anke", "cs31"), ("Bernd", "san m 2 1"), ("Claudia", "castello 3")):
        assert "Sealed" in venice("referee", "do", seat, words, "--table", table).out


def test_what_is_understood_and_against_a_rule_is_refused_by_that_rule() -> None:
    match = venice_pnp.play("canaletto", PLAYERS, seed=7)
    match.do(match.awaited[0]["by"], "5")
    then = match.awaited[0]["by"]
    with pytest.raises(venice_pnp.Refused) as refused:
        match.do(then, "5")
    assert refused.value.rule == "CAN-7.2"
    venedig = venice_pnp.play("venedig", PLAYERS, seed=7)
    late = next(name for name in PLAYERS if name != venedig.awaited[0]["by"])
    with pytest.raises(venice_pnp.Refused) as refused:
        venedig.do(late, "casa")
    assert refused.value.rule == "VEN-6.1"


@pytest.mark.parametrize("junk", [None, 5, ["bid", "5"], 2.5, object()])
def test_what_is_no_move_at_all_is_told_in_words(junk: object) -> None:
    match = venice_pnp.play("canaletto", "Anke, Bernd, Claudia", seed=7)
    with pytest.raises(venice_pnp.Trouble):
        match.do(match.awaited[0]["by"], junk)  # type: ignore[arg-type]


def test_a_language_of_one_kit_does_no_harm_to_another() -> None:
    match = venice_pnp.play("doge", PLAYERS, seed=7, lang="it")
    assert "<svg" in venice_pnp.draw_table(match)
    assert match.speech.say("screen.over")


LATE = {
    "canaletto": [("5", "CAN-6.3"), ("bieten 5", "CAN-6.3"), ("pass", "CAN-6.3")],
    "venedig": [("play casa", "VEN-6.1"), ("play 2 casa", "VEN-6.1"), ("2 casa", "VEN-6.1")],
}


@pytest.mark.parametrize(("game", "words", "rule"), [(game, *case) for game, cases in LATE.items() for case in cases])
def test_who_is_not_awaited_is_told_so_whatever_form_was_typed(game: str, words: str, rule: str) -> None:
    match = venice_pnp.play(game, PLAYERS, seed=7)
    late = next(name for name in PLAYERS if name != match.awaited[0]["by"])
    with pytest.raises(venice_pnp.Refused) as refused:
        match.do(late, words)
    assert refused.value.rule == rule


@pytest.mark.parametrize("words", ["cs31", "cs 3 1", "place castello 3 1"])
def test_a_choice_is_final_however_the_second_is_typed(words: str) -> None:
    match = venice_pnp.play("doge", PLAYERS, seed=3)
    match.do("Anke", "cs31")
    with pytest.raises(venice_pnp.Refused) as refused:
        match.do("Anke", words)
    assert refused.value.rule == "DOGE-6.3"


def test_what_is_possible_is_said_in_the_words_of_the_language() -> None:
    match = venice_pnp.play("canaletto", PLAYERS, seed=7, lang="de")
    seat = match.awaited[0]["by"]
    second = next(name for name in PLAYERS if name != seat)
    for by, told in ((seat, "bieten 1..100"), (second, f"{seat}: bieten 1..100")):
        with pytest.raises(venice_pnp.Refused) as refused:
            match.do(by, "bieten 101")
        assert told in str(refused.value)
        assert told.replace("bieten", "bid") in refused.value.legal  # for programs it stays as it is written


def test_a_player_goes_before_the_word_for_the_table() -> None:
    players = ["Tischler", "Anke", "Bernd"]
    assert seat_of("tisch", players) == "Tischler"
    assert seat_of("Tisch", ["Anke", "Bernd", "Claudia"]) == TABLE


@pytest.mark.parametrize(
    ("game", "by", "words", "rule"),
    [
        ("doge", "Anke", "cs 9 9", "DOGE-6.1"),  # a short form of a choice, with tokens that there are not
        ("doge", "Anke", "cs99", "DOGE-6.1"),
        ("venetia", "Anke", "zara 2", "VTA-6.1"),  # a short form of another phase
        ("venetia", "Anke", "roll", "VTA-6.1"),  # not awaited goes before not complete
        ("venetia", "Anke", "würfeln", "VTA-6.1"),
    ],
)
def test_a_short_form_is_refused_by_its_rule(game: str, by: str, words: str, rule: str) -> None:
    match = venice_pnp.play(game, PLAYERS, seed=3)
    with pytest.raises(venice_pnp.Refused) as refused:
        match.do(by, words)
    assert refused.value.rule == rule


@pytest.mark.parametrize("game", ["canaletto", "doge", "venedig", "venetia"])
def test_german_names_no_move_in_english(game: str) -> None:
    match = venice_pnp.play(game, PLAYERS, seed=3, lang="de")
    german = {name: match.speech.verb(name) for name in match.keeper.rules.verbs}
    with pytest.raises(venice_pnp.Trouble) as trouble:
        match.do("Anke", "quatsch")
    said = str(trouble.value)
    english = {name for name, word in german.items() if word != name} - {*german.values()}
    assert "Jetzt möglich: " in said and any(word in said for word in german.values())
    assert not english & {*re.findall(r"[\w-]+", said)}
