"""A typed-in table, completed: what is omitted is as right after set-up (DOGE-9.14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from venice_pnp.games.doge.position.snapshots import AT_WAITING, CHOSEN
from venice_pnp.games.doge.rules.state import PLACING, SETUP, Tokens
from venice_pnp.games.doge.rules.world import World, without

Stack = Tokens | int  # the values, or only their number (DOGE-9.13)


class Sheet(Struct, frozen=True, kw_only=True):
    """Names and ids as they were typed in. `pending` leaves out choices that are only known to be made."""

    players: list[str]
    round: int
    phase: str
    turn: int | None
    set: str
    now: list[str]
    voted: int
    next: list[str]
    tokens_left: dict[str, Stack]
    houses_left: dict[str, int]
    palazzi_left: dict[str, int]
    rings_left: dict[str, int]
    cards: dict[str, list[str]]
    pending: dict[str, tuple[str, Stack]]
    chosen: list[str]  # players whose choice is hidden here
    stacks: dict[str, dict[str, Stack]]
    houses: dict[str, dict[str, int]]
    palazzi: dict[str, list[str]]
    advisors: dict[str, tuple[str | None, str]]
    vote: dict[str, Any] | None
    winners: list[str]

    def stacks_of(self, name: str) -> list[tuple[str, Stack]]:
        """A player's stacks in the fields, in the order of the fields."""
        return [(field, stacks[name]) for field, stacks in self.stacks.items() if name in stacks]

    def houses_of(self, world: World, name: str) -> int:
        """A player's houses on the board."""
        return sum(self.houses[world.fields[d]].get(name, 0) for d in world.districts)

    def palazzi_of(self, name: str) -> int:
        return sum(owners.count(name) for owners in self.palazzi.values())

    def rings_of(self, name: str) -> int:
        return sum(1 for by, _ in self.advisors.values() if by == name)


def size_of(stack: Stack) -> int:
    return stack if isinstance(stack, int) else len(stack)


def complete(world: World, players: Sequence[str], table: Mapping[str, Any]) -> Sheet:
    """The sheet of a table that has the right form."""
    order = _part(table, "order")
    now = list(order.get("now") or ())
    phase = table.get("phase") or (PLACING if now else SETUP)
    round_ = table.get("round") or 1
    typed = {name: _part(_part(table, "fields"), name) for name in world.fields}
    stacks = {name: _present(_part(field, "tokens"), _stack) for name, field in typed.items()}
    pending = _part(table, "pending")
    supply = _part(table, "supply")
    sheet = Sheet(
        players=list(players),
        round=round_,
        phase=phase,
        turn=1 if table.get("turn") is None and phase == PLACING else table.get("turn"),
        set=order.get("set") or world.set_of(round_),
        now=now,
        voted=order.get("voted") or 0,
        next=list(order.get("next") or ()),
        tokens_left={name: _stack(tokens) for name, tokens in _column(supply, "tokens").items()},
        houses_left=_column(supply, "houses"),
        palazzi_left=_column(supply, "palazzi"),
        rings_left=_column(supply, "rings"),
        cards={name: list(cards) for name, cards in _part(table, "cards-played").items() if cards is not None},
        pending={n: (c["field"], _stack(c["tokens"])) for n, c in pending.items() if isinstance(c, Mapping)},
        chosen=[name for name, choice in pending.items() if choice == CHOSEN],
        stacks=stacks,
        houses={name: _present(_part(field, "houses"), int) for name, field in typed.items()},
        palazzi={name: list(field.get("palazzi") or ()) for name, field in typed.items()},
        advisors={name: _advisor(_part(_part(table, "advisors"), name)) for name in world.advisors},
        vote=_vote(table.get("vote")),
        winners=list(table.get("winners") or ()),
    )
    _fill_supplies(world, sheet)
    return sheet


def _fill_supplies(world: World, sheet: Sheet) -> None:
    """DOGE-9.14: total minus what is on the board and in `pending`; open cards are those with own stacks."""
    numbers = world.numbers
    for name in dict.fromkeys(sheet.players):
        sheet.houses_left.setdefault(name, numbers.houses - sheet.houses_of(world, name))
        sheet.palazzi_left.setdefault(name, numbers.palazzi - sheet.palazzi_of(name))
        sheet.rings_left.setdefault(name, numbers.rings - sheet.rings_of(name))
        own = sheet.stacks_of(name)
        sheet.cards.setdefault(name, [field for field, _ in own] if sheet.phase == PLACING else [])
        out = [stack for _, stack in own]
        if name in sheet.pending:
            out.append(sheet.pending[name][1])
        sheet.tokens_left.setdefault(name, _rest(world, out, name in sheet.chosen))


def _rest(world: World, out: Iterable[Stack], hidden: bool) -> Stack:
    """The tokens that are not out."""
    left: Tokens = world.tokens
    missing = 0
    for stack in out:
        if isinstance(stack, int):
            missing += stack
            hidden = True
        else:
            left = without(left, stack)
    return max(0, len(left) - missing) if hidden else left


def _part(table: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    return table.get(key) or {}


def _present(table: Mapping[str, Any], read: Any) -> dict[str, Any]:
    return {name: read(value) for name, value in table.items() if value is not None}


def _column(supply: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: row[key] for name, row in supply.items() if row is not None and row.get(key) is not None}


def _stack(tokens: Any) -> Stack:
    return tokens if isinstance(tokens, int) else tuple(sorted(tokens))


def _advisor(typed: Mapping[str, Any]) -> tuple[str | None, str]:
    return typed.get("by"), typed.get("at") or AT_WAITING


def _vote(typed: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if typed is None:
        return None
    return {
        "field": typed["field"],
        "totals": _present(_part(typed, "totals"), int),
        "first": list(typed.get("first") or ()),
        "second": list(typed.get("second") or ()),
        "agenda": [_present(item, lambda value: value) for item in typed.get("agenda") or ()],
        "tie-base": typed.get("tie-base"),
    }
