"""A move by phone while forty watch, against the same move by the library: `python bench/bench_host.py`.

`report(work)` returns rows (what, ours, peer, ratio, goal); run alone it prints them.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
SECONDS, WATCHERS = 60.0, 40
GOAL_MS, GOAL_RATIO = 50, 3

Row = tuple[str, str, str, float, str]


def report(work: Path) -> list[Row]:
    os.environ["VENICE_PNP_HOME"] = str(work / "host")
    from tests.host.load import crowd

    load = crowd(SECONDS, WATCHERS)
    if load.wrong:
        sys.exit(f"{len(load.wrong)} errors, the first: {load.wrong[0]}")
    ours, library = statistics.median(load.answers), statistics.median(load.library)
    what = f"host: a move, {WATCHERS} watch"
    return [(what, f"{ours:.1f} ms", f"library {library:.1f} ms", ours / library, f"≤ {GOAL_RATIO}, < {GOAL_MS} ms")]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for what, ours, peer, ratio, goal in report(Path(folder)):
            print(f"{what:<34}{ours:>14}  {peer:<30}{ratio:>8.2f}  {goal}")


if __name__ == "__main__":
    main()
