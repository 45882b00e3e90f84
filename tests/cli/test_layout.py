"""The console's frames for every width: nothing is broken at the edge, and the question is always there."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from venice_pnp.console.demo import sensible
from venice_pnp.console.display import Window
from venice_pnp.console.evening import Evening, Wishes
from venice_pnp.console.layout import Frame, Screenful, cover, finished, frame
from venice_pnp.console.letters import large
from venice_pnp.console.terminal import Terminal
from venice_pnp.console.typing import TypedLine
from venice_pnp.referee import home
from venice_pnp.referee.table import Table, new_table
from venice_pnp.speech.paint import Panel, clip, visible
from venice_pnp.speech.plain import read_file
from venice_pnp.speech.tongues import referee_texts
from venice_pnp.speech.words import Speech

GAMES = ("canaletto", "doge", "venedig", "venetia")
SIZES = [(60, 24), (80, 24), (119, 30), (120, 30), (132, 43), (160, 50), (200, 60), (40, 12)]

HINT = "? help · Tab completes · u undo · q leaves"


class NoFace:
    """A window that nobody looks at."""

    window = True
    unread = 0

    def bell(self) -> None:
        pass


def midgame(game: str) -> Table:
    start: dict[str, Any] = read_file(Path(f"tests/snapshots/{game}-midgame.yaml"))[0]
    return new_table(game, start["players"], path=home.table_path(game), start=start, options=start.get("options", {}))


def evening(table: Table, lang: str, large_type: bool = False) -> Evening:
    speech = Speech(lang, table.kit, table.players)
    return Evening(table, speech, NoFace(), Wishes(large_type))  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_size_holds_a_whole_frame(game: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = midgame(game)
    for width, height in SIZES:
        monkeypatch.setenv("COLUMNS", str(width))
        monkeypatch.setenv("LINES", str(height))
        for large_type in (False, True):
            one = evening(table, lang, large_type)
            one.tell(["Long orders for the hands, " * 6] * 12)
            rows, cursor = finished(frame(one.scene(), (width, height)), "Anke ▸ ", "x" * 300, 300, "hint " * 60)
            assert len(rows) == height
            assert all(visible(row) <= width for row in rows), [row for row in rows if visible(row) > width]
            assert cursor[0] == height - 2 and cursor[1] < width
            assert any("▸" in row for row in rows[-4:])


@pytest.mark.parametrize(
    ("width", "shown"), [(26, "? help · u undo · q leaves"), (20, "? help · q leaves"), (90, HINT)]
)
def test_a_narrow_foot_leaves_out_whole_keys(width: int, shown: str) -> None:
    rows, _ = finished(Frame([], width, 0, 0, strong=False), "▸ ", "", 0, HINT)
    assert rows[-1] == shown


@pytest.mark.parametrize("width", [60, 80, 110])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_no_foot_is_cut(lang: str, width: int) -> None:
    keys = [key for key in referee_texts(None)["messages"] if key.startswith("play.") and "hint" in key]
    assert {"play.setup-hint", "play.step-hint", "play.reception-hint"} <= {*keys}
    for key in keys:
        hint = Speech(lang).say(key, {"n": 16})
        assert "…" not in finished(Frame([], width, 0, 0, strong=False), "▸ ", "", 0, hint)[0][-1], key


@pytest.mark.parametrize("notes", [0, 3, 8])
def test_no_page_skips_an_order(notes: int) -> None:
    """With notes above the prompt few orders are in view; a page is never more than those."""
    told = [f"Order number {n}" for n in range(30)]
    panel = Panel("Table", [f"row {n}" for n in range(40)])
    scene = Screenful("head", panels=[panel], told=told, notes=["a note"] * notes, asked=["?"] * 3, plain=True)
    terminal: Any = SimpleNamespace(size=(80, 24))
    window, seen = Window(terminal, Speech("en")), set[str]()
    for _ in range(60):
        seen |= {row.rstrip() for row in window._frame(scene).rows}
        window._scroll(scene, 1)
    assert {f"▸ {line}" for line in told} | {*panel.lines} <= seen


def test_what_hands_do_has_more_room_than_what_a_bot_tells() -> None:
    """Of ten orders two were to be seen, below the half of what was told; how many more there are is said."""
    told, notes = [f"order {n}" for n in range(10)], [f"note {n}" for n in range(12)]
    panel = Panel("", [f"row {n}" for n in range(30)])
    scene = Screenful(
        "head",
        panels=[panel],
        told=told,
        notes=notes,
        asked=["?"] * 3,
        rest="{n} lines",
        undone="{n} orders",
        plain=True,
    )
    rows = frame(scene, (80, 24)).rows
    seen = [line for line in told if f"▸ {line}" in rows]
    assert len(seen) >= 5 and f"{10 - len(seen)} orders" in rows and "9 lines" in rows
    assert f"» {notes[2]}" in rows and f"» {notes[3]}" not in rows
    few = frame(scene._replace(told=told[:3]), (80, 24)).rows
    assert f"» {notes[6]}" in few and all(f"▸ {line}" in few for line in told[:3])


def test_a_long_question_says_that_more_is_there_and_is_read_to_its_end() -> None:
    """What an undo leaves open may be more than has room above the prompt."""
    asked, notes = [f"Not ticked off yet: {n}" for n in range(12)], [f"note {n}" for n in range(20)]
    scene = Screenful(
        "head", panels=[Panel("Table", ["row"])], told=["order"], notes=notes, asked=asked, rest="{n} more"
    )
    terminal: Any = SimpleNamespace(size=(80, 24))
    window = Window(terminal, Speech("en"))
    rows = window._frame(scene).rows
    assert asked[6] in rows and asked[7] not in rows and "5 more" in rows and "13 more" in rows
    seen = set(rows)
    for way in (1, 1, 1, -1, -1):
        window._scroll(scene, way)
        seen |= set(window._frame(scene).rows)
    assert {*asked, *(f"» {note}" for note in notes)} <= seen
    assert window._frame(scene).rows == rows  # and back again


@pytest.mark.parametrize("game", GAMES)
def test_pages_reach_everything(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not fit can be scrolled to: every line of the table is on some page."""
    monkeypatch.setenv("COLUMNS", "60")
    one = evening(midgame(game), "en")
    whole = {row.rstrip() for row in frame(one.scene(), (60, 200)).rows}
    seen, down = set(), 0
    while True:
        made = frame(one.scene(), (60, 20), down)
        seen |= {row.rstrip() for row in made.rows}
        if not made.rest:
            break
        down += 3
    assert {row for row in whole if row and "─" not in row} <= seen | {""}


def test_whole_games_fit_a_narrow_window(monkeypatch: pytest.MonkeyPatch) -> None:
    import random

    monkeypatch.setenv("COLUMNS", "60")
    for game in GAMES:
        table = new_table(game, ["Anna-Katharina Ø", "Bernd", "Claudia"], path=home.table_path(f"{game}-n"), seed="3")
        one, chance = evening(table, "de"), random.Random(2)
        for _ in range(60):
            if not table.awaited():
                break
            by = str(table.awaited()[0]["by"])
            one.done(table.do(sensible(list(table.rules.legal(table.state, by)), chance)))
            made = frame(one.scene(), (60, 24))
            assert all(visible(row) <= 60 for row in made.rows)


def test_colours_take_no_room_and_are_closed() -> None:
    text = "\x1b[48;2;1;2;3;97m● Anke\x1b[0m und Bernd"
    assert visible(text) == 16
    assert visible(clip(text, 9)) == 9
    assert clip(text, 9).endswith("\x1b[0m")
    assert visible("漢字") == 4


def test_large_type_fits() -> None:
    for text in ("Anke", "a much longer order for the hands at this table", "Ä ß ·"):
        for width in (40, 60, 120):
            lines = large(text, width)
            assert lines and all(visible(line) <= width for line in lines)


def test_a_cover_shows_one_line() -> None:
    assert [row for row in cover((80, 24), "Hidden.") if row.strip()] == ["Hidden.".center(80).rstrip()]


def test_the_line_that_is_typed() -> None:
    line = TypedLine(
        complete=lambda text: [w for w in ("castello", "castor", "dorsoduro") if w.startswith(text.split()[-1])]
    )
    for key in "cas":
        line.press(key)
    line.press("tab")
    assert line.text == "cast"
    line.press("tab")
    assert line.text == "castello"
    line.press("tab")
    assert line.text == "castor"
    for key in ("home", "delete", "right", "backspace", "end", "x"):
        line.press(key)
    assert line.text == "storx"
    line.press("ctrl-u")
    assert line.text == ""
    hidden = TypedLine(hidden=True)
    for key in "secret":
        hidden.press(key)
    assert hidden.text == "secret" and hidden.shown == "" and hidden.cursor == 0


def test_what_was_typed_before_comes_back() -> None:
    line = TypedLine(earlier=["11", "p"])
    typed = []
    for key in ("up", "up", "up", "down", "down"):
        line.press(key)
        typed.append(line.text)
    assert typed == ["p", "11", "11", "p", ""]
    assert [a != b for a, b in pairwise(typed)] == [True, False, True, True]


class Keys:
    """A keyboard on which something was typed while a bot was thinking."""

    def __init__(self) -> None:
        self.typed: list[str] = []
        self.waiting = False

    def next(self, _seconds: float | None) -> str | None:
        return self.typed.pop(0) if self.typed else None


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        (["p", "3", "enter"], ["p", "3", "enter"]),  # 3 alone would be another die
        (["enter", "e", "n", "d", "enter"], ["e", "n", "d", "enter"]),
        ([" "], []),
        (["enter", "enter"], []),
        (["esc"], ["esc"]),  # what hides everything is never lost
        (["ctrl-c"], ["ctrl-c"]),
    ],
)
def test_what_is_typed_while_a_bot_thinks_is_kept_whole(
    typed: list[str], left: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = Keys()
    monkeypatch.setattr("venice_pnp.console.terminal._Keys", lambda: keys)
    terminal = Terminal()
    window = Window(terminal, Speech("en"))
    assert not window.pressed()
    for key in typed:  # one after the other, and every time a bot looks whether it is to come to an end
        keys.typed.append(key)
        window.pressed()
    assert [terminal.key(0) for _ in left] == left and terminal.key(0) is None
