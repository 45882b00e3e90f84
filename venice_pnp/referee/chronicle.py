"""How a game went, worked out again from its positions: curves by round, when it turned, and what decided it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from venice_pnp.contract.game import AnyGame
from venice_pnp.contract.play import Facts, Held, Rules
from venice_pnp.referee.table import Step
from venice_pnp.speech.words import Speech

UNIT = "told.unit"  # the message that says what a game counts


class Finished(Protocol):
    """A game that may be over, whoever keeps it."""

    @property
    def declared(self) -> AnyGame: ...
    @property
    def rules(self) -> Rules[Held]: ...
    @property
    def players(self) -> list[str]: ...
    @property
    def steps(self) -> list[Step]: ...


class Chronicle(NamedTuple):
    """What everybody had at the beginning and after each round, and sentences as messages with their facts."""

    curves: dict[str, list[int]]
    sentences: list[tuple[str, Facts]]

    def said(self, speech: Speech) -> list[str]:
        return [speech.say(key, facts) for key, facts in self.sentences]


class _Moment(NamedTuple):
    """A step that somebody may tell of: who gained how much by it, in which round."""

    round: int
    key: str
    facts: Facts
    gains: Mapping[str, int]


def chronicle_of(game: Finished) -> Chronicle | None:
    """The chronicle of a game that is over; None while it goes on, or if the game has no such ability."""
    telling = game.declared.telling()
    if telling is None or game.rules.pending(game.steps[-1].state):
        return None
    rounds: list[Mapping[str, int]] = []
    moments: list[_Moment] = []
    last = game.rules.snapshot(game.steps[0].state)
    has = telling.stands(game.rules, last)
    rounds.append(has)
    for step in game.steps[1:]:
        before, after, had = last, game.rules.snapshot(step.state), has
        last, has = after, telling.stands(game.rules, after)
        if step.start:  # a correction is no move
            continue
        found = telling.worth_telling(before, step.move, after)
        if found is not None:
            gains = {name: has[name] - had[name] for name in game.players}
            moments.append(_Moment(len(rounds), *found, gains))
        if telling.round_ends(before, after):
            rounds.append(has)
    rounds.append(has)
    curves = {name: [one[name] for one in rounds] for name in game.players}
    winner = next(iter(last["winners"]), None)
    sentences = [*_turned(curves, winner), *_decided(moments, winner), *_best_round(curves)] if winner else []
    return Chronicle(curves, sentences)


def _turned(curves: Mapping[str, Sequence[int]], winner: str) -> Iterator[tuple[str, Facts]]:
    """Since when the winner was never behind again."""
    own, others = curves[winner], [curve for name, curve in curves.items() if name != winner]
    behind = [n for n, points in enumerate(own) if any(curve[n] > points for curve in others)]
    if not behind:
        yield "chronicle.always", {"player": winner}
    elif behind[-1] + 1 < len(own):
        n = behind[-1]
        leader = max((name for name in curves if name != winner), key=lambda name: curves[name][n])
        facts: dict[str, Any] = {"player": winner, "before": n, "round": n + 1, "leader": leader}
        yield "chronicle.turned", {**facts, "points": own[n], "more": curves[leader][n]}


def _decided(moments: Sequence[_Moment], winner: str) -> Iterator[tuple[str, Facts]]:
    """What brought the winner most against the best of the others; of several the last."""

    def swing(moment: _Moment) -> int:
        return moment.gains[winner] - max(gain for name, gain in moment.gains.items() if name != winner)

    best = max(reversed(moments), key=swing, default=None)
    if best is not None and swing(best) > 0:
        facts = {**best.facts, "round": best.round, "player": winner, "gain": best.gains[winner]}
        yield best.key, {**facts, "lead": swing(best)}


def _best_round(curves: Mapping[str, Sequence[int]]) -> Iterator[tuple[str, Facts]]:
    """Who gained most in one round; the earliest of several."""
    gains = [(curve[n] - curve[n - 1], -n, name) for name, curve in curves.items() for n in range(1, len(curve))]
    gain, n, name = max(gains, default=(0, 0, ""), key=lambda one: one[:2])
    if gain > 0:
        yield "chronicle.best-round", {"player": name, "round": -n, "gain": gain}
