"""One game as bots think about it: ideas, chances, and what follows by chance."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from msgspec import convert

from venice_pnp.bots.chosen import Reason
from venice_pnp.contract.abilities import Idea, Weights
from venice_pnp.contract.odds import shares
from venice_pnp.contract.play import TABLE, Held, Move, Snapshot
from venice_pnp.kit.thinking import Depth
from venice_pnp.referee.table import Opened
from venice_pnp.speech.texts import kit_texts

T = TypeVar("T")
OPEN = 0.2  # how much of the trying goes to all ideas alike


DEPTHS = Depth.__struct_fields__


class Mind:
    """Rules, guesses and thoughts of one game, with the weights of its kit."""

    def __init__(self, opened: Opened, chance: random.Random, changed: Weights | None = None) -> None:
        guessing, thinking = opened.game.guessing(), opened.game.thinking()
        if guessing is None or thinking is None:
            raise ValueError(f"no bot plays {opened.kit.id}")
        self.rules, self.guessing, self.thinking, self.chance = opened.rules, guessing, thinking, chance
        self.settings = kit_texts(opened.kit, "bots")
        self.changed = changed or {}
        self.weights: Weights = {**convert(self.settings["weights"], dict[str, float]), **self.changed}

    @contextmanager
    def by_lot(self, lot: int) -> Iterator[None]:
        """What chance decides follows from this number, and afterwards goes on as if nothing had been."""
        chance, self.chance = self.chance, random.Random(lot)
        try:
            yield
        finally:
            self.chance = chance

    def depth(self, level: str, seats: int) -> Depth:
        """How much a level thinks in a game for so many."""
        more = self.settings.get(f"with-{seats}", {}).get(level, {})
        changed = {key: value for key, value in self.changed.items() if key in DEPTHS}
        return convert({**self.settings[level], **more, **changed}, Depth, strict=False)

    def guesses(self, view: Snapshot, seat: str) -> Iterator[Held]:
        """What others have sealed may be anything."""
        return self.guessing.guesses(self.rules, view, seat, self.chance)

    def likely_guesses(self, view: Snapshot, seat: str) -> Iterator[Held]:
        """What others have sealed is what they may well have thought of."""
        return self.guessing.guesses(self.rules, view, seat, self.chance, self._sealed)

    def _sealed(self, state: Held, seat: str) -> Move:
        found = self.thinking.ideas(self.rules, state, seat, self.weights)
        best = self._best_first(found.scores)
        return found.move(self._some(best, [found.scores[at] for at in best]))

    def ideas(self, state: Held, seat: str, width: int | None = None) -> list[Idea]:
        """The best first, so many at most; what is equally good in any order."""
        found = self.thinking.ideas(self.rules, state, seat, self.weights)
        return [Idea(found.move(at), found.scores[at]) for at in self._best_first(found.scores)[:width]]

    def _best_first(self, scores: Sequence[float]) -> list[int]:
        by_chance = self.chance.random
        keys = [(-score, by_chance()) for score in scores]
        return sorted(range(len(keys)), key=keys.__getitem__)

    def first_idea(self, state: Held, seat: str) -> dict[str, Any]:
        """The best; one of those that are equally good."""
        scores, move = self.thinking.ideas(self.rules, state, seat, self.weights)
        if not scores:
            raise LookupError(f"{seat} has no idea")
        top = max(scores)
        if scores.count(top) == 1:
            return move(scores.index(top))
        return move(self.chance.choice([at for at, score in enumerate(scores) if score == top]))

    def leanings(self, ideas: Sequence[Idea]) -> list[float]:
        """How much each idea is worth trying, together 1: by its score, and a little for all of them."""
        by_score = shares([idea.score for idea in ideas], self.weights["lean"])
        return [(1 - OPEN) * one + OPEN / len(ideas) for one in by_score]

    def some_idea(self, ideas: Sequence[Idea]) -> dict[str, Any]:
        """One of them, the better ones more likely: what somebody may do, not what is worth trying."""
        return self._some(ideas, [idea.score for idea in ideas]).move

    def _some(self, things: Sequence[T], scores: Sequence[float]) -> T:
        return self.chance.choices(things, shares(scores, self.weights["lean"]))[0]

    def reason(self, state: Held, move: Move) -> Reason | None:
        """Why, unless it would tell what is sealed."""
        if self.rules.verbs[move["do"]].secret:
            return None
        return self.thinking.reason(self.rules, state, move, self.weights)

    def after(self, state: Held, move: Move) -> Held:
        """The state after a move, and after what chance adds to it."""
        return self.settled(self.rules.apply(state, self.whole(state, move))[0])

    def whole(self, state: Held, move: Move) -> Move:
        """A move with what chance adds to it."""
        return move if self.rules.shuffles is None else self.rules.shuffles.completed(state, move)

    def settled(self, state: Held) -> Held:
        """What the table does, by chance, until somebody has to decide."""
        rules, below = self.rules, self.chance.randrange
        while True:
            dealt = None if rules.deals is None else rules.deals.deal(state, below)
            if dealt is None:
                awaited = rules.pending(state)
                if not awaited or awaited[0]["by"] != TABLE:
                    return state
                dealt = rules.draw(state, below)
            state = rules.apply(state, dealt)[0]

    def played_on(self, state: Held, chapters: int) -> Held:
        """The state some chapters on, if everybody follows his first idea."""
        rules, thinking = self.rules, self.thinking
        here = thinking.chapter(state)
        while awaited := rules.pending(state):
            now = thinking.chapter(state)
            if now != here:
                chapters, here = chapters - 1, now
            if chapters <= 0:
                break
            state = self.after(state, self.first_idea(state, str(awaited[0]["by"])))
        return state

    def chances(self, state: Held) -> list[float]:
        return self.thinking.chances(self.rules, state, self.weights)
