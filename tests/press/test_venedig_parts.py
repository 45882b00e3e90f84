"""The printed kit of Venedig: pieces in the shape of hexes fit the fields of the board's drawing."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path as File
from typing import Any

import pytest

from tests.conftest import venice
from tests.press.kits import built, kit, library, manifest
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.scene import Item, Path, Scene, Text
from venice_pnp.draw.studio import Studio
from venice_pnp.games import open_kit
from venice_pnp.games.venedig.drawing.chart import HexChart, piece_of
from venice_pnp.games.venedig.rules.world import World
from venice_pnp.kit import Kit
from venice_pnp.kit.book import load_book
from venice_pnp.press.pages import Layout
from venice_pnp.press.parts import Parts, draw_parts
from venice_pnp.press.profile import Profile

Point = tuple[float, float]
KINDS = ("casa", "palazzo", "campo", "ponte", "basilica")


@cache
def board(lang: str = "en", edition: Any = "colour") -> Scene:
    return board_of(kit("venedig"), lang, edition)


def board_of(made: Kit, lang: str = "en", edition: Any = "colour") -> Scene:
    studio = Studio(made, library(), lang, edition)
    return draw_parts(studio, boards_of(made), frozenset(["board"])).faces["code/board board"]


def hexes(scene: Scene, width: float) -> Iterator[list[Point]]:
    """All hexes of this width that the drawing shows."""
    for item in scene.items:
        if isinstance(item, Path) and [s[0] for s in item.d] == ["M", "L", "L", "L", "L", "L", "Z"]:
            points = [(float(s[1]), float(s[2])) for s in item.d[:-1]]
            if abs(max(p[0] for p in points) - min(p[0] for p in points) - width) < 1e-6:
                yield points


def drawn_fields(scene: Scene, width: float) -> dict[str, list[Point]]:
    """The hex of every field as drawn: the one in which its printed id stands."""
    found = {}
    labels = [item for item in scene.items if is_field_id(item)]
    for points in hexes(scene, width):
        inside = [t for t in labels if isinstance(t, Text) and within((t.x + t.width / 2, t.y), points)]
        if inside:
            (label,) = inside
            found[label.text] = points
    return found


def is_field_id(item: Item) -> bool:
    return isinstance(item, Text) and re.fullmatch(r"[a-e]\d+", item.text) is not None


def within(point: Point, ring: Sequence[Point]) -> bool:
    found = False
    for i, (x1, y1) in enumerate(ring):
        x0, y0 = ring[i - 1]
        if (y0 > point[1]) != (y1 > point[1]) and point[0] < x0 + (point[1] - y0) / (y1 - y0) * (x1 - x0):
            found = not found
    return found


def middle(ring: Sequence[Point]) -> Point:
    return sum(p[0] for p in ring) / len(ring), sum(p[1] for p in ring) / len(ring)


def scaled(ring: Sequence[Point], by: float) -> list[Point]:
    cx, cy = middle(ring)
    return [(cx + (x - cx) * by, cy + (y - cy) * by) for x, y in ring]


def along(ring: Sequence[Point], parts: int = 12) -> Iterator[Point]:
    """Points on the sides of a ring."""
    for i, (x1, y1) in enumerate(ring):
        x0, y0 = ring[i - 1]
        for k in range(parts):
            yield x0 + (x1 - x0) * k / parts, y0 + (y1 - y0) * k / parts


# --- the board ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("lang", "edition"), [("en", "colour"), ("de", "low-ink")])
def test_the_board_shows_every_field_with_its_id_and_every_space_with_its_number(lang: str, edition: Any) -> None:
    scene, tables = board(lang, edition), kit("venedig").tables
    assert set(drawn_fields(scene, tables.grid.hex_width)) == {field.id for field in tables.fields}
    texts = Counter(item.text for item in scene.items if isinstance(item, Text))
    numbers = [space.n for space in tables.track if space.n] + [pole.n for pole in tables.poles]
    assert all(texts[str(n)] == 1 for n in numbers)
    assert min(item.size for item in scene.items if isinstance(item, Text)) >= 6


def test_a_swamp_tile_leaves_the_id_of_its_field_in_sight() -> None:
    made = kit("venedig")
    chart = HexChart(made.tables, made.shared.shapes["board"].size)
    tile = piece_of(made, "swamp")
    for item in board().items:
        if isinstance(item, Text) and is_field_id(item):
            cut = chart.outline(tile, [chart.fields[item.text]])
            assert cut is not None
            assert not any(within((x, item.y - 0.05), cut) for x in (item.x, item.x + item.width / 2))


# --- pieces on the board --------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", KINDS)
def test_a_piece_covers_exactly_the_fields_of_each_of_its_sites(kind: str) -> None:
    made = kit("venedig")
    lagoon, width = World(made), made.tables.grid.hex_width
    chart = HexChart(made.tables, made.shared.shapes["board"].size)
    drawn = drawn_fields(board(), width)
    piece = piece_of(made, kind)
    sites = lagoon.sites[lagoon.kind_number[kind]]
    assert sites
    for site in sites:
        names = lagoon.names_of(site.fields)
        cut = chart.outline(piece, [chart.fields[name] for name in names])
        assert cut is not None, names
        near = [name for name in drawn if math.dist(middle(drawn[name]), middle(cut)) < 3 * width]
        for point in along(cut):
            on = [name for name in near if within(point, drawn[name])]
            assert set(on) <= set(names), (kind, names, on)
            assert on or kind == "ponte"
        for name in names:  # all of the field but the play at its rim
            inner = scaled(drawn[name], 1 - (piece.play + 0.05) / width)
            assert all(within(point, cut) for point in along(inner)), (kind, names, name)


def test_the_ends_of_a_bridge_lie_45_mm_apart() -> None:
    made = kit("venedig")
    drawn = drawn_fields(board(), made.tables.grid.hex_width)
    for bridge in made.tables.bridges:
        assert math.dist(*(middle(drawn[name]) for name in bridge.fields)) == pytest.approx(45.0, abs=0.05)


def test_pieces_on_neighbouring_fields_do_not_touch() -> None:
    made = kit("venedig")
    chart = HexChart(made.tables, made.shared.shapes["board"].size)
    one = chart.outline(piece_of(made, "palazzo"), [chart.fields["b6"], chart.fields["b7"]])
    for name in ("b5", "b8", "b2", "b3", "b4", "b10", "b11", "b12"):
        other = chart.outline(piece_of(made, "casa"), [chart.fields[name]])
        assert one and other
        assert min(math.dist(p, q) for p in along(one) for q in along(other)) > 0.9


def test_another_hex_width_changes_board_and_pieces_together(data: File) -> None:
    file = data / "venedig" / "map.yaml"
    file.write_text(file.read_text("utf-8").replace("hex-width: 26", "hex-width: 24"), "utf-8")
    made = open_kit("venedig", data)
    assert made.shared.shapes["hex-one"].size == pytest.approx((23.0, 23 * 2 / math.sqrt(3)), abs=1e-3)
    assert made.shared.shapes["hex-two"].size[0] == pytest.approx(47.0)
    assert len(drawn_fields(board_of(made), 24.0)) == len(made.tables.fields)


# --- sheets ---------------------------------------------------------------------------------------------
def test_cards_and_gold_are_those_of_the_rules() -> None:
    made = manifest(built("venedig", "en", "a4", "colour", "long-edge"))
    placed = [p for file in made["files"] for page in file["pages"] if page["side"] == "front" for p in page["placed"]]
    counts = Counter((p["component"], p["item"]) for p in placed)
    assert [counts["card", kind] for kind in KINDS] == [9, 8, 8, 8, 9]
    assert [counts["swamp", f"swamp-{gold}"] for gold in range(3)] == [26, 34, 26]
    assert [counts["treasure", f"treasure-{gold}"] for gold in range(3, 7)] == [4, 5, 5, 4]
    assert {item for part, item in counts if part == "figure"} == set(KINDS) - {"casa"}


def test_the_other_deck_is_printed_on_request(tmp_path: File) -> None:
    ran = venice("build", "venedig", "--lang", "en", "--only", "card", "--option", "deck=listed", "--out", tmp_path)
    assert ran.code == 0, ran.said
    made = manifest(tmp_path / "venedig" / "en" / "a4")
    placed = [p for page in made["files"][0]["pages"] if page["side"] == "front" for p in page["placed"]]
    counts = Counter(p["item"] for p in placed)
    assert [counts[kind] for kind in KINDS] == [19, 6, 6, 6, 5]
    refused = venice("build", "venedig", "--option", "deck=listd", "--out", tmp_path)
    assert refused.code == 2 and "listed" in refused.err


@cache
def parts() -> Parts:
    made = kit("venedig")
    return draw_parts(Studio(made, library(), "en", "colour"), boards_of(made))


def test_straight_cuts_serve_several_hex_tiles() -> None:
    """Upright sides are shared; slanted sides meet at the tips and go on in the next tile."""
    made = kit("venedig")
    swamp = Parts([piece for piece in parts().pieces if piece.component == "swamp"], parts().faces)
    layout = Layout(Studio(made, library(), "en", "colour"), swamp, "a4", "long-edge", Profile())
    (tiles,) = layout.files()
    sides = Counter(side for spot in tiles.pages[0].spots for side in _sides(spot))
    slanted = [sides[side] for side in sides if side[0]]
    upright = [sides[side] for side in sides if not side[0]]
    assert len(tiles.pages[0].spots) > 25
    assert min(upright) > 6 and sum(count > 1 for count in slanted) > 0.75 * len(slanted)


def _sides(spot: Any) -> Iterator[tuple[float, float]]:
    """The lines on which the sides of a cut lie: slope and offset."""
    a, b, c, d, e, f = spot.matrix
    ring = [(a * x + c * y + e, b * x + d * y + f) for _, x, y in parts().faces[spot.face].outline[:-1]]
    if a == 0:  # turned by a quarter
        ring = [(y, x) for x, y in ring]
    for i, (x1, y1) in enumerate(ring):
        x0, y0 = ring[i - 1]
        if abs(x1 - x0) < 1e-3:
            yield 0.0, round(x0, 1)
        else:
            slope = (y1 - y0) / (x1 - x0)
            yield round(slope, 2), round(y0 - slope * x0, 1)


def test_the_back_of_a_hex_tile_is_its_mirror_image() -> None:
    for piece in parts().pieces:
        if piece.form == "polygon" and piece.back:
            front, back = (parts().faces[face].outline[:-1] for face in (piece.front, piece.back))
            mirrored = {(round(piece.size[0] - x, 3), round(y, 3)) for _, x, y in front}
            assert mirrored == {(round(x, 3), round(y, 3)) for _, x, y in back}


def test_a_gondola_shows_its_bow_at_the_same_end_on_both_sides() -> None:
    shape = kit("venedig").shared.shapes[kit("venedig").components["gondola"].shape]
    assert shape.mirror


def test_where_the_booklet_shows_room_for_a_basilica_there_is_room() -> None:
    """VEN-7.12: three fields, each a neighbour of the two others, round the corner at which the number stands."""
    book = load_book(kit("venedig"))
    assert book is not None
    (shown,) = (s for s in book.situations() if s.caption and "room for a basilica" in s.caption.in_language("en"))
    at = shown.notes[5].at  # number 6
    assert at is not None and shown.start is not None
    chart = HexChart(kit("venedig").tables, kit("venedig").shared.shapes["board"].size)
    near = sorted(chart.fields, key=lambda field: math.dist(chart.centre(chart.fields[field]), at))[:3]
    assert all(
        math.dist(a, b) < chart.width + 1 for a, b in combinations([chart.centre(chart.fields[f]) for f in near], 2)
    )
    assert set(near) <= set(shown.start["drained"])
