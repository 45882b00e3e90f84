"""After the game: the result, why it came out so, and what is kept of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from venice_pnp.console.ordered import ALL
from venice_pnp.console.terminal import Leave
from venice_pnp.referee import seals
from venice_pnp.referee.chronicle import UNIT, chronicle_of
from venice_pnp.referee.export import exported
from venice_pnp.referee.frame import screens_of
from venice_pnp.referee.table import FINAL_WORDS
from venice_pnp.speech.folded import folded
from venice_pnp.speech.paint import bars, pad, visible
from venice_pnp.speech.tongues import referee_texts
from venice_pnp.speech.trouble import Trouble
from venice_pnp.speech.words import Said

if TYPE_CHECKING:
    from venice_pnp.console.evening import Evening


SHORTEST = 3  # letters of a choice that is cut short
CURVE = 48  # columns of a curve, so that a narrow window has room for a name beside it


class Again(Exception):
    """Another game: the same people, or a new table."""

    def __init__(self, same: bool) -> None:
        self.same = same
        super().__init__()


def after_the_game(evening: Evening) -> None:
    """The result stays on the screen; record, score sheet, another game, or good night."""
    lines, looked = list(result(evening)), evening.page is not None
    words = ("record", "sheet", "story", "share", "again", "new", "quit")
    choices = [(word, evening.say(f"end-{word}")) for word in words]
    listed = "  ".join(f"[{n + 1}]\u00a0{text}" for n, (_, text) in enumerate(choices))
    if evening.face.window:
        evening.told_aside = evening.page is None
        evening.page = evening.page or (evening.speech.say("screen.over"), lines)
    elif not evening.ended:
        evening.tell([*evening.notes, *lines])
    evening.ended = True
    text = evening.face.ask(lambda: evening.scene(asked=[listed]), evening.say("end-prompt"))
    evening.page, evening.told_aside, evening.notes = None, False, []
    picked = _picked(evening, text, words)
    if picked == "record":
        evening.tell([_kept(evening, ".yaml")])
    elif picked == "sheet":
        evening.tell([_kept(evening, ".pdf")])
    elif picked == "story":
        evening.look_at(evening.speech.say("chronicle.title"), how_it_went(evening))
    elif picked == "share":
        evening.tell([_kept(evening, ".png"), _kept(evening, "-page.pdf")])
    elif picked in ("again", "new"):
        raise Again(same=picked == "again")
    elif picked == "quit":
        raise Leave
    elif not text or text == ALL:
        if not (evening.face.window and looked):  # Enter alone only closes what was read
            evening.tick(len(evening.orders) if text else 1)
    else:
        command = evening.command_of(text, ())
        if command is None:
            evening.tell([evening.speech.say("screen.over"), evening.say("choose-one", n=len(choices))])
            return
        if command == "help":
            evening.tell([evening.say("end-help-public" if evening.table.is_public else "end-help")])
        elif command == "table":
            shown = evening.say("end-table")
            evening.face.ask(lambda: evening.scene(asked=[shown]), evening.say("ready"))
        else:
            evening.do(command, text.split()[1:])


def _picked(evening: Evening, text: str, words: Sequence[str]) -> str | None:
    """The choice that is meant: by its number, or by its own words in any language, before a command that is cut short;
    a command in full goes before a choice that is."""
    if text.isdecimal():
        return words[int(text) - 1] if 0 < int(text) <= len(words) else None
    said, texts = folded(text), referee_texts(evening.speech.data)["messages"]
    forms = {word: {word, *(folded(form) for form in texts[f"play.end-{word}"].values())} for word in words}
    whole = [word for word in words if said in forms[word]]
    if whole or not said or said in evening.commands:
        return next(iter(whole), None)
    begun = [w for w in words if any(part.startswith(said) for form in forms[w] for part in (form, *form.split()))]
    return begun[0] if len(begun) == 1 and len(said) >= SHORTEST else None


def result(evening: Evening) -> list[str]:
    """The table of results, how ties were broken, and the words of this game."""
    table, speech = evening.table, evening.speech
    lines = list(screens_of(table).result(table.rules, table.view(None), speech, evening.paint()))
    digest = []
    if table.closed:
        digest.append(speech.say("verify.words", {"words": seals.words_of(table.closed["digest"], FINAL_WORDS)}))
        if "seed" in table.closed:
            digest.append(evening.say("seed-was", seed=str(table.closed["seed"]["seed"])))
    at = lines.index("") if "" in lines else len(lines)
    return [*lines[:at], *digest, *lines[at:]]


def how_it_went(evening: Evening) -> list[str]:
    """A curve for every player, round by round, then when the game turned and what decided it."""
    speech, chronicle = evening.speech, chronicle_of(evening.table)
    if chronicle is None:
        return [speech.say("chronicle.none")]
    curves, paint = chronicle.curves, evening.paint()
    values = [value for curve in curves.values() for value in curve]
    rounds = len(next(iter(curves.values()))) - 1
    lines = [speech.say("chronicle.rounds", {"unit": Said(speech.say(UNIT)), "n": rounds})]
    wide = max(visible(paint.seat(name)) for name in curves)
    for name, curve in curves.items():
        drawn = bars(curve, min(values), max(values), CURVE)
        lines.append(f"{pad(paint.seat(name), wide)} {drawn} {curve[-1]}")
    return [*lines, "", *chronicle.said(speech)]


def _kept(evening: Evening, ending: str) -> str:
    """Writes the record, the score sheet or the page to share beside the others, never over one."""
    table = evening.table
    file = _free(Path.cwd() / f"{table.path.stem}{ending}")
    try:
        if ending != ".yaml":
            from venice_pnp.door.sheet import write_share, write_sheet  # all that draws; an evening starts without it

            write = write_sheet if ending == ".pdf" else write_share
            write(table, evening.speech.lang, file)
        else:
            file.write_text(exported(table, evening.speech), encoding="utf-8")
    except OSError as error:
        raise Trouble("file.write", file=str(file), reason=error.strerror or "") from None
    said = evening.speech.say("export.done", {"file": Said(str(file))})
    corrected = table.correction if ending == ".yaml" else None
    return f"{said} {evening.speech.say('export.corrected', corrected)}" if corrected else said


def _free(file: Path) -> Path:
    if not file.exists():
        return file
    return next(
        found for n in range(2, 10_000) if not (found := file.with_name(f"{file.stem}-{n}{file.suffix}")).exists()
    )
