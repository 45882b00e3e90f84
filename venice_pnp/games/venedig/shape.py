"""Is a typed-in table readable at all? Every part that is not, with the place where it stands (section 9)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from venice_pnp.games.contract import Violation
from venice_pnp.games.venedig.lagoon import Lagoon
from venice_pnp.games.venedig.picture import UNKNOWN
from venice_pnp.games.venedig.state import BOARD, IMAGINARY, PHASES, STEPS

RULE = "VEN-9.1"


class Wrong(NamedTuple):
    """What stands at a path, and what should: the message's key and what it names."""

    path: str
    wanted: str
    value: Any
    known: Collection[Any] = ()


Shape = Callable[[str, Any], Iterator[Wrong]]


def faults_of(lagoon: Lagoon, players: Sequence[str], table: Any) -> list[Violation]:
    """All that cannot be read; empty if the table has the right form. What is omitted or null is no fault."""
    look = _keys(_shapes(lagoon, players))
    found = look("", table)
    return [
        Violation(RULE, f"VEN-9.form.{w.wanted}", {"path": w.path or "start", "value": w.value, "known": list(w.known)})
        for w in found
    ]


def _shapes(lagoon: Lagoon, players: Sequence[str]) -> dict[str, Shape]:
    """The form of each part. `await` is written but ignored when read (VEN-9.3)."""
    kind, field, player = _one_of(lagoon.kinds), _one_of(lagoon.fields), _one_of(players)
    sides = (*players, IMAGINARY) if len(players) == lagoon.numbers.imaginary_with else tuple(players)
    cards = _keys(dict.fromkeys(lagoon.kinds, _number))
    hand = _keys(dict.fromkeys((*lagoon.kinds, UNKNOWN), _number))
    swamp = _list(_one_of((*lagoon.swamp_gold, UNKNOWN)))
    tiles = _keys({"swamp": swamp, "treasure": _list(_one_of((*lagoon.treasure_gold, UNKNOWN)))})
    figures = [lagoon.kinds[kind] for kind in lagoon.figures]
    building = _keys({"building": kind, "fields": _list(field)}, needed=("building", "fields"))
    due = _keys({"building": kind, "builder": _one_of(sides), "alone": _yes_no}, needed=("building", "builder"))
    secret = {
        "seed": _anything,
        "hands": _each(cards, players),
        "tiles": _each(tiles, players),
        "draw-order": _list(kind),
        "swamp-values": _each(_one_of(lagoon.swamp_gold), lagoon.fields),
        "treasure-order": _list(_one_of(lagoon.treasure_gold)),
    }
    return {
        "snapshot": _one_of((1,)),
        "game": _one_of((lagoon.game,)),
        "players": _list(_name),
        "options": _keys({"deck": _one_of(lagoon.decks)}),
        "phase": _one_of(PHASES),
        "turn": _name,
        "await": _anything,
        "step": _one_of(STEPS),
        "revealed": _yes_no,
        "gondolas": _each(_number, players),
        "hands": _each(hand, players),
        "out": _each(cards, (*players, IMAGINARY)),
        "builders": _each(_one_of((*sides, BOARD)), figures),
        "tiles": _each(tiles, players),
        "built": _list(building),
        "drained": _list(field),
        "supply": cards,
        "treasure-supply": _number,
        "spent": swamp,
        "pool": _list(kind),
        "discard": cards,
        "draw-pile": _number,
        "due": _list(due),
        "moving": _list(_keys({"player": player, "points": _number}, needed=("player", "points"))),
        "ended-by": player,
        "to-exchange": _list(player),
        "winners": _list(player),
        "secret": _keys(secret),
    }


def _anything(_path: str, _value: Any) -> Iterator[Wrong]:
    return iter(())


def _name(path: str, value: Any) -> Iterator[Wrong]:
    if not isinstance(value, str):
        yield Wrong(path, "name", value)


def _number(path: str, value: Any) -> Iterator[Wrong]:
    if type(value) is not int or value < 0:
        yield Wrong(path, "number", value)


def _yes_no(path: str, value: Any) -> Iterator[Wrong]:
    if not isinstance(value, bool):
        yield Wrong(path, "one-of", value, ("true", "false"))


def _one_of(known: Collection[Any]) -> Shape:
    def look(path: str, value: Any) -> Iterator[Wrong]:
        if not any(type(value) is type(k) and value == k for k in known):
            yield Wrong(path, "one-of", value, known)

    return look


def _list(shape: Shape) -> Shape:
    def look(path: str, value: Any) -> Iterator[Wrong]:
        if not isinstance(value, (list, tuple)):
            yield Wrong(path, "list", value)
            return
        for number, row in enumerate(value, start=1):
            yield from shape(f"{path}.{number}", row)

    return look


def _keys(shapes: Mapping[str, Shape], needed: Collection[str] = ()) -> Shape:
    """A mapping with these keys and no others."""

    def look(path: str, value: Any) -> Iterator[Wrong]:
        if not isinstance(value, Mapping):
            yield Wrong(path, "keys", value, list(shapes))
            return
        for key, part in value.items():
            at = f"{path}.{key}" if path else str(key)
            if key not in shapes:
                yield Wrong(at, "key", key, list(shapes))
            elif part is not None:
                yield from shapes[key](at, part)
        for key in needed:
            if value.get(key) is None:
                yield Wrong(f"{path}.{key}", "missing", None)

    return look


def _each(shape: Shape, known: Collection[str]) -> Shape:
    """A mapping by one of the names or ids known."""
    return _keys(dict.fromkeys(known, shape))
