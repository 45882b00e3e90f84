"""An experiment from what was asked for to the files that tell of it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from venice_pnp.bots import LEVELS, level_of
from venice_pnp.bots.playing import NAMES
from venice_pnp.contract.play import Refused
from venice_pnp.door.files import write_whole
from venice_pnp.lab import crew
from venice_pnp.lab.editions import Edition, NoExperiment, edition_of, opened
from venice_pnp.lab.pace import lab_data
from venice_pnp.lab.report import report
from venice_pnp.lab.results import Results, heading_of
from venice_pnp.lab.sweep import Sweep, sweep_of, swept
from venice_pnp.lab.tally import Findings, findings_of
from venice_pnp.lab.trials import Experiment
from venice_pnp.referee.memory import Memory
from venice_pnp.speech.words import Said, Speech

SHIPPED = "shipped"
RESULTS, PAGE, NUMBERS = "results.jsonl", "report.html", "report.json"
MOST_GAMES = 10_000_000


class Inquiry(Struct, frozen=True):
    """What the command was asked; `seats` 0: as many as the game has room for."""

    game: str
    games: int
    level: str
    data: Path | None = None
    against: str = ""
    sweep: str = ""
    seats: int = 0
    seed: str = "1"
    options: dict[str, Any] = {}
    jobs: int = 0
    cluster: str = ""
    out: Path | None = None
    lang: str = "en"


class Begun(NamedTuple):
    """An experiment that can begin: which of its editions the others are compared with, and what is swept."""

    experiment: Experiment
    reference: int
    sweep: Sweep | None


def begin(asked: Inquiry) -> Begun:
    """Everything checked before the first game; raises NoExperiment, Trouble or FaultyData."""
    if not 1 <= asked.games <= MOST_GAMES:
        raise NoExperiment("lab.games", n=asked.games, max=MOST_GAMES)
    level = level_of(asked.level, asked.data)
    if level is None:
        raise NoExperiment("lab.bots", level=asked.level, known=LEVELS)
    own = edition_of(asked.game, asked.data, asked.options, _label(asked))
    sweep, reference = None, 0
    editions: Sequence[Edition] = [own]
    if asked.sweep:
        if asked.against:
            raise NoExperiment("lab.either")
        sweep = sweep_of(own, asked.sweep)
        editions = swept(own, sweep)
        reference = sweep.values.index(sweep.now) if sweep.now in sweep.values else 0
    elif asked.against:
        data = None if asked.against == SHIPPED else Path(asked.against)
        other = edition_of(asked.game, data, {}, asked.against)
        if (other.kit, other.options) == (own.kit, own.options):
            raise NoExperiment("lab.same", edition=Said(own.label), reference=Said(other.label))
        editions = [other, own]
    seats = _seats(own, asked.seats)
    for edition in editions:
        _check_start(edition, seats, asked.lang)
    return Begun(Experiment(tuple(editions), level, seats, asked.seed), reference, sweep)


def _label(asked: Inquiry) -> str:
    """By what differs from the shipped game: the folder, the options."""
    parts = [*([str(asked.data)] if asked.data else ()), *(f"{key}={value}" for key, value in asked.options.items())]
    return " ".join(parts) or SHIPPED


def _seats(edition: Edition, asked: int) -> int:
    fewest, most = opened(edition).kit.game.players
    if asked and not fewest <= asked <= most:
        raise NoExperiment("lab.seats", n=asked, min=fewest, max=most)
    return asked or most


def _check_start(edition: Edition, seats: int, lang: str) -> None:
    """A game with these options and values can begin."""
    found = opened(edition)
    try:
        Memory(found, NAMES[:seats], edition.options, "1")
    except Refused as refused:
        problem = Said(Speech(lang, found.kit).refusal(refused))
        raise NoExperiment("lab.faulty", edition=Said(edition.label), problem=problem) from None


# --- running it ---------------------------------------------------------------------------------------------
class Ran(NamedTuple):
    """What came of it, and the folder in which it stands; `stopped` by somebody before the last game."""

    findings: Findings
    folder: Path
    stopped: bool


def folder_of(asked: Inquiry, experiment: Experiment) -> Path:
    """Where results go: as asked, or a folder of the experiment's own, so that the same command goes on there."""
    if asked.out is not None:
        return asked.out
    digest = hashlib.sha256(msgspec.json.encode(heading_of(experiment))).hexdigest()[:8]
    return Path("output") / "lab" / f"{asked.game}-{experiment.level}-{digest}"


def play(asked: Inquiry, begun: Begun, step: Callable[[int], None]) -> Ran:
    """Plays what is missing, each result on the disk as it comes; `step` hears how many trials are done. Whoever
    interrupts it gets the findings so far."""
    experiment, folder = begun.experiment, folder_of(asked, begun.experiment)
    results = Results(folder / RESULTS, experiment)
    done = results.done(asked.games)
    count = sum(done)
    step(count)
    stopped = False
    playing = _played(asked, experiment, (number for number, is_done in enumerate(done) if not is_done))
    try:
        for found in playing:
            results.add(found)
            count += len(found)
            step(count)
    except KeyboardInterrupt:
        stopped = True
    finally:
        playing.close()
    return Ran(_found(asked, begun, results), folder, stopped)


def _played(asked: Inquiry, experiment: Experiment, numbers: Iterable[int]) -> crew.Found:
    if asked.cluster:
        return crew.on_cluster(experiment, numbers, asked.cluster)
    return crew.here(experiment, numbers, asked.jobs or os.cpu_count() or 1)


def _found(asked: Inquiry, begun: Begun, results: Results) -> Findings:
    sweep = begun.sweep
    key, values = (sweep.key, sweep.values) if sweep else ("", [])
    heading, trials = heading_of(begun.experiment), results.trials(asked.games)
    return findings_of(heading, trials, asked.games, lab_data().pace, begun.reference, key, values)


def write_report(asked: Inquiry, begun: Begun, ran: Ran, command: str) -> list[Path]:
    """The page and its numbers."""
    played = opened(begun.experiment.editions[-1])
    page = report(ran.findings, played, lab_data(), asked.lang, command)
    numbers = msgspec.json.format(msgspec.json.encode(ran.findings), indent=1)
    files = {ran.folder / PAGE: page.encode(), ran.folder / NUMBERS: numbers + b"\n"}
    for file, content in files.items():
        write_whole(file, content)
    return list(files)
