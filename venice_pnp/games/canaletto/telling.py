"""What is worth telling of a game of Canaletto: sales, and what everybody has made of them."""

from __future__ import annotations

from collections.abc import Mapping

from venice_pnp.contract.play import Facts, Move, Snapshot
from venice_pnp.games.canaletto.rules.bound import Rules

DECIDES = {"told.sale": "kinds"}  # the fact that names what a moment was about


def stands(rules: Rules, position: Snapshot) -> Mapping[str, int]:
    """CAN-8.5: the account less the debt, which counts several times."""
    factor = rules.numbers.debt_factor
    return {name: money - factor * position["debt"][name] for name, money in position["money"].items()}


def round_ends(before: Snapshot, after: Snapshot) -> bool:
    return bool(after["round"] > max(before["round"], 1))


def worth_telling(before: Snapshot, move: Move, after: Snapshot) -> tuple[str, Facts] | None:  # noqa: ARG001
    """A sale (CAN-7.20)."""
    sold = after["sold"][len(before["sold"]) :]
    return ("told.sale", {"kinds": sold}) if sold else None
