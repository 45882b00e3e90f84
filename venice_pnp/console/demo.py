"""A game played by itself on the same screen, with pauses, for those who want to learn it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from venice_pnp.console.layout import Screenful
from venice_pnp.console.terminal import Leave

if TYPE_CHECKING:
    from venice_pnp.console.evening import Evening

NAMES = ("Anke", "Bernd", "Claudia", "Daniel")
NEXT = ("enter", " ", "right")
SLOWER, QUICKER = "-", "+"


def players_for(low: int, high: int) -> list[str]:
    return list(NAMES[: max(low, min(3, high))])


def watch(evening: Evening, seed: str, pace: float) -> None:
    """Bots play to the end; a key goes on at once, `+` and `-` change the pace, `p` waits, `q` leaves."""
    chance = random.Random(seed)
    table = evening.table
    hidden: list[dict[str, Any]] = []  # secret choices that nobody has seen yet
    while table.awaited():
        by = str(table.awaited()[0]["by"])
        move = sensible(list(table.rules.legal(table.state, by)), chance)
        secret = table.rules.verbs[move["do"]].secret
        typed = str(move["do"]) if secret else evening.offering.spoken(move)
        pace = _pause(evening, [evening.say("demo-types", seat=evening.paint().seat(by), move=typed)], pace)
        evening.done(table.do(move))
        hidden += [move] if secret else []
        shown, hidden = _shown(evening, hidden)
        evening.notes = shown
    evening.page = None


def _shown(evening: Evening, hidden: list[dict[str, Any]]) -> tuple[list[str], list[dict[str, Any]]]:
    """What was chosen in secret and lies open now, in words; and what is still hidden."""
    table = evening.table
    sealing = table.rules.sealing
    still = [move for move in hidden if table.awaited() and (sealing is None or sealing.secret(table.state, move))]
    opened = [move for move in hidden if move not in still]
    paint = evening.paint()
    told = [evening.say("demo-shown", seat=paint.seat(str(m["by"])), move=evening.offering.spoken(m)) for m in opened]
    return told, still


def _pause(evening: Evening, lines: Sequence[str], pace: float) -> float:
    def show() -> Screenful:
        return evening.scene(asked=[*evening.asked(evening.paint())[:1], *lines])._replace(
            hint=evening.say("demo-hint")
        )

    while True:
        key = evening.face.wait(show, pace)
        if key in ("q", "ctrl-d"):
            raise Leave
        if key == QUICKER:
            pace = max(0.05, pace / 1.5)
        elif key == SLOWER:
            pace *= 1.5
        elif key == "p":
            evening.face.wait(show, 86_400)
            return pace
        else:
            return pace


def sensible(legal: Sequence[Mapping[str, Any]], chance: random.Random) -> dict[str, Any]:
    """A move as people would make it: each verb as likely as the others, of numbers rather the small ones."""
    verbs = list(dict.fromkeys(str(move["do"]) for move in legal))
    verb = chance.choice(verbs)
    moves = [move for move in legal if move["do"] == verb]
    fields = [key for key in moves[0] if key not in ("by", "do")]
    if len(fields) == 1 and all(type(move[fields[0]]) is int for move in moves):
        ordered = sorted(moves, key=lambda move: int(move[fields[0]]))
        step = min(int(chance.expovariate(0.35)), len(ordered) - 1)
        return dict(ordered[step])
    return dict(chance.choice(moves))
