"""Rules of a small game, whose state is its position.

A game of a few pages needs no state of its own: what lies on the table, as text, is all there is to know. Then views,
snapshots, typed-in positions, chance and the form of moves follow from what it declares, and what is left to write is
who is awaited, what may be done, what comes of it, and what counts at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import structs

from venice_pnp.contract.play import TABLE, Below, Event, Move, Refused, RulesBase, Sealing, Snapshot, Verb, Violation
from venice_pnp.contract.position import SEATS, Part, Words, Wrong, covered_parts, read, refuse, shown, written
from venice_pnp.contract.reading import check_keys, verb_of

if TYPE_CHECKING:
    from venice_pnp.kit import Kit

AWAIT, GAME = "await", "game"
MOVE_FORM = "move-form"  # messages about the form of a move begin so; they are the same in every game


class TablePosition(Part):
    """What every position begins with."""

    snapshot: int = 1
    game: str = ""
    players: list[str] = []  # clockwise  # noqa: RUF012 - msgspec copies an empty default


P = TypeVar("P", bound=TablePosition)


class SmallRules(RulesBase, Generic[P]):
    """What a game of its own adds stands first; the rest follows from it."""

    position: type[P]  # the model of what lies on the table
    verbs: Mapping[str, Verb]
    players_rule: str  # how many play
    form_rule: str  # what a move looks like, and whose turn it is
    position_rule: str  # what a typed-in position looks like

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    def words(self) -> Words:
        """The ids that may stand in a position, by vocabulary: those of the kit's tables, by the table's name."""
        tables = structs.asdict(self.kit.tables)
        rows = {name: table for name, table in tables.items() if isinstance(table, list)}
        return {name: [row.id for row in table if hasattr(row, "id")] for name, table in rows.items()}

    def beginning(self, players: Sequence[str]) -> Mapping[str, Any]:  # noqa: ARG002
        """What lies on the table at first; it also fills in what a typed-in position leaves out."""
        return {}

    def broken(self, at: P) -> Iterable[Violation]:  # noqa: ARG002
        """What the model alone cannot tell."""
        return ()

    def pending(self, state: P) -> list[dict[str, Any]]:
        raise NotImplementedError

    def offers(self, state: P, seat: str) -> Iterable[dict[str, Any]]:
        """The moves of somebody who is awaited, without `by`. Those of the table are drawn by chance, all alike."""
        raise NotImplementedError

    def moved(self, state: P, verb: str, move: Move) -> tuple[P, list[Event]]:
        """What comes of a move that has the right form, by somebody who is awaited. Raises Refused."""
        raise NotImplementedError

    def result(self, state: P) -> dict[str, Any]:
        """How it stands: `final` by player, and `winners`. A snapshot has it at the end."""
        raise NotImplementedError

    def secret(self, state: P, move: Move) -> bool:  # noqa: ARG002
        """Is anything of this sealed move, played earlier, still hidden? Always: then it is opened at the end."""
        return True

    # --- positions ------------------------------------------------------------------------------------------
    def setup(self, players: Sequence[str], options: Mapping[str, Any], start: Mapping[str, Any] | None) -> P:
        fewest, most = self.kit.game.players
        names = list(players)
        if options or not fewest <= len(names) <= most or len({*names, TABLE}) <= len(names):
            raise Refused(self.players_rule, {"n": len(names)})
        typed = {GAME: self.kit.id, SEATS: names, **(start or {})}
        if (typed[GAME], typed[SEATS]) != (self.kit.id, names):  # a whole snapshot says whose it is
            raise Refused(self.position_rule)
        position = self._sound(typed)
        refuse(Wrong(path, "covered", None).violation(self.position_rule) for path in covered_parts(position))
        return position

    def _read(self, typed: Mapping[str, Any]) -> tuple[P | None, list[Violation]]:
        names = typed.get(SEATS)
        names = names if isinstance(names, list) else []

        def complete(clean: dict[str, Any]) -> None:
            for part, value in self.beginning(names).items():
                given = clean.get(part, value)
                clean[part] = {**value, **given} if isinstance(value, Mapping) else given

        laid = {key: part for key, part in typed.items() if key not in (AWAIT, "final", "winners")}
        position, wrong = read(self.position, laid, {SEATS: names, **self.words()}, complete=complete)
        return position, [one.violation(self.position_rule) for one in wrong]

    def _sound(self, typed: Mapping[str, Any]) -> P:
        position, faults = self._read(typed)
        refuse(faults)
        assert position is not None
        refuse(self.broken(position))
        return position

    def audit(self, snapshot: Mapping[str, Any]) -> list[Violation]:
        position, faults = self._read(snapshot)
        return faults[:1] if position is None else list(self.broken(position))

    def score(self, snapshot: Mapping[str, Any]) -> dict[str, Any]:
        return self.result(self._sound(snapshot))

    def snapshot(self, state: P) -> Snapshot:
        return written(state) | self._following(state)

    def view(self, state: P, seat: str | None) -> Snapshot:
        return shown(self.position, written(state), seat) | self._following(state)

    def _following(self, state: P) -> Snapshot:
        """What follows from the rest of a snapshot."""
        awaited = self.pending(state)
        return {AWAIT: awaited, **({} if awaited else self.result(state))}

    # --- moves ----------------------------------------------------------------------------------------------
    def apply(self, state: P, move: Move) -> tuple[P, list[Event]]:
        verb = verb_of(move, self.verbs, self.form_rule, MOVE_FORM)
        by, awaited = move.get("by"), self.pending(state)
        if not any(one["by"] == by and one["for"] == verb.name for one in awaited):
            facts = {"by": by, "verb": verb.name, "awaited": [one["by"] for one in awaited]}
            raise Refused(self.form_rule, facts, f"{MOVE_FORM}.by")
        check_keys(move, verb, self.form_rule, drawn=by == TABLE, said=MOVE_FORM)
        return self.moved(state, verb.name, move)

    def legal(self, state: P, seat: str) -> list[dict[str, Any]]:
        awaited = any(one["by"] == seat for one in self.pending(state))
        return [{"by": seat, **move} for move in self.offers(state, seat)] if awaited else []

    def draw(self, state: P, below: Below) -> dict[str, Any]:
        moves = self.legal(state, TABLE)
        return {**moves[below(len(moves))], "drawn": True}

    @property
    def sealing(self) -> Sealing[P] | None:
        return self if any(verb.secret for verb in self.verbs.values()) else None
