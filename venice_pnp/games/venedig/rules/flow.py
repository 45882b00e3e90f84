"""What follows by itself: the next phase, the next player, the end (VEN-5.5 to VEN-5.10, section 8)."""

from __future__ import annotations

from venice_pnp.contract.play import Event
from venice_pnp.games.venedig.rules.building import forget_halts, lapse, participants, put_away
from venice_pnp.games.venedig.rules.laying import kinds_out
from venice_pnp.games.venedig.rules.state import (
    ACTION,
    AFTER,
    BEFORE,
    BUILD,
    DRAIN,
    DROP,
    HIDDEN,
    LAST_EXCHANGE,
    NOBODY,
    OVER,
    PLAY,
    Desk,
    Due,
)
from venice_pnp.games.venedig.rules.turns import next_turn
from venice_pnp.games.venedig.rules.world import World


def after_building(world: World, desk: Desk, told: list[Event]) -> None:
    """After `play`, `reveal` and every building: the end, the next building, or on in the turn."""
    if has_ended(world, desk):
        end(world, desk, told)
        return
    lapse(world, desk, told)
    forget_halts(world, desk)
    if desk.due:
        desk.phase = BUILD
    elif desk.step == BEFORE:
        desk.phase, desk.step = PLAY, ACTION
    elif desk.step == AFTER:
        pass_on(desk, told)
    elif len(kinds_out(desk, desk.turn)) > world.numbers.kinds_out:  # VEN-5.7
        desk.phase = DROP
        told.append(Event("VEN-5.7.drop", {"player": desk.seats.names[desk.turn]}))
    else:
        desk.phase = DRAIN


def after_drawing(desk: Desk, told: list[Event]) -> None:
    """VEN-5.10; with two players a reveal may still come (VEN-5.12)."""
    if desk.seats.two and not desk.revealed:
        desk.phase = AFTER
    else:
        pass_on(desk, told)


def pass_on(desk: Desk, told: list[Event]) -> None:
    next_turn(desk)
    told.append(Event("VEN-5.10.turn", {"player": desk.seats.names[desk.turn]}))


# --- the end ------------------------------------------------------------------------------------------------
def has_ended(world: World, desk: Desk) -> bool:
    """VEN-8.1"""
    return 0 in desk.supply or max(desk.gondolas) >= world.numbers.goal


def end(world: World, desk: Desk, told: list[Event]) -> None:
    """VEN-8.3, VEN-8.4"""
    _tell_end(world, desk, told)
    for due in desk.due:
        put_away(world, desk, due)
        told.append(Event("VEN-8.3.lapsed", {"kind": world.kinds[due.kind]}))
    desk.ended_by, desk.step, desk.halts = desk.turn, ACTION, ()
    row = (*desk.seats.clockwise(desk.turn), desk.turn)
    desk.to_exchange = tuple(player for player in row if can_exchange(world, desk, player))
    ask(desk, told)


def _tell_end(world: World, desk: Desk, told: list[Event]) -> None:
    empty = [world.kinds[kind] for kind, left in enumerate(desk.supply) if not left]
    if empty:
        told.append(Event("VEN-8.1.supply", {"kind": empty[0]}))
    else:
        first = max(range(len(desk.gondolas)), key=lambda player: desk.gondolas[player])
        facts = {"player": desk.seats.names[first], "space": desk.gondolas[first]}
        told.append(Event("VEN-8.1.goal", facts))


def can_exchange(world: World, desk: Desk, player: int) -> bool:
    """VEN-8.4: hidden tiles count as the best there are."""
    swamp, needed = desk.swamp[player], world.numbers.gold_per_point
    gold = sum(swamp) + swamp.count(HIDDEN) * (world.best_swamp - HIDDEN)
    if gold >= needed:
        return True
    treasures = desk.treasures[player]
    return gold + sum(treasures) + treasures.count(HIDDEN) * (world.best_treasure - HIDDEN) >= needed


def halts_of_use(world: World, desk: Desk, due: Due) -> list[int]:
    """Before whose gondolas a halt may help the active player, as far as everybody knows (VEN-7.29): he may have gold
    for a point by then, and another gondola moves too. Before or after one's own first move is the same."""
    row, active = participants(world, desk, due), desk.turn
    chest = active in row and desk.chest and world.touched(desk.gondolas[active])  # he may take a treasure first
    if row in ([], [active]) or not (chest or can_exchange(world, desk, active)):
        return []
    return row[1:] if row[0] == active else row


def asked_done(desk: Desk, told: list[Event]) -> None:
    """The player asked in the last exchange has answered."""
    desk.to_exchange = desk.to_exchange[1:]
    ask(desk, told)


def ask(desk: Desk, told: list[Event]) -> None:
    if desk.to_exchange:
        desk.phase, desk.turn = LAST_EXCHANGE, desk.to_exchange[0]
        told.append(Event("VEN-8.4.asked", {"player": desk.seats.names[desk.turn]}))
        return
    desk.phase, desk.turn = OVER, NOBODY
    desk.winners = winners_of(desk.gondolas)
    names = [desk.seats.names[player] for player in desk.winners]
    rule, key = ("VEN-8.7", "shared") if len(names) > 1 else ("VEN-8.6", "winner")
    told.append(Event(f"{rule}.{key}", {"names": names, "space": max(desk.gondolas)}))


def winners_of(gondolas: tuple[int, ...]) -> tuple[int, ...]:
    """VEN-8.6, VEN-8.7"""
    best = max(gondolas)
    return tuple(player for player, space in enumerate(gondolas) if space == best)
