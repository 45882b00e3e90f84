"""Work side by side: on Linux every further job gets a process of its own, which begins as a copy of this one.

Elsewhere a new process would have to load everything again, and so the jobs are done one after the other. What they
make is the same.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


def abreast(jobs: Sequence[Callable[[], T]]) -> Generator[T]:
    """The results of the jobs in their order. What a job makes must not depend on what another changes."""
    if len(jobs) < 2 or sys.platform != "linux" or len(os.sched_getaffinity(0)) < 2:
        for job in jobs:
            yield job()
        return
    others = [_Other(job) for job in jobs[1:]]
    try:
        yield jobs[0]()
        for other in others:
            yield other.result()
    finally:
        for other in others:
            other.end()


class _Other:
    """A job in another process."""

    def __init__(self, job: Callable[[], Any]) -> None:
        from multiprocessing import get_context

        context = get_context("fork")
        self._answer, answer = context.Pipe(duplex=False)
        self._process = context.Process(target=_do, args=(job, answer), daemon=True)
        self._process.start()
        answer.close()

    def result(self) -> Any:
        done, value = self._answer.recv()
        if not done:
            raise value
        return value

    def end(self) -> None:
        if self._process.is_alive():
            self._process.terminate()
        self._process.join()
        self._answer.close()


def _do(job: Callable[[], Any], answer: Any) -> None:
    try:
        answer.send((True, job()))
    except Exception as error:
        answer.send((False, error))
