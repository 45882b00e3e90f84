"""The invariants of Canaletto (section 10): every one that a typed-in table breaks, each once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from venice_pnp.contract.play import TABLE, Refused, Violation
from venice_pnp.games.canaletto.position.start import options_of, to_act
from venice_pnp.games.canaletto.rules.state import (
    AUCTION,
    DISTRIBUTE,
    END,
    LAY_VALUES,
    PHASES,
    SELL_ORDER,
    SETUP_PHASES,
    gondola_free,
)

if TYPE_CHECKING:
    from venice_pnp.games.canaletto.rules.bound import Rules
    from venice_pnp.games.canaletto.tables import Numbers

Found = Iterator[Violation]
BY_PLAYER = ("money", "debt", "bribe", "artworks")
COUNTS = ("round", "unsold-rounds", "high-bid")
PERSONS = ("starter", "to-act", "high-bidder", "buyer")
KEYS = {
    *("snapshot", "game", "players", "options", "phase", "palaces", "values", "sold", "column", "gondola"),
    *("passed", "to-sell", "final", "winners", "await"),
    *BY_PLAYER,
    *COUNTS,
    *PERSONS,
}


def scores_of(
    numbers: Numbers, names: Sequence[str], money: Sequence[int], debt: Sequence[int]
) -> tuple[dict[str, int], list[str]]:
    """CAN-8.5 to CAN-8.7: final accounts, and all who have the highest."""
    final = {n: m - numbers.debt_factor * d for n, m, d in zip(names, money, debt, strict=True)}
    best = max(final.values())
    return final, [n for n in names if final[n] == best]


def violation(rule: str, part: str = "", **facts: Any) -> Violation:
    return Violation(rule, f"{rule}.{part}" if part else rule, facts)


def once_each(found: Iterable[Violation]) -> list[Violation]:
    """The first finding of every rule."""
    first: dict[str, Violation] = {}
    for item in found:
        first.setdefault(item.rule, item)
    return list(first.values())


# --- CAN-10.17: are these the words of this game? -------------------------------------------------
def faults_of(rules: Rules, said: Mapping[str, Any]) -> list[Violation]:
    return once_each(_strange(rules, said))


def _strange(rules: Rules, said: Mapping[str, Any]) -> Found:
    yield from _players(rules, said)
    players = said.get("players")
    names = [n for n in players if isinstance(n, str)] if isinstance(players, (list, tuple)) else []
    for key in said:
        if key not in KEYS:
            yield violation("CAN-10.17", "field", field=key)
    if said["phase"] not in PHASES:
        yield violation("CAN-10.17", "phase", phase=said["phase"])
    yield from _options(rules, said["options"])
    for key in BY_PLAYER:
        yield from _by_player(said[key], key, names)
    yield from _palaces(rules, said["palaces"])
    for key in ("sold", "to-sell"):
        yield from _kinds(rules, said[key] if said[key] is not None else [], key)
    if isinstance(said["artworks"], Mapping):
        for name, lot in said["artworks"].items():
            yield from _kinds(rules, lot, f"artworks.{name}")
    if isinstance(said["bribe"], Mapping):
        for tile in said["bribe"].values():
            if not isinstance(tile, bool):
                yield violation("CAN-10.17", "type", field="bribe", value=tile)
    if not isinstance(said["values"], (list, tuple)):
        yield violation("CAN-10.17", "type", field="values", value=said["values"])
    for key in COUNTS:
        if not (said[key] is None and key == "round") and not (_whole(said[key]) and said[key] >= 0):
            yield violation("CAN-10.17", "type", field=key, value=said[key])
    yield from _persons(said, names)
    yield from _places(rules, said)


def _players(rules: Rules, said: Mapping[str, Any]) -> Found:
    players = said.get("players")
    least, most = rules.kit.game.players
    if not isinstance(players, (list, tuple)) or not all(isinstance(n, str) for n in players):
        yield violation("CAN-10.17", "type", field="players", value=players)
        return
    if not least <= len(players) <= most:
        yield violation("CAN-10.17", "players", n=len(players))
    for name in players:
        if list(players).count(name) > 1:
            yield violation("CAN-10.17", "twice", name=name)
        if name == TABLE:
            yield violation("CAN-10.17", "table")


def _options(rules: Rules, options: object) -> Found:
    if not isinstance(options, Mapping):
        yield violation("CAN-10.17", "type", field="options", value=options)
        return
    for name, value in options.items():
        try:
            options_of(rules.tables, {name: value})
        except Refused:
            yield violation("CAN-10.17", "option", option=name, value=value)


def _by_player(said: object, field: str, names: Sequence[str]) -> Found:
    if not isinstance(said, Mapping):
        yield violation("CAN-10.17", "type", field=field, value=said)
        return
    for name in said:
        if name not in names:
            yield violation("CAN-10.17", "name", name=name)
    for name in names:
        if name not in said:
            yield violation("CAN-10.17", "missing", name=name, field=field)


def _palaces(rules: Rules, said: object) -> Found:
    if not isinstance(said, Mapping):
        yield violation("CAN-10.17", "type", field="palaces", value=said)
        return
    for palace, lot in said.items():
        if palace not in rules.palace_number:
            yield violation("CAN-10.17", "palace", palace=palace)
        yield from _kinds(rules, lot, f"palaces.{palace}")


def _kinds(rules: Rules, said: object, field: str) -> Found:
    if not isinstance(said, (list, tuple)):
        yield violation("CAN-10.17", "type", field=field, value=said)
        return
    for kind in said:
        if not isinstance(kind, str) or kind not in rules.kind_number:
            yield violation("CAN-10.17", "kind", kind=kind)


def _persons(said: Mapping[str, Any], names: Sequence[str]) -> Found:
    phase = said["phase"]
    for key in PERSONS:
        name = said[key]
        if name is None:
            if (key == "starter" and phase not in SETUP_PHASES) or (key == "buyer" and phase == SELL_ORDER):
                yield violation("CAN-10.17", "missing", name=key, field=phase)
        elif name not in names and not (key == "to-act" and name == TABLE):
            yield violation("CAN-10.17", "name", name=name)
    for key in ("passed", "winners"):
        listed = said[key] if said[key] is not None else []
        if not isinstance(listed, (list, tuple)):
            yield violation("CAN-10.17", "type", field=key, value=listed)
            continue
        for name in listed:
            if name not in names:
                yield violation("CAN-10.17", "name", name=name)
    if said["final"] is not None and not isinstance(said["final"], Mapping):
        yield violation("CAN-10.17", "type", field="final", value=said["final"])


def _places(rules: Rules, said: Mapping[str, Any]) -> Found:
    for key in ("column", "gondola"):
        palace = said[key]
        if palace is None:
            if key == "column" and said["phase"] not in SETUP_PHASES[:3]:
                yield violation("CAN-10.17", "missing", name=key, field=said["phase"])
        elif not isinstance(palace, str) or palace not in rules.palace_number:
            yield violation("CAN-10.17", "palace", palace=palace)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


# --- CAN-10.1 to 10.18 ----------------------------------------------------------------------------
def violations(rules: Rules, said: Mapping[str, Any]) -> list[Violation]:
    """Every invariant that a whole snapshot breaks, each once."""
    phase = said["phase"]
    found = list(_accounts(rules, said))
    if phase in SETUP_PHASES:
        found += _nothing_bought(rules, said)
    if phase != DISTRIBUTE:
        found += [*_pieces(rules, said), *_lots(rules, said), *_sold_twice(said)]
        if phase != LAY_VALUES:
            found += _rail(rules, said)
        found += [*_money(rules, said), *_order_of_sale(said)]
        found += {AUCTION: _auction, END: _end}.get(phase, _nothing)(rules, said)
    return sorted(once_each(found), key=lambda item: int(item.rule.partition(".")[2]))


def _nothing(_rules: Rules, _said: Mapping[str, Any]) -> Found:
    yield from ()


def _pieces(rules: Rules, said: Mapping[str, Any]) -> Found:
    board = Counter(k for lot in said["palaces"].values() for k in lot)
    owned = Counter(k for lot in said["artworks"].values() for k in lot)
    for kind, size in zip(rules.kinds, rules.sizes, strict=True):
        n = board[kind] + owned[kind]
        if kind in said["sold"]:
            if n:
                yield violation("CAN-10.2", kind=kind, n=n)
            continue
        if n != size:
            yield violation("CAN-10.1", n=n, kind=kind, size=size)
        if kind not in said["to-sell"] and not board[kind]:
            yield violation("CAN-10.3", kind=kind)


def _lots(rules: Rules, said: Mapping[str, Any]) -> Found:
    lots, most = said["palaces"], rules.numbers.palace_max
    for palace, lot in lots.items():
        if len(lot) > most:
            yield violation("CAN-10.4", palace=palace, n=len(lot), max=most)
        for kind, n in Counter(lot).items():
            if n > 1:
                yield violation("CAN-10.5", n=n, kind=kind, palace=palace)
    empty = _empty(said)
    gone = sum(rules.sizes) - sum(len(lot) for lot in lots.values())
    if not empty <= gone <= most * empty:
        yield violation("CAN-10.6", empty=empty, gone=gone, most=most * empty)


def _empty(said: Mapping[str, Any]) -> int:
    return sum(1 for lot in said["palaces"].values() if not lot)


def _sold_twice(said: Mapping[str, Any]) -> Found:
    for kind, n in Counter(said["sold"]).items():
        if n > 1:
            yield violation("CAN-10.7", kind=kind)


def _rail(rules: Rules, said: Mapping[str, Any]) -> Found:
    tiles, values = rules.tables.values, said["values"]
    sound = all(_whole(v) and v in tiles for v in values)
    if not sound or len(values) != rules.numbers.values_laid or len(set(values)) != len(values):
        yield violation("CAN-10.8", size=rules.numbers.values_laid, min=min(tiles), max=max(tiles))


def _accounts(rules: Rules, said: Mapping[str, Any]) -> Found:
    most = rules.numbers.debt_max
    for name in said["players"]:
        money, debt = said["money"][name], said["debt"][name]
        if not _whole(money) or money < 0:
            yield violation("CAN-10.9", "account", player=name, money=money)
        if not _whole(debt) or not 0 <= debt <= most:
            yield violation("CAN-10.9", "debt", player=name, debt=debt, max=most)


def _money(rules: Rules, said: Mapping[str, Any]) -> Found:
    """CAN-10.10: every palace not bribed cost at least the lowest bid."""
    empty = _empty(said)
    bribes = sum(1 for tile in said["bribe"].values() if not tile)
    if bribes > empty:
        yield violation("CAN-10.10", "bribes", bribes=bribes, empty=empty)
    values = said["values"]
    if not _sums(said, values):
        return
    sizes = dict(zip(rules.kinds, rules.sizes, strict=True))
    income = sum(value * sizes[kind] for kind, value in zip(said["sold"], values, strict=False))
    have = sum(said["money"].values()) - sum(said["debt"].values())
    most = rules.numbers.start_money * len(said["players"]) + income - rules.numbers.min_bid * (empty - bribes)
    if have > most:
        yield violation("CAN-10.10", "money", sum=have, max=most)


def _sums(said: Mapping[str, Any], values: Iterable[object]) -> bool:
    return all(map(_whole, (*said["money"].values(), *said["debt"].values(), *values)))


def _order_of_sale(said: Mapping[str, Any]) -> Found:
    """CAN-10.14."""
    phase, groups, buyer = said["phase"], said["to-sell"], said["buyer"]
    if phase != SELL_ORDER:
        if buyer is not None or groups:
            yield violation("CAN-10.14", "phase", phase=phase)
        return
    board = {k for lot in said["palaces"].values() for k in lot}
    if not 2 <= len(groups) <= 3 or len(set(groups)) != len(groups):
        yield violation("CAN-10.14", "count", n=len(groups))
    for kind in groups:
        if kind in said["sold"]:
            yield violation("CAN-10.14", "sold", kind=kind)
        if kind in board:
            yield violation("CAN-10.14", "groups", groups=(kind,))
        if kind not in said["artworks"][buyer]:
            yield violation("CAN-10.14", "buyer", player=buyer, kind=kind)
    if said["to-act"] != buyer:
        yield violation("CAN-10.14", "turn", player=buyer, got=said["to-act"])


def _auction(rules: Rules, said: Mapping[str, Any]) -> Found:
    yield from _round(rules, said)
    yield from _gondola(rules, said)
    yield from _turn(said)
    leader, bid = said["high-bidder"], said["high-bid"]
    if leader and _whole(said["money"][leader]) and _whole(said["debt"][leader]):
        most = said["money"][leader] + rules.numbers.debt_max - said["debt"][leader]
        if bid > most and 0 <= said["debt"][leader] <= rules.numbers.debt_max:
            yield violation("CAN-10.18", player=leader, max=most, bid=bid)


def _round(rules: Rules, said: Mapping[str, Any]) -> Found:
    """CAN-10.11."""
    lots = said["palaces"]
    kinds = len({k for lot in lots.values() for k in lot})
    empty = _empty(said)
    least = empty + said["unsold-rounds"] + 1
    if not lots[said["column"]]:
        yield violation("CAN-10.11", "empty", palace=said["column"])
    if kinds <= rules.numbers.end_kinds:
        yield violation("CAN-10.11", "kinds", n=kinds)
    if said["unsold-rounds"] >= len(lots) - empty:
        yield violation("CAN-10.11", "refused")
    if said["round"] < least:
        yield violation("CAN-10.11", "round", round=said["round"], min=least)


def _gondola(rules: Rules, said: Mapping[str, Any]) -> Found:
    """CAN-10.12."""
    column = rules.palace_number[said["column"]]
    lots = [said["palaces"][p] for p in rules.palaces]
    at = (column + said["high-bid"]) % len(lots)
    if gondola_free(lots, column, rules.numbers.end_kinds) or said["gondola"] == rules.palaces[at]:
        return
    yield violation("CAN-10.12", bid=said["high-bid"], palace=rules.palaces[at], number=at + 1)


def _turn(said: Mapping[str, Any]) -> Found:
    """CAN-10.13."""
    leader, bid, passed, actor = said["high-bidder"], said["high-bid"], said["passed"], said["to-act"]
    if (leader is None) != (bid == 0):
        yield violation("CAN-10.13", "bidder", bid=bid, player=leader)
        return
    if leader in passed:
        yield violation("CAN-10.13", "passed", player=leader)
    due = to_act(said)
    if due is None or due == leader:
        yield violation("CAN-10.13", "over", player=leader or said["starter"])
        return
    if leader is None:
        names = list(said["players"])
        first = names.index(said["starter"])
        order = names[first:] + names[:first]
        expected = order[: order.index(due)]
        if set(passed) != set(expected):
            facts = {"starter": said["starter"], "actor": due, "passed": tuple(passed)}
            yield violation("CAN-10.13", "order", **facts)
    if actor != due:
        yield violation("CAN-10.13", "turn", player=due, got=actor)


def _end(rules: Rules, said: Mapping[str, Any]) -> Found:
    """CAN-10.15."""
    lots = said["palaces"]
    kinds = len({k for lot in lots.values() for k in lot})
    if kinds > rules.numbers.end_kinds and said["unsold-rounds"] != len(lots) - _empty(said):
        yield violation("CAN-10.15", "kinds", n=kinds)
    if said["to-act"] is not None:
        yield violation("CAN-10.15", "turn", got=said["to-act"])
    names = said["players"]
    money, debt = ([said[key][n] for n in names] for key in ("money", "debt"))
    if not all(map(_whole, (*money, *debt))):
        return
    final, winners = scores_of(rules.numbers, names, money, debt)
    if said["final"] is not None and dict(said["final"]) != final:
        name = next((n for n in names if said["final"].get(n) != final[n]), names[0])
        facts = {"final": final[name], "got": said["final"].get(name)}
        yield violation("CAN-10.15", "final", player=name, money=said["money"][name], debt=said["debt"][name], **facts)
    if said["winners"] is not None and set(said["winners"]) != set(winners):
        yield violation("CAN-10.15", "winners", winners=tuple(winners), got=tuple(said["winners"]))


def _nothing_bought(rules: Rules, said: Mapping[str, Any]) -> Found:
    """CAN-10.16."""
    start = rules.numbers.start_money
    expected = {
        "round": said["round"] == 0,
        "money": all(m == start for m in said["money"].values()),
        "debt": all(d == 0 for d in said["debt"].values()),
        "bribe": all(said["bribe"].values()),
        "artworks": not any(said["artworks"].values()),
        "sold": not said["sold"],
    }
    for field, holds in expected.items():
        if not holds:
            yield violation("CAN-10.16", field=field)
