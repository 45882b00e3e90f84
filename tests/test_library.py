"""The library door: what `import venice_pnp` offers, in words where something is wrong."""

from __future__ import annotations

import ast
import doctest
import random
import subprocess
import sys
from pathlib import Path

import pytest

import venice_pnp
from tests.conftest import ROOT
from venice_pnp.contract.play import Refused

PAGE = ROOT / "docs" / "library.md"
PLAYERS = ["Anke", "Bernd", "Claudia"]
GAMES = venice_pnp.game_names()
MOVES = 60  # of a game that is compared move by move


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def fresh(game: str, lang: str = "en") -> venice_pnp.Match:
    return venice_pnp.play(game, PLAYERS, seed=7, lang=lang)


# --- the door itself ------------------------------------------------------------------------------------------
def test_the_examples_of_the_page_run() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert tried > 30 and not failed


def test_the_example_of_the_module_runs() -> None:
    failed, tried = doctest.testmod(venice_pnp)
    assert tried == 3 and not failed


def test_everything_offered_is_there_and_on_the_page() -> None:
    page = PAGE.read_text("utf-8")
    for name in venice_pnp.__all__:
        assert getattr(venice_pnp, name).__doc__, name
        assert f"`{name}`" in page, name
    assert set(venice_pnp.__all__) <= set(dir(venice_pnp))
    with pytest.raises(AttributeError, match="no attribute 'gmaes'"):
        _ = venice_pnp.gmaes  # type: ignore[attr-defined]


def test_type_checkers_and_programs_find_the_same_names() -> None:
    tree = ast.parse((ROOT / "venice_pnp" / "__init__.py").read_text("utf-8"))
    branch = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {a.name: i.module for i in branch.body if isinstance(i, ast.ImportFrom) for a in i.names}
    opened = {name: f"venice_pnp.{room}" for room, names in venice_pnp._ROOMS.items() for name in names}
    assert seen == opened
    assert sorted(seen) == sorted(venice_pnp.__all__)


def test_the_import_opens_no_room() -> None:
    code = "import sys; old = set(sys.modules); import venice_pnp; print(*sorted(set(sys.modules) - old))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["venice_pnp"]


# --- playing --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_memory_and_table_play_the_same_game(game: str) -> None:
    chance = random.Random(game)
    match = fresh(game)
    table = venice_pnp.new_table(game, PLAYERS, seed=7)
    for _ in range(MOVES):
        if match.over:
            break
        seat = match.awaited[0]["by"]
        move = chance.choice(match.legal(seat))
        here, there = match.do(seat, move), table.do(seat, move)
        assert here.moves == there.moves
        assert here.said == there.said
    assert match.snapshot() == table.snapshot()
    assert match.awaited == table.awaited


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_in_memory_replays_and_goes_back_and_forth(game: str) -> None:
    chance = random.Random(3)
    match, before = fresh(game), fresh(game).snapshot()
    count = 0
    while not match.over:
        seat = match.awaited[0]["by"]
        match.do(seat, chance.choice(match.legal(seat)))
        count += 1
    end = match.snapshot()
    replayed = venice_pnp.replay(match.record())
    assert replayed.ok and replayed.snapshot == end
    file = Path("game.yaml")
    file.write_text(match.record_text(), "utf-8")
    assert venice_pnp.replay(file).snapshot == end
    assert len(match.undo(count)) == count
    assert match.snapshot() == before
    match.redo(count)
    assert match.snapshot() == end
    with pytest.raises(venice_pnp.Trouble, match="can be taken back"):
        match.undo(count + 1)


def test_without_a_seed_somebody_else_draws() -> None:
    match = venice_pnp.play("canaletto", PLAYERS)
    assert match.awaited[0]["by"] == "table"


def test_a_secret_move_is_told_without_its_contents() -> None:
    chance = random.Random(3)
    match = fresh("doge")
    told = []
    while not match.over:
        seat = match.awaited[0]["by"]
        move = chance.choice(match.legal(seat))
        told.append((move, match.do(seat, move).moves[0]))
    sealed = [(move, shown) for move, shown in told if shown.get("sealed")]
    assert sealed
    for move, shown in sealed:
        assert shown == {"by": move["by"], "do": move["do"], "sealed": True}


def test_a_move_belongs_to_its_seat() -> None:
    match = fresh("canaletto")
    with pytest.raises(ValueError, match="Bernd cannot make a move of Anke"):
        match.do("Bernd", match.legal("Anke")[0])


def test_a_correction_goes_on_from_a_sound_position_only() -> None:
    match = fresh("canaletto")
    before = match.snapshot()
    position = match.snapshot()
    position["money"]["Anke"] = -5
    assert match.differences(position) == [("money.Anke", -5, 30)]
    with pytest.raises(venice_pnp.Unsound, match=r"CAN-10.9: Anke's account of -5 is no whole number") as wrong:
        match.correct(position, "the cat")
    assert [finding.rule for finding in wrong.value.findings] == ["CAN-10.9"]
    assert match.snapshot() == before
    position["money"]["Anke"] = 25
    match.correct(position, "the cat")
    assert match.snapshot()["money"]["Anke"] == 25
    with pytest.raises(venice_pnp.Trouble):
        match.correct(position, " ")


# --- in words -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_refused_move_says_rule_sentence_and_what_is_legal(lang: str) -> None:
    match = fresh("canaletto", lang)
    match.do("Anke", "bid 3")
    before = match.snapshot()
    with pytest.raises(venice_pnp.Refused) as caught:
        match.do("Bernd", "bid 2")
    refused = caught.value
    assert refused.rule == "CAN-7.2"
    assert refused.legal == ["pass", "bribe", "bid 4..100"]
    begin, legal = {
        "en": ("Refused", "Possible now: pass · bribe · bid 4..100"),
        "de": ("Abgelehnt", "Jetzt möglich: passen · bestechen · bieten 4..100"),
    }[lang]
    rule = venice_pnp.rule("CAN-7.2", lang=lang)
    assert str(refused).splitlines() == [
        f"{begin} (CAN-7.2): {refused.sentence}",
        f"CAN-7.2: {rule}",
        legal,
    ]
    assert "3" in refused.sentence and "Anke" in refused.sentence
    assert match.snapshot() == before


def test_a_refusal_tells_of_its_moment_whenever_it_is_read() -> None:
    match = fresh("canaletto")
    match.do("Anke", "bid 3")
    refused = match.why_not("Bernd", "bid 2")
    assert refused is not None
    match.do("Bernd", "bid 9")
    assert refused.legal == ["pass", "bribe", "bid 4..100"]


def test_a_refused_secret_is_not_repeated() -> None:
    match = fresh("doge")
    verb = next(verb for verb in match.keeper.rules.verbs.values() if verb.secret)
    with pytest.raises(venice_pnp.Refused) as caught:
        match.do(match.awaited[0]["by"], {"do": verb.name, verb.fields[0]: {"castello": 77}})
    assert "77" not in str(caught.value)
    assert caught.value.rule in str(caught.value)


def test_what_is_no_start_is_refused_in_words() -> None:
    for start in (venice_pnp.play, venice_pnp.new_table):
        with pytest.raises(venice_pnp.Refused, match="Canaletto is for 3 or 4 players, here are 1"):
            start("canaletto", ["Anke"])
    with pytest.raises(venice_pnp.Trouble, match="Regeln; bekannt: canaletto"):
        venice_pnp.play("chess", PLAYERS, lang="de")
    with pytest.raises(venice_pnp.Trouble, match="is a snapshot of doge, this table plays canaletto"):
        venice_pnp.play("canaletto", PLAYERS, start=fresh("doge").snapshot())


def test_the_rules_themselves_have_no_words() -> None:
    bare = Refused("CAN-7.2")
    assert (str(bare), bare.sentence, bare.legal) == ("CAN-7.2", "CAN-7.2", [])


def test_a_table_tells_in_its_language() -> None:
    table = venice_pnp.new_table("canaletto", PLAYERS, name="sunday", seed=1, lang="de")
    with pytest.raises(venice_pnp.Trouble, match="Es gibt nichts zurückzunehmen"):
        table.undo()
    with pytest.raises(venice_pnp.Trouble, match="Niemand an diesem Tisch heißt"):
        table.legal("Xaver")


def test_a_record_that_does_not_hold_says_where() -> None:
    record = fresh("canaletto").record()
    record["moves"].append({"by": "Anke", "do": "bid", "amount": 200})
    replayed = venice_pnp.replay(record)
    assert not replayed.ok
    assert replayed.problem is not None and replayed.problem.path == "refused"
    assert "200" in replayed.said
    with pytest.raises(venice_pnp.Trouble, match=r"nowhere\.yaml"):
        venice_pnp.replay("nowhere.yaml")


def test_unknown_rules_and_games_are_said() -> None:
    with pytest.raises(venice_pnp.Trouble, match="XXX-1"):
        venice_pnp.rule("XXX-1")
    with pytest.raises(venice_pnp.Trouble, match="does not say which game"):
        venice_pnp.audit({"money": {}})


# --- printing -------------------------------------------------------------------------------------------------
def test_a_build_by_name_and_by_kit_is_the_same() -> None:
    kit = venice_pnp.load_kit("canaletto")
    wanted = {"lang": "en", "only": ["artwork"], "paper": "a4"}
    for game, out in (("canaletto", "one"), (kit, "two")):
        made = venice_pnp.build(game, out, **wanted)  # type: ignore[arg-type]
        assert {file.path.parent for file in made} == {Path(out, "canaletto/en/a4")}
    for file in Path("one").rglob("*.pdf"):
        assert file.read_bytes() == Path("two", file.relative_to("one")).read_bytes()


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"edition": "colur"}, "unknown edition 'colur'; did you mean 'colour'?"),
        ({"sides": "longedge"}, "unknown sides 'longedge'; did you mean 'long-edge'?"),
        ({"options": "deck=x"}, "canaletto has no option 'deck' for its parts"),
        ({"profile": "images", "paper": "a4"}, "images have no paper"),
        ({"templates": "nowhere"}, "nowhere: no such folder of templates"),
    ],
)
def test_a_wrong_wish_writes_nothing(wish: dict[str, str], said: str) -> None:
    with pytest.raises(venice_pnp.WrongWish, match=said.replace("?", r"\?")):
        venice_pnp.build("canaletto", "out", **wish)  # type: ignore[arg-type]
    assert not Path("out").exists()


def test_faults_of_own_data_are_all_named(data: Path) -> None:
    file = data / "canaletto" / "artworks.yaml"
    file.write_text(file.read_text("utf-8").replace(" size:", " sise:", 2), "utf-8")
    with pytest.raises(venice_pnp.FaultyData, match=r"artworks\.yaml:\d+:\d+: .*did you mean 'size'"):
        venice_pnp.load_kit("canaletto", data)


@pytest.mark.parametrize("game", GAMES)
def test_every_table_can_be_drawn(game: str) -> None:
    assert venice_pnp.draw_table(fresh(game)).startswith("<svg")
