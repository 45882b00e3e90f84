"""Swamp tiles and treasures: drained, taken, exchanged for points (VEN-7.32 to VEN-7.38)."""

from __future__ import annotations

from collections.abc import Mapping

from venice_pnp.contract.play import Event, Refused
from venice_pnp.contract.rows import put
from venice_pnp.games.venedig.rules import hidden
from venice_pnp.games.venedig.rules.flow import can_exchange
from venice_pnp.games.venedig.rules.forms import Exchange
from venice_pnp.games.venedig.rules.racing import go
from venice_pnp.games.venedig.rules.state import HIDDEN, Desk, Tiles
from venice_pnp.games.venedig.rules.world import World, set_of


def check_drain(world: World, desk: Desk, fields: tuple[int, ...]) -> None:
    """VEN-7.32"""
    rule, most = "VEN-7.32", world.numbers.drain_max
    if not 1 <= len(fields) <= most:
        raise Refused(rule, {"n": len(fields), "max": most}, f"{rule}.number")
    for at, field in enumerate(fields):
        if field in fields[:at]:
            raise Refused(rule, {"field": world.fields[field]}, f"{rule}.twice")
        if not desk.marsh >> field & 1:
            raise Refused(rule, {"field": world.fields[field]}, f"{rule}.swamp")


def drain(world: World, desk: Desk, player: int, fields: tuple[int, ...], told: list[Event]) -> None:
    """VEN-7.33"""
    hidden.lift(desk, player, fields)
    desk.marsh &= ~set_of(fields)
    desk.swamp = put(desk.swamp, player, desk.swamp[player] + (HIDDEN,) * len(fields))
    facts = {"player": desk.seats.names[player], "fields": world.names_of(sorted(fields))}
    told.append(Event("VEN-7.33.drained", facts))


def check_exchange(world: World, desk: Desk, player: int, wish: Exchange) -> Exchange:
    """VEN-7.34 to VEN-7.36. The part of the wish that must be hidden tiles."""
    gold, least = sum(wish.swamp) + sum(wish.treasures), world.numbers.gold_per_point
    name = desk.seats.names[player]
    if not wish.swamp and not wish.treasures and not can_exchange(world, desk, player):
        facts = {"player": name, "swamp": len(desk.swamp[player]), "treasures": len(desk.treasures[player])}
        raise Refused("VEN-7.34", {**facts, "min": least}, "VEN-7.34.poor")
    if not wish.swamp and not wish.treasures:
        raise Refused("VEN-7.34", {"min": least}, "VEN-7.34.nothing")
    if gold < least:
        raise Refused("VEN-7.34", {"gold": gold, "min": least})
    swamp, treasures = unseen(desk.swamp[player], wish.swamp), unseen(desk.treasures[player], wish.treasures)
    if swamp is None or treasures is None:
        facts = {"player": name, "swamp": len(desk.swamp[player]), "treasures": len(desk.treasures[player])}
        raise Refused("VEN-7.35", facts)
    if desk.secret is not None and not hidden.owns(desk.secret, player, swamp, treasures):
        raise Refused("VEN-7.35", {"player": name}, "VEN-7.35.values")
    if swamp:
        _check_there_are("swamp", (desk.spent, *desk.swamp), swamp, world.swamp_gold)
    if treasures:
        _check_there_are("treasure", desk.treasures, treasures, world.treasure_gold)
    return Exchange(swamp, treasures)


def _check_there_are(what: str, known: tuple[Tiles, ...], more: Tiles, there_are: Mapping[int, int]) -> None:
    """VEN-7.36"""
    for value in dict.fromkeys(more):
        if more.count(value) + sum([row.count(value) for row in known]) > there_are[value]:
            raise Refused("VEN-7.36", {"value": value, "count": there_are[value]}, f"VEN-7.36.{what}")


def unseen(own: Tiles, named: Tiles) -> Tiles | None:
    """Those of the named values that must be hidden tiles; None if there are not enough tiles."""
    found: Tiles = ()
    for value in dict.fromkeys(named):
        found += (value,) * (named.count(value) - own.count(value))
    return found if len(found) <= own.count(HIDDEN) else None


def exchange(world: World, desk: Desk, player: int, wish: Exchange, unknown: Exchange, told: list[Event]) -> None:
    """VEN-7.37, VEN-7.38; `unknown` are those of the tiles that were hidden."""
    hidden.spend(desk, player, unknown.swamp, unknown.treasures, wish.treasures)
    if wish.swamp:
        desk.swamp = put(desk.swamp, player, without(desk.swamp[player], wish.swamp, unknown.swamp))
    if wish.treasures:
        left = without(desk.treasures[player], wish.treasures, unknown.treasures)
        desk.treasures = put(desk.treasures, player, left)
    desk.spent += wish.swamp
    desk.chest += len(wish.treasures)
    gold = sum(wish.swamp) + sum(wish.treasures)
    points = gold // world.numbers.gold_per_point
    facts = {"player": desk.seats.names[player], "gold": gold, "points": points}
    told.append(Event("VEN-7.37.exchanged", facts))
    if wish.swamp:
        told.append(Event("VEN-7.38.gone", {"n": len(wish.swamp)}))
    if wish.treasures:
        told.append(Event("VEN-7.38.back", {"n": len(wish.treasures)}))
    go(world, desk, player, points, told)


def without(own: Tiles, named: Tiles, unknown: Tiles) -> Tiles:
    """The tiles that are left; hidden ones stand last."""
    left = list(own[: len(own) - len(unknown)])
    for value in named if len(named) > len(unknown) else ():
        if value in left:
            left.remove(value)
    return tuple(left)
