"""What one shows of a game before anybody plays it: its cover, and the finished game on a table."""

from __future__ import annotations

from venice_pnp.door.files import Where, path_of
from venice_pnp.door.kits import boards_of, libraries_of
from venice_pnp.door.manuscript import manuscript_of
from venice_pnp.door.printing import edition_of
from venice_pnp.door.wishes import WrongWish, one_of
from venice_pnp.draw.engraving import cover_of
from venice_pnp.draw.pdf import Plates
from venice_pnp.draw.scene import Group
from venice_pnp.draw.studio import Studio
from venice_pnp.draw.svg import to_svg
from venice_pnp.games import open_kit
from venice_pnp.press.boxes import wanted, with_boxes
from venice_pnp.press.camera import photo
from venice_pnp.press.folding import leaf_size
from venice_pnp.press.parts import draw_parts
from venice_pnp.press.tableau import BOARD, Props, tableau

WIDTH = 1400  # points
PAPER = "a4"  # whose booklet lies on the table


def draw_cover(game: str, lang: str = "en", edition: str = "colour", data: Where | None = None) -> str:
    """The cover of a game, with its title, as SVG: 120 mm wide and 156 mm high."""
    studio = _studio(game, lang, edition, data, None)
    return to_svg(cover_of(studio, boards_of(studio.kit)), studio.fonts)


def draw_finished(
    game: str,
    lang: str = "en",
    edition: str = "colour",
    data: Where | None = None,
    templates: Where | None = None,
    width: int = WIDTH,
) -> bytes:
    """The finished game on a table, in perspective, as a PNG of so many points: the board in the middle of a game, what
    lies before the players, the booklet and the boxes."""
    studio = _studio(game, lang, edition, data, templates)
    kit = studio.kit
    if BOARD not in kit.components:
        raise WrongWish(f"{kit.name} has no part '{BOARD}' to be shown on a table")
    manuscript, boards = manuscript_of(kit), boards_of(kit)
    laid, before = manuscript.show() if manuscript else ((), ())
    boxes = wanted(kit, None, sleeves=False)
    parts = with_boxes(studio, draw_parts(studio, boards), boxes)
    cover = Group(cover_of(studio, boards).items)
    props = Props(studio, parts, laid, before, boxes, cover, leaf_size(kit.shared.papers[PAPER]))
    return photo(tableau(props), studio.inks, Plates(studio.fonts, dict(parts.faces)), width)


def _studio(game: str, lang: str, edition: str, data: Where | None, templates: Where | None) -> Studio:
    folder = path_of(data)
    kit = open_kit(game, folder)
    library = libraries_of(path_of(templates), folder)(kit)
    return Studio(kit, library, one_of(lang, kit.game.languages, "language"), edition_of(edition))
