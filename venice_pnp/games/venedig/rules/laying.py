"""Cards before the players: laid out, dropped, revealed for the imaginary player (VEN-7.1 to VEN-7.10)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add as plus

from venice_pnp.contract.play import Event, Refused
from venice_pnp.contract.rows import add, put
from venice_pnp.games.venedig.rules import hidden
from venice_pnp.games.venedig.rules.building import has_site
from venice_pnp.games.venedig.rules.state import (
    ACTION,
    AFTER,
    BEFORE,
    HOME,
    PLAY,
    Counts,
    Desk,
    Due,
    shared_cards,
    visible,
)
from venice_pnp.games.venedig.rules.world import World


# --- VEN-7.1, VEN-7.2 -----------------------------------------------------------------------------------
def check_in_hand(world: World, desk: Desk, player: int, cards: Sequence[tuple[int, int]]) -> None:
    """The cards (kinds and numbers) must be in the hand, and there must be so many of them in the game."""
    hand, secret = desk.hands[player], desk.secret
    unknown = [(kind, n - hand[kind]) for kind, n in cards if n > hand[kind]]
    if not unknown:
        return
    for kind, more in unknown:
        if secret is not None and not hidden.holds(secret, player, kind, more):
            facts = {"player": desk.seats.names[player], "kind": world.kinds[kind]}
            raise Refused("VEN-7.1", facts, "VEN-7.1.kind")
    if sum([more for _, more in unknown]) > hand[-1]:
        n = sum([n for _, n in cards])
        key = "VEN-7.1" if n > sum(hand) else "VEN-7.1.known"
        raise Refused("VEN-7.1", {"player": desk.seats.names[player], "n": n, "hand": sum(hand)}, key)
    for kind, more in unknown:
        check_exists(world, desk, kind, more)


def check_exists(world: World, desk: Desk, kind: int, more: int) -> None:
    """VEN-7.2"""
    deck, n = desk.seats.cards[kind], visible(desk, kind) + more
    if n > deck:
        raise Refused("VEN-7.2", {"kind": world.kinds[kind], "n": n, "deck": deck})


def take_from_hand(desk: Desk, player: int, kind: int, count: int) -> None:
    """A known card leaves first, else a hidden one (VEN-7.1)."""
    hand = desk.hands[player]
    known = count if count < hand[kind] else hand[kind]
    if known:
        hand = add(hand, kind, -known)
    if count > known:
        hand = (*hand[:-1], hand[-1] - (count - known))
        hidden.lay(desk, player, kind, count - known)
        desk.unseen = add(desk.unseen, kind, known - count)
    desk.hands = put(desk.hands, player, hand)


# --- play -------------------------------------------------------------------------------------------------
def check_play(world: World, desk: Desk, player: int, cards: Counts) -> None:
    check_in_hand(world, desk, player, list(enumerate(cards)))
    for kind, n in enumerate(cards):
        if n and world.shared[kind]:
            needed = world.needed[kind]
            out = sum([row[kind] for row in desk.out])
            more = n if n < needed else n - needed
            if out + more > needed:  # VEN-7.4
                facts = {"kind": world.kinds[kind], "n": more, "out": out, "needed": needed, "room": needed - out}
                raise Refused("VEN-7.4", facts)


def play(world: World, desk: Desk, player: int, cards: Counts, told: list[Event]) -> None:
    """VEN-7.3"""
    laid = [(kind, n) for kind, n in enumerate(cards) if n]
    shown = {world.kinds[kind]: n for kind, n in laid}
    told.append(Event("VEN-5.4.laid", {"player": desk.seats.names[player], "cards": shown}))
    due: list[Due] = []
    desk.step = ACTION
    for kind, n in laid:
        take_from_hand(desk, player, kind, n)
        if not world.shared[kind]:  # VEN-7.8
            desk.out = put(desk.out, player, add(desk.out[player], kind, n))
            due += [Due(kind, player, True)] * n
            continue
        needed = world.needed[kind]
        surplus = n if n < needed else n - needed
        if surplus:
            join(world, desk, player, kind, surplus, told)
        if n >= needed:
            desk.out = put(desk.out, player, add(desk.out[player], kind, needed))
            due.append(Due(kind, player, True))
    desk.due = tuple(_in_order(due + _shared_due(world, desk, tuple(due))))
    _tell_due(world, desk, told)


def join(world: World, desk: Desk, side: int, kind: int, count: int, told: list[Event]) -> None:
    """Cards for the shared building of a kind, and who has its figure now (VEN-7.5, VEN-7.6)."""
    desk.out = put(desk.out, side, add(desk.out[side], kind, count))
    holder, names = desk.builders[kind], desk.seats.sides
    facts = {"player": names[side], "kind": world.kinds[kind]}
    if holder == HOME:
        desk.builders = put(desk.builders, kind, side)
        told.append(Event("VEN-7.5.figure", facts))
    elif holder != side and desk.out[side][kind] > desk.out[holder][kind]:
        desk.builders = put(desk.builders, kind, side)
        told.append(Event("VEN-7.6.figure", {**facts, "from": names[holder]}))


def _shared_due(world: World, desk: Desk, lone: tuple[Due, ...]) -> list[Due]:
    """VEN-7.9"""
    found = []
    desk.due = lone
    for kind in world.figures:
        if desk.builders[kind] != HOME and sum(shared_cards(world.needed, desk, kind)) >= world.needed[kind]:
            found.append(Due(kind, desk.builders[kind], False))
    return found


def _in_order(due: list[Due]) -> list[Due]:
    """Kinds in their order, lone before shared (section 9)."""
    return sorted(due, key=lambda d: (d.kind, not d.alone))


def _tell_due(world: World, desk: Desk, told: list[Event]) -> None:
    for due in desk.due:
        if has_site(world, desk, due.kind):  # else nobody builds it (VEN-7.14)
            facts = {"kind": world.kinds[due.kind], "player": desk.seats.sides[due.builder]}
            told.append(Event("VEN-7.9.due", facts))


# --- drop -------------------------------------------------------------------------------------------------
def kinds_out(desk: Desk, side: int) -> list[int]:
    return [kind for kind, n in enumerate(desk.out[side]) if n]


def check_drop(world: World, desk: Desk, player: int, kinds: tuple[int, ...]) -> None:
    """VEN-7.30"""
    out, limit = kinds_out(desk, player), world.numbers.kinds_out
    facts = {"out": [world.kinds[kind] for kind in out], "n": len(out) - limit, "player": desk.seats.names[player]}
    for kind in kinds:
        if kind not in out:
            raise Refused("VEN-7.30", {**facts, "kind": world.kinds[kind]}, "VEN-7.30.kind")
    if len(set(kinds)) != len(kinds):
        raise Refused("VEN-7.30", facts, "VEN-7.30.twice")
    if len(out) - len(kinds) != limit:
        raise Refused("VEN-7.30", facts, "VEN-7.30.number")


def drop(world: World, desk: Desk, player: int, kinds: tuple[int, ...], told: list[Event]) -> None:
    """VEN-7.31"""
    for kind in sorted(kinds):
        count = desk.out[player][kind]
        desk.out = put(desk.out, player, put(desk.out[player], kind, 0))
        desk.discard = add(desk.discard, kind, count)
        facts = {"player": desk.seats.names[player], "kind": world.kinds[kind], "n": count}
        told.append(Event("VEN-7.30.dropped", facts))
        if desk.builders[kind] == player:
            heir = heir_of(desk, player, kind)
            desk.builders = put(desk.builders, kind, heir)
            if heir == HOME:
                told.append(Event("VEN-7.31.home", {"kind": world.kinds[kind]}))
            else:
                told.append(Event("VEN-7.31.figure", {"kind": world.kinds[kind], "to": desk.seats.sides[heir]}))


def heir_of(desk: Desk, player: int, kind: int) -> int:
    """Who has most cards of the kind; tie: first clockwise, the imaginary player last."""
    best, most = HOME, 0
    others = desk.seats.clockwise(player) + ([desk.seats.imaginary] if desk.seats.two else [])
    for side in others:
        if desk.out[side][kind] > most:
            best, most = side, desk.out[side][kind]
    return best


# --- reveal -----------------------------------------------------------------------------------------------
def card_to_reveal(world: World, desk: Desk, typed: int | None) -> int:
    """The top card: typed in, or known from the seed (VEN-5.13)."""
    top = desk.secret.pile[0] if desk.secret is not None else None
    if typed is None:
        typed = top
    elif top is not None and typed != top:
        raise Refused("VEN-7.46", {"kind": world.kinds[typed]}, "VEN-7.46.other")
    if typed is None:
        raise Refused("VEN-6.3", {"verb": "reveal", "key": "card"}, "VEN-6.3.no-card")
    check_exists(world, desk, typed, 1)
    return typed


def reveal(world: World, desk: Desk, kind: int, told: list[Event]) -> None:
    """VEN-7.47 to VEN-7.49"""
    side = desk.seats.imaginary
    facts = {"kind": world.kinds[kind]}
    before = desk.phase == PLAY
    desk.revealed = True
    desk.pile -= 1
    desk.unseen = add(desk.unseen, kind, -1)
    hidden.take_top(desk)
    row = desk.out[side]
    if not world.shared[kind]:  # VEN-7.49
        desk.out = put(desk.out, side, add(row, kind, 1))
        desk.due = (Due(kind, side, True),)
        told.append(Event("VEN-7.49.casa", facts))
    elif not row[kind] and len(kinds_out(desk, side)) >= world.numbers.kinds_out:  # VEN-7.48
        desk.discard = add(desk.discard, kind, 1)
        told.append(Event("VEN-7.48.discarded", facts))
    else:
        told.append(Event("VEN-7.47.joined", facts))
        join(world, desk, side, kind, 1, told)
        desk.due = tuple(_shared_due(world, desk, ()))
        _tell_due(world, desk, told)
    desk.step = BEFORE if before else AFTER
    refill(desk, told)


# --- the piles --------------------------------------------------------------------------------------------
def refill(desk: Desk, told: list[Event]) -> None:
    """VEN-7.44: an empty pile is made new from the discard pile at once."""
    total = sum(desk.discard)
    if desk.pile or not total:
        return
    hidden.reshuffle(desk, desk.discard)
    desk.unseen = tuple(map(plus, desk.unseen, desk.discard))
    desk.pile, desk.discard = total, (0,) * len(desk.discard)
    told.append(Event("VEN-7.44.shuffled", {"n": total}))
