"""One source of truth: a number changed in the data changes the printed part and the referee alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.press.kits import library
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.scene import Group, Scene, Text
from venice_pnp.draw.studio import Studio
from venice_pnp.games import open_kit
from venice_pnp.press.pieces import draw_parts
from venice_pnp.referee.table import open_game

PLAYERS = ["Anke", "Bernd", "Claudia", "Daniel"]


def edit(data: Path, file: str, old: str, new: str) -> None:
    text = (data / file).read_text("utf-8")
    assert old in text
    (data / file).write_text(text.replace(old, new, 1), "utf-8")


def printed(game: str, component: str, data: Path) -> list[str]:
    """All texts on the fronts of a component."""
    kit = open_kit(game, data)
    parts = draw_parts(Studio(kit, library(), "en", "colour"), boards_of(kit), frozenset([component]))
    return [text for scene in parts.faces.values() for text in texts(scene)]


def texts(scene: Scene) -> list[str]:
    found, stack = [], list(scene.items)
    while stack:
        item = stack.pop()
        if isinstance(item, Text):
            found.append(item.text)
        elif isinstance(item, Group):
            stack += item.items
    return found


def snapshot(game: str, data: Path, start: Any = None) -> dict[str, Any]:
    rules = open_game(game, data).rules
    made: dict[str, Any] = rules.snapshot(rules.setup(PLAYERS, {}, start))
    return made


def test_start_money(data: Path) -> None:
    edit(data, "canaletto/numbers.yaml", "start-money: 30", "start-money: 25")
    assert set(snapshot("canaletto", data)["money"].values()) == {25}
    kit = open_kit("canaletto", data)
    board = next(
        iter(draw_parts(Studio(kit, library(), "en", "colour"), boards_of(kit), frozenset(["board"])).faces.values())
    )
    runs = [item for item in board.items if isinstance(item, Text)]
    start = next(i for i, run in enumerate(runs) if run.text == "start")
    assert runs[start - 1].text == "25"


def test_a_value_tile(data: Path) -> None:
    edit(data, "canaletto/artworks.yaml", "15, 16]", "15, 20]")
    assert "20" in printed("canaletto", "value", data)
    assert "16" not in printed("canaletto", "value", data)
    assert 20 in open_game("canaletto", data).rules.tables.values


def test_costs_of_the_sites(data: Path) -> None:
    edit(data, "doge/numbers.yaml", "[3, 4, 5, 6, 7]", "[2, 3, 4, 5, 6]")
    board = printed("doge", "board", data)
    assert board.count("2") >= 6
    start = {
        "phase": "voting",
        "order": {"now": ["san-polo", "castello", "quarantia", "san-marco", "cannaregio", "dorsoduro", "santa-croce"]},
        "fields": {"san-polo": {"tokens": {"Anke": [3]}}},
    }
    rules = open_game("doge", data).rules
    state = rules.setup(PLAYERS, {}, start)
    for move in ({"do": "take", "to": "castello"}, {"do": "houses", "count": 2}):
        state, _ = rules.apply(state, {"by": "Anke", **move})
    assert rules.pending(state) == [{"by": "Anke", "for": "palazzo", "field": "san-polo", "cost": 2}]


@pytest.mark.parametrize("value", [4])
def test_vote_tokens(value: int, data: Path) -> None:
    edit(data, "doge/numbers.yaml", "[0, 1, 1, 2, 2, 3, 3]", f"[0, 1, 1, 2, 2, 3, {value}]")
    assert str(value) in printed("doge", "vote-token", data)
    assert snapshot("doge", data)["supply"]["Anke"]["tokens"] == [0, 1, 1, 2, 2, 3, value]
