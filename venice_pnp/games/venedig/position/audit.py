"""The invariants of section 10, checked on a typed-in table without history, and its scoring (section 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from venice_pnp.contract.play import TABLE, Refused, Violation
from venice_pnp.games.venedig.position.shape import faults_of
from venice_pnp.games.venedig.position.sheet import Sheet, lay_out
from venice_pnp.games.venedig.rules.flow import has_ended, winners_of
from venice_pnp.games.venedig.rules.laying import kinds_out
from venice_pnp.games.venedig.rules.state import (
    AFTER,
    BOARD,
    BUILD,
    DRAIN,
    DRAW,
    HALT,
    HIDDEN,
    HOME,
    IMAGINARY,
    LAST_EXCHANGE,
    NOBODY,
    OVER,
    PLAY,
    Desk,
    Tiles,
    shared_cards,
    visible,
)
from venice_pnp.games.venedig.rules.world import World

REST = (PLAY, DRAIN, DRAW, AFTER)
ENDED = (LAST_EXCHANGE, OVER)
RESERVED = (IMAGINARY, BOARD, TABLE)

Check = Callable[[World, Sheet], Iterator[Violation]]


def audit(world: World, table: Mapping[str, Any]) -> list[Violation]:
    """Every invariant that does not hold, each once; only what cannot be read, if there is such."""
    players = _players_of(table)
    found = [*broken_players(world, players, table)] or faults_of(world, players, table)
    return _once(found or broken(world, lay_out(world, players, _deck(world, table), table)))


def broken(world: World, sheet: Sheet) -> list[Violation]:
    """The invariants that a table breaks."""
    return [violation for check in CHECKS for violation in check(world, sheet)]


def score(world: World, table: Mapping[str, Any]) -> dict[str, Any]:
    """How far every gondola has come, the ranking, and who would win now (VEN-8.6, VEN-8.7)."""
    players = _players_of(table)
    for wrong in [*broken_players(world, players, table)] or faults_of(world, players, table):
        raise Refused(wrong.rule, wrong.facts, wrong.key)
    gondolas = lay_out(world, players, _deck(world, table), table).desk.gondolas
    return {
        "players": {
            name: {"space": space, "rank": 1 + sum(1 for other in gondolas if other > space)}
            for name, space in zip(players, gondolas, strict=True)
        },
        "winners": [players[player] for player in winners_of(gondolas)],
    }


def _players_of(table: Mapping[str, Any]) -> list[Any]:
    players = table.get("players") if isinstance(table, Mapping) else None
    return list(players) if isinstance(players, (list, tuple)) else []


def _deck(world: World, table: Mapping[str, Any]) -> str:
    return str((table.get("options") or {}).get("deck") or world.tables.options.deck.default)


def _once(found: Iterable[Violation]) -> list[Violation]:
    """The first finding of each rule, in the order of the rules page."""
    first: dict[str, Violation] = {}
    for violation in found:
        first.setdefault(violation.rule, violation)
    return sorted(first.values(), key=lambda v: int(v.rule.rpartition(".")[2]))


def _violation(rule: str, key: str = "", **facts: Any) -> Violation:
    return Violation(rule, f"{rule}.{key}" if key else rule, facts)


# --- players ------------------------------------------------------------------------------------------------
def broken_players(world: World, players: Sequence[Any], table: Mapping[str, Any]) -> Iterator[Violation]:
    """VEN-10.1"""
    rule = "VEN-10.1"
    if len(players) not in world.players:
        yield _violation(rule, "count", n=len(players))
    for at, name in enumerate(players):
        if not isinstance(name, str) or not name.strip():
            yield _violation(rule, "name", n=at + 1)
        elif name in RESERVED:
            yield _violation(rule, "reserved", name=name)
        elif name in players[:at]:
            yield _violation(rule, "twice", name=name)
    out = table.get("out")
    if isinstance(out, Mapping) and (IMAGINARY in out) != (len(players) == world.numbers.imaginary_with):
        if IMAGINARY in out:
            yield _violation(rule, "imaginary")
        elif "snapshot" in table:  # a whole snapshot; in a part of one he may be left out
            yield _violation(rule, "no-imaginary")


# --- cards --------------------------------------------------------------------------------------------------
def _all_cards(_lagoon: World, sheet: Sheet) -> Iterator[Violation]:
    """VEN-10.2"""
    desk = sheet.desk
    found = desk.pile + sum(map(sum, (*desk.hands, *desk.out, desk.discard))) + len(desk.pool)
    if found != sum(desk.seats.cards):
        yield _violation("VEN-10.2", n=found, total=sum(desk.seats.cards))


def _visible_cards(world: World, sheet: Sheet) -> Iterator[Violation]:
    """VEN-10.3"""
    for kind, name in enumerate(world.kinds):
        n, deck = visible(sheet.desk, kind), sheet.desk.seats.cards[kind]
        if n > deck:
            yield _violation("VEN-10.3", n=n, kind=name, deck=deck)


def _hands(world: World, sheet: Sheet) -> Iterator[Violation]:
    """VEN-10.4"""
    most = world.numbers.hand_max
    for name, hand in zip(sheet.desk.seats.names, sheet.desk.hands, strict=True):
        if sum(hand) > most:
            yield _violation("VEN-10.4", name=name, n=sum(hand), max=most)


def _pool(world: World, sheet: Sheet) -> Iterator[Violation]:
    """VEN-10.5"""
    pool, limit = sheet.desk.pool, world.numbers.pool_cleared
    for kind in dict.fromkeys(pool):
        if pool.count(kind) > 1:
            yield _violation("VEN-10.5", "twice", kind=world.kinds[kind])
    if len(pool) >= limit:
        yield _violation("VEN-10.5", "full", n=len(pool))


def _kinds_out(world: World, sheet: Sheet) -> Iterator[Violation]:
    """VEN-10.6"""
    desk, most = sheet.desk, world.numbers.kinds_out
    at_rest = desk.phase in REST
    excepted = NOBODY if at_rest else desk.ended_by if desk.phase in ENDED else desk.turn
    for player, name in enumerate(desk.seats.names):
        kinds = kinds_out(desk, player)
        if len(kinds) > most and player != excepted:
            yield _violation("VEN-10.6", name=name, n=len(kinds), max=most)
        if at_rest and any(not world.shared[kind] for kind in kinds):
            yield _violation("VEN-10.6", "casa", name=name)


def _shared_sets(world: World, sheet: Sheet) -> Iterator[Violation]:
    """VEN-10.7"""
    if sheet.desk.phase in (BUILD, HALT):
        return
    for kind in world.figures:
        n = sum(shared_cards(world.needed, sheet.desk, kind))
        if n >= world.needed[kind]:
            yield _violation("VEN-10.7", n=n, kind=world.kinds[kind], needed=world.needed[kind])


def _figures(world: World, sheet: Sheet) -> Iterator[Violation]:
    """VEN-10.8"""
    desk = sheet.desk
    for kind in world.figures:
        cards, holder = shared_cards(world.needed, desk, kind), desk.builders[kind]
        if (holder == HOME) != (max(cards) <= 0) or (holder != HOME and cards[holder] < max(cards)):
            best = desk.seats.sides[cards.index(max(cards))] if max(cards) > 0 else BOARD
            yield _violation("VEN-10.8", "" if best != BOARD else "home", kind=world.kinds[kind], name=best)


def _pile(_lagoon: World, sheet: Sheet) -> Iterator[Violation]:
    """VEN-10.18"""
    if sheet.desk.pile < 1:
        yield _violation("VEN-10.18")


# --- the board ----------------------------------------------------------------------------------------------
def _pieces(world: World, sheet: Sheet) -> Iterator[Violation]:
    """VEN-10.9"""
    standing = [kind for kind, _ in (*world.prebuilt, *sheet.desk.built)]
    for kind, pieces in enumerate(world.pieces):
        board, left = standing.count(kind), sheet.desk.supply[kind]
        if board + left != pieces or left < 0:
            yield _violation("VEN-10.9", n=board, left=max(left, 0), kind=world.kinds[kind], pieces=pieces)


def _sites(world: World, sheet: Sheet) -> Iterator[Violation]:
    """VEN-10.10"""
    for kind, fields in sheet.desk.built:
        if fields not in world.site_at[kind]:
            shape = world.kind(kind).site
            yield _violation("VEN-10.10", shape, kind=world.kinds[kind], fields=world.names_of(fields))


def _built_once(world: World, sheet: Sheet) -> Iterator[Violation]:
    """VEN-10.11"""
    seen: set[int] = set()
    for _, fields in (*world.prebuilt, *sheet.desk.built):
        for field in dict.fromkeys(fields):
            if field in seen:
                yield _violation("VEN-10.11", field=world.fields[field])
            seen.add(field)


def _drained(world: World, sheet: Sheet) -> Iterator[Violation]:
    """VEN-10.12"""
    for at, field in enumerate(sheet.drained):
        name = world.fields[field]
        if not world.swamp >> field & 1:
            yield _violation("VEN-10.12", "swamp", field=name)
        elif sheet.desk.covered >> field & 1:
            yield _violation("VEN-10.12", "built", field=name)
        elif field in sheet.drained[:at]:
            yield _violation("VEN-10.12", "twice", field=name)


def _gondolas(world: World, sheet: Sheet) -> Iterator[Violation]:
    """VEN-10.16"""
    places = sheet.desk.gondolas
    for at, place in enumerate(places):
        if place and place in places[:at]:
            yield _violation("VEN-10.16", space=place)
        elif place in world.same_place and world.same_place[place] in places[:at]:
            yield _violation("VEN-10.16", "basin", space=place, other=world.same_place[place])


# --- gold ---------------------------------------------------------------------------------------------------
def _swamp_tiles(world: World, sheet: Sheet) -> Iterator[Violation]:
    """VEN-10.13, VEN-10.14"""
    desk = sheet.desk
    found = desk.marsh.bit_count() + sum(map(len, desk.swamp)) + len(desk.spent)
    if found != world.swamp_tiles:
        key = "missing" if found < world.swamp_tiles else "more"
        yield _violation("VEN-10.13", key, n=abs(world.swamp_tiles - found), total=world.swamp_tiles)
    known = [value for row in (*desk.swamp, desk.spent) for value in row]
    for value, count in world.swamp_gold.items():
        if known.count(value) > count:
            yield _violation("VEN-10.14", value=value, count=count)


def _treasures(world: World, sheet: Sheet) -> Iterator[Violation]:
    """VEN-10.15"""
    desk = sheet.desk
    found = desk.chest + sum(map(len, desk.treasures))
    if found != world.treasures or desk.chest < 0:
        key = "missing" if found < world.treasures else "more"
        yield _violation("VEN-10.15", key, n=abs(world.treasures - found), total=world.treasures)
    known: Tiles = tuple(value for row in desk.treasures for value in row if value != HIDDEN)
    for value, count in world.treasure_gold.items():
        if known.count(value) > count:
            yield _violation("VEN-10.15", "value", value=value, count=count)


# --- the course of the game -----------------------------------------------------------------------------------
def _end(world: World, sheet: Sheet) -> Iterator[Violation]:
    """VEN-10.17, VEN-10.21"""
    desk = sheet.desk
    empty = [world.kinds[kind] for kind, left in enumerate(desk.supply) if not left]
    if has_ended(world, desk) and desk.phase not in (HALT, *ENDED):
        if empty:
            yield _violation("VEN-10.17", "supply", kind=empty[0])
        else:
            yield _violation("VEN-10.17", "goal", space=max(desk.gondolas))
    if desk.phase in ENDED and not has_ended(world, desk):
        yield _violation("VEN-10.21", goal=world.numbers.goal)


def _imaginary(world: World, sheet: Sheet) -> Iterator[Violation]:
    """VEN-10.19"""
    desk = sheet.desk
    if not desk.seats.two:
        return
    kinds = kinds_out(desk, desk.seats.imaginary)
    if sum(1 for kind in kinds if world.shared[kind]) > world.numbers.kinds_out:
        yield _violation("VEN-10.19", n=len(kinds), max=world.numbers.kinds_out)
    if desk.phase in REST and any(not world.shared[kind] for kind in kinds):
        yield _violation("VEN-10.19", "casa")


def _turn(world: World, sheet: Sheet) -> Iterator[Violation]:
    """VEN-10.20"""
    rule, desk = "VEN-10.20", sheet.desk
    if (desk.turn == NOBODY) != (desk.phase == OVER):
        yield _violation(rule, "over" if desk.phase == OVER else "")
    elif desk.phase == AFTER and not desk.seats.two:
        yield _violation(rule, "after")
    elif desk.phase == LAST_EXCHANGE and desk.to_exchange[:1] != (desk.turn,):
        yield _violation(rule, "asked", name=desk.seats.names[desk.turn])
    if bool(desk.due) != (desk.phase in (BUILD, HALT)):
        yield _violation(rule, "due" if desk.due else "no-due")
    for kind in dict.fromkeys(due.kind for due in desk.due):
        if not _due_fits(world, desk, kind):
            yield _violation(rule, "cards", kind=world.kinds[kind])


def _due_fits(world: World, desk: Desk, kind: int) -> bool:
    """Do exactly the cards of the due buildings of a kind lie out, before those who build them?"""
    due = [d for d in desk.due if d.kind == kind]
    cards, needed = shared_cards(world.needed, desk, kind), world.needed[kind]
    shared = [d for d in due if not d.alone]
    if min(cards) < 0 or any(d.builder == NOBODY for d in due):
        return False
    if not world.shared[kind]:
        return not any(cards)
    if not shared:
        return sum(cards) < needed
    return len(shared) == 1 and sum(cards) == needed and shared[0].builder == desk.builders[kind]


CHECKS: tuple[Check, ...] = (
    _all_cards,
    _visible_cards,
    _hands,
    _pool,
    _kinds_out,
    _shared_sets,
    _figures,
    _pieces,
    _sites,
    _built_once,
    _drained,
    _swamp_tiles,
    _treasures,
    _gondolas,
    _end,
    _pile,
    _imaginary,
    _turn,
)
