"""`build --watch`: follows every save, keeps the last good files, and shows the faces on a local page."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
PATIENCE = 120  # seconds, on a busy machine


class Watching:
    def __init__(self, kit: Path, out: Path) -> None:
        words = [
            "build",
            "canaletto",
            "--data",
            kit,
            "--lang",
            "en",
            "--only",
            "artwork",
            "--out",
            out,
            "--watch",
            "--port",
            "0",
        ]
        command = [sys.executable, "-uc", "from venice_pnp.cli import main; main()", *map(str, words)]
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self.process.stdout
        found = re.search(r"http://\S+/", self.process.stdout.readline())
        assert found
        self.url = found[0]
        self.kit, self.file = kit / "canaletto/game.yaml", out / "canaletto/en/a4/tiles.pdf"

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.url + path, timeout=PATIENCE) as answer:
            content: bytes = answer.read()
            return content

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.get("state"))
        return found

    def until(self, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            state = self.state()
            if true(state):
                return state
            time.sleep(0.1)
        raise AssertionError(f"never came about; last seen {state}")

    def write(self, more: str) -> None:
        self.kit.write_text(f"extends: canaletto\n{more}\n", "utf-8")


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[Watching]:
    (tmp_path / "kit/canaletto").mkdir(parents=True)
    (tmp_path / "kit/canaletto/game.yaml").write_text("extends: canaletto\n\n", "utf-8")
    run = Watching(tmp_path / "kit", tmp_path / "out")
    yield run
    run.process.send_signal(signal.SIGINT)
    said, _ = run.process.communicate(timeout=PATIENCE)
    assert "Traceback" not in said


def test_a_save_is_built_and_a_fault_keeps_the_last_good_files(watching: Watching) -> None:
    first = watching.until(lambda s: s["version"] > 0)
    assert first["trouble"] == ""
    names = [face["name"] for face in first["faces"]]
    number = next(n for n, name in enumerate(names) if name.endswith("artwork/mirror"))
    assert b'aria-label="Mirror"' in watching.get(f"face/{number}")
    assert json.loads(watching.get(f"outline/{number}"))["d"].startswith("M")
    good = watching.file.read_bytes()
    watching.write("kinds: {mirror: {name: {en: Glass}}}")
    watching.until(lambda s: s["version"] > first["version"] and not s["trouble"])
    assert b'aria-label="Glass"' in watching.get(f"face/{number}")
    better = watching.file.read_bytes()
    assert better != good
    watching.write("kinds: {mirror: {nam: {en: Glass}}}")
    broken = watching.until(lambda s: bool(s["trouble"]))
    assert "game.yaml:2:18: unknown key 'nam'" in broken["trouble"]
    assert len(broken["faces"]) == len(first["faces"])
    assert watching.file.read_bytes() == better
    watching.write("")
    watching.until(lambda s: not s["trouble"])
    assert watching.file.read_bytes() == good


def test_the_page_serves_nothing_else(watching: Watching) -> None:
    for path in ("etc/passwd", "../etc/passwd", "face/99999", "face/-1", "face/x", "state/1"):
        with pytest.raises(urllib.error.HTTPError) as error:
            watching.get(path)
        assert error.value.code == 404


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_the_page_shows_every_face_in_a_browser(watching: Watching, tmp_path: Path) -> None:
    state = watching.until(lambda s: s["version"] > 0)
    browser = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'browser'}"]
    done = subprocess.run(
        [*browser, "--virtual-time-budget=3000", "--dump-dom", watching.url],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.stdout.count("<figure>") == len(state["faces"])
    assert "artwork/mirror" in done.stdout
    assert re.search(r'<path d="M[^"]+" class="cut"', done.stdout)
    assert 'class="safe"' in done.stdout
