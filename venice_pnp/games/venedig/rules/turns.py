"""Whose move is it, and does it fit the phase (VEN-6.1 to VEN-6.4)?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from venice_pnp.contract.play import Refused
from venice_pnp.games.venedig.rules.forms import Build
from venice_pnp.games.venedig.rules.state import (
    ACTION,
    AFTER,
    BUILD,
    DRAIN,
    DRAW,
    DROP,
    HALT,
    LAST_EXCHANGE,
    OVER,
    PLAY,
    Desk,
    Due,
)
from venice_pnp.games.venedig.rules.world import World

YES = ""
TABLE: Mapping[str, Mapping[str, str]] = {  # VEN-6.4, without the columns of the ended game
    verb: dict(zip((PLAY, BUILD, HALT, DROP, DRAIN, DRAW, AFTER), rules, strict=True))
    for verb, rules in {
        "play": (YES, "VEN-5.5", "VEN-5.5", "VEN-7.30", "VEN-5.3", "VEN-5.3", "VEN-5.3"),
        "exchange": (YES, YES, YES, YES, YES, YES, "VEN-6.2"),
        "halt": ("VEN-6.2", YES, "VEN-5.5", "VEN-7.30", "VEN-6.2", "VEN-6.2", "VEN-6.2"),
        "pass": ("VEN-6.2", "VEN-5.5", YES, "VEN-7.30", "VEN-6.2", "VEN-6.2", YES),
        "drop": ("VEN-6.2", "VEN-5.5", "VEN-5.5", YES, "VEN-6.2", "VEN-6.2", "VEN-6.2"),
        "drain": (YES, "VEN-5.5", "VEN-5.5", "VEN-7.30", YES, "VEN-5.3", "VEN-5.3"),
        "draw": (YES, "VEN-5.5", "VEN-5.5", "VEN-7.30", YES, YES, "VEN-5.3"),
        "reveal": (YES, "VEN-5.5", "VEN-5.5", "VEN-7.30", "VEN-7.46", "VEN-7.46", YES),
    }.items()
}
OPENS_TURN = frozenset({"play", "drain", "draw", "exchange", "reveal"})
LASTLY = frozenset({"exchange", "pass"})


def check_turn(world: World, desk: Desk, verb: str, player: int) -> None:
    """Every move but `build`: who, then when. A move of the other player closes `after`."""
    check_end(desk, verb)
    names = desk.seats.names
    if player != desk.turn:
        if desk.phase != AFTER or verb not in OPENS_TURN:
            raise Refused("VEN-6.1", {"player": names[player], "turn": names[desk.turn], "phase": desk.phase})
        next_turn(desk)
    if desk.phase == LAST_EXCHANGE:
        return
    rule = TABLE[verb][desk.phase]
    if rule:
        facts = {"verb": verb, "phase": desk.phase, "player": names[player], "due": _due_kinds(world, desk)}
        raise Refused(rule, facts, f"{rule}.phase")
    if verb == "reveal" and (not desk.seats.two or desk.revealed):
        raise Refused("VEN-7.46", {"player": names[player]}, "VEN-7.46.used" if desk.seats.two else "VEN-7.46.players")


def check_end(desk: Desk, verb: str) -> None:
    """VEN-8.3"""
    if desk.phase == OVER:
        raise Refused("VEN-8.3", {"verb": verb}, "VEN-8.3.over")
    if desk.phase == LAST_EXCHANGE and verb not in LASTLY:
        raise Refused("VEN-8.3", {"verb": verb, "player": desk.seats.names[desk.turn]}, "VEN-8.3.last-exchange")


def due_for(world: World, desk: Desk, player: int, build: Build) -> Due:
    """The due building that a `build` is about (VEN-7.9, VEN-7.10)."""
    check_end(desk, "build")
    kind = world.kinds[build.kind]
    due = [d for d in desk.due if d.kind == build.kind] if desk.phase == BUILD else []
    if not due:
        key = "VEN-7.9.halt" if desk.phase == HALT else "VEN-7.9" if desk.due else "VEN-7.9.nothing"
        facts = {"kind": kind, "due": _due_kinds(world, desk), "player": desk.seats.names[desk.turn]}
        raise Refused("VEN-7.9", facts, key)
    if world.shared[build.kind]:
        if build.alone is None and len(due) > 1:
            raise Refused("VEN-6.3", {"kind": kind}, "VEN-6.3.alone")
        if build.alone is not None:
            due = [d for d in due if d.alone == build.alone]
        if not due:
            raise Refused("VEN-7.9", {"kind": kind}, "VEN-7.9.lone" if build.alone else "VEN-7.9.shared")
    chooser = chooser_of(desk, due[0])
    if player != chooser:
        facts = {"player": desk.seats.names[player], "builder": desk.seats.names[chooser], "kind": kind}
        raise Refused("VEN-7.10", facts)
    return due[0]


def chooser_of(desk: Desk, due: Due) -> int:
    """Who decides about a due building; for the imaginary player the active one (VEN-7.50)."""
    return desk.turn if due.builder == desk.seats.imaginary else due.builder


def awaited(desk: Desk) -> list[dict[str, Any]]:
    """VEN-9.3: who may move now, and for what."""
    names, phase = desk.seats.names, desk.phase
    if phase == OVER:
        return []
    if phase == BUILD:
        choosers = dict.fromkeys([chooser_of(desk, due) for due in desk.due])
        return [{"by": names[player], "for": BUILD} for player in choosers]
    item = {"by": names[desk.turn], "for": phase}
    if phase == AFTER:
        return [item, *({"by": names[player], "for": PLAY} for player in desk.seats.clockwise(desk.turn))]
    return [item]


def next_turn(desk: Desk) -> None:
    """VEN-5.10"""
    desk.turn = (desk.turn + 1) % len(desk.seats.names)
    desk.phase, desk.step, desk.revealed = PLAY, ACTION, False


def _due_kinds(world: World, desk: Desk) -> list[str]:
    return [world.kinds[due.kind] for due in desk.due]
