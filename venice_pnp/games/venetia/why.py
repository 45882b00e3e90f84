"""What was counted at a scoring (VTA-8.2, 8.3): the regions and the podestàs of everybody, for those who ask why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from venice_pnp.games.venetia.rules.scoring import presence_in

if TYPE_CHECKING:
    from venice_pnp.contract.play import Move
    from venice_pnp.games.venetia.rules.bound import Rules
    from venice_pnp.games.venetia.rules.state import State


def counted(rules: Rules, before: State, _move: Move, after: State) -> Iterator[tuple[str, dict[str, Any]]]:
    """Of everybody who got a line on the sheet: a scoring changes nothing in the colonies."""
    world = rules.world
    for player, name in enumerate(after.seats.names):
        if not after.sheet[player][len(before.sheet[player]) :]:
            continue
        regions = {world.regions[region]: vp for region, vp in presence_in(world, after, player).items()}
        seats = (colony for colony, owner in enumerate(after.podesta) if owner == player)
        podesta = {world.colonies[colony]: world.podesta_vp[colony] for colony in seats}
        yield "why.scored", {"player": name, "regions": regions, "podesta": podesta}
