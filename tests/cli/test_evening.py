"""What annoyed people who played whole games at the console: each of it typed again, in process."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.cli.test_console import VENETIA, short_table
from tests.trust.play import some_move
from venice_pnp.console.after import Again
from venice_pnp.console.commands import COMMANDS
from venice_pnp.console.evening import Evening, Wishes
from venice_pnp.console.layout import Screenful
from venice_pnp.console.terminal import Leave
from venice_pnp.referee import home
from venice_pnp.referee.table import Table, new_table
from venice_pnp.speech.words import Speech


class Typed:
    """A face that types lines, and remembers what was on the screen when each of them was asked for."""

    window = True
    unread = 0

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self.lines: list[str] = []
        self.seen: list[Screenful] = []
        self.kept: list[str] = []

    def ask(self, show: Callable[[], Screenful], prompt: str, *_: Any, hidden: bool = False, **__: Any) -> str:
        self.seen.append(show()._replace(hint=prompt))
        if not self.lines:
            raise Leave
        line = self.lines.pop(0)
        if not hidden:
            self.kept.append(line)
        return line

    def table(self, scene: Screenful) -> None:
        pass

    def forget(self) -> None:
        pass

    def bell(self) -> None:
        pass

    def pressed(self) -> bool:
        return False


def evening_at(table: Table, lang: str = "en") -> Evening:
    speech = Speech(lang, table.kit, table.players, "seed" in table.first)
    return Evening(table, speech, Typed(speech), Wishes())  # type: ignore[arg-type]


def typed(evening: Evening, *lines: str) -> Screenful:
    """The screen after these lines."""
    face: Any = evening.face
    face.lines = list(lines)
    with pytest.raises(Leave):
        evening.run()
    scene: Screenful = face.seen[-1]
    return scene


def said(scene: Screenful) -> str:
    page = [line for panel in scene.panels for line in panel.lines]
    return "\n".join([*page, *scene.told, *scene.notes, *scene.asked]).replace("\u00a0", " ")


def opened(game: str, players: Sequence[str] = ("Anke", "Bernd", "Claudia"), seed: str | None = "7") -> Table:
    return new_table(game, list(players), path=home.table_path(game), seed=seed)


def short(game: str) -> Table:
    return Table(short_table(game))


# --- orders for the hands ---------------------------------------------------------------------------------
def test_a_slip_leaves_the_orders_where_they_are() -> None:
    evening = evening_at(opened("canaletto"))
    scene = typed(evening, "5", "xyzzy", "? bid 200")
    assert any("Gondola 5 palaces on" in line for line in scene.told)
    assert any("Possible now" in line for line in scene.notes)


def test_a_chain_that_breaks_keeps_the_orders_of_what_was_done() -> None:
    evening = evening_at(opened("canaletto"))
    scene = typed(evening, "5; 9; xx; 12")
    assert sum("Gondola" in line for line in scene.told) == 2
    assert any("xx" in line for line in scene.notes)
    assert any("Not done any more: 12" in line for line in scene.notes)


def test_the_next_move_replaces_the_orders_of_a_chain() -> None:
    evening = evening_at(opened("canaletto"))
    scene = typed(evening, "5; 9", "12")
    assert sum("Gondola" in line for line in scene.told) == 1


def test_enter_clears_the_orders() -> None:
    evening = evening_at(opened("canaletto"))
    assert typed(evening, "5").told
    assert not typed(evening, "").told


def test_all_orders_are_there_after_a_crash_the_newest_first() -> None:
    table = opened("canaletto")
    typed(evening_at(table), "5; 9")
    again = said(typed(evening_at(Table(table.path)), "o"))
    assert again.index("bid 9") < again.index("bid 5")
    assert again.count("Gondola") == 2


# --- what was meant ---------------------------------------------------------------------------------------
def test_labels_in_a_chain_are_those_of_the_menu_of_the_moment() -> None:
    """No label is a number where a number is a bid."""
    table = short("canaletto")
    evening = evening_at(table)
    typed(evening, "3; p; p")
    label = evening.menu.labels[0]
    assert not label.isdecimal()
    scene = typed(evening, "u 3", "", "y", f"3; p; p; {label}", "y")
    assert table.closed
    assert "WON BY" in said(scene)


def test_a_name_of_two_words() -> None:
    table = opened("canaletto", ("Ada", "Ben Li", "Zoe"), seed=None)
    evening = evening_at(table)
    state = table.state
    table.do({"by": "table", "do": "distribute", "palaces": lots(table)})
    table.do({"by": "table", "do": "lay-values", "values": list(range(3, 15))})
    table.do({"by": "table", "do": "place-gondola", "palace": "dario"})
    assert state is not table.state
    typed(evening, "ben")
    assert table.awaited()[0]["by"] == "Ben Li"
    typed(evening, "ben li 5")
    assert table.awaited()[0]["by"] == "Zoe"
    scene = typed(evening, "ada 9")
    assert any("Ada is not asked now" in line and "Zoe" in line for line in scene.notes)


def lots(table: Table) -> Mapping[str, list[str]]:
    sample = next(iter(table.rules.legal(table.state, "table")))
    palaces: Mapping[str, list[str]] = sample["palaces"]
    return palaces


def test_a_field_is_never_the_beginning_of_another() -> None:
    table = opened("venedig")
    table.do({"by": "Anke", "do": "drain", "fields": ["a2"]})
    table.do({"by": "Anke", "do": "draw", "pile": 1})
    scene = typed(evening_at(table), "a2")
    assert any("VEN-7.32" in line for line in scene.notes), scene.notes


def test_a_number_alone_draws_nothing() -> None:
    table = opened("venedig")
    before = len(table.steps)
    typed(evening_at(table), "1")
    assert len(table.steps) == before


def test_a_number_of_the_menu_on_the_screen_means_that_in_a_chain_too() -> None:
    table = short("venetia")
    table.do({"by": "Anke", "do": "die", "type": "trade", "value": 2})
    evening = evening_at(table)
    table.steps[-1] = replace(table.steps[-1], state=replace(table.state, phase="action", draws=()))
    evening.asked(evening.paint())
    menu = list(evening.menu.moves)
    if len(menu) > 2 and menu[1]["do"] == menu[2]["do"] == "place":
        typed(evening, "2; 3")
        assert {menu[1]["at"], menu[2]["at"]} <= set(table.rules.snapshot(table.state)["colonies"])


def test_no_to_a_guess() -> None:
    table = opened("canaletto")
    scene = typed(evening_at(table), "bdi 3", "n")
    assert not scene.told
    assert any("stays as it is" in line for line in scene.notes)


def test_the_end_of_a_turn_is_not_the_end_of_the_evening() -> None:
    evening = evening_at(opened("venetia", ("Anke", "Bernd")))
    face: Any = evening.face
    typed(evening, "end", "fertig")
    assert not face.lines, "the program was left"


def test_a_letter_alone_is_the_command() -> None:
    """`r` does again what was taken back; it reveals no card."""
    table = opened("venedig", ("Anke", "Bernd"))
    evening = evening_at(table)
    typed(evening, "d")
    assert table.awaited()[0]["for"] == "after"
    before = len(table.steps)
    scene = typed(evening, "r")
    assert len(table.steps) == before
    assert any("done again" in line for line in scene.notes)


def test_a_reveal_is_undone_alone() -> None:
    table = opened("venedig", ("Anke", "Bernd"))
    evening = evening_at(table)
    typed(evening, "d", "reveal")
    made = len(table.steps)
    typed(evening, "u", "")
    assert len(table.steps) == made - 1


def test_two_moves_are_taken_back_and_the_hands_told_how() -> None:
    table = opened("canaletto")
    scene = typed(evening_at(table), "5; 9", "u 2", "")
    assert len(table.steps) == opening(table)
    assert sum(line.startswith("Gondola: ") for line in scene.told) == 1  # from where it stands to where it stood
    assert any("bid 5" in line and "bid 9" in line for line in scene.notes)


def test_the_way_back_is_kept_among_the_orders_and_said_in_the_other_language() -> None:
    evening = evening_at(opened("canaletto"))
    scene = typed(evening, "5", "u", "", "o")
    assert any(line.startswith("  ▸ Gondola: ") for line in scene.panels[0].lines)
    scene = typed(evening, "", "5", "u", "", "deutsch")
    assert any(line.startswith("Gondel: ") for line in scene.told)


def opening(table: Table) -> int:
    return 1 + sum(bool(step.move.get("drawn")) for step in table.steps)


# --- secrets ----------------------------------------------------------------------------------------------
def test_a_secret_typed_in_the_open_is_not_taken() -> None:
    table = opened("doge")
    evening = evening_at(table)
    face: Any = evening.face
    scene = typed(evening, "qu 1")
    assert any("seen by everybody" in line for line in scene.notes)
    assert len(table.awaited()) == 3
    assert "qu 1" not in face.kept


def test_a_chain_stops_before_a_secret() -> None:
    table = short("doge")
    evening = evening_at(table)
    scene = typed(evening, "", "sc 2", "", "", "sp 2", "", "", "dd 3", "", "o; qu 1")
    assert not any("qu 1" in line for line in scene.told)


def test_help_in_a_secret_speaks_the_language_of_the_table() -> None:
    evening = evening_at(opened("doge"), "de")
    scene = typed(evening, "", "?")
    assert any("setzen" in line for line in scene.asked)
    assert not any("FIELD" in line for line in scene.asked)


@pytest.mark.parametrize("gold", [(0,), (3,), (5, 5)])
def test_the_question_does_not_tell_the_gold(gold: tuple[int, ...]) -> None:
    """What is offered in the open goes by what everybody knows."""
    table = opened("venedig", ("Anke", "Bernd"))
    table.do({"by": "Anke", "do": "drain", "fields": ["a1", "a2"]})
    evening = evening_at(table)
    first = evening.asked(evening.paint())
    secret = replace(table.state.secret, swamp=(gold[:1] * 2, ()))
    table.steps[-1] = replace(table.steps[-1], state=replace(table.state, secret=secret))
    assert evening.asked(evening.paint()) == first


@pytest.mark.parametrize("hand", [("m01", "m02"), ("t01", "t02"), ("p09", "t01")])
def test_the_question_does_not_tell_the_hand(hand: tuple[str, str]) -> None:
    table = short("venetia")
    table.do({"by": "Anke", "do": "die", "type": "politics", "value": 3})
    evening = evening_at(table)
    table.steps[-1] = replace(table.steps[-1], state=replace(table.state, phase="action", draws=()))
    first = evening.asked(evening.paint())
    assert any("card" in line for line in first)
    numbers = tuple(table.rules.world.card_number[card] for card in hand)
    held = (numbers, *table.state.hand[1:])
    table.steps[-1] = replace(table.steps[-1], state=replace(table.state, hand=held))
    assert evening.asked(evening.paint()) == first


# --- the set-up, the check, the end -------------------------------------------------------------------------
def test_a_wrong_palace_costs_only_that_palace() -> None:
    table = opened("canaletto", seed=None)
    evening = evening_at(table)
    told = [" ".join(lot) for lot in lots(table).values()]
    scene = typed(evening, told[0], "mirror mirror")  # it begins by itself, and each palace is checked as it is typed
    assert "told" in scene.panels[0].title
    assert any("no palace holds two" in line for line in scene.notes), scene.notes
    typed(evening, "q")  # a look at something else, and back: what was told is still there
    typed(evening, "distribute", *told[1:])
    assert table.awaited()[0]["for"] == "lay-values"


def test_what_cannot_be_there_so_often_is_said_at_once() -> None:
    table = opened("canaletto", seed=None)
    kinds: dict[str, int] = {}
    for lot in lots(table).values():
        for kind in lot:
            kinds[kind] = kinds.get(kind, 0) + 1
    kind, size = min(kinds.items(), key=lambda item: item[1])
    scene = typed(evening_at(table), *[kind] * (size + 1))
    assert any(f"there are only {size}" in line for line in scene.notes), scene.notes


def test_a_correction_names_only_what_differs() -> None:
    players = ["Anna", "Anna Maria"]
    start = json.loads(json.dumps(VENETIA).replace("Anke", "Anna").replace("Bernd", "Anna Maria"))
    table = new_table("venetia", players, path=home.table_path("venetia"), start=start, seed="7")
    evening = evening_at(table)
    typed(evening, "check", "corphu Anna Maria 3", "c", "the cat")
    assert table.view(None)["colonies"]["corphu"] == {"Anna": 2, "Anna Maria": 3}
    assert any("the cat" in str(entry.get("why")) and "Anna Maria 3" in str(entry.get("why")) for entry in table.log())


def test_a_check_that_is_left_changes_nothing() -> None:
    scene = typed(evening_at(opened("doge")), "check", "q")
    assert any("stays as it is" in line for line in scene.notes)
    scene = typed(evening_at(Table(home.table_path("doge"))), "check", "?")
    assert any("Place, then what is really there" in line for line in scene.notes)


def test_the_final_table_can_be_looked_at() -> None:
    table = short("canaletto")
    evening = evening_at(table)
    typed(evening, "3; p; p; goblet bust", "y")
    scene = typed(evening, "?")
    assert any("final table" in line for line in scene.notes)
    scene = typed(evening, "table")
    assert any("goes back to the result" in line for line in scene.asked)


def test_the_move_after_which_nothing_goes_back_is_asked_back() -> None:
    table = short("canaletto")
    evening = evening_at(table)
    scene = typed(evening, "3; p; p; goblet bust")
    assert any("This ends the game" in line for line in scene.notes) and table.awaited()
    typed(evening, "y")
    assert table.is_public and not table.awaited()


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("write the record", ".yaml"),
        ("sheet", ".pdf"),
        ("Wertungsblatt", ".pdf"),
        ("share", ".png"),
        ("teilen", ".png"),
    ],
)
def test_the_choices_after_the_game_are_taken_by_their_own_words(
    line: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    evening = evening_at(short("canaletto"))
    typed(evening, "3; p; p; goblet bust", "y", line)
    assert [file.suffix for file in tmp_path.iterdir() if file.suffix == what]


@pytest.mark.parametrize("line", ["wie", "how", "wie es"])
def test_the_words_of_the_menu_after_the_game_go_before_a_command_cut_short(line: str) -> None:
    evening = evening_at(short("canaletto"))
    typed(evening, "3; p; p; goblet bust", "y", line)
    assert evening.page and evening.page[0] == evening.speech.say("chronicle.title")


@pytest.mark.parametrize(("line", "same"), [("play again", True), ("noch einmal", True), ("another game", False)])
def test_another_game_by_its_own_words(line: str, same: bool) -> None:
    evening = evening_at(short("canaletto"))
    with pytest.raises(Again) as again:
        typed(evening, "3; p; p; goblet bust", "y", line)
    assert again.value.same is same


@pytest.mark.parametrize("game", ["canaletto", "doge", "venedig", "venetia"])
def test_every_command_can_be_typed_after_the_game(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table, rng = opened(game), random.Random(3)
    while table.awaited():
        table.do(some_move(table.rules, table.state, rng))
    evening = evening_at(table)
    for command in COMMANDS:
        for more in ("", " 3", " casa", " zara"):
            typed(evening, command + more, "q", "n")


def test_what_may_lie_anywhere_is_not_offered_as_if_it_lay_there() -> None:
    evening = evening_at(opened("canaletto", seed=None))
    assert "Foscari" not in " ".join(evening.asked(evening.paint()))


def test_the_language_is_remembered() -> None:
    evening = evening_at(opened("canaletto"))
    typed(evening, "deutsch")
    assert home.last_language() == "de"
    assert evening.face.speech.lang == "de"


# --- words of the players -----------------------------------------------------------------------------------
def test_moves_are_told_with_names_in_the_language_of_the_table() -> None:
    table = short("doge")
    evening = evening_at(table, "de")
    typed(evening, "", "sc 2 2 3 3", "", "", "sp 2", "", "", "dd 3", "")
    told = said(typed(evening, "verlauf"))
    assert "Claudia: setzen" in told
    assert "aufdecken San Polo" in told
    assert "place" not in told


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("card p15 bari 2 ancona", {"card": "p15", "at": ["bari", "bari", "ancona"]}),
        ("m12 corphu 2", {"card": "m12", "remove": [["corphu", "Bernd"], ["corphu", "Bernd"]]}),
        ("karte m12 corphu bernd 2", {"card": "m12", "remove": [["corphu", "Bernd"], ["corphu", "Bernd"]]}),
    ],
)
def test_a_number_repeats_the_target_of_a_card(line: str, move: dict[str, Any]) -> None:
    from venice_pnp.games.venetia.typed import readings

    table = short("venetia")
    table.do({"by": "Anke", "do": "die", "type": "politics", "value": 3})
    state = replace(table.state, phase="action", draws=())
    evening = evening_at(table)
    find = evening.ear.lexicon.find
    found = list(readings(table.rules, state, "Anke", line.split(), lambda word, *_: find([word])))
    assert found == [{"do": "card", **move}]


def test_one_is_one_and_not_several() -> None:
    speech = Speech("en")
    assert speech.say("log.undo", {"by": "Anke", "n": 1}) == "Anke: 1 move taken back"
    assert speech.say("log.undo", {"by": "Anke", "n": 2}) == "Anke: 2 moves taken back"


@pytest.mark.parametrize("game", ["canaletto", "doge", "venedig", "venetia"])
@pytest.mark.parametrize(
    "line", ["²", "٣", "9" * 5000, "1" * 5000 + "; p", "\x00", "🂡", "u ²", "rules ²", "? ²", "true", "casa yes"]
)
def test_odd_figures_are_only_not_understood(game: str, line: str) -> None:
    """Signs that look like numbers to one function and not to another."""
    evening = evening_at(opened(game, ("Anke", "Bernd", "Claudia"), seed="7"))
    typed(evening, line, "", line, "")
