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
from venice_pnp.games.venetia import tables as t
from venice_pnp.games.venetia.rules.bound import Rules
from venice_pnp.games.venetia.rules.reached import FreeLands, Look, Waters
from venice_pnp.games.venetia.rules.scoring import finish, score_epoch
from venice_pnp.games.venetia.rules.seas import bring_fleet
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


def test_vta_7_26_a_tile_that_was_used_up_is_not_drawn_again() -> None:
    world = VENETIA.world
    tile = next(tile for tile, n in zip(world.tiles, world.tile_count, strict=True) if n == 1)
    state, _ = VENETIA.apply(at_war(tiles=[tile]), {"by": "Bernd", "do": "attack", "at": "zara"})
    with pytest.raises(Refused) as refused:
        VENETIA.apply(state, {"by": TABLE, "do": "tile", "tile": tile})
    assert refused.value.rule == "VTA-7.26"


def with_card(card: str, rules: Rules = VENETIA, **start: Any) -> Any:
    """Bernd's turn, with this card in his hand."""
    die = next(one.type for one in open_kit("venetia").tables.actions if one.id == card)
    whole = {
        "phase": "action",
        "active": "Bernd",
        "doge": {"player": "Anke", "family": 2, "markers": 3},
        "turn": {"type": die, "value": 3, "route": ["golfo-di-venetia"]},
        "houses": {"Bernd": {"hand": [card, "?"]}},
        **start,
    }
    return rules.setup(PLAYERS, {}, whole)


@pytest.mark.parametrize(
    ("moves", "legal"),
    [([], False), ([["zara", "pola"]], True), ([["zara", "pola"]] * 2, True), ([["zara", "pola"]] * 3, False)],
)
def test_vta_7_76_a_card_moves_one_to_as_many_as_it_says(moves: list[list[str]], legal: bool) -> None:
    state = with_card("p09", colonies={"zara": {"Bernd": 3}})
    assert accepted(state, {"by": "Bernd", "do": "card", "card": "p09", "move": moves}) == legal


def test_vta_7_76_a_card_without_a_route_moves_to_any_free_colony() -> None:
    """Nothing that we ship does; a kit of one's own may."""
    kit = open_kit("venetia")
    anywhere = [
        replace(card, effect=[t.Shift(n=1, route=False)]) if card.id == "p09" else card for card in kit.tables.actions
    ]
    rules = Rules(replace(kit, tables=replace(kit.tables, actions=anywhere)))
    state = with_card("p09", rules, colonies={"zara": {"Bernd": 1}}, kingdoms={"dalmatia": "hungary"})
    offered = [move["move"] for move in rules.legal(state, "Bernd") if move.get("card") == "p09"]
    goals = {goal for pairs in offered for _, goal in pairs}
    world = rules.world
    barred = {world.colonies[c] for c in world.in_region[world.regions.index("dalmatia")]}
    assert goals == {*world.colonies} - barred - {"zara"}


@pytest.mark.parametrize("seas", [["mare-adriatico"], ["mare-adriatico", "mare-libico"]])
def test_vta_7_76_two_fleets_may_be_sunk_in_two_seas(seas: list[str]) -> None:
    state = with_card("m09", seas={sea: {"fleets": 1} for sea in seas})
    offered = [move["fleets"] for move in VENETIA.legal(state, "Bernd") if move.get("card") == "m09"]
    assert ([*seas] in offered) and all(
        accepted(state, {"by": "Bernd", "do": "card", "card": "m09", "fleets": f}) for f in offered
    )


def test_victims_are_those_of_whoever_asks() -> None:
    """Two players look one after the other, and nothing has moved in between."""
    world, state = VENETIA.world, at_war()
    influence = put(put(state.influence, 0, 1), 1, 1)  # Anke and Bernd in the same colony
    look = Look(world, Waters(world, state.control, state.fleets, ()), FreeLands(world, state.kingdoms))
    assert [look.victims(influence, 3, own, False) for own in (0, 1, 2, 2)] == [[1], [0], [0, 1], [0, 1]]


def test_vta_5_18_no_more_vp_markers_are_dealt_than_there_are() -> None:
    state = VENETIA.setup(PLAYERS, {}, {"houses": {"Anke": {"vp": ["?", "?"]}, "Bernd": {"vp": [3, 3, 3]}}})
    deal = VENETIA.deal(state, random.Random(1).randrange)
    assert deal is not None
    most = VENETIA.world.vp_count[3]
    for n, legal in ((most - 3, True), (most - 2, False)):
        vp = {"Anke": [3] * n + [1] * (2 - n)}
        assert accepted(state, {**deal, "vp": vp}) == legal


def test_vta_5_9_what_was_drawn_is_not_taken_back_unasked() -> None:
    """A card or a marker more in a hand, or somebody begins to draw."""
    state = at_war()
    card = replace(state, hand=put(state.hand, 1, (*state.hand[1], -1)))
    marker, begun = replace(state, vp=put(state.vp, 0, (-1,))), replace(state, draws=(1,))
    assert [VENETIA.hands.drew(state, after) for after in (card, marker, begun, state)] == [True, True, True, False]
    assert [VENETIA.hands.drew(before, state) for before in (card, marker, begun)] == [False] * 3
    assert not VENETIA.hands.drew(begun, begun)


def test_vta_8_5_a_marker_that_one_has_shown_is_not_the_hidden_one_too() -> None:
    """Of four threes Bernd has shown three and Anke one: her hidden marker is a two at most."""
    record = read_record(RECORDS / "11.12-end-of-the-game.yaml")
    start: dict[str, Any] = dict(record.start or {})
    houses = {**start["houses"], "Anke": {"vp": [3, "?"]}, "Bernd": {"vp": [3, 3, 3]}}
    state = VENETIA.setup(record.players, record.options, {**start, "houses": houses})
    for move in record.moves:
        if move.get("do") == "reveal":
            break
        if "expect" not in move and "refused" not in move:
            state, _ = VENETIA.apply(state, move)
    assert [move["vp"] for move in VENETIA.legal(state, "Anke")] == [[3, 1], [3, 2]]


@pytest.mark.parametrize(("vp", "doge", "back"), [((1,), 0, True), ((), 2, True), ((), 0, False)])
def test_vta_8_6_markers_go_back_if_there_are_any(vp: tuple[int, ...], doge: int, back: bool) -> None:
    told: list[Any] = []
    score_epoch(VENETIA.world, replace(at_war(), vp=(vp, (), ()), doge_vp=(0, doge, 0)), told)
    assert ("VTA-8.6.back" in [event.key for event in told]) == back


def test_vta_8_14_the_last_doge_scores_though_no_line_was_written() -> None:
    for sheet in (
        (),
        VENETIA.setup(PLAYERS, {}, {"houses": {"Anke": {"sheet": [{"epoch": 3, "presence": 9}]}}}).sheet[0],
    ):
        desk = replace(at_war(), sheet=(sheet, (), ()), doge=0, doge_card=5)
        finish(desk, [])
        assert [line.sum for line in desk.sheet[0]] == [*[line.sum for line in sheet], 5]


def test_vta_7_55_the_marker_that_a_sea_loses_goes_to_one_that_waits_for_it() -> None:
    """All markers lie on the seas; the second sea is full of influence and lacks one."""
    world = VENETIA.world
    lost, waits, rest = 0, 1, world.numbers.control_fleet - 1
    state = at_war()
    fleets = tuple(rest if sea == 2 else 0 for sea in range(len(world.seas)))
    control = tuple(int(sea == lost) for sea in range(len(world.seas)))
    full = put(state.sea_influence, waits * state.size, world.sea_threshold[waits])
    desk = replace(state, fleets=fleets, control=control, sea_influence=full)
    bring_fleet(world, desk, lost, [])
    assert (desk.control[lost], desk.control[waits]) == (0, 1)


def test_a_sea_that_was_opened_in_this_turn_costs_nothing_more() -> None:
    start = {"phase": "action", "active": "Bernd", "doge": {"player": "Anke", "family": 2, "markers": 3}}
    costs = []
    for route in ([], ["golfo-di-venetia"]):
        state = VENETIA.setup(PLAYERS, {}, {**start, "turn": {"type": "trade", "value": 3, "route": route}})
        costs += [row["cost"] for row in VENETIA.reach(state) if "pola" in row.values()]
    assert costs == [1, 0]  # to get there; what is done there costs its own
