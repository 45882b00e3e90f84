"""PettingZoo's own tests, and that a learner sees its seat and nothing else."""

from __future__ import annotations

import random
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from venice_pnp.lab.editions import NoExperiment
from venice_pnp.lab.features import encoded, seats_from
from venice_pnp.lab.learning import MOST_MOVES, VIEW, VeniceEnv, env

GAMES = ["canaletto", "doge", "venedig", "venetia"]


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_finds_nothing_wrong(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would rather have arrays than mappings, and agents with numbers
        api_test(env(game), num_cycles=12)
        seed_test(lambda: env(game), num_cycles=6)


def play(made: VeniceEnv, seed: int) -> dict[str, float]:
    """Any moves to the end; the rewards."""
    made.reset(seed=seed)
    chance, total = random.Random(seed), dict.fromkeys(made.possible_agents, 0.0)
    for agent in made.agent_iter():
        _, reward, over, _, info = made.last(observe=False)
        total[agent] += reward
        made.step(None if over else chance.randrange(len(info["moves"])))
    return total


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_shares_one_win(game: str) -> None:
    made = VeniceEnv(game)
    assert sum(play(made, 3).values()) == pytest.approx(1)
    assert not made.agents


def test_games_follow_each_other_by_the_seed() -> None:
    one, other = VeniceEnv("canaletto", 3), VeniceEnv("canaletto", 3)
    first, again = play(one, 5), play(other, 5)
    assert first == again
    one.reset()
    other.reset()
    assert np.array_equal(one.observe("Anke")["observation"], other.observe("Anke")["observation"])


def test_only_who_has_the_turn_sees_moves_and_the_mask_counts_them() -> None:
    made = VeniceEnv("canaletto", 3)
    made.reset(seed=1)
    turn = made.agent_selection
    others = [name for name in made.agents if name != turn]
    seen = made.observe(turn)
    assert seen["action_mask"].sum() == len(made.infos[turn]["moves"]) <= MOST_MOVES
    assert all(made.observe(name)["action_mask"].sum() == 0 and made.infos[name] == {} for name in others)
    with pytest.raises(ValueError, match="none of them"):
        made.step(MOST_MOVES - 1)


def test_what_others_chose_in_secret_is_not_seen() -> None:
    """Doge: two games that differ only in what one seat has laid face down look the same to the others."""
    views = []
    for choice in (0, 1):
        made = VeniceEnv("doge", 3)
        made.reset(seed=1)
        first = made.agent_selection
        made.step([choice, len(made.infos[first]["moves"]) - 1][choice])
        views.append(made.observe(next(name for name in made.agents if name != first)))
    assert np.array_equal(views[0]["observation"], views[1]["observation"])
    assert np.array_equal(views[0]["moves"], views[1]["moves"])


def test_a_seat_sees_itself_first() -> None:
    players = ["Anke", "Bernd", "Carla"]
    one = {"money": {"Anke": 3, "Bernd": 5, "Carla": 8}, "turn": "Anke"}
    turned = {"money": {"Bernd": 3, "Carla": 5, "Anke": 8}, "turn": "Bernd"}
    rows = encoded(one, seats_from("Anke", players), VIEW), encoded(turned, seats_from("Bernd", players), VIEW)
    assert np.array_equal(*rows)
    assert not np.array_equal(rows[0], encoded(one, seats_from("Bernd", players), VIEW))


def test_too_many_seats_are_told() -> None:
    with pytest.raises(NoExperiment, match="3 to 4 seats"):
        VeniceEnv("canaletto", 7)
