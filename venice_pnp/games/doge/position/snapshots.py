"""Snapshots and views: a table as plain values, built up from what the onlooker may know (section 9)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from venice_pnp.contract.play import TABLE, Snapshot
from venice_pnp.games.doge.rules.state import (
    ADVISOR,
    HOUSES,
    MOVE_HOUSE,
    NOBODY,
    PLACING,
    SETUP,
    VOTING,
    WAITING,
    Desk,
    Item,
    Tokens,
    Vote,
)
from venice_pnp.games.doge.rules.world import World

AT_WAITING = "waiting"  # DOGE-9.9
CHOSEN = "chosen"  # DOGE-9.12


def picture(world: World, state: Desk, knows: Collection[int]) -> Snapshot:
    """The snapshot; tokens only of the players in `knows`, of others their number (DOGE-9.12)."""
    names = state.seats.names
    return {
        "snapshot": 1,
        "game": world.game,
        "players": list(names),
        "round": state.round,
        "phase": state.phase,
        "turn": state.turn or None,
        "order": {
            "set": world.set_of(state.round),
            "now": [world.fields[f] for f in state.now],
            "voted": state.voted,
            "next": [world.fields[f] for f in state.next],
        },
        "supply": {name: _supply(state, player, player in knows) for player, name in enumerate(names)},
        "cards-played": {name: [world.fields[f] for f in state.cards[p]] for p, name in enumerate(names)},
        "pending": {
            name: _choice(world, choice) if player in knows else CHOSEN
            for player, (name, choice) in enumerate(zip(names, state.chosen, strict=True))
            if choice is not None
        },
        "fields": {name: _field(world, state, field, knows) for field, name in enumerate(world.fields)},
        "advisors": {
            name: {
                "by": None if owner == NOBODY else names[owner],
                "at": AT_WAITING if at == WAITING else world.fields[at],
            }
            for name, owner, at in zip(world.advisors, state.rings, state.stands, strict=True)
        },
        "vote": None if state.vote is None else _vote(world, names, state.vote),
        "await": await_list(world, state),
        "winners": [names[w] for w in state.winners],
    }


def _supply(state: Desk, player: int, known: bool) -> dict[str, Any]:
    tokens: list[int] | int
    choice = state.chosen[player]
    if known:
        tokens = list(state.tokens_left[player])
    else:  # a sealed choice still counts, or its size would show
        tokens = len(state.tokens_left[player]) + (len(choice[1]) if choice else 0)
    return {
        "tokens": tokens,
        "houses": state.houses_left[player],
        "palazzi": state.palazzi_left[player],
        "rings": state.rings_left[player],
    }


def _choice(world: World, choice: tuple[int, Tokens]) -> dict[str, Any]:
    return {"field": world.fields[choice[0]], "tokens": list(choice[1])}


def _field(world: World, state: Desk, field: int, knows: Collection[int]) -> dict[str, Any]:
    names = state.seats.names
    votes_now = state.vote is not None and state.vote.field == field  # DOGE-6.15
    tokens: dict[str, list[int] | int] = {}
    for player, name in enumerate(names):
        stack = state.stacks[state.spot(field, player)]
        if stack:
            tokens[name] = list(stack) if votes_now or player in knows else len(stack)
    if not world.is_district[field]:
        return {"tokens": tokens}
    return {
        "tokens": tokens,
        "houses": {name: state.houses[state.spot(field, player)] for player, name in enumerate(names)},
        "palazzi": [names[owner] for owner in state.palazzi[field]],
    }


def _vote(world: World, names: tuple[str, ...], vote: Vote) -> dict[str, Any]:
    return {
        "field": world.fields[vote.field],
        "totals": {name: votes for name, votes in zip(names, vote.totals, strict=True) if votes},
        "first": [names[p] for p in vote.first],
        "second": [names[p] for p in vote.second],
        "agenda": [_item(world, names, item) for item in vote.agenda],
        "tie-base": None if vote.base is None else {world.fields[d]: vote.base[d] for d in world.districts},
    }


def _item(world: World, names: tuple[str, ...], item: Item) -> dict[str, Any]:
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


def await_list(world: World, state: Desk) -> list[dict[str, Any]]:
    """DOGE-9.11"""
    names, phase = state.seats.names, state.phase
    if phase == PLACING:
        left = state.tokens_left
        return [{"by": names[p], "for": "place"} for p, choice in enumerate(state.chosen) if choice is None and left[p]]
    if phase == VOTING:
        vote = state.vote
        return [_item(world, names, vote.agenda[0])] if vote and vote.agenda else [{"by": TABLE, "for": "reveal"}]
    return [{"by": TABLE, "for": "order"}] if phase == SETUP else []
