"""Action 3: cards from pool and pile (VEN-7.39 to VEN-7.44)."""

from __future__ import annotations

from venice_pnp.contract.play import Event, Refused
from venice_pnp.contract.rows import add, put
from venice_pnp.games.venedig.rules import hidden
from venice_pnp.games.venedig.rules.forms import DrawMove
from venice_pnp.games.venedig.rules.laying import check_in_hand, refill, take_from_hand
from venice_pnp.games.venedig.rules.state import Desk
from venice_pnp.games.venedig.rules.world import World


def check_draw(world: World, desk: Desk, player: int, draw: DrawMove) -> None:
    numbers, name = world.numbers, desk.seats.names[player]
    held = sum(desk.hands[player])
    give = draw.give
    if give is not None:
        check_in_hand(world, desk, player, ((give, 1),))
    taken = len(draw.pool) + draw.pile
    full = held >= numbers.hand_max
    wanted = numbers.draw if give is None else numbers.draw_giving
    if taken != wanted and not (full and give is None and not taken):
        key = "VEN-7.39.give" if give is not None else "VEN-7.39.one"
        raise Refused("VEN-7.39", {"n": wanted, "taken": taken}, key)
    after = held + taken - (give is not None)
    if after > numbers.hand_max:
        facts = {"player": name, "hand": held, "after": after, "max": numbers.hand_max}
        raise Refused("VEN-7.42", facts, "VEN-7.42.full" if full else "VEN-7.42")
    if give is not None and give in desk.pool:
        raise Refused("VEN-7.40", {"kind": world.kinds[give]})
    if give is not None and give in draw.pool:
        raise Refused("VEN-7.41", {"kind": world.kinds[give]})
    for at, kind in enumerate(draw.pool):
        if kind in draw.pool[:at]:
            raise Refused("VEN-7.43", {"kind": world.kinds[kind]}, "VEN-7.43.twice")
        if kind not in desk.pool:
            facts = {"kind": world.kinds[kind], "pool": [world.kinds[k] for k in desk.pool]}
            raise Refused("VEN-7.43", facts, "VEN-7.43" if desk.pool else "VEN-7.43.empty")
    if draw.pile > desk.pile + sum(desk.discard):
        raise Refused("VEN-7.44", {"n": desk.pile + sum(desk.discard)})


def draw(world: World, desk: Desk, player: int, wish: DrawMove, told: list[Event]) -> None:
    name, kinds = desk.seats.names[player], world.kinds
    if wish.give is not None:
        take_from_hand(desk, player, wish.give, 1)
        desk.pool = (*desk.pool, wish.give)
        told.append(Event("VEN-7.39.given", {"player": name, "kind": kinds[wish.give]}))
    hand = desk.hands[player]
    for kind in wish.pool:
        hand = add(hand, kind, 1)
    if wish.pool:
        desk.pool = tuple([kind for kind in desk.pool if kind not in wish.pool])
        facts = {"player": name, "cards": [kinds[kind] for kind in wish.pool]}
        told.append(Event("VEN-7.39.pool", facts))
    desk.hands = put(desk.hands, player, (*hand[:-1], hand[-1] + wish.pile))
    if wish.pile:
        told.append(Event("VEN-7.39.pile", {"player": name, "n": wish.pile}))
        _from_pile(desk, player, wish.pile, told)
    elif not wish.pool:
        told.append(Event("VEN-7.42.nothing", {"player": name}))
    _clear_pool(world, desk, told)


def _from_pile(desk: Desk, player: int, count: int, told: list[Event]) -> None:
    """In the middle of a draw the pile may have to be made new (VEN-7.44)."""
    while count:
        some = count if count < desk.pile else desk.pile
        hidden.take_cards(desk, player, some)
        desk.pile -= some
        count -= some
        refill(desk, told)


def _clear_pool(world: World, desk: Desk, told: list[Event]) -> None:
    """VEN-5.10"""
    if len(desk.pool) < world.numbers.pool_cleared:
        return
    for kind in desk.pool:
        desk.discard = add(desk.discard, kind, 1)
    told.append(Event("VEN-5.10.cleared", {"cards": [world.kinds[kind] for kind in desk.pool]}))
    desk.pool = ()
    refill(desk, told)
