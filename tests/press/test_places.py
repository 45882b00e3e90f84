"""Every place on a board is at least 1 mm larger than the piece that lies there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.press.kits import kit, printed_games
from venice_pnp.games.canaletto.drawing import board as canaletto
from venice_pnp.games.venedig.drawing import board as venedig
from venice_pnp.games.venetia.drawing import board as venetia

PLAY = 1.0  # mm, in width and in height
Size = tuple[float, float]


def piece(game: str, component: str, abreast: int = 1, deep: int = 1) -> Size:
    """The ground that so many pieces side by side cover; a standee stands on its flaps or as deep as its top."""
    shape = kit(game).shared.shapes[kit(game).components[component].shape]
    w, h = shape.size
    if shape.form == "standee":
        h = shape.top or 2 * shape.base
    return w * abreast, h * deep


def in_canaletto() -> Iterator[tuple[str, Size, Size]]:
    tables = kit("canaletto").tables
    for palace in tables.palaces:
        for _, _, w, h in canaletto.tile_boxes(tables, palace):
            yield "artwork", (w, h), piece("canaletto", "artwork")
        for name, (_, _, w, h) in canaletto.standee_boxes(tables, palace).items():
            yield name, (w, h), piece("canaletto", name)
    rail, track = tables.board.rail, tables.board.track
    yield "value", (rail.space, rail.space), piece("canaletto", "value")
    yield "money", (track.field, track.field), piece("canaletto", "money-marker", 2, 2)


def in_doge() -> Iterator[tuple[str, Size, Size]]:
    places = kit("doge").tables.board
    for _, _, w, h in places.in_district.sites:
        yield "palazzo", (w, h), piece("doge", "palazzo")
    for _, _, w, h in places.in_district.houses:
        yield "houses", (w, h), piece("doge", "house", 3, 2)
    yield "token", (places.token_circle, places.token_circle), piece("doge", "vote-token")
    for area, count in ((places.in_district.advisors, 3), (places.in_quarantia.advisors, 8)):
        yield "advisors", (area[2], area[3]), piece("doge", "control-ring", count)
    yield "waiting", (places.waiting_circle, places.waiting_circle), piece("doge", "advisor")
    for row in places.order_places.values():
        yield "order", row.size, piece("doge", "order-card")
        yield "order", (row.step, row.size[1]), piece("doge", "order-card")


def in_venedig() -> Iterator[tuple[str, Size, Size]]:
    tables = kit("venedig").tables
    yield "harbour", venedig.GONDOLA, piece("venedig", "gondola")
    yield "builders", venedig.FIGURE, piece("venedig", "figure")
    for one in tables.pieces:
        width = tables.grid.hex_width
        yield one.id, (width, width), (width - one.play, width - one.play)


def in_venetia() -> Iterator[tuple[str, Size, Size]]:
    places = kit("venetia").tables.board
    yield "track", (places.track.diameter,) * 2, piece("venetia", "track-markers")
    yield "track", (places.track.step[0], places.track.diameter), piece("venetia", "track-markers")
    yield "shield", venetia.SHIELD, piece("venetia", "kingdoms")
    yield "sea", (2 * venetia.SEA, 2 * venetia.SEA), piece("venetia", "control-fleet")
    yield "epoch", (venetia.EPOCH, venetia.EPOCH), piece("venetia", "epoch-markers")
    yield "district", places.district, piece("venetia", "district-tiles")
    for kind in kit("venetia").tables.types:
        _, _, w, h = venetia.dice_tray(places.dice_boxes[kind.id], kind.dice)
        yield kind.id, (w, h), (kind.dice * venetia.DIE, venetia.DIE)
    for one in kit("venetia").tables.classes:
        yield one.id, (one.diameter, one.diameter), piece("venetia", "podesta")


PLACES: dict[str, Callable[[], Iterator[tuple[str, Size, Size]]]] = {
    "canaletto": in_canaletto,
    "doge": in_doge,
    "venedig": in_venedig,
    "venetia": in_venetia,
}


@pytest.mark.parametrize("game", printed_games())
def test_every_place_is_a_millimetre_larger_than_its_piece(game: str) -> None:
    for name, place, covered in PLACES[game]():
        assert all(p >= c + PLAY - 1e-9 for p, c in zip(place, covered, strict=True)), (name, place, covered)
