"""Hard: Monte Carlo tree search over information sets.

Every try of a move begins with another guess of what the seat cannot see, and chance decides anew, so that a node of
the tree is no state but a sequence of moves: what can be known of it is the average over all that may be hidden.
Everybody's open moves are branches, each chosen for the one who makes it; what others seal they choose by rules of
thumb, for nobody can answer what he cannot see. A try ends some chapters on, played by rules of thumb, with the chances
of everybody.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import islice
from typing import Any

from venice_pnp.bots.chosen import Chosen
from venice_pnp.bots.levels import hopes
from venice_pnp.bots.mind import OPEN, Mind
from venice_pnp.contract.game import Idea
from venice_pnp.contract.odds import shares
from venice_pnp.contract.play import Held, Move, Snapshot

CURIOSITY = 0.8  # how much moves are tried that were tried little
STEEP = 3.0  # at the first move: the best idea one chapter ahead is tried e to this power as often as the worst
USUAL = 0.5  # what is hoped of a move that was never tried: between the worst and the best of the others


class _Node:
    """What has been tried after a sequence of moves."""

    __slots__ = ("hopes", "next", "visits")

    def __init__(self, players: int) -> None:
        self.visits, self.hopes = 0, [0.0] * players
        self.next: dict[str, _Node] = {}


class _Root(_Node):
    """Where a search begins: the ideas of the seat, how much each is worth trying, together 1, and in how many guesses
    each was looked at before."""

    __slots__ = ("ideas", "leanings", "seen")

    def __init__(self, players: int, ideas: Sequence[Idea], leanings: Sequence[float], seen: int) -> None:
        super().__init__(players)
        self.ideas, self.leanings, self.seen = ideas, leanings, seen


class _Deals:
    """Guesses with the lots that are drawn in them, in one order for all moves of the seat: each is tried in the same
    ones as the others, so that a lucky deal does not decide between them."""

    def __init__(self, guesses: Iterator[Held], mind: Mind) -> None:
        self._guesses, self._mind = guesses, mind
        self._made: list[tuple[Held, int]] = []

    def number(self, n: int) -> tuple[Held, int]:
        while len(self._made) <= n:
            self._made.append((next(self._guesses), self._mind.chance.getrandbits(32)))
        return self._made[n]


class HardBot:
    """`enough` is asked between two tries: True ends the thinking."""

    def __init__(self, mind: Mind, enough: Callable[[], bool] | None = None) -> None:
        self.mind, self.depth, self.enough = mind, mind.depth("hard"), enough

    def choose(self, seat: str, view: Snapshot, public: Sequence[Move]) -> Chosen:  # noqa: ARG002
        mind = self.mind
        guesses = mind.guesses(view, seat)
        first = next(guesses)
        ideas = mind.ideas(first, seat)[: self.depth.width]
        move = ideas[0].move
        if len(ideas) > 1:
            some = [first, *islice(guesses, self.depth.guesses - 1)]
            root = self._rooted(ideas, some, seat, view["players"])
            deals = _Deals(guesses, mind)
            for left in reversed(range(self.depth.tries)):
                self._try(root, deals, seat, view["players"])
                if _is_settled(root, left) or (self.enough is not None and self.enough()):
                    break
            known = [root.next.get(_key(idea.move)) for idea in ideas]
            tried = [node.visits if node is not None else 0 for node in known]
            move = ideas[tried.index(max(tried))].move
        return Chosen(move, mind.reason(first, move))

    def _rooted(self, ideas: Sequence[Idea], states: Sequence[Held], seat: str, players: Sequence[str]) -> _Root:
        """The ideas are thought of as well as they look one chapter ahead, as if they had been tried so often. What is
        hidden does not change them, so that they are the same for every try."""
        ahead = hopes(self.mind, states, ideas, players.index(seat), 1)
        spread = max(ahead) - min(ahead)
        leanings = shares(ahead, spread / STEEP) if spread else [1 / len(ideas)] * len(ideas)
        root = _Root(len(players), ideas, [(1 - OPEN) * one + OPEN / len(ideas) for one in leanings], len(states))
        for idea, hope in zip(ideas, ahead, strict=True):
            child = root.next[_key(idea.move)] = _Node(len(players))
            child.visits, child.hopes[players.index(seat)] = root.seen, hope * root.seen
        return root

    def _try(self, root: _Root, deals: _Deals, seat: str, players: Sequence[str]) -> None:
        """A move of the seat, in the next of the guesses that this move was not tried in."""
        mind = self.mind
        move, child = self._branch(root, root.ideas, root.leanings, players.index(seat))
        state, lot = deals.number(child.visits - root.seen)
        with mind.by_lot(lot):
            path, end = self._down(child, mind.after(state, move), mind.thinking.chapter(state), seat, players)
            hopes = mind.chances(end)
        for passed in (root, *path):
            passed.visits += 1
            passed.hopes = [sum(pair) for pair in zip(passed.hopes, hopes, strict=True)]

    def _down(
        self, node: _Node, state: Held, here: Hashable, seat: str, players: Sequence[str]
    ) -> tuple[list[_Node], Held]:
        """Down the tree to a sequence that is new, and on by rules of thumb: the nodes, and what came of it."""
        mind, rules, chapters = self.mind, self.mind.rules, self.depth.chapters
        path = [node]
        while awaited := rules.pending(state):
            now = mind.thinking.chapter(state)
            if now != here:
                chapters, here = chapters - 1, now
            if chapters <= 0:
                break
            if not node.visits:
                return path, mind.played_on(state, chapters)
            by = str(awaited[0]["by"])
            ideas = mind.ideas(state, by)[: self.depth.width]
            if by != seat and rules.verbs[ideas[0].move["do"]].secret:
                state = mind.after(state, mind.some_idea(ideas))
                continue
            move, node = self._branch(node, ideas, mind.leanings(ideas), players.index(by))
            state = mind.after(state, move)
            path.append(node)
        return path, state

    def _branch(
        self, node: _Node, ideas: Sequence[Idea], leanings: Sequence[float], player: int
    ) -> tuple[dict[str, Any], _Node]:
        """The move that is tried next: good so far, or thought well of and tried little. Hopes are compared with each
        other, not with certainty: most of a game's moves change little, and the best of them is wanted all the same."""
        known = [node.next.get(_key(idea.move)) for idea in ideas]
        hopes = [one.hopes[player] / one.visits for one in known if one is not None and one.visits]
        low, spread = (min(hopes), max(hopes) - min(hopes)) if hopes else (0.0, 0.0)
        root = CURIOSITY * math.sqrt(node.visits + 1)
        best, found = -math.inf, ideas[0].move
        for idea, leaning, one in zip(ideas, leanings, known, strict=True):
            visits = one.visits if one is not None else 0
            hope = USUAL
            if one is not None and visits and spread:
                hope = (one.hopes[player] / visits - low) / spread
            promise = hope + root * leaning / (1 + visits)
            if promise > best:
                best, found = promise, idea.move
        return found, node.next.setdefault(_key(found), _Node(len(node.hopes)))


def _is_settled(root: _Node, left: int) -> bool:
    """Could no other move be tried more often any more, even if all tries that are left went to it?"""
    first, second = 0, 0
    for node in root.next.values():
        if node.visits > first:
            first, second = node.visits, first
        elif node.visits > second:
            second = node.visits
    return first - second > left


def _key(move: Move) -> str:
    return repr(sorted(move.items(), key=lambda item: item[0]))
