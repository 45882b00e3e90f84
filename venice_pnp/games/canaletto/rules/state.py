"""A moment of a game of Canaletto, as a value. Players, palaces and kinds are numbers from 0 up."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

NOBODY = -1  # no high bidder, no buyer, nobody to act
THE_TABLE = -2  # what the players decide together

DISTRIBUTE, LAY_VALUES, PLACE_GONDOLA, CHOOSE_STARTER = SETUP_PHASES = (
    "distribute",
    "lay-values",
    "place-gondola",
    "choose-starter",
)
AUCTION, SELL_ORDER, END = "auction", "sell-order", "end"
PHASES = (*SETUP_PHASES, AUCTION, SELL_ORDER, END)
WINNER = "winner"  # the other value of the option next-starter (CAN-7.26)
NO_LIMIT = "none"  # the other value of the option debt-limit (CAN-7.13)

Lot = tuple[int, ...]  # kinds, in the order of the kinds


class State(Struct, frozen=True, gc=False):
    players: tuple[str, ...]
    next_starter: str
    debt_limit: str
    colours: tuple[str, ...]
    phase: str
    round: int
    starter: int
    actor: int
    palaces: tuple[Lot, ...]
    values: tuple[int, ...]
    sold: tuple[int, ...]
    column: int
    gondola: int
    high_bid: int
    high_bidder: int
    passed: tuple[int, ...]
    money: tuple[int, ...]
    debt: tuple[int, ...]
    bribe: tuple[bool, ...]
    artworks: tuple[Lot, ...]
    unsold_rounds: int
    buyer: int
    to_sell: Lot


def gondola_free(palaces: Sequence[Sequence[object]], column: int, end_kinds: int) -> bool:
    """CAN-7.27: (a) few kinds elsewhere, or (b) at most one other palace with artworks."""
    others = [lot for p, lot in enumerate(palaces) if p != column and lot]
    return len({k for lot in others for k in lot}) <= end_kinds or len(others) <= 1
