"""Venedig: whole games of random legal moves, with what must hold after every one of them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from venice_pnp.contract.play import Event, Facts, Refused
from venice_pnp.games import open_kit, venedig
from venice_pnp.games.venedig.rules.bound import Rules

TESTS = Path(__file__).resolve().parents[1]
KIT = open_kit("venedig")
VENEDIG = Rules(KIT)
NAMES = ["Anke", "Bernd", "Claudia", "Daniel", "Emil"]
TEXTS: dict[str, dict[str, str]] = yaml.safe_load((KIT.folder / "messages.yaml").read_text(encoding="utf-8"))[
    "messages"
]
SHARED_TEXTS: dict[str, dict[str, str]] = yaml.safe_load(
    (KIT.folder.parent / "referee" / "messages.yaml").read_text(encoding="utf-8")
)["messages"]
RULE_TEXTS: dict[str, Any] = yaml.safe_load((KIT.folder / "rules.yaml").read_text(encoding="utf-8"))["rules"]
SLOT = re.compile(r"\{([a-z-]+)\}")
FEW = settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
SEEDED = {"secret": {"seed": "acqua alta"}}

Step = tuple[Any, dict[str, Any], Any, list[Event]]


def random_move(state: Any, rng: random.Random) -> dict[str, Any]:
    """A verb first, so that the few great moves are made as often as the many small ones."""
    by = rng.choice(VENEDIG.pending(state))["by"]
    offers: dict[str, list[dict[str, Any]]] = {}
    for move in VENEDIG.legal(state, by):
        offers.setdefault(move["do"], []).append(move)
    return rng.choice(offers[rng.choice(list(offers))])


def play(seed: int, players: int, start: Any = None, options: dict[str, Any] | None = None) -> list[Step]:
    """A game as steps: state before, move, state after, events."""
    rng = random.Random(seed)
    state = VENEDIG.setup(NAMES[:players], options or {}, start)
    steps = []
    while VENEDIG.pending(state):
        move = random_move(state, rng)
        after, events = VENEDIG.apply(state, move)
        steps.append((state, move, after, events))
        state = after
    return steps


@cache
def some_games() -> list[Step]:
    return [step for seed, n in ((1, 2), (2, 3), (3, 4), (4, 5)) for step in play(seed, n)]


def check_sums(state: Any) -> None:
    """VEN-10.2, VEN-10.4, VEN-10.13, VEN-10.15, VEN-10.16, quickly."""
    lagoon = VENEDIG.world
    cards = state.pile + sum(map(sum, (*state.hands, *state.out, state.discard))) + len(state.pool)
    assert cards == sum(state.seats.cards)
    assert sum(state.unseen) == state.pile + sum(hand[-1] for hand in state.hands)
    assert max(map(sum, state.hands)) <= lagoon.numbers.hand_max
    tiles = state.marsh.bit_count() + sum(map(len, state.swamp)) + len(state.spent)
    assert tiles == lagoon.swamp_tiles
    assert state.chest + sum(map(len, state.treasures)) == lagoon.treasures
    afloat = [space for space in state.gondolas if space]
    assert len({lagoon.same_place.get(s, s) if s > 10 else s for s in afloat}) == len(afloat)
    assert min(min(row) for row in (*state.hands, *state.out, state.discard, state.supply)) >= 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_three_hundred_games_reach_the_end(players: int) -> None:
    ends = set()
    for seed in range(75):
        rng = random.Random(seed)
        state = VENEDIG.setup(NAMES[:players], {}, SEEDED if seed % 5 == 0 else None)
        moves = 0
        while VENEDIG.pending(state):
            by = rng.choice(VENEDIG.pending(state))["by"]
            legal = VENEDIG.legal(state, by)
            assert legal, state
            state, _ = VENEDIG.apply(state, rng.choice(legal))
            check_sums(state)
            moves += 1
            assert moves < 5000
        assert VENEDIG.audit(VENEDIG.snapshot(state)) == []
        ends.add(state.supply.index(0) if 0 in state.supply else "goal")
    assert len(ends) > 1


@pytest.mark.parametrize("options", [{}, {"deck": "listed"}], ids=["balanced", "listed"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@FEW
@given(seed=st.integers(0, 2**32))
def test_whole_games_keep_every_invariant(players: int, options: dict[str, Any], seed: int) -> None:
    for state, _, after, events in play(seed, players, options=options):
        snapshot = VENEDIG.snapshot(after)
        assert VENEDIG.audit(snapshot) == []
        assert VENEDIG.setup(NAMES[:players], options, snapshot) == after
        assert state != after
        assert all(event.rule in RULE_TEXTS for event in events)


def test_gondolas_only_go_forward_and_the_farthest_wins() -> None:
    for state, _, after, _ in some_games():
        assert all(b >= a for a, b in zip(state.gondolas, after.gondolas, strict=True))
        if not VENEDIG.pending(after):
            assert [after.gondolas[w] for w in after.winners] == [max(after.gondolas)]


def test_every_verb_is_played() -> None:
    played = {move["do"] for _, move, _, _ in some_games()}
    assert played == set(VENEDIG.verbs)


def test_every_offered_move_is_accepted() -> None:
    for state, _, _, _ in some_games()[::25]:
        for name in state.seats.names:
            moves = list(VENEDIG.legal(state, name))
            awaited = [item["by"] for item in VENEDIG.pending(state)]
            exchanging = state.phase == "build" and {move["do"] for move in moves} <= {"exchange", "halt"}
            assert bool(moves) == (name in awaited) or exchanging
            for move in moves[:: max(1, len(moves) // 40)]:
                VENEDIG.apply(state, move)


def test_exactly_the_choices_of_cards_are_offered_that_are_accepted() -> None:
    """A hand has at most five cards, so every choice of up to five is tried."""
    kinds = VENEDIG.world.kinds
    choices = [some for some in product(range(6), repeat=len(kinds)) if 1 <= sum(some) <= 5]
    states = [state for state, _, _, _ in (*some_games(), *play(5, 3, SEEDED)) if state.phase == "play"]
    for state in random.Random(1).sample(states, 25):
        by = state.seats.names[state.turn]
        tried = [{kind: n for kind, n in zip(kinds, some, strict=True) if n} for some in choices]
        accepted = [cards for cards in tried if outcome(state, {"by": by, "do": "play", "cards": cards}) is None]
        offered = [move["cards"] for move in VENEDIG.legal(state, by) if move["do"] == "play"]
        assert sorted(map(str, offered)) == sorted(map(str, accepted))


def test_nobody_else_may_move() -> None:
    for state, move, _, _ in some_games()[::5]:
        awaited = [item["by"] for item in VENEDIG.pending(state)]
        for name in state.seats.names:
            if name not in awaited and name != state.seats.names[state.turn]:
                with pytest.raises(Refused) as caught:
                    VENEDIG.apply(state, {**move, "by": name})
                assert caught.value.rule in ("VEN-6.1", "VEN-7.9", "VEN-7.10", "VEN-8.3", "VEN-6.3")


# --- with a seed (VEN-5.13) -------------------------------------------------------------------------------------
def public(snapshot: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in snapshot.items() if key != "secret"}


@pytest.mark.parametrize("players", [2, 4])
def test_a_seeded_game_replays_without_its_seed(players: int) -> None:
    plain = VENEDIG.setup(NAMES[:players], {}, None)
    for state, move, after, events in play(players, players, SEEDED):
        told = dict(move)
        if move["do"] == "reveal":
            told |= {"card": next(e for e in events if "kind" in e.facts).facts["kind"], "drawn": True}
            assert VENEDIG.apply(state, told)[0] == after
        plain, again = VENEDIG.apply(plain, told)
        assert public(VENEDIG.snapshot(after)) == VENEDIG.snapshot(plain)
        assert again == events


def test_a_seeded_table_keeps_its_books() -> None:
    lagoon = VENEDIG.world
    for _, _, after, _ in play(7, 3, SEEDED):
        secret = after.secret
        assert [sum(hand) for hand in secret.hands] == [hand[-1] for hand in after.hands]
        assert len(secret.pile) == after.pile
        assert len(secret.chest) == after.chest
        assert list(map(len, secret.treasures)) == [row.count(-1) for row in after.treasures]
        assert [field for field, value in enumerate(secret.under) if value >= 0] == [
            field for field in range(len(lagoon.fields)) if after.marsh >> field & 1
        ]
        for kind, total in enumerate(after.seats.cards):
            open_cards = sum(row[kind] for row in (*after.out, *after.hands, after.discard)) + after.pool.count(kind)
            assert open_cards + sum(hand[kind] for hand in secret.hands) + secret.pile.count(kind) == total
        snapshot = VENEDIG.snapshot(after)
        assert VENEDIG.setup(NAMES[:3], {}, snapshot) == after


def test_what_a_seed_dealt_must_fit_the_table() -> None:
    snapshot = VENEDIG.snapshot(VENEDIG.setup(NAMES[:3], {}, SEEDED))
    snapshot["secret"]["draw-order"].pop()
    with pytest.raises(Refused) as caught:
        VENEDIG.setup(NAMES[:3], {}, snapshot)
    assert caught.value.key == "VEN-9.1.secret"
    check_wording(caught.value.key, caught.value.facts)


def test_a_view_can_be_audited_and_played_on() -> None:
    state = VENEDIG.setup(NAMES[:3], {}, SEEDED)
    view = VENEDIG.view(state, "Anke")
    assert VENEDIG.audit(view) == []
    assert VENEDIG.snapshot(VENEDIG.setup(NAMES[:3], {}, view)) == VENEDIG.view(state, None)


def test_views_show_only_what_is_ones_own() -> None:
    for _, _, after, _ in play(11, 3, SEEDED)[::10]:
        assert "secret" not in VENEDIG.view(after, None)
        for name in NAMES[:3]:
            secret = VENEDIG.view(after, name)["secret"]
            assert set(secret) == {"hands", "tiles"}
            assert set(secret["hands"]) == set(secret["tiles"]) == {name}
    unseeded = VENEDIG.setup(NAMES[:3], {}, None)
    assert VENEDIG.view(unseeded, "Anke") == VENEDIG.view(unseeded, None) == VENEDIG.snapshot(unseeded)


def test_another_seed_changes_nothing_that_others_see() -> None:
    """Other seats' secrets have no influence on my view."""
    one, other = (VENEDIG.setup(NAMES[:3], {}, {"secret": {"seed": seed}}) for seed in ("a", "b"))
    assert one != other
    assert VENEDIG.view(one, None) == VENEDIG.view(other, None)


def with_other_secrets(snapshot: dict[str, Any], seat: str, rng: random.Random) -> dict[str, Any]:
    """The same table for `seat`: what the others hold, and what lies in the piles, is shuffled."""
    other = deepcopy(snapshot)
    secret = other["secret"]
    rest = [name for name in other["players"] if name != seat]
    cards = [*secret["draw-order"], *(k for name in rest for k, n in secret["hands"][name].items() for _ in range(n))]
    rng.shuffle(cards)
    for name in rest:
        own = [cards.pop() for _ in range(sum(secret["hands"][name].values()))]
        secret["hands"][name] = {kind: own.count(kind) for kind in VENEDIG.world.kinds if kind in own}
    secret["draw-order"] = cards
    for what, lying in (("swamp", list(secret["swamp-values"].values())), ("treasure", secret["treasure-order"])):
        values = [*lying, *(value for name in rest for value in secret["tiles"][name][what])]
        rng.shuffle(values)
        for name in rest:
            own = [values.pop() for _ in secret["tiles"][name][what]]
            secret["tiles"][name][what] = sorted(own, reverse=True)
        if what == "swamp":
            secret["swamp-values"] = dict(zip(secret["swamp-values"], values, strict=True))
        else:
            secret["treasure-order"] = values
    return other


@pytest.mark.parametrize("players", [2, 3])
def test_secrets_of_others_change_nothing_for_a_seat(players: int) -> None:
    rng = random.Random(players)
    for state, move, _, _ in play(players, players, SEEDED)[::5]:
        names = list(state.seats.names)
        seat = rng.choice(names)
        other = VENEDIG.setup(names, {}, with_other_secrets(VENEDIG.snapshot(state), seat, rng))
        assert VENEDIG.view(other, seat) == VENEDIG.view(state, seat)
        assert VENEDIG.view(other, None) == VENEDIG.view(state, None)
        assert VENEDIG.pending(other) == VENEDIG.pending(state)
        assert list(VENEDIG.legal(other, seat)) == list(VENEDIG.legal(state, seat))
        refusals = [outcome(s, {**move, "by": seat}) for s in (state, other)]
        assert refusals[0] == refusals[1]


def outcome(state: Any, move: dict[str, Any]) -> Any:
    try:
        VENEDIG.apply(state, move)
    except Refused as refused:
        return refused.rule, refused.key, repr(refused.facts)
    return None


def test_with_a_seed_the_real_cards_are_asked_for() -> None:
    state = VENEDIG.setup(NAMES[:3], {}, SEEDED)
    hand = VENEDIG.view(state, "Anke")["secret"]["hands"]["Anke"]
    for kind in VENEDIG.world.kinds:
        move = {"by": "Anke", "do": "play", "cards": {kind: 1}}
        if kind in hand:
            VENEDIG.apply(state, move)
        else:
            with pytest.raises(Refused, match=r"VEN-7\.1$"):
                VENEDIG.apply(state, move)


# --- wording ----------------------------------------------------------------------------------------------------
def check_wording(key: str, facts: Facts) -> None:
    texts = SHARED_TEXTS if key.startswith("form.") else TEXTS
    assert key in texts, key
    for language in ("en", "de"):
        slots = set(SLOT.findall(texts[key][language]))
        assert slots <= set(facts), (key, slots - set(facts))


def test_every_event_has_a_wording() -> None:
    for _, _, _, events in some_games():
        for event in events:
            check_wording(event.key, event.facts)


def test_every_refusal_has_a_wording() -> None:
    """Moves of one moment are tried in many others."""
    steps = some_games()
    rng = random.Random(5)
    rules = set()
    for _ in range(3000):
        state, move = rng.choice(steps)[0], dict(rng.choice(steps)[1])
        _disturb(move, rng)
        try:
            VENEDIG.apply(state, move)
        except Refused as no:
            check_wording(no.key, no.facts)
            rules.add(no.rule)
    assert rules <= set(RULE_TEXTS)
    assert len(rules) > 15


def _disturb(move: dict[str, Any], rng: random.Random) -> None:
    disturbances: list[Callable[[], object]] = [
        lambda: move.update(alone=True),
        lambda: move.update(halt="Bernd"),
        lambda: move.update(fields=["a1", "a1"]),
        lambda: move.update(fields=["d10", "e22"], quarter="a"),
        lambda: move.update(cards={"ponte": 5}),
        lambda: move.update(swamp=[2, 2, 2], treasure=[]),
        lambda: move.update(give="casa", pile=3),
        lambda: move.pop("pile", None),
        lambda: move.update(by="Claudia"),
        lambda: None,
    ]
    rng.choice(disturbances)()


def test_every_audit_finding_has_a_wording() -> None:
    for case in yaml.safe_load((TESTS / "audits" / "venedig.yaml").read_text(encoding="utf-8")):
        for violation in VENEDIG.audit({"players": case["players"], **case["start"]}):
            check_wording(violation.key, violation.facts)


def test_every_key_in_the_code_has_a_wording_and_every_wording_a_rule() -> None:
    for key in TEXTS:
        rule = ".".join(key.split(".")[:2])
        assert rule in RULE_TEXTS or key.startswith(("screen.", "why.", "told.", "bot.", "doubt.")), key
    code = "".join(file.read_text(encoding="utf-8") for file in Path(venedig.__file__).parent.rglob("*.py"))
    for key in re.findall(r'"(VEN-\d+\.\d+\.[a-z-]+)"', code):
        assert key in TEXTS, key


def test_every_rule_is_told_in_both_languages() -> None:
    sections = {1: 4, 2: 2, 3: 8, 4: 10, 5: 13, 6: 4, 7: 50, 8: 7, 9: 3, 10: 21}
    wanted = [f"VEN-{section}.{n}" for section, count in sections.items() for n in range(1, count + 1)]
    assert list(RULE_TEXTS) == wanted
    assert all(set(texts) == {"en", "de"} and all(texts.values()) for texts in RULE_TEXTS.values())
