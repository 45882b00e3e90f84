"""The position of Canaletto as text (CAN-9.1): nothing of it is hidden (CAN-1.4)."""

# Annotations are left to be evaluated here: as texts msgspec would have to compile each of them at every start.
from typing import Annotated, Any, Literal

from msgspec import field

from venice_pnp.contract.position import LEFT_OUT, Part, Seat, Whole, of

Kind = Annotated[str, of("kinds")]
PalaceId = Annotated[str, of("palaces")]


class OptionsPart(Part):
    """A limit of debt and colours are written only where they are not the usual ones."""

    next_starter: Annotated[str, of("next-starter")]
    debt_limit: Annotated[str, of("debt-limit")] = LEFT_OUT
    colours: dict[Seat, Annotated[str, of("colours")]] = LEFT_OUT


class Position(Part, kw_only=True):
    snapshot: Literal[1] = 1
    game: Annotated[str, of("game")]
    players: list[str]  # clockwise
    options: OptionsPart
    phase: Annotated[str, of("phases")]
    round: Whole = 0
    starter: Seat | None = None  # of this round
    to_act: Annotated[str, of("actors")] | None = None
    await_: Any = field(default=None, name="await")
    palaces: dict[PalaceId, list[Kind]]
    values: list[int]  # in rail order, used ones included
    sold: list[Kind]  # in order of sale
    column: PalaceId | None = None
    gondola: PalaceId | None = None
    high_bid: Whole = 0
    high_bidder: Seat | None = None
    passed: list[Seat] = []
    money: dict[Seat, int]
    debt: dict[Seat, int]
    bribe: dict[Seat, bool]  # is the tile still in hand?
    artworks: dict[Seat, list[Kind]]
    unsold_rounds: Whole = 0
    buyer: Seat | None = None
    to_sell: list[Kind] = []
    final: dict[Seat, int] = {}
    winners: list[Seat] = []

    def kinds_out(self) -> set[str]:
        """The kinds that lie in palaces."""
        return {kind for lot in self.palaces.values() for kind in lot}

    def empty(self) -> int:
        """How many palaces have nothing left."""
        return sum(1 for lot in self.palaces.values() if not lot)
