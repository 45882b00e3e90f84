"""Strips onto pages: all breaks of a booklet are weighed together, as a paragraph's are.

Text breaks between its lines, never after the first or before the last of a paragraph and never below a heading.
A picture may wait for a later page of its chapter while the text runs on. Gaps give a little, so that pages end level.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from venice_pnp.draw.text import DoesNotFit
from venice_pnp.press.strips import Laidout, Strip, stacked, used

STRETCH, SHRINK = 1.0, 0.15  # of the gaps on a page, by which they may give
LEAST = 0.7  # of a page that is filled, if there is any way to do it
WAITS, CUT = 40.0, 6.0  # what a picture costs that waits for the next page, and a paragraph that goes on there
LATE = 600.0  # what it costs if it waits for the page after that, too
PARTED = 1500.0  # what it costs if such a picture stands between the two halves of a paragraph or a table
EVEN = 0.01
PAIRED, SWAPPED = 6, 0.8  # strips in a pair of columns at most; mm that a hole may be larger to keep their order
LAST = 0.4  # of a hole at the end of all pairs
State = tuple[int, int]  # how many pieces of the text, and how many pictures, are on pages


class Chain(NamedTuple):
    """Strips that stay together."""

    strips: list[Strip]
    gap: float  # above it
    height: float
    gaps: float  # within it


def chains(strips: Iterable[Strip]) -> Iterator[Chain]:
    chain: list[Strip] = []
    for strip in strips:
        chain.append(strip)
        if not strip.keep:
            yield _chain(chain)
            chain = []
    if chain:
        yield _chain(chain)


def _chain(strips: list[Strip]) -> Chain:
    gaps = sum(strip.gap for strip in strips[1:])
    return Chain(strips, strips[0].gap, sum(strip.height for strip in strips) + gaps, gaps)


class Paging:
    """Every way to break a text into pages, by their number."""

    def __init__(self, strips: Iterable[Strip], height: float, most: int) -> None:
        self.height = height
        self.text: list[Chain] = []
        self.pictures: list[Chain] = []
        self.after: list[int] = []  # how many pieces of text come before each picture
        for chain in chains(strips):
            if chain.height > height + EVEN:
                raise DoesNotFit("a piece of the booklet is higher than a page")
            if chain.strips[0].floats:
                self.pictures.append(chain)
                self.after.append(len(self.text))
            else:
                self.text.append(chain)
        self._high = [0.0, *accumulate(chain.gap + chain.height for chain in self.text)]
        self._gaps = [0.0, *accumulate(chain.gap + chain.gaps for chain in self.text)]
        self._picture_high = [0.0, *accumulate(chain.gap + chain.height for chain in self.pictures)]
        self._picture_gaps = [0.0, *accumulate(chain.gap + chain.gaps for chain in self.pictures)]
        self._chapters = [n for n, chain in enumerate(self.text) if chain.strips[0].chapter and n]
        self._end = len(self.text), len(self.pictures)
        self._layers = self._weighed(most, LEAST)
        if not self.costs():
            self._layers = self._weighed(most, 0.0)

    def costs(self) -> dict[int, float]:
        """What each number of pages costs."""
        return {n: layer[self._end][0] for n, layer in enumerate(self._layers) if self._end in layer}

    def pages(self, count: int) -> list[Laidout]:
        ends = [self._end]
        for layer in self._layers[count:0:-1]:
            ends.append(layer[ends[-1]][1])
        turns = list(zip(ends[::-1], ends[-2::-1], strict=False))
        return [self._laid(start, end, end is turns[-1][1]) for start, end in turns]

    # --- weighing ---------------------------------------------------------------------------------------
    def _weighed(self, most: int, least: float) -> list[dict[State, tuple[float, State]]]:
        """For each number of pages where one may be, how cheaply, and where the last page began."""
        known: dict[State, list[tuple[State, float]]] = {}
        layers: list[dict[State, tuple[float, State]]] = [{(0, 0): (0.0, (0, 0))}]
        while layers[-1] and len(layers) <= most:
            layer: dict[State, tuple[float, State]] = {}
            for start, (so_far, _) in layers[-1].items():
                if start not in known:
                    known[start] = list(self._ways(start, least))
                for end, cost in known[start]:
                    best = layer.get(end)
                    if best is None or so_far + cost < best[0]:
                        layer[end] = so_far + cost, start
            layers.append(layer)
        return layers

    def _ways(self, start: State, least: float) -> Iterator[tuple[State, float]]:
        """Where a page may end that begins here, and what it costs."""
        text, picture = start
        if start == self._end:
            return
        waited = bisect_right(self.after, text)
        for stop in range(text, len(self.text) + 1):
            if self._high[stop] - self._high[text] - self._first(start) > self.height * 1.1:
                return
            met = bisect_right(self.after, stop)
            for shown in range(picture, met + 1):
                if (stop, shown) == start or not self._in_its_chapter(stop, shown):
                    continue
                cost = self._cost(start, (stop, shown), least)
                if cost is not None:
                    yield (stop, shown), cost + WAITS * (met - shown) + LATE * max(0, waited - shown)

    def _first(self, start: State) -> float:
        """The gap that falls away at the head of a page."""
        text, picture = start
        if picture < len(self.pictures) and self.after[picture] <= text:
            return max(self.pictures[picture].gap, self.text[text].gap if text < len(self.text) else 0.0)
        return self.text[text].gap if text < len(self.text) else 0.0

    def _in_its_chapter(self, stop: int, shown: int) -> bool:
        """No picture waits while the next chapter begins."""
        if shown == len(self.pictures):
            return True
        at = bisect_right(self._chapters, self.after[shown] - 1)
        return at == len(self._chapters) or stop <= self._chapters[at]

    def _cost(self, start: State, end: State, least: float) -> float | None:
        high, gaps = self._natural(start, end)
        rest = self.height - high
        if rest < -SHRINK * gaps - EVEN:
            return None
        if end == self._end:
            return PARTED if self._is_parted(start, end) else 0.0
        given = min(max(rest, 0.0), STRETCH * gaps)
        if high + given < least * self.height:
            return None
        white = (rest - given) / self.height * 100 if rest > given else 0.0
        cut = (CUT if self._is_cut(end[0]) else 0.0) + (PARTED if self._is_parted(start, end) else 0.0)
        return 60 * (abs(rest) / (gaps or EVEN) if white == 0.0 else 1.0) ** 2 + 3 * white * white + cut

    def _is_cut(self, stop: int) -> bool:
        """Whether a page that ends there ends within a paragraph or a table."""
        last = self.text[stop - 1].strips[-1] if stop else None
        return last is not None and last.line[0] < last.line[1] - 1

    def _is_parted(self, start: State, end: State) -> bool:
        """Whether a picture heads the page on which a paragraph or a table goes on."""
        (text, picture), (_, shown) = start, end
        return picture < shown and self.after[picture] <= text and self._is_cut(text)

    def _natural(self, start: State, end: State) -> tuple[float, float]:
        """The height of a page and of the gaps in it."""
        (text, picture), (stop, shown) = start, end
        waits = picture < shown and self.after[picture] <= text
        first = self.pictures[picture].gap if waits else self.text[text].gap if text < stop else 0.0
        high = self._high[stop] - self._high[text] + self._picture_high[shown] - self._picture_high[picture] - first
        gaps = self._gaps[stop] - self._gaps[text] + self._picture_gaps[shown] - self._picture_gaps[picture] - first
        return high, gaps

    # --- laying -----------------------------------------------------------------------------------------
    def _laid(self, start: State, end: State, last: bool) -> Laidout:
        """The strips of a page; what is left at its foot goes into its gaps."""
        (text, picture), (stop, shown) = start, end
        strips: list[Strip] = []
        for n in range(text, stop + 1):
            while picture < shown and self.after[picture] <= n:
                strips += self.pictures[picture].strips
                picture += 1
            strips += self.text[n].strips if n < stop else ()
        return stacked(strips) if last and used(stacked(strips)) < self.height else levelled(strips, self.height)


def levelled(strips: Sequence[Strip], height: float) -> Laidout:
    """One below the other; what is left at the foot goes into the gaps, as far as they give."""
    page = stacked(strips)
    rest, gaps = height - used(page), sum(strip.gap for strip in strips[1:])
    share = min(rest / gaps, STRETCH) if gaps else 0.0
    widened = accumulate((strip.gap * share if n else 0.0 for n, strip in enumerate(strips)), initial=0.0)
    next(widened)
    return [(strip, y + more) for (strip, y), more in zip(page, widened, strict=True)]


# --- columns ----------------------------------------------------------------------------------------------
def in_columns(strips: Iterable[Strip], count: int, heights: Iterator[float]) -> list[list[Laidout]]:
    """Small print side by side, page after page; the columns of the last page end level."""
    waiting = list(chains(strips))
    pages: list[list[Laidout]] = []
    for height in heights:
        columns, done = _filled(waiting, count, height)
        if done == len(waiting):
            pages.append(_level(waiting, count, height))
            return pages
        pages.append(columns)
        waiting = waiting[done:]
    raise DoesNotFit("small print that finds no room")


def _filled(waiting: Sequence[Chain], count: int, height: float) -> tuple[list[Laidout], int]:
    """As much as has room in columns of a height, and how many pieces that are."""
    columns: list[Laidout] = []
    done = 0
    for _ in range(count):
        strips: list[Strip] = []
        y = 0.0
        while done < len(waiting):
            y += (waiting[done].gap if strips else 0.0) + waiting[done].height
            if y > height + EVEN:
                break
            strips += waiting[done].strips
            done += 1
        columns.append(stacked(strips))
    return columns, done


def _level(waiting: Sequence[Chain], count: int, height: float) -> list[Laidout]:
    """The lowest columns that hold all of it."""
    low, high = 0.0, height
    while high - low > 0.5:
        middle = (low + high) / 2
        low, high = (low, middle) if _filled(waiting, count, middle)[1] == len(waiting) else (middle, high)
    return _filled(waiting, count, high)[0]


# --- pairs ------------------------------------------------------------------------------------------------
def in_pairs(strips: Sequence[Strip], most: float) -> list[list[Laidout]]:
    """Strips in pairs of short columns, which end as level as they can; a pair is no taller than so many mm in all.
    Neighbours stay near each other, and pages may break between pairs."""
    best: list[tuple[float, list[list[Laidout]]]] = [(0.0, [])]
    for stop in range(1, len(strips) + 1):
        ways = []
        for start in range(max(0, stop - PAIRED), stop):
            own = strips[start:stop]
            if len(own) > 2 and sum(strip.height for strip in own) > most:
                continue
            cost, pair = min((_paired(own, right) for right in range(0, 2 ** len(own), 2)), key=lambda way: way[0])
            cost *= LAST if stop == len(strips) else 1.0
            ways.append((best[start][0] + cost, [*best[start][1], pair]))
        best.append(min(ways, key=lambda way: way[0]))
    return best[-1][1]


def _paired(strips: Sequence[Strip], right: int) -> tuple[float, list[Laidout]]:
    """Two columns, the right one with the strips whose bits are set; and what is wrong with them."""
    columns = [stacked(s for n, s in enumerate(strips) if (right >> n & 1) == side) for side in (0, 1)]
    swapped = sum(1 for n in range(1, len(strips)) if right >> (n - 1) & 1 and not right >> n & 1)
    return abs(used(columns[0]) - used(columns[1])) + SWAPPED * swapped + len(strips) ** 2 * EVEN, columns
