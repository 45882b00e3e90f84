"""The rules of Venetia, as the referee asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from venice_pnp.contract.play import TABLE, Below, Event, Move, Refused, RulesBase, Snapshot, Verb, Violation
from venice_pnp.contract.position import once_each, refuse
from venice_pnp.games.venetia.position.convert import read_position, snapshot_of, state_of, view
from venice_pnp.games.venetia.position.model import Position
from venice_pnp.games.venetia.rules import actions, elections, luck, threats, turns
from venice_pnp.games.venetia.rules.awaited import await_list, is_awaited
from venice_pnp.games.venetia.rules.cards import draw_card
from venice_pnp.games.venetia.rules.dealing import deal, still_hidden, take_deal
from venice_pnp.games.venetia.rules.effects import play
from venice_pnp.games.venetia.rules.forms import RULE, VERBS, canonical, read_about, read_mover
from venice_pnp.games.venetia.rules.reveal import reveal
from venice_pnp.games.venetia.rules.scoring import tally
from venice_pnp.games.venetia.rules.state import ACTION, CANDIDATE_PHASES, NOBODY, SCORING, UNKNOWN, Desk, State
from venice_pnp.games.venetia.rules.told import Told, tell
from venice_pnp.games.venetia.rules.world import World
from venice_pnp.kit.models import Kit

CANDIDATE_VERBS = ("candidate", "show")  # VTA-6.5
ACTION_VERBS = ("sea", "place", "kingdom", "attack", "card", "end")
UNAIMED = "VTA-7.75.target"  # a card that says nothing of what it is aimed at
PHASES_OF = {  # the phases in which a verb is awaited; most have the name of their phase
    **{verb: (verb,) for verb in VERBS},
    **dict.fromkeys(ACTION_VERBS, (ACTION,)),
    **dict.fromkeys(CANDIDATE_VERBS, CANDIDATE_PHASES),
    "reveal": (SCORING,),
}


class Rules(RulesBase):
    """Venetia, bound to a kit."""

    verbs: Mapping[str, Verb] = VERBS
    unordered: frozenset[str] = frozenset()  # VTA-9.3
    form_rule = RULE

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.world = World(kit)

    @property
    def deals(self) -> Rules:
        return self

    @property
    def sealing(self) -> Rules:
        return self

    @property
    def hands(self) -> Rules:
        return self

    def setup(self, players: Sequence[str], options: Mapping[str, Any], start: Mapping[str, Any] | None) -> State:
        position, faults = read_position(self.world, players, options, start)
        refuse(faults)
        assert position is not None
        desk = state_of(self.world, position)
        if start is not None:  # how a game begins is sound
            refuse(_broken(self.world, desk, position))
        turns.settle(self.world, desk, [])
        return desk

    def pending(self, state: State) -> list[dict[str, Any]]:
        return await_list(state)

    def apply(self, state: State, move: Move) -> tuple[State, list[Event]]:
        verb, player = read_mover(state.seats, move)
        _check_awaited(state, verb, player)
        about = read_about(self.world, state.seats, verb, player, move)
        desk = replace(state)  # for hands to work on; a table between two moves stays as it is
        told: Told = []
        try:
            DEEDS[verb](self.world, desk, player, about, told)
        except Refused as refused:
            if refused.key == UNAIMED and not self._has_aims(state, move):
                raise Refused(refused.rule, refused.facts, f"{refused.rule}.none") from None
            raise
        turns.settle(self.world, desk, told)
        return desk, told

    def _has_aims(self, state: State, move: Move) -> bool:
        """VTA-7.75: is there anything now that this card can be aimed at?"""
        return any(one.get("card") == move["card"] for one in self.legal(state, str(move["by"])))

    def canonical(self, move: Move) -> dict[str, Any]:
        return canonical(self.world, move)

    def left_to_chance(self, move: Move) -> None:
        """VTA-5.17: with a seed nobody names the tile he draws."""
        if move.get("do") == "attack" and move.get("tile") is not None:
            raise Refused("VTA-5.17", {}, "VTA-5.17.tile")

    @cached_property
    def legal(self) -> Callable[[State, str], Iterable[dict[str, Any]]]:
        """Moves of a seat; what they are looked up in is made when they are asked for: a screen needs none."""
        from venice_pnp.games.venetia.rules.legal import Menu  # a screen needs none

        return Menu(self.world).moves

    def open_to(self, state: State, seat: str) -> list[str]:
        """The private verbs that a seat may use as far as everybody knows: a card, while one may be played."""
        if state.phase != ACTION or not is_awaited(state, seat):
            return []
        return ["card"] if state.at_turn().card == UNKNOWN and state.hand[state.active] else []

    def drew(self, before: State, after: State) -> bool:
        """Cards, from the moment when one is drawn (VTA-5.9), and VP markers."""
        more = (len(b) > len(a) for a, b in zip((*before.hand, *before.vp), (*after.hand, *after.vp), strict=True))
        return any(more) or (bool(after.draws) and not before.draws)

    def draw(self, state: State, below: Below) -> dict[str, Any]:
        return luck.draw(self.world, state, below)

    def deal(self, state: State, below: Below) -> dict[str, Any] | None:
        """With a seed: what lies face down and is still unknown, decided by chance. VTA-5.17"""
        if state.seats.laid:  # the cards that would lie on the table are in the box
            raise Refused("VTA-6.5", {}, "VTA-6.5.seed")
        return deal(self.world, state, below)

    def reach(self, state: State) -> list[dict[str, Any]]:
        """What it costs the active player to get to every sea and colony now."""
        from venice_pnp.games.venetia.rules.reach import reach  # only for this question

        return reach(self.world, state)

    def snapshot(self, state: State) -> Snapshot:
        return snapshot_of(self.world, state)

    def view(self, state: State, seat: str | None) -> Snapshot:
        if seat not in (None, TABLE, *state.seats.names):
            raise Refused(RULE, {"name": seat, "players": list(state.seats.names)}, f"{RULE}.by")
        return view(self.world, state, seat)

    def secret(self, state: State, move: Move) -> bool:
        """Is anything of an earlier sealed move still hidden from somebody?"""
        if move["do"] == "deal":
            return still_hidden(self.world, state, move)
        player = state.seats.number[move["by"]]
        if move["do"] == "candidate":  # VTA-7.85
            return state.phase in CANDIDATE_PHASES and state.ballots[player] is not None
        card = self.world.card_number.get(str(move.get("card")))
        return card is not None and (card in state.hand[player] or card in state.box[player])

    def audit(self, snapshot: Mapping[str, Any]) -> list[Violation]:
        try:
            position, faults = read_position(self.world, _players(snapshot), {}, snapshot)
        except Refused as refused:
            return [Violation(refused.rule, refused.key, refused.facts)]
        if position is None:
            return once_each(faults)
        return _broken(self.world, state_of(self.world, position), position)

    def warnings(self, snapshot: Mapping[str, Any]) -> list[Violation]:
        """VTA-10.5"""
        from venice_pnp.games.venetia.position.invariants import missing_podestas  # only a check of a table needs it

        return list(missing_podestas(self.world, self._typed(snapshot)))

    def score(self, snapshot: Mapping[str, Any]) -> dict[str, Any]:
        return tally(self.world, self._typed(snapshot))

    def _typed(self, snapshot: Mapping[str, Any]) -> State:
        """A table as typed in, whatever its invariants. Raises Refused."""
        from venice_pnp.games.venetia.position.invariants import unfit  # as above

        position, faults = read_position(self.world, _players(snapshot), {}, snapshot)
        refuse(faults)
        assert position is not None
        desk = state_of(self.world, position)
        refuse(unfit(self.world, desk, position))
        return desk


def _players(snapshot: Any) -> Sequence[str]:
    """Whom a typed-in table names; none, if they cannot be read."""
    players = snapshot.get("players") if isinstance(snapshot, Mapping) else None
    return players if isinstance(players, (list, tuple)) and all(isinstance(name, str) for name in players) else ()


def _broken(world: World, desk: Desk, position: Position) -> list[Violation]:
    from venice_pnp.games.venetia.position.invariants import broken  # a table that goes on needs none of it

    return broken(world, desk, position)


def _check_awaited(state: State, verb: str, player: int) -> None:
    """VTA-6.1; what lies face down is dealt whenever it is still unknown."""
    if verb == "deal" and player == NOBODY:
        return
    by = TABLE if player == NOBODY else state.seats.names[player]
    if state.phase in CANDIDATE_PHASES and verb in CANDIDATE_VERBS and verb != state.seats.candidate_verb:
        raise Refused("VTA-6.1", {}, f"VTA-6.1.{'laid' if state.seats.laid else 'sealed'}")
    if not (state.phase in PHASES_OF[verb] and is_awaited(state, by)):
        who = list(dict.fromkeys(item["by"] for item in await_list(state)))
        facts = {"player": by, "verb": verb, "phase": state.phase, "who": who}
        twice = verb in CANDIDATE_VERBS and state.phase in CANDIDATE_PHASES and player != NOBODY
        phase = "phase.table" if by == TABLE else "phase"
        why = "over" if not who else phase if by in who else "twice" if twice else "awaited"
        raise Refused("VTA-6.1", facts, f"VTA-6.1.{why}")


# --- one deed for each verb -----------------------------------------------------------------------------
def _candidate(world: World, desk: Desk, player: int, about: Any, told: Told) -> None:
    family, cards = about
    elections.submit(world, desk, player, family, cards, told)


def _choose(world: World, desk: Desk, _player: int, chosen: int, told: Told) -> None:
    """VTA-7.87"""
    if chosen not in desk.tied:
        raise Refused("VTA-7.87", {"players": [desk.seats.names[p] for p in desk.tied]})
    by_lot = elections.is_first(desk)
    tell(told, "VTA-4.10.lot" if by_lot else "VTA-7.87.chosen", player=desk.seats.names[chosen])
    turns.install(world, desk, chosen, told)


def _roll(_world: World, desk: Desk, _player: int, pool: Any, told: Told) -> None:
    turns.roll(desk, pool, told)


def _threat(world: World, desk: Desk, _player: int, card: int, told: Told) -> None:
    threats.draw_threat(world, desk, card, told)


def _veto(world: World, desk: Desk, _player: int, use: bool, told: Told) -> None:
    threats.answer_veto(world, desk, use, told)


def _die(world: World, desk: Desk, _player: int, about: Any, told: Told) -> None:
    kind, value = about
    if value not in desk.pool[kind]:
        raise Refused("VTA-5.7", {"type": world.types[kind], "value": value, "values": list(desk.pool[kind])})
    turns.take_die(world, desk, kind, value, told)


def _draw(world: World, desk: Desk, _player: int, drawn: Any, told: Told) -> None:
    draw_card(world, desk, drawn, told)


def _marker(_world: World, desk: Desk, _player: int, as_vp: bool, told: Told) -> None:
    turns.use_marker(desk, as_vp, told)


def _sea(world: World, desk: Desk, _player: int, sea: int, told: Told) -> None:
    actions.open_sea(world, desk, sea, told)


def _place(world: World, desk: Desk, _player: int, about: Any, told: Told) -> None:
    colony, n = about
    actions.place(world, desk, colony, n, told)


def _kingdom(world: World, desk: Desk, _player: int, region: int, told: Told) -> None:
    actions.remove_kingdom(world, desk, region, told)


def _attack(world: World, desk: Desk, _player: int, about: Any, told: Told) -> None:
    at, tile, claim = about
    actions.attack(world, desk, at, tile, claim, told)


def _tile(world: World, desk: Desk, _player: int, tile: int, told: Told) -> None:
    actions.check_tile(world, desk, tile)
    actions.fight(world, desk, tile, told)


def _card(world: World, desk: Desk, _player: int, about: Any, told: Told) -> None:
    card, targets = about
    play(world, desk, card, targets, told)


def _end(world: World, desk: Desk, _player: int, _about: Any, told: Told) -> None:
    turns.end_turn(world, desk, told)


def _districts(world: World, desk: Desk, _player: int, tiles: Any, told: Told) -> None:
    elections.draw_districts(world, desk, tiles, told)
    turns.decide(world, desk, told)


def _reveal(world: World, desk: Desk, player: int, values: Any, told: Told) -> None:
    reveal(world, desk, player, values)
    tell(told, "VTA-8.5.shown", player=desk.seats.names[player], values=list(values))


def _deal(world: World, desk: Desk, _player: int, dealt: Any, _told: Told) -> None:
    take_deal(world, desk, dealt)


DEEDS: Mapping[str, Callable[[World, Desk, int, Any, Told], None]] = {
    "candidate": _candidate,
    "show": _candidate,
    "choose-doge": _choose,
    "roll": _roll,
    "threat": _threat,
    "veto": _veto,
    "die": _die,
    "draw": _draw,
    "marker": _marker,
    "sea": _sea,
    "place": _place,
    "kingdom": _kingdom,
    "attack": _attack,
    "tile": _tile,
    "card": _card,
    "end": _end,
    "districts": _districts,
    "reveal": _reveal,
    "deal": _deal,
}
