"""From worths to chances."""

from __future__ import annotations

import math
from collections.abc import Sequence


def shares(worth: Sequence[float], doubt: float) -> list[float]:
    """Parts of 1: who is ahead by `doubt` has e times the chance of the one behind him."""
    top = max(worth)
    odds = [math.exp((one - top) / doubt) for one in worth]
    whole = sum(odds)
    return [one / whole for one in odds]
