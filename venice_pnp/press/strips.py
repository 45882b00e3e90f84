"""What the pages of a booklet are made of: strips, which are never cut, and where they lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, structs

from venice_pnp.draw.scene import Group, Item


class Strip(Struct, frozen=True):
    """A line of text, a picture, a row of a table."""

    height: float
    items: tuple[Item, ...]
    gap: float = 0.0  # above it, but not at the head of a page; it gives when a page is filled
    keep: bool = False  # never parted from the next
    rules: tuple[str, ...] = ()  # that begin here
    beside: bool = False  # their numbers stand in the margin
    base: float = 0.0  # where the line stands, below the top
    chapter: str = ""  # begins here
    address: str = ""  # a code in the margin leads there
    heading: bool = False
    floats: bool = False  # may go to a later page of its chapter while the text runs on
    line: tuple[int, int] = (0, 1)  # which line of its paragraph this is, and of how many
    columns: tuple[tuple[tuple[Strip, float], ...], ...] = ()  # what stands in it side by side

    def all(self) -> Iterator[Strip]:
        """This strip, or all that stand in its columns."""
        if not self.columns:
            yield self
        for column in self.columns:
            for strip, _ in column:
                yield from strip.all()


Laidout = list[tuple[Strip, float]]  # strips and where their tops are


class Leaf(Struct, frozen=True):
    """A page of the booklet."""

    items: tuple[Item, ...]
    title: str
    filled: float = 1.0  # the share of its height that is used
    key: str = ""  # of its drawing, which several files share
    laid: tuple[tuple[Strip, float], ...] = ()  # what stands on it

    def drawn(self) -> Group:
        return Group(self.items, key=self.key)


def strips_on(page: Iterable[tuple[Strip, float]]) -> Iterator[Strip]:
    """All that stand on a page, columns one after the other."""
    for strip, _ in page:
        yield from strip.all()


def used(page: Iterable[tuple[Strip, float]]) -> float:
    """How far down a page reaches."""
    return max((y + strip.height for strip, y in page), default=0.0)


def stacked(strips: Iterable[Strip]) -> Laidout:
    """One below the other."""
    laid: Laidout = []
    y = 0.0
    for strip in strips:
        y += strip.gap if laid else 0.0
        laid.append((strip, y))
        y += strip.height
    return laid


def kept_together(strips: list[Strip]) -> list[Strip]:
    """None of them is parted from the next."""
    return [structs.replace(strip, keep=strip is not strips[-1]) for strip in strips]
