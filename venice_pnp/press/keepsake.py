"""A page that tells of an evening: the table as it was left, the result, curves by round, and what decided the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from math import ceil

from msgspec import Struct

from venice_pnp.draw.frames import inset
from venice_pnp.draw.ornament import double_rule
from venice_pnp.draw.scene import Box, Group, Item, Path, Scene, ellipse, fit, polyline, rect
from venice_pnp.draw.studio import BLEED, Studio
from venice_pnp.kit.models import Seat

A5 = (148.0, 210.0)
MARGIN, GAP = 13.0, 3.0
SIZES = {"title": 27.0, "who": 11.0, "wins": 17.0, "row": 11.0, "pair": 8.0, "told": 10.5, "small": 8.0}  # points
LINE, LEAST = 6.2, 4.5  # mm of a row of the result, and where there are many
TOLD, APART = 5.0, 2.0  # mm of a line of a sentence, and between two sentences
BOARD = 0.42  # of the page at most
CHART = (34.0, 62.0)  # mm, how high the curves are at least and at most
TICKS = 4
PICTURE = 46.0  # mm, of the game's own picture where there are no curves
NAMES = 30.0  # mm for the names beside the curves


class Keepsake(Struct, frozen=True):
    """What the page tells. Without curves it is the sheet of a game that goes on."""

    who: str  # the players, and when
    wins: str
    rows: Sequence[str]
    small: Sequence[str]
    curves: Mapping[str, Sequence[int]] = {}
    counted: str = ""  # what the curves show
    told: Sequence[str] = ()
    board: Scene | None = None


def draw_keepsake(studio: Studio, kept: Keepsake, seats: Mapping[str, Seat], size: tuple[float, float]) -> Scene:
    """Everything on one page of this size, from the title down to the small print."""
    w, h = size
    inks, wide = studio.inks, w - 2 * MARGIN
    title = studio.kit.game.title.in_language(studio.lang)
    items: list[Item] = [
        Path(rect(-BLEED, -BLEED, w + 2 * BLEED, h + 2 * BLEED), inks.area("paper")),
        Path(rect(*inset((0, 0, w, h), 5), 2), stroke=inks.line("ink"), width=0.45),
        *double_rule(inset((0, 0, w, h), 6), inks.line("gold"), 0.8, 0.3, 1.6),
        *studio.write(title, (MARGIN, 11, wide, 12), "title", SIZES["title"], "deep", spacing=0.12),
        *studio.write(kept.who, (MARGIN, 24, wide, 7), "text", SIZES["who"], "ink", floor=7.5),
        Path(polyline([(MARGIN, 33), (w - MARGIN, 33)]), stroke=inks.line("gold"), width=0.5),
    ]
    y = 35.5
    low = h - 9 - len(kept.small) * 4.2
    for n, line in enumerate(kept.small):
        items += studio.write(line, (MARGIN, low + n * 4.2, wide, 4.2), "label", SIZES["small"], "ink", floor=6)
    heights = [_height(studio, line, wide) for line in kept.told]
    told = sum(heights) + APART * len(heights)
    needed = told + (CHART[0] + 3 * GAP if kept.curves else 0)
    rows = list(_side_by_side(studio, kept.rows, wide))
    if kept.board is not None:
        room = low - needed - y - 9 - 2 * GAP - LEAST * len(rows)  # every row is told before the board is large
        share = min(wide / kept.board.width, min(BOARD * h, room) / kept.board.height)
        across, high = kept.board.width * share, kept.board.height * share
        items += _picture(studio, kept.board, ((w - across) / 2, y, across, high))
        y += high + GAP
    items += studio.write(kept.wins, (MARGIN, y, wide, 9), "text-bold", SIZES["wins"], "brick", floor=9)
    y += 9 + GAP
    step = min(LINE, (low - needed - y) / max(len(rows), 1))
    size_of_row = min(SIZES["row"], SIZES["row"] * step / LINE)
    for row in rows:
        across = wide / len(row)
        for n, line in enumerate(row):
            points = size_of_row if len(row) == 1 else min(size_of_row, SIZES["pair"])
            box = (MARGIN + n * across, y, across - (n + 1 < len(row)) * GAP, step)
            items += studio.write(line, box, "text", points, "ink", align="left", floor=min(7, points))
        y += step
    if kept.curves:
        high = min(CHART[1], low - y - 3 * GAP - told)
        items += _chart(studio, kept, seats, (MARGIN, y + GAP, wide, high))
        y += high + 2 * GAP
    for line, high in zip(kept.told, heights, strict=True):
        items += studio.write(line, (MARGIN, y, wide, high), "text", SIZES["told"], "ink", align="left", floor=7)
        y += high + APART
    if not kept.curves and studio.kit.game.picture and low - y > 52:
        items.append(
            studio.symbols.drawn(studio.kit.game.picture, ((w - 46) / 2, (y + low - 46) / 2, 46, 46), inks, "lagoon")
        )
    return Scene(w, h, tuple(items), rect(0, 0, w, h), BLEED, inks.area("paper"))


def _side_by_side(studio: Studio, rows: Sequence[str], wide: float) -> Iterator[Sequence[str]]:
    """The result row by row; what stands behind its first gap in two columns, where that is short enough."""
    at = rows.index("") if "" in rows else len(rows)
    rest = rows[at + 1 :]
    fits = all(studio.fonts["text"].width(line, SIZES["pair"]) < wide / 2 - GAP for line in rest)
    half = ceil(len(rest) / 2) if fits else len(rest)
    yield from ([line] for line in rows[: at + 1])
    yield from (rest[n :: half or 1] for n in range(half))


def _height(studio: Studio, line: str, wide: float) -> float:
    """Of a sentence as it is folded, with a little room for words that do not fill a line."""
    return TOLD * ceil(studio.fonts["text"].width(line, SIZES["told"]) / (wide * 0.97))


def _picture(studio: Studio, board: Scene, box: Box) -> Iterator[Item]:
    yield Group((Group(board.items, clip=board.outline),), fit((board.width, board.height), box))
    yield Path(rect(*box), stroke=studio.inks.line("ink"), width=0.4)


def _chart(studio: Studio, kept: Keepsake, seats: Mapping[str, Seat], place: Box) -> Iterator[Item]:
    """A line for every player, with the emblem and the name at its end; each in its own ink and with its own mark."""
    x, y, w, h = place
    inks = studio.inks
    values = [value for curve in kept.curves.values() for value in curve]
    least, most = min(values), max(values)
    left, top, wide, high = x + 9, y + 7, w - 9 - NAMES, h - 12
    rounds = max(len(curve) for curve in kept.curves.values())

    def at(n: int, value: float) -> tuple[float, float]:
        return left + wide * n / max(rounds - 1, 1), top + high * (1 - (value - least) / max(most - least, 1))

    grey = inks.mixed("terrazzo", "paper", 0.55)
    yield from studio.write(kept.counted, (x, y - 1, w, 6), "label-bold", 9, "ink", align="left", floor=7)
    for value in _ticks(least, most):
        level = at(0, value)[1]
        yield Path(polyline([(left, level), (left + wide, level)]), stroke=grey, width=0.2)
        yield from studio.write(str(value), (x, level - 2, 8, 4), "label", 8, "ink", align="right", wrap=False)
    for n in _ticks(0, rounds - 1)[1:]:
        yield from studio.write(str(n), (at(n, 0)[0] - 5, top + high + 0.8, 10, 4), "label", 8, "ink", wrap=False)
    ends = _apart([(at(len(curve) - 1, curve[-1])[1], name) for name, curve in kept.curves.items()], 5.2, top + high)
    for name, curve in kept.curves.items():
        seat = seats[name]
        points = [at(n, value) for n, value in enumerate(curve)]
        yield Path(polyline(points), stroke=inks.line("ink"), width=1.15)
        yield Path(polyline(points), stroke=inks.area(seat.hex), width=0.75)
        yield Path(ellipse(*points[-1], 0.9), inks.area(seat.hex), inks.line("ink"), 0.2)
        end = ends[name]
        yield studio.symbols.drawn(seat.emblem, (left + wide + 2.4, end - 1.9, 3.8, 3.8), inks, seat.hex)
        box, said = (left + wide + 7, end - 2.4, NAMES - 7, 4.8), f"{curve[-1]} {name}"
        yield from studio.write(said, box, "label-bold", 9, "ink", align="left", floor=5.5, wrap=False)


def _ticks(least: int, most: int) -> list[int]:
    """A few round numbers between two."""
    steps = (step * 10**power for power in count() for step in (1, 2, 5))
    step = next(step for step in steps if (most - least) / step <= TICKS)
    return list(range(-(-least // step) * step, most + 1, step))


def _apart(ends: Sequence[tuple[float, str]], gap: float, low: float) -> dict[str, float]:
    """Names at the ends of their lines, but never over one another: from the lowest one up."""
    placed: dict[str, float] = {}
    limit = low + gap / 2
    for y, name in sorted(ends, reverse=True):
        placed[name] = limit = min(y, limit - gap) if placed else min(y, limit)
    return placed
