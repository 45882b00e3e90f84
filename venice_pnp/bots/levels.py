"""Easy and medium: rules of thumb, and one move ahead with an evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from venice_pnp.bots.chosen import Chosen
from venice_pnp.bots.mind import Mind
from venice_pnp.contract.abilities import Idea
from venice_pnp.contract.play import Held, Move, Snapshot


class EasyBot:
    """The first idea of a rule of thumb."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind

    def choose(self, seat: str, view: Snapshot, public: Sequence[Move]) -> Chosen:  # noqa: ARG002
        state = next(self.mind.guesses(view, seat))
        move = self.mind.first_idea(state, seat)
        return Chosen(move, self.mind.reason(state, move))


class MediumBot:
    """The idea after which the seat stands best when the turn or round is over, averaged over a few guesses."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind

    def choose(self, seat: str, view: Snapshot, public: Sequence[Move]) -> Chosen:  # noqa: ARG002
        mind, player = self.mind, view["players"].index(seat)
        depth = mind.depth("medium", len(view["players"]))
        states = list(islice(mind.likely_guesses(view, seat), depth.guesses))
        ideas = mind.ideas(states[0], seat, depth.width)
        move = ideas[0].move
        if len(ideas) > 1:
            found = hopes(mind, states, ideas, player, depth.chapters)
            move = ideas[found.index(max(found))].move
        return Chosen(move, mind.reason(states[0], move))


def hopes(mind: Mind, states: Sequence[Held], ideas: Sequence[Idea], player: int, chapters: int) -> list[float]:
    """What comes of each idea on average, some chapters on. The same lots are drawn for every one of them: they must
    not decide."""
    lots = [mind.chance.getrandbits(32) for _ in states]
    found = []
    for idea in ideas:
        hope = 0.0
        for state, lot in zip(states, lots, strict=True):
            with mind.by_lot(lot):
                hope += mind.chances(mind.played_on(mind.after(state, idea.move), chapters))[player]
        found.append(hope / len(states))
    return found
