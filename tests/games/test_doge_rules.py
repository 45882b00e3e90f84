"""Doge: short forms, drawn moves, and what is told at the edges of the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from venice_pnp.contract.play import Refused
from venice_pnp.games import open_kit
from venice_pnp.games.doge.rules.bound import Rules
from venice_pnp.referee.moves import from_words
from venice_pnp.referee.records import read_record
from venice_pnp.speech.words import known_ids

RECORDS = Path(__file__).parents[1] / "records" / "doge"
KIT = open_kit("doge")
DOGE = Rules(KIT)
PLAYERS = ["Anke", "Bernd", "Claudia"]
ROW = ["castello", "san-marco", "quarantia", "san-polo", "dorsoduro", "cannaregio", "santa-croce"]


def table() -> Any:
    return DOGE.setup(PLAYERS, {}, None)


def key(state: Any, move: dict[str, Any]) -> str:
    """How a refusal is said."""
    with pytest.raises(Refused) as refused:
        DOGE.apply(state, move)
    return refused.value.key


@pytest.mark.parametrize(
    ("text", "move"),
    [
        (f"order {' '.join(ROW)}", {"do": "order", "fields": ROW}),
        ("place castello 3 1", {"do": "place", "field": "castello", "tokens": [3, 1]}),
        ("move-house castello san-marco", {"do": "move-house", "from": "castello", "to": "san-marco"}),
        ("houses 2", {"do": "houses", "count": 2}),
    ],
)
def test_short_forms(text: str, move: dict[str, Any]) -> None:
    assert from_words("Anke", text.split(), DOGE.verbs, [], known_ids(KIT), PLAYERS) == {"by": "Anke", **move}


def test_doge_6_13_only_placing_is_secret() -> None:
    assert [name for name, verb in DOGE.verbs.items() if verb.secret] == ["place"]


def test_what_was_drawn_only_the_table_says() -> None:
    order = {"by": "table", "do": "order", "fields": ROW}
    after, _ = DOGE.apply(table(), {**order, "drawn": True})
    assert DOGE.snapshot(after)["order"]["now"] == ROW
    for drawn in (False, 1, "yes"):
        assert key(table(), {**order, "drawn": drawn}) == "DOGE-6.1.unknown"
    place = {"by": "Anke", "do": "place", "field": "castello", "tokens": [1], "drawn": True}
    assert key(after, place) == "DOGE-6.1.unknown"


def test_doge_6_3_why_a_move_is_not_awaited() -> None:
    assert key(table(), {"by": "Anke", "do": "place", "field": "castello", "tokens": [1]}) == "DOGE-6.3.order"
    state, _ = DOGE.apply(table(), {"by": "table", "do": "order", "fields": ROW})
    assert key(state, {"by": "table", "do": "reveal", "field": "castello"}) == "DOGE-6.3.place"
    assert key(state, {"by": "Anke", "do": "build"}) == "DOGE-6.3.place"
    placed = {"by": "Anke", "do": "place", "field": "castello", "tokens": [1]}
    state, _ = DOGE.apply(state, placed)
    assert key(state, placed) == "DOGE-6.3.chosen"


def test_doge_6_15_the_last_vote_of_a_round_opens_nothing_of_the_next() -> None:
    """Santa Croce voted last; what is laid there in the new round stays hidden until it votes again."""
    start = read_record(RECORDS / "12.02-shared-win-after-a-decision.yaml").start or {}
    fields = {"santa-croce": {"tokens": {"Claudia": [1]}}}
    state = DOGE.setup(PLAYERS, {}, {**start, "fields": fields})
    for by, verb in (("Claudia", "waive"), ("Claudia", "pass")):
        state, _ = DOGE.apply(state, {"by": by, "do": verb})
    placed = [{"by": name, "do": "place", "field": "santa-croce", "tokens": [2]} for name in PLAYERS]
    for move in placed:
        state, _ = DOGE.apply(state, move)
    assert DOGE.snapshot(state)["turn"] == 2
    assert [DOGE.sealing.secret(state, move) for move in placed] == [True] * 3
