"""Venedig: what a site tells beyond its points, and a top card that the seed knows better."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from venice_pnp.contract.play import TABLE, Refused
from venice_pnp.games import open_kit
from venice_pnp.games.venedig import screens
from venice_pnp.games.venedig.rules.bound import Rules
from venice_pnp.referee.script import Script
from venice_pnp.speech.paint import Paint
from venice_pnp.speech.words import Speech

VENEDIG = Rules(open_kit("venedig"))


@pytest.mark.parametrize(("kind", "quarters"), [("casa", 0), ("palazzo", 0), ("ponte", 2)])
def test_ven_7_22_only_a_bridge_leaves_the_choice_of_a_quarter(kind: str, quarters: int) -> None:
    rows = VENEDIG.sites(VENEDIG.setup(["Anna", "Bernd", "Claudia"], {}, None), kind)
    assert rows
    assert {len(row.get("quarters", ())) for row in rows} == {quarters}


def test_ven_7_46_with_a_seed_another_card_is_not_on_top() -> None:
    state = VENEDIG.setup(["Anna", "Bernd"], {}, VENEDIG.shuffles.dealt(None, "acqua alta"))
    top = VENEDIG.snapshot(state)["secret"]["draw-order"][0]
    for kind in VENEDIG.world.kinds:
        move = {"by": "Anna", "do": "reveal", "card": kind}
        if kind == top:
            VENEDIG.apply(state, move)
            continue
        with pytest.raises(Refused) as refused:
            VENEDIG.apply(state, move)
        assert refused.value.key == "VEN-7.46.other"


def test_ven_7_32_somebody_who_drains_names_a_field() -> None:
    state = VENEDIG.setup(["Anna", "Bernd", "Claudia"], {}, None)
    with pytest.raises(Refused) as refused:
        VENEDIG.apply(state, {"by": "Anna", "do": "drain", "fields": []})
    assert refused.value.key == "VEN-7.32.number"


def test_what_a_seat_may_do_as_far_as_everybody_knows() -> None:
    """Moves that show a hand are private; gold is named only by somebody who may have enough of it."""
    assert [name for name, verb in VENEDIG.verbs.items() if verb.private] == ["play", "exchange", "draw"]
    state = VENEDIG.setup(["Anna", "Bernd", "Claudia"], {}, None)
    assert VENEDIG.hands.open_to(state, "Anna") == ["play", "draw"]
    assert VENEDIG.hands.open_to(state, "Bernd") == []
    rich = VENEDIG.setup(["Anna", "Bernd", "Claudia"], {}, {"tiles": {"Anna": {"treasure": ["hidden"]}}})
    assert VENEDIG.hands.open_to(rich, "Anna") == ["play", "draw", "exchange"]


# --- a halt is the active player's wish (VEN-7.29) ------------------------------------------------------------
FOR_A_HALT = {
    "turn": "Bernd",
    "gondolas": {"Anna": 20, "Bernd": 22, "Claudia": 26},
    "out": {"Anna": {"basilica": 2}, "Claudia": {"basilica": 1}},
    "builders": {"basilica": "Anna"},
    "drained": ["a1", "a2", "a4"],
    "tiles": {"Bernd": {"swamp": ["hidden"] * 3}},
}
BUILD = {"by": "Anna", "do": "build", "building": "basilica", "fields": ["c13", "c16", "c17"]}


def due(**changed: Any) -> Any:
    """Bernd has completed Anna's basilica; Claudia helps."""
    state = VENEDIG.setup(["Anna", "Bernd", "Claudia"], {}, {**FOR_A_HALT, **changed})
    return VENEDIG.apply(state, {"by": "Bernd", "do": "play", "cards": {"basilica": 1}})[0]


def test_ven_7_29_a_builder_out_of_turn_is_offered_no_halt_but_may_type_it() -> None:
    """The rules page lets any builder name it; the wish is the active player's all the same."""
    state = due()
    assert [move for move in VENEDIG.legal(state, "Anna") if "halt" in move] == []
    halted, _ = VENEDIG.apply(state, {**BUILD, "halt": "Claudia"})
    assert VENEDIG.snapshot(halted)["await"] == [{"by": "Bernd", "for": "halt"}]


def test_ven_7_29_the_active_player_is_offered_every_halt_and_can_take_several() -> None:
    state = due()
    offered = [move for move in VENEDIG.legal(state, "Bernd") if move["do"] == "halt"]
    assert [move["before"] for move in offered] == ["Anna", "Bernd", "Claudia"]
    for move in offered:
        state, _ = VENEDIG.apply(state, move)
    state, _ = VENEDIG.apply(state, BUILD)
    waited = []
    while VENEDIG.snapshot(state)["phase"] == "halt":
        waited.append(VENEDIG.snapshot(state)["moving"][0]["player"])
        state, _ = VENEDIG.apply(state, {"by": "Bernd", "do": "pass"})
    assert waited == ["Anna", "Bernd", "Claudia"]
    assert VENEDIG.snapshot(state)["gondolas"] == {"Anna": 29, "Bernd": 25, "Claudia": 30}


@pytest.mark.parametrize(
    ("changed", "offered"),
    [
        ({"tiles": {}, "gondolas": {"Anna": 20, "Claudia": 26}}, []),  # no gold, and no shore for a treasure
        ({"tiles": {}}, ["Anna", "Bernd", "Claudia"]),  # a treasure taken on the way may be enough
        ({"tiles": {}, "treasure-supply": 0, "gondolas": {"Anna": 20, "Claudia": 26}}, []),
    ],
    ids=["poor", "on a shore", "no treasure left"],
)
def test_ven_7_29_a_halt_is_offered_where_there_may_be_gold(changed: dict[str, Any], offered: list[str]) -> None:
    if "treasure-supply" in changed:
        changed = {**changed, "tiles": {"Anna": {"treasure": ["hidden"] * 18}}}
    moves = [move for move in VENEDIG.legal(due(**changed), "Bernd") if move["do"] == "halt"]
    assert [move["before"] for move in moves] == offered


def test_ven_7_29_before_ones_own_first_move_a_halt_is_of_no_use() -> None:
    """Gold before or after it is the same; nor does a casa alone move any other gondola."""
    start = {"tiles": {"Anna": {"treasure": [5]}}, "out": {"Bernd": {"ponte": 1}}, "builders": {"ponte": "Bernd"}}
    state = VENEDIG.setup(["Anna", "Bernd", "Claudia"], {}, start)
    state, _ = VENEDIG.apply(state, {"by": "Anna", "do": "play", "cards": {"ponte": 2, "casa": 1}})
    moves = list(VENEDIG.legal(state, "Anna"))
    assert {move.get("halt") for move in moves if move["do"] == "build" and move["building"] == "ponte"} == {
        None,
        "Bernd",
    }
    assert {move.get("halt") for move in moves if move["do"] == "build" and move["building"] == "casa"} == {None}
    assert "halt" not in {move["do"] for move in moves}


def test_ven_7_29_a_wish_is_in_the_snapshot_and_only_then() -> None:
    state = due()
    assert "halts" not in VENEDIG.snapshot(state)
    wished, _ = VENEDIG.apply(state, {"by": "Bernd", "do": "halt", "before": "Claudia"})
    snapshot = VENEDIG.snapshot(wished)
    assert snapshot["halts"] == ["Claudia"]
    assert VENEDIG.setup(snapshot["players"], {}, snapshot) == wished
    assert "halts" not in VENEDIG.snapshot(VENEDIG.apply(wished, BUILD)[0])


def test_ven_7_29_a_wish_ends_with_the_game() -> None:
    state = due(gondolas={"Anna": 20, "Bernd": 59, "Claudia": 26}, tiles={"Bernd": {"treasure": [5]}})
    state, _ = VENEDIG.apply(state, {"by": "Bernd", "do": "halt", "before": "Claudia"})
    state, _ = VENEDIG.apply(state, {"by": "Bernd", "do": "exchange", "treasure": [5]})
    snapshot = VENEDIG.snapshot(state)
    assert (snapshot["phase"], snapshot.get("halts")) == ("over", None)


@pytest.mark.parametrize("halts", [["Claudia", "Claudia"], ["Bernd"]])
def test_ven_10_20_halts_are_before_gondolas_that_move(halts: list[str]) -> None:
    snapshot = VENEDIG.snapshot(due())
    if halts == ["Bernd"]:
        snapshot = VENEDIG.snapshot(VENEDIG.setup(["Anna", "Bernd", "Claudia"], {}, None))
    assert [found.key for found in VENEDIG.audit({**snapshot, "halts": halts})] == ["VEN-10.20.halt"]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_ven_7_29_the_question_to_a_builder_asks_the_active_player_first(lang: str) -> None:
    kit, names = VENEDIG.kit, ["Anna", "Bernd", "Claudia"]
    script = Script(Speech(lang, kit, names))

    def question(state: Any) -> str:
        item = VENEDIG.pending(state)[0]
        kind, facts = screens.asking(VENEDIG, state, item)
        return script.question({**item, **facts}, item["by"], kind)

    assert "Bernd: " in question(due()) and question(due()).endswith(": halt")
    assert "halt" not in question(due(tiles={}, gondolas={"Anna": 20, "Claudia": 26}))
    wished, _ = VENEDIG.apply(due(), {"by": "Bernd", "do": "halt", "before": "Claudia"})
    assert "halt" not in question(wished)
    own = VENEDIG.setup(names, {}, {**FOR_A_HALT, "turn": "Anna", "tiles": {"Anna": {"treasure": [5]}}})
    own, _ = VENEDIG.apply(own, {"by": "Anna", "do": "play", "cards": {"basilica": 1}})
    assert "halt" not in question(own)


def test_ven_7_29_a_wish_is_on_the_screen() -> None:
    wished, _ = VENEDIG.apply(due(), {"by": "Bernd", "do": "halt", "before": "Claudia"})
    names = ["Anna", "Bernd", "Claudia"]
    paint = Paint(VENEDIG.kit, names, {}, True, 100)
    said = screens.lines(VENEDIG, VENEDIG.view(wished, None), Speech("en", VENEDIG.kit, names), paint)
    assert any(line.startswith("Halt before the gondola of: ") and "Claudia" in line for line in said)


# --- what mutants of the rules had survived -------------------------------------------------------------------
@pytest.mark.parametrize(
    ("own", "named", "left"),
    [
        ([2, 2, 1, 1, "hidden"], [2, 2, 1], [1, "hidden"]),  # known tiles are enough
        ([2, 2, 0, "hidden"], [2, 2, 2], [0]),  # the third one must be the hidden one
        ([1, "hidden", "hidden", "hidden"], [2, 2, 2], [1]),  # all must be
        ([2, 2, 1, 0], [2, 2, 1], [0]),
    ],
)
def test_ven_7_38_exactly_the_tiles_that_were_named_are_gone(own: list[Any], named: list[int], left: list[Any]) -> None:
    swamp = [name for name, field in VENEDIG.world.field_number.items() if VENEDIG.world.swamp >> field & 1]
    start = {"tiles": {"Anna": {"swamp": own}}, "drained": swamp[: len(own)]}
    state = VENEDIG.setup(["Anna", "Bernd", "Claudia"], {}, start)
    after, _ = VENEDIG.apply(state, {"by": "Anna", "do": "exchange", "swamp": named})
    assert VENEDIG.snapshot(after)["tiles"]["Anna"]["swamp"] == left
    assert sorted(VENEDIG.snapshot(after)["spent"]) == sorted(named)


@pytest.mark.parametrize(("pile", "shuffled"), [(3, True), (4, False)])
def test_ven_7_44_a_cleared_pool_is_the_new_pile_if_none_is_left(pile: int, shuffled: bool) -> None:
    """Nothing lies on the discard pile before, so that the pool alone can make a new one."""
    start = {"hands": {"Anna": {"basilica": 1, "hidden": 1}}, "pool": ["casa", "ponte", "campo"]}
    state = VENEDIG.setup(["Anna", "Bernd", "Claudia"], {}, start)
    state = replace(state, pile=pile)
    after, told = VENEDIG.apply(state, {"by": "Anna", "do": "draw", "give": "basilica", "pile": 3})
    keys = [event.key for event in told]
    assert ("VEN-7.44.shuffled" in keys[keys.index("VEN-5.10.cleared") :]) == shuffled
    assert (after.pile, sum(after.discard)) == ((4, 0) if shuffled else (1, 4))


THREE = ["Anna", "Bernd", "Claudia"]


def drained(n: int) -> list[str]:
    world = VENEDIG.world
    return [name for name, field in world.field_number.items() if world.swamp >> field & 1][:n]


def exchanges(start: dict[str, Any]) -> list[tuple[list[int], list[int]]]:
    """What Anna is offered to exchange: swamp tiles and treasures."""
    legal = VENEDIG.legal(VENEDIG.setup(THREE, {}, start), "Anna")
    return [(m.get("swamp", []), m.get("treasure", [])) for m in legal if m["do"] == "exchange"]


@pytest.mark.parametrize(
    ("tiles", "offered"),
    [
        ({"swamp": [2, 2, 2, 0]}, [([2, 2, 2], [])]),  # known tiles: only what they are
        ({"swamp": [2, 1, 1], "treasure": [3]}, [([1, 1], [3]), ([2], [3])]),
        ({"swamp": [1, 1, 0], "treasure": [3]}, [([1, 1], [3])]),  # no two is there
        ({"swamp": ["hidden"] * 3}, [([2, 2, 2], [])]),  # any tile may be a two, five ones take five tiles
        ({"swamp": ["hidden"] * 2, "treasure": [4]}, [([1], [4]), ([2], [4])]),
        ({"swamp": [2, 2, 0], "treasure": []}, []),
    ],
)
def test_ven_7_36_what_is_offered_is_what_the_tiles_can_be(tiles: dict[str, Any], offered: Any) -> None:
    start = {"tiles": {"Anna": tiles}, "drained": drained(len(tiles["swamp"]))}
    start |= {"treasure-supply": sum(VENEDIG.world.treasure_gold.values()) - len(tiles.get("treasure", []))}
    assert exchanges(start) == offered


@pytest.mark.parametrize(("twos", "offered"), [(23, True), (24, False)])
def test_ven_7_36_of_hidden_tiles_none_is_offered_that_is_out_of_the_game(twos: int, offered: bool) -> None:
    """Of 26 twos so many are gone: three may be left, or only two."""
    start = {"tiles": {"Anna": {"swamp": ["hidden"] * 5}}, "drained": drained(twos + 5), "spent": [2] * twos}
    found = exchanges(start)
    assert (([2, 2, 2], []) in found, ([1] * 5, []) in found) == (offered, True)


def test_ven_7_46_only_kinds_of_which_a_card_is_left_can_be_on_top() -> None:
    """All cards of a kind but one lie open: it can be on top; the last one too: it cannot."""
    deck = dict(zip(VENEDIG.world.kinds, VENEDIG.setup(THREE, {}, None).seats.cards, strict=True))
    for left, offered in ((1, True), (0, False)):
        state = VENEDIG.setup(["Anna", "Bernd"], {}, {"discard": {"ponte": deck["ponte"] - left}})
        found = [move["card"] for move in VENEDIG.legal(state, "Anna") if move["do"] == "reveal"]
        assert ("ponte" in found) == offered


@pytest.mark.parametrize("seed", ["acqua alta", "acqua bassa", "bora", "scirocco"])
def test_ven_7_46_the_top_card_is_the_first_of_the_pile(seed: str) -> None:
    state = VENEDIG.setup(["Anna", "Bernd"], {}, VENEDIG.shuffles.dealt(None, seed))
    top = VENEDIG.snapshot(state)["secret"]["draw-order"][0]
    assert VENEDIG.draw(state, lambda _: 0)["card"] == top


def test_ven_6_2_without_a_seed_the_table_draws_nothing() -> None:
    with pytest.raises(Refused) as refused:
        VENEDIG.draw(VENEDIG.setup(["Anna", "Bernd"], {}, None), lambda _: 0)
    assert refused.value.facts["player"] == TABLE


def test_ven_5_10_whoever_reveals_nothing_after_the_turn_hands_it_on() -> None:
    state = VENEDIG.setup(["Anna", "Bernd"], {}, {"phase": "after"})
    after, told = VENEDIG.apply(state, {"by": "Anna", "do": "pass"})
    assert (after.turn, after.phase) == (1, "play")
    assert [event.key for event in told] == ["VEN-5.10.turn"]


def test_what_lay_hidden_stays_after_a_correction_and_only_what_has_come_is_dealt() -> None:
    """Bernd has a card less and Claudia one more: his others, hers, the tiles and the rest of the pile stay."""
    before = VENEDIG.setup(THREE, {}, VENEDIG.shuffles.dealt(None, "acqua alta"))
    old = VENEDIG.snapshot(before)["secret"]
    hands = {name: {"hidden": sum(cards.values())} for name, cards in old["hands"].items()}
    hands["Bernd"]["hidden"] -= 1
    hands["Claudia"]["hidden"] += 1
    start = VENEDIG.shuffles.dealt_on(before, {"hands": hands}, "acqua bassa")
    new = VENEDIG.snapshot(VENEDIG.setup(THREE, {}, start))["secret"]
    count = {name: sum(cards.values()) for name, cards in new["hands"].items()}
    assert count == {name: cards["hidden"] for name, cards in hands.items()}
    assert new["hands"]["Anna"] == old["hands"]["Anna"]
    assert (new["draw-order"], new["swamp-values"]) == (old["draw-order"], old["swamp-values"])
    assert new["treasure-order"] == old["treasure-order"]
    assert all(new["hands"]["Claudia"].get(kind, 0) >= n for kind, n in old["hands"]["Claudia"].items())
    every = [Counter(secret["draw-order"]) for secret in (old, new)]
    for whole, secret in zip(every, (old, new), strict=True):
        for cards in secret["hands"].values():
            whole.update(cards)
    assert every[0] == every[1]
    open_table = VENEDIG.setup(THREE, {}, None)  # nobody has dealt here: all of it is dealt now
    assert VENEDIG.shuffles.dealt_on(open_table, {}, "acqua alta") == VENEDIG.shuffles.dealt({}, "acqua alta")
