"""Arches; and all-over patterns: a piece shows no seam where its neighbour on the sheet begins, and is the same upside down."""

from __future__ import annotations

import math

import pytest

from tests.press.kits import kit
from venice_pnp.draw.frames import ogee
from venice_pnp.draw.patterns import laid

BLEED = 2.0
LEVEL = [name for name, pattern in kit("doge").shared.patterns.items() if not pattern.angle]
SIZES = [(25.0, 25.0), (63.0, 88.0), (35.0, 50.0), (12.0, 12.0)]


def spots(name: str, size: tuple[float, float], repeat: bool) -> set[tuple[float, float]]:
    """Where the lines of a pattern over a piece and its bleed turn."""
    (w, h), pattern = size, kit("doge").shared.patterns[name]
    box = (-BLEED, -BLEED, w + 2 * BLEED, h + 2 * BLEED)
    [path] = laid(pattern, box, "#000000", size if repeat else None)
    points = (segment[-2:] for segment in path.d if len(segment) > 2)
    return {(round(float(x), 2) + 0.0, round(float(y), 2) + 0.0) for x, y in points}


def near(spot: tuple[float, float], among: set[tuple[float, float]]) -> bool:
    x, y = spot
    return any((round(x + dx, 2), round(y + dy, 2)) in among for dx in (-0.01, 0, 0.01) for dy in (-0.01, 0, 0.01))


@pytest.mark.parametrize("name", LEVEL)
@pytest.mark.parametrize("size", SIZES)
def test_a_pattern_goes_on_in_the_neighbour(name: str, size: tuple[float, float]) -> None:
    """What stands in the bleed at the right stands as far inside the neighbour's left edge, and so below."""
    found, (w, h) = spots(name, size, repeat=True), size
    right = [(x, y) for x, y in found if abs(x - w) <= BLEED and -BLEED <= y <= h + BLEED]
    below = [(x, y) for x, y in found if abs(y - h) <= BLEED and -BLEED <= x <= w + BLEED]
    ends = ("brick",)  # its long lines end at the rim of the box
    assert right or name in ends
    assert [spot for spot in right if not near((spot[0] - w, spot[1]), found) and name not in ends] == []
    assert below and [spot for spot in below if not near((spot[0], spot[1] - h), found)] == []


@pytest.mark.parametrize("name", LEVEL)
def test_a_pattern_is_the_same_upside_down(name: str) -> None:
    for size in SIZES:
        found, (w, h) = spots(name, size, repeat=True), size
        within = [(x, y) for x, y in found if 0 < x < w and 0 < y < h]
        assert [spot for spot in within if not near((w - spot[0], h - spot[1]), found)] == []


@pytest.mark.parametrize("size", SIZES)
def test_tiles_of_a_roof_hang_down_from_its_ridge(size: tuple[float, float]) -> None:
    """On the slope before the ridge and on the one behind it no tile's rounding points up at the ridge."""
    (w, h), pattern = size, kit("doge").shared.patterns["roof"]
    [path] = laid(pattern, (0.0, 0.0, w, h), "#000000", size)
    starts = [n for n, segment in enumerate(path.d) if segment[0] == "M"]
    tiles = [(float(path.d[n][-1]) - h / 2, float(path.d[n + 1][-1]) - h / 2) for n in starts]  # its end, its rounding
    assert tiles and all(abs(rounding) > abs(end) and rounding * end >= 0 for end, rounding in tiles)


def test_the_arch_of_every_frame_has_no_kink_at_its_shoulders() -> None:
    """Where two of its curves meet, the handles on both sides lie in one line; only its top is a point."""
    outline = ogee((3.0, 2.2, 19.0, 14.5), 6.0)
    curves = [segment[1:] for segment in outline if segment[0] == "C"]
    for (*_, ax, ay, x, y), (bx, by, *_) in ((curves[0], curves[1]), (curves[2], curves[3])):
        one, other = math.atan2(y - ay, x - ax), math.atan2(by - y, bx - x)
        assert one == pytest.approx(other, abs=0.005)
