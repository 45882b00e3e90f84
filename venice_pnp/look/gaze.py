"""Looking at a board: photos -> what lies at every place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct

from venice_pnp.contract.sight import Aspect, Sight
from venice_pnp.draw.inks import EDITIONS, Edition
from venice_pnp.kit import Kit
from venice_pnp.kit.wording import Words
from venice_pnp.look.album import Album, Picture, album_of
from venice_pnp.look.finding import Found, find_board
from venice_pnp.look.flattening import FINE, Flat, flatten
from venice_pnp.look.photos import decoded, opened, what_is_wrong
from venice_pnp.look.seeing import Expected, Reading, read_places
from venice_pnp.speech.trouble import NotAMove, told_in
from venice_pnp.speech.words import Said, Speech

PLENTY = 175  # marks of the board: with fewer, it may have been printed in the other edition
OTHER = 0.45  # of the board that is not as drawn: then it is another one
DIFFERS, DOUBT = (200, 30, 30), (230, 140, 0)  # colours of the picture
ROUND = 15.0  # mm round a place that are shown of it


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


class Gaze:
    """Looks at a board as often as it is asked. What the referee has there, if there is one, is `known`, and `expected`
    what should be seen."""

    def __init__(self, kit: Kit, sights: Sequence[Sight], speech: Speech) -> None:
        self.kit, self.sights, self.speech = kit, list(sights), speech
        self.copies = copies_of(kit, self.sights)
        self.known: Mapping[str, tuple[Aspect, ...]] = {one.id: () for one in self.sights}
        self.expected: Expected = {}
        self.pictures: list[Flat] = []

    # --- looking --------------------------------------------------------------------------------------------
    def look(self, files: Sequence[Path]) -> list[Sighted]:
        """What is seen in all photos together; raises NotAMove if there is no board of this game in one."""
        with told_in(self.speech.lang):
            readings = [self._read(opened(file), str(file)) for file in files]
        return [self._together(several) for several in zip(*readings, strict=True)]

    def see(self, content: bytes, name: str) -> list[Sighted]:
        """The same for one photo that is no file."""
        with told_in(self.speech.lang):
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
        return read_places(flat, album, self.sights, self.expected, self.copies)

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
        return album_of(self.kit, looks, self.speech.lang, edition)

    def _together(self, several: Sequence[Reading]) -> Sighted:
        """What one photo shows surely, unless another one surely shows something else."""
        sight = several[0].sight
        told = {one.looks for one in several if one.sure}
        guessed = next(iter(told), max(several, key=lambda one: (one.seen, len(one.pieces))).looks)
        if not told and not guessed:
            guessed = tuple({one.like for one in several if one.like})[:1]
        return Sighted(sight, self.known[sight.id], guessed, len(told) == 1, any(one.seen for one in several))

    # --- in words -------------------------------------------------------------------------------------------
    def told_of(self, looks: Iterable[Aspect]) -> str:
        """Faces in words, by the names of their parts; what lies on its face has no name."""
        return ", ".join(f"{n} × {self._named(one)}" for one, n in Counter(looks).items())

    def _named(self, look: Aspect) -> str:
        part = self.kit.components[look.component]
        told = part.name.in_language(self.speech.lang)
        if look.side == "back":
            return self.speech.say("look.back-up", {"part": Said(told)})
        if look.item == look.component:  # there is only one
            return told
        own = self._called(look.item) or ", ".join(map(self._called_in_words, look.item.split("/")))
        return own if told.casefold().startswith(own.split()[0].casefold()) else f"{told} {own}"

    def _called_in_words(self, item: str) -> str:
        """A part of the name of an item such as red/2."""
        said = self.speech.name(item)
        return said if said != item else self._called(item) or item

    def _called(self, item: str) -> str:
        """The name that the kit gives to an item, or to a colour; "" if it has none."""
        rows = (one.row for part in self.kit.components.values() for one in self.kit.items(part) if one.name == item)
        names = (row.get("name") if isinstance(row, dict) else getattr(row, "name", None) for row in rows)
        named = next((one for one in names if isinstance(one, dict)), None)
        return Words(named).in_language(self.speech.lang) if named else ""

    def as_data(self, look: Aspect) -> dict[str, str]:
        """A face for programs. What lies face down is no item: only whose it is, if backs differ by that."""
        told = {"part": look.component, "side": look.side}
        if look.side == "front":
            return {**told, "item": look.item}
        backs = {one.item for sight in self.sights for one in sight.may if one._replace(item=look.item) == look}
        return {**told, "item": look.item.partition("/")[0]} if len(backs) > 1 else told

    # --- as a picture -----------------------------------------------------------------------------------------------
    def picture(self, places: Iterable[Sighted]) -> bytes:
        """The table as it was seen from above, with what differs and what is in doubt marked; PNG."""
        drawn = np.clip(self.pictures[0].rgb, 0, 255).astype(np.uint8).copy()
        for one in places:
            if not one.agrees:
                x, y, w, h = (round(side * FINE) for side in one.sight.box)
                cv2.rectangle(drawn, (x - 6, y - 6), (x + w + 6, y + h + 6), DIFFERS if one.sure else DOUBT, 4)
        return _png(drawn)

    def crop(self, place: str) -> bytes:
        """What the first photo shows of a place, and round it; PNG."""
        x, y, w, h = next(one.box for one in self.sights if one.id == place)
        rows, columns = (
            slice(max(0, round((at - ROUND) * FINE)), max(1, round((at + side + ROUND) * FINE)))
            for at, side in ((y, h), (x, w))
        )
        return _png(np.clip(self.pictures[0].rgb[rows, columns], 0, 255).astype(np.uint8))


def _png(rgb: Picture) -> bytes:
    _, file = cv2.imencode(".png", rgb[:, :, ::-1])
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
