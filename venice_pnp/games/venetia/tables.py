"""What `data/venetia/` holds beside the parts list."""

# Annotations are left to be evaluated here: as texts msgspec would have to compile each of them at every start.
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from venice_pnp.kit.models import Count, Hex, Id, Mm, Model, Point, Provenance
from venice_pnp.kit.wording import Words

Some = Annotated[int, Meta(ge=1, le=99)]
Type = Literal["military", "politics", "trade"]
Code = Annotated[str, Meta(pattern=r"^[0-9][a-z]{0,3}$", description="a tile's code such as '2cb'")]
Points = Annotated[
    str, Meta(pattern=r"^-?[0-9.]+,-?[0-9.]+( -?[0-9.]+,-?[0-9.]+)+$", description="points as 'x,y x,y'")
]


# --- the map ----------------------------------------------------------------------------------------
class PowerTrack(Model, frozen=True):
    first: Point
    step: Point
    diameter: Mm

    def place(self, steps: int) -> tuple[float, float]:
        """The middle of the space so many steps from the first."""
        return self.first[0] + steps * self.step[0], self.first[1] + steps * self.step[1]


class PalaceSheet(Model, frozen=True):
    doge: Point
    threat_deck: Point
    threats_used: Point
    family_boxes: dict[str, Point]


class SeaBoard(Model, frozen=True):
    """Places on the board, and on the sheet beside it."""

    track: PowerTrack
    dice_boxes: dict[str, Point]
    epoch_box: Point
    district: tuple[Mm, Mm]
    palace_sheet: PalaceSheet


class Venice(Model, frozen=True):
    """Where every route begins (VTA-7.1)."""

    name: Words
    at: Point
    seas: Annotated[list[Id], Meta(min_length=1)]


class Class(Model, frozen=True):
    """Small or large colonies (VTA-3.1)."""

    id: Literal["small", "large"]
    threshold: Some
    podesta_vp: Count
    diameter: Mm


class Sea(Model, frozen=True):
    id: Id
    name: Words
    modern: Words
    threshold: Some
    next: Annotated[list[Id], Meta(min_length=1)]
    at: Point
    provenance: Provenance


class Region(Model, frozen=True):
    id: Id
    key: str
    name: Words
    dots: Count
    shield: Point
    tint: Hex


class Colony(Model, frozen=True):
    id: Id
    name: Words
    modern: Words
    region: Id
    size: Literal["small", "large"]
    seas: Annotated[list[Id], Meta(min_length=1)]
    at: Point
    provenance: Provenance


class District(Model, frozen=True):
    """A sestiere with the type of cards whose ducats go there (VTA-7.91), or the Quarantia without one."""

    id: Id
    name: Words
    type: Type | None = None
    at: Point | None = None

    @property
    def picture(self) -> str:
        return f"doge/landmarks/{self.id}" if self.at else "doge/scales"


class Border(Model, frozen=True):
    seas: tuple[Id, Id]
    lines: list[Points]


class Coast(Model, frozen=True):
    """Drawing only; no rule reads it."""

    land: list[Points]
    borders: list[Border]
    sea_names: dict[str, Point]  # middle of the name on the water
    hinterland: dict[str, Points]  # further places whose land belongs to a region
    mountains: list[Points]


# --- what an action card does (VTA-7.76) ------------------------------------------------------------
class Ap(Model, frozen=True, tag_field="do", tag="ap"):
    n: Some


class MapPlace(Model, frozen=True, tag_field="do", tag="place"):
    n: Some
    route: bool
    kingdom: Literal["block", "ignore", "only"]
    max: Some | None = None
    same: Literal["colony", "region"] | None = None
    size: Literal["small", "large"] | None = None
    regions: list[Id] | None = None
    own: Literal["presence", "podesta"] | None = None


class OpenSea(Model, frozen=True, tag_field="do", tag="sea"):
    n: Some
    route: bool


class Control(Model, frozen=True, tag_field="do", tag="control"):
    min: Count


class Remove(Model, frozen=True, tag_field="do", tag="remove"):
    n: Some
    route: bool
    max: Some | None = None
    same: Literal["colony"] | None = None


class Swap(Model, frozen=True, tag_field="do", tag="swap"):
    n: Some
    route: bool
    same: Literal["colony"] | None = None


class Shift(Model, frozen=True, tag_field="do", tag="move"):
    n: Some
    route: bool


class Pact(Model, frozen=True, tag_field="do", tag="kingdom"):
    n: Some
    route: bool


class Sink(Model, frozen=True, tag_field="do", tag="fleet"):
    n: Some
    route: bool
    same: Literal["sea"] | None = None


class Vp(Model, frozen=True, tag_field="do", tag="vp"):
    n: Some


class Draw(Model, frozen=True, tag_field="do", tag="draw"):
    n: Some
    to: Literal["any", "box"]


class Attacks(Model, frozen=True, tag_field="do", tag="attacks"):
    n: Some


class Tiles(Model, frozen=True, tag_field="do", tag="tiles"):
    bonus: Count = 0
    count: Count = 0
    peace: bool = False


class Shame(Model, frozen=True, tag_field="do", tag="shame"):
    to: Literal["other", "none"]


class Enemy(Model, frozen=True, tag_field="do", tag="enemy"):
    n: Some


class DogeMarker(Model, frozen=True, tag_field="do", tag="doge"):
    n: Literal[-1]


Effect = (
    Ap
    | MapPlace
    | OpenSea
    | Control
    | Remove
    | Swap
    | Shift
    | Pact
    | Sink
    | Vp
    | Draw
    | Attacks
    | Tiles
    | Shame
    | Enemy
    | DogeMarker
)


# --- cards, tiles, markers --------------------------------------------------------------------------
class DieType(Model, frozen=True):
    """Colour of a die = type of a card = type of an action."""

    id: Type
    name: Words
    colour: Id
    dice: Some


class Action(Model, frozen=True):
    id: Id
    type: Type
    ducats: Annotated[int, Meta(ge=1, le=9)]
    free: bool
    name: Words
    text: Words
    effect: Annotated[list[Effect], Meta(min_length=1)]

    @property
    def picture(self) -> str:
        """The kind of its first effect, which its picture shows: points come from the arsenal, the council or the
        market, and trade places influence by its goods."""
        kind = str(type(self.effect[0]).__struct_config__.tag)
        by_type = isinstance(self.effect[0], Ap) or (isinstance(self.effect[0], MapPlace) and self.type == "trade")
        return f"{kind}-{self.type}" if by_type else kind

    @property
    def mode(self) -> str:
        return "free" if self.free else "instead"

    @property
    def deck(self) -> str:
        return "action"

    @property
    def house(self) -> str:
        return ""  # no arms on its back


class Threat(Model, frozen=True):
    """`epochs`: for each epoch the kingdom and the crosses (VTA-7.50)."""

    id: Id
    name: Words
    region: Id
    epochs: Annotated[list[tuple[Id, Count]], Meta(min_length=3, max_length=3)]
    fleet: Id | None = None

    @property
    def kingdom_1(self) -> str:
        return self.epochs[0][0]

    @property
    def kingdom_2(self) -> str:
        return self.epochs[1][0]

    @property
    def kingdom_3(self) -> str:
        return self.epochs[2][0]

    @property
    def crosses_1(self) -> int:
        return self.epochs[0][1]

    @property
    def crosses_2(self) -> int:
        return self.epochs[1][1]

    @property
    def crosses_3(self) -> int:
        return self.epochs[2][1]

    @property
    def fleet_text(self) -> str:
        return "fleet" if self.fleet else "no-fleet"

    @property
    def fleets(self) -> int:
        return 1 if self.fleet else 0

    @property
    def calms(self) -> int:
        return 1 - self.fleets

    @property
    def deck(self) -> str:
        return "threat"

    @property
    def house(self) -> str:
        return ""


class Kingdom(Model, frozen=True):
    id: Id
    name: Words
    count: Some
    provenance: Provenance


class Family(Model, frozen=True):
    id: Id
    name: Words
    colour: Id


class FamilyCard(Model, frozen=True):
    id: Id
    name: Words
    family: Id
    colour: Id
    value: Some

    @property
    def deck(self) -> str:
        return "family"

    @property
    def house(self) -> str:
        return self.colour


class Person(Model, frozen=True):
    """What the person of a family card looks like: parts of `symbols/portrait/`."""

    id: Id
    head: Id
    age: Id
    dress: Id
    hair: Id
    tint: str  # of hair and beard
    beard: Id | None = None
    hat: Id | None = None
    cloth: str = "ink"  # of the hat


class CombatTile(Model, frozen=True):
    id: Code
    count: Some
    value: Count
    casus_belli: bool
    shame: bool
    provenance: Provenance

    @property
    def wars(self) -> int:
        return 1 if self.casus_belli else 0

    @property
    def shames(self) -> int:
        return 1 if self.shame else 0

    @property
    def code(self) -> str:
        """What is printed small: the id, where the value in the middle does not say it already."""
        return "" if self.id == str(self.value) else self.id

    @property
    def ground(self) -> str:
        """The tile's colour: what it brings besides influence is seen across the table."""
        return "brick" if self.casus_belli else "terrazzo" if self.shame else "silver"


class VpMarker(Model, frozen=True):
    id: Id
    value: Some
    count: Some


class Epoch(Model, frozen=True):
    id: Id
    numeral: str
    name: Words
    threats: Some


class Numbers(Model, frozen=True):
    dice_faces: Annotated[list[Some], Meta(min_length=6, max_length=6)]
    own_card: Some
    others_card: Some
    influence: Some
    podesta: Some
    ducats: Some
    monuments: Some
    family: Annotated[list[Some], Meta(min_length=1)]
    hand: Some
    first_cards: Some
    election_cards: Some
    doge_markers: dict[int, Some]
    doge_marker_supply: Some
    control_fleet: Some
    shame: Some
    spaces: Some
    venice_start: Some
    enemy_start: Some
    eighth: Some
    enemy_end: Some
    revolt: Some
    vp_counted: Some
    presence_small: Count
    monument_price: Some
    monument_new: Count
    monument_grey: Count
    districts_drawn: Some


class Switch(Model, frozen=True):
    id: Literal["city", "veto", "early-kingdoms", "tiles-back", "all-grey", "laid"]
    name: Words


class EarlyKingdoms(Model, frozen=True):
    """VTA-4.7"""

    kingdoms: dict[str, Id]
    fleets: dict[str, Some]


class Power(Model, frozen=True):
    """A marker of the power track (VTA-4.5)."""

    id: Id
    name: Words
    symbol: str
    tint: Hex


class Tables(Model, frozen=True):
    board: SeaBoard
    venice: Venice
    classes: list[Class]
    seas: list[Sea]
    regions: list[Region]
    colonies: list[Colony]
    districts: list[District]
    coast: Coast
    types: list[DieType]
    actions: list[Action]
    threats: list[Threat]
    kingdoms: list[Kingdom]
    families: list[Family]
    family_cards: list[FamilyCard]
    persons: list[Person]
    combat_tiles: list[CombatTile]
    vp_markers: list[VpMarker]
    epochs: list[Epoch]
    numbers: Numbers
    options: list[Switch]
    early_kingdoms: EarlyKingdoms
    powers: list[Power]

    def faults(self) -> Iterator[tuple[str, str]]:
        """What is wrong with the tables as a whole: where, as a path into the data, and what."""
        from venice_pnp.games.venetia.survey import survey  # it knows these tables itself

        yield from survey(self)
