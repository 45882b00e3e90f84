"""A photo of the table at the console: what differs from the referee's table, and what becomes of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from venice_pnp.console.check import corrected, put_back
from venice_pnp.door.match import match_of
from venice_pnp.speech.trouble import Trouble

if TYPE_CHECKING:
    from venice_pnp.console.evening import Evening

PHOTOS = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif")


def names_photo(words: Sequence[str]) -> bool:
    """Is it a file, and no player?"""
    return bool(words) and words[-1].casefold().endswith(PHOTOS)


def look_at_photo(evening: Evening, words: Sequence[str]) -> None:
    """Compares a photo with the table: the board is put back, the table corrected, or everything left."""
    from venice_pnp.look import open_eye  # an extra

    file = Path(" ".join(words).strip("'\"")).expanduser()
    if not words:
        raise Trouble("play.photo-which")
    evening.face.table(evening.scene(asked=[evening.say("photo-looking")]))
    eye = open_eye(match_of(evening.table, evening.speech.lang))
    places = eye.look([file])
    found = eye.findings(places)
    if not found.differences:
        evening.tell([found.head, *found.doubts])
        return
    evening.page = (evening.say("photo-title"), [found.head, *found.differences, *found.doubts])
    asked = [evening.say("photo-choice")]
    try:
        while True:
            text = evening.face.ask(lambda: evening.scene(asked=asked), evening.say("check-prompt")).strip()
            evening.notes = []
            if evening.hears(text, "stop"):
                evening.tell([evening.say("kept")])
                return
            if evening.hears(text, "back"):
                put_back(evening, {**eye.view, **eye.position(places)})
                return
            if evening.hears(text, "correct"):
                if corrected(evening, found.differences, eye.position(places)):
                    return
            else:
                evening.tell([evening.say("check-choose")])
    finally:
        evening.page = None
