"""A table of Venetia as a value: players, places and cards are numbers, -1 is nobody, nowhere, unknown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

# VTA-5.1
FIRST_DOGE, THREAT, VETO, ROLL, DIE, DRAW = "first-doge", "threat", "veto", "roll", "die", "draw"
MARKER, ACTION, TILE, ELECTION, DISTRICTS = "marker", "action", "tile", "election", "districts"
CHOOSE_DOGE, SCORING, OVER = "choose-doge", "scoring", "over"
PHASES = (
    FIRST_DOGE,
    THREAT,
    VETO,
    ROLL,
    DIE,
    DRAW,
    MARKER,
    ACTION,
    TILE,
    ELECTION,
    DISTRICTS,
    CHOOSE_DOGE,
    SCORING,
    OVER,
)
TURN_PHASES = (DRAW, MARKER, ACTION, TILE)  # a die has been taken
CANDIDATE_PHASES = (FIRST_DOGE, ELECTION)
REFILL, CASUS_BELLI = "refill", "casus-belli"
ANY, TO_BOX = "any", "box"
NEXT, FINAL, TO_ROLL = "next", "final", "roll"
NOBODY = NOWHERE = UNKNOWN = -1
HIDDEN = 0  # a VP marker the referee does not know

T = TypeVar("T")
Row = tuple[int, ...]


class Seats(Struct, frozen=True):
    """Who sits where, clockwise, with which colour, and by which options they play."""

    names: tuple[str, ...]
    colours: tuple[str, ...]
    number: dict[str, int]
    city: bool
    veto: bool
    early: bool
    tiles_back: bool  # VTA-7.26
    all_grey: bool  # VTA-7.98
    laid: bool  # VTA-6.5: candidates lie on the table

    @property
    def candidate_verb(self) -> str:
        """By which a candidate is told: in secret, or once all lie open (VTA-6.5)."""
        return "show" if self.laid else "candidate"


class Turn(Struct, frozen=True, gc=False):
    """What the active player has taken and used this turn."""

    type: int
    value: int
    ap: int
    spent: bool = False
    route: Row = ()  # seas opened this turn
    trade: Row = ()  # colonies placed in with action points
    politics: int = NOWHERE
    tiles: Row = ()
    attacks: int = 0
    bonus: Row = ()
    peace: bool = False
    card: int = UNKNOWN
    replaced: bool = False
    at: int = NOWHERE  # attacked: a colony, or a sea counted on after the colonies


class Ballot(Struct, frozen=True, gc=False):
    """A sealed candidate with his cards."""

    family: int
    cards: Row

    def __repr__(self) -> str:
        return "<ballot>"


class Line(Struct, frozen=True, gc=False):
    """A row of the score sheet; epoch 0 is the end of the game (VTA-8.20)."""

    epoch: int
    parts: Row

    @property
    def sum(self) -> int:
        return sum(self.parts)


class Desk(Struct, kw_only=True, gc=False):
    """The table, between two moves or, as a copy, while hands work on it. Its text tells no secret.

    Influence stands by place and player, see `spot`.
    """

    seats: Seats
    phase: str
    active: int
    epoch: int
    venice: int
    enemy: int
    eighth: bool
    met: bool
    doge: int
    doge_card: int
    markers: int
    shame: int
    pool: tuple[Row, ...]
    turn: Turn | None
    # what the phase waits for
    threats: int
    occasion: str
    vetoed: bool
    threat: int
    draws: Row
    draw_to: str
    draw_then: str
    seen: int  # the card that was dealt to the one who draws
    claim: bool
    ballots: tuple[Ballot | None, ...]
    final: bool
    drawn: Row  # district tiles of this election
    votes: Row = ()
    tied: Row = ()
    reveal: Row = ()
    after: str  # where the game goes on after a scoring
    # the board
    influence: Row
    podesta: Row
    sea_influence: Row  # influence in seas
    control: Row
    fleets: Row
    kingdoms: Row
    used: Row
    discard: Row
    ducats: Row
    new: Row
    grey: Row
    aside: Row
    # houses
    family: tuple[Row, ...]
    hand: tuple[Row, ...]
    box: tuple[Row, ...]
    treaties: tuple[Row, ...]
    vp: tuple[Row, ...]
    doge_vp: Row
    score: Row
    sheet: tuple[tuple[Line, ...], ...]
    winners: Row

    def __repr__(self) -> str:
        return f"<venetia: epoch {self.epoch}, {self.phase}>"

    @property
    def size(self) -> int:
        return len(self.doge_vp)

    def spot(self, place: int, player: int) -> int:
        return place * len(self.doge_vp) + player

    def here(self, colony: int) -> Row:
        """Influence in a colony by player."""
        n = len(self.doge_vp)
        return self.influence[colony * n : colony * n + n]

    def afloat(self, sea: int) -> Row:
        """Influence in a sea by player."""
        n = len(self.doge_vp)
        return self.sea_influence[sea * n : sea * n + n]

    def at_turn(self) -> Turn:
        turn = self.turn
        if turn is None:
            raise LookupError("no die has been taken")
        return turn

    def alter(self, **changes: Any) -> Turn:
        """Change the running turn."""
        self.turn = turn = replace(self.at_turn(), **changes)
        return turn


State = Desk  # between two moves: nobody changes it any more


def by_place(row: Row, players: int) -> Iterator[Row]:
    """Influence of every place, by player."""
    return zip(*[iter(row)] * players, strict=True)


def without(row: Row, value: int) -> Row:
    """The row without the first such value."""
    at = row.index(value)
    return (*row[:at], *row[at + 1 :])


def counted(things: Iterable[T]) -> dict[T, int]:
    """How often each thing stands there."""
    found: dict[T, int] = {}
    for one in things:
        found[one] = found.get(one, 0) + 1
    return found


def clockwise(desk: Desk, player: int) -> Row:
    """All others, from the left neighbour on."""
    n = desk.size
    return tuple((player + step) % n for step in range(1, n))
