"""What the active player reaches, as the seas and kingdoms are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from venice_pnp.games.venetia import tables as t
from venice_pnp.games.venetia.seas import borders_route, reached_from
from venice_pnp.games.venetia.state import NOWHERE, Row
from venice_pnp.games.venetia.world import World


class Lands:
    """Where kingdoms stand, and which colonies are free of them."""

    def __init__(self, world: World, kingdoms: Row) -> None:
        kingdom_of = [kingdoms[region] for region in world.region_of]
        self.taken = frozenset([c for c, kingdom in enumerate(kingdom_of) if kingdom != NOWHERE])
        self.free = tuple([c for c, kingdom in enumerate(kingdom_of) if kingdom == NOWHERE])
        self.kingdoms = tuple([region for region, kingdom in enumerate(kingdoms) if kingdom != NOWHERE])


class Look:
    """One look round the lagoon and the seas; it stays true until a sea or a kingdom changes."""

    def __init__(self, world: World, control: Row, fleets: Row, opened: Row, lands: Lands) -> None:
        self.waters, self.lands = range(len(world.seas)), lands
        seas = reached_from(world, control, fleets, opened)
        self.colonies: frozenset[int] = frozenset().union(*[world.on_sea[sea] for sea in seas])
        self.entered = tuple([c for c in lands.free if c in self.colonies])  # VTA-7.10, 7.11
        regions = {world.region_of[c] for c in self.colonies}
        self.kingdoms = tuple([region for region in lands.kingdoms if region in regions])
        self.closed_seas = tuple([c for c in self.waters if not control[c] and not fleets[c] and c not in opened])
        self.next_seas = tuple([sea for sea in self.closed_seas if borders_route(world, seas, sea)])
        self.fleets = tuple(compress(self.waters, fleets))
        self.hunted = tuple([sea for sea in self.fleets if borders_route(world, seas, sea)])
        self._fitting: dict[tuple[Row, bool, str], Sequence[int]] = {}

    def fitting(self, effect: t.Place, ever: Row) -> Sequence[int]:
        """Those of the colonies that a card can ever aim at which it can aim at now."""
        key = (ever, effect.route, effect.kingdom)
        if key not in self._fitting:
            fit = [c for c in ever if not effect.route or c in self.colonies]
            if effect.kingdom != "ignore":
                fit = [c for c in fit if (c in self.lands.taken) == (effect.kingdom == "only")]
            self._fitting[key] = fit
        return self._fitting[key]
