"""A data folder of its own for every test, and the public command as people run it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran, venice


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VENICE_PNP_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("VENICE_PNP_LANG", "en")
    return tmp_path


@pytest.fixture
def referee() -> Callable[..., Ran]:
    def run(*words: object, stdin: str = "") -> Ran:
        done = venice("referee", *words, stdin=stdin)
        assert "Traceback" not in done.said, done.said
        return done

    return run
