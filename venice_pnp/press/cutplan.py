"""How the sheets are cut: kinds of sheets with their numbered cuts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from venice_pnp.press.marks import Cut, cuts_of
from venice_pnp.press.pack import Grid
from venice_pnp.press.pages import Page, Printed


class Plan(Struct, frozen=True):
    """Sheets of a file that are cut alike: their numbers, one of their pages, and the cuts of each of its grids."""

    title: str
    sheets: tuple[int, ...]
    page: Page
    cuts: tuple[tuple[Grid, tuple[Cut, ...]], ...]


def plans(files: Sequence[Printed]) -> list[Plan]:
    """One plan for each kind of sheet, in print order."""
    found: list[Plan] = []
    for printed in files:
        fronts = [page for page in printed.pages if page.side == "front" and page.grids]
        kinds: dict[object, list[Page]] = {}
        for page in fronts:
            kinds.setdefault(_kind(page), []).append(page)
        for alike in kinds.values():
            sheets = tuple(page.sheet for page in alike)
            found.append(Plan(printed.title, sheets, alike[0], numbered(alike[0])))
    return found


def _kind(page: Page) -> object:
    return tuple((p.piece.component, p.piece.form, p.x, p.y, p.turn) for g in page.grids for p in g.placements)


def numbered(page: Page) -> tuple[tuple[Grid, tuple[Cut, ...]], ...]:
    """The grids of a page with their cuts, numbered through as on the sheet."""
    first, out = 1, []
    for grid in page.grids:
        cuts = cuts_of(grid, first)
        first += len(cuts)
        out.append((grid, tuple(cuts)))
    return tuple(out)


def boards_for(files: Sequence[Printed]) -> int:
    """How many boards of the paper's size: half of one goes into a fold, one between two sheets."""
    fronts = [page for printed in files for page in printed.pages if page.side == "front"]
    return sum(page.fold is None for page in fronts) + sum(halved_boards(files).values())


def halved_boards(files: Sequence[Printed]) -> dict[bool, int]:
    """How many boards are cut in half, for folds that are level and for those that are not."""
    folds = [page.fold for printed in files for page in printed.pages if page.side == "front" and page.fold]
    return {level: math.ceil(halves / 2) for level, halves in Counter(fold.level for fold in folds).items()}
