"""Jobs side by side: results in their order, and no fault is lost."""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import closing
from functools import partial

import pytest

from venice_pnp.press.abreast import abreast


def squared(number: int) -> int:
    if number < 0:
        raise OSError(28, "no space left")
    return number * number


def test_results_come_in_the_order_of_the_jobs() -> None:
    assert list(abreast([partial(squared, n) for n in (3, 1, 2)])) == [9, 1, 4]


@pytest.mark.parametrize("numbers", [(-1, 2), (2, -1)])
def test_what_goes_wrong_in_any_job_is_told(numbers: tuple[int, int]) -> None:
    with closing(abreast([partial(squared, n) for n in numbers])) as results, pytest.raises(OSError, match="no space"):
        list(results)


def killed() -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


@pytest.mark.skipif(sys.platform != "linux", reason="here jobs are done one after the other")
def test_a_job_that_is_killed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("venice_pnp.press.abreast.at_once", lambda: 2)  # or this test would be killed
    with closing(abreast([partial(squared, 2), killed])) as results:
        assert next(results) == 4
        with pytest.raises(OSError, match="ended before its work was done"):
            next(results)


def test_beside_another_thread_no_process_is_copied() -> None:
    """As under `build --watch`, whose page is served meanwhile."""
    done = threading.Event()
    server = threading.Thread(target=done.wait)
    server.start()
    try:
        assert list(abreast([os.getpid, os.getpid])) == [os.getpid()] * 2
    finally:
        done.set()
        server.join()
