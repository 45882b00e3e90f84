"""How much is typed in a typical game, counted in the real console, and said in the summary of the run."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from tests.cli.games import Sitting
from tests.cli.person import CTRL_C, Person
from tests.cli.test_console import PLAYERS, fresh_table

Counted = Mapping[str, list[int]]


def _mean(keys: list[int]) -> float:
    return sum(keys) / len(keys)


def _total_by(verb: str) -> Callable[[Counted], float]:
    """Everything that is typed, for each turn; every turn has exactly one move with this verb."""
    return lambda counted: sum(map(sum, counted.values())) / len(counted[verb])


GOALS: dict[str, tuple[str, int, int, Callable[[Counted], float]]] = {
    "canaletto": ("a bid", 3, 40, lambda counted: _mean(counted["bid"])),
    "doge": ("a placing", 12, 45, lambda counted: _mean(counted["place"])),
    "venedig": ("a turn", 25, 45, _total_by("draw")),
    "venetia": ("a turn", 25, 70, _total_by("die")),
}


@pytest.mark.parametrize("game", GOALS)
def test_few_keys_are_enough(game: str, record_property: Callable[[str, object], None]) -> None:
    what, goal, moves, count = GOALS[game]
    path = fresh_table(game)
    person = Person("play")
    person.until("Step 1 of")
    person.type("s")
    person.until("Have a good game")
    sitting = Sitting(person, path, seed=len(PLAYERS))
    for _ in range(moves):
        if sitting.table.awaited():
            sitting.play()
    mean = count(sitting.counted)
    record_property("keystrokes", f"{game}: {mean:.1f} keystrokes {what} (goal {goal}), over {sitting.made} moves")
    assert mean <= goal
    person.press(CTRL_C)
    person.ends()
