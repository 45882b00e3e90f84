"""Snapshots and views: a table as plain values, built up from what the onlooker may know (section 9)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from venice_pnp.contract.play import TABLE, Snapshot
from venice_pnp.games.venetia.rules.elections import is_first
from venice_pnp.games.venetia.rules.holding import deck_size
from venice_pnp.games.venetia.rules.scoring import END, END_PARTS, PARTS
from venice_pnp.games.venetia.rules.state import (
    ACTION,
    CANDIDATE_PHASES,
    CHOOSE_DOGE,
    DIE,
    DISTRICTS,
    DRAW,
    ELECTION,
    FINAL,
    FIRST_DOGE,
    HIDDEN,
    MARKER,
    NEXT,
    NOBODY,
    NOWHERE,
    OVER,
    ROLL,
    SCORING,
    THREAT,
    TILE,
    UNKNOWN,
    VETO,
    Desk,
    Line,
    Row,
    Turn,
)
from venice_pnp.games.venetia.rules.world import World

NONE = "none"
UNSEEN = "?"
BY_ACTIVE, BY_CHANCE = (ACTION, DIE, MARKER), (THREAT, ROLL, TILE, DISTRICTS)  # VTA-5.1: who decides in a phase
NOT_BY_ONE = frozenset({*CANDIDATE_PHASES, SCORING, OVER})
Known = Collection[int]  # players whose secrets the onlooker knows


def picture(world: World, desk: Desk, knows: Known) -> Snapshot:
    """The snapshot; hidden cards and markers only of the players in `knows`."""
    seats, names = desk.seats, desk.seats.names
    shown: Snapshot = {
        "snapshot": 1,
        "game": world.game,
        "players": list(names),
        "options": {"city": seats.city, "veto": seats.veto, "early-kingdoms": seats.early},
        "phase": desk.phase,
        "active": _name(desk, desk.active),
        "epoch": desk.epoch,
        "power": {"venice": desk.venice, "enemy": desk.enemy, "eighth": desk.eighth, "met": desk.met},
        "doge": {"player": _name(desk, desk.doge), "family": desk.doge_card, "markers": desk.markers},
        "shame": _name(desk, desk.shame),
        "pool": {kind: list(values) for kind, values in zip(world.types, desk.pool, strict=True)},
        "turn": NONE if desk.turn is None else _turn(world, desk.turn),
        "pending": pending_part(world, desk, knows),
        "colonies": _colonies(world, desk),
        "seas": _seas(world, desk),
        "kingdoms": {world.regions[r]: world.kingdoms[k] for r, k in enumerate(desk.kingdoms) if k != NOWHERE},
        "threats-used": [world.threats[card] for card in desk.used],
        "discard": _cards(world, desk.discard, True),
    }
    if seats.city:
        shown["city"] = _city(world, desk)
        shown["districts-aside"] = [world.districts[d] for d in desk.aside]
    shown["deck"] = deck_size(world, desk)
    shown["houses"] = {name: _house(world, desk, player, player in knows) for player, name in enumerate(names)}
    if desk.phase == OVER:
        shown["winners"] = [names[w] for w in desk.winners]
    shown["await"] = await_list(desk)
    return shown


def _name(desk: Desk, player: int) -> str:
    return NONE if player == NOBODY else desk.seats.names[player]


def _cards(world: World, pile: Row, known: bool) -> list[str]:
    return [UNSEEN if card == UNKNOWN or not known else world.cards[card] for card in pile]


def place_name(world: World, at: int) -> str:
    """A colony, or a sea counted on after the colonies."""
    if at == NOWHERE:
        return NONE
    colonies = len(world.colonies)
    return world.colonies[at] if at < colonies else world.seas[at - colonies]


def _turn(world: World, turn: Turn) -> dict[str, Any]:
    return {
        "type": world.types[turn.type],
        "value": turn.value,
        "ap": turn.ap,
        "spent": turn.spent,
        "route": [world.seas[s] for s in turn.route],
        "trade": [world.colonies[c] for c in turn.trade],
        "politics": NONE if turn.politics == NOWHERE else world.colonies[turn.politics],
        "tiles": [world.tiles[t] for t in turn.tiles],
        "attacks": turn.attacks,
        "bonus": list(turn.bonus),
        "peace": turn.peace,
        "card": NONE if turn.card == UNKNOWN else world.cards[turn.card],
        "replaced": turn.replaced,
        "at": place_name(world, turn.at),
    }


def pending_part(world: World, desk: Desk, knows: Known) -> dict[str, Any]:
    """What the phase waits for."""
    names, phase = desk.seats.names, desk.phase
    if phase in (THREAT, VETO):
        waits = {"threats": desk.threats, "occasion": desk.occasion, "vetoed": desk.vetoed}
        return {**waits, "card": world.threats[desk.threat]} if phase == VETO else waits
    if phase == DRAW:
        draws: dict[str, Any] = {"draw": [names[p] for p in desk.draws], "to": desk.draw_to, "then": desk.draw_then}
        if desk.seen != UNKNOWN:
            draws["card"] = world.cards[desk.seen] if desk.draws[0] in knows else UNSEEN
        return draws
    if phase == TILE:
        return {"claim": desk.claim}
    if phase in (FIRST_DOGE, ELECTION, DISTRICTS, CHOOSE_DOGE):
        return _election(world, desk, knows)
    if phase == SCORING:
        return {"reveal": [names[p] for p in desk.reveal], "then": desk.after}
    return {}


def _election(world: World, desk: Desk, knows: Known) -> dict[str, Any]:
    sealed = desk.phase in CANDIDATE_PHASES
    candidates: dict[str, Any] = {}
    for player, ballot in enumerate(desk.ballots):
        if ballot is not None:
            name = desk.seats.names[player]
            if sealed and player not in knows:
                candidates[name] = UNSEEN
            else:
                candidates[name] = {"family": ballot.family, "cards": _cards(world, ballot.cards, True)}
    if is_first(desk) and not candidates:
        return {}
    waits: dict[str, Any] = {"candidates": candidates}
    if not is_first(desk):
        waits["then"] = FINAL if desk.final else NEXT
    if desk.drawn:
        waits["districts"] = [world.districts[d] for d in desk.drawn]
    if desk.phase == CHOOSE_DOGE:
        waits["votes"] = dict(zip(desk.seats.names, desk.votes, strict=True))
        waits["tied"] = [desk.seats.names[p] for p in desk.tied]
    return waits


def _colonies(world: World, desk: Desk) -> dict[str, Any]:
    shown = {}
    names, n, row = desk.seats.names, desk.size, desk.influence
    for colony, name in enumerate(world.colonies):
        here = row[colony * n : colony * n + n]
        if any(here) or desk.podesta[colony] != NOBODY:
            part: dict[str, Any] = {names[p]: i for p, i in enumerate(here) if i}
            if desk.podesta[colony] != NOBODY:
                part["podesta"] = names[desk.podesta[colony]]
            shown[name] = part
    return shown


def _seas(world: World, desk: Desk) -> dict[str, Any]:
    shown = {}
    for sea, name in enumerate(world.seas):
        part: dict[str, Any] = {"control": True} if desk.control[sea] else {}
        if desk.fleets[sea]:
            part["fleets"] = desk.fleets[sea]
        part |= {desk.seats.names[p]: i for p, i in enumerate(desk.afloat(sea)) if i}
        if part:
            shown[name] = part
    return shown


def _city(world: World, desk: Desk) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    for district in world.sestieri:
        for player, name in enumerate(desk.seats.names):
            at = desk.spot(district, player)
            counts = {"ducats": desk.ducats[at], "new": desk.new[at], "grey": desk.grey[at]}
            if any(counts.values()):
                shown.setdefault(world.districts[district], {})[name] = counts
    return shown


def _house(world: World, desk: Desk, player: int, known: bool) -> dict[str, Any]:
    return {
        "colour": desk.seats.colours[player],
        "family": list(desk.family[player]),
        "hand": _cards(world, desk.hand[player], known),
        "box": _cards(world, desk.box[player], known),
        "treaties": [world.kingdoms[k] for k in desk.treaties[player]],
        "vp": [UNSEEN if value == HIDDEN or not known else value for value in desk.vp[player]],
        "doge-vp": desk.doge_vp[player],
        "score": desk.score[player],
        "sheet": _sheet(desk.sheet[player]),
    }


def _sheet(lines: Sequence[Line]) -> list[dict[str, Any]]:
    shown = []
    for line in lines:
        if line.epoch == END:
            shown.append({"epoch": "end", **dict(zip(END_PARTS, line.parts, strict=True))})
        else:
            parts = dict(zip(PARTS, line.parts, strict=True))
            shown.append({"epoch": line.epoch, **parts, "sum": line.sum})
    return shown


def await_list(desk: Desk) -> list[dict[str, Any]]:
    """VTA-9.5"""
    names, phase = desk.seats.names, desk.phase
    if phase not in NOT_BY_ONE:
        return [{"by": _who(desk), "for": phase}]
    if phase in CANDIDATE_PHASES:
        return [{"by": names[p], "for": "candidate"} for p, ballot in enumerate(desk.ballots) if ballot is None]
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
