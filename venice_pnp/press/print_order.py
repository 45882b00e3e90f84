"""In which order files are printed, alone and as pages of `kit.pdf`.

`kit.pdf` is one file, and its first page says which of its pages go on which stock. It is not split by stock into more
files: those by kind (`cards.pdf`, `tiles.pdf`, …) are each of one stock and one kind of sides already, with the right
sides set in them. Whoever would rather print whole files has these; the same sheets a third time would only be
printed twice.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

from venice_pnp.kit.supplies import Stock
from venice_pnp.press.mounts import DUPLEX
from venice_pnp.press.pages import BOARD_POSTER, BOARD_TILES
from venice_pnp.press.profile import Sides


class ToPrint(Protocol):
    """A file, before or after its pages are pressed."""

    @property
    def name(self) -> str: ...
    @property
    def stock(self) -> str: ...
    @property
    def duplex(self) -> Sides | None: ...
    @property
    def alternative(self) -> bool: ...


F = TypeVar("F", bound=ToPrint)


def in_print_order(files: Iterable[F], stocks: dict[str, Stock]) -> list[F]:
    """What belongs to the kit, thin papers first; of each stock what is printed on one side, then on both."""
    known = list(stocks)
    every = list(files)
    apart = apart_of(every)
    kept = [f for f in every if f.name not in apart]
    return sorted(kept, key=lambda f: (stocks[f.stock].thickness, known.index(f.stock), f.duplex or ""))


def apart_of(files: Iterable[ToPrint]) -> set[str]:
    """Files that are printed instead of others: the poster, where there is a board on sheets; other forms of some
    pieces."""
    known = {file.name: file for file in files}
    instead = {BOARD_POSTER} if BOARD_TILES in known else set[str]()
    return {name for name, file in known.items() if file.alternative or name in instead}


def kit_pages(first: int, counts: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first and the last page of each file in the whole kit, which begins with so many others."""
    for count in counts:
        yield first + 1, first + count
        first += count


def guide_sides(sides: Sides) -> Sides | None:
    """How the page for the printer and the guide are printed: on both sides where the printer can."""
    return sides if sides in DUPLEX else None


def guide_sheets(pages: int, sides: Sides) -> int:
    return math.ceil(pages / 2) if guide_sides(sides) else pages
