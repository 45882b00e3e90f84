"""A look at a table: photos -> what lies at every place, compared with what the referee has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from msgspec import Struct, structs

from venice_pnp.contract.game import Colours, colours_of
from venice_pnp.contract.handling import Lying, Where
from venice_pnp.contract.play import Snapshot
from venice_pnp.contract.sight import Aspect, Sight
from venice_pnp.door.match import Keeper, Match
from venice_pnp.draw.inks import EDITIONS, Edition
from venice_pnp.games import quick_open
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Laid
from venice_pnp.look.album import Album, Picture, album_of
from venice_pnp.look.finding import Found, find_board
from venice_pnp.look.flattening import FINE, Flat, flatten
from venice_pnp.look.photos import decoded, opened, what_is_wrong
from venice_pnp.look.seeing import Reading, beside, read_places
from venice_pnp.referee.putting import orders
from venice_pnp.speech.hands import PieceWords
from venice_pnp.speech.trouble import NotAMove, told_in
from venice_pnp.speech.words import Said

PLENTY = 250  # marks of the board: with fewer, it may have been printed in the other edition
OTHER = 0.45  # of the board that is not as drawn: then it is another one
DIFFERS, DOUBT = (200, 30, 30), (230, 140, 0)  # colours of the picture


class Sighted(Struct, frozen=True):
    """One place after all photos: what the referee has there, what was seen, and whether that is sure."""

    sight: Sight
    known: tuple[Aspect, ...]
    seen: tuple[Aspect, ...]
    sure: bool
    visible: bool

    @property
    def agrees(self) -> bool:
        return self.sure and self.seen == self.known


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


class Eye:
    """Looks at one table as often as it is asked."""

    def __init__(self, match: Match[Keeper], expecting: bool = True) -> None:
        declared = match.keeper.declared
        ability, lay_table = declared.sights(), declared.lay_table()
        if ability is None or lay_table is None:
            with told_in(match.lang):
                raise NotAMove("look.none", game=match.kit.name)
        self.match, self._ability, self._expecting = match, ability, expecting
        self.kit = quick_open(match.kit.name, match.kit.folder.parent)
        self.colours: Colours = colours_of(self.kit, match.players, match.keeper.colours)
        self.sights = list(ability.sights(self.kit))
        self.copies = copies_of(self.kit, self.sights)
        self.view: Snapshot = match.view()
        self.known = contents_of(lay_table(self.kit, self.view, self.colours), self.sights)
        self.pictures: list[Flat] = []

    # --- looking --------------------------------------------------------------------------------------------
    def look(self, files: Sequence[Path]) -> list[Sighted]:
        """What is seen in all photos together; raises NotAMove if there is no board of this game in one."""
        with told_in(self.match.lang):
            readings = [self._read(opened(file), str(file)) for file in files]
        return [self._together(several) for several in zip(*readings, strict=True)]

    def see(self, content: bytes, name: str) -> list[Sighted]:
        """The same for one photo that is no file."""
        with told_in(self.match.lang):
            return [self._together([one]) for one in self._read(decoded(content, name), name)]

    def _read(self, photo: Picture, name: str) -> list[Reading]:
        found = self._found(photo)
        if found is None:
            raise NotAMove(what_is_wrong(photo), file=name, game=self.kit.name)
        album, where = found
        flat = flatten(photo, where, album)
        if float(((flat.differs > 40) & flat.seen).mean()) > OTHER * float(flat.seen.mean()):
            raise NotAMove("look.no-board", file=name, game=self.kit.name)
        self.pictures.append(flat)
        return read_places(flat, album, self.sights, self.known if self._expecting else {}, self.copies)

    def _found(self, photo: Picture) -> tuple[Album, Found] | None:
        """The edition whose marks are found best."""
        best: tuple[Album, Found] | None = None
        for edition in EDITIONS:
            album = self.album(edition)
            found = find_board(photo, album)
            if found is not None and (best is None or found.marks > best[1].marks):
                best = album, found
            if best is not None and best[1].marks >= PLENTY:
                break
        return best

    def album(self, edition: Edition) -> Album:
        looks = sorted({look for sight in self.sights for look in sight.may})
        return album_of(self.kit, looks, self.match.lang, edition)

    def _together(self, several: Sequence[Reading]) -> Sighted:
        """What one photo shows surely, unless another one surely shows something else."""
        sight = several[0].sight
        told = {one.looks for one in several if one.sure}
        guessed = next(iter(told), max(several, key=lambda one: (one.seen, len(one.pieces))).looks)
        return Sighted(sight, self.known[sight.id], guessed, len(told) == 1, any(one.seen for one in several))

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
        silent = [one for one in places if one.sure and not one.agrees and one.sight.where not in told]
        return [(one, words.where(one.sight.where)) for one in [*silent, *(one for one in places if not one.sure)]]

    def findings(self, places: Sequence[Sighted]) -> Looked:
        """All of it."""
        say, differences = self.match.speech.say, self.differences(places)
        doubts = dict.fromkeys((where, self.known_at(one.sight.where)) for one, where in self.doubts(places))
        lines = [say("look.doubt", {"where": Said(where), "known": Said(known)}) for where, known in doubts]
        sure = sum(one.sure for one in places)
        agrees = not differences and not lines
        head = say("look.agrees" if agrees else "look.seen", {"n": sure, "all": len(places)})
        return Looked(sure, len(places), differences, lines, self.orders(places) if differences else [], head)

    def known_at(self, where: Where) -> str:
        """What the referee has at a place, in words."""
        return self._told(PieceWords(self.match.speech), self._lying(self.view).get(where))

    def told_of(self, looks: Iterable[Aspect]) -> str:
        """Faces in words, by the names of their parts."""
        named = Counter(looks)
        parts = self.kit.components
        return ", ".join(
            f"{n} × {parts[one.component].name.in_language(self.match.lang)} {self.match.speech.name(one.item)}"
            for one, n in named.items()
        )

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

    # --- as a picture -----------------------------------------------------------------------------------------------
    def picture(self, places: Iterable[Sighted]) -> bytes:
        """The table as it was seen from above, with what differs and what is in doubt marked; PNG."""
        drawn = np.clip(self.pictures[0].rgb, 0, 255).astype(np.uint8).copy()
        for one in places:
            if not one.agrees:
                x, y, w, h = (round(side * FINE) for side in one.sight.box)
                cv2.rectangle(drawn, (x - 6, y - 6), (x + w + 6, y + h + 6), DIFFERS if one.sure else DOUBT, 4)
        _, file = cv2.imencode(".png", drawn[:, :, ::-1])
        return file.tobytes()


def copies_of(kit: Kit, sights: Iterable[Sight]) -> dict[Aspect, int]:
    """How often each face can be seen: where faces of a component are named by one of them, as often as there are all
    its pieces."""
    looks = {look for sight in sights for look in sight.may}
    copies = {}
    for look in looks:
        items = [item for item in kit.items(kit.components[look.component]) if item.copies]
        alone = sum(one.component == look.component and one.side == look.side for one in looks) < len(items)
        own = sum(item.copies for item in items if (item.name or look.component) == look.item)
        copies[look] = sum(item.copies for item in items) if alone else own
    return copies


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
