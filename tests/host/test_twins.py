"""Two tables that differ only in a secret: whatever is sent to the others is the same, byte for byte, and as often.

Both are really served. Compared are the answers to every looker (status, headers, body) and the doorbell's messages.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

import venice_pnp
from tests.host.browser import served
from tests.host.conftest import PLAYERS, moves_of
from venice_pnp.host.server import Host

ACTOR, *OTHERS = PLAYERS
TWINS = ("one", "two")
Twin = Callable[["Evening"], dict[str, Any]]
# What is random in every table, and as long: links, tokens, receipts, the numbers of waiting phones, the hash of an entry
# (a seal has 128 random bits in it); and its name.
RANDOM = re.compile(rb"/join/[\w-]{22}|\"table\":\"(one|two|[0-9a-f]{16})\"|\"hash\":\"[0-9a-f]{64}\"|127\.0\.0\.1:\d+")


class Listener(threading.Thread):
    """Hears the doorbell of a table until it is closed."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.url, self.heard = url, dict[str, None]()
        self.rung = threading.Condition()
        self.start()

    def run(self) -> None:
        with httpx.stream("GET", self.url, timeout=60) as answer:
            for line in answer.iter_lines():
                if line:
                    with self.rung:
                        self.heard[line] = None  # the same number again is a heartbeat, which the clock sends
                        self.rung.notify_all()

    def until(self, count: int) -> None:
        with self.rung:
            assert self.rung.wait_for(lambda: len(self.heard) >= count, 30)


class Evening:
    """A served table with a phone at every seat, a big screen, and somebody from the street."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.lookers = {name: self._browser() for name in (*PLAYERS, "screen", "stranger")}
        self.lookers["screen"].get(f"/screen/{host.phones.screen}")
        for seat in PLAYERS:
            self.lookers[seat].post("/api/join", json={"link": host.phones.link(seat)})
            code = self.lookers[seat].get("/api/seat").json()["code"]
            assert self.lookers["screen"].post("/api/confirm", json={"code": code, "yes": True}).status_code == 200
        self.bell = Listener(host.url("/api/bell"))
        self.bell.until(1)

    def _browser(self) -> httpx.Client:
        return httpx.Client(base_url=self.host.url(""), headers={"Origin": self.host.url("")}, timeout=60)

    def choices(self, seat: str) -> dict[str, Any]:
        return dict(self.lookers[seat].get("/api/seat").json()["choices"][0])

    def do(self, seat: str, move: dict[str, Any]) -> None:
        body = {"id": f"{seat}{len(self.bell.heard)}", "turn": self.choices(seat)["turn"], "move": move}
        heard = len(self.bell.heard)
        assert self.lookers[seat].post("/api/move", json=body).status_code == 200
        self.bell.until(heard + 1)

    def sent(self) -> list[tuple[str, int, list[tuple[str, str]], bytes]]:
        """All that lookers other than the one with the secret are sent now."""
        found = []
        for name in (*OTHERS, "screen", "stranger"):
            looker = self.lookers[name]
            asked = [looker.get(path) for path in LOOKED_AT]
            tries = ({"by": ACTOR, "do": "pass"}, {"by": name, "do": "pass"})
            asked += [looker.post("/api/try", json={"move": move}) for move in tries]
            touched = ({"move": {"by": name}, "place": place} for place in ("castello", "candia", "a1", "balbi"))
            asked += [looker.post("/api/try", json=body) for body in touched]
            asked += [looker.post("/api/meant", json={"by": name, "line": "pass"})]
            asked += [looker.post("/api/undo", json={"moment": 0})]
            for answer in asked:
                headers = [(key, value) for key, value in answer.headers.items() if key != "date"]
                found.append((name, answer.status_code, headers, RANDOM.sub(b"", answer.content)))
        return found


LOOKED_AT = ("/api/seat", "/api/screen", "/api/ground.svg", "/api/pieces.svg", "/api/places", "/api/end")


def sealing(game: str) -> list[Twin]:
    """The same table twice; the first choice is sealed otherwise."""
    for name in TWINS:
        venice_pnp.new_table(game, PLAYERS, name=name, seed=7).keeper.journal.close()
    return [lambda evening, n=n: moves_of(evening.choices(ACTOR))[n] for n in (0, -1)]  # type: ignore[misc]


def dealt() -> list[Twin]:
    """Another hand, another pile and other gold under the swamp; Anke does what she can with both."""
    start = venice_pnp.play("venedig", PLAYERS, seed=7).snapshot()
    for name in TWINS:
        venice_pnp.new_table("venedig", PLAYERS, name=name, start=start).keeper.journal.close()
        secret = start["secret"]
        hand, pile, gold = secret["hands"][ACTOR], secret["draw-order"], secret["swamp-values"]
        given, taken = next(iter(hand)), next(kind for kind in reversed(pile) if kind not in hand)
        hand[taken] = 1
        hand[given] -= 1
        pile[len(pile) - 1 - pile[::-1].index(taken)] = given
        start["secret"]["hands"][ACTOR] = {kind: n for kind, n in hand.items() if n}
        first, other = "a1", next(field for field, value in gold.items() if value != gold["a1"])
        gold[first], gold[other] = gold[other], gold[first]
    return [lambda _: {"do": "drain", "fields": ["a1"]}] * 2


def open_game() -> list[Twin]:
    """Canaletto has no secrets: two tables with the same moves."""
    sealing("canaletto")
    return [lambda _: {"do": "bid", "amount": 3}] * 2


MADE: dict[str, Callable[[], Sequence[Twin]]] = {
    "doge": lambda: sealing("doge"),
    "venetia": lambda: sealing("venetia"),
    "venedig": dealt,
    "canaletto": open_game,
}


@pytest.mark.parametrize("game", MADE)
def test_nothing_that_others_are_sent_depends_on_a_secret(game: str) -> None:
    choose = MADE[game]()
    with ExitStack() as stack:
        evenings = [Evening(stack.enter_context(served(name))) for name in TWINS]
        moves = [chosen(evening) for chosen, evening in zip(choose, evenings, strict=True)]
        own = [evening.lookers[ACTOR].get("/api/seat").content for evening in evenings]
        for evening, move in zip(evenings, moves, strict=True):
            evening.do(ACTOR, move)
        assert game == "canaletto" or moves[0] != moves[1] or own[0] != own[1], "the tables differ in nothing"
        one, two = (evening.sent() for evening in evenings)
        assert one == two
        assert list(evenings[0].bell.heard) == list(evenings[1].bell.heard)
