"""How far should a hard bot look, and how many ideas should it try? `python bench/horizon.py venetia --games 5`.

To find that by winning takes hundreds of games for each setting; this takes minutes. At some decisions of games between
medium bots every idea is played on by rules of thumb, in the same guesses and with the same lots drawn, and the seat's
chances are noted at the end of each of many chapters. Then the search is tried on these notes: it may look at some of
the guesses, and what it chooses is judged by the others, at the last chapter, which is further off than it looks.

Each row is a setting: how many chapters count, and how much each counts beside the one before it (`far`). Each column
is a number of ideas (`width`). What stands there is by how much the chances are better than after the first idea, in
points of a hundred. Above stands what the next chapter's end alone gives, with medium's width and as many guesses.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from venice_pnp.bots import EASY, MEDIUM  # noqa: E402
from venice_pnp.bots.mind import Mind  # noqa: E402
from venice_pnp.bots.playing import play_out  # noqa: E402
from venice_pnp.contract.play import TABLE, Held, Move  # noqa: E402
from venice_pnp.referee.table import open_game  # noqa: E402

Notes = list[list[list[float]]]  # by guess, idea and chapter: the chances of the seat
WIDTHS = (8, 10, 16, 24)
FARS = (0.8, 1.0, 1.25, 1.6)
SPLITS = 25  # ways to part the guesses into those that are seen and those that judge


def came(mind: Mind, state: Held, move: Move, player: int, chapters: int) -> list[float]:
    """A player's chances at the end of each chapter after a move, if everybody follows his first idea."""
    found: list[float] = []
    here, state = mind.thinking.chapter(state), mind.after(state, move)
    while len(found) < chapters:
        awaited, now = mind.rules.pending(state), mind.thinking.chapter(state)
        if not awaited:
            return found + [mind.chances(state)[player]] * (chapters - len(found))
        if now != here:
            here = now
            found.append(mind.chances(state)[player])
        else:
            state = mind.after(state, mind.first_idea(state, str(awaited[0]["by"])))
    return found


def noted(game: str, asked: argparse.Namespace) -> list[Notes]:
    """Of each decision that was looked at, what came of its ideas."""
    opened, chance, found = open_game(game), random.Random("horizon"), list[Notes]()
    for number in range(asked.games):
        played = play_out(opened, [asked.bots] * asked.players, f"horizon {number}")
        looked = 0
        for step in chance.sample(played.steps, len(played.steps)):
            awaited = opened.rules.pending(step.state)
            if looked == asked.positions or not awaited or awaited[0]["by"] == TABLE:
                continue
            seat, mind = str(awaited[0]["by"]), Mind(opened, random.Random(f"{number} {looked}"))
            view = opened.rules.view(step.state, seat)
            if not mind.guessing.sees(opened.rules, view, seat):  # something has still to be dealt
                continue
            guesses = list(islice(mind.likely_guesses(view, seat), asked.guesses))
            ideas = mind.ideas(guesses[0], seat, max(WIDTHS))
            if len(ideas) < 3:
                continue
            looked, player, notes = looked + 1, played.players.index(seat), Notes()
            for state in guesses:
                lot, rows = chance.getrandbits(32), []
                for idea in ideas:
                    with mind.by_lot(lot):
                        rows.append(came(mind, state, idea.move, player, asked.chapters))
                notes.append(rows)
            found.append(notes)
    return found


def weighed(notes: Notes, weights: Sequence[float]) -> list[list[float]]:
    """By guess and idea: what came of it, the chapters counted by these weights."""
    whole = sum(weights)
    return [[math.fsum(map(float.__mul__, weights, row)) / whole for row in rows] for rows in notes]


def halved(worth: Sequence[Sequence[float]], seen: Sequence[int], width: int, tries: int) -> int:
    """The idea that the search chooses: the worse half is given up again and again."""
    left, sums, used = list(range(width)), [0.0] * width, 0
    each = tries // math.ceil(math.log2(width))
    while len(left) > 1:
        for _ in range(max(1, each // len(left))):
            row, used = worth[seen[used % len(seen)]], used + 1
            for idea in left:
                sums[idea] += row[idea]
        left = sorted(left, key=lambda idea: -sums[idea])[: (len(left) + 1) // 2]
    return left[0]


def gained(found: Sequence[Notes], weights: Sequence[float], width: int, tries: int) -> float:
    """By how much the choice is better than the first idea, in the mean, in points of a hundred."""
    chance, gains = random.Random("split"), []
    for notes in found:
        worth = weighed(notes, weights)
        for _ in range(SPLITS):
            guesses = chance.sample(range(len(notes)), len(notes))
            judges, seen = guesses[: len(notes) // 3], guesses[len(notes) // 3 :]
            at = halved(worth, seen, min(width, len(notes[0])), tries)
            gains.append(statistics.fmean(notes[one][at][-1] - notes[one][0][-1] for one in judges))
    return 100 * statistics.fmean(gains)


def main() -> None:
    parser = argparse.ArgumentParser(description="How far should a hard bot look, and how many ideas should it try?")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--positions", type=int, default=6, help="of each game")
    parser.add_argument("--guesses", type=int, default=24)
    parser.add_argument("--chapters", type=int, default=14, help="after which the choice is judged")
    parser.add_argument("--tries", type=int, default=120)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bots", choices=(EASY, MEDIUM), default=MEDIUM, help="whose games are looked at")
    asked = parser.parse_args()
    found = noted(asked.game, asked)
    depth = Mind(open_game(asked.game), random.Random(1)).depth(MEDIUM, asked.players)
    medium = gained(found, [1.0], depth.width, depth.width * depth.guesses)
    print(
        f"{asked.game}: {len(found)} decisions, judged after {asked.chapters} chapters; as medium chooses {medium:.2f}"
    )
    print("chapters   far  " + "".join(f"{f'width {width}':>10}" for width in WIDTHS))
    for chapters in sorted({3, 5, 6, 8, 10} & set(range(asked.chapters))):
        for far in FARS:
            weights = [far**n for n in range(chapters)]
            row = [gained(found, weights, width, asked.tries) for width in WIDTHS]
            print(f"{chapters:>8} {far:>5.2f}  " + "".join(f"{gain:>10.2f}" for gain in row), flush=True)


if __name__ == "__main__":
    main()
