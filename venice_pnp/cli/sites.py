"""`referee sites`: where a building could stand now, and what it would give."""

from __future__ import annotations

from venice_pnp.cli.desk import Desk, open_table, show
from venice_pnp.games import part_of
from venice_pnp.referee.moves import whole_word
from venice_pnp.referee.screens import fold, paint_for
from venice_pnp.referee.trouble import NotAMove


def list_sites(desk: Desk, building: str) -> int:
    """One line a free site, the richest first; with `--json` the sites themselves."""
    table, speech = open_table(desk)
    screen = part_of(table.kit.id, "screen")
    if screen is None or not hasattr(table.rules, "sites"):
        raise NotAMove("sites.none", game=table.game)
    kind = whole_word(building, table.rules.buildings, "id")
    found = table.rules.sites(table.state, kind)
    if desk.json:
        show({"table": table.name, "building": kind, "sites": found})
        return 0
    paint = paint_for(table)
    for line in screen.site_lines(table.rules, kind, found, speech, paint):
        print("\n".join(fold(line, paint.width)))
    return 0
