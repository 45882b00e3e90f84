"""`referee sheet`: the score sheet of a table as a PDF."""

from __future__ import annotations

from pathlib import Path

from venice_pnp.cli.build import write_whole
from venice_pnp.cli.desk import Desk, open_table
from venice_pnp.draw.scene import moved, rect
from venice_pnp.draw.studio import Library, Studio
from venice_pnp.games import open_kit, part_of
from venice_pnp.kit.load import home
from venice_pnp.press.pages import Page, Spot
from venice_pnp.press.profile import Profile, load_profile
from venice_pnp.press.writer import Chapter, pdf_bytes
from venice_pnp.referee.table import Table
from venice_pnp.referee.trouble import NotAMove

COMPONENT = "score-sheet"


def print_sheet(desk: Desk, out: Path) -> int:
    table, speech = open_table(desk)
    write_sheet(table, desk.lang, out)
    print(speech.say("map.drawn", {"file": str(out)}))
    return 0


def write_sheet(table: Table, lang: str, out: Path) -> None:
    """One sheet of the player's paper, with what has been scored so far."""
    score = part_of(table.kit.id, "score")
    if score is None:
        raise NotAMove("sheet.none", game=table.game)
    kit = open_kit(table.game, table.kit.folder.parent)
    studio = Studio(kit, Library(home("templates")), lang, "colour")
    scene = score.draw_score(
        studio, kit.shared.shapes[kit.components[COMPONENT].shape], score.written(table.view(None))
    )
    size = kit.shared.papers[load_profile().paper].size
    x, y = (size[0] - scene.width) / 2, (size[1] - scene.height) / 2
    spot = Spot(COMPONENT, moved(x, y), rect(x, y, scene.width, scene.height))
    title = f"{kit.game.title.in_language(lang)}: {table.name}"
    page = Page(1, "front", size, (spot,), (), (), (x, y, scene.width, scene.height), title)
    pdf = pdf_bytes(
        [Chapter(title, [page])],
        {COMPONENT: scene},
        studio.fonts,
        Profile(),
        title=title,
        author=kit.game.credit.in_language(lang),
        lang=lang,
        duplex=None,
    )
    write_whole(out, pdf)
