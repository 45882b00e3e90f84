"""The terminal: keys come in one by one, frames go out in one write each. Standard library only.

A frame sends only the rows that have changed, by cursor addressing: nothing flickers, nothing scrolls, so
nothing lands in the scrollback. It all happens on the alternate screen, which is gone at the end.
"""

from __future__ import annotations

import codecs
import os
import shutil
import signal
import sys
import time
from collections.abc import Sequence
from typing import Any

ENTER, LEAVE = "\x1b[?1049h\x1b[?7l", "\x1b[2J\x1b[3J\x1b[H\x1b[?7h\x1b[?25h\x1b[?1049l"
ESCAPE_WAIT = 0.04  # seconds after which a lone Esc is the key itself, not the begin of a longer one
NAMED = {
    "\r": "enter",
    "\n": "enter",
    "\t": "tab",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x01": "home",
    "\x05": "end",
    "\x02": "left",
    "\x06": "right",
    "\x03": "ctrl-c",
    "\x04": "ctrl-d",
    "\x0b": "ctrl-k",
    "\x0c": "ctrl-l",
    "\x0e": "down",
    "\x10": "up",
    "\x15": "ctrl-u",
    "\x17": "ctrl-w",
    "\x18": "ctrl-x",
    "\x1a": "ctrl-z",
}
ESCAPED = {
    "[A": "up",
    "[B": "down",
    "[C": "right",
    "[D": "left",
    "[H": "home",
    "[F": "end",
    "[Z": "backtab",
    "[1~": "home",
    "[3~": "delete",
    "[4~": "end",
    "[5~": "pgup",
    "[6~": "pgdn",
    "[7~": "home",
    "[8~": "end",
    "[11~": "f1",
    "OA": "up",
    "OB": "down",
    "OC": "right",
    "OD": "left",
    "OH": "home",
    "OF": "end",
    "OP": "f1",
}
STRAY = ("enter", " ")  # pressed to go on, and part of no line


class Leave(Exception):
    """The players have had enough for today."""


def fits() -> bool:
    """Can this terminal show whole screens? (A dumb one cannot; then lines of text are used.)"""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("dumb", "unknown")


class Terminal:
    """Keys in, frames out."""

    def __init__(self) -> None:
        self._shown: list[str] = []
        self._size = (0, 0)
        self._cursor: tuple[int, int] | None = None
        self._keys = _Keys()
        self._ahead: list[str] = []  # keys of a line that was begun before anybody was asked

    def __enter__(self) -> Terminal:
        self._keys.raw()
        self._write(ENTER)
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), _leave)
        return self

    def __exit__(self, *_: object) -> None:
        self._write(LEAVE)
        self._keys.cooked()

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        found = shutil.get_terminal_size((80, 24))
        return found.columns, found.lines

    @property
    def waiting(self) -> bool:
        """Has more been typed already?"""
        return bool(self._ahead) or self._keys.waiting

    def pressed(self) -> bool:
        """Has a key been pressed? One alone is taken; of a line that is typed ahead none is: what is left of it could
        be another move."""
        while (key := self._keys.next(0)) is not None:
            self._ahead.append(key)
        found = bool(self._ahead)
        if all(key in STRAY for key in self._ahead):
            self._ahead = []
        return found

    def key(self, seconds: float | None = None) -> str | None:
        """The next key by its name, or None when the time is over or the window has another size."""
        while True:
            key = self._ahead.pop(0) if self._ahead else self._keys.next(seconds)
            if key == "ctrl-z" and hasattr(signal, "SIGTSTP"):
                self._sleep()
                return None
            return key

    def _sleep(self) -> None:
        """Ctrl-Z: everything off the screen while the program sleeps."""
        self.__exit__()
        os.kill(os.getpid(), signal.SIGSTOP)
        self.__enter__()
        self._shown = []

    def draw(self, lines: Sequence[str], cursor: tuple[int, int] | None = None) -> None:
        """One frame, in one write: the rows that differ, then the cursor (row, column)."""
        parts = ["\x1b[?25l"]
        if self.size != self._size:
            self._size, self._shown = self.size, []
            parts.append("\x1b[3J\x1b[H\x1b[J")
        rows = list(lines[: self._size[1]])
        rows += [""] * (self._size[1] - len(rows))
        before = self._shown or [""] * len(rows)
        for n, (line, old) in enumerate(zip(rows, before, strict=True)):
            if line != old:
                parts.append(f"\x1b[{n + 1};1H\x1b[0m\x1b[K{line}")
        if len(parts) == 1 and cursor == self._cursor:
            return
        parts.append("\x1b[0m")
        self._cursor = cursor
        if cursor is not None:
            parts.append(f"\x1b[{cursor[0] + 1};{cursor[1] + 1}H\x1b[?25h")
        self._shown = rows
        self._write("".join(parts))

    def forget(self) -> None:
        """The next frame is drawn whole, and wipes what a terminal may have kept of the last ones."""
        self._size = (0, 0)

    def bell(self) -> None:
        self._write("\a")

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


def _leave(*_: object) -> None:
    raise Leave


if sys.platform == "win32":
    import msvcrt  # only on Windows

    WINDOWS = {"H": "up", "P": "down", "K": "left", "M": "right", "G": "home", "O": "end", "I": "pgup", "Q": "pgdn"}
    WINDOWS |= {"S": "delete", ";": "f1"}

    class _Keys:
        """The keyboard of a Windows console."""

        @property
        def waiting(self) -> bool:
            return msvcrt.kbhit()

        def raw(self) -> None:
            import ctypes  # only on Windows

            console = ctypes.windll.kernel32
            console.SetConsoleMode(console.GetStdHandle(-11), 7)  # escape sequences are obeyed

        def cooked(self) -> None:
            pass

        def next(self, seconds: float | None) -> str | None:
            end = None if seconds is None else time.monotonic() + seconds
            while not msvcrt.kbhit():
                if end is not None and time.monotonic() > end:
                    return None
                time.sleep(0.01)
            key = msvcrt.getwch()
            if key in ("\x00", "\xe0"):
                return WINDOWS.get(msvcrt.getwch(), "")
            return "esc" if key == "\x1b" else NAMED.get(key, key)

else:
    import select  # not on Windows
    import termios  # not on Windows

    class _Keys:
        """The keyboard of every other terminal."""

        def __init__(self) -> None:
            self._typed = ""
            self._decode = codecs.getincrementaldecoder("utf-8")("replace")
            self._before: list[Any] | None = None
            self._woken: tuple[int, int] | None = None

        @property
        def waiting(self) -> bool:
            return bool(self._typed)

        def raw(self) -> None:
            self._before = termios.tcgetattr(0)
            mode = termios.tcgetattr(0)
            mode[0] &= ~(termios.IXON | termios.ICRNL | termios.INLCR)
            mode[3] &= ~(termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN)
            mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
            termios.tcsetattr(0, termios.TCSADRAIN, mode)
            self._woken = os.pipe()  # a window of another size wakes the reader up
            for end in self._woken:
                os.set_blocking(end, False)
            signal.set_wakeup_fd(self._woken[1], warn_on_full_buffer=False)
            signal.signal(signal.SIGWINCH, lambda *_: None)

        def cooked(self) -> None:
            signal.set_wakeup_fd(-1)
            if self._woken:
                for end in self._woken:
                    os.close(end)
            if self._before is not None:
                termios.tcsetattr(0, termios.TCSADRAIN, self._before)

        def next(self, seconds: float | None) -> str | None:
            if not self._typed and not self._read(seconds):
                return None
            if self._typed[0] != "\x1b":
                key, self._typed = self._typed[0], self._typed[1:]
                return NAMED.get(key, key)
            return self._escaped()

        def _read(self, seconds: float | None) -> bool:
            assert self._woken
            ready, _, _ = select.select([0, self._woken[0]], [], [], seconds)
            if self._woken[0] in ready:
                os.read(self._woken[0], 1024)
            if 0 not in ready:
                return False
            raw = os.read(0, 4096)
            if not raw:
                raise Leave
            self._typed += self._decode.decode(raw)
            return bool(self._typed)

        def _escaped(self) -> str:
            """Esc alone, or the longer sequence of a special key."""
            while len(self._typed) < 2 or (self._typed[1] in "[O" and not self._complete()):
                if not self._read(ESCAPE_WAIT):
                    break
            if len(self._typed) == 1 or self._typed[1] not in "[O":
                self._typed = self._typed[1:]
                return "esc"
            size = next((n for n, c in enumerate(self._typed) if (n > 1 and c.isalpha()) or c == "~"), 1) + 1
            code, self._typed = self._typed[1:size], self._typed[size:]
            return ESCAPED.get(code, "")

        def _complete(self) -> bool:
            return any(c.isalpha() or c == "~" for c in self._typed[2:])
