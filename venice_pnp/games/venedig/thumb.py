"""What bots know about Venedig: what a building gives, what cards are worth on the way to it, and where to drain."""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from operator import add
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from venice_pnp.contract.abilities import Ideas, Weights
from venice_pnp.contract.odds import shares
from venice_pnp.contract.play import Facts, Move
from venice_pnp.games.venedig.rules.bound import Rules
from venice_pnp.games.venedig.rules.building import free_sites, participants, points_of, richer
from venice_pnp.games.venedig.rules.laying import kinds_out
from venice_pnp.games.venedig.rules.state import (
    BUILD,
    DRAIN,
    ENDED,
    HIDDEN,
    LAST_EXCHANGE,
    OVER,
    PLAY,
    Counts,
    Desk,
    Due,
)
from venice_pnp.games.venedig.rules.turns import chooser_of
from venice_pnp.games.venedig.rules.world import Site, World, members

KEPT = 4096  # boards that are remembered

Scored = tuple[dict[str, Any], float]  # a move, and how good it looks


def ideas(rules: Rules, state: Desk, seat: str, weights: Weights) -> Ideas:
    world, player = rules.world, state.seats.number[seat]
    if state.phase == BUILD:
        found = list(_builds(world, state, player, weights))
        if found:
            return Ideas.of(found)
    look = _Look(world, state, player, weights)
    found = [(move, look.score(move)) for move in _but_for(rules.legal(state, seat), "drain")]
    if state.phase in (PLAY, DRAIN) and state.turn == player:
        found += look.drains()
    return Ideas.of(found)


def _but_for(legal: Iterable[dict[str, Any]], verb: str) -> Iterator[dict[str, Any]]:
    """All moves but those of one verb, which stand together: they are many, and none of them is made to be left out."""
    if not isinstance(legal, Sequence):
        yield from (move for move in legal if move["do"] != verb)
        return
    at = 0
    while at < len(legal):
        move = legal[at]
        if move["do"] == verb:
            at = bisect_left(range(len(legal)), True, at, key=lambda n: legal[n]["do"] != verb)
        else:
            yield move
            at += 1


# --- buildings -----------------------------------------------------------------------------------------------
class _Worths(NamedTuple):
    """What kinds are worth, and cards of them."""

    points: list[float]  # to the builder on the best free site; a guess where there is none yet
    next: list[list[float]]  # by kind: the next card to one who has so many of them; no more than it takes
    held: list[list[float]]  # by kind: so many cards in a hand


class _Known(NamedTuple):
    """What is the same as long as nobody builds or drains."""

    best: list[float | None]  # what each kind gives on its best free site
    openings: list[list[tuple[tuple[int, ...], float]] | None]  # by kind; None: not looked for yet
    worths: dict[float, _Worths]  # by what is guessed of a kind without a site


def _worths(world: World, state: Desk, weights: Weights) -> _Worths:
    known, no_site = _known(world, state), weights["no-site"]
    found = known.worths.get(no_site)
    if found is None:
        points = [no_site if one is None else one for one in known.best]
        each = [
            [gives / needed * (0.6 + 0.4 * min(1.0, (held + 1) / needed)) for held in range(needed)]
            for gives, needed in zip(points, world.needed, strict=True)
        ]
        most = world.numbers.hand_max
        held = [[*accumulate([*row, *[row[-1]] * (most - len(row))], initial=0)] for row in each]
        found = known.worths[no_site] = _Worths(points, each, held)
    return found


def _known(world: World, state: Desk) -> _Known:
    key = (state.marsh, state.covered, state.casas)
    found = _BOARDS.setdefault(world, OrderedDict())
    known = found.get(key)
    if known is None:
        known = found[key] = _Known(_best(world, state), [None] * len(world.kinds), {})
        if len(found) > KEPT:
            found.popitem(last=False)
    return known


_BOARDS: WeakKeyDictionary[World, OrderedDict[tuple[int, int, Counts], _Known]] = WeakKeyDictionary()


def _best(world: World, state: Desk) -> list[float | None]:
    found = []
    for kind in range(len(world.kinds)):
        points = [points_of(world, state, kind, site, richer(state, site)) for site in free_sites(world, state, kind)]
        found.append(float(max(points)) if points else None)
    return found


def _builds(world: World, state: Desk, player: int, weights: Weights) -> Iterator[Scored]:
    """Every site with what it gives to the one who chooses, less what it gives to others."""
    seat = state.seats.names[player]
    for due in dict.fromkeys(state.due):
        if chooser_of(state, due) != player:
            continue
        gain_of = _site_gains(world, state, player, due, weights)
        both = world.shared[due.kind] and len([d for d in state.due if d.kind == due.kind]) > 1
        for site in free_sites(world, state, due.kind):
            for quarter in site.quarters:
                move: dict[str, Any] = {"by": seat, "do": "build", "building": world.kinds[due.kind]}
                move["fields"] = world.names_of(site.fields)
                if len(site.quarters) > 1:
                    move["quarter"] = world.quarters[quarter]
                if both:
                    move["alone"] = due.alone
                yield move, gain_of(site, quarter)


def _site_gains(world: World, state: Desk, player: int, due: Due, weights: Weights) -> Callable[[Site, int], float]:
    """What a site gives to a player, with points in one of its quarters."""
    half, room, covered = world.numbers.helpers_share, weights["room"] / 6, state.covered
    treasure = weights["treasure"] if state.chest else 0.0
    row = [
        (one == due.builder, 1.0 if one == player else -weights["others"], world.touched(state.gondolas[one]))
        for one in participants(world, state, due)
    ]

    def gain(site: Site, quarter: int) -> float:
        points, found = points_of(world, state, due.kind, site, quarter), 0.0
        for builds, sign, touched in row:
            own = points if builds else points // half
            chest = 0.0 if touched.isdisjoint(site.quarters) else treasure
            found += (own + chest) * sign
        return found - room * (site.around & ~covered).bit_count()

    return gain


# --- cards ---------------------------------------------------------------------------------------------------
def _hand(world: World, state: Desk, player: int) -> Counts:
    """All cards of a hand, those that a seed has dealt too."""
    known = state.hands[player][: len(world.kinds)]
    if state.secret is None:
        return known
    return tuple(map(add, known, state.secret.hands[player]))


class _Look:
    """A player's cards as they lie, and what each move would make of them."""

    def __init__(self, world: World, state: Desk, player: int, weights: Weights) -> None:
        self.world, self.state, self.player, self.weights = world, state, player, weights
        self.worths, self.hand = _worths(world, state, weights), _hand(world, state, player)
        self.out = state.out[player]

    def score(self, move: Move) -> float:
        verb, weights = move["do"], self.weights
        if verb == "play":
            return self._laying(move["cards"])
        if verb == "draw":
            return self._drawing(move) - weights["skip"]
        if verb == "exchange":
            return _exchanging(self.world, self.state, self.player, move, weights)
        if verb == "drop":
            return -sum([self._owned(self.world.kind_number[kind]) for kind in move["buildings"]])
        return 0.0 if verb == "pass" else -weights["reveal"]

    def _owned(self, kind: int) -> float:
        """What the player's cards that lie out may bring."""
        world, state = self.world, self.state
        if not self.out[kind]:
            return 0.0
        part = min(1.0, sum([cards[kind] for cards in state.out]) / world.needed[kind])
        share = 1.0 if state.builders[kind] == self.player else 1 / world.numbers.helpers_share
        return self.worths.points[kind] * part * share

    def _laying(self, cards: Mapping[str, int]) -> float:
        """What laying these cards gains, less what they are worth in hand."""
        world, state, player, weights, hand = self.world, self.state, self.player, self.weights, self.hand
        gain, kinds = 0.0, set(kinds_out(state, player))
        for name, n in cards.items():
            kind = world.kind_number[name]
            full, needed, held = self.worths.points[kind], world.needed[kind], self.worths.held[kind]
            gain -= weights["hand"] * (held[hand[kind]] - held[hand[kind] - n])
            if not world.shared[kind]:
                gain += n * (full + weights["casa"])
                continue
            if n >= needed:
                gain, n = gain + full, n - needed
            if not n:
                continue
            others = [row[kind] for side, row in enumerate(state.out) if side != player]
            own, most = self.out[kind] + n, max(others, default=0)
            there = own + sum(others)
            leads = own > most or (own == most and state.builders[kind] == player)
            if there >= needed:
                half = full // world.numbers.helpers_share
                helped = half * (len(others) - others.count(0))
                gain += full - weights["others"] * helped if leads else half - weights["others"] * full
            else:
                kinds.add(kind)
                after = full * there / needed * (1.0 if leads else 1 / world.numbers.helpers_share)
                gain += weights["start"] * (after - self._owned(kind))
        surplus = len(kinds) - world.numbers.kinds_out
        return gain - weights["surplus"] * max(0, surplus)

    def _drawing(self, move: Move) -> float:
        """What the cards that one takes are worth, less the one that one gives."""
        number, needed, each = self.world.kind_number, self.world.needed, self.worths.next
        held = [n + out for n, out in zip(self.hand, self.out, strict=True)]
        gain = 0.0
        if "give" in move:
            kind = number[move["give"]]
            held[kind] -= 1
            gain -= each[kind][min(held[kind], needed[kind] - 1)]
        for name in move.get("pool", ()):
            kind = number[name]
            gain += each[kind][min(held[kind], needed[kind] - 1)]
            held[kind] += 1
        if "pile" in move:
            worth = sum([row[n if n < len(row) else -1] for row, n in zip(each, held, strict=True)])
            gain += self.weights["pile"] * float(move["pile"]) * worth / len(held)
        return gain

    def drains(self) -> Iterator[Scored]:
        """Two fields at a time: those on which the kinds that one collects could stand, or any two."""
        world, state = self.world, self.state
        seat, fields = state.seats.names[self.player], members(state.marsh)
        if not fields:
            return
        found: dict[tuple[int, ...], float] = {}
        openings = _known(world, state).openings
        for kind, n in enumerate(self.hand):
            held = n + self.out[kind]
            if not held or not world.shared[kind]:
                continue
            if openings[kind] is None:
                openings[kind] = list(_openings(world, state, kind, fields))
            for opened, gives in openings[kind] or ():
                more = gives - self.worths.points[kind]
                found[opened] = self.weights["open"] * more * held / world.needed[kind]
        if not found:
            apart = max(1, len(fields) // 3)
            found = dict.fromkeys(list(pairwise(fields))[::apart], 0.0) or {(fields[0],): 0.0}
        for chosen, score in found.items():
            yield {"by": seat, "do": "drain", "fields": world.names_of(sorted(chosen))}, score


def _openings(world: World, state: Desk, kind: int, fields: list[int]) -> Iterator[tuple[tuple[int, ...], float]]:
    """Fields to drain for a site of this kind, each better than all before it, with what it would give."""
    marsh, most = state.marsh, world.numbers.drain_max
    best = _known(world, state).best[kind] or 0.0
    for site in world.sites[kind]:
        under = site.mask & marsh
        if not under or site.mask & state.covered or under.bit_count() > most:
            continue
        gives = float(points_of(world, state, kind, site, richer(state, site)))
        if gives > best:
            best = gives
            opened = tuple(members(under))
            if len(opened) < most and len(fields) > 1:
                opened = (*opened, next(field for field in fields if field not in opened))
            yield opened, gives


# --- gold ----------------------------------------------------------------------------------------------------
def _exchanging(world: World, state: Desk, player: int, move: Move, weights: Weights) -> float:
    """Gold is kept until the last exchange, or until it ends the game with a win."""
    gold = int(sum(move.get("swamp", ())) + sum(move.get("treasure", ())))
    points = gold // world.numbers.gold_per_point
    if state.phase == LAST_EXCHANGE:
        return points + 0.1
    goal, others = state.gondolas[player] + points, [space for at, space in enumerate(state.gondolas) if at != player]
    ends = goal >= world.numbers.goal and goal > max(others) + weights["lead"]
    return weights["lead"] if ends else -gold / world.numbers.gold_per_point


def _gold(world: World, state: Desk, player: int, weights: Weights) -> float:
    """What a player's tiles are worth in points; those that nobody knows as they are on average."""
    swamp, chests = state.swamp[player], state.treasures[player]
    if state.secret is not None:
        gold = sum(state.secret.swamp[player]) + sum(state.secret.treasures[player])
    else:
        gold = swamp.count(HIDDEN) + 4 * chests.count(HIDDEN)
    gold += sum([value for value in (*swamp, *chests) if value != HIDDEN])
    return weights["gold"] * gold / world.numbers.gold_per_point


# --- what everybody asks -------------------------------------------------------------------------------------
def chances(rules: Rules, state: Desk, weights: Weights) -> list[float]:
    world, players = rules.world, range(len(state.seats.names))
    if state.phase == OVER:
        return [(player in state.winners) / len(state.winners) for player in players]
    points, time = _worths(world, state, weights).points, _time(world, state, weights)
    worth = []
    for player in players:
        own = state.gondolas[player] + _gold(world, state, player, weights)
        if state.phase not in ENDED:
            own += _prospects(world, state, player, points, time, weights)
        worth.append(own)
    return shares(worth, weights["doubt"] * time + weights["last-doubt"])


def _time(world: World, state: Desk, weights: Weights) -> float:
    """How much of the game is to come: 1 as long as it is enough for all that one begins. It ends with the pieces of
    one kind, or at the goal."""
    pieces = (min(state.supply) - weights["last-piece"]) / weights["pieces"]
    spaces = (world.numbers.goal - max(state.gondolas)) / weights["spaces"]
    return max(0.0, min(1.0, pieces, spaces))


def _prospects(world: World, state: Desk, player: int, points: list[float], time: float, weights: Weights) -> float:
    """What a player's cards may still bring, in his hand and out on the table."""
    hand = _hand(world, state, player)
    worth = weights["any-card"] * (1 - time) * sum(hand)
    for kind, n in enumerate(hand):
        if not world.shared[kind]:
            worth += weights["casa-card"] * time * n
            continue
        needed = world.needed[kind]
        if n >= needed:
            worth += points[kind] * (weights["late-set"] * (1 - time) + weights["set"] * time)
        elif n:
            far = (n - 1) / max(1, needed - 2)
            worth += points[kind] * time * (weights["one-card"] * (1 - far) + weights["but-one"] * far)
        if state.out[player][kind]:
            missing = needed - sum(cards[kind] for cards in state.out)
            part = weights["nearly"] if missing <= 1 else weights["begun"]
            share = 1.0 if state.builders[kind] == player else 1 / world.numbers.helpers_share
            worth += points[kind] * part * share * (1 - weights["late-out"] * (1 - time))
    return worth


def chapter(state: Desk) -> Hashable:
    return state.turn, state.phase in ENDED


def reason(rules: Rules, state: Desk, move: Move, weights: Weights) -> tuple[str, Facts] | None:  # noqa: ARG001
    """Only what everybody sees."""
    world, verb = rules.world, move["do"]
    player = state.seats.number[move["by"]]
    if verb == "build":
        kind = world.kind_number[move["building"]]
        site = world.site_at[kind][tuple(sorted(world.field_number[name] for name in move["fields"]))]
        quarter = world.quarter_number[move["quarter"]] if "quarter" in move else richer(state, site)
        return "bot.build", {"kind": move["building"], "n": points_of(world, state, kind, site, quarter)}
    if verb == "play":
        name, n = max(move["cards"].items(), key=lambda item: item[1])
        kind = world.kind_number[name]
        there = n + sum(row[kind] for row in state.out)
        return "bot.play", {"kind": name, "n": min(there, world.needed[kind]), "needed": world.needed[kind]}
    if verb == "drain":
        return "bot.drain", {"n": len(move["fields"])}
    if verb == "draw":
        return _why_draw(world, state, player, move)
    if verb == "exchange":
        gold = int(sum(move.get("swamp", ())) + sum(move.get("treasure", ())))
        return "bot.exchange", {"gold": gold, "n": gold // world.numbers.gold_per_point}
    if verb == "drop":
        stay = [world.kinds[kind] for kind in kinds_out(state, player) if world.kinds[kind] not in move["buildings"]]
        return "bot.drop", {"kinds": stay}
    return f"bot.{verb}", {}


def _why_draw(world: World, state: Desk, player: int, move: Move) -> tuple[str, Facts]:
    """For what lies out already, or for more cards."""
    taken = move.get("pool", ())
    for name in taken:
        if own := state.out[player][world.kind_number[name]]:
            return "bot.draw", {"kind": name, "n": own}
    more = len(taken) + int(move.get("pile", 0))
    n = sum(state.hands[player]) - ("give" in move) + more
    return "bot.draw.more" if more else "bot.draw.full", {"n": n}
