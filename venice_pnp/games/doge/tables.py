"""What `data/doge/` holds beside the parts list."""

# Annotations are left to be evaluated here: as texts msgspec would have to compile each of them at every start.
from typing import Annotated, Literal

from msgspec import Meta

from venice_pnp.kit.models import Box, Count, Hex, Id, Mm, Model, Point
from venice_pnp.kit.wording import Words

Value = Annotated[int, Meta(ge=0, le=9)]
Some = Annotated[int, Meta(ge=1, le=99)]


class VoteField(Model, frozen=True):
    """One of the places that vote: a district, or the Quarantia (DOGE-3.1)."""

    id: Id
    name: Words
    code: str
    kind: Literal["district", "quarantia"]
    symbol: Id
    tint: Hex
    bank: Literal["citra", "ultra"] | None = None


class Advisor(Model, frozen=True):
    """A neutral figure with a home (DOGE-3.3), and who decides about him in its vote."""

    id: Id
    home: Id
    decided_by: Literal["first", "second"]
    name: Words
    body: Id  # this and what follows: parts of his figure
    head: Id
    hair: str
    hat: Id | None = None
    cloth: str = "ink"  # of the hat
    number: str | None = None


class OrderSet(Model, frozen=True):
    """A set of order cards, told by its back (DOGE-3.6)."""

    id: Id
    name: Words
    hex: Hex
    pattern: Id


class Numbers(Model, frozen=True):
    turns_per_round: dict[int, Some]
    tokens: Annotated[list[Value], Meta(min_length=1, max_length=12)]
    tokens_min: Some
    tokens_max: Some
    houses: Some
    palazzi: Some
    rings: Some
    sites: Annotated[list[Count], Meta(min_length=1)]
    houses_first: Some
    houses_second: Some
    moves_tied_first: Some
    moves_tied_second: Some
    advisor_votes: Count


class Spread(Model, frozen=True):
    """A spread of palazzi that wins (DOGE-8.1)."""

    districts: Some
    palazzi: Some


class ColourOption(Model, frozen=True):
    """One value for each of something, taken from a table."""

    each: Literal["players"]
    values: Literal["seats"]
    default: Literal["by-seat"]


class SecondOption(Model, frozen=True):
    """What becomes of the advisor of the second if there is none (DOGE-7.27)."""

    values: list[Literal["neutral", "stays"]]
    default: Literal["neutral", "stays"]


class SecretsOption(Model, frozen=True):
    """Are choices typed in secret, or do tokens lie on the table until their vote (DOGE-6.18)?"""

    values: list[Literal["typed", "laid"]]
    default: Literal["typed", "laid"]


class Options(Model, frozen=True):
    colours: ColourOption
    second_advisor: SecondOption
    secrets: SecretsOption


class InDistrict(Model, frozen=True):
    title: Box
    sites: list[Box]
    houses: list[Box]
    tokens: list[Point]
    advisors: Box


class InQuarantia(Model, frozen=True):
    title: Box
    tokens: list[Point]
    advisors: Box


class OrderPlaces(Model, frozen=True):
    first: Point
    step: Mm
    size: tuple[Mm, Mm]


class CityBoard(Model, frozen=True):
    """Places on the board (DOGE-3d)."""

    rects: dict[str, Box]
    in_district: InDistrict
    in_quarantia: InQuarantia
    token_circle: Mm
    waiting_circle: Mm
    waiting_places: dict[str, Point]
    order_places: dict[str, OrderPlaces]


class Tables(Model, frozen=True):
    fields: list[VoteField]
    advisors: list[Advisor]
    sets: list[OrderSet]
    numbers: Numbers
    win: list[Spread]
    options: Options
    board: CityBoard
