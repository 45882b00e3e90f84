"""`evenings`: a table of what was played on this machine."""

from __future__ import annotations

import sys
from typing import Any

from venice_pnp.cli.desk import Call, show
from venice_pnp.door.evenings import PastEvening, Unread, past_evenings
from venice_pnp.referee.frame import with_bots
from venice_pnp.speech.words import Said, Speech

DASH, GAP = "–", "  "


def evenings(call: Call) -> int:
    """Every table of the user's folder; files that cannot be read are named, and do not stop the others."""
    speech = Speech(call.lang, data=call.data)
    found = past_evenings(call.data, call.lang)
    played = [one for one in found if isinstance(one, PastEvening)]
    unread = [one for one in found if isinstance(one, Unread)]
    if call.json:
        broken = [{"file": str(one.file), "reason": one.reason} for one in unread]
        show({"evenings": [_plain(one) for one in played], "unread": broken})
        return 1 if unread else 0
    rows = [speech.say("evenings.head").split("|"), *(_row(one, speech) for one in played)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows if played else ():
        print(GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    if not found:
        print(speech.say("evenings.none"))
    for one in unread:
        print(speech.say("evenings.broken", {"file": str(one.file), "reason": Said(one.reason)}), file=sys.stderr)
    return 1 if unread else 0


def _row(one: PastEvening, speech: Speech) -> list[str]:
    hours, minutes = divmod(one.minutes, 60)
    points = ", ".join(f"{name} {one.points[name]}" for name in one.players if name in one.points)
    won = ", ".join(one.winners) or DASH
    return [
        one.begun.astimezone().date().isoformat(),
        one.title,
        ", ".join(with_bots(one.players, one.bots, speech)),
        won if one.over else speech.say("evenings.goes-on"),
        points or DASH,
        speech.say("evenings.length", {"h": hours, "m": minutes}),
    ]


def _plain(one: PastEvening) -> dict[str, Any]:
    told = {
        key: getattr(one, key)
        for key in ("table", "game", "players", "minutes", "moves", "over", "winners", "bots", "points")
    }
    return {"begun": one.begun.isoformat(), **told}
