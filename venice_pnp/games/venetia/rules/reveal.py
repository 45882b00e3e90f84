"""VP markers that the referee does not know are told at a scoring (VTA-8.5)."""

from __future__ import annotations

from collections import Counter

from venice_pnp.contract.play import Refused
from venice_pnp.contract.rows import put
from venice_pnp.games.venetia.rules.state import HIDDEN, Desk, Row
from venice_pnp.games.venetia.rules.world import World


def free_values(world: World, desk: Desk, player: int) -> Counter[int]:
    """How many markers of each value are not known to be with others."""
    others = Counter(value for owner, row in enumerate(desk.vp) if owner != player for value in row)
    return Counter({value: n - others[value] for value, n in world.vp_count.items()})


def reveal(world: World, desk: Desk, player: int, values: Row) -> None:
    """All markers of a player, in their order of arrival or any other."""
    own = desk.vp[player]
    told = Counter(values)
    known = Counter(value for value in own if value != HIDDEN)
    if len(values) != len(own):
        raise Refused("VTA-8.5", {"n": len(own)}, "VTA-8.5.number")
    if known - told:
        raise Refused("VTA-8.5", {"values": sorted(known.elements())}, "VTA-8.5.known")
    if told - free_values(world, desk, player):
        raise Refused("VTA-8.5", {"values": sorted(world.vp_count)}, "VTA-8.5.exist")
    desk.vp = put(desk.vp, player, values)
    desk.reveal = tuple(p for p in desk.reveal if p != player)
