"""Venetia: whole games of random legal moves over all player numbers and option sets, with what must hold."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from itertools import product
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import convert

from venice_pnp.contract.play import Event, Facts, Refused
from venice_pnp.contract.position import written
from venice_pnp.games import open_kit
from venice_pnp.games.venetia.position.model import Position
from venice_pnp.games.venetia.rules.bound import Rules
from venice_pnp.games.venetia.screens import lines
from venice_pnp.speech.paint import Paint
from venice_pnp.speech.words import Speech

KIT = open_kit("venetia")
VENETIA = Rules(KIT)
NAMES = ["Anke", "Bernd", "Claudia", "Daniel"]
OPTIONS = ["city", "veto", "early-kingdoms"]
SETS = [dict(zip(OPTIONS, yes, strict=True)) for yes in product((False, True), repeat=len(OPTIONS))]
SETS.append({**SETS[-1], "tiles-back": True, "all-grey": True})  # and the rulings played the other way
TEXTS: dict[str, dict[str, str]] = {
    key: texts
    for folder in (KIT.folder, KIT.folder.parent / "referee")  # what is said of every game's form is said there
    for key, texts in yaml.safe_load((folder / "messages.yaml").read_text(encoding="utf-8"))["messages"].items()
    if folder == KIT.folder or key.startswith("form.")
}
SLOT = re.compile(r"\{([a-z-]+)\}")
Steps = list[tuple[Any, dict[str, Any], Any, list[Event]]]


def random_move(state: Any, rng: random.Random) -> dict[str, Any]:
    by = rng.choice(VENETIA.pending(state))["by"]
    if by == "table":
        return VENETIA.draw(state, rng.randrange)
    moves = list(VENETIA.legal(state, by))
    move = rng.choice(moves)
    return rng.choice(moves) if move["do"] == "end" else move  # not always too early


def play(seed: int, players: int, options: dict[str, bool], most: int = 10_000) -> Steps:
    """A game as steps: state before, move, state after, events."""
    rng = random.Random(seed)
    state = VENETIA.setup(NAMES[:players], options, None)
    steps: Steps = []
    while VENETIA.pending(state) and len(steps) < most:
        move = random_move(state, rng)
        after, events = VENETIA.apply(state, move)
        steps.append((state, move, after, events))
        state = after
    return steps


@cache
def some_states() -> list[Any]:
    games = ((1, 3, SETS[0]), (2, 4, SETS[0]), (3, 2, SETS[-1]), (4, 3, SETS[4]))
    return [after for seed, n, options in games for _, _, after, _ in play(seed, n, options)]


@pytest.mark.parametrize("options", SETS, ids=lambda o: "+".join(k for k, v in o.items() if v) or "standard")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nine_games_reach_the_end(players: int, options: dict[str, bool]) -> None:
    """243 games in all."""
    for seed in range(9):
        steps = play(1000 * players + seed, players, options)
        last = VENETIA.snapshot(steps[-1][2])
        assert last["phase"] == "over"
        assert last["winners"]
        assert last["epoch"] == 3
        assert VENETIA.audit(last) == []


@pytest.mark.parametrize("options", SETS, ids=lambda o: "+".join(k for k, v in o.items() if v) or "standard")
def test_every_invariant_after_every_move(options: dict[str, bool]) -> None:
    players = 2 + SETS.index(options) % 3
    for state, _, after, _ in play(17, players, options):
        snapshot = VENETIA.snapshot(after)
        assert VENETIA.audit(snapshot) == []
        assert VENETIA.snapshot(VENETIA.setup(NAMES[:players], options, snapshot)) == snapshot
        assert state != after


@pytest.mark.long
def test_many_games_keep_every_invariant() -> None:
    for seed in range(240):
        for number, (_, _, after, _) in enumerate(play(seed, 2 + seed % 3, SETS[seed % len(SETS)])):
            if number % 3 == 0:
                assert VENETIA.audit(VENETIA.snapshot(after)) == []


def test_the_same_moves_give_the_same_states() -> None:
    steps = play(7, 4, SETS[-1])
    state = VENETIA.setup(NAMES, SETS[-1], None)
    for before, move, after, events in steps:
        assert state == before  # nothing has changed what was handed out
        state, again = VENETIA.apply(state, move)
        assert state == after
        assert again == events


# --- secrets ----------------------------------------------------------------------------------------
def with_other_secrets(snapshot: dict[str, Any], seat: str, rng: random.Random) -> dict[str, Any]:
    """The same table for `seat`: unknown cards of the others become known ones, sealed candidates change."""
    other = deepcopy(snapshot)
    gone = set(other["discard"])
    for house in other["houses"].values():
        gone.update(house["hand"], house["box"])
    for ballot in other["pending"].get("candidates", {}).values():
        gone.update(ballot["cards"])
    free = [card.id for card in KIT.tables.actions if card.id not in gone]
    rng.shuffle(free)
    sealed = snapshot["phase"] in ("first-doge", "election")
    for name, house in other["houses"].items():
        if name == seat:
            continue
        ballot = other["pending"].get("candidates", {}).get(name)
        if ballot and sealed and snapshot["shame"] != name:
            ballot["family"] = rng.choice(house["family"])
        if ballot and sealed and "?" in (house["hand"] if snapshot["phase"] == "first-doge" else house["box"]):
            ballot["cards"] = [free.pop() for _ in ballot["cards"]]
        if not ballot:
            for pile in (house["hand"], house["box"]):
                pile[:] = [free.pop() if card == "?" and free and rng.random() < 0.5 else card for card in pile]
    return other


@settings(max_examples=4, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_secrets_of_others_change_nothing_for_a_seat(seed: int) -> None:
    rng = random.Random(seed)
    for state in rng.sample(some_states(), 120):
        names = list(state.seats.names)
        seat = rng.choice(names)
        other = VENETIA.setup(names, {}, with_other_secrets(VENETIA.snapshot(state), seat, rng))
        assert VENETIA.view(other, seat) == VENETIA.view(state, seat)
        assert VENETIA.view(other, None) == VENETIA.view(state, None)
        assert VENETIA.pending(other) == VENETIA.pending(state)
        assert list(VENETIA.legal(other, seat)) == list(VENETIA.legal(state, seat))
        assert repr(other) == repr(state)


def test_of_an_unknown_hand_every_card_is_offered_that_can_be_there() -> None:
    """But for those that the seat knows to be elsewhere; each offered one is accepted while nobody has told any."""
    offered: dict[str, set[str]] = {}
    for number, state in enumerate(some_states()):
        turn = state.turn
        if state.phase != "action" or turn.card != -1 or turn.spent or -1 not in state.hand[state.active]:
            continue
        moves = [m for m in VENETIA.legal(state, state.seats.names[state.active]) if m["do"] == "card"]
        assert not {move["card"] for move in moves} & set(VENETIA.snapshot(state)["discard"])
        offered.setdefault(VENETIA.world.types[turn.type], set()).update(move["card"] for move in moves)
        for move in moves[number % 20 :: 20]:
            VENETIA.apply(state, move)
    assert offered == {
        kind: {card.id for card in KIT.tables.actions if card.type == kind} for kind in VENETIA.world.types
    }


def test_two_bots_never_name_the_same_unknown_card() -> None:
    state = VENETIA.setup(NAMES, {}, None)
    parts = [{move["cards"][0] for move in VENETIA.legal(state, name)} for name in NAMES]
    assert set.union(*parts) == {card.id for card in KIT.tables.actions}
    assert sum(map(len, parts)) == len(set.union(*parts))


def test_no_view_and_no_event_tells_a_hidden_card() -> None:
    """Cards told to the referee never show outside their owner's view before they are played or revealed."""
    ids = {card.id for card in KIT.tables.actions}
    rng = random.Random(3)
    state = VENETIA.setup(NAMES[:3], {}, None)
    for _ in range(500):
        if not VENETIA.pending(state):
            break
        move = random_move(state, rng)
        hidden = {card for house in VENETIA.snapshot(state)["houses"].values() for card in house["hand"] + house["box"]}
        if move["do"] == "draw":
            free = sorted(ids - hidden - set(VENETIA.snapshot(state)["discard"]))
            move["card"] = rng.choice(free)
        state, events = VENETIA.apply(state, move)
        snapshot = VENETIA.snapshot(state)
        if move["do"] == "draw":
            assert move["card"] not in repr(events)
        for seat in (None, *NAMES[:3]):
            shown = repr({k: v for k, v in VENETIA.view(state, seat).items() if k != "discard"})
            for name, house in snapshot["houses"].items():
                for card in {*house["hand"], *house["box"]} - {"?"} if name != seat else ():
                    assert f"'{card}'" not in shown or state.phase == "choose-doge"


# --- screens ----------------------------------------------------------------------------------------
def test_every_moment_has_a_screen_in_both_languages() -> None:
    rng = random.Random(11)
    for state in rng.sample(some_states(), 120):
        names = list(state.seats.names)
        paint = Paint(KIT, names, {}, plain=True)
        for lang, seat in (("en", None), ("de", rng.choice(names))):
            said = lines(VENETIA, VENETIA.view(state, seat), Speech(lang, KIT, names), paint)
            assert all(name in "".join(said) for name in names)
            assert all("{" not in line and "screen." not in line for line in said)


# --- wording ----------------------------------------------------------------------------------------
def test_every_event_has_its_wording_in_both_languages() -> None:
    keys = set()
    for seed in range(10):
        for _, _, _, events in play(seed, 2 + seed % 3, SETS[seed % len(SETS)]):
            for event in events:
                keys.add(event.key)
                assert event.key.startswith(event.rule)
                assert_worded(event.key, event.facts)
    assert len(keys) > 50


def test_every_refusal_on_the_way_has_its_wording() -> None:
    rng = random.Random(5)
    states = some_states()
    everything = [move for state in rng.sample(states, 150) for move in offers(state)]
    for state in rng.sample(states, 150):
        for move in rng.sample(everything, 40):
            if move["by"] in state.seats.number or move["by"] == "table":
                refused = refusal(lambda state=state, move=move: VENETIA.apply(state, move))
                if refused:
                    assert refused.key.startswith(refused.rule)
                    assert_worded(refused.key, refused.facts)


def offers(state: Any) -> list[dict[str, Any]]:
    seats = [item["by"] for item in VENETIA.pending(state)]
    return [move for seat in seats for move in list(VENETIA.legal(state, seat))[:12]]


def test_every_wording_is_complete() -> None:
    for key, texts in TEXTS.items():
        assert set(texts) == set(KIT.game.languages), key
        assert set(SLOT.findall(texts["en"])) == set(SLOT.findall(texts["de"])), key


def test_every_rule_has_its_text() -> None:
    rules = yaml.safe_load((KIT.folder / "rules.yaml").read_text(encoding="utf-8"))["rules"]
    for rule, texts in rules.items():
        assert re.fullmatch(r"VTA-\d+\.\d+", rule)
        assert all(texts[lang].strip() for lang in KIT.game.languages)
    for key in TEXTS:
        if key.startswith("VTA-"):
            assert ".".join(key.split(".")[:2]) in rules, key


def refusal(deed: Callable[[], Any]) -> Refused | None:
    try:
        deed()
    except Refused as refused:
        return refused
    return None


def assert_worded(key: str, facts: Facts) -> None:
    assert key in TEXTS, key
    for text in TEXTS[key].values():
        assert set(SLOT.findall(text)) <= set(facts), key


# --- typed-in tables --------------------------------------------------------------------------------
JUNK = [None, True, 0, -3, 99, 2.5, "", "Anke", "Zoe", "zara", "none", "?", [], ["m01"], [1, 2], {}, {"Anke": 1}]


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
    snapshot = VENETIA.snapshot(states[pick % len(states)])
    places = paths(snapshot)
    path = places[where % len(places)]
    holder = snapshot
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = deepcopy(junk)
    violations = VENETIA.audit(snapshot)
    assert len({v.rule for v in violations}) == len(violations)
    for violation in violations:
        assert_worded(violation.key, violation.facts)
    names = states[pick % len(states)].seats.names
    refused = refusal(lambda: VENETIA.setup(names, {}, snapshot))
    if refused:
        assert_worded(refused.key, refused.facts)
        return
    state = VENETIA.setup(names, {}, snapshot)
    assert VENETIA.audit(VENETIA.snapshot(state)) == []
    rng = random.Random(where)
    for _ in range(40):
        if not VENETIA.pending(state):
            break
        state, _ = VENETIA.apply(state, random_move(state, rng))
        assert VENETIA.audit(VENETIA.snapshot(state)) == []


# --- the model of a position ------------------------------------------------------------------------
@cache
def dealt_states() -> list[Any]:
    """Of games in which every card and marker is known to the referee; one with every option, one without."""
    found = []
    for options in (SETS[0], SETS[-1]):
        rng, state = random.Random(11), VENETIA.setup(NAMES[:3], options, None)
        while VENETIA.pending(state):
            dealt = VENETIA.deal(state, rng.randrange)
            state, _ = VENETIA.apply(state, random_move(state, rng) if dealt is None else dealt)
            found.append(state)
    return found


def test_every_snapshot_is_one_of_the_model_and_reads_back_to_the_same_state() -> None:
    rng = random.Random(8)
    for state in rng.sample(some_states(), 300) + rng.sample(dealt_states(), 200):
        snapshot = VENETIA.snapshot(state)
        assert written(convert(snapshot, Position)) == snapshot  # a key that the model does not know is refused
        assert VENETIA.setup(state.seats.names, {}, snapshot) == state


def test_a_view_can_be_typed_in_as_a_table() -> None:
    for state in random.Random(9).sample(dealt_states(), 100):
        for seat in (None, *state.seats.names):
            assert VENETIA.audit(VENETIA.view(state, seat)) == []


def test_a_view_hides_what_others_hold_and_only_that() -> None:
    for state in random.Random(10).sample(dealt_states(), 200):
        whole = VENETIA.snapshot(state)
        for seat in (None, *state.seats.names):
            view = VENETIA.view(state, seat)
            for name, house in view["houses"].items():
                own = whole["houses"][name]
                unseen = {key: own[key] if name == seat else ["?"] * len(own[key]) for key in ("hand", "box", "vp")}
                assert house == {**own, **unseen}
            waits, phase = whole["pending"], whole["phase"]
            if phase in ("first-doge", "election"):
                sealed = {name: said if name == seat else "?" for name, said in waits.get("candidates", {}).items()}
                assert view["pending"] == ({**waits, "candidates": sealed} if waits else {})
            elif phase == "draw" and waits["draw"][0] != seat:
                assert view["pending"] == {**waits, **({"card": "?"} if "card" in waits else {})}
            else:
                assert view["pending"] == waits
            rest = set(whole) - {"houses", "pending"}
            assert {key: view[key] for key in rest} == {key: whole[key] for key in rest}
