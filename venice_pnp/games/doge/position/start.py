"""From names, options and a typed-in table to a desk (sections 4 and 9); audits and scoring of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET, UnsetType, structs

from venice_pnp.contract.play import TABLE, Refused, Violation
from venice_pnp.contract.position import once_each, refuse, violation
from venice_pnp.contract.rows import numbered
from venice_pnp.games.doge.position import model as m
from venice_pnp.games.doge.position.convert import desk_of, read_position, state_of
from venice_pnp.games.doge.rules.ending import is_dead_end, winners_of
from venice_pnp.games.doge.rules.state import LAID, Desk, Seats
from venice_pnp.games.doge.rules.world import World
from venice_pnp.games.doge.tables import SecondOption, SecretsOption


def begin(world: World, players: Sequence[str], options: Mapping[str, Any], start: Mapping[str, Any] | None) -> Desk:
    """The table before anything follows by itself. Raises Refused."""
    _check_players(world, players)
    colours = tuple(_colours(world, players, options))
    typed: Mapping[str, Any] = {} if start is None else start
    position, faults = read_position(world, typed, players)
    refuse(faults)
    assert position is not None
    _check_same_players(players, typed.get("players"))
    laid = structs.asdict(m.AgreedPart() if position.options is UNSET else position.options)
    second = _agreed("DOGE-7.27", options.get("second-advisor"), laid["second_advisor"], world.second_advisor)
    secrets = _agreed("DOGE-6.18", options.get("secrets"), laid["secrets"], world.secrets)
    seats = _seats(players, colours, second, secrets == LAID)
    if typed:  # a new game is sound
        from venice_pnp.games.doge.position.invariants import broken  # a table that goes on needs none of it

        refuse(broken(world, position))
    return state_of(world, seats, position)


def _seats(
    players: Sequence[str], colours: tuple[str, ...] = (), second_advisor: str = "", laid: bool = False
) -> Seats:
    everyone = tuple(range(len(players)))
    orders = tuple(everyone[first:] + everyone[:first] for first in everyone)  # DOGE-5.20
    return Seats(tuple(players), colours, numbered(players), orders, second_advisor, laid)


def _check_players(world: World, players: Sequence[str]) -> None:
    """DOGE-4.1"""
    rule = "DOGE-4.1"
    if len(players) not in world.players:
        raise Refused(rule, {"n": len(players)}, f"{rule}.count")
    for at, name in enumerate(players):
        if not isinstance(name, str) or not name.strip():
            raise Refused(rule, {"n": at + 1}, f"{rule}.name")
        if name == TABLE:
            raise Refused(rule, {"name": name}, f"{rule}.table")
        if name in players[:at]:
            raise Refused(rule, {"name": name}, f"{rule}.twice")


def _colours(world: World, players: Sequence[str], options: Mapping[str, Any]) -> Sequence[str]:
    """DOGE-2.12: by seat, or as the option says."""
    rule = "DOGE-2.12"
    for option in options:
        if option not in world.options:
            raise Refused(rule, {"option": option, "written": list(world.options)}, f"{rule}.option")
    colours = options.get("colours")
    if colours is None:
        return world.colours[: len(players)]
    if not isinstance(colours, Mapping) or set(colours) != set(players):
        raise Refused(rule, {"names": list(players)}, f"{rule}.names")
    for name in players:
        if colours[name] not in world.colours:
            raise Refused(rule, {"colour": colours[name], "known": ", ".join(world.colours)}, f"{rule}.colour")
    if len(set(colours.values())) < len(players):
        raise Refused(rule, {"names": list(players)}, f"{rule}.names")
    return [colours[name] for name in players]


def _agreed(rule: str, chosen: Any, laid: str | UnsetType, option: SecondOption | SecretsOption) -> str:
    """As the option says, or else the typed-in table; what both say must be the same."""
    if chosen is None:
        chosen = option.default if laid is UNSET else laid
    if chosen not in option.values:
        raise Refused(rule, {"value": chosen, "known": list(option.values)}, f"{rule}.value")
    if laid not in (UNSET, chosen):
        raise Refused(rule, {"value": chosen, "laid": laid}, f"{rule}.other")
    return str(chosen)


def _check_same_players(players: Sequence[str], typed: Sequence[str] | None) -> None:
    """A complete snapshot names the players of its own table. DOGE-9.2"""
    if typed is None or list(typed) == list(players):
        return
    for name in typed:
        if name not in players:
            raise Refused("DOGE-10.1", {"name": name}, "DOGE-10.1.name")
    raise Refused("DOGE-9.2", {"names": list(typed), "players": list(players)})


def seats_of(world: World, position: m.Position) -> Seats:
    """Who sits at a table that is known by its position alone."""
    agreed = structs.asdict(m.AgreedPart() if position.options is UNSET else position.options)
    second, secrets = (
        option.default if agreed[name] is UNSET else agreed[name]
        for name, option in (("second_advisor", world.second_advisor), ("secrets", world.secrets))
    )
    colours = position.colours() or dict(zip(position.players, world.colours, strict=False))
    return _seats(position.players, tuple(colours.values()), second, secrets == LAID)


# --- typed-in tables ----------------------------------------------------------------------------------
def audit(world: World, table: Mapping[str, Any]) -> list[Violation]:
    """Every invariant that does not hold, each once; only what cannot be read, if there is such."""
    from venice_pnp.games.doge.position.invariants import broken  # only an audit needs it

    position, faults = read_position(world, table)
    if position is None:
        return once_each(faults)
    found = [*broken(world, position), *_missing_advisors(world, table.get("advisors"))]
    return once_each(found or _unfit_decisions(world, position))


def _unfit_decisions(world: World, position: m.Position) -> Iterator[Violation]:
    """DOGE-9.10: a decision that the table, sound otherwise, does not offer."""
    try:
        desk_of(world, _seats(position.players), position)
    except Refused as refused:
        yield Violation(refused.rule, refused.key, refused.facts)


def _missing_advisors(world: World, listed: Mapping[str, Any] | None) -> Iterator[Violation]:
    """DOGE-10.8: where the advisors are listed, all of them are."""
    for advisor in () if listed is None else world.advisors:
        if advisor not in (listed or ()):
            yield violation("DOGE-10.8", "missing", advisor=advisor)


def score(world: World, table: Mapping[str, Any]) -> dict[str, Any]:
    """Who meets a condition, and who wins if the round ends here."""
    from venice_pnp.games.doge.position.invariants import standings_of  # only scoring needs it

    position, faults = read_position(world, table)
    refuse(faults)
    assert position is not None
    standings = standings_of(world, position)
    built = [len(owners) for owners in position.owners()]
    winners = winners_of(world, standings, built) if standings else ()
    return {
        "players": {name: structs.asdict(s) for name, s in zip(position.players, standings, strict=True)},
        "dead-end": bool(standings) and is_dead_end(world, standings, built),
        "winners": [position.players[w] for w in winners],
    }
