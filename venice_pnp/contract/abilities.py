"""What a game may be able to do, each ability a small typed protocol. mypy holds each game to them; a module may be one
(its functions are the methods). Whoever only opens a game does not load this.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from msgspec import Struct

from venice_pnp.contract.game import R, S
from venice_pnp.contract.play import Facts, Move, Rules, Snapshot

if TYPE_CHECKING:
    import random

    from venice_pnp.contract.handling import Tabletop
    from venice_pnp.contract.sight import Contents, Sight
    from venice_pnp.draw.scene import Scene
    from venice_pnp.draw.studio import Studio
    from venice_pnp.kit import Kit
    from venice_pnp.kit.models import Before, Box, Laid, Shape
    from venice_pnp.speech.paint import Paint, Panel
    from venice_pnp.speech.words import Speech

R_contra = TypeVar("R_contra", bound=Rules[Any], contravariant=True)
S_contra = TypeVar("S_contra", contravariant=True)
S_co = TypeVar("S_co", covariant=True)


class Find(Protocol):
    """The ids that typed words may mean; among others: only those of `among`, whatever else has that name."""

    def __call__(self, words: str, among: Collection[str] = (), /) -> list[str]: ...


# --- abilities that need the rules --------------------------------------------------------------------------
class Screens(Protocol[R_contra]):
    """A table for people at a terminal."""

    def lines(self, rules: R_contra, view: Snapshot, speech: Speech, paint: Paint) -> list[str]:
        """The screen of a moment, line by line."""

    def panels(self, rules: R_contra, view: Snapshot, speech: Speech, paint: Paint) -> list[Panel]:
        """The same for the console: parts that it lays out, the most important first."""

    def standing(self, rules: R_contra, view: Snapshot, speech: Speech, paint: Paint) -> str:
        """How it stands, in one line."""

    def result(self, rules: R_contra, view: Snapshot, speech: Speech, paint: Paint) -> list[str]:
        """The end, the winner first."""


class OwnSide(Protocol[R_contra]):
    def own(self, rules: R_contra, view: Snapshot, seat: str, speech: Speech, paint: Paint) -> list[str]:
        """What a seat alone may know."""


class Asking(Protocol[R_contra, S_contra]):
    def asking(self, rules: R_contra, state: S_contra, item: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """A more special question than the awaited item has: its kind, and facts for it."""


class Typing(Protocol[R_contra, S_contra]):
    def codes(self, rules: R_contra) -> Mapping[str, str]:
        """Documented short codes and the ids they stand for, besides those in the game's tables."""

    def readings(
        self, rules: R_contra, state: S_contra, by: str, words: Sequence[str], find: Find
    ) -> Iterator[dict[str, Any]]:
        """Moves (without `by`) that words of the game's own short forms may mean, the surest first."""


class Doubting(Protocol[R_contra, S_contra]):
    def doubt(self, rules: R_contra, state: S_contra, move: Move, line: str) -> tuple[str, Facts] | None:
        """Why a move that is legal is better asked back: a message and its facts. `line`: as it was typed, or nothing,
        if it was picked from a list."""


class Naming(Protocol[R_contra]):
    def takes(self, rules: R_contra) -> Mapping[str, Mapping[str, str]]:
        """By verb: the ids that it can ever name, each with the letter printed at it on the board (or several, with
        blanks between them), or nothing; without any, it names players. A word is looked for among these first: tirreno
        is a sea to whoever opens one, and a region to whoever removes a kingdom."""


class Touching(Protocol[R_contra, S_contra]):
    """How a move is chosen with thumbs: by places of the board, and item by item."""

    LOOSE: Mapping[str, frozenset[str]]  # by verb: lists whose items may be named in any order
    BUILT: Mapping[str, frozenset[str]]  # by verb: lists that go on where `legal` names only some of them
    ONCE: Mapping[str, frozenset[str]]  # of these: lists that name nothing twice

    def places(self, kit: Kit) -> Mapping[str, Box]:
        """The places of the board that moves name, in mm from its top left corner."""

    def place_of(self, rules: R_contra, state: S_contra, verb: str, field: str, item: Any) -> str:
        """The place that an item in a field of a move means; nothing if it means none."""


class Why(Protocol[R_contra, S_contra]):
    def counted(self, rules: R_contra, before: S_contra, move: Move, after: S_contra) -> Iterable[tuple[str, Facts]]:
        """What was counted for a result: messages and their facts."""


class OnTable(Protocol[R_contra]):
    PIECES: frozenset[str]  # parts of a position that tell only what lies where, as dotted paths; `*`: any key

    def tabletop(self, rules: R_contra, view: Snapshot) -> Tabletop:
        """Which piece lies at which place, as everybody sees it; whatever is in its stock is left out."""


class Telling(Protocol[R_contra]):
    """What is worth telling of a game when it is over, worked out from its positions."""

    @property
    def DECIDES(self) -> Mapping[str, str]:  # noqa: N802 - a constant of a module
        """By message: which of its facts names the card, district, tile or building that it is about."""

    def stands(self, rules: R_contra, position: Snapshot) -> Mapping[str, int]:
        """What the players are compared by: money, points, palazzi."""

    def round_ends(self, before: Snapshot, after: Snapshot) -> bool:
        """Does a round end between two positions that follow each other?"""

    def worth_telling(self, before: Snapshot, move: Move, after: Snapshot) -> tuple[str, Facts] | None:
        """The vote, sale or building that a step was: a message and its facts."""


Sealing = Callable[[Any, str], Move]  # what a seat may choose in a state of its game


class Guessing(Protocol[R_contra, S_co]):
    def sees(self, rules: R_contra, view: Snapshot, seat: str) -> bool:
        """Does the referee know everything that this seat holds? Else it cannot be a bot."""

    def guesses(
        self, rules: R_contra, view: Snapshot, seat: str, chance: random.Random, sealing: Sealing | None = None
    ) -> Iterator[S_co]:
        """Whole states that a seat cannot tell from the real one, one after the other without end: the view of each of
        them is this view. What the seat does not know is as chance decides; what others have sealed is as `sealing`
        would have them choose it, or else any of what they may."""


Weights = Mapping[str, float]  # `weights` of the game's bots.yaml


class Idea(Struct, frozen=True, gc=False):
    """A move that somebody might think of, and how good a rule of thumb finds it: beside others of the same moment."""

    move: dict[str, Any]
    score: float


class Ideas(NamedTuple):
    """How good a rule of thumb finds each move that somebody might think of; the moves are made when they are looked
    at: of most of them only the score is wanted."""

    scores: list[float]
    move: Callable[[int], dict[str, Any]]  # the move of a score

    @classmethod
    def of(cls, scored: Sequence[tuple[dict[str, Any], float]]) -> Ideas:
        """Moves that are made already, each with its score."""
        return cls([score for _, score in scored], lambda at: scored[at][0])


class Thinking(Protocol[R_contra, S_contra]):
    """What bots know about a game, besides its rules. Whatever is hidden from a seat must not change its ideas."""

    def ideas(self, rules: R_contra, state: S_contra, seat: str, weights: Weights) -> Ideas:
        """The sensible moves of a seat that is awaited, in any order; at least one."""

    def chances(self, rules: R_contra, state: S_contra, weights: Weights) -> list[float]:
        """How likely each player is to win, by what lies on the table; together 1."""

    def chapter(self, state: S_contra) -> Hashable:
        """The turn or round that is being played: where one ends, the table is worth looking at."""

    def reason(self, rules: R_contra, state: S_contra, move: Move, weights: Weights) -> tuple[str, Facts] | None:
        """What speaks for a move, as a message and its facts: true for everybody who sees what its seat sees."""


class CardTexts(Protocol[R_contra]):
    def card_text(self, rules: R_contra, card: str, speech: Speech) -> list[str]:
        """What a card says; nothing if there is no such card."""


class Question(Struct, Generic[R, S], frozen=True):
    """A command that only this game has: `sites basilica`, `reach candia`, `preview 11`.

    `choices` are what may be asked about (None: a whole number); unless `needed`, it may be left out. `answer` is
    what programs read, `told` the lines that people read of it.
    """

    word: str
    about: str  # what is asked about, as the command's help calls it
    help: str
    choices: Callable[[R, S], Sequence[str]] | None
    answer: Callable[[R, S, str], dict[str, Any]]
    told: Callable[[R, dict[str, Any], Speech, Paint], list[str]]
    needed: bool = False
    codes: Callable[[R], Mapping[str, str]] | None = None  # short codes, which go before names
    tries: Callable[[R, S, str], dict[str, Any]] | None = None  # the move it is about: a refusal of it is told too


# --- abilities that need the kit alone ----------------------------------------------------------------------
Colours = Mapping[str, str]  # whose pieces are which: a seat of the kit for every player


def colours_of(kit: Kit, players: Sequence[str], chosen: Colours) -> Colours:
    """The colours that were chosen, and for everybody else that of the seat."""
    return {name: chosen.get(name, seat.id) for name, seat in zip(players, kit.seats, strict=False)}


class LayTable(Protocol):
    def __call__(self, kit: Kit, view: Snapshot, colours: Colours, /) -> Iterable[Laid]:
        """Where the pieces of a table lie on its board; nothing hidden is among them."""


class LayBefore(Protocol):
    def __call__(self, kit: Kit, view: Snapshot, colours: Colours, /) -> Iterable[Before]:
        """The pieces that lie before the players, in the order of the seats."""


class Sights(Protocol):
    """The table as a camera sees it."""

    def sights(self, kit: Kit, /) -> Iterable[Sight]:
        """The places of the board, and what may lie there."""

    def as_seen(self, kit: Kit, view: Snapshot, colours: Colours, contents: Contents, /) -> dict[str, Any]:
        """The parts of the position that a camera sees, with these pieces at the places; the rest of the view stays."""


class ScoreSheet(Protocol):
    def filled_score(self, studio: Studio, shape: Shape, view: Snapshot) -> Scene:
        """The game's own pad, with what has been scored."""
