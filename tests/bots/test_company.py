"""Bots at a table: who moves, what is told, what nobody may do for them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from venice_pnp.bots.mind import Depth, Mind
from venice_pnp.door.company import Company, levels_of
from venice_pnp.door.errands import new_table
from venice_pnp.door.match import Match
from venice_pnp.referee.table import Table, verify
from venice_pnp.speech.trouble import NoTable, NotAgreed, WrongPin


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Mind, "depth", lambda _mind, _level: Depth(width=3, tries=4))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


def opened(tmp_path: Path, game: str = "canaletto", lang: str = "en", **more: object) -> Match[Table]:
    bots = {"Luca": "hard", "Rosa": "easy"}
    return new_table(game, ["Anke"], name=tmp_path / "t.table", seed=4, bots=bots, lang=lang, **more)  # type: ignore[arg-type]


def human_turn(match: Match[Table]) -> None:
    """Bots move until Anke is awaited."""
    for _ in Company(match).moves():
        pass
    assert match.awaited[0]["by"] == "Anke"


def test_bots_sit_after_the_players_and_everybody_knows_it(tmp_path: Path) -> None:
    match = opened(tmp_path)
    assert match.players == ["Anke", "Luca", "Rosa"]
    assert Table(tmp_path / "t.table").bots == {"Luca": "hard", "Rosa": "easy"}
    assert match.keeper.journal.entries[0].body["bots"] == {"Luca": "hard", "Rosa": "easy"}


def test_the_referee_makes_their_moves_and_says_why(tmp_path: Path) -> None:
    match = opened(tmp_path, lang="de")
    human_turn(match)
    match.do("Anke", "pass")
    turns = list(Company(match).moves())
    assert {turn.seat for turn in turns} == {"Luca", "Rosa"}
    assert all(turn.told.startswith(f"{turn.seat} (Bot, {turn.level}): ") for turn in turns)
    assert "das Los (" in turns[0].told
    assert match.awaited[0]["by"] == "Anke"
    assert verify(tmp_path / "t.table").ok


def test_an_undo_takes_back_what_bots_answered(tmp_path: Path) -> None:
    match = opened(tmp_path)
    human_turn(match)
    before = match.view()
    match.do("Anke", "pass")
    human_turn(match)
    assert match.undo()[0] == "Anke"
    assert match.view() == before
    match.redo()
    assert match.awaited[0]["by"] == "Anke"


def test_nobody_moves_for_a_bot_unless_the_table_agrees(tmp_path: Path) -> None:
    match = opened(tmp_path)
    human_turn(match)
    match.do("Anke", "pass")
    bot = str(match.awaited[0]["by"])
    with pytest.raises(NotAgreed, match=bot):
        match.do(bot, "pass")
    match.make({"by": bot, "do": "pass"}, agreed=True)


def test_nobody_looks_into_the_hand_of_a_bot(tmp_path: Path) -> None:
    match = opened(tmp_path, "venedig")
    for ask in (lambda: match.keeper.check_pin("Luca", None), lambda: match.keeper.set_pin("Luca", "1234")):
        with pytest.raises(WrongPin):
            ask()


def test_sealed_choices_of_bots_stay_sealed(tmp_path: Path) -> None:
    match = opened(tmp_path, "doge")
    turns = list(Company(match).moves())  # they need not wait for Anke
    assert [turn.move for turn in turns] == ["place", "place"]
    assert [turn.why for turn in turns] == ["", ""]
    assert all("field" not in json.dumps(turn.outcome.moves) for turn in turns)
    assert [item["by"] for item in match.awaited] == ["Anke"]


def test_where_there_are_hands_the_referee_deals_them(tmp_path: Path) -> None:
    match = new_table("venedig", ["Anke"], name=tmp_path / "v.table", bots={"Luca": "medium"})
    assert "seed" in match.keeper.first
    human_turn(match)


@pytest.mark.parametrize(
    ("text", "found"),
    [("Luca:hard,Rosa", {"Luca": "hard", "Rosa": "medium"}), (" Luca : easy ", {"Luca": "easy"}), ("", {})],
)
def test_how_bots_are_named(text: str, found: dict[str, str]) -> None:
    assert levels_of(text) == found


@pytest.mark.parametrize("text", ["Luca:strong", ":hard", "Luca:hard,", "Luca:random", "Luca:"])
def test_what_is_no_bot(text: str) -> None:
    with pytest.raises(NoTable):
        levels_of(text)


def test_tokens_on_the_table_are_not_for_bots(tmp_path: Path) -> None:
    with pytest.raises(NoTable, match="Luca"):
        opened(tmp_path, "doge", options={"secrets": "laid"})
    assert not (tmp_path / "t.table").exists()
