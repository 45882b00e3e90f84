"""Doge: whole games of random legal moves, with what must hold after every one of them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from venice_pnp.contract.play import Event, Facts, Refused
from venice_pnp.games import open_kit
from venice_pnp.games.doge.drawing.pieces import laid_table
from venice_pnp.games.doge.rules.bound import Rules
from venice_pnp.speech.tongues import OWN

KIT = open_kit("doge")
DOGE = Rules(KIT)
NAMES = ["Anke", "Bernd", "Claudia", "Daniel"]
FIELDS = [field.id for field in KIT.tables.fields]
TEXTS: dict[str, dict[str, str]] = {
    key: text
    for file in (OWN, KIT.folder / "messages.yaml")
    for key, text in yaml.safe_load(file.read_text(encoding="utf-8"))["messages"].items()
}
SLOT = re.compile(r"\{([a-z-]+)\}")
FEW = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


def random_move(state: Any, rng: random.Random) -> dict[str, Any]:
    by = rng.choice(DOGE.pending(state))["by"]
    return DOGE.draw(state, rng.randrange) if by == "table" else rng.choice(DOGE.legal(state, by))


def play(
    seed: int, players: int, most: int = 100_000, **options: str
) -> list[tuple[Any, dict[str, Any], Any, list[Event]]]:
    """A game as steps: state before, move, state after, events."""
    rng = random.Random(seed)
    state = DOGE.setup(NAMES[:players], {name.replace("_", "-"): value for name, value in options.items()}, None)
    steps = []
    while DOGE.pending(state) and len(steps) < most:
        move = random_move(state, rng)
        after, events = DOGE.apply(state, move)
        steps.append((state, move, after, events))
        state = after
    return steps


@cache
def some_states() -> list[Any]:
    return [after for seed, n in ((1, 3), (2, 4)) for _, _, after, _ in play(seed, n)]


def test_tokens_lie_face_down_until_their_field_votes() -> None:
    """DOGE-5.14, for the picture that everybody sees."""
    colours = dict(zip(NAMES, [seat.id for seat in KIT.seats], strict=True))
    seen = set()
    for _, _, state, _ in play(3, 3, most=120):
        view = DOGE.view(state, None)
        votes = (view["vote"] or {}).get("field")
        tokens = [one for one in laid_table(KIT, view, colours) if one.component == "vote-token"]
        opened = sorted(one.item for one in tokens if one.side == "front")
        held = view["fields"][votes]["tokens"] if votes else {}
        assert opened == sorted(f"{colours[name]}/{value}" for name, values in held.items() for value in values)
        seen |= {"open"} if opened else {"down"} if tokens else set()
    assert seen == {"open", "down"}


@pytest.mark.parametrize(("players", "second"), [(3, "neutral"), (4, "neutral"), (3, "stays")])
@FEW
@given(seed=st.integers(0, 2**32))
def test_whole_games_keep_every_invariant(players: int, second: str, seed: int) -> None:
    before = None
    for state, _, after, _ in play(seed, players, second_advisor=second):
        snapshot = DOGE.snapshot(after)
        assert DOGE.audit(snapshot) == []
        assert DOGE.snapshot(DOGE.setup(NAMES[:players], {}, snapshot)) == snapshot
        if before is not None:
            assert DOGE.snapshot(state) == before  # the old state is as it was
        before = snapshot
    assert before is not None
    assert before["phase"] == "over"
    assert before["winners"]


@pytest.mark.long
def test_a_thousand_games_end() -> None:
    for seed in range(1000):
        steps = play(seed, 3 + seed % 2)
        assert steps[-1][2].winners
        assert DOGE.audit(DOGE.snapshot(steps[-1][2])) == []


def test_the_same_moves_give_the_same_states() -> None:
    steps = play(7, 4)
    state = DOGE.setup(NAMES, {}, None)
    for _, move, after, events in steps:
        state, again = DOGE.apply(state, move)
        assert state == after
        assert again == events


# --- secrets ----------------------------------------------------------------------------------------
def with_other_secrets(snapshot: dict[str, Any], seat: str, rng: random.Random) -> dict[str, Any]:
    """The same table for `seat`: hidden tokens of the others shuffled, their sealed choices changed."""
    other = deepcopy(snapshot)
    for name in other["players"]:
        if name == seat:
            continue
        choice = other["pending"].pop(name, None)
        supply = other["supply"][name]
        hidden = supply["tokens"] + (choice["tokens"] if choice else [])
        voting = other["vote"]["field"] if other["vote"] else None
        stacks = [f["tokens"] for key, f in other["fields"].items() if name in f["tokens"] and key != voting]
        for stack in stacks:
            hidden += stack[name]
        rng.shuffle(hidden)
        for stack in stacks:
            stack[name] = sorted(hidden.pop() for _ in stack[name])
        if choice:
            hand = [f for f in FIELDS if f not in other["cards-played"][name]]
            taken = [hidden.pop() for _ in range(rng.randint(1, min(4, len(hidden))))]
            other["pending"][name] = {"field": rng.choice(hand), "tokens": sorted(taken)}
        supply["tokens"] = sorted(hidden)
    return other


@FEW
@given(seed=st.integers(0, 2**32))
def test_secrets_of_others_change_nothing_for_a_seat(seed: int) -> None:
    rng = random.Random(seed)
    for state in rng.sample(some_states(), 150):
        names = list(state.seats.names)
        seat = rng.choice(names)
        other = DOGE.setup(names, {}, with_other_secrets(DOGE.snapshot(state), seat, rng))
        assert DOGE.view(other, seat) == DOGE.view(state, seat)
        third = rng.choice([name for name in names if name != seat])
        assert DOGE.view(other, None) == DOGE.view(state, None)
        assert list(DOGE.legal(other, seat)) == list(DOGE.legal(state, seat))
        for move in (
            {"by": seat, "do": "place", "field": rng.choice(FIELDS), "tokens": [3, 3, 3]},
            {"by": third, "do": "build"},
            {"by": seat, "do": "place", "field": rng.choice(FIELDS), "tokens": [rng.randrange(4)]},
        ):
            if not ends_turn(state, other, seat):
                assert outcome(other, move, seat) == outcome(state, move, seat)


def ends_turn(state: Any, other: Any, seat: str) -> bool:
    """Then the cards of the others are shown, as they should be (or it is known who has run out)."""
    awaited = [{item["by"] for item in DOGE.pending(s)} - {seat} for s in (state, other)]
    return not all(awaited) or awaited[0] != awaited[1]


def outcome(state: Any, move: dict[str, Any], seat: str) -> Any:
    refused = refusal(lambda: DOGE.apply(state, move))
    if refused:
        return refused.rule, refused.key, refused.facts
    after, events = DOGE.apply(state, move)
    return events, DOGE.view(after, seat)


@FEW
@given(seed=st.integers(0, 2**32))
def test_events_of_a_sealed_choice_tell_nothing(seed: int) -> None:
    for _, move, after, events in play(seed, 4, most=200):
        if move["do"] == "place" and any(after.chosen):
            assert events == [Event("DOGE-6.13.chosen", {"player": move["by"]})]


def test_shown_cards_tell_numbers_not_values() -> None:
    shown = [e for _, _, _, events in play(3, 4) for e in events if e.key == "DOGE-5.9.placed"]
    assert shown
    assert all(set(e.facts) == {"player", "field", "n"} for e in shown)


# --- wording ----------------------------------------------------------------------------------------
def test_every_event_has_its_wording_in_both_languages() -> None:
    keys = set()
    for seed in range(6):
        for _, _, _, events in play(seed, 3 + seed % 2):
            for event in events:
                keys.add(event.key)
                assert event.key.startswith(event.rule)
                assert_worded(event.key, event.facts)
    assert len(keys) > 25


def test_every_refusal_on_the_way_has_its_wording() -> None:
    rng = random.Random(5)
    for state in rng.sample(some_states(), 300):
        for seat in (*state.seats.names, "table"):
            for move in tries(seat, rng):
                refused = refusal(lambda state=state, move=move: DOGE.apply(state, move))
                if refused:
                    assert refused.key.startswith(refused.rule)
                    assert_worded(refused.key, refused.facts)


def refusal(deed: Callable[[], Any]) -> Refused | None:
    try:
        deed()
    except Refused as refused:
        return refused
    return None


def assert_worded(key: str, facts: Facts) -> None:
    assert set(TEXTS[key]) == set(KIT.game.languages)
    for text in TEXTS[key].values():
        assert set(SLOT.findall(text)) <= set(facts), key


def tries(seat: str, rng: random.Random) -> list[dict[str, Any]]:
    a, b = rng.choice(FIELDS), rng.choice(FIELDS)
    moves: list[dict[str, Any]] = [
        {"do": "order", "fields": [a, b]},
        {"do": "reveal", "field": a},
        {"do": "place", "field": a, "tokens": [rng.randrange(5) for _ in range(rng.randrange(6))]},
        {"do": "take", "to": a},
        {"do": "waive", "from": a, "to": b},
        {"do": "houses", "count": rng.randrange(4)},
        {"do": "move-house", "from": a, "to": b},
        {"do": "build"},
        {"do": "pass"},
        {"do": rng.choice(["take", "place", "waive", "pass"]), "from": "giudecca"},
    ]
    return [{"by": seat, **move} for move in moves]


# --- typed-in tables --------------------------------------------------------------------------------
JUNK = [None, True, 0, -3, 99, 2.5, "", "Anke", "Zoe", "castello", "chosen", [], ["castello"], [1, 2], {}, {"Anke": 1}]


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [at] if at else []
    if isinstance(value, dict):
        found += [path for key, part in value.items() for path in paths(part, (*at, key))]
    elif isinstance(value, list):
        found += [path for n, part in enumerate(value) for path in paths(part, (*at, n))]
    return found


@settings(max_examples=300, deadline=None, derandomize=True)
@given(pick=st.integers(0, 10_000), where=st.integers(0, 10_000), junk=st.sampled_from(JUNK))
def test_whatever_is_typed_in_is_judged_and_never_breaks(pick: int, where: int, junk: Any) -> None:
    states = some_states()
    snapshot = DOGE.snapshot(states[pick % len(states)])
    places = paths(snapshot)
    path = places[where % len(places)]
    holder = snapshot
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = deepcopy(junk)
    violations = DOGE.audit(snapshot)
    assert len({v.rule for v in violations}) == len(violations)
    for violation in violations:
        assert_worded(violation.key, violation.facts)
    names = states[pick % len(states)].seats.names
    refused = refusal(lambda: DOGE.setup(names, {}, snapshot))
    if refused:
        assert_worded(refused.key, refused.facts)
        return
    state = DOGE.setup(names, {}, snapshot)
    assert DOGE.audit(DOGE.snapshot(state)) == []
    rng = random.Random(where)
    for _ in range(40):
        if not DOGE.pending(state):
            break
        state, _ = DOGE.apply(state, random_move(state, rng))
        assert DOGE.audit(DOGE.snapshot(state)) == []
