"""A small sample of `make faults`; the whole of it with `pytest -m long`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "bench"))
import faults

SAMPLE = {
    "killed": 16,
    "power_cut": 90,
    "full_disk": 4,
    "read_only": 4,
    "locked": 4,
    "clock_back": 4,
    "truncated": 60,
    "flipped": 120,
    "newer": 4,
}
ALWAYS_TOLD = {"read_only", "locked", "truncated", "newer"}
NEVER_TOLD = {"killed", "power_cut", "clock_back"}


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that another user may enter, too."""
    with tempfile.TemporaryDirectory(prefix="venice-faults-") as folder:
        monkeypatch.setenv("VENICE_PNP_HOME", str(Path(folder) / "home"))
        (Path(folder) / "tables").mkdir()
        yield Path(folder) / "tables"


@pytest.mark.parametrize(("fault", "times"), faults.FAULTS, ids=lambda part: getattr(part, "__name__", ""))
def test_nothing_acknowledged_is_lost(fault: object, times: int, place: Path) -> None:
    check(fault, min(times, SAMPLE[fault.__name__]), place)  # type: ignore[attr-defined]


@pytest.mark.long
@pytest.mark.parametrize(("fault", "times"), faults.FAULTS, ids=lambda part: getattr(part, "__name__", ""))
def test_nothing_acknowledged_is_lost_in_the_whole_run(fault: object, times: int, place: Path) -> None:
    check(fault, times, place)


def check(fault: object, times: int, place: Path) -> None:
    row = fault(place, times)  # type: ignore[operator]
    name = fault.__name__  # type: ignore[attr-defined]
    if name == "power_cut" and not row.tried:
        pytest.skip(row.then)
    assert row.tried >= times
    assert row.moves > 0
    assert row.lost == 0, row
    if name in ALWAYS_TOLD:
        assert row.told == row.tried, row
    if name in NEVER_TOLD:
        assert row.told == 0, row


def test_the_power_cut_would_find_a_table_that_is_not_synced(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model can fail: with syncs left out, moves are lost."""
    play = "play_on(Table(Path(sys.argv[1]))"
    assert play in faults.TRACED
    lazy = "table = Table(Path(sys.argv[1]))\ntable.journal._db.execute('PRAGMA synchronous = OFF')\nplay_on(table"
    monkeypatch.setattr(faults, "TRACED", faults.TRACED.replace(play, lazy))
    monkeypatch.setattr(faults, "NEEDED", {"w", "a"})
    row = faults.power_cut(place, 60)
    if not row.tried:
        pytest.skip(row.then)
    assert row.lost > 0


def test_the_page_shows_the_table_of_the_command() -> None:
    page = faults.PAGE.read_text("utf-8")
    rows = page[page.index(faults.BEGIN) : page.index(faults.END)].strip().split("\n")[3:]
    assert len(rows) == len(faults.FAULTS), "run `make faults`"
    for row, (fault, times) in zip(rows, faults.FAULTS, strict=True):
        tried, moves, lost = (int(cell) for cell in row.split("|")[2:5])
        if fault is not faults.power_cut:
            assert tried >= times
            assert moves > 0
        assert lost == 0
