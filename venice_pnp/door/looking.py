"""Faces to look at before anything is printed, and whether all of them can be drawn."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from venice_pnp.door.kits import boards_of, game_names, libraries_of
from venice_pnp.door.printing import edition_of, job_of
from venice_pnp.door.proofs import text_faults
from venice_pnp.door.wishes import Wish, WrongWish, listed, one_of
from venice_pnp.draw.inks import EDITIONS
from venice_pnp.draw.studio import Studio
from venice_pnp.games import find_game, open_kit
from venice_pnp.kit import Fault, FaultyData, Kit
from venice_pnp.kit.faults import nearest
from venice_pnp.press.parts import Parts, draw_parts
from venice_pnp.press.preview import contact_sheet, with_pieces


def drawn_faces(wish: Wish) -> list[tuple[Studio, Parts]]:
    """All faces of the kits, in the first language asked for."""
    out = []
    job, langs = job_of(wish), listed(wish.lang)
    for kit in job.kits:
        lang = next((lang for lang in langs if lang in kit.game.languages), kit.game.languages[0])
        studio = Studio(kit, job.library(kit), lang, "colour")
        out.append((studio, draw_parts(studio, boards_of(kit))))
    return out


def checked_kits(game: str | None, data: Path | None, templates: Path | None) -> list[Kit]:
    """The kits, if all their texts can be read and everything about them can be drawn; raises FaultyData with the
    faults of all."""
    library = libraries_of(templates, data)
    faults: list[Fault] = []
    kits = []
    for name in [game] if game else game_names(data):
        try:
            kit = open_kit(name, data)
            kits.append(kit)
            faults += text_faults(kit)
            for lang in kit.game.languages:
                for edition in EDITIONS:
                    draw_parts(Studio(kit, library(kit), lang, edition), boards_of(kit))
        except FaultyData as error:
            faults += error.faults
    if faults:
        raise FaultyData(list(dict.fromkeys(faults)))
    return kits


class Glimpse(NamedTuple):
    """What a preview shows."""

    game: str
    part: str | None = None
    lang: str = "en"
    edition: str = "colour"
    dpi: int = 100
    pieces: bool = False  # a board with pieces on it
    data: Path | None = None
    templates: Path | None = None


def preview(look: Glimpse) -> tuple[bytes, int]:
    """All faces on one picture (PNG), and how many they are."""
    kit, part = open_kit(look.game, look.data), look.part
    if part:
        one_of(part, kit.components, "part")
    lang = one_of(look.lang, kit.game.languages, "language")
    studio = Studio(kit, libraries_of(look.templates, look.data)(kit), lang, edition_of(look.edition))
    parts = draw_parts(studio, boards_of(kit), frozenset([part]) if part and not look.pieces else None)
    if look.pieces:
        full = find_game(kit.id).full_boards()
        laid = full.get(part or "")
        if part is None or laid is None:
            known = nearest(part or "", full)
            raise WrongWish(f"--with-pieces needs a part on which {kit.id} lays pieces{known}")
        parts = with_pieces(kit, parts, part, laid(kit))
    return contact_sheet(parts, studio.fonts, look.dpi), len(parts.faces)
