"""What a seat of Venetia cannot see: cards in hands and boxes, markers, the card just drawn, candidates (VTA-5.17)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from venice_pnp.contract.abilities import Sealing
from venice_pnp.contract.play import Snapshot
from venice_pnp.contract.rows import put
from venice_pnp.games.venetia.position.convert import read_position, state_of
from venice_pnp.games.venetia.position.model import UNSEEN
from venice_pnp.games.venetia.rules.bound import Rules
from venice_pnp.games.venetia.rules.elections import is_first
from venice_pnp.games.venetia.rules.holding import located
from venice_pnp.games.venetia.rules.state import DRAW, HIDDEN, UNKNOWN, Ballot, Desk, Row, State, counted
from venice_pnp.games.venetia.rules.world import World

Piles = tuple[Row, ...]


def sees(rules: Rules, view: Snapshot, seat: str) -> bool:  # noqa: ARG001
    """VTA-5.17: only where a seed has dealt."""
    house = view["houses"][seat]
    return UNSEEN not in (*house["hand"], *house["box"])


def guesses(
    rules: Rules, view: Snapshot, seat: str, chance: random.Random, sealing: Sealing | None = None
) -> Iterator[State]:
    """Tables that this seat cannot tell from the real one; all that fit its view are alike."""
    world = rules.world
    position, _ = read_position(world, view["players"], {}, view)
    if position is None:
        raise ValueError("this is not a view of a table")
    desk = state_of(world, position)
    player = desk.seats.number[seat]
    waits = view["pending"]
    drawing = desk.phase == DRAW and waits.get("card") == UNSEEN
    sealed = [name for name, ballot in waits.get("candidates", {}).items() if ballot == UNSEEN]
    shown = [() if ballot is None else ballot.cards for ballot in desk.ballots]  # they still lie where they came from
    gone, held = located(desk), counted(value for row in desk.vp for value in row)
    deck = [card for card in range(len(world.cards)) if card not in gone]
    cup = [value for value, n in world.vp_count.items() for _ in range(n - held.get(value, 0))]
    while True:
        made = replace(desk)
        cards, markers = chance.sample(deck, len(deck)), chance.sample(cup, len(cup))
        first = is_first(desk)
        made.hand = _filled(desk.hand, player, UNKNOWN, cards, shown if first else ())
        made.box = _filled(desk.box, player, UNKNOWN, cards, () if first else shown)
        made.vp = _filled(desk.vp, player, HIDDEN, markers)
        if drawing:
            made.seen = cards.pop()
        for name in sealed:
            _submit(world, made, desk.seats.number[name], chance, sealing)
        yield made


def _filled(piles: Piles, player: int, unknown: int, source: list[int], shown: Sequence[Row] = ()) -> Piles:
    """The piles of all others; what a player does not know of his own, nobody has dealt yet."""
    found = list(piles)
    for owner, pile in enumerate(piles):
        if owner != player:
            named = [card for card in shown[owner] if card not in pile] if shown else []
            found[owner] = tuple((named or source).pop() if one == unknown else one for one in pile)
    return tuple(found)


def _submit(world: World, desk: Desk, player: int, chance: random.Random, sealing: Sealing | None) -> None:
    """A candidate and cards as the rules allow them (VTA-4.9, 7.82 to 7.84)."""
    numbers, first = world.numbers, is_first(desk)
    if sealing is not None:
        desk.ballots = put(desk.ballots, player, None)
        move = sealing(desk, desk.seats.names[player])
        cards = tuple(world.card_number[name] for name in move.get("cards", ()))
        desk.ballots = put(desk.ballots, player, Ballot(move.get("family") or numbers.family[0], cards))
        return
    family = numbers.family[0] if desk.shame == player and not first else chance.choice(desk.family[player])
    pile, most = (desk.hand[player], numbers.first_cards) if first else (desk.box[player], numbers.election_cards)
    n = most if first else 0 if desk.seats.city else min(chance.randint(0, most), len(pile))
    desk.ballots = put(desk.ballots, player, Ballot(family, tuple(chance.sample(pile, n))))
