"""`referee reach`: what it costs to get somewhere now, and why."""

from __future__ import annotations

from venice_pnp.cli.desk import Desk, open_table, show
from venice_pnp.games import part_of
from venice_pnp.referee.moves import whole_word
from venice_pnp.referee.screens import fold, paint_for
from venice_pnp.referee.trouble import NotAMove


def list_reach(desk: Desk, place: str) -> int:
    """One line a place; with `--json` the places themselves."""
    table, speech = open_table(desk)
    screen = part_of(table.kit.id, "screen")
    if screen is None or not hasattr(table.rules, "reach"):
        raise NotAMove("reach.none", game=table.game)
    found = table.rules.reach(table.state)
    if place:
        name = whole_word(place, [row["place"] for row in found], "id")
        found = [row for row in found if row["place"] == name]
    if desk.json:
        show({"table": table.name, "places": found})
        return 0
    paint = paint_for(table)
    for line in screen.reach_lines(found, speech):
        print("\n".join(fold(line, paint.width)))
    return 0
