"""What lies where at a table of Venedig, for the hands. What nobody has seen is a card or a tile, and no more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from venice_pnp.contract.handling import Lying, Tabletop, Thing, Where
from venice_pnp.games.venedig.position.model import UNKNOWN
from venice_pnp.games.venedig.rules.state import BOARD
from venice_pnp.games.venedig.tables import SWAMP

if TYPE_CHECKING:
    from venice_pnp.contract.play import Snapshot
    from venice_pnp.games.venedig.rules.bound import Rules


HAND, POOL = "hand", "pool"
MISLAID = "mislaid"  # of a card that lies nowhere on a table that people describe
PIECES = frozenset({"gondolas", "hands", "out", "builders", "tiles", "built", "drained", "supply", "treasure-supply"})
PIECES |= {"spent", "pool", "discard", "draw-pile"}


def tabletop(rules: Rules, view: Snapshot) -> Tabletop:
    lying = tuple(_lying(rules, view))
    return Tabletop(lying, held=frozenset({HAND}), swaps=frozenset({POOL}), followed=frozenset({SWAMP}))


def _lying(rules: Rules, view: Snapshot) -> Iterator[Lying]:
    """Gondolas, figures, buildings, swamp, cards that are not in the draw pile, gold before the players."""
    for player, space in view["gondolas"].items():
        yield Lying(Thing("gondola", player), Where("space", n=space) if space else Where("start"))
    for kind, holder in view["builders"].items():
        home = holder == BOARD
        yield Lying(Thing("figure", which=kind), Where("builder-field") if home else Where("player", whose=holder))
    for one in _standing(rules, view):
        yield Lying(Thing("piece", which=one["building"]), Where("fields", " ".join(one["fields"])))
    yield from _swamp(rules, view)
    yield from _cards(view)
    missing = sum(rules.world.decks[view["options"]["deck"]]) - sum(1 for _ in _cards(view)) - view["draw-pile"]
    yield from [Lying(Thing("card"), Where(MISLAID))] * missing
    for player, own in view["tiles"].items():
        for part in ("swamp", "treasure"):
            for value in own[part]:
                yield Lying(_seen(part, value), Where("player", whose=player), back=value == UNKNOWN)
    for value in view["spent"]:
        yield Lying(_seen("swamp", value), Where("spent"))


def _standing(rules: Rules, view: Snapshot) -> list[Mapping[str, Any]]:
    """The buildings of the start (VEN-4.2) and those built since; who describes a table may name all of them."""
    first = [{"building": one.building, "fields": list(one.fields)} for one in rules.world.tables.prebuilt]
    return [*view["built"]] if any(one in first for one in view["built"]) else [*first, *view["built"]]


def _swamp(rules: Rules, view: Snapshot) -> Iterator[Lying]:
    """On every field that is neither drained nor built on. Where a building was pushed over swamp, its tile is neither
    there nor anywhere else that is known: it lies below."""
    marsh = [field.id for field in rules.world.tables.fields if field.start == SWAMP]
    dry = {field for one in view["built"] for field in one["fields"]} | set(view["drained"])
    bare = [field for field in marsh if field not in dry]
    yield from (Lying(Thing("swamp"), Where("field", field), back=True) for field in bare)
    taken = len(view["spent"]) + sum(len(own["swamp"]) for own in view["tiles"].values())
    yield from [Lying(Thing("swamp"), Where("under"), back=True)] * (len(marsh) - len(bare) - taken)


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
