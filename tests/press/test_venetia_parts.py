"""Venetia's parts: the chart's geometry, the texts of the cards, identical backs, and parts one brings oneself."""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path as File
from typing import Any

import pytest

from tests.conftest import venice
from tests.press.kits import built, kit, library, manifest
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.scene import IDENTITY, Box, Group, Item, Matrix, Path, Text, bounds, times, transform
from venice_pnp.draw.studio import Studio
from venice_pnp.draw.text import extent
from venice_pnp.games import open_kit
from venice_pnp.games.venetia.drawing.board import DISTRICT_HEAD, SEA, VENICE, BoardDrawing
from venice_pnp.games.venetia.drawing.chart import BORDER, course, lands, points
from venice_pnp.games.venetia.drawing.full import laid_pieces
from venice_pnp.games.venetia.drawing.labels import overlap, overlaps
from venice_pnp.games.venetia.tables import Tables
from venice_pnp.kit.book import load_book
from venice_pnp.press.mounts import area_of
from venice_pnp.press.parts import Parts, draw_parts

LANGS = ("en", "de")
TILES = "combat-tiles"
STEP = 0.75  # mm between the points of the sea that are looked at


@cache
def board(lang: str) -> BoardDrawing:
    shapes = kit("venetia").shared.shapes
    return BoardDrawing(Studio(kit("venetia"), library(), lang, "colour"), shapes["board"])


@cache
def parts(lang: str, edition: Any) -> Parts:
    return draw_parts(Studio(kit("venetia"), library(), lang, edition), boards_of(kit("venetia")))


def tables() -> Tables:
    found: Tables = kit("venetia").tables
    return found


def texts(items: tuple[Item, ...], matrix: Matrix = IDENTITY) -> Iterator[tuple[Text, Box]]:
    """Every run of a scene with the box of its ink."""
    for item in items:
        if isinstance(item, Group):
            yield from texts(item.items, times(matrix, item.matrix))
        elif isinstance(item, Text):
            x, y, w, h = extent(item)
            a, _, _, d, e, f = matrix
            yield item, (a * x + e, d * y + f, a * w, d * h)


# --- places on the board --------------------------------------------------------------------------------
def test_no_circle_overlaps_another() -> None:
    circles = [*board("en").circles().values(), *((*sea.at, SEA) for sea in tables().seas)]
    circles.append((*tables().venice.at, VENICE))
    for (ax, ay, ar), (bx, by, br) in combinations(circles, 2):
        assert math.dist((ax, ay), (bx, by)) >= ar + br


@pytest.mark.parametrize("lang", LANGS)
def test_no_name_lies_on_a_circle_a_shield_or_another_name(lang: str) -> None:
    drawn = board(lang)
    names = [*drawn.names.values(), *drawn.sea_names().values()]
    assert len(names) == len(tables().colonies) + len(tables().regions) + len(tables().seas)
    circles = [*drawn.circles().values(), *((*sea.at, SEA) for sea in tables().seas)]
    for box in names:
        assert not any(overlaps(box, circle) for circle in circles)
        assert not any(overlap(box, other) for other in [*drawn.shields().values(), *drawn.panels()])
    assert not any(overlap(a, b) for a, b in combinations(names, 2))


@pytest.mark.parametrize("lang", LANGS)
def test_no_text_of_the_drawn_board_runs_over_a_circle(lang: str) -> None:
    """From the scene itself: a run lies inside a circle (its own number) or clear of it."""
    scene = next(s for key, s in parts(lang, "colour").faces.items() if key.startswith("code/board"))
    circles = board(lang).circles()
    seen = 0
    for run, (x, y, w, h) in texts(scene.items):
        for cx, cy, r in circles.values():
            if overlaps((x, y, w, h), (cx, cy, r)):
                assert max(math.dist((cx, cy), p) for p in ((x, y), (x + w, y), (x, y + h), (x + w, y + h))) < r, run
                seen += 1
    assert seen == 2 * len(circles)  # the number and the region's letter


def test_shields_keep_clear_of_all_circles_and_of_each_other() -> None:
    shields = board("en").shields().values()
    circles = [*board("en").circles().values(), *((*sea.at, SEA) for sea in tables().seas)]
    assert not any(overlaps(box, circle) for box in shields for circle in circles)
    assert not any(overlap(a, b) for a, b in combinations(shields, 2))


# --- coasts and seas ------------------------------------------------------------------------------------
@cache
def ground() -> tuple[dict[tuple[int, int], bool], dict[str, set[tuple[int, int]]]]:
    """Land or water at the points of a grid, and the points of every sea as far as its borders reach."""
    wide, high = (round(v / STEP) for v in kit("venetia").shared.shapes["board"].size)
    rings = [points(line) for line in tables().coast.land]
    land: dict[tuple[int, int], bool] = {}
    for row in range(high):
        y = row * STEP + 0.01
        cuts = sorted(
            x0 + (y - y0) / (y1 - y0) * (x1 - x0)
            for ring in rings
            for (x0, y0), (x1, y1) in zip(ring, [*ring[1:], ring[0]], strict=True)
            if (y0 > y) != (y1 > y)
        )
        for column in range(wide):
            land[column, row] = bisect(cuts, column * STEP) % 2 == 1
    walls = {cell for line in _borders() for cell in _cells(line)}
    seas = {}
    for sea in tables().seas:
        start = (round(sea.at[0] / STEP), round(sea.at[1] / STEP))
        found, todo = {start}, [start]
        while todo:
            x, y = todo.pop()
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in land and not land[near] and near not in walls and near not in found:
                    found.add(near)
                    todo.append(near)
        seas[sea.id] = found
    return land, seas


def _borders() -> Iterator[list[tuple[float, float]]]:
    for border in tables().coast.borders:
        for line in border.lines:
            way = points(line)
            yield [_beyond(way[1], way[0]), *way, _beyond(way[-2], way[-1])]


def _beyond(before: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    """A border ends at the shore; a little further it is surely on land."""
    share = 3 / math.dist(before, end)
    return end[0] + (end[0] - before[0]) * share, end[1] + (end[1] - before[1]) * share


def _cells(line: list[tuple[float, float]]) -> Iterator[tuple[int, int]]:
    """The points of the grid along a line, thick enough that nothing slips through."""
    for (x0, y0), (x1, y1) in pairwise(line):
        steps = math.ceil(math.dist((x0, y0), (x1, y1)) / 0.4)
        for i in range(steps + 1):
            x, y = x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps
            for dx, dy in ((0.0, 0.0), (0.5, 0.0), (-0.5, 0.0), (0.0, 0.5), (0.0, -0.5)):
                yield round((x + dx) / STEP), round((y + dy) / STEP)


def _under(cx: float, cy: float, r: float) -> Iterator[tuple[int, int]]:
    """The points of the grid under a circle."""
    column, row, reach = round(cx / STEP), round(cy / STEP), math.ceil(r / STEP)
    for x in range(column - reach, column + reach + 1):
        for y in range(row - reach, row + reach + 1):
            if math.dist((x * STEP, y * STEP), (cx, cy)) <= r:
                yield x, y


def test_every_colony_lies_on_its_coast() -> None:
    """Land and water lie under every circle."""
    land, _ = ground()
    for name, circle in board("en").circles().items():
        assert {land[cell] for cell in _under(*circle) if cell in land} == {True, False}, name


def test_every_colony_stands_on_the_ground_of_its_region() -> None:
    area = (0.0, 0.0, *kit("venetia").shared.shapes["board"].size)
    homes = [(colony.at, colony.region) for colony in tables().colonies]
    cells = lands(tables(), area).cells[: len(homes)]
    assert [region for _, region in cells] == [region for _, region in homes]
    extra = [(p, region) for region, line in tables().coast.hinterland.items() for p in points(line)]
    for colony in tables().colonies:
        nearest = min([*homes, *extra], key=lambda home: math.dist(home[0], colony.at))
        assert nearest[1] == colony.region


def test_every_colony_reaches_water_of_each_of_its_seas() -> None:
    _, seas = ground()
    for colony in tables().colonies:
        under = set(_under(*board("en").circles()[colony.id]))
        assert all(under & seas[sea] for sea in colony.seas), colony.id


def test_the_seas_are_apart() -> None:
    _, seas = ground()
    for (one, cells), (other, more) in combinations(seas.items(), 2):
        assert not cells & more, (one, other)


def test_no_colony_lies_on_a_sea_that_is_not_its_own() -> None:
    _, seas = ground()
    for colony in tables().colonies:
        under = set(_under(*board("en").circles()[colony.id]))
        assert {sea for sea, cells in seas.items() if under & cells} == set(colony.seas), colony.id


def test_sea_borders_meet_the_colonies_of_both_seas_and_keep_clear_of_all_others() -> None:
    """What one sees: the dashed line, as broad as it is drawn, and the circles."""
    met: dict[str, set[str]] = {}
    for border in tables().coast.borders:
        for line in border.lines:
            way = course(line)
            for colony in tables().colonies:
                x, y, r = board("en").circles()[colony.id]
                gap = min(math.dist((x, y), p) for p in way) - r - BORDER / 2
                if set(border.seas) == set(colony.seas):
                    met.setdefault(colony.id, set()).update(["met"] if gap < 0 else [])
                else:
                    assert gap >= 3, (border.seas, colony.id, round(gap, 2))
    assert {name for name, found in met.items() if found} == {c.id for c in tables().colonies if len(c.seas) == 2}


def test_a_lozenge_stands_where_a_border_meets_a_colony() -> None:
    gates, circles = board("en").gates, board("en").circles()
    assert {name for name, found in gates.items() if found} == {c.id for c in tables().colonies if len(c.seas) == 2}
    for name, found in gates.items():
        x, y, r = circles[name]
        assert all(abs(math.dist((x, y), gate) - r) < 0.6 for gate in found), name


def test_a_sea_border_ends_at_a_shore_or_where_three_seas_meet() -> None:
    land, _ = ground()
    lines = [points(line) for border in tables().coast.borders for line in border.lines]
    ends = [way[at] for way in lines for at in (0, -1)]
    for x, y in ends:
        near = {land[round((x + dx) / STEP), round((y + dy) / STEP)] for dx in (-1.5, 0, 1.5) for dy in (-1.5, 0, 1.5)}
        assert True in near or ends.count((x, y)) == 3, (x, y)


@pytest.mark.parametrize("lang", LANGS)
def test_no_name_lies_on_a_sea_border(lang: str) -> None:
    drawn = board(lang)
    ways = [course(line) for border in tables().coast.borders for line in border.lines]
    for name, box in (*drawn.names.items(), *drawn.sea_names().items()):
        assert not any(overlaps(box, (*p, BORDER / 2)) for way in ways for p in way), name


@pytest.mark.parametrize("lang", LANGS)
def test_the_table_of_colonies_says_what_the_map_says(lang: str) -> None:
    """On its own card and in the booklet, in the order of VTA-7.34."""
    names = {sea.id: sea.name.in_language(lang) for sea in tables().seas}
    rows = []
    for region in tables().regions:
        found = [c for c in tables().colonies if c.region == region.id]
        rows.append((region, [c for c in found if c.size == "large"], [c for c in found if c.size == "small"]))
    scene = next(s for key, s in parts(lang, "colour").faces.items() if key.startswith("code/ports"))
    said = [run.text for run, _ in texts(scene.items)]
    wanted = [
        text
        for region, large, small in rows
        for text in (
            region.key,
            region.name.in_language(lang).upper(),
            *(t for c in (*large, *small) for t in (c.name.in_language(lang), " · ".join(names[s] for s in c.seas))),
        )
    ]
    assert [text for text in said if text in set(wanted)] == wanted
    book = load_book(kit("venetia"))
    assert book is not None
    tables_of = [block.table for chapter in book.chapters for block in chapter.blocks if block.table]
    printed = [[cell.in_language(lang) for cell in row] for table in tables_of for row in table]
    for region, large, small in rows:
        cells = [
            ", ".join(f"{c.name.in_language(lang)} ({', '.join(names[s] for s in c.seas)})" for c in group)
            for group in (large, small)
        ]
        assert [f"**{region.key} {region.name.in_language(lang)}**: {cells[0]}", cells[1]] in printed


# --- cards, backs ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("edition", ["colour", "low-ink"])
def test_every_text_to_be_read_has_eight_points(lang: str, edition: str) -> None:
    for key, scene in parts(lang, edition).faces.items():
        if key.startswith(("venetia/action-card ", "venetia/threat-card ", "venetia/family-card ")):
            name = key.rpartition("/")[2]
            small = [run for run, _ in texts(scene.items) if run.size < 8]
            assert all(
                run.text in (name, "Military", "Politics", "Trade", "Militär", "Politik", "Handel") for run in small
            )


@pytest.mark.parametrize("name", ["action-cards", "threat-cards", "combat-tiles", "vp-markers", "district-tiles"])
@pytest.mark.parametrize("edition", ["colour", "low-ink"])
def test_backs_cannot_be_told_apart(name: str, edition: str) -> None:
    assert len({p.back for p in parts("en", edition).pieces if p.component == name}) == 1


def test_each_family_has_one_back() -> None:
    backs: dict[str, set[str | None]] = {}
    for piece in parts("en", "colour").pieces:
        if piece.component == "family-cards":
            backs.setdefault(piece.item.partition("-")[0], set()).add(piece.back)
    assert len(backs) == 4 and all(len(found) == 1 for found in backs.values())
    assert len({back for found in backs.values() for back in found}) == 4


def test_every_kingdom_has_arms_of_its_own() -> None:
    faces = {
        p.item: parts("en", "low-ink").faces[p.front]
        for p in parts("en", "low-ink").pieces
        if p.component == "kingdoms"
    }
    assert len(faces) == len(tables().kingdoms) == 19
    assert not any(a.items == b.items for a, b in combinations(faces.values(), 2))


@pytest.mark.parametrize("edition", ["colour", "low-ink"])
def test_a_combat_tile_says_its_value_once_and_how_to_type_it(edition: str) -> None:
    drawn = {p.item: parts("en", edition).faces[p.front] for p in parts("en", edition).pieces if p.component == TILES}
    assert drawn.keys() == {tile.id for tile in tables().combat_tiles}
    for tile in tables().combat_tiles:
        said = sorted(run.text for run, _ in texts(drawn[tile.id].items))
        assert said == sorted({str(tile.value), str(tile.id)})


@pytest.mark.parametrize("edition", ["colour", "low-ink"])
def test_what_a_combat_tile_brings_lies_below_its_shield(edition: str) -> None:
    for piece in parts("en", edition).pieces:
        if piece.component == TILES:
            items = parts("en", edition).faces[piece.front].items
            rounds = [bounds(i.d) for i in items if isinstance(i, Path) and i.stroke and is_round(bounds(i.d))]
            low = max(y + h for _, y, _, h in rounds)
            signs = [box for box in map(box_of, items) if box and box[1] > 20]
            assert len(signs) == (piece.item[-1] in "bs")
            assert all(y > low + 0.2 for _, y, _, _ in signs), piece.item


def is_round(box: Box) -> bool:
    return abs(box[2] - box[3]) < 1e-6 and 10 < box[2] < 20


def box_of(item: Item) -> Box | None:
    """Of a symbol, all its outlines; of several in a row, those of the group."""
    if not isinstance(item, Group):
        return None
    found = list(outlines_of(item, IDENTITY))
    left, top = min(x for x, _, _, _ in found), min(y for _, y, _, _ in found)
    return left, top, max(x + w for x, _, w, _ in found) - left, max(y + h for _, y, _, h in found) - top


def outlines_of(group: Group, matrix: Matrix) -> Iterator[Box]:
    inner = times(matrix, group.matrix)
    for item in group.items:
        if isinstance(item, Group):
            yield from outlines_of(item, inner)
        elif isinstance(item, Path):
            yield bounds(transform(item.d, inner))


@pytest.mark.parametrize("kind", ["military", "politics", "trade"])
def test_the_title_of_an_action_card_stands_out_from_its_ribbon(kind: str) -> None:
    card = next(p for p in parts("en", "colour").pieces if p.component == "action-cards" and p.item[0] == kind[0])
    items = parts("en", "colour").faces[card.front].items
    [ribbon] = [i.fill for i in items if isinstance(i, Path) and bounds(i.d) == (4, 40, 55, 12)]
    ink = Studio(kit("venetia"), library(), "en", "colour").inks.line("ink")
    assert ribbon and contrast(ribbon, ink) >= 4.5


def contrast(one: str, other: str) -> float:
    """Of two colours, as the web asks for it of texts."""
    bright, dark = sorted(map(brightness, (one, other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def brightness(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def test_pieces_in_the_city_leave_the_names_of_the_districts_free() -> None:
    """Four players with a ducat and a monument each, in all six."""
    heads = {d.at: d.at[1] - tables().board.district[1] / 2 + DISTRICT_HEAD for d in tables().districts if d.at}
    shapes, components = kit("venetia").shared.shapes, kit("venetia").components
    lie = [one for one in laid_pieces(kit("venetia")) if one.component in ("ducats", "monuments")]
    assert len(lie) == 6 * 8
    for one in lie:
        home = min(heads, key=lambda at: math.dist(at, (one.x, one.y)))
        assert one.y - shapes[components[one.component].shape].size[1] * one.scale / 2 >= heads[home]


# --- sheets ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("lang", "paper"), [("en", "a4"), ("de", "letter")])
def test_counters_need_few_sheets(lang: str, paper: str) -> None:
    made = manifest(built("venetia", lang, paper, "colour", "long-edge"))
    tiles = next(file for file in made["files"] if file["path"] == "tiles.pdf")
    area = sum(p["trim_mm"][2] * p["trim_mm"][3] for page in tiles["pages"] for p in page["placed"])  # backs, too
    _, _, wide, high = area_of(kit("venetia").shared.papers[paper])
    assert tiles["sheets"] <= math.ceil(area / (wide * high)) + 1


def test_parts_can_be_left_out(tmp_path: File) -> None:
    made = venice("build", "venetia", "--without", "influence,podesta", "--lang", "en", "--out", tmp_path)
    assert made.code == 0, made.said
    found = manifest(tmp_path / "venetia/en/a4")
    rows = {row["id"]: row for row in found["components"]}
    for name in ("influence", "podesta"):
        assert rows[name]["left_out"] is True and rows[name]["placed"] == 0 and rows[name]["required"] > 0
    assert "left_out" not in rows["ducats"] and rows["ducats"]["placed"] == 60
    placed = {p["component"] for file in found["files"] for page in file["pages"] for p in page["placed"]}
    assert not placed & {"influence", "podesta"} and "ducats" in placed
    import pypdfium2

    guide = pypdfium2.PdfDocument(tmp_path / "venetia/en/a4/kit.pdf")[2].get_textpage().get_text_range()
    assert "left out; bring: wooden cubes of 8 mm" in guide and "left out; bring: pawns" in guide


def test_a_misspelled_part_to_leave_out_is_named(tmp_path: File) -> None:
    made = venice("build", "venetia", "--without", "influense", "--out", tmp_path)
    assert made.code == 1 and "did you mean 'influence'" in made.said


def test_a_card_made_in_yaml_alone_is_printed(data: File) -> None:
    """The referee plays it too: tests/games/test_venetia.py."""
    actions = data / "venetia/actions.yaml"
    new = (
        "actions:\n  - id: m99\n    type: military\n    ducats: 1\n    free: true\n"
        "    name: {en: Night Watch, de: Nachtwache}\n"
        '    text: {en: "+1 action point this turn.", de: "+1 Aktionspunkt in diesem Zug."}\n'
    )
    text = actions.read_text("utf-8")
    effect = text[text.index("    effect:") : text.index("  - id: m02")]
    actions.write_text(text.replace("actions:\n", new + effect, 1), "utf-8")
    parts_file = data / "venetia/parts.yaml"
    parts_file.write_text(parts_file.read_text("utf-8").replace("count: 45", "count: 46", 1), "utf-8")
    made = open_kit("venetia", data)
    drawn = draw_parts(Studio(made, library(), "en", "colour"), boards_of(made), frozenset(["action-cards"]))
    assert len(drawn.pieces) == 46
    assert any(piece.item == "m99" for piece in drawn.pieces)
