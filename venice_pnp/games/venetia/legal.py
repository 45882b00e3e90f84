"""What a seat may do now: all simple moves, and of cards with many targets some for each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple, overload

from venice_pnp.games.contract import TABLE
from venice_pnp.games.venetia import state as s
from venice_pnp.games.venetia import tables as t
from venice_pnp.games.venetia.actions import MILITARY, TRADE, tiles_left
from venice_pnp.games.venetia.drawing import ducats_left, monuments_left
from venice_pnp.games.venetia.effects import can_control, field_of
from venice_pnp.games.venetia.elections import is_first
from venice_pnp.games.venetia.holding import located, may_hold
from venice_pnp.games.venetia.picture import await_list
from venice_pnp.games.venetia.reveal import free_values
from venice_pnp.games.venetia.seas import borders_route, route, supply
from venice_pnp.games.venetia.state import NOWHERE, UNKNOWN, Desk, Row, Turn
from venice_pnp.games.venetia.world import World

Answer = dict[str, Any]
SOME = 4  # cards that are offered of those an unknown hand may hold


class Look(NamedTuple):
    """What the active player reaches: seas, colonies and regions; and how much influence he has left."""

    seas: set[int]
    colonies: set[int]
    regions: set[int]
    left: int


class Offers(Sequence[dict[str, Any]]):
    """Moves of a seat; his name is put in when one is looked at."""

    def __init__(self, seat: str, answers: Sequence[Answer]) -> None:
        self._seat, self._answers = seat, answers

    def __len__(self) -> int:
        return len(self._answers)

    @overload
    def __getitem__(self, at: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, at: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, at: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        return {"by": self._seat, **self._answers[at]}


class Ballots(Sequence[Answer]):
    """Every family card with every choice of action cards."""

    def __init__(self, families: Sequence[int], cards: Sequence[list[str]]) -> None:
        self._families, self._cards = families, cards

    def __len__(self) -> int:
        return len(self._families) * len(self._cards)

    @overload
    def __getitem__(self, at: int) -> Answer: ...
    @overload
    def __getitem__(self, at: slice) -> list[Answer]: ...
    def __getitem__(self, at: int | slice) -> Answer | list[Answer]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        family, choice = divmod(range(len(self))[at], len(self._cards))
        return {"do": "candidate", "family": self._families[family], "cards": list(self._cards[choice])}


class Menu:
    """Finds the moves of a seat."""

    def __init__(self, world: World) -> None:
        self.world = world
        cards = range(len(world.cards))
        self.of_type = [[card for card in cards if world.card_type[card] == kind] for kind in range(len(world.types))]
        self.fits = {  # colonies that a primitive can ever aim at
            (card, at): [c for c in range(len(world.colonies)) if _fits(world, effect, c)]
            for card in cards
            for at, effect in enumerate(world.card_effect[card])
            if isinstance(effect, t.Place)
        }

    def moves(self, desk: Desk, seat: str) -> Sequence[dict[str, Any]]:
        if all(item["by"] != seat for item in await_list(desk)):
            return []
        answers = self._answers(desk, seat)
        return Offers(seat, answers if isinstance(answers, Sequence) else list(answers))

    def _answers(self, desk: Desk, seat: str) -> Iterable[Answer]:
        if seat == TABLE:
            return self._by_chance(desk)
        player, phase, names = desk.seats.number[seat], desk.phase, desk.seats.names
        if phase in s.CANDIDATE_PHASES:
            return self._candidates(desk, player)
        if phase == s.SCORING:
            return self._reveals(desk, player)
        if phase == s.DRAW:
            return self._draws(desk, player)
        if phase == s.ACTION:
            return self._actions(desk, desk.at_turn(), player)
        if phase == s.DIE:
            return [
                {"do": "die", "type": self.world.types[kind], "value": value}
                for kind, values in enumerate(desk.pool)
                for value in dict.fromkeys(values)
            ]
        if phase == s.MARKER:
            return [{"do": "marker", "as": use} for use in ("ap", "vp")]
        if phase == s.VETO:
            return [{"do": "veto", "use": use} for use in (True, False)]
        return [{"do": "choose-doge", "player": names[p]} for p in desk.tied]

    def _by_chance(self, desk: Desk) -> Iterable[Answer]:
        world = self.world
        if desk.phase == s.THREAT:
            return [{"do": "threat", "card": name} for card, name in enumerate(world.threats) if card not in desk.used]
        if desk.phase == s.TILE:
            gone = desk.at_turn().tiles
            left = [name for tile, name in enumerate(world.tiles) if gone.count(tile) < world.tile_count[tile]]
            return [{"do": "tile", "tile": name} for name in left]
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
    def _candidates(self, desk: Desk, player: int) -> Ballots:
        world, first = self.world, is_first(desk)
        families: Sequence[int] = desk.family[player]
        if not first and desk.shame == player:
            families = world.numbers.family[:1]
        cards: list[Row]
        if first:
            cards = [(card,) for card in may_hold(world, desk, player, desk.hand[player])]
        elif desk.seats.city:
            cards = [()]
        else:
            box = desk.box[player]
            named = list(may_hold(world, desk, player, box)) if box else []
            most = min(world.numbers.election_cards, len(box))
            known = [card for card in box if card != UNKNOWN]
            cards = [(), *((card,) for card in named), *combinations(known or named[:5], most)]
        return Ballots(families, [[world.cards[card] for card in some] for some in cards])

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
        for card in self._kinds_left(desk):
            yield from self._ducats(desk, player, card)

    def _kinds_left(self, desk: Desk) -> Iterable[int]:
        """The card that was dealt, or one of each type and value that may have been drawn."""
        world = self.world
        if desk.seen != UNKNOWN:
            return (desk.seen,)
        gone = located(desk)
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
    def _actions(self, desk: Desk, turn: Turn, player: int) -> list[Answer]:
        world = self.world
        seas = route(world, desk)
        colonies = set().union(*(world.on_sea[sea] for sea in seas))
        look = Look(seas, colonies, {world.region_of[c] for c in colonies}, supply(world, desk, player))
        found: list[Answer] = [{"do": "end"}]
        if turn.ap and not turn.replaced:
            found += self._with_points(desk, turn, look)
        if world.types[turn.type] == MILITARY and (turn.attacks or (turn.ap and not turn.replaced)):
            found += self._attacks(desk, look)
        if turn.card == UNKNOWN and desk.hand[player]:
            for card in self._playable(desk, turn, desk.hand[player]):
                name = world.cards[card]
                found += [{"do": "card", "card": name, **use} for use in self._uses(desk, card, look)]
        return found

    def _playable(self, desk: Desk, turn: Turn, hand: Row) -> list[int]:
        """Cards of the right type: those in the hand, or some that may be there; others in other turns."""
        world = self.world
        fit = [card for card in self.of_type[turn.type] if world.card_free[card] or not turn.spent]
        if UNKNOWN not in hand:
            return [card for card in fit if card in hand]
        gone = located(desk, desk.active).difference(hand)
        fit = [card for card in fit if card not in gone]
        at = (len(desk.discard) + 3 * turn.ap + desk.venice) % max(1, len(fit))
        return fit if len(fit) <= SOME else (fit + fit)[at : at + SOME]

    def _with_points(self, desk: Desk, turn: Turn, look: Look) -> list[Answer]:
        world, kind = self.world, self.world.types[turn.type]
        found: list[Answer] = []
        if look.left:
            found += [{"do": "sea", "sea": world.seas[sea]} for sea in self._openable(desk, look.seas, True)]
        for region in sorted(look.regions):
            if desk.kingdoms[region] != NOWHERE:
                found.append({"do": "kingdom", "region": world.regions[region]})
        if kind == MILITARY or not look.left:
            return found
        if kind == TRADE:
            colonies = [c for c in self._entered(desk, look) if c not in turn.trade]
            return found + [{"do": "place", "at": world.colonies[c]} for c in colonies]
        colonies = self._entered(desk, look) if turn.politics == NOWHERE else [turn.politics]
        most = min(turn.ap, look.left)
        return found + [{"do": "place", "at": world.colonies[c], "n": n} for c in colonies for n in range(1, most + 1)]

    def _entered(self, desk: Desk, look: Look) -> list[int]:
        kingdoms, region_of = desk.kingdoms, self.world.region_of
        return [c for c in sorted(look.colonies) if kingdoms[region_of[c]] == NOWHERE]

    def _openable(self, desk: Desk, reached: set[int], connected: bool) -> list[int]:
        opened = desk.at_turn().route
        return [
            sea
            for sea in range(len(self.world.seas))
            if not desk.control[sea]
            and not desk.fleets[sea]
            and sea not in opened
            and (not connected or borders_route(self.world, reached, sea))
        ]

    def _attacks(self, desk: Desk, look: Look) -> list[Answer]:
        world = self.world
        if not tiles_left(world, desk):
            return []
        found: list[Answer] = [{"do": "attack", "at": world.colonies[c]} for c in self._entered(desk, look)]
        for sea, n in enumerate(desk.fleets):
            if n and borders_route(world, look.seas, sea):
                found.append({"do": "attack", "at": world.seas[sea]})
                found.append({"do": "attack", "at": world.seas[sea], "claim": False})
        return found

    # --- cards ------------------------------------------------------------------------------------------
    def _uses(self, desk: Desk, card: int, look: Look) -> list[Answer]:
        """Targets for a card: those of one primitive at a time; none at all if it needs none."""
        found: list[Answer] = []
        aimed = False
        for at, effect in enumerate(self.world.card_effect[card]):
            if isinstance(effect, t.Enemy) and desk.enemy >= self.world.numbers.spaces:
                return []
            if isinstance(effect, t.DogeMarker) and desk.markers < 1:
                return []
            field = field_of(effect)
            if field is None:
                continue
            aimed = True
            if isinstance(effect, t.Place):
                aims: list[Any] = self._placements(desk, effect, self.fits[card, at], look)
            else:
                aims = self._aims(desk, effect, look)
            found += [{field: aim} for aim in aims]
        return found if aimed else [{}]

    def _aims(self, desk: Desk, effect: t.Effect, look: Look) -> list[Any]:
        world = self.world
        if isinstance(effect, t.OpenSea):
            seas = self._openable(desk, look.seas, effect.route) if look.left else []
            more = [] if effect.route else seas[: min(effect.n, look.left)]
            return [[world.seas[sea] for sea in some] for some in (*([sea] for sea in seas), more) if some]
        if isinstance(effect, t.Control):
            seas = [sea for sea in range(len(world.seas)) if can_control(world, desk, sea, effect.min)]
            return [world.seas[sea] for sea in seas]
        if isinstance(effect, (t.Remove, t.Swap)):
            return self._victims(desk, effect, look)
        if isinstance(effect, t.Shift):
            return self._shifts(desk, effect, look)
        if isinstance(effect, t.Pact):
            return self._pacts(desk, effect, look)
        if isinstance(effect, t.Sink):
            return self._hunts(desk, effect, look)
        return [name for player, name in enumerate(desk.seats.names) if player != desk.active]

    def _placements(self, desk: Desk, effect: t.Place, ever: list[int], look: Look) -> list[list[str]]:
        """All the card allows in each colony, and one for each of several."""
        names, region_of = self.world.colonies, self.world.region_of
        fit = ever
        if effect.route:
            fit = [c for c in fit if c in look.colonies]
        if effect.kingdom != "ignore":
            free = effect.kingdom == "block"
            fit = [c for c in fit if (desk.kingdoms[region_of[c]] == NOWHERE) == free]
        if effect.own == "presence":
            fit = [c for c in fit if desk.influence[desk.spot(c, desk.active)]]
        elif effect.own == "podesta":
            fit = [c for c in fit if desk.podesta[c] == desk.active]
        most = min(effect.n, effect.max or effect.n, look.left)
        if most < 1 or not fit:
            return []
        aims = [[names[c]] * most for c in fit]
        several = min(effect.n, look.left)
        if effect.same is None:
            aims.append([names[c] for c in fit[:several]])
        elif effect.same == "region":
            aims.append([names[c] for c in fit if region_of[c] == region_of[fit[0]]][:several])
        return aims

    def _victims(self, desk: Desk, effect: t.Remove | t.Swap, look: Look) -> list[list[list[str]]]:
        most = min(effect.n, getattr(effect, "max", None) or effect.n)
        if isinstance(effect, t.Swap):
            most = min(most, look.left)
        if most < 1:
            return []
        aims = []
        for spot, here in enumerate(desk.influence):
            if not here:
                continue
            colony, player = divmod(spot, desk.size)
            if player != desk.active and (not effect.route or colony in look.colonies):
                aims.append([[self.world.colonies[colony], desk.seats.names[player]]] * min(most, here))
        if effect.same is None and len(aims) > 1:
            by_colony = {aim[0][0]: aim[0] for aim in aims}
            aims.append(list(by_colony.values())[: effect.n])
        return aims

    def _shifts(self, desk: Desk, effect: t.Shift, look: Look) -> list[list[list[str]]]:
        names = self.world.colonies
        own = [c for c in range(len(names)) if desk.influence[desk.spot(c, desk.active)]]
        everywhere = look._replace(colonies=set(range(len(names))))
        goals = self._entered(desk, look if effect.route else everywhere)
        return [[[names[a], names[b]]] for a in own for b in goals if a != b]

    def _pacts(self, desk: Desk, effect: t.Pact, look: Look) -> list[list[str]]:
        regions = [
            self.world.regions[r]
            for r, kingdom in enumerate(desk.kingdoms)
            if kingdom != NOWHERE and (not effect.route or r in look.regions)
        ]
        return [list(some) for n in range(1, effect.n + 1) for some in combinations(regions, n)]

    def _hunts(self, desk: Desk, effect: t.Sink, look: Look) -> list[list[str]]:
        world = self.world
        seas = [sea for sea, n in enumerate(desk.fleets) if n]
        if effect.route:
            seas = [sea for sea in seas if borders_route(world, look.seas, sea)]
        aims = [[world.seas[sea]] * min(effect.n, desk.fleets[sea]) for sea in seas]
        if effect.same is None and effect.n > 1 and len(seas) > 1:
            aims.append([world.seas[sea] for sea in seas[: effect.n]])
        return aims


def _fits(world: World, effect: t.Place, colony: int) -> bool:
    """Size and region, which never change."""
    size = effect.size in (None, world.size[colony])
    return size and (effect.regions is None or world.regions[world.region_of[colony]] in effect.regions)


def _rolls(values: Row, n: int) -> Iterator[Row]:
    """Sorted rolls of n dice."""
    return (roll for roll in product(values, repeat=n) if roll == tuple(sorted(roll)))
