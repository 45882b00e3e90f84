"""Where a game of Canaletto may begin: players, options, and partial snapshots made whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from venice_pnp.contract.play import TABLE, Refused
from venice_pnp.games.canaletto.rules.state import (
    AUCTION,
    CHOOSE_STARTER,
    DISTRIBUTE,
    END,
    LAY_VALUES,
    NOBODY,
    SELL_ORDER,
    SETUP_PHASES,
    THE_TABLE,
    State,
    gondola_free,
)
from venice_pnp.kit import Kit

if TYPE_CHECKING:
    from venice_pnp.games.canaletto.rules.bound import Rules
    from venice_pnp.games.canaletto.tables import Tables


def closest(word: str, known: Iterable[str]) -> str:
    """The known word that was most likely meant."""
    import difflib

    return difflib.get_close_matches(word[:60], list(known), n=1, cutoff=0)[0]


def refuse_players(kit: Kit, players: Sequence[str]) -> None:
    """CAN-1.1: the right number, all different, nobody called `table`."""
    least, most = kit.game.players
    if not least <= len(players) <= most:
        raise Refused("CAN-1.1", {"n": len(players)}, "CAN-1.1.players")
    for name in players:
        if list(players).count(name) > 1:
            raise Refused("CAN-1.1", {"player": name}, "CAN-1.1.names")
        if name == TABLE:
            raise Refused("CAN-1.1", {}, "CAN-1.1.table")


def options_of(tables: Tables, said: Mapping[str, Any]) -> dict[str, Any]:
    """All options, the ones left out as by default."""
    known = {"next-starter": tables.options.next_starter}
    for name, value in said.items():
        if name not in known:
            raise Refused("CAN-1.1", {"option": name, "known": tuple(known)}, "CAN-1.1.option")
        if value not in known[name].values:
            facts = {"option": name, "value": value, "known": tuple(known[name].values)}
            raise Refused("CAN-1.1", facts, "CAN-1.1.value")
    return {name: said.get(name, option.default) for name, option in known.items()}


def merge(tables: Tables, said: Mapping[str, Any]) -> dict[str, Any]:
    """CAN-9.4: what was said over the reference set-up; maps key by key, lists whole."""
    players = said.get("players")
    names = [n for n in players if isinstance(n, str)] if isinstance(players, (list, tuple)) else []
    phase = said.get("phase", AUCTION)
    whole = _reference(tables, names, phase if isinstance(phase, str) else AUCTION)
    for key, value in said.items():
        base = whole.get(key)
        if key == "await" or (value is None and base is not None):  # derived (CAN-9.1), or left out
            continue
        merged = isinstance(base, dict) and isinstance(value, Mapping) and key not in ("final", "options")
        whole[key] = {**base, **value} if merged and base is not None else value
    return whole


def _reference(tables: Tables, names: list[str], phase: str) -> dict[str, Any]:
    reference = tables.reference
    begun = phase not in SETUP_PHASES
    stage = len(SETUP_PHASES) if begun else SETUP_PHASES.index(phase)
    laid = stage > SETUP_PHASES.index(DISTRIBUTE)
    return {
        "snapshot": 1,
        "game": "canaletto",
        "options": {},
        "phase": phase,
        "starter": names[0] if begun and names else None,
        "palaces": {p.id: list(reference.palaces.get(p.id, [])) if laid else [] for p in tables.palaces},
        "values": list(reference.values) if stage > SETUP_PHASES.index(LAY_VALUES) else [],
        "sold": [],
        "column": reference.column if stage >= SETUP_PHASES.index(CHOOSE_STARTER) else None,
        "high-bid": 0,
        "high-bidder": None,
        "passed": [],
        "money": dict.fromkeys(names, tables.numbers.start_money),
        "debt": dict.fromkeys(names, 0),
        "bribe": dict.fromkeys(names, True),
        "artworks": {name: [] for name in names},
        "unsold-rounds": 0,
        "buyer": None,
        "to-sell": None,
        "to-act": None,
        "round": None,
        "gondola": None,
        "final": None,
        "winners": None,
    }


def complete(rules: Rules, merged: dict[str, Any]) -> dict[str, Any]:
    """CAN-9.5: what can be computed and was left out. `merged` has passed CAN-10.17."""
    whole = dict(merged)
    phase, names = whole["phase"], whole["players"]
    empty = sum(1 for lot in whole["palaces"].values() if not lot)
    column = rules.palaces.index(whole["column"]) if whole["column"] else NOBODY
    free = phase == AUCTION and gondola_free(list(whole["palaces"].values()), column, rules.numbers.end_kinds)
    if column != NOBODY and (whole["gondola"] is None or free):
        whole["gondola"] = rules.palaces[(column + whole["high-bid"]) % len(rules.palaces)]
    if whole["to-act"] is None and phase == AUCTION:
        whole["to-act"] = to_act(whole)
    elif whole["to-act"] is None and phase != END:
        whole["to-act"] = whole["buyer"] if phase == SELL_ORDER else TABLE
    if whole["round"] is None:
        rounds = {AUCTION: empty + whole["unsold-rounds"] + 1, SELL_ORDER: max(empty, 1), END: max(empty, 1)}
        whole["round"] = rounds.get(phase, 0)
    if whole["to-sell"] is None:
        board = {k for lot in whole["palaces"].values() for k in lot}
        gone = [k for k in rules.kinds if k not in board and k not in whole["sold"]]
        whole["to-sell"] = gone if phase == SELL_ORDER else []
    whole["players"] = list(names)
    return whole


def to_act(whole: Mapping[str, Any]) -> str | None:
    """CAN-10.13: the first clockwise who has not passed, after the high bidder or from the starter on."""
    names = list(whole["players"])
    leader = whole["high-bidder"]
    first = names.index(leader) + 1 if leader else names.index(whole["starter"])
    order = names[first % len(names) :] + names[: first % len(names)]
    return next((n for n in order if n not in whole["passed"]), None)


def state_from(rules: Rules, whole: Mapping[str, Any]) -> State:
    """The state of a whole, sound snapshot."""
    names = tuple(whole["players"])
    seat = {**{name: i for i, name in enumerate(names)}, TABLE: THE_TABLE, None: NOBODY}
    palace = {**rules.palace_number, None: NOBODY}

    def lot(kinds: Sequence[str]) -> tuple[int, ...]:
        return tuple(sorted([rules.kind_number[k] for k in kinds])) if kinds else ()

    return State(
        players=names,
        next_starter=whole["options"].get("next-starter", rules.tables.options.next_starter.default),
        phase=whole["phase"],
        round=whole["round"],
        starter=seat[whole["starter"]],
        actor=seat[whole["to-act"]],
        palaces=tuple(lot(whole["palaces"][p]) for p in rules.palaces),
        values=tuple(whole["values"]),
        sold=tuple(rules.kind_number[k] for k in whole["sold"]),
        column=palace[whole["column"]],
        gondola=palace[whole["gondola"]],
        high_bid=whole["high-bid"],
        high_bidder=seat[whole["high-bidder"]],
        passed=tuple(sorted(seat[n] for n in whole["passed"])),
        money=tuple(whole["money"][n] for n in names),
        debt=tuple(whole["debt"][n] for n in names),
        bribe=tuple(whole["bribe"][n] for n in names),
        artworks=tuple(lot(whole["artworks"][n]) for n in names),
        unsold_rounds=whole["unsold-rounds"],
        buyer=seat[whole["buyer"]],
        to_sell=lot(whole["to-sell"]),
    )
