"""Screens for people: the frame of every game; what is inside is drawn by the game's own `screen.py`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from typing import Any

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


class Paint:
    """Seat colours and emblems as on the printed parts, where the terminal can show them."""

    def __init__(
        self, kit: Kit, players: Sequence[str], colours: dict[str, str], plain: bool, width: int = NARROW
    ) -> None:
        self.plain, self.width = plain, width
        by_id = {seat.id: seat for seat in kit.seats}
        own = [by_id.get(colours.get(name, ""), kit.seats[i % len(kit.seats)]) for i, name in enumerate(players)]
        self._seats = dict(zip(players, own, strict=True))

    def seat(self, name: str) -> str:
        """A player's name with the emblem of the colour, coloured if the terminal can."""
        seat = self._seats.get(name)
        if seat is None:
            return name
        marked = f"{EMBLEMS.get(seat.emblem, '•')}\u00a0{name}"
        if self.plain:
            return marked
        red, green, blue = (int(seat.hex[i : i + 2], 16) for i in (1, 3, 5))
        return f"\x1b[38;2;{red};{green};{blue}m{marked}\x1b[0m"

    def strong(self, text: str) -> str:
        return text if self.plain else f"\x1b[1m{text}\x1b[0m"


def _terminal_width() -> int:
    import shutil

    return shutil.get_terminal_size((NARROW, 24)).columns


def paint_for(table: Table) -> Paint:
    """The manner of this terminal: colours only where somebody looks and has not forbidden them."""
    plain = not sys.stdout.isatty() or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    width = _terminal_width() if sys.stdout.isatty() else NARROW
    colours = table.first["options"].get("colours")
    return Paint(table.kit, table.players, colours if isinstance(colours, dict) else {}, plain, max(width, NARROW))


_CODE = re.compile(r"\x1b\[[0-9;]*m")


def fold(text: str, width: int, indent: str = "  ") -> list[str]:
    """A line folded at spaces; colour codes take no room."""
    lines, line, used = [], "", 0
    for word in re.findall(r" *[^ ]+", text):
        size = len(_CODE.sub("", word))
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
    part = part_of(table.game, "screen")
    if part is None:
        return [f"{key}: {flow(value)}" for key, value in view.items() if key not in ("snapshot", "game", "await")]
    lines: list[str] = part.lines(table.rules, view, speech, paint)
    return lines


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


def log_line(table: Table, entry: dict[str, Any], speech: Speech) -> str:
    """One line of the log in words."""
    kind = entry["kind"]
    facts: dict[str, Any] = dict(entry)
    if kind == "move":
        facts = {"by": entry["move"].get("by", TABLE), "move": Said(short(entry["move"], table.rules.verbs))}
    elif kind == "reveal":
        commitments = table.journal.entries
        facts["seals"] = Said(
            "; ".join(
                f"{seal['move']['by']} {short(seal['move'], table.rules.verbs)}"
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
