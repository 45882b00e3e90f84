"""A first round with a friend beside you: what lies where, what is sensible now, and why (`lesson.yaml` of a game)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from venice_pnp.console.commands import COMMANDS
from venice_pnp.console.terminal import Leave
from venice_pnp.kit import Kit
from venice_pnp.referee.script import at
from venice_pnp.speech.setups import setup_of
from venice_pnp.speech.texts import kit_texts
from venice_pnp.speech.trouble import NoTable
from venice_pnp.speech.words import Speech, filled

if TYPE_CHECKING:
    from venice_pnp.console.evening import Evening

LESSON, SETUP = "lesson", "reference"
ASIDE = ("help", "rules", "why", "table", "story", "orders", "large", "language")  # commands that change nothing


class LessonStep(NamedTuple):
    """What the friends do first, what is said then, and what the learner is to do; nothing: only to read."""

    friends: list[dict[str, Any]]
    say: Mapping[str, str]
    show: Mapping[str, str]  # slots of the text, and where in the learner's view their values stand
    move: dict[str, Any] | None


class Lesson(NamedTuple):
    """Who sits at the table, which of them is the learner, the seed, and the steps."""

    players: list[str]
    learner: str
    seed: str
    steps: list[LessonStep]


def lesson_of(kit: Kit, lang: str) -> Lesson:
    """The lesson of a game; raises Trouble if there is none."""
    found = kit_texts(kit, LESSON).get(LESSON)
    if not found:
        raise NoTable("lesson.none", game=kit.game.title.in_language(lang))
    learner = str(found["learner"])
    steps = []
    for row in found["steps"]:
        move = {"by": learner, **row["do"]} if "do" in row else None
        friends = [dict(one) for one in row.get("friends") or ()]
        steps.append(LessonStep(friends, row["say"], row.get("show") or {}, move))
    return Lesson([str(name) for name in found["players"]], learner, str(found["seed"]), steps)


def start_of(kit: Kit, lang: str) -> dict[str, Any]:
    """Every lesson begins with the set-up for a first game."""
    return setup_of(kit, SETUP, lang).start


def said(step: LessonStep, speech: Speech, view: Mapping[str, Any]) -> str:
    """What is told at a step, its numbers from the position and from the kit."""
    assert speech.kit
    facts = {slot: at(view, path.split(".")) for slot, path in step.show.items()}
    return speech.fill(filled(speech.kit, speech.in_words(step.say) or "", speech.lang), facts)


def teach(evening: Evening, lesson: Lesson) -> None:
    """Step by step to the end of the lesson; `q` leaves."""
    table, moved = evening.table, False  # has the learner just moved? Then what that brought has not been read yet
    for n, step in enumerate(lesson.steps):
        events = [event for move in step.friends for event in table.do(move).events]
        if events:
            evening.came_of(events, also=moved)
        moved = step.move is not None
        if step.move is None:
            _read(evening, lesson, n)
        else:
            while not _tried(evening, lesson, n, step.move):
                pass
    evening.page = None
    _ask(evening, lesson, [evening.say("lesson-end", game=table.game)])
    raise Leave


def _read(evening: Evening, lesson: Lesson, n: int) -> None:
    """Something to read; Enter goes on, and a command may be asked meanwhile."""
    while text := _ask(evening, lesson, [_said(evening, lesson, n), evening.say("lesson-enter")]):
        evening.notes = []
        if not _aside(evening, lesson.learner, text):
            evening.tell([evening.say("lesson-enter")])
    evening.notes, evening.page = [], None


def _tried(evening: Evening, lesson: Lesson, n: int, move: dict[str, Any]) -> bool:
    """One line of the learner: was the lesson's move made?"""
    spoken = _typed(evening, move)
    asked = [_said(evening, lesson, n), evening.say("lesson-type", move=spoken)]
    text = _ask(evening, lesson, asked)
    evening.notes, evening.page = [], None
    if text and _aside(evening, lesson.learner, text):
        return False
    tried = move
    if text:
        meaning = evening.ear.understand(lesson.learner, text)
        if len(meaning.moves) != 1:
            told = [evening.refusal(meaning.refused)] if meaning.refused else []
            told += [evening.speech.trouble(meaning.trouble)] if meaning.trouble else []
            evening.tell([*told, evening.say("lesson-type", move=spoken)])
            return False
        tried = meaning.moves[0]
        rules, state = evening.table.rules, evening.table.state
        if rules.apply(state, tried)[0] != rules.apply(state, move)[0]:  # what is said next must stay true
            evening.tell([evening.say("lesson-other", typed=evening.offering.spoken(tried), move=spoken)])
            return False
    evening.chained = False
    evening.all_done()  # by going on: Enter ticks nothing off here
    evening.done(evening.table.do(tried))
    return True


def _typed(evening: Evening, move: dict[str, Any]) -> str:
    """The move as it can be typed: in the words of the table, or where those would not be understood in its codes."""
    fields = [move[field] for field in evening.table.rules.verbs[move["do"]].fields if field in move]
    values = [str(one) for value in fields for one in (value if isinstance(value, list) else [value])]
    forms = (evening.offering.spoken(move), " ".join([evening.script.word(str(move["do"])), *values]))
    understood = (form for form in forms if evening.ear.understand(str(move["by"]), form).moves == [move])
    return next(understood, forms[0])


def _said(evening: Evening, lesson: Lesson, n: int) -> str:
    text = said(lesson.steps[n], evening.speech, evening.table.view(lesson.learner))
    return evening.say("lesson-step", n=n + 1, of=len(lesson.steps), text=text)


def _ask(evening: Evening, lesson: Lesson, asked: Sequence[str]) -> str:
    """The table as the learner sees it, with what is said below; `q` leaves."""
    own = evening.table.declared.own_side() is not None and evening.page is None
    titles = (evening.say("lesson-orders"), evening.say("asked"))
    text = evening.face.ask(
        lambda: evening.scene(lesson.learner, asked, own=own)._replace(hint=evening.say("lesson-hint"), titles=titles),
        evening.say("prompt", seat=lesson.learner),
    )
    if evening.hears(text, "stop"):
        raise Leave
    return text


def _aside(evening: Evening, learner: str, text: str) -> bool:
    """A command that only shows something is answered; one that would change the table is not for now."""
    command = evening.command_of(text, [learner])
    if command is None:
        return False
    name = command.partition(" ")[0]
    if name in ASIDE or name not in COMMANDS:  # what a game answers changes nothing
        evening.do(command, text.split()[1:])
    elif command == "quit":
        raise Leave
    else:
        evening.tell([evening.say("lesson-not-now")])
    return True
