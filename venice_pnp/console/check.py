"""The check of the board on one page: what is wrong is named, then the board is put back or the table corrected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from functools import partial
from typing import TYPE_CHECKING, Any

from venice_pnp.console.noticed import (
    BY_WORD,
    COUNTED,
    DIGITS,
    HIDDEN,
    ROWS,
    TEN,
    Noticed,
    Statement,
    as_typed,
    differs,
    has_digits,
    heard,
    parted,
)
from venice_pnp.contract.play import Refused, Snapshot
from venice_pnp.referee.putting import orders
from venice_pnp.referee.script import at
from venice_pnp.referee.table import Audited
from venice_pnp.speech.folded import folded
from venice_pnp.speech.paint import pad, visible
from venice_pnp.speech.trouble import Trouble
from venice_pnp.speech.words import RULING_HERE, Said, known_ids

if TYPE_CHECKING:
    from venice_pnp.console.evening import Evening

EACH = "*"
GAP = 3  # columns between places that stand beside one another
MAY_REST = "may-rest"  # of a row: its place does not always matter
LETTERS = "abcdefgh"  # for what a line may mean: numbers are read off the table


def walk(evening: Evening) -> None:
    """The page, until people say that it is right, or what becomes of what is wrong."""
    statements, found, past = list(_statements(evening)), Noticed(), list[Noticed]()
    try:
        while _asked(evening, statements, found, past):
            pass
    finally:
        evening.page = None


def _asked(evening: Evening, statements: Sequence[Statement], found: Noticed, past: list[Noticed]) -> bool:
    """One line; does the check go on? `past`: what had been found before each thing that was said."""
    evening.page = (evening.say("check-title"), _page(evening, statements, found))
    asked = [evening.say("check-choice" if found else "check-how")]
    text = evening.face.ask(lambda: evening.scene(asked=asked), evening.say("check-prompt")).strip()
    evening.notes = []
    if evening.hears(text, "stop"):
        evening.tell([evening.say("kept")])
        return False
    if text == "?":
        evening.tell([evening.say("check-help")])
    elif not text and not found:
        _fine(evening, statements)
        return False
    elif not text:
        evening.tell([evening.say("check-choose")])
    elif found and evening.hears(text, "back"):
        _put_back(evening, statements, found)
        return False
    elif found and evening.hears(text, "correct"):
        return not _corrected(evening, statements, found)
    elif evening.command_of(text, ()) == "undo":
        evening.tell([] if past else [evening.say("check-unsaid")])
        _unsaid(found, past)
    else:
        _notice_all(evening, statements, text, found, past)
    return True


def _unsaid(found: Noticed, past: list[Noticed]) -> None:
    """As it was before the last thing that was said."""
    before = past.pop() if past else found.copy()
    found.clear()
    found.update(before)


def _notice_all(
    evening: Evening, statements: Sequence[Statement], text: str, found: Noticed, past: list[Noticed]
) -> None:
    """One thing after the other, until one is not understood; what is left out then is named."""
    parts = parted(evening, statements, text, found)
    for n, part in enumerate(parts):
        if not _notice(evening, statements, part, found, past):
            if parts[n + 1 :]:
                evening.notes.append(evening.say("left-out", line="; ".join(parts[n + 1 :])))
            return


def _notice(evening: Evening, statements: Sequence[Statement], text: str, found: Noticed, past: list[Noticed]) -> bool:
    """Takes down what one thing says, and asks if it may mean several; was it understood?"""
    try:
        readings = heard(evening, statements, text, found)
    except Trouble as trouble:
        evening.tell([evening.speech.trouble(trouble)])
        return False
    if len(readings) > 1:
        readings = _chosen(evening, statements, text, readings, found, past)
    if readings:
        past.append(found.copy())
    known = {one.path: one.value for one in statements}
    for path, value in readings[0].items() if readings else ():
        found.pop(path, None)  # what was named last stands last
        if differs(value, known[path]):
            found[path] = value
    return bool(readings)


def _chosen(
    evening: Evening,
    statements: Sequence[Statement],
    line: str,
    readings: Sequence[Noticed],
    found: Noticed,
    past: list[Noticed],
) -> list[Noticed]:
    """The one that is meant, by its letter or said in other words; nothing: none of them. Any other line is taken down
    as well, and the question stays; undo takes back the last of these first."""
    since = len(past)
    while True:
        asked = [evening.say("check-which"), *_choices(evening, statements, readings)]
        text = evening.face.ask(partial(evening.scene, asked=asked), "▸ ").strip()
        evening.notes = []
        picked = [one for one, letter in zip(readings, LETTERS, strict=False) if letter == folded(text)]
        unsays = evening.command_of(text, ()) == "undo" if text else False
        if picked or not text or evening.hears(text, "stop", "no", "back") or (unsays and len(past) == since):
            return picked
        if unsays:
            _unsaid(found, past)
        elif text == "?":
            evening.tell([evening.say("check-help")])
        else:
            with suppress(Trouble):
                meant = heard(evening, statements, text, found)
                if len(meant) == 1 and meant[0] in readings:
                    return meant
            _notice_all(evening, statements, text, found, past)
        try:
            readings = heard(evening, statements, line, found)
        except Trouble:  # what was said meanwhile has answered it
            return []
        evening.notes.append(evening.say("check-still", line=line))
        evening.page = (evening.say("check-title"), _page(evening, statements, found))


def _choices(evening: Evening, statements: Sequence[Statement], readings: Sequence[Noticed]) -> list[str]:
    named = {one.path: one for one in statements}
    choices = [
        f"{letter}) {'; '.join(_really(evening, named[path], value) for path, value in reading.items())}"
        for letter, reading in zip(LETTERS, readings, strict=False)
    ]
    more = len(readings) - len(choices)
    return [*choices, *([evening.say("and-more", n=more)] if more else [])]


# --- the page -----------------------------------------------------------------------------------------------------
def _page(evening: Evening, statements: Sequence[Statement], found: Noticed) -> list[str]:
    """What lies where, place by place; what is wrong stands first."""
    wrong = [f"✗ {_really(evening, one, found[one.path])}" for one in statements if one.path in found]
    groups: dict[str, dict[str, list[str]]] = {}
    empty = set()
    for one in statements:
        title = "players" if one.key in evening.table.players else one.path[0] if one.key else ""
        if one.value is None and one.row.get("empty"):
            empty.add(title)
        elif one.value or not one.row.get(BY_WORD):
            groups.setdefault(title, {}).setdefault(one.name or one.path[0], []).append(_said_of(evening, one))
    lines = list(wrong)
    for title, places in groups.items():
        cells = [f"{name}: {' · '.join(said)}" if title else " · ".join(said) for name, said in places.items()]
        rest = [evening.say("check-empty")] if title in empty else []
        lines += [*([_headed(evening, title)] if title else []), *_side_by_side([*cells, *rest], evening.paint().width)]
    return lines


def _headed(evening: Evening, title: str) -> str:
    said = evening.speech.place(title)
    return f"── {said[:1].upper()}{said[1:]}"


def _side_by_side(cells: Sequence[str], width: int) -> list[str]:
    """As many in a line as fit under one another."""
    widest = max(map(visible, cells)) + GAP
    across = max(1, (width + GAP) // widest)
    rows = -(-len(cells) // across)
    return ["".join(pad(cell, widest) for cell in cells[row::rows]).rstrip() for row in range(rows)]


def _really(evening: Evening, one: Statement, value: Any) -> str:
    """What the referee believed, and what is really there."""
    if ROWS in one.row and isinstance(value, list):  # only what differs
        one, value = (
            one._replace(value=[row for row in one.value if row not in value]),
            [row for row in value if row not in one.value],
        )
    said = _said_of(evening, one)
    text = f"{one.name}: {said}" if one.key else said
    return evening.say("check-wrong", text=text, value=_said(evening, value, one))


def _said_of(evening: Evening, one: Statement) -> str:
    said = _said(evening, one.value, one)
    if has_digits(evening, one.value, one.row):
        tens, units = divmod(one.value, TEN)
        return evening.script.statement(one.row[DIGITS], one.name, said, {"tens": tens, "units": units})
    hidden = bool(one.value) and HIDDEN in one.row and not _lies_open(one.value)
    return evening.script.statement(one.row[HIDDEN] if hidden else one.row, one.name, said)


def _said(evening: Evening, value: Any, one: Statement) -> str:
    """A value as people say it: a building with its fields, players with their number, nothing as a dash."""
    if COUNTED in one.row:
        return str(len(value))
    if isinstance(value, Mapping) and "slots" not in one.row:
        there = {key: part for key, part in value.items() if part not in (0, None)}
        counts = {key: " ".join(map(str, part)) if isinstance(part, list) else part for key, part in there.items()}
        words = (_called(evening, key) + ("" if part is True else f" {part}") for key, part in counts.items())
        return ", ".join(words) or "–"
    if isinstance(value, Mapping):
        seat, place = (value[one.row["slots"][slot]] for slot in ("seat", "place"))
        return " ".join(evening.speech.name(part, "field") for part in (seat, place) if part is not None)
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return " · ".join(_by_kind(evening, value, one.row[ROWS]))
    if "numbered" in one.row and not one.key and value is not None:
        ids = [str(row.id) for row in evening.table.kit.rows(str(one.row["numbered"]))]
        return f"{ids.index(value) + 1} {evening.speech.name(value)}"
    nothing = value in ({}, [], one.row.get("whose"))
    return "–" if nothing else evening.speech.name(value, one.path[-1].removesuffix("s"))


def _by_kind(evening: Evening, value: Sequence[Mapping[str, Any]], rows: Mapping[str, Any]) -> Iterator[str]:
    """`casa e17, e3`, `palazzo b6 b7`: what is of one kind together, each by where it stands."""
    kind, where = rows["keys"]
    ids = list(known_ids(evening.table.kit))
    for one in sorted({row[kind] for row in value}, key=ids.index):
        places = sorted((row[where] for row in value if row[kind] == one), key=lambda place: [*map(ids.index, place)])
        each = (" ".join(map(evening.speech.name, place)) for place in places)
        yield f"{evening.speech.name(one)} {', '.join(each)}"


def _called(evening: Evening, key: str) -> str:
    """A player, or what may stand beside the players."""
    name = evening.speech.name(key)
    return name if name != key or key in evening.table.players else evening.speech.place(key)


def _statements(evening: Evening) -> Iterator[Statement]:
    view = evening.table.view(None)
    for row in evening.script.checks:
        path = str(row["path"]).split(".")
        if row.get(MAY_REST) and not _matters(evening, view, path[0], str(row["numbered"])):
            continue
        every = [str(one.id) for one in evening.table.kit.rows(str(row["empty"]))] if "empty" in row else []
        for number, (whole, key) in enumerate(_paths(view, path, every), start=1):
            value = at(view, whole)
            beside = at(view, whole[:-1])
            like = value
            if value is None and "of" not in row and isinstance(beside, Mapping):
                like = _empty(next(iter(beside.values()), {}))
            name = evening.speech.name(key, path[0].removesuffix("s")) if key else ""
            numbered = f"{number} {name}" if key and "numbered" in row else name
            gone = tuple(value[: _count(at(view, str(row["gone"]).split(".")))]) if "gone" in row else ()
            first = tuple(_from_the_start(evening, row.get(ROWS, {})))
            there = value[len(gone) :] if gone else [*first, *value] if first else value
            yield Statement(tuple(whole), key, numbered, there, there if gone or first else like, row, gone, first)


def _matters(evening: Evening, view: Snapshot, key: str, table: str) -> bool:
    """Does the table lie otherwise if this stands elsewhere?"""
    ability = evening.table.declared.on_table()
    places = [str(row.id) for row in evening.table.kit.rows(table)][:2]
    return ability is None or len({ability.tabletop(evening.table.rules, {**view, key: at}) for at in places}) > 1


def _count(value: Any) -> int:
    """How many have gone: a number, or as many as have taken their place."""
    return len(value) if isinstance(value, list) else int(value)


def _empty(value: Any) -> Any:
    """Of the same shape, with nothing in it."""
    return {} if isinstance(value, Mapping) else [] if isinstance(value, list) else value


def _from_the_start(evening: Evening, rows: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What stands on the board before the first move: rows of the table `first`."""
    for one in evening.table.kit.rows(str(rows["first"])) if "first" in rows else ():
        yield {key: getattr(one, key) for key in rows["keys"]}


def _paths(view: Any, path: Sequence[str], more: Sequence[str]) -> Iterator[tuple[list[str], str]]:
    if EACH not in path:
        yield list(path), ""
        return
    n = path.index(EACH)
    inside = at(view, path[:n])
    keys = list(inside) if isinstance(inside, Mapping) else []
    for key in dict.fromkeys((*keys, *more)):
        whole = [*path[:n], key, *path[n + 1 :]]
        if len(path) == n + 1 or at(view, whole) is not None:
            yield whole, key


# --- what becomes of it ---------------------------------------------------------------------------------------------
def _fine(evening: Evening, statements: Sequence[Statement]) -> None:
    table = evening.table
    odd = _odd(evening, table.audited(table.rules.snapshot(table.state)))
    evening.all_done()
    evening.tell([evening.say("check-fine", n=len(statements)), *odd])


def _put_back(evening: Evening, statements: Sequence[Statement], found: Noticed) -> None:
    view, known = evening.table.view(None), {one.path: one for one in statements}

    def lies(some: Noticed) -> Snapshot:
        real = deepcopy(view)
        for path, value in some.items():
            row = known[path].row if path in known else {}
            split = row.get(DIGITS, {}).get("split")  # the name under which a game asks for it
            if split and has_digits(evening, known[path].value, row):
                real.setdefault(split, []).append(path[-1])
            described = path in known and not known[path].first  # else as people see it
            _put(real, path, known[path].whole(value) if described else value)
        return real

    put_back(evening, lies(found))
    grounds = {tuple(str(one.row[ROWS]["ground"]["path"]).split(".")) for one in statements if _has_ground(one)}
    moved = {path for path in found if orders(evening.table, [lies({path: found[path]}), view], evening.speech)}
    left = [_really(evening, known[path], found[path]) for path in found if path not in moved | grounds]
    if moved and left:
        evening.notes.append(evening.say("check-back-left", lines="; ".join(left)))


def _has_ground(one: Statement) -> bool:
    return "ground" in one.row.get(ROWS, {})


def put_back(evening: Evening, real: Snapshot) -> None:
    """The referee is right: from what lies there to what should."""
    view = evening.table.view(None)
    evening.all_done()  # what lies there has just been said
    told = orders(evening.table, [real, view], evening.speech)
    evening.tell([evening.say("check-back" if told else "check-back-same")])
    evening.order(lambda speech: orders(evening.table, [real, view], speech), aside=True)


def _put(view: dict[str, Any], path: Sequence[str], value: Any) -> None:
    part = view
    for key in path[:-1]:
        part = part.setdefault(key, {})
    if value is None and len(path) > 1:
        part.pop(path[-1], None)
    else:
        part[path[-1]] = value


def _corrected(evening: Evening, statements: Sequence[Statement], found: Noticed) -> bool:
    named = {one.path: one for one in statements}
    if any(row not in found[one.path] for one in statements if one.path in found for row in one.first):
        evening.tell([evening.say("check-first")])
        return False
    lines = [_really(evening, named[path], value) for path, value in found.items()]
    late = _too_late(evening, [named[path] for path in found])
    return corrected(evening, lines, as_typed(found, statements), late)


def _too_late(evening: Evening, wrong: Sequence[Statement]) -> list[str]:
    """What is said of a correction that comes after its place was counted: what lies open there has had its say."""
    asked = {str(item["for"]) for item in evening.table.awaited()}
    late = [one for one in wrong if "later" in one.row and one.row.get("until") not in asked]
    counted = [one for one in late if _lies_open(one.value)]
    return list(dict.fromkeys(evening.script.of_late(one.row) for one in counted))


def _lies_open(value: Any) -> bool:
    """Are values of pieces known, not only how many there are?"""
    return isinstance(value, list) or (isinstance(value, Mapping) and any(map(_lies_open, value.values())))


def corrected(evening: Evening, lines: Sequence[str], typed: Mapping[str, Any], late: Sequence[str] = ()) -> bool:
    """The board is right: asked back, with a reason, which the log keeps beside what was changed."""
    table = evening.table
    try:
        audited = table.audited(table.completed(typed))
    except Refused as refused:
        evening.tell([evening.speech.refusal(refused, RULING_HERE)])
        return False
    if audited.violations:
        faults = [f"{v.rule}: {evening.speech.event(v)}" for v in audited.violations]
        mends = dict.fromkeys(evening.script.mends(v.rule, table.players[0]) for v in audited.violations)
        evening.tell([*faults, *(late or [evening.say("check-faulty")]), *filter(None, mends)])
        return False
    try:
        table.check_playable(typed)
    except Refused as refused:  # how many tokens is not which
        mend = evening.script.mends(refused.rule, table.players[0])
        fault = [evening.speech.refusal(refused, RULING_HERE), evening.say("check-faulty")]
        evening.tell([mend] if mend else fault)
        return False
    evening.tell([*late, *_odd(evening, audited)])
    why = _reason(evening, [*lines, evening.say("check-correct")])
    if not why:
        evening.tell([evening.say("kept")])
        return False
    table.correct(typed, f"{why} ({'; '.join(lines)})")
    evening.all_done()
    evening.tell([evening.speech.say("correct.done")])
    return True


def _reason(evening: Evening, asked: Sequence[str]) -> str:
    """Why the table is corrected; nothing: it is not. A word that does something elsewhere is no reason."""
    while True:
        why = evening.face.ask(lambda: evening.scene(asked=asked), evening.say("check-why")).strip()
        if not why or evening.hears(why, "no", "stop", "back"):
            return ""
        if evening.command_of(why, ()) is None or len(why.split()) > 1:
            return why
        evening.tell([evening.say("check-reason", word=why)])


def _odd(evening: Evening, audited: Audited) -> list[str]:
    """What may still be right, but is worth a second look."""
    return [
        evening.speech.say("audit.warning", {"rule": v.rule, "message": Said(evening.speech.event(v))})
        for v in audited.warnings
    ]
