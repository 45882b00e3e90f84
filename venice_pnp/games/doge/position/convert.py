"""Typed-in tables of Doge read and completed (DOGE-9.14), and the way between state and position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET

from venice_pnp.contract.play import Refused, Snapshot, Violation
from venice_pnp.contract.position import read, shown
from venice_pnp.games.doge.position import model as m
from venice_pnp.games.doge.position.model import CHOSEN, WAITING_ROW, Position, Stack, size_of
from venice_pnp.games.doge.rules.awaited import await_list, decision
from venice_pnp.games.doge.rules.checks import ANSWERS
from venice_pnp.games.doge.rules.decisions import can_build, price
from venice_pnp.games.doge.rules.state import (
    ADVISOR,
    DOWN,
    FIRST,
    HOUSES,
    LAID,
    MOVE_HOUSE,
    NOBODY,
    PHASES,
    PLACING,
    SECOND,
    SETUP,
    TYPED,
    VOTING,
    WAITING,
    Desk,
    OpenDecision,
    Seats,
    Tokens,
    Vote,
)
from venice_pnp.games.doge.rules.world import World, without

RULES = {  # of each part; DOGE-9.1 of all others
    "players": "DOGE-9.2",
    "options": "DOGE-7.27",
    "options.secrets": "DOGE-6.18",
    "shown": "DOGE-6.20",
    **dict.fromkeys(("round", "phase", "turn"), "DOGE-9.3"),
    "order": "DOGE-9.4",
    "supply": "DOGE-9.5",
    "cards-played": "DOGE-9.6",
    "pending": "DOGE-9.7",
    "fields": "DOGE-9.8",
    "advisors": "DOGE-9.9",
    "vote": "DOGE-9.10",
    **dict.fromkeys(("await", "winners"), "DOGE-9.11"),
}


def read_position(
    world: World, typed: Any, players: Sequence[str] | None = None
) -> tuple[Position | None, list[Violation]]:
    """The position that was typed in, made whole; or what cannot be read of it. Names are checked by DOGE-10.1."""
    words = {
        "game": (world.game,),
        "phases": PHASES,
        "sets": world.sets,
        "fields": world.fields,
        "districts": world.district_names,
        "stands": (*world.fields, WAITING_ROW),
        "advisors": world.advisors,
        "decisions": tuple(ANSWERS),
        "ranks": (FIRST, SECOND),
        "second-advisor": tuple(world.second_advisor.values),
        "secrets": tuple(world.secrets.values),
    }

    def complete(table: dict[str, Any]) -> None:
        table["players"] = list(table.get("players", ()) if players is None else players)
        _complete(world, table)

    position, wrong = read(Position, typed, words, complete=complete)
    return position, [one.violation(_rule_of(one.path)) for one in wrong]


def _rule_of(path: str) -> str:
    return RULES.get(path) or RULES.get(path.partition(".")[0], "DOGE-9.1")


# --- completion (DOGE-9.14) -------------------------------------------------------------------------
def _complete(world: World, table: dict[str, Any]) -> None:
    rows = table.setdefault("order", {})
    phase = table.setdefault("phase", PLACING if rows.get("now") else SETUP)
    if phase == PLACING and table.get("turn") is None:
        table["turn"] = 1
    rows.setdefault("set", world.set_of(table.get("round", 1)))
    typed = table.get("fields", {})
    fields: dict[str, dict[str, Any]] = {name: typed.get(name, {}) for name in world.fields}
    table["fields"] = fields
    for name, is_district in zip(world.fields, world.is_district, strict=True):
        fields[name]["tokens"] = {who: _sorted(stack) for who, stack in fields[name].get("tokens", {}).items()}
        if is_district:
            fields[name].setdefault("houses", {})
            fields[name].setdefault("palazzi", [])
    table["advisors"] = {name: table.get("advisors", {}).get(name, {}) for name in world.advisors}
    for name in (*table["players"], *table.get("supply", {})):
        _fill_supply(world, table, name)


def _fill_supply(world: World, table: dict[str, Any], name: str) -> None:
    """Total minus what is on the board and in `pending`; open cards are those with own stacks."""
    numbers, fields = world.numbers, table["fields"]
    supply = table.setdefault("supply", {}).setdefault(name, {})
    stacks = {field: part["tokens"][name] for field, part in fields.items() if name in part["tokens"]}
    choice = table.get("pending", {}).get(name)
    out = [*stacks.values(), *([_sorted(choice["tokens"])] if isinstance(choice, Mapping) else [])]
    supply["tokens"] = _sorted(supply["tokens"]) if "tokens" in supply else _rest(world, out, choice == CHOSEN)
    houses = sum(fields[district]["houses"].get(name, 0) for district in world.district_names)
    supply.setdefault("houses", numbers.houses - houses)
    supply.setdefault("palazzi", numbers.palazzi - sum(part.get("palazzi", []).count(name) for part in fields.values()))
    rings = sum(1 for service in table["advisors"].values() if service.get("by") == name)
    supply.setdefault("rings", numbers.rings - rings)
    cards = list(stacks) if table["phase"] == PLACING else []
    table.setdefault("cards-played", {}).setdefault(name, cards)


def _rest(world: World, out: Sequence[Stack], hidden: bool) -> Stack:
    """The tokens that are not out."""
    left: Tokens = world.tokens
    for stack in out:
        left = left if isinstance(stack, int) else without(left, tuple(stack))
    unknown = [stack for stack in out if isinstance(stack, int)]
    return max(0, len(left) - sum(unknown)) if hidden or unknown else list(left)


def _sorted(stack: Stack) -> Stack:
    return stack if isinstance(stack, int) else sorted(stack)


# --- from state to snapshot -------------------------------------------------------------------------
def snapshot_of(world: World, state: Desk) -> Snapshot:
    """The position as plain values, in the order of its model."""
    names, fields = state.seats.names, world.fields
    supplies = zip(state.tokens_left, state.houses_left, state.palazzi_left, state.rings_left, strict=True)
    return {
        "snapshot": 1,
        "game": world.game,
        "players": list(names),
        **_agreed(world, state),
        "round": state.round,
        "phase": state.phase,
        "turn": state.turn or None,
        "order": {
            "set": world.set_of(state.round),
            "now": [fields[f] for f in state.now],
            "voted": state.voted,
            "next": [fields[f] for f in state.next],
        },
        "supply": {
            name: {"tokens": _stack(tokens), "houses": houses, "palazzi": palazzi, "rings": rings}
            for name, (tokens, houses, palazzi, rings) in zip(names, supplies, strict=True)
        },
        "cards-played": {name: [fields[f] for f in row] for name, row in zip(names, state.cards, strict=True)},
        "pending": {
            name: {"field": fields[choice[0]], "tokens": _stack(choice[1])}
            for name, choice in zip(names, state.chosen, strict=True)
            if choice is not None
        },
        "fields": _fields(world, state),
        "advisors": {
            name: {"by": None if owner == NOBODY else names[owner], "at": WAITING_ROW if at == WAITING else fields[at]}
            for name, owner, at in zip(world.advisors, state.rings, state.stands, strict=True)
        },
        **_turned_up(state),
        "vote": None if state.vote is None else _ballot(world, names, state.vote),
        "await": await_list(world, state),
        "winners": [names[w] for w in state.winners],
    }


def _agreed(world: World, state: Desk) -> Snapshot:
    """The usual way is not written down."""
    second, secrets = state.seats.second_advisor, LAID if state.seats.laid else TYPED
    chosen = {} if second == world.second_advisor.default else {"second-advisor": second}
    if secrets != world.secrets.default:
        chosen["secrets"] = secrets
    return {"options": chosen} if chosen else {}


def _stack(tokens: Tokens) -> Stack:
    """Values, or the number of tokens that nobody has turned up."""
    return len(tokens) if DOWN in tokens else list(tokens)


def _turned_up(state: Desk) -> Snapshot:
    rows = zip(state.seats.names, state.shown, strict=True)
    return {"shown": {name: list(tokens) for name, tokens in rows if tokens}} if state.seats.laid else {}


def _fields(world: World, state: Desk) -> Snapshot:
    names, stack_of = state.seats.names, _stack if state.seats.laid else list
    made: dict[str, dict[str, Any]] = {}
    begin = 0
    for name, is_district, owners in zip(world.fields, world.is_district, state.palazzi, strict=True):
        end = begin + len(names)
        tokens = {}
        for player, stack in zip(names, state.stacks[begin:end], strict=True):
            if stack:
                tokens[player] = stack_of(stack)
        part = made[name] = {"tokens": tokens}
        if is_district:
            part["houses"] = dict(zip(names, state.houses[begin:end], strict=True))
            part["palazzi"] = [names[owner] for owner in owners] if owners else []
        begin = end
    return made


def _ballot(world: World, names: tuple[str, ...], vote: Vote) -> Snapshot:
    return {
        "field": world.fields[vote.field],
        "totals": {name: votes for name, votes in zip(names, vote.totals, strict=True) if votes},
        "first": [names[p] for p in vote.first],
        "second": [names[p] for p in vote.second],
        "agenda": [decision(world, names, item) for item in vote.agenda],
        "tie-base": None if vote.base is None else {world.fields[d]: vote.base[d] for d in world.districts},
    }


def view(world: World, state: Desk, seat: str | None) -> Snapshot:
    """DOGE-9.12: what its marks show; a sealed choice still counts in its supply, or its size would show; where votes
    are cast, all tokens lie open (DOGE-6.15). What lies on the table everybody sees (DOGE-6.19)."""
    whole = snapshot_of(world, state)
    seen = shown(Position, whole, seat)
    for name, choice in whole["pending"].items():
        if name == seat:
            continue
        if state.seats.laid:
            seen["pending"][name] = choice
        else:
            seen["supply"][name]["tokens"] += size_of(choice["tokens"])
    order, vote = whole["order"], whole["vote"]
    if field := _open_field(state.phase, vote and vote["field"], order["now"], order["voted"], order["next"]):
        seen["fields"][field]["tokens"] = whole["fields"][field]["tokens"]
    return seen


# --- from position to state -------------------------------------------------------------------------
def state_of(world: World, seats: Seats, position: Position) -> Desk:
    """The table of a sound position; raises Refused where values or decisions are not known."""
    if not seats.laid:
        _check_values_known(position)
    return desk_of(world, seats, position)


def desk_of(world: World, seats: Seats, position: Position) -> Desk:
    """The same where nobody goes on from it: tokens whose values are not known are left out."""
    names, number = seats.names, world.field_number
    rows, votes = position.order, None if position.vote is None else position.vote.field
    open_in = _open_field(position.phase, votes, rows.now, rows.voted, rows.next)
    every = [(field, name) for field in world.fields for name in names]
    supplies = [position.supply[name] for name in names]
    desk = Desk(
        seats=seats,
        round=position.round,
        phase=position.phase,
        turn=position.turn or 0,
        now=tuple(number[field] for field in rows.now),
        voted=rows.voted,
        next=tuple(number[field] for field in rows.next),
        tokens_left=tuple(_tokens(seats, supply.tokens) for supply in supplies),
        houses_left=tuple(supply.houses for supply in supplies),
        palazzi_left=tuple(supply.palazzi for supply in supplies),
        rings_left=tuple(supply.rings for supply in supplies),
        cards=tuple(tuple(number[field] for field in position.cards_played[name]) for name in names),
        chosen=tuple(
            next(((number[field], _tokens(seats, tokens)) for field, tokens in position.placing_of(name)), None)
            for name in names
        ),
        stacks=tuple(
            _tokens(seats, position.fields[field].tokens.get(name, []), field == open_in) for field, name in every
        ),
        houses=tuple(position.houses_at(field).get(name, 0) for field, name in every),
        palazzi=tuple(tuple(seats.number[owner] for owner in owners) for owners in position.owners()),
        rings=tuple(NOBODY if one.by is None else seats.number[one.by] for one in position.advisors.values()),
        stands=tuple(number.get(one.at, WAITING) for one in position.advisors.values()),
        vote=None,
        winners=tuple(seats.number[name] for name in position.winners),
        shown=tuple(() if position.shown is UNSET else _values(position.shown.get(name, [])) for name in names),
    )
    if position.vote is not None:
        desk.vote = _vote(world, desk, position.vote)
    return desk


def _values(stack: Stack) -> Tokens:
    return () if isinstance(stack, int) else tuple(sorted(stack))


def _open_field(phase: str, votes: str | None, now: Sequence[str], voted: int, later: Sequence[str]) -> str:
    """Where tokens may show their values: the field that votes, or the one where they are being turned up."""
    if votes is not None:
        return votes
    return now[voted] if phase == VOTING and len(later) == voted < len(now) else ""


def _tokens(seats: Seats, stack: Stack, shows: bool = False) -> Tokens:
    """Where tokens lie on the table, they show their values in their vote alone (DOGE-6.18)."""
    face_down = seats.laid and (isinstance(stack, int) or not shows)
    return (DOWN,) * size_of(stack) if face_down else _values(stack)


def _check_values_known(position: Position) -> None:
    """DOGE-9.13"""
    for name in position.players:
        out = (*position.stacks_of(name), *position.placing_of(name))
        stacks = [position.supply[name].tokens, *(stack for _, stack in out)]
        if position.pending.get(name) == CHOSEN or any(isinstance(stack, int) for stack in stacks):
            raise Refused("DOGE-9.13", {"player": name})


def _vote(world: World, desk: Desk, typed: m.VotePart) -> Vote:
    """DOGE-9.10"""
    number = desk.seats.number
    field, totals = world.field_number[typed.field], tuple(typed.totals.get(name, 0) for name in desk.seats.names)
    first, second = (tuple(number[name] for name in names) for names in (typed.first, typed.second))
    vote = Vote(field, totals, first, second, (), _base(world, desk, typed))
    agenda = tuple(_item(world, desk, vote, one) for one in typed.agenda)
    return Vote(field, totals, first, second, agenda, vote.base)


def _base(world: World, desk: Desk, typed: m.VotePart) -> tuple[int, ...] | None:
    """What is omitted stands as it does now."""
    rows = dict(zip(world.fields, desk.palazzi, strict=True))
    base = {field: (typed.tie_base or {}).get(field, len(row)) for field, row in rows.items()}
    for field, n in base.items():
        if n > len(rows[field]):
            raise Refused("DOGE-9.10", {"field": field, "n": n, "size": len(rows[field])}, "DOGE-9.10.base")
    return tuple(base.values()) if typed.agenda and typed.agenda[0].tie is not UNSET else None


def _item(world: World, desk: Desk, vote: Vote, typed: m.Decision) -> OpenDecision:
    """An open decision, if it fits the vote and the table."""
    kind, by, tie = typed.for_, desk.seats.number[typed.by], "" if typed.tie is UNSET else typed.tie
    here, rank = world.fields[vote.field], FIRST if by in vote.first else SECOND
    at = here if typed.field is UNSET else typed.field
    if kind == ADVISOR:
        advisor = NOBODY if typed.advisor is UNSET else world.advisor_number[typed.advisor]
        if advisor in world.at_home[vote.field] and desk.rings[advisor] == NOBODY:  # DOGE-7.7
            return OpenDecision(kind, by, advisor, 0, tie)
    elif kind == HOUSES:
        most = world.houses_for[rank] if typed.max is UNSET else typed.max
        if at == here and world.is_district[vote.field] and 0 < most <= world.houses_for[rank]:
            return OpenDecision(kind, by, vote.field, most, tie)
    elif kind == MOVE_HOUSE:
        left = world.moves_for[rank] if typed.left is UNSET else typed.left
        if not world.is_district[vote.field] and 0 < left <= world.moves_for[rank]:
            return OpenDecision(kind, by, vote.field, left, tie)
    else:
        district = world.field_number[at]
        if world.is_district[district] and can_build(world, desk, by, district):
            cost = price(world, desk, vote, OpenDecision(kind, by, district, 0, tie), district)
            if typed.cost in (UNSET, cost) and cost <= desk.houses[desk.spot(district, by)]:
                return OpenDecision(kind, by, district, cost, tie)
    raise Refused("DOGE-9.10", {"name": typed.by, "field": here}, f"DOGE-9.10.{kind}")
