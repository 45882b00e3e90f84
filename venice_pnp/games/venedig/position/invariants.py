"""The invariants of Venedig (section 10), on a desk without history. VEN-10.1 is checked when a table is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from venice_pnp.contract.play import Violation
from venice_pnp.contract.position import once_each, violation
from venice_pnp.games.venedig.position.model import Position, given
from venice_pnp.games.venedig.rules.building import participants, points_of, sailing
from venice_pnp.games.venedig.rules.flow import can_exchange, has_ended, winners_of
from venice_pnp.games.venedig.rules.hidden import fits
from venice_pnp.games.venedig.rules.laying import kinds_out
from venice_pnp.games.venedig.rules.state import (
    ACTION,
    AFTER,
    BOARD,
    BUILDING,
    DROP,
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
    checks = (_cards, _taking_part, _figures, _gold, _gondolas, _end, _turn, _building, _last_exchange)
    found = [one for check in checks for one in check(world, desk)]
    found += [*_board(world, position.drained, desk), *_out_of_place(position, desk)]
    if not found and desk.secret is not None and not fits(world, desk, desk.secret):
        found.append(violation("VEN-9.1", "secret"))
    return once_each(found)


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
    nothing_due = desk.phase not in BUILDING  # so no casa card is left lying (VEN-7.8, VEN-8.3)
    excepted = NOBODY if at_rest else desk.ended_by if desk.phase in ENDED else desk.turn
    for player, name in enumerate(desk.seats.sides):
        kinds = kinds_out(desk, player)
        shared = sum(1 for kind in kinds if world.shared[kind])
        if player == desk.seats.imaginary:
            if shared > most:
                yield violation("VEN-10.19", n=len(kinds), max=most)
            if nothing_due and shared < len(kinds):
                yield violation("VEN-10.19", "casa")
            continue
        if len(kinds) > most and player != excepted:
            yield violation("VEN-10.6", name=name, n=len(kinds), max=most)
        if nothing_due and shared < len(kinds):
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
    elif desk.phase == AFTER and desk.revealed:
        yield violation(rule, "revealed")
    elif desk.phase == DROP and len(kinds_out(desk, desk.turn)) <= world.numbers.kinds_out:
        yield violation(rule, "drop", name=desk.seats.names[desk.turn])
    elif desk.phase == LAST_EXCHANGE and desk.to_exchange[:1] != (desk.turn,):
        yield violation(rule, "asked", name=desk.seats.names[desk.turn])
    if bool(desk.due) != (desk.phase in BUILDING):
        yield violation(rule, "due" if desk.due else "no-due")
    for player in dict.fromkeys(desk.halts):
        if player not in sailing(world, desk) or desk.halts.count(player) > 1:
            yield violation(rule, "halt", name=desk.seats.names[player])


def _building(world: World, desk: Desk) -> Found:
    """VEN-10.20: what is due is what the cards say, and in a halt somebody's gondola is still to move (VEN-7.29)."""
    rule = "VEN-10.20"
    if not desk.due or desk.phase not in BUILDING:
        return
    for kind, name in enumerate(world.kinds):
        if not _due_fits(world, desk, kind):
            yield violation(rule, "cards", kind=name)
    for due in desk.due:
        own = due.builder == desk.turn or (due.builder == desk.seats.imaginary and not world.shared[due.kind])
        if due.alone and not own:  # a set or a casa is laid in one's own turn (VEN-7.10)
            yield violation(rule, "builder", kind=world.kinds[due.kind], name=desk.seats.sides[due.builder])
    if desk.step != ACTION and not desk.revealed:
        yield violation(rule, "step")
    if desk.phase == HALT and not _moving_fits(world, desk):
        yield violation(rule, "moving", kind=world.kinds[desk.due[0].kind])


def _moving_fits(world: World, desk: Desk) -> bool:
    """Does the building that is being resolved stand, and move these gondolas so far?"""
    due, row = desk.due[0], [player for player, _ in desk.moving]
    taking_part = participants(world, desk, due)
    site = world.site_at[due.kind].get(desk.built[-1][1]) if desk.built and desk.built[-1][0] == due.kind else None
    if site is None or not row or taking_part[-len(row) :] != row:
        return False
    full = {points_of(world, desk, due.kind, site, quarter) for quarter in site.quarters}
    return any(
        all(
            n == (points if player == due.builder else points // world.numbers.helpers_share)
            for player, n in desk.moving
        )
        for points in full
    )


def _last_exchange(world: World, desk: Desk) -> Found:
    """VEN-8.4: clockwise, whoever can have gold for a point; VEN-8.6: who has won"""
    if desk.phase == LAST_EXCHANGE and desk.turn in desk.to_exchange[:1]:
        first = desk.ended_by if desk.ended_by != NOBODY else desk.to_exchange[-1]
        row = [*desk.seats.clockwise(first), first]
        due = [player for player in row[row.index(desk.turn) :] if can_exchange(world, desk, player)]
        if list(desk.to_exchange) != due:
            yield violation("VEN-8.4", "row", names=[desk.seats.names[player] for player in due])
    if desk.phase == OVER and desk.winners != winners_of(desk.gondolas):
        names = [desk.seats.names[player] for player in winners_of(desk.gondolas)]
        yield violation("VEN-8.6", "others", names=names)


def _out_of_place(position: Position, desk: Desk) -> Found:
    """VEN-10.20: what a snapshot holds in some phases only (section 9)"""
    rule = "VEN-10.20"
    if desk.phase != HALT and given(position.moving, []):
        yield violation(rule, "no-halt")
    if given(position.step, ACTION) != desk.step:
        yield violation(rule, "no-step")
    if given(position.revealed, False) != desk.revealed:
        yield violation(rule, "no-reveal")
    late = {"ended-by": given(position.ended_by, ""), "to-exchange": given(position.to_exchange, [])}
    late["winners"] = given(position.winners, [])
    kept = {LAST_EXCHANGE: ("ended-by", "to-exchange"), OVER: ("ended-by", "winners")}.get(desk.phase, ())
    if any(value for key, value in late.items() if key not in kept):
        yield violation(rule, "not-ended" if desk.phase not in ENDED else "asked-later")


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
