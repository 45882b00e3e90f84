"""A building goes up: site, treasures, points, gondolas, tidying up (VEN-7.11 to VEN-7.29)."""

from __future__ import annotations

from itertools import compress
from typing import Any

from venice_pnp.contract.play import Event, Refused
from venice_pnp.contract.rows import add, put
from venice_pnp.games.venedig.rules import hidden
from venice_pnp.games.venedig.rules.forms import Build
from venice_pnp.games.venedig.rules.racing import go
from venice_pnp.games.venedig.rules.state import (
    HALT,
    HIDDEN,
    HOME,
    Desk,
    Due,
    shared_cards,
)
from venice_pnp.games.venedig.rules.world import Site, World, nth

SHAPES = {"field": "one", "neighbours": "two", "corner": "three"}  # VEN-7.12


# --- sites ------------------------------------------------------------------------------------------------
def check_build(world: World, desk: Desk, due: Due, build: Build) -> Site:
    """VEN-7.11 to VEN-7.13, VEN-7.22, VEN-7.29; a wrong shape is named before an occupied field."""
    kind = world.kinds[due.kind]
    site = world.site_at[due.kind].get(tuple(sorted(build.fields)))
    if site is None:
        facts = {"kind": kind, "fields": world.names_of(build.fields)}
        raise _wrong_shape(world.kind(due.kind).site, facts)
    taken = site.mask & (desk.covered | desk.marsh)
    if taken:
        field = nth(taken, 0)
        key = "VEN-7.11.built" if desk.covered >> field & 1 else "VEN-7.11.swamp"
        raise Refused("VEN-7.11", {"field": world.fields[field], "kind": kind}, key)
    if build.quarter is not None and build.quarter not in site.quarters:
        known = [world.quarters[q] for q in site.quarters]
        raise Refused("VEN-7.22", {"quarter": world.quarters[build.quarter], "known": known})
    if build.halt is not None and build.halt not in participants(world, desk, due):
        raise Refused("VEN-7.29", {"player": desk.seats.names[build.halt], "kind": kind})
    return site


def _wrong_shape(site: str, facts: dict[str, Any]) -> Refused:
    """VEN-7.12, VEN-7.13"""
    if site == "bridge":
        return Refused("VEN-7.13", facts)
    return Refused("VEN-7.12", facts, f"VEN-7.12.{SHAPES[site]}")


def free_sites(world: World, desk: Desk, kind: int) -> list[Site]:
    """VEN-7.11"""
    return list(compress(world.sites[kind], world.open_sites(kind, desk.marsh | desk.covered)))


def has_site(world: World, desk: Desk, kind: int) -> bool:
    taken = desk.marsh | desk.covered
    for site in world.sites[kind]:  # noqa: SIM110 - any() is slower
        if not site.mask & taken:
            return True
    return False


# --- points -----------------------------------------------------------------------------------------------
def points_of(world: World, desk: Desk, kind: int, site: Site, quarter: int) -> int:
    """Points for the builder, as the board is when the piece lies (VEN-7.19 to VEN-7.22)."""
    points = world.kind(kind).points
    if isinstance(points, int):
        return points
    if points == "unbuilt-neighbour":
        return (site.around & ~desk.covered).bit_count()
    if points == "built-neighbour":
        return (site.around & desk.covered).bit_count()
    return desk.casas[quarter]


def richer(desk: Desk, site: Site) -> int:
    """The quarter with more casas; the first if they have equally many (VEN-7.22)."""
    if len(site.quarters) == 1:
        return site.quarters[0]
    return max(site.quarters, key=lambda quarter: (desk.casas[quarter], -quarter))


def participants(world: World, desk: Desk, due: Due) -> list[int]:
    """Real players who take part, in the order of treasures and gondolas (VEN-7.17, VEN-7.24, VEN-7.50)."""
    imaginary = desk.seats.imaginary
    if due.alone:
        return [] if due.builder == imaginary else [due.builder]
    cards = shared_cards(world.needed, desk, due.kind)
    first = desk.turn if due.builder == imaginary else due.builder
    row = [first, *desk.seats.clockwise(first)]
    return [player for player in row if player == due.builder or cards[player]]


# --- building ---------------------------------------------------------------------------------------------
def build(world: World, desk: Desk, due: Due, wish: Build, site: Site, told: list[Event]) -> bool:
    """VEN-7.16; False if a halt was asked for."""
    row = participants(world, desk, due)
    _place(world, desk, due, site, told)
    for player in row:
        _treasure(world, desk, player, site, told)
    quarter = wish.quarter if wish.quarter is not None else richer(desk, site)
    points = points_of(world, desk, due.kind, site, quarter)
    half = points // world.numbers.helpers_share  # VEN-7.23
    moves = [(player, points if player == due.builder else half) for player in row]
    rest = list(desk.due)
    rest.remove(due)
    desk.due, desk.moving = (due, *rest), tuple(moves)
    if wish.halt is not None and wish.halt not in desk.halts:
        desk.halts = (*desk.halts, wish.halt)
    return go_on(world, desk, told)


def go_on(world: World, desk: Desk, told: list[Event]) -> bool:
    """The gondolas that are still to move, then the cards; False if a halt comes before one of them (VEN-7.29)."""
    while desk.moving:
        player, points = desk.moving[0]
        if player in desk.halts:
            desk.phase, desk.halts = HALT, tuple(one for one in desk.halts if one != player)
            told.append(Event("VEN-7.29.halt", {"player": desk.seats.names[player]}))
            return False
        go(world, desk, player, points, told)
        desk.moving = desk.moving[1:]
    tidy_up(world, desk, told)
    return True


# --- a halt (VEN-7.29) ------------------------------------------------------------------------------------
def check_halt(world: World, desk: Desk, before: int) -> None:
    """The active player may stop before any gondola that a due building moves."""
    rule, name = "VEN-7.29", desk.seats.names[before]
    if before not in sailing(world, desk):
        raise Refused(rule, {"player": name}, f"{rule}.nobody")
    if before in desk.halts:
        raise Refused(rule, {"player": name}, f"{rule}.twice")


def sailing(world: World, desk: Desk) -> set[int]:
    """Everybody whose gondola a due building moves."""
    return {player for due in desk.due for player in participants(world, desk, due)}


def forget_halts(world: World, desk: Desk) -> None:
    """A wish to stop ends with the last building that moves this gondola."""
    if desk.halts:
        left = sailing(world, desk)
        desk.halts = tuple(player for player in desk.halts if player in left)


def _place(world: World, desk: Desk, due: Due, site: Site, told: list[Event]) -> None:
    desk.built = (*desk.built, (due.kind, site.fields))
    desk.covered |= site.mask
    desk.supply = add(desk.supply, due.kind, -1)
    if due.kind == world.casa:
        desk.casas = add(desk.casas, site.quarters[0], 1)
    facts = {
        "player": desk.seats.sides[due.builder],
        "kind": world.kinds[due.kind],
        "fields": world.names_of(site.fields),
    }
    told.append(Event("VEN-7.16.placed", facts))


def _treasure(world: World, desk: Desk, player: int, site: Site, told: list[Event]) -> None:
    """VEN-7.17, VEN-7.18"""
    if world.touched(desk.gondolas[player]).isdisjoint(site.quarters):
        return
    if not desk.chest:
        told.append(Event("VEN-7.18.empty", {"player": desk.seats.names[player]}))
        return
    hidden.take_treasure(desk, player)
    desk.chest -= 1
    desk.treasures = put(desk.treasures, player, (*desk.treasures[player], HIDDEN))
    told.append(Event("VEN-7.17.treasure", {"player": desk.seats.names[player]}))


def tidy_up(world: World, desk: Desk, told: list[Event]) -> None:
    """VEN-7.28, for the building that stands first among the due ones."""
    due = desk.due[0]
    put_away(world, desk, due)
    key = "VEN-7.28.alone" if due.alone else "VEN-7.28.shared"
    facts = {"kind": world.kinds[due.kind], "player": desk.seats.sides[due.builder], "n": world.kind(due.kind).cards}
    told.append(Event(key, facts))


def put_away(world: World, desk: Desk, due: Due) -> None:
    """Its cards to the discard pile; the figure of a shared building home."""
    kind = due.kind
    if due.alone:
        needed = world.needed[kind]
        desk.out = put(desk.out, due.builder, add(desk.out[due.builder], kind, -needed))
        desk.discard = add(desk.discard, kind, needed)
    else:
        cards = shared_cards(world.needed, desk, kind)
        for side, n in enumerate(cards):
            if n:
                desk.out = put(desk.out, side, add(desk.out[side], kind, -n))
        desk.discard = add(desk.discard, kind, sum(cards))
        desk.builders = put(desk.builders, kind, HOME)
    at = desk.due.index(due)
    desk.due = (*desk.due[:at], *desk.due[at + 1 :])


def lapse(world: World, desk: Desk, told: list[Event]) -> None:
    """VEN-7.14: a due building without a free site is lost."""
    for due in desk.due:
        if not has_site(world, desk, due.kind):
            put_away(world, desk, due)
            told.append(Event("VEN-7.14.lapsed", {"kind": world.kinds[due.kind]}))
