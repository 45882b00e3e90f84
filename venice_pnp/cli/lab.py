"""`lab`: many games by bots, with a bar that shows how far they are."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from venice_pnp.cli.desk import Call, language, options_of, run
from venice_pnp.lab.running import RESULTS, Inquiry, begin, play, write_report
from venice_pnp.lab.sentences import told
from venice_pnp.speech.words import Said, Speech

INTERRUPTED = 130


def run_lab(
    game: str,
    games: int,
    level: str,
    seats: int,
    data: Path | None,
    options: list[str],
    against: str,
    sweep: str,
    seed: int,
    jobs: int,
    cluster: str,
    out: Path | None,
    lang: str | None,
) -> None:
    call = Call(None, data, language(lang, data))

    def command() -> int:
        chosen = options_of(options)
        wishes = (data, against, sweep, seats, str(seed), chosen, jobs, cluster, out, call.lang)
        return _experiment(Inquiry(game, games, level, *wishes), Speech(call.lang, data=data))

    run(call, command)


def _experiment(asked: Inquiry, speech: Speech) -> int:
    begun = begin(asked)
    with _bar(asked.games, speech) as step:
        ran = play(asked, begun, step)
    if ran.findings.played:
        files = write_report(asked, begun, ran, f"venice-pnp {shlex.join(sys.argv[1:])}")
        for line in told(ran.findings, speech):
            print(line)
        print(speech.say("lab.wrote", {"files": Said(", ".join(map(str, files)))}))
    if not ran.stopped:
        return 0
    facts = {"played": ran.findings.played, "games": asked.games, "file": str(ran.folder / RESULTS)}
    print(speech.say("lab.goes-on", facts), file=sys.stderr)
    return INTERRUPTED


@contextmanager
def _bar(games: int, speech: Speech) -> Iterator[Callable[[int], None]]:
    """Shows how many games are done, on a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(speech.say("lab.progress"), total=games)
        yield lambda done: progress.update(task, completed=done)
