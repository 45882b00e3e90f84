"""Action cards by their primitives (VTA-7.70 to 7.77). Each primitive checks its targets, then acts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from venice_pnp.contract.play import Refused
from venice_pnp.contract.rows import add, put
from venice_pnp.games.venetia import tables as t
from venice_pnp.games.venetia.rules.actions import (
    check_fleet,
    check_kingdom,
    check_region_open,
    check_route,
    check_sea,
    check_supply,
    make_treaty,
    take_shame,
)
from venice_pnp.games.venetia.rules.colonies import arrive, fall, leave, take
from venice_pnp.games.venetia.rules.holding import can_name, draw_vp, take_out
from venice_pnp.games.venetia.rules.seas import markers_free, route, sail, sink, take_control
from venice_pnp.games.venetia.rules.state import ACTION, NOBODY, NOWHERE, UNKNOWN, Desk, counted
from venice_pnp.games.venetia.rules.told import Told, tell
from venice_pnp.games.venetia.rules.track import move_enemy
from venice_pnp.games.venetia.rules.turns import ask_draws
from venice_pnp.games.venetia.rules.world import World

Targets = Mapping[str, Any]  # by field of the move, already as numbers
FIELD: Mapping[type, str] = {  # the field that names the targets of a primitive
    t.MapPlace: "at",
    t.OpenSea: "seas",
    t.Control: "sea",
    t.Remove: "remove",
    t.Swap: "swap",
    t.Shift: "move",
    t.Pact: "regions",
    t.Sink: "fleets",
}


def field_of(effect: t.Effect) -> str | None:
    """The field of a primitive with targets, or None."""
    if isinstance(effect, t.Shame):
        return "player" if effect.to == "other" else None
    return FIELD.get(type(effect))


def play(world: World, desk: Desk, card: int, targets: Targets, told: Told) -> None:
    """VTA-7.70 to 7.77"""
    check_card(world, desk, card, targets)
    player, turn = desk.active, desk.at_turn()
    desk.hand = put(desk.hand, player, take_out(desk.hand[player], card))
    desk.discard = (*desk.discard, card)
    if world.card_free[card]:
        desk.alter(card=card)
    else:
        desk.alter(card=card, replaced=True, ap=0)
    tell(told, "VTA-7.77.played", player=desk.seats.names[player], card=world.cards[card], type=world.types[turn.type])
    for effect in world.card_effect[card]:
        DEEDS[type(effect)](world, desk, effect, targets, told)


def check_card(world: World, desk: Desk, card: int, targets: Targets) -> None:
    """All that does not depend on the primitive."""
    turn, name = desk.at_turn(), world.cards[card]
    if world.card_type[card] != turn.type:
        raise Refused("VTA-7.70", {"card": name, "type": world.types[turn.type]})
    if turn.card != UNKNOWN:
        raise Refused("VTA-7.71", {"card": world.cards[turn.card]})
    if not can_name(desk, desk.active, desk.hand[desk.active], card):
        raise Refused("VTA-7.73", {"card": name})
    if not world.card_free[card] and turn.spent:
        raise Refused("VTA-7.72", {"card": name}, "VTA-7.72.spent")
    fields = [field for field in map(field_of, world.card_effect[card]) if field]
    for field in targets:
        if field not in fields:
            raise Refused("VTA-6.2", {"card": name, "key": field}, "VTA-6.2.target")
    if fields and not any(targets.get(field) not in (None, ()) for field in fields):
        aims = [f"aim-{field}" for field in fields]
        raise Refused("VTA-7.75", {"card": name, "fields": aims}, "VTA-7.75.target")


def _wrong(reason: str, **facts: Any) -> Refused:
    return Refused("VTA-7.74", facts, f"VTA-7.74.{reason}")


def _check_number(targets: Sequence[Any], n: int, of: str = "") -> None:
    """`of`: what is counted, where a card may have another number of something else, as t15 has."""
    if len(targets) > n:
        raise _wrong(f"many{of}", n=n)


def _check_same(places: Sequence[int], same: bool, what: str) -> None:
    if same and len(set(places)) > 1:
        raise _wrong(what)


def _check_each(world: World, counts: Mapping[int, int], most: int | None) -> None:
    for colony, n in counts.items():
        if most is not None and n > most:
            raise _wrong("max", n=most, colony=world.colonies[colony])


# --- influence ------------------------------------------------------------------------------------------
def _place(world: World, desk: Desk, effect: t.MapPlace, targets: Targets, told: Told) -> None:
    at: Sequence[int] = targets.get("at") or ()
    counts = counted(at)
    _check_number(at, effect.n, "-colonies" if effect.max == 1 else "")
    _check_each(world, counts, effect.max)
    _check_same(at, effect.same == "colony", "colony")
    _check_same([world.region_of[c] for c in at], effect.same == "region", "region")
    reached = route(world, desk) if effect.route else set()
    for colony in counts:
        check_target(world, desk, effect, colony, reached)
    check_supply(world, desk, len(at))
    for colony, n in counts.items():
        arrive(world, desk, desk.active, colony, n, told)


def check_target(world: World, desk: Desk, effect: t.MapPlace, colony: int, reached: set[int]) -> None:
    """May influence be placed there by this primitive?"""
    name, region = world.colonies[colony], world.region_of[colony]
    if effect.size is not None and world.size[colony] != effect.size:
        raise _wrong("size", colony=name)
    if effect.regions is not None and world.regions[region] not in effect.regions:
        raise _wrong("regions", colony=name, regions=list(effect.regions))
    if effect.own == "presence" and not desk.influence[desk.spot(colony, desk.active)]:
        raise _wrong("presence", colony=name)
    if effect.own == "podesta" and desk.podesta[colony] != desk.active:
        raise _wrong("podesta", colony=name)
    if effect.kingdom == "block":
        check_region_open(world, desk, colony)
    elif effect.kingdom == "only" and desk.kingdoms[region] == NOWHERE:
        raise _wrong("only", colony=name)
    if effect.route:
        check_route(world, reached, colony)


def _remove(world: World, desk: Desk, effect: t.Remove, targets: Targets, told: Told) -> None:
    pairs = _others(world, desk, targets.get("remove") or (), effect)
    _check_each(world, counted(colony for colony, _ in targets.get("remove") or ()), effect.max)
    for (colony, player), n in pairs.items():
        leave(world, desk, player, colony, n, told)


def _swap(world: World, desk: Desk, effect: t.Swap, targets: Targets, told: Told) -> None:
    pairs = _others(world, desk, targets.get("swap") or (), effect)
    check_supply(world, desk, sum(pairs.values()))
    for (colony, player), n in pairs.items():
        take(desk, player, colony, n)
        desk.influence = add(desk.influence, desk.spot(colony, desk.active), n)
        facts = {"old": desk.seats.names[player], "colony": world.colonies[colony], "n": n}
        tell(told, "VTA-7.76.swapped", player=desk.seats.names[desk.active], **facts)


def _others(
    world: World, desk: Desk, pairs: Sequence[tuple[int, int]], effect: t.Remove | t.Swap
) -> dict[tuple[int, int], int]:
    """Influence of other players that is really there."""
    _check_number(pairs, effect.n)
    _check_same([colony for colony, _ in pairs], effect.same == "colony", "colony")
    reached = route(world, desk) if effect.route else set()
    counts = counted(pairs)
    for (colony, player), n in counts.items():
        if player == desk.active:
            raise _wrong("own")
        if desk.influence[desk.spot(colony, player)] < n:
            raise _wrong("there", player=desk.seats.names[player], colony=world.colonies[colony])
        if effect.route:
            check_route(world, reached, colony)
    return counts


def _shift(world: World, desk: Desk, effect: t.Shift, targets: Targets, told: Told) -> None:
    """All leave before the first arrives."""
    pairs: Sequence[tuple[int, int]] = targets.get("move") or ()
    _check_number(pairs, effect.n)
    player = desk.active
    reached = route(world, desk) if effect.route else set()
    leaving, arriving = counted(a for a, _ in pairs), counted(b for _, b in pairs)
    for source, goal in pairs:
        if source == goal:
            raise _wrong("other", colony=world.colonies[goal])
    for colony, n in leaving.items():
        if desk.influence[desk.spot(colony, player)] < n:
            raise _wrong("there", player=desk.seats.names[player], colony=world.colonies[colony])
    for colony in arriving:
        check_region_open(world, desk, colony)
        if effect.route:
            check_route(world, reached, colony)
    for colony, n in leaving.items():
        take(desk, player, colony, n)
        tell(told, "VTA-7.76.removed", player=desk.seats.names[player], colony=world.colonies[colony], n=n)
    for colony in leaving:
        fall(world, desk, colony, told)
    for colony, n in arriving.items():
        arrive(world, desk, player, colony, n, told)


# --- seas, fleets, kingdoms -----------------------------------------------------------------------------
def _open_seas(world: World, desk: Desk, effect: t.OpenSea, targets: Targets, told: Told) -> None:
    seas: Sequence[int] = targets.get("seas") or ()
    _check_number(seas, effect.n, "-seas")
    for sea in seas:
        check_sea(world, desk, sea, effect.route)
        check_supply(world, desk, 1)
        sail(world, desk, desk.active, sea, told)


def _control(world: World, desk: Desk, effect: t.Control, targets: Targets, told: Told) -> None:
    sea = targets.get("sea")
    if sea is None:
        return
    if not can_control(world, desk, sea, effect.min):
        raise _wrong(_hindrance(world, desk, sea), sea=world.seas[sea], n=effect.min)
    take_control(world, desk, sea, told)


def _hindrance(world: World, desk: Desk, sea: int) -> str:
    """What keeps a sea from being controlled by a card."""
    if desk.control[sea]:
        return "controlled"
    if desk.fleets[sea]:
        return "fleet"
    return "control" if markers_free(world, desk) > 0 else "no-marker"


def can_control(world: World, desk: Desk, sea: int, least: int) -> bool:
    free = not desk.control[sea] and not desk.fleets[sea] and markers_free(world, desk) > 0
    return free and sum(desk.afloat(sea)) >= least


def _pact(world: World, desk: Desk, effect: t.Pact, targets: Targets, told: Told) -> None:
    regions: Sequence[int] = targets.get("regions") or ()
    _check_number(regions, effect.n)
    for region in regions:
        check_kingdom(world, desk, region, effect.route)
        make_treaty(world, desk, region, told)


def _sink(world: World, desk: Desk, effect: t.Sink, targets: Targets, told: Told) -> None:
    fleets: Sequence[int] = targets.get("fleets") or ()
    _check_number(fleets, effect.n)
    _check_same(fleets, effect.same == "sea", "sea")
    counts = counted(fleets)
    for sea, n in counts.items():
        check_fleet(world, desk, sea, effect.route)
        if desk.fleets[sea] < n:
            raise _wrong("fleets", sea=world.seas[sea], n=desk.fleets[sea])
    for sea, n in counts.items():
        sink(world, desk, sea, n, told)
        draw_vp(world, desk, desk.active, n, told)


# --- without targets on the map ---------------------------------------------------------------------------
def _ap(_world: World, desk: Desk, effect: t.Ap, _targets: Targets, told: Told) -> None:
    turn = desk.alter(ap=desk.at_turn().ap + effect.n)
    tell(told, "VTA-7.76.ap", n=effect.n, ap=turn.ap)


def _vp(world: World, desk: Desk, effect: t.Vp, _targets: Targets, told: Told) -> None:
    draw_vp(world, desk, desk.active, effect.n, told)


def _draw(_world: World, desk: Desk, effect: t.Draw, _targets: Targets, _told: Told) -> None:
    ask_draws(desk, (desk.active,) * effect.n, effect.to, ACTION)


def _attacks(_world: World, desk: Desk, effect: t.Attacks, _targets: Targets, told: Told) -> None:
    turn = desk.alter(attacks=desk.at_turn().attacks + effect.n)
    tell(told, "VTA-7.76.attacks", n=turn.attacks)


def _tiles(_world: World, desk: Desk, effect: t.Tiles, _targets: Targets, told: Told) -> None:
    turn = desk.at_turn()
    desk.alter(bonus=turn.bonus + (effect.bonus,) * effect.count, peace=turn.peace or effect.peace)
    if effect.count:
        tell(told, "VTA-7.76.bonus", bonus=effect.bonus, n=effect.count)
    if effect.peace:
        tell(told, "VTA-7.76.peace")


def _shame(_world: World, desk: Desk, effect: t.Shame, targets: Targets, told: Told) -> None:
    if effect.to == "other":
        player = targets.get("player")
        if player is None:
            return
        if player == desk.active:
            raise _wrong("own")
        take_shame(desk, player, told)
    elif desk.shame == desk.active:
        desk.shame = NOBODY
        tell(told, "VTA-7.76.penance", player=desk.seats.names[desk.active])


def _enemy(world: World, desk: Desk, effect: t.Enemy, _targets: Targets, told: Told) -> None:
    if desk.enemy >= world.numbers.spaces:
        raise Refused("VTA-7.75", {"space": world.numbers.spaces}, "VTA-7.75.enemy")
    move_enemy(world, desk, effect.n, told)


def _doge(_world: World, desk: Desk, effect: t.DogeMarker, _targets: Targets, told: Told) -> None:
    if desk.markers < 1:
        raise Refused("VTA-7.75", {}, "VTA-7.75.doge")
    desk.markers += effect.n
    tell(told, "VTA-7.76.doge", left=desk.markers)


DEEDS: Mapping[type, Callable[..., None]] = {
    t.Ap: _ap,
    t.MapPlace: _place,
    t.OpenSea: _open_seas,
    t.Control: _control,
    t.Remove: _remove,
    t.Swap: _swap,
    t.Shift: _shift,
    t.Pact: _pact,
    t.Sink: _sink,
    t.Vp: _vp,
    t.Draw: _draw,
    t.Attacks: _attacks,
    t.Tiles: _tiles,
    t.Shame: _shame,
    t.Enemy: _enemy,
    t.DogeMarker: _doge,
}
