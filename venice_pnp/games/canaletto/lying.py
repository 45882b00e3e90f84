"""What lies where at a table of Canaletto, for the hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any

from venice_pnp.contract.handling import Lying, Tabletop, Thing, Where
from venice_pnp.games.canaletto.rules.state import gondola_free

if TYPE_CHECKING:
    from venice_pnp.contract.play import Snapshot
    from venice_pnp.games.canaletto.rules.bound import Rules
    from venice_pnp.games.canaletto.tables import Tables

SPLIT = "split"  # in what people have seen on the table: whose two markers show an amount that one could
PIECES = frozenset({"palaces", "values", "sold", "column", "money", "debt", "bribe", "artworks"})


def tabletop(rules: Rules, view: Snapshot) -> Tabletop:
    return Tabletop(tuple(_lying(rules, view)))


def _lying(rules: Rules, view: Snapshot) -> Iterator[Lying]:
    """Standees, artworks, value tiles, and what belongs to the players."""
    palaces = {name: Where("palace", name, number) for number, name in enumerate(rules.world.palaces, start=1)}
    for standee, palace in standees(rules.tables, view).items():
        yield Lying(Thing(standee), palaces[palace])
    for palace, lot in view["palaces"].items():
        for kind in lot:
            yield Lying(Thing("artwork", which=kind), palaces[palace])
    yield from _rail(rules.tables, view)
    for player in view["players"]:
        split = player in view.get(SPLIT, ())
        for marker, field in markers(rules.tables, view["money"][player], view["debt"][player], split).items():
            beyond = field > rules.numbers.track_max  # CAN-7.11: only a debt, without the limit
            yield Lying(Thing(marker, player), Where("ornament" if beyond else "track", n=field))
        for kind in view["artworks"][player]:
            yield Lying(Thing("artwork", which=kind), Where("player", whose=player))
        if view["bribe"][player]:
            yield Lying(Thing("bribe", player), Where("player", whose=player))


def standees(tables: Tables, view: Mapping[str, Any]) -> dict[str, str]:
    """At which palaces column and gondola stand; CAN-7.27: while its place does not matter, it rests by the column."""
    column = view["column"]
    if column is None:
        return {}
    order = [palace.id for palace in tables.palaces]
    lots = [view["palaces"][palace] for palace in order]
    rests = gondola_free(lots, order.index(column), tables.numbers.end_kinds)
    return {"column": column, "gondola": column if rests else view["gondola"]}


def _rail(tables: Tables, view: Snapshot) -> Iterator[Lying]:
    """CAN-5.19: a used value tile is turned over, and the sold artworks lie on it face down."""
    held = Counter(chain(*view["palaces"].values(), *view["artworks"].values()))
    sizes = {kind.id: kind.size for kind in tables.kinds}
    for number, value in enumerate(view["values"], start=1):
        used = number <= len(view["sold"])
        yield Lying(Thing("value", which=str(value)), Where("rail", n=number), back=used)
        if used:
            kind = view["sold"][number - 1]
            for _ in range(sizes[kind] - held[kind]):
                yield Lying(Thing("artwork", which=kind), Where("rail", n=number), back=True)


def markers(tables: Tables, account: int, debt: int, split: bool = False) -> dict[str, int]:
    """CAN-7.28: which markers of a player lie on which fields of the money track; `split`: two, however little there
    is."""
    tens, units = divmod(account, 10)
    high = account > tables.numbers.track_max or split
    shown = {"tens-marker": tens, "money-marker": units} if high else {"money-marker": account}
    return {**shown, "debt-marker": debt} if debt else shown
