"""Does the map hold together (VEN-3.2 to VEN-3.8)? Findings are paths into the data, and what is wrong there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from venice_pnp.games.venedig.rules.world import CASA, around, neighbour_lists, site_lists
from venice_pnp.games.venedig.tables import STONES, SWAMP, Spot, Tables
from venice_pnp.kit.faults import nearest

Finding = tuple[str, str]  # path, message
SITE_SIZES = {"field": 1, "neighbours": 2, "bridge": 2, "corner": 3}


def survey(tables: Tables) -> list[Finding]:
    """Everything that is wrong; later checks rely on what the earlier ones found in order."""
    for checks in (NAMES, PLACES, WHOLE):
        found = [finding for check in checks for finding in check(tables)]
        if found:
            return found
    return []


# --- ids and names that others refer to ---------------------------------------------------------------
def _ids(tables: Tables) -> Iterator[Finding]:
    named = {
        "fields": [field.id for field in tables.fields],
        "quarters": [quarter.id for quarter in tables.quarters],
        "kinds": [kind.id for kind in tables.kinds],
    }
    for table, names in named.items():
        seen: set[str] = set()
        for number, name in enumerate(names):
            if name in seen:
                yield f"{table}.{number}.id", f"the id '{name}' stands twice"
            seen.add(name)


def _quarters_known(tables: Tables) -> Iterator[Finding]:
    known = [quarter.id for quarter in tables.quarters]
    for number, field in enumerate(tables.fields):
        if field.quarter not in known:
            yield f"fields.{number}.id", f"there is no quarter '{field.quarter}'{nearest(field.quarter, known)}"
    for number, space in enumerate(tables.track):
        for name in space.quarters:
            if name not in known:
                yield f"track.{number}.quarters", f"there is no quarter '{name}'{nearest(name, known)}"


def _starts(tables: Tables) -> Iterator[Finding]:
    known = [SWAMP, STONES, *(kind.id for kind in tables.kinds)]
    for number, field in enumerate(tables.fields):
        if field.start not in known:
            yield f"fields.{number}.start", f"unknown start '{field.start}'{nearest(field.start, known)}"


def _fields_known(tables: Tables) -> Iterator[Finding]:
    known = {field.id for field in tables.fields}
    for number, bridge in enumerate(tables.bridges):
        for name in bridge.fields:
            if name not in known:
                yield f"bridges.{number}.fields", f"there is no field '{name}'"
    kinds = [kind.id for kind in tables.kinds]
    for number, row in enumerate(tables.prebuilt):
        if row.building not in kinds:
            yield f"prebuilt.{number}.building", f"unknown kind '{row.building}'{nearest(row.building, kinds)}"
        for name in row.fields:
            if name not in known:
                yield f"prebuilt.{number}.fields", f"there is no field '{name}'"


def _kinds(tables: Tables) -> Iterator[Finding]:
    if CASA not in [kind.id for kind in tables.kinds]:
        yield "kinds", f"the kind '{CASA}' is missing; the points of a bridge count it (VEN-7.22)"
    for number, kind in enumerate(tables.kinds):
        size = SITE_SIZES[kind.site]
        if kind.fields != size:
            yield f"kinds.{number}.fields", f"a site of the shape '{kind.site}' has {size} fields, not {kind.fields}"


def _options(tables: Tables) -> Iterator[Finding]:
    deck = tables.options.deck
    for name in deck.values:
        if not isinstance(getattr(tables.kinds[0], name, None), int):
            yield "options.deck.values", f"no column '{name}' in kinds says how many cards this deck has"
    if deck.default not in deck.values:
        yield "options.deck.default", f"'{deck.default}' is none of {', '.join(deck.values)}"


# --- where everything lies ----------------------------------------------------------------------------
def _one_hex_each(tables: Tables) -> Iterator[Finding]:
    taken: dict[Spot, str] = {}
    for path, spot, what in _hexes(tables):
        if spot in taken and not (what.startswith("space") and taken[spot].startswith("space")):
            yield path, f"{what} lies on the hex [{spot[0]}, {spot[1]}], where {taken[spot]} lies already"
        taken.setdefault(spot, what)


def _hexes(tables: Tables) -> Iterator[tuple[str, Spot, str]]:
    for number, field in enumerate(tables.fields):
        yield f"fields.{number}", field.hex, f"field {field.id}"
    for number, spot in enumerate(tables.side_canals):
        yield f"side-canals.{number}", spot, f"side canal {number + 1}"
    for number, space in enumerate(tables.track):
        for spot in space.hexes:
            yield f"track.{number}.hexes", spot, f"space {space.n}"
    for number, pole in enumerate(tables.poles):
        yield f"poles.{number}.hex", pole.hex, f"pole {pole.n}"


def _one_basin(tables: Tables) -> Iterator[Finding]:
    """VEN-3.5: spaces share all their hexes or none."""
    first: dict[Spot, int] = {}
    for number, space in enumerate(tables.track):
        for spot in space.hexes:
            other = first.setdefault(spot, number)
            if set(tables.track[other].hexes) != set(space.hexes):
                yield f"track.{number}.hexes", f"space {space.n} shares only a part of space {tables.track[other].n}"


def _in_grid(tables: Tables) -> Iterator[Finding]:
    columns, rows = [], []
    for _, (q, r), _ in _hexes(tables):
        columns.append(q + (r - r % 2) // 2)
        rows.append(r)
    for key, used, given in (("cols", columns, tables.grid.cols), ("rows", rows, tables.grid.rows)):
        needed = max(used) - min(used) + 1
        if needed > given:
            yield f"grid.{key}", f"the hexes take {needed} {key}, more than {given}"


def _numbering(tables: Tables) -> Iterator[Finding]:
    """VEN-3.2: counted row by row from the north-west."""
    counted: dict[str, int] = {}
    last: dict[str, Spot] = {}
    for number, field in enumerate(tables.fields):
        due = counted.get(field.quarter, 0) + 1
        if field.id != f"{field.quarter}{due}":
            yield f"fields.{number}.id", f"expected {field.quarter}{due}, found {field.id}: fields are counted in order"
        place = (field.r, field.q)
        if place < last.get(field.quarter, place):
            yield f"fields.{number}", f"{field.id} does not follow row by row from the north-west"
        counted[field.quarter], last[field.quarter] = due, place
    for number, quarter in enumerate(tables.quarters):
        if counted.get(quarter.id, 0) != quarter.fields:
            found = counted.get(quarter.id, 0)
            yield (
                f"quarters.{number}.fields",
                f"quarter {quarter.id} has {found} fields on the map, not {quarter.fields}",
            )


# --- what follows from the places ---------------------------------------------------------------------
def _quarters_apart(tables: Tables) -> Iterator[Finding]:
    """VEN-3.3"""
    for number, near in enumerate(neighbour_lists(tables.fields)):
        field = tables.fields[number]
        for other in near:
            if other < number and tables.fields[other].quarter != field.quarter:
                yield f"fields.{number}", f"{field.id} touches {tables.fields[other].id}: quarters never touch"


def _track(tables: Tables) -> Iterator[Finding]:
    """VEN-3.4, VEN-3.6"""
    at = {field.hex: field.quarter for field in tables.fields}
    before: list[Spot] = []
    for number, space in enumerate(tables.track):
        if space.n != number:
            yield f"track.{number}.n", f"expected space {number}, found {space.n}"
        if before and not _touch(before, space.hexes):
            yield f"track.{number}.hexes", f"space {space.n} does not touch space {space.n - 1}"
        if len(space.hexes) == 2 and not _touch(space.hexes[:1], space.hexes[1:]):
            yield f"track.{number}.hexes", f"the two hexes of space {space.n} do not touch"
        touched = sorted({at[spot] for hex_ in space.hexes for spot in around(hex_) if spot in at})
        if sorted(space.quarters) != touched:
            said = ", ".join(touched) or "none"
            yield f"track.{number}.quarters", f"by its hexes space {space.n} touches {said} (VEN-3.6)"
        before = list(space.hexes)
    if len(tables.track) != tables.numbers.goal + 1:
        yield "track", f"the last space must be the goal, {tables.numbers.goal}"
    yield from _poles(tables, at, before)


def _poles(tables: Tables, at: dict[Spot, str], before: list[Spot]) -> Iterator[Finding]:
    for number, pole in enumerate(tables.poles):
        if pole.n != tables.numbers.goal + 1 + number:
            yield f"poles.{number}.n", f"expected pole {tables.numbers.goal + 1 + number}, found {pole.n}"
        if not _touch(before, [pole.hex]):
            yield f"poles.{number}.hex", f"pole {pole.n} does not touch the one before it"
        if any(spot in at for spot in around(pole.hex)):
            yield f"poles.{number}.hex", f"pole {pole.n} touches a field; poles touch none (VEN-3.6)"
        before = [pole.hex]


def _touch(some: list[Spot], others: list[Spot]) -> bool:
    return any(spot in others for one in some for spot in around(one))


def _bridges(tables: Tables) -> Iterator[Finding]:
    """VEN-3.7: the two canal hexes between the fields are exactly those that both fields touch."""
    at = {field.id: field for field in tables.fields}
    water = {str(space.n): space.hexes for space in tables.track}
    water |= {f"~{number}": [spot] for number, spot in enumerate(tables.side_canals, 1)}
    used: dict[str, str] = {}
    for number, bridge in enumerate(tables.bridges):
        path = f"bridges.{number}"
        one, other = (at[name] for name in bridge.fields)
        if bridge.id != f"{one.id}-{other.id}":
            yield f"{path}.id", f"expected the id {one.id}-{other.id}, found {bridge.id}"
        if one.quarter == other.quarter:
            yield f"{path}.fields", f"{one.id} and {other.id} lie in one quarter; a bridge joins two"
        for name in bridge.fields:
            if name in used:
                yield f"{path}.fields", f"{name} belongs to the bridge site {used[name]} already (VEN-3.7)"
            used[name] = bridge.id
        between = set(around(one.hex)) & set(around(other.hex))
        over = [set(water.get(name, ())) for name in bridge.over]
        if len(between) != 2 or not all(len(spots & between) == 1 for spots in over) or over[0] == over[1]:
            said = " and ".join(bridge.over)
            yield f"{path}.over", f"{one.id} and {other.id} are not joined over the edge between {said}"


def _prebuilt(tables: Tables) -> Iterator[Finding]:
    """VEN-4.2"""
    number = {field.id: n for n, field in enumerate(tables.fields)}
    shapes = site_lists(tables, neighbour_lists(tables.fields))
    standing: dict[str, str] = {}
    for row_number, row in enumerate(tables.prebuilt):
        kind = next(kind for kind in tables.kinds if kind.id == row.building)
        if tuple(sorted(number[name] for name in row.fields)) not in shapes[kind.site]:
            yield f"prebuilt.{row_number}.fields", f"{', '.join(row.fields)} is no site for a {row.building}"
        for name in row.fields:
            if name in standing:
                yield f"prebuilt.{row_number}.fields", f"field {name} is built on twice"
            standing[name] = row.building
    for field_number, field in enumerate(tables.fields):
        found = standing.get(field.id)
        if field.start in (SWAMP, STONES) and found:
            yield f"fields.{field_number}.start", f"a {found} stands on {field.id}, but its start is {field.start}"
        elif field.start not in (SWAMP, STONES) and found != field.start:
            yield f"fields.{field_number}.start", f"no pre-placed {field.start} stands on {field.id}"


def _swamp_tiles(tables: Tables) -> Iterator[Finding]:
    """VEN-3.8"""
    fields = sum(1 for field in tables.fields if field.start == SWAMP)
    tiles = sum(gold.count for gold in tables.swamp)
    if fields != tiles:
        yield "swamp", f"{tiles} swamp tiles for {fields} fields with swamp; they must fit exactly (VEN-3.8)"


Check = Callable[[Tables], Iterator[Finding]]
NAMES: tuple[Check, ...] = (_ids, _quarters_known, _starts, _fields_known, _kinds, _options)
PLACES: tuple[Check, ...] = (_one_hex_each, _one_basin, _in_grid, _numbering)
WHOLE: tuple[Check, ...] = (_quarters_apart, _track, _bridges, _prebuilt, _swamp_tiles)
