"""The position of Doge as text (section 9), with what each seat may see of it (DOGE-9.12)."""

# Annotations are left to be evaluated here: as texts msgspec would have to compile each of them at every start.
from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from venice_pnp.contract.position import COUNTED, FOLLOWS, Part, Seat, Whole, of, own

WAITING_ROW = "waiting"  # DOGE-9.9: where advisors stand who serve nobody
CHOSEN = "chosen"  # DOGE-9.12
FieldId = Annotated[str, of("fields")]
District = Annotated[str, of("districts")]
AdvisorId = Annotated[str, of("advisors")]
Stack = list[Whole] | Whole  # the values, ascending, or only their number (DOGE-9.13)


class Rows(Part):
    """DOGE-9.4: the order cards."""

    set: Annotated[str, of("sets")] = ""
    now: list[FieldId] = []
    voted: Whole = 0
    next: list[FieldId] = []


class Supply(Part):
    """DOGE-9.5: what lies in front of a player."""

    tokens: Annotated[Stack, COUNTED] = 0
    houses: int = 0
    palazzi: int = 0
    rings: int = 0


class Placing(Part, kw_only=True):
    """DOGE-9.7: a choice of the running turn, not yet shown."""

    field: FieldId
    tokens: Stack


class FieldPart(Part):
    """DOGE-9.8: what lies in a field. The Quarantia has neither houses nor palazzi."""

    tokens: dict[Seat, Annotated[Stack, COUNTED]] = {}
    houses: dict[Seat, int] | UnsetType = UNSET
    palazzi: list[Seat] | UnsetType = UNSET  # owners in site order


class Service(Part):
    """DOGE-9.9: whom an advisor serves, and where he stands."""

    by: Seat | None = None
    at: Annotated[str, of("stands")] = WAITING_ROW


class Decision(Part, kw_only=True):
    """An open decision of a vote, as in `await`."""

    by: Seat
    for_: Annotated[str, of("decisions")] = msgspec.field(name="for")
    advisor: AdvisorId | UnsetType = UNSET
    left: Whole | UnsetType = UNSET
    field: FieldId | UnsetType = UNSET
    max: Whole | UnsetType = UNSET
    cost: Whole | UnsetType = UNSET
    tie: Annotated[str, of("ranks")] | UnsetType = UNSET


class VotePart(Part, kw_only=True):
    """DOGE-9.10: the running vote, or the last one until its `reveal`."""

    field: FieldId
    totals: dict[Seat, Whole] = {}  # participants only
    first: list[Seat] = []  # in table order
    second: list[Seat] = []
    agenda: list[Decision] = []  # head first
    tie_base: dict[District, Whole] | None = None  # palazzi there when the running tie began (DOGE-7.37)


class AgreedPart(Part, kw_only=True):
    """What the players agreed on; written only if it is not the usual way."""

    colours: dict[Seat, str] | UnsetType = UNSET  # DOGE-2.12
    second_advisor: Annotated[str, of("second-advisor")] | UnsetType = UNSET  # DOGE-7.27
    secrets: Annotated[str, of("secrets")] | UnsetType = UNSET  # DOGE-6.18


class Position(Part, kw_only=True):
    snapshot: Literal[1] = 1
    game: Annotated[str, of("game")] = "doge"
    players: list[str] = []  # clockwise
    options: AgreedPart | UnsetType = UNSET
    round: Annotated[int, Meta(ge=1)] = 1
    phase: Annotated[str, of("phases")] = ""
    turn: int | None = None  # in placing
    order: Rows = msgspec.field(default_factory=Rows)
    supply: Annotated[dict[Seat, Supply], FOLLOWS] = {}
    cards_played: dict[Seat, list[FieldId]] = {}  # open player cards, in order of play
    pending: dict[Seat, Annotated[Placing | Literal["chosen"], own(CHOSEN)]] = {}
    fields: dict[FieldId, FieldPart] = {}
    advisors: dict[AdvisorId, Service] = {}
    shown: dict[Seat, list[Whole]] | UnsetType = UNSET  # DOGE-6.20: turned up in this round, where tokens lie
    vote: VotePart | None = None
    await_: Any = msgspec.field(default=None, name="await")
    winners: list[Seat] = []

    def colours(self) -> dict[str, str]:
        """Colours that were chosen (DOGE-2.12), if any are told."""
        chosen = UNSET if self.options is UNSET else self.options.colours
        return {} if chosen is UNSET else chosen

    def stacks_of(self, name: str) -> list[tuple[str, Stack]]:
        """A player's stacks in the fields, in the order of the fields."""
        return [(field, part.tokens[name]) for field, part in self.fields.items() if name in part.tokens]

    def placing_of(self, name: str) -> list[tuple[str, Stack]]:
        """A player's choice, if it is known here."""
        choice = self.pending.get(name)
        return [(choice.field, choice.tokens)] if isinstance(choice, Placing) else []

    def houses_at(self, field: str) -> dict[str, int]:
        houses = self.fields[field].houses
        return {} if houses is UNSET else houses

    def houses_of(self, name: str, districts: Iterable[str]) -> int:
        """A player's houses on the board."""
        return sum(self.houses_at(district).get(name, 0) for district in districts)

    def owners(self) -> list[list[str]]:
        """The owners of the palazzi, by field."""
        return [[] if part.palazzi is UNSET else part.palazzi for part in self.fields.values()]

    def rings_of(self, name: str) -> int:
        return sum(1 for service in self.advisors.values() if service.by == name)


def size_of(stack: Stack) -> int:
    return stack if isinstance(stack, int) else len(stack)
