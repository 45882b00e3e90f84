"""The first pages of `kit.pdf`: what is in the box and how to print it."""

from __future__ import annotations

from venice_pnp.draw.scene import Item, Path, polyline, rect
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Component, Shape
from venice_pnp.press.marks import footer
from venice_pnp.press.pages import Layout, Page, Printed

LINE = 6.4  # mm a row of the parts list
HINT, HINT_OF_MANY, MANY_HINTS = 10.5, 9.0, 7  # mm a hint; a kit with many hints sets them closer
SHEET_LINE = 5.2  # mm a row of the list of files


LEFT = 20.0
FOOT = 20.0  # mm below the text
VIEW = 110 / 264  # the height of the view of the Bacino to its width


def cover(layout: Layout, files: list[Printed], counts: dict[str, int], without: frozenset[str]) -> list[Page]:
    """Title, parts list to tick off, how to print: on one page, or on two if the box holds many parts."""
    wide, h = layout.paper.size[0] - 2 * LEFT, layout.paper.size[1]
    hints = ["how-scale", "how-ruler", f"how-{layout.sides}", "how-cut", "how-board", *_folding(layout.studio.kit)]
    high = HINT if len(hints) < MANY_HINTS else HINT_OF_MANY
    first, y = _parts(layout, counts, without, wide)
    needed = 20 + high * len(hints) + 1 + SHEET_LINE * len(files)
    if y + needed <= h - FOOT:
        how, y = _how(layout, files, hints, high, y, wide)
        return [_page(layout, 1, [*first, *how, *_view(layout, y, wide)])]
    how, end = _how(layout, files, hints, HINT, 12.0, wide)
    return [
        _page(layout, 1, [*first, *_view(layout, y + 6, wide)]),
        _page(layout, 2, [*how, *_view(layout, end, wide)]),
    ]


def _page(layout: Layout, number: int, items: list[Item]) -> Page:
    """A page with its double rule and its footer."""
    studio, (w, h) = layout.studio, layout.paper.size
    title = studio.kit.game.title.in_language(studio.lang)
    ink = studio.inks.line("ink")
    rules = [
        Path(rect(12, 12, w - 24, h - 30, 2), None, ink, 0.4),
        Path(rect(13.2, 13.2, w - 26.4, h - 32.4, 1.4), None, ink, 0.2),
    ]
    lines = (
        f"{title} · {layout.word('file-kit')}",
        f"{studio.kit.shared.languages[studio.lang]} · {layout.word('kit')} {studio.kit.kit_id}",
    )
    marks = (*rules, *items, *footer((w, h), layout.paper.margin, lines, studio.fonts))
    return Page(number, "front", (w, h), (), marks, (), (12, 12, w - 24, h - 30), title)


def _parts(layout: Layout, counts: dict[str, int], without: frozenset[str], wide: float) -> tuple[list[Item], float]:
    """Title and parts list, and where they end."""
    studio, kit, lang, word = layout.studio, layout.studio.kit, layout.studio.lang, layout.word
    items: list[Item] = []
    items += studio.write(kit.game.title.in_language(lang), (LEFT, 20, wide, 16), "title", 34, "deep", spacing=0.1)
    items += studio.write(kit.game.credit.in_language(lang), (LEFT, 38, wide, 6), "italic", 11)
    items += studio.write(word("parts"), (LEFT, 50, wide, 6), "title", 13, "brick", spacing=0.06)
    y = 58.0
    for name, component in kit.components.items():
        if name in counts or name in without:
            count = f"{counts[name]} ×" if name in counts else "–"
            items.append(Path(rect(LEFT, y + 1.2, 3.2, 3.2, 0.4), None, studio.inks.line("ink"), 0.25))
            items += studio.write(count, (LEFT + 4, y, 12, 5.6), "number", 10.5, align="right")
            text = component.name.in_language(lang)
            items += studio.write(text, (LEFT + 18, y, 52, 5.6), "text", 10.5, align="left")
            note = _note(layout, component, name in without) or " "
            items += studio.write(note, (LEFT + 71, y - 0.3, wide - 71, 6.2), "label", 9, align="left", floor=6.5)
            y += LINE
    items += studio.write(word("ours"), (LEFT, y + 0.5, wide, 5), "italic", 9, align="left")
    return items, y


def _note(layout: Layout, component: Component, left_out: bool) -> str:
    """What of a part is ours, and what may replace it."""
    lang, word = layout.studio.lang, layout.word
    own = component.instead.in_language(lang) if component.instead else ""
    if left_out:
        return word("left-out").format(what=own or f"{component.count} × {word('your-own')}")
    ours = component.designed.in_language(lang) if component.designed else ""
    if component.provenance == "designed":
        ours = word("own-design")
    said = [f"• {ours}"] if ours else []
    return "   ".join([*said, word("or").format(what=own)] if own else said)


def _how(
    layout: Layout, files: list[Printed], hints: list[str], high: float, y: float, wide: float
) -> tuple[list[Item], float]:
    """How to print, cut and fold, and the list of files; and where they end."""
    studio, word = layout.studio, layout.word
    items: list[Item] = []
    items.append(Path(polyline([(LEFT, y + 8), (LEFT + wide, y + 8)]), stroke=studio.inks.line("gold"), width=0.4))
    items += studio.write(word("how-to"), (LEFT, y + 11, wide, 6), "title", 13, "brick", spacing=0.06)
    y += 20
    for number, hint in enumerate(hints, 1):
        items += studio.write(f"{number}", (LEFT, y, 5, 5), "number", 10, "brick", align="left", valign="top")
        items += studio.write(word(hint), (LEFT + 6, y, wide - 6, high), "text", 10, align="left", valign="top")
        y += high
    items += _sheet_list(layout, files, LEFT, y + 1, wide)
    return items, y + 1 + SHEET_LINE * len(files)


def _view(layout: Layout, y: float, wide: float) -> list[Item]:
    """The Bacino of San Marco where there is room for it."""
    low = layout.paper.size[1] - FOOT
    room = low - 2 - y
    studio = layout.studio
    picture = studio.kit.game.picture
    if picture is None or room <= 30:
        return []
    high = min(room, wide * VIEW)
    return [studio.symbols.drawn(picture, (LEFT, low - high, wide, high), studio.inks, "#D9B98A")]


def _folding(kit: Kit) -> list[str]:
    """Which hints about slanted sides and folding this kit needs."""
    shapes = [kit.shared.shapes[c.shape] for c in kit.components.values()]
    standees = [shape for shape in shapes if shape.form == "standee"]
    flat, roofed = any(not s.top for s in standees), any(s.top for s in standees)
    nets = any(_hollow(shape) for shape in shapes)
    slanted = any(shape.form == "polygon" and not _hollow(shape) for shape in shapes)
    return ["how-slanted"] * slanted + ["how-standee"] * flat + ["how-roof"] * roofed + ["how-net"] * nets


def _hollow(shape: Shape) -> bool:
    """Whether a polygon has corners that point inward, as the net of a die has."""
    around = [*shape.corners[-2:], *shape.corners]
    bends = [
        (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        for (ax, ay), (bx, by), (cx, cy) in zip(around, around[1:], around[2:], strict=False)
    ]
    return any(bend > 0 for bend in bends) and any(bend < 0 for bend in bends)


def _sheet_list(layout: Layout, files: list[Printed], x: float, y: float, wide: float) -> list[Item]:
    """Which file needs how many sheets of what."""
    studio = layout.studio
    items: list[Item] = []
    for printed in files:
        stock = studio.kit.shared.stocks[printed.stock].name.in_language(studio.lang)
        text = f"**{printed.title}**: {printed.sheets} × {stock}"
        items += studio.write(text, (x, y, wide, 5), "label", 9.5, align="left", floor=8.0)
        y += SHEET_LINE
    return items
