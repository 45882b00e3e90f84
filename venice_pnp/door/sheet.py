"""The score sheet of a table as a PDF."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from venice_pnp.door.files import write_whole
from venice_pnp.door.kits import library_of
from venice_pnp.draw.pdf import Plates
from venice_pnp.draw.scene import Scene, Spot, moved, rect
from venice_pnp.draw.studio import Studio
from venice_pnp.games import open_kit
from venice_pnp.press.pages import Page
from venice_pnp.press.profile import Profile, load_profile
from venice_pnp.press.standing import draw_standing
from venice_pnp.press.writer import PdfChapter, pdf_bytes, press
from venice_pnp.referee import seals
from venice_pnp.referee.frame import screens_of
from venice_pnp.referee.table import FINAL_WORDS, Table
from venice_pnp.speech.paint import Paint
from venice_pnp.speech.words import Speech

COMPONENT = "score-sheet"


def _standing(table: Table, studio: Studio) -> Scene:
    """Result or standing, who played and when, and the words by which the record can be known again."""
    speech = Speech(studio.lang, table.kit, table.players)
    paint = Paint(table.kit, (), {}, True, 80)  # names without emblems, which typefaces do not have
    screens, view = screens_of(table), table.view(None)
    over = not table.awaited()
    lines = list(screens.result(table.rules, view, speech, paint)) if over else []
    lines = lines or [screens.standing(table.rules, view, speech, paint)]
    begun = datetime.fromisoformat(table.journal.entries[0].at).date().isoformat()
    small = [f"{table.path.stem} · {table.first['kit']}"]
    if table.closed:
        words = seals.words_of(table.closed["digest"], FINAL_WORDS)
        small.insert(0, speech.say("verify.words", {"words": words}))
    return draw_standing(studio, f"{', '.join(table.players)} · {begun}", lines, small)


def write_sheet(table: Table, lang: str, out: Path) -> None:
    """One sheet of the player's paper: the game's own pad with what has been scored, or how the table stands."""
    score = table.declared.score_sheet()
    kit = open_kit(table.game, table.kit.folder.parent)
    studio = Studio(kit, library_of(None, kit.folder.parent), lang, "colour")
    if score is None:
        scene = _standing(table, studio)
    else:
        shape = kit.shared.shapes[kit.components[COMPONENT].shape]
        scene = score.filled_score(studio, shape, table.view(None))
    size = kit.shared.papers[load_profile().paper].size
    x, y = (size[0] - scene.width) / 2, (size[1] - scene.height) / 2
    spot = Spot(COMPONENT, moved(x, y), rect(x, y, scene.width, scene.height))
    title = f"{kit.game.title.in_language(lang)}: {table.name}"
    page = Page(1, "front", size, (spot,), (), (), (x, y, scene.width, scene.height), title)
    plates = Plates(studio.fonts, {COMPONENT: scene})
    pdf = pdf_bytes(
        [PdfChapter(title, press([page], plates, Profile()))],
        plates,
        title=title,
        author=kit.game.credit.in_language(lang),
        lang=lang,
        duplex=None,
    )
    write_whole(out, pdf)
