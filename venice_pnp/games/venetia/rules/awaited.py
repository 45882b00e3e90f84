"""Who may move now, and for what (VTA-5.1, 9.5)."""

from __future__ import annotations

from typing import Any

from venice_pnp.contract.play import TABLE
from venice_pnp.games.venetia.rules.elections import is_first
from venice_pnp.games.venetia.rules.state import (
    ACTION,
    CANDIDATE_PHASES,
    CHOOSE_DOGE,
    DIE,
    DISTRICTS,
    DRAW,
    MARKER,
    OVER,
    ROLL,
    SCORING,
    THREAT,
    TILE,
    Desk,
)

BY_ACTIVE, BY_CHANCE = (ACTION, DIE, MARKER), (THREAT, ROLL, TILE, DISTRICTS)  # VTA-5.1: who decides in a phase
NOT_BY_ONE = frozenset({*CANDIDATE_PHASES, SCORING, OVER})


def await_list(desk: Desk) -> list[dict[str, Any]]:
    """VTA-9.5"""
    names, phase = desk.seats.names, desk.phase
    if phase not in NOT_BY_ONE:
        return [{"by": _who(desk), "for": phase}]
    if phase in CANDIDATE_PHASES:
        verb = desk.seats.candidate_verb
        return [{"by": names[p], "for": verb} for p, ballot in enumerate(desk.ballots) if ballot is None]
    if phase == SCORING:
        return [{"by": names[p], "for": "reveal"} for p in desk.reveal]
    return []


def is_awaited(desk: Desk, by: str) -> bool:
    """Does the list above name him?"""
    phase = desk.phase
    if phase in BY_ACTIVE:  # the most frequent ones
        return by == desk.seats.names[desk.active]
    if phase not in NOT_BY_ONE:
        return by == _who(desk)
    if phase in CANDIDATE_PHASES:
        return by in desk.seats.number and desk.ballots[desk.seats.number[by]] is None
    return phase == SCORING and by in desk.seats.number and desk.seats.number[by] in desk.reveal


def _who(desk: Desk) -> str:
    """The one who decides in this phase (VTA-5.1)."""
    names, phase = desk.seats.names, desk.phase
    if phase in BY_ACTIVE:
        return names[desk.active]
    if phase == DRAW:
        return names[desk.draws[0]]
    if phase in BY_CHANCE or (phase == CHOOSE_DOGE and is_first(desk)):
        return TABLE
    return names[desk.doge]  # VETO, CHOOSE_DOGE
