"""Small checks that games put together to see whether a move or a typed-in table can be read at all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from msgspec import Struct

from venice_pnp.contract.play import TABLE, Move, Refused, Verb


class Wrong(Struct, frozen=True):
    """What stands at a path, and what should: the message's key and what it names."""

    path: str
    wanted: str
    value: Any
    known: Collection[Any] = ()


def mover(move: Move, number: Mapping[str, int], table: int, rule: str) -> int:
    """Who moves: a player's number, or the one that stands for the table. Raises Refused."""
    try:
        by = move["by"]
        return table if by == TABLE else number[by]
    except (KeyError, TypeError):
        raise Refused(rule, {"name": move.get("by"), "players": list(number)}, f"{rule}.by") from None


def verb_of(move: Move, verbs: Mapping[str, Verb], rule: str, said: str = "") -> Verb:
    """What is done; whatever stands there instead of a word is refused like an unknown one. `said` begins the
    message's key, where it is not the rule."""
    word = move.get("do")
    if not isinstance(word, str) or word not in verbs:
        raise Refused(rule, {"verb": word, "known": list(verbs)}, f"{said or rule}.verb")
    return verbs[word]


def check_keys(
    move: Move, verb: Verb, rule: str, optional: Collection[str] = (), drawn: bool = False, said: str = ""
) -> None:
    """Raises Refused for a field that the verb does not have, or that is missing; `drawn: true` may be allowed."""
    said = said or rule
    for key in move:
        if key in ("by", "do") or key in verb.fields or (drawn and key == "drawn" and move[key] is True):
            continue
        raise Refused(rule, {"verb": verb.name, "key": key, "known": list(verb.fields)}, f"{said}.unknown")
    for key in verb.fields:
        if key not in move and key not in optional:
            raise Refused(rule, {"verb": verb.name, "key": key}, f"{said}.missing")


Shape = Callable[[str, Any], Iterator[Wrong]]


def anything(_path: str, _value: Any) -> Iterator[Wrong]:
    return iter(())


def name(path: str, value: Any) -> Iterator[Wrong]:
    if not isinstance(value, str):
        yield Wrong(path, "name", value)


def one_of(known: Collection[Any]) -> Shape:
    def look(path: str, value: Any) -> Iterator[Wrong]:
        if not any(type(value) is type(k) and value == k for k in known):
            yield Wrong(path, "one-of", value, known)

    return look


def list_of(shape: Shape) -> Shape:
    def look(path: str, value: Any) -> Iterator[Wrong]:
        if not isinstance(value, (list, tuple)):
            yield Wrong(path, "list", value)
            return
        for number, row in enumerate(value, start=1):
            yield from shape(f"{path}.{number}", row)

    return look


def keys(shapes: Mapping[str, Shape], needed: Collection[str] = ()) -> Shape:
    """A mapping with these keys and no others; null counts as left out."""

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


def either(one: Shape, other: Shape) -> Shape:
    def look(path: str, value: Any) -> Iterator[Wrong]:
        if any(one(path, value)):
            yield from other(path, value)

    return look
