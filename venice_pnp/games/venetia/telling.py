"""What is worth telling of a game of Venetia: elections, and podestàs that come to power."""

from __future__ import annotations

from collections.abc import Mapping

from venice_pnp.contract.play import Facts, Move, Snapshot
from venice_pnp.games.venetia.rules.bound import Rules
from venice_pnp.games.venetia.rules.state import CHOOSE_DOGE, FIRST_DOGE, ROLL

OVER = "over"
DECIDES = {"told.elected": "family", "told.podesta": "colony"}  # the fact that names what a moment was about


def stands(rules: Rules, position: Snapshot) -> Mapping[str, int]:
    """VTA-8.1: what is on the sheet, and until the end what a scoring now would add."""
    if position["phase"] == OVER:
        return {name: house["score"] for name, house in position["houses"].items()}
    return {name: row["with-now"] for name, row in rules.score(position)["players"].items()}


def round_ends(before: Snapshot, after: Snapshot) -> bool:
    """The dice are to be rolled again (VTA-5.6); the first roll ends nothing."""
    is_first = before["phase"] in (FIRST_DOGE, CHOOSE_DOGE) and before["doge"]["player"] not in before["players"]
    return after["phase"] == ROLL != before["phase"] and not is_first


def worth_telling(before: Snapshot, move: Move, after: Snapshot) -> tuple[str, Facts] | None:  # noqa: ARG001
    """An election (VTA-7.88), else a podestà who was placed or replaced (VTA-7.30, 7.32)."""
    if after["doge"]["player"] in after["players"] and after["doge"] != before["doge"] and _elects(before):
        return "told.elected", {"doge": after["doge"]["player"], "family": after["doge"]["family"]}
    for colony, here in after["colonies"].items():
        owner, earlier = here.get("podesta"), before["colonies"].get(colony, {}).get("podesta")
        if owner in after["players"] and owner != earlier:
            return "told.podesta", {"owner": owner, "colony": colony}
    return None


def _elects(position: Snapshot) -> bool:
    return "candidates" in position["pending"]
