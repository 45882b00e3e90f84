"""The auctioneer's screen of Canaletto (CAN-5.13 to CAN-5.22): it answers before anyone asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any

from venice_pnp.games.canaletto.rules.state import AUCTION, END, NO_LIMIT, NOBODY, SELL_ORDER, State
from venice_pnp.speech.paint import Paint, Panel, clip, pad
from venice_pnp.speech.words import Said, Speech

if TYPE_CHECKING:
    from venice_pnp.games.canaletto.rules.bound import Rules
WIDE = 120  # from here on the destination table has two columns


def lines(rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> list[str]:
    """The screen of a moment, line by line."""
    state = rules.restore(view)
    easel = Sketch(rules, state, speech, paint)
    if state.phase == AUCTION:
        return easel.auction()
    if state.phase == SELL_ORDER:
        return easel.sell_order()
    if state.phase == END:
        return easel.end()
    return [speech.say("screen.setup", {"phase": state.phase}), *easel.palaces()]


def panels(rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> list[Panel]:
    """The console's screen: the auction, where bids lead, the players."""
    state = rules.restore(view)
    easel = Sketch(rules, state, speech, paint)
    if state.phase != AUCTION:
        return [Panel("", lines(rules, view, speech, paint))]
    return [
        Panel("", [easel.head(), easel.bidding()]),
        Panel("", easel.lot()),
        Panel(easel.values(), easel.seats_at_table()),
        Panel(easel.say("to"), easel.grid(paint.width), folds=False),
    ]


def standing(rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> str:
    """How it stands, in one line."""
    state = rules.restore(view)
    easel = Sketch(rules, state, speech, paint)
    money = [f"{paint.seat(name)} {m - rules.numbers.debt_factor * d}" for name, m, d in _accounts(state)]
    return easel.say("standing", round=state.round, money=", ".join(money), n=sum(map(len, state.palaces)))


def result(rules: Rules, view: Mapping[str, Any], speech: Speech, paint: Paint) -> list[str]:
    """The end, the winner first; who ties, shares (CAN-8.7)."""
    state = rules.restore(view)
    easel = Sketch(rules, state, speech, paint)
    said = easel.end()
    finals = [money - rules.numbers.debt_factor * debt for _, money, debt in _accounts(state)]
    order = sorted(range(len(finals)), key=lambda seat: -finals[seat])
    tied = [state.players[seat] for seat in order if finals[seat] == max(finals)]
    why = easel.say("tied", players=", ".join(map(paint.seat, tied))) if len(tied) > 1 else easel.say("not-tied")
    return [said[-1], *(said[seat] for seat in order), why]


def _accounts(state: State) -> list[tuple[str, int, int]]:
    return list(zip(state.players, state.money, state.debt, strict=True))


class Sketch:
    """Says one state."""

    def __init__(self, rules: Rules, state: State, speech: Speech, paint: Paint) -> None:
        self.rules, self.state, self.speech, self.paint = rules, state, speech, paint

    def say(self, key: str, **facts: Any) -> str:
        return self.speech.say(f"screen.{key}", {k: Said(v) if isinstance(v, str) else v for k, v in facts.items()})

    def artworks(self, kinds: Iterable[int]) -> str:
        return ", ".join(self.speech.name(self.rules.kinds[k]) for k in kinds) or "–"

    def place(self, palace: int) -> dict[str, Any]:
        name = self.rules.tables.palaces[palace].name
        return {"number": palace + 1, "palace": name, "artworks": self.artworks(self.state.palaces[palace])}

    def seats(self, seats: Iterable[int]) -> str:
        return ", ".join(self.paint.seat(self.state.players[s]) for s in seats)

    # --- the console ------------------------------------------------------------------------------
    def head(self) -> str:
        return self.paint.strong(self.say("round", round=self.state.round, **self.place(self.state.column)))

    def bidding(self) -> str:
        """CAN-7.27: where the gondola stands is told while it matters."""
        state = self.state
        high = self.say("no-bid")
        if state.high_bidder != NOBODY:
            bidder = self.paint.seat(state.players[state.high_bidder])
            free = self.rules.gondola_free(state)
            where = {} if free else self.place(state.gondola)
            high = self.say("high-free" if free else "high", bid=state.high_bid, player=bidder, **where)
        return high + (self.say("out", players=self.seats(state.passed)) if state.passed else "")

    def grid(self, width: int) -> list[str]:
        """The destination table in columns, cut to fit."""
        if self.rules.gondola_free(self.state):
            return [self.say("free"), self.only_destination()]
        rows = [self.destination(row, short=width < WIDE) for row in self.rules.destinations(self.state)]
        columns = max(1, min(3, width // 38))
        wide, high = width // columns - 2, -(-len(rows) // columns)
        parts = [[*rows[n * high : (n + 1) * high], *[""] * high][:high] for n in range(columns)]
        return ["  ".join(pad(clip(cell, wide), wide) for cell in line).rstrip() for line in zip(*parts, strict=True)]

    def seats_at_table(self) -> list[str]:
        state = self.state
        said = []
        for seat, name in enumerate(state.players):
            mark = "▸" if seat == state.actor else " "
            facts = self.purse(seat) | {"artworks": self.artworks(state.artworks[seat])}
            facts["player"] = f"{mark} {self.paint.seat(name)}"
            said.append(self.say("seat", **facts))
        return said

    # --- CAN-5.13 -----------------------------------------------------------------------------
    def auction(self) -> list[str]:
        state = self.state
        return [
            self.paint.strong(self.say("round", round=state.round, **self.place(state.column))),
            self.values(),
            self.bidding(),
            self.to_act(),
            *self.lot(),
            *self.destinations(),
            *self.players(),
        ]

    def values(self) -> str:
        return self.say("values", values=" ".join(map(str, self.state.values[len(self.state.sold) :])))

    def to_act(self) -> str:
        state, seat = self.state, self.state.actor
        low, high = self.rules.lowest_bid(state), self.rules.highest_bid(state, seat)
        may = [self.say("may-bid", low=low, high=high)] if low <= high else []
        if state.debt_limit == NO_LIMIT:
            may = [self.say("may-bid-more", low=low)]
        no = self.rules.why_no_bribe(state, seat)
        may += [
            self.speech.verb("pass"),
            self.speech.verb("bribe") if no is None else self.say("no-bribe-why", why=self.speech.refusal(no)),
        ]
        return self.say("act", **self.purse(seat)) + " → " + " · ".join(may)

    def purse(self, seat: int) -> dict[str, Any]:
        state, debt = self.state, self.state.debt[seat]
        cost = debt * self.rules.numbers.debt_factor
        return {
            "player": self.paint.seat(state.players[seat]),
            "money": state.money[seat],
            "debt": self.say("debt", debt=debt, cost=cost) if debt else self.say("no-debt"),
            "bribe": self.say("bribe" if state.bribe[seat] else "no-bribe"),
        }

    # --- CAN-5.15 -----------------------------------------------------------------------------
    def lot(self) -> list[str]:
        state, done = self.state, self.rules.completes(self.state)
        said = [self.kind(kind, done) for kind in state.palaces[state.column]]
        if len(done) > 1:
            values = ", ".join(map(str, state.values[len(state.sold) :][: len(done)]))
            said.append(self.say("sells-many", groups=self.artworks(done), values=values))
        return said

    def kind(self, kind: int, done: Sequence[int]) -> str:
        state = self.state
        others = [p for p, lot in enumerate(state.palaces) if kind in lot and p != state.column]
        named = (f"{p + 1} {self.rules.tables.palaces[p].name}" for p in others)
        where = ", ".join(map(str, (p + 1 for p in others)) if self.paint.width < WIDE else named) or "–"
        owned = [(s, lot.count(kind)) for s, lot in enumerate(state.artworks) if kind in lot]
        owners = ", ".join(f"{self.paint.seat(state.players[s])} {n}" for s, n in owned) or "–"
        name, size = self.artworks([kind]), self.rules.sizes[kind]
        said = self.say("kind", kind=name, here=1, size=size, where=where, owners=owners)
        if tuple(done) == (kind,):
            said += " · " + self.say("sells", value=state.values[len(state.sold)])
        return said

    # --- CAN-5.14, CAN-5.21 -------------------------------------------------------------------
    def destinations(self) -> list[str]:
        if self.rules.gondola_free(self.state):
            return [self.say("free"), self.only_destination()]
        said = [self.destination(row) for row in self.rules.destinations(self.state)]
        half = (len(said) + 1) // 2
        if self.paint.width < WIDE:
            return said
        wide = self.paint.width // 2 - 2
        pairs = zip(said[:half], [*said[half:], *[""] * (2 * half - len(said))], strict=True)
        return [f"{_cut(left, wide):<{wide}}  {_cut(right, wide)}" for left, right in pairs]

    def only_destination(self) -> str:
        row = self.rules.destinations(self.state)[0]
        if row["ends"]:
            return self.say("free-ends")
        return self.say("free-next", **self.place(self.rules.palace_number[row["next"]]))

    def destination(self, row: Mapping[str, Any], short: bool = False) -> str:
        lands = self.rules.palace_number[row["lands"]]
        if row["ends"]:
            return f"{row['bid']:>3} → {self.say('free-ends')}"
        at = self.rules.palace_number[row["next"]]
        name = self.rules.tables.palaces[at].name
        if short:
            name = _brief(name)
        over = ""
        if at != lands:
            why = "this-lot" if lands == self.state.column else "empty"
            over = "» " if short else f"{lands + 1} {self.say(why)} → "
        lot = ", ".join(map(self.speech.name, row["artworks"]))
        where = f"{at + 1} ({lot}) {name}" if short else f"{at + 1} {name}: {lot}"  # a cut takes the name, not the lot
        return f"{row['bid']:>3} → {over}{where}"

    # --- CAN-5.16 -----------------------------------------------------------------------------
    def players(self) -> list[str]:
        state = self.state
        return [
            self.say("player", artworks=self.artworks(state.artworks[seat]), **self.purse(seat))
            for seat in range(len(state.players))
        ]

    def palaces(self) -> list[str]:
        names = [p.name for p in self.rules.tables.palaces]
        laid = [(n, lot) for n, lot in enumerate(self.state.palaces) if lot]
        said = [f"{n + 1:>3} {names[n]}: {self.artworks(lot)}" for n, lot in laid]
        return [*said, self.values()] if self.state.values else said

    # --- CAN-5.20, CAN-5.22 -------------------------------------------------------------------
    def sell_order(self) -> list[str]:
        state = self.state
        values = state.values[len(state.sold) :][: len(state.to_sell)]
        buyer = self.paint.seat(state.players[state.buyer])
        groups = self.artworks(state.to_sell)
        said = [self.say("sell-order", player=buyer, groups=groups, values=", ".join(map(str, values)))]
        for order in permutations(state.to_sell):
            income = [
                f"{self.paint.seat(name)} +{sum(v * lot.count(k) for k, v in zip(order, values, strict=True))}"
                for name, lot in zip(state.players, state.artworks, strict=True)
            ]
            said.append(self.say("order", groups=self.artworks(order), income=", ".join(income)))
        return [*said, *self.players()]

    def end(self) -> list[str]:
        state, factor = self.state, self.rules.numbers.debt_factor
        said = []
        for seat, name in enumerate(state.players):
            final = state.money[seat] - factor * state.debt[seat]
            facts = {"money": state.money[seat], "debt": state.debt[seat], "factor": factor, "final": final}
            said.append(
                self.say("final", player=self.paint.seat(name), artworks=self.artworks(state.artworks[seat]), **facts)
            )
        winners = self.rules.snapshot(state)["winners"]
        return [
            *said,
            self.paint.strong(self.say("winners", winners=", ".join(map(self.paint.seat, winners)), n=len(winners))),
        ]


def _brief(name: str) -> str:
    """`Palazzo Corner Spinelli` as Corner Spinelli, `Ca' d'Oro` as d'Oro."""
    return name.removeprefix("Palazzo ").removeprefix("Ca' ")


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"
