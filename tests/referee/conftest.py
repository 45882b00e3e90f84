"""A data folder of its own for every test, and the public command as people run it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-c", "from venice_pnp.cli import main; main()", "referee"]


class Answer(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VENICE_PNP_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("VENICE_PNP_LANG", "en")
    return tmp_path


@pytest.fixture
def referee() -> Callable[..., Answer]:
    def run(*words: object, stdin: str = "") -> Answer:
        done = subprocess.run(
            [*COMMAND, *map(str, words)],
            capture_output=True,
            text=True,
            input=stdin,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            timeout=60,
        )
        assert "Traceback" not in done.stderr + done.stdout, done.stderr
        return Answer(done.returncode, done.stdout, done.stderr)

    return run
