"""Texts as they are compared: what is alike to a hurried reader, alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"}
NEAR, NEAR_SHORT = 0.7, 0.65  # how alike a misspelled word must be, and one of three letters


def folded(text: str) -> str:
    """Without accents, capitals and apostrophes, hyphens as spaces."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    kept = "".join(c for c in plain if not unicodedata.combining(c))
    return re.sub(r"[-_ ]+", " ", re.sub(r"['’`.]", "", kept)).strip().casefold()


def spelled_out(text: str) -> str:
    """As it is typed where a keyboard has no umlauts: Loewe, Faecher; what has none stays as it is."""
    return "".join(UMLAUTS.get(letter, letter) for letter in text)


def likest(word: str, known: Sequence[str], n: int) -> list[str]:
    """Of these words at most n that a misspelled one may have been, the likest first."""
    import difflib  # only for a word that nobody knows

    return difflib.get_close_matches(word, known, n=n, cutoff=NEAR if len(word) > 3 else NEAR_SHORT)
