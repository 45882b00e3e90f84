"""Texts in several languages."""

from __future__ import annotations

ANY = "*"  # a proper name: the same in every language


class Words(dict[str, str]):
    """`{en: Mirror, de: Spiegel}`, or one text for all languages (a proper name)."""

    def in_language(self, lang: str) -> str:
        return self[lang] if lang in self else self[ANY]
