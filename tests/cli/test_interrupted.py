"""A build that is killed at any moment leaves the old files whole, and the next one cleans up after it."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pypdfium2

from tests.conftest import ROOT, venice

KILLS = 30


def test_killed_builds_leave_whole_files(tmp_path: Path) -> None:
    kit, out = tmp_path / "kit/canaletto", tmp_path / "out"
    kit.mkdir(parents=True)
    words = ["build", "canaletto", "--data", str(kit.parent), "--lang", "en", "--only", "artwork", "--out", str(out)]
    edit(kit, KILLS + 1)
    assert venice(*words).code == 0
    edit(kit, 0)
    begun = time.monotonic()
    assert venice(*words).code == 0
    usual = time.monotonic() - begun  # of a build after an edit, as those that are killed
    folder = out / "canaletto/en/a4"
    whole = {file.name: {file.read_bytes()} for file in folder.iterdir()}
    rng = random.Random(5)
    killed = 0
    for number in range(1, KILLS + 1):
        edit(kit, number)
        command = [sys.executable, "-c", "from venice_pnp.cli import main; main()", *words]
        process = subprocess.Popen(
            command,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        time.sleep(rng.uniform(0.2, 1.1) * usual)
        killed += process.poll() is None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for name in whole:
            content = (folder / name).read_bytes()
            if name.endswith(".pdf"):
                assert content.rstrip().endswith(b"%%EOF")
                assert len(pypdfium2.PdfDocument(content)) > 0
    assert killed > KILLS // 3
    edit(kit, 0)
    assert venice(*words).code == 0
    assert {file.name: {file.read_bytes()} for file in folder.iterdir()} == whole


def edit(kit: Path, number: int) -> None:
    name = "" if number == 0 else f"kinds: {{mirror: {{name: {{en: Glass {number}}}}}}}\n"
    (kit / "game.yaml").write_text(f"extends: canaletto\n{name}", "utf-8")


def test_what_a_killed_build_left_behind_is_cleaned_up(tmp_path: Path) -> None:
    old, young = tmp_path / ".building-old", tmp_path / ".building-young"
    for folder in (old, young):
        folder.mkdir()
        (folder / "half.pdf").write_bytes(b"half")
    long_ago = time.time() - 2 * 3600
    os.utime(old, (long_ago, long_ago))
    assert venice("build", "canaletto", "--lang", "en", "--only", "gondola", "--out", tmp_path).code == 0
    assert not old.exists()
    assert young.exists(), "another build may be running"
