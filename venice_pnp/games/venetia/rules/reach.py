"""What it costs the active player to get somewhere now, and why (VTA-7.1 to 7.11, 7.40)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from venice_pnp.games.venetia.rules.state import NOWHERE, Desk
from venice_pnp.games.venetia.rules.world import World

Way = tuple[int, ...]  # seas to open, in order


def ways(world: World, desk: Desk) -> dict[int, Way]:
    """The cheapest way into each sea that no fleet bars: the seas that must still be opened."""
    opened = desk.turn.route if desk.turn is not None else ()
    found: dict[int, Way] = {}
    ahead: list[tuple[int, Way]] = [(sea, ()) for sea in world.gate]
    while ahead:
        ahead.sort(key=lambda step: len(step[1]), reverse=True)
        sea, way = ahead.pop()
        if desk.fleets[sea]:
            continue
        if not desk.control[sea] and sea not in opened:
            way = (*way, sea)
        if sea not in found or len(way) < len(found[sea]):
            found[sea] = way
            ahead += [(other, way) for other in world.next_seas[sea]]
    return found


def way_to(world: World, desk: Desk, colony: int) -> list[str]:
    """The seas to open on the cheapest way to a colony; none, if fleets bar every way."""
    found = ways(world, desk)
    open_ways = [found[sea] for sea in world.colony_seas[colony] if sea in found]
    return [world.seas[sea] for sea in min(open_ways, key=len, default=())]


def barred(world: World, desk: Desk) -> dict[int, Way]:
    """The fleets on the way into each sea that has the fewest of them."""
    found: dict[int, Way] = {}
    ahead: list[tuple[int, Way]] = [(sea, ()) for sea in world.gate]
    while ahead:
        ahead.sort(key=lambda step: len(step[1]), reverse=True)
        sea, way = ahead.pop()
        way = (*way, sea) if desk.fleets[sea] else way
        if sea not in found or len(way) < len(found[sea]):
            found[sea] = way
            ahead += [(other, way) for other in world.next_seas[sea]]
    return found


def reach(world: World, desk: Desk) -> list[dict[str, Any]]:
    """Every sea and colony with its cost in action points, or what bars the way."""
    found, fleets = ways(world, desk), barred(world, desk)
    rows = [_row(world, name, found.get(sea), [sea], None, fleets) for sea, name in enumerate(world.seas)]
    for colony, name in enumerate(world.colonies):
        seas = world.colony_seas[colony]
        open_ways = [found[sea] for sea in seas if sea in found]
        kingdom = desk.kingdoms[world.region_of[colony]]
        rows.append(_row(world, name, min(open_ways, key=len, default=None), seas, kingdom, fleets))
    return rows


def _row(
    world: World,
    name: str,
    way: Way | None,
    seas: list[int] | Way,
    kingdom: int | None,
    fleets: Mapping[int, Way],
) -> dict[str, Any]:
    row: dict[str, Any] = {"place": name, "cost": None, "open": [], "fleets": [], "kingdom": None}
    if kingdom is not None and kingdom != NOWHERE:
        row["kingdom"] = world.kingdoms[kingdom]
    if way is None:
        row["fleets"] = [world.seas[sea] for sea in min((fleets[sea] for sea in seas), key=len)]
    else:
        row["open"] = [world.seas[sea] for sea in way]
        row["cost"] = len(way) + (row["kingdom"] is not None)
    row["seas"] = [world.seas[sea] for sea in seas]
    return row
