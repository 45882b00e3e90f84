"""The invariants of Venedig (section 10), on a desk without history. VEN-10.1 is checked when a table is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from venice_pnp.contract.play import Violation
from venice_pnp.contract.position import once_each, violation
from venice_pnp.games.venedig.position.model import Position
from venice_pnp.games.venedig.rules.building import sailing
from venice_pnp.games.venedig.rules.flow import has_ended
from venice_pnp.games.venedig.rules.laying import kinds_out
from venice_pnp.games.venedig.rules.state import (
    AFTER,
    BOARD,
    BUILDING,
    ENDED,
    HALT,
    HOME,
    LAST_EXCHANGE,
    NOBODY,
    OVER,
    REST,
    Desk,
    shared_cards,
    visible,
)
from venice_pnp.games.venedig.rules.world import World

Found = Iterator[Violation]


def broken(world: World, position: Position, desk: Desk) -> list[Violation]:
    """Every invariant that a table breaks, each once."""
    checks = (_cards, _taking_part, _figures, _gold, _gondolas, _end, _turn)
    found = [one for check in checks for one in check(world, desk)]
    return once_each([*found, *_board(world, position.drained, desk)])


def _cards(world: World, desk: Desk) -> Found:
    """VEN-10.2 to VEN-10.5, VEN-10.18"""
    numbers, total = world.numbers, sum(desk.seats.cards)
    found = desk.pile + sum(map(sum, (*desk.hands, *desk.out, desk.discard))) + len(desk.pool)
    if found != total:
        yield violation("VEN-10.2", n=found, total=total)
    for kind, name in enumerate(world.kinds):
        if visible(desk, kind) > desk.seats.cards[kind]:
            yield violation("VEN-10.3", n=visible(desk, kind), kind=name, deck=desk.seats.cards[kind])
    for name, hand in zip(desk.seats.names, desk.hands, strict=True):
        if sum(hand) > numbers.hand_max:
            yield violation("VEN-10.4", name=name, n=sum(hand), max=numbers.hand_max)
    for kind, n in Counter(desk.pool).items():
        if n > 1:
            yield violation("VEN-10.5", "twice", kind=world.kinds[kind])
    if len(desk.pool) >= numbers.pool_cleared:
        yield violation("VEN-10.5", "full", n=len(desk.pool))
    if desk.pile < 1:
        yield violation("VEN-10.18")


def _taking_part(world: World, desk: Desk) -> Found:
    """VEN-10.6, and VEN-10.19 for the imaginary player"""
    most, at_rest = world.numbers.kinds_out, desk.phase in REST
    excepted = NOBODY if at_rest else desk.ended_by if desk.phase in ENDED else desk.turn
    for player, name in enumerate(desk.seats.sides):
        kinds = kinds_out(desk, player)
        shared = sum(1 for kind in kinds if world.shared[kind])
        if player == desk.seats.imaginary:
            if shared > most:
                yield violation("VEN-10.19", n=len(kinds), max=most)
            if at_rest and shared < len(kinds):
                yield violation("VEN-10.19", "casa")
            continue
        if len(kinds) > most and player != excepted:
            yield violation("VEN-10.6", name=name, n=len(kinds), max=most)
        if at_rest and shared < len(kinds):
            yield violation("VEN-10.6", "casa", name=name)


def _figures(world: World, desk: Desk) -> Found:
    """VEN-10.7, VEN-10.8"""
    for kind in world.figures:
        cards, holder = shared_cards(world.needed, desk, kind), desk.builders[kind]
        n, needed, most = sum(cards), world.needed[kind], max(cards)
        if n >= needed and desk.phase not in BUILDING:
            yield violation("VEN-10.7", n=n, kind=world.kinds[kind], needed=needed)
        if (holder == HOME) != (most <= 0) or (holder != HOME and cards[holder] < most):
            best = desk.seats.sides[cards.index(most)] if most > 0 else BOARD
            yield violation("VEN-10.8", "" if most > 0 else "home", kind=world.kinds[kind], name=best)


def _board(world: World, drained: Sequence[str], desk: Desk) -> Found:
    """VEN-10.9 to VEN-10.12"""
    standing = (*world.prebuilt, *desk.built)
    count = Counter(kind for kind, _ in standing)
    for kind, pieces in enumerate(world.pieces):
        left = desk.supply[kind]
        if count[kind] + left != pieces or left < 0:
            yield violation("VEN-10.9", n=count[kind], left=max(left, 0), kind=world.kinds[kind], pieces=pieces)
    for kind, fields in desk.built:
        if fields not in world.site_at[kind]:
            facts = {"kind": world.kinds[kind], "fields": world.names_of(fields)}
            yield violation("VEN-10.10", world.kind(kind).site, **facts)
    for field, n in Counter(field for _, fields in standing for field in set(fields)).items():
        if n > 1:
            yield violation("VEN-10.11", field=world.fields[field])
    for name, n in Counter(drained).items():
        field = world.field_number[name]
        if not world.swamp >> field & 1:
            yield violation("VEN-10.12", "swamp", field=name)
        elif desk.covered >> field & 1:
            yield violation("VEN-10.12", "built", field=name)
        elif n > 1:
            yield violation("VEN-10.12", "twice", field=name)


def _gondolas(world: World, desk: Desk) -> Found:
    """VEN-10.16"""
    for at, place in enumerate(desk.gondolas):
        before = desk.gondolas[:at]
        if place and place in before:
            yield violation("VEN-10.16", space=place)
        elif world.same_place.get(place) in before:
            yield violation("VEN-10.16", "basin", space=place, other=world.same_place[place])


def _gold(world: World, desk: Desk) -> Found:
    """VEN-10.13 to VEN-10.15"""
    swamp = tuple(value for row in (*desk.swamp, desk.spent) for value in row)
    treasures = tuple(value for row in desk.treasures for value in row)
    for rule, values, lying, tiles, gold in (
        ("VEN-10.13", ("VEN-10.14", ""), desk.marsh.bit_count(), swamp, world.swamp_gold),
        ("VEN-10.15", ("VEN-10.15", "value"), max(desk.chest, 0), treasures, world.treasure_gold),
    ):
        more = lying + len(tiles) - sum(gold.values())
        if more:
            yield violation(rule, "more" if more > 0 else "missing", n=abs(more), total=sum(gold.values()))
        for value, count in gold.items():
            if tiles.count(value) > count:
                yield violation(*values, value=value, count=count)


def _end(world: World, desk: Desk) -> Found:
    """VEN-10.17, VEN-10.21"""
    ended = has_ended(world, desk)
    if ended and desk.phase not in (HALT, *ENDED):
        if 0 in desk.supply:
            yield violation("VEN-10.17", "supply", kind=world.kinds[desk.supply.index(0)])
        else:
            yield violation("VEN-10.17", "goal", space=max(desk.gondolas))
    if desk.phase in ENDED and not ended:
        yield violation("VEN-10.21", goal=world.numbers.goal)


def _turn(world: World, desk: Desk) -> Found:
    """VEN-10.20"""
    rule = "VEN-10.20"
    if (desk.turn == NOBODY) != (desk.phase == OVER):
        yield violation(rule, "over" if desk.phase == OVER else "")
    elif desk.phase == AFTER and not desk.seats.two:
        yield violation(rule, "after")
    elif desk.phase == LAST_EXCHANGE and desk.to_exchange[:1] != (desk.turn,):
        yield violation(rule, "asked", name=desk.seats.names[desk.turn])
    if bool(desk.due) != (desk.phase in BUILDING):
        yield violation(rule, "due" if desk.due else "no-due")
    for player in dict.fromkeys(desk.halts):
        if player not in sailing(world, desk) or desk.halts.count(player) > 1:
            yield violation(rule, "halt", name=desk.seats.names[player])
    for kind in dict.fromkeys(due.kind for due in desk.due):
        if not _due_fits(world, desk, kind):
            yield violation(rule, "cards", kind=world.kinds[kind])


def _due_fits(world: World, desk: Desk, kind: int) -> bool:
    """Do exactly the cards of the due buildings of a kind lie out, before those who build them?"""
    shared = [due for due in desk.due if due.kind == kind and not due.alone]
    cards, needed = shared_cards(world.needed, desk, kind), world.needed[kind]
    if min(cards) < 0:
        return False
    if not world.shared[kind]:
        return not any(cards)
    if not shared:
        return sum(cards) < needed
    return len(shared) == 1 and sum(cards) == needed and shared[0].builder == desk.builders[kind]
