"""What a worker does: a seed becomes one game for every edition of an experiment, and each game a few numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from venice_pnp.bots.playing import BotGame, play_out
from venice_pnp.contract.game import AnyGame
from venice_pnp.contract.play import Held, Rules
from venice_pnp.lab.editions import Edition, NoExperiment, opened
from venice_pnp.referee.chronicle import Chronicle, chronicle_of
from venice_pnp.referee.table import Step, is_chance
from venice_pnp.speech.words import Said


class Experiment(Struct, frozen=True):
    """What is tried: which editions, by which bots at how many seats, with the draws of which seed."""

    editions: tuple[Edition, ...]
    level: str
    seats: int
    seed: str


class Result(Struct, frozen=True, omit_defaults=True):
    """What is kept of a game: everything by the number of a seat, no names."""

    moves: int  # of players
    choices: int  # that they had, all moves together
    winners: tuple[int, ...] = ()
    rounds: tuple[tuple[int, ...], ...] = ()  # what each seat had at the beginning and after each round
    decided: tuple[tuple[str, str], ...] = ()  # a message, and what it is about
    ended: bool = True


class Trial(Struct, frozen=True):
    """The same seed in every edition."""

    number: int
    games: tuple[Result, ...]


def trials(experiment: Experiment, numbers: Sequence[int]) -> list[Trial]:
    """The task: what workers are given, here and elsewhere."""
    return [trial(experiment, number) for number in numbers]


def trial(experiment: Experiment, number: int) -> Trial:
    return Trial(number, tuple(_result(experiment, edition, number) for edition in experiment.editions))


def _result(experiment: Experiment, edition: Edition, number: int) -> Result:
    """Whatever goes wrong in a game is told with its number, by which it can be played again."""
    levels = [experiment.level] * experiment.seats
    try:
        return result_of(play_out(opened(edition), levels, f"{experiment.seed} {number}", edition.options))
    except NoExperiment:
        raise
    except Exception as error:
        problem = Said(f"{type(error).__name__}: {error}")
        raise NoExperiment("lab.game-failed", number=number, edition=edition.label, problem=problem) from error


class _Kept(NamedTuple):
    """A game that was played, as a chronicle is made of it."""

    declared: AnyGame
    rules: Rules[Held]
    players: list[str]
    steps: list[Step]


def result_of(played: BotGame) -> Result:
    """A game as numbers; one that did not end has no winners, and says so."""
    declared, rules = played.opened.game, played.opened.rules
    moves = choices = 0
    for before, step in _decisions(played.steps):
        moves += 1
        choices += sum(1 for _ in rules.legal(before, step.move["by"]))
    if not played.ended:
        return Result(moves, choices, ended=False)
    winners = tuple(played.players.index(name) for name in played.winners)
    told = chronicle_of(_Kept(declared, rules, played.players, played.steps))
    if told is None:
        return Result(moves, choices, winners)
    rounds = tuple(zip(*(told.curves[name] for name in played.players), strict=True))
    return Result(moves, choices, winners, rounds, tuple(_decided(told, declared)))


def _decisions(steps: Sequence[Step]) -> Iterator[tuple[Held, Step]]:
    """The moves of players, each with the state in which it was made."""
    for before, step in pairwise(steps):
        if not is_chance(step.move) and not step.start:
            yield before.state, step


def _decided(told: Chronicle, declared: AnyGame) -> Iterator[tuple[str, str]]:
    telling = declared.telling()
    if told.decided is not None and telling is not None:
        key, facts = told.decided
        about = facts[telling.DECIDES[key]]
        for one in dict.fromkeys(about if isinstance(about, list) else [about]):
            yield key, str(one)
