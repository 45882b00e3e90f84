"""One value over a range: `data/canaletto/numbers.yaml:start-money=20..40:5`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct

from venice_pnp.kit import Kit
from venice_pnp.kit.faults import nearest
from venice_pnp.lab.editions import Edition, NoExperiment, changed, opened
from venice_pnp.speech.plain import read_file
from venice_pnp.speech.words import Said

MOST_VALUES = 40
_FORM = re.compile(r"(?P<file>.+\.yaml):(?P<key>[^=]+)=(?P<low>[^.:]+(?:\.\d+)?)\.\.(?P<high>[^:]+):(?P<step>.+)")

Keys = tuple[str, ...]  # to a value, through keys and ids of rows


class Sweep(Struct, frozen=True):
    """A value of a kit and what it is to be, one after the other."""

    file: str
    path: Keys
    values: list[int | float]
    now: int | float  # what it is without a sweep

    @property
    def key(self) -> str:
        return ".".join(self.path)


def sweep_of(base: Edition, asked: str) -> Sweep:
    """What `--sweep` asks for; raises NoExperiment if it is no range, or of no number of this kit."""
    form = _FORM.fullmatch(asked.strip())
    if form is None:
        raise NoExperiment("lab.sweep.form", word=asked)
    kit, file = opened(base).kit, Path(form["file"])
    path, now = _found(kit, file, form["key"].strip())
    values = _range(form["low"], form["high"], form["step"], whole=isinstance(now, int))
    return Sweep(file.name, path, values, now)


def swept(base: Edition, sweep: Sweep) -> list[Edition]:
    """An edition for every value."""
    return [_with(base, sweep, value) for value in sweep.values]


def _with(base: Edition, sweep: Sweep, value: float) -> Edition:
    laid: Any = value
    for key in reversed(sweep.path):
        laid = {key: laid}
    return changed(base, f"{sweep.path[-1]}={value:g}", {sweep.file: yaml.safe_dump(laid)})


def _found(kit: Kit, file: Path, key: str) -> tuple[Keys, int | float]:
    """The one number of this file that is called so, by its whole path or by the end of it."""
    read = [folder / file.name for folder in kit.folders if (folder / file.name).is_file()]
    if not read or file.parent.name not in ("", *(folder.name for folder in kit.folders)):
        known = sorted({one.name for folder in kit.folders for one in folder.glob("*.yaml")})
        raise NoExperiment("lab.sweep.file", file=str(file), hint=Said(nearest(file.name, known)))
    numbers: dict[Keys, int | float] = {}
    for one in reversed(read):  # what extends goes over what it extends
        numbers |= dict(_numbers(read_file(one)[0], ()))
    asked = tuple(key.split("."))
    paths = [asked] if asked in numbers else [path for path in numbers if path[-len(asked) :] == asked]
    if len(paths) != 1:
        known = [".".join(path) for path in paths or numbers]
        hint = f"; {', '.join(known)}" if paths else nearest(key, [*known, *(path[-1] for path in numbers)])
        raise NoExperiment("lab.sweep.several" if paths else "lab.sweep.key", key=key, file=file.name, hint=Said(hint))
    return paths[0], numbers[paths[0]]


def _numbers(value: Any, path: Keys) -> Iterator[tuple[Keys, int | float]]:
    if isinstance(value, bool):
        return
    if isinstance(value, (int, float)):
        yield path, value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _numbers(part, (*path, str(key)))
    elif isinstance(value, list):
        for row in value:
            if isinstance(row, Mapping) and "id" in row:
                yield from _numbers(row, (*path, str(row["id"])))


def _range(low: str, high: str, step: str, whole: bool) -> list[int | float]:
    """From the first to the last by steps, both of them included where the steps lead there."""
    try:
        first, last, by = (Decimal(word.strip()) for word in (low, high, step))
        steps = (last - first) / by
    except ArithmeticError:  # no numbers, or none that one could count with
        raise NoExperiment("lab.sweep.range", low=low, high=high, step=step) from None
    if not steps.is_finite() or by <= 0 or last <= first:
        raise NoExperiment("lab.sweep.range", low=low, high=high, step=step)
    if whole and not all(one == one.to_integral_value() for one in (first, by)):
        raise NoExperiment("lab.sweep.whole", low=low, step=step)
    if steps >= MOST_VALUES:
        raise NoExperiment("lab.sweep.many", max=MOST_VALUES, low=low, high=high, step=step)
    found = [first + n * by for n in range(int(steps) + 1)]
    return [int(one) if whole else float(one) for one in found]
