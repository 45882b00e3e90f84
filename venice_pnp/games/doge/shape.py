"""Is a typed-in table readable at all? Every part that is not, with the place where it stands (section 9)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from venice_pnp.games.contract import Violation
from venice_pnp.games.doge.checks import ANSWERS
from venice_pnp.games.doge.city import City
from venice_pnp.games.doge.picture import AT_WAITING, CHOSEN
from venice_pnp.games.doge.state import FIRST, OVER, PLACING, SECOND, SETUP, VOTING

KEYS = {  # the rule of each part
    **dict.fromkeys(("snapshot", "game"), "DOGE-9.1"),
    "players": "DOGE-9.2",
    **dict.fromkeys(("round", "phase", "turn"), "DOGE-9.3"),
    "order": "DOGE-9.4",
    "supply": "DOGE-9.5",
    "cards-played": "DOGE-9.6",
    "pending": "DOGE-9.7",
    "fields": "DOGE-9.8",
    "advisors": "DOGE-9.9",
    "vote": "DOGE-9.10",
    **dict.fromkeys(("await", "winners"), "DOGE-9.11"),
}


class Wrong(NamedTuple):
    """What stands at a path, and what should: the message's key and what it names."""

    path: str
    wanted: str
    value: Any
    known: Collection[Any] = ()


Shape = Callable[[str, Any], Iterator[Wrong]]


def faults_of(city: City, table: Any) -> list[Violation]:
    """All that cannot be read; empty if the table has the right form. What is omitted or null is no fault."""
    if not isinstance(table, Mapping):
        return [_violation("DOGE-9.1", Wrong("start", "keys", table, list(KEYS)))]
    shapes = _shapes(city)
    found: list[Violation] = []
    for key, value in table.items():
        if key not in KEYS:
            found.append(_violation("DOGE-9.1", Wrong(str(key), "key", key, list(KEYS))))
        elif value is not None and key in shapes:
            found += [_violation(KEYS[key], wrong) for wrong in shapes[key](key, value)]
    return found


def _violation(rule: str, wrong: Wrong) -> Violation:
    facts = {"path": wrong.path, "value": wrong.value, "known": list(wrong.known)}
    return Violation(rule, f"DOGE-9.form.{wrong.wanted}", facts)


def _shapes(city: City) -> dict[str, Shape]:
    """The form of each part. `await` is written but ignored when read (DOGE-9.11)."""
    field, district = _one_of(city.fields), [city.fields[d] for d in city.districts]
    tokens = _either(_number(0), _list(_number(0)))
    item = _keys(
        {
            "by": _name,
            "for": _one_of(ANSWERS),
            "advisor": _one_of(city.advisors),
            "field": field,
            **dict.fromkeys(("max", "left", "cost"), _number(0)),
            "tie": _one_of((FIRST, SECOND)),
        },
        needed=("by", "for"),
    )
    vote = {
        "field": field,
        "totals": _each(_number(0)),
        "first": _list(_name),
        "second": _list(_name),
        "agenda": _list(item),
        "tie-base": _each(_number(0), district),
    }
    choice = _keys({"field": field, "tokens": tokens}, needed=("field", "tokens"))
    return {
        "snapshot": _one_of((1,)),
        "game": _one_of((city.game,)),
        "players": _list(_name),
        "round": _number(1),
        "phase": _one_of((SETUP, PLACING, VOTING, OVER)),
        "turn": _number(),
        "order": _keys({"set": _one_of(city.sets), "now": _list(field), "voted": _number(0), "next": _list(field)}),
        "supply": _each(_keys({"tokens": tokens, "houses": _number(), "palazzi": _number(), "rings": _number()})),
        "cards-played": _each(_list(field)),
        "pending": _each(_either(_one_of((CHOSEN,)), choice)),
        "fields": _each(
            _keys({"tokens": _each(tokens), "houses": _each(_number()), "palazzi": _list(_name)}), city.fields
        ),
        "advisors": _each(_keys({"by": _name, "at": _one_of((*city.fields, AT_WAITING))}), city.advisors),
        "vote": _keys(vote, needed=("field",)),
        "winners": _list(_name),
    }


def _name(path: str, value: Any) -> Iterator[Wrong]:
    if not isinstance(value, str):
        yield Wrong(path, "name", value)


def _number(least: int | None = None) -> Shape:
    def look(path: str, value: Any) -> Iterator[Wrong]:
        if type(value) is not int:
            yield Wrong(path, "number", value)
        elif least is not None and value < least:
            yield Wrong(path, "least", value, (least,))

    return look


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
            if key not in shapes:
                yield Wrong(f"{path}.{key}", "key", key, list(shapes))
            elif part is not None:
                yield from shapes[key](f"{path}.{key}", part)
        for key in needed:
            if value.get(key) is None:
                yield Wrong(f"{path}.{key}", "missing", None)

    return look


def _each(shape: Shape, known: Collection[str] = ()) -> Shape:
    """A mapping by name of a player, or by one of the ids known."""

    def look(path: str, value: Any) -> Iterator[Wrong]:
        if not isinstance(value, Mapping):
            yield Wrong(path, "keys", value, known)
            return
        for key, part in value.items():
            if not isinstance(key, str) or (known and key not in known):
                yield Wrong(f"{path}.{key}", "key" if known else "name", key, known)
            elif part is not None:
                yield from shape(f"{path}.{key}", part)

    return look


def _either(one: Shape, other: Shape) -> Shape:
    def look(path: str, value: Any) -> Iterator[Wrong]:
        if any(one(path, value)):
            yield from other(path, value)

    return look
