"""The line that is being typed: moving about, completion, and what was typed before."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Complete = Callable[[str], Sequence[str]]  # what may stand in the place of the last word of a text


def nothing(_: str) -> Sequence[str]:
    return ()


class TypedLine:
    """One line. A hidden one shows nothing at all, not even how much was typed."""

    def __init__(self, hidden: bool = False, complete: Complete = nothing, earlier: Sequence[str] = ()) -> None:
        self.text, self.at, self.hidden = "", 0, hidden
        self._complete, self._earlier = complete, list(earlier)
        self._back = 0  # how far back in what was typed before
        self._cycle: list[str] = []  # what Tab goes through

    @property
    def shown(self) -> str:
        return "" if self.hidden else self.text

    @property
    def cursor(self) -> int:
        return 0 if self.hidden else self.at

    def press(self, key: str) -> None:
        """One key; those that do not belong to a line do nothing."""
        if key != "tab":
            self._cycle = []
        if len(key) == 1 and key.isprintable():
            self._put(key)
        elif hasattr(self, "_" + key.replace("-", "_")):
            getattr(self, "_" + key.replace("-", "_"))()

    def _put(self, text: str) -> None:
        self.text = self.text[: self.at] + text + self.text[self.at :]
        self.at += len(text)

    def _backspace(self) -> None:
        if self.at:
            self.text, self.at = self.text[: self.at - 1] + self.text[self.at :], self.at - 1

    def _delete(self) -> None:
        self.text = self.text[: self.at] + self.text[self.at + 1 :]

    def _left(self) -> None:
        self.at = max(0, self.at - 1)

    def _right(self) -> None:
        self.at = min(len(self.text), self.at + 1)

    def _home(self) -> None:
        self.at = 0

    def _end(self) -> None:
        self.at = len(self.text)

    def _ctrl_u(self) -> None:
        self.text, self.at = self.text[self.at :], 0

    def _ctrl_k(self) -> None:
        self.text = self.text[: self.at]

    def _ctrl_w(self) -> None:
        kept = self.text[: self.at].rstrip()
        kept = kept[: kept.rfind(" ") + 1]
        self.text, self.at = kept + self.text[self.at :], len(kept)

    def _up(self) -> None:
        self._recall(min(self._back + 1, len(self._earlier)))

    def _down(self) -> None:
        self._recall(max(self._back - 1, 0))

    def _recall(self, back: int) -> None:
        if self.hidden or back == self._back:
            return
        self._back = back
        self.text = self._earlier[-back] if back else ""
        self.at = len(self.text)

    def _tab(self) -> None:
        """Completes the last word as far as it is sure; pressed again, goes through what is possible."""
        if self.hidden:
            return
        head, _, word = self.text[: self.at].rpartition(" ")
        start = f"{head} " if head or _ else ""
        if not self._cycle:
            self._cycle = list(self._complete(self.text[: self.at]))
            sure = _common([c.casefold() for c in self._cycle])
            if len(self._cycle) > 1 and len(sure) > len(word) and sure.startswith(word.casefold()):
                self._replace(start + self._cycle[0][: len(sure)])
                self._cycle = []
                return
        if self._cycle:
            self._replace(start + self._cycle[0] + ("" if len(self._cycle) > 1 else " "))
            self._cycle = self._cycle[1:] + self._cycle[:1] if len(self._cycle) > 1 else []

    def _replace(self, text: str) -> None:
        self.text = text + self.text[self.at :].lstrip()
        self.at = len(text)

    def offers(self) -> Sequence[str]:
        """What the last word may become, to be shown below the line."""
        return () if self.hidden or not self.text else self._complete(self.text[: self.at])


def _common(words: Sequence[str]) -> str:
    """What all words begin with."""
    first, last = (min(words), max(words)) if words else ("", "")
    size = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return first[:size]
