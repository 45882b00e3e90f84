"""Where the pieces of a table lie on the board of Venetia, for a picture of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi, sin, sqrt
from typing import Any, Literal

from venice_pnp.contract.abilities import Colours
from venice_pnp.draw.frames import inset
from venice_pnp.draw.side_by_side import side_by_side
from venice_pnp.games.venetia.drawing.board import DIE, dice_tray, district_room
from venice_pnp.games.venetia.position.model import NONE
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Before, Laid, Point

RING, GUARDED, OUTER = 9.8, 11.3, 15.7  # mm from a middle to the influence round it, round a podestà, a fleet
STACK = 3.0  # mm between markers that lie on one another
FLEET, INFLUENCE, PODESTA, MARKER = "control-fleet", "influence", "podesta", "track-markers"
SLIM = 0.6  # how large a podestà is shown, so that he hides no influence round him
RIM = 2.0  # mm round the pieces in a district


def laid_table(kit: Kit, snapshot: Mapping[str, Any], colours: Colours) -> Iterator[Laid]:
    """Seas, colonies, kingdoms, track, epoch, the dice that are left, and with the option the city."""
    tables, colours = kit.tables, told_colours(snapshot, colours)
    yield from _seas(kit, snapshot["seas"], colours)
    yield from _colonies(kit, snapshot["colonies"], colours)
    for region in tables.regions:
        if region.id in snapshot["kingdoms"]:
            yield Laid("kingdoms", snapshot["kingdoms"][region.id], *region.shield)
    yield from _track(kit, snapshot["power"])
    yield Laid("epoch-markers", tables.epochs[snapshot["epoch"] - 1].id, *tables.board.epoch_box)
    yield from _dice(kit, snapshot["pool"])
    yield from _city(kit, snapshot.get("city", {}), colours)


def laid_before(kit: Kit, snapshot: Mapping[str, Any], colours: Colours) -> Iterator[Before]:
    """Family cards, treaties, cards in hand, VP markers, and what a turn or an office brings; of what is hidden only
    the number."""
    card, marker, colours = kit.tables.actions[0].id, kit.tables.vp_markers[0].id, told_colours(snapshot, colours)
    families = {family.colour: family.id for family in kit.tables.families}
    for player in snapshot["players"]:
        house = snapshot["houses"][player]
        for number in house["family"]:
            yield Before(player, "family-cards", f"{families[colours[player]]}-{number}")
        for kingdom in house["treaties"]:
            yield Before(player, "kingdoms", kingdom)
        yield Before(player, "action-cards", card, len(house["hand"]), "back")
        yield Before(player, "vp-markers", marker, len(house["vp"]), "back")
        yield from _of_office(snapshot, player, families[colours[player]])


def _of_office(snapshot: Mapping[str, Any], player: str, family: str) -> Iterator[Before]:
    """The doge's card and markers, markers that are worth VP, the mark of shame, the combat tiles of the turn."""
    doge, turn = snapshot["doge"], snapshot["turn"]
    if doge["player"] == player and doge["family"]:
        yield Before(player, "family-cards", f"{family}-{doge['family']}")
        yield Before(player, "doge-markers", "doge-markers", doge["markers"])
    yield Before(player, "doge-markers", "doge-markers", snapshot["houses"][player]["doge-vp"])
    if snapshot["shame"] == player:
        yield Before(player, "shame", "shame")
    for tile in turn["tiles"] if turn != NONE and snapshot["active"] == player else ():
        yield Before(player, "combat-tiles", str(tile))


def told_colours(snapshot: Mapping[str, Any], colours: Colours) -> Colours:
    """VTA-9.1: the position itself tells whose colour is which."""
    return {**colours, **{name: house["colour"] for name, house in snapshot["houses"].items()}}


def _size(kit: Kit, component: str) -> tuple[float, float]:
    return kit.shared.shapes[kit.components[component].shape].seen


def _influence(kit: Kit, at: Point, here: Mapping[str, Any], colours: Colours, radius: float) -> Iterator[Laid]:
    """Round a middle, from the top on clockwise, none over another."""
    owners = [colours[name] for name, n in here.items() if name in colours for _ in range(n)]
    apart = 2 * radius * sin(pi / max(len(owners), 2)) / sqrt(2)  # of squares that are not turned
    scale = min(1.0, apart / _size(kit, INFLUENCE)[0])
    for number, colour in enumerate(owners):
        angle = 2 * pi * number / len(owners) - pi / 2
        yield Laid(INFLUENCE, colour, at[0] + radius * cos(angle), at[1] + radius * sin(angle), scale=scale)


def _seas(kit: Kit, seas: Mapping[str, Any], colours: Colours) -> Iterator[Laid]:
    for sea in kit.tables.seas:
        here = seas.get(sea.id, {})
        fleets = here.get("fleets", 0)
        if here.get("control"):
            yield Laid(FLEET, FLEET, *sea.at)
        for i in range(fleets):
            yield Laid(FLEET, FLEET, sea.at[0] + i * STACK, sea.at[1] - i * STACK, "back", on=i > 0)
        yield from _influence(kit, sea.at, here, colours, OUTER if fleets or here.get("control") else RING)


def _colonies(kit: Kit, colonies: Mapping[str, Any], colours: Colours) -> Iterator[Laid]:
    for colony in kit.tables.colonies:
        here = colonies.get(colony.id, {})
        if not here.get("podesta"):
            yield from _influence(kit, colony.at, here, colours, RING)
        else:
            yield from _influence(kit, colony.at, here, colours, GUARDED)
            yield Laid(PODESTA, colours[here["podesta"]], colony.at[0], colony.at[1], scale=SLIM)


def _track(kit: Kit, power: Mapping[str, Any]) -> Iterator[Laid]:
    """The Venice marker leaves the track for good when they have met."""
    track, size = kit.tables.board.track, _size(kit, MARKER)
    spaces: dict[int, list[str]] = {}
    for marker in ("venice", "enemy"):
        if power[marker]:
            spaces.setdefault(power[marker] - 1, []).append(marker)
    for steps, here in spaces.items():
        x, y = track.place(steps)
        scale, places = side_by_side((x - size[0] / 2, y - size[1] / 2, *size), len(here), size)
        for marker, place in zip(here, places, strict=True):
            yield Laid(MARKER, marker, *place, scale=scale)


def _dice(kit: Kit, pool: Mapping[str, Any]) -> Iterator[Laid]:
    """In their trays, each with the face that it shows."""
    values = sorted(set(kit.tables.numbers.dice_faces))
    for kind in kit.tables.types:
        rolled = pool.get(kind.id, ())
        tray = dice_tray(kit.tables.board.dice_boxes[kind.id], kind.dice)
        scale, places = side_by_side(inset(tray, 1.0), len(rolled), (DIE, DIE))
        for value, place in zip(rolled, places, strict=True):
            face = (DIE, DIE * values.index(value), DIE, DIE)  # of the second column of its net
            yield Laid("dice", kind.id, *place, scale=scale, shows=face)


def _city(kit: Kit, city: Mapping[str, Any], colours: Colours) -> Iterator[Laid]:
    width, height = kit.tables.board.district
    for district in kit.tables.districts:
        if district.at is None:
            continue
        pieces: list[tuple[str, str, Literal["front", "back"]]] = []
        for name, stock in city.get(district.id, {}).items():
            pieces += [("ducats", colours[name], "front")] * stock["ducats"]
            pieces += [("monuments", colours[name], "front")] * stock["new"]
            pieces += [("monuments", colours[name], "back")] * stock["grey"]
        size = tuple(map(max, zip(_size(kit, "ducats"), _size(kit, "monuments"), strict=True)))
        box = inset(district_room((district.at[0] - width / 2, district.at[1] - height / 2, width, height)), RIM)
        scale, places = side_by_side(box, len(pieces), (size[0], size[1]))
        for (component, item, side), place in zip(pieces, places, strict=True):
            yield Laid(component, item, *place, side, scale=scale)
