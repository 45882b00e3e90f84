"""The invariants of section 10, checked on a typed-in table without history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from msgspec import UNSET, to_builtins

from venice_pnp.contract.play import TABLE, Violation
from venice_pnp.contract.position import violation
from venice_pnp.games.doge.position.model import CHOSEN, WAITING_ROW, Decision, Position, VotePart, size_of
from venice_pnp.games.doge.rules.awaited import decision
from venice_pnp.games.doge.rules.ending import Standing, standing, winners_of
from venice_pnp.games.doge.rules.state import (
    ADVISOR,
    HOUSES,
    MOVE_HOUSE,
    OVER,
    PALAZZO,
    PLACING,
    SECOND,
    SETUP,
    STAYS,
    VOTING,
    OpenDecision,
)
from venice_pnp.games.doge.rules.voting import agenda_of, rank
from venice_pnp.games.doge.rules.world import World, without

Found = Iterator[Violation]
Check = Callable[[World, Position], Found]


def broken(world: World, position: Position) -> list[Violation]:
    """The invariants that a completed table breaks."""
    players = list(_players(world, position))
    if any(one.key in ("DOGE-10.1.count", "DOGE-10.1.twice") for one in players):  # nothing else can be judged
        return players
    return players + [found for check in CHECKS for found in check(world, position)]


def standings_of(world: World, position: Position) -> list[Standing]:
    owners = position.owners()
    return [standing(world, owners, name, position.houses_of(name, world.district_names)) for name in position.players]


# --- who and what there is ------------------------------------------------------------------------
def _players(world: World, position: Position) -> Found:
    """DOGE-10.1"""
    rule, seated = "DOGE-10.1", position.players
    if len(seated) not in world.players:
        yield violation(rule, "count", n=len(seated))
    for name in dict.fromkeys(n for n in seated if seated.count(n) > 1):
        yield violation(rule, "twice", name=name)
    for at, name in enumerate(seated):  # DOGE-4.1
        if not name.strip():
            yield violation("DOGE-4.1", "name", n=at + 1)
        if name == TABLE:
            yield violation("DOGE-4.1", "table", name=name)
    for name in dict.fromkeys(_names(position)):
        if name not in seated:
            yield violation(rule, "name", name=name)


def _names(position: Position) -> Iterator[str]:
    """Every name that stands anywhere."""
    yield from position.colours()
    yield from (*position.supply, *position.cards_played, *position.pending, *position.winners)
    yield from () if position.shown is UNSET else position.shown
    for (field, part), owners in zip(position.fields.items(), position.owners(), strict=True):
        yield from (*part.tokens, *position.houses_at(field), *owners)
    yield from (service.by for service in position.advisors.values() if service.by is not None)
    if position.vote is not None:
        yield from _voters(position.vote)


def _pieces(world: World, position: Position) -> Found:
    """DOGE-10.2 to 10.4"""
    numbers, owners = world.numbers, position.owners()
    for name in position.players:
        supply = position.supply[name]
        least = min(position.houses_at(district).get(name, 0) for district in world.district_names)
        houses = position.houses_of(name, world.district_names)
        palazzi = sum(row.count(name) for row in owners)
        yield from _sum("DOGE-10.2", name, supply.houses, houses, numbers.houses, least)
        yield from _sum("DOGE-10.3", name, supply.palazzi, palazzi, numbers.palazzi)
        yield from _sum("DOGE-10.4", name, supply.rings, position.rings_of(name), numbers.rings)


def _sum(rule: str, name: str, supply: int, board: int, size: int, least: int = 0) -> Found:
    if supply + board != size or supply < 0 or least < 0:
        yield violation(rule, name=name, supply=supply, board=board, sum=supply + board, size=size)


def _tokens(world: World, position: Position) -> Found:
    """DOGE-10.5; given as lengths, only numbers are checked (DOGE-9.13)."""
    for name in position.players:
        out = (*position.stacks_of(name), *position.placing_of(name))
        stacks = [position.supply[name].tokens, *(stack for _, stack in out)]
        values = [stack for stack in stacks if not isinstance(stack, int)]
        n, found = sum(map(size_of, stacks)), sorted(value for stack in values for value in stack)
        if len(values) < len(stacks):
            if n != len(world.tokens):
                yield violation("DOGE-10.5", "number", name=name, n=n, size=len(world.tokens))
        elif tuple(found) != world.tokens:
            yield violation("DOGE-10.5", "values", name=name, list=found, wanted=list(world.tokens))
        shown = [] if position.shown is UNSET else position.shown.get(name, [])
        if without(tuple(shown), world.tokens):  # DOGE-6.20
            yield violation("DOGE-10.5", "shown", name=name, list=sorted(shown), wanted=list(world.tokens))


# --- the board --------------------------------------------------------------------------------------
def _sites(world: World, position: Position) -> Found:
    """DOGE-10.6, DOGE-10.7"""
    for field, owners, is_district in zip(world.fields, position.owners(), world.is_district, strict=True):
        if is_district and len(owners) > len(world.sites):
            yield violation("DOGE-10.6", district=field, n=len(owners), size=len(world.sites))
        if not is_district and (any(position.houses_at(field).values()) or owners):
            yield violation("DOGE-10.7", field=field)


def _advisors(world: World, position: Position) -> Found:
    """DOGE-10.8, DOGE-10.9"""
    for advisor, service in position.advisors.items():
        home = world.fields[world.home[world.advisor_number[advisor]]]
        if service.by is None and service.at != WAITING_ROW:
            yield violation("DOGE-10.8", "ring", advisor=advisor, field=service.at)
        if service.by is not None and service.at == WAITING_ROW:
            yield violation("DOGE-10.8", "waiting", advisor=advisor)
        if service.at == home:
            yield violation("DOGE-10.9", advisor=advisor, field=home)


def _stacks(world: World, position: Position) -> Found:
    """DOGE-10.10 to 10.12"""
    fewest, most = world.numbers.tokens_min, world.numbers.tokens_max
    turns = world.numbers.turns_per_round[len(position.players)]
    for name in position.players:
        own = position.stacks_of(name)
        for field, stack in (*own, *position.placing_of(name)):
            if not fewest <= size_of(stack) <= most:
                yield violation("DOGE-10.10", name=name, field=field, n=size_of(stack), min=fewest, max=most)
        n, done, wrong = len(own), turns, position.phase == VOTING and len(own) > turns
        if position.phase == PLACING and position.turn is not None:
            done = position.turn - 1
            out = not size_of(position.supply[name].tokens) and not position.placing_of(name)
            wrong = n != done and not (n < done and out)
        if wrong:
            yield violation("DOGE-10.11", name=name, n=n, t=done)
        cards = [field for field, _ in own] if position.phase == PLACING else []
        if sorted(position.cards_played[name]) != sorted(cards):
            yield violation("DOGE-10.12", name=name)


def _turned_up(_world: World, position: Position) -> Found:
    """DOGE-6.20: what lies open in a field was turned up in this round; a count that stands is no matter of this."""
    if position.shown is UNSET:
        return
    counted = position.vote.field if position.vote else None
    for name in position.players:
        shown = position.shown.get(name, [])
        for field, stack in position.stacks_of(name):
            if field != counted and isinstance(stack, list) and Counter(stack) - Counter(shown):
                facts = {"tokens": ", ".join(map(str, stack)), "shown": ", ".join(map(str, shown)) or "–"}
                yield violation("DOGE-6.20", "open", name=name, field=field, **facts)


# --- where the game is ------------------------------------------------------------------------------
def _turn(world: World, position: Position) -> Found:
    """DOGE-10.13, DOGE-10.14"""
    turn = position.turn
    if position.phase == PLACING:
        if turn is None or not 1 <= turn <= world.numbers.turns_per_round[len(position.players)]:
            yield violation("DOGE-10.13", "turn", t=turn)
    elif turn is not None:
        yield violation("DOGE-10.13", "turn", t=turn)
    known = [name for name, choice in position.pending.items() if choice != CHOSEN]
    for name in (*known, *position.pending) if position.phase != PLACING else ():
        yield violation("DOGE-10.13", "pending", name=name)
    for name in known:
        for field, _ in position.placing_of(name):
            if field in position.cards_played.get(name, ()):
                yield violation("DOGE-10.14", name=name, field=field)


def _rows(world: World, position: Position) -> Found:
    """DOGE-10.15 to 10.18"""
    rows, phase = position.order, position.phase
    for row in (rows.now, rows.next):
        for field in dict.fromkeys(f for f in row if row.count(f) > 1):
            yield violation("DOGE-10.15", "twice", field=field)
    missing = [field for field in world.fields if field not in rows.now]
    if phase == SETUP and rows.now:
        yield violation("DOGE-10.15", "early")
    elif phase != SETUP and missing:
        yield violation("DOGE-10.15", "missing", fields=missing)
    voted, n = rows.voted, len(rows.next)
    if phase == VOTING:
        reveal = position.vote is None or not position.vote.agenda
        wanted, right = voted, voted <= len(world.fields) and (n == voted or (n == voted - 1 and reveal))
    else:
        wanted = len(world.fields) if phase == OVER else 0
        right = voted == n == wanted
    if not right:
        yield violation("DOGE-10.16", v=voted, wanted=wanted, n=n)
    if rows.set != world.set_of(position.round):
        yield violation("DOGE-10.17", r=position.round, set=world.set_of(position.round))
    for field in rows.now[:voted] if phase in (VOTING, OVER) else ():
        if position.fields[field].tokens:
            yield violation("DOGE-10.18", field=field)


def _vote(_world: World, position: Position) -> Found:
    """DOGE-10.19"""
    vote, rows = position.vote, position.order
    if vote is None:
        return
    if position.phase != VOTING:
        yield violation("DOGE-10.19", "phase", phase=position.phase)
        return
    due = rows.now[rows.voted : rows.voted + 1]
    if not vote.agenda and rows.voted:
        due = due + rows.now[rows.voted - 1 : rows.voted]
    if vote.field not in due:
        yield violation("DOGE-10.19", "field", field=vote.field)


def _ballot(world: World, position: Position) -> Found:
    """DOGE-9.10: what is told of a vote fits the table and itself. DOGE-7.7: what became of the home advisors."""
    vote, names = position.vote, position.players
    if vote is None or position.phase != VOTING or any(name not in names for name in _voters(vote)):
        return
    rule, field = "DOGE-9.10", world.field_number[vote.field]
    totals = tuple(vote.totals.get(name, 0) for name in names)
    counted = _counted(world, position, vote.field) if vote.agenda else totals
    for name, votes, right in zip(names, totals, counted, strict=True):
        if votes != right or vote.totals.get(name) == 0:  # participants only
            yield violation(rule, "totals", name=name, field=vote.field, n=votes, votes=right)
    begin = (position.round - 1) % len(names)
    everyone = tuple(range(len(names)))
    first, second = rank(totals, everyone[begin:] + everyone[:begin])
    for key, typed, found in (("first", vote.first, first), ("second", vote.second, second)):
        if typed != [names[p] for p in found]:
            yield violation(rule, key, field=vote.field, names=[names[p] for p in found])
    agenda = agenda_of(world, field, first, second)
    if not _fits(world, names, vote, agenda):
        yield violation(rule, "agenda", field=vote.field)
    if first:
        yield from _at_home(world, position, vote, agenda, len(first) == 1 and not second)


def _voters(vote: VotePart) -> Iterator[str]:
    yield from (*vote.totals, *vote.first, *vote.second, *(item.by for item in vote.agenda))


def _counted(world: World, position: Position, field: str) -> tuple[int, ...]:
    """Votes by what lies and stands in the field (DOGE-7.1); where only a number of tokens is known, as typed."""
    assert position.vote is not None
    found = []
    for name in position.players:
        stack = position.fields[field].tokens.get(name, [])
        advisors = sum(1 for one in position.advisors.values() if one.by == name and one.at == field)
        known = position.vote.totals.get(name, 0) if isinstance(stack, int) else sum(stack)
        found.append(known + (0 if isinstance(stack, int) else advisors * world.numbers.advisor_votes))
    return tuple(found)


def _fits(world: World, names: Sequence[str], vote: VotePart, agenda: Sequence[OpenDecision]) -> bool:
    """Are the open decisions the last ones of this vote? A palazzo comes before them, for whoever decided last."""
    offer = vote.agenda[0] if vote.agenda and vote.agenda[0].for_ == PALAZZO else None
    rest = vote.agenda[1:] if offer else vote.agenda
    done = len(agenda) - len(rest)
    if done < 0:
        return False
    for n, (typed, item) in enumerate(zip(rest, agenda[done:], strict=True)):
        half = n == 0 and item.kind == MOVE_HOUSE and typed.left is not UNSET and 0 < typed.left < item.n
        wanted = decision(world, tuple(names), item) | ({"left": typed.left} if half else {})
        if not _same(typed, wanted):
            return False
        done += half  # one house of two has been moved
    if offer is None:
        return True
    last = agenda[done - 1] if done else None
    if last is None or names[last.by] != offer.by or (offer.tie or "") != last.tie:
        return False
    return last.kind != HOUSES or offer.field in (UNSET, vote.field)


def _same(typed: Decision, wanted: dict[str, object]) -> bool:
    """What is left out is as it should be, but for a tie."""
    told: dict[str, object] = to_builtins(typed)
    return all(wanted.get(key) == value for key, value in told.items()) and ("tie" in told) == ("tie" in wanted)


def _at_home(
    world: World, position: Position, vote: VotePart, agenda: Sequence[OpenDecision], no_second: bool
) -> Found:
    """DOGE-7.7: each home advisor is neutral, unless whoever decided about him took him, or he may stay (DOGE-7.27)."""
    deciders = {item.about: position.players[item.by] for item in agenda if item.kind == ADVISOR}
    still_open = [item.advisor for item in vote.agenda if item.for_ == ADVISOR]
    may_stay = no_second and position.options is not UNSET and position.options.second_advisor == STAYS
    for advisor in world.at_home[world.field_number[vote.field]]:
        name, by = world.advisors[advisor], position.advisors[world.advisors[advisor]].by
        taken = by == deciders.get(advisor) and name not in still_open
        if by is not None and not taken and not (may_stay and world.decided_by[advisor] == SECOND):
            yield violation("DOGE-7.7", "held", advisor=name, field=vote.field)


def _winners(world: World, position: Position) -> Found:
    """DOGE-10.20, DOGE-10.21"""
    standings = standings_of(world, position)
    if position.phase in (SETUP, PLACING):
        for name, one in zip(position.players, standings, strict=True):
            if one.meets:
                yield violation("DOGE-10.20", name=name)
    if position.phase != OVER:
        if position.winners:
            yield violation("DOGE-10.21", "early", names=position.winners)
        return
    winners = winners_of(world, standings, [len(owners) for owners in position.owners()])
    right = [position.players[w] for w in winners]
    if not right:
        yield violation("DOGE-10.21", "open")
    elif position.winners != right:
        yield violation("DOGE-10.21", "winner", names=right)


def _empty_board(_world: World, position: Position) -> Found:
    """DOGE-10.22"""
    if position.phase != SETUP:
        return
    houses = any(n for field in position.fields for n in position.houses_at(field).values())
    tokens, palazzi = any(part.tokens for part in position.fields.values()), any(position.owners())
    rings = any(one.by is not None or one.at != WAITING_ROW for one in position.advisors.values())
    if houses or tokens or palazzi or rings or position.round != 1:
        yield violation("DOGE-10.22")


CHECKS: tuple[Check, ...] = (
    _pieces,
    _tokens,
    _sites,
    _advisors,
    _stacks,
    _turned_up,
    _turn,
    _rows,
    _vote,
    _ballot,
    _winners,
    _empty_board,
)
