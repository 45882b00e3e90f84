"""Is it a move at all? Its words become numbers (VEN-6.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from venice_pnp.contract.play import Move, Refused, Verb
from venice_pnp.contract.reading import check_keys
from venice_pnp.games.venedig.rules.state import Counts, Seats, Tiles
from venice_pnp.games.venedig.rules.world import World

RULE = "VEN-6.3"
VERBS: Mapping[str, Verb] = {
    verb.name: verb
    for verb in (
        Verb("play", ("cards",), private=True),
        Verb("build", ("building", "fields", "quarter", "alone", "halt"), lists=("fields",)),
        Verb("exchange", ("swamp", "treasure"), lists=("swamp", "treasure"), private=True),
        Verb("halt", ("before",)),
        Verb("pass"),
        Verb("drop", ("buildings",), many=True),
        Verb("drain", ("fields",), many=True),
        Verb("draw", ("give", "pool", "pile"), lists=("pool",), number="pile", private=True),
        Verb("reveal", ("card",)),
    )
}
KEYS = {name: frozenset({"by", "do", *verb.fields}) for name, verb in VERBS.items()}
OPTIONAL = frozenset({"quarter", "alone", "halt", "swamp", "treasure", "give", "pool", "pile", "card"})
NEEDED = {name: frozenset({"by", "do", *verb.fields}) - OPTIONAL for name, verb in VERBS.items()}


class Build(Struct, frozen=True, gc=False):
    kind: int
    fields: tuple[int, ...]  # as typed
    quarter: int | None
    alone: bool | None
    halt: int | None


class Exchange(Struct, frozen=True, gc=False):
    swamp: Tiles  # as typed
    treasures: Tiles


class DrawMove(Struct, frozen=True, gc=False):
    give: int | None
    pool: tuple[int, ...]
    pile: int


def read_move(world: World, seats: Seats, move: Move) -> tuple[str, int, Any]:
    """Verb, player and what the verb is about."""
    try:
        verb = move["do"]
        needed, read = NEEDED[verb], READERS[verb]
    except (KeyError, TypeError):
        raise Refused(RULE, {"verb": move.get("do"), "known": list(VERBS)}, f"{RULE}.verb") from None
    player = _player(seats, move.get("by"))
    if not needed <= move.keys() <= KEYS[verb]:
        for key in sorted(needed - move.keys()):
            raise Refused(RULE, {"verb": verb, "key": key}, f"{RULE}.no-{key}")
        check_keys(move, VERBS[verb], RULE, OPTIONAL, drawn=verb == "reveal")
    return verb, player, read(world, seats, move)


def _player(seats: Seats, name: Any) -> int:
    try:
        return seats.number[name]
    except (KeyError, TypeError):
        raise Refused(RULE, {"name": name, "players": list(seats.names)}, f"{RULE}.by") from None


def _kind(world: World, value: Any) -> int:
    try:
        return world.kind_number[value]
    except (KeyError, TypeError):
        raise Refused(RULE, {"value": value, "known": list(world.kinds)}, f"{RULE}.kind") from None


def _listed(move: Move, key: str) -> list[Any]:
    value = move.get(key, ())
    if not isinstance(value, (list, tuple)):
        raise Refused(RULE, {"verb": move["do"], "key": key, "value": value}, f"{RULE}.list-{key}")
    return [*value]


def _fields(world: World, move: Move) -> tuple[int, ...]:
    found = []
    for value in _listed(move, "fields"):
        try:
            found.append(world.field_number[value])
        except (KeyError, TypeError):
            raise Refused(RULE, {"value": value}, f"{RULE}.field") from None
    return tuple(found)


def _play(world: World, _seats: Seats, move: Move) -> Counts:
    cards = move["cards"]
    if not isinstance(cards, Mapping):
        raise Refused(RULE, {"value": cards, "known": list(world.kinds)}, f"{RULE}.cards")
    if not cards:
        raise Refused(RULE, {"verb": "play", "key": "cards"}, f"{RULE}.no-cards")
    counts = [0] * len(world.kinds)
    for name, n in cards.items():
        kind = _kind(world, name)
        if type(n) is not int or n < 1:
            raise Refused(RULE, {"kind": name, "value": n}, f"{RULE}.count")
        counts[kind] = n
    return tuple(counts)


def _build(world: World, seats: Seats, move: Move) -> Build:
    kind = _kind(world, move["building"])
    quarter = alone = halt = None
    if "quarter" in move:
        if world.kind(kind).site != "bridge":
            raise Refused(RULE, {"kind": world.kinds[kind]}, f"{RULE}.no-choice")
        quarter = world.quarter_number.get(move["quarter"]) if isinstance(move["quarter"], str) else None
        if quarter is None:
            facts = {"value": move["quarter"], "known": list(world.quarters)}
            raise Refused(RULE, facts, f"{RULE}.quarter")
    if "alone" in move:
        if not world.shared[kind]:
            raise Refused(RULE, {"kind": world.kinds[kind]}, f"{RULE}.never-shared")
        alone = move["alone"]
        if not isinstance(alone, bool):
            raise Refused(RULE, {"value": alone}, f"{RULE}.bool")
    if "halt" in move:
        halt = _player(seats, move["halt"])
    return Build(kind, _fields(world, move), quarter, alone, halt)


def _exchange(world: World, _seats: Seats, move: Move) -> Exchange:
    found = []
    for key, gold in (("swamp", world.swamp_gold), ("treasure", world.treasure_gold)):
        values = _listed(move, key)
        for value in values:
            if type(value) is not int or value not in gold:
                raise Refused(RULE, {"value": value, "known": list(gold)}, f"{RULE}.gold-{key}")
        found.append(tuple(values))
    return Exchange(*found)


def _halt(_world: World, seats: Seats, move: Move) -> int:
    return _player(seats, move["before"])


def _drop(world: World, _seats: Seats, move: Move) -> tuple[int, ...]:
    return tuple(_kind(world, value) for value in _listed(move, "buildings"))


def _drain(world: World, _seats: Seats, move: Move) -> tuple[int, ...]:
    return _fields(world, move)


def _draw(world: World, _seats: Seats, move: Move) -> DrawMove:
    give = _kind(world, move["give"]) if "give" in move else None
    pool = tuple([_kind(world, value) for value in _listed(move, "pool")])
    pile = move.get("pile", 0)
    if type(pile) is not int or pile < 0:
        raise Refused(RULE, {"value": pile}, f"{RULE}.number")
    return DrawMove(give, pool, pile)


def _reveal(world: World, _seats: Seats, move: Move) -> int | None:
    return _kind(world, move["card"]) if "card" in move else None


def _nothing(_lagoon: World, _seats: Seats, _move: Move) -> None:
    return None


READERS: Mapping[str, Callable[[World, Seats, Move], Any]] = {
    "play": _play,
    "build": _build,
    "exchange": _exchange,
    "halt": _halt,
    "pass": _nothing,
    "drop": _drop,
    "drain": _drain,
    "draw": _draw,
    "reveal": _reveal,
}
