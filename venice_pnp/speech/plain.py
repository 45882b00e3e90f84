"""Typed-in YAML or JSON as plain values, each list item and mapping with its line; and back to text.

Only plain values pass: no tags, no aliases (so nothing multiplies), no key twice, no huge files. Words
such as `no` and `on` stay words: a player may be called No.
"""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from venice_pnp.speech.trouble import BrokenText

MAX_CHARACTERS = 1_000_000
MAX_DEPTH = 60
MAX_DIGITS = 300
_INT = r"[-+]?(0|[1-9][0-9]*)"
_FLOAT = r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)|NaN"
_NUMERIC = frozenset("+-.0123456789N")  # a number begins so
_NULLS = {"", "~", "null", "Null", "NULL"}
_BOOLS = {w: w.lower() == "true" for w in ("true", "True", "TRUE", "false", "False", "FALSE")}
_PLAIN_WORD = r"[^\W\d_][\w-]*( [\w-]+)*"
_RESERVED = {"yes", "no", "on", "off", "y", "n", "true", "false", "null", "nan"}

Lines = dict[int, int]  # id of a mapping or list -> its line in the file


def read_file(file: Path) -> tuple[Any, Lines]:
    """The plain value of a file; raises BrokenText."""
    return read_text(text_of(file, MAX_CHARACTERS), str(file))


def text_of(file: Path, most: int) -> str:
    """The text of a regular file that is not too large; raises BrokenText."""
    try:
        seen = file.stat()
        if not stat.S_ISREG(seen.st_mode):
            raise BrokenText("file.unreadable", file=str(file), reason="not a regular file")
        if seen.st_size > most:
            raise BrokenText("file.large", file=str(file), max=most)
        return file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BrokenText("file.encoding", file=str(file)) from None
    except (OSError, ValueError) as error:
        raise BrokenText(
            "file.unreadable", file=str(file), reason=getattr(error, "strerror", "") or str(error)
        ) from None


def read_text(text: str, file: str) -> tuple[Any, Lines]:
    """The plain value of a text; `file` is its name in messages."""
    import yaml  # slow to load

    if len(text) > MAX_CHARACTERS:
        raise BrokenText("file.large", file=file, max=MAX_CHARACTERS)
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    with told_of(file):
        check_events(yaml.parse(text, Loader=loader), file)
        root = yaml.compose(text, Loader=loader)
        lines: Lines = {}
        return (None if root is None else _value(root, file, lines)), lines


@contextmanager
def told_of(file: str) -> Iterator[None]:
    """What YAML says of a file, as BrokenText with its line."""
    import yaml  # slow to load

    try:
        yield
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        raise BrokenText("file.yaml", file=file, line=line, problem=str(error.problem or error)) from None
    except (yaml.YAMLError, ValueError) as error:
        problem = " ".join(str(error).split())[:120]
        raise BrokenText("file.yaml", file=file, line=1, problem=problem) from None
    except RecursionError:
        raise BrokenText("file.deep", file=file) from None


def check_events(events: Iterable[Any], file: str) -> None:
    """No aliases, and nothing nested so deeply that the composer, which recurses in C, would crash."""
    from yaml import AliasEvent, CollectionEndEvent, CollectionStartEvent  # slow to load

    depth = 0
    for event in events:
        if isinstance(event, AliasEvent):
            raise BrokenText("file.alias", file=file, line=event.start_mark.line + 1 if event.start_mark else 1)
        depth += isinstance(event, CollectionStartEvent) - isinstance(event, CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise BrokenText("file.deep", file=file)


def _value(node: Any, file: str, lines: Lines) -> Any:
    line = node.start_mark.line + 1
    if node.id == "scalar":
        return _scalar(node, file, line)
    found: Any
    if node.id == "sequence":
        found = [_value(child, file, lines) for child in node.value]
    else:
        found = {}
        for key_node, child in node.value:
            key = _value(key_node, file, lines)
            if not isinstance(key, (str, int)):
                raise BrokenText("file.key", file=file, line=key_node.start_mark.line + 1)
            if key in found:
                raise BrokenText("file.twice", file=file, line=key_node.start_mark.line + 1, key=key)
            found[key] = _value(child, file, lines)
    if not node.tag.startswith("tag:yaml.org,2002:"):
        raise BrokenText("file.tag", file=file, line=line, tag=node.tag)
    lines[id(found)] = line
    return found


def _scalar(node: Any, file: str, line: int) -> Any:
    word = node.value
    if not node.tag.startswith("tag:yaml.org,2002:") or "binary" in node.tag or "python" in node.tag:
        raise BrokenText("file.tag", file=file, line=line, tag=node.tag)
    return word if node.style else scalar(word)


def scalar(word: str) -> Any:
    """A bare word as number, truth, nothing, or text."""
    if word in _NULLS:
        return None
    if word in _BOOLS:
        return _BOOLS[word]
    if word[0] not in _NUMERIC or len(word) > MAX_DIGITS:
        return word
    if re.fullmatch(_INT, word):
        return int(word)
    if re.fullmatch(_FLOAT, word):
        return float(word.replace(".inf", "inf").replace(".Inf", "inf").replace(".INF", "inf").replace(".n", "n"))
    return word


def flow(value: Any) -> str:
    """A value in one line of YAML, readable by `read_text` and by every YAML program."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{flow(k)}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, str) and re.fullmatch(_PLAIN_WORD, value) and value.lower() not in _RESERVED:
        return value
    return json.dumps(value, ensure_ascii=False)


def canonical(value: Any) -> str:
    """One text for one value: what is hashed, sealed and stored."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
