"""Every registered game, found and not listed, an installed one among them, and whole games that chance plays."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from tests.fifth import FIFTH
from venice_pnp.contract.play import TABLE
from venice_pnp.games import find_game
from venice_pnp.kit import find_games
from venice_pnp.kit.load import home
from venice_pnp.referee.table import Opened, open_game

NAMES = ["Anke", "Bernd", "Claudia", "Daniel", "Eva", "Fritz"]
GAMES = [name for name in find_games(home("data")) if find_game(name).screens()]
EVERY = [*GAMES, FIFTH]  # with the one from elsewhere
LONGEST = 20_000  # moves; no game of ours comes near it


@cache
def game(name: str) -> Opened:
    return open_game(name)


class Turn(NamedTuple):
    before: Any
    move: dict[str, Any]
    events: list[Any]
    after: Any


def seats(name: str, seed: int) -> list[str]:
    """As many players as the game allows, by the seed."""
    fewest, most = game(name).kit.game.players
    return NAMES[: fewest + seed % (most - fewest + 1)]


def begun(name: str, players: Sequence[str], options: Mapping[str, Any] | None = None) -> Any:
    rules = game(name).rules
    return rules.setup(list(players), dict(options or {}), getattr(rules, "fresh", None))


def some_move(rules: Any, state: Any, rng: random.Random) -> dict[str, Any]:
    """What somebody who is awaited might do, or what chance decides for the table."""
    seat = rng.choice(rules.pending(state))["by"]
    if seat == TABLE:
        return dict(rules.draw(state, rng.randrange))
    offered = rules.legal(state, seat)
    moves = offered if isinstance(offered, Sequence) else list(offered)
    return dict(moves[rng.randrange(len(moves))])


def played(name: str, seed: int, players: Sequence[str] | None = None, most: int = LONGEST) -> Iterator[Turn]:
    """A game by chance, turn by turn, to its end (or for so many turns)."""
    rules, rng = game(name).rules, random.Random(seed)
    state = begun(name, players or seats(name, seed))
    for _ in range(most):
        if not rules.pending(state):
            return
        before, move = state, some_move(rules, state, rng)
        state, events = rules.apply(before, move)
        yield Turn(before, move, list(events), state)
    assert most < LONGEST, f"{name} does not end"
