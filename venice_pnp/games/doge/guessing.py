"""What a seat of Doge cannot see: which tokens the others have where, and what they choose (DOGE-1.5 to 1.7)."""

from __future__ import annotations

import random
from collections.abc import Iterator

from msgspec.structs import replace

from venice_pnp.contract.abilities import Sealing
from venice_pnp.contract.play import Snapshot
from venice_pnp.contract.rows import put
from venice_pnp.games.doge.position.convert import desk_of, read_position
from venice_pnp.games.doge.position.model import CHOSEN, Position
from venice_pnp.games.doge.position.start import seats_of
from venice_pnp.games.doge.rules.bound import Rules
from venice_pnp.games.doge.rules.state import Desk, State, Tokens
from venice_pnp.games.doge.rules.world import World, without


def sees(rules: Rules, view: Snapshot, seat: str) -> bool:  # noqa: ARG001
    """DOGE-6.18: not where tokens lie on the table."""
    return isinstance(view["supply"][seat]["tokens"], list)


def guesses(
    rules: Rules, view: Snapshot, seat: str, chance: random.Random, sealing: Sealing | None = None
) -> Iterator[State]:
    """Tables that this seat cannot tell from the real one; all that fit its view are alike."""
    world = rules.world
    position, _ = read_position(world, view)
    if position is None:
        raise ValueError("this is not a view of a table")
    desk = desk_of(world, seats_of(world, position), position)
    others = [player for player, name in enumerate(desk.seats.names) if name != seat]
    hidden = [player for player in others if isinstance(position.supply[desk.seats.names[player]].tokens, int)]
    sealed = [player for player in hidden if position.pending.get(desk.seats.names[player]) == CHOSEN]
    while True:
        made = replace(desk)
        for player in hidden:  # where tokens lie on the table, the referee knows none of them (DOGE-6.18)
            _deal(world, made, position, player, chance)
        for player in sealed:
            _seal(world, made, player, chance, sealing)
        yield made


def _deal(world: World, desk: Desk, position: Position, player: int, chance: random.Random) -> None:
    """Values for all tokens of a player of which only the number is known."""
    name = desk.seats.names[player]
    hidden = {field: size for field, size in position.stacks_of(name) if isinstance(size, int)}
    lying = [value for _, stack in position.stacks_of(name) if not isinstance(stack, int) for value in stack]
    rest = [*without(world.tokens, tuple(lying))]
    chance.shuffle(rest)
    for field, size in hidden.items():
        desk.stacks = put(desk.stacks, desk.spot(world.field_number[field], player), _taken(rest, size))
    desk.tokens_left = put(desk.tokens_left, player, tuple(sorted(rest)))
    desk.chosen = put(desk.chosen, player, None)


def _seal(world: World, desk: Desk, player: int, chance: random.Random, sealing: Sealing | None) -> None:
    """DOGE-5.5: a card from the hand, and some of the tokens left."""
    left = desk.tokens_left[player]
    if sealing is None:
        hand = [field for field in range(len(world.fields)) if field not in desk.cards[player]]
        size = chance.randint(world.numbers.tokens_min, min(world.numbers.tokens_max, len(left)))
        field, tokens = chance.choice(hand), tuple(sorted(chance.sample(left, size)))
    else:
        move = sealing(desk, desk.seats.names[player])
        field, tokens = world.field_number[move["field"]], tuple(sorted(move["tokens"]))
    desk.chosen = put(desk.chosen, player, (field, tokens))
    desk.tokens_left = put(desk.tokens_left, player, without(left, tokens))


def _taken(rest: list[int], size: int) -> Tokens:
    taken = tuple(sorted(rest[:size]))
    del rest[:size]
    return taken
