"""A game becomes numbers: the same seed the same, and every one of them true of the game."""

from __future__ import annotations

import pytest

import venice_pnp
from venice_pnp.bots.playing import play_out
from venice_pnp.lab import trials as room
from venice_pnp.lab.editions import Edition, NoExperiment
from venice_pnp.lab.trials import Experiment, Trial, result_of, trial
from venice_pnp.referee.table import is_chance, open_game


def test_the_same_seed_gives_the_same_trial(experiment: Experiment, played: list[Trial]) -> None:
    assert trial(experiment, 5) == played[5]
    assert len({one.games for one in played}) == len(played)


def test_the_numbers_are_those_of_the_game(experiment: Experiment, played: list[Trial]) -> None:
    opened = open_game("canaletto")
    game = play_out(opened, ["random"] * 3, f"{experiment.seed} 5")
    result = played[5].games[0]
    end = opened.rules.snapshot(game.steps[-1].state)
    assert [game.players[seat] for seat in result.winners] == end["winners"]
    money = [end["money"][name] - 2 * end["debt"][name] for name in game.players]
    assert list(result.rounds[-1]) == money
    decisions = [step for step in game.steps if not step.start and not is_chance(step.move)]
    assert result.moves == len(decisions)
    again = venice_pnp.play("canaletto", game.players, seed=None, start=game.steps[0].move["start"])
    choices = 0
    for step in game.steps[1:]:
        choices += 0 if is_chance(step.move) else len(again.legal(step.move["by"]))
        again.make(step.move)
    assert result.choices == choices
    assert {key for key, _ in result.decided} <= {"told.sale"}


@pytest.mark.parametrize("game", ["canaletto", "doge", "venedig", "venetia"])
def test_a_game_that_is_broken_off_has_no_winner(game: str) -> None:
    opened = open_game(game)
    result = result_of(play_out(opened, ["random"] * opened.kit.game.players[0], "1", most=30))
    assert (result.ended, result.winners, result.rounds) == (False, (), ())
    assert 0 < result.moves <= 30 and result.choices >= result.moves


def test_every_moment_that_may_decide_says_what_it_is_about() -> None:
    for game in venice_pnp.game_names():
        opened = open_game(game)
        telling = opened.game.telling()
        assert telling is not None and telling.DECIDES
        for lang in ("en", "de"):
            speech = venice_pnp.play(game, ["Anke", "Bernd", "Carla"], seed=1, lang=lang).speech
            for key, fact in telling.DECIDES.items():
                assert speech.say(f"{key}.subject", {fact: "xyz"}).endswith("xyz")


def test_a_game_that_fails_is_told_with_its_number(shipped: Edition, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(room, "play_out", broken)
    with pytest.raises(NoExperiment, match=r"Game 17 of shipped failed: ZeroDivisionError: oops"):
        trial(Experiment((shipped,), "random", 3, "1"), 17)
