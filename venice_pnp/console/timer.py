"""A timer for those who want one: it shows and announces the time of a decision, and never decides."""

from __future__ import annotations

import time
from typing import Any

from venice_pnp.speech.words import Speech

SOON = 10  # seconds before the end at which it warns


class Timer:
    """So many seconds for a decision; 0: none."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        self._decision: Any = None
        self._begun = 0.0
        self._said = 0  # 1: soon, 2: over

    def set(self, seconds: int, decision: Any) -> None:
        self.seconds, self._decision = seconds, None
        self.start(decision)

    def start(self, decision: Any) -> None:
        """A new decision starts the time; the same one, asked again, does not."""
        if decision != self._decision:
            self._decision, self._begun, self._said = decision, time.monotonic(), 0

    @property
    def left(self) -> int:
        return self.seconds - int(time.monotonic() - self._begun)

    def corner(self, speech: Speech) -> str:
        """What stands in the corner of the screen."""
        if not self.seconds or self._decision is None:
            return ""
        if self.left < 0:
            return speech.say("play.timer-over", {"n": -self.left})
        return f"{self.left // 60}:{self.left % 60:02d}"

    def late(self, speech: Speech) -> str:
        """What is announced now, once each."""
        if not self.seconds or self._decision is None:
            return ""
        if self.left <= 0 and self._said < 2:
            self._said = 2
            return speech.say("play.timer-up", {"seat": self._decision[1]})
        if 0 < self.left <= SOON < self.seconds and self._said < 1:
            self._said = 1
            return speech.say("play.timer-soon", {"n": self.left})
        return ""
