"""One thread owns a table's file; everybody else hands it work and waits for the answer."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from venice_pnp.contract.play import Refused
from venice_pnp.door.company import Company
from venice_pnp.door.errands import open_table
from venice_pnp.referee.script import Script
from venice_pnp.referee.table import Table
from venice_pnp.speech.trouble import Trouble

LOOK = 0.4  # seconds between two looks for what other programs wrote

T = TypeVar("T")


class Clerk:
    """Does one thing after the other at a table; `changed` is called, in his thread, when the journal has grown. One of
    a table's clerks `plays` for its bots."""

    def __init__(
        self,
        name: str | None,
        data: Path | None = None,
        changed: Callable[[], None] = lambda: None,
        plays: bool = False,
    ) -> None:
        self._work: queue.SimpleQueue[Callable[[Table], None] | None] = queue.SimpleQueue()
        self._changed, self._plays, self._seen = changed, plays, 0
        self._held = self._let = 0  # after how many entries a bot waits for a word, and was let go
        opened: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, args=(name, data, opened), daemon=True)
        self._thread.start()
        opened.result()

    def ask(self, work: Callable[[Table], T]) -> Future[T]:
        """What `work` answers, done by the thread that may use the table, after what others have written."""
        answer: Future[T] = Future()

        def done(table: Table) -> None:
            if not answer.set_running_or_notify_cancel():
                return  # nobody waits for it any more
            try:
                table.refresh()
                found = work(table)
                self._note(table)
            except BaseException as error:  # whatever it is belongs to whoever asked
                answer.set_exception(error)
            else:
                answer.set_result(found)

        self._work.put(done)
        return answer

    def let_bot_move(self, moment: int) -> Future[None]:
        """Nobody wants anything before the bot moves that has waited since so many entries."""

        def let(_table: Table) -> None:
            self._let = moment

        return self.ask(let)

    def leave(self) -> None:
        """Ends when what was handed in before is done."""
        self._work.put(None)
        self._thread.join()

    def _run(self, name: str | None, data: Path | None, opened: Future[None]) -> None:
        try:
            match = open_table(name, data=data)
            table = match.keeper
            company = Company(match) if self._plays and table.bots else None
        except BaseException as error:
            opened.set_exception(error)
            return
        opened.set_result(None)
        self._seen, eager = len(table.journal.entries), False
        while True:
            try:
                work = self._work.get(timeout=0 if eager else LOOK)
            except queue.Empty:
                eager = False
                with suppress(Trouble, Refused):  # whoever asks next is told; a bot that others outran thinks anew
                    table.refresh()
                    eager = company is not None and self._bot_moves(company, table)
            else:
                if work is None:
                    table.journal.close()
                    return
                work(table)
                eager = company is not None  # nobody else asks anything: a bot's move takes its time
            self._note(table)

    def _bot_moves(self, company: Company, table: Table) -> bool:
        """One move of the bot that is awaited, unless somebody has a word first and has not said it yet."""
        moment = len(table.journal.entries)
        if moment not in (self._held, self._let) and Script(company.match.speech).before_a_bot(table) is not None:
            self._held = moment
        return (moment != self._held or moment == self._let) and company.move() is not None

    def _note(self, table: Table) -> None:
        """Whoever is answered finds that everybody knows already."""
        if len(table.journal.entries) != self._seen:
            self._seen = len(table.journal.entries)
            self._changed()
