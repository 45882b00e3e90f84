"""What the hands do on the table where no move is made: an undo, a redo, a correction, a board to be put back."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Any, Protocol

from venice_pnp.contract.handling import orders_along, orders_settling
from venice_pnp.referee.meaning import Heard
from venice_pnp.referee.records import difference
from venice_pnp.speech.hands import PieceWords
from venice_pnp.speech.texts import verb_texts
from venice_pnp.speech.words import Said, Speech

if TYPE_CHECKING:
    from venice_pnp.contract.play import Event, Held, Snapshot
    from venice_pnp.referee.table import Step

Change = tuple[str, Any, Any]  # where, before, after
Named = tuple[str, str]  # as what (`advisor`), and its id
UNSAID = ("await", "snapshot")


class Stepped(Heard, Protocol):
    """A game being played, with the steps that led to where it is."""

    steps: list[Step]


def orders_since(told: Stepped, before: Sequence[Step], speech: Speech) -> list[str]:
    """What the hands do on a table that was left after other steps than those that count now."""
    return orders(told, [told.rules.view(state, None) for state in way_between(told, before, told.steps)], speech)


def changes_since(told: Stepped, before: Sequence[Step], speech: Speech) -> list[str]:
    """What a correction has changed: pieces and places, and whatever else everybody sees."""
    then, now = (told.rules.view(steps[-1].state, None) for steps in (before, told.steps))
    ability = told.declared.on_table()
    pieces = [pattern.split(".") for pattern in ability.PIECES] if ability else []
    found = changes(then, now, told.rules.unordered)
    rest = [one for one in found if not any(_within(one[0].split("."), pattern) for pattern in pieces)]
    return [*(orders(told, [then, now], speech) if ability else ()), *changes_told(rest, speech)]


def _within(path: Sequence[str], pattern: Sequence[str]) -> bool:
    return len(path) >= len(pattern) and all(p in ("*", key) for key, p in zip(path, pattern, strict=False))


def way_between(told: Heard, before: Sequence[Step], after: Sequence[Step]) -> list[Held]:
    """The moments from one state of a game to another: back to where they part, and on from there. What the table has
    laid out for itself before the first turn lies there, told or not."""
    alike = sum(1 for _ in takewhile(lambda two: two[0] is two[1], zip(before, after, strict=False)))
    laid = max(laid_out(told, before), laid_out(told, after), key=len)
    way = [*reversed([*enumerate(before)][alike:]), *[*enumerate(after)][alike - 1 :]]
    return [step.state if n >= len(laid) else laid[-1].state for n, step in way]


def laid_out(told: Heard, steps: Sequence[Step]) -> list[Step]:
    """The moves at the beginning that only tell what lies there already."""
    verbs = {name for name, text in verb_texts(told.kit).items() if text.lies}
    return [*takewhile(lambda step: step.move.get("do") in verbs and not step.move.get("drawn"), steps[1:])]


def orders(heard: Heard, views: Sequence[Snapshot], speech: Speech) -> list[str]:
    """Along public views of a table, from the first to the last, in pieces and places; of a game that does not tell
    what lies where, in the parts of its position."""
    ability = heard.declared.on_table()
    if ability is None:
        return changes_told(changes(views[0], views[-1], heard.rules.unordered), speech)
    hands = PieceWords(speech)
    return hands.told(orders_along([hands.on_table(ability.tabletop(heard.rules, view)) for view in views]))


def settling(heard: Heard, views: Sequence[Snapshot], named: Collection[Named], speech: Speech) -> list[str]:
    """The same if nobody knows how far along the way the table lies: what is to lie wherever anything of it may."""
    ability = heard.declared.on_table()
    if ability is None:
        found = {path for two in pairwise(views) for path, *_ in changes(*two, heard.rules.unordered)}
        ends = [(path, _at(views[-1], path.split("."))) for path in sorted(found)]
        return [speech.say("orders.sent", {"what": Said(speech.place(path)), "to": end}) for path, end in ends]
    hands = PieceWords(speech)
    way = [hands.on_table(ability.tabletop(heard.rules, view)) for view in views]
    return hands.settled(orders_settling(way, hands.is_single, named))


def _at(view: Any, path: Sequence[str]) -> Any:
    """What stands there in a view; nothing, if there is no such part."""
    for key in path:
        view = view.get(key) if isinstance(view, Mapping) else None
    return view


def named_in(events: Sequence[Event]) -> set[Named]:
    """Everything that was told of: as what, and its id."""
    return {(key, one) for event in events for key, fact in event.facts.items() for one in _strings(fact)}


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (one for part in (*value, *value.values()) for one in _strings(part))
    elif isinstance(value, Collection):
        yield from (one for part in value for one in _strings(part))


def changes(before: Any, after: Any, unordered: frozenset[str], path: str = "") -> list[Change]:
    """Every part in which two views differ, be it only in one of them."""
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return [(path, before, after)] if difference(after, before, unordered, path) else []
    keys = [key for key in dict.fromkeys((*before, *after)) if path or key not in UNSAID]
    paths = [(key, f"{path}.{key}" if path else str(key)) for key in keys]
    return [one for key, under in paths for one in changes(before.get(key), after.get(key), unordered, under)]


def changes_told(found: list[Change], speech: Speech) -> list[str]:
    """In the players' words."""
    facts = [{"path": Said(speech.place(path)), "from": old, "to": new} for path, old, new in found]
    return [speech.say("orders.part", one) for one in facts]
