"""From names, options and a typed-in table to a desk (sections 4 and 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from venice_pnp.contract.play import TABLE, Refused, Violation
from venice_pnp.games.venetia.position.shape import RESERVED, faults_of, plain, violation
from venice_pnp.games.venetia.position.snapshots import NONE, UNSEEN
from venice_pnp.games.venetia.rules import state as s
from venice_pnp.games.venetia.rules.elections import count_votes, release_card
from venice_pnp.games.venetia.rules.holding import can_name, take_out
from venice_pnp.games.venetia.rules.scoring import END, END_PARTS, PARTS, best
from venice_pnp.games.venetia.rules.state import (
    NOBODY,
    NOWHERE,
    UNKNOWN,
    Ballot,
    Desk,
    Line,
    Row,
    Seats,
    Turn,
    seats_of,
)
from venice_pnp.games.venetia.rules.world import World

Table = Mapping[str, Any]
NEEDED = {  # what a phase cannot do without
    s.THREAT: ("threats", "occasion"),
    s.VETO: ("threats", "occasion", "card"),
    s.DRAW: ("draw", "then"),
    s.SCORING: ("then",),
}


class Unreadable(Exception):
    """A typed-in table without the right form."""

    def __init__(self, faults: Sequence[Violation]) -> None:
        self.faults = list(faults)
        super().__init__(", ".join(fault.key for fault in faults))


def begin(world: World, players: Sequence[str], options: Mapping[str, Any], start: Table | None) -> Desk:
    """The table before anything follows by itself. Raises Refused."""
    from venice_pnp.games.venetia.position.audit import broken

    try:
        desk = read_table(world, players, options, start)
    except Unreadable as unreadable:
        first = unreadable.faults[0]
        raise Refused(first.rule, first.facts, first.key) from None
    for found in broken(world, desk, start or {}):
        raise Refused(found.rule, found.facts, found.key)
    return desk


def read_table(world: World, players: Sequence[str], options: Mapping[str, Any], start: Table | None) -> Desk:
    """A desk as typed in, whatever its invariants. Raises Unreadable, or Refused for players and options."""
    check_players(world, players)
    table = plain({} if start is None else start)
    faults = faults_of(world, players, table) if table != {} else []
    if faults:
        raise Unreadable(faults)
    if list(table.get("players", players)) != list(players):
        raise Unreadable([violation("players", "players", table["players"], list(players))])
    return Reading(world, _seats(world, players, options, table), table).desk()


def check_players(world: World, players: Sequence[str]) -> None:
    """VTA-1, 6.3"""
    if len(players) not in world.players:
        raise Refused(
            "VTA-4.1", {"n": len(players), "min": world.players[0], "max": world.players[-1]}, "VTA-4.1.count"
        )
    for at, name in enumerate(players):
        if not isinstance(name, str) or not name.strip() or name in players[:at]:
            raise Refused("VTA-4.1", {"name": name}, "VTA-4.1.name")
        if name in (TABLE, NONE, *RESERVED):
            raise Refused("VTA-6.3", {"name": name})


def _seats(world: World, players: Sequence[str], options: Mapping[str, Any], table: Table) -> Seats:
    """Options as the table was opened with, or as the snapshot says."""
    for option in options:
        if option not in (*world.options, "colours"):
            raise Refused("VTA-6.2", {"option": option, "known": list(world.options)}, "VTA-6.2.option")
    typed = table.get("options", {})
    chosen = {}
    for option in world.options:
        value = options.get(option, typed.get(option, False))
        if type(value) is not bool:
            raise Refused("VTA-6.2", {"option": option, "value": value}, "VTA-6.2.switch")
        if option in options and typed.get(option, value) != value:
            raise Unreadable([violation(f"options.{option}", "one-of", typed[option], (value,))])
        chosen[option] = value
    colours = _colours(world, players, options.get("colours"), table)
    return seats_of(players, colours, chosen["city"], chosen["veto"], chosen["early-kingdoms"])


def _colours(world: World, players: Sequence[str], wanted: Any, table: Table) -> list[str]:
    """VTA-2.1: as chosen, as typed in, or by seat."""
    houses = table.get("houses", {})
    if wanted is None:
        wanted = {name: house["colour"] for name, house in houses.items() if "colour" in house}
        free = [colour for colour in world.colours if colour not in wanted.values()]
        by_seat = world.colours if not wanted else free
        wanted = {
            name: wanted.get(name, by_seat[at % len(by_seat)] if by_seat else "") for at, name in enumerate(players)
        }
    right = isinstance(wanted, Mapping) and set(wanted) == set(players)
    values = list(wanted.values()) if right else []
    if (
        not right
        or any(not isinstance(v, str) or v not in world.colours for v in values)
        or len(set(values)) < len(values)
    ):
        raise Refused("VTA-2.1", {"players": list(players), "known": list(world.colours)})
    return [wanted[name] for name in players]


class Reading:
    """Reads one table of the right form."""

    def __init__(self, world: World, seats: Seats, table: Table) -> None:
        self.world, self.seats, self.table = world, seats, table
        self.n = len(seats.names)
        self.phase: str = table.get("phase", s.FIRST_DOGE)
        self.pending: Table = table.get("pending", {})

    def need(self, path: str) -> Any:
        raise Unreadable([violation(path, "missing")])

    def player(self, name: Any) -> int:
        return NOBODY if name is None else self.seats.number[name]

    def desk(self) -> Desk:
        world, table, pending = self.world, self.table, self.pending
        power, doge = table.get("power", {}), table.get("doge", {})
        city = table.get("city", {})
        desk = Desk(
            seats=self.seats,
            phase=self.phase,
            active=self.player(table.get("active")),
            epoch=table.get("epoch", 1),
            venice=0,
            enemy=power.get("enemy", world.numbers.enemy_start),
            eighth=power.get("eighth", False),
            met=power.get("met", False),
            doge=self.player(doge.get("player")),
            doge_card=doge.get("family", 0),
            markers=doge.get("markers", 0),
            shame=self.player(table.get("shame")),
            pool=tuple(tuple(sorted(table.get("pool", {}).get(kind, ()))) for kind in world.types),
            turn=self._turn(),
            threats=pending.get("threats", 0),
            occasion=pending.get("occasion", ""),
            vetoed=pending.get("vetoed", False),
            threat=NOWHERE,
            draws=tuple(self.seats.number[name] for name in pending.get("draw", ())),
            draw_to=s.ANY if self.phase == s.DRAW else "",
            draw_then="",
            seen=UNKNOWN,
            claim=pending.get("claim", False),
            ballots=(None,) * self.n,
            final=pending.get("then") == s.FINAL,
            drawn=tuple(world.district_number[d] for d in pending.get("districts", ())),
            votes=(),
            tied=(),
            reveal=(),
            after="",
            influence=self._influence("colonies", world.colonies),
            podesta=tuple(self.player(table.get("colonies", {}).get(c, {}).get("podesta")) for c in world.colonies),
            sea_influence=self._influence("seas", world.seas),
            control=tuple(int(self._sea(sea).get("control", False)) for sea in world.seas),
            fleets=self._fleets(),
            kingdoms=self._kingdoms(),
            used=tuple(world.threat_number[card] for card in table.get("threats-used", ())),
            discard=self._cards(table.get("discard", ())),
            ducats=self._stock(city, "ducats"),
            new=self._stock(city, "new"),
            grey=self._stock(city, "grey"),
            aside=tuple(world.district_number[d] for d in table.get("districts-aside", ())),
            family=(),
            hand=(),
            box=(),
            treaties=(),
            vp=(),
            doge_vp=(0,) * self.n,
            score=(),
            sheet=(),
            winners=tuple(self.seats.number[name] for name in table.get("winners", ())),
        )
        self._houses(desk)
        derived = world.numbers.venice_start + sum(desk.control) + sum(owner != NOBODY for owner in desk.podesta)
        desk.venice = power.get("venice", 0 if desk.met else derived)  # VTA-9.2
        self._fit_phase(desk)
        return desk

    # --- parts ------------------------------------------------------------------------------------
    def _turn(self) -> Turn | None:
        world, typed = self.world, self.table.get("turn")
        if self.phase not in s.TURN_PHASES or typed is None:
            return None
        at = typed.get("at")
        colonies = len(world.colonies)
        spot = NOWHERE if at is None else world.colony_number.get(at, colonies + world.sea_number.get(at, 0))
        return Turn(
            type=world.type_number[typed["type"]],
            value=typed["value"],
            ap=typed.get("ap", typed["value"]),
            spent=typed.get("spent", False),
            route=tuple(world.sea_number[sea] for sea in typed.get("route", ())),
            trade=tuple(world.colony_number[c] for c in typed.get("trade", ())),
            politics=world.colony_number.get(typed.get("politics", ""), NOWHERE),
            tiles=tuple(world.tile_number[str(tile)] for tile in typed.get("tiles", ())),
            attacks=typed.get("attacks", 0),
            bonus=tuple(typed.get("bonus", ())),
            peace=typed.get("peace", False),
            card=world.card_number.get(typed.get("card", ""), UNKNOWN),
            replaced=typed.get("replaced", False),
            at=spot,
        )

    def _influence(self, part: str, places: Sequence[str]) -> Row:
        typed = self.table.get(part, {})
        return tuple(typed.get(place, {}).get(name, 0) for place in places for name in self.seats.names)

    def _sea(self, sea: str) -> Table:
        found: Table = self.table.get("seas", {}).get(sea, {})
        return found

    def _fleets(self) -> Row:
        """VTA-4.7: with the option there are some at the start."""
        early = self.world.early_fleets if self._early("seas") else {}
        return tuple(self._sea(name).get("fleets", early.get(sea, 0)) for sea, name in enumerate(self.world.seas))

    def _kingdoms(self) -> Row:
        typed, number = self.table.get("kingdoms", {}), self.world.kingdom_number
        early = self.world.early_kingdoms if self._early("kingdoms") else {}
        return tuple(
            number[typed[name]] if name in typed else early.get(region, NOWHERE)
            for region, name in enumerate(self.world.regions)
        )

    def _early(self, part: str) -> bool:
        return self.seats.early and part not in self.table

    def _cards(self, typed: Sequence[str]) -> Row:
        return tuple(UNKNOWN if card == UNSEEN else self.world.card_number[card] for card in typed)

    def _stock(self, city: Table, kind: str) -> Row:
        return tuple(
            city.get(district, {}).get(name, {}).get(kind, 0)
            for district in self.world.districts
            for name in self.seats.names
        )

    def _houses(self, desk: Desk) -> None:
        world, typed = self.world, self.table.get("houses", {})
        rows = [typed.get(name, {}) for name in self.seats.names]
        hand = (UNSEEN,) * world.numbers.hand
        desk.family = tuple(self._family(desk, player, row) for player, row in enumerate(rows))
        desk.hand = tuple(self._cards(row.get("hand", hand)) for row in rows)
        desk.box = tuple(self._cards(row.get("box", ())) for row in rows)
        desk.treaties = tuple(tuple(world.kingdom_number[k] for k in row.get("treaties", ())) for row in rows)
        desk.vp = tuple(tuple(s.HIDDEN if v == UNSEEN else v for v in row.get("vp", ())) for row in rows)
        desk.doge_vp = tuple(row.get("doge-vp", 0) for row in rows)
        desk.sheet = tuple(tuple(map(_line, row.get("sheet", ()))) for row in rows)
        desk.score = tuple(
            row.get("score", sum(line.sum for line in lines)) for row, lines in zip(rows, desk.sheet, strict=True)
        )

    def _family(self, desk: Desk, player: int, row: Table) -> Row:
        """VTA-9.2: the doge's card is not also in his hand."""
        if "family" in row:
            return tuple(sorted(row["family"]))
        lies = desk.doge_card if player == desk.doge else 0
        return tuple(value for value in self.world.numbers.family if value != lies)

    # --- what the phase needs -----------------------------------------------------------------------
    def _fit_phase(self, desk: Desk) -> None:
        phase, pending = self.phase, self.pending
        if phase != s.FIRST_DOGE and desk.doge == NOBODY and phase != s.CHOOSE_DOGE:
            self.need("doge.player")
        if phase not in (s.FIRST_DOGE, s.OVER, s.CHOOSE_DOGE) and desk.active == NOBODY:
            self.need("active")
        if phase == s.FIRST_DOGE and (desk.doge != NOBODY or desk.active != NOBODY):
            raise Unreadable([violation("phase", "first-doge", phase)])
        if phase in s.TURN_PHASES and desk.turn is None:
            self.need("turn")
        for key in NEEDED.get(phase, ()):
            if key not in pending:
                self.need(f"pending.{key}")
        getattr(self, "_fit_" + phase.replace("-", "_"), _fits)(desk)

    def _wrong(self, key: str) -> Unreadable:
        return Unreadable([violation(f"pending.{key}", "one-of", self.pending.get(key))])

    def _fit_threat(self, _desk: Desk) -> None:
        if not 0 < self.pending["threats"] <= sum(self.world.tile_count):
            raise self._wrong("threats")

    def _fit_veto(self, desk: Desk) -> None:
        self._fit_threat(desk)
        desk.threat = self.world.threat_number.get(self.pending["card"], NOWHERE)
        right = desk.threat != NOWHERE and desk.threat not in desk.used and desk.markers > 0 and not desk.vetoed
        if not right or not self.seats.veto:
            raise self._wrong("card")

    def _fit_draw(self, desk: Desk) -> None:
        desk.draw_then, desk.draw_to = self.pending["then"], self.pending.get("to", s.ANY)
        if desk.draw_then not in (s.MARKER, s.ACTION):
            raise self._wrong("then")
        if "card" in self.pending and self.pending["card"] != UNSEEN:
            desk.seen = self.world.card_number.get(self.pending["card"], UNKNOWN)
            if desk.seen == UNKNOWN or not desk.draws:
                raise self._wrong("card")

    def _fit_action(self, desk: Desk) -> None:
        if desk.at_turn().at != NOWHERE:
            raise Unreadable([violation("turn.at", "one-of", self.table["turn"]["at"], (NONE,))])

    _fit_marker = _fit_action

    def _fit_tile(self, desk: Desk) -> None:
        turn = desk.at_turn()
        sea = turn.at - len(self.world.colonies)
        kind = self.world.types[turn.type]
        if turn.at == NOWHERE or kind != "military" or (sea >= 0 and not desk.fleets[sea]):
            raise Unreadable([violation("turn.at", "one-of", self.table["turn"].get("at"))])

    def _fit_scoring(self, desk: Desk) -> None:
        desk.after = self.pending["then"]
        if desk.after not in (s.NEXT, s.TO_ROLL):
            raise self._wrong("then")
        desk.reveal = tuple(player for player, markers in enumerate(desk.vp) if s.HIDDEN in markers)

    def _fit_first_doge(self, desk: Desk) -> None:
        self._ballots(desk)

    def _fit_election(self, desk: Desk) -> None:
        release_card(self.world, desk)
        self._ballots(desk)

    def _fit_districts(self, desk: Desk) -> None:
        self._ballots(desk)
        if None in desk.ballots or not self.seats.city or desk.drawn:
            raise self._wrong("candidates")

    def _fit_choose_doge(self, desk: Desk) -> None:
        """Votes and tie follow from the candidates."""
        self._ballots(desk)
        city = self.seats.city and desk.doge != NOBODY
        if None in desk.ballots or bool(desk.drawn) != city:
            raise self._wrong("candidates")
        if city and (len(desk.drawn) != self.world.numbers.districts_drawn or len(set(desk.drawn)) != len(desk.drawn)):
            raise self._wrong("districts")
        if count_votes(self.world, desk, []) != NOBODY:
            raise self._wrong("tied")

    def _ballots(self, desk: Desk) -> None:
        """Sealed candidates that could have been submitted; one that is hidden is asked for again."""
        found: list[Ballot | None] = [None] * self.n
        for name, typed in self.pending.get("candidates", {}).items():
            if typed == UNSEEN:
                continue
            player = self.seats.number[name]
            ballot = Ballot(typed["family"], tuple(self.world.card_number[card] for card in typed.get("cards", ())))
            pile = desk.hand[player] if desk.doge == NOBODY else desk.box[player]
            right = ballot.family in desk.family[player]
            for card in ballot.cards:
                right = right and can_name(desk, player, pile, card)
                pile = take_out(pile, card) if right else pile
            if not right:
                raise self._wrong("candidates")
            found[player] = ballot
            desk.ballots = tuple(found)

    def _fit_over(self, desk: Desk) -> None:
        if not desk.winners:
            desk.winners = best(desk)


def _fits(_desk: Desk) -> None:
    """Nothing more is needed."""


def _line(typed: Table) -> Line:
    if typed["epoch"] == "end":
        return Line(END, tuple(typed.get(part, 0) for part in END_PARTS))
    return Line(typed["epoch"], tuple(typed.get(part, 0) for part in PARTS))
