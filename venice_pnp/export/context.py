"""Where texts are seen: a picture of every part, and the texts that are on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from venice_pnp.door.kits import boards_of, libraries_of, load_kit
from venice_pnp.draw.studio import Studio
from venice_pnp.export.catalogue import Phrase
from venice_pnp.kit.watched import watched
from venice_pnp.press.parts import draw_parts
from venice_pnp.press.preview import contact_sheet

DPI = 80


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
        noting = watched(kit)
        studio = Studio(noting, library, lang, "colour")
        parts = draw_parts(studio, boards_of(kit), frozenset([name]))
        own = {f"components.{name}", *kit.tables_of(component)}
        read = frozenset(own | {path for path in noting.read if not path.startswith("components")})
        yield Pictured(f"{game}-{name}", contact_sheet(parts, studio.fonts, DPI), read)


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
    return pictures, where
