"""What a player does with action points: seas, influence, kingdoms, attacks (VTA-7.2 to 7.29, 7.40)."""

from __future__ import annotations

from typing import Any

from venice_pnp.contract.play import Refused
from venice_pnp.contract.rows import put
from venice_pnp.games.venetia.rules.colonies import arrive
from venice_pnp.games.venetia.rules.holding import draw_vp
from venice_pnp.games.venetia.rules.reach import way_to
from venice_pnp.games.venetia.rules.seas import borders_route, reaches, reaches_region, route, sail, sink, supply
from venice_pnp.games.venetia.rules.state import ACTION, NOWHERE, TILE, Desk, Row
from venice_pnp.games.venetia.rules.told import Told, tell
from venice_pnp.games.venetia.rules.world import World

MILITARY, POLITICS, TRADE = "military", "politics", "trade"


# --- action points ------------------------------------------------------------------------------------
def check_points(desk: Desk, n: int) -> None:
    """VTA-7.16, 7.72"""
    turn = desk.at_turn()
    if turn.replaced:
        raise Refused("VTA-7.72", {}, "VTA-7.72.replaced")
    if turn.ap < n:
        raise Refused("VTA-7.16", {"n": n, "ap": turn.ap})


def pay(desk: Desk, n: int, **changes: Any) -> None:
    turn = desk.at_turn()
    desk.alter(ap=turn.ap - n, spent=True, **changes)


def check_supply(world: World, desk: Desk, n: int) -> None:
    left = supply(world, desk, desk.active)
    if n > left:
        raise Refused("VTA-7.15", {"n": n, "left": left})


def type_of(world: World, desk: Desk) -> str:
    return world.types[desk.at_turn().type]


# --- seas -----------------------------------------------------------------------------------------------
def check_sea(world: World, desk: Desk, sea: int, connected: bool) -> None:
    """VTA-7.3 to 7.6; 7.3 only if it must be connected."""
    name = {"sea": world.seas[sea]}
    if desk.control[sea]:
        raise Refused("VTA-7.5", name)
    if desk.fleets[sea]:
        raise Refused("VTA-7.6", name)
    if sea in desk.at_turn().route:
        raise Refused("VTA-7.4", name)
    if connected and not borders_route(world, route(world, desk), sea):
        raise Refused("VTA-7.3", {**name, "next": [world.seas[s] for s in world.next_seas[sea]]})


def open_sea(world: World, desk: Desk, sea: int, told: Told) -> None:
    check_sea(world, desk, sea, connected=True)
    check_points(desk, 1)
    check_supply(world, desk, 1)
    pay(desk, 1)
    sail(world, desk, desk.active, sea, told)


# --- influence ------------------------------------------------------------------------------------------
def check_region_open(world: World, desk: Desk, colony: int) -> None:
    """VTA-7.11"""
    region = world.region_of[colony]
    kingdom = desk.kingdoms[region]
    if kingdom != NOWHERE:
        raise Refused("VTA-7.11", {"region": world.regions[region], "kingdom": world.kingdoms[kingdom]})


def check_route(world: World, reached: set[int], colony: int, rule: str = "VTA-7.10") -> None:
    if not reaches(world, reached, colony):
        raise Refused(rule, _lies(world, colony))


def _lies(world: World, colony: int) -> dict[str, Any]:
    return {"colony": world.colonies[colony], "seas": [world.seas[s] for s in world.colony_seas[colony]]}


def check_way(world: World, desk: Desk, colony: int, rule: str) -> None:
    """As `check_route`, and where points may open seas, which ones lead there, or whose fleets bar the way."""
    if reaches(world, route(world, desk), colony):
        return
    turn = desk.at_turn()
    way = way_to(world, desk, colony)
    facts = {**_lies(world, colony), "open": way, "n": len(way)}
    if turn.replaced or not turn.ap:
        raise Refused(rule, facts)
    raise Refused(rule, facts, f"{rule}.open" if way else f"{rule}.fleets")


def place(world: World, desk: Desk, colony: int, n: int, told: Told) -> None:
    turn, kind, name = desk.at_turn(), type_of(world, desk), world.colonies[colony]
    if kind == MILITARY:
        raise Refused("VTA-7.14")
    if kind == TRADE and (n > 1 or colony in turn.trade):
        raise Refused("VTA-7.12", {"colony": name})
    if kind == POLITICS and turn.politics not in (NOWHERE, colony):
        raise Refused("VTA-7.13", {"colony": world.colonies[turn.politics]})
    check_region_open(world, desk, colony)
    check_way(world, desk, colony, "VTA-7.10")
    check_points(desk, n)
    check_supply(world, desk, n)
    if kind == TRADE:
        pay(desk, n, trade=(*turn.trade, colony))
    else:
        pay(desk, n, politics=colony)
    arrive(world, desk, desk.active, colony, n, told)


# --- kingdoms -------------------------------------------------------------------------------------------
def check_kingdom(world: World, desk: Desk, region: int, connected: bool) -> None:
    """VTA-7.40"""
    name = {"region": world.regions[region]}
    if desk.kingdoms[region] == NOWHERE:
        raise Refused("VTA-7.40", name, "VTA-7.40.none")
    if connected and not reaches_region(world, route(world, desk), region):
        raise Refused("VTA-7.40", name, "VTA-7.40.route")


def make_treaty(world: World, desk: Desk, region: int, told: Told) -> None:
    """VTA-7.41"""
    kingdom, player = desk.kingdoms[region], desk.active
    desk.kingdoms = put(desk.kingdoms, region, NOWHERE)
    desk.treaties = put(desk.treaties, player, (*desk.treaties[player], kingdom))
    facts = {"region": world.regions[region], "kingdom": world.kingdoms[kingdom]}
    tell(told, "VTA-7.41.treaty", player=desk.seats.names[player], **facts)


def remove_kingdom(world: World, desk: Desk, region: int, told: Told) -> None:
    check_kingdom(world, desk, region, connected=True)
    check_points(desk, 1)
    pay(desk, 1)
    make_treaty(world, desk, region, told)


# --- combat ---------------------------------------------------------------------------------------------
def check_fleet(world: World, desk: Desk, sea: int, connected: bool) -> None:
    """VTA-7.23"""
    name = {"sea": world.seas[sea]}
    if not desk.fleets[sea]:
        raise Refused("VTA-7.23", name, "VTA-7.23.none")
    if connected and not borders_route(world, route(world, desk), sea):
        raise Refused("VTA-7.23", name, "VTA-7.23.route")


def attack(world: World, desk: Desk, at: int, tile: int, claim: bool, told: Told) -> None:
    """VTA-7.20, 7.21; the tile may be told later."""
    turn = desk.at_turn()
    if type_of(world, desk) != MILITARY:
        raise Refused("VTA-7.20")
    sea = at - len(world.colonies)
    if sea >= 0:
        check_fleet(world, desk, sea, connected=True)
    else:
        check_region_open(world, desk, at)
        check_way(world, desk, at, "VTA-7.21")
    if not turn.attacks:
        check_points(desk, 1)
    if not any(tiles_left(world, desk)):
        raise Refused("VTA-7.26", {}, "VTA-7.26.none")
    if tile != NOWHERE:
        check_tile(world, desk, tile)
    if turn.attacks:
        desk.alter(attacks=turn.attacks - 1, at=at)
    else:
        pay(desk, 1, at=at)
    desk.claim = claim
    desk.phase = TILE
    if tile != NOWHERE:
        fight(world, desk, tile, told)


def tiles_left(world: World, desk: Desk) -> Row:
    """VTA-7.26: how many of each kind can be drawn; those of this turn lie aside, or are back already."""
    gone = () if desk.seats.tiles_back else desk.at_turn().tiles
    return tuple(n - gone.count(tile) for tile, n in enumerate(world.tile_count)) if gone else world.tile_count


def check_tile(world: World, desk: Desk, tile: int) -> None:
    """VTA-7.26"""
    if tiles_left(world, desk)[tile] < 1:
        raise Refused("VTA-7.26", {"tile": world.tiles[tile], "n": world.tile_count[tile]})


def fight(world: World, desk: Desk, tile: int, told: Told) -> None:
    """VTA-7.22, 7.24, 7.25, 7.27 to 7.29"""
    turn, player = desk.at_turn(), desk.active
    value = world.tile_value[tile] + (turn.bonus[0] if turn.bonus else 0)
    at, claim = turn.at, desk.claim
    desk.alter(tiles=(*turn.tiles, tile), bonus=turn.bonus[1:], at=NOWHERE)
    desk.phase, desk.claim = ACTION, False
    tell(told, "VTA-7.22.tile", tile=world.tiles[tile], value=value)
    sea = at - len(world.colonies)
    if sea >= 0:
        _fight_at_sea(world, desk, sea, value, claim, told)
    else:
        arrive(world, desk, player, at, min(value, supply(world, desk, player)), told)
    if world.tile_shame[tile]:
        take_shame(desk, player, told)


def take_shame(desk: Desk, player: int, told: Told) -> None:
    """VTA-7.28"""
    tell(told, "VTA-7.28.kept" if desk.shame == player else "VTA-7.28.shame", player=desk.seats.names[player])
    desk.shame = player


def _fight_at_sea(world: World, desk: Desk, sea: int, value: int, claim: bool, told: Told) -> None:
    n = min(value, desk.fleets[sea])
    if n:
        sink(world, desk, sea, n, told)
        draw_vp(world, desk, desk.active, n, told)
    if claim and not desk.fleets[sea] and supply(world, desk, desk.active) > 0:
        sail(world, desk, desk.active, sea, told, "VTA-7.25.claimed")
