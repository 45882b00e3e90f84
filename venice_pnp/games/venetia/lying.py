"""What lies where at a table of Venetia, for the hands. Cards in a hand and VP markers are only counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from venice_pnp.contract.handling import Lying, Tabletop, Thing, Where
from venice_pnp.games.venetia.position.model import NONE, UNSEEN
from venice_pnp.games.venetia.rules.state import DRAW

if TYPE_CHECKING:
    from venice_pnp.contract.play import Snapshot
    from venice_pnp.games.venetia.rules.bound import Rules

HAND, BOX, FINGERS = "hand", "family-box", "fingers"
VENICE, ENEMY = "venice-marker", "enemy-marker"
PIECES = frozenset({"epoch", "power.venice", "power.enemy", "doge.family", "doge.markers", "shame", "pool", "colonies"})
PIECES |= {"seas", "kingdoms", "threats-used", "discard", "city", "districts-aside", "deck"}
PIECES |= {f"houses.*.{own}" for own in ("family", "hand", "box", "treaties", "vp", "doge-vp", "score")}


def tabletop(rules: Rules, view: Snapshot) -> Tabletop:
    return Tabletop(tuple(_lying(rules, view)), held=frozenset({HAND, BOX, FINGERS}))


def _lying(rules: Rules, view: Snapshot) -> Iterator[Lying]:
    """Track, doge box, dice, the sea, the colonies, threats and cards, the city, and what the houses have."""
    for marker, space in ((VENICE, view["power"]["venice"]), (ENEMY, view["power"]["enemy"])):
        if space:
            yield Lying(Thing(marker), Where("power-track", n=space))
    yield Lying(Thing("epoch-marker", which=rules.kit.tables.epochs[view["epoch"] - 1].numeral), Where("epoch-box"))
    yield from _doge(view)
    yield from _dice(view)
    for sea, here in view["seas"].items():
        yield from _influence(view, here, Where("sea", sea))
        yield from [Lying(Thing("control-marker"), Where("sea", sea))] * bool(here.get("control"))
        yield from [Lying(Thing("control-marker"), Where("sea", sea), back=True)] * here.get("fleets", 0)
    for colony, here in view["colonies"].items():
        yield from _influence(view, here, Where("colony", colony))
        if here.get("podesta"):
            yield Lying(Thing("podesta", here["podesta"]), Where("colony", colony))
    for region, kingdom in view["kingdoms"].items():
        yield Lying(Thing("shield", which=kingdom), Where("region", region))
    yield from _cards(view)
    yield from _city(view)
    for player, house in view["houses"].items():
        yield from _house(rules, view, player, house)


def _seen(part: str, values: Iterable[Any], where: Where, back: bool = False) -> Iterator[Lying]:
    return (Lying(Thing(part, which="" if value == UNSEEN else str(value)), where, back) for value in values)


def _influence(view: Snapshot, here: Mapping[str, Any], where: Where) -> Iterator[Lying]:
    for player in view["players"]:
        yield from [Lying(Thing("influence", player), where)] * here.get(player, 0)


def _doge(view: Snapshot) -> Iterator[Lying]:
    doge = view["doge"]
    if doge["family"]:
        yield Lying(Thing("family-card", doge["player"], str(doge["family"])), Where("doge-box"))
    yield from [Lying(Thing("doge-marker"), Where("doge-box"))] * doge["markers"]
    if view["shame"] != NONE:
        yield Lying(Thing("shame"), Where("player", whose=view["shame"]))


def _dice(view: Snapshot) -> Iterator[Lying]:
    """What is left of the roll; the die of the turn and its combat tiles lie before whoever moves."""
    for kind, values in view["pool"].items():
        yield from _seen(die(kind), values, Where("pool"))
    turn, before = view["turn"], Where("player", whose=view["active"])
    if turn != NONE:
        yield Lying(Thing(die(turn["type"]), which=str(turn["value"])), before)
        yield from _seen("combat-tile", turn["tiles"], before)


def die(kind: str) -> str:
    """The part: there are dice of several types."""
    return f"{kind}-die"


def _cards(view: Snapshot) -> Iterator[Lying]:
    """Threats that were carried out or wait for a veto, the discard pile, and the card that is drawn while it is asked
    where it goes (VTA-5.9)."""
    yield from _seen("threat-card", view["threats-used"], Where("threats-used"))
    if view["phase"] == "veto":
        yield from _seen("threat-card", [view["pending"]["card"]], Where("threats-used"))
    yield from _seen("action-card", view["discard"], Where("discard"))
    if view["phase"] == DRAW:
        yield Lying(Thing("action-card"), Where(FINGERS, whose=view["pending"]["draw"][0]))


def _city(view: Snapshot) -> Iterator[Lying]:
    for sestiere, stocks in view.get("city", {}).items():
        for player, stock in stocks.items():
            where = Where("sestiere", sestiere)
            yield from [Lying(Thing("ducat", player), where)] * stock["ducats"]
            yield from [Lying(Thing("monument", player), where)] * stock["new"]
            yield from [Lying(Thing("monument", player), where, back=True)] * stock["grey"]
    yield from _seen("district-tile", view.get("districts-aside", ()), Where("aside"))
    yield from _seen("district-tile", view["pending"].get("districts", ()), Where("drawn"))


def _house(rules: Rules, view: Snapshot, player: str, house: Mapping[str, Any]) -> Iterator[Lying]:
    """A family card that is neither owned nor on the doge box is out of the game."""
    before = Where("player", whose=player)
    yield from _seen("action-card", house["hand"], Where(HAND, whose=player))
    yield from _seen("action-card", house["box"], Where(BOX, whose=player), back=True)
    yield from _seen("shield", house["treaties"], before)
    shown = view["phase"] == "scoring" and player not in view["pending"].get("reveal", ())  # VTA-8.5
    yield from _seen("vp-marker", house["vp"], before, back=not shown)
    yield from [Lying(Thing("doge-marker"), before)] * house["doge-vp"]
    yield Lying(Thing("score", player), Where("sheet", n=house["score"]))
    own = {view["doge"]["family"]} if view["doge"]["player"] == player else set()
    for value in rules.world.numbers.family:
        if value not in house["family"] and value not in own:
            yield Lying(Thing("family-card", player, str(value)), Where("out"))
