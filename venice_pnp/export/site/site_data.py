"""What the site says, in every language, and what it offers where nobody says otherwise."""

from __future__ import annotations

from collections.abc import Mapping

from venice_pnp.draw.inks import Edition
from venice_pnp.kit.load import borrow, home
from venice_pnp.kit.models import Id, Model
from venice_pnp.kit.reader import Reader
from venice_pnp.kit.wording import Words

SITE_FILE = "export/site.yaml"


class SiteData(Model, frozen=True):
    """`data/export/site.yaml`."""

    papers: list[Id]
    editions: list[Edition]
    letters: str  # that the typefaces bring along, as ranges
    fonts: list[str]  # of templates/fonts.yaml
    words: dict[str, Words]


class SiteWords:
    """The words of the site in one language."""

    def __init__(self, data: SiteData, lang: str, fallback: Mapping[str, str]) -> None:
        self._words, self.lang = data.words, lang
        for words in self._words.values():
            borrow(words, dict(fallback))

    def say(self, key: str, **facts: object) -> str:
        return self._words[key].in_language(self.lang).format(**facts)


def load_site_data() -> SiteData:
    reader = Reader()
    found = reader.read(home("data") / SITE_FILE, SiteData)
    reader.raise_if_faulty()
    assert found is not None  # else there are faults
    return found
