"""Is it a move at all? Its words become numbers (DOGE-6.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from venice_pnp.games.contract import TABLE, Move, Refused, Verb
from venice_pnp.games.doge.city import City
from venice_pnp.games.doge.state import NOBODY, Seats, Tokens
from venice_pnp.games.reading import mover

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
    )
}
OPTIONAL = frozenset({("waive", "from"), ("waive", "to"), ("houses", "count")})
EXACT = {name: frozenset({"by", "do", *verb.fields}) for name, verb in VERBS.items()}
DRAWN = {name: keys | {"drawn"} for name, keys in EXACT.items()}


def read_move(city: City, seats: Seats, move: Move) -> tuple[str, int, Any]:
    """Verb, player (NOBODY for the table) and what the verb is about."""
    try:
        verb = move["do"]
        exact, read = EXACT[verb], READERS[verb]
    except (KeyError, TypeError):
        raise Refused(RULE, {"verb": move.get("do"), "known": list(VERBS)}, f"{RULE}.verb") from None
    player = mover(move, seats.number, NOBODY, RULE)
    if move.keys() != exact and not (player == NOBODY and move.keys() == DRAWN[verb] and move["drawn"] is True):
        _check_keys(verb, move["by"], move)
    return verb, player, read(city, move)


def _check_keys(verb: str, by: object, move: Move) -> None:
    for key in move:
        if key == "drawn" and by == TABLE and move[key] is True:
            continue
        if key not in EXACT[verb]:
            raise Refused(RULE, {"verb": verb, "key": key, "known": list(VERBS[verb].fields)}, f"{RULE}.unknown")
    for key in VERBS[verb].fields:
        if key not in move and (verb, key) not in OPTIONAL:
            raise Refused(RULE, {"verb": verb, "key": key}, f"{RULE}.missing")
    if ("from" in move) != ("to" in move) and "from" in EXACT[verb]:
        raise Refused(RULE, {"verb": verb}, f"{RULE}.pair")


def _field(city: City, value: Any) -> int:
    try:
        return city.field_number[value]
    except (KeyError, TypeError):
        from difflib import get_close_matches

        near = get_close_matches(str(value), city.fields, n=1, cutoff=0.0)
        facts = {"value": value, "nearest": near[0] if near else city.fields[0]}
        raise Refused(RULE, facts, f"{RULE}.field") from None


def _order(city: City, move: Move) -> tuple[int, ...]:
    fields = move["fields"]
    if not isinstance(fields, (list, tuple)):
        raise Refused(RULE, {"value": fields, "known": list(city.fields)}, f"{RULE}.fields")
    return tuple(_field(city, value) for value in fields)


def _reveal(city: City, move: Move) -> int:
    return _field(city, move["field"])


def _place(city: City, move: Move) -> tuple[int, Tokens]:
    """A faulty choice is not quoted: others may be looking on."""
    field, tokens = move["field"], move["tokens"]
    if not isinstance(field, str) or field not in city.field_number:
        raise Refused(RULE, {"known": list(city.fields)}, f"{RULE}.place")
    if not isinstance(tokens, (list, tuple)):
        raise _no_tokens(city)
    for value in tokens:
        if type(value) is not int or value not in city.values:
            raise _no_tokens(city)
    return city.field_number[field], tuple(sorted(tokens))


def _no_tokens(city: City) -> Refused:
    return Refused(RULE, {"min": city.tokens[0], "max": city.tokens[-1]}, f"{RULE}.tokens")


def _take(city: City, move: Move) -> int:
    return _field(city, move["to"])


def _path(city: City, move: Move) -> tuple[int, int] | None:
    if "from" not in move:
        return None
    return _field(city, move["from"]), _field(city, move["to"])


def _houses(_city: City, move: Move) -> int | None:
    if "count" not in move:
        return None
    count = move["count"]
    if type(count) is not int or count < 0:
        raise Refused(RULE, {"value": count}, f"{RULE}.count")
    return count


def _nothing(_city: City, _move: Move) -> None:
    return None


READERS: Mapping[str, Callable[[City, Move], Any]] = {
    "order": _order,
    "reveal": _reveal,
    "place": _place,
    "take": _take,
    "waive": _path,
    "houses": _houses,
    "move-house": _path,
    "build": _nothing,
    "pass": _nothing,
}
