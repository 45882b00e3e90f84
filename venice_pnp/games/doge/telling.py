"""What is worth telling of a game of Doge: votes that end in a palazzo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from venice_pnp.contract.play import Facts, Move, Snapshot
from venice_pnp.games.doge.rules.bound import Rules

DECIDES = {"told.palazzo": "field"}  # the fact that names what a moment was about


def stands(rules: Rules, position: Snapshot) -> Mapping[str, int]:  # noqa: ARG001
    """DOGE-8.3: palazzi on the board."""
    return {name: count for count, name in _palazzi(position)}


def _palazzi(position: Snapshot) -> list[tuple[int, str]]:
    built = Counter(owner for field in position["fields"].values() for owner in field.get("palazzi", ()))
    return [(built[name], name) for name in position["players"]]


def round_ends(before: Snapshot, after: Snapshot) -> bool:
    return bool(after["round"] > before["round"])


def worth_telling(before: Snapshot, move: Move, after: Snapshot) -> tuple[str, Facts] | None:  # noqa: ARG001
    """A palazzo (DOGE-7.33), and the vote in which it was built."""
    vote = before["vote"]
    for field, part in after["fields"].items():
        earlier = before["fields"][field].get("palazzi", ())
        if vote and len(part.get("palazzi", ())) > len(earlier):
            owner = part["palazzi"][-1]
            count = {name: n for n, name in _palazzi(after)}[owner]
            facts = {"vote": vote["field"], "first": vote["first"], "builder": owner, "field": field, "n": count}
            return "told.palazzo", facts
    return None
