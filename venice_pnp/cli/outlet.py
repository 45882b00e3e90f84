"""Standard output and error on any terminal, in any encoding, closed or full.

What a stream cannot encode is written in the nearest plain characters. What cannot be written at all is dropped in
silence: the exit code is that of what was done, and a move that was made stays made, whoever reads of it.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import sys

PLAIN = {
    **{"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "×": "x", "−": "-", "·": "-"},
    **{
        "Ł": "L",
        "ł": "l",
        "Ø": "O",
        "ø": "o",
        "Đ": "D",
        "đ": "d",
        "Æ": "Ae",
        "æ": "ae",
        "Œ": "Oe",
        "œ": "oe",
        "ı": "i",
    },
    **{
        "–": "-",
        "—": "-",
        "…": "...",
        "“": '"',
        "”": '"',
        "„": '"',
        "‘": "'",
        "’": "'",
        "‚": "'",
        "→": "->",
        "←": "<-",
    },
    **{"☑": "[x]", "☐": "[ ]", "▸": ">", "●": "*", "■": "#", "▲": "^", "◆": "+", "─": "-", "│": "|", "•": "*"},
}


class Outlet(io.TextIOWrapper):
    """A stream that never fails: when nobody takes what it says, it goes on in silence."""

    def write(self, text: str, /) -> int:
        try:
            return super().write(text)
        except (OSError, ValueError):
            self._silence()
            return len(text)

    def flush(self) -> None:
        try:
            super().flush()
        except (OSError, ValueError):
            self._silence()

    def _silence(self) -> None:
        """Whatever is still waiting goes nowhere, so that nothing fails again at the end."""
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)


def open_outlets() -> None:
    """Makes outlets of the standard streams; one that was closed before us leads nowhere."""
    codecs.register_error("venice", _nearest)
    sys.stdout = _outlet(sys.stdout, 1)
    sys.stderr = _outlet(sys.stderr, 2)


def _outlet(stream: object, number: int) -> io.TextIOBase:
    if stream is None:
        with contextlib.suppress(OSError):  # a file opened later must not become our output
            nowhere = os.open(os.devnull, os.O_WRONLY)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
        return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - for as long as we run
    if not isinstance(stream, io.TextIOWrapper):
        return stream  # type: ignore[return-value]  # somebody else's: it knows what it does
    lines, through = stream.line_buffering, stream.write_through
    return Outlet(stream.buffer, stream.encoding, "venice", line_buffering=lines, write_through=through)


def is_utf8() -> bool:
    """Does standard output take every character?"""
    return codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"


def show_file(text: str) -> None:
    """A file's text on standard output: in UTF-8, as it is read again, whatever the terminal speaks."""
    if isinstance(sys.stdout, Outlet) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    print(text, end="")


def _nearest(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return "".join(_plain(character, error.encoding) for character in wrong), error.end


def _plain(character: str, encoding: str) -> str:
    """The nearest that this encoding has."""
    import unicodedata  # only where a character is missing

    if "\udc80" <= character <= "\udcff":  # a byte of a file's name that is no text
        return f"\\x{ord(character) - 0xDC00:02x}"
    bare = "".join(c for c in unicodedata.normalize("NFKD", character) if not unicodedata.combining(c))
    for text in (PLAIN.get(character), bare):
        if text and text != character:
            with contextlib.suppress(UnicodeEncodeError):
                text.encode(encoding)
                return text
    return "?"
