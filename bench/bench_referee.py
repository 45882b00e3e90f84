"""The referee's figures: start-up, checked moves a second, replay, and a durable move.

`report(work)` returns rows (what, ours, peer, ratio, goal); run alone it prints them. open_spiel is installed
into a throw-away environment.
"""

from __future__ import annotations

import hashlib
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
GAMES = ("canaletto", "doge", "venedig", "venetia")
GOALS = {"canaletto": 2.5, "doge": 2.5, "venedig": 1, "venetia": 1}  # times the peer's moves a second
PLAYERS = ["Anke", "Bernd", "Claudia", "Daniel"]
RUNS, TURNS, SECONDS = 15, 16, 0.3
DRAWN = 3  # pictures of each kind
ENTRIES = 10_000  # of the journal that is verified
STATUS = "from venice_pnp.cli import main; main()"
PEER = """
import pyspiel, random, sys, time
from open_spiel.python.games import tic_tac_toe
game = pyspiel.load_game("python_tic_tac_toe")
for seconds in sys.stdin:
    moves, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < float(seconds):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
    print(moves / (time.perf_counter() - begin), flush=True)
"""

Row = tuple[str, str, str, float, str]


def report(work: Path) -> list[Row]:
    os.environ["VENICE_PNP_HOME"] = str(work / "tables")
    peer, rates = moves_a_second(work)
    rows: list[Row] = []
    for game in GAMES:
        table, durable = finished_table(game)
        rows += start_up(game, table, work)
        rows += pictures(game, table, work)
        against = f"open_spiel tic-tac-toe {peer:,.0f}"
        goal = f"≥ {GOALS[game]}"
        rows.append((f"{game}: checked moves a second", f"{rates[game]:,.0f}", against, rates[game] / peer, goal))
        rows.append(replay_row(game, table))
        raw = raw_commit(work)
        rows.append((f"{game}: durable move", f"{durable:.1f} ms", f"bare SQLite {raw:.1f} ms", durable / raw, ""))
    return [*rows, verify_row()]


# --- start-up ---------------------------------------------------------------------------------------
def start_up(game: str, table: Any, work: Path) -> list[Row]:
    """`referee status` with a finished game in the journal, against `python -c pass`."""
    command = [sys.executable, "-c", STATUS, "referee", "status", "--table", str(table.path)]
    _seconds(command, work)
    nothing, ours = [], []
    for _ in range(RUNS):
        nothing.append(_seconds([sys.executable, "-c", "pass"], work))
        ours.append(_seconds(command, work))
    base, seconds = statistics.median(nothing), statistics.median(ours)
    peer = f"python -c pass {base * 1000:.0f} ms"
    return [(f"{game}: status", f"{seconds * 1000:.0f} ms", peer, seconds / base, "≤ 6")]


def pictures(game: str, table: Any, work: Path) -> list[Row]:
    """`referee map` of the same table, against `python -c pass`; the goal is about a second."""
    base = statistics.median(_seconds([sys.executable, "-c", "pass"], work) for _ in range(DRAWN))
    rows: list[Row] = []
    for name in ("map.svg", "map.png"):
        words = ["referee", "map", "--table", str(table.path), "--out", str(work / name)]
        seconds = statistics.median(_seconds([sys.executable, "-c", STATUS, *words], work) for _ in range(DRAWN))
        peer = f"python -c pass {base * 1000:.0f} ms"
        rows.append((f"{game}: {name}", f"{seconds * 1000:.0f} ms", peer, seconds / base, "about 1 s"))
    return rows


def _seconds(command: list[str], work: Path) -> float:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(work / "bytecode")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    begin = time.perf_counter()
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return time.perf_counter() - begin


# --- moves ------------------------------------------------------------------------------------------
def moves_a_second(work: Path) -> tuple[float, dict[str, float]]:
    """The peer's and ours: they take turns, so that a busy machine slows all of them; the median turn counts."""
    from venice_pnp.referee.table import open_game

    games = {game: open_game(game).rules for game in GAMES}
    rng = random.Random(1)
    peer: list[float] = []
    rates: dict[str, list[float]] = {game: [] for game in GAMES}
    process = start_peer(work)
    for _ in range(TURNS):
        peer.append(peer_turn(process))
        for game, rules in games.items():
            rates[game].append(our_turn(rules, rng))
    process.communicate()
    return statistics.median(peer), {game: statistics.median(found) for game, found in rates.items()}


def our_turn(rules: Any, rng: random.Random) -> float:
    """Random legal moves, each checked by `apply`, in whole games."""
    moves, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < SECONDS:
        state = rules.setup(PLAYERS, {}, getattr(rules, "fresh", None))
        while waiting := rules.pending(state):
            state, _ = rules.apply(state, bot_move(rules, state, waiting, rng))
            moves += 1
    return moves / (time.perf_counter() - begin)


def bot_move(rules: Any, state: Any, waiting: list[dict[str, Any]], rng: random.Random) -> Any:
    seat = waiting[0]["by"]
    if seat == "table":
        return rules.draw(state, rng.randrange)
    return rng.choice(rules.legal(state, seat))


def start_peer(work: Path) -> subprocess.Popen[str]:
    folder = work / "open_spiel"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = str(folder / "bin" / "python")
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "open_spiel"]
    subprocess.run(install, check=True, capture_output=True)
    return subprocess.Popen([python, "-c", PEER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def peer_turn(process: subprocess.Popen[str]) -> float:
    asked, told = process.stdin, process.stdout
    if asked is None or told is None:
        raise RuntimeError("the peer was started without pipes")
    asked.write(f"{SECONDS}\n")
    asked.flush()
    return float(told.readline())


# --- tables -----------------------------------------------------------------------------------------
def finished_table(game: str) -> tuple[Any, float]:
    """A whole game played through the journal, and the median milliseconds of a confirmed move."""
    from venice_pnp.referee import home
    from venice_pnp.referee.table import new_table

    table, rng, times = new_table(game, PLAYERS, path=home.table_path(f"bench-{game}"), seed="1"), random.Random(1), []
    while waiting := table.awaited():
        move = bot_move(table.rules, table.state, waiting, rng)
        begin = time.perf_counter()
        table.do(move)
        times.append(time.perf_counter() - begin)
    return table, statistics.median(times) * 1000


def raw_commit(work: Path) -> float:
    """The same durability without a referee: milliseconds of one inserted row."""
    import sqlite3

    db = sqlite3.connect(work / "raw.db", isolation_level=None)
    db.execute("PRAGMA synchronous = EXTRA")
    db.execute("CREATE TABLE IF NOT EXISTS entry (n INTEGER PRIMARY KEY, body TEXT)")
    return _median_ms(lambda: db.execute("INSERT INTO entry (body) VALUES (?)", ("x" * 300,)), 60)


def replay_row(game: str, table: Any) -> Row:
    from venice_pnp.referee.records import record_from, replay
    from venice_pnp.referee.table import Table

    record = record_from(table.export()[0], {}, "bench")
    bare = _median_ms(lambda: replay(table.rules, record), 5)
    opened = _median_ms(lambda: Table(table.path), 5)
    moves = len(record.moves)
    return (
        f"{game}: replay of {moves} moves",
        f"{bare:.1f} ms",
        f"opened with its kit {opened:.1f} ms",
        bare / opened,
        "",
    )


def verify_row() -> Row:
    """`verify` of a long journal (bids made and taken back), against the bare hash chain over the same bytes."""
    from venice_pnp.referee import home, keyring
    from venice_pnp.referee.journal import create
    from venice_pnp.referee.table import Table, new_table, verify

    table = new_table("canaletto", PLAYERS, path=home.table_path("bench-short"), seed="1")
    table.do({"by": table.awaited()[0]["by"], "do": "bid", "amount": 5})
    entries = [(entry.kind, entry.body) for entry in table.journal.entries]
    again = [("undo", {"groups": [1], "agreed": False}), entries[-1]]
    path = home.table_path("bench-long")
    made = create(path, entries + again * ((ENTRIES - len(entries)) // 2), table.journal.key)
    keyring.keep_head(table.id, keyring.Head(made[-1].n, made[-1].hash))  # else it may be taken for an older copy
    if not verify(path).ok:
        raise RuntimeError("what is measured would be a refusal")
    long = Table(path)
    bodies = [str(entry).encode() for entry in long.journal.entries]

    def chain() -> None:
        digest = b""
        for body in bodies:
            digest = hashlib.sha256(digest + body).digest()

    ours, floor = _median_ms(lambda: verify(path), 3), _median_ms(chain, 5)
    what = f"verify of {len(bodies):,} entries"
    return what, f"{ours:.0f} ms", f"hash chain alone {floor:.0f} ms", ours / floor, ""


def _median_ms(action: Callable[[], Any], times: int) -> float:
    found = []
    for _ in range(times):
        begin = time.perf_counter()
        action()
        found.append(time.perf_counter() - begin)
    return statistics.median(found) * 1000


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for what, ours, peer, ratio, goal in report(Path(folder)):
            print(f"{what:<40}{ours:>12}  {peer:<36}{ratio:>8.2f}  {goal}")
