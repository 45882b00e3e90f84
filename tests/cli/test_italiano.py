"""A third language by data alone: the referee, the console's words and the library speak it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import venice_pnp
from tests.conftest import DATA, ROOT, venice
from venice_pnp.referee.script import Script
from venice_pnp.speech.tongues import answers, is_answer, referee_texts, tongues
from venice_pnp.speech.words import Speech

ITALIANO = ROOT / "docs/examples/italiano"
SLOT = re.compile(r"\{([a-z-]+)")


def texts(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(file.read_text("utf-8"))
    return found


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "a.table"
    opened = ("referee", "new", "canaletto", "--players", "Anna,Bruno,Carla", "--seed", "3", "--table", file)
    assert venice(*opened, "--data", ITALIANO).code == 0
    return file


def test_a_table_played_with_these_data_speaks_italian_without_being_told_where_they_lie(table: Path) -> None:
    by = venice_pnp.open_table(table).awaited[0]["by"]
    other = next(name for name in ("Anna", "Bruno", "Carla") if name != by)
    assert "ducati" in venice("referee", "status", "--table", table, "--lang", "it").out
    refused = venice("referee", "do", other, "offro", "7", "--table", table, "--lang", "it")
    assert refused.code == 1
    assert "Rifiutato (CAN-6.3)" in refused.err
    made = venice("referee", "do", by, "offro", "7", "--table", table, "--lang", "italiano")
    assert made.code == 0
    assert "palazzi" in made.out
    undone = venice("referee", "undo", "9", "--table", table, "--lang", "it")
    assert undone.code == 1
    assert "Only" not in undone.err


def test_a_language_that_nobody_speaks_is_refused_with_those_that_are_known() -> None:
    assert venice("referee", "tables", "--lang", "xx").code == 2
    assert "en, de" in venice("referee", "tables", "--lang", "xx").err


@pytest.mark.parametrize("file", ["referee/messages.yaml", "canaletto/messages.yaml"])
def test_no_message_is_a_stranger_or_loses_a_fact(file: str) -> None:
    ours, theirs = texts(DATA / file), texts(ITALIANO / file)
    for section in ("messages", "names"):
        assert set(theirs[section]) <= set(ours[section])
        for key, words in theirs[section].items():
            assert set(SLOT.findall(words["it"])) == set(SLOT.findall(ours[section][key]["en"])), key


def test_words_for_answers_and_commands_are_added_to_ours() -> None:
    assert is_answer("sì", "yes", data=ITALIANO) and is_answer("ja", "yes", data=ITALIANO)
    assert not is_answer("sì", "yes")
    assert answers()["yes"] < answers(ITALIANO)["yes"]
    assert "annulla" in referee_texts(ITALIANO)["commands"]["undo"]
    assert "annulla" not in referee_texts()["commands"]["undo"]


def test_the_console_asks_in_italian_and_in_english_where_a_text_is_missing() -> None:
    match = venice_pnp.play("canaletto", ["Anna", "Bruno", "Carla"], seed=3, data=ITALIANO, lang="it")
    script = Script(Speech("it", match.kit, match.players))
    assert "offerta" in script.question({"by": "Anna", "for": "auction"}, "Anna")
    assert script.word("bid") == "offro"
    assert script.setup  # its steps are laid over ours by their places
    assert match.speech.say("CAN-6.3", {"by": "Anna", "actor": "Bruno"}) != "CAN-6.3"


def test_the_list_of_languages_stands_in_one_place() -> None:
    assert list(tongues().names) == list(texts(DATA / "words.yaml")["languages"])
    assert list(tongues(ITALIANO).names) == [*tongues().names, "it"]
    assert tongues(ITALIANO).chain("it") == ["it", "en"]
    words = ("de", "de_AT.UTF-8", "deutsch", "Eng", "C.UTF-8", "")
    assert [tongues().meant(word) for word in words] == ["de", "de", "de", "en", None, None]
