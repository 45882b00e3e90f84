"""What bots do: legal moves to the end of every game, the same for the same seed, each with a reason that can be said."""

from __future__ import annotations

import random
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tests.bots.played import easy_game
from tests.conftest import ROOT
from venice_pnp.bots import EASY, HARD, LEVELS, MEDIUM, bot_of
from venice_pnp.bots.mind import DEPTHS, Mind
from venice_pnp.bots.playing import BotGame, play_out
from venice_pnp.contract.play import TABLE, Event
from venice_pnp.door.company import check_company
from venice_pnp.door.proofs import text_faults
from venice_pnp.kit import FaultyData
from venice_pnp.kit.thinking import Depth, check_bots
from venice_pnp.lab.editions import edition_of
from venice_pnp.referee.memory import Memory
from venice_pnp.referee.table import open_game
from venice_pnp.speech.texts import kit_texts
from venice_pnp.speech.words import Speech

sys.path.insert(0, str(ROOT / "bench"))
from strength import Pairing, Result, main, pairings_of, play, style_of, told, wilson

GAMES = ("canaletto", "doge", "venedig", "venetia")


def check_whole(played: BotGame) -> None:
    assert played.ended
    assert played.refused == []
    assert played.winners


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_bots_ends_and_is_the_same_for_the_same_seed(game: str) -> None:
    opened = open_game(game)
    first = easy_game(game, 3)
    check_whole(first)
    again = play_out(opened, [EASY] * 3, "easy 3", most=90).moves
    assert again == first.moves[: len(again)]


@pytest.mark.parametrize(("game", "n"), [("venedig", 2), ("venetia", 2), ("doge", 4), ("canaletto", 4)])
def test_any_number_of_seats(game: str, n: int) -> None:
    check_whole(easy_game(game, n))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", [MEDIUM, HARD])
def test_whole_games_of_thinkers(game: str, level: str) -> None:
    check_whole(play_out(open_game(game), [level, EASY, EASY], "thinkers"))


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that think little."""
    monkeypatch.setattr(Mind, "depth", lambda *_: Depth(width=3, guesses=1, chapters=2, tries=6))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("hasty")
def test_thinkers_choose_what_is_legal(game: str) -> None:
    opened = open_game(game)
    memory = Memory(opened, ["Anke", "Bernd", "Carla"], {}, "3")
    bots = {
        name: bot_of(opened, level, random.Random(2)) for name, level in zip(memory.players, LEVELS[1:], strict=True)
    }
    for _ in range(20):
        seat = str(opened.rules.pending(memory.state)[0]["by"])
        memory.do(bots[seat].choose(seat, memory.view(seat), []).move)


def test_a_key_ends_the_thinking() -> None:
    opened = open_game("canaletto")
    memory = Memory(opened, ["Anke", "Bernd", "Carla"], {}, "3")
    asked = []

    def enough() -> bool:
        asked.append(1)
        return len(asked) == 2

    seat = str(opened.rules.pending(memory.state)[0]["by"])
    chosen = bot_of(opened, HARD, random.Random(1), enough).choose(seat, memory.view(seat), [])
    assert len(asked) == 2
    assert memory.refuses(chosen.move) is None


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_made_when_they_are_looked_at_and_the_first_idea_is_the_best(game: str) -> None:
    played = easy_game(game, 3)
    rules, mind = played.opened.rules, Mind(played.opened, random.Random(2))
    for step in played.steps[::11]:
        awaited = rules.pending(step.state)
        if not awaited or (seat := str(awaited[0]["by"])) == TABLE:
            continue
        scores, move = mind.thinking.ideas(rules, step.state, seat, mind.weights)
        for n in range(len(scores)):
            rules.apply(step.state, mind.whole(step.state, move(n)))  # Refused, if it is no move
        best = [move(n) for n, score in enumerate(scores) if score == max(scores)]
        assert mind.first_idea(step.state, seat) in best
        few = mind.ideas(step.state, seat, 3)
        assert few[0].move in best
        assert [idea.score for idea in few] == sorted(scores, reverse=True)[:3]


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_can_be_said_in_every_language(game: str) -> None:
    opened = open_game(game)
    mind, memory = Mind(opened, random.Random(4)), Memory(opened, ["Anke", "Bernd", "Carla"], {}, "8")
    spoken = [Speech(lang, opened.kit, memory.players) for lang in ("en", "de")]
    said: set[str] = set()
    for _ in range(150):
        awaited = opened.rules.pending(memory.state)
        if not awaited:
            break
        seat = str(awaited[0]["by"])
        for idea in mind.ideas(memory.state, seat)[:6]:
            reason = mind.reason(memory.state, idea.move)
            if opened.rules.verbs[idea.move["do"]].secret:
                assert reason is None  # it would tell what is sealed
            elif reason is not None:
                texts = [speech.event(Event(*reason)) for speech in spoken]
                assert texts[0] != texts[1]
                assert not any("{" in text or reason[0] in text for text in texts), texts
                said.add(reason[0])
        memory.do(mind.first_idea(memory.state, seat))
    assert len(said) >= 3


@pytest.mark.parametrize("game", GAMES)
def test_every_open_move_has_a_reason_that_does_not_depend_on_what_is_hidden(game: str) -> None:
    played = easy_game(game, 3)
    rules, guessing = played.opened.rules, played.opened.game.guessing()
    mind = Mind(played.opened, random.Random(4))
    assert guessing is not None
    for n, (before, step) in enumerate(pairwise(played.steps)):
        by = str(step.move.get("by", TABLE))
        if by == TABLE or rules.verbs[step.move["do"]].secret:
            continue
        reason = mind.reason(before.state, step.move)
        assert reason is not None, step.move
        if n % 7 == 0:
            other = next(guessing.guesses(rules, rules.view(before.state, by), by, mind.chance))
            assert mind.reason(other, step.move) == reason


def test_chances_are_parts_of_a_whole() -> None:
    for game in GAMES:
        opened = open_game(game)
        mind = Mind(opened, random.Random(1))
        played = easy_game(game, 3)
        for step in (played.steps[len(played.steps) // 2], played.steps[-1]):
            assert sum(mind.chances(step.state)) == pytest.approx(1)
        best = mind.chances(played.steps[-1].state)
        assert [name for name, one in zip(played.players, best, strict=True) if one == max(best)] == played.winners


def test_bots_weigh_by_the_data_of_the_kit(tmp_path: Path) -> None:
    own = tmp_path / "canaletto"
    own.mkdir()
    (own / "game.yaml").write_text("extends: canaletto\n", "utf-8")
    (own / "bots.yaml").write_text("weights: {lot: 0.01}\n", "utf-8")
    opened = open_game("canaletto", tmp_path)
    played = play_out(opened, [EASY] * 3, "poor")
    assert Mind(opened, random.Random(1)).weights["lot"] == 0.01
    assert all(move["do"] in ("pass", "bribe") or move["by"] == "table" for move in played.moves)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("weights: {lott: 3}", ["1:17: there is no weight 'lott'; did you mean 'lot'?"]),
        ("weights: {lean: 0}", ["1:17: expected more than 0, found 0"]),
        (
            "weights: {lot: many}\nmedium: {width: 0, wide: 3}",
            ["1:16: expected a number", "2:17: expected at least 1, found 0", "2:20: unknown key 'wide'"],
        ),
        ("hard: {tries: 20.5, far: -1}", ["1:15: expected a whole number", "1:26: expected at least 0"]),
        ("with-3: {easy: {width: 2}}", ["1:10: unknown key 'easy'; known: medium, hard"]),
        ("strong: 3", ["1:1: unknown section 'strong'"]),
        ("[1]", ["1:1: expected keys with values"]),
    ],
)
def test_what_is_wrong_with_an_own_kits_bots_is_told_before_one_sits_down(
    text: str, faults: list[str], tmp_path: Path
) -> None:
    own = tmp_path / "canaletto"
    own.mkdir()
    (own / "game.yaml").write_text("extends: canaletto\n", "utf-8")
    (own / "bots.yaml").write_text(text, "utf-8")
    memory = Memory(open_game("canaletto", tmp_path), ["Anke", "Luca", "Rosa"], None, "1")
    with pytest.raises(FaultyData) as told_of:
        check_company(memory, {"Luca": EASY})
    with pytest.raises(FaultyData, match=r"bots\.yaml"):
        edition_of("canaletto", tmp_path, {}, "own")
    told_by_check = [str(fault) for fault in text_faults(memory.kit)]
    for fault, wanted in zip(map(str, told_of.value.faults), faults, strict=True):
        assert fault.startswith(f"{own / 'bots.yaml'}:{wanted}") and fault in told_by_check


@pytest.mark.parametrize("game", GAMES)
def test_the_shipped_weights_are_well(game: str) -> None:
    kit = open_game(game).kit
    check_bots(kit)
    assert set(kit_texts(kit, "bots")["above-zero"]) <= set(kit_texts(kit, "bots")["weights"])


# --- how strength is told -------------------------------------------------------------------------------------
def test_the_interval_of_wilson() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(1.0, 10)[1] == 1.0
    assert wilson(0.0, 10)[0] == 0.0


def test_a_goal_holds_only_if_the_interval_lies_above_it() -> None:
    pairing = Pairing("doge", 4, "medium", "easy")
    won, lost = Result(1.0, True, 0, 200, 1.0), Result(0.0, True, 0, 200, 1.0)
    assert "holds" in told(pairing, [won] * 60 + [lost] * 40)
    assert "open" in told(pairing, [won] * 5 + [lost] * 5)
    assert "missed" in told(pairing, [won] * 20 + [lost] * 80)


def test_who_thinks_less_is_measured_by_the_same_goal_and_who_weighs_otherwise_is_not() -> None:
    assert Pairing("doge", 4, "hard", "medium", (("tries", 50.0),)).goal == 0.45
    assert Pairing("doge", 4, "hard", "medium", (("hope", 0.5),)).goal is None
    mind = Mind(open_game("doge"), random.Random(1), {"tries": 50, "hope": 0.5})
    assert mind.depth("hard", 4).tries == 50
    assert mind.weights["hope"] == 0.5


def test_how_much_a_bot_thinks_may_differ_with_the_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    mind = Mind(open_game("doge"), random.Random(1), {"tries": 50.0})
    more = {**mind.settings, "with-3": {"hard": {"width": 7, "far": 1.5}}}
    monkeypatch.setattr(mind, "settings", more)
    usual = mind.depth(HARD, 4)
    assert mind.depth(HARD, 3) == Depth(7, usual.guesses, usual.chapters, 50, 1.5) != usual
    assert style_of("doge", 3) != style_of("doge", 4)


@pytest.mark.parametrize("game", GAMES)
def test_no_weight_is_called_like_a_measure_of_thinking(game: str) -> None:
    """Else `--with` would change both."""
    assert not set(Mind(open_game(game), random.Random(1)).weights) & set(DEPTHS)


def test_data_that_change_while_games_are_played_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    play(Pairing("canaletto", 4, "easy", "easy"), 0)
    monkeypatch.setattr("strength.data_of", lambda _: "others")
    with pytest.raises(SystemExit, match="changed while games were played"):
        play(Pairing("canaletto", 4, "easy", "easy"), 1)


def test_games_of_another_day_count_as_long_as_bots_play_as_they_did(monkeypatch: pytest.MonkeyPatch) -> None:
    found = style_of("canaletto")
    assert style_of("canaletto") == found
    settings = Mind(open_game("canaletto"), random.Random(1)).settings
    bolder = {**settings, "weights": {**settings["weights"], "lot": 1.5}}
    monkeypatch.setattr("venice_pnp.bots.mind.kit_texts", lambda *_: bolder)
    assert style_of("canaletto") != found


def test_what_hard_learns_does_not_make_others_play_again(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {best: style_of("canaletto", 4, best) for best in LEVELS}
    assert len(set(before.values())) == len(LEVELS)
    assert {pairing.style for pairing in pairings_of(["canaletto"], 4, ["medium:easy", "any:any"], {})} == {
        before[MEDIUM]
    }
    settings = Mind(open_game("canaletto"), random.Random(1)).settings
    further = {**settings, "hard": {**settings["hard"], "width": 2, "chapters": 1}}
    monkeypatch.setattr("venice_pnp.bots.mind.kit_texts", lambda *_: further)
    assert [best for best in LEVELS if style_of("canaletto", 4, best) != before[best]] == [HARD]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (["--match", "strong:weak"], "strong:weak is no match"),
        (["--match", "hard"], "hard is no match"),
        (["--match", "any:easy"], "any:easy is no match"),
        (["--with", "hope"], "hope is no weight"),
        (["dogge"], "dogge is no game"),
    ],
)
def test_what_strength_does_not_know_is_told(
    typed: list[str], answer: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["strength.py", *typed])
    with pytest.raises(SystemExit):
        main()
    assert answer in capsys.readouterr().err


def test_a_mirror_has_draws_of_its_own_for_every_game() -> None:
    games = [play(Pairing("canaletto", 4, "easy", "easy"), n).moves for n in range(4)]
    assert len(set(games)) > 1


def test_mixed_games_are_only_counted() -> None:
    line = told(Pairing("doge", 4, "any", "any"), [Result(0.0, True, 0, 200, 1.0), Result(0.0, False, 1, 90, 1.0)])
    assert "2 games, 290 moves; refused 1, without end 1" in line and "%" not in line
    one = play(Pairing("canaletto", 4, "any", "any"), 3)
    assert one.ended and not one.refused
