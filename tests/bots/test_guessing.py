"""What a bot knows: guesses that fit its view, and nothing else."""

from __future__ import annotations

import random

import pytest

from venice_pnp.bots.playing import BotGame, play_out
from venice_pnp.contract.play import TABLE
from venice_pnp.referee.table import open_game

TABLES = [("canaletto", 3), ("doge", 3), ("doge", 4), ("venedig", 2), ("venedig", 4), ("venetia", 3), ("venetia", 4)]


def check_guesses(played: BotGame, chance: random.Random, share: float) -> int:
    """Every seat's guesses at some moments of a game; how many were looked at."""
    rules, guessing = played.opened.rules, played.opened.game.guessing()
    assert guessing is not None
    looked = 0
    for step in played.steps:
        if chance.random() > share or any(item["by"] == TABLE for item in rules.pending(step.state)):
            continue
        for seat in played.players:
            view = rules.view(step.state, seat)
            guesses = guessing.guesses(rules, view, seat, chance)
            assert rules.view(next(guesses), seat) == view
            assert rules.view(next(guesses), seat) == view
            looked += 1
    return looked


@pytest.mark.parametrize(("game", "n"), TABLES)
def test_a_guess_cannot_be_told_from_the_table(game: str, n: int) -> None:
    played = play_out(open_game(game), ["random"] * n, f"guess {n}")
    assert check_guesses(played, random.Random(n), 0.05 if game == "doge" else 0.2) > 20


@pytest.mark.long
@pytest.mark.parametrize(("game", "n"), TABLES)
def test_thousands_of_guesses(game: str, n: int) -> None:
    opened, chance = open_game(game), random.Random(game)
    looked = sum(check_guesses(play_out(opened, ["random"] * n, f"{at}"), chance, 1) for at in range(20))
    assert looked > 2000
