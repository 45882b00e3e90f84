"""A table as everybody round it knows it: what is asked of it cannot be answered by what a seat holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from venice_pnp.contract.play import Held, Refused, Snapshot
from venice_pnp.referee.meaning import Heard


class Watchable(Heard, Protocol):
    """A table or a game in memory, of which everybody sees a part."""

    @property
    def options(self) -> Mapping[str, Any]: ...

    def view(self, seat: str | None) -> Snapshot: ...


class Onlooker:
    """Hears moves as somebody who sees the table but no hand: cards in hands are only counted (non-interference by
    construction: it is made from the public view alone)."""

    def __init__(self, table: Watchable) -> None:
        self.declared, self.kit, self.rules, self.players = table.declared, table.kit, table.rules, table.players
        self._table = table
        self._of: Held | None = None  # the moment that was looked at last
        self._seen: Held | None = None

    @property
    def state(self) -> Held:
        now = self._table.state
        if self._seen is None or self._of is not now:
            seen = self.rules.setup(self.players, self._table.options, self._table.view(None))
            same = self.rules.pending(seen) == self.rules.pending(now)
            self._of, self._seen = now, seen if same else now  # between two secret choices there is no such position
        return self._seen

    def refuses(self, move: Mapping[str, Any]) -> Refused | None:
        try:
            self.rules.apply(self.state, move)
        except Refused as refused:
            return refused
        return None
