"""What is kept of an evening on paper: the score sheet, and a page to share, as a PDF or a picture."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from venice_pnp.contract.abilities import colours_of
from venice_pnp.door.files import write_whole
from venice_pnp.door.kits import library_of
from venice_pnp.door.match import match_of
from venice_pnp.door.picture import Easel
from venice_pnp.draw.scene import Scene, Spot, moved, rect
from venice_pnp.draw.studio import Studio
from venice_pnp.games import open_kit
from venice_pnp.press.keepsake import A5, Keepsake, draw_keepsake
from venice_pnp.press.pages import Page
from venice_pnp.press.preview import page_png
from venice_pnp.press.profile import load_profile
from venice_pnp.press.writer import pdf_of
from venice_pnp.referee import seals
from venice_pnp.referee.chronicle import UNIT, chronicle_of
from venice_pnp.referee.frame import screens_of
from venice_pnp.referee.table import FINAL_WORDS, Table
from venice_pnp.speech.paint import Paint
from venice_pnp.speech.trouble import NotAMove, told_in
from venice_pnp.speech.words import Said, Speech

COMPONENT = "score-sheet"
SHARED = (".png", ".pdf")
DPI = 150  # of a picture to share


def write_sheet(table: Table, lang: str, out: Path) -> None:
    """One sheet of the player's paper: the game's own pad with what has been scored, or how the table stands."""
    score, studio = table.declared.score_sheet(), _studio(table, lang)
    if score is None:
        scene = _drawn(table, studio, A5)
    else:
        kit = studio.kit
        shape = kit.shared.shapes[kit.components[COMPONENT].shape]
        scene = score.filled_score(studio, shape, table.view(None))
    write_whole(out, _pdf(table, studio, scene))


def write_share(table: Table, lang: str, out: Path) -> None:
    """The evening on one page: the table as it was left, the result, curves, and what decided the game."""
    with told_in(lang):
        if out.suffix not in SHARED:
            raise NotAMove("share.ending", file=str(out), known=SHARED)
        if table.awaited():
            raise NotAMove("share.over")
    studio = _studio(table, lang)
    board = Easel(match_of(table, lang), lang).scene() if table.declared.lay_table() else None
    scene = _drawn(table, studio, _paper(studio), board)
    write_whole(out, page_png(scene, studio.fonts, DPI) if out.suffix == ".png" else _pdf(table, studio, scene))


def _studio(table: Table, lang: str) -> Studio:
    kit = open_kit(table.game, table.kit.folder.parent)
    return Studio(kit, library_of(None, kit.folder.parent), lang, "colour")


def _paper(studio: Studio) -> tuple[float, float]:
    return studio.kit.shared.papers[load_profile().paper].size


def _drawn(table: Table, studio: Studio, size: tuple[float, float], board: Scene | None = None) -> Scene:
    """Result or standing, who played and when, and the words by which the record can be known again."""
    speech = Speech(studio.lang, table.kit, table.players)
    paint = Paint(table.kit, (), {}, True, 80)  # names without emblems, which typefaces do not have
    screens, view = screens_of(table), table.view(None)
    over = not table.awaited()
    lines = list(screens.result(table.rules, view, speech, paint)) if over else []
    first, *rows = lines or [screens.standing(table.rules, view, speech, paint)]
    begun = datetime.fromisoformat(table.journal.entries[0].at).date().isoformat()
    small = [f"{table.path.stem} · {table.first['kit']}"]
    if table.closed:
        words = seals.words_of(table.closed["digest"], FINAL_WORDS)
        small.insert(0, speech.say("verify.words", {"words": words}))
    chronicle = chronicle_of(table)
    curves, told, counted = {}, [], ""
    if chronicle is not None:
        curves, told = chronicle.curves, chronicle.said(speech)
        facts = {"unit": Said(speech.say(UNIT)), "n": len(next(iter(curves.values()))) - 1}
        counted = speech.say("chronicle.rounds", facts)
    seats = {seat.id: seat for seat in studio.kit.seats}
    colours = colours_of(studio.kit, table.players, table.colours)
    kept = Keepsake(f"{', '.join(table.players)} · {begun}", first, rows, small, curves, counted, told, board)
    return draw_keepsake(studio, kept, {name: seats[colour] for name, colour in colours.items()}, size)


def _pdf(table: Table, studio: Studio, scene: Scene) -> bytes:
    """In the middle of a sheet of the player's paper."""
    size, lang = _paper(studio), studio.lang
    x, y = (size[0] - scene.width) / 2, (size[1] - scene.height) / 2
    spot = Spot(COMPONENT, moved(x, y), rect(x, y, scene.width, scene.height))
    title = f"{studio.kit.game.title.in_language(lang)}: {table.name}"
    page = Page(1, "front", size, (spot,), (), (), (x, y, scene.width, scene.height), title)
    author = studio.kit.game.credit.in_language(lang)
    return pdf_of([page], studio.fonts, {COMPONENT: scene}, title, author=author, lang=lang)
