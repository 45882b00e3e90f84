"""Servers that are cheap to start and to kill, and phones that sit at their tables already."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from tests.conftest import ROOT
from venice_pnp.host.phones import Phones as Seats
from venice_pnp.host.server import kept_phones

HERE = "127.0.0.1"


class Forking:
    """Starts a server for a table, always at the same port (see `forks`)."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self._process, self.port = process, port
        self._child = 0

    def serve(self, table: str) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(f"{table}\n")
        self._process.stdin.flush()
        self._child = int(self._process.stdout.readline())

    def kill(self) -> None:
        os.kill(self._child, signal.SIGKILL)


@contextmanager
def forking() -> Iterator[Forking]:
    with socket.socket() as door:
        door.bind((HERE, 0))
        port = int(door.getsockname()[1])
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.host.forks", str(port)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        yield Forking(process, port)


def wait_for(port: int) -> None:
    """Until a server listens there."""
    while True:
        with suppress(OSError), socket.create_connection((HERE, port)):
            return
        time.sleep(0.005)


class Phones:
    """A phone at every seat of a table, with its token."""

    def __init__(self, port: int, tokens: dict[str, str]) -> None:
        self.port, self._tokens = port, tokens
        self._origin = f"http://{HERE}:{port}"

    def headers(self, seat: str) -> dict[str, str]:
        cookie = f"venice-{self.port}={self._tokens[seat]}"
        return {"Origin": self._origin, "Content-Type": "application/json", "Cookie": cookie}

    def send(self, path: str, seat: str, body: dict[str, Any]) -> int:
        """The status of the answer, by a connection of its own."""
        door = http.client.HTTPConnection(HERE, self.port, timeout=20)
        try:
            door.request("POST", path, json.dumps(body), self.headers(seat))
            return door.getresponse().status
        finally:
            door.close()

    def post(self, path: str, seat: str, body: dict[str, Any]) -> bytes:
        """The same as bytes, for a connection that stays open."""
        text = json.dumps(body).encode()
        lines = {"Host": f"{HERE}:{self.port}", **self.headers(seat), "Content-Length": str(len(text))}
        head = "".join(f"{key}: {value}\r\n" for key, value in lines.items())
        return f"POST {path} HTTP/1.1\r\n{head}\r\n".encode() + text


def seated_phones(match: Any, port: int) -> Phones:
    """They were confirmed before the server came: it finds them where it keeps its phones."""
    seats = Seats(match.players, kept_phones(match.keeper))
    tokens = {}
    for seat in match.players:
        token = seats.join(seats.link(seat))
        assert token and seats.decide(seats.waiting[0].code, True)
        tokens[seat] = token
    return Phones(port, tokens)
