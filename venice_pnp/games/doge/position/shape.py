"""Is a typed-in table readable at all? Every part that is not, with the place where it stands (section 9)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from venice_pnp.contract.play import Violation
from venice_pnp.contract.reading import Shape, Wrong, either, keys, list_of, name, one_of
from venice_pnp.games.doge.position.snapshots import AT_WAITING, CHOSEN
from venice_pnp.games.doge.rules.checks import ANSWERS
from venice_pnp.games.doge.rules.state import FIRST, OVER, PLACING, SECOND, SETUP, VOTING
from venice_pnp.games.doge.rules.world import World

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


def faults_of(world: World, table: Any) -> list[Violation]:
    """All that cannot be read; empty if the table has the right form. What is omitted or null is no fault."""
    if not isinstance(table, Mapping):
        return [_violation("DOGE-9.1", Wrong("start", "keys", table, list(KEYS)))]
    shapes = _shapes(world)
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


def _shapes(world: World) -> dict[str, Shape]:
    """The form of each part. `await` is written but ignored when read (DOGE-9.11)."""
    field, district = one_of(world.fields), [world.fields[d] for d in world.districts]
    tokens = either(_number(0), list_of(_number(0)))
    item = keys(
        {
            "by": name,
            "for": one_of(ANSWERS),
            "advisor": one_of(world.advisors),
            "field": field,
            **dict.fromkeys(("max", "left", "cost"), _number(0)),
            "tie": one_of((FIRST, SECOND)),
        },
        needed=("by", "for"),
    )
    vote = {
        "field": field,
        "totals": _each(_number(0)),
        "first": list_of(name),
        "second": list_of(name),
        "agenda": list_of(item),
        "tie-base": _each(_number(0), district),
    }
    choice = keys({"field": field, "tokens": tokens}, needed=("field", "tokens"))
    return {
        "snapshot": one_of((1,)),
        "game": one_of((world.game,)),
        "players": list_of(name),
        "round": _number(1),
        "phase": one_of((SETUP, PLACING, VOTING, OVER)),
        "turn": _number(),
        "order": keys({"set": one_of(world.sets), "now": list_of(field), "voted": _number(0), "next": list_of(field)}),
        "supply": _each(keys({"tokens": tokens, "houses": _number(), "palazzi": _number(), "rings": _number()})),
        "cards-played": _each(list_of(field)),
        "pending": _each(either(one_of((CHOSEN,)), choice)),
        "fields": _each(
            keys({"tokens": _each(tokens), "houses": _each(_number()), "palazzi": list_of(name)}), world.fields
        ),
        "advisors": _each(keys({"by": name, "at": one_of((*world.fields, AT_WAITING))}), world.advisors),
        "vote": keys(vote, needed=("field",)),
        "winners": list_of(name),
    }


def _number(least: int | None = None) -> Shape:
    def look(path: str, value: Any) -> Iterator[Wrong]:
        if type(value) is not int:
            yield Wrong(path, "number", value)
        elif least is not None and value < least:
            yield Wrong(path, "least", value, (least,))

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
