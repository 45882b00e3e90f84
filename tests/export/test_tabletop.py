"""A game for a digital table: the form of the file, every piece once, the present position, and nothing that is hidden."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import hypot
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.parse import unquote, urlparse

import jsonschema
import pytest
import yaml
from PIL import Image

import venice_pnp
from tests.conftest import DATA, ROOT, venice
from tests.press.kits import SETS, built, manifest
from tests.trust.test_secrecy import owing, twins
from venice_pnp.door.kits import load_kit
from venice_pnp.door.match import match_of
from venice_pnp.door.picture import Easel
from venice_pnp.door.wishes import WrongWish
from venice_pnp.export.die_mesh import die_mesh, face_at
from venice_pnp.export.tabletop import PieceBox, export_game, laid_out
from venice_pnp.games import find_game

SCHEMA = yaml.safe_load((ROOT / "tests/export/tabletop-schema.yaml").read_text("utf-8"))
GAMES = sorted(file.parent.name for file in DATA.glob("*/game.yaml"))
MM = 25.4


@cache
def saved(game: str) -> dict[str, Any]:
    """Without its pictures, which take the longest."""
    players = ["Anna", "Bruno", "Carla", "Davide"]
    match = venice_pnp.play(game, players, setup="reference")
    return dict(json.loads(json.dumps(laid_out(match, "en", "https://example.org/")[0])))


def things(states: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every object, those in bags and decks too."""
    for one in states:
        yield one
        yield from things(one.get("ContainedObjects", []))


def faults(file: dict[str, Any], game: str) -> list[str]:
    """What a careful reader finds wrong: the form, ids twice, counts that the rules do not know, cards off their sheet."""
    told = [error.message for error in jsonschema.Draft202012Validator(SCHEMA).iter_errors(file)]
    every = list(things(file["ObjectStates"]))
    told += [f"{guid} stands twice" for guid, n in Counter(one["GUID"] for one in every).items() if n > 1]
    pieces = Counter(one["GMNotes"].split("/")[0] for one in every if one["GMNotes"])
    wanted: dict[str, int] = {}
    for part in (DATA / game).glob("*.yaml"):
        parts = (yaml.safe_load(part.read_text("utf-8")) or {}).get("components") or {}
        wanted |= {name: row["count"] for name, row in parts.items()}
    told += [f"{name}: {pieces[name]} of {n}" for name, n in wanted.items() if pieces[name] != n]
    for one in every:
        if one["Name"] == "DeckCustom" and one["DeckIDs"] != [card["CardID"] for card in one["ContainedObjects"]]:
            told.append(f"{one['Nickname']}: its list is not what is in it")
        for card in [one] if one["Name"] == "Card" else []:
            sheet = card["CustomDeck"].get(str(card["CardID"] // 100))
            wide = card["Transform"]["scaleX"] * 2.2 * 150  # dots of one card on its sheet
            if sheet and wide * sheet["NumWidth"] > 4097:
                told.append(f"{card['GMNotes']}: the picture is too large")
            if sheet is None or card["CardID"] % 100 >= sheet["NumWidth"] * sheet["NumHeight"]:
                told.append(f"{card['GMNotes']} is on no sheet")
    for one in file["ObjectStates"]:  # beyond the edge of the table a thing falls to the ground
        at = one["Transform"]
        if abs(at["posX"]) > 27 or abs(at["posZ"]) > 19 or not 0.9 < at["posY"] < 8:
            told.append(f"{one['Nickname']} lies beside the table")
    return told


@pytest.mark.parametrize("game", GAMES)
def test_the_file_has_its_form_and_every_piece_once(game: str) -> None:
    assert faults(saved(game), game) == []


@pytest.mark.parametrize("game", GAMES)
def test_it_has_as_many_pieces_as_the_printed_kit(game: str) -> None:
    printed = {row["id"]: row["placed"] for row in manifest(built(game, *SETS[0]))["components"]}
    pieces = Counter(one["GMNotes"].split("/")[0] for one in things(saved(game)["ObjectStates"]) if one["GMNotes"])
    assert {name: pieces[name] for name in printed} == printed and sum(pieces.values()) > 60


def test_planted_faults_are_found() -> None:
    for plant in (
        lambda file: file["ObjectStates"].pop(),
        lambda file: file["ObjectStates"][1].update(GUID=file["ObjectStates"][0]["GUID"]),
        lambda file: file["ObjectStates"][0]["CustomImage"].pop("ImageURL"),
        lambda file: file["ObjectStates"][0].update(LuaScript=""),
        lambda file: file["ObjectStates"][1].update(LuaScript="print('no')"),
        lambda file: file["ObjectStates"][1]["Transform"].update(posZ=-26.0),
        lambda file: file["ObjectStates"][0]["Transform"].update(posY=0.0),
        lambda file: next(o for o in file["ObjectStates"] if o["Name"] == "Custom_Tile")["CustomImage"].pop(
            "CustomTile"
        ),
        lambda file: file["ObjectStates"][0].pop("AttachedSnapPoints"),
        lambda file: next(o for o in file["ObjectStates"] if o["Name"] == "DeckCustom")["ContainedObjects"][0][
            "CustomDeck"
        ]["1"].update(NumWidth=30),
        lambda file: next(o for o in file["ObjectStates"] if o["Name"] == "DeckCustom")["DeckIDs"].reverse(),
        lambda file: next(o for o in things(file["ObjectStates"]) if o["Name"] == "Card").update(CardID=199),
    ):
        broken = copy.deepcopy(saved("doge"))
        broken["ObjectStates"] = [one for one in broken["ObjectStates"] if one["Name"] != "HandTrigger"]
        plant(broken)
        assert faults(broken, "doge")


def test_ids_and_all_the_rest_are_the_same_every_time() -> None:
    again = venice_pnp.play("canaletto", ["Anna", "Bruno", "Carla", "Davide"], setup="reference")
    assert laid_out(again, "en", "https://example.org/")[0] == saved("canaletto")


def points(file: dict[str, Any]) -> list[tuple[float, float, set[str]]]:
    """The points of the board in mm from its middle, to the right and away, and which parts they are for. The board is
    turned by half a circle, so its own right is our left."""
    board = file["ObjectStates"][0]
    at = board["Transform"]
    assert (at["posX"], at["posZ"], at["rotY"]) == (0, 0, 180)
    return [
        (-p["x"] * at["scaleX"] * MM, -p["z"] * at["scaleZ"] * MM, set(one["Tags"]))
        for one in board["AttachedSnapPoints"]
        for p in [one["Position"]]
    ]


def bare(file: dict[str, Any], game: str) -> list[str]:
    """Places that the game knows, for photos, where something that may stand there finds no point."""
    kit, sights = load_kit(game), find_game(game).sights()
    w, h = kit.shared.shapes[kit.components["board"].shape].size
    there = [(x + w / 2, h / 2 - z, tags) for x, z, tags in points(file)]
    assert sights and there
    told = []
    for sight in sights.sights(kit):
        left, top, wide, high = sight.box
        here = [t for x, y, t in there if -0.1 <= x - left <= wide + 0.1 and -0.1 <= y - top <= high + 0.1]
        told += [f"{sight.id}: no point for {look.component}" for look in sight.may[:1] if not here]
        told += [f"{sight.id}: {c}" for c in {look.component for look in sight.may} - set().union(*here)]
    return told


@pytest.mark.parametrize("game", GAMES)
def test_a_point_is_at_every_place_where_a_piece_can_stand(game: str) -> None:
    file = copy.deepcopy(saved(game))
    assert bare(file, game) == []
    parts = {tag for one in things(file["ObjectStates"]) for tag in one.get("Tags", [])}
    assert {tag for *_, tags in points(file) for tag in tags} <= parts  # no point is for something that is not there
    snaps = file["ObjectStates"][0]["AttachedSnapPoints"]
    assert len({(p["Position"]["x"], p["Position"]["z"]) for p in snaps}) == len(snaps)
    for one in snaps:
        one["Position"]["x"] += 2.0
    assert bare(file, game)


def test_every_colony_has_a_point_for_its_ruler_and_for_the_influence_of_everybody() -> None:
    """Not one point for all of them, on which they would lie on one another."""
    colonies = yaml.safe_load((DATA / "venetia/map.yaml").read_text("utf-8"))["colonies"]
    there = [(x + 564 / 2, 420 / 2 - z) for x, z, _ in points(saved("venetia"))]
    for one in colonies:
        near = [hypot(x - one["at"][0], y - one["at"][1]) for x, y in there]
        assert sum(d < 0.1 for d in near) == 1 and sum(9 < d < 12 for d in near) >= 4, one["id"]


def test_the_set_up_lies_where_the_board_has_its_places() -> None:
    board, *rest = saved("canaletto")["ObjectStates"]
    lying = [one for one in rest if one["GMNotes"].startswith(("gondola/", "column/", "artwork/"))]
    assert len(lying) == 36
    snaps = [(x / MM, z / MM) for x, z, _ in points(saved("canaletto"))]
    assert board["Name"] == "Custom_Board" and board["Locked"] and len(snaps) >= 34
    w, h = map(float, re.findall(r"([0-9.]+) / is", board["LuaScript"]))
    assert (round(w * MM, 1), round(h * MM, 1)) == (564, 420)  # as large as the printed one
    for one in lying:
        x, z = one["Transform"]["posX"], one["Transform"]["posZ"]
        assert min(max(abs(x - sx), abs(z - sz)) for sx, sz in snaps) * MM < 0.1
    for one in lying:
        assert abs(one["Transform"]["posX"]) * MM < 564 / 2 and abs(one["Transform"]["posZ"]) * MM < 420 / 2
    gondola, column = (next(o for o in lying if o["GMNotes"].startswith(name)) for name in ("gondola", "column"))
    apart = abs(gondola["Transform"]["posX"] - column["Transform"]["posX"]) * MM
    assert apart < 30  # both at one palace, beside each other


def test_pieces_are_called_by_their_own_names_but_for_what_lies_face_down() -> None:
    named = {one["GMNotes"]: one["Nickname"] for one in things(saved("canaletto")["ObjectStates"]) if one["GMNotes"]}
    assert named["artwork/mirror"] == "Mirror · Artworks" and named["debt-marker/red"] == "Red · Debt markers"
    assert named["gondola/gondola"] == "Gondola"
    for game in GAMES:
        for one in things(saved(game)["ObjectStates"]):
            if one["GMNotes"] and one["Name"] != "Card" and one["Transform"]["rotZ"]:
                assert " · " not in one["Nickname"], (game, one["Nickname"])
    swamps = [one for one in things(saved("venedig")["ObjectStates"]) if one["GMNotes"].startswith("swamp/")]
    assert swamps and all(one["HideWhenFaceDown"] for one in swamps)


def test_moves_at_the_table_move_the_pieces() -> None:
    match = venice_pnp.play("canaletto", ["Anna", "Bruno", "Carla"], setup="reference")
    before = laid_out(match, "en", "https://example.org/")[0]
    match.do("Anna", "bid 4")
    after = laid_out(match, "en", "https://example.org/")[0]

    def where(file: dict[str, Any], name: str) -> tuple[float, float]:
        at = next(o for o in file["ObjectStates"] if o["GMNotes"].startswith(name))["Transform"]
        return at["posX"], at["posZ"]

    assert where(before, "gondola/") != where(after, "gondola/")
    assert where(before, "value/9") == where(after, "value/9")
    assert {o["GUID"] for o in things(before["ObjectStates"])} == {o["GUID"] for o in things(after["ObjectStates"])}


def test_what_is_sealed_is_not_in_the_file() -> None:
    one, two, _ = twins("doge", 0)
    who = owing(one)[0]
    first, second, *_ = one.rules.legal(one.state, who)
    one.do(first)
    two.do(second)
    files = [laid_out(match_of(table, "en"), "en", "https://example.org/")[0] for table in (one, two)]
    assert files[0] == files[1]


def test_the_rules_are_in_the_notebook_and_seats_have_hands() -> None:
    file = saved("doge")
    text = "\n".join(page["body"] for page in file["TabStates"].values())
    for game in GAMES:
        assert all(page["body"].strip() for page in saved(game)["TabStates"].values()), game
    assert "20 × Threat cards" in "".join(page["body"] for page in saved("venetia")["TabStates"].values())
    assert "(DOGE-" in text and "{numbers." not in text and "**" not in text
    hands = [one for one in file["ObjectStates"] if one["Name"] == "HandTrigger"]
    assert len({one["FogColor"] for one in hands}) == 4 == len(hands)


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_has_the_colour_of_its_name(game: str) -> None:
    """Also where another one of the program looks more like ours: blue is Blue, not Teal; black, which it has not, gets
    what is left."""
    players = load_kit(game).game.players[1]
    file = laid_out(venice_pnp.play(game, list("ABCDE")[:players], seed=1), "en", "https://example.org/")[0]
    seats = yaml.safe_load((DATA / game / "game.yaml").read_text("utf-8"))["seats"][:players]
    hands = [one["FogColor"] for one in file["ObjectStates"] if one["Name"] == "HandTrigger"]
    named = [seat["name"]["en"] for seat in seats]
    assert len(set(hands)) == players == len(hands)
    assert [name for name in named if name != "Black"] == [h for h, n in zip(hands, named, strict=True) if n != "Black"]


def test_another_set_up_and_fewer_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PieceBox, "pictures", lambda _: {})  # they take the longest
    usual, bare = (
        json.loads(export_game("canaletto", tmp_path, setup=setup, players=n).file.read_text("utf-8"))
        for setup, n in (("", None), ("none", 3))
    )
    for file, hands, laid in ((usual, 4, 36), (bare, 3, 0)):
        assert sum(one["Name"] == "HandTrigger" for one in file["ObjectStates"]) == hands
        lying = [one for one in file["ObjectStates"] if one["GMNotes"].startswith(("gondola/", "column/", "artwork/"))]
        on_board = [one for one in lying if abs(one["Transform"]["posX"]) * MM < 564 / 2]
        assert len(on_board) == laid or (laid == 0 and len(on_board) < 3)
        assert faults(file, "canaletto") == []
    with pytest.raises(WrongWish, match="unknown set-up 'referense'; did you mean 'reference'"):
        export_game("canaletto", tmp_path, setup="referense")
    with pytest.raises(WrongWish, match="--players 7: Canaletto is for 3 to 4"):
        export_game("canaletto", tmp_path, players=7)


def test_a_game_of_data_only_is_there_without_a_position(tmp_path: Path) -> None:
    """The game that `new --empty` makes: its board with the places that it declares, its cards as a deck."""
    assert venice("new", tmp_path / "mine", "--empty").code == 0
    ran = venice("export", "tabletop-simulator", "mine", "--data", tmp_path / "mine", "--out", tmp_path / "out")
    assert ran.code == 0, ran.said
    file = json.loads((tmp_path / "out/mine.json").read_text("utf-8"))
    assert [error.message for error in jsonschema.Draft202012Validator(SCHEMA).iter_errors(file)] == []
    board = file["ObjectStates"][0]
    assert board["Name"] == "Custom_Board" and all(one["Tags"] == ["card"] for one in board["AttachedSnapPoints"])
    kit = load_kit("mine", tmp_path / "mine")
    w, h = kit.shared.shapes[kit.components["board"].shape].size
    there = sorted((round(x + w / 2, 1), round(h / 2 - z, 1)) for x, z, _ in points(file))
    assert there == [(38.5, 104.0), (109.5, 104.0)]
    assert any(one["Name"] == "DeckCustom" for one in file["ObjectStates"])


def test_pictures_are_there_and_cards_fill_their_sheet() -> None:
    out = Path(mkdtemp(prefix="venice-tabletop-"))
    made = export_game("canaletto", out)
    file = json.loads(made.file.read_text("utf-8"))
    assert faults(file, "canaletto") == []
    urls = {
        u
        for one in things(file["ObjectStates"])
        for u in (*map(one.get("CustomImage", {}).get, ("ImageURL", "ImageSecondaryURL")),)
        if u
    }
    sheets = {d["FaceURL"]: d for one in things(file["ObjectStates"]) for d in one.get("CustomDeck", {}).values()}
    for url in urls | set(sheets):
        with Image.open(unquote(urlparse(url).path)) as picture:
            assert min(picture.size) > 20
            if url in sheets:
                assert (picture.width % sheets[url]["NumWidth"], picture.height % sheets[url]["NumHeight"]) == (0, 0)
    with Image.open(out / "images/money-marker-red.png") as marker:
        assert marker.getpixel((0, 0))[3] == 0 and marker.getpixel((marker.width // 2, marker.height // 2))[3] == 255


def test_wrong_wishes_are_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(WrongWish, match="begins with https"):
        export_game("canaletto", tmp_path, base_url="example.org")
    ran = venice("export", "tabletop-simulator", "canalletto", "--out", tmp_path)
    assert ran.code == 1 and "did you mean 'canaletto'" in ran.err and "Traceback" not in ran.err


def test_a_table_is_exported_as_it_stands(tmp_path: Path) -> None:
    table = tmp_path / "a.table"
    opened = ("referee", "new", "canaletto", "--players", "Anna,Bruno,Carla", "--seed", "3", "--table", table)
    assert venice(*opened).code == 0
    ran = venice(
        "referee",
        "export",
        tmp_path / "out",
        "--tabletop-simulator",
        "--base-url",
        "https://example.org/x",
        "--table",
        table,
    )
    assert ran.code == 0, ran.said
    file = json.loads((tmp_path / "out/canaletto.json").read_text("utf-8"))
    assert faults(file, "canaletto") == []
    assert file["ObjectStates"][0]["CustomImage"]["ImageURL"].startswith("https://example.org/x/board")


def test_tiles_have_the_size_of_the_printed_ones() -> None:
    shapes = yaml.safe_load((DATA / "shapes.yaml").read_text("utf-8"))["shapes"]
    parts = {name: row for file in (DATA / "venetia").glob("*.yaml") for name, row in _parts(file).items()}
    seen = 0
    for one in things(saved("venetia")["ObjectStates"]):
        if one["Name"] == "Custom_Tile":
            size = [side * 2 * MM for side in (one["Transform"]["scaleX"], one["Transform"]["scaleZ"])]
            wanted = shapes[parts[one["GMNotes"].split("/")[0]]["shape"]]["size"]
            assert size == pytest.approx(wanted if isinstance(wanted, list) else [wanted] * 2, abs=0.01), one["GMNotes"]
            assert one["CustomImage"]["CustomTile"]["Stretch"]  # else the picture's form would count, and scale twice
            seen += wanted[0] != wanted[1]
    assert seen  # some are no squares


def _parts(file: Path) -> dict[str, Any]:
    return dict((yaml.safe_load(file.read_text("utf-8")) or {}).get("components") or {})


def solid(text: str) -> list[tuple[list[tuple[float, ...]], list[tuple[float, ...]]]]:
    """An OBJ file as a plain reader sees it: for each triangle its corners, and where they are on the picture."""
    rows = [line.split() for line in text.splitlines()]
    corners = [tuple(map(float, row[1:])) for row in rows if row[0] == "v"]
    points = [tuple(map(float, row[1:])) for row in rows if row[0] == "vt"]
    faces = [[tuple(map(int, word.split("/"))) for word in row[1:]] for row in rows if row[0] == "f"]
    return [([corners[a - 1] for a, *_ in face], [points[b - 1] for _, b, *_ in face]) for face in faces]


def crooked(text: str, edge: float) -> list[str]:
    """What is wrong with a die: its size, faces turned inside out, pictures mirrored or glued at the wrong edge."""
    told: list[str] = []
    on_edge: dict[tuple[float, ...], set[tuple[int, int]]] = {}
    for corners, points in solid(text):
        told += [f"{c} is no corner" for c in corners if any(abs(abs(v) - edge / 2) > 1e-4 for v in c)]
        a, b = ([q - p for p, q in zip(corners[0], corners[i], strict=True)] for i in (1, 2))
        across = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
        if sum(n * c for n, c in zip(across, corners[0], strict=True)) <= 0:
            told.append("a face looks inward")
        (ax, ay), (bx, by) = ([q - p for p, q in zip(points[0], points[i], strict=True)] for i in (1, 2))
        if ax * by - ay * bx <= 0:
            told.append("a picture is mirrored")
        for corner, point in zip(corners, points, strict=True):
            on_edge.setdefault(tuple(round(v, 3) for v in corner), set()).add(
                (round(point[0] * 3), round((1 - point[1]) * 69 / 16))
            )
    # where three faces of the net meet, one corner; the others come together when a real one is glued
    alone = {frozenset({(x, y)}) for x in (1, 2) for y in (1, 2)}
    glued = {frozenset({(1, 3), (0, 2)}), frozenset({(2, 3), (3, 2)})}
    glued |= {frozenset({(1, 0), (1, 4), (0, 1)}), frozenset({(2, 0), (2, 4), (3, 1)})}
    if {frozenset(where) for where in on_edge.values()} != alone | glued:
        told.append("the net is not folded as it is printed")
    return told


def test_dice_are_solids_with_the_faces_of_the_net() -> None:
    dice = [one for one in things(saved("venetia")["ObjectStates"]) if one["GMNotes"].startswith("dice/")]
    assert len(dice) == 7 and all(one["CustomMesh"]["TypeIndex"] == 2 for one in dice)
    for top in range(6):
        text = die_mesh(16, (48, 69), 16 / MM, top)
        assert crooked(text, 16 / MM) == []
        up = [points for corners, points in solid(text) if all(y > 0 for _, y, _ in corners)]
        x, y = min(p[0] for p in up[0]) * 48 // 16 * 16, (1 - max(p[1] for p in up[0])) * 69 // 16 * 16
        assert face_at(x, y, 16) == top
    swapped = re.sub(r"^(f \S+) (\S+) (\S+)", r"\1 \3 \2", text, flags=re.MULTILINE)
    assert "a face looks inward" in crooked(swapped, 16 / MM)
    mirrored = re.sub(r"^vt (\S+)", lambda found: f"vt {1 - float(found[1])}", text, flags=re.MULTILINE)
    assert "a picture is mirrored" in crooked(mirrored, 16 / MM)


def test_dice_on_the_board_show_what_they_show_there() -> None:
    match = venice_pnp.play("venetia", ["Anna", "Bruno", "Carla"], seed=5)
    pool: dict[str, list[int]] = {}
    while sum(map(len, pool.values())) < 3:
        seat = match.awaited[0]["by"]
        match.do(seat, match.legal(seat)[0])
        pool = match.view()["pool"]
    places = {2: (16, 0), 3: (16, 16), 4: (16, 32)}  # on the printed net
    wanted = Counter(f"dice/{kind} {face_at(*places[n], 16)}" for kind, values in pool.items() for n in values)
    file = laid_out(match, "en", "https://example.org/")[0]
    dice = [one for one in file["ObjectStates"] if one["Name"] == "Custom_Model"]
    tops = [re.search(r"-(\d)\.obj$", one["CustomMesh"]["MeshURL"]) for one in dice]
    shown = Counter(f"{one['GMNotes']} {top[1]}" for one, top in zip(dice, tops, strict=True) if top)
    assert not wanted - shown and len(set(wanted)) > 1


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_lies_on_the_table_lies_there_too(game: str) -> None:
    """As many of each part on the board and before players as the picture of the same table has; what is hidden there
    is drawn by lot, so that no hand and no ground is all of one kind."""
    match = venice_pnp.play(game, ["Anna", "Bruno", "Carla", "Davide"], setup="reference")
    laid, before = Easel(match, "en").pieces()
    wanted = Counter((one.component, one.side) for one in laid)
    for one in before:
        wanted[one.component, one.side] += one.count
    loose = [one for one in saved(game)["ObjectStates"] if one["GMNotes"] and one["Name"] != "Custom_Board"]
    got = Counter((one["GMNotes"].split("/")[0], "back" if one["Transform"]["rotZ"] else "front") for one in loose)
    assert not wanted - got, wanted - got
    if game == "venedig":
        cards = [one["GMNotes"] for one in loose if one["GMNotes"].startswith("card/") and one["Transform"]["rotZ"]]
        ground = Counter(one["GMNotes"] for one in loose if one["GMNotes"].startswith("swamp/"))
        assert len(cards) == 12 and len(set(cards)) > 2 and sum(ground.values()) == 86 and len(ground) == 3
