"""The map of a table: no piece hides another one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageDraw

from tests.press.kits import kit, library
from tests.trust.play import GAMES, game, seats
from tests.trust.test_playthroughs import SEED, begun, next_move
from venice_pnp.contract.abilities import colours_of
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.scene import Outline, bounds, transform
from venice_pnp.draw.studio import Studio
from venice_pnp.games import find_game
from venice_pnp.kit.models import Laid
from venice_pnp.press.parts import Parts, draw_parts
from venice_pnp.press.preview import placed, seen_from_above, shown_face

FINE = 4  # pixels a mm
HAIR = 0.25  # mm by which every side of a piece may reach into another


@cache
def parts(name: str, component: str, item: str) -> Parts:
    """The faces of one piece: whoever looks for a place need not draw the kit."""
    studio = Studio(kit(name), library(), "en", "colour")
    return draw_parts(studio, boards_of(kit(name)), frozenset({component}), items=frozenset({(component, item)}))


@cache
def footprint(name: str, one: Laid) -> tuple[tuple[float, float], ...]:
    """The corners of a piece where it lies, a hair smaller than it is."""
    drawn = parts(name, one.component, one.item)
    face = shown_face(kit(name), drawn, drawn.pieces[0], one.side)
    cut = seen_from_above(kit(name), one.component, face.outline, one.shows)
    lies = transform(cut, placed(kit(name), one, cut))
    x, y, w, h = bounds(lies)
    cx, cy, share_x, share_y = x + w / 2, y + h / 2, 1 - 2 * HAIR / w, 1 - 2 * HAIR / h
    return tuple((cx + (px - cx) * share_x, cy + (py - cy) * share_y) for px, py in corners(lies))


def corners(outline: Outline) -> Iterator[tuple[float, float]]:
    at = (0.0, 0.0)
    for op, *n in outline:
        if op == "C":
            x1, y1, x2, y2, x3, y3 = n
            for t in (0.25, 0.5, 0.75, 1.0):
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                yield a * at[0] + b * x1 + c * x2 + d * x3, a * at[1] + b * y1 + c * y2 + d * y3
        elif n:
            yield n[0], n[1]
        at = (n[-2], n[-1]) if n else at


@cache
def touch(a: tuple[tuple[float, float], ...], b: tuple[tuple[float, float], ...]) -> bool:
    xs, ys = [x for x, _ in (*a, *b)], [y for _, y in (*a, *b)]
    size = (int((max(xs) - min(xs)) * FINE) + 2, int((max(ys) - min(ys)) * FINE) + 2)
    masks = []
    for ring in (a, b):
        mask = Image.new("1", size)
        ImageDraw.Draw(mask).polygon([((x - min(xs)) * FINE, (y - min(ys)) * FINE) for x, y in ring], fill=1)
        masks.append(mask)
    return ImageChops.logical_and(*masks).getbbox() is not None


def overlapping(name: str, laid: list[Laid]) -> Iterator[tuple[Laid, Laid]]:
    boxes = []
    for one in laid:
        ring = footprint(name, one)
        x, y, w, h = bounds(tuple(("L", *point) for point in ring))
        boxes.append((x, x + w, y, y + h, ring, one))
    boxes.sort(key=lambda box: box[0])
    for n, (_, right, top, low, ring, one) in enumerate(boxes):
        for other_left, _, other_top, other_low, other_ring, other in boxes[n + 1 :]:
            if other_left > right:
                break
            if other_top < low and top < other_low and not (one.on or other.on) and touch(ring, other_ring):
                yield one, other


def positions(name: str) -> Iterator[dict[str, Any]]:
    """What everybody sees after every move of the playthrough."""
    rules, rng = game(name).rules, random.Random(SEED)
    state, count = begun(name, seats(name, 1)), 0
    yield rules.view(state, None)
    while rules.pending(state):
        state, _ = rules.apply(state, next_move(rules, state, count, rng))
        count += 1
        yield rules.view(state, None)


@pytest.mark.parametrize("name", GAMES)
def test_no_piece_hides_another(name: str) -> None:
    lay_table = find_game(name).lay_table()
    assert lay_table is not None
    seen: set[tuple[Laid, ...]] = set()
    for view in positions(name):
        laid = tuple(lay_table(kit(name), view, colours_of(kit(name), view["players"], {})))
        if laid not in seen:
            seen.add(laid)
            assert not (found := list(overlapping(name, list(laid)))), found
