"""What action cards can be aimed at now: found as numbers, to be counted, and named when one is looked at.

Each primitive is aimed at one thing at a time, as much of it as the card allows, and some at several things together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from venice_pnp.games.venetia import tables as t
from venice_pnp.games.venetia.rules.effects import can_control, field_of
from venice_pnp.games.venetia.rules.reached import Look
from venice_pnp.games.venetia.rules.state import Desk, Row
from venice_pnp.games.venetia.rules.world import World

Found = tuple[Sequence[Any], bool]  # things one by one; are several together possible?
NOTHING: Found = ((), False)


class Target(Struct, frozen=True):
    """A primitive of a card that needs targets: the field of the move, and the colonies it can ever aim at.

    `find` finds its aims: (world, desk, target, look, the influence the player has left) -> Found.
    """

    field: str
    effect: Any  # one of the primitives
    ever: frozenset[int]
    find: Callable[[World, Desk, Target, Look, int], Found]


def targets_of(world: World, effects: Sequence[t.Effect]) -> list[Target]:
    found = []
    for effect in effects:
        field = field_of(effect)
        if field is not None:
            fits = isinstance(effect, t.MapPlace)
            ever = frozenset(c for c in world.everywhere if fits and _fits(world, effect, c))
            found.append(Target(field, effect, ever, FIND[type(effect)]))
    return found


def _fits(world: World, effect: Any, colony: int) -> bool:
    """Size and region, which never change."""
    size = effect.size in (None, world.size[colony])
    return size and (effect.regions is None or world.regions[world.region_of[colony]] in effect.regions)


def name_aim(world: World, desk: Desk, target: Target, found: Sequence[Any], left: int, at: int) -> Any:
    """The aim of this number, as a move says it; the one after the last thing is several together."""
    return NAME[type(target.effect)](world, desk, target.effect, found, at, left)


# --- influence --------------------------------------------------------------------------------------
def _places(_world: World, desk: Desk, target: Target, look: Look, left: int) -> Found:
    effect: t.MapPlace = target.effect
    fit = look.fitting(effect, target.ever)
    if effect.own == "presence":
        own = desk.influence[desk.active :: desk.size]
        fit = [c for c in fit if own[c]]
    elif effect.own == "podesta":
        podesta, player = desk.podesta, desk.active
        fit = [c for c in fit if podesta[c] == player]
    return (fit, effect.same in (None, "region")) if left and fit else NOTHING


def _name_places(world: World, _desk: Desk, effect: t.MapPlace, found: Row, at: int, left: int) -> list[str]:
    if at < len(found):
        return [world.colonies[found[at]]] * min(effect.n, effect.max or effect.n, left)
    first = world.region_of[found[0]]
    some = [c for c in found if effect.same is None or world.region_of[c] == first]
    return [world.colonies[c] for c in some[: min(effect.n, left)]]


def _victims(_world: World, desk: Desk, target: Target, look: Look, left: int) -> Found:
    """Influence of others."""
    effect: t.Remove | t.Swap = target.effect
    if isinstance(effect, t.Swap) and not left:
        return NOTHING
    spots = look.victims(desk.influence, desk.size, desk.active, effect.route)
    return spots, effect.same is None and len(spots) > 1


def _name_victims(
    world: World, desk: Desk, effect: t.Remove | t.Swap, found: Row, at: int, left: int
) -> list[list[str]]:
    size = desk.size
    if at < len(found):
        most = min(effect.n, getattr(effect, "max", None) or effect.n, desk.influence[found[at]])
        some = [found[at]] * (min(most, left) if isinstance(effect, t.Swap) else most)
    else:
        some = list({spot // size: spot for spot in found}.values())[: effect.n]  # one in each colony
    return [[world.colonies[spot // size], desk.seats.names[spot % size]] for spot in some]


def _shifts(_world: World, desk: Desk, target: Target, look: Look, _left: int) -> Found:
    own = [c for c, here in enumerate(desk.influence[desk.active :: desk.size]) if here]
    goals = look.entered if target.effect.route else look.lands.free
    return [(a, b) for a in own for b in goals if a != b], False


def _name_shifts(world: World, _desk: Desk, _effect: t.Shift, found: Any, at: int, _left: int) -> list[list[str]]:
    return [[world.colonies[colony] for colony in found[at]]]


# --- seas, fleets, kingdoms, players ------------------------------------------------------------------
def _openings(_world: World, _desk: Desk, target: Target, look: Look, left: int) -> Found:
    seas = look.waters.next if target.effect.route else look.waters.closed
    return (seas, not target.effect.route) if left and seas else NOTHING


def _name_seas(world: World, _desk: Desk, effect: t.OpenSea, found: Row, at: int, left: int) -> list[str]:
    some = [found[at]] if at < len(found) else found[: min(effect.n, left)]
    return [world.seas[sea] for sea in some]


def _controls(world: World, desk: Desk, target: Target, look: Look, _left: int) -> Found:
    return [sea for sea in look.waters.all if can_control(world, desk, sea, target.effect.min)], False


def _name_sea(world: World, _desk: Desk, _effect: t.Control, found: Row, at: int, _left: int) -> str:
    return world.seas[found[at]]


def _hunts(_world: World, _desk: Desk, target: Target, look: Look, _left: int) -> Found:
    effect: t.Sink = target.effect
    seas = look.waters.hunted if effect.route else look.waters.fleets
    return seas, effect.same is None and effect.n > 1 and len(seas) > 1


def _name_fleets(world: World, desk: Desk, effect: t.Sink, found: Row, at: int, _left: int) -> list[str]:
    some = [found[at]] * min(effect.n, desk.fleets[found[at]]) if at < len(found) else found[: effect.n]
    return [world.seas[sea] for sea in some]


def _pacts(_world: World, _desk: Desk, target: Target, look: Look, _left: int) -> Found:
    return look.pacts(target.effect.route, target.effect.n), False


def _name_regions(world: World, _desk: Desk, _effect: t.Pact, found: Any, at: int, _left: int) -> list[str]:
    return [world.regions[region] for region in found[at]]


def _others(_world: World, desk: Desk, _target: Target, _look: Look, _left: int) -> Found:
    return [player for player in range(desk.size) if player != desk.active], False


def _name_player(_world: World, desk: Desk, _effect: t.Shame, found: Row, at: int, _left: int) -> str:
    return desk.seats.names[found[at]]


FIND: Mapping[type, Callable[[World, Desk, Target, Look, int], Found]] = {
    t.MapPlace: _places,
    t.Remove: _victims,
    t.Swap: _victims,
    t.Shift: _shifts,
    t.OpenSea: _openings,
    t.Control: _controls,
    t.Sink: _hunts,
    t.Pact: _pacts,
    t.Shame: _others,
}
NAME: Mapping[type, Callable[[World, Desk, Any, Any, int, int], Any]] = {
    t.MapPlace: _name_places,
    t.Remove: _name_victims,
    t.Swap: _name_victims,
    t.Shift: _name_shifts,
    t.OpenSea: _name_seas,
    t.Control: _name_sea,
    t.Sink: _name_fleets,
    t.Pact: _name_regions,
    t.Shame: _name_player,
}
