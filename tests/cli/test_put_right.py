"""What hosts of whole evenings found: orders that got lost, words that were not theirs, a board that was not believed."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_check import checked
from tests.cli.test_evening import Typed, evening_at, opened, said, typed
from tests.conftest import DATA, venice
from tests.games.test_venetia_words import at_action
from venice_pnp.console.evening import Evening, Wishes
from venice_pnp.console.layout import Screenful, frame
from venice_pnp.console.ordered import Ordered, Task
from venice_pnp.console.session import Asked, _first
from venice_pnp.referee import home
from venice_pnp.referee.table import Table, new_table
from venice_pnp.speech.words import Speech

PLAYERS = ["Anke", "Bernd", "Claudia"]
LAID = {"secrets": "laid"}


def laid() -> Table:
    return new_table("doge", PLAYERS, path=home.table_path("laid"), options=LAID, seed="7")


def at_a_turn(**turn: Any) -> Table:
    """Venetia, where people draw and roll themselves, in the middle of Anke's turn."""
    start = {"phase": "action", "active": "Anke", "doge": {"player": "Bernd", "family": 2, "markers": 3}}
    start |= {"turn": {"type": "military", "value": 3, "ap": 2, **turn}, "pool": {"trade": [2], "politics": [3]}}
    return new_table("venetia", PLAYERS, path=home.table_path("turn"), start=start)


# --- orders -------------------------------------------------------------------------------------------------
def test_what_is_laid_on_the_table_is_told_at_once_and_put_back_by_an_undo() -> None:
    evening = evening_at(laid())
    assert list(typed(evening, "cs 2").told) == ["Anke shows Castello and puts 2 tokens there face down."]
    scene = typed(evening, "u", "")
    assert set(scene.told) == {
        "2 vote tokens of Anke: Castello → supply",
        "Player card Castello of Anke: open before Anke → hand of Anke",
    }


def test_what_is_typed_in_secret_is_not_seen_before_its_time() -> None:
    table = opened("doge")
    table.do({"by": "Anke", "do": "place", "field": "castello", "tokens": [3, 1]})
    assert table.view(None)["pending"] == {"Anke": "chosen"}
    assert table.view(None)["supply"]["Anke"]["tokens"] == table.view(None)["supply"]["Bernd"]["tokens"]


@pytest.mark.parametrize(
    ("tiles", "where"),
    [([], "beside the board."), (["1"], "the combat tile face down"), (["1", "2"], "the combat tiles face down")],
)
def test_the_end_of_a_turn_says_where_die_and_tiles_go(tiles: list[str], where: str) -> None:
    scene = typed(evening_at(at_a_turn(tiles=tiles)), "end")
    assert scene.told[0].startswith("The turn of Anke ends: the die Military 3 goes beside the board")
    assert where in scene.told[0]


def test_what_an_undo_orders_is_there_line_by_line_and_its_title_is_no_order() -> None:
    evening = evening_at(opened("canaletto"))
    scene = typed(evening, "5", "u", "")
    (order,) = scene.told
    assert order.startswith("Gondola: ")
    assert scene.titles[0].startswith("To be put right")
    assert not typed(evening, "").told


def test_two_undos_are_one_way_back_while_nothing_was_done() -> None:
    evening = evening_at(opened("canaletto"))
    start = str(evening.table.view(None)["column"])
    scene = typed(evening, "5", "9", "u", "", "u", "", "n")
    assert len(scene.told) == 1 and scene.told[0].endswith(evening.speech.name(start))
    assert not typed(evening, "r", "n", "r", "n").told  # and two redos the way there again: all is as it was
    assert not typed(evening, "", "u", "", "u", "", "n", "r", "n", "r", "n").told  # also where all was ticked off


def test_whether_an_undo_was_done_on_the_table_is_asked_before_the_next_one() -> None:
    evening = evening_at(opened("canaletto"))
    assert len(typed(evening, "5", "u", "", "r", "").told) == 1  # yes: the gondola is back, and goes on again
    assert not typed(evening, "", "u", "", "r", "n").told  # no: it has never left


def test_an_undo_wipes_no_order_of_a_move_that_stands() -> None:
    evening = evening_at(opened("canaletto"))
    stands, gone = typed(evening, "5; 9").told
    asked = typed(evening, "u").asked
    assert f"Not ticked off yet: {gone}" in asked and not any(stands in line for line in asked)
    assert typed(evening, "u", "o").told == [stands]  # nobody takes back by hand what no hand has done


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(("ticked", "back", "again"), [(0, 1, 2), (1, 0, 1), (2, 1, 1)])
def test_an_undo_orders_no_more_than_the_hands_have_done(lang: str, ticked: int, back: int, again: int) -> None:
    """Of two moves; then the second one again."""
    evening = evening_at(opened("canaletto"), lang)
    forth = list(typed(evening, "5; 9", *[""] * ticked).told)
    assert len(forth) == 2 - ticked
    assert len(typed(evening, "u", "o" if forth else "").told) == back
    told = typed(evening, "r", *([""] if ticked == 2 else [])).told
    assert len(told) == again and told[-1].startswith({"en": "Gondola: ", "de": "Gondel: "}[lang])


def test_of_a_move_that_was_begun_it_is_told_what_is_to_lie_there() -> None:
    evening = evening_at(new_table("canaletto", PLAYERS, path=home.table_path("begun"), seed="7"))
    evening.table.do({"by": str(evening.table.awaited()[0]["by"]), "do": "bid", "amount": 5})
    evening.order(lambda _: ["first", "second"])
    typed(evening, "")  # the first is done
    asked = typed(evening, "u").asked
    assert "Not ticked off yet: second" in asked and not any("first" in line for line in asked)
    told = typed(evening, "u", "o").told
    palace = str(evening.table.view(None)["gondola"])
    assert len(told) == 1 and told[0].startswith("Gondola → ") and told[0].endswith(evening.speech.name(palace))
    assert typed(evening, "r", "n").told == ["If not done yet: second"]
    assert typed(evening, "u", "").told[0].startswith("Gondola: ")  # it was done by now


@pytest.mark.parametrize("lang", ["en", "de"])
def test_nobody_is_told_to_carry_out_a_sale_that_is_taken_back(lang: str) -> None:
    """Of its orders one is ticked off; the bid before it was done, and stays."""
    evening = evening_at(opened("canaletto"), lang)
    sale = list(typed(evening, "35", "", "p; p").told)
    assert len(sale) == 4
    told = typed(evening, "", "u", "o").told
    marker, before = {"en": ("Account marker", "Before Anke"), "de": ("Kontomarke", "Vor Anke")}[lang]
    assert len(told) == 4 and told[0].startswith(marker) and told[2].startswith(before) and not set(told) & set(sale)
    told = typed(evening, "u 2", "n").told  # asked back, and left
    assert len(told) == 4
    told = typed(evening, "u 2", "", "").told  # that is done, and then the bid goes
    assert len(told) == 1 and told[0].startswith({"en": "Gondola: ", "de": "Gondel: "}[lang])


@pytest.mark.parametrize("ticked", [1, 2])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_revolt_of_which_some_was_done_is_taken_back_whatever_it_was(lang: str, ticked: int) -> None:
    turn, colony = {"type": "politics", "value": 4, "ap": 4}, {"ancona": {"Bernd": 4}}
    seas = {"golfo-di-venetia": {"control": True}, "mare-adriatico": {"control": True}}
    start = at_action("politics", turn=turn, colonies=colony, seas=seas)
    evening = evening_at(new_table("venetia", PLAYERS[:2], path=home.table_path("revolt"), start=start), lang)
    assert len(typed(evening, "ancona 4").told) == 3
    whole = {"en": "Ancona: 4 influence of Bernd, nothing else", "de": "Ancona: 4 Einfluss von Bernd, sonst nichts"}
    assert typed(evening, *[""] * ticked, "u", "o").told == [whole[lang]]
    typed(evening, "", "ancona 4", "u", "o")
    assert not evening.orders  # of what no hand has begun nothing is taken back
    told = typed(evening, "ancona 4", "*", "u", "").told
    assert len(told) == 2 and all("2 " in line and "→" in line for line in told)  # all was done: the difference


def test_as_many_as_before_after_a_revolt_are_as_many_as_before_when_it_is_taken_back_in_the_middle() -> None:
    """One more, and one of each colour goes: nothing shows of it, but of its half."""
    seas = {"golfo-di-venetia": {"control": True}, "mare-adriatico": {"control": True}}
    start = at_action("politics", turn={"type": "politics", "value": 3, "ap": 1}, seas=seas)
    start["colonies"] = {"ancona": {"Anke": 5}}
    evening = evening_at(new_table("venetia", PLAYERS[:2], path=home.table_path("revolt"), start=start))
    assert len(typed(evening, "ancona 1").told) == 2
    assert evening.table.view(None)["colonies"] == start["colonies"]
    assert typed(evening, "", "u", "o").told == ["Ancona: 5 influence of Anke, nothing else"]


def test_what_was_said_to_be_still_open_is_not_asked_for_again() -> None:
    """What is left of an undo is asked for by itself; the sale after it is known to be open."""
    evening = evening_at(opened("canaletto"))
    typed(evening, "5", "*", "p; p", "*")
    back = list(typed(evening, "u", "").told)
    assert len(back) > 1
    sale = typed(evening, "p").told[len(back) :]
    assert sale
    typed(evening, "u", "o")
    asked = evening.face.seen[-1]  # type: ignore[attr-defined]
    assert asked.asked == ["Have the hands done by now what stands here?"] and list(asked.told) == back
    assert list(typed(evening).told) == [*back, *sale]  # whoever is asked has lost nothing
    assert list(typed(evening, "u", "o", "n").told) == back


def test_orders_that_another_move_replaced_are_there_again_when_it_is_taken_back() -> None:
    evening = evening_at(opened("canaletto"))
    (five,) = typed(evening, "5").told
    (nine,) = typed(evening, "9").told
    assert five not in typed(evening, "12").told
    assert typed(evening, "u", "o").told == [f"If not done yet: {nine}"]
    assert f"Not ticked off yet: {nine}" in typed(evening, "u").asked
    assert typed(evening, "u", "o").told == [f"If not done yet: {five}"]
    scene = typed(evening, "u", "o")
    assert not scene.told and "On the table nothing moves." in scene.notes


def test_several_moves_that_go_at_once_are_asked_for_one_after_the_other() -> None:
    evening = evening_at(opened("canaletto"))
    (five,), (nine,) = typed(evening, "5").told, typed(evening, "9").told
    asked = typed(evening, "u 2").asked
    assert any(nine in line for line in asked) and not any(five in line for line in asked)
    assert any(five in line for line in typed(evening, "u 2", "o").asked)
    assert typed(evening, "u 2", "o", "n").told == [nine]  # whoever is asked has lost nothing
    assert len(typed(evening, "u 2", "o", "").told) == 1  # the first bid was done, the second was not


def test_what_a_purchase_has_brought_is_there_again_when_the_next_bid_is_taken_back() -> None:
    evening = evening_at(opened("canaletto"))
    bought = list(typed(evening, "35", "", "p; p").told)
    assert len(typed(evening, "3").told) == 1
    assert typed(evening, "u", "o").told == [f"If not done yet: {line}" for line in bought]
    assert sum("Not ticked off yet" in line for line in typed(evening, "u").asked) == len(bought)
    assert typed(evening, "u", "o").notes[-1] == "On the table nothing moves."


def test_in_another_game_too_replaced_orders_come_back() -> None:
    evening = evening_at(laid())
    first = list(typed(evening, "cs 2").told)
    second = list(typed(evening, "cs 2").told)
    assert first != second and len(first) == 1
    assert typed(evening, "u", "o").told == [f"If not done yet: {first[0]}"]
    assert f"Not ticked off yet: {first[0]}" in typed(evening, "u").asked
    assert not typed(evening, "u", "o").told


def test_where_the_gondola_stands_at_first_is_told_again_when_it_is_done_again() -> None:
    evening = evening_at(opened("canaletto", seed=None))
    told = told_gondola(evening)
    assert not typed(evening, "u", "").told
    assert typed(evening, "r").told == [f"If not done yet: {told}"]
    assert not typed(evening, "", "u", "").told


def told_gondola(evening: Evening) -> str:
    """The last order of a set-up by hand, up to gondola and column."""
    table = evening.table
    while table.awaited()[0]["for"] != "place-gondola":
        table.do(next(iter(table.rules.legal(table.state, "table"))))
    return str(typed(evening, "gondola 5").told[-1])


def test_a_line_that_answers_no_question_is_not_lost_without_a_word() -> None:
    evening = evening_at(opened("canaletto"))
    scene = typed(evening, "5", "u", "9")
    assert any("“9” was not done" in note for note in scene.notes) and "Take back" in said(scene)
    scene = typed(evening, "u", "", "r", "9")  # before anything is done again
    assert any("“9” was not done" in note for note in scene.notes) and "Have the hands done" in said(scene)


def test_what_stood_there_is_there_again_if_the_program_is_killed_at_the_question() -> None:
    evening = evening_at(opened("canaletto"))
    evening.keeps_hands = True
    typed(evening, "5; 9; 12", "u", "o", "u", "o", "r")
    left = list(evening.orders)
    assert len(left) == 2
    typed(evening, "r")  # asked, and never answered
    again = evening_at(Table(evening.table.path))
    again.resume()
    assert again.orders == left
    assert typed(again, "u", "", "n").told == left[:1]  # what the redo has ordered was not done, and need not be


DOUBT = "If not done yet: "
LINES = (  # of Canaletto, in English: which piece, and where it goes; of an undo or a redo also from where
    r"(?P<piece>Gondola|Column)(?: and column)?(?: \d+ palaces? on,)? to (?P<to>\d+)",
    r"(?P<piece>Gondola|Column): (?P<of>\d+) .* → (?P<to>\d+)",
    r"(?P<whose>\w+): (?P<piece>account) marker from \d+ to (?P<to>\d+)",
    r"(?P<piece>Account) marker of (?P<whose>\w+): field (?P<of>\d+) → field (?P<to>\d+)",
    r"(?P<whose>\w+) owes \d+ more: (?P<piece>debt) marker to field (?P<to>\d+)",
    r"(?P<piece>Debt) marker of (?P<whose>\w+): (?:field )?(?P<of>before|\d+).* → (?:field )?(?P<to>before|\d+)",
    r"(?P<piece>Gondola|Column) → (?P<to>\d+)",  # whatever was done
    r"(?P<piece>Account|Debt) marker of (?P<whose>\w+) → (?:field )?(?P<to>before|\d+)",
    r"(?P<to>\d+) [^:]*: (?:.*, )?(?P<piece>gondola)\b",
    r"(?P<to>\d+) [^:]*: (?:.*, )?(?P<piece>column)\b",
)


class Hands(Typed):
    """Somebody who does what he is told sooner or later, from the top, and says truly whether he has."""

    def __init__(self, speech: Speech) -> None:
        super().__init__(speech)
        self.real: dict[tuple[str, str], str] = {}  # what lies where
        self.done: set[str] = set()  # lines
        self.late: list[str] = []  # that are no longer on the screen
        self.said_done = False  # then whatever stands there afterwards is new

    def ask(self, show: Callable[[], Screenful], prompt: str, *more: Any, **others: Any) -> str:
        if "n = no" not in prompt:
            return super().ask(show, prompt, *more, **others)
        scene = show()
        open_ones = [line.partition("yet: ")[2] for line in scene.asked if line.startswith("Not ticked off yet")]
        if not open_ones and "Take back" in said(scene):
            return ""
        if self.done.issuperset(open_ones or map(bare, scene.told)):
            self.said_done = True
            return ""
        self.late = [line for line in self.late if bare(line) not in open_ones]
        return "o" if open_ones else "n"

    def do(self, lines: Sequence[str]) -> None:
        """These, and before them what was not done in time."""
        for line in [*self.late, *lines]:
            if bare(line) not in self.done:
                self._do(line)
        self.late = []

    def _do(self, line: str) -> None:
        self.done.add(bare(line))
        both = bare(line).replace("Column, gondola:", "Gondola:")
        lines = [both, both.replace("Gondola:", "Column:")] if both != bare(line) else [both]
        for found in filter(None, (re.match(pattern, one) for one in lines for pattern in LINES)):
            facts = found.groupdict()
            piece = (facts["piece"].casefold(), facts.get("whose") or "")
            if "of" in facts and not line.startswith(DOUBT):
                assert self.real[piece] == facts["of"].replace("before", "0"), line  # no order speaks of what is not so
            self.real[piece] = facts["to"].replace("before", "0")

    def told(self, before: Sequence[str], now: Sequence[str], moved: bool) -> None:
        """What is new on the screen, and what has left it because another move was made."""
        gone, known = set(map(bare, () if self.said_done else before)), set(map(bare, now))
        self.said_done = False
        self.done -= {line for line in now if line not in gone and not line.startswith(DOUBT)}
        left = [line for line in before if bare(line) not in self.done] if moved else []
        self.late = [line for line in [*self.late, *left] if bare(line) not in known]


def bare(line: str) -> str:
    """Without what is said if it is not known what the hands have done."""
    return line.removeprefix(DOUBT)


def lying(table: Table) -> dict[tuple[str, str], str]:
    """As the referee has it, of what `LINES` speak of."""
    view, palaces = table.view(None), [str(row.id) for row in table.kit.rows("palaces")]
    found = {(piece, ""): str(palaces.index(view[piece]) + 1) for piece in ("gondola", "column")}
    found |= {("account", player): str(view["money"][player]) for player in table.players}
    return found | {("debt", player): str(view["debt"][player]) for player in table.players}


@pytest.mark.parametrize("seed", range(40))
def test_hands_that_do_what_they_are_told_and_say_so_have_the_board_of_the_referee(seed: int) -> None:
    """Whatever is ticked off in part, replaced, taken back, done again, or cut short by a dead battery."""
    chance, table = random.Random(seed), opened("canaletto")
    evening, hands = _by_truthful_hands(table)
    hands.real = lying(table)
    deeds = list[str]()
    for _ in range(24):
        orders = list(evening.orders)
        deeds.append(chance.choice("bbbppdtttuuurrk"))
        if deeds[-1] == "d":
            hands.do(orders)
        elif deeds[-1] in "bp" and evening.table.awaited()[0]["for"] == "auction":
            high = int(evening.table.view(None).get("high-bid") or 0)
            typed(evening, "p" if deeds[-1] == "p" and high else str(high + chance.choice((1, 2, 3, 25))))
        elif deeds[-1] == "t" and orders:
            n = chance.randint(1, len(orders))
            hands.do(orders[:n])
            typed(evening, f"o {n}")
        elif deeds[-1] == "k":
            hands.do(orders if chance.random() < 0.5 else ())
            kept = hands.real, hands.done
            evening, hands = _by_truthful_hands(Table(table.path))
            hands.real, hands.done = kept
        elif deeds[-1] in "ur":
            typed(evening, deeds[-1] + chance.choice(("", "", " 2")))
        hands.told(orders, evening.orders, deeds[-1] in "bp")
    hands.do(evening.orders)
    assert hands.real == lying(evening.table), deeds


def _by_truthful_hands(table: Table) -> tuple[Evening, Hands]:
    speech = Speech("en", table.kit, table.players, True)
    hands = Hands(speech)
    evening = Evening(table, speech, hands, Wishes())  # type: ignore[arg-type]
    if len(table.journal.entries) > 5:
        evening.resume()
    evening.keeps_hands = True
    return evening, hands


def test_an_undo_is_still_to_be_done_when_the_table_is_opened_again_and_goes_with_its_redo() -> None:
    evening = evening_at(opened("canaletto"))
    evening.keeps_hands = True
    (back,) = typed(evening, "5", "", "u", "").told
    again = evening_at(evening.table)
    again.resume()
    assert again.orders == [back]
    assert not typed(again, "r", "n").told


def test_the_way_back_of_two_undos_is_known_when_the_table_is_opened_again() -> None:
    evening = evening_at(opened("canaletto"))
    evening.keeps_hands = True
    (back,) = typed(evening, "5", "9", "", "u", "", "u", "", "n").told
    again = evening_at(evening.table, "en")
    again.resume()
    assert again.orders == [back] and typed(again, "deutsch").told != [back]
    assert not typed(again, "r 2", "n").told


@pytest.mark.parametrize("answer", ["", "j", "y", "ja"])
def test_what_may_have_been_meant_is_agreed_to_in_words_too(answer: str) -> None:
    evening = evening_at(new_table("venedig", PLAYERS, path=home.table_path("near")), "de")
    assert "Gemeint: „ziehen“?" in said(typed(evening, "zeihen"))
    typed(evening, answer)
    assert evening.table.steps[-1].move["do"] == "draw"


def test_why_a_bot_did_it_is_told_and_not_ordered() -> None:
    table = new_table("venedig", ["Anke", "Luca"], path=home.table_path("bot"), seed="7", bots={"Luca": "easy"})
    evening = evening_at(table)
    scene = typed(evening, "d", "pass")
    assert any("Luca (bot, easy)" in note for note in scene.notes)
    assert not any("bot, easy" in line for line in scene.told)


def test_orders_that_nobody_could_read_outlive_the_next_move() -> None:
    evening = evening_at(opened("canaletto"))
    seen, hidden = typed(evening, "5; 9").told
    evening.face.unread = 1
    assert typed(evening, "12").told[0] == hidden and seen not in evening.orders
    evening.face.unread = 9  # of orders that have been ticked off since
    evening.all_done()
    assert len(typed(evening, "13").told) == 1 and not typed(evening, "", "deutsch", "english").told
    evening.face.unread = 0
    assert hidden not in typed(evening, "14").told
    scene = Screenful("head", told=["one " * 30, *(f"order {n}" for n in range(30))], undone="{n} more")
    made = frame(scene, (80, 24))
    shown = sum(any(f"order {n}" in row for row in made.rows) for n in range(30))
    assert 0 < made.unread == 30 - shown and frame(scene, (80, 24), 0, 40).unread == 0


def test_what_a_redo_has_ordered_stays_at_the_next_move_though_only_the_first_of_it_could_be_read() -> None:
    evening = evening_at(laid())
    typed(evening, "cs 2", "*", "cs 2", "*", "cs 2", "*", "u 3", "", "*")
    redone = list(typed(evening, "r 3").told)
    assert len(redone) > 3
    evening.face.unread = len(redone) - 2
    assert typed(evening, next_line(evening)).told[: len(redone)] == redone


def next_line(evening: Evening) -> str:
    """A move of whoever is asked, as it is typed."""
    return evening.offering.spoken(next(iter(evening.offering.public(evening.seats()[0]))))


@pytest.mark.parametrize("seed", range(12))
def test_no_order_vanishes_by_undos_redos_and_the_next_move_unless_it_is_ticked_off_or_undone(seed: int) -> None:
    """Whatever part of the list could be read, and however much of it was ticked off."""
    chance, table = random.Random(seed), laid()
    evening = evening_at(table)
    for _ in range(chance.randint(4, 14)):
        typed(evening, next_line(evening), "*")
    back = chance.randint(2, 12)
    typed(evening, f"u {min(back, 4)}", "", *(["*"] if chance.random() < 0.5 else []))
    ticked = not evening.orders
    evening.face.unread = chance.randint(0, len(evening.orders))
    typed(evening, f"r {chance.randint(1, min(back, 4))}", *([] if ticked else ["n"]))
    ordered = list(evening.orders)
    done = chance.randint(0, len(ordered)) if chance.random() < 0.5 else 0
    if done:
        typed(evening, f"o {done}")
    evening.face.unread = chance.randint(0, len(evening.orders))
    scene = typed(evening, next_line(evening))
    assert list(scene.told[: len(ordered) - done]) == ordered[done:]


def test_what_the_hands_had_still_to_do_is_known_when_the_table_is_opened_again() -> None:
    evening = evening_at(opened("canaletto"))
    evening.keeps_hands = True

    def left_to_do() -> list[str]:
        again = evening_at(evening.table)
        again.resume()
        return again.orders

    whole = list(typed(evening, "5; 9").told)
    for ticked in range(3):
        assert left_to_do() == whole[ticked:]
        typed(evening, *([""] if evening.orders else []))
    typed(evening, "u", "", "9")  # the way back, and then the next move
    assert len(evening.orders) == 2 and left_to_do() == evening.orders
    evening.all_done()
    assert left_to_do() == []
    evening.keeps_hands = False
    typed(evening, "12")  # nobody has kept anything of this: it is told whole
    assert left_to_do() == evening.orders


def reopened(evening: Evening, lang: str = "en") -> Evening:
    """The same table after the program was killed."""
    again = evening_at(Table(evening.table.path), lang)
    again.resume()
    again.keeps_hands = True
    return again


def test_open_orders_are_there_again_though_a_move_was_made_elsewhere_or_the_battery_died_in_it() -> None:
    evening = evening_at(laid())
    evening.keeps_hands = True
    (first, *more) = typed(evening, "cs 2", "*", "u", "").told
    evening.keeps_hands = False  # nothing more is written down
    scene = typed(evening, "cs 2")
    again = reopened(evening)
    assert again.orders == scene.told and again.orders[: 1 + len(more)] == [first, *more]


def test_an_undo_in_which_the_battery_died_is_put_right_whatever_was_done() -> None:
    """Nobody has written down whether what was open had been done."""
    evening = evening_at(laid())
    evening.keeps_hands = True
    typed(evening, "cs 2")
    evening.keeps_hands = False
    typed(evening, "u", "")
    again = reopened(evening)
    assert again.orders == [
        "Player card Castello of Anke → hand of Anke",
        "Castello: nothing beside its building sites",
    ]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ["doge", "canaletto"])
def test_a_table_that_dies_after_every_line_orders_what_one_does_that_never_dies(game: str, seed: int) -> None:
    told = []
    for dies in (False, True):
        chance = random.Random(seed)
        path = home.table_path(f"dies-{dies}")
        evening = evening_at(new_table(game, PLAYERS, path=path, options=LAID if game == "doge" else None, seed="7"))
        evening.keeps_hands = True
        evening.all_done()
        seen = list[list[str]]()
        for _ in range(14):
            deed, answer, high = chance.choice("mmmtuur"), chance.choice(["", "o", "n"]), chance.randint(2, 9)
            evening = reopened(evening) if dies else evening
            lines = {"t": [f"o {high % 3 + 1}"], "u": ["u", answer, "n"], "r": ["r", "n"], "m": [next_line(evening)]}
            if game == "canaletto" and evening.table.awaited()[0]["for"] == "auction":
                lines["m"] = [str(int(evening.table.view(None).get("high-bid") or 0) + high) if high < 7 else "p"]
            typed(evening, *(lines[deed] if deed != "t" or evening.orders else ()))
            seen.append(list(evening.orders))
        told.append(seen)
    assert told[0] == told[1] and any(told[0])


@pytest.mark.parametrize("lang", ["en", "de"])
def test_orders_that_another_move_replaced_come_back_after_a_kill_too_in_the_language_of_now(lang: str) -> None:
    evening = evening_at(opened("canaletto"), "de")
    evening.keeps_hands = True
    typed(evening, "5", "9", "12")
    again = reopened(evening, lang)
    piece, palaces = {"en": ("Gondola", "palaces"), "de": ("Gondel", "Paläste")}[lang]
    assert [line.partition(" ")[0] for line in again.orders] == [piece]
    for steps in (4, 5):  # each as it was ordered before the next bid
        again = reopened(again, lang)
        (line,) = typed(again, "u", "o").told
        assert f"{piece.lower()} {steps} {palaces}" in line.replace(piece, piece.lower()), line
    assert not typed(reopened(again, lang), "u", "o").told


def test_what_an_undo_and_older_moves_have_ordered_is_there_in_the_other_language_after_a_kill() -> None:
    evening = evening_at(opened("canaletto"))
    evening.keeps_hands = True
    typed(evening, "5; 9; 12", "u", "o", "u", "o", "r")
    typed(evening, "deutsch")
    german = list(evening.orders)
    typed(evening, "english")
    assert reopened(evening, "de").orders == german and german


def test_what_hands_cannot_do_is_told_and_not_ordered() -> None:
    evening = evening_at(opened("canaletto"))
    scene = typed(evening, "5", "", "pass")
    assert not scene.told and any("passes and is out of this round" in note for note in scene.notes)


def test_a_move_without_orders_leaves_what_is_still_to_do_and_ticking_off_what_was_told() -> None:
    evening = evening_at(opened("canaletto"))
    (order,) = typed(evening, "5").told
    scene = typed(evening, "pass")
    assert scene.told == [order] and scene.notes
    scene = typed(evening, "")
    assert not scene.told and scene.notes


def test_the_way_back_goes_before_the_next_moves_and_stays_until_it_is_ticked_off() -> None:
    evening = evening_at(opened("canaletto"))
    scene = typed(evening, "5", "u", "", "7")
    assert [line.partition(" ")[0] for line in scene.told] == ["Gondola:", "Gondola"]
    assert scene.titles[0].startswith("For the hands")
    scene = typed(evening, "deutsch")
    assert [line.partition(" ")[0] for line in scene.told] == ["Gondel:", "Gondel"]
    assert len(typed(evening, "9").told) == 3
    assert len(typed(evening, "", "11").told) == 1  # then the others go as ever


@pytest.mark.parametrize("how", ["undo", "check"])
def test_what_puts_the_table_right_outlives_any_number_of_moves(how: str) -> None:
    evening = evening_at(laid())
    if how == "undo":
        typed(evening, "cs 2", "*", "u", "")
    else:
        typed(evening, "check", "castello Anke 3", "b")
    ordered = list(evening.orders)
    assert ordered
    for _ in range(5):
        scene = typed(evening, next_line(evening))
        assert list(scene.told[: len(ordered)]) == ordered
        shown = list(typed(evening, "o").panels[0].lines)
        at = next(n for n, line in enumerate(shown) if line.startswith("To be put right"))
        assert shown[at + 1 : at + 1 + len(ordered)] == [f"  ▸ {line}" for line in ordered]
        assert at > 0, "what was done since is newer"
    typed(evening, "u", "")  # that was done; what was never ticked off is still there
    assert [bare(line) for line in evening.orders[: len(ordered)]] == ordered
    assert not typed(evening, "*").told


def test_what_is_ticked_off_does_not_come_back_in_the_other_language() -> None:
    evening = evening_at(laid())
    typed(evening, "cs 2", "u", "", "")
    assert len(typed(evening, "deutsch").told) == 1


def test_a_board_that_agrees_has_nothing_left_to_be_done() -> None:
    evening = evening_at(opened("canaletto"))
    assert typed(evening, "5").told
    assert not typed(evening, "check", "").told


def test_news_for_which_no_hand_is_needed_are_not_ticked_off_before_a_secret() -> None:
    """Where the referee rolls, a die that is chosen stays in the box."""
    table = opened("venetia")
    while table.awaited()[0]["for"] != "die":
        table.do(next(iter(table.rules.legal(table.state, str(table.awaited()[0]["by"])))))
    kind = next(kind for kind, values in table.view(None)["pool"].items() if 2 in values)
    evening = evening_at(table)
    evening.order(lambda _: ["A shield to Italia."])
    scene = typed(evening, f"{kind} 2")
    assert scene.told == ["A shield to Italia."]  # of an earlier move: it stays, and nobody waits for it
    assert any("takes a die" in note for note in scene.notes) and "Hand the laptop" in said(scene)


# --- words --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("game", "line"), [("venedig", "b"), ("doge", "b"), ("canaletto", "h"), ("venetia", "zara")])
def test_a_refusal_quotes_what_was_typed(game: str, line: str) -> None:
    """`b` is the id of a quarter, `h` begins a horn: nobody has named either."""
    evening = evening_at(at_a_turn() if game == "venetia" else laid() if game == "doge" else opened(game))
    if game == "venedig":
        (note,) = typed(evening, "check", line).notes
    else:
        note = typed(evening, "end", "m3", line).notes[0] if game == "venetia" else typed(evening, line).notes[0]
    assert f"“{line}”" in note


def test_how_a_line_was_read_is_said_where_it_does_not_show() -> None:
    """`h` is a trade die in German only."""
    start = {"phase": "die", "active": "Anke", "doge": {"player": "Bernd", "family": 2, "markers": 3}}
    start |= {"pool": {"military": [3], "politics": [3]}}
    table = new_table("venetia", PLAYERS, path=home.table_path("die"), start=start)
    notes = typed(evening_at(table), "h3").notes
    assert notes[0] == "“h3” was read as: die Trade 3"
    assert "VTA-5.7" in notes[1]


@pytest.mark.parametrize(
    ("line", "near"), [("chek", "check"), ("undoo", "undo"), ("prüfn", "prüfen"), ("rulse", "rule")]
)
def test_a_misspelled_command_is_offered(line: str, near: str) -> None:
    evening = evening_at(opened("canaletto"))
    scene = typed(evening, line)
    assert any(f"Did you mean “{near}”" in asked for asked in scene.asked)
    assert not any("facher" in note for note in scene.notes)
    assert "stays as it is" in said(typed(evening, "n"))


def test_a_number_that_belongs_to_nothing_is_no_part_of_a_move() -> None:
    """`palazzo 3 1` laid three palazzi, and `0 ca` one casa."""
    evening = evening_at(opened("venedig"))
    for line in ("? palazzo 3 1", "? 1 2 ca", "? 0 ca"):
        assert "that is legal" not in said(typed(evening, line)), line


def test_a_number_left_out_is_asked_back() -> None:
    """`h` put as many houses as may be."""
    table = checked("doge", "q")[0].table
    scene = typed(evening_at(table), "h")
    assert len(table.steps) == 1 and all(
        f"houses {n}" in said(scene).partition("Which do you mean?")[2] for n in (1, 2)
    )


def test_one_is_not_named_as_many() -> None:
    speech = Speech("de", evening_at(opened("venedig")).table.kit)
    facts: dict[str, Any] = {"site": "a1", "fields": ["a2"], "n": 1}
    assert "also 1 Punkt (" in speech.say("why.unbuilt-neighbour", facts)
    assert "also 2 Punkte (" in speech.say("why.unbuilt-neighbour", facts | {"n": 2})
    assert [speech.fill("{n:eins|mehr|keins}", {"n": n}) for n in (0, 1, 2)] == ["keins", "eins", "mehr"]


def test_a_table_goes_on_in_its_own_language() -> None:
    german = opened("canaletto")
    typed(evening_at(german), "deutsch")
    english = opened("doge")
    home.remember_language("en", english.id)
    for table, lang in ((german, "de"), (english, "en")):
        asked = Asked(str(table.path), None, None, "en", False, Wishes())
        assert _first(evening_at(table).face, asked)[1] == lang
    assert _first(evening_at(german).face, Asked(str(german.path), None, "en", "de", False, Wishes()))[1] == "en"


def test_texts_that_change_under_a_running_console_change_nothing_of_it(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path / "data")
    table = new_table("canaletto", PLAYERS, path=home.table_path("own"), data=tmp_path / "data", seed="7")
    lines = ["? bid 200", "rules CAN-7.13", "xyzzy", "?", "5", "why"]
    before = [said(typed(evening_at(table), line)) for line in lines[:4]]
    evening = evening_at(table)
    for name in ("messages", "rules", "console"):
        file = tmp_path / "data" / "canaletto" / f"{name}.yaml"
        file.write_text(file.read_text("utf-8").replace("gondola", "xq").replace("bid", "xq"), "utf-8")
    assert [said(typed(evening, line)) for line in lines[:4]] == before


@pytest.mark.parametrize(("lang", "word", "bid"), [("en", "rules", "bid 101"), ("de", "regeln", "biete 101")])
def test_the_console_tells_of_a_rule_what_the_shell_tells(lang: str, word: str, bid: str) -> None:
    """And the refusal that rests on it names the command by the word of the language."""
    evening = evening_at(new_table("canaletto", PLAYERS, path=home.table_path("ruled"), seed="7"), lang)
    assert f"{word} CAN-7.13" in said(typed(evening, bid))
    shown = said(typed(evening, f"{word} CAN-7.13"))
    told = venice("rules", "CAN-7.13", "--lang", lang).out.splitlines()
    assert len(told) > 3
    assert [line for line in told if line.strip() not in shown] == []


# --- the check of the board -----------------------------------------------------------------------------------
def test_a_second_piece_that_is_named_leaves_the_first() -> None:
    evening, _ = checked("doge", "castello bernd 3", "castello anke 2", "c", "the cat")
    houses = evening.table.view(None)["fields"]["castello"]["houses"]
    assert (houses["Anke"], houses["Bernd"]) == (2, 3)


@pytest.mark.parametrize("word", ["u", "undo", "log", "prüfen"])
def test_a_command_is_no_reason(word: str) -> None:
    evening, face = checked("venedig", "be 12", "c", word, "", "q")
    assert len(evening.table.steps) == 1
    assert f"“{word}” is no reason" in " ".join(face.notes[3])


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("d5>d4", ["Casa: d4 → d5"]),
        ("casa d5>d4", ["Casa: d4 → d5"]),
        ("e7 e11>e10 e14", ["Palazzo: e10 e14 → e7 e11"]),
        ("e7>e10", ["Palazzo: e10 e11 → e7 e11"]),
        ("buildings -d5", ["Casa: supply → d5"]),
        ("buildings +casa c9", ["Casa: c9 → supply"]),
    ],
)
def test_a_building_elsewhere_is_named_without_its_ground(line: str, orders: list[str]) -> None:
    assert checked("venedig", line, "b")[0].orders == orders


def test_such_a_building_is_corrected_with_its_ground() -> None:
    evening, _ = checked("venedig", "d5>d4", "c", "the cat")
    view = evening.table.view(None)
    assert {"building": "casa", "fields": ["d4"]} in view["built"]
    assert "d5" in view["drained"] and "d4" not in view["drained"]


def test_a_building_that_is_not_there_is_not_taken_away() -> None:
    _, face = checked("venedig", "buildings -palazzo d5", "q")
    assert "names no place of the list" in " ".join(face.notes[1])


def test_what_an_undo_has_ordered_stays_when_moves_after_it_are_taken_back() -> None:
    orders = Ordered(evening_at(opened("canaletto")).speech)
    orders.give(Task(lambda _: ["back"], aside=True, at=5))
    orders.give(Task(lambda _: ["on"], at=6))
    orders.give(Task(lambda _: ["further back"], aside=True, at=4))
    assert orders.lines == ["If not done yet: back", "further back"]


def test_what_was_moved_on_after_an_undo_is_not_lost_when_a_later_move_is_taken_back() -> None:
    """The die that an undo has sent back goes beside the board again, at the end of the turn that is played anew."""
    turn, pool = {"type": "politics", "value": 3, "ap": 1}, {"politics": [2], "trade": [3]}
    start = at_action("politics", turn=turn, seas={"golfo-di-venetia": {"control": True}}, pool=pool)
    evening = evening_at(new_table("venetia", PLAYERS[:2], path=home.table_path("on"), start=start))
    (back,) = typed(evening, "end", "u", "").told
    assert back.startswith("Politics die 3: beside the board")
    placed, ends = typed(evening, "ancona", "end").told[1:]
    taken = typed(evening, "t3").told[-1]
    assert f"Not ticked off yet: {taken}" in typed(evening, "u").asked
    *left, pool_again = typed(evening, "u", "").told
    assert left == [f"If not done yet: {line}" for line in (back, placed, ends)]
    assert pool_again == "Trade die 3: before Bernd → pool"
