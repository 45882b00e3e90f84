"""The lab: what a second worker buys, and what memory many games take.

Games a second are counted between the first result and the last, so that nobody is measured while he gets up; by turns,
and the median of the turns. Memory is the largest the process that began it has taken, and the largest of its workers.

`report()` returns rows (what, ours, other, ratio, goal); run alone it prints them.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from venice_pnp.lab import crew  # noqa: E402 - found by the line above
from venice_pnp.lab.editions import edition_of  # noqa: E402
from venice_pnp.lab.trials import Experiment  # noqa: E402

GAME, LEVEL, SEATS = "canaletto", "easy", 4
TURNS, SECONDS = 5, 8.0
FEW, MANY = 60, 600

Row = tuple[str, str, str, float, str]


def report() -> list[Row]:
    rates: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(TURNS):
        for jobs, found in rates.items():
            found.append(_rate(jobs))
    one, two = (statistics.median(rates[jobs]) for jobs in (1, 2))
    few, many = (_memory(games) for games in (FEW, MANY))
    return [
        ("lab, two workers against one", f"{two:.1f} games/s", f"{one:.1f} games/s", two / one, "≥ 1.8"),
        *(
            (
                f"memory of {who}, {MANY} games against {FEW}",
                f"{after:.0f} MB",
                f"{before:.0f} MB",
                after / before,
                "≤ 1.05",
            )
            for who, before, after in zip(("the lab", "a worker"), few, many, strict=True)
        ),
    ]


def _experiment() -> Experiment:
    return Experiment((edition_of(GAME, None, {}, "shipped"),), LEVEL, SEATS, "1")


def _rate(jobs: int) -> float:
    """Games a second of so many workers; one is a pool of one too."""
    work = crew.by_processes(_experiment(), count(), jobs)
    for _ in range(jobs):
        next(work)
    begun, games = time.perf_counter(), 0
    for found in work:
        games += len(found)
        if time.perf_counter() - begun > SECONDS:
            break
    spent = time.perf_counter() - begun
    work.close()
    return games / spent


def _memory(games: int) -> tuple[float, float]:
    """Of an experiment with so many games in a process of its own: of itself, and of the largest of its workers."""
    found = subprocess.run([sys.executable, __file__, str(games)], capture_output=True, text=True, check=True).stdout
    own, worker = map(float, found.split())
    return own, worker


def _measured(games: int) -> str:
    import tempfile

    from venice_pnp.lab.running import Inquiry, begin, play

    with tempfile.TemporaryDirectory() as folder:
        asked = Inquiry(GAME, games, LEVEL, seats=SEATS, jobs=2, out=Path(folder))
        play(asked, begin(asked), lambda _: None)
    largest = [resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return " ".join(map(str, largest))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(_measured(int(sys.argv[1])))
    else:
        for row in report():
            print("{:45} {:>14} {:>14} {:6.2f}  {}".format(*row))
