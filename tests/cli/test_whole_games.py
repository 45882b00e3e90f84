"""Whole games at the console, from the box to the end, typed by people who know what they want."""

from __future__ import annotations

import pytest

from tests.cli.games import Sitting
from tests.cli.person import Person, fits_the_width
from tests.cli.test_console import SHORT, fresh_table
from venice_pnp.referee.table import Table, verify

pytestmark = pytest.mark.long


@pytest.mark.parametrize("game", SHORT)
@pytest.mark.parametrize("seed", ["11", None], ids=["seeded", "physical"])
@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=["80", "160"])
def test_from_the_box_to_the_end(game: str, seed: str | None, size: tuple[int, int]) -> None:
    path = fresh_table(game, seed)
    person = Person("play", size=size)
    person.until("Step 1 of")
    person.type("s")
    person.until("Have a good game")
    sitting = Sitting(person, path, seed=2)
    sitting.to_the_end()
    person.until("The game is over")
    assert fits_the_width(person)
    person.type("q")
    assert person.ends() == 0
    assert Table(path).closed
    assert verify(path).ok
