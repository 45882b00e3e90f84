"""`lab` as people use it: stopped and gone on with, and told clearly what cannot be tried."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.conftest import CHROMIUM, NO_CHROMIUM, ROOT, venice
from venice_pnp.lab.editions import NoExperiment
from venice_pnp.lab.running import NUMBERS, PAGE, RESULTS, Inquiry, begin, play

GAMES, ENDLESS = 40, 100_000
WORDS = ("lab", "canaletto", "--bots", "random", "--seats", "3", "--games")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an experiment that nobody interrupted, in one process."""
    out = tmp_path_factory.mktemp("lab") / "whole"
    ran = venice(*WORDS, str(GAMES), "--jobs", "1", "--out", out)
    assert ran.code == 0, ran.err
    assert "random bots" in ran.out and str(out / PAGE) in ran.out
    return out


def stopped(out: Path, when: Callable[[int], bool]) -> tuple[int, str, str]:
    """Runs the experiment and stops it as a terminal does: everybody; `when` is asked with the number of the process."""
    words = [*WORDS, str(ENDLESS), "--jobs", "2", "--out", str(out)]
    process = subprocess.Popen(
        [sys.executable, "-c", "from venice_pnp.cli import main; main()", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a run in the background ignores it
    )
    while process.poll() is None and not when(process.pid):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    said, err = process.communicate()
    return process.returncode, said, err


def test_stopped_in_the_middle_it_loses_nothing_and_goes_on_to_the_same_figures(finished: Path, tmp_path: Path) -> None:
    out = tmp_path / "stopped"
    code, said, err = stopped(out, lambda _: len(lines(out / RESULTS)) > 2)
    kept = lines(out / RESULTS)[1:]
    assert code == 130, err
    assert "Traceback" not in err
    assert f"{len(kept)} of {ENDLESS} games are in {out / RESULTS}" in err and "the same command goes on" in err
    assert str(out / PAGE) in said
    assert venice(*WORDS, str(GAMES), "--jobs", "1", "--out", out).code == 0
    assert lines(out / RESULTS)[1 : len(kept) + 1] == kept
    assert set(lines(finished / RESULTS)) <= set(lines(out / RESULTS))
    assert (out / NUMBERS).read_bytes() == (finished / NUMBERS).read_bytes()


def test_stopped_while_the_workers_get_up_none_of_them_complains(tmp_path: Path) -> None:
    code, _, err = stopped(tmp_path / "early", lambda number: len(psutil.Process(number).children()) > 1)
    assert code == 130
    assert f" of {ENDLESS} games are in " in err and err.count("\n") == 1, err


def lines(file: Path) -> list[bytes]:
    return file.read_bytes().splitlines() if file.is_file() else []


def test_a_finished_experiment_is_not_played_again(finished: Path) -> None:
    before = (finished / RESULTS).read_bytes()
    asked = Inquiry("canaletto", GAMES, "random", seats=3, jobs=1, out=finished)
    steps: list[int] = []
    ran = play(asked, begin(asked), steps.append)
    assert steps == [GAMES] and not ran.stopped
    assert (finished / RESULTS).read_bytes() == before
    assert json.loads((finished / NUMBERS).read_text())["played"] == GAMES == ran.findings.played


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"level": "strong"}, "known: random, easy, medium, hard"),
        ({"seats": 9}, "3 to 4 seats"),
        ({"games": 0}, "ask for 1 to"),
        ({"against": "shipped"}, "nothing to compare"),
        ({"against": "shipped", "sweep": "numbers.yaml:start-money=1..2:1"}, "not both"),
        ({"sweep": "numbers.yaml:start-mony=1..2:1"}, "did you mean 'start-money'"),
        ({"options": {"debt-limit": "never"}}, "debt-limit=never cannot be played"),
    ],
)
def test_what_cannot_be_tried_is_told(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(NoExperiment, match=said):
        begin(Inquiry(**{"game": "canaletto", "games": 9, "level": "random"} | asked))


def test_the_command_tells_it_without_a_traceback_and_writes_nothing(tmp_path: Path) -> None:
    ran = venice("lab", "canaletto", "--data", "no-such-kit", "--out", tmp_path / "out")
    assert (ran.code, ran.out) == (2, "")
    assert "no-such-kit" in ran.err and "Traceback" not in ran.err
    assert not (tmp_path / "out").exists()


def test_a_cluster_that_is_not_there_is_told_at_once(tmp_path: Path) -> None:
    ran = venice("lab", "canaletto", "--games", "1", "--bots", "random", "--cluster", "nonsense", "--out", tmp_path)
    assert ran.code == 2
    assert "There is no cluster at nonsense: an address names a machine and a port" in ran.err
    assert "Traceback" not in ran.err and "literal" not in ran.err


def test_everybody_can_read_the_page(finished: Path) -> None:
    if CHROMIUM is None:
        pytest.skip(NO_CHROMIUM)
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import sync_playwright

    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for width, scheme in ((360, "dark"), (1280, "light")):
            page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
            asked: list[str] = []
            page.on("request", lambda request, asked=asked: asked.append(request.url))
            page.goto((finished / PAGE).as_uri())
            found = Axe().run(page)
            assert found.violations_count == 0, found.generate_report()
            assert len(asked) == 1  # the page itself
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        browser.close()
