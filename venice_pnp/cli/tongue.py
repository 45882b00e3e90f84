"""Which language to speak."""

from __future__ import annotations

import os
from pathlib import Path

from venice_pnp.referee.home import kept_data_folders
from venice_pnp.speech.tongues import tongues

ASKED_BY = ("VENICE_PNP_LANG", "LC_ALL", "LANG")  # what may name the user's language, the first one first


def spoken(asked: str | None, data: Path | None = None) -> str | None:
    """The language asked for, or the user's; None if the one asked for is not known."""
    own = next(filter(None, (os.environ.get(key) for key in ASKED_BY)), "")
    word = asked or own
    found = _meant(word, data) if word else None
    return found if found or asked else tongues(data).first


def known_languages(data: Path | None = None) -> list[str]:
    """Those of the house and of this folder of data, and those of the data that tables are played with."""
    folders = (data, *kept_data_folders())
    return list(dict.fromkeys(lang for folder in folders for lang in tongues(folder).names))


def _meant(word: str, data: Path | None) -> str | None:
    """Mostly one of ours; only if not, the data of the tables are looked through."""
    found = tongues(data).meant(word)
    return found or next(filter(None, (tongues(folder).meant(word) for folder in kept_data_folders())), None)
