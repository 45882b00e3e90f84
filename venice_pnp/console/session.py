"""The door of the console: opens a table or resumes one, and plays until the people leave."""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from venice_pnp.console.after import Again
from venice_pnp.console.demo import players_for, watch
from venice_pnp.console.display import Covered, Display, Lines, Window
from venice_pnp.console.evening import Evening, Wishes
from venice_pnp.console.lesson import LESSON, SETUP, lesson_of, start_of, teach
from venice_pnp.console.setup import Back, Reception, choose_game, open_new_table, seat_them, tick_off
from venice_pnp.console.terminal import Leave, Terminal, fits
from venice_pnp.contract.play import Refused
from venice_pnp.door.kits import game_names
from venice_pnp.kit import FaultyData
from venice_pnp.referee import home, story, unfinished
from venice_pnp.referee.table import Table, new_table, open_game, open_table
from venice_pnp.speech.tongues import tongues
from venice_pnp.speech.trouble import NoTable, NotAMove, Trouble
from venice_pnp.speech.words import Said, Speech

NEW = "new"  # instead of a table that is there


class Asked(NamedTuple):
    """How the console was called."""

    table: str | None
    data: Path | None
    lang: str | None  # as it was asked for; None: the table is asked
    spoken: str  # the language of this machine
    plain: bool
    wishes: Wishes
    new: bool = False
    game: str = ""


@contextmanager
def faced(plain: bool, lang: str) -> Iterator[Display]:
    """A window where the terminal can show one, else lines of text."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal without our characters shows others, but goes on
        sys.stdout.reconfigure(encoding="utf-8" if sys.platform == "win32" else None)
    if plain or not fits():
        if not sys.stdin.isatty():
            raise NotAMove("play.terminal")
        yield Lines(Speech(lang))
    else:
        with Terminal() as terminal:
            yield Window(terminal, Speech(lang))


def play(asked: Asked) -> str:
    """Plays; returns what is said when everybody has left."""
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        raise NotAMove("play.terminal")
    lang, name = asked.lang or asked.spoken, ""
    with faced(asked.plain, lang) as face:
        try:
            table, lang = _first(face, asked)
            while True:
                name = table.name
                home.remember_language(lang, table.id)
                try:
                    _evening(table, lang, face, asked)
                except Again as again:
                    table, lang = _next(again, table, face.speech.lang, face, asked)
        except (Leave, Covered, KeyboardInterrupt):
            lang = face.speech.lang
    over = "play.left-over" if name and not table.awaited() else "play.left"
    return Speech(lang).say(over, {"table": Said(name)}) if name else ""


def _first(face: Display, asked: Asked) -> tuple[Table, str]:
    """The table that was named or used last, in the language spoken there last; without one, a new one."""
    spoken = _known(home.last_language(), asked) or asked.spoken
    lang = asked.lang or spoken
    try:
        if not asked.new:
            chosen = None if asked.table is not None else _chosen(face, lang, asked.data)
            if chosen != NEW:
                table = open_table(asked.table or chosen, asked.data)
                return table, asked.lang or _known(home.last_language(table.id), asked) or lang
    except NoTable as trouble:
        if asked.table is not None or trouble.key not in ("table.none", "table.unknown"):
            raise
    return open_new_table(face, asked.lang, spoken, asked.data, asked.game, asked.table)


def _known(lang: str, asked: Asked) -> str:
    return lang if lang in tongues(asked.data).names else ""


def _chosen(face: Display, lang: str, data: Path | None) -> str | None:
    """Which of several tables that are being played, or of one and the last one used, which is over; None: there is no
    choice, so the last one used."""
    last = _last()
    files = dict.fromkeys((*([last] if last else []), *home.table_files()))
    found = [(path, table) for path in files if (table := _opened(path, data)) is not None]
    playing = [(path, table) for path, table in found if table.awaited()]
    if all(path == last for path, _ in playing):
        return None
    over = [(path, table) for path, table in found if path == last and not table.awaited()]
    reception = Reception(face, lang, data, "tables")
    offered = [(str(path), _table_line(table, reception.speech)) for path, table in (*playing, *over)]
    while True:
        try:
            return str(reception.choose(reception.say("which-table"), [*offered, (NEW, reception.say("new-table"))]))
        except Back:
            continue


def _last() -> Path | None:
    """The table that was used last, if it is still there."""
    with suppress(NoTable):
        path = home.table_path(None)
        return path if path.exists() else None
    return None


def _opened(path: Path, data: Path | None) -> Table | None:
    """A table; None, if it cannot be opened here."""
    with suppress(Trouble, Refused, FaultyData):
        return Table(path, data)
    return None


def _table_line(table: Table, speech: Speech) -> str:
    """A table in a line."""
    title = table.kit.game.title.in_language(speech.lang)
    facts = {"table": table.name, "game": title, "players": tuple(table.players), "n": story.moves_made(table)}
    return speech.say("play.table-line" if table.awaited() else "play.table-line-over", facts)


def _next(again: Again, table: Table, lang: str, face: Display, asked: Asked) -> tuple[Table, str]:
    if not again.same:
        return open_new_table(face, lang, lang, asked.data)
    seeded = "seed" in table.first
    colours = table.first.get("colours") or {}
    options = table.first["options"]
    return seat_them(table.game, table.players, options, seeded, colours, asked.data, bots=table.bots), lang


def _evening(table: Table, lang: str, face: Display, asked: Asked) -> None:
    table.check_place()
    evening = _seated(table, lang, face, asked)
    speech = evening.speech
    if table.missing is not None:
        evening.tell([speech.say("table.older", table.older)])
    if table.other_kit:
        facts = {"kit": table.first["kit"], "here": table.kit.kit_id}
        evening.tell([speech.say("table.kit-warning", facts)])
    begun = unfinished.kept_told(table.id, len(table.journal.entries))
    played_here = story.moves_made(table) > 0 and unfinished.kept(table.id)[0] > 0
    if not story.is_begun(table) and story.from_the_start(table) and not begun and not played_here:
        tick_off(evening)
        evening.begin()
    else:
        evening.tell([*evening.notes, *story.so_far(table, evening.script, speech, evening.paint())])
        evening.resume()
    evening.keeps_hands = True
    evening.run()


def _seated(table: Table, lang: str, face: Display, asked: Asked) -> Evening:
    face.speech = Speech(lang, table.kit, table.players, "seed" in table.first)
    return Evening(table, face.speech, face, asked.wishes)


def lesson(asked: Asked) -> str:
    """A guided first round, in a folder that is gone afterwards."""
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        raise NotAMove("play.terminal")
    lang = asked.lang or asked.spoken
    with tempfile.TemporaryDirectory(prefix="venice-pnp-") as folder, faced(asked.plain, lang) as face:
        try:
            game = asked.game or choose_game(face, lang, asked.data)
            kit = open_game(game, asked.data).kit
            plan = lesson_of(kit, lang)
            start = start_of(kit, lang)
            path = Path(folder) / f"{LESSON}.table"
            table = new_table(game, plan.players, path=path, seed=plan.seed, start=start, data=asked.data, setup=SETUP)
            teach(_seated(table, lang, face, asked), plan)
        except Refused:  # an own kit has other numbers, by which a move of the lesson may be impossible
            raise NotAMove("lesson.cannot", game=kit.game.title.in_language(lang)) from None
        except (Leave, Covered, KeyboardInterrupt):
            pass
    return ""


def demo(asked: Asked, seed: str, pace: float) -> str:
    """A game by bots, in a folder that is gone afterwards."""
    if not sys.stdout.isatty():
        raise NotAMove("play.terminal")
    lang = asked.lang or asked.spoken
    game = asked.game or game_names(asked.data)[0]
    kit = open_game(game, asked.data).kit
    with tempfile.TemporaryDirectory(prefix="venice-pnp-") as folder, faced(asked.plain, lang) as face:
        try:
            path = Path(folder) / "demo.table"
            table = new_table(game, players_for(*kit.game.players), path=path, seed=seed, data=asked.data)
            evening = _seated(table, lang, face, asked)
            watch(evening, seed, pace)
            while True:
                evening.over()
        except (Leave, Covered, Again, KeyboardInterrupt):
            pass
    return ""
