"""What a bot knows: guesses that fit its view, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from tests.bots.played import easy_game
from venice_pnp.bots import EASY, HARD, MEDIUM, bot_of
from venice_pnp.bots.mind import Depth, Mind
from venice_pnp.bots.playing import BotGame, play_out
from venice_pnp.contract.play import TABLE, Held
from venice_pnp.referee.memory import Memory
from venice_pnp.referee.table import open_game

TABLES = [("canaletto", 3), ("doge", 3), ("doge", 4), ("venedig", 2), ("venedig", 3), ("venetia", 3)]


def decisions(played: BotGame, chance: random.Random, share: float) -> Iterator[Held]:
    """Some of the moments at which a player has to decide."""
    rules = played.opened.rules
    for step in played.steps:
        awaited = rules.pending(step.state)
        if chance.random() < share and awaited and awaited[0]["by"] != TABLE:
            yield step.state


def check_guesses(played: BotGame, chance: random.Random, share: float) -> int:
    """Every seat's guesses at some moments of a game; how many were looked at."""
    rules = played.opened.rules
    looked, mind = 0, Mind(played.opened, chance)
    for state in decisions(played, chance, share):
        for seat in played.players:
            view = rules.view(state, seat)
            for guesses in (mind.guesses(view, seat), mind.likely_guesses(view, seat)):
                assert rules.view(next(guesses), seat) == view
            looked += 1
    return looked


@pytest.mark.parametrize(("game", "n"), TABLES)
def test_a_guess_cannot_be_told_from_the_table(game: str, n: int) -> None:
    assert check_guesses(easy_game(game, n), random.Random(n), 0.3 if game == "venedig" else 0.08) > 20


@pytest.mark.long
@pytest.mark.parametrize("level", ["random", "easy"])
@pytest.mark.parametrize(("game", "n"), TABLES)
def test_thousands_of_guesses(game: str, n: int, level: str) -> None:
    opened, chance = open_game(game), random.Random(game)
    looked = sum(check_guesses(play_out(opened, [level] * n, f"{at}"), chance, 1) for at in range(20))
    assert looked > 2000


def test_candidates_with_options_of_venetia() -> None:
    played = play_out(open_game("venetia"), [EASY] * 3, "city", {"city": True, "veto": True})
    assert played.ended
    assert check_guesses(played, random.Random(3), 0.03) > 20


@pytest.mark.parametrize(("game", "n"), [("canaletto", 3), ("doge", 3), ("venedig", 3), ("venetia", 3)])
def test_what_a_bot_may_not_know_does_not_change_its_choice(game: str, n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same table with all that is hidden from a seat dealt anew: the same choice of every level. (In Canaletto
    nothing is hidden but what chance has not decided yet.)"""
    monkeypatch.setattr(Mind, "depth", lambda *_: Depth(width=4, guesses=2, chapters=2, tries=16))
    opened = open_game(game)
    rules, guessing, chance = opened.rules, opened.game.guessing(), random.Random(7)
    assert guessing is not None
    others = 0
    for state in decisions(easy_game(game, n), chance, {"venetia": 0.03, "doge": 0.06}.get(game, 0.2)):
        seat = str(rules.pending(state)[0]["by"])
        view = rules.view(state, seat)
        other = next(guessing.guesses(rules, view, seat, chance))
        others += rules.snapshot(other) != rules.snapshot(state)
        for level in (EASY, MEDIUM, HARD):
            first, second = (
                bot_of(opened, level, random.Random(1)).choose(seat, rules.view(one, seat), []).move
                for one in (state, other)
            )
            assert first == second
    assert others > 2 or game == "canaletto"


def test_where_the_referee_does_not_know_a_hand_no_bot_can_sit() -> None:
    for game, options, seats in (("doge", {"secrets": "laid"}, 3), ("venedig", {}, 3), ("venetia", {}, 3)):
        opened = open_game(game)
        guessing, names = opened.game.guessing(), ["Anke", "Bernd", "Carla"][:seats]
        assert guessing is not None
        state = opened.rules.setup(names, options, opened.rules.fresh)
        assert not guessing.sees(opened.rules, opened.rules.view(state, "Anke"), "Anke"), game


def test_what_others_have_sealed_is_guessed_to_make_sense() -> None:
    """Whoever chooses last believes that the others have thought before."""
    opened = open_game("doge")
    mind, memory = Mind(opened, random.Random(5)), Memory(opened, ["Anke", "Bernd", "Carla"], {}, "5")
    thought_of = [idea.move for idea in mind.ideas(memory.state, "Anke")]
    memory.do(thought_of[0])
    view = memory.view("Bernd")
    for guesses, makes_sense in ((mind.likely_guesses(view, "Bernd"), True), (mind.guesses(view, "Bernd"), False)):
        sealed = [opened.rules.snapshot(state)["pending"]["Anke"] for state in islice(guesses, 20)]
        assert all({"by": "Anke", "do": "place", **one} in thought_of for one in sealed) == makes_sense
