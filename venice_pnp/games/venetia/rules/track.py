"""The power track: Venice goes up, the enemies come down, and they meet (VTA-7.60 to 7.63)."""

from __future__ import annotations

from venice_pnp.games.venetia.rules.state import Desk
from venice_pnp.games.venetia.rules.told import Told, tell
from venice_pnp.games.venetia.rules.world import World


def move_venice(world: World, desk: Desk, steps: int, told: Told) -> None:
    """VTA-7.60: +1 for a podestà or control marker placed, -1 for one removed."""
    if desk.met:
        return
    desk.venice += steps
    tell(told, "VTA-7.60.moved", space=desk.venice)
    if desk.venice >= world.numbers.eighth and not desk.eighth:
        desk.eighth = True  # VTA-7.63
        tell(told, "VTA-7.63.reached", space=world.numbers.eighth)
    _meet(desk, told)


def move_enemy(world: World, desk: Desk, steps: int, told: Told) -> None:
    """VTA-7.61: to the right, or with a negative number to the left; never off the track."""
    before = desk.enemy
    desk.enemy = min(world.numbers.spaces, max(world.numbers.enemy_end, before + steps))
    if desk.enemy != before:
        tell(told, "VTA-7.61.moved", space=desk.enemy)
    _meet(desk, told)


def _meet(desk: Desk, told: Told) -> None:
    """VTA-7.62"""
    if not desk.met and desk.venice >= desk.enemy:
        desk.met, desk.venice = True, 0
        tell(told, "VTA-7.62.met", space=desk.enemy)


def venice_space(world: World, standing: int, met: bool) -> int:
    """VTA-10.9: where the Venice marker is with so many podestàs and control markers; 0: off the track."""
    return 0 if met else world.numbers.venice_start + standing
