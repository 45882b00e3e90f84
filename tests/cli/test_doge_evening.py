"""An evening of Doge: what people type who have the board and their own pieces before them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.cli.test_evening import Typed, evening_at, said, typed
from tests.conftest import ROOT
from venice_pnp.console.evening import Evening, Wishes
from venice_pnp.console.layout import Screenful
from venice_pnp.console.session import Asked, _evening
from venice_pnp.console.terminal import Leave
from venice_pnp.referee import home
from venice_pnp.referee.table import Table, new_table
from venice_pnp.speech.plain import read_file
from venice_pnp.speech.words import Speech

PLAYERS = ["Anke", "Bernd", "Claudia", "Daniel"]  # yellow, green, red, blue
ROW = ["castello", "san-marco", "quarantia", "cannaregio", "san-polo", "dorsoduro", "santa-croce"]
HOUSES = {"castello": {"houses": {"Anke": 1}}, "dorsoduro": {"houses": {"Anke": 2}}}


def evening(lang: str = "en", start: Mapping[str, Any] | None = None, **options: Any) -> Evening:
    return evening_at(
        new_table("doge", PLAYERS, path=home.table_path(home.free_name("doge")), start=start, options=options), lang
    )


def houses(lang: str = "en") -> Evening:
    """Bernd is asked for one or two houses in San Marco, and with them for a palazzo."""
    return evening(lang, read_file(ROOT / "tests/snapshots/doge-midgame.yaml")[0])


def palazzo(lang: str = "en") -> Evening:
    at = houses(lang)
    typed(at, "2")
    return at


def advisor(lang: str = "en") -> Evening:
    """Anke is asked where the advisor of Castello goes."""
    castello = {**HOUSES["castello"], "tokens": {"Anke": [3], "Bernd": [1]}}
    return evening(lang, {"phase": "voting", "order": {"now": ROW}, "fields": {**HOUSES, "castello": castello}})


def moving(lang: str = "en") -> Evening:
    """Anke is asked which house she moves: a tie in the Quarantia."""
    row = ["quarantia", *(field for field in ROW if field != "quarantia")]
    fields = {**HOUSES, "quarantia": {"tokens": {"Anke": [3], "Bernd": [3]}}}
    return evening(lang, {"phase": "voting", "order": {"now": row}, "fields": fields})


def laying(lang: str = "en") -> Evening:
    return evening(lang, {"phase": "placing", "turn": 1, "order": {"now": ROW}}, secrets="laid")


def showing(lang: str = "en") -> Evening:
    """Everybody has laid three tokens in Castello, which votes."""
    at = laying(lang)
    lines = [f"{name} {field} {n}" for field, n in (("cs", 3), ("dd", 1), ("sp", 1)) for name in PLAYERS]
    typed(at, *lines)
    assert at.table.awaited()[0]["for"] == "show"
    return at


WHERE = {
    "houses": houses,
    "palazzo": palazzo,
    "advisor": advisor,
    "moving": moving,
    "laying": laying,
    "showing": showing,
}


def made(at: Evening, *lines: str) -> dict[str, Any]:
    """The last move that came of these lines; nothing, if there was none."""
    before = len(at.table.steps)
    typed(at, *lines)
    move = at.table.steps[-1].move if len(at.table.steps) > before else None
    return {key: value for key, value in (move or {}).items() if key != "by"}


# --- no move that was not typed ---------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("line", ["n", "no", "nein", "p", "-", "none"])
@pytest.mark.parametrize(("where", "verb"), [("houses", "pass"), ("moving", "pass"), ("advisor", "waive")])
def test_a_no_ends_nothing_unasked(where: str, verb: str, line: str, lang: str) -> None:
    """`n` at “how many houses?” passed for good; `p` stood the advisor in San Polo."""
    at = WHERE[where](lang)
    scene, asked_back = typed(at, line), not (where == "advisor" and line == "p")
    assert len(at.table.steps) == 1
    word = at.script.word(verb)
    assert any(f"{mark}{word}" in said(scene) for mark in "“„") is asked_back
    if asked_back:
        assert not made(at, "n") and made(at, line, "") == {"do": verb}


def test_no_house_at_all_is_asked_back() -> None:
    at = houses("de")
    assert "also gepasst" in said(typed(at, "0"))
    assert made(at, "n", "0", "j") == {"do": "houses", "count": 0}


@pytest.mark.parametrize(
    ("line", "verb"),
    [
        *((line, "pass") for line in ("n", "nein", "no palazzo", "pass")),
        *((line, "build") for line in ("y", "ja", "palazzo", "Palazzo bauen", "build palazzo")),
    ],
)
def test_a_palazzo_is_a_question_of_yes_or_no(line: str, verb: str) -> None:
    assert made(palazzo(), line) == {"do": verb}


@pytest.mark.parametrize("line", ["0", "3"])
def test_a_number_is_no_palazzo(line: str) -> None:
    """A 0 was answered by “Did you mean build?”, and Enter built."""
    at = palazzo()
    assert "Did you mean" not in said(typed(at, line))
    assert not made(at, line, "")


def test_who_passes_where_it_cannot_be_is_not_told_to_move_first() -> None:
    assert "Both in one line" not in said(typed(advisor(), "pass"))


# --- as people say it -------------------------------------------------------------------------------------------
CASTELLO = {"do": "move-house", "from": "dorsoduro", "to": "castello"}
LAID = {"do": "lay", "field": "castello", "number": 2}


@pytest.mark.parametrize(
    ("where", "line", "move"),
    [
        *(("houses", line, {"do": "houses", "count": 2}) for line in ("2 Häuser", "2 houses", "green 2", "grün: 2")),
        *(("moving", line, CASTELLO) for line in ("dd>cs", "DD -> CS", "dd → cs", "yellow dd>cs")),
        *(("laying", line, LAID) for line in ("cs 2 Marken", "2 tokens cs", "2 cs", "red: cs 2", "blau cs2")),
        ("advisor", "San Marco nehmen", {"do": "take", "to": "san-marco"}),
        ("advisor", "waive dd>cs", {**CASTELLO, "do": "waive"}),
        ("showing", "022", {"do": "show", "tokens": [0, 2, 2]}),
        ("showing", "0 2 1 tokens", {"do": "show", "tokens": [0, 2, 1]}),
    ],
)
def test_plain_words_are_understood(where: str, line: str, move: dict[str, Any]) -> None:
    assert made(WHERE[where](), line) == move


def test_a_colour_says_whose_move_it_is() -> None:
    at = laying()
    typed(at, "red: cs 3")
    assert at.table.view(None)["pending"]["Claudia"] == {"field": "castello", "tokens": 3}
    assert "Daniel is not asked now" in said(typed(houses(), "blue 2"))


def test_a_house_that_moves_instead_of_the_advisor_is_asked_back() -> None:
    at = advisor()
    assert "Did you mean “waive Dorsoduro Castello”?" in said(typed(at, "dd>cs"))
    assert made(at, "") == {**CASTELLO, "do": "waive"}


@pytest.mark.parametrize(
    ("where", "lang", "line", "told"),
    [
        ("houses", "en", "8 p", "A number is asked for now, and “p” is none."),
        ("houses", "de", "022", "Jetzt ist eine Zahl gefragt, und „022“ ist keine."),
        ("houses", "de", "22,5", "Jetzt ist eine einzige Zahl gefragt, und „22,5“ sind mehrere."),
        ("houses", "en", "2l", "A number is asked for now, and “2l” is none."),
        ("houses", "en", "8", "8 houses are too many"),
        ("showing", "en", "22,5", "There is no token 5"),
        ("showing", "de", "2l", "Jetzt ist eine Zahl gefragt, und „2l“ ist keine."),
        ("showing", "en", "8 p", "A number is asked for now, and “p” is none."),
        ("laying", "en", "cs", "Something is missing: number of tokens."),
        ("laying", "de", "022", "So wird es getippt: cs 2"),
        ("advisor", "de", "p", "„p“ passt nicht zu dem, was jetzt gefragt ist."),
    ],
)
def test_what_is_wrong_is_named(where: str, lang: str, line: str, told: str) -> None:
    at = WHERE[where](lang)
    before = len(at.table.steps)
    scene = typed(at, line)
    assert len(at.table.steps) == before
    assert told in said(scene) and not any("DOGE-6.3" in note for note in scene.notes), scene.notes


# --- the board put right ----------------------------------------------------------------------------------------
def page(at: Evening, *lines: str) -> str:
    return said(typed(at, "check", *lines))


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            [
                "· values of tokens Anke 2 3, Bernd 2 3, Daniel 1",
                "· hidden tokens Anke 1, Claudia 3",
                "Anke: tokens left 4",
            ],
        ),
        (
            "de",
            [
                "· Werte der Marken Anke 2 3, Bernd 2 3, Daniel 1",
                "· verdeckte Marken Anke 1, Claudia 3",
                "Anke: Marken übrig",
            ],
        ),
    ],
)
def test_the_check_tells_of_tokens_what_everybody_sees(lang: str, words: list[str]) -> None:
    """DOGE-1.6, DOGE-1.7: how many, and their values only where they lie open; a 3 is never both."""
    shown = page(houses(lang))
    assert all(word in shown for word in words), shown
    assert "chosen" not in page(evening(lang, {"phase": "placing", "turn": 1, "order": {"now": ROW}}))


def test_a_token_elsewhere_is_put_back() -> None:
    at = houses()
    typed(at, "check", "dd tokens anke 0", "sp tokens anke 1", "b")
    assert at.orders == ["1 vote token of Anke: San Polo → Dorsoduro"]
    typed(at, "", "check", "sm tokens anke 2", "b")
    assert at.orders == ["Vote token 3 of Anke: supply → San Marco"]


def test_one_token_is_twelve_keys_and_never_corrected_where_the_referee_knows_its_value() -> None:
    at = houses("de")
    scene = typed(at, "check", "cn ma d 1", "k")
    assert any("nicht nach ihrer Anzahl" in note for note in scene.notes) and len(at.table.steps) == 1
    typed(at, "check", *(keys := ["cn ma d 1", "z"]))
    assert at.orders == ["1 Stimm-Marke von Daniel: Vorrat → Cannaregio, verdeckt"]
    assert sum(len(line) + 1 for line in keys) <= 12


@pytest.mark.parametrize(("lang", "line"), [("en", "dd hidden tokens anke 2"), ("de", "dd verdeckte Marken anke 2")])
def test_what_the_page_calls_hidden_tokens_is_named_so(lang: str, line: str) -> None:
    at = houses(lang)
    typed(at, "check", line, "b" if lang == "en" else "z")
    assert len(at.orders) == 1 and any(word in at.orders[0] for word in ("1 vote token", "1 Stimm-Marke")), at.orders


def test_open_tokens_are_named_by_their_values_alone() -> None:
    """`sm anke 1 2`, as the page has them, was refused: one number too many for houses."""
    shown = page(houses(), "sm anke 1 2")
    assert "tokens Anke 2 3, Bernd 2 3, Daniel 1 → really: Anke 1 2, Bernd 2 3, Daniel 1" in shown


@pytest.mark.parametrize(("wrong", "right"), [("cn anke 3", "cn anke 0"), ("cs anke 1", "cs anke 3")])
def test_what_was_said_wrong_in_a_check_is_taken_back_by_saying_it_right(wrong: str, right: str) -> None:
    """`cn anke 0` put a ring under the advisor of Cannaregio, and the houses stayed."""
    at = houses()
    assert "✗" in page(at, wrong)
    shown = page(at, wrong, right)
    assert "✗" not in shown and "Which do you mean" not in shown and "What is meant" not in shown


def test_no_ring_lies_at_a_waiting_place_because_of_a_0() -> None:
    at = houses()
    assert "✗ Advisor I: Bernd San Marco → really: waiting place" in page(at, "advisor I bernd 0")
    assert "✗" not in page(at, "advisor I claudia 0")


def test_a_token_laid_in_this_turn_can_be_put_right() -> None:
    at = laying()
    assert "Anke: tokens left 5 · card shown Castello · tokens laid 2" in page(at, "q", "cs 2", "check")
    typed(at, "check", "anke laid 1", "b")
    assert "1 vote token of Anke: supply → Castello, face down" in at.orders


def test_where_tokens_lie_only_their_number_can_be_corrected() -> None:
    at = showing()
    typed(at, "check", "cs tokens anke 2", "dd tokens anke 2", "c", "the cat")
    assert at.table.view(None)["fields"]["dorsoduro"]["tokens"]["Anke"] == 2


def test_a_number_without_the_word_for_tokens_means_houses() -> None:
    at = houses()
    typed(at, "check", "dd anke 1", "b")
    assert at.orders == ["1 house of Anke: Dorsoduro → supply"]


@pytest.mark.parametrize(("lang", "there"), [("en", "vote in the Quarantia"), ("de", "Abstimmung in der Quarantia")])
def test_the_quarantia_has_its_article(lang: str, there: str) -> None:
    at = moving(lang)
    assert there.casefold() in said(typed(at, "passen; Bernd passen")).casefold()
    assert at.speech.say("DOGE-5.14.shown", {"field": "quarantia"}).startswith("Quarantia ")


def test_help_names_moves_in_the_language_of_the_table() -> None:
    for where, word in (("houses", "pass"), ("palazzo", "build"), ("advisor", "waive")):
        shown = said(typed(WHERE[where]("de"), "?"))
        assert f"(tippe {word})" not in shown and "(tippe " in shown


# --- what is played is what was typed ---------------------------------------------------------------------------
def test_a_name_that_was_typed_is_never_made_another() -> None:
    at = laying()
    typed(at, "Anke sm 1")
    shown = typed(at, "Anke sm 1", "")
    assert "Did you mean" not in said(shown) and len(at.table.steps) == 2  # Enter only ticks off
    shown = typed(showing(), "9")
    assert "Did you mean" not in said(shown)


def test_what_somebody_turns_up_is_no_card_that_the_table_uncovers() -> None:
    """`1; Bernd 2; 3`: the three was meant for a player."""
    at = evening(start={"phase": "voting", "order": {"now": ROW}, "fields": HOUSES})
    assert at.table.awaited()[0]["by"] == "table"
    typed(at, "? pass; 3", "check; q")
    assert len(at.table.steps) == 1
    before = advisor()
    moved = made(before, "cs; 2; n; 1")
    assert moved.get("do") != "reveal"


def test_no_menu_has_numbers_where_a_number_is_a_move() -> None:
    at = advisor()
    shown = typed(at, "2")
    assert len(at.table.steps) == 1 and "[2]" not in said(shown)


def test_the_advisor_may_be_named_as_it_is_printed() -> None:
    assert made(advisor(), "Advisor of Castello sm") == {"do": "take", "to": "san-marco"}
    row = ["quarantia", *(field for field in ROW if field != "quarantia")]
    fields = {**HOUSES, "quarantia": {"tokens": {"Anke": [3], "Bernd": [2]}}}
    for line in ("I cs", "Advisor I cs", "Berater I castello"):
        at = evening(start={"phase": "voting", "order": {"now": row}, "fields": fields})
        assert made(at, line) == {"do": "take", "to": "castello"}


def test_the_ring_stays_where_only_the_place_is_named() -> None:
    at = houses()
    typed(at, "check", "advisor of castello dorsoduro", "b")
    assert not any("ring" in order for order in at.orders) and at.orders


def test_what_a_check_leaves_out_is_named() -> None:
    at = houses()
    assert "cn anke 1" in said(typed(at, "check", "cn bernd 1; foo 3; cn anke 1"))


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "“1” is one number too many: 3 stands"), ("de", "„1“ ist eine Zahl zu viel: 3 steht")]
)
@pytest.mark.parametrize("line", ["dd anke 3 1", "dd anke 3, 1", "dd anke 3 1 bernd"])
def test_a_check_drops_no_number(line: str, lang: str, told: str) -> None:
    """`dorsoduro anna 3 1` was taken as 1, and the 3 was gone without a word."""
    shown = page(houses(lang), line)
    assert told in shown and "✗" not in shown


def test_a_number_in_a_check_belongs_to_somebody() -> None:
    assert "“3”: whose?" in page(houses(), "dd 3")


@pytest.mark.parametrize(
    ("line", "really"),
    [
        ("anke turned up -3", "turned up 1, 3, 3 → really: 1, 3"),
        ("anke turned up -3 -3", "turned up 1, 3, 3 → really: 1"),
        ("anke turned up -3 +2", "turned up 1, 3, 3 → really: 1, 3, 2"),
        ("castello tokens anke -3", "really: Anke 1 3"),
        ("castello tokens anke +2 -1", "really: Anke 3 3 2"),
    ],
)
def test_less_of_equal_tokens_is_one_of_them(line: str, really: str) -> None:
    """`-3` took both threes away."""
    at = showing()
    typed(at, "Anke 331", "Bernd 110")
    assert really in page(at, line)


@pytest.mark.parametrize("line", ["anke turned up -2", "castello tokens anke -2", "dd anke -9", "dd anke --1"])
def test_what_is_not_there_is_not_taken_away(line: str) -> None:
    at = showing()
    typed(at, "Anke 331", "Bernd 110")
    assert "✗" not in page(at, line)


def test_one_house_more_or_less_is_said_by_its_sign() -> None:
    at = houses()
    typed(at, "check", "dd anke +1", "b")
    assert at.orders == ["1 house of Anke: Dorsoduro → supply"]


# --- where a slip is found ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("lang", "asked", "told"),
    [
        ("en", "1 token, which value of 1, 1, 2?", "Anke turns up 2, 3, 3 in Castello. (u {n} goes back there)"),
        (
            "de",
            "1 Marke, welcher Wert von 1, 1, 2?",
            "Anke deckt in Castello auf: 2, 3, 3. (u {n} geht dorthin zurück)",
        ),
    ],
)
def test_a_token_told_wrong_is_looked_for_where_its_seat_has_turned_up_others(lang: str, asked: str, told: str) -> None:
    at = showing(lang)
    typed(at, "2 3 3", "Bernd 0 1 1", "Claudia 0 1 2", "Daniel 1 1 2")
    table, since = at.table, len(at.table.steps)
    while table.awaited()[0].get("field") != "dorsoduro":  # San Polo votes before it: a 0 is no 3
        seat = str(table.awaited()[0]["by"])
        legal = list(table.rules.legal(table.state, seat))
        table.do(next((move for move in legal if move.get("tokens") == [0]), legal[0]))
    assert asked in said(typed(at))
    back = len(table.steps) - since + 4
    heard = said(typed(at, "3"))
    assert told.format(n=back) in heard and heard.count("(u ") == 1
    typed(at, f"u {back}", "")
    assert table.awaited()[0]["by"] == "Anke" and len(table.awaited()) == 4


@pytest.mark.parametrize("line", ["house", "houses", "haus"])
def test_without_a_number_it_is_asked_how_many(line: str) -> None:
    at = houses()
    assert "houses 1" in said(typed(at, line)) and "houses 2" in said(typed(at))
    assert made(at, line, "1") == {"do": "houses", "count": 1}


@pytest.mark.parametrize("line", ["waive sm", "verzichten sm"])
def test_half_of_a_house_move_is_answered_by_a_whole_one(line: str) -> None:
    at = advisor()
    hint = said(typed(at, line)).partition("It is typed like this: ")[2].partition("\n")[0]
    assert hint == "waive Castello San Marco"
    assert made(at, hint, "") == {"do": "waive", "from": "castello", "to": "san-marco"}


def test_a_round_that_cannot_be_is_refused_by_its_rule() -> None:
    at = houses()
    assert "DOGE-10.17" in said(typed(at, "check", "round 3", "c")) and at.table.view(None)["round"] == 4


@pytest.mark.parametrize(("lang", "line"), [("en", "Anke turned up 2, 2, 3"), ("de", "anke aufgedeckt 2 2 3")])
def test_what_was_turned_up_can_be_corrected_while_its_vote_stands(lang: str, line: str) -> None:
    at = showing(lang)
    typed(at, "2 3 3", "Bernd 0 1 1", "Claudia 0 1 2", "Daniel 1 1 2", "check", line, "c", "a 2 was taken for a 3")
    assert at.table.view(None)["shown"]["Anke"] == [2, 2, 3]


def test_before_the_count_what_was_turned_up_and_what_lies_there_are_the_same() -> None:
    """Else the vote would count what lies there, and the page would show the other."""
    at = showing()
    typed(at, "2 3 3", "Bernd 0 1 1")
    assert "DOGE-6.20" in said(typed(at, "check", "Anke turned up 2 2 3", "c"))
    assert at.table.view(None)["shown"]["Anke"] == [2, 3, 3]
    typed(at, "check", "Anke turned up 2 2 3", "castello tokens Anke 2 2 3", "c", "a slip")
    assert (
        at.table.view(None)["shown"]["Anke"] == at.table.view(None)["fields"]["castello"]["tokens"]["Anke"] == [2, 2, 3]
    )


def test_what_the_page_says_itself_is_never_cut_at_a_comma() -> None:
    at = showing()
    typed(at, "2 3 3", "Bernd 0 1 1", "Claudia 0 1 2", "Daniel 1 1 2")
    assert "→ really" not in said(typed(at, "check", "Anke turned up 2, 3, 3"))


def test_nobody_picks_what_is_not_on_the_screen() -> None:
    """The list of what may be done is covered while it is asked what was meant."""
    at = advisor()
    typed(at)
    covered = set(at.menu.labels)
    scene, before = typed(at, "s"), len(at.table.steps)
    hidden = sorted(covered - set(at.meant.labels))
    assert "Which do you mean" in said(scene) and hidden
    typed(at, "s", hidden[-1])
    assert len(at.table.steps) == before


def test_what_is_printed_on_an_advisor_is_no_label() -> None:
    at = advisor()
    typed(at)
    assert at.menu.labels and "i" not in at.menu.labels


def test_tokens_turned_up_are_corrected_as_they_are_read_and_whose_they_are_is_asked() -> None:
    at = showing()
    typed(at, "Anke 331", "Bernd 110")
    scene = typed(at, "check", "anke turned up 3 2 1")
    assert "✗ Anke: turned up 1, 3, 3 → really: 3, 2, 1" in said(scene)
    assert "✗ Anke: turned up 1, 3, 3 → really: 3, 2, 1" in said(typed(at, "check", "Anke: turned up 321"))
    scene = typed(at, "check", "turned up 321")
    assert "a) Anke: turned up" in said(scene) and "b) Bernd: turned up" in said(scene)


def test_a_token_corrected_after_the_count_is_said_to_change_no_vote() -> None:
    at = showing()
    typed(at, "Anke 331", "Bernd 110")
    scene = typed(at, "check", "anke turned up 321", "c", "n", "q")
    assert "counted" not in said(scene)
    typed(at, "Claudia 110", "Daniel 110")
    assert "stays so: this corrects only which tokens" in said(typed(at, "check", "anke turned up 321", "c"))
    shown = said(typed(at, "check", "castello tokens anke 3 2 1", "c"))
    assert "To count anew: q, then take it back with u" in shown and "Such a table cannot be" not in shown


def test_a_line_names_nobody_for_a_move_that_has_its_name() -> None:
    """It said: if Daniel means it: Daniel anke cn 1."""
    at = laying()
    typed(at, "Anke cs 3", "Bernd sm 2")
    told = said(typed(at, "cs 2; anke cn 1; daniel qu 1"))
    assert (
        "means it" not in told and "To change what Anke told: u 3" in told and "Not done any more: daniel qu 1" in told
    )


@pytest.mark.parametrize("lang", ["en", "de"])
def test_of_a_line_with_a_verb_the_other_word_is_the_strange_one(lang: str) -> None:
    """“nehmen” was nothing of this game, and “ansehen” was offered for it."""
    shown = said(typed(advisor(lang), "nehmen xx"))
    assert ("“xx”" in shown or "„xx“" in shown) and "ansehen" not in shown


def test_the_word_of_the_question_uncovers_a_card() -> None:
    start = {"phase": "voting", "order": {"now": ROW, "voted": 1}}
    assert made(evening(start=start), "uncover cs") == {"do": "reveal", "field": "castello"}


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ["has shown Castello, with 2 tokens face down.", "has shown San Marco, with 1 token face down."]),
        ("de", ["hat Castello gezeigt, mit 2 verdeckten Marken.", "hat San Marco gezeigt, mit 1 verdeckten Marke."]),
    ],
)
def test_what_was_laid_is_said_in_a_sentence(lang: str, told: list[str]) -> None:
    shown = said(typed(laying(lang), "cs 2", "Bernd sm 1"))
    assert all(words in shown for words in told), shown


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ["has 3 from the token 3.", "has 1 from the token 1."]),
        ("de", ["hat 3 aus der Marke 3.", "hat 1 aus der Marke 1."]),
    ],
)
def test_one_token_is_not_told_as_several(lang: str, told: list[str]) -> None:
    castello = {**HOUSES["castello"], "tokens": {"Anke": [3], "Bernd": [1]}}
    start = {"phase": "voting", "order": {"now": ["dorsoduro", "castello", *ROW[1:5], "santa-croce"], "voted": 0}}
    at = evening(lang, {**start, "fields": {**HOUSES, "castello": castello}})
    shown = said(typed(at, "qu", "why" if lang == "en" else "warum"))
    assert all(words in shown for words in told), shown


def test_who_has_answered_is_told_how_to_change_it() -> None:
    at = laying()
    typed(at, "Anke cs 3", "Bernd sm 2")
    assert "To change what Anke told: u 2" in said(typed(at, "Anke cs 2"))
    assert "To change what Bernd told: u 1" in said(typed(at, "Bernd sm 1"))
    at = advisor()
    assert "To change" not in said(typed(at, "Bernd sm"))


def test_the_set_up_that_is_looked_at_later_is_that_of_the_beginning() -> None:
    """The brown row is the one of the first round."""
    table = new_table("doge", PLAYERS, path=home.table_path("brown"), seed="7")
    steps = evening_at(table).script.setup(table)
    assert any("brown" in text for _, text in steps)
    typed(evening_at(table), "check", "open row cn cs dd sm sp sc qu", "c", "the cat")
    assert table.view(None)["order"]["now"][:2] == ["cannaregio", "castello"]
    assert evening_at(table).script.setup(table) == steps


def test_no_label_is_the_code_of_a_field_that_cannot_be_chosen_now() -> None:
    row = ["dorsoduro", *(field for field in ROW if field != "dorsoduro")]
    voting = {**HOUSES, "dorsoduro": {"tokens": {"Anke": [3], "Bernd": [1]}}}
    at = evening(start={"phase": "voting", "order": {"now": row}, "fields": voting})
    scene = typed(at, "dd")
    assert at.menu.labels and not any(label.startswith("d") for label in at.menu.labels)
    assert "DOGE-7.10" in said(scene) and len(at.table.steps) == 1


@pytest.mark.parametrize("lang", ["en", "de"])
def test_no_label_begins_the_name_of_a_field_that_cannot_be_chosen_now(lang: str) -> None:
    """`d`, meant for Dorsoduro, which votes, stood its advisor in Cannaregio; nobody here is called Daniel."""
    row = ["dorsoduro", *(field for field in ROW if field != "dorsoduro")]
    voting = {"dorsoduro": {"tokens": {"Anna": [3], "Bruno": [1]}}}
    start = {"phase": "voting", "order": {"now": row}, "fields": voting}
    table = new_table("doge", ["Anna", "Bruno", "Carla"], path=home.table_path("d"), start=start)
    at = evening_at(table, lang)
    assert not made(at, "d") and at.menu.labels and "d" not in at.menu.labels


def test_of_more_readings_than_labels_it_is_said_how_many_there_are() -> None:
    """Twelve rows begin like this."""
    at = evening_at(new_table("doge", PLAYERS, path=home.table_path("twelve")))
    shown = said(typed(at, "ca ca do sa sa sa qu"))
    assert "Which do you mean?" in shown and "… and 3 more: with more of each word" in shown
    assert len(at.meant.moves) + at.meant.more == 12
    assert "more:" not in said(typed(at, "cn cs dd sa sa sc qu"))


def test_a_name_cut_short_before_a_move_is_asked_back() -> None:
    at = laying()
    scene = typed(at, "cl qu 2")
    assert "Did you mean “Claudia qu 2”?" in said(scene) and len(at.table.steps) == 1
    assert made(at, "cl qu 2", "") == {"do": "lay", "field": "quarantia", "number": 2}
    assert at.table.steps[-1].move["by"] == "Claudia"


@pytest.mark.parametrize("line", ["claudai qu 2", "Cluadia: qu 2"])
def test_a_misspelled_name_before_a_move_is_asked_back(line: str) -> None:
    at = laying()
    assert "Did you mean “Claudia qu 2”?" in said(typed(at, line)) and len(at.table.steps) == 1


@pytest.mark.parametrize("line", ["? Bernd cs 2", "? bernd: cs 2", "? green cs 2", "? bern cs 2"])
def test_a_question_about_a_move_may_name_who_makes_it(line: str) -> None:
    at = laying()
    assert "That is legal: lay Castello 2" in said(typed(at, line)) and len(at.table.steps) == 1
    assert "DOGE-5.5" in said(typed(at, "? Bernd cs 5"))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_cards_are_asked_for_that_are_still_in_the_hand(lang: str) -> None:
    """DOGE-5.7"""
    at = laying(lang)
    scene = typed(at, *(f"{name} cs 1" for name in PLAYERS))
    assert "(cn dd sm sp sc qu)" in said(scene)


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "meets a condition of victory"), ("de", "erfüllt eine Siegbedingung")]
)
def test_a_condition_that_comes_true_is_told_once_and_the_round_goes_on(lang: str, told: str) -> None:
    """DOGE-8.2"""
    fields = {field: {"palazzi": ["Anke"]} for field in ROW if field not in ("quarantia", "castello")}
    castello = {"houses": {"Anke": 1}, "tokens": {"Anke": [3], "Bernd": [1]}}
    start = {"phase": "voting", "order": {"now": ROW}, "fields": {**fields, "castello": castello}}
    at = evening(lang, start)
    scene = typed(at, "sm", "2", at.script.word("build"))
    assert sum(told in line for line in scene.notes) == 1 and at.table.awaited()
    assert not any(told in line for line in scene.told)  # nothing for the hands


def test_tokens_turned_up_are_the_same_in_any_order() -> None:
    at = showing()
    typed(at, "Anke 331", "Bernd 110")
    assert "the referee has it so, too" in said(typed(at, "check", "anke turned up 331"))


# --- refusals are next steps ----------------------------------------------------------------------------------------
QUARANTIA = ["quarantia", *(field for field in ROW if field != "quarantia")]


def forty(lang: str = "en") -> Evening:
    """Anke is asked where advisor I goes, and Bernd after her where advisor II does."""
    fields = {**HOUSES, "quarantia": {"tokens": {"Anke": [3], "Bernd": [2]}}}
    return evening(lang, {"phase": "voting", "order": {"now": QUARANTIA}, "fields": fields})


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Anke has no house in Santa Croce; houses of Anke stand in: Castello, Dorsoduro."),
        ("de", "Anke hat in Santa Croce kein Haus; Häuser von Anke stehen in: Castello, Dorsoduro."),
    ],
)
def test_a_house_that_is_not_there_is_answered_by_where_houses_are(lang: str, told: str) -> None:
    """`sc dd` was told to wait for Bernd, or first to move a house to where it was then to be taken from."""
    for at in (forty(lang), moving(lang)):
        shown = said(typed(at, "sc dd"))
        assert told in shown and "DOGE-6.3" not in shown
        assert "Both in one line" not in shown and "in einer Zeile" not in shown
    assert "DOGE-6.3" not in said(typed(forty(lang), "cs dd sm"))


@pytest.mark.parametrize(("where", "form"), [("houses", "2"), ("laying", "cs 2"), ("showing", "2 3 3")])
def test_a_word_that_is_no_number_is_answered_by_how_one_is_typed(where: str, form: str) -> None:
    assert f"“many” is nothing of this game.\nIt is typed like this: {form}\n" in said(typed(WHERE[where](), "many"))
    assert f"So wird es getippt: {form}\n" in said(typed(WHERE[where]("de"), "viele"))


def ending(lang: str = "en") -> Evening:
    """Bernd may build, by which the last vote of the last round ends."""
    fields: dict[str, Any] = {
        field: {"palazzi": ["Anke"]} for field in ROW if field not in ("quarantia", "santa-croce")
    }
    fields["santa-croce"] = {"houses": {"Anke": 1, "Bernd": 3}, "tokens": {"Anke": [3], "Bernd": [1]}}
    at = evening(lang, {"phase": "voting", "order": {"now": ROW, "voted": 6, "next": ROW[:6]}, "fields": fields})
    typed(at, "sm", "2", "y", "1")
    return at


@pytest.mark.parametrize(
    ("lang", "asked", "last"),
    [("en", "Play “build”? Enter = yes", "last card of the"), ("de", "„bauen“ so spielen? Enter = ja", "letzte Karte")],
)
def test_what_ends_the_game_is_no_question_of_what_was_meant(lang: str, asked: str, last: str) -> None:
    """A `y` was answered by “Did you mean build?”, and the hands were to uncover a card of a round that never comes."""
    at = ending(lang)
    scene = typed(at, "y")
    assert asked in said(scene) and "Did you mean" not in said(scene) and "Gemeint" not in said(scene)
    scene = typed(at, "")
    assert not at.table.awaited() and at.orders and not any(last in order for order in at.orders)
    at.do("orders", [])
    assert at.page is not None and not any(last in line for line in at.page[1])  # it stood there as done


@pytest.mark.parametrize(
    ("lang", "there", "to", "vote"),
    [
        ("en", "Bernd puts 1 house into San Marco.", "] to Castello", "Vote in the Quarantia:"),
        ("de", "Bernd setzt 1 Haus in San Marco.", "] nach Castello", "Abstimmung in der Quarantia:"),
    ],
)
def test_sentences_are_said_as_people_say_them(lang: str, there: str, to: str, vote: str) -> None:
    assert there in said(typed(houses(lang), "1"))
    assert to in said(typed(forty(lang))) and vote in said(typed(forty(lang)))
    assert made(forty(lang), to[2:]) == made(forty(lang), "take cs") == {"do": "take", "to": "castello"}


def test_one_is_one_house() -> None:
    facts = {"names": ["Anke"], "palazzi": 8, "houses": 1}
    for lang, one in (("en", "1 house on the board"), ("de", "1 Haus auf dem Plan")):
        assert one in houses(lang).speech.say("DOGE-8.3.winner", facts)


# --- secrets that are typed ---------------------------------------------------------------------------------------
def sealing(lang: str = "en") -> Evening:
    """Anna is to choose, and the laptop goes round."""
    table = new_table("doge", ["Anna", "Bruno", "Carla"], path=home.table_path(home.free_name("doge")), seed="7")
    at = evening_at(table, lang)
    typed(at, "*")
    return at


@pytest.mark.parametrize(("lang", "example"), [("en", "such as cn 3 1"), ("de", "etwa cn 3 1")])
def test_a_secret_is_asked_for_with_an_example(lang: str, example: str) -> None:
    """DOGE-5.7: of a field whose card is still in the hand, whatever the tokens are."""
    at = sealing(lang)
    assert "(cn cs dd sm sp sc qu)" in said(typed(at, "")) and example in said(typed(at, ""))
    typed(at, "", "cn 3 1", "", "", "sm 1", "", "", "sp 1", "", "*")
    assert example.replace("cn", "cs") in said(typed(at, ""))


@pytest.mark.parametrize(
    ("lang", "line", "told"),
    [
        ("en", "31", "Something is missing: field."),
        ("de", "31", "Es fehlt noch: Feld."),
        ("en", "cs", "Something is missing: tokens."),
        ("en", "cs333", "Tab shows what you have."),
        ("de", "cs333", "Tab zeigt, was du hast."),
    ],
)
def test_what_is_missing_in_a_secret_is_named(lang: str, line: str, told: str) -> None:
    at = sealing(lang)
    assert told in said(typed(at, "", line)) and not at.table.view(None)["pending"]


@pytest.mark.parametrize("line", ["anna cs 3", "Anna: cs 3", "ANNA place cs 3"])
def test_ones_own_name_in_a_secret_is_left_out(line: str) -> None:
    """“There is no such field”, it was said, though nobody else can be meant."""
    at = sealing()
    assert "That is legal" in said(typed(at, "", f"? {line}"))
    assert "Sealed for Anna" in said(typed(at, "", line)) and at.table.view("Anna")["pending"]["Anna"]["tokens"] == [3]


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "Here Anna is alone with the screen"), ("de", "Hier ist Anna mit dem Schirm allein")],
)
def test_in_a_secret_nobody_else_is_heard(lang: str, told: str) -> None:
    at = sealing(lang)
    shown = said(typed(at, "", "bruno cs 3"))
    assert told in shown and "DOGE-6.1" not in shown and "cs 3" not in shown.replace("cs 3 1", "")
    assert not at.table.view(None)["pending"]


@pytest.mark.parametrize(
    ("lang", "told", "back", "order"),
    [
        ("en", "Put the table right instead: b says how.", "b", "1 vote token of Anna: supply → Quarantia"),
        ("de", "Stellt lieber den Tisch richtig: z sagt, wie.", "z", "1 Stimm-Marke von Anna: Vorrat → Quarantia"),
    ],
)
def test_a_hidden_token_that_has_gone_is_put_back_and_no_reason_asked(
    lang: str, told: str, back: str, order: str
) -> None:
    """A reason was asked for, and then “such a table cannot be” said of a table at which a token was lost."""
    at = sealing(lang)
    typed(at, "", "qu 3 1", "", "", "cs 1", "", "", "cs 1", "", "*")
    scene = typed(
        at, "check", "qu hidden anna 1" if lang == "en" else "qu verdeckt anna 1", "c" if lang == "en" else "k"
    )
    assert told in said(scene) and scene.hint != at.say("check-why") and at.say("check-faulty") not in said(scene)
    line = "qu hidden anna 1" if lang == "en" else "qu verdeckt anna 1"
    assert order in said(typed(at, "check", line, back))


@pytest.mark.parametrize(
    ("lang", "idle", "told"),
    [
        ("en", "has no tokens left", "Carla is not asked now; it is for Anna, Bruno"),
        ("de", "hat keine Marken mehr", "Carla ist jetzt nicht gefragt"),
    ],
)
def test_who_has_no_tokens_left_is_handed_nothing(lang: str, idle: str, told: str) -> None:
    """DOGE-5.11: it is said why, and everybody was not told to choose."""
    at = sealing(lang)
    typed(at, "", "cs1", "", "", "sm1", "", "", "sp 3 3 2 2", "", "*")
    scene = typed(at, "", "sm1", "", "", "cs1", "", "", "cs 0 1 1", "", "*")
    assert idle in said(scene) and "Carla" not in "".join(scene.asked)
    assert told in said(typed(at, "carla")) and idle not in said(typed(sealing(lang)))


# --- one person among bots ----------------------------------------------------------------------------------------
def test_who_sits_alone_with_bots_hides_nothing_from_himself() -> None:
    """No laptop goes round: the own side lies open, what is typed is seen, no receipt is asked, commands are at hand."""
    table = new_table(
        "doge", ["Anke", "Luca", "Rosa"], path=home.table_path("d"), seed="7", bots={"Luca": "easy", "Rosa": "easy"}
    )
    at = evening_at(table, "en")
    scene = typed(at, "")
    assert "Hand the laptop" not in said(scene) and "Your tokens: 0 1 1 2 2 3 3" in said(scene)
    typed(at, "cs 3 2")
    assert "cs 3 2" in at.face.kept  # type: ignore[attr-defined]
    assert [step.move["by"] for step in at.table.steps if step.move.get("do") == "place"][:3] == [
        "Luca",
        "Rosa",
        "Anke",
    ]
    orders = len(at.orders)
    assert orders and len((typed(at, ""), at.orders)[1]) == orders - 1  # Enter ticks off
    assert "That is legal: place Dorsoduro 3 1" in said(typed(at, "? dd 3 1"))
    assert "could not be understood" in said(typed(at, "cs 9"))
    steps = len(at.table.steps)
    typed(at, "u", "y")
    assert len(at.table.steps) < steps
    two = new_table("doge", ["Anke", "Bernd", "Luca"], path=home.table_path("two"), seed="7", bots={"Luca": "easy"})
    assert "Hand the laptop to" in said(typed(evening_at(two, "en")))


def with_a_bot(name: str = "bots") -> Table:
    bots = {"Luca": "easy"}
    return new_table("doge", ["Anke", "Bernd", "Luca"], path=home.table_path(name), seed="7", bots=bots)


def opened_again(table: Table, *lines: str) -> Screenful:
    """The last screen of `play` at a table that is there, after these lines."""
    face: Any = Typed(Speech("en", table.kit))
    face.lines = list(lines)
    with pytest.raises(Leave):
        _evening(table, "en", face, Asked(str(table.path), None, "en", "en", False, Wishes()))
    scene: Screenful = face.seen[-1]
    return scene


def test_a_table_on_which_only_a_bot_has_moved_gets_its_set_up() -> None:
    """`referee new --bots` lets Luca choose; then `play` said nothing of houses, palazzi and the board."""
    table = with_a_bot()
    table.do({"by": "Luca", "do": "place", "field": "castello", "tokens": [3, 1]}, agreed=True)
    scene = opened_again(table)
    assert "Board in the middle." in said(scene) and "Keep the blue ones at hand" in said(scene)
    scene = opened_again(table, "s")
    assert "Luca has chosen." in said(scene) and not scene.told
    typed(evening_at(table), "", "cs 1", "")
    assert "Board in the middle." not in said(opened_again(table))
    first = new_table("canaletto", PLAYERS, path=home.table_path("c"), seed="7").awaited()[0]["by"]
    river = new_table("canaletto", PLAYERS, path=home.table_path("d"), seed="7", bots={first: "easy"})
    river.do({"by": first, "do": "bid", "amount": 5}, agreed=True)
    assert any("Gondola 5 palaces on" in line for line in opened_again(river, "s").told)


def test_a_bot_that_chooses_leaves_the_orders_to_be_ticked_off() -> None:
    """Below three orders stood “Hand the laptop to Anke”, and Enter opened her secret."""
    at = evening_at(with_a_bot(), "en")
    scene = typed(at, "", "cs 1", "", "", "dd 1", "")
    assert any("Luca shows" in line for line in scene.told)
    assert "First the hands" in said(scene) and "Hand the laptop" not in said(scene)
    assert "Hand the laptop" in said(typed(at, "*"))


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Luca's tokens there were laid down unseen: exchange them so that 1, 3 lie there, face up."),
        ("de", "Die Marken von Luca dort wurden ungesehen hingelegt: so austauschen, dass dort offen liegen: 1, 3."),
    ],
)
def test_what_lies_there_unseen_for_a_bot_is_put_right_when_its_field_votes(lang: str, told: str) -> None:
    """DOGE-6.16: two tokens of Luca's lay there, whichever, and only notes said what they were worth."""
    table = with_a_bot()
    row = table.view(None)["order"]["now"]
    for turn, tokens in enumerate(([3, 1], [3], [2], [2])):
        table.do({"by": "Luca", "do": "place", "field": row[turn], "tokens": tokens}, agreed=True)
        for seat in ("Anke", "Bernd"):
            table.do({"by": seat, "do": "place", "field": row[turn + 1], "tokens": [turn]})
    at = evening_at(table, lang)
    at.resume()
    assert told in at.orders and sum("1, 3" in line for line in at.orders) == 1
    assert told in said(typed(at, "o"))


@pytest.mark.parametrize("line", ["table {row}", "the table: {row}", "table: {row}", "tisch {row}"])
def test_the_table_may_be_named_before_what_it_says(line: str) -> None:
    """`table` alone shows the table, and once it swallowed what stood behind it."""
    at = evening(secrets="laid")
    typed(at, line.format(row="cn cs qu sm sp dd sc"))
    assert at.table.steps[-1].move["do"] == "order"


def test_a_name_cut_short_in_a_chain_is_asked_back_as_alone() -> None:
    """“If Bernd means it: Bernd b sm 1” was told, and refused."""
    at = laying()
    assert "Did you mean “Bernd sm 1”?" in said(typed(at, "cn 1; be sm 1"))
    at = laying()
    assert "Did you mean “Bernd sm 1”?" in said(typed(at, "cn 1; b sm 1"))


def test_who_has_no_house_to_move_is_nothing_for_the_hands() -> None:
    """DOGE-5.26: “▸ Anke has no house on the board to move.” stood among the orders to tick off."""
    row = ["quarantia", *(field for field in ROW if field != "quarantia")]
    fields = {"castello": {"houses": {"Bernd": 1}}, "quarantia": {"tokens": {"Anke": [3], "Bernd": [3]}}}
    at = evening("en", {"phase": "voting", "order": {"now": row}, "fields": fields})
    typed(at, "cs dd")
    assert any("Bernd moves a house" in line for line in at.orders)
    assert not any("no house on the board" in line for line in at.orders)


@pytest.mark.parametrize(
    ("line", "count"), [("two", 2), ("zwei", 2), ("one", 1), ("eins", 1), ("two houses", 2), ("zwei Häuser", 2)]
)
def test_how_many_houses_may_be_said_in_words(line: str, count: int) -> None:
    assert made(houses(), line) == {"do": "houses", "count": count}


def test_zero_is_no_house_at_all() -> None:
    at = houses()
    assert "That is no house at all" in said(typed(at, "zero"))
    assert "also gepasst" in said(typed(houses("de"), "null"))
    assert made(at, "") == {"do": "houses", "count": 0}


def test_what_does_not_fit_the_question_of_somebody_else_is_not_proposed_to_him() -> None:
    """Behind the last word of a line stood “if Anke means it: Anke y”, who was asked how many houses."""
    row = ["san-marco", *(field for field in ROW if field != "san-marco")]
    fields = {"san-marco": {"tokens": {"Anke": [3], "Bernd": [3]}}}
    at = evening("en", {"phase": "voting", "order": {"now": row}, "fields": fields})
    scene = typed(at, "1; y")
    assert "Not done any more: y. It is for Bernd to decide now." in said(scene) and "Bernd y" not in said(scene)
    scene = typed(at, "u", "", "1; 2")
    assert "if Bernd means it: Bernd 2" in said(scene)


@pytest.mark.parametrize(("lang", "told"), [("en", "n: nothing is done"), ("de", "n: Nichts geschieht")])
def test_a_question_mark_at_yes_or_no_says_what_they_do(lang: str, told: str) -> None:
    at = houses(lang)
    typed(at, "2")
    assert told in said(typed(at, "u", "?")) and at.table.steps[-1].move["do"] == "houses"


def test_values_of_tokens_are_told_from_how_many_there_are() -> None:
    """`hidden tokens Bernd 2` beside `tokens Anke 2`."""
    at = showing()
    shown = said(typed(at, f"{PLAYERS[0]} 3 2 1", "check"))
    assert "hidden tokens" in shown and "values of tokens Anke 1 2 3" in shown
    assert "really: Anke 1 2 2" in said(typed(at, "check", "castello tokens anke 1 2 2"))


def test_what_no_hand_can_put_back_is_named() -> None:
    at = showing()
    typed(at, *(f"{name} 3 2 1" for name in PLAYERS[:2]))
    shown = said(typed(at, "check", "Anke turned up 3 2 2", "cannaregio green 2", "b"))
    assert "2 houses of Bernd: Cannaregio → supply" in shown
    assert "No hand can put this back, so it is left: Anke: turned up 1, 2, 3 → really: 3, 2, 2" in shown


@pytest.mark.parametrize("line", ["dd neutral", "advisor dd neutral", "Berater dd neutral"])
def test_an_advisor_without_a_ring_is_neutral(line: str) -> None:
    """The booklet says neutral, and only “waiting” was understood."""
    at = showing()
    typed(at, "check", "dd anke cs", "c", "a slip")
    assert "really: waiting place" in said(typed(at, "check", line))


@pytest.mark.parametrize("line", ["II claudia cs; I anke cs", "I anke cs; II claudia cs"])
def test_the_number_of_an_advisor_is_that_of_no_other(line: str) -> None:
    """“a) Advisor II b) Advisor III” it was asked, and I was nobody."""
    scene = typed(showing(), "check", line)
    assert "Advisor II: waiting place → really: Claudia Castello" in said(scene)
    assert "Advisor I: waiting place → really: Anke Castello" in said(scene) and "Which is meant" not in said(scene)


def test_a_ring_lies_under_advisor_ii() -> None:
    at = showing()
    scene = typed(at, "check", "II claudia cs", "b")
    assert "under Advisor II →" in said(scene) and "the Advisor II" not in said(scene)


def test_a_word_of_the_game_is_not_called_none() -> None:
    for line in ("anke rings 3", "advisor cannaregio to doge"):
        assert "nothing of this game" not in said(typed(showing(), "check", line))
        assert "nothing of this game" not in said(typed(advisor(), line))
    assert "“gondola” is nothing of this game" in said(typed(advisor(), "gondola dd"))


def heads(lang: str = "en") -> Evening:
    """Anke is asked where advisor I goes."""
    row = ["quarantia", *(field for field in ROW if field != "quarantia")]
    fields = {**HOUSES, "quarantia": {"tokens": {"Anke": [3], "Bernd": [2]}}}
    return evening(lang, {"phase": "voting", "order": {"now": row}, "fields": fields})


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("waive I dd cn", {"do": "waive", "from": "dorsoduro", "to": "cannaregio"}),
        ("I waive dd cn", {"do": "waive", "from": "dorsoduro", "to": "cannaregio"}),
        ("I waive", {"do": "waive"}),
        ("verzichten I", {"do": "waive"}),
        ("Advisor I to sp", {"do": "take", "to": "san-polo"}),
        ("I sp", {"do": "take", "to": "san-polo"}),
    ],
)
def test_an_advisor_is_named_with_what_becomes_of_him(line: str, move: dict[str, Any], lang: str) -> None:
    assert made(heads(lang), line) == move
    assert not made(heads(lang), line.replace("I", "III"))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_two_fields_for_an_advisor_are_the_house_that_is_moved_instead(lang: str) -> None:
    """“take” was not possible now, it was said where the advisor was asked for: the answer to the next question."""
    scene = typed(advisor(lang), "sm dorsoduro")
    assert "DOGE-7.14" in said(scene) and "DOGE-6.3" not in said(scene)


def test_a_ring_and_no_place_says_nothing_of_an_advisor_who_waits() -> None:
    at = showing()
    assert "really: Anke waiting place" not in said(typed(at, "check", "castello advisor anke"))


def test_orders_that_are_open_are_told_from_those_that_are_done() -> None:
    at = laying()
    typed(at, "cn 1", "")
    shown = said(typed(at, "Bernd cs 1", "o"))
    assert "· Anke shows Cannaregio" in shown and "▸ Bernd shows Castello" in shown
    assert not typed(at, "o *").told and not at.orders
