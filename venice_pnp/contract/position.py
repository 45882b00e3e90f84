"""A position as text, declared once: what a snapshot may hold, in which bounds, and who may see what of it.

A game declares its position as `Part`s: msgspec structs whose annotations say more than a type.

    Field = Annotated[str, of("fields")]           an id of that vocabulary; the game names the ids when it reads
    Whole                                          a number of at least 0
    tokens: Annotated[list[int], COUNTED]          the seat it belongs to sees it, the others how many there are
    candidate: Annotated[Ballot, own("?")]         the others see a `?` instead (or nothing, if nothing is named)
    hand: Annotated[list[Card], masked("?")]       the others see as many `?`
    draw_order: Annotated[list[Card], HIDDEN]      nobody sees it; only a whole snapshot holds it
    supply: Annotated[dict[…], FOLLOWS]            it follows from the rest, and can be worked out again
    dict[Seat, Annotated[Any, kinds(Whole, podesta=Seat)]]   numbers by seat and, beside them, `podesta: Anke`

What stands in a mapping by `Seat` belongs to that seat. Fields without a mark are public. A default is what is meant
where nothing was typed; one that is LEFT_OUT the game works out, or does not write; without one it must be there.

From the model come the form check (`read`), views (`shown`), the schema for editors (`kit.schema`) and what differs
between two positions. A game keeps the way from state to position and back, and its invariants.
"""

# Annotations are left to be evaluated here: as texts msgspec would have to compile each of them at every start.
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct
from msgspec import inspect as form

from venice_pnp.contract.play import Facts, Refused, Snapshot, Violation

SEATS = "players"  # the vocabulary of those who sit at the table
Words = Mapping[str, Collection[Any]]  # what may stand for each vocabulary; one that is left out is not checked
FORM = "form"  # messages about the form of what was typed begin so

OWN, COUNT, MASK, NEVER = "own", "count", "mask", "never"


def of(vocabulary: str) -> Meta:
    """An id (or number) of this vocabulary."""
    return Meta(extra={"of": vocabulary})


def own(instead: Any = UNSET) -> Meta:
    """Only its seat sees it; the others see this instead."""
    return Meta(extra={"seen": OWN, "instead": instead})


def masked(instead: Any) -> Meta:
    """Only its seat sees what it is; the others see as many of these."""
    return Meta(extra={"seen": MASK, "instead": instead})


def kinds(usual: Any, **beside: Any) -> Meta:
    """What stands in a mapping: the usual kind, and at these keys, which stand beside its own, theirs."""
    return Meta(extra={"usual": usual, "beside": beside})


COUNTED = Meta(extra={"seen": COUNT})
HIDDEN = Meta(extra={"seen": NEVER})
FOLLOWS = Meta(extra={"follows": True})
Seat = Annotated[str, of(SEATS)]
Whole = Annotated[int, Meta(ge=0)]
LEFT_OUT: Any = UNSET  # a default that says no more than that nothing was typed


class Part(Struct, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The manner of all parts of a position. Its text, in a log or a traceback, tells only what everybody may see."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({shown(type(self), written(self), None)})"


P = TypeVar("P", bound=Part)


class Wrong(Struct, frozen=True):
    """What stands at a path, and what should: the message's key and what it names."""

    path: str
    wanted: str
    value: Any
    known: Collection[Any] = ()

    def violation(self, rule: str) -> Violation:
        """As something that an audit tells."""
        facts: Facts = {"path": self.path or "start", "value": self.value, "known": list(self.known)}
        return Violation(rule, f"{FORM}.{self.wanted}", facts)


# --- reading ------------------------------------------------------------------------------------------------
def read(
    model: type[P],
    typed: Any,
    words: Words,
    nothing: Collection[Any] = (None,),
    complete: Callable[[dict[str, Any]], None] | None = None,
) -> tuple[P | None, list[Wrong]]:
    """The position that was typed in, with its defaults; or everything that cannot be read of it.

    What is `nothing` counts as left out, unless the model takes it as a value. `complete` gets what was typed, once its
    form is right, and fills in what follows from the rest.
    """
    reading = _Reading(words, nothing)
    clean = reading.look(_form_of(model), typed, "")
    if reading.found:
        return None, reading.found
    if complete is not None:
        complete(clean)
    return msgspec.convert(clean, model), []


@cache
def _form_of(model: Any) -> form.Type:
    return form.type_info(model)


class _Reading:
    """One look at what was typed: it collects what is wrong and returns the rest without what is left out."""

    def __init__(self, words: Words, nothing: Collection[Any]) -> None:
        self.words, self.nothing = words, nothing
        self.found: list[Wrong] = []

    def wrong(self, path: str, wanted: str, value: Any, known: Collection[Any] = ()) -> None:
        self.found.append(Wrong(path, wanted, value, known))

    def look(self, kind: form.Type, value: Any, path: str) -> Any:
        bare, extra = _bare(kind)
        known = self.words.get(extra.get("of", ""))
        if known is not None and isinstance(bare, (form.StrType, form.IntType, form.UnionType)):
            if not _is_one(value, known):
                self.wrong(path, "one-of", value, known)
            return value
        look: Look = LOOKS.get(type(bare), _anything)
        return look(self, bare, value, path)

    def left_out(self, kind: form.Type, value: Any) -> bool:
        """Is this nothing, and nothing that the model would take for something?"""
        return _is_one(value, self.nothing) and not (value is None and _may_be_none(kind))

    def struct(self, kind: form.StructType, value: Any, path: str) -> Any:
        fields = {field.encode_name: field for field in kind.fields}
        if not isinstance(value, Mapping):
            self.wrong(path, "keys", value, list(fields))
            return value
        clean = {}
        for key, part in value.items():
            if key not in fields:
                self.wrong(_join(path, key), "key", key, list(fields))
            elif not self.left_out(fields[key].type, part):
                clean[key] = self.look(fields[key].type, part, _join(path, key))
        for name, field in fields.items():
            if field.required and name not in clean:
                self.wrong(_join(path, name), "missing", None)
        return clean

    def mapping(self, kind: form.DictType, value: Any, path: str) -> Any:
        known = self.words.get(_bare(kind.key_type)[1].get("of", ""))
        marks = _bare(kind.value_type)[1]
        beside = marks.get("beside", {})
        usual = _form_of(marks["usual"]) if "usual" in marks else kind.value_type
        possible = [*(known or ()), *beside]
        if not isinstance(value, Mapping):
            self.wrong(path, "keys", value, possible)
            return value
        clean = {}
        for key, part in value.items():
            if not isinstance(key, str) or (known is not None and key not in possible):
                self.wrong(_join(path, key), "name" if known is None else "key", key, possible)
                continue
            one = _form_of(beside[key]) if key in beside else usual
            if not self.left_out(one, part):
                clean[key] = self.look(one, part, _join(path, key))
        return clean

    def listed(self, kind: form.ListType, value: Any, path: str) -> Any:
        if not isinstance(value, (list, tuple)):
            self.wrong(path, "list", value)
            return value
        return [self.look(kind.item_type, one, _join(path, number)) for number, one in enumerate(value, start=1)]

    def number(self, kind: form.IntType, value: Any, path: str) -> Any:
        if type(value) is not int:
            self.wrong(path, "number", value)
        elif kind.ge is not None and value < kind.ge:
            self.wrong(path, "least", value, (kind.ge,))
        elif kind.le is not None and value > kind.le:
            self.wrong(path, "most", value, (kind.le,))
        return value

    def flag(self, _kind: form.BoolType, value: Any, path: str) -> Any:
        if type(value) is not bool:
            self.wrong(path, "one-of", value, (True, False))
        return value

    def text(self, _kind: form.StrType, value: Any, path: str) -> Any:
        if not isinstance(value, str):
            self.wrong(path, "name", value)
        return value

    def literal(self, kind: form.LiteralType, value: Any, path: str) -> Any:
        if not _is_one(value, kind.values):
            self.wrong(path, "one-of", value, kind.values)
        return value

    def either(self, kind: form.UnionType, value: Any, path: str) -> Any:
        """The first that fits; else what is wrong with the one of the same kind, or with the last."""
        if value is None and kind.includes_none:
            return None
        tried = []
        for one in kind.types:
            if isinstance(one, form.NoneType):
                continue
            inner = _Reading(self.words, self.nothing)
            clean = inner.look(one, value, path)
            if not inner.found:
                return clean
            tried.append((one, inner.found))
        alike = [found for one, found in tried if isinstance(value, _taken_by(one))]
        self.found += alike[0] if alike else tried[-1][1]
        return value


def _anything(_reading: _Reading, _kind: form.Type, value: Any, _path: str) -> Any:
    return value


Look = Callable[[_Reading, Any, Any, str], Any]
LOOKS: Mapping[type, Look] = {
    form.StructType: _Reading.struct,
    form.DictType: _Reading.mapping,
    form.ListType: _Reading.listed,
    form.IntType: _Reading.number,
    form.BoolType: _Reading.flag,
    form.StrType: _Reading.text,
    form.LiteralType: _Reading.literal,
    form.UnionType: _Reading.either,
}


_BARE: dict[int, tuple[form.Type, Mapping[str, Any]]] = {}  # by the identity of a form; `_form_of` keeps them for good


def _bare(kind: form.Type) -> tuple[form.Type, Mapping[str, Any]]:
    """The type without its marks, and the marks."""
    known = _BARE.get(id(kind))
    if known is None:
        bare, extra = kind, dict[str, Any]()
        while isinstance(bare, form.Metadata):
            extra |= bare.extra or {}
            bare = bare.type
        known = _BARE[id(kind)] = bare, extra
    return known


def _may_be_none(kind: form.Type) -> bool:
    bare = _bare(kind)[0]
    return isinstance(bare, form.UnionType) and bare.includes_none


def _taken_by(kind: form.Type) -> tuple[type, ...]:
    bare = _bare(kind)[0]
    if isinstance(bare, (form.StructType, form.DictType)):
        return (Mapping,)
    return (list, tuple) if isinstance(bare, form.ListType) else ()


def _is_one(value: Any, some: Collection[Any]) -> bool:
    """Like `in`, but True is not 1."""
    if type(value) is str:
        return value in some
    return any(type(value) is type(one) and value == one for one in some)


def _join(path: str, key: object) -> str:
    return f"{path}.{key}" if path else str(key)


def fill(part: Part, **values: Any) -> None:
    """What was left out becomes this."""
    for name, value in values.items():
        if getattr(part, name) is UNSET:
            setattr(part, name, value)


# --- completing ---------------------------------------------------------------------------------------------
ABOUT = ("snapshot", "game", "players", "options", "await")  # not what lies there


def completed(
    model: type[Part], typed: Mapping[str, Any], present: Mapping[str, Any], anew: bool = False
) -> dict[str, Any]:
    """A typed-in position, made whole by the present one.

    What it does not name stays: places and players that are left out, and what it has only as others see it. With
    `anew`, what follows from the rest is left out, to be worked out again. A position that names every part is the
    whole table: where it has nothing, nothing is.
    """
    kind = _form_of(model)
    fields = {field.encode_name: field for field in kind.fields} if isinstance(kind, form.StructType) else {}
    parts = [name for name, field in fields.items() if _is_always_there(field) and name not in ABOUT]
    whole = all(name in typed for name in parts)
    follow = {name for name, field in fields.items() if anew and _follows(field.type)}
    stays = {} if whole else {key: part for key, part in present.items() if key not in follow}
    return stays | {
        key: _over(fields[key].type, part, present[key], whole) if key in fields and key in present else part
        for key, part in typed.items()
    }


def _is_always_there(field: form.Field) -> bool:
    """Does every snapshot have it? What is LEFT_OUT some have not, and what follows nobody needs to type."""
    written = field.required or any(one is not msgspec.NODEFAULT for one in (field.default, field.default_factory))
    return written and not _follows(field.type)


def _follows(kind: form.Type) -> bool:
    return bool(_bare(kind)[1].get("follows"))


def _over(kind: form.Type, typed: Any, present: Any, whole: bool) -> Any:
    """What is typed, laid over what is there."""
    bare, marks = _bare(kind)
    if "seen" in marks and typed == _cover(marks)(present):  # it tells no more than others see
        return present
    if isinstance(bare, form.UnionType):
        return _over(_fitting(bare, present), typed, present, whole)
    if not isinstance(bare, (form.StructType, form.DictType)) or not _are_mappings(typed, present):
        return typed
    inside = {field.encode_name: field.type for field in bare.fields} if isinstance(bare, form.StructType) else {}
    usual = bare.value_type if isinstance(bare, form.DictType) else form.AnyType()
    laid = {
        key: _over(inside.get(key, usual), part, present[key], whole) if key in present else part
        for key, part in typed.items()
    }
    return laid if whole else {**present, **laid}


def _are_mappings(*values: Any) -> bool:
    return all(isinstance(value, Mapping) for value in values)


# --- writing ------------------------------------------------------------------------------------------------
def written(position: Part) -> Snapshot:
    """The whole snapshot as plain values."""
    made: Snapshot = msgspec.to_builtins(position)
    return made


def shown(model: type[Part], whole: Snapshot, seat: str | None) -> Snapshot:
    """What a seat (None: everybody) may see of a whole snapshot, built up from what its model opens to it."""
    veil = _veil_of(model)
    seen: Snapshot = whole if veil is None else veil(whole, seat or NO_SEAT, None)
    return seen


NO_SEAT = ""  # nobody is called so, and nothing is his
Veil = Callable[[Any, str, str | None], Any]  # a value, the seat that looks, and whose it is


@cache
def _veil_of(model: type[Part]) -> Veil | None:
    return _veil(_form_of(model))


def _veil(kind: form.Type) -> Veil | None:
    """What is seen of a value of this kind, made once for each model; None: everybody sees all of it."""
    bare, marks = _bare(kind)
    inner = _veil_within(bare)
    if "seen" not in marks:
        return inner
    cover = _cover(marks)

    def own_alone(value: Any, seat: str, owner: str | None) -> Any:
        if owner != seat:
            return cover(value)
        return value if inner is None else inner(value, seat, owner)

    return own_alone


def _veil_within(bare: form.Type) -> Veil | None:
    if isinstance(bare, form.StructType):
        return _veil_of_fields({field.encode_name: _veil(field.type) for field in bare.fields})
    if isinstance(bare, form.DictType) and (veil := _veil(bare.value_type)) is not None:
        by_seat, marks = _bare(bare.key_type)[1].get("of") == SEATS, _bare(bare.value_type)[1]
        vanishes = "seen" in marks and _cover(marks)(()) is UNSET

        def mapping(value: Any, seat: str, owner: str | None) -> Any:
            made = {key: veil(part, seat, key if by_seat else owner) for key, part in value.items()}
            return {key: part for key, part in made.items() if part is not UNSET} if vanishes else made

        return mapping
    if isinstance(bare, form.ListType) and (each := _veil(bare.item_type)) is not None:
        return lambda value, seat, owner: [each(one, seat, owner) for one in value]
    if isinstance(bare, form.UnionType):
        return _veil_of_either([(_taken_by(one), _veil(one)) for one in bare.types])
    return None


def _veil_of_fields(fields: Mapping[str, Veil | None]) -> Veil | None:
    marked = [(name, veil) for name, veil in fields.items() if veil is not None]
    if not marked:
        return None
    known = frozenset(fields)

    def struct(value: Any, seat: str, owner: str | None) -> Any:
        if not value.keys() <= known:  # what the model does not declare nobody may see
            raise KeyError(*(value.keys() - known))
        made = dict(value)
        for name, veil in marked:
            if name in made:
                made[name] = veil(made[name], seat, owner)
                if made[name] is UNSET:
                    del made[name]
        return made

    return struct


def _veil_of_either(alternatives: list[tuple[tuple[type, ...], Veil | None]]) -> Veil | None:
    if not any(veil for _, veil in alternatives):
        return None

    def either(value: Any, seat: str, owner: str | None) -> Any:
        veil = next((veil for taken, veil in alternatives if isinstance(value, taken)), None)
        return value if veil is None else veil(value, seat, owner)

    return either


def _cover(marks: Mapping[str, Any]) -> Callable[[Any], Any]:
    """What others see instead of a value that is marked so; UNSET: not even that it is there.

    Where nothing is, nothing is hidden; where only a number is known at all, it stays.
    """
    seen, instead = marks["seen"], marks.get("instead", UNSET)
    if seen == NEVER:
        return lambda _: UNSET
    if seen == COUNT:
        return lambda value: value if value is None or isinstance(value, int) else len(value)
    if seen == MASK:
        return lambda value: value if value is None or isinstance(value, int) else [instead] * len(value)
    return lambda value: None if value is None else instead


def covered_parts(position: Part) -> list[str]:
    """The paths where a typed-in position has only what others see: it can be looked at, but not be played on."""
    return list(_covers(_form_of(type(position)), position, ""))


def _covers(kind: form.Type, value: Any, path: str) -> Iterable[str]:
    bare, marks = _bare(kind)
    instead = marks.get("instead", UNSET)
    if instead is not UNSET and (value == instead or (isinstance(value, list) and instead in value)):
        yield path
    elif isinstance(bare, form.StructType) and isinstance(value, Struct):
        for field in bare.fields:
            yield from _covers(field.type, getattr(value, field.name), _join(path, field.encode_name))
    elif isinstance(bare, form.DictType) and isinstance(value, dict):
        for key, part in value.items():
            yield from _covers(bare.value_type, part, _join(path, key))
    elif isinstance(bare, form.ListType) and isinstance(value, list):
        for number, part in enumerate(value, start=1):
            yield from _covers(bare.item_type, part, _join(path, number))
    elif isinstance(bare, form.UnionType):
        yield from _covers(_fitting(bare, value), value, path)


def _fitting(kind: form.UnionType, value: Any) -> form.Type:
    """The alternative that a value belongs to."""
    for one in kind.types:
        bare = _bare(one)[0]
        if isinstance(bare, form.StructType) and isinstance(value, bare.cls):
            return one
        if isinstance(bare, form.DictType) and isinstance(value, dict):
            return one
        if isinstance(bare, form.ListType) and isinstance(value, list):
            return one
    return form.AnyType()


# --- invariants ---------------------------------------------------------------------------------------------
def violation(rule: str, part: str = "", **facts: Any) -> Violation:
    """An invariant that does not hold; `part` tells several findings of one rule apart."""
    return Violation(rule, f"{rule}.{part}" if part else rule, facts)


def once_each(found: Iterable[Violation]) -> list[Violation]:
    """The first finding of each rule, in the order of the rules page."""
    first: dict[str, Violation] = {}
    for one in found:
        first.setdefault(one.rule, one)
    return sorted(first.values(), key=lambda one: int(one.rule.rpartition(".")[2]))


def refuse(found: Iterable[Violation]) -> None:
    """Raises Refused with the first of these, if there is one."""
    for one in found:
        raise Refused(one.rule, one.facts, one.key)
