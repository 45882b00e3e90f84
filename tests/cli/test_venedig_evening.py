"""An evening of Venedig with own cards: what people type who have only the screen and the parts before them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.cli.test_evening import evening_at, said, typed
from venice_pnp.console.evening import Evening
from venice_pnp.referee import home
from venice_pnp.referee.table import new_table

PLAYERS = ["Anna Maria", "Jörg", "Käthe"]


def evening(lang: str = "de", **start: Any) -> Evening:
    table = new_table("venedig", PLAYERS, path=home.table_path("v"), start=start or None)
    return evening_at(table, lang)


def made(at: Evening) -> Mapping[str, Any]:
    """The last move."""
    move = at.table.steps[-1].move
    assert move is not None
    return move


# --- no other move than the one that was typed ------------------------------------------------------------------
@pytest.mark.parametrize("line", ["bauen c3", "build c3", "build c3 c4", "baue c3"])
@pytest.mark.parametrize("phase", ["play", "drain"])
def test_building_is_not_draining(line: str, phase: str) -> None:
    at = evening(phase=phase)
    scene = typed(at, line)
    assert len(at.table.steps) == 1
    assert "„bauen“ ist jetzt nicht gefragt." in said(scene)


def test_a_number_between_two_kinds_is_asked_back() -> None:
    at = evening()
    scene = typed(at, "ponte 2 basilica")
    assert len(at.table.steps) == 1
    assert "[1] legen Ponte 1, Basilica 2  [2] legen Ponte 2, Basilica 1" in said(scene)
    typed(at, "n")
    assert len(at.table.steps) == 1
    typed(at, "ponte 2 basilica", "2")
    assert made(at)["cards"] == {"ponte": 2, "basilica": 1}


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("ponte, 2 basilica", {"ponte": 1, "basilica": 2}),
        ("ponte 2, basilica", {"ponte": 2, "basilica": 1}),
        ("ponte 2 basilica 1", {"ponte": 2, "basilica": 1}),
        ("1 ponte 2 basilica", {"ponte": 1, "basilica": 2}),
        ("lege po2 ba", {"ponte": 2, "basilica": 1}),
    ],
)
def test_commas_part_and_numbers_go_where_they_can(line: str, cards: dict[str, int]) -> None:
    at = evening()
    typed(at, line)
    assert made(at)["cards"] == cards


def test_labels_begin_no_word_for_a_move() -> None:
    """`d` draws, now or later; it must not build because few sites are left."""
    at = evening()
    scene = typed(at, "3 po")
    assert "[f] bauen Ponte a3 b9  [g] bauen Ponte d10 e22" in said(scene)
    begun = {word[0] for words in at.ear.verbs.values() for word in words}
    assert begun.isdisjoint("".join(at.menu.labels))


# --- what is printed is what one types --------------------------------------------------------------------------
@pytest.mark.parametrize("line", ["Haus", "lege Häuser", "lay house", "1 Case", "play casa", "auslegen Casa"])
def test_a_casa_by_every_word_for_it(line: str) -> None:
    at = evening()
    typed(at, line)
    assert made(at)["cards"] == {"casa": 1}


@pytest.mark.parametrize(
    ("line", "kind"),
    [("2 Brücken", "ponte"), ("2 Kirchen", "basilica"), ("2 Basiliche", "basilica"), ("2 squares", "campo")],
)
def test_kinds_in_plain_words_and_in_their_own_plural(line: str, kind: str) -> None:
    at = evening()
    typed(at, line)
    assert made(at)["cards"] == {kind: 2}


@pytest.mark.parametrize("line", ["ziehe Brücke", "draw bridge"])
def test_a_card_is_given_by_what_it_shows(line: str) -> None:
    at = evening()
    typed(at, line)
    assert made(at)["give"] == "ponte"


@pytest.mark.parametrize("line", ["d10 e22 Castello", "d10 e22 e", "d10 e22 viertel=e", "d10 e22 quarter=Castello"])
def test_the_quarter_of_a_ponte(line: str) -> None:
    at = evening()
    typed(at, "3 po", line)
    assert made(at)["quarter"] == "e"


def test_a_name_of_two_words_in_a_move() -> None:
    at = evening(out={"Jörg": {"palazzo": 1}}, builders={"palazzo": "Jörg"})
    typed(at, "2 pa", "d19 d20 halt=Anna Maria")
    assert made(at)["halt"] == "Anna Maria"
