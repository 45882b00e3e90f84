"""What bots know about Canaletto: what an artwork may bring, and so what a lot is worth."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import permutations

from venice_pnp.contract.game import Idea, Weights
from venice_pnp.contract.odds import shares
from venice_pnp.contract.play import Facts, Move
from venice_pnp.games.canaletto.rules.bound import Rules
from venice_pnp.games.canaletto.rules.ending import scores_of
from venice_pnp.games.canaletto.rules.state import AUCTION, END, SELL_ORDER, Lot, State

KEPT = 1024  # tables of prices


def ideas(rules: Rules, state: State, seat: str, weights: Weights) -> list[Idea]:
    if state.phase == AUCTION:
        return _in_auction(rules, state, seat, weights)
    if state.phase == SELL_ORDER:
        return _orders(rules, state, seat)
    return [Idea(move, 0.0) for move in rules.legal(state, seat)]


def _in_auction(rules: Rules, state: State, seat: str, weights: Weights) -> list[Idea]:
    """Up to what the lot may bring, the smallest bids first; a bribe if it is worth the tile."""
    player, bids = state.actor, rules.offered_bids(state)
    lot = lot_worth(rules, state, prices(rules, state, weights)) * weights["lot"]
    found = [Idea({"by": seat, "do": "pass"}, 0.0)]
    if bids:
        best = bids[0] + int(max(0.0, lot - bids[0]) * weights["step"])  # not to go up by one and one
        for bid in (best + more for more in range(-2, int(weights["bids"]) - 2)):
            if bid in bids:
                gain = lot - _cost(rules, state, player, bid) - abs(bid - best) * weights["rash"]
                found.append(Idea({"by": seat, "do": "bid", "amount": bid}, gain))
    if rules.may_bribe(state, player):
        found.append(Idea({"by": seat, "do": "bribe"}, lot - weights["bribe"]))
    return found


def _cost(rules: Rules, state: State, player: int, bid: int) -> float:
    """CAN-7.11, CAN-8.5: what is borrowed counts several times."""
    borrowed = max(0, bid - state.money[player])
    return bid + (rules.numbers.debt_factor - 1) * borrowed


def _orders(rules: Rules, state: State, seat: str) -> list[Idea]:
    """The kinds of which the buyer has more than the others at the higher values."""
    first = len(state.sold)
    found = []
    for order in permutations(state.to_sell):
        more = 0.0
        for kind, value in zip(order, state.values[first:], strict=False):
            owned = [lot.count(kind) for lot in state.artworks]
            more += value * (owned[state.buyer] - sum(owned) / len(owned))
        named = [rules.kinds[kind] for kind in order]
        found.append(Idea({"by": seat, "do": SELL_ORDER, "groups": named}, more))
    return found


def prices(rules: Rules, state: State, weights: Weights) -> tuple[float, ...]:
    """What one artwork of each kind may bring."""
    values = state.values[len(state.sold) :]
    return _prices(state.palaces, len(rules.kinds), values, rules.numbers.end_kinds, weights["order"])


@lru_cache(KEPT)  # they stay the same through a whole auction
def _prices(
    palaces: tuple[Lot, ...], kinds: int, values: tuple[int, ...], end_kinds: int, order: float
) -> tuple[float, ...]:
    """Kinds that lie in few palaces are sold first, the last ones never."""
    left = [0] * kinds
    for lot in palaces:
        for kind in lot:
            left[kind] += 1
    out = sorted((n, kind) for kind, n in enumerate(left) if n)
    sales = len(out) - end_kinds
    found = [0.0] * kinds
    for rank, (_, kind) in enumerate(out):
        near = values[max(0, rank - 1) : min(rank + 2, max(1, sales))] or values[:1]
        certain = 1 / (1 + math.exp((rank + 0.5 - sales) / order))
        found[kind] = certain * sum(near) / max(1, len(near))
    return tuple(found)


def lot_worth(rules: Rules, state: State, each: Sequence[float]) -> float:
    """What the lot may bring; kinds that it completes are sold at once."""
    now = iter(state.values[len(state.sold) :])
    done = rules.completes(state)
    return sum(next(now, 0) if kind in done else each[kind] for kind in state.palaces[state.column])


def chances(rules: Rules, state: State, weights: Weights) -> list[float]:
    if state.phase == END:
        _, winners = scores_of(rules.numbers, state.players, state.money, state.debt)
        return [(name in winners) / len(winners) for name in state.players]
    each, factor = prices(rules, state, weights), rules.numbers.debt_factor
    worth = [
        money - factor * debt + weights["held"] * sum(each[kind] for kind in own) + weights["bribe"] * tile
        for money, debt, own, tile in zip(state.money, state.debt, state.artworks, state.bribe, strict=True)
    ]
    done = len(state.sold) / max(1, len(rules.kinds) - rules.numbers.end_kinds)
    return shares(worth, weights["doubt"] * (1 - done) + weights["last-doubt"])


def chapter(state: State) -> Hashable:
    return state.round, state.phase == END


def reason(rules: Rules, state: State, move: Move, weights: Weights) -> tuple[str, Facts] | None:
    if move["do"] == SELL_ORDER:
        return "bot.sell-order", {"kind": move["groups"][0], "n": state.values[len(state.sold)]}
    worth = round(lot_worth(rules, state, prices(rules, state, weights)))
    facts = {"kinds": [rules.kinds[kind] for kind in state.palaces[state.column]], "n": worth}
    against = {"bid": worth < move.get("amount", 0), "pass": worth > state.high_bid}.get(move["do"], False)
    return f"bot.{move['do']}{'.though' if against else ''}", {**facts, "bid": state.high_bid}
