"""What a camera may see of a game: places of its board, and the faces that may lie there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from venice_pnp.contract.handling import Where

if TYPE_CHECKING:
    from venice_pnp.kit import Kit

Box = tuple[float, float, float, float]  # x, y, width, height in mm


class Aspect(NamedTuple):
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
    may: tuple[Aspect, ...]
    most: int = 1
    based: bool = False  # whatever stands here stands on something that lies
    once: tuple[str, ...] = ()  # components of which there is never more than one here
    also: tuple[Where, ...] = ()  # what the place is called too, for some of what lies there
    turn: float | None = None  # degrees clockwise by which what lies here is turned, if its form tells


Contents = Mapping[str, Sequence[Aspect]]  # what lies at every place, by its id

PLAY = 8.0  # mm by which a piece may lie beside its place


def round_about(x: float, y: float, play: float = PLAY) -> Box:
    """Where the middle of a piece may lie that belongs to a point."""
    return x - play, y - play, 2 * play, 2 * play


def looks_of(kit: Kit, component: str, side: Literal["front", "back"] = "front") -> tuple[Aspect, ...]:
    """Every item of a component."""
    items = kit.items(kit.components[component])
    return tuple(dict.fromkeys(Aspect(component, item.name or component, side) for item in items if item.copies))
