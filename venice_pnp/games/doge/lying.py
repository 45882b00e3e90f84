"""What lies where at a table of Doge, for the hands. Of vote tokens that lie face down only the number is known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from venice_pnp.contract.handling import Lying, Tabletop, Thing, Where
from venice_pnp.games.doge.position.model import CHOSEN, WAITING_ROW

if TYPE_CHECKING:
    from venice_pnp.contract.play import Snapshot
    from venice_pnp.games.doge.rules.bound import Rules

ROW = "row"
PIECES = frozenset({"order", "supply", "cards-played", "fields", "advisors"})


def tabletop(rules: Rules, view: Snapshot) -> Tabletop:
    return Tabletop(tuple(_lying(rules, view)), rows=frozenset({ROW}))


def _lying(rules: Rules, view: Snapshot) -> Iterator[Lying]:
    """Houses, palazzi and tokens in the fields, advisors with their rings, order cards, open player cards."""
    sites = rules.world.sites
    for field, held in view["fields"].items():
        for player, count in held.get("houses", {}).items():
            yield from [Lying(Thing("house", player), Where("field", field))] * count
        for place, player in enumerate(held.get("palazzi", ())):  # each site by the number printed on it
            yield Lying(Thing("palazzo", player), Where("site", field, sites[min(place, len(sites) - 1)]))
        for player, stack in held["tokens"].items():
            yield from _stack(player, stack, Where("field", field))
    numbered = {row.id for row in rules.kit.tables.advisors if row.number}
    for advisor, service in view["advisors"].items():
        waits = service["at"] == WAITING_ROW
        yield Lying(Thing("advisor", which=advisor), Where("waiting") if waits else Where("field", service["at"]))
        if service["by"]:
            named = "numbered-advisor" if advisor in numbered else "advisor"  # advisor II has no article
            yield Lying(Thing("control-ring", service["by"]), Where(named, advisor))
    yield from _order_cards(rules, view)
    for player, fields in view["cards-played"].items():
        yield from (Lying(Thing("player-card", player, field), Where("player", whose=player)) for field in fields)
    for player, choice in view["pending"].items():
        if choice != CHOSEN:  # DOGE-6.19: the card has been shown
            yield Lying(Thing("player-card", player, choice["field"]), Where("player", whose=player))
            yield from _stack(player, choice["tokens"], Where("field", choice["field"]))


def _stack(player: str, stack: list[int] | int, where: Where) -> Iterator[Lying]:
    """DOGE-5.14: while their field votes, tokens lie open."""
    if isinstance(stack, int):
        yield from [Lying(Thing("vote-token", player), where, back=True)] * stack
    else:
        yield from (Lying(Thing("vote-token", player, str(value)), where) for value in stack)


def _order_cards(rules: Rules, view: Snapshot) -> Iterator[Lying]:
    """DOGE-5.15, 5.16: what has voted is set aside; of the other set the first cards are open, the rest face down."""
    order = view["order"]
    for name in rules.world.sets:
        row, running = Where(ROW, name), name == order["set"]
        cards = order["now"][order["voted"] :] if running else order["next"]
        yield from (Lying(Thing(order_card(name), which=field), row) for field in cards)
        if not running:
            down = len(rules.world.fields) - len(cards)
            yield from [Lying(Thing(order_card(name)), row, back=True)] * down


def order_card(of: str) -> str:
    """The part, as the sets are told apart by their backs."""
    return f"{of}-order-card"
