"""Where the hexes of the map lie on the board, in mm, and how a building lies on its site."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from venice_pnp.games.venedig import outlines
from venice_pnp.games.venedig.rules.world import middle
from venice_pnp.games.venedig.tables import PieceForm, Spot, Tables
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Laid, Point


class HexChart:
    """The map centred on a board of this size."""

    def __init__(self, tables: Tables, size: tuple[float, float]) -> None:
        self.tables, self.width = tables, tables.grid.hex_width
        self.fields = {field.id: field.hex for field in tables.fields}
        spots = [*self.fields.values(), *tables.side_canals, *(pole.hex for pole in tables.poles)]
        spots += [spot for space in tables.track for spot in space.hexes]
        xs, ys = zip(*(middle(spot, self.width) for spot in spots), strict=True)
        self._left = (size[0] - min(xs) - max(xs)) / 2
        self._top = (size[1] - min(ys) - max(ys)) / 2

    def centre(self, spot: Spot) -> Point:
        x, y = middle(spot, self.width)
        return self._left + x, self._top + y

    def hexagon(self, spot: Spot, play: float = 0.0) -> list[Point]:
        return outlines.hexagon(*self.centre(spot), self.width - play)

    def rings(self, spots: Iterable[Spot]) -> list[list[Point]]:
        """The outlines of several hexes together."""
        found = outlines.rings(spots, self.width)
        return [[(self._left + x, self._top + y) for x, y in ring] for ring in found]

    def laid(self, piece: PieceForm, hexes: Sequence[Spot]) -> tuple[Point, int] | None:
        """Where the middle of a piece lies that covers these hexes, and its turn; None if it cannot."""
        found = outlines.lie(piece, hexes)
        if found is None:
            return None
        turn, first = found
        left, top, wide, high = outlines.box(piece, self.width)
        dx, dy = outlines.turned((left + wide / 2, top + high / 2), turn)
        x, y = self.centre(first)
        return (x + dx, y + dy), turn

    def outline(self, piece: PieceForm, hexes: Sequence[Spot]) -> list[Point] | None:
        """The cut of a piece as it lies on these hexes."""
        found = outlines.lie(piece, hexes)
        if found is None:
            return None
        turn, first = found
        x, y = self.centre(first)
        moved = (outlines.turned(point, turn) for point in outlines.outline(piece, self.width))
        return [(x + dx, y + dy) for dx, dy in moved]


def piece_of(kit: Kit, component: str) -> PieceForm:
    """The piece in the shape of hexes that a component is cut to."""
    pieces: list[PieceForm] = kit.tables.pieces
    return {piece.id: piece for piece in pieces}[kit.components[component].shape]


def laid_building(kit: Kit, chart: HexChart, kind: str, fields: Iterable[str]) -> Laid:
    """A building on its fields; a bridge leads over water where gondolas pass."""
    piece = piece_of(kit, kind)
    found = chart.laid(piece, [chart.fields[field] for field in fields])
    if found is None:
        raise KeyError(f"{kind} on these fields")
    (x, y), turn = found
    return Laid(kind, kind, x, y, turn=turn, on=piece.span is not None)
