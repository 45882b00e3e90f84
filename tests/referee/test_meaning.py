"""What people type, and what it means: short forms, names cut and in both languages, slips of the keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from venice_pnp.referee import home
from venice_pnp.referee.meaning import Ear, Lexicon
from venice_pnp.referee.table import Table, new_table
from venice_pnp.speech.folded import folded
from venice_pnp.speech.plain import read_file
from venice_pnp.speech.trouble import NotAMove

PLAYERS = ["Anke", "Bernd", "Claudia"]
ORDER = ["cannaregio", "castello", "quarantia", "san-marco", "san-polo", "dorsoduro", "santa-croce"]


def ear(table: Table) -> Ear:
    return Ear(table)


def midgame(game: str) -> Table:
    start = read_file(Path(f"tests/snapshots/{game}-midgame.yaml"))[0]
    return new_table(game, start["players"], path=home.table_path(game), start=start, options=start.get("options", {}))


def placing() -> Table:
    return new_table("doge", PLAYERS, path=home.table_path("d"), start={"order": {"now": ORDER}})


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("cs31", {"do": "place", "field": "castello", "tokens": [3, 1]}),
        ("san m 3 1", {"do": "place", "field": "san-marco", "tokens": [3, 1]}),
        ("marco 3", {"do": "place", "field": "san-marco", "tokens": [3]}),
        ("Santa Croce 2, 0", {"do": "place", "field": "santa-croce", "tokens": [2, 0]}),
        ("setze quar 1 1", {"do": "place", "field": "quarantia", "tokens": [1, 1]}),
        ("PLACE CASTELLO 2", {"do": "place", "field": "castello", "tokens": [2]}),
    ],
)
def test_a_placing(typed: str, move: dict[str, Any]) -> None:
    assert ear(placing()).understand("Anke", typed).moves == [{"by": "Anke", **move}]


def test_what_may_be_several_things_is_asked_back() -> None:
    meant = ear(placing()).understand("Anke", "san 3").moves
    assert [move["field"] for move in meant] == ["san-marco", "san-polo", "santa-croce"]


@pytest.mark.parametrize(("typed", "near"), [("kastello 2", "castello 2"), ("plcae castello 2", "place castello 2")])
def test_did_you_mean(typed: str, near: str) -> None:
    meaning = ear(placing()).understand("Anke", typed)
    assert not meaning.moves
    assert meaning.near == near


@pytest.mark.parametrize(
    ("game", "by", "typed", "move"),
    [
        ("canaletto", "Bernd", "11", {"do": "bid", "amount": 11}),
        ("canaletto", "Bernd", "p", {"do": "pass"}),
        ("canaletto", "Bernd", "b 12", {"do": "bid", "amount": 12}),
        ("canaletto", "Bernd", "br", {"do": "bribe"}),
        ("canaletto", "Bernd", "biete 12", {"do": "bid", "amount": 12}),
        ("doge", "Bernd", "2", {"do": "houses", "count": 2}),
        ("venedig", "Anke", "d19 d20", {"do": "build", "building": "palazzo", "fields": ["d19", "d20"]}),
        ("venedig", "Anke", "pa c16 c17", {"do": "build", "building": "palazzo", "fields": ["c16", "c17"]}),
        ("venetia", "Bernd", "p3", {"do": "die", "type": "politics", "value": 3}),
        ("venetia", "Bernd", "handel 4", {"do": "die", "type": "trade", "value": 4}),
    ],
)
def test_short_forms(game: str, by: str, typed: str, move: dict[str, Any]) -> None:
    assert ear(midgame(game)).understand(by, typed).moves == [{"by": by, **move}]


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("ca", {"do": "play", "cards": {"casa": 1}}),
        ("ca2 pa", {"do": "play", "cards": {"casa": 2, "palazzo": 1}}),
        ("2 casa", {"do": "play", "cards": {"casa": 2}}),
        ("a1 a2", {"do": "drain", "fields": ["a1", "a2"]}),
        ("d", {"do": "draw", "pile": 1}),
        ("d ca", {"do": "draw", "give": "casa", "pile": 3}),
        ("ziehen", {"do": "draw", "pile": 1}),
    ],
)
def test_a_turn_of_venedig(typed: str, move: dict[str, Any]) -> None:
    table = new_table("venedig", PLAYERS, path=home.table_path("v"))
    assert ear(table).understand("Anke", typed).moves == [{"by": "Anke", **move}]


def test_a_kind_in_the_pool_is_taken_and_not_given() -> None:
    start = {"phase": "draw", "pool": ["casa", "ponte"], "hands": {"Anke": {"hidden": 3}}}
    table = new_table("venedig", PLAYERS, path=home.table_path("v"), start=start)
    heard = ear(table)
    assert heard.understand("Anke", "d po").moves == [{"by": "Anke", "do": "draw", "pool": ["ponte"]}]
    given = {"by": "Anke", "do": "draw", "give": "campo", "pool": ["casa"], "pile": 2}
    assert heard.understand("Anke", "d cm ca").moves == [given]


def test_the_dice_of_venetia_as_digits() -> None:
    start = {"phase": "roll", "active": "Anke", "doge": {"player": "Anke", "family": 2, "markers": 3}}
    table = new_table("venetia", PLAYERS, path=home.table_path("v"), start=start)
    wanted = {"by": "table", "do": "roll", "military": [2, 3], "politics": [2, 3, 3], "trade": [3, 4]}
    for typed in ("23 233 34", "2323334", "roll 23 233 34"):
        assert ear(table).understand("table", typed).moves == [wanted]


def test_a_refusal_names_the_rule() -> None:
    meaning = ear(midgame("canaletto")).understand("Bernd", "3")
    assert meaning.refused is not None
    assert meaning.refused.rule == "CAN-7.2"


def test_understanding_changes_nothing() -> None:
    table = midgame("canaletto")
    before = len(table.journal.entries), table.state
    heard = ear(table)
    for typed in ("11", "p", "xyz", "200", "", "bid", "; ;", "=", "a=b", "💶", "bid " * 50):
        heard.understand("Bernd", typed)
    assert (len(table.journal.entries), table.state) == before


def test_names_are_found_by_every_form() -> None:
    lexicon = Lexicon([("san-marco", "san-marco"), ("San Marco", "san-marco"), ("SM", "san-marco"), ("Löwe", "lion")])
    for typed in ("san-marco", "SAN MARCO", "sm", "san m", "marco", "s m"):
        assert lexicon.find(typed.split()) == ["san-marco"], typed
    assert lexicon.find(["lowe"]) == lexicon.find(["Löwe"]) == ["lion"]
    assert lexicon.find(["xyz"]) == []
    assert folded("Ca' d’Oro") == "ca doro"


def test_a_die_by_its_german_name_is_never_called_unknown() -> None:
    """`würfel Militär` was answered with: did you mean “military”?"""
    start = {"phase": "die", "active": "Anke", "doge": {"player": "Bernd", "family": 2, "markers": 3}}
    start |= {"pool": {"military": [2, 4], "politics": [3]}}
    ear = Ear(new_table("venetia", ["Anke", "Bernd"], path=home.table_path("die"), start=start))
    die = {"by": "Anke", "do": "die", "type": "military"}
    assert ear.move("Anke", ["würfel", "Militär", "2"]) == die | {"value": 2}
    assert ear.move("Anke", ["würfel", "Militär"]) == die
    with pytest.raises(NotAMove) as both:
        ear.move("Anke", ["würfel", "Militär", "2", "Militär", "4"])
    assert both.value.key == "move.more"
