"""A typed-in table, laid out: what is omitted is as right after set-up, sums are computed (VEN-9.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from venice_pnp.games.venedig.position.snapshots import UNKNOWN
from venice_pnp.games.venedig.rules.flow import can_exchange, winners_of
from venice_pnp.games.venedig.rules.state import (
    ACTION,
    BOARD,
    BUILD,
    HALT,
    HIDDEN,
    HOME,
    IMAGINARY,
    LAST_EXCHANGE,
    NOBODY,
    OVER,
    PLAY,
    Counts,
    Desk,
    Due,
    Seats,
    Secret,
    Tiles,
    seats_of,
)
from venice_pnp.games.venedig.rules.world import World, set_of

Table = Mapping[str, Any]


class Sheet(NamedTuple):
    """A desk that may be impossible, and the drained fields as they were typed."""

    desk: Desk
    drained: tuple[int, ...]


def lay_out(world: World, players: Sequence[str], deck: str, table: Table) -> Sheet:
    """The sheet of a table that has the right form."""
    seats = seats_of(players, deck, world.decks[deck], len(players) == world.numbers.imaginary_with)
    built = tuple(_building(world, row) for row in table.get("built") or ())
    covered = world.preset | set_of(field for _, fields in built for field in fields)
    drained = tuple(world.field_number[name] for name in table.get("drained") or ())
    phase = table.get("phase") or PLAY
    desk = Desk(
        seats=seats,
        phase=phase,
        turn=_turn(seats, phase, table),
        step=(table.get("step") or ACTION) if seats.two and phase in (BUILD, HALT) else ACTION,
        revealed=seats.two and bool(table.get("revealed")),
        gondolas=tuple(_part(table, "gondolas").get(name) or 0 for name in players),
        hands=tuple(_hand(world, _part(table, "hands").get(name)) for name in players),
        out=tuple(_cards(world, _part(table, "out").get(side)) for side in seats.sides),
        builders=tuple(_side(seats, _part(table, "builders").get(kind)) for kind in world.kinds),
        swamp=tuple(_tiles(_part(_part(table, "tiles"), name).get("swamp")) for name in players),
        treasures=tuple(_tiles(_part(_part(table, "tiles"), name).get("treasure")) for name in players),
        built=built,
        covered=covered,
        marsh=world.swamp & ~set_of(drained) & ~covered,
        casas=_casas(world, built),
        supply=(),
        chest=0,
        spent=(),
        pool=tuple(world.kind_number[name] for name in table.get("pool") or ()),
        discard=_cards(world, table.get("discard")),
        pile=0,
        unseen=(),
        due=tuple(_due(world, seats, row) for row in table.get("due") or ()),
        moving=_moving(seats, table) if phase == HALT else (),
        ended_by=seats.number.get(table.get("ended-by") or "", NOBODY) if phase in (LAST_EXCHANGE, OVER) else NOBODY,
        to_exchange=(),
        winners=(),
        secret=None,
    )
    _fill_sums(world, desk, table)
    _fill_end(world, desk, table)
    desk.secret = _secret(world, desk, _part(table, "secret"))
    return Sheet(desk, drained)


def _part(table: Table, key: str) -> Table:
    return table.get(key) or {}


def _turn(seats: Seats, phase: str, table: Table) -> int:
    name = table.get("turn")
    if name is None:
        return NOBODY if phase in (OVER, LAST_EXCHANGE) or "turn" in table else 0
    return seats.number.get(name, NOBODY)


def _building(world: World, row: Table) -> tuple[int, tuple[int, ...]]:
    return world.kind_number[row["building"]], tuple(sorted(world.field_number[name] for name in row["fields"]))


def _cards(world: World, typed: Table | None) -> Counts:
    return tuple((typed or {}).get(kind) or 0 for kind in world.kinds)


def _hand(world: World, typed: Table | None) -> Counts:
    if typed is None:
        return (*(0 for _ in world.kinds), world.numbers.hand_start)  # VEN-4.5
    return (*_cards(world, typed), typed.get(UNKNOWN) or 0)


def _side(seats: Seats, name: str | None) -> int:
    if name is None or name == BOARD:
        return HOME
    return seats.imaginary if name == IMAGINARY else seats.number[name]


def _tiles(typed: Iterable[Any] | None) -> Tiles:
    return tuple(sorted((HIDDEN if value == UNKNOWN else value for value in typed or ()), reverse=True))


def _casas(world: World, built: Iterable[tuple[int, tuple[int, ...]]]) -> Counts:
    standing = [world.quarter_of[f] for kind, fields in (*world.prebuilt, *built) if kind == world.casa for f in fields]
    return tuple(standing.count(quarter) for quarter in range(len(world.quarters)))


def _due(world: World, seats: Seats, row: Table) -> Due:
    kind = world.kind_number[row["building"]]
    return Due(kind, _side(seats, row["builder"]), not world.shared[kind] or bool(row.get("alone")))


def _moving(seats: Seats, table: Table) -> tuple[tuple[int, int], ...]:
    return tuple((seats.number[row["player"]], row["points"]) for row in table.get("moving") or ())


def _visible(desk: Desk, kind: int) -> int:
    return sum(row[kind] for row in (desk.discard, *desk.out, *desk.hands)) + desk.pool.count(kind)


def _fill_sums(world: World, desk: Desk, table: Table) -> None:
    """Supply, pile, treasures and spent tiles are what the rest leaves over."""
    standing = [kind for kind, _ in desk.built]
    rest = {kind: world.supply[n] - standing.count(n) for n, kind in enumerate(world.kinds)}
    given = {kind: n for kind, n in _part(table, "supply").items() if n is not None}
    desk.supply = tuple((rest | given).values())
    desk.unseen = tuple(n - _visible(desk, kind) for kind, n in enumerate(desk.seats.cards))
    seen = sum(map(sum, (*desk.hands, *desk.out, desk.discard))) + len(desk.pool)
    pile, chest, spent = table.get("draw-pile"), table.get("treasure-supply"), table.get("spent")
    desk.pile = sum(desk.seats.cards) - seen if pile is None else pile
    desk.chest = world.treasures - sum(map(len, desk.treasures)) if chest is None else chest
    if spent is None:
        missing = world.swamp_tiles - desk.marsh.bit_count() - sum(map(len, desk.swamp))
        spent = [UNKNOWN] * missing
    desk.spent = tuple(HIDDEN if value == UNKNOWN else value for value in spent)


def _fill_end(world: World, desk: Desk, table: Table) -> None:
    """Who is still to be asked (VEN-8.4), and who has won."""
    number = desk.seats.number
    if desk.phase == OVER:
        typed = table.get("winners")
        desk.winners = winners_of(desk.gondolas) if typed is None else tuple(number[name] for name in typed)
    if desk.phase != LAST_EXCHANGE:
        return
    typed = table.get("to-exchange")
    if typed is not None:
        desk.to_exchange = tuple(number[name] for name in typed)
    else:
        if desk.ended_by == NOBODY:
            desk.ended_by = (max(desk.turn, 0) - 1) % len(number)
        row = [*desk.seats.clockwise(desk.ended_by), desk.ended_by]
        row = row[row.index(desk.turn) :] if desk.turn != NOBODY else row
        desk.to_exchange = tuple(player for player in row if can_exchange(world, desk, player))
    if desk.turn == NOBODY and table.get("turn") is None and desk.to_exchange:
        desk.turn = desk.to_exchange[0]


def _secret(world: World, desk: Desk, typed: Table) -> Secret | None:
    """What a seed has dealt (VEN-5.13), if all of it stands here; what one seat may see of it is not enough."""
    if "seed" not in typed or len(typed) == 1:
        return None
    names = desk.seats.names
    tiles = [_part(_part(typed, "tiles"), name) for name in names]
    under = _part(typed, "swamp-values")
    return Secret(
        str(typed["seed"]),
        tuple(_cards(world, _part(typed, "hands").get(name)) for name in names),
        tuple(_tiles(own.get("swamp")) for own in tiles),
        tuple(_tiles(own.get("treasure")) for own in tiles),
        tuple(world.kind_number[name] for name in typed.get("draw-order") or ()),
        tuple(under.get(name, HIDDEN) for name in world.fields),
        tuple(typed.get("treasure-order") or ()),
    )
