"""What the referee asks of a game, and what a game answers.

A game is pure: a state is a value, applying a move leaves the old state as it was, and nothing here
knows files, screens, clocks or random numbers. Code raises rule IDs and facts; the wording, in every
language, is data (`data/<game>/messages.yaml`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from msgspec import Struct

Move = Mapping[str, Any]  # {by: Anke, do: bid, amount: 11}
Snapshot = dict[str, Any]
Facts = Mapping[str, Any]  # names, ids and numbers to be put into a message
Below = Callable[[int], int]  # chance: below(n) is a whole number from 0 to n - 1, all alike

TABLE = "table"  # who moves when physical chance decides


class Verb(Struct, frozen=True):
    """A move's word, its fields in the order of the short form, whether it is secret, and whether the
    last field is a list that takes all words left (`place castello 3 1`).

    `lists` names fields that are lists, wherever they stand; such a list takes all words left, and what
    follows it is typed with its name (`build ponte d10 e22 halt=Bernd`). `number` names the field that a
    whole number is meant for (`draw casa 3`). `private`: what is possible shows what the seat holds, so
    only the form is offered.
    """

    name: str
    fields: tuple[str, ...] = ()
    secret: bool = False
    many: bool = False
    lists: tuple[str, ...] = ()
    number: str = ""
    private: bool = False


class Event(Struct, frozen=True, gc=False):
    """Something that happened and what the hands do about it: the message's key and its facts."""

    key: str
    facts: Facts

    @property
    def rule(self) -> str:
        """The beginning of the key: `VTA-7.30.placed` belongs to VTA-7.30."""
        return self.key.rpartition(".")[0]


class Violation(Struct, frozen=True):
    """An invariant that does not hold: the rule, the message's key, its facts."""

    rule: str
    key: str
    facts: Facts


class Refused(Exception):
    """An illegal move or start. It has changed nothing."""

    def __init__(self, rule: str, facts: Facts | None = None, key: str = "") -> None:
        self.rule, self.facts, self.key = rule, facts or {}, key or rule
        super().__init__(rule)


State = TypeVar("State")


class Rules(Protocol[State]):
    """The rules of one game, bound to a kit: `RULES(kit)` in the game's `rules.py`."""

    verbs: Mapping[str, Verb]
    unordered: frozenset[str]  # snapshot lists compared without order, as dotted paths; `*` stands for any key

    def setup(self, players: Sequence[str], options: Mapping[str, Any], start: Mapping[str, Any] | None) -> State:
        """The state a table begins with; a partial snapshot is completed. Raises Refused."""

    def pending(self, state: State) -> list[dict[str, Any]]:
        """Who may move now, and for what, as the snapshot's `await`; empty when the game is over."""

    def apply(self, state: State, move: Move) -> tuple[State, list[Event]]:
        """The state after a move and after all that follows by itself. Raises Refused."""

    def legal(self, state: State, seat: str) -> Iterable[dict[str, Any]]:
        """Moves that `apply` accepts from this seat now: all, or enough of them to reach every end."""

    def draw(self, state: State, below: Below) -> dict[str, Any]:
        """The awaited move of the table, decided by chance (with `drawn: true`)."""

    def snapshot(self, state: State) -> Snapshot:
        """The whole state as plain values, in the order of the rules page."""

    def view(self, state: State, seat: str | None) -> Snapshot:
        """What this seat (None: everybody) may know, built up from what is known."""

    def audit(self, snapshot: Mapping[str, Any]) -> list[Violation]:
        """Every invariant that a typed-in table breaks, each once."""

    def score(self, snapshot: Mapping[str, Any]) -> dict[str, Any]:
        """What the game's scoring gives for a typed-in table."""


# What follows is optional: the referee asks for it by name and does without it.
#   fresh: Mapping                the `start` of a new table, where `setup(..., None)` is not the beginning
#   canonical(move) -> dict       an accepted move as it is written into records (numbers become ids)
#   secret(state, move) -> bool   is anything of this sealed move, played earlier, still hidden from somebody?
#   dealt(start, seed) -> dict    the `start` of a table with a seed, where the seed deals what lies hidden
#   dealt_on(state, start, seed)  the same for a position typed in later, with what is hidden now
#   completed(state, move)        a typed move with what the seed decides filled in (`drawn: true`)
#   left_to_chance(move)          with a seed: raises Refused for a move that tells what the seed decides
#   deal(state, below) -> dict    with a seed: the move of the table (a secret verb, with `drawn: true`) that names
#                                 what lies face down and is unknown; None: nothing is
#   open_to(state, seat)          the private verbs that a seat may use now as far as everybody knows; without it the
#                                 console would tell by what it offers what a seat holds
#   buildings, sites(state, kind) what can be built, and where: rows with `fields`, `points` and `treasures`
#   reach(state)                  what it costs the active player to get to each place now: rows with `place`
