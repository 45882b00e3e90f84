"""The page that one takes to the printer: every file with its stock, its sides and its pages, in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct, structs

from venice_pnp.draw.scene import Item, Path, polyline
from venice_pnp.draw.text import BOUND
from venice_pnp.kit.mounting import stock_name
from venice_pnp.press.figures import Figures, FoldStep, placed
from venice_pnp.press.folding import READING
from venice_pnp.press.guide import BELOW, BODY, NOTE, GuideText
from venice_pnp.press.guide_pages import GUTTER, GuideBlock, GuideFrame, Pillar, height_of
from venice_pnp.press.pages import Layout, Page, Printed
from venice_pnp.press.print_order import apart_of, in_print_order, kit_pages
from venice_pnp.press.profile import Sides

COPIES = 1  # every copy of a piece has its own place on the sheets
SCALE = 20.0  # points, of the one thing that must not be overlooked
TITLE_AT = 40.0  # mm from the left, behind the box to tick and the name of the file
ENDS = {"pages": 52.0, "kit-pages": 36.0, "sheets": 17.0, "copies": 0.0}  # where numbers end, in mm from the right
INDENT, ROOM = 6.0, 15.0  # of names behind the box to tick; of a number
DOT = f"{BOUND}· "  # between a part, its stock and its sides: no line begins with it
TURNED = (24.0, 18.0, 13.0, 0.0)  # mm, how high a sheet is drawn that is turned over: as the page has room; or in words


class PrintRun(Struct, frozen=True):
    """A file to print, and which pages of the whole kit it is."""

    name: str
    title: str
    stock: str
    duplex: Sides | None
    pages: int
    sheets: int
    within: tuple[int, int] | None = None
    size: tuple[float, float] | None = None  # of its pages, if it is told


def print_me(layout: Layout, files: Sequence[Printed], lead: PrintRun) -> Page:
    """What to print on what, in order, with boxes to tick; first what this page itself belongs to."""
    whole = lead.within is not None  # there is a file of the whole kit
    ordered = in_print_order(files, layout.studio.kit.shared.stocks)
    places = kit_pages(lead.pages, map(_pages, ordered))
    runs = [lead, *(_run(f, place if whole else None) for f, place in zip(ordered, places, strict=True))]
    instead = apart_of(files) - {READING}
    apart = [structs.replace(_run(f), size=f.pages[0].size) for f in files if f.name in instead]
    frame = GuideFrame(layout, "print-me")
    writer = _PrintText(layout, frame.room)
    blocks = list(writer.blocks(runs, apart, whole))
    sizes = {lead.name: layout.paper.size} | {f.name: f.pages[0].size for f in files}
    shown = ([*blocks, *writer.turning(runs, sizes, high)] for high in TURNED)
    fits = next((one for one in shown if frame.begin(1) + height_of(one) <= frame.low), blocks)
    return frame.page(1, frame.evened([Pillar(frame.left, frame.begin(1), fits)]), last=False)


def _pages(printed: Printed) -> int:
    return len({page.number for page in printed.pages})


def _run(printed: Printed, within: tuple[int, int] | None = None) -> PrintRun:
    f = printed
    return PrintRun(f.name, f.title, f.stock, f.duplex, _pages(f), f.sheets, within)


class _PrintText(GuideText):
    """Writes the lines of the page."""

    def blocks(self, runs: Sequence[PrintRun], apart: Sequence[PrintRun], whole: bool) -> Iterator[GuideBlock]:
        yield self._scale()
        yield self._lines(self.word("print-me-how" if whole else "print-me-files"))
        yield self._columns(whole)
        for (stock, duplex), own in groupby(runs, key=lambda run: (run.stock, run.duplex)):
            yield from self._group(self._asked(stock, duplex), list(own))
        if apart:
            yield self._group_head(self.word("print-me-apart"), "")
            for run in apart:
                yield self._row(run, self._apart(run))

    def turning(
        self, runs: Sequence[PrintRun], sizes: Mapping[str, tuple[float, float]], high: float
    ) -> Iterator[GuideBlock]:
        """How sheets are turned over at each of their edges, and how the scale is looked after, with pictures of some
        height or, without any, in words alone."""
        figures = Figures(self.studio)
        shown: list[tuple[str, list[FoldStep]]] = []
        turned = {run.name: (run.duplex, sizes[run.name][1] >= sizes[run.name][0]) for run in runs if run.duplex}
        for edge, is_upright in dict.fromkeys(turned.values()):
            own = [run for run in runs if turned.get(run.name) == (edge, is_upright)]
            w, h = sizes[own[-1].name]
            sideways = (edge == "long-edge") == (h >= w)
            files = ", ".join(map(self._filed, own))
            page = "turning-page" if h >= w else "turning-page-across"
            turn = self.word(page if sideways else "turning-leaf")
            pages = ("1", "2") if h >= w else ("4 1", "2 3")
            shown.append(
                (
                    f"{self.word(f'turning-{edge}').format(files=files)}. {turn}",
                    figures.turning((w, h), *pages, sideways),
                )
            )
        ruler = "turning-ruler" if shown else "turning-ruler-alone"
        shown.append((self.word(ruler), [figures.measured(self.layout.paper.size)]))
        cell = (self.wide - GUTTER * (len(shown) - 1)) / len(shown)
        items, low, under = list[Item](), 0.0, high + BELOW if high else 0.0
        for n, (text, steps) in enumerate(shown):
            each = cell / len(steps)
            for i, step in enumerate(steps if high else ()):
                items += self.moved([placed(step, (i * each, 0.0, each, high))], n * (cell + GUTTER), 0)
            words, more = self.text(text, cell, "label", NOTE)
            items += self.moved(words, n * (cell + GUTTER), under)
            low = max(low, under + more)
        yield self.heading("print-me-turning" if len(shown) > 1 else "print-me-ruler")
        yield GuideBlock(low, tuple(items))

    def _filed(self, run: PrintRun) -> str:
        """A file; of the whole kit only the pages that are meant."""
        file = f"{run.name}.pdf"
        if run.within is None or run.within[0] > 1:
            return file
        return self.word("print-me-within").format(file=file, n=_between(*run.within))

    def _scale(self) -> GuideBlock:
        items, high = self.text(self.word("print-me-scale"), self.wide, "text-bold", SCALE, "brick", "centre")
        return GuideBlock(high, items)

    def _lines(self, text: str) -> GuideBlock:
        items, high = self.text(text.format(paper=self.layout.paper.name.in_language(self.lang)), self.wide)
        return GuideBlock(high, items)

    def _columns(self, whole: bool) -> GuideBlock:
        shown: list[Item] = []
        for key, end in ENDS.items():
            if whole or key != "kit-pages":
                shown += self._number(self.word(f"print-me-{key}"), end, "label")
        name, high = self.text(self.word("print-me-file"), TITLE_AT, "label", NOTE)
        return GuideBlock(high, (*self.moved(name, INDENT, 0), *shown), heading=True)

    def _asked(self, stock: str, duplex: Sides | None) -> str:
        sides = self.word(f"print-me-{duplex}" if duplex else "one-sided")
        return f"{stock_name(self.kit.shared, stock, self.lang)}{DOT}{sides}"

    def _apart(self, run: PrintRun) -> str:
        """What it is and what it asks for; no line breaks within a stock."""
        stock, sides = self._asked(run.stock, run.duplex).split(DOT)
        said = [run.title, stock.replace(" ", BOUND), sides]
        if run.size is not None and run.size not in (self.layout.paper.size, self.layout.paper.size[::-1]):
            w, h = map(round, run.size)
            said.append(self.word("print-me-page").format(w=w, h=h).replace(" ", BOUND))
        return DOT.join(said)

    def _group(self, head: str, runs: Sequence[PrintRun]) -> Iterator[GuideBlock]:
        places = [run.within for run in runs if run.within]
        yield self._group_head(head, self._in_kit(places[0][0], places[-1][1]) if places else "")
        for run in runs:
            yield self._row(run, run.title)

    def _in_kit(self, first: int, last: int) -> str:
        return self.word("print-me-range" if last > first else "print-me-single").format(n=_between(first, last))

    def _group_head(self, head: str, said: str) -> GuideBlock:
        items, high = self.text(head, self.wide - ENDS["pages"], "text-bold", BODY + 1, "deep")
        side, _ = self.text(said or " ", ENDS["pages"], "text-bold", BODY, "deep", "right")
        rule = Path(polyline([(0, high + 1), (self.wide, high + 1)]), stroke=self.gold, width=0.35)
        return GuideBlock(high + 1.4, (*items, *self.moved(side, self.wide - ENDS["pages"], 0), rule), heading=True)

    def _row(self, run: PrintRun, title: str) -> GuideBlock:
        """A box to tick, the file, what it is, and its numbers."""
        name, _ = self.text(f"{run.name}.pdf", TITLE_AT - INDENT, "label-bold", BODY)
        said, high = self.text(title, self.wide - TITLE_AT - ENDS["pages"] - ROOM)
        numbers = {"pages": str(run.pages), "sheets": str(run.sheets), "copies": str(COPIES)}
        if run.within:
            numbers["kit-pages"] = _between(*run.within)
        shown = [item for key, number in numbers.items() for item in self._number(number, ENDS[key], "number")]
        ticked = (self.tick(0, 0.1), *self.moved(name, INDENT, 0), *self.moved(said, TITLE_AT, 0))
        return GuideBlock(max(high, 3.6), (*ticked, *shown))

    def _number(self, said: str, end: float, font: str) -> list[Item]:
        items, _ = self.text(said, ROOM, font, NOTE if font == "label" else BODY, align="right")
        return self.moved(items, self.wide - end - ROOM, 0)


def _between(low: int, high: int) -> str:
    return f"{low}–{high}" if low != high else str(low)
