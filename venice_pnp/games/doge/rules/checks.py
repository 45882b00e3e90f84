"""Is the move awaited, and is it legal? The first check that fails is quoted (section 6)."""

from __future__ import annotations

from venice_pnp.contract.play import TABLE, Refused
from venice_pnp.games.doge.rules.state import (
    ADVISOR,
    HOUSES,
    MOVE_HOUSE,
    NOBODY,
    OVER,
    PALAZZO,
    PLACING,
    SETUP,
    VOTING,
    Desk,
    OpenDecision,
    Tokens,
    Vote,
    awaited,
    head_of,
    placing_verb,
    to_show,
)
from venice_pnp.games.doge.rules.world import World, without

ANSWERS = {  # the verbs that answer a decision of a vote
    ADVISOR: ("take", "waive"),
    HOUSES: ("houses", "pass"),
    MOVE_HOUSE: ("move-house", "pass"),
    PALAZZO: ("build", "pass"),
}


def check_awaited(world: World, desk: Desk, verb: str, player: int) -> None:
    """DOGE-6.2, DOGE-6.3"""
    phase = desk.phase
    if phase == OVER:
        raise Refused("DOGE-6.2")
    if phase == PLACING:
        fits = verb == placing_verb(desk) and player != NOBODY and awaited(desk, player)
    elif desk.vote is not None and desk.vote.agenda:
        head = desk.vote.agenda[0]
        fits = player == head.by and verb in ANSWERS[head.kind]
    elif unseen := to_show(desk):
        fits = verb == "show" and player in unseen
    else:
        fits = player == NOBODY and verb == ("order" if phase == SETUP else "reveal")
    if not fits:
        raise _not_awaited(world, desk, verb, player)


def _not_awaited(world: World, desk: Desk, verb: str, player: int) -> Refused:
    rule, names = "DOGE-6.3", desk.seats.names
    who = TABLE if player == NOBODY else names[player]
    head = head_of(desk)
    facts: dict[str, object] = {"verb": verb, "player": who}
    if desk.phase == PLACING and verb in ("place", "lay") and verb != placing_verb(desk):
        return Refused(rule, facts, f"{rule}.{'laid' if desk.seats.laid else 'typed'}")
    if verb in ("place", "lay") and desk.phase == PLACING and player != NOBODY:
        if desk.chosen[player]:
            return Refused(rule, facts, f"{rule}.chosen")
        return Refused("DOGE-5.11", facts, "DOGE-5.11.tokens", under=rule)  # records name the check
    if verb == "pass" and desk.phase == PLACING and player != NOBODY and awaited(desk, player):
        return Refused(rule, facts, f"{rule}.must")  # DOGE-5.4
    if desk.phase == PLACING:
        facts["names"] = [name for p, name in enumerate(names) if awaited(desk, p)]
        return Refused(rule, facts, f"{rule}.place")
    if unseen := to_show(desk):
        facts |= {"names": [names[p] for p in unseen], "field": world.fields[desk.now[desk.voted]]}
        return Refused(rule, facts, f"{rule}.show")
    if head is None:
        return Refused(rule, facts, f"{rule}.{'order' if desk.phase == SETUP else 'reveal'}")
    if verb == "build":
        return Refused(rule, facts, f"{rule}.build")
    facts = {**facts, "name": names[head.by], **world.about(head)}
    return Refused(rule, facts, f"{rule}.{head.kind}")


def check_order(world: World, row: tuple[int, ...]) -> None:
    """DOGE-6.4"""
    for at, field in enumerate(row):
        if field in row[:at]:
            raise Refused("DOGE-6.4", {"field": world.fields[field]}, "DOGE-6.4.twice")
    missing = [name for field, name in enumerate(world.fields) if field not in row]
    if missing:
        raise Refused("DOGE-6.4", {"fields": missing}, "DOGE-6.4.missing")


def check_reveal(world: World, desk: Desk, field: int) -> None:
    """DOGE-6.5"""
    if field in desk.next:
        left = [name for number, name in enumerate(world.fields) if number not in desk.next]
        raise Refused("DOGE-6.5", {"field": world.fields[field], "left": left})


def check_place(world: World, desk: Desk, player: int, field: int, tokens: Tokens) -> Tokens:
    """DOGE-6.6: the tokens that will be left. Those in a supply are nobody else's business: they are not named."""
    played = desk.cards[player]
    if field in played:
        hand = [other for number, other in enumerate(world.fields) if number not in played]
        facts = {"player": desk.seats.names[player], "field": world.fields[field], "hand": hand}
        raise Refused("DOGE-5.7", facts)
    fewest, most = world.numbers.tokens_min, world.numbers.tokens_max
    if len(tokens) < fewest:
        raise Refused("DOGE-5.5", {"min": fewest}, "DOGE-5.5.none")
    if len(tokens) > most:
        raise Refused("DOGE-5.5", {"min": fewest, "max": most}, "DOGE-5.5.many")
    left = world.rest[desk.tokens_left[player]].get(tokens)
    if left is None:
        n = len(desk.tokens_left[player])  # how many, everybody sees
        key = "DOGE-5.6.number" if desk.seats.laid else "DOGE-5.6"
        raise Refused("DOGE-5.6", {"player": desk.seats.names[player], "n": n}, key)
    return left


def check_show(world: World, desk: Desk, player: int, tokens: Tokens) -> None:
    """DOGE-6.20: as many as he laid, and none that he turned up before in this round (DOGE-5.6)."""
    n = len(desk.stacks[desk.spot(desk.now[desk.voted], player)])
    facts = {"player": desk.seats.names[player], "n": n, "told": len(tokens)}
    if len(tokens) != n:
        raise Refused("DOGE-6.20", facts)
    left = without(world.tokens, desk.shown[player])
    if tokens not in world.rest[left]:
        lacking = [token for token in dict.fromkeys(tokens) if tokens.count(token) > left.count(token)]
        raise Refused("DOGE-5.6", {**facts, "left": list(left), "tokens": lacking}, "DOGE-5.6.shown")


def check_take(world: World, desk: Desk, head: OpenDecision, to: int) -> None:
    """DOGE-6.7"""
    if not desk.rings_left[head.by]:
        raise Refused("DOGE-7.9", {"player": desk.seats.names[head.by]})
    if to == world.home[head.about]:
        raise Refused("DOGE-7.10", {"advisor": world.advisors[head.about], "field": world.fields[to]})


def check_path(world: World, desk: Desk, player: int, path: tuple[int, int]) -> None:
    """DOGE-7.14"""
    source, goal = path
    facts = {"from": world.fields[source], "to": world.fields[goal], "player": desk.seats.names[player]}
    if not world.is_district[source] or not world.is_district[goal]:
        raise Refused("DOGE-7.14", facts, "DOGE-7.14.quarantia")
    if source == goal:
        raise Refused("DOGE-7.14", facts, "DOGE-7.14.same")
    if not desk.houses[desk.spot(source, player)]:
        has = [name for n, name in enumerate(world.fields) if desk.houses[desk.spot(n, player)]]
        raise Refused("DOGE-7.14", {**facts, "has": has}, "DOGE-7.14.house")


def check_waive(world: World, desk: Desk, vote: Vote, player: int, path: tuple[int, int] | None) -> None:
    """DOGE-6.8"""
    if path is None:
        return
    check_path(world, desk, player, path)
    if world.is_district[vote.field] and vote.field not in path:  # DOGE-7.15, DOGE-7.16
        fields = world.fields
        facts = {"field": fields[vote.field], "from": fields[path[0]], "to": fields[path[1]]}
        raise Refused("DOGE-7.15", facts)


def check_houses(desk: Desk, vote: Vote, count: int) -> None:
    """DOGE-6.9"""
    head = vote.agenda[0]
    if count > head.n:
        rule = "DOGE-7.18" if head.by in vote.first else "DOGE-7.19"
        raise Refused(rule, {"count": count, "max": head.n})
    supply = desk.houses_left[head.by]
    if count > supply:
        facts = {"player": desk.seats.names[head.by], "supply": supply, "count": count}
        raise Refused("DOGE-7.22", facts)


def reveal_awaited(desk: Desk) -> bool:
    """Does the table wait for an order card to be uncovered?"""
    return desk.phase == VOTING and head_of(desk) is None and not to_show(desk)
