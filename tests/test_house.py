"""The house: rooms that import each other one way only, and names that mean one thing (CONTRIBUTING.md)."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGE = ROOT / "venice_pnp"
DOORS = ("cli", "door", "__init__")  # who may import inside functions as it likes: they open what is asked for
GLOSSARY = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Words of the house")[2]


@cache
def modules() -> list[tuple[Path, ast.Module]]:
    return [(file, ast.parse(file.read_text("utf-8"))) for file in sorted(PACKAGE.rglob("*.py"))]


def room_of(file: Path) -> str:
    """The package a module lies in; the package's own door is a room too."""
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return parts[0] if len(parts) > 1 else "__init__"


@cache
def imports(tree: ast.Module) -> list[tuple[ast.stmt, str]]:
    return list(_imports(tree))


def _imports(tree: ast.Module) -> Iterator[tuple[ast.stmt, str]]:
    """Every import of the house, wherever it stands, but for those that only a type checker reads."""
    only_typed = {
        id(node)
        for branch in ast.walk(tree)
        if isinstance(branch, ast.If) and "TYPE_CHECKING" in ast.dump(branch.test)
        for node in ast.walk(branch)
    }
    for node in ast.walk(tree):
        if id(node) in only_typed:
            continue
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "venice_pnp":
            names = [node.module] if node.module != "venice_pnp" else [f"venice_pnp.{a.name}" for a in node.names]
            yield from ((node, name) for name in names)
        elif isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names if alias.name.split(".")[0] == "venice_pnp")


def graph() -> dict[str, set[str]]:
    edges: dict[str, set[str]] = defaultdict(set)
    for file, tree in modules():
        here = room_of(file)
        for _, name in imports(tree):
            there = name.split(".")[1] if "." in name else "__init__"
            if (PACKAGE / there).is_dir() and there != here and here != "__init__":
                edges[here].add(there)
    return edges


def rings(edges: dict[str, set[str]]) -> list[str]:
    found = set()

    def walk(room: str, trail: tuple[str, ...]) -> None:
        for there in sorted(edges.get(room, ())):
            if there in trail:
                found.add(" > ".join((*trail[trail.index(there) :], there)))
            else:
                walk(there, (*trail, there))

    for room in list(edges):
        walk(room, (room,))
    return sorted(found)


def test_no_two_rooms_import_each_other() -> None:
    assert rings(graph()) == []


def test_a_ring_would_be_found() -> None:
    assert rings({"a": {"b"}, "b": {"c"}, "c": {"a"}}) == ["a > b > c > a", "b > c > a > b", "c > a > b > c"]


@pytest.mark.parametrize(
    ("room", "never"),
    [
        ("kit", {"draw", "press", "games", "referee", "console", "door", "host", "cli"}),
        ("draw", {"press", "games", "referee", "console", "door", "host", "cli"}),
        ("press", {"games", "referee", "console", "door", "host", "cli"}),
        ("contract", {"games", "referee", "draw", "press", "console", "door", "host", "cli"}),
        ("games", {"referee", "press", "console", "door", "host", "cli"}),
        ("referee", {"press", "draw", "console", "door", "host", "cli"}),
        ("bots", {"games", "press", "draw", "console", "door", "host", "cli"}),
        ("look", {"cli", "console", "host"}),
        ("console", {"cli", "games", "press", "draw", "host"}),
        ("host", {"cli", "games", "press", "draw", "console"}),
        ("lab", {"cli", "games", "press", "draw", "console", "host"}),
        ("export", {"cli", "games", "console", "host"}),
    ],
)
def test_a_room_does_not_know_those_above_it(room: str, never: set[str]) -> None:
    assert not graph()[room] & never


WORDS_OF_GAMES = re.compile(
    r"podest|gondol|palazz|imaginary|quarantia|sestier|candia|basilica|bribe|casus|artwork|ducat|waiting.row"
    r"|\bdoge\b|\bvenetia\b|\bvenedig\b|\bcanaletto\b",
    re.IGNORECASE,
)


def spoken_by(tree: ast.Module) -> Iterator[str]:
    """Names and texts of a module's code, without what explains it: docstrings, and the examples of commands."""
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            if not node.value.startswith("Example: "):
                yield node.value
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, (ast.Name, ast.arg, ast.Attribute)):
            yield getattr(node, {"Name": "id", "arg": "arg", "Attribute": "attr"}[type(node).__name__])


def test_no_words_of_a_game_outside_it() -> None:
    for file, tree in modules():
        parts = file.relative_to(PACKAGE).parts
        if parts[0] != "games" or len(parts) < 3:
            assert not [word for word in spoken_by(tree) if WORDS_OF_GAMES.search(word)], file


def test_clients_find_no_ability_by_looking_for_it() -> None:
    """A game declares what it can do; `hasattr` asks only what an operating system offers."""
    for file, tree in modules():
        if room_of(file) not in ("games", "kit", "draw", "speech", "contract"):
            asked = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and ast.unparse(n.func) == "hasattr"]
            assert all(ast.unparse(n.args[0]) in ("signal", "self") for n in asked), file


def test_exports_are_loaded_only_by_whoever_asks_for_them() -> None:
    asking = {room for room, known in graph().items() if "export" in known}
    assert asking <= {"cli"}


def test_rules_know_neither_drawings_nor_screens() -> None:
    for file, tree in modules():
        parts = file.relative_to(PACKAGE).parts
        if parts[0] == "games" and "rules" in parts:
            wrong = [name for _, name in imports(tree) if re.search(r"\.(drawing|screens|draw|speech|typed)\b", name)]
            assert not wrong, file


def test_an_import_inside_a_function_has_a_reason() -> None:
    """At the doors everything is opened when it is asked for; elsewhere the line says why."""
    missing = []
    for file, tree in modules():
        lines = file.read_text("utf-8").splitlines()
        is_value = file.parent.parent == PACKAGE / "games" and file.name == "__init__.py"
        if room_of(file) in DOORS or is_value:
            continue
        inside = {id(n) for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) for n in ast.walk(f)}
        for node in ast.walk(tree):
            if isinstance(node, (ast.Import, ast.ImportFrom)) and id(node) in inside:
                said = (
                    lines[node.lineno - 1 : (node.end_lineno or node.lineno)] + lines[node.lineno - 2 : node.lineno - 1]
                )
                if not any("#" in line for line in said):
                    missing.append(f"{file.relative_to(ROOT)}:{node.lineno}")
    assert not missing, "\n".join(missing)


# --- names --------------------------------------------------------------------------------------------------
def listed(heading: str) -> set[str]:
    """The words in back quotes of one line of the glossary."""
    line = next((line for line in GLOSSARY.splitlines() if line.startswith(heading)), "")
    return set(re.findall(r"`([\w]+)`", line))


def test_a_class_name_means_one_thing() -> None:
    """One definition; or the same role in several games."""
    roles, where = listed("Classes in every game"), defaultdict(set)
    for file, tree in modules():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                where[node.name].add(file.relative_to(PACKAGE).as_posix())
    twice = {}
    for name, files in where.items():
        of_games = [file for file in files if file.startswith("games/")]
        one_a_game = len({file.split("/")[1] for file in of_games}) == len(of_games)
        is_role = name in roles and one_a_game and all(f.startswith(("games/", "contract/")) for f in files)
        if len(files) > 1 and not is_role:
            twice[name] = sorted(files)
    assert twice == {}


def test_a_module_name_means_one_thing() -> None:
    """One module; or the same room in several games; or the command (`cli`) of what a room does."""
    rooms, where = listed("Modules in every game"), defaultdict(set)
    for file, _ in modules():
        if file.stem != "__init__" and room_of(file) != "cli":
            where[file.stem].add(file.relative_to(PACKAGE).as_posix())
    twice = {
        name: sorted(files)
        for name, files in where.items()
        if len(files) > 1 and not (name in rooms and all(f.startswith(("games/", "referee/questions")) for f in files))
    }
    assert twice == {}


def test_every_role_of_the_glossary_is_there() -> None:
    defined = {node.name for _, tree in modules() for node in tree.body if isinstance(node, ast.ClassDef)}
    assert listed("Classes in every game") <= defined
    stems = {file.stem for file, _ in modules()}
    assert listed("Modules in every game") <= stems


def test_every_game_has_the_same_rooms() -> None:
    games = [folder for folder in (PACKAGE / "games").iterdir() if (folder / "__init__.py").is_file()]
    for game in games:
        for room in ("rules/bound.py", "rules/state.py", "rules/world.py", "position/model.py", "position/convert.py"):
            assert (game / room).is_file(), f"{game.name}: {room}"
        for room in ("position/invariants.py", "drawing/board.py", "drawing/pieces.py", "screens.py", "tables.py"):
            assert (game / room).is_file(), f"{game.name}: {room}"
