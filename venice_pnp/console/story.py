"""What has happened at a table: the last orders, the story in three lines, and why a result came out as it did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from venice_pnp.games import part_of
from venice_pnp.games.contract import TABLE, Event
from venice_pnp.referee.moves import short
from venice_pnp.referee.screens import Paint
from venice_pnp.referee.table import DEALT, Table
from venice_pnp.referee.trouble import NotAMove
from venice_pnp.referee.words import Said, Speech, find_rule

if TYPE_CHECKING:
    from venice_pnp.console.script import Script
    from venice_pnp.referee.meaning import Ear

BACK = 400  # moves that are searched for a result


def moves_made(table: Table) -> int:
    """Moves of people; what chance drew is not counted."""
    return sum(1 for step in table.steps if not step.start and not step.move.get("drawn"))


def from_the_start(table: Table) -> bool:
    """Was the table opened as the box is opened, not from a typed-in position?"""
    laid = {key: part for key, part in (table.steps[0].move["start"] or {}).items() if key != DEALT}
    return laid in ({}, dict(getattr(table.rules, "fresh", None) or {}))


def events_at(table: Table, n: int) -> list[Event]:
    """What the n-th step brought. Rules are pure, so it can be worked out again."""
    step = table.steps[n]
    return [] if step.start else list(table.rules.apply(table.steps[n - 1].state, step.move)[1])


def last_group(table: Table) -> range:
    """The last move with the draws that followed it."""
    first = len(table.steps) - 1
    while first > 0 and table.steps[first].move.get("drawn"):
        first -= 1
    return range(max(first, 1), len(table.steps))


def last_told(table: Table, speech: Speech) -> list[str]:
    return [speech.event(event) for n in last_group(table) for event in events_at(table, n)]


def so_far(table: Table, speech: Speech, paint: Paint) -> list[str]:
    """The story in three lines: since when, how it stands, what came last."""
    begun = datetime.fromisoformat(table.journal.entries[0].at)
    last = datetime.fromisoformat(table.journal.entries[-1].at)
    facts = {
        "game": table.kit.game.title.in_language(speech.lang),
        "players": Said(", ".join(map(paint.seat, table.players))),
        "n": moves_made(table),
        "begun": Said(_when(begun, speech)),
        "last": Said(_when(last, speech)),
    }
    part = part_of(table.kit.id, "screen")
    standing = part.standing(table.rules, table.view(None), speech, paint) if part else ""
    return [speech.say("play.story", facts), standing, _last_move(table, speech)]


def _when(at: datetime, speech: Speech) -> str:
    here, now = at.astimezone(), datetime.now(UTC).astimezone()
    form = "%H:%M" if here.date() == now.date() else "%d.%m. %H:%M" if speech.lang == "de" else "%d %b %H:%M"
    return here.strftime(form)


def _last_move(table: Table, speech: Speech) -> str:
    step = next((s for s in reversed(table.steps) if not s.start and not s.move.get("drawn")), None)
    if step is None:
        return speech.say("play.story-new")
    said = str(step.move["do"]) if step.sealed else short(step.move, table.rules.verbs)
    events = last_told(table, speech)
    facts = {"by": str(step.move.get("by", TABLE)), "move": Said(said), "event": Said(events[-1] if events else "")}
    return speech.say("play.story-last", facts)


def why(table: Table, script: Script, speech: Speech) -> list[str]:
    """The last result, event by event: what was counted, and the rule behind it."""
    for n in range(len(table.steps) - 1, max(0, len(table.steps) - BACK), -1):
        if any(event.rule in script.results for event in events_at(table, n)):
            return _explained(table, n, script, speech)
    return _explained(table, len(table.steps) - 1, script, speech) if len(table.steps) > 1 else []


def _explained(table: Table, n: int, script: Script, speech: Speech) -> list[str]:
    step, lines = table.steps[n], []
    if not step.start and not step.sealed:
        by, move = str(step.move.get("by", TABLE)), short(step.move, table.rules.verbs)
        lines.append(f"{speech.name(by)}: {move}")
    part = part_of(table.kit.id, "why")
    if part is not None and not step.start:
        for key, facts in part.counted(table.rules, table.steps[n - 1].state, step.move, step.state):
            lines.append(speech.say(key, facts))
    seen: set[str] = set()
    for event in events_at(table, n):
        lines.append(f"▸ {speech.event(event)} ({event.rule})")
        rule = find_rule(table.kit, event.rule, speech.lang)
        if rule and event.rule in script.results and event.rule not in seen:
            lines.append(f"    {event.rule}: {rule}")
        seen.add(event.rule)
    return lines


def own_lines(table: Table, view: Mapping[str, Any], seat: str, speech: Speech, paint: Paint) -> list[str]:
    """What a seat alone may know."""
    part = part_of(table.kit.id, "screen")
    if part is None or not hasattr(part, "own"):
        return [speech.say("play.nothing-own")]
    lines: list[str] = part.own(table.rules, view, seat, speech, paint)
    return lines or [speech.say("play.nothing-own")]


def sites(table: Table, ear: Ear, words: Sequence[str], speech: Speech, paint: Paint) -> list[str]:
    """Where a kind of building could stand now, and what it would give."""
    meant = [one for one in ear.lexicon.find(words) if one in table.rules.buildings] if words else []
    if len(meant) != 1:
        raise NotAMove("move.ambiguous.id", word=" ".join(words), choices=tuple(table.rules.buildings))
    part = part_of(table.kit.id, "screen")
    found: list[str] = part.site_lines(table.rules, meant[0], table.rules.sites(table.state, meant[0]), speech, paint)  # type: ignore[union-attr]
    return found


def reach(table: Table, ear: Ear, words: Sequence[str], speech: Speech) -> list[str]:
    """What it costs to get to a place now, or to all places."""
    rows = table.rules.reach(table.state)
    meant = ear.lexicon.find(words) if words else []
    part = part_of(table.kit.id, "screen")
    found: list[str] = part.reach_lines([row for row in rows if not meant or row["place"] in meant], speech)  # type: ignore[union-attr]
    return found
