"""How people type a move of Venetia: the seven dice as digits, and yes or no for a veto."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from venice_pnp.games.venetia.rules import Rules
    from venice_pnp.games.venetia.state import State

YES, NO = ("y", "yes", "j", "ja"), ("n", "no", "nein")


def readings(
    rules: Rules, state: State, _by: str, words: Sequence[str], _find: Callable[[str], list[str]]
) -> Iterator[dict[str, Any]]:
    """Moves that these words may stand for."""
    awaited = rules.pending(state)
    wanted = awaited[0]["for"] if awaited else ""
    if wanted == "roll":
        yield from _roll(rules, [word for word in words if word.isdigit()])
    elif wanted == "veto" and words[-1].casefold() in (*YES, *NO):
        yield {"do": "veto", "use": words[-1].casefold() in YES}


def _roll(rules: Rules, words: Sequence[str]) -> Iterator[dict[str, Any]]:
    """`23 233 34`, or all in one: the dice in the order of their types."""
    values = [int(digit) for word in words for digit in word]
    world = rules.world
    if len(values) != sum(world.dice):
        return
    move: dict[str, Any] = {"do": "roll"}
    for kind, dice in zip(world.types, world.dice, strict=True):
        move[kind], values = values[:dice], values[dice:]
    yield move
