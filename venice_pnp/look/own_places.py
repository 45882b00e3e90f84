"""Places that a game of data only declares: the rows of its table `places`.

    places:
      - {id: pile, name: {en: Pile, de: Stapel}, at: [38.5, 104], may: [card]}

`at` is the middle in mm from the board's top left corner, or `box` all the room that several pieces have: x, y, width
and height. `may` names the components that may lie there, `most` how many pieces side by side.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from venice_pnp.contract.handling import Where
from venice_pnp.contract.sight import Aspect, Box, Sight, looks_of, round_about
from venice_pnp.kit import Kit
from venice_pnp.speech.trouble import NotAMove

TABLE = "places"


class OwnPlace(Struct, frozen=True, forbid_unknown_fields=True):
    """One row."""

    id: str
    name: dict[str, str] | str
    may: list[str]
    at: tuple[float, float] | None = None
    box: Box | None = None
    most: int = 1


def places_of(kit: Kit) -> list[Sight]:
    """Of a game that may have none."""
    has_some = isinstance(kit.tables, dict) and kit.tables.get(TABLE)
    return [sight_of(kit, spot) for spot in spots_of(kit)] if has_some else []


def spots_of(kit: Kit) -> list[OwnPlace]:
    """Raises NotAMove if there are none, or one cannot be read."""
    rows = kit.tables.get(TABLE) if isinstance(kit.tables, dict) else None
    if not rows:
        raise NotAMove("look.no-places", game=kit.name)
    try:
        spots = msgspec.convert(rows, list[OwnPlace])
    except msgspec.ValidationError as wrong:
        raise NotAMove("look.places", game=kit.name, wrong=str(wrong)) from None
    for spot in spots:
        unknown = [name for name in spot.may if name not in kit.components]
        if unknown or not spot.may or (spot.at is None) == (spot.box is None):
            raise NotAMove("look.place", game=kit.name, place=spot.id)
    return spots


def sight_of(kit: Kit, spot: OwnPlace) -> Sight:
    box = spot.box or round_about(*(spot.at or (0.0, 0.0)))
    return Sight(spot.id, Where("place", spot.id), box, tuple(_looks(kit, spot)), spot.most)


def _looks(kit: Kit, spot: OwnPlace) -> Iterator[Aspect]:
    """Every face, and the back: backs of a component are alike."""
    for component in spot.may:
        yield from looks_of(kit, component)
        if kit.components[component].back:
            yield looks_of(kit, component, "back")[0]
