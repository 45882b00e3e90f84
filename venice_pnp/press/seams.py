"""Where the sheets of a board meet: within what their paper leaves free, where a seam disturbs least of the picture.

A seam through a name, a place or a house shows for ever; one through water or open ground hardly does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from venice_pnp.draw.scene import IDENTITY, PT, Box, Group, Item, Matrix, Path, Text, bounds, carried, times

STEP = 0.5  # mm between the places that are tried
GROUND = 60.0  # mm: what is longer is ground, or a frame that is crossed anyhow
TEXT, LETTERS = 20.0, 5.0  # what a line of text weighs, and each mm of it
UNEVEN = 2.0  # what each mm weighs that a seam lies aside
RISE, HIGH = 0.7, 0.9  # of the size of letters: how far up they reach, and their height with what hangs down

Trouble = Callable[[float], float]  # of a seam at a place


def troubles(items: Iterable[Item], length: float, across: bool) -> Trouble:
    """What seams of a board would cut, by the millimetre: text by its length, all else by its own size across them."""
    steps = round(length / STEP)
    weights = [0.0] * (steps + 1)
    at, along = (0, 3) if across else (1, 2)
    for is_text, box in _inked(items, IDENTITY, None):
        size = box[5 - along]
        if size > GROUND:
            continue
        weight = TEXT + LETTERS * box[along] if is_text else size
        first, last = box[at] / STEP, (box[at] + size) / STEP
        for step in range(max(0, int(first)), min(steps, int(last) + 1) + 1):
            weights[step] += weight
    return lambda place: weights[min(steps, max(0, round(place / STEP)))]


def quiet(seams: Sequence[float], most: Sequence[float], length: float, trouble: Trouble) -> list[float]:
    """The seams moved, one after the other, to where they cut least; every share stays as long as its sheet holds."""
    found = list(seams)
    for i, even in enumerate(seams):
        before, after = found[i - 1] if i else 0.0, found[i + 1] if i + 1 < len(found) else length
        low, high = max(before, after - most[i + 1]), min(after, before + most[i])
        tries = [even, *(n * STEP for n in range(int(low / STEP) + 1, int(high / STEP) + 1))]
        found[i] = min(
            (one for one in tries if low <= one <= high or one == even),
            key=lambda one: (trouble(one) + UNEVEN * abs(one - even), one),
        )
    return found


def _inked(items: Iterable[Item], matrix: Matrix, clip: Box | None) -> Iterator[tuple[bool, Box]]:
    """The boxes of all that is drawn, as far as they show, and whether they are text."""
    for item in items:
        if isinstance(item, Group):
            inner = times(matrix, item.matrix)
            shown = _both(carried(bounds(item.clip), inner), clip) if item.clip else clip
            if shown is not None or not item.clip:
                yield from _inked(item.items, inner, shown)
            continue
        if isinstance(item, Text):
            high = item.size * PT
            box: Box | None = (item.x, item.y - RISE * high, item.width, HIGH * high)
        else:
            box = bounds(item.d) if isinstance(item, Path) and any(len(one) > 1 for one in item.d) else None
        if box and (box := _both(carried(box, matrix), clip)):
            yield isinstance(item, Text), box


def _both(one: Box, other: Box | None) -> Box | None:
    """What two boxes share, or None; with none beside it a box is as it is."""
    if other is None:
        return one
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, low = min(one[0] + one[2], other[0] + other[2]), min(one[1] + one[3], other[1] + other[3])
    return (left, top, right - left, low - top) if right > left and low > top else None
