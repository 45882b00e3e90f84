"""What the hands do on the table where no move is made: an undo, a redo, a correction, a board to be put back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from venice_pnp.contract.handling import orders_along
from venice_pnp.referee.records import difference
from venice_pnp.speech.hands import Hands
from venice_pnp.speech.words import Said, Speech

if TYPE_CHECKING:
    from venice_pnp.contract.play import Held, Snapshot
    from venice_pnp.referee.meaning import Heard
    from venice_pnp.referee.table import Step

Change = tuple[str, Any, Any]  # where, before, after
UNSAID = ("await", "snapshot")


def way_between(before: Sequence[Step], after: Sequence[Step]) -> list[Held]:
    """The moments from one state of a game to another: back to where they part, and on from there."""
    alike = sum(1 for _ in takewhile(lambda two: two[0] is two[1], zip(before, after, strict=False)))
    return [step.state for step in (*before[: alike - 1 : -1], *after[alike - 1 :])]


def orders(heard: Heard, views: Sequence[Snapshot], speech: Speech) -> list[str]:
    """Along public views of a table, from the first to the last, in pieces and places; of a game that does not tell
    what lies where, in the parts of its position."""
    ability = heard.declared.on_table()
    if ability is None:
        return changes_told(changes(views[0], views[-1], heard.rules.unordered), speech)
    hands = Hands(speech)
    return hands.told(orders_along([hands.on_table(ability.layout(heard.rules, view)) for view in views]))


def changes(before: Any, after: Any, unordered: frozenset[str], path: str = "") -> list[Change]:
    """Every part in which two views differ, be it only in one of them."""
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return [(path, before, after)] if difference(after, before, unordered, path) else []
    keys = [key for key in dict.fromkeys((*before, *after)) if path or key not in UNSAID]
    found = [(key, before.get(key), after.get(key)) for key in keys]
    return [one for key, *two in found for one in changes(*two, unordered, f"{path}.{key}" if path else str(key))]


def changes_told(found: list[Change], speech: Speech) -> list[str]:
    """In the players' words."""
    facts = [{"path": Said(speech.place(path)), "from": old, "to": new} for path, old, new in found]
    return [speech.say("orders.part", one) for one in facts]
