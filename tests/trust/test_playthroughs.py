"""One seeded game a title as text: what every seat sees and may do at each step; and for every record what is told or
refused at each of its moves, and what may be done then. A change of rules shows in a diff.

To accept new games: VENICE_PNP_GOLDEN=accept pytest tests/trust/test_playthroughs.py
"""

from __future__ import annotations

import hashlib
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.trust.play import GAMES, game, seats
from venice_pnp.contract.play import TABLE, Refused
from venice_pnp.referee.chance import below_for
from venice_pnp.referee.moves import written
from venice_pnp.referee.records import Record, read_record
from venice_pnp.speech.plain import canonical, flow

SEED = "1516"
FIRST = 60  # moves in full; then the end
LOOKED_AT = 300  # legal moves that go into a digest
LARGEST = 300_000  # bytes of a file


def text_of(name: str) -> str:
    rules, players, rng = game(name).rules, seats(name, 1), random.Random(SEED)
    state = begun(name, players)
    lines = [f"# {name}: {', '.join(players)}, seed {SEED}; by tests/trust/test_playthroughs.py", *whole(rules, state)]
    seen: dict[str | None, Any] = {seat: rules.view(state, seat) for seat in (None, *players)}
    count = 0
    while rules.pending(state):
        move = next_move(rules, state, count, rng)
        state, events = rules.apply(state, move)
        count += 1
        assert count < 20_000
        if count <= FIRST:
            lines += ["", f"{count}. {written(move, rules.verbs)}"]
            lines += [f"  {event.rule} {event.key} {flow(event.facts)}" for event in events]
            now = {seat: rules.view(state, seat) for seat in seen}
            lines += views(seen, now)
            lines += offers(rules, state, players)
            seen = now
    lines += ["", f"after {count} moves", *whole(rules, state), f"score: {flow(rules.score(rules.snapshot(state)))}"]
    return "\n".join(lines) + "\n"


def begun(name: str, players: Sequence[str]) -> Any:
    rules = game(name).rules
    start = getattr(rules, "fresh", None)
    return rules.setup(players, {}, rules.dealt(start, SEED) if hasattr(rules, "dealt") else start)


def next_move(rules: Any, state: Any, position: int, rng: random.Random) -> dict[str, Any]:
    """What the seed decides, or what chance picks among the legal moves."""
    dealt = rules.deal(state, below_for(SEED, position)) if hasattr(rules, "deal") else None
    if dealt is not None:
        return dict(dealt)
    awaited = [item["by"] for item in rules.pending(state)]
    if TABLE in awaited:
        return dict(rules.draw(state, below_for(SEED, position)))
    offered = rules.legal(state, rng.choice(awaited))
    moves = offered if isinstance(offered, Sequence) else list(offered)
    move = dict(moves[rng.randrange(len(moves))])
    return dict(rules.completed(state, move)) if hasattr(rules, "completed") else move


def whole(rules: Any, state: Any) -> Iterator[str]:
    yield from (f"  {key}: {flow(value)}" for key, value in rules.snapshot(state).items())


def views(before: Mapping[str | None, Any], now: Mapping[str | None, Any]) -> Iterator[str]:
    """What changed for everybody; for each seat what it sees beyond that, and a digest of its whole view."""
    yield from (f"  {path} = {flow(value)}" for path, value in changes(before[None], now[None]))
    for seat in (s for s in now if s is not None):
        more = "; ".join(f"{path} = {flow(value)}" for path, value in changes(now[None], now[seat]))
        yield f"  {seat} sees {digest(now[seat])}{': ' if more else ''}{more}"


def changes(old: Any, new: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if old == new:
        return
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        yield path, new
        return
    for key in dict.fromkeys((*old, *new)):
        if key != "await" or path:
            yield from changes(old.get(key), new.get(key), f"{path}.{key}" if path else str(key))


def offers(rules: Any, state: Any, players: Sequence[str]) -> Iterator[str]:
    awaited = [item for item in rules.pending(state) if item["by"] in players]
    yield f"  await {flow(rules.pending(state))}"
    for item in awaited:
        moves = rules.legal(state, item["by"])
        first = list(islice(moves, LOOKED_AT))
        count = len(moves) if isinstance(moves, Sequence) else len(first)
        some = " | ".join(written(move, rules.verbs) for move in first[:3])
        yield f"  {item['by']} may {count} {digest(first)}: {some}"


def digest(value: Any) -> str:
    return hashlib.sha256(canonical(value).encode()).hexdigest()[:8]


# --- records ------------------------------------------------------------------------------------------------
def told_of(name: str) -> str:
    lines = [f"# {name}: what the records tell; by tests/trust/test_playthroughs.py"]
    for file in sorted((ROOT / "tests" / "records" / name).glob("*.yaml")):
        lines += ["", file.stem, *told_by(game(name).rules, read_record(file))]
    return "\n".join(lines) + "\n"


def told_by(rules: Any, record: Record) -> Iterator[str]:
    state = rules.setup(record.players, record.options, record.start)
    yield from may(rules, state, record.players)
    for item in record.moves:
        if "expect" in item:
            continue
        move = {key: value for key, value in item.items() if key != "refused"}
        try:
            state, events = rules.apply(state, move)
        except Refused as no:
            yield f"  {flow(move)}: refused {no.key}"
            continue
        yield f"  {flow(move)}: {' '.join(event.key for event in events)}"
        yield from may(rules, state, record.players)


def may(rules: Any, state: Any, players: Sequence[str]) -> Iterator[str]:
    """How many moves each seat is offered, and a digest of them."""
    for seat in players:
        first = list(islice(rules.legal(state, seat), LOOKED_AT))
        if first:
            yield f"    {seat} may {len(first)} {digest(first)}"


def compared(file: Path, text: str) -> None:
    if os.environ.get("VENICE_PNP_GOLDEN") == "accept":
        file.write_text(text, "utf-8")
    assert file.exists(), f"no {file.name}; accept it after reading it"
    assert len(text.encode()) < LARGEST
    assert text.split("\n") == file.read_text("utf-8").split("\n")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_it_went(name: str) -> None:
    text = text_of(name)
    assert text == text_of(name), "the same seed must give the same game"
    compared(ROOT / "tests" / "playthroughs" / f"{name}.txt", text)


@pytest.mark.parametrize("name", GAMES)
def test_a_record_tells_what_it_told(name: str) -> None:
    compared(ROOT / "tests" / "playthroughs" / f"{name}-told.txt", told_of(name))
