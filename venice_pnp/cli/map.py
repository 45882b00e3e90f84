"""`referee map`: the present table on the real board, for a second screen."""

from __future__ import annotations

from pathlib import Path

from venice_pnp.cli.build import boards_of, library_of, write_whole
from venice_pnp.cli.desk import Desk, open_table
from venice_pnp.draw.studio import Studio
from venice_pnp.draw.svg import to_svg
from venice_pnp.games import open_kit
from venice_pnp.press.pieces import draw_parts
from venice_pnp.press.preview import contact_sheet, with_pieces
from venice_pnp.speech.trouble import NotAMove

BOARD = "board"
ENDINGS = (".svg", ".png")


def draw_map(desk: Desk, out: Path, dpi: int) -> int:
    """Draws what everybody may see; nothing hidden is on the board."""
    table, speech = open_table(desk)
    lay_table = table.declared.lay_table()
    if lay_table is None:
        raise NotAMove("map.none", game=table.game)
    if out.suffix not in ENDINGS:
        raise NotAMove("map.ending", file=str(out), known=ENDINGS)
    kit = open_kit(table.game, table.kit.folder.parent)
    studio = Studio(kit, library_of(None, kit.folder.parent), desk.lang, "colour")
    parts = draw_parts(studio, boards_of(kit))
    parts = with_pieces(kit, parts, BOARD, lay_table(kit, table.view(None)))
    scene = parts.faces[BOARD]
    content = to_svg(scene, studio.fonts).encode() if out.suffix == ".svg" else contact_sheet(parts, studio.fonts, dpi)
    write_whole(out, content)
    print(speech.say("map.drawn", {"file": str(out)}))
    return 0
