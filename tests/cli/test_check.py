"""The check of the board, on one page, in every game: what agrees, what is put back, what is corrected, what cannot be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from venice_pnp.console.check import _chosen, _said_of, _statements, walk
from venice_pnp.console.evening import Evening, Wishes
from venice_pnp.console.layout import Screenful
from venice_pnp.console.noticed import Noticed, heard
from venice_pnp.referee import home
from venice_pnp.referee.script import at
from venice_pnp.referee.table import new_table
from venice_pnp.speech.plain import read_file
from venice_pnp.speech.trouble import NotAMove
from venice_pnp.speech.words import Speech

GAMES = ["canaletto", "doge", "venedig", "venetia"]


class Keys:
    """A face at which these lines are typed; it keeps what was shown before each."""

    window = True
    unread = 0

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines, self.typed = list(lines), list[str]()
        self.scenes: list[Screenful] = []

    def ask(self, show: Callable[[], Screenful], _prompt: str, *_: Any, **__: Any) -> str:
        self.scenes.append(show())
        self.typed.append(self.lines.pop(0))
        return self.typed[-1]

    @property
    def notes(self) -> list[Sequence[str]]:
        return [scene.notes for scene in self.scenes]

    @property
    def asked(self) -> list[Sequence[str]]:
        return [[line.replace("\u00a0", " ") for line in scene.asked] for scene in self.scenes]

    def bell(self) -> None:
        pass

    def forget(self) -> None:
        pass


def page_of(face: Keys, n: int = 0) -> list[str]:
    return [line for panel in face.scenes[n].panels for line in panel.lines]


def checked(game: str, *lines: str, lang: str = "en") -> tuple[Evening, Keys]:
    """A check of a table in the middle of a game, in which these lines are typed."""
    start: dict[str, Any] = read_file(Path(f"tests/snapshots/{game}-midgame.yaml"))[0]
    path = home.table_path(game)
    path.unlink(missing_ok=True)
    table = new_table(game, start["players"], path=path, start=start, options=start.get("options", {}))
    face = Keys(lines)
    evening = Evening(table, Speech(lang, table.kit, table.players), face, Wishes())  # type: ignore[arg-type]
    walk(evening)
    assert not face.lines
    return evening, face


BUILT = [  # in Venedig, with a casa one field too far
    {"building": "casa", "fields": ["c13"]},
    {"building": "palazzo", "fields": ["e7", "e11"]},
    {"building": "casa", "fields": ["d4"]},
    {"building": "basilica", "fields": ["b18", "b21", "b22"]},
]
MISPLACED = [  # game, what is typed of one misplaced piece, where it shows, what is really there, an order to put it back
    ("canaletto", "col 7", ("column",), "grassi", "Column: 7 Palazzo Grassi → 6 Palazzo Corner Spinelli"),
    ("canaletto", "du cl 29", ("money", "Claudia"), 29, "Account marker of Claudia: field 29 → field 30"),
    ("doge", "cs gr 3", ("fields", "castello", "houses", "Bernd"), 3, "3 houses of Bernd: Castello → supply"),
    ("doge", "an cs>sm", ("fields", "san-marco", "houses", "Anke"), 2, "1 house of Anke: San Marco → Castello"),
    (
        "doge",
        "sc cl sp",
        ("advisors", "santa-croce", "at"),
        "san-polo",
        "Advisor of Santa Croce: San Polo → Cannaregio",
    ),
    ("venedig", "be 12", ("gondolas", "Bernd"), 12, "Gondola of Bernd: space 12 → space 9"),
    ("venedig", "pal be", ("builders", "palazzo"), "Bernd", "Builder figure: palazzo: before Bernd → before Anke"),
    ("venedig", "d5>d4", ("built",), BUILT, "Casa: d4 → d5"),
    ("venetia", "acri an 1", ("colonies", "acri", "Anke"), 1, "1 influence of Anke: before Anke → Acri"),
    ("venetia", "an ac>can", ("colonies", "candia", "Anke"), 1, "1 influence of Anke: Candia → Acri"),
    ("venetia", "sha an", ("shame",), "Anke", "Mark of shame: before Anke → beside the board"),
    ("venetia", "ven 11", ("power", "venice"), 11, "Venice marker: space 11 → space 10"),
]


def keystrokes(face: Keys) -> int:
    """What was typed since `check`, each line with its Enter."""
    return sum(len(line) + 1 for line in face.typed)


@pytest.mark.parametrize("game", GAMES)
def test_a_board_that_is_right_is_one_key(game: str) -> None:
    evening, face = checked(game, "")
    assert keystrokes(face) <= 3
    assert "Board and referee agree" in evening.notes[0]
    assert len(page_of(face)) <= 2 * 24


@pytest.mark.parametrize(("game", "line", "path", "value", "order"), MISPLACED)
def test_a_misplaced_piece_is_named_and_put_back(
    game: str, line: str, path: tuple[str, ...], value: object, order: str
) -> None:
    """The record stays as it is, and the hands are told the way back."""
    evening, face = checked(game, line, "b")
    assert keystrokes(face) <= 12
    assert order in evening.orders
    assert len(evening.table.steps) == 1
    assert at(evening.table.view(None), path) != value


IMPOSSIBLE = {"col 7": "CAN-10.12", "pal be": "VEN-10.8", "ven 11": "VTA-10.9"}  # one piece alone cannot be so


@pytest.mark.parametrize(("game", "line", "path", "value", "_order"), MISPLACED)
def test_or_the_table_goes_on_from_the_real_board(
    game: str, line: str, path: tuple[str, ...], value: object, _order: str
) -> None:
    if line in IMPOSSIBLE:
        evening, face = checked(game, line, "c", "q")
        assert any(IMPOSSIBLE[line] in note for note in face.notes[2])
        assert len(evening.table.steps) == 1
        return
    evening, _ = checked(game, line, "c", "the cat")
    assert at(evening.table.view(None), path) == value, evening.notes
    assert "goes on from what was typed in" in evening.notes[0]
    why = str(evening.table.log()[-1]["why"])
    assert why.startswith("the cat (") and "→ really:" in why


def test_nonsense_is_answered() -> None:
    _, face = checked("venetia", "xyzzy", "q")
    assert "names no place of the list" in " ".join(face.notes[1])


@pytest.mark.parametrize(
    ("game", "line", "path", "value"),
    [
        ("canaletto", "7 +lion", ("palaces", "grassi"), ["candlestick", "painting", "clock", "lion"]),
        ("canaletto", "bribe anke no", ("bribe", "Anke"), False),
        ("doge", "palazzi santa croce bernd", ("fields", "santa-croce", "palazzi"), ["Bernd"]),
        ("doge", "castello waiting", ("advisors", "castello"), {"by": None, "at": "waiting"}),
        ("doge", "castello anke 2 daniel 0", ("fields", "castello", "houses"), {"Anke": 2, "Daniel": 0}),
        ("venedig", "drained +a1", ("drained",), None),
        ("venedig", "trocken +a1", ("drained",), None),
        ("venedig", "palazzo plan", ("builders", "palazzo"), "board"),
        ("venetia", "zara podesta anke", ("colonies", "zara"), {"podesta": "Anke"}),
        ("venetia", "acri -", ("colonies", "acri"), {}),
        ("venetia", "grecia genoa", ("kingdoms", "grecia"), "genoa"),
        ("venetia", "schandemarker bernd", ("shame",), "Bernd"),
        ("venetia", "tirreno fleets 2", ("seas", "mar-tirreno"), {"fleets": 2}),
        ("venetia", "nixia bernd 1", ("colonies", "nixia"), {"Bernd": 1}),  # and nothing of another place
        ("venetia", "mar di levante bernd 1", ("seas", "mar-di-levante"), {"Bernd": 1}),
    ],
)
def test_what_is_typed_is_understood(game: str, line: str, path: tuple[str, ...], value: Any) -> None:
    evening, _ = checked(game, "q")
    (found,) = heard(evening, list(_statements(evening)), line, {})
    assert list(found) == [path]
    if isinstance(value, dict):
        assert value.items() <= found[path].items()
        assert value or not found[path]
    else:
        assert found[path] == value if value is not None else "a1" in found[path]


PODESTA = {("colonies", "ancona"): {"Bernd": 5, "podesta": "Anke"}}
NO_KINGDOM = {("kingdoms", "levante"): None}


@pytest.mark.parametrize(
    ("game", "line", "really"),
    [
        ("venetia", "ancona podestà anke", PODESTA),
        ("venetia", "ancona anke podestà", PODESTA),
        ("venetia", "podestà ancona anke", PODESTA),
        ("venetia", "anke ancona podestà", PODESTA),
        ("venetia", "anke podestà ancona", PODESTA),
        ("venetia", "ancona no podestà", {("colonies", "ancona"): {"Bernd": 5}}),
        ("venetia", "ancona podestà fehlt", {("colonies", "ancona"): {"Bernd": 5}}),
        ("venetia", "levante no kingdom", NO_KINGDOM),
        ("venetia", "no kingdom levante", NO_KINGDOM),
        ("venetia", "levante no shield", NO_KINGDOM),
        ("venetia", "levante kein Wappen", NO_KINGDOM),
        ("venetia", "levante Königreich fehlt", NO_KINGDOM),
        ("venetia", "levante empty", NO_KINGDOM),  # the sea of that name is empty anyway
        ("venetia", "levante leer", NO_KINGDOM),
        ("venetia", "tirreno keine Flotte", {("seas", "mar-tirreno"): {}}),
        ("venetia", "acri no anke", {("colonies", "acri"): {}}),
        ("venetia", "anke treaty byzantine", {("houses", "Anke", "treaties"): ["byzantine"]}),
        ("venetia", "anke saracens treaty missing", {("houses", "Anke", "treaties"): []}),
        ("venetia", "egeo Kontrolle", {("seas", "mare-egeo"): {"Bernd": 1, "control": True}}),
        ("canaletto", "7 no clock", {("palaces", "grassi"): ["candlestick", "painting"]}),
        ("canaletto", "7 Uhr fehlt", {("palaces", "grassi"): ["candlestick", "painting"]}),
        ("canaletto", "space 1 open", {("sold",): []}),
        ("canaletto", "Feld 1 offen", {("sold",): []}),
        ("canaletto", "space 2 ring", {("sold",): ["lamp", "ring"]}),
        ("canaletto", "account marker of anke: field 27", {("money", "Anke"): 27}),
        ("canaletto", "Kontomarke anke 27", {("money", "Anke"): 27}),
        ("canaletto", "debt marker anke 5", {("debt", "Anke"): 5}),
        ("canaletto", "Schuldenmarke von anke: Feld 5", {("debt", "Anke"): 5}),
        ("canaletto", "anke no bribe tile", {("bribe", "Anke"): False}),
        ("canaletto", "anke mask no", {("bribe", "Anke"): False}),
        ("canaletto", "anke Maske nein", {("bribe", "Anke"): False}),
        ("doge", "bernd palazzo santa croce", {("fields", "santa-croce", "palazzi"): ["Bernd"]}),
    ],
)
def test_words_may_stand_in_any_order_and_what_is_missing_is_said_plainly(
    game: str, line: str, really: dict[Any, Any]
) -> None:
    evening, _ = checked(game, "q")
    assert heard(evening, list(_statements(evening)), line, {}) == [really]


@pytest.mark.parametrize(
    ("game", "line", "said"),
    [
        ("venetia", "ancona podestà", "whose?"),
        ("venetia", "zara anke 1 podestà", "whose?"),
        ("venetia", "acri anke no", "names no place"),
        ("doge", "advisor castello anke bernd", "names no place"),
        ("venedig", "buildings e7", "names no place"),
        ("venedig", "buildings +", "names no place"),
        ("venedig", "buildings e7 casa e8", "names no place"),
    ],
)
def test_no_word_is_left_out_unsaid(game: str, line: str, said: str) -> None:
    _, face = checked(game, line, "")
    assert said in " ".join(face.notes[1]) and not any("✗" in row for row in page_of(face, 1))


@pytest.mark.parametrize("line", ["anke -lamp", "anke fan 1", "anke hat no"])
def test_what_is_no_number_and_was_not_meant_as_one_is_not_called_so(line: str) -> None:
    """Money and debt are told in numbers, but artworks stand beside them."""
    _, face = checked("canaletto", line, "")
    assert face.notes[1] and "no number" not in " ".join(face.notes[1])


def test_who_has_the_mark_of_shame_is_listed_and_may_be_nobody() -> None:
    evening, face = checked("venetia", "shame anke", "c", "the cat")
    assert any("mark of shame: –" in line for line in page_of(face))
    assert evening.table.view(None)["shame"] == "Anke"
    evening.face = Keys(["shame nobody", "b"])  # type: ignore[assignment]
    walk(evening)
    assert "Mark of shame: beside the board → before Anke" in evening.orders


def test_what_may_mean_two_things_is_asked_with_letters() -> None:
    """Numbers are read off the table, so no menu has them."""
    evening, face = checked("canaletto", "anke 27", "a", "b")
    assert any("a) Anke: 28 ducats → really: 27" in line for line in face.asked[1])
    assert "Account marker of Anke: field 27 → field 28" in evening.orders
    assert keystrokes(checked("canaletto", "an 27", "a", "b")[1]) <= 12


def test_what_the_referee_has_too_is_no_mistake_and_a_mistake_can_be_unsaid() -> None:
    _, face = checked("doge", "castello anke 3", "castello anke 2", "castello anke 3", "")
    assert "the referee has it so, too" in " ".join(face.notes[1])
    assert "✗ Castello: houses Anke 3, Daniel 1 → really: Anke 2, Daniel 1" in page_of(face, 2)
    assert not any("✗" in line for line in page_of(face, 3))


def test_with_a_mistake_named_enter_alone_decides_nothing() -> None:
    evening, face = checked("canaletto", "du an 27", "", "q")
    assert "Which of the two is right?" in " ".join(face.notes[2])
    assert evening.orders == [] and len(evening.table.steps) == 1


def test_a_correction_without_a_reason_changes_nothing() -> None:
    for answer in ("", "n"):
        evening, _ = checked("venedig", "be 12", "c", answer, "q")
        assert len(evening.table.steps) == 1


def test_a_question_is_no_reason_for_a_correction() -> None:
    evening, _ = checked("venedig", "be 12", "c", "?", "", "q")
    assert len(evening.table.steps) == 1


def test_an_impossible_board_is_not_taken() -> None:
    evening, face = checked("canaletto", "money anke 900", "c", "q")
    assert any("CAN-10.10" in line for line in face.notes[2])
    assert "Nothing was changed" in face.notes[2][-1]
    assert evening.table.view(None)["money"]["Anke"] == 28


def test_german_words_and_colours() -> None:
    evening, _ = checked("doge", "castello grün 3", "z", lang="de")
    assert "3 Häuser von Bernd: Castello → Vorrat" in evening.orders
    evening, _ = checked("doge", "castello grün 1", "k", "die Katze", lang="de")
    assert evening.table.view(None)["fields"]["castello"]["houses"]["Bernd"] == 1


def test_several_mistakes_are_put_back_together() -> None:
    evening, _ = checked("venetia", "acri anke 1", "zara bernd 2", "mare egeo control", "b")
    assert evening.orders == [
        "Control marker: Mare Egeo → beside the board",
        "1 influence of Bernd: before Bernd → Zara",
        "1 influence of Anke: before Anke → Acri",
    ]


def test_a_typed_in_table_of_doge_is_corrected_by_the_command() -> None:
    """Doge writes no options into its snapshots; a correction must not ask for them."""
    from tests.conftest import venice

    start = read_file(Path("tests/snapshots/doge-midgame.yaml"))[0]
    new_table("doge", start["players"], path=home.table_path("d"), start=start)
    home.remember(home.table_path("d"))
    file = Path("tests/snapshots/doge-midgame.yaml").resolve()
    assert "DOGE-9" not in venice("referee", "audit", file, "--against", "d").said
    assert venice("referee", "correct", file, "--why", "the cat").code == 0


def test_what_is_odd_is_told_though_the_board_agrees() -> None:
    """A podestà that nobody has placed (VTA-10.5) is no fault of the board, but worth a second look."""
    start = {"phase": "die", "active": "Anke", "doge": {"player": "Anke", "family": 2, "markers": 4}}
    start |= {"pool": {"trade": [2], "politics": [3]}, "colonies": {"zara": {"Anke": 4}}}
    table = new_table("venetia", ["Anke", "Bernd"], path=home.table_path("odd"), start=start)
    evening = Evening(table, Speech("en", table.kit, table.players), Keys([""]), Wishes())  # type: ignore[arg-type]
    walk(evening)
    assert any("agree in all" in note for note in evening.notes)
    assert any("VTA-10.5" in note and "Zara" in note for note in evening.notes)


def test_a_row_is_shown_as_it_lies_and_the_coming_one_too() -> None:
    """What has voted lies aside: neither the page nor an order speaks of it as of a card in the row."""
    evening, face = checked("doge", "q")
    order = evening.table.view(None)["order"]
    lie = order["now"][order["voted"] :]
    assert order["voted"] and order["next"]
    said = [", ".join(map(evening.speech.name, cards)) for cards in (lie, order["next"])]
    assert f"open row: {said[0]} · coming row, face up: {said[1]}" in page_of(face)
    evening, _ = checked("doge", f"open row -{lie[0]}", "b")
    back, whole = evening.orders
    assert back == f"Blue order card {evening.speech.name(lie[0])}: set aside → blue row"
    assert whole == f"Blue row, from left to right: {said[0]}"


@pytest.mark.parametrize(
    ("line", "really"),
    [
        ("tens marker anke 9", 93),
        ("anke tens marker 9", 93),
        ("Zehnermarke von anke: Feld 9", 93),
        ("account marker anke 4", 84),  # beside the tens marker
        ("Kontomarke anke 4", 84),
        ("account marker anke 60", 60),
        ("anke 4 ducats", 4),
    ],
)
def test_an_account_that_two_markers_show_is_told_by_either(line: str, really: int) -> None:
    evening, _ = checked("canaletto", "q")
    statements = list(_statements(evening))
    (money,) = [one for one in statements if one.path == ("money", "Anke")]
    assert _said_of(evening, money._replace(value=83)) == "83 ducats (tens marker 8, account marker 3)"
    assert heard(evening, statements, line, {money.path: 83}) == [{money.path: really}]


def test_value_tiles_that_lie_face_down_are_not_shown_as_open() -> None:
    evening, face = checked("canaletto", "space 4 open", "space 1 open", "b")
    page = [line.strip() for line in page_of(face)]
    assert "value rail, face up: 12, 5, 14, 7, 16, 4, 10, 13, 6, 11, 8 · face down there, sold: lamp" in " · ".join(
        page
    )
    assert "the referee has it so, too" in " ".join(face.notes[1])
    assert any(order.startswith("Value tile 9") for order in evening.orders), evening.orders


@pytest.mark.parametrize(("line", "answers"), [("candia>ancona", ("a",)), ("acri>ancona", ()), ("bari>ravenna", ())])
def test_a_piece_that_is_not_named_may_be_any_that_lies_there(line: str, answers: Sequence[str]) -> None:
    evening, face = checked("venetia", line, *answers, "q")
    assert len(face.scenes) == 2 + len(answers) and len(evening.table.steps) == 1


def test_a_misspelled_name_is_told_with_the_one_it_is_like() -> None:
    _, face = checked("canaletto", "7 +mirorr", "pisany lion", "q")
    assert "did you mean “Mirror”?" in " ".join(face.notes[1])
    assert "did you mean “Pisani”" in " ".join(face.notes[2])


def test_only_words_of_the_language_spoken_are_suggested() -> None:
    assert "blau" not in " ".join(checked("doge", "blah", "q")[1].notes[1])
    assert "gemeint: „blau“?" in " ".join(checked("doge", "blah", "q", lang="de")[1].notes[1])
    assert "gemeint: „Spiegel“?" in " ".join(checked("canaletto", "7 +spigel", "q", lang="de")[1].notes[1])


@pytest.mark.parametrize("line", ["anke>bernd", "bust anke>bernd", "mirror claudia>anke"])
def test_pieces_before_players_crash_nothing(line: str) -> None:
    evening, face = checked("canaletto", line, "q")
    assert len(evening.table.steps) == 1 and face.scenes


@pytest.mark.parametrize(
    ("game", "line", "really"),
    [
        ("canaletto", "gondola 10>11", {("gondola",): "foscari"}),
        ("canaletto", "column 6>7", {("column",): "grassi"}),
        ("doge", "advisor claudia cn>cs", {("advisors", "santa-croce"): {"by": "Claudia", "at": "castello"}}),
        ("doge", "houses claudia cn>cs", {("fields", "castello", "houses"): {"Claudia": 1}}),
        ("venedig", "gondola anke 14>15", {("gondolas", "Anke"): 15}),
        ("venetia", "podesta zara>napoli", {("colonies", "zara"): {"Bernd": 3}, ("colonies", "napoli"): {}}),
        ("venetia", "mamluk levante>grecia", {("kingdoms", "levante"): None, ("kingdoms", "grecia"): "mamluk"}),
        ("venetia", "levante>grecia", {("kingdoms", "levante"): None, ("kingdoms", "grecia"): "mamluk"}),
        ("venetia", "fleets tirreno>egeo", {("seas", "mare-egeo"): {"fleets": 1, "Bernd": 1}}),
    ],
)
def test_whatever_stands_elsewhere_is_told_with_an_arrow(game: str, line: str, really: dict[Any, Any]) -> None:
    evening, _ = checked(game, "q")
    (found,) = heard(evening, list(_statements(evening)), line, {})
    for path, value in really.items():
        assert value.items() <= found[path].items() if isinstance(value, dict) else found[path] == value
    if "podesta" in line:
        assert "podesta" not in found["colonies", "zara"] and found["colonies", "napoli"]["podesta"] == "Bernd"


@pytest.mark.parametrize("line", ["castello anke 2; santa croce bernd 2", "castello anke 2, santa croce bernd 2"])
def test_several_things_in_one_line(line: str) -> None:
    _, face = checked("doge", line, "u", "u", "u", "")
    assert sum("✗" in row for row in page_of(face, 1)) == 2
    assert ["✗ Castello" in row for row in page_of(face, 2) if "✗" in row] == [True]  # the last goes first
    assert not any("✗" in row for row in page_of(face, 3))
    assert "Nothing has been named yet" in " ".join(face.notes[4])


def test_where_one_of_two_is_asked_another_line_says_it_in_other_words() -> None:
    evening, face = checked("canaletto", "anke 27", "anke 27 ducats", "b")
    assert any("Which is meant" in line for line in face.asked[1])
    assert "Account marker of Anke: field 27 → field 28" in evening.orders
    assert not any("✗" in row for row in page_of(checked("canaletto", "anke 27", "u", "")[1], 2))


def test_a_question_stays_open_until_it_is_answered() -> None:
    """Another line is taken down as well; one that nobody understands loses nothing either."""
    evening, face = checked("canaletto", "anke 27", "bernd 29 ducats", "xyzzy", "a", "b")
    assert face.asked[1] == face.asked[2] == face.asked[3]
    assert any("✗ Bernd: 30 ducats → really: 29" in row for row in page_of(face, 2))
    assert "Still open: what is meant by “anke 27”?" in " ".join(face.notes[2])
    assert "names no place" in " ".join(face.notes[3]) and "Still open" in " ".join(face.notes[3])
    assert "Account marker of Anke: field 27 → field 28" in evening.orders
    assert "Account marker of Bernd: field 29 → field 30" in evening.orders
    _, face = checked("canaletto", "anke 27", "bernd 29 ducats", "a", "u", "u", "")
    assert [sum("✗" in row for row in page_of(face, n)) for n in (3, 4, 5)] == [2, 1, 0]


def test_undo_takes_back_the_last_thing_that_was_said_beside_an_open_question() -> None:
    _, face = checked("canaletto", "anke 27", "bernd 29 ducats", "7 clock", "u", "a", "q")
    assert [sum("✗" in row for row in page_of(face, n)) for n in (2, 3, 4, 5)] == [1, 2, 1, 2]
    assert "Still open: what is meant by “anke 27”?" in " ".join(face.notes[4])


def test_help_is_there_while_one_of_two_is_asked() -> None:
    _, face = checked("canaletto", "anke 27", "?", "a", "b")
    assert "names and colours may be cut short" in " ".join(face.notes[2]) and "Still open" in " ".join(face.notes[2])


def test_the_board_is_right_only_after_what_puts_it_back() -> None:
    evening, _ = checked("venedig", "be 12", "z", lang="de")
    assert evening.orders and evening.notes[0].startswith("Nach diesen Anweisungen stimmt der Plan wieder.")


def test_what_lies_elsewhere_is_unsaid_as_a_whole() -> None:
    _, face = checked("canaletto", "fan 1>2", "u", "")
    assert sum("✗" in row for row in page_of(face, 1)) == 2
    assert not any("✗" in row for row in page_of(face, 2))


def test_a_word_that_several_places_have_in_their_names_is_asked_back() -> None:
    _, face = checked("canaletto", "corner fan", "", "q")
    assert [line[:6].split()[1] for line in face.asked[1][1:]] == ["6", "8", "15"]


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", ["canaletto", "doge", "venetia"])
def test_what_the_page_shows_is_understood_when_it_is_typed(game: str, lang: str) -> None:
    """A palace with number and name, advisors on their waiting places, rows of several words: all as it stands there."""
    evening, _ = checked(game, "q", lang=lang)
    statements = list(_statements(evening))
    shown = [(one, _said_of(evening, one)) for one in statements]
    for one, text in [(one, f"{one.name}: {text}" if one.key else text) for one, text in shown if "–" not in text]:
        try:
            found = heard(evening, statements, text, {})
        except NotAMove as trouble:
            found = [{one.path: one.value}] if trouble.key == "play.check-same" else []
        assert {one.path: one.value} in found, text


def test_more_than_the_list_has_letters_for_is_said() -> None:
    _, face = checked("doge", "cs>sm", "", "q")
    assert not any("more" in line for line in face.asked[1])
    readings: list[Noticed] = [{("round",): n} for n in range(11)]
    evening, _ = checked("doge", "q")
    evening.face = Keys([""])  # type: ignore[assignment]
    _chosen(evening, list(_statements(evening)), "round", readings, {}, [])
    assert evening.face.asked[0][-1].startswith("… and 3 more: ")  # type: ignore[attr-defined]
