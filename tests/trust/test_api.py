"""One test of the contract over all registered games: play, serialise, undo, views, audits, legal and mutated moves."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import pytest

from tests.trust.play import EVERY, begun, game, played, seats, some_move
from venice_pnp.contract.play import TABLE, Refused
from venice_pnp.referee import home
from venice_pnp.referee.records import Record, record_from, record_text, replay
from venice_pnp.referee.table import Table, new_table, verify
from venice_pnp.speech.plain import canonical, flow, read_text
from venice_pnp.speech.trouble import NotAgreed

SEEDS = range(3)
JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    10**30,
    2.5,
    float("nan"),
    "",
    "x",
    "\x1b[2J",
    [],
    [[]],
    {},
    {"x": 1},
    "Anke",
    "?",
]

pytestmark = pytest.mark.parametrize("name", EVERY)


def test_the_contract_is_all_there(name: str) -> None:
    rules = game(name).rules
    asked = ("setup", "pending", "apply", "legal", "draw", "snapshot", "view", "audit", "score")
    assert [part for part in asked if not callable(getattr(rules, part, None))] == []
    assert all(verb.name == key and set(verb.lists) <= set(verb.fields) for key, verb in rules.verbs.items())
    assert isinstance(rules.unordered, frozenset)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_play(name: str, seed: int) -> None:
    """States are values; every position is sound, plain, and can be read back; replay leads to the same end."""
    rules, players = game(name).rules, seats(name, seed)
    state, turns = begun(name, players), list(played(name, seed))
    assert turns
    before = [canonical(rules.snapshot(turn.before)) for turn in turns]
    for number, (turn, text) in enumerate(zip(turns, before, strict=True)):
        assert state == turn.before, number
        state, events = rules.apply(turn.before, copy.deepcopy(turn.move))
        assert canonical(rules.snapshot(turn.before)) == text, "somebody has changed a state that was handed out"
        assert (state, list(events)) == (turn.after, turn.events), number
        check_position(rules, players, turn.after)
    assert not rules.pending(state)
    assert list(rules.legal(state, players[0])) == []
    with pytest.raises(Refused):
        rules.apply(state, turns[-1].move)
    json.dumps(rules.score(rules.snapshot(state)))


def check_position(rules: Any, players: Sequence[str], state: Any) -> None:
    snapshot = rules.snapshot(state)
    assert json.loads(canonical(snapshot)) == snapshot, "a snapshot is plain values"
    assert rules.audit(snapshot) == []
    assert snapshot["await"] == rules.pending(state)
    assert all(set(item) >= {"by", "for"} and item["by"] in (*players, TABLE) for item in snapshot["await"])
    assert list(rules.legal(state, "Nobody")) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_serialise(name: str, seed: int) -> None:
    """A snapshot, written as YAML and read again, is the same table, and the game goes on from it alike."""
    rules, players, rng = game(name).rules, seats(name, seed), random.Random(seed)
    for turn in list(played(name, seed))[:: 5 + seed]:
        snapshot = rules.snapshot(turn.after)
        text, _ = read_text(flow(snapshot), "snapshot")
        again = rules.setup(players, snapshot.get("options", {}), text)
        assert rules.snapshot(again) == snapshot
        for seat in (None, *players):
            assert rules.view(again, seat) == rules.view(turn.after, seat)
        if rules.pending(again):
            move = some_move(rules, again, rng)
            one, other = (rules.apply(state, move)[0] for state in (again, turn.after))
            assert rules.snapshot(one) == rules.snapshot(other)


@pytest.mark.parametrize("seed", SEEDS)
def test_record_and_replay(name: str, seed: int) -> None:
    rules, players = game(name).rules, seats(name, seed)
    turns = list(played(name, seed))
    start = getattr(rules, "fresh", None)
    moves = [rules.canonical(t.move) if hasattr(rules, "canonical") else t.move for t in turns]
    head = {"record": 1, "game": name, "players": players, "options": {}}
    whole = {**head, **({"start": start} if start else {}), "moves": moves}
    value, lines = read_text(record_text(whole), "record")
    record: Record = record_from(value, lines, "record")
    outcome = replay(rules, record)
    assert (outcome.problem, outcome.moves) == (None, len(turns))
    assert rules.snapshot(outcome.state) == rules.snapshot(turns[-1].after)


@pytest.mark.parametrize("seed", SEEDS)
def test_views_show_no_more_than_there_is(name: str, seed: int) -> None:
    """A view has the keys of the snapshot; what everybody knows every seat knows; each can be audited."""
    rules, players = game(name).rules, seats(name, seed)
    for turn in list(played(name, seed))[::7]:
        snapshot, public = rules.snapshot(turn.after), rules.view(turn.after, None)
        for seat in (None, *players):
            view = rules.view(turn.after, seat)
            assert json.loads(canonical(view)) == view
            assert set(view) <= set(snapshot)
            assert set(public) <= set(view)
            assert rules.audit(view) == [], seat
        assert stranger(rules, turn.after) in (public, None)


def stranger(rules: Any, state: Any) -> Any:
    """What somebody sees who does not sit here: what everybody sees, or nothing."""
    try:
        return rules.view(state, "Nobody")
    except Refused:
        return None


@pytest.mark.parametrize("seed", SEEDS)
def test_legal_is_accepted(name: str, seed: int) -> None:
    """Of every offer a sample; whoever is awaited is offered something."""
    rules, players, rng = game(name).rules, seats(name, seed), random.Random(seed)
    for turn in list(played(name, seed))[:: 3 + seed]:
        awaited = {item["by"] for item in rules.pending(turn.after)}
        for seat in players:
            offered = rules.legal(turn.after, seat)
            moves = offered if isinstance(offered, Sequence) else list(islice(offered, 400))
            assert moves or seat not in awaited
            for number in rng.sample(range(len(moves)), min(12, len(moves))):
                move = moves[number]
                assert move["by"] == seat
                rules.apply(turn.after, move)


@pytest.mark.parametrize("seed", SEEDS)
def test_mutated_moves_change_nothing(name: str, seed: int) -> None:
    """One field of a legal move becomes junk, is lost, or is one too many: refused with a rule, or legal as well."""
    rules, players, rng = game(name).rules, seats(name, seed), random.Random(seed)
    rules_named: list[str] = []
    tried = 0
    for turn in list(played(name, seed))[:: 2 + seed]:
        text = canonical(rules.snapshot(turn.before))
        for move in mutations(turn.move, rng):
            tried += 1
            try:
                after, _ = rules.apply(turn.before, move)
            except Refused as no:
                rules_named.append(no.rule)
            else:
                assert rules.audit(rules.snapshot(after)) == []
        for seat in {*players} - {item["by"] for item in rules.pending(turn.before)}:
            with pytest.raises(Refused):
                rules.apply(turn.before, {**turn.move, "by": seat})
        assert canonical(rules.snapshot(turn.before)) == text
    assert len(rules_named) > tried / 2
    assert all(rule.startswith(game(name).kit.game.prefix + "-") for rule in rules_named), rules_named


def mutations(move: Mapping[str, Any], rng: random.Random) -> list[dict[str, Any]]:
    key = rng.choice(list(move))
    return [
        {**move, key: rng.choice(JUNK)},
        {k: v for k, v in move.items() if k != key},
        {**move, "extra": rng.choice(JUNK)},
        {**move, key: inside(move[key], rng)},
        {**move, "do": rng.choice(["", "bid", "pass", "deal", "place", "__class__"])},
    ]


def inside(value: Any, rng: random.Random) -> Any:
    """The same kind of value with something in it changed."""
    if isinstance(value, Mapping) and value:
        key = rng.choice(list(value))
        return {**value, key: rng.choice(JUNK)} if rng.random() < 0.5 else {k: v for k, v in value.items() if k != key}
    if isinstance(value, (list, tuple)) and value:
        at = rng.randrange(len(value))
        return [*value[:at], rng.choice(JUNK), *value[at + 1 :]] if rng.random() < 0.5 else [*value, value[at]]
    return value + rng.choice([-1, 1, 1000]) if isinstance(value, int) else f"{value}x"


@pytest.mark.parametrize("seed", range(2))
def test_at_a_table(name: str, seed: int) -> None:
    """With a seed: undo and redo by whole moves, reopening, export, verify; refusals write nothing."""
    players, rng = seats(name, seed), random.Random(seed)
    table = new_table(name, players, path=home.table_path("t"), seed=str(seed))
    rules = table.rules
    for _ in range(12 + seed):
        before = rules.snapshot(table.state)
        table.do(some_move(rules, table.state, rng))
        after, entries = rules.snapshot(table.state), len(table.journal.entries)
        with pytest.raises(Refused):
            table.do({"by": players[0], "do": "nothing of the kind"})
        assert (rules.snapshot(table.state), len(table.journal.entries)) == (after, entries)
        table.undo(agreed=True)
        assert rules.snapshot(table.state) == before
        table.redo()
        assert rules.snapshot(table.state) == after
    count = sum(1 for step in table.steps if not step.start and not step.move.get("drawn"))
    states = [rules.snapshot(step.state) for step in table.steps]
    table.undo(count, agreed=True)
    with pytest.raises(NotAgreed):
        table.undo(agreed=True)
    table.redo(count)
    assert [rules.snapshot(step.state) for step in table.steps] == states
    again = Table(table.path)
    assert rules.snapshot(again.state) == states[-1]
    assert again.log() == table.log()
    while table.awaited():
        table.do(some_move(rules, table.state, rng))
    record, hidden = table.export()
    assert hidden == 0
    outcome = replay(rules, record_from(record, {}, "export"))
    assert outcome.problem is None
    assert rules.snapshot(outcome.state) == rules.snapshot(table.state)
    verdict = verify(table.path)
    assert verdict.ok and verdict.entries == len(table.journal.entries)
