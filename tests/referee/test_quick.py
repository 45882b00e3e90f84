"""The quick door of `referee status` says what the ordinary one says."""

from __future__ import annotations

from tests.conftest import venice


def test_both_doors_show_the_same() -> None:
    venice("referee", "new", "canaletto", "--players", "Anke,Bernd,Claudia", "--seed", "7", "--table", "sunday")
    quick = venice("referee", "status", "--lang", "de", "--table", "sunday")
    ordinary = venice("referee", "status", "--lang=de", "--table=sunday")
    assert quick.code == ordinary.code == 0
    assert quick.out == ordinary.out
    assert "RUNDE 1" in quick.out


def test_the_quick_door_says_clearly_what_is_wrong() -> None:
    for words in (["--table", "nowhere"], ["--table", "../x"], ["--lang", "xx"], ["--table"], []):
        ran = venice("referee", "status", *words)
        assert ran.code in (1, 2), words
        assert ran.err and "Traceback" not in ran.err
