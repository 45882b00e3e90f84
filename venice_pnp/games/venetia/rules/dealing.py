"""With a seed the referee deals what lies face down, and tells it to the owner only (VTA-5.17).

Nobody knows the order of deck and cup, so it is all the same whether they are shuffled beforehand or a
card is chosen, evenly from those that can be there, at the moment when it is drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from venice_pnp.contract.play import TABLE, Below, Refused
from venice_pnp.games.venetia.rules.holding import located
from venice_pnp.games.venetia.rules.state import DRAW, HIDDEN, UNKNOWN, Desk, Row
from venice_pnp.games.venetia.rules.world import World

Piles = tuple[Row, ...]


class Deal(Struct, frozen=True):
    """What becomes known: cards of hands and boxes and VP markers by player, and the card just drawn."""

    hands: Mapping[int, Row]
    boxes: Mapping[int, Row]
    vp: Mapping[int, Row]
    card: int


def deal(world: World, desk: Desk, below: Below) -> dict[str, Any] | None:
    """The move that names everything unknown, or None if nothing is."""
    drawing = desk.phase == DRAW and desk.seen == UNKNOWN
    if not drawing and not any(UNKNOWN in pile for pile in (*desk.hand, *desk.box)) and not _any_hidden(desk):
        return None
    gone = located(desk)
    cards = [name for card, name in enumerate(world.cards) if card not in gone]
    held = Counter(value for row in desk.vp for value in row)
    cup = [value for value, n in world.vp_count.items() for _ in range(n - held[value])]
    move: dict[str, Any] = {"by": TABLE, "do": "deal"}
    parts = (("hands", desk.hand, UNKNOWN, cards), ("boxes", desk.box, UNKNOWN, cards), ("vp", desk.vp, HIDDEN, cup))
    for key, piles, unknown, source in parts:
        dealt = {
            name: [source.pop(below(len(source))) for _ in range(pile.count(unknown))]
            for name, pile in zip(desk.seats.names, piles, strict=True)
            if unknown in pile
        }
        if dealt:
            move[key] = dealt
    if drawing:
        move["card"] = cards.pop(below(len(cards)))
    return {**move, "drawn": True}


def _any_hidden(desk: Desk) -> bool:
    return any(HIDDEN in row for row in desk.vp)


def take_deal(world: World, desk: Desk, dealt: Deal) -> None:
    """Unknown things become known, in their order. What is dealt must be free, and fit in number."""
    cards = [card for part in (dealt.hands, dealt.boxes) for row in part.values() for card in row]
    cards += [dealt.card] if dealt.card != UNKNOWN else []
    if len(set(cards)) < len(cards) or not located(desk).isdisjoint(cards):
        raise Refused("VTA-5.18", {}, "VTA-5.18.deal")
    if dealt.vp:
        held = Counter(value for row in desk.vp for value in row)
        held.update(value for row in dealt.vp.values() for value in row)
        if any(held[value] > n for value, n in world.vp_count.items()):
            raise Refused("VTA-5.18", {}, "VTA-5.18.deal")
    if dealt.card != UNKNOWN:
        if desk.phase != DRAW or desk.seen != UNKNOWN:
            raise Refused("VTA-5.18", {}, "VTA-5.18.deal")
        desk.seen = dealt.card
    desk.hand = _named(desk.hand, dealt.hands, UNKNOWN)
    desk.box = _named(desk.box, dealt.boxes, UNKNOWN)
    desk.vp = _named(desk.vp, dealt.vp, HIDDEN)
    desk.reveal = tuple(player for player in desk.reveal if HIDDEN in desk.vp[player])


def _named(piles: Piles, dealt: Mapping[int, Row], unknown: int) -> Piles:
    if not dealt:
        return piles
    rows = []
    for player, pile in enumerate(piles):
        names = list(dealt.get(player, ()))
        if names and len(names) != pile.count(unknown):
            raise Refused("VTA-5.18", {}, "VTA-5.18.deal")
        rows.append(tuple(names.pop(0) if item == unknown and names else item for item in pile))
    return tuple(rows)


def still_hidden(world: World, desk: Desk, move: Mapping[str, Any]) -> bool:
    """Is anything of a deal still hidden from somebody?"""
    named = {card for key in ("hands", "boxes") for row in move.get(key, {}).values() for card in row}
    named.add(move.get("card"))
    piles = (*desk.hand, *desk.box, (desk.seen,))
    hidden = {world.cards[card] for pile in piles for card in pile if card != UNKNOWN}
    return bool(named & hidden) or ("vp" in move and any(desk.vp))
