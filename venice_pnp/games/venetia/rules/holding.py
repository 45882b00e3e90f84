"""Cards in hands and boxes, known or not, and markers from the cup (VTA-5.11, 5.18, 7.24)."""

from __future__ import annotations

from collections.abc import Sequence

from venice_pnp.contract.rows import put
from venice_pnp.games.venetia.rules.state import HIDDEN, UNKNOWN, Desk, Row, without
from venice_pnp.games.venetia.rules.told import Told, tell
from venice_pnp.games.venetia.rules.world import World


def deck_size(world: World, desk: Desk) -> int:
    """Cards that are nowhere else are in the deck."""
    return len(world.cards) - len(desk.discard) - sum(map(len, desk.hand)) - sum(map(len, desk.box))


def located(desk: Desk) -> set[int]:
    """VTA-5.18: cards whose place is known, and those in sealed submissions."""
    found = {card for piles in (desk.hand, desk.box) for pile in piles for card in pile}
    found.update(desk.discard, (desk.seen,))
    for ballot in desk.ballots:
        if ballot is not None:
            found.update(ballot.cards)
    found.discard(UNKNOWN)
    return found


def can_name(desk: Desk, player: int, pile: Row, card: int) -> bool:
    """Is it there, or may it be one of the unknown ones there?"""
    return card in pile or (UNKNOWN in pile and not _is_elsewhere(desk, player, card))


def can_name_all(desk: Desk, player: int, pile: Row, cards: Row) -> bool:
    """The same for several at once."""
    for card in cards:
        if not can_name(desk, player, pile, card):
            return False
        pile = take_out(pile, card)
    return True


def _is_elsewhere(desk: Desk, player: int, card: int) -> bool:
    """Is its place known, or is it in the sealed submission of another? As `located`, without looking for all cards."""
    if card == desk.seen or card in desk.discard:
        return True
    for piles in (desk.hand, desk.box):
        for pile in piles:
            if card in pile:
                return True
    for owner, ballot in enumerate(desk.ballots):
        if ballot is not None and owner != player and card in ballot.cards:
            return True
    return False


def seen_by(desk: Desk, player: int) -> set[int]:
    """Cards whose place a player knows: his own and those on the discard pile."""
    return {*desk.discard, *desk.hand[player], *desk.box[player]}


def may_name(world: World, desk: Desk, player: int, pile: Row) -> Sequence[int]:
    """Cards that may be in a pile of his own in a player's eyes: those that he knows, or with them his share of all
    others, so that no two players are offered the same. Some of them `can_name` may refuse."""
    if UNKNOWN not in pile:
        return pile
    share = range(player, len(world.cards), desk.size)
    return sorted({*share, *pile} - seen_by(desk, player).difference(pile) - {UNKNOWN})


def take_out(pile: Row, card: int) -> Row:
    """The pile without a card; an unknown one leaves as the first unknown one."""
    return without(pile, card if card in pile else UNKNOWN)


def draw_vp(world: World, desk: Desk, player: int, n: int, told: Told) -> None:
    """VTA-7.24: one marker each, while the cup has any."""
    held = sum(map(len, desk.vp))
    n = min(n, world.vp_total - held)
    if n > 0:
        desk.vp = put(desk.vp, player, desk.vp[player] + (HIDDEN,) * n)
        tell(told, "VTA-7.24.vp", player=desk.seats.names[player], n=n)
