"""The present table on the real board, for a second screen."""

from __future__ import annotations

from venice_pnp.door.kits import boards_of, library_of
from venice_pnp.door.match import Keeper, Match
from venice_pnp.draw.studio import Studio
from venice_pnp.draw.svg import to_svg
from venice_pnp.games import open_kit
from venice_pnp.press.parts import Parts, draw_parts
from venice_pnp.press.preview import contact_sheet, with_pieces
from venice_pnp.speech.trouble import NotAMove, told_in

BOARD = "board"


def draw_table(match: Match[Keeper], lang: str = "") -> str:
    """What everybody may see of the table, on its board, as SVG; nothing hidden is on it."""
    studio, parts = _laid(match, lang)
    return to_svg(parts.faces[BOARD], studio.fonts)


def table_png(match: Match[Keeper], dpi: int, lang: str = "") -> bytes:
    """The same as pixels."""
    studio, parts = _laid(match, lang)
    return contact_sheet(parts, studio.fonts, dpi)


def _laid(match: Match[Keeper], lang: str) -> tuple[Studio, Parts]:
    lay_table = match.keeper.declared.lay_table()
    if lay_table is None:
        with told_in(match.lang):
            raise NotAMove("map.none", game=match.kit.name)
    kit = open_kit(match.kit.name, match.kit.folder.parent)
    studio = Studio(kit, library_of(None, kit.folder.parent), lang or match.lang, "colour")
    parts = draw_parts(studio, boards_of(kit))
    return studio, with_pieces(kit, parts, BOARD, lay_table(kit, match.view()))
