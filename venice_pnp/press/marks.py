"""What stands round the pieces: crop marks with the numbers of the cuts, footer, ruler, fold line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, structs

from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.scene import STAMP, Box, Group, Item, Path, Text, ellipse, moved, polyline
from venice_pnp.draw.text import Align, DoesNotFit, Setting, set_text
from venice_pnp.kit.load import KIT_ID_LENGTH
from venice_pnp.kit.supplies import Paper
from venice_pnp.press.pack import DISTANCE, LENGTH, Grid

INK = "#22313F"
GREY = "#8B8680"
LINE = 0.15
RULER = 100.0
SMALL = 6.0  # points
FOOT_LINE, AIR = 2.4, 0.4  # mm: a line of the footer, and what is free above and below its two lines
FOOTER = 2 * FOOT_LINE + AIR  # mm above the margin
OFF_BLEED = 0.4  # mm between the bleed and the number of a cut beside it, if it has no three digits
PIN = 1.4  # the radius of the rings to prick
KIT_ID = "0" * KIT_ID_LENGTH  # stands for the kit id until it is stamped


def small(
    text: str,
    box: tuple[float, float, float, float],
    fonts: Fonts,
    align: Align = "left",
    size: float = SMALL,
) -> tuple[Item, ...]:
    how = Setting("label", size, SMALL, INK, align, "middle", wrap=False)
    return set_text(text, box, how, fonts)


class Rim(Struct, frozen=True):
    """What lies above and below the outermost pieces: their bleed, then a distance from the trim, then the marks."""

    bleed: float
    distance: float
    length: float

    @property
    def room(self) -> float:
        return self.distance + self.length


USUAL, TIGHT = Rim(2.0, DISTANCE, LENGTH), Rim(0.8, 1.0, 1.6)


class Cut(Struct, frozen=True):
    """A straight cut through a grid, with its number on the sheet."""

    number: int
    level: bool  # from left to right; else from top to bottom
    at: float


def cuts_of(grid: Grid, first: int) -> list[Cut]:
    """The cuts of a grid in their order; slanted and round sides have their own lines.

    Each runs from one outer side of the grid to the other and no further: the paper round the grid holds all marks to
    the end. Level cuts leave strips that hang at both sides; the upright ones from left to right leave them hanging
    at the right, until the last one.
    """
    xs, ys = grid.cuts()
    upright, level = grid.straight()
    places = [(True, at) for at in ys if level] + [(False, at) for at in xs if upright]
    return [Cut(number, is_level, at) for number, (is_level, at) in enumerate(places, first)]


def crop_marks(grid: Grid, fonts: Fonts, first: int, rim: Rim = USUAL) -> tuple[list[Item], int]:
    """Marks on all four sides of a grid, each with the number of its cut."""
    xs, ys = grid.cuts()
    left, right, top, low = xs[0], xs[-1], ys[0], ys[-1]
    items: list[Item] = []
    cuts = cuts_of(grid, first)
    for cut in cuts:
        at, number = cut.at, str(cut.number)
        if cut.level:
            items += [_mark(left - DISTANCE, at, -LENGTH, 0), _mark(right + DISTANCE, at, LENGTH, 0)]
            off = min(OFF_BLEED, LENGTH - fonts["label"].width(number, SMALL))
            room = LENGTH - off
            items += small(number, (left - DISTANCE - LENGTH, at - 2.0, room, 1.8), fonts, "right")
            items += small(number, (right + DISTANCE + off, at - 2.0, room, 1.8), fonts)
        else:
            items += [_mark(at, top - rim.distance, 0, -rim.length), _mark(at, low + rim.distance, 0, rim.length)]
            high = min(1.8, rim.length)
            items += small(number, (at - 4.0, top - rim.distance - high, 3.7, high), fonts, "right")
            items += small(number, (at - 4.0, low + rim.distance, 3.7, high), fonts, "right")
    return items, first + len(cuts)


def corner_marks(trim: Box, distance: float, length: float) -> list[Item]:
    """Marks at the four corners of one piece, outside its bleed."""
    x, y, w, h = trim
    return [
        mark
        for cx, sx in ((x, -1), (x + w, 1))
        for cy, sy in ((y, -1), (y + h, 1))
        for mark in (
            _mark(cx + sx * distance, cy, sx * length, 0),
            _mark(cx, cy + sy * distance, 0, sy * length),
        )
    ]


def _mark(x: float, y: float, dx: float, dy: float) -> Path:
    return Path(polyline([(x, y), (x + dx, y + dy)]), stroke=INK, width=LINE)


def fold_lines(paper: Paper, level: bool, at: float, gutter: float, word: str, fonts: Fonts) -> Iterator[Item]:
    """Where the sheet is scored, at both sides of the gutter, and what is to be done there."""
    (w, h), m = paper.size, paper.margin
    ends = (m, w - m) if level else (m, h - m - FOOTER)
    for line in sorted({at - gutter / 2, at + gutter / 2}):
        points = [(end, line) if level else (line, end) for end in ends]
        yield Path(polyline(points), stroke=GREY, width=0.25, dash=(3.0, 2.0))
    beside = at + gutter / 2 + 0.4
    yield from small(word, (m + 0.5, beside, 12, 2.2) if level else (beside, m, 12, 2.2), fonts)


def pin_holes(paper: Paper) -> list[Item]:
    """Rings with a point in the four corners, where no mark stands: mirrored, they lie upon each other."""
    (w, h), m = paper.size, paper.margin
    corners = [(x, y) for x in (m + PIN, w - m - PIN) for y in (m + PIN, h - m - FOOTER - PIN)]
    rings = [Path(ellipse(x, y, PIN - LINE), None, INK, LINE) for x, y in corners]
    return [*rings, *(Path(ellipse(x, y, 0.2), INK) for x, y in corners)]


def stamped(items: Iterable[Item], kit_id: str, fonts: Fonts) -> Iterator[Item]:
    """A text that ends with the stand-in for the kit id, with the id as a stamp of its own in its place: all else on
    a sheet stays the same when the data change."""
    for item in items:
        if not isinstance(item, Text) or not item.text.endswith(KIT_ID):
            yield item
            continue
        said = item.text.removesuffix(KIT_ID)
        before = fonts[item.font].width(said, item.size, item.spacing)
        yield structs.replace(item, text=said, width=before)
        stamp = structs.replace(item, x=0.0, y=0.0, text=kit_id, width=item.width - before)
        key = f"{STAMP}{item.font} {item.size:g} {item.fill}"
        yield Group((stamp,), moved(item.x + before, item.y), key=key)


def footer(
    paper: tuple[float, float], margin: float, lines: tuple[str, str], fonts: Fonts, kit_id: str = ""
) -> list[Item]:
    """Two lines of text at the left, the 100 mm ruler at the right, just inside the margin."""
    width, height = paper
    x = width - margin - 1 - RULER
    base = height - margin - AIR / 2
    items: list[Item] = [*ruler(x, base, fonts)]
    room = x - margin - 3
    for text, y in zip(lines, (base - 2 * FOOT_LINE, base - FOOT_LINE), strict=True):
        try:
            said = small(text, (margin + 0.5, y, room, FOOT_LINE), fonts)
        except DoesNotFit:  # it is made of several texts: told whole, for any of them may be the one too long
            whole = text.replace(KIT_ID, kit_id or KIT_ID)
            raise DoesNotFit(f"'{whole}' does not fit into {room:g} mm at the foot of a sheet") from None
        items += stamped(said, kit_id, fonts)
    return items


def ruler(x: float, base: float, fonts: Fonts) -> Iterator[Item]:
    """Exactly 100 mm between its end ticks; a tick every 5 mm, a longer one every 10."""
    yield Path(polyline([(x, base), (x + RULER, base)]), stroke=INK, width=LINE)
    for step in range(21):
        high = 2.2 if step % 2 == 0 else 1.2
        at = x + step * RULER / 20
        yield Path(polyline([(at, base), (at, base - high)]), stroke=INK, width=LINE)
        if step in (0, 10, 20):
            text = {0: "0", 10: "50", 20: "100 mm"}[step]
            box = (at - 12, base - 4.6, 24, 2.2) if step == 10 else (at if step == 0 else at - 24, base - 4.6, 24, 2.2)
            yield from small(text, box, fonts, "left" if step == 0 else "centre" if step == 10 else "right")
