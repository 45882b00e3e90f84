"""What a seat of Venedig cannot see: cards and gold of the others, the piles, gold under the swamp (VEN-5.13)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from venice_pnp.contract.abilities import Sealing
from venice_pnp.contract.play import DEALT, Snapshot
from venice_pnp.games.venedig.position.convert import read_position, state_of
from venice_pnp.games.venedig.rules.bound import Rules
from venice_pnp.games.venedig.rules.hidden import spread
from venice_pnp.games.venedig.rules.state import HIDDEN, Counts, Desk, Secret, State, Tiles
from venice_pnp.games.venedig.rules.world import World, members


def sees(rules: Rules, view: Snapshot, seat: str) -> bool:  # noqa: ARG001
    """VEN-5.13: only where a seed has dealt."""
    return DEALT in view


def guesses(
    rules: Rules,
    view: Snapshot,
    seat: str,
    chance: random.Random,
    sealing: Sealing | None = None,  # noqa: ARG001
) -> Iterator[State]:
    """Tables that this seat cannot tell from the real one; all that fit its view are alike."""
    world = rules.world
    position, _ = read_position(world, view["players"], view)
    if position is None:
        raise ValueError("this is not a view of a table")
    desk = state_of(world, position)
    own = _Own(world, desk, view, seat)
    while True:
        made = replace(desk)
        made.secret = own.dealt(chance) if DEALT in view else None
        yield made


class _Own:
    """What one seat knows of what a seed has dealt."""

    def __init__(self, world: World, desk: Desk, view: Snapshot, seat: str) -> None:
        self.world, self.desk, self.player = world, desk, desk.seats.number[seat]
        known = view.get(DEALT, {})
        hand: Mapping[str, int] = known.get("hands", {}).get(seat, {})
        tiles: Mapping[str, list[int]] = known.get("tiles", {}).get(seat, {})
        self.hand: Counts = tuple(hand.get(kind, 0) for kind in world.kinds)
        self.swamp, self.treasures = (_high_first(tiles.get(key, ())) for key in ("swamp", "treasure"))
        self.cards = spread(n - own for n, own in zip(desk.unseen, self.hand, strict=True))
        self.swamp_gold = _left(world.swamp_gold, (*desk.swamp, desk.spent, self.swamp))
        self.treasure_gold = _left(world.treasure_gold, (*desk.treasures, self.treasures))

    def dealt(self, chance: random.Random) -> Secret:
        """Everything hidden, with what the seat does not know of it by chance."""
        world, desk = self.world, self.desk
        cards, swamp, chests = ([*rest] for rest in (self.cards, self.swamp_gold, self.treasure_gold))
        for rest in (cards, swamp, chests):
            chance.shuffle(rest)
        hands, tiles, treasures = [], [], []
        for player, hand in enumerate(desk.hands):
            if player == self.player:
                hands.append(self.hand)
                tiles.append(self.swamp)
                treasures.append(self.treasures)
                continue
            held = _taken(cards, hand[-1])
            hands.append(tuple(held.count(kind) for kind in range(len(world.kinds))))
            tiles.append(_high_first(_taken(swamp, desk.swamp[player].count(HIDDEN))))
            treasures.append(_high_first(_taken(chests, desk.treasures[player].count(HIDDEN))))
        marsh = members(desk.marsh)
        gold = dict(zip(marsh, _taken(swamp, len(marsh)), strict=True))
        under = tuple(gold.get(field, HIDDEN) for field in range(len(world.fields)))
        seed = str(chance.getrandbits(64))
        return Secret(seed, tuple(hands), tuple(tiles), tuple(treasures), tuple(cards), under, tuple(chests))


def _left(gold: Mapping[int, int], known: Iterable[Tiles]) -> list[int]:
    """Tiles whose place nobody knows for sure."""
    left = [value for value, count in gold.items() for _ in range(count)]
    for value in (value for tiles in known for value in tiles if value != HIDDEN):
        left.remove(value)
    return left


def _taken(rest: list[int], size: int) -> list[int]:
    taken = rest[:size]
    del rest[:size]
    return taken


def _high_first(values: Iterable[int]) -> Tiles:
    return tuple(sorted(values, reverse=True))
