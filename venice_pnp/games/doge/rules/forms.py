"""Is it a move at all? Its words become numbers (DOGE-6.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from venice_pnp.contract.play import Move, Refused, Verb
from venice_pnp.contract.reading import check_keys, mover
from venice_pnp.games.doge.rules.state import DOWN, NOBODY, Seats, Tokens
from venice_pnp.games.doge.rules.world import World

RULE = "DOGE-6.1"
VERBS: Mapping[str, Verb] = {
    verb.name: verb
    for verb in (
        Verb("order", ("fields",), many=True),  # DOGE-6.4
        Verb("reveal", ("field",)),  # DOGE-6.5
        Verb("place", ("field", "tokens"), secret=True, many=True),  # DOGE-6.6
        Verb("take", ("to",)),  # DOGE-6.7
        Verb("waive", ("from", "to")),  # DOGE-6.8
        Verb("houses", ("count",)),  # DOGE-6.9
        Verb("move-house", ("from", "to")),  # DOGE-6.10
        Verb("build"),  # DOGE-6.11
        Verb("pass"),  # DOGE-6.12
        Verb("lay", ("field", "number")),  # DOGE-6.19
        Verb("show", ("tokens",), many=True),  # DOGE-6.20
    )
}
OPTIONAL = {"waive": ("from", "to"), "houses": ("count",)}
EXACT = {name: frozenset({"by", "do", *verb.fields}) for name, verb in VERBS.items()}
DRAWN = {name: keys | {"drawn"} for name, keys in EXACT.items()}


def read_move(world: World, seats: Seats, move: Move) -> tuple[str, int, Any]:
    """Verb, player (NOBODY for the table) and what the verb is about."""
    try:
        verb = move["do"]
        exact, read = EXACT[verb], READERS[verb]
    except (KeyError, TypeError):
        raise Refused(RULE, {"verb": move.get("do"), "known": list(VERBS)}, f"{RULE}.verb") from None
    player = mover(move, seats.number, NOBODY, RULE)
    if move.keys() != exact and not (player == NOBODY and move.keys() == DRAWN[verb] and move["drawn"] is True):
        check_keys(move, VERBS[verb], RULE, OPTIONAL.get(verb, ()), drawn=player == NOBODY)
        if ("from" in move) != ("to" in move) and "from" in VERBS[verb].fields:
            raise Refused(RULE, {"verb": verb}, f"{RULE}.pair")
    return verb, player, read(world, move)


def _field(world: World, value: Any) -> int:
    try:
        return world.field_number[value]
    except (KeyError, TypeError):
        from difflib import get_close_matches  # only for a word that nobody knows

        near = get_close_matches(str(value), world.fields, n=1, cutoff=0.0)
        facts = {"value": value, "nearest": near[0] if near else world.fields[0]}
        raise Refused(RULE, facts, f"{RULE}.field") from None


def _order(world: World, move: Move) -> tuple[int, ...]:
    fields = move["fields"]
    if not isinstance(fields, (list, tuple)):
        raise Refused(RULE, {"value": fields, "known": list(world.fields)}, f"{RULE}.fields")
    return tuple(_field(world, value) for value in fields)


def _reveal(world: World, move: Move) -> int:
    return _field(world, move["field"])


def _place(world: World, move: Move) -> tuple[int, Tokens]:
    """Of a faulty choice only a token that does not exist is named, never the field or the other tokens."""
    field = move["field"]
    if not isinstance(field, str) or field not in world.field_number:
        raise Refused(RULE, {"known": list(world.fields)}, f"{RULE}.place")
    return world.field_number[field], _show(world, move)


def _show(world: World, move: Move) -> Tokens:
    tokens = move["tokens"]
    bounds = {"min": world.tokens[0], "max": world.tokens[-1]}
    if not isinstance(tokens, (list, tuple)):
        raise Refused(RULE, bounds, f"{RULE}.tokens-unread")
    for value in tokens:
        if type(value) is not int or value not in world.values:
            raise Refused(RULE, {"value": value, **bounds}, f"{RULE}.tokens")
    return tuple(sorted(tokens))


def _take(world: World, move: Move) -> int:
    return _field(world, move["to"])


def _path(world: World, move: Move) -> tuple[int, int] | None:
    if "from" not in move:
        return None
    return _field(world, move["from"]), _field(world, move["to"])


def _houses(_city: World, move: Move) -> int | None:
    if "count" not in move:
        return None
    return _whole(move, "count")


def _lay(world: World, move: Move) -> tuple[int, Tokens]:
    """A field, and so many tokens that nobody sees; more than there are is as wrong as one more."""
    return _field(world, move["field"]), (DOWN,) * min(_whole(move, "number"), len(world.tokens) + 1)


def _whole(move: Move, field: str) -> int:
    n = move[field]
    if type(n) is not int or n < 0:
        raise Refused(RULE, {"value": n}, f"{RULE}.{field}")
    return n


def _nothing(_city: World, _move: Move) -> None:
    return None


READERS: Mapping[str, Callable[[World, Move], Any]] = {
    "order": _order,
    "reveal": _reveal,
    "place": _place,
    "take": _take,
    "waive": _path,
    "houses": _houses,
    "move-house": _path,
    "build": _nothing,
    "pass": _nothing,
    "lay": _lay,
    "show": _show,
}
