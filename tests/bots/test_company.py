"""Bots at a table: who moves, what is told, what nobody may do for them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from tests.bots.played import easy_game
from venice_pnp.bots.mind import Depth, Mind
from venice_pnp.console.setup import open_new_table
from venice_pnp.contract.play import Event
from venice_pnp.door.company import Company, levels_of
from venice_pnp.door.errands import new_table
from venice_pnp.door.match import Match
from venice_pnp.referee.frame import log_line, paint_for, screen
from venice_pnp.referee.script import Script
from venice_pnp.referee.story import last_lines
from venice_pnp.referee.table import Table, verify
from venice_pnp.speech.trouble import NoTable, NotAgreed, WrongPin
from venice_pnp.speech.words import Speech


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Mind, "depth", lambda *_: Depth(width=3, tries=4))
    monkeypatch.setenv("VENICE_PNP_HOME", str(tmp_path / "home"))


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
    words = {"easy": "leicht", "hard": "schwer", "medium": "mittel"}
    assert all(turn.told.startswith(f"{turn.seat} (Bot, {words[turn.level]}): ") for turn in turns)
    assert "das Los (" in turns[0].told
    assert match.awaited[0]["by"] == "Anke"
    assert verify(tmp_path / "t.table").ok


def test_what_a_bot_did_is_told_anew_in_another_language(tmp_path: Path) -> None:
    match = opened(tmp_path, lang="en")
    human_turn(match)
    match.do("Anke", "pass")
    turn = next(Company(match).moves())
    german = Speech("de", match.kit, match.players, True)
    words = {"easy": "leicht", "hard": "schwer", "medium": "mittel"}
    assert turn.told.startswith(f"{turn.seat} (bot, {turn.level}): ")
    assert turn.told_in(german).startswith(f"{turn.seat} (Bot, {words[turn.level]}): ")
    assert turn.made["do"] != german.verb(str(turn.made["do"])) in turn.told_in(german)


def test_the_story_tells_the_same_reason_again_and_screens_know_bots(tmp_path: Path) -> None:
    match = opened(tmp_path, lang="de")
    human_turn(match)
    match.do("Anke", "pass")
    turns = [turn.told for turn in Company(match).moves()]
    told = [line for line, _ in last_lines(match.keeper, Script(match.speech), match.speech)]
    assert [line for line in told if "(Bot, " in line] == turns
    shown = screen(match.keeper, None, match.speech, paint_for(match.keeper))
    assert "Bots: Luca (Bot, schwer), Rosa (Bot, leicht)" in shown


def test_the_story_tells_nothing_of_sealed_choices_of_bots(tmp_path: Path) -> None:
    match = opened(tmp_path, "doge")
    list(Company(match).moves())
    told = [line for line, _ in last_lines(match.keeper, Script(match.speech), match.speech) if "(bot, " in line]
    assert told == ["Luca (bot, hard): place.", "Rosa (bot, easy): place."]


def test_an_undo_takes_back_what_bots_answered(tmp_path: Path) -> None:
    match = opened(tmp_path)
    human_turn(match)
    before = match.view()
    match.do("Anke", "pass")
    human_turn(match)
    undone = match.undo()
    assert undone[0] == "Anke" and len(undone) > 1
    log = log_line(match.keeper, match.keeper.log()[-1], match.speech)
    assert log.endswith(f"{len(undone)} moves taken back"), log  # not one, though it was one wish
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
    assert [turn.made for turn in turns] == [{"do": "place"}] * 2
    assert [turn.why for turn in turns] == ["", ""]
    assert all("field" not in json.dumps(turn.outcome.moves) for turn in turns)
    assert [item["by"] for item in match.awaited] == ["Anke"]


def test_where_there_are_hands_the_referee_deals_them(tmp_path: Path) -> None:
    match = new_table("venedig", ["Anke"], name=tmp_path / "v.table", bots={"Luca": "medium"})
    assert "seed" in match.keeper.first
    human_turn(match)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Luca:hard,Rosa", {"Luca": "hard", "Rosa": "medium"}),
        ("Luca:schwer,Rosa:Leicht", {"Luca": "hard", "Rosa": "easy"}),
        (" Luca : easy ", {"Luca": "easy"}),
        ("", {}),
    ],
)
def test_how_bots_are_named(text: str, found: dict[str, str]) -> None:
    assert levels_of(text) == found


@pytest.mark.parametrize("text", ["Luca:strong", ":hard", "Luca:hard,", "Luca:random", "Luca:", "mittel"])
def test_what_is_no_bot(text: str) -> None:
    with pytest.raises(NoTable):
        levels_of(text)


def test_what_was_typed_is_told_if_it_is_no_bot() -> None:
    for text, told in (("Luca:hard, Rosa:strong", "Rosa:strong"), ("Luca:hard,", "Luca:hard,")):
        with pytest.raises(NoTable) as refused:
            levels_of(text)
        assert refused.value.facts["text"] == told


def test_tokens_on_the_table_are_not_for_bots(tmp_path: Path) -> None:
    with pytest.raises(NoTable, match="Luca"):
        opened(tmp_path, "doge", options={"secrets": "laid"})
    assert not (tmp_path / "t.table").exists()


# --- at the console's reception -------------------------------------------------------------------------------
class Scripted:
    """A display at which the answers are known beforehand."""

    window = False
    unread = 0

    def __init__(self, *answers: str) -> None:
        self.answers, self.speech = list(answers), Speech("en")

    def ask(self, show: Callable[[], object], _prompt: str, *_more: object, **_others: object) -> str:
        show()
        return self.answers.pop(0)


def test_a_name_with_a_level_is_a_bot_and_what_follows_from_it_is_not_asked() -> None:
    """Doge: where tokens are kept is no question; Venedig: neither is who deals."""
    face = Scripted("Anke Luca:hard Rosa:easy", "", "2", "")
    table, _ = open_new_table(face, "en", "en", None, "doge")  # type: ignore[arg-type]
    assert (table.players, table.bots) == (["Anke", "Luca", "Rosa"], {"Luca": "hard", "Rosa": "easy"})
    assert "secrets" not in table.first["options"]
    face = Scripted("Anke Luca:medium", "", *[""] * 3)
    table, _ = open_new_table(face, "en", "en", None, "venedig")  # type: ignore[arg-type]
    assert "seed" in table.first


def test_somebody_has_to_sit_there() -> None:
    face = Scripted("Luca:hard Rosa:easy Nora:easy", "Anke Luca:strong Rosa", "Anke Luca:hard Rosa", "", "1", "", "")
    table, _ = open_new_table(face, "en", "en", None, "canaletto")  # type: ignore[arg-type]
    assert table.bots == {"Luca": "hard"}


def test_a_bot_has_a_name_of_its_own() -> None:
    for text in ("hard", "Luca:hard,Luca:easy", "Luca:strong", ":easy"):
        with pytest.raises(NoTable):
            levels_of(text)
    assert levels_of("Luca:hard, Rosa") == {"Luca": "hard", "Rosa": "medium"}


def test_a_reason_of_canaletto_is_true_of_the_figures_in_it(tmp_path: Path) -> None:
    """What is bid beyond the worth, or left below it, is told as such."""
    match, told = opened(tmp_path), set[str]()
    while not match.over:
        for turn in Company(match).moves():
            move, worth = turn.outcome.moves[0], re.search(r"some (\d+) ducat", turn.why)
            if worth is not None and move["do"] == "bid":
                assert ("though" in turn.why) == (move["amount"] > int(worth[1])), turn.told
            if worth is not None and move["do"] == "pass":
                high = int(re.findall(r"(?:bid of|more than) (\d+)", turn.why)[0])
                assert ("looked worse" in turn.why) == (int(worth[1]) > high), turn.told
            told.add(move["do"])
        if not match.over:
            match.make(match.legal("Anke")[0])  # passes, where she can
    assert {"bid", "pass"} <= told


def test_an_advisor_of_a_bot_stands_somewhere_for_a_reason() -> None:
    """How many of its tokens lie there, or what a palazzo still takes there: never that none of its tokens lies there."""
    played, told = easy_game("doge", 3), set[str]()
    rules, mind = played.opened.rules, Mind(played.opened, random.Random(1))
    speech = Speech("en", played.opened.kit, played.players)
    for before, step in pairwise(played.steps):
        if step.start or step.move["do"] != "take":
            continue
        reason = mind.reason(before.state, step.move)
        assert reason is not None
        there, seat = rules.view(before.state, None)["fields"][step.move["to"]], step.move["by"]
        tokens, said = there["tokens"].get(seat, []), speech.event(Event(*reason))
        lying = tokens if isinstance(tokens, int) else len(tokens)
        if lying:
            assert said.startswith(f"{lying} of its tokens lie")
        elif "palazzo" in said:
            missing = played.opened.kit.tables.numbers.sites[len(there["palazzi"])] - there["houses"][seat]
            assert f"takes {missing} more of its houses" in said
        else:
            assert said.startswith("1 vote in")
        told.add(reason[0])
    assert len(told) >= 2
