"""Who plays, by which options, in which colours (VTA-1, 2.1, 4.1, 6.2, 6.3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from venice_pnp.contract.play import Refused
from venice_pnp.games.venetia.rules.world import World


def check_players(world: World, players: Sequence[str], reserved: Collection[str]) -> None:
    """VTA-1, 6.3"""
    if len(players) not in world.players:
        facts = {"n": len(players), "min": world.players[0], "max": world.players[-1]}
        raise Refused("VTA-4.1", facts, "VTA-4.1.count")
    for at, name in enumerate(players):
        if not isinstance(name, str) or not name.strip() or name in players[:at]:
            raise Refused("VTA-4.1", {"name": name}, "VTA-4.1.name")
        if name in reserved:
            raise Refused("VTA-6.3", {"name": name})


def chosen(world: World, options: Mapping[str, Any], typed: Mapping[str, bool]) -> dict[str, bool]:
    """Every option as the table was opened with, else as the snapshot says."""
    for option in options:
        if option not in (*world.options, "colours"):
            raise Refused("VTA-6.2", {"option": option, "written": [*world.options, "colours"]}, "VTA-6.2.option")
    values: dict[str, Any] = {option: options.get(option, typed.get(option, False)) for option in world.options}
    for option, value in values.items():
        if type(value) is not bool:
            raise Refused("VTA-6.2", {"option": option, "value": value}, "VTA-6.2.switch")
    return values


def colours(world: World, players: Sequence[str], wanted: Any, typed: Mapping[str, str]) -> dict[str, str]:
    """VTA-2.1: as chosen, as typed in, or by seat."""
    if wanted is None:
        free = [colour for colour in world.colours if colour not in typed.values()] or [""]
        wanted = {name: typed.get(name, free[at % len(free)]) for at, name in enumerate(players)}
    right = isinstance(wanted, Mapping) and set(wanted) == set(players)
    values = list(wanted.values()) if right else []
    known = all(isinstance(value, str) and value in world.colours for value in values)
    if not right or not known or len(set(values)) < len(values):
        raise Refused("VTA-2.1", {"players": list(players), "known": list(world.colours)})
    return dict(wanted)
