"""Results as they come: a line of JSON for every trial, on the disk before the next one is waited for.

The first line says what was tried. Whoever stops loses nothing that was written; a line that was cut off by a power cut
or a kill is dropped, and its trial played again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from venice_pnp import __version__
from venice_pnp.lab.editions import NoExperiment, opened, weighed
from venice_pnp.lab.trials import Experiment, Trial

FORMAT = 1


class TriedEdition(msgspec.Struct, frozen=True, omit_defaults=True):
    label: str
    kit: str
    options: dict[str, Any]
    bots: str = ""  # a short hash of what bots weigh in an own kit: its id says nothing of that


class Heading(msgspec.Struct, frozen=True):
    """What the results of a file are of; with any other heading they would be of something else."""

    lab: int
    version: str  # of the program, and so of its bots
    game: str
    level: str
    seats: int
    seed: str
    editions: tuple[TriedEdition, ...]


def heading_of(experiment: Experiment) -> Heading:
    editions = tuple(TriedEdition(one.label, one.kit, one.options, weighed(one)) for one in experiment.editions)
    game = opened(experiment.editions[0]).kit.id
    return Heading(FORMAT, __version__, game, experiment.level, experiment.seats, experiment.seed, editions)


class Results:
    """The file of an experiment, made if it is not there yet."""

    def __init__(self, path: Path, experiment: Experiment) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        heading = heading_of(experiment)
        with path.open("ab") as file:
            self._check_heading(heading)
            kept = _whole_lines(path)
            file.truncate(kept)
            if not kept:
                _write(file, [msgspec.json.encode(heading)])

    def _check_heading(self, heading: Heading) -> None:
        """Before anything is changed: a file that is not ours stays as it is. A heading that was cut off is ours."""
        with self.path.open("rb") as file:
            first = file.readline()
        if msgspec.json.encode(heading).startswith(first):
            return
        try:
            found = msgspec.json.decode(first, type=Heading)
        except msgspec.MsgspecError:
            raise NoExperiment("lab.results.foreign", file=str(self.path)) from None
        if found != heading:
            raise NoExperiment("lab.results.other", file=str(self.path))

    def add(self, trials: Iterable[Trial]) -> None:
        """Appends trials; they are on the disk when this returns."""
        with self.path.open("ab") as file:
            _write(file, map(msgspec.json.encode, trials))

    def trials(self, games: int) -> Iterator[Trial]:
        """Those with a number below `games`, each once, in the order in which they came."""
        seen = bytearray(games)
        decode = msgspec.json.Decoder(Trial).decode
        with self.path.open("rb") as file:
            for at, line in enumerate(file, 1):
                if at == 1 or not line.endswith(b"\n"):
                    continue
                try:
                    found = decode(line)
                except msgspec.MsgspecError:
                    raise NoExperiment("lab.results.broken", file=str(self.path), line=at) from None
                if 0 <= found.number < games and not seen[found.number]:
                    seen[found.number] = 1
                    yield found

    def done(self, games: int) -> bytearray:
        """For every number below `games`: 1 if it was played. A byte a game, whatever was found in it."""
        played = bytearray(games)
        for trial in self.trials(games):
            played[trial.number] = 1
        return played


def _write(file: BinaryIO, lines: Iterable[bytes]) -> None:
    """In one piece, so that two who append do not mix their lines."""
    file.write(b"".join(line + b"\n" for line in lines))
    file.flush()
    os.fsync(file.fileno())


def _whole_lines(path: Path) -> int:
    """How many bytes of a file are whole lines."""
    with path.open("rb") as file:
        end = file.seek(0, os.SEEK_END)
        while end:
            begin = max(0, end - 65536)
            file.seek(begin)
            at = file.read(end - begin).rfind(b"\n")
            if at >= 0:
                return begin + at + 1
            end = begin
    return 0
