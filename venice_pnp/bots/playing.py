"""Whole games that bots play among themselves."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from venice_pnp.bots import bot_of
from venice_pnp.contract.abilities import Weights
from venice_pnp.contract.play import TABLE, Refused, Snapshot
from venice_pnp.referee.memory import Memory
from venice_pnp.referee.table import Opened, Step

NAMES = ("Anke", "Bernd", "Carla", "Daniel", "Elena")
MOST = 10_000  # moves of a game; more have never been needed


class BotGame(Struct):
    """A game that was played: who played how, and every step from the set-up to the end."""

    opened: Opened
    players: list[str]
    levels: list[str]
    steps: list[Step]
    refused: list[dict[str, Any]]  # moves of bots that were no moves; with one of them the game stops

    @property
    def ended(self) -> bool:
        return not self.opened.rules.pending(self.steps[-1].state)

    @property
    def moves(self) -> list[dict[str, Any]]:
        """The whole record, the draws of the seed included."""
        return [step.move for step in self.steps if not step.start]

    def positions(self) -> list[Snapshot]:
        """The table after every step, the set-up first."""
        return [self.opened.rules.snapshot(step.state) for step in self.steps]

    @property
    def winners(self) -> list[str]:
        """Who has won; nobody, if the game did not end."""
        return list(self.opened.rules.snapshot(self.steps[-1].state).get("winners", ())) if self.ended else []


def play_out(
    opened: Opened,
    levels: Sequence[str],
    seed: str,
    options: Mapping[str, Any] | None = None,
    most: int = MOST,
    changed: Mapping[int, Weights] | None = None,
) -> BotGame:
    """A game of bots, one level a seat. The same seed gives the same game. `changed`: other weights for some seats."""
    players = list(NAMES[: len(levels)])
    memory = Memory(opened, players, options, seed)
    bots = {
        name: bot_of(opened, level, random.Random(f"{seed} {name}"), changed=(changed or {}).get(at))
        for at, (name, level) in enumerate(zip(players, levels, strict=True))
    }
    public: list[dict[str, Any]] = []
    played = BotGame(opened, players, list(levels), memory.steps, [])
    rules = opened.rules
    while len(memory.steps) < most and (awaited := rules.pending(memory.state)):
        seat = str(awaited[0]["by"])
        if seat == TABLE:  # nobody draws here but the seed
            break
        move = bots[seat].choose(seat, memory.view(seat), public).move
        try:
            public += memory.do(move).moves
        except Refused:
            played.refused.append(move)
            break
    return played
