"""The pages of a booklet onto sheets that are folded in the middle, and as they are, for reading on a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from venice_pnp.draw.scene import Group, Item, Path, moved, polyline, scaled, times
from venice_pnp.kit.supplies import Paper
from venice_pnp.press.marks import GREY
from venice_pnp.press.pages import Page, Printed
from venice_pnp.press.profile import Sides

if TYPE_CHECKING:
    from venice_pnp.press.strips import Leaf

FOLDED, READING = "booklet", "booklet-pages"
LARGE = 160.0  # mm: half a sheet wider than this gets larger print instead of longer lines
EDGE = 5.5  # mm without ink at the edge
TICK = 4.0  # mm, the mark where the sheet is folded


def leaf_size(paper: Paper) -> tuple[float, float]:
    """A page of the booklet as it is set: half a sheet, or less where that is printed larger."""
    w, h = paper.size
    scale = _larger(paper)
    return h / 2 / scale, w / scale


def _larger(paper: Paper) -> float:
    return 2**0.5 if paper.size[1] / 2 > LARGE else 1.0


def reading(leaves: Sequence[Leaf], paper: Paper, title: str, stock: str) -> Printed:
    """One page after the other."""
    size = leaf_size(paper)
    pages = [_page(n, "front", size, (leaf.drawn(),), leaf.title) for n, leaf in enumerate(leaves, 1)]
    return Printed(READING, title, stock, len(pages), tuple(pages), None, alternative=True)


def folded(leaves: Sequence[Leaf], paper: Paper, title: str, stock: str, sides: Sides) -> Printed:
    """Two pages on each side of a sheet; without duplex, two after two for cutting and stapling."""
    w, h = paper.size
    across = (h, w)
    two_sided = sides in ("long-edge", "short-edge")
    pages = []
    for number, (left, right) in enumerate(_signature(len(leaves)) if two_sided else _in_pairs(len(leaves)), 1):
        scale = scaled(_larger(paper))
        items: list[Item] = [
            Group((leaves[left].drawn(),), scale),
            Group((leaves[right].drawn(),), times(moved(h / 2, 0), scale)),
            *(Path(polyline([(h / 2, y), (h / 2, y + TICK)]), stroke=GREY, width=0.2) for y in (EDGE, w - EDGE - TICK)),
        ]
        side = "back" if two_sided and number % 2 == 0 else "front"
        pages.append(_page(number, side, across, tuple(items), f"{title} {left + 1}, {right + 1}"))
    sheets = len(pages) // 2 if two_sided else len(pages)
    return Printed(FOLDED, title, stock, sheets, tuple(pages), "short-edge" if two_sided else None)


def _signature(count: int) -> list[tuple[int, int]]:
    """Front and back of every sheet from the outside in: which page lies left and right."""
    out = []
    for n in range(count // 4):
        out += [(count - 1 - 2 * n, 2 * n), (2 * n + 1, count - 2 - 2 * n)]
    return out


def _in_pairs(count: int) -> list[tuple[int, int]]:
    return [(n, n + 1) for n in range(0, count, 2)]


def _page(number: int, side: str, size: tuple[float, float], items: tuple[Item, ...], title: str) -> Page:
    return Page(number, side, size, (), items, (), (0.0, 0.0, *size), title, bleed=0.0)
