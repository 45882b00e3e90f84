"""A frame from what there is to show: it fits the window, line by line, with nothing broken at the edge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from venice_pnp.console.letters import large
from venice_pnp.speech.paint import Panel, clip, fold, pad, visible
from venice_pnp.speech.words import plural

TWO_COLUMNS = 120  # from here on orders stand beside the table
TABLE = 80  # columns that the table keeps beside them
SIDE = (36, 56)  # columns of the orders beside the table: at least, at most
SHARE = (
    5  # above the prompt, the orders may take two of so many parts of the rows from the table, three if they are many
)
CROWDED = 6  # with more lines of orders than this part of the rows they are many, and what is told has no more than it
RULE, MORE = "─", "▼"
BETWEEN = " · "  # the keys of a hint


class Screenful(NamedTuple):
    """What is on the screen besides the line that is being typed."""

    head: str
    corner: str = ""  # at the right of the head: the timer
    panels: Sequence[Panel] = ()
    told: Sequence[str] = ()  # orders for the hands, the newest last
    notes: Sequence[str] = ()  # what is said to the last line that was typed
    asked: Sequence[str] = ()  # who is asked what
    hint: str = ""
    more: str = "{n}"  # how to say that {n} lines are further down
    rest: str = "…"  # how to say that {n} lines of what is said or asked are further down
    undone: str = "…"  # how to say that {n} orders are
    titles: tuple[str, str] = ("", "")  # of the orders, and of what is asked
    plain: bool = False  # no colours
    news: tuple[int, int] = (0, 0)  # how often something was told so far, and noted
    big: Sequence[str] = ()  # in large type: what can be read from the other end of the table
    read: bool = False  # the panels are a text that is looked at instead of the table
    asks: object = None  # of whom what is asked: it may become another while nobody has typed anything yet


def lines_of(panels: Sequence[Panel], width: int, strong: bool) -> list[str]:
    """Panels under one another; a title stands as a thin rule above its lines."""
    found: list[str] = []
    for panel in panels:
        if panel.title:
            found.append(rule(panel.title, width, strong))
        for line in panel.lines:
            found += [clip(part, width) for part in (fold(line, width) if panel.folds else [line])]
    return found


def rule(title: str, width: int, strong: bool) -> str:
    said = f"{RULE} {title} " if title else ""
    text = clip(said + RULE * (width - visible(said)), width)
    return f"\x1b[2m{text}\x1b[0m" if strong else text


def columns(panels: Sequence[Panel], width: int, height: int, strong: bool) -> list[str]:
    """Panels in one column, or in two where one would be too high and there is room."""
    single = lines_of(panels, width, strong)
    if len(single) <= height or len(panels) < 2 or width < TWO_COLUMNS:
        return single
    best = single
    for at in range(1, len(panels)):
        need = max((p.width for p in panels[:at]), default=0)
        left = min(max(need, width // 2 - 1), width - 42)
        if need > left:
            continue
        a = lines_of(panels[:at], left, strong)
        b = lines_of(panels[at:], width - left - 2, strong)
        if max(len(a), len(b)) < len(best):
            high = max(len(a), len(b))
            a, b = a + [""] * (high - len(a)), b + [""] * (high - len(b))
            best = [f"{pad(x, left)}  {y}" for x, y in zip(a, b, strict=True)]
    return best


class Frame(NamedTuple):
    """A scene laid out: the rows above the prompt, the columns, how many lines of the table and of the orders lie
    further down, how many orders do, and how many lines of both are in view; the same of what is said and asked."""

    rows: list[str]
    width: int
    rest: int
    orders_left: int
    strong: bool
    unread: int = 0
    seen: int = 0
    orders_seen: int = 0
    words_left: int = 0
    words_seen: int = 0


def table_width(width: int) -> int:
    """The columns that the table has, beside the orders or above them."""
    return width - _side(width) - 3 if width >= TWO_COLUMNS else width


def _side(width: int) -> int:
    return max(SIDE[0], min(SIDE[1], width // 3, width - TABLE - 3))


def frame(scene: Screenful, size: tuple[int, int], down: int = 0, orders_down: int = 0, words_down: int = 0) -> Frame:
    """Head, table, orders and question; `down`, `orders_down` and `words_down` are how far the table, the orders, and
    what is said and asked are scrolled. Prompt and hint follow."""
    width, height = max(size[0], 20), max(size[1], 8)
    strong = not scene.plain
    beside = width >= TWO_COLUMNS and not scene.big
    crowded = (
        not beside and len(_ordered(scene, width)) > height // CROWDED
    )  # what is to be done goes before what is told
    most = height // (CROWDED if crowded else 3)
    said = [clip(part, width) for line in scene.notes for part in fold(f"» {line}", width)]
    notes, unsaid = _in_view(said, most, words_down, scene.rest, width)
    question, unasked = _in_view(_question(scene.asked, width), height // 3, words_down, scene.rest, width)
    foot = [*notes, rule(scene.titles[1], width, strong), *question]
    above = height - 1 - len(foot) - 2
    big = _big(scene, width, above)
    room = max(0, above - len(big))
    if width >= TWO_COLUMNS and not big:
        side = _side(width)
        orders, left = _orders(scene, side, room, strong, orders_down)
        body, rest = _window(columns(scene.panels, width - side - 3, room, strong), room, down)
        middle = [
            f"{pad(left, width - side - 3)} {_dim('│', strong)} {right}"
            for left, right in zip(_high(body, room), _high(orders, room), strict=True)
        ]
    else:
        table = columns(scene.panels, width, room, strong)
        share = min(max(room * (3 if crowded else 2) // SHARE + 1, room - len(table)), max(0, room - 1))
        orders, left = _orders(scene, width, share, strong, orders_down)
        high = room - len(orders)
        body, rest = _window(columns(scene.panels, width, high, strong), high, down)
        middle = [*_high(body, high), *orders]
    if rest:
        foot[len(notes)] = rule(f"{MORE} {_counted(scene.more, rest)} ", width, strong)
    unread = _unread(scene, _side(width) if width >= TWO_COLUMNS and not big else width, left) if orders else 0
    rows = [_head(scene, width, strong), *big, *middle, *foot]
    ordered = max(0, len(orders) - 2)  # without its rule, and how many more there are
    words = max(unsaid, unasked)
    return Frame(rows, width, rest, left, strong, unread, len(body), ordered, words, most - 1)


def finished(made: Frame, prompt: str, typed: str, at: int, hint: str) -> tuple[list[str], tuple[int, int]]:
    """The rows of a frame with what is being typed and the hint below it, and where the cursor stands."""
    line, column = _typing(prompt, typed, at, made.width)
    rows = [*made.rows, line, _dim(clip(_short(hint, made.width), made.width), made.strong)]
    return rows, (len(rows) - 2, column)


def _short(hint: str, width: int) -> str:
    """As many of the keys as fit, the first and the last of them in any case."""
    keys = hint.split(BETWEEN)
    while len(keys) > 2 and visible(BETWEEN.join(keys)) > width:
        del keys[1]
    return BETWEEN.join(keys)


def _question(asked: Sequence[str], width: int) -> list[str]:
    """What is asked; two lines that fit into one stand in one."""
    lines = list(asked)
    if len(lines) == 2 and visible(lines[0]) + visible(lines[1]) + 2 <= width:
        lines = [f"{lines[0]}  {lines[1]}"]
    return [clip(part, width) for line in lines for part in fold(line, width)]


def _big(scene: Screenful, width: int, room: int) -> list[str]:
    """Who, what, and the newest order in large type; what does not fit is left out."""
    if not scene.big:
        return []
    found: list[str] = []
    for text in scene.big:
        lines = ["", *large(text, width - 1)]
        if len(found) + len(lines) > room:
            break
        found += lines
    return found


def _head(scene: Screenful, width: int, strong: bool) -> str:
    corner = f" {scene.corner} " if scene.corner else ""
    text = pad(clip(f" {scene.head}", width - visible(corner)), width - visible(corner)) + corner
    return f"\x1b[7m{text}\x1b[0m" if strong else text


def _dim(text: str, strong: bool) -> str:
    return f"\x1b[2m{text}\x1b[0m" if strong and text else text


def _orders(scene: Screenful, width: int, room: int, strong: bool, down: int) -> tuple[list[str], int]:
    """What the hands have to do, in at most so many rows, and how many lines of it lie further down."""
    if not scene.told or room < 2:
        return [], 0
    shown, left = _in_view(_ordered(scene, width), room - 1, down, "", width)
    if left:
        shown[-1] = clip(_counted(scene.undone, _unread(scene, width, left)), width)
    return [rule(scene.titles[0], width, strong), *shown], left


def _ordered(scene: Screenful, width: int) -> list[str]:
    return [clip(part, width) for line in scene.told for part in fold(f"▸ {line}", width)]


def _in_view(lines: list[str], room: int, down: int, rest: str, width: int) -> tuple[list[str], int]:
    """As many lines as there is room for, and how many lie further down; `rest`: how that is said in the last row."""
    if len(lines) <= room:
        return lines, 0
    shown, left = _window(lines, room - 1, down)
    return [*shown, clip(_counted(rest, left), width) if left else ""], left


def _unread(scene: Screenful, width: int, left: int) -> int:
    """How many orders have a line among the last so many."""
    unread = 0
    for line in reversed(scene.told):
        if left <= 0:
            break
        unread, left = unread + 1, left - len(fold(f"▸ {line}", width))
    return unread


def _counted(text: str, n: int) -> str:
    """`{n} more {n:line|lines}`"""
    return plural(text, {"n": n}).replace("{n}", str(n))


def _window(lines: list[str], room: int, down: int) -> tuple[list[str], int]:
    """The part of the table that is in view, and how many lines lie below."""
    start = max(0, min(down, len(lines) - room))
    return lines[start : start + room], max(0, len(lines) - start - room)


def _high(lines: list[str], room: int) -> list[str]:
    return lines[:room] + [""] * (room - len(lines))


def _typing(prompt: str, typed: str, at: int, width: int) -> tuple[str, int]:
    """The prompt with what is typed; a long line shows the part around the cursor."""
    room = max(8, width - visible(prompt) - 1)
    start = max(0, at - room + 1)
    shown = typed[start : start + room]
    return prompt + shown, visible(prompt) + visible(typed[start:at])


def cover(size: tuple[int, int], text: str) -> list[str]:
    """What everybody may see when nobody shall see anything: an empty screen and one line."""
    width, height = size
    return ["", *[""] * (height // 2 - 2), clip(text, width).center(width).rstrip()]
