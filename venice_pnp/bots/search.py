"""Hard: Monte Carlo tree search over information sets.

Every try of a move begins with another guess of what the seat cannot see, and chance decides anew, so that a node of
the tree is no state but a sequence of moves: what can be known of it is the average over all that may be hidden.

The ideas of the seat are tried in the same guesses, with the same lots drawn, so that a lucky deal does not decide
between them; after some tries the worse half of them is given up, and the rest is tried more often. What follows is a
tree of everybody's open moves, each chosen for the one who makes it: at first only the best rule of thumb, and others
beside it as often as a sequence comes back. What others seal they choose by rules of thumb, for nobody can answer what
he cannot see. At the end of each chapter everybody's chances are noted; what a try is worth is their average,
each counted `far` times as much as the one before it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from venice_pnp.bots.chosen import Chosen
from venice_pnp.bots.mind import Mind
from venice_pnp.contract.abilities import Idea
from venice_pnp.contract.play import Held, Move, Snapshot

CURIOSITY = 0.8  # how much moves are tried that were tried little
WIDER = 0.5  # a sequence that came back n times has this times the square root of n moves beside the first
USUAL = 0.5  # what is hoped of a move that was never tried: between the worst and the best of the others
FEW = 8  # tries that say nothing for sure
SURE = 3.0  # standard errors


class _Node:
    """What has been tried after a sequence of moves, and what came of it for everybody."""

    __slots__ = ("hopes", "next", "visits")

    def __init__(self, players: int) -> None:
        self.visits, self.hopes = 0, [0.0] * players
        self.next: dict[str, _Node] = {}

    def hope(self, player: int) -> float:
        return self.hopes[player] / self.visits if self.visits else 0.0


class _Root(_Node):
    """A move of the seat that searches, and what came of it, try by try."""

    __slots__ = ("came", "move")

    def __init__(self, players: int, move: dict[str, Any]) -> None:
        super().__init__(players)
        self.move, self.came = move, list[float]()

    @property
    def mean(self) -> float:
        return sum(self.came) / len(self.came) if self.came else 0.0


class HardBot:
    """`enough` is asked between two tries: True ends the thinking."""

    def __init__(self, mind: Mind, enough: Callable[[], bool] | None = None) -> None:
        self.mind, self.enough = mind, enough

    def choose(self, seat: str, view: Snapshot, public: Sequence[Move]) -> Chosen:  # noqa: ARG002
        mind = self.mind
        self.depth = mind.depth("hard", len(view["players"]))
        guesses = mind.likely_guesses(view, seat)
        first = next(guesses)
        ideas = mind.ideas(first, seat, self.depth.width)
        move = ideas[0].move
        if len(ideas) > 1:
            move = self._best(ideas, chain([first], guesses), seat, view["players"])
        return Chosen(move, mind.reason(first, move))

    def _best(
        self, ideas: Sequence[Idea], guesses: Iterator[Held], seat: str, players: Sequence[str]
    ) -> dict[str, Any]:
        """The worse half is given up again and again, and whatever is surely worse, until one is left or it is enough;
        equally much thinking goes to each of these rounds."""
        left = [_Root(len(players), idea.move) for idea in ideas]
        each = self.depth.tries // max(1, math.ceil(math.log2(len(ideas))))
        while len(left) > 1:
            for _ in range(max(1, each // len(left))):
                state, lot = next(guesses), self.mind.chance.getrandbits(32)
                for root in left:
                    root.came.append(self._try(root, state, lot, seat, players))
                    if self.enough is not None and self.enough():
                        return max(left, key=lambda one: one.mean).move
            left.sort(key=lambda root: -root.mean)
            left = [root for root in left[: (len(left) + 1) // 2] if not _is_surely_worse(root, left[0])]
        return left[0].move

    def _try(self, root: _Root, state: Held, lot: int, seat: str, players: Sequence[str]) -> float:
        """A move of the seat in one guess, and what may follow: down the tree to a sequence that is new, and then by
        rules of thumb. What came of it for the seat."""
        mind, rules, thinking = self.mind, self.mind.rules, self.mind.thinking
        here, left, weight, whole = thinking.chapter(state), self.depth.chapters, 1.0, 0.0
        node: _Node = root
        hopes, path, is_known = [0.0] * len(players), [node], node.visits > 0
        with mind.by_lot(lot):
            state = mind.after(state, root.move)
            while left:
                awaited, now = rules.pending(state), thinking.chapter(state)
                if now != here or not awaited:
                    here, chances = now, mind.chances(state)
                    while left:
                        hopes = [hope + weight * chance for hope, chance in zip(hopes, chances, strict=True)]
                        left, whole, weight = left - 1, whole + weight, weight * self.depth.far
                        if awaited:
                            break
                    continue
                by = str(awaited[0]["by"])
                if not is_known:
                    state = mind.after(state, mind.first_idea(state, by))
                    continue
                ideas = mind.ideas(state, by, self.depth.width)
                if by != seat and rules.verbs[ideas[0].move["do"]].secret:
                    state = mind.after(state, mind.some_idea(ideas))
                    continue
                width = 1 + int(WIDER * math.sqrt(node.visits))
                move, node = self._branch(node, ideas[:width], players.index(by))
                state = mind.after(state, move)
                is_known = node.visits > 0
                path.append(node)
        hopes = [hope / whole for hope in hopes]
        for passed in path:
            passed.visits += 1
            passed.hopes = [before + hope for before, hope in zip(passed.hopes, hopes, strict=True)]
        return hopes[players.index(seat)]

    def _branch(self, node: _Node, ideas: Sequence[Idea], player: int) -> tuple[dict[str, Any], _Node]:
        """The move that is tried next: good so far, or thought well of and tried little. Hopes are compared with each
        other, not with certainty: most of a game's moves change little, and the best of them is wanted all the same."""
        keys = [_key(idea.move) for idea in ideas]
        at = 0
        if len(ideas) > 1:
            known = [node.next.get(key) for key in keys]
            hopes = [one.hope(player) for one in known if one is not None and one.visits]
            low, spread = (min(hopes), max(hopes) - min(hopes)) if hopes else (0.0, 0.0)
            curious, best = CURIOSITY * math.sqrt(node.visits + 1), -math.inf
            for n, (leaning, one) in enumerate(zip(self.mind.leanings(ideas), known, strict=True)):
                visits = one.visits if one is not None else 0
                hope = (one.hope(player) - low) / spread if one is not None and visits and spread else USUAL
                promise = hope + curious * leaning / (1 + visits)
                if promise > best:
                    best, at = promise, n
        return ideas[at].move, node.next.setdefault(keys[at], _Node(len(node.hopes)))


def _is_surely_worse(root: _Root, best: _Root) -> bool:
    """Both were tried in the same guesses: by so much that more of them would hardly change it?"""
    less = [other - one for one, other in zip(root.came, best.came, strict=True)]
    if len(less) < FEW or root is best:
        return False
    mean = sum(less) / len(less)
    variance = sum([(one - mean) ** 2 for one in less]) / (len(less) - 1)
    return mean > SURE * math.sqrt(variance / len(less))


def _key(move: Move) -> str:
    return repr(sorted(move.items(), key=lambda item: item[0]))
