"""The level that all others are measured against: any move, whatever it is worth."""

from __future__ import annotations

from collections.abc import Sequence

from venice_pnp.bots.chosen import Chosen
from venice_pnp.bots.mind import Mind
from venice_pnp.contract.play import Move, Snapshot


class RandomBot:
    """Each verb is as likely as the others, and then each move with it."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind

    def choose(self, seat: str, view: Snapshot, public: Sequence[Move]) -> Chosen:  # noqa: ARG002
        mind, choice = self.mind, self.mind.chance.choice
        state = next(mind.guesses(view, seat))
        by_verb: dict[str, list[dict[str, object]]] = {}
        for move in mind.rules.legal(state, seat):
            by_verb.setdefault(str(move["do"]), []).append(move)
        return Chosen(dict(choice(choice(list(by_verb.values())))))
