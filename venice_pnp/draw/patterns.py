"""All-over patterns as paths. Each lies symmetrically about the middle of its box: turned by 180° it is the same.

A pattern that repeats goes on from one piece to its neighbour on the sheet, so that a cut which is off shows no seam.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from itertools import product

from venice_pnp.draw.scene import Box, Outline, Path, Segment, ellipse, moved, polyline, transform, turned
from venice_pnp.kit.limits import MOTIFS, TooMuch
from venice_pnp.kit.supplies import Pattern

Motif = Callable[[Box, float], Iterator[Outline]]
Extent = tuple[float, float]
PERIODS: dict[str, Extent] = {  # after how many steps across and down a motif comes again
    "dots": (2.0, 1.0),
    "lines": (1.0, 1.0),
    "checks": (1.0, 1.0),
    "triangles": (1.0, 1.6),
    "diamonds": (1.0, 1.6),
    "waves": (2.0, 1.2),
    "scales": (1.0, 1.0),
    "roof": (1.0, 1.0),
    "brick": (1.0, 1.0),
}
FILLED = frozenset({"dots", "checks", "triangles", "diamonds", "terrazzo"})


def laid(pattern: Pattern, box: Box, colour: str, repeat: Extent | None = None) -> tuple[Path, ...]:
    """The pattern over a box, in one colour; it may reach beyond the box and wants a clip. One that lies level can
    repeat after so many mm across and down."""
    x, y, w, h = box
    cx, cy = x + w / 2, y + h / 2
    reach = math.hypot(w, h) / 2 if pattern.angle else 0.0
    wide = (cx - reach, cy - reach, 2 * reach, 2 * reach) if pattern.angle else box
    if wide[2] * wide[3] > MOTIFS * pattern.step**2:
        raise TooMuch(f"a pattern of more than {MOTIFS} motifs")
    level = repeat if not pattern.angle else None
    if level and pattern.motif == "terrazzo":
        outlines = _strewn(wide, pattern.step, level)
        level = None
    else:
        across, down = _stretched(pattern, level) if level else (1.0, 1.0)
        around = (cx - wide[2] / across / 2, cy - wide[3] / down / 2, wide[2] / across, wide[3] / down)
        outlines = _MOTIFS[pattern.motif](around, pattern.step)
    whole: Outline = tuple(segment for d in outlines for segment in d)
    if level:
        whole = transform(whole, (across, 0.0, 0.0, down, cx * (1 - across), cy * (1 - down)))
    if pattern.angle:
        whole = transform(whole, turned(pattern.angle, cx, cy))
    if pattern.motif in FILLED:
        return (Path(whole, fill=colour),)
    return (Path(whole, stroke=colour, width=pattern.width),)


def _stretched(pattern: Pattern, repeat: Extent) -> Extent:
    """By how much a pattern is stretched across and down, so that it comes again after so many mm."""
    periods = (count * pattern.step for count in PERIODS[pattern.motif])
    across, down = (mm / max(1, round(mm / period)) / period for mm, period in zip(repeat, periods, strict=True))
    return across, down


def _grid(box: Box, step_x: float, step_y: float) -> Iterator[tuple[int, int, float, float]]:
    """Points of a grid whose middle one lies in the middle of the box: column, row, x, y."""
    x, y, w, h = box
    columns, rows = math.ceil(w / step_x / 2) + 1, math.ceil(h / step_y / 2) + 1
    for row in range(-rows, rows + 1):
        for column in range(-columns, columns + 1):
            yield column, row, x + w / 2 + column * step_x, y + h / 2 + row * step_y


def _dots(box: Box, step: float) -> Iterator[Outline]:
    for column, row, x, y in _grid(box, step, step / 2):
        if (column + row) % 2 == 0:
            yield ellipse(x, y, step * 0.2)


def _lines(box: Box, step: float) -> Iterator[Outline]:
    x, y, w, h = box
    count = math.ceil(h / step / 2)
    for i in range(-count, count + 1):
        at = y + h / 2 + i * step
        yield ("M", x, at), ("L", x + w, at)


def _checks(box: Box, step: float) -> Iterator[Outline]:
    half = step * 0.17
    for column, row, x, y in _grid(box, step / 2, step / 2):
        if (column + row) % 2 == 0:
            yield polyline(
                [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)], True
            )


def _triangles(box: Box, step: float) -> Iterator[Outline]:
    """Rows of triangles, pointing up and down in turn."""
    r, shift = step * 0.34, step / 4
    for _, row, x, y in _grid(box, step, step * 0.8):
        up = -1 if row % 2 else 1
        px, py = x + shift * up, y + step * 0.4
        yield polyline(
            [(px, py - r * up), (px + r * 0.95, py + r * 0.7 * up), (px - r * 0.95, py + r * 0.7 * up)], True
        )


def _diamonds(box: Box, step: float) -> Iterator[Outline]:
    tall, wide = step * 0.29, step * 0.19
    for column, row, x, y in _grid(box, step / 2, step * 0.8):
        if (column + row) % 2 == 0:
            yield polyline([(x, y - tall), (x + wide, y), (x, y + tall), (x - wide, y)], True)


def _waves(box: Box, step: float) -> Iterator[Outline]:
    """Rows of small swells; every second row is shifted by half a swell."""
    x, y, w, h = box
    rows = math.ceil(h / (step * 0.6) / 2) + 1
    length = step * 2
    count = math.ceil(w / length / 2) + 1
    for row in range(-rows, rows + 1):
        cy = y + h / 2 + row * step * 0.6
        start = x + w / 2 - count * length + (length / 2 if row % 2 else 0.0)
        d: list[Segment] = [("M", start, cy)]
        for i in range(2 * count):
            left, rise = start + i * length, step * 0.26
            middle, right = left + length / 2, left + length
            d.append(("C", left + length * 0.18, cy - rise, middle - length * 0.18, cy - rise, middle, cy))
            d.append(("C", middle + length * 0.18, cy + rise, right - length * 0.18, cy + rise, right, cy))
        yield tuple(d)


def _scales(box: Box, step: float) -> Iterator[Outline]:
    """Fish scales that lap over each other upwards and downwards alike."""
    for column, row, x, y in _grid(box, step / 2, step / 2):
        if (column + row) % 2 == 0:
            yield ellipse(x, y, step / 2)


def _roof(box: Box, step: float) -> Iterator[Outline]:
    """Round tiles in rows that hang down from the ridge in the middle, on either slope."""
    r = step / 2
    k = r * 0.5523
    for column, row, x, y in _grid(box, r, r):
        if (column + row) % 2:
            continue
        for down in (1, -1) if row == 0 else (math.copysign(1, row),):
            eaves = y + down * r
            yield (
                ("M", x - r, y),
                ("C", x - r, y + down * k, x - k, eaves, x, eaves),
                ("C", x + k, eaves, x + r, y + down * k, x + r, y),
            )


def _terrazzo(box: Box, step: float) -> Iterator[Outline]:
    """Stone chips strewn over one half, and the same turned by 180° over the other."""
    chance = random.Random(20)
    x, y, w, h = box
    about = turned(180, x + w / 2, y + h / 2)
    for _, row, gx, gy in _grid(box, step, step):
        if row > 0:
            continue
        px, py = gx + (chance.random() - 0.5) * step * 0.7, gy - step / 2 + (chance.random() - 0.5) * step * 0.6
        chip = _chip(chance, step, px, py)
        yield chip
        yield transform(chip, about)


def _strewn(box: Box, step: float, repeat: Extent) -> Iterator[Outline]:
    """Terrazzo that repeats: chips over the upper half of one piece, turned by 180° over its lower half, and again
    over what its neighbours show of it."""
    chance = random.Random(33)
    (x, y, w, h), (wide, high) = box, repeat
    cx, cy = x + w / 2, y + h / 2
    columns, rows = math.ceil(wide / step), math.ceil(high / step / 2)
    cell, about = (wide / columns, high / rows / 2), turned(180, cx, cy)
    for row, column in product(range(rows), range(columns)):
        px = cx - wide / 2 + cell[0] * (column + (chance.random() - 0.5) * 0.6)
        py = cy - high / 2 + cell[1] * (row + 0.5 + (chance.random() - 0.5) * 0.9)
        chip = _chip(chance, step, px, py)
        for one, (right, down) in product((chip, transform(chip, about)), product((-1, 0, 1), repeat=2)):
            yield transform(one, moved(right * wide, down * high))


def _chip(chance: random.Random, step: float, px: float, py: float) -> Outline:
    size, corners, lean = step * (0.16 + 0.26 * chance.random()), chance.choice((4, 5, 6)), chance.random() * 6
    points = []
    for i in range(corners):
        radius, angle = size * (0.7 + 0.5 * chance.random()), lean + i * math.tau / corners
        points.append((px + radius * math.cos(angle), py + radius * 0.8 * math.sin(angle)))
    return polyline(points, close=True)


def _brick(box: Box, step: float) -> Iterator[Outline]:
    x, _, w, _ = box
    high = step / 2
    for column, row, gx, gy in _grid(box, step, high):
        if column == 0:
            yield ("M", x, gy + high / 2), ("L", x + w, gy + high / 2)
        joint = gx + (step / 2 if row % 2 else 0.0)
        yield ("M", joint, gy - high / 2), ("L", joint, gy + high / 2)


_MOTIFS: dict[str, Motif] = {
    "dots": _dots,
    "lines": _lines,
    "checks": _checks,
    "triangles": _triangles,
    "diamonds": _diamonds,
    "waves": _waves,
    "scales": _scales,
    "roof": _roof,
    "terrazzo": _terrazzo,
    "brick": _brick,
}
