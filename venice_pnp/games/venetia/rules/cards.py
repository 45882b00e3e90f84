"""Drawing an action card: into the hand, onto the family box, or for ducats in the city (VTA-5.9, 7.90 to 7.94)."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from venice_pnp.contract.play import Refused
from venice_pnp.contract.rows import add, put
from venice_pnp.games.venetia.rules.holding import located
from venice_pnp.games.venetia.rules.state import TO_BOX, UNKNOWN, Desk, Row
from venice_pnp.games.venetia.rules.told import Told, tell
from venice_pnp.games.venetia.rules.world import World

HAND, BOX, CITY = "hand", "box", "city"


class Drawn(Struct, frozen=True, gc=False):
    """What a `draw` says: where the card goes, which it is (if told), ducats by district, monuments."""

    to: str
    card: int
    ducats: dict[int, int]
    monuments: Row


def draw_card(world: World, desk: Desk, drawn: Drawn, told: Told) -> None:
    """The first of those who must draw does so."""
    player = desk.draws[0]
    if drawn.to == BOX and desk.seats.city:
        raise Refused("VTA-7.90")
    if drawn.to == HAND and desk.draw_to == TO_BOX:
        raise Refused("VTA-7.76", {}, "VTA-7.76.box")
    card = _known_card(desk, drawn.card)
    if drawn.to == CITY:
        _lay_ducats(world, desk, player, card, drawn, told)
    elif drawn.to == HAND:
        desk.hand = put(desk.hand, player, (*desk.hand[player], card))
        tell(told, "VTA-5.9.hand", player=desk.seats.names[player])
    else:
        desk.box = put(desk.box, player, (*desk.box[player], card))
        tell(told, "VTA-5.9.box", player=desk.seats.names[player])
    desk.draws, desk.seen = desk.draws[1:], UNKNOWN


def _known_card(desk: Desk, card: int) -> int:
    """VTA-5.18, 7.73: a card that is told must be possible; a dealt one is what it is."""
    if desk.seen != UNKNOWN:
        if card not in (UNKNOWN, desk.seen):
            raise Refused("VTA-7.73", {}, "VTA-7.73.drawn")
        return desk.seen
    if card != UNKNOWN and card in located(desk):
        raise Refused("VTA-7.73", {}, "VTA-7.73.drawn")
    return card


# --- option city ----------------------------------------------------------------------------------------
def ducats_left(world: World, desk: Desk, player: int) -> int:
    return world.numbers.ducats - sum(desk.ducats[player :: desk.size])


def monuments_left(world: World, desk: Desk, player: int) -> int:
    n = desk.size
    return world.numbers.monuments - sum(desk.new[player::n]) - sum(desk.grey[player::n])


def no_sestiere(world: World, card: int) -> Refused:
    """VTA-7.91: where the ducats of a card go, of which nothing or something else is said."""
    kind = world.card_type[card]
    right = [world.districts[d] for d in world.sestieri if world.district_type[d] == kind]
    return Refused("VTA-7.91", {"type": world.types[kind], "known": right})


def _lay_ducats(world: World, desk: Desk, player: int, card: int, drawn: Drawn, told: Told) -> None:
    if card == UNKNOWN:
        raise Refused("VTA-6.2", {}, "VTA-6.2.which-card")
    kind = world.card_type[card]
    if any(world.district_type[district] != kind for district in drawn.ducats):
        raise no_sestiere(world, card)
    wanted = min(world.card_ducats[card], ducats_left(world, desk, player))
    if sum(drawn.ducats.values()) != wanted:  # VTA-7.92
        raise Refused("VTA-7.92", {"n": wanted})
    for district, n in drawn.ducats.items():
        desk.ducats = add(desk.ducats, desk.spot(district, player), n)
    facts = {"ducats": {world.districts[d]: n for d, n in drawn.ducats.items() if n}, "card": world.cards[card]}
    tell(told, "VTA-7.90.city", player=desk.seats.names[player], **facts)
    _build(world, desk, player, drawn, told)
    desk.discard = (*desk.discard, card)


def _build(world: World, desk: Desk, player: int, drawn: Drawn, told: Told) -> None:
    price = world.numbers.monument_price
    for district, n in Counter(drawn.monuments).items():  # VTA-7.93
        at = desk.spot(district, player)
        if not drawn.ducats.get(district):
            raise Refused("VTA-7.93", {"district": world.districts[district]}, "VTA-7.93.laid")
        if desk.ducats[at] < price * n:
            facts = {"district": world.districts[district], "n": price * n, "ducats": desk.ducats[at]}
            raise Refused("VTA-7.93", facts)
        if monuments_left(world, desk, player) < n:  # VTA-7.94
            raise Refused("VTA-7.94", {"n": world.numbers.monuments})
        desk.ducats = add(desk.ducats, at, -price * n)
        desk.new = add(desk.new, at, n)
        facts = {"district": world.districts[district], "n": n, "ducats": price * n}
        tell(told, "VTA-7.93.built", player=desk.seats.names[player], **facts)
