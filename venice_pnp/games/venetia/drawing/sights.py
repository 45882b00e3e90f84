"""What a camera may see of a table of Venetia, and what that says of its position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from venice_pnp.contract.abilities import Colours
from venice_pnp.contract.handling import Where
from venice_pnp.contract.play import Snapshot
from venice_pnp.contract.sight import Contents, Sight, looks_of, round_about
from venice_pnp.games.venetia.drawing.pieces import FLEET, INFLUENCE, MARKER, OUTER, PODESTA, RING, told_colours
from venice_pnp.kit import Kit

SHIELD, EPOCH = "kingdoms", "epoch-markers"
SEVERAL = 8  # pieces that have room round a colony or in a sea
BESIDE = 3.0  # mm that influence may lie farther out than it is drawn


def sights(kit: Kit) -> Iterator[Sight]:
    """Colonies, seas, shields, the track and the epoch."""
    tables = kit.tables
    influence = looks_of(kit, INFLUENCE)
    for colony in tables.colonies:
        box = round_about(colony.at[0], colony.at[1], RING + BESIDE)
        may = (*influence, *looks_of(kit, PODESTA))
        yield Sight(f"colony {colony.id}", Where("colony", colony.id), box, may, SEVERAL, once=(PODESTA,))
    fleets = (*looks_of(kit, FLEET), *looks_of(kit, FLEET, "back"))
    for sea in tables.seas:
        box = round_about(sea.at[0], sea.at[1], OUTER + BESIDE)
        yield Sight(f"sea {sea.id}", Where("sea", sea.id), box, (*influence, *fleets), SEVERAL)
    for region in tables.regions:
        where = Where("region", region.id)
        yield Sight(f"region {region.id}", where, round_about(*region.shield), looks_of(kit, SHIELD))
    track = tables.board.track
    for space in range(tables.numbers.spaces):
        x, y = track.place(space)
        where = Where("power-track", n=space + 1)
        yield Sight(f"track {space + 1}", where, round_about(x, y), looks_of(kit, MARKER))
    yield Sight("epoch", Where("epoch-box"), round_about(*tables.board.epoch_box), looks_of(kit, EPOCH))


def as_seen(kit: Kit, view: Snapshot, colours: Colours, contents: Contents) -> dict[str, Any]:
    """Where both markers of the track have met, and what else follows from it, stays as it is known."""
    tables = kit.tables
    owners = {colour: name for name, colour in told_colours(view, colours).items()}
    colonies = {one.id: _seen_place(contents[f"colony {one.id}"], owners) for one in tables.colonies}
    seas = {one.id: _seen_place(contents[f"sea {one.id}"], owners) for one in tables.seas}
    kingdoms = {one.id: look.item for one in tables.regions for look in contents[f"region {one.id}"]}
    spaces = range(1, tables.numbers.spaces + 1)
    markers = {look.item: space for space in spaces for look in contents[f"track {space}"]}
    epochs = [one.id for one in tables.epochs]
    epoch = [epochs.index(look.item) + 1 for look in contents["epoch"]]
    return {
        "colonies": {name: here for name, here in colonies.items() if here},
        "seas": {name: here for name, here in seas.items() if here},
        "kingdoms": kingdoms,
        "power": {**view["power"], **{name: markers.get(name, 0) for name in ("venice", "enemy")}},
        "epoch": epoch[0] if epoch else view["epoch"],
    }


def _seen_place(looks: Any, owners: Mapping[str, str]) -> dict[str, Any]:
    influence = Counter(owners[look.item] for look in looks if look.component == INFLUENCE and look.item in owners)
    here: dict[str, Any] = {name: influence[name] for name in owners.values() if influence[name]}
    rulers = [owners[look.item] for look in looks if look.component == PODESTA and look.item in owners]
    fleets = [look.side for look in looks if look.component == FLEET]
    if rulers:
        here["podesta"] = rulers[0]
    if "front" in fleets:
        here["control"] = True
    if "back" in fleets:
        here["fleets"] = fleets.count("back")
    return here
