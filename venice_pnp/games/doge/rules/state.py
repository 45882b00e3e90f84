"""A table of Doge as a value: players, fields and advisors are numbers, -1 is nobody and nowhere."""

from __future__ import annotations

from msgspec import Struct

PHASES = SETUP, PLACING, VOTING, OVER = "setup", "placing", "voting", "over"  # DOGE-9.3
ADVISOR, HOUSES, MOVE_HOUSE, PALAZZO = "advisor", "houses", "move-house", "palazzo"  # DOGE-5.24 to DOGE-5.27
FIRST, SECOND = "first", "second"
NOBODY = WAITING = -1
STAYS = "stays"  # the other value of the option second-advisor (DOGE-7.27)
TYPED, LAID = "typed", "laid"  # values of the option secrets (DOGE-6.18)
DOWN = -1  # a token face down whose value the referee does not know (DOGE-6.18)

Tokens = tuple[int, ...]  # values, ascending; all of them DOWN, or none
Choice = tuple[int, Tokens]  # field and tokens of a sealed `place`, or of a `lay`


class Seats(Struct, frozen=True):
    """Who sits where, clockwise, with which colour, and what they agreed on."""

    names: tuple[str, ...]
    colours: tuple[str, ...]
    number: dict[str, int]
    orders: tuple[tuple[int, ...], ...]  # table orders, by round in turn (DOGE-5.20)
    second_advisor: str  # a value of the option (DOGE-7.27)
    laid: bool  # do tokens lie on the table, and tell nobody their values before their vote? (DOGE-6.18)


class OpenDecision(Struct, frozen=True, gc=False):
    """An open decision of a vote. `about`: an advisor or a district; `n`: max, left or cost."""

    kind: str
    by: int
    about: int
    n: int
    tie: str  # FIRST or SECOND for tied players, else empty


class Vote(Struct, frozen=True, gc=False):
    """The running vote, or the last one until the next card is uncovered (DOGE-9.10)."""

    field: int
    totals: tuple[int, ...]  # by player; 0: takes no part
    first: tuple[int, ...]
    second: tuple[int, ...]
    agenda: tuple[OpenDecision, ...]
    base: tuple[int, ...] | None  # palazzi in each field when the running tie began (DOGE-7.37)


class Desk(Struct, gc=False):
    """The table, between two moves or, as a copy, while hands work on it. Its text tells no secret.

    Supplies end in `_left`; `spot` finds `stacks` and `houses`.
    """

    seats: Seats
    round: int
    phase: str
    turn: int  # 0 outside placing
    now: tuple[int, ...]
    voted: int
    next: tuple[int, ...]
    tokens_left: tuple[Tokens, ...]
    houses_left: tuple[int, ...]
    palazzi_left: tuple[int, ...]
    rings_left: tuple[int, ...]
    cards: tuple[tuple[int, ...], ...]  # open player cards
    chosen: tuple[Choice | None, ...]  # sealed until everyone has chosen
    stacks: tuple[Tokens, ...]
    houses: tuple[int, ...]
    palazzi: tuple[tuple[int, ...], ...]  # owners by field, in site order
    rings: tuple[int, ...]  # who controls each advisor
    stands: tuple[int, ...]  # where each advisor stands
    vote: Vote | None
    winners: tuple[int, ...]
    shown: tuple[Tokens, ...]  # by player, what was turned up in this round (DOGE-6.20)

    def __repr__(self) -> str:
        return f"<doge: round {self.round}, {self.phase}>"

    def spot(self, field: int, player: int) -> int:
        return field * len(self.rings_left) + player


State = Desk  # between two moves: nobody changes it any more


def awaited(state: Desk, player: int) -> bool:
    """Must this player still choose in this placing turn? (DOGE-5.4)"""
    return state.chosen[player] is None and bool(state.tokens_left[player])


def placing_verb(state: Desk) -> str:
    """How a choice is told: all of it in secret, or what everybody sees of it (DOGE-6.19)."""
    return "lay" if state.seats.laid else "place"


def someone_awaited(state: Desk) -> bool:
    """Must anybody still choose in this placing turn?"""
    for player, choice in enumerate(state.chosen):  # noqa: SIM110 - any() is slower
        if choice is None and state.tokens_left[player]:
            return True
    return False


def to_show(state: Desk) -> list[int]:
    """Whose tokens lie face down in the field that votes next? They must be turned up first (DOGE-6.20)."""
    if not state.seats.laid or state.phase != VOTING or state.vote is not None:
        return []
    if len(state.next) < state.voted or state.voted == len(state.now):
        return []
    players, first = len(state.rings_left), state.spot(state.now[state.voted], 0)
    return [player for player in range(players) if DOWN in state.stacks[first + player]]


def head_of(state: Desk) -> OpenDecision | None:
    """The decision that the running vote waits for."""
    vote = state.vote
    return vote.agenda[0] if vote is not None and vote.agenda else None
