"""What lies where at a table of Venedig, for the hands. What nobody has seen is a card or a tile, and no more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from venice_pnp.contract.handling import Lying, Tabletop, Thing, Where
from venice_pnp.games.venedig.position.model import UNKNOWN
from venice_pnp.games.venedig.rules.state import BOARD

if TYPE_CHECKING:
    from venice_pnp.contract.play import Snapshot
    from venice_pnp.games.venedig.rules.bound import Rules


HAND, POOL = "hand", "pool"
PIECES = frozenset({"gondolas", "hands", "out", "builders", "tiles", "built", "drained", "supply", "treasure-supply"})
PIECES |= {"spent", "pool", "discard", "draw-pile"}


def tabletop(rules: Rules, view: Snapshot) -> Tabletop:
    return Tabletop(tuple(_lying(rules, view)), held=frozenset({HAND}), swaps=frozenset({POOL}))


def _lying(rules: Rules, view: Snapshot) -> Iterator[Lying]:
    """Gondolas, figures, buildings, swamp, cards that are not in the draw pile, gold before the players."""
    for player, space in view["gondolas"].items():
        yield Lying(Thing("gondola", player), Where("space", n=space) if space else Where("start"))
    for kind, holder in view["builders"].items():
        home = holder == BOARD
        yield Lying(Thing("figure", which=kind), Where("builder-field") if home else Where("player", whose=holder))
    for one in view["built"]:
        yield Lying(Thing("piece", which=one["building"]), Where("fields", " ".join(one["fields"])))
    dry = {field for one in view["built"] for field in one["fields"]} | set(view["drained"])
    for field in rules.world.tables.fields:
        if field.start == "swamp" and field.id not in dry:
            yield Lying(Thing("swamp"), Where("field", field.id), back=True)
    yield from _cards(view)
    for player, own in view["tiles"].items():
        for part in ("swamp", "treasure"):
            for value in own[part]:
                yield Lying(_seen(part, value), Where("player", whose=player), back=value == UNKNOWN)
    for value in view["spent"]:
        yield Lying(_seen("swamp", value), Where("spent"))


def _cards(view: Snapshot) -> Iterator[Lying]:
    for kind in view["pool"]:
        yield Lying(Thing("card", which=kind), Where(POOL))
    yield from _counted(view["discard"], Where("discard"))
    for player, cards in view["out"].items():
        yield from _counted(cards, Where("out", whose=player))
    for player, cards in view["hands"].items():
        yield from _counted(cards, Where(HAND, whose=player))


def _counted(cards: Mapping[str, int], where: Where) -> Iterator[Lying]:
    for card, count in cards.items():
        yield from [Lying(_seen("card", card), where)] * count


def _seen(part: str, value: Any) -> Thing:
    return Thing(part, which="" if value == UNKNOWN else str(value))
