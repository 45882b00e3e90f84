"""From names, options and a typed-in table to a desk (sections 4 and 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from venice_pnp.contract.play import TABLE, Refused
from venice_pnp.games.doge.position.audit import broken
from venice_pnp.games.doge.position.shape import faults_of
from venice_pnp.games.doge.position.sheet import Sheet, Stack, complete
from venice_pnp.games.doge.rules.decisions import can_build, price
from venice_pnp.games.doge.rules.state import (
    ADVISOR,
    FIRST,
    HOUSES,
    MOVE_HOUSE,
    NOBODY,
    SECOND,
    WAITING,
    Choice,
    Desk,
    Item,
    Seats,
    Tokens,
    Vote,
    seats_of,
)
from venice_pnp.games.doge.rules.world import World


def begin(world: World, players: Sequence[str], options: Mapping[str, Any], start: Mapping[str, Any] | None) -> Desk:
    """The table before anything follows by itself. Raises Refused."""
    _check_players(world, players)
    seats = seats_of(players, _colours(world, players, options))
    table: Mapping[str, Any] = {} if start is None else start
    for fault in faults_of(world, table):
        raise Refused(fault.rule, fault.facts, fault.key)
    _check_same_players(players, table.get("players"))
    sheet = complete(world, players, table)
    for violation in broken(world, sheet):
        raise Refused(violation.rule, violation.facts, violation.key)
    _check_values_known(sheet)
    return _lay_out(world, seats, sheet)


def _check_players(world: World, players: Sequence[str]) -> None:
    """DOGE-4.1"""
    rule = "DOGE-4.1"
    if len(players) not in world.players:
        raise Refused(rule, {"n": len(players)}, f"{rule}.count")
    for at, name in enumerate(players):
        if not isinstance(name, str) or not name.strip():
            raise Refused(rule, {"n": at + 1}, f"{rule}.name")
        if name == TABLE:
            raise Refused(rule, {"name": name}, f"{rule}.table")
        if name in players[:at]:
            raise Refused(rule, {"name": name}, f"{rule}.twice")


def _colours(world: World, players: Sequence[str], options: Mapping[str, Any]) -> Sequence[str]:
    """DOGE-2.12: by seat, or as the option says."""
    rule = "DOGE-2.12"
    for option in options:
        if option not in world.options:
            raise Refused(rule, {"option": option, "known": list(world.options)}, f"{rule}.option")
    colours = options.get("colours")
    if colours is None:
        return world.colours[: len(players)]
    if not isinstance(colours, Mapping) or set(colours) != set(players):
        raise Refused(rule, {"names": list(players)}, f"{rule}.names")
    for name in players:
        if colours[name] not in world.colours:
            raise Refused(rule, {"colour": colours[name], "known": list(world.colours)}, f"{rule}.colour")
    if len(set(colours.values())) < len(players):
        raise Refused(rule, {"names": list(players)}, f"{rule}.names")
    return [colours[name] for name in players]


def _check_same_players(players: Sequence[str], typed: Sequence[str] | None) -> None:
    """A complete snapshot names the players of its own table. DOGE-9.2"""
    if typed is None or list(typed) == list(players):
        return
    for name in typed:
        if name not in players:
            raise Refused("DOGE-10.1", {"name": name}, "DOGE-10.1.name")
    raise Refused("DOGE-9.2", {"names": list(typed), "players": list(players)})


def _check_values_known(sheet: Sheet) -> None:
    """DOGE-9.13"""
    for name in sheet.players:
        stacks = [sheet.tokens_left[name], *(stack for _, stack in sheet.stacks_of(name))]
        if name in sheet.pending:
            stacks.append(sheet.pending[name][1])
        if name in sheet.chosen or any(isinstance(stack, int) for stack in stacks):
            raise Refused("DOGE-9.13", {"player": name})


def _lay_out(world: World, seats: Seats, sheet: Sheet) -> Desk:
    names, number = seats.names, world.field_number
    every = [(field, name) for field in world.fields for name in names]
    desk = Desk(
        seats=seats,
        round=sheet.round,
        phase=sheet.phase,
        turn=sheet.turn or 0,
        now=tuple(number[field] for field in sheet.now),
        voted=sheet.voted,
        next=tuple(number[field] for field in sheet.next),
        tokens_left=tuple(_values(sheet.tokens_left[name]) for name in names),
        houses_left=tuple(sheet.houses_left[name] for name in names),
        palazzi_left=tuple(sheet.palazzi_left[name] for name in names),
        rings_left=tuple(sheet.rings_left[name] for name in names),
        cards=tuple(tuple(number[field] for field in sheet.cards[name]) for name in names),
        chosen=tuple(_choice(world, sheet, name) for name in names),
        stacks=tuple(_values(sheet.stacks[field].get(name, ())) for field, name in every),
        houses=tuple(sheet.houses[field].get(name, 0) for field, name in every),
        palazzi=tuple(tuple(seats.number[owner] for owner in sheet.palazzi[field]) for field in world.fields),
        rings=tuple(NOBODY if by is None else seats.number[by] for by, _ in sheet.advisors.values()),
        stands=tuple(number.get(at, WAITING) for _, at in sheet.advisors.values()),
        vote=None,
        winners=tuple(seats.number[name] for name in sheet.winners),
    )
    if sheet.vote is not None:
        desk.vote = _vote(world, desk, sheet.vote)
    return desk


def _values(stack: Stack) -> Tokens:
    return () if isinstance(stack, int) else stack


def _choice(world: World, sheet: Sheet, name: str) -> Choice | None:
    if name not in sheet.pending:
        return None
    field, tokens = sheet.pending[name]
    return world.field_number[field], _values(tokens)


# --- a table in the middle of a vote ----------------------------------------------------------------
def _vote(world: World, desk: Desk, typed: Mapping[str, Any]) -> Vote:
    """DOGE-9.10"""
    number = desk.seats.number
    vote = Vote(
        field=world.field_number[typed["field"]],
        totals=tuple(typed["totals"].get(name, 0) for name in desk.seats.names),
        first=tuple(number[name] for name in typed["first"]),
        second=tuple(number[name] for name in typed["second"]),
        agenda=(),
        base=_base(world, desk, typed),
    )
    agenda = tuple(_item(world, desk, vote, item) for item in typed["agenda"])
    return Vote(vote.field, vote.totals, vote.first, vote.second, agenda, vote.base)


def _base(world: World, desk: Desk, typed: Mapping[str, Any]) -> tuple[int, ...] | None:
    """What is omitted stands as it does now."""
    tied = bool(typed["agenda"]) and typed["agenda"][0].get("tie")
    given: Mapping[str, int] = typed["tie-base"] or {}
    base = tuple(given.get(field) or 0 if field in given else len(row) for field, row in _rows(world, desk))
    for (field, row), n in zip(_rows(world, desk), base, strict=True):
        if n > len(row):
            raise Refused("DOGE-9.10", {"field": field, "n": n, "size": len(row)}, "DOGE-9.10.base")
    return base if tied else None


def _rows(world: World, desk: Desk) -> list[tuple[str, tuple[int, ...]]]:
    return list(zip(world.fields, desk.palazzi, strict=True))


def _item(world: World, desk: Desk, vote: Vote, typed: Mapping[str, Any]) -> Item:
    """An open decision, if it fits the vote and the table."""
    kind, by, tie = typed["for"], desk.seats.number[typed["by"]], typed.get("tie", "")
    here = world.fields[vote.field]
    rank = FIRST if by in vote.first else SECOND
    if kind == ADVISOR:
        advisor = world.advisor_number.get(typed.get("advisor", ""), NOBODY)
        if advisor in world.at_home[vote.field] and desk.rings[advisor] == NOBODY:  # DOGE-7.7
            return Item(kind, by, advisor, 0, tie)
    elif kind == HOUSES:
        most = typed.get("max", world.houses_for[rank])
        if typed.get("field", here) == here and world.is_district[vote.field] and 0 < most <= world.houses_for[rank]:
            return Item(kind, by, vote.field, most, tie)
    elif kind == MOVE_HOUSE:
        left = typed.get("left", world.moves_for[rank])
        if not world.is_district[vote.field] and 0 < left <= world.moves_for[rank]:
            return Item(kind, by, vote.field, left, tie)
    else:
        district = world.field_number[typed.get("field", here)]
        if world.is_district[district] and can_build(world, desk, by, district):
            cost = price(world, desk, vote, Item(kind, by, district, 0, tie), district)
            if typed.get("cost", cost) == cost <= desk.houses[desk.spot(district, by)]:
                return Item(kind, by, district, cost, tie)
    raise Refused("DOGE-9.10", {"name": typed["by"], "field": here}, f"DOGE-9.10.{kind}")
