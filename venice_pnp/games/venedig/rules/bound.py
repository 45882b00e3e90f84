"""The rules of Venedig, as the referee asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from venice_pnp.contract.play import DEALT, TABLE, Below, Event, Move, Refused, RulesBase, Snapshot, Verb, Violation
from venice_pnp.contract.position import SEATS, once_each, refuse, shown
from venice_pnp.games.venedig.position.convert import FORM_RULE, read_position, snapshot_of, state_of
from venice_pnp.games.venedig.position.model import Position
from venice_pnp.games.venedig.rules import building, cards, flow, gold, hidden, laying, turns
from venice_pnp.games.venedig.rules.forms import RULE, VERBS, read_move
from venice_pnp.games.venedig.rules.state import DRAIN, DRAW, HALT, LAST_EXCHANGE, Desk, State
from venice_pnp.games.venedig.rules.world import World
from venice_pnp.kit.models import Kit


class Rules(RulesBase):
    """Venedig, bound to a kit."""

    verbs: Mapping[str, Verb] = VERBS
    unordered: frozenset[str] = frozenset()  # VEN-9.2
    form_rule = RULE

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.world = World(kit)
        self.buildings = self.world.kinds

    @property
    def shuffles(self) -> Rules:
        return self

    @property
    def hands(self) -> Rules:
        return self

    def setup(self, players: Sequence[str], options: Mapping[str, Any], start: Mapping[str, Any] | None) -> State:
        world, typed = self.world, {} if start is None else start
        position = self._read(players, typed)
        position.options.deck = self._deck(options, position)
        desk = state_of(world, position)
        if typed and set(typed) != {DEALT}:  # how a game begins is sound
            refuse(_broken(world, position, desk))
        secret = position.secret
        if secret is not UNSET and secret.is_to_be_dealt():
            desk.secret = hidden.dealt(world, desk, str(secret.seed))
        elif desk.secret is not None and not hidden.fits(world, desk, desk.secret):
            raise Refused(FORM_RULE, {}, f"{FORM_RULE}.secret")
        return desk

    def _read(self, players: Sequence[Any], typed: Any) -> Position:
        position, faults = read_position(self.world, players, typed)
        refuse(faults)
        assert position is not None
        return position

    def _deck(self, options: Mapping[str, Any], position: Position) -> str:
        """VEN-2.2"""
        rule, known, laid = "VEN-2.2", list(self.world.decks), position.options.deck
        for option in options:
            if option != "deck":
                raise Refused(rule, {"option": option, "known": ["deck"]}, f"{rule}.option")
        deck = options.get("deck", laid or self.world.tables.options.deck.default)
        if deck not in known:
            raise Refused(rule, {"deck": deck, "known": known}, f"{rule}.deck")
        if laid is not UNSET and laid != deck:
            raise Refused(rule, {"deck": deck, "laid": laid}, f"{rule}.other")
        return str(deck)

    def pending(self, state: State) -> list[dict[str, Any]]:
        return turns.awaited(state)

    def apply(self, state: State, move: Move) -> tuple[State, list[Event]]:
        world = self.world
        verb, player, about = read_move(world, state.seats, move)
        if verb == "reveal" and about is None and state.secret is None:
            raise Refused(RULE, {"verb": verb, "key": "card"}, f"{RULE}.no-card")
        desk = replace(state)  # for hands to work on; a table between two moves stays as it is
        told: list[Event] = []
        if verb == "build":
            due = turns.due_for(world, desk, player, about)
            site = building.check_build(world, desk, due, about)
            if building.build(world, desk, due, about, site, told):
                flow.after_building(world, desk, told)
        else:
            turns.check_turn(world, desk, verb, player)
            DOINGS[verb](world, desk, player, about, told)
        return desk, told

    @cached_property
    def legal(self) -> Callable[[State, str], Iterable[dict[str, Any]]]:
        """Moves of a seat; what they are looked up in is made when they are asked for: a screen needs none."""
        from venice_pnp.games.venedig.rules.legal import Menu  # a screen needs none

        return Menu(self.world).moves

    def draw(self, state: State, _below: Below) -> dict[str, Any]:
        """The table itself is never awaited; of all that a seed decides only this is written down (VEN-5.13)."""
        if state.secret is None:
            raise Refused("VEN-6.2", {"verb": "draw", "player": TABLE}, "VEN-6.2.table")
        card = self.world.kinds[state.secret.pile[0]]
        return {"by": state.seats.names[state.turn], "do": "reveal", "card": card, "drawn": True}

    def completed(self, state: State, move: Move) -> dict[str, Any]:
        """A `reveal` with the card that the seed gives; whoever names one himself would ask what lies on top."""
        if move.get("do") != "reveal" or state.secret is None or move.get("drawn"):
            return dict(move)
        if "card" in move:
            raise Refused("VEN-7.46", {}, "VEN-7.46.named")
        return {**move, "card": self.world.kinds[state.secret.pile[0]], "drawn": True}

    def dealt(self, start: Mapping[str, Any] | None, seed: str) -> dict[str, Any]:
        """The start of a table on which the referee deals."""
        return {**(start or {}), "secret": {"seed": seed}}

    def dealt_on(self, state: State, start: Mapping[str, Any], seed: str) -> dict[str, Any]:
        """The start of a corrected table: what lay hidden stays, and only what has come is dealt."""
        if state.secret is None:
            return self.dealt(start, seed)
        desk = self.setup(state.seats.names, {"deck": state.seats.deck}, start)
        return {
            **start,
            "secret": self.snapshot(replace(desk, secret=hidden.kept(self.world, desk, state.secret, seed)))["secret"],
        }

    def snapshot(self, state: State) -> Snapshot:
        return snapshot_of(self.world, state)

    def view(self, state: State, seat: str | None) -> Snapshot:
        """Those who hold nothing themselves see nothing of what a seed has dealt."""
        if seat is None or seat == TABLE:
            return shown(Position, snapshot_of(self.world, state, with_secret=False), None)
        if seat not in state.seats.number:
            raise Refused(RULE, {"name": seat, "players": list(state.seats.names)}, f"{RULE}.by")
        return shown(Position, snapshot_of(self.world, state), seat)

    def open_to(self, state: State, seat: str) -> list[str]:
        """The private verbs that a seat may use as far as everybody knows: hidden gold may be the best there is."""
        player = state.seats.number[seat]
        found = []
        for verb in ("play", "draw", "exchange"):
            try:
                turns.check_turn(self.world, replace(state), verb, player)
            except Refused:
                continue
            if verb != "exchange" or flow.can_exchange(self.world, state, player):
                found.append(verb)
        return found

    def drew(self, before: State, after: State) -> bool:
        """Cards from the pile, gold under the swamp, treasures."""
        return (before.pile, before.marsh, before.chest) != (after.pile, after.marsh, after.chest)

    def sites(self, state: State, kind: str) -> list[dict[str, Any]]:
        """The free sites of a kind with the points and treasures they would give now."""
        from venice_pnp.games.venedig.rules.hints import sites  # only for this question

        if kind not in self.world.kind_number:
            raise Refused(RULE, {"value": kind, "known": list(self.world.kinds)}, f"{RULE}.kind")
        return sites(self.world, state, self.world.kind_number[kind])

    def audit(self, snapshot: Mapping[str, Any]) -> list[Violation]:
        position, faults = read_position(self.world, _players_of(snapshot), snapshot)
        if position is None:
            return once_each(faults)
        return _broken(self.world, position, state_of(self.world, position))

    def score(self, snapshot: Mapping[str, Any]) -> dict[str, Any]:
        """How far every gondola has come, the ranking, and who would win now (VEN-8.6, VEN-8.7)."""
        state = state_of(self.world, self._read(_players_of(snapshot), snapshot))
        names, gondolas = state.seats.names, state.gondolas
        return {
            "players": {
                name: {"space": space, "rank": 1 + sum(1 for other in gondolas if other > space)}
                for name, space in zip(names, gondolas, strict=True)
            },
            "winners": [names[player] for player in flow.winners_of(gondolas)],
        }


def _players_of(table: Any) -> list[Any]:
    players = table.get(SEATS) if isinstance(table, Mapping) else None
    return list(players) if isinstance(players, (list, tuple)) else []


def _broken(world: World, position: Position, desk: Desk) -> list[Violation]:
    from venice_pnp.games.venedig.position.invariants import broken  # a table that goes on needs none of it

    return broken(world, position, desk)


# --- every move but `build`, once it is this player's turn and phase ------------------------------------------
def _play(world: World, desk: Desk, player: int, cards: Any, told: list[Event]) -> None:
    laying.check_play(world, desk, player, cards)
    laying.play(world, desk, player, cards, told)
    flow.after_building(world, desk, told)


def _exchange(world: World, desk: Desk, player: int, wish: Any, told: list[Event]) -> None:
    unknown = gold.check_exchange(world, desk, player, wish)
    gold.exchange(world, desk, player, wish, unknown, told)
    if desk.phase == LAST_EXCHANGE:
        flow.asked_done(desk, told)
    elif desk.phase == HALT:
        _resume(world, desk, told)
    elif flow.has_ended(world, desk):
        flow.end(world, desk, told)


def _pass(world: World, desk: Desk, _player: int, _about: Any, told: list[Event]) -> None:
    if desk.phase == LAST_EXCHANGE:
        flow.asked_done(desk, told)
    elif desk.phase == HALT:
        _resume(world, desk, told)
    else:
        flow.pass_on(desk, told)


def _resume(world: World, desk: Desk, told: list[Event]) -> None:
    if building.go_on(world, desk, told):
        flow.after_building(world, desk, told)


def _halt(world: World, desk: Desk, player: int, before: Any, told: list[Event]) -> None:
    building.check_halt(world, desk, before)
    desk.halts = (*desk.halts, before)
    told.append(Event("VEN-7.29.wanted", {"player": desk.seats.names[player], "before": desk.seats.names[before]}))


def _drop(world: World, desk: Desk, player: int, kinds: Any, told: list[Event]) -> None:
    laying.check_drop(world, desk, player, kinds)
    laying.drop(world, desk, player, kinds, told)
    desk.phase = DRAIN


def _drain(world: World, desk: Desk, player: int, fields: Any, told: list[Event]) -> None:
    gold.check_drain(world, desk, fields)
    gold.drain(world, desk, player, fields, told)
    desk.phase = DRAW


def _draw(world: World, desk: Desk, player: int, wish: Any, told: list[Event]) -> None:
    cards.check_draw(world, desk, player, wish)
    cards.draw(world, desk, player, wish, told)
    flow.after_drawing(desk, told)


def _reveal(world: World, desk: Desk, _player: int, card: Any, told: list[Event]) -> None:
    laying.reveal(world, desk, laying.card_to_reveal(world, desk, card), told)
    flow.after_building(world, desk, told)


DOINGS = {
    "play": _play,
    "exchange": _exchange,
    "halt": _halt,
    "pass": _pass,
    "drop": _drop,
    "drain": _drain,
    "draw": _draw,
    "reveal": _reveal,
}
RULES = Rules
