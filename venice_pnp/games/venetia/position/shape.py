"""Is a typed-in table readable at all? Every part that is not, with the place where it stands (section 9)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from venice_pnp.contract.play import Violation
from venice_pnp.contract.reading import Shape, Wrong, anything, either, list_of
from venice_pnp.games.venetia.position.snapshots import NONE, UNSEEN
from venice_pnp.games.venetia.rules import state as s
from venice_pnp.games.venetia.rules.scoring import END_PARTS, PARTS
from venice_pnp.games.venetia.rules.world import World

RULE = "VTA-9.1"
RESERVED = ("podesta", "control", "fleets")  # keys beside the players' names
IGNORED = ("await",)  # VTA-9.4


def plain(value: Any) -> Any:
    """The same without keys that say `none` or nothing (VTA-9.3)."""
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items() if part is not None and part != NONE}
    return value


def faults_of(world: World, players: Sequence[str], table: Any) -> list[Violation]:
    """All that cannot be read; empty if the table has the right form. What is omitted is no fault."""
    shapes = _shapes(world, players)
    looked = _keys({**shapes, **dict.fromkeys(IGNORED, anything)})
    found = [_violation(wrong) for wrong in looked("", table)]
    return [Violation("VTA-10.19", "VTA-10.19", v.facts) if v.facts["path"] == "shame" else v for v in found]


def violation(path: str, wanted: str, value: Any = None, known: Collection[Any] = ()) -> Violation:
    return _violation(Wrong(path, wanted, value, known))


def _violation(wrong: Wrong) -> Violation:
    facts = {"path": wrong.path.lstrip(".") or "start", "value": wrong.value, "known": list(wrong.known)}
    return Violation(RULE, f"{RULE}.{wrong.wanted}", facts)


def _shapes(world: World, players: Sequence[str]) -> dict[str, Shape]:
    name, count = _one_of(players), _number(0)
    colony, sea = _one_of(world.colonies), _one_of(world.seas)
    card, kingdom = _one_of((*world.cards, UNSEEN)), _one_of(world.kingdoms)
    spaces = world.numbers.spaces
    turn = {
        "type": _one_of(world.types),
        "value": _one_of(world.die_values),
        "ap": count,
        "spent": _flag,
        "route": list_of(sea),
        "trade": list_of(colony),
        "politics": colony,
        "tiles": list_of(_one_of((*world.tiles, *(int(t) for t in world.tiles if t.isdecimal())))),
        "attacks": count,
        "bonus": list_of(count),
        "peace": _flag,
        "card": _one_of(world.cards),
        "replaced": _flag,
        "at": _one_of((*world.colonies, *world.seas)),
    }
    ballot = _keys({"family": _number(0), "cards": list_of(_one_of(world.cards))}, ("family",))
    pending = {
        "threats": count,
        "occasion": _one_of((s.REFILL, s.CASUS_BELLI)),
        "vetoed": _flag,
        "card": _one_of((*world.threats, *world.cards, UNSEEN)),
        "draw": list_of(name),
        "to": _one_of((s.ANY, s.TO_BOX)),
        "then": _one_of((s.MARKER, s.ACTION, s.NEXT, s.FINAL, s.TO_ROLL)),
        "claim": _flag,
        "candidates": _each(either(_one_of((UNSEEN,)), ballot), players),
        "districts": list_of(_one_of(world.districts)),
        "votes": _each(count, players),
        "tied": list_of(name),
        "reveal": list_of(name),
    }
    line = dict.fromkeys((*PARTS, *END_PARTS, "sum"), count)
    house = {
        "colour": _one_of(world.colours),
        "family": list_of(_number(0)),
        "hand": list_of(card),
        "box": list_of(card),
        "treaties": list_of(kingdom),
        "vp": list_of(_one_of((*world.vp_count, UNSEEN))),
        "doge-vp": count,
        "score": count,
        "sheet": list_of(_keys({"epoch": _one_of((*range(1, world.last_epoch + 1), "end")), **line}, ("epoch",))),
    }
    stock = _keys({"ducats": count, "new": count, "grey": count})
    return {
        "snapshot": _one_of((1,)),
        "game": _one_of((world.game,)),
        "players": list_of(name),
        "options": _keys(dict.fromkeys(world.options, _flag)),
        "phase": _one_of(s.PHASES),
        "active": name,
        "epoch": _number(1, world.last_epoch),
        "power": _keys({"venice": _number(0, spaces), "enemy": _number(0, spaces), "eighth": _flag, "met": _flag}),
        "doge": _keys({"player": name, "family": _number(0), "markers": count}),
        "shame": name,
        "pool": _each(list_of(_number(0)), world.types),
        "turn": _keys(turn, ("type", "value")),
        "pending": _keys(pending),
        "colonies": _each(_keys({**dict.fromkeys(players, count), "podesta": name}), world.colonies),
        "seas": _each(_keys({**dict.fromkeys(players, count), "control": _flag, "fleets": count}), world.seas),
        "kingdoms": _each(kingdom, world.regions),
        "threats-used": list_of(_one_of(world.threats)),
        "discard": list_of(card),
        "city": _each(_each(stock, players), [world.districts[d] for d in world.sestieri]),
        "districts-aside": list_of(_one_of(world.districts)),
        "deck": count,
        "houses": _each(_keys(house), players),
        "winners": list_of(name),
    }


def _flag(path: str, value: Any) -> Iterator[Wrong]:
    if type(value) is not bool:
        yield Wrong(path, "one-of", value, (True, False))


def _number(least: int, most: int | None = None) -> Shape:
    def look(path: str, value: Any) -> Iterator[Wrong]:
        if type(value) is not int or value < least or value > (999 if most is None else most):
            yield Wrong(path, "number", value)

    return look


def _one_of(known: Collection[Any]) -> Shape:
    def look(path: str, value: Any) -> Iterator[Wrong]:
        if type(value) not in (int, str) or value not in known:
            yield Wrong(path, "one-of", value, known)

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
            else:
                yield from shapes[key](f"{path}.{key}", part)
        for key in needed:
            if key not in value:
                yield Wrong(f"{path}.{key}", "missing", None)

    return look


def _each(shape: Shape, known: Collection[str]) -> Shape:
    return lambda path, value: _keys(dict.fromkeys(known, shape))(path, value)
