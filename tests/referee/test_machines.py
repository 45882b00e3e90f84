"""Random play: whole games by bots, and state machines that do everything a table can do."""

from __future__ import annotations

import os
import random
import tempfile
from pathlib import Path
from typing import Any

import pytest
from cases import GAMES, game
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from venice_pnp.contract.play import TABLE, Refused
from venice_pnp.referee import home
from venice_pnp.referee.table import Table, new_table, verify
from venice_pnp.speech.trouble import NotAgreed

NAMES = ["Anke", "Bernd", "Claudia", "Daniel"]


def whole_game(name: str, seed: int, check_every: int) -> int:
    """A bot plays legal moves to the end; now and then the position is audited and read back."""
    rules, rng = game(name).rules, random.Random(seed)
    players = NAMES[: 3 + seed % 2]
    state = rules.setup(players, {}, getattr(rules, "fresh", None))
    moves: list[dict[str, Any]] = []
    begin = state
    while rules.pending(state):
        seat = rng.choice(rules.pending(state))["by"]
        move = rules.draw(state, rng.randrange) if seat == TABLE else _choice(rules.legal(state, seat), rng)
        before = state
        state, _ = rules.apply(state, move)
        assert before is not state
        moves.append(move)
        assert len(moves) < 20_000, "this game does not end"
        if len(moves) % check_every == 0:
            snapshot = rules.snapshot(state)
            assert rules.audit(snapshot) == []
            assert rules.snapshot(rules.setup(players, {}, snapshot)) == snapshot
    assert rules.audit(rules.snapshot(state)) == []
    again = begin
    for move in moves:
        again, _ = rules.apply(again, move)
    assert rules.snapshot(again) == rules.snapshot(state)
    return len(moves)


def _choice(legal: Any, rng: random.Random) -> Any:
    moves = legal if hasattr(legal, "__getitem__") else list(legal)
    return moves[rng.randrange(len(moves))]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("batch", range(3))
def test_50_whole_games(name: str, batch: int) -> None:
    for seed in range(50 * batch, 50 * batch + 50):
        whole_game(name, seed, check_every=23)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("batch", range(11))
def test_300_more_games(name: str, batch: int) -> None:
    for seed in range(150 + 300 * batch, 450 + 300 * batch):
        whole_game(name, seed, check_every=101)


class TableMachine(RuleBasedStateMachine):
    """Legal and mutated moves, undo, redo, reopening and views, in any order."""

    game_name = ""

    @initialize(players=st.integers(3, 4), seed=st.integers(0, 99))
    def open(self, players: int, seed: int) -> None:
        self.folder = tempfile.TemporaryDirectory()
        os.environ["VENICE_PNP_HOME"] = self.folder.name
        self.table = new_table(self.game_name, NAMES[:players], path=home.table_path("t"), seed=str(seed))
        self.rng = random.Random(seed)

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            self.table.journal.close()
            self.folder.cleanup()

    @precondition(lambda self: self.table.awaited())
    @rule(pick=st.randoms(use_true_random=False))
    def legal_move(self, pick: random.Random) -> None:
        seat = pick.choice(self.table.awaited())["by"]
        self.table.do(_choice(self.table.rules.legal(self.table.state, seat), pick))

    @precondition(lambda self: self.table.awaited())
    @rule(pick=st.randoms(use_true_random=False), junk=st.sampled_from([None, -1, 10**30, "x", [], {}, 2.5, True]))
    def mutated_move(self, pick: random.Random, junk: Any) -> None:
        seat = pick.choice(self.table.awaited())["by"]
        move = dict(_choice(self.table.rules.legal(self.table.state, seat), pick))
        move[pick.choice([*move, "extra"])] = junk
        before = self.table.rules.snapshot(self.table.state)
        size = len(self.table.journal.entries)
        try:
            self.table.do(move)
        except Refused:
            assert self.table.rules.snapshot(self.table.state) == before
            assert len(self.table.journal.entries) == size

    @rule(count=st.integers(1, 3), agreed=st.booleans())
    def undo_and_redo(self, count: int, agreed: bool) -> None:
        before = self.table.rules.snapshot(self.table.state)
        try:
            self.table.undo(count, agreed)
        except NotAgreed:
            assert self.table.rules.snapshot(self.table.state) == before
            return
        assert self.table.awaited()
        self.table.redo(count)
        assert self.table.rules.snapshot(self.table.state) == before

    @rule()
    def undo(self) -> None:
        try:
            self.table.undo(1, agreed=True)
        except NotAgreed:
            assert self.table.played == 0 or all(s.move.get("drawn") for s in self.table.steps[1:])

    @rule()
    def reopen(self) -> None:
        again = Table(self.table.path)
        assert again.rules.snapshot(again.state) == self.table.rules.snapshot(self.table.state)
        assert again.log() == self.table.log()
        self.table.journal.close()
        self.table = again

    @rule()
    def verified(self) -> None:
        assert verify(self.table.path).ok

    @invariant()
    def sound(self) -> None:
        if not hasattr(self, "table"):
            return
        rules, state = self.table.rules, self.table.state
        assert rules.audit(rules.snapshot(state)) == []
        assert rules.snapshot(state)["await"] == rules.pending(state)
        for seat in (None, *self.table.players):
            view = rules.view(state, seat)
            dealt = () if "secret" in view else ("secret",)  # what a seed dealt is shown to its owner only
            assert list(view) == [key for key in rules.snapshot(state) if key not in dealt]


def machine(name: str) -> Any:
    kind = type(f"{name.title()}Machine", (TableMachine,), {"game_name": name})
    case = kind.TestCase
    case.settings = settings(
        max_examples=12, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
    )
    return case


TestCanalettoTable = machine("canaletto")
TestDogeTable = machine("doge")
TestVenedigTable = machine("venedig")


def test_the_machines_leave_no_home_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VENICE_PNP_HOME", str(tmp_path))
    assert home.data_folder() == tmp_path


TestVenetiaTable = machine("venetia")
