"""A table that is served, and browsers that ask for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

import venice_pnp
from venice_pnp.host.server import Host, app_of

ADDRESS = "127.0.0.1:8770"
ORIGIN = {"Origin": f"http://{ADDRESS}"}
PLAYERS = ["Anke", "Bernd", "Claudia"]


class Browser:
    """A phone or a screen: its own cookies, the right name and origin."""

    def __init__(self, host: Host, lang: str = "en") -> None:
        self.lang = lang
        self.serve(host)

    def serve(self, host: Host) -> None:
        """Asks this server from now on, with the cookies it has."""
        kept = self.http.cookies if hasattr(self, "http") else None
        self.http = TestClient(
            app_of(host, [ADDRESS]), base_url=f"http://{ADDRESS}", headers={"Accept-Language": self.lang}, cookies=kept
        )

    def get(self, path: str) -> Any:
        return self.http.get(path, follow_redirects=False)

    def post(self, path: str, body: dict[str, Any], **headers: str) -> Any:
        return self.http.post(path, json=body, headers={**ORIGIN, **headers})

    def view(self) -> dict[str, Any]:
        return dict(self.get("/api/seat").json())

    def move(self, move: dict[str, Any], name: str, turn: int | None = None) -> Any:
        chosen = self.view()["choices"][0]["turn"] if turn is None else turn
        return self.post("/api/move", {"id": name, "turn": chosen, "move": move})


@pytest.fixture
def serve() -> Iterator[Callable[..., Host]]:
    """Opens a table and serves it."""
    hosts: list[Host] = []

    def opened(game: str = "canaletto", name: str = "served", seed: int | None = 7, **more: Any) -> Host:
        venice_pnp.new_table(game, PLAYERS, name=name, seed=seed, **more).keeper.journal.close()
        hosts.append(Host(name, ADDRESS))
        return hosts[-1]

    yield opened
    for host in hosts:
        host.close()


def moves_of(choices: dict[str, Any]) -> list[dict[str, Any]]:
    """The moves that a phone is offered, put together from their steps as the page does it."""
    return [composed(choices, move["path"]) for move in choices["moves"]]


def composed(choices: dict[str, Any], path: Iterable[int]) -> dict[str, Any]:
    move: dict[str, Any] = {"by": choices["by"]}
    for step in (choices["steps"][n] for n in path):
        if "do" in step:
            move["do"] = step["do"]
        elif step["shape"] == "list":
            move.setdefault(step["key"], []).append(step["value"])
        elif step["shape"] == "map":
            move.setdefault(step["key"], {})[step["value"][0]] = step["value"][1]
        else:
            move[step["key"]] = step["value"]
    return move


def screen_of(host: Host) -> Browser:
    browser = Browser(host)
    assert browser.get(f"/screen/{host.phones.screen}").status_code == 200
    return browser


def seated(host: Host, seat: str, lang: str = "en") -> Browser:
    """A phone that has joined and was confirmed."""
    phone = Browser(host, lang)
    assert phone.post("/api/join", {"link": host.phones.link(seat)}).status_code == 200
    assert asyncio.run(host.decide(phone.view()["code"], True))
    return phone
