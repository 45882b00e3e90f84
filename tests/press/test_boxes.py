"""Boxes, envelopes and trays: large enough for what goes in, and never larger than the paper."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.conftest import venice
from tests.press.kits import SETS, built, drawn, kit, manifest, printed_games
from venice_pnp.draw.scene import FACE, IDENTITY, Box, Group, Item, Matrix, bounds, times, transform
from venice_pnp.draw.scene import Path as Line
from venice_pnp.kit import FaultyData, Kit
from venice_pnp.kit.models import Component, Mount
from venice_pnp.kit.mounting import thickness_of, with_tiles
from venice_pnp.press.boxes import PAST, Wanted, built_size, check_boxes, deck_size, volume, wanted, with_boxes
from venice_pnp.press.game_box import LINE, game_box
from venice_pnp.press.mounts import area_of
from venice_pnp.press.nets import SQUARES, TABS, Net, die_folds, envelope, tray, tuck_box
from venice_pnp.press.pages import BLEED, Layout
from venice_pnp.press.profile import Profile

TAB = 9.0
NETS = [
    tuck_box(64.5, 89.5, 14.1, TAB),
    tuck_box(36.5, 51.5, 5.7, TAB),
    envelope(76, 56, 5.0, TAB),
    tray(62, 44, 12),
    tray(128, 88, 22),
]


def boxes(game: str, sleeves: bool = False) -> list[Wanted]:
    return wanted(kit(game), None, sleeves)


@pytest.mark.parametrize("sleeves", [False, True])
@pytest.mark.parametrize("game", printed_games())
def test_a_box_holds_its_deck(game: str, sleeves: bool) -> None:
    for box in boxes(game, sleeves):
        if box.kind != "tuck-box":
            continue
        (name, count), (wide, high, deep) = box.holds[0], box.net.inside
        component, shared = kit(game).components[name], kit(game).shared
        w, h = shared.shapes[component.shape].size
        thick = count * thickness_of(component, shared.stocks)
        rim = shared.making.sleeve.rim if sleeves else (0.0, 0.0)
        sleeve = count * shared.making.sleeve.thickness if sleeves else 0.0
        assert count == component.count
        assert w + rim[0] < wide <= w + rim[0] + 3, "a deck slides in, but does not fall about"
        assert h + rim[1] < high <= h + rim[1] + 3
        assert thick + sleeve < deep <= thick + sleeve + 3


def test_every_deck_has_a_box_and_every_seat_with_counters_an_envelope() -> None:
    found = {game: {(b.kind, b.item) for b in boxes(game)} for game in printed_games()}
    assert {item for kind, item in found["venetia"] if kind == "tuck-box"} == {
        "family-cards",
        "action-cards",
        "threat-cards",
    }
    assert ("tuck-box", "player-card") in found["doge"] and ("tuck-box", "card") in found["venedig"]
    for game in ("canaletto", "doge", "venetia"):
        assert {item for kind, item in found[game] if kind == "envelope"} >= {seat.id for seat in kit(game).seats}


@pytest.mark.parametrize("game", printed_games())
def test_trays_and_envelopes_have_room(game: str) -> None:
    making = kit(game).shared.making
    for box in boxes(game):
        if box.kind == "tuck-box":
            continue
        wide, high, deep = box.net.inside
        sizes = [built_size(kit(game), kit(game).components[name]) for name, _ in box.holds]
        if box.kind == "tray":
            assert volume(kit(game), box.holds) <= wide * high * deep * making.filled + 1e-6
            assert making.tray_walls[0] <= deep <= making.tray_walls[1]
            assert max(map(min, sizes)) < deep, "nothing looks out of its tray"
            if len(sizes) == 1 and _lies_in_piles(kit(game), box.holds[0][0]):
                [(a, b, thick)], [(_, count)] = sizes, box.holds
                beside = max((wide // a) * (high // b), (wide // b) * (high // a))
                assert math.ceil(count / beside) * thick <= deep, "nor do its piles"
        else:
            assert deep <= making.envelope_thick
        assert max(map(max, sizes)) < min(wide, high)


@pytest.mark.parametrize("game", printed_games())
def test_every_counter_die_and_figure_has_exactly_one_home(game: str) -> None:
    held: Counter[str] = Counter()
    for box in boxes(game):
        held.update(dict(box.holds))
    opened = kit(game)
    decks = {name for box in boxes(game) if box.kind == "tuck-box" for name, _ in box.holds}
    small = {n: c.count for n, c in opened.components.items() if not c.extra and _is_small(opened, c)}
    assert held == small | {name: opened.components[name].count for name in decks}


def _lies_in_piles(opened: Kit, part: str) -> bool:
    shape = opened.shared.shapes[opened.components[part].shape]
    return shape.form != "standee" and not shape.net


def _is_small(opened: Kit, component: Component) -> bool:
    return opened.shared.shapes[component.shape].form not in ("card", "board", "sheet")


def test_a_piece_takes_the_room_it_takes_when_it_is_built() -> None:
    venetia, doge = kit("venetia"), kit("doge")
    assert built_size(venetia, venetia.components["dice"]) == (16, 16, 16), "not its net"
    assert built_size(doge, doge.components["advisor"]) == (20, 40, 12), "as deep as its top"
    w, h, thick = built_size(venetia, venetia.components["podesta"])
    assert (w, h) == (10, 26) and thick == 2 * thickness_of(venetia.components["podesta"], venetia.shared.stocks)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", printed_games())
def test_smaller_boxes_for_thin_tiles_have_room_for_their_words(game: str, lang: str) -> None:
    studio, parts = drawn(game, lang)
    ways: list[tuple[Mount | None, float | None]] = [("card", None), (None, 0.0), (None, 1.0)]
    for tiles, board in ways:
        made = wanted(with_tiles(kit(game), tiles, board), None, False)
        assert len(with_boxes(studio, parts, made).pieces) == len(parts.pieces) + len(made)


@pytest.mark.parametrize("net", NETS, ids=lambda n: f"{len(n.corners)}-{n.inside[0]}")
def test_a_net_is_one_simple_outline_and_its_folds_join_its_panels(net: Net) -> None:
    corners = [*net.corners, net.corners[0]]
    sides = list(pairwise(corners))
    assert all(math.dist(a, b) > 0.01 for a, b in sides)
    for i, one in enumerate(sides):
        for other in sides[i + 2 :]:
            if other[1] != one[0]:
                assert not _cross(one, other), (one, other)
    w, h = net.size
    assert min(x for x, _ in net.corners) == 0 and min(y for _, y in net.corners) == 0
    for x, y, pw, ph in net.panels.values():
        assert x >= -1e-6 and y >= -1e-6 and x + pw <= w + 1e-6 and y + ph <= h + 1e-6
    for fold in net.folds:
        touching = [p for p in [*net.panels.values(), *net.glue] if _on_edge(fold, p)]
        assert touching, f"the fold {fold} lies at no panel"


def test_the_tabs_of_an_envelope_are_for_glue_all_over() -> None:
    net = envelope(80.0, 50.0, 4.0, 9.0)
    outer = [(x, y) for x, y in net.corners if x < 9.0 or x > net.size[0] - 9.0]
    x, front, w, h = net.panels["front"]
    for px, py in [*outer, (x, front), (x, front + h), (x + w, front), (x + w, front + h)]:
        assert any(gx <= px <= gx + gw and gy <= py <= gy + gh for gx, gy, gw, gh in net.glue), (px, py)


def _cross(one: tuple[tuple[float, float], ...], other: tuple[tuple[float, float], ...]) -> bool:
    def turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = one, other
    return turn(a, b, c) * turn(a, b, d) < -1e-9 and turn(c, d, a) * turn(c, d, b) < -1e-9


def _on_edge(fold: tuple[tuple[float, float], tuple[float, float]], panel: tuple[float, float, float, float]) -> bool:
    (ax, ay), (bx, by) = fold
    x, y, w, h = panel
    if ax == bx:
        return min(abs(ax - x), abs(ax - x - w)) < 0.01 and min(ay, by) < y + h and max(ay, by) > y
    return min(abs(ay - y), abs(ay - y - h)) < 0.01 and min(ax, bx) < x + w and max(ax, bx) > x


def test_the_sides_of_a_closed_box_meet() -> None:
    """Round the box go front, side, back, side; lid and floor are as deep as the sides."""
    p = tuck_box(64.5, 89.5, 14.1, TAB).panels
    assert p["front"][2] == p["back"][2] == p["lid"][2] == p["floor"][2] == 64.5
    assert p["side"][2] == p["other-side"][2] == pytest.approx(14.1)
    assert p["lid"][3] == p["floor"][3] == pytest.approx(14.1)
    assert {round(v[3], 6) for n, v in p.items() if n in ("front", "back", "side", "other-side")} == {89.5}


@pytest.mark.parametrize(("game", "chosen"), [(g, s) for g in printed_games() for s in SETS[:2]])
def test_boxes_are_extras_of_the_manifest(game: str, chosen: tuple[str, str, str, str]) -> None:
    made = manifest(built(game, *chosen))
    extras = {row["id"]: row["placed"] for row in made["extras"]}
    for kind in ("tuck-box", "envelope", "tray"):
        assert extras.get(kind, 0) == sum(box.kind == kind for box in boxes(game))
    file = next(f for f in made["files"] if f["path"] == "box.pdf")
    placed = [p for page in file["pages"] for p in page.get("extras", ())]  # what is folded may lie beside them
    assert len(placed) == len(boxes(game))
    paper = kit(game).shared.papers[made["paper"]]
    for piece in placed:
        x, y, w, h = piece["trim_mm"]
        assert x >= paper.margin and x + w <= paper.size[0] - paper.margin
        assert y >= paper.margin and y + h <= paper.size[1] - paper.margin


def test_a_box_larger_than_the_paper_is_refused(data: Path, tmp_path: Path) -> None:
    papers = data / "papers.yaml"
    text = papers.read_text("utf-8")
    assert "thickness: 0.3" in text
    papers.write_text(text.replace("thickness: 0.3", "thickness: 2.4"), "utf-8")
    ran = venice("build", "venedig", "--lang", "en", "--data", data, "--out", tmp_path / "out")
    assert ran.code == 1 and "Traceback" not in ran.said
    assert "tuck-box for 42 × card" in ran.err and "does not fit on a4" in ran.err and "--without box" in ran.err
    assert not list((tmp_path / "out").rglob("*.pdf"))
    ran = venice("build", "venedig", "--lang", "en", "--data", data, "--out", tmp_path / "out", "--without", "box")
    assert ran.code == 0, ran.said
    assert not list((tmp_path / "out").rglob("box.pdf"))


def test_a_name_too_long_for_its_box_is_a_fault_of_the_data(data: Path, tmp_path: Path) -> None:
    parts = data / "venedig/parts.yaml"
    text = parts.read_text("utf-8")
    assert "{en: Treasures," in text
    parts.write_text(text.replace("{en: Treasures,", f"{{en: {'Treasures of the Serenissima ' * 4},"), "utf-8")
    ran = venice("build", "venedig", "--lang", "en", "--data", data, "--out", tmp_path / "out")
    assert ran.code == 1 and "Traceback" not in ran.said
    assert "parts.yaml:" in ran.err and "tray for treasure" in ran.err and "does not fit" in ran.err


def test_sleeves_make_larger_boxes_that_may_be_too_large() -> None:
    component = kit("venetia").components["action-cards"]
    plain, sleeved = (deck_size(kit("venetia"), component, sleeves) for sleeves in (False, True))
    assert all(a < b for a, b in zip(plain, sleeved, strict=True))
    check_boxes(kit("venetia"), boxes("venetia", True), ["a4", "letter"], True)
    huge = Wanted("tuck-box", "action-cards", tuck_box(120, 160, 60, TAB), (("action-cards", 45),))
    with pytest.raises(FaultyData, match=r"tuck-box for 45 × action-cards in sleeves .* leave out --sleeves"):
        check_boxes(kit("venetia"), [huge], ["a4"], True)


def test_the_command_makes_boxes_for_sleeves(tmp_path: Path) -> None:
    ran = venice("build", "venedig", "--lang", "en", "--sleeves", "--out", tmp_path)
    assert ran.code == 0, ran.said
    file = next(f for f in manifest(tmp_path / "venedig/en/a4")["files"] if f["path"] == "box.pdf")
    sides = next(p["trim_mm"][2:] for page in file["pages"] for p in page["extras"] if p["component"] == "tuck-box")
    expected = next(box.net.size for box in boxes("venedig", True) if box.kind == "tuck-box")
    assert sorted(sides) == pytest.approx(sorted(expected), abs=0.01)


def test_an_envelope_carries_the_emblem_of_its_seat() -> None:
    from tests.press.kits import library
    from venice_pnp.door.kits import boards_of
    from venice_pnp.draw.studio import Studio
    from venice_pnp.press.boxes import with_boxes
    from venice_pnp.press.parts import draw_parts

    studio = Studio(kit("canaletto"), library(), "en", "colour")
    parts = with_boxes(studio, draw_parts(studio, boards_of(kit("canaletto"))), boxes("canaletto"))

    def keys(items: tuple[Item, ...]) -> set[str]:
        groups = [i for i in items if isinstance(i, Group)]
        return {g.key for g in groups} | {key for g in groups for key in keys(g.items)}

    for seat in kit("canaletto").seats:
        assert any(key.startswith(seat.emblem) for key in keys(parts.faces[f"envelope {seat.id}"].items))


def test_papers_leave_room_for_every_box_of_every_game() -> None:
    for game in printed_games():
        for paper in ("a4", "letter"):
            _, _, wide, high = area_of(kit(game).shared.papers[paper])
            for sleeves in (False, True):
                for box in boxes(game, sleeves):
                    w, h = box.net.size
                    assert (w <= wide and h <= high) or (h <= wide and w <= high)


def test_what_is_drawn_on_a_floor_lies_between_its_slanted_sides() -> None:
    net = tuck_box(64.5, 89.5, 14.1, TAB)
    x, y, w, h = net.panels["floor-within"]
    edge = sorted(px for px, py in net.corners if py == pytest.approx(y + h) and px >= net.panels["front"][0])
    assert edge[0] <= x + 1e-6 and x + w <= edge[-1] + 1e-6


def test_a_die_is_folded_between_its_squares_and_at_every_tab() -> None:
    """By the outline in the data: every fold joins two corners, and every tab has two corners of its own."""
    shape = kit("venetia").shared.shapes["die-16"]
    side = shape.size[0] / 3
    ends = [end for fold in die_folds(side) for end in fold]
    assert set(ends) <= {(float(x), float(y)) for x, y in shape.corners}
    free = [corner for corner in shape.corners if corner not in ends and any(v % side for v in corner)]
    assert len(TABS) == len(free) / 2 and len(die_folds(side)) == len(SQUARES) - 1 + len(TABS)


def faces_in(items: Iterable[Item]) -> Iterator[str]:
    """The faces that a drawing shows, by their names."""
    for item in items:
        if isinstance(item, Group):
            if item.key.startswith(FACE):
                yield item.key.removeprefix(FACE)
            yield from faces_in(item.items)


def waves_in(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Box, bool]]:
    """What is covered by a pattern of open lines, and whether the first runs across the sheet."""
    for item in items:
        if isinstance(item, Group):
            inner = times(matrix, item.matrix)
            for line in item.items:
                if item.clip and isinstance(line, Line) and line.stroke and not any(s == ("Z",) for s in line.d):
                    drawn_line = transform(line.d, inner)
                    end = next((n for n, s in enumerate(drawn_line) if n and s[0] == "M"), len(drawn_line))
                    (x, y), (u, v) = drawn_line[0][-2:], drawn_line[end - 1][-2:]
                    yield bounds(transform(item.clip, inner)), abs(u - x) > abs(v - y)
            yield from waves_in(item.items, inner)


@pytest.mark.parametrize("game", printed_games())
def test_waves_lie_level_on_every_wall_that_stands(game: str) -> None:
    """They run along the fold to the floor, also on walls that are turned on the sheet."""
    studio, parts = drawn(game, "en", "colour")
    for box in boxes(game):
        if box.kind == "tray":
            shown = list(waves_in(parts.faces[f"tray {box.item}"].items))
            for wall in ("top", "low", "left", "right"):
                x, y, w, h = box.net.panels[wall]
                middle = (x + w / 2, y + h / 2)
                [across] = {level for (a, b, c, d), level in shown if a < middle[0] < a + c and b < middle[1] < b + d}
                assert across == (wall in ("top", "low")), (box.item, wall)
    made = game_box(Layout(studio, parts, "a4", "long-edge", Profile()), boxes(game), Group(()), [])
    strips = [level for page in made.pages[2:] for _, level in waves_in(page.marks)]
    assert len(strips) == 8 and not any(strips), "each wall is an upright strip"


@pytest.mark.parametrize("game", printed_games())
def test_colour_runs_past_the_cuts_and_folds_of_the_game_box(game: str) -> None:
    """A cut or a fold that is a little off shows no white; and nothing is printed nearer to the paper's edge than 5 mm."""
    studio, parts = drawn(game, "en", "colour")
    layout = Layout(studio, parts, "a4", "long-edge", Profile())
    made = game_box(layout, boxes(game), Group(()), [])
    seen = 0
    for number, page in enumerate(made.pages):
        for piece in page.marks:
            if not (isinstance(piece, Group) and isinstance(piece.items[0], Group) and piece.items[0].clip):
                continue
            seen += 1
            bled = bounds(transform(piece.items[0].clip, piece.matrix))
            cut = bounds(
                transform(
                    next(
                        i.d
                        for i in piece.items
                        if isinstance(i, Line)
                        and not i.dash
                        and i.stroke == studio.inks.line("ink")
                        and i.width == LINE
                    ),
                    piece.matrix,
                )
            )
            left, above = cut[0] - bled[0], cut[1] - bled[1]
            right, below = bled[0] + bled[2] - cut[0] - cut[2], bled[1] + bled[3] - cut[1] - cut[3]
            assert min(left, above) == pytest.approx(BLEED) and bled[0] >= layout.paper.margin - 1e-6
            if number < 2:
                assert min(right, below) == pytest.approx(BLEED)
    assert seen == 2 + 8
    pages = [page.marks for page in made.pages[2:]]
    tabs = [
        b for marks in pages for b in shapes_in(marks) if b[2] == pytest.approx(studio.kit.shared.making.tab - PAST)
    ]
    assert len(tabs) == 8, "white begins behind the fold"


@pytest.mark.parametrize("game", printed_games())
def test_colour_runs_onto_the_tabs_of_every_box(game: str) -> None:
    """Each tab that is folded at a wall has a rim of the wall's colour there."""
    studio, parts = drawn(game, "en", "colour")
    made = with_boxes(studio, parts, boxes(game))
    for box in boxes(game):
        shapes = list(shapes_in(made.faces[f"{box.kind} {box.item}"].items))
        for x, y, w, h in box.net.glue:
            rims = [
                (a, b) for a, b, c, d in shapes if {c, d} >= {PAST} and x - 0.1 <= a <= x + w and y - 0.1 <= b <= y + h
            ]
            assert rims, (box.kind, box.item)


@pytest.mark.parametrize("game", printed_games())
def test_colour_runs_past_the_outer_cuts_of_every_box(game: str) -> None:
    """Every edge that is no tab's has colour on both sides; one that lies on a dark ground is cut along a light line."""
    studio, parts = drawn(game, "en", "colour")
    made = with_boxes(studio, parts, boxes(game))
    for box in boxes(game):
        items = made.faces[f"{box.kind} {box.item}"].items
        past = [bounds(item.d) for item in items if isinstance(item, Line) and item.width == 2 * BLEED]
        for a, b in zip(box.net.corners, [*box.net.corners[1:], box.net.corners[0]], strict=True):
            x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
            if not any(left <= x <= left + w and top <= y <= top + h for left, top, w, h in box.net.glue):
                on = [one for one in past if one[0] <= x <= one[0] + one[2] and one[1] <= y <= one[1] + one[3]]
                assert on, (box.kind, box.item, a, b)


def shapes_in(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[Box]:
    for item in items:
        if isinstance(item, Group):
            yield from shapes_in(item.items, times(matrix, item.matrix))
        elif isinstance(item, Line):
            yield bounds(transform(item.d, matrix))


@pytest.mark.parametrize("game", printed_games())
def test_the_label_of_a_box_leaves_the_medal_of_the_back_whole(game: str) -> None:
    _, parts = drawn(game, "en", "colour")
    for box in boxes(game):
        if box.kind == "tuck-box":
            x, y, w, h = box.net.panels["front"]
            shown = [
                b for b in shapes_in(parts.faces[f"tuck-box {box.item}"].items) if x < b[0] and b[0] + b[2] < x + w
            ]
            label = max((b for b in shown if b[1] > y + h / 2 and b[1] + b[3] < y + h), key=lambda b: b[2])
            middle = [b for b in shown if abs(b[2] - b[3]) < 0.1 and abs(b[1] + b[3] / 2 - y - h / 2) < 0.1]
            medal = max(middle, key=lambda b: b[2], default=(x, y, 0.0, 0.0))  # a deck of several backs has none
            assert medal[1] + medal[3] + 1.5 <= label[1], box.item


@pytest.mark.parametrize("edition", ["colour", "low-ink"])
@pytest.mark.parametrize("game", printed_games())
def test_a_tray_shows_what_goes_in(game: str, edition: str) -> None:
    """Every face of what it holds; one of each part, or none where lines are low, if these are several."""
    studio, parts = drawn(game, "en", edition)
    made = with_boxes(studio, parts, boxes(game))
    for box in boxes(game):
        if box.kind == "tray":
            shown = set(faces_in(made.faces[f"tray {box.item}"].items))
            own = {p.front: p.component for p in parts.pieces if p.component in dict(box.holds) and not p.alternative}
            several = [sorted(dict(box.holds)), []]
            assert shown == set(own) if len(box.holds) == 1 else sorted(own[face] for face in shown) in several


def test_the_list_on_an_envelope_has_pictures_of_the_seat() -> None:
    studio, parts = drawn("doge", "en", "colour")
    made = with_boxes(studio, parts, boxes("doge"))
    for seat in kit("doge").seats:
        shown = set(faces_in(made.faces[f"envelope {seat.id}"].items))
        own = {p.front: p.component for p in parts.pieces if seat.id in p.item.split("/")}
        assert sorted(own[face] for face in shown) == ["control-ring", "house", "palazzo", "vote-token"]
