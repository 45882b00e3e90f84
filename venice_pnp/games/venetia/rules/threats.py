"""Threat cards and the doge's veto (VTA-7.50 to 7.59, 7.101, 7.102)."""

from __future__ import annotations

from venice_pnp.contract.play import Refused
from venice_pnp.contract.rows import put
from venice_pnp.games.venetia.rules.colonies import thin_out
from venice_pnp.games.venetia.rules.seas import bring_fleet
from venice_pnp.games.venetia.rules.state import NOWHERE, THREAT, VETO, Desk
from venice_pnp.games.venetia.rules.told import Told, tell
from venice_pnp.games.venetia.rules.track import move_enemy
from venice_pnp.games.venetia.rules.world import World


def draw_threat(world: World, desk: Desk, card: int, told: Told) -> None:
    """A card is turned up; with the option the doge may veto it first."""
    if card in desk.used:
        raise Refused("VTA-7.59", {"card": world.threats[card]})
    tell(told, "VTA-7.50.card", card=world.threats[card], region=world.regions[world.threat_region[card]])
    if desk.seats.veto and desk.markers > 0 and not desk.vetoed:  # VTA-7.101
        desk.phase, desk.threat = VETO, card
    else:
        _carry_out(world, desk, card, told)


def answer_veto(world: World, desk: Desk, use: bool, told: Told) -> None:
    """VTA-7.102"""
    card, desk.threat, desk.phase = desk.threat, NOWHERE, THREAT
    if not use:
        _carry_out(world, desk, card, told)
        return
    desk.markers -= 1
    desk.vetoed = True
    tell(told, "VTA-7.102.veto", doge=desk.seats.names[desk.doge], card=world.threats[card], left=desk.markers)
    _crosses(world, desk, card, told)
    _lay_aside(world, desk, card, told)


def _carry_out(world: World, desk: Desk, card: int, told: Told) -> None:
    """VTA-7.50: kingdom, fleet, crosses."""
    region, sea = world.threat_region[card], world.threat_fleet[card]
    kingdom, _ = world.threat_lines[card][desk.epoch - 1]
    _bring_kingdom(world, desk, region, kingdom, told)
    if sea != NOWHERE:
        bring_fleet(world, desk, sea, told)
    _crosses(world, desk, card, told)
    _lay_aside(world, desk, card, told)


def _bring_kingdom(world: World, desk: Desk, region: int, kingdom: int, told: Told) -> None:
    old = desk.kingdoms[region]
    facts = {"region": world.regions[region], "kingdom": world.kingdoms[kingdom]}
    if kingdoms_left(world, desk, kingdom) + (old == kingdom) < 1:  # VTA-7.53
        tell(told, "VTA-7.53.none", **facts)
        return
    desk.kingdoms = put(desk.kingdoms, region, kingdom)
    if old == NOWHERE:  # VTA-7.51
        tell(told, "VTA-7.51.kingdom", **facts)
        thin_out(world, desk, world.large_in[region], told)
        return
    if old == kingdom:
        tell(told, "VTA-7.52.same", **facts)
    else:
        tell(told, "VTA-7.52.kingdom", old=world.kingdoms[old], **facts)
    for colony in world.in_region[region]:  # VTA-7.52
        thin_out(world, desk, colony, told)


def kingdoms_left(world: World, desk: Desk, kingdom: int) -> int:
    """Markers of a kingdom in the supply."""
    out = desk.kingdoms.count(kingdom) + sum([row.count(kingdom) for row in desk.treaties])
    return world.kingdom_count[kingdom] - out


def _crosses(world: World, desk: Desk, card: int, told: Told) -> None:
    """VTA-7.58"""
    _, crosses = world.threat_lines[card][desk.epoch - 1]
    if crosses:
        move_enemy(world, desk, -crosses, told)


def _lay_aside(world: World, desk: Desk, card: int, told: Told) -> None:
    """VTA-7.59"""
    desk.used = (*desk.used, card)
    desk.threats -= 1
    if len(desk.used) == len(world.threats):
        desk.used = ()
        tell(told, "VTA-7.59.shuffled")
