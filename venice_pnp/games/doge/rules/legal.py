"""What a seat may do now. Moves with the same effect are named once (`pass`, not `houses` with 0)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import Any

from venice_pnp.contract.offers import Move, Offers
from venice_pnp.contract.play import TABLE
from venice_pnp.games.doge.rules.checks import reveal_awaited
from venice_pnp.games.doge.rules.state import (
    ADVISOR,
    HOUSES,
    MOVE_HOUSE,
    PLACING,
    SETUP,
    Desk,
    OpenDecision,
    Tokens,
    awaited,
    to_show,
)
from venice_pnp.games.doge.rules.world import World, without

Answer = Mapping[str, Any]  # a move without its player; shared, never handed out
WAIVE, PASS, BUILD = {"do": "waive"}, {"do": "pass"}, {"do": "build"}


def placements(seat: str, hand: Sequence[str], choices: Sequence[Tokens]) -> Offers:
    """Every `place` of a player: each card in hand with each choice of tokens."""

    def make(at: int) -> Move:
        card, choice = divmod(at, len(choices))
        return {"by": seat, "do": "place", "field": hand[card], "tokens": [*choices[choice]]}

    return Offers(len(hand) * len(choices), make)


class Menu:
    """All answers there can be, written down once."""

    def __init__(self, world: World) -> None:
        self.world = world
        fields = world.fields
        self.takes = [
            tuple({"do": "take", "to": name} for field, name in enumerate(fields) if field != home)
            for home in world.home
        ]
        self.counts = tuple({"do": "houses", "count": n} for n in range(1, world.numbers.houses + 1))
        self.ways = {verb: _ways(world, verb) for verb in ("waive", "move-house")}
        self._hand, self._choices = cache(self._left_in_hand), cache(self._votes)

    def _left_in_hand(self, played: tuple[int, ...]) -> tuple[str, ...]:
        """The fields whose cards a player still has."""
        return tuple([name for field, name in enumerate(self.world.fields) if field not in played])

    def _votes(self, supply: Tokens) -> tuple[Tokens, ...]:
        """The tokens that may be laid together (DOGE-5.5)."""
        fewest, most = self.world.numbers.tokens_min, self.world.numbers.tokens_max
        return tuple(part for part in self.world.rest[supply] if fewest <= len(part) <= most)

    def moves(self, state: Desk, seat: str) -> Iterable[dict[str, Any]]:
        """All that `apply` accepts from this seat; a Sequence but for the rows of order cards."""
        if seat == TABLE:
            return self._by_chance(state)
        player = state.seats.number.get(seat)
        if player is None:
            return ()
        if state.phase == PLACING:
            if not awaited(state, player):
                return ()
            if state.seats.laid:
                return self._layings(state, seat, player)
            return placements(seat, self._hand(state.cards[player]), self._choices(state.tokens_left[player]))
        if player in to_show(state):
            return self._shows(state, seat, player)
        vote = state.vote
        if vote is None or not vote.agenda or vote.agenda[0].by != player:
            return ()
        answers = self._answers(state, vote.agenda[0])
        return Offers(len(answers), lambda at: {"by": seat, **answers[at]})

    def _layings(self, state: Desk, seat: str, player: int) -> list[Move]:
        """DOGE-6.19: each card in hand with each number of tokens."""
        numbers = self.world.numbers
        counts = range(numbers.tokens_min, min(numbers.tokens_max, len(state.tokens_left[player])) + 1)
        hand = self._hand(state.cards[player])
        return [{"by": seat, "do": "lay", "field": card, "number": n} for card in hand for n in counts]

    def _shows(self, state: Desk, seat: str, player: int) -> list[Move]:
        """DOGE-6.20: whatever he can have laid there."""
        n = len(state.stacks[state.spot(state.now[state.voted], player)])
        parts = self.world.rest[without(self.world.tokens, state.shown[player])]
        return [{"by": seat, "do": "show", "tokens": [*part]} for part in parts if len(part) == n]

    def _by_chance(self, state: Desk) -> Iterable[dict[str, Any]]:
        fields = self.world.fields
        if state.phase == SETUP:
            return ({"by": TABLE, "do": "order", "fields": list(row)} for row in permutations(fields))
        if not reveal_awaited(state):
            return ()
        left = [name for field, name in enumerate(fields) if field not in state.next]
        return [{"by": TABLE, "do": "reveal", "field": name} for name in left]

    def _answers(self, state: Desk, head: OpenDecision) -> Sequence[Answer]:
        if head.kind == ADVISOR:
            takes = self.takes[head.about] if state.rings_left[head.by] else ()
            return [*takes, WAIVE, *self._paths(state, head.by, "waive", self.world.home[head.about])]
        if head.kind == HOUSES:
            return [*self.counts[: state.houses_left[head.by]][: head.n], PASS]
        if head.kind == MOVE_HOUSE:
            return [*self._paths(state, head.by, "move-house", head.about), PASS]
        return (BUILD, PASS)

    def _paths(self, state: Desk, player: int, verb: str, voting: int) -> list[Answer]:
        """Own houses on their ways (DOGE-7.14)."""
        ways, players = self.ways[verb][voting], len(state.rings_left)
        found: list[Answer] = []
        for source in self.world.districts:
            if state.houses[source * players + player]:
                found += ways[source]
        return found


def _ways(world: World, verb: str) -> list[list[tuple[Answer, ...]]]:
    """By voting field and source: of a voting district only out of it or into it (DOGE-7.15, DOGE-7.16)."""
    return [
        [
            tuple(
                {"do": verb, "from": world.fields[source], "to": world.fields[goal]}
                for goal in world.districts
                if goal != source and (not world.is_district[voting] or voting in (source, goal))
            )
            for source in range(len(world.fields))
        ]
        for voting in range(len(world.fields))
    ]
