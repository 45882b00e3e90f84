"""The position of Venedig as text (section 9). Only what a seed has dealt is secret (VEN-5.13).

A field that is left out is as right after set-up (VEN-9.1); UNSET: computed from the rest, or not there in this phase.
"""

# Annotations are left to be evaluated here: as texts msgspec would have to compile each of them at every start.
from typing import Annotated, Any, Literal, TypeVar

from msgspec import UNSET, UnsetType, field

from venice_pnp.contract.position import FOLLOWS, HIDDEN, Part, Seat, Whole, of, own

T = TypeVar("T")
UNKNOWN = "hidden"  # a card or tile that lies face down

Kind = Annotated[str, of("kinds")]
Field = Annotated[str, of("fields")]
Swamp = Annotated[int | str, of("swamp")]  # the value of a tile, or UNKNOWN
Treasure = Annotated[int | str, of("treasures")]
Cards = dict[Kind, Whole]
Hand = dict[Annotated[str, of("cards")], Whole]  # by kind, and UNKNOWN
Builder = Annotated[str, of("sides")]  # a player or the imaginary one


def given(value: T | UnsetType, otherwise: T) -> T:
    return otherwise if value is UNSET else value


class DeckPart(Part):
    deck: Annotated[str, of("decks")] | UnsetType = UNSET  # VEN-2.2


class TilesPart(Part):
    """High values first, UNKNOWN ones last."""

    swamp: list[Swamp] = []
    treasure: list[Treasure] = []


class Building(Part):
    building: Kind
    fields: list[Field]  # sorted


class DuePart(Part):
    building: Kind
    builder: Builder
    alone: bool | UnsetType = UNSET  # not for a casa


class Moving(Part):
    player: Seat
    points: Whole


class SecretPart(Part):
    """What lies behind everything UNKNOWN, under the tiles and in the piles; with its seed alone it is dealt."""

    seed: Annotated[Any, HIDDEN] = UNSET
    hands: dict[Seat, Annotated[Cards, own()]] = {}
    tiles: dict[Seat, Annotated[TilesPart, own()]] = {}
    draw_order: Annotated[list[Kind], HIDDEN] = []  # the top card first
    swamp_values: Annotated[dict[Field, Annotated[int, of("swamp-gold")]], HIDDEN] = {}  # by the field they lie on
    treasure_order: Annotated[list[Annotated[int, of("treasure-gold")]], HIDDEN] = []  # the next one first

    def is_to_be_dealt(self) -> bool:
        """Is there a seed and nothing that it has dealt?"""
        return self.seed is not UNSET and self == SecretPart(seed=self.seed)


class Position(Part, kw_only=True):
    snapshot: Literal[1] = 1
    game: Annotated[str, of("game")] = "venedig"
    players: list[str] = []  # clockwise, the starting player first
    options: DeckPart = field(default_factory=DeckPart)
    phase: Annotated[str, of("phases")] = "play"
    turn: str | UnsetType | None = UNSET  # in the last exchange the player asked; over: nobody
    await_: Any = field(default=None, name="await")  # VEN-9.3: written, ignored when read
    step: Annotated[str, of("steps")] | UnsetType = UNSET  # two players: where in the turn due buildings arose
    revealed: bool | UnsetType = UNSET  # two players: is this turn's reveal used up?
    gondolas: dict[Seat, Whole] = {}  # VEN-3.4
    hands: dict[Seat, Hand] = {}
    out: dict[Annotated[str, of("anybody")], Cards] = {}  # lone sets and casas too, while they are due
    builders: dict[Annotated[str, of("figures")], Annotated[str, of("holders")]] = {}
    tiles: dict[Seat, TilesPart] = {}
    built: list[Building] = []  # since set-up, in order
    drained: list[Field] = []  # swamp fields without tile and without building
    supply: Annotated[Cards, FOLLOWS] = {}  # pieces left
    treasure_supply: Annotated[Whole | UnsetType, FOLLOWS] = UNSET
    spent: Annotated[list[Swamp] | UnsetType, FOLLOWS] = UNSET  # swamp tiles out of the game
    pool: list[Kind] = []  # the oldest card first
    discard: Cards = {}
    draw_pile: Annotated[Whole | UnsetType, FOLLOWS] = UNSET
    due: list[DuePart] = []  # in the order of kinds; in a halt first the one being resolved
    moving: list[Moving] | UnsetType = UNSET  # in a halt: gondolas still to move
    halts: list[Seat] | UnsetType = UNSET  # before whose gondolas the active player wants to stop, if any
    ended_by: Seat | UnsetType = UNSET
    to_exchange: list[Seat] | UnsetType = UNSET  # in the last exchange: still to be asked (VEN-8.4)
    winners: list[Seat] | UnsetType = UNSET
    secret: SecretPart | UnsetType = UNSET
