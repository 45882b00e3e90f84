"""How hard searches: every idea in the same guesses, the worse ones given up, no more tries than it may make."""

from __future__ import annotations

import random
import sys
from argparse import Namespace
from collections import Counter
from typing import Any

import pytest

from tests.conftest import ROOT
from venice_pnp.bots.mind import Depth, Mind
from venice_pnp.bots.search import FEW, HardBot, _is_surely_worse, _Root
from venice_pnp.referee.memory import Memory
from venice_pnp.referee.table import open_game

sys.path.insert(0, str(ROOT / "bench"))
from horizon import gained, noted

SEATS = ["Anke", "Bernd", "Carla"]


@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_the_best_idea_is_found_in_guesses_that_all_share(noise: float, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = open_game("canaletto")
    monkeypatch.setattr(Mind, "depth", lambda *_: Depth(width=6, chapters=1, tries=120))
    bot, memory = HardBot(Mind(opened, random.Random(3))), Memory(opened, SEATS, {}, "3")
    tried: list[tuple[int, int]] = []

    def came(root: _Root, _state: Any, lot: int, *_: Any) -> float:
        amount = int(root.move.get("amount", 0))
        tried.append((lot, amount))
        return random.Random(lot).random() * noise + amount / 100  # a lucky deal is lucky for all

    monkeypatch.setattr(bot, "_try", came)
    seat = str(opened.rules.pending(memory.state)[0]["by"])
    chosen = bot.choose(seat, memory.view(seat), []).move
    assert chosen["amount"] == max(amount for _, amount in tried)
    by_lot = Counter(lot for lot, _ in tried)
    assert list(by_lot.values()) == sorted(by_lot.values(), reverse=True)
    assert max(by_lot.values()) == 6
    assert len(tried) <= 120


def test_what_is_surely_worse_is_given_up() -> None:
    best, worse, alike = (_Root(3, {}) for _ in range(3))
    chance = random.Random(1)
    for _ in range(4 * FEW):
        luck = chance.random()
        best.came.append(luck)
        worse.came.append(luck - 0.1 - 0.1 * chance.random())
        alike.came.append(luck + chance.uniform(-0.5, 0.48))
    assert _is_surely_worse(worse, best)
    assert not _is_surely_worse(alike, best)
    assert not _is_surely_worse(best, best)
    del best.came[FEW - 1 :], worse.came[FEW - 1 :]
    assert not _is_surely_worse(worse, best)  # too few tries say nothing


def test_what_follows_is_looked_at_more_widely_the_more_often_it_comes_back() -> None:
    opened = open_game("canaletto")
    bot, memory = HardBot(Mind(opened, random.Random(3))), Memory(opened, SEATS, {}, "3")
    bot.depth = bot.mind.depth("hard", len(SEATS))
    state, seat = memory.state, str(opened.rules.pending(memory.state)[0]["by"])
    root = _Root(len(SEATS), bot.mind.first_idea(state, seat))
    answers = []
    for lot in range(40):
        bot._try(root, state, lot, seat, SEATS)
        answers.append(len(root.next))
    assert root.visits == 40
    assert answers[1] == 1 < answers[-1]
    assert sum(root.hopes) == pytest.approx(40)
    assert sum(node.visits for node in root.next.values()) == 39


# --- how far it should look -----------------------------------------------------------------------------------
def test_what_shows_late_is_found_by_whoever_counts_what_is_late() -> None:
    """Of three ideas the second is best at once, the third in the end."""
    guess = [[0.3, 0.3, 0.3], [0.5, 0.3, 0.2], [0.2, 0.4, 0.6]]
    found = [[guess] * 6] * 2
    assert gained(found, [1.0], 3, 30) == pytest.approx(-10)
    assert gained(found, [1.0, 1.0, 2.0], 3, 30) == pytest.approx(30)
    assert gained(found, [1.0, 1.0, 2.0], 2, 30) == pytest.approx(0)  # the third is never looked at


def test_ideas_are_noted_chapter_by_chapter() -> None:
    asked = Namespace(games=1, positions=2, guesses=2, chapters=4, players=3, bots="easy")
    found = noted("canaletto", asked)
    assert len(found) == 2
    for notes in found:
        assert len(notes) == 2 and len({len(rows) for rows in notes}) == 1
        assert all(len(row) == 4 and all(0 <= chance <= 1 for chance in row) for rows in notes for row in rows)
