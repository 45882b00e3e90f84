"""A board on sheets for a home printer: which part of it each sheet shows, where, and the marks round it.

Every sheet keeps a strip at its right and at its low side, as far as there is a next sheet: the picture goes on under
it, the next sheet is cut at its edge and glued over it. Whatever is printed on a strip is covered in the end.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct

from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.scene import Box, Item, Path, polyline, rect
from venice_pnp.draw.studio import BLEED
from venice_pnp.kit.supplies import Paper
from venice_pnp.press.marks import FOOTER, GREY, INK, LINE, Cut, small
from venice_pnp.press.pack import DISTANCE, LENGTH

OVERLAP = 10.0  # the strip under the next sheet
STEP = 0.5  # mm between places where a seam may lie
CLEAR = 1.5  # of a strip, beside the edge of the sheet over it: a sheet that lies askew still shows nothing but picture
MAP = 14.0  # high, above the footer
HINT = 4.0  # high, a line beside the map
TAG, TAGS = (8.0, 4.0), (0.1, 0.5, 0.9)  # the size of a label, and where along a strip it stands
HERE = "#D9D6D2"  # fills this sheet on the map
HALO = 0.8  # of white round a mark that stands on the picture
TICK = 0.5  # of white under a tick where a strip begins
NUMBER = (1.5, 2.0)  # the size of the number of a cut


class BoardShare(Struct, frozen=True):
    """What one sheet has of the board in one direction."""

    first: float  # mm of the board, without bleed
    shown: float  # mm that stay in sight
    rim: float  # of paper before its first cut
    strip: float  # under the next sheet; 0: there is none
    end: float  # of paper after its last cut; 0: it ends with the strip

    @property
    def kept(self) -> float:
        return self.shown + self.strip


class BoardSheet(Struct, frozen=True):
    """One of the sheets; all boxes in mm from a top left corner."""

    row: int
    column: int
    rows: int
    columns: int
    size: tuple[float, float]  # of the paper as it is held
    across: BoardShare
    down: BoardShare
    at: tuple[float, float]  # of the trim on the page

    @property
    def label(self) -> str:
        return _label(self.row, self.column)

    @property
    def part(self) -> Box:
        """What is kept of the board when the sheet is cut, with its strips."""
        return self.across.first, self.down.first, self.across.kept, self.down.kept

    @property
    def trim(self) -> Box:
        return *self.at, self.across.kept, self.down.kept

    @property
    def inked(self) -> Box:
        """The trim with its bleed; a strip has none, it is covered."""
        (x, y), a, d = self.at, self.across, self.down
        left, top = min(BLEED, a.rim), min(BLEED, d.rim)
        return x - left, y - top, left + a.kept + min(BLEED, a.end), top + d.kept + min(BLEED, d.end)

    @property
    def over(self) -> dict[str, str]:
        """The labels of the sheets that are glued over its strips."""
        right = {"right": _label(self.row, self.column + 1)} if self.across.strip else {}
        return right | ({"below": _label(self.row + 1, self.column)} if self.down.strip else {})


def board_sheets(board: tuple[float, float], paper: Paper, seam: float | None = None) -> list[BoardSheet]:
    """The sheets of a board of this size row by row, upright or across, whichever needs fewer; two rows of them meet at
    the seam, if they can."""
    w, h = paper.size
    plans = [_plan(board, size, paper.margin, seam) for size in ((w, h), (h, w))]
    return min(plans, key=len)


def _plan(board: tuple[float, float], size: tuple[float, float], margin: float, seam: float | None) -> list[BoardSheet]:
    wide, high = size[0] - 2 * margin, size[1] - 2 * margin - FOOTER - MAP
    across, down = shares(board[0], wide), shares(board[1], high, seam)
    return [
        BoardSheet(
            row, column, len(down), len(across), size, a, d, (_begin(a, wide) + margin, _begin(d, high) + margin)
        )
        for row, d in enumerate(down)
        for column, a in enumerate(across)
    ]


def _begin(share: BoardShare, room: float) -> float:
    """Where the trim begins if all that is printed lies in the middle of its room."""
    return (room - share.rim - share.kept - share.end) / 2 + share.rim


def shares(length: float, room: float, seam: float | None = None) -> list[BoardShare]:
    """As few sheets as show the whole length; what room they leave goes to the rims, for bleed and marks."""
    count = max(1, math.ceil((length + 2 * BLEED - OVERLAP) / (room - OVERLAP) - 1e-9))
    spare = count * room - (count - 1) * OVERLAP - length
    rim = min(DISTANCE + LENGTH, spare / (count + 1))
    outer = max(BLEED, rim)
    inner = rim if rim >= BLEED else (spare - 2 * outer) / max(1, count - 1)
    rims = [outer, *[inner] * (count - 1)]
    strips, ends = [*[OVERLAP] * (count - 1), 0.0], [*[0.0] * (count - 1), outer]
    most = [room - sum(around) for around in zip(rims, strips, ends, strict=True)]
    made: list[BoardShare] = []
    shares_of = _parted(length, most, seam) or _shown(length, most)
    for shown, *around in zip(shares_of, rims, strips, ends, strict=True):
        made.append(BoardShare(made[-1].first + made[-1].shown if made else 0.0, shown, *around))
    return made


def _parted(length: float, most: Sequence[float], seam: float | None) -> list[float]:
    """What two sheets show that meet at the seam; nothing if there is none, or if they have no room for that."""
    parts = [] if seam is None else [seam, length - seam]
    return parts if len(parts) == len(most) and all(0 < p <= m for p, m in zip(parts, most, strict=True)) else []


def _shown(length: float, most: Sequence[float]) -> list[float]:
    """What each sheet shows: all alike where they can, else as they have room, in steps that can be measured on a panel
    of the same size."""
    if length / len(most) <= min(most):
        return [length / len(most)] * len(most)
    parts = [length * reach / sum(most) for reach in most]
    stepped = [math.floor(part / STEP) * STEP for part in parts[:-1]]
    last = length - sum(stepped)
    return [*stepped, last] if last <= most[-1] else parts


def _label(row: int, column: int) -> str:
    return f"{row + 1}–{column + 1}"


# --- marks ----------------------------------------------------------------------------------------------
def sheet_marks(sheet: BoardSheet, margin: float, fonts: Fonts, hints: Sequence[str]) -> Iterator[Item]:
    """All that stands round the picture or on its strips, but for the footer."""
    yield from _cut_marks(sheet, fonts)
    yield from _ticks(sheet)
    yield from _tags(sheet, fonts)
    yield from _sheet_map(sheet, margin, fonts, hints)


def board_cuts(sheet: BoardSheet) -> list[Cut]:
    """The cuts of a sheet in their order: where the board ends, and where the sheet comes over another one. They end
    where its picture does, so that the paper round it holds all marks."""
    (x, y), a, d = sheet.at, sheet.across, sheet.down
    level = [y] if d.strip else [y, y + d.kept]
    upright = [x] if a.strip else [x, x + a.kept]
    places = [*((True, at) for at in level), *((False, at) for at in upright)]
    return [Cut(number, is_level, at) for number, (is_level, at) in enumerate(places, 1)]


def _cut_marks(sheet: BoardSheet, fonts: Fonts) -> Iterator[Item]:
    """Both ends of every cut, in the waste or at the outer end of a strip, with its number."""
    (x, y), a, d = sheet.at, sheet.across, sheet.down
    for cut in board_cuts(sheet):
        for start, end in _ends(x, a) if cut.level else _ends(y, d):
            line = [(at, cut.at) if cut.level else (cut.at, at) for at in (start, end)]
            yield Path(polyline(line), stroke="#FFFFFF", width=HALO)
            yield Path(polyline(line), stroke=INK, width=LINE)
            box = (*_beside(cut, sheet.trim, start, end), *NUMBER)
            yield Path(rect(*box), "#FFFFFF")
            yield from small(str(cut.number), box, fonts, "centre")


def _beside(cut: Cut, trim: Box, start: float, end: float) -> tuple[float, float]:
    """Where the number of a mark stands: of a level cut on its outer side, of an upright one on its inner side, since
    the rim beside it may be narrow; always above, below or on a strip, where no picture stays in sight."""
    (x, y, _, _), (wide, high), off = trim, NUMBER, HALO / 2
    if cut.level:
        left = start if start <= x else end - wide
        return left, cut.at - off - high if cut.at == y else cut.at + off
    top = start if start <= y else end - high
    return cut.at + off if cut.at == x else cut.at - off - wide, top


def _ticks(sheet: BoardSheet) -> Iterator[Item]:
    """Where a strip begins, at both its ends: there lies the edge of the sheet that comes over it, and covers them."""
    (x, y), a, d = sheet.at, sheet.across, sheet.down
    if a.strip:
        for start in (y, y + d.kept - LENGTH):
            yield from _tick((x + a.shown, start, TICK, LENGTH), (LINE, LENGTH))
    if d.strip:
        for start in (x, x + a.kept - LENGTH):
            yield from _tick((start, y + d.shown, LENGTH, TICK), (LENGTH, LINE))


def _tick(ground: Box, line: tuple[float, float]) -> Iterator[Item]:
    yield Path(rect(*ground), "#FFFFFF")
    yield Path(rect(*ground[:2], *line), INK)


def _ends(at: float, share: BoardShare) -> Iterator[tuple[float, float]]:
    """Where the marks before and after a trim begin and end, along the cut."""
    yield at - share.rim, at - _gap(share.rim)
    end = at + share.kept
    yield (end - LENGTH, end) if share.strip else (end + _gap(share.end), end + share.end)


def _gap(rim: float) -> float:
    """Between a cut and its mark; in a narrow rim the mark stands on the bleed."""
    return min(DISTANCE, rim / 2)


def _tags(sheet: BoardSheet, fonts: Fonts) -> Iterator[Item]:
    """The sheet's row and column along its strips, so that one sees how far they reach."""
    (x, y), a, d = sheet.at, sheet.across, sheet.down
    wide, high = TAG
    for share in TAGS:
        if a.strip:
            yield from _tag(sheet.label, (x + a.shown + CLEAR, y + d.shown * share, wide, high), fonts)
        if d.strip:
            middle = y + d.shown + (CLEAR + d.strip) / 2
            yield from _tag(sheet.label, (x + a.shown * share, middle - high / 2, wide, high), fonts)


def _tag(text: str, box: Box, fonts: Fonts) -> Iterator[Item]:
    yield Path(rect(*box, 1), "#FFFFFF", GREY, LINE)
    yield from small(text, box, fonts, "centre", 7.0)


def _sheet_map(sheet: BoardSheet, margin: float, fonts: Fonts, hints: Sequence[str]) -> Iterator[Item]:
    """All sheets with their labels, this one filled, and beside them what becomes of its strips."""
    high = (MAP - 2.0) / sheet.rows
    wide = high * 1.4
    x, y = margin + 0.5, sheet.size[1] - margin - FOOTER - MAP + 1.0
    for row in range(sheet.rows):
        for column in range(sheet.columns):
            here = (row, column) == (sheet.row, sheet.column)
            box = (x + column * wide, y + row * high, wide, high)
            yield Path(rect(*box), HERE if here else None, GREY, LINE)
            yield from small(_label(row, column), box, fonts, "centre")
    left = x + sheet.columns * wide + 4
    for number, hint in enumerate(hints):
        yield from small(hint, (left, y + number * HINT, sheet.size[0] - margin - left, HINT), fonts, size=8.0)
