"""Records: whole games as text, replayed with their expectations."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from venice_pnp.contract.play import Held, Refused, Rules
from venice_pnp.speech.plain import Lines, flow, read_file
from venice_pnp.speech.trouble import BrokenText

KEYS = ("record", "game", "players", "colours", "options", "kit", "start", "moves")
EMPTY = (None, 0, False, "none")


class Record(NamedTuple):
    file: str
    game: str
    players: list[str]
    options: dict[str, Any]
    start: dict[str, Any] | None
    moves: list[dict[str, Any]]
    lines: list[int]


class Problem(NamedTuple):
    """Why a record does not hold: at which move (from 1) and line, where, what was wanted and what came."""

    move: int
    line: int
    path: str
    wanted: Any
    got: Any
    refused: Refused | None = None


class Replay(NamedTuple):
    state: Held | None  # None: the start was refused
    moves: int
    problem: Problem | None


def read_record(file: Path) -> Record:
    """A record's file; raises BrokenText with file and line."""
    value, lines = read_file(file)
    return record_from(value, lines, str(file))


def record_from(value: Any, lines: Lines, file: str) -> Record:
    def broken(wording: str, at: Any = None, /, **facts: Any) -> BrokenText:
        return BrokenText(wording, file=file, line=lines.get(id(at), 1), **facts)

    if not isinstance(value, dict):
        raise broken("record.mapping")
    for key in value:
        if key not in KEYS:
            raise broken("record.key", value, key=key, known=KEYS)
    if value.get("record") != 1:
        raise broken("record.format", value, found=value.get("record"))
    game, players, moves = value.get("game"), value.get("players"), value.get("moves")
    if not isinstance(game, str):
        raise broken("record.missing", value, key="game")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise broken("record.players", players)
    if not isinstance(moves, list):
        raise broken("record.missing", value, key="moves")
    for key in ("colours", "options", "start"):
        if not isinstance(value.get(key), (dict, type(None))):
            raise broken("record.part", value, key=key)
    for number, move in enumerate(moves, 1):
        if not isinstance(move, dict) or not all(isinstance(k, str) for k in move):
            raise broken("record.move", moves, number=number)
        if "expect" in move and (len(move) > 1 or not isinstance(move["expect"], dict)):
            raise broken("record.expect", move, number=number)
    where = [lines.get(id(move), 1) for move in moves]
    chosen = {"colours": value["colours"]} if value.get("colours") else {}  # who has which; an option of the game
    return Record(file, game, players, chosen | (value.get("options") or {}), value.get("start"), moves, where)


def replay(rules: Rules[Held], record: Record) -> Replay:
    """Play a record through; stops at the first thing that is not as the record says."""
    try:
        state = rules.setup(record.players, record.options, record.start)
    except Refused as refused:
        return Replay(None, 0, Problem(0, 1, "start", "accepted", refused.rule, refused))
    count = 0
    for number, (item, line) in enumerate(zip(record.moves, record.lines, strict=True), 1):
        if "expect" in item:
            found = difference(item["expect"], rules.snapshot(state), rules.unordered)
            if found:
                return Replay(state, count, Problem(number, line, *found))
            continue
        wanted = item.get("refused")
        move = {k: v for k, v in item.items() if k != "refused"}
        no: Refused | None = None
        try:
            state, _ = rules.apply(state, move)
            count += 1
        except Refused as refused:
            no = refused
        got = no.rule if no else None
        named = no is not None and no.under != "" and wanted == no.under
        if got != wanted and not named and not (wanted is True and got):
            return Replay(state, count, Problem(number, line, "refused", wanted, got, no))
    return Replay(state, count, None)


Found = tuple[str, Any, Any] | None


def difference(wanted: Any, got: Any, unordered: frozenset[str], path: str = "") -> Found:
    """The first place where a snapshot is not as expected: path, wanted, got. None: it is."""
    if isinstance(wanted, Mapping):
        if not isinstance(got, Mapping) or (not wanted and got):
            return (path, wanted, got)
        for key, value in wanted.items():
            under = f"{path}.{key}" if path else str(key)
            if key not in got:
                if is_nothing(value):
                    continue
                return (under, value, None)
            found = difference(value, got[key], unordered, under)
            if found:
                return found
        return None
    if isinstance(wanted, (list, tuple)):
        return _list_difference(wanted, got, unordered, path)
    if wanted == "none" and got is None:
        return None
    same = wanted == got and isinstance(wanted, bool) == isinstance(got, bool)
    return None if same else (path, wanted, got)


def is_nothing(value: Any) -> bool:
    """What also matches a key left out: an empty value, or a mapping of only such (VTA-9.3)."""
    if isinstance(value, Mapping):
        return all(map(is_nothing, value.values()))
    return value in EMPTY or value == []


def _list_difference(wanted: Any, got: Any, unordered: frozenset[str], path: str) -> Found:
    if not isinstance(got, (list, tuple)) or len(wanted) != len(got):
        return (path, wanted, got)
    if path in unordered or any(_fits(path, pattern) for pattern in unordered):
        same = sorted(map(flow, wanted)) == sorted(map(flow, got))
        return None if same else (path, wanted, got)
    for n, (one, other) in enumerate(zip(wanted, got, strict=True)):
        found = difference(one, other, unordered, f"{path}.{n}")
        if found:
            return found
    return None


def _fits(path: str, pattern: str) -> bool:
    names, parts = path.split("."), pattern.split(".")
    return len(names) == len(parts) and all(p in ("*", n) for n, p in zip(names, parts, strict=True))


def differences(typed: Any, table: Any, unordered: frozenset[str], path: str = "") -> list[tuple[str, Any, Any]]:
    """Every place where a typed-in table differs from the referee's: path, typed, referee's."""
    if isinstance(typed, Mapping) and isinstance(table, Mapping):
        found = []
        for key, value in typed.items():
            if not path and key in ("await", "snapshot"):
                continue
            under = f"{path}.{key}" if path else str(key)
            found += differences(value, table.get(key), unordered, under)
        return found
    if isinstance(typed, list) and isinstance(table, int) and not isinstance(table, bool):
        typed = len(typed)  # the referee shows only how many
    found_one = difference(typed, table, unordered, path)
    return [found_one] if found_one else []


def record_text(record: Mapping[str, Any], note: str = "") -> str:
    """A record as it is written into a file: one line a move."""
    rest = {key: value for key, value in record.items() if key != "moves"}
    lines = [f"# {note}"] if note else []
    lines += [f"{key}: {flow(value)}" for key, value in rest.items()]
    lines += ["moves:" if record["moves"] else "moves: []", *(f"  - {flow(move)}" for move in record["moves"])]
    return "\n".join(lines) + "\n"
