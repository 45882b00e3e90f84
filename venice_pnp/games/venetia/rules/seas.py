"""Seas: routes, influence, control markers and fleets (VTA-7.1 to 7.9, 7.54 to 7.57)."""

from __future__ import annotations

from venice_pnp.contract.rows import add, put
from venice_pnp.games.venetia.rules.state import Desk, Row, by_place
from venice_pnp.games.venetia.rules.told import Told, tell
from venice_pnp.games.venetia.rules.track import move_venice
from venice_pnp.games.venetia.rules.world import World


def supply(world: World, desk: Desk, player: int) -> int:
    """Influence a player has left (VTA-7.15)."""
    n = len(desk.doge_vp)
    used = sum(desk.influence[player::n]) + sum(desk.sea_influence[player::n])
    return world.numbers.influence - used


def markers_free(world: World, desk: Desk) -> int:
    """Control/fleet markers that lie ready (VTA-2.3)."""
    return world.numbers.control_fleet - sum(desk.control) - sum(desk.fleets)


def route(world: World, desk: Desk) -> set[int]:
    """VTA-7.1: the seas the active player reaches from Venice."""
    return reached_from(world, desk.control, desk.fleets, desk.turn.route if desk.turn is not None else ())


def reached_from(world: World, control: Row, fleets: Row, opened: Row) -> set[int]:
    found: set[int] = set()
    ahead = list(world.gate)
    while ahead:
        sea = ahead.pop()
        if sea not in found and not fleets[sea] and (control[sea] or sea in opened):
            found.add(sea)
            ahead += world.next_seas[sea]
    return found


def borders_route(world: World, reached: set[int], sea: int) -> bool:
    """VTA-7.3, 7.23: the first sea, or a neighbour of a sea of the route."""
    return sea in world.gate or not reached.isdisjoint(world.next_seas[sea])


def reaches(world: World, reached: set[int], colony: int) -> bool:
    """VTA-7.10"""
    return not reached.isdisjoint(world.colony_seas[colony])


def reaches_region(world: World, reached: set[int], region: int) -> bool:
    """VTA-7.40"""
    return any(reaches(world, reached, colony) for colony in world.in_region[region])


def sail(world: World, desk: Desk, player: int, sea: int, told: Told, key: str = "VTA-7.2.opened") -> None:
    """One influence into a sea; it joins the route of this turn. `key`: how that is told."""
    desk.sea_influence = add(desk.sea_influence, desk.spot(sea, player), 1)
    desk.alter(route=(*desk.at_turn().route, sea))
    tell(told, key, player=desk.seats.names[player], sea=world.seas[sea])
    ripen(world, desk, told)


def ripen(world: World, desk: Desk, told: Told) -> None:
    """VTA-7.7, 7.9: full seas become Venetian while there are markers, in the order of the map."""
    sums = list(map(sum, by_place(desk.sea_influence, desk.size)))
    for sea, threshold in enumerate(world.sea_threshold):
        if sums[sea] < threshold or desk.control[sea] or desk.fleets[sea]:
            continue
        if markers_free(world, desk) > 0:
            take_control(world, desk, sea, told)


def take_control(world: World, desk: Desk, sea: int, told: Told) -> None:
    """VTA-7.7"""
    empty(desk, sea)
    desk.control = put(desk.control, sea, 1)
    tell(told, "VTA-7.7.controlled", sea=world.seas[sea])
    move_venice(world, desk, 1, told)


def empty(desk: Desk, sea: int) -> None:
    """All influence of a sea returns to its owners."""
    n, row = desk.size, desk.sea_influence
    desk.sea_influence = (*row[: sea * n], *(0,) * n, *row[sea * n + n :])


def bring_fleet(world: World, desk: Desk, sea: int, told: Told) -> None:
    """A threat card's fleet."""
    if desk.control[sea]:  # VTA-7.55
        desk.control = put(desk.control, sea, 0)
        tell(told, "VTA-7.55.lost", sea=world.seas[sea])
        move_venice(world, desk, -1, told)
        ripen(world, desk, told)
    elif markers_free(world, desk) < 1:  # VTA-7.57
        tell(told, "VTA-7.57.none", sea=world.seas[sea], n=world.numbers.control_fleet)
    else:  # VTA-7.54, 7.56
        empty(desk, sea)
        desk.fleets = add(desk.fleets, sea, 1)
        tell(told, "VTA-7.54.fleet", sea=world.seas[sea], n=desk.fleets[sea])


def sink(world: World, desk: Desk, sea: int, n: int, told: Told) -> None:
    """Fleets go; a marker may now be free for a sea that waits (VTA-7.9)."""
    desk.fleets = add(desk.fleets, sea, -n)
    tell(told, "VTA-7.24.sunk", sea=world.seas[sea], n=n, left=desk.fleets[sea])
    ripen(world, desk, told)
