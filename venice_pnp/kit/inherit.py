"""An own kit says only what differs: `extends: canaletto`, and the values, rows and languages it changes.

What it gives is laid over what it extends, key by key. A list of rows is changed row by row when a mapping by id
stands in its place (`mirror: {count: 5}`), or one by place from 0 where rows have no ids (`0: {title: …}`), and as a
whole by a list. Nothing (`~`) takes a key or a row away.
"""

from __future__ import annotations

from pathlib import Path

from yaml import MappingNode, Node, ScalarNode, SequenceNode

from venice_pnp.kit.faults import Fault, FaultyData, Place, nearest
from venice_pnp.kit.load import EXTENDS, GAME_FILE
from venice_pnp.kit.reader import Reader


def lineage(folder: Path, shipped: Path) -> list[Path]:
    """The folders that make a kit: its own first, then what it extends. An own one may bear the name of its parent."""
    found = [folder]
    while parent := _parent(found[-1], shipped):
        if parent in found:
            raise FaultyData([Fault(Place(folder / GAME_FILE), "this kit extends itself")])
        found.append(parent)
    return found


def _parent(folder: Path, shipped: Path) -> Path | None:
    reader = Reader()
    node = reader.sections(folder / GAME_FILE).get(EXTENDS, (None, None))[1]
    reader.raise_if_faulty()
    if node is None:
        return None
    name = str(reader.value(node, str, EXTENDS))
    reader.raise_if_faulty()
    found = [f.parent for base in (folder.parent, shipped) for f in base.glob(f"*/{GAME_FILE}") if f.parent != folder]
    for place in found:
        if place.name == name:  # a name that leads elsewhere is none of theirs
            return place
    known = {place.name for place in found} - {folder.name}
    raise FaultyData([Fault(reader.places[EXTENDS], f"there is no game '{name}' to extend{nearest(name, known)}")])


def laid_over(base: Node, own: Node) -> Node:
    """What an own kit gives, over what it inherits. Every node keeps its place in its own file."""
    if not isinstance(own, MappingNode):
        return own
    if isinstance(base, MappingNode):
        return MappingNode(own.tag, _merged(base, own), own.start_mark, own.end_mark)
    if isinstance(base, SequenceNode) and base.value:
        rows = _rows if all(id_of(row) for row in base.value) else _rows_by_place
        return SequenceNode(base.tag, rows(base, own), own.start_mark, own.end_mark)
    return own


Pair = tuple[Node, Node]


def _merged(base: MappingNode, own: MappingNode) -> list[Pair]:
    given = {key.value: (key, value) for key, value in own.value if isinstance(key, ScalarNode)}
    out: list[Pair] = []
    for key, value in base.value:
        mine = given.pop(key.value, None) if isinstance(key, ScalarNode) else None
        if mine is None:
            out.append((key, value))
        elif not _is_nothing(mine[1]):
            out.append((mine[0], laid_over(value, mine[1])))
    return [*out, *(pair for pair in own.value if not isinstance(pair[0], ScalarNode) or pair[0].value in given)]


def _rows(base: SequenceNode, own: MappingNode) -> list[Node]:
    """The rows of a table, changed by id; a new id makes a new row at the end."""
    given = {key.value: (key, value) for key, value in own.value if isinstance(key, ScalarNode)}
    out: list[Node] = []
    for row in base.value:
        mine = given.pop(id_of(row), None)
        if mine is None:
            out.append(row)
        elif not _is_nothing(mine[1]):
            out.append(laid_over(row, mine[1]))
    return [*out, *(_new_row(key, value) for key, value in given.values())]


def _rows_by_place(base: SequenceNode, own: MappingNode) -> list[Node]:
    """The rows of a list without ids, changed by their places from 0; none is new."""
    out: list[Node | None] = list(base.value)
    for key, value in own.value:
        place = key.value if isinstance(key, ScalarNode) else ""
        if not (str(place).isdecimal() and len(place) < 10 and int(place) < len(out)):
            mark = key.start_mark
            known = f"the rows have places from 0 to {len(out) - 1}"
            where = Place(Path(mark.name), mark.line + 1, mark.column + 1)
            raise FaultyData([Fault(where, f"there is no row '{place}': {known}")])
        out[int(place)] = None if _is_nothing(value) else laid_over(base.value[int(place)], value)
    return [row for row in out if row is not None]


def _new_row(key: Node, value: Node) -> Node:
    if not isinstance(value, MappingNode):
        return value
    name = ScalarNode("tag:yaml.org,2002:str", "id", key.start_mark, key.end_mark)
    return MappingNode(value.tag, [(name, key), *value.value], value.start_mark, value.end_mark)


def id_of(row: Node) -> str:
    """The id of a row; nothing if it has none."""
    if isinstance(row, MappingNode):
        for key, value in row.value:
            if isinstance(key, ScalarNode) and key.value == "id" and isinstance(value, ScalarNode):
                return str(value.value)
    return ""


def _is_nothing(node: Node) -> bool:
    return node.tag.endswith(":null")
