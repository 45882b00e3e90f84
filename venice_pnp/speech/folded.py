"""Texts as they are compared: what is alike to a hurried reader, alike."""

from __future__ import annotations

import re
import unicodedata


def folded(text: str) -> str:
    """Without accents, capitals and apostrophes, hyphens as spaces."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    kept = "".join(c for c in plain if not unicodedata.combining(c))
    return re.sub(r"[-_ ]+", " ", re.sub(r"['’`.]", "", kept)).strip().casefold()
