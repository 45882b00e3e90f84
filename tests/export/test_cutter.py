"""Sheets for cutting machines: lines as SVG and DXF equal the trims. Both are read here by readers of their own."""

from __future__ import annotations

import json
import re
import shutil
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pypdfium2
import pytest
import yaml
from PIL import Image

from tests.conftest import TEMPLATES, venice
from venice_pnp.door.printing import job_of
from venice_pnp.door.wishes import Wish, WrongWish
from venice_pnp.export.cutter import build_for_cutter
from venice_pnp.export.machines import load_cutters
from venice_pnp.games import open_kit
from venice_pnp.kit import FaultyData
from venice_pnp.press.order import chosen_boxes

Point = tuple[float, float]
NEAR = 0.01  # mm
SVG = "{http://www.w3.org/2000/svg}"


@cache
def made(game: str, machine: str, only: str = "") -> Path:
    out = Path(mkdtemp(prefix="venice-cutter-"))
    build_for_cutter(Wish([game], lang="en", only=only, out=out), machine)
    return out / game / "en/a4/cutter" / machine


# --- readers that know nothing of the writers -----------------------------------------------------------------
def read_svg(file: Path) -> Iterator[tuple[str, list[Point]]]:
    """Each line of each path: its layer, and its points (of curves their control points, too)."""
    root = ET.fromstring(file.read_text("utf-8"))
    assert root.attrib["width"].endswith("mm") and root.attrib["viewBox"].split()[2] == root.attrib["width"][:-2]
    for group in root.iter(f"{SVG}g"):
        for path in group.iter(f"{SVG}path"):
            for line in path.attrib["d"].split("M")[1:]:
                numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", line)]
                yield group.attrib["id"], list(zip(numbers[::2], numbers[1::2], strict=True))


def read_dxf(file: Path) -> Iterator[tuple[str, list[Point]]]:
    """Each polyline: its layer and its points, as the file counts them: y upward. Codes and values stand in turn."""
    lines = file.read_text("utf-8").split("\n")
    pairs = [(int(code), value.strip()) for code, value in zip(lines[::2], lines[1::2], strict=False) if code.strip()]
    layer, xs, ys, inside = "", [], [], False
    for code, value in [*pairs, (0, "END")]:
        if code == 0:
            if inside:
                yield layer, list(zip(xs, ys, strict=True))
            layer, xs, ys, inside = "", [], [], value == "LWPOLYLINE"
        elif inside and code in (8, 10, 20):
            if code == 8:
                layer = value
            else:
                (xs if code == 10 else ys).append(float(value))


def box_of(points: list[Point]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def manifest(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "cutter.json").read_text("utf-8"))
    return found


class Known:
    """What the data say of the pieces of a game: corners from the top left in mm, and how often each is folded."""

    def __init__(self, game: str) -> None:
        job = job_of(Wish([game], tiles="card"))  # machines cut no board, so boxes are flatter
        kit = job.kits[0]
        self.corners: dict[tuple[str, str], list[Point]] = {}
        self.folds: dict[tuple[str, str], int] = {}
        for box in chosen_boxes(kit, job.orders[0]):
            self.corners[box.kind, box.item], self.folds[box.kind, box.item] = list(box.net.corners), len(box.net.folds)
        for name, part in kit.components.items():
            shape, drawn = kit.shared.shapes[part.shape], TEMPLATES / f"{part.front}.yaml"
            self.corners[name, ""] = [(x, y) for x, y in shape.corners]
            element = yaml.safe_load(drawn.read_text("utf-8"))["elements"].get("folds") if drawn.is_file() else None
            standing = 3 + bool(shape.top) + shape.ridge if shape.form == "standee" else 0
            self.folds[name, ""] = element["d"].count("M") if element else standing

    def of(self, placed: dict[str, Any]) -> tuple[list[Point], int]:
        """Its corners on the sheet, from the lower left as the list counts, and its folds."""
        key = (placed["component"], placed["item"])
        key = key if key in self.folds else (placed["component"], "")
        (left, low, w, h), turn = placed["trim_mm"], placed["rotation"]
        across, high = (h, w) if turn in (90, 270) else (w, h)  # as it is before it is turned counter-clockwise
        out = []
        for x, down in self.corners[key]:
            up = high - down
            u, v = {0: (x, up), 90: (high - up, x), 180: (across - x, high - up), 270: (up, across - x)}[turn]
            out.append((left + u, low + v))
        return out, self.folds[key]


def all_near(some: list[Point], others: list[Point]) -> bool:
    return all(any(abs(x - a) <= NEAR and abs(y - b) <= NEAR for a, b in others) for x, y in some)


def faults(folder: Path) -> list[str]:
    """Every trim of the list must be a line that is cut, in both files, with the corners of its form, and there are no
    other ones; and each piece must be folded as often as its form."""
    told = []
    listed = manifest(folder)
    high = listed["sheet_mm"][1]
    known = Known(listed["kit"])
    for sheet in listed["sheets"]:
        drawn = [
            (layer, [(x, high - y) for x, y in points]) for layer, points in read_svg(folder / f"{sheet['sheet']}.svg")
        ]
        for kind, lines in (("svg", drawn), ("dxf", list(read_dxf(folder / f"{sheet['sheet']}.dxf")))):
            cut = [(box_of(points), points) for layer, points in lines if layer in ("cut", "kiss") and len(points) > 2]
            boxes = [box for box, _ in cut if min(box[2:]) > 0.5]  # the lines within a sheet of stickers have no width
            stickers, folded = sheet["sheet"].startswith("label"), 0
            for placed in sheet["placed"]:
                trim, name = placed["trim_mm"], f"{sheet['sheet']}.{kind}: {placed['component']}/{placed['item']}"
                same = [at for box, at in cut if all(abs(a - b) <= NEAR for a, b in zip(box, trim, strict=True))]
                if len(same) != 1:
                    told.append(f"{name} is cut {len(same)} times")
                elif not stickers:
                    corners, folds = known.of(placed)
                    folded += folds
                    if corners and not (all_near(corners, same[0]) and all_near(same[0], corners)):
                        told.append(f"{name} has other corners")
            scored = sum(layer in ("score", "perforate") for layer, _ in lines)
            if scored != folded:
                told.append(f"{sheet['sheet']}.{kind}: {scored} folds, not {folded}")
            inner = len(sheet["placed"]) if stickers else 0
            if len(boxes) - len(sheet["placed"]) not in (0, inner):
                told.append(f"{sheet['sheet']}.{kind}: {len(boxes)} lines for {len(sheet['placed'])} pieces")
    return told


# --- what holds -----------------------------------------------------------------------------------------------
HEXES = "swamp,casa,palazzo,basilica"


@pytest.mark.parametrize(
    ("game", "machine", "only"),
    [("venetia", "silhouette", ""), ("canaletto", "cricut", ""), ("venedig", "silhouette", HEXES)],
)
def test_every_trim_is_cut_once_in_both_files(game: str, machine: str, only: str) -> None:
    assert faults(made(game, machine, only)) == []


def test_a_planted_fault_is_found(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(made("canaletto", "cricut"), tmp_path / "cut"))
    sheet = manifest(folder)["sheets"][0]["sheet"]
    svg, dxf = folder / f"{sheet}.svg", folder / f"{sheet}.dxf"
    whole = svg.read_text("utf-8")
    first = re.search(r'id="cut".*?d="([^"]*)"', whole)
    assert first
    off = re.sub(r"\d+\.\d+", lambda number: f"{float(number[0]) + 0.02:.4f}", first[1])  # by a fiftieth of a mm
    svg.write_text(whole.replace(first[1], off), "utf-8")
    assert any(".svg" in said for said in faults(folder))
    svg.write_text(whole, "utf-8")
    text = dxf.read_text("utf-8")
    dxf.write_text(text.replace("LWPOLYLINE", "LWPOLYLINX", 1), "utf-8")
    assert any(".dxf" in said for said in faults(folder))


def test_a_corner_that_is_off_within_its_box_and_folds_that_are_gone_are_found(tmp_path: Path) -> None:
    hexes = Path(shutil.copytree(made("venedig", "silhouette", HEXES), tmp_path / "hexes"))
    svg = next(file for file in sorted(hexes.glob("*.svg")) if "two-sided" in file.name)
    whole = svg.read_text("utf-8")
    first = re.search(r'id="cut".*?d="([^"]*)"', whole)
    assert first
    numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", first[1])]
    x, y, w, h = box_of(list(zip(numbers[::2], numbers[1::2], strict=True)))
    within = [n for n, at in enumerate(numbers[::2]) if x + 3 < at < x + w - 3 and numbers[2 * n + 1] in (y, y + h)]
    moved = list(numbers)
    moved[2 * within[0]] += 2.0  # along the edge of the box, which stays the same
    words = re.sub(r"-?\d+(?:\.\d+)?", "{}", first[1]).format(*moved)
    svg.write_text(whole.replace(first[1], words, 1), "utf-8")
    assert [said for said in faults(hexes) if "other corners" in said and ".svg" in said]
    folded = Path(shutil.copytree(made("canaletto", "cricut"), tmp_path / "folded"))
    svg = next(file for file in sorted(folded.glob("*.svg")) if 'id="score"' in file.read_text("utf-8"))
    svg.write_text(re.sub(r'<g [^>]*id="score".*?</g>', "", svg.read_text("utf-8"), flags=re.DOTALL), "utf-8")
    assert [said for said in faults(folded) if f"{svg.name}: 0 folds" in said]


def test_all_that_a_machine_can_cut_lies_on_the_sheets_as_often_as_the_rules_ask() -> None:
    kit, listed = open_kit("venetia"), manifest(made("venetia", "silhouette"))
    placed = Counter(
        p["component"] for s in listed["sheets"] for p in s["placed"] if not s["sheet"].startswith("label")
    )
    ruled = {name: c.count for name, c in kit.components.items() if name not in listed["left_out"]}
    assert {name: placed[name] for name in ruled} == ruled
    assert set(listed["left_out"]) == {
        n for n, c in kit.components.items() if kit.shared.shapes[c.shape].form in ("board", "sheet")
    }


def test_pieces_keep_their_distance_and_stay_clear_of_the_marks() -> None:
    machine = load_cutters().machines["silhouette"]
    assert machine.marks
    rim = machine.marks.inset + machine.marks.length + machine.gap
    for sheet in manifest(made("venetia", "silhouette"))["sheets"]:
        trims = [p["trim_mm"] for p in sheet["placed"]]
        for x, y, w, h in trims:
            assert x >= rim - NEAR and y >= rim - NEAR and x + w <= 210 - rim + NEAR and y + h <= 297 - rim + NEAR
        for i, a in enumerate(trims):
            for b in trims[:i]:
                apart = max(b[0] - a[0] - a[2], a[0] - b[0] - b[2], b[1] - a[1] - a[3], a[1] - b[1] - b[3])
                assert apart >= machine.gap - NEAR, sheet["sheet"]


def test_folds_are_lines_of_their_own_and_stickers_are_not_cut_through() -> None:
    folder = made("venetia", "silhouette")
    layers = {file.stem: Counter(layer for layer, _ in read_svg(file)) for file in folder.glob("*.svg")}
    dice = [p for s in manifest(folder)["sheets"] for p in s["placed"] if p["component"] == "dice"]
    assert dice and set().union(*layers.values()) == {"cut", "perforate", "kiss"}
    assert all(set(found) == {"kiss"} for stem, found in layers.items() if stem.startswith("label"))
    assert "score" in {layer for file in made("canaletto", "cricut").glob("*.svg") for layer, _ in read_svg(file)}


def test_a_standee_is_scored_where_it_is_folded() -> None:
    folder = made("canaletto", "cricut")
    kit = open_kit("canaletto")
    shape = kit.shared.shapes[kit.components["gondola"].shape]
    for sheet in manifest(folder)["sheets"]:
        for placed in (p for p in sheet["placed"] if p["component"] == "gondola"):
            x, y, w, h = placed["trim_mm"]
            lines = [box_of(points) for layer, points in read_dxf(folder / f"{sheet['sheet']}.dxf") if layer == "score"]
            inside = [b for b in lines if b[0] >= x - NEAR and b[0] + b[2] <= x + w + NEAR and y <= b[1] <= y + h]
            along = sorted((b[0] - x if placed["rotation"] else b[1] - y) for b in inside)
            assert along == pytest.approx(
                [shape.base, shape.base + shape.size[1], shape.base + 2 * shape.size[1]], abs=NEAR
            )
            return
    raise AssertionError("there is no gondola")


def test_the_marks_are_black_and_where_the_machine_looks_for_them() -> None:
    machine = load_cutters().machines["silhouette"]
    assert machine.marks
    page = pypdfium2.PdfDocument(made("venetia", "silhouette") / "card.pdf")[0]
    dots = 200 / 25.4
    picture = page.render(scale=200 / 72).to_pil().convert("L")
    i, long, wide = machine.marks.inset, machine.marks.length, machine.marks.width
    black = [(i + long / 2, i + long / 2), (210 - i - wide / 2, i + long - 0.4), (210 - i - long + 0.4, i + wide / 2)]
    black += [(i + wide / 2, 297 - i - long + 0.4), (i + long - 0.4, 297 - i - wide / 2)]
    white = [(210 - i - long / 2, i + long / 2), (i + long / 2, 297 - i - long / 2), (i - 0.4, i), (210 - i, 297 - i)]
    assert [picture.getpixel((int(x * dots), int(y * dots))) for x, y in black] == [0] * len(black)
    assert [picture.getpixel((int(x * dots), int(y * dots))) for x, y in white] == [255] * len(white)


def test_round_each_mark_the_paper_is_white() -> None:
    """A millimetre, on every sheet that has marks: no bleed runs up to them or under them."""
    machine, dpi, w, h = load_cutters().machines["silhouette"], 127, 210, 297  # five dots a mm
    assert machine.marks
    i, long = machine.marks.inset, machine.marks.length
    for name in ("card-two-sided", "card", "heavy"):
        document = pypdfium2.PdfDocument(made("venetia", "silhouette") / f"{name}.pdf")
        for page in range(0, len(document), 2 if "two-sided" in name else 1):
            picture = document[page].render(scale=dpi / 72).to_pil().convert("L")
            for x, y in ((i, i), (w - i - long, i), (i, h - i - long)):
                around = [(x - 1, y - 1, x + long + 1, y), (x - 1, y + long, x + long + 1, y + long + 1)]
                around += [(x - 1, y, x, y + long), (x + long, y, x + long + 1, y + long)]
                for box in around:
                    left, top, right, foot = (round(v * dpi / 25.4) for v in box)
                    inner = picture.crop((left + 1, top + 1, right - 1, foot - 1))  # not those that a mark touches
                    assert inner.getextrema() == (255, 255), (name, page, box)


def test_a_machine_that_takes_pictures_gets_them_in_its_own_size() -> None:
    folder = made("canaletto", "cricut")
    for sheet in manifest(folder)["sheets"]:
        with Image.open(folder / f"{sheet['sheet']}.png") as picture:
            assert picture.size == (2025, 2775)  # 6.75 × 9.25 inches of 300 dots


def test_it_gets_the_backs_too_behind_their_fronts() -> None:
    """A value tile is alike from behind: where one lies on the front, its back’s colour lies mirrored on the back."""
    folder = made("canaletto", "cricut")
    sheets = {sheet["sheet"]: sheet for sheet in manifest(folder)["sheets"]}
    backs = {file.stem.removesuffix("-back") for file in folder.glob("*-back.png")}
    assert backs == {name for name in sheets if "two-sided" in name} and backs
    name = min(backs)
    dots = 300 / 25.4
    with Image.open(folder / f"{name}-back.png") as back:
        assert back.size == (2025, 2775)
        for placed in sheets[name]["placed"]:
            x, y, w, h = placed["trim_mm"]
            middle = back.width - (x + w / 2) * dots, back.height - (y + h / 2) * dots
            around = [
                back.getpixel((int(middle[0] + dx), int(middle[1] + dy))) for dx in (-40, 0, 40) for dy in (-40, 40)
            ]
            assert any(pixel[:3] != (255, 255, 255) for pixel in around), placed


def test_programs_that_count_colours_find_a_layer_by_its_number_too() -> None:
    """Of the first colours of the format 1 is red, 3 green, 5 blue, 6 magenta; all others look alike to such programs."""
    file = next(iter(sorted(made("venetia", "silhouette").glob("*.dxf"))))
    lines = [line.strip() for line in file.read_text("utf-8").split("\n")]
    pairs = list(zip(lines[::2], lines[1::2], strict=False))
    layers, name = {}, ""
    for code, value in pairs[: pairs.index(("2", "BLOCKS"))]:
        name = value if code == "2" else name
        if code == "62":
            layers[name] = int(value)
    assert {n: layers.get(n) for n in ("cut", "kiss", "score", "perforate")} == {
        "cut": 1,
        "kiss": 6,
        "score": 5,
        "perforate": 3,
    }


def test_each_machine_is_told_what_to_do_with_its_own_files(tmp_path: Path) -> None:
    for machine, said in (("cricut", "171.45 × 234.95"), ("silhouette", "finds by its marks")):
        words = ("--profile", "cutter", "--machine", machine, "--only", "gondola", "--lang", "en", "--out", tmp_path)
        ran = venice("build", "canaletto", *words)
        assert ran.code == 0 and said in ran.out, ran.said


def test_every_figure_says_where_it_comes_from() -> None:
    for machine in load_cutters().machines.values():
        given = {name for name in ("marks", "area", "gap", "folds") if getattr(machine, name)}
        assert given == set(machine.sources)
        assert machine.bleed <= machine.gap / 2


def test_the_same_data_give_the_same_bytes(tmp_path: Path) -> None:
    for out in ("a", "b"):
        build_for_cutter(Wish(["canaletto"], lang="en", only="gondola,column", out=tmp_path / out), "silhouette")
    once, again = ({f.name: f.read_bytes() for f in (tmp_path / out).rglob("*.*")} for out in ("a", "b"))
    assert once == again and len(once) == 4


def test_what_no_machine_can_do_is_told() -> None:
    with pytest.raises(WrongWish, match="machines cut card, not board"):
        build_for_cutter(Wish(["canaletto"], tiles="wrap"), "silhouette")
    with pytest.raises(WrongWish, match="unknown machine 'silhuette'; did you mean 'silhouette'"):
        build_for_cutter(Wish(["canaletto"]), "silhuette")
    with pytest.raises(FaultyData, match="unknown paper"):
        build_for_cutter(Wish(["canaletto"], paper="a9"), "silhouette")


def test_the_command_says_what_it_made_and_what_is_left(tmp_path: Path) -> None:
    chosen = ("build", "canaletto", "--lang", "en", "--profile", "cutter", "--only", "aid,board", "--out", tmp_path)
    ran = venice(*chosen)
    assert ran.code == 0, ran.said
    assert "card-two-sided.pdf" in ran.out and "Not for the machine: board" in ran.out
    assert venice(*chosen, "--changes").code == 2


def test_a_machine_belongs_to_the_cutter_and_all_profiles_are_known() -> None:
    ran = venice("build", "canaletto", "--machine", "silhouette")
    assert ran.code == 2 and "--profile cutter" in ran.err
    ran = venice("build", "canaletto", "--profile", "cuter")
    assert ran.code == 2 and "did you mean 'cutter'" in ran.err
