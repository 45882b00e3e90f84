"""What the hands have still to do, put down so that it is there in every language when the table is opened again: also
what a later move has replaced, for that move may be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from venice_pnp.console.ordered import Agenda, Task
from venice_pnp.referee import story
from venice_pnp.referee.unfinished import LISTS, Lines, TaskLeft, TasksLeft

if TYPE_CHECKING:
    from venice_pnp.referee.table import Step, Table
    from venice_pnp.speech.words import Speech


def put_down(table: Table, agenda: Agenda, speeches: Sequence[Speech]) -> list[TasksLeft]:
    """First what there is to do now, then what it has replaced, and so on; the oldest is left out where it is much."""
    every, found = [agenda], list[TasksLeft]()
    for one in every:  # which grows on the way
        tasks = list[TaskLeft]()
        for task in one.tasks:
            older = _number(every, task.replaced)
            said = {speech.lang: task.say(speech) for speech in speeches}
            start = _known(table, task.start)
            tasks.append(TaskLeft(said, task.aside, task.news, task.at, task.doubt, task.since, start, older))
        found.append(TasksLeft(tasks, one.ticked))
    return found


def _number(every: list[Agenda], agenda: Agenda | None) -> int:
    """Its place in the list, to which it is added; 0: there is none, or the list is full."""
    if agenda is None:
        return 0
    known = next((n for n, one in enumerate(every) if one is agenda), 0)
    if not known and len(every) < LISTS:
        every.append(agenda)
        known = len(every) - 1
    return known


def _known(table: Table, start: Sequence[Step] | None) -> int:
    """How many of the steps that were once made; 0: they are found no more when the table is opened again."""
    again = story.steps_once_made(table, len(start)) if start else None
    same = again is not None and all(one is other for one, other in zip(start or (), again, strict=True))
    return len(start or ()) if same else 0


def taken_up(table: Table, kept: Sequence[TasksLeft]) -> Agenda:
    """What had been put down."""
    made: dict[int, Agenda] = {}
    for n in reversed(range(len(kept))):  # what was replaced stands further down
        tasks = [_task(table, one, made.get(one.replaced)) for one in kept[n].tasks]
        made[n] = Agenda(tuple(tasks), kept[n].ticked)
    return made[0]


def _task(table: Table, kept: TaskLeft, replaced: Agenda | None) -> Task:
    def say(speech: Speech, lines: Lines = kept.lines) -> list[str]:
        return lines.get(speech.lang) or next(iter(lines.values()), [])

    start = story.steps_once_made(table, kept.start)
    return Task(say, kept.aside, kept.news, kept.at, kept.doubt, kept.since, start, replaced)
