"""Where words may be broken: the patterns of pyphen's dictionaries, each read only when a word needs it.

Reading all 46,000 German patterns takes longer than drawing a deck of cards, so they are kept once they are read.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from venice_pnp.kit.cache import kept

LEFT = RIGHT = 3  # letters before and after a break
_REMARKS = frozenset("%#ABCDEFGHIJKLMNOPQRSTUVWXYZ")  # patterns are written in small letters
_DIGITS = re.compile(r"\d")
_STEPS = re.compile(r"(\d?)(\D?)")
_HEX = re.compile(r"\^\^([0-9a-f]{2})")


class Hyphens:
    """The break points of a language after Liang: patterns with odd numbers where a word may be broken."""

    def __init__(self, file: Path) -> None:
        self._patterns = kept("hyphens", [file, Path(__file__)], dict[str, str], lambda: _patterns(file))
        self._longest = max(map(len, self._patterns))

    def positions(self, word: str) -> list[int]:
        """After how many letters the word may be broken."""
        pointed = f".{word.lower()}."
        weights = [0] * (len(pointed) + 1)
        for start in range(len(pointed) - 1):
            for end in range(start + 1, min(start + self._longest, len(pointed)) + 1):
                pattern = self._patterns.get(pointed[start:end])
                if pattern:
                    for at, (digit, _) in enumerate(_STEPS.findall(pattern), start):
                        if digit and int(digit) > weights[at]:
                            weights[at] = int(digit)
        last = len(word) - RIGHT
        return [at - 1 for at, weight in enumerate(weights) if weight % 2 and LEFT <= at - 1 <= last]


def _patterns(file: Path) -> dict[str, str]:
    """Every pattern by its letters."""
    head, _, body = file.read_bytes().partition(b"\n")
    text = body.decode(head.decode().strip())
    text = _HEX.sub(lambda match: chr(int(match.group(1), 16)), text) if "^^" in text else text
    lines = [line.rstrip() for line in text.split("\n") if line and line[0] not in _REMARKS]
    if "/" in text:
        lines = [line.partition("/")[0] for line in lines]
    keys = _DIGITS.sub("", "\n".join(lines)).split("\n")
    return {key: line for key, line in zip(keys, lines, strict=True) if key != line}


@cache
def hyphens(language: str) -> Hyphens:
    """The patterns of a language such as `de_DE`."""
    import pyphen  # only for text that is set anew

    return Hyphens(Path(str(pyphen.LANGUAGES[language])))
