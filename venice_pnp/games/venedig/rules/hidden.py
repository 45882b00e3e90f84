"""What a seed has dealt (VEN-5.13): every function keeps `secret` true to what happens on the table.

Without a seed nobody types these things, and nothing here is called.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TypeVar

from msgspec.structs import replace

from venice_pnp.contract.rows import add, put
from venice_pnp.games.venedig.rules.state import HIDDEN, Counts, Desk, Secret, Tiles
from venice_pnp.games.venedig.rules.world import World, members, set_of

T = TypeVar("T")


def shuffled(seed: str, label: str, things: Sequence[T]) -> tuple[T, ...]:
    """An order that follows from seed and label alone: by the HMAC of each place."""
    key = hashlib.sha256(b"venice-pnp venedig 1\0" + seed.encode()).digest()
    order = sorted(range(len(things)), key=lambda at: hmac.digest(key, f"{label}:{at}".encode(), "sha256"))
    return tuple(things[at] for at in order)


def _now(desk: Desk, what: str) -> str:
    """A label for a shuffle in this position."""
    return f"{what}:{desk.marsh:x}:{desk.covered:x}:{desk.gondolas}:{desk.turn}:{desk.hands}"


def spread(counts: Iterable[int]) -> list[int]:
    """Counts by kind as a list of kinds."""
    return [kind for kind, n in enumerate(counts) for _ in range(n)]


def dealt(world: World, desk: Desk, seed: str) -> Secret:
    """Everything hidden on this table, drawn from what is not to be seen."""
    cards = list(shuffled(seed, "cards", spread(desk.unseen)))
    hands = []
    for hand in desk.hands:
        own, cards = cards[: hand[-1]], cards[hand[-1] :]
        hands.append(tuple(own.count(kind) for kind in range(len(world.kinds))))
    swamp, under, _ = _tiles_dealt(seed, "swamp", world.swamp_gold, desk.swamp, desk.spent, desk.marsh.bit_count())
    treasures, chest, _ = _tiles_dealt(seed, "treasure", world.treasure_gold, desk.treasures, (), desk.chest)
    gold = dict(zip(members(desk.marsh), under, strict=False))
    lying = tuple(gold.get(field, HIDDEN) for field in range(len(world.fields)))
    return Secret(seed, tuple(hands), swamp, treasures, tuple(cards), lying, tuple(chest))


def _tiles_dealt(
    seed: str, label: str, gold: dict[int, int], before: tuple[Tiles, ...], gone: Tiles, lying: int
) -> tuple[tuple[Tiles, ...], list[int], list[int]]:
    """Values of the hidden tiles of each player, of those that lie in the middle, and of those that are gone."""
    values = [value for value, count in gold.items() for _ in range(count)]
    for known in (*(value for own in before for value in own), *gone):
        if known != HIDDEN:
            values.remove(known)
    rest = list(shuffled(seed, label, values))
    own_tiles = []
    for own in before:
        n = own.count(HIDDEN)
        own_tiles.append(tuple(sorted(rest[:n], reverse=True)))
        rest = rest[n:]
    return tuple(own_tiles), rest[:lying], rest[lying:]


def kept(world: World, desk: Desk, old: Secret, seed: str) -> Secret:
    """What lies hidden on a corrected table: what was there stays; only what has come is drawn, from what is left."""
    fields = members(desk.marsh)
    tiles, chests = ([row.count(HIDDEN) for row in rows] for rows in (desk.swamp, desk.treasures))
    hands = [(hand[-1], spread(own)) for hand, own in zip(desk.hands, old.hands, strict=True)]
    *held, pile = _kept(seed, "cards", spread(desk.unseen), [*hands, (desk.pile, old.pile)])
    lying = [(1, (old.under[field],)) for field in fields]
    swamp = _kept(
        seed,
        "swamp",
        _unknown(world.swamp_gold, (*desk.swamp, desk.spent)),
        [*zip(tiles, old.swamp, strict=True), *lying],
    )
    treasures = _unknown(world.treasure_gold, desk.treasures)
    *owned, chest = _kept(
        seed, "treasure", treasures, [*zip(chests, old.treasures, strict=True), (desk.chest, old.chest)]
    )
    gold = {field: value for field, (value,) in zip(fields, swamp[len(tiles) :], strict=True)}
    return Secret(
        old.seed,
        tuple(tuple(row.count(kind) for kind in range(len(world.kinds))) for row in held),
        tuple(tuple(sorted(row, reverse=True)) for row in swamp[: len(tiles)]),
        tuple(tuple(sorted(row, reverse=True)) for row in owned),
        pile,
        tuple(gold.get(field, HIDDEN) for field in range(len(world.fields))),
        chest,
    )


def _unknown(gold: dict[int, int], known: Iterable[Tiles]) -> list[int]:
    """The values of the tiles that nobody has seen."""
    seen = [value for row in known for value in row]
    return [value for value, count in gold.items() for _ in range(count - seen.count(value))]


def _kept(seed: str, label: str, things: Sequence[int], rows: Sequence[tuple[int, Sequence[int]]]) -> list[Tiles]:
    """Of these things so many in each row: those that lay there, as far as there are any, and others for the rest."""
    left, found = Counter(things), list[list[int]]()
    for n, before in rows:
        found.append([])
        for one in before[:n]:
            if left[one] > 0:
                left[one] -= 1
                found[-1].append(one)
    others = iter(shuffled(seed, label, list(left.elements())))
    return [(*row, *islice(others, n - len(row))) for row, (n, _) in zip(found, rows, strict=True)]


def fits(world: World, desk: Desk, secret: Secret) -> bool:
    """Is there exactly one thing behind everything hidden, and no card or tile twice?"""
    return _one_each(desk, secret) and _none_twice(world, desk, secret)


def _none_twice(world: World, desk: Desk, secret: Secret) -> bool:
    hidden_cards = (*secret.pile, *(kind for hand in secret.hands for kind in spread(hand)))
    swamp = (*desk.spent, *secret.under, *(value for own in (*desk.swamp, *secret.swamp) for value in own))
    chests = (*secret.chest, *(value for own in (*desk.treasures, *secret.treasures) for value in own))
    return (
        all(hidden_cards.count(kind) == n for kind, n in enumerate(desk.unseen))
        and all(swamp.count(value) <= n for value, n in world.swamp_gold.items())
        and all(chests.count(value) <= n for value, n in world.treasure_gold.items())
    )


def _one_each(desk: Desk, secret: Secret) -> bool:
    return (
        [sum(hand) for hand in secret.hands] == [hand[-1] for hand in desk.hands]
        and [len(own) for own in secret.swamp] == [own.count(HIDDEN) for own in desk.swamp]
        and [len(own) for own in secret.treasures] == [own.count(HIDDEN) for own in desk.treasures]
        and (len(secret.pile), len(secret.chest)) == (desk.pile, desk.chest)
        and set_of(field for field, value in enumerate(secret.under) if value != HIDDEN) == desk.marsh
    )


def holds(secret: Secret, player: int, kind: int, count: int) -> bool:
    """Are that many of his hidden cards of this kind?"""
    return secret.hands[player][kind] >= count


def owns(secret: Secret, player: int, swamp: Iterable[int], treasures: Iterable[int]) -> bool:
    """Are there hidden tiles of these values before him?"""
    pairs = ((secret.swamp[player], list(swamp)), (secret.treasures[player], list(treasures)))
    return all(own.count(value) >= named.count(value) for own, named in pairs for value in named)


def lay(desk: Desk, player: int, kind: int, count: int) -> None:
    """Hidden cards become open."""
    secret = desk.secret
    if secret is not None and count:
        hand = add(secret.hands[player], kind, -count)
        desk.secret = replace(secret, hands=put(secret.hands, player, hand))


def take_cards(desk: Desk, player: int, count: int) -> None:
    """From the pile to a hand."""
    secret = desk.secret
    if secret is not None:
        hand = secret.hands[player]
        for kind in secret.pile[:count]:
            hand = add(hand, kind, 1)
        desk.secret = replace(secret, hands=put(secret.hands, player, hand), pile=secret.pile[count:])


def take_top(desk: Desk) -> None:
    secret = desk.secret
    if secret is not None:
        desk.secret = replace(secret, pile=secret.pile[1:])


def reshuffle(desk: Desk, cards: Counts) -> None:
    """The discard pile becomes the pile (VEN-7.44)."""
    secret = desk.secret
    if secret is not None:
        desk.secret = replace(secret, pile=shuffled(secret.seed, _now(desk, "pile"), spread(cards)))


def lift(desk: Desk, player: int, fields: Iterable[int]) -> None:
    """Swamp tiles from the board to a player (VEN-7.33)."""
    secret = desk.secret
    if secret is not None:
        under = list(secret.under)
        own = secret.swamp[player]
        for field in fields:
            own, under[field] = (*own, under[field]), HIDDEN
        tiles = put(secret.swamp, player, tuple(sorted(own, reverse=True)))
        desk.secret = replace(secret, swamp=tiles, under=tuple(under))


def take_treasure(desk: Desk, player: int) -> None:
    secret = desk.secret
    if secret is not None:
        own = tuple(sorted((*secret.treasures[player], secret.chest[0]), reverse=True))
        desk.secret = replace(secret, treasures=put(secret.treasures, player, own), chest=secret.chest[1:])


def spend(desk: Desk, player: int, swamp: Iterable[int], treasures: Iterable[int], back: Tiles) -> None:
    """Hidden tiles are given up; treasures go back into the supply, which is shuffled (VEN-7.38)."""
    secret = desk.secret
    if secret is None:
        return
    own, chests = list(secret.swamp[player]), list(secret.treasures[player])
    for value in swamp:
        own.remove(value)
    for value in treasures:
        chests.remove(value)
    order = shuffled(secret.seed, _now(desk, "chest"), (*secret.chest, *back)) if back else secret.chest
    desk.secret = replace(
        secret,
        swamp=put(secret.swamp, player, tuple(own)),
        treasures=put(secret.treasures, player, tuple(chests)),
        chest=order,
    )
