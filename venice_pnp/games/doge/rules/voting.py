"""A vote: counting, home advisors, the agenda, its end (DOGE-5.13 to DOGE-5.17, DOGE-7.1 to DOGE-7.28)."""

from __future__ import annotations

from venice_pnp.contract.play import Event
from venice_pnp.contract.rows import add, put
from venice_pnp.games.doge.rules.state import (
    ADVISOR,
    DOWN,
    FIRST,
    HOUSES,
    MOVE_HOUSE,
    NOBODY,
    SECOND,
    STAYS,
    WAITING,
    Desk,
    OpenDecision,
    Tokens,
    Vote,
)
from venice_pnp.games.doge.rules.world import World


def begin_vote(world: World, desk: Desk, told: list[Event]) -> None:
    """DOGE-5.14: tokens open, votes counted, home advisors neutral, agenda made."""
    field = desk.now[desk.voted]
    key = "DOGE-5.14.shown" if desk.seats.laid else "DOGE-5.14.begins"
    told.append(Event(key, {"field": world.fields[field]}))
    totals = _count(world, desk, field, told)
    first, second = rank(totals, desk.seats.orders[(desk.round - 1) % len(totals)])
    if not first:  # DOGE-7.5
        told.append(Event("DOGE-7.5.nobody", {"field": world.fields[field]}))
        desk.vote = Vote(field, totals, (), (), (), None)
        return
    _tell_result(desk, first, second, told)
    _send_home(world, desk, field, len(first) == 1 and not second, told)
    desk.vote = Vote(field, totals, first, second, agenda_of(world, field, first, second), None)


def turn_up(world: World, desk: Desk, player: int, tokens: Tokens, told: list[Event]) -> None:
    """DOGE-6.20: what a player had laid into the field that votes now."""
    field = desk.now[desk.voted]
    desk.stacks = put(desk.stacks, desk.spot(field, player), tokens)
    desk.shown = put(desk.shown, player, tuple(sorted(desk.shown[player] + tokens)))
    facts = {"player": desk.seats.names[player], "field": world.fields[field], "tokens": [*tokens]}
    told.append(Event("DOGE-6.20.shown", facts))


def _count(world: World, desk: Desk, field: int, told: list[Event]) -> tuple[int, ...]:
    """Votes by player. DOGE-7.1"""
    players = len(desk.rings_left)
    advisors = [0] * players
    if field in desk.stands:
        for advisor, at in enumerate(desk.stands):
            if at == field:
                advisors[desk.rings[advisor]] += 1
    totals, each = [], world.numbers.advisor_votes
    for player, stack in enumerate(desk.stacks[field * players : (field + 1) * players]):
        votes = sum(stack) + advisors[player] * each
        totals.append(votes)
        if stack or votes:
            told.append(_tell_votes(desk.seats.names[player], stack, advisors[player], votes))
    return tuple(totals)


def _tell_votes(name: str, stack: Tokens, advisors: int, votes: int) -> Event:
    """What lies open now; tokens that differ from the sealed choice are put right (DOGE-6.16)."""
    facts = {"player": name, "tokens": [*stack], "advisors": advisors, "votes": votes}
    if not votes:
        return Event("DOGE-7.2.none", facts)
    if not advisors:
        return Event("DOGE-7.1.tokens", facts)
    return Event("DOGE-7.1.both" if stack else "DOGE-7.1.advisors", facts)


def rank(totals: tuple[int, ...], order: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """First and second, each in table order. A player without a vote takes no part (DOGE-7.2)."""
    most, next_most = 0, 0
    for votes in totals:
        if votes > most:
            most, next_most = votes, most
        elif most > votes > next_most:
            next_most = votes
    if not most:
        return (), ()
    first = _who_has(most, totals, order)  # DOGE-7.3
    if len(first) > 1 or not next_most:  # DOGE-7.4
        return first, ()
    return first, _who_has(next_most, totals, order)


def _who_has(votes: int, totals: tuple[int, ...], order: tuple[int, ...]) -> tuple[int, ...]:
    if totals.count(votes) == 1:
        return (totals.index(votes),)
    return tuple([p for p in order if totals[p] == votes])


def _tell_result(desk: Desk, first: tuple[int, ...], second: tuple[int, ...], told: list[Event]) -> None:
    names = desk.seats.names
    key = "DOGE-7.3.tied" if len(first) > 1 else "DOGE-7.3.one"
    told.append(Event(key, {"names": [names[p] for p in first]}))
    if second:
        key = "DOGE-7.4.tied" if len(second) > 1 else "DOGE-7.4.one"
        told.append(Event(key, {"names": [names[p] for p in second]}))


def _send_home(world: World, desk: Desk, field: int, no_second: bool, told: list[Event]) -> None:
    """DOGE-7.7: rings back, figures to their waiting places; told with where each stood (DOGE-7.8). If the players
    agreed so, the advisor of a second that there is not stays (DOGE-7.27)."""
    may_stay = no_second and desk.seats.second_advisor == STAYS
    for advisor in world.at_home[field]:
        owner = desk.rings[advisor]
        if owner == NOBODY:
            continue
        facts = {
            "advisor": world.advisors[advisor],
            "player": desk.seats.names[owner],
            "field": world.fields[desk.stands[advisor]],
        }
        if may_stay and world.decided_by[advisor] == SECOND:
            told.append(Event("DOGE-7.27.stays", facts))
            continue
        told.append(Event("DOGE-7.7.neutral", facts))
        place_advisor(desk, advisor, NOBODY, WAITING)


def place_advisor(desk: Desk, advisor: int, owner: int, field: int) -> None:
    """The ring of the old owner goes back, one of the new owner goes on."""
    before = desk.rings[advisor]
    if before != NOBODY:
        desk.rings_left = add(desk.rings_left, before, 1)
    if owner != NOBODY:
        desk.rings_left = add(desk.rings_left, owner, -1)
    desk.rings, desk.stands = put(desk.rings, advisor, owner), put(desk.stands, advisor, field)


def agenda_of(world: World, field: int, first: tuple[int, ...], second: tuple[int, ...]) -> tuple[OpenDecision, ...]:
    """All decisions of a vote, in their order."""
    if not first:
        return ()
    make = _district_agenda if world.is_district[field] else _quarantia_agenda
    return make(world, field, first, second)


def _district_agenda(
    world: World, field: int, first: tuple[int, ...], second: tuple[int, ...]
) -> tuple[OpenDecision, ...]:
    two, one = world.houses_for[FIRST], world.houses_for[SECOND]
    if len(first) > 1:  # DOGE-7.20
        return tuple([OpenDecision(HOUSES, p, field, two, FIRST) for p in first])
    advisors = [OpenDecision(ADVISOR, first[0], a, 0, "") for a in world.at_home[field]]  # DOGE-7.17
    tie = SECOND if len(second) > 1 else ""  # DOGE-7.21
    seconds = [OpenDecision(HOUSES, p, field, one, tie) for p in second]
    return (*advisors, OpenDecision(HOUSES, first[0], field, two, ""), *seconds)


def _quarantia_agenda(
    world: World, field: int, first: tuple[int, ...], second: tuple[int, ...]
) -> tuple[OpenDecision, ...]:
    if len(first) > 1:  # DOGE-7.28
        return tuple(OpenDecision(MOVE_HOUSE, p, field, world.moves_for[FIRST], FIRST) for p in first)
    agenda: list[OpenDecision] = []
    for advisor in world.at_home[field]:  # DOGE-7.24
        if world.decided_by[advisor] == FIRST:
            agenda.append(OpenDecision(ADVISOR, first[0], advisor, 0, ""))
        elif len(second) == 1:  # DOGE-7.25
            agenda.append(OpenDecision(ADVISOR, second[0], advisor, 0, ""))
        else:  # DOGE-7.26, and DOGE-7.27: nobody
            agenda += [OpenDecision(MOVE_HOUSE, p, field, world.moves_for[SECOND], SECOND) for p in second]
    return tuple(agenda)


def end_vote(world: World, desk: Desk, vote: Vote, told: list[Event]) -> None:
    """DOGE-5.15: tokens back to their owners, the order card aside."""
    players = len(desk.rings_left)
    start = vote.field * players
    here = desk.stacks[start : start + players]
    if any(here):
        stacks, supplies = [*desk.stacks], [*desk.tokens_left]
        for player, back in enumerate(here):
            if back:
                stacks[start + player] = ()
                face = (DOWN,) * len(back) if desk.seats.laid else back
                supplies[player] = tuple(sorted(supplies[player] + face))
        desk.stacks, desk.tokens_left = tuple(stacks), tuple(supplies)
    desk.voted += 1
    desk.vote = Vote(vote.field, vote.totals, vote.first, vote.second, (), None)
    told.append(Event("DOGE-5.15.ends", {"field": world.fields[vote.field]}))


def uncover(world: World, desk: Desk, field: int, told: list[Event], by_itself: bool = False) -> None:
    """DOGE-5.16; the last card can only be the missing field (DOGE-5.17)."""
    desk.next = (*desk.next, field)
    desk.vote = None
    facts = {"field": world.fields[field], "set": world.set_of(desk.round + 1)}
    if by_itself:
        told.append(Event("DOGE-5.17.last", facts))
    else:
        told.append(Event("DOGE-5.16.uncovered", facts))
