"""How the game goes on by itself: turns, draws, ends of turns and epochs (section 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from venice_pnp.contract.rows import put
from venice_pnp.games.venetia.rules.colonies import appoint
from venice_pnp.games.venetia.rules.elections import (
    await_districts,
    begin_election,
    count_votes,
    elect,
    is_first,
    submit_forced,
)
from venice_pnp.games.venetia.rules.holding import deck_size
from venice_pnp.games.venetia.rules.scoring import finish, score_end, score_epoch
from venice_pnp.games.venetia.rules.state import (
    ACTION,
    ANY,
    CASUS_BELLI,
    DIE,
    DRAW,
    ELECTION,
    FIRST_DOGE,
    HIDDEN,
    MARKER,
    NEXT,
    NOBODY,
    REFILL,
    ROLL,
    SCORING,
    THREAT,
    TO_ROLL,
    UNKNOWN,
    Desk,
    Row,
    Turn,
    clockwise,
    without,
)
from venice_pnp.games.venetia.rules.told import Told, tell
from venice_pnp.games.venetia.rules.world import World


def settle(world: World, desk: Desk, told: Told) -> None:
    """Everything that needs no decision, until one is awaited."""
    while (step := STEPS.get(desk.phase)) is not None and step(world, desk, told):
        pass


# --- a turn -------------------------------------------------------------------------------------------
def roll(desk: Desk, pool: tuple[Row, ...], told: Told) -> None:
    """VTA-5.6"""
    desk.pool, desk.phase = pool, DIE
    tell(told, "VTA-5.6.rolled", military=list(pool[0]), politics=list(pool[1]), trade=list(pool[2]))


def _take_last_die(world: World, desk: Desk, told: Told) -> bool:
    """VTA-5.1: dice that are all alike leave no choice."""
    left = [kind for kind, values in enumerate(desk.pool) if values]
    if len(left) != 1 or len(set(desk.pool[left[0]])) != 1:
        return False
    take_die(world, desk, left[0], desk.pool[left[0]][0], told)
    return True


def take_die(world: World, desk: Desk, kind: int, value: int, told: Told) -> None:
    """VTA-5.7, 5.8"""
    desk.pool = put(desk.pool, kind, without(desk.pool[kind], value))
    desk.turn = Turn(kind, value, value)
    tell(told, "VTA-5.7.taken", player=desk.seats.names[desk.active], type=world.types[kind], value=value)
    draws: Row = ()
    if value == world.numbers.own_card:
        draws = (desk.active,)
    elif value == world.numbers.others_card:
        draws = clockwise(desk, desk.active)
    ask_draws(desk, draws, ANY, MARKER)


def ask_draws(desk: Desk, players: Row, to: str, then: str) -> None:
    desk.phase, desk.draws, desk.draw_to, desk.draw_then = DRAW, players, to, then


def _go_on_drawing(world: World, desk: Desk, told: Told) -> bool:
    """VTA-5.11: an empty deck is made anew from the discard pile."""
    if not desk.draws:
        desk.phase, desk.draw_to, desk.draw_then = desk.draw_then, "", ""
        return True
    if deck_size(world, desk) > 0:
        return False
    if desk.discard:
        desk.discard = ()
        tell(told, "VTA-5.11.shuffled")
        return False
    desk.draws = ()
    tell(told, "VTA-5.11.none")
    return True


def _skip_marker(_world: World, desk: Desk, _told: Told) -> bool:
    """VTA-5.12: only the doge, only with a marker."""
    if desk.active == desk.doge and desk.markers > 0:
        return False
    desk.phase = ACTION
    return True


def use_marker(desk: Desk, as_vp: bool, told: Told) -> None:
    """VTA-5.12"""
    desk.markers -= 1
    name = desk.seats.names[desk.active]
    if as_vp:
        desk.doge_vp = put(desk.doge_vp, desk.active, desk.doge_vp[desk.active] + 1)
        tell(told, "VTA-5.12.vp", player=name, left=desk.markers)
    else:
        desk.alter(ap=desk.at_turn().ap + 1)
        tell(told, "VTA-5.12.ap", player=name, left=desk.markers)
    desk.phase = ACTION


def _end_if_done(world: World, desk: Desk, told: Told) -> bool:
    """VTA-5.15"""
    turn = desk.at_turn()
    if turn.ap or turn.attacks or (turn.card == UNKNOWN and desk.hand[desk.active]):
        return False
    end_turn(world, desk, told)
    return True


def end_turn(world: World, desk: Desk, told: Told) -> None:
    """VTA-5.16 (a), (b)"""
    turn = desk.at_turn()
    die = {"type": world.types[turn.type], "value": turn.value, "n": len(turn.tiles)}
    tell(told, "VTA-5.15.ends", player=desk.seats.names[desk.active], **die)
    appoint(world, desk, told)
    wars = 0 if turn.peace else len([tile for tile in turn.tiles if world.tile_war[tile]])  # VTA-7.27
    desk.turn = None
    _ask_threats(desk, wars, CASUS_BELLI, told)


def _ask_threats(desk: Desk, n: int, occasion: str, told: Told) -> None:
    desk.phase, desk.threats, desk.occasion, desk.vetoed = THREAT, n, occasion, False
    if n:
        tell(told, f"VTA-5.3.{occasion}", doge=desk.seats.names[desk.doge], n=n)


def _after_threats(world: World, desk: Desk, told: Told) -> bool:
    """VTA-5.5, 5.16 (c)"""
    if desk.threats:
        return False
    refill = desk.occasion == REFILL
    desk.occasion, desk.vetoed = "", False
    if refill:
        _check_epoch(world, desk, TO_ROLL, told)
    elif desk.markers == 0:
        begin_election(world, desk, False, told)
    else:
        _check_epoch(world, desk, NEXT, told)
    return True


def _next_turn(world: World, desk: Desk, told: Told) -> None:
    """VTA-5.16 (e), 5.3"""
    desk.active = (desk.active + 1) % desk.size
    tell(told, "VTA-5.2.next", player=desk.seats.names[desk.active])
    if any(desk.pool):
        desk.phase = DIE
    else:
        _ask_threats(desk, world.threats_at_refill[desk.epoch - 1], REFILL, told)


# --- elections ------------------------------------------------------------------------------------------
def _count_if_all_in(world: World, desk: Desk, told: Told) -> bool:
    if desk.phase == ELECTION:
        submit_forced(world, desk, told)
    if None in desk.ballots:
        return False
    if desk.seats.city and not is_first(desk):
        await_districts(world, desk, told)  # VTA-7.95
    else:
        decide(world, desk, told)
    return True


def decide(world: World, desk: Desk, told: Told) -> None:
    winner = count_votes(world, desk, told)
    if winner != NOBODY:
        install(world, desk, winner, told)


def install(world: World, desk: Desk, winner: int, told: Told) -> None:
    """The new doge, and what comes then."""
    first = is_first(desk)
    elect(world, desk, winner, told)
    if first:
        desk.active, desk.phase = winner, ROLL  # VTA-4.13
    elif desk.final:
        desk.final = False
        finish(desk, told)
    else:
        _check_epoch(world, desk, NEXT, told)


# --- epochs ---------------------------------------------------------------------------------------------
def _check_epoch(world: World, desk: Desk, then: str, told: Told) -> None:
    """VTA-7.64 to 7.66"""
    if not _epoch_is_over(world, desk, then):
        _go_on(world, desk, then, told)
        return
    tell(told, "VTA-7.67.ends", epoch=world.numerals[desk.epoch - 1])
    desk.phase, desk.after = SCORING, then
    desk.reveal = tuple(player for player, markers in enumerate(desk.vp) if HIDDEN in markers)


def _epoch_is_over(world: World, desk: Desk, then: str) -> bool:
    if desk.epoch == world.last_epoch:
        return desk.enemy == world.numbers.enemy_end  # VTA-7.66
    return desk.eighth and then == NEXT if desk.epoch == 1 else desk.met  # VTA-7.64, 7.65


def _go_on(world: World, desk: Desk, then: str, told: Told) -> None:
    if then == TO_ROLL:
        desk.phase = ROLL
    else:
        _next_turn(world, desk, told)


def _score(world: World, desk: Desk, told: Told) -> bool:
    """VTA-8.1, then the next epoch (VTA-7.67) or the end of the game (VTA-8.10)."""
    if desk.reveal:
        return False
    score_epoch(world, desk, told)
    then, desk.after = desk.after, ""
    if desk.epoch == world.last_epoch:
        score_end(desk, told)
        begin_election(world, desk, True, told)  # VTA-8.13
    else:
        desk.epoch += 1
        desk.used = ()
        tell(told, "VTA-7.67.begins", epoch=world.numerals[desk.epoch - 1])
        _go_on(world, desk, then, told)
    return True


STEPS: Mapping[str, Callable[[World, Desk, Told], bool]] = {  # what goes by itself; False if a decision is awaited
    ACTION: _end_if_done,
    DRAW: _go_on_drawing,
    DIE: _take_last_die,
    MARKER: _skip_marker,
    THREAT: _after_threats,
    SCORING: _score,
    ELECTION: _count_if_all_in,
    FIRST_DOGE: _count_if_all_in,
}
