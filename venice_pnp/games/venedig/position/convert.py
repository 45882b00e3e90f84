"""Typed-in tables of Venedig read (VEN-9.1, VEN-10.1), and the way between state and position.

What is left out is filled in on the desk, where cards, tiles and pieces are numbers that can be added up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from venice_pnp.contract.play import TABLE, Snapshot, Violation
from venice_pnp.contract.position import SEATS, read, violation
from venice_pnp.contract.rows import numbered
from venice_pnp.games.venedig.position import model
from venice_pnp.games.venedig.position.model import UNKNOWN, Position, given
from venice_pnp.games.venedig.rules.flow import can_exchange, winners_of
from venice_pnp.games.venedig.rules.state import (
    ACTION,
    BOARD,
    BUILDING,
    ENDED,
    HALT,
    HIDDEN,
    HOME,
    IMAGINARY,
    LAST_EXCHANGE,
    NOBODY,
    OVER,
    PHASES,
    STEPS,
    Counts,
    Desk,
    Due,
    Seats,
    Secret,
    Tiles,
)
from venice_pnp.games.venedig.rules.turns import awaited
from venice_pnp.games.venedig.rules.world import World, members, set_of

FORM_RULE = "VEN-9.1"
NO_TILES = model.TilesPart()
RESERVED = (IMAGINARY, BOARD, TABLE)


# --- text to position ---------------------------------------------------------------------------------------
def read_position(world: World, names: Sequence[Any], typed: Any) -> tuple[Position | None, list[Violation]]:
    """The position that was typed in for these players; or what cannot be read of it."""
    strange = [*_strange(world, names, typed)]
    if strange:
        return None, strange
    sides = world.sides(names)
    words = {
        "game": (world.game,),
        SEATS: names,
        "decks": world.decks,
        "phases": PHASES,
        "steps": STEPS,
        "kinds": world.kinds,
        "figures": [world.kinds[kind] for kind in world.figures],
        "cards": (*world.kinds, UNKNOWN),
        "fields": world.field_number,
        "swamp": (*world.swamp_gold, UNKNOWN),
        "swamp-gold": world.swamp_gold,
        "treasures": (*world.treasure_gold, UNKNOWN),
        "treasure-gold": world.treasure_gold,
        "sides": sides,
        "holders": (*sides, BOARD),
        "anybody": (*names, IMAGINARY),
    }
    position, wrong = read(Position, typed, words)
    if position is None:
        return None, [w.violation(FORM_RULE) for w in wrong]
    if position.players and position.players != list(names):
        return None, [violation(FORM_RULE, "players", names=position.players, players=list(names))]
    position.players = list(names)
    return position, []


def _strange(world: World, names: Sequence[Any], typed: Any) -> Iterator[Violation]:
    """VEN-10.1"""
    rule = "VEN-10.1"
    if len(names) not in world.players:
        yield violation(rule, "count", n=len(names))
    for at, name in enumerate(names):
        if not isinstance(name, str) or not name.strip():
            yield violation(rule, "name", n=at + 1)
        elif name in RESERVED:
            yield violation(rule, "reserved", name=name)
        elif name in names[:at]:
            yield violation(rule, "twice", name=name)
    out = typed.get("out") if isinstance(typed, Mapping) else None
    if isinstance(out, Mapping) and (IMAGINARY in out) != (IMAGINARY in world.sides(names)):
        if IMAGINARY in out:
            yield violation(rule, "imaginary")
        elif "snapshot" in typed:  # a whole snapshot; in a part of one he may be left out
            yield violation(rule, "no-imaginary")


# --- position to state --------------------------------------------------------------------------------------
def state_of(world: World, position: Position) -> Desk:
    """The desk of a position, made whole; an unsound position gives an impossible desk."""
    phase, names = position.phase, tuple(position.players)
    sides, deck = world.sides(names), given(position.options.deck, world.tables.options.deck.default)
    side = {**numbered(sides), BOARD: HOME}
    seats = Seats(names, numbered(names), deck, world.decks[deck], side.get(IMAGINARY, NOBODY), sides)
    before_first = None if phase in ENDED else names[0]
    dealt = {UNKNOWN: world.numbers.hand_start}  # VEN-4.5
    hands = tuple(_counts((*world.kinds, UNKNOWN), position.hands.get(name, dealt)) for name in names)
    out = tuple(_counts(world.kinds, position.out.get(name, {})) for name in sides)
    pool, discard = tuple(world.kind_number[name] for name in position.pool), _counts(world.kinds, position.discard)
    tiles = [position.tiles.get(name, NO_TILES) for name in names]
    swamp, treasures = tuple(_tiles(own.swamp) for own in tiles), tuple(_tiles(own.treasure) for own in tiles)
    built = tuple((world.kind_number[row.building], _fields(world, row.fields)) for row in position.built)
    covered = world.preset | set_of(field for _, fields in built for field in fields)
    marsh = world.swamp & ~set_of(_fields(world, position.drained)) & ~covered
    spent = (UNKNOWN,) * (world.swamp_tiles - marsh.bit_count() - sum(map(len, swamp)))
    standing = [kind for kind, _ in built]
    open_cards = (discard, *out, *hands)
    gondolas = tuple(position.gondolas.get(name, 0) for name in names)
    winners = given(position.winners, [names[player] for player in winners_of(gondolas)])
    desk = Desk(
        seats=seats,
        phase=phase,
        turn=seats.number.get(given(position.turn, before_first) or "", NOBODY),
        step=given(position.step, ACTION) if seats.two and phase in BUILDING else ACTION,
        revealed=seats.two and given(position.revealed, False),
        gondolas=gondolas,
        hands=hands,
        out=out,
        builders=tuple(side[position.builders.get(kind, BOARD)] for kind in world.kinds),
        swamp=swamp,
        treasures=treasures,
        built=built,
        covered=covered,
        marsh=marsh,
        casas=_casas(world, built),
        supply=tuple(
            position.supply.get(name, world.supply[kind] - standing.count(kind))
            for name, kind in world.kind_number.items()
        ),
        chest=given(position.treasure_supply, world.treasures - sum(map(len, treasures))),
        spent=tuple(_gold(value) for value in given(position.spent, spent)),
        pool=pool,
        discard=discard,
        pile=given(position.draw_pile, sum(seats.cards) - sum(map(sum, open_cards)) - len(pool)),
        unseen=tuple(n - sum(row[kind] for row in open_cards) - pool.count(kind) for kind, n in enumerate(seats.cards)),
        due=tuple(_due(world, side, row) for row in position.due),
        moving=tuple((side[row.player], row.points) for row in given(position.moving, ())) if phase == HALT else (),
        halts=tuple(side[name] for name in given(position.halts, ())),
        ended_by=side.get(given(position.ended_by, ""), NOBODY) if phase in ENDED else NOBODY,
        to_exchange=(),
        winners=tuple(side[name] for name in winners) if phase == OVER else (),
        secret=_secret_of(world, names, position.secret),
    )
    if phase == LAST_EXCHANGE:
        _fill_last_exchange(world, desk, position)
    return desk


def _counts(kinds: Sequence[str], cards: Mapping[str, int]) -> Counts:
    return tuple(cards.get(kind, 0) for kind in kinds)


def _gold(value: int | str) -> int:
    return value if isinstance(value, int) else HIDDEN


def _tiles(values: Iterable[int | str]) -> Tiles:
    return tuple(sorted(map(_gold, values), reverse=True))


def _fields(world: World, names: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted(world.field_number[name] for name in names))


def _casas(world: World, built: Iterable[tuple[int, tuple[int, ...]]]) -> Counts:
    standing = [world.quarter_of[f] for kind, fields in (*world.prebuilt, *built) if kind == world.casa for f in fields]
    return tuple(standing.count(quarter) for quarter in range(len(world.quarters)))


def _due(world: World, side: Mapping[str, int], row: model.DuePart) -> Due:
    kind = world.kind_number[row.building]
    return Due(kind, side[row.builder], not world.shared[kind] or given(row.alone, False))


def _fill_last_exchange(world: World, desk: Desk, position: Position) -> None:
    """Who is still to be asked (VEN-8.4)."""
    seats = desk.seats
    if position.to_exchange is not UNSET:
        desk.to_exchange = tuple(seats.number[name] for name in position.to_exchange)
    else:
        if desk.ended_by == NOBODY:
            desk.ended_by = (max(desk.turn, 0) - 1) % len(seats.names)
        row = [*seats.clockwise(desk.ended_by), desk.ended_by]
        row = row[row.index(desk.turn) :] if desk.turn != NOBODY else row
        desk.to_exchange = tuple(player for player in row if can_exchange(world, desk, player))
    if given(position.turn, None) is None and desk.to_exchange:
        desk.turn = desk.to_exchange[0]


def _secret_of(world: World, names: Sequence[str], typed: model.SecretPart | UnsetType) -> Secret | None:
    """What a seed has dealt (VEN-5.13), if all of it stands here; what one seat may see of it is not enough."""
    if typed is UNSET or typed.seed is UNSET or typed.is_to_be_dealt():
        return None
    tiles = [typed.tiles.get(name, NO_TILES) for name in names]
    return Secret(
        str(typed.seed),
        tuple(_counts(world.kinds, typed.hands.get(name, {})) for name in names),
        tuple(_tiles(own.swamp) for own in tiles),
        tuple(_tiles(own.treasure) for own in tiles),
        tuple(world.kind_number[name] for name in typed.draw_order),
        tuple(typed.swamp_values.get(name, HIDDEN) for name in world.fields),
        tuple(typed.treasure_order),
    )


# --- state to snapshot --------------------------------------------------------------------------------------
def snapshot_of(world: World, state: Desk, with_secret: bool = True) -> Snapshot:
    """The position as plain values, in the order of its model; what a seed has dealt is put in for those who know some
    of it."""
    seats, phase = state.seats, state.phase
    names, sides, kinds = seats.names, seats.sides, world.kinds
    every_card = (*kinds, UNKNOWN)

    def players(row: Iterable[int]) -> list[str]:
        return [names[player] for player in row]

    def cards(counts: Counts) -> dict[str, int]:
        """Of a hand the last count is the cards that nobody has seen."""
        return {card: n for card, n in zip(every_card, counts, strict=False) if n}

    def tiles(values: Iterable[int]) -> list[int | str]:
        return [UNKNOWN if value == HIDDEN else value for value in values]

    def own_tiles(swamp: Iterable[Tiles], treasures: Iterable[Tiles]) -> dict[str, Any]:
        rows = zip(names, swamp, treasures, strict=True)
        return {name: {"swamp": tiles(own), "treasure": tiles(chests)} for name, own, chests in rows}

    def due(row: Due) -> dict[str, Any]:
        made = {"building": kinds[row.kind], "builder": sides[row.builder]}
        return made | {"alone": row.alone} if world.shared[row.kind] else made

    made: Snapshot = {
        "snapshot": 1,
        "game": world.game,
        "players": list(names),
        "options": {"deck": seats.deck},
        "phase": phase,
        "turn": None if state.turn == NOBODY else names[state.turn],
        "await": awaited(state),
    }
    if seats.two:
        made |= {"step": state.step, "revealed": state.revealed}
    made |= {
        "gondolas": dict(zip(names, state.gondolas, strict=True)),
        "hands": dict(zip(names, map(cards, state.hands), strict=True)),
        "out": dict(zip(sides, map(cards, state.out), strict=True)),
        "builders": {
            kinds[kind]: BOARD if state.builders[kind] == HOME else sides[state.builders[kind]]
            for kind in world.figures
        },
        "tiles": own_tiles(state.swamp, state.treasures),
        "built": [{"building": kinds[kind], "fields": world.names_of(fields)} for kind, fields in state.built],
        "drained": world.names_of(members(world.swamp & ~state.marsh & ~state.covered)),
        "supply": dict(zip(kinds, state.supply, strict=True)),
        "treasure-supply": state.chest,
        "spent": tiles(state.spent),
        "pool": [kinds[kind] for kind in state.pool],
        "discard": cards(state.discard),
        "draw-pile": state.pile,
        "due": [due(row) for row in state.due],
    }
    if phase == HALT:
        made["moving"] = [{"player": names[at], "points": n} for at, n in state.moving]
    if state.halts:
        made["halts"] = players(state.halts)
    if state.ended_by != NOBODY:
        made["ended-by"] = names[state.ended_by]
    if phase == LAST_EXCHANGE:
        made["to-exchange"] = players(state.to_exchange)
    if phase == OVER:
        made["winners"] = players(state.winners)
    if with_secret and (secret := state.secret) is not None:
        made["secret"] = {
            "seed": secret.seed,
            "hands": dict(zip(names, map(cards, secret.hands), strict=True)),
            "tiles": own_tiles(secret.swamp, secret.treasures),
            "draw-order": [kinds[kind] for kind in secret.pile],
            "swamp-values": {world.fields[f]: value for f, value in enumerate(secret.under) if value != HIDDEN},
            "treasure-order": list(secret.chest),
        }
    return made
