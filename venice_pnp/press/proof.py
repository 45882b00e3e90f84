"""How the pages of a booklet were found, so that the next build need not try them all again.

What size of type and what leading fill the sheets is tried out; it depends on how many lines each text has, not on what
they say. A number that is edited leaves most often every line where it was: then the pages are set once.
"""

from __future__ import annotations

from msgspec import Struct, structs

from venice_pnp.draw.paragraph import LineBreaks, Manner
from venice_pnp.draw.studio import UNDRAWABLE, Studio
from venice_pnp.kit.watched import Watched

Way = tuple[float, Manner]  # in which a text is set: how wide, and how


class Slotted(Struct, frozen=True):
    """Texts that run on, with slots for what stands in the data; what they said; in which ways they were set."""

    texts: tuple[str, ...]
    said: tuple[str, ...]
    ways: list[int]


class Proof(Struct, frozen=True):
    """What was found, and all lines with slots that were counted for it."""

    scale: float  # of the body's size
    air: float  # how far lines stand apart
    pages: int  # between the covers
    ways: list[Way]
    slotted: list[Slotted]
    given: str = ""  # a hash of what else the pages were found for

    def anew(self, studio: Studio) -> Proof | None:
        """The same with what the data say now; None if pages may break elsewhere."""
        try:
            slotted = [structs.replace(one, said=said_in(studio, one.texts)) for one in self.slotted]
            differ = [(old, new) for old, new in zip(self.slotted, slotted, strict=True) if old.said != new.said]
            alike = all(self._alike(old, new, studio.library.breaks) for old, new in differ)
        except (*UNDRAWABLE, KeyError):
            return None  # whoever sets it will say so
        return structs.replace(self, slotted=slotted) if alike else None

    def _alike(self, old: Slotted, new: Slotted, breaks: LineBreaks) -> bool:
        """Whether texts have as many lines as before, begin in the same ones, and are broken within words at their
        ends as before."""
        ways = [self.ways[number] for number in old.ways]
        return all(breaks.of(old.said, *way).shape() == breaks.of(new.said, *way).shape() for way in ways)


class Slots:
    """Notes the lines with slots while a booklet is set."""

    def __init__(self) -> None:
        self._ways: dict[Way, int] = {}
        self._found: dict[tuple[str, ...], Slotted] = {}

    def note(self, texts: tuple[str, ...], said: tuple[str, ...], way: Way) -> None:
        if texts != said:
            known = self._found.setdefault(texts, Slotted(texts, said, []))
            known.ways.append(self._ways.setdefault(way, len(self._ways)))

    def proof(self, scale: float, air: float, pages: int) -> Proof:
        return Proof(scale, air, pages, list(self._ways), list(self._found.values()))


def said_in(studio: Studio, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Texts with their numbers and names put in. A kit that notes what is read does not note this: the proof does."""
    kit = studio.kit.plain if isinstance(studio.kit, Watched) else studio.kit
    return tuple(kit.filled(text, studio.lang) for text in texts)
