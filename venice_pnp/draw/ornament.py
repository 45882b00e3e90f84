"""Ornament for boards: living water, gilded frames, double rules."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from venice_pnp.draw.frames import inset
from venice_pnp.draw.inks import Inks
from venice_pnp.draw.scene import Box, Item, Outline, Path, Segment, polyline, rect


def water(
    box: Box,
    colour: str,
    step: float = 6.0,
    width: float = 0.3,
    seed: int = 1,
    density: float = 0.55,
    land: Sequence[Box] = (),
) -> Path:
    """Hand-drawn wave strokes strewn over a box, short double swells in loose rows; none runs aground."""
    chance = random.Random(seed)
    x, y, w, h = box
    d: list[Segment] = []
    row = y + step * 0.5
    while row < y + h - step * 0.2:
        at = x + step * chance.random()
        while at < x + w - step * 1.6:
            length = step * (0.9 + chance.random() * 1.3)
            if chance.random() < density and at + length < x + w - 0.5:
                level, rise = row + (chance.random() - 0.5) * step * 0.35, step * 0.13
                if not any(meet((at, level - rise, length, 2 * rise), shore) for shore in land):
                    d += _swell(at, level, length, rise)
            at += length + step * (0.5 + chance.random())
        row += step * 0.75
    return Path(tuple(d), stroke=colour, width=width)


def meet(one: Box, other: Box) -> bool:
    (x, y, w, h), (left, top, wide, high) = one, other
    return x < left + wide and left < x + w and y < top + high and top < y + h


def _swell(x: float, y: float, length: float, rise: float) -> Iterator[Segment]:
    half = length / 2
    yield ("M", x, y)
    yield ("C", x + half * 0.35, y - rise, x + half * 0.7, y - rise, x + half, y)
    yield ("C", x + half * 1.35, y + rise * 0.8, x + half * 1.7, y + rise * 0.4, x + length, y - rise * 0.3)


def double_rule(box: Box, colour: str, gap: float = 1.2, width: float = 0.5, radius: float = 0.0) -> list[Item]:
    """A strong line and a fine one inside it."""
    return [
        Path(rect(*box, radius), stroke=colour, width=width),
        Path(rect(*inset(box, gap), max(0.0, radius - gap)), stroke=colour, width=width * 0.45),
    ]


def chart_border(inner: Box, inks: Inks) -> list[Item]:
    """A graduated border round a map, like that of an old chart."""
    x, y, w, h = inner
    deep, ink = 1.9, inks.line("ink")
    bars: list[Segment] = []
    for horizontal, length in ((True, w), (False, h)):
        count = round(length / 20) * 2 + 1  # odd: all corners are alike
        step = length / count
        for i in range(0, count, 2):
            for side in (0, 1):
                if horizontal:
                    bars += rect(x + i * step, y - deep if side == 0 else y + h, step, deep)
                else:
                    bars += rect(x - deep if side == 0 else x + w, y + i * step, deep, step)
    ring = (*rect(*inset(inner, -deep)), *rect(*inner))
    return [
        Path(ring, inks.area("paper"), ink, 0.35, evenodd=True),
        Path(tuple(bars), inks.mixed("brick", "paper", 0.0), ink, 0.2),
        Path(rect(*inset(inner, -deep - 0.7)), stroke=ink, width=0.25),
    ]


def gilded_frame(box: Box, inks: Inks, depth: float) -> list[Item]:
    """A picture frame with mitred corners and three mouldings; its inside is left alone."""
    ink = inks.line("ink")
    items: list[Item] = []
    steps = (0.0, 0.22, 0.55, 0.82, 1.0)
    tones = ("gold", "brick", "gold", "paper")
    shares = (0.05, 0.35, 0.45, 0.35)
    for outer, inner, tone, share in zip(steps[:-1], steps[1:], tones, shares, strict=True):
        ring = _ring(inset(box, depth * outer), inset(box, depth * inner))
        items.append(Path(ring, inks.mixed("gold", tone, share), ink, 0.3, evenodd=True))
    x, y, w, h = box
    for cx, cy, sx, sy in ((x, y, 1, 1), (x + w, y, -1, 1), (x, y + h, 1, -1), (x + w, y + h, -1, -1)):
        items.append(Path(polyline([(cx, cy), (cx + sx * depth, cy + sy * depth)]), stroke=ink, width=0.3))
    return items


def _ring(outer: Box, inner: Box) -> Outline:
    return (*rect(*outer), *rect(*inner))
