"""What bots know about Doge: what houses, palazzi and advisors are worth, and how many votes a field takes."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from venice_pnp.contract.abilities import Idea, Weights
from venice_pnp.contract.odds import shares
from venice_pnp.contract.play import Facts, Move
from venice_pnp.games.doge.rules.bound import Rules
from venice_pnp.games.doge.rules.state import (
    ADVISOR,
    FIRST,
    HOUSES,
    MOVE_HOUSE,
    NOBODY,
    OVER,
    PLACING,
    SECOND,
    VOTING,
    Desk,
    OpenDecision,
    Tokens,
    head_of,
    placing_verb,
)
from venice_pnp.games.doge.rules.world import Rests, World

KEPT = 20_000  # districts as they may stand; there are few, and games come back to them


def ideas(rules: Rules, state: Desk, seat: str, weights: Weights) -> list[Idea]:
    player, head = state.seats.number.get(seat, NOBODY), head_of(state)
    if state.phase == PLACING and not state.seats.laid:
        return list(_placings(rules.world, state, player, weights))
    legal = rules.legal(state, seat)
    if head is None:
        return [Idea(move, 0.0) for move in legal]
    return [Idea(move, _answer(rules.world, state, head, move, weights)) for move in legal]


# --- placing -------------------------------------------------------------------------------------------------
def _placings(world: World, state: Desk, player: int, weights: Weights) -> Iterator[Idea]:
    """Every card in hand with every sum of votes: what the field brings, as likely as the votes are enough for it,
    less what the tokens might do elsewhere."""
    seat, verb = state.seats.names[player], placing_verb(state)
    supply = state.tokens_left[player]
    turns = world.numbers.turns_per_round[len(state.cards)] - state.turn + 1
    each = weights["vote"] if turns > 1 else weights["last-vote"]
    sets = _by_sum(supply, world.numbers.tokens_min, world.numbers.tokens_max, turns > 1)
    advisors, unsure, exp = _advisors(world, state), weights["unsure"], math.exp
    for field, name in enumerate(world.fields):
        if field in state.cards[player]:
            continue
        first, second = _prizes(world, state, player, field, weights)
        against = _expected(world, state, player, field, advisors, weights)
        own = advisors[state.spot(field, player)]
        for votes, tokens in sets.items():
            ahead = 1.0
            behind = 0.0
            for other in against:
                wins = 1 / (1 + exp((other - votes - own) / unsure))
                behind = behind * wins + ahead * (1 - wins)
                ahead *= wins
            gain = ahead * first + behind * second - each * votes
            yield Idea({"by": seat, "do": verb, "field": name, "tokens": [*tokens]}, gain)


@lru_cache(KEPT)
def _by_sum(supply: Tokens, least: int, most: int, few: bool) -> dict[int, Tokens]:
    """For each sum of votes the fewest tokens; in the last turn also those that are worth nothing, to hide it."""
    found: dict[int, Tokens] = {}
    for part in Rests()[supply]:
        if least <= len(part) <= most:
            votes = sum(part)
            known = found.get(votes)
            if known is None or (len(part) < len(known)) == few:
                found[votes] = part
    return found


def _advisors(world: World, state: Desk) -> list[int]:
    """By spot the votes of a player's advisors in a field; those at home there go before it votes."""
    found, each = [0] * len(state.stacks), world.numbers.advisor_votes
    for owner, at in zip(state.rings, state.stands, strict=True):
        if owner != NOBODY and at != NOBODY:
            found[state.spot(at, owner)] += each
    return found


def _expected(
    world: World, state: Desk, player: int, field: int, advisors: Sequence[int], weights: Weights
) -> list[float]:
    """The votes of the others there, as far as everybody can tell: tokens that lie there, advisors, what may come."""
    mean = sum(world.tokens) / len(world.tokens)
    turns = world.numbers.turns_per_round[len(state.cards)] - state.turn + 1
    found = []
    for other in range(len(state.rings_left)):
        if other == player:
            continue
        spot = state.spot(field, other)
        lying = len(state.stacks[spot])
        more = 0.0
        if field not in state.cards[other]:
            first, _ = _prizes(world, state, other, field, weights)
            more = weights["come"] * turns * first
        found.append(lying * mean + advisors[spot] + more)
    return found


def _prizes(world: World, state: Desk, player: int, field: int, weights: Weights) -> tuple[float, float]:
    """What the first and the second of a vote gain."""
    advisors = len(world.at_home[field]) * weights["advisor"]
    if not world.is_district[field]:
        return advisors * weights["council"], advisors * weights["council"] / 2
    row, left = state.palazzi[field], state.houses_left[player]
    two, one = _gains(
        world.sites,
        min(world.houses_for[FIRST], left),
        min(world.houses_for[SECOND], left),
        bool(state.palazzi_left[player]),
        row.count(player),
        len(row),
        state.houses[state.spot(field, player)],
        weights["palazzo"],
        weights["more-palazzi"],
        weights["houses"],
        weights["nearly"],
    )
    return two + advisors, one


# --- worth ---------------------------------------------------------------------------------------------------
def _district(world: World, state: Desk, player: int, field: int, more: int, weights: Weights) -> float:
    """What a player has in a district, with some more houses: a palazzo, if they are enough for one."""
    row = state.palazzi[field]
    return _stands(
        world.sites,
        more > 0 and state.palazzi_left[player] > 0,
        row.count(player),
        len(row),
        state.houses[state.spot(field, player)] + more,
        weights["palazzo"],
        weights["more-palazzi"],
        weights["houses"],
        weights["nearly"],
    )


@lru_cache(KEPT)
def _stands(
    sites: tuple[int, ...],
    may_build: bool,
    own: int,
    built: int,
    houses: int,
    palazzo: float,
    more_palazzi: float,
    part_of_next: float,
    nearly: float,
) -> float:
    """What so many palazzi and houses of a player are worth in a district with so many palazzi."""
    worth = 0.0
    if may_build and built < len(sites) and houses >= sites[built]:
        houses -= sites[built]
        own, built = own + 1, built + 1
    if own:
        worth += palazzo + more_palazzi * (own - 1)
    if built < len(sites):
        part = min(1.0, houses / sites[built])
        next_one = palazzo if not own else more_palazzi
        worth += part_of_next * next_one * part**nearly
    return worth


@lru_cache(KEPT)
def _gains(
    sites: tuple[int, ...],
    two: int,
    one: int,
    may_build: bool,
    own: int,
    built: int,
    houses: int,
    *weights: float,
) -> tuple[float, float]:
    """What more houses add there, for the first of a vote and for the second."""
    now = _stands(sites, False, own, built, houses, *weights)
    first, second = (
        _stands(sites, more > 0 and may_build, own, built, houses + more, *weights) - now for more in (two, one)
    )
    return first, second


def worth(world: World, state: Desk, player: int, votes: Mapping[int, list[int]], weights: Weights) -> float:
    rings = world.numbers.rings - state.rings_left[player]
    found = sum([_district(world, state, player, field, 0, weights) for field in world.districts])
    found += weights["advisor"] * rings
    if votes:
        found += _hopes(world, state, player, votes, weights)
    return found + weights["win"] * _progress(world, state, player)


def _votes_to_come(world: World, state: Desk) -> dict[int, list[int]]:
    """By field that has still to vote: what everybody has there."""
    if state.phase not in (PLACING, VOTING):
        return {}
    size, advisors = len(state.rings_left), _advisors(world, state)
    running = NOBODY if state.vote is None else state.vote.field
    return {
        field: [sum(state.stacks[spot]) + advisors[spot] for spot in range(field * size, field * size + size)]
        for field in state.now[state.voted :]
        if field != running
    }


def _hopes(world: World, state: Desk, player: int, to_come: Mapping[int, list[int]], weights: Weights) -> float:
    """What tokens that lie in fields may still bring."""
    hopes = 0.0
    for field, votes in to_come.items():
        mine = votes[player]
        if not mine:
            continue
        ahead = sum([other > mine for other in votes])
        if ahead > 1:
            continue
        first, second = _prizes(world, state, player, field, weights)
        hopes += (second if ahead else first) / votes.count(mine)
    return weights["hope"] * hopes


def _progress(world: World, state: Desk, player: int) -> float:
    """How near a player is to the nearest way to win, from 0 to 1 (DOGE-8.1)."""
    own = [row.count(player) for row in state.palazzi]
    many, wide = sum(own), len(own) - own.count(0)
    return max(1 - max(max(0, p - many), max(0, d - wide)) / p for d, p in world.win)


def _answer(world: World, state: Desk, head: OpenDecision, move: Move, weights: Weights) -> float:
    """What a decision of a vote changes for the one who makes it."""
    player = head.by
    if move["do"] == "build":
        return 1.0
    if move["do"] == "houses":
        return _district(world, state, player, head.about, move["count"], weights)
    if head.kind == HOUSES:
        return _district(world, state, player, head.about, 0, weights)
    if move["do"] == "take":
        return weights["advisor"] + _stand(world, state, player, world.field_number[move["to"]], weights)
    gain = 0.0
    if "from" in move:
        gain = _moved(world, state, player, world.field_number[move["from"]], world.field_number[move["to"]], weights)
    return gain + (0.0 if head.kind in (ADVISOR, MOVE_HOUSE) else -1.0)


def _moved(world: World, state: Desk, player: int, source: int, goal: int, weights: Weights) -> float:
    """What a house does there and not here."""
    there = _district(world, state, player, goal, 1, weights) - _district(world, state, player, goal, 0, weights)
    less = replace(state, houses=_less(state, state.spot(source, player)))
    here = _district(world, state, player, source, 0, weights) - _district(world, less, player, source, 0, weights)
    return there - here


def _less(state: Desk, spot: int) -> tuple[int, ...]:
    houses = [*state.houses]
    houses[spot] -= 1
    return tuple(houses)


def _stand(world: World, state: Desk, player: int, field: int, weights: Weights) -> float:
    """What a vote more is worth in a field: most where it votes soon, and something is to be gained."""
    first, _ = _prizes(world, state, player, field, weights)
    soon = field in state.now[state.voted + 1 :]
    counts = bool(state.stacks[state.spot(field, player)])
    return weights["stand"] * first * (1.0 if soon and counts else weights["later"])


# --- what everybody asks -------------------------------------------------------------------------------------
def chances(rules: Rules, state: Desk, weights: Weights) -> list[float]:
    players = range(len(state.rings_left))
    if state.phase == OVER:
        return [(player in state.winners) / len(state.winners) for player in players]
    votes = _votes_to_come(rules.world, state)
    return shares([worth(rules.world, state, player, votes, weights) for player in players], weights["doubt"])


def chapter(state: Desk) -> Hashable:
    """A turn of placing, or a vote."""
    return state.round, state.phase, state.turn, state.voted


def reason(rules: Rules, state: Desk, move: Move, weights: Weights) -> tuple[str, Facts] | None:  # noqa: ARG001
    """Only what everybody sees: votes are counted, houses and palazzi stand there."""
    world, head = rules.world, head_of(state)
    if head is None or state.vote is None:
        return None
    field, player = state.vote.field, head.by
    facts = {"field": world.fields[field], "votes": state.vote.totals[player]}
    if move["do"] == "take":
        goal = world.field_number[move["to"]]
        return "bot.take", {**facts, "to": move["to"], "n": len(state.stacks[state.spot(goal, player)])}
    if move["do"] == "build":
        own = sum(row.count(player) for row in state.palazzi)
        return "bot.build", {"field": world.fields[head.about], "n": own + 1}
    if "from" in move:
        there = state.houses[state.spot(world.field_number[move["to"]], player)]
        return "bot.move-house", {"to": move["to"], "n": there + 1}
    if move["do"] == "houses":
        return "bot.houses", {**facts, "n": state.houses[state.spot(field, player)] + move["count"]}
    return f"bot.{move['do']}", facts
