"""The rules of Rialto: pure functions from position and move to position and events."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

from msgspec.structs import replace

from venice_pnp.contract.play import TABLE, Event, Move, Refused, Verb, Violation
from venice_pnp.contract.position import Seat, Whole, of, own, violation
from venice_pnp.contract.small import SmallRules, TablePosition
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Count, Hex, Id, Model
from venice_pnp.kit.wording import Words

LotId = Annotated[str, of("lots")]


class Lot(Model, frozen=True):
    id: Id
    value: Count
    name: Words
    colour: Hex


class Tables(Model, frozen=True):
    lots: list[Lot]
    numbers: dict[str, Count]


class Position(TablePosition):
    lot: LotId | None = None  # the one that is for sale
    purse: dict[Seat, Whole] = {}
    taken: dict[Seat, list[LotId]] = {}
    gone: list[LotId] = []
    bids: dict[Seat, Annotated[Whole | Literal["?"], own("?")]] = {}  # the others see a `?`


class Rules(SmallRules[Position]):
    position = Position
    verbs = {"turn": Verb("turn", ("lot",)), "bid": Verb("bid", ("amount",), secret=True)}
    players_rule, form_rule, position_rule = "RIA-1.1", "RIA-2.1", "RIA-4.1"

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self.values = {lot.id: lot.value for lot in kit.tables.lots}

    def beginning(self, players: Sequence[str]) -> dict[str, Any]:
        return {"purse": dict.fromkeys(players, self.kit.tables.numbers["purse"]), "taken": {by: [] for by in players}}

    def broken(self, at: Position) -> Iterable[Violation]:
        if len(self.lying(at)) > len(set(self.lying(at))):
            yield violation("RIA-4.1")
        if max(at.purse.values(), default=0) > self.kit.tables.numbers["purse"]:
            yield violation("RIA-1.3")
        if at.bids and (at.lot is None or len(at.bids) == len(at.players)):
            yield violation("RIA-4.2")
        if any(bid != "?" and bid > at.purse[seat] for seat, bid in at.bids.items()):
            yield violation("RIA-2.3", most=max(at.purse.values()))

    def lying(self, at: Position) -> list[str]:
        return [lot for lots in (*at.taken.values(), at.gone, [at.lot] if at.lot else []) for lot in lots]

    def pile(self, state: Position) -> list[str]:
        return [lot for lot in self.values if lot not in self.lying(state)]

    def pending(self, state: Position) -> list[dict[str, Any]]:
        if state.lot is None:
            return [{"by": TABLE, "for": "turn"}] if self.pile(state) else []
        return [{"by": name, "for": "bid"} for name in state.players if name not in state.bids]

    def offers(self, state: Position, seat: str) -> Iterable[dict[str, Any]]:
        if seat == TABLE:
            return [{"do": "turn", "lot": lot} for lot in self.pile(state)]
        return [{"do": "bid", "amount": amount} for amount in range(state.purse[seat] + 1)]

    def moved(self, state: Position, verb: str, move: Move) -> tuple[Position, list[Event]]:
        return self.turn(state, move["lot"]) if verb == "turn" else self.bid(state, move["by"], move["amount"])

    def turn(self, state: Position, lot: Any) -> tuple[Position, list[Event]]:
        if lot not in self.pile(state):
            raise Refused("RIA-2.2", {"lot": lot, "known": self.pile(state)})
        return replace(state, lot=lot), [Event("RIA-2.2.turned", {"lot": lot})]

    def bid(self, state: Position, by: str, amount: Any) -> tuple[Position, list[Event]]:
        if type(amount) is not int or not 0 <= amount <= state.purse[by]:
            raise Refused("RIA-2.3", {"most": state.purse[by]})
        bids: dict[str, Any] = {**state.bids, by: amount}
        if len(bids) < len(state.players):
            return replace(state, bids=bids), [Event("RIA-2.3.sealed", {"player": by})]
        return self.sale(replace(state, bids={}, lot=None), str(state.lot), bids)

    def sale(self, state: Position, lot: str, bids: dict[str, int]) -> tuple[Position, list[Event]]:
        price = max(bids.values())
        by, *others = [name for name in state.players if bids[name] == price]
        events = [Event("RIA-2.4.bids", {"bids": {name: bids[name] for name in state.players}})]
        if others:
            state = replace(state, gone=[*state.gone, lot])
            events.append(Event("RIA-2.5.tie", {"lot": lot}))
        else:
            purse, taken = {by: state.purse[by] - price}, {by: [*state.taken[by], lot]}
            state = replace(state, purse=state.purse | purse, taken=state.taken | taken)
            events.append(Event("RIA-2.4.sold", {"player": by, "price": price, "lot": lot, "left": purse[by]}))
        return state, events if self.pile(state) else [*events, Event("RIA-3.1.over", self.result(state))]

    def result(self, state: Position) -> dict[str, Any]:
        final = {name: sum(self.values[lot] for lot in state.taken[name]) for name in state.players}
        ranks = {name: (final[name], state.purse[name]) for name in state.players}
        return {"final": final, "winners": [name for name in ranks if ranks[name] == max(ranks.values())]}

    def secret(self, state: Position, move: Move) -> bool:
        return move["by"] in state.bids
