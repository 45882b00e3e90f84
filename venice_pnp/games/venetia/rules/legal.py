"""What a seat may do now: all simple moves, and of cards with many targets some for each of them.

Only what the seat may know decides what is offered: of a hand that the referee does not know, every card that
can be there in the seat's eyes. `apply` knows more: it refuses a card that another has told the referee of
(VTA-5.18). That sealed submissions never name the same card, unknown cards are shared out for `candidate`:
each seat is offered its own part of them, though it may name any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Any

from msgspec import Struct

from venice_pnp.contract.offers import Move, Offered, Offers, chained, of
from venice_pnp.contract.play import TABLE
from venice_pnp.games.venetia import tables as t
from venice_pnp.games.venetia.rules import state as s
from venice_pnp.games.venetia.rules.actions import MILITARY, TRADE, tiles_left
from venice_pnp.games.venetia.rules.aims import Target, name_aim, targets_of
from venice_pnp.games.venetia.rules.awaited import is_awaited
from venice_pnp.games.venetia.rules.cards import ducats_left, monuments_left
from venice_pnp.games.venetia.rules.elections import is_first
from venice_pnp.games.venetia.rules.holding import may_name, seen_by
from venice_pnp.games.venetia.rules.reached import FreeLands, Look, Waters
from venice_pnp.games.venetia.rules.reveal import free_values
from venice_pnp.games.venetia.rules.seas import supply
from venice_pnp.games.venetia.rules.state import UNKNOWN, Desk, Turn
from venice_pnp.games.venetia.rules.state import Row as Numbers
from venice_pnp.games.venetia.rules.world import World

Answer = dict[str, Any]
KEPT = 4096  # looks round the seas and inland


class MovePlan(Struct, frozen=True):
    """What a card needs: an enemy or doge marker that can move, and targets."""

    enemy: bool
    doge: bool
    targets: list[Target]


class Menu:
    """Finds the moves of a seat."""

    def __init__(self, world: World) -> None:
        self.world = world
        cards = range(len(world.cards))
        kinds = range(len(world.types))
        self.of_type = [frozenset(card for card in cards if world.card_type[card] == kind) for kind in kinds]
        self.free = frozenset(card for card in cards if world.card_free[card])
        self.plans = [_plan(world, world.card_effect[card]) for card in cards]
        self._waters = lru_cache(KEPT)(self._look_out)
        self._lands = lru_cache(KEPT)(self._look_inland)
        self._look = lru_cache(KEPT)(self._look_round)

    def _look_round(self, control: Numbers, fleets: Numbers, opened: Numbers, kingdoms: Numbers) -> Look:
        return Look(self.world, self._waters(control, fleets, opened), self._lands(kingdoms))

    def _look_out(self, control: Numbers, fleets: Numbers, opened: Numbers) -> Waters:
        return Waters(self.world, control, fleets, opened)

    def _look_inland(self, kingdoms: Numbers) -> FreeLands:
        return FreeLands(self.world, kingdoms)

    def moves(self, desk: Desk, seat: str) -> Iterable[Move]:
        if not is_awaited(desk, seat):
            return []
        phase = desk.phase
        if phase == s.ACTION:
            return chained(self._actions(desk, seat, desk.at_turn()))
        if phase == s.DIE:
            return self._dice(desk, seat)
        if phase in s.CANDIDATE_PHASES:
            return self._candidates(desk, seat)
        answers = list(self._answers(desk, seat))
        return Offers(len(answers), lambda at: {"by": seat, **answers[at]})

    def _answers(self, desk: Desk, seat: str) -> Iterable[Answer]:
        if seat == TABLE:
            return self._by_chance(desk)
        player, phase, names = desk.seats.number[seat], desk.phase, desk.seats.names
        if phase == s.SCORING:
            return self._reveals(desk, player)
        if phase == s.DRAW:
            return self._draws(desk, player)
        if phase == s.MARKER:
            return [{"do": "marker", "as": use} for use in ("ap", "vp")]
        if phase == s.VETO:
            return [{"do": "veto", "use": use} for use in (True, False)]
        return [{"do": "choose-doge", "player": names[p]} for p in desk.tied]

    def _dice(self, desk: Desk, seat: str) -> Offers:
        """Each value of each type."""
        types = self.world.types
        dice = [(kind, value) for kind, values in enumerate(desk.pool) for value in dict.fromkeys(values)]

        def make(at: int) -> Move:
            kind, value = dice[at]
            return {"by": seat, "do": "die", "type": types[kind], "value": value}

        return Offers(len(dice), make)

    def _by_chance(self, desk: Desk) -> Iterable[Answer]:
        world = self.world
        if desk.phase == s.THREAT:
            return [{"do": "threat", "card": name} for card, name in enumerate(world.threats) if card not in desk.used]
        if desk.phase == s.TILE:
            left = zip(world.tiles, tiles_left(world, desk), strict=True)
            return [{"do": "tile", "tile": name} for name, n in left if n > 0]
        if desk.phase == s.DISTRICTS:
            tiles = [name for tile, name in enumerate(world.districts) if tile not in desk.aside]
            return [
                {"do": "districts", "tiles": list(two)} for two in combinations(tiles, world.numbers.districts_drawn)
            ]
        if desk.phase == s.CHOOSE_DOGE:
            return [{"do": "choose-doge", "player": desk.seats.names[p]} for p in desk.tied]
        rolls = product(*(_rolls(world.die_values, n) for n in world.dice))
        return ({"do": "roll", **dict(zip(world.types, map(list, pool), strict=True))} for pool in rolls)

    # --- secrets ------------------------------------------------------------------------------------
    def _candidates(self, desk: Desk, seat: str) -> Offers:
        """Every family card with every choice of action cards."""
        world, first, player = self.world, is_first(desk), desk.seats.number[seat]
        families: Sequence[int] = desk.family[player]
        if not first and desk.shame == player:
            families = world.numbers.family[:1]
        pile = desk.hand[player] if first else desk.box[player]
        named = may_name(world, desk, player, pile)
        cards: list[Numbers]
        if first:
            cards = [(card,) for card in named]
        elif desk.seats.city:
            cards = [()]
        else:
            most = min(world.numbers.election_cards, len(pile))
            known = [card for card in pile if card != UNKNOWN]
            cards = [(), *[(card,) for card in named], *combinations(known or named[:5], most)]

        def make(at: int) -> Move:
            family, choice = divmod(at, len(cards))
            named = [world.cards[card] for card in cards[choice]]
            return {"by": seat, "do": desk.seats.candidate_verb, "family": families[family], "cards": named}

        return Offers(len(families) * len(cards), make)

    def _reveals(self, desk: Desk, player: int) -> Iterator[Answer]:
        """Markers that fit: the lowest that may be there, the highest, and a mixture."""
        own = desk.vp[player]
        for order in (1, -1):
            free = free_values(self.world, desk, player)
            free.subtract(value for value in own if value != s.HIDDEN)
            values = []
            for value in own:
                if value == s.HIDDEN:
                    value = next(v for v in sorted(self.world.vp_count)[::order] if free[v] > 0)
                    free[value] -= 1
                values.append(value)
            yield {"do": "reveal", "vp": values}

    def _draws(self, desk: Desk, player: int) -> Iterator[Answer]:
        if desk.draw_to != s.TO_BOX:
            yield {"do": "draw", "to": "hand"}
        if not desk.seats.city:
            yield {"do": "draw", "to": "box"}
            return
        for card in self._kinds_left(desk, player):
            yield from self._ducats(desk, player, card)

    def _kinds_left(self, desk: Desk, player: int) -> Iterable[int]:
        """The card that was dealt, or one of each type and value that may have been drawn."""
        world = self.world
        if desk.seen != UNKNOWN:
            return (desk.seen,)
        gone = seen_by(desk, player)
        kinds = {
            (world.card_type[card], world.card_ducats[card]): card
            for card in range(len(world.cards))
            if card not in gone
        }
        return kinds.values()

    def _ducats(self, desk: Desk, player: int, card: int) -> Iterator[Answer]:
        world = self.world
        one, other = (d for d in world.sestieri if world.district_type[d] == world.card_type[card])
        n = min(world.card_ducats[card], ducats_left(world, desk, player))
        price, left = world.numbers.monument_price, monuments_left(world, desk, player)
        for part in range(n + 1):
            laid = {d: k for d, k in ((one, part), (other, n - part)) if k}
            named = {world.districts[d]: k for d, k in laid.items()}
            yield {"do": "draw", "card": world.cards[card], "city": named}
            for district, k in laid.items():
                if left and desk.ducats[desk.spot(district, player)] + k >= price:
                    monuments = [world.districts[district]]
                    yield {"do": "draw", "card": world.cards[card], "city": named, "monuments": monuments}

    # --- the action -----------------------------------------------------------------------------------
    def _actions(self, desk: Desk, seat: str, turn: Turn) -> list[Offered]:
        world, player = self.world, desk.active
        look = self._look(desk.control, desk.fleets, turn.route, desk.kingdoms)
        left = supply(world, desk, player)
        military, pays = world.types[turn.type] == MILITARY, turn.ap and not turn.replaced
        rows: list[Offered] = [of([{"by": seat, "do": "end"}])]
        if pays and left:
            rows.append(_each(seat, "sea", "sea", world.seas, look.waters.next))
        if pays:
            rows.append(_each(seat, "kingdom", "region", world.regions, look.kingdoms))
        if pays and left and not military:
            rows.append(self._places(seat, turn, look, left))
        if military and (pays or turn.attacks) and any(tiles_left(world, desk)):
            rows.append(_each(seat, "attack", "at", world.colonies, look.entered))
            rows += self._sea_attacks(seat, look)
        if turn.card == UNKNOWN and desk.hand[player]:
            rows.append(self._uses(desk, seat, self._playable(desk, turn, player), look, left))
        return rows

    def _places(self, seat: str, turn: Turn, look: Look, left: int) -> Offered:
        """VTA-7.12: one each; VTA-7.13: any number in one colony."""
        names = self.world.colonies
        if self.world.types[turn.type] == TRADE:
            return _each(seat, "place", "at", names, [c for c in look.entered if c not in turn.trade])
        colonies = look.entered if turn.politics == s.NOWHERE else (turn.politics,)
        most = turn.ap if turn.ap < left else left

        def make(at: int) -> Move:
            colony, n = divmod(at, most)
            return {"by": seat, "do": "place", "at": names[colonies[colony]], "n": n + 1}

        return len(colonies) * most, make

    def _sea_attacks(self, seat: str, look: Look) -> Iterator[Offered]:
        for sea in look.waters.hunted:
            move: Move = {"by": seat, "do": "attack", "at": self.world.seas[sea]}
            yield of([move, {**move, "claim": False}])

    # --- cards ------------------------------------------------------------------------------------------
    def _playable(self, desk: Desk, turn: Turn, player: int) -> list[int]:
        """Cards of the right type: those in the hand, or all that may be there."""
        hand, fit = desk.hand[player], self.of_type[turn.type]
        if turn.spent:
            fit = fit & self.free
        if UNKNOWN not in hand:
            return sorted(fit.intersection(hand))
        return sorted(fit - seen_by(desk, player).difference(hand))

    def _uses(self, desk: Desk, seat: str, cards: Sequence[int], look: Look, left: int) -> Offered:
        """Each card with targets of one primitive at a time; with none at all if it needs none."""
        world = self.world
        uses: list[tuple[int, int, Target | None, Sequence[Any]]] = []  # how many, card, target, aims
        total = 0
        for card in cards:
            plan = self.plans[card]
            if (plan.enemy and desk.enemy >= world.numbers.spaces) or (plan.doge and desk.markers < 1):
                continue
            if not plan.targets:
                uses.append((1, card, None, ()))
                total += 1
            for target in plan.targets:
                found, several = target.find(world, desk, target, look, left)
                count = len(found) + several
                uses.append((count, card, target, found))
                total += count

        def make(at: int) -> Move:
            for count, card, target, found in uses:
                if at < count:
                    move: Move = {"by": seat, "do": "card", "card": world.cards[card]}
                    if target is not None:
                        move[target.field] = name_aim(world, desk, target, found, left, at)
                    return move
                at -= count
            raise IndexError(at)

        return total, make


def _each(seat: str, verb: str, field: str, names: Sequence[str], numbers: Sequence[int]) -> Offered:
    return len(numbers), lambda at: {"by": seat, "do": verb, field: names[numbers[at]]}


def _plan(world: World, effects: Sequence[t.Effect]) -> MovePlan:
    kinds = {type(effect) for effect in effects}
    return MovePlan(t.Enemy in kinds, t.DogeMarker in kinds, targets_of(world, effects))


def _rolls(values: Numbers, n: int) -> Iterator[Numbers]:
    """Sorted rolls of n dice."""
    return (roll for roll in product(values, repeat=n) if roll == tuple(sorted(roll)))
