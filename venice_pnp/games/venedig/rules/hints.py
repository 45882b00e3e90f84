"""Where a building could stand now, what it would give, and who would take a treasure there."""

from __future__ import annotations

from typing import Any

from venice_pnp.games.venedig.rules.building import free_sites, points_of
from venice_pnp.games.venedig.rules.state import Desk
from venice_pnp.games.venedig.rules.world import Site, World


def sites(world: World, state: Desk, kind: int) -> list[dict[str, Any]]:
    """The free sites of a kind, the richest first: fields, points for the builder, and for a bridge by quarter.

    `treasures` names every player who touches the site, and so takes a treasure if he is builder or helper
    (VEN-7.17); there are none while the supply is empty.
    """
    found = [_site(world, state, kind, site) for site in free_sites(world, state, kind)]
    return sorted(found, key=lambda row: -row["points"])


def _site(world: World, state: Desk, kind: int, site: Site) -> dict[str, Any]:
    by_quarter = {world.quarters[q]: points_of(world, state, kind, site, q) for q in site.quarters}
    row: dict[str, Any] = {"fields": world.names_of(site.fields), "points": max(by_quarter.values())}
    if len(by_quarter) > 1:
        row["quarters"] = by_quarter
    row["treasures"] = [
        name
        for name, space in zip(state.seats.names, state.gondolas, strict=True)
        if state.chest and not world.touched(space).isdisjoint(site.quarters)
    ]
    return row
