"""The check of the physical board: one statement after the other, yes or no; what is wrong is put right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from venice_pnp.console.script import at
from venice_pnp.contract.play import Refused
from venice_pnp.referee.meaning import LONGEST_NAME
from venice_pnp.referee.table import Audited, Faulty
from venice_pnp.speech.folded import folded
from venice_pnp.speech.plain import scalar
from venice_pnp.speech.trouble import NotAMove, Trouble
from venice_pnp.speech.words import Said

if TYPE_CHECKING:
    from venice_pnp.console.evening import Evening

EACH = "*"


class Statement(NamedTuple):
    """What the referee believes about one place of the board."""

    path: tuple[str, ...]
    text: str
    value: Any
    like: Any  # a value of the same shape, where nothing stands there
    row: Mapping[str, Any]  # what `console.yaml` says of it


def walk(evening: Evening) -> None:
    """Every statement with yes or no; then the differences, and the offer to go on from the real board."""
    found: dict[tuple[str, ...], Any] = {}
    statements = list(_statements(evening))
    n, part = 0, ""
    while n < len(statements):
        one = statements[n]
        if part and one.path[0] == part:
            n += 1
            continue
        part = ""
        asked = [evening.say("check-step", n=n + 1, of=len(statements)), one.text]
        wrong = [_told(evening, statements[i], found) for i in range(n) if statements[i].path in found]
        evening.page = (evening.say("check-title"), [*wrong, evening.say("check-how")])
        text = folded(evening.face.ask(lambda asked=asked: evening.scene(asked=asked), evening.say("check-prompt")))  # type: ignore[misc]
        evening.notes = []
        if evening.hears(text, "stop"):
            break
        if text in ("?", "v", "u", "t", "o", "l", "r"):
            evening.tell([evening.say("check-how")])
            continue
        if evening.hears(text, "back"):
            n = max(0, n - 1)
            found.pop(statements[n].path, None)
            continue
        if evening.hears(text, "all"):
            part = one.path[0]
        elif text and not evening.hears(text, "yes"):
            value = _asked(evening, one, "" if evening.hears(text, "no") else text)
            if value != one.value:
                found[one.path] = value
            else:
                evening.tell([evening.say("kept")])
        n += 1
    evening.page = None
    _offer(evening, statements[:n], found)
    if n < len(statements):
        evening.notes.insert(0, evening.say("check-stopped", n=n, of=len(statements)))


def _told(evening: Evening, one: Statement, found: Mapping[tuple[str, ...], Any]) -> str:
    """What the referee believed, and what is really there."""
    return evening.say("check-wrong", text=one.text, value=_said(evening, found[one.path]))


def _said(evening: Evening, value: Any, kind: str = "") -> str:
    """A value as people say it: a building with its fields, nothing as a dash."""
    if value in (None, {}, []):
        return "–"
    if isinstance(value, list) and isinstance(value[0], Mapping):
        return ", ".join(" ".join(evening.speech.name(part) for part in row.values()) for row in value)
    return evening.speech.name(value, kind)


def _statements(evening: Evening) -> Iterator[Statement]:
    view = evening.table.view(None)
    for row in evening.script.checks:
        path = str(row["path"]).split(".")
        for whole, key in _paths(view, path, _every(evening, row)):
            value = at(view, whole)
            said = _said(evening, value, path[-1].removesuffix("s"))
            name = evening.speech.name(key, path[0].removesuffix("s"))
            beside = at(view, whole[:-1])
            like = next(iter(beside.values()), {}) if value is None and isinstance(beside, Mapping) else value
            yield Statement(tuple(whole), evening.script.statement(row, name, said), value, like, row)


def _every(evening: Evening, row: Mapping[str, Any]) -> Sequence[str]:
    """Places that a snapshot leaves out because nothing is there."""
    table = row.get("empty")
    return [str(one.id) for one in evening.table.kit.rows(str(table))] if table else ()


def _paths(view: Any, path: Sequence[str], more: Sequence[str]) -> Iterator[tuple[list[str], str]]:
    if EACH not in path:
        yield list(path), path[-1]
        return
    n = path.index(EACH)
    inside = at(view, path[:n])
    keys = list(inside) if isinstance(inside, Mapping) else []
    for key in dict.fromkeys((*keys, *more)):
        whole = [*path[:n], key, *path[n + 1 :]]
        if len(path) > n + 1 and at(view, whole) is None:
            continue
        yield whole, key


def _asked(evening: Evening, one: Statement, text: str) -> Any:
    """What is really there, until it can be understood."""
    told: list[str] = []
    while True:
        if not text:
            kind = "check-what-list" if isinstance(one.like, list) else "check-what"
            asked = [one.text, evening.say(kind), *told]
            text = evening.face.ask(lambda asked=asked: evening.scene(asked=asked), "▸ ")  # type: ignore[misc]
            if not text or evening.hears(text, "stop", "back"):
                return one.value
            if text == "?":
                told, text = [evening.say("check-what-help")], ""
                continue
        try:
            return read(evening, one.like, text, one.row)
        except Trouble as trouble:
            told, text = [evening.speech.trouble(trouble)], ""


def read(evening: Evening, before: Any, text: str, row: Mapping[str, Any]) -> Any:
    """A typed value of the same shape as the one that stood there; `+a1 -b2` changes a list.

    Of special shapes the row of `console.yaml` tells: `words` that may stand there besides names; `rows`, the table
    whose words begin a new row of a list, and under which keys; `slots`, which key takes a player and which the rest,
    with what is meant by nothing; `named`, keys that are followed by a name instead of a number.
    """
    words = _together(evening, text.replace(",", " ").split())
    empty = not text.strip() or evening.hears(text, "nothing")
    if isinstance(before, bool):
        return evening.hears(text, "yes")
    if isinstance(before, int):
        if not text.lstrip("-").isdecimal():
            raise NotAMove("play.check-number", word=text)
        return int(text)
    if isinstance(before, list):
        if all(word[0] in "+-" and len(word) > 1 for word in words):
            gone = [_one(evening, word[1:], row) for word in words if word[0] == "-"]
            kept = [item for item in before if item not in gone]
            return [*kept, *(_one(evening, word[1:], row) for word in words if word[0] == "+")]
        return [] if empty else _items(evening, words, row)
    if isinstance(before, Mapping):
        return _slots(evening, words, row) if "slots" in row else _mapping(evening, before, words, empty, row)
    return None if empty else _one(evening, " ".join(words), row)


def _items(evening: Evening, words: Sequence[str], row: Mapping[str, Any]) -> list[Any]:
    """A list; of buildings each stands with its fields: `casa e7 palazzo d19 d20`."""
    found = [_one(evening, word, row) for word in words]
    if "rows" not in row:
        return found
    first, rest = row["rows"]["keys"]
    begins = {str(one.id) for one in evening.table.kit.rows(str(row["rows"]["table"]))}
    rows: list[dict[str, Any]] = []
    for item in found:
        if item in begins:
            rows.append({first: item, rest: []})
        elif rows:
            rows[-1][rest].append(item)
    return rows


def _slots(evening: Evening, words: Sequence[str], row: Mapping[str, Any]) -> dict[str, Any]:
    """`Anke castello` for an advisor: who, and where."""
    slots, players = row["slots"], set(evening.table.players)
    seats = [word for word in words if players.intersection(evening.ear.lexicon.find([word]))]
    places = [word for word in words if word not in seats and not evening.hears(word, "nothing")]
    seat = _one(evening, seats[0], row) if seats else None
    place = _one(evening, " ".join(places), row) if places else slots["nowhere"]
    return {slots["seat"]: seat, slots["place"]: place}


def _mapping(
    evening: Evening, before: Mapping[str, Any], words: Sequence[str], empty: bool, row: Mapping[str, Any]
) -> Any:
    """`Anke 2 Bernd 1`: names with numbers."""
    keys, named = list(before), row.get("named") or ()
    everybody = set(keys) == set(evening.table.players)  # everybody stands there, be it with 0
    found: dict[str, Any] = (dict.fromkeys(keys, 0) if everybody else {}) if empty else dict(before)
    last = ""
    for word in () if empty else words:
        if word.isdecimal():
            if not last:
                raise NotAMove("move.unknown.id", word=word, choices=())
            found[last] = int(word)
            continue
        key = _one(evening, word, row)
        if last in named:
            found[last], last = key, ""
            continue
        found[key] = 1 if key not in before else found[key]
        last = key
    return found if everybody else {key: value for key, value in found.items() if value != 0}


def _together(evening: Evening, words: Sequence[str]) -> list[str]:
    """Words with the parts of a name joined: `San Marco`, `Anna Maria`."""
    found: list[str] = []
    at = 0
    while at < len(words):
        for size in range(min(LONGEST_NAME, len(words) - at), 0, -1):
            span = words[at : at + size]
            if size == 1 or folded(" ".join(span)) in evening.ear.lexicon.forms:
                found.append(" ".join(span))
                at += size
                break
    return found


def _one(evening: Evening, word: str, row: Mapping[str, Any]) -> Any:
    value = scalar(word)
    if not isinstance(value, str):
        return value
    own = [one for one in map(str, row.get("words") or ()) if len(word) > 2 and one.startswith(folded(word))]
    meant = own if len(own) == 1 else evening.ear.lexicon.find(word.split())
    if len(meant) != 1:
        key = "move.ambiguous.id" if meant else "move.unknown.id"
        raise NotAMove(key, word=word, choices=tuple(meant))
    return meant[0]


def _offer(evening: Evening, statements: Sequence[Statement], found: Mapping[tuple[str, ...], Any]) -> None:
    """Nothing differs, or: what differs, what the rules say to it, and the correction."""
    table = evening.table
    if not found:
        odd = _odd(evening, table.audited(table.rules.snapshot(table.state)))
        evening.tell([evening.say("check-fine", n=len(statements)), *odd])
        return
    snapshot = {k: v for k, v in table.rules.snapshot(table.state).items() if k not in evening.script.derived}
    for path, value in found.items():
        _put(snapshot, path, value)
    lines = [
        evening.speech.differs(".".join(path), value, _believed(path, statements)) for path, value in found.items()
    ]
    try:
        audited = table.audited(snapshot)
    except Refused as refused:
        evening.tell([*lines, evening.speech.refusal(refused)])
        return
    if audited.violations:
        faults = [f"{v.rule}: {evening.speech.event(v)}" for v in audited.violations]
        evening.tell([*lines, *faults, evening.say("check-faulty")])
        return
    evening.tell([*lines, *_odd(evening, audited)])
    why = "?"
    while why == "?":
        why = evening.face.ask(lambda: evening.scene(asked=[evening.say("check-correct")]), evening.say("check-why"))
    if not why or evening.hears(why, "no", "stop"):
        evening.tell([evening.say("kept")])
        return
    try:
        table.correct(snapshot, f"{why} ({'; '.join(lines)})")
    except Faulty as faulty:
        evening.tell([f"{v.rule}: {evening.speech.event(v)}" for v in faulty.violations])
        return
    evening.tell([evening.speech.say("correct.done")])


def _odd(evening: Evening, audited: Audited) -> list[str]:
    """What may still be right, but is worth a second look."""
    return [
        evening.speech.say("audit.warning", {"rule": v.rule, "message": Said(evening.speech.event(v))})
        for v in audited.warnings
    ]


def _believed(path: tuple[str, ...], statements: Sequence[Statement]) -> Any:
    return next(one.value for one in statements if one.path == path)


def _put(snapshot: dict[str, Any], path: Sequence[str], value: Any) -> None:
    part = snapshot
    for key in path[:-1]:
        part[key] = dict(part.get(key) or {})
        part = part[key]
    if value is None or value == {}:  # nothing is there
        part.pop(path[-1], None)
    else:
        part[path[-1]] = value
