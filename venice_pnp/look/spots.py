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
from venice_pnp.kit.wording import Words
from venice_pnp.look.gaze import Gaze, Sighted
from venice_pnp.speech.trouble import NotAMove
from venice_pnp.speech.words import Said, Speech

TABLE = "places"


class OwnPlace(Struct, frozen=True, forbid_unknown_fields=True):
    """One row."""

    id: str
    name: dict[str, str] | str
    may: list[str]
    at: tuple[float, float] | None = None
    box: Box | None = None
    most: int = 1


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


def _named(name: dict[str, str] | str, lang: str) -> str:
    return name if isinstance(name, str) else Words(name).in_language(lang)


def _sight(kit: Kit, spot: OwnPlace) -> Sight:
    box = spot.box or round_about(*(spot.at or (0.0, 0.0)))
    return Sight(spot.id, Where("place", spot.id), box, tuple(_looks(kit, spot)), spot.most)


def _looks(kit: Kit, spot: OwnPlace) -> Iterator[Aspect]:
    """Every face, and the back: backs of a component are alike."""
    for component in spot.may:
        yield from looks_of(kit, component)
        if kit.components[component].back:
            yield looks_of(kit, component, "back")[0]


class Glance(Gaze):
    """Looks at a board without a referee: what lies where, and no more."""

    def __init__(self, kit: Kit, lang: str) -> None:
        spots = spots_of(kit)
        super().__init__(kit, [_sight(kit, spot) for spot in spots], Speech(lang, kit))
        self._names = {spot.id: _named(spot.name, lang) for spot in spots}

    def lines(self, places: list[Sighted]) -> list[str]:
        """Every place where something lies, or may lie, in words."""
        say, sure = self.speech.say, sum(one.sure for one in places)
        told = [say("look.seen", {"n": sure, "all": len(places)})]
        for one in places:
            if one.seen or not one.sure:
                seen = self.told_of(one.seen) or say("look.nothing")
                key = "look.lies" if one.sure else "look.may-lie"
                told.append(say(key, {"where": Said(self._names[one.sight.id]), "seen": Said(seen)}))
        return told

    def position(self, places: list[Sighted]) -> dict[str, list[dict[str, str]]]:
        """What lies at every place that is seen for sure, for a file."""
        return {
            one.sight.id: [{"part": look.component, "item": look.item, "side": look.side} for look in one.seen]
            for one in places
            if one.sure
        }
