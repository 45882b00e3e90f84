"""After the game: how it went, told from its positions; a page to share; and the evenings of this machine."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image

from tests.conftest import venice
from tests.trust.play import EVERY, GAMES, game, some_move
from venice_pnp.contract.game import AnyGame
from venice_pnp.door.sheet import write_share
from venice_pnp.games import find_game
from venice_pnp.referee import home
from venice_pnp.referee.chronicle import UNIT, Chronicle, chronicle_of
from venice_pnp.referee.frame import screens_of
from venice_pnp.referee.memory import Memory
from venice_pnp.referee.table import Table, new_table
from venice_pnp.speech.paint import BARS, Paint, bars
from venice_pnp.speech.words import Speech

NAMES = ["Anke", "Bernd", "Claudia"]
SEEDS = (3, 4)


@cache
def finished(name: str, seed: int) -> Memory:
    memory, rng = Memory(game(name), NAMES, seed="7"), random.Random(seed)
    while memory.rules.pending(memory.state):
        memory.do(some_move(memory.rules, memory.state, rng))
    return memory


def table_of(name: str, seed: int = 3) -> Table:
    """The same game at a table."""
    table, rng = new_table(name, NAMES, path=home.table_path(name), seed="7"), random.Random(seed)
    while table.awaited():
        table.do(some_move(table.rules, table.state, rng))
    home.remember(table.path)
    return table


def told(name: str, seed: int) -> tuple[Memory, Chronicle]:
    memory = finished(name, seed)
    chronicle = chronicle_of(memory)
    assert chronicle is not None
    return memory, chronicle


# --- curves and sentences --------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", GAMES)
def test_the_curves_end_with_the_result(name: str, seed: int) -> None:
    memory, chronicle = told(name, seed)
    last = memory.rules.snapshot(memory.state)
    ends = {player: curve[-1] for player, curve in chronicle.curves.items()}
    assert len({len(curve) for curve in chronicle.curves.values()}) == 1
    assert all(ends[winner] == max(ends.values()) or name == "doge" for winner in last["winners"])
    score = memory.rules.score(last)
    assert ends == {player: result_of(score, last, player) for player in NAMES}


def result_of(score: dict[str, Any], last: dict[str, Any], player: str) -> int:
    """What the game's own scoring says of a player."""
    if "final" in score:
        return int(score["final"][player])
    own = score["players"][player]
    known = own.get("palazzi", own.get("space"))
    return int(last["houses"][player]["score"] if known is None else known)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_is_true(name: str, seed: int) -> None:
    """Each number is found again in the curves, which the rules have made."""
    memory, chronicle = told(name, seed)
    curves, winner = chronicle.curves, memory.rules.snapshot(memory.state)["winners"][0]
    assert chronicle.sentences
    for key, facts in chronicle.sentences:
        if key == "chronicle.turned":
            n = facts["before"]
            assert (curves[winner][n], curves[facts["leader"]][n]) == (facts["points"], facts["more"])
            assert facts["more"] > facts["points"]
            assert all(curves[winner][k] >= curves[p][k] for p in NAMES for k in range(n + 1, len(curves[winner])))
        elif key == "chronicle.always":
            assert all(own >= other for p in NAMES for own, other in zip(curves[winner], curves[p], strict=True))
        elif key == "chronicle.best-round":
            gains = [b - a for p in NAMES for a, b in zip(curves[p], curves[p][1:], strict=False)]
            curve = curves[facts["player"]]
            assert curve[facts["round"]] - curve[facts["round"] - 1] == facts["gain"] == max(gains)
            assert gains.count(max(gains)) == 1, "of several nobody is called the best"
        else:
            assert key.startswith("told.") and facts["player"] == winner
            assert facts["lead"] > 0 and 1 <= facts["round"] < len(curves[winner])
    for lang in ("en", "de"):
        for sentence in chronicle.said(Speech(lang, memory.kit, NAMES)):
            assert "{" not in sentence and sentence.endswith(".")


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_told_while_the_game_goes_on(name: str) -> None:
    assert chronicle_of(Memory(game(name), NAMES, seed="7")) is None


def test_every_game_of_ours_can_tell_and_one_from_elsewhere_need_not() -> None:
    declared: list[AnyGame] = [find_game(name) for name in EVERY]
    assert [one.id for one in declared if one.telling() is None] == [name for name in EVERY if name not in GAMES]
    for name in GAMES:
        for lang in ("en", "de"):
            assert Speech(lang, game(name).kit).say(UNIT) != UNIT


@pytest.mark.parametrize(
    ("curve", "width", "shown"), [([0, 7], 9, "▁█"), (list(range(100)), 3, "▁▅█"), ([5, 5], 9, "▁▁"), ([1], 9, "▁")]
)
def test_a_curve_in_a_terminal(curve: list[int], width: int, shown: str) -> None:
    assert bars(curve, min(curve), max(curve), width) == shown
    assert set(shown) <= set(BARS)


def test_a_win_that_is_shared_is_told_of_all_who_share_it_and_decided_by_nothing() -> None:
    """One of three was said never to have been behind: so was nobody."""
    memory = Memory(game("canaletto"), NAMES, seed="7")
    while (waiting := memory.rules.pending(memory.state)) and waiting[0]["for"] == "auction":
        memory.do({"by": waiting[0]["by"], "do": "pass"})
    chronicle = chronicle_of(memory)
    assert chronicle is not None and chronicle.decided is None
    assert [facts["player"] for _, facts in chronicle.sentences] == memory.players


# --- a page to share -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "lang"), list(zip(GAMES, ("en", "de", "en", "de"), strict=True)))
def test_the_page_to_share(name: str, lang: str, tmp_path: Path) -> None:
    """The winner, every name, every row of the result and every sentence are on it."""
    table = table_of(name)
    write_share(table, lang, tmp_path / "page.pdf")
    page = letters(pypdfium2.PdfDocument(tmp_path / "page.pdf")[0].get_textpage().get_text_range())
    chronicle = chronicle_of(table)
    assert chronicle is not None
    speech, paint = Speech(lang, table.kit, table.players), Paint(table.kit, (), {}, True, 80)
    rows = screens_of(table).result(table.rules, table.view(None), speech, paint)
    for line in (*chronicle.said(speech), *table.players, *rows):
        assert letters(line) in page


def letters(text: str) -> str:
    """Without the spaces and hyphens at which lines are broken."""
    return "".join(character for character in text if character.isalnum())


def test_the_command_draws_a_picture_of_the_page(tmp_path: Path) -> None:
    table_of("canaletto")
    assert venice("referee", "share", "--out", tmp_path / "page.png").code == 0
    with Image.open(tmp_path / "page.png") as picture:
        assert picture.height / picture.width == pytest.approx(297 / 210, abs=0.01)


def test_only_a_finished_game_is_shared_and_only_as_what_it_says(tmp_path: Path) -> None:
    venice("referee", "new", "canaletto", "--players", "Anke,Bernd,Claudia", "--seed", "7")
    for out, word in (("page.png", "over"), ("page.gif", ".png")):
        ran = venice("referee", "share", "--out", tmp_path / out)
        assert ran.code != 0 and word in ran.err and "Traceback" not in ran.err
        assert not (tmp_path / out).exists()


# --- the evenings of this machine ------------------------------------------------------------------------------
def test_the_evenings_of_this_machine() -> None:
    """A finished one with its winner, one that goes on, and a broken file that is named and stops nothing."""
    assert "No evening" in venice("evenings").out
    table = table_of("canaletto")
    venice("referee", "new", "doge", "--players", "Anke,Bernd,Claudia,Daniel")
    broken = home.table_path("broken")
    broken.write_bytes(b"not a table")
    ran = venice("evenings")
    assert ran.code == 1
    assert "broken.table" in ran.err and "Traceback" not in ran.err
    head, *rows = ran.out.splitlines()
    assert head.startswith("date") and len(rows) == 2
    position = table.rules.snapshot(table.state)
    (over,) = [row for row in rows if "Canaletto" in row]
    assert position["winners"][0] in over and all(f"{p} {n}" in over for p, n in position["final"].items())
    (on,) = [row for row in rows if "Doge" in row]
    assert "goes on" in on and "Anke 0" not in on
    assert "läuft noch" in venice("evenings", "--lang", "de").out


def test_the_evenings_for_programs() -> None:
    table = table_of("venedig")
    found = json.loads(venice("evenings", "--json").out)
    assert found["unread"] == []
    (evening,) = found["evenings"]
    assert (evening["game"], evening["over"]) == ("venedig", True)
    assert evening["winners"] == table.rules.snapshot(table.state)["winners"]
    assert evening["points"] == table.rules.snapshot(table.state)["gondolas"]
