"""A look at a table: photos -> what lies at every place, compared with what the referee has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import Any

from msgspec import Struct, structs

from venice_pnp.contract.abilities import Colours, colours_of
from venice_pnp.contract.handling import Lying, Where
from venice_pnp.contract.play import Snapshot
from venice_pnp.contract.sight import Aspect, Sight
from venice_pnp.door.match import Keeper, Match
from venice_pnp.games import quick_open
from venice_pnp.kit.models import Laid
from venice_pnp.look.gaze import Gaze, Sighted
from venice_pnp.look.seeing import beside
from venice_pnp.referee.putting import orders
from venice_pnp.speech.hands import PieceWords
from venice_pnp.speech.trouble import NotAMove, told_in
from venice_pnp.speech.words import Said


class Doubt(Struct, frozen=True):
    """A place that somebody has to look at: its name, what may lie there, and the same in words."""

    place: str
    where: str
    choices: list[tuple[Aspect, ...]]
    told: list[str]


class Looked(Struct, frozen=True):
    """What a look comes to, in players' words."""

    sure: int
    places: int
    differences: list[str]
    doubts: list[str]
    orders: list[str]  # which put the board back
    head: str

    @property
    def agrees(self) -> bool:
        return not self.differences and not self.doubts


def _said(where: str, seen: str, known: str) -> dict[str, Said]:
    return {"where": Said(where), "seen": Said(seen), "known": Said(known)}


class Eye(Gaze):
    """Looks at one table as often as it is asked, and compares."""

    def __init__(self, match: Match[Keeper], expecting: bool = True) -> None:
        declared = match.keeper.declared
        ability, lay_table = declared.sights(), declared.lay_table()
        if ability is None or lay_table is None:
            with told_in(match.lang):
                raise NotAMove("look.none", game=match.kit.name)
        kit = quick_open(match.kit.name, match.kit.folder.parent)
        super().__init__(kit, list(ability.sights(kit)), match.speech)
        self.match, self._ability, self._expecting = match, ability, expecting
        self.colours: Colours = colours_of(self.kit, match.players, match.keeper.colours)
        self.view: Snapshot = match.view()
        self.known = contents_of(lay_table(self.kit, self.view, self.colours), self.sights)
        self.expected = self.known if expecting else {}

    # --- in words -----------------------------------------------------------------------------------------------
    def position(self, places: Iterable[Sighted]) -> dict[str, Any]:
        """The parts of the position that were seen; what is in doubt stays as the referee has it, if he has it."""
        contents = {one.sight.id: one.seen if one.sure or not self._expecting else one.known for one in places}
        return self._ability.as_seen(self.kit, self.view, self.colours, contents)

    def differences(self, places: Iterable[Sighted]) -> list[str]:
        """Sighted by place, what is seen and what the referee has."""
        words, say = PieceWords(self.match.speech), self.match.speech.say
        return [
            say("look.differs", _said(words.where(where), *(self._told(words, side) for side in sides)))
            for where, sides in self._differing(places).items()
        ]

    def _differing(self, places: Iterable[Sighted]) -> dict[Where, list[dict[Lying, int]]]:
        """What lies elsewhere in the position that is seen than in the referee's: seen, and known."""
        seen, known = self._lying({**self.view, **self.position(places)}), self._lying(self.view)
        found: dict[Where, list[dict[Lying, int]]] = {}
        for where in dict.fromkeys([*known, *seen]):
            here, there = seen.get(where, Counter()), known.get(where, Counter())
            other = [one for one in dict.fromkeys([*there, *here]) if here[one] != there[one]]
            if other:
                found[where] = [{one: side[one] for one in other if side[one]} for side in (here, there)]
        return found

    def doubts(self, places: Iterable[Sighted]) -> list[tuple[Sighted, str]]:
        """Places where somebody has to look, in words: each once. Among them is what surely differs, but says nothing
        of the position, such as a marker that is gone and seen nowhere else."""
        words, places = PieceWords(self.match.speech), list(places)
        told = self._differing(places)
        silent = [one for one in places if one.sure and not one.agrees and told.keys().isdisjoint(_names(one.sight))]
        return [(one, words.where(one.sight.where)) for one in [*silent, *(one for one in places if not one.sure)]]

    def asked(self, places: Iterable[Sighted]) -> list[Doubt]:
        """Every place in doubt with its choices: what the referee has there, what it looks like, and nothing."""
        nothing = self.match.speech.say("look.nothing")
        every = [(one, where, list(dict.fromkeys([one.known, one.seen, ()]))) for one, where in self.doubts(places)]
        return [
            Doubt(one.sight.id, where, choices, [self.told_of(looks) or nothing for looks in choices])
            for one, where, choices in every
        ]

    def settled(self, places: Iterable[Sighted], place: str, looks: tuple[Aspect, ...]) -> list[Sighted]:
        """The same places after somebody has said what lies at one of them."""
        return [structs.replace(one, seen=looks, sure=True) if one.sight.id == place else one for one in places]

    def findings(self, places: Sequence[Sighted]) -> Looked:
        """All of it."""
        say, differences = self.match.speech.say, self.differences(places)
        doubts = dict.fromkeys((where, self.known_at(one.sight)) for one, where in self.doubts(places))
        lines = [say("look.doubt", {"where": Said(where), "known": Said(known)}) for where, known in doubts]
        sure = sum(one.sure for one in places)
        agrees = not differences and not lines
        head = say("look.agrees" if agrees else "look.seen", {"n": sure, "all": len(places)})
        return Looked(sure, len(places), differences, lines, self.orders(places) if differences else [], head)

    def known_at(self, sight: Sight) -> str:
        """What the referee has at a place, in words."""
        lying = self._lying(self.view)
        here = sum((lying.get(where, Counter()) for where in _names(sight)), Counter())
        return self._told(PieceWords(self.match.speech), here)

    def orders(self, places: Iterable[Sighted]) -> list[str]:
        """What the hands do to put the board back as the referee has it."""
        return orders(self.match.keeper, [{**self.view, **self.position(places)}, self.view], self.match.speech)

    def _lying(self, view: Snapshot) -> dict[Where, Counter[Lying]]:
        ability = self.match.keeper.declared.on_table()
        lying: dict[Where, Counter[Lying]] = {}
        for one in ability.tabletop(self.match.keeper.rules, view).lying if ability else ():
            lying.setdefault(one.where, Counter())[one] += 1
        return lying

    def _told(self, words: PieceWords, lying: Mapping[Lying, int] | None) -> str:
        return ", ".join(words.piece(one, n) for one, n in (lying or {}).items()) or self.match.speech.say(
            "look.nothing"
        )


def _names(sight: Sight) -> tuple[Where, ...]:
    """All that the place is called."""
    return sight.where, *sight.also


def contents_of(laid: Iterable[Laid], sights: Sequence[Sight]) -> dict[str, tuple[Aspect, ...]]:
    """What lies at every place, by the places that may have it."""
    contents: dict[str, list[Aspect]] = {sight.id: [] for sight in sights}
    for place, one in placed(laid, sights):
        contents[place].append(Aspect(one.component, one.item, one.side))
    return {name: tuple(sorted(looks)) for name, looks in contents.items()}


def placed(laid: Iterable[Laid], sights: Sequence[Sight]) -> Iterator[tuple[str, Laid]]:
    """Every piece that has a place, and which; of backs that are alike, the one that the place names."""
    for one in laid:
        fits = sorted((off, sight.id, look) for off, sight, look in _fitting(one, sights))
        if fits:
            yield fits[0][1], structs.replace(one, item=fits[0][2].item)


def _fitting(one: Laid, sights: Sequence[Sight]) -> Iterator[tuple[float, Sight, Aspect]]:
    """Places where a piece may lie, how far it is from their middle, and as what."""
    for sight in sights:
        x, y, w, h = sight.box
        if beside(sight.box, one.x, one.y) < 1e-6:
            same = [look for look in sight.may if (look.component, look.side) == (one.component, one.side)]
            own = [look for look in same if look.item == one.item] or (same if len(same) == 1 else [])
            yield from ((hypot(one.x - x - w / 2, one.y - y - h / 2), sight, look) for look in own)
