"""What can be asked at a table of Canaletto: what a bid would lead to."""

from __future__ import annotations

from typing import Any

from venice_pnp.contract.abilities import Question
from venice_pnp.games.canaletto.rules.bound import Rules
from venice_pnp.games.canaletto.rules.state import State
from venice_pnp.speech.paint import Paint
from venice_pnp.speech.words import Speech


def _preview(rules: Rules, state: State, bid: str) -> dict[str, Any]:
    """CAN-5.17"""
    return rules.preview(state, int(bid))


def _told(_rules: Rules, found: dict[str, Any], speech: Speech, _paint: Paint) -> list[str]:
    completes = [speech.say("screen.preview-completes", found)] if found["completes"] else []
    return [speech.say("screen.preview" if found["next"] else "screen.preview-ends", found), *completes]


def _bid(_rules: Rules, state: State, bid: str) -> dict[str, Any]:
    return {"by": state.players[state.actor], "do": "bid", "amount": int(bid)}


QUESTIONS: tuple[Question[Rules, State], ...] = (
    Question(
        "preview",
        "bid",
        "Tell what a bid of the player to act would lead to.",
        None,
        _preview,
        _told,
        needed=True,
        tries=_bid,
    ),
)
