"""The invariants of Venetia (section 10), on a desk that was typed in: every one that it breaks, each once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from venice_pnp.contract.play import Violation
from venice_pnp.contract.position import LEFT_OUT, once_each, violation, written
from venice_pnp.games.venetia import tables as t
from venice_pnp.games.venetia.position.convert import ELECTIONS, RULE, line_of
from venice_pnp.games.venetia.position.model import UNSEEN, Position
from venice_pnp.games.venetia.rules import state as s
from venice_pnp.games.venetia.rules.colonies import leader
from venice_pnp.games.venetia.rules.elections import is_first
from venice_pnp.games.venetia.rules.holding import can_name_all, deck_size
from venice_pnp.games.venetia.rules.scoring import best
from venice_pnp.games.venetia.rules.seas import markers_free
from venice_pnp.games.venetia.rules.state import ACTION, DIE, MARKER, NOBODY, NOWHERE, ROLL, TILE, UNKNOWN, Desk
from venice_pnp.games.venetia.rules.track import venice_space
from venice_pnp.games.venetia.rules.world import World

Found = Iterator[Violation]
CALM = (ROLL, DIE, MARKER)  # between two turns, or before anything was done in one


def broken(world: World, desk: Desk, position: Position) -> list[Violation]:
    """Every invariant that a table breaks, each once; only what cannot be in its phase, if there is such."""
    strange = once_each([*unfit(world, desk, position), *overdone(world, desk, position)])
    found = [*(one for check in CHECKS for one in check(world, desk)), *_sums(position)]
    if position.deck not in (LEFT_OUT, deck_size(world, desk)):  # VTA-9.4
        n = len(world.cards) - deck_size(world, desk) + position.deck
        found.append(violation("VTA-10.13", "sum", n=n, size=len(world.cards)))
    return strange or once_each(found)


def missing_podestas(world: World, desk: Desk) -> Found:
    """VTA-10.5, no violation: their owner may have had none left when the turn ended."""
    for colony, name in enumerate(world.colonies) if desk.phase in CALM else ():
        row, stands = desk.here(colony), desk.podesta[colony]
        first = leader(row)
        if sum(row) < world.colony_class[colony] or first in (NOBODY, stands):
            continue
        if desk.podesta.count(first) >= world.numbers.podesta:  # VTA-7.34
            continue
        facts = {"player": desk.seats.names[first], "colony": name}
        if stands == NOBODY:
            yield violation("VTA-10.5", **facts)
        else:
            yield violation("VTA-10.5", "other", other=desk.seats.names[stands], **facts)


# --- the phase ------------------------------------------------------------------------------------------
def unfit(world: World, desk: Desk, position: Position) -> Found:
    """VTA-9.1: what cannot be so in this phase."""
    for path, fits in _fits(world, desk, position):
        if not fits:
            part, _, key = path.partition(".")
            there = getattr(position, part)
            yield violation(RULE, "unfit", path=path, value=written(there).get(key) if key else there)


def _fits(world: World, desk: Desk, position: Position) -> Iterator[tuple[str, bool]]:
    phase, city, turn = desk.phase, desk.seats.city, desk.turn
    if phase in (s.THREAT, s.VETO):
        yield "pending.threats", 0 < desk.threats <= sum(world.tile_count)
    if phase == s.VETO:
        fresh = desk.threat not in (NOWHERE, *desk.used)
        yield "pending.card", fresh and desk.markers > 0 and not desk.vetoed and desk.seats.veto
    if phase == s.DRAW:
        known = position.pending.card not in (LEFT_OUT, UNSEEN)
        yield "pending.then", desk.draw_then in (MARKER, ACTION)
        yield "pending.card", not known or (desk.seen != UNKNOWN and bool(desk.draws))
    if phase == s.SCORING:
        yield "pending.then", desk.after in (s.NEXT, s.TO_ROLL)
    if phase == s.ROLL or (phase in (s.THREAT, s.VETO) and desk.occasion == s.REFILL):  # VTA-5.3, 5.6
        yield "pool", not any(desk.pool)
    if phase not in (*ELECTIONS, s.OVER):  # VTA-7.88
        yield "doge.family", desk.doge_card > 0
    if phase in ELECTIONS:
        first = is_first(desk)
        piles = desk.hand if first else desk.box
        kept, numbers = world.numbers.family[0], world.numbers
        most = numbers.first_cards if first else 0 if city else numbers.election_cards
        for player, ballot in enumerate(desk.ballots):
            if ballot is not None:
                held = can_name_all(desk, player, piles[player], ballot.cards)
                yield "pending.candidates", held and ballot.family in desk.family[player]
                yield "pending.candidates", first * most <= len(ballot.cards) <= most  # VTA-4.9, 7.84, 7.95
                yield "pending.candidates", first or desk.shame != player or ballot.family == kept  # VTA-7.83
    if phase == s.DISTRICTS:
        yield "pending.candidates", None not in desk.ballots and city and not desk.drawn
    if phase == s.CHOOSE_DOGE:
        n = world.numbers.districts_drawn if city and not is_first(desk) else 0
        yield "pending.candidates", None not in desk.ballots and bool(desk.drawn) == bool(n)
        yield "pending.districts", len(desk.drawn) == len(set(desk.drawn)) == n
        yield "pending.tied", len(desk.tied) > 1
    if turn is not None and phase in (ACTION, MARKER):
        yield "turn.at", turn.at == NOWHERE
    if turn is not None and phase == TILE:
        sea = turn.at - len(world.colonies)
        attacked = turn.at != NOWHERE and (sea < 0 or desk.fleets[sea] > 0)
        yield "turn.at", attacked and world.types[turn.type] == "military"


def overdone(world: World, desk: Desk, position: Position) -> Found:
    """VTA-9.1: what a turn cannot have come to with its die and its card."""
    turn = desk.turn
    for key, fits in _counters(world, desk, turn) if turn is not None else ():
        if not fits:
            yield violation(RULE, "turn", path=f"turn.{key}", value=getattr(position.turn, key, ""))


def _counters(world: World, desk: Desk, turn: s.Turn) -> Iterator[tuple[str, bool]]:
    kind = world.types[turn.type]
    deeds = world.card_effect[turn.card] if turn.card != UNKNOWN else ()
    points = sum(deed.n for deed in deeds if isinstance(deed, t.Ap))
    attacks = sum(deed.n for deed in deeds if isinstance(deed, t.Attacks))
    bonus = Counter(deed.bonus for deed in deeds if isinstance(deed, t.Tiles) for _ in range(deed.count))
    peace = any(deed.peace for deed in deeds if isinstance(deed, t.Tiles))
    marker = desk.active == desk.doge  # VTA-5.12
    yield "card", turn.card == UNKNOWN or world.card_type[turn.card] == turn.type  # VTA-7.70
    yield "replaced", turn.replaced == (turn.card != UNKNOWN and not world.card_free[turn.card])  # VTA-7.72
    yield "ap", turn.ap <= (0 if turn.replaced else turn.value + marker + points)
    yield "attacks", turn.attacks <= attacks
    yield "bonus", not Counter(turn.bonus) - bonus
    yield "peace", peace or not turn.peace
    yield "route", len(set(turn.route)) == len(turn.route)  # VTA-7.4
    yield "trade", len(set(turn.trade)) == len(turn.trade) and (kind == "trade" or not turn.trade)  # VTA-7.12
    yield "politics", turn.politics == NOWHERE or kind == "politics"  # VTA-7.13
    yield "tiles", not turn.tiles or kind == "military"  # VTA-7.20


# --- the board ------------------------------------------------------------------------------------------
def _pieces(world: World, desk: Desk) -> Found:
    """VTA-10.1, 10.2, 10.16, 10.21: what each player has."""
    n, numbers = desk.size, world.numbers
    values = numbers.family
    for player, name in enumerate(desk.seats.names):
        used, podestas = sum(desk.influence[player::n]) + sum(desk.sea_influence[player::n]), desk.podesta.count(player)
        if used > numbers.influence:
            yield violation("VTA-10.1", player=name, n=used, size=numbers.influence)
        if podestas > numbers.podesta:
            yield violation("VTA-10.2", player=name, n=podestas, size=numbers.podesta)
        own, lies = desk.family[player], (desk.doge_card,) if player == desk.doge and desk.doge_card else ()
        if len({*own, *lies}) < len((*own, *lies)) or not {*own, *lies}.issubset(values):
            yield violation("VTA-10.16", "cards", player=name)
        elif values[0] not in (*own, *lies):
            yield violation("VTA-10.16", player=name, n=values[0])
        if desk.score[player] != sum(line.sum for line in desk.sheet[player]):
            yield violation("VTA-10.21", player=name)


def _colonies(world: World, desk: Desk) -> Found:
    """VTA-10.3, 10.4"""
    for colony, name in enumerate(world.colonies):
        n = sum(desk.here(colony))
        if n >= world.numbers.revolt:
            yield violation("VTA-10.3", colony=name, n=n, revolt=world.numbers.revolt)
        if desk.podesta[colony] != NOBODY and n < world.colony_class[colony]:
            yield violation("VTA-10.4", colony=name)


def _seas(world: World, desk: Desk) -> Found:
    """VTA-10.6 to 10.8"""
    free = markers_free(world, desk)
    for sea, name in enumerate(world.seas):
        n = sum(desk.afloat(sea))
        counts = {"control": desk.control[sea], "fleets": desk.fleets[sea], "influence": n}
        holds = [kind for kind, count in counts.items() if count]
        if len(holds) > 1:
            yield violation("VTA-10.6", sea=name, a=holds[0], b=holds[1])
        elif n >= world.sea_threshold[sea] and free > 0:
            yield violation("VTA-10.7", sea=name, n=n)
    if free < 0:
        yield violation("VTA-10.8", n=world.numbers.control_fleet)


def _track(world: World, desk: Desk) -> Found:
    """VTA-10.9 to 10.11, and VTA-7.63"""
    numbers, epoch, last = world.numbers, desk.epoch, world.last_epoch
    if desk.venice >= numbers.eighth and not desk.eighth:
        yield violation("VTA-7.63", "stands", space=desk.venice, eighth=numbers.eighth)
    right = venice_space(world, sum(desk.control) + len(desk.podesta) - desk.podesta.count(NOBODY), desk.met)
    if desk.venice != right:
        yield violation("VTA-10.9", n=right)
    apart = desk.met or desk.venice < desk.enemy
    on_track = numbers.enemy_end <= desk.enemy <= numbers.spaces
    begun = epoch > 1 or (desk.enemy == numbers.enemy_start and not desk.met)
    if not (apart and on_track and begun and (epoch < last or desk.met)):
        yield violation("VTA-10.10", epoch=epoch)
    if desk.phase in CALM and (desk.eighth != (epoch > 1) or (1 < epoch < last and desk.met)):
        yield violation("VTA-10.11")


def _kingdoms(world: World, desk: Desk) -> Found:
    """VTA-10.12"""
    counts = Counter([*desk.kingdoms, *chain(*desk.treaties)])
    for kingdom, name in enumerate(world.kingdoms):
        if counts[kingdom] > world.kingdom_count[kingdom]:
            yield violation("VTA-10.12", n=world.kingdom_count[kingdom], kingdom=name)


def _sums(position: Position) -> Found:
    """VTA-8.20: the sum of a row, where it is told."""
    for name, house in position.houses.items():
        for line in house.sheet:
            if line.sum is not LEFT_OUT and line.sum != line_of(line).sum:
                yield violation("VTA-10.21", "row", player=name, n=line.sum, right=line_of(line).sum)


def _won(_world: World, desk: Desk) -> Found:
    """VTA-8.15"""
    if desk.phase == s.OVER and desk.winners != best(desk):
        yield violation("VTA-8.15", "others", winners=[desk.seats.names[p] for p in best(desk)])


# --- cards and markers ------------------------------------------------------------------------------------
def _cards(world: World, desk: Desk) -> Found:
    """VTA-10.13, 10.14"""
    lying = Counter([*desk.discard, *chain(*desk.hand, *desk.box), desk.seen])
    for card, n in lying.items():
        if n > 1 and card != UNKNOWN:
            yield violation("VTA-10.13", "twice", card=world.cards[card])
    if deck_size(world, desk) < (desk.seen != UNKNOWN):
        n = len(world.cards) - deck_size(world, desk)
        yield violation("VTA-10.13", "sum", n=n, size=len(world.cards))
    for card, n in Counter(desk.used).items():
        if n > 1:
            yield violation("VTA-10.14", card=world.threats[card])
    if len(desk.used) >= len(world.threats):
        yield violation("VTA-10.14", "all", n=len(world.threats))


def _markers(world: World, desk: Desk) -> Found:
    """VTA-10.15, 10.17, 10.18"""
    held = Counter(chain(*desk.vp))
    if held.total() > world.vp_total or any(held[value] > n for value, n in world.vp_count.items()):
        yield violation("VTA-10.15")
    most = world.numbers.doge_markers[desk.size]
    if desk.markers > most:
        yield violation("VTA-10.17", "many", n=most)
    elif desk.phase in (ROLL, DIE) and desk.markers < 1 and not desk.seats.veto:
        yield violation("VTA-10.17")
    for kind, values in enumerate(desk.pool):
        if len(values) > world.dice[kind] or not set(values).issubset(world.die_values):
            yield violation("VTA-10.18", type=world.types[kind])
    if desk.phase == DIE and not any(desk.pool):
        yield violation("VTA-10.18", "empty")


def _city(world: World, desk: Desk) -> Found:
    """VTA-10.20"""
    n, numbers, aside = desk.size, world.numbers, desk.aside
    if not desk.seats.city:
        if any((*desk.ducats, *desk.new, *desk.grey)) or aside:
            yield violation("VTA-10.20", "none")
        return
    for player, name in enumerate(desk.seats.names):
        monuments = sum(desk.new[player::n]) + sum(desk.grey[player::n])
        if sum(desk.ducats[player::n]) > numbers.ducats or monuments > numbers.monuments:
            yield violation("VTA-10.20", player=name)
        if desk.box[player]:
            yield violation("VTA-10.20", "box", player=name)
    if any(aside.count(d) > 1 or d not in world.sestieri for d in aside) or len(aside) % numbers.districts_drawn:
        yield violation("VTA-10.20", "aside")


def _tiles(world: World, desk: Desk) -> Found:
    """VTA-7.26: what the running turn has used can exist."""
    tiles = desk.turn.tiles if desk.turn is not None else ()
    if desk.seats.tiles_back:
        return
    none_left = desk.phase == TILE and len(tiles) >= sum(world.tile_count)
    for tile, n in Counter(tiles).items():
        if n > world.tile_count[tile] or none_left:
            yield violation("VTA-7.26", tile=world.tiles[tile], n=world.tile_count[tile])


CHECKS = (_pieces, _colonies, _seas, _track, _kingdoms, _cards, _markers, _city, _tiles, _won)
