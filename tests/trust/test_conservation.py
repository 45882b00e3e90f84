"""Nothing is lost and nothing comes from nowhere: money, cards and pieces are counted after every move of whole games.

For each game a table of what there is (from the kit's data) and where it can be (in the snapshot), counted here and
not by the audit; the audit must find nothing either.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from tests.trust.play import GAMES, begun, game, seats, some_move
from venice_pnp.referee.chance import below_for

SEEDS = range(6)
Snapshot = Mapping[str, Any]


class Count(NamedTuple):
    what: str
    counted: int
    there_are: int
    supply_unnamed: bool = False  # what is not on the table lies in a supply that no snapshot names: at most so many

    @property
    def holds(self) -> bool:
        return 0 <= self.counted <= self.there_are if self.supply_unnamed else self.counted == self.there_are


def all_of(counts: Iterable[Mapping[str, int]]) -> Counter[str]:
    whole: Counter[str] = Counter()
    for count in counts:
        whole.update(count)
    return whole


# --- what there is ------------------------------------------------------------------------------------------
def canaletto(tables: Any, table: Snapshot) -> Iterator[Count]:
    """Every artwork lies in a palace, with a player, or (with all of its kind) sold."""
    lying = Counter(kind for lot in (*table["palaces"].values(), *table["artworks"].values()) for kind in lot)
    if table["phase"] != "distribute":
        for kind in tables.kinds:
            yield Count(kind.id, lying[kind.id] + kind.size * table["sold"].count(kind.id), kind.size)
    yield Count("bribe tiles", len(table["bribe"]), len(table["players"]))


def doge(tables: Any, table: Snapshot) -> Iterator[Count]:
    numbers, fields = tables.numbers, table["fields"].values()
    for name in table["players"]:
        own = table["supply"][name]
        yield Count(
            f"houses of {name}", own["houses"] + sum(f.get("houses", {}).get(name, 0) for f in fields), numbers.houses
        )
        yield Count(
            f"palazzi of {name}",
            own["palazzi"] + sum(f.get("palazzi", []).count(name) for f in fields),
            numbers.palazzi,
        )
        rings = sum(advisor["by"] == name for advisor in table["advisors"].values())
        yield Count(f"rings of {name}", own["rings"] + rings, numbers.rings)
        stacks = [field["tokens"].get(name, []) for field in fields]
        sealed = table["pending"].get(name, {"tokens": []})["tokens"]
        everywhere = [own["tokens"], sealed, *stacks]
        if table.get("options", {}).get("secrets") == "laid":  # then nobody knows the values of those face down
            counted = sum(stack if isinstance(stack, int) else len(stack) for stack in everywhere)
            yield Count(f"tokens of {name}", counted, len(numbers.tokens))
            continue
        tokens = Counter(token for stack in everywhere for token in stack)
        for value, n in Counter(numbers.tokens).items():
            yield Count(f"tokens {value} of {name}", tokens[value], n)
        yield Count(f"tokens of {name}", tokens.total(), len(numbers.tokens))
    yield Count("advisors", len(table["advisors"]), len(tables.advisors))


def venedig(tables: Any, table: Snapshot) -> Iterator[Count]:
    secret = table.get("secret")
    yield from _venedig_cards(tables, table, secret)
    yield from _venedig_tiles(tables, table, secret)
    built = Counter([one["building"] for one in table["built"]] + [one.building for one in tables.prebuilt])
    for kind in tables.kinds:
        yield Count(f"pieces {kind.id}", built[kind.id] + table["supply"][kind.id], kind.pieces)
        if kind.figure:
            yield Count(f"figure {kind.id}", [*table["builders"]].count(kind.id), 1)


def _venedig_cards(tables: Any, table: Snapshot, secret: Any) -> Iterator[Count]:
    deck = {kind.id: getattr(kind, table["options"]["deck"]) for kind in tables.kinds}
    cards = all_of([*table["hands"].values(), *table["out"].values(), table["discard"], Counter(table["pool"])])
    yield Count("cards", cards.total() + table["draw-pile"], sum(deck.values()))
    for kind, n in deck.items():
        if secret:
            hidden = all_of([*secret["hands"].values(), Counter(secret["draw-order"])])
            yield Count(f"cards {kind}", cards[kind] + hidden[kind], n)
        else:
            yield Count(f"cards {kind}", cards[kind], n, supply_unnamed=True)


def _venedig_tiles(tables: Any, table: Snapshot, secret: Any) -> Iterator[Count]:
    built_on = {field for one in table["built"] for field in one["fields"]}
    swamps = {field.id for field in tables.fields if field.start == "swamp"}
    lying = swamps - set(table["drained"]) - built_on
    own = [tile for tiles in table["tiles"].values() for tile in tiles["swamp"]]
    chests = [tile for tiles in table["tiles"].values() for tile in tiles["treasure"]]
    yield Count("swamp tiles", len(lying) + len(own) + len(table["spent"]), sum(gold.count for gold in tables.swamp))
    yield Count("treasures", len(chests) + table["treasure-supply"], sum(gold.count for gold in tables.treasures))
    if secret:
        hidden = [tile for tiles in secret["tiles"].values() for tile in tiles["treasure"]]
        known = Counter([*chests, *hidden, *secret["treasure-order"]])
        for gold in tables.treasures:
            yield Count(f"treasures {gold.value}", known[gold.value], gold.count)


def venetia(tables: Any, table: Snapshot) -> Iterator[Count]:
    numbers, houses = tables.numbers, table["houses"].values()
    colonies, seas = table["colonies"].values(), table["seas"].values()
    for name in table["players"]:
        laid = sum(place.get(name, 0) for place in (*colonies, *seas))
        yield Count(f"influence of {name}", laid, numbers.influence, supply_unnamed=True)
        sent = sum(colony.get("podesta") == name for colony in colonies)
        yield Count(f"podestàs of {name}", sent, numbers.podesta, supply_unnamed=True)
        family = table["houses"][name]["family"]
        if table["doge"].get("player") == name and table["doge"]["family"]:
            family = [*family, table["doge"]["family"]]
        yield Count(f"family cards of {name}, each once", len({*family} & {*numbers.family}), len(family))
        rows = sum(
            n for row in table["houses"][name]["sheet"] for part, n in row.items() if part not in ("epoch", "sum")
        )
        yield Count(f"score of {name}", table["houses"][name]["score"], rows)
    cards = [*table["discard"], *(card for house in houses for part in ("hand", "box") for card in house[part])]
    known = [card for card in cards if card != "?"]
    yield Count("action cards", len(cards) + table["deck"], len(tables.actions))
    yield Count("known cards, each once", len(set(known)), len(known))
    markers = sum(bool(sea.get("control")) + sea.get("fleets", 0) for sea in seas)
    yield Count("control and fleet markers", markers, numbers.control_fleet, supply_unnamed=True)
    made = Counter([*table["kingdoms"].values(), *(kingdom for house in houses for kingdom in house["treaties"])])
    for kingdom in tables.kingdoms:
        yield Count(f"markers of {kingdom.id}", made[kingdom.id], kingdom.count, supply_unnamed=True)
    vp = [value for house in houses for value in house["vp"]]
    yield Count("VP markers", len(vp), sum(marker.count for marker in tables.vp_markers), supply_unnamed=True)
    for marker in tables.vp_markers:
        yield Count(f"VP markers {marker.value}", vp.count(marker.value), marker.count, supply_unnamed=True)
    if not table["power"]["met"]:
        podestas = sum("podesta" in colony for colony in colonies)
        controls = sum(bool(sea.get("control")) for sea in seas)
        yield Count("power of Venice", table["power"]["venice"], numbers.venice_start + podestas + controls)


# --- what a move may change -----------------------------------------------------------------------------------
def no_flow(_tables: Any, _before: Snapshot, _move: Snapshot, _after: Snapshot) -> Iterator[Count]:
    yield from ()


def canaletto_flow(tables: Any, before: Snapshot, move: Snapshot, after: Snapshot) -> Iterator[Count]:
    """Money less debt falls by the price of the lot that was bought, and grows by the values of what was sold."""
    sizes = {kind.id: kind.size for kind in tables.kinds}
    bought = sum(map(len, before["palaces"].values())) > sum(map(len, after["palaces"].values()))
    price = {"bid": move.get("amount", 0), "pass": before["high-bid"]}.get(move["do"], 0) if bought else 0
    sold = after["sold"][len(before["sold"]) :]
    values = after["values"][len(before["sold"]) :]
    income = sum(value * sizes[kind] for value, kind in zip(values, sold, strict=False))
    worth = [sum(table["money"].values()) - sum(table["debt"].values()) for table in (before, after)]
    yield Count("money", worth[1], worth[0] - price + income)


def venedig_flow(_tables: Any, before: Snapshot, move: Snapshot, after: Snapshot) -> Iterator[Count]:
    """Tiles are given up only for gold; what a player drains he takes; buildings do not come back."""
    tiles = [sum(len(own["swamp"]) for own in table["tiles"].values()) for table in (before, after)]
    if move["do"] != "exchange":
        yield Count("spent tiles", len(after["spent"]), len(before["spent"]))
    if move["do"] == "drain":
        yield Count("drained tiles", tiles[1] - tiles[0], len(move["fields"]))
    yield Count("buildings", len(after["built"]) - len(before["built"]), 1, supply_unnamed=True)


def venetia_flow(_tables: Any, before: Snapshot, move: Snapshot, after: Snapshot) -> Iterator[Count]:
    """One die is taken at a time; a card that is played lies on the discard pile."""
    if move["do"] == "die" and after["phase"] not in ("roll", "over"):
        dice = [sum(map(len, table["pool"].values())) for table in (before, after)]
        yield Count("dice", dice[1], dice[0] - 1)
    if move["do"] == "card":
        cards = [sum(len(house["hand"]) for house in table["houses"].values()) for table in (before, after)]
        yield Count("cards in hand", cards[1], cards[0] - 1)
        if set(before["discard"]) <= set(after["discard"]):  # else it was shuffled
            yield Count("card on the discard pile", after["discard"].count(move["card"]), 1)


BOOKS: dict[str, Callable[[Any, Snapshot], Iterator[Count]]] = {
    "canaletto": canaletto,
    "doge": doge,
    "venedig": venedig,
    "venetia": venetia,
}
FLOWS: dict[str, Callable[[Any, Snapshot, Snapshot, Snapshot], Iterator[Count]]] = {
    "canaletto": canaletto_flow,
    "doge": no_flow,
    "venedig": venedig_flow,
    "venetia": venetia_flow,
}


def some_options(options: Any, seed: int) -> dict[str, Any]:
    """Those of the data by the seed: of a list of switches each is on in some game, of a choice every value comes."""
    if isinstance(options, list):
        on = {option.id: (seed + at) % 3 == 0 for at, option in enumerate(options)}
        return on | ({"laid": False} if seed % 2 and "laid" in on else {})  # VTA-6.5: not where the referee deals
    choices = {field.replace("_", "-"): getattr(options, field).values for field in options.__struct_fields__}
    return {
        key: list(values)[seed // 2 % len(values)] for key, values in choices.items() if not isinstance(values, str)
    }


def test_every_game_keeps_books() -> None:
    assert sorted(BOOKS) == sorted(FLOWS) == sorted(GAMES)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_lost(name: str, seed: int) -> None:
    """Odd seeds deal what lies face down, so that hidden cards are counted by kind."""
    opened, players, rng = game(name), seats(name, seed), random.Random(seed)
    rules, tables = opened.rules, opened.kit.tables
    options = some_options(tables.options, seed)
    state = begun(name, players, options)
    if rules.shuffles is not None and seed % 2:
        state = rules.setup(players, options, rules.shuffles.dealt(rules.fresh, str(seed)))
    table = rules.snapshot(state)
    moves = 0
    while rules.pending(state):
        dealt = rules.deals.deal(state, below_for(str(seed), moves)) if rules.deals is not None and seed % 2 else None
        move = dealt or some_move(rules, state, rng)
        if rules.shuffles is not None:
            move = rules.shuffles.completed(state, move)
        state, _ = rules.apply(state, move)
        moves += 1
        before, table = table, rules.snapshot(state)
        counts = [*BOOKS[name](tables, table), *FLOWS[name](tables, before, move, table)]
        assert [count for count in counts if not count.holds] == [], (moves, move)
        assert rules.audit(table) == [], (moves, move)
    assert moves > 20
