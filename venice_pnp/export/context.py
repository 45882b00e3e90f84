"""Where texts are seen: a picture of every part and of every page of the booklet, and the texts that are on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from venice_pnp.door.kits import boards_of, libraries_of, load_kit
from venice_pnp.door.manuscript import manuscript_of
from venice_pnp.draw.scene import Group, Item, Path, Scene, Text, rect
from venice_pnp.draw.studio import Studio
from venice_pnp.export.catalogue import Phrase
from venice_pnp.kit import Kit
from venice_pnp.kit.book import BOOKLET, RULES
from venice_pnp.kit.watched import watched
from venice_pnp.press.booklet import booklet
from venice_pnp.press.folding import leaf_size
from venice_pnp.press.parts import Parts, draw_parts
from venice_pnp.press.preview import contact_sheet

DPI = 80
WHITE = "#FFFFFF"
PAPER = "a4"  # whose booklet is shown
BEGINNING = 24  # letters by which a text is found on a page
PAGES = 2  # that show a text: short ones may stand on many


class Pictured(NamedTuple):
    """A picture of a part, and the sections and texts of the data that were looked at to draw it."""

    name: str
    picture: bytes
    read: frozenset[str]

    def shows(self, entry: Phrase, game: str) -> bool:
        section, *rest = map(str, entry.keys)
        path = f"{section}.{rest[0]}" if rest else section
        return entry.file.startswith(f"{game}/") and not self.read.isdisjoint((section, path))


def seen_parts(game: str, lang: str) -> Iterator[Pictured]:
    """Every part of a game."""
    kit = load_kit(game)
    library = libraries_of(None, None)(kit)
    for name, component in kit.components.items():
        noting = watched(kit, lang)
        studio = Studio(noting, library, lang, "colour")
        parts = draw_parts(studio, boards_of(kit), frozenset([name]))
        own = {f"components.{name}", *kit.tables_of(component)}
        read = frozenset(own | {path for path in noting.read if not path.startswith("components")})
        yield Pictured(f"{game}-{name}", contact_sheet(parts, studio.fonts, DPI), read)


class PicturedPage(NamedTuple):
    """A page of the booklet, and all letters that are on it, one after the other."""

    name: str
    picture: bytes
    letters: str

    def shows(self, entry: Phrase, kit: Kit, lang: str) -> bool:
        paged = entry.file in (f"{kit.name}/{BOOKLET}", f"{kit.name}/{RULES}")
        begins = _letters(kit.filled(entry.source, lang))[:BEGINNING] if paged else ""
        return bool(begins) and begins in self.letters


def seen_pages(game: str, lang: str) -> Iterator[PicturedPage]:
    """Every page of a game's booklet, if it has one."""
    kit = load_kit(game)
    manuscript = manuscript_of(kit)
    if manuscript is None:
        return
    studio = Studio(kit, libraries_of(None, None)(kit), lang, "colour")
    w, h = leaf_size(kit.shared.papers[PAPER])
    for number, leaf in enumerate(booklet(studio, draw_parts(studio, boards_of(kit)), manuscript, (w, h)), 1):
        sheet = rect(0, 0, w, h)
        page = Scene(w, h, (Path(sheet, WHITE), *leaf.items), sheet)
        picture = contact_sheet(Parts([], {BOOKLET: page}), studio.fonts, DPI)
        yield PicturedPage(f"{game}-booklet-{number}", picture, _letters("".join(_written(leaf.items))))


def _written(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Text):
            yield item.text
        elif isinstance(item, Group):
            yield from _written(item.items)


def _letters(text: str) -> str:
    """Without what a line break may add or take away, and without symbols."""
    return re.sub(r"\W|:[a-z][a-z0-9/-]*:", "", text)


def pictured(
    entries: Sequence[Phrase], games: Sequence[str], lang: str
) -> tuple[dict[str, bytes], dict[str, list[str]]]:
    """Pictures by the names of their files, and for every text (by its context) those on which it is seen."""
    pictures: dict[str, bytes] = {}
    where: dict[str, list[str]] = {}
    for game in games:
        for part in seen_parts(game, lang):
            pictures[f"{part.name}.png"] = part.picture
            for entry in entries:
                if part.shows(entry, game):
                    where.setdefault(entry.context, []).append(f"{part.name}.png")
        kit = load_kit(game)
        for page in seen_pages(game, lang):
            pictures[f"{page.name}.png"] = page.picture
            for entry in entries:
                seen = where.setdefault(entry.context, [])
                if len(seen) < PAGES and page.shows(entry, kit, lang):
                    seen.append(f"{page.name}.png")
    return pictures, where
