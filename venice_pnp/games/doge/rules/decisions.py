"""What follows from a decision in a vote: advisors, houses, palazzi (DOGE-7.8 to DOGE-7.38)."""

from __future__ import annotations

from msgspec.structs import replace

from venice_pnp.contract.play import Event
from venice_pnp.contract.rows import add, put
from venice_pnp.games.doge.rules.ending import standing
from venice_pnp.games.doge.rules.state import ADVISOR, HOUSES, MOVE_HOUSE, PALAZZO, Desk, OpenDecision, Vote
from venice_pnp.games.doge.rules.voting import place_advisor
from venice_pnp.games.doge.rules.world import World


def take(world: World, desk: Desk, vote: Vote, to: int, told: list[Event]) -> None:
    """DOGE-7.8"""
    head = vote.agenda[0]
    place_advisor(desk, head.about, head.by, to)
    facts = _facts(world, desk, head)
    facts["field"] = world.fields[to]
    told.append(Event("DOGE-7.8.taken", facts))
    _go_on(desk, vote, [])


def waive(world: World, desk: Desk, vote: Vote, path: tuple[int, int] | None, told: list[Event]) -> None:
    """DOGE-7.12: the advisor stays neutral; with a path one house moves."""
    head = vote.agenda[0]
    told.append(Event("DOGE-7.12.waived", _facts(world, desk, head)))
    front = _move_house(world, desk, vote, path, told) if path else []
    _go_on(desk, vote, front)


def place_houses(world: World, desk: Desk, vote: Vote, count: int, told: list[Event]) -> None:
    """DOGE-6.9"""
    if not count:
        decline(world, desk, vote, told)
        return
    head = vote.agenda[0]
    desk.houses_left = add(desk.houses_left, head.by, -count)
    desk.houses = add(desk.houses, desk.spot(head.about, head.by), count)
    facts = {"player": desk.seats.names[head.by], "field": world.fields[head.about], "n": count}
    if head.by in vote.first:
        told.append(Event("DOGE-7.18.placed", facts))
    else:
        told.append(Event("DOGE-7.19.placed", facts))
    _go_on(desk, vote, _offers(world, desk, vote, head, head.about))


def move_house(world: World, desk: Desk, vote: Vote, path: tuple[int, int], told: list[Event]) -> None:
    """DOGE-6.10: the palazzo comes before the move that is left."""
    head = vote.agenda[0]
    front = _move_house(world, desk, vote, path, told)
    if head.n > 1:
        front.append(OpenDecision(MOVE_HOUSE, head.by, head.about, head.n - 1, head.tie))
    _go_on(desk, vote, front)


def build(world: World, desk: Desk, vote: Vote, told: list[Event]) -> None:
    """DOGE-7.33"""
    head = vote.agenda[0]
    site = world.sites[len(desk.palazzi[head.about])]  # DOGE-7.38: the next free one, whatever was paid
    desk.houses = add(desk.houses, desk.spot(head.about, head.by), -head.n)
    desk.houses_left = add(desk.houses_left, head.by, head.n)
    desk.palazzi_left = add(desk.palazzi_left, head.by, -1)
    before = standing(world, desk.palazzi, head.by)
    desk.palazzi = put(desk.palazzi, head.about, (*desk.palazzi[head.about], head.by))
    told.append(Event("DOGE-7.33.built", _facts(world, desk, head) | {"cost": head.n, "site": site}))
    now = standing(world, desk.palazzi, head.by)
    if now.meets and not before.meets:
        facts = {"player": desk.seats.names[head.by], "palazzi": now.palazzi, "districts": now.districts}
        told.append(Event("DOGE-8.2.met", facts))
    _go_on(desk, vote, [])


def decline(world: World, desk: Desk, vote: Vote, told: list[Event]) -> None:
    """DOGE-6.12"""
    head = vote.agenda[0]
    told.append(Event(f"DOGE-6.12.{head.kind}", _facts(world, desk, head)))
    _go_on(desk, vote, [])


def skip(world: World, desk: Desk, vote: Vote, told: list[Event]) -> bool:
    """Takes the head of the agenda away if there is nothing to decide."""
    head = vote.agenda[0]
    kind, in_supply = head.kind, desk.houses_left[head.by]
    if kind == HOUSES:
        rule, needless = "DOGE-7.22", not in_supply
    elif kind == ADVISOR:
        rule, needless = "DOGE-7.13", not desk.rings_left[head.by] and in_supply == world.numbers.houses
    elif kind == MOVE_HOUSE:
        rule, needless = "DOGE-5.26", in_supply == world.numbers.houses
    else:
        return False
    if needless:
        told.append(Event(f"{rule}.skipped", _facts(world, desk, head)))
        _go_on(desk, vote, [])
    return needless


def mark_tie(desk: Desk, vote: Vote) -> Vote:
    """DOGE-7.37: a tie begins or ends. The palazzi that stand when its first decision comes up count for the price."""
    desk.vote = replace(vote, base=tuple(map(len, desk.palazzi)) if vote.agenda[0].tie else None)
    return desk.vote


def price(world: World, desk: Desk, vote: Vote, head: OpenDecision, district: int) -> int:
    """DOGE-7.31; tied players do not pay for each other's palazzi (DOGE-7.37)."""
    standing = desk.palazzi[district]
    if not head.tie or vote.base is None:
        return world.sites[len(standing)]
    base = vote.base[district]
    return world.sites[base + standing[base:].count(head.by)]


def can_build(world: World, desk: Desk, player: int, district: int) -> bool:
    """Is there a site and a palazzo? DOGE-7.32, DOGE-7.36"""
    return desk.palazzi_left[player] > 0 and len(desk.palazzi[district]) < len(world.sites)


def _offers(world: World, desk: Desk, vote: Vote, head: OpenDecision, district: int) -> list[OpenDecision]:
    """DOGE-7.30: houses have just arrived. The offer to build, if it can be paid."""
    if not can_build(world, desk, head.by, district):
        return []
    cost = price(world, desk, vote, head, district)
    if desk.houses[desk.spot(district, head.by)] < cost:
        return []
    return [OpenDecision(PALAZZO, head.by, district, cost, head.tie)]


def _move_house(world: World, desk: Desk, vote: Vote, path: tuple[int, int], told: list[Event]) -> list[OpenDecision]:
    """DOGE-7.14: one own house moves; what it gives occasion for."""
    head, (source, goal) = vote.agenda[0], path
    desk.houses = add(add(desk.houses, desk.spot(source, head.by), -1), desk.spot(goal, head.by), 1)
    facts = {"player": desk.seats.names[head.by], "from": world.fields[source], "to": world.fields[goal]}
    told.append(Event("DOGE-7.14.moved", facts))
    return _offers(world, desk, vote, head, goal)


def _go_on(desk: Desk, vote: Vote, front: list[OpenDecision]) -> None:
    """The head of the agenda is done; `front` comes before the rest."""
    rest = vote.agenda[1:]
    desk.vote = replace(vote, agenda=(*front, *rest) if front else rest)


def _facts(world: World, desk: Desk, item: OpenDecision) -> dict[str, object]:
    return {"player": desk.seats.names[item.by], **world.about(item)}
