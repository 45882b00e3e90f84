"""The level that all others are measured against: any move, whatever it is worth."""

from __future__ import annotations

import random
from collections.abc import Sequence

from venice_pnp.bots.choice import Choice
from venice_pnp.contract.game import Guessing
from venice_pnp.contract.play import Held, Move, Rules, Snapshot


class RandomBot:
    """Each verb is as likely as the others, and then each move with it."""

    def __init__(self, rules: Rules[Held], guessing: Guessing[Rules[Held], Held], chance: random.Random) -> None:
        self.rules, self.guessing, self.chance = rules, guessing, chance

    def choose(self, seat: str, view: Snapshot, public: Sequence[Move]) -> Choice:  # noqa: ARG002
        state = next(self.guessing.guesses(self.rules, view, seat, self.chance))
        by_verb: dict[str, list[dict[str, object]]] = {}
        for move in self.rules.legal(state, seat):
            by_verb.setdefault(str(move["do"]), []).append(move)
        return Choice(dict(self.chance.choice(self.chance.choice(list(by_verb.values())))))
