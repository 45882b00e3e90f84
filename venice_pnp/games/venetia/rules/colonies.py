"""Colonies: influence comes and goes, revolts, podestàs (VTA-7.30 to 7.36)."""

from __future__ import annotations

from itertools import compress
from operator import ne

from venice_pnp.contract.rows import add, put
from venice_pnp.games.venetia.rules.state import NOBODY, Desk, by_place
from venice_pnp.games.venetia.rules.told import Told, tell
from venice_pnp.games.venetia.rules.track import move_venice
from venice_pnp.games.venetia.rules.world import World


def arrive(world: World, desk: Desk, player: int, colony: int, n: int, told: Told) -> None:
    """VTA-7.36: influence arrives together, then a revolt is looked for."""
    if n:
        desk.influence = add(desk.influence, desk.spot(colony, player), n)
        tell(told, "VTA-7.36.placed", player=desk.seats.names[player], colony=world.colonies[colony], n=n)
        _revolt(world, desk, colony, told)


def leave(world: World, desk: Desk, player: int, colony: int, n: int, told: Told) -> None:
    """Influence returns to its owner; a podestà may fall."""
    take(desk, player, colony, n)
    tell(told, "VTA-7.76.removed", player=desk.seats.names[player], colony=world.colonies[colony], n=n)
    fall(world, desk, colony, told)


def take(desk: Desk, player: int, colony: int, n: int) -> None:
    desk.influence = add(desk.influence, desk.spot(colony, player), -n)


def thin_out(world: World, desk: Desk, colony: int, told: Told) -> None:
    """VTA-7.51, 7.52: one influence of each colour goes."""
    if any(desk.here(colony)):
        _one_of_each(desk, colony)
        tell(told, "VTA-7.51.lost", colony=world.colonies[colony])
        fall(world, desk, colony, told)


def _one_of_each(desk: Desk, colony: int) -> None:
    n, row = desk.size, desk.influence
    at = colony * n
    desk.influence = (*row[:at], *[i - 1 if i else 0 for i in row[at : at + n]], *row[at + n :])


def _revolt(world: World, desk: Desk, colony: int, told: Told) -> None:
    """VTA-7.35"""
    if sum(desk.here(colony)) < world.numbers.revolt:
        return
    while sum(desk.here(colony)) >= world.numbers.revolt:
        _one_of_each(desk, colony)
        tell(told, "VTA-7.35.revolt", colony=world.colonies[colony])
    fall(world, desk, colony, told)


def fall(world: World, desk: Desk, colony: int, told: Told) -> None:
    """VTA-7.33"""
    owner = desk.podesta[colony]
    if owner != NOBODY and sum(desk.here(colony)) < world.colony_class[colony]:
        desk.podesta = put(desk.podesta, colony, NOBODY)
        tell(told, "VTA-7.33.fallen", player=desk.seats.names[owner], colony=world.colonies[colony])
        move_venice(world, desk, -1, told)


def leader(row: tuple[int, ...]) -> int:
    """Who has strictly the most, or NOBODY (VTA-7.31)."""
    most = max(row)
    return row.index(most) if row.count(most) == 1 else NOBODY


class _Leaders(dict[tuple[int, ...], int]):
    """The leader of every row of influence that has occurred."""

    def __missing__(self, row: tuple[int, ...]) -> int:
        self[row] = first = leader(row)
        return first


LEADERS = _Leaders()


def appoint(world: World, desk: Desk, told: Told) -> None:
    """VTA-7.30 to 7.34: the podestàs at the end of a turn."""
    before = desk.podesta
    leaders = list(map(LEADERS.__getitem__, by_place(desk.influence, desk.size)))
    others = compress(range(len(before)), map(ne, leaders, before))
    for colony in sorted(others, key=world.podesta_rank.__getitem__):
        first, old = leaders[colony], before[colony]
        if first == NOBODY or sum(desk.here(colony)) < world.colony_class[colony]:
            continue
        facts = {"player": desk.seats.names[first], "colony": world.colonies[colony]}
        if desk.podesta.count(first) >= world.numbers.podesta:
            tell(told, "VTA-7.34.none", n=world.numbers.podesta, **facts)
            continue
        desk.podesta = put(desk.podesta, colony, first)
        if old == NOBODY:
            tell(told, "VTA-7.30.placed", **facts)
            move_venice(world, desk, 1, told)
        else:
            tell(told, "VTA-7.32.replaced", old=desk.seats.names[old], **facts)
