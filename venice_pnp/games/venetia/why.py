"""What was counted, for those who ask why: at a scoring the regions and the podestàs of everybody (VTA-8.2, 8.3), in an
election the votes (VTA-7.85, 7.97)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from venice_pnp.games.venetia.rules.scoring import presence_in
from venice_pnp.games.venetia.rules.state import DISTRICTS
from venice_pnp.games.venetia.rules.world import QUARANTIA_TYPE

if TYPE_CHECKING:
    from venice_pnp.contract.play import Move
    from venice_pnp.games.venetia.rules.bound import Rules
    from venice_pnp.games.venetia.rules.state import State


def counted(rules: Rules, before: State, move: Move, after: State) -> Iterator[tuple[str, dict[str, Any]]]:
    """Of everybody whose votes were counted, or who got a line on the sheet: a scoring changes nothing in the
    colonies."""
    world = rules.world
    if after.phase != DISTRICTS:
        yield from _voted(rules, before, move)
    for player, name in enumerate(after.seats.names):
        if not after.sheet[player][len(before.sheet[player]) :]:
            continue
        regions = {world.regions[region]: vp for region, vp in presence_in(world, after, player).items()}
        seats = (colony for colony, owner in enumerate(after.podesta) if owner == player)
        podesta = {world.colonies[colony]: world.podesta_vp[colony] for colony in seats}
        yield "why.scored", {"player": name, "regions": regions, "podesta": podesta}


def _voted(rules: Rules, before: State, move: Move) -> Iterator[tuple[str, dict[str, Any]]]:
    """If this move brought the last candidate, or the districts of the city: what everybody's votes were made of."""
    world, seats = rules.world, before.seats
    shown = {player: (one.family, [world.cards[card] for card in one.cards]) for player, one in _ballots(before)}
    if "family" in move:
        shown[seats.number[move["by"]]] = (move["family"], list(move.get("cards", ())))
    if len(shown) < len(seats.names) or not {"family", "tiles"} & move.keys():
        return
    tiles = (world.districts.index(tile) for tile in move.get("tiles", ()))
    drawn = [tile for tile in tiles if world.district_type[tile] != QUARANTIA_TYPE]
    for player, (family, cards) in sorted(shown.items()):
        facts: dict[str, Any] = {"player": seats.names[player], "family": family}
        if "tiles" not in move:
            yield "why.voted", facts | {"cards": {card: world.card_ducats[world.cards.index(card)] for card in cards}}
            continue
        at = [before.spot(district, player) for district in drawn]
        lying = {"ducats": before.ducats, "grey": before.grey, "new": before.new}
        facts |= {kind: sum(row[spot] for spot in at) for kind, row in lying.items()}
        yield "why.voted-city", facts


def _ballots(state: State) -> Iterator[tuple[int, Any]]:
    return ((player, one) for player, one in enumerate(state.ballots) if one is not None)
