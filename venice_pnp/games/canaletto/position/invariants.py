"""The invariants of Canaletto (section 10): every one that a typed-in table breaks, each once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from venice_pnp.contract.play import TABLE, Violation
from venice_pnp.contract.position import once_each, violation
from venice_pnp.games.canaletto.position.convert import to_act
from venice_pnp.games.canaletto.position.model import Position
from venice_pnp.games.canaletto.rules.ending import scores_of
from venice_pnp.games.canaletto.rules.state import (
    AUCTION,
    DISTRIBUTE,
    END,
    LAY_VALUES,
    NO_LIMIT,
    PLACE_GONDOLA,
    SELL_ORDER,
    SETUP_PHASES,
    gondola_free,
)
from venice_pnp.games.canaletto.rules.world import World

Found = Iterator[Violation]


def broken(world: World, position: Position) -> list[Violation]:
    """Every invariant that a whole position breaks, each once."""
    phase = position.phase
    found = [*_accounts(world, position), *_order_of_sale(position), *_end(world, position)]
    if phase in SETUP_PHASES:
        found += [*_nothing_bought(world, position), *_nothing_early(position)]
    if phase != DISTRIBUTE:
        found += [*_pieces(world, position), *_lots(world, position)]
        if phase != LAY_VALUES:
            found += _rail(world, position)
        found += _money(world, position)
        if phase == AUCTION:
            found += [*_round(world, position), *_gondola(world, position), *_turn(position), *_bid(world, position)]
        if phase in (SELL_ORDER, END):
            found += _after_the_auction(world, position)
    return once_each(found)


def _pieces(world: World, position: Position) -> Found:
    board = Counter(k for lot in position.palaces.values() for k in lot)
    owned = Counter(k for lot in position.artworks.values() for k in lot)
    for kind, size in zip(world.kinds, world.sizes, strict=True):
        n = board[kind] + owned[kind]
        if kind in position.sold:
            if n:
                yield violation("CAN-10.2", kind=kind, n=n)
            continue
        if n != size:
            yield violation("CAN-10.1", n=n, kind=kind, size=size)
        if kind not in position.to_sell and not board[kind]:
            yield violation("CAN-10.3", kind=kind)
    for kind, n in Counter(position.sold).items():
        if n > 1:
            yield violation("CAN-10.7", kind=kind)


def _lots(world: World, position: Position) -> Found:
    most = world.numbers.palace_max
    for palace, lot in position.palaces.items():
        if len(lot) > most:
            yield violation("CAN-10.4", palace=palace, n=len(lot), max=most)
        for kind, n in Counter(lot).items():
            if n > 1:
                yield violation("CAN-10.5", n=n, kind=kind, palace=palace)
    empty = position.empty()
    gone = sum(world.sizes) - sum(map(len, position.palaces.values()))
    if gone >= 0 and not empty <= gone <= most * empty:  # more than there are: that is told already
        yield violation("CAN-10.6", empty=empty, gone=gone, most=most * empty)


def _rail(world: World, position: Position) -> Found:
    tiles, values, size = world.tables.values, position.values, world.numbers.values_laid
    if len(values) != size or len(set(values)) != size or not set(values) <= set(tiles):
        yield violation("CAN-10.8", size=size, min=min(tiles), max=max(tiles))


def _accounts(world: World, position: Position) -> Found:
    most = world.numbers.debt_max
    for name in position.players:
        money, debt = position.money[name], position.debt[name]
        if money < 0:
            yield violation("CAN-10.9", "account", player=name, money=money)
        if debt < 0:
            yield violation("CAN-10.9", "no-debt", player=name, debt=debt)
        if debt > most and position.options.debt_limit != NO_LIMIT:
            yield violation("CAN-10.9", "debt", player=name, debt=debt, max=most)


def _money(world: World, position: Position) -> Found:
    """CAN-10.10: every palace not bribed cost at least the lowest bid."""
    empty, numbers = position.empty(), world.numbers
    bribes = sum(1 for tile in position.bribe.values() if not tile)
    if bribes > empty:
        yield violation("CAN-10.10", "bribes", bribes=bribes, empty=empty)
    sizes = dict(zip(world.kinds, world.sizes, strict=True))
    income = sum(value * sizes[kind] for kind, value in zip(position.sold, position.values, strict=False))
    have = sum(position.money.values()) - sum(position.debt.values())
    most = numbers.start_money * len(position.players) + income - numbers.min_bid * (empty - bribes)
    if have > most:
        yield violation("CAN-10.10", "money", sum=have, max=most)


def _order_of_sale(position: Position) -> Found:
    """CAN-10.14."""
    groups, buyer = position.to_sell, position.buyer
    if position.phase != SELL_ORDER or buyer is None:
        if buyer is not None or groups:
            yield violation("CAN-10.14", "phase", phase=position.phase)
        return
    if len(set(groups)) < len(groups):
        yield violation("CAN-10.14", "twice", kind=max(groups, key=groups.count))
    if not 2 <= len(groups) <= 3:
        yield violation("CAN-10.14", "count", n=len(groups))
    for kind in groups:
        if kind in position.sold:
            yield violation("CAN-10.14", "sold", kind=kind)
        if kind in position.kinds_out():
            yield violation("CAN-10.14", "groups", groups=(kind,))
        if kind not in position.artworks[buyer]:
            yield violation("CAN-10.14", "buyer", player=buyer, kind=kind)
    if position.to_act != buyer:
        yield violation("CAN-10.14", "turn", player=buyer, got=position.to_act)
    if position.unsold_rounds:
        yield violation("CAN-10.14", "unsold", n=position.unsold_rounds)


def _bid(world: World, position: Position) -> Found:
    """CAN-10.18."""
    leader, limit = position.high_bidder, world.numbers.debt_max
    if leader is None:
        return
    most = position.money[leader] + limit - position.debt[leader]
    if position.options.debt_limit == NO_LIMIT:
        most = world.numbers.bid_cap
    elif not 0 <= position.debt[leader] <= limit:
        return  # that is told already
    if position.high_bid > most:
        yield violation("CAN-10.18", player=leader, max=most, bid=position.high_bid)


def _round(world: World, position: Position) -> Found:
    """CAN-10.11."""
    kinds, empty = len(position.kinds_out()), position.empty()
    least = empty + position.unsold_rounds + 1
    if position.column is not None and not position.palaces[position.column]:
        yield violation("CAN-10.11", "empty", palace=position.column)
    if kinds <= world.numbers.end_kinds:
        yield violation("CAN-10.11", "kinds", n=kinds)
    if position.unsold_rounds >= len(position.palaces) - empty:
        yield violation("CAN-10.11", "refused")
    if position.round < least:
        yield violation("CAN-10.11", "round", round=position.round, min=least)


def _gondola(world: World, position: Position) -> Found:
    """CAN-10.12."""
    column = world.palace_number[position.column or ""]
    lots = [position.palaces[palace] for palace in world.palaces]
    at = (column + position.high_bid) % len(lots)
    if not gondola_free(lots, column, world.numbers.end_kinds) and position.gondola != world.palaces[at]:
        key = "" if position.high_bid else "no-bid"
        yield violation("CAN-10.12", key, bid=position.high_bid, palace=world.palaces[at], number=at + 1)


def _after_the_auction(world: World, position: Position) -> Found:
    """CAN-9.3: column, gondola, bid and round are those of the auction just over; its lot is gone, if it was bought."""
    column, empty, bid = position.column, position.empty(), position.high_bid
    if position.round < max(1, empty):
        yield violation("CAN-9.3", "round", round=position.round, min=max(1, empty))
    if column is None:
        return
    if bid and position.palaces[column]:
        yield violation("CAN-9.3", "column", palace=column)
    lots = [position.palaces[palace] for palace in world.palaces]
    at = (world.palace_number[column] + bid) % len(lots)
    free = gondola_free(lots, world.palace_number[column], world.numbers.end_kinds)
    if not free and position.gondola != world.palaces[at]:
        yield violation("CAN-9.3", "gondola", bid=bid, palace=world.palaces[at], number=at + 1)


def left_open(position: Position) -> Found:
    """CAN-9.3, no violation: a partial start may leave the bid out by which a lot was bought (CAN-9.4)."""
    if position.phase == SELL_ORDER and (position.high_bidder is None or not position.high_bid):
        yield violation("CAN-9.3", "no-bid", player=position.buyer)


def _turn(position: Position) -> Found:
    """CAN-10.13."""
    leader, bid, passed = position.high_bidder, position.high_bid, position.passed
    if (leader is None) != (bid == 0):
        yield violation("CAN-10.13", "bidder", bid=bid, player=leader)
        return
    if leader in passed:
        yield violation("CAN-10.13", "passed", player=leader)
    if len(set(passed)) < len(passed):
        yield violation("CAN-10.13", "twice", player=max(passed, key=passed.count))
    due = to_act(position)
    if due is None:
        yield violation("CAN-10.13", "nobody")
        return
    if due == leader:
        yield violation("CAN-10.13", "over", player=leader)
        return
    if leader is None:
        first = 0 if position.starter is None else position.players.index(position.starter)
        order = position.players[first:] + position.players[:first]
        if set(passed) != set(order[: order.index(due)]):
            key = "order" if due != position.starter else "none"
            yield violation("CAN-10.13", key, starter=position.starter, actor=due, passed=tuple(passed))
    if position.to_act != due:
        yield violation("CAN-10.13", "turn", player=due, got=position.to_act)


def _end(world: World, position: Position) -> Found:
    """CAN-10.15."""
    kinds, names = len(position.kinds_out()), position.players
    if position.phase != END:
        if position.final or position.winners:
            yield violation("CAN-10.15", "early", phase=position.phase)
        return
    if kinds > world.numbers.end_kinds and position.unsold_rounds != len(position.palaces) - position.empty():
        yield violation("CAN-10.15", "kinds", n=kinds)
    if position.to_act is not None:
        yield violation("CAN-10.15", "turn", got=position.to_act)
    money, debt = ([part[name] for name in names] for part in (position.money, position.debt))
    final, winners = scores_of(world.numbers, names, money, debt)
    if position.final and position.final != final:
        name = next((n for n in names if position.final.get(n) != final[n]), names[0])
        facts = {"money": position.money[name], "debt": position.debt[name]}
        yield violation("CAN-10.15", "final", player=name, final=final[name], got=position.final.get(name), **facts)
    if position.winners and sorted(position.winners) != sorted(winners):
        yield violation("CAN-10.15", "winners", winners=tuple(winners), got=tuple(position.winners))


def _nothing_bought(world: World, position: Position) -> Found:
    """CAN-10.16."""
    start = world.numbers.start_money
    expected = {
        "round": position.round == 0,
        "accounts": all(money == start for money in position.money.values()),
        "debts": not any(position.debt.values()),
        "bribe tiles": all(position.bribe.values()),
        "artworks of the players": not any(position.artworks.values()),
        "sold groups": not position.sold,
    }
    for field, holds in expected.items():
        if not holds:
            yield violation("CAN-10.16", field=field)


def _nothing_early(position: Position) -> Found:
    """CAN-10.16: what is settled later in the set-up, or only in a round, is still open (CAN-9.4)."""
    stage = SETUP_PHASES.index(position.phase)
    early = {
        "artworks in the palaces": stage <= SETUP_PHASES.index(DISTRIBUTE) and any(position.palaces.values()),
        "values": stage <= SETUP_PHASES.index(LAY_VALUES) and bool(position.values),
        "column": stage <= SETUP_PHASES.index(PLACE_GONDOLA) and position.column is not None,
        "gondola": stage <= SETUP_PHASES.index(PLACE_GONDOLA) and position.gondola is not None,
        "start player": position.starter is not None,
        "high bid": position.high_bid > 0,
        "high bidder": position.high_bidder is not None,
        "passes": bool(position.passed),
        "rounds without a sale": position.unsold_rounds > 0,
    }
    for field, typed in early.items():
        if typed:
            yield violation("CAN-10.16", "early", field=field)
    if position.to_act != TABLE:
        yield violation("CAN-10.16", "turn", got=position.to_act)
    if stage > SETUP_PHASES.index(PLACE_GONDOLA) and position.gondola != position.column:
        yield violation("CAN-10.16", "apart", palace=position.column)
