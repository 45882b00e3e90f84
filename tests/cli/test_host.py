"""`venice-pnp host` as a command: what it says, where it listens, and what a kill leaves."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys

import httpx

import venice_pnp
from tests.conftest import ROOT, venice

KILLS = 2  # of the command; tests/host/test_kills.py has fifty of the server


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def started(port: int) -> tuple[subprocess.Popen[str], str]:
    """The command, and the link of the big screen that it shows."""
    command = [sys.executable, "-c", "from venice_pnp.cli import main; main()"]
    process = subprocess.Popen(
        [*command, "host", "--table", "served", "--port", str(port), "--local"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stdout
    said = ""
    while "Ctrl-C" not in said:
        line = process.stdout.readline()
        assert line, said
        said += line
    found = re.search(r"http://\S+/screen/\S+", said)
    assert found
    return process, found[0]


def test_no_acknowledged_move_is_lost_by_a_kill_and_the_phone_keeps_its_seat() -> None:
    venice_pnp.new_table("canaletto", ["Anke", "Bernd", "Claudia"], name="served", seed=7)
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    waiting = httpx.HTTPTransport(retries=20)
    screen = httpx.Client(base_url=base, transport=waiting, headers={"Origin": base})
    phones = {}
    for n in range(KILLS):
        process, link = started(port)
        try:
            screen.get(link)
            for join in screen.get("/api/screen").json()["links"] if not n else ():
                phone = phones[join["seat"]] = httpx.Client(base_url=base, transport=waiting, headers={"Origin": base})
                phone.post("/api/join", json={"link": join["url"].rpartition("/")[2]})
                code = phone.get("/api/seat").json()["code"]
                assert screen.post("/api/confirm", json={"code": code, "yes": True}).json() == {"done": True}
            seat = venice_pnp.open_table("served").awaited[0]["by"]
            choices = phones[seat].get("/api/seat").json()["choices"][0]
            move = {"id": str(n), "turn": choices["turn"], "move": {"do": "bid", "amount": n + 1}}
            assert phones[seat].post("/api/move", json=move).status_code == 200
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
        assert venice_pnp.open_table("served").view()["high-bid"] == n + 1


def test_a_phone_is_let_in_at_the_terminal_and_an_undo_agreed_to() -> None:
    venice_pnp.new_table("doge", ["Anke", "Bernd", "Claudia"], name="served", seed=7)
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    process, link = started(port)
    assert process.stdin and process.stdout
    try:
        client = httpx.Client(base_url=base, transport=httpx.HTTPTransport(retries=20), headers={"Origin": base})
        client.get(link)
        join = client.get("/api/screen").json()["links"][0]
        client.post("/api/join", json={"link": join["url"].rpartition("/")[2]})
        code = client.get("/api/seat").json()["code"]
        assert f"Type {code} for yes" in process.stdout.readline()
        process.stdin.write(f"7\n{code}\n")
        process.stdin.flush()
        assert "no question" in process.stdout.readline() and f"{code}: done" in process.stdout.readline()
        seat = client.get("/api/seat").json()
        assert seat["me"]["name"] == "Anke"
        move = {"do": "place", "field": "castello", "tokens": [3]}
        assert client.post("/api/move", json={"id": "1", "turn": 0, "move": move}).status_code == 200
        last = client.get("/api/seat").json()["undo"]
        assert last["agree"] and client.post("/api/undo", json={"moment": last["moment"]}).status_code == 202
        said = process.stdout.readline()
        asked = re.search(r"Type (\d\d) for yes", said)
        assert asked and "Anke wants to take the last move back" in said
        process.stdin.write(f"{asked[1]}\n")
        process.stdin.flush()
        assert "done" in process.stdout.readline()
        assert client.get("/api/seat").json()["moves"] == 0
    finally:
        process.kill()
        process.wait()


def test_what_cannot_be_served_is_said() -> None:
    none = venice("host", "--table", "nope", "--local", "--port", str(free_port()))
    assert none.code == 2 and "no table" in none.err
    venice_pnp.new_table("canaletto", ["Anke", "Bernd", "Claudia"], name="served", seed=7)
    away = venice("host", "--table", "served", "--address", "8.8.8.8")
    assert away.code == 2 and "8.8.8.8 is no address of this machine" in away.err
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        port = door.getsockname()[1]
        taken = venice("host", "--table", "served", "--local", "--port", str(port))
    assert taken.code == 2 and f"Port {port} is taken" in taken.err
