"""Is a typed-in table readable at all? Every part that is not, with the place where it stands (section 9)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from venice_pnp.contract.play import Violation
from venice_pnp.contract.reading import Shape, Wrong, anything, keys, list_of, name, one_of
from venice_pnp.games.venedig.position.snapshots import UNKNOWN
from venice_pnp.games.venedig.rules.state import BOARD, IMAGINARY, PHASES, STEPS
from venice_pnp.games.venedig.rules.world import World

RULE = "VEN-9.1"


def faults_of(world: World, players: Sequence[str], table: Any) -> list[Violation]:
    """All that cannot be read; empty if the table has the right form. What is omitted or null is no fault."""
    look = keys(_shapes(world, players))
    found = look("", table)
    return [
        Violation(RULE, f"VEN-9.form.{w.wanted}", {"path": w.path or "start", "value": w.value, "known": list(w.known)})
        for w in found
    ]


def _shapes(world: World, players: Sequence[str]) -> dict[str, Shape]:
    """The form of each part. `await` is written but ignored when read (VEN-9.3)."""
    kind, field, player = one_of(world.kinds), one_of(world.fields), one_of(players)
    sides = (*players, IMAGINARY) if len(players) == world.numbers.imaginary_with else tuple(players)
    cards = keys(dict.fromkeys(world.kinds, _number))
    hand = keys(dict.fromkeys((*world.kinds, UNKNOWN), _number))
    swamp = list_of(one_of((*world.swamp_gold, UNKNOWN)))
    tiles = keys({"swamp": swamp, "treasure": list_of(one_of((*world.treasure_gold, UNKNOWN)))})
    figures = [world.kinds[kind] for kind in world.figures]
    building = keys({"building": kind, "fields": list_of(field)}, needed=("building", "fields"))
    due = keys({"building": kind, "builder": one_of(sides), "alone": _yes_no}, needed=("building", "builder"))
    secret = {
        "seed": anything,
        "hands": _each(cards, players),
        "tiles": _each(tiles, players),
        "draw-order": list_of(kind),
        "swamp-values": _each(one_of(world.swamp_gold), world.fields),
        "treasure-order": list_of(one_of(world.treasure_gold)),
    }
    return {
        "snapshot": one_of((1,)),
        "game": one_of((world.game,)),
        "players": list_of(name),
        "options": keys({"deck": one_of(world.decks)}),
        "phase": one_of(PHASES),
        "turn": name,
        "await": anything,
        "step": one_of(STEPS),
        "revealed": _yes_no,
        "gondolas": _each(_number, players),
        "hands": _each(hand, players),
        "out": _each(cards, (*players, IMAGINARY)),
        "builders": _each(one_of((*sides, BOARD)), figures),
        "tiles": _each(tiles, players),
        "built": list_of(building),
        "drained": list_of(field),
        "supply": cards,
        "treasure-supply": _number,
        "spent": swamp,
        "pool": list_of(kind),
        "discard": cards,
        "draw-pile": _number,
        "due": list_of(due),
        "moving": list_of(keys({"player": player, "points": _number}, needed=("player", "points"))),
        "ended-by": player,
        "to-exchange": list_of(player),
        "winners": list_of(player),
        "secret": keys(secret),
    }


def _number(path: str, value: Any) -> Iterator[Wrong]:
    if type(value) is not int or value < 0:
        yield Wrong(path, "number", value)


def _yes_no(path: str, value: Any) -> Iterator[Wrong]:
    if not isinstance(value, bool):
        yield Wrong(path, "one-of", value, ("true", "false"))


def _each(shape: Shape, known: Collection[str]) -> Shape:
    """A mapping by one of the names or ids known."""
    return keys(dict.fromkeys(known, shape))
