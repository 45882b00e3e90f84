"""What `data/venedig/` holds beside the parts list, and what must hold of its map."""

# Annotations are left to be evaluated here: as texts msgspec would have to compile each of them at every start.
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from venice_pnp.kit.faults import WrongShape
from venice_pnp.kit.models import Box, Choice, Count, Hex, Id, Mm, Model, Point, Shape
from venice_pnp.kit.wording import Words

Axis = Annotated[int, Meta(ge=-99, le=99)]
Spot = tuple[Axis, Axis]  # q, r of a hex
Some = Annotated[int, Meta(ge=1, le=99)]
FieldId = Annotated[str, Meta(pattern=r"^[a-z][1-9][0-9]?$", description="a letter and a number such as 'a7'")]
SWAMP, STONES = "swamp", "stones"


class HexGrid(Model, frozen=True):
    """The hexes in print; pieces and board come from the same width (flat to flat)."""

    hex_width: Mm
    cols: Some
    rows: Some


class Quarter(Model, frozen=True):
    """An island (VEN-3.2)."""

    id: Annotated[str, Meta(pattern=r"^[a-z]$", description="one small letter")]
    name: Words
    fields: Some
    colour: Hex


class HexField(Model, frozen=True):
    """A building field and what lies on it at the start."""

    id: FieldId
    q: Axis
    r: Axis
    start: Id

    @property
    def hex(self) -> Spot:
        return self.q, self.r

    @property
    def quarter(self) -> str:
        return self.id[0]


class Space(Model, frozen=True):
    """A place for gondolas (VEN-3.4); `quarters`: those it touches (VEN-3.6)."""

    n: Count
    hexes: Annotated[list[Spot], Meta(min_length=1, max_length=2)]
    quarters: list[str]


class Pole(Model, frozen=True):
    n: Count
    hex: Spot


class Bridge(Model, frozen=True):
    """A bridge site (VEN-3.7) and the two canal hexes between which its line passes."""

    id: Id
    fields: tuple[FieldId, FieldId]
    over: tuple[str, str]


class Prebuilt(Model, frozen=True):
    building: Id
    fields: Annotated[list[FieldId], Meta(min_length=1)]


class BuildingKind(Model, frozen=True):
    """A kind of building (VEN-3.1)."""

    id: Id
    name: Words
    plural: Words
    gloss: Words
    glosses: Words  # the same of several
    cards: Some
    fields: Some
    site: Literal["field", "neighbours", "bridge", "corner"]
    points: int | Literal["unbuilt-neighbour", "built-neighbour", "casa"]
    figure: bool
    pieces: Some
    balanced: Count
    listed: Count
    colour: Hex
    body: Id | None = None  # this and what follows: parts of his builder's figure
    head: Id | None = None
    hair: str = "ink"
    hat: Id | None = None
    cloth: str = "ink"  # of the hat


class Gold(Model, frozen=True):
    """Tiles with the same gold on their back."""

    id: Id
    value: Count
    count: Some


class Numbers(Model, frozen=True):
    hand_start: Some
    hand_max: Some
    draw: Some
    draw_giving: Some
    pool_cleared: Some
    kinds_out: Some
    drain_max: Some
    gold_per_point: Some
    helpers_share: Some
    goal: Some
    imaginary_with: Some


class Options(Model, frozen=True):
    deck: Choice


class PieceForm(Model, frozen=True):
    """A printed piece in the shape of hexes: those it covers, how much smaller it is than they are, and for a bridge
    the width of the strip between its two ends."""

    id: Id
    cells: Annotated[list[Spot], Meta(min_length=1)]
    play: Mm
    span: Mm | None = None


class Surroundings(Model, frozen=True):
    """What lies round the islands on the board: names of quarters and ornaments in mm from its top left corner."""

    ribbons: dict[str, Point]
    title: Box
    harbour: Box
    builders: Box
    legend: Box
    miles: Box
    ornaments: dict[str, Box]


class Tables(Model, frozen=True):
    grid: HexGrid
    quarters: list[Quarter]
    fields: Annotated[list[HexField], Meta(max_length=256)]
    side_canals: list[Spot]
    track: list[Space]
    poles: list[Pole]
    bridges: list[Bridge]
    prebuilt: list[Prebuilt]
    kinds: list[BuildingKind]
    numbers: Numbers
    swamp: list[Gold]
    treasures: list[Gold]
    options: Options
    pieces: list[PieceForm]
    surroundings: Surroundings

    def shapes(self) -> dict[str, Shape]:
        """The pieces whose shape follows from the map."""
        from venice_pnp.games.venedig.outlines import shape, unsound  # it knows these tables itself

        for n, piece in enumerate(self.pieces):
            if message := unsound(piece, self.grid.hex_width):
                raise WrongShape(f"pieces.{n}", message)
        return {piece.id: shape(piece, self.grid.hex_width) for piece in self.pieces}

    def faults(self) -> Iterator[tuple[str, str]]:
        """What is wrong with the map and the numbers: where, as a path into the data, and what."""
        from venice_pnp.games.venedig.survey import survey  # it knows these tables itself

        yield from survey(self)
