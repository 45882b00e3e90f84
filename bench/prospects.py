"""What cards of Venedig bring: `python bench/prospects.py --games 150`.

Easy bots play; at the beginning of every turn it is noted what each player holds, and how many spaces his gondola still
goes. A row for every number of pieces that the scarcest kind has left (the game ends with them) tells by least squares
what each thing was worth: cards in hand as shares of what their building gives, a building begun likewise, gold and any
card in spaces. The weights of the table in `data/venedig/bots.yaml` were set by hand after it.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from venice_pnp.bots import EASY  # noqa: E402
from venice_pnp.bots.mind import Mind  # noqa: E402
from venice_pnp.bots.playing import play_out  # noqa: E402
from venice_pnp.games.venedig import thumb  # noqa: E402
from venice_pnp.games.venedig.rules.state import ENDED, PLAY  # noqa: E402
from venice_pnp.referee.table import open_game  # noqa: E402

SEATS = 4
NAMES = (
    "",
    "casa",
    "one",
    "but-one",
    "set",
    "begun",
    "nearly",
    "helps",
    "gold",
    "any",
    "first",
    "next",
    "then",
    "space",
)


def noted(world: Any, state: Any, player: int, points: list[float]) -> list[float]:
    """What a player holds, in the order of the names."""
    hand = thumb._hand(world, state, player)
    found = dict.fromkeys(NAMES, 0.0) | {"": 1.0, "any": float(sum(hand)), "space": state.gondolas[player] / 10}
    found["gold"] = thumb._gold(world, state, player, {"gold": 1.0})
    for kind, n in enumerate(hand):
        needed = world.needed[kind]
        if not world.shared[kind]:
            found["casa"] += n
        elif n:
            found["set" if n >= needed else "but-one" if n == needed - 1 else "one"] += points[kind]
        if world.shared[kind] and state.out[player][kind]:
            missing = needed - sum(cards[kind] for cards in state.out)
            builds = state.builders[kind] == player
            found["helps" if not builds else "nearly" if missing <= 1 else "begun"] += points[kind]
    if (wait := (player - state.turn) % SEATS) < SEATS - 1:
        found[("first", "next", "then")[wait]] = 1.0
    return [found[name] for name in NAMES]


def main() -> None:
    parser = argparse.ArgumentParser(description="What cards of Venedig bring.")
    parser.add_argument("--games", type=int, default=150)
    opened = open_game("venedig")
    mind, world = Mind(opened, random.Random(1)), opened.rules.world
    rows: dict[int, list[tuple[list[float], float]]] = defaultdict(list)
    for number in range(parser.parse_args().games):
        states = [step.state for step in play_out(opened, [EASY] * SEATS, f"prospects {number}").steps]
        turn = -1
        for state in states:
            if state.phase in ENDED or state.phase != PLAY or state.turn == turn:
                continue
            turn, points = state.turn, thumb._worths(world, state, mind.weights).points
            for player in range(SEATS):
                gone = states[-1].gondolas[player] - state.gondolas[player]
                rows[min(state.supply)].append((noted(world, state, player, points), float(gone)))
    for pieces, found in sorted(rows.items(), reverse=True):
        held, gone = (np.array(column) for column in zip(*found, strict=True))
        worth = np.linalg.lstsq(held, gone, rcond=None)[0]
        told = "  ".join(f"{name} {value:.2f}" for name, value in zip(NAMES, worth, strict=True) if name)
        print(f"{pieces} pieces left, {len(found)} times: {told}; unsure {np.std(gone - held @ worth):.1f}")


if __name__ == "__main__":
    main()
