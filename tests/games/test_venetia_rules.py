"""Venetia: what the table may do, and what only the table may say."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from venice_pnp.contract.play import TABLE, Refused
from venice_pnp.contract.rows import put
from venice_pnp.games import open_kit
from venice_pnp.games.venetia.rules.bound import Rules
from venice_pnp.referee.records import read_record

VENETIA = Rules(open_kit("venetia"))
RECORDS = Path(__file__).parents[1] / "records" / "venetia"
PLAYERS = ["Anke", "Bernd", "Claudia"]


def game(seed: int) -> list[tuple[Any, dict[str, Any]]]:
    """A whole game with the city: states and the moves made in them."""
    rng = random.Random(seed)
    state = VENETIA.setup(PLAYERS, {"city": True, "veto": True}, None)
    steps = []
    while VENETIA.pending(state):
        by = rng.choice(VENETIA.pending(state))["by"]
        move = VENETIA.draw(state, rng.randrange) if by == TABLE else rng.choice(list(VENETIA.legal(state, by)))
        steps.append((state, move))
        state, _ = VENETIA.apply(state, move)
    return steps


STEPS = game(3)


def accepted(state: Any, move: dict[str, Any]) -> bool:
    try:
        VENETIA.apply(state, move)
    except Refused:
        return False
    return True


def test_what_the_table_may_do_is_accepted_and_what_chance_decides_is_offered() -> None:
    rng, phases = random.Random(1), set()
    for state, move in STEPS:
        if move["by"] != TABLE:
            continue
        phases.add(state.phase)
        offered = list(islice(VENETIA.legal(state, TABLE), 2000))
        assert all(accepted(state, one) for one in rng.sample(offered, min(6, len(offered))))
        if state.phase != "roll":  # too many
            wanted = {key: value for key, value in move.items() if key != "drawn"}
            in_any_order = [{**one, "tiles": sorted(one["tiles"])} if "tiles" in one else one for one in offered]
            assert ({**wanted, "tiles": sorted(wanted["tiles"])} if "tiles" in wanted else wanted) in in_any_order
    assert phases >= {"roll", "threat", "tile", "districts"}


def test_vta_5_17_only_the_table_says_that_something_was_drawn() -> None:
    for state, move in STEPS[:60]:
        if move["by"] == TABLE:
            assert move["drawn"] is True
            assert accepted(state, move)
            assert accepted(state, {key: value for key, value in move.items() if key != "drawn"})
            wrong: tuple[Any, ...] = (False, 1, "yes")
        else:
            wrong = (True,)
        for drawn in wrong:
            with pytest.raises(Refused) as refused:
                VENETIA.apply(state, {**move, "drawn": drawn})
            assert refused.value.key == "VTA-6.2.unknown"


def test_a_card_may_be_played_as_far_as_everybody_knows() -> None:
    assert [name for name, verb in VENETIA.verbs.items() if verb.private] == ["card"]
    seen = set()
    for state, _ in STEPS:
        for seat in PLAYERS:
            active = state.phase == "action" and seat == state.seats.names[state.active]
            may = active and state.turn.card < 0 and bool(state.hand[state.active])
            assert VENETIA.hands.open_to(state, seat) == (["card"] if may else [])
            seen.add(may)
    assert seen == {True, False}


def test_vta_8_5_markers_that_others_have_shown_are_not_ones_own() -> None:
    """Four of the value 3: Bernd has shown three, so Anke can have one."""
    record = read_record(RECORDS / "11.12-end-of-the-game.yaml")
    start: dict[str, Any] = dict(record.start or {})
    houses = {**start["houses"], "Anke": {"vp": ["?", "?"]}, "Bernd": {"vp": [3, 3, 3]}}
    state = VENETIA.setup(record.players, record.options, {**start, "houses": houses})
    for move in record.moves:
        if move.get("do") == "reveal":
            break
        if "expect" not in move and "refused" not in move:
            state, _ = VENETIA.apply(state, move)
    assert VENETIA.pending(state)[0]["by"] == "Anke"
    with pytest.raises(Refused) as refused:
        VENETIA.apply(state, {"by": "Anke", "do": "reveal", "vp": [3, 3]})
    assert refused.value.key == "VTA-8.5.exist"
    assert accepted(state, {"by": "Anke", "do": "reveal", "vp": [3, 2]})
    assert [move["vp"] for move in VENETIA.legal(state, "Anke")][:2] == [[1, 1], [3, 2]]  # lowest, highest
    for junk in (5, "33", ["3", "3"], [3, None]):
        with pytest.raises(Refused) as refused:
            VENETIA.apply(state, {"by": "Anke", "do": "reveal", "vp": junk})
        assert refused.value.rule == "VTA-6.2"


def test_a_candidate_has_a_name() -> None:
    state = VENETIA.setup(PLAYERS, {}, None)
    with pytest.raises(Refused) as refused:
        VENETIA.apply(state, {"by": "Anke", "do": "candidate"})
    assert refused.value.key == "VTA-6.2.no-candidate"


def test_cards_that_the_referee_deals_cannot_be_laid() -> None:
    state = VENETIA.setup(PLAYERS, {"laid": True}, None)
    with pytest.raises(Refused) as refused:
        VENETIA.deal(state, random.Random(1).randrange)
    assert refused.value.key == "VTA-6.5.seed"


# --- what mutants of the rules had survived -------------------------------------------------------------------
def at_war(**turn: Any) -> Any:
    start = {
        "phase": "action",
        "active": "Bernd",
        "doge": {"player": "Anke", "family": 2, "markers": 3},
        "turn": {"type": "military", "value": 3, "route": ["golfo-di-venetia"], **turn},
        "pool": {"politics": [3], "trade": [2]},
        "seas": {"golfo-di-venetia": {"control": True}, "mare-adriatico": {"fleets": 1}},
    }
    return VENETIA.setup(PLAYERS, {}, start)


@pytest.mark.parametrize("at", ["zara", "mare-adriatico"])
def test_vta_7_21_an_attack_costs_a_point_unless_one_is_free(at: str) -> None:
    attack = {"by": "Bernd", "do": "attack", "at": at, "tile": "1"}
    with pytest.raises(Refused) as refused:
        VENETIA.apply(replace(at_war(), turn=replace(at_war().turn, ap=0)), attack)
    assert refused.value.rule == "VTA-7.16"
    for attacks, ap, left in ((0, 2, 1), (1, 2, 2), (1, 0, 0)):
        before = replace(at_war(), turn=replace(at_war().turn, ap=ap, attacks=attacks))
        after, _ = VENETIA.apply(before, {key: value for key, value in attack.items() if key != "tile"})
        assert (after.turn.ap, after.turn.attacks) == (left, 0)


@pytest.mark.parametrize(("left", "claim", "laid"), [(1, True, 1), (1, False, 0), (0, True, 0), (2, True, 1)])
def test_vta_7_25_the_last_influence_may_claim_an_emptied_sea(left: int, claim: bool, laid: int) -> None:
    state, world = at_war(), VENETIA.world
    used = put(state.influence, world.colony_number["zara"] * 3 + 1, world.numbers.influence - left)
    move = {"by": "Bernd", "do": "attack", "at": "mare-adriatico", "tile": "1", "claim": claim}
    after, _ = VENETIA.apply(replace(state, influence=used), move)
    sea = world.sea_number["mare-adriatico"]
    assert (after.fleets[sea], after.sea_influence[sea * 3 + 1]) == (0, laid)
