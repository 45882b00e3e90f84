"""The score sheet (VTA-8.20): one column a player, the rows of three epochs and of the end."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Any, NamedTuple

from venice_pnp.draw.clearance import CLEAR
from venice_pnp.draw.frames import inset
from venice_pnp.draw.scene import Item, Path, Scene, polyline, rect
from venice_pnp.draw.studio import BLEED, Studio
from venice_pnp.games.venetia.tables import Tables
from venice_pnp.kit.models import Shape

ROWS = ("presence", "podesta", "vp", "doge", "monuments", "sum")
END = ("treaties", "rest", "last", "total")
END_OF_SNAPSHOT = {"treaties": "treaties", "doge-markers": "rest", "last-doge": "last"}
LEFT, TOP, LINE, NAMES = 9.0, 30.0, 6.1, 42.0
TALLER, AFTER_HEADING, FOOT = 1.6, 0.6, 9.0  # how much higher a heading is than a row, what is free after it and below
EPOCHS = 3


class Written(NamedTuple):
    """What a table has written on the sheet: names by colour, numbers by colour, part (epoch or end) and row."""

    names: Mapping[str, str] = {}
    numbers: Mapping[tuple[str, str, str], int] = {}


def written(snapshot: Mapping[str, Any]) -> Written:
    """The sheet of a table (VTA-8.20); the total stands there when the end has been scored."""
    names, numbers = {}, {}
    for name, house in snapshot["houses"].items():
        colour = house["colour"]
        names[colour] = name
        for line in house["sheet"]:
            part = str(line["epoch"])
            for key, value in line.items():
                if key != "epoch":
                    numbers[colour, part, END_OF_SNAPSHOT.get(key, key)] = value
            if part == "end":
                numbers[colour, part, "total"] = house["score"]
    return Written(names, numbers)


def draw_score(studio: Studio, shape: Shape, filled: Written | None = None) -> Scene:
    w, h = shape.size
    paper = studio.inks.area("paper")
    items: list[Item] = [
        Path(rect(-BLEED, -BLEED, w + 2 * BLEED, h + 2 * BLEED), paper),
        Path(rect(*inset((0, 0, w, h), 5), 2), stroke=studio.inks.line("ink"), width=0.45),
        Path(rect(*inset((0, 0, w, h), 6), 1.4), stroke=studio.inks.line("gold"), width=0.3),
        *_table(studio, w, _line(h), filled or Written()),
    ]
    return Scene(w, h, tuple(items), rect(0, 0, w, h), BLEED, paper)


def _line(height: float) -> float:
    """How high a row is: a smaller sheet has lower ones."""
    rows = EPOCHS * (len(ROWS) + 1) + len(END) + 1
    return min(LINE, (height - TOP - FOOT - (TALLER + AFTER_HEADING) * (EPOCHS + 1)) / rows)


def _table(studio: Studio, width: float, line: float, filled: Written) -> Iterator[Item]:
    tables: Tables = studio.kit.tables
    ink, wide = studio.inks.line("ink"), width - 2 * LEFT
    column = (wide - NAMES) / len(studio.kit.seats)
    title = f"{studio.kit.game.title.in_language(studio.lang)} · {studio.said('score-title')}"
    yield from studio.write(title, (LEFT, 9, wide, 8), "title", 18, "deep", spacing=0.06)
    for i, seat in enumerate(studio.kit.seats):
        family = {family.colour: family for family in tables.families}[seat.id]
        x = LEFT + NAMES + i * column
        yield Path(rect(x + 0.3, 18.4, column - 0.6, 10.6, 1), studio.inks.mixed(seat.hex, "paper", 0.35), ink, 0.25)
        yield studio.symbols.drawn(seat.emblem, (x + column / 2 - 1.7, 19.4, 3.4, 3.4), studio.inks, "ink")
        name = filled.names.get(seat.id) or family.name.in_language(studio.lang)
        yield from studio.write(
            name, (x + 0.3 + CLEAR, 23.4, column - 0.6 - 2 * CLEAR, 4.1), "label-bold", 9, "ink", floor=6, wrap=False
        )
    y = TOP
    for number, epoch in enumerate(tables.epochs, 1):
        y = yield from _heading(studio, f"{epoch.numeral} · {epoch.name.in_language(studio.lang)}", y, wide, line)
        y = yield from _rows(studio, ROWS, y, wide, column, line, filled, str(number))
    y = yield from _heading(studio, studio.said("score-end"), y, wide, line)
    yield from _rows(studio, END, y, wide, column, line, filled, "end")


def _heading(studio: Studio, text: str, y: float, wide: float, line: float) -> Generator[Item, None, float]:
    """A band with a title; returns where the next row begins."""
    band = (LEFT, y + 0.8, wide, line + TALLER - 0.6)
    yield Path(rect(*band, 0.8), studio.inks.mixed("gold", "paper", 0.6), studio.inks.line("ink"), 0.3)
    yield from studio.write(text, inset(band, CLEAR), "title", 10.5, "ink", align="left", spacing=0.04)
    return y + line + TALLER + AFTER_HEADING


def _rows(
    studio: Studio,
    keys: tuple[str, ...],
    y: float,
    wide: float,
    column: float,
    line: float,
    filled: Written,
    part: str,
) -> Generator[Item, None, float]:
    """White lines to write on, and what is written there; returns where the next row begins."""
    ink = studio.inks.line("ink")
    yield Path(rect(LEFT + NAMES, y, wide - NAMES, line * len(keys)), studio.inks.area("white"))
    for key in keys:
        strong = key in ("sum", "total")
        font = "text-bold" if strong else "text"
        yield from studio.write(
            studio.said(f"score-{key}"),
            (LEFT + CLEAR, y, NAMES - 2 * CLEAR, line),
            font,
            10,
            "ink",
            align="left",
            floor=8,
        )
        yield Path(polyline([(LEFT, y + line), (LEFT + wide, y + line)]), stroke=ink, width=0.4 if strong else 0.2)
        for i, seat in enumerate(studio.kit.seats):
            value = filled.numbers.get((seat.id, part, key))
            if value is not None:
                yield from studio.write(str(value), (LEFT + NAMES + i * column, y, column, line), font, 11)
        y += line
    top = y - len(keys) * line
    for i in range(len(studio.kit.seats) + 1):
        x = LEFT + NAMES + i * column
        yield Path(polyline([(x, top), (x, y)]), stroke=ink, width=0.2)
    return y


def filled_score(studio: Studio, shape: Shape, snapshot: Mapping[str, Any]) -> Scene:
    """The pad with what has been scored so far."""
    return draw_score(studio, shape, written(snapshot))
