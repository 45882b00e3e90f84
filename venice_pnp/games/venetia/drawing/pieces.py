"""Where the pieces of a table lie on the board of Venetia, for a picture of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from typing import Any

from venice_pnp.games.venetia.tables import Tables
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Laid, Point

RING = 10.5  # mm from the middle of a space to the influence round it
STACK = 3.0  # mm between markers that lie on one another


def laid_table(kit: Kit, snapshot: Mapping[str, Any]) -> Iterator[Laid]:
    """Seas, colonies, kingdoms, track, epoch, and with the option the city."""
    tables: Tables = kit.tables
    colours = {name: house["colour"] for name, house in snapshot["houses"].items()}
    yield from _seas(tables, snapshot["seas"], colours)
    yield from _colonies(tables, snapshot["colonies"], colours)
    for region in tables.regions:
        if region.id in snapshot["kingdoms"]:
            yield Laid("kingdoms", snapshot["kingdoms"][region.id], *region.shield)
    yield from _track(tables, snapshot["power"])
    yield Laid("epoch-markers", tables.epochs[snapshot["epoch"] - 1].id, *tables.board.epoch_box)
    yield from _city(tables, snapshot.get("city", {}), colours)


def _ring(at: Point, n: int) -> list[Point]:
    """Places round a middle, from the top on clockwise."""
    angles = [2 * pi * i / max(n, 1) - pi / 2 for i in range(n)]
    return [(at[0] + RING * cos(a), at[1] + RING * sin(a)) for a in angles]


def _influence(at: Point, here: Mapping[str, Any], colours: Mapping[str, str]) -> Iterator[Laid]:
    owners = [colours[name] for name, n in here.items() if name in colours for _ in range(n)]
    for colour, (x, y) in zip(owners, _ring(at, len(owners)), strict=True):
        yield Laid("influence", colour, x, y)


def _seas(tables: Tables, seas: Mapping[str, Any], colours: Mapping[str, str]) -> Iterator[Laid]:
    for sea in tables.seas:
        here = seas.get(sea.id, {})
        if here.get("control"):
            yield Laid("control-fleet", "control-fleet", *sea.at)
        for i in range(here.get("fleets", 0)):
            yield Laid("control-fleet", "control-fleet", sea.at[0] + i * STACK, sea.at[1] - i * STACK, "back")
        yield from _influence(sea.at, here, colours)


def _colonies(tables: Tables, colonies: Mapping[str, Any], colours: Mapping[str, str]) -> Iterator[Laid]:
    for colony in tables.colonies:
        here = colonies.get(colony.id, {})
        yield from _influence(colony.at, here, colours)
        if here.get("podesta"):
            yield Laid("podesta", colours[here["podesta"]], *colony.at)


def _track(tables: Tables, power: Mapping[str, Any]) -> Iterator[Laid]:
    """The Venice marker leaves the track for good when they have met."""
    track = tables.board.track
    for marker in ("venice", "enemy"):
        if power[marker]:
            steps = power[marker] - 1
            yield Laid(
                "track-markers", marker, track.first[0] + steps * track.step[0], track.first[1] + steps * track.step[1]
            )


def _city(tables: Tables, city: Mapping[str, Any], colours: Mapping[str, str]) -> Iterator[Laid]:
    width, height = tables.board.district
    for district in tables.districts:
        if district.at is None:
            continue
        left, top = district.at[0] - width / 2 + 6, district.at[1] - height / 2 + 8
        for line, (name, stock) in enumerate(city.get(district.id, {}).items()):
            y = top + line * 9
            pieces = [("ducats", "front")] * stock["ducats"]
            pieces += [("monuments", "front")] * stock["new"] + [("monuments", "back")] * stock["grey"]
            step = min(6.5, (width - 12) / max(1, len(pieces) - 1))
            for i, (component, side) in enumerate(pieces):
                yield Laid(component, colours[name], left + i * step, y, "back" if side == "back" else "front")
