"""Kits built for the tests, each once in a run of them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from tests.conftest import DATA, TEMPLATES, alone, shared_folder
from venice_pnp.door.kits import boards_of
from venice_pnp.door.manuscript import manuscript_of
from venice_pnp.draw.studio import Library, Studio
from venice_pnp.games import open_kit
from venice_pnp.kit import Kit, find_games
from venice_pnp.press.boxes import wanted, with_boxes
from venice_pnp.press.build import build
from venice_pnp.press.order import Order, folder_of
from venice_pnp.press.parts import Parts, draw_parts
from venice_pnp.press.profile import Profile

SETS = [
    ("en", "a4", "colour", "long-edge"),
    ("de", "a4", "low-ink", "short-edge"),
    ("en", "a4", "colour", "gutterfold"),
    ("de", "letter", "colour", "long-edge"),
    ("en", "letter", "low-ink", "gutterfold"),
    ("de", "letter", "colour", "short-edge"),
    ("en", "a3", "colour", "single"),
]
WITH_BOOKLET = (SETS[0], SETS[1], SETS[3])  # enough to see all of it


@cache
def library() -> Library:
    return Library(TEMPLATES)


@cache
def kit(name: str) -> Kit:
    return open_kit(name, DATA)


@cache
def printed_games() -> list[str]:
    return [name for name in find_games(DATA) if kit(name).components]


@cache
def drawn(game: str, lang: str = "en", edition: Any = "colour") -> tuple[Studio, Parts]:
    """All parts of a game with its boxes."""
    studio = Studio(kit(game), library(), lang, edition)
    return studio, with_boxes(studio, draw_parts(studio, boards_of(kit(game))), wanted(kit(game), None, False))


@cache
def built(name: str, lang: str, paper: str, edition: Any, sides: Any, **profile: float) -> Path:
    """The folder of one built set, made by whichever test process needs it first."""
    asked = [name, lang, paper, edition, sides, *(f"{key}={value}" for key, value in sorted(profile.items()))]
    folder = "-".join(asked)
    out = shared_folder() / folder
    with alone(shared_folder() / f"{folder}.lock"):
        if not out.exists():
            order = Order(papers=(paper,), langs=(lang,), editions=(edition,), sides=sides)
            told = manuscript_of(kit(name)) if (lang, paper, edition, sides) in WITH_BOOKLET else None
            draft = shared_folder() / f"{folder}.draft"
            build(kit(name), library(), boards_of(kit(name)), order, Profile(**profile), draft, lambda _: None, told)
            draft.rename(out)
    return out / folder_of(name, lang, paper, edition)


def manifest(folder: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((folder / "manifest.json").read_text("utf-8"))
    return loaded
