"""An evening of Canaletto at which the table itself lays everything out: what people type, and when they leave."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.cli.test_evening import evening_at, lots, opened, said, short, typed
from tests.conftest import ROOT
from venice_pnp.console.demo import sensible
from venice_pnp.console.evening import Evening
from venice_pnp.games.canaletto.drawing.pieces import laid_table
from venice_pnp.games.canaletto.lying import tabletop
from venice_pnp.referee.table import Table
from venice_pnp.speech.plain import read_file

LOTS: dict[str, list[str]] = read_file(ROOT / "tests/snapshots/canaletto-setup.yaml")[0]["palaces"]
COLOURS = {"Anke": "red", "Bernd": "blue", "Claudia": "green"}
SECOND = "2 Ca' d'Oro"


def setting_up(lang: str = "en") -> Evening:
    return evening_at(opened("canaletto", seed=None), lang)


def setting_up_again(at: Evening) -> Evening:
    return evening_at(Table(at.table.path), at.speech.lang)


def told(at: Evening) -> list[list[str]]:
    return list(at.places.told.values()) if at.places else []


# --- palace by palace -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("line", ["u", "s", "?", "q", "t", "l", "m", "o", "b", "z", "k"])
def test_one_letter_is_never_an_artwork(line: str, lang: str) -> None:
    """`l` was the lion, `u` the clock, `s` the mirror in German."""
    at = setting_up(lang)
    typed(at, line)
    assert told(at) == []


@pytest.mark.parametrize(
    ("line", "lot"),
    [
        ("Drinking horn, bust", ["horn", "bust"]),
        ("drinking horn bust", ["horn", "bust"]),
        ("bust,pearl necklace,lamp", ["bust", "pearls", "lamp"]),
        ("Perlenkette, Uhr", ["pearls", "clock"]),
        ("uhr", ["clock"]),
        ("loewe", ["lion"]),
        ("Faecher, Bueste", ["fan", "bust"]),
        ("spie trinkh", ["mirror", "horn"]),
    ],
)
def test_artworks_by_their_names_with_commas_or_without(line: str, lot: list[str]) -> None:
    at = setting_up("de")
    assert SECOND in said(typed(at, line))
    assert told(at) == [lot]


def test_commands_are_heard_in_the_set_up_and_enter_goes_on() -> None:
    at = setting_up()
    assert "Rules: gondola" in [panel.title for panel in typed(at, "mirror", "rules gondola").panels]
    assert SECOND in said(typed(at, "", ""))
    assert any(panel.title == "Rules: Säule" for panel in typed(setting_up_again(at), "regeln Säule").panels)
    at = setting_up_again(at)
    assert "1 Ca' Vendramin" in said(typed(at, "u", "u"))  # one palace back, and no further
    assert told(at) == [["mirror"]]


def test_what_was_told_of_the_set_up_is_there_when_the_table_is_opened_again() -> None:
    at = setting_up()
    lines = [", ".join(lot) for lot in LOTS.values()]
    typed(at, *lines[:5])
    again = setting_up_again(at)
    assert "What lies in 6 " in said(typed(again))
    assert told(again) == list(LOTS.values())[:5]
    typed(again, *lines[5:])
    assert again.table.view(None)["palaces"] == LOTS
    assert told(setting_up_again(at)) == []  # and not for another time


# --- bids -------------------------------------------------------------------------------------------------------
def bidding(lang: str = "en") -> Evening:
    return evening_at(opened("canaletto"), lang)


def test_what_was_said_in_an_earlier_round_is_no_answer() -> None:
    at = bidding()
    typed(at, "3", "p", "p", "3")
    assert at.table.view(None)["round"] == 2 and at.table.awaited()[0]["by"] == "Claudia"
    assert "To change what Bernd told: u 1" in said(typed(at, "Bernd: p"))
    typed(at, "p", "p", "Claudia bid 3")
    first = at.table.steps[-1].move["by"]
    others = [name for name in at.table.players if name not in (first, at.table.awaited()[0]["by"])]
    assert at.table.view(None)["round"] == 3
    assert "told: u" not in said(typed(at, f"{others[0]}: p"))


def made(at: Evening, line: str) -> dict[str, Any]:
    before = len(at.table.steps)
    typed(at, line)
    move = at.table.steps[-1].move if len(at.table.steps) > before else None
    return {key: value for key, value in (move or {}).items() if key != "by"}


@pytest.mark.parametrize("line", ["11", "11 ducats", "11 Dukaten", "bid 11", "b 11", "b11", "B11", "red 11", "rot: 11"])
def test_a_bid_as_people_say_it(line: str) -> None:
    assert made(bidding(), line) == {"do": "bid", "amount": 11}


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("022", "„022“ ist keine."),
        ("1l", "„1l“ ist keine."),
        ("8 p", "„p“ ist keine."),
        ("5 8", "„5 8“ sind mehrere."),
        ("biete 3.5", "„3.5“ ist keine."),
        ("bid 3.5", "„3.5“ ist keine."),  # once `big` was suggested, which makes large type
        ("bid 5 8", "„bid 5 8“ sind mehrere."),
        ("n", "„n“ passt nicht zu dem, was jetzt gefragt ist."),
        ("ja", "„ja“ passt nicht zu dem, was jetzt gefragt ist."),
    ],
)
def test_what_is_no_bid_is_named(line: str, wrong: str) -> None:
    at = bidding("de")
    before = len(at.table.steps)
    assert wrong in said(typed(at, line)) and len(at.table.steps) == before
    typed(at, "")
    assert len(at.table.steps) == before  # nothing waits for Enter


def test_a_colour_is_whoever_has_it() -> None:
    at = setting_up()
    typed(at, *(", ".join(lot) for lot in LOTS.values()), "9 12 5 14 7 16 4 10 13 6 11 8", "5")
    assert made(at, "grün") == {"do": "choose-starter", "player": "Claudia"}


def test_what_a_bid_would_lead_to_is_not_told_where_nobody_can_bid() -> None:
    """CAN-5.17: in the set-up it said that the game would end."""
    at = setting_up()
    scene = typed(at, *(", ".join(lot) for lot in LOTS.values()), "preview 3")
    assert "CAN-6.2" in said(scene) and "lands at" not in said(scene)
    scene = typed(at, "9 12 5 14 7 16 4 10 13 6 11 8", "5", "Anke", "preview 3")
    assert "lands at" in said(scene)


def test_the_story_of_a_table_at_which_nothing_was_told_speaks_of_no_empty_palaces() -> None:
    at = setting_up()
    scene = typed(at, ", ".join(next(iter(LOTS.values()))), "story")
    assert "Nothing has been played yet" in said(scene) and "artworks are still" not in said(scene)
    scene = typed(setting_up_again(at), "", *(", ".join(lot) for lot in [*LOTS.values()][1:]), "story")
    assert "34 artworks are still" in said(scene)


def test_it_is_not_offered_to_take_as_it_stands_what_the_rules_refuse() -> None:
    """CAN-4.5: one artwork is missing; then it is told too."""
    at, lots = setting_up(), [*LOTS.values()]
    short_of = next(n for n, lot in enumerate(lots) if len(lot) > 1)
    told_so = [", ".join(lot[1:] if n == short_of else lot) for n, lot in enumerate(lots)]
    scene = typed(at, *told_so)
    assert "there must be" in said(scene) and "Enter takes it" not in said(scene)
    typed(at, str(short_of + 1), ", ".join(lots[short_of]))
    assert at.table.view(None)["phase"] == "lay-values"


# --- the gondola that rests -------------------------------------------------------------------------------------
def test_a_gondola_that_rests_is_neither_put_back_nor_drawn_elsewhere() -> None:
    """CAN-7.27: hands were told that it may stay, and then to bring it back."""
    at = evening_at(short("canaletto"))
    scene = typed(at, "3")
    assert any("may stay where it is" in note for note in scene.notes) and not scene.told  # nothing to be ticked off
    assert "high bid 3" in said(scene) and "gondola at" not in said(scene)  # it stands anywhere
    rules: Any = at.table.rules
    lying = {one.thing.part: one.where.at for one in tabletop(rules, at.table.view(None)).lying}
    assert lying["gondola"] == lying["column"] == "foscari" != at.table.view(None)["gondola"]
    drawn = {one.component: (one.x, one.y) for one in laid_table(at.table.kit, at.table.view(None), COLOURS)}
    typed(at, "u", "")
    assert not at.orders
    again = {one.component: (one.x, one.y) for one in laid_table(at.table.kit, at.table.view(None), COLOURS)}
    assert drawn["gondola"] == again["gondola"]


def test_the_check_leaves_out_the_gondola_while_its_place_does_not_matter() -> None:
    """CAN-7.27"""
    at = evening_at(short("canaletto"))
    shown = said(typed(at, "3", "check"))
    assert "column: 11 Ca' Foscari" in shown and "gondola" not in shown
    assert "→ really" not in said(typed(at, "check", "gondola 5"))


def test_the_check_asks_for_the_gondola_while_its_place_matters() -> None:
    assert "gondola: " in said(typed(bidding(), "check"))


@pytest.mark.parametrize(("lang", "line"), [("en", "3: mirror, lamp"), ("de", "3: Spiegel, Lampe")])
def test_a_number_before_what_lies_in_a_palace_is_its_place_or_asked_back(lang: str, line: str) -> None:
    """Nobody is told that one palace holds two mirrors if he has read its number off the board."""
    at = evening_at(opened("canaletto", seed=None), lang)
    page = "\n".join(said(typed(at, "1 mirror lamp")).split("\n")[:16])
    assert f"1 Ca' Vendramin Calergi: {at.speech.name(['mirror', 'lamp'])}" in page
    typed(at)
    unnumbered = line.replace(":", "", 1)
    scene = typed(at, unnumbered)
    assert line in said(scene) and "3 Ca' da Mosto: –" in said(scene)
    assert f"3 Ca' da Mosto: {at.speech.name(['mirror', 'lamp'])}" in said(typed(at, line))


# --- what is played is what was typed ---------------------------------------------------------------------------
@pytest.mark.parametrize("line", ["n", "pasen"])
def test_a_number_is_a_bid_though_something_is_asked_back(line: str) -> None:
    at = evening_at(opened("canaletto"))
    typed(at, line, "1")
    assert {key: at.table.steps[-1].move[key] for key in ("do", "amount")} == {"do": "bid", "amount": 1}


def test_a_line_does_not_go_on_into_the_next_round() -> None:
    at = evening_at(opened("canaletto"))
    scene = typed(at, "5; p; p; p")
    assert at.table.view(None)["round"] == 2 and not at.table.view(None)["passed"]
    assert any("Not done any more: p" in note for note in scene.notes)


# --- what was told wrong ----------------------------------------------------------------------------------------
LINES = [", ".join(lot) for lot in LOTS.values()]
RAIL = "9 12 5 14 7 16 4 10 13 6 11 8"


def exchanged(one: int, two: int) -> list[str]:
    """Lines of all palaces, two of them the wrong way round."""
    lines = [*LINES]
    lines[one - 1], lines[two - 1] = lines[two - 1], lines[one - 1]
    return lines


@pytest.mark.parametrize("again", [["3", LINES[2]], [f"3: {LINES[2]}"]])
def test_two_palaces_told_the_wrong_way_round_are_exchanged(again: list[str]) -> None:
    at = setting_up()
    asked = said(typed(at, *exchanged(3, 13)[:-1], *again))
    assert "Exchange 3 Ca' da Mosto with 13 Palazzo Pisani Moretta?" in asked
    assert asked.endswith("lies then: mirror, fan, goblet.")
    typed(at, *again, "", LINES[-1])
    assert at.table.view(None)["palaces"] == LOTS


def test_one_artwork_told_in_the_wrong_palace_is_exchanged_with_the_one_that_is_named() -> None:
    at = setting_up()
    wrong = [*LINES]
    wrong[0], wrong[4] = "fan, lamp", "mirror, ring"
    asked = said(typed(at, *wrong, "3", "u", "", "1: fan, ring"))
    assert "Exchange with which one?" in asked and "5 Palazzo Grimani" in asked and "10 Ca' Rezzonico" in asked
    typed(at, "1: fan, ring", "5")
    assert at.table.view(None)["palaces"] == LOTS


def test_a_palace_that_was_told_wrong_is_emptied_and_asked_again() -> None:
    at = setting_up()
    wrong = [*LINES[:5], "lamp", *LINES[6:-1], LINES[-1]]
    asked = said(typed(at, *wrong))  # no lamp is left for the last one
    assert "Which of these was told wrong? 5 Palazzo Grimani di San Luca, 6 Palazzo Corner" in asked
    scene = typed(at, "6", "–")
    assert "What lies in 6 " in said(scene) and len(told(at)) == 14
    typed(at, LINES[5], LINES[-1])
    assert at.table.view(None)["palaces"] == LOTS


def test_what_was_told_still_lies_there_after_an_undo() -> None:
    at = setting_up("de")
    assert not typed(at, *exchanged(3, 13)).told
    scene = typed(at, "u", "")
    assert not scene.told and "Alles ist genannt." in said(scene)
    assert [*scene.notes] == ["Zurückgenommen: der Tisch: auslegen.", "Auf dem Tisch bewegt sich nichts."]
    again = setting_up_again(at)
    typed(again, f"3: {LINES[2]}", "")
    assert again.table.view(None)["palaces"] == LOTS
    typed(again, RAIL, "5", "Anke", "7")
    scene = typed(again, "u 5", "")
    assert list(scene.told) == ["Gondel: 12 Palazzo Balbi → 5 Palazzo Grimani di San Luca"]


@pytest.mark.parametrize(
    ("line", "lot"),
    [
        ("1 Büste und 1 Uhr", ["bust", "clock"]),
        ("mirror and lamp", ["mirror", "lamp"]),
        ("Uhr & Ring", ["clock", "ring"]),
        ("Leuchter, Kette", ["candlestick", "pearls"]),
    ],
)
def test_artworks_as_people_read_them_out(line: str, lot: list[str]) -> None:
    at = setting_up("de")
    typed(at, line)
    assert told(at) == [lot]


def test_two_of_a_kind_are_refused_by_their_rule() -> None:
    assert "Sorte Büste mehr als einmal" in said(typed(setting_up("de"), "Büste, Büste"))


def test_a_clock_is_a_clock_though_something_else_was_looked_at() -> None:
    at = setting_up("de")
    typed(at, "regeln gondel", "Uhr")
    assert told(at) == [["clock"]]


def test_a_preview_names_what_is_completed_only_where_something_is() -> None:
    at = bidding("de")
    assert "vollendet" not in said(typed(at, "vorschau 5"))


# --- the round --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("lang", "line"), [("en", "round 3"), ("de", "runde 3")])
def test_a_correction_may_name_the_round(lang: str, line: str) -> None:
    at = bidding(lang)
    typed(at, "check", line, "c", "two rounds were played without the referee")
    assert at.table.view(None)["round"] == 3


# --- elsewhere --------------------------------------------------------------------------------------------------
def test_a_move_made_elsewhere_just_before_somebody_is_asked_is_told_to_the_hands() -> None:
    at = bidding()
    other = Table(at.table.path)
    by = other.awaited()[0]["by"]
    at.face.table = lambda _: other.do({"by": by, "do": "bid", "amount": 5})  # type: ignore[method-assign, assignment]
    assert any("Gondola 5 palaces on" in line for line in typed(at).told)


def test_all_palaces_may_be_told_in_the_documented_line() -> None:
    """Also where they are asked for one by one."""
    table = opened("canaletto", seed=None)
    line = " ".join(f"{palace}={','.join(lot)}" for palace, lot in lots(table).items())
    typed(evening_at(table), line)
    assert table.steps[-1].move["do"] == "distribute"


def test_every_palace_that_a_word_may_mean_is_listed_or_counted() -> None:
    at = setting_up("de")
    at.table.do({"by": "table", "do": "distribute", "palaces": LOTS})
    shown = said(typed(at, "9 12 5 14 7 16 4 10 13 6 11 8", "ca"))
    assert len(at.meant.moves) == 9 and "… und noch 1: " in shown


def test_an_undo_without_anything_for_the_hands_asks_nothing_of_them_when_it_is_done_again() -> None:
    at = setting_up()
    at.table.do({"by": "table", "do": "distribute", "palaces": LOTS})
    typed(at, "9 12 5 14 7 16 4 10 13 6 11 8", "5", "Anke", "u", "")
    assert "Done again." in said(typed(at, "r"))


def test_a_clock_at_the_sale_is_no_timer() -> None:
    """In German both are called Uhr."""
    chance, table = random.Random(7), opened("canaletto")
    while table.awaited()[0]["for"] != "sell-order":
        table.do(dict(sensible(list(table.rules.legal(table.state, str(table.awaited()[0]["by"]))), chance)))
    at = evening_at(table, "de")
    assert "clock" in table.rules.legal(table.state, str(table.awaited()[0]["by"]))[0]["groups"]
    shown = said(typed(at, "Uhr"))
    assert "CAN-7.22" in shown and "Keine Uhr" not in shown
    assert "30 Sekunden" in said(typed(at, "Uhr 30")) and at.timer.seconds == 30


@pytest.mark.parametrize(("lang", "word"), [("en", "check"), ("de", "prüfen")])
def test_a_check_while_the_palaces_are_told_is_the_list_of_what_was_told(lang: str, word: str) -> None:
    at = setting_up(lang)
    for lines in (["fan, ring", word], ["q", word]):  # while it is told, and where that pauses
        scene = typed(at, *lines)
        assert SECOND in said(scene) and {"en": "This list is the check", "de": "Diese Liste ist"}[lang] in said(scene)
    typed(at, "1", "mirror clock")
    assert told(at) == [["mirror", "clock"]]


def test_a_pass_said_twice_is_none() -> None:
    evening = evening_at(opened("canaletto"))
    typed(evening, "p p")
    assert not any(step.move.get("do") == "pass" for step in evening.table.steps)


def test_the_order_of_sale_is_called_by_its_word() -> None:
    evening = evening_at(opened("canaletto"), "de")
    assert "verkaufsfolge" in evening.ear.verbs["sell-order"]


def test_completion_at_the_set_up_has_the_words_of_the_table() -> None:
    at = setting_up("de")
    typed(at, "1")
    assert at.places is not None
    assert at.places._completed("s") == ["Spiegel"] and at.places._completed("lampe, fä") == ["Fächer"]
    assert not at.places._completed("mirr") and not at.places._completed("vend")
    table = at.table
    while table.awaited()[0]["for"] != "place-gondola":
        table.do(next(iter(table.rules.legal(table.state, "table"))))
    assert "place-gondola" not in at._completer("table")("pl") and "gondel" in at._completer("table")("go")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("D 9", "Did you mean “bid 9”?"),  # of ducats, or Dario's bid?
        ("d9", "“d9” does not fit what is asked now"),
        ("C 9", "it is for Anke to decide. To change what Claudia told: u 2"),
        ("cl 9", "it is for Anke to decide. To change what Claudia told: u 2"),
        ("dario bribe", "it is for Anke to decide. To change what Dario told: u 1"),
        ("An 9", "Did you mean “Anke 9”?"),
        ("ank: 9", "Did you mean “Anke 9”?"),
    ],
)
def test_no_bid_is_made_for_whoever_was_not_named(line: str, told: str) -> None:
    """A bid out of turn was the bid of whoever was asked."""
    at = evening_at(opened("canaletto", ("Anke", "Bernd", "Claudia", "Dario"), seed="3"))
    while at.table.awaited()[0]["by"] != "Anke":
        typed(at, "p")
    before = len(at.table.steps)
    assert told in said(typed(at, line)) and len(at.table.steps) == before


def test_b_is_a_bid_whoever_is_at_the_table() -> None:
    at = bidding()
    assert made(at, "b 9") == {"do": "bid", "amount": 9}


def test_a_game_that_goes_on_after_its_end_is_not_over() -> None:
    """Once every later undo was asked as if it were."""
    at = evening_at(short("canaletto"))
    at.table.do({"by": at.table.awaited()[0]["by"], "do": "pass"})
    while at.table.awaited():
        typed(at, "p", "y")
    typed(at, "u", "", "y")
    over = "The game is over: does the whole table agree"
    typed(at, "3")
    assert over not in said(typed(at, "u"))


@pytest.mark.parametrize("line", ["-", "–", "0", "none"])
def test_a_palace_told_wrong_is_emptied_by_any_dash(line: str) -> None:
    at = setting_up()
    typed(at, "mirror", "1", line)
    assert told(at) == []


def test_what_was_turned_over_is_told_to_lie_face_up_where_half_a_sale_is_taken_back() -> None:
    table, chance = opened("canaletto"), random.Random(7)
    while not table.view(None)["sold"]:
        table.do(dict(sensible(list(table.rules.legal(table.state, str(table.awaited()[0]["by"]))), chance)))
    at = evening_at(table)
    at.resume()
    lines = [n for n, line in enumerate(at.orders, start=1) if "value" in line]
    typed(at, f"o {lines[0]}", "u", "o")
    assert any("value tile" in line and "(face up)" in line for line in at.orders), at.orders


@pytest.mark.parametrize(("line", "told"), [("uhr", "30 Sekunden"), ("uhr 0", "Keine Uhr."), ("uhr 2>1", "2>1")])
def test_a_timer_is_ended_by_a_nought_alone(line: str, told: str) -> None:
    """A clock, named where bids are asked, ended the timer."""
    at = bidding("de")
    assert told in said(typed(at, "uhr 30", line)) and at.timer.seconds == (0 if line == "uhr 0" else 30)


def test_a_clock_named_with_what_is_not_sold_is_no_timer() -> None:
    at = bidding("de")
    typed(at, "uhr 30", "Uhr Löwe Bild", "uhr löwe")
    assert at.timer.seconds == 30


@pytest.mark.parametrize(("lang", "line"), [("de", "Ich biete 11"), ("en", "I bid 11"), ("de", "ich: 11")])
def test_who_says_i_is_whoever_is_asked(lang: str, line: str) -> None:
    """`ich biete` was nearly a command for the table, and Enter threw the bid away."""
    assert made(bidding(lang), line) == {"do": "bid", "amount": 11}


def test_no_command_is_suggested_that_would_drop_what_was_typed() -> None:
    at = bidding("de")
    typed(at, "tish 25")
    assert not at.near


@pytest.mark.parametrize(("lang", "line", "place"), [("de", "b", 1), ("de", "z", 0), ("en", "b", 0)])
def test_a_letter_goes_back_among_the_palaces_where_it_is_said_to(lang: str, line: str, place: int) -> None:
    """In German b went back without a word: it begins Bild and Büste."""
    at = setting_up(lang)
    typed(at, LINES[0], line)
    assert at.places is not None and at.places.at == place and told(at) == [LOTS["vendramin"]]


def test_a_question_about_somebody_who_is_not_asked_is_answered_as_his_move_would_be() -> None:
    """`? Bernd 20` was told to be an order of sale."""
    at = bidding()
    asked = at.table.awaited()[0]["by"]
    other = next(name for name in at.table.players if name != asked)
    assert f"it is for {asked} to decide" in said(typed(at, f"? {other} 20"))


def test_a_wrong_tens_marker_is_put_back_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """CAN-7.28: however low the amount is that both would show."""
    at = bidding()
    view = {**at.table.view(None), "money": dict.fromkeys(at.table.players, 90)}
    monkeypatch.setattr(at.table, "view", lambda _seat: view)
    scene = typed(at, "check", "Anke tens marker 6", "b")
    assert list(scene.told) == ["Tens marker of Anke: field 6 → field 9"]


@pytest.mark.parametrize("word", ["p", "pas"])
def test_the_pass_that_ends_the_game_is_asked_back(word: str) -> None:
    """CAN-8.4: everything left has been refused. A cut word was asked back without a word of that."""
    at = evening_at(opened("canaletto"))
    while at.table.awaited():
        before = len(at.table.steps)
        scene = typed(at, "p")
        if len(at.table.steps) == before:
            break
    assert "Everything left would have been refused then: the game ends." in said(scene)
    typed(at, "n")
    assert "Everything left would have been refused" in said(typed(at, word))
    typed(at, "n", word, "y")
    assert not at.table.awaited()
