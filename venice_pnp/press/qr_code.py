"""Codes that a phone reads off the paper: black squares as one path, each large enough for a camera."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from venice_pnp.draw.scene import Path, rect
from venice_pnp.draw.text import DoesNotFit

MODULE = 0.4  # mm: no square is smaller
QUIET = 1.6  # mm of white round a code: four squares
BLACK = "#000000"


def qr_code(address: str, at: tuple[float, float], room: float) -> Path:
    """A code with its upper left corner at a place, as wide as its room without the white rim; raises DoesNotFit."""
    import segno  # only where codes are printed

    rows = segno.make(address, micro=False, error="l", boost_error=False).matrix
    module = room / len(rows)
    if round(module, 6) < MODULE:
        raise DoesNotFit(f"the address {address} is too long for a code of {room:g} mm; give a shorter one to --site")
    (x, y), boxes = at, [(column, line, wide) for line, row in enumerate(rows) for column, wide in _runs(row)]
    squares = (rect(x + c * module, y + line * module, wide * module, module) for c, line, wide in boxes)
    return Path(tuple(segment for square in squares for segment in square), BLACK)


def _runs(row: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where black begins in a row, and for how many squares it goes on: one box, so that no seam shows."""
    begin = None
    for column, black in enumerate([*row, 0]):
        if black and begin is None:
            begin = column
        elif not black and begin is not None:
            yield begin, column - begin
            begin = None
