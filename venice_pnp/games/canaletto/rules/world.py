"""The kit's data as the rules use it."""

from __future__ import annotations

from collections.abc import Sequence

from venice_pnp.contract.rows import numbered
from venice_pnp.games.canaletto.tables import Numbers, Tables
from venice_pnp.kit import Kit

NEXT_STARTER, DEBT_LIMIT, COLOURS = "next-starter", "debt-limit", "colours"  # the options


class World:
    """Everything that never changes while a table plays."""

    def __init__(self, kit: Kit) -> None:
        self.game = kit.id
        self.players = range(kit.game.players[0], kit.game.players[1] + 1)
        self.tables: Tables = kit.tables
        self.numbers: Numbers = self.tables.numbers
        self.kinds = [kind.id for kind in self.tables.kinds]
        self.sizes = [kind.size for kind in self.tables.kinds]
        self.palaces = [palace.id for palace in self.tables.palaces]
        self.kind_number = numbered(self.kinds)
        self.palace_number = numbered(self.palaces)
        self.choices = {
            NEXT_STARTER: self.tables.options.next_starter,
            DEBT_LIMIT: self.tables.options.debt_limit,
        }
        self.colours = tuple(seat.id for seat in kit.seats)

    def by_seat(self, names: Sequence[str]) -> dict[str, str]:
        """The colours where nobody chooses."""
        return dict(zip(names, self.colours, strict=False))
