"""What a seat may do now. Moves are made when they are looked at; what can be kept is worked out once.

Hands are mostly hidden, so any cards that could be there are offered. Of buildings every site, quarter and
halt is named; of exchanges only the thriftiest, and of two fields to drain only those that stand side by side
in the list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, overload

from venice_pnp.games.contract import Refused
from venice_pnp.games.venedig.building import free_sites, participants
from venice_pnp.games.venedig.flow import can_exchange
from venice_pnp.games.venedig.forms import Exchange
from venice_pnp.games.venedig.gold import check_exchange
from venice_pnp.games.venedig.lagoon import Lagoon, Site, members
from venice_pnp.games.venedig.laying import kinds_out
from venice_pnp.games.venedig.state import (
    AFTER,
    BUILD,
    DRAIN,
    DRAW,
    DROP,
    HALT,
    HIDDEN,
    LAST_EXCHANGE,
    OVER,
    PLAY,
    Counts,
    Desk,
    Due,
    Tiles,
    all_visible,
)
from venice_pnp.games.venedig.turns import chooser_of

Move = dict[str, Any]
CACHED = 20_000  # hands and pools
FEW = 9  # swamp tiles; with more the same exchanges are offered


class Offers(Sequence[Move]):
    """So many moves, each made by its number when it is asked for."""

    def __init__(self, count: int, make: Callable[[int], Move]) -> None:
        self._numbers, self._make = range(count), make

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> list[Move]: ...
    def __getitem__(self, at: int | slice) -> Move | list[Move]:
        if isinstance(at, slice):
            return [self._make(n) for n in self._numbers[at]]
        return self._make(self._numbers[at])


class Chain(Sequence[Move]):
    """Several rows of moves, one after the other."""

    def __init__(self, rows: Iterable[Sequence[Move]]) -> None:
        self._rows = [row for row in rows if len(row)]
        self._count = sum(map(len, self._rows))

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> list[Move]: ...
    def __getitem__(self, at: int | slice) -> Move | list[Move]:
        if isinstance(at, slice):
            return [self[n] for n in range(*at.indices(self._count))]
        number = at + self._count if at < 0 else at
        for row in self._rows:
            if number < len(row):
                return row[number]
            number -= len(row)
        raise IndexError(at)


class Menu:
    """All that `apply` accepts."""

    def __init__(self, lagoon: Lagoon) -> None:
        self.lagoon = lagoon
        self._laid = lru_cache(CACHED)(self._work_out_plays)
        self._drawn = lru_cache(CACHED)(self._work_out_draws)
        coins, chests = [value for value in lagoon.swamp_gold if value], sorted(lagoon.treasure_gold)
        self._thrifty = {
            (few, some): list(self._worth_it(coins, chests if some else (), few))
            for few in range(FEW + 1)
            for some in (False, True)
        }

    def moves(self, state: Desk, seat: str) -> Sequence[Move]:
        player = state.seats.number.get(seat)
        if player is None or state.phase == OVER:
            return ()
        return Chain(self._rows(state, seat, player))

    def _rows(self, state: Desk, seat: str, player: int) -> Iterator[Sequence[Move]]:
        phase = state.phase
        if phase == BUILD:
            for due in dict.fromkeys(state.due):
                if chooser_of(state, due) == player:
                    yield self._builds(state, seat, due)
        if player != state.turn:
            if phase == AFTER:
                yield from self._turn(state, seat, player)
            return
        if phase == PLAY:
            yield from self._turn(state, seat, player)
            return
        if phase == DRAIN:
            yield self._drains(state, seat)
        if phase in (DRAIN, DRAW):
            yield self._draws(state, seat, player, self._room(state, player))
        elif phase == DROP:
            yield self._drops(state, seat, player)
        elif phase == AFTER:
            yield [{"by": seat, "do": "pass"}]
            yield self._reveals(state, seat)
        if phase in (HALT, LAST_EXCHANGE):
            yield [{"by": seat, "do": "pass"}]
        if phase != AFTER:
            yield self._exchanges(state, seat, player)

    def _turn(self, state: Desk, seat: str, player: int) -> Iterator[Sequence[Move]]:
        """A whole turn lies ahead."""
        room = self._room(state, player)
        yield self._plays(state, seat, player, room)
        if state.seats.two and (not state.revealed or player != state.turn):
            yield self._reveals(state, seat)
        yield self._drains(state, seat)
        yield self._draws(state, seat, player, room)
        yield self._exchanges(state, seat, player)

    # --- cards ------------------------------------------------------------------------------------------------
    def _room(self, state: Desk, player: int) -> Counts:
        """How many of the hidden cards of a hand can be of each kind."""
        if state.secret is not None:
            return state.secret.hands[player]
        unknown = state.hands[player][-1]
        left = zip(state.seats.cards, all_visible(state), strict=True)
        return tuple([min(unknown, total - seen) for total, seen in left])

    def _plays(self, state: Desk, seat: str, player: int, room: Counts) -> Sequence[Move]:
        kinds, needed = self.lagoon.kinds, self.lagoon.needed
        out = [sum(column) for column in zip(*state.out, strict=True)]
        cap = tuple([need - n for need, n in zip(needed, out, strict=True)])
        found = self._laid(state.hands[player], room, cap)

        def make(at: int) -> Move:
            cards = {kinds[kind]: n for kind, n in enumerate(found[at]) if n}
            return {"by": seat, "do": "play", "cards": cards}

        return Offers(len(found), make)

    def _work_out_plays(self, hand: Counts, room: Counts, cap: Counts) -> list[Counts]:
        """Every choice of cards that can be in the hand and keeps to VEN-7.4."""
        found: list[tuple[Counts, int]] = [((), hand[-1])]  # cards of the kinds so far, hidden ones left
        for kind, needed in enumerate(self.lagoon.needed):
            known = hand[kind]
            top = known + max(0, min(hand[-1], room[kind]))
            shared = self.lagoon.shared[kind]
            fits = [n for n in range(top + 1) if not shared or (n if n < needed else n - needed) <= cap[kind]]
            uses = [(n, n - known if n > known else 0) for n in fits]
            found = [((*cards, n), left - used) for cards, left in found for n, used in uses if used <= left]
        return [cards for cards, _ in found[1:]]  # the first one lays nothing

    def _draws(self, state: Desk, seat: str, player: int, room: Counts) -> Sequence[Move]:
        hand = state.hands[player]
        have = tuple([known > 0 or more > 0 for known, more in zip(hand, room, strict=False)])
        found = self._drawn(have, sum(hand), state.pool)
        return Offers(len(found), lambda at: {"by": seat, "do": "draw", **_copied(found[at])})

    def _work_out_draws(self, have: tuple[bool, ...], held: int, pool: tuple[int, ...]) -> list[Move]:
        numbers, kinds = self.lagoon.numbers, self.lagoon.kinds
        if held >= numbers.hand_max:
            return [{}]
        found: list[Move] = [{"pool": [kinds[kind]]} for kind in pool]
        found.append({"pile": numbers.draw})
        if held - 1 + numbers.draw_giving > numbers.hand_max:
            return found
        for give, there in enumerate(have):
            if not there or give in pool:
                continue
            for size in range(min(len(pool), numbers.draw_giving) + 1):
                for some in combinations(pool, size):
                    move: Move = {"give": kinds[give]}
                    if some:
                        move["pool"] = [kinds[kind] for kind in some]
                    if size < numbers.draw_giving:
                        move["pile"] = numbers.draw_giving - size
                    found.append(move)
        return found

    def _reveals(self, state: Desk, seat: str) -> Sequence[Move]:
        if state.secret is not None:
            return [{"by": seat, "do": "reveal"}]
        there_are = zip(self.lagoon.kinds, all_visible(state), state.seats.cards, strict=True)
        left = [name for name, seen, total in there_are if seen < total]
        return [{"by": seat, "do": "reveal", "card": name} for name in left]

    def _drops(self, state: Desk, seat: str, player: int) -> Sequence[Move]:
        out = [self.lagoon.kinds[kind] for kind in kinds_out(state, player)]
        surplus = combinations(out, len(out) - self.lagoon.numbers.kinds_out)
        return [{"by": seat, "do": "drop", "buildings": list(kinds)} for kinds in surplus]

    # --- the board --------------------------------------------------------------------------------------------
    def _drains(self, state: Desk, seat: str) -> Sequence[Move]:
        """Every field alone, and with the one that follows it."""
        names, marsh = self.lagoon.fields, state.marsh
        count = marsh.bit_count()
        pairs = count - 1 if count and self.lagoon.numbers.drain_max > 1 else 0

        def make(at: int) -> Move:
            fields = members(marsh)
            some = fields[at : at + 1] if at < count else fields[at - count : at - count + 2]
            return {"by": seat, "do": "drain", "fields": [names[field] for field in some]}

        return Offers(count + pairs, make)

    def _builds(self, state: Desk, seat: str, due: Due) -> Sequence[Move]:
        lagoon = self.lagoon
        sites = free_sites(lagoon, state, due.kind)
        quarters: Sequence[int | None] = (None, 0, 1) if lagoon.kind(due.kind).site == "bridge" else (None,)
        halts: list[str | None] = [None, *(state.seats.names[p] for p in participants(lagoon, state, due))]
        both = lagoon.shared[due.kind] and sum(1 for d in state.due if d.kind == due.kind) > 1

        def make(at: int) -> Move:
            rest, halt = divmod(at, len(halts))
            site_number, which = divmod(rest, len(quarters))
            return self._build(seat, due, sites[site_number], quarters[which], both, halts[halt])

        return Offers(len(sites) * len(quarters) * len(halts), make)

    def _build(self, seat: str, due: Due, site: Site, which: int | None, both: bool, halt: str | None) -> Move:
        lagoon = self.lagoon
        move: Move = {"by": seat, "do": "build", "building": lagoon.kinds[due.kind]}
        move["fields"] = lagoon.names_of(site.fields)
        if which is not None:
            move["quarter"] = lagoon.quarters[site.quarters[which]]
        if both:
            move["alone"] = due.alone
        if halt is not None:
            move["halt"] = halt
        return move

    # --- gold -------------------------------------------------------------------------------------------------
    def _exchanges(self, state: Desk, seat: str, player: int) -> Sequence[Move]:
        """Few tiles with little to lose; what hidden ones are worth only the player knows."""
        if not can_exchange(self.lagoon, state, player):
            return ()
        if state.secret is None and not any(map(_known, (*state.swamp, *state.treasures))):
            return self._hidden_exchanges(state, seat, player)
        found = []
        for wish in dict.fromkeys(self._wishes(state, player)):
            try:
                check_exchange(self.lagoon, state, player, wish)
            except Refused:
                continue
            found.append(_exchange(seat, wish))
        return found

    def _hidden_exchanges(self, state: Desk, seat: str, player: int) -> Sequence[Move]:
        """Nobody knows any tile: only those that are out of the game say what cannot be there (VEN-7.36)."""
        few, wishes = min(len(state.swamp[player]), FEW), self._thrifty
        found = []
        for wish in wishes[few, bool(state.treasures[player])]:
            coins = wish.swamp
            if not coins or state.spent.count(coins[0]) + len(coins) <= self.lagoon.swamp_gold[coins[0]]:
                found.append(wish)
        return Offers(len(found), lambda at: _exchange(seat, found[at]))

    def _wishes(self, state: Desk, player: int) -> Iterator[Exchange]:
        """Every treasure, alone or filled up with swamp tiles of one value, or those alone."""
        secret = state.secret
        swamp, treasures = state.swamp[player], state.treasures[player]
        if secret is not None:
            swamp = (*swamp, *secret.swamp[player])
            treasures = (*treasures, *secret.treasures[player])
        coins = [v for v in (self.lagoon.swamp_gold if HIDDEN in swamp and secret is None else set(swamp)) if v > 0]
        chests = self.lagoon.treasure_gold if HIDDEN in treasures and secret is None else set(treasures) - {HIDDEN}
        yield from self._worth_it(coins, sorted(chests), len(state.swamp[player]))
        if secret is not None:
            known = tuple(sorted((v for v in swamp if v != HIDDEN), reverse=True))
            yield Exchange(known, tuple(v for v in treasures if v != HIDDEN))

    def _worth_it(self, coins: Iterable[int], chests: Iterable[int], number: int) -> Iterator[Exchange]:
        """Ways to a point with at most so many swamp tiles and one treasure."""
        least = self.lagoon.numbers.gold_per_point
        for chest in (0, *chests):
            taken = (chest,) if chest else ()
            if chest >= least:
                yield Exchange((), taken)
                continue
            for coin in coins:
                needed = -(-(least - chest) // coin)
                if needed <= number:
                    yield Exchange((coin,) * needed, taken)


def _known(tiles: Tiles) -> bool:
    return bool(tiles) and tiles[0] != HIDDEN  # high values stand first


def _exchange(seat: str, wish: Exchange) -> Move:
    move: Move = {"by": seat, "do": "exchange"}
    if wish.swamp:
        move["swamp"] = list(wish.swamp)
    if wish.treasures:
        move["treasure"] = list(wish.treasures)
    return move


def _copied(move: Move) -> Move:
    return {key: list(value) if isinstance(value, list) else value for key, value in move.items()}
