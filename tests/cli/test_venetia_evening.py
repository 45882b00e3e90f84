"""Venetia at the console: what a host of an evening found, who saw only screens and booklet."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.cli.test_evening import Typed, evening_at, opened, said, typed
from tests.games.test_venetia_words import ELECTION, KIT, MARKER, ROLL, SCORING, THREAT, TWO_CARDS, at_action
from tests.trust.play import some_move
from venice_pnp.console.setup import Reception, _colours
from venice_pnp.games.venetia.rules.bound import Rules
from venice_pnp.games.venetia.screens import lines, panels
from venice_pnp.referee import home, story
from venice_pnp.referee.chronicle import chronicle_of
from venice_pnp.referee.table import Table, new_table
from venice_pnp.speech.paint import Paint
from venice_pnp.speech.words import Speech

TWO = ["Anke", "Bernd"]
OPEN = {sea: {"control": True} for sea in ("golfo-di-venetia", "mare-adriatico")}
HAND = {"Anke": {"hand": ["?"]}}


def table_at(kind: str, **more: Any) -> Table:
    start = at_action(kind, **{"seas": OPEN, "houses": HAND, **more})
    return new_table("venetia", TWO, path=home.table_path("evening"), start=start)


def reception(*typed_lines: str) -> Reception:
    face: Any = Typed(Speech("en", KIT))
    face.lines = list(typed_lines)
    return Reception(face, "en", None)


def test_a_colour_is_no_command_cut_short() -> None:
    evening = evening_at(table_at("politics"))
    for word in ("red", "rot", "blue"):
        assert evening.command_of(word, ["Anke"]) is None
    assert evening.command_of("redo", ["Anke"]) == "redo"


def test_one_letter_ends_no_turn_while_there_are_points() -> None:
    evening = evening_at(table_at("politics"))
    asked = said(typed(evening, "e"))
    assert "Anke" in asked and evening.table.view(None)["active"] == "Anke"
    typed(evening, "")  # Enter agrees
    assert evening.table.view(None)["active"] == "Bernd"


def test_several_influence_in_one_line_are_offered_one_after_the_other() -> None:
    evening = evening_at(table_at("trade"))
    scene = said(typed(evening, "bari ragusa"))
    assert "is several moves" in scene and "bari; ragusa" in scene
    typed(evening, "")
    assert set(evening.table.view(None)["colonies"]) == {"bari", "ragusa"}


def test_the_tile_of_an_attack_stands_in_its_line() -> None:
    evening = evening_at(table_at("military"))
    told = typed(evening, "a ancona; 1; end").told
    assert evening.table.view(None)["colonies"]["ancona"]["Anke"] == 1 and evening.table.view(None)["active"] == "Bernd"
    assert any("The turn of Anke ends" in line for line in told)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Not done any more: 3; h. Now the table is asked for something else"),
        ("de", "Nicht mehr ausgeführt: 3; h. Jetzt ist der Tisch etwas anderes gefragt"),
    ],
)
def test_a_line_that_stops_at_a_number_says_why(lang: str, told: str) -> None:
    evening = evening_at(table_at("military", pool={}), lang)
    assert told in said(typed(evening, "end; 3; h")) and evening.table.awaited()[0]["for"] == "threat"


def test_the_rule_that_hinders_the_second_influence_is_told() -> None:
    told = said(typed(evening_at(table_at("politics")), "ancona 2 zara 1"))
    assert "With a politics die all influence of the turn goes to one colony" in told


@pytest.mark.parametrize(
    ("turn", "asked"),
    [
        ({"ap": 2}, "military: open a sea, attack"),
        ({"ap": 0, "spent": True}, "no action points are left. A card, or end"),
        ({"ap": 0, "spent": True, "replaced": True, "attacks": 2, "card": "m15"}, "attack without action points (2)"),
    ],
)
def test_the_question_is_for_what_can_still_be_done(turn: dict[str, Any], asked: str) -> None:
    table = table_at("military", turn={"type": "military", "value": 3, **turn})
    scene = said(typed(evening_at(table)))
    assert asked in scene and ("open a sea" in scene) is bool(turn["ap"])


def test_tiles_of_the_turn_are_told_in_words() -> None:
    table = table_at("military", turn={"type": "military", "value": 3, "ap": 1, "tiles": ["0s", "2cb"]})
    scene = said(typed(evening_at(table)))
    assert "tiles 0 with the mark of shame, 2 with a casus belli" in scene and "0s" not in scene


DRAW = {"phase": "draw", "pending": {"draw": ["Anke"], "to": "any", "then": "marker"}}


@pytest.mark.parametrize(("lang", "asked"), [("en", "the card's code, then sestieri"), ("de", "der Code der Karte")])
def test_ducats_are_asked_for_as_they_are_typed(lang: str, asked: str) -> None:
    start = at_action("politics", seas=OPEN, **DRAW)
    drawn = {seed: new_table("venetia", TWO, path=home.table_path(f"city{seed}"), options={"city": True}, start=start, seed=seed or None) for seed in ("", "7")}  # fmt: skip
    assert asked in said(typed(evening_at(drawn[""], lang)))
    assert asked not in said(typed(evening_at(drawn["7"], lang), ""))  # the referee has dealt it, and knows it
    assert "box" not in said(typed(evening_at(drawn[""]), "?"))
    evening = evening_at(drawn[""])
    typed_so = next(line for line in typed(evening, "san marco 2").notes if "typed like this: " in line)
    typed(evening, typed_so.partition(": ")[2])
    assert evening.table.view(None)["city"]["san-marco"]["Anke"]["ducats"] == 2


@pytest.mark.parametrize(
    ("lang", "order"),
    [
        ("en", "Anke takes 4 ducats back from San Marco and lays 1 monument there, coloured side up."),
        ("de", "Anke nimmt 4 Dukaten aus San Marco zurück und legt dort 1 Monument, farbige Seite oben."),
    ],
)
def test_a_monument_is_an_order_of_its_own(lang: str, order: str) -> None:
    start = at_action("politics", seas=OPEN, city={"san-marco": {"Anke": {"ducats": 2}}}, **DRAW)
    table = new_table("venetia", TWO, path=home.table_path("city"), options={"city": True}, start=start)
    told = typed(evening_at(table, lang), "p09 san marco 2 monument san marco").told
    assert any(order in line for line in told) and not any("monuments: –" in line for line in told)


def test_many_choices_are_never_printed_as_one() -> None:
    scene = said(typed(evening_at(table_at("trade"))))
    assert "place (Ancona …)" in scene


def test_completion_shows_names_and_only_what_can_be_meant() -> None:
    evening = evening_at(table_at("politics", seas={}))
    complete = evening._completer("Anke")
    assert complete("gol") == ["Golfo di Venetia"]
    assert not [word for word in complete("gr") if word.startswith(("grecia-", "gradenigo-"))]


@pytest.mark.parametrize("show", [lines, panels])
def test_after_the_last_scoring_no_other_one_is_told_of(show: Any) -> None:
    rules = Rules(KIT)
    for then, scores in (("final", False), ("next", True)):
        start = {**ELECTION, "epoch": 3, "power": {"enemy": 1, "eighth": True, "met": True}, "pending": {"then": then}}
        view = rules.view(rules.setup(TWO, {}, start), None)
        shown = str(show(rules, view, Speech("en", KIT, TWO), Paint(KIT, TWO, {}, True, 80)))
        assert ("A scoring now would give" in shown) is scores


def test_nothing_is_said_of_taking_back_where_nothing_goes_back() -> None:
    import random

    table, rng = opened("venetia", TWO), random.Random(3)
    assert "undo" in evening_at(table).scene().hint
    while table.awaited():
        table.do(some_move(table.rules, table.state, rng))
    evening = evening_at(table)
    assert "undo" not in evening.scene().hint
    assert "nothing is taken back" in said(typed(evening, "?"))


@pytest.mark.parametrize("line", ["blau, Gradenigo", "Venier red", "b r"])
def test_a_family_is_a_colour(line: str) -> None:
    assert _colours(reception(line), KIT, TWO) == {"Anke": "blue", "Bernd": "red"}


def test_yes_and_no_are_understood_in_every_language() -> None:
    options = [(False, "no: every threat card happens"), (True, "yes: he can stop one")]
    assert reception("nein").choose("With the veto?", options) is False
    assert reception("ja").choose("With the veto?", options) is True


# --- what is asked, printed or on the table -----------------------------------------------------------------------
@pytest.mark.parametrize("lang", ["en", "de"])
def test_sp_is_a_victory_point_and_only_asked_back_as_spalato(lang: str) -> None:
    evening = evening_at(table_at("politics"), lang)
    scene = typed(evening, "sp")
    assert len(evening.table.steps) == 1 and "spalato" in said(scene)
    typed(evening, "")  # Enter agrees
    assert set(evening.table.view(None)["colonies"]) == {"spalato"}


@pytest.mark.parametrize("line", ["h", "hand", "Hand", "b", "family box", "Familienfeld", "f"])
def test_a_drawn_card_goes_where_the_question_says(line: str) -> None:
    table = table_at("politics", phase="draw", pending={"draw": ["Anke"], "to": "any", "then": "marker"})
    evening = evening_at(table)
    typed(evening, line)
    where = "hand" if line[0].lower() == "h" else "box"
    assert len(table.view(None)["houses"]["Anke"][where]) == (2 if where == "hand" else 1)


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "Revolt in Ancona: one influence"), ("de", "Daraus folgt: Aufstand in Ancona")],
)
def test_what_follows_from_a_move_is_told_when_it_is_asked_about(lang: str, told: str) -> None:
    evening = evening_at(table_at("politics", colonies={"ancona": {"Bernd": 3}}), lang)
    assert told in said(typed(evening, "? ancona 3"))
    assert len(evening.table.steps) == 1


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "Venice marker: off the track"), ("de", "nicht mehr auf der Leiste")]
)
def test_a_marker_that_has_left_the_track_is_on_no_space(lang: str, told: str) -> None:
    power = {"venice": 0, "enemy": 3, "eighth": True, "met": True}
    evening = evening_at(table_at("politics", power=power, epoch=3), lang)
    assert told in said(typed(evening, "check"))


def test_examples_have_the_words_of_the_language() -> None:
    scene = said(typed(evening_at(table_at("politics", colonies={"ancona": {"Bernd": 3}}), "de")))
    assert "karte p15 bari 2" in scene and "card p15" not in scene


def test_the_log_tells_what_was_drawn_in_words() -> None:
    table = table_at(
        "military", phase="tile", turn={"type": "military", "value": 3, "ap": 2, "spent": True, "at": "zara"}
    )
    evening = evening_at(table, "de")
    assert "3 mit Casus Belli" in said(typed(evening, "3cb", "log"))
    assert "3cb" not in said(typed(evening, "log"))


BATTLE: dict[str, Any] = {
    "phase": "tile",
    "turn": {"type": "military", "value": 3, "ap": 2, "spent": True, "at": "zara"},
}


@pytest.mark.parametrize(
    ("line", "tile"),
    [
        ("2 cb", "2cb"),
        ("2CB", "2cb"),
        ("tile 2 cb", "2cb"),
        ("2 casus belli", "2cb"),
        ("0", "0s"),
        ("0 s", "0s"),
        ("0 Schande", "0s"),
        ("3", "3cb"),
        ("2", "2"),
        ("1", "1"),
    ],
)
def test_a_combat_tile_is_typed_as_it_is_printed(line: str, tile: str) -> None:
    evening = evening_at(table_at("military", **BATTLE))
    typed(evening, line)
    assert str(evening.table.steps[-1].move["tile"]) == tile


@pytest.mark.parametrize("line", ["s", "cb", "1 cb", "3 s", "4"])
def test_a_combat_tile_is_not_guessed(line: str) -> None:
    evening = evening_at(table_at("military", **BATTLE))
    typed(evening, line)
    assert len(evening.table.steps) == 1


@pytest.mark.parametrize(
    ("line", "card"),
    [("Die Stadt fällt", "romania-2"), ("die stadt", "romania-2"), ("Die lange Belag", "arcipelago-2")],
)
def test_a_threat_card_whose_name_begins_like_a_verb(line: str, card: str) -> None:
    evening = evening_at(new_table("venetia", TWO, path=home.table_path("evening"), start=THREAT), "de")
    typed(evening, line)
    assert evening.table.steps[-1].move["card"] == card


def test_a_verb_that_is_not_due_is_nothing_else() -> None:
    """`k` is no threat card that begins with a k."""
    told = said(typed(evening_at(table_at("politics")), "k"))
    assert "“kingdom” is not asked now" in told and "Crown" not in told


@pytest.mark.parametrize("line", ["card p15", "p15", "Charter of Liberties"])
def test_what_a_card_can_be_aimed_at_is_listed(line: str) -> None:
    evening = evening_at(table_at("politics"))
    told = said(typed(evening, line))
    assert "Possible: card p15 ancona 2 · ravenna 2 · bari 2" in told and "10 in all; “? card p15” shows them" in told
    page = said(typed(evening, "? card p15")).split("\n")
    assert {"card p15 durazzo 2", "card p15 ancona ravenna bari otranto"} <= set(page)


@pytest.mark.parametrize("line", ["card m12", "card m12 zara"])
def test_whose_influence_a_card_can_take_is_listed_as_it_is_typed(line: str) -> None:
    table = table_at("military", colonies={"ancona": {"Bernd": 3}, "bari": {"Bernd": 2}})
    evening = evening_at(table)
    assert "Possible: card m12 ancona Bernd 3 · bari Bernd 2" in said(typed(evening, line))
    typed(evening, "card m12 ancona Bernd 3")
    assert table.steps[-1].move["remove"] == [["ancona", "Bernd"]] * 3


@pytest.mark.parametrize(
    ("line", "listed"),
    [
        ("card p15 ra 2", "Ravenna 2  [x] card p15 Charter of Liberties Ragusa 2"),
        ("p15 r", "Ravenna  [x] card p15 Charter of Liberties Ragusa"),
    ],
)
def test_a_target_that_is_cut_short_is_listed(line: str, listed: str) -> None:
    evening = evening_at(table_at("politics"))
    assert listed in said(typed(evening, line)) and len(evening.table.steps) == 1


def test_a_verb_alone_lists_what_it_can_be() -> None:
    evening = evening_at(table_at("politics"))
    assert "Did you mean “sea Mare Libico”?" in said(typed(evening, "sea")) and len(evening.table.steps) == 1
    typed(evening, "")
    assert evening.table.steps[-1].move["sea"] == "mare-libico"


@pytest.mark.parametrize(("lang", "told"), [("en", "Combat tile 1: it counts 1"), ("de", "Kampfplättchen 1")])
def test_why_tells_of_the_last_attack(lang: str, told: str) -> None:
    evening = evening_at(table_at("military"), lang)
    shown = said(typed(evening, "a zara", "3cb", "a pola", "1", "why"))
    assert told in shown and "VTA-7.22: " in shown


@pytest.mark.parametrize(
    "line", ["dalmatia hungary", "Dalmatia Ungarn", "shield dalmatia hungary", "Wappen dalmatia Ungarn"]
)
@pytest.mark.parametrize("kingdoms", [{}, {"grecia": "genoa"}])
def test_a_shield_is_told_where_none_lies(line: str, kingdoms: dict[str, str]) -> None:
    evening = evening_at(table_at("politics", kingdoms=kingdoms))
    assert "✗ Dalmatia: – → really: Kingdom of Hungary" in said(typed(evening, "check", line))
    typed(evening, "check", line, "c", "the cat")
    assert evening.table.view(None)["kingdoms"]["dalmatia"] == "hungary"


@pytest.mark.parametrize(("lang", "word"), [("en", "no"), ("de", "nein")])
def test_what_a_rule_only_allows_is_said_to_be_so_where_it_is_done_unasked(lang: str, word: str) -> None:
    """VTA-7.25: the page's default is yes."""
    seas = {**OPEN, "mar-tirreno": {"fleets": 1}, "mare-libico": {"control": True}}
    evening = evening_at(table_at("military", seas=seas), lang)
    scene = typed(evening, "a tirreno", "2")
    assert evening.table.view(None)["seas"]["mar-tirreno"] == {"Anke": 1}
    typed_so = f"a Mar Tirreno {word}"
    assert any(typed_so in line and "claim" not in line for line in scene.told)
    typed(evening, "u 2", "", typed_so, "2")
    assert "mar-tirreno" not in evening.table.view(None)["seas"]


@pytest.mark.parametrize(("lang", "told"), [("en", "Is its code right?"), ("de", "Stimmt ihr Code?")])
def test_a_card_that_another_has_sealed_is_refused_as_a_slip_and_not_named(lang: str, told: str) -> None:
    """VTA-5.18"""
    table = new_table("venetia", TWO, path=home.table_path("sealed"), options={"laid": False})
    evening = evening_at(table, lang)
    typed(evening, "", "3 p06", "")
    shown = said(typed(evening, "", "4 p06"))
    assert told in shown and "p06" not in shown and table.awaited()[0]["by"] == "Bernd"


@pytest.mark.parametrize(
    ("lang", "asked", "offered", "told"),
    [
        ("en", "a veto against the threat card “Armies from the Alps”", "veto yes", "Shield to Italia"),
        ("de", "ein Veto gegen die Bedrohungskarte „Heere aus den Alpen“", "veto nein", "Wappen nach Italia"),
    ],
)
def test_what_a_veto_is_about_is_asked_and_told(lang: str, asked: str, offered: str, told: str) -> None:
    start = at_action("military", phase="veto", pending={"threats": 1, "occasion": "refill", "card": "italia-1"})
    del start["turn"]
    start["pool"] = {}
    table = new_table("venetia", TWO, path=home.table_path("veto"), options={"veto": True}, start=start)
    evening = evening_at(table, lang)
    scene = said(typed(evening, "? n"))
    assert asked in scene and offered in scene and told in scene and len(table.steps) == 1
    assert "true" not in said(typed(evening, "? x"))


@pytest.mark.parametrize(("lang", "dealt"), [("en", "deals a card, sealed"), ("de", "gibt eine Karte, versiegelt")])
def test_log_and_orders_of_a_table_where_the_referee_draws(lang: str, dealt: str) -> None:
    table = opened("venetia", TWO)
    while table.awaited()[0]["for"] != "draw":
        table.do(next(iter(table.rules.legal(table.state, str(table.awaited()[0]["by"])))))
    evening = evening_at(table, lang)
    assert dealt in said(typed(evening, "log"))
    orders = [line for line in typed(evening, "o").panels[0].lines if line.strip().startswith(("▸", "·"))]
    assert orders and not any(word in line for line in orders for word in ("Dice", "Würfel", "a die"))


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "Anke: presence: Dalmatia: 1, Grecia: 2"), ("de", "Anke: Präsenz: Dalmatia: 1, Grecia: 2")],
)
def test_why_of_a_scoring_names_the_regions(lang: str, told: str) -> None:
    """VTA-8.2, 8.3"""
    colonies = {"zara": {"Anke": 5, "podesta": "Anke"}, "modon": {"Anke": 1}}
    table = new_table("venetia", TWO, path=home.table_path("why"), start={**SCORING, "colonies": colonies})
    table.do({"by": "Anke", "do": "reveal", "vp": [1, 2]})
    shown = said(typed(evening_at(table, lang), "why"))
    assert told in shown and "Zara: 3" in shown


def test_what_has_one_way_alone_is_not_asked_and_can_be_taken_back() -> None:
    """VTA-7.76: both cards of p07 go to the family box."""
    evening = evening_at(table_at("politics"))
    scene = typed(evening, "card p07")
    assert evening.table.view(None)["phase"] == "action" and len(evening.table.view(None)["houses"]["Anke"]["box"]) == 2
    assert sum("family box" in line for line in scene.told) == 2
    scene = typed(evening, "u", "y")
    assert "a card is drawn, for the family box" in said(scene)
    typed(evening, "u 2", "y", "y")
    assert len(evening.table.steps) == 1


@pytest.mark.parametrize("line", ["marker sp", "marker vp", "marker ap"])
def test_a_marker_that_is_not_asked_for_names_no_internal_word(line: str) -> None:
    told = said(typed(evening_at(table_at("politics")), line))
    assert "vp-" not in told and "napoli" not in told and "VTA-6.1" in told


def test_no_label_is_the_answer_to_the_question_before() -> None:
    """`h` takes a card into the hand: typed once too often, it puts no marker to anything."""
    start = {**at_action(), "phase": "marker", "active": "Bernd"}
    evening = evening_at(new_table("venetia", TWO, path=home.table_path("evening"), start=start))
    typed(evening, "h")
    assert evening.menu.labels == ["g", "i"] and len(evening.table.steps) == 1


@pytest.mark.parametrize("line", ["card t03 Mare Libico", "t03 mare libico", "karte t03 libico"])
def test_a_card_is_aimed_at_a_name_of_two_words(line: str) -> None:
    evening = evening_at(table_at("trade"))
    typed(evening, line)
    assert evening.table.steps[-1].move["seas"] == ["mare-libico"]
    hint = evening.offering._written({"by": "Anke", "do": "card", "card": "t03", "seas": ["mare-libico"]})
    assert "t03 Mare Libico" in hint


def test_a_code_that_is_none_is_no_misspelled_word() -> None:
    """rom9 is not “from”, a word of the name of some card."""
    table = new_table("venetia", TWO, path=home.table_path("evening"), start=THREAT)
    evening = evening_at(table, "de")
    scene = typed(evening, "rom9")
    assert not evening.near and "So wird es getippt: rom2" in said(scene)


# --- what is sealed is never guessed --------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [1, 2])
def test_no_sealed_card_is_named_by_the_beginning_of_its_code(size: int) -> None:
    """Who holds t10 and types t1 has not named it, nor who types t."""
    tables = (opened("venetia", TWO, seed=f"{n}") for n in range(1, 20))
    hands = ((table, table.view("Anke")["houses"]["Anke"]["hand"]) for table in tables)
    table, card = next((table, one) for table, hand in hands for one in hand if one[1] != "0")
    evening = evening_at(table)
    scene = said(typed(evening, "", f"4 {card[:size]}"))
    assert table.awaited()[0]["by"] == "Anke" and card not in scene
    typed(evening, "", f"4 {card}", "")
    assert table.awaited()[0]["by"] == "Bernd"


def test_the_number_of_a_code_is_whole_and_needs_no_zero() -> None:
    table = new_table("venetia", TWO, path=home.table_path("sealing"), options={"laid": False})
    lexicon = evening_at(table).own_ear.lexicon
    assert lexicon.find(["t1"]) == ["t01"] and lexicon.find(["t10"]) == ["t10"]
    assert lexicon.find(["t99"]) == []


@pytest.mark.parametrize(("lang", "word"), [("en", "ende"), ("de", "exit")])
def test_no_word_of_another_language_leaves_the_table_at_once(lang: str, word: str) -> None:
    evening = evening_at(table_at("politics", phase="die", turn="none", pool={"politics": [3], "trade": [2]}), lang)
    face: Any = evening.face
    assert word in typed(evening, word).notes[0] and evening.near == "q"
    typed(evening, "n", "", "never typed")
    assert evening.near == ""
    typed(evening, word, "", "never typed")
    assert face.lines == ["never typed"]


def test_its_own_word_leaves_the_table() -> None:
    evening = evening_at(table_at("politics"), "de")
    face: Any = evening.face
    typed(evening, "ende", "never typed")
    assert face.lines == ["never typed"]


def test_while_somebody_is_to_be_alone_no_foreign_word_leaves_the_table() -> None:
    evening = evening_at(opened("venetia", TWO))
    assert "would leave the table" in said(typed(evening, "ende"))


def test_what_came_of_a_move_is_told_with_the_refusal_of_the_next() -> None:
    start = at_action("military", seas={**OPEN, "mar-tirreno": {"fleets": 1}, "mare-libico": {"control": True}})
    notes = []
    for name, line in (("alone", "a tirreno"), ("joined", "a tirreno; a xyz")):
        table = new_table("venetia", TWO, path=home.table_path(name), start=start, seed="7")
        notes.append(list(typed(evening_at(table), line).notes))
    alone, both = notes
    assert alone and both[: len(alone)] == alone and "xyz" in both[len(alone)]


@pytest.mark.parametrize("line", ["angreifen tirreno", "a tirreno", "attack tirreno no"])
def test_an_attack_by_the_word_of_the_prompt(line: str) -> None:
    seas = {**OPEN, "mar-tirreno": {"fleets": 1}, "mare-libico": {"control": True}}
    evening = evening_at(table_at("military", seas=seas), "de")
    typed(evening, line)
    move = evening.table.steps[-1].move
    assert (move["do"], move["at"]) == ("attack", "mar-tirreno") and move.get("claim", True) != line.endswith(" no")


@pytest.mark.parametrize("line", ["öffnen libico", "öffne libico", "open libico"])
def test_a_sea_by_the_word_of_the_prompt(line: str) -> None:
    evening = evening_at(table_at("military"), "de")
    typed(evening, line)
    assert evening.table.steps[-1].move == {"by": "Anke", "do": "sea", "sea": "mare-libico"}


def test_why_tells_as_many_results_as_are_asked_for() -> None:
    table = opened("venetia", TWO)
    while len(table.steps) < 40:
        table.do(next(iter(table.rules.legal(table.state, str(table.awaited()[0]["by"])))))
    evening = evening_at(table)
    one, two = (story.why(table, evening.script, evening.speech, n) for n in (1, 2))
    assert two[: len(one)] == one and len(two) > len(one)
    assert set(two[-1:]) <= {line for panel in typed(evening, "why 2").panels for line in panel.lines}


@pytest.mark.parametrize(("lang", "told"), [("en", "(3) off the doge box"), ("de", "(3) vom Dogenfeld nehmen")])
def test_a_doge_who_resigns_leaves_no_markers_on_the_box(lang: str, told: str) -> None:
    """VTA-8.12"""
    start = {**SCORING, "epoch": 3, "doge": {"player": "Bernd", "family": 4, "markers": 3}}
    start |= {"power": {"enemy": 1, "eighth": True, "met": True}, "pending": {"then": "next"}}
    table = new_table("venetia", TWO, path=home.table_path("resigns"), start=start)
    evening = evening_at(table, lang)
    events = []
    while table.view(None)["doge"]["markers"]:
        events = table.do(next(iter(table.rules.legal(table.state, str(table.awaited()[0]["by"]))))).events
    by_hand = [evening.speech.event(event) for event in events if not evening.script.is_remark(event)]
    assert told in "".join(by_hand)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Anke: family card 3, ducats of cards: Convoy of the Muda: 2, Letter of Truce: 1 (VTA-7.85)."),
        (
            "de",
            "Anke: Familienkarte 3, Dukaten der Karten: Geleitzug der Muda: 2, Waffenstillstandsbrief: 1 (VTA-7.85).",
        ),
    ],
)
def test_why_of_an_election_tells_what_the_votes_were_made_of(lang: str, told: str) -> None:
    """VTA-7.85"""
    start = {**ELECTION, "houses": {"Anke": {"box": ["t03", "m05"]}, "Bernd": {"box": ["p01"]}}}
    table = new_table("venetia", TWO, path=home.table_path("votes"), start=start, options={"laid": True})
    at = evening_at(table, lang)
    assert told not in said(typed(at, "3 t03 m05", "why"))  # not before all are in
    assert told in said(typed(at, "Bernd 2", "why"))


def test_why_of_an_election_in_the_city_tells_ducats_and_monuments() -> None:
    """VTA-7.97: the Quarantia counts nothing."""
    city = {"castello": {"Anke": {"ducats": 2, "new": 1}}, "san-marco": {"Anke": {"ducats": 1}, "Bernd": {"grey": 1}}}
    options = {"laid": True, "city": True}
    table = new_table("venetia", TWO, path=home.table_path("city"), start={**ELECTION, "city": city}, options=options)
    at = evening_at(table)
    assert "coloured" not in said(typed(at, "3", "Bernd 2", "why"))
    shown = said(typed(at, "castello quarantia", "why"))
    assert "Anke: family card 3, ducats: 2, grey monuments: 0, coloured monuments: 1 (VTA-7.97)." in shown
    assert "Bernd: family card 2, ducats: 0, grey monuments: 0, coloured monuments: 0 (VTA-7.97)." in shown


def test_labels_are_short_and_begin_no_word_of_the_game() -> None:
    table = new_table("venetia", TWO, path=home.table_path("labels"), start=THREAT)
    at = evening_at(table)
    assert "Which do you mean" in said(typed(at, "the"))  # seven threat cards
    labels = list(at.meant.labels)
    assert len(set(labels)) == 7 and all(len(label) <= 2 for label in labels)
    words = [word for form in at.ear.lexicon.forms for word in form.split()]
    assert not [label for label in labels if len(label) > 1 and any(word.startswith(label) for word in words)]
    typed(at, "the", labels[-1])
    assert at.table.steps[-1].move["card"] == "africa-2"


@pytest.mark.parametrize(("line", "meant"), [("a zara", ""), ("an zara", "„an; zara“"), ("be zara", "")])
def test_what_begins_a_word_of_the_game_is_no_name_cut_short(line: str, meant: str) -> None:
    """Anke, Angriff and Ancona begin alike; and Bernd is not asked."""
    at = evening_at(table_at("trade"), "de")
    shown = said(typed(at, line))
    assert "„Anke zara“" not in shown and "„Bernd zara“" not in shown and meant in shown and len(at.table.steps) == 1


@pytest.mark.parametrize(
    ("lang", "order"),
    [
        ("en", "The action cards shown are discarded: Letter of Truce, Corsair Hunt."),
        ("de", "Die gezeigten Aktionskarten werden abgelegt: Waffenstillstandsbrief, Korsarenjagd."),
    ],
)
def test_the_cards_of_the_first_election_are_discarded_by_hands(lang: str, order: str) -> None:
    table = new_table("venetia", TWO, path=home.table_path("first"), options={"laid": True})
    evening = evening_at(table, lang)
    (told,) = typed(evening, "Anke 3 m05").notes
    assert told == evening.speech.say("VTA-6.1.told", {"player": "Anke"})  # what lies open is no secret
    assert order in typed(evening, "Bernd 2 m06").told


@pytest.mark.parametrize(("lang", "asked"), [("en", "draw lots"), ("de", "bitte losen")])
def test_in_a_full_tie_for_the_first_doge_lots_are_drawn(lang: str, asked: str) -> None:
    table = new_table("venetia", TWO, path=home.table_path("lots"), options={"laid": True})
    evening = evening_at(table, lang)
    assert asked in said(typed(evening, "Anke 3 m05", "3 m06"))
    assert typed(evening, "Bernd").notes and table.view(None)["doge"]["player"] == "Bernd"


def test_the_undo_of_a_scoring_names_the_vp_markers_that_were_shown() -> None:
    start = {**SCORING, "houses": {"Anke": {"vp": ["?", "?"]}, "Bernd": {"vp": ["?"]}}}
    evening = evening_at(new_table("venetia", TWO, path=home.table_path("scoring"), start=start))
    told = typed(evening, "1 3", "*", "2", "*", "u", "y").told
    assert "VP marker 1, VP marker 3: cup → before Anke" in told
    assert typed(evening, "*", "u", "y").told == ["VP marker 1, VP marker 3 (before Anke): turn face down"]


@pytest.mark.parametrize(("lang", "word"), [("en", "done"), ("de", "fertig")])
def test_what_the_prompt_calls_it_ticks_off_all_orders(lang: str, word: str) -> None:
    """Before an election, while orders are open, the prompt says `done`."""
    turn = {"type": "politics", "value": 3, "ap": 1}
    table = table_at("politics", doge={"player": "Anke", "family": 2, "markers": 0}, turn=turn, houses={})
    evening = evening_at(table, lang)
    typed(evening, "end")
    assert evening.is_secret(table.awaited()) and evening.orders
    typed(evening, word)
    assert not evening.orders


def test_a_question_in_secret_does_not_tell_which_card_another_has_sealed() -> None:
    table = new_table("venetia", TWO, path=home.table_path("sealed"))
    evening = evening_at(table)
    typed(evening, "", "3 m01", "")  # Anke
    assert table.view("Anke")["pending"]["candidates"]["Anke"] == {"family": 3, "cards": ["m01"]}
    for card in ("m01", "m02"):
        assert "That is legal" in said(typed(evening, "", f"? 4 {card}"))
    face: Any = evening.face
    before = len(face.seen)
    typed(evening, "", "4 m01")  # VTA-5.18: whoever would seal the same card is told so, alone
    assert "VTA-4.9" in said(face.seen[-1]) and "m01" not in said(face.seen[-1])
    assert not any("VTA-4.9" in note for scene in face.seen[before:] for note in scene.notes)
    assert [item["by"] for item in table.awaited()] == ["Bernd"]


@pytest.mark.parametrize("laid", [True, False])
@pytest.mark.parametrize(
    ("lang", "line", "reason"),
    [
        ("en", "3 m01 m02 m03", "There are not that many cards on the family box."),
        ("de", "3 m01 m02 m03", "So viele Karten liegen nicht auf dem Familienfeld."),
        ("en", "3 m01 m01", "A card is named twice, and there is only one of each."),
        ("de", "3 m01 m01", "Eine Karte ist zweimal genannt, und es gibt jede nur einmal."),
    ],
)
def test_what_is_wrong_with_a_candidate_is_said(laid: bool, lang: str, line: str, reason: str) -> None:
    table = new_table("venetia", TWO, path=home.table_path("box"), start=TWO_CARDS, options={"laid": laid})
    assert reason in said(typed(evening_at(table, lang), *([] if laid else [""]), line))


def test_a_code_that_is_on_no_card_is_named() -> None:
    table = new_table("venetia", TWO, path=home.table_path("code"), start=TWO_CARDS, options={"laid": True})
    assert typed(evening_at(table), "3 m99").notes[0] == "“m99” is nothing of this game."


@pytest.mark.parametrize(
    ("lang", "reason"),
    [("en", "All 7 dice are told, a digit for each; here are 5."), ("de", "jeder mit einer Ziffer; hier sind es 5.")],
)
def test_too_few_dice_are_counted(lang: str, reason: str) -> None:
    table = new_table("venetia", TWO, path=home.table_path("dice"), start=ROLL)
    assert reason in said(typed(evening_at(table, lang), "33333"))


@pytest.mark.parametrize("line", ["atlantis red 2", "atlantis bernd 2", "red atlantis 2"])
def test_the_check_names_what_is_unknown(line: str) -> None:
    assert typed(evening_at(table_at("politics")), "check", line).notes == ["“atlantis” is nothing of this game."]


@pytest.mark.parametrize(("kind", "attack"), [("trade", ""), ("military", "a ")])
@pytest.mark.parametrize(
    ("lang", "line", "reason"),
    [
        ("en", "napoli", "first open Mare Libico, Mar Tirreno, for 1 action point each, in this order"),
        ("de", "napoli", "erst Mare Libico, Mar Tirreno öffnen, für je 1 Aktionspunkt, in dieser Reihenfolge"),
        ("en", "corphu", "first open Mare Libico, for 1 action point; a sea is opened by typing its name."),
        ("de", "corphu", "erst Mare Libico öffnen, für 1 Aktionspunkt; ein Seegebiet wird geöffnet"),
    ],
)
def test_where_there_is_no_route_the_next_step_is_said(
    kind: str, attack: str, lang: str, line: str, reason: str
) -> None:
    assert reason in said(typed(evening_at(table_at(kind), lang), attack + line))


def test_where_fleets_bar_the_way_nothing_is_to_be_opened() -> None:
    seas = {**OPEN, "mare-libico": {"fleets": 1}}
    assert "enemy fleets bar the way" in said(typed(evening_at(table_at("trade", seas=seas)), "napoli"))


def test_nothing_is_to_be_opened_without_points() -> None:
    spent = {"type": "military", "value": 3, "ap": 0, "replaced": True, "attacks": 2, "spent": True, "card": "m15"}
    told = said(typed(evening_at(table_at("military", turn=spent)), "a corphu"))
    assert "No route for an attack on Corphu; it lies on Mare Libico." in told


def test_a_region_is_no_colony_unasked() -> None:
    evening = evening_at(table_at("politics"))
    assert "Did you mean" in said(typed(evening, "card p02 romania 3")) and len(evening.table.steps) == 1


@pytest.mark.parametrize(
    ("markers", "told"), [([], "VP markers: none"), (["?", "?"], "VP markers: 2; only you know their values")]
)
def test_markers_that_the_referee_does_not_know_make_no_sum(markers: list[str], told: str) -> None:
    table = table_at("politics", houses={"Bernd": {"vp": markers}})
    assert told in "\n".join(evening_at(table).own_side("Bernd"))


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "the Venice marker is off the track"), ("de", "der Venedigmarker ist nicht mehr auf")]
)
def test_a_marker_off_the_track_stands_on_no_space(lang: str, told: str) -> None:
    power = {"venice": 0, "enemy": 9, "eighth": True, "met": True}
    scene = said(typed(evening_at(table_at("trade", epoch=3, power=power), lang), "story"))
    assert told in scene and "–. " not in scene


@pytest.mark.parametrize("box", [[], ["?"]])
def test_what_is_shown_in_an_election_has_an_example(box: list[str]) -> None:
    start = {**ELECTION, "houses": {"Anke": {"box": box, "family": [1, 3]}, "Bernd": {"family": [1, 3]}}}
    table = new_table("venetia", TWO, path=home.table_path("show"), start=start, options={"laid": True})
    assert typed(evening_at(table)).asked[-1] == ("show (3 m05 …)" if box else "show (1 …)")


def test_rules_for_a_table_do_not_tell_how_positions_are_written() -> None:
    at = evening_at(opened("venetia", TWO))
    assert "VTA-9." not in said(typed(at, "rules threat")) and "VTA-9.3" in said(typed(at, "rules VTA-9.3"))
    assert "VTA-7.35" in said(typed(at, "rules revolt"))


def test_an_undo_past_a_card_says_that_somebody_knows_it() -> None:
    """Whoever has looked at it knows what another may draw next."""
    table, chance = opened("venetia", TWO), random.Random(3)
    while table.awaited()[0]["for"] != "draw":
        table.do(some_move(table.rules, table.state, chance))
    table.do(some_move(table.rules, table.state, chance))
    assert table.going(2)[1] == "draw"
    assert "whoever has seen it knows more" in said(typed(evening_at(table), "u 2"))


@pytest.mark.parametrize("name", ["Claudia", "claudia:", "Cladia", "yellow", "gelb:"])
@pytest.mark.parametrize(
    ("start", "asked", "answer"), [(at_action("politics", **DRAW), "Anke", "h"), (MARKER, "Bernd", "vp")]
)
def test_a_name_before_an_answer_is_not_read_over(start: dict[str, Any], asked: str, answer: str, name: str) -> None:
    """At the draw and at the doge's marker the answer of another player was made a move of whoever was asked."""
    options = {"colours": {"Anke": "red", "Bernd": "blue", "Claudia": "yellow"}}
    path = home.table_path("other")
    table = new_table("venetia", [*TWO, "Claudia"], path=path, start=start, options=options)
    assert f"Claudia is not asked now; it is for {asked} to decide" in said(
        typed(evening_at(table), f"{name} {answer}")
    )
    assert len(table.steps) == 1
    typed(evening_at(table), f"{asked} for a {answer}")
    assert len(table.steps) > 1


@pytest.mark.parametrize(("start", "line"), [({**SCORING, "houses": {"Anke": {"vp": ["?"]}}}, "r 3"), (THREAT, "r 1")])
def test_a_number_behind_the_letter_of_a_command_is_its_number(start: dict[str, Any], line: str) -> None:
    """`r 3` did all moves again at one question, and at the next one it showed VP markers."""
    evening = evening_at(new_table("venetia", TWO, path=home.table_path("again"), start=start))
    scene = said(typed(evening, line))
    assert "There is nothing to be done again" in scene and "Did you mean" not in scene
    assert len(evening.table.steps) == 1


DIE = {"phase": "die", "turn": "none", "pool": {"politics": [4], "trade": [2]}}


@pytest.mark.parametrize(
    ("lang", "back", "again"),
    [
        ("en", "1 action card: just drawn by Bernd → deck, on top", "1 action card: deck → just drawn by Bernd"),
        ("de", "1 Aktionskarte: gerade gezogen von Bernd → Stapel, obenauf", "1 Aktionskarte: Stapel → gerade gezogen"),
    ],
)
def test_the_undo_of_a_die_lays_the_card_back_that_is_drawn_by_then(lang: str, back: str, again: str) -> None:
    evening = evening_at(table_at("politics", **DIE), lang)
    assert back in typed(evening, "p4", "*", "u", "").told
    assert any(again in line for line in typed(evening, "*", "r").told)
    assert not any("Bernd" in line and "card" in line for line in typed(evening, "*", "h", "*", "u", "", "*").told)


def test_drawn_cards_go_back_where_they_came_from() -> None:
    """One whom the next player has seen was laid before the player before him."""
    four = {"phase": "draw", "pending": {"draw": ["Anke", "Bernd"], "to": "any", "then": "marker"}}
    evening = evening_at(table_at("politics", **four))
    assert list(typed(evening, "b", "*", "u", "").told) == [
        "1 action card: family box of Anke → just drawn by Anke",
        "1 action card: just drawn by Bernd → deck, on top",
    ]
    told = typed(evening, "*", "b", "*", "h", "*", "u 2", "").told
    assert "1 action card: family box of Anke → just drawn by Anke" in told
    assert not any("Bernd" in line and "Anke" in line for line in told)


def test_a_word_that_would_leave_the_table_is_asked_back_as_the_move_that_it_is_like() -> None:
    evening = evening_at(table_at("politics"))
    assert "it would leave the table" in said(typed(evening, "ende")) and evening.near == "end"
    typed(evening, "")
    assert evening.table.view(None)["active"] == "Bernd"


def test_a_stray_no_is_no_end_of_a_turn() -> None:
    """Enter, which ticks off orders, ended the turn with all its points then."""
    evening = evening_at(table_at("politics"))
    for keys in (["n"], ["bari", "n"], ["*", "nein"]):
        assert "Did you mean" not in said(typed(evening, *keys))
    typed(evening, "")
    assert evening.table.view(None)["active"] == "Anke"


@pytest.mark.parametrize("line", ["pass", "passe"])
def test_a_pass_ends_the_turn_and_is_no_card(line: str) -> None:
    evening = evening_at(table_at("politics"))
    scene = said(typed(evening, line))
    assert "The turn of Anke ends" in scene and "Crusaders" not in scene


@pytest.mark.parametrize("line", ["2 m02 and p01", "2 m02 und p01", "2 m02 & p01", "2 p01 and silk and furs"])
def test_a_word_between_two_names_joins_them(line: str) -> None:
    table = new_table("venetia", TWO, path=home.table_path("and"), start=TWO_CARDS, options={"laid": True})
    evening = evening_at(table)
    typed(evening, line)
    second = "t07" if "silk" in line else "m02"
    assert table.steps[-1].move["family"] == 2 and set(table.steps[-1].move["cards"]) == {"p01", second}


def test_whoever_draws_may_be_named_before_what_is_drawn() -> None:
    evening = evening_at(table_at("military"))
    typed(evening, "a ancona", "Anke: 2")
    assert evening.table.view(None)["colonies"]["ancona"] == {"Anke": 2}


def test_anybody_else_before_what_is_drawn_is_asked_back() -> None:
    evening = evening_at(table_at("military"))
    assert "Did you mean “tile 2”" in said(typed(evening, "a ancona", "Bernd 2"))
    typed(evening, "")
    assert evening.table.view(None)["colonies"]["ancona"] == {"Anke": 2}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("t15 mare-egeo tirreno ponente zara pola ancona bari", "at most 3 colonies"),
        ("t15 mare-egeo tirreno ponente levante zara", "at most 3 seas"),
    ],
)
def test_too_many_targets_are_those_of_one_kind(line: str, told: str) -> None:
    assert told in said(typed(evening_at(table_at("trade")), line))


def test_nobody_takes_the_laptop_to_see_nothing() -> None:
    scene = said(typed(evening_at(table_at("politics")), "v Bernd"))
    assert "knows nothing here that only you may see" in scene and "Hand the laptop" not in scene
    start = at_action("politics", houses=HAND)
    dealt = new_table("venetia", TWO, path=home.table_path("dealt"), start=start, seed="7")
    assert "Hand the laptop" in said(typed(evening_at(dealt), "v Anke"))


def test_rounds_are_counted_from_the_first_roll_on() -> None:
    """The first roll ended a round in which nothing had happened, and all others were one too late."""
    table, rng = opened("venetia", TWO), random.Random(3)
    while table.awaited():
        table.do(some_move(table.rules, table.state, rng))
    told = chronicle_of(table)
    rolls = sum(1 for step in table.steps if step.move.get("do") == "roll")
    assert told is not None and len(told.curves["Anke"]) == rolls + 1


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "africa-2 The Corsair Coast · threat to Africa · epoch I: Fatimid Caliphate, 0 crosses"),
        ("de", "africa-2 Die Korsarenküste · Bedrohung für Africa · Epoche I: Kalifat der Fatimiden, 0 Kreuze"),
    ],
)
def test_a_threat_card_is_looked_up_by_the_code_printed_on_it(lang: str, told: str) -> None:
    evening = evening_at(new_table("venetia", TWO, path=home.table_path("threat"), start=THREAT), lang)
    scene = said(typed(evening, "rules africa-2"))
    assert told in scene and "Mare Libico" in scene


def test_nothing_that_a_card_can_be_aimed_at_is_listed_twice() -> None:
    seas = {sea: {"control": True} for sea in ("golfo-di-venetia", "mare-adriatico", "mare-libico")}
    table = table_at("trade", seas=seas, kingdoms={"dalmatia": "hungary"})
    note = typed(evening_at(table), "card t12").notes[-1]
    names = note.partition("t12 ")[2].split(" · ")
    assert len(names) > 2 and len(names) == len(set(names))


@pytest.mark.parametrize("line", ["p06 candia", "card p06 zara"])
def test_it_is_said_that_whose_influence_is_missing(line: str) -> None:
    colonies = {"zara": {"Bernd": 2, "Claudia": 1}}
    start = at_action("politics", seas=OPEN, houses=HAND, colonies=colonies)
    evening = evening_at(new_table("venetia", [*TWO, "Claudia"], path=home.table_path("whose"), start=start))
    assert "Say whose influence in" in said(typed(evening, line))


def test_a_card_that_can_be_aimed_at_nothing_says_so() -> None:
    evening = evening_at(table_at("trade"))
    assert "There is nothing now that Smugglers' Cove can be aimed at: colonies" in said(typed(evening, "card t12"))
    assert "Name behind" in said(typed(evening, "card t15"))


def test_cards_that_nobody_has_seen_are_not_listed_as_if_they_were_a_hand() -> None:
    """Late in the game few cards are left that may lie on a family box: all of them were offered by name."""
    houses = {name: {"hand": [], "family": [1], "box": ["?"]} for name in TWO}
    start = {**ELECTION, "discard": [row.id for row in KIT.tables.actions][4:], "houses": houses}
    table = new_table("venetia", TWO, path=home.table_path("few"), start=start, options={"laid": True})
    assert typed(evening_at(table)).asked[-1] == "show (1 …)"
