"""The printed parts of Doge: secret backs, colours that everyone can tell apart, room for all pieces on the board."""

from __future__ import annotations

import io
import math
from collections import Counter, defaultdict
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from tests.conftest import venice
from tests.press.kits import built, kit, library, manifest, printed_games
from tests.press.test_guide import laid_out
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.coast import crossings
from venice_pnp.draw.inks import Inks
from venice_pnp.draw.scene import Group, Item, Scene, Text
from venice_pnp.draw.scene import Path as Line
from venice_pnp.draw.studio import Studio
from venice_pnp.games import find_game
from venice_pnp.games.doge.drawing.lagoon import Lagoon
from venice_pnp.kit import FaultyData, load_kit
from venice_pnp.kit.models import Laid, Shape
from venice_pnp.press.board_sheets import OVERLAP
from venice_pnp.press.parts import Parts, draw_parts
from venice_pnp.press.preview import contact_sheet

EDITIONS = ("colour", "low-ink")
SECRET = ("player-card", "order-card", "vote-token")  # what lies face down
TABLE_TEXT, HAND_TEXT = 10.0, 8.0  # points


@cache
def parts(edition: Any = "colour", lang: str = "en") -> Parts:
    return draw_parts(Studio(kit("doge"), library(), lang, edition), boards_of(kit("doge")))


# --- backs ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("component", SECRET)
def test_all_cards_of_a_deck_have_the_same_back(component: str, edition: str) -> None:
    backs: dict[str, set[str | None]] = defaultdict(set)
    for piece in parts(edition).pieces:
        if piece.component == component:
            backs[piece.item.partition("/")[0]].add(piece.back)
    decks = {"order-card": 2}.get(component, 4)
    assert len(backs) == decks
    assert all(len(keys) == 1 and None not in keys for keys in backs.values())
    assert len(set.union(*backs.values())) == decks, "two decks share a back"


def test_equal_backs_are_one_form_in_the_file() -> None:
    import pikepdf

    with pikepdf.open(built("doge", "en", "a4", "colour", "long-edge") / "cards.pdf") as pdf:
        for page in list(pdf.pages)[1::2]:  # backs
            forms = page.Resources.get("/XObject", {})
            used = [name for name, form in forms.items() if "/Filter" in form]  # the stamp of the kit id is plain
            streams = b"".join(c.read_bytes() for c in page.contents_coalesce() or [page.Contents])
            drawn = [name for name in used if f"{name} Do".encode() in streams]
            assert 1 <= len(drawn) <= 2, "a page of backs shows one deck, or the two sets of order cards"


@pytest.mark.parametrize("edition", EDITIONS)
def test_backs_look_the_same_turned_round(edition: str) -> None:
    drawn = parts(edition)
    backs = {p.back for p in drawn.pieces if p.back}
    assert len(backs) == 4 + 4 + 4 + 2
    for key in sorted(backs):
        picture = rendered(drawn.faces[key])
        difference = ImageChops.difference(picture, picture.rotate(180)).convert("L").histogram()
        unlike = sum(difference[100:]) / sum(difference)
        assert unlike < 0.004, (key, unlike)


def rendered(scene: Scene, dpi: int = 250) -> Image.Image:
    """One face in the middle of a grey ground."""
    return Image.open(io.BytesIO(contact_sheet(Parts([], {"face": scene}), library().fonts, dpi))).convert("RGB")


# --- colours --------------------------------------------------------------------------------------------
# Machado, Oliveira and Fernandes 2009: complete protanopia and deuteranopia, in linear light.
SIGHT = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}


def lab(colour: str, sight: str) -> tuple[float, float, float]:
    """CIE L*a*b* of a colour as someone with this sight sees it."""
    light = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    light = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in light]
    r, g, b = (min(1.0, max(0.0, sum(m * c for m, c in zip(row, light, strict=True)))) for row in SIGHT[sight])

    def cubed(t: float) -> float:
        return t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116

    x = cubed((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
    y = cubed(0.2126 * r + 0.7152 * g + 0.0722 * b)
    z = cubed((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("game", printed_games())
@pytest.mark.parametrize("sight", SIGHT)
def test_the_players_colours_are_far_apart(sight: str, game: str) -> None:
    for one, other in combinations(kit(game).seats, 2):
        distance = math.dist(lab(one.hex, sight), lab(other.hex, sight))
        assert distance >= 30, (one.id, other.id, distance)


def test_no_two_players_share_an_emblem_or_a_pattern() -> None:
    seats = kit("doge").seats
    assert len({s.emblem for s in seats}) == len({s.pattern for s in seats}) == len(seats)
    sets = kit("doge").tables.sets
    assert len({s.pattern for s in sets}) == len(sets)


@pytest.mark.parametrize("component", ["house", "palazzo", "vote-token", "control-ring", "player-card"])
def test_the_colours_are_told_apart_without_colour(component: str) -> None:
    pieces = [p for p in parts("low-ink").pieces if p.component == component and not p.alternative]
    faces = {p.item.partition("/")[0]: p.back or p.front for p in pieces}
    assert len(set(faces.values())) == 4
    for one, other in combinations(faces.values(), 2):
        first, second = rendered(parts("low-ink").faces[one]), rendered(parts("low-ink").faces[other])
        difference = ImageChops.difference(first, second).convert("L").histogram()
        assert sum(difference[60:]) / sum(difference) > 0.03, (one, other)


# --- sizes of text --------------------------------------------------------------------------------------
def runs(items: tuple[Item, ...]) -> list[Text]:
    return [
        run
        for item in items
        for run in ([item] if isinstance(item, Text) else runs(item.items) if isinstance(item, Group) else [])
    ]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_text_can_be_read(lang: str) -> None:
    drawn = parts("colour", lang)
    board = next(p.front for p in drawn.pieces if p.component == "board")
    for key, scene in drawn.faces.items():
        floor = TABLE_TEXT if key == board else HAND_TEXT
        for run in runs(scene.items):
            assert run.size >= floor, (key, run.text, run.size)


# --- other forms ----------------------------------------------------------------------------------------
def test_fold_up_buildings_are_a_second_file_and_no_second_piece() -> None:
    made = manifest(built("doge", "en", "a4", "colour", "long-edge"))
    files = {f["path"]: f for f in made["files"]}
    pages = files["buildings.pdf"]["pages"]
    assert all(page["placed"] == [] for page in pages)
    names = [(p["component"], p["item"], p["copy"]) for page in pages for p in page["alternatives"]]
    flat = [
        (p["component"], p["item"], p["copy"])
        for page in files["tiles.pdf"]["pages"]
        if page["side"] == "front"
        for p in page["placed"]
        if p["component"] in ("house", "palazzo")
    ]
    assert sorted(names) == sorted(flat)
    assert {row["id"]: row["placed"] for row in made["components"]}["house"] == 60


def paths(items: tuple[Item, ...]) -> list[Line]:
    return [
        path
        for item in items
        for path in ([item] if isinstance(item, Line) else paths(item.items) if isinstance(item, Group) else [])
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_tiles_of_a_roof_go_on_in_the_next_house(edition: str) -> None:
    """Fold-up buildings share their cuts: one that is off must not show where a roof ends."""
    seen = set()
    for piece in parts(edition).pieces:
        if piece.file == "buildings" and piece.front not in seen:
            seen.add(piece.front)
            face = parts(edition).faces[piece.front]
            tiles = max(paths(face.items), key=lambda path: len(path.d))
            ends = {(round(float(s[-2]), 1), round(float(s[-1]), 1)) for s in tiles.d}
            right = [(x, y) for x, y in ends if face.width - 1 < x < face.width + 1]
            assert right and all((round(x - face.width, 1), y) in ends for x, y in right)
    assert len(seen) == 8  # four colours, house and palazzo


def buildings() -> dict[str, tuple[str, Shape]]:
    """The fold-up buildings, one of each kind and colour, with their faces and shapes."""
    shapes, components = kit("doge").shared.shapes, kit("doge").components
    found = {}
    for piece in parts().pieces:
        other = components[piece.component].alternative
        if piece.alternative and other:
            found[f"{piece.component}/{piece.item.partition('/')[0]}"] = (piece.front, shapes[other.shape])
    assert len(found) == 8  # four colours, house and palazzo
    return found


def at_mm(picture: Image.Image, x: float, y: float, dpi: int = 250) -> tuple[int, int]:
    """A dot of a rendered face, from the middle of the face."""
    return round(picture.width / 2 + x * dpi / 25.4), round(picture.height / 2 + y * dpi / 25.4)


def test_the_mark_on_a_roof_stands_upright_above_its_wall() -> None:
    """Only the triangle tells; on both slopes it points to the ridge."""
    for name in ("house/green", "palazzo/green"):
        key, shape = buildings()[name]
        picture = rendered(parts().faces[key])
        green = kit("doge").seats[1].hex
        mark = tuple(int(green[i : i + 2], 16) for i in (1, 3, 5))
        for slope in (-1, 1):
            halves = [0, 0]  # towards the ridge, away from it
            for dy in range(1, 13):
                for half, away in enumerate((-dy / 10, dy / 10)):
                    y = slope * (shape.top / 4 + away)
                    halves[half] += sum(picture.getpixel(at_mm(picture, dx / 10, y)) == mark for dx in range(-15, 16))
            assert halves[1] > 1.5 * halves[0] > 0, (name, slope, halves)


def test_no_window_of_a_building_is_near_its_cut() -> None:
    """Bands run round the corner, everything else ends more than 1 mm before it: a cut that is off shows no half window."""
    for name, (key, shape) in buildings().items():
        picture = rendered(parts().faces[key])
        tall = shape.top / 2 + shape.size[1]
        for y in (i / 5 for i in range(round(5 * shape.top / 2) + 2, round(5 * tall) - 1)):
            for side in (-1, 1):
                seen = {picture.getpixel(at_mm(picture, side * (shape.size[0] / 2 - by), y)) for by in (0.3, 0.7, 1.0)}
                assert len(seen) == 1, (name, y, side)


@pytest.mark.parametrize("component", ["house", "palazzo", "advisor"])
def test_pieces_that_share_a_cut_meet_in_one_colour(component: str) -> None:
    """A cut that is off by a millimetre shows no neighbour: what tiles and standees touch looks as they do."""
    pieces = [p for p in parts().pieces if p.component == component and not p.alternative]
    for key in sorted({p.front for p in pieces}):
        face = parts().faces[key]
        picture = rendered(face)
        w, h = face.width / 2 - 0.3, face.height / 2 - 0.3
        across = range(-30, 31)  # not in the round corners
        if component == "advisor":
            cut = [at_mm(picture, x, i * h / 40) for x in (-w, w) for i in across]
        else:
            cut = [at_mm(picture, i * w / 40, y) for y in (-h, h) for i in across]
        seen = Counter(picture.getpixel(at) for at in cut)
        most = max(seen.values())
        assert most > 0.93 * seen.total(), (key, seen)  # folds are dashed across it


def test_an_advisor_shows_his_symbol_from_above() -> None:
    shape = kit("doge").shared.shapes["standee-20x40"]
    for piece in parts().pieces:
        if piece.component == "advisor":
            face = parts().faces[piece.front]
            assert face.height == pytest.approx(2 * (shape.size[1] + shape.base) + shape.top)
            assert len([i for i in face.items if isinstance(i, Group)]) == 3, "two faces and a top"


# --- items ----------------------------------------------------------------------------------------------
def test_items_of_two_tables_are_named_by_both() -> None:
    items = {i.name: i.copies for i in kit("doge").items(kit("doge").components["vote-token"])}
    assert items == {f"{s.id}/{v}": 1 if v == 0 else 2 for s in kit("doge").seats for v in range(4)}
    cards = [i.name for i in kit("doge").items(kit("doge").components["player-card"])]
    assert len(cards) == 28 and "red/castello" in cards


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("each: [seats, fields]", "each: [seats, feilds]", "there is no table 'feilds'"),
        ("copies: numbers.rings", "copies: numbers.wings", "there is no number 'numbers.wings'"),
        ("count: 60", "count: 61", "DOGE-2.1 asks for 61 × house, but the data makes 60"),
        ("shape: house-12", "shape: house-13", "unknown shape 'house-13'"),
    ],
)
def test_a_wrong_table_is_named_with_its_line(data: Path, before: str, after: str, said: str) -> None:
    from venice_pnp.games.doge.tables import Tables

    file = data / "doge" / "game.yaml"
    lines = file.read_text("utf-8").split("\n")
    line = next(i for i, text in enumerate(lines) if before in text)
    lines[line] = lines[line].replace(before, after)
    file.write_text("\n".join(lines), "utf-8")
    with pytest.raises(FaultyData) as caught:
        load_kit("doge", Tables, data)
    faults = [f for f in caught.value.faults if said in f.message]
    assert faults and faults[0].place.line == line + 1, caught.value


# --- the board ------------------------------------------------------------------------------------------
def laid() -> list[Laid]:
    return list(find_game("doge").full_boards()["board"](kit("doge")))


def footprint(shape: Shape) -> tuple[float, float]:
    """How much room a piece takes on the board; a standee with a top stands on as much as its top covers."""
    w, h = shape.size
    return (w, shape.top or 2 * shape.base) if shape.form == "standee" else (w, h)


def box_of(one: Laid) -> tuple[str, float, float, float, float]:
    shape = kit("doge").shared.shapes[kit("doge").components[one.component].shape]
    return (shape.form, one.x, one.y, *footprint(shape))


def apart(one: Laid, other: Laid) -> bool:
    form, x, y, w, h = box_of(one)
    other_form, u, v, wide, high = box_of(other)
    if form == other_form == "round":
        return math.hypot(x - u, y - v) >= (w + wide) / 2 - 1e-6
    return abs(x - u) >= (w + wide) / 2 - 1e-6 or abs(y - v) >= (h + high) / 2 - 1e-6


def test_a_full_district_has_room_for_every_piece() -> None:
    tables = kit("doge").tables
    for field in tables.fields:
        x, y, w, h = tables.board.rects[field.id]
        here = [one for one in laid() if x <= one.x <= x + w and y <= one.y <= y + h]
        counts: dict[str, int] = defaultdict(int)
        for one in here:
            counts[one.component] += 1
            _, cx, cy, wide, high = box_of(one)
            assert x <= cx - wide / 2 and cx + wide / 2 <= x + w and y <= cy - high / 2 and cy + high / 2 <= y + h, one
        if field.kind == "district":
            assert counts == {"palazzo": 5, "house": 36, "vote-token": 4, "control-ring": 3, "advisor": 3}


def test_no_piece_covers_another() -> None:
    for one, other in combinations(laid(), 2):
        on_ring = {one.component, other.component} == {"advisor", "control-ring"} and (one.x, one.y) == (
            other.x,
            other.y,
        )
        assert on_ring or apart(one, other), (one, other)


def test_an_advisor_stands_inside_his_ring() -> None:
    shapes, components = kit("doge").shared.shapes, kit("doge").components
    w, h = footprint(shapes[components["advisor"].shape])
    assert math.hypot(w, h) <= shapes[components["control-ring"].shape].size[0]


@pytest.mark.parametrize("field", [f.id for f in kit("doge").tables.fields if f.kind == "district"])
def test_every_place_of_a_district_lies_on_its_land(field: str) -> None:
    """The shore is drawn freely, but no place for a piece may hang over the water."""
    tables = kit("doge").tables
    lagoon = Lagoon(tables, kit("doge").shared.shapes["board"].size, Inks(kit("doge").shared, "colour"), [])
    bank = next(f.bank for f in tables.fields if f.id == field)
    coast = lagoon.citra if bank == "citra" else lagoon.ultra
    x, y, _, _ = tables.board.rects[field]
    places, r = tables.board.in_district, tables.board.token_circle / 2
    corners = [
        (x + bx + dx * bw, y + by + dy * bh)
        for bx, by, bw, bh in (*places.sites, *places.houses)
        for dx in (0, 1)
        for dy in (0, 1)
    ]
    ax, ay, aw, ah = places.advisors
    bend = 1.2  # its corners are round
    corners += [
        (x + ax + (bend if left else aw - bend), y + ay + (bend if top else ah - bend))
        for left in (0, 1)
        for top in (0, 1)
    ]
    corners += [
        (x + tx + r * math.cos(a), y + ty + r * math.sin(a))
        for tx, ty in places.tokens
        for a in (k * 0.5 for k in range(13))
    ]
    for cx, cy in corners:
        assert sum(cx < at for at in crossings(cy, coast)) % 2, (cx - x, cy - y)
        assert min(math.dist((cx, cy), p) for p in coast) > 1.3, (cx - x, cy - y)


def test_every_landmark_stands_on_its_land() -> None:
    """A basilica with its domes in the water is none."""
    tables = kit("doge").tables
    lagoon = Lagoon(tables, kit("doge").shared.shapes["board"].size, Inks(kit("doge").shared, "colour"), [])
    board = parts().faces[next(p.front for p in parts().pieces if p.component == "board")]
    seen = {
        item.key.split()[0].rpartition("/")[2]: item for item in board.items if isinstance(item, Group) and item.key
    }
    for field in (f for f in tables.fields if f.kind == "district"):
        coast = lagoon.citra if field.bank == "citra" else lagoon.ultra
        a, b, c, d, e, f = seen[field.id].matrix
        ends = [segment[-2:] for path in paths(seen[field.id].items) for segment in path.d if len(segment) > 1]
        for u, v in ends:
            x, y = a * u + c * v + e, b * u + d * v + f
            assert sum(x < at for at in crossings(y, coast)) % 2, (field.id, x, y)
            assert min(math.dist((x, y), p) for p in coast) > 1.5, (field.id, x, y)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_joint_of_two_sheets_runs_through_a_name(paper: str) -> None:
    """Sheets that are glued half a millimetre off would show it there first."""
    made = manifest(built("doge", "en", paper, "colour", "long-edge"))
    pages = next(f["pages"] for f in made["files"] if f["path"] == "board-tiles.pdf")
    wide = {p["item"]: p["trim_mm"][2] for page in pages for p in page["placed"]}
    joints = [wide["board/r1c1"] - OVERLAP, wide["board/r1c1"] + wide["board/r1c2"] - 2 * OVERLAP]
    board = parts().faces[next(p.front for p in parts().pieces if p.component == "board")]
    names = {f.name.in_language("en") for f in kit("doge").tables.fields}
    found = [text for text in board.items if isinstance(text, Text) and text.text in names]
    inner = [text for item in board.items if isinstance(item, Group) for text in item.items if isinstance(text, Text)]
    found += [text for text in inner if text.text in names]
    assert {text.text for text in found} == names
    for text in found:
        assert all(joint < text.x - 1 or text.x + text.width + 1 < joint for joint in joints), (text.text, joints)


def test_the_preview_shows_the_board_with_pieces(tmp_path: Path) -> None:
    plain, full = tmp_path / "plain.png", tmp_path / "full.png"
    assert venice("preview", "doge", "board", "--dpi", "30", "--out", plain).code == 0
    assert venice("preview", "doge", "board", "--with-pieces", "--dpi", "30", "--out", full).code == 0
    one, other = Image.open(plain).convert("L"), Image.open(full).convert("L")
    assert one.size == other.size
    changed = ImageChops.difference(one, other).histogram()
    assert sum(changed[25:]) / sum(changed) > 0.15
    refused = venice("preview", "doge", "house", "--with-pieces", "--out", full)
    assert refused.code == 1 and "--with-pieces" in refused.said


def test_buildings_of_one_kind_and_colour_lie_in_one_block() -> None:
    """So that colours stay together when they are cut, and with fewer cuts than blocks of what is left would need."""
    _, files, _ = laid_out("doge", "en", "a4")
    [buildings] = [file for file in files if file.name == "buildings"]
    grids = [grid for page in buildings.pages for grid in page.grids]
    assert buildings.sheets == 3 and sum(len(lines) for grid in grids for lines in grid.cuts()) < 80
    kinds = [{(one.piece.component, one.piece.item.split("/")[0]) for one in grid.placements} for grid in grids]
    assert len(kinds) == 8 and all(len(kind) == 1 for kind in kinds)
