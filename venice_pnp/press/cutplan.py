"""What is to be done to the sheets: kinds of sheets with their numbered cuts, and how long the work takes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from venice_pnp.kit.models import Kit, Shape
from venice_pnp.press.boxes import BOX_FILE, Wanted, is_net
from venice_pnp.press.marks import Cut, cuts_of
from venice_pnp.press.pack import Grid
from venice_pnp.press.pages import Page, Printed

DIE_FOLDS, DIE_TABS = 11, 7  # of a cross of six squares


class Plan(Struct, frozen=True):
    """Sheets of a file that are cut alike: their numbers, one of their pages, and the cuts of each of its grids."""

    title: str
    sheets: tuple[int, ...]
    page: Page
    cuts: tuple[tuple[Grid, tuple[Cut, ...]], ...]


class Work(Struct, frozen=True):
    """How often each step is done."""

    sheets: int = 0
    cuts: int = 0
    rounds: int = 0
    sides: int = 0
    folds: int = 0
    glued: int = 0
    joins: int = 0

    def __add__(self, other: Work) -> Work:
        return Work(*(getattr(self, n) + getattr(other, n) for n in self.__struct_fields__))


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
    halves = sum(page.fold is not None for page in fronts)
    return len(fronts) - halves + math.ceil(halves / 2)


# --- work ----------------------------------------------------------------------------------------------
def work_of(kit: Kit, files: Sequence[Printed], boxes: Sequence[Wanted]) -> Work:
    """All steps for these files."""
    nets = {(box.kind, box.item): box for box in boxes}
    total = Work()
    for printed in files:
        total += Work(sheets=printed.sheets)
        for page in printed.pages:
            if page.side != "front":
                continue
            for grid, cuts in numbered(page):
                total += _grid_work(kit, grid, cuts, nets)
            if not page.grids and printed.name.startswith("board"):
                total += Work(cuts=4, joins=1)
    return total


def _grid_work(kit: Kit, grid: Grid, cuts: Sequence[Cut], nets: dict[tuple[str, str], Wanted]) -> Work:
    """Long cuts part the strips; then each strip is cut across on its own."""
    rows = len({round(p.y, 3) for p in grid.placements})
    straight = sum(1 if cut.level else rows for cut in cuts)
    work = Work(cuts=straight)
    for p in grid.placements:
        if p.piece.file == BOX_FILE:
            net = nets[p.piece.component, p.piece.item].net
            work += Work(sides=len(net.corners), folds=len(net.folds), glued=len(net.glue))
            continue
        component = kit.components[p.piece.component]
        shape = kit.shared.shapes[
            component.alternative.shape if p.piece.alternative and component.alternative else component.shape
        ]
        work += _piece_work(shape, p.piece.stock)
    return work


def _piece_work(shape: Shape, stock: str) -> Work:
    if shape.form == "round":
        return Work(rounds=1)
    if shape.form == "standee":
        folds = 3 + (shape.top > 0) + shape.ridge
        return Work(folds=folds, glued=1)
    if shape.form == "polygon":
        sides = len(shape.corners)
        return Work(sides=sides, folds=DIE_FOLDS, glued=DIE_TABS) if is_net(shape, stock) else Work(sides=sides)
    return Work()


def minutes(kit: Kit, work: Work) -> dict[str, float]:
    """The minutes of printing, cutting, folding with gluing, and joining the board."""
    s = kit.shared.making.seconds
    return {
        "sheets": work.sheets * s.sheet / 60,
        "cuts": (work.cuts * s.cut + work.rounds * s.round + work.sides * s.side) / 60,
        "folds": (work.folds * s.fold + work.glued * s.glue) / 60,
        "joins": work.joins * s.join / 60,
    }
