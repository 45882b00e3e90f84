"""The position of Venetia as text (VTA-9.1): what stands in a snapshot, and who may see it.

`none` and what is missing are the same (VTA-9.2, 9.3); `'?'` is a card or marker that is not known.
"""

# Annotations are left to be evaluated here: as texts msgspec would have to compile each of them at every start.
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, field

from venice_pnp.contract.position import FOLLOWS, LEFT_OUT, Part, Seat, kinds, masked, of, own
from venice_pnp.games.venetia.rules.state import FIRST_DOGE

NONE: Final = "none"
UNSEEN: Final = "?"
PLACE_KEYS = ("podesta", "control", "fleets")  # stand beside the players' names (VTA-6.3)

Count = Annotated[int, Meta(ge=0, le=999)]
Space = Annotated[int, of("spaces")]  # of the power track
Colony = Annotated[str, of("colonies")]
Sea = Annotated[str, of("seas")]
District = Annotated[str, of("districts")]
Sestiere = Annotated[str, of("sestieri")]
Kingdom = Annotated[str, of("kingdoms")]
Type = Annotated[str, of("types")]
Card = Annotated[str, of("cards")]
SeenCard = Annotated[str, of("seen-cards")]  # or '?'
Marker = Annotated[int | str, of("vp-markers")]  # a value, or '?'


class SwitchesPart(Part, kw_only=True):
    city: bool = LEFT_OUT
    veto: bool = LEFT_OUT
    early_kingdoms: bool = LEFT_OUT
    tiles_back: bool = LEFT_OUT  # this and all below are written only where they are chosen
    all_grey: bool = LEFT_OUT
    laid: bool = LEFT_OUT


class PowerPart(Part, kw_only=True):
    venice: Space = LEFT_OUT  # 0: off the track; else it follows from the board (VTA-10.9)
    enemy: Space = LEFT_OUT
    eighth: bool = False
    met: bool = False


class DogeBox(Part, kw_only=True):
    player: Seat = NONE
    family: Count = 0  # 0: no card lies there
    markers: Count = 0


class TurnPart(Part, kw_only=True):
    type: Type
    value: Annotated[int, of("die-values")]
    ap: Count = LEFT_OUT  # the value, if nothing is said
    spent: bool = False  # were action points spent?
    route: list[Sea] = []  # opened this turn, also by claim or card
    trade: list[Colony] = []  # placed in with action points
    politics: Colony = NONE
    tiles: list[Annotated[int | str, of("tiles")]] = []
    attacks: Count = 0  # free ones left
    bonus: list[Count] = []
    peace: bool = False
    card: Card = NONE
    replaced: bool = False
    at: Annotated[str, of("places")] = NONE  # attacked


class BallotPart(Part, kw_only=True):
    family: Count
    cards: list[Card] = []


class Pending(Part, kw_only=True):
    """What the phase waits for; only what belongs to the phase is there."""

    threats: Count = LEFT_OUT  # not yet carried out
    occasion: Annotated[str, of("occasions")] = LEFT_OUT
    vetoed: bool = LEFT_OUT
    draw: list[Seat] = LEFT_OUT
    to: Annotated[str, of("draws-to")] = LEFT_OUT
    candidates: dict[Seat, Annotated[BallotPart | Literal["?"], own(UNSEEN)]] = (
        LEFT_OUT  # open once all are in (VTA-7.85)
    )
    reveal: list[Seat] = LEFT_OUT
    then: Annotated[str, of("thens")] = LEFT_OUT
    card: Annotated[str, of("pending-cards"), own(UNSEEN)] = LEFT_OUT  # the threat of a veto, or the one just drawn
    claim: bool = LEFT_OUT
    districts: list[District] = LEFT_OUT
    votes: dict[Seat, Count] = LEFT_OUT
    tied: list[Seat] = LEFT_OUT


class StockPart(Part, kw_only=True):
    ducats: Count = 0
    new: Count = 0  # coloured monuments
    grey: Count = 0


class SheetLine(Part, kw_only=True):
    """VTA-8.20: a scoring, or the end of the game."""

    epoch: Annotated[int | str, of("sheet-epochs")]
    presence: Count = LEFT_OUT
    podesta: Count = LEFT_OUT
    vp: Count = LEFT_OUT
    doge: Count = LEFT_OUT
    monuments: Count = LEFT_OUT
    treaties: Count = LEFT_OUT
    doge_markers: Count = LEFT_OUT
    last_doge: Count = LEFT_OUT
    sum: Count = LEFT_OUT  # only written


class House(Part, kw_only=True):
    colour: Annotated[str, of("colours")] = LEFT_OUT
    family: list[Count] = LEFT_OUT  # still owned
    hand: Annotated[list[SeenCard], masked(UNSEEN)] = LEFT_OUT  # these and box, vp, treaties in order of arrival
    box: Annotated[list[SeenCard], masked(UNSEEN)] = []
    treaties: list[Kingdom] = []
    vp: Annotated[list[Marker], masked(UNSEEN)] = []
    doge_vp: Count = 0  # put aside
    score: Count = LEFT_OUT  # the sum of the sheet, if nothing is said
    sheet: list[SheetLine] = []


class Position(Part, kw_only=True):
    snapshot: Literal[1] = 1
    game: Annotated[str, of("game")]
    players: list[Seat]  # clockwise
    options: SwitchesPart = field(default_factory=SwitchesPart)
    phase: Annotated[str, of("phases")] = FIRST_DOGE  # VTA-5.1
    active: Seat = NONE
    epoch: Annotated[int, of("epochs")] = 1
    power: PowerPart = field(default_factory=PowerPart)
    doge: DogeBox = field(default_factory=DogeBox)
    shame: Seat = NONE
    pool: dict[Type, list[Count]] = {}  # dice left, ascending
    turn: TurnPart | Literal["none"] = NONE  # only while one who has taken a die moves
    pending: Pending = field(default_factory=Pending)
    colonies: dict[Colony, dict[Seat, Annotated[Any, kinds(Count, podesta=Seat)]]] = {}
    seas: dict[Sea, dict[Seat, Annotated[Any, kinds(Count, control=bool, fleets=Count)]]] = LEFT_OUT
    kingdoms: dict[Annotated[str, of("regions")], Kingdom] = LEFT_OUT
    threats_used: list[Annotated[str, of("threats")]] = []  # since the epoch began, in order
    discard: list[SeenCard] = []  # in order
    city: dict[Sestiere, dict[Seat, StockPart]] = LEFT_OUT  # with the option
    districts_aside: list[District] = LEFT_OUT  # with the option
    deck: Annotated[Count, FOLLOWS] = LEFT_OUT  # VTA-9.4: only checked
    houses: dict[Seat, House] = {}
    winners: list[Seat] = LEFT_OUT  # when over
    await_: Any = field(default=LEFT_OUT, name="await")  # VTA-9.4: not read
