"""How a game went, worked out again from its positions: curves by round, when it turned, and what decided it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
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
    decided: tuple[str, Facts] | None  # the step that brought the winner most

    def said(self, speech: Speech) -> list[str]:
        return [speech.say_best(*_with_losses(key, facts)) for key, facts in self.sentences]


def _with_losses(key: str, facts: Facts) -> tuple[tuple[str, ...], Facts]:
    """Who only lost less than the others has gained nothing: that has words of its own."""
    gain = facts.get("gain", 1)
    return ((key,), facts) if gain > 0 else ((f"{key}.lost", key), {**facts, "loss": -gain})


class _Moment(NamedTuple):
    """A step that somebody may tell of: what all had before it, and gained by it, in which round."""

    round: int
    key: str
    facts: Facts
    had: Mapping[str, int]
    gains: Mapping[str, int]


def chronicle_of(game: Finished) -> Chronicle | None:
    """The chronicle of a game that is over; None while it goes on, or if the game has no such ability."""
    telling = game.declared.telling()
    if telling is None or game.rules.pending(game.steps[-1].state):
        return None
    moments: list[_Moment] = []
    last = game.rules.snapshot(game.steps[0].state)
    has = partial(telling.stands, game.rules)  # may be a whole scoring: asked only where it is told
    rounds = [has(last)]
    for step in game.steps[1:]:
        before, last = last, game.rules.snapshot(step.state)
        if step.start:  # a correction is no move
            continue
        found = telling.worth_telling(before, step.move, last)
        if found is not None:
            had, now = has(before), has(last)
            moments.append(_Moment(len(rounds), *found, had, {name: now[name] - had[name] for name in game.players}))
        if telling.round_ends(before, last):
            rounds.append(has(last))
    rounds.append(has(last))
    curves = {name: [one[name] for one in rounds] for name in game.players}
    winners = list(last["winners"])
    decided = _decided(moments, winners[0]) if len(winners) == 1 else None
    turned = [said for winner in winners for said in _turned(curves, winner)]
    sentences = [*turned, *([decided] if decided else ()), *(_best_round(curves) if winners else ())]
    return Chronicle(curves, sentences, decided)


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


def _decided(moments: Sequence[_Moment], winner: str) -> tuple[str, Facts] | None:
    """What brought the winner most against the best of the others, while they were not yet ahead of all, if anything
    did; of several the last."""

    def swing(moment: _Moment) -> int:
        return moment.gains[winner] - max(gain for name, gain in moment.gains.items() if name != winner)

    def was_ahead(moment: _Moment) -> bool:
        return all(moment.had[winner] > points for name, points in moment.had.items() if name != winner)

    open_yet = [moment for moment in moments if not was_ahead(moment) and swing(moment) > 0]
    best = max(reversed(open_yet or moments), key=swing, default=None)
    if best is None or swing(best) <= 0:
        return None
    facts = {**best.facts, "round": best.round, "player": winner, "gain": best.gains[winner]}
    return best.key, {**facts, "lead": swing(best)}


def _best_round(curves: Mapping[str, Sequence[int]]) -> Iterator[tuple[str, Facts]]:
    """Who gained most in one round; nobody, if several did."""
    gains = [(curve[n] - curve[n - 1], n, name) for name, curve in curves.items() for n in range(1, len(curve))]
    most = max((gain for gain, _, _ in gains), default=0)
    best = [(n, name) for gain, n, name in gains if gain == most]
    if most > 0 and len(best) == 1:
        [(n, name)] = best
        yield "chronicle.best-round", {"player": name, "round": n, "gain": most}
