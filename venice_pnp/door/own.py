"""Own kits: a copy to edit, schemas for editors, and what differs between two editions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from venice_pnp.door.files import write_whole
from venice_pnp.door.kits import boards_of, game_names, libraries_of, library_of
from venice_pnp.door.wishes import WrongWish
from venice_pnp.draw.fonts import FONTS, FontFile
from venice_pnp.draw.studio import Studio
from venice_pnp.draw.template import Template
from venice_pnp.games import find_game, open_kit, quick_open
from venice_pnp.kit import Kit, find_games
from venice_pnp.kit.faults import nearest
from venice_pnp.kit.folders import real
from venice_pnp.kit.load import EXTENDS, GAME_FILE, ID_META, home
from venice_pnp.kit.schema import (
    console_schema,
    game_schema,
    model_schema,
    position_schema,
    record_schema,
    shared_schema,
)
from venice_pnp.press.beside import comparison_page
from venice_pnp.press.parts import Parts, draw_parts

SHIPPED = "shipped"
SCHEMA = "schema"
README = "README.md"
MODELINE = "# yaml-language-server: $schema="


# --- new ----------------------------------------------------------------------------------------------------
def new_kit(folder: Path, games: Sequence[str], small: bool) -> tuple[int, list[str]]:
    """A folder of one's own: copies to edit, or the few lines that extend a game; how many files of which games."""
    known = find_games(home("data"))
    for game in games:
        if game not in known:
            raise WrongWish(f"there is no game '{game}'{nearest(game, known)}")
    if folder.exists() and any(folder.iterdir()):
        raise WrongWish(f"{folder} is not empty; choose a new folder")
    chosen = list(games) or known
    if small and len(chosen) != 1:
        raise WrongWish(f"--small needs one game: --game {known[0]}", 2)
    files = list(_starter(chosen[0]) if small else _copies(chosen))
    for name, content in files:
        write_whole(folder / name, content)
    write_schemas(folder / SCHEMA)
    write_whole(folder / README, _readme(chosen).encode())
    return len(files), chosen


def new_game(folder: Path) -> tuple[int, str]:
    """A folder with a game that is data only: it prints at once, and is one's own from the first line; how many files,
    and its id."""
    game = _id_for(folder)
    if folder.exists() and any(folder.iterdir()):
        raise WrongWish(f"{folder} is not empty; choose a new folder")
    files = list(_empty_game(game))
    for name, content in files:
        write_whole(folder / name, content)
    write_schemas(folder / SCHEMA)
    _write_schema(folder / SCHEMA, game, game_schema(f"data/{game}", None))
    return len(files), game


def _id_for(folder: Path) -> str:
    """The id of a game, made from the name of its folder."""
    name = real(folder).name
    game = name.lower().replace(" ", "-").replace("_", "-")
    if not re.search(ID_META.pattern or "", game):
        wanted = f"call the folder by {ID_META.description}, such as my-game"
        raise WrongWish(f"'{name}' gives no name for a game; {wanted}", 2)
    if game in (SCHEMA, "templates", *game_names()):
        raise WrongWish(f"there is a '{game}' already; give the folder another name, such as my-{game}", 2)
    return game


def _empty_game(game: str) -> Iterator[tuple[str, bytes]]:
    """The files of the skeleton, which stand one below the other in one text."""
    letters = "".join(letter for letter in game.upper() if "A" <= letter <= "Z")
    words = {"id": game, "title": game.replace("-", " ").title(), "prefix": letters[:3] if letters[1:] else "GAME"}
    text = (home("templates") / "empty-game.txt").read_text("utf-8")
    for word, value in words.items():
        text = text.replace(f"@{word}@", value)
    for part in text.split("=== ")[1:]:
        name, _, content = part.partition("\n")
        schema = f"../../{SCHEMA}/template" if name.startswith("templates/") else f"../{SCHEMA}/{game}"
        yield name, f"{MODELINE}{schema}.json\n{content.rstrip()}\n".encode()


def _copies(games: list[str]) -> Iterator[tuple[str, bytes]]:
    data, templates = home("data"), home("templates")
    for file in sorted(data.glob("*.yaml")):
        yield file.name, _with_modeline(file, SCHEMA, "shared")
    for game in games:
        for file in sorted((data / game).glob("*.yaml")):
            schema = "console" if file.name == "console.yaml" else game
            yield f"{game}/{file.name}", _with_modeline(file, f"../{SCHEMA}", schema)
    for file in sorted(f for f in templates.rglob("*") if f.is_file() and f.suffix in (".yaml", ".svg")):
        inside = file.relative_to(templates)
        if inside.parts[0] in ("shared", "symbols", FONTS, *games):
            up = "../" * len(inside.parts)
            schema = "fonts" if inside.name == FONTS else "template"
            content = file.read_bytes() if file.suffix == ".svg" else _with_modeline(file, f"{up}{SCHEMA}", schema)
            yield f"templates/{inside.as_posix()}", content


def _starter(game: str) -> Iterator[tuple[str, bytes]]:
    title = open_kit(game).game.title
    texts = ", ".join(f"{lang}: {msgspec.json.encode(text).decode()}" for lang, text in title.items() if lang != "*")
    name = f"{{{texts}}}" if texts else msgspec.json.encode(title.in_language("en")).decode()
    lines = [
        f"{MODELINE}../{SCHEMA}/{game}.json",
        f"{EXTENDS}: {game}",
        "game:",
        f"  title: {name}   # what stands here is laid over the original; `~` takes a key away",
    ]
    yield f"{game}/{GAME_FILE}", ("\n".join(lines) + "\n").encode()


def _with_modeline(file: Path, folder: str, schema: str) -> bytes:
    return f"{MODELINE}{folder}/{schema}.json\n".encode() + file.read_bytes()


def _readme(games: list[str]) -> str:
    text = (home("templates") / "own-kit.md").read_text("utf-8")
    title = open_kit(games[0]).game.title.in_language("en")
    return text.format(games=", ".join(games), game=games[0], title=title)


# --- schema -------------------------------------------------------------------------------------------------
def write_schemas(folder: Path) -> list[str]:
    """The schemas as files; their names."""
    made = all_schemas()
    for name, schema in made.items():
        _write_schema(folder, name, schema)
    return list(made)


def _write_schema(folder: Path, name: str, schema: dict[str, Any]) -> None:
    write_whole(folder / f"{name}.json", msgspec.json.format(msgspec.json.encode(schema), indent=1) + b"\n")


def all_schemas() -> dict[str, dict[str, Any]]:
    """`shared`, for each game one of its data, its snapshots and its records, `console`, `template` and `fonts`."""
    games = {}
    for game in game_names():
        declared = find_game(game)
        games[game] = game_schema(f"data/{game}", declared.tables())
        model = declared.position()
        position = position_schema(model, f"a snapshot of {game}") if model else None
        if position is not None:
            games[f"{game}-snapshot"] = position
        rules = declared.rules(quick_open(game))
        if rules is not None:
            verbs = {name: verb.fields for name, verb in rules.verbs.items()}
            games[f"{game}-record"] = record_schema(game, verbs, position)
    templates = {"template": model_schema(Template, "a template"), "fonts": model_schema(FontFile, "the typefaces")}
    return {"shared": shared_schema(), **games, "console": console_schema(), **templates}


# --- diff ---------------------------------------------------------------------------------------------------
def pairs_of(old: str, new: str) -> list[tuple[Kit, Kit]]:
    """The games that both editions have."""
    before, after = ({kit.id: kit for kit in _kits_at(where)} for where in (old, new))
    both = [(before[game], after[game]) for game in before if game in after]
    if not both:
        raise WrongWish(f"{old} and {new} have no game in common")
    return both


def compared(pairs: Sequence[tuple[Kit, Kit]], old: str, new: str, lang: str) -> str:
    """A page (HTML) with the pictures of both editions side by side."""
    drawn = [(b, a, _looks(b, old, lang), _looks(a, new, lang)) for b, a in pairs]
    return comparison_page(drawn, library_of(None, None).fonts)


def _kits_at(where: str) -> list[Kit]:
    if where == SHIPPED:
        return [open_kit(game) for game in find_games(home("data"))]
    folder = Path(where)
    if (folder / GAME_FILE).is_file():
        return [open_kit(real(folder).name, real(folder).parent)]
    return [open_kit(game, folder) for game in find_games(folder)]


def _looks(kit: Kit, where: str, lang: str) -> Parts:
    data = None if where == SHIPPED else kit.folder.parent
    spoken = lang if lang in kit.game.languages else kit.game.languages[0]
    return draw_parts(Studio(kit, libraries_of(None, data)(kit), spoken, "colour"), boards_of(kit))
