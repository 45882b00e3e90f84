"""The server is killed at any moment: what it has answered stays, and what it has not is made once or not at all."""

from __future__ import annotations

import http.client
import os
import random
import threading
from typing import Any

import pytest

import venice_pnp
from tests.host.conftest import PLAYERS
from tests.host.servers import forking, seated_phones, wait_for
from venice_pnp.host.views import Teller
from venice_pnp.referee.table import verify

KILLS = 50
SOON = 0.03  # seconds within which a kill comes, from the first request on

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


class Evening:
    """A table, its phones, and what the server has told them is made."""

    def __init__(self, name: str, port: int) -> None:
        self.match = venice_pnp.new_table("canaletto", PLAYERS, name=name, seed=7)
        self.phones, self.teller = seated_phones(self.match, port), Teller(self.match.keeper, "en")
        self.answered: list[dict[str, Any]] = []

    def next_move(self, chance: random.Random) -> dict[str, Any]:
        seat = str(self.match.awaited[0]["by"])
        move = chance.choice(self.match.legal(seat)[:6])  # low bids: the game lasts longer
        return {"id": f"{chance.random()}", "turn": self.teller.turn(seat), "move": move}

    def send(self, body: dict[str, Any]) -> int:
        status = self.phones.send("/api/move", body["move"]["by"], body)
        assert status in (200, 409)  # it was made already, before the kill
        self.answered.append(body["move"])
        self.match.refresh()
        return status

    def played_on(self, chance: random.Random) -> dict[str, Any] | None:
        """Moves until the server is gone; the one that was not answered."""
        while not self.match.over:
            body = self.next_move(chance)
            try:
                assert self.send(body) == 200
            except (OSError, http.client.HTTPException):
                return body
        return None

    def made(self) -> list[dict[str, Any]]:
        """Moves of people in the file, as they were sent."""
        self.match.refresh()
        moves = [step.move for step in self.match.keeper.steps if not step.start]
        return [move for move in moves if move.get("by") in PLAYERS]


def test_fifty_kills_lose_no_answered_move_and_make_none_twice() -> None:
    chance, unsure, interrupted = random.Random(24), None, 0
    with forking() as server:
        evening = Evening("evening", server.port)
        for n in range(KILLS):
            if evening.match.over:
                evening, unsure = Evening(f"evening-{n}", server.port), None
            server.serve(evening.match.keeper.name)
            wait_for(server.port)
            if unsure:
                evening.send(unsure)  # again: it is made now, or was then
            killer = threading.Timer(chance.uniform(0, SOON), server.kill)
            killer.start()
            unsure = evening.played_on(chance)
            killer.join()
            interrupted += unsure is not None
            made, then = evening.made(), [unsure["move"]] if unsure else []
            assert made in (evening.answered, evening.answered + then), n
        assert verify(evening.match.keeper.path).ok
    assert interrupted > KILLS // 2  # most kills came while something was on its way
