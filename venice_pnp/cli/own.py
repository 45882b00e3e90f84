"""Own kits: a copy to edit, schemas for editors, what differs between two editions, and what was printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import typer
from msgspec import structs

from venice_pnp.cli.build import boards_of, clear_messages, libraries_of, library_of, stop, write_whole
from venice_pnp.games import find_game, game_names, open_kit
from venice_pnp.kit import Kit, find_games
from venice_pnp.kit.compare import changes
from venice_pnp.kit.faults import nearest
from venice_pnp.kit.load import EXTENDS, GAME_FILE, ID_META, home

SHIPPED = "shipped"
SCHEMA = "schema"
MODELINE = "# yaml-language-server: $schema="


# --- new ----------------------------------------------------------------------------------------------------
def run_new(folder: Path, games: list[str], small: bool) -> None:
    """A folder of one's own: copies to edit, or the few lines that extend a game."""
    with clear_messages():
        known = find_games(home("data"))
        for game in games:
            if game not in known:
                stop(f"there is no game '{game}'{nearest(game, known)}")
        if folder.exists() and any(folder.iterdir()):
            stop(f"{folder} is not empty; choose a new folder")
        chosen = games or known
        if small and len(chosen) != 1:
            stop("--small needs one game: --game canaletto", code=2)
        files = list(_starter(chosen[0]) if small else _copies(chosen))
        for name, content in files:
            write_whole(folder / name, content)
        run_schema(folder / SCHEMA, quiet=True)
        write_whole(folder / "README.md", _readme(chosen).encode())
        typer.echo(f"{folder}: {len(files)} files of {', '.join(chosen)}. Read {folder / 'README.md'} first.")


def run_new_game(folder: Path, games: list[str], small: bool) -> None:
    """A folder with a game that is data only: it prints at once, and is yours from the first line."""
    from venice_pnp.kit.schema import game_schema

    with clear_messages():
        if games or small:
            stop("--empty begins a game from nothing: leave out --game and --small", code=2)
        game = _id_for(folder)
        if folder.exists() and any(folder.iterdir()):
            stop(f"{folder} is not empty; choose a new folder")
        files = list(_empty_game(game))
        for name, content in files:
            write_whole(folder / name, content)
        run_schema(folder / SCHEMA, quiet=True)
        write_whole(folder / SCHEMA / f"{game}.json", _as_file(game_schema(f"data/{game}", None)))
        typer.echo(f"{folder}: {len(files)} files of a new game, {game}. Try: venice-pnp build {game} --data {folder}")


def _id_for(folder: Path) -> str:
    """The id of a game, made from the name of its folder."""
    name = folder.resolve().name
    game = name.lower().replace(" ", "-").replace("_", "-")
    if not re.search(ID_META.pattern or "", game):
        stop(f"'{name}' gives no name for a game; call the folder by {ID_META.description}, such as my-game", code=2)
    if game in (SCHEMA, "templates", *game_names()):
        stop(f"there is a '{game}' already; give the folder another name, such as my-{game}", code=2)
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
        if inside.parts[0] in ("shared", "symbols", "fonts.yaml", *games):
            up = "../" * len(inside.parts)
            schema = "fonts" if inside.name == "fonts.yaml" else "template"
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
def run_schema(folder: Path | None, quiet: bool = False) -> None:
    """The schemas as files, or their names and what they are for."""
    made = all_schemas()
    if folder is None:
        typer.echo(msgspec.json.format(msgspec.json.encode(made), indent=2).decode())
        return
    for name, schema in made.items():
        write_whole(folder / f"{name}.json", _as_file(schema))
    if not quiet:
        typer.echo(f"{folder}: {', '.join(made)}")


def _as_file(schema: dict[str, Any]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(schema), indent=1) + b"\n"


def all_schemas() -> dict[str, dict[str, Any]]:
    """`shared`, one for each game, `console`, `template` and `fonts`."""
    from venice_pnp.draw.fonts import FontFile
    from venice_pnp.draw.template import Template
    from venice_pnp.kit.schema import console_schema, game_schema, model_schema, shared_schema

    games = {}
    for game in game_names():
        games[game] = game_schema(f"data/{game}", find_game(game).tables())
    templates = {"template": model_schema(Template, "a template"), "fonts": model_schema(FontFile, "the typefaces")}
    return {"shared": shared_schema(), **games, "console": console_schema(), **templates}


# --- diff ---------------------------------------------------------------------------------------------------
def run_diff(old: str, new: str, lang: str, html: Path | None) -> None:
    """What differs between two editions, in words; with pictures as a page."""
    with clear_messages():
        pairs = _pairs(old, new)
        for before, after in pairs:
            found = changes(before, after)
            title = f"{after.name}: kit {before.kit_id} → {after.kit_id}"
            typer.echo(
                f"{title}, {len(found)} difference{'' if len(found) == 1 else 's'}"
                if found
                else f"{after.name}: the same"
            )
            for change in found:
                typer.echo(f"  {change.said()}")
        if html:
            from venice_pnp.press.compare import comparison_page

            drawn = [(b, a, _looks(b, old, lang), _looks(a, new, lang)) for b, a in pairs]
            write_whole(html, comparison_page(drawn, library_of(None, None).fonts).encode())
            typer.echo(f"Wrote {html}.")


def _pairs(old: str, new: str) -> list[tuple[Kit, Kit]]:
    """The games that both editions have."""
    before, after = ({kit.id: kit for kit in _kits_at(where)} for where in (old, new))
    both = [(before[game], after[game]) for game in before if game in after]
    if not both:
        stop(f"{old} and {new} have no game in common")
    return both


def _kits_at(where: str) -> list[Kit]:
    if where == SHIPPED:
        return [open_kit(game) for game in find_games(home("data"))]
    folder = Path(where)
    if (folder / GAME_FILE).is_file():
        return [open_kit(folder.resolve().name, folder.resolve().parent)]
    return [open_kit(game, folder) for game in find_games(folder)]


def _looks(kit: Kit, where: str, lang: str) -> Any:
    from venice_pnp.draw.studio import Studio
    from venice_pnp.press.pieces import draw_parts

    data = None if where == SHIPPED else kit.folder.parent
    spoken = lang if lang in kit.game.languages else kit.game.languages[0]
    return draw_parts(Studio(kit, libraries_of(None, data)(kit), spoken, "colour"), boards_of(kit))


# --- printed ------------------------------------------------------------------------------------------------
def _boards_seen(folder: Path, manifest: dict[str, Any]) -> dict[str, str]:
    """What the sheets of a board show; nothing if the file is not that of the manifest any more."""
    from hashlib import sha256

    from venice_pnp.press.pages import BOARD_TILES
    from venice_pnp.press.seen import seen, sheet_name

    paper, file = manifest["paper"], folder / f"{BOARD_TILES}.pdf"
    for entry in manifest["files"]:
        if entry["path"] == file.name and file.is_file():
            names = [sheet_name(paper, p["component"], p["item"]) for page in entry["pages"] for p in page["placed"]]
            content = file.read_bytes()
            if sha256(content).hexdigest() == entry["sha256"]:
                return dict(zip(names, seen(content), strict=True))
    return {}


def run_printed(game: str | None, out: Path) -> None:
    """Remembers what the manifests in `out` say was made: from now on change sheets are made against it."""
    from venice_pnp.press.changes import Known, Print, remember
    from venice_pnp.referee.home import printed_folder

    with clear_messages():
        stored: dict[tuple[str, str, str], Print] = {}
        for file in sorted(out.glob(f"{game or '*'}/**/manifest.json")):
            try:
                manifest = msgspec.json.decode(file.read_bytes())
                items = {name: Known(look, copies) for name, (look, copies) in manifest["items"].items()}
                sheets = _boards_seen(file.parent, manifest)
                made = Print(manifest["kit"], manifest["kit_id"], manifest["lang"], manifest["edition"], items, sheets)
            except (msgspec.DecodeError, KeyError, TypeError, ValueError, RuntimeError):  # the last from the renderer
                stop(f"{file}: not a manifest that `venice-pnp build` has written; build again")
            key = (made.kit, made.lang, made.edition)
            other = stored.get(key)
            if other and other.kit_id == made.kit_id:  # on another paper
                made = structs.replace(made, sheets=other.sheets | made.sheets)
            stored[key] = made
        if not stored:
            stop(f"{out}: nothing was built here{f' for {game}' if game else ''}; run `venice-pnp build` first")
        typer.echo("Remembered as printed:")
        for made in stored.values():
            remember(printed_folder(), made)
            typer.echo(f"  {made.kit} ({made.lang}, {made.edition}): kit {made.kit_id}, {len(made.items)} items")
