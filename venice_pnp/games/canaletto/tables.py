"""What `data/canaletto/` holds beside the parts list."""

# Annotations are left to be evaluated here: as texts msgspec would have to compile each of them at every start.
from typing import Annotated, Literal

from msgspec import Meta

from venice_pnp.kit.models import Box, Choice, Count, Hex, Id, Mm, Model, Point
from venice_pnp.kit.wording import Words

Amount = Annotated[int, Meta(ge=0, le=1000)]
Cap = Annotated[int, Meta(ge=1000, le=1_000_000)]


class ArtKind(Model, frozen=True):
    """A sort of artwork (CAN-3.2)."""

    id: Id
    size: Annotated[int, Meta(ge=1, le=9)]
    name: Words
    plural: Words
    colour: Hex


class Palace(Model, frozen=True):
    """A field of the ring (CAN-3.1)."""

    id: Id
    name: str
    sestiere: str
    style: Words
    century: Words
    x: Mm
    y: Mm
    wall: Hex


class Numbers(Model, frozen=True):
    start_money: Amount
    palace_min_at_setup: Count
    palace_max: Count
    values_laid: Count
    min_bid: Amount
    bribe_max_bid: Amount
    track_max: Amount
    debt_max: Amount
    bid_cap: Cap
    debt_factor: Amount
    end_kinds: Count


class MarkerColours(Model, frozen=True):
    """A colour for each player, of those of the seats."""

    each: Literal["players"]
    values: Literal["seats"]
    default: Literal["by-seat"]


class Options(Model, frozen=True):
    next_starter: Choice
    debt_limit: Choice
    colours: MarkerColours


class Reference(Model, frozen=True):
    """The set-up of CAN-3.7."""

    palaces: dict[str, list[str]]
    values: list[int]
    column: str


class MoneyTrack(Model, frozen=True):
    corner: Point
    field: Mm
    columns: Count
    rows: Count
    stressed_every: Count


class Rail(Model, frozen=True):
    space: Mm
    columns: list[float]
    rows: list[float]


class PalaceBoard(Model, frozen=True):
    """Places on the board (CAN-3.3 to CAN-3.5)."""

    palace_field: tuple[Mm, Mm]
    name_bar: Mm
    tile_space: Mm
    canal: Box
    tints: dict[str, Hex]  # of the sestieri
    track: MoneyTrack
    rail: Rail


class Tables(Model, frozen=True):
    kinds: list[ArtKind]
    palaces: list[Palace]
    values: list[Amount]
    numbers: Numbers
    options: Options
    reference: Reference
    board: PalaceBoard
