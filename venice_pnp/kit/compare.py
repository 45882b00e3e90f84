"""What differs between two editions of a game's data, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from venice_pnp.kit.models import Kit

LONG = 60  # characters of a text that are shown
_NONE: Any = object()


class Change(NamedTuple):
    """One value: where it stands, what it was and what it is; `None` where there was or is nothing."""

    path: tuple[str, ...]
    old: Any
    new: Any

    def said(self) -> str:
        where = " / ".join(self.path)
        if self.old is None:
            return f"added    {where}{_brief(self.new)}"
        if self.new is None:
            return f"removed  {where}{_brief(self.old)}"
        return f"changed  {where}: {_shown(self.old)} → {_shown(self.new)}"


def changes(old: Kit, new: Kit) -> list[Change]:
    """Every value that differs, row by row where rows have ids."""
    found: list[Change] = []
    for section, before, after in _sections(old, new):
        found += _compared((section,), before, after)
    return found


def _sections(old: Kit, new: Kit) -> Iterator[tuple[str, Any, Any]]:
    one, other = _plain(old), _plain(new)
    for section in dict.fromkeys([*one, *other]):
        yield section, one.get(section, _NONE), other.get(section, _NONE)


def _plain(kit: Kit) -> dict[str, Any]:
    """The kit as plain mappings and lists, under the names of its sections."""
    tables = msgspec.to_builtins(kit.tables, str_keys=True)
    common = {name: getattr(kit, name) for name in ("game", "seats", "components", "texts", "shared")}
    return {**msgspec.to_builtins(common, str_keys=True), **tables}


def _compared(path: tuple[str, ...], old: Any, new: Any) -> Iterator[Change]:
    if old == new:
        return
    if old is _NONE or new is _NONE or old is None or new is None:
        yield Change(path, None if old is _NONE else old, None if new is _NONE else new)
        return
    before, after = _by_id(old), _by_id(new)
    if before is None or after is None:
        yield Change(path, old, new)
        return
    for key in dict.fromkeys([*before, *after]):
        yield from _compared((*path, key), before.get(key, _NONE), after.get(key, _NONE))


def _by_id(value: Any) -> dict[str, Any] | None:
    """A mapping by key, or a list of rows by id; None if it is neither."""
    if isinstance(value, dict):
        return {str(key): one for key, one in value.items()}
    if isinstance(value, list) and value and all(isinstance(row, dict) and "id" in row for row in value):
        ids = [str(row["id"]) for row in value]
        return dict(zip(ids, value, strict=True)) if len(set(ids)) == len(ids) else None
    return None


def _brief(value: Any) -> str:
    """The name of a row that came or went."""
    if isinstance(value, dict):
        name = value.get("name") or value.get("title")
        return f": {_shown(next(iter(name.values())) if isinstance(name, dict) else name)}" if name else ""
    return f": {_shown(value)}"


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return f"“{value if len(value) <= LONG else value[: LONG - 1] + '…'}”"
    if isinstance(value, (list, dict)):
        text = msgspec.json.encode(value).decode()
        return text if len(text) <= LONG else text[: LONG - 1] + "…"
    return f"{value:g}" if isinstance(value, float) else str(value)
