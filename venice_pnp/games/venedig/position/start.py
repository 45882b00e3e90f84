"""From names, options and a typed-in table to a desk (sections 4 and 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from venice_pnp.contract.play import Refused
from venice_pnp.games.venedig.position.audit import broken, broken_players
from venice_pnp.games.venedig.position.shape import faults_of
from venice_pnp.games.venedig.position.sheet import lay_out
from venice_pnp.games.venedig.rules.hidden import dealt, fits
from venice_pnp.games.venedig.rules.state import Desk
from venice_pnp.games.venedig.rules.world import World


def begin(world: World, players: Sequence[str], options: Mapping[str, Any], start: Mapping[str, Any] | None) -> Desk:
    """The table at its beginning. Raises Refused."""
    table: Mapping[str, Any] = {} if start is None else start
    faults = faults_of(world, players, table) if table != {} else []
    for wrong in (*broken_players(world, players, {}), *faults):
        raise Refused(wrong.rule, wrong.facts, wrong.key)
    typed = table.get("players")
    if typed is not None and list(typed) != list(players):
        raise Refused("VEN-9.1", {"names": list(typed), "players": list(players)}, "VEN-9.1.players")
    sheet = lay_out(world, players, _deck(world, options, table), table)
    for violation in (*broken_players(world, players, table), *broken(world, sheet)):
        raise Refused(violation.rule, violation.facts, violation.key)
    desk = sheet.desk
    secret = table.get("secret") or {}
    if set(secret) == {"seed"}:
        desk.secret = dealt(world, desk, str(secret["seed"]))
    elif desk.secret is not None and not fits(world, desk, desk.secret):
        raise Refused("VEN-9.1", {}, "VEN-9.1.secret")
    return desk


def _deck(world: World, options: Mapping[str, Any], table: Mapping[str, Any]) -> str:
    """VEN-2.2"""
    rule, own = "VEN-2.2", world.tables.options.deck
    for option in options:
        if option != "deck":
            raise Refused(rule, {"option": option, "known": ["deck"]}, f"{rule}.option")
    laid = (table.get("options") or {}).get("deck")
    deck = options.get("deck", laid or own.default)
    if not isinstance(deck, str) or deck not in world.decks:
        raise Refused(rule, {"deck": deck, "known": list(world.decks)}, f"{rule}.deck")
    if laid is not None and laid != deck:
        raise Refused(rule, {"deck": deck, "laid": laid}, f"{rule}.other")
    return deck
