"""A crowd at a served table: forty browsers watch while five phones play as fast as they can.

The same moves are made by the library first, at a table of its own on the same disk, to compare with. Every watcher
comes from an address of its own (127.0.0.x), as at home.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections import Counter
from typing import Any, NamedTuple

import venice_pnp
from tests.host.servers import Phones, forking, seated_phones, wait_for

GAME, PLAYERS = "venedig", ["Anke", "Bernd", "Claudia", "Daniel", "Emma"]
SOON = 1.0  # seconds within which everybody sees a move


class Load(NamedTuple):
    """What came of it: milliseconds of every answer and of the same moves by the library, and what went wrong."""

    answers: list[float]
    library: list[float]
    wrong: list[str]


def crowd(seconds: float, watchers: int = 40) -> Load:
    """Whole games, one after the other, until the time is over."""
    load, begun, n = Load([], [], []), time.monotonic(), 0
    with forking() as server:
        while time.monotonic() - begun < seconds:
            moves = _by_library(f"library-{n}", n, load)
            match = venice_pnp.new_table(GAME, PLAYERS, name=f"crowd-{n}", seed=n)
            phones = seated_phones(match, server.port)
            server.serve(match.keeper.name)
            wait_for(server.port)
            asyncio.run(_evening(phones, moves, watchers, load))
            server.kill()
            match.refresh()
            made = [step.move for step in match.keeper.steps if step.move.get("by") in PLAYERS]
            load.wrong.extend(["moves were lost"] if len(made) != len(moves) else [])
            n += 1
    return load


def _by_library(name: str, seed: int, load: Load) -> list[dict[str, Any]]:
    match, chance = venice_pnp.new_table(GAME, PLAYERS, name=name, seed=seed), random.Random(seed)
    moves = []
    while not match.over:
        seat = match.awaited[0]["by"]
        moves.append(chance.choice(match.legal(seat)))
        begin = time.perf_counter()
        match.do(seat, moves[-1])
        load.library.append(1000 * (time.perf_counter() - begin))
    match.keeper.journal.close()
    return moves


async def _evening(phones: Phones, moves: list[dict[str, Any]], watchers: int, load: Load) -> None:
    looking = [Watcher(phones.port, f"127.0.1.{n + 1}") for n in range(watchers)]
    await asyncio.gather(*(one.sit_down() for one in looking))
    tasks = [asyncio.create_task(one.watch()) for one in looking]
    doors = {seat: await _door(phones.port, f"127.0.2.{n + 1}") for n, seat in enumerate(PLAYERS)}
    turns: Counter[str] = Counter()
    for n, move in enumerate(moves):
        seat = move["by"]
        body = {"id": str(n), "turn": turns[seat], "move": move}
        begin = time.perf_counter()
        status, _ = await _asked(doors[seat], phones.post("/api/move", seat, body))
        load.answers.append(1000 * (time.perf_counter() - begin))
        load.wrong.extend([f"move {n}: {status}"] if status != 200 else [])
        turns[seat] += 1
    over = time.monotonic() + SOON
    while time.monotonic() < over and not all(one.seen == len(moves) for one in looking):
        await asyncio.sleep(0.02)
    load.wrong.extend(problem for one in looking for problem in one.problems(len(moves)))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


Door = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Watcher:
    """A browser that fetches the big screen whenever the bell rings."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self.seen, self.wrong = -1, list[str]()

    async def sit_down(self) -> None:
        self.bell = await _door(self.port, self.address)
        self.door = await _door(self.port, self.address)
        self.bell[1].write(_request("GET", "/api/bell", self.port))

    async def watch(self) -> None:
        heard = b""
        while line := await self.bell[0].readline():
            if line.startswith(b"data:") and line != heard:
                heard = line
                status, body = await _asked(self.door, _request("GET", "/api/screen", self.port))
                if status != 200:
                    self.wrong.append(f"a watcher: {status}")
                else:
                    self.seen = json.loads(body)["moves"]

    def problems(self, moves: int) -> list[str]:
        late = [] if self.seen == moves else [f"a watcher saw {self.seen} of {moves} moves"]
        return self.wrong + late


async def _door(port: int, address: str) -> Door:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0), limit=1 << 20)


def _request(method: str, path: str, port: int, headers: str = "", body: bytes = b"") -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{headers}Content-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


async def _asked(door: Door, request: bytes) -> tuple[int, bytes]:
    reader, writer = door
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head)
    return int(head.split(b" ", 2)[1]), await reader.readexactly(int(length[1]) if length else 0)
