"""A table of Venedig as a value. Players, kinds, fields and quarters are numbers, -1 is nobody.

The imaginary player (VEN-4.10) is the number after the last real one. Cards are counts by kind; a hand has
one more count, of cards nobody has seen. Tiles are values, high ones first; -1 is one whose value is hidden.
"""

from __future__ import annotations

from msgspec import Struct

PLAY, BUILD, HALT, DROP, DRAIN, DRAW = "play", "build", "halt", "drop", "drain", "draw"
AFTER, LAST_EXCHANGE, OVER = "after", "last-exchange", "over"
PHASES = (PLAY, BUILD, HALT, DROP, DRAIN, DRAW, AFTER, LAST_EXCHANGE, OVER)
REST, BUILDING, ENDED = (PLAY, DRAIN, DRAW, AFTER), (BUILD, HALT), (LAST_EXCHANGE, OVER)
BEFORE, ACTION = "before", "action"  # and AFTER: where in a turn due buildings arose
STEPS = (BEFORE, ACTION, AFTER)
IMAGINARY, BOARD = "imaginary", "board"
NOBODY = HOME = HIDDEN = -1

Counts = tuple[int, ...]
Tiles = tuple[int, ...]


class Seats(Struct, frozen=True):
    """Who sits where, clockwise, and with which cards they play."""

    names: tuple[str, ...]
    number: dict[str, int]
    deck: str
    cards: Counts  # of the deck, by kind
    imaginary: int  # NOBODY with three players and more
    sides: tuple[str, ...]  # everyone with cards out, the imaginary player last

    @property
    def two(self) -> bool:
        return self.imaginary != NOBODY

    def clockwise(self, player: int) -> list[int]:
        """The others, beginning to the left of this player."""
        count = len(self.names)
        return [(player + i) % count for i in range(1, count)]


class Due(Struct, frozen=True, gc=False):
    """A building for which all cards lie out (VEN-7.9). A casa is always alone."""

    kind: int
    builder: int
    alone: bool


class Secret(Struct, frozen=True):
    """What a seed has dealt (VEN-5.13): behind `hidden` cards and tiles, under the board's tiles, in the piles."""

    seed: str
    hands: tuple[Counts, ...]
    swamp: tuple[Tiles, ...]
    treasures: tuple[Tiles, ...]
    pile: tuple[int, ...]  # kinds, the top one first
    under: tuple[int, ...]  # gold by field, HIDDEN where no tile lies
    chest: tuple[int, ...]  # treasures in supply, the next one first


class Desk(Struct, gc=False):
    """The table, between two moves or, as a copy, while hands work on it. Its text tells no secret."""

    seats: Seats
    phase: str
    turn: int
    step: str
    revealed: bool
    gondolas: tuple[int, ...]
    hands: tuple[Counts, ...]
    out: tuple[Counts, ...]  # by side
    builders: tuple[int, ...]  # by kind: who has the figure
    swamp: tuple[Tiles, ...]
    treasures: tuple[Tiles, ...]
    built: tuple[tuple[int, tuple[int, ...]], ...]  # kind and fields, in order, without the pre-placed ones
    covered: int  # fields under buildings
    marsh: int  # fields under swamp tiles
    casas: tuple[int, ...]  # by quarter
    supply: Counts
    chest: int  # treasures in supply
    spent: Tiles
    pool: tuple[int, ...]
    discard: Counts
    pile: int
    unseen: Counts  # cards in the pile and hidden in hands
    due: tuple[Due, ...]
    moving: tuple[tuple[int, int], ...]  # in a halt: player and points
    halts: tuple[int, ...]  # before whose gondolas the active player wants to stop (VEN-7.29)
    ended_by: int
    to_exchange: tuple[int, ...]
    winners: tuple[int, ...]
    secret: Secret | None

    def __repr__(self) -> str:
        return f"<venedig: {self.phase}>"


State = Desk  # between two moves: nobody changes it any more


def shared_cards(needed: Counts, state: Desk, kind: int) -> list[int]:
    """Cards of everybody in the shared building of a kind."""
    row = [cards[kind] for cards in state.out]
    for due in state.due:
        if due.alone and due.kind == kind:
            row[due.builder] -= needed[kind]
    return row


def visible(state: Desk, kind: int) -> int:
    """Cards of a kind that everybody knows of (VEN-7.2)."""
    return state.seats.cards[kind] - state.unseen[kind]
