"""The kit's data as the rules use it: fields, advisors and what can be done with a supply of tokens."""

from __future__ import annotations

from venice_pnp.games.doge.rules.state import ADVISOR, FIRST, SECOND, OpenDecision, Tokens
from venice_pnp.games.doge.tables import Numbers, Tables
from venice_pnp.kit.faults import Fault, FaultyData, nearest
from venice_pnp.kit.models import Kit


class World:
    """Everything that never changes while a table plays."""

    def __init__(self, kit: Kit) -> None:
        tables: Tables = kit.tables
        _check_homes(kit, tables)
        self.game = kit.id
        self.players = range(kit.game.players[0], kit.game.players[1] + 1)
        self.colours = tuple(seat.id for seat in kit.seats)
        self.numbers: Numbers = tables.numbers
        self.sites = tuple(tables.numbers.sites)
        self.tokens: Tokens = tuple(sorted(tables.numbers.tokens))
        self.values = frozenset(self.tokens)
        self.win = tuple((spread.districts, spread.palazzi) for spread in tables.win)
        self.sets = tuple(s.id for s in tables.sets)
        self.options = tuple(kind.replace("_", "-") for kind in tables.options.__struct_fields__)
        self.second_advisor = tables.options.second_advisor
        self.secrets = tables.options.secrets
        self.fields = tuple(field.id for field in tables.fields)
        self.field_number = {name: i for i, name in enumerate(self.fields)}
        self.is_district = tuple(field.kind == "district" for field in tables.fields)
        self.districts = tuple(i for i, yes in enumerate(self.is_district) if yes)
        self.district_names = tuple(self.fields[d] for d in self.districts)
        self.advisors = tuple(advisor.id for advisor in tables.advisors)
        self.advisor_number = {name: i for i, name in enumerate(self.advisors)}
        self.home = tuple(self.field_number[advisor.home] for advisor in tables.advisors)
        self.decided_by = tuple(advisor.decided_by for advisor in tables.advisors)
        self.at_home = tuple(
            tuple(a for a, home in enumerate(self.home) if home == field) for field in range(len(self.fields))
        )
        self.houses_for = {FIRST: tables.numbers.houses_first, SECOND: tables.numbers.houses_second}
        self.moves_for = {FIRST: tables.numbers.moves_tied_first, SECOND: tables.numbers.moves_tied_second}
        self.rest = Rests()

    def about(self, item: OpenDecision) -> dict[str, str]:
        """What a decision is about, as a fact of a message."""
        if item.kind == ADVISOR:
            return {"advisor": self.advisors[item.about]}
        return {"field": self.fields[item.about]}

    def set_of(self, round_: int) -> str:
        """The set whose row is open in a round (DOGE-3.6)."""
        return self.sets[(round_ - 1) % len(self.sets)]


def _check_homes(kit: Kit, tables: Tables) -> None:
    fields = [field.id for field in tables.fields]
    faults = [
        Fault(
            kit.places[f"advisors.{i}.home"],
            f"there is no field '{advisor.home}'{nearest(advisor.home, fields)}",
        )
        for i, advisor in enumerate(tables.advisors)
        if advisor.home not in fields
    ]
    if faults:
        raise FaultyData(faults)


class Rests(dict[Tokens, dict[Tokens, Tokens]]):
    """For a supply, from when it is first asked for: each part that can be taken, and what is left then."""

    def __missing__(self, supply: Tokens) -> dict[Tokens, Tokens]:
        pairs: list[tuple[Tokens, Tokens]] = [((), ())]
        for value in sorted(set(supply)):
            count = supply.count(value)
            more = [((value,) * taken, (value,) * (count - taken)) for taken in range(count + 1)]
            pairs = [(part + some, rest + others) for part, rest in pairs for some, others in more]
        self[supply] = dict(pairs)
        return self[supply]


def without(tokens: Tokens, taken: Tokens) -> Tokens:
    """The tokens that are left; what is not there cannot be taken."""
    left = list(tokens)
    for value in taken:
        if value in left:
            left.remove(value)
    return tuple(left)
