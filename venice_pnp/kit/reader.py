"""YAML files into typed values; every fault with file, line and column, all of them at once.

The models are msgspec Structs. msgspec itself stops at the first fault and knows no lines,
so this reader walks PyYAML's node tree beside the types.
"""

from __future__ import annotations

import io
import math
import re
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

import msgspec
import yaml
from yaml import CollectionEndEvent, CollectionStartEvent, MappingNode, Node, NodeEvent, ScalarNode, SequenceNode

from venice_pnp.kit.faults import Fault, FaultyData, Place, nearest
from venice_pnp.kit.folders import NotTaken, small_file
from venice_pnp.kit.limits import DEPTH, FAULTS, FILE, VALUES
from venice_pnp.kit.wording import ANY, Words, seen

NOT_TAKEN = {
    "away": "a link that leads out of its folder; put the file itself here",
    "kind": "not a regular file",
    "large": f"the file is larger than {FILE // 1_000_000} MB; is it the right file?",
}

T = TypeVar("T")
_INT = re.compile(r"[-+]?\d{1,18}")
_FLOAT = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NOTHING: Any = object()  # a value that could not be read; its fault is noted


Step = Callable[["Reader", Node, str], Any]


class Plain(dict[str, Any]):
    """A mapping whose inside no model describes: a record's start, a move."""


class _Source(io.StringIO):
    """A text whose nodes remember the file they stand in: an own kit's are mixed with those it inherits."""

    def __init__(self, text: str, file: Path) -> None:
        super().__init__(text)
        self.name = str(file)


class StructField(NamedTuple):
    key: str
    name: str
    type: Any
    required: bool


class Reader:
    """Reads files, notes faults and the place of everything read."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.places: dict[str, Place] = {}
        self.words: list[tuple[Place, Words]] = []
        self._file = Path()
        self._nodes = 0

    # --- files ------------------------------------------------------------------------------
    def sections(self, file: Path) -> dict[str, tuple[Node, Node]]:
        """The top-level keys of a file with the nodes of key and value; empty if it cannot be read."""
        self._file = file
        root = self.compose(file)
        if root is None:
            return {}
        if not isinstance(root, MappingNode):
            self.fault(root, f"expected keys with values, found {_kind(root)}")
            return {}
        return dict(self.pairs(root))

    def read(self, file: Path, model: type[T]) -> T | None:
        """A whole file as one Struct; None if there were faults."""
        self._file = file
        root = self.compose(file)
        return None if root is None else self.whole(root, model)

    def whole(self, root: Node, model: type[T]) -> T | None:
        """The root of a file, or of several that lie one over the other, as one Struct; None if there were faults."""
        value = self.value(root, model, "")
        return None if value is _NOTHING else value

    def compose(self, file: Path) -> Node | None:
        """The root of a file; None if it cannot be read, which is noted as a fault."""
        text = self._text(file)
        if text is None:
            return None
        self._nodes = 0
        try:
            root: Node | None = yaml.compose(_Source(text, file), Loader=_LOADER)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
            self.faults.append(Fault(Place(file, line, column), _syntax(error, text, line)))
            return None
        except (yaml.YAMLError, RecursionError, ValueError) as error:
            message = "nested too deeply" if isinstance(error, RecursionError) else f"not readable as YAML ({error})"
            self.faults.append(Fault(Place(file), message))
            return None
        if root is None:
            self.faults.append(Fault(Place(file), "the file is empty"))
        elif "*" in text and _holds_itself(root, set(), set()):
            self.faults.append(Fault(Place(file), "an alias (*) stands inside what it repeats"))
            return None
        return root

    def _text(self, file: Path) -> str | None:
        try:
            raw = small_file(file, FILE, inside=True)
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            self.faults.append(Fault(Place(file, line, 1), "not UTF-8 text; save the file as UTF-8"))
            return None
        except NotTaken as error:
            self.faults.append(Fault(Place(file), NOT_TAKEN[error.why]))
            return None
        except (OSError, ValueError) as error:  # a name with a zero in it
            reason = error.strerror if isinstance(error, OSError) else error
            self.faults.append(Fault(Place(file), f"cannot be read: {reason}"))
            return None
        control = _CONTROL.search(text)
        if control:
            at = control.start()
            place = Place(file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
            code = ord(control.group())
            self.faults.append(Fault(place, f"a control character (code {code}) stands in the file; remove it"))
            return None
        with suppress(yaml.YAMLError):  # the composer says what is wrong
            for line, excess in excesses(yaml.parse(text, Loader=_LOADER)):
                said = f"nested more than {DEPTH} levels deep" if excess == "deep" else f"more than {VALUES} values"
                self.faults.append(Fault(Place(file, line, 1), said))
                return None
        return text

    # --- places and faults --------------------------------------------------------------------
    def place(self, node: Node) -> Place:
        mark = node.start_mark
        return Place(_path(mark.name), mark.line + 1, mark.column + 1)

    def fault(self, node: Node, message: str) -> Any:
        self.faults.append(Fault(self.place(node), message))
        if len(self.faults) >= FAULTS:
            more = Fault(self.place(node), f"so far {FAULTS} faults; what comes after is not looked at")
            raise FaultyData([*self.faults, more])
        return _NOTHING

    def fault_at(self, path: str, message: str) -> None:
        """A fault found later, at the place where `path` (or its nearest parent) was read."""
        while path and path not in self.places:
            path = path.rpartition(".")[0]
        self.faults.append(Fault(self.places.get(path, Place(self._file)), message))

    def raise_if_faulty(self) -> None:
        if self.faults:
            raise FaultyData(self.faults)

    # --- values -------------------------------------------------------------------------------
    def value(self, node: Node, kind: Any, path: str) -> Any:
        """`node` as a value of type `kind`; `_NOTHING` after a fault."""
        return self.enter(node, _reader_of(kind), path)

    def enter(self, node: Node, step: Step, path: str) -> Any:
        self._nodes += 1
        if self._nodes > VALUES:
            raise FaultyData([Fault(self.place(node), "far too many values; are aliases multiplying them?")])
        self.places[path] = self.place(node)
        if not node.tag.startswith("tag:yaml.org,2002:") or "python" in node.tag:
            return self.fault(node, f"the tag '{node.tag}' is not allowed; write plain values")
        if isinstance(node, ScalarNode) and seen(node.value) != node.value:
            return self.fault(node, "a control character stands in this text; remove it")
        return step(self, node, path)

    def pairs(self, node: MappingNode) -> Iterable[tuple[str, tuple[Node, Node]]]:
        found: dict[str, Node] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, ScalarNode):
                self.fault(key_node, "a key must be a plain word")
                continue
            key = key_node.value
            if seen(key) != key:
                self.fault(key_node, "a control character stands in this key; remove it")
                continue
            if key in found:
                first = found[key].start_mark.line + 1
                self.fault(key_node, f"'{key}' stands here a second time (first in line {first})")
                continue
            found[key] = key_node
            yield key, (key_node, value_node)

    def struct(self, node: Node, model: type[msgspec.Struct], path: str, tag: str | None = None) -> Any:
        if not isinstance(node, MappingNode):
            return self.fault(node, f"expected keys with values, found {_kind(node)}")
        fields = _fields(model)
        values: dict[str, Any] = {}
        broken = False
        for key, (key_node, value_node) in self.pairs(node):
            if key == tag:
                continue
            field = fields.get(key)
            if field is None:
                self.fault(key_node, f"unknown key '{key}'{nearest(key, fields)}")
                broken = True
                continue
            got = self.value(value_node, field.type, f"{path}.{key}" if path else key)
            if got is _NOTHING:
                broken = True
            values[field.name] = got
        missing = [f.key for f in fields.values() if f.required and f.name not in values]
        if missing:
            self.fault(node, f"missing: {', '.join(missing)}")
        return _NOTHING if broken or missing else model(**values)


# --- one small reader for each kind of type -----------------------------------------------------


@cache
def _reader_of(kind: Any) -> Step:
    origin = get_origin(kind)
    if origin is Annotated:
        base, *notes = get_args(kind)
        return _checked(_reader_of(base), notes)
    if origin in (Union, types.UnionType):
        return _union(get_args(kind))
    if origin is Literal:
        return _one_of(get_args(kind))
    if origin is list:
        return _list(get_args(kind)[0])
    if origin is tuple:
        return _tuple(get_args(kind))
    if origin is dict:
        return _mapping(*get_args(kind))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return lambda reader, node, path: reader.struct(node, kind, path)
    return _PLAIN[kind]


@cache
def _fields(model: type[msgspec.Struct]) -> dict[str, StructField]:
    hints = msgspec.structs.fields(model)
    return {f.encode_name: StructField(f.encode_name, f.name, f.type, f.required) for f in hints}


def _checked(step: Step, notes: list[Any]) -> Step:
    metas = [n for n in notes if isinstance(n, msgspec.Meta)]

    def read(reader: Reader, node: Node, path: str) -> Any:
        value = step(reader, node, path)
        if value is _NOTHING:
            return value
        for meta in metas:
            wrong = _breaks(meta, value)
            if wrong:
                return reader.fault(node, wrong)
        return value

    return read


def _breaks(meta: msgspec.Meta, value: Any) -> str:
    size = len(value) if isinstance(value, (str, list, dict)) else 0
    if meta.ge is not None and value < meta.ge:
        return f"expected at least {meta.ge}, found {value}"
    if meta.gt is not None and value <= meta.gt:
        return f"expected more than {meta.gt}, found {value}"
    if meta.le is not None and value > meta.le:
        return f"expected at most {meta.le}, found {value}"
    if meta.max_length is not None and size > meta.max_length:
        return f"too long: {size}, at most {meta.max_length}"
    if meta.min_length is not None and size < meta.min_length:
        return "must not be empty" if meta.min_length == 1 else f"expected at least {meta.min_length}, found {size}"
    if meta.pattern is not None and not re.search(meta.pattern, value):
        return f"expected {meta.description or 'another form'}, found '{value}'"
    return ""


def _union(kinds: tuple[Any, ...]) -> Step:
    rest = [k for k in kinds if k not in (type(None), msgspec.UnsetType)]
    rest.sort(key=lambda k: k is str)  # text takes whatever nothing else takes
    optional = type(None) in kinds
    structs = [k for k in rest if isinstance(k, type) and issubclass(k, msgspec.Struct)]
    if structs and all(k.__struct_config__.tag_field for k in structs):
        return _tagged(structs)
    steps = [(_accepts(k), _reader_of(k)) for k in rest]
    expected = " or ".join(_said(k) for k in rest)

    def read(reader: Reader, node: Node, path: str) -> Any:
        if optional and node.tag.endswith(":null"):
            return None
        for accepts, step in steps:
            if len(steps) == 1 or accepts(node):
                return step(reader, node, path)
        return reader.fault(node, f"expected {expected}, found {_kind(node)}")

    return read


def _tagged(structs: list[type[msgspec.Struct]]) -> Step:
    tag_field = structs[0].__struct_config__.tag_field or ""
    by_tag = {str(k.__struct_config__.tag): k for k in structs}

    def read(reader: Reader, node: Node, path: str) -> Any:
        if not isinstance(node, MappingNode):
            return reader.fault(node, f"expected keys with values, found {_kind(node)}")
        for key_node, value_node in node.value:
            if isinstance(key_node, ScalarNode) and key_node.value == tag_field:
                tag = value_node.value if isinstance(value_node, ScalarNode) else "?"
                if tag in by_tag:
                    return reader.struct(node, by_tag[tag], path, tag_field)
                return reader.fault(value_node, f"unknown {tag_field} '{tag}'{nearest(str(tag), by_tag)}")
        return reader.fault(node, f"missing: {tag_field} (one of {', '.join(by_tag)})")

    return read


def _accepts(kind: Any) -> Callable[[Node], bool]:
    origin = get_origin(kind)
    if origin is Annotated:
        return _accepts(get_args(kind)[0])
    if origin is Literal:
        choices = {str(c) for c in get_args(kind)}
        return lambda node: isinstance(node, ScalarNode) and node.value in choices
    if origin in (list, tuple):
        return lambda node: isinstance(node, SequenceNode)
    if origin is dict or kind is Words or (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return lambda node: isinstance(node, MappingNode) or (kind is Words and isinstance(node, ScalarNode))
    pattern = {int: _INT, float: _FLOAT}.get(kind)
    if pattern:
        return lambda node: isinstance(node, ScalarNode) and not node.style and bool(pattern.fullmatch(node.value))
    if kind is bool:
        return lambda node: node.tag.endswith(":bool")
    return lambda node: isinstance(node, ScalarNode)


def _one_of(choices: tuple[Any, ...]) -> Step:
    by_text = {str(c): c for c in choices}

    def read(reader: Reader, node: Node, _path: str) -> Any:
        if isinstance(node, ScalarNode) and node.value in by_text:
            return by_text[node.value]
        found = f"'{node.value}'" if isinstance(node, ScalarNode) else _kind(node)
        near = nearest(str(node.value), by_text) if isinstance(node, ScalarNode) else ""
        return reader.fault(
            node, f"expected one of {', '.join(by_text)}, found {found}{near if 'mean' in near else ''}"
        )

    return read


def _list(item: Any) -> Step:
    step = _reader_of(item)

    def read(reader: Reader, node: Node, path: str) -> Any:
        if not isinstance(node, SequenceNode):
            return reader.fault(node, f"expected a list, found {_kind(node)}")
        values = [reader.enter(child, step, f"{path}.{i}") for i, child in enumerate(node.value)]
        return _NOTHING if any(v is _NOTHING for v in values) else values

    return read


def _tuple(items: tuple[Any, ...]) -> Step:
    steps = [_reader_of(k) for k in items]

    def read(reader: Reader, node: Node, path: str) -> Any:
        if not isinstance(node, SequenceNode) or len(node.value) != len(steps):
            return reader.fault(node, f"expected a list of {len(steps)}, found {_kind(node)}")
        values = [reader.enter(c, s, f"{path}.{i}") for i, (c, s) in enumerate(zip(node.value, steps, strict=True))]
        return _NOTHING if any(v is _NOTHING for v in values) else tuple(values)

    return read


def _mapping(key: Any, item: Any) -> Step:
    step = _reader_of(item)

    def read(reader: Reader, node: Node, path: str) -> Any:
        if not isinstance(node, MappingNode):
            return reader.fault(node, f"expected keys with values, found {_kind(node)}")
        values: dict[Any, Any] = {}
        for name, (key_node, value_node) in reader.pairs(node):
            if key is int and not _INT.fullmatch(name):
                reader.fault(key_node, f"expected a whole number as key, found '{name}'")
                continue
            values[int(name) if key is int else name] = reader.enter(value_node, step, f"{path}.{name}")
        return _NOTHING if any(v is _NOTHING for v in values.values()) else values

    return read


def _text(reader: Reader, node: Node, _path: str) -> Any:
    if not isinstance(node, ScalarNode):
        return reader.fault(node, f"expected text, found {_kind(node)}")
    if node.tag.endswith((":str", ":value")):
        return node.value
    return reader.fault(node, f"expected text, found {_kind(node)}; put it in quotes if it is meant as text")


def _whole(reader: Reader, node: Node, _path: str) -> Any:
    if isinstance(node, ScalarNode) and not node.style and _INT.fullmatch(node.value):
        return int(node.value)
    return reader.fault(node, f"expected a whole number, found {_kind(node)}")


def _number(reader: Reader, node: Node, _path: str) -> Any:
    if isinstance(node, ScalarNode) and not node.style and _FLOAT.fullmatch(node.value):
        number = float(node.value)
        if math.isfinite(number):
            return number
    return reader.fault(node, f"expected a number, found {_kind(node)}")


def _yes_no(reader: Reader, node: Node, _path: str) -> Any:
    if isinstance(node, ScalarNode) and node.value in ("true", "false"):
        return node.value == "true"
    return reader.fault(node, f"expected true or false, found {_kind(node)}")


def _anything(reader: Reader, node: Node, path: str) -> Any:
    """A value of a table that no model describes: text, number, texts by language, or a list."""
    if isinstance(node, MappingNode):
        return _some_words(reader, node, path)
    if isinstance(node, SequenceNode):
        return _list(Any)(reader, node, path)
    for accepts, step in ((_accepts(int), _whole), (_accepts(float), _number), (_accepts(bool), _yes_no)):
        if accepts(node):
            return step(reader, node, path)
    return node.value


def _some_words(reader: Reader, node: Node, path: str) -> Any:
    place = reader.place(node)
    if isinstance(node, ScalarNode):
        text = _text(reader, node, path)
        return _NOTHING if text is _NOTHING else Words({ANY: text})
    texts = _mapping(str, str)(reader, node, path)
    if texts is _NOTHING:
        return texts
    words = Words(texts)
    reader.words.append((place, words))
    return words


def _as_it_is(reader: Reader, node: Node, _path: str) -> Any:
    """A mapping that something else will check: plain values, as a record or a snapshot holds them."""
    if not isinstance(node, MappingNode):
        return reader.fault(node, f"expected a mapping, found {_kind(node)}")
    return Plain(_plain(node))


def _plain(node: Node) -> Any:
    if isinstance(node, MappingNode):
        return {_plain(k) if isinstance(k, ScalarNode) else str(k.tag): _plain(v) for k, v in node.value}
    if isinstance(node, SequenceNode):
        return [_plain(one) for one in node.value]
    if node.tag.endswith(":null"):
        return None
    if node.tag.endswith(":bool"):
        return node.value.casefold() in ("true", "yes", "on")
    if node.tag.endswith(":int") and _INT.fullmatch(node.value):
        return int(node.value)
    return node.value


_PLAIN: dict[Any, Step] = {
    str: _text,
    int: _whole,
    float: _number,
    bool: _yes_no,
    Words: _some_words,
    Any: _anything,
    Plain: _as_it_is,
}


def _holds_itself(node: Node, around: set[int], done: set[int]) -> bool:
    """Does an alias lead back to something it stands in? Then reading would never end."""
    if isinstance(node, ScalarNode) or id(node) in done:
        return False
    if id(node) in around:
        return True
    around.add(id(node))
    parts = (part for row in node.value for part in row) if isinstance(node, MappingNode) else node.value
    found = any(_holds_itself(part, around, done) for part in parts)
    around.discard(id(node))
    done.add(id(node))
    return found


def excesses(events: Iterable[Any]) -> Iterator[tuple[int, Literal["deep", "many"]]]:
    """The lines where a file nests too deeply or holds too much. The parser says so, which does not recurse, before the
    composer does: brackets in quotes, dashes and indents are what they are to it."""
    depth = values = 0
    for event in events:
        if isinstance(event, CollectionEndEvent):
            depth -= 1
        elif isinstance(event, NodeEvent):
            values += 1
            depth += isinstance(event, CollectionStartEvent)
            if depth > DEPTH or values > VALUES:
                yield event.start_mark.line + 1 if event.start_mark else 1, "deep" if depth > DEPTH else "many"


def _said(kind: Any) -> str:
    names = {
        str: "text",
        int: "a whole number",
        float: "a number",
        bool: "true or false",
        Words: "texts by language",
    }
    origin = get_origin(kind)
    if origin is Annotated:
        return _said(get_args(kind)[0])
    if origin is Literal:
        return " or ".join(str(c) for c in get_args(kind))
    if origin in (list, tuple):
        return "a list"
    return names.get(kind, "keys with values")


def _kind(node: Node) -> str:
    if isinstance(node, MappingNode):
        return "keys with values"
    if isinstance(node, SequenceNode):
        return f"a list of {len(node.value)}"
    if node.tag.endswith(":null"):
        return "nothing"
    shown = str(node.value)
    shown = shown if len(shown) <= 40 else shown[:37] + "…"
    return f"'{shown}'"


@cache
def _path(name: str) -> Path:
    """A file, made a path once for all its places."""
    return Path(name)


def _syntax(error: yaml.MarkedYAMLError, text: str, line: int) -> str:
    lines = text.split("\n")
    around = lines[line - 1] if 0 < line <= len(lines) else ""
    if "\t" in around[: len(around) - len(around.lstrip())] or "'\\t'" in str(error.problem):
        return "a tab is used to indent this line; use spaces"
    context = f" {error.context}" if error.context else ""
    return f"not valid YAML: {error.problem}{context}; check indentation, quotes and colons here and just above"
