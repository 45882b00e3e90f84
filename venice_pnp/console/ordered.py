"""What the hands have been told to do and have not ticked off yet; said again when the language changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from venice_pnp.speech.words import Said, Speech

Say = Callable[[Speech], list[str]]


class Task(NamedTuple):
    """Lines that belong together, in any language; `aside`: of no move, but of an undo, a redo or a check; `news`:
    nobody waits for it, for nothing on the table changes place, or another move was made since; `at`: so many steps had
    been made."""

    say: Say
    aside: bool = False
    news: bool = False
    at: int = 0
    perhaps: bool = False  # it may have been done, though nobody has ticked it off
    since: int = 0  # so many steps had been made when the hands were told something before


class Late(NamedTuple):
    """What nobody has ticked off of moves that go: the lines, after how many steps the table lies without it, and
    whether some of it is done, so that the rest has to be done first."""

    lines: list[str]
    start: int
    begun: bool


Pending = tuple[tuple[Task, ...], int]  # and how many lines of it are ticked off


class Ordered:
    """Orders in the order in which they were given. Those of a move go when the next one is made: `o` tells them again.
    Those of no move go together with the move after them: on a table where nobody has done them yet, its own orders
    come after them."""

    def __init__(self, speech: Speech) -> None:
        self._orders: list[Task] = []
        self._ticked = 0  # lines, from the top
        self.lines: list[str] = []
        self.speak(speech)

    def speak(self, speech: Speech) -> None:
        self._speech = speech
        self.lines = self._said(self._orders)[self._ticked :]

    def _said(self, orders: list[Task]) -> list[str]:
        return [line for order in orders for line in self._lines_of(order)]

    def _lines_of(self, order: Task) -> list[str]:
        lines = order.say(self._speech)
        return [self._speech.say("play.if-not-yet", {"line": Said(line)}) for line in lines] if order.perhaps else lines

    @property
    def aside(self) -> bool:
        """Is the newest of them of no move?"""
        return bool(self._orders) and self._orders[-1].aside

    @property
    def is_work(self) -> bool:
        """Is there anything left for the hands that has to be ticked off before anybody is alone?"""
        return bool(self.lines) and not all(order.news for order in self._orders)

    @property
    def untouched(self) -> bool:
        """Is nothing ticked off of the newest?"""
        return self._ticked <= len(self._said(self._orders[:-1]))

    def unticked(self, steps: int) -> Late | None:
        """Of moves after so many steps, if nobody has ticked off all that they have brought."""
        gone = [(one, n) for one, n in self._each() if not one.aside and one.at > steps]
        left = [(one, n) for one, n in gone if n < len(self._lines_of(one))]
        lines = [line for one, n in left for line in self._lines_of(one)[n:]]
        if not left:
            return None
        first, begun = left[0]
        return Late(lines, first.at if begun else first.since, bool(begun))

    def forget(self, steps: int) -> None:
        """Nobody does what moves after so many steps have brought; only one that was begun is done to its end."""
        each = [(one._replace(aside=one.aside or bool(n)), n) for one, n in self._each()]
        kept = [(one, n) for one, n in each if one.aside or one.at <= steps]
        self._orders, self._ticked = [one for one, _ in kept], sum(n for _, n in kept)
        self.speak(self._speech)

    def _each(self) -> Iterator[tuple[Task, int]]:
        """Every order, and how many of its lines are ticked off."""
        ticked = self._ticked
        for order in self._orders:
            size = len(self._lines_of(order))
            yield order, min(ticked, size)
            ticked = max(0, ticked - size)

    @property
    def pending(self) -> Pending:
        """All that there is to do, for when it is so again."""
        return tuple(self._orders), self._ticked

    def again(self, pending: Pending) -> None:
        """What nobody had ticked off may have been done all the same."""
        self._orders, self._ticked = [one._replace(perhaps=not one.aside) for one in pending[0]], pending[1]
        self.speak(self._speech)

    def beside(self) -> list[str]:
        """What is left to do of those that belong to no move."""
        return self._said([order for order in self._orders if order.aside])[self._ticked :]

    def give(self, order: Task, also: bool = False) -> None:
        """One more; `also`: it belongs together with the last one. What is left to do of moves that an undo lets stand
        stays, and what an undo before it has ordered."""
        older = self._orders if self.aside or (also and not order.aside) else []
        if order.aside and not self.aside:
            stay = [one for one in self._orders if one.at <= order.at or one.aside]
            older = [one._replace(perhaps=True) for one in stay]
        if self._ticked >= len(self._said(older)):
            older, self._ticked = [], 0
        self._orders = [*older, order]
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
