"""Snapshots and views: a table as plain values, built up from what the onlooker may know (section 9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from venice_pnp.contract.play import Snapshot
from venice_pnp.games.venedig.rules.state import (
    AFTER,
    BOARD,
    BUILD,
    HALT,
    HIDDEN,
    HOME,
    LAST_EXCHANGE,
    NOBODY,
    OVER,
    PLAY,
    Counts,
    Desk,
    Due,
    Secret,
    Tiles,
)
from venice_pnp.games.venedig.rules.turns import chooser_of
from venice_pnp.games.venedig.rules.world import World, members

UNKNOWN = "hidden"


def picture(world: World, state: Desk, knows: Collection[int], piles: bool = False) -> Snapshot:
    """The snapshot. What a seed has dealt is added for the players in `knows`, and the piles if asked for."""
    seats = state.seats
    names, sides = seats.names, seats.sides
    made: Snapshot = {
        "snapshot": 1,
        "game": world.game,
        "players": list(names),
        "options": {"deck": seats.deck},
        "phase": state.phase,
        "turn": None if state.turn == NOBODY else names[state.turn],
        "await": await_list(state),
    }
    if seats.two:
        made["step"], made["revealed"] = state.step, state.revealed
    made |= {
        "gondolas": dict(zip(names, state.gondolas, strict=True)),
        "hands": {name: _hand(world, hand) for name, hand in zip(names, state.hands, strict=True)},
        "out": {name: _cards(world, cards) for name, cards in zip(sides, state.out, strict=True)},
        "builders": {
            world.kinds[kind]: BOARD if state.builders[kind] == HOME else sides[state.builders[kind]]
            for kind in world.figures
        },
        "tiles": {
            name: {"swamp": _tiles(swamp), "treasure": _tiles(treasures)}
            for name, swamp, treasures in zip(names, state.swamp, state.treasures, strict=True)
        },
        "built": [{"building": world.kinds[kind], "fields": world.names_of(fields)} for kind, fields in state.built],
        "drained": world.names_of(drained(world, state)),
        "supply": dict(zip(world.kinds, state.supply, strict=True)),
        "treasure-supply": state.chest,
        "spent": _tiles(state.spent),
        "pool": [world.kinds[kind] for kind in state.pool],
        "discard": _cards(world, state.discard),
        "draw-pile": state.pile,
        "due": [_due(world, sides, due) for due in state.due],
    }
    if state.phase == HALT:
        made["moving"] = [{"player": names[player], "points": points} for player, points in state.moving]
    if state.ended_by != NOBODY:
        made["ended-by"] = names[state.ended_by]
    if state.phase == LAST_EXCHANGE:
        made["to-exchange"] = [names[player] for player in state.to_exchange]
    if state.phase == OVER:
        made["winners"] = [names[player] for player in state.winners]
    if state.secret is not None and (knows or piles):
        made["secret"] = _secret(world, names, state.secret, knows, piles)
    return made


def drained(world: World, state: Desk) -> list[int]:
    """Swamp fields without tile and without building."""
    return members(world.swamp & ~state.marsh & ~state.covered)


def _cards(world: World, cards: Counts) -> dict[str, int]:
    return {kind: n for kind, n in zip(world.kinds, cards, strict=True) if n}


def _hand(world: World, hand: Counts) -> dict[str, int]:
    made = _cards(world, hand[:-1])
    if hand[-1]:
        made[UNKNOWN] = hand[-1]
    return made


def _tiles(tiles: Tiles) -> list[int | str]:
    return [UNKNOWN if value == HIDDEN else value for value in tiles]


def _due(world: World, sides: tuple[str, ...], due: Due) -> dict[str, Any]:
    made: dict[str, Any] = {"building": world.kinds[due.kind], "builder": sides[due.builder]}
    if world.shared[due.kind]:
        made["alone"] = due.alone
    return made


def _secret(world: World, names: tuple[str, ...], secret: Secret, knows: Iterable[int], piles: bool) -> dict[str, Any]:
    made: dict[str, Any] = {"seed": secret.seed} if piles else {}
    made["hands"] = {names[player]: _cards(world, secret.hands[player]) for player in knows}
    made["tiles"] = {
        names[player]: {"swamp": list(secret.swamp[player]), "treasure": list(secret.treasures[player])}
        for player in knows
    }
    if piles:
        made["draw-order"] = [world.kinds[kind] for kind in secret.pile]
        made["swamp-values"] = {world.fields[f]: value for f, value in enumerate(secret.under) if value != HIDDEN}
        made["treasure-order"] = list(secret.chest)
    return made


def await_list(state: Desk) -> list[dict[str, Any]]:
    """VEN-9.3"""
    names, phase = state.seats.names, state.phase
    if phase == OVER:
        return []
    if phase == BUILD:
        choosers = dict.fromkeys([chooser_of(state, due) for due in state.due])
        return [{"by": names[player], "for": BUILD} for player in choosers]
    item = {"by": names[state.turn], "for": phase}
    if phase == AFTER:
        return [item, *({"by": names[player], "for": PLAY} for player in state.seats.clockwise(state.turn))]
    return [item]
