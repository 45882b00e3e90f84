"""What a seat may do now. Moves are made when they are looked at; what can be kept is worked out once.

Hands are mostly hidden, so any cards that could be there are offered. Of buildings every site and quarter is
named, and halts where they may help the active player; of exchanges only the thriftiest, and of two fields to
drain only those that stand side by side in the list: enough for a bot. Whatever else the rules allow `apply`
accepts when somebody types it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from operator import sub

from venice_pnp.contract.offers import Move, Offered, chained, of
from venice_pnp.contract.play import Refused
from venice_pnp.games.venedig.rules.building import free_sites
from venice_pnp.games.venedig.rules.flow import can_exchange, halts_of_use
from venice_pnp.games.venedig.rules.forms import Exchange
from venice_pnp.games.venedig.rules.gold import check_exchange
from venice_pnp.games.venedig.rules.laying import kinds_out
from venice_pnp.games.venedig.rules.state import (
    AFTER,
    BUILD,
    DRAIN,
    DRAW,
    DROP,
    HIDDEN,
    OVER,
    PLAY,
    Counts,
    Desk,
    Due,
    Tiles,
)
from venice_pnp.games.venedig.rules.turns import chooser_of
from venice_pnp.games.venedig.rules.world import Site, World, nth

CACHED = 2_000  # cards of a kind, and pools
CACHED_WAYS = 20_000  # hands differ little from move to move
FEW = 9  # swamp tiles; with more the same exchanges are offered


Some = tuple[tuple[int, int], ...]  # what may be laid of a kind: numbers of cards, each with how many are hidden ones
Ways = tuple[int, ...]  # so many choices, by how many hidden cards are left for them


class Menu:
    """All that `apply` accepts."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._some = lru_cache(CACHED)(self._work_out_some)
        self._ways = lru_cache(CACHED_WAYS)(_work_out_ways)
        self._left_worth = lru_cache(CACHED)(self._work_out_left_worth)
        self._takes = lru_cache(CACHED)(self._work_out_takes)
        self._spare = min(world.swamp_gold.values()) - FEW  # so many may be gone: there are enough of every value
        coins, chests = [value for value in world.swamp_gold if value], sorted(world.treasure_gold)
        self._thrifty = {
            (few, some): list(self._worth_it(coins, chests if some else (), few))
            for few in range(FEW + 1)
            for some in (False, True)
        }

    def moves(self, state: Desk, seat: str) -> Iterable[Move]:
        player = state.seats.number.get(seat)
        if player is None or state.phase == OVER:
            return ()
        return chained(self._rows(state, seat, player))

    def _rows(self, state: Desk, seat: str, player: int) -> list[Offered]:
        phase, has_turn = state.phase, player == state.turn
        if phase == PLAY:
            return self._turn(state, seat, player) if has_turn else []
        if phase == AFTER:
            if not has_turn:
                return self._turn(state, seat, player)
            return [of([{"by": seat, "do": "pass"}]), self._reveals(state, seat)]
        rows: list[Offered] = []
        if phase == BUILD:
            dues = [due for due in dict.fromkeys(state.due) if chooser_of(state, due) == player]
            rows = [self._builds(state, seat, due) for due in dues]
        if not has_turn:
            return rows
        if phase == BUILD:
            rows.append(self._halts(state, seat, player))
        if phase == DRAIN:
            rows.append(self._drains(state, seat))
        if phase in (DRAIN, DRAW):
            rows.append(self._draws(state, seat, player, self._room(state, player)))
        elif phase == DROP:
            rows.append(self._drops(state, seat, player))
        elif phase != BUILD:  # a halt, or the last exchange
            rows.append(of([{"by": seat, "do": "pass"}]))
        rows.append(self._exchanges(state, seat, player))
        return rows

    def _turn(self, state: Desk, seat: str, player: int) -> list[Offered]:
        """A whole turn lies ahead."""
        room = self._room(state, player)
        rows = [self._plays(state, seat, player, room)]
        if state.seats.two and (not state.revealed or player != state.turn):
            rows.append(self._reveals(state, seat))
        rows.append(self._drains(state, seat))
        rows.append(self._draws(state, seat, player, room))
        rows.append(self._exchanges(state, seat, player))
        return rows

    # --- cards ------------------------------------------------------------------------------------------------
    def _room(self, state: Desk, player: int) -> Counts:
        """How many of the hidden cards of a hand can be of each kind."""
        if state.secret is not None:
            return state.secret.hands[player]
        unknown = state.hands[player][-1]
        return tuple([0 if n < 0 else n if n < unknown else unknown for n in state.unseen])

    def _plays(self, state: Desk, seat: str, player: int, room: Counts) -> Offered:
        """Every choice of cards of which not too many are hidden ones."""
        names, hand = self.world.kinds, state.hands[player]
        out = map(sum, zip(*state.out))  # noqa: B905 - the rows are alike, and `strict` takes as long as all the rest
        cap = map(sub, self.world.needed, out)
        kinds = list(map(self._some, range(len(names)), hand, room, cap))
        hidden = hand[-1]
        afters, ways = [], (1,) * (hidden + 1)
        for kind in reversed(kinds):
            afters.append(ways)  # of the kinds that come after it
            ways = self._ways(kind, ways)

        def make(at: int) -> Move:
            number, left, cards = at + 1, hidden, {}  # the first choice lays nothing
            for name, kind, after in zip(names, kinds, reversed(afters), strict=True):
                n, used, number = _picked(kind, after, number, left)
                left -= used
                if n:
                    cards[name] = n
            return {"by": seat, "do": "play", "cards": cards}

        return ways[-1] - 1, make

    def _work_out_some(self, kind: int, known: int, hidden: int, cap: int) -> Some:
        """Numbers of cards of a kind that can be in the hand and keep to VEN-7.4."""
        needed, free = self.world.needed[kind], not self.world.shared[kind]
        fits = [n for n in range(known + hidden + 1) if free or (n if n < needed else n - needed) <= cap]
        return tuple([(n, max(0, n - known)) for n in fits])

    def _draws(self, state: Desk, seat: str, player: int, room: Counts) -> Offered:
        numbers, kinds, pool, hand = self.world.numbers, self.world.kinds, state.pool, state.hands[player]
        held = sum(hand)
        if held >= numbers.hand_max:
            return of([{"by": seat, "do": "draw"}])
        gives = []
        if held - 1 + numbers.draw_giving <= numbers.hand_max:
            gives = [kind for kind, more in enumerate(room) if (more or hand[kind]) and kind not in pool]
        takes = self._takes(pool)

        def make(at: int) -> Move:
            if at < len(pool):
                return {"by": seat, "do": "draw", "pool": [kinds[pool[at]]]}
            if at == len(pool):
                return {"by": seat, "do": "draw", "pile": numbers.draw}
            give, take = divmod(at - len(pool) - 1, len(takes))
            return self._draw_giving(seat, gives[give], takes[take])

        return len(pool) + 1 + len(gives) * len(takes), make

    def _work_out_takes(self, pool: tuple[int, ...]) -> list[tuple[int, ...]]:
        """What may be taken from the pool by one who gives a card; the rest comes from the pile."""
        most = min(len(pool), self.world.numbers.draw_giving)
        return [some for size in range(most + 1) for some in combinations(pool, size)]

    def _draw_giving(self, seat: str, give: int, some: tuple[int, ...]) -> Move:
        kinds, rest = self.world.kinds, self.world.numbers.draw_giving - len(some)
        move: Move = {"by": seat, "do": "draw", "give": kinds[give]}
        if some:
            move["pool"] = [kinds[kind] for kind in some]
        if rest:
            move["pile"] = rest
        return move

    def _reveals(self, state: Desk, seat: str) -> Offered:
        if state.secret is not None:
            return of([{"by": seat, "do": "reveal"}])
        left = [name for name, n in zip(self.world.kinds, state.unseen, strict=True) if n > 0]
        return of([{"by": seat, "do": "reveal", "card": name} for name in left])

    def _drops(self, state: Desk, seat: str, player: int) -> Offered:
        out = [self.world.kinds[kind] for kind in kinds_out(state, player)]
        surplus = combinations(out, len(out) - self.world.numbers.kinds_out)
        return of([{"by": seat, "do": "drop", "buildings": list(kinds)} for kinds in surplus])

    # --- the board --------------------------------------------------------------------------------------------
    def _drains(self, state: Desk, seat: str) -> Offered:
        """Every field alone, and with the one that follows it."""
        names, marsh = self.world.fields, state.marsh
        count = marsh.bit_count()
        pairs = count - 1 if count and self.world.numbers.drain_max > 1 else 0

        def make(at: int) -> Move:
            some = (at,) if at < count else (at - count, at - count + 1)
            return {"by": seat, "do": "drain", "fields": [names[nth(marsh, n)] for n in some]}

        return count + pairs, make

    def _builds(self, state: Desk, seat: str, due: Due) -> Offered:
        world = self.world
        sites = free_sites(world, state, due.kind)
        quarters: Sequence[int | None] = (None, 0, 1) if world.kind(due.kind).site == "bridge" else (None,)
        names, own = state.seats.names, state.seats.names[state.turn] == seat  # a halt is the active player's wish
        wanted = [p for p in halts_of_use(world, state, due) if p not in state.halts] if own else []
        halts: list[str | None] = [None, *[names[p] for p in wanted]]
        both = world.shared[due.kind] and len([d for d in state.due if d.kind == due.kind]) > 1

        def make(at: int) -> Move:
            rest, halt = divmod(at, len(halts))
            site_number, which = divmod(rest, len(quarters))
            return self._build(seat, due, sites[site_number], quarters[which], both, halts[halt])

        return len(sites) * len(quarters) * len(halts), make

    def _halts(self, state: Desk, seat: str, player: int) -> Offered:
        """Where somebody else builds, a wish to stop is said beforehand (VEN-7.29)."""
        others = [due for due in state.due if chooser_of(state, due) != player]
        wanted = dict.fromkeys(before for due in others for before in halts_of_use(self.world, state, due))
        names = [state.seats.names[before] for before in wanted if before not in state.halts]
        return of([{"by": seat, "do": "halt", "before": name} for name in names])

    def _build(self, seat: str, due: Due, site: Site, which: int | None, both: bool, halt: str | None) -> Move:
        world = self.world
        move: Move = {"by": seat, "do": "build", "building": world.kinds[due.kind]}
        move["fields"] = world.names_of(site.fields)
        if which is not None:
            move["quarter"] = world.quarters[site.quarters[which]]
        if both:
            move["alone"] = due.alone
        if halt is not None:
            move["halt"] = halt
        return move

    # --- gold -------------------------------------------------------------------------------------------------
    def _exchanges(self, state: Desk, seat: str, player: int) -> Offered:
        """Few tiles with little to lose; what hidden ones are worth only the player knows."""
        if not can_exchange(self.world, state, player):
            return of(())
        if state.secret is None and not _any_known(state.swamp) and not _any_known(state.treasures):
            return self._hidden_exchanges(state, seat, player)
        found = []
        for wish in dict.fromkeys(self._wishes(state, player)):
            try:
                check_exchange(self.world, state, player, wish)
            except Refused:
                continue
            found.append(_exchange(seat, wish))
        return of(found)

    def _hidden_exchanges(self, state: Desk, seat: str, player: int) -> Offered:
        """Nobody knows any tile: only those that are out of the game say what cannot be there (VEN-7.36)."""
        number, some = len(state.swamp[player]), bool(state.treasures[player])
        few = number if number < FEW else FEW
        plenty = len(state.spent) <= self._spare
        found = self._thrifty[few, some] if plenty else self._left_worth(few, some, state.spent)
        return len(found), lambda at: _exchange(seat, found[at])

    def _work_out_left_worth(self, few: int, some: bool, spent: Tiles) -> list[Exchange]:
        left = {value: n - spent.count(value) for value, n in self.world.swamp_gold.items()}
        found = self._thrifty[few, some]
        if min(left.values()) < FEW:
            return [wish for wish in found if not wish.swamp or len(wish.swamp) <= left[wish.swamp[0]]]
        return found

    def _wishes(self, state: Desk, player: int) -> Iterator[Exchange]:
        """Every treasure, alone or filled up with swamp tiles of one value, or those alone."""
        secret = state.secret
        swamp, treasures = state.swamp[player], state.treasures[player]
        if secret is not None:
            swamp = (*swamp, *secret.swamp[player])
            treasures = (*treasures, *secret.treasures[player])
        coins = [v for v in (self.world.swamp_gold if HIDDEN in swamp and secret is None else set(swamp)) if v > 0]
        chests = self.world.treasure_gold if HIDDEN in treasures and secret is None else set(treasures) - {HIDDEN}
        yield from self._worth_it(coins, sorted(chests), len(state.swamp[player]))
        if secret is not None:
            known = tuple(sorted((v for v in swamp if v != HIDDEN), reverse=True))
            yield Exchange(known, tuple(v for v in treasures if v != HIDDEN))

    def _worth_it(self, coins: Iterable[int], chests: Iterable[int], number: int) -> Iterator[Exchange]:
        """Ways to a point with at most so many swamp tiles and one treasure."""
        least = self.world.numbers.gold_per_point
        for chest in (0, *chests):
            taken = (chest,) if chest else ()
            if chest >= least:
                yield Exchange((), taken)
                continue
            for coin in coins:
                needed = -(-(least - chest) // coin)
                if needed <= number:
                    yield Exchange((coin,) * needed, taken)


def _any_known(rows: tuple[Tiles, ...]) -> bool:
    for tiles in rows:  # noqa: SIM110 - any() is slower
        if tiles and tiles[0] != HIDDEN:  # high values stand first
            return True
    return False


def _exchange(seat: str, wish: Exchange) -> Move:
    move: Move = {"by": seat, "do": "exchange"}
    if wish.swamp:
        move["swamp"] = list(wish.swamp)
    if wish.treasures:
        move["treasure"] = list(wish.treasures)
    return move


def _work_out_ways(kind: Some, after: Ways) -> Ways:
    """The choices of a kind and of those after it."""
    return tuple([sum([after[left - used] for _, used in kind if used <= left]) for left in range(len(after))])


def _picked(kind: Some, after: Ways, number: int, left: int) -> tuple[int, int, int]:
    """How many cards of a kind the choice of this number takes, how many hidden ones, and its number further on."""
    for n, used in kind:
        ways = after[left - used] if used <= left else 0
        if number < ways:
            return n, used, number
        number -= ways
    raise IndexError(number)
