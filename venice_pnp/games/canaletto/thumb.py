"""What bots know about Canaletto: what an artwork may bring, and so what a lot is worth."""

from __future__ import annotations

import math
from collections.abc import Hashable
from functools import lru_cache
from itertools import permutations
from typing import Any

from venice_pnp.contract.abilities import Ideas, Weights
from venice_pnp.contract.odds import shares
from venice_pnp.contract.play import Facts, Move
from venice_pnp.games.canaletto.rules.bound import Rules
from venice_pnp.games.canaletto.rules.ending import scores_of
from venice_pnp.games.canaletto.rules.state import AUCTION, END, SELL_ORDER, Lot, State

KEPT = 1024  # tables of prices


def ideas(rules: Rules, state: State, seat: str, weights: Weights) -> Ideas:
    if state.phase == AUCTION:
        return _in_auction(rules, state, seat, weights)
    if state.phase == SELL_ORDER:
        return _orders(rules, state, seat)
    moves = list(rules.legal(state, seat))
    return Ideas([0.0] * len(moves), moves.__getitem__)


def _in_auction(rules: Rules, state: State, seat: str, weights: Weights) -> Ideas:
    """Up to what the lot may bring, the smallest bids first; a bribe if it is worth the tile."""
    player, bids = state.actor, rules.offered_bids(state)
    lot = lot_worth(rules, state, weights) * weights["lot"]
    found: list[tuple[dict[str, Any], float]] = [({"by": seat, "do": "pass"}, 0.0)]
    if bids:
        money, more, rash = state.money[player], rules.numbers.debt_factor - 1, weights["rash"]
        best = bids[0] + int(max(0.0, lot - bids[0]) * weights["step"])  # not to go up by one and one
        for bid in range(max(bids.start, best - 2), min(bids.stop, best - 2 + int(weights["bids"]))):
            borrowed = bid - money if bid > money else 0  # CAN-7.11, CAN-8.5: it counts several times
            gain = lot - (bid + more * borrowed) - abs(bid - best) * rash
            found.append(({"by": seat, "do": "bid", "amount": bid}, gain))
    if rules.may_bribe(state, player):
        found.append(({"by": seat, "do": "bribe"}, lot - weights["bribe"]))
    return Ideas.of(found)


def _orders(rules: Rules, state: State, seat: str) -> Ideas:
    """The kinds of which the buyer has more than the others at the higher values."""
    first = len(state.sold)
    found = []
    for order in permutations(state.to_sell):
        more = 0.0
        for kind, value in zip(order, state.values[first:], strict=False):
            owned = [lot.count(kind) for lot in state.artworks]
            more += value * (owned[state.buyer] - sum(owned) / len(owned))
        named = [rules.kinds[kind] for kind in order]
        found.append(({"by": seat, "do": SELL_ORDER, "groups": named}, more))
    return Ideas.of(found)


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


def lot_worth(rules: Rules, state: State, weights: Weights) -> float:
    """What the lot may bring."""
    values = state.values[len(state.sold) :]
    return _lot(state.palaces, state.column, len(rules.kinds), values, rules.numbers.end_kinds, weights["order"])


@lru_cache(KEPT)
def _lot(
    palaces: tuple[Lot, ...], column: int, kinds: int, values: tuple[int, ...], end_kinds: int, order: float
) -> float:
    """CAN-5.15: kinds that it completes are sold at once."""
    each, now = _prices(palaces, kinds, values, end_kinds, order), iter(values)
    elsewhere = {kind for at, lot in enumerate(palaces) if at != column for kind in lot}
    return sum([each[kind] if kind in elsewhere else next(now, 0) for kind in palaces[column]])


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
    worth = round(lot_worth(rules, state, weights))
    facts = {"kinds": [rules.kinds[kind] for kind in state.palaces[state.column]], "n": worth}
    against = {"bid": worth < move.get("amount", 0), "pass": worth > state.high_bid}.get(move["do"], False)
    return f"bot.{move['do']}{'.though' if against else ''}", {**facts, "bid": state.high_bid}
