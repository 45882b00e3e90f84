"""Placing: the row of order cards, the sealed choices, the turns (DOGE-5.2 to DOGE-5.12)."""

from __future__ import annotations

from venice_pnp.contract.play import Event
from venice_pnp.contract.rows import put
from venice_pnp.games.doge.rules.state import PLACING, VOTING, Choice, Desk, Tokens
from venice_pnp.games.doge.rules.world import World


def lay_row(world: World, desk: Desk, row: tuple[int, ...], told: list[Event]) -> None:
    """DOGE-4.9, DOGE-6.4"""
    desk.now = row
    desk.phase, desk.turn = PLACING, 1
    facts = {"set": world.set_of(desk.round), "fields": [world.fields[f] for f in row]}
    told.append(Event("DOGE-4.9.laid", facts))


def choose(world: World, desk: Desk, player: int, choice: Choice, left: Tokens, told: list[Event]) -> None:
    """DOGE-6.6: the tokens leave the supply; others learn only that a choice is made (DOGE-6.13). What lies on the
    table they see at once (DOGE-6.19)."""
    desk.tokens_left = put(desk.tokens_left, player, left)
    desk.chosen = put(desk.chosen, player, choice)
    chosen = Event("DOGE-6.13.chosen", {"player": desk.seats.names[player]})
    told.append(_placed(world, desk, player, choice) if desk.seats.laid else chosen)


def close_turn(world: World, desk: Desk, told: list[Event]) -> None:
    """Everyone who must choose has chosen: cards open, tokens into the fields, on to the next turn."""
    _show_cards(world, desk, told)
    turns = world.numbers.turns_per_round[len(desk.cards)]
    desk.turn += 1
    if desk.turn <= turns and any(desk.tokens_left):
        told.append(Event("DOGE-5.3.turn", {"turn": desk.turn, "turns": turns}))
        return
    if desk.turn <= turns:  # DOGE-5.11
        told.append(Event("DOGE-5.11.skipped", {}))
    desk.phase, desk.turn = VOTING, 0
    desk.cards = ((),) * len(desk.cards)  # DOGE-5.12
    told.append(Event("DOGE-5.12.over", {}))


def _show_cards(world: World, desk: Desk, told: list[Event]) -> None:
    """DOGE-5.8, DOGE-5.9: field and number become known, the values do not (DOGE-6.14)."""
    cards, stacks, players = [*desk.cards], [*desk.stacks], len(desk.cards)
    for player, choice in enumerate(desk.chosen):
        if choice is None:
            continue
        field, tokens = choice
        cards[player] = (*cards[player], field)
        stacks[field * players + player] = tokens
        if not desk.seats.laid:
            told.append(_placed(world, desk, player, choice))
    desk.cards, desk.stacks = tuple(cards), tuple(stacks)
    desk.chosen = (None,) * players


def _placed(world: World, desk: Desk, player: int, choice: Choice) -> Event:
    field, tokens = choice
    facts = {"player": desk.seats.names[player], "field": world.fields[field], "n": len(tokens)}
    return Event("DOGE-5.9.placed", facts)
