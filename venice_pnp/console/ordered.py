"""What the hands have been told to do and have not ticked off yet; said again when the language changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from venice_pnp.speech.words import Said, Speech

if TYPE_CHECKING:
    from venice_pnp.referee.table import Step

Say = Callable[[Speech], list[str]]
ALL = "*"  # ticks off all orders
IF_NOT_YET = "play.if-not-yet"  # it may have been done, though nobody has ticked it off


class Task(NamedTuple):
    """Lines that belong together, in any language; `aside`: of no move, but of an undo, a redo or a check; `news`:
    nobody waits for it, for nothing on the table changes place, or another move was made since; `at`: so many steps had
    been made."""

    say: Say
    aside: bool = False
    news: bool = False
    at: int = 0
    doubt: str = ""  # the message by which its lines are said, if it is not known what the hands have done
    since: int = 0  # so many steps had been made when the hands were told something before
    start: Sequence[Step] | None = None  # of an undo or a redo: after which steps the table lies without it
    replaced: Agenda | None = None  # what nobody had ticked off when it took its place on the screen

    def without(self, steps: Sequence[Step]) -> list[Step]:
        """After which steps the table lies while nothing of it is done; `steps`: after which it lies with it."""
        return list(self.start if self.start is not None else steps[: self.since])


class Agenda(NamedTuple):
    """All that there is to do, for when it is so again."""

    tasks: tuple[Task, ...]
    ticked: int  # lines, from the top


NOTHING = Agenda((), 0)


class Ordered:
    """Orders in the order in which they were given. Those of a move go when the next one is made: `o` tells them again.
    Those of no move are told nowhere else: they stay until they are ticked off, and with them whatever moves have
    ordered since, for on a table where nobody has done them yet that comes after them."""

    def __init__(self, speech: Speech, agenda: Agenda = NOTHING) -> None:
        self._orders, self._ticked = list(agenda.tasks), agenda.ticked
        self.lines: list[str] = []
        self.speak(speech)

    def copy(self) -> Ordered:
        """To try what an answer makes of it."""
        return Ordered(self._speech, self.agenda)

    @property
    def agenda(self) -> Agenda:
        return Agenda(tuple(self._orders), self._ticked)

    def speak(self, speech: Speech) -> None:
        self._speech = speech
        self.lines = self._said(self._orders)[self._ticked :]

    def _said(self, orders: Sequence[Task]) -> list[str]:
        return [line for order in orders for line in self._lines_of(order)]

    def _lines_of(self, order: Task) -> list[str]:
        lines = order.say(self._speech)
        return [self._speech.say(order.doubt, {"line": Said(line)}) for line in lines] if order.doubt else lines

    @property
    def aside(self) -> bool:
        """Is the newest of them of no move?"""
        return bool(self._orders) and self._orders[-1].aside

    @property
    def is_work(self) -> bool:
        """Is there anything left for the hands that has to be ticked off before anybody is alone?"""
        return bool(self.lines) and not all(order.news for order in self._orders)

    def going(self, stands: int) -> list[Task]:
        """What nobody has ticked off, the newest first, as far back as it belongs together: what undos and redos have
        ordered, or what moves have that go if so many steps stand."""
        left = [one for one, n in self._each() if n < len(self._lines_of(one))][::-1]
        if self.aside:
            return [*takewhile(lambda one: one.aside and one.start is not None, left)]
        return [*takewhile(lambda one: not one.aside and one.at > stands, left)]

    def left_of(self, tasks: Sequence[Task]) -> list[str]:
        """The lines of these that nobody has ticked off."""
        every = [(one, one.say(self._speech)[n:]) for one, n in self._each()]
        return [line for one, lines in every if any(one is task for task in tasks) for line in lines]

    def begun(self, stands: int) -> Task | None:
        """The move that goes if so many steps stand, and of which something is ticked off and something is not."""
        each = ((one, n) for one, n in self._each() if 0 < n < len(self._lines_of(one)))
        return next((one for one, _ in each if not one.aside and one.at > stands), None)

    def is_begun(self, task: Task) -> bool:
        return any(one is task and n for one, n in self._each())

    def take_back(self) -> None:
        """The newest goes, as nobody has done it: what was on the screen before may not have been done either."""
        *older, (newest, ticked) = self._each()
        self._orders, self._ticked = [one for one, _ in older], self._ticked - ticked
        if newest.replaced is not None and not ticked:
            self._orders = [one._replace(doubt=one.doubt or IF_NOT_YET) for one in newest.replaced.tasks]
            self._ticked = newest.replaced.ticked
        self.speak(self._speech)

    def _each(self) -> Iterator[tuple[Task, int]]:
        """Every order, and how many of its lines are ticked off."""
        ticked = self._ticked
        for order in self._orders:
            size = len(self._lines_of(order))
            yield order, min(ticked, size)
            ticked = max(0, ticked - size)

    def beside(self) -> list[str]:
        """What is left to do of those that belong to no move."""
        return [line for one, n in self._each() if one.aside for line in self._lines_of(one)[n:]]

    @property
    def beside_at(self) -> int:
        """How many steps had been made when the last of these was ordered."""
        return max((one.at for one in self._orders if one.aside), default=0)

    def give(self, order: Task, also: bool = False) -> None:
        """One more; `also`: it belongs together with the last one. What is left to do of moves that an undo lets stand
        stays, and what an undo before it has ordered."""
        kept = list(self._each())
        if order.aside and not self.aside:
            stay = [(one, n) for one, n in kept if one.at <= order.at or one.aside]
            kept = [(one._replace(doubt=one.doubt or IF_NOT_YET), n) for one, n in stay]
        elif not self.aside and not (also and not order.aside):
            open_ones = [n for n, (one, done) in enumerate(kept) if one.aside and done < len(self._lines_of(one))]
            kept = kept[open_ones[0] :] if open_ones else []
        replaced = self.agenda if self.lines and len(kept) < len(self._orders) else None
        self._keep(kept)
        self._orders.append(order._replace(say=_once(order.say), replaced=replaced))
        self.speak(self._speech)

    def _keep(self, kept: Sequence[tuple[Task, int]]) -> None:
        """Only these, with so many of their lines ticked off; nothing, if all are."""
        self._orders, self._ticked = [one for one, _ in kept], sum(n for _, n in kept)
        if self._ticked >= len(self._said(self._orders)):
            self._orders, self._ticked = [], 0

    def moves_done(self, stands: int) -> None:
        """The hands have done what moves have ordered that go if so many steps stand; nobody has said so of what puts
        the table right, nor of the moves that came after that and stand: they have moved the same things on."""
        each = list(self._each())
        aside = next((n for n, (one, _) in enumerate(each) if one.aside), len(each))
        left = [(one, done) for n, (one, done) in enumerate(each) if one.aside or (n > aside and one.at <= stands)]
        self._keep([(one._replace(doubt=one.doubt or IF_NOT_YET), n) for one, n in left])
        self.speak(self._speech)

    def stay(self) -> None:
        """The next move had nothing for the hands: what is left stays, but nobody has to wait for it, unless it puts
        the table right."""
        self._orders = [one._replace(news=not one.aside) for one in self._orders]

    def clear(self) -> None:
        self._orders, self._ticked, self.lines = [], 0, []

    def tick(self, count: int) -> None:
        """The hands have done so many, from the top."""
        count = max(0, min(count, len(self.lines)))
        self._ticked += count
        self.lines = self.lines[count:]


def _once(say: Say) -> Say:
    """Worked out once in each language."""
    said: dict[str, list[str]] = {}

    def again(speech: Speech) -> list[str]:
        if speech.lang not in said:
            said[speech.lang] = say(speech)
        return said[speech.lang]

    return again
