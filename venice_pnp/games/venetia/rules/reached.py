"""What the active player reaches, as the seas and kingdoms are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, compress

from venice_pnp.games.venetia import tables as t
from venice_pnp.games.venetia.rules.seas import borders_route, reached_from
from venice_pnp.games.venetia.rules.state import NOWHERE, Row
from venice_pnp.games.venetia.rules.world import World


class FreeLands:
    """Where kingdoms stand, and which colonies are free of them."""

    def __init__(self, world: World, kingdoms: Row) -> None:
        self.kingdoms = tuple([region for region, kingdom in enumerate(kingdoms) if kingdom != NOWHERE])
        self.taken: frozenset[int] = frozenset().union(*[world.in_region[region] for region in self.kingdoms])
        self.free = tuple(sorted(world.everywhere - self.taken))


class Waters:
    """Which seas are open, and what can be reached on them."""

    def __init__(self, world: World, control: Row, fleets: Row, opened: Row) -> None:
        self.all = range(len(world.seas))
        seas = reached_from(world, control, fleets, opened)
        self.colonies: frozenset[int] = frozenset().union(*[world.on_sea[sea] for sea in seas])
        self.closed = tuple([c for c in self.all if not control[c] and not fleets[c] and c not in opened])
        self.next = tuple([sea for sea in self.closed if borders_route(world, seas, sea)])
        self.fleets = tuple(compress(self.all, fleets))
        self.hunted = tuple([sea for sea in self.fleets if borders_route(world, seas, sea)])


class Look:
    """One look round the lagoon and the seas; it stays true until a sea or a kingdom changes."""

    def __init__(self, world: World, waters: Waters, lands: FreeLands) -> None:
        self.waters, self.lands = waters, lands
        self.entered = tuple(sorted(waters.colonies - lands.taken))  # VTA-7.10, 7.11
        self.kingdoms = tuple([r for r in lands.kingdoms if not waters.colonies.isdisjoint(world.in_region[r])])
        self._fitting: dict[int, Sequence[int]] = {}  # by identity of the primitive, which lives as long as its card
        self._pacts: dict[tuple[bool, int], list[Row]] = {}
        self._victims: tuple[Row, int, list[int], list[int]] | None = None  # of whom, and of them those on the route

    def pacts(self, route: bool, most: int) -> list[Row]:
        """The kingdoms that a pact may take away together."""
        if (route, most) not in self._pacts:
            regions = self.kingdoms if route else self.lands.kingdoms
            self._pacts[route, most] = [some for n in range(1, most + 1) for some in combinations(regions, n)]
        return self._pacts[route, most]

    def victims(self, influence: Row, size: int, own: int, route: bool) -> list[int]:
        """Where the influence of others is, anywhere or on the route; true until influence changes."""
        known = self._victims
        if known is None or known[0] is not influence or known[1] != own:
            spots = [spot for spot in compress(range(len(influence)), influence) if spot % size != own]
            near = [spot for spot in spots if spot // size in self.waters.colonies]
            known = self._victims = (influence, own, spots, near)
        return known[3] if route else known[2]

    def fitting(self, effect: t.MapPlace, ever: frozenset[int]) -> Sequence[int]:
        """Those of the colonies that a card can ever aim at which it can aim at now."""
        found = self._fitting.get(id(effect))
        if found is None:
            fit = ever & self.waters.colonies if effect.route else ever
            if effect.kingdom != "ignore":
                fit = fit & self.lands.taken if effect.kingdom == "only" else fit - self.lands.taken
            found = self._fitting[id(effect)] = sorted(fit)
        return found
