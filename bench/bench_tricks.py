"""What the tricks buy: the same work with and without each of them, in turns, in fresh processes.

A trick that stays in the code names its row here; one that buys less than a twentieth of its row has to go. Seconds are
those of the processor, which a busy machine does not lengthen, except where processes work side by side.

`report(work)` returns rows (what, ours, without, ratio, goal); run alone it prints them.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
MAIN = "from venice_pnp.cli import main; main()"
GAME = "canaletto"
STATUS_TURNS, BUILD_TURNS, CLEAN_TURNS = 21, 9, 5
GOAL = "≥ 1.05"

# each takes one trick out
NO_QUICK_DOOR = "import venice_pnp.cli.quick as quick; quick.answered = lambda words: False"
TYPING_EXTENSIONS = "import venice_pnp.cli.quick as quick; quick._load_msgspec = lambda: None"
TIDIED_UP = "import sys, venice_pnp.cli.quick as quick; quick._leave = sys.exit"
ALL_CIPHERS = "import venice_pnp.referee.seals as seals; seals._made_by = seals._public_cipher"
COLLECTED = "import gc; gc.disable = lambda: None"
ALL_COMMANDS = (
    "from venice_pnp.cli.roster import Roster as R; some = R.opened; R.opened = lambda all, words=(): some(all)"
)
ONE_PROCESS = "import venice_pnp.press.abreast as abreast; abreast.at_once = lambda: 1"

Row = tuple[str, str, str, float, str]
Words = Callable[[str, int], list[str]]  # of a variant's turn


def report(work: Path) -> list[Row]:
    table = _table(work)
    status = {
        "through the whole command line": NO_QUICK_DOOR,
        "with typing_extensions": TYPING_EXTENSIONS,
        "tidied up at the end": TIDIED_UP,
        "with garbage collected": COLLECTED,
        "all ciphers loaded": ALL_CIPHERS,
    }
    edited = {"through the whole command line": NO_QUICK_DOOR}
    return [
        *_compared("referee status", status, lambda *_: ["referee", "status", "--table", table], STATUS_TURNS, work),
        *_compared(
            "referee log",
            {"all commands made": ALL_COMMANDS},
            lambda *_: ["referee", "log", "--table", table],
            STATUS_TURNS,
            work,
        ),
        *_compared("one part edited", edited, _edits(work), BUILD_TURNS, work),
        *_compared("clean build", {"in one process": ONE_PROCESS}, _clean(work), CLEAN_TURNS, work, waited=True),
    ]


def _table(work: Path) -> str:
    """A table with some moves in its journal."""
    table = str(work / "tricks.table")
    opening = ["referee", "new", GAME, "--players", "Anke,Bernd,Claudia", "--seed", "7", "--table", table]
    _seconds("", opening, work, waited=False)
    return table


def _edits(work: Path) -> Words:
    """Turns of which each edits one value of a kit that was built before; every variant has a kit of its own."""

    def words(variant: str, turn: int) -> list[str]:
        kit = work / variant / "own" / GAME / "game.yaml"
        build = ["build", GAME, "--data", str(kit.parent.parent), "--out", str(work / variant / "out")]
        if turn == 0:
            kit.parent.mkdir(parents=True)
            kit.write_text(f"extends: {GAME}\n", "utf-8")
            _seconds("", build, work, waited=False)
        kit.write_text(f"extends: {GAME}\nkinds: {{mirror: {{name: {{en: Glass {turn}}}}}}}\n", "utf-8")
        return build

    return words


def _clean(work: Path) -> Words:
    folders = iter(range(1_000_000))
    return lambda *_: ["build", GAME, "--out", tempfile.mkdtemp(dir=work, prefix=f"clean-{next(folders)}-")]


def _compared(
    what: str, without: Mapping[str, str], words: Words, turns: int, work: Path, waited: bool = False
) -> list[Row]:
    found: dict[str, list[float]] = {name: [] for name in ("ours", *without)}
    for turn in range(turns):
        for name, seconds in found.items():
            seconds.append(_seconds(without.get(name, ""), words(f"{what} {name}", turn), work, waited))
    ours, *others = (statistics.median(seconds) for seconds in found.values())
    return [
        (f"{what}, {name}", f"{ours * 1000:.0f} ms", f"without the trick {other * 1000:.0f} ms", other / ours, GOAL)
        for name, other in zip(without, others, strict=True)
    ]


def _seconds(prelude: str, words: list[str], work: Path, waited: bool) -> float:
    """The seconds that one fresh process takes, of the processor or on the clock."""
    own = {"VENICE_PNP_HOME": "tables", "XDG_CACHE_HOME": "cache", "PYTHONPYCACHEPREFIX": "bytecode"}
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **{name: str(work / value) for name, value in own.items()}}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    begin = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, "-c", f"{prelude}\n{MAIN}", *words], stdout=subprocess.PIPE, env=environment
    )
    assert child.stdout is not None
    child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"failed: {' '.join(words)}")
    return time.perf_counter() - begin if waited else usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for what, ours, other, ratio, goal in report(Path(folder)):
            print(f"{what:<50}{ours:>10}  {other:<30}{ratio:>8.2f}  {goal}")
