"""What the tests share: where things are, a home of their own, and kits built once."""

from __future__ import annotations

import atexit
import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.forked import waiting

settings.register_profile("venice", deadline=None)  # never a wall-clock time in a test
settings.load_profile("venice")

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "data"
TEMPLATES = ROOT / "templates"
COMMAND = [sys.executable, "-c", "from venice_pnp.cli import main; main()"]  # as people run it
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SHARED = "VENICE_TEST_SHARED"  # the folder of this run
NO_CHROMIUM = "no chromium on this machine: the pages of `host` were not tried in a browser (apt-get install chromium)"


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the profile or the tables of the person who runs it."""
    monkeypatch.setenv("VENICE_PNP_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("VENICE_PNP_LANG", "en")


def pytest_configure() -> None:
    """The first process makes a folder that all processes of a run share; the others inherit its name."""
    if SHARED not in os.environ:
        os.environ[SHARED] = tempfile.mkdtemp(prefix="venice-test-")
        atexit.register(shutil.rmtree, os.environ[SHARED], ignore_errors=True)


def shared_folder() -> Path:
    return Path(os.environ[SHARED])


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """What is done by one test process at a time."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What the console's tests have counted is said at the end, and what could not be tried."""
    for report in terminalreporter.getreports("passed"):
        for name, told in report.user_properties:
            if name == "keystrokes":
                terminalreporter.write_line(str(told))
    if CHROMIUM is None:
        terminalreporter.write_line(NO_CHROMIUM)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the data to edit."""
    return Path(shutil.copytree(DATA, tmp_path / "data"))


class Ran:
    """What a command said."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def said(self) -> str:
        return self.out + self.err


def venice(*arguments: object, cwd: Path | None = None, stdin: str = "", **env: str) -> Ran:
    """Runs the public command, in a process forked from one that has loaded it, or in one of its own where the
    environment decides how Python begins."""
    words, whole = [str(word) for word in arguments], {**os.environ, "PYTHONPATH": str(ROOT), **env}
    if hasattr(os, "fork") and waiting().takes(whole):
        return Ran(*waiting().run(words, cwd or ROOT, whole, stdin))
    done = subprocess.run([*COMMAND, *words], cwd=cwd or ROOT, env=whole, input=stdin, capture_output=True, text=True)
    return Ran(done.returncode, done.stdout, done.stderr)
