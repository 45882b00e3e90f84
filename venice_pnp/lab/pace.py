"""What the lab's own data say: how long a move takes at a table, and the colours of the report."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from venice_pnp.kit.load import home, load_shared
from venice_pnp.lab.editions import NoExperiment
from venice_pnp.speech.plain import read_file

FILE = Path("lab") / "lab.yaml"
Seconds = Annotated[float, Meta(ge=0, le=3600)]


class Pace(Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds of a move, and of every doubling of what one may choose from."""

    move: Seconds
    doubling: Seconds

    def minutes(self, moves: int, choices: int) -> int:
        """Of a game with so many moves, and so many choices in all of them together."""
        if not moves:
            return 0
        return round(moves * (self.move + self.doubling * math.log2(max(1.0, choices / moves))) / 60)


class Shade(Struct, frozen=True, forbid_unknown_fields=True):
    """A colour of the palette, and what takes its place on a dark screen."""

    light: str
    dark: str


class LabData(Struct, frozen=True, forbid_unknown_fields=True):
    pace: Pace
    colours: dict[str, Shade]


def lab_data() -> LabData:
    """Read from the shipped data; colours of the palette as hex values."""
    file = home("data") / FILE
    try:
        found = msgspec.convert(read_file(file)[0], LabData)
    except msgspec.ValidationError as error:
        raise NoExperiment("file.unreadable", file=str(file), reason=str(error)) from None
    palette = load_shared(home("data")).colours
    shades = {role: Shade(palette[one.light].hex, one.dark) for role, one in found.colours.items()}
    return LabData(found.pace, shades)
