"""What hands do to the sheets, how long it takes, and what saves most of it.

Steps are counted on the very sheets; seconds are those of `making.yaml`, of a practised hand and of a first time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct, structs

from venice_pnp.kit.models import Kit, Shape
from venice_pnp.kit.supplies import Effort, Making, Passes, Stock
from venice_pnp.press.board_sheets import board_cuts
from venice_pnp.press.boxes import BOX_FILE, Wanted
from venice_pnp.press.cutplan import numbered
from venice_pnp.press.nets import TABS, die_folds
from venice_pnp.press.pack import Grid
from venice_pnp.press.pages import Layout, Page, Printed
from venice_pnp.press.parts import Piece

Change = Callable[[Piece], Piece | None]  # how a piece is made otherwise; None: it is left out


class Work(Struct, frozen=True):
    """How often each step is done."""

    sheets: int = 0
    printed: int = 0  # sides of sheets
    mounted: int = 0  # sheets glued on a board or on each other
    cuts: int = 0  # straight ones, as numbered on the sheets
    rounds: int = 0
    punched: int = 0  # round pieces that a punch could cut
    sides: int = 0  # along a line
    folds: int = 0
    glued: int = 0
    joins: int = 0

    def __add__(self, other: Work) -> Work:
        return Work(*(one + more for one, more in zip(structs.astuple(self), structs.astuple(other), strict=True)))


class Lasting(Struct, frozen=True):
    """Seconds, of a practised hand and of a first time."""

    low: float = 0.0
    high: float = 0.0

    def __add__(self, other: Lasting) -> Lasting:
        return Lasting(self.low + other.low, self.high + other.high)

    def __sub__(self, other: Lasting) -> Lasting:
        return Lasting(self.low - other.low, self.high - other.high)


class Saving(Struct, frozen=True):
    """Something that may be left out or made in a simpler way: its word, what it concerns, what it saves."""

    word: str
    parts: tuple[str, ...]
    saved: Lasting


# --- counting ------------------------------------------------------------------------------------------
def work_of(kit: Kit, printed: Printed, boxes: Sequence[Wanted]) -> Work:
    """All steps for a file."""
    on_board = kit.shared.stocks[printed.stock].board > 0
    sides = len({page.number for page in printed.pages})
    total = Work(sheets=printed.sheets, printed=sides)
    for page in printed.pages:
        if page.alone:
            total += Work(mounted=1)
        elif page.side == "front":
            total += _front_work(kit, page, on_board, boxes)
            if page.board:  # what lies beyond a strip is cut off by eye
                total += Work(cuts=len(board_cuts(page.board)) + len(page.board.over), joins=1)
    return total


def _front_work(kit: Kit, page: Page, on_board: bool, boxes: Sequence[Wanted]) -> Work:
    work = Work(mounted=int(on_board and bool(page.grids)))
    if page.fold:  # the other half is glued, too; a board's edge wants two lines
        work += Work(mounted=1, folds=2 if page.fold.gutter else 1)
    nets = {(box.kind, box.item): box for box in boxes}
    for grid, cuts in numbered(page):
        work += Work(cuts=len(cuts)) + _grid_work(kit, grid, on_board, nets)
    return work


def _grid_work(kit: Kit, grid: Grid, on_board: bool, nets: dict[tuple[str, str], Wanted]) -> Work:
    work = Work()
    for placed in grid.placements:
        if placed.piece.file == BOX_FILE:
            net = nets[placed.piece.component, placed.piece.item].net
            work += Work(sides=len(net.corners), folds=len(net.folds), glued=len(net.glue))
        else:
            work += _piece_work(kit, placed.piece, on_board)
    return work


def _piece_work(kit: Kit, piece: Piece, on_board: bool) -> Work:
    """What a piece asks for beside the straight cuts of its grid."""
    component = kit.components[piece.component]
    other = component.alternative if piece.alternative else None
    shape = kit.shared.shapes[other.shape if other else component.shape]
    if piece.form == "round":
        fits = not on_board and bool(punches_for(kit.shared.making, piece.size[0]))
        return Work(punched=1) if fits else Work(rounds=1)
    if piece.form == "standee":
        return Work(folds=3 + (shape.top > 0) + shape.ridge, glued=1)
    if shape.net:
        return Work(sides=len(shape.corners), folds=len(die_folds(1.0)), glued=len(TABS))
    return Work(sides=_slanted(shape)) if piece.form == "polygon" else Work()


def _slanted(shape: Shape) -> int:
    """Sides that no straight cut of the grid serves."""
    around = zip(shape.corners, [*shape.corners[1:], shape.corners[0]], strict=True)
    w, h = shape.size
    return sum(not (a[0] == b[0] in (0, w) or a[1] == b[1] in (0, h)) for a, b in around)


def punches_for(making: Making, wide: float) -> list[str]:
    """The punches that fit a round counter, as they are called."""
    return [name for name, width in making.punches.items() if 0 <= width - wide <= making.punch_play]


# --- time ----------------------------------------------------------------------------------------------
def lasting(kit: Kit, work: Work, board: float) -> Lasting:
    """How long the steps of one file take, with board of so many mm below it."""
    making, step = kit.shared.making, kit.shared.making.steps
    passes = passes_through(making, board)
    counted: list[tuple[int, Effort]] = [
        (work.printed, step.print),
        (work.mounted, step.spread),
        (work.mounted, step.press),
        (work.cuts, step.rule),
        (work.rounds, step.round_board if board else step.round),
        (work.sides, step.side_board if board else step.side),
        (work.folds, step.score),
        (work.folds, step.fold),
        (work.glued, step.glue),
        (work.joins, step.join),
    ]
    low = sum(count * effort.low for count, effort in counted)
    high = sum(count * effort.high for count, effort in counted)
    knife = Lasting(work.cuts * passes.low * step.stroke.low, work.cuts * passes.high * step.stroke.high)
    punched = Lasting(work.punched * step.punch.low, work.punched * step.round.high)  # not everybody has a punch
    return Lasting(low, high) + knife + punched


def passes_through(making: Making, board: float) -> Passes:
    """Of the thinnest board in the table that is no thinner, or of the thickest."""
    by_thickness = sorted(making.passes, key=lambda one: one.through)
    return next((one for one in by_thickness if one.through >= board), by_thickness[-1])


def time_of(kit: Kit, files: Iterable[Printed], boxes: Sequence[Wanted]) -> Lasting:
    """How long the whole work on these files takes."""
    stocks = kit.shared.stocks
    return sum((lasting(kit, work_of(kit, f, boxes), stocks[f.stock].board) for f in files), Lasting())


# --- what saves time -----------------------------------------------------------------------------------
def savings(layout: Layout, files: Sequence[Printed], boxes: Sequence[Wanted]) -> list[Saving]:
    """What may be left out or made in a simpler way, the most saving first. Its sheets are laid out anew."""
    known = layout.studio.kit.components
    ways: dict[str, Change] = {
        "save-box": lambda piece: None if piece.file == BOX_FILE else piece,
        "save-optional": lambda piece: None if piece.component in known and known[piece.component].optional else piece,
        "save-extra": lambda piece: None if piece.extra and piece.file != BOX_FILE else piece,
        "save-square": _square,
        "save-card": lambda piece: _on_card(piece, layout.studio.kit.shared.stocks),
    }
    found = [_saving(word, change, layout, files, boxes) for word, change in ways.items()]
    return sorted((one for one in found if one.saved.low > 0), key=lambda one: -one.saved.high)


def _saving(word: str, change: Change, layout: Layout, files: Sequence[Printed], boxes: Sequence[Wanted]) -> Saving:
    kit, saved, parts = layout.studio.kit, Lasting(), dict[str, None]()
    for printed in files:
        pieces = printed.pieces
        changed = [new for piece in pieces if (new := change(piece))]
        if changed != pieces:
            instead = layout.sheets(printed.name, changed) if changed else ()
            saved += time_of(kit, [printed], boxes) - time_of(kit, instead, boxes)
            parts |= dict.fromkeys(piece.component for piece in pieces if change(piece) != piece)
    return Saving(word, tuple(parts), saved)


def _square(piece: Piece) -> Piece:
    return structs.replace(piece, form="square", straight=(True, True)) if piece.form == "round" else piece


def _on_card(piece: Piece, stocks: dict[str, Stock]) -> Piece:
    below = stocks[piece.stock]
    if not below.board or not below.without_board:
        return piece
    return structs.replace(piece, stock=below.without_board, mount="card" if piece.back else "one-side")
