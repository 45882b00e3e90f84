"""Typed-in tables of Canaletto read and completed (CAN-9.4, CAN-9.5), and the way between state and position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import convert

from venice_pnp.contract.play import TABLE, Snapshot, Violation
from venice_pnp.contract.position import LEFT_OUT, SEATS, Wrong, fill, read, violation
from venice_pnp.contract.rows import numbered
from venice_pnp.games.canaletto.position.model import Position
from venice_pnp.games.canaletto.rules.ending import scores_of
from venice_pnp.games.canaletto.rules.state import (
    AUCTION,
    CHOOSE_STARTER,
    DISTRIBUTE,
    END,
    LAY_VALUES,
    NOBODY,
    PHASES,
    SELL_ORDER,
    SETUP_PHASES,
    THE_TABLE,
    State,
    gondola_free,
)
from venice_pnp.games.canaletto.rules.world import COLOURS, DEBT_LIMIT, NEXT_STARTER, World

FORM_RULE = "CAN-10.17"
NUMBER_RULES = {"money": "CAN-10.9", "debt": "CAN-10.9", "values": "CAN-10.8"}
WHOLE_MAPS = ("final",)  # replaced, not merged


def read_position(world: World, typed: Mapping[str, Any]) -> tuple[Position | None, list[Violation]]:
    """The position that was typed in, made whole; or what cannot be read of it."""
    players = typed.get(SEATS)
    names = [n for n in players if isinstance(n, str)] if isinstance(players, (list, tuple)) else []
    words = {
        "game": (world.game,),
        SEATS: names,
        "actors": (*names, TABLE),
        **{name: choice.values for name, choice in world.choices.items()},
        COLOURS: world.colours,
        "phases": PHASES,
        "kinds": world.kinds,
        "palaces": world.palaces,
    }
    merged = _merged(world, names, typed)
    position, wrong = read(Position, merged, words)
    if position is None:
        return None, [one.violation(_rule_of(one)) for one in wrong]
    strange = list(_strange(world, position))
    if strange:
        return None, strange
    fill_options(world, position)
    _complete(world, position, merged)
    return position, []


def position_at_start(world: World, players: Sequence[str], given: Mapping[str, Any]) -> Position:
    """The same where nobody has typed anything: what we put together ourselves has the right form."""
    merged = _merged(world, list(players), given)
    position = convert(merged, Position)
    _complete(world, position, merged)
    return position


def _rule_of(wrong: Wrong) -> str:
    part = wrong.path.partition(".")[0]
    return NUMBER_RULES.get(part, FORM_RULE) if wrong.wanted == "number" else FORM_RULE


def _strange(world: World, position: Position) -> Iterator[Violation]:
    """CAN-10.17, what the form cannot tell: who plays, and what a phase cannot do without."""
    names, phase = position.players, position.phase
    colours = position.options.colours
    if len(names) not in world.players:
        yield violation(FORM_RULE, "players", n=len(names))
    for name in names:
        if names.count(name) > 1:
            yield violation(FORM_RULE, "twice", name=name)
        if name == TABLE:
            yield violation(FORM_RULE, "table")
    if colours is not LEFT_OUT and (set(colours) != set(names) or len(set(colours.values())) < len(colours)):
        yield violation(FORM_RULE, "colours", names=tuple(names))
    by_player: dict[str, dict[str, Any]] = {
        "accounts": position.money,
        "debts": position.debt,
        "bribe tiles": position.bribe,
        "artworks of the players": position.artworks,
    }
    for field, part in by_player.items():
        for name in names:
            if name not in part:
                yield violation(FORM_RULE, "missing", name=name, field=field)
    needed = {
        "start player": phase not in SETUP_PHASES and position.starter is None,
        "buyer": phase == SELL_ORDER and position.buyer is None,
        "column": phase not in SETUP_PHASES[:3] and position.column is None,
    }
    for field, missing in needed.items():
        if missing:
            yield violation(FORM_RULE, "missing", name=field, field=phase)


def _merged(world: World, names: list[str], typed: Mapping[str, Any]) -> dict[str, Any]:
    """CAN-9.4: what was typed over the reference set-up; maps key by key, lists whole."""
    phase = typed.get("phase", AUCTION)
    whole = _reference(world, names, phase if phase in PHASES else AUCTION)
    for key, value in typed.items():
        base = whole.get(key)
        if value is None and base is not None:
            continue
        merged = isinstance(base, dict) and isinstance(value, Mapping) and key not in WHOLE_MAPS
        whole[key] = {**base, **value} if merged and base is not None else value
    return whole


def _reference(world: World, names: list[str], phase: str) -> dict[str, Any]:
    reference = world.tables.reference
    begun = phase not in SETUP_PHASES
    stage = len(SETUP_PHASES) if begun else SETUP_PHASES.index(phase)
    laid = stage > SETUP_PHASES.index(DISTRIBUTE)
    return {
        "game": world.game,
        "options": {NEXT_STARTER: world.choices[NEXT_STARTER].default},
        "phase": phase,
        "starter": names[0] if begun and names else None,
        "palaces": {palace: list(reference.palaces.get(palace, [])) if laid else [] for palace in world.palaces},
        "values": list(reference.values) if stage > SETUP_PHASES.index(LAY_VALUES) else [],
        "sold": [],
        "column": reference.column if stage >= SETUP_PHASES.index(CHOOSE_STARTER) else None,
        "money": dict.fromkeys(names, world.numbers.start_money),
        "debt": dict.fromkeys(names, 0),
        "bribe": dict.fromkeys(names, True),
        "artworks": {name: [] for name in names},
    }


def _complete(world: World, position: Position, typed: Mapping[str, Any]) -> None:
    """CAN-9.5: what can be computed and was left out."""
    phase, empty = position.phase, position.empty()
    if position.column is not None:
        column = world.palace_number[position.column]
        free = phase == AUCTION and gondola_free(list(position.palaces.values()), column, world.numbers.end_kinds)
        if position.gondola is None or free:
            position.gondola = world.palaces[(column + position.high_bid) % len(world.palaces)]
    if position.to_act is None and phase == AUCTION:
        position.to_act = to_act(position)
    elif position.to_act is None and phase != END:
        position.to_act = position.buyer if phase == SELL_ORDER else TABLE
    if typed.get("round") is None and phase not in SETUP_PHASES:
        position.round = empty + position.unsold_rounds + 1 if phase == AUCTION else max(empty, 1)
    if typed.get("to-sell") is None and phase == SELL_ORDER:
        position.to_sell = [k for k in world.kinds if k not in position.kinds_out() and k not in position.sold]


def fill_options(world: World, position: Position) -> None:
    """The options that are not written where they are the usual ones."""
    usual = {"debt_limit": world.choices[DEBT_LIMIT].default, "colours": world.by_seat(position.players)}
    fill(position.options, **usual)


def _options_of(world: World, state: State) -> dict[str, Any]:
    part: dict[str, Any] = {NEXT_STARTER: state.next_starter}
    if state.debt_limit != world.choices[DEBT_LIMIT].default:
        part[DEBT_LIMIT] = state.debt_limit
    if state.colours != tuple(world.by_seat(state.players).values()):
        part[COLOURS] = dict(zip(state.players, state.colours, strict=True))
    return part


def to_act(position: Position) -> str | None:
    """CAN-10.13: the first clockwise who has not passed, after the high bidder or from the starter on."""
    names, leader, starter = position.players, position.high_bidder, position.starter
    first = 0 if starter is None else names.index(starter)
    if leader is not None:
        first = (names.index(leader) + 1) % len(names)
    return next((name for name in names[first:] + names[:first] if name not in position.passed), None)


def state_of(world: World, position: Position) -> State:
    """The state of a whole, sound position."""
    names = tuple(position.players)
    seat: dict[str | None, int] = {**numbered(names), TABLE: THE_TABLE, None: NOBODY}
    palace: dict[str | None, int] = {**world.palace_number, None: NOBODY}

    def lot(kinds: Sequence[str]) -> tuple[int, ...]:
        return tuple(sorted([world.kind_number[kind] for kind in kinds])) if kinds else ()

    return State(
        players=names,
        next_starter=position.options.next_starter,
        debt_limit=position.options.debt_limit,
        colours=tuple(position.options.colours[name] for name in names),
        phase=position.phase,
        round=position.round,
        starter=seat[position.starter],
        actor=seat[position.to_act],
        palaces=tuple(lot(position.palaces[palace]) for palace in world.palaces),
        values=tuple(position.values),
        sold=tuple(world.kind_number[kind] for kind in position.sold),
        column=palace[position.column],
        gondola=palace[position.gondola],
        high_bid=position.high_bid,
        high_bidder=seat[position.high_bidder],
        passed=tuple(sorted(seat[name] for name in position.passed)),
        money=tuple(position.money[name] for name in names),
        debt=tuple(position.debt[name] for name in names),
        bribe=tuple(position.bribe[name] for name in names),
        artworks=tuple(lot(position.artworks[name]) for name in names),
        unsold_rounds=position.unsold_rounds,
        buyer=seat[position.buyer],
        to_sell=lot(position.to_sell),
    )


def snapshot_of(world: World, state: State, awaited: list[dict[str, Any]]) -> Snapshot:
    """The position as plain values, in the order of its model."""
    names, kinds = state.players, world.kinds
    final, winners = scores_of(world.numbers, names, state.money, state.debt) if state.phase == END else ({}, [])
    who, palace = (*names, TABLE, None), (*world.palaces, None)  # the table and nobody count from the end
    return {
        "snapshot": 1,
        "game": world.game,
        "players": list(names),
        "options": _options_of(world, state),
        "phase": state.phase,
        "round": state.round,
        "starter": who[state.starter],
        "to-act": who[state.actor],
        "await": awaited,
        "palaces": {p: [kinds[k] for k in lot] for p, lot in zip(world.palaces, state.palaces, strict=True)},
        "values": list(state.values),
        "sold": [kinds[k] for k in state.sold],
        "column": palace[state.column],
        "gondola": palace[state.gondola],
        "high-bid": state.high_bid,
        "high-bidder": who[state.high_bidder],
        "passed": [names[seat] for seat in state.passed],
        "money": dict(zip(names, state.money, strict=True)),
        "debt": dict(zip(names, state.debt, strict=True)),
        "bribe": dict(zip(names, state.bribe, strict=True)),
        "artworks": {n: [kinds[k] for k in lot] for n, lot in zip(names, state.artworks, strict=True)},
        "unsold-rounds": state.unsold_rounds,
        "buyer": who[state.buyer],
        "to-sell": [kinds[k] for k in state.to_sell],
        "final": final,
        "winners": winners,
    }
