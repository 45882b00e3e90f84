"""Files of texts that were edited by hand: `check` reads all that any command will read, and names what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import venice

Edit = Callable[[str], str]


def lost_quote(text: str) -> str:
    return text.replace('"}\n', "}\n", 1) if '"}\n' in text else text.replace('"\n', "\n", 1)


def tab(text: str) -> str:
    return text.replace("\n  ", "\n\t", 1)


def double_colon(text: str) -> str:
    first = next(line for line in text.splitlines() if line.startswith("  ") and ":" in line and "#" not in line)
    return text.replace(first, first.replace(":", "::", 1), 1)


EDITS: list[Edit] = [lost_quote, tab, double_colon]


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("name", ["messages", "rules", "console"])
def test_a_slip_of_the_hand_is_found(data: Path, name: str, edit: Edit) -> None:
    file = data / "canaletto" / f"{name}.yaml"
    text = file.read_text("utf-8")
    assert edit(text) != text
    file.write_text(edit(text), "utf-8")
    told = venice("check", "canaletto", "--data", data)
    assert told.code == 1
    assert f"{name}.yaml:" in told.said
    assert "Traceback" not in told.said


@pytest.mark.parametrize("name", ["messages", "rules", "console", "booklet"])
def test_a_file_in_another_encoding_is_told_by_check_and_at_the_table(data: Path, name: str) -> None:
    file = data / "canaletto" / f"{name}.yaml"
    file.write_bytes(file.read_text("utf-8").encode("latin-1", "replace"))
    assert "UTF-8" in venice("check", "canaletto", "--data", data).said
    if name == "messages":
        played = venice("referee", "new", "canaletto", "--players", "A,B,C", "--seed", "7", "--data", data)
        assert played.code != 0
        assert "UTF-8" in played.said
        assert "screen." not in played.said


def test_a_number_that_is_not_there_is_told(data: Path) -> None:
    file = data / "canaletto/rules.yaml"
    file.write_text(file.read_text("utf-8").replace("{numbers.track-max}", "{numbers.trakc-max}", 1), "utf-8")
    told = venice("check", "canaletto", "--data", data)
    assert told.code == 1
    assert "rules.yaml:" in told.said
    assert "numbers.trakc-max" in told.said
    asked = venice("rules", "CAN-2.5", "--data", data)
    assert "Traceback" not in asked.said


def test_the_referee_s_own_words_may_be_what_is_broken(data: Path) -> None:
    file = data / "referee/messages.yaml"
    file.write_text(lost_quote(file.read_text("utf-8")), "utf-8")
    told = venice("referee", "new", "canaletto", "--players", "A,B,C", "--seed", "7", "--data", data)
    assert told.code != 0
    assert "messages.yaml" in told.said
    assert "Traceback" not in told.said
