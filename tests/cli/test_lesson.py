"""`play --teach`: every lesson is played to its end in both languages, and everything it offers and claims holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.cli.person import Person
from tests.cli.test_evening import Typed
from tests.trust.play import EVERY, GAMES, game
from venice_pnp.console.demo import _shown
from venice_pnp.console.evening import Evening, Wishes
from venice_pnp.console.layout import Screenful
from venice_pnp.console.lesson import Lesson, LessonStep, lesson_of, start_of, teach
from venice_pnp.console.terminal import Leave
from venice_pnp.referee import home
from venice_pnp.referee.story import events_at, for_the_hands
from venice_pnp.referee.table import Table, new_table
from venice_pnp.speech.trouble import Trouble
from venice_pnp.speech.words import Speech

LANGS = ("en", "de")
SLOT = re.compile(r"\{[^{}]*\}")
READ, TYPE = 170, 12  # words a minute, seconds for a move
LONGEST = 10  # minutes of a lesson
MOST = 30  # questions of a lesson
ROOM = 330  # letters that a small window shows below the table


def lesson(name: str) -> Lesson:
    return lesson_of(game(name).kit, "en")


def begun(name: str, lang: str) -> tuple[Evening, Lesson]:
    plan, kit = lesson(name), game(name).kit
    table = new_table(name, plan.players, path=home.table_path("lesson"), seed=plan.seed, start=start_of(kit, "en"))
    speech = Speech(lang, table.kit, table.players, seeded=True)
    return Evening(table, speech, Typed(speech), Wishes()), plan  # type: ignore[arg-type]


def taught(evening: Evening, plan: Lesson, *lines: str) -> list[Screenful]:
    """What was on the screen each time something was asked; after these lines the learner leaves."""
    face: Any = evening.face
    face.lines = list(lines)
    with pytest.raises(Leave):
        teach(evening, plan)
    seen: list[Screenful] = face.seen
    return seen


class Obedient(Typed):
    """Types what the screen offers, letter by letter; where nothing is offered, Enter."""

    def ask(self, show: Callable[[], Screenful], *_: Any, **__: Any) -> str:
        self.seen.append(show())
        if len(self.seen) > MOST:
            raise Leave
        offered = re.search(r"▸ \w+: (.+?)   \(", self.seen[-1].asked[-1])
        return offered[1] if offered else ""


def made(table: Table, by: str) -> list[dict[str, Any]]:
    return [{key: step.move[key] for key in step.move if key != "drawn"} for step in table.steps if by_of(step) == by]


def by_of(step: Any) -> str:
    return "" if step.start else str(step.move["by"])


# --- to the end --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_is_played_to_its_end(name: str, lang: str) -> None:
    """With Enter alone: whatever is offered is legal where it is offered, and every step says something."""
    evening, plan = begun(name, lang)
    seen = taught(evening, plan, *[""] * (len(plan.steps) + 1))
    assert len(seen) == len(plan.steps) + 1, "one question a step, and the end"
    for n, (step, scene) in enumerate(zip(plan.steps, seen, strict=False)):
        told = scene.asked[0]
        assert told.startswith(f"{n + 1}/{len(plan.steps)}")
        assert "{" not in told and "None" not in told, told
        assert len(told) < ROOM
        assert (step.move is not None) == scene.asked[1].startswith("▸")
    assert f"play {name}" in seen[-1].asked[0]
    assert len([step.move for step in plan.steps if step.move]) <= len(made(evening.table, plan.learner))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_offered_can_be_typed_as_it_stands_there(name: str, lang: str) -> None:
    evening, plan = begun(name, lang)
    face = evening.face = Obedient(evening.speech)  # type: ignore[assignment]
    with pytest.raises(Leave):
        teach(evening, plan)
    assert len(face.seen) == len(plan.steps) + 1, [note for scene in face.seen for note in scene.notes]


class Watched(Typed):
    """Types Enter, and remembers how many steps had been made."""

    table_made: Table
    made: list[int]

    def ask(self, show: Callable[[], Screenful], *_: Any, **__: Any) -> str:
        self.seen.append(show())
        self.made.append(len(self.table_made.steps))
        return ""


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", GAMES)
def test_the_hands_are_told_of_every_move_and_of_nothing_else(name: str, lang: str) -> None:
    """Of the learner's own move and of what the friends do then; no key ticks anything off."""
    evening, plan = begun(name, lang)
    face = evening.face = Watched(evening.speech)  # type: ignore[assignment]
    face.table_made, face.made = evening.table, []
    with pytest.raises(Leave):
        teach(evening, plan)
    seen = list(zip(face.made, face.seen, strict=True))
    told = 0
    for (before, _), (now, scene) in pairwise(seen):
        new = [evening.speech.event(one) for one in for_the_hands(evening.table, evening.script, range(before, now))]
        only_told = [
            evening.speech.event(event)
            for n in range(before, now)
            for event in events_at(evening.table, n)
            if evening.script.is_remark(event)
        ]
        assert list(scene.told)[: len(new)] == new
        assert not set(scene.told) & set(only_told)
        assert "Enter" not in scene.titles[0]
        told += len(new)
    assert told > len(plan.steps) / 2


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_takes_at_most_ten_minutes(name: str) -> None:
    steps = lesson(name).steps
    assert 12 <= len(steps) <= 20
    for lang in LANGS:
        words = sum(len(step.say[lang].split()) for step in steps)
        assert words / READ + sum(1 for step in steps if step.move) * TYPE / 60 <= LONGEST


# --- claims ------------------------------------------------------------------------------------------------------
def numbers_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from (*numbers_in(key), *numbers_in(part))
    elif isinstance(value, list):
        for part in value:
            yield from numbers_in(part)
    else:
        yield from re.findall(r"\d+", str(value))


@pytest.mark.parametrize("name", GAMES)
def test_numbers_come_from_the_position_or_are_those_of_the_move(name: str) -> None:
    for step in lesson(name).steps:
        known = set(numbers_in(step.move or {}))
        for text in step.say.values():
            assert set(re.findall(r"\d+", SLOT.sub("", text))) <= known, text


@pytest.mark.parametrize("name", GAMES)
def test_both_languages_claim_the_same(name: str) -> None:
    for step in lesson(name).steps:
        slots = [sorted(SLOT.findall(step.say[lang])) for lang in LANGS]
        assert slots[0] == slots[1], step.say
        assert set(step.show) == {slot[1:-1] for slot in slots[0] if "." not in slot}, step.say


# --- a learner of one's own mind ---------------------------------------------------------------------------------
@pytest.mark.parametrize("amount", ["4", "25"])
def test_another_legal_move_is_explained_for_the_lesson_would_not_fit(amount: str) -> None:
    evening, plan = begun("canaletto", "en")
    seen = taught(evening, plan, "", "", amount)
    assert not made(evening.table, "Anke")
    assert seen[-1].asked[0].startswith("3/")
    assert any(f"bid {amount}" in note and "bid 3" in note for note in seen[-1].notes)


@pytest.mark.parametrize("line", ["cs 1 3", "cs 31", "place cs 13"])
def test_the_same_tokens_in_another_order_are_the_same_move(line: str) -> None:
    evening, plan = begun("doge", "en")
    seen = taught(evening, plan, "", "", line)
    assert made(evening.table, "Anke") and seen[-1].asked[0].startswith("4/")


@pytest.mark.parametrize(("line", "word"), [("0", "CAN-"), ("xyzzy", "xyzzy"), ("undo", "own table")])
def test_what_does_not_go_is_answered_and_offered_again(line: str, word: str) -> None:
    evening, plan = begun("canaletto", "en")
    seen = taught(evening, plan, "", "", line)
    assert not made(evening.table, "Anke")
    assert any(word in note for note in seen[-1].notes), seen[-1].notes
    assert seen[-1].asked[0].startswith("3/")


def test_a_question_may_be_asked_meanwhile() -> None:
    evening, plan = begun("canaletto", "en")
    scene = taught(evening, plan, "", "", "preview 9")[-1]
    assert scene.asked[0].startswith("3/")
    assert any("bid 9: lands at" in note for note in scene.notes)


def test_who_leaves_leaves() -> None:
    evening, plan = begun("doge", "en")
    assert len(taught(evening, plan, "", "q", "", "")) == 2


def test_a_game_without_a_lesson_says_so() -> None:
    for name in (name for name in EVERY if name not in GAMES):
        with pytest.raises(Trouble) as none:
            lesson_of(game(name).kit, "en")
        assert none.value.key == "lesson.none"


def test_the_command_teaches_and_leaves_nothing_behind() -> None:
    person = Person("play", "canaletto", "--teach", size=(80, 24))
    person.until("1/13")
    person.type("")
    person.until("2/13")
    person.type("")
    person.until("Type: bid 3")
    person.type("3")
    person.until("4/13")
    person.type("q")
    assert person.ends() == 0
    assert not home.table_files()


# --- the demo ----------------------------------------------------------------------------------------------------
def test_the_demo_shows_secret_choices_when_they_lie_open() -> None:
    """DOGE-5.14: tokens are secret until their field votes; then the demo tells what was chosen."""
    evening, plan = begun("doge", "en")
    hidden: list[dict[str, Any]] = []
    told: list[str] = []
    for move in moves_of(plan.steps):
        done = evening.table.do(move)
        hidden += [dict(move)] if done.receipt else []
        shown, hidden = _shown(evening, hidden)
        told += shown
        if move["do"] == "place":
            assert not any("3 1" in line for line in told) or evening.table.view(None)["phase"] == "voting"
    assert any("Castello" in line and "3" in line for line in told)
    assert sum("Anke" in line for line in told) == 4


def moves_of(steps: list[LessonStep]) -> Iterator[dict[str, Any]]:
    for step in steps:
        yield from step.friends
        if step.move is not None:
            yield step.move


def test_a_lesson_that_other_data_make_impossible_says_so(data: Path) -> None:
    numbers = data / "canaletto/numbers.yaml"
    numbers.write_text(numbers.read_text("utf-8").replace("min-bid: 1 ", "min-bid: 4 "), "utf-8")
    person = Person("play", "canaletto", "--teach", "--data", str(data))
    for step in ("1/13", "2/13", "3/13"):
        person.until(step)
        person.type("")
    person.until("cannot go on")
    assert person.ends() == 2
