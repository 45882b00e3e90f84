"""Set-ups with a name (`setups.yaml`): a table that begins with one can play at once."""

from __future__ import annotations

from typing import Any, NamedTuple

from venice_pnp.kit import Kit
from venice_pnp.speech.texts import kit_texts
from venice_pnp.speech.trouble import NoTable
from venice_pnp.speech.words import Speech, filled


class NamedSetup(NamedTuple):
    """What it is called, what it is good for, and the start of a record that lays it out."""

    id: str
    name: str
    about: str
    start: dict[str, Any]


def setups_of(kit: Kit, lang: str) -> list[NamedSetup]:
    speech = Speech(lang, kit)
    rows = [row for row in kit_texts(kit, "setups").get("setups") or () if isinstance(row, dict)]

    def said(text: Any) -> str:
        return filled(kit, (speech.in_words(text) if isinstance(text, dict) else str(text or "")) or "", lang)

    return [
        NamedSetup(str(row.get("id")), said(row.get("name")), said(row.get("about")), dict(row.get("start") or {}))
        for row in rows
    ]


def setup_of(kit: Kit, name: str, lang: str) -> NamedSetup:
    """The set-up of this name; raises Trouble if the kit has none."""
    known = {setup.id: setup for setup in setups_of(kit, lang)}
    if name not in known:
        key = "setup.unknown" if known else "setup.none"
        raise NoTable(key, setup=name, game=kit.game.title.in_language(lang), known=tuple(known))
    return known[name]
