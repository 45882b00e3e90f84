"""A screen that is shown again without being made again: it must never be an old one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from venice_pnp.cli.quick import answered, shown_again
from venice_pnp.referee import home


@pytest.fixture
def table(referee: Any) -> Any:
    referee("new", "canaletto", "--players", "Anke,Bernd,Claudia", "--seed", 7, "--table", "sunday")
    return referee


def kept(capsys: pytest.CaptureFixture[str], table: str | None = None, lang: str = "en") -> str:
    """What is shown without opening the table; nothing if it has to be opened."""
    said = shown_again(table, lang)
    out = capsys.readouterr().out
    assert bool(out) is said
    return out


def test_the_same_bytes_again(table: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert kept(capsys) == ""
    shown = table("status").out
    assert kept(capsys) == shown
    assert kept(capsys, "sunday") == shown


def test_never_an_old_screen(table: Any, capsys: pytest.CaptureFixture[str]) -> None:
    table("status")
    seat = table("status", "--json").json["await"][0]["by"]
    table("do", seat, "bid", 4)
    assert kept(capsys) == ""
    assert "high bid 4" in table("status").out
    assert "high bid 4" in kept(capsys)


def test_not_for_another_language_table_or_seat(table: Any, capsys: pytest.CaptureFixture[str]) -> None:
    table("status")
    assert kept(capsys, lang="de") == ""
    assert kept(capsys, "other") == ""
    for words in (["--as", "Anke"], ["--json"], ["--lang"], ["--lang", "xx"], ["--table", "x", "--json"]):
        assert answered(["referee", "status", *words]) is False  # left to the whole command line
    assert answered(["build"]) is False
    assert answered([]) is False


def test_a_damaged_file_is_told_and_not_glossed_over(table: Any, capsys: pytest.CaptureFixture[str]) -> None:
    table("status")
    path = home.table_path("sunday")
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    assert kept(capsys) == ""
    assert table("status").code == 1
    path.write_bytes(whole)
    assert kept(capsys)


def test_what_is_kept_is_public(referee: Any, house: Path) -> None:
    referee("new", "doge", "--players", "Anke,Bernd,Claudia", "--seed", 5, "--table", "evening")
    referee("do", "Anke", "place", "santa", 3, 2, 0)
    referee("status", "--as", "Anke")
    assert not (house / "home" / "screens").exists()
    referee("status")
    (screen,) = (house / "home" / "screens").iterdir()
    assert "0 2 3" not in screen.read_text(encoding="utf-8")
