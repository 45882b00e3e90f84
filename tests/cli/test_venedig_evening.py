"""An evening of Venedig with own cards: what people type who have only the screen and the parts before them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.cli.test_evening import Typed, evening_at, opened, said, typed
from tests.conftest import venice
from tests.trust.play import some_move
from venice_pnp.console.evening import Evening
from venice_pnp.console.setup import Reception, _names
from venice_pnp.console.terminal import Leave
from venice_pnp.games.venedig.thumb import reason
from venice_pnp.referee import home
from venice_pnp.referee.putting import orders
from venice_pnp.referee.table import new_table, open_game
from venice_pnp.speech.words import Speech

PLAYERS = ["Anna Maria", "Jörg", "Käthe"]


def evening(lang: str = "de", **start: Any) -> Evening:
    table = new_table("venedig", PLAYERS, path=home.table_path("v"), start=start or None)
    return evening_at(table, lang)


def made(at: Evening) -> Mapping[str, Any]:
    """The last move."""
    move = at.table.steps[-1].move
    assert move is not None
    return move


# --- no other move than the one that was typed ------------------------------------------------------------------
@pytest.mark.parametrize("line", ["bauen c3", "build c3", "build c3 c4", "baue c3"])
@pytest.mark.parametrize("phase", ["play", "drain"])
def test_building_is_not_draining(line: str, phase: str) -> None:
    at = evening(phase=phase)
    scene = typed(at, line)
    assert len(at.table.steps) == 1
    assert "„bauen“ ist jetzt nicht gefragt." in said(scene)


def test_what_a_question_lists_with_labels_can_be_picked_by_them() -> None:
    at = evening()
    assert "[2] legen Ponte 2, Basilica 1" in said(typed(at, "? ponte 2 basilica"))
    typed(at, "2")
    assert made(at)["cards"] == {"ponte": 2, "basilica": 1}


def test_a_number_between_two_kinds_is_asked_back() -> None:
    at = evening()
    scene = typed(at, "ponte 2 basilica")
    assert len(at.table.steps) == 1
    assert "[1] legen Ponte 1, Basilica 2  [2] legen Ponte 2, Basilica 1" in said(scene)
    typed(at, "n")
    assert len(at.table.steps) == 1
    typed(at, "ponte 2 basilica", "2")
    assert made(at)["cards"] == {"ponte": 2, "basilica": 1}


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("ponte, 2 basilica", {"ponte": 1, "basilica": 2}),
        ("ponte 2, basilica", {"ponte": 2, "basilica": 1}),
        ("ponte 2 basilica 1", {"ponte": 2, "basilica": 1}),
        ("1 ponte 2 basilica", {"ponte": 1, "basilica": 2}),
        ("lege po2 ba", {"ponte": 2, "basilica": 1}),
    ],
)
def test_commas_part_and_numbers_go_where_they_can(line: str, cards: dict[str, int]) -> None:
    at = evening()
    typed(at, line)
    assert made(at)["cards"] == cards


@pytest.mark.parametrize("line", ["Brücken", "bridges", "Ponti", "lege Brücken"])
def test_bridges_are_not_one_bridge_unasked(line: str) -> None:
    at = evening()
    scene = typed(at, line)
    assert len(at.table.steps) == 1
    assert "[1] legen Ponte 1  [2] legen Ponte 2  [3] legen Ponte 3" in said(scene)
    typed(at, "2")
    assert made(at)["cards"] == {"ponte": 2}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Brücke Campi", "[2] legen Ponte 1, Campo 2"),
        ("Brücken Häuser", "Wie viele jeweils? Setzt die Zahl davor, etwa „2 Brücken 2 Häuser“."),
    ],
)
def test_how_many_is_asked_of_each_plural(line: str, told: str) -> None:
    at = evening()
    assert told in said(typed(at, line)) and len(at.table.steps) == 1


@pytest.mark.parametrize("line", ["plätze casa", "Plätze", "sites squares"])
def test_who_asks_for_sites_lays_out_no_campi(line: str) -> None:
    """Plätze are sites, and campi."""
    at = evening()
    typed(at, line)
    assert len(at.table.steps) == 1
    typed(at, "2 plätze")
    assert made(at)["cards"] == {"campo": 2}


@pytest.mark.parametrize("line", ["s", "h", "k"])
def test_a_letter_alone_lays_out_nothing(line: str) -> None:
    at = evening()
    assert "Gemeint: „legen" in said(typed(at, line)) and len(at.table.steps) == 1


def test_a_letter_and_a_number_apart_are_one_field() -> None:
    at = evening(phase="drain")
    typed(at, "a 1")
    assert made(at)["fields"] == ["a1"]


def test_what_is_warned_of_is_asked_back_though_it_was_picked_from_a_list() -> None:
    at = evening(**GOLD)
    scene = typed(at, "give", "f")
    assert len(at.table.steps) == 1 and any("kommt eine Karte deiner Hand" in note for note in scene.notes)
    typed(at, "")
    assert made(at)["give"] == "casa"


def test_labels_begin_no_word_for_a_move() -> None:
    """`d` draws, now or later; it must not build because few sites are left."""
    at = evening()
    typed(at, "3 pa")
    assert at.menu.labels == ["f", "g", "i", "m", "ff", "gg", "ii"]
    begun = {word[0] for words in at.ear.verbs.values() for word in words}
    assert begun.isdisjoint("".join(at.menu.labels))


# --- what is printed is what one types --------------------------------------------------------------------------
@pytest.mark.parametrize("line", ["Haus", "lege Haus", "lay house", "1 Case", "play casa", "auslegen Casa"])
def test_a_casa_by_every_word_for_it(line: str) -> None:
    at = evening()
    typed(at, line)
    assert made(at)["cards"] == {"casa": 1}


@pytest.mark.parametrize(
    ("line", "kind"),
    [("2 Brücken", "ponte"), ("2 Kirchen", "basilica"), ("2 Basiliche", "basilica"), ("2 squares", "campo")],
)
def test_kinds_in_plain_words_and_in_their_own_plural(line: str, kind: str) -> None:
    at = evening()
    typed(at, line)
    assert made(at)["cards"] == {kind: 2}


@pytest.mark.parametrize("line", ["ziehe Brücke", "draw bridge"])
def test_a_card_is_given_by_what_it_shows(line: str) -> None:
    at = evening()
    typed(at, line, "")
    assert made(at)["give"] == "ponte"


@pytest.mark.parametrize("line", ["d10 e22 Castello", "d10 e22 e", "d10 e22 viertel=e", "d10 e22 quarter=Castello"])
def test_the_quarter_of_a_ponte(line: str) -> None:
    at = evening()
    typed(at, "3 po", line)
    assert made(at)["quarter"] == "e"


@pytest.mark.parametrize("halt", ["halt=Anna Maria", "halt Anna Maria", "Halt anna"])
def test_a_name_of_two_words_in_a_move(halt: str) -> None:
    at = evening(out={"Jörg": {"palazzo": 1}}, builders={"palazzo": "Jörg"})
    typed(at, "2 pa", f"d19 d20 {halt}")
    assert made(at)["halt"] == "Anna Maria"


@pytest.mark.parametrize(("line", "given"), [("d cm ba", "Campo"), ("d ba cm", "Campo"), ("d po", "Ponte")])
@pytest.mark.parametrize("phase", ["play", "drain", "draw"])
def test_no_card_is_given_away_unasked(line: str, given: str, phase: str) -> None:
    """What lies in the pool decides which kind is given: whoever has not looked there gives the wrong one."""
    at = evening(phase=phase, pool=["basilica"])
    scene = typed(at, line)
    assert len(at.table.steps) == 1
    assert any(f"kommt eine Karte deiner Hand in die Auslage: {given}" in note for note in scene.notes)
    assert any("nichts ausgelegt oder trockengelegt" in note for note in scene.notes) == (phase == "play")
    typed(at, "j")
    assert made(at)["give"] == given.lower()


@pytest.mark.parametrize("line", ["d give cm ba", "give campo basilica", "gib cm ba", "ziehen gib Campo Basilica"])
@pytest.mark.parametrize("phase", ["play", "draw"])
def test_what_is_said_to_be_given_is_not_asked_back(line: str, phase: str) -> None:
    at = evening(phase=phase, pool=["basilica"])
    typed(at, line)
    assert (made(at)["give"], made(at)["pool"], made(at)["pile"]) == ("campo", ["basilica"], 2)


def test_what_lies_in_the_pool_is_not_given_and_what_is_given_is_asked_for() -> None:
    at = evening("en", phase="draw", pool=["basilica"])
    assert "lies in the pool already" in said(typed(at, "give basilica"))
    asked = said(typed(at, "give"))
    assert "[i] give campo, 3 from the pile" in asked and "give basilica" not in asked
    assert len(at.table.steps) == 1


def test_only_one_kind_is_given_and_the_others_must_lie_in_the_pool() -> None:
    at = evening(phase="draw", pool=["basilica"])
    told = said(typed(at, "d po cm"))
    assert len(at.table.steps) == 1 and "Campo" in told and "genommen, nicht" not in told


def test_a_card_of_the_pool_is_drawn_before_anything_is_laid_out_only_if_that_is_meant() -> None:
    at = evening(pool=["basilica"])
    assert any("nichts ausgelegt oder trockengelegt" in note for note in typed(at, "d ba").notes)
    assert len(at.table.steps) == 1
    typed(at, "n", "d")
    assert made(at)["do"] == "draw"


# --- a halt, where bots play ------------------------------------------------------------------------------------
class Silent:
    """Bots that are awaited, and never move."""

    def __init__(self, at: Evening) -> None:
        self.at = at

    def next(self) -> str | None:
        return next((seat for seat in self.at.seats() if seat in self.at.table.bots), None)

    def move(self) -> None:
        raise Leave


def with_bot(active: str, builder: str) -> Evening:
    """Somebody has the turn, with gold for a point; somebody else builds a campo in it."""
    tiles: dict[str, Any] = {"tiles": {active: {"swamp": ["hidden"] * 3}}, "drained": ["a1", "a2", "a4"]}
    start = {"turn": active, "out": {builder: {"campo": 2}}, "builders": {"campo": builder}, **tiles}
    path = home.table_path(active)
    table = new_table("venedig", ["Anna", "Bruno", "Luca"], path=path, start=start, bots={"Luca": "easy"})
    table.do({"by": active, "do": "play", "cards": {"campo": 1}}, agreed=True)
    at = evening_at(table, "en")
    at.company = Silent(at)  # type: ignore[assignment]
    return at


def test_no_bot_is_asked_for_a_halt() -> None:
    assert "But first Anna: do you want to exchange gold" in said(typed(with_bot("Anna", "Bruno")))
    asked = said(typed(with_bot("Luca", "Bruno")))
    assert "campo, on" in asked and "halt" not in asked


def test_whoever_has_the_turn_may_halt_before_a_bot_builds() -> None:
    at = with_bot("Anna", "Luca")
    scene = typed(at)
    assert "Luca builds now: campo. But first Anna" in said(scene) and scene.hint.startswith("Anna")
    typed(at, "halt Luca")
    assert made(at) == {"by": "Anna", "do": "halt", "before": "Luca"}


@pytest.mark.parametrize("builder", ["Luca", "Bruno"])
@pytest.mark.parametrize("line", ["halt", "Anna halt", "anhalten"])
def test_a_halt_without_a_name_is_asked_back_with_the_names(builder: str, line: str) -> None:
    at = with_bot("Anna", builder)
    assert f"[1] halt {builder}  [2] halt Anna" in said(typed(at, line)) and made(at)["do"] == "play"
    typed(at, "2")
    assert made(at) == {"by": "Anna", "do": "halt", "before": "Anna"}


def test_a_halt_is_of_the_only_one_who_may() -> None:
    at = with_bot("Anna", "Bruno")
    typed(at, "halt Bruno")
    assert made(at) == {"by": "Anna", "do": "halt", "before": "Bruno"}


def test_a_halt_behind_a_building_needs_no_name_where_one_gondola_moves() -> None:
    at = evening(out={"Jörg": {"palazzo": 1}}, builders={"palazzo": "Jörg"})
    typed(at, "2 pa", "d19 d20 halt")
    assert made(at)["halt"] == "Jörg"


def test_whoever_may_halt_before_a_bot_looks_and_asks_for_himself() -> None:
    at = with_bot("Anna", "Luca")
    assert "knows nothing here that only you may see" in said(typed(at, "v"))  # so nobody takes the laptop
    assert "v NAME: Anna, Bruno" in said(typed(at, "v luca"))
    assert "That is legal: halt Luca" in said(typed(at, "? halt Luca"))
    assert "halt Luca, Anna" in said(typed(at, "?"))


@pytest.mark.parametrize("line", ["", "n"])
def test_enter_lets_the_bot_build(line: str) -> None:
    at = with_bot("Anna", "Luca")
    typed(at, line, "halt Luca")
    assert made(at)["do"] == "play" and at.face.lines == ["halt Luca"]  # type: ignore[attr-defined]


def test_enter_ticks_off_what_the_hands_have_done_before_it_lets_the_bot_build() -> None:
    at = with_bot("Anna", "Luca")
    at.order(lambda _: ["a tile back to a1", "a tile back to a2"])
    typed(at, "", "")
    assert at.orders == [] and at.face.lines == []  # type: ignore[attr-defined]
    typed(at, "", "left over")
    assert at.face.lines == ["left over"]  # type: ignore[attr-defined]


def test_orders_of_before_a_restart_stay_what_they_were() -> None:
    """They were told anew from whatever had come last: a bot's orders came twice, and others were lost."""
    table = new_table("venedig", ["Anna", "Bruno"], path=home.table_path("again"), start={"turn": "Anna"})
    table.do({"by": "Anna", "do": "drain", "fields": ["a1", "a2"]})
    at = evening_at(table, "en")
    at.resume()
    before = list(at.orders)
    table.do({"by": "Anna", "do": "draw", "pile": 1}, agreed=True)
    at.ordered.speak(at.speech)
    assert before and at.orders == before


def test_a_slip_before_a_bot_builds_is_answered() -> None:
    at = with_bot("Anna", "Luca")
    assert typed(at, "halt xyz").notes and made(at)["do"] == "play"
    assert typed(at, "?", "").hint.startswith("Anna")


@pytest.mark.parametrize("line", ["Anna lege casa campo", "Anna Maria: casa campo", "anna maria casa campo"])
def test_the_first_of_two_names_is_enough(line: str) -> None:
    at = evening()
    typed(at, line)
    assert made(at)["cards"] == {"casa": 1, "campo": 1}


# --- asked back, with the reason ----------------------------------------------------------------------------------
GOLD: dict[str, Any] = {
    "tiles": {"Anna Maria": {"swamp": ["hidden"] * 3, "treasure": ["hidden"]}},
    "drained": ["a1", "a2", "a4"],
}


def test_digits_that_may_be_a_sum_of_gold_are_asked_back() -> None:
    at = evening(**GOLD)
    scene = typed(at, "x 26")
    assert len(at.table.steps) == 1 and "Gemeint: „x 2 6“?" in said(scene)


def test_gold_that_brings_nothing_is_asked_back() -> None:
    at = evening(**GOLD)
    scene = typed(at, "x 2 6")
    assert len(at.table.steps) == 1
    assert "1 Punkt gibt es auch ohne das Plättchen vom Wert 2 (VEN-7.37)." in scene.notes
    typed(at, "x 6")
    assert made(at)["treasure"] == [6]


def test_what_is_left_in_the_last_exchange_is_asked_back() -> None:
    start: dict[str, Any] = {
        "phase": "last-exchange",
        "turn": "Anna Maria",
        "to-exchange": ["Anna Maria"],
        "ended-by": "Anna Maria",
    }
    at = evening(**GOLD, **start, gondolas={"Anna Maria": 60})
    scene = typed(at, "x 6")
    assert len(at.table.steps) == 1
    assert any("3 Plättchen bleiben liegen" in note for note in scene.notes)
    typed(at, "x 6", "")
    assert made(at)["do"] == "exchange"


def test_a_field_alone_may_have_been_meant_for_a_building() -> None:
    at = evening()
    scene = typed(at, "e12")
    assert len(at.table.steps) == 1
    assert "Danach lassen sich in diesem Zug keine Karten mehr auslegen (VEN-5.3)." in scene.notes
    typed(at, "trockenlegen e12")
    assert made(at)["fields"] == ["e12"]


def test_two_fields_are_drained_at_once() -> None:
    at = evening()
    typed(at, "e12 e13")
    assert made(at)["do"] == "drain"


def test_the_last_building_of_a_kind_is_asked_back() -> None:
    """Eighteen case stand; the last one ends the game."""
    fields = [f"{q}{n}" for q in "abc" for n in (1, 2, 4, 6, 8, 10)][:17]
    fields = ["b5" if one == "b6" else "c9" if one == "c10" else one for one in fields]
    at = evening(built=[{"building": "casa", "fields": [one]} for one in fields])
    scene = typed(at, "1 ca", "e7")
    assert len(at.table.steps) == 2
    assert "Das wäre das letzte Gebäude dieser Art (Casa), und damit würde das Spiel enden." in scene.notes
    typed(at, "e11")
    assert len(at.table.steps) == 2  # another one is asked back as well
    typed(at, "e11")
    assert made(at)["fields"] == ["e11"] and len(at.table.steps) == 3


# --- prompts and refusals -------------------------------------------------------------------------------------------
SHARED: dict[str, Any] = {
    "out": {"Jörg": {"palazzo": 1, "campo": 2}, "Anna Maria": {"palazzo": 1}},
    "builders": {"palazzo": "Jörg", "campo": "Jörg"},
}


def test_what_is_due_too_may_be_built_first() -> None:
    at = evening(**SHARED)
    scene = typed(at, "1 pa 1 cm 1 ca")
    assert "mit der Art davor tippen, etwa palazzo e7 e11 · Jörg campo c13" in said(scene)
    scene = typed(at, "campo c13")
    assert "Wenn Jörg es so meint: Jörg campo c13" in said(scene)
    typed(at, "Jörg campo c13")
    assert made(at)["by"] == "Jörg"


def test_how_many_kinds_go_is_said() -> None:
    out = {"palazzo": 1, "campo": 1, "ponte": 1}
    at = evening(phase="drop", out={"Anna Maria": out}, builders=dict.fromkeys(out, "Anna Maria"))
    assert "Welche kommt weg (1)?" in said(typed(at))
    scene = typed(at, "ponte")
    assert "Die Figur (Ponte) geht zurück auf ihr Baumeisterfeld." in scene.told


def test_nobody_but_the_owner_knows_a_hand_of_own_cards() -> None:
    assert typed(evening(), "? casa").notes == ["Das ist erlaubt: legen Casa 1"]


def test_a_halt_before_a_gondola_that_stays_is_refused_for_that() -> None:
    out = {"Jörg": {"palazzo": 1}, "Anna Maria": {"palazzo": 1, "campo": 2}}
    tiles: dict[str, Any] = {"tiles": {"Jörg": {"swamp": ["hidden"] * 3}}, "drained": ["a1", "a2", "a4"]}
    at = evening(turn="Jörg", out=out, builders={"palazzo": "Jörg", "campo": "Anna Maria"}, **tiles)
    scene = typed(at, "1 cm", "Jörg halt Käthe")
    assert any("Kein fälliges Gebäude bewegt die Gondel von Käthe" in note for note in scene.notes)


def test_a_move_that_is_taken_back_is_told_in_the_language_of_the_table() -> None:
    at = evening(phase="draw", pool=["basilica"])
    scene = typed(at, "d cm ba", "", "u")
    assert "gib Campo, nimm Basilica, 2 vom Stapel" in said(scene)


@pytest.mark.parametrize(("lang", "told"), [("en", "lay casa 2, ponte 1"), ("de", "legen Casa 2, Ponte 1")])
def test_what_was_laid_out_is_told_when_it_is_taken_back(lang: str, told: str) -> None:
    assert f"Anna Maria: {told}?" in said(typed(evening(lang), "2 ca 1 po", "u"))


def test_every_field_of_a_move_has_a_name() -> None:
    at = evening()
    fields = {field for verb in at.table.rules.verbs.values() for field in verb.fields}
    assert {field for field in fields if field not in at.speech.names} == set()


@pytest.mark.parametrize(
    ("lang", "told"), [("de", "Käthe zieht 1 Karte vom Stapel."), ("en", "Käthe draws 1 card from")]
)
def test_one_card_is_one_card(lang: str, told: str) -> None:
    scene = typed(evening(lang, turn="Käthe"), "d")
    assert any(line.startswith(told) for line in scene.told)


# --- what nobody may learn --------------------------------------------------------------------------------------
def test_no_card_is_revealed_by_guessing_and_no_gold_by_asking_back() -> None:
    table = new_table("venedig", ["Anna Maria", "Jörg"], path=home.table_path("two"), seed="7")
    at = evening_at(table, "en")
    answers = {said(typed(at, f"reveal {kind}")) for kind in table.rules.world.kinds}
    assert len(table.steps) == 1 and len(answers) == 1 and "name no kind" in answers.pop()
    typed(at, "reveal")
    assert made(at)["do"] == "reveal"


def test_all_of_the_gold_is_given_up_without_being_read_out_before() -> None:
    kit = open_game("venedig").kit
    swamps = [str(field.id) for field in kit.tables.fields if field.start == "swamp"][:9]
    start = {"tiles": {"Anna Maria": {"swamp": ["hidden"] * len(swamps)}}, "drained": swamps}
    table = new_table("venedig", PLAYERS, path=home.table_path("gold"), seed="7", start=start)
    scene = typed(evening_at(table, "en"), "x all")
    assert "Did you mean" not in said(scene)


# --- where the referee deals ----------------------------------------------------------------------------------------
def dealt(lang: str) -> Evening:
    return evening_at(new_table("venedig", PLAYERS, path=home.table_path("dealt"), seed="7"), lang)


@pytest.mark.parametrize(("lang", "drawn"), [("en", "draws 1 card"), ("de", "zieht 1 Karte")])
def test_cards_in_the_box_are_moved_by_nobody(lang: str, drawn: str) -> None:
    at = dealt(lang)
    scene = typed(at, "d")
    assert not scene.told and any(drawn in note for note in scene.notes)
    assert not typed(at, "u", "").told


@pytest.mark.parametrize(("lang", "order"), [("en", "2 swamp tiles: "), ("de", "2 Sumpfplättchen: ")])
def test_what_is_printed_under_a_tile_is_not_what_counts(lang: str, order: str) -> None:
    at = dealt(lang)
    view = {**at.table.view(None), "drained": ["a1", "a2"]}
    given = {**view, "spent": [1, 2]}
    back = {**view, "tiles": {**view["tiles"], "Jörg": {"swamp": ["hidden"] * 2, "treasure": []}}}
    (line,) = orders(at.table, [given, back], at.speech)
    assert line.startswith(order)


@pytest.mark.parametrize(("lang", "words"), [("en", ("pool:", "out:")), ("de", ("Auslage:", "ausgelegt:"))])
def test_cards_in_the_box_are_not_checked(lang: str, words: tuple[str, ...]) -> None:
    page, own = (said(typed(at, "check")) for at in (dealt(lang), evening(lang)))
    assert not any(word in page for word in words) and all(word in own for word in words)


# --- the check --------------------------------------------------------------------------------------------------------
STANDS = [{"building": "casa", "fields": ["e7"]}, {"building": "palazzo", "fields": ["d19", "d20"]}]


@pytest.mark.parametrize(
    ("lang", "listed"), [("en", "casa e7, e17 · palazzo b6 b7, d19 d20"), ("de", "Casa e7, e17 · P")]
)
def test_all_buildings_are_listed_by_kind_with_those_of_the_start(lang: str, listed: str) -> None:
    assert listed in said(typed(evening(lang, built=STANDS), "check"))


@pytest.mark.parametrize(
    ("line", "wrong", "order"),
    [("e17>e16", "Casa e17 → wirklich: Casa e16", "Casa: e16 → e17"), ("e7>e16", "Casa e7 →", "Casa: e16 → e7")],
)
def test_a_building_that_was_pushed_goes_back(line: str, wrong: str, order: str) -> None:
    at = evening(built=STANDS)
    assert wrong in said(typed(at, "check", line))
    assert typed(at, "check", line, "z").told[0] == order


def test_what_stands_from_the_start_can_only_be_put_back() -> None:
    at = evening(built=STANDS)
    assert "lässt sich nur zurückstellen" in said(typed(at, "check", "e17>e16", "k"))
    assert "VEN-10.13: Es fehlt 1 Sumpfplättchen" in said(typed(at, "check", "e7>e16", "k"))  # of e16: where is it?
    typed(at, "check", "e7>e16; aus dem Spiel 1", "k", "so gewollt")
    assert {"building": "casa", "fields": ["e16"]} in at.table.view(None)["built"]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("casa d17", "buildings: – → really: casa d17"),
        ("+casa d17", "buildings: – → really: casa d17"),
        ("house d17", "buildings: – → really: casa d17"),
        ("casa d19", "buildings: palazzo d19 d20 → really: casa d19"),
        ("-casa e7", "buildings: casa e7 → really: –"),
        ("-e7", "buildings: casa e7 → really: –"),
        ("+a1", "drained: – → really: a1"),
    ],
)
def test_a_list_needs_no_name_where_what_is_said_tells_it(line: str, wrong: str) -> None:
    assert f"✗ {wrong}" in said(typed(evening("en", built=STANDS), "check", line))


@pytest.mark.parametrize(
    ("line", "told"),
    [("casa e7", "the referee has it so, too"), ("casa", "names no place"), ("-casa", "names no place")],
)
def test_what_says_nothing_of_a_list_is_answered(line: str, told: str) -> None:
    assert told in said(typed(evening("en", built=STANDS), "check", line))


@pytest.mark.parametrize(
    "line", ["e7>e8, jö 5", "e7>5", "e7>Käthe", "e7>", "casa>casa", "buildings casa", "e7>e8 e9 e10", "-"]
)
def test_odd_lines_crash_no_check(line: str) -> None:
    assert typed(evening(built=STANDS), "check", line).asked


@pytest.mark.parametrize(("lang", "told"), [("en", "“x all” is not possible now"), ("de", "„x all“ geht jetzt nicht")])
def test_all_the_gold_is_understood_though_it_is_too_little(lang: str, told: str) -> None:
    """Why it is refused, only its owner hears."""
    assert told in said(typed(dealt(lang), "x all"))


def test_a_bot_counts_no_more_cards_than_a_building_needs() -> None:
    rules: Any = evening().table.rules
    state = rules.setup(PLAYERS, {}, None)
    _, facts = reason(rules, state, {"by": "Jörg", "do": "play", "cards": {"casa": 3}}, {}) or ("", {})
    assert facts["n"] == facts["needed"] == 1


def test_what_was_not_done_of_a_move_that_is_taken_back_is_not_lost() -> None:
    """The figure was taken and ticked off, and its way back was not: with both moves taken back nothing has changed,
    but it still stands before her."""
    at = evening("en", out={"Anna Maria": {"basilica": 1}}, builders={"basilica": "Anna Maria"})
    typed(at, "ponte campo", "*", "drop ponte")
    assert any("goes back" in order for order in at.orders)
    typed(at, "u 2", "o")
    assert any("figure: ponte: before Anna Maria" in order for order in at.orders)
    home.table_path("v").unlink()
    done = evening("en", out={"Anna Maria": {"basilica": 1}}, builders={"basilica": "Anna Maria"})
    typed(done, "ponte campo", "*", "drop ponte", "*", "u 2", "")
    assert not any("figure: ponte" in order for order in done.orders)


def test_a_no_is_no_draw_and_a_star_ticks_off_everything() -> None:
    at = evening("en")
    assert "draw" not in said(typed(at, "n")).split("Did you mean")[-1][:12]
    typed(at, "2 casa; c13", "*")
    assert not at.orders


def test_signs_and_fields_without_are_not_mixed() -> None:
    at = evening("en", drained=["d1", "d2"])
    assert "names no place" in said(typed(at, "check", "drained c14 -d1"))


def test_the_last_move_is_asked_back_however_it_is_said() -> None:
    """After it nothing can be taken back, and a no at the last exchange was it."""
    table, rng = opened("venedig"), random.Random(3)
    last = some_move(table.rules, table.state, rng)
    while table.rules.pending(table.rules.apply(table.state, last)[0]):
        table.do(last)
        last = some_move(table.rules, table.state, rng)
    at = evening_at(table, "en")
    assert last["do"] == "pass" and "This ends the game" in said(typed(at, "pass")) and table.awaited()
    typed(at, "")
    assert not table.awaited()


@pytest.mark.parametrize("line", ["plätze campo", "plätze cm", "plätze palazzo", "sites campo"])
def test_sites_are_asked_for_while_a_campo_is_due(line: str) -> None:
    at = with_bot("Anna", "Bruno")
    at.speak(Speech("de", at.table.kit, at.table.players))
    assert typed(at, line).panels[0].title == "Freie Bauplätze" and made(at)["do"] == "play"


@pytest.mark.parametrize(("lang", "told"), [("de", "„plätze“ wofür?"), ("en", "“sites” for what?")])
def test_a_question_is_called_as_the_table_calls_it(lang: str, told: str) -> None:
    at = evening(lang)
    assert told in said(typed(at, "Plätze")) and told in said(typed(at, "sites"))


def test_before_a_bot_builds_it_is_said_what_may_go_first_and_what_enter_does() -> None:
    """VEN-5.6"""
    start: dict[str, Any] = {
        "turn": "Anna",
        "out": {"Luca": {"campo": 2}, "Anna": {"palazzo": 2}},
        "builders": {"campo": "Luca", "palazzo": "Anna"},
        "tiles": {"Anna": {"swamp": ["hidden"] * 3}},
        "drained": ["a1", "a2", "a4"],
    }
    path = home.table_path("first")
    table = new_table("venedig", ["Anna", "Bruno", "Luca"], path=path, start=start, bots={"Luca": "easy"})
    table.do({"by": "Anna", "do": "play", "cards": {"campo": 1, "palazzo": 1}}, agreed=True)
    at = evening_at(table, "en")
    at.company = Silent(at)  # type: ignore[assignment]
    scene = said(typed(at))
    assert "Luca builds now: campo. What is due too may go first" in scene
    assert "type it with its kind, such as Anna palazzo e7 e11. But first Anna" in scene
    assert "ticks them off first" not in scene
    at.order(lambda _: ["a tile back to a1"])
    assert "ticks them off first" in said(typed(at)) and "ticks them off first" not in said(typed(at, ""))
    typed(at, "Anna palazzo e7 e11")
    assert (made(at)["by"], made(at)["do"]) == ("Anna", "build")


@pytest.mark.parametrize(("line", "word"), [("gib basilikum", "basilikum"), ("gib xyz", "xyz"), ("give xyz", "xyz")])
def test_of_a_gift_the_word_is_blamed_that_nobody_knows(line: str, word: str) -> None:
    at = evening(phase="draw")
    told = said(typed(at, line))
    assert f"„{word}“" in told and "„gib“ gibt" not in told and "„give“ gibt" not in told


# --- answers with a next step, and nothing that was not typed ---------------------------------------------------------
@pytest.mark.parametrize(("lang", "told"), [("en", "nothing to tick off"), ("de", "nichts abzuhaken")])
def test_a_star_ticks_off_all_orders_while_a_bot_waits(lang: str, told: str) -> None:
    at = with_bot("Anna", "Luca")
    at.speak(Speech(lang, at.table.kit, at.table.players))
    at.order(lambda _: ["a tile back to a1", "a tile back to a2"])
    typed(at, "*")
    assert not at.orders
    assert told in said(typed(at, "*")) and made(at)["do"] == "play"


ENDED: dict[str, Any] = {
    "phase": "last-exchange",
    "turn": "Anna Maria",
    "to-exchange": ["Anna Maria"],
    "ended-by": "Anna Maria",
    "gondolas": {"Anna Maria": 60},
}


@pytest.mark.parametrize(
    ("lang", "line", "last", "over"),
    [
        ("en", "lay 1 cm", "The game has ended; only the last exchange is left", "The game is over."),
        ("de", "lege 2 ca 1 po", "Das Spiel ist zu Ende; es bleibt nur der letzte Tausch", "Das Spiel ist zu Ende."),
    ],
)
def test_cards_are_laid_out_after_the_end_by_nobody(lang: str, line: str, last: str, over: str) -> None:
    at = evening(lang, **GOLD, **ENDED)
    assert last in said(typed(at, line)) and len(at.table.steps) == 1
    typed(at, "pass", "")
    assert over in typed(at, line).notes


@pytest.mark.parametrize("line", ["lege 1 cm", "1 cm", "2 Häuser 1 Brücke", "? 1 cm"])
@pytest.mark.parametrize("phase", ["drain", "draw"])
def test_cards_are_laid_out_too_late(phase: str, line: str) -> None:
    """Also without the verb, as they are laid out in time; and what may be done instead is said."""
    at = evening(phase=phase)
    notes = typed(at, line).notes
    assert len(at.table.steps) == 1 and "VEN-5.3" in notes[0] and notes[-1].startswith("Jetzt möglich: ")


@pytest.mark.parametrize("line", ["p", "pass", "drop campo"])
def test_what_is_no_move_now_is_answered_with_what_may_be_done(line: str) -> None:
    refused, *possible = typed(evening("en"), line).notes
    assert "VEN-6.2" in refused
    assert possible == ["Possible now: drain (a1 a2 …) · lay (2 ca 1 po …) · draw (d …)"]


@pytest.mark.parametrize("seed", ["7", None])
def test_no_gold_is_promised_of_a_tile_that_nobody_has_seen(seed: str | None) -> None:
    """“First drain a1; then it is possible” was said of five tiles where four lay."""
    start = {"tiles": {"Anna Maria": {"swamp": ["hidden"] * 4}}, "drained": ["a1", "a2", "a4", "a6"]}
    table = new_table("venedig", PLAYERS, path=home.table_path("blind"), seed=seed, start=start)
    notes = typed(evening_at(table, "en"), "x 2 2 2 2 2").notes
    assert len(notes) == 1 and "VEN-7.35" in notes[0]


@pytest.mark.parametrize("phase", ["play", "drain", "draw"])
@pytest.mark.parametrize("line", ["draw pile", "zieh vom Stapel", "nimm vom Stapel", "d 1 from the pile", "pile"])
def test_the_pile_can_be_named(line: str, phase: str) -> None:
    at = evening("en", phase=phase, pool=["basilica", "palazzo"])
    if "Did you mean" in said(typed(at, line)):
        typed(at, "")
    assert made(at) == {"by": "Anna Maria", "do": "draw", "pile": 1}


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("nimm Palazzo aus der Auslage", {"pool": ["palazzo"]}),
        ("take palazzo from the pool", {"pool": ["palazzo"]}),
        ("give casa, take palazzo from the pool, 2 from the pile", {"give": "casa", "pool": ["palazzo"], "pile": 2}),
    ],
)
def test_the_pool_can_be_named(line: str, move: Mapping[str, Any]) -> None:
    at = evening("en", phase="draw", pool=["basilica", "palazzo"])
    typed(at, line)
    assert made(at) == {"by": "Anna Maria", "do": "draw", **move}


@pytest.mark.parametrize("line", ["take pool", "nimm Auslage", "draw from the pool"])
def test_which_of_the_pool_is_asked(line: str) -> None:
    at = evening("en", phase="draw", pool=["basilica", "palazzo"])
    scene = typed(at, line)
    assert len(at.table.steps) == 1 and "Which do you mean?" in said(scene)
    assert "draw basilica" in said(scene) and "draw palazzo" in said(scene)


@pytest.mark.parametrize("line", ["d casa from the pool", "casa aus der Auslage", "nimm casa Auslage"])
def test_what_is_said_to_come_from_the_pool_is_never_given(line: str) -> None:
    at = evening("en", phase="draw", pool=["basilica", "palazzo"])
    scene = typed(at, line)
    assert len(at.table.steps) == 1 and "give casa" not in said(scene)
    assert "VEN-7.43" in said(scene) or "Did you mean" in said(scene)


@pytest.mark.parametrize("line", ["take 1 from the pool", "draw 1 pool"])
def test_a_number_from_the_pool_is_not_drawn_from_the_pile(line: str) -> None:
    at = evening("en", phase="draw", pool=["basilica", "palazzo"])
    typed(at, line)
    assert len(at.table.steps) == 1


@pytest.mark.parametrize(("phase", "line"), [("play", "c3 c30"), ("drain", "c30"), ("draw", "c30")])
def test_a_field_that_is_not_on_the_board_is_named(phase: str, line: str) -> None:
    assert typed(evening("en", phase=phase), line).notes[0] == "“c30” is nothing of this game."


def test_a_field_named_twice_is_no_number() -> None:
    """“build campo c13 2” was said."""
    at = evening("en")
    notes = typed(at, "3 cm", "c13 c13").notes
    assert "“c13 c13” was read as: build campo c13 c13" in notes
    typed(at, "c13.")
    assert made(at)["fields"] == ["c13"]


@pytest.mark.parametrize(
    ("game", "line"), [("venedig", "imaginary Ben"), ("venetia", "control Ben"), ("canaletto", "table Ben Carla")]
)
def test_a_name_that_means_something_else_is_refused_at_once(game: str, line: str) -> None:
    """It was refused after three more questions, and all was asked again."""
    kit = open_game(game).kit
    face: Any = Typed(Speech("en", kit))
    face.lines = [line, "Anna Ben Carla"]
    reception = Reception(face, "en", None)
    assert _names(reception, kit) == ["Anna", "Ben", "Carla"]
    assert reception.answers == ["Players: Anna, Ben, Carla"]


def test_names_are_suggested_as_they_are_spelt() -> None:
    at = evening()
    assert any("gemeint: „Platz“?" in note for note in typed(at, "1 Plaz").notes)
    assert any("gemeint: „Käthe“?" in note for note in typed(at, "prüfen", "Kähte 5").notes)


@pytest.mark.parametrize(("kind", "is_due"), [("palazzo", False), ("casa", True)])
def test_nobody_builds_what_finds_no_room(kind: str, is_due: bool) -> None:
    """VEN-7.14: its cards are discarded, and nothing else is said of it."""
    fields = ["a17", "b22", "c16", "c17", "d20", "e11"]  # no two free neighbours are left
    at = evening("en", built=[{"building": "casa", "fields": [field]} for field in fields])
    scene = typed(at, f"3 {kind}", "") if kind == "palazzo" else typed(at, "1 casa")
    assert any(f"All cards for a {kind} lie out" in note for note in scene.notes) is is_due


@pytest.mark.parametrize("phase", ["play", "drain", "draw"])
@pytest.mark.parametrize("line", ["1", "2", "3", "1 cm 2"])
def test_a_number_alone_draws_nothing(phase: str, line: str) -> None:
    at = evening("en", phase=phase)
    scene = typed(at, line)
    assert len(at.table.steps) == 1 and "Did you mean" not in said(scene) and "VEN-7.39" not in said(scene)
    assert any(note.startswith("It is typed like this: ") for note in scene.notes) or "Which" in said(scene)


@pytest.mark.parametrize("seed", ["7", None])
def test_what_does_not_fit_a_draw_is_answered_with_a_draw(seed: str | None) -> None:
    """Also with gold enough for an exchange."""
    start = {**GOLD, "phase": "draw"}
    at = evening_at(new_table("venedig", PLAYERS, path=home.table_path("fits"), seed=seed, start=start), "en")
    assert typed(at, "b3 b4").notes[-1].endswith(": d")


def test_a_number_that_stands_on_a_tile_passes_nothing_up() -> None:
    """It is asked for the gold of tiles: 1 was the pass, and the end of the game."""
    at = evening("en", **GOLD, **ENDED)
    scene = typed(at, "1")
    assert len(at.table.steps) == 1 and "It is typed like this: x 2 2 1" in scene.notes


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_form_in_a_refusal_can_be_typed(lang: str) -> None:
    at = evening(lang)
    note = next(note for note in typed(at, "lay 1").notes if "VEN-6.3" in note)
    typed(at, note.partition("such as " if lang == "en" else "etwa ")[2].partition(",")[0])
    assert made(at)["cards"] == {"casa": 2}


@pytest.mark.parametrize(("lang", "line"), [("en", "take"), ("de", "nimm")])
def test_what_is_taken_is_asked_and_never_given(lang: str, line: str) -> None:
    at = evening(lang, phase="draw", pool=["basilica", "campo"])
    assert ("[g] draw basilica" if lang == "en" else "[g] ziehen Basilica") in said(typed(at, line))
    assert "VEN-7.43" in said(typed(at, f"{line} casa")) and len(at.table.steps) == 1
    typed(at, f"{line} campo")
    assert (made(at)["do"], made(at)["pool"], "give" in made(at)) == ("draw", ["campo"], False)


@pytest.mark.parametrize("line", ["take", "nimm"])
@pytest.mark.parametrize("phase", ["play", "draw"])
def test_who_takes_nothing_in_particular_is_asked(line: str, phase: str) -> None:
    """With nothing in the pool there is one way alone, and it ended the turn at once."""
    at = evening(phase=phase)
    assert "Die Auslage ist leer: Karten vom Stapel: 1" in said(typed(at, line)) and len(at.table.steps) == 1
    typed(at, "")
    assert made(at)["pile"] == 1


@pytest.mark.parametrize(
    "line", ["give campo, take basilica, 2 from the pile", "gib Campo, nimm Basilica, 2 vom Stapel"]
)
def test_a_move_can_be_typed_as_it_is_told(line: str) -> None:
    at = evening(phase="draw", pool=["basilica"])
    typed(at, line)
    assert (made(at)["give"], made(at)["pool"], made(at)["pile"]) == ("campo", ["basilica"], 2)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("3 po", "d10 e22 Castello"), "bauen Ponte d10 e22 Castello"),
        (("2 pa", "d19 d20 halt"), "bauen Palazzo d19 d20 halt Jörg"),
    ],
)
def test_a_building_is_told_as_it_is_typed(lines: Sequence[str], told: str) -> None:
    at = evening(out={"Jörg": {"palazzo": 1}}, builders={"palazzo": "Jörg"})
    typed(at, *lines)
    assert at.offering.spoken(made(at)) == told


def test_a_field_is_for_the_building_that_is_asked_for() -> None:
    """A casa and a campo are due, and both could stand there."""
    out = {"Anna Maria": {"campo": 2}}
    at = evening(out=out, builders={"campo": "Anna Maria"}, drained=["b14"])
    assert "Casa (1 Feld), wo?" in said(typed(at, "1 ca 1 cm"))
    typed(at, "b14")
    assert made(at) == {"by": "Anna Maria", "do": "build", "building": "casa", "fields": ["b14"]}


def test_what_may_go_first_is_typed_as_it_is_shown() -> None:
    at = evening("en", **SHARED)
    shown = said(typed(at, "1 pa 1 cm 1 ca")).partition("such as ")[2].partition("\n")[0].split(" · ")
    assert shown == ["palazzo e7 e11", "Jörg campo c13"]
    typed(at, shown[0])
    assert made(at)["building"] == "palazzo"
    typed(at, shown[1])
    assert (made(at)["by"], made(at)["building"]) == ("Jörg", "campo")


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "from 0 to 3; jumped, and not counted: Jörg, Käthe."), ("de", "nicht gezählt: Jörg, Käthe.")],
)
def test_who_was_jumped_is_named(lang: str, told: str) -> None:
    at = evening(lang, gondolas={"Jörg": 1, "Käthe": 2})
    assert any(line.endswith(told) for line in typed(at, "1 ca", "e7").told)


def test_in_the_basin_whoever_stands_at_its_other_end_is_jumped() -> None:
    """VEN-7.27: 10 and 45 are one place."""
    at = evening("en", gondolas={"Anna Maria": 9, "Jörg": 45})
    assert "from 9 to 11; jumped, and not counted: Jörg." in said(typed(at, "1 ca", "e7"))


@pytest.mark.parametrize(("lang", "told"), [("en", "for nothing (VEN-7.37)"), ("de", "für nichts (VEN-7.37)")])
def test_all_the_gold_is_asked_back_whatever_it_is(lang: str, told: str) -> None:
    kit = open_game("venedig").kit
    swamps = [str(field.id) for field in kit.tables.fields if field.start == "swamp"][:9]
    start = {"tiles": {"Anna Maria": {"swamp": ["hidden"] * len(swamps)}}, "drained": swamps}
    table = new_table("venedig", PLAYERS, path=home.table_path("gold"), seed="7", start=start)
    at = evening_at(table, lang)
    assert told in said(typed(at, "x all")) and len(table.steps) == 1
    typed(at, "x all", "n")
    assert len(table.steps) == 1
    typed(at, "x all", "")
    assert made(at)["do"] == "exchange"


def test_a_bot_says_what_it_did_once() -> None:
    """Its move is told with why; that it lays out cards and draws is the same again."""
    table = new_table("venedig", ["Anna", "Luca"], path=home.table_path("once"), seed="7", bots={"Luca": "easy"})
    at = evening_at(table, "en")
    scene = typed(at, "drain a1 a2", "d", "pass")
    told = [note for note in scene.notes if note.startswith("Luca")]
    assert any("(bot, easy): " in note for note in told)
    assert not any(" draws " in note or " lays " in note for note in told)


@pytest.mark.parametrize(
    ("lang", "line", "told"),
    [("en", "x", "They cannot be worth 5 gold yet."), ("de", "tauschen", "können noch keine 5 Gold wert sein.")],
)
@pytest.mark.parametrize("seed", ["7", None])
def test_why_no_gold_is_exchanged_is_said(lang: str, line: str, told: str, seed: str | None) -> None:
    at = evening_at(new_table("venedig", PLAYERS, path=home.table_path("poor"), seed=seed), lang)
    assert told in said(typed(at, line))


@pytest.mark.parametrize(("line", "form"), [("x", "x 2 2 1"), ("lay", "2 ca 1 po"), ("casa 1 b14", "2 ca 1 po")])
def test_how_a_move_of_what_is_held_is_typed(line: str, form: str) -> None:
    """Where the referee deals, an example that is surely accepted would tell the hand."""
    table = new_table("venedig", PLAYERS, path=home.table_path("held"), seed="7", start=SPENT)
    assert f"It is typed in this way: {form}" in typed(evening_at(table, "en"), line).notes


# --- the check, and tiles ---------------------------------------------------------------------------------------------
SPENT: dict[str, Any] = {
    "tiles": {"Anna Maria": {"swamp": ["hidden"] * 3}},
    "drained": ["a1", "a2", "a4", "a7", "a8", "a9"],
    "spent": [2, 2, 1],
}


@pytest.mark.parametrize(
    ("lang", "line", "correct", "told"),
    [
        ("en", "drained -a1", "c", "such as “Anna Maria swamp 3” or “out of the game 2”"),
        ("en", "drained +a6", "c", "such as “Anna Maria swamp 3” or “out of the game 2”"),
        ("de", "trocken -a1", "k", "etwa „Anna Maria Sumpfplättchen 3“ oder „aus dem Spiel 2“"),
    ],
)
@pytest.mark.parametrize("spent", [True, False])
def test_a_tile_is_somewhere(lang: str, line: str, correct: str, told: str, spent: bool) -> None:
    """It was put among those that are out of the game, or taken from them, and nobody was told."""
    start = SPENT if spent else GOLD
    at = evening(lang, **start)
    before = at.table.view(None)
    scene = typed(at, "check", line, correct)
    assert "VEN-10.13" in said(scene) and told in said(scene)
    assert at.table.view(None) == before


@pytest.mark.parametrize(
    ("line", "drained", "tiles", "spent"),
    [
        ("-a1; anna swamp 2", 5, 2, [2, 2, 1]),
        ("+a6; anna swamp tiles 4", 7, 4, [2, 2, 1]),
        ("+a6; out of the game 4", 7, 3, [2, 2, 1, "hidden"]),
        ("out of the game 2; anna swamp 4", 6, 4, ["hidden", "hidden"]),
    ],
)
def test_how_many_tiles_there_are_can_be_told(line: str, drained: int, tiles: int, spent: list[Any]) -> None:
    at = evening("en", **SPENT)
    typed(at, "check", line, "c", "the cat")
    view = at.table.view(None)
    assert (len(view["drained"]), len(view["tiles"]["Anna Maria"]["swamp"]), view["spent"]) == (drained, tiles, spent)


def test_which_tiles_are_meant_is_asked() -> None:
    at = evening("en", **SPENT)
    assert "a) Anna Maria: swamp tiles 3 → really: 2" in said(typed(at, "check", "anna tiles 2"))
    assert "✗ Anna Maria: swamp tiles 3 → really: 2" in said(typed(at, "check", "anna tiles 2", "a"))


def test_a_number_behind_a_name_alone_is_where_the_gondola_stands() -> None:
    at = evening("en", **SPENT)
    assert "✗ Anna Maria: gondola on space 0 → really: 3" in said(typed(at, "check", "anna 3"))
    assert "Anna Maria: gondola on space 0 · swamp tiles 3" in said(typed(at, "check"))


def test_a_corrected_tile_leaves_all_hands_as_they_are() -> None:
    """All cards were dealt anew, and nobody was told."""
    table = new_table("venedig", PLAYERS, path=home.table_path("dealt"), seed="7", start=SPENT)
    before: Any = table.rules.snapshot(table.state)["secret"]
    typed(evening_at(table, "en"), "check", "-a1; anna swamp 2", "c", "the cat")
    after: Any = table.rules.snapshot(table.state)["secret"]
    assert (after["hands"], after["draw-order"]) == (before["hands"], before["draw-order"])
    assert after["tiles"]["Anna Maria"]["swamp"] == before["tiles"]["Anna Maria"]["swamp"][:2]
    assert after["swamp-values"].keys() == {*before["swamp-values"], "a1"}
    assert before["swamp-values"].items() <= after["swamp-values"].items()


@pytest.mark.parametrize("line", ["n", "nein", "no"])
def test_a_no_is_no_move(line: str) -> None:
    """A second n passed the last exchange of a game."""
    at = evening(
        **GOLD, phase="last-exchange", turn="Anna Maria", **{"to-exchange": ["Anna Maria"]}, gondolas={"Anna Maria": 60}
    )
    assert "passen" in said(typed(at, line)) and len(at.table.steps) == 1


@pytest.mark.parametrize("phase", ["play", "drain"])
def test_a_field_written_apart_is_not_a_draw_unasked(phase: str) -> None:
    """`d 1` ended the turn, and d1 is a field."""
    at = evening("en", phase=phase)
    shown = said(typed(at, "d 1"))
    assert "drain d1" in shown and "draw 1" in shown and len(at.table.steps) == 1


def test_a_field_written_apart_is_a_site_where_somebody_builds() -> None:
    at = evening("en", out={"Jörg": {"palazzo": 1}}, builders={"palazzo": "Jörg"})
    typed(at, "2 pa", "d 19 d 20")
    assert made(at)["fields"] == ["d19", "d20"]


def test_a_halt_in_the_turn_of_another_is_asked_back() -> None:
    """VEN-7.29: it is said by whoever has the turn."""
    at = with_bot("Luca", "Anna")
    assert "A halt is for Luca to say" in said(typed(at, "a1 halt anna")) and made(at)["do"] == "play"


def test_yes_to_an_exchange_before_a_bot_builds_is_asked_how() -> None:
    at = with_bot("Anna", "Luca")
    assert "[1] halt Luca" in said(typed(at, "ja")) and made(at)["do"] == "play"


@pytest.mark.parametrize(
    "line", ["Anna Ben und Carla", "Anna, Ben and Carla", "Anna Ben & Carla", "Anna, Ben, und Carla"]
)
def test_and_is_nobody_at_the_table(line: str) -> None:
    kit = open_game("venedig").kit
    face: Any = Typed(Speech("en", kit))
    face.lines = [line]
    assert _names(Reception(face, "en", None), kit) == ["Anna", "Ben", "Carla"]


# --- what hosts of whole evenings found: taken back, past a correction ------------------------------------------
CORRECTED = ("check", "jörg 2", "c", "die Katze")


def test_a_correction_is_named_among_what_is_taken_back() -> None:
    at = evening()
    asked = typed(at, *CORRECTED, "drain a1 a2; d", "*", "u 3").asked
    assert asked[0].startswith("Zurücknehmen: die Berichtigung, Anna Maria: ")
    assert "hinter eine Berichtigung" in asked[1] and "hinter eine Ziehung" in asked[2]
    assert typed(at, "u 3", "").notes[0].startswith("Zurückgenommen: die Berichtigung, Anna Maria: ")


def test_what_was_corrected_is_not_put_there_by_an_undo() -> None:
    """The gondola lies there: that is why the table was corrected."""
    scene = typed(evening(), *CORRECTED, "drain a1 a2", "u", "offen")
    assert not scene.told and "Auf dem Tisch bewegt sich nichts." in scene.notes


@pytest.mark.parametrize(
    ("tiles", "told"),
    [
        ({}, "Vor Anna Maria: 0 Schätze"),
        ({"swamp": ["hidden"] * 2}, "Vor Anna Maria: 2 Sumpfplättchen (verdeckt), 0 Schätze, nicht mehr davon"),
    ],
)
def test_a_treasure_goes_back_though_only_half_was_done(tiles: dict[str, Any], told: str) -> None:
    start: dict[str, Any] = {"gondolas": {"Anna Maria": 1}, "tiles": {"Anna Maria": {"treasure": [], **tiles}}}
    start |= {"drained": ["a1", "a2"]} if tiles else {}
    scene = typed(evening(**start), "haus", "c13", "", "", "u", "o")
    assert told in scene.told


def test_a_tile_goes_back_to_the_field_that_its_player_took_it_from() -> None:
    scene = typed(evening(), "drain a1 a2", "d", "drain b1 b2", "d", "drain a4 a6", "d", "*", "u 6", "")
    took = {"Anna Maria": ("a1", "a2"), "Jörg": ("b1", "b2"), "Käthe": ("a4", "a6")}
    for player, fields in took.items():
        for field in fields:
            assert f"1 Sumpfplättchen: vor {player} → Feld {field}" in scene.told


def test_what_was_built_is_away_before_its_swamp_is_back_and_the_other_way_round() -> None:
    at = evening()
    typed(at, "drain a1", "d 1", "drain a2", "d 1", "drain a4", "d 1", "1 haus", "a1", "*")
    told = typed(at, "u 8", "").told
    assert told.index("Casa: a1 → Vorrat") < told.index("1 Sumpfplättchen: vor Anna Maria → Feld a1")
    told = typed(at, "*", "r 8").told
    assert told.index("1 Sumpfplättchen: Feld a1 → vor Anna Maria") < told.index("Casa: Vorrat → a1")


# --- what was typed in good faith -------------------------------------------------------------------------------
def test_a_command_gives_no_card_away_unasked() -> None:
    """Nobody is asked back there, and whoever types `draw casa` may have meant to take it."""
    table = new_table("venedig", PLAYERS, path=home.table_path("dealt"), seed="7")
    home.remember(table.path)
    for words in ("draw casa", "d ca"):
        ran = venice("referee", "do", "Anna Maria", words)
        assert ran.code == 1 and "VEN-7.43" in ran.err
    assert venice("referee", "do", "Anna Maria", "give casa").code in (0, 1)  # whether she has one is dealt
    table.refresh()
    typed(at := evening("en"), "d ca", "")
    assert made(at)["give"] == "casa"  # at the console it is asked back


def test_a_hand_without_cards_gives_none_and_the_pool_has_none_to_take() -> None:
    at = evening("en", hands={"Anna Maria": {}})
    assert "The pool is empty" in said(typed(at, "d ca"))


@pytest.mark.parametrize("line", ["a3 b9 halt", "ponte a3 b9 halt", "ponte a3 b9 halt=Anna"])
def test_a_halt_without_a_name_is_before_the_only_gondola(line: str) -> None:
    at = evening("en")
    typed(at, "3 po", line)
    assert made(at)["do"] == "build" and made(at)["halt"] == "Anna Maria"


@pytest.mark.parametrize("line", ["p", "pass", "passe"])
def test_the_last_exchange_is_not_passed_over_unasked(line: str) -> None:
    start: dict[str, Any] = {"phase": "last-exchange", "turn": "Jörg", "to-exchange": ["Jörg"]}
    start |= {"gondolas": {"Anna Maria": 60}, "tiles": {"Jörg": {"treasure": ["hidden"] * 2}}}
    at = evening("en", **start)
    scene = typed(at, line)
    assert len(at.table.steps) == 1 and any("2 tiles bring nothing after it" in note for note in scene.notes)
    typed(at, line, "")
    assert made(at)["do"] == "pass"


@pytest.mark.parametrize("line", ["take po", "? take po"])
def test_a_word_of_the_help_is_no_misspelled_player(line: str) -> None:
    table = new_table("venedig", ["Anke", "Bernd", "Carla"], path=home.table_path("take"))
    scene = typed(evening_at(table, "en"), line)
    assert "The pool is empty" in said(scene) and "Anke po" not in said(scene)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("casa -e7", "✗ buildings: casa e7 → really: –"),
        ("casa e7 0", "✗ buildings: casa e7 → really: –"),
        ("casa e7 –", "✗ buildings: casa e7 → really: –"),
        ("buildings casa e7 0", "✗ buildings: casa e7 → really: –"),
        ("casa +e22", "✗ buildings: – → really: casa e22"),
        ("buildings e7>e11", "✗ buildings: casa e7 → really: casa e11"),
        ("casa e11, e22", "✗ buildings: – → really: casa e11, e22"),
        ("palazzo d19 d20, casa e11, e22", "✗ buildings: – → really: casa e11, e22 · palazzo d19 d20"),
    ],
)
def test_buildings_are_typed_at_the_check_as_its_page_writes_them(line: str, wrong: str) -> None:
    at = evening("en", built=[{"building": "casa", "fields": ["e7"]}])
    assert wrong in said(typed(at, "check", line)).replace(" \n", "\n")


def test_what_the_page_says_of_several_buildings_is_so() -> None:
    at = evening("en", built=[{"building": "casa", "fields": ["e7"]}])
    scene = typed(at, "check", "casa e7, e17")
    assert scene.notes == ["“casa e7, e17”: the referee has it so, too."]
