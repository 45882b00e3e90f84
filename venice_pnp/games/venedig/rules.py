"""The rules of Venedig, as the referee asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from venice_pnp.games.contract import TABLE, Below, Event, Move, Refused, Snapshot, Verb, Violation
from venice_pnp.games.venedig import building, drawing, flow, gold, laying, turns
from venice_pnp.games.venedig.forms import RULE, VERBS, read_move
from venice_pnp.games.venedig.lagoon import Lagoon
from venice_pnp.games.venedig.picture import await_list, picture
from venice_pnp.games.venedig.start import begin
from venice_pnp.games.venedig.state import DRAIN, DRAW, HALT, LAST_EXCHANGE, Desk, State
from venice_pnp.kit.models import Kit


class Rules:
    """Venedig, bound to a kit."""

    verbs: Mapping[str, Verb] = VERBS
    unordered: frozenset[str] = frozenset()  # VEN-9.2

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.lagoon = Lagoon(kit)
        self.buildings = self.lagoon.kinds

    def setup(self, players: Sequence[str], options: Mapping[str, Any], start: Mapping[str, Any] | None) -> State:
        return begin(self.lagoon, players, options, start)

    def pending(self, state: State) -> list[dict[str, Any]]:
        return await_list(state)

    def apply(self, state: State, move: Move) -> tuple[State, list[Event]]:
        lagoon = self.lagoon
        verb, player, about = read_move(lagoon, state.seats, move)
        if verb == "reveal" and about is None and state.secret is None:
            raise Refused(RULE, {"verb": verb, "key": "card"}, f"{RULE}.missing")
        desk = replace(state)  # for hands to work on; a table between two moves stays as it is
        told: list[Event] = []
        if verb == "build":
            due = turns.due_for(lagoon, desk, player, about)
            site = building.check_build(lagoon, desk, due, about)
            if building.build(lagoon, desk, due, about, site, told):
                flow.after_building(lagoon, desk, told)
        else:
            turns.check_turn(lagoon, desk, verb, player)
            DOINGS[verb](lagoon, desk, player, about, told)
        return desk, told

    @cached_property
    def legal(self) -> Callable[[State, str], Iterable[dict[str, Any]]]:
        """Moves of a seat; what they are looked up in is made when they are asked for: a screen needs none."""
        from venice_pnp.games.venedig.legal import Menu

        return Menu(self.lagoon).moves

    def draw(self, state: State, _below: Below) -> dict[str, Any]:
        """The table itself is never awaited; of all that a seed decides only this is written down (VEN-5.13)."""
        if state.secret is None:
            raise Refused("VEN-6.2", {"verb": "draw", "player": TABLE}, "VEN-6.2.table")
        card = self.lagoon.kinds[state.secret.pile[0]]
        return {"by": state.seats.names[state.turn], "do": "reveal", "card": card, "drawn": True}

    def completed(self, state: State, move: Move) -> dict[str, Any]:
        """A `reveal` with the card that the seed gives."""
        if move.get("do") != "reveal" or "card" in move or state.secret is None:
            return dict(move)
        return {**move, "card": self.lagoon.kinds[state.secret.pile[0]], "drawn": True}

    def dealt(self, start: Mapping[str, Any] | None, seed: str) -> dict[str, Any]:
        """The start of a table on which the referee deals."""
        return {**(start or {}), "secret": {"seed": seed}}

    def dealt_on(self, state: State, start: Mapping[str, Any], seed: str) -> dict[str, Any]:
        """The start of a corrected table: what lay hidden stays, if it still fits; else all of it is dealt anew."""
        kept = {**start, "secret": self.snapshot(state).get("secret")}
        if kept["secret"] is None:
            return self.dealt(start, seed)
        try:
            self.setup(state.seats.names, {"deck": state.seats.deck}, kept)
        except Refused:
            return self.dealt(start, seed)
        return kept

    def snapshot(self, state: State) -> Snapshot:
        return picture(self.lagoon, state, range(len(state.seats.names)), piles=True)

    def view(self, state: State, seat: str | None) -> Snapshot:
        if seat is None or seat == TABLE:
            return picture(self.lagoon, state, ())
        if seat not in state.seats.number:
            raise Refused(RULE, {"name": seat, "players": list(state.seats.names)}, f"{RULE}.by")
        return picture(self.lagoon, state, (state.seats.number[seat],))

    def open_to(self, state: State, seat: str) -> list[str]:
        """The private verbs that a seat may use as far as everybody knows: hidden gold may be the best there is."""
        player = state.seats.number[seat]
        found = []
        for verb in ("play", "draw", "exchange"):
            try:
                turns.check_turn(self.lagoon, replace(state), verb, player)
            except Refused:
                continue
            if verb != "exchange" or flow.can_exchange(self.lagoon, state, player):
                found.append(verb)
        return found

    def sites(self, state: State, kind: str) -> list[dict[str, Any]]:
        """The free sites of a kind with the points and treasures they would give now."""
        from venice_pnp.games.venedig.hints import sites

        if kind not in self.lagoon.kind_number:
            raise Refused(RULE, {"value": kind, "known": list(self.lagoon.kinds)}, f"{RULE}.kind")
        return sites(self.lagoon, state, self.lagoon.kind_number[kind])

    def audit(self, snapshot: Mapping[str, Any]) -> list[Violation]:
        from venice_pnp.games.venedig.audit import audit

        return audit(self.lagoon, snapshot)

    def score(self, snapshot: Mapping[str, Any]) -> dict[str, Any]:
        from venice_pnp.games.venedig.audit import score

        return score(self.lagoon, snapshot)


# --- every move but `build`, once it is this player's turn and phase ------------------------------------------
def _play(lagoon: Lagoon, desk: Desk, player: int, cards: Any, told: list[Event]) -> None:
    laying.check_play(lagoon, desk, player, cards)
    laying.play(lagoon, desk, player, cards, told)
    flow.after_building(lagoon, desk, told)


def _exchange(lagoon: Lagoon, desk: Desk, player: int, wish: Any, told: list[Event]) -> None:
    unknown = gold.check_exchange(lagoon, desk, player, wish)
    gold.exchange(lagoon, desk, player, wish, unknown, told)
    if desk.phase == LAST_EXCHANGE:
        flow.asked_done(desk, told)
    elif desk.phase == HALT:
        _resume(lagoon, desk, told)
    elif flow.has_ended(lagoon, desk):
        flow.end(lagoon, desk, told)


def _pass(lagoon: Lagoon, desk: Desk, _player: int, _about: Any, told: list[Event]) -> None:
    if desk.phase == LAST_EXCHANGE:
        flow.asked_done(desk, told)
    elif desk.phase == HALT:
        _resume(lagoon, desk, told)
    else:
        flow.pass_on(desk, told)


def _resume(lagoon: Lagoon, desk: Desk, told: list[Event]) -> None:
    building.go_on(lagoon, desk, told)
    flow.after_building(lagoon, desk, told)


def _drop(lagoon: Lagoon, desk: Desk, player: int, kinds: Any, told: list[Event]) -> None:
    laying.check_drop(lagoon, desk, player, kinds)
    laying.drop(lagoon, desk, player, kinds, told)
    desk.phase = DRAIN


def _drain(lagoon: Lagoon, desk: Desk, player: int, fields: Any, told: list[Event]) -> None:
    gold.check_drain(lagoon, desk, fields)
    gold.drain(lagoon, desk, player, fields, told)
    desk.phase = DRAW


def _draw(lagoon: Lagoon, desk: Desk, player: int, wish: Any, told: list[Event]) -> None:
    drawing.check_draw(lagoon, desk, player, wish)
    drawing.draw(lagoon, desk, player, wish, told)
    flow.after_drawing(desk, told)


def _reveal(lagoon: Lagoon, desk: Desk, _player: int, card: Any, told: list[Event]) -> None:
    laying.reveal(lagoon, desk, laying.card_to_reveal(lagoon, desk, card), told)
    flow.after_building(lagoon, desk, told)


DOINGS = {
    "play": _play,
    "exchange": _exchange,
    "pass": _pass,
    "drop": _drop,
    "drain": _drain,
    "draw": _draw,
    "reveal": _reveal,
}
RULES = Rules
