"""Large type: letters of three by five dots, two dots to a row of the terminal, or one dot to two columns."""

from __future__ import annotations

import unicodedata

HIGH = 5
_LETTERS = """
A 010 101 111 101 101
B 110 101 110 101 110
C 011 100 100 100 011
D 110 101 101 101 110
E 111 100 110 100 111
F 111 100 110 100 100
G 011 100 101 101 011
H 101 101 111 101 101
I 111 010 010 010 111
J 001 001 001 101 010
K 101 101 110 101 101
L 100 100 100 100 111
M 10001 11011 10101 10001 10001
N 1001 1101 1011 1001 1001
O 010 101 101 101 010
P 110 101 110 100 100
Q 010 101 101 110 011
R 110 101 110 101 101
S 011 100 010 001 110
T 111 010 010 010 010
U 101 101 101 101 111
V 101 101 101 101 010
W 10001 10001 10101 11011 10001
X 101 101 010 101 101
Y 101 101 010 010 010
Z 111 001 010 100 111
0 111 101 101 101 111
1 010 110 010 010 111
2 110 001 010 100 111
3 110 001 010 001 110
4 101 101 111 001 001
5 111 100 110 001 110
6 011 100 110 101 010
7 111 001 010 010 010
8 010 101 010 101 010
9 010 101 011 001 110
. 0 0 0 0 1
, 00 00 00 01 10
: 0 1 0 1 0
- 000 000 111 000 000
– 000 000 111 000 000
+ 000 010 111 010 000
? 110 001 010 000 010
! 1 1 1 0 1
/ 001 001 010 100 100
( 01 10 10 10 01
) 10 01 01 01 10
' 1 1 0 0 0
· 0 0 1 0 0
→ 0000 0010 1111 0010 0000
"""
LETTERS = {line[0]: line[2:].split() for line in _LETTERS.strip().splitlines()}
HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def _dots(text: str) -> list[str]:
    """The text as five rows of dots; what has no letter is a gap."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "SS").replace("’", "'"))
    rows = [""] * HIGH
    for character in plain.upper():
        if unicodedata.combining(character):
            continue
        letter = LETTERS.get(character, ["00"] * HIGH)
        rows = [row + dots + "0" for row, dots in zip(rows, letter, strict=True)]
    return rows


def large(text: str, width: int) -> list[str]:
    """A text in large type, in as many lines as it needs; the largest size that fits a short one."""
    rows = _dots(text)
    if 2 * len(rows[0]) <= width and len(text) <= 14:
        return ["".join("██" if dot == "1" else "  " for dot in row).rstrip() for row in rows]
    found: list[str] = []
    for line in _folded(text, width):
        rows = [*_dots(line), "0" * len(_dots(line)[0])]
        for upper, lower in zip(rows[::2], rows[1::2], strict=True):
            found.append("".join(HALVES[int(a), int(b)] for a, b in zip(upper, lower, strict=True)).rstrip())
    return found


def _folded(text: str, width: int) -> list[str]:
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and len(_dots(longer)[0]) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines
