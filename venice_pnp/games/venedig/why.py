"""What was counted for a building (VEN-7.19 to 7.23), for those who ask why a gondola went so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from venice_pnp.contract.play import Move
    from venice_pnp.games.venedig.rules.bound import Rules
    from venice_pnp.games.venedig.rules.state import State

AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))  # neighbours of a hex
Counted = tuple[str, dict[str, Any]]


def counted(rules: Rules, _before: State, move: Move, after: State) -> Iterator[Counted]:
    """The message and the facts of each thing that was counted."""
    if move.get("do") != "build":
        return
    world = rules.world
    row = world.kind(world.kind_number[str(move["building"])])
    view = rules.view(after, None)
    built = {field: b["building"] for b in view["built"] for field in b["fields"]}
    built |= {field: b.building for b in world.tables.prebuilt for field in b.fields}
    if isinstance(row.points, int):
        yield "why.fixed", {"kind": row.id, "n": row.points}
    elif row.points in ("unbuilt-neighbour", "built-neighbour"):
        wanted = row.points == "built-neighbour"
        fields = [name for name in _around(rules, move) if (name in built) == wanted]
        yield f"why.{row.points}", {"fields": fields, "n": len(fields), "site": list(move["fields"])}
    else:
        yield from _casas(move, built)
    yield "why.helpers", {"share": world.numbers.helpers_share}


def _around(rules: Rules, move: Move) -> list[str]:
    """The fields next to the site, each once."""
    at = {field.hex: field.id for field in rules.world.tables.fields}
    spots = {name: spot for spot, name in at.items()}
    site = [spots[name] for name in move["fields"]]
    near = [at[q + dq, r + dr] for q, r in site for dq, dr in AROUND if (q + dq, r + dr) in at]
    quarters = {name[0] for name in move["fields"]}
    return [name for name in dict.fromkeys(near) if name not in move["fields"] and name[0] in quarters]


def _casas(move: Move, built: Mapping[str, str]) -> Iterator[Counted]:
    """The casas of both quarters; the builder's choice, or the richer one, counts."""
    for quarter in dict.fromkeys(name[0] for name in move["fields"]):
        fields = [name for name, kind in built.items() if kind == "casa" and name[0] == quarter]
        yield "why.casas", {"quarter": quarter, "fields": fields, "n": len(fields)}
