"""What is worth telling of a game of Venedig: buildings, and how far the gondolas came by them."""

from __future__ import annotations

from collections.abc import Mapping

from venice_pnp.contract.play import Facts, Move, Snapshot
from venice_pnp.games.venedig.rules.bound import Rules

DECIDES = {"told.built": "building"}  # the fact that names what a moment was about


def stands(rules: Rules, position: Snapshot) -> Mapping[str, int]:  # noqa: ARG001
    """VEN-8.6: how far the gondolas are."""
    return dict(position["gondolas"])


def round_ends(before: Snapshot, after: Snapshot) -> bool:
    """The starting player sits first, and has the turn again."""
    return bool(after["turn"] == after["players"][0] != before["turn"] and before["turn"])


def worth_telling(before: Snapshot, move: Move, after: Snapshot) -> tuple[str, Facts] | None:
    """A building (VEN-7.16)."""
    if len(after["built"]) == len(before["built"]):
        return None
    last = after["built"][-1]
    return "told.built", {"builder": move["by"], "building": last["building"], "fields": last["fields"]}
