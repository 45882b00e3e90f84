"""What phones ask the table for is answered at a console of the same table: `agree 42`, `decline 42`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

import pytest

from tests.cli.test_evening import evening_at, said, typed
from tests.host.conftest import Browser, seated
from venice_pnp.door.noticeboard import FRESH, Notice, Noticeboard
from venice_pnp.host.server import Host
from venice_pnp.referee import home
from venice_pnp.referee.table import Table

Serve = Callable[..., Host]


def table_of(host: Host) -> Table:
    return Table(home.table_path(host.name))


async def looks(host: Host) -> None:
    """The server looks once for answers, and pins up what is open."""
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(host.ask_consoles(), 0.2)


def wanting(host: Host, seat: str) -> tuple[Browser, int]:
    phone = Browser(host)
    assert phone.post("/api/join", {"link": host.phones.link(seat)}).status_code == 200
    asyncio.run(looks(host))
    return phone, phone.view()["code"]


@pytest.mark.parametrize(("lang", "words"), [("en", ("agree", "decline")), ("de", ("einverstanden", "ablehnen"))])
def test_phones_are_let_in_or_sent_away_at_the_console(serve: Serve, lang: str, words: tuple[str, str]) -> None:
    host = serve()
    evening = evening_at(table_of(host), lang)
    for word, state in zip(words, ("seated", "none"), strict=True):
        phone, code = wanting(host, "Anke")
        asked = typed(evening)
        assert str(code) in said(asked) and f"{word} {code}" in said(asked) and "Anke" in said(asked)
        typed(evening, f"{word} {code}")
        asyncio.run(looks(host))
        assert phone.view()["state"] == state
        assert f"{word} {code}" not in said(typed(evening))


def test_one_question_needs_no_number_and_several_do(serve: Serve) -> None:
    host = serve()
    evening = evening_at(table_of(host))
    assert "No phone asks" in said(typed(evening, "agree"))
    (_, one), (_, two) = wanting(host, "Anke"), wanting(host, "Bernd")
    assert f"To which question? The table is asked: {one}, {two}." in said(typed(evening, "agree"))
    assert "To which question?" in said(typed(evening, "agree 7"))
    typed(evening, f"agree {one}")
    asyncio.run(looks(host))
    typed(evening, "agree")
    asyncio.run(looks(host))
    assert host.phones.taken == ["Anke", "Bernd"]


def test_phones_come_while_the_table_is_laid(serve: Serve) -> None:
    host = serve()
    evening = evening_at(table_of(host))
    _, code = wanting(host, "Anke")
    assert "To which question?" in said(typed(evening, "setup", "agree 7"))
    typed(evening, "setup", f"agree {code}")
    asyncio.run(looks(host))
    assert host.phones.taken == ["Anke"]


def test_an_undo_that_the_table_must_agree_to_is_agreed_to_at_the_console(serve: Serve) -> None:
    host = serve("doge")
    anke, evening = seated(host, "Anke"), evening_at(table_of(host))
    assert anke.move({"do": "place", "field": "castello", "tokens": [3]}, "1").status_code == 200
    assert anke.post("/api/undo", {"moment": anke.view()["undo"]["moment"]}).status_code == 202
    asyncio.run(looks(host))
    asked = typed(evening).notes[0]
    assert "Anke wants to take the last move back" in asked and "Castello" not in asked
    typed(evening, "agree")
    asyncio.run(looks(host))
    assert anke.view()["moves"] == 0


def test_a_server_that_was_killed_asks_nothing_and_old_answers_answer_nothing_new() -> None:
    board = Noticeboard("table")
    board.pin([Notice(42, {"en": "Let it in?"})])
    assert [notice.said("de") for notice in board.read()] == ["Let it in?"]
    assert board.answer(42, True)
    later = Noticeboard("table")  # another server
    later.pin([Notice(43, {"en": "And this one?"})])
    assert later.answered() == [] and not later.answer(42, True)
    assert later.answer(43, False) and later.answered() == [(43, False)] and later.answered() == []
    asked = next(home.data_folder().glob("phones/table/*.json"))
    os.utime(asked, (asked.stat().st_mtime - 2 * FRESH,) * 2)
    assert board.read() == []
    asked.write_bytes(b"[{")
    assert board.read() == []
    later.pin([])
    assert not asked.exists()
