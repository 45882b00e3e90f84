"""What the console says of each game is complete, in both languages, and its numbers are those of the data."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import DATA
from venice_pnp.games import quick_open
from venice_pnp.kit import find_games
from venice_pnp.referee.script import Script
from venice_pnp.referee.table import open_game
from venice_pnp.speech.texts import aliases_of, texts_of
from venice_pnp.speech.tongues import OWN, tongues
from venice_pnp.speech.words import Speech, rules_of

GAMES = find_games(DATA)
DEALT_ONLY = {"deal"}  # verbs that nobody types


def both(texts: Any) -> bool:
    return all(isinstance(texts.get(lang), str) and texts[lang] for lang in tuple(tongues().names))


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_and_every_question_has_words(game: str) -> None:
    opened = open_game(game)
    kit, rules = opened.kit, opened.rules
    texts = texts_of(kit.folder / "console.yaml")
    assert set(texts["verbs"]) == set(rules.verbs) - DEALT_ONLY
    for part in ("verbs", "ask", "touch"):
        assert all(both(entry) for entry in texts[part].values())
    assert set(texts["touch"]) <= set(texts["ask"])
    assert all(both(step) for step in texts["setup"])
    assert all(both(row) for row in texts["check"])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", tuple(tongues().names))
def test_rules_and_numbers_exist(game: str, lang: str) -> None:
    kit = quick_open(game)
    texts = texts_of(kit.folder / "console.yaml")
    known = rules_of(kit, lang)
    assert {str(step["rule"]) for step in texts["setup"]} <= set(known)
    assert set(texts["results"]) <= set(known)
    for part in (texts["verbs"], texts["ask"], texts["touch"]):
        for entry in part.values():
            assert "{numbers" not in kit.filled(entry[lang], lang)


@pytest.mark.parametrize("game", GAMES)
def test_aliases_do_not_clash(game: str) -> None:
    """A word stands for one verb only, except where two are never awaited together."""
    script = Script(Speech("de", quick_open(game)))
    aliases = aliases_of(script.kit)
    words = [word for verb, also in aliases.items() for said in also.values() for word in said if word != verb]
    assert len(words) == len(set(words))
    assert not set(words) & set(aliases) - {"marker"}


def test_every_message_of_the_console_is_in_both_languages() -> None:
    messages = texts_of(OWN)["messages"]
    assert all(both(texts) for key, texts in messages.items() if key.startswith("play."))


def test_every_command_has_help_and_does_something() -> None:
    from venice_pnp.console.commands import COMMANDS

    messages = texts_of(OWN)["messages"]
    assert set(texts_of(OWN)["commands"]) == set(COMMANDS)
    assert all(f"play.help.{name}" in messages for name in COMMANDS)


def test_an_own_kit_of_earlier_days_may_list_words_for_all_languages(tmp_path: Any) -> None:
    kit = tmp_path / "canaletto"
    kit.mkdir()
    (kit / "game.yaml").write_text("extends: canaletto\n", "utf-8")
    (kit / "console.yaml").write_text("verbs: {bid: {also: [steigern, steigere]}, pass: {also: 7}}\n", "utf-8")
    assert aliases_of(quick_open("canaletto", tmp_path))["bid"] == {"de": ["steigern", "steigere"]}
    assert aliases_of(quick_open("canaletto", tmp_path))["pass"] == {}
