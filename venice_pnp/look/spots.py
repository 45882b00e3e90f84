"""A photo of a game of data only: what lies at the places that it declares."""

from __future__ import annotations

from venice_pnp.kit import Kit
from venice_pnp.kit.wording import Words
from venice_pnp.look.gaze import Gaze, Sighted
from venice_pnp.look.own_places import sight_of, spots_of
from venice_pnp.speech.words import Said, Speech


class Glance(Gaze):
    """Looks at a board without a referee: what lies where, and no more."""

    def __init__(self, kit: Kit, lang: str) -> None:
        spots = spots_of(kit)
        super().__init__(kit, [sight_of(kit, spot) for spot in spots], Speech(lang, kit))
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
        return {one.sight.id: [self.as_data(look) for look in one.seen] for one in places if one.sure}


def _named(name: dict[str, str] | str, lang: str) -> str:
    return name if isinstance(name, str) else Words(name).in_language(lang)
