"""The rules of Canaletto: pure functions from state and move to state and events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from venice_pnp.contract.offers import Offers
from venice_pnp.contract.play import TABLE, Below, Event, Move, Refused, RulesBase, Snapshot, Verb, Violation
from venice_pnp.contract.position import refuse
from venice_pnp.contract.rows import add, put
from venice_pnp.games.canaletto.position.convert import (
    fill_options,
    position_at_start,
    read_position,
    snapshot_of,
    state_of,
)
from venice_pnp.games.canaletto.position.model import Position
from venice_pnp.games.canaletto.rules.ending import scores_of
from venice_pnp.games.canaletto.rules.state import (
    AUCTION,
    CHOOSE_STARTER,
    DISTRIBUTE,
    END,
    LAY_VALUES,
    NO_LIMIT,
    NOBODY,
    PLACE_GONDOLA,
    SELL_ORDER,
    THE_TABLE,
    WINNER,
    Lot,
    State,
    gondola_free,
)
from venice_pnp.games.canaletto.rules.world import COLOURS, World
from venice_pnp.kit import Kit

Step = tuple[State, list[Event]]

VERBS = {
    verb.name: verb
    for verb in (
        Verb("distribute", ("palaces",)),
        Verb("lay-values", ("values",), many=True),
        Verb("place-gondola", ("palace",)),
        Verb("choose-starter", ("player",)),
        Verb("bid", ("amount",)),
        Verb("pass"),
        Verb("bribe"),
        Verb("sell-order", ("groups",), many=True),
    )
}
AUCTION_VERBS = ("bid", "pass", "bribe")
NEEDED = {  # what a move needs: ids that `names` of messages.yaml words in every language
    "palaces": "what-lies-where",
    "values": "values-in-order",
    "palace": "some-palace",
    "player": "some-player",
    "amount": "amount-in-ducats",
    "groups": "groups-in-order",
}
PHASE_OF = {name: AUCTION if name in AUCTION_VERBS else name for name in VERBS}
SETUP_VERBS = (DISTRIBUTE, LAY_VALUES, PLACE_GONDOLA, CHOOSE_STARTER)


def offers(by: str, bids: range, others: tuple[str, ...]) -> Offers:
    """What a player may do in an auction."""
    first = len(others)

    def make(at: int) -> dict[str, Any]:
        if at < first:
            return {"by": by, "do": others[at]}
        return {"by": by, "do": "bid", "amount": bids[at - first]}

    return Offers(first + len(bids), make)


def closest(word: object, known: Iterable[str]) -> str | None:
    """The known word that was most likely meant, if one is like it."""
    import difflib  # only a slip needs it

    found = difflib.get_close_matches(word[:60], list(known), n=1, cutoff=0.6) if isinstance(word, str) else []
    return found[0] if found else None


def _broken(world: World, position: Position) -> list[Violation]:
    from venice_pnp.games.canaletto.position.invariants import broken  # a table that goes on needs none of it

    return broken(world, position)


class Rules(RulesBase):
    verbs: Mapping[str, Verb] = VERBS
    unordered = frozenset({"palaces.*", "artworks.*", "passed", "to-sell", "winners"})  # CAN-9.2

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.world = world = World(kit)
        self.tables, self.numbers = world.tables, world.numbers
        self.kinds, self.sizes, self.palaces = world.kinds, world.sizes, world.palaces
        self.kind_number, self.palace_number = world.kind_number, world.palace_number
        self._do: dict[str, Callable[[State, Move], Step]] = {
            "distribute": self._distribute,
            "lay-values": self._lay_values,
            "place-gondola": self._place_gondola,
            "choose-starter": self._choose_starter,
            "bid": self._bid,
            "pass": self._pass,
            "bribe": self._bribe,
            "sell-order": self._sell_order,
        }

    # --- begin and look -----------------------------------------------------------------------
    @property
    def fresh(self) -> Mapping[str, Any]:
        """CAN-9.4: the start of a real game."""
        return {"phase": DISTRIBUTE}

    def setup(self, players: Sequence[str], options: Mapping[str, Any], start: Mapping[str, Any] | None) -> State:
        self._check_players(players)
        chosen = self._options(options, players)
        given = dict(start or {})
        self._same_as_record(given, {"game": self.kit.id, "players": list(players), "options": chosen})
        whole = {**given, "players": list(players), "options": chosen}
        if start is None or start == self.fresh:  # how a game begins is sound
            return state_of(self.world, position_at_start(self.world, players, whole))
        position, faults = read_position(self.world, whole)
        refuse(faults)
        assert position is not None
        refuse(_broken(self.world, position))
        return state_of(self.world, position)

    def _check_players(self, players: Sequence[str]) -> None:
        """CAN-1.1: the right number, all different, nobody called `table`."""
        if len(players) not in self.world.players:
            raise Refused("CAN-1.1", {"n": len(players)}, "CAN-1.1.players")
        for name in players:
            if list(players).count(name) > 1:
                raise Refused("CAN-1.1", {"player": name}, "CAN-1.1.names")
            if name == TABLE:
                raise Refused("CAN-1.1", {}, "CAN-1.1.table")

    def _options(self, said: Mapping[str, Any], players: Sequence[str]) -> dict[str, Any]:
        """All options, the ones left out as by default."""
        choices = self.world.choices
        for name, value in said.items():
            if name == COLOURS:
                self._check_colours(value, players)
            elif name not in choices:
                raise Refused("CAN-1.1", {"option": name, "written": (*choices, COLOURS)}, "CAN-1.1.option")
            elif value not in choices[name].values:
                facts = {"option": name, "value": value, "written": tuple(choices[name].values)}
                raise Refused("CAN-1.1", facts, "CAN-1.1.value")
        colours = said.get(COLOURS) or self.world.by_seat(players)
        return {name: said.get(name, choice.default) for name, choice in choices.items()} | {COLOURS: dict(colours)}

    def _check_colours(self, said: Any, players: Sequence[str]) -> None:
        """A colour for everybody, no colour twice; where nothing is said, by seat."""
        if said is None:
            return
        if not isinstance(said, Mapping) or set(said) != set(players):
            raise Refused("CAN-1.1", {"names": tuple(players)}, "CAN-1.1.colours")
        for colour in said.values():
            if colour not in self.world.colours:
                raise Refused("CAN-1.1", {"colour": colour, "known": self.world.colours}, "CAN-1.1.colour")
        if len(set(said.values())) < len(players):
            raise Refused("CAN-1.1", {"names": tuple(players)}, "CAN-1.1.colours")

    def _same_as_record(self, start: dict[str, Any], wanted: dict[str, Any]) -> None:
        """CAN-9.4: a whole snapshot as a start names the record's own game, players and options."""
        for key, value in wanted.items():
            got = start.pop(key, None)
            if isinstance(got, Mapping) and isinstance(value, dict):
                said = {name: option for name, option in got.items() if option is not None}
                for name, option in {**self._options({}, wanted["players"]), **said}.items():
                    if option != value.get(name):
                        facts = {"field": f"option-{name}", "got": option, "wanted": value.get(name)}
                        raise Refused("CAN-9.4", facts)
            elif got is not None and got != value:
                raise Refused("CAN-9.4", {"field": f"the-{key}", "got": got, "wanted": value})

    def pending(self, state: State) -> list[dict[str, Any]]:
        return [] if state.phase == END else [{"by": self._actor(state), "for": state.phase}]

    def _actor(self, state: State) -> str | None:
        actor = state.actor
        if actor >= 0:
            return state.players[actor]
        return TABLE if actor == THE_TABLE else None

    def snapshot(self, state: State) -> Snapshot:
        return snapshot_of(self.world, state, self.pending(state))

    def view(self, state: State, seat: str | None) -> Snapshot:  # noqa: ARG002
        """Nothing is hidden (CAN-1.4)."""
        return self.snapshot(state)

    def restore(self, snapshot: Mapping[str, Any]) -> State:
        """The state of a whole snapshot that this class wrote."""
        position = convert(snapshot, Position)
        fill_options(self.world, position)
        return state_of(self.world, position)

    # --- typed-in tables ----------------------------------------------------------------------
    def audit(self, snapshot: Mapping[str, Any]) -> list[Violation]:
        position, faults = read_position(self.world, snapshot)
        return faults[:1] if position is None else _broken(self.world, position)

    def warnings(self, snapshot: Mapping[str, Any]) -> list[Violation]:
        """CAN-9.3"""
        from venice_pnp.games.canaletto.position.invariants import left_open  # only a check of a table needs it

        position, faults = read_position(self.world, snapshot)
        refuse(faults)
        assert position is not None
        return list(left_open(position))

    def score(self, snapshot: Mapping[str, Any]) -> dict[str, Any]:
        position, faults = read_position(self.world, snapshot)
        refuse(faults)
        assert position is not None
        refuse(v for v in _broken(self.world, position) if v.rule == "CAN-10.9")
        names = position.players
        money, debt = ([part[name] for name in names] for part in (position.money, position.debt))
        final, winners = scores_of(self.numbers, names, money, debt)
        return {"final": final, "winners": winners}

    # --- moves --------------------------------------------------------------------------------
    def apply(self, state: State, move: Move) -> Step:
        verb: Any = move.get("do")
        by: Any = move.get("by")
        # CAN-6.5: the order of the checks
        try:
            phase, do = PHASE_OF[verb], self._do[verb]
        except (KeyError, TypeError):
            if not isinstance(verb, str):
                raise Refused("CAN-6.1", {"field": "what-is-done"}, "CAN-6.1.missing") from None
            known = self._verbs_now(state) or tuple(VERBS)
            raise Refused("CAN-6.1", {"verb": verb, "known": known}, "CAN-6.1.verb") from None
        if by not in state.players and by != TABLE:
            if by is None:
                raise Refused("CAN-6.1", {"field": "who-makes-it"}, "CAN-6.1.missing")
            raise Refused("CAN-6.1", {"name": by, "players": state.players}, "CAN-6.1.by")
        if phase != state.phase:
            raise self._not_now(state, verb)
        actor = self._actor(state)
        if by != actor:
            if state.phase == AUCTION and by != TABLE and state.players.index(by) in state.passed:
                raise Refused("CAN-7.4", {"player": by})
            facts = {"by": by, "actor": actor}
            raise Refused(
                "CAN-6.3", facts, "CAN-6.3.table" if by == TABLE else "CAN-6.3.alone" if actor == TABLE else ""
            )
        self._check_fields(verb, move)
        return do(state, move)

    def _not_now(self, state: State, verb: str) -> Refused:
        if state.phase == END:
            return Refused("CAN-6.2", {"verb": verb}, "CAN-6.2.end")
        if state.phase == SELL_ORDER:
            facts = {"verb": verb, "player": state.players[state.buyer], "groups": self._named(state.to_sell)}
            return Refused("CAN-6.2", facts, "CAN-6.2.sale")
        facts = {"verb": verb, "phase": state.phase, "legal": self._verbs_now(state)}
        return Refused("CAN-6.2", facts, "CAN-6.2.phase")

    def _verbs_now(self, state: State) -> tuple[str, ...]:
        return tuple(name for name, phase in PHASE_OF.items() if phase == state.phase)

    def _check_fields(self, verb: str, move: Move) -> None:
        fields = VERBS[verb].fields
        if len(move) == 2 + len(fields) and (not fields or fields[0] in move):
            return
        known = (*fields, "drawn") if verb in SETUP_VERBS else fields
        for key in move:
            if key not in known and key not in ("by", "do"):
                facts = {"verb": verb, "field": key, "known": tuple(NEEDED[field] for field in fields)}
                raise Refused("CAN-6.4", facts, "CAN-6.4.unknown" if fields else "CAN-6.4.nothing")
        if not isinstance(move.get("drawn", True), bool):
            raise self._wrong_type("the-mark-drawn", "true-or-false", move["drawn"])
        missing = next((f for f in fields if f not in move), None)
        if missing and verb in SETUP_VERBS:
            raise Refused("CAN-4.14", {"verb": verb, "field": NEEDED[missing]})
        if missing:
            raise Refused("CAN-6.4", {"verb": verb, "field": NEEDED[missing]}, "CAN-6.4.missing")

    def canonical(self, move: Move) -> dict[str, Any]:
        """CAN-6.8: palace numbers become ids before anything is written."""
        said = dict(move)
        if said["do"] == PLACE_GONDOLA:
            said["palace"] = self.palaces[self._palace(said["palace"])]
        elif said["do"] == DISTRIBUTE:
            said["palaces"] = {self.palaces[self._palace(p, key=True)]: list(lot) for p, lot in said["palaces"].items()}
        return said

    # --- set-up -------------------------------------------------------------------------------
    def _distribute(self, state: State, move: Move) -> Step:
        lots = self._lots(move["palaces"])
        least, most = self.numbers.palace_min_at_setup, self.numbers.palace_max
        for palace, lot in zip(self.palaces, lots, strict=True):  # CAN-4.3
            if not least <= len(lot) <= most:
                key = "CAN-4.3.empty" if not lot else "CAN-4.3.many"
                raise Refused("CAN-4.3", {"palace": palace, "n": len(lot), "min": least, "max": most}, key)
        for palace, lot in zip(self.palaces, lots, strict=True):
            twice = next((k for k in lot if lot.count(k) > 1), None)
            if twice is not None:
                raise Refused("CAN-4.4", {"palace": palace, "kind": self.kinds[twice]})
        for kind, size in enumerate(self.sizes):
            laid = sum([lot.count(kind) for lot in lots])
            if laid != size:
                raise Refused("CAN-4.5", {"n": laid, "kind": self.kinds[kind], "size": size})
        after = replace(state, phase=LAY_VALUES, palaces=tuple(tuple(sorted(lot)) for lot in lots))
        return after, [Event("CAN-4.2.laid", {"n": sum(self.sizes)})]

    def _lots(self, said: object) -> list[list[int]]:
        if not isinstance(said, Mapping):
            raise self._wrong_type("the-distribution", "lists-by-palace", said)
        lots: dict[int, list[int]] = {}
        for name, kinds in said.items():
            palace = self._palace(name, key=True)
            if palace in lots:
                raise Refused("CAN-6.4", {"palace": self.palaces[palace]}, "CAN-6.4.twice")
            if not isinstance(kinds, (list, tuple)):
                raise Refused("CAN-6.4", {"palace": self.palaces[palace], "value": kinds}, "CAN-6.4.lot")
            lots[palace] = self._kinds(kinds)
        return [lots.get(p, []) for p in range(len(self.palaces))]

    def _kinds(self, said: Sequence[Any]) -> list[int]:
        for kind in said:
            if not isinstance(kind, str) or kind not in self.kind_number:
                facts = {"value": kind, "nearest": closest(kind, self.kinds), "known": tuple(self.kinds)}
                raise Refused("CAN-6.4", facts, "CAN-6.4.kind" if facts["nearest"] else "CAN-6.4.no-kind")
        return [self.kind_number[kind] for kind in said]

    def _palace(self, said: object, key: bool = False) -> int:
        """CAN-6.8: a palace by its id or its number; a key of JSON is never a number."""
        if key and isinstance(said, str) and said.isascii() and said.isdigit():
            said = int(said[:4])
        if isinstance(said, int) and not isinstance(said, bool) and 1 <= said <= len(self.palaces):
            return said - 1
        if isinstance(said, str) and said in self.palace_number:
            return self.palace_number[said]
        if isinstance(said, str) and said.isdigit():
            raise Refused("CAN-6.4", {"value": said}, "CAN-6.4.quoted")
        facts = {"value": said, "max": len(self.palaces), "nearest": closest(said, self.palaces)}
        raise Refused("CAN-6.4", facts, "CAN-6.4.palace" if facts["nearest"] else "CAN-6.4.no-palace")

    def _wrong_type(self, field: str, wanted: str, value: object) -> Refused:
        return Refused("CAN-6.4", {"field": field, "wanted": wanted, "value": value}, "CAN-6.4.type")

    def _whole(self, field: str, value: object) -> int:
        if isinstance(value, str) and value.isdigit():
            raise Refused("CAN-6.4", {"value": value}, "CAN-6.4.quoted")
        if not isinstance(value, int) or isinstance(value, bool):
            raise Refused("CAN-6.4", {"field": field, "value": value}, "CAN-6.4.number")
        return value

    def _lay_values(self, state: State, move: Move) -> Step:
        said = move["values"]
        if not isinstance(said, (list, tuple)):
            raise self._wrong_type("the-value-rail", "list-of-numbers", said)
        values = tuple(self._whole("one-value", v) for v in said)
        tiles = self.tables.values
        if len(values) != self.numbers.values_laid:  # CAN-4.9
            facts = {"size": self.numbers.values_laid, "n": len(values)}
            raise Refused("CAN-4.9", facts, "CAN-4.9.count")
        for value in values:
            if value not in tiles:
                raise Refused("CAN-4.9", {"value": value, "min": min(tiles), "max": max(tiles)}, "CAN-4.9.range")
            if values.count(value) > 1:
                raise Refused("CAN-4.9", {"value": value}, "CAN-4.9.twice")
        after = replace(state, phase=PLACE_GONDOLA, values=values)
        return after, [Event("CAN-4.8.laid", {"values": values})]

    def _place_gondola(self, state: State, move: Move) -> Step:
        palace = self._palace(move["palace"])
        after = replace(state, phase=CHOOSE_STARTER, column=palace, gondola=palace)
        return after, [Event("CAN-4.10.placed", self._place(palace))]

    def _choose_starter(self, state: State, move: Move) -> Step:
        name = move["player"]
        if not isinstance(name, str) or name not in state.players:
            raise Refused("CAN-6.4", {"name": name, "players": state.players}, "CAN-6.4.player")
        seat = state.players.index(name)
        after = replace(state, phase=AUCTION, round=1, starter=seat, actor=seat)  # CAN-5.4
        return after, [Event("CAN-7.26.starter", {"player": name, "round": 1})]

    def _place(self, palace: int) -> dict[str, Any]:
        return {"palace": self.palaces[palace], "number": palace + 1}

    # --- auction ------------------------------------------------------------------------------
    def highest_bid(self, state: State, seat: int) -> int:
        """CAN-7.13: account + limit of debt - debt; without a limit whatever can be written down."""
        if state.debt_limit == NO_LIMIT:
            return self.numbers.bid_cap
        return state.money[seat] + self.numbers.debt_max - state.debt[seat]

    def offered_bids(self, state: State) -> range:
        """All that are legal; without a limit those within the track, and at least once round the ring."""
        seat, low = state.actor, self.lowest_bid(state)
        high = self.highest_bid(state, seat)
        if state.debt_limit == NO_LIMIT:
            track = state.money[seat] + self.numbers.debt_max - state.debt[seat]
            high = min(high, max(track, low + len(self.palaces) - 1))
        return range(low, high + 1)

    def lowest_bid(self, state: State) -> int:
        more, least = state.high_bid + 1, self.numbers.min_bid  # CAN-7.2, CAN-7.1
        return more if more > least else least

    def may_bribe(self, state: State, seat: int) -> bool:
        """CAN-7.15 to CAN-7.17"""
        return state.bribe[seat] and state.high_bidder != NOBODY and state.high_bid <= self.numbers.bribe_max_bid

    def why_no_bribe(self, state: State, seat: int) -> Refused | None:
        if not state.bribe[seat]:
            return Refused("CAN-7.15", {"player": state.players[seat]})
        if state.high_bidder == NOBODY:
            return Refused("CAN-7.16")
        if state.high_bid > self.numbers.bribe_max_bid:
            return Refused("CAN-7.17", {"high": state.high_bid, "max": self.numbers.bribe_max_bid})
        return None

    def _bid(self, state: State, move: Move) -> Step:
        amount = self._whole("one-bid", move["amount"])
        seat, cap = state.actor, self.numbers.bid_cap
        if amount > cap and state.debt_limit == NO_LIMIT:
            raise Refused("CAN-6.4", {"amount": amount, "max": cap}, "CAN-6.4.high")
        if amount < self.numbers.min_bid:
            raise Refused("CAN-7.1", {"amount": amount, "min": self.numbers.min_bid})
        if amount <= state.high_bid:
            bidder = state.players[state.high_bidder]
            facts = {"amount": amount, "high": state.high_bid, "bidder": bidder, "min": state.high_bid + 1}
            raise Refused("CAN-7.2", facts)
        if amount > self.highest_bid(state, seat):
            raise self._too_high(state, seat, amount)
        steps = amount - state.high_bid
        gondola = (state.column + amount) % len(self.palaces)  # CAN-3.6, CAN-7.3
        key = "CAN-5.18.still" if self.gondola_free(state) else "CAN-5.18.gondola"
        events = [Event(key, {"n": steps, "bid": amount, **self._place(gondola)})]
        if len(state.passed) == len(state.players) - 1:  # CAN-7.7: the last one buys at once
            bid = replace(state, high_bid=amount, high_bidder=seat, gondola=gondola)
            return self._settle(bid, seat, amount, events)
        actor = self._next(state.players, state.passed, seat)
        return replace(state, high_bid=amount, high_bidder=seat, gondola=gondola, actor=actor), events

    def _too_high(self, state: State, seat: int, amount: int) -> Refused:
        most = self.highest_bid(state, seat)
        facts: dict[str, Any] = {"player": state.players[seat], "money": state.money[seat], "max": most}
        facts |= {"limit": self.numbers.debt_max, "debt": state.debt[seat], "amount": amount}
        if most < self.lowest_bid(state):
            return Refused("CAN-7.13", facts, "CAN-7.13.none")
        return Refused("CAN-7.13", {**facts, "debt": state.debt[seat] + amount - state.money[seat]})

    def _next(self, players: tuple[str, ...], passed: tuple[int, ...], seat: int) -> int:
        """CAN-7.5: the next player clockwise who has not passed."""
        count = len(players)
        seat = (seat + 1) % count
        while seat in passed:
            seat = (seat + 1) % count
        return seat

    def _pass(self, state: State, _move: Move) -> Step:
        seat = state.actor
        passed = tuple(sorted((*state.passed, seat)))
        events = [Event("CAN-7.4.out", {"player": state.players[seat]})]
        if len(passed) == len(state.players):
            return self._unsold(replace(state, passed=passed), events)
        if len(passed) == len(state.players) - 1 and state.high_bidder != NOBODY:  # CAN-7.6
            return self._settle(replace(state, passed=passed), state.high_bidder, state.high_bid, events)
        return replace(state, passed=passed, actor=self._next(state.players, passed, seat)), events

    def _unsold(self, state: State, events: list[Event]) -> Step:
        """CAN-7.8: nobody bid."""
        unsold = state.unsold_rounds + 1
        events.append(Event("CAN-7.8.unsold", self._place(state.column)))
        state = replace(state, unsold_rounds=unsold)
        if unsold == sum(1 for lot in state.palaces if lot):
            return self._finish(state, events, "CAN-8.4")
        return self._next_round(state, (state.column + 1) % len(self.palaces), NOBODY, events)

    def _bribe(self, state: State, _move: Move) -> Step:
        seat = state.actor
        no = self.why_no_bribe(state, seat)
        if no:
            raise no
        events = [Event("CAN-7.18.bribe", {"player": state.players[seat]})]
        return self._settle(replace(state, bribe=put(state.bribe, seat, False)), seat, None, events)

    # --- settlement, in the order of CAN-7.23 ---------------------------------------------------
    def _settle(self, state: State, buyer: int, price: int | None, events: list[Event]) -> Step:
        lot = state.palaces[state.column]
        name = state.players[buyer]
        taken = tuple(sorted(state.artworks[buyer] + lot))
        facts = {"player": name, "artworks": self._named(lot), **self._place(state.column)}
        events.append(Event("CAN-7.9.takes", facts))
        money, debt = state.money, state.debt
        if price is not None:  # CAN-7.10, CAN-7.11: the account first, the rest becomes debt
            paid = min(price, money[buyer])
            after = add(money, buyer, -paid)
            events.append(Event("CAN-7.10.pays", {"player": name, "price": price}))
            self._markers(name, money[buyer], after[buyer], events)
            if price > paid:
                debt = add(debt, buyer, price - paid)
                facts, most = {"player": name, "more": price - paid, "debt": debt[buyer]}, self.numbers.track_max
                on_track = debt[buyer] <= most
                events.append(
                    Event("CAN-7.11.debt", facts) if on_track else Event("CAN-7.11.beyond", {**facts, "max": most})
                )
            money = after
        palaces = put(state.palaces, state.column, ())
        left = set().union(*palaces)
        complete_now = tuple([k for k in lot if k not in left])  # CAN-7.19
        state = replace(
            state,
            palaces=palaces,
            artworks=put(state.artworks, buyer, taken),
            money=money,
            debt=debt,
            unsold_rounds=0,
        )
        if len(complete_now) > 1:  # CAN-7.22: the buyer names the order
            events.append(Event("CAN-7.22.asks", {"player": name, "groups": self._named(complete_now)}))
            return replace(state, phase=SELL_ORDER, actor=buyer, buyer=buyer, to_sell=complete_now), events
        return self._after_sale(state, buyer, complete_now, events)

    def _markers(self, name: str, before: int, after: int, events: list[Event]) -> None:
        """CAN-7.28: how the markers of an account move."""
        if before == after:
            return
        (old_tens, old_field), (tens, field) = self.markers(before), self.markers(after)
        facts = {"player": name, "before": old_field, "field": field, "tens": tens, "money": after}
        key = "tens" if tens is not None else "off" if old_tens is not None else "single"
        events.append(Event(f"CAN-7.28.{key}", facts))

    def markers(self, account: int) -> tuple[int | None, int]:
        """CAN-7.28: fields of the tens marker (None: not on the track) and of the money marker."""
        return (None, account) if account <= self.numbers.track_max else divmod(account, 10)

    def _named(self, kinds: Sequence[int]) -> tuple[str, ...]:
        return tuple([self.kinds[k] for k in kinds])

    def _sell_order(self, state: State, move: Move) -> Step:
        said = move["groups"]
        if not isinstance(said, (list, tuple)):
            raise self._wrong_type("the-order-of-sale", "list-of-artworks", said)
        order = tuple(self._kinds(said))
        for kind in order:
            if kind not in state.to_sell or order.count(kind) > 1:
                facts = {"kind": self.kinds[kind], "groups": self._named(state.to_sell)}
                raise Refused("CAN-7.22", facts, "CAN-7.22.twice" if kind in state.to_sell else "CAN-7.22.other")
        if len(order) < len(state.to_sell):
            raise Refused("CAN-7.22", {"groups": self._named(state.to_sell)})
        buyer = state.buyer
        return self._after_sale(replace(state, phase=AUCTION, buyer=NOBODY, to_sell=()), buyer, order, [])

    def _after_sale(self, state: State, buyer: int, groups: Lot, events: list[Event]) -> Step:
        for kind in groups:
            state = self._resell(state, kind, events)
        if len(set().union(*state.palaces)) <= self.numbers.end_kinds:  # CAN-8.1, CAN-8.2
            return self._finish(state, events, "CAN-8.1")
        return self._next_round(state, state.gondola, buyer, events)

    def _resell(self, state: State, kind: int, events: list[Event]) -> State:
        """CAN-7.20, CAN-7.21: every owner gets the next value for each piece."""
        value = state.values[len(state.sold)]
        owned = [lot.count(kind) for lot in state.artworks]
        money = tuple([m + value * n for m, n in zip(state.money, owned, strict=True)])
        names = tuple([f"{p} {value * n}" for p, n in zip(state.players, owned, strict=True) if n])
        facts = {"value": value, "kind": self.kinds[kind], "income": names, "space": len(state.sold) + 1}
        events.append(Event("CAN-7.20.sold", facts))
        for name, before, after in zip(state.players, state.money, money, strict=True):
            self._markers(name, before, after, events)
        kept = tuple([tuple([k for k in lot if k != kind]) for lot in state.artworks])
        return replace(state, money=money, artworks=kept, sold=(*state.sold, kind))

    def _finish(self, state: State, events: list[Event], rule: str) -> Step:
        """CAN-8.3, CAN-8.5 to CAN-8.7."""
        over = replace(state, phase=END, actor=NOBODY)
        final, winners = scores_of(self.numbers, over.players, over.money, over.debt)
        events.append(Event(f"{rule}.over", {"n": self.numbers.end_kinds}))
        key = "CAN-8.7.shared" if len(winners) > 1 else "CAN-8.6.wins"
        facts = {"player": tuple(winners), "final": max(final.values())}
        events.append(Event(key, facts))
        return over, events

    def landing(self, palaces: Sequence[Lot], at: int) -> int:
        """CAN-7.24: the first palace with artworks from here on."""
        while not palaces[at]:
            at = (at + 1) % len(palaces)
        return at

    def _next_round(self, state: State, gondola: int, buyer: int, events: list[Event]) -> Step:
        at = self.landing(state.palaces, gondola)
        if at != state.gondola:
            events.append(Event("CAN-7.24.on", self._place(at)))
        events.append(Event("CAN-7.25.column", self._place(at)))
        starter = (state.starter + 1) % len(state.players)  # CAN-7.26
        if state.next_starter == WINNER and buyer != NOBODY:
            starter = buyer
        events.append(Event("CAN-7.26.starter", {"player": state.players[starter], "round": state.round + 1}))
        after = replace(
            state,
            round=state.round + 1,
            starter=starter,
            actor=starter,
            column=at,
            gondola=at,
            high_bid=0,
            high_bidder=NOBODY,
            passed=(),
        )
        return after, events

    # --- what may be done, and what would follow ------------------------------------------------
    def legal(self, state: State, seat: str) -> Iterable[dict[str, Any]]:
        if state.phase == END or seat != self._actor(state):
            return []
        if state.phase == AUCTION:
            others = ("pass", "bribe") if self.may_bribe(state, state.actor) else ("pass",)
            return offers(seat, self.offered_bids(state), others)
        if state.phase == SELL_ORDER:
            orders = permutations(self._named(state.to_sell))
            return [{"by": seat, "do": "sell-order", "groups": list(order)} for order in orders]
        return self._legal_setup(state)

    def _legal_setup(self, state: State) -> list[dict[str, Any]]:
        reference, phase = self.tables.reference, state.phase
        move: dict[str, Any] = {"by": TABLE, "do": phase}
        if phase == DISTRIBUTE:
            return [{**move, "palaces": {p: list(lot) for p, lot in reference.palaces.items()}}]
        if phase == LAY_VALUES:
            return [{**move, "values": list(reference.values)}]
        if phase == PLACE_GONDOLA:
            return [{**move, "palace": p} for p in self.palaces]
        return [{**move, "player": name} for name in state.players]

    def draw(self, state: State, below: Below) -> dict[str, Any]:
        """CAN-4.13: the outcome of a set-up move, by chance."""
        move: dict[str, Any] = {"by": TABLE, "do": state.phase}
        if state.phase == DISTRIBUTE:
            move["palaces"] = self._deal(below)
        elif state.phase == LAY_VALUES:
            move["values"] = _shuffled(self.tables.values, below)[: self.numbers.values_laid]
        elif state.phase == PLACE_GONDOLA:
            move["palace"] = self.palaces[below(len(self.palaces))]
        elif state.phase == CHOOSE_STARTER:
            move["player"] = state.players[below(len(state.players))]
        return {**move, "drawn": True}

    def _deal(self, below: Below) -> dict[str, list[str]]:
        pieces = _shuffled([k for k, size in enumerate(self.sizes) for _ in range(size)], below)
        lots = [[kind] for kind in pieces[: len(self.palaces)]]
        most = self.numbers.palace_max
        for kind in pieces[len(self.palaces) :]:
            open_to = [lot for lot in lots if kind not in lot and len(lot) < most]
            open_to[below(len(open_to))].append(kind)
        return {p: list(self._named(sorted(lot))) for p, lot in zip(self.palaces, lots, strict=True)}

    def gondola_free(self, state: State) -> bool:
        """CAN-7.27: does it not matter where the gondola stands? Not while many kinds are left: a lot holds few."""
        most = self.numbers.palace_max
        if len(self.kinds) - len(state.sold) - most > max(self.numbers.end_kinds, most):
            return False
        return gondola_free(state.palaces, state.column, self.numbers.end_kinds)

    def completes(self, state: State) -> tuple[int, ...]:
        """CAN-5.15: the kinds of the lot that lie in no other palace."""
        left = {k for p, lot in enumerate(state.palaces) if p != state.column for k in lot}
        return tuple(k for k in state.palaces[state.column] if k not in left)

    def preview(self, state: State, bid: int) -> dict[str, Any]:
        """CAN-5.17: what a bid of the player to act would lead to, if it bought the lot."""
        after = put(state.palaces, state.column, ())
        lands = (state.column + bid) % len(self.palaces)
        ends = len({k for lot in after for k in lot}) <= self.numbers.end_kinds
        at = NOBODY if ends else self.landing(after, lands)
        account = max(0, state.money[state.actor] - bid)
        debt = state.debt[state.actor] + max(0, bid - state.money[state.actor])
        return {
            "bid": bid,
            "lands": self.palaces[lands],
            "next": None if ends else self.palaces[at],
            "artworks": [] if ends else list(self._named(after[at])),
            "completes": list(self._named(self.completes(state))),
            "account": account,
            "debt": debt,
            "debt-cost": debt * self.numbers.debt_factor,
            "ends": ends,
        }

    def destinations(self, state: State) -> list[dict[str, Any]]:
        """CAN-5.14: where each of the next bids leads, once round the ring."""
        low = state.high_bid + 1
        return [self.preview(state, bid) for bid in range(low, low + len(self.palaces))]


def _shuffled(items: Sequence[int], below: Below) -> list[int]:
    rest = list(items)
    return [rest.pop(below(len(rest))) for _ in range(len(rest))]
