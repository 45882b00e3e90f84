"""Venetia: every card by its primitives, hidden cards, elections, and data that is refused."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from venice_pnp.contract.play import Refused
from venice_pnp.games import open_kit
from venice_pnp.games.venetia.rules.bound import Rules
from venice_pnp.kit import FaultyData
from venice_pnp.speech.words import Speech

KIT = open_kit("venetia")
VENETIA = Rules(KIT)
TWO, THREE = ["Anke", "Bernd"], ["Anke", "Bernd", "Claudia"]
CARDS = {card.id: card for card in KIT.tables.actions}


def start(**more: Any) -> dict[str, Any]:
    """Anke has an action; Bernd is doge."""
    base: dict[str, Any] = {
        "phase": "action",
        "active": "Anke",
        "epoch": 2,
        "power": {"enemy": 20, "eighth": True},
        "doge": {"player": "Bernd", "family": 2, "markers": 2},
        "pool": {"politics": [3], "trade": [2]},
        "seas": {"golfo-di-venetia": {"control": True}, "mare-adriatico": {"control": True}},
    }
    return {**base, **more}


def refused(state: Any, move: dict[str, Any], rules: Any = VENETIA) -> str:
    with pytest.raises(Refused) as caught:
        rules.apply(state, move)
    return caught.value.rule


def play(state: Any, *moves: dict[str, Any], rules: Any = VENETIA) -> dict[str, Any]:
    for move in moves:
        state, _ = rules.apply(state, move)
    snapshot: dict[str, Any] = rules.snapshot(state)
    assert rules.audit(snapshot) == []
    return snapshot


# --- every card ---------------------------------------------------------------------------------------
RICH: dict[str, Any] = {  # a table where every card has a target
    "kingdoms": {"levante": "mamluk", "ponente": "cordoba", "italia": "hre", "grecia": "genoa"},
    "seas": {
        "golfo-di-venetia": {"control": True},
        "mare-adriatico": {"control": True},
        "mare-libico": {"fleets": 3},
        "mar-maggiore": {"fleets": 1},
        "mare-egeo": {"Anke": 1, "Bernd": 1},
    },
    "colonies": {
        "zara": {"Anke": 1, "Bernd": 3, "podesta": "Bernd"},
        "pola": {"Anke": 3, "podesta": "Anke"},
        "spalato": {"Anke": 3, "podesta": "Anke"},
        "candia": {"Anke": 1, "Bernd": 2},
        "tana": {"Bernd": 2},
        "corphu": {"Anke": 3, "podesta": "Anke"},
    },
    "shame": "Anke",
}
TARGETS: dict[str, dict[str, Any]] = {
    "m06": {"fleets": ["mare-libico"]},
    "m09": {"fleets": ["mare-libico", "mar-maggiore"]},
    "m10": {"at": ["candia", "candia", "candia"]},
    "m11": {"swap": [["zara", "Bernd"], ["zara", "Bernd"]]},
    "m12": {"remove": [["zara", "Bernd"], ["zara", "Bernd"], ["zara", "Bernd"]]},
    "m13": {"at": ["pola", "spalato", "corphu"]},
    "m14": {"fleets": ["mare-libico", "mare-libico", "mare-libico"]},
    "p01": {"regions": ["italia"]},
    "p02": {"at": ["corphu", "corphu"]},
    "p03": {"player": "Bernd"},
    "p05": {"regions": ["levante", "ponente"]},
    "p06": {"swap": [["tana", "Bernd"], ["tana", "Bernd"]]},
    "p09": {"move": [["corphu", "zara"], ["pola", "ragusa"]]},
    "p10": {"at": ["zara", "pola", "spalato", "candia"]},
    "p12": {"remove": [["zara", "Bernd"], ["candia", "Bernd"], ["tana", "Bernd"]]},
    "p15": {"at": ["zara", "ragusa", "ragusa"]},
    "t01": {"at": ["tana", "tana"]},
    "t02": {"sea": "mare-egeo"},
    "t03": {"seas": ["mare-libico"]},
    "t06": {"at": ["acri", "alessandria", "tripoli"]},
    "t07": {"at": ["tana", "costantinopoli", "caffa"]},
    "t08": {"at": ["pola"]},
    "t10": {"at": ["zara", "pola", "spalato", "ragusa"]},
    "t12": {"at": ["ravenna"]},
    "t14": {"at": ["napoli", "barcellona", "malta"]},
    "t15": {"seas": ["mar-di-levante", "mar-tirreno"], "at": ["zara", "ragusa"]},
}
GAIN: dict[str, Any] = {  # what must be so afterwards
    "m01": {"turn.ap": 4},
    "m02": {"turn.bonus": [1, 1]},
    "m03": {"turn.bonus": [2]},
    "m04": {"turn.attacks": 1, "turn.ap": 3},
    "m05": {"turn.peace": True},
    "m06": {"houses.Anke.vp": ["?"], "seas.mare-libico.fleets": 2},
    "m07": {"turn.ap": 5},
    "m08": {"pending.draw": ["Anke", "Anke"], "pending.then": "action"},
    "m09": {"houses.Anke.vp": ["?", "?"]},
    "m10": {"colonies.candia": {"Anke": 3, "Bernd": 1, "podesta": "Anke"}},
    "m11": {"colonies.zara": {"Anke": 3, "Bernd": 1, "podesta": "Anke"}},
    "m12": {"colonies.zara": {"Anke": 1}, "houses.Anke.vp": ["?"]},
    "m13": {"colonies.corphu.Anke": 4},
    "m14": {"houses.Anke.vp": ["?"] * 4},
    "m15": {"turn.attacks": 4, "turn.peace": True, "turn.ap": 0},
    "p01": {"houses.Anke.treaties": ["hre"]},
    "p02": {"colonies.corphu.Anke": 5},
    "p03": {"shame": "Bernd"},
    "p04": {"shame": "none", "pending.draw": ["Anke"]},
    "p05": {"houses.Anke.treaties": ["mamluk", "cordoba"]},
    "p06": {"colonies.tana": {"Anke": 2}},
    "p07": {"pending.to": "box"},
    "p08": {"turn.ap": 4},
    "p09": {"colonies.zara.Anke": 2, "colonies.corphu": {"Anke": 2}, "power.venice": 5},
    "p10": {"colonies.candia.Anke": 2},
    "p11": {"power.enemy": 21},
    "p12": {"colonies.tana": {"Bernd": 1}},
    "p13": {"doge.markers": 1},
    "p14": {"houses.Anke.vp": ["?"]},
    "p15": {"colonies.ragusa": {"Anke": 2}},
    "t01": {"colonies.tana": {"Anke": 2, "Bernd": 2}, "houses.Anke.vp": ["?"]},
    "t02": {"seas.mare-egeo": {"control": True}, "power.venice": 8},
    "t03": {"turn.route": ["mare-libico"]},
    "t04": {"turn.ap": 4},
    "t05": {"pending.draw": ["Anke", "Anke"]},
    "t06": {"colonies.acri": {"Anke": 1}},
    "t07": {"colonies.caffa": {"Anke": 1}},
    "t08": {"colonies.pola.Anke": 4},
    "t09": {"turn.ap": 5},
    "t10": {"colonies.ragusa": {"Anke": 1}},
    "t11": {"pending.draw": ["Anke"], "houses.Anke.vp": ["?"]},
    "t12": {"colonies.ravenna": {"Anke": 1}},
    "t13": {"houses.Anke.vp": ["?", "?"]},
    "t14": {"colonies.malta": {"Anke": 1}},
    "t15": {"seas.mar-di-levante": {"Anke": 1}, "colonies.ragusa": {"Anke": 1}},
}


def found(snapshot: Any, path: str) -> Any:
    for key in path.split("."):
        snapshot = snapshot[key]
    return snapshot


def table_for(card: str) -> dict[str, Any]:
    rich = {**RICH, "seas": dict(RICH["seas"])}
    if card == "t03":
        rich["seas"]["mare-libico"] = {}
    return start(**rich, turn={"type": CARDS[card].type, "value": 3}, houses={"Anke": {"hand": ["?", "?"]}})


@pytest.mark.parametrize("card", CARDS)
def test_a_card_does_what_it_says(card: str) -> None:
    state = VENETIA.setup(TWO, {}, table_for(card))
    move = {"by": "Anke", "do": "card", "card": card, **TARGETS.get(card, {})}
    snapshot = play(state, move)
    told = [event.key for event in VENETIA.apply(state, move)[1]]
    assert told[0] == "VTA-7.77.played"
    if any(type(effect).__name__ != "Draw" for effect in CARDS[card].effect):  # a draw is awaited, and told then
        assert len(told) > 1, "nobody is told what it does"
    for path, value in GAIN[card].items():
        assert found(snapshot, path) == value, path
    assert snapshot["discard"] == [card]
    assert snapshot["houses"]["Anke"]["hand"] == ["?"]


@pytest.mark.parametrize("card", TARGETS)
def test_a_card_with_targets_needs_one(card: str) -> None:
    state = VENETIA.setup(TWO, {}, table_for(card))
    assert refused(state, {"by": "Anke", "do": "card", "card": card}) == "VTA-7.75"


@pytest.mark.parametrize(
    ("card", "targets", "rule"),
    [
        ("m06", {"fleets": ["mar-maggiore"]}, "VTA-7.23"),
        ("m09", {"fleets": ["mare-libico"] * 3}, "VTA-7.74"),
        ("m09", {"fleets": ["mar-maggiore"] * 2}, "VTA-7.74"),
        ("m10", {"at": ["zara", "candia"]}, "VTA-7.74"),
        ("m10", {"at": ["pola"]}, "VTA-7.74"),
        ("m10", {"at": ["modon"]}, "VTA-7.11"),
        ("m11", {"swap": [["candia", "Bernd"]]}, "VTA-7.10"),
        ("m11", {"swap": [["zara", "Anke"]]}, "VTA-7.74"),
        ("m12", {"remove": [["zara", "Bernd"], ["tana", "Bernd"]]}, "VTA-7.74"),
        ("m13", {"at": ["zara"]}, "VTA-7.74"),
        ("m14", {"fleets": ["mare-libico", "mar-maggiore"]}, "VTA-7.74"),
        ("p01", {"regions": ["levante"]}, "VTA-7.40"),
        ("p01", {"regions": ["dalmatia"]}, "VTA-7.40"),
        ("p03", {"player": "Anke"}, "VTA-7.74"),
        ("p09", {"move": [["zara", "zara"]]}, "VTA-7.74"),
        ("p09", {"move": [["tana", "zara"]]}, "VTA-7.74"),
        ("p09", {"move": [["zara", "ravenna"]]}, "VTA-7.11"),
        ("p09", {"move": [["zara", "tana"]]}, "VTA-7.10"),
        ("t08", {"at": ["zara", "zara"]}, "VTA-7.74"),
        ("p10", {"at": ["tana"]}, "VTA-7.74"),
        ("p12", {"remove": [["zara", "Bernd"], ["zara", "Bernd"]]}, "VTA-7.74"),
        ("p15", {"at": ["zara", "zara", "zara"]}, "VTA-7.74"),
        ("p15", {"at": ["zara", "sicilia"]}, "VTA-7.74"),
        ("t02", {"sea": "mar-tirreno"}, "VTA-7.74"),
        ("t12", {"at": ["zara"]}, "VTA-7.74"),
        ("t14", {"at": ["zara"]}, "VTA-7.74"),
        ("t15", {"seas": ["mare-libico"]}, "VTA-7.6"),
        ("t04", {"at": ["zara"]}, "VTA-6.2"),
        ("t10", {"at": "zara"}, "VTA-6.2"),
        ("p12", {"remove": [["zara"]]}, "VTA-6.2"),
    ],
)
def test_wrong_targets_are_refused(card: str, targets: dict[str, Any], rule: str) -> None:
    state = VENETIA.setup(TWO, {}, table_for(card))
    assert refused(state, {"by": "Anke", "do": "card", "card": card, **targets}) == rule


def test_marker_and_enemy_cards_need_something_to_act_on() -> None:
    turn = {"type": "politics", "value": 3}
    state = VENETIA.setup(TWO, {}, start(turn=turn, power={"enemy": 24, "eighth": True}))
    assert refused(state, {"by": "Anke", "do": "card", "card": "p11"}) == "VTA-7.75"
    state = VENETIA.setup(TWO, {}, start(turn=turn, doge={"player": "Bernd", "family": 2, "markers": 0}))
    assert refused(state, {"by": "Anke", "do": "card", "card": "p13"}) == "VTA-7.75"


# --- all threat cards -----------------------------------------------------------------------------------
@pytest.mark.parametrize("card", KIT.tables.threats, ids=lambda row: row.id)
@pytest.mark.parametrize("epoch", [1, 2, 3])
def test_every_threat_card_in_every_epoch(card: Any, epoch: int) -> None:
    power = {1: {}, 2: {"enemy": 20, "eighth": True}, 3: {"enemy": 12, "eighth": True, "met": True}}[epoch]
    waits = {"threats": 1, "occasion": "refill"}
    table = start(phase="threat", epoch=epoch, power=power, pending=waits, pool={})
    state = VENETIA.setup(TWO, {}, table)
    snapshot = play(state, {"by": "table", "do": "threat", "card": card.id})
    kingdom, crosses = card.epochs[epoch - 1]
    assert snapshot["kingdoms"] == {card.region: kingdom}
    assert snapshot["power"]["enemy"] == power.get("enemy", 24) - crosses
    controlled = card.fleet in ("golfo-di-venetia", "mare-adriatico")
    assert snapshot["seas"].get(card.fleet, {}).get("fleets", 0) == (1 if card.fleet and not controlled else 0)
    assert snapshot["phase"] == "roll"


# --- hidden cards -----------------------------------------------------------------------------------------
def test_a_told_card_is_known_to_its_owner_only() -> None:
    table = start(phase="draw", turn={"type": "trade", "value": 2}, pending={"draw": ["Anke"], "then": "action"})
    state = VENETIA.setup(TWO, {}, table)
    state, events = VENETIA.apply(state, {"by": "Anke", "do": "draw", "to": "hand", "card": "t09"})
    assert VENETIA.view(state, "Anke")["houses"]["Anke"]["hand"] == ["?", "?", "?", "t09"]
    for seat in (None, "Bernd"):
        assert VENETIA.view(state, seat)["houses"]["Anke"]["hand"] == ["?"] * 4
    assert "t09" not in repr(events) + repr(state)
    assert VENETIA.secret(state, {"by": "Anke", "do": "draw", "to": "hand", "card": "t09"})
    state, _ = VENETIA.apply(state, {"by": "Anke", "do": "card", "card": "t09"})
    assert not VENETIA.secret(state, {"by": "Anke", "do": "draw", "to": "hand", "card": "t09"})


def test_a_card_known_elsewhere_cannot_be_named() -> None:
    houses = {"Bernd": {"hand": ["t04"], "box": ["t11"]}}
    table = start(turn={"type": "trade", "value": 3}, houses=houses, discard=["t13"])
    state = VENETIA.setup(TWO, {}, table)
    for card in ("t04", "t11", "t13"):
        assert refused(state, {"by": "Anke", "do": "card", "card": card}) == "VTA-7.73"


def test_an_empty_deck_is_shuffled_from_the_discard_pile() -> None:
    ids = list(CARDS)
    houses = {"Anke": {"hand": ids[:20]}, "Bernd": {"hand": ids[20:40]}}
    table = start(phase="die", houses=houses, discard=ids[40:], pool={"trade": [2], "politics": [3]})
    state = VENETIA.setup(TWO, {}, table)
    die = {"by": "Anke", "do": "die", "type": "trade", "value": 2}
    snapshot = play(state, die)
    assert (snapshot["deck"], snapshot["discard"]) == (5, [])
    assert "VTA-5.11.shuffled" in [event.key for event in VENETIA.apply(state, die)[1]]
    full = {"Anke": {"hand": ids[:20]}, "Bernd": {"hand": ids[20:]}}
    state = VENETIA.setup(TWO, {}, {**table, "houses": full, "discard": []})
    assert play(state, die)["phase"] == "action"  # VTA-5.11
    assert "VTA-5.11.none" in [event.key for event in VENETIA.apply(state, die)[1]]


# --- elections ----------------------------------------------------------------------------------------------
def test_candidates_are_sealed_until_all_are_in() -> None:
    state = VENETIA.setup(THREE, {}, None)
    first = {"by": "Bernd", "do": "candidate", "family": 5, "cards": ["m07"]}
    state, events = VENETIA.apply(state, first)
    assert [event.key for event in events] == ["VTA-6.1.submitted"]
    assert VENETIA.view(state, "Bernd")["pending"]["candidates"] == {"Bernd": {"family": 5, "cards": ["m07"]}}
    for seat in (None, "Anke"):
        assert VENETIA.view(state, seat)["pending"]["candidates"] == {"Bernd": "?"}
    assert VENETIA.secret(state, first)
    state, _ = VENETIA.apply(state, {"by": "Anke", "do": "candidate", "family": 1, "cards": ["t02"]})
    state, _ = VENETIA.apply(state, {"by": "Claudia", "do": "candidate", "family": 2, "cards": ["m01"]})
    assert not VENETIA.secret(state, first)
    assert VENETIA.snapshot(state)["doge"] == {"player": "Bernd", "family": 5, "markers": 3}


def test_refused_secrets_are_not_quoted() -> None:
    state = VENETIA.setup(THREE, {}, None)
    for move in (
        {"family": 5, "cards": ["m07", "m08"]},
        {"family": 9, "cards": ["m07"]},
        {"family": 5, "cards": ["m77"]},
        {"family": 5, "cards": "m07"},
    ):
        with pytest.raises(Refused) as caught:
            VENETIA.apply(state, {"by": "Anke", "do": "candidate", **move})
        assert "m07" not in repr(caught.value.facts) and "m77" not in repr(caught.value.facts)


def test_only_the_quarantia_left_shuffles_all_district_tiles() -> None:
    six = ["san-polo", "santa-croce", "san-marco", "dorsoduro", "castello", "cannaregio"]
    table = start(phase="election", doge={"player": "Bernd"}, pending={"candidates": {}})
    table |= {"districts-aside": six, "houses": {"Anke": {"family": [1, 3]}, "Bernd": {"family": [1, 4]}}}
    state = VENETIA.setup(TWO, {"city": True}, table)
    moves = [{"by": name, "do": "candidate", "family": n} for name, n in (("Anke", 3), ("Bernd", 4))]
    snapshot = play(state, *moves)
    assert (snapshot["phase"], snapshot["districts-aside"]) == ("districts", [])


def test_early_kingdoms() -> None:
    snapshot = VENETIA.snapshot(VENETIA.setup(TWO, {"early-kingdoms": True}, None))
    assert snapshot["kingdoms"] == {"ponente": "cordoba", "romania": "byzantine", "levante": "abbasid"}
    assert snapshot["seas"] == {"mar-di-ponente": {"fleets": 1}}


@pytest.mark.parametrize(
    ("players", "options", "rule"),
    [
        (["Anke"], {}, "VTA-4.1"),
        ([*THREE, "Daniel", "Eva"], {}, "VTA-4.1"),
        (["Anke", "Anke"], {}, "VTA-4.1"),
        (["Anke", "podesta"], {}, "VTA-6.3"),
        (TWO, {"city": "yes"}, "VTA-6.2"),
        (TWO, {"town": True}, "VTA-6.2"),
        (TWO, {"colours": {"Anke": "red", "Bernd": "red"}}, "VTA-2.1"),
    ],
)
def test_wrong_tables_are_refused(players: list[str], options: dict[str, Any], rule: str) -> None:
    with pytest.raises(Refused) as caught:
        VENETIA.setup(players, options, None)
    assert caught.value.rule == rule


def test_colours_are_chosen() -> None:
    state = VENETIA.setup(TWO, {"colours": {"Anke": "yellow", "Bernd": "white"}}, None)
    assert [h["colour"] for h in VENETIA.snapshot(state)["houses"].values()] == ["yellow", "white"]


ALL_EIGHT = {
    **{
        name: {"Anke": 3, "podesta": "Anke"}
        for name in ("pola", "spalato", "ragusa", "bari", "otranto", "ravenna", "corphu")
    },
    "ancona": {"Anke": 4, "podesta": "Anke"},
}


@pytest.mark.parametrize(
    ("phase", "colonies", "said"),
    [
        ("roll", {"zara": {"Anke": 4}}, ["Anke leads in Zara: his podestà is missing."]),
        ("die", {"zara": {"Anke": 4}}, ["Anke leads in Zara: his podestà is missing."]),
        ("marker", {"pola": {"Bernd": 2, "Anke": 1}}, ["Bernd leads in Pola: his podestà is missing."]),
        (
            "die",
            {"pola": {"Bernd": 2, "Anke": 1, "podesta": "Anke"}},
            ["Bernd leads in Pola, but the podestà of Anke stands there."],
        ),
        ("die", {"pola": {"Bernd": 2, "Anke": 2, "podesta": "Anke"}}, []),  # VTA-7.31
        ("die", {"pola": {"Bernd": 2}}, []),
        ("die", {"pola": {"Bernd": 3, "podesta": "Bernd"}}, []),
        ("die", {**ALL_EIGHT, "zara": {"Anke": 4}}, []),  # VTA-7.34
        ("die", {**ALL_EIGHT, "zara": {"Bernd": 4}}, ["Bernd leads in Zara: his podestà is missing."]),
        ("action", {"zara": {"Anke": 4}}, []),  # it comes at the end of the turn
    ],
)
def test_vta_10_5_a_missing_or_wrong_podesta_is_a_warning(phase: str, colonies: Any, said: list[str]) -> None:
    doge = {"player": "Anke", "family": 2, "markers": 4}
    pool = {} if phase == "roll" else {"trade": [2]}
    table = {"players": TWO, "phase": phase, "active": "Anke", "doge": doge, "pool": pool, "colonies": colonies}
    table |= {"epoch": 2, "power": {"eighth": True, "enemy": 20}} if len(colonies) > 6 else {}
    table |= {"turn": {"type": "trade", "value": 2}} if phase in ("marker", "action") else {}
    assert VENETIA.audit(table) == []
    found = VENETIA.warnings(table)
    assert {v.rule for v in found} == ({"VTA-10.5"} if said else set())
    assert [Speech("en", KIT, TWO).event(v) for v in found] == said
    for violation in found:
        text = Speech("de", KIT, TWO).event(violation)
        assert any(name in text for name in ("Zara", "Pola"))


def test_what_a_scoring_would_give_now() -> None:
    colonies = {"zara": {"Anke": 4, "podesta": "Anke"}, "tana": {"Bernd": 1}, "pola": {"Bernd": 1}}
    table = {"players": TWO, "colonies": colonies, "houses": {"Bernd": {"vp": [3, 1, 1, 1, "?"]}}}
    told = VENETIA.score(table)["players"]
    assert told["Anke"]["now"] == {"presence": 1, "podesta": 3, "vp": 0, "doge": 0, "monuments": 0, "sum": 4}
    assert (told["Bernd"]["now"]["presence"], told["Bernd"]["now"]["vp"], told["Bernd"]["unknown-vp"]) == (4, 5, 1)


# --- data -------------------------------------------------------------------------------------------------
@cache
def data_folder() -> Path:
    return KIT.folder.parent


def changed(tmp_path: Path, file: str, old: str, new: str) -> Path:
    data = tmp_path / "data"
    shutil.copytree(data_folder(), data)
    path = data / "venetia" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return data


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("{do: ap, n: 1}", "{do: pa, n: 1}", "unknown do 'pa'"),
        ("{do: ap, n: 1}", "{do: ap, m: 1}", "unknown key 'm'"),
        ("{do: ap, n: 1}", "{do: ap, n: many}", "whole number"),
        ("{do: ap, n: 1}", "{n: 1}", "missing: do"),
    ],
)
def test_an_unknown_primitive_is_refused_with_file_and_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    data = changed(tmp_path, "actions.yaml", old, new)
    with pytest.raises(FaultyData) as caught:
        open_kit("venetia", data)
    fault = next(fault for fault in caught.value.faults if said in fault.message)
    assert fault.place.file.name == "actions.yaml" and fault.place.line > 1


def test_a_new_card_made_only_in_yaml_works(tmp_path: Path) -> None:
    text = (KIT.folder / "actions.yaml").read_text(encoding="utf-8")
    card = (
        "  - id: t16\n    type: trade\n    ducats: 3\n    free: true\n"
        "    name: {en: Glass of Murano, de: Glas aus Murano}\n"
        '    text: {en: "Place 2, then +1.", de: "Setze 2, dann +1."}\n'
        "    effect: [{do: place, n: 2, max: 1, route: true, kingdom: block}, {do: ap, n: 1}]\n"
    )
    parts = (KIT.folder / "parts.yaml").read_text(encoding="utf-8")
    data = changed(tmp_path, "actions.yaml", text, text + card)
    (data / "venetia" / "parts.yaml").write_text(parts.replace("count: 45", "count: 46"), encoding="utf-8")
    rules = Rules(open_kit("venetia", data))
    state = rules.setup(TWO, {}, start(turn={"type": "trade", "value": 3}))
    assert rules.snapshot(state)["deck"] == 40
    move = {"by": "Anke", "do": "card", "card": "t16", "at": ["zara", "pola"]}
    snapshot = play(state, move, rules=rules)
    assert snapshot["turn"]["ap"] == 4
    assert snapshot["colonies"] == {"zara": {"Anke": 1}, "pola": {"Anke": 1}}
    assert refused(state, {**move, "at": ["zara", "zara"]}, rules) == "VTA-7.74"


# --- the short form -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("card", [card for card in TARGETS if card != "t15"])
def test_targets_may_be_typed_one_after_the_other(card: str) -> None:
    (value,) = TARGETS[card].values()
    flat = [value] if isinstance(value, str) else [w for v in value for w in ([v] if isinstance(v, str) else v)]
    state = VENETIA.setup(TWO, {}, table_for(card))
    typed = {"by": "Anke", "do": "card", "card": card, "targets": flat}
    written = {"by": "Anke", "do": "card", "card": card, **TARGETS[card]}
    assert VENETIA.canonical(typed) == written
    assert VENETIA.apply(state, typed)[0] == VENETIA.apply(state, written)[0]


def test_seas_and_colonies_of_one_card_are_told_apart() -> None:
    typed = {"by": "Anke", "do": "card", "card": "t15", "targets": ["zara", "mar-tirreno", "ragusa"]}
    assert VENETIA.canonical(typed) == {
        "by": "Anke",
        "do": "card",
        "card": "t15",
        "seas": ["mar-tirreno"],
        "at": ["zara", "ragusa"],
    }


def test_ducats_may_be_typed_one_after_the_other() -> None:
    typed = {"by": "Anke", "do": "draw", "to": "city", "card": "t02", "ducats": ["castello", "castello", "cannaregio"]}
    written = {"by": "Anke", "do": "draw", "card": "t02", "city": {"castello": 2, "cannaregio": 1}}
    assert VENETIA.canonical(typed) == written
    waits = {"draw": ["Anke"], "then": "action"}
    table = start(phase="draw", turn={"type": "trade", "value": 2}, pending=waits)
    state = VENETIA.setup(TWO, {"city": True}, table)
    assert VENETIA.apply(state, typed)[0] == VENETIA.apply(state, written)[0]


# --- routes and the picture of a table ----------------------------------------------------------------------
def test_what_it_costs_to_get_somewhere() -> None:
    seas = {"golfo-di-venetia": {"control": True}, "mar-di-levante": {"fleets": 1}, "mar-tirreno": {"fleets": 2}}
    table = start(turn={"type": "trade", "value": 4}, seas=seas, kingdoms={"romania": "ottoman"})
    state = VENETIA.setup(TWO, {}, table)
    rows = {row["place"]: row for row in VENETIA.reach(state)}
    assert (rows["zara"]["cost"], rows["zara"]["open"]) == (0, [])
    assert (rows["candia"]["cost"], rows["candia"]["open"]) == (2, ["mare-adriatico", "mare-libico"])
    assert rows["mare-egeo"]["cost"] == 3
    assert (rows["salonichi"]["cost"], rows["salonichi"]["kingdom"]) == (4, "ottoman")
    assert rows["acri"]["cost"] is None and rows["acri"]["fleets"] == ["mar-di-levante"]
    assert rows["barcellona"]["cost"] is None and rows["barcellona"]["fleets"] == ["mar-tirreno"]


def test_the_cheapest_way_is_really_enough() -> None:
    state = VENETIA.setup(TWO, {}, start(turn={"type": "trade", "value": 4}, seas={}))
    for place, row in ((row["place"], row) for row in VENETIA.reach(state)):
        if place in {c.id for c in KIT.tables.colonies} and row["cost"] is not None and row["cost"] < 4:
            moves = [{"by": "Anke", "do": "sea", "sea": sea} for sea in row["open"]]
            play(state, *moves, {"by": "Anke", "do": "place", "at": place})


def test_every_piece_on_the_board_has_its_place() -> None:
    from venice_pnp.games.venetia.drawing.pieces import laid_table

    city = {"castello": {"Anke": {"ducats": 3, "new": 1, "grey": 1}}}
    state = VENETIA.setup(TWO, {"city": True}, start(**RICH, turn={"type": "trade", "value": 3}, city=city))
    laid = list(laid_table(KIT, VENETIA.view(state, None), {}))
    count = {name: sum(1 for piece in laid if piece.component == name) for name in KIT.components}
    assert (count["influence"], count["podesta"], count["control-fleet"], count["kingdoms"]) == (20, 4, 6, 4)
    assert (count["track-markers"], count["epoch-markers"], count["ducats"], count["monuments"]) == (2, 1, 3, 2)
    width, height = KIT.shared.shapes["board"].size
    assert all(0 < piece.x < width and 0 < piece.y < height for piece in laid)
