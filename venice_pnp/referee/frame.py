"""Screens for people: the frame of every game; what is inside is drawn by the game's own screens."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from venice_pnp.contract.play import TABLE, Held, Rules, Snapshot
from venice_pnp.referee import seals
from venice_pnp.referee.moves import short
from venice_pnp.referee.table import FINAL_WORDS, Table
from venice_pnp.speech.paint import NARROW, Paint, Panel, colour_depth, fold
from venice_pnp.speech.words import Said, Speech

if TYPE_CHECKING:
    from venice_pnp.contract.abilities import Screens


def _terminal_width() -> int:
    import shutil  # slow to load

    return shutil.get_terminal_size((NARROW, 24)).columns


def paint_for(table: Table) -> Paint:
    """The manner of this terminal: colours only where somebody looks and has not forbidden them."""
    depth = colour_depth()
    plain = not sys.stdout.isatty() or depth == "none"
    width = _terminal_width() if sys.stdout.isatty() else NARROW
    return Paint(table.kit, table.players, table.colours, plain, max(width, NARROW), depth)


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
    if table.bots:
        lines.append(speech.say("bots.here", {"bots": Said(", ".join(with_bots(table.bots, table.bots, speech)))}))
    lines += inside(table, view, speech, paint)
    waiting = Said(who_is_awaited(table, speech))
    lines += [speech.say("screen.awaited", {"who": waiting})] if waiting else end_lines(table, speech)
    return "\n".join(line for text in lines for line in fold(text, paint.width))


def with_bots(players: Iterable[str], bots: Mapping[str, str], speech: Speech) -> list[str]:
    """The names, and of bots how well they play."""
    return [
        speech.say("bots.one", {"seat": Said(name), "level": bots[name]}) if name in bots else name for name in players
    ]


def end_lines(table: Table, speech: Speech) -> list[str]:
    lines = [speech.say("screen.over")]
    if table.closed:
        lines.append(speech.say("verify.words", {"words": seals.words_of(table.closed["digest"], FINAL_WORDS)}))
    return lines


class PlainScreens:
    """For a game that draws no screens of its own: what everybody may see, part by part, in the game's words."""

    def lines(self, _rules: Rules[Held], view: Snapshot, speech: Speech, paint: Paint) -> list[str]:
        parts = {key: part for key, part in view.items() if key not in NOT_SHOWN}
        return [f"{_capital(speech.name(key))}: {_said(part, view, speech, paint)}" for key, part in parts.items()]

    def panels(self, rules: Rules[Held], view: Snapshot, speech: Speech, paint: Paint) -> list[Panel]:
        return [Panel("", self.lines(rules, view, speech, paint))]

    def standing(self, rules: Rules[Held], view: Snapshot, speech: Speech, paint: Paint) -> str:
        return "; ".join(self.lines(rules, {key: part for key, part in view.items() if part}, speech, paint))

    def result(self, rules: Rules[Held], view: Snapshot, speech: Speech, paint: Paint) -> list[str]:
        """The winner and the points first, if the game has them by their usual names."""
        first = {key: view[key] for key in RESULT if key in view}
        return self.lines(rules, first | view, speech, paint)


NOT_SHOWN = ("snapshot", "game", "players", "await")
RESULT = ("winners", "final")
PLAIN = PlainScreens()


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _said(part: Any, view: Snapshot, speech: Speech, paint: Paint) -> str:
    if not isinstance(part, Mapping):
        return speech.name(part)
    seats = view.get("players", ())
    said = (f"{paint.seat(key) if key in seats else speech.name(key)} {speech.name(one)}" for key, one in part.items())
    return " · ".join(said) or "–"


def screens_of(table: Table) -> Screens[Any]:
    """The screens of the game that is played here, or plain ones."""
    return table.declared.screens() or PLAIN


def inside(table: Table, view: dict[str, Any], speech: Speech, paint: Paint) -> list[str]:
    return screens_of(table).lines(table.rules, view, speech, paint)


def panels(table: Table, view: dict[str, Any], speech: Speech, paint: Paint) -> list[Panel]:
    """The game's own part of the console's screen, the most important first."""
    return screens_of(table).panels(table.rules, view, speech, paint)


def who_is_awaited(table: Table, speech: Speech) -> str:
    """`Bernd (houses: field San Marco, max 2)`, in the order of the await list."""
    said = []
    for item in table.awaited():
        more = {k: v for k, v in item.items() if k not in ("by", "for") and v is not None}
        about = ", ".join(f"{k} {speech.name(v)}" for k, v in more.items())
        by = speech.name(item["by"])
        said.append(f"{by} ({speech.name(item['for'])}{': ' if about else ''}{about})")
    return "; ".join(said)


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
                f"{speech.name(seal['move']['by'])} {spoken(seal['move'])}"
                f" ({seals.words_of(commitments[seal['entry']].body['commitment'])})"
                for seal in entry["seals"]
            )
        )
    elif kind in ("undo", "redo"):
        facts["n"] = table.shifted[entry["n"]]
        kind += ".agreed" if entry.get("agreed") else ""
    elif kind == "close":
        facts["words"] = seals.words_of(entry["digest"], FINAL_WORDS)
    return f"{entry['n']:>4}  {entry['at'][:19].replace('T', ' ')}  {speech.say(f'log.{kind}', facts)}"
