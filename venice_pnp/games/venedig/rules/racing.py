"""Gondolas (VEN-7.24 to VEN-7.27)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from venice_pnp.contract.play import Event
from venice_pnp.contract.rows import put
from venice_pnp.games.venedig.rules.state import Desk
from venice_pnp.games.venedig.rules.world import World


def goal_of(world: World, start: int, points: int, others: Collection[int]) -> int:
    """Where a gondola ends: one space a point, occupied ones are jumped over and not counted."""
    same = world.same_place
    place = start
    while points:
        place += 1
        if place not in others and same.get(place, place) not in others:  # VEN-7.27
            points -= 1
    return place


def go(world: World, desk: Desk, player: int, points: int, told: list[Event]) -> None:
    """VEN-7.25, VEN-7.26"""
    name, start = desk.seats.names[player], desk.gondolas[player]
    if not points:
        told.append(Event("VEN-7.26.stays", {"player": name}))
        return
    others = [*desk.gondolas]
    del others[player]
    end = goal_of(world, start, points, others)
    desk.gondolas = put(desk.gondolas, player, end)
    jumped = end - start - points
    facts: dict[str, Any] = {"player": name, "points": points, "from": start, "to": end, "jumped": jumped}
    if jumped:
        passed = {*range(start + 1, end)}
        passed |= {world.same_place.get(place, place) for place in passed}
        seats = zip(desk.seats.names, desk.gondolas, strict=True)
        facts["over"] = [other for other, place in seats if other != name and place in passed]
    told.append(Event("VEN-7.25.jumped" if jumped else "VEN-7.25.moved", facts))
