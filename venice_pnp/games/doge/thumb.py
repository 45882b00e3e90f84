"""What bots know about Doge: what houses, palazzi and advisors are worth, and how many votes a field takes."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from venice_pnp.contract.abilities import Ideas, Weights
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
TABLES = 4_096  # whole tables, as long as their houses stand

Prizes = tuple[float, float]  # of a vote: what the first gains, and the second


def ideas(rules: Rules, state: Desk, seat: str, weights: Weights) -> Ideas:
    player, head = state.seats.number.get(seat, NOBODY), head_of(state)
    if state.phase == PLACING and not state.seats.laid:
        return _placings(rules.world, state, player, weights)
    legal = rules.legal(state, seat)
    moves = legal if isinstance(legal, Sequence) else list(legal)
    if head is None:
        return Ideas([0.0] * len(moves), moves.__getitem__)
    return Ideas([_answer(rules.world, state, head, move, weights) for move in moves], moves.__getitem__)


# --- placing -------------------------------------------------------------------------------------------------
def _placings(world: World, state: Desk, player: int, weights: Weights) -> Ideas:
    """Every card in hand with every sum of votes: what the field brings, as likely as the votes are enough for it,
    less what the tokens might do elsewhere."""
    turns = world.numbers.turns_per_round[len(state.cards)] - state.turn + 1
    each = weights["vote"] if turns > 1 else weights["last-vote"]
    sums, parts = _by_sum(state.tokens_left[player], world.numbers.tokens_min, world.numbers.tokens_max, turns > 1)
    advisors, unsure, prizes = _advisors(world, state), weights["unsure"], _prizes(world, state, weights)
    fields = [field for field in range(len(world.fields)) if field not in state.cards[player]]
    scores: list[float] = []
    for field in fields:
        against = _expected(world, state, player, field, advisors, prizes[field], weights["come"] * turns)
        scores += _gains_by_votes(
            sums, advisors[state.spot(field, player)], against, *prizes[field][player], each, unsure
        )

    def make(at: int) -> dict[str, Any]:
        where, which = divmod(at, len(parts))
        field, seat = world.fields[fields[where]], state.seats.names[player]
        return {"by": seat, "do": placing_verb(state), "field": field, "tokens": [*parts[which]]}

    return Ideas(scores, make)


@lru_cache(TABLES)
def _gains_by_votes(
    sums: tuple[int, ...], own: int, against: tuple[float, ...], first: float, second: float, each: float, unsure: float
) -> list[float]:
    """For each sum of votes: what a field brings with it, beside so many votes of the others."""
    found = []
    for votes in sums:
        ahead = 1.0
        behind = 0.0
        for other in against:
            wins = 1 / (1 + math.exp((other - votes - own) / unsure))
            behind = behind * wins + ahead * (1 - wins)
            ahead *= wins
        found.append(ahead * first + behind * second - each * votes)
    return found


@lru_cache(KEPT)
def _by_sum(supply: Tokens, least: int, most: int, few: bool) -> tuple[tuple[int, ...], tuple[Tokens, ...]]:
    """Each sum of votes with the fewest tokens; in the last turn also those that are worth nothing, to hide it."""
    found: dict[int, Tokens] = {}
    for part in Rests()[supply]:
        if least <= len(part) <= most:
            votes = sum(part)
            known = found.get(votes)
            if known is None or (len(part) < len(known)) == few:
                found[votes] = part
    return tuple(found), tuple(found.values())


def _advisors(world: World, state: Desk) -> list[int]:
    """By spot the votes of a player's advisors in a field; those at home there go before it votes."""
    found, each = [0] * len(state.stacks), world.numbers.advisor_votes
    for owner, at in zip(state.rings, state.stands, strict=True):
        if owner != NOBODY and at != NOBODY:
            found[state.spot(at, owner)] += each
    return found


def _expected(
    world: World, state: Desk, player: int, field: int, advisors: Sequence[int], prizes: Sequence[Prizes], come: float
) -> tuple[float, ...]:
    """The votes of the others there, as far as everybody can tell: tokens that lie there, advisors, what may come."""
    mean = sum(world.tokens) / len(world.tokens)
    first, cards = state.spot(field, 0), state.cards
    return tuple(
        [
            len(state.stacks[first + other]) * mean
            + advisors[first + other]
            + (come * prizes[other][0] if field not in cards[other] else 0.0)
            for other in range(len(cards))
            if other != player
        ]
    )


def _prizes(world: World, state: Desk, weights: Weights) -> Sequence[Sequence[Prizes]]:
    """What the first and the second of a vote gain, by field and player."""
    return _all_prizes(
        world,
        state.palazzi,
        state.houses,
        state.houses_left,
        state.palazzi_left,
        weights["advisor"],
        weights["council"],
        *_of_districts(weights),
    )


@lru_cache(TABLES)
def _all_prizes(
    world: World,
    palazzi: tuple[tuple[int, ...], ...],
    houses: tuple[int, ...],
    houses_left: tuple[int, ...],
    palazzi_left: tuple[int, ...],
    advisor: float,
    council: float,
    *weights: float,
) -> Sequence[Sequence[Prizes]]:
    size, found = len(houses_left), list[list[Prizes]]()
    for field, row in enumerate(palazzi):
        advisors = len(world.at_home[field]) * advisor
        if not world.is_district[field]:
            found.append([(advisors * council, advisors * council / 2)] * size)
            continue
        prizes = []
        for player, left in enumerate(houses_left):
            two, one = _gains(
                world.sites,
                min(world.houses_for[FIRST], left),
                min(world.houses_for[SECOND], left),
                bool(palazzi_left[player]),
                row.count(player),
                len(row),
                houses[field * size + player],
                *weights,
            )
            prizes.append((two + advisors, one))
        found.append(prizes)
    return found


# --- worth ---------------------------------------------------------------------------------------------------
def _of_districts(weights: Weights) -> tuple[float, float, float, float]:
    """What counts in a district."""
    return weights["palazzo"], weights["more-palazzi"], weights["houses"], weights["nearly"]


def _district(world: World, state: Desk, player: int, field: int, more: int, weights: Weights) -> float:
    """What a player has in a district, with some houses more or less: a palazzo, if more are enough for one."""
    row = state.palazzi[field]
    return _stands(
        world.sites,
        more > 0 and state.palazzi_left[player] > 0,
        row.count(player),
        len(row),
        state.houses[state.spot(field, player)] + more,
        *_of_districts(weights),
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
    found, progress = _standing(world, state.palazzi, state.houses, *_of_districts(weights))[player]
    found += weights["advisor"] * rings
    if votes:
        found += _hopes(world, state, player, votes, weights)
    return found + weights["win"] * progress


@lru_cache(TABLES)
def _standing(
    world: World, palazzi: tuple[tuple[int, ...], ...], houses: tuple[int, ...], *weights: float
) -> list[tuple[float, float]]:
    """By player: what stands in the districts is worth, and how near it is to a win."""
    size, found = len(houses) // len(palazzi), []
    for player in range(size):
        own = [row.count(player) for row in palazzi]
        stands = [
            _stands(world.sites, False, own[field], len(palazzi[field]), houses[field * size + player], *weights)
            for field in world.districts
        ]
        found.append((sum(stands), _progress(world, own)))
    return found


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
    hopes, prizes = 0.0, _prizes(world, state, weights)
    for field, votes in to_come.items():
        mine = votes[player]
        if not mine:
            continue
        ahead = sum([other > mine for other in votes])
        if ahead > 1:
            continue
        first, second = prizes[field][player]
        hopes += (second if ahead else first) / votes.count(mine)
    return weights["hope"] * hopes


def _progress(world: World, own: Sequence[int]) -> float:
    """How near so many palazzi by field are to the nearest way to win, from 0 to 1 (DOGE-8.1)."""
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
    size, at = len(state.houses_left), (state.palazzi, state.houses, state.palazzi_left)
    there, here = (_house(world, *at, size, player, *_of_districts(weights))[field] for field in (goal, source))
    return there[1] - here[0]


@lru_cache(TABLES)
def _house(
    world: World,
    palazzi: tuple[tuple[int, ...], ...],
    houses: tuple[int, ...],
    palazzi_left: tuple[int, ...],
    size: int,
    player: int,
    *weights: float,
) -> list[tuple[float, float]]:
    """By field: what a house of a player does there, and what one more would do."""
    found = []
    for field, row in enumerate(palazzi):
        own, built, n = row.count(player), len(row), houses[field * size + player]
        less, now, more = (
            _stands(world.sites, step > 0 and palazzi_left[player] > 0, own, built, max(0, n + step), *weights)
            for step in (-1, 0, 1)
        )
        found.append((now - less, more - now))
    return found


def _stand(world: World, state: Desk, player: int, field: int, weights: Weights) -> float:
    """What a vote more is worth in a field: most where it votes soon, and something is to be gained."""
    first, _ = _prizes(world, state, weights)[field][player]
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
        return _why_there(world, state, player, move["to"])
    if move["do"] == "build":
        own = sum(row.count(player) for row in state.palazzi)
        return "bot.build", {"field": world.fields[head.about], "n": own + 1}
    if "from" in move:
        there = state.houses[state.spot(world.field_number[move["to"]], player)]
        return "bot.move-house", {"to": move["to"], "n": there + 1}
    if move["do"] == "houses":
        return "bot.houses", {**facts, "n": state.houses[state.spot(field, player)] + move["count"]}
    return f"bot.{move['do']}", facts


def _why_there(world: World, state: Desk, player: int, to: str) -> tuple[str, Facts]:
    """An advisor is a vote where tokens lie, or where a palazzo may be built one day."""
    goal = world.field_number[to]
    spot, built = state.spot(goal, player), len(state.palazzi[goal])
    if lying := len(state.stacks[spot]):
        return "bot.take", {"to": to, "n": lying}
    missing = world.sites[built] - state.houses[spot] if world.is_district[goal] and built < len(world.sites) else 0
    if missing > 0:
        return "bot.take.site", {"to": to, "n": missing}
    return "bot.take.vote", {"to": to, "n": world.numbers.advisor_votes}
