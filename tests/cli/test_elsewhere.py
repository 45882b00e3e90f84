"""Somebody moves at a phone, by a command or at another console, while this one waits for a line."""

from __future__ import annotations

import venice_pnp
from tests.cli.person import CTRL_C, ENTER, Person
from tests.cli.test_console import PLAYERS, fresh_table

PLACED = {"do": "place", "field": "castello", "tokens": [1]}


def begun(person: Person) -> None:
    person.until("Step 1 of")
    person.type("s")
    person.until("Have a good game")


def test_the_laptop_goes_to_whoever_has_not_chosen_yet() -> None:
    fresh_table("doge")
    person = Person("play", size=(110, 40))
    begun(person)
    person.until(f"Hand the laptop to ● {PLAYERS[0]}")
    match = venice_pnp.open_table("doge")
    match.do(PLAYERS[0], PLACED)
    person.until(f"Hand the laptop to ▲ {PLAYERS[1]}")
    person.press(ENTER)  # alone with the screen
    person.until("Tab your own side")
    match.do(PLAYERS[2], PLACED)  # it goes on in peace
    person.press("c")
    match.do(PLAYERS[1], PLACED)  # who has begun to type is told
    person.type("s 1")
    person.until(f"{PLAYERS[1]} has already chosen elsewhere")
    assert sum(step.move.get("by") == PLAYERS[1] for step in venice_pnp.open_table("doge").keeper.steps) == 1
    person.press(CTRL_C)
    person.ends()


def test_a_line_that_was_begun_for_one_is_not_the_move_of_another() -> None:
    fresh_table("canaletto")
    person = Person("play", size=(110, 40))
    begun(person)
    match = venice_pnp.open_table("canaletto")
    first, second = match.awaited[0]["by"], ""
    person.until(f"{first} ▸")
    person.press("9")
    match.do(first, {"do": "bid", "amount": 5})
    second = match.awaited[0]["by"]
    person.until(f"{second}: your bid?")
    person.press(ENTER)
    person.until("Somebody has moved elsewhere")
    person.press(ENTER)  # it was meant all the same
    person.until("high bid 9")
    assert venice_pnp.open_table("canaletto").view(None)["high-bidder"] == second
    person.press(CTRL_C)
    person.ends()


def test_the_prompt_names_whoever_is_asked_now() -> None:
    fresh_table("canaletto")
    person = Person("play", size=(110, 40))
    begun(person)
    match = venice_pnp.open_table("canaletto")
    match.do(match.awaited[0]["by"], {"do": "bid", "amount": 5})
    second = match.awaited[0]["by"]
    person.until(f"{second} ▸")
    person.type("9")  # nothing was typed before: it is taken at once
    person.until("high bid 9")
    person.press(CTRL_C)
    person.ends()
