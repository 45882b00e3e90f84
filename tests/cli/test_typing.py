"""The console does what was typed, and tells nobody what is not his."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tests.cli.test_doge_evening import ending
from tests.cli.test_evening import Typed, evening_at, opened, said, typed
from tests.trust.play import GAMES, seats, some_move
from tests.trust.test_secrecy import CHANCES, both_do, owing, receipts, twins
from venice_pnp.console.commands import COMMANDS
from venice_pnp.console.evening import Evening, Wishes
from venice_pnp.console.layout import Screenful, frame
from venice_pnp.console.session import Asked, _first
from venice_pnp.console.setup import open_new_table
from venice_pnp.contract.play import TABLE
from venice_pnp.referee import home
from venice_pnp.referee.table import Table, new_table
from venice_pnp.speech.texts import verb_texts
from venice_pnp.speech.tongues import referee_texts
from venice_pnp.speech.trouble import NoTable, NotAgreed
from venice_pnp.speech.words import Said, Speech, known_ids

PLAYERS = ["Anke", "Bernd", "Claudia"]
CLOCK = re.compile(r"\d\d:\d\d(:\d\d)?")


# --- literal input ----------------------------------------------------------------------------------------
def test_b_is_a_bid_and_a_bribe_is_asked_back() -> None:
    table = opened("canaletto")
    evening = evening_at(table)
    typed(evening, "b 3")
    assert table.view(None)["high-bid"] == 3
    made = len(table.steps)
    scene = typed(evening, "b")
    assert scene.notes[0] == "That is not the whole move." and not any("bribe”" in line for line in scene.asked)
    for answer, bribed in (("n", False), ("", True)):
        made = len(table.steps)
        scene = typed(evening, "br")
        assert any("Did you mean “bribe”" in line for line in scene.asked)
        assert len(table.steps) == made
        typed(evening, answer)
        assert (len(table.steps) > made) is bribed


def test_what_is_typed_in_full_is_not_asked_back() -> None:
    table = opened("canaletto")
    evening = evening_at(table)
    typed(evening, "b 3", "bribe")
    assert table.view(None)["round"] == 2


@pytest.mark.parametrize(("lang", "line"), [("de", "z"), ("en", "dr"), ("de", "zieh")])
def test_a_turn_is_not_ended_by_a_guess(lang: str, line: str) -> None:
    """`z` means back elsewhere; in Venedig it drew a card."""
    table = opened("venedig")
    made = len(table.steps)
    scene = typed(evening_at(table, lang), line)
    assert len(table.steps) == made
    assert any({"de": "Gemeint", "en": "Did you mean"}[lang] in line for line in scene.asked)


def attacking() -> Table:
    """An attack was made; the table draws a combat tile."""
    start = {"phase": "roll", "active": "Anke", "doge": {"player": "Anke", "family": 2, "markers": 3}}
    table = new_table("venetia", ["Anke", "Bernd"], path=home.table_path("v"), start=start)
    table.do({"by": TABLE, "do": "roll", "military": [2, 3], "politics": [2, 3, 3], "trade": [3, 4]})
    table.do({"by": "Anke", "do": "die", "type": "military", "value": 2})
    while table.awaited()[0]["for"] != "tile":
        by = str(table.awaited()[0]["by"])
        legal = list(table.rules.legal(table.state, by))
        table.do(next((move for move in legal if move["do"] in ("attack", "sea")), legal[0]))
    return table


@pytest.mark.parametrize("shown", ["2", "1", "2cb"])
def test_what_a_tile_shows_is_what_is_typed(shown: str) -> None:
    """A `2` was the second of the menu."""
    table = attacking()
    evening = evening_at(table)
    evening.asked(evening.paint())
    assert not any(label.isdecimal() for label in evening.menu.labels)
    typed(evening, shown)
    tile = next(step.move["tile"] for step in reversed(table.steps) if step.move.get("do") == "tile")
    assert str(tile) == shown


def test_a_letter_of_the_menu_is_chosen() -> None:
    table = attacking()
    evening = evening_at(table)
    evening.asked(evening.paint())
    label, wanted = evening.menu.labels[1], evening.menu.moves[1]
    typed(evening, label)
    assert next(s.move for s in reversed(table.steps) if s.move.get("do") == "tile") == wanted


def test_without_a_limit_no_end_is_invented_and_a_huge_bid_is_asked_back() -> None:
    path = home.table_path("c")
    table = new_table("canaletto", PLAYERS, path=path, seed="7", options={"debt-limit": "none"})
    evening = evening_at(table)
    scene = typed(evening, "? bid 0")
    assert "1.." in said(scene) and "1..100" not in said(scene)
    scene = typed(evening, "5000")
    assert any("Did you mean “bid 5000”" in line for line in scene.asked)
    assert table.view(None)["high-bid"] == 0
    typed(evening, "y")
    assert table.view(None)["high-bid"] == 5000


# --- no leaks ---------------------------------------------------------------------------------------------
def masked(evening: Evening, text: str) -> str:
    for word in (*receipts(evening.table), evening.table.name):
        text = text.replace(word, "@")
    return CLOCK.sub("00:00", CHANCES.sub("#", text))


ANSWERS = {  # what is typed next, where a command asks back
    "check": [["check", "?", "", "xyzzy", "q"], ["check", ""]],
    "setup": [["setup", "", "b", "s"]],
    "v": [["v", "x"], ["v Anke", "x"], ["v Bernd", "x"]],
    "u": [["u", "n"], ["u 2", "?", "n"]],
    "timer": [["timer 3600"], ["timer"]],
}


def lines_to_try(table: Table) -> Iterator[list[str]]:
    """Every command there is, with and without words, and `?` and every verb with everything that may be typed."""
    for name, row in referee_texts()["commands"].items():
        if name in COMMANDS:
            word = max(map(str, row), key=len)
            yield from ANSWERS.get(str(row[0]), [[str(row[0])], [f"{word} casa"], [f"{word} 3"]])
    kinds = getattr(table.kit.tables, "kinds", None) or getattr(table.kit.tables, "fields", ())
    cards = getattr(table.kit.tables, "action_cards", ())
    asked = [text.form for text in verb_texts(table.kit).values() if text.form]
    asked += [f"{n} {kind.id}" for kind in kinds for n in (1, 2, 3)]
    asked += [f"{kind.id} 3 1" for kind in kinds]
    asked += [f"card {one.id} zara" for one in cards[::3]]
    yield from ([f"? {line}"] for line in asked)


def everything_shown(table: Table, lang: str) -> list[str]:
    """What is on the screen at each line that is typed, and after it."""
    evening = evening_at(table, lang)
    face: Any = evening.face
    found = []
    for lines in lines_to_try(table):
        made = len(table.steps)
        face.seen.clear()
        typed(evening, *lines)
        found += [masked(evening, f"{lines}\n{scene.hint}\n{said(scene)}") for scene in face.seen]
        evening.page, evening.notes, evening.near = None, [], ""
        assert len(table.steps) == made, lines
    return found


def dealt_otherwise(game: str) -> list[Table]:
    """Right after opening: what a seed has dealt is nothing to the others."""
    return [new_table(game, PLAYERS, path=home.table_path(f"xq{n}xq"), seed=f"{n}") for n in (11, 42)]


def sealed_otherwise(game: str) -> list[Table]:
    """The same past, and another secret choice of one seat."""
    *tables, _ = twins(game, 0)
    who = owing(tables[0])[0]
    legal = list(tables[0].rules.legal(tables[0].state, who))
    for table, move in zip(tables, (legal[0], legal[-1]), strict=True):
        table.do(move)
    assert legal[0] != legal[-1]
    return tables


def held_otherwise(game: str) -> list[Table]:
    """In the middle of a turn: two seats have exchanged a card of their hands, and only they know."""
    tables = [new_table(game, PLAYERS, path=home.table_path(f"xq{n}xq"), seed="11") for n in (1, 2)]
    rng = random.Random(4)
    while not {item["for"] for item in tables[0].awaited()} & {"action", "play"}:
        both_do(tables, some_move(tables[0].rules, tables[0].state, rng))
    step = tables[1].steps[-1]
    tables[1].steps[-1] = replace(step, state=exchanged(step.state))
    assert tables[0].view(None) == tables[1].view(None)
    assert tables[0].view("Anke") != tables[1].view("Anke")
    return tables


def exchanged(state: Any) -> Any:
    """The first hand holds the second one's first card, and the other way round."""
    (mine, *my), (yours, *your), *others = state.hand
    return replace(state, hand=(tuple(sorted((yours, *my))), tuple(sorted((mine, *your))), *others))


@pytest.mark.parametrize(
    ("game", "differing"),
    [
        ("venedig", dealt_otherwise),
        ("venetia", dealt_otherwise),
        ("doge", sealed_otherwise),
        ("venetia", sealed_otherwise),
        ("venetia", held_otherwise),
    ],
)
def test_no_command_tells_what_only_one_seat_may_know(game: str, differing: Callable[[str], list[Table]]) -> None:
    """Venedig: `? 1 pa` told it. Tables that differ only in what is hidden say the same to every line, in Canaletto to
    all of them: there nothing is hidden (`tests/trust/test_secrecy.py`)."""
    tables = differing(game)
    assert set(referee_texts()["commands"]) == set(COMMANDS)
    for lang in ("en", "de"):
        left, right = (everything_shown(table, lang) for table in tables)
        assert left == right


def test_a_refusal_in_the_open_does_not_tell_the_hand() -> None:
    table = opened("venedig")
    hand = table.view("Anke")["secret"]["hands"]["Anke"]
    missing = next(kind for kind in table.rules.world.kinds if kind not in hand)
    evening = evening_at(table)
    scene = typed(evening, f"1 {missing}")
    assert any("only Anke may hear" in line for line in scene.notes), scene.notes
    scene = typed(evening, "v", "", f"? 1 {missing}")
    assert any("VEN-7" in line for line in scene.asked)


def test_a_move_typed_where_one_only_looks_is_said_not_to_be_played() -> None:
    evening = evening_at(opened("venedig"), "en")
    scene = typed(evening, "v", "", "2 casa")
    assert "Nothing was played" in "\n".join(scene.asked) and not evening.table.steps[1:]


def test_nothing_typed_at_the_hand_over_is_echoed() -> None:
    table = opened("doge")
    evening = evening_at(table)
    face: Any = evening.face
    typed(evening, "cs 3 1")
    assert face.kept == []
    assert len(table.awaited()) == 3


@pytest.mark.parametrize("seed", ["7", None])
def test_a_card_that_was_seen_is_not_taken_back_alone(seed: str | None) -> None:
    table = opened("venedig", seed=seed)
    table.do({"by": "Anke", "do": "draw", "pile": 1})
    with pytest.raises(NotAgreed, match="goes past a draw"):
        table.undo()
    scene = typed(evening_at(table), "u")
    assert any("does the whole table agree" in line for line in scene.asked)


def test_a_sealed_choice_is_not_taken_back_alone() -> None:
    table = opened("doge")
    table.do({"by": "Anke", "do": "place", "field": "castello", "tokens": [1]})
    with pytest.raises(NotAgreed, match="a sealed choice"):
        table.undo()


# --- offers and warnings ----------------------------------------------------------------------------------
def test_a_ponte_is_offered_once_a_site() -> None:
    start = {"hands": {"Anke": {"ponte": 4}}}
    table = new_table("venedig", ["Anke", "Bernd"], path=home.table_path("v"), start=start)
    evening = evening_at(table)
    scene = typed(evening, "3 po")
    assert len(evening.menu.moves) == len(table.rules.sites(table.state, "ponte")) == 2
    assert not any("quarter" in line for line in scene.asked)


def test_a_building_without_a_site_is_warned_of() -> None:
    world = opened("venedig").rules.world
    start = {"hands": {"Anke": {"ponte": 4}}}
    table = new_table("venedig", ["Anke", "Bernd"], path=home.table_path("v"), start=start)
    for site in table.rules.sites(table.state, "ponte"):
        covered = table.state.covered
        for field in site["fields"]:
            covered |= 1 << next(n for n, row in enumerate(world.tables.fields) if row.id == field)
        table.steps[-1] = replace(table.steps[-1], state=replace(table.state, covered=covered))
    made = len(table.steps)
    evening = evening_at(table)
    evening.ear = evening.own_ear  # the position is none that could be reached, so it is looked at as it is
    scene = typed(evening, "3 po")
    assert len(table.steps) == made
    assert any("discard" in line for line in scene.notes), scene.notes
    assert any("Play “" in line for line in scene.asked)


# --- words ------------------------------------------------------------------------------------------------
FORM = re.compile(r"(?:^|· )([^\W\d][\w-]*) \(([^()]+)\)")


def moments(game: str, lang: str, seed: str | None, turns: int) -> Iterator[Evening]:
    """An evening by chance, looked at before every third move."""
    table = new_table(game, seats(game, 1), path=home.table_path(f"{game}-{lang}"), seed=seed)
    table.journal._db.execute("PRAGMA synchronous = OFF")  # many moves; nothing here is about the disk
    evening, rng = evening_at(table, lang), random.Random(game)
    for n in range(turns):
        if not table.awaited():
            return
        if n % 3 == 0:
            yield evening
        move = some_move(table.rules, table.state, rng)
        evening.done(table.do({key: value for key, value in move.items() if key != "drawn"}))


@pytest.mark.parametrize(("lang", "seed"), [("en", None), ("de", "5")])
@pytest.mark.parametrize("game", GAMES)
def test_examples_are_legal_and_no_word_is_of_the_inside(game: str, lang: str, seed: str | None) -> None:
    rows = verb_texts(opened(game).kit)
    for evening in moments(game, lang, seed, 18):
        table = evening.table
        shown = ""
        if not evening.is_secret(table.awaited()):
            by = evening.seats()[0]
            for verb, form in FORM.findall(evening.asked(evening.paint())[-1]):
                meaning = evening.ear.understand(by, form)
                assert [move["do"] for move in meaning.moves] == [evening.script.verb(verb)], (verb, form)
            for word in rows:
                scene = typed(evening, f"? {word}")
                shown += "\n" + "\n".join(scene.notes)
        shown += "\n" + "\n".join([*evening.orders, *evening.asked(evening.paint())])
        strange = inside(table, re.sub(r"\x1b\[[0-9;]*m", "", shown))
        assert not strange, (strange, shown)


def inside(table: Table, text: str) -> list[str]:
    """Ids and names of fields that no player knows: with a hyphen, or in capitals."""
    verbs = table.rules.verbs
    fields = {field.upper() for verb in verbs.values() for field in verb.fields if len(field) > 2}
    ids = {one for one in (*verbs, *known_ids(table.kit)) if "-" in one and len(one) > 4}
    ids |= {field for verb in verbs.values() for field in verb.fields if "-" in field}
    words = set(re.findall(r"[A-Z]{3,}\b", text)) & fields
    return sorted({*words, *(one for one in ids if re.search(rf"(?<![\w“„]){re.escape(one)}(?!\w)", text))})


def test_a_refusal_says_what_comes_first() -> None:
    """“first open Golfo di Venetia: golfo; zara 2”"""
    start = {"phase": "roll", "active": "Anke", "doge": {"player": "Anke", "family": 2, "markers": 3}}
    table = new_table("venetia", ["Anke", "Bernd"], path=home.table_path("v"), start=start)
    table.do({"by": TABLE, "do": "roll", "military": [2, 3], "politics": [3, 3, 4], "trade": [3, 4]})
    table.do({"by": "Anke", "do": "die", "type": "politics", "value": 4})
    while table.awaited()[0]["for"] != "action":
        by = str(table.awaited()[0]["by"])
        table.do(next(iter(table.rules.legal(table.state, by))))
    evening = evening_at(table)
    scene = typed(evening, "zara 2")
    told = next(line for line in scene.notes if "Both in one line" in line)
    assert "Golfo di Venetia" in told
    typed(evening, told.partition("Both in one line: ")[2])
    assert table.view(None)["colonies"]["zara"]["Anke"] == 2


@pytest.mark.parametrize(("game", "line"), [("canaletto", "bid"), ("canaletto", "choose-starter"), ("venetia", "tile")])
def test_what_is_not_the_whole_move_is_answered_in_the_words_of_the_players(game: str, line: str) -> None:
    scene = typed(evening_at(opened(game) if game == "canaletto" else attacking()), line)
    told = " ".join(scene.notes)
    assert told and not any(word in told for word in ("amount", "needs", "choose-starter", "player:"))


# --- the opening ------------------------------------------------------------------------------------------
def test_help_and_a_way_back_in_the_opening_questions() -> None:
    face: Any = Typed(Speech("en"))
    face.lines = ["?", "2", "?", "b", "dog", "Anke Bernd Claudia", "", "b", "b", "A B C", "", "", "", ""]
    table, lang = open_new_table(face, "en", "en", None)
    told = ["\n".join(scene.notes) for scene in face.seen]
    assert "number from 1 to" in told[1] and "last question" in told[1]
    assert "spaces or commas" in told[3]
    assert (table.game, table.players, lang) == ("doge", ["A", "B", "C"], "en")


def test_a_new_table_takes_the_name_it_was_given() -> None:
    face: Any = Typed(Speech("en"))
    face.lines = ["A B C", "", "", "", ""]
    table, _ = open_new_table(face, "en", "en", None, "canaletto", "sunday")
    assert table.name == "sunday"
    with pytest.raises(NoTable):
        open_new_table(face, "en", "en", None, "canaletto", "sunday")


def test_one_of_several_tables_is_chosen() -> None:
    for name in ("monday", "sunday"):
        home.remember(new_table("canaletto", PLAYERS, path=home.table_path(name), seed="7").path)
    asked = Asked(None, None, "en", "en", False, Wishes())
    for line, name in (("", "sunday"), ("mon", "monday")):
        face: Any = Typed(Speech("en"))
        face.lines = [line]
        assert _first(face, asked)[0].name == name
        assert "Canaletto, Anke, Bernd, Claudia" in face.seen[0].asked[1]


@pytest.mark.parametrize(
    ("lang", "title", "over"),
    [("en", "Your tables", "over after 5 moves"), ("de", "Eure Tische", "zu Ende nach 5 Zügen")],
)
def test_a_table_that_is_not_over_is_offered_though_the_last_one_is(lang: str, title: str, over: str) -> None:
    """`play` went on with the finished one, as if there were no other; a new table was announced where old ones are."""
    new_table("canaletto", PLAYERS, path=home.table_path("monday"), seed="7")
    doge = ending()
    typed(doge, "y", "")
    asked = Asked(None, None, lang, lang, False, Wishes())
    for line, name in (("", "monday"), ("2", doge.table.name)):
        home.remember(doge.table.path)
        face: Any = Typed(Speech(lang))
        face.lines = [line]
        assert _first(face, asked)[0].name == name
        assert face.seen[0].head == title and over in face.seen[0].asked[2]


def test_one_table_that_is_played_on_is_no_question() -> None:
    new_table("canaletto", PLAYERS, path=home.table_path("monday"), seed="7")
    face: Any = Typed(Speech("en"))
    home.remember(home.table_path("monday"))
    assert _first(face, Asked(None, None, "en", "en", False, Wishes()))[0].name == "monday" and not face.seen


def test_several_winners_are_several() -> None:
    speech = Speech("de", opened("canaletto").kit, PLAYERS)
    assert speech.say("screen.winners", {"winners": Said("Anke, Bernd"), "n": 2}) == "GEWONNEN HABEN Anke, Bernd"
    assert speech.say("screen.winners", {"winners": Said("Anke"), "n": 1}) == "GEWONNEN HAT Anke"


# --- a line of several moves --------------------------------------------------------------------------------
def test_a_line_does_not_go_on_for_somebody_who_is_not_named() -> None:
    table = opened("venedig")
    anke, bernd = PLAYERS[:2]
    evening = evening_at(table)
    scene = typed(evening, "draw; draw ca")
    assert [step.move["by"] for step in table.steps if not step.start and step.move["by"] != "table"] == [anke]
    assert any(f"It is for {bernd} to decide now" in note and f"{bernd} draw ca" in note for note in scene.notes)


def test_a_number_that_was_left_out_is_asked_back() -> None:
    table = opened("doge")
    while table.awaited()[0]["for"] != "houses":
        table.do(dict(next(iter(table.rules.legal(table.state, str(table.awaited()[0]["by"]))))))
    before = len(table.steps)
    scene = typed(evening_at(table), "houses")
    assert len(table.steps) == before and "Which do you mean" in said(scene), said(scene)


def test_at_the_hand_over_a_letter_is_the_command_that_the_foot_names() -> None:
    table = opened("doge", players=["Ugo", "Bernd", "Claudia"])
    assert "Nothing is shown while you type" not in said(typed(evening_at(table), "u"))
    assert "Nothing is shown while you type" in said(typed(evening_at(table), "ugo"))


# --- orders -----------------------------------------------------------------------------------------------
def test_orders_are_ticked_off_and_no_enter_does_two_things() -> None:
    table = opened("doge")
    evening = evening_at(table)
    for seat, line in zip(PLAYERS, ("cs 3 1", "dd 1", "sm 2"), strict=True):
        assert table.awaited()[0]["by"] == seat
        typed(evening, "", line, "")
    orders = list(evening.orders)
    assert len(orders) == 3
    assert typed(evening, "").told == orders[1:]
    assert typed(evening, "1").told == orders[2:]
    assert typed(evening, "a").told == orders[2:]  # a letter may begin a move, and means nothing else
    assert "First tick off what the hands have done" in typed(evening, "cs 1").notes[0]
    scene = typed(evening, "*")
    assert not scene.told and scene.hint == "Enter ▸ "
    assert "Nothing is shown while you type" in said(typed(evening, ""))


def test_orders_that_do_not_fit_are_scrolled_in_place() -> None:
    scene = Screenful("head", told=[f"order {n}" for n in range(30)], undone="{n} more")
    first, last = frame(scene, (80, 24)), frame(scene, (80, 24), 0, 30)
    assert first.orders_left > 0 and last.orders_left == 0
    assert any("order 0" in row for row in first.rows) and any("order 29" in row for row in last.rows)


# --- what is said to one seat alone -------------------------------------------------------------------------
def test_help_names_nothing_of_a_hand_while_the_own_side_is_hidden() -> None:
    table = opened("venetia")
    hand = table.view("Anke")["houses"]["Anke"]["hand"]
    for line in ("?", "qqq", "kandidat"):
        shown = " ".join(typed(evening_at(table), "", line).asked)
        assert hand and not [card for card in hand if str(card) in shown], shown


@pytest.mark.parametrize(
    ("game", "line", "told"),
    [
        *(("venetia", line, "Das ist kein Kandidat: ") for line in ("kandidat 9", "9", "a", "p1", "n", "zurück")),
        ("venetia", "kandidat", "Der Kandidat fehlt: "),
        ("doge", "sc", "Es fehlt noch: Marken."),
        ("doge", "cs 9", "Das war nicht zu verstehen"),
    ],
)
def test_what_is_asked_in_secret_is_not_refused_as_another_move(game: str, line: str, told: str) -> None:
    """`kandidat 9` was refused as if it were not this seat's turn."""
    asked = typed(evening_at(opened(game), "de"), "", line).asked
    assert told in asked[1]
