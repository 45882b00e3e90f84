"""The board of Rialto: the pile, the lot for sale, and a track for the purses."""

from collections.abc import Iterator

from venice_pnp.draw.ornament import water
from venice_pnp.draw.scene import Item, Path, Scene, rect
from venice_pnp.draw.studio import BLEED, Studio
from venice_pnp.kit.models import Shape


def draw_board(studio: Studio, shape: Shape) -> Scene:
    width, height = shape.size  # all in mm, from the top left corner
    return Scene(width, height, tuple(_items(studio, width, height)), rect(0, 0, width, height), BLEED, "#FFFFFF")


def _items(studio: Studio, width: float, height: float) -> Iterator[Item]:
    inks, ink = studio.inks, studio.inks.line("ink")
    yield Path(rect(-BLEED, -BLEED, width + 2 * BLEED, height + 2 * BLEED), inks.area("shallow"))
    yield water((3, 3, width - 14, height - 6), inks.line("lagoon"))
    title = studio.kit.game.title.in_language(studio.lang).upper()
    for text, y, high, size in ((title, 7, 22, 34), (studio.said("purse"), 125, 9, 12)):
        yield Path(rect(7, y, width - 14, high, 2), inks.area("paper"), ink, 0.5)
        yield from studio.write(text, (10, y, width - 20, high), "title", size, "deep")
    for text, x in ((studio.said("pile"), 7), (studio.said("open"), width - 70)):
        yield Path(rect(x, 33, 63, 88, 3), inks.area("paper"), ink, 0.5)
        yield from studio.write(text, (x + 6, 69, 51, 16), "title", 14, "terrazzo")
    purse = studio.kit.tables.numbers["purse"]
    high = 66 / (purse // 7 + 1)  # seven in a row, and as many rows as it takes
    for ducats in range(purse + 1):
        x, y = 7 + ducats % 7 * 19.14, 138 + ducats // 7 * high
        yield Path(rect(x, y, 19.14, high), inks.area("paper"), ink, 0.5)
        yield from studio.write(str(ducats), (x + 2, y + 2, 15, high - 4), "number", 18, "terrazzo")
