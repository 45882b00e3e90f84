"""Pieces onto sheets as they are mounted: on both sides of card, round a fold, on two sheets, on one side.

A sheet that is folded has its fronts on one half and its backs on the other, mirrored about the fold, with room for the
board between them. All others have their pieces on the whole sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from venice_pnp.draw.scene import Box
from venice_pnp.kit.models import Kit, Mount
from venice_pnp.kit.mounting import TWO_SHEETS, gutter_of, mount_of
from venice_pnp.kit.supplies import Paper, Print, Stock
from venice_pnp.press.marks import FOOTER, TIGHT
from venice_pnp.press.pack import MARK_ROOM, Grid, Placement, Sheet, TooLarge, pack
from venice_pnp.press.parts import Piece
from venice_pnp.press.profile import Sides

DUPLEX: tuple[Sides, ...] = ("long-edge", "short-edge")


class Fold(Struct, frozen=True):
    """Where a sheet is folded: the middle of its gutter, in mm from the left edge, or from the top if it is level."""

    level: bool
    at: float
    gutter: float

    def mirrored(self, grid: Grid) -> Grid:
        """The backs of a grid of fronts."""
        turn_over = mirrored_y if self.level else mirrored_x
        return Grid(tuple(turn_over(p, 2 * self.at) for p in grid.placements), grid.gap)


class MountedSheet(Struct, frozen=True):
    """A sheet of pieces, what it is printed on, and how it gets its backs, if it has any."""

    stock: str
    sheet: Sheet
    mount: Mount
    fold: Fold | None = None
    tight: bool = False  # with little room above and below, and its footer at the side

    @property
    def papers(self) -> int:
        """How many sheets of paper it takes."""
        return 2 if self.mount == "two-sheets" else 1


def printed_as(mount: Mount, sides: Sides) -> Mount:
    """What becomes of a card where the printer does not print on both sides: it is folded, or glued of two."""
    if mount != "card" or sides in DUPLEX:
        return mount
    return "wrap" if sides == "gutterfold" else "two-sheets"


def as_printed(kit: Kit, sides: Sides) -> Kit:
    """The kit with its cards as they become of this printer: two sheets glued together are thicker."""
    stocks = kit.shared.stocks
    parts = {
        name: structs.replace(c, mount=printed_as(mount_of(c, stocks), sides)) for name, c in kit.components.items()
    }
    return structs.replace(kit, look_up_print=lambda: Print(parts, kit.shared))


def area_of(paper: Paper) -> Box:
    """Where trims may lie: inside the margin, with room for marks and the footer."""
    w, h = paper.size
    m = paper.margin + MARK_ROOM
    return m, m, w - 2 * m, h - 2 * m - FOOTER


def tight_area_of(paper: Paper) -> Box:
    """The same with short marks above and below, and the footer at the right: nine cards go on a letter."""
    w, h = paper.size
    m, short = paper.margin + MARK_ROOM, paper.margin + TIGHT.room
    return m, short, w - 2 * m - FOOTER, h - 2 * short


def folds_of(paper: Paper, gutter: float) -> Iterator[tuple[Fold, Box]]:
    """The two ways to fold a sheet in the middle, and where the trims of its fronts may lie."""
    x, y, w, h = area_of(paper)
    beside = gutter / 2 + MARK_ROOM
    yield Fold(False, x + w / 2, gutter), (x, y, w / 2 - beside, h)
    yield Fold(True, y + h / 2, gutter), (x, y, w, h / 2 - beside)


def mounted_sheets(pieces: Sequence[Piece], paper: Paper, stocks: dict[str, Stock]) -> list[MountedSheet]:
    """The sheets of one file, stock by stock."""
    out: list[MountedSheet] = []
    for stock in dict.fromkeys(p.stock for p in pieces):
        own = [p for p in pieces if p.stock == stock]
        out += _of_stock(stock, own, paper, gutter_of(stocks[stock]))
    return out


def _of_stock(stock: str, own: Sequence[Piece], paper: Paper, gutter: float) -> list[MountedSheet]:
    """Parts with nothing on their backs have whole sheets of their own, or lie beside the others if that saves one."""
    two_sided = [p for p in own if p.back]
    one_sided = [p for p in own if not p.back]
    mounts = list(dict.fromkeys(p.mount for p in two_sided)) or ["one-side"]
    if len(mounts) > 1:
        groups = [[p for p in two_sided if p.mount == mount] for mount in mounts]
        groups[0] += one_sided
        return [sheet for group in groups for sheet in _of_stock(stock, group, paper, gutter)]
    together = _laid(stock, mounts[0], own, paper, gutter)
    if mounts[0] not in TWO_SHEETS or not one_sided:
        return together
    apart = _laid(stock, mounts[0], two_sided, paper, gutter) + _laid(stock, "one-side", one_sided, paper, gutter)
    return min(apart, together, key=lambda sheets: sum(s.papers for s in sheets))


def _laid(stock: str, mount: Mount, pieces: Sequence[Piece], paper: Paper, gutter: float) -> list[MountedSheet]:
    if mount in ("card", "one-side") and all(p.form == "card" for p in pieces):
        return _cards(stock, mount, pieces, paper)
    if mount != "wrap":
        return [_mounted(stock, sheet, mount) for sheet in pack(pieces, area_of(paper))]
    ways: list[list[MountedSheet]] = []
    large: list[TooLarge] = []
    for fold, area in folds_of(paper, gutter):
        try:
            ways.append([_mounted(stock, sheet, mount, fold) for sheet in pack(pieces, area)])
        except TooLarge as error:
            large.append(error)
    if not ways:
        raise large[0]
    return min(ways, key=len)


def _cards(stock: str, mount: Mount, pieces: Sequence[Piece], paper: Paper) -> list[MountedSheet]:
    """With short marks, where that saves a sheet."""
    usual = pack(pieces, area_of(paper))
    try:
        tight = pack(pieces, tight_area_of(paper))
    except TooLarge:
        tight = usual
    if len(tight) >= len(usual):
        return [_mounted(stock, sheet, mount) for sheet in usual]
    return [structs.replace(_mounted(stock, sheet, mount), tight=True) for sheet in tight]


def _mounted(stock: str, sheet: Sheet, mount: Mount, fold: Fold | None = None) -> MountedSheet:
    if any(p.piece.back for p in sheet.placements):
        return MountedSheet(stock, sheet, mount, fold)
    return MountedSheet(stock, sheet, "one-side")


# --- geometry -----------------------------------------------------------------------------------------
def mirrored_x(p: Placement, width: float) -> Placement:
    """Turned over at an upright line in the middle of a width."""
    return structs.replace(p, x=width - p.x - p.width, turn=-p.turn % 360)


def mirrored_y(p: Placement, height: float) -> Placement:
    """Turned over at a level line in the middle of a height."""
    return structs.replace(p, y=height - p.y - p.height, turn=(180 - p.turn) % 360)
