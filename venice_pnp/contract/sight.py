"""What a camera may see of a game: places of its board, and the faces that may lie there."""

from __future__ import annotations

from typing import Literal, NamedTuple

from venice_pnp.contract.handling import Where

Box = tuple[float, float, float, float]  # x, y, width, height in mm


class Look(NamedTuple):
    """One side of a piece, as the press draws it."""

    component: str
    item: str
    side: Literal["front", "back"] = "front"


class Sight(NamedTuple):
    """A place: where the middles of its pieces lie in mm from the board's top left corner, what may be seen there, and
    how many pieces have room side by side."""

    id: str
    where: Where
    box: Box
    may: tuple[Look, ...]
    most: int = 1


PLAY = 8.0  # mm by which a piece may lie beside its place


def round_about(x: float, y: float, play: float = PLAY) -> Box:
    """Where the middle of a piece may lie that belongs to a point."""
    return x - play, y - play, 2 * play, 2 * play
