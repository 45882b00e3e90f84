"""The invariants of section 10, checked on a typed-in table without history, and its scoring (section 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import structs

from venice_pnp.contract.play import Refused, Violation
from venice_pnp.games.doge.position.shape import faults_of
from venice_pnp.games.doge.position.sheet import Sheet, Stack, complete, size_of
from venice_pnp.games.doge.position.snapshots import AT_WAITING
from venice_pnp.games.doge.rules.ending import Standing, is_dead_end, standing, winners_of
from venice_pnp.games.doge.rules.state import OVER, PLACING, SETUP, VOTING
from venice_pnp.games.doge.rules.world import World

Check = Callable[[World, Sheet], Iterator[Violation]]


def audit(world: World, table: Mapping[str, Any]) -> list[Violation]:
    """Every invariant that does not hold, each once; only what cannot be read, if there is such."""
    faults = faults_of(world, table)
    if faults:
        return _once(faults)
    sheet = complete(world, table.get("players") or (), table)
    return _once([*broken(world, sheet), *_missing_advisors(world, table)])


def broken(world: World, sheet: Sheet) -> list[Violation]:
    """The invariants that a completed table breaks."""
    players = list(_players(world, sheet))
    if any(v.key != "DOGE-10.1.name" for v in players):  # nothing else can be judged
        return players
    return players + [violation for check in CHECKS for violation in check(world, sheet)]


def score(world: World, table: Mapping[str, Any]) -> dict[str, Any]:
    """Who meets a condition, and who wins if the round ends here."""
    faults = faults_of(world, table)
    if faults:
        raise Refused(faults[0].rule, faults[0].facts, faults[0].key)
    sheet = complete(world, table.get("players") or (), table)
    standings = _standings(world, sheet)
    built = [len(owners) for owners in sheet.palazzi.values()]
    winners = winners_of(world, standings, built) if standings else ()
    return {
        "players": {name: structs.asdict(s) for name, s in zip(sheet.players, standings, strict=True)},
        "dead-end": bool(standings) and is_dead_end(world, standings, built),
        "winners": [sheet.players[w] for w in winners],
    }


def _once(found: Iterable[Violation]) -> list[Violation]:
    """The first finding of each rule, in the order of the rules page."""
    first: dict[str, Violation] = {}
    for violation in found:
        first.setdefault(violation.rule, violation)
    return sorted(first.values(), key=lambda v: int(v.rule.rpartition(".")[2]))


def _standings(world: World, sheet: Sheet) -> list[Standing]:
    owners = list(sheet.palazzi.values())
    return [standing(world, owners, name, sheet.houses_of(world, name)) for name in sheet.players]


# --- who and what there is ------------------------------------------------------------------------
def _players(world: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.1"""
    rule, seated = "DOGE-10.1", sheet.players
    if len(seated) not in world.players:
        yield Violation(rule, f"{rule}.count", {"n": len(seated)})
    for name in dict.fromkeys(n for n in seated if seated.count(n) > 1):
        yield Violation(rule, f"{rule}.twice", {"name": name})
    for name in dict.fromkeys(_names(sheet)):
        if name not in seated:
            yield Violation(rule, f"{rule}.name", {"name": name})


def _names(sheet: Sheet) -> Iterator[str]:
    """Every name that stands anywhere."""
    for by_name in (sheet.tokens_left, sheet.houses_left, sheet.palazzi_left, sheet.rings_left):
        yield from by_name
    yield from (*sheet.cards, *sheet.pending, *sheet.chosen, *sheet.winners)
    for stacks, houses, owners in zip(
        sheet.stacks.values(), sheet.houses.values(), sheet.palazzi.values(), strict=True
    ):
        yield from (*stacks, *houses, *owners)
    yield from (by for by, _ in sheet.advisors.values() if by is not None)
    if sheet.vote is not None:
        vote = sheet.vote
        yield from (
            *vote["totals"],
            *vote["first"],
            *vote["second"],
            *(item["by"] for item in vote["agenda"]),
        )


def _houses(world: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.2"""
    for name in sheet.players:
        on_board = sheet.houses_of(world, name)
        least = min(sheet.houses[world.fields[d]].get(name, 0) for d in world.districts)
        yield from _sum("DOGE-10.2", name, sheet.houses_left[name], on_board, world.numbers.houses, least)


def _palazzi(world: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.3"""
    for name in sheet.players:
        yield from _sum("DOGE-10.3", name, sheet.palazzi_left[name], sheet.palazzi_of(name), world.numbers.palazzi)


def _rings(world: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.4"""
    for name in sheet.players:
        yield from _sum("DOGE-10.4", name, sheet.rings_left[name], sheet.rings_of(name), world.numbers.rings)


def _sum(rule: str, name: str, supply: int, board: int, size: int, least: int = 0) -> Iterator[Violation]:
    if supply + board != size or supply < 0 or least < 0:
        facts = {"name": name, "supply": supply, "board": board, "sum": supply + board, "size": size}
        yield Violation(rule, rule, facts)


def _tokens(world: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.5; given as lengths, only numbers are checked (DOGE-9.13)."""
    for name in sheet.players:
        stacks: list[Stack] = [sheet.tokens_left[name], *(stack for _, stack in sheet.stacks_of(name))]
        if name in sheet.pending:
            stacks.append(sheet.pending[name][1])
        values = [stack for stack in stacks if not isinstance(stack, int)]
        if len(values) < len(stacks):
            n = sum(map(size_of, stacks))
            if n != len(world.tokens):
                yield Violation("DOGE-10.5", "DOGE-10.5.number", {"name": name, "n": n, "size": len(world.tokens)})
            continue
        found = sorted(value for stack in values for value in stack)
        if tuple(found) != world.tokens:
            facts = {"name": name, "list": found, "wanted": list(world.tokens)}
            yield Violation("DOGE-10.5", "DOGE-10.5.values", facts)


# --- the board --------------------------------------------------------------------------------------
def _sites(world: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.6"""
    for d in world.districts:
        n = len(sheet.palazzi[world.fields[d]])
        if n > len(world.sites):
            facts = {"district": world.fields[d], "n": n, "size": len(world.sites)}
            yield Violation("DOGE-10.6", "DOGE-10.6", facts)


def _quarantia(world: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.7"""
    for field, yes in zip(world.fields, world.is_district, strict=True):
        if not yes and (any(sheet.houses[field].values()) or sheet.palazzi[field]):
            yield Violation("DOGE-10.7", "DOGE-10.7", {"field": field})


def _missing_advisors(world: World, table: Mapping[str, Any]) -> Iterator[Violation]:
    """DOGE-10.8: where the advisors are listed, all of them are."""
    listed = table.get("advisors")
    for advisor in world.advisors if listed else ():
        if advisor not in (listed or ()):
            yield Violation("DOGE-10.8", "DOGE-10.8.missing", {"advisor": advisor})


def _advisors(world: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.8, DOGE-10.9"""
    for advisor, (by, at) in sheet.advisors.items():
        home = world.fields[world.home[world.advisor_number[advisor]]]
        if by is None and at != AT_WAITING:
            yield Violation("DOGE-10.8", "DOGE-10.8.ring", {"advisor": advisor, "field": at})
        if by is not None and at == AT_WAITING:
            yield Violation("DOGE-10.8", "DOGE-10.8.waiting", {"advisor": advisor})
        if at == home:
            yield Violation("DOGE-10.9", "DOGE-10.9", {"advisor": advisor, "field": home})


def _stack_sizes(world: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.10"""
    fewest, most = world.numbers.tokens_min, world.numbers.tokens_max
    for name in sheet.players:
        for field, stack in [
            *sheet.stacks_of(name),
            *([sheet.pending[name]] if name in sheet.pending else []),
        ]:
            n = size_of(stack)
            if not fewest <= n <= most:
                facts = {"name": name, "field": field, "n": n, "min": fewest, "max": most}
                yield Violation("DOGE-10.10", "DOGE-10.10", facts)


def _stack_numbers(world: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.11"""
    turns = world.numbers.turns_per_round[len(sheet.players)]
    for name in sheet.players:
        n = len(sheet.stacks_of(name))
        if sheet.phase == PLACING and sheet.turn is not None:
            done = sheet.turn - 1
            out = not size_of(sheet.tokens_left[name]) and name not in sheet.pending
            wrong = n != done and not (n < done and out)
        else:
            done, wrong = turns, sheet.phase == VOTING and n > turns
        if wrong:
            yield Violation("DOGE-10.11", "DOGE-10.11", {"name": name, "n": n, "t": done})


# --- where the game is ------------------------------------------------------------------------------
def _cards(_city: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.12"""
    for name in sheet.players:
        stacks = [field for field, _ in sheet.stacks_of(name)] if sheet.phase == PLACING else []
        if sorted(sheet.cards[name]) != sorted(stacks):
            yield Violation("DOGE-10.12", "DOGE-10.12", {"name": name})


def _turn(world: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.13"""
    if sheet.phase == PLACING:
        if sheet.turn is None or not 1 <= sheet.turn <= world.numbers.turns_per_round[len(sheet.players)]:
            yield Violation("DOGE-10.13", "DOGE-10.13.turn", {"t": sheet.turn})
        return
    if sheet.turn is not None:
        yield Violation("DOGE-10.13", "DOGE-10.13.turn", {"t": sheet.turn})
    for name in (*sheet.pending, *sheet.chosen):
        yield Violation("DOGE-10.13", "DOGE-10.13.pending", {"name": name})


def _pending_cards(_city: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.14"""
    for name, (field, _) in sheet.pending.items():
        if field in sheet.cards.get(name, ()):
            yield Violation("DOGE-10.14", "DOGE-10.14", {"name": name, "field": field})


def _rows(world: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.15"""
    rule = "DOGE-10.15"
    for row in (sheet.now, sheet.next):
        for field in dict.fromkeys(f for f in row if row.count(f) > 1):
            yield Violation(rule, f"{rule}.twice", {"field": field})
    missing = [field for field in world.fields if field not in sheet.now]
    if sheet.phase == SETUP and sheet.now:
        yield Violation(rule, f"{rule}.early", {})
    elif sheet.phase != SETUP and missing:
        yield Violation(rule, f"{rule}.missing", {"fields": missing})


def _open_cards(world: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.16"""
    voted, n = sheet.voted, len(sheet.next)
    reveal = sheet.vote is None or not sheet.vote["agenda"]
    if sheet.phase == VOTING:
        wanted, right = voted, n == voted or (n == voted - 1 and reveal)
    else:
        wanted = len(world.fields) if sheet.phase == OVER else 0
        right = voted == n == wanted
    if not right:
        yield Violation("DOGE-10.16", "DOGE-10.16", {"v": voted, "wanted": wanted, "n": n})


def _set(world: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.17"""
    right = world.set_of(sheet.round)
    if sheet.set != right:
        yield Violation("DOGE-10.17", "DOGE-10.17", {"r": sheet.round, "set": right})


def _voted_fields(_city: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.18"""
    if sheet.phase in (VOTING, OVER):
        for field in sheet.now[: sheet.voted]:
            if sheet.stacks[field]:
                yield Violation("DOGE-10.18", "DOGE-10.18", {"field": field})


def _vote(_city: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.19"""
    if sheet.vote is None:
        return
    rule, field = "DOGE-10.19", sheet.vote["field"]
    if sheet.phase != VOTING:
        yield Violation(rule, f"{rule}.phase", {"phase": sheet.phase})
        return
    due = sheet.now[sheet.voted : sheet.voted + 1]
    if not sheet.vote["agenda"] and sheet.voted:
        due = due + sheet.now[sheet.voted - 1 : sheet.voted]
    if field not in due:
        yield Violation(rule, f"{rule}.field", {"field": field})


def _no_doge_yet(world: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.20"""
    if sheet.phase in (SETUP, PLACING):
        for name, s in zip(sheet.players, _standings(world, sheet), strict=True):
            if s.meets:
                yield Violation("DOGE-10.20", "DOGE-10.20", {"name": name})


def _winners(world: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.21"""
    rule = "DOGE-10.21"
    if sheet.phase != OVER:
        if sheet.winners:
            yield Violation(rule, f"{rule}.early", {"names": sheet.winners})
        return
    built = [len(owners) for owners in sheet.palazzi.values()]
    right = [sheet.players[w] for w in winners_of(world, _standings(world, sheet), built)]
    if not right:
        yield Violation(rule, f"{rule}.open", {})
    elif sheet.winners != right:
        yield Violation(rule, f"{rule}.winner", {"names": right})


def _empty_board(_city: World, sheet: Sheet) -> Iterator[Violation]:
    """DOGE-10.22"""
    if sheet.phase != SETUP:
        return
    houses = any(n for row in sheet.houses.values() for n in row.values())
    tokens, palazzi = any(sheet.stacks.values()), any(sheet.palazzi.values())
    rings = any(by is not None or at != AT_WAITING for by, at in sheet.advisors.values())
    if houses or tokens or palazzi or rings or sheet.round != 1:
        yield Violation("DOGE-10.22", "DOGE-10.22", {})


CHECKS: tuple[Check, ...] = (
    _houses,
    _palazzi,
    _rings,
    _tokens,
    _sites,
    _quarantia,
    _advisors,
    _stack_sizes,
    _stack_numbers,
    _cards,
    _turn,
    _pending_cards,
    _rows,
    _open_cards,
    _set,
    _voted_fields,
    _vote,
    _no_doge_yet,
    _winners,
    _empty_board,
)
