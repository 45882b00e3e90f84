"""One game being played, as a program plays it: in a table's file, or in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property, partial
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from venice_pnp.contract.play import TABLE, Event, Move, Refused, Snapshot, Violation
from venice_pnp.referee.hinting import Hints
from venice_pnp.referee.meaning import Ear
from venice_pnp.referee.moves import is_secret, possible, possible_instead, seat_of
from venice_pnp.referee.onlooker import Onlooker, Watchable
from venice_pnp.referee.putting import changes, changes_since, orders_since
from venice_pnp.referee.records import differences, record_text
from venice_pnp.referee.script import Script
from venice_pnp.referee.table import Audited, Done, Faulty, Step, Table
from venice_pnp.speech.refusal import Refusal
from venice_pnp.speech.trouble import NotAMove, told_in
from venice_pnp.speech.words import Said, Speech, data_of

Difference = tuple[str, Any, Any]  # where, typed in, at the table
Moment = tuple[Step, ...]


class Keeper(Watchable, Protocol):
    """Who keeps the moves of a game: the referee's `Table`, or `Memory`."""

    steps: list[Step]

    @property
    def colours(self) -> dict[str, str]: ...

    @property
    def bots(self) -> dict[str, str]: ...

    def refresh(self) -> bool: ...
    def do(self, move: Move, pin: str | None = None, agreed: bool = False) -> Done: ...
    def undo(self, count: int = 1, agreed: bool = False, by: str = TABLE) -> list[str]: ...
    def redo(self, count: int = 1, by: str = TABLE) -> None: ...
    def audited(self, snapshot: Mapping[str, Any]) -> Audited: ...
    def completed(self, typed: Mapping[str, Any]) -> dict[str, Any]: ...
    def correct(self, typed: Mapping[str, Any], why: str, by: str = TABLE) -> Done: ...
    def export(self) -> tuple[dict[str, Any], int]: ...


K = TypeVar("K", bound=Keeper, covariant=True)


class Finding(Struct, frozen=True):
    """An invariant that a typed-in table breaks, or something odd about it, in words."""

    rule: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.sentence}"


def findings(violations: Sequence[Violation], speech: Speech) -> list[Finding]:
    return [Finding(violation.rule, speech.event(violation)) for violation in violations]


class Unsound(Faulty):
    """A typed-in position that breaks invariants; the game goes on from where it was."""

    def __init__(self, violations: Sequence[Violation], speech: Speech) -> None:
        super().__init__(violations)
        self.findings = findings(violations, speech)

    def __str__(self) -> str:
        return "\n".join(map(str, self.findings))


class Outcome(Struct, frozen=True):
    """What a move brought: the moves made (sealed ones without contents), what happened, and a seal's receipt."""

    moves: list[dict[str, Any]]
    events: list[Event]
    receipt: str
    speech: Speech

    @property
    def said(self) -> list[str]:
        """What happened and what the hands do about it, in words."""
        return [self.speech.event(event) for event in self.events]


class Match(Generic[K]):
    """One game being played. Names of seats and words of moves may be cut short, as at the console."""

    def __init__(self, keeper: K, lang: str = "en", seeded: bool = False) -> None:
        self.keeper = keeper
        self.kit, self.players, self.lang = keeper.kit, keeper.players, lang
        self.speech = Speech(lang, keeper.kit, keeper.players, seeded)

    # --- looking --------------------------------------------------------------------------------------
    @property
    def awaited(self) -> list[dict[str, Any]]:
        """Who may move now, and for what; nobody: the game is over."""
        return list(self.keeper.rules.pending(self.keeper.state))

    @property
    def over(self) -> bool:
        return not self.awaited

    def legal(self, seat: str) -> list[dict[str, Any]]:
        """Moves that would be accepted from this seat now: all, or enough of them to reach every end."""
        return list(self.keeper.rules.legal(self.keeper.state, self._seat(seat)))

    def offers(self, seat: str) -> list[str]:
        """The same as one types them: few one by one, a run of numbers as `bid 5..100`, secrets by their form."""
        return possible(self.keeper.rules, self.keeper.state, self._seat(seat))

    def why_not(self, seat: str, move: str | Move) -> Refused | None:
        """The refusal that this move would get now, as far as the seat may know; None: it is legal. Nothing changes."""
        own = self.ear_of(self._seat(seat))
        try:
            meant = self._heard(own, seat, move.split()) if isinstance(move, str) else self.meant(seat, move)
        except Refused as understood:
            return understood
        refused = own.table.refuses(meant)
        return None if refused is None else self._refusal(refused, meant)

    def view(self, seat: str | None = None) -> Snapshot:
        """What this seat may see; without one, what everybody may."""
        with self._telling():
            return self.keeper.view(None if seat is None else self._seat(seat))

    def snapshot(self) -> Snapshot:
        """The whole table, with everything that is hidden from somebody."""
        return self.keeper.rules.snapshot(self.keeper.state)

    def refresh(self) -> bool:
        """Takes in what others have written into the table's file; True if there was something."""
        with self._telling():
            return self.keeper.refresh()

    def record(self) -> dict[str, Any]:
        """The game so far, which `replay` plays again; what a table keeps sealed is left out."""
        return self.keeper.export()[0]

    def record_text(self) -> str:
        """The same as it is written into a file: one line a move."""
        return record_text(self.record())

    # --- playing --------------------------------------------------------------------------------------
    def do(self, seat: str, move: str | Move, pin: str | None = None) -> Outcome:
        """One move (`"bid 11"`, or a mapping such as `legal` gives) and all that follows by itself.

        Raises Refused or Trouble; then nothing has changed.
        """
        return self.make(self.meant(seat, move), pin)

    def make(self, move: Move, pin: str | None = None, agreed: bool = False) -> Outcome:
        """The same with a whole move, `by` included: as it is, with nothing made whole. A bot's only if `agreed`."""
        try:
            with self._telling():
                done = self.keeper.do(move, pin, agreed)
        except Refused as refused:
            raise self._refusal(refused, move) from None
        return Outcome(done.moves, done.events, done.receipt, self.speech)

    def undo(self, count: int = 1, agreed: bool = False, by: str = TABLE) -> list[str]:
        """Takes back whole moves; who had made them. At a table, past a reveal, a draw or another's move: `agreed`.
        The log says `by` whom it was done."""
        with self._telling():
            return self.keeper.undo(count, agreed, self._seat(by))

    def redo(self, count: int = 1, by: str = TABLE) -> None:
        """Does again what was taken back."""
        with self._telling():
            self.keeper.redo(count, self._seat(by))

    def meant(self, seat: str, move: str | Move) -> dict[str, Any]:
        """A move as the rules take it, typed words made whole; raises Trouble if it is none."""
        if isinstance(move, str):
            return self.typed(seat, move.split())
        by = self._seat(seat)
        if not isinstance(move, Mapping):
            with self._telling():
                raise NotAMove("move.mapping", text=str(move))
        if move.get("by", by) != by:
            raise ValueError(f"{by} cannot make a move of {move['by']}")
        return {"by": by, **move}

    def typed(self, seat: str, words: Sequence[str], unseen: bool = False) -> dict[str, Any]:
        """The same from single words, one of which may be a name with a space in it. What was typed `unseen` is not
        repeated."""
        return self._heard(self._ear, seat, words, unseen)

    def _heard(self, ear: Ear, seat: str, words: Sequence[str], unseen: bool = False) -> dict[str, Any]:
        by, rules, line = self._seat(seat), self.keeper.rules, [part for word in words for part in word.split()]
        try:
            with self._telling():
                return ear.move(by, line)
        except Refused as refused:
            hides_nothing = ear.hides_nothing(line)
            verbs = [] if hides_nothing else [move["do"] for move in rules.legal(self.keeper.state, by)]
            verb = next((name for name in verbs if rules.verbs[name].secret), None)
            raise self._refusal(refused, {"by": by, "do": verb}, unseen) from None
        except NotAMove as trouble:
            with self._telling():
                raise self._with_hints(trouble, by) from None

    def _with_hints(self, trouble: NotAMove, by: str) -> NotAMove:
        """No move at all: what could be typed instead."""
        hints = self._hints.instead(by)
        if not hints or trouble.key == "move.long":
            return trouble
        message, legal = Said(self.speech.trouble(trouble)), Said(" · ".join(hints))
        return NotAMove("move.instead", message=message, legal=legal)

    @cached_property
    def _ear(self) -> Ear:
        return Ear(self.keeper)

    def ear_of(self, seat: str) -> Ear:
        """By what a seat may know, where it may hold or seal anything."""
        verbs = self.keeper.rules.verbs.values()
        if seat not in self.players or not any(verb.secret or verb.private for verb in verbs):
            return self._ear
        if seat not in self._own_ears:
            self._own_ears[seat] = Ear(Onlooker(self.keeper, seat))
        return self._own_ears[seat]

    @cached_property
    def _own_ears(self) -> dict[str, Ear]:
        return {}

    @cached_property
    def _hints(self) -> Hints:
        """What everybody may be told that can be typed."""
        ear = self._ear if self.keeper.rules.hands is None else Ear(Onlooker(self.keeper))
        return Hints(self.keeper, Script(self.speech), ear)

    # --- the physical table -----------------------------------------------------------------------------
    def audit(self, snapshot: Mapping[str, Any]) -> list[Finding]:
        """What a typed-in position of this table breaks; players and options need not be typed."""
        return self.inspect(snapshot)[0]

    def warnings(self, snapshot: Mapping[str, Any]) -> list[Finding]:
        """What is odd about it and may still be right."""
        return self.inspect(snapshot)[1]

    def inspect(self, snapshot: Mapping[str, Any]) -> tuple[list[Finding], list[Finding]]:
        """What it breaks, and what is odd about it."""
        audited = self.keeper.audited(snapshot)
        return findings(audited.violations, self.speech), findings(audited.warnings, self.speech)

    def differences(self, snapshot: Mapping[str, Any]) -> list[Difference]:
        """Where a typed-in position is not what everybody sees here."""
        return differences(snapshot, self.view(), self.keeper.rules.unordered)

    def correct(self, typed: Mapping[str, Any], why: str, by: str = TABLE) -> Outcome:
        """Goes on from a typed-in position: the physical table counts, and what is not typed stays as it is. If
        nothing differs, nothing is done. Raises Unsound or Refused."""
        if not why.strip():
            with self._telling():
                raise NotAMove("correct.why")
        try:
            if not self.corrections(typed):
                return Outcome([], [], "", self.speech)
            done = self.keeper.correct(typed, why, self._seat(by))
        except Faulty as faulty:
            raise Unsound(faulty.violations, self.speech) from None
        except Refused as refused:
            raise Refusal(refused, self.speech) from None
        return Outcome(done.moves, done.events, done.receipt, self.speech)

    def corrections(self, typed: Mapping[str, Any]) -> list[Difference]:
        """What a correction would change, of all that the referee knows: where, to what, from what."""
        whole = self.keeper.completed(typed)
        known = {key: part for key, part in self.snapshot().items() if key in whole}  # the rest follows
        return [(path, new, old) for path, old, new in changes(known, whole, self.keeper.rules.unordered)]

    # --- the hands --------------------------------------------------------------------------------------
    def moment(self) -> Moment:
        """How the game came to where it is, for `orders_since`."""
        return tuple(self.keeper.steps)

    def orders_since(self, moment: Moment) -> list[str]:
        """What the hands do on a table that is still as it was then: pieces and places, from there to here."""
        return orders_since(self.keeper, moment, self.speech)

    def changes_since(self, moment: Moment) -> list[str]:
        """What a correction has changed since then, in pieces and places and whatever else everybody sees."""
        return changes_since(self.keeper, moment, self.speech)

    # --- in words ---------------------------------------------------------------------------------------
    def _seat(self, word: str) -> str:
        if word in self.players:
            return word
        with self._telling():
            return seat_of(word, self.players)

    def _telling(self) -> AbstractContextManager[None]:
        return told_in(self.lang, data_of(self.kit), self.speech.verb)

    def _refusal(self, refused: Refused, move: Move, unseen: bool = False) -> Refusal:
        """Of a secret move only the rule is told, nothing that a seat holds or typed unseen; what is wrong with the
        form of one that was typed in the open everybody has read."""
        rules, state = self.keeper.rules, self.keeper.state  # of this moment, whenever it is read
        offered = partial(possible_instead, rules, state, move.get("by"))

        def hinted() -> list[str]:
            return self._hints.instead(move.get("by")) if self.keeper.state is state else []

        hidden = is_secret(move, rules.verbs) and (unseen or refused.rule != rules.form_rule)
        return Refusal(refused, self.speech, offered, hinted, hidden)


def match_of(table: Table, lang: str) -> Match[Table]:
    """What is played at a table."""
    return Match(table, lang, "seed" in table.first)
