"""How a text looks in a terminal: the colours of the seats, cells and folds; the same for all screens."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache

from msgspec import Struct

from venice_pnp.kit import Kit

NARROW, WIDE = 80, 120
BARS = "▁▂▃▄▅▆▇█"
EMBLEMS = {
    "emblem-disc": "●",
    "emblem-square": "■",
    "emblem-triangle": "▲",
    "emblem-diamond": "◆",
    "emblem-star": "★",
}


class Panel(Struct, frozen=True):
    """A part of the table as the console shows it: lines that are folded where they must, or a drawing."""

    title: str
    lines: Sequence[str]
    folds: bool = True
    width: int = 0  # columns that a drawing needs


class Paint:
    """Seat colours and emblems as on the printed parts, where the terminal can show them."""

    def __init__(
        self,
        kit: Kit,
        players: Sequence[str],
        colours: Mapping[str, str],
        plain: bool,
        width: int = NARROW,
        depth: str = "full",
    ) -> None:
        self.plain, self.width, self.depth = plain, width, "none" if plain else depth
        by_id = {seat.id: seat for seat in kit.seats}
        own = [by_id.get(colours.get(name, ""), kit.seats[i % len(kit.seats)]) for i, name in enumerate(players)]
        self.seats = dict(zip(players, own, strict=True))

    def seat(self, name: str) -> str:
        """A player's name with the emblem of the colour, as a label in that colour if the terminal can."""
        seat = self.seats.get(name)
        return name if seat is None else self.label(f"{self.emblem(name)}\u00a0{name}", seat.hex)

    def emblem(self, name: str) -> str:
        seat = self.seats.get(name)
        return EMBLEMS.get(seat.emblem, "•") if seat else ""

    def label(self, text: str, colour: str) -> str:
        """Text on a ground of this colour, in the ink that can be read on it: so it is legible on any screen."""
        if self.plain or self.depth == "none" or not colour:
            return text
        red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
        ink = 30 if 299 * red + 587 * green + 114 * blue > 140_000 else 97
        return f"\x1b[{_ground(red, green, blue, self.depth)};{ink}m{text}\x1b[0m"

    def strong(self, text: str) -> str:
        return text if self.plain else f"\x1b[1m{text}\x1b[0m"


def _ground(red: int, green: int, blue: int, depth: str) -> str:
    """The code of a background colour, as near as this terminal can come."""
    if depth == "full":
        return f"48;2;{red};{green};{blue}"
    if depth == "256":
        r, g, b = (round(part / 255 * 5) for part in (red, green, blue))
        return f"48;5;{16 + 36 * r + 6 * g + b}"
    bits = sum(bit for part, bit in ((red, 1), (green, 2), (blue, 4)) if part > 110)
    return str((100 if max(red, green, blue) > 200 else 40) + bits)


def colour_depth() -> str:
    """What this terminal says of its colours."""
    term, more = os.environ.get("TERM", ""), os.environ.get("COLORTERM", "")
    if os.environ.get("NO_COLOR") or term == "dumb":
        return "none"
    if more in ("truecolor", "24bit") or os.environ.get("WT_SESSION"):
        return "full"
    return "256" if "256" in term or "kitty" in term else "16"


_CODE = r"\x1b\[[0-9;]*m"


def visible(text: str) -> int:
    """How many cells a text takes; colour codes take none, wide characters two."""
    bare = re.sub(_CODE, "", text) if "\x1b" in text else text
    return len(bare) if bare.isascii() else sum(map(_cells, bare))


@cache
def _cells(character: str) -> int:
    if unicodedata.combining(character) or character in "\u200b\ufe0f":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def clip(text: str, width: int) -> str:
    """A text that takes at most so many cells; a cut shows as …, colours are closed."""
    if visible(text) <= width:
        return text
    out, used = [], 0
    for part in re.findall(rf"{_CODE}|.", text):
        if part[0] == "\x1b":
            out.append(part)
            continue
        if used + _cells(part) > width - 1:
            break
        out.append(part)
        used += _cells(part)
    return "".join(out) + "…" + ("\x1b[0m" if "\x1b" in text else "")


def bars(curve: Sequence[int], least: int, most: int, width: int) -> str:
    """A curve as a row of blocks, low to high; of a long one as many as fit, the first and the last among them."""
    count = min(len(curve), width)
    seen = [curve[round(n * (len(curve) - 1) / max(count - 1, 1))] for n in range(count)]
    return "".join(BARS[round((value - least) / max(most - least, 1) * (len(BARS) - 1))] for value in seen)


def pad(text: str, width: int) -> str:
    return text + " " * max(0, width - visible(text))


def fold(text: str, width: int, indent: str = "  ") -> list[str]:
    """A line folded at spaces; colour codes take no room."""
    if visible(text) <= width:
        return [text.rstrip(" ")]
    lines, line, used = [], "", 0
    for word in re.findall(r" *[^ ]+", text):
        size = visible(word)
        if line and used + size > width:
            lines.append(line)
            line, used = indent + word.lstrip(" "), len(indent) + size - (len(word) - len(word.lstrip(" ")))
        else:
            line, used = line + word, used + size
    return [*lines, line]
