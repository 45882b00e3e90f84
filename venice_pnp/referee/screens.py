"""Screens for people: the frame of every game; what is inside is drawn by the game's own `screen.py`."""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from venice_pnp.games import part_of
from venice_pnp.games.contract import TABLE
from venice_pnp.kit import Kit
from venice_pnp.referee import seals
from venice_pnp.referee.moves import offers, short
from venice_pnp.referee.plain import flow
from venice_pnp.referee.table import FINAL_WORDS, Table
from venice_pnp.referee.words import Said, Speech

NARROW, WIDE = 80, 120
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


def _terminal_width() -> int:
    import shutil

    return shutil.get_terminal_size((NARROW, 24)).columns


def paint_for(table: Table) -> Paint:
    """The manner of this terminal: colours only where somebody looks and has not forbidden them."""
    depth = colour_depth()
    plain = not sys.stdout.isatty() or depth == "none"
    width = _terminal_width() if sys.stdout.isatty() else NARROW
    return Paint(table.kit, table.players, table.colours, plain, max(width, NARROW), depth)


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


def screen(table: Table, seat: str | None, speech: Speech, paint: Paint) -> str:
    """The whole screen: head, the game's own part, who is awaited."""
    view = table.view(seat)
    facts = {"game": table.kit.game.title.in_language(speech.lang), "table": table.name, "kit": table.first["kit"]}
    head = speech.say("screen.head", facts)
    if "seed" in table.first:
        head += speech.say("screen.seed", {"seed": seals.words_of(table.first["seed"]["hash"])})
    lines = [head]
    if seat is not None:
        lines.append(speech.say("screen.view", {"seat": seat}))
    lines += inside(table, view, speech, paint)
    waiting = Said(who_is_awaited(table, speech))
    lines += [speech.say("screen.awaited", {"who": waiting})] if waiting else end_lines(table, speech)
    return "\n".join(line for text in lines for line in fold(text, paint.width))


def end_lines(table: Table, speech: Speech) -> list[str]:
    lines = [speech.say("screen.over")]
    if table.closed:
        lines.append(speech.say("verify.words", {"words": seals.words_of(table.closed["digest"], FINAL_WORDS)}))
    return lines


def inside(table: Table, view: dict[str, Any], speech: Speech, paint: Paint) -> list[str]:
    part = part_of(table.kit.id, "screen")
    if part is None:
        return [f"{key}: {flow(value)}" for key, value in view.items() if key not in ("snapshot", "game", "await")]
    lines: list[str] = part.lines(table.rules, view, speech, paint)
    return lines


def panels(table: Table, view: dict[str, Any], speech: Speech, paint: Paint) -> list[Panel]:
    """The game's own part of the console's screen, the most important first."""
    part = part_of(table.kit.id, "screen")
    if part is None or not hasattr(part, "panels"):
        return [Panel("", inside(table, view, speech, paint))]
    found: list[Panel] = part.panels(table.rules, view, speech, paint)
    return found


def who_is_awaited(table: Table, speech: Speech) -> str:
    """`Bernd (houses: field San Marco, max 2)`, in the order of the await list."""
    said = []
    for item in table.awaited():
        more = {k: v for k, v in item.items() if k not in ("by", "for") and v is not None}
        about = ", ".join(f"{k} {speech.name(v)}" for k, v in more.items())
        by = speech.name(item["by"])
        said.append(f"{by} ({speech.name(item['for'])}{': ' if about else ''}{about})")
    return "; ".join(said)


def possible(table: Table, seat: str) -> list[str]:
    """What a seat may do now, in short forms; secrets only by their form."""
    return offers(table.rules.legal(table.state, seat), table.rules.verbs)


def log_line(
    table: Table, entry: dict[str, Any], speech: Speech, spoken: Callable[[Mapping[str, Any]], str] | None = None
) -> str:
    """One line of the log in words; moves as they are typed, or as `spoken` says them."""
    kind = entry["kind"]
    facts: dict[str, Any] = dict(entry)
    spoken = spoken or (lambda move: short(move, table.rules.verbs))
    if kind == "move":
        facts = {"by": entry["move"].get("by", TABLE), "move": Said(spoken(entry["move"]))}
    elif kind == "seal":
        facts["do"] = Said(spoken({"do": entry["do"]}))
    elif kind == "reveal":
        commitments = table.journal.entries
        facts["seals"] = Said(
            "; ".join(
                f"{seal['move']['by']} {spoken(seal['move'])}"
                f" ({seals.words_of(commitments[seal['entry']].body['commitment'])})"
                for seal in entry["seals"]
            )
        )
    elif kind in ("undo", "redo"):
        facts["n"] = len(entry["groups"]) if kind == "undo" else entry["groups"]
        kind += ".agreed" if entry.get("agreed") else ""
    elif kind == "close":
        facts["words"] = seals.words_of(entry["digest"], FINAL_WORDS)
    return f"{entry['n']:>4}  {entry['at'][:19].replace('T', ' ')}  {speech.say(f'log.{kind}', facts)}"
