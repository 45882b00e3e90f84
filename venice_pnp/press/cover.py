"""The first page of `kit.pdf`: what is in the box and how to print it."""

from __future__ import annotations

from venice_pnp.draw.scene import Item, Path, polyline, rect
from venice_pnp.kit import Kit
from venice_pnp.press.marks import footer
from venice_pnp.press.pages import Layout, Page, Printed

LINE = 6.4  # mm a row of the parts list
SHEET_LINE = 5.2  # mm a row of the list of files


def cover(layout: Layout, files: list[Printed], counts: dict[str, int]) -> Page:
    """Title, parts list to tick off, how to print."""
    studio, (w, h) = layout.studio, layout.paper.size
    kit, lang, word = studio.kit, studio.lang, layout.word
    left, wide = 20.0, w - 40
    items: list[Item] = []
    items.append(Path(rect(12, 12, w - 24, h - 30, 2), None, studio.inks.line("ink"), 0.4))
    items.append(Path(rect(13.2, 13.2, w - 26.4, h - 32.4, 1.4), None, studio.inks.line("ink"), 0.2))
    items += studio.write(kit.game.title.in_language(lang), (left, 20, wide, 16), "title", 34, "deep", spacing=0.1)
    items += studio.write(kit.game.credit.in_language(lang), (left, 38, wide, 6), "italic", 11)
    items += studio.write(word("parts"), (left, 50, wide, 6), "title", 13, "brick", spacing=0.06)
    y = 58.0
    for name, component in kit.components.items():
        if name in counts:
            items.append(Path(rect(left, y + 1.2, 3.2, 3.2, 0.4), None, studio.inks.line("ink"), 0.25))
            items += studio.write(f"{counts[name]} ×", (left + 4, y, 12, 5.6), "number", 10.5, align="right")
            text = component.name.in_language(lang)
            items += studio.write(text, (left + 18, y, 52, 5.6), "text", 10.5, align="left")
            note = component.designed.in_language(lang) if component.designed else ""
            if component.provenance == "designed":
                note = word("own-design")
            items += studio.write(
                f"• {note}" if note else " ",
                (left + 71, y, wide - 71, 5.6),
                "label",
                9,
                align="left",
                floor=8.0,
            )
            y += LINE
    items += studio.write(word("ours"), (left, y + 0.5, wide, 5), "italic", 9, align="left")
    items.append(Path(polyline([(left, y + 8), (left + wide, y + 8)]), stroke=studio.inks.line("gold"), width=0.4))
    items += studio.write(word("how-to"), (left, y + 11, wide, 6), "title", 13, "brick", spacing=0.06)
    y += 20
    hints = ["how-scale", "how-ruler", f"how-{layout.sides}", "how-cut", "how-board", *_folding(kit)]
    for number, hint in enumerate(hints, 1):
        items += studio.write(f"{number}", (left, y, 5, 5), "number", 10, "brick", align="left", valign="top")
        items += studio.write(word(hint), (left + 6, y, wide - 6, 10.5), "text", 10, align="left", valign="top")
        y += 10.5
    items += _sheet_list(layout, files, left, y + 1, wide)
    y += 1 + SHEET_LINE * len(files)
    room = h - 22 - y
    if room > 30:
        view = (left, h - 20 - min(room, wide * 110 / 264), wide, min(room, wide * 110 / 264))
        items.append(studio.symbols.drawn("ornament/bacino", view, studio.inks, "#D9B98A"))
    paper = (w, h)
    lines = (
        f"{kit.game.title.in_language(lang)} · {word('file-kit')}",
        f"{kit.shared.languages[lang]} · {word('kit')} {kit.kit_id}",
    )
    items += footer(paper, layout.paper.margin, lines, studio.fonts)
    return Page(1, "front", paper, (), tuple(items), (), (12, 12, w - 24, h - 30), kit.game.title.in_language(lang))


def _folding(kit: Kit) -> list[str]:
    """Which hints about folding this kit needs."""
    shapes = [kit.shared.shapes[c.shape] for c in kit.components.values()]
    standees = [shape for shape in shapes if shape.form == "standee"]
    flat, roofed = any(not s.top for s in standees), any(s.top for s in standees)
    return ["how-standee"] * flat + ["how-roof"] * roofed


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
