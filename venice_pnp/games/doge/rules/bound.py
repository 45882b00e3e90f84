"""The rules of Doge, as the referee asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from venice_pnp.contract.play import TABLE, Below, Event, Move, Refused, RulesBase, Snapshot, Verb, Violation
from venice_pnp.games.doge.position.convert import snapshot_of, view
from venice_pnp.games.doge.position.start import audit, begin, score
from venice_pnp.games.doge.rules import checks, decisions
from venice_pnp.games.doge.rules.awaited import await_list
from venice_pnp.games.doge.rules.flow import settle
from venice_pnp.games.doge.rules.forms import RULE, VERBS, read_move
from venice_pnp.games.doge.rules.placing import choose, lay_row
from venice_pnp.games.doge.rules.state import SETUP, Desk, State, Vote
from venice_pnp.games.doge.rules.voting import turn_up, uncover
from venice_pnp.games.doge.rules.world import World
from venice_pnp.kit.models import Kit


class Rules(RulesBase):
    """Doge, bound to a kit."""

    verbs: Mapping[str, Verb] = VERBS
    unordered: frozenset[str] = frozenset()  # DOGE-9.16
    form_rule = RULE

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.world = World(kit)

    @property
    def sealing(self) -> Rules:
        return self

    def setup(self, players: Sequence[str], options: Mapping[str, Any], start: Mapping[str, Any] | None) -> State:
        desk = begin(self.world, players, options, start)
        settle(self.world, desk, [])
        return desk

    def pending(self, state: State) -> list[dict[str, Any]]:
        return await_list(self.world, state)

    def apply(self, state: State, move: Move) -> tuple[State, list[Event]]:
        world = self.world
        verb, player, about = read_move(world, state.seats, move)
        checks.check_awaited(world, state, verb, player)
        desk = replace(state)  # for hands to work on; a table between two moves stays as it is
        told: list[Event] = []
        if verb in ("place", "lay"):
            field, tokens = about
            left = checks.check_place(world, desk, player, field, tokens)
            choose(world, desk, player, about, left, told)
        elif verb == "show":
            checks.check_show(world, desk, player, about)
            turn_up(world, desk, player, about, told)
        elif state.vote is not None and state.vote.agenda:
            _decide(world, desk, state.vote, verb, about, told)
        elif verb == "reveal":
            checks.check_reveal(world, desk, about)
            uncover(world, desk, about, told)
        else:
            checks.check_order(world, about)
            lay_row(world, desk, about, told)
        settle(world, desk, told)
        return desk, told

    @cached_property
    def legal(self) -> Callable[[State, str], Iterable[dict[str, Any]]]:
        """Moves of a seat; what they are looked up in is made when they are asked for: a screen needs none."""
        from venice_pnp.games.doge.rules.legal import Menu  # a screen needs none

        return Menu(self.world).moves

    def draw(self, state: State, below: Below) -> dict[str, Any]:
        """DOGE-3.9: a card is drawn when it is uncovered, evenly from those left."""
        world = self.world
        if state.phase == SETUP:
            left = list(world.fields)
            row = [left.pop(below(len(left))) for _ in world.fields]
            return {"by": TABLE, "do": "order", "fields": row, "drawn": True}
        if not checks.reveal_awaited(state):
            raise Refused("DOGE-6.3", {"verb": "reveal", "player": TABLE}, "DOGE-6.3.chance")
        left = [name for field, name in enumerate(world.fields) if field not in state.next]
        return {"by": TABLE, "do": "reveal", "field": left[below(len(left))], "drawn": True}

    def snapshot(self, state: State) -> Snapshot:
        return snapshot_of(self.world, state)

    def view(self, state: State, seat: str | None) -> Snapshot:
        if seat is not None and seat != TABLE and seat not in state.seats.number:
            raise Refused(RULE, {"name": seat, "players": list(state.seats.names)}, f"{RULE}.by")
        return view(self.world, state, seat)

    def secret(self, state: State, move: Move) -> bool:
        """Is anything of an earlier `place` still hidden? Told by what everyone sees on the table.

        While a player's choice is sealed, all his choices count as hidden: to answer by field would tell it.
        """
        player = state.seats.number[move["by"]]
        if state.chosen[player] is not None:
            return True  # DOGE-6.13
        field = self.world.field_number[move["field"]]
        votes_now = state.vote is not None and state.vote.field == field
        return bool(state.stacks[state.spot(field, player)]) and not votes_now  # DOGE-6.15

    def audit(self, snapshot: Mapping[str, Any]) -> list[Violation]:
        return audit(self.world, snapshot)

    def score(self, snapshot: Mapping[str, Any]) -> dict[str, Any]:
        return score(self.world, snapshot)


def _decide(world: World, desk: Desk, vote: Vote, verb: str, about: Any, told: list[Event]) -> None:
    """One decision of the running vote, checked and carried out."""
    head = vote.agenda[0]
    if verb == "take":
        checks.check_take(world, desk, head, about)
        decisions.take(world, desk, vote, about, told)
    elif verb == "waive":
        checks.check_waive(world, desk, vote, head.by, about)
        decisions.waive(world, desk, vote, about, told)
    elif verb == "houses":
        count = min(head.n, desk.houses_left[head.by]) if about is None else about
        checks.check_houses(desk, vote, count)
        decisions.place_houses(world, desk, vote, count, told)
    elif verb == "move-house":
        checks.check_path(world, desk, head.by, about)
        decisions.move_house(world, desk, vote, about, told)
    elif verb == "build":
        decisions.build(world, desk, vote, told)
    else:
        decisions.decline(world, desk, vote, told)
