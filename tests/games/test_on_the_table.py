"""Secrets that lie on the table: the referee is told only what everybody sees, and nobody hands the laptop round."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.cli.person import CTRL_C, Person
from tests.trust.play import begun, game, some_move
from venice_pnp.contract.play import Refused
from venice_pnp.referee import home
from venice_pnp.referee.table import Table, new_table

PLAYERS = ["Anke", "Bernd", "Claudia", "Daniel"]
LAID: dict[str, dict[str, Any]] = {"doge": {"secrets": "laid"}, "venetia": {"laid": True}}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", LAID)
def test_a_whole_game_without_a_secret_move(name: str, seed: int) -> None:
    """Every snapshot on the way is sound, goes on as it did, and holds nothing that the table does not show."""
    rules, rng = game(name).rules, Random(seed)
    state = begun(name, PLAYERS, LAID[name])
    while rules.pending(state):
        move = some_move(rules, state, rng)
        assert not rules.verbs[move["do"]].secret or move["do"] == "draw"
        state, _ = rules.apply(state, move)
        table = rules.snapshot(state)
        if rng.random() < 0.1:
            assert rules.audit(table) == []
            assert rules.snapshot(rules.setup(PLAYERS, LAID[name], table)) == table
            if name == "doge":
                assert table["fields"] == rules.view(state, None)["fields"]


def test_tokens_show_their_values_in_their_vote_alone() -> None:
    rules, rng = game("doge").rules, Random(5)
    state = begun("doge", PLAYERS, LAID["doge"])
    shown = 0
    for _ in range(400):
        table = rules.snapshot(state)
        voting = table["vote"]["field"] if table["vote"] else table["order"]["now"][-1:] and _next(table)
        for name, field in table["fields"].items():
            known = [stack for stack in field["tokens"].values() if isinstance(stack, list)]
            assert name == voting or not known
            shown += len(known)
        state, _ = rules.apply(state, some_move(rules, state, rng))
    assert shown


def _next(table: dict[str, Any]) -> str:
    """The field that is about to vote."""
    row, voted = table["order"]["now"], table["order"]["voted"]
    return str(row[voted]) if voted < len(row) else ""


def test_the_usual_way_stays_as_it_was() -> None:
    for name, verbs in (("doge", {"lay", "show"}), ("venetia", {"show"})):
        rules, rng = game(name).rules, Random(1)
        state = begun(name, PLAYERS)
        done = set()
        for _ in range(150):
            move = some_move(rules, state, rng)
            done.add(move["do"])
            state, _ = rules.apply(state, move)
        assert not verbs & done
        assert "shown" not in rules.snapshot(state)


def test_cards_that_the_referee_deals_cannot_be_laid(tmp_path: Path) -> None:
    """VTA-6.5; and nothing is left behind of the table that was refused."""
    path = tmp_path / "x.table"
    with pytest.raises(Refused) as refused:
        new_table("venetia", PLAYERS, path=path, options=LAID["venetia"], seed="7")
    assert refused.value.key == "VTA-6.5.seed"
    assert not path.exists()
    assert new_table("doge", PLAYERS, path=path, options=LAID["doge"], seed="7").awaited()[0]["for"] == "lay"


def test_a_round_of_doge_without_handing_the_laptop_on() -> None:
    path = home.table_path("doge")
    new_table("doge", PLAYERS, path=path, options=LAID["doge"], seed="7")
    home.remember(path)
    person = Person("play", size=(100, 40))
    person.until("Step 1 of")
    person.type("s")
    rng = Random(3)
    table = Table(path)
    while table.view(None)["round"] == 1:
        by = str(table.awaited()[0]["by"])
        person.until(f"{by} ▸")
        move = some_move(table.rules, table.state, rng) | {"by": by}
        move = next(one for one in table.rules.legal(table.state, by) if one["do"] == move["do"])
        person.type(_typed(move))
        while not table.refresh():
            person.read()
    assert "Hand the laptop" not in person.raw
    assert "sealed" not in {entry["kind"] for entry in table.log()}
    person.press(CTRL_C)
    person.ends()


def _typed(move: dict[str, Any]) -> str:
    """As it is read off the table: `cs 2`, `3 1`."""
    words = [move[key] for key in ("field", "number", "tokens", "to", "from", "count") if key in move]
    if move["do"] not in ("lay", "show", "houses"):
        words.insert(0, move["do"])
    return " ".join(" ".join(map(str, word)) if isinstance(word, list) else str(word) for word in words)
