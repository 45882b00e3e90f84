"""What a face is called, in words: `Mirror`, `Yellow, 2`, `3`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from venice_pnp.kit import Kit
from venice_pnp.kit.models import Combined, field, item_id
from venice_pnp.kit.wording import Words

NAMED = ("name", "value")  # the columns that tell one row from another for people


def names_of(kit: Kit, component: str, lang: str) -> dict[str, str]:
    """By item: its own name; nothing where the part has one face only."""
    return {item.name or component: _called(item.row, lang) for item in kit.items(kit.components[component])}


def _called(row: Any, lang: str) -> str:
    rows = row.rows.values() if isinstance(row, Combined) else [row] if row is not None else []
    return ", ".join(word for one in rows for word in _said(one, lang))


def _said(row: Any, lang: str) -> Iterator[str]:
    """Its name and its value, as far as it has them; else its id."""
    if isinstance(row, (int, str)):
        yield str(row)
        return
    found = []
    for column in NAMED:
        try:
            found.append(field(row, column))
        except KeyError:
            continue
    yield from (one.in_language(lang) if isinstance(one, Words) else str(one) for one in found or [item_id(row)])
