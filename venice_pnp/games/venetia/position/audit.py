"""The invariants of section 10, checked on a typed-in table without history, and its scoring (section 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from venice_pnp.contract.play import Refused, Violation
from venice_pnp.games.venetia.position.start import Unreadable, read_table
from venice_pnp.games.venetia.rules.colonies import leader
from venice_pnp.games.venetia.rules.holding import deck_size
from venice_pnp.games.venetia.rules.scoring import PARTS, points, treaties
from venice_pnp.games.venetia.rules.seas import markers_free
from venice_pnp.games.venetia.rules.state import (
    ACTION,
    DIE,
    DRAW,
    HIDDEN,
    MARKER,
    NOBODY,
    ROLL,
    TILE,
    UNKNOWN,
    Desk,
)
from venice_pnp.games.venetia.rules.world import QUARANTIA_TYPE, World

Check = Callable[[World, Desk], Iterator[Violation]]
CALM = (ROLL, DIE, MARKER)  # between two turns, or before anything was done in one


def audit(world: World, table: Mapping[str, Any]) -> list[Violation]:
    """Every invariant that does not hold, each once; only what cannot be read, if there is such."""
    try:
        desk = _read(world, table)
    except Unreadable as unreadable:
        return _once(unreadable.faults)
    except Refused as refused:
        return [Violation(refused.rule, refused.key, refused.facts)]
    return _once(broken(world, desk, table))


def _read(world: World, table: Mapping[str, Any]) -> Desk:
    players = table.get("players") if isinstance(table, Mapping) else None
    named = isinstance(players, (list, tuple)) and all(isinstance(name, str) for name in players)
    return read_table(world, players if named and players else (), {}, table)


def _once(found: Iterable[Violation]) -> list[Violation]:
    """The first finding of each rule, in the order of the rules page."""
    first: dict[str, Violation] = {}
    for violation in found:
        first.setdefault(violation.rule, violation)
    return sorted(first.values(), key=lambda v: int(v.rule.rpartition(".")[2]))


def broken(world: World, desk: Desk, table: Mapping[str, Any]) -> list[Violation]:
    """The invariants that a table breaks."""
    found = [violation for check in CHECKS for violation in check(world, desk)]
    deck = table.get("deck")
    if deck is not None and deck != deck_size(world, desk):  # VTA-9.4
        n = len(world.cards) - deck_size(world, desk) + deck
        found.append(_said("VTA-10.13", "VTA-10.13.sum", n=n, size=len(world.cards)))
    return found


def score(world: World, table: Mapping[str, Any]) -> dict[str, Any]:
    """What a scoring gives now, and what stands on the sheet; unknown VP markers count nothing."""
    try:
        desk = _read(world, table)
    except Unreadable as unreadable:
        first = unreadable.faults[0]
        raise Refused(first.rule, first.facts, first.key) from None
    players = {}
    for player, name in enumerate(desk.seats.names):
        parts = points(world, desk, player)
        now = {**dict(zip(PARTS, parts, strict=True)), "sum": sum(parts)}
        more = {"treaties": treaties(desk, player), "unknown-vp": desk.vp[player].count(HIDDEN)}
        players[name] = {"now": now, **more, "score": desk.score[player], "with-now": desk.score[player] + sum(parts)}
    return {"epoch": desk.epoch, "players": players}


def warnings(world: World, table: Mapping[str, Any]) -> list[Violation]:
    """VTA-10.5: podestàs that seem to be missing. No violation: their owner may have had none left."""
    desk = _read(world, table)
    found = []
    for colony, name in enumerate(world.colonies) if desk.phase in CALM else ():
        row = desk.here(colony)
        first = leader(row)
        if sum(row) >= world.colony_class[colony] and first not in (NOBODY, desk.podesta[colony]):
            found.append(_said("VTA-10.5", player=desk.seats.names[first], colony=name))
    return found


def _said(rule: str, key: str = "", **facts: Any) -> Violation:
    return Violation(rule, key or rule, facts)


# --- the board ------------------------------------------------------------------------------------------
def _influence(world: World, desk: Desk) -> Iterator[Violation]:
    """VTA-10.1"""
    n = desk.size
    for player, name in enumerate(desk.seats.names):
        used = sum(desk.influence[player::n]) + sum(desk.sea_influence[player::n])
        if used > world.numbers.influence:
            yield _said("VTA-10.1", player=name, n=used, size=world.numbers.influence)


def _podestas(world: World, desk: Desk) -> Iterator[Violation]:
    """VTA-10.2"""
    for player, name in enumerate(desk.seats.names):
        n = desk.podesta.count(player)
        if n > world.numbers.podesta:
            yield _said("VTA-10.2", player=name, n=n, size=world.numbers.podesta)


def _colonies(world: World, desk: Desk) -> Iterator[Violation]:
    """VTA-10.3, 10.4"""
    for colony, name in enumerate(world.colonies):
        n = sum(desk.here(colony))
        if n >= world.numbers.revolt:
            yield _said("VTA-10.3", colony=name, n=n, revolt=world.numbers.revolt)
        if desk.podesta[colony] != NOBODY and n < world.colony_class[colony]:
            yield _said("VTA-10.4", colony=name)


def _seas(world: World, desk: Desk) -> Iterator[Violation]:
    """VTA-10.6 to 10.8"""
    free = markers_free(world, desk)
    for sea, name in enumerate(world.seas):
        n = sum(desk.afloat(sea))
        holds = [
            kind
            for kind, yes in (("control", desk.control[sea]), ("fleets", desk.fleets[sea]), ("influence", n))
            if yes
        ]
        if len(holds) > 1:
            yield _said("VTA-10.6", sea=name, a=holds[0], b=holds[1])
        elif n >= world.sea_threshold[sea] and free > 0:
            yield _said("VTA-10.7", sea=name, n=n)
    if free < 0:
        yield _said("VTA-10.8", n=world.numbers.control_fleet)


def _track(world: World, desk: Desk) -> Iterator[Violation]:
    """VTA-10.9 to 10.11"""
    numbers = world.numbers
    stands = numbers.venice_start + sum(desk.control) + sum(owner != NOBODY for owner in desk.podesta)
    right = 0 if desk.met else stands
    if desk.venice != right:
        yield _said("VTA-10.9", n=right)
    apart = desk.met or desk.venice < desk.enemy
    on_track = numbers.enemy_end <= desk.enemy <= numbers.spaces
    first = desk.epoch > 1 or (desk.enemy == numbers.enemy_start and not desk.met)
    last = desk.epoch < world.last_epoch or desk.met
    if not (apart and on_track and first and last):
        yield _said("VTA-10.10", epoch=desk.epoch)
    if desk.phase in CALM:
        late = (desk.epoch == 1 and desk.eighth) or (1 < desk.epoch < world.last_epoch and desk.met)
        if late or (desk.epoch > 1 and not desk.eighth):
            yield _said("VTA-10.11")


def _kingdoms(world: World, desk: Desk) -> Iterator[Violation]:
    """VTA-10.12"""
    counts = Counter(desk.kingdoms)
    for row in desk.treaties:
        counts.update(row)
    for kingdom, name in enumerate(world.kingdoms):
        if counts[kingdom] > world.kingdom_count[kingdom]:
            yield _said("VTA-10.12", n=world.kingdom_count[kingdom], kingdom=name)


# --- cards and markers ------------------------------------------------------------------------------------
def _cards(world: World, desk: Desk) -> Iterator[Violation]:
    """VTA-10.13"""
    counts = Counter(desk.discard)
    for pile in (*desk.hand, *desk.box, (desk.seen,)):
        counts.update(pile)
    counts[UNKNOWN] = 0
    for card, n in counts.items():
        if n > 1:
            yield _said("VTA-10.13", "VTA-10.13.twice", card=world.cards[card])
    if deck_size(world, desk) < (desk.seen != UNKNOWN):
        n = len(world.cards) - deck_size(world, desk)
        yield _said("VTA-10.13", "VTA-10.13.sum", n=n, size=len(world.cards))


def _threats(world: World, desk: Desk) -> Iterator[Violation]:
    """VTA-10.14"""
    for card, n in Counter(desk.used).items():
        if n > 1:
            yield _said("VTA-10.14", card=world.threats[card])
    if len(desk.used) >= len(world.threats):
        yield _said("VTA-10.14", "VTA-10.14.all", n=len(world.threats))


def _vp(world: World, desk: Desk) -> Iterator[Violation]:
    """VTA-10.15"""
    held = [value for markers in desk.vp for value in markers]
    counts = Counter(held)
    if len(held) > world.vp_total or any(counts[value] > n for value, n in world.vp_count.items()):
        yield _said("VTA-10.15")


def _families(world: World, desk: Desk) -> Iterator[Violation]:
    """VTA-10.16"""
    values = world.numbers.family
    kept = values[0]
    for player, name in enumerate(desk.seats.names):
        own, lies = desk.family[player], desk.doge_card if player == desk.doge else 0
        if len(set(own)) < len(own) or not set(own).issubset(values) or (lies and (lies in own or lies not in values)):
            yield _said("VTA-10.16", "VTA-10.16.cards", player=name)
        elif kept not in own and lies != kept:
            yield _said("VTA-10.16", player=name, n=kept)


def _doge(world: World, desk: Desk) -> Iterator[Violation]:
    """VTA-10.17"""
    most = world.numbers.doge_markers[desk.size]
    if desk.markers > most:
        yield _said("VTA-10.17", "VTA-10.17.many", n=most)
    elif desk.phase in (ROLL, DIE) and desk.markers < 1 and not desk.seats.veto:
        yield _said("VTA-10.17")


def _pool(world: World, desk: Desk) -> Iterator[Violation]:
    """VTA-10.18"""
    for kind, values in enumerate(desk.pool):
        if len(values) > world.dice[kind] or not set(values).issubset(world.die_values):
            yield _said("VTA-10.18", type=world.types[kind])
    if desk.phase == DIE and not any(desk.pool):
        yield _said("VTA-10.18", "VTA-10.18.empty")


def _city(world: World, desk: Desk) -> Iterator[Violation]:
    """VTA-10.20"""
    if not desk.seats.city:
        if any(desk.ducats) or any(desk.new) or any(desk.grey) or desk.aside:
            yield _said("VTA-10.20", "VTA-10.20.none")
        return
    n, numbers = desk.size, world.numbers
    for player, name in enumerate(desk.seats.names):
        monuments = sum(desk.new[player::n]) + sum(desk.grey[player::n])
        if sum(desk.ducats[player::n]) > numbers.ducats or monuments > numbers.monuments:
            yield _said("VTA-10.20", player=name)
        if desk.box[player]:
            yield _said("VTA-10.20", "VTA-10.20.box", player=name)
    strange = any(world.district_type[d] == QUARANTIA_TYPE for d in desk.aside)
    if strange or len(set(desk.aside)) < len(desk.aside) or len(desk.aside) % numbers.districts_drawn:
        yield _said("VTA-10.20", "VTA-10.20.aside")


def _scores(_world: World, desk: Desk) -> Iterator[Violation]:
    """VTA-10.21"""
    for player, name in enumerate(desk.seats.names):
        if desk.score[player] != sum(line.sum for line in desk.sheet[player]):
            yield _said("VTA-10.21", player=name)


def _turn(world: World, desk: Desk) -> Iterator[Violation]:
    """VTA-7.26: what the running turn has used can exist."""
    turn = desk.turn
    if turn is None or desk.phase not in (DRAW, MARKER, ACTION, TILE):
        return
    for tile, n in Counter(turn.tiles).items():
        if n > world.tile_count[tile] or (desk.phase == TILE and len(turn.tiles) >= sum(world.tile_count)):
            yield _said("VTA-7.26", tile=world.tiles[tile], n=world.tile_count[tile])


CHECKS: tuple[Check, ...] = (
    _influence,
    _podestas,
    _colonies,
    _seas,
    _track,
    _kingdoms,
    _cards,
    _threats,
    _vp,
    _families,
    _doge,
    _pool,
    _city,
    _scores,
    _turn,
)
