"""Where names may stand: beside their place, over no other place and over no other name."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct

from venice_pnp.draw.scene import Box

Round = tuple[float, float, float]  # x, y, radius
DIRECTIONS = (90, -90, 0, 180, 45, 135, -45, -135, 70, 110, 20, 160, -20, -160, -70, -110, 57, 123, 33, 147, -57, -123)
GAP = 0.6  # between a name and whatever is near it
DOUBT = 4.0  # nearer to another place than this, a name may be taken for that one's


class Label(Struct, frozen=True):
    """A name, its size in mm and the place it belongs to: a round one, or the round one about a box."""

    id: str
    size: tuple[float, float]
    beside: Round


class Crowded(Exception):
    """A name that finds no room."""


@cache
def placed(labels: tuple[Label, ...], circles: tuple[Round, ...], boxes: tuple[Box, ...], area: Box) -> dict[str, Box]:
    """A box for every name; the one with the fewest choices left is set first."""
    choices = {label.id: _free(label, circles, boxes, area) for label in labels}
    done: dict[str, Box] = {}
    while choices:
        name = min(choices, key=lambda n: (len(choices[n]), n))
        options = choices.pop(name)
        if not options:
            raise Crowded(f"there is no room for the name of '{name}'")
        done[name] = options[0]
        taken = _grown(options[0], GAP)
        choices = {n: [box for box in found if not overlap(box, taken)] for n, found in choices.items()}
    return done


def _free(label: Label, circles: Sequence[Round], boxes: Sequence[Box], area: Box) -> list[Box]:
    """The boxes round a place where nothing else lies, in the order of liking; those near another place last."""
    cx, cy, r = label.beside
    reach = r + 2 * max(label.size)
    round_ = [c for c in circles if c != label.beside and math.dist(c[:2], (cx, cy)) < reach + c[2]]
    whole = (cx - reach, cy - reach, 2 * reach, 2 * reach)
    square = [box for box in boxes if overlap(box, whole)]
    free = [
        box
        for box in _around(label)
        if within(box, area)
        and not any(overlap(box, other) for other in square)
        and not any(overlaps(box, other, GAP) for other in round_)
    ]
    return sorted(free, key=lambda box: any(overlaps(box, other, DOUBT) for other in round_))


def _around(label: Label) -> Iterator[Box]:
    """Boxes that touch the circle of the place, in the order of liking."""
    cx, cy, r = label.beside
    w, h = label.size
    for degrees in DIRECTIONS:
        ux, uy = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        near, far = 0.0, r + w + h
        for _ in range(10):
            middle = (near + far) / 2
            box = (cx + ux * middle - w / 2, cy + uy * middle - h / 2, w, h)
            near, far = (middle, far) if overlaps(box, label.beside, GAP) else (near, middle)
        yield cx + ux * far - w / 2, cy + uy * far - h / 2, w, h


def overlaps(box: Box, circle: Round, gap: float = 0.0) -> bool:
    """Whether a circle comes nearer to a box than `gap`."""
    x, y, w, h = box
    cx, cy, r = circle
    dx, dy = cx - min(max(cx, x), x + w), cy - min(max(cy, y), y + h)
    return dx * dx + dy * dy < (r + gap) ** 2


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def within(box: Box, area: Box) -> bool:
    x, y, w, h = box
    ax, ay, aw, ah = area
    return x >= ax and y >= ay and x + w <= ax + aw and y + h <= ay + ah


def _grown(box: Box, by: float) -> Box:
    x, y, w, h = box
    return x - by, y - by, w + 2 * by, h + 2 * by
