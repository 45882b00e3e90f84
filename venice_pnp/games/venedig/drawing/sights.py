"""What a camera may see of a table of Venedig, and what that says of its position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from venice_pnp.contract.abilities import Colours
from venice_pnp.contract.handling import Where
from venice_pnp.contract.play import Snapshot
from venice_pnp.contract.sight import Aspect, Contents, Sight, looks_of, round_about
from venice_pnp.games.venedig.drawing.board import builder_places, mooring_places
from venice_pnp.games.venedig.drawing.chart import HexChart, piece_of
from venice_pnp.games.venedig.drawing.pieces import FIGURE, GONDOLA
from venice_pnp.games.venedig.rules.state import BOARD
from venice_pnp.games.venedig.rules.world import neighbour_lists, site_lists
from venice_pnp.games.venedig.tables import SWAMP, Tables
from venice_pnp.kit import Kit

NEAR = 4.0  # mm that a piece may lie beside the fields that it covers
STANDS = 9.0  # mm from the middle of a space to the foot of a gondola


def sights(kit: Kit) -> Iterator[Sight]:
    """Every site of every kind of building, swamp, the canal with its poles, moorings and builders."""
    tables: Tables = kit.tables
    chart = HexChart(tables, kit.shared.shapes[kit.components["board"].shape].size)
    yield from _fields(kit, chart)
    yield from _large_sites(kit, chart)
    gondolas = looks_of(kit, GONDOLA)
    places = [(space.n, space.hexes[0]) for space in tables.track] + [(pole.n, pole.hex) for pole in tables.poles]
    for number, spot in places:
        box = round_about(*chart.centre(spot), STANDS)
        yield Sight(f"space {number}", Where("space", n=number), box, gondolas, len(kit.seats))
    for seat, (x, y, w, h) in zip(kit.seats, mooring_places(tables), strict=False):
        yield Sight(f"mooring {seat.id}", Where("start"), round_about(x + w / 2, y + h / 2), gondolas)
    for kind, (x, y, w, h) in builder_places(tables).items():
        may = (Aspect(FIGURE, kind),)
        yield Sight(f"builder {kind}", Where("builder-field"), round_about(x + w / 2, y + h / 2), may)


def _fields(kit: Kit, chart: HexChart) -> Iterator[Sight]:
    """Swamp, and buildings that cover one field; those of the set-up never move, and the board shows them too."""
    first = _covered_from_the_start(kit.tables)
    small = [kind.id for kind in kit.tables.kinds if len(piece_of(kit, kind.id).cells) == 1]
    swamp = Aspect(SWAMP, kit.tables.swamp[0].id)
    may = (swamp, *(look for kind in small for look in looks_of(kit, kind)))
    for field in (field for field in kit.tables.fields if field.id not in first):
        box = round_about(*chart.centre(field.hex), NEAR)
        built = Where("fields", field.id)
        yield Sight(f"field {field.id}", Where("field", field.id), box, may, also=(built,))


def _covered_from_the_start(tables: Tables) -> set[str]:
    return {field for one in tables.prebuilt for field in one.fields}


def _large_sites(kit: Kit, chart: HexChart) -> Iterator[Sight]:
    """VEN-3.7: buildings that cover several fields lie with their middle between these."""
    tables: Tables = kit.tables
    sites, first = site_lists(tables, neighbour_lists(tables.fields)), _covered_from_the_start(tables)
    for kind in tables.kinds:
        piece = piece_of(kit, kind.id)
        for site in sites[kind.site] if len(piece.cells) > 1 else ():
            fields = [tables.fields[number] for number in site]
            if first & {field.id for field in fields}:
                continue
            found = chart.laid(piece, [field.hex for field in fields])
            if found is not None:
                names = " ".join(field.id for field in fields)
                (x, y), turn = found
                box, may = round_about(x, y, NEAR), looks_of(kit, kind.id)
                yield Sight(f"site {kind.id} {names}", Where("fields", names), box, may, turn=turn)


def as_seen(kit: Kit, view: Snapshot, colours: Colours, contents: Contents) -> dict[str, Any]:
    """What the players hold, and who has which builder, is known from before."""
    tables: Tables = kit.tables
    first = {(one.building, tuple(one.fields)) for one in tables.prebuilt}
    built = [
        (look.component, tuple(names.split()))
        for place, looks in contents.items()
        for look in looks
        for names in _covered(place)
        if look.component != SWAMP
    ]
    known = [(one["building"], tuple(one["fields"])) for one in view["built"]]
    seen = [one for one in known if one in built]
    seen += [one for one in built if one not in known and one not in first]
    dry = {field for _, fields in [*seen, *first] for field in fields}
    swamps = {place.split()[1] for place, looks in contents.items() for look in looks if look.component == SWAMP}
    drained = [f.id for f in tables.fields if f.start == SWAMP and f.id not in swamps and f.id not in dry]
    return {
        "built": [{"building": building, "fields": list(fields)} for building, fields in seen],
        "drained": drained,
        "gondolas": _gondolas(view, colours, contents),
        "builders": _builders(view, contents),
    }


def _covered(place: str) -> list[str]:
    """The fields of a place, if it is one for buildings."""
    kind, *rest = place.split()
    return [" ".join(rest[1:] if kind == "site" else rest)] if kind in ("site", "field") else []


def _gondolas(view: Snapshot, colours: Colours, contents: Contents) -> dict[str, int]:
    at = {}
    for place, looks in contents.items():
        for look in looks:
            if look.component == GONDOLA:
                at[look.item] = int(place.split()[1]) if place.startswith("space ") else 0
    return {name: at.get(colours[name], space) for name, space in view["gondolas"].items()}


def _builders(view: Snapshot, contents: Contents) -> dict[str, str]:
    """VEN-4.4: whoever has one has it before him, beyond the board."""
    home = {kind: bool(contents.get(f"builder {kind}")) for kind in view["builders"]}
    return {kind: BOARD if home[kind] else holder for kind, holder in view["builders"].items()}
