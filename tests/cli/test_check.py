"""The check of the board, question by question, in every game: what agrees, what is corrected, what cannot be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from venice_pnp.console.check import walk
from venice_pnp.console.evening import Evening, Wishes
from venice_pnp.console.layout import Screenful
from venice_pnp.referee import home
from venice_pnp.referee.table import new_table
from venice_pnp.speech.plain import read_file
from venice_pnp.speech.words import Speech


class Answers:
    """A face that answers from what is asked: the first text that fits, else Enter."""

    window = True

    def __init__(self, answers: Sequence[tuple[str, str]]) -> None:
        self.answers, self.asked = list(answers), list[str]()

    def ask(self, show: Callable[[], Screenful], prompt: str, *_: Any, **__: Any) -> str:
        question = " ".join([*show().asked, prompt]).replace("\u00a0", " ")
        self.asked.append(question)
        for n, (text, answer) in enumerate(self.answers):
            if text in question:
                del self.answers[n]
                return answer
        return ""

    def bell(self) -> None:
        pass

    def forget(self) -> None:
        pass


def checked(game: str, answers: Sequence[tuple[str, str]], seed: str | None = None) -> tuple[Evening, Answers]:
    start: dict[str, Any] = read_file(Path(f"tests/snapshots/{game}-midgame.yaml"))[0]
    table = new_table(
        game, start["players"], path=home.table_path(game), start=start, options=start.get("options", {}), seed=seed
    )
    face = Answers(answers)
    evening = Evening(table, Speech("en", table.kit, table.players), face, Wishes())  # type: ignore[arg-type]
    walk(evening)
    return evening, face


@pytest.mark.parametrize("game", ["canaletto", "doge", "venedig", "venetia"])
def test_a_board_that_is_right(game: str) -> None:
    evening, face = checked(game, [])
    assert f"agree in all {len(face.asked)} points" in evening.notes[0]
    assert len(face.asked) > 10


@pytest.mark.parametrize(
    ("game", "answers", "path", "value"),
    [
        ("canaletto", [("The gondola stands", "n"), ("What is really there", "rezz")], ("gondola",), "rezzonico"),
        (
            "canaletto",
            [("Claudia has 30 ducats", "n"), ("really there", "29"), ("Go on from", "a coin")],
            ("money", "Claudia"),
            29,
        ),
        (
            "doge",
            [("Houses in Castello", "n"), ("really there", "Anke 2 Daniel 1"), ("Go on", "the cat")],
            ("fields", "castello", "houses"),
            {"Anke": 2, "Bernd": 0, "Claudia": 0, "Daniel": 1},
        ),
        (
            "doge",
            [("Advisor of Santa Croce", "n"), ("really there", "claudia san polo"), ("Go on", "the cat")],
            ("advisors", "santa-croce"),
            {"by": "Claudia", "at": "san-polo"},
        ),
        ("venedig", [("Drained fields", "n"), ("really there", "+a1"), ("Go on", "the cat")], ("drained",), None),
        (
            "venetia",
            [("Acri:", "n"), ("really there", "Anke 1"), ("Go on", "the cat")],
            ("colonies", "acri"),
            {"Anke": 1},
        ),
        (
            "venetia",
            [("Kingdom in Grecia", "n"), ("really there", "genoa"), ("Go on", "the cat")],
            ("kingdoms", "grecia"),
            "genoa",
        ),
    ],
)
def test_the_table_goes_on_from_the_real_board(
    game: str, answers: Sequence[tuple[str, str]], path: tuple[str, ...], value: Any
) -> None:
    evening, face = checked(game, answers)
    assert not [answer for answer in face.answers if answer[0] != "Go on"], (face.answers, evening.notes)
    found: Any = evening.table.view(None)
    for key in path:
        found = found[key]
    if value is None:
        assert "a1" in found
    else:
        assert found == value, evening.notes
    if any(text.startswith("Go on") for text, _ in answers):
        assert "goes on from the position" in evening.notes[0]


def test_an_impossible_board_is_not_taken() -> None:
    evening, _ = checked("canaletto", [("Anke has 28 ducats", "n"), ("really there", "900"), ("Go on", "why not")])
    assert any("CAN-10.10" in line for line in evening.notes)
    assert "Nothing was changed" in evening.notes[-1]
    assert evening.table.view(None)["money"]["Anke"] == 28


def test_a_whole_part_at_once_and_back() -> None:
    evening, face = checked("canaletto", [("1 of ", "a"), ("The column stands", ""), ("The gondola stands", "b")])
    assert len([text for text in face.asked if "The column stands" in text]) == 2
    assert "agree" in evening.notes[0]


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
    evening = Evening(table, Speech("en", table.kit, table.players), Answers([]), Wishes())  # type: ignore[arg-type]
    walk(evening)
    assert any("agree in all" in note for note in evening.notes)
    assert any("VTA-10.5" in note and "Zara" in note for note in evening.notes)
