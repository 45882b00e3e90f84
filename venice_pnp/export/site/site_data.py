"""What the site says, in every language, and what it offers where nobody says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from pathlib import Path

from venice_pnp.draw.inks import Edition
from venice_pnp.kit.inherit import laid_over
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


def load_site_data(data: Path | None = None) -> SiteData:
    """Ours, with what an own folder of data lays over it: its words in another language, its papers."""
    reader = Reader()
    files = [home("data") / SITE_FILE, *([data / SITE_FILE] if data and (data / SITE_FILE).is_file() else [])]
    nodes = [node for file in files if (node := reader.compose(file))]
    found = reader.whole(reduce(laid_over, nodes), SiteData) if len(nodes) == len(files) else None
    reader.raise_if_faulty()
    assert found is not None  # else there are faults
    return found
