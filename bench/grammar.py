"""What somebody who means harm would send: composed from the models themselves, not changed from something good.

Every field of a model is filled with a value that its type allows (its bounds among them) or, now and then, with one
that nobody would write: zero, tiny, huge, negative, not a number, deep, itself, elsewhere, names of Python's own, odd
encodings, very many, very wide. A new field is covered by being declared.

Who chooses is either hypothesis, which varies what it has drawn before and can shrink it (`strategy`), or plain dice,
which are some ten times as fast (`Dice`).
"""

from __future__ import annotations

import json
import random
import types
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

import msgspec
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from msgspec import UnsetType

from venice_pnp.kit.wording import Words

T = TypeVar("T")
SELDOM = 14  # one value in so many is one that nobody would write


# --- who chooses ------------------------------------------------------------------------------------------------
class Chooser(ABC):
    """Decides whatever the grammar leaves open."""

    @abstractmethod
    def number(self, low: int, high: int) -> int: ...

    @abstractmethod
    def one(self, things: Sequence[T]) -> T: ...

    @abstractmethod
    def fitting(self, pattern: str) -> str:
        """A text that fits a regular expression."""

    def seldom(self, times: int = SELDOM) -> bool:
        return self.number(0, times) == 0

    def some(self, things: Sequence[T], most: int) -> list[T]:
        return [self.one(things) for _ in range(self.number(0, most))]

    def various(self, things: Sequence[T], most: int) -> list[T]:
        """Some, none of them twice."""
        return list(dict.fromkeys(self.some(things, most)))


class Drawn(Chooser):
    """By hypothesis."""

    def __init__(self, draw: Callable[[Any], Any]) -> None:
        self._draw = draw

    def number(self, low: int, high: int) -> int:
        return int(self._draw(st.integers(low, high)))

    def one(self, things: Sequence[T]) -> T:
        return self._draw(st.sampled_from(things))  # type: ignore[no-any-return]

    def fitting(self, pattern: str) -> str:
        return str(self._draw(st.from_regex(pattern)))


class Dice(Chooser):
    def __init__(self, number: int) -> None:
        self._rng = random.Random(number)

    def number(self, low: int, high: int) -> int:
        return self._rng.randint(low, high)

    def one(self, things: Sequence[T]) -> T:
        return self._rng.choice(things)

    def fitting(self, pattern: str) -> str:
        return self.one(_texts_fitting(pattern))


@cache
def _texts_fitting(pattern: str) -> list[str]:
    found: list[str] = []

    @seed(1)
    @settings(max_examples=200, phases=[Phase.generate], database=None, suppress_health_check=list(HealthCheck))
    @given(st.from_regex(pattern))
    def gather(text: str) -> None:
        found.append(text)

    gather()
    return found


def strategy(compose: Callable[[Chooser], T]) -> st.SearchStrategy[T]:
    """The same grammar for hypothesis."""

    @st.composite
    def composed(draw: Callable[[Any], Any]) -> T:
        return compose(Drawn(draw))

    return composed()


class Raw(NamedTuple):
    """Text of a file as it stands, not quoted."""

    text: str


# --- values that nobody would write ---------------------------------------------------------------------------
NUMBERS = [
    *(0, -1, 1e-5, 1e-300, 5e-324, 1e5, 1e9, 1e300, -1e300, 10**17, 2**31, 2**63, -(2**63), 10**40, 0.1 + 0.2),
    *map(
        Raw, (".nan", ".inf", "-.inf", "nan", "1e999", "-0.0", "0x10", "0o17", "1_000", "1:30", "+1", "1.", ".5", "~")
    ),
    *map(Raw, ("9" * 400, "1" * 5000, "1" * 5000 + "x", "0." + "0" * 5000 + "1", "true", "2026-01-01", "=")),
]
REACHES = [
    "numbers.--class--.--signature--.--init--.--globals--.os.environ.-data",
    *(
        "--class--",
        "seats.--len--",
        "seats.0",
        "seats.red.--struct-fields--",
        "cards.--doc--",
        "components.card.--dict--",
    ),
    *(
        "game.--class--",
        "texts.--class--",
        "texts.deep",
        "numbers." + "9" * 5000,
        "cards.99999999999999999999",
        "cards.0",
    ),
    *(
        "components",
        "seats.red",
        "shared.making",
        "look-up-print",
        "places",
        "folders.0",
        "x" * 3000,
        "a.b.c.d.e",
        "id",
    ),
    *("numbers", "texts.own", "texts.twice", "printed.shared", "tables", "kit-id", "game.title.en", "game.title.keys"),
]
ENCODED = [
    "\x00",
    "\x1b[2J\x1b[H",
    "\x9b31m",
    "\u202eabc",
    "\u2066x",
    "\ufeff",
    "\ud800",
    "\udfff\ud800",
    "e" + "\u0301" * 500,
]
ELSEWHERE = [
    "../../../../etc/passwd",
    "/etc/passwd",
    "/dev/zero",
    "..",
    ".",
    "",
    "~",
    "C:\\x",
    "a/../../b",
    "file:///etc/passwd",
]
TEXTS = [
    *(f"{{{path}}}" for path in REACHES),
    *ENCODED,
    *ELSEWHERE,
    *(
        "x" * 200_000,
        "wide " * 30_000,
        "𝔙" * 3000,
        "\u00ad" * 5000,
        "\u200b" * 5000,
        "a\u00a0" * 2000,
        "\n" * 5000,
        " " * 90_000,
    ),
    *(
        "{" * 2000,
        "}" * 2000,
        "{{x}}",
        "{}",
        "{0}",
        "{x!r}",
        "{x:>99999999}",
        "%s%n",
        "**" * 3000,
        "**bold",
        "* *",
        "*" * 9999,
    ),
    *(
        ":gondola:",
        ":x" * 2000,
        "[[gondola]]",
        "<b>",
        "&lol;",
        ") Tj ET endobj",
        "\\",
        "\t",
        "null",
        "#",
        "----",
        "’" * 3000,
    ),
]
ITSELF = [Raw("&a [*a]"), Raw("&b {x: *b}"), Raw("*nobody"), Raw("{<<: {a: 1}}"), Raw("&c 1")]
DEEP = [
    Raw("[" * 70 + "]" * 70),
    Raw("[" * 9000),
    Raw('["]",' * 9000),
    Raw("{a: " * 3000),
    Raw("{a: " * 59 + "1" + "}" * 59),
]
MANY = [
    Raw("[" + "1," * 99_000 + "]"),
    Raw("[" + "{}," * 60_000 + "]"),
    Raw("{" + "".join(f"k{n}: 1," for n in range(40_000)) + "}"),
]
TAGGED = [
    Raw("!!python/object/apply:os.system [id]"),
    Raw("!x y"),
    Raw("!!binary aGk="),
    Raw("!!set {a}"),
    Raw("!!null x"),
    Raw("? x"),
]
SHAPES: list[Any] = [None, True, [], {}, [[]], {"": ""}, [None], {"--class--": 1}, {"__init__": {}}]
DANGEROUS: list[Any] = [*NUMBERS, *TEXTS, *ITSELF, *DEEP, *TAGGED, *SHAPES]
LONG = 300  # one dangerous value in so many is one of MANY: each takes as long to read as fifty others


def dangerous(choose: Chooser) -> Any:
    return choose.one(MANY if choose.seldom(LONG) else DANGEROUS)


USUAL_NUMBERS = [0, 0.01, 0.5, 1, 2, 3, 6, 10, 12.5, 30, 60, 90, 200]


# --- values of a type -------------------------------------------------------------------------------------------
class Grammar:
    """Values for the fields of models. `names` says what a text may be, by the name of its field; `sources` what an
    annotation `of(…)` of a position may name."""

    def __init__(self, names: dict[str, list[Any]], sources: dict[str, list[Any]] | None = None) -> None:
        self.names, self.sources = names, sources or {}

    def value(self, choose: Chooser, kind: Any, field: str = "", depth: int = 0) -> Any:
        if choose.seldom():
            return dangerous(choose)
        origin, parts = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._bounded(choose, parts[0], parts[1:], field, depth)
        if origin in (Union, types.UnionType):
            chosen = [one for one in parts if one not in (UnsetType, type(None))]
            return self.value(choose, choose.one(chosen), field, depth)
        if origin is Literal:
            return choose.one(parts)
        if origin is list:
            return [self.value(choose, parts[0], field, depth + 1) for _ in range(choose.number(0, 3))]
        if origin is tuple:
            return [self.value(choose, part, field, depth) for part in parts]
        if origin is dict:
            return self._mapping(choose, parts, field, depth)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return self.struct(choose, kind, depth)
        return self._plain(choose, kind, field)

    def struct(self, choose: Chooser, model: type[msgspec.Struct], depth: int = 0) -> dict[str, Any]:
        """A model's fields: all that are needed, and some of the others."""
        made: dict[str, Any] = {}
        config = model.__struct_config__
        if config.tag_field:
            made[config.tag_field] = config.tag
        for one in msgspec.structs.fields(model):
            left_out = choose.number(0, 99) < (1 if one.required else 30 if depth < 3 else 70)
            if not left_out:
                made[one.encode_name] = self.value(choose, one.type, one.encode_name, depth + 1)
        return made

    def _mapping(self, choose: Chooser, kinds: tuple[Any, ...], field: str, depth: int) -> dict[Any, Any]:
        keys = [self.value(choose, kinds[0], field) for _ in range(choose.number(0, 3))]
        return {k: self.value(choose, kinds[1], field, depth + 1) for k in keys if isinstance(k, (str, int))}

    def _bounded(self, choose: Chooser, base: Any, notes: Iterable[Any], field: str, depth: int) -> Any:
        metas = [note for note in notes if isinstance(note, msgspec.Meta)]
        named = [name for meta in metas for name in self.sources.get((meta.extra or {}).get("of", ""), ())]
        if named:
            return choose.one(named)
        if base in (int, float):
            low = [m.ge if m.ge is not None else m.gt for m in metas if m.ge is not None or m.gt is not None]
            high = [m.le for m in metas if m.le is not None]
            allowed = [n for n in USUAL_NUMBERS if all(n >= x for x in low) and all(n <= x for x in high)]
            return choose.one([*map(base, [*low, *high, *allowed])] or [base(1)])
        pattern = next((m.pattern for m in metas if m.pattern), "")
        if base is str and pattern and field not in self.names:
            return choose.fitting(pattern)
        return self.value(choose, base, field, depth)

    def _plain(self, choose: Chooser, kind: Any, field: str) -> Any:
        if kind is bool:
            return choose.one([False, True])
        if kind in (int, float):
            return kind(choose.one(USUAL_NUMBERS))
        if kind is Words:
            return {lang: choose.one(self.names.get("words", ["x"])) for lang in ("en", "de")}
        if kind is Any:
            return choose.one([1, 2.5, "x", ["x", 1], {"en": "x", "de": "y"}, *self.names.get("any", ())])
        return choose.one(self.names.get(field) or self.names.get("", ["x"]))


# --- texts of files ---------------------------------------------------------------------------------------------
def written(value: Any) -> str:
    """A value as YAML of one line."""
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(str(k))}: {written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(written, value)) + "]"
    return "~" if value is None else json.dumps(value)


def page(sections: dict[str, Any]) -> str:
    """A file: its sections line by line, so that a fault has a line of its own."""
    return "".join(f"{key}: {written(value)}\n" for key, value in sections.items())


def spelled(text: str, how: str) -> bytes:
    """A text as bytes: mostly UTF-8, sometimes as another program would save it, or as nobody would."""
    if how in ("latin-1", "utf-16", "utf-32", "cp1252"):
        return text.encode(how, "replace")
    raw = text.encode("utf-8", "surrogatepass")
    return {"bom": b"\xef\xbb\xbf", "nul": b"\0", "half": b"\xff\xfe"}.get(how, b"") + raw


SPELLINGS = ["utf-8"] * 12 + ["latin-1", "utf-16", "utf-32", "cp1252", "bom", "nul", "half"]

# --- drawings ---------------------------------------------------------------------------------------------------
FIGURES = [
    "0",
    "1",
    "5",
    "-3",
    "9.5",
    "1e3",
    "1e5",
    "1e38",
    "1e308",
    "-1e308",
    "1e-300",
    "nan",
    "inf",
    "-inf",
    "1e999",
    "",
    "x",
]
PAINTS = [
    "var(--main, #000)",
    "var(--ink, #000)",
    "var(--x, #000)",
    "none",
    "ink",
    "#zzzzzz",
    "url(#a)",
    "",
    "x" * 9999,
]


def outline(choose: Chooser) -> str:
    return " ".join(
        f"{choose.one('MLHVCSQTAZmlhvcsqtaz ')} {' '.join(choose.some(FIGURES, 7))}" for _ in range(choose.number(0, 6))
    )


def turns(choose: Chooser) -> str:
    """What a group may be moved by."""
    names = choose.some(["translate", "scale", "rotate", "matrix", "skewX", ""], 3)
    return " ".join(f"{name}({','.join(choose.some(FIGURES, 7))})" for name in names)


def attribute(choose: Chooser, name: str) -> str:
    match name:
        case "d":
            return outline(choose)
        case "points":
            return " ".join(choose.some(FIGURES, 8))
        case "transform":
            return turns(choose)
        case "fill" | "stroke":
            return choose.one(PAINTS)
        case "fill-rule":
            return choose.one(["evenodd", "nonzero", "x"])
        case "href" | "onload" | "style" | "class" | "xlink:href":
            return choose.one(ELSEWHERE)
        case _:
            return choose.one(FIGURES)


TAGS = {
    "path": ["d"],
    "rect": ["x", "y", "width", "height", "rx", "ry"],
    "circle": ["cx", "cy", "r"],
    "ellipse": ["cx", "cy", "rx", "ry"],
    "line": ["x1", "y1", "x2", "y2"],
    "polyline": ["points"],
    "polygon": ["points"],
    "g": ["transform"],
    **{tag: ["href"] for tag in ("use", "image", "script", "style", "foreignObject", "svg", "text", "x:y")},
}
HEADS = [
    '<?xml version="1.0" encoding="utf-16"?>',
    '<?xml version="1.0" encoding="x"?>',
    '<!DOCTYPE s [<!ENTITY a "b">]>',
    "<!-- -->",
    "\0",
    " " * 99,
]
SVG = 'xmlns="http://www.w3.org/2000/svg"'


ATTRIBUTES = [*dict.fromkeys(name for names in TAGS.values() for name in names)]
ATTRIBUTES += ["fill", "stroke", "stroke-width", "fill-rule", "onload", "style", "class", "xlink:href"]


def shape(choose: Chooser, depth: int = 0) -> str:
    tag = choose.one([*list(TAGS)[:8] * 4, *TAGS])
    names = [*TAGS[tag], *choose.some(["fill", "stroke", "stroke-width", "transform", "fill-rule"], 3)]
    if choose.seldom():
        names.append(choose.one(ATTRIBUTES))
    given = " ".join(f'{name}="{attribute(choose, name)}"' for name in dict.fromkeys(names))
    inner = "".join(shape(choose, depth + 1) for _ in range(choose.number(0, 2))) if tag == "g" and depth < 3 else ""
    return f"<{tag} {given}>{inner}</{tag}>"


def symbol(choose: Chooser) -> bytes:
    """An SVG file."""
    head = choose.one([""] * 15 + HEADS)
    box = " ".join(choose.one(["0", "24", "9", *FIGURES]) for _ in range(choose.number(3, 5)))
    box = choose.one(["0 0 24 24"] * 5 + [box])
    body = "".join(shape(choose) for _ in range(choose.number(0, 4)))
    if choose.seldom(60):
        deep = choose.one([50, 900, 20_000])
        body = "<g>" * deep + body + "</g>" * deep
    if choose.seldom(60):
        body *= 2000
    return spelled(f'{head}<svg {SVG} viewBox="{box}">{body}</svg>', choose.one(SPELLINGS))
