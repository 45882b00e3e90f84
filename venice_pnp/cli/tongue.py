"""Which language to speak."""

from __future__ import annotations

import os

LANGUAGES = ("en", "de")


def spoken(asked: str | None) -> str | None:
    """The language asked for, or the user's; None if the one asked for is not known."""
    if asked:
        lang = asked[:2].lower()
        return lang if lang in LANGUAGES else None
    own = next(filter(None, (os.environ.get(key) for key in ("VENICE_PNP_LANG", "LC_ALL", "LANG"))), "")
    return own[:2].lower() if own[:2].lower() in LANGUAGES else LANGUAGES[0]
