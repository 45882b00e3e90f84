"""`make bench`: what is measured, against what. It prints ratios; seconds alone mean nothing on another machine.

Peers are installed into throw-away environments and never become dependencies. Runs of ours and of the peer
alternate, each in a fresh process, so that seconds include the start-up: what a person waits for.
"""

from __future__ import annotations

import compileall
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))
import bench_host
import bench_referee
import bench_tricks
from deck import CARDS, ROOT, write_data

from venice_pnp.kit.load import home, load_shared
from venice_pnp.press.pages import area_of

RUNS = 3
EDIT_RUNS = 9  # short ones: more of them, so that a busy moment does not count
PROGRAM = "from venice_pnp.cli import main; main()"


class Row(NamedTuple):
    what: str
    ours: str
    peer: str
    ratio: float
    goal: str


class Run(NamedTuple):
    seconds: float
    mebibytes: float


def run(command: list[str], **env: str) -> Run:
    """One fresh process: its seconds and its peak memory."""
    begin = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, **env})
    assert child.stdout is not None
    said = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - begin
    if status:
        sys.exit(f"failed: {' '.join(command)}\n{said.decode()[-2000:]}")
    return Run(seconds, usage.ru_maxrss / 1024)


def median(runs: list[Run]) -> Run:
    return Run(statistics.median(r.seconds for r in runs), statistics.median(r.mebibytes for r in runs))


def throw_away(folder: Path, *packages: str) -> Path:
    """A new environment with these packages; its Python."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = folder / "bin/python"
    subprocess.run(
        [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages], check=True
    )
    return python


def build_command(data: Path, out: Path) -> list[str]:
    templates = str(ROOT / "bench/templates")
    return [
        sys.executable,
        "-c",
        PROGRAM,
        "build",
        "deck",
        "--data",
        str(data),
        "--templates",
        templates,
        "--without",
        "box",  # the peer makes none, and no box holds ten decks
        "--out",
        str(out),
    ]


def report_press(work: Path) -> tuple[list[Row], Run]:
    """The deck against protograf, and the deck against itself ten times as large; and how protograf did."""
    python = throw_away(work / "protograf", "protograf")
    data, large = work / "data", work / "large"
    for folder, count in ((data, CARDS), (large, CARDS * 10)):
        folder.mkdir()
        write_data(folder, count)
    pdf = work / "peer.pdf"
    ours, peer, tenfold, kit = [], [], [], []
    venetia = [sys.executable, "-c", PROGRAM, "build", "venetia", "--out"]
    for number in range(RUNS):  # into new folders, for what is there already would not be built again
        out, kit_out = work / f"out-{number}", work / f"kit-{number}"
        peer.append(run([str(python), str(ROOT / "bench/peer_protograf.py"), str(pdf)]))
        ours.append(run(build_command(data, out)))
        tenfold.append(run(build_command(large, work / f"large-{number}")))
        kit.append(run([*venetia, str(kit_out)]))
    run([*venetia, str(kit_out), "--paper", "letter"])
    own, other, ten, whole = median(ours), median(peer), median(tenfold), median(kit)
    size, peer_size = (out / "deck/en/a4/cards.pdf").stat().st_size / 1024, pdf.stat().st_size / 1024
    return [
        compared("54 cards: time", own.seconds, other.seconds, "protograf", "s", "≤ 0.25"),
        compared("54 cards: memory", own.mebibytes, other.mebibytes, "protograf", "MiB", "≤ 0.5"),
        compared("54 cards: size", size, peer_size, "protograf", "KiB", "≤ 1.0"),
        compared("540 cards: time", ten.seconds, own.seconds, "54 cards", "s", "≤ 10"),
        compared("Venetia kit: time", whole.seconds, other.seconds, "protograf, 54 cards", "s", "≤ 1.0"),
        counters(kit_out / "venetia/en", "a4"),
        counters(kit_out / "venetia/en", "letter"),
    ], other


EDITS = {  # one value of one part, as an own kit changes it
    "canaletto": "kinds: {mirror: {name: {en: Glass}}}",
    "doge": "texts: {overview-title: {en: At a glance}}",
    "venedig": "treasures: {treasure-3: {value: 7}}",
    "venetia": "actions: {m05: {name: {en: Another name}}}",
}


def report_edits(work: Path, floor: float, peer: Run) -> list[Row]:
    """Of every game: a clean build, nothing changed against an empty Python, one edited part against a clean build."""
    rows = []
    for game, edit in EDITS.items():
        own = work / "own" / game
        own.mkdir(parents=True)
        kit = own / "game.yaml"
        clean, same, edited = [], [], []
        for number in range(EDIT_RUNS):
            kit.write_text(f"extends: {game}\n", "utf-8")
            words = ["build", game, "--data", str(own.parent), "--out", str(work / f"{game}-{number}")]
            command = [sys.executable, "-c", PROGRAM, *words]
            clean.append(run(command))
            same.append(run(command))
            kit.write_text(f"extends: {game}\n{edit}\n", "utf-8")
            edited.append(run(command))
        whole = median(clean).seconds
        files = list((work / f"{game}-0" / game / "en").rglob("*.pdf"))
        size = sum(file.stat().st_size for file in files) / 1024
        largest = max(file.stat().st_size for file in files) / 1024
        rows.append(compared(f"{game}: clean build", whole, peer.seconds, "protograf, 54 cards", "s", ""))
        rows.append(
            compared(f"{game}: memory", median(clean).mebibytes, peer.mebibytes, "protograf, 54 cards", "MiB", "")
        )
        rows.append(compared(f"{game}: all PDFs of one language", size, largest, "the largest of them", "KiB", ""))
        rows.append(compared(f"{game}: nothing changed", median(same).seconds, floor, "python -c pass", "s", "≤ 8"))
        rows.append(compared(f"{game}: one part edited", median(edited).seconds, whole, "clean build", "s", "≤ 0.25"))
    return rows


def counters(folder: Path, paper: str) -> Row:
    """The sheets of a kit's counters against the fewest that their area alone would need: whole sheets of what is
    left of the paper inside its margins, marks and footer."""
    manifest = json.loads((folder / paper / "manifest.json").read_text("utf-8"))
    file = next(f for f in manifest["files"] if f["path"] == "tiles.pdf")
    fronts = [page for page in file["pages"] if page["side"] == "front"]
    area = sum(p["trim_mm"][2] * p["trim_mm"][3] for page in fronts for p in page["placed"])
    _, _, wide, high = area_of(load_shared(home("data")).papers[paper])
    least = math.ceil(area / (wide * high))
    return compared(f"Venetia counters on {paper}: sheets", file["sheets"], least, "area bound", "", "≤ 1.15")


def compared(what: str, ours: float, theirs: float, peer: str, unit: str, goal: str) -> Row:
    return Row(what, f"{_told(ours)} {unit}".strip(), f"{peer} {_told(theirs)} {unit}".strip(), ours / theirs, goal)


def _told(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def report_others(work: Path) -> list[Row]:
    """The referee's own figures, what the tricks buy, and phones at the table."""
    reports = (bench_referee.report(work), bench_tricks.report(work), bench_host.report(work))
    return [Row(*row) for rows in reports for row in rows]


def main() -> None:
    print("measuring; this takes some minutes …", file=sys.stderr)
    compileall.compile_dir(ROOT / "venice_pnp", quiet=1)  # as an installed program is
    with tempfile.TemporaryDirectory() as folder:
        floor = median([run([sys.executable, "-c", "pass"]) for _ in range(5)]).seconds
        rows, peer = report_press(Path(folder))
        rows += report_edits(Path(folder), floor, peer) + report_others(Path(folder))
    print(f"{'what':<34}{'ours':>14}  {'against':<30}{'ratio':>8}  goal")
    for row in rows:
        print(f"{row.what:<34}{row.ours:>14}  {row.peer:<30}{row.ratio:>8.2f}  {row.goal}")


if __name__ == "__main__":
    main()
