"""Evenings with one's own cards, tiles and dice, typed to the end in process, with a slip before every second move."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.cli.games import Typist, typical
from tests.cli.test_console import SHORT
from tests.cli.test_evening import evening_at, said, typed
from venice_pnp.referee import home
from venice_pnp.referee.table import Table, new_table, verify

LAID: dict[str, dict[str, Any]] = {"doge": {"secrets": "laid"}, "venetia": {"laid": True}}  # as it is recommended
SLIPS = ("xyzzy", "999", "castelo 9", "? xyzzy", "u 900")
MOST = 400


def begun(game: str) -> Table:
    """A position near the end, without a seed."""
    players, start = SHORT[game]
    return new_table(game, players, options=LAID.get(game), path=home.table_path(game), start=start)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", SHORT)
def test_an_evening_with_ones_own_cards_comes_to_its_end(game: str, lang: str) -> None:
    table, chance = begun(game), random.Random(game)
    evening, typist = evening_at(table, lang), Typist(table)
    for n in range(MOST):
        awaited = table.awaited()
        if not awaited:
            break
        assert not evening.is_secret(awaited), awaited  # nothing is handed round
        if n % 2:
            made, slip = len(table.steps), SLIPS[n // 2 % len(SLIPS)]
            scene = typed(evening, slip)
            assert len(table.steps) == made and (scene.notes or evening.near), (slip, said(scene))
            typed(evening, "n") if evening.near or evening.meant.moves else None
        by = str(awaited[0]["by"])
        move = dict(typical(game, [dict(one) for one in table.rules.legal(table.state, by)], chance))
        made = len(table.steps)
        scene = typed(evening, typist.words(move))
        if evening.meant.moves:  # what ends a turn or brings what nobody wants is asked back
            typed(evening, "")
        assert len(table.steps) > made, (move, said(scene))
        if n == 4:
            assert len(typed(evening, "u", "y").notes) >= 0
            typed(evening, "r")
    assert table.closed and verify(table.path).ok
