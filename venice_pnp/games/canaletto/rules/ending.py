"""The final accounts (section 8)."""

from __future__ import annotations

from collections.abc import Sequence

from venice_pnp.games.canaletto.tables import Numbers


def scores_of(
    numbers: Numbers, names: Sequence[str], money: Sequence[int], debt: Sequence[int]
) -> tuple[dict[str, int], list[str]]:
    """CAN-8.5 to CAN-8.7: final accounts, and all who have the highest."""
    final = {n: m - numbers.debt_factor * d for n, m, d in zip(names, money, debt, strict=True)}
    best = max(final.values())
    return final, [n for n in names if final[n] == best]
