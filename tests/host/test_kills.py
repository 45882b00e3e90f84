"""The server is killed at any moment: what it has answered stays, and what it has not is made once or not at all."""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

import venice_pnp
from tests.conftest import ROOT
from tests.host.conftest import PLAYERS
from venice_pnp.host.phones import Phones
from venice_pnp.host.server import _about
from venice_pnp.host.views import Teller
from venice_pnp.referee.table import verify

KILLS = 50
SOON = 0.03  # seconds within which a kill comes, from the first request on

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


@contextmanager
def zygote() -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Forks a server whenever it is told a table; its port stays."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.host.forks", str(port)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        yield process, port


class Evening:
    """A table, its phones, and what the server has promised them."""

    def __init__(self, name: str, port: int) -> None:
        self.match = venice_pnp.new_table("canaletto", PLAYERS, name=name, seed=7)
        _, _, seats, kept = _about(self.match.keeper)
        phones = Phones(seats, kept)
        self.tokens = {}
        for seat in seats:
            token = phones.join(phones.link(seat))
            assert token and phones.decide(phones.waiting[0].code, True)
            self.tokens[seat] = token
        self.teller, self.port = Teller(self.match.keeper, "en"), port
        self.base, self.cookie = f"http://127.0.0.1:{port}", f"venice-{port}"
        self.answered: list[dict[str, Any]] = []  # moves that the server has said are made

    def next_move(self, chance: random.Random) -> dict[str, Any]:
        self.match.refresh()
        seat = str(self.match.awaited[0]["by"])
        move = chance.choice(self.match.legal(seat)[:6])  # low bids: the game lasts longer
        return {"id": f"{chance.random()}", "turn": self.teller.turn(seat), "move": move}

    def send(self, body: dict[str, Any]) -> int:
        headers = {"Origin": self.base, "Content-Type": "application/json"}
        headers["Cookie"] = f"{self.cookie}={self.tokens[body['move']['by']]}"
        door = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            door.request("POST", "/api/move", json.dumps(body), headers)
            status = door.getresponse().status
        finally:
            door.close()
        assert status in (200, 409)  # it was made already, before the kill
        self.answered.append(body["move"])
        return status

    def wait(self) -> None:
        """Until the server is there."""
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            time.sleep(0.005)

    def played_on(self, chance: random.Random) -> dict[str, Any] | None:
        """Moves until the server is gone; the one that was not answered."""
        while not self.match.over:
            body = self.next_move(chance)
            try:
                assert self.send(body) == 200
            except (OSError, http.client.HTTPException):
                return body
            self.match.refresh()
        return None

    def made(self) -> list[dict[str, Any]]:
        """Moves of people in the file, as they were sent."""
        self.match.refresh()
        moves = [step.move for step in self.match.keeper.steps if not step.start]
        return [move for move in moves if move.get("by") in PLAYERS]


def test_fifty_kills_lose_no_answered_move_and_make_none_twice() -> None:
    chance, unsure = random.Random(24), None
    interrupted = 0
    with zygote() as (process, port):
        assert process.stdin and process.stdout
        evening = Evening("evening-0", port)
        for n in range(KILLS):
            if evening.match.over:
                evening, unsure = Evening(f"evening-{n}", port), None
            process.stdin.write(f"{evening.match.keeper.name}\n")
            process.stdin.flush()
            child = int(process.stdout.readline())
            evening.wait()
            assert not unsure or evening.send(unsure) in (200, 409)  # sent again: it is made now, or was then
            killer = threading.Timer(chance.uniform(0, SOON), os.kill, (child, signal.SIGKILL))
            killer.start()
            unsure = evening.played_on(chance)
            killer.join()
            interrupted += unsure is not None
            made = evening.made()
            assert made in (evening.answered, [*evening.answered, *([unsure["move"]] if unsure else [])]), n
        assert verify(evening.match.keeper.path).ok
    assert interrupted > KILLS // 2  # most kills came while something was on its way
