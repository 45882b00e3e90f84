"""A person at a terminal: types keys, and reads the screen as it is shown, with everything that ever was on it."""

from __future__ import annotations

import codecs
import os
import re
import signal
import sys
import time
from collections.abc import Callable

import pexpect
import pyte

from tests.conftest import ROOT

PATIENCE = 60  # seconds until a text that never comes is given up
ENTER, ESC, TAB, CTRL_C, PAGE_DOWN = "\r", "\x1b", "\t", "\x03", "\x1b[6~"
FRAME = "\x1b[?25l"  # every frame begins with it


class Person:
    """The public command in a terminal of its own."""

    def __init__(self, *words: str, size: tuple[int, int] = (80, 24), **env: str) -> None:
        self.size = size
        self.keys = 0  # keys pressed so far
        self.raw = ""  # every byte the program has sent
        self._decode = codecs.getincrementaldecoder("utf-8")("replace")
        self._mark = 0  # how much of it has been looked for
        self._screen = pyte.HistoryScreen(size[0], size[1], history=5000)
        self._stream = pyte.Stream(self._screen)
        known = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": str(ROOT), "ESCDELAY": "0"}
        drop = ("NO_COLOR", "COLUMNS", "LINES")
        environment = {key: value for key, value in os.environ.items() if key not in drop} | known | env
        command = [sys.executable, "-c", "from venice_pnp.cli import main; main()", *words]
        self.process = pexpect.spawn(
            command[0],
            command[1:],
            env=environment,
            cwd=env.get("CWD", str(ROOT)),
            dimensions=(size[1], size[0]),
            timeout=PATIENCE,
        )
        self.process.delaybeforesend = None

    # --- reading -------------------------------------------------------------------------------------
    def read(self, seconds: float = 0.05) -> bool:
        try:
            raw = self.process.read_nonblocking(65536, timeout=seconds)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return False
        text = self._decode.decode(raw)
        self.raw += text
        self._stream.feed(text)
        return True

    @property
    def lines(self) -> list[str]:
        return [line.rstrip().replace("\u00a0", " ") for line in self._screen.display]

    @property
    def screen(self) -> str:
        return "\n".join(self.lines)

    def cells(self, row: int) -> list[pyte.screens.Char]:
        """The characters of a row with their colours."""
        return [self._screen.buffer[row][x] for x in range(self.size[0])]

    @property
    def scrollback(self) -> str:
        rows = [*self._screen.history.top, *self._screen.history.bottom]
        return "\n".join("".join(row[x].data for x in range(self.size[0])).rstrip() for row in rows)

    def until(self, wanted: str | Callable[[str], object]) -> str:
        """Reads on until the screen shows a text."""
        fits = (lambda screen: wanted in screen) if isinstance(wanted, str) else wanted
        end = time.monotonic() + PATIENCE
        while not fits(self.screen):
            if not self.read() and (time.monotonic() > end or not self.process.isalive()):
                while self.read():
                    pass
                assert fits(self.screen), f"never seen: {wanted}\n{self.screen}"
                break
        return self.screen

    def sent(self, fits: Callable[[str], object]) -> None:
        """Reads on until the newest of what was sent fits (quicker than to look at the whole screen)."""
        end = time.monotonic() + PATIENCE
        while not fits(self.raw[self._mark :]):
            if not self.read() and (time.monotonic() > end or not self.process.isalive()):
                raise AssertionError(f"never sent\n{self.screen}")
        self._mark = len(self.raw)

    def heard(self, text: str) -> None:
        """Reads on until a text was sent, also if it has left the screen since."""
        self.sent(lambda raw: text in raw.replace("\u00a0", " "))

    def gone(self, text: str) -> str:
        return self.until(lambda screen: text not in screen)

    # --- typing --------------------------------------------------------------------------------------
    def press(self, keys: str) -> None:
        self.keys += len(keys)
        self._mark = len(self.raw)  # what is looked for now is an answer to these keys
        self.process.send(keys)

    def type(self, line: str) -> None:
        self.press(line + ENTER)

    def kill(self) -> None:
        """The battery dies."""
        self.process.kill(signal.SIGKILL)
        self.process.wait()

    def ends(self) -> int:
        while self.process.isalive():
            self.read(0.2)
        while self.read():
            pass
        if self.process.exitstatus is None:
            raise AssertionError(f"killed by signal {self.process.signalstatus}\n{self.screen}\n{self.raw[-600:]!r}")
        return int(self.process.exitstatus)


def frames(raw: str) -> list[str]:
    """What was sent, frame by frame."""
    return raw.split(FRAME)[1:]


def screens(person: Person) -> list[str]:
    """Every screen that was ever shown, in order, each once."""
    screen = pyte.Screen(*person.size)
    stream = pyte.Stream(screen)
    shown: dict[str, None] = {}
    for frame in frames(person.raw):
        stream.feed(FRAME + frame)
        shown["\n".join(line.rstrip() for line in screen.display)] = None
    return list(shown)


def without_codes(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def fits_the_width(person: Person) -> bool:
    """No row is longer than the window: nothing wrapped, nothing scrolled."""
    return all(len(line) <= person.size[0] for line in person.lines) and not person.scrollback.strip()
