"""What the games share (`data/*.yaml`): colours, papers, stocks, and how long the work takes. Whoever only plays loads
none of it."""

# Annotations are left to be evaluated here, as in `models`.
from typing import Annotated, Literal

from msgspec import Meta, Struct

from venice_pnp.kit import limits
from venice_pnp.kit.models import BoardMm, Component, Count, Hex, Id, Mm, Model, Shape
from venice_pnp.kit.wording import Words

Effortful = Annotated[float, Meta(gt=0, le=3600)]


class Tint(Model, frozen=True):
    """A named colour and what becomes of it in the low-ink edition."""

    hex: Hex
    low_ink: Hex = "#FFFFFF"


class Pattern(Model, frozen=True):
    """How a pattern is laid: its motif, the distance between motifs and the width of its lines, in mm."""

    motif: Literal["dots", "lines", "checks", "triangles", "waves", "scales", "roof", "terrazzo", "brick", "diamonds"]
    step: Annotated[float, Meta(ge=0.2, le=200)]
    width: limits.Width
    angle: float = 0.0


class Paper(Model, frozen=True):
    size: tuple[Mm, Mm]
    name: Words
    margin: Mm = 5.0  # no ink nearer to the edge
    poster: bool = False


class Stock(Model, frozen=True):
    name: Words
    hint: Words
    thickness: Mm  # of the sheet itself
    board: BoardMm = 0.0  # what the sheet is glued on; 0: on nothing
    without_board: Id | None = None  # what is printed on where the board is left out


class Sleeve(Model, frozen=True):
    """What a sleeve adds to a card, in mm."""

    thickness: Mm
    rim: tuple[Mm, Mm]


class Effort(Model, frozen=True):
    """What a step asks of a practised hand, and of one that does it for the first time; and where that comes from."""

    low: Effortful
    high: Effortful
    source: Annotated[str, Meta(min_length=1)]


class Passes(Effort, frozen=True):
    """How often a knife goes along the ruler until a board is cut."""

    through: BoardMm


class Steps(Model, frozen=True):
    """The steps of the work, in seconds."""

    print: Effort  # one side of a sheet
    spread: Effort  # glue on a sheet, and the sheet on its board
    press: Effort  # such a sheet
    rule: Effort  # for every straight cut
    stroke: Effort  # of the knife
    round: Effort  # a counter of card
    round_board: Effort
    punch: Effort  # a counter of card that a punch fits
    side: Effort  # along a line of card
    side_board: Effort
    score: Effort  # every fold
    fold: Effort
    glue: Effort  # one place
    join: Effort  # a sheet of the board to the others


class Making(Model, frozen=True):
    """How boxes, envelopes and trays are sized (mm), which files share sheets, and how long the work takes."""

    sleeve: Sleeve
    air: Mm  # round a deck
    deck_from: Count  # so many cards want a box
    tray_from: Count  # so many counters want a tray, fewer share an envelope
    envelope_from: Count  # so many pieces of one seat want an envelope
    trays: list[tuple[Mm, Mm]]  # floors, the smallest first
    tray_walls: tuple[Mm, Mm]  # lowest and highest
    envelopes: list[tuple[Mm, Mm]]
    envelope_thick: Mm  # a filled envelope may be so thick
    filled: Annotated[float, Meta(gt=0, le=1)]  # of a tray or envelope; the rest is air between the pieces
    tab: Mm  # a glue tab
    punches: dict[str, Mm]  # round punches by the name they are sold under
    punch_play: Mm  # by so much a punched counter may be wider than a cut one
    under_board: Mm  # the thickness of what the game's board is mounted on
    sharing: dict[Id, list[Id]]  # files whose pieces may lie on the sheets of others, and of which
    steps: Steps
    passes: Annotated[list[Passes], Meta(min_length=1)]  # by the thickness of the board


class Shared(Model, frozen=True):
    """What the games share: `data/*.yaml`."""

    colours: dict[str, Tint]
    patterns: dict[str, Pattern]
    papers: dict[str, Paper]
    shapes: dict[str, Shape]
    stocks: dict[str, Stock]
    making: Making
    languages: dict[str, str]
    fallback: dict[str, str]  # the language that another leans on where it lacks a text
    words: dict[str, Words]


class Print(Struct, frozen=True):
    """What is printed of a game, and what it is drawn and made with."""

    components: dict[str, Component]
    shared: Shared
