"""What the referee asks of the rules of a game, and what they answer.

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
DEALT = "secret"  # the part of a start that a seed has dealt


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
    """An illegal move or start. It has changed nothing.

    Rules raise it often and know no words; `speech.refusal` says it in the language of a table. `under`: the general
    check that came upon it, where the rule itself says more (DOGE-5.11 under DOGE-6.3); a record may name either.
    """

    def __init__(self, rule: str, facts: Facts | None = None, key: str = "", under: str = "") -> None:
        self.rule, self.facts, self.key, self.under = rule, facts or {}, key or rule, under
        super().__init__(rule)

    @property
    def sentence(self) -> str:
        """What is wrong, in words; the rules themselves have only the rule's ID."""
        return self.rule

    @property
    def legal(self) -> list[str]:
        """What may be done instead, as it is typed."""
        return []


State = TypeVar("State")
State_contra = TypeVar("State_contra", contravariant=True)


class Held:
    """A state as everybody but its game sees it: to be kept and handed back, never looked into."""


class Shuffles(Protocol[State_contra]):
    """With a seed all that lies hidden is shuffled before the first move; a move is filled in from it."""

    def dealt(self, start: Mapping[str, Any] | None, seed: str) -> dict[str, Any]:
        """The start of a table, with what the seed has laid face down under `DEALT`."""

    def dealt_on(self, state: State_contra, start: Mapping[str, Any], seed: str) -> dict[str, Any]:
        """The same for a position typed in later, with what is hidden now."""

    def completed(self, state: State_contra, move: Move) -> dict[str, Any]:
        """A typed move with what the seed decides filled in (`drawn: true`)."""


class Deals(Protocol[State_contra]):
    """With a seed what lies face down is dealt when it is needed, by a secret move of the table."""

    def left_to_chance(self, move: Move) -> None:
        """Raises Refused for a move that tells what the seed decides."""

    def deal(self, state: State_contra, below: Below) -> dict[str, Any] | None:
        """The table's move (`drawn: true`) that names what lies face down and is unknown; None: nothing is."""


class Sealing(Protocol[State_contra]):
    """Sealed moves are opened before the game is over, as soon as nothing of them is hidden."""

    def secret(self, state: State_contra, move: Move) -> bool:
        """Is anything of this sealed move, played earlier, still hidden from somebody?"""


class Hands(Protocol[State_contra]):
    """Seats hold what others may not know: what is offered to a seat must not tell it."""

    def open_to(self, state: State_contra, seat: str) -> list[str]:
        """The private verbs that a seat may use now as far as everybody knows."""

    def drew(self, before: State_contra, after: State_contra) -> bool:
        """Has anybody seen between these two what lay face down? Then nobody takes it back alone."""


class Rules(Protocol[State]):
    """The rules of one game, bound to a kit. The last five are abilities that a game may lack: then they are None."""

    unordered: frozenset[str]  # snapshot lists compared without order, as dotted paths; `*` stands for any key
    form_rule: str  # what a move must look like at all; a refusal by any other rule tells more

    @property
    def verbs(self) -> Mapping[str, Verb]: ...

    @property
    def fresh(self) -> Mapping[str, Any] | None:
        """The `start` of a new table, where `setup(..., None)` is not the beginning."""

    @property
    def shuffles(self) -> Shuffles[State] | None: ...

    @property
    def deals(self) -> Deals[State] | None: ...

    @property
    def sealing(self) -> Sealing[State] | None: ...

    @property
    def hands(self) -> Hands[State] | None: ...

    def setup(self, players: Sequence[str], options: Mapping[str, Any], start: Mapping[str, Any] | None) -> State:
        """The state a table begins with; a partial snapshot is completed. Raises Refused."""

    def pending(self, state: State) -> list[dict[str, Any]]:
        """Who may move now, and for what, as the snapshot's `await`; empty when the game is over."""

    def apply(self, state: State, move: Move) -> tuple[State, list[Event]]:
        """The state after a move and after all that follows by itself. Raises Refused."""

    def canonical(self, move: Move) -> dict[str, Any]:
        """An accepted move as it is written into records (numbers become ids)."""

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

    def warnings(self, snapshot: Mapping[str, Any]) -> list[Violation]:
        """What is odd about a typed-in table and may still be right. Raises Refused if it cannot be read."""

    def score(self, snapshot: Mapping[str, Any]) -> dict[str, Any]:
        """What the game's scoring gives for a typed-in table."""


class RulesBase:
    """What most games answer where they need nothing special; a game's rules may begin with it."""

    unordered: frozenset[str] = frozenset()
    form_rule: str = ""

    @property
    def fresh(self) -> Mapping[str, Any] | None:
        return None

    @property
    def shuffles(self) -> Shuffles[Any] | None:
        return None

    @property
    def deals(self) -> Deals[Any] | None:
        return None

    @property
    def sealing(self) -> Sealing[Any] | None:
        return None

    @property
    def hands(self) -> Hands[Any] | None:
        return None

    def canonical(self, move: Move) -> dict[str, Any]:
        return dict(move)

    def warnings(self, snapshot: Mapping[str, Any]) -> list[Violation]:  # noqa: ARG002
        return []
