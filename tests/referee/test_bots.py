"""Bots through the commands."""

from __future__ import annotations

from typing import Any


def test_a_table_with_bots(referee: Any) -> None:
    opened = referee("new", "canaletto", "--players", "Anke", "--bots", "Luca:easy,Rosa:medium", "--seed", 7)
    assert opened.code == 0
    assert "Awaited: Anke" in opened.out
    done = referee("do", "Anke", "pass", "--json").json
    assert {turn["move"]["by"] for turn in done["bots"]} == {"Luca", "Rosa"}
    assert done["await"][0]["by"] == "Anke"
    looked = referee("status", "--as", "Luca")
    assert (looked.code, "Luca is a bot" in looked.err) == (1, True)
    assert referee("undo").code == 0


def test_a_bot_that_is_none(referee: Any) -> None:
    answer = referee("new", "canaletto", "--players", "Anke,Bernd", "--bots", "Luca:strong")
    assert answer.code == 2
    assert "Luca:hard" in answer.err
