"""How the console faces people: as a window that fills the terminal, or as lines of text.

Both ask in the same words. The window redraws a scene around the line that is typed; the lines print what is
new and nothing else, for screen readers, dumb terminals and programs.
"""

from __future__ import annotations

import os
import select
import shutil
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from venice_pnp.console.layout import Frame, Screenful, cover, finished, frame
from venice_pnp.console.terminal import Leave, Terminal
from venice_pnp.console.typing import Complete, TypedLine, nothing
from venice_pnp.speech.paint import Panel, fold
from venice_pnp.speech.words import Speech

TICK = 0.5  # seconds after which the scene is looked at again
HIDE = ("esc", "ctrl-x")
MOST = 200  # lines kept of what was typed

Show = Callable[[], Screenful]


class Covered(Exception):
    """Somebody hid the screen while it showed what is one seat's own."""


class Overtaken(Exception):
    """The table has gone on elsewhere: what was asked here is asked no more, and nothing has been typed yet."""


class Display(Protocol):
    """Asks for a line, with a scene around it."""

    window: bool
    speech: Speech
    unread: int  # orders that stood further down, where nobody had looked, when the last line was typed

    def ask(
        self,
        show: Show,
        prompt: str,
        complete: Complete = nothing,
        hidden: bool = False,
        own: bool = False,
        keys: Mapping[str, Callable[[], None]] | None = None,
    ) -> str:
        """A line that was typed. `hidden`: without echo. `own`: the screen is one seat's alone. Raises Overtaken if
        something else is asked before anything is typed."""

    def table(self, scene: Screenful) -> None:
        """Show the table itself, where it is not on the screen anyway."""

    def forget(self) -> None:
        """Wipe what has been shown."""

    def bell(self) -> None:
        """Call somebody who is not looking."""

    def wait(self, show: Show, seconds: float) -> str | None:
        """Show a scene for a while; a key ends it."""

    def pressed(self) -> bool:
        """Has a key been pressed? Nobody waits for it; one that belongs to a line is kept for it."""


class Window:
    """The whole terminal, a frame at a time."""

    window = True

    def __init__(self, terminal: Terminal, speech: Speech) -> None:
        self._terminal, self.speech, self.unread = terminal, speech, 0
        self._earlier: list[str] = []
        self._down, self._orders_down, self._words_down = 0, 0, 0  # lines that table, orders and words are scrolled
        self._made: tuple[Screenful, tuple[tuple[int, int], int, int, int], Frame] | None = None

    def ask(
        self,
        show: Show,
        prompt: str,
        complete: Complete = nothing,
        hidden: bool = False,
        own: bool = False,
        keys: Mapping[str, Callable[[], None]] | None = None,
    ) -> str:
        line = TypedLine(hidden, complete, self._earlier)
        scene, looked = show(), time.monotonic()
        self._down, self._orders_down, self._words_down = 0, 0, 0
        while True:
            if not self._terminal.waiting:  # who types ahead does not want to see every letter
                self._draw(scene, prompt, line)
            key = self._terminal.key(TICK)
            if key in HIDE:
                self._hide()
                if own:
                    raise Covered
            elif key == "enter":
                self._keep(line)
                self.unread = self._frame(scene).unread
                return line.text.strip()
            elif key == "ctrl-c" or (key == "ctrl-d" and not line.text):
                raise Leave
            elif key == "ctrl-l":
                self._terminal.forget()
            elif key in ("pgdn", "pgup"):
                self._scroll(scene, 1 if key == "pgdn" else -1)
            elif key is not None and keys and key in keys:
                keys[key]()
                scene = show()
            elif key:
                line.press(key)
            if time.monotonic() - looked > TICK:
                before, scene, looked = scene, show(), time.monotonic()
                if scene.asks != before.asks and not line.text:
                    raise Overtaken

    def _draw(self, scene: Screenful, prompt: str, line: TypedLine) -> None:
        offers = line.offers()
        hint = " · ".join(offers) if offers else scene.hint
        rows, cursor = finished(self._frame(scene), prompt, line.shown, line.cursor, hint)
        self._terminal.draw(rows, cursor)

    def _frame(self, scene: Screenful) -> Frame:
        """The frame of a scene, laid out once for each size and place."""
        place = (self._terminal.size, self._down, self._orders_down, self._words_down)
        if self._made is None or self._made[0] is not scene or self._made[1] != place:
            self._made = (scene, place, frame(scene, *place))
        return self._made[2]

    def _scroll(self, scene: Screenful, way: int) -> None:
        """Down first through what is said and asked, then through the orders, then through the table; up the other way
        round. Never past what has not been in view."""
        page = max(3, self._terminal.size[1] // 3)
        made = self._frame(scene)
        orders, table = (max(1, min(page, seen)) for seen in (made.orders_seen, made.seen))
        if way > 0 and made.words_left:
            self._words_down += min(made.words_seen, made.words_left)
        elif way > 0 and made.orders_left:
            self._orders_down += min(orders, made.orders_left)
        elif way > 0:
            self._down += min(table, made.rest)
        elif self._down:
            self._down = max(0, self._down - table)
        elif self._orders_down:
            self._orders_down = max(0, self._orders_down - orders)
        else:
            self._words_down = max(0, self._words_down - made.words_seen)

    def _keep(self, line: TypedLine) -> None:
        if not line.hidden and line.text.strip():
            self._earlier = [*self._earlier, line.text.strip()][-MOST:]

    def _hide(self) -> None:
        """The panic key: nothing but one line, until somebody presses Enter."""
        text = self.speech.say("play.hidden")
        while True:
            self._terminal.draw(cover(self._terminal.size, text))
            key = self._terminal.key(None)
            if key == "enter":
                self._terminal.forget()
                return
            if key == "ctrl-c":
                raise Leave

    def table(self, scene: Screenful) -> None:
        """It is always there."""

    def forget(self) -> None:
        self._terminal.forget()

    def bell(self) -> None:
        self._terminal.bell()

    def wait(self, show: Show, seconds: float) -> str | None:
        scene = show()
        self._terminal.draw(finished(frame(scene, self._terminal.size), "", "", 0, scene.hint)[0])
        key = self._terminal.key(seconds)
        if key in HIDE:
            self._hide()
        if key == "ctrl-c":
            raise Leave
        return key

    def pressed(self) -> bool:
        return self._terminal.pressed()


class Lines:
    """Lines of text: what is new, then the question."""

    window = False

    def __init__(self, speech: Speech) -> None:
        self.speech, self.unread = speech, 0
        self._last: tuple[Sequence[str], Sequence[str]] = ((), ())  # what was said, and asked
        self._news = (0, 0)
        self._page: Sequence[str] = ()  # the lines that were read last
        self._typed = b""

    def ask(
        self,
        show: Show,
        prompt: str,
        complete: Complete = nothing,  # noqa: ARG002
        hidden: bool = False,
        own: bool = False,  # noqa: ARG002
        keys: Mapping[str, Callable[[], None]] | None = None,  # noqa: ARG002
    ) -> str:
        scene = show()
        asked = tuple(scene.asked)
        ordered = scene.told if scene.news[0] != self._news[0] else ()
        noted = scene.notes if scene.news[1] != self._news[1] else ()
        page = [line for panel in scene.panels for line in _with_title(panel)] if scene.read else []
        unread = [line for line in page if line not in self._page]
        self.say([*ordered, *unread, *noted, *(asked if asked != self._last[1] or unread else ())])
        self._page = page
        self._last, self._news = (tuple(scene.notes), asked), scene.news
        try:
            return self._unseen(show, prompt, scene.asks) if hidden else self._line(show, prompt, scene.asks)
        except (EOFError, KeyboardInterrupt):
            raise Leave from None

    def _line(self, show: Show, prompt: str, asks: object) -> str:
        """A line; while nothing is typed, what the timer has to say is said."""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        if sys.platform == "win32":
            text = sys.stdin.readline()
            if not text:
                raise EOFError
            return text.strip()
        while b"\n" not in self._typed:
            if not select.select([0], [], [], TICK)[0]:
                scene = show()
                if scene.asks != asks and not self._typed:
                    sys.stdout.write("\n")
                    raise Overtaken
                self._meanwhile(scene, prompt)
                continue
            raw = os.read(0, 4096)
            if not raw:
                raise EOFError
            self._typed += raw
        line, _, self._typed = self._typed.partition(b"\n")
        return line.decode("utf-8", "replace").strip()

    def _meanwhile(self, scene: Screenful, prompt: str) -> None:
        fresh = [line for line in scene.notes if line not in self._last[0]]
        if fresh:
            self._last = (tuple(scene.notes), self._last[1])
            sys.stdout.write("\n" + "\n".join(fresh) + "\n" + prompt)
            sys.stdout.flush()

    def _unseen(self, show: Show, prompt: str, asks: object) -> str:
        """A line without echo; what was typed ahead is not lost."""
        if sys.platform == "win32":
            import getpass  # only on Windows

            return getpass.getpass(prompt).strip()
        import termios  # not on Windows

        before = termios.tcgetattr(0)
        quiet = termios.tcgetattr(0)
        quiet[3] &= ~termios.ECHO
        termios.tcsetattr(0, termios.TCSADRAIN, quiet)
        try:
            return self._line(show, prompt, asks)
        finally:
            termios.tcsetattr(0, termios.TCSADRAIN, before)
            sys.stdout.write("\n")

    def say(self, lines: Sequence[str]) -> None:
        width = max(20, shutil.get_terminal_size((80, 24)).columns)
        for line in lines:
            sys.stdout.write("\n".join(fold(line, width)) + "\n")
        sys.stdout.flush()

    def table(self, scene: Screenful) -> None:
        self.say([scene.head, *(line for panel in scene.panels for line in _with_title(panel))])

    def forget(self) -> None:
        self._last = ((), ())

    def bell(self) -> None:
        sys.stdout.write("\a")

    def wait(self, show: Show, seconds: float) -> str | None:
        scene = show()
        self.say([*scene.told, *scene.notes, *scene.asked])
        try:
            time.sleep(seconds)
        except KeyboardInterrupt:
            raise Leave from None
        return None

    def pressed(self) -> bool:
        return False  # whoever reads line by line is not asked in between


def _with_title(panel: Panel) -> list[str]:
    return [*([panel.title] if panel.title else []), *panel.lines]
