"""Every value of every data file, edited in turn: it is refused with file and line, or it changes the parts concerned.

A sample runs with the suite, all of them with `pytest -m long`.
"""

from __future__ import annotations

import contextlib
import random
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
import yaml

from tests.conftest import DATA
from tests.press.kits import library, printed_games
from venice_pnp.contract.play import Refused
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.studio import Studio
from venice_pnp.games import find_game, open_kit
from venice_pnp.kit import FaultyData, Kit
from venice_pnp.kit.compare import changes
from venice_pnp.kit.load import TEXT_FILES
from venice_pnp.press.changes import looks
from venice_pnp.press.parts import draw_parts

SAMPLE = 8  # edits a game
PLAYERS = ["Anke", "Bernd", "Claudia", "Daniel", "Emil"]
COMMON = ("game", "seats", "components", "texts", "shared")


class Edit(NamedTuple):
    """One scalar: its file, where it stands, and what is written instead."""

    file: str
    start: int
    end: int
    line: int
    new: str


def edits_of(file: Path, name: str) -> Iterator[Edit]:
    text = file.read_text("utf-8")
    for node in scalars(yaml.compose(text, Loader=yaml.SafeLoader)):
        new = changed(node)
        yield Edit(name, node.start_mark.index, node.end_mark.index, node.start_mark.line + 1, new)


def scalars(node: Any) -> Iterator[yaml.ScalarNode]:
    if isinstance(node, yaml.MappingNode):
        for _, value in node.value:
            yield from scalars(value)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from scalars(value)
    elif node is not None:
        yield node


def changed(node: yaml.ScalarNode) -> str:
    """Another value of the same kind."""
    value, kind = node.value, node.tag.rpartition(":")[2]
    if kind == "int" and value.lstrip("+-").isdigit():
        return str(int(value) + 1)
    if kind == "float":
        return f"{float(value) + 0.5:g}"
    if kind == "bool":
        return "false" if value.casefold() in ("true", "yes", "on") else "true"
    if kind == "null":
        return '"x"'
    return '"' + (value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + "x") + '"'


@cache
def all_edits(game: str) -> list[Edit]:
    files = [f for f in sorted((DATA / game).glob("*.yaml")) if f.name not in TEXT_FILES]
    return [edit for file in files for edit in edits_of(file, f"{game}/{file.name}")]


def sampled(game: str) -> list[Edit]:
    edits = all_edits(game)
    return random.Random(game).sample(edits, min(SAMPLE, len(edits)))


def shared_edits() -> list[Edit]:
    return [edit for file in sorted(DATA.glob("*.yaml")) for edit in edits_of(file, file.name)]


# --- who reads what ---------------------------------------------------------------------------------------
class Watched:
    """The tables of a game, noting which section is looked at."""

    def __init__(self, tables: Any) -> None:
        self.tables, self.read = tables, set[str]()

    def __getattr__(self, name: str) -> Any:
        self.read.add(name)
        return getattr(self.tables, name)


def watched_tables(tables: Any) -> Watched:
    """With the fields of the tables declared, for texts may read nothing else."""
    return type("WatchedTables", (Watched,), {"__struct_fields__": tables.__struct_fields__})(tables)


@cache
def readers(game: str) -> dict[str, set[str]]:
    """The sections that each component is drawn from."""
    kit = open_kit(game)
    found = {}
    for name, component in kit.components.items():
        tables = watched_tables(kit.tables)
        watched = msgspec.structs.replace(kit, tables=tables)
        draw_parts(Studio(watched, library(), "en", "colour"), boards_of(kit), frozenset([name]))
        found[name] = {section.replace("_", "-") for section in tables.read} | set(kit.tables_of(component))
    return found


@cache
def before(game: str) -> tuple[Kit, dict[str, Any]]:
    kit = open_kit(game)
    return kit, dict(looks(draw_parts(Studio(kit, library(), "en", "colour"), boards_of(kit))))


def refereed(kit: Kit) -> None:
    """The referee opens a table with these data, or refuses with a rule."""
    rules = find_game(kit.id).rules(kit)
    assert rules is not None
    with contextlib.suppress(Refused):
        state = rules.setup(PLAYERS[: kit.game.players[0]], {}, rules.fresh)
        by = rules.pending(state)[0]["by"]
        next(iter(rules.legal(state, by)))
        rules.view(state, None)


def tried(game: str, edit: Edit, folder: Path) -> None:
    """Refused with a place, or seen in the data and only in the parts that are drawn from it."""
    data = folder / "data"
    if not data.exists():
        shutil.copytree(DATA, data)
    file = data / edit.file
    text = file.read_text("utf-8")
    file.write_text(text[: edit.start] + edit.new + text[edit.end :], "utf-8")
    old, old_looks = before(game)
    try:
        kit = open_kit(game, data)
        refereed(kit)
        new_looks = looks(draw_parts(Studio(kit, library(), "en", "colour"), boards_of(kit)))
    except FaultyData as error:
        faults = error.faults
    else:
        faults = []
    finally:
        file.write_text(text, "utf-8")
    if faults:
        assert any(fault.place.line or fault.place.file.is_dir() for fault in faults), faults
        return
    found = changes(old, kit)
    assert found, f"{edit.file}:{edit.line}: nobody has read this value"
    assert kit.kit_id != old.kit_id
    sections = {change.path[0].replace("_", "-") for change in found}
    if sections & set(COMMON):
        return
    differ = {name.partition("/")[0] for name in {*old_looks, *new_looks} if old_looks.get(name) != new_looks.get(name)}
    concerned = {name for name, read in readers(game).items() if any(r.partition(".")[0] in sections for r in read)}
    assert differ <= concerned, (
        f"{edit.file}:{edit.line} changed {differ - concerned}, which are not drawn from {sections}"
    )


@pytest.mark.parametrize("game", printed_games())
def test_a_sample_of_values_edited_in_turn(game: str, tmp_path: Path) -> None:
    for edit in sampled(game):
        tried(game, edit, tmp_path)


def test_a_sample_of_shared_values_edited_in_turn(tmp_path: Path) -> None:
    for edit in random.Random(4).sample(shared_edits(), SAMPLE):
        tried("canaletto", edit, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("game", printed_games())
def test_every_value_edited_in_turn(game: str, tmp_path: Path) -> None:
    for edit in all_edits(game):
        tried(game, edit, tmp_path)


@pytest.mark.long
def test_every_shared_value_edited_in_turn(tmp_path: Path) -> None:
    for edit in shared_edits():
        tried("canaletto", edit, tmp_path)
