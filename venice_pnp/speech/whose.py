"""Whose a rule is: the rulebook's, its short rules', a ruling of ours where the book is silent, or an addition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from venice_pnp.kit import Kit
from venice_pnp.kit.models import OURS, RULING, SOURCES
from venice_pnp.speech.texts import kit_texts
from venice_pnp.speech.words import Speech, filled


class Ruled(Struct, frozen=True):
    """A ruling in one language: what the book says, what we play, why, and whether a table may do otherwise."""

    rules: list[str]
    book: str
    chosen: str
    why: str
    other: str
    option: str
    program: bool = False  # it concerns the referee alone: the booklet counts it and does not print it


def source_of(kit: Kit, rule: str) -> str | None:
    """Where a rule is from; None: nobody has said so."""
    texts = kit_texts(kit, "rules")
    named = _mapping(texts.get("provenance"))
    if any(rule in _listed(row.get("rules")) for row in _rows(texts)):
        return RULING
    if not named:
        return None
    return next((source for source in SOURCES if rule in _listed(named.get(source))), OURS)


def rulings_on(speech: Speech, kit: Kit, rule: str | None = None) -> list[Ruled]:
    """The rulings on which a rule rests, or all."""
    return [
        _ruled(speech, kit, row)
        for row in _rows(kit_texts(kit, "rules"))
        if rule is None or rule in _listed(row.get("rules"))
    ]


def _ruled(speech: Speech, kit: Kit, row: Mapping[str, Any]) -> Ruled:
    def said(key: str) -> str:
        text = row.get(key)
        found = speech.in_words(text) if isinstance(text, Mapping) else text
        return filled(kit, str(found), speech.lang) if found else ""

    book, chosen, why = said("book"), said("chosen"), said("why")
    program = bool(row.get("program"))
    return Ruled(_listed(row.get("rules")), book, chosen, why, said("other"), said("option"), program)


def _rows(texts: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (row for row in texts.get("rulings") or () if isinstance(row, Mapping))


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _listed(value: Any) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []
