"""What chance decides, when the referee decides it (VTA-5.17)."""

from __future__ import annotations

from typing import Any

from venice_pnp.contract.play import TABLE, Below, Refused
from venice_pnp.games.venetia.rules.actions import tiles_left
from venice_pnp.games.venetia.rules.elections import is_first
from venice_pnp.games.venetia.rules.state import CHOOSE_DOGE, DISTRICTS, ROLL, THREAT, TILE, Desk
from venice_pnp.games.venetia.rules.world import World


def draw(world: World, desk: Desk, below: Below) -> dict[str, Any]:
    """The awaited move of the table."""
    return {"by": TABLE, "do": desk.phase, **_outcome(world, desk, below), "drawn": True}


def _outcome(world: World, desk: Desk, below: Below) -> dict[str, Any]:
    if desk.phase == ROLL:
        faces = world.numbers.dice_faces
        return {
            kind: sorted(faces[below(len(faces))] for _ in range(n))
            for kind, n in zip(world.types, world.dice, strict=True)
        }
    if desk.phase == THREAT:
        left = [name for card, name in enumerate(world.threats) if card not in desk.used]
        return {"card": left[below(len(left))]}
    if desk.phase == TILE:
        lying = zip(world.tiles, tiles_left(world, desk), strict=True)
        tiles = [name for name, n in lying for _ in range(n)]
        return {"tile": tiles[below(len(tiles))]}
    if desk.phase == DISTRICTS:
        tiles = [name for tile, name in enumerate(world.districts) if tile not in desk.aside]
        return {"tiles": [tiles.pop(below(len(tiles))) for _ in range(world.numbers.districts_drawn)]}
    if desk.phase == CHOOSE_DOGE and is_first(desk):
        return {"player": desk.seats.names[desk.tied[below(len(desk.tied))]]}
    raise Refused("VTA-6.1", {"player": TABLE, "verb": desk.phase, "phase": desk.phase, "who": []}, "VTA-6.1.chance")
