"""A sheet that tells how a table stands: a title and lines of text in a frame, for games without a score pad."""

from __future__ import annotations

from collections.abc import Sequence

from venice_pnp.draw.frames import inset
from venice_pnp.draw.scene import Item, Path, Scene, polyline, rect
from venice_pnp.draw.studio import BLEED, Studio

SIZE = (148.0, 210.0)
LEFT, TOP, GAP, FOOT = 14.0, 52.0, 2.5, 16.0
LINE, CREDIT = 6.2, 8.0  # of the text, and points of the small print
PICTURE = 46.0
PER_LINE = 62  # letters of the text that fit into a line


def draw_standing(studio: Studio, title: str, lines: Sequence[str], small: Sequence[str]) -> Scene:
    """The title above, the lines below it, the first one large; `small` at the foot."""
    w, h = SIZE
    inks, wide = studio.inks, w - 2 * LEFT
    items: list[Item] = [
        Path(rect(-BLEED, -BLEED, w + 2 * BLEED, h + 2 * BLEED), inks.area("paper")),
        Path(rect(*inset((0, 0, w, h), 5), 2), stroke=inks.line("ink"), width=0.45),
        Path(rect(*inset((0, 0, w, h), 6), 1.4), stroke=inks.line("gold"), width=0.3),
        *studio.write(studio.kit.game.title.in_language(studio.lang), (LEFT, 13, wide, 12), "title", 26, "deep"),
        *studio.write(title, (LEFT, 27, wide, 8), "text", 11, "ink", floor=8),
        Path(polyline([(LEFT, 38), (w - LEFT, 38)]), stroke=inks.line("gold"), width=0.5),
    ]
    first, *rest = lines
    items += studio.write(first, (LEFT, 40.5, wide, 9), "text-bold", 14, "brick", floor=9)
    y, low = TOP, h - FOOT - len(small) * 4.2
    for line in rest:
        high = LINE * max(1, -(-len(line) // PER_LINE))
        if y + high > low:
            break
        items += studio.write(line, (LEFT, y, wide, high), "text", 11, "ink", align="left", floor=8)
        y += high + GAP if line else GAP
    if studio.kit.game.picture and low - y > PICTURE + 2 * GAP:
        box = ((w - PICTURE) / 2, (y + low - PICTURE) / 2, PICTURE, PICTURE)
        items.append(studio.symbols.drawn(studio.kit.game.picture, box, inks, "lagoon"))
    for n, line in enumerate(small):
        box = (LEFT, h - FOOT + (n - len(small)) * 4.2 + 4, wide, 4.2)
        items += studio.write(line, box, "label", CREDIT, "ink", floor=6)
    return Scene(w, h, tuple(items), rect(0, 0, w, h), BLEED, inks.area("paper"))
