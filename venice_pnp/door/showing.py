"""What one shows of a game before anybody plays it: its cover."""

from __future__ import annotations

from venice_pnp.door.files import Where, path_of
from venice_pnp.door.kits import boards_of, libraries_of
from venice_pnp.door.printing import edition_of
from venice_pnp.door.wishes import one_of
from venice_pnp.draw.engraving import cover_of
from venice_pnp.draw.studio import Studio
from venice_pnp.draw.svg import to_svg
from venice_pnp.games import open_kit


def draw_cover(game: str, lang: str = "en", edition: str = "colour", data: Where | None = None) -> str:
    """The cover of a game, with its title, as SVG: 120 mm wide and 156 mm high."""
    studio = _studio(game, lang, edition, data)
    return to_svg(cover_of(studio, boards_of(studio.kit)), studio.fonts)


def _studio(game: str, lang: str, edition: str, data: Where | None) -> Studio:
    folder = path_of(data)
    kit = open_kit(game, folder)
    return Studio(
        kit, libraries_of(None, folder)(kit), one_of(lang, kit.game.languages, "language"), edition_of(edition)
    )
