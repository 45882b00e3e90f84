"""What can be asked at a table of Venedig: where a building could stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from venice_pnp.contract.abilities import Question
from venice_pnp.games.venedig.rules.bound import Rules
from venice_pnp.games.venedig.rules.state import State
from venice_pnp.games.venedig.screens import site_lines
from venice_pnp.games.venedig.typed import codes
from venice_pnp.speech.paint import Paint
from venice_pnp.speech.words import Speech


def _kinds(rules: Rules, _state: State) -> Sequence[str]:
    return rules.world.kinds


def _sites(rules: Rules, state: State, kind: str) -> dict[str, Any]:
    return {"building": kind, "sites": rules.sites(state, kind)}


def _told(rules: Rules, found: dict[str, Any], speech: Speech, paint: Paint) -> list[str]:
    return site_lines(rules, found["building"], found["sites"], speech, paint)


QUESTIONS: tuple[Question[Rules, State], ...] = (
    Question(
        "sites",
        "building",
        "List the free sites of a kind with the points and treasures they would give now.",
        _kinds,
        _sites,
        _told,
        needed=True,
        codes=codes,
    ),
)
