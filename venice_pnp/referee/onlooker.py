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
    construction: it is made from the public view alone). With a seat: as its owner, who sees his own hand, and of what
    others have sealed only that they have."""

    def __init__(self, table: Watchable, seat: str | None = None) -> None:
        self.seat = seat
        self.declared, self.kit, self.rules, self.players = table.declared, table.kit, table.rules, table.players
        self._table = table
        self._of: Held | None = None  # the moment that was looked at last
        self._seen: Held | None = None

    @property
    def state(self) -> Held:
        now = self._table.state
        if self._seen is None or self._of is not now:
            self._of, self._seen = now, self._looked_at(now)
        return self._seen

    def _looked_at(self, now: Held) -> Held:
        """The position that is seen, if it asks for the same; between two secret choices there may be no such position,
        or those who have chosen are asked again, which is nothing to a seat that has not. A seat that chooses nothing
        in secret is answered by all it holds: nothing that others seal beside it can be against its move."""
        if self.seat is not None and not self._seals(now, self.seat):
            return now
        try:
            seen = self.rules.setup(self.players, self._table.options, self._table.view(self.seat))
        except Refused:
            return now
        return seen if self._asked(seen) == self._asked(now) else now

    def _seals(self, now: Held, seat: str) -> bool:
        first = next(iter(self.rules.legal(now, seat)), None)
        return first is not None and self.rules.verbs[first["do"]].secret

    def _asked(self, state: Held) -> list[Mapping[str, Any]]:
        return [item for item in self.rules.pending(state) if self.seat in (None, item["by"])]

    def refuses(self, move: Mapping[str, Any]) -> Refused | None:
        try:
            self.rules.apply(self.state, move)
        except Refused as refused:
            return refused
        return None
