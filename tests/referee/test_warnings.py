"""What is odd about a table and may still be right is told beside what is wrong, and is no reason to refuse it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from venice_pnp.speech.plain import flow

MISSING = {"Anke": 4}  # a large colony with four influence of one colour and nobody to rule it
ODD = "Anke leads in Zara: his podestà is missing."


def position(zara: dict[str, Any]) -> dict[str, Any]:
    return {
        "game": "venetia",
        "players": ["Anke", "Bernd"],
        "phase": "die",
        "active": "Anke",
        "doge": {"player": "Anke", "family": 2, "markers": 4},
        "pool": {"trade": [2]},
        "colonies": {"zara": zara},
    }


@pytest.fixture
def typed(house: Path) -> Path:
    file = house / "board.yaml"
    file.write_text(flow(position(MISSING)), "utf-8")
    return file


def test_an_audit_warns_and_is_content(referee: Any, typed: Path) -> None:
    told = referee("audit", typed, "--json")
    assert told.code == 0
    assert told.json["ok"] is True
    assert told.json["violations"] == []
    assert told.json["warnings"] == [{"rule": "VTA-10.5", "message": ODD}]
    said = referee("audit", typed)
    assert said.out.splitlines() == [f"Look again (VTA-10.5): {ODD}", "The table is sound."]


def test_a_sound_table_has_no_warning(referee: Any, typed: Path) -> None:
    typed.write_text(flow(position({**MISSING, "podesta": "Anke"})), "utf-8")
    assert referee("audit", typed, "--json").json["warnings"] == []


def test_what_is_wrong_is_still_wrong(referee: Any, typed: Path) -> None:
    typed.write_text(flow(position({"Anke": 41})), "utf-8")
    told = referee("audit", typed, "--json")
    assert told.code == 1
    assert told.json["violations"]


def test_a_correction_warns_too(referee: Any, typed: Path) -> None:
    assert referee("new", "venetia", "--players", "Anke,Bernd", "--seed", "7", "--table", "t").code == 0
    house = {"family": [1, 3, 4, 5, 6]}  # one card lies on the doge box
    typed.write_text(flow({**position(MISSING), "houses": {"Anke": house}}), "utf-8")
    told = referee("correct", typed, "--why", "the cat", "--json")
    assert told.json["ok"] is True
    assert told.json["warnings"] == [{"rule": "VTA-10.5", "message": ODD}]
    assert referee("undo", "--agreed").code == 0
    assert f"Look again (VTA-10.5): {ODD}" in referee("correct", typed, "--why", "the cat").out


def test_a_table_that_cannot_be_read_is_told_as_such(referee: Any, typed: Path) -> None:
    typed.write_text(flow({**position(MISSING), "phase": 7}), "utf-8")
    told = referee("audit", typed, "--json")
    assert told.code == 1
    assert told.json["warnings"] == []
