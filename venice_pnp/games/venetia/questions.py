"""What can be asked at a table of Venetia: what it costs to get somewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from venice_pnp.contract.abilities import Question
from venice_pnp.games.venetia.rules.bound import Rules
from venice_pnp.games.venetia.rules.state import State
from venice_pnp.games.venetia.screens import reach_lines
from venice_pnp.speech.paint import Paint
from venice_pnp.speech.words import Speech


def _places(rules: Rules, state: State) -> Sequence[str]:
    return [row["place"] for row in rules.reach(state)]


def _reach(rules: Rules, state: State, place: str) -> dict[str, Any]:
    return {"places": [row for row in rules.reach(state) if not place or row["place"] == place]}


def _told(_rules: Rules, found: dict[str, Any], speech: Speech, _paint: Paint) -> list[str]:
    return reach_lines(found["places"], speech)


QUESTIONS: tuple[Question[Rules, State], ...] = (
    Question(
        "reach", "place", "Tell what it costs the active player to get somewhere now, and why.", _places, _reach, _told
    ),
)
