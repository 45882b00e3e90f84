"""Texts in several languages."""

from __future__ import annotations

import re

_UNSEEN = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]"
ANY = "*"  # a proper name: the same in every language


class Words(dict[str, str]):
    """`{en: Mirror, de: Spiegel}`, or one text for all languages (a proper name)."""

    def in_language(self, lang: str) -> str:
        """In this language; a proper name is the same in all; what is missing is said in the first that is there."""
        return self.get(lang) or self.get(ANY) or next(iter(self.values()))


def seen(text: str) -> str:
    """A text as a terminal may get it: what would move the cursor, change colours or turn the line is shown as �."""
    return text if text.isprintable() else re.sub(_UNSEEN, "�", text)
