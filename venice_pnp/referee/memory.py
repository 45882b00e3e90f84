"""A game without a file, for programs: the same moves and the same draws as at a table; nothing is sealed or kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from venice_pnp.contract.play import DEALT, TABLE, Event, Held, Refused
from venice_pnp.referee import chance
from venice_pnp.referee.moves import in_order, is_secret
from venice_pnp.referee.table import (
    Audited,
    Done,
    Faulty,
    Opened,
    Step,
    audited,
    check_names,
    completed_here,
    is_chance,
    whole_position,
)
from venice_pnp.speech.trouble import NotAgreed


class Memory:
    """The states of one game, each with the move that led to it."""

    def __init__(
        self,
        opened: Opened,
        players: Sequence[str],
        options: Mapping[str, Any] | None = None,
        seed: str | None = None,
        start: Mapping[str, Any] | None = None,
    ) -> None:
        self.declared, self.kit, self.rules = opened.game, opened.kit, opened.rules
        self.players, self.options, self._seed = list(players), dict(options or {}), seed
        begin = chance.beginning(self.rules, start, seed)
        state = self.rules.setup(self.players, self.options, begin)
        check_names(players)
        self.steps: list[Step] = []
        self.undone: list[list[Step]] = []
        self._begin(begin, state)
        self._follow([])

    @property
    def state(self) -> Held:
        return self.steps[-1].state

    def view(self, seat: str | None) -> dict[str, Any]:
        """What a seat (None: everybody) may see."""
        return self.rules.view(self.state, seat)

    @property
    def colours(self) -> dict[str, str]:
        """Which colour a player has, where it is not the one of the seat."""
        return dict(self.options.get("colours") or {})

    @property
    def bots(self) -> dict[str, str]:
        """None: a program plays every seat."""
        return {}

    def refresh(self) -> bool:
        """Nobody else can have changed it."""
        return False

    # --- changing it ----------------------------------------------------------------------------------
    def do(self, move: Mapping[str, Any], pin: str | None = None, agreed: bool = False) -> Done:  # noqa: ARG002  # no PIN, no bots
        """One move and all that follows by itself. Raises Refused; then nothing has changed."""
        whole = chance.completed(self.rules, self._seed, self.state, move)
        state, found = self.rules.apply(self.state, whole)
        at, events = len(self.steps), list(found)
        self._add(self.rules.canonical(whole), state)
        self.undone.clear()
        self._follow(events)
        return Done([self._shown(step.move) for step in self.steps[at:]], events)

    def refuses(self, move: Mapping[str, Any]) -> Refused | None:
        """Why this move would be refused now; None: it would be accepted. Nothing changes."""
        try:
            self.rules.apply(self.state, chance.completed(self.rules, self._seed, self.state, move))
        except Refused as refused:
            return refused
        return None

    def undo(
        self,
        count: int = 1,
        agreed: bool = False,  # noqa: ARG002  # a program need not ask
        by: str = TABLE,  # noqa: ARG002  # there is no journal to say it in
    ) -> list[str]:
        """Takes back whole moves, with the draws that followed them; returns who had made them."""
        groups = self._groups(count)
        for group in groups:
            self.undone.append(group)
            del self.steps[-len(group) :]
        gone = [step for group in reversed(groups) for step in group]
        return [str(step.move.get("by", TABLE)) for step in gone if not is_chance(step.move)]

    def _groups(self, count: int) -> list[list[Step]]:
        groups: list[list[Step]] = []
        at = len(self.steps)
        for _ in range(count):
            first = at - 1
            while first > 0 and is_chance(self.steps[first].move):
                first -= 1
            if first < 1:
                raise NotAgreed("undo.none" if groups else "undo.nothing", n=len(groups))
            groups.append(self.steps[first:at])
            at = first
        return groups

    def redo(self, count: int = 1, by: str = TABLE) -> None:  # noqa: ARG002  # as above
        if not 1 <= count <= len(self.undone):
            raise NotAgreed("redo.none" if self.undone else "redo.nothing", n=len(self.undone))
        for _ in range(count):
            self.steps += self.undone.pop()

    def audited(self, snapshot: Mapping[str, Any]) -> Audited:
        """What is wrong with a typed-in position; players and options need not be typed."""
        return audited(self.rules, whole_position(self.rules, self.state, self.players, self.options, snapshot))

    def completed(self, typed: Mapping[str, Any]) -> dict[str, Any]:
        """A typed-in position with what it does not name as it is here."""
        return completed_here(self.declared, self.rules, self.state, typed)

    def correct(self, typed: Mapping[str, Any], why: str, by: str = TABLE) -> Done:  # noqa: ARG002  # no journal
        """Goes on from another position, in which what is not typed stays; raises Faulty or Refused."""
        snapshot = self.completed(typed)
        violations = self.audited(snapshot).violations
        if violations:
            raise Faulty(violations)
        start = dict(snapshot)
        if self._seed is not None and DEALT not in start and self.rules.shuffles is not None:
            start = self.rules.shuffles.dealt_on(self.state, start, f"{self._seed} {len(self.steps)}")
        self._begin(start, self.rules.setup(self.players, self.options, start))
        self.undone.clear()
        at, events = len(self.steps), list[Event]()
        self._follow(events)
        return Done([self._shown(step.move) for step in self.steps[at:]], events)

    def _begin(self, start: Mapping[str, Any] | None, state: Held) -> None:
        self.steps.append(Step(len(self.steps), {"start": start}, False, False, state, start=True))

    def _add(self, move: dict[str, Any], state: Held) -> None:
        self.steps.append(Step(len(self.steps), move, False, False, state))

    def _follow(self, events: list[Event]) -> None:
        """Draws, as the seed decides them."""
        while (move := chance.due(self.rules, self._seed, self.state, len(self.steps))) is not None:
            state, found = self.rules.apply(self.state, move)
            events.extend(found)
            self._add(move, state)

    def _shown(self, move: Mapping[str, Any]) -> dict[str, Any]:
        """As a table tells it: of a secret move only that it was made."""
        if is_secret(move, self.rules.verbs):
            return {"by": move["by"], "do": move["do"], "sealed": True}
        return in_order(move, self.rules.verbs)

    # --- records --------------------------------------------------------------------------------------
    def export(self) -> tuple[dict[str, Any], int]:
        """The game as a record, from the last position that was typed in; nothing is left out."""
        begin = max(i for i, step in enumerate(self.steps) if step.start)
        start = self.steps[begin].move["start"]
        record = {"record": 1, "game": self.kit.id, "players": self.players, "options": self.options}
        record |= {"kit": self.kit.kit_id} | ({} if start is None else {"start": start})
        return record | {"moves": [in_order(step.move, self.rules.verbs) for step in self.steps[begin + 1 :]]}, 0
