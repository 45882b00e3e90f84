"""What only tells what happened is told beside what the hands do, never among it."""

from __future__ import annotations

import random

import pytest

import venice_pnp
from venice_pnp.contract.play import Event
from venice_pnp.referee.putting import orders
from venice_pnp.referee.script import Script
from venice_pnp.speech.texts import kit_texts
from venice_pnp.speech.words import Speech

GAMES = ("canaletto", "doge", "venedig", "venetia")
PLAYERS = ["Anke", "Bernd", "Claudia"]
MOVES = 220


@pytest.mark.parametrize("game", GAMES)
def test_where_only_remarks_are_told_nothing_on_the_table_moves(game: str) -> None:
    match, chance = venice_pnp.play(game, PLAYERS, seed=7), random.Random(3)
    table, script = match.keeper, Script(match.speech)
    told = 0
    for _ in range(MOVES):
        if match.over:
            break
        before, seat = table.rules.view(table.state, None), match.awaited[0]["by"]
        events = match.do(seat, chance.choice(match.legal(seat))).events
        told += sum(map(script.is_remark, events))
        if all(map(script.is_remark, events)):
            assert orders(table, [before, table.rules.view(table.state, None)], match.speech) == [], events
    assert told


@pytest.mark.parametrize("game", GAMES)
def test_every_remark_is_a_message_of_the_game(game: str) -> None:
    match = venice_pnp.play(game, PLAYERS, seed=7)
    kit = match.keeper.kit
    known = [Event(key, {}) for key in kit_texts(kit, "messages")["messages"] if "-" in key and "." in key]
    named = set(kit_texts(kit, "console")["remarks"])
    found = set[str]()
    for how, speech in (("seeded", match.speech), ("physical", Speech("en", kit, PLAYERS))):
        for event in filter(Script(speech).is_remark, known):
            found |= {event.key, event.rule, f"{event.key}.{how}"}
    assert named <= found


@pytest.mark.parametrize("game", ["venedig", "venetia"])
def test_what_stays_in_the_box_is_never_ordered(game: str) -> None:
    """Where the referee deals, a move by which nothing on the table moves has nothing for the hands, or news only."""
    match, chance = venice_pnp.play(game, PLAYERS[:2], seed=5), random.Random(4)
    table, script = match.keeper, Script(match.speech)
    own = Script(Speech("en", table.kit, PLAYERS[:2]))  # with the table's own cards
    cards = 0
    for _ in range(MOVES // 2):
        if match.over:
            break
        seat = match.awaited[0]["by"]
        for event in match.do(seat, chance.choice(match.legal(seat))).events:
            told = match.speech.event(event)
            if not script.is_remark(event):
                assert not any(
                    word in told for word in ("card into", "from the pile", "lays out", "takes a die", "Dice:")
                )
            cards += script.is_remark(event) and not own.is_remark(event)
    assert cards > MOVES // 10
