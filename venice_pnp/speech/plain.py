"""Typed-in YAML or JSON as plain values, each list item and mapping with its line; and back to text.

Only plain values pass: no tags, no aliases (so nothing multiplies), no key twice, no huge files. Words
such as `no` and `on` stay words: a player may be called No.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from venice_pnp.kit.folders import NotTaken, small_file
from venice_pnp.kit.limits import DEPTH, DIGITS, RECORD, VALUES
from venice_pnp.speech.trouble import BrokenText

_INT = r"[-+]?(0|[1-9][0-9]*)"
_FLOAT = r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)|NaN"
_NUMERIC = frozenset("+-.0123456789N")  # a number begins so
_NULLS = {"", "~", "null", "Null", "NULL"}
_BOOLS = {w: w.lower() == "true" for w in ("true", "True", "TRUE", "false", "False", "FALSE")}
_PLAIN_WORD = r"[^\W\d_][\w-]*( [\w-]+)*"
_RESERVED = {"yes", "no", "on", "off", "y", "n", "true", "false", "null", "nan"}

Lines = dict[int, int]  # id of a mapping or list -> its line in the file


def read_file(file: Path, most: int = RECORD, inside: bool = False) -> tuple[Any, Lines]:
    """The plain value of a file; raises BrokenText."""
    return read_text(text_of(file, most, inside), str(file), most)


def text_of(file: Path, most: int, inside: bool = False) -> str:
    """The text of a file that may be taken in; raises BrokenText."""
    try:
        raw = small_file(file, most, inside)
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BrokenText("file.encoding", file=str(file), line=raw.count(b"\n", 0, error.start) + 1) from None
    except NotTaken as error:
        raise BrokenText(f"file.{error.why}", file=str(file), max=most) from None
    except (OSError, ValueError) as error:  # a name with a zero in it
        raise BrokenText(
            "file.unreadable", file=str(file), reason=getattr(error, "strerror", "") or str(error)
        ) from None


def read_text(text: str, file: str, most: int = RECORD) -> tuple[Any, Lines]:
    """The plain value of a text; `file` is its name in messages."""
    import yaml  # slow to load

    if len(text) > most:
        raise BrokenText("file.large", file=file, max=most)
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
        raise BrokenText("file.deep", file=file, line=1, max=DEPTH) from None


def check_events(events: Iterable[Any], file: str) -> None:
    """No aliases, not too much, and nothing nested so deeply that the composer, which recurses in C, would crash."""
    from yaml import AliasEvent  # slow to load

    from venice_pnp.kit.reader import excesses  # loads yaml

    def known() -> Iterator[Any]:
        for event in events:
            if isinstance(event, AliasEvent):
                raise BrokenText("file.alias", file=file, line=event.start_mark.line + 1 if event.start_mark else 1)
            yield event

    for line, excess in excesses(known()):
        raise BrokenText(f"file.{excess}", file=file, line=line, max=DEPTH if excess == "deep" else VALUES)


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
    if word[0] not in _NUMERIC or len(word) > DIGITS:
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
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)  # JSON leaves alone what still commands a terminal


_CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def canonical(value: Any) -> str:
    """One text for one value: what is hashed, sealed and stored."""
    return _CANONICAL.encode(value)
