"""What bots know about Doge: what houses, palazzi and advisors are worth, and how many votes a field takes."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator

from msgspec.structs import replace

from venice_pnp.contract.game import Idea, Weights
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
from venice_pnp.games.doge.rules.world import World


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
    sets = _by_sum(world, supply, turns)
    for field, name in enumerate(world.fields):
        if field in state.cards[player]:
            continue
        first, second = _prizes(world, state, player, field, weights)
        against, unsure = _expected(world, state, player, field, weights)
        own = _advisors(world, state, player, field)
        for votes, tokens in sets.items():
            ahead = 1.0
            behind = 0.0
            for other in against:
                wins = 1 / (1 + math.exp((other - votes - own) / unsure))
                behind = behind * wins + ahead * (1 - wins)
                ahead *= wins
            gain = ahead * first + behind * second - each * votes
            yield Idea({"by": seat, "do": verb, "field": name, "tokens": [*tokens]}, gain)


def _by_sum(world: World, supply: Tokens, turns: int) -> dict[int, Tokens]:
    """For each sum of votes the fewest tokens; in the last turn also those that are worth nothing, to hide it."""
    numbers = world.numbers
    found: dict[int, Tokens] = {}
    for part in world.rest[supply]:
        if numbers.tokens_min <= len(part) <= numbers.tokens_max:
            votes = sum(part)
            known = found.get(votes)
            if known is None or (len(part) < len(known)) == (turns > 1):
                found[votes] = part
    return found


def _advisors(world: World, state: Desk, player: int, field: int) -> int:
    """Votes of a player's advisors in a field; those at home there go before it votes."""
    return world.numbers.advisor_votes * sum(
        1 for owner, at in zip(state.rings, state.stands, strict=True) if at == field and owner == player
    )


def _expected(world: World, state: Desk, player: int, field: int, weights: Weights) -> tuple[list[float], float]:
    """The votes of the others there, as far as everybody can tell: tokens that lie there, advisors, what may come."""
    mean = sum(world.tokens) / len(world.tokens)
    turns = world.numbers.turns_per_round[len(state.cards)] - state.turn + 1
    found = []
    for other in range(len(state.rings_left)):
        if other == player:
            continue
        lying = len(state.stacks[state.spot(field, other)])
        more = 0.0
        if field not in state.cards[other]:
            first, _ = _prizes(world, state, other, field, weights)
            more = weights["come"] * turns * first
        found.append(lying * mean + _advisors(world, state, other, field) + more)
    return found, weights["unsure"]


def _prizes(world: World, state: Desk, player: int, field: int, weights: Weights) -> tuple[float, float]:
    """What the first and the second of a vote gain."""
    advisors = len(world.at_home[field]) * weights["advisor"]
    if not world.is_district[field]:
        return advisors * weights["council"], advisors * weights["council"] / 2
    now = _district(world, state, player, field, 0, weights)
    two, one = (
        _district(world, state, player, field, min(n, state.houses_left[player]), weights) - now
        for n in (world.houses_for[FIRST], world.houses_for[SECOND])
    )
    return two + advisors, one


# --- worth ---------------------------------------------------------------------------------------------------
def _district(world: World, state: Desk, player: int, field: int, more: int, weights: Weights) -> float:
    """What a player has in a district, with some more houses: a palazzo, if they are enough for one."""
    row = state.palazzi[field]
    own, houses = row.count(player), state.houses[state.spot(field, player)] + more
    built, worth = len(row), 0.0
    if more and built < len(world.sites) and houses >= world.sites[built] and state.palazzi_left[player]:
        houses -= world.sites[built]
        own, built = own + 1, built + 1
    if own:
        worth += weights["palazzo"] + weights["more-palazzi"] * (own - 1)
    if built < len(world.sites):
        part = min(1.0, houses / world.sites[built])
        next_one = weights["palazzo"] if not own else weights["more-palazzi"]
        worth += weights["houses"] * next_one * part ** weights["nearly"]
    return worth


def worth(world: World, state: Desk, player: int, weights: Weights) -> float:
    rings = world.numbers.rings - state.rings_left[player]
    found = sum(_district(world, state, player, field, 0, weights) for field in world.districts)
    found += weights["advisor"] * rings
    if state.phase in (PLACING, VOTING):
        found += _hopes(world, state, player, weights)
    return found + weights["win"] * _progress(world, state, player)


def _hopes(world: World, state: Desk, player: int, weights: Weights) -> float:
    """What tokens that lie in fields may still bring."""
    size, hopes = len(state.rings_left), 0.0
    for field in state.now[state.voted :]:
        if state.vote is not None and state.vote.field == field:
            continue
        votes = [
            sum(state.stacks[state.spot(field, other)]) + _advisors(world, state, other, field) for other in range(size)
        ]
        mine = votes[player]
        if not mine:
            continue
        ahead = sum(1 for other in votes if other > mine)
        level = votes.count(mine) - 1
        if ahead > 1:
            continue
        first, second = _prizes(world, state, player, field, weights)
        gain = second if ahead else first
        hopes += gain / (1 + level)
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
    return shares([worth(rules.world, state, player, weights) for player in players], weights["doubt"])


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
