"""Who plays the games of an experiment: this process, others on this machine, or an existing Dask cluster.

All are given the same task, and a task of a worker who dies is given to another."""

from __future__ import annotations

import signal
import socket
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context
from typing import Any

from venice_pnp.lab.editions import NoExperiment
from venice_pnp.lab.trials import Experiment, Trial, trials
from venice_pnp.speech.words import Said

PER_TASK = 4  # trials; more would be lost by a stop
AHEAD = 3  # tasks a worker that wait for it
TRIES = 3  # of a task, if its worker dies
PATIENCE = 30  # seconds, until a cluster answers

Batch = tuple[int, ...]  # the numbers of the trials of a task
_Task = tuple[Batch, int]  # and how often it may still be tried
Found = Generator[list[Trial], None, None]


def batches_of(numbers: Iterable[int]) -> Iterator[Batch]:
    left = iter(numbers)
    while batch := tuple(islice(left, PER_TASK)):
        yield batch


def here(experiment: Experiment, numbers: Iterable[int], jobs: int) -> Found:
    """On this machine, by so many processes; one: this one."""
    if jobs > 1:
        return by_processes(experiment, numbers, jobs)
    return (trials(experiment, batch) for batch in batches_of(numbers))


def by_processes(experiment: Experiment, numbers: Iterable[int], jobs: int) -> Found:
    """By so many workers, each a process of its own."""
    batches, lost = batches_of(numbers), deque[_Task]()
    while (yield from _by_pool(experiment, batches, lost, jobs)):
        pass  # a worker died; others go on


def _by_pool(
    experiment: Experiment, batches: Iterator[Batch], waiting: deque[_Task], jobs: int
) -> Generator[list[Trial], None, bool]:
    """Until all is done, or until a worker dies (True): what it may have been doing waits again."""
    others = set(active_children())
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_ignore_stops)
    running: dict[Future[list[Trial]], _Task] = {}
    try:
        while True:
            waiting.extend(
                (batch, TRIES) for batch in islice(batches, max(0, jobs * AHEAD - len(running) - len(waiting)))
            )
            while waiting:
                with _deaf():
                    running[pool.submit(trials, experiment, waiting[0][0])] = waiting[0]
                waiting.popleft()
            if not running:
                return False
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                found = done.result()
                del running[done]
                yield found
    except BrokenProcessPool:
        for batch, tries in running.values():
            if tries == 1:
                raise NoExperiment("lab.worker-died", numbers=batch, n=TRIES) from None
            waiting.append((batch, tries - 1))
        return True
    finally:  # also when somebody stops us: nobody waits for games that are not wanted any more
        for worker in set(active_children()) - others:
            worker.terminate()
        pool.shutdown(cancel_futures=True)


def _ignore_stops() -> None:
    """Ctrl-C reaches every process of a terminal; the one that began all this says what happens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _deaf() -> Iterator[None]:
    """Whoever is started here does not hear Ctrl-C, not even before he has got as far as to ignore it. This process
    hears it afterwards. Windows knows no such thing."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _knock(address: str) -> None:
    """Raises OSError or ValueError where nobody listens: a client that found nobody ends late and noisily."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    socket.create_connection((host, int(port)), PATIENCE).close()


def on_cluster(experiment: Experiment, numbers: Iterable[int], address: str) -> Found:
    """On a cluster that runs already; it gives the tasks of a lost worker to others by itself."""
    try:
        from distributed import Client, KilledWorker, as_completed  # of the extra `lab`, and slow to load
    except ImportError:
        raise NoExperiment("lab.extra", package="distributed") from None
    try:
        _knock(address)
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (ValueError, TypeError, OverflowError):
        raise NoExperiment("lab.cluster.form", address=address) from None
    except OSError as error:
        raise NoExperiment(
            "lab.cluster.away", address=address, problem=Said(str(error) or type(error).__name__)
        ) from None
    with client:
        workers = sum(client.nthreads().values())
        if not workers:
            raise NoExperiment("lab.cluster.empty", address=address)
        batches = batches_of(numbers)

        def given(count: int) -> list[Any]:
            return [client.submit(trials, experiment, batch, pure=False) for batch in islice(batches, count)]

        running = as_completed(given(workers * AHEAD), loop=client.loop)
        for done in running:
            try:
                found: list[Trial] = done.result()
            except KilledWorker as killed:
                raise NoExperiment("lab.cluster.killed", problem=Said(killed)) from None
            done.release()
            yield found
            running.update(given(1))
