"""Who may move now, and for what (DOGE-9.11)."""

from __future__ import annotations

from typing import Any

from venice_pnp.contract.play import TABLE
from venice_pnp.games.doge.rules.state import (
    ADVISOR,
    HOUSES,
    MOVE_HOUSE,
    PLACING,
    SETUP,
    VOTING,
    Desk,
    OpenDecision,
    placing_verb,
    to_show,
)
from venice_pnp.games.doge.rules.world import World


def await_list(world: World, state: Desk) -> list[dict[str, Any]]:
    names, phase = state.seats.names, state.phase
    if phase == PLACING:
        left, verb = state.tokens_left, placing_verb(state)
        return [{"by": names[p], "for": verb} for p, choice in enumerate(state.chosen) if choice is None and left[p]]
    if phase == VOTING:
        vote = state.vote
        if unseen := to_show(state):
            return [_shows(world, state, player) for player in unseen]
        return [decision(world, names, vote.agenda[0])] if vote and vote.agenda else [{"by": TABLE, "for": "reveal"}]
    return [{"by": TABLE, "for": "order"}] if phase == SETUP else []


def _shows(world: World, state: Desk, player: int) -> dict[str, Any]:
    """DOGE-6.20"""
    field = state.now[state.voted]
    n = len(state.stacks[state.spot(field, player)])
    return {"by": state.seats.names[player], "for": "show", "field": world.fields[field], "n": n}


def decision(world: World, names: tuple[str, ...], item: OpenDecision) -> dict[str, Any]:
    """An open decision of a vote."""
    told: dict[str, Any] = {"by": names[item.by], "for": item.kind}
    if item.kind == ADVISOR:
        told["advisor"] = world.advisors[item.about]
    elif item.kind == MOVE_HOUSE:
        told["left"] = item.n
    else:
        told["field"] = world.fields[item.about]
        told["max" if item.kind == HOUSES else "cost"] = item.n
    if item.tie:
        told["tie"] = item.tie
    return told
